"""The standard normal distribution: enclosures of its distribution function Phi at rational points, of its quantiles at exact
numbers, and comparisons of exact numbers with Phi.

Values of Phi are no exact numbers, so what is given are decimals on a stated side of the value, and decided signs. The
precision grows until an answer is proved; it never is a guess.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from exact import decimals, engine
from exact.errors import OutOfRange, TooLarge, Undecided, Unsupported
from exact.number import Number
from exact.reading import ExactInput, number
from exact.writing import shorten

POINT_LIMIT = 1_000
"""The largest absolute value of a t of which ``Phi(t)`` is enclosed: there it has some 200,000 zeros after the point."""
GRID_LIMIT = 1 << 14
"""The largest number of bits of a grid that values of Phi are rounded to."""


@dataclass(frozen=True, slots=True)
class _Value:
    """``Phi(t)``, for `exact.decimals`."""

    t: Fraction

    def as_fraction(self) -> Fraction | None:
        """Return 1/2 for t = 0, else None."""
        return None if self.t else Fraction(1, 2)

    rational_at_hand = as_fraction

    def enclosure(self, bits: int) -> engine.Enclosure:
        """Return an enclosure of this relative width."""
        for more in engine.precisions():
            found = engine.normal_cdf(*self.t.as_integer_ratio(), bits + more)
            if found and (found[1] - found[0]) << bits <= found[0]:
                return found
        raise AssertionError("unreachable")  # pragma: no cover


@dataclass(frozen=True, slots=True)
class _Quantile:
    """``Phi^-1(a)``, for `exact.decimals`."""

    a: Number

    def as_fraction(self) -> Fraction | None:
        """Return 0 for a = 1/2, else None."""
        return Fraction(0) if self.a == Fraction(1, 2) else None

    rational_at_hand = as_fraction

    def enclosure(self, bits: int) -> engine.Enclosure:
        """Return an enclosure of this relative width."""
        quotient = self.a.as_quotient()
        for more in engine.precisions():
            found = engine.normal_quantile(quotient, bits + more)
            if found and (found[1] - found[0]) << bits <= min(abs(found[0]), abs(found[1])):
                return found
        raise AssertionError("unreachable")  # pragma: no cover


def normal_cdf_bounds(t: ExactInput, digits: int = 30) -> tuple[Fraction, Fraction]:
    """Return decimals ``(lower, upper)`` of N significant digits around ``Phi(t)``, neighbours unless both are it.

    Raises
    ------
    TooLarge
        For a t beyond +-`POINT_LIMIT`, or when the value lies closer to a decimal than `engine.BIT_LIMIT` bits tell.

    Examples
    --------
    >>> [float(v) for v in normal_cdf_bounds(-1, 4)]
    [0.1586, 0.1587]
    """
    point = _rational(t)
    if abs(point) > POINT_LIMIT:
        raise TooLarge(f"Phi(t) is enclosed for |t| <= {POINT_LIMIT}, not for {shorten(str(number(point)))}")
    return decimals.bound_fractions(_Value(point), digits)


def normal_cdf_lower(t: ExactInput, digits: int = 30) -> Fraction:
    """Return the largest decimal of N significant digits that is at most ``Phi(t)``; see `normal_cdf_bounds`."""
    return normal_cdf_bounds(t, digits)[0]


def normal_cdf_upper(t: ExactInput, digits: int = 30) -> Fraction:
    """Return the least decimal of N significant digits that is at least ``Phi(t)``; see `normal_cdf_bounds`."""
    return normal_cdf_bounds(t, digits)[1]


def normal_quantile_bounds(a: ExactInput, digits: int = 30) -> tuple[Fraction, Fraction]:
    """Return decimals ``(lower, upper)`` of N significant digits around the t with ``Phi(t) = a``, neighbours unless both are
    it (as for a = 1/2).

    Raises
    ------
    OutOfRange
        Unless 0 < a < 1.
    TooLarge
        When a is closer to 0 or 1, or the value to a decimal, than `engine.BIT_LIMIT` bits tell.

    Examples
    --------
    >>> [float(v) for v in normal_quantile_bounds("1/40", 5)]
    [-1.96, -1.9599]
    """
    value = number(a)
    if value.sign() <= 0 or value >= 1:
        raise OutOfRange(f"a quantile is that of a probability between 0 and 1, not of {shorten(str(value))}")
    return decimals.bound_fractions(_Quantile(value), digits)


def normal_quantile_lower(a: ExactInput, digits: int = 30) -> Fraction:
    """Return the largest decimal of N significant digits that is at most ``Phi^-1(a)``; see `normal_quantile_bounds`."""
    return normal_quantile_bounds(a, digits)[0]


def normal_quantile_upper(a: ExactInput, digits: int = 30) -> Fraction:
    """Return a decimal of N significant digits that is at least ``Phi^-1(a)``; see `normal_quantile_bounds`."""
    return normal_quantile_bounds(a, digits)[1]


def normal_cdf_order(a: ExactInput, t: ExactInput) -> int:
    """Return the sign of ``a - Phi(t)``, decided.

    Raises
    ------
    Undecided
        When `engine.BIT_LIMIT` bits do not tell the two apart.

    Examples
    --------
    >>> normal_cdf_order("1/2", 0), normal_cdf_order("0.8413", 1)
    (0, -1)
    """
    value, point = number(a), _rational(t)
    if not point:
        return value.compare(Number(1) / 2)
    if value.sign() <= 0:
        return -1
    if value >= 1:
        return 1
    quotient = value.as_quotient()
    bits = engine.START_BITS
    while bits <= engine.BIT_LIMIT:
        found = engine.normal_cdf_order(quotient, *point.as_integer_ratio(), bits)
        if found:
            return found
        bits *= 2
    raise Undecided(f"whether a number is above or below Phi(t) was still open at {engine.BIT_LIMIT} bits of precision")


def normal_cdf_upper_on_grid(t: Fraction, bits: int) -> Fraction:
    """Return a multiple of ``2^-bits`` in [0, 1] that is at least ``Phi(t)``, by at most ``2^(1 - bits)``.

    Far to the left Phi is replaced by its value at ``-bits``, which is less than ``2^-bits``; Phi increases.
    """
    if not isinstance(bits, int) or isinstance(bits, bool) or not 1 <= bits <= GRID_LIMIT:
        raise OutOfRange(f"the bits of a grid must be an integer from 1 to {GRID_LIMIT}")
    if t >= bits:
        return Fraction(1)
    point = max(t, Fraction(-bits))
    for more in engine.precisions():
        found = engine.normal_cdf_fixed(*point.as_integer_ratio(), bits + more, bits)
        if found and found[1] - found[0] <= 2:
            return min(Fraction(found[1], 1 << bits), Fraction(1))
    raise AssertionError("unreachable")  # pragma: no cover


def _rational(t: ExactInput) -> Fraction:
    value = number(t)
    found = value.as_fraction()
    if found is None:
        raise Unsupported(f"Phi(t) is supported for rational t, not for {shorten(str(value))}")
    return found
