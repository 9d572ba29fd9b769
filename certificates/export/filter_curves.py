"""What the picture of a filter shows, as exact objects: the budget, the branches, their sup, and what an adversary gets.

A **branch** is a composition that the filter lets through and that nothing longer continues. Each is ``<= budget``, and so
is their sup. The adversary, who chooses adaptively, may leak more than all of them (RES section 6.1, Figure 2).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, reduce

from certificates.export.names import composition_name
from exact.errors import TooLarge
from exact.filters import FilterResult, NaturalGame, Node, Strategy, natural_game
from exact.filters.natural import Rounds
from exact.mechanisms.approximate_dp import identity
from exact.number import Number
from exact.pld import PLD

BRANCH_LIMIT = 500
"""The largest number of branches whose sup is worked out for a picture."""
HISTORY_LIMIT = 200_000
"""The largest number of pairs of a node of a strategy and a multiset of queries on the way to it."""
EXACT_COST = "best adversary (exact cost)"

Indices = tuple[int, ...]


@dataclass(frozen=True, eq=False)
class FilterCurves:
    """A family of queries, a budget, and the curves that belong together in one picture.

    Attributes
    ----------
    queries, names
        The family, and an expression for each.
    budget, budget_name
        The budget, None for a rule that has none.
    branches
        The branches with their names, equal ones once.
    adaptive, adaptive_name
        What the adversary gets: the exact cost of the filter, or the PLD of one strategy.
    strategy
        A strategy, None where there is none to show.
    x
        Where the strategy is best, None for nowhere.
    rounds
        The number of rounds, None for a rule that has none.
    title
        A line above the picture.
    """

    queries: tuple[PLD, ...]
    names: tuple[str, ...]
    budget: PLD | None
    budget_name: str
    branches: tuple[tuple[str, PLD], ...]
    adaptive: PLD
    adaptive_name: str
    strategy: Strategy | None
    x: Number | None
    rounds: Rounds | None
    title: str

    @cached_property
    def supremum(self) -> PLD:
        """The sup of the branches."""
        return reduce(PLD.join, (value for _, value in self.branches), identity())

    @cached_property
    def is_violated(self) -> bool:
        """Whether the adversary gets above the budget somewhere, decided; False where there is no budget."""
        return self.budget is not None and not self.adaptive <= self.budget

    @property
    def is_exact_cost(self) -> bool:
        """Whether the adversary is the best one everywhere: of one strategy that stays below the budget, nothing follows for the filter."""
        return self.adaptive_name == EXACT_COST


def of_result(result: FilterResult, names: Sequence[str], budget: PLD, budget_name: str, title: str = "") -> FilterCurves:
    """Return the curves of a question about the natural filter and its answer: the branches of the filter, its exact cost.

    `TooLarge` beyond `BRANCH_LIMIT` branches, and as `natural_filter`.
    """
    played = result.played
    if played is None and result.rounds != "all":  # the total leak allows everything
        played = natural_game(result.queries, budget, result.rounds)
    return FilterCurves(
        queries=result.queries,
        names=tuple(names),
        budget=budget,
        budget_name=budget_name,
        branches=_branches(result.queries, [] if played is None else _last_allowed(played)),
        adaptive=result.cost_pld,
        adaptive_name=EXACT_COST,
        strategy=result.strategy,
        x=result.x,
        rounds=result.rounds,
        title=title,
    )


def of_strategy(
    strategy: Strategy, x: Number, names: Sequence[str], budget: tuple[PLD, str] | None, rounds: Rounds | None
) -> FilterCurves:
    """Return the curves of a strategy that plays under a budget with its name, or under a rule without one: its branches, its PLD.

    `TooLarge` beyond `BRANCH_LIMIT` branches, and where the PLD of the strategy is too large.
    """
    return FilterCurves(
        queries=strategy.queries,
        names=tuple(names),
        budget=None if budget is None else budget[0],
        budget_name="" if budget is None else budget[1],
        branches=_branches(strategy.queries, _last_played(strategy)),
        adaptive=strategy.pld(),
        adaptive_name="strategy",
        strategy=strategy,
        x=x,
        rounds=rounds,
        title="",
    )


def _branches(queries: Sequence[PLD], multisets: Iterable[Indices]) -> tuple[tuple[str, PLD], ...]:
    found: dict[PLD, list[str]] = {}
    for indices in sorted(multisets, key=lambda m: (len(m), m)):
        whole = sum((queries[i] for i in indices), identity())
        found.setdefault(whole, []).append(composition_name(indices))
        if len(found) > BRANCH_LIMIT:
            raise TooLarge(f"there are more than {BRANCH_LIMIT} branches, too many for a picture; fewer rounds or queries may do")
    return tuple((" = ".join(names[:2]) + (f" = {len(names) - 2} more" if len(names) > 2 else ""), value) for value, names in found.items())


def _last_allowed(played: NaturalGame) -> list[Indices]:
    """Return the multisets that the filter lets through and none with one query more, the empty one left out."""
    allowed = played.position
    continued = {(*counts[:i], n - 1, *counts[i + 1 :]) for counts in allowed for i, n in enumerate(counts) if n}
    last = [counts for counts in allowed if counts not in continued and any(counts)]
    return [tuple(i for i, n in enumerate(counts) for _ in range(n)) for counts in last]


def _last_played(strategy: Strategy) -> list[Indices]:
    """Return the multisets of queries on the paths of a strategy that are part of no larger one, the empty one left out."""
    counts_of: dict[int, set[Indices]] = {}
    ends: set[Indices] = set()
    start = (0,) * len(strategy.queries)
    total = 0
    for node in strategy.nodes():  # each after those that lead to it
        before = counts_of.pop(id(node), set()) if node is not strategy.root else {start}
        total += len(before)
        if total > HISTORY_LIMIT:
            raise TooLarge("the strategy has too many branches for a picture")
        after = {(*c[: node.query], c[node.query] + 1, *c[node.query + 1 :]) for c in before}
        following = [child for _, child in node.children if child is not None]
        for child in following:
            counts_of.setdefault(id(child), set()).update(after)
        if not following:
            ends |= after
    if len(ends) > 4 * BRANCH_LIMIT:
        raise TooLarge(f"the strategy has {len(ends)} branches, too many for a picture")
    last = [c for c in ends if not any(c != d and all(a <= b for a, b in zip(c, d, strict=True)) for d in ends)]
    return [tuple(i for i, n in enumerate(c) for _ in range(n)) for c in last]


def reached(strategy: Strategy, wanted: Iterable[Node]) -> dict[int, Number]:
    """Return by the id of a node the probability under P that the strategy plays it, for a set of nodes closed under what leads to them."""
    inside = {id(node) for node in wanted}
    found: dict[int, Number] = {id(strategy.root): Number(1)} if strategy.root is not None else {}
    for node in strategy.nodes():
        if id(node) not in inside:
            continue
        atoms = strategy.queries[node.query].canonical
        for (p, _), (_, child) in zip(atoms.finite, node.children, strict=True):
            if child is not None and id(child) in inside:
                found[id(child)] = found.get(id(child), Number(0)) + found[id(node)] * atoms.number(p)
    return found
