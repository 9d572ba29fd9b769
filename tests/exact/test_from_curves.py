"""PLDs from curves: through points, as maxima of lines, greatest below guarantees, least above tests; every condition by name."""

import re
from fractions import Fraction
from itertools import combinations_with_replacement, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exact import (
    Loss,
    NotADistribution,
    OutOfRange,
    approx,
    dual,
    exact_float,
    exp,
    find_witness,
    from_hockey_stick,
    from_hockey_stick_lines,
    from_profile,
    from_tradeoff,
    from_tradeoff_lines,
    greatest_below_profile,
    identity,
    inf,
    least_above_tradeoff,
    number,
    pld,
    rr,
    total_leak,
)
from tests.laws.strategies import ANY, POINTS, SMALL, examples, read

# --- there and back


@given(ANY)
@examples(60)
def test_hockey_stick_there_and_back(text):
    """A PLD is the one of its curve at the knots, in any order, and of its profile."""
    a = read(text)
    points = [(x, a.hockey_stick(x)) for x in a.knots]
    assert from_hockey_stick(points) == a
    assert from_hockey_stick([*reversed(points), (0, 1)]) == a
    profile = {Loss(x): h for x, h in points}
    assert from_profile(profile | {inf: a.p_infinite}) == a
    assert greatest_below_profile(profile) == a


@given(ANY)
@examples(60)
def test_tradeoff_there_and_back(text):
    """A PLD is the one of the vertices of its trade-off curve, and of the lines along its edges."""
    a = read(text)
    vertices = a.tradeoff_vertices
    assert from_tradeoff(vertices) == a
    assert from_tradeoff(reversed(vertices[:-1])) == a
    assert least_above_tradeoff(vertices) == a
    assert from_hockey_stick_lines([(1 - alpha, beta) for alpha, beta in vertices]) == a
    lines = []
    for (alpha, beta), (alpha1, beta1) in pairwise(vertices):
        d = (beta - beta1) / (alpha1 - alpha)
        lines.append((beta + d * alpha, d))
    assert from_tradeoff_lines(lines) == a


@given(SMALL, st.lists(POINTS, max_size=4))
@examples(60)
def test_more_points_of_the_curve_change_nothing(text, more):
    """Points on the straight pieces are no corners."""
    a = read(text)
    xs = {number(x) for x in more} | set(a.knots)
    assert from_hockey_stick([(x, a.hockey_stick(x)) for x in xs]) == a
    alphas = {x / (1 + x) for x in xs} | {alpha for alpha, _ in a.tradeoff_vertices}
    assert from_tradeoff([(alpha, a.tradeoff(alpha)) for alpha in alphas]) == a


def test_the_ends():
    """No point at all is the total leak; one at (1, 0) no leak; alpha = 0 and the last h are the infinite masses."""
    assert from_hockey_stick([]) == from_profile({}) == from_profile({"inf": 1}) == greatest_below_profile({}) == total_leak()
    assert from_hockey_stick([(1, 0)]) == from_tradeoff([]) == least_above_tradeoff([]) == from_hockey_stick_lines([]) == identity()
    assert from_tradeoff_lines([]) == from_tradeoff([(0, 0)]) == total_leak()
    a = from_tradeoff([(0, "1/2"), ("1/4", "1/4"), ("3/4", 0)])
    assert (a.p_infinite, a.q_infinite) == (number("1/4"), number("1/2"))
    assert from_hockey_stick([("1/2", "3/4"), (2, "1/4")]).p_infinite == number("1/4")


# --- against brute force

_points = st.lists(st.tuples(st.integers(0, 24), st.integers(0, 12)), max_size=6)


@given(_points)
@examples(120)
def test_greatest_below_profile_is_the_convex_minorant(rows):
    """At every x the curve is the least value on a chord between two guarantees (with (0, 1)) or on the level after one."""
    guarantees = [(Fraction(x, 6), max(Fraction(d, 12), 1 - Fraction(x, 6), Fraction(0))) for x, d in rows if x]
    g = greatest_below_profile([(f"log({x})", d) for x, d in guarantees])
    dots = [(Fraction(0), Fraction(1)), *guarantees]
    for x in {Fraction(i, 12) for i in range(1, 60)} | {x for x, _ in guarantees}:
        least = min(d for y, d in dots if y <= x)
        for (x0, h0), (x1, h1) in combinations_with_replacement(sorted(dots), 2):
            if x0 < x < x1:
                least = min(least, h0 + (h1 - h0) * (x - x0) / (x1 - x0))
        assert g.hockey_stick(x) == least


