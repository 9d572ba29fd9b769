"""Gaussian differential privacy: the least mu against the definition, worked out by a second route; violations hold by themselves."""

from fractions import Fraction

import mpmath
import pytest
from hypothesis import given
from hypothesis import strategies as st

import exact
from exact import (
    approx,
    coarsened_gaussian,
    dual,
    exp,
    gaussian_dp,
    gdp_parameter_bounds,
    gdp_parameter_lower,
    gdp_parameter_upper,
    gdp_violation,
    identity,
    is_gaussian_dp,
    number,
    pld,
    rr,
    table,
    total_leak,
)
from exact.normal_distribution import normal_quantile_bounds
from tests.exact.normal_brute import fraction, phi
from tests.laws.strategies import ANY, examples, rational_tables, read

MUS = st.builds(Fraction, st.integers(0, 400), st.sampled_from([10, 64, 99]))
MIXED = [
    "3*rr(1/2)",
    "rr(1/3) + rr(log(2))",
    "dual(subsample(rr(1), 1/10))",
    "subsample(rr(2), 1/3)",
    "geometric(1/2, 3)",
    "rr(1) & rr(1/2, 3)",
    "rr(1/2) | subsample(rr(2), 1/4)",
    "discrete_gaussian(4, 1, -6, 7)",
    "exponential(1, [0, 1, 3], [1, 1, 2])",
    "5*rr(1/10) + 2*geometric(1, 2)",
    "rr(1e-30)",
    "rr(100)",
    "30*rr(1)",
]


def fits(a, mu, places=0):
    """Whether ``beta >= G_mu(alpha)`` at all vertices, from mpmath alone: True, False, or None where 60 digits do not tell."""
    answers = []
    with mpmath.workdps(60):
        for alpha, beta in a.tradeoff_vertices:
            if alpha == 1 or (alpha == 0 and beta == 1):
                answers.append(True)
            elif alpha == 0 or beta == 0:
                answers.append(False)
            else:
                gap = quantile(beta) + quantile(alpha) + mpmath.mpf(mu.numerator) / mu.denominator
                answers.append(None if abs(gap) < mpmath.mpf("1e-45") else gap > 0)
    return False if False in answers else None if None in answers else True


def quantile(a):
    """``Phi^-1(a)`` as an mpmath number, by Newton's method from mpmath's inverse error function; tails by their own digits."""
    if a > Fraction(1, 2):
        return -quantile(1 - a)
    value = a.lower(60)
    value = mpmath.mpf(value.numerator) / value.denominator
    if value > mpmath.mpf("1e-20"):
        return mpmath.sqrt(2) * mpmath.erfinv(2 * value - 1)
    start = -mpmath.sqrt(-2 * mpmath.log(value) - mpmath.log(-4 * mpmath.pi * mpmath.log(value)))
    return mpmath.findroot(lambda t: mpmath.log(mpmath.ncdf(t)) - mpmath.log(value), start)


def holds(a, mu, x, t):
    """Whether a witness shows that P over Q is not mu-GDP, by the masses added up and the series of Phi."""
    atoms = [(p, q) for p, q in a.atoms if not q or p >= x * q]
    p, q = sum((p for p, _ in atoms), number(0)), sum((q for _, q in atoms), number(0))
    return q <= phi(t, 400)[0] and p > phi(t + mu, 400)[1]


# --- the least mu ------------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", MIXED)
def test_least_mu(text):
    """At the upper bound it is mu-GDP, at the lower one it is not; neighbours of six digits."""
    a = read(text)
    lower, upper = gdp_parameter_bounds(a, 6)
    assert (fits(a, lower), fits(a, upper)) == (False, True)
    assert 0 < upper - lower <= lower * Fraction(1, 10**5)
    assert (gdp_parameter_lower(a, 6), gdp_parameter_upper(a, 6)) == (lower, upper)
    assert (is_gaussian_dp(a, lower), is_gaussian_dp(a, upper)) == (False, True)


@examples(60)
@given(rational_tables(), MUS)
def test_random_tables(text, mu):
    """Any rational PLD and any mu: the decision, and what shows a violation."""
    a = read(text)
    expected = fits(a, mu)
    if expected is None:  # the identity at mu = 0, say
        assert mu == 0
        expected = a == identity()
    assert is_gaussian_dp(a, mu) is expected
    found = gdp_violation(a, mu)
    assert (found is None) is expected
    if found is not None:
        assert holds(a, mu, *found)
    bounds = gdp_parameter_bounds(a, 4)
    if a.p_infinite or a.q_infinite:
        assert bounds is None
    else:
        assert bounds[1] < mu or bounds[0] > mu or bounds[0] <= mu <= bounds[1]
        assert (bounds[1] <= mu) <= expected <= (bounds[0] <= mu)


