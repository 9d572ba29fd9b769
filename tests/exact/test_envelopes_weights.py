"""Private multiplicative weights: laws, envelopes and errors against a second implementation on plain databases; spaces, tiers, refusals."""

from fractions import Fraction

import mpmath
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from exact import exp, log, number
from exact.envelopes import Enclosed, ends_of, private_multiplicative_weights, release
from exact.errors import OutOfRange, TooLarge, Undecided, Unsupported
from tests.exact import envelope_brute as brute

VALUES = st.sampled_from([-1, 0, 1])


@st.composite
def rational_instances(draw):
    """Integer queries, e^gamma in (1, e], and eta a multiple of it by the rounds, so that all masses are rational."""
    size, n, rounds = draw(st.sampled_from([(2, 2, 2), (2, 3, 1), (3, 2, 1), (2, 1, 3), (3, 1, 2)]))
    queries = draw(st.lists(st.lists(VALUES, min_size=size, max_size=size), min_size=1, max_size=2 if rounds == 1 else 1))
    return size, queries, n, rounds, draw(st.sampled_from(["2", "5/2"]))


@settings(max_examples=25, deadline=None)
@given(rational_instances())
def test_one_round_is_exact_against_the_second_implementation(problem):
    """One round, eta = 2n log(2), e^(eps/2) = 3/2: Fractions throughout, on plain databases and on histograms."""
    size, queries, n, _, step = problem
    root = Fraction(3, 2)
    transcripts, laws, losses = brute.weights(
        size, queries, n, 1, (lambda v: _power(2, 2 * n * size * v), lambda v: Fraction(step) ** int(v))
    )
    rows, sums, ratio = brute.envelope(laws, brute.hamming, lambda d: root**-d)
    for space in ("hamming", "histograms"):
        instance = private_multiplicative_weights(size, queries, n, 1, 2 * n * size * log(2), log(step), space)
        found = release(instance, 2 * log(root), tier="exact")
        assert found.envelope.outcomes == tuple(transcripts)
        for x in laws:
            place = x if space == "hamming" else tuple(x.count(d) for d in range(size))
            assert [v.as_fraction() for v in found.envelope.base_law(place).values()] == laws[x]
            assert [v.as_fraction() for v in found.envelope.unnormalised(place).values()] == rows[x]
            assert found.envelope.normaliser(place) == sums[x]
            assert found.base_error(place) == sum(p * v for p, v in zip(laws[x], losses[x], strict=True))
            assert found.error(place) == sum(p * v for p, v in zip(rows[x], losses[x], strict=True)) / sums[x]
        assert (found.envelope.ratio.value if found.envelope.ratio else None) == ratio
        assert found.envelope.largest_normaliser()[0] == max(sums.values())


def _power(base, exponent):
    assert Fraction(exponent).denominator == 1
    return Fraction(base) ** int(exponent)


@pytest.mark.parametrize(
    ("size", "queries", "n", "rounds", "eta", "gamma"),
    [
        (2, [[-1, 1]], 2, 3, "1", "log(2)"),  # exact
        (2, [["1/2", "-1/3"]], 3, 2, "2", "1/3"),  # synthetic answers are irrational
        (3, [[-1, 0, 1], [1, -1, 0]], 2, 2, "3/2", "log(2)"),  # exact masses, sums too long
        (2, [[-1, 1]], 2, 2, "log(1 + exp(1))", "1"),  # eta is the log of a sum
    ],
)
def test_against_mpmath_on_plain_databases(size, queries, n, rounds, eta, gamma):  # noqa: PLR0917
    """Both tiers and both spaces hold the values of a computation with 60 digits that shares nothing with the package."""
    with mpmath.workdps(60):
        values = {"1": 1, "2": 2, "3/2": mpmath.mpf(3) / 2, "1/3": mpmath.mpf(1) / 3, "log(2)": mpmath.log(2)}
        values["log(1 + exp(1))"] = mpmath.log(1 + mpmath.e)
        powers = [lambda v, rate=values[name]: mpmath.exp(rate * v) for name in (eta, gamma)]
        transcripts, laws, losses = brute.weights(size, queries, n, rounds, powers, real=real)
        rows, sums, ratio = brute.envelope(laws, brute.hamming, lambda d: mpmath.exp(-mpmath.mpf(d) / 4))
        expected = [sum(p * v for p, v in zip(rows[x], losses[x], strict=True)) / sums[x] for x in laws]
        base = [sum(p * v for p, v in zip(laws[x], losses[x], strict=True)) for x in laws]
        largest = {"ratio": ratio, "z": max(sums.values()), "error": max(expected), "base": max(base)}
        wanted = {name: Fraction(mpmath.nstr(value, 50)) for name, value in largest.items()}
    for space in ("hamming", "histograms"):
        found = release(private_multiplicative_weights(size, queries, n, rounds, eta, gamma, space), "1/2")
        assert found.envelope.outcomes == tuple(transcripts)
        pairs = {"ratio": found.envelope.ratio.value, "z": found.envelope.largest_normaliser()[0]}
        pairs |= {"error": found.largest_error()[0], "base": found.largest_base_error()[0]}
        for name, value in pairs.items():
            low, high = ends_of(value, 40)
            assert low - Fraction(1, 10**38) <= wanted[name] <= high + Fraction(1, 10**38), (space, name)
        assert found.envelope.is_pure_dp


