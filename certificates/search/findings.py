"""What a search found: counts, reasons for what was not decided, and the best findings in three rankings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from certificates.search.journal import Journal, Reason
from certificates.search.point import INFINITE, Outcome
from certificates.search.problem import Search
from certificates.search.ranking import best_by, keys
from exact.errors import ExactError, NotReadable
from exact.number import Number
from exact.reading import number


@dataclass(frozen=True, slots=True)
class Finding:
    """A point at which the natural filter is violated.

    Attributes
    ----------
    number
        Which point of the grid.
    parameters
        Its values.
    queries, budget
        The expressions there.
    x, cost, budget_value, gap
        The place of the largest gap, ``h_cost(x)``, ``h_budget(x)`` and their difference, exactly.
    relative_gap
        ``gap / budget_value``, at the same x; the text "inf" where the budget's value is 0.
    simplicity
        The bits of the parameters, see `certificates.search.values`; the fewer, the simpler.
    """

    number: int
    parameters: dict[str, str]
    queries: tuple[str, ...]
    budget: str
    x: Number
    cost: Number
    budget_value: Number
    gap: Number
    relative_gap: Number | str
    simplicity: int


@dataclass(frozen=True, slots=True)
class Findings:
    """What a search found.

    Attributes
    ----------
    search
        The search.
    violated, free, refused, beyond_limits
        How many points there are of each kind. Refused are those where an expression is no PLD.
    reasons
        Why points were refused or are beyond limits, the most frequent reasons first; of very many, the first.
    by_gap, by_relative_gap, by_simplicity
        The best findings, the best first.
    """

    search: Search
    violated: int
    free: int
    refused: int
    beyond_limits: int
    reasons: tuple[Reason, ...]
    by_gap: tuple[Finding, ...]
    by_relative_gap: tuple[Finding, ...]
    by_simplicity: tuple[Finding, ...]

    @property
    def best(self) -> tuple[Finding, ...]:
        """The findings of all three rankings, each once: those by gap, then what the relative gap adds, then what simplicity adds."""
        return tuple({f.number: f for f in (*self.by_gap, *self.by_relative_gap, *self.by_simplicity)}.values())

    def ranks(self, finding: Finding) -> dict[str, int | None]:
        """Return the places of a finding in the rankings, from 1; None where it is not among the best."""
        rows = {"gap": self.by_gap, "relative_gap": self.by_relative_gap, "simplicity": self.by_simplicity}
        return {name: next((i for i, f in enumerate(row, 1) if f.number == finding.number), None) for name, row in rows.items()}


def findings_of(search: Search, journal: Journal, best: int) -> Findings:
    """Return the findings in a journal, at most `best` in each ranking."""
    counts = journal.counts()
    by = {name: _rank(search, best_by(key, journal.violated(), best)) for name, key in keys(search.simplicity).items()}
    return Findings(
        search,
        violated=counts.get("violated", 0),
        free=counts.get("free", 0),
        refused=counts.get("refused", 0),
        beyond_limits=counts.get("limit", 0),
        reasons=tuple(journal.reasons()),
        by_gap=by["gap"],
        by_relative_gap=by["relative_gap"],
        by_simplicity=by["simplicity"],
    )


def _rank(search: Search, outcomes: Sequence[Outcome]) -> tuple[Finding, ...]:
    return tuple(_finding(search, outcome) for outcome in outcomes)


def _finding(search: Search, outcome: Outcome) -> Finding:
    _, queries, _, _ = search.task(outcome.number)
    try:
        x, cost, value, gap = (number(text) for text in (outcome.x, outcome.cost, outcome.budget_value, outcome.gap))
        relative = INFINITE if outcome.relative_gap == INFINITE else number(outcome.relative_gap)
    except (ExactError, TypeError):
        raise NotReadable(f"the journal is damaged: point {outcome.number} has values that are no exact numbers") from None
    return Finding(
        outcome.number,
        search.values_at(outcome.number),
        queries,
        str(outcome.budget),
        x,
        cost,
        value,
        gap,
        relative,
        search.simplicity(outcome.number),
    )