@examples(40)
@given(ANY, st.integers(0, 30))
def test_any_masses(text, n):
    """PLDs of every kind of mass: a violation holds by itself, and without one the definition does at all vertices."""
    a, mu = read(text), Fraction(n, 10)
    found = gdp_violation(a, mu)
    if found is None:
        assert is_gaussian_dp(a, mu)
        assert fits(a, mu) is not False
    else:
        assert holds(a, mu, *found)


@examples(30)
@given(rational_tables(), st.integers(1, 99))
def test_vertices_suffice(text, n):
    """The definition at an alpha that is no vertex, at the least mu: ``f(alpha) >= G_mu(alpha)``."""
    a, alpha = read(text), Fraction(n, 100)
    mu = gdp_parameter_upper(a, 10)
    if mu is None:
        return
    with mpmath.workdps(40):
        curve = mpmath.ncdf(-quantile(number(alpha)) - mpmath.mpf(mu.numerator) / mu.denominator)
    assert a.tradeoff(alpha) >= fraction(curve) - Fraction(1, 10**30)


@examples(30)
@given(rational_tables())
def test_duals_need_the_same_mu(text):
    """G_mu is its own dual: a PLD and its dual are mu-GDP together."""
    a = read(text)
    assert gdp_parameter_bounds(a, 12) == gdp_parameter_bounds(dual(a), 12)


def test_one_bit():
    """rr(eps) has one inner vertex: mu = 2 Phi^-1(e^eps/(e^eps + 1)); it grows with eps and with k."""
    for eps in ("1/100", "1", "log(3)", "20"):
        lower, upper = gdp_parameter_bounds(rr(eps), 20)
        high = exp(eps) / (exp(eps) + 1)
        assert phi(lower / 2)[1] < high.lower(60)
        assert high.upper(60) < phi(upper / 2)[0]


def test_identity_and_infinite_masses():
    """Nothing is needed for the identity; nothing suffices with a mass at an infinite loss, however small."""
    assert gdp_parameter_bounds(identity()) == (0, 0)
    assert is_gaussian_dp(identity(), 0)
    assert gdp_violation(identity(), 0) is None
    for a in (total_leak(), approx(1, "1e-500"), table([("1/2", 0), ("1/2", 1)]), table([(1, "1/2"), (0, "1/2")])):
        assert gdp_parameter_bounds(a) is gdp_parameter_lower(a) is gdp_parameter_upper(a) is None
        for mu in (0, 1, "1/10", 12):
            assert not is_gaussian_dp(a, mu)
            assert holds(a, number(mu).as_fraction(), *gdp_violation(a, mu))


def test_zero():
    """Only the identity is 0-GDP."""
    assert not is_gaussian_dp(rr("1e-100"), 0)
    assert holds(rr("1/10"), 0, *gdp_violation(rr("1/10"), 0))


@pytest.mark.parametrize("near", [6, 25])
@pytest.mark.parametrize("text", MIXED)
def test_violations(text, near):
    """Just below the least mu, and at half of it: the masses and the series of Phi confirm what is found."""
    a = read(text)
    lower = gdp_parameter_lower(a, near)
    for mu in (lower, lower / 2):
        found = gdp_violation(a, mu)
        assert holds(a, mu, *found)
        assert found.x in a.knots


def test_violations_within_reach():
    """A t that certificates may state is preferred: with a tiny infinite mass, the finite outcomes show it."""
    a = table([("1e-2000", 0), ("3/4", "1/4"), (1 - number("3/4") - number("1e-2000"), "3/4")])
    x, t = gdp_violation(a, 1)
    assert abs(t) < 1
    assert holds(a, 1, x, t)
    x, t = gdp_violation(a, 10)
    assert t < -64
    assert x > max(a.knots)


@examples(40)
@given(ANY)
def test_quantiles_at_vertices(text):
    """What is scanned, infinite masses included, against the quantiles of the exact masses one by one."""
    a = read(text).canonical
    for vertex in gaussian_dp._looked_at(a, list(range(1, len(a.finite))), 256):
        for mass, (lower, upper) in zip(a.tail(vertex.size), (vertex.p, vertex.q), strict=True):
            least, most = normal_quantile_bounds(a.number(mass), 40)
            assert lower <= most * 2**256
            assert least * 2**256 <= upper
            assert upper - lower < 2**40


