"""Wrong and odd input of several constraints: what is wrong is refused by an error of the project, what is odd but right is right."""

from decimal import Decimal
from fractions import Fraction

import pytest

from exact import approx, identity, loss, number, rr, total_leak
from exact.constraints import (
    Conjugate,
    Constraint,
    area_below,
    closed_form,
    compose_curves,
    composed,
    conjugate,
    conjugate_back,
    constraints,
    double_dp_above,
    double_dp_above_gaussian,
    double_dp_below,
    double_dp_below_gaussian,
    gaps,
    heterogeneous_guarantees,
    infimal_convolution,
    largest_minimum_gap,
    largest_region_gap,
    minkowski_sum,
    mixture_parts,
    mixture_weights,
    remark_1,
    remark_2,
    total_variation,
)
from exact.errors import NotADistribution, OutOfRange, TooLarge
from tests.exact import strange_input
from tests.exact.strange_input import LONG

BOTH = constraints(("log(4)", 0), ("log(2)", "1/10"))
NOTHING = constraints((1, 1))
BOUND = remark_1(BOTH, 2)
WHOLE = composed(BOTH, 2)
BEND = conjugate(rr(1))
STRANGE = [*strange_input.STRANGE, BOTH, NOTHING, BOUND, BEND, Constraint(1, 0), [(1, 0)], ("inf", 0), total_leak(), approx(1, "1/4")]
CALLS = {
    "area_below": (area_below, [rr(1)]),
    "Baseline.minimum_delta": (BOUND.minimum_delta, [1]),
    "Baseline.part_delta": (BOUND.part_delta, [0, 1]),
    "Baseline.region_delta": (BOUND.region_delta, [1]),
    "closed_form": (closed_form, [BOTH, 2]),
    "composed": (lambda given, k, route: composed(given, k, route=route), [BOTH, 2, "fastest"]),
    "compose_curves": (compose_curves, [rr(1), [("1/4", "1/4")]]),
    "conjugate": (conjugate, [rr(1)]),
    "Conjugate": (Conjugate, [BEND.breakpoints, BEND.values]),
    "Conjugate.__call__": (BEND, [0]),
    "conjugate_back": (conjugate_back, [BEND]),
    "ConstraintSet.delta": (BOTH.delta, [1]),
    "mixture_parts": (mixture_parts, [BOTH, 2]),
    "mixture_weights": (mixture_weights, [BOTH, 2]),
    "constraints": (constraints, [(1, 0), ("1/2", "1/10")]),
    "double_dp_above": (double_dp_above, [rr(1)]),
    "double_dp_above_gaussian": (double_dp_above_gaussian, [1, 10]),
    "double_dp_below": (double_dp_below, [rr(1)]),
    "double_dp_below_gaussian": (lambda mu, digits: double_dp_below_gaussian("1e-99" if type(mu) is Fraction else mu, digits), [1, 10]),
    "gaps": (lambda *a: gaps(BOUND.region_delta, *a), [WHOLE, [1]]),
    "heterogeneous_guarantees": (heterogeneous_guarantees, [2, 1, 1, "1/2"]),
    "infimal_convolution": (infimal_convolution, [("1/2", rr(1)), ("1/2", rr(2))]),
    "largest_minimum_gap": (largest_minimum_gap, [BOUND, BOTH, 2]),
    "largest_region_gap": (largest_region_gap, [BOUND, BOTH, 2]),
    "minkowski_sum": (minkowski_sum, [("1/2", rr(1)), ("1/2", rr(2))]),
    "remark_1": (remark_1, [BOTH, 2]),
    "remark_2": (remark_2, [BOTH, 2]),
    "total_variation": (total_variation, [(1, 0)]),
}


@pytest.mark.parametrize("name", CALLS)
def test_strange_input_is_refused_or_answered(name):
    assert strange_input.raw_errors(*CALLS[name], STRANGE) == []


