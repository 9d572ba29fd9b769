"""Phi and its quantiles: decimals on the stated side, against series in mpmath's intervals; comparisons with Phi are decided or refused."""

from fractions import Fraction

import mpmath
import pytest
from hypothesis import given
from hypothesis import strategies as st

import exact
from exact import engine, number, pld
from exact.normal_distribution import (
    normal_cdf_bounds,
    normal_cdf_lower,
    normal_cdf_order,
    normal_cdf_upper,
    normal_cdf_upper_on_grid,
    normal_quantile_bounds,
    normal_quantile_lower,
    normal_quantile_upper,
)
from tests.exact.normal_brute import phi
from tests.laws.strategies import examples

POINTS = st.builds(Fraction, st.integers(-900, 900), st.integers(1, 100)).filter(lambda t: abs(t) <= 15)


@examples(60)
@given(POINTS, st.integers(1, 40))
def test_phi_against_its_series(t, digits):
    """The bounds enclose the value, and are neighbours among the decimals of so many digits."""
    lower, upper = normal_cdf_bounds(t, digits)
    least, most = phi(t)
    assert lower <= least <= most <= upper
    assert upper - lower <= Fraction(10) ** (1 - digits) * lower
    assert (lower == upper) == (t == 0)
    assert (normal_cdf_lower(t, digits), normal_cdf_upper(t, digits)) == (lower, upper)


@pytest.mark.parametrize("t", [Fraction(-64), Fraction(64), Fraction(-129, 2), Fraction(1, 10**30)])
def test_phi_far_out(t):
    """The far tails keep their digits; those of certificates end at 64."""
    lower, upper = normal_cdf_bounds(t, 25)
    least, most = phi(t)
    assert lower <= least <= most <= upper
    assert upper - lower <= Fraction(1, 10**24) * lower


def test_phi_at_the_limit():
    """At -1000 Phi is about phi(t)/|t|, e^-500000/(1000 sqrt(2 pi)); beyond it is refused."""
    lower, upper = normal_cdf_bounds(-1000, 5)
    with mpmath.workdps(30):
        about = mpmath.exp(-500_000) / (1000 * mpmath.sqrt(2 * mpmath.pi))
        ratio = mpmath.mpf(lower.numerator) / lower.denominator / about
    assert 1 - mpmath.mpf("2e-4") < ratio < 1
    assert lower < upper < lower * (1 + Fraction(1, 1000))
    with pytest.raises(exact.TooLarge, match=r"\|t\| <= 1000, not for 1001"):
        normal_cdf_bounds(1001)


@examples(60)
@given(st.integers(1, 999), st.integers(1, 1000), st.integers(1, 40))
def test_quantiles_against_phi(n, m, digits):
    """``Phi(lower) <= a <= Phi(upper)`` by the series; neighbours among the decimals of so many digits."""
    a = Fraction(min(n, m), max(n, m) + 1)
    lower, upper = normal_quantile_bounds(number(a), digits)
    assert phi(lower)[0] <= a <= phi(upper)[1]
    assert upper - lower <= Fraction(10) ** (1 - digits) * min(abs(lower), abs(upper)) or lower == upper == 0
    assert (lower == 0) == (a == Fraction(1, 2))
    assert (normal_quantile_lower(a, digits), normal_quantile_upper(a, digits)) == (lower, upper)


@pytest.mark.parametrize("power", [10, 64, 300, 1500])
@pytest.mark.parametrize("side", [0, 1])
def test_extreme_quantiles(power, side):
    """Masses next to 0 and to 1: certified by the series, whose ends differ from a."""
    a = abs(side - Fraction(1, 3 * 2**power))
    lower, upper = normal_quantile_bounds(number(a), 20)
    assert phi(lower)[1] < a < phi(upper)[0]
    assert upper - lower <= Fraction(1, 10**19) * abs(upper)


@pytest.mark.parametrize("text", ["exp(-1)", "1 - exp(-20)", "sqrt(1/2)", "1/2 + exp(-30)", "1/(1 + exp(1/2))", "exp(-200)"])
def test_quantiles_of_irrational_numbers(text):
    """Exact numbers that are no fractions, enclosed by their own decimals."""
    a = number(text)
    lower, upper = normal_quantile_bounds(text, 15)
    assert phi(lower, 400)[1] < a.lower(120)
    assert a.upper(120) < phi(upper, 400)[0]


