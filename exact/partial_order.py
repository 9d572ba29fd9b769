"""How distinct PLDs lie in the Blackwell order, every pair decided, with few dominance decisions.

A *decision* is one test ``A <= B`` of `exact.blackwell`; most pairs need none.

* The PLDs are put in a **linear extension**, an order in which A comes before B whenever ``A <= B``: read the atoms
  from the loss -inf up. Where two hockey-stick curves first part, seen from x = 0, the one with more mass at -inf, or
  a lower next ratio, or more mass under Q there, is the higher one. So of two PLDs only the earlier can be the lower.
* Reading from the loss +inf down gives another linear extension, and h(1), the total variation, must not fall either.
  A pair on which these disagree is incomparable.
* The PLDs are inserted one by one in the order of the extension, each asked about the earlier ones from the nearest down.
  If ``U <= V`` then all below U are below V and not asked about, which settles a chain of n with n - 1 decisions. (Of
  several orders of asking this one needed the fewest decisions in every family tried; halving the unknown needs more.)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cmp_to_key

from exact.atoms import Atoms
from exact.pld import PLD

Progress = Callable[[int, int], None]
"""Called as ``progress(done, total)`` with the number of PLDs placed."""


@dataclass(frozen=True, slots=True)
class Decided:
    """The order of PLDs given in a linear extension, by their places in it."""

    below: tuple[int, ...]
    """For each place, the places strictly below it, as bits."""
    decisions: int
    """How many dominance decisions were needed."""
    gap: int | None
    """The first place whose PLD is incomparable with the one just before it; None for a chain."""


def _from_left(a: Atoms, b: Atoms) -> int:
    """Return the sign of ``h_a - h_b`` just right of where the curves part, seen from x = 0; 0 iff they are equal."""
    found = a.number(a.q_infinite).compare(b.number(b.q_infinite))
    i = 1
    while not found and i <= min(len(a.finite), len(b.finite)):
        found = -a.ratio(-i).compare(b.ratio(-i)) or a.number(a.finite[-i][1]).compare(b.number(b.finite[-i][1]))
        i += 1
    return found


def _from_right(a: Atoms, b: Atoms) -> int:
    """Return the sign of ``h_a - h_b`` just left of where the curves part, seen from x = inf; 0 iff they are equal."""
    found = a.number(a.p_infinite).compare(b.number(b.p_infinite))
    i = 0
    while not found and i < min(len(a.finite), len(b.finite)):
        found = a.ratio(i).compare(b.ratio(i)) or a.number(a.finite[i][1]).compare(b.number(b.finite[i][1]))
        i += 1
    return found


def linear_extension(plds: Iterable[PLD]) -> list[PLD]:
    """Return distinct PLDs in an order in which A comes before B whenever ``A <= B``."""

    def order(a: PLD, b: PLD) -> int:
        return _from_left(a.canonical, b.canonical)

    return sorted(plds, key=cmp_to_key(order))


def _screens(values: list[PLD]) -> Callable[[int, int], bool]:
    """Return the test whether ``values[u] <= values[v]`` is still possible, for u before v in the linear extension."""

    def order(u: int, v: int) -> int:
        return _from_right(values[u].canonical, values[v].canonical)

    places = range(len(values))
    right = {v: rank for rank, v in enumerate(sorted(places, key=cmp_to_key(order)))}
    variation = [value.hockey_stick(1) for value in values]
    middle = {v: rank for rank, v in enumerate(sorted(places, key=lambda v: variation[v]))}  # ties stay in order
    return lambda u, v: right[u] < right[v] and middle[u] < middle[v]


def first_gap(values: list[PLD]) -> int | None:
    """Return the first place of a linear extension whose PLD is incomparable with the one just before it; None for a chain.

    At most n - 1 decisions.
    """
    possible = _screens(values)
    for v in range(1, len(values)):
        if not (possible(v - 1, v) and values[v - 1].is_dominated_by(values[v])):
            return v
    return None


def decide(values: list[PLD], progress: Progress | None = None) -> Decided:
    """Return how the PLDs of a linear extension lie, every pair decided; at most n (n - 1)/2 decisions."""
    n = len(values)
    possible = _screens(values)
    below = [0] * n  # strictly
    decisions, gap = 0, None
    for v in range(n):
        for u in reversed(range(v)):
            if not below[v] >> u & 1 and possible(u, v):
                decisions += 1
                if values[u].is_dominated_by(values[v]):
                    below[v] |= below[u] | 1 << u
        if gap is None and v and not below[v] >> (v - 1) & 1:
            gap = v
        if progress is not None:
            progress(v + 1, n)
    return Decided(tuple(below), decisions, gap)


def bits(mask: int) -> Iterator[int]:
    """Yield the places of the bits of a mask, lowest first."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low
