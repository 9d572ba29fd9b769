"""The kind `natural-filter-violated`: an admissible adaptive strategy whose curve is above the budget's."""

from __future__ import annotations

from collections.abc import Sequence

from certificates.claims import encoding, precision
from certificates.claims.certificate import Certificate, seal
from certificates.claims.encoding import Json
from exact.errors import Refuted, TooLarge
from exact.filters import FilterResult, Strategy
from exact.pld import PLD

ROUNDS_LIMIT = 16
QUERIES_LIMIT = 64


def natural_filter_violated(queries: Sequence[PLD], budget: PLD, result: FilterResult) -> Certificate:
    """Return a certificate of what `natural_filter` found on these queries and this budget; `Refuted` when the filter
    is free.

    Equal queries are stated once. Beyond the limits of the format (64 queries, 16 rounds) `TooLarge` is raised.
    """
    if result.strategy is None or result.x is None or result.gap is None:
        raise Refuted("the natural filter is free for this budget, so no strategy breaks it")
    different: list[PLD] = []
    place: list[int] = []
    for q in queries:
        at = next((i for i, other in enumerate(different) if other == q), len(different))
        if at == len(different):
            different.append(q)
        place.append(at)
    if len(different) > QUERIES_LIMIT or result.rounds > ROUNDS_LIMIT:
        raise TooLarge(f"a certificate states at most {QUERIES_LIMIT} queries and {ROUNDS_LIMIT} rounds")
    claim = {
        "queries": [encoding.plain(q.canonical) for q in different],
        "budget": encoding.pld(budget),
        "rounds": str(result.rounds),
    }
    witness = {"x": encoding.number(result.x), "tree": _node(result.strategy, place)}
    bits = max(precision.of_masses(*different, budget), precision.of_numbers(result.gap, result.x))
    return seal("natural-filter-violated", claim, witness, bits)


def _node(strategy: Strategy | None, place: Sequence[int]) -> Json:
    if strategy is None:
        return None
    return [str(place[strategy.query]), [_node(child, place) for _, child in strategy.children]]