@pytest.mark.parametrize(
    ("make", "error", "words"),
    [
        (lambda: remark_1([(1, 0)], 2), TypeError, "remark_1 takes a ConstraintSet, which constraints.* makes, not list"),
        (lambda: remark_2((1, 0), 2), TypeError, "remark_2 takes a ConstraintSet"),
        (lambda: closed_form(rr(1), 2), TypeError, "closed_form takes a ConstraintSet.* not PLD"),
        (lambda: closed_form(BOTH, LONG), TooLarge, "too large to be summed over"),
        (lambda: remark_1(BOTH, 10**6), TooLarge, "too large to be summed over"),
        (lambda: BOUND.part_delta(2, 1), OutOfRange, "an i below 2, the number of parts, not 2"),
        (lambda: BOUND.part_delta(-1, 1), OutOfRange, "an integer >= 0 for i, not -1"),
        (lambda: BOUND.part_delta(0.0, 1), TypeError, "float"),
        (lambda: BOUND.minimum_delta(-1), OutOfRange, "eps >= 0, not -1"),
        (lambda: largest_region_gap(BOUND, BOTH, 3), OutOfRange, "the k of the baseline, 2, not 3"),
        (lambda: largest_minimum_gap(BOUND, constraints((1, 0)), 2), OutOfRange, "the constraints that the baseline was made of"),
        (lambda: largest_minimum_gap(BOTH, BOTH, 2), TypeError, "takes a Baseline, which remark_1 and remark_2 make"),
        (lambda: total_variation((1, 2)), OutOfRange, r"delta in \[0, 1\]"),
        (lambda: total_variation(rr(1)), TypeError, "takes pairs"),
        (lambda: gaps(BOUND, WHOLE, [1]), TypeError, "a function of eps for its bound, not Baseline"),
        (lambda: gaps(BOUND.region_delta, "rr(1)", [1]), TypeError, "gaps takes a PLD, not str"),
        (lambda: gaps(BOUND.region_delta, WHOLE, "12"), TypeError, "a list of eps, not one str"),
        (lambda: gaps(lambda _: 1, WHOLE, [1, -1]), OutOfRange, "eps >= 0, not -1"),
        (lambda: gaps(lambda _: 0.5, WHOLE, [1]), TypeError, "two readings"),
        (lambda: double_dp_below("rr(1)"), TypeError, "double_dp_below takes a PLD, not str"),
        (lambda: double_dp_above(BOTH), TypeError, "double_dp_above takes a PLD, not ConstraintSet"),
        (lambda: BEND(0.5), TypeError, "two readings"),
        (lambda: conjugate_back(rr(1)), TypeError, "takes a Conjugate, which conjugate makes, not PLD"),
        (lambda: Conjugate((), ()), OutOfRange, "a value at each breakpoint, not 0 at 0"),
        (lambda: Conjugate((number(0),), ()), OutOfRange, "not 0 at 1"),
        (lambda: Conjugate((number(1), number(0)), (number(0), number(0))), OutOfRange, "must increase"),
        (lambda: Conjugate((0, 1), (0, 1)), TypeError, "a tuple of Numbers"),
        (lambda: conjugate_back(Conjugate((number(-1), number(0)), (number(0), number(2)))), NotADistribution, "between 0 and 1"),
        (lambda: conjugate_back(Conjugate((number(-1), number(0)), (number(-1), number(-1)))), NotADistribution, "between 0 and 1"),
    ],
)
def test_what_is_wrong_is_named(make, error, words):
    with pytest.raises(error, match=words):
        make()


def test_numbers_of_other_classes_and_iterators():
    """Texts, fractions and exact numbers mean the same; a list of eps may be any iterable."""
    assert BOUND.part_delta("1", Decimal(1)) == BOUND.part_delta(Fraction(1), number(1)) == BOUND.part_delta(1, loss(1))
    assert gaps(BOUND.region_delta, WHOLE, (e for e in (0, 1))) == gaps(BOUND.region_delta, WHOLE, ["0", Fraction(1)])
    assert gaps(lambda _: "1/2", identity(), [0])[0].gap == number("1/2")
    assert total_variation(("log(3)", 0)) == total_variation(Constraint(loss("log(3)"), number(0))) == total_variation([loss("log(3)"), 0])
    assert BEND("1/2") == BEND(Fraction(1, 2)) == BEND(number("1/2"))
    assert largest_region_gap(BOUND, BOTH, "2") == largest_region_gap(BOUND, BOTH, 2)


def test_a_baseline_is_known_by_what_is_active():
    """Redundant constraints, and another order of the same, make no other bound."""
    more = constraints(("log(2)", "1/10"), (0, "1/2"), ("log(4)", 0), ("log(4)", "0"))
    assert more.active == BOTH.active
    for find in (largest_region_gap, largest_minimum_gap):
        assert find(BOUND, more, 2) == find(remark_1(more, 2), BOTH, 2) == find(BOUND, BOTH, 2)
    assert (BOUND.given, BOUND.rounds) == (BOTH, 2)


def test_edges_of_the_ranges():
    """A delta of 1 says nothing, eps = 0 bounds the total variation, equal constraints are one, long fractions are exact."""
    assert closed_form(NOTHING, 10**9).pld() == total_leak()
    assert (NOTHING.leak, NOTHING.delta(0), NOTHING.delta("inf")) == (1, 1, 1)
    assert constraints((0, 0)).pld() == identity()
    assert total_variation((0, "1/3")) == number("1/3")
    twice = constraints((1, 0), (1, 0))
    assert (len(twice.active), len(twice.redundant)) == (1, 1)
    tiny = Fraction(1, 10**5_000)
    found = constraints((0, tiny))
    assert (found.leak, closed_form(found, 2).overall()[0].delta) == (tiny, 1 - (1 - number(tiny)) ** 2)
    assert heterogeneous_guarantees() == heterogeneous_guarantees(0, 5) == (Constraint(loss(0), number(0)),)
    assert double_dp_above_gaussian(1, 1).optimistic.pld() <= double_dp_below_gaussian(1, 1).safe.pld()
