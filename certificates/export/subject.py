"""What a certificate or a problem gives to a picture: PLDs, a family of queries, the curves of a filter.

A picture convinces more than its numbers deserve, so a certificate is verified by the checker before it is drawn: nobody is shown the
shaded region of a false claim. Then it is read anew into exact objects, by the strict reader of PLDs.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import comb

from certificates import check, conversion
from certificates.claims.encoding import Json
from certificates.export import filter_curves
from certificates.export.filter_curves import FilterCurves
from certificates.export.names import composition_name, expression_of
from certificates.pldreader import PLDReader
from exact.errors import NotReadable, OutOfRange, Refuted, TooLarge
from exact.filters import Node, Strategy, compositions, natural_filter
from exact.filters.discretisation import discretisation
from exact.filters.natural import Rounds
from exact.hasse import HasseDiagram, hasse_diagram
from exact.loss import Loss
from exact.mechanisms.approximate_dp import identity
from exact.pld import PLD
from exact.reading import loss

MEMBER_LIMIT = 120
"""The largest number of compositions in a Hasse diagram."""
CURVE_LIMIT = 12
"""The largest number of curves in a picture of a session."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Family:
    """A finite family of queries, expressions for them, and the number of rounds, None for a rule that has none."""

    queries: tuple[PLD, ...]
    names: tuple[str, ...]
    rounds: Rounds | None

    def diagram(self) -> HasseDiagram:
        """Return the Hasse diagram of the compositions of fewer than `rounds` queries; `TooLarge` for more than 120 of them."""
        if not isinstance(self.rounds, int):
            raise OutOfRange("a Hasse diagram of compositions needs a number of rounds, and there is none")
        n = len(self.queries)
        count = comb(n + self.rounds - 1, n)
        if count > MEMBER_LIMIT:
            raise TooLarge(f"there are {count} compositions of fewer than {self.rounds} queries, more than the {MEMBER_LIMIT} that are drawn")
        members = compositions(self.queries, self.rounds)
        return hasse_diagram({composition_name(indices): value for indices, value in members.items()})

    def title(self) -> str:
        """Return a text that says what the diagram shows."""
        return f"Compositions of fewer than {self.rounds} queries"


@dataclass(frozen=True, slots=True, kw_only=True)
class Subject:
    """What can be drawn of one file.

    Attributes
    ----------
    what
        What the file is, in words.
    plds
        PLDs whose curves are drawn, with their names.
    title
        A text above these curves.
    family
        A family whose compositions are ordered in a diagram.
    pair
        The names of two of them that are incomparable, where the file is about that.
    curves
        Returns the curves of a filter; it may take a search.
    """

    what: str
    plds: tuple[tuple[str, PLD], ...] = ()
    title: str = ""
    family: Family | None = None
    pair: tuple[str, ...] = ()
    curves: Callable[[], FilterCurves] | None = None

    def kinds(self) -> tuple[str, ...]:
        """Return the kinds of pictures that make sense, the usual one first."""
        if self.curves is not None:
            return ("tradeoff", "difference", "profile", "strategy", "hasse")
        drawn = ("tradeoff", "profile", *(("difference",) if len(self.plds) == 2 else ())) if self.plds else ()
        return ("hasse", *drawn) if self.family is not None else drawn


def of_certificate(data: bytes) -> Subject:
    """Return what a certificate shows, after the checker has verified it.

    Raises
    ------
    NotReadable
        When it is no certificate.
    Refuted
        When the checker rejects it, with the rule.
    TooLarge
        When the checker reaches a limit, and beyond our own limits.
    """
    try:
        check.verify(data)
    except check.Rejected as problem:
        raise Refuted(f"the checker rejects this certificate, so it is not drawn: {problem.rule}, {problem}") from None
    except check.Limit as problem:
        raise TooLarge(f"the checker reaches a limit, so the certificate is not drawn: {problem}") from None
    except check.CertificateError as problem:
        raise NotReadable(f"it is no certificate: {str(problem).strip()}") from None
    content = conversion.read(data)
    kind, claim, reader = content["kind"], content["claim"], PLDReader()
    what = f"a certificate of the kind {kind}"
    if kind in ("delta", "epsilon"):
        value = reader.pld(claim["pld"], "claim.pld")
        return Subject(what=what, plds=((expression_of(value), value),))
    if kind in ("dominated", "not-dominated", "equal", "incomparable"):
        return Subject(what=what, plds=_named({name: reader.pld(claim[name], f"claim.{name}") for name in ("A", "B")}))
    if kind == "residue":
        u, query, budget = (reader.pld(claim[name], f"claim.{name}") for name in ("U", "L", "B"))
        return Subject(what=what, plds=_named({"U + L": u + query, "B": budget}))
    if kind == "residue-run":
        named, title = _session(claim, reader)
        return Subject(what=what, plds=named, title=title)
    if kind == "sandwich":
        return Subject(what=what, plds=_sandwich(claim, reader))
    return _of_family(what, kind, content, reader)


