"""A second opinion on a certificate: the inequalities it asserts, in mpmath intervals and in doubles.

The engine decides exactly. Before a certificate is written, the comparisons that its kind asserts (FORMAT.md,
section 6) are evaluated by both routes of `certificates.enclosures`, the intervals at a rising number of bits.
Each comparison ``left < right``, ``<=`` or ``=`` gets a **verdict** from each route:

* *confirmed*: the sides are strictly apart, in the right order;
* *contradicted*: the comparison is false (the cross-check stops with `Contradiction`);
* *tie* (intervals; for ``<=`` and ``=``): not apart at the highest precision, b bits, and the interval of the
  difference narrower than `2^(-b/2)` times the masses in it. Consistent with equality, and no proof of it;
* *inconclusive*: overflow or underflow of doubles, or bounds wider than the gap. For intervals it stops, too.

Masses and curves are probabilities, x is a likelihood ratio (e^eps), bounds on epsilon are in nats. Spelling,
digests and the rules R01 to R07 and R23 to R26 are the checker's business and not repeated here.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, Literal, TypeAlias

from certificates import audit_comparisons, filter_comparisons, kernel_comparisons, theorem_comparisons
from certificates.enclosures import PLD, Doubles, Intervals, NotACertificate, Route, Side, Value, read_number, read_pld
from exact.errors import ExactError, Undecided

Verdict: TypeAlias = Literal["confirmed", "tie", "contradicted", "inconclusive"]
Relation: TypeAlias = Literal["<", "<=", "="]
Getter: TypeAlias = Callable[[Route], Value]
Curve: TypeAlias = Callable[[Route], Value | Side]
Comparison: TypeAlias = tuple[str, Curve, Relation, Curve]


class Contradiction(ExactError):
    """Raised when an evaluation contradicts a claim, or intervals cannot decide at the highest precision."""


@dataclass(frozen=True, slots=True)
class Check:
    """One comparison, with verdict and values of each route; `bits` is the precision that decided it."""

    name: str
    relation: Relation
    interval: Verdict
    double: Verdict
    bits: int
    interval_values: str
    double_values: str


@dataclass(frozen=True, slots=True)
class Report:
    """What was compared for a certificate of this kind; nothing in it is contradicted."""

    kind: str
    checks: tuple[Check, ...]


def crosscheck(certificate: dict[str, Any], *, precision: int = 64, ceiling_bits: int) -> Report:
    """Return the verdicts on every comparison that the kind asserts, or raise at the first that fails.

    Parameters
    ----------
    certificate : dict
        A well-formed certificate as parsed JSON, of which `kind`, `claim` and `witness` are read.
    precision : int
        Bits of the first interval evaluation, at least 16; doubled while a comparison is not decided.
    ceiling_bits : int
        Bits of the last one, at least `precision`: four times the engine's precision.

    Returns
    -------
    Report
        One check a comparison, in the order of the rules. A claim ``=`` can at best be a tie.

    Raises
    ------
    Contradiction
        Intervals or doubles contradict a comparison.
    Undecided
        Intervals at `ceiling_bits` neither decide a comparison nor see a tie.
    TooLarge
        A composition has more than 20,000 atoms of ratios not seen to be equal, or takes 1,000,000 products.
    NotACertificate
        Something is missing or does not parse. Only what is needed is read: this is no test of form.
    ValueError
        The precisions are not in order.
    """
    if not 16 <= precision <= ceiling_bits:
        raise ValueError(f"need 16 <= precision <= ceiling_bits, not {precision} and {ceiling_bits}")
    bits = [precision]
    while bits[-1] < ceiling_bits:
        bits.append(min(2 * bits[-1], ceiling_bits))
    ladder, doubles, done = [Intervals(b) for b in bits], Doubles(), list[Check]()
    try:
        for comparison in _comparisons(certificate, ladder, done):
            done.append(_check(comparison, ladder, doubles))  # _comparisons looks at `done`
    except (KeyError, IndexError, TypeError, ValueError, ZeroDivisionError) as error:
        raise NotACertificate(f"not a certificate of FORMAT.md: {type(error).__name__}: {error}") from error
    return Report(certificate["kind"], tuple(done))


def _check(comparison: Comparison, ladder: list[Intervals], doubles: Doubles) -> Check:
    name, left, relation, right = comparison
    verdict: Verdict = "inconclusive"
    double: Verdict = "inconclusive"
    bits, values = 0, ""
    for route in ladder[:: max(1, len(ladder) - 1)] if relation == "=" else ladder:  # a tie is seen at the last precision only
        bits = route.bits
        verdict, values = _judge(route, left(route), relation, right(route), may_tie=route is ladder[-1])
        if verdict != "inconclusive":
            break
    try:
        double, double_values = _judge(doubles, left(doubles), relation, right(doubles), may_tie=False)
    except ArithmeticError as error:
        double_values = str(error)
    what = f"{name}: it should be left {relation} right; intervals of {bits} bits: {verdict}, {values}; doubles: {double}, {double_values}"
    if "contradicted" in (verdict, double):
        raise Contradiction(what)
    if verdict == "inconclusive":
        raise Undecided(what)
    return Check(name, relation, verdict, double, bits, values, double_values)


def _judge(route: Route, left: Any, relation: Relation, right: Any, *, may_tie: bool) -> tuple[Verdict, str]:
    (low, low_scale), (high, high_scale) = (s if isinstance(s, tuple) else (s, s) for s in (left, right))
    gap = high - low
    verdict: Verdict = "inconclusive"
    if gap.a > 0:
        verdict = "contradicted" if relation == "=" else "confirmed"
    elif gap.b < 0 or (gap.b <= 0 and relation == "<"):
        verdict = "contradicted"
    elif may_tie and relation != "<":
        width, scale = (gap.b - gap.a).b, (low_scale + high_scale).b
        if width < math.inf and width * 2 ** (route.bits // 2) <= scale:
            verdict = "tie"
    return verdict, f"left {route.show(low)}, right {route.show(high)}, right - left {route.show(gap)}"


# ---- What each kind asserts ----


def _at(pld: PLD, x: Getter) -> Curve:
    return lambda route: route.curve(pld, x(route))


def _at_knots(rule: str, a: PLD, relation: Relation, b: PLD, first: Route) -> Iterator[Comparison]:
    """Compare at the knots of B; for an equality at those of A, too."""
    for name, pld in (("A", a), ("B", b)) if relation == "=" else (("B", b),):
        for i, ratio in enumerate(first.knots(pld), 1):
            x = partial(Route.knot, pld=pld, ratio=ratio)
            yield f"{rule}, knot {i} of {name}", _at(a, x), relation, _at(b, x)


def _zero(route: Route) -> Value:
    return route.zero


def _one(route: Route) -> Value:
    return route.one


def _values(kind: str, given: Mapping[str, Any]) -> dict[str, Getter]:
    """Return the numbers of a certificate by key; bounds on epsilon as e^bound."""
    values: dict[str, Getter] = {}
    for key in ("x", "x_a", "x_b", "delta", "value", "lower", "upper", "exp_value"):
        if given.get(key, "inf") != "inf":
            logarithm = kind == "epsilon" and key in {"lower", "upper"}
            obj = [["1", given[key]]] if logarithm else given[key]
            values[key] = partial(Route.number, number=read_number(obj))
    return values


def _comparisons(certificate: dict[str, Any], ladder: list[Intervals], done: list[Check]) -> Iterator[Comparison]:
    """Yield the comparisons of a kind; `done` holds the results of those already yielded."""
    kind, claim, witness = certificate["kind"], certificate["claim"], certificate["witness"]
    first = ladder[0]
    value = _values(kind, {**claim, **witness})
    for key in ("x", "x_a", "x_b"):
        if key in value:
            yield filter_comparisons.positive(key, value[key])
    if kind == "delta":
        yield from _delta(read_pld(claim["pld"]), value)
    elif kind == "epsilon":
        yield from _epsilon(read_pld(claim["pld"]), claim.get("exp_value"), value, done)
    elif kind == "natural-filter-violated":
        queries = [read_pld(query) for query in claim["queries"]]
        yield from _natural(queries, read_pld(claim["budget"]), witness["tree"], value["x"], first)
    elif kind == "dominated" and witness.get("method") == "kernel":
        a, b = read_pld(claim["A"]), read_pld(claim["B"])
        yield from kernel_comparisons.comparisons(a, b, witness["rows"], ladder[-1])
    elif kind == "audit":
        yield from audit_comparisons.comparisons(claim, witness, ladder, lambda: done[-1].interval == "tie")
    elif kind in {"identity", "pure-dp", "pure-dp-tables", "not-pure-dp"}:
        yield from theorem_comparisons.comparisons(certificate, ladder)
    elif kind in {"dominated", "equal", "not-dominated", "incomparable"}:
        yield from _order(kind, read_pld(claim["A"]), read_pld(claim["B"]), value, first)
    else:
        yield from filter_comparisons.comparisons(certificate, ladder)


def _order(kind: str, a: PLD, b: PLD, value: dict[str, Getter], first: Route) -> Iterator[Comparison]:
    if kind == "dominated":
        yield from _at_knots("R10-dominated", a, "<=", b, first)
    elif kind == "not-dominated":
        yield "R12-not-dominated", _at(b, value["x"]), "<", _at(a, value["x"])
    elif kind == "incomparable":
        yield "R14-a-above", _at(b, value["x_a"]), "<", _at(a, value["x_a"])
        yield "R15-b-above", _at(a, value["x_b"]), "<", _at(b, value["x_b"])
    else:
        yield from _at_knots("R13-equal", a, "=", b, first)
        for end in ("inf", "0"):
            left, right = (partial(Route.infinite, pld=pld, end=end) for pld in (a, b))
            yield f"R13-equal, mass at ratio {end}", left, "=", right


def _delta(pld: PLD, value: dict[str, Getter]) -> Iterator[Comparison]:
    h = _at(pld, value["x"]) if "x" in value else partial(Route.infinite, pld=pld, end="inf")
    if "value" in value:
        yield "R16-delta-value", h, "=", value["value"]
    if "lower" in value:
        yield "R17-delta-lower", value["lower"], "<=", h
    if "upper" in value:
        yield "R18-delta-upper", h, "<=", value["upper"]


def _epsilon(pld: PLD, exact: Any, value: dict[str, Getter], done: list[Check]) -> Iterator[Comparison]:
    delta = value["delta"]
    yield "R19-delta-range, delta >= 0", _zero, "<=", delta
    yield "R19-delta-range, delta <= 1", delta, "<=", _one
    if exact == "0":
        yield "R20-epsilon-value", delta, "=", _one
        return
    if exact == "inf":
        yield "R20-epsilon-value", delta, "<", lambda route: route.infinite(pld, "inf")
        return
    lower, upper = (value.get(key if exact is None else "exp_value") for key in ("lower", "upper"))
    if exact is not None:
        yield "R20-epsilon-value", _zero, "<", value["exp_value"]
    if lower:
        yield "R21-epsilon-lower", delta, "<=", _at(pld, lower)
        if done[-1].interval == "tie":
            yield "R21-epsilon-lower, h still falls", lower, "<=", lambda route: route.top(pld)
    if upper:
        yield "R22-epsilon-upper", _at(pld, upper), "<=", delta


def _natural(queries: list[PLD], budget: PLD, tree: Any, x: Getter, first: Route) -> Iterator[Comparison]:
    histories = filter_comparisons.paths(tree, [len(first.knots(query)) for query in queries])
    for path in sorted({tuple(sorted(history)) for history in histories}):
        played = tuple((times, queries[i][0][1]) for i, times in Counter(path).items())
        rule = f"R27-tree-admissible, queries {', '.join(map(str, path))}"
        yield from _at_knots(rule, played, "<=", budget, first)
    curve = partial(_tree, queries=queries, tree=tree, x=x)
    yield "R28-no-gap", _at(budget, x), "<", curve


def _tree(route: Route, queries: list[PLD], tree: Any, x: Getter) -> Value:
    return route.tree(queries, tree, x(route), route.one, route.one)
