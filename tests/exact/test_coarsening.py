"""Laplace and Gaussian noise told to within intervals: exact lower bounds for the mechanisms, against their closed forms."""

from fractions import Fraction
from itertools import pairwise

import mpmath
import pytest
from hypothesis import given
from hypothesis import strategies as st

import exact
from exact import coarsened_gaussian, coarsened_laplace, dual, identity, is_gaussian_dp, number, pld, rr
from exact.mechanisms.coarsening import gaussian_cut, gaussian_cuts, laplace_cut, laplace_cuts
from tests.exact.normal_brute import fraction, gaussian_delta, phi
from tests.laws.strategies import examples

SCALES = st.sampled_from([Fraction(1), Fraction(1, 2), Fraction(3, 2), Fraction(7, 3), Fraction(10)])
SENSITIVITIES = st.sampled_from([Fraction(1), Fraction(1, 3), Fraction(2), Fraction(5, 2)])
CUTS = st.lists(st.builds(Fraction, st.integers(-30, 40), st.integers(1, 9)), max_size=6, unique=True).map(sorted)
EPSILONS = st.builds(Fraction, st.integers(-20, 40), st.sampled_from([7, 10]))


def real(value):
    """A Fraction as an mpmath number."""
    return mpmath.mpf(value.numerator) / value.denominator


# --- Laplace -----------------------------------------------------------------------------------------------------------------------------


def laplace_delta(b, s, eps):
    """The delta(eps) of Laplace noise, for s/b = r: ``1 - e^((eps - r)/2)`` for |eps| < r, 0 above, ``1 - e^eps`` below."""
    r = s / b
    return max(mpmath.mpf(0), 1 - mpmath.exp(real((eps - r) / 2))) if eps > -r else 1 - mpmath.exp(real(eps))


@examples(60)
@given(SCALES, SENSITIVITIES, CUTS)
def test_laplace_masses(b, s, cuts):
    """The masses of the intervals are integrals of the densities, interval by interval: as many as have different ratios."""
    with mpmath.workdps(30):

        def masses(c):
            edges = [-mpmath.inf, *(real(y - c) / real(b) for y in cuts), mpmath.inf]
            below = [mpmath.exp(z) / 2 if z <= 0 else 1 - mpmath.exp(-z) / 2 for z in edges]
            return [v - u for u, v in pairwise(below)]

        rows = sorted(zip(masses(s), masses(0), strict=True), key=lambda row: row[1] / row[0])
        merged = []
        for p, q in rows:
            if merged and abs(merged[-1][0] * q - merged[-1][1] * p) < mpmath.mpf("1e-20") * p:
                merged[-1] = (merged[-1][0] + p, merged[-1][1] + q)
            else:
                merged.append((p, q))
        atoms = coarsened_laplace(b, s, cuts).atoms
        assert len(atoms) == len(merged)
        for (p, q), (x, y) in zip(atoms, merged, strict=True):
            assert abs(p - fraction(x)) < Fraction(1, 10**25)
            assert abs(q - fraction(y)) < Fraction(1, 10**25)


@examples(60)
@given(SCALES, SENSITIVITIES, CUTS, EPSILONS)
def test_laplace_is_a_lower_bound(b, s, cuts, eps):
    """Below the closed form at every eps, below randomised response, and less with a cut taken away."""
    a = coarsened_laplace(b, s, cuts)
    with mpmath.workdps(40):
        assert a.delta(eps) <= fraction(laplace_delta(b, s, eps)) + Fraction(1, 10**35)
    assert a <= rr(s / b)
    for i in range(len(cuts)):
        assert coarsened_laplace(b, s, cuts[:i] + cuts[i + 1 :]) <= a


@examples(40)
@given(SCALES, SENSITIVITIES, EPSILONS, CUTS)
def test_laplace_cut_is_best(b, s, eps, cuts):
    """With the cut of an eps the delta there is that of the mechanism, whatever else is cut."""
    cut = laplace_cut(b, s, eps)
    a = coarsened_laplace(b, s, sorted({*cuts, cut}))
    with mpmath.workdps(40):
        assert abs(a.delta(eps) - fraction(laplace_delta(b, s, eps))) < Fraction(1, 10**35)


