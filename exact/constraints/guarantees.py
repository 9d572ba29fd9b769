"""The guarantees (eps, delta) that define the region of a composition, in closed form: sums over counts, with no PLD worked out.

A symmetric composition is defined by its guarantees at the losses eps_j >= 0 that occur: its testing region is the intersection of the
R(eps_j, delta_j), since the curve is straight between neighbouring losses. With N(y) the probability under P of the outcomes of loss y,
``delta_j = sum over y > eps_j of N(y) (1 - e^(eps_j - y))``. Whether ``y > eps_j``, and whether two losses are one, is decided.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import groupby, product
from math import comb

from exact.constraints.constraint_set import ConstraintSet, check_set
from exact.denominators import Product, cofactors, common_multiple
from exact.errors import TooLarge
from exact.loss import Loss
from exact.mechanisms.approximate_dp import total_leak
from exact.mechanisms.heterogeneous_composition import read_groups
from exact.mechanisms.operations import mixture
from exact.mechanisms.parameters import integer
from exact.mechanisms.several_constraints import Constraint, multi_dp
from exact.number import Number
from exact.pld import PLD
from exact.reading import ExactInput, LossInput
from exact.writing import shorten

OUTCOME_LIMIT = 60_000
"""The largest number of outcomes that are summed over before `TooLarge` is raised: some ten seconds where masses are short."""

ONE = Number(1)
Outcome = tuple[Number, Number, Number]
"""A likelihood ratio, and numerators of the masses under P and Q."""


def _summed(outcomes: Iterable[Outcome], den: Number) -> tuple[Constraint, ...]:
    """Return the guarantees at the ratios >= 1 of outcomes with this common denominator, by increasing eps."""
    ordered = sorted(outcomes, key=lambda row: row[0], reverse=True)
    above_p = above_q = Number(0)
    out = []
    for x, rows in groupby(ordered, key=lambda row: row[0]):  # equal losses are one
        if x < 1:
            break
        out.append(Constraint(Loss(x), (above_p - x * above_q) / den))
        for _, p, q in rows:
            above_p, above_q = above_p + p, above_q + q
    return tuple(reversed(out))


def _powers(x: Number, k: int) -> list[Number]:
    out = [ONE]
    for _ in range(k):
        out.append(out[-1] * x)
    return out


def heterogeneous_guarantees(*groups: ExactInput | LossInput) -> tuple[Constraint, ...]:
    """Return the guarantees (eps_j, delta_j), by increasing eps_j >= 0, that define the region of n eps1-DP, m eps2-DP, ... mechanisms.

    Parameters
    ----------
    groups
        Counts, integers >= 0, each followed by its eps: ``n, eps1, m, eps2, ...``; eps in nats, finite and >= 0. None at all are the identity.

    Returns
    -------
    tuple of Constraint
        One for each loss >= 0 that occurs, equal ones merged: their deltas fall to 0.

    Raises
    ------
    TypeError
        For a count without its eps, and for what is no exact number or loss, such as a float.
    OutOfRange
        For a count that is no integer >= 0, or a negative or infinite eps.
    TooLarge
        Beyond `OUTCOME_LIMIT` tuples of counts.

    Notes
    -----
    The losses are ``sum_g (2 i_g - n_g) eps_g`` for 0 <= i_g <= n_g, their masses under P
    ``prod_g C(n_g, i_g) t_g^i_g/(1 + t_g)^n_g``, t_g = e^eps_g: as many terms as tuples (i_1, i_2, ...), not as sequences of outcomes.

    Examples
    --------
    >>> for eps, delta in heterogeneous_guarantees(2, "log(3)", 1, "log(2)"):
    ...     print(eps.exp(), delta)
    2 7/16
    9/2 9/32
    18 0

    References
    ----------
    MULTI Theorem 1 and Algorithm 1, for any number of groups.
    """
    return _of_groups(read_groups("heterogeneous_guarantees", groups))


def _of_groups(groups: Sequence[tuple[int, Loss]]) -> tuple[Constraint, ...]:
    size = 1
    for n, _ in groups:
        size *= n + 1
    if size > OUTCOME_LIMIT:
        raise _too_large(size, "tuples of counts")
    powers = [_powers(eps.exp(), n) for n, eps in groups]

    def outcomes() -> Iterator[Outcome]:
        for counts in product(*(range(n + 1) for n, _ in groups)):
            ways = 1
            p = q = ONE
            for (n, _), t, i in zip(groups, powers, counts, strict=True):
                ways *= comb(n, i)
                p, q = p * t[i], q * t[n - i]
            yield p / q, ways * p, ways * q

    den = reduce(lambda found, group: found * (1 + group[1].exp()) ** group[0], groups, ONE)
    return _summed(outcomes(), den)


def _too_large(size: int, what: str) -> TooLarge:
    return TooLarge(f"a composition with {shorten(str(Number(size)))} {what} is too large to be summed over; the limit is {OUTCOME_LIMIT}")


def single_guarantees(c: Constraint, k: int) -> tuple[Constraint, ...]:
    """Return the guarantees that define the k-fold composition of one constraint (Kairouz, Oh, Viswanath 2015), by increasing eps."""
    found = _of_groups([(k, c.eps)])  # first: it says so where k is too large
    alive = (1 - c.delta) ** k
    return tuple(Constraint(eps, 1 - alive + alive * d) for eps, d in found)


@dataclass(frozen=True, slots=True)
class ClosedForm:
    """The region of a k-fold composition as Theorem 3 of MULTI has it: ``leak R(0, 1) + (1 - leak) * intersection of R(eps, delta)``.

    Attributes
    ----------
    leak
        The probability of a total leak, ``1 - (1 - delta_1)^k`` (the paper's delta with a tilde).
    guarantees
        The (eps_uv, delta_uv) given that there is no total leak, by increasing eps_uv >= 0, equal ones merged; empty where it is certain.
    """

    leak: Number
    guarantees: tuple[Constraint, ...]

    def overall(self) -> tuple[Constraint, ...]:
        """Return the guarantees of the whole region, the leak included, by increasing eps; none where the leak is certain."""
        return tuple(Constraint(eps, self.leak + (1 - self.leak) * d) for eps, d in self.guarantees)

    def pld(self) -> PLD:
        """Return the PLD of the region, worked out from these numbers alone: `exact.multi_dp` of the guarantees, and the leak.

        `TooLarge` where its masses would be too long.
        """
        if not self.guarantees:
            return total_leak()
        inside = multi_dp(*self.guarantees)
        return mixture((self.leak, total_leak()), (1 - self.leak, inside)) if self.leak else inside


def closed_form(given: ConstraintSet, k: ExactInput) -> ClosedForm:
    """Return the guarantees that define the k-fold composition of mechanisms with all these constraints.

    Parameters
    ----------
    given
        Constraints, see `exact.constraints.constraints`.
    k
        The number of rounds, an integer >= 1.

    Returns
    -------
    ClosedForm
        The leak, and the guarantees given that there is none; see there.

    Raises
    ------
    TypeError
        For constraints that are no `ConstraintSet`.
    OutOfRange
        For a k that is no integer >= 1.
    TooLarge
        Beyond `OUTCOME_LIMIT` multisets of outcomes.

    Notes
    -----
    With r_j = alpha_j/(1 + t_j), t_j = e^eps_j, and counts a_j, b_j of the two outcomes of ``rr(eps_j)``, the loss is
    ``sum (a_j - b_j) eps_j`` and its mass under P ``multinomial(k; a_1, b_1, ...) prod r_j^(a_j + b_j) t_j^a_j``: for two constraints
    the paper's sum over (a, b, c, d). All multisets are summed over, one by one.

    Examples
    --------
    >>> from exact.constraints import constraints
    >>> found = closed_form(constraints(("log(3)", "1/100"), ("log(3/2)", "1/10")), 3)
    >>> str(found.leak), str(found.guarantees[0].eps.exp()), str(found.overall()[0].delta)
    ('29701/1000000', '4/3', '6959/20000')

    References
    ----------
    MULTI Theorem 3, for any number of constraints.
    """
    check_set("closed_form", given)
    rounds = integer("closed_form", "k", k, 1)
    if not given.active:
        return ClosedForm(Number(1), ())
    n = len(given.active)
    size = comb(rounds + 2 * n - 1, 2 * n - 1)
    if size > OUTCOME_LIMIT:
        raise _too_large(size, "multisets of outcomes")
    alive = (1 - given.leak) ** rounds
    rates = [alpha / (1 + c.x) for alpha, c in zip(given.alphas, given.active, strict=True)]
    den = reduce(common_multiple, (r.denominator for r in rates), Product())
    scale = cofactors(den, [r.denominator for r in rates])
    over = [Number(r.numerator * scale[r.denominator]) for r in rates]
    powers = [(_powers(r, rounds), _powers(c.x, rounds)) for r, c in zip(over, given.active, strict=True)]

    def outcomes() -> Iterator[Outcome]:
        for counts in _multisets(2 * n, rounds):
            ways, left = 1, rounds
            p = q = ONE
            for j, (r, t) in enumerate(powers):
                a, b = counts[2 * j], counts[2 * j + 1]
                ways *= comb(left, a) * comb(left - a, b)
                left -= a + b
                p, q = p * r[a + b] * t[a], q * r[a + b] * t[b]
            yield _ratio(counts, powers), ways * p, ways * q

    return ClosedForm(1 - alive, _summed(outcomes(), Number(1, den) ** -rounds))


def _ratio(counts: Sequence[int], powers: Sequence[tuple[Sequence[Number], Sequence[Number]]]) -> Number:
    x = ONE
    for j, (_, t) in enumerate(powers):
        y = counts[2 * j] - counts[2 * j + 1]
        x = x * t[y] if y >= 0 else x / t[-y]
    return x


def _multisets(parts: int, k: int) -> Iterator[tuple[int, ...]]:
    """Yield all tuples of `parts` counts that add up to k."""
    if parts == 1:
        yield (k,)
        return
    for first in range(k + 1):
        for rest in _multisets(parts - 1, k - first):
            yield (first, *rest)
