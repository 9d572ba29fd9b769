"""Logarithms, exponentials and roots of enclosed values, and the exact interval arithmetic between them.

Sides of the inequalities of the paper are transcendental; they are worked out as intervals with rational ends, at a precision that is an argument.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import isqrt

from exact import engine
from exact.envelopes.enclosed import Enclosed, Value, ends_of
from exact.errors import TooLarge
from exact.exponent import from_rational
from exact.loss import LOSS_LIMIT, Loss
from exact.number import Number

ZERO, ONE = Enclosed(Fraction(0), Fraction(0)), Enclosed(Fraction(1), Fraction(1))


def point(value: Fraction | int) -> Enclosed:
    """Return the interval that is one rational number."""
    return Enclosed(Fraction(value), Fraction(value))


def add(*values: Enclosed) -> Enclosed:
    """Return the sum."""
    return Enclosed(sum((v.lower for v in values), Fraction(0)), sum((v.upper for v in values), Fraction(0)))


def subtract(a: Enclosed, b: Enclosed) -> Enclosed:
    """Return the difference."""
    return Enclosed(a.lower - b.upper, a.upper - b.lower)


def multiply(*values: Enclosed) -> Enclosed:
    """Return the product."""
    out = ONE
    for v in values:
        ends = [a * b for a in (out.lower, out.upper) for b in (v.lower, v.upper)]
        out = Enclosed(min(ends), max(ends))
    return out


def divide(a: Enclosed, b: Enclosed) -> Enclosed:
    """Return the quotient by a positive divisor; ZeroDivisionError where it is not seen to be positive."""
    if b.lower <= 0:
        raise ZeroDivisionError("the divisor is not seen to be positive")
    return multiply(a, Enclosed(1 / b.upper, 1 / b.lower))


def scaled(a: Enclosed, factor: Fraction | int) -> Enclosed:
    """Return a rational multiple."""
    return multiply(a, point(factor))


@dataclass(frozen=True, slots=True)
class Functions:
    """Logarithm, exponential and square root of intervals, rounded outwards at a relative precision of `bits`."""

    bits: int

    def of_value(self, value: Value) -> Enclosed:
        """Return the interval of a value of either tier."""
        if isinstance(value, Enclosed):
            return value
        return Enclosed(*_fractions(value.enclosure(self.bits))) if value else ZERO

    def of_loss(self, value: Loss) -> Enclosed:
        """Return the interval of a finite loss, in nats."""
        rational = value.rational_at_hand()
        return point(rational) if rational is not None else Enclosed(*_fractions(value.enclosure(self.bits)))

    def log(self, value: Enclosed) -> Enclosed:
        """Return the natural logarithm of a positive interval."""
        return Enclosed(self._log(value.lower)[0], self._log(value.upper)[1])

    def _log(self, x: Fraction) -> tuple[Fraction, Fraction]:
        if x <= 0:
            raise ZeroDivisionError("the argument of a logarithm is not seen to be positive")
        return _fractions(Loss(Number(x.numerator) / x.denominator).enclosure(self.bits)) if x != 1 else (Fraction(0), Fraction(0))

    def exp(self, value: Enclosed) -> Enclosed:
        """Return the exponential; `TooLarge` beyond `LOSS_LIMIT`."""
        return Enclosed(self._exp(value.lower)[0], self._exp(value.upper)[1])

    def _exp(self, x: Fraction) -> tuple[Fraction, Fraction]:
        if abs(x) > LOSS_LIMIT:
            raise TooLarge(f"an exponential beyond e^{LOSS_LIMIT} is not worked out")
        found = engine.enclose({from_rational(x): 1}, 1, (), self.bits + 16)
        assert found is not None  # noqa: S101 - an exponential is positive at every precision
        return _fractions(found)

    def sqrt(self, value: Enclosed) -> Enclosed:
        """Return the square root of an interval of numbers >= 0."""
        return Enclosed(self._sqrt(max(value.lower, Fraction(0)), up=0), self._sqrt(value.upper, up=1))

    def _sqrt(self, x: Fraction, *, up: int) -> Fraction:
        shift = 2 * max(self.bits, self.bits + x.denominator.bit_length() - x.numerator.bit_length())
        root = isqrt((x.numerator << shift) // x.denominator)
        return Fraction(root + (up if x else 0), 1 << (shift // 2))


def _fractions(enclosure: engine.Enclosure) -> tuple[Fraction, Fraction]:
    lo, hi, s = enclosure
    unit = Fraction(2) ** s
    return lo * unit, hi * unit


def from_ends(value: Value, digits: int) -> Enclosed:
    """Return the interval of decimals around a value of either tier."""
    return Enclosed(*ends_of(value, digits))
