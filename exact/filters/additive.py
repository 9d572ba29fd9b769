"""The additive filter: a vector of budgets, one for each interval of losses, from which the profile of every query is subtracted.

It is coarser than a filter by composition and easier to analyse: whatever the natural filter with budget ``R_{eps,delta}`` admits, the additive
filter with the constants of `exact.filters.repair` admits too (RES Theorem 14), and its own cost is bounded (RES Theorem 15).

References
----------
RES: *Privacy Filters are Captured by Residues*, section 7.2, Algorithm 3.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NoReturn

from exact.errors import OutOfRange
from exact.filters.discretisation import loss_profile, read_grid, require_symmetric
from exact.filters.session import Session
from exact.loss import Loss
from exact.number import Number
from exact.pld import PLD
from exact.reading import ExactInput, LossInput, number
from exact.writing import shorten


@dataclass(frozen=True, slots=True)
class AdditiveAdmission:
    """The answer of an additive filter to one query.

    Attributes
    ----------
    admitted
        Whether the query was admitted, and subtracted.
    coordinate
        When refused, the least i (1 to n) whose budget runs out; else None.
    spent, budget
        When refused, what coordinate i would have come to with this query, and its budget, which is less; else None.
    """

    admitted: bool
    coordinate: int | None = None
    spent: Number | None = None
    budget: Number | None = None

    def __bool__(self) -> NoReturn:
        raise TypeError("an admission has no truth value; read .admitted")

    def __str__(self) -> str:
        if self.admitted:
            return "admitted"
        return f"refused: coordinate {self.coordinate} would come to {self.spent}, more than its budget {self.budget}"


class AdditiveFilter(Session[AdditiveAdmission, tuple[Number, ...]]):
    """The additive filter on symmetric queries: a query is admitted while the summed profiles stay ``<= budgets`` in every coordinate.

    A refused query costs nothing; the next one is looked at as if it had not been offered.

    Parameters
    ----------
    grid
        Losses (nats) ``0 = e_0 < e_1 < ... < e_n = inf``.
    budgets
        n numbers >= 0: the budget l_i of the losses of size e_{i-1} to e_i.

    Raises
    ------
    OutOfRange
        For a bad grid, another number of budgets, or a negative one. By `admit` and `asked` for a query that is not symmetric, with a
        witness: nothing is known of the cost then.

    Examples
    --------
    >>> from exact import approx, rr
    >>> session = AdditiveFilter([0, 1, "inf"], [5, "1/10"])
    >>> session.admit(rr("1/2")).admitted, session.admit(approx("1/2", "1/16")).admitted
    (True, True)
    >>> print(session.admit(approx("1/2", "1/16")))
    refused: coordinate 2 would come to 1/8, more than its budget 1/10
    >>> [str(left) for left in session.remaining], len(session.history)
    (['49/16', '3/80'], 3)

    References
    ----------
    RES Algorithm 3.
    """

    __slots__ = ("_budgets", "_grid")

    def __init__(self, grid: Sequence[LossInput], budgets: Sequence[ExactInput]) -> None:
        super().__init__()
        self._grid = read_grid(grid)
        if isinstance(budgets, str):
            raise TypeError("budgets are a sequence of numbers, not one text")
        self._budgets = tuple(number(b) for b in budgets)
        intervals = len(self._grid) - 1
        if len(self._budgets) != intervals:
            raise OutOfRange(f"a grid of {intervals + 1} losses needs {intervals} budgets, not {len(self._budgets)}")
        for i, budget in enumerate(self._budgets, 1):
            if budget.sign() < 0:
                raise OutOfRange(f"the budget of coordinate {i} is {shorten(str(budget))}, which is negative")

    @property
    def grid(self) -> tuple[Loss, ...]:
        """The losses e_0, ..., e_n (nats)."""
        return self._grid

    @property
    def budgets(self) -> tuple[Number, ...]:
        """The budgets l_1, ..., l_n that the filter began with."""
        return self._budgets

    @property
    def remaining(self) -> tuple[Number, ...]:
        """The vector that is left: the budgets less the profiles of the admitted queries, never negative."""
        return self._state()

    def _start(self) -> tuple[Number, ...]:
        return self._budgets

    def _answer(self, query: PLD, state: tuple[Number, ...]) -> tuple[AdditiveAdmission, tuple[Number, ...]]:
        after = subtracted(state, symmetric_profile(query, self._grid))
        short = next((i for i, left in enumerate(after) if left.sign() < 0), None)
        if short is None:
            return AdditiveAdmission(admitted=True), after
        budget = self._budgets[short]
        return AdditiveAdmission(admitted=False, coordinate=short + 1, spent=budget - after[short], budget=budget), state


def symmetric_profile(query: PLD, grid: Sequence[Loss]) -> tuple[Number, ...]:
    """Return the profile of a symmetric query; `OutOfRange` for another one, with a witness."""
    require_symmetric(query, "an additive filter takes symmetric queries")
    return loss_profile(query, grid)


def subtracted(budgets: Sequence[Number], profile: Sequence[Number]) -> tuple[Number, ...]:
    """Return the budgets less a profile; a negative number is a budget that does not suffice."""
    return tuple(budget - p for budget, p in zip(budgets, profile, strict=True))