@examples(40)
@given(SCALES, SENSITIVITIES, CUTS)
def test_laplace_the_other_way_round(b, s, cuts):
    """Swapped, the pair is the one with the reflected cuts; scaling everything changes nothing."""
    a = coarsened_laplace(b, s, cuts)
    assert dual(a) == coarsened_laplace(b, s, sorted(s - y for y in cuts))
    assert a == coarsened_laplace(3 * b, 3 * s, [3 * y for y in cuts])


def test_laplace_by_hand():
    """One cut in the middle; both ends; a lattice of losses by default, with which delta is close to that of the mechanism."""
    assert coarsened_laplace(1, 1, 1) == rr("log(2*exp(1/2) - 1)")
    assert coarsened_laplace(1, 1, []) == coarsened_laplace(1, 0) == identity()
    a = coarsened_laplace(2, 3)
    assert [str(x) for x in a.knots[:2]] == ["exp(-3/2)", "exp(-117/80)"]
    assert len(a.knots) == 42
    with mpmath.workdps(30):
        exactly = fraction(laplace_delta(Fraction(2), Fraction(3), Fraction(1, 3)))
    assert exactly - Fraction(1, 10**4) < a.delta("1/3") < exactly
    assert a.epsilon(0) == exact.loss("3/2")


def test_laplace_composed():
    """Ten rounds: above what fewer cuts give, below ten rounds of randomised response."""
    few, more = 10 * coarsened_laplace(2, 1, 3), 10 * coarsened_laplace(2, 1, 9)
    assert len(more.atoms) == 161
    assert few <= more <= 10 * rr("1/2")
    assert few.delta(1) < more.delta(1)


# --- Gaussian ----------------------------------------------------------------------------------------------------------------------------


@examples(60)
@given(SCALES, SENSITIVITIES, CUTS, st.sampled_from([8, 20, 64, 128]), EPSILONS)
def test_gaussian_is_a_lower_bound(sigma, s, cuts, bits, eps):
    """It is (s/sigma)-GDP, decided; its delta is below that of the mechanism; its masses lie on the grid."""
    a = coarsened_gaussian(sigma, s, cuts, bits)
    mu = s / sigma
    assert is_gaussian_dp(a, mu)
    assert is_gaussian_dp(dual(a), mu)
    assert a.delta(eps) <= fraction(gaussian_delta(mu, eps)) + Fraction(1, 10**35)
    assert all((mass * 2**bits).as_fraction().denominator == 1 for atom in a.atoms for mass in atom)


@examples(25)
@given(SCALES, SENSITIVITIES, CUTS, EPSILONS)
def test_gaussian_vertices(sigma, s, cuts, eps):
    """Every vertex is that of a test of the mechanism, up to rounding; with the cut of an eps the delta there is the mechanism's."""
    a = coarsened_gaussian(sigma, s, sorted({*cuts, gaussian_cut(sigma, s, eps)}))
    places = [*cuts, gaussian_cut(sigma, s, eps)]
    tests = [(phi((y - s) / sigma)[1], phi(-y / sigma)[1]) for y in places if abs(y) < 40 * sigma]
    for alpha, beta in a.tradeoff_vertices[1:-1]:
        assert any(abs(alpha - x) + abs(beta - y) <= Fraction(1, 2**124) for x, y in tests)
    assert abs(a.delta(eps) - fraction(gaussian_delta(s / sigma, eps))) < Fraction(1, 10**33)


@examples(12)
@given(SCALES, SENSITIVITIES, st.sampled_from(["0", "1/10", "1", "5/2"]))
def test_gaussian_by_default(sigma, s, eps):
    """The default cuts are good to one part in a hundred and 10^-15."""
    exactly = fraction(gaussian_delta(s / sigma, Fraction(eps)))
    assert exactly * Fraction(99, 100) - Fraction(1, 10**15) < coarsened_gaussian(sigma, s).delta(eps) < exactly