@given(_points)
@examples(120)
def test_least_above_tradeoff_is_the_convex_hull(rows):
    """At every alpha the curve is the least value on a chord between two tests, guessing included."""
    tests = [(Fraction(a, 24), Fraction(b, 12)) for a, b in rows]
    found = least_above_tradeoff(tests)
    dots = [*tests, (Fraction(0), Fraction(1)), (Fraction(1), Fraction(0))]
    for alpha in {Fraction(i, 24) for i in range(25)}:
        least = min(b for a, b in dots if a <= alpha)
        for (a0, b0), (a1, b1) in combinations_with_replacement(sorted(dots), 2):
            if a0 < alpha < a1:
                least = min(least, b0 + (b1 - b0) * (alpha - a0) / (a1 - a0))
        assert found.tradeoff(alpha) == least


@given(st.lists(st.tuples(st.integers(-3, 12), st.integers(0, 24)), max_size=5))
@examples(120)
def test_maxima_of_lines(rows):
    """The curve is the maximum of the lines, at every point."""
    lines = [(Fraction(a, 12), Fraction(b, 12)) for a, b in rows]
    h = from_hockey_stick_lines(lines)
    for x in (Fraction(i, 8) for i in range(1, 41)):
        assert h.hockey_stick(x) == max([0, 1 - x, *(a - b * x for a, b in lines)])
    lines = [(c, d) for c, d in lines if c <= d]
    f = from_tradeoff_lines(lines)
    for alpha in (Fraction(i, 30) for i in range(31)):
        assert f.tradeoff(alpha) == max([0, *(c - d * alpha for c, d in lines)])


# --- laws that connect them with the rest


@given(SMALL, st.lists(POINTS.filter(lambda x: x != "0"), min_size=1, max_size=4), st.sampled_from([0, "1/10", "1/2"]))
@examples(60)
def test_every_pld_lies_below_the_greatest_with_its_guarantees(text, xs, slack):
    """A <= G when A has the guarantees, and G has them."""
    a = read(text)
    guarantees = [(Loss(number(x)), min(number(1), a.hockey_stick(x) + number(slack))) for x in xs]
    g = greatest_below_profile(guarantees)
    assert find_witness(a, g) is None
    assert all(g.delta(eps) <= d for eps, d in guarantees)


@given(SMALL, st.lists(st.sampled_from(["0", "1/10", "1/3", "1/2", "4/5"]), max_size=4))
@examples(60)
def test_every_pld_lies_above_the_least_with_its_tests(text, alphas):
    """L <= A when A has the tests, and L has them."""
    a = read(text)
    tests = [(alpha, a.tradeoff(alpha)) for alpha in alphas]
    least = least_above_tradeoff(tests)
    assert least <= a
    assert all(least.tradeoff(alpha) <= beta for alpha, beta in tests)


@pytest.mark.parametrize(
    "guarantees",
    [
        [(0, "1/2"), ("log(2)", "1/4")],
        [(1, "1/10"), (2, "1/100")],
        [("-log(2)", "3/4"), ("log(3)", "1/10"), ("1/2", "1/3")],
    ],
)
def test_guarantees_together_are_the_inf(guarantees):
    """Several guarantees are the inf of the single ones, and several tests the sup (RES Proposition 11)."""
    meet = greatest_below_profile(guarantees[:1])
    for one in guarantees[1:]:
        meet = meet & greatest_below_profile([one])
    assert greatest_below_profile(guarantees) == meet
    tests = [("1/10", "1/2"), ("1/4", "1/5"), ("4/5", 0)]
    join = least_above_tradeoff(tests[:1])
    for one in tests[1:]:
        join = join | least_above_tradeoff([one])
    assert least_above_tradeoff(tests) == join


