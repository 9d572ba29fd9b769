"""The compositions F^{<k} of a finite family F, as multisets of its queries."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations_with_replacement
from math import comb

from exact.composition import IDENTITY
from exact.errors import TooLarge
from exact.filters.game import POSITION_LIMIT
from exact.pld import PLD

Indices = tuple[int, ...]
"""A multiset of queries: the index of each query that is played, not decreasing."""


def compositions(queries: Sequence[PLD], rounds: int) -> Mapping[Indices, PLD]:
    """Return the compositions of fewer than `rounds` queries by their multisets, the shorter first.

    `TooLarge` beyond `POSITION_LIMIT` multisets.
    """
    n = len(queries)
    count = comb(n + rounds - 1, n)
    if count > POSITION_LIMIT:
        raise TooLarge(f"fewer than {rounds} of {n} queries can be chosen in {count} ways, more than {POSITION_LIMIT}")
    found: dict[Indices, PLD] = {(): PLD.of_atoms((IDENTITY, 1))}
    for size in range(1, rounds):
        for indices in combinations_with_replacement(range(n), size):
            found[indices] = found[indices[:-1]] + queries[indices[-1]]
    return found