def test_gaussian_irrational():
    """An irrational sigma is enlarged a little, an irrational sensitivity lessened, so that the result stays below."""
    root = number("sqrt(2)")
    for a in (coarsened_gaussian(root, 1, 101), coarsened_gaussian(2, root, 101)):
        assert is_gaussian_dp(a, root.upper(25) / 2)
        assert not is_gaussian_dp(a, root.lower(25) / 2 - Fraction(1, 1000))
    assert coarsened_gaussian(root, root) <= coarsened_gaussian(1, 1, bits=200)
    assert coarsened_gaussian(10, "sqrt(100)") == coarsened_gaussian(1, 1)


def test_gaussian_composed():
    """Four rounds are one with twice the sensitivity; composing what is coarse is a lower bound of that, and a weaker one."""
    many = 4 * coarsened_gaussian(5, 1, 9)
    assert is_gaussian_dp(many, Fraction(2, 5))
    for eps in ("0", "1/4", "1"):
        assert many.delta(eps) < coarsened_gaussian(5, 2).delta(eps) < fraction(gaussian_delta(Fraction(2, 5), Fraction(eps)))


def test_gaussian_by_hand():
    """No cut, no sensitivity: nothing is learnt. One cut in the middle, on a coarse grid: both errors rounded up."""
    assert coarsened_gaussian(1, 1, []) == coarsened_gaussian(1, 0) == identity()
    a = coarsened_gaussian(1, 1, 1, 8)
    error = phi(Fraction(-1, 2))[1]
    assert a.tradeoff_vertices[1] == (Fraction(79, 256), Fraction(79, 256))
    assert Fraction(78, 256) < error < Fraction(79, 256)
    assert coarsened_gaussian(1, 1, [0, "1e400", "1e401"]) == coarsened_gaussian(1, 1, [0])
    assert coarsened_gaussian(1, "1e400", 3).delta(0) > 1 - Fraction(1, 2**120)


# --- claims of others --------------------------------------------------------------------------------------------------------------------


def classic_sigma(digits=40):
    """``sqrt(2 ln(1.25/1e-5))/10``, rounded up: a little more noise, so that lower bounds for it hold for the classic sigma."""
    with mpmath.workdps(digits + 10):
        value = fraction(mpmath.sqrt(2 * mpmath.log(125_000)) / 10)
    return Fraction(int(value * 10**digits) + 1, 10**digits)


def test_the_classic_formula_beyond_its_domain():
    """At eps = 10 the classic noise for delta = 1e-5 has delta = 2.2654e-5: the claim is refuted by default cuts, and all digits by one."""
    sigma, printed = classic_sigma(), number("0.00002265374364793423090807876613829884938852")
    assert coarsened_gaussian(sigma, 1).delta(10) > number("1e-5")
    best = coarsened_gaussian(sigma, 1, [gaussian_cut(sigma, 1, 10)], 256).delta(10)
    assert abs(best - printed) < Fraction(1, 10**41)
    assert pld(f"coarsened_gaussian({sigma}, 1, cuts=101)").delta(10) > number("2.2e-5")


def test_a_calibrator():
    """A calibrator's sigma for eps = 50 and delta = 1e-6 has delta = 5.5665e-7: not refuted, and loose."""
    sigma, printed = number("float:0.15825688775993327"), number("0.0000005566474382588841904942754578011939924894")
    best = coarsened_gaussian(sigma, 1, [gaussian_cut(sigma, 1, 50)], 256).delta(50)
    assert abs(best - printed) < Fraction(1, 10**45)
    assert coarsened_gaussian(sigma, 1).delta(50) < printed < number("1e-6")


# --- cuts and refusals -------------------------------------------------------------------------------------------------------------------


def test_cuts():
    """Equally spaced, of one the middle; a cut at an irrational eps is a decimal."""
    assert laplace_cuts("3/2", 3) == [0, Fraction(3, 4), Fraction(3, 2)]
    assert laplace_cuts(1, 1) == [Fraction(1, 2)]
    assert gaussian_cuts("1/2", 1, 3) == [-4, Fraction(1, 2), 5]
    assert gaussian_cut(1, 1, "log(2)", 5) == Fraction("1.19314")
    assert laplace_cut(1, 1, "log(2)", 5) == Fraction("0.84657")
    assert coarsened_gaussian(1, 1, 3) == coarsened_gaussian(1, 1, gaussian_cuts(1, 1, 3))
    assert pld("coarsened_laplace(1/2, 1, cuts=[0, 1/2, 1])") == coarsened_laplace("0.5", 1, (0, "1/2", 1)) == coarsened_laplace("1/2", 1, 3)


