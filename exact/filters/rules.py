"""Any rule beside a budget: whether the best adversary that obeys the rule stays below it; and rules by their names."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from exact import blackwell, hockey_stick
from exact.errors import OutOfRange
from exact.filters.adversary import renyi_game, residue_game
from exact.filters.game import Game, Progress
from exact.filters.strategy import Strategy
from exact.filters.updates import NaturalUpdate, delta_update, pure_update
from exact.number import Number
from exact.pld import PLD
from exact.reading import ExactInput, number
from exact.writing import shorten

RULE_NAMES = ("natural", "residue:pure", "residue:delta", "residue:natural", "residue:renyi:ALPHA")
"""The rules that have names, ALPHA an integer from 2 to `ORDER_LIMIT`."""
ORDER_LIMIT = 100_000
"""The largest order of a Renyi rule."""
RENYI = "residue:renyi:"


@dataclass(frozen=True, slots=True, eq=False)
class RuleResult:
    """What a rule costs beside a budget.

    Attributes
    ----------
    verdict
        "free" when no strategy that obeys the rule is above the budget anywhere, else "violated".
    x, cost, budget, gap
        As in `exact.filters.natural.FilterResult`.
    strategy
        A strategy that obeys the rule and attains h_cost at x; None for a budget without knots.
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

    Examples
    --------
    >>> from exact import log, number, rr
    >>> game = rule_game("residue:pure", [rr(log(2))], rr(log(4)), 3)
    >>> found = against_budget(game, rr(log(4)))
    >>> found.verdict, found.gap
    ('free', number('0'))
    """
    limit = budget.canonical
    if at is not None:
        point = number(at)
        cost, strategy = game.cost_at(point, progress)
        there = hockey_stick.value(limit, point)
        violated = cost > there or not game.cost(progress) <= budget
        return RuleResult("violated" if violated else "free", point, cost, there, cost - there, strategy, game)
    if not limit.finite:
        return RuleResult("free", None, None, None, None, None, game)
    whole = game.cost(progress).canonical
    found = blackwell.differences(whole, limit)
    highest = max(found.signs)
    best = blackwell.largest(found, [j for j, s in enumerate(found.signs) if s == highest])
    x = limit.ratio(best or 0)
    cost, there = hockey_stick.value(whole, x), hockey_stick.value(limit, x)
    return RuleResult("violated" if highest > 0 else "free", x, cost, there, cost - there, game.cost_at(x, progress)[1], game)


def renyi_order(name: str) -> int | None:
    """Return the order in the name of a Renyi rule, None for another name; `OutOfRange` when it is no integer from 2 to `ORDER_LIMIT`."""
    if not name.startswith(RENYI):
        return None
    order = name.removeprefix(RENYI)
    fits = order.isascii() and order.isdigit() and len(order) <= len(str(ORDER_LIMIT)) and 2 <= int(order) <= ORDER_LIMIT
    if not fits:
        raise OutOfRange(f"the rule {RENYI}ALPHA needs an integer order ALPHA from 2 to {ORDER_LIMIT}, not {shorten(order)!r}")
    return int(order)


def check_rule(name: str) -> None:
    """Raise `OutOfRange` unless this is the name of a rule."""
    if renyi_order(name) is None and name not in RULE_NAMES[:-1]:
        raise OutOfRange(f"unknown rule {shorten(name)!r}; known are {', '.join(RULE_NAMES)}")


def rule_game(
    name: str, queries: Sequence[PLD], budget: PLD, rounds: int, *, progress: Progress | None = None
) -> Game:
    """Return the game of a residue rule by its name: one of `RULE_NAMES` but "natural".

    The Renyi rule of order alpha has the divergence of the budget for its rho; it keeps that, and not the whole budget.

    Raises
    ------
    OutOfRange
        For an unknown name, and for a Renyi rule under a budget whose divergence is infinite.
    ResidueConditionBroken
        Where the natural update is no residue.
    """
    check_rule(name)
    order = renyi_order(name)
    if order is not None:
        if budget.p_infinite:
            raise OutOfRange(f"the budget has an infinite loss, so its Renyi divergence, of which the rule {name} is to keep track, is infinite")
        return renyi_game(queries, order, budget.renyi(order), rounds, progress=progress)
    if name == "residue:natural":
        return residue_game(queries, budget, NaturalUpdate(queries, rounds), rounds, progress=progress)
    updates = {"residue:pure": pure_update, "residue:delta": delta_update}
    if name not in updates:
        raise OutOfRange(f"{name} is no residue rule")
    return residue_game(queries, budget, updates[name], rounds, progress=progress)
