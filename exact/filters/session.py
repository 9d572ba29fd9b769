"""What all filters that are asked query by query have in common: a history of offers, and what the filter keeps after each.

A session is deterministic and exact, and holds nothing but its parameters and its history, so it may be pickled at any time. All of them have

* ``admit(query)``: the answer, which is recorded; ``asked(query)``: the same answer, and nothing is recorded;
* ``history``: every query that was offered, refused ones too, as a `Step`;
* ``spent``: the composition of the queries admitted;
* ``remaining``: what is left to be spent, in the currency of the filter.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from exact.composition import IDENTITY
from exact.filters.game import check_plds
from exact.pld import PLD


class Answer(Protocol):
    """What a filter answers: at least whether the query is admitted."""

    @property
    def admitted(self) -> bool:
        """Whether the query may be run."""
        ...  # pragma: no cover - a protocol


A = TypeVar("A", bound=Answer)
S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class Step(Generic[A, S]):
    """A query that was offered, the answer, and what the filter keeps after it (as before, where the query was refused).

    A natural filter keeps the composition of what was admitted; the others keep what remains: a residue filter the budget, a Renyi filter the
    moment, an additive filter the vector.
    """

    query: PLD
    admission: A
    state: S


class Session(Generic[A, S]):
    """A filter that is asked query by query; the base of the four that there are."""

    __slots__ = ("_steps",)

    def __init__(self) -> None:
        self._steps: tuple[Step[A, S], ...] = ()

    def admit(self, query: PLD) -> A:
        """Return whether the query is admitted, decided, and record it; where that raises, nothing is recorded."""
        step = self._step(query)
        self._steps = (*self._steps, step)
        return step.admission

    def asked(self, query: PLD) -> A:
        """Return what `admit` would, or raise as it would, and record nothing."""
        return self._step(query).admission

    @property
    def history(self) -> tuple[Step[A, S], ...]:
        """The queries offered, in order, with the answers."""
        return self._steps

    @property
    def spent(self) -> PLD:
        """The composition of the queries admitted so far."""
        return PLD.of_atoms((IDENTITY, 1)).compose(*(step.query for step in self._steps if step.admission.admitted))

    def _step(self, query: PLD) -> Step[A, S]:
        check_plds("query", query)
        answer, after = self._answer(query, self._state())
        return Step(query, answer, after)

    def _state(self) -> S:
        """Return what the filter keeps now."""
        return self._steps[-1].state if self._steps else self._start()

    def _start(self) -> S:
        """Return what the filter keeps before the first query."""
        raise NotImplementedError

    def _answer(self, query: PLD, state: S) -> tuple[A, S]:
        """Return the answer to a query, and what the filter keeps after it."""
        raise NotImplementedError

    def __repr__(self) -> str:
        admitted = sum(step.admission.admitted for step in self._steps)
        return f"<{type(self).__name__}, {admitted} of {len(self._steps)} queries admitted>"
