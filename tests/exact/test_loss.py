"""Losses: logarithms of exact numbers and rationals are one type, ordered, hashed by value, with +-inf."""

import copy
import pickle
from fractions import Fraction

import mpmath
import pytest
from hypothesis import given
from hypothesis import strategies as st

import exact
from exact import exp, inf, log, loss, number
from tests.laws import second
from tests.laws.strategies import LOSSES, examples


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("log(4)", "2*log(2)"),
        ("log(6)", "log(2) + log(3)"),
        ("log(1/2)", "-log(2)"),
        ("log(exp(1))", "1"),
        ("log(exp(1/2)*sqrt(2))", "1/2 + log(2)/2"),
        ("log(sqrt(3))", "log(3)/2"),
        ("log(3/2)", "log(3) - log(2)"),
        ("log(1)", "0"),
        ("log((exp(2) - 1)/(exp(1) - 1))", "log(exp(1) + 1)"),
        ("log(exp(3) + exp(2)) - log(exp(1) + 1)", "2"),
        ("log((2*exp(1) + sqrt(2)*exp(1))/(2 + sqrt(2)))", "1"),
        ("log(8)/3", "log(2)"),
        ("0.1", "1/10"),
        ("inf + 1", "inf"),
        ("-inf", "log(2) - inf"),
        ("2*inf", "inf"),
    ],
)
def test_equal_losses_hash_alike(a, b):
    """Two forms of one loss are equal, of equal hash, and neither is less."""
    x, y = loss(a), loss(b)
    assert x == y
    assert hash(x) == hash(y)
    assert x <= y
    assert x >= y
    assert not x < y
    assert not x > y
    assert len({x, y}) == 1


def test_rational_losses_are_like_fractions():
    """A rational loss equals, orders and hashes as the Fraction; that log(2) is irrational is decided."""
    assert loss("1/2") == Fraction(1, 2)
    assert Fraction(1, 2) == loss("1/2")
    assert hash(loss("1/2")) == hash(Fraction(1, 2))
    assert loss(3) == 3 == number(3) == loss("3")
    assert log(2).as_fraction() is None
    assert log(exp(Fraction(3, 7))).as_fraction() == Fraction(3, 7)
    assert log(2) < 1 < log(3)
    assert number(1) > log(2)
    assert inf.as_fraction() is None
    assert (loss(1) - 1).as_fraction() == 0
    assert loss(1).sign() == 1
    assert (log(2) - log(3)).sign() == -1


@examples(120)
@given(LOSSES, LOSSES)
def test_order_agrees_with_mpmath(s, t):
    """The order of losses is that of mpmath's logarithms at 110 digits, and exp keeps it."""
    a, b = loss(s), loss(t)
    with mpmath.workdps(110):
        gap = second.value(s) - second.value(t)
        expected = 0 if abs(gap) < mpmath.mpf(10) ** -80 else 1 if gap > 0 else -1
    assert a.compare(b) == expected
    assert (a < b, a <= b, a == b) == (expected < 0, expected <= 0, expected == 0)
    assert a.exp().compare(b.exp()) == expected


@examples(80)
@given(LOSSES, LOSSES, st.integers(-5, 5))
def test_group_laws(s, t, k):
    """Losses add, subtract and scale by integers as their exponentials multiply, divide and take powers."""
    a, b = loss(s), loss(t)
    assert a + b == b + a
    assert (a + b) - b == a
    assert a - a == 0
    assert exp(a + b) == exp(a) * exp(b)
    assert exp(a - b) == exp(a) / exp(b)
    assert exp(k * a) == exp(a) ** k
    assert k * a == a * k
    assert log(exp(a)) == a
    assert 0 - (0 - a) == a
    assert hash(a + b - b) == hash(a)


@examples(80)
@given(
    st.sampled_from(["1", "-1/2", "log(2)", "1/2 + log(3)/2", "-log(3/7)", "log(2)/3 - 1"]),
    st.fractions(min_value=-5, max_value=5, max_denominator=12),
)
def test_rational_multiples(text, r):
    """Rational multiples of losses c e^r prod p^a are exact: r*z has the exponential's power, and dividing undoes it."""
    z = loss(text)
    assert r * z == z * r == z * number(r)
    if r:
        assert (r * z) / r == z
        assert (r * z) * r.denominator == r.numerator * z
    with mpmath.workdps(110):
        product = second.value(text) * r.numerator / r.denominator
        assert second.close(second.value((r * z).decimal(90)) if r * z else mpmath.mpf(0), product) if r else r * z == 0


@examples(60)
@given(LOSSES)
def test_texts_and_copies(text):
    """A loss reads back from its text and survives pickle and copy, with its hash."""
    z = loss(text)
    for y in (loss(str(z)), pickle.loads(pickle.dumps(z)), copy.deepcopy(z), loss(repr(z)[6:-2])):
        assert y == z
        assert hash(y) == hash(z)


def test_infinity():
    """inf is above every finite loss and -inf below; inf - inf and 0*inf have no value; exp(inf) is no number."""
    assert -inf < loss(-1_000_000) < loss(1_000_000) < inf
    assert inf == loss("inf") == inf + log(2) == inf - 3 == inf * 2 == inf / 2
    assert -inf == inf * -1 == -2 * inf
    assert inf != -inf
    assert inf.is_infinite
    assert (-inf).is_infinite
    assert not loss(0).is_infinite
    assert pickle.loads(pickle.dumps(-inf)) == -inf
    for undefined in (lambda: inf - inf, lambda: inf + -inf, lambda: 0 * inf, inf.exp, lambda: exp(-inf)):
        with pytest.raises(exact.Unsupported):
            undefined()


@pytest.mark.parametrize(
    "question",
    [
        lambda: log(2) * log(3),
        lambda: log(1 + exp(1)) / 2,
        lambda: log(2) * exp(1),
        lambda: log(2) + exp(1),
        lambda: loss(exp(1)),
        lambda: loss("sqrt(2)"),
    ],
)
def test_unsupported_losses(question):
    """Products of logs, halves of logs of sums, irrational numbers as losses: `Unsupported`, one sentence."""
    with pytest.raises(exact.Unsupported) as refused:
        question()
    assert str(refused.value)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("value", [0, -1, "-1", "exp(1) - 3", Fraction(-1, 2)])
def test_log_wants_a_positive_number(value):
    """log of zero or of a negative number is out of range."""
    with pytest.raises(exact.OutOfRange):
        log(number(value))


@pytest.mark.parametrize(
    "text", ["1000001", "-1e7", "1e400", "1e9*log(2)", "log(2)*10**5000", "600000 + 600000", "log(exp(999999)*exp(2))"]
)
def test_losses_are_bounded(text):
    """A loss beyond 1,000,000 nats is `TooLarge`."""
    with pytest.raises(exact.TooLarge):
        loss(text)


@pytest.mark.parametrize("value", [None, "[1]", (1, 2), object(), True])
def test_strangers(value):
    """What is no loss is a TypeError or not readable, never a guess."""
    with pytest.raises((TypeError, exact.NotReadable)):
        loss(value)


def test_strangers_are_not_equal():
    """A loss is not equal to a text or None, and a division by a loss has no meaning."""
    assert loss(1) != "1"
    assert loss(1) != None  # noqa: E711 - the operator is meant
    with pytest.raises(TypeError):
        log(4) / log(2)
    with pytest.raises(TypeError):
        log(4) ** 2
