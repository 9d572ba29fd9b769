"""Moments and Renyi divergences: closed forms of randomized response, brute force over atoms, sympy and mpmath, laws, refusals."""

from fractions import Fraction
from itertools import pairwise

import mpmath
import pytest
import sympy
from hypothesis import given
from hypothesis import strategies as st

import exact
from exact import (
    approx,
    binomial_noise,
    discrete_gaussian,
    dual,
    exp,
    exponential,
    geometric,
    identity,
    inf,
    log,
    loss,
    mixture,
    number,
    pld,
    rr,
    subsample,
    table,
    total_leak,
)
from tests.laws import brute
from tests.laws.strategies import ANY, examples, rational_tables, read

EPSILONS = ["log(2)", "log(10)", "1", "1/10", "log(3)/2", "1/2 + log(3)/2"]
ORDERS = st.integers(-6, 6)


def by_definition(atoms, n):
    """E_P[(p/q)^n] over pairs of Fractions; None where it is infinite."""
    if n > 0 and any(p and not q for p, q in atoms):
        return None
    return sum((p * (p / q) ** n if q else p * (n == 0) for p, q in atoms if p), Fraction(0))


# --- closed forms --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("eps", EPSILONS)
@pytest.mark.parametrize("k", [2, 3, 10])
def test_randomized_response(eps, k):
    """For rr(eps, k): (t^(n+1) + t^(-n) + k - 2)/(t + k - 1), for negative n too (Mironov 2017, proposition 5, for k = 2)."""
    t = exp(eps)
    for n in range(-5, 9):
        assert rr(eps, k).moment(n) == (t ** (n + 1) + t**-n + k - 2) / (t + k - 1)


def test_renyi_of_randomized_response():
    """D_alpha is ln(p^alpha (1-p)^(1-alpha) + (1-p)^alpha p^(1-alpha))/(alpha - 1), with p = t/(1 + t)."""
    for t in (2, 3, Fraction(5, 4)):
        p = Fraction(t) / (1 + t)
        for alpha in range(2, 8):
            value = p**alpha * (1 - p) ** (1 - alpha) + (1 - p) ** alpha * p ** (1 - alpha)
            assert (alpha - 1) * rr(log(t)).renyi(alpha) == log(value)
    assert rr(log(3)).renyi(2) == log("7/3")
    assert rr(1).renyi(2) == log("(exp(2) + exp(-1))/(exp(1) + 1)")


@pytest.mark.parametrize("n", range(1, 6))
def test_total_leak_and_identity(n):
    """Nothing learnt: all moments 1, divergence 0. Everything: infinite, and 0 for negative orders."""
    assert identity().moment(n) == identity().moment(-n) == 1
    assert identity().renyi(n + 1) == 0
    assert total_leak().moment(-n) == 0
    assert total_leak().renyi(n + 1) == inf
    assert total_leak().moment(0) == identity().moment(0) == approx(1, "1/3").moment(0) == 1


def test_geometric_noise():
    """At distance s, in sums over the outcomes: t^(ns) + t^(1-s-ns), over 1 + 1/t, and the outcomes between."""
    for t, s, n in ((2, 3, 2), (Fraction(3, 2), 4, 3), (3, 1, -2)):
        t, r = Fraction(t), 1 / Fraction(t)  # noqa: PLW2901 - as a Fraction
        ends = (t ** (n * s) + r**s * r ** (n * s)) / (1 + r)
        between = sum((1 - r) / (1 + r) * r ** (s - y) * t ** (n * (2 * y - s)) for y in range(1, s))
        assert geometric(log(number(t)), s).moment(n) == ends + between


@pytest.mark.parametrize("variance", ["1", "4", "7/3"])
def test_even_discrete_gaussian(variance):
    """On a window around s/2 it is E_P[e^(n (2 s y - s^2)/(2 sigma^2))], from the weights."""
    v, s, low, high = Fraction(variance), 3, -2, 5
    weight = {y: exp(-Fraction((y - s) ** 2) / (2 * v)) for y in range(low, high + 1)}
    total = sum(weight.values(), number(0))
    for n in (-2, 1, 4):
        expected = sum((w * exp(n * Fraction(2 * s * y - s * s) / (2 * v)) for y, w in weight.items()), number(0)) / total
        assert discrete_gaussian(variance, s, low, high).moment(n) == expected


# --- against other programs ----------------------------------------------------------------------------------------


