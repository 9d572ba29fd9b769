"""Values of the second tier: real numbers known between two fractions; and the fixed-point arithmetic that finds them.

Inside, a non-negative value is a pair of integers ``(lo, hi)`` at a **scale** s: ``lo <= 2^s value <= hi``. Every operation rounds ``lo`` down and
``hi`` up. The scale is an argument, and is doubled by those who need more digits; see `exact.envelopes.likelihood_envelope`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from exact import decimals, engine
from exact.errors import OutOfRange, TooLarge, Undecided
from exact.number import Number
from exact.reading import ExactInput, number

Ends = tuple[int, int]
"""Integers around ``2^scale`` times a value that is >= 0."""


@dataclass(frozen=True, slots=True)
class Enclosed:
    """A real number that lies between two fractions, both included; where they are equal it is this fraction.

    Attributes
    ----------
    lower, upper
        Proved bounds, lower <= upper.

    Raises
    ------
    TypeError
        For bounds that are no Fractions.
    OutOfRange
        For a lower bound above the upper one.
    """

    lower: Fraction
    upper: Fraction

    def __post_init__(self) -> None:
        if not (isinstance(self.lower, Fraction) and isinstance(self.upper, Fraction)):
            raise TypeError(f"Enclosed takes two Fractions, not {type(self.lower).__name__} and {type(self.upper).__name__}")
        if self.lower > self.upper:
            raise OutOfRange("Enclosed needs lower <= upper, and the first bound is above the second")

    def bounds(self, digits: int = 30) -> tuple[str, str]:
        """Return decimals ``(lower, upper)`` of at most N significant digits around the value, rounded outwards; N from 1 to 10,000."""
        return decimals.bounds(_rational(self.lower), digits)[0], decimals.bounds(_rational(self.upper), digits)[1]

    def decimal(self, digits: int = 30) -> str | None:
        """Return the value correctly rounded to N significant digits, or to as many of them as the bounds tell; None where they tell none.

        N from 1 to 10,000, else `OutOfRange`.
        """
        decimals.check_digits(digits)
        most = digits
        if self.lower < self.upper:  # with three digits more than the quotient has, two decimals are too close to hold both bounds
            quotient = max(abs(self.lower), abs(self.upper)) / (self.upper - self.lower)
            bits = quotient.numerator.bit_length() - quotient.denominator.bit_length() + 1
            most = min(digits, max(0, bits) * 30103 // 100000 + 4)
        for told in range(most, 0, -1):
            low, high = (decimals.rounded(_rational(end), told) for end in (self.lower, self.upper))
            if low == high:
                return low
        return None

    def __str__(self) -> str:
        told = self.decimal(12)
        return "between {} and {}".format(*self.bounds(3)) if told is None else f"about {told}"


Value = Number | Enclosed
"""An exact number (tier "exact"), or an enclosed one (tier "enclosed")."""


def _rational(value: Fraction) -> Number:
    return Number(value.numerator) / value.denominator


def ends_of(value: Value | ExactInput, digits: int = 30) -> tuple[Fraction, Fraction]:
    """Return fractions ``(lower, upper)`` around a value of either tier.

    Parameters
    ----------
    value
        An enclosed value, or an exact number.
    digits
        N from 1 to 10,000, for an exact number.

    Returns
    -------
    tuple of two Fractions
        The bounds of an enclosed value as they are; of an exact number its decimals of N significant digits, which are equal where it is one.

    Raises
    ------
    TypeError, OutOfRange
        For what is no value of either tier, such as a float, and for digits out of range.

    Examples
    --------
    >>> ends_of("2/3", 2)
    (Fraction(33, 50), Fraction(67, 100))
    """
    decimals.check_digits(digits)
    read = read_value(value)
    return (read.lower, read.upper) if isinstance(read, Enclosed) else decimals.bound_fractions(read, digits)


def read_value(value: Value | ExactInput) -> Value:
    """Return an enclosed value as it is, an exact number read; TypeError for what is neither."""
    return value if isinstance(value, Enclosed) else number(value)


def at_most(value: Value | ExactInput, bound: Value | ExactInput, digits: int = 60) -> bool:
    """Return whether ``value <= bound``, decided.

    Parameters
    ----------
    value, bound
        Values of either tier: enclosed ones, or exact numbers.
    digits
        N from 1 to 10,000: where one is enclosed and the other exact, the exact one is compared by its decimals of N significant digits.

    Returns
    -------
    bool
        Proved; for two exact numbers decided exactly.

    Raises
    ------
    Undecided
        Where enclosures overlap, so that neither answer is proved.
    TypeError, OutOfRange
        For what is no value of either tier, such as a float, and for digits out of range.

    Examples
    --------
    >>> at_most(Enclosed(Fraction(1, 3), Fraction(1, 2)), "1/2"), at_most(Enclosed(Fraction(1, 3), Fraction(1, 2)), "1/4")
    (True, False)
    """
    decimals.check_digits(digits)
    left, right = read_value(value), read_value(bound)
    if isinstance(left, Number) and isinstance(right, Number):
        return left <= right
    (low, high), (bound_low, bound_high) = ends_of(left, digits), ends_of(right, digits)
    if high <= bound_low:
        return True
    if low > bound_high:
        return False
    raise Undecided(
        f"whether {_between(low, high)} is at most {_between(bound_low, bound_high)} is open: the two enclosures overlap; more digits may tell"
    )


def _between(low: Fraction, high: Fraction) -> str:
    return str(Enclosed(low, high))


# --- fixed point -------------------------------------------------------------------------------------------------------------------------


def to_enclosed(ends: Ends, scale: int) -> Enclosed:
    """Return the public form of a pair of integers."""
    return Enclosed(Fraction(ends[0], 1 << scale), Fraction(ends[1], 1 << scale))


def from_number(value: Number, scale: int) -> Ends:
    """Return integers around ``2^scale`` times an exact number >= 0."""
    rational = value.rational_at_hand()
    if rational is not None:
        n = rational.numerator << scale
        return n // rational.denominator, -(-n // rational.denominator)
    lo, hi, s = value.enclosure(scale + 16)
    s += scale
    return (lo << s, hi << s) if s >= 0 else (lo >> -s, -(-hi >> -s))


def depth_of(value: Number) -> int:
    """Return n such that a positive exact number is at least ``2^-n``, at least 0."""
    lo, _, s = value.enclosure(8)
    return max(0, 1 - s - lo.bit_length())


def multiplied(a: Ends, b: Ends, scale: int) -> Ends:
    """Return the product."""
    return a[0] * b[0] >> scale, -(-a[1] * b[1] >> scale)


def divided(a: Ends, b: Ends, scale: int) -> Ends | None:
    """Return the quotient; None where the divisor is not seen to be positive."""
    return None if b[0] <= 0 else ((a[0] << scale) // b[1], -((-a[1] << scale) // b[0]))


def added(values: Iterable[Ends]) -> Ends:
    """Return the sum."""
    low = high = 0
    for a, b in values:
        low, high = low + a, high + b
    return low, high


def greatest(values: Iterable[Ends]) -> Ends:
    """Return an enclosure of the maximum of values, at least one."""
    lows, highs = zip(*values, strict=True)
    return max(lows), max(highs)


def is_sharp(ends: Ends, digits: int) -> bool:
    """Return whether the relative width is at most ``10^-digits``."""
    return bool((ends[1] - ends[0]) * 10**digits <= ends[0])


def scales(digits: int, depth: int = 0) -> Iterable[int]:
    """Yield growing scales for this many digits of values of at least ``2^-depth``, up to `engine.BIT_LIMIT`, then raise `TooLarge`."""
    bits = max(128, 4 * digits + 64 + depth)
    while bits <= engine.BIT_LIMIT:
        yield bits
        bits *= 2
    raise TooLarge(f"{digits} digits were not reached at {engine.BIT_LIMIT} bits of precision")
