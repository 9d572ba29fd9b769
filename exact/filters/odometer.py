"""A privacy odometer: what the queries run so far have leaked, exactly, if they had been fixed in advance.

**No guarantee against adaptive choice, for any family.** The numbers are those of the composition of the realised queries. Where queries
were chosen by the answers, other answers would have led to others, and what the interaction leaks depends on them: after "no" an
adversary may stop, and after "yes" ask for everything. What limits that is a filter, with a budget B that was fixed before the first
query and that *every* path keeps. Of the natural filter one can say:

* where the compositions of the family form a chain, the interaction leaks at most B (RES Theorem 8), see `Odometer.is_chain`;
* for any family it has ``h(x) <= C_k(h_B(x))`` after k rounds, see `Odometer.universal_delta_upper` and `exact.filters.universal_bound`.
"""

from __future__ import annotations

from collections.abc import Sequence

from exact.composition import IDENTITY
from exact.errors import OutOfRange, TooLarge
from exact.filters.game import ROUND_LIMIT, check_family, check_plds
from exact.filters.universal_bound import universal_bound_upper
from exact.filters.universal_freeness import chain
from exact.loss import Loss
from exact.number import Number
from exact.pld import PLD
from exact.reading import ExactInput, LossInput


class Odometer:
    """A running account of queries.

    Parameters
    ----------
    queries
        The family that queries are taken from, where it is finite and known: then `is_chain` can be decided.
    rounds
        The largest number of queries on any path of the interaction, where it was fixed before the first one; more are refused.
        By default the number of queries recorded stands for it.

    Examples
    --------
    >>> from exact import log, rr
    >>> odometer = Odometer([rr(log(2))])
    >>> odometer.record(rr(log(2)))
    >>> odometer.delta(0), odometer.epsilon(0), odometer.universal_delta_upper(0, digits=6)
    (number('1/3'), loss('log(2)'), '0.333334')
    >>> odometer.is_chain()
    True
    """

    __slots__ = ("_history", "queries", "rounds")

    def __init__(self, queries: Sequence[PLD] | None = None, rounds: int | None = None) -> None:
        if rounds is not None and (not isinstance(rounds, int) or isinstance(rounds, bool) or rounds < 1):
            raise OutOfRange(f"the number of rounds of an odometer must be an integer >= 1, not {rounds!r}")
        self.queries = None if queries is None else check_family(queries)
        self.rounds = rounds
        self._history: tuple[PLD, ...] = ()

    def record(self, query: PLD) -> None:
        """Record a query that was run; `OutOfRange` for one that is not of the family (nor the identity), or beyond the rounds."""
        check_plds("query", query)
        if self.queries is not None and query not in self.queries and query != PLD.of_atoms((IDENTITY, 1)):
            raise OutOfRange("the query is not one of the family that the odometer was made for")
        if self.rounds is not None and len(self._history) == self.rounds:
            raise OutOfRange(f"the odometer was made for {self.rounds} rounds, and all of them are recorded")
        self._history = (*self._history, query)

    @property
    def history(self) -> tuple[PLD, ...]:
        """The queries recorded."""
        return self._history

    @property
    def spent(self) -> PLD:
        """The composition of the queries recorded."""
        return PLD.of_atoms((IDENTITY, 1)).compose(*self._history)

    def delta(self, eps: LossInput) -> Number:
        """Return delta(eps) of the realised composition, P over Q; no guarantee against adaptive choice."""
        return self.spent.delta(eps)

    def epsilon(self, delta: ExactInput) -> Loss:
        """Return epsilon(delta) of the realised composition in nats, P over Q; no guarantee against adaptive choice."""
        return self.spent.epsilon(delta)

    def universal_delta_upper(self, eps: LossInput, digits: int = 30) -> str:
        """Return an upper bound of ``C_k(delta(eps))``, k the number of rounds.

        No adversary exceeds it at this eps *within a natural filter of k rounds whose budget has this delta(eps)*, so that every path
        stays below that budget. It says nothing about an interaction that no filter stops.
        """
        return universal_bound_upper(self.delta(eps), self._longest(), digits)

    def is_chain(self) -> bool | None:
        """Return whether the compositions of the family form a chain for this number of rounds, decided; None where the family is not known.

        In a chain the natural filter is valid with every budget that was fixed in advance. (Where it is none, it may be so as well:
        `exact.filters.universally_free` decides it.) The numbers of the odometer are no guarantee for that.

        `TooLarge` beyond `ROUND_LIMIT` rounds, and beyond the limits on PLDs.
        """
        if self.queries is None:
            return None
        if self._longest() > ROUND_LIMIT:
            raise TooLarge(f"whether a family is a chain is decided for at most {ROUND_LIMIT} rounds, not for {self._longest()}")
        return chain(self.queries, self._longest()).is_chain

    def _longest(self) -> int:
        return self.rounds or max(len(self._history), 1)

    def __repr__(self) -> str:
        return f"<Odometer, {len(self._history)} queries>"
