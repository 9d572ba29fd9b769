"""A claim: what a tool says about a mechanism, read exactly from JSON. docs/audits.md describes the fields.

Reading a claim works out nothing: the mechanism is built and the values are compared by `certificates.audit.checking`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Literal

from certificates.audit import values
from certificates.audit.mechanism import Mechanism
from certificates.audit.quantities import ORDER_LIMIT, Delta, Epsilon, GaussianDP, Renyi, Spend, Tradeoff
from certificates.audit.quantity import Bound, Quantity
from certificates.audit.values import FloatText, Value, kind_of
from certificates.tomlfile import check_keys
from exact.discretised import ATOM_LIMIT, GridPLD
from exact.errors import ExactError, NotReadable, OutOfRange, TooLarge
from exact.loss import Loss
from exact.number import Number
from exact.reading import loss
from exact.writing import shorten

ID_LIMIT = 200
NOTE_LIMIT = 10_000
POINT_LIMIT = 100_000
"""Points of a profile."""
SPEND_LIMIT = 4_096
SPEND_TIMES_LIMIT = 999_999_999

QUERIES: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "delta": ((), ("eps", "x")),
    "epsilon": (("delta",), ("clipped",)),
    "pure-epsilon": ((), ()),
    "profile": ((), ("eps", "x")),
    "tradeoff": (("alpha",), ()),
    "renyi": (("order",), ()),
    "gdp": ((), ()),
    "spend": (("spends",), ()),
    "pld": ((), ("least_eps",)),
}
"""The kinds of queries, with the fields that each needs and may have."""

KEYS = ("id", "tool", "version", "method", "mechanism", "times", "direction", "query", "says", "tolerance", "note", "input")


@dataclass(frozen=True, slots=True)
class Tolerance:
    """How far a value may be off: an absolute amount, or a part of the size of the exact value."""

    amount: Number
    relative: bool = False

    def __post_init__(self) -> None:
        if self.amount.sign() < 0:
            raise OutOfRange("a tolerance is not negative")
        if self.relative and self.amount >= 1:
            raise OutOfRange("a relative tolerance, or error, is less than 1")

    def __str__(self) -> str:
        return f"relative {self.amount}" if self.relative else str(self.amount)


@dataclass(frozen=True, slots=True)
class Says:
    """What is said of each of a list of quantities: bounds, or estimates with their error."""

    upper: tuple[Value, ...] | None = None
    lower: tuple[Value, ...] | None = None
    estimate: tuple[Value, ...] | None = None
    error: Tolerance | None = None
    failed: str | None = None
    """What the tool gave instead of values: the sentence of an error."""


@dataclass(frozen=True, slots=True)
class WholePLD:
    """What is said of the whole PLD: discretised PLDs that must dominate it (upper), or be dominated by it (lower), from an epsilon on."""

    upper: GridPLD | None = None
    lower: GridPLD | None = None
    least_eps: Loss | None = None
    faults: Mapping[Bound, str] = field(default_factory=dict)
    """Why what is said is no PLD at all, where it cannot even be read as one: a mass that is NaN or infinite."""


@dataclass(frozen=True, slots=True)
class Claim:
    """What a tool says about one mechanism. Made by `Claim.from_json`.

    Attributes
    ----------
    id
        A name, unique among the claims that are checked together.
    tool, version, method
        Who says it; texts for people.
    mechanism
        The mechanism; None for the total of a ledger.
    query
        The kind of query, a key of `QUERIES`.
    quantities
        What it is about: several quantities for a profile; none for a whole PLD.
    says
        The values.
    tolerance
        By how much a value may be off, as the tool declares; None for not at all.
    note
        For people.
    input
        Whether the tool was given just this mechanism ("exact"), or it was rounded on the way; None where that was not said.
    content
        The JSON object.
    """

    id: str
    tool: str
    version: str
    method: str
    mechanism: Mechanism | None
    query: str
    quantities: tuple[Quantity, ...]
    says: Says | WholePLD
    tolerance: Tolerance | None = None
    note: str = ""
    input: Literal["exact", "rounded"] | None = None
    content: Mapping[str, Any] = field(default_factory=dict, compare=False, hash=False, repr=False)
    problem: ExactError | None = None
    """Why the claim is beyond a limit, or of a kind that is not decided; then it has no quantities."""

    @property
    def claimant(self) -> str:
        """The tool, its version and the method, in one text."""
        return " ".join(part for part in (self.tool, self.version, self.method) if part)

    @classmethod
    def unread(cls, content: Mapping[str, Any], number: int, problem: ExactError) -> Claim:
        """Return the claim of an object that is beyond a limit, or of a kind that is not decided: its verdict is just that."""
        name, tool = (str(content.get(key, ""))[:ID_LIMIT] for key in ("id", "tool"))
        return cls(name or f"line {number}", tool, "", "", None, "", (), Says(), content=content, problem=problem)

    @classmethod
    def from_json(cls, content: Mapping[str, Any]) -> Claim:
        """Return the claim of a JSON object, whose floats are `certificates.audit.values.FloatText`, or floats of Python.

        Raises
        ------
        NotReadable, OutOfRange, TooLarge, Unsupported
            With the field that is wrong.
        """
        if not isinstance(content, Mapping):
            raise NotReadable(f"a claim is an object, not {kind_of(content)}")
        check_keys(content, ("id", "tool", "query", "says"), KEYS)
        query = content["query"]
        if isinstance(query, str):
            query = {"kind": query}
        if not isinstance(query, Mapping) or not isinstance(query.get("kind"), str):
            raise NotReadable('query must be an object with a "kind"')
        kind = query["kind"]
        if kind not in QUERIES:
            raise NotReadable(f"query.kind {shorten(kind)!r} is not known; known are {', '.join(QUERIES)}")
        needed, optional = QUERIES[kind]
        check_keys(query, ("kind", *needed), ("kind", *needed, *optional), "query: ")
        source = content.get("input")
        if source not in (None, "exact", "rounded"):
            raise NotReadable('input must be "exact" or "rounded"')
        is_ledger = kind == "spend"
        if is_ledger and any(key in content for key in ("mechanism", "times", "direction")):
            raise NotReadable("the total of a ledger has no mechanism, times or direction")
        if not is_ledger and "mechanism" not in content:
            raise NotReadable("the key 'mechanism' is missing")
        mechanism = None if is_ledger else Mechanism.from_json(content["mechanism"], content.get("times", 1), content.get("direction"))
        quantities = () if kind == "pld" else tuple(_quantities(kind, query))
        says = _whole(content["says"], query) if kind == "pld" else _says(content["says"], len(quantities), is_list=_is_list(kind, query))
        return cls(
            _text(content["id"], "id", ID_LIMIT),
            _text(content["tool"], "tool", ID_LIMIT),
            _text(content.get("version", ""), "version", ID_LIMIT),
            _text(content.get("method", ""), "method", ID_LIMIT),
            mechanism,
            kind,
            quantities,
            says,
            tolerance(content["tolerance"], "tolerance") if content.get("tolerance") is not None else None,
            _text(content.get("note", ""), "note", NOTE_LIMIT),
            source,
            content,
        )


def _text(given: object, what: str, limit: int) -> str:
    if not isinstance(given, str):
        raise NotReadable(f"{what} must be a text, not {kind_of(given)}")
    if len(given) > limit:
        raise TooLarge(f"{what} has more than {limit} characters")
    return str(given)


def tolerance(given: object, what: str) -> Tolerance:
    """Return the tolerance of a field: a number, or an object with one of the keys absolute and relative."""
    relative = False
    if isinstance(given, Mapping):
        check_keys(given, (), ("absolute", "relative"), f"{what}: ")
        if len(given) != 1:
            raise NotReadable(f"{what} has one of the keys absolute and relative")
        relative, given = "relative" in given, next(iter(given.values()))
    amount = values.value(given, what).as_number()
    if amount.sign() < 0:
        raise OutOfRange(f"{what} must not be negative")
    if relative and amount >= 1:
        raise OutOfRange(f"{what} must be less than 1 where it is relative")
    return Tolerance(amount, relative)


# --- what is asked ---------------------------------------------------------------------------------------------------------------------------


def _is_list(kind: str, query: Mapping[str, Any]) -> bool:
    asked = {"profile": "eps" if "eps" in query else "x", "tradeoff": "alpha", "renyi": "order"}.get(kind)
    return asked is not None and isinstance(query.get(asked), list)


def _quantities(kind: str, query: Mapping[str, Any]) -> Sequence[Quantity]:
    if kind in ("delta", "profile"):
        return _deltas(kind, query)
    if kind == "epsilon":
        clipped = query.get("clipped", False)
        if not isinstance(clipped, bool):
            raise NotReadable("query.clipped must be true or false")
        return [Epsilon(values.value(query["delta"], "query.delta").as_number(), clipped)]
    if kind == "tradeoff":
        return [Tradeoff(values.value(item, "query.alpha").as_number()) for item in _list(query["alpha"], "query.alpha")]
    if kind == "renyi":
        return [Renyi(_integer(item, "query.order", 2, ORDER_LIMIT)) for item in _list(query["order"], "query.order")]
    if kind == "spend":
        return [Spend(tuple(_spends(query["spends"])))]
    return [GaussianDP() if kind == "gdp" else Epsilon(Number(0))]


def _deltas(kind: str, query: Mapping[str, Any]) -> Sequence[Quantity]:
    if ("eps" in query) == ("x" in query):
        raise NotReadable(f"query: a {kind} has one of the fields eps and x")
    name, read = ("eps", _point_of_eps) if "eps" in query else ("x", _point)
    given = _list(query[name], f"query.{name}") if kind == "profile" else [query[name]]
    return [Delta(read(item, f"query.{name}")) for item in given]


def _list(given: object, what: str, most: int = POINT_LIMIT) -> list[Any]:
    items = given if isinstance(given, list) else [given]
    if not items:
        raise NotReadable(f"{what} is empty")
    if len(items) > most:
        raise TooLarge(f"{what} has more than {most} items")
    return items


def _integer(given: object, what: str, least: int, most: int) -> int:
    if not isinstance(given, int) or isinstance(given, bool):
        raise NotReadable(f"{what} must be an integer, not {kind_of(given)}")
    if not least <= given <= most:
        raise OutOfRange(f"{what} must lie between {least} and {most}")
    return given


def _point_of_eps(given: object, what: str) -> Number | None:
    eps = values.value(given, what)
    if eps.is_nan or eps.infinite < 0:
        raise OutOfRange(f"{what} must be a number or inf, not {shorten(eps.text)}")
    return None if eps.infinite else eps.as_loss().exp()


def _point(given: object, what: str) -> Number | None:
    x = values.value(given, what)
    if x.infinite > 0:
        return None
    if x.is_nan or x.infinite or x.as_number().sign() <= 0:
        raise OutOfRange(f"{what} must be positive, not {shorten(x.text)}")
    return x.as_number()


def _spends(given: object) -> Sequence[tuple[int, Number]]:
    if not isinstance(given, list) or not 1 <= len(given) <= SPEND_LIMIT:
        raise NotReadable(f"query.spends must be a list of 1 to {SPEND_LIMIT} pairs [times, amount]")
    out = []
    for i, item in enumerate(given):
        if not isinstance(item, list) or len(item) != 2:
            raise NotReadable(f"query.spends[{i}] must be a pair [times, amount]")
        out.append((_integer(item[0], f"query.spends[{i}][0]", 0, SPEND_TIMES_LIMIT), values.value(item[1], f"query.spends[{i}][1]").as_number()))
    return out


# --- what is said ----------------------------------------------------------------------------------------------------------------------------


def _says(given: object, count: int, *, is_list: bool) -> Says:
    if not isinstance(given, Mapping):
        raise NotReadable(f'says must be an object, as in {{"upper": 0.5}}, not {kind_of(given)}')
    check_keys(given, (), ("upper", "lower", "estimate", "error", "failed"), "says: ")
    if "failed" in given:
        if len(given) > 1:
            raise NotReadable("says: a tool that failed has said nothing else")
        return Says(failed=_text(given["failed"], "says.failed", NOTE_LIMIT))
    if not given.keys() & {"upper", "lower", "estimate"}:
        raise NotReadable("says: give upper, lower or estimate, or failed")
    if "error" in given and "estimate" not in given:
        raise NotReadable("says: an error belongs to an estimate")

    def read(key: str) -> tuple[Value, ...] | None:
        if key not in given:
            return None
        item = given[key]
        if is_list != isinstance(item, list):
            raise NotReadable(f"says.{key} must be {'a list, as what is asked' if is_list else 'one value'}")
        items = item if is_list else [item]
        if len(items) != count:
            raise NotReadable(f"says.{key} has {len(items)} values for {count} points")
        return tuple(values.value(v, f"says.{key}") for v in items)

    return Says(read("upper"), read("lower"), read("estimate"), tolerance(given["error"], "says.error") if "error" in given else None)


def _whole(given: object, query: Mapping[str, Any]) -> WholePLD:
    if not isinstance(given, Mapping):
        raise NotReadable(f"says must be an object with a discretised PLD as upper or lower, not {kind_of(given)}")
    check_keys(given, (), ("upper", "lower"), "says: ")
    if not given:
        raise NotReadable("says: give upper or lower")
    least = query.get("least_eps")
    faults: dict[Bound, str] = {}
    grids: dict[Bound, GridPLD] = {}
    sides: tuple[Bound, Bound] = ("upper", "lower")
    for bound in sides:
        if bound in given:
            found = _grid(given[bound], f"says.{bound}")
            if isinstance(found, str):
                faults[bound] = found
            else:
                grids[bound] = found
    eps = None if least is None else loss(values.value(least, "query.least_eps").as_loss())
    return WholePLD(grids.get("upper"), grids.get("lower"), eps, faults)


def _grid(given: object, what: str) -> GridPLD | str:
    """Return a discretised PLD, or the sentence of what makes it none before its masses can be read."""
    if not isinstance(given, Mapping):
        raise NotReadable(f"{what} must be an object with masses, not {kind_of(given)}")
    check_keys(given, ("masses",), ("interval", "unit", "first", "losses", "masses", "infinite"), f"{what}: ")
    read = [_part(item, f"{what}.masses") for item in [*_list(given["masses"], f"{what}.masses", ATOM_LIMIT), given.get("infinite", 0)]]
    for i, mass in enumerate(read):
        if isinstance(mass, str):
            return f"{f'mass {i}' if i + 1 < len(read) else 'the infinite mass'} is {mass}"
    *masses, infinite = (mass for mass in read if isinstance(mass, Fraction))
    if "losses" in given:
        if given.keys() & {"interval", "unit", "first"}:
            raise NotReadable(f"{what}: give losses, or interval and first")
        losses = [_part(item, f"{what}.losses") for item in _list(given["losses"], f"{what}.losses", ATOM_LIMIT)]
        if len(losses) != len(masses):
            raise NotReadable(f"{what}: there are {len(losses)} losses for {len(masses)} masses")
        return GridPLD.from_floats(masses, infinite, losses=[float(z) if isinstance(z, str) else z for z in losses])
    if ("interval" in given) == ("unit" in given):
        raise NotReadable(f"{what}: give losses, or one of interval and unit")
    unit = _part(given.get("interval", given.get("unit")), f"{what}.interval")
    if isinstance(unit, str):
        raise OutOfRange(f"{what}.interval must be a number, not {unit}")
    first = _integer(given.get("first", 0), f"{what}.first", -(10**15), 10**15)
    return GridPLD(unit, tuple((first + i, mass) for i, mass in enumerate(masses) if mass), infinite)


def _part(given: object, what: str) -> Fraction | str:
    """Return a rational number; the text where it is NaN or infinite."""
    if isinstance(given, FloatText) and not isinstance(there := values.float_fraction(given), str):
        return there
    read = values.value(given, what)
    return read.text if read.is_nan or read.infinite else read.as_fraction()


