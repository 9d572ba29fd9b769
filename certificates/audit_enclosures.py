"""Enclosures of what audits speak about beside PLDs: discretised PLDs, moments, the normal distribution; for `certificates.audit_comparisons`.

Shares nothing with the engine or the checker. As in `certificates.enclosures`, each value is given in one of two arithmetics:

* intervals: the exponentials of a grid are products of few, and the sums of masses are exact integers. The normal distribution function is its power
  series, all of whose terms have one sign, with a geometric bound of the rest;
* doubles: sums over grids by numpy, with a bound of all errors; `exp` is believed to `2^-50` relative, as `math.exp` is, and `math.erfc` to `2^-44`.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from typing import Any

from mpmath.libmp import to_fixed

from certificates.enclosures import PLD, Intervals, Plain, Route, Side, Value, read_number
from exact.errors import TooLarge

BLOCK_LIMIT = 512
"""The most indices of a grid that share one exponential."""
GUARD_BITS = 32
NORMAL_LIMIT = 64
ERFC_ERROR = 2.0**-44
EXP_ERROR = 2.0**-50


def fraction(text: str) -> Fraction:
    """Return the rational number of a text."""
    terms, _ = read_number(text)
    return terms[0][0] if terms else Fraction(0)


def worst(route: Route, sides: Sequence[Side], *, least: bool = False) -> Side:
    """Enclose the largest of some values, or the least."""
    best = min if least else max
    values = [value for value, _ in sides]
    whole = type(route.zero)([best(v.a for v in values), best(v.b for v in values)])
    return whole, max((scale for _, scale in sides), key=lambda scale: scale.b)


# ---- Curves of a pair ----


def tradeoff(route: Route, pld: PLD, alpha: Value) -> Side:
    """Enclose ``f(alpha)``, the largest ``(1 - alpha - h(x))/x`` of the knots x, and at least 0."""
    best: list[Side] = [(route.zero, route.zero)]
    for ratio in route.knots(pld):
        x = route.knot(pld, ratio)
        h, scale = route.curve(pld, x)
        best.append(((route.one - alpha - h) / x, (route.one + alpha + scale) / x))
    return worst(route, best)


def moment(route: Route, pld: PLD, power: int) -> Value:
    """Enclose ``E_P[(p/q)^power]``, the product of those of the parts; None where the loss +inf has mass."""
    whole = route.one
    for times, plain in pld:
        if times:
            part = _moment(route, plain, power)
            if part is None:
                return None
            whole = whole * raised(route, part, times)
    return whole


def _moment(route: Route, plain: Plain, power: int) -> Value:
    atoms = route.atoms(((1, plain),))
    if "inf" in atoms:
        return None
    return sum((p * raised(route, p / q, power) for key, (p, q) in atoms.items() if key != "0"), route.zero)


def raised(route: Route, base: Value, power: int) -> Value:
    """Enclose a natural power of what is positive."""
    result = route.one
    while power:
        result = result * base if power % 2 else result
        power //= 2
        base = base * base if power else base
    return result


def masses_above(route: Route, pld: PLD, chosen: Sequence[Any]) -> tuple[Value, Value]:
    """Enclose the masses under P and under Q of some atoms."""
    atoms = route.atoms(pld)
    return sum((atoms[key][0] for key in chosen), route.zero), sum((atoms[key][1] for key in chosen), route.zero)


# ---- The normal distribution ----


def normal(route: Route, t: Fraction) -> Value:
    """Enclose the distribution function of the standard normal distribution at a rational number, or raise TooLarge."""
    if abs(t) > NORMAL_LIMIT:
        raise TooLarge(f"the normal distribution is evaluated from -{NORMAL_LIMIT} to {NORMAL_LIMIT}")
    if isinstance(route, Intervals):
        return _normal_of_intervals(route, t)
    x = route.rational(-t) / route.rational(Fraction(2 * 10**20)) * route.rational(Fraction(math.isqrt(2 * 10**40)))
    ends = [math.erfc(x.b) * (1 - ERFC_ERROR) / 2, math.erfc(x.a) * (1 + ERFC_ERROR) / 2]
    if ends[0] < 2.0**-1000:
        raise ArithmeticError("underflow")
    wide = 1 + 2.0**-50 * (1 + float(abs(t))) ** 2  # of the root of two, cut off after 20 digits, and of what was rounded
    return type(route.zero)([ends[0] / wide, min(1.0, ends[1] * wide)])


def _normal_of_intervals(route: Intervals, t: Fraction) -> Value:
    """``1/2 + phi(t) (t + t^3/3 + t^5/(3*5) + ...)``; for a negative t the bits that cancel are added before."""
    cancelled = 0 if t >= 0 else math.ceil(Fraction(3, 4) * t * t) + 8
    fine = Intervals(route.bits + cancelled + GUARD_BITS)
    x, square = abs(t), t * t
    variance = fine.rational(square)
    term = total = fine.rational(x)
    n, least = 1, fine.context.ldexp(fine.context.mpf(1), -fine.bits)
    while n <= square or (term.b > 0 and term.b > (total * least).a):
        n += 2
        term = term * variance / fine.context.mpf(n)
        total = total + term
    # The terms that follow shrink at least by t^2/(n + 2) each.
    rest = term * variance / (fine.context.mpf(n + 2) - variance) if x else fine.zero
    total = total + type(total)([0, rest.b])
    density = fine.exp(-variance / 2) / fine.context.sqrt(2 * fine.context.pi)
    half = density * fine.wider * total
    found = fine.rational(Fraction(1, 2)) + half if t >= 0 else fine.rational(Fraction(1, 2)) - half
    return route.context.mpf([found.a, found.b])


# ---- Discretised PLDs ----


@dataclass(frozen=True, eq=False)
class Grid:
    """Masses at multiples of a unit of loss, and at +inf, as a certificate states them. They need not be those of a PLD."""

    unit: Fraction
    indices: tuple[int, ...]
    masses: tuple[tuple[int, int], ...]
    """``(m, e)`` for ``m 2^e``."""
    infinite: Fraction
    _powers: dict[int, _Powers] = field(default_factory=dict, repr=False)

    @classmethod
    def read(cls, obj: Any) -> Grid:
        """Return the discretised PLD of a certificate."""
        indices = tuple(int(i, 16 if "x" in i else 10) for i, _ in obj["atoms"])
        if any(i >= j for i, j in pairwise(indices)):
            raise ValueError("the indices of a discretised PLD increase")
        m, e = _dyadic(obj["infinite"])
        return cls(fraction(obj["unit"]), indices, tuple(_dyadic(mass) for _, mass in obj["atoms"]), m * Fraction(2) ** e)

    @cached_property
    def scale(self) -> int:
        """The least exponent of two of the masses."""
        return min((e for _, e in self.masses), default=0)

    @cached_property
    def scaled(self) -> list[int]:
        """The masses as multiples of ``2^scale``."""
        return [m << (e - self.scale) for m, e in self.masses]

    def total(self, cut: int = 0) -> Fraction:
        """Return the sum of the masses from a place in the list on, without that of +inf."""
        return sum(self.scaled[cut:]) * Fraction(2) ** self.scale

    def some_negative(self) -> bool:
        """Return whether some mass is negative."""
        return self.infinite < 0 or any(m < 0 for m, _ in self.masses)

    def reverse(self, route: Route) -> Side:
        """Enclose the sum of ``mass e^(-loss)``, that is E[e^-Z]."""
        if isinstance(route, Intervals):
            value = self._sum(route, 0)
            return value, value
        return _of_doubles(route, self, None)

    def curve(self, route: Route, x: Value) -> Side:
        """Enclose ``infinite + sum of mass max(0, 1 - x e^(-loss))``."""
        infinite = route.rational(self.infinite)
        if not isinstance(route, Intervals):
            value, scale = _of_doubles(route, self, x)
            return infinite + value, infinite + scale
        powers = self._of(route)
        surely = bisect_left(self.indices, 1, key=lambda i: int((x * powers.at(i)).b < 1))
        perhaps = bisect_left(self.indices, 1, 0, surely, key=lambda i: int((x * powers.at(i)).a < 1))
        tail, part = route.rational(self.total(surely)), x * self._sum(route, surely)
        value, scale = infinite + tail - part, infinite + tail + part
        for place in range(perhaps, surely):
            mass = route.rational(self.scaled[place] * Fraction(2) ** self.scale)
            value = value + mass * route.positive(route.one - x * powers.at(self.indices[place]))
        return value, scale

    def _of(self, route: Intervals) -> _Powers:
        if route.bits not in self._powers:
            self._powers[route.bits] = _Powers(route, self.unit)
        return self._powers[route.bits]

    def _sum(self, route: Intervals, cut: int) -> Value:
        """Enclose the sum of ``mass e^(-loss)`` from a place in the list on, by blocks of indices."""
        powers = self._of(route)
        scaled, whole, place = self.scaled, route.zero, cut
        unit = route.context.ldexp(route.one, self.scale - powers.bits)
        while place < len(self.indices):
            block = self.indices[place] // powers.block
            end = bisect_left(self.indices, (block + 1) * powers.block, place)
            low = high = 0
            for i, m in zip(self.indices[place:end], scaled[place:end], strict=True):
                below, above = powers.within(i - block * powers.block)
                low, high = (low + m * below, high + m * above) if m >= 0 else (low + m * above, high + m * below)
            whole = whole + type(whole)([low, high]) * unit * powers.of_block(block)
            place = end
        return whole


class _Powers:
    """The numbers ``e^(-i unit)``, each a product of one for its block of indices and one for the place in the block."""

    def __init__(self, route: Intervals, unit: Fraction) -> None:
        self.route, self.unit = route, unit
        self.block = max(1, min(BLOCK_LIMIT, int(1 / unit)))  # so the powers of a block differ by a factor of at most e
        self.bits = route.bits + GUARD_BITS
        self._blocks: dict[int, Value] = {}
        self._within: dict[int, tuple[int, int]] = {}

    def of_block(self, block: int) -> Value:
        """Enclose the power at the first index of a block."""
        if block not in self._blocks:
            self._blocks[block] = self.route.exp(self.route.rational(-block * self.block * self.unit))
        return self._blocks[block]

    def within(self, place: int) -> tuple[int, int]:
        """Return integers below and above the power at a place of a block, times 2^bits."""
        if place not in self._within:
            value = self.route.exp(self.route.rational(-place * self.unit))
            low, high = value._mpi_  # the ends as mpmath keeps them
            self._within[place] = int(to_fixed(low, self.bits)), int(to_fixed(high, self.bits)) + 1
        return self._within[place]

    def at(self, index: int) -> Value:
        """Enclose the power at an index."""
        block = index // self.block
        return self.of_block(block) * self.route.exp(self.route.rational(-(index - block * self.block) * self.unit))


def _dyadic(text: str) -> tuple[int, int]:
    m, _, e = text.partition("p")
    return int(m), int(e or 0)


def _of_doubles(route: Route, grid: Grid, x: Value) -> Side:
    """Enclose the curve at x without the mass of +inf, or for None the sum of ``mass e^(-loss)``, in doubles."""
    import numpy as np

    if x is not None and x.a < 2.0**-1000:
        raise ArithmeticError("underflow")
    try:
        masses = np.array([math.ldexp(m, e) for m, e in grid.masses])
        losses = np.array(grid.indices, dtype=float) * float(grid.unit)
    except OverflowError:
        raise ArithmeticError("overflow") from None
    middle, width = 0.0, 0.0
    if x is not None:
        middle, width = math.log(x.a), (x.b - x.a) / x.a
    arguments = middle - losses
    if x is None and arguments.size and arguments.max() > 700:
        raise ArithmeticError("overflow")
    shifts = (abs(middle) + np.abs(losses) + 1) * 2.0**-49 + width
    powers = np.exp(np.minimum(arguments, 700.0))
    parts = powers if x is None else np.maximum(0.0, 1.0 - powers)
    most = powers if x is None else np.minimum(powers, 1.0)
    # max(0, 1 - e^y) changes by at most the smaller of e^y and 1 times e^shift - 1, where y is off by a shift.
    errors = np.abs(masses) * (2 * most * np.expm1(shifts) + EXP_ERROR) + 2.0**-1060 * (1 + most)
    value, off = math.fsum(masses * parts), 2 * math.fsum(errors)
    scale = math.fsum(np.abs(masses) * (1 + most))
    off += 2.0**-50 * scale
    double = type(route.zero)
    return double([value - off, value + off]), double([scale])
