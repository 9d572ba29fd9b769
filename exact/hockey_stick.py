"""The hockey-stick curve of a PLD and its inverse, on canonical atoms.

``h(x) = sum over atoms of max(0, p - x q)`` for x > 0, and ``delta(eps) = h(e^eps)``, P over Q. It is convex,
non-increasing, piecewise linear with knots at the finite non-zero ratios; ``h(0+) = 1`` and ``h(inf)`` is the mass at
+inf.
"""

from __future__ import annotations

from exact.atoms import Atoms, first_index
from exact.number import Number
from exact.sums import sign


def count_above(a: Atoms, x: Number) -> int:
    """Return how many finite atoms have a ratio strictly above x > 0."""
    num, den = x.numerator, x.denominator.expand()
    if isinstance(num, int) and isinstance(den, int) and a.is_rational:
        return first_index(len(a.finite), lambda i: sign(a.finite[i][0] * den - num * a.finite[i][1]) <= 0)
    return first_index(len(a.finite), lambda i: a.ratio(i).compare(x) <= 0)


def value(a: Atoms, x: Number) -> Number:
    """Return h(x) for x >= 0 (``h(0) = 1``, the limit)."""
    if not x:
        return Number(1)
    p, q = a.tail(count_above(a, x))
    return Number(p * x.denominator.expand() - x.numerator * q, a.den * x.denominator)


def at_infinity(a: Atoms) -> Number:
    """Return ``h(inf)``, the mass at the loss +inf."""
    return a.number(a.p_infinite)


def knots(a: Atoms) -> list[Number]:
    """Return the finite non-zero ratios, increasing."""
    return [a.ratio(i) for i in reversed(range(len(a.finite)))]


def inverse(a: Atoms, delta: Number) -> Number | None:
    """Return ``inf {x > 0 : h(x) <= delta}`` for 0 <= delta <= 1, or None when there is no such x.

    None: delta lies below the infinite mass. 0: delta = 1. Otherwise the largest finite ratio when delta is the
    infinite mass, else ``(p - delta)/q`` on the linear piece ``p - q x`` that takes the value delta.
    """
    if delta == 1:
        return Number(0)
    order = at_infinity(a).compare(delta)
    if order > 0:
        return None
    if order == 0:
        return a.ratio(0)
    i = first_index(len(a.finite), lambda i: value(a, a.ratio(i)) > delta)
    p, q = a.tail(i)
    return (a.number(p) - delta) / a.number(q)
