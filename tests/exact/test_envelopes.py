"""Finite metric spaces, envelopes of tables against a second implementation, Proposition 4.1 on random tables, and what is refused."""

from fractions import Fraction
from itertools import product

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import exact
from exact import exp, log, loss, number
from exact.envelopes import (
    Enclosed,
    NotAMetric,
    at_most,
    ends_of,
    envelope,
    exponential_mechanism,
    from_graph,
    from_matrix,
    hamming,
    histograms,
    inverse_sensitivity,
    private_multiplicative_weights,
    release,
)
from exact.envelopes.intervals import Functions, divide, point
from exact.errors import NotADistribution, OutOfRange, TooLarge, Undecided, Unsupported
from tests.exact import envelope_brute as brute

# --- spaces


def test_hamming_and_histograms_agree():
    """The distance of histograms is the least Hamming distance of databases that have them."""
    plain, quotient = hamming(3, 3), histograms(3, 3)
    assert (len(plain.points), len(quotient.points)) == (27, 10)
    assert (plain.members, quotient.members) == (27, 27)
    classes = {}
    for x in plain.points:
        classes.setdefault(tuple(x.count(d) for d in range(3)), []).append(x)
    assert set(classes) == set(quotient.points)
    for g, h in product(classes, repeat=2):
        assert quotient.distance(g, h) == min(brute.hamming(x, y) for x in classes[g] for y in classes[h])
    assert "27" not in plain.identified
    assert "10 histograms" in quotient.identified


def test_neighbours_are_at_distance_1():
    space = hamming(2, 3)
    pairs = list(space.neighbours())
    assert len(pairs) == 12
    assert all(space.distances[i][j] == 1 and i < j for i, j in pairs)


def test_graph_and_matrix():
    cycle = from_graph(nx.cycle_graph(5))
    assert [cycle.distance(0, j) for j in range(5)] == [0, 1, 2, 2, 1]
    assert from_matrix(cycle.distances).distances == cycle.distances
    half = from_matrix([[0, "1/2"], ["1/2", 0]], ["a", "b"])
    assert half.distance("a", "b") == Fraction(1, 2)
    assert list(half.neighbours()) == []


@pytest.mark.parametrize(
    ("rows", "words"),
    [
        ([[0, 1], [1, 2]], r"d\(1, 1\) = 2"),
        ([[0, 1], [2, 0]], r"not symmetric: d\(0, 1\) = 1, d\(1, 0\) = 2"),
        ([[0, 0], [0, 0]], r"positive distance: d\(0, 1\) = 0"),
        ([[0, -1], [-1, 0]], r"positive distance: d\(0, 1\) = -1"),
        ([[0, 1, 3], [1, 0, 1], [3, 1, 0]], r"d\(0, 2\) = 3 > d\(0, 1\) \+ d\(1, 2\) = 2"),
        ([[0, 3, 1], [3, 0, 1], [1, 1, 0]], r"d\(0, 1\) = 3 > d\(0, 2\) \+ d\(2, 1\) = 2"),
    ],
)
def test_tables_that_are_no_metric(rows, words):
    with pytest.raises(NotAMetric, match=words):
        from_matrix(rows)


@pytest.mark.parametrize(
    ("make", "error", "words"),
    [
        (lambda: hamming(0, 1), OutOfRange, "universe_size must be at least 1"),
        (lambda: hamming(2, 10), TooLarge, "1024 points"),
        (lambda: hamming(2, 10**9), TooLarge, "limit"),
        (lambda: histograms(50, 50), TooLarge, "points"),
        (lambda: histograms(2, "3"), TypeError, "integer"),
        (lambda: histograms(2, True), TypeError, "integer"),
        (lambda: from_matrix([]), OutOfRange, "at least one row"),
        (lambda: from_matrix([[0, 1], [1]]), OutOfRange, "row 1 has 1 entries"),
        (lambda: from_matrix([[0, 1], [1, 0]], ["a", "a"]), OutOfRange, "different names"),
        (lambda: from_matrix([[0, "sqrt(2)"], ["sqrt(2)", 0]]), Unsupported, "irrational"),
        (lambda: from_matrix([[0] * 301] * 301), TooLarge, "301 rows"),
        (lambda: from_graph(nx.Graph()), OutOfRange, "no node"),
        (lambda: from_graph(nx.empty_graph(2)), OutOfRange, "no path from 0 to 1"),
        (lambda: from_graph(nx.DiGraph([(0, 1)])), Unsupported, "directed"),
        (lambda: from_graph(nx.empty_graph(1001)), TooLarge, "1001 nodes"),
        (lambda: from_graph([[0]]), TypeError, "networkx"),
        (lambda: hamming(2, 1).distance((0,), (2,)), OutOfRange, "no point"),
        (lambda: hamming(2, 1).distance((0,), [0]), OutOfRange, "no point"),
    ],
)
def test_spaces_that_are_refused(make, error, words):
    with pytest.raises(error, match=words):
        make()


