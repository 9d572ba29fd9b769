"""Compositions of several constraints: the routes agree, also with brute force over sequences; heterogeneous compositions; the baselines."""

from collections import defaultdict
from fractions import Fraction
from itertools import product
from math import comb, exp, expm1, gcd

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import exact
from exact import (
    OutOfRange,
    TooLarge,
    approx,
    heterogeneous,
    identity,
    log,
    mixture,
    multi_dp,
    number,
    rr,
    table,
    total_leak,
)
from exact.constraints import (
    ROUTES,
    closed_form,
    composed,
    constraints,
    gaps,
    heterogeneous_guarantees,
    largest_minimum_gap,
    largest_region_gap,
    mixture_weights,
    remark_1,
    remark_2,
    total_variation,
)
from exact.constraints.log_grid import MANY, points_of_one_grid

RATIOS = [Fraction(1), Fraction(4, 3), Fraction(3, 2), Fraction(2), Fraction(3), Fraction(4), Fraction(6)]
ratios = st.sampled_from(RATIOS)
pairs = st.tuples(ratios.map(log), st.integers(0, 24).map(lambda n: Fraction(n, 24)))
sets = st.lists(pairs, min_size=1, max_size=4).map(lambda rows: constraints(*rows))

IRRATIONAL = {
    "one grid": [("3/10", 0), ("3/20", "1/50")],
    "two rational epsilons": [("3/10", "1/100"), ("1/7", "1/50")],
    "a log and a rational": [("log(3/2)", 0), ("1/7", "1/50")],
    "a radical": [("log(3)/2", 0), ("1/7", "1/50")],
    "a sum": [("log(1 + exp(1))", 0), ("1/7", "1/50")],
    "with total variation": [(1, 0), (0, "1/5")],
    "three": [(1, 0), ("1/2", "1/50"), (0, "1/5")],
    "one": [("1/2", "1/50")],
}


def brute(law, k):
    """The composition over all sequences of outcomes."""
    out = []
    for rows in product(law, repeat=k):
        p = q = Fraction(1)
        for a, b in rows:
            p, q = p * a, q * b
        out.append((p, q))
    return table(out)


def fractions(a):
    return [(p.as_fraction(), q.as_fraction()) for p, q in a.atoms]


# --- the routes


@settings(max_examples=40)
@given(sets, st.integers(1, 5))
def test_routes_agree(some, k):
    expected = k * some.pld()
    for route in ROUTES:
        assert composed(some, k, route=route) == expected, route
    found = closed_form(some, k)
    assert found.pld() == expected
    assert found.leak == expected.p_infinite
    for eps, delta in found.overall():
        assert expected.delta(eps) == delta
    assert [c.eps.exp() for c in found.overall()] == [x for x in expected.knots if x >= 1]


@settings(max_examples=20)
@given(sets, st.integers(1, 3))
def test_brute_force_over_sequences(some, k):
    assert composed(some, k) == brute(fractions(some.pld()), k)


@pytest.mark.parametrize("k", [1, 2, 3])
@pytest.mark.parametrize("name", IRRATIONAL)
def test_routes_agree_on_irrational_masses(name, k):
    some = constraints(*IRRATIONAL[name])
    expected = k * some.pld()
    for route in ROUTES:
        found = composed(some, k, route=route)
        assert found.canonical.masses() == expected.canonical.masses(), route
        assert found == expected == found.dual(), route
    assert closed_form(some, k).pld() == expected


@pytest.mark.parametrize("name", ["one grid", "a log and a rational", "with total variation"])
def test_twenty_rounds(name):
    some = constraints(*IRRATIONAL[name])
    counted, lazy = composed(some, 20, route="closed"), composed(some, 20, route="power")
    for eps in ("0", "1/10", "1", "5/2"):
        assert counted.delta(eps).bounds(40) == lazy.delta(eps).bounds(40) == composed(some, 20).delta(eps).bounds(40)


def test_incommensurable_epsilons_multiply_out():
    """20 rounds of 3/10 and 1/7: the 21^2 losses, which a product of polynomials refuses."""
    some = constraints(("3/10", 0), ("1/7", "1/50"))
    whole = composed(some, 20)
    assert len(whole.knots) == 441
    assert whole.tradeoff_vertices[1][0].decimal(12) == composed(some, 20, route="closed").tradeoff_vertices[1][0].decimal(12)
    with pytest.raises(TooLarge):
        _ = composed(some, 20, route="power").canonical


