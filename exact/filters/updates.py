"""Update rules of residue filters: what is left of a budget after a query.

An update rule U is a function of a budget B and a query ``L <= B`` to the next budget; it is valid where the **residue
condition** ``U(B, L) + L <= B`` holds. Here are the rules of RES section 4 that have a PLD for a budget (pure DP, ``(0, delta)``) and
the natural update of section 5. Any function of this kind is an update rule; a filter checks the condition at every step.

The Renyi filter has a number for a budget, since no PLD is the greatest of those with a given Renyi divergence; see
`exact.filters.residue.RenyiFilter`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from exact.composition import IDENTITY
from exact.errors import OutOfRange, Unsupported
from exact.filters.family import compositions
from exact.filters.game import check_family, check_rounds
from exact.loss import Loss
from exact.mechanisms.approximate_dp import approx
from exact.mechanisms.randomized_response import rr
from exact.pld import PLD

Update = Callable[[PLD, PLD], PLD]
"""``U(B, L)``: the budget after the query L, for ``L <= B``."""


def pure_epsilon(query: PLD) -> Loss:
    """Return the least epsilon (nats) for which the query is epsilon-DP: the largest finite loss or minus the least one.

    `OutOfRange` for a query with an infinite loss, which is epsilon-DP for no epsilon.
    """
    if query.p_infinite or query.q_infinite:
        raise OutOfRange("the query has an infinite loss, so it is epsilon-DP for no epsilon")
    ratios = query.knots
    return max(Loss(ratios[-1]), Loss(ratios[0].reciprocal()))


def pure_update(budget: PLD, query: PLD) -> PLD:
    """Return ``R_{eps - eps_L}`` for the budget ``R_eps`` and an eps_L-DP query (RES section 4).

    `Unsupported` for a budget that is not randomized response; `OutOfRange` for a query that costs more than eps.

    Examples
    --------
    >>> from exact import log, rr
    >>> pure_update(rr(log(6)), rr(log(2))) == rr(log(3))
    True
    """
    eps = None if budget.p_infinite or budget.q_infinite else pure_epsilon(budget)
    if eps is None or budget != rr(eps):
        raise Unsupported("the pure-DP update needs a budget rr(eps)")
    left = eps - pure_epsilon(query)
    if left.sign() < 0:
        raise OutOfRange(f"the query costs eps = {pure_epsilon(query)}, more than the {eps} that is left")
    return rr(left)


def delta_update(budget: PLD, query: PLD) -> PLD:
    """Return ``R_{0, (d - d_L)/(1 - d_L)}`` for the budget ``R_{0,d}`` and a query with ``h_L(1) = d_L``, the least d_L for which it
    is ``(0, d_L)``-DP (RES section 6.2: ``R_{0,a} + R_{0,b} = R_{0, a + b - ab}``).

    `Unsupported` for a budget that is not of this form; `OutOfRange` for a query that costs more than d.

    Examples
    --------
    >>> from exact import approx
    >>> delta_update(approx(0, "1/2"), approx(0, "1/4")) == approx(0, "1/3")
    True
    """
    d, cost = budget.hockey_stick(1), query.hockey_stick(1)
    if budget != approx(0, d):
        raise Unsupported("the (0, delta) update needs a budget approx(0, delta)")
    if cost > d:
        raise OutOfRange(f"the query costs delta = {cost}, more than the {d} that is left")
    return budget if d == 1 else approx(0, (d - cost) / (1 - cost))


@dataclass(frozen=True, slots=True, eq=False)
class NaturalUpdate:
    """The natural update ``U(B, L) = sup { L' in F^{<k} : L + L' <= B }`` of a finite family F and k rounds (RES Theorem 7).

    The residue condition holds for it at every budget iff the natural filter of the family is universally free for k rounds. The compositions
    F^{<k} are listed once, here; pickled are only the family and the rounds. `TooLarge` beyond the limits.

    Examples
    --------
    >>> from exact import approx
    >>> update = NaturalUpdate([approx(0, "1/4")], 3)
    >>> update(approx(0, "1/2"), approx(0, "1/4")) == approx(0, "1/4")
    True
    """

    family: tuple[PLD, ...]
    rounds: int
    _members: tuple[PLD, ...] = field(repr=False)

    def __init__(self, family: Sequence[PLD], rounds: int) -> None:
        queries = check_family(family)
        check_rounds(rounds, unbounded=False)
        object.__setattr__(self, "family", queries)
        object.__setattr__(self, "rounds", rounds)
        object.__setattr__(self, "_members", tuple(compositions(queries, rounds).values()))

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        return NaturalUpdate, (self.family, self.rounds)

    def __call__(self, budget: PLD, query: PLD) -> PLD:
        """Return the update; `TooLarge` beyond the limits."""
        return sup(rest for rest in self._members if query + rest <= budget)


def sup(plds: Iterable[PLD]) -> PLD:
    """Return the sup of PLDs, the identity for none."""
    found = PLD.of_atoms((IDENTITY, 1))
    for value in plds:
        found = found.join(value)
    return found