# --- envelopes of tables

MASSES = st.lists(st.integers(0, 9), min_size=3, max_size=3).filter(any)


@st.composite
def tables(draw):
    """Three rational laws on three outcomes, on a path or a triangle, and e^(eps/2) > 1."""
    laws = [[Fraction(v, sum(row)) for v in row] for row in draw(st.lists(MASSES, min_size=3, max_size=3))]
    far = draw(st.sampled_from([1, 2]))
    root = draw(st.fractions(Fraction(11, 10), 5, max_denominator=10))
    return laws, [[0, 1, far], [1, 0, 1], [far, 1, 0]], root


@settings(max_examples=60)
@given(tables())
def test_random_tables_against_the_second_implementation(problem):
    """Rows, normalisers and worst ratio are those of the plain computation; Proposition 4.1 holds, strictly."""
    laws, distances, root = problem
    found = envelope(dict(enumerate(laws)), from_matrix(distances), 2 * log(root))
    rows, sums, ratio = brute.envelope(dict(enumerate(laws)), lambda x, y: distances[x][y], lambda d: root**-d)
    for x in range(3):
        assert [found.unnormalised(x)[w].as_fraction() for w in range(3)] == rows[x]
        assert found.normaliser(x) == sums[x]
        assert sum(found.law(x).values()) == 1
        assert found.normaliser(x) >= 1
    assert found.tier == "exact"
    assert found.ratio.value == ratio
    assert found.is_pure_dp
    assert found.ratio.value < root**2
    assert found.unnormalised_ratio.value <= root
    assert found.refined_ratio_bound() <= 1
    (x, y), w = found.ratio.pair, found.ratio.outcome
    assert found.law(x)[w] / found.law(y)[w] == ratio


@settings(max_examples=30)
@given(tables())
def test_both_tiers_agree(problem):
    """Enclosed values hold the exact ones, and are as sharp as asked for."""
    laws, distances, root = problem
    sharp = envelope(dict(enumerate(laws)), from_matrix(distances), 2 * log(root))
    wide = envelope(dict(enumerate(laws)), from_matrix(distances), 2 * log(root), tier="enclosed", digits=12)
    assert (wide.tier, wide.why) == ("enclosed", 'the tier "enclosed" was asked for')
    pairs = [(sharp.ratio, wide.ratio), (sharp.unnormalised_ratio, wide.unnormalised_ratio)]
    values = [(a.value, b.value) for a, b in pairs] + [(sharp.largest_normaliser()[0], wide.largest_normaliser()[0])]
    values += [(sharp.law(x)[w], wide.law(x)[w]) for x in range(3) for w in range(3)]
    values += [(sharp.base_law(x)[w], wide.base_law(x)[w]) for x in range(3) for w in range(3)]
    for value, around in values:
        assert around.lower <= value <= around.upper
        assert (around.upper - around.lower) * 10**12 <= around.upper
    assert sharp.base_ratio.is_infinite == wide.base_ratio.is_infinite
    assert wide.is_pure_dp
    low, high = ends_of(wide.refined_ratio_bound())
    assert low <= sharp.refined_ratio_bound() <= high


