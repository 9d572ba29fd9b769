"""Several constraints: the meet and its weights against the lattice, active and redundant ones, and what is refused."""

from fractions import Fraction
from functools import reduce

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import exact
from exact import OutOfRange, TooLarge, approx, identity, log, mixture, multi_dp, number, rr, total_leak
from exact.constraints import constraints

RATIOS = [Fraction(1), Fraction(4, 3), Fraction(3, 2), Fraction(2), Fraction(3), Fraction(4), Fraction(6), Fraction(9)]
ratios = st.sampled_from(RATIOS)
deltas = st.integers(0, 24).map(lambda n: Fraction(n, 24))
pairs = st.tuples(ratios.map(log), deltas)
epsilons = st.sampled_from(["0", "1/10", "1/5", "1/2", "log(2)", "1", "3/2"])
mixed_pairs = st.tuples(epsilons, deltas)


def met(rows):
    """The meet by the lattice, with its crossings of trade-off curves."""
    return reduce(lambda a, b: a & b, [approx(eps, delta) for eps, delta in rows])


@given(st.lists(pairs, min_size=1, max_size=6))
def test_meet_of_rational_constraints(rows):
    assert multi_dp(*rows) == met(rows)


@settings(max_examples=20)
@given(st.lists(mixed_pairs, min_size=1, max_size=3))
def test_meet_of_irrational_constraints(rows):
    assert multi_dp(*rows) == met(rows)


@given(st.lists(pairs, min_size=1, max_size=6))
def test_mixture_of_randomized_responses(rows):
    """The meet is the total leak with the leak, else rr(eps) of the active constraints with the weights, all of them positive."""
    found = constraints(*rows)
    assert found.leak + sum(found.weights, number(0)) == 1
    assert all(w > 0 for w in found.weights)
    parts = zip(found.weights, (rr(c.eps) for c in found.active), strict=True)
    assert mixture((found.leak, total_leak()), *parts) == found.pld() == multi_dp(*rows)


@given(st.lists(pairs, min_size=1, max_size=6))
def test_redundant_and_active(rows):
    """Dropping a redundant constraint changes nothing; dropping an active one does, and gives more."""
    found = constraints(*rows)
    whole = found.pld()
    active = list(found.active)
    assert sorted(map(str, (*active, *(r.constraint for r in found.redundant)))) == sorted(map(str, found.given))
    if active:
        assert multi_dp(*active) == whole
    for i in range(len(active)):
        rest = active[:i] + active[i + 1 :]
        wider = multi_dp(*rest) if rest else total_leak()
        assert whole <= wider
        assert whole != wider


@given(st.lists(pairs, min_size=1, max_size=6))
def test_what_implies_a_redundant_constraint(rows):
    """The constraints named imply it, none of them can be spared, and the delta stated is the one that all give."""
    found = constraints(*rows)
    for constraint, implied, by in found.redundant:
        assert implied == found.pld().delta(constraint.eps) == found.delta(constraint.eps)
        assert implied <= constraint.delta
        assert len(by) <= 2
        assert set(by) <= set(found.active)
        if by:
            assert multi_dp(*by) <= approx(*constraint)
        else:
            assert constraint.delta == 1
        for one in by if len(by) == 2 else ():
            assert not multi_dp(one) <= approx(*constraint)


@given(st.lists(pairs, min_size=1, max_size=5), ratios)
def test_delta_without_the_masses(rows, x):
    found = constraints(*rows)
    assert found.delta(log(x)) == found.pld().delta(log(x)) == found.pld().dual().delta(log(x))
    assert found.delta("inf") == found.pld().p_infinite == found.leak


def test_active_constraints_fall_by_eps():
    found = constraints((0, "1/2"), ("log(6)", 0), ("log(3)", "1/20"), ("log(3/2)", "1/5"))
    assert [str(c) for c in found.active] == ["(log(6), 0)", "(log(3), 1/20)", "(log(3/2), 1/5)"]
    assert [str(r.constraint) for r in found.redundant] == ["(0, 1/2)"]


def test_paper_condition_for_two_active_constraints():
    """Both are active iff delta1 < delta2 and (1-delta1)(1+t2) < (1-delta2)(1+t1), which is alpha > 0."""
    for t1, t2 in [(4, 2), (3, Fraction(3, 2)), (2, 1), (9, 6)]:
        for n in range(20):
            for m in range(20):
                d1, d2 = Fraction(n, 20), Fraction(m, 20)
                both = len(constraints((log(t1), d1), (log(t2), d2)).active) == 2
                assert both == (d1 < d2 and (1 - d1) * (1 + t2) < (1 - d2) * (1 + t1)), (t1, t2, d1, d2)
                if both:
                    alpha = 1 - (d2 - d1) * (1 + t1) / ((1 - d1) * (t1 - t2))
                    assert constraints((log(t1), d1), (log(t2), d2)).alpha == alpha > 0