def real(value):
    """An mpmath number."""
    value = Fraction(value)
    return mpmath.mpf(value.numerator) / value.denominator


def test_the_goal_of_size():
    """T = 3, n = 4, J = 3 exactly on plain databases; T = 3, n = 6 exactly on histograms, and on as many as 729 databases."""
    plain = release(private_multiplicative_weights(3, [[-1, 0, 1]], 4, 3, 1, "log(2)", "hamming"), "1/2")
    quotient = release(private_multiplicative_weights(3, [[-1, 0, 1]], 4, 3, 1, "log(2)"), "1/2")
    for find in (lambda f: f.envelope.ratio.value, lambda f: f.envelope.largest_normaliser()[0], lambda f: f.largest_error()[0]):
        assert find(plain) == find(quotient)
    assert plain.envelope.tier == quotient.envelope.tier == "exact"
    large = release(private_multiplicative_weights(3, [[-1, 0, 1]], 6, 3, 1, "log(2)"), "1/2")
    assert (large.envelope.tier, len(large.instance.space.points), large.instance.space.members) == ("exact", 28, 729)
    both = release(private_multiplicative_weights(3, [[-1, 0, 1]], 6, 3, 1, "1/4", "hamming"), "1/2").envelope
    alone = release(private_multiplicative_weights(3, [[-1, 0, 1]], 6, 3, 1, "1/4"), "1/2").envelope
    assert both.ratio.value == alone.ratio.value
    assert both.largest_normaliser()[0] == alone.largest_normaliser()[0]


def test_a_database_of_a_point():
    quotient = private_multiplicative_weights(3, [[-1, 0, 1]], 2, 1, 1, 1)
    assert quotient.database((1, 0, 1)) == (0, 2)
    assert quotient.target((1, 0, 1)) == (Fraction(0),)
    plain = private_multiplicative_weights(3, [[-1, 0, 1]], 2, 1, 1, 1, "hamming")
    assert plain.database((2, 0)) == (2, 0)
    assert (plain.universe_size, plain.signed_order) == (3, ((0, 1), (0, -1)))
    with pytest.raises(OutOfRange, match="no point"):
        quotient.database((2, 1, 0))


def test_target_distance_is_at_most_hamming_distance():
    """ENV, section 3: d*(a(x), a(y)) = (n/2) max_s |a_s - b_s| <= d(x, y)."""
    instance = private_multiplicative_weights(3, [[-1, "1/3", 1], [1, -1, 0]], 3, 1, 1, 1, "hamming")
    points = instance.space.points
    for x in points:
        for y in points:
            largest = max(abs(a - b) for a, b in zip(instance.target(x), instance.target(y), strict=True))
            assert Fraction(3, 2) * largest <= instance.space.distance(x, y)


def test_one_row_and_one_element():
    """A universe of one element has one database and no neighbours; the loss is 0 exactly."""
    found = release(private_multiplicative_weights(1, [["1/2"]], 3, 2, 1, 1), 1)
    assert found.envelope.ratio is None
    assert found.envelope.is_pure_dp
    assert found.largest_error()[0] == 0 == found.largest_base_error()[0]
    assert (found.instance.universe_size, found.envelope.tier) == (1, "exact")