@given(rational_tables(6), ORDERS)
@examples(150)
def test_against_fractions(text, n):
    """The definition in plain Fractions, infinite losses of both signs included."""
    found, expected = read(text), by_definition(brute.fractions(read(text)), n)
    if expected is None:
        with pytest.raises(exact.OutOfRange, match="infinite"):
            found.moment(n)
    else:
        assert found.moment(n) == expected


def test_against_sympy():
    """Mixed masses with ratios that are no monomials, simplified to zero difference by sympy."""
    a = subsample(rr(1), "1/3")
    masses = [(sympy.sympify(str(p)), sympy.sympify(str(q))) for p, q in a.atoms]
    for n in (-2, 1, 3):
        expected = sum(p * (p / q) ** n for p, q in masses)
        assert sympy.simplify(expected - sympy.sympify(str(a.moment(n)))) == 0


@pytest.mark.parametrize(
    "text",
    [
        "discrete_gaussian(4, 1, -5, 5)",
        "exponential(1, [1, 2, 3, 5], [2, 2, 2, 4])",
        "permute_and_flip(1/2, [1, 2, 3, 5], [2, 2, 2, 4])",
        "rr(1) & discrete_gaussian(1, 1, -2, 2)",
        "geometric(log(3)/2, 4) + rr(1)",
    ],
)
@pytest.mark.parametrize("n", [-3, -1, 1, 2, 5])
def test_against_mpmath(text, n):
    """50 digits of the same sum in mpmath, from the printed atoms."""
    a = pld(text)
    with mpmath.workdps(80):
        expected = mpmath.mpf(0)
        for p, q in a.atoms:
            left, right = mpmath.mpf(p.decimal(75)), mpmath.mpf(q.decimal(75))
            expected += left * (left / right) ** n
        low, high = a.moment(n).bounds(50)
        assert mpmath.mpf(low) * (1 - mpmath.mpf(10) ** -60) <= expected <= mpmath.mpf(high) * (1 + mpmath.mpf(10) ** -60)


# --- laws ----------------------------------------------------------------------------------------------------------


def moment_or_none(a, n):
    """The moment, None where it is infinite."""
    try:
        return a.moment(n)
    except exact.OutOfRange:
        return None


@given(ANY, ANY, st.integers(-3, 3))
@examples(60)
def test_moments_multiply(first, second, n):
    """Of a composition, multiplied out or not; an infinite one stays so."""
    a, b = read(first), read(second)
    parts = moment_or_none(a, n), moment_or_none(b, n)
    expected = None if None in parts else parts[0] * parts[1]
    assert moment_or_none(a + b, n) == expected
    assert moment_or_none(table((a + b).atoms), n) == expected


@given(ANY, st.integers(-4, 3))
@examples(60)
def test_dual(text, n):
    """E_Q[(q/p)^n] = E_P[(p/q)^(-n-1)] where no loss is infinite; E_P[q/p] = 1 - q_infinite always."""
    a = read(text)
    assert a.moment(-1) == 1 - a.q_infinite
    if not a.p_infinite and not a.q_infinite:
        assert dual(a).moment(n) == a.moment(-n - 1)


@given(ANY, ANY, st.sampled_from(["1/3", "1/2"]), st.integers(1, 3))
@examples(40)
def test_order_and_mixtures(first, second, weight, n):
    """What dominates has the larger moments (data processing); the moment of a mixture is the mixture of moments."""
    a, b = read(first), read(second)
    w = number(weight)
    parts = moment_or_none(a, n), moment_or_none(b, n)
    mixed = mixture((w, a), (1 - w, b))
    above = moment_or_none(a | b, n)
    if None in parts:
        assert moment_or_none(mixed, n) is None
        assert above is None
    else:
        assert mixed.moment(n) == w * parts[0] + (1 - w) * parts[1]
        assert above >= max(parts)
        assert min(parts) >= (a & b).moment(n) >= 1


@pytest.mark.parametrize("text", ["rr(log(2))", "geometric(log(2), 3)", "exponential(log(4), [1, 0, 3], [0, 1, 2])"])
def test_renyi_increases_to_the_largest_loss(text):
    """In alpha, below the pure epsilon; and below alpha eps^2/2 (Bun, Steinke 2016, proposition 3.3), for rational eps."""
    a = pld(text)
    found = [a.renyi(alpha) for alpha in range(2, 12)]
    assert all(x < y for x, y in pairwise(found))
    assert found[-1] < a.epsilon(0)
    for eps in (Fraction(1, 10), Fraction(1), Fraction(3)):
        assert all(log(rr(eps).moment(alpha - 1)) <= (alpha - 1) * alpha * eps**2 / 2 for alpha in range(2, 8))


