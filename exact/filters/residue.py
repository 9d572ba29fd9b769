"""Residue filters and the natural filter as objects that are asked query by query; the Renyi filter.

A **residue filter** keeps a budget. It admits a query ``L <= B``, and the budget becomes ``U(B, L)``, by an update rule U (see
`exact.filters.updates`). Where the residue condition ``U(B, L) + L <= B`` holds at every step, whoever chooses the queries adaptively
stays below the first budget (RES Theorem 1). The condition is decided at every step: a rule that breaks it raises, with a witness.

The filters are plain objects: a budget, a rule and a history; deterministic, exact, and picklable where the rule is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NoReturn

from exact.comparison import Witness, find_witness
from exact.composition import IDENTITY
from exact.errors import OutOfRange, Refuted
from exact.filters.admission import Admission
from exact.filters.game import check_family, check_plds
from exact.filters.updates import Update, sup
from exact.number import Number
from exact.pld import PLD
from exact.reading import LossInput, loss


class ResidueConditionBroken(Refuted):
    """Raised when an update rule returns a budget that is no residue: ``U(B, L) + L <= B`` fails at the witness."""

    def __init__(self, witness: Witness) -> None:
        super().__init__(
            f"the update rule breaks the residue condition: at x = {witness.x} the next budget and the query together have "
            f"h(x) = {witness.a}, more than the {witness.b} of the budget"
        )
        self.witness = witness


@dataclass(frozen=True, slots=True)
class Step:
    """A query that a residue filter was offered, and the budget after it (the same one where it was refused)."""

    query: PLD
    admission: Admission
    budget: PLD


def witness_of_excess(a: PLD, b: PLD) -> Witness | None:
    """Return where ``h_a - h_b`` is largest, when it is positive; None iff ``a <= b``."""
    x = find_witness(a, b)
    return None if x is None else Witness(x, a.hockey_stick(x), b.hockey_stick(x))


class NaturalFilter:
    """The natural filter as an object: it admits a query while the composition of what was admitted stays ``<= budget``.

    It is *not* valid against adaptive choice in general; `natural_filter` says what it costs.

    Parameters
    ----------
    budget
        The budget B.
    queries
        The family, where it is finite and known; then other queries raise `OutOfRange`, and `remaining` exists.

    Examples
    --------
    >>> from exact import approx, log, rr
    >>> filter = NaturalFilter(approx(log(2), "1/4"))
    >>> filter.admit(rr(log(2))).admitted, filter.admit(approx(0, "1/4")).admitted
    (True, True)
    >>> print(filter.admit(rr(log(2))))
    refused: at x = 2 it has h(x) = 5/12, more than the budget's 1/4
    """

    __slots__ = ("_steps", "budget", "queries")

    def __init__(self, budget: PLD, queries: Sequence[PLD] | None = None) -> None:
        check_plds("budget", budget)
        self.budget = budget
        self.queries = None if queries is None else check_family(queries)
        self._steps: tuple[tuple[PLD, Admission], ...] = ()

    def admit(self, query: PLD) -> Admission:
        """Return whether the query is admitted, and record it; the witness of a refusal compares the composition with the budget."""
        answer = self.asked(query)
        self._steps = (*self._steps, (query, answer))
        return answer

    def asked(self, query: PLD) -> Admission:
        """Return what `admit` would, and record nothing."""
        check_plds("query", query)
        if self.queries is not None and query not in self.queries and query != PLD.of_atoms((IDENTITY, 1)):
            raise OutOfRange("the query is not one of the family that the filter was made for")
        witness = witness_of_excess(self.spent + query, self.budget)
        return Admission(witness is None, witness)

    @property
    def history(self) -> tuple[tuple[PLD, Admission], ...]:
        """The queries offered, with the answers."""
        return self._steps

    @property
    def spent(self) -> PLD:
        """The composition of the queries admitted so far."""
        return PLD.of_atoms((IDENTITY, 1)).compose(*(query for query, answer in self._steps if answer.admitted))

    @property
    def remaining(self) -> PLD | None:
        """For a finite family the sup of the queries that would be admitted now; None where the family is not known.

        (There is no other answer in general: a greatest PLD that composes with what was spent to at most the budget need not exist.)
        """
        if self.queries is None:
            return None
        spent = self.spent
        return sup(query for query in self.queries if spent + query <= self.budget)

    def __repr__(self) -> str:
        return f"<NaturalFilter, {sum(a.admitted for _, a in self._steps)} of {len(self._steps)} queries admitted>"


class ResidueFilter:
    """A residue filter as an object (RES section 4): valid against adaptive choice, whatever the update rule.

    Parameters
    ----------
    budget
        The first budget B.
    update
        The update rule, called as ``update(B, L)`` for ``L <= B``; see `exact.filters.updates`.

    Examples
    --------
    >>> from exact import log, rr
    >>> from exact.filters import pure_update
    >>> filter = ResidueFilter(rr(log(6)), pure_update)
    >>> filter.admit(rr(log(2))).admitted, filter.remaining == rr(log(3))
    (True, True)
    >>> print(filter.admit(rr(log(4))))
    refused: at x = 3 it has h(x) = 1/5, more than the budget's 0
    """

    __slots__ = ("_steps", "budget", "update")

    def __init__(self, budget: PLD, update: Update) -> None:
        check_plds("budget", budget)
        if not callable(update):
            raise TypeError(f"an update rule is a function of a budget and a query, not {type(update).__name__}")
        self.budget = budget
        self.update = update
        self._steps: tuple[Step, ...] = ()

    def admit(self, query: PLD) -> Admission:
        """Return whether the query is admitted (iff it is <= the present budget), record it, and update the budget.

        Raises
        ------
        ResidueConditionBroken
            When the next budget is no residue; then nothing is recorded.
        """
        check_plds("query", query)
        witness = witness_of_excess(query, self.remaining)
        after = self.remaining
        if witness is None:
            after = updated(self.update, self.remaining, query)
        answer = Admission(witness is None, witness)
        self._steps = (*self._steps, Step(query, answer, after))
        return answer

    @property
    def history(self) -> tuple[Step, ...]:
        """The queries offered, with the answers and the budgets after them."""
        return self._steps

    @property
    def remaining(self) -> PLD:
        """The present budget."""
        return self._steps[-1].budget if self._steps else self.budget

    @property
    def spent(self) -> PLD:
        """The composition of the queries admitted so far; with `remaining` it is <= the first budget."""
        return PLD.of_atoms((IDENTITY, 1)).compose(*(step.query for step in self._steps if step.admission.admitted))

    def __repr__(self) -> str:
        return f"<ResidueFilter, {sum(s.admission.admitted for s in self._steps)} of {len(self._steps)} queries admitted>"


def updated(update: Update, budget: PLD, query: PLD) -> PLD:
    """Return ``update(budget, query)``, the residue condition decided; `ResidueConditionBroken` where it fails."""
    after = update(budget, query)
    if not isinstance(after, PLD):
        raise TypeError(f"an update rule returns a PLD, not {type(after).__name__}")
    witness = witness_of_excess(after + query, budget)
    if witness is not None:
        raise ResidueConditionBroken(witness)
    return after


@dataclass(frozen=True, slots=True)
class RenyiAdmission:
    """Whether a query is admitted by a Renyi filter: ``moment`` is that of the query (None for an infinite one), ``left`` the largest
    that is admitted.
    """

    admitted: bool
    moment: Number | None
    left: Number

    def __bool__(self) -> NoReturn:
        raise TypeError("an admission has no truth value; read .admitted")

    def __str__(self) -> str:
        if self.admitted:
            return "admitted"
        moment = "infinite" if self.moment is None else str(self.moment)
        return f"refused: its moment is {moment}, more than the {self.left} that is left"


class RenyiFilter:
    """The Renyi filter at a fixed integer order alpha (RES section 4): it admits queries while their divergences add up to at most rho.

    It keeps ``e^((alpha - 1) rho)`` and divides it by ``E_P[(p/q)^(alpha - 1)]`` of each admitted query, exactly: moments of
    compositions multiply, also under adaptive choice, so the order-alpha divergence of the whole (P over Q) never exceeds rho.
    This is a residue condition for moments, not for PLDs: there is no PLD that is the greatest of those with divergence rho.

    Parameters
    ----------
    alpha
        The order, an integer >= 2.
    rho
        The budget in nats, >= 0: finite.

    Examples
    --------
    >>> from exact import log, rr
    >>> filter = RenyiFilter(2, log(3))
    >>> [filter.admit(rr(log(2))).admitted for _ in range(3)]
    [True, True, False]
    >>> filter.left
    number('4/3')
    """

    __slots__ = ("_steps", "alpha", "rho")

    def __init__(self, alpha: int, rho: LossInput) -> None:
        self.rho = loss(rho)
        if not isinstance(alpha, int) or isinstance(alpha, bool) or alpha < 2:
            raise OutOfRange(f"a Renyi filter needs an integer order alpha >= 2, not {alpha!r}")
        if self.rho.is_infinite or self.rho.sign() < 0:
            raise OutOfRange(f"a Renyi filter needs a finite budget rho >= 0, not {self.rho}")
        self.alpha = alpha
        self._steps: tuple[tuple[PLD, RenyiAdmission], ...] = ()

    def admit(self, query: PLD) -> RenyiAdmission:
        """Return whether the query is admitted, and record it."""
        check_plds("query", query)
        moment = None if query.p_infinite else query.moment(self.alpha - 1)
        answer = RenyiAdmission(moment is not None and moment <= self.left, moment, self.left)
        self._steps = (*self._steps, (query, answer))
        return answer

    @property
    def left(self) -> Number:
        """``e^((alpha - 1) r)`` with r the divergence that is left."""
        whole = self.rho.exp() ** (self.alpha - 1)
        for _, answer in self._steps:
            if answer.admitted and answer.moment is not None:
                whole = whole / answer.moment
        return whole

    @property
    def history(self) -> tuple[tuple[PLD, RenyiAdmission], ...]:
        """The queries offered, with the answers."""
        return self._steps

    @property
    def spent(self) -> PLD:
        """The composition of the queries admitted so far."""
        return PLD.of_atoms((IDENTITY, 1)).compose(*(query for query, answer in self._steps if answer.admitted))

    def __repr__(self) -> str:
        return f"<RenyiFilter of order {self.alpha}, {sum(a.admitted for _, a in self._steps)} of {len(self._steps)} queries admitted>"

