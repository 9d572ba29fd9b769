"""What the constructors of mechanisms ask of their parameters: integers, positive numbers, and sizes that are bounded before work."""

from __future__ import annotations

from fractions import Fraction
from math import ceil

from exact.errors import OutOfRange, TooLarge, Unsupported
from exact.loss import Loss
from exact.number import Number, as_monomial
from exact.reading import ExactInput, LossInput, loss, number
from exact.writing import shorten

MASS_BITS = 1 << 26
"""The largest size, in bits, of all masses of one mechanism together."""


def integer(where: str, name: str, value: ExactInput, least: int | None = None) -> int:
    """Return an integer parameter; `OutOfRange` when it is no integer or below the least one."""
    found = number(value).as_fraction()
    if found is None or found.denominator != 1 or (least is not None and found < least):
        wanted = "an integer" if least is None else f"an integer >= {least}"
        raise OutOfRange(f"{where} needs {wanted} for {name}, not {shorten(str(number(value)))}")
    return found.numerator


def window(where: str, low: ExactInput, high: ExactInput) -> tuple[int, int]:
    """Return the ends of a window of integers; `OutOfRange` unless they are integers with low <= high."""
    bottom, top = integer(where, "low", low), integer(where, "high", high)
    if bottom > top:
        ends = f"low = {shorten(str(Number(bottom)))} and high = {shorten(str(Number(top)))}"
        raise OutOfRange(f"{where} needs low <= high, not {ends}")
    return bottom, top


def positive_rational(where: str, name: str, value: ExactInput) -> Fraction:
    """Return a rational parameter above 0; `OutOfRange` when it is not positive, `Unsupported` when it is irrational."""
    x = number(value)
    if x.sign() <= 0:
        raise OutOfRange(f"{where} needs {name} > 0, not {shorten(str(x))}")
    return rational(where, name, x)


def rational(where: str, name: str, value: ExactInput) -> Fraction:
    """Return a rational parameter; `Unsupported` when it is irrational."""
    x = number(value)
    found = x.as_fraction()
    if found is None:
        raise Unsupported(f"{where} supports rational values of {name} only, not {shorten(str(x))}")
    return found


def finite_loss(where: str, name: str, value: LossInput, *, positive: bool) -> Loss:
    """Return a finite loss, above 0 where `positive`, else >= 0; `OutOfRange` otherwise."""
    e = loss(value)
    if e.is_infinite or e.sign() < positive:
        raise OutOfRange(f"{where} needs a finite {name} {'>' if positive else '>='} 0, not {shorten(str(e))}")
    return e


def bits_of_power(t: Number, exponent: int | Fraction) -> int:
    """Return about the number of bits of ``t**exponent``, without working it out."""
    k = ceil(abs(Fraction(exponent)))
    parts = as_monomial(t)
    if parts is None:  # a power of a sum has at least k + 1 terms
        return (k + 1) * (k + 1) * 4 * t.text_size()
    c, (_, _, radicals) = parts
    growth = c.numerator.bit_length() + c.denominator.bit_length() - 2 + sum(p.bit_length() for p, _, _ in radicals)
    return 64 + k * growth


def check_bits(where: str, bits: int) -> None:
    """Raise `TooLarge` when the masses would be longer than `MASS_BITS` in all."""
    if bits > MASS_BITS:
        raise TooLarge(f"{where} has masses of about {shorten(str(Number(bits)))} bits in all; the limit is {MASS_BITS}")
