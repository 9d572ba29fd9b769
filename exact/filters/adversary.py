"""The game against any privacy rule: a function of the history of queries, or a residue filter.

The result is a `exact.filters.game.Game`: its `cost` is the least PLD above all strategies that obey the rule, `cost_at` the best
strategy at one x. Only queries count for a rule; what the adversary sees is used by the strategy, not by the rule (RES section 3).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from exact.composition import IDENTITY
from exact.errors import OutOfRange, TooLarge
from exact.filters.game import POSITION_LIMIT, Game, Move, Progress, check_family, check_rounds
from exact.filters.residue import RenyiFilter, updated
from exact.filters.updates import Update
from exact.number import Number
from exact.pld import PLD
from exact.reading import LossInput

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
    queries = check_family(queries, budget)
    most = check_rounds(rounds, unbounded=False) or 0
    identity = PLD.of_atoms((IDENTITY, 1))
    budgets = [budget]
    moves: list[list[Move]] = [[]]
    level = [0]
    for _ in range(most):
        following: dict[PLD, int] = {}
        for s in level:
            for i, query in enumerate(queries):
                if not query <= budgets[s]:
                    continue
                after = updated(update, budgets[s], query)
                if query == identity and after == budgets[s]:
                    continue
                if after not in following:
                    if len(budgets) >= POSITION_LIMIT:
                        raise TooLarge(f"the filter has more than {POSITION_LIMIT} different budgets in all rounds")
                    following[after] = len(budgets)
                    budgets.append(after)
                    moves.append([])
                moves[s].append((i, following[after]))
            if progress is not None:
                progress(len(budgets), None, "budgets")
        level = list(following.values())
    return Game(queries, tuple(map(tuple, moves)))


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
    queries = check_family(queries)
    most = check_rounds(rounds, unbounded=False) or 0
    whole = RenyiFilter(alpha, rho).left
    moments = [None if query.p_infinite else query.moment(alpha - 1) for query in queries]
    identity = PLD.of_atoms((IDENTITY, 1))
    lefts = [whole]
    moves: list[list[Move]] = [[]]
    level = [0]
    for _ in range(most):
        following: dict[Number, int] = {}
        for s in level:
            for i, moment in enumerate(moments):
                if moment is None or moment > lefts[s] or queries[i] == identity:
                    continue
                after = lefts[s] / moment
                if after not in following:
                    if len(lefts) >= POSITION_LIMIT:
                        raise TooLarge(f"the filter has more than {POSITION_LIMIT} different budgets in all rounds")
                    following[after] = len(lefts)
                    lefts.append(after)
                    moves.append([])
                moves[s].append((i, following[after]))
            if progress is not None:
                progress(len(lefts), None, "budgets")
        level = list(following.values())
    return Game(queries, tuple(map(tuple, moves)))