@pytest.mark.parametrize(("eps", "delta"), [(1, "1/100"), ("log(2)", "1/4"), (0, "1/3"), ("1/2", 0)])
def test_one_guarantee(eps, delta):
    """One direction: atoms (delta, 0), (1-delta, (1-delta)/t), the rest; both: `approx`, the greatest by Kairouz, Oh and Viswanath."""
    g = greatest_below_profile({eps: delta})
    d, t = number(delta), exp(eps)
    assert g == pld(f"table((({d}, 0), ({1 - d}, ({1 - d})/({t})), (0, 1 - ({1 - d})/({t}))))")
    assert g & dual(g) == approx(eps, delta)


def test_dots_of_a_gaussian_are_connected_above_it():
    """Values of the Gaussian profile, rounded up, give a PLD above it: its delta at other epsilons is at least the true one (mpmath)."""
    import mpmath

    with mpmath.workdps(30):
        mu = mpmath.mpf(1)

        def delta(e):
            return mpmath.ncdf(mu / 2 - e / mu) - mpmath.exp(e) * mpmath.ncdf(-mu / 2 - e / mu)

        dots = {Fraction(i, 4): exact_float(float(delta(mpmath.mpf(i) / 4))) + Fraction(1, 10**12) for i in range(-16, 17)}
        g = greatest_below_profile(dots)
        for i in range(-31, 32):
            e = Fraction(i, 8)
            true = Fraction(int(delta(mpmath.mpf(i) / 8) * 10**25), 10**25)
            assert g.delta(e) >= number(true)
            assert g.delta(e) <= number(true) + number("1/200")


def test_in_expressions():
    """The constructors are part of the language, with brackets or dictionaries."""
    assert pld("from_profile({0: 1/4})") == approx(0, "1/4")
    assert pld("from_hockey_stick(((1/2, 1/2 + 1/6), (2, 1/6 - 1/6)))") != rr("log(2)")
    assert pld("from_tradeoff([(1/3, 1/3)]) + greatest_below_profile({log(2): 1/4})").p_infinite == number("1/4")


# --- what is no curve of a PLD