def test_two_hundred_rounds():
    """On one grid of losses 200 rounds take parts of a second, and all atoms where the masses are rational."""
    some = constraints(("log(4)", 0), ("log(2)", "1/10"))
    whole = composed(some, 200)
    assert len(whole.knots) == 801
    assert whole.delta(log(4)).bounds(30) == composed(some, 200, route="power").delta(log(4)).bounds(30)
    some = constraints(("3/10", 0), ("3/20", "1/50"))
    law, step = {0: 1.0}, {}
    for weight, i in zip(some.weights, (2, 1), strict=True):  # losses in units of 3/20
        up = float(weight.decimal(17)) / (1 + exp(-0.15 * i))
        step |= {i: up, -i: up * exp(-0.15 * i)}
    for _ in range(200):
        grown = defaultdict(float)
        for loss, mass in law.items():
            for more, p in step.items():
                grown[loss + more] += mass * p
        law = grown
    expected = sum(mass * -expm1(5 - 0.15 * loss) for loss, mass in law.items() if 0.15 * loss > 5)
    assert float(composed(some, 200).delta(5).decimal(17)) == pytest.approx(expected, rel=1e-11)


def test_rounds_and_routes():
    some = constraints((1, "1/10"))
    assert composed(some, 0) == identity()
    assert composed(some, "3") == 3 * approx(1, "1/10")
    assert composed(some, 10**6).delta(0).decimal(5) == "1"
    nothing = constraints((1, 1))
    for route in ROUTES:
        assert composed(nothing, 3, route=route) == total_leak()
    assert closed_form(nothing, 3).pld() == total_leak()
    with pytest.raises(OutOfRange, match="unknown route 'kernel'; known are fastest, power"):
        composed(some, 2, route="kernel")
    with pytest.raises(OutOfRange, match="integer >= 0 for k"):
        composed(some, -1)
    with pytest.raises(OutOfRange, match="integer >= 1 for k"):
        closed_form(some, 0)


def test_what_is_too_much():
    three = constraints(("log(6)", 0), ("log(3)", "1/20"), ("log(3/2)", "1/5"))
    with pytest.raises(TooLarge, match="some 10747201 atoms"):
        composed(three, 200, route="closed")
    with pytest.raises(TooLarge, match="20301 heterogeneous compositions"):
        composed(three, 200, route="mixture")
    with pytest.raises(TooLarge, match="multisets of outcomes"):
        closed_form(three, 200)
    two = constraints(("3/10", 0), ("1/7", "1/50"))
    with pytest.raises(TooLarge, match="over 1500000 terms"):
        composed(two, 200, route="closed")
    assert composed(three, 200).p_infinite == 0  # known without atoms


@given(sets, st.integers(1, 6))
def test_multinomial_weights(some, k):
    """The weights of Theorem 2 add up to 1, and each way to share the rounds occurs once."""
    rows = list(mixture_weights(some, k))
    n = len(some.active)
    assert len({counts for counts, _ in rows}) == len(rows) == (comb(k + n - 1, k) if n else 0)
    if rows:
        assert sum((w for _, w in rows), number(0)) == 1


def test_double_dp_mixture_as_in_the_paper():
    """Theorem 2 written out for n = 2 and k = 2, with a leak."""
    some = constraints(("log(3)", "1/100"), ("log(3/2)", "1/10"))
    alpha, leak = some.alpha, 1 - (1 - some.leak) ** 2
    parts = [((1 - alpha) ** 2, (2, 0)), (2 * alpha * (1 - alpha), (1, 1)), (alpha**2, (0, 2))]
    rows = [((1 - leak) * w, heterogeneous(n, "log(3)", m, "log(3/2)")) for w, (n, m) in parts]
    assert mixture((leak, total_leak()), *rows) == 2 * some.pld()


# --- heterogeneous compositions


@settings(max_examples=30)
@given(st.lists(st.tuples(st.integers(0, 3), ratios), min_size=1, max_size=3))
def test_heterogeneous_composition(groups):
    words = [word for n, t in groups for word in (n, log(t))]
    whole = heterogeneous(*words)
    law = [(Fraction(1), Fraction(1))]
    for n, t in groups:
        for _ in range(n):
            law = [(p * a, q * b) for p, q in law for a, b in ((t / (1 + t), 1 / (1 + t)), (1 / (1 + t), t / (1 + t)))]
    assert whole == table(law)
    found = heterogeneous_guarantees(*words)
    assert [(c.eps.exp(), c.delta) for c in found] == [(x, whole.hockey_stick(x)) for x in whole.knots if x >= 1]
    assert multi_dp(*found) == whole