def test_the_refined_bound_is_attained():
    """ENV, section 4: before normalising e^(eps/2) is attained, and 1/(pi + (1 - pi) e^-eps) is, too."""
    found = envelope({(0,): ["1/5", "4/5"], (1,): ["4/5", "1/5"]}, hamming(2, 1), "2*log(2)")
    assert found.unnormalised_ratio.value == 2
    assert found.refined_ratio_bound() == 1
    pi = found.law((1,))[1]
    assert found.ratio.value == 1 / (pi + (1 - pi) / 4) == 2


def test_ratios_that_are_almost_equal():
    """Two outcomes whose ratios differ by 10^-60: the larger one is found, wherever it stands."""
    tiny = Fraction(1, 10**60)
    for order in (("a", "b", "c"), ("b", "a", "c")):
        first = {"a": Fraction(1, 10), "b": Fraction(1, 10) + tiny, "c": Fraction(4, 5) - tiny}
        second = {"a": Fraction(1, 20), "b": Fraction(1, 20), "c": Fraction(9, 10)}
        found = envelope({(0,): {w: first[w] for w in order}, (1,): {w: second[w] for w in order}}, hamming(2, 1), 5)
        for worst in (found.ratio, found.unnormalised_ratio, found.base_ratio):
            assert (worst.outcome, worst.pair) == ("b", ((0,), (1,)))
            assert worst.value == 2 + 20 * tiny


def test_irrational_masses_and_zeros():
    """Laws with exponentials and roots stay exact; an outcome of one point only has an infinite base ratio, and an impossible one is left out."""
    half = exp("-1/2") / 2
    laws = {(0,): {"a": half, "b": 1 - half, "never": 0}, (1,): {"a": number("sqrt(2)") / 2, "b": 0, "c": 1 - number("sqrt(2)") / 2}}
    found = envelope(laws, hamming(2, 1), 1)
    assert found.tier == "exact"
    assert found.base_ratio.is_infinite
    assert found.base_ratio.value == exact.inf
    assert (found.base_ratio.pair, found.base_ratio.outcome) == (((0,), (1,)), "b")
    assert found.unnormalised((0,))["a"] == max(half, exp("-1/2") * number("sqrt(2)") / 2)
    assert found.law((0,))["never"] == 0
    assert found.is_pure_dp
    assert found.ratio.value < exp(1)


def test_no_neighbours():
    found = envelope({0: [1]}, from_matrix([[0]]), 1)
    assert found.ratio is found.unnormalised_ratio is found.base_ratio is None
    assert found.is_pure_dp
    assert found.refined_ratio_bound() == 1


def test_equal_laws_change_nothing():
    space = hamming(2, 2)
    found = envelope({x: ["1/3", "2/3"] for x in space.points}, space, "1/10")
    assert {found.normaliser(x) for x in space.points} == {number(1)}
    assert found.ratio.value == found.base_ratio.value == 1


def test_point_masses_are_inverse_sensitivity():
    """ENV, section 1: weight e^(-(eps/2) d), d the distance to the nearest point with this value."""
    space = hamming(2, 3)
    found = inverse_sensitivity({x: sum(x) for x in space.points}, space, 1)
    for x in space.points:
        weights = {v: exp(Fraction(-abs(v - sum(x)), 2)) for v in range(4)}
        assert found.law(x) == {v: weight / sum(weights.values()) for v, weight in weights.items()}
    assert found.base_ratio.is_infinite


def test_exponential_mechanism():
    space = hamming(2, 2)
    scores = {x: [-abs(v - sum(x)) for v in range(3)] for x in space.points}
    laws = exponential_mechanism(scores, space, 1)
    assert laws == {x: tuple(inverse_sensitivity({y: sum(y) for y in space.points}, space, 1).law(x)[v] for v in range(3)) for x in laws}
    wider = exponential_mechanism(scores, space, 1, sensitivity=2)
    assert wider[(0, 0)][0] / wider[(0, 0)][1] == exp("1/4")
    for problem, error in (({}, OutOfRange), ({x: [] for x in space.points}, OutOfRange), ({x: ["sqrt(2)"] for x in space.points}, Unsupported)):
        with pytest.raises(error):
            exponential_mechanism(problem, space, 1)
    with pytest.raises(OutOfRange, match="sensitivity"):
        exponential_mechanism(scores, space, 1, sensitivity=0)


