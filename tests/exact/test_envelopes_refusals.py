"""Wrong and odd input of envelopes and their inequalities: what is wrong is refused by an error of the project, what is odd but right is right."""

from collections import UserDict
from decimal import Decimal
from enum import IntEnum
from fractions import Fraction
from typing import NamedTuple

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from exact import loss, number
from exact.envelopes import (
    Enclosed,
    FiniteMetric,
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
from exact.envelopes import inequalities as all_of
from exact.envelopes.inequalities import examine, parameters
from exact.errors import OutOfRange, TooLarge, Unsupported
from tests.exact import strange_input
from tests.exact.strange_input import LONG

SPACE = hamming(2, 1)
LAWS = {(0,): ["1/5", "4/5"], (1,): ["4/5", "1/5"]}
INSTANCE = private_multiplicative_weights(2, [[-1, 1]], 2, 2, 1, "log(2)")
PLAIN = private_multiplicative_weights(2, [[-1, 1]], 2, 2, 1, "log(2)", "hamming")
RELEASE = release(INSTANCE, "2*log(2)", tier="enclosed", digits=12)
X = examine(INSTANCE, "2*log(2)", 12)
ROW = X.fixed.masses[0]


class Pair(NamedTuple):
    a: int
    b: int


class Place(IntEnum):
    FIRST = 0
    SECOND = 1


STRANGE = [*strange_input.STRANGE, [("sqrt(2)",)], [(0.5,)], [(LONG,)], [(0,), (0,)], [2, True], [65], SPACE, INSTANCE, X, RELEASE]
CALLS = {
    "at_most": (at_most, [Enclosed(Fraction(1), Fraction(2)), 3, 10]),
    "ball_bound": (all_of.ball_bound, [X, 1]),
    "ball_error": (all_of.ball_error, [X, [(2, 0)]]),
    "ball_mass": (all_of.ball_mass, [X, [(2, 0)]]),
    "ball_sum": (all_of.ball_sum, [X, (2, 0), 1]),
    "base_error": (all_of.base_error, [X, [(0,)]]),
    "bounded_ratio": (all_of.bounded_ratio, [X, [2]]),
    "ends_of": (ends_of, ["sqrt(2)", 10]),
    "envelope": (lambda *a: envelope(*a[:3], tier=a[3], digits=a[4]), [LAWS, SPACE, 1, "enclosed", 10]),
    "envelope of a law": (lambda law: envelope({(0,): law, (1,): [1]}, SPACE, 1, tier="enclosed"), [[1]]),
    "envelope of a mass": (lambda mass: envelope({(0,): [mass], (1,): [1]}, SPACE, 1, tier="enclosed"), [1]),
    "examine": (examine, [INSTANCE, 1, 10]),
    "exponential_mechanism": (exponential_mechanism, [{(0,): [1, 0], (1,): [0, 1]}, SPACE, 1, 1]),
    "exponential_mechanism of scores": (lambda row: exponential_mechanism({(0,): row, (1,): [0, 1]}, SPACE, 1), [[1, 0]]),
    "from_graph": (from_graph, [nx.path_graph(3)]),
    "from_matrix": (from_matrix, [[[0, 1], [1, 0]], ["a", "b"]]),
    "from_matrix of a row": (lambda row: from_matrix([row, [1, 0]]), [[0, 1]]),
    "hamming": (hamming, [2, 2]),
    "histograms": (histograms, [2, 2]),
    "inverse_sensitivity": (inverse_sensitivity, [{(0,): 1, (1,): 2}, SPACE, 1]),
    "inverse_sensitivity of a value": (lambda value: inverse_sensitivity({(0,): value, (1,): 2}, SPACE, 1), [1]),
    "likelihood_maurey": (all_of.likelihood_maurey, [X, [1]]),
    "likelihood_moments": (lambda x, *a: all_of.likelihood_moments(x, a[0], radius=a[1], points=a[2]), [X, [1], "target", None]),
    "likelihood_moments_of_family": (all_of.likelihood_moments_of_family, [X, [2], 1]),
    "likelihood_moments_sharp": (lambda x, *a: all_of.likelihood_moments_sharp(x, a[0], radius=a[1], points=a[2]), [X, [2], "hamming", None]),
    "parameters": (parameters, [2, 1, 10**10, 1, 20]),
    "private_multiplicative_weights": (private_multiplicative_weights, [2, [[-1, 1]], 2, 2, 1, "log(2)", "histograms"]),
    "private_multiplicative_weights of a query": (lambda row: private_multiplicative_weights(2, [row], 2, 2, 1, "log(2)"), [[-1, 1]]),
    "radial_summation": (all_of.radial_summation, [X, 3]),
    "release": (lambda *a: release(a[0], a[1], tier=a[2], digits=a[3]), [INSTANCE, 1, "enclosed", 10]),
    "robust_utility": (all_of.robust_utility, [X, [(0,)]]),
    "transcript_renyi": (lambda x, *a: all_of.transcript_renyi(x, a[0], factor=a[1], targets=a[2]), [X, [2], 1, [(0,)]]),
    "Enclosed": (Enclosed, [Fraction(1), Fraction(2)]),
    "Enclosed.bounds": (Enclosed(Fraction(1), Fraction(2)).bounds, [3]),
    "Enclosed.decimal": (Enclosed(Fraction(1), Fraction(2)).decimal, [3]),
    "Envelope.base_law": (RELEASE.envelope.base_law, [(2, 0)]),
    "Envelope.law": (RELEASE.envelope.law, [(2, 0)]),
    "Envelope.normaliser": (RELEASE.envelope.normaliser, [(2, 0)]),
    "Envelope.unnormalised": (RELEASE.envelope.unnormalised, [(2, 0)]),
    "Examination.ball": (X.ball, [0, 1]),
    "Examination.database_distance": (X.database_distance, [0, 1]),
    "Examination.expected": (X.expected, [ROW, 0]),
    "Examination.family": (X.family, [0, 1, 1]),
    "Examination.laws_of": (X.laws_of, [[(0,)]]),
    "Examination.moment": (X.moment, [ROW, ROW, 2]),
    "Examination.moment_scale": (X.moment_scale, [1]),
    "Examination.points": (X.points, [[(2, 0)]]),
    "Examination.ratios": (X.ratios, [ROW, ROW]),
    "Examination.target_distance": (X.target_distance, [(0,), (1,)]),
    "FiniteMetric.distance": (SPACE.distance, [(0,), (1,)]),
    "FiniteMetric.place": (SPACE.place, [(0,)]),
    "MultiplicativeWeights.answer": (INSTANCE.answer, [(0, 1)]),
    "MultiplicativeWeights.database": (INSTANCE.database, [(2, 0)]),
    "MultiplicativeWeights.exact_law": (INSTANCE.exact_law, [(0,)]),
    "MultiplicativeWeights.fixed_laws": (INSTANCE.fixed_laws, [[(0,)], 200]),
    "MultiplicativeWeights.fixed_losses": (INSTANCE.fixed_losses, [100]),
    "MultiplicativeWeights.loss": (INSTANCE.loss, [(0,), (0, 1)]),
    "MultiplicativeWeights.losses": (INSTANCE.losses, [(0,)]),
    "MultiplicativeWeights.target": (INSTANCE.target, [(2, 0)]),
    "QueryRelease.base_error": (RELEASE.base_error, [(2, 0)]),
    "QueryRelease.error": (RELEASE.error, [(2, 0)]),
}
OF_EXAMINATIONS = [
    "all_inequalities",
    "ball_exponents",
    "block_bound",
    "error_mass",
    "final_bound",
    "final_error",
    "growth_condition",
    "hedge",
    "normaliser_bound",
    "renyi_maximum",
    "softmax_gap",
]
CALLS |= {name: (getattr(all_of, name), [X]) for name in OF_EXAMINATIONS}


@pytest.mark.parametrize("name", CALLS)
def test_strange_input_is_refused_or_answered(name):
    assert strange_input.raw_errors(*CALLS[name], STRANGE) == []


@pytest.mark.parametrize(
    ("make", "error", "words"),
    [
        (lambda: INSTANCE.answer((9, 9)), OutOfRange, "one selection for each of 2 rounds, one of 0, ..., 1, not .9, 9."),
        (lambda: INSTANCE.answer((0, 1, 1)), OutOfRange, "for each of 2 rounds"),
        (lambda: INSTANCE.answer((0,)), OutOfRange, "for each of 2 rounds"),
        (lambda: INSTANCE.answer((0, -1)), OutOfRange, "0, ..., 1"),
        (lambda: INSTANCE.answer((0, True)), OutOfRange, "0, ..., 1"),
        (lambda: INSTANCE.loss((0, 0), (0, 1)), OutOfRange, "one entry for each query, that is 1, not 2"),
        (lambda: INSTANCE.loss((0.5,), (0, 1)), TypeError, "two readings"),
        (lambda: INSTANCE.losses(("sqrt(2)",)), Unsupported, "entry 0 of a target is sqrt"),
        (lambda: INSTANCE.losses("1"), TypeError, "a target must be a list, not str"),
        (lambda: RELEASE.error((9, 9)), OutOfRange, "no point"),
        (lambda: INSTANCE.database((1.0, 1.5)), OutOfRange, "no point"),
        (lambda: private_multiplicative_weights(2, ["10"], 1, 1, 1, 1), TypeError, "query 0 must be a list, not str"),
        (lambda: private_multiplicative_weights(2, {"q": [0, 1]}, 1, 1, 1, 1), TypeError, "must be a list, not dict"),
        (lambda: private_multiplicative_weights(2, [{0, 1}], 1, 1, 1, 1), TypeError, "must be a list, not set"),
        (lambda: private_multiplicative_weights(2, [[0, 1]], LONG, 1, 1, 1), TooLarge, "n = 1000.* is beyond the limit of 200"),
        (lambda: from_matrix([[0, 1], [1, 0]], [[], []]), TypeError, "hashable"),
        (lambda: FiniteMetric((0, 1), ((0, 1),)), OutOfRange, "a square table"),
        (lambda: FiniteMetric((0, True, 1), ((0,) * 3,) * 3), OutOfRange, "different ones"),
        (lambda: from_matrix([[0, 1], [1, 0]], {"a", "b"}), TypeError, "points must be a list, not set"),
        (lambda: exponential_mechanism({(0,): "10", (1,): [0, 1]}, SPACE, 1), TypeError, "must be a list, not str"),
        (lambda: envelope([[1], [1]], SPACE, 1), TypeError, "envelope takes a mapping from points to laws, not list"),
        (lambda: envelope(LAWS, 2, 1), TypeError, "envelope takes a FiniteMetric"),
        (lambda: inverse_sensitivity({(0,): [], (1,): 1}, SPACE, 1), TypeError, "values must be hashable"),
        (lambda: release(RELEASE, 1), TypeError, "release takes an instance"),
        (lambda: examine(INSTANCE, 1, 0), OutOfRange, "digits must be an integer from 1 to 1000, not 0"),
        (lambda: examine(INSTANCE, 1, True), OutOfRange, "digits"),
        (lambda: parameters(2, 1, 10, 1, 10**6), OutOfRange, "digits"),
        (lambda: parameters(2, 1, 10, 1, "20"), OutOfRange, "digits"),
        (lambda: Enclosed(Fraction(2), Fraction(1)), OutOfRange, "lower <= upper"),
        (lambda: Enclosed(0.5, 1.5), TypeError, "two Fractions, not float"),
        (lambda: Enclosed(Fraction(1), Fraction(2)).decimal(0), OutOfRange, "digits"),
        (lambda: at_most(1, 2, 0), OutOfRange, "digits"),
        (lambda: at_most(0.5, 1), TypeError, "two readings"),
        (lambda: all_of.hedge(INSTANCE), TypeError, "hedge takes an Examination that examine makes, not MultiplicativeWeights"),
        (lambda: all_of.transcript_renyi(X, factor=0.25), TypeError, "two readings"),
        (lambda: all_of.transcript_renyi(X, factor=-1), OutOfRange, "factor must be at least 0, not -1"),
        (lambda: all_of.transcript_renyi(X, targets=[(0.5,)]), TypeError, "two readings"),
        (lambda: all_of.transcript_renyi(X, targets=[(0, 1)]), OutOfRange, "that is 1, not 2"),
        (lambda: all_of.transcript_renyi(X, targets=[(10**9,), (0,)]), TooLarge, "not told from 0"),
        (lambda: all_of.bounded_ratio(X, (1,)), OutOfRange, "orders are integers from 2 to 64"),
        (lambda: all_of.bounded_ratio(X, (True, 2)), OutOfRange, "orders"),
        (lambda: all_of.bounded_ratio(X, ()), OutOfRange, "orders"),
        (lambda: all_of.likelihood_maurey(X, (0,)), OutOfRange, "lengths are integers from 1 to 64"),
        (lambda: all_of.likelihood_moments_of_family(X, length=0), OutOfRange, "length must be at least 1"),
        (lambda: all_of.likelihood_moments(X, radius="ball"), OutOfRange, "radius is one of target, hamming, not 'ball'"),
        (lambda: all_of.radial_summation(X, -1), OutOfRange, "count"),
        (lambda: all_of.radial_summation(X, 10**6), TooLarge, "count"),
        (lambda: all_of.ball_bound(X, -1), OutOfRange, "radius"),
        (lambda: all_of.ball_mass(X, (9, 9)), OutOfRange, "9 is no point"),
        (lambda: X.ball(-1, 1), OutOfRange, "0, ..., 2, not -1"),
        (lambda: X.database_distance(0, -1), OutOfRange, "index of a target"),
        (lambda: X.expected(ROW[:-1], 0), OutOfRange, "a pair of integers for each of the 4 transcripts"),
    ],
)
def test_what_is_wrong_is_named(make, error, words):
    with pytest.raises(error, match=words):
        make()


def test_iterators_are_read_once_and_whole():
    """A generator is as good as a list: no place is left out because it was used up."""
    points = INSTANCE.space.points
    for check in (all_of.ball_mass, all_of.ball_error, lambda x, given: all_of.likelihood_moments(x, points=given)):
        assert check(X, (point for point in points)) == check(X, list(points))
    for check in (all_of.bounded_ratio, all_of.transcript_renyi, all_of.likelihood_maurey, all_of.likelihood_moments_of_family):
        assert check(X, (r for r in (2, 3))) == check(X, [2, 3])
    for check in (all_of.robust_utility, all_of.base_error, lambda x, given: all_of.transcript_renyi(x, targets=given)):
        assert check(X, ((v,) for v in (0, "1/2"))) == check(X, [(Fraction(0),), [Fraction(1, 2)]])
    again = private_multiplicative_weights(2, (iter(row) for row in [[-1, 1]]), 2, 2, 1, "log(2)")
    assert again.targets == INSTANCE.targets
    assert from_matrix((iter(row) for row in [[0, 1], [1, 0]]), iter("ab")) == from_matrix([[0, 1], [1, 0]], ["a", "b"])


def test_a_target_given_twice_is_decided():
    found = all_of.transcript_renyi(X, (2,), targets=[(0,), (0,), (1,)])
    assert (found.verdict, found.places) == ("holds", 9)


def test_numbers_and_tuples_of_other_classes():
    """An integer of an enumeration, a named tuple, a mapping of another class mean what they are equal to."""
    same = private_multiplicative_weights(Place.SECOND + 1, [[-1, Place.SECOND]], 2, 2, Decimal(1), loss("log(2)"))
    assert same.targets == INSTANCE.targets
    assert INSTANCE.answer((Place.FIRST, Place.SECOND)) == INSTANCE.answer(Pair(0, 1)) == INSTANCE.answer([0, 1])
    assert PLAIN.database(Pair(1, 0)) == (1, 0)
    assert type(PLAIN.database(Pair(1, 0))) is tuple
    assert envelope(UserDict(LAWS), SPACE, 1).ratio == envelope(LAWS, SPACE, 1).ratio
    assert INSTANCE.loss(["1/2"], (0, 1)) == INSTANCE.loss((Decimal("0.5"),), (0, 1))


def test_masses_of_long_fractions():
    """Masses as small as 2^-30001 have verdicts in both tiers."""
    tiny = number(2) ** -30_001
    for tier in ("exact", "enclosed"):
        found = envelope({(0,): [1 - tiny, tiny], (1,): ["1/2", "1/2"]}, SPACE, 1, tier=tier, digits=5)
        assert (found.tier, found.is_pure_dp) == (tier, True)
    third = Fraction(1, 3**1_000)
    found = envelope({(0,): [third, 1 - third], (1,): [1 - third, third]}, SPACE, "log(4)")
    assert (found.tier, found.is_pure_dp, found.ratio.value) == ("exact", True, 2)


def test_values_of_either_tier_and_plain_numbers():
    half = Enclosed(Fraction(1, 3), Fraction(1, 2))
    assert at_most(half, Fraction(1, 2))
    assert not at_most(1, half)
    assert at_most("sqrt(2)", Decimal("1.5"))
    assert ends_of("1/2") == ends_of(Fraction(1, 2)) == (Fraction(1, 2), Fraction(1, 2))
    assert ends_of(half) == (Fraction(1, 3), Fraction(1, 2))


@given(st.fractions(-20, 20), st.integers(0, 40), st.integers(1, 30))
def test_decimals_of_enclosed_values_are_as_long_as_the_bounds_tell(lower, exponent, digits):
    """As found by trying all lengths."""
    value = Enclosed(lower, lower + Fraction(1, 7**exponent))
    every = [[number(end).decimal(told) for end in (value.lower, value.upper)] for told in range(digits, 0, -1)]
    assert value.decimal(digits) == next((low for low, high in every if low == high), None)
    assert value.decimal(10_000) == value.decimal(200)