def test_total_variation():
    """(0, eta) alone is R_{0,eta}; where (eps, delta) implies a smaller total variation it is redundant, at equality too."""
    assert multi_dp((0, "1/3")) == approx(0, "1/3")
    assert multi_dp((0, 0)) == identity()
    eta = exact.number("1/10") + exact.number("9/10") * Fraction(1, 3)
    for more, active in ((Fraction(-1, 100), 2), (0, 1), (Fraction(1, 100), 1)):
        assert len(constraints(("log(2)", "1/10"), (0, eta + more)).active) == active


def test_a_constraint_that_touches_a_corner_is_redundant():
    found = constraints(("log(4)", 0), ("log(2)", "1/10"), ("log(3)", "1/20"))
    (redundant,) = found.redundant
    assert redundant.implied == redundant.constraint.delta == Fraction(1, 20)


def test_equal_constraints():
    found = constraints((1, "1/10"), (1, "1/10"), (1, "1/5"))
    assert found.active == found.given[:1]
    assert [r.by for r in found.redundant] == [found.given[:1]] * 2


def test_constraints_that_say_nothing():
    found = constraints((1, 1), (0, 1))
    assert (found.active, found.weights, found.alphas, found.leak) == ((), (), (), 1)
    assert found.pld() == total_leak()
    assert [r.by for r in found.redundant] == [(), ()]
    assert found.delta(0) == found.delta("inf") == 1


def test_dozens_of_constraints():
    """24 constraints in convex position, all active."""
    rows = [(Fraction(i, 10), Fraction(6**i, 4 * 7**i)) for i in range(24)]
    found = constraints(*rows)
    assert len(found.active) == 24
    assert found.pld().delta("1/2") == Fraction(6**5, 4 * 7**5)


def test_many_epsilons_on_no_grid():
    """What is known without a common denominator stays known."""
    primes = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47]
    rows = [(Fraction(1, p), Fraction(1, 5) - Fraction(3, 10 * p) + Fraction(1, 5 * p * p)) for p in primes]
    found = constraints(*rows)
    assert len(found.active) == 15
    assert found.leak + sum(found.weights[:4], number(0)) < 1
    assert found.delta(Fraction(1, 11)) == rows[4][1]
    with pytest.raises(TooLarge, match="masses of 15 constraints would have 32768 terms each"):
        found.pld()
    assert len(constraints(*rows[:8]).pld().atoms) == 18


def test_alpha_of_other_numbers_of_constraints():
    assert constraints((1, "1/10")).alpha == 0
    with pytest.raises(OutOfRange, match="two constraints; 3 are active"):
        _ = constraints(("log(6)", 0), ("log(3)", "1/20"), ("log(3/2)", "1/5")).alpha


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ((), "at least one constraint"),
        (((-1, 0),), "finite eps >= 0, and that of constraint 1 is -1"),
        (((1, 0), ("inf", 0)), "finite eps >= 0, and that of constraint 2 is inf"),
        (((1, "3/2"),), r"delta in \[0, 1\], and that of constraint 1 is 3/2"),
        (((1, -1),), r"delta in \[0, 1\]"),
    ],
)
@pytest.mark.parametrize("make", [multi_dp, constraints])
def test_refusals(make, rows, message):
    with pytest.raises(OutOfRange, match=message):
        make(*rows)


@pytest.mark.parametrize("make", [multi_dp, constraints])
def test_refused_types(make):
    with pytest.raises(TypeError, match="number 2 is none"):
        make((1, 0), 1)
    with pytest.raises(TypeError, match="two readings"):
        make((0.5, 0))


def test_delta_below_zero_is_refused():
    with pytest.raises(OutOfRange, match="eps >= 0, not -1"):
        constraints((1, 0)).delta(-1)


def test_in_expressions():
    assert exact.pld("multi_dp((log(4), 0), (log(2), 1/10))") == multi_dp(("log(4)", 0), ("log(2)", "1/10"))
    assert exact.pld("2*multi_dp((1, 0), (0, 1/10))") == 2 * (rr(1) & approx(0, "1/10"))
