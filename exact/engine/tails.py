"""Sums over the atoms of a composition beyond a threshold, in balls, without the atoms.

The hockey-stick curve of a composition at x is ``P - x Q``, P and Q the masses of all outcomes whose likelihood ratio
exceeds x. Two layouts avoid multiplying out: the k-fold composition of two finite atoms, whose tails are binomial (here), and
the composition of two halves, whose tails are sums of products (`exact.engine.halves`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import accumulate
from math import comb
from typing import Any, NamedTuple

from flint import arb

from exact.engine.balls import Enclosure, Quotient, Terms, ball_of, enclosure, precision, quotient_ball

Pair = tuple[Terms, Terms]
Denominator = tuple[int, Sequence[tuple[Terms, int]]]

ONE: Terms = {(0, 1, ()): 1}


class Fold(NamedTuple):
    """The outcomes of the k-fold composition of a PLD with two finite atoms that hold at least j copies of the first one,
    or an infinite loss.
    """

    atoms: tuple[Pair, Pair]
    """Numerators ``(p, q)`` of the two finite atoms, larger ratio first."""
    p_infinite: Terms
    den: Denominator
    k: int
    j: int
    table: FoldTable


EXACT_COMB_UP_TO = 5_000
STRIDE = 16
"""Terms of a tail between two looks at what is left of it."""


def _binomial_tail(u: Any, v: Any, k: int, j: int, bits: int) -> Any:
    """Return a ball around ``sum_{i >= j} C(k, i) u^i v^(k-i)`` for positive balls u, v and 0 <= j <= k + 1.

    Summed from j away from the largest term, up or (as a complement) down. From there on the terms shrink at least
    geometrically with the ratio reached, which bounds what is left out.
    """
    if j > k:
        return arb(0)
    if j == 0:
        return (u + v) ** k
    if k * u < j * (u + v):
        return _outward(u, v, k, j, bits)
    return (u + v) ** k - _outward(v, u, k, k - j + 1, bits)


def _outward(u: Any, v: Any, k: int, j: int, bits: int) -> Any:
    """Return a ball around the same sum where the terms decrease from i = j on."""
    if k <= EXACT_COMB_UP_TO:
        term = u**j * v ** (k - j) * comb(k, j)
    else:
        choices = arb(k + 1).lgamma() - arb(j + 1).lgamma() - arb(k - j + 1).lgamma()
        term = (choices + j * u.log() + (k - j) * v.log()).exp()
    ratio, negligible = u / v, arb(2) ** -(bits + 8)
    total = arb(0)
    i = j
    while True:
        for _ in range(min(STRIDE, k - i + 1)):
            total += term
            term = term * ratio * (k - i) / (i + 1)
            i += 1
        if i > k:
            return total
        step = ratio * (k - i) / (i + 1)
        if step < 1:
            rest = (term / (1 - step)).upper()
            if rest < total * negligible:
                return total + arb(0).union(rest)


KEPT = 4
"""Precisions of one thing that are kept; the digits of a value take one, and comparisons another."""


def keep(kept: dict[int, Any], bits: int, found: Any) -> None:
    """Put in what was worked out; the oldest goes when there is too much. Each step leaves a table that is whole."""
    for old in list(kept)[: max(0, len(kept) + 1 - KEPT)]:
        kept.pop(old, None)
    kept[bits] = found


TABLE_UP_TO = 5_000
"""Folds up to which all tails are listed when many of them are asked for; beyond, single ones are cheaper than so long a list."""
TABLE_FROM = 4
"""Tails at one precision that are worked out one by one; a list of all costs about as much as some of them."""


class FoldTable:
    """All tails of the k-fold composition of a PLD with two finite atoms, worked out together once several were asked for."""

    __slots__ = ("_asked", "_known")

    def __init__(self) -> None:
        self._asked: dict[int, int] = {}
        self._known: dict[int, tuple[Sequence[Any], Sequence[Any], Sequence[Any]]] = {}

    def __reduce__(self) -> tuple[type[FoldTable], tuple[()]]:  # balls are not copied
        return FoldTable, ()

    def tails(
        self, fold: Fold, p: tuple[Any, Any], q: tuple[Any, Any], bits: int
    ) -> tuple[Sequence[Any], Sequence[Any], Sequence[Any]] | None:
        """Return the tails under P and Q from j copies on, j = 0, ..., k + 1, and the masses of less than j copies under P; None for few
        requests.
        """
        found = self._known.get(bits)
        if found is None:
            self._asked[bits] = self._asked.get(bits, 0) + 1
            if fold.k > TABLE_UP_TO or self._asked[bits] < TABLE_FROM:
                return None
            of_p, of_q = (_binomial_masses(*pair, fold.k) for pair in (p, q))
            found = _sums(reversed(of_p))[::-1], _sums(reversed(of_q))[::-1], _sums(of_p)
            keep(self._known, bits, found)
        return found


def _binomial_masses(u: Any, v: Any, k: int) -> list[Any]:
    """Return balls around ``C(k, i) u^i v^(k-i)``, i = 0, ..., k, for positive balls."""
    ratio = u / v
    terms = [v**k]
    for i in range(k):
        terms.append(terms[-1] * ratio * (k - i) / (i + 1))
    return terms


def _sums(terms: Iterable[Any]) -> list[Any]:
    """Return the sums of the first 0, 1, ... terms."""
    return list(accumulate(terms, initial=arb(0)))


def _binomial_tails(fold: Fold, bits: int) -> tuple[Any, Any, Any]:
    """Return balls around the masses of a fold under P and Q, and around the mass of the other finite outcomes under P where it is at hand,
    else None.
    """
    unit = quotient_ball(ONE, *fold.den, bits)
    (p1, q1), (p2, q2) = ((ball_of(p, bits) * unit, ball_of(q, bits) * unit) for p, q in fold.atoms)
    if not (p1 > 0 and q1 > 0 and p2 > 0 and q2 > 0):  # the precision does not suffice
        return arb.nan(), arb.nan(), None
    table = fold.table.tails(fold, (p1, p2), (q1, q2), bits)
    if table is None:
        above_p, above_q, below_p = _binomial_tail(p1, p2, fold.k, fold.j, bits), _binomial_tail(q1, q2, fold.k, fold.j, bits), None
    else:
        above_p, above_q, below_p = (column[fold.j] for column in table)
    if fold.p_infinite:
        above_p -= ((-ball_of(fold.p_infinite, bits) * unit).log1p() * fold.k).expm1()
    return above_p, above_q, below_p


def working_bits(k: int, bits: int) -> int:
    """Return a precision at which powers and factorials up to k keep about `bits` bits."""
    return bits + 2 * k.bit_length() + 16


def binomial_curve(fold: Fold, x: Quotient, bits: int) -> Enclosure | None:
    """Enclose ``P - x Q`` for the masses of a fold; None where the sign is open."""
    work = working_bits(fold.k, bits)
    with precision(work):
        point = quotient_ball(*x, work)
        above_p, above_q, below_p = _binomial_tails(fold, work)
        value = above_p - point * above_q
        if not value > HALF:
            return positive(value)
        if below_p is None:
            unit = quotient_ball(ONE, *fold.den, work)
            p1, p2 = (ball_of(p, work) * unit for p, _ in fold.atoms)
            below_p = _binomial_tail(p2, p1, fold.k, fold.k - fold.j + 1, work)
        return one_minus(below_p + point * above_q) or positive(value)


def binomial_point(fold: Fold, delta: Quotient, bits: int) -> Enclosure | None:
    """Enclose ``(P - delta) / Q``, the x at which the line ``P - x Q`` takes the value delta."""
    work = working_bits(fold.k, bits)
    with precision(work):
        above_p, above_q, _ = _binomial_tails(fold, work)
        return positive((above_p - quotient_ball(*delta, work)) / above_q)


HALF = 0.5
"""Values above this are enclosed by way of what they lack to 1, which may be tiny: an exact binary fraction."""
FAR_BITS = 1 << 22
"""The largest number of bits of an enclosure just below 1."""


def one_minus(ball: Any) -> Enclosure | None:
    """Enclose 1 minus a positive ball, keeping the digits of the ball; None where that would be too long or is open."""
    found = positive(ball)
    if found is None or not 0 <= -found[2] <= FAR_BITS:
        return None
    lo, hi, s = found
    one = 1 << -s
    return (one - hi, one - lo, s) if hi < one else None


def positive(ball: Any) -> Enclosure | None:
    """Enclose a ball; None where its sign is open, or it is not positive."""
    return enclosure(ball) if ball.is_finite() and ball > 0 else None


def log_of_enclosure(found: Enclosure, bits: int) -> Enclosure | None:
    """Enclose the natural logarithm of a positive value from an enclosure of it; None where the sign of the logarithm is
    open.
    """
    lo, hi, s = found
    with precision(bits):
        scale = arb(2).log() * s
        ball = (arb(lo).log() + scale).union(arb(hi).log() + scale)
        return enclosure(ball) if ball.is_finite() and (ball > 0 or ball < 0) else None