def test_heterogeneous_composition_with_rational_epsilons():
    found = heterogeneous_guarantees(2, "1/2", 1, 1)
    assert [str(c.eps) for c in found] == ["0", "1", "2"]  # 2*1/2 - 1 and -2*1/2 + 1 are one loss
    whole = 2 * rr("1/2") + rr(1)
    assert all(whole.delta(eps) == delta for eps, delta in found)


def test_heterogeneous_without_groups():
    assert heterogeneous() == identity() == heterogeneous(0, 1)
    assert [(str(c.eps), str(c.delta)) for c in heterogeneous_guarantees()] == [("0", "0")]
    assert heterogeneous(3, 0) == identity()
    assert exact.pld("heterogeneous(2, log(3), 1, log(2))") == 2 * rr("log(3)") + rr("log(2)")


@pytest.mark.parametrize("make", [heterogeneous, heterogeneous_guarantees])
def test_heterogeneous_refusals(make):
    with pytest.raises(TypeError, match="last count has no eps"):
        make(1, 1, 2)
    with pytest.raises(OutOfRange, match="integer >= 0 for count 2"):
        make(1, 1, "1/2", 1)
    with pytest.raises(OutOfRange, match="finite eps1 >= 0"):
        make(1, -1)
    with pytest.raises(OutOfRange, match="finite eps2 >= 0"):
        make(1, 1, 1, "inf")


def test_large_heterogeneous_compositions_are_refused():
    with pytest.raises(TooLarge, match="tuples of counts"):
        heterogeneous_guarantees(1000, 1, 1000, 2)


# --- the baselines


@settings(max_examples=20)
@given(sets, st.integers(1, 4))
def test_remark_1(some, k):
    """The region is the inf of the single compositions; the minimum lies above it, it above the truth; the largest gaps are the largest."""
    if not some.active:
        with pytest.raises(OutOfRange, match="active constraint"):
            remark_1(some, k)
        return
    bound, truth = remark_1(some, k), composed(some, k)
    expected = total_leak()
    for c in some.active:
        expected = expected & (k * approx(*c))
    assert bound.pld() == expected
    assert truth <= expected
    for i, c in enumerate(some.active):
        assert bound.part_delta(i, "log(5/4)") == (k * approx(*c)).delta("log(5/4)")
    check_gaps(bound, some, k, truth)


def check_gaps(bound, some, k, truth):
    knots = {1, *(x for x in truth.knots if x >= 1), *(c.x for part in bound.parts for c in part.given)}
    grid = sorted(knots | {Fraction(n, 7) for n in range(7, 60, 5)})
    at = [log(x) for x in grid]
    least = [g.gap for g in gaps(bound.minimum_delta, truth, at)]
    region = [g.gap for g in gaps(bound.region_delta, truth, at)]
    assert all(0 <= inside <= outside for inside, outside in zip(region, least, strict=True))
    for found, values, read in (
        (largest_region_gap(bound, some, k), region, bound.region_delta),
        (largest_minimum_gap(bound, some, k), least, bound.minimum_delta),
    ):
        assert found.gap >= max(values)
        assert found.gap == read(found.eps) - truth.delta(found.eps)


@settings(max_examples=15)
@given(st.sampled_from([(2, Fraction(3, 2)), (4, 2), (3, 1), (6, 3)]), st.integers(0, 5), st.integers(1, 12), st.integers(1, 4))
def test_remark_2(ts, first, more, k):
    t1, t2 = ts
    some = constraints((log(t1), Fraction(first, 60)), (log(t2), Fraction(first + more, 60)))
    if len(some.active) != 2:
        with pytest.raises(OutOfRange, match="two active constraints"):
            remark_2(some, k)
        return
    bound, truth = remark_2(some, k), composed(some, k)
    c1, c2 = some.active
    eta = total_variation(c2)
    assert eta == approx(*c2).delta(0)
    assert bound.pld() == (k * multi_dp(c1, (0, eta))) & (k * approx(*c2))
    assert truth <= bound.pld()
    check_gaps(bound, some, k, truth)


