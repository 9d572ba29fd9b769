"""Products of atoms with rational masses, in bare integers.

An atom of a rational PLD is ``(a w, b w)`` over the common denominator, a/b its ratio in lowest terms and w a positive
integer: a dictionary ``(a, b) -> w`` holds all of them, equal ratios merged. A product costs one multiplication for each
of a, b, w and one gcd.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import comb, gcd

from exact.errors import TooLarge

LONG = 4096
"""So many bits of a product take as long as the product of short numbers."""
MOST = 300_000
"""The largest number of atoms before `TooLarge` is raised."""

Weights = dict[tuple[int, int], int]


def weights_of(finite: Sequence[tuple[int, int]]) -> Weights:
    """Return the weights of atoms with distinct ratios."""
    out = {}
    for p, q in finite:
        g = gcd(p, q)
        out[p // g, q // g] = g
    return out


def times(left: Weights, right: Weights, limit: int) -> Weights:
    """Return the weights of all products; `TooLarge` for more products than the limit, weighted by their size, or more than
    `MOST` different ones.
    """
    if len(left) * len(right) * (1 + (_bits(left) + _bits(right)) // LONG) > limit:
        raise TooLarge(
            f"a composition of PLDs with {len(left)} and {len(right)} atoms is too much work; fewer folds or parts may do"
        )
    out: Weights = {}
    get = out.get
    rows = list(right.items())
    for (a1, b1), w1 in left.items():
        for (a2, b2), w2 in rows:
            a, b = a1 * a2, b1 * b2
            g = gcd(a, b)
            key = (a // g, b // g)
            out[key] = get(key, 0) + w1 * w2 * g
        if len(out) > MOST:
            raise TooLarge(f"a composition has more than {MOST} atoms, which is the limit")
    return out


def _bits(weights: Weights) -> int:
    """Return the size of the longest ratio or weight."""
    return max(a.bit_length() + b.bit_length() + w.bit_length() for (a, b), w in weights.items())


def power(base: Weights, k: int, limit: int) -> Weights:
    """Return the weights of the k-fold product, k >= 1.

    Where the products of two atoms are all different, so, mostly, are those of k, and each multiset of atoms is visited
    once. Otherwise (ratios on a lattice) repeated squaring merges as it goes.
    """
    if k == 1:
        return base
    square = times(base, base, limit)
    if k == 2:
        return square
    n = len(base)
    if len(square) == n * (n + 1) // 2 and comb(n + k - 1, k) <= limit:
        if comb(n + k - 1, n) * (1 + k * _bits(base) // LONG) > limit or comb(n + k - 1, k) > MOST:
            raise TooLarge(f"a {k}-fold composition of a PLD with {n} atoms is too much work; fewer folds may do")
        return _multisets(base, k)
    result: Weights | None = base if k & 1 else None
    k >>= 1
    factor = square
    while k:
        if k & 1:
            result = factor if result is None else times(result, factor, limit)
        k >>= 1
        if k:
            factor = times(factor, factor, limit)
    return result or {}


def _multisets(base: Weights, k: int) -> Weights:
    """Return the k-fold product by going through the multisets of atoms, with their multinomial coefficients."""
    atoms = [(a, b, w) for (a, b), w in base.items()]
    level = [(a, b, w, i, 1) for i, (a, b, w) in enumerate(atoms)]  # the product, its last atom, how often that one
    for size in range(2, k):
        level = [
            (a * c, b * d, w * v * size // (run + 1 if j == i else 1), j, run + 1 if j == i else 1)
            for a, b, w, i, run in level
            for j, (c, d, v) in enumerate(atoms[i:], i)
        ]
    out: Weights = {}
    get = out.get
    for a, b, w, i, run in level:
        for j in range(i, len(atoms)):
            c, d, v = atoms[j]
            c, d, v = a * c, b * d, w * v * k
            if j == i:
                v //= run + 1
            g = gcd(c, d)
            key = (c // g, d // g)
            out[key] = get(key, 0) + v * g
    return out
