r"""The bounds that the exact composition improves on: Remarks 1 and 2 of MULTI, and by how much.

Both intersect testing regions that hold the exact one. From the profiles ``h_i`` of the parts two things can be read off:

* the **minimum** ``min_i h_i(x)``, what one gets by looking at each bound alone at one eps (the figures in the paper's table are these);
* the profile of the **intersected region**, the PLD ``part_1 & part_2``: it is the greatest convex curve below the minimum, so at least as
  good, and at some eps strictly better.

The exact profile lies below both. A **gap** is a bound's delta minus the exact one at the same eps >= 0. On x = e^eps both bounds and the
truth are piecewise linear, so the largest gap is found exactly: for the region among the knots of the two curves, for the minimum among the
knots and the crossings of the parts, where it has concave corners. (For x < 1 the gap is x times the one at 1/x, as all curves are
symmetric: never larger.)

References
----------
MULTI, Remarks 1 and 2, Figure 2. E. Ghazi, I. Issa, *Total Variation Meets Differential Privacy* (2024), for Remark 2.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise
from typing import NamedTuple

from exact.constraints.composition import composed
from exact.constraints.constraint_set import ConstraintSet, check_set, constraints
from exact.constraints.guarantees import closed_form, single_guarantees
from exact.errors import OutOfRange
from exact.loss import Loss
from exact.mechanisms.parameters import integer
from exact.mechanisms.several_constraints import Constraint, read_constraints
from exact.number import Number
from exact.pld import PLD
from exact.reading import ExactInput, LossInput, loss, number
from exact.writing import shorten

Guarantees = tuple[Constraint, ...]


@dataclass(frozen=True, slots=True)
class Baseline:
    """An upper bound on the k-fold composition: the intersection of the regions of some parts. Make one with `remark_1` or `remark_2`.

    Attributes
    ----------
    parts
        Each part as the constraints that define it: the guarantees (eps, delta) of its losses eps >= 0.
    region
        All of them as one set of constraints: the intersected region.
    given, rounds
        The constraints of one round and the number of rounds that it is a bound of.
    """

    parts: tuple[ConstraintSet, ...]
    region: ConstraintSet
    given: ConstraintSet
    rounds: int

    def part_delta(self, i: ExactInput, eps: LossInput) -> Number:
        """Return delta(eps) of the i-th part alone, a probability.

        The part is counted from 0, the eps in nats and >= 0; `OutOfRange` where there is no such part, and for a negative eps.
        """
        place = integer("part_delta", "i", i, 0)
        if place >= len(self.parts):
            raise OutOfRange(f"part_delta needs an i below {len(self.parts)}, the number of parts, not {shorten(str(Number(place)))}")
        return self.parts[place].delta(eps)

    def minimum_delta(self, eps: LossInput) -> Number:
        """Return the least of the deltas of the parts at an eps >= 0 (nats), a probability; `OutOfRange` for a negative eps."""
        read = loss(eps)
        return min(part.delta(read) for part in self.parts)

    def region_delta(self, eps: LossInput) -> Number:
        """Return delta(eps) of the intersected region, eps >= 0 (nats), at most `minimum_delta`; `OutOfRange` for a negative eps."""
        return self.region.delta(eps)

    def pld(self) -> PLD:
        """Return the PLD of the intersected region; `TooLarge` where its masses would be too long."""
        return self.region.pld()


class Gap(NamedTuple):
    """At this eps (nats) a bound exceeds the exact delta by `gap`."""

    eps: Loss
    gap: Number


def _baseline(given: ConstraintSet, rounds: int, *parts: Guarantees) -> Baseline:
    return Baseline(tuple(constraints(*part) for part in parts), constraints(*(c for part in parts for c in part)), given, rounds)


def remark_1(given: ConstraintSet, k: ExactInput) -> Baseline:
    """Return the intersection of the k-fold compositions of each active constraint alone (MULTI Remark 1).

    Parameters
    ----------
    given
        Constraints of which at least one is active, see `exact.constraints.constraints`.
    k
        The number of rounds, an integer >= 1.

    Returns
    -------
    Baseline
        One part for each active constraint, by decreasing eps.

    Raises
    ------
    TypeError
        For constraints that are no `ConstraintSet`.
    OutOfRange
        For a k that is no integer >= 1, or where no constraint is active.
    TooLarge
        For more rounds than outcomes can be summed over: beyond 59,999.

    Examples
    --------
    >>> from exact.constraints import constraints
    >>> bound = remark_1(constraints(("log(4)", 0), ("log(2)", "1/10")), 3)
    >>> str(bound.minimum_delta("log(16)")), str(bound.region_delta("log(16)"))
    ('271/1000', '813/3500')

    References
    ----------
    MULTI Remark 1. P. Kairouz, S. Oh, P. Viswanath, *The Composition Theorem for Differential Privacy* (2015), for each part.
    """
    check_set("remark_1", given)
    rounds = integer("remark_1", "k", k, 1)
    if not given.active:
        raise OutOfRange("remark_1 needs an active constraint, and these say nothing")
    return _baseline(given, rounds, *(single_guarantees(c, rounds) for c in given.active))


def remark_2(given: ConstraintSet, k: ExactInput) -> Baseline:
    """Return the k-fold composition of {(eps1, delta1), (0, eta)}, intersected with that of (eps2, delta2) alone (MULTI Remark 2).

    ``eta = delta2 + (1 - delta2) tanh(eps2/2)`` is the total variation that (eps2, delta2) implies.

    Parameters
    ----------
    given
        Constraints of which exactly two are active, eps1 > eps2.
    k
        The number of rounds, an integer >= 1.

    Returns
    -------
    Baseline
        Two parts, in this order.

    Raises
    ------
    TypeError
        For constraints that are no `ConstraintSet`.
    OutOfRange
        For a k that is no integer >= 1, or where not exactly two constraints are active.
    TooLarge
        For more rounds than outcomes can be summed over: beyond 69 where (eps1, delta1) and (0, eta) are both active, else beyond 59,999.

    Examples
    --------
    >>> from exact.constraints import constraints
    >>> bound = remark_2(constraints(("log(4)", 0), ("log(2)", "1/10")), 3)
    >>> str(bound.part_delta(0, "log(4)")), str(bound.minimum_delta("log(4)"))
    ('16/45', '16/45')

    References
    ----------
    MULTI Remark 2 and Theorem 3. E. Ghazi, I. Issa, *Total Variation Meets Differential Privacy* (2024).
    """
    check_set("remark_2", given)
    rounds = integer("remark_2", "k", k, 1)
    if len(given.active) != 2:
        raise OutOfRange(f"remark_2 is about two active constraints, and there are {len(given.active)}")
    first, second = given.active
    with_variation = constraints(first, (0, total_variation(second)))
    return _baseline(given, rounds, closed_form(with_variation, rounds).overall(), single_guarantees(second, rounds))


def total_variation(c: Constraint | tuple[LossInput, ExactInput]) -> Number:
    """Return ``eta = delta + (1 - delta)(e^eps - 1)/(e^eps + 1)``, the largest total variation that a constraint allows.

    Parameters
    ----------
    c
        A `Constraint`, or a pair ``(eps, delta)``: eps in nats, finite and >= 0; delta a probability.

    Returns
    -------
    Number
        A probability.

    Raises
    ------
    TypeError
        For what is no pair, and for an eps or a delta that is no exact one, such as a float.
    OutOfRange
        For a negative or infinite eps, or a delta outside [0, 1].

    Examples
    --------
    >>> total_variation(("log(2)", "1/10"))
    number('2/5')

    References
    ----------
    MULTI Remark 2; E. Ghazi, I. Issa (2024).
    """
    (read,) = read_constraints("total_variation", [c])
    return read.delta + (1 - read.delta) * (read.x - 1) / (read.x + 1)


def gaps(bound: Callable[[Loss], ExactInput], exact_pld: PLD, at: Iterable[LossInput]) -> tuple[Gap, ...]:
    """Return by how much a bound exceeds the exact delta at each of these eps.

    Parameters
    ----------
    bound
        A function of a loss eps whose values are probabilities, such as `Baseline.region_delta`.
    exact_pld
        The PLD whose delta, P over Q, is exact.
    at
        A list of eps >= 0, in nats; inf too.

    Returns
    -------
    tuple of Gap
        One for each eps, in this order; a negative gap where the bound is none.

    Raises
    ------
    TypeError
        For a bound that is no function, what is no PLD or no list, and for an eps or a value of the bound that is no exact one, such as a float.
    OutOfRange
        For a negative eps.

    Examples
    --------
    >>> from exact.constraints import composed, constraints
    >>> both = constraints(("log(4)", 0), ("log(2)", "1/10"))
    >>> [str(gap.gap) for gap in gaps(remark_1(both, 3).region_delta, composed(both, 3), [0, "log(16)"])]
    ['27/500', '687/3500']

    References
    ----------
    MULTI, Figure 2.
    """
    if not callable(bound):
        raise TypeError(f"gaps takes a function of eps for its bound, not {type(bound).__name__}")
    if not isinstance(exact_pld, PLD):
        raise TypeError(f"gaps takes a PLD, not {type(exact_pld).__name__}")
    if isinstance(at, str | bytes) or not isinstance(at, Iterable):
        raise TypeError(f"gaps takes a list of eps, not one {type(at).__name__}")
    read = [loss(e) for e in at]
    for e in read:
        if e.sign() < 0:
            raise OutOfRange(f"gaps needs eps >= 0, not {shorten(str(e))}")
    return tuple(Gap(e, number(bound(e)) - exact_pld.delta(e)) for e in read)


def largest_region_gap(baseline: Baseline, given: ConstraintSet, k: ExactInput) -> Gap:
    """Return the largest gap, over all eps >= 0, between the intersected region and the exact k-fold composition.

    Parameters
    ----------
    baseline
        From `remark_1` or `remark_2`.
    given, k
        The constraints and the number of rounds that it was made of; others are refused.

    Returns
    -------
    Gap
        Where the largest gap is (nats), and the gap; the first place of a tie.

    Raises
    ------
    TypeError
        For a baseline or constraints of another kind.
    OutOfRange
        For other active constraints, or another k, than those of the baseline.
    TooLarge
        Where the composition has too many atoms.

    Examples
    --------
    >>> from exact.constraints import constraints
    >>> both = constraints(("log(4)", 0), ("log(2)", "1/10"))
    >>> found = largest_region_gap(remark_1(both, 3), both, 3)
    >>> str(found.eps), str(found.gap)
    ('log(16)', '687/3500')

    References
    ----------
    MULTI, Remarks 1 and 2, Figure 2.
    """
    truth = _truth("largest_region_gap", baseline, given, k)
    points = _knots(truth) + [c.x for c in baseline.region.active]
    return _largest(baseline.region_delta, truth, points)


def largest_minimum_gap(baseline: Baseline, given: ConstraintSet, k: ExactInput) -> Gap:
    """Return the largest gap, over all eps >= 0, between the least of the parts' deltas and the exact k-fold composition.

    Parameters
    ----------
    baseline
        From `remark_1` or `remark_2`.
    given, k
        The constraints and the number of rounds that it was made of; others are refused.

    Returns
    -------
    Gap
        Where the largest gap is (nats), and the gap; the first place of a tie.

    Raises
    ------
    TypeError
        For a baseline or constraints of another kind.
    OutOfRange
        For other active constraints, or another k, than those of the baseline.
    TooLarge
        Where the composition has too many atoms.

    Examples
    --------
    >>> from exact.constraints import constraints
    >>> both = constraints(("log(4)", 0), ("log(2)", "1/10"))
    >>> found = largest_minimum_gap(remark_1(both, 3), both, 3)
    >>> str(found.eps), str(found.gap)
    ('log(241/8)', '1053/4000')

    References
    ----------
    MULTI, Remarks 1 and 2, Figure 2.
    """
    truth = _truth("largest_minimum_gap", baseline, given, k)
    points = sorted({*_knots(truth), *(c.x for part in baseline.parts for c in part.given), Number(1)})
    crossings = []
    for f, g in combinations(baseline.parts, 2):
        differences = [f.delta(Loss(x)) - g.delta(Loss(x)) for x in points]
        for (x, y), (a, b) in zip(pairwise(points), pairwise(differences), strict=True):
            if a.sign() * b.sign() < 0:
                crossings.append(x + (y - x) * a / (a - b))
    return _largest(baseline.minimum_delta, truth, [*points, *crossings])


def _truth(where: str, baseline: Baseline, given: ConstraintSet, k: ExactInput) -> PLD:
    """Return the composition that a baseline is a bound of; `OutOfRange` where it is not that of these constraints and rounds."""
    if not isinstance(baseline, Baseline):
        raise TypeError(f"{where} takes a Baseline, which remark_1 and remark_2 make, not {type(baseline).__name__}")
    check_set(where, given)
    rounds = integer(where, "k", k, 1)
    if rounds != baseline.rounds:
        raise OutOfRange(f"{where} needs the k of the baseline, {baseline.rounds}, not {shorten(str(Number(rounds)))}")
    if given.active != baseline.given.active:
        raise OutOfRange(f"{where} needs the constraints that the baseline was made of, and other ones are active here")
    return composed(given, rounds)


def _knots(pld: PLD) -> list[Number]:
    return [x for x in pld.knots if x > 1]


def _largest(bound: Callable[[Loss], Number], truth: PLD, points: Sequence[Number]) -> Gap:
    found = [Gap(Loss(x), bound(Loss(x)) - truth.hockey_stick(x)) for x in [Number(1), *points]]
    return max(found, key=lambda gap: gap.gap)