def test_minimum_and_region_differ():
    """What each bound says at one eps is weaker than the region of both."""
    bound = remark_1(constraints(("log(4)", 0), ("log(2)", "1/10")), 3)
    assert bound.minimum_delta("log(16)") == Fraction(271, 1000)
    assert bound.region_delta("log(16)") == Fraction(813, 3500)


def test_largest_gap_at_a_crossing():
    """The minimum of two curves has a concave corner where they cross, and there lies the largest gap of this one."""
    some = constraints(("3/10", 0), ("3/20", "1/50"))
    found = largest_minimum_gap(remark_1(some, 3), some, 3)
    assert found.eps.decimal(8) == "0.52858958"
    assert found.gap.decimal(10) == "0.04811420339"
    assert largest_region_gap(remark_1(some, 3), some, 3).eps.decimal(4) == "0.45"


def test_grid_and_counts_and_polynomials_agree():
    """What `fastest` multiplies out as a power of one polynomial has the atoms of the other routes, with a leak and without loss, too."""
    for rows in ([("3/10", "1/100"), ("3/20", "1/50")], [(1, "1/1000"), ("1/2", "1/50"), (0, "1/5")]):
        some = constraints(*rows)
        for k in (2, 7, 12):
            found = [composed(some, k, route=route).canonical.masses() for route in ("fastest", "power", "closed")]
            assert found[0] == found[1] == found[2]


def test_two_hundred_rounds_on_a_grid():
    """All 801 atoms of 200 rounds of (3/10, 0) and (3/20, 1/50); as any composition they are beyond the limits."""
    some = constraints(("3/10", 0), ("3/20", "1/50"))
    with pytest.raises(TooLarge):
        _ = composed(some, 200, route="power").canonical
    whole = composed(some, 200)
    lazy = whole.delta(5).bounds(30)
    assert len(whole.knots) == 801
    assert whole.delta(5).bounds(30) == lazy


def test_too_many_terms_are_refused_before_the_work():
    """With radicals, and with four epsilons that have no common multiple."""
    unlike = constraints(("log(2)", 0), ("1/3", "1/50"), ("1/5", "1/20"), ("log(3)/2", "1/1000"))
    with pytest.raises(TooLarge, match="over 1500000 terms"):
        _ = composed(unlike, 20).canonical
    with pytest.raises(TooLarge, match="too much work"):
        _ = composed(unlike, 10).canonical
    assert composed(unlike, 2).canonical.finite == (2 * unlike.pld()).canonical.finite


@given(st.fractions(min_value="21/20", max_value=40, max_denominator=60), st.lists(st.integers(1, 12), min_size=1, max_size=4, unique=True))
def test_powers_of_one_number(base, powers):
    """The grid of the logarithms of rational ratios: its base is a power of any number that all are powers of."""
    some = constraints(*((f"log({base**n})", Fraction(i, 50)) for i, n in enumerate(sorted(powers, reverse=True))))
    step = gcd(*powers)
    assert points_of_one_grid(some.pld().canonical, 7) <= 7 * 2 * max(powers) // step + 1
    assert len(composed(some, 3).canonical.finite) <= points_of_one_grid(some.pld().canonical, 3)


@pytest.mark.parametrize(
    ("rows", "points"),
    [
        ((("log(8)", 0), ("log(4)", "1/50"), ("log(2)", "1/10")), 601),
        ((("log(9/4)", 0), ("log(3/2)", "1/10")), 401),
        ((("log(3)", 0), ("log(2)", "1/12")), MANY),
        ((("log(10**300)", 0), ("log(10001/10000)", "1/12")), MANY),
        (((1, 0), ("1/2", "1/12")), MANY),
        (((0, "1/2"),), 1),
    ],
)
def test_points_of_one_grid(rows, points):
    assert points_of_one_grid(constraints(*rows).pld().canonical, 100) == points


def test_the_fastest_route_on_a_grid_of_logarithms():
    """Where counting is refused, or longer, ratios that are powers of one number are multiplied as polynomials."""
    some = constraints(("log(8)", 0), ("log(4)", "1/50"), ("log(2)", "1/10"))
    with pytest.raises(TooLarge):
        composed(some, 100, route="closed")
    assert len(composed(some, 100).canonical.finite) == 601
    assert composed(some, 6).canonical.finite == composed(some, 6, route="closed").canonical.finite
