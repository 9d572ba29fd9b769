"""Rules by their names, as the command line knows them."""

from __future__ import annotations

from collections.abc import Sequence

from exact.errors import OutOfRange
from exact.filters.adversary import renyi_game, residue_game
from exact.filters.game import Game, Progress
from exact.filters.updates import NaturalUpdate, delta_update, pure_update
from exact.pld import PLD
from exact.writing import shorten

RULE_NAMES = ("natural", "residue:pure", "residue:delta", "residue:natural", "residue:renyi:ALPHA")
"""The rules that have names, ALPHA an integer from 2 to `ORDER_LIMIT`."""
ORDER_LIMIT = 100_000
"""The largest order of a Renyi rule."""
RENYI = "residue:renyi:"


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
