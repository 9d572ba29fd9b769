"""What certificates of the kind `audit` assert, as comparisons for `certificates.crosscheck`.

The exact value T of a quantity is the largest of several pairs (of a trade-off curve the least): one enclosure, which is compared with what was said.
Where a bound on epsilon is met by the curve exactly, a second comparison says whether the curve still falls there, as for the kind `epsilon`.
What is a property of the text alone (an infinite value, a mass below 0) is compared as a number of things.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import partial
from itertools import pairwise
from typing import Any, Literal, TypeAlias

from certificates.audit_enclosures import Grid, fraction, masses_above, moment, normal, tradeoff, worst
from certificates.enclosures import PLD, NotACertificate, Route, Side, Value, read_number, read_pld
from certificates.filter_comparisons import count, positive

Getter: TypeAlias = Callable[[Route], Value]
Curve: TypeAlias = Callable[[Route], Any]
Relation: TypeAlias = Literal["<", "<=", "="]
Comparison: TypeAlias = tuple[str, Curve, Relation, Curve]
IsTie: TypeAlias = Callable[[], bool]

INFINITE = {"inf": 1, "-inf": -1}
IN_NATS = ("epsilon", "clipped-epsilon", "renyi", "gdp")
BEYOND, IMPOSSIBLE = "R52-audit-violated", "R55-audit-invalid"


def comparisons(claim: Any, witness: Any, ladder: Sequence[Route], is_tie: IsTie) -> Iterator[Comparison]:
    """Yield the comparisons; `is_tie` tells whether the last one was a tie of intervals."""
    if claim["verdict"] == "violated":
        yield from _violated(claim, witness, ladder, is_tie)
    elif claim["verdict"] == "invalid":
        yield from _invalid(claim["quantity"], claim["says"], ladder[-1])
    else:
        raise NotACertificate(f"unknown verdict {claim['verdict']!r}")


def _number(obj: Any) -> Getter:
    return partial(Route.number, number=read_number(obj))


def _zero(route: Route) -> Value:
    return route.zero


def _one(route: Route) -> Value:
    return route.one


def _rational(value: Fraction) -> Getter:
    return lambda route: route.rational(value)


def _fact(rule: str, *, true: bool) -> Comparison:
    return count(rule, int(true), "=", 1)


def _ranges(quantity: Any) -> Iterator[Comparison]:
    if quantity.get("x", "inf") != "inf":
        yield positive("x of the quantity", _number(quantity["x"]))
    for key in ("delta", "alpha"):
        if key in quantity:
            yield from _in_unit_interval(key, _number(quantity[key]))


def _in_unit_interval(name: str, value: Getter) -> Iterator[Comparison]:
    yield f"R19-delta-range, {name} >= 0", _zero, "<=", value
    yield f"R19-delta-range, {name} <= 1", value, "<=", _one


# ---- Violated ----


def _violated(claim: Any, witness: Any, ladder: Sequence[Route], is_tie: IsTie) -> Iterator[Comparison]:
    quantity, says = claim["quantity"], claim["says"]
    name = quantity["of"]
    bound = "upper" if "upper" in says else "lower"
    v, by = says[bound], says.get("by")
    pairs = [read_pld(pair) for pair in claim.get("pairs", [])]
    if bool(pairs) == (name == "spend") or (name == "gdp" and bound == "lower"):
        raise NotACertificate(f"a claim about {name} has {'no pairs' if name == 'spend' else 'pairs, and for gdp an upper bound'}")
    if by is not None:
        yield "R51-audit-by", _zero, "<", _number(by)
    yield from _ranges(quantity)
    if name in ("epsilon", "clipped-epsilon"):
        yield from _Epsilon(pairs, quantity["delta"], ladder[-1], is_tie).beyond(bound, v, by, clipped=name != "epsilon")
    elif name == "renyi":
        yield from _renyi(pairs, int(quantity["order"]), bound, (v, by), ladder[0])
    elif name == "gdp":
        yield from _gdp(pairs, v, by, witness, ladder[-1])
    else:
        there, said = _values(name, quantity, pairs, v, witness)
        yield _beyond(there, said, bound, None if by is None else _number(by))


def _beyond(there: Curve, said: Curve, bound: str, by: Getter | None) -> Comparison:
    """Compare an exact value with a bound, which it is beyond by at least an amount where one is given."""
    relation: Relation = "<" if by is None else "<="

    def moved(route: Route) -> Side:
        value, scale = _side(said(route))
        amount = route.zero if by is None else by(route)
        return (value + amount if bound == "upper" else value - amount), scale + amount

    return (BEYOND, moved, relation, there) if bound == "upper" else (BEYOND, there, relation, moved)


def _side(found: Any) -> Side:
    return found if isinstance(found, tuple) else (found, _size(found))


def _size(value: Value) -> Value:
    return value if value.a >= 0 else type(value)([0.0, 0.0]) - value


def _values(name: str, quantity: Any, pairs: list[PLD], v: Any, witness: Any) -> tuple[Curve, Curve]:
    """Return the exact value and the value that was said, of quantities that are numbers."""
    if name == "delta":
        if quantity["x"] == "inf":
            return _of_pairs(pairs, lambda route, pld: _side(route.infinite(pld, "inf"))), _number(v)
        x = _number(quantity["x"])
        return _of_pairs(pairs, lambda route, pld: route.curve(pld, x(route))), _number(v)
    if name == "curve":
        x, grid = _number(witness["x"]), Grid.read(v)
        return _of_pairs(pairs, lambda route, pld: route.curve(pld, x(route))), lambda route: grid.curve(route, x(route))
    if name == "tradeoff":
        alpha = _number(quantity["alpha"])
        return _of_pairs(pairs, lambda route, pld: tradeoff(route, pld, alpha(route)), least=True), _number(v)
    if name == "spend":
        return partial(_spent, spends=quantity["spends"]), _number(v)
    raise NotACertificate(f"unknown quantity {name!r}")


def _of_pairs(pairs: list[PLD], value: Callable[[Route, PLD], Side], *, least: bool = False) -> Curve:
    return lambda route: worst(route, [value(route, pld) for pld in pairs], least=least)


def _spent(route: Route, spends: Any) -> Side:
    value = scale = route.zero
    for times, amount in spends:
        part = route.rational(Fraction(int(times))) * _number(amount)(route)
        value, scale = value + part, scale + _size(part)
    return value, scale


# ---- Epsilon ----


class _Epsilon:
    """The largest epsilon at delta of some pairs: ``T > ln X`` iff ``h(X) > delta`` for one of them.

    Where ``h(X) = delta``, T is ln X if h still falls before X, that is, if X is at most the largest knot, and less if not.
    """

    def __init__(self, pairs: list[PLD], delta: Any, finest: Route, is_tie: IsTie) -> None:
        self.pairs, self.delta, self.finest, self.is_tie = pairs, _number(delta), finest, is_tie
        self.is_one = delta == "1"

    def beyond(self, bound: str, v: Any, by: Any, *, clipped: bool) -> Iterator[Comparison]:
        if v in INFINITE:
            yield from self._beyond_infinity(bound, v, clipped=clipped)
            return
        amount = fraction(by) if by is not None else Fraction(0)
        at = fraction(v) + amount if bound == "upper" else fraction(v) - amount
        if clipped and bound == "upper" and (at < 0 or (by is not None and at == 0)):
            yield _fact(f"{BEYOND}, 0 is beyond what is negative", true=True)
        elif clipped and bound == "lower" and (at < 0 or (by is None and at == 0)):
            yield _fact(f"{BEYOND}, 0 is beyond what is negative", true=False)
        elif bound == "lower" and self.is_one:
            yield _fact(f"{BEYOND}, epsilon is -inf at delta 1", true=True)
        elif bound == "upper":
            yield from self._above(at, or_equal=by is not None)
        else:
            yield from self._below(at, or_equal=by is not None)

    def _beyond_infinity(self, bound: str, v: str, *, clipped: bool) -> Iterator[Comparison]:
        if (bound, v) == ("upper", "-inf") and not clipped:
            yield f"{BEYOND}, delta < 1", self.delta, "<", _one
        elif (bound, v) == ("lower", "inf"):
            yield f"{BEYOND}, mass at +inf", _of_pairs(self.pairs, lambda route, pld: _side(route.infinite(pld, "inf"))), "<=", self.delta
        else:
            yield _fact(f"{BEYOND}, beyond {v}", true=bound == "upper" and v == "-inf")

    def _above(self, at: Fraction, *, or_equal: bool) -> Iterator[Comparison]:
        x = _exponential(at)
        yield BEYOND, self.delta, "<=" if or_equal else "<", _of_pairs(self.pairs, lambda route, pld: route.curve(pld, x(route)))
        if self.is_tie():
            met = [pld for pld in self.pairs if self._may_be_met(pld, x)]
            yield f"{BEYOND}, h still falls", x, "<=", _of_pairs(met, lambda route, pld: _side(route.top(pld)))

    def _below(self, at: Fraction, *, or_equal: bool) -> Iterator[Comparison]:
        x = _exponential(at)
        for i, pld in enumerate(self.pairs):
            yield f"{BEYOND}, pair {i}", _at(pld, x), "<=", self.delta
            if not or_equal and self.is_tie():
                yield f"{BEYOND}, pair {i}, h no longer falls", partial(Route.top, pld=pld), "<", x

    def _may_be_met(self, pld: PLD, x: Getter) -> bool:
        return bool((self.finest.curve(pld, x(self.finest))[0] - self.delta(self.finest)).b >= 0)


def _at(pld: PLD, x: Getter) -> Curve:
    return lambda route: route.curve(pld, x(route))


def _exponential(at: Fraction) -> Getter:
    return lambda route: route.exp(route.rational(at))


# ---- Divergences ----


def _renyi(pairs: list[PLD], order: int, bound: str, said: tuple[Any, Any], first: Route) -> Iterator[Comparison]:
    v, by = said
    infinite = [moment(first, pld, 0) is None for pld in pairs]
    if v in INFINITE or any(infinite):
        beyond = (any(infinite) and v != "inf") or v == "-inf" if bound == "upper" else v == "inf" and not any(infinite)
        yield _fact(f"{BEYOND}, infinite values", true=beyond)
        return
    amount = fraction(by) if by is not None else Fraction(0)
    level = _exponential((order - 1) * (fraction(v) + amount if bound == "upper" else fraction(v) - amount))
    moments = _of_pairs(pairs, lambda route, pld: _side(moment(route, pld, order - 1)))
    relation: Relation = "<" if by is None else "<="
    yield (BEYOND, level, relation, moments) if bound == "upper" else (BEYOND, moments, relation, level)


def _gdp(pairs: list[PLD], v: Any, by: Any, witness: Any, finest: Route) -> Iterator[Comparison]:
    """Compare the masses of a set of atoms; what is said of it holds for every set, so a ratio that is not told apart from x may be in it."""
    i, x, t = int(witness["pair"]), _number(witness["x"])(finest), fraction(witness["t"])
    yield count("R54-audit-index", i, "<", len(pairs))
    if i >= len(pairs):
        return
    atoms = finest.atoms(pairs[i])
    chosen = [key for key in atoms if key == "inf" or (not isinstance(key, str) and (finest.knot(pairs[i], key) - x).b >= 0)]
    yield "R53-audit-gdp-level", lambda route: masses_above(route, pairs[i], chosen)[1], "<=", lambda route: normal(route, t)
    if v == "inf":
        yield _fact(f"{BEYOND}, beyond inf", true=False)
        return
    mu = fraction(v) + (fraction(by) if by is not None else 0)
    yield BEYOND, lambda route: normal(route, t + mu), "<", lambda route: masses_above(route, pairs[i], chosen)[0]


# ---- Invalid ----


def _invalid(quantity: Any, says: Any, finest: Route) -> Iterator[Comparison]:
    yield from _ranges(quantity)
    name = quantity["of"]
    if "points" in says:
        yield from _points(name, says["points"])
    elif name == "curve":
        yield _no_pld(Grid.read(says["value"]))
    elif "value" in says:
        yield _outside(name, quantity, says["value"], finest)
    else:
        yield _above(IMPOSSIBLE, says["lower"], says["upper"])


def _above(rule: str, high: Any, low: Any) -> Comparison:
    """Compare two values, either of which may be infinite."""
    if _is_infinite(high) or _is_infinite(low):
        sides = [INFINITE.get(v, 0) if isinstance(v, str) else 0 for v in (low, high)]
        return _fact(f"{rule}, infinite values", true="nan" not in (high, low) and sides[0] < sides[1])
    return _less(rule, low, high)


def _less(rule: str, low: Any, high: Any) -> Comparison:
    """Compare two numbers, rational ones by their difference: they may be very near each other, and long."""
    if isinstance(low, str) and isinstance(high, str):
        return rule, _zero, "<", _rational(fraction(high) - fraction(low))
    return rule, _number(low), "<", _number(high)


def _is_infinite(v: Any) -> bool:
    return isinstance(v, str) and (v in INFINITE or v == "nan")


def _outside(name: str, quantity: Any, v: Any, finest: Route) -> Comparison:
    """Compare an impossible value with the end of the range that it is beyond."""
    if name in ("epsilon", "spend") or v == "nan":
        return _fact(f"{IMPOSSIBLE}, not a number", true=v == "nan")
    bounded = name in ("delta", "tradeoff")
    if _is_infinite(v):
        return _fact(f"{IMPOSSIBLE}, an infinite value", true=v == "-inf" or bounded)
    value = _number(v)
    if not bounded or value(finest).b < 0:
        return _less(f"{IMPOSSIBLE}, below 0", v, "0")
    alpha = quantity.get("alpha", "0")
    if isinstance(alpha, str):
        most = 1 - fraction(alpha)
        return _less(f"{IMPOSSIBLE}, above the largest value", f"{most.numerator}/{most.denominator}", v)
    return f"{IMPOSSIBLE}, above the largest value", lambda route: route.one - _number(alpha)(route), "<", value


def _no_pld(grid: Grid) -> Comparison:
    if grid.some_negative():
        return _fact(f"{IMPOSSIBLE}, a negative mass", true=True)
    total = grid.total() + grid.infinite
    if total > 1:
        return _fact(f"{IMPOSSIBLE}, a total mass above 1", true=True)
    return f"{IMPOSSIBLE}, E[e^-Z]", _one, "<", grid.reverse


def _points(name: str, points: Any) -> Iterator[Comparison]:
    places = [z for z, _ in points]
    for i, z in enumerate(places):
        if name == "delta":
            yield positive(f"point {i}", _number(z))
        elif name != "renyi":
            yield from _in_unit_interval(f"point {i}", _number(z))
    for i, (here, there) in enumerate(pairwise(places)):
        yield _less(f"R56-audit-points, {i}", here, there)
    values = [v for _, v in points]
    if len(values) == 2:
        yield _above(IMPOSSIBLE, *(values if name == "renyi" else values[::-1]))
        return
    if len(values) != 3 or any(map(_is_infinite, values)):
        raise NotACertificate("points are two values, or three finite ones")
    yield _above_the_chord(places, values)


def _above_the_chord(places: list[Any], values: list[Any]) -> Comparison:
    rule = f"{IMPOSSIBLE}, not convex"
    if all(isinstance(part, str) for part in (*places, *values)):
        z, v = [fraction(part) for part in places], [fraction(part) for part in values]
        return rule, _zero, "<", _rational((v[1] - v[0]) * (z[2] - z[0]) - (v[2] - v[0]) * (z[1] - z[0]))

    def area(route: Route, one: int, other: int) -> Value:
        rise = _number(values[one])(route) - _number(values[0])(route)
        return rise * (_number(places[other])(route) - _number(places[0])(route))

    return rule, partial(area, one=2, other=1), "<", partial(area, one=1, other=2)