BAD = [
    (from_hockey_stick, [(-1, 1)], OutOfRange, "points with x >= 0, not x = -1"),
    (from_hockey_stick, [(0, "1/2")], NotADistribution, "h(0) must be 1, not 1/2"),
    (from_hockey_stick, [(1, "1/4"), (1, "1/5")], NotADistribution, "two points with x = 1"),
    (from_hockey_stick, [(3, "-1/4")], NotADistribution, "h(x) must be >= 0, and is -1/4 at x = 3"),
    (from_hockey_stick, [("1/2", "1/4")], NotADistribution, "h(x) must be >= 1 - x, and is 1/4 at x = 1/2, where 1 - x = 1/2"),
    (from_hockey_stick, [(1, "1/2"), (2, "3/5")], NotADistribution, "h must not increase, and does from 1/2 at x = 1 to 3/5 at x = 2"),
    (from_hockey_stick, [(1, "3/2")], NotADistribution, "does from 1 at x = 0 to 3/2 at x = 1"),
    (from_hockey_stick, [(1, "1/2"), (2, "2/5"), (3, 0)], NotADistribution, "convex, and is not at x = 2: there it is 2/5, above 1/4"),
    (from_hockey_stick, [(1, "1/2"), (2, "2/5"), (3, 0)], NotADistribution, "the straight line between x = 1 and x = 3"),
    (from_hockey_stick, [1, 2], TypeError, "from_hockey_stick takes pairs (x, h), and number 1 is none"),
    (from_hockey_stick, [(1, 0.5)], TypeError, "float"),
    (from_profile, [(0, "1/4"), ("inf", "1/5")], NotADistribution, "delta(inf) must be the delta of the largest finite eps, 1/4"),
    (from_profile, [("-inf", "1/4")], NotADistribution, "h(0) must be 1, not 1/4"),
    (from_profile, [(0, "3/4"), ("log(2)", "5/8"), ("log(3)", "1/4")], NotADistribution, "not at x = 2: there it is 5/8, above 1/2"),
    (from_profile, [(0.5, 0)], TypeError, "float"),
    (greatest_below_profile, [(0, "-1/4")], OutOfRange, "a delta in [0, 1], not -1/4"),
    (greatest_below_profile, [(0, "5/4")], OutOfRange, "a delta in [0, 1], not 5/4"),
    (greatest_below_profile, [("-log(2)", "1/4")], NotADistribution, "no PLD has delta(eps) <= 1/4 at e^eps = 1/2"),
    (greatest_below_profile, [("-inf", "1/4")], NotADistribution, "no PLD has delta(eps) <= 1/4 at e^eps = 0"),
    (greatest_below_profile, [(1, "1/4"), ("inf", 0)], OutOfRange, "no PLD is the greatest with delta(inf) <= 0"),
    (from_hockey_stick_lines, [(1, 1), ("5/4", 1)], NotADistribution, "line 2 has a = 5/4, so that h(0) would be more than 1"),
    (from_hockey_stick_lines, [("1/2", "-1/2")], NotADistribution, "line 1 has b = -1/2, so that a - b x increases"),
    (from_tradeoff, [("5/4", 0)], OutOfRange, "alpha in [0, 1], not 5/4"),
    (from_tradeoff, [("1/4", "-1/4")], NotADistribution, "f(alpha) must be >= 0, and is -1/4 at alpha = 1/4"),
    (from_tradeoff, [("1/4", "4/5")], NotADistribution, "<= 1 - alpha, and is 4/5 at alpha = 1/4, where 1 - alpha = 3/4"),
    (from_tradeoff, [(1, "1/4")], NotADistribution, "and is 1/4 at alpha = 1, where 1 - alpha = 0"),
    (from_tradeoff, [("1/4", "1/4"), ("1/2", "1/3")], NotADistribution, "f must not increase, and does from 1/4 at alpha = 1/4"),
    (from_tradeoff, [("1/4", "1/2"), ("1/2", "1/2")], NotADistribution, "f must be convex, and is not at alpha = 1/2"),
    (from_tradeoff, [("1/4", "1/4"), ("1/4", "1/4")], NotADistribution, "two points with alpha = 1/4"),
    (least_above_tradeoff, [("1/4", "5/4")], OutOfRange, "least_above_tradeoff needs beta in [0, 1], not 5/4"),
    (least_above_tradeoff, [("-1/4", 0)], OutOfRange, "least_above_tradeoff needs alpha in [0, 1], not -1/4"),
    (from_tradeoff_lines, [("5/4", 2)], NotADistribution, "line 1 has c = 5/4, so that f(alpha) <= 1 - alpha would fail at alpha = 0"),
    (from_tradeoff_lines, [(1, 1), ("1/2", "1/3")], NotADistribution, "line 2 has c = 1/2 above d = 1/3"),
    (from_tradeoff_lines, [("-1", "-1/3")], NotADistribution, "line 1 has d = -1/3, so that c - d alpha increases"),
]


@pytest.mark.parametrize(("make", "points", "error", "message"), BAD, ids=[f"{i}-{row[0].__name__}" for i, row in enumerate(BAD)])
def test_wrong_curves(make, points, error, message):
    """The condition that fails, and where."""
    with pytest.raises(error, match=re.escape(message)):
        make(points)


def test_the_least_violation_is_decided():
    """A point that is 2^-200 above the straight line between its neighbours, irrational ones, and one that is on it."""
    a = pld("3*rr(1)")
    points = [(x, a.hockey_stick(x)) for x in a.knots]
    assert from_hockey_stick(points) == a
    middle = len(points) // 2
    x, h = points[middle]
    line = (points[middle - 1][1] - points[middle + 1][1]) / (points[middle + 1][0] - points[middle - 1][0])
    on_the_line = points[middle - 1][1] - line * (x - points[middle - 1][0])
    points[middle] = (x, on_the_line + number(f"1/{2**200}"))
    assert h < on_the_line
    with pytest.raises(NotADistribution, match="convex"):
        from_hockey_stick(points)
    points[middle] = (x, on_the_line)
    assert from_hockey_stick(points) == from_hockey_stick(points[:middle] + points[middle + 1 :]) >= a
