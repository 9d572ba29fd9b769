"""The natural privacy filter on a finite family of queries: its exact cost, and the best adversary.

The **natural filter** with budget B allows a query when the realised composition (of the queries so far and this one)
stays ``<= B``. An adversary that chooses adaptively may still end above B. Its **cost** after k rounds is the least PLD
above all its strategies; by Theorem 6 of RES it is ``V_k(Id)`` in

    V_0(S) = Id,     V_{j+1}(S) = sup { L + V_j(S + L) : L in the family or Id, S + L <= B }

where S, the realised composition, is a multiset of queries. The filter is **free** for B when ``V_k(Id) <= B``, else
**violated**.

At one x the best play is read off the same recursion: in state S with point x play an L that attains
``h_{V_{j+1}(S)}(x) = P_L(inf) + sum over finite atoms of p h_{V_j(S+L)}(x q/p)``, and after the ratio p/q go on from
``S + L`` at ``x q/p``.

References
----------
RES: *Privacy Filters are Captured by Residues*, section 3, Lemma 1 and Theorem 6.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from exact import blackwell, hockey_stick
from exact.atoms import Atoms
from exact.composition import IDENTITY, compose
from exact.errors import OutOfRange, TooLarge
from exact.lattice import join
from exact.number import Number
from exact.pld import PLD

STATE_LIMIT = 20_000
"""The largest number of multisets of queries that one search looks at."""

ROUND_LIMIT = 16
"""The largest number of rounds, here and in certificates."""

NODE_LIMIT = 20_000

State = tuple[int, ...]
Progress = Callable[[int, int | None, str], None]


@dataclass(frozen=True, slots=True)
class Strategy:
    """A node of a strategy: play `query`, and after each finite likelihood ratio go on with a strategy, or stop (None).

    `children` has one pair ``(ratio, next)`` for each finite atom of the query, in decreasing ratio.
    """

    query: int
    children: tuple[tuple[Number, Strategy | None], ...]

    def depth(self) -> int:
        """Return the largest number of queries played on a path."""
        return 1 + max((child.depth() for _, child in self.children if child), default=0)


@dataclass(frozen=True, slots=True)
class FilterResult:
    """What `natural_filter` found.

    Attributes
    ----------
    verdict
        "free" or "violated".
    x
        The knot of the budget at which ``h_cost - h_budget`` is largest (the least one among ties); None for a budget
        without knots.
    cost, budget, gap
        ``h_cost(x)``, ``h_budget(x)`` (probabilities) and their difference: positive iff violated. Where the filter is
        free the gap is the largest difference at a knot; the supremum over all x > 0 is then 0.
    strategy
        A strategy that attains h_cost at x when violated, else None.
    cost_pld
        The cost ``V_k(Id)``.
    rounds
        The number of rounds asked about.
    states
        How many admissible multisets of queries were looked at.
    """

    verdict: str
    x: Number | None
    cost: Number | None
    budget: Number | None
    gap: Number | None
    strategy: Strategy | None
    cost_pld: PLD
    rounds: int
    states: int


def natural_filter(
    queries: Sequence[PLD], budget: PLD, rounds: int, *, progress: Progress | None = None
) -> FilterResult:
    """Return whether the natural filter keeps its budget, decided, with the best adversary where it does not.

    Parameters
    ----------
    queries
        The family, at least one; the identity is always included.
    budget
        The budget B.
    rounds
        The number of rounds k, 1 to 16 (`ROUND_LIMIT`).
    progress
        Called as ``progress(done, total, what)`` now and then; ``total`` may be None.

    Raises
    ------
    TooLarge
        Beyond `STATE_LIMIT` multisets of queries, or when a PLD on the way is too large; the message says what was
        reached.

    Notes
    -----
    There are at most ``C(k + n, n)`` states for n queries; each needs one dominance decision and up to n compositions
    and sups.

    Examples
    --------
    >>> from exact import approx, rr
    >>> found = natural_filter([rr("log(2)"), approx(0, "1/4")], approx("log(2)", "1/4"), 2)
    >>> found.verdict, found.x, found.gap
    ('violated', number('2'), number('1/18'))
    """
    for what, values in (("query", queries), ("budget", [budget])):
        for value in values:
            if not isinstance(value, PLD):
                raise TypeError(f"a {what} must be a PLD, not {type(value).__name__} (pld(...) reads a text)")
    if not queries:
        raise OutOfRange("a filter needs at least one query")
    if not isinstance(rounds, int) or isinstance(rounds, bool) or not 1 <= rounds <= ROUND_LIMIT:
        raise OutOfRange(f"rounds must be an integer from 1 to {ROUND_LIMIT}, not {rounds!r}")
    game = _Game([q.canonical for q in queries], budget.canonical, rounds, progress)
    cost = game.value(rounds, game.start)
    limit = game.budget
    result = PLD.of_atoms((cost, 1))
    if not limit.finite:
        return FilterResult("free", None, None, None, None, None, result, rounds, len(game.realised))
    found = blackwell.differences(cost, limit)
    violated = any(s > 0 for s in found.signs)
    highest = max(found.signs)
    best = blackwell.largest(found, [j for j, s in enumerate(found.signs) if s == highest])
    x = limit.ratio(best or 0)
    h_cost, h_budget = hockey_stick.value(cost, x), hockey_stick.value(limit, x)
    strategy = game.best_strategy(rounds, game.start, x) if violated else None
    return FilterResult(
        "violated" if violated else "free",
        x,
        h_cost,
        h_budget,
        h_cost - h_budget,
        strategy,
        result,
        rounds,
        len(game.realised),
    )


class _Game:
    """The recursion for one family, budget and number of rounds; states are tuples of counts, one for each query."""

    def __init__(self, queries: list[Atoms], budget: Atoms, rounds: int, progress: Progress | None) -> None:
        self.queries = queries
        self.budget = budget
        self.rounds = rounds
        self.progress = progress
        self.start: State = (0,) * len(queries)
        self.realised: dict[State, Atoms | None] = {self.start: IDENTITY}
        self.values: dict[tuple[int, State], Atoms] = {}
        self.nodes = 0

    def report(self, what: str) -> None:
        if self.progress is not None:
            self.progress(len(self.values), None, what)

    def next_states(self, state: State) -> list[tuple[int, State]]:
        """Return ``(i, state with query i added)`` for the queries that the filter allows."""
        out = []
        for i in range(len(self.queries)):
            after = (*state[:i], state[i] + 1, *state[i + 1 :])
            if self.composition(after, i) is not None:
                out.append((i, after))
        return out

    def composition(self, state: State, last: int) -> Atoms | None:
        """Return the realised composition of a state reached by playing `last`, or None where it is not ``<=
        budget``.
        """
        if state not in self.realised:
            if len(self.realised) >= STATE_LIMIT:
                raise TooLarge(f"the filter has more than {STATE_LIMIT} multisets of queries; {self.reached()}")
            before = self.realised[(*state[:last], state[last] - 1, *state[last + 1 :])]
            if before is None:  # pragma: no cover - only allowed states are extended
                return None
            whole = self.within_limits(lambda: compose([(before, 1), (self.queries[last], 1)]))
            self.realised[state] = whole if blackwell.is_dominated(whole, self.budget) else None
            self.report("multisets of queries")
        return self.realised[state]

    def value(self, left: int, state: State) -> Atoms:
        """Return ``V_left(state)``."""
        if left == 0:
            return IDENTITY
        if (left, state) not in self.values:
            best = IDENTITY
            for i, after in self.next_states(state):
                rest = self.value(left - 1, after)
                played = self.within_limits(lambda i=i, rest=rest: compose([(self.queries[i], 1), (rest, 1)]))  # type: ignore[misc]
                best = self.within_limits(lambda best=best, played=played: join(best, played))  # type: ignore[misc]
            self.values[left, state] = best
            self.report("values of the game")
        return self.values[left, state]

    def within_limits(self, work: Callable[[], Atoms]) -> Atoms:
        try:
            return work()
        except TooLarge as problem:
            raise TooLarge(f"{problem}; {self.reached()}") from None

    def reached(self) -> str:
        atoms = max((len(a.finite) for a in self.values.values()), default=1)
        return f"reached: {len(self.realised)} multisets of queries, {len(self.values)} values, the largest with {atoms} finite atoms"

    def best_strategy(self, left: int, state: State, x: Number) -> Strategy | None:
        """Return a strategy whose curve at x is that of ``V_left(state)``; None (stop) wherever stopping attains it."""
        goal = hockey_stick.value(self.value(left, state), x) if left else None
        if goal is None or goal == max(Number(0), 1 - x):
            return None
        for i, after in self.next_states(state):
            query = self.queries[i]
            rest = self.value(left - 1, after)
            attained = query.number(query.p_infinite)
            points = []
            for j, (p, _) in enumerate(query.finite):
                points.append((query.ratio(j), x / query.ratio(j)))
                attained = attained + query.number(p) * hockey_stick.value(rest, points[-1][1])
            if attained == goal:
                self.nodes += 1
                if self.nodes > NODE_LIMIT:
                    raise TooLarge(f"the strategy has more than {NODE_LIMIT} nodes")
                return Strategy(i, tuple((ratio, self.best_strategy(left - 1, after, y)) for ratio, y in points))
        raise AssertionError(
            "no query attains the value of the game"
        )  # pragma: no cover - the recursion is a maximum over them
