"""One point of a search: a problem as texts goes in, what the natural filter does there comes out, again as texts.

Only texts and integers pass between processes, so any executor will do. Texts of exact numbers read back to the same numbers.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from certificates.search.suggested import worst_suggested
from exact.errors import ExactError, TooLarge, Undecided
from exact.expressions import pld
from exact.filters import FilterResult, natural_filter
from exact.filters.natural import Rounds
from exact.number import Number
from exact.pld import PLD
from exact.writing import shorten

Task = tuple[int, tuple[str, ...], str | None, Rounds]
"""The number of the point, its queries, its budget (None: those that the pairs of compositions suggest), the rounds."""

TEXT_LIMIT = 20_000
"""Characters of an exact number in a finding."""
DIGITS = 30
REASON_WIDTH = 300
INFINITE = "inf"


class Outcome(NamedTuple):
    """What was found at one point.

    Attributes
    ----------
    number
        Which point.
    verdict
        ``violated``, ``free``, ``refused`` (an expression is no PLD there) or ``limit`` (undecided, or beyond a limit).
    reason
        Why it was not decided, else None.
    budget
        The text of the budget; None where none was suggested.
    x, cost, budget_value, gap
        As of `natural_filter`: the place of the largest gap, and the values there; None where there is none.
    relative_gap
        ``gap / budget_value`` at the same x, or ``inf``.
    gap_decimal, relative_gap_decimal
        Correctly rounded to 30 digits, so that their order is never the wrong way round.
    """

    number: int
    verdict: str
    reason: str | None
    budget: str | None
    x: str | None = None
    cost: str | None = None
    budget_value: str | None = None
    gap: str | None = None
    relative_gap: str | None = None
    gap_decimal: str | None = None
    relative_gap_decimal: str | None = None


def evaluate(tasks: Sequence[Task], seconds: float) -> list[Outcome]:
    """Return the outcomes of the first of these tasks: at least one, and no further one after so many seconds."""
    end = time.monotonic() + seconds
    done: list[Outcome] = []
    for task in tasks:
        done.append(evaluate_point(task))
        if time.monotonic() > end:
            break
    return done


def evaluate_point(task: Task) -> Outcome:
    """Return what the natural filter does at one point; whatever cannot be decided is an outcome with its reason."""
    number, _, budget, _ = task
    try:
        budget, result = solve(task)
        return _outcome(number, budget, result)
    except (TooLarge, Undecided) as problem:
        return Outcome(number, "limit", _reason(problem), budget)
    except (MemoryError, RecursionError):
        return Outcome(number, "limit", "memory or stack is too small", budget)
    except ExactError as problem:
        return Outcome(number, "refused", _reason(problem), budget)


def solve(task: Task) -> tuple[str | None, FilterResult]:
    """Return the text of the budget and the result of the natural filter at a point."""
    _, queries, budget, rounds = task
    family = [_read(f"queries[{i}]", text) for i, text in enumerate(queries)]
    if budget is None:
        return worst_suggested(queries, family, rounds)
    return budget, natural_filter(family, _read("budget", budget), rounds)


@lru_cache(maxsize=64)
def _pld(text: str) -> PLD:
    return pld(text)


def _read(what: str, text: str) -> PLD:
    try:
        return _pld(text)
    except ExactError as problem:
        raise type(problem)(f"{what} = {shorten(text)}: {problem}") from None


def _reason(problem: ExactError) -> str:
    return shorten(str(problem), REASON_WIDTH)


def _outcome(number: int, budget: str | None, result: FilterResult) -> Outcome:
    cost, value, gap = result.cost, result.budget, result.gap
    if result.x is None or cost is None or value is None or gap is None:
        return Outcome(number, result.verdict, None, budget)
    relative: Number | str = gap / value if value else INFINITE
    texts = [_text(v) for v in (result.x, cost, value, gap, relative)]
    decimals = [v if isinstance(v, str) else v.decimal(DIGITS) for v in (gap, relative)]
    return Outcome(number, result.verdict, None, budget, *texts, *decimals)


def _text(value: Number | str) -> str:
    if isinstance(value, str):
        return value
    text = str(value) if value.text_size() <= TEXT_LIMIT else None
    if text is None or len(text) > TEXT_LIMIT:
        raise TooLarge(f"an exact number of the finding has a text of more than {TEXT_LIMIT} characters")
    return text