def test_why_a_tier_was_used():
    irrational = private_multiplicative_weights(2, [[-1, 1]], 2, 2, 1, 1)
    assert "after the selections (0,) is irrational" in irrational.why_not_exact()
    found = release(irrational, 1)
    assert (found.envelope.tier, found.envelope.why) == ("enclosed", irrational.why_not_exact())
    with pytest.raises(Unsupported, match="irrational"):
        release(irrational, 1, tier="exact")
    with pytest.raises(Unsupported, match="irrational"):
        irrational.exact_law(irrational.targets[0])
    assert private_multiplicative_weights(2, [[-1, 1]], 2, 1, 1, 1).why_not_exact() == ""  # one round
    assert private_multiplicative_weights(2, [[1, 1]], 2, 3, 1, 1).why_not_exact() == ""  # a constant query
    assert "log of a sum" in private_multiplicative_weights(2, [[-1, 1]], 2, 1, "log(1 + exp(1))", 1).why_not_exact()
    exact_one = private_multiplicative_weights(2, [[-1, 1]], 2, 2, 1, "log(2)")
    assert release(exact_one, 1, tier="enclosed").envelope.why == 'the tier "enclosed" was asked for'


def test_digits_are_as_many_as_asked_for():
    instance = private_multiplicative_weights(2, [[-1, 1]], 2, 2, 1, 1)
    for digits in (5, 200):
        found = release(instance, 1, digits=digits)
        for value in (found.envelope.ratio.value, found.largest_error()[0], found.envelope.normaliser((2, 0))):
            assert (value.upper - value.lower) * 10**digits <= value.lower


def test_a_tiny_eps_is_still_decided():
    """The ratio stays strictly below e^eps, so enclosures tell them apart, with more digits than were asked for."""
    instance = private_multiplicative_weights(2, [[-1, 1]], 2, 2, 1, 1)
    assert release(instance, Fraction(1, 10**60), digits=5).envelope.is_pure_dp


def test_an_undecided_ratio_is_said(monkeypatch):
    """Where all allowed bits do not suffice, nothing is guessed."""
    from exact.envelopes import likelihood_envelope as module

    def never(*_):
        raise Undecided("open")

    monkeypatch.setattr(module, "at_most", never)
    with pytest.raises(Undecided, match="open"):
        release(private_multiplicative_weights(2, [[-1, 1]], 2, 2, 1, 1), 1)


@pytest.mark.parametrize(
    ("given_", "error", "words"),
    [
        ((0, [[1]], 1, 1, 1, 1), OutOfRange, "universe_size"),
        ((65, [[0] * 65], 1, 1, 1, 1), TooLarge, "universe_size"),
        ((2, [], 1, 1, 1, 1), OutOfRange, "queries is empty"),
        ((2, [[0, 1]] * 17, 1, 1, 1, 1), TooLarge, "17 queries"),
        ((2, [[0]], 1, 1, 1, 1), OutOfRange, "query 0 has 1 values"),
        ((2, [[0, 2]], 1, 1, 1, 1), OutOfRange, r"\[-1, 1\]"),
        ((2, [[0, "sqrt(1/2)"]], 1, 1, 1, 1), Unsupported, "irrational"),
        ((2, [[0, 0.5]], 1, 1, 1, 1), TypeError, "float"),
        ((2, [[0, 1]], 0, 1, 1, 1), OutOfRange, "n must"),
        ((2, [[0, 1]], 201, 1, 1, 1), TooLarge, "n = 201"),
        ((2, [[0, 1]], 1, 0, 1, 1), OutOfRange, "rounds"),
        ((2, [[0, 1]], 1, 13, 1, 1), TooLarge, "rounds"),
        ((2, [[0, 1]] * 4, 1, 5, 1, 1), TooLarge, "32768 transcripts"),
        ((2, [[0, 1]], 1, 1, 0, 1), OutOfRange, "eta"),
        ((2, [[0, 1]], 1, 1, "inf", 1), OutOfRange, "eta"),
        ((2, [[0, 1]], 1, 1, 1, 0), OutOfRange, "gamma"),
        ((2, [[0, 1]], 1, 1, 1, "11/10"), OutOfRange, "gamma must be at most 1"),
        ((2, [[0, 1]], 1, 1, 1, "log(3)"), OutOfRange, "gamma must be at most 1"),
        ((2, [[0, "1/2"]], 1, 2, 1, "log(1 + exp(-1))"), Unsupported, "fractional|multiples"),
        ((2, [[0, 1]], 1, 1, 1, 1, "cube"), OutOfRange, "space"),
        ((30, [[0] * 30], 30, 1, 1, 1), TooLarge, "points"),
        ((2, [[0, 1]], 150, 12, 1, 1), TooLarge, "selections"),
    ],
)
def test_instances_that_are_refused(given_, error, words):
    with pytest.raises(error, match=words):
        private_multiplicative_weights(*given_)


