"""Rational ratios that are powers of one number: their logarithms lie on one grid, and compositions have few losses."""

from __future__ import annotations

from fractions import Fraction
from functools import reduce

from exact.atoms import Atoms
from exact.exponent import ZERO

MANY = 1 << 62
"""Stands for a number of losses that is not bounded by a grid."""


def points_of_one_grid(a: Atoms, k: int) -> int:
    """Return how many points of the grid of its losses a k-fold composition can reach; `MANY` where there is no such grid."""
    if any(cofactors or e != ZERO for _, _, e, cofactors in a.keys):
        return MANY
    ratios = [Fraction(x, y) for x, y, _, _ in a.keys]
    base = reduce(_common, (max(x, 1 / x) for x in ratios if x != 1), Fraction(1))
    if base == 0:
        return MANY
    reach = _power_of(base, max(ratios)) - _power_of(base, min(ratios)) if base > 1 else 0
    return k * reach + 1


def _common(x: Fraction, y: Fraction) -> Fraction:
    """Return the number > 1 of which both, >= 1, are powers, by Euclid's algorithm on their logarithms; 0 where there is none.

    All remainders of powers of one number are powers of it no greater than x and y, so that none is longer than these.
    """
    if 0 in (x, y):
        return Fraction(0)
    longest = max(x.numerator, y.numerator)
    while y != 1:
        while x >= y:
            x /= y
            if max(x.numerator, x.denominator) > longest:
                return Fraction(0)
        x, y = y, x
    return x


def _power_of(base: Fraction, x: Fraction) -> int:
    """Return n with ``base^n = x`` for a power x of a base > 1."""
    n, step = 0, 1 if x > 1 else -1
    while x != 1:
        x /= base**step
        n += step
    return n