@pytest.mark.parametrize(
    ("text", "error", "parts"),
    [
        ("coarsened_laplace(0, 1)", exact.OutOfRange, ["coarsened_laplace(", "scale > 0"]),
        ("coarsened_laplace(1, -1)", exact.OutOfRange, ["sensitivity >= 0", "-1"]),
        ("coarsened_laplace(sqrt(2), 1)", exact.Unsupported, ["rational", "scale"]),
        ("coarsened_laplace(1, exp(1))", exact.Unsupported, ["rational", "sensitivity"]),
        ("coarsened_laplace(1, 1, [0, exp(1)])", exact.Unsupported, ["rational", "cuts"]),
        ("coarsened_laplace(1, 1, [0, 1, 1])", exact.OutOfRange, ["increasing cuts", "1 is not above"]),
        ("coarsened_laplace(1, 1, 0)", exact.OutOfRange, ["number of cuts", ">= 1"]),
        ("coarsened_laplace(1, 1, 1/2)", exact.OutOfRange, ["number of cuts", "1/2"]),
        ("coarsened_laplace(1, 1, 1e9999)", exact.TooLarge, ["2000"]),
        ("coarsened_laplace(1, 1e7, [5])", exact.TooLarge, ["nats"]),
        ("coarsened_laplace(1e9000, 1, 2000)", exact.TooLarge, ["coarsened_laplace(", "bits"]),
        ("coarsened_gaussian(0, 1)", exact.OutOfRange, ["coarsened_gaussian(", "sigma > 0"]),
        ("coarsened_gaussian(1, -sqrt(2))", exact.OutOfRange, ["sensitivity >= 0"]),
        ("coarsened_gaussian(1, 1, [2, 1])", exact.OutOfRange, ["increasing cuts"]),
        ("coarsened_gaussian(1, 1, 2001)", exact.TooLarge, ["2001", "2000"]),
        ("coarsened_gaussian(1, 1, bits=7)", exact.OutOfRange, ["bits", "7"]),
        ("coarsened_gaussian(1, 1, bits=5000)", exact.OutOfRange, ["4096", "5000"]),
        ("coarsened_gaussian(1, 1, {1: 2})", (TypeError, exact.NotReadable), ["cuts"]),
    ],
)
def test_refused_in_one_sentence(text, error, parts):
    """Parameters out of range, limits and unsupported numbers: the class, the offending value, one line."""
    with pytest.raises(error) as refused:
        pld(text)
    for part in parts:
        assert part in str(refused.value)
    assert "\n" not in str(refused.value)
    assert len(str(refused.value)) < 300


@pytest.mark.parametrize(
    "question",
    [
        lambda: coarsened_laplace(1.0, 1),
        lambda: coarsened_laplace(1, 1, [0.5]),
        lambda: coarsened_laplace(1, 1, "rr(1)"),
        lambda: coarsened_laplace(1, 1, True),
        lambda: coarsened_gaussian(1, 0.5),
        lambda: coarsened_gaussian(1, 1, {1: 2}),
        lambda: coarsened_gaussian(1, 1, 5, 64.0),
        lambda: gaussian_cut(1, 1, 0.5),
    ],
)
def test_wrong_types(question):
    """Floats, and things that are no cuts."""
    with pytest.raises((TypeError, exact.ExactError)):
        question()


def test_refused_cuts():
    """The helpers refuse in one sentence, too."""
    for question in (lambda: gaussian_cut(1, 0, 1), lambda: gaussian_cut(1, 1, "inf"), lambda: laplace_cut(1, 1, "-inf"), lambda: laplace_cuts(1, 0)):
        with pytest.raises(exact.OutOfRange):
            question()
    with pytest.raises(exact.TooLarge):
        gaussian_cuts(1, 1, 10**6)