def test_losses_are_exact_numbers_in_both_tiers():
    instance = private_multiplicative_weights(2, [[-1, 1]], 1, 2, 1, 1)
    answer = number("exp(2)")
    mean = (answer - 1) / (answer + 1)  # mu after +q is (e^-1, e)/(e^-1 + e)
    assert instance.answer((0, 1)) == (mean / 2,)
    assert instance.loss(instance.target((1, 0)), (0, 1)) == 1 + mean / 2
    assert exp(2) == answer


@pytest.mark.parametrize(
    ("module", "name", "words"),
    [
        ("rows", "WORK_LIMIT", "are too many"),
        ("rows", "ROW_BITS", "are too many"),
        ("rows", "PAIR_LIMIT", "ratios"),
        ("multiplicative_weights", "SELECTION_BITS", "beyond the limit"),
    ],
)
def test_work_is_bounded(monkeypatch, module, name, words):
    """Each limit is looked at before the work that it bounds."""
    monkeypatch.setattr(f"exact.envelopes.{module}.{name}", 1)
    with pytest.raises(TooLarge, match=words):
        release(private_multiplicative_weights(2, [[-1, 1]], 2, 2, 1, 1), 1)


@pytest.mark.parametrize(
    ("module", "name", "words"),
    [
        ("rows", "EXACT_TERMS", "denominator of more than"),
        ("rows", "EXACT_CANDIDATES", "exact products"),
        ("multiplicative_weights", "EXACT_SELECTIONS", "selections"),
        ("multiplicative_weights", "EXACT_MASSES", "masses"),
    ],
)
def test_exact_work_is_bounded(monkeypatch, module, name, words):
    """Beyond these limits values are enclosed, for a reason that is given; the enclosures hold the exact values."""
    instance = private_multiplicative_weights(2, [[-1, 1]], 2, 2, 1, "log(2)")
    sharp = release(instance, 1)
    monkeypatch.setattr(f"exact.envelopes.{module}.{name}", 1)
    found = release(instance, 1)
    assert found.envelope.tier == "enclosed"
    assert words in found.envelope.why
    assert found.envelope.ratio.value.lower <= sharp.envelope.ratio.value <= found.envelope.ratio.value.upper
    assert found.largest_error()[0].lower <= sharp.largest_error()[0] <= found.largest_error()[0].upper


def test_a_universe_of_tiny_masses():
    """Masses far below 2^-128: the first scale is chosen by the least of them."""
    instance = private_multiplicative_weights(2, [[-1, 1]], 2, 3, 300, "1/3")
    found = release(instance, 1, digits=10)
    assert instance.depth() > 2000
    assert all(value.lower > 0 for value in found.envelope.base_law((2, 0)).values())
    assert found.envelope.base_ratio.value.lower > 10**100
    with pytest.raises(TooLarge, match="digits were not reached"):
        release(private_multiplicative_weights(2, [[-1, 1]], 2, 3, 30000, "1/3"), 1)


def test_errors_next_to_nothing_are_as_sharp_as_asked_for():
    """Query values of 1e-90: the errors are of that size, and known to the digits wanted; no decimal is told that the bounds do not tell."""
    instance = private_multiplicative_weights(2, [["-1e-90", "1e-90"]], 2, 2, 1, 1)
    found = release(instance, 1, tier="enclosed", digits=12)
    value, _ = found.largest_base_error()
    assert Fraction(9, 10**91) < value.lower <= value.upper < Fraction(2, 10**90)
    assert value.upper - value.lower <= value.lower / 10**12
    assert Enclosed(Fraction(0), Fraction(19, 10)).decimal() is None
    assert str(Enclosed(Fraction(14), Fraction(16))) == "between 14 and 16"
    assert Enclosed(Fraction(141), Fraction(142)).decimal() == "140"


@pytest.mark.parametrize("digits", [1, 2, 5])
def test_few_digits_are_right(digits):
    """Masses down to 1e-70: bounds to few digits hold the values known to many."""
    instance = private_multiplicative_weights(3, [[1, -1, -1], [-1, 1, -1]], 2, 3, 30, "log(2)")
    few, many = (release(instance, "1/50", tier="enclosed", digits=d) for d in (digits, 40))
    for a, b in zip(few.errors, many.errors, strict=True):
        assert a.lower <= b.lower <= b.upper <= a.upper
    assert few.envelope.ratio.value.lower <= many.envelope.ratio.value.lower <= many.envelope.ratio.value.upper <= few.envelope.ratio.value.upper
    assert few.envelope.largest_normaliser()[0].lower >= 1
