"""The cost of a rule beside a budget: whether the best adversary that obeys the rule stays below it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NoReturn

from exact import blackwell, hockey_stick
from exact.errors import TooLarge
from exact.filters.game import Game, Progress, positive
from exact.filters.strategy import Strategy
from exact.number import Number
from exact.pld import PLD
from exact.reading import ExactInput
from exact.writing import shorten


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class RuleResult:
    """What a rule costs beside a budget.

    Attributes
    ----------
    verdict
        "free" when no strategy that obeys the rule is above the budget anywhere, else "violated".
    x
        The point asked for; by default the knot of the budget at which ``h_cost - h_budget`` is largest (the least one among
        ties), None for a budget without knots (the total leak).
    cost, budget, gap
        ``h_cost(x)``, ``h_budget(x)`` (probabilities) and their difference. At the default x the gap is positive iff violated; for
        "free" it is the largest difference at a knot, and the supremum over all x > 0 is then 0.
    strategy
        A strategy that obeys the rule and attains h_cost at x; None for "free" where no x was asked for.
    game
        The positions of the rule.
    """

    verdict: str
    x: Number | None
    cost: Number | None
    budget: Number | None
    gap: Number | None
    strategy: Strategy | None
    game: Game

    def __bool__(self) -> NoReturn:
        raise TypeError("the result of a rule has no truth value; read .verdict")

    def __repr__(self) -> str:
        return f"<RuleResult {self.verdict}, {self.states} positions>"

    @property
    def cost_pld(self) -> PLD:
        """The cost: the least PLD above all strategies that obey the rule."""
        return self.game.cost()

    @property
    def states(self) -> int:
        """The number of positions of the rule."""
        return len(self.game.moves)


def against_budget(
    game: Game, budget: PLD, *, at: ExactInput | None = None, progress: Progress | None = None
) -> RuleResult:
    """Return whether the cost of a rule stays below a budget, decided, at the point asked for or where the gap is largest.

    Parameters
    ----------
    game
        The positions of the rule.
    budget
        The budget B.
    at
        A point x = e^eps > 0; by default the knot of the budget with the largest gap.

    Raises
    ------
    OutOfRange
        For an x that is not positive.
    TooLarge
        When the whole cost is beyond the limits. With `at` it is needed only where the cost at x is not above the budget, and the
        message says what both are there.

    Notes
    -----
    The cost at x alone, without a verdict, is ``game.cost_at(x)``.

    Examples
    --------
    >>> from exact import log, rr
    >>> from exact.filters import pure_update, residue_game
    >>> game = residue_game([rr(log(2))], rr(log(4)), pure_update, 3)
    >>> found = against_budget(game, rr(log(4)))
    >>> found.verdict, found.gap
    ('free', number('0'))
    """
    limit = budget.canonical
    if at is not None:
        x = positive(at)
        cost, strategy = game.cost_at(x, progress)
        there = hockey_stick.value(limit, x)
        verdict = "violated" if cost > there or not _stays_below(game, budget, (x, cost, there), progress) else "free"
        return RuleResult(verdict, x, cost, there, cost - there, strategy, game)
    if not limit.finite:
        return RuleResult("free", None, None, None, None, None, game)
    whole = game.cost(progress).canonical
    found = blackwell.differences(whole, limit)
    highest = max(found.signs)
    best = blackwell.largest(found, [j for j, s in enumerate(found.signs) if s == highest])
    x = limit.ratio(best or 0)
    cost, there = hockey_stick.value(whole, x), hockey_stick.value(limit, x)
    if highest <= 0:
        return RuleResult("free", x, cost, there, cost - there, None, game)
    return RuleResult("violated", x, cost, there, cost - there, game.strategy_at(x), game)


def _stays_below(game: Game, budget: PLD, known: tuple[Number, Number, Number], progress: Progress | None) -> bool:
    """Return whether the whole cost is <= budget; beyond the limits say what is known at one x: x, the cost, the budget."""
    try:
        return game.cost(progress) <= budget
    except TooLarge as problem:
        x, cost, there = known
        raise TooLarge(
            f"at x = {shorten(str(x))} the cost is {cost.decimal(6)} and the budget {there.decimal(6)} (both known exactly, here rounded), "
            f"and whether the budget is kept elsewhere is beyond the limits: {problem}"
        ) from None