GOOD = {(0,): ["1/2", "1/2"], (1,): [1, 0]}


@pytest.mark.parametrize(
    ("base", "eps", "options", "error", "words"),
    [
        ({(0,): [1]}, 1, {}, OutOfRange, r"no base law for the point '?\(1,\)"),
        (GOOD | {(2,): [1]}, 1, {}, OutOfRange, "no point"),
        (GOOD | {(1,): ["3/2", "-1/2"]}, 1, {}, NotADistribution, "negative: -1/2"),
        (GOOD | {(1,): ["1/2", "1/3"]}, 1, {}, NotADistribution, "add up to 5/6"),
        (GOOD | {(1,): 3}, 1, {}, TypeError, "law"),
        (GOOD | {(1,): [0.5, 0.5]}, 1, {}, TypeError, "float"),
        ({(0,): [], (1,): []}, 1, {}, OutOfRange, "no outcome"),
        (GOOD, 0, {}, OutOfRange, "positive"),
        (GOOD, -1, {}, OutOfRange, "positive"),
        (GOOD, "inf", {}, OutOfRange, "finite"),
        (GOOD, "log(1 + exp(1))", {}, Unsupported, "log of a sum"),
        (GOOD, 1, {"tier": "sharp"}, OutOfRange, "tier"),
        (GOOD, 1, {"digits": 0}, OutOfRange, "digits"),
        (GOOD, 1, {"digits": 10**6}, OutOfRange, "digits"),
    ],
)
def test_envelopes_that_are_refused(base, eps, options, error, words):
    with pytest.raises(error, match=words):
        envelope(base, hamming(2, 1), eps, **options)


def test_sums_that_are_too_long_are_enclosed():
    """With many irrational denominators the tier "exact" is given up, and it is said why; where it is asked for, it is refused."""
    instance = private_multiplicative_weights(3, [[-1, 0, 1], [1, -1, 0]], 2, 2, 1, "log(2)")
    laws = {x: dict(zip(instance.transcripts, instance.exact_law(instance.target(x)), strict=True)) for x in instance.space.points}
    found = envelope(laws, instance.space, 1)
    assert found.tier == "enclosed"
    assert "denominator of more than" in found.why
    assert found.is_pure_dp
    same = release(instance, 1, tier="enclosed").envelope
    assert same.ratio.value.lower <= found.ratio.value.upper
    assert found.ratio.value.lower <= same.ratio.value.upper
    with pytest.raises(TooLarge, match="denominator"):
        envelope(laws, instance.space, 1, tier="exact")


# --- enclosed values


def test_enclosed_values():
    value = Enclosed(Fraction(1, 3), Fraction(1, 3) + Fraction(1, 10**9))
    assert value.bounds(3) == ("0.333", "0.334")
    assert value.decimal(30) == "0.33333333"
    assert at_most(value, number("1/2"))
    assert not at_most(value, number("1/4"))
    assert at_most(number("1/3"), number("1/3"))
    with pytest.raises(Undecided, match="overlap"):
        at_most(value, Enclosed(Fraction(1, 3), Fraction(1, 2)))
    assert Enclosed(Fraction(-1), Fraction(2)).decimal(3) is None


@settings(max_examples=40)
@given(st.fractions(Fraction(1, 100), 50, max_denominator=1000), st.fractions(0, Fraction(1, 10), max_denominator=100))
def test_functions_of_intervals(x, width):
    """Logarithm, exponential and root enclose the exact values of both ends."""
    f, interval = Functions(80), Enclosed(x, x + width)
    for end in (x, x + width):
        for found, value in ((f.log(interval), log(end)), (f.exp(interval), exp(end)), (f.sqrt(interval), exact.sqrt(end))):
            low, high = value.lower(40), value.upper(40)
            assert found.lower <= high
            assert low <= found.upper
    assert f.of_loss(loss("1/2")) == point(Fraction(1, 2))
    with pytest.raises(ZeroDivisionError):
        divide(interval, point(0))
    with pytest.raises(ZeroDivisionError):
        f.log(point(0))
    with pytest.raises(TooLarge):
        f.exp(point(10**7))