def _named(plds: dict[str, PLD]) -> tuple[tuple[str, PLD], ...]:
    return tuple((f"{name} = {expression_of(value)}", value) for name, value in plds.items())


def _session(claim: Json, reader: PLDReader) -> tuple[tuple[tuple[str, PLD], ...], str]:
    """Return the budget, what is left of it after each query, the queries that were refused, and a title; of a long session the end."""
    found = [*_named({"budget": reader.pld(claim["budget"], "claim.budget")})]
    refused = 0
    for i, step in enumerate(claim["steps"], 1):
        where = f"claim.steps[{i - 1}]"
        if "budget" in step:
            left = reader.pld(step["budget"], f"{where}.budget")
            found.append((f"budget after step {i} = {expression_of(left)}", left))
        else:
            query = reader.pld(step["query"], f"{where}.query")
            found.append((f"refused at step {i}: {expression_of(query)}", query))
            refused += 1
    title = f"Residue filter: {len(claim['steps']) - refused} of {len(claim['steps'])} queries admitted"
    if len(found) > CURVE_LIMIT:
        found[1 : len(found) - CURVE_LIMIT + 1] = []
        title += f"; the last {CURVE_LIMIT - 1} steps are drawn"
    return tuple(found), title


def _sandwich(claim: Json, reader: PLDReader) -> tuple[tuple[str, PLD], ...]:
    value = reader.pld(claim["pld"], "claim.pld")
    grid = [Loss(reader.number(x, f"claim.grid[{i}]")) for i, x in enumerate(claim["grid"][:-1])]
    found = discretisation(value, [*grid, loss("inf")])
    name = expression_of(value)
    middle = "the PLD" if name.startswith("a PLD") else name
    return (("upper discretisation", found.upper), (middle, value), ("lower discretisation", found.lower))


# --- families ----------------------------------------------------------------------------------------------------------------------------


def _of_family(what: str, kind: str, content: Json, reader: PLDReader) -> Subject:
    claim, witness = content["claim"], content["witness"]
    if "queries" not in claim:
        raise OutOfRange(f"{what} is not drawn: a certificate of the kind {kind} has no picture")
    queries = tuple(reader.pld(query, f"claim.queries[{i}]") for i, query in enumerate(claim["queries"]))
    names = tuple(map(expression_of, queries))
    rule = claim["rule"] if kind == "filter-cost" else claim
    rounds: Rounds | None = None if "rounds" not in rule else "all" if rule["rounds"] == "all" else int(rule["rounds"])
    family = Family(queries=queries, names=names, rounds=rounds)
    if kind == "chain":
        return Subject(what=what, family=family)
    if kind == "not-chain":
        pair = {composition_name(m): sum((queries[i] for i in m), identity()) for m in ([int(i) for i in witness[side]] for side in ("a", "b"))}
        return Subject(what=what, family=family, pair=tuple(pair), plds=tuple(pair.items()))
    budget = reader.pld(rule["budget"], "claim.budget") if "budget" in rule else None
    if kind == "natural-filter-free" and budget is not None and rounds is not None:
        return Subject(what=what, family=family, curves=lambda: _solved(family, budget, rounds))
    if kind not in ("natural-filter-violated", "filter-cost"):
        raise OutOfRange(f"{what} is not drawn")
    strategy = Strategy(queries, _node(witness["tree"], queries))
    x = reader.number(witness["x"] if kind == "natural-filter-violated" else claim["x"], "x")
    named = None if budget is None else (budget, expression_of(budget))
    return Subject(what=what, family=family, curves=lambda: filter_curves.of_strategy(strategy, x, names, named, rounds))


def _solved(family: Family, budget: PLD, rounds: Rounds) -> FilterCurves:
    result = natural_filter(family.queries, budget, rounds)
    return filter_curves.of_result(result, family.names, budget, expression_of(budget))


def _node(value: Json, queries: Sequence[PLD]) -> Node | None:
    """Return the node of ``[index, children]``, None for null; the checker has looked at its form."""
    if value is None:
        return None
    atoms = queries[int(value[0])].canonical
    children = [_node(child, queries) for child in value[1]]
    return Node(int(value[0]), tuple((atoms.ratio(i), child) for i, child in enumerate(children)))
