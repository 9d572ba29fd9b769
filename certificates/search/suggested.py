"""Budgets that a family suggests by itself: for a query L and two incomparable compositions A and B the sup of L + A and L + B.

It allows L and then A, and L and then B. A strategy that chooses between A and B by the outcome of L has the curve of ``L + (A | B)``, so
the filter is violated whenever this is strictly above the budget (RES Theorem 7 and Lemma 4).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import comb

from exact.errors import TooLarge
from exact.filters import FilterResult, natural_filter
from exact.filters.natural import Rounds
from exact.filters.universal_freeness import triples
from exact.pld import PLD

BUDGET_LIMIT = 1_000
"""The largest number of budgets that are looked at for one family."""


def worst_suggested(texts: Sequence[str], queries: Sequence[PLD], rounds: Rounds) -> tuple[str | None, FilterResult]:
    """Return the text of the suggested budget with the largest gap, and what the filter does with it.

    The first of several; where none is violated, None and a result that names no budget. `TooLarge` beyond `BUDGET_LIMIT` budgets.
    """
    if rounds == "all":
        raise TooLarge('the budgets of "sup" are made of finitely many compositions: rounds must be an integer')
    best: tuple[str, FilterResult] | None = None
    for text, budget in _suggested(texts, queries, rounds):
        result = natural_filter(queries, budget, rounds)
        if result.gap is not None and (best is None or best[1].gap is None or result.gap > best[1].gap):
            best = text, result
    if best is None:
        return None, FilterResult("free", None, None, None, None, None, rounds, tuple(queries), None)
    return best


def _suggested(texts: Sequence[str], queries: Sequence[PLD], rounds: int) -> Iterator[tuple[str, PLD]]:
    members = comb(len(queries) + rounds - 1, rounds - 1)
    if comb(members, 2) * len(queries) > BUDGET_LIMIT:
        raise TooLarge(f"more than {BUDGET_LIMIT} budgets are suggested; fewer rounds or queries may do")
    for found in triples(queries, rounds):
        if found.x is not None:
            yield f"{_sum(texts, (found.query, *found.a))} | {_sum(texts, (found.query, *found.b))}", found.budget


def _sum(texts: Sequence[str], indices: Sequence[int]) -> str:
    return " + ".join(f"({texts[i]})" if "|" in texts[i] or "&" in texts[i] else texts[i] for i in indices)
