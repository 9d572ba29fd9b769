"""The trade-off curve of a PLD, on canonical atoms.

``f(alpha)`` is the least type II error of a test of P against Q at type I error alpha. Its vertices are ``alpha = P(not
E)``, ``beta = Q(E)`` for the events ``E = {ratio > x}``, x in [0, inf]; between them it is linear. An atom (p, q) is
the edge of width p and height q: the atoms sorted by ratio are the lower boundary of the testing region, from (0, 1) to
(1, 0).
"""

from __future__ import annotations

from collections.abc import Sequence

from exact.atoms import Atoms, first_index
from exact.number import Number
from exact.sums import Element


def vertices(a: Atoms) -> list[tuple[Number, Number]]:
    """Return the vertices ``(alpha, beta)`` in increasing alpha, from ``(0, 1 - Q(-inf))`` to (1, 0)."""
    total = a.den.expand()
    a.tails()  # all at once, or `TooLarge`
    return [_vertex(a, i, total) for i in range(_count(a))]


def _count(a: Atoms) -> int:
    return len(a.finite) + 1 + bool(a.p_infinite)


def _vertex(a: Atoms, i: int, total: Element) -> tuple[Number, Number]:
    """Return the vertex after the i finite atoms of smallest ratio."""
    n = len(a.finite)
    if i > n:
        return Number(1), Number(0)
    p, q = a.tail(n - i)
    return a.number(total - p), a.number(q)


def value(a: Atoms, alpha: Number) -> Number:
    """Return f(alpha) for 0 <= alpha <= 1."""
    total = a.den.expand()
    i = first_index(_count(a), lambda i: _vertex(a, i, total)[0] >= alpha)
    return interpolate([_vertex(a, j, total) for j in range(max(i - 1, 0), i + 1)], alpha)


def interpolate(points: Sequence[tuple[Number, Number]], alpha: Number) -> Number:
    """Return the value at alpha of the curve through points of increasing alpha."""
    i = first_index(len(points), lambda i: points[i][0] >= alpha)
    alpha1, beta1 = points[i]
    if i == 0 or alpha1 == alpha:
        return beta1
    alpha0, beta0 = points[i - 1]
    return beta0 + (beta1 - beta0) * (alpha - alpha0) / (alpha1 - alpha0)
