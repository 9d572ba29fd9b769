"""The natural privacy filter on a finite family of queries: its exact cost, and the best adversary.

The **natural filter** with budget B allows a query when the realised composition (of the queries so far and this one)
stays ``<= B``. An adversary that chooses adaptively may still end above B. Its **cost** after k rounds is the least PLD
above all its strategies; by Theorem 6 of RES it is ``V_k(Id)`` in

    V_0(S) = Id,     V_{j+1}(S) = sup { L + V_j(S + L) : L in the family or Id, S + L <= B }

where S, the realised composition, is that of a multiset of queries. The filter is **free** for B when ``V_k(Id) <= B``, else
**violated**. It is the game of `exact.filters.game` with the multisets that stay ``<= B`` for positions, those of equal size
and equal composition being one.

References
----------
RES: *Privacy Filters are Captured by Residues*, section 5, Algorithm 2 and Theorem 6.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import comb
from typing import Literal, NoReturn

from exact import blackwell
from exact.composition import IDENTITY, compose
from exact.errors import TooLarge
from exact.filters.game import (
    POSITION_LIMIT,
    Game,
    Move,
    Progress,
    check_family,
    check_rounds,
    positive,
    within_limits,
)
from exact.filters.judgement import against_budget
from exact.filters.strategy import Strategy
from exact.number import Number
from exact.pld import PLD
from exact.reading import ExactInput
from exact.writing import shorten

Rounds = int | Literal["all"]
Multiset = tuple[int, ...]
"""How often each query of the family is played."""


@dataclass(frozen=True, slots=True)
class NaturalGame:
    """The positions of a natural filter.

    Attributes
    ----------
    game
        The game; see there.
    position
        The position of every multiset of queries whose composition is ``<= budget`` and that has at most `rounds` queries.
    spent
        The composition of each position.
    refused
        The multisets that are not allowed though all smaller ones are.
    """

    game: Game
    position: dict[Multiset, int] = field(hash=False)
    spent: tuple[PLD, ...]
    refused: tuple[Multiset, ...]


def natural_game(queries: Sequence[PLD], budget: PLD, rounds: Rounds, *, progress: Progress | None = None) -> NaturalGame:
    """Return the positions of the natural filter with this budget, every ``<= budget`` decided.

    Parameters as for `natural_filter`. With ``rounds="all"`` it ends for every budget but the total leak.

    Raises
    ------
    TooLarge
        Beyond `POSITION_LIMIT` multisets of queries, or when a composition is too large; the message says what was reached.
    """
    family = check_family(queries, budget)
    search = _Search(family, budget, check_rounds(rounds, unbounded=True), progress)
    return search.run()


class _Search:
    """The exploration of the multisets by size, each reached from a smaller one."""

    def __init__(self, queries: tuple[PLD, ...], budget: PLD, rounds: int | None, progress: Progress | None) -> None:
        self.queries, self.budget, self.rounds, self.progress = queries, budget, rounds, progress
        self.playable = [i for i, query in enumerate(queries) if not blackwell.equal(query.canonical, IDENTITY)]
        start: Multiset = (0,) * len(queries)
        self.position: dict[Multiset, int] = {start: 0}
        self.spent = [PLD.of_atoms((IDENTITY, 1))]
        self.moves: list[list[Move]] = [[]]
        self.refused: list[Multiset] = []

    def run(self) -> NaturalGame:
        if self.rounds is None and self.playable and not self.budget.canonical.finite:
            raise TooLarge("the total leak as budget allows every query without end, so its positions cannot be listed for all rounds")
        level, size = [next(iter(self.position))], 0
        while level and (self.rounds is None or size < self.rounds):
            level, size = self.next_level(level), size + 1
        game = Game(self.queries, tuple(tuple(moves) for moves in self.moves))
        return NaturalGame(game, self.position, tuple(self.spent), tuple(self.refused))

    def next_level(self, level: list[Multiset]) -> list[Multiset]:
        """Return the allowed multisets with one query more."""
        following: dict[Multiset, None] = {}
        refused: set[Multiset] = set()
        alike: dict[object, int | None] = {}  # compositions of this size, as they are spelled: their position, None for what is refused
        steps: dict[tuple[int, int], int | None] = {}
        for before in level:
            s = self.position[before]
            for i in self.playable:
                after = (*before[:i], before[i] + 1, *before[i + 1 :])
                if after in refused or not self.is_possible(after):
                    continue
                if after not in following:
                    if (s, i) not in steps:
                        steps[s, i] = self.decide(s, i, alike)
                    t = steps[s, i]
                    if t is None:
                        refused.add(after)
                        continue
                    following[after] = None
                    self.position[after] = t
                    self.report()
                move = i, self.position[after]
                if move not in self.moves[s]:
                    self.moves[s].append(move)
        for s in {self.position[before] for before in level}:
            self.moves[s].sort()
        self.refused += sorted(refused, reverse=True)
        return list(following)

    def is_possible(self, after: Multiset) -> bool:
        """Return whether all multisets with one query less are allowed: what contains a refused one leaks at least as much."""
        smaller = ((*after[:j], n - 1, *after[j + 1 :]) for j, n in enumerate(after) if n)
        return all(before in self.position for before in smaller)

    def decide(self, s: int, i: int, alike: dict[object, int | None]) -> int | None:
        """Return the position of playing query i in position s; None where the composition is not <= budget.

        Equal compositions share a position where they are spelled alike; where they are not, they have two that mean the same.
        """
        parts = (self.spent[s].canonical, 1), (self.queries[i].canonical, 1)
        whole = within_limits(lambda: compose(parts), self.reached)
        spelled = whole.den, whole.p_infinite, whole.q_infinite, whole.finite
        if spelled not in alike:
            if within_limits(lambda: blackwell.is_dominated(whole, self.budget.canonical), self.reached):
                alike[spelled] = len(self.spent)
                self.spent.append(PLD.of_atoms((whole, 1)))
                self.moves.append([])
            else:
                alike[spelled] = None
        return alike[spelled]

    def report(self) -> None:
        if len(self.position) > POSITION_LIMIT:
            raise TooLarge(f"the filter allows more than {POSITION_LIMIT} multisets of queries; reached: {self.reached()}")
        if self.progress is not None:
            n = len(self.playable)
            most = None if self.rounds is None else min(comb(n + self.rounds, n), POSITION_LIMIT)
            self.progress(len(self.position), most, "multisets of queries")

    def reached(self) -> str:
        longest = max(sum(counts) for counts in self.position)
        return f"{len(self.position)} multisets of up to {longest} queries, {len(self.spent)} different compositions"


@dataclass(frozen=True, slots=True, repr=False)
class FilterResult:
    """What `natural_filter` found.

    Attributes
    ----------
    verdict
        "free" or "violated".
    x, cost, budget, gap
        As in `exact.filters.judgement.RuleResult`.
    strategy
        A strategy that attains h_cost at x; None where the filter is free and no x was asked for, and for all rounds under the
        total leak, where none attains it.
    rounds
        The number of rounds asked about, or "all".
    queries
        The family.
    played
        The positions of the game; None for a budget without knots (the total leak) where nothing was explored.
    """

    verdict: str
    x: Number | None
    cost: Number | None
    budget: Number | None
    gap: Number | None
    strategy: Strategy | None
    rounds: Rounds
    queries: tuple[PLD, ...]
    played: NaturalGame | None

    def __bool__(self) -> NoReturn:
        raise TypeError("the result of a filter has no truth value; read .verdict")

    def __repr__(self) -> str:
        return f"<FilterResult {self.verdict}, x = {_shown(self.x)}, gap = {_shown(self.gap)}, {self.states} multisets allowed>"

    @property
    def cost_pld(self) -> PLD:
        """The cost: the least PLD above all strategies, ``V_k(Id)``; worked out when it is first asked for."""
        if self.played is None:
            return _without_budget(self.queries, self.rounds)
        return self.played.game.cost()

    @property
    def states(self) -> int:
        """How many multisets of queries the filter allows."""
        return 0 if self.played is None else len(self.played.position)


def natural_filter(
    queries: Sequence[PLD],
    budget: PLD,
    rounds: Rounds,
    *,
    at: ExactInput | None = None,
    progress: Progress | None = None,
) -> FilterResult:
    """Return whether the natural filter keeps its budget, decided, with the best adversary where it does not.

    Parameters
    ----------
    queries
        The family, at least one; the identity is always included.
    budget
        The budget B.
    rounds
        The number of rounds k, 1 to 16 (`ROUND_LIMIT`), or "all": as many as the budget allows. (Short of the total leak a budget
        bounds how often a query other than the identity can be played.)
    at
        A point x = e^eps > 0 at which cost, budget and gap are wanted. Where the gap is positive there, the whole cost is not
        worked out for the verdict; where it is not, it is. The cost at x alone is ``natural_game(...).game.cost_at(x)``.
    progress
        Called as ``progress(done, total, what)`` now and then; `total` may be None, or too high.

    Raises
    ------
    OutOfRange
        For no query, a number of rounds out of range, or an x that is not positive.
    TooLarge
        Beyond `POSITION_LIMIT` multisets of queries, or when a PLD on the way is too large; the message says what was
        reached, and with `at` also the cost and the budget there where they are known.

    Notes
    -----
    There are at most ``C(k + n, n)`` multisets of n queries; each needs at most one dominance decision, and up to n
    compositions and sups.

    Examples
    --------
    >>> from exact import approx, rr
    >>> found = natural_filter([rr("log(2)"), approx(0, "1/4")], approx("log(2)", "1/4"), 2)
    >>> found.verdict, found.x, found.gap
    ('violated', number('2'), number('1/18'))
    >>> natural_filter([rr("log(2)"), approx(0, "1/4")], approx("log(2)", "1/3"), "all").verdict
    'free'
    """
    queries = check_family(queries, budget)
    check_rounds(rounds, unbounded=True)
    point = None if at is None else positive(at)
    limit = budget.canonical
    if not limit.finite and (point is None or rounds == "all"):
        if point is None:
            return FilterResult("free", None, None, None, None, None, rounds, queries, None)
        cost, there = _without_budget(queries, rounds).hockey_stick(point), budget.hockey_stick(point)
        return FilterResult("free", point, cost, there, cost - there, None, rounds, queries, None)
    played = natural_game(queries, budget, rounds, progress=progress)
    found = against_budget(played.game, budget, at=point, progress=progress)
    return FilterResult(
        found.verdict, found.x, found.cost, found.budget, found.gap, found.strategy, rounds, queries, played
    )


def _shown(value: Number | None) -> str:
    return "None" if value is None else shorten(str(value), 40)


def _without_budget(queries: Sequence[PLD], rounds: Rounds) -> PLD:
    """Return the cost under the total leak as budget, which allows everything.

    Repeating a query other than the identity without end tells P and Q apart with certainty (RES Lemma 2).
    """
    if rounds != "all":
        return natural_game(queries, PLD([(1, 0), (0, 1)]), rounds).game.cost()
    identity = PLD.of_atoms((IDENTITY, 1))
    return identity if all(query == identity for query in queries) else PLD([(1, 0), (0, 1)])
