"""How much precision the exact side needed, which the cross-check is given four times of."""

from __future__ import annotations

from exact import blackwell
from exact.engine import START_BITS, precisions
from exact.number import Number
from exact.pld import PLD
from exact.sums import bits_for_sign


def of_masses(*plds: PLD) -> int:
    """Return the largest precision, in bits, that the sign of a mass of the parts of these PLDs needs."""
    parts = [a for value in plds for a, _ in value.factors]
    masses = [m for a in parts for m in (a.p_infinite, a.q_infinite, *(m for row in a.finite for m in row)) if m]
    dens = [bits_for_sign(a.den.expand()) for a in parts]
    return max([START_BITS, *dens, *map(bits_for_sign, masses)])


def of_order(a: PLD, b: PLD) -> int:
    """Return the largest precision that deciding ``A <= B`` needed."""
    return max(of_masses(a, b), blackwell.differences(a.canonical, b.canonical).bits)


def of_numbers(*values: Number) -> int:
    """Return the largest precision that the sign of a number that is not zero needs."""
    return max([START_BITS, *(value.bits_for_sign() for value in values if value)])


def of_gaps(*values: Number) -> int:
    """Return a precision at which differences of probabilities that are not zero are seen not to be: more for smaller ones, which exact
    rationals are told from zero at any.
    """
    smallest = 0
    for value in values:
        if value:
            lo, hi, scale = value.enclosure(of_numbers(value))
            smallest = max(smallest, 1 - scale - min(abs(lo), abs(hi)).bit_length())
    return max(of_numbers(*values), START_BITS + smallest)


def of_difference(a: Number, b: Number) -> int:
    """Return the precision that telling two numbers apart needs (the least one for equal numbers)."""
    if a.is_multiplied_out and b.is_multiplied_out:
        return of_numbers(a - b)
    for bits in precisions() if a != b else ():
        (lo_a, hi_a, s), (lo_b, hi_b, t) = a.enclosure(bits), b.enclosure(bits)
        m = min(s, t)
        if lo_a << (s - m) > hi_b << (t - m) or hi_a << (s - m) < lo_b << (t - m):
            return bits
    return START_BITS
