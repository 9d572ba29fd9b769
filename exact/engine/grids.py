"""Curves of many atoms in balls: sums over the atoms of one side in one pass, and the differences of two curves at thousands of knots.

A curve is that of finite atoms ``(p, q)``, increasing in the ratio p/q; what is at infinite losses enters only through
two exact differences (`Ends`). Masses need not be those of a probability: they may be negative and add up to anything,
since the curves of float data do.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate
from math import isqrt
from operator import mul
from typing import Any

from flint import arb, fmpq

from exact.engine.balls import Enclosure, Quotient, Terms, ball_of, enclosure, precision, quotient_ball

Dyadic = tuple[int, int]
"""``(m, e)`` for the number ``m 2^e``."""
Ends = tuple[Quotient, Quotient]
"""What ``h_a - h_b`` tends to for x to infinity, and for x to 0."""
Place = tuple[int, int, int]
"""A point by places: the knot of a curve (its number from the least on), and how many atoms of a, and of b, lie strictly beyond
it: below a knot that is less than 1, above another one.
"""
Columns = tuple[list[Any], list[Any]]
"""Two columns of balls."""


class Sums:
    """The atoms of one curve at one precision: sums from the largest ratio down to 1, and from the least up to 1.

    The sums of a curve that are used at x >= 1 are those over the atoms above x, at x < 1 those below x: one-sided sums
    over what lies beyond 1 would cancel. What is inside belongs to the engine.
    """

    __slots__ = ("bits", "bottoms", "high", "low", "ratios", "tops", "total_q")

    def __init__(self, masses: Columns, ratios: Columns, beyond: tuple[int, int], bits: int) -> None:
        """Sum balls up; so many atoms have a ratio below 1 and above 1. The ratios are quotients of the columns given for them."""
        self.low, self.high = low, high = beyond
        self.bits, self.ratios = bits, ratios
        zero, q = arb(0), masses[1]
        self.tops = [list(accumulate(side[len(side) - high :][::-1], initial=zero)) for side in masses]
        self.bottoms = [list(accumulate(side[:low], initial=zero)) for side in masses]
        self.total_q = sum(q[low : len(q) - high], self.tops[1][-1] + self.bottoms[1][-1])

    def knot(self, j: int) -> Any:
        """Return the ball of the ratio of an atom."""
        above, below = self.ratios
        return above[j] / below[j]

    def __reduce__(self) -> Any:
        raise TypeError("sums in balls are not pickled")


def sums_of_atoms(
    finite: Sequence[tuple[Terms, Terms]], unit: Quotient, beyond: tuple[int, int], bits: int
) -> Sums:
    """Prepare the finite atoms of a PLD, increasing in the ratio, in multiples of a unit; so many have a ratio below 1 and
    above 1.
    """
    with precision(bits):
        scale = quotient_ball(*unit, bits)
        p = [ball_of(mass, bits) * scale for mass, _ in finite]
        q = [ball_of(mass, bits) * scale for _, mass in finite]
        return Sums((p, q), (p, q), beyond, bits)


def sums_of_grid(indices: Sequence[int], masses: Iterable[Dyadic], unit: tuple[int, int], bits: int) -> Sums:
    """Prepare a grid: atoms of the losses ``index * unit``, indices increasing, with dyadic masses under P."""
    with precision(bits):
        weights = _powers(indices, unit)
        p = [arb(mass) for mass in masses]
        q = list(map(mul, p, weights))
        low = sum(1 for i in indices if i < 0)
        high = sum(1 for i in indices if i > 0)
        return Sums((p, q), ([arb(1)] * len(p), weights), (low, high), bits)


def _powers(indices: Sequence[int], unit: tuple[int, int]) -> list[Any]:
    """Return ``exp(-index * unit)`` for increasing indices, from two short tables where the indices lie close."""
    n, d = unit

    def power(i: int) -> Any:
        return arb(fmpq(-i * n, d)).exp()

    width = indices[-1] - indices[0] + 1 if indices else 0
    if width > 4 * len(indices):
        return [power(i) for i in indices]
    step = isqrt(width) + 1
    first = indices[0] // step if indices else 0
    coarse = [power(k * step) for k in range(first, (indices[-1] if indices else -1) // step + 1)]
    fine = [power(i) for i in range(step)]
    return [coarse[i // step - first] * fine[i % step] for i in indices]


# --- differences -------------------------------------------------------------------------------------------------------------------------


class Excesses:
    """Differences of two curves at some points: signs where they are proved, enclosures on demand."""

    __slots__ = ("_balls", "_bits", "signs")

    def __init__(self, balls: list[Any], bits: int) -> None:
        self._balls = balls
        self._bits = bits
        self.signs: list[int | None] = [1 if ball > 0 else -1 if ball < 0 else 0 if ball == 0 else None for ball in balls]
        """1, -1, and 0 for a difference that is exactly zero; None where the precision did not suffice."""

    def enclosure(self, i: int) -> Enclosure:
        """Return an enclosure of the i-th difference."""
        with precision(self._bits):
            return enclosure(self._balls[i])

    def largest(self, candidates: Sequence[int]) -> tuple[int, Enclosure]:
        """Return which of the differences has the largest lower bound, the first of them, and an enclosure of the largest."""
        with precision(self._bits):
            best = max(candidates, key=lambda i: self._balls[i].lower())
            top = max(candidates, key=lambda i: self._balls[i].upper())
            lo, _, s = enclosure(self._balls[best])
            _, hi, t = enclosure(self._balls[top])
            m = min(s, t)
            return best, (lo << (s - m), hi << (t - m), m)


def at_knots(a: Sums, b: Sums, knots: Sums, ends: Ends, places: Iterable[Place]) -> Excesses:
    """Return ``h_a(x) - h_b(x)`` at knots of a curve (one of the two)."""
    low = knots.low
    return _differences(a, b, ends, ((knots.knot(j), j < low, n_a, n_b) for j, n_a, n_b in places))


def at_point(a: Sums, b: Sums, x: Quotient, ends: Ends, place: tuple[bool, int, int]) -> Excesses:
    """Return ``h_a(x) - h_b(x)`` at one positive x, of which the place says whether it is below 1, and how many atoms of a
    and of b lie beyond it, as in a `Place`.
    """
    with precision(a.bits):
        ball = quotient_ball(*x, a.bits)
    return _differences(a, b, ends, [(ball, *place)])


def _differences(a: Sums, b: Sums, ends: Ends, points: Iterable[tuple[Any, bool, int, int]]) -> Excesses:
    """Work out the differences at ``(x, x < 1, atoms of a beyond, atoms of b beyond)``.

    At x >= 1 a curve is its value at infinity plus ``sum (p - x q)`` over the atoms above x; at x < 1 it is its limit at
    0 minus ``x * sum q`` over all atoms plus ``sum (x q - p)`` over those below x.
    """
    with precision(a.bits):
        at_infinity, at_zero = (quotient_ball(*end, a.bits) for end in ends)
        slope = a.total_q - b.total_q
        (top_pa, top_qa), (top_pb, top_qb) = a.tops, b.tops
        (low_pa, low_qa), (low_pb, low_qb) = a.bottoms, b.bottoms

        def values() -> Iterator[Any]:
            for x, below_one, i, j in points:
                if below_one:
                    yield at_zero - (low_pa[i] - low_pb[j]) - x * (slope - (low_qa[i] - low_qb[j]))
                else:
                    yield at_infinity + (top_pa[i] - top_pb[j]) - x * (top_qa[i] - top_qb[j])

        return Excesses(list(values()), a.bits)


# --- one curve ---------------------------------------------------------------------------------------------------------------------------


def grid_value(
    indices: Sequence[int], masses: Sequence[Dyadic], unit: tuple[int, int], x: Quotient, bits: int
) -> Enclosure:
    """Enclose ``sum m (1 - x e^(-index * unit))`` over the atoms given."""
    with precision(bits):
        ball = quotient_ball(*x, bits)
        weights = _powers(indices, unit)
        return enclosure(sum((arb(m) * (1 - ball * w) for m, w in zip(masses, weights, strict=True)), arb(0)))


def grid_mean(indices: Sequence[int], masses: Sequence[Dyadic], unit: tuple[int, int], bits: int) -> Enclosure:
    """Enclose ``sum m e^(-index * unit)``."""
    with precision(bits):
        weights = _powers(indices, unit)
        return enclosure(sum((arb(m) * w for m, w in zip(masses, weights, strict=True)), arb(0)))