# --- compositions are not multiplied out ---------------------------------------------------------------------------


def test_long_compositions():
    """Sixty unlike mechanisms have 2^60 atoms, and moments; a 1000-fold one has a power."""
    parts = [rr(log(n)) for n in range(2, 62)]
    whole = identity().compose(*parts)
    with pytest.raises(exact.TooLarge):
        whole.atoms  # noqa: B018 - reading it does the work
    expected = Fraction(1)
    for t in range(2, 62):
        expected *= (Fraction(t) ** 3 + Fraction(1, t**2)) / (1 + t)
    assert whole.moment(2) == expected
    assert whole.renyi(2) == sum((a.renyi(2) for a in parts), loss(0))
    assert (1000 * rr(log(2))).moment(3) == rr(log(2)).moment(3) ** 1000
    assert (1000 * rr(1)).renyi(11) == 100 * log(rr(1).moment(10))


def test_renyi_adds_up():
    """Over a composition; in whole multiples of alpha - 1 also where the root alone is no exact loss."""
    assert (2 * rr(log(2)) + rr(log(3))).renyi(3) == 2 * rr(log(2)).renyi(3) + rr(log(3)).renyi(3)
    assert (2 * rr(1)).renyi(3) == log(rr(1).moment(2))
    assert (rr(1) + dual(rr(1)) + 4 * rr(2)).renyi(3) == log(rr(1).moment(2)) + 2 * log(rr(2).moment(2))
    with pytest.raises(exact.Unsupported, match=r"order 3 is log\(m\)/2.*moment\(2\)"):
        rr(1).renyi(3)
    assert (rr(1) + approx(0, "1/10")).renyi(3) == inf


# --- what is refused -----------------------------------------------------------------------------------------------


def test_infinite_moments():
    """A mass at +inf makes positive orders infinite, in one sentence; the other orders and the other direction are finite."""
    a = table([("1/2", 0), ("1/2", 1)])
    for whole in (a, a + rr(1), 3 * a):
        with pytest.raises(exact.OutOfRange, match=r"E_P\[\(p/q\)\^2\] is infinite"):
            whole.moment(2)
        assert whole.renyi(2) == inf
    assert a.moment(-2) == number("1/2") * 4
    assert dual(a).moment(1) == number("1/2") ** -1
    assert dual(a).renyi(2) == log(2)


@pytest.mark.parametrize("n", ["1/2", "exp(1)", Fraction(-1, 3)])
def test_orders_are_integers(n):
    """Rational and irrational orders are out of range, with the value."""
    with pytest.raises(exact.OutOfRange, match=r"moment.*integer n, not"):
        rr(1).moment(n)
    with pytest.raises(exact.OutOfRange, match=r"renyi.*integer alpha >= 2, not"):
        rr(1).renyi(n)


def test_orders_may_be_exact_integers_or_texts():
    """As all integer parameters; 0.5 and True are strangers; Renyi starts at 2."""
    assert rr(1).moment("2") == rr(1).moment(number(2)) == rr(1).moment(Fraction(2)) == rr(1).moment(2)
    assert rr(1).renyi("2") == rr(1).renyi(2)
    for alpha in (1, 0, -3):
        with pytest.raises(exact.OutOfRange, match=f"not {alpha}"):
            rr(1).renyi(alpha)
    for wrong in (2.0, True, None):
        with pytest.raises(TypeError):
            rr(1).moment(wrong)
        with pytest.raises(TypeError):
            rr(1).renyi(wrong)


@pytest.mark.parametrize(
    ("text", "n"),
    [
        ("rr(log(2))", 10**9),
        ("rr(1)", -(10**30)),
        ("rr(1)", 10**6),
        ("binomial_noise(2000, 1) & rr(3)", 1000),
        ("discrete_gaussian(4, 1, -60, 60)", 50),
        ("100000*rr(log(7/3))", 50),
    ],
)
def test_too_large(text, n):
    """Orders whose powers are too long end in TooLarge, before the work."""
    with pytest.raises(exact.TooLarge):
        pld(text).moment(n)


def test_the_moment_is_no_float():
    """An exact number of the usual kind: bounds and decimals come from it."""
    value = exponential(1, [0, 1, 1], [1, 0, 1]).moment(2)
    assert isinstance(value, exact.Number)
    assert number(str(value)) == value
    assert binomial_noise(3, 0).moment(4) == 1
