"""Families of queries on which the natural filter comes near the universal bound C_k.

They play the ideal separated game of `exact.filters.sharpness`. The ratios of the query of each round are powers of M = m^2 apart (m the
separation); in round t the exponents grow by more than all that the rounds before have and the rounds after will have. So a follow-up whose
threshold is the point of a history (i_1, ..., i_{k-1}), played after the queries of this history, counts at x after exactly the outcomes that are
componentwise at most (i_1, ..., i_{k-1}). They have the probability U = u_{i_1} ... u_{i_{k-1}}, so the budget allows it the weight min(1, d/U). The
budget binds Q over P too, and that curve is 0 at x for large m: of a history other than the last one the ratios q/p, those of its queries times
those of its follow-up, are at most of the order of x/m, and those of the last one are bounded. The value of the strategy tends to the ideal V_k(d) as
m grows.

For k = 2 these are the families with a blow-up of delta by the harmonic number H_N: N equiprobable outcomes, delta at most about 1/N.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import prod

from exact.errors import OutOfRange, TooLarge
from exact.filters.sharpness import Levels, read_levels
from exact.filters.strategy import Node, Strategy
from exact.mechanisms.approximate_dp import approx, identity
from exact.mechanisms.operations import mixture
from exact.mechanisms.randomized_response import rr
from exact.number import Number
from exact.pld import PLD
from exact.reading import ExactInput, log, number
from exact.writing import shorten

HISTORY_LIMIT = 2_000
"""The largest number of histories of a family."""

SIZE_LIMIT = 500_000
"""The largest product of the number of histories and the length of x in bits."""


@dataclass(frozen=True, slots=True)
class SeparatedFamily:
    """Queries on which the natural filter comes near the universal bound.

    Attributes
    ----------
    queries
        The family: one query for every history shorter than k - 1, and one follow-up for every history of k - 1 outcomes.
    budget
        ``R_{ln x, delta}``.
    x
        Where the cost is looked at; ``h_budget(x) = delta``.
    strategy
        A strategy of k rounds that the natural filter admits.
    value
        What the strategy reaches at x: at most the cost there.
    """

    queries: tuple[PLD, ...]
    budget: PLD
    x: Number
    strategy: Strategy
    value: Number


def separated_family(levels: Levels, separation: int, delta: ExactInput, rounds: int = 2) -> SeparatedFamily:
    """Return queries, a budget ``R_{eps,delta}`` and an admitted strategy whose value nears that of the ideal separated game.

    Parameters
    ----------
    levels
        N >= 2 for N equiprobable outcomes, or at least two rational levels u_1 < ... < u_N = 1.
    separation
        m >= 2; the value tends to the ideal one as m grows. Neighbouring points are m^2 apart.
    delta
        The delta of the budget, 0 < delta < 1.
    rounds
        The number of rounds k >= 2. x has N times as many digits as M for k = 2, and many more for more rounds.

    Raises
    ------
    OutOfRange
        For a parameter outside its range, or a separation so small that the strategy is not admitted.
    TooLarge
        Beyond 2,000 histories of k - 1 outcomes, or where x is so long that the value would be too long to add up.

    Examples
    --------
    >>> found = separated_family(2, 1000, "9/20")
    >>> found.x, found.value, found.budget.hockey_stick(found.x)
    (number('1000001/2'), number('27/40'), number('9/20'))
    """
    steps, d = read_levels(levels), number(delta)
    if len(steps) < 2:
        raise OutOfRange("a separated family needs at least two outcomes")
    if d.sign() <= 0 or d >= 1:
        raise OutOfRange(f"a separated family needs 0 < delta < 1, not {shorten(str(d))}")
    for name, value in (("separation", separation), ("rounds", rounds)):
        if not isinstance(value, int) or isinstance(value, bool) or value < 2:
            raise OutOfRange(f"{name} must be an integer >= 2, not {value!r}")
    if len(steps) ** (rounds - 1) > HISTORY_LIMIT:
        raise TooLarge(f"a family of more than {HISTORY_LIMIT} histories is beyond the limit")
    return _Construction([p for p, _ in steps], separation, d, rounds).family()


class _Construction:
    """The queries of every history; outcomes count from 0."""

    def __init__(self, masses: list[Fraction], separation: int, delta: Number, rounds: int) -> None:
        self.masses = masses
        self.separation = separation
        self.delta = delta
        self.rounds = rounds
        self.last = (len(masses) - 1,) * (rounds - 1)
        self.points: dict[tuple[int, ...], list[int]] = {}
        self.place((), 0)
        self.totals = {h: sum((p * y for p, y in zip(masses, points, strict=True)), Fraction(0)) for h, points in self.points.items()}
        largest = {h: prod((self.totals[h[:t]] for t in range(rounds - 1)), start=Fraction(1)) for h in self.histories()}
        self.x = max(largest.values())
        if len(largest) * self.x.numerator.bit_length() > SIZE_LIMIT:
            raise TooLarge(f"{len(largest)} histories with an x of {self.x.numerator.bit_length()} bits are beyond the limit; fewer levels may do")
        self.units = {h: self.x / value for h, value in largest.items()}

    def place(self, history: tuple[int, ...], before: int) -> int:
        """Choose the points of the query after a history whose exponents add up to `before`; return the largest sum of exponents from here on."""
        exponents, most = [0], 0
        for i in range(len(self.masses)):
            after = self.place((*history, i), before + exponents[i]) if len(history) < self.rounds - 2 else 0
            most = exponents[i] + after
            exponents.append(before + most + 1)
        self.points[history] = [self.separation ** (2 * e) for e in exponents[:-1]]
        return most

    def histories(self) -> Iterator[tuple[int, ...]]:
        return product(range(len(self.masses)), repeat=self.rounds - 1)

    def query(self, history: tuple[int, ...]) -> PLD:
        """Return the query after a history: masses ``(p_i, p_i M^(e_i)/T)``, T the total for which they add up to 1."""
        total = self.totals[history]
        return PLD((p, p * y / total) for p, y in zip(self.masses, self.points[history], strict=True))

    def point(self, played: tuple[int, ...], seen: tuple[int, ...]) -> Fraction:
        """Return x divided by the ratios of the outcomes `seen` of the queries that the history `played` has."""
        return self.units[played] * prod(self.points[played[:t]][i] for t, i in enumerate(seen))

    def follow_up(self, history: tuple[int, ...]) -> PLD:
        """Return the last query: of value delta at x after the queries of the history, by the outcomes up to it."""
        if history == self.last:
            return PLD([(self.delta, 0), (1 - self.delta, 1)])
        top = self.separation * self.point(history, history)
        reached = Fraction(0)
        for seen in self.histories():
            y = self.point(history, seen)
            if y < top:
                reached += prod(self.masses[i] for i in seen) * (top - y) / (1 + top)
        weight = self.delta / reached
        response = rr(log(top))
        return response if weight >= 1 else mixture((weight, response), (1 - weight, identity()))

    def cost(self, history: tuple[int, ...], last: PLD) -> tuple[Number, Number]:
        """Return h(x) of the queries of the history with the last one, P over Q and Q over P: sums over the outcomes of the former."""
        forward, backward, other = Number(0), Number(0), last.dual()
        for seen in self.histories():
            p, y = prod(self.masses[i] for i in seen), self.point(history, seen)
            forward = forward + p * last.hockey_stick(y)
            beyond = self.x * self.x / y  # x over the ratios of the dual
            if beyond < other.knots[-1] or other.p_infinite:
                backward = backward + p * y / self.x * other.hockey_stick(beyond)
        return forward, backward

    def family(self) -> SeparatedFamily:
        firsts = sorted(self.points, key=lambda h: (len(h), h))
        names = [*firsts, *self.histories()]
        queries = tuple([self.query(h) for h in firsts] + [self.follow_up(h) for h in self.histories()])
        index = {h: i for i, h in enumerate(names)}
        budget = approx(log(self.x), self.delta)
        value = Number(0)
        for h in self.histories():
            last = queries[index[h]]
            if any(cost > self.delta for cost in self.cost(h, last)):
                raise OutOfRange(f"a separation of {self.separation} is too small: the strategy is not admitted; a larger one is")
            after = last.hockey_stick(self.point(h, h))
            value = value + prod(self.masses[i] for i in h) * after

        def node(history: tuple[int, ...]) -> Node:
            query = queries[index[history]]
            if len(history) == self.rounds - 1:
                return Node(index[history], tuple((ratio, None) for ratio in reversed(query.knots)))
            return Node(index[history], tuple((ratio, node((*history, i))) for i, ratio in enumerate(reversed(query.knots))))

        return SeparatedFamily(queries, budget, number(self.x), Strategy(queries, node(())), value)
