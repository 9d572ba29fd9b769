"""The game against any privacy rule: a function of the history of queries, a residue filter, a Renyi filter, an additive filter.

The result is a `exact.filters.game.Game`: its `cost` is the least PLD above all strategies that obey the rule, `cost_at` the best
strategy at one x. Only queries count for a rule; what the adversary sees is used by the strategy, not by the rule (RES section 3).
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import TypeVar

from exact.composition import IDENTITY
from exact.errors import OutOfRange, TooLarge
from exact.filters.additive import AdditiveFilter, subtracted, symmetric_profile
from exact.filters.game import POSITION_LIMIT, Game, Move, Progress, check_family, check_rounds
from exact.filters.residue import RenyiFilter, updated
from exact.filters.updates import Update
from exact.number import Number
from exact.pld import PLD
from exact.reading import ExactInput, LossInput

Rule = Callable[[tuple[int, ...]], Iterable[int]]
"""The indices of the queries that may follow a history, which is given by the indices of the queries played, in order."""


def history_game(queries: Sequence[PLD], rule: Rule, rounds: int, *, progress: Progress | None = None) -> Game:
    """Return the game of a rule that is any function of the history.

    Parameters
    ----------
    queries
        The family.
    rule
        Called once for each history that it allows, of fewer than `rounds` queries; returns indices of queries. Passing is always
        allowed and needs no index.
    rounds
        The number of rounds, 1 to 16.
    progress
        Called as ``progress(done, total, what)``.

    Raises
    ------
    OutOfRange
        When the rule returns what is no index.
    TooLarge
        Beyond `POSITION_LIMIT` histories.

    Examples
    --------
    >>> from exact import approx, log, number, rr
    >>> game = history_game([rr(log(2)), approx(0, "1/4")], lambda history: [0, 1] if history in ((), (0,)) else [], 2)
    >>> game.cost_at(number(2))[0]
    number('11/36')
    """
    family = check_family(queries)
    most = check_rounds(rounds, unbounded=False)
    histories: list[tuple[int, ...]] = [()]
    moves: list[tuple[Move, ...]] = []
    while len(moves) < len(histories):
        history = histories[len(moves)]
        here: list[Move] = []
        if most is not None and len(history) < most:
            for i in sorted(_indices(rule(history), history, len(family))):
                here.append((i, len(histories)))
                histories.append((*history, i))
        if len(histories) > POSITION_LIMIT:
            raise TooLarge(f"the rule allows more than {POSITION_LIMIT} histories; reached: those of up to {len(history)} queries")
        moves.append(tuple(here))
        if progress is not None:
            progress(len(moves), None, "histories")
    return Game(family, tuple(moves))


def _indices(allowed: Iterable[int], history: tuple[int, ...], count: int) -> set[int]:
    """Return what a rule allows, or raise unless it is some indices of queries."""
    if not isinstance(allowed, Iterable):
        raise TypeError(f"a rule returns the indices of the queries that may follow, not {type(allowed).__name__}")
    found = set()
    for i in allowed:
        if not isinstance(i, int) or isinstance(i, bool) or not 0 <= i < count:
            raise OutOfRange(f"the rule allows {i!r} after the history {history}, and the queries have the indices 0 to {count - 1}")
        found.add(i)
    return found


def residue_game(
    queries: Sequence[PLD], budget: PLD, update: Update, rounds: int, *, progress: Progress | None = None
) -> Game:
    """Return the game against a residue filter on a finite family; positions with equal budgets are one.

    The residue condition is decided at every step that is possible. Its cost is <= budget by RES Theorem 1 (only the inequality: the
    equality displayed there fails for small families). The identity counts as a query where it is listed and changes the budget.

    Raises
    ------
    ResidueConditionBroken
        When the rule breaks it somewhere.
    TooLarge
        Beyond `POSITION_LIMIT` positions.

    Examples
    --------
    >>> from exact import log, rr
    >>> from exact.filters import pure_update
    >>> game = residue_game([rr(log(2))], rr(log(4)), pure_update, 3)
    >>> game.cost() == 2 * rr(log(2))
    True
    """
    family = check_family(queries, budget)

    def step(left: PLD, i: int) -> PLD | None:
        return updated(update, left, family[i]) if family[i] <= left else None

    return _by_what_is_left(family, budget, step, rounds, progress)


def renyi_game(
    queries: Sequence[PLD], alpha: int, rho: LossInput, rounds: int, *, progress: Progress | None = None
) -> Game:
    """Return the game against the Renyi filter of an integer order alpha >= 2 and a budget of rho nats, see
    `exact.filters.residue.RenyiFilter`; positions with equal divergences left are one.

    Examples
    --------
    >>> from exact import log, rr
    >>> renyi_game([rr(log(2))], 2, log(3), 5).cost() == 2 * rr(log(2))
    True
    """
    family = check_family(queries)
    moments = [None if query.p_infinite else query.moment(alpha - 1) for query in family]

    def step(left: Number, i: int) -> Number | None:
        moment = moments[i]
        return None if moment is None or moment > left else left / moment

    return _by_what_is_left(family, RenyiFilter(alpha, rho).remaining, step, rounds, progress)


def additive_game(
    queries: Sequence[PLD],
    grid: Sequence[LossInput],
    budgets: Sequence[ExactInput],
    rounds: int,
    *,
    progress: Progress | None = None,
) -> Game:
    """Return the game against the additive filter on a grid, see `exact.filters.additive.AdditiveFilter`; positions with equal vectors left are one.

    Its cost lies between that of the natural filter with budget ``R_{eps,delta}`` and the guarantee of the repair theorem where grid and budgets
    are those of `exact.filters.repair.repair_constants` for eps, delta and at least as many rounds. The identity counts as a query where it is
    listed: every query spends a total of 1.

    Raises
    ------
    OutOfRange
        When a query is not symmetric, and for a bad grid or bad budgets.
    TooLarge
        Beyond `POSITION_LIMIT` positions.

    Examples
    --------
    >>> from exact import approx, rr
    >>> game = additive_game([rr("1/2"), approx("1/2", "1/16")], [0, 1, "inf"], [5, "1/10"], 3)
    >>> game.cost() == 2 * rr("1/2") + approx("1/2", "1/16")
    True

    References
    ----------
    RES Algorithm 3, Theorems 14 and 15.
    """
    family = check_family(queries)
    session = AdditiveFilter(grid, budgets)
    profiles = [symmetric_profile(query, session.grid) for query in family]

    def step(left: tuple[Number, ...], i: int) -> tuple[Number, ...] | None:
        after = subtracted(left, profiles[i])
        return None if any(value.sign() < 0 for value in after) else after

    return _by_what_is_left(family, session.budgets, step, rounds, progress)


_S = TypeVar("_S", bound=Hashable)


def _by_what_is_left(
    family: tuple[PLD, ...], start: _S, step: Callable[[_S, int], _S | None], rounds: int, progress: Progress | None
) -> Game:
    """Return the game of a filter that keeps something: ``step(kept, i)`` is what it keeps after query i, None where that is refused.

    After equally many queries the positions with equal things kept are one. The identity, where it changes nothing, wastes no round.
    """
    most = check_rounds(rounds, unbounded=False) or 0
    identity = PLD.of_atoms((IDENTITY, 1))
    kept = [start]
    moves: list[list[Move]] = [[]]
    level = [0]
    for _ in range(most):
        following: dict[_S, int] = {}
        for s in level:
            for i, query in enumerate(family):
                after = step(kept[s], i)
                if after is None or (after == kept[s] and query == identity):
                    continue
                if after not in following:
                    if len(kept) >= POSITION_LIMIT:
                        raise TooLarge(f"the filter has more than {POSITION_LIMIT} different budgets in all rounds")
                    following[after] = len(kept)
                    kept.append(after)
                    moves.append([])
                moves[s].append((i, following[after]))
            if progress is not None:
                progress(len(kept), None, "budgets")
        level = list(following.values())
    return Game(family, tuple(map(tuple, moves)))