def test_quantile_of_a_number_that_is_not_multiplied_out():
    """A delta of a composition will do."""
    delta = pld("100*rr(1/2) + 100*rr(1/3)").delta(20)
    lower, upper = normal_quantile_bounds(delta, 12)
    assert phi(lower)[1] < delta.lower(80)
    assert delta.upper(80) < phi(upper)[0]


@examples(60)
@given(POINTS, st.integers(-20, 20), st.integers(5, 200))
def test_order_against_the_series(t, steps, places):
    """Numbers next to Phi(t), a few units of the last place away."""
    middle = round(phi(t)[0] * 2**places)
    a = Fraction(middle + steps, 2**places)
    lower, upper = phi(t, 600)
    assert not lower < a < upper
    assert normal_cdf_order(a, t) == (0 if lower == a == upper else 1 if a >= upper else -1)


def test_order_at_ends_and_ties(monkeypatch):
    """0 and 1 lie beyond all values; 1/2 is the value at 0, and of no other tie it is said which way it goes."""
    assert [normal_cdf_order(a, t) for a in (0, 1, 2, -1) for t in (-1, 0, 10**30)] == [-1] * 3 + [1] * 6 + [-1] * 3
    assert [normal_cdf_order("1/2", t) for t in (-1, 0, 1, "1e-30")] == [1, 0, -1, -1]
    assert normal_cdf_order("exp(-1)", -(10**50)) == 1
    near = normal_cdf_lower(1, 60)
    assert normal_cdf_order(near, 1) == -1
    monkeypatch.setattr(engine, "BIT_LIMIT", 128)
    with pytest.raises(exact.Undecided, match="128 bits"):
        normal_cdf_order(near, 1)


@examples(60)
@given(st.builds(Fraction, st.integers(-10**4, 10**4), st.integers(1, 1000)), st.integers(1, 150))
def test_on_a_grid(t, bits):
    """A multiple of 2^-bits, at least Phi(t), by at most two units; also where only the clamped value is known."""
    found = normal_cdf_upper_on_grid(t, bits)
    lower, upper = phi(max(min(t, Fraction(20)), Fraction(-20)))
    assert found * 2**bits == int(found * 2**bits)
    assert lower <= found <= 1 or t < -20
    assert 0 < found <= upper + Fraction(2, 2**bits) or t > 20


def test_on_a_grid_far_away():
    """Astronomic points cost nothing."""
    assert normal_cdf_upper_on_grid(Fraction(10**3000), 128) == 1
    assert 0 < normal_cdf_upper_on_grid(Fraction(-(10**3000)), 128) <= Fraction(2, 2**128)
    assert normal_cdf_upper_on_grid(Fraction(0), 8) == Fraction(1, 2)


@pytest.mark.parametrize(
    ("question", "error", "words"),
    [
        (lambda: normal_cdf_bounds("sqrt(2)"), exact.Unsupported, "rational t"),
        (lambda: normal_cdf_order("1/2", "exp(1)"), exact.Unsupported, "rational t"),
        (lambda: normal_quantile_bounds(0), exact.OutOfRange, "between 0 and 1, not of 0"),
        (lambda: normal_quantile_bounds(1), exact.OutOfRange, "between 0 and 1, not of 1"),
        (lambda: normal_quantile_bounds("-exp(1)"), exact.OutOfRange, "exp"),
        (lambda: normal_cdf_bounds(1, 0), exact.OutOfRange, "digits"),
        (lambda: normal_quantile_bounds("1/3", 10_001), exact.OutOfRange, "digits"),
        (lambda: normal_cdf_upper_on_grid(Fraction(1), 0), exact.OutOfRange, "bits"),
        (lambda: normal_cdf_upper_on_grid(Fraction(1), 1 << 20), exact.OutOfRange, "bits"),
        (lambda: normal_cdf_bounds(0.5), TypeError, "float"),
        (lambda: normal_quantile_bounds(0.5), TypeError, "float"),
        (lambda: normal_cdf_order("1/2", 0.5), TypeError, "float"),
    ],
)
def test_refusals(question, error, words):
    """One clear sentence each."""
    with pytest.raises(error, match=words):
        question()
