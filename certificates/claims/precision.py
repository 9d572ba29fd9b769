"""How much precision the exact side needed, which the cross-check is given four times of."""

from __future__ import annotations

from exact import blackwell
from exact.engine import START_BITS
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