# --- known values ------------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("one", "two", "mu", "expected"),
    [
        (
            "table(((5/7, 2/7), (2/7, 5/7)))",
            "table(((2/9, 1/36), (3/4, 3/4), (1/36, 2/9)))",
            "71/50",
            (1.4197538379923769, 1.4121318093941957, 1.4589900580426125),
        ),
        (
            "table(((4/7, 2/21), (1/3, 1/3), (2/21, 4/7)))",
            "rr(log(4))",
            "201/100",
            (2.0030162429009444, 1.9733192730317946, 2.024685230642603),
        ),
    ],
)
def test_gaussian_budgets(one, two, mu, expected):
    """Two rounds against a Gaussian budget: both plain compositions stay within it, the adaptive one does not."""
    one, two = pld(one), pld(two)
    found = (one + one, one + two, one + (one | two))
    for a, value in zip(found, expected, strict=True):
        lower, upper = gdp_parameter_bounds(a)
        assert lower - Fraction(1, 10**9) < Fraction(value) < upper + Fraction(1, 10**9)
    assert [is_gaussian_dp(a, mu) for a in found] == [True, True, False]
    assert holds(found[2], Fraction(mu), *gdp_violation(found[2], mu))


def test_long_compositions():
    """A thousand rounds: close to the central limit, and the value brackets are decided at once."""
    a = 1000 * rr("1/10")
    lower, upper = gdp_parameter_bounds(a, 12)
    assert Fraction(316, 100) < lower < upper < Fraction(317, 100)
    assert (is_gaussian_dp(a, lower), is_gaussian_dp(a, upper)) == (False, True)
    assert holds(a, lower, *gdp_violation(a, lower))


def test_of_a_coarsened_gaussian():
    """Its many vertices all need almost mu: they are told apart, or need not be."""
    a = coarsened_gaussian(1, 1, 41)
    lower, upper = gdp_parameter_bounds(a, 40)
    assert 1 - Fraction(1, 10**20) < lower < upper <= 1
    assert is_gaussian_dp(a, 1)
    assert not is_gaussian_dp(a, lower)


# --- refusals ----------------------------------------------------------------------------------------------------------------------------


def test_a_tie_is_not_guessed(monkeypatch):
    """A mu next to the least one, and a limit on the work that does not suffice: `Undecided`, on either side."""
    lower, upper = gdp_parameter_bounds(rr(1), 60)
    assert (is_gaussian_dp(rr(1), lower), is_gaussian_dp(rr(1), upper)) == (False, True)
    monkeypatch.setattr(gaussian_dp, "WORK_LIMIT", 1)
    for mu in (lower, upper):
        with pytest.raises(exact.Undecided, match="open at 64 bits"):
            is_gaussian_dp(rr(1), mu)
        with pytest.raises(exact.Undecided, match="open at 64 bits"):
            gdp_violation(rr(1), mu)
    with pytest.raises(exact.Undecided, match="open at 64 bits"):
        gdp_parameter_bounds(rr(1), 60)
    assert not is_gaussian_dp(rr(1), 1)


def test_many_ties_are_given_up(monkeypatch):
    """Vertices that all need almost the same: beyond a limit on their number times the precision they are left `Undecided`."""
    a = coarsened_gaussian(1, 1, 41)
    lower, upper = gdp_parameter_bounds(a, 60)
    assert (is_gaussian_dp(a, lower), is_gaussian_dp(a, upper)) == (False, True)
    monkeypatch.setattr(gaussian_dp, "CANDIDATE_LIMIT", 1000)
    with pytest.raises(exact.Undecided, match="open at 128 bits"):
        gdp_parameter_bounds(a, 60)
    with pytest.raises(exact.Undecided, match="open at 128 bits"):
        is_gaussian_dp(a, lower)
    assert not is_gaussian_dp(a, "0.99")


@pytest.mark.parametrize(
    ("question", "error", "words"),
    [
        (lambda: is_gaussian_dp(rr(1), -1), exact.OutOfRange, "mu must be >= 0, not -1"),
        (lambda: gdp_violation(rr(1), "-1/2"), exact.OutOfRange, "-1/2"),
        (lambda: is_gaussian_dp(rr(1), "sqrt(2)"), exact.Unsupported, "rational"),
        (lambda: gdp_parameter_bounds(rr(1), 0), exact.OutOfRange, "digits"),
        (lambda: gdp_parameter_bounds(identity(), 10**6), exact.OutOfRange, "digits"),
        (lambda: is_gaussian_dp(rr(1), 1.0), TypeError, "float"),
        (lambda: is_gaussian_dp("rr(1)", 1), TypeError, "PLD"),
        (lambda: gdp_parameter_upper("rr(1)"), TypeError, "PLD"),
    ],
)
def test_refusals(question, error, words):
    """One clear sentence each."""
    with pytest.raises(error, match=words):
        question()
