"""Residue filters and the natural filter as objects that are asked query by query; the Renyi filter.

A **residue filter** keeps a budget. It admits a query ``L <= B``, and the budget becomes ``U(B, L)``, by an update rule U (see
`exact.filters.updates`). Where the residue condition ``U(B, L) + L <= B`` holds at every step, whoever chooses the queries adaptively
stays below the first budget (RES Theorem 1). The condition is decided at every step: a rule that breaks it raises, with a witness.

The filters are sessions (`exact.filters.session`): a budget, a rule and a history; picklable where the rule is.
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
from exact.filters.session import Session
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


def witness_of_excess(a: PLD, b: PLD) -> Witness | None:
    """Return where ``h_a - h_b`` is largest, when it is positive; None iff ``a <= b``."""
    x = find_witness(a, b)
    return None if x is None else Witness(x, a.hockey_stick(x), b.hockey_stick(x))


class NaturalFilter(Session[Admission, PLD]):
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

    __slots__ = ("budget", "queries")

    def __init__(self, budget: PLD, queries: Sequence[PLD] | None = None) -> None:
        super().__init__()
        check_plds("budget", budget)
        self.budget = budget
        self.queries = None if queries is None else check_family(queries)

    def _start(self) -> PLD:
        return PLD.of_atoms((IDENTITY, 1))

    def _answer(self, query: PLD, state: PLD) -> tuple[Admission, PLD]:
        if self.queries is not None and query not in self.queries and query != PLD.of_atoms((IDENTITY, 1)):
            raise OutOfRange("the query is not one of the family that the filter was made for")
        whole = state + query
        witness = witness_of_excess(whole, self.budget)
        return Admission(witness is None, witness), PLD.of_atoms((whole.canonical, 1)) if witness is None else state

    @property
    def spent(self) -> PLD:
        """The composition of the queries admitted so far."""
        return self._state()

    @property
    def remaining(self) -> PLD | None:
        """For a finite family the sup of the queries that would be admitted now; None where the family is not known.

        (There is no other answer in general: a greatest PLD that composes with what was spent to at most the budget need not exist.)
        """
        if self.queries is None:
            return None
        spent = self.spent
        return sup(query for query in self.queries if spent + query <= self.budget)


class ResidueFilter(Session[Admission, PLD]):
    """A residue filter as an object (RES section 4): valid against adaptive choice, whatever the update rule.

    Parameters
    ----------
    budget
        The first budget B.
    update
        The update rule, called as ``update(B, L)`` for ``L <= B``; see `exact.filters.updates`.

    Raises
    ------
    ResidueConditionBroken
        By `admit` and `asked`, when the next budget is no residue; then nothing is recorded.

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

    __slots__ = ("budget", "update")

    def __init__(self, budget: PLD, update: Update) -> None:
        super().__init__()
        check_plds("budget", budget)
        if not callable(update):
            raise TypeError(f"an update rule is a function of a budget and a query, not {type(update).__name__}")
        self.budget = budget
        self.update = update

    def _start(self) -> PLD:
        return self.budget

    def _answer(self, query: PLD, state: PLD) -> tuple[Admission, PLD]:
        witness = witness_of_excess(query, state)
        return Admission(witness is None, witness), updated(self.update, state, query) if witness is None else state

    @property
    def remaining(self) -> PLD:
        """The present budget; composed with `spent` it is <= the first one."""
        return self._state()


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
    """Whether a query is admitted by a Renyi filter: ``moment`` is that of the query (None for an infinite one), ``remaining`` the largest
    that is admitted.
    """

    admitted: bool
    moment: Number | None
    remaining: Number

    def __bool__(self) -> NoReturn:
        raise TypeError("an admission has no truth value; read .admitted")

    def __str__(self) -> str:
        if self.admitted:
            return "admitted"
        moment = "infinite" if self.moment is None else str(self.moment)
        return f"refused: its moment is {moment}, more than the {self.remaining} that is left"


class RenyiFilter(Session[RenyiAdmission, Number]):
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
    >>> filter.remaining
    number('4/3')
    """

    __slots__ = ("alpha", "rho")

    def __init__(self, alpha: int, rho: LossInput) -> None:
        super().__init__()
        self.rho = loss(rho)
        if not isinstance(alpha, int) or isinstance(alpha, bool) or alpha < 2:
            raise OutOfRange(f"a Renyi filter needs an integer order alpha >= 2, not {alpha!r}")
        if self.rho.is_infinite or self.rho.sign() < 0:
            raise OutOfRange(f"a Renyi filter needs a finite budget rho >= 0, not {self.rho}")
        self.alpha = alpha

    def _start(self) -> Number:
        return self.rho.exp() ** (self.alpha - 1)

    def _answer(self, query: PLD, state: Number) -> tuple[RenyiAdmission, Number]:
        moment = None if query.p_infinite else query.moment(self.alpha - 1)
        if moment is None or moment > state:
            return RenyiAdmission(admitted=False, moment=moment, remaining=state), state
        return RenyiAdmission(admitted=True, moment=moment, remaining=state), state / moment

    @property
    def remaining(self) -> Number:
        """The moment ``e^((alpha - 1) r)`` that is left, r the divergence that is left: the largest moment of a query that is admitted."""
        return self._state()
