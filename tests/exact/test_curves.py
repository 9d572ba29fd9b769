"""The curves of a PLD: hockey-stick, delta, epsilon with every edge case, trade-off, and the conversions between them."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

import exact
from exact import approx, exp, identity, inf, log, loss, losses, number, pld, rr, table, total_leak
from tests.laws.strategies import ANY, POINTS, examples, read


def test_hockey_stick_of_rr():
    """h of rr(log 3): 1 at 0, (1 - x)-like up to 1/3, (3 - x)/4 up to 3, then 0; knots 1/3 and 3."""
    a = rr("log(3)")
    assert a.knots == (number("1/3"), 3)
    for x, h in [
        (0, 1),
        ("1/6", "5/6"),
        ("1/3", "2/3"),
        (1, "1/2"),
        (2, "1/4"),
        (3, 0),
        (4, 0),
        ("exp(1)", (3 - exp(1)) / 4),
        ("exp(2)", 0),
    ]:
        assert a.hockey_stick(x) == number(h)


def test_delta_of_rr():
    """delta of rr(1) at 0 is tanh(1/2), at 1 zero, at -1 it is 1 - 1/e, at -inf 1, at +inf 0."""
    a = rr(1)
    assert a.delta(0) == (exp(1) - 1) / (exp(1) + 1)
    assert a.delta(1) == 0
    assert a.delta(2) == 0
    assert a.delta(-1) == 1 - exp(-1)
    assert a.delta(-2) == 1 - exp(-2)
    assert a.delta("1/2") == (exp(1) - exp(loss("1/2"))) / (exp(1) + 1)
    assert a.delta(log(2)) == (exp(1) - 2) / (exp(1) + 1)
    assert a.delta(inf) == 0
    assert a.delta(-inf) == 1


@pytest.mark.parametrize(
    ("text", "at_inf"),
    [("approx(1, 1/4)", "1/4"), ("total_leak()", "1"), ("identity()", "0"), ("losses({0: 2/3}, infinite=1/3)", "1/3")],
)
def test_delta_at_the_infinities(text, at_inf):
    """delta(+inf) is the infinite mass, delta(-inf) = h(0+) is 1, for every PLD."""
    a = pld(text)
    assert a.delta(inf) == number(at_inf) == a.p_infinite
    assert a.delta(-inf) == 1 == a.hockey_stick(0)
    assert a.delta(10**6) == a.p_infinite


def test_delta_with_mass_at_minus_infinity():
    """h starts with slope -(1 - Q(-inf)): for atoms (1, 1/4), (0, 3/4) it is 1 - x/4 up to the knot 4."""
    a = table([(1, "1/4"), (0, "3/4")])
    assert a.hockey_stick(0) == 1
    assert a.hockey_stick(2) == number("1/2")
    assert a.hockey_stick(4) == 0
    assert a.knots == (4,)
    assert a.q_infinite == number("3/4")
    assert a.dual().delta(inf) == number("3/4")


@pytest.mark.parametrize("x", [-1, "-1/1000", "-exp(1)"])
def test_hockey_stick_wants_x_at_least_zero(x):
    """h(x) for a negative x is out of range."""
    with pytest.raises(exact.OutOfRange):
        rr(1).hockey_stick(x)


EPSILON = [
    ("rr(1)", "0", "1"),
    ("rr(1)", "1", "-inf"),
    ("rr(1)", "(exp(1) - 1)/(exp(1) + 1)", "0"),
    ("rr(log(2))", "1/3", "0"),
    ("rr(log(2))", "2/5", "log(4/5)"),
    ("rr(log(2))", "1/6", "log(3/2)"),
    ("rr(log(2))", "1/2", "-log(2)"),
    ("rr(log(2))", "3/4", "-log(4)"),
    ("identity()", "0", "0"),
    ("identity()", "1/2", "-log(2)"),
    ("identity()", "1", "-inf"),
    ("total_leak()", "0", "inf"),
    ("total_leak()", "999/1000", "inf"),
    ("total_leak()", "1", "-inf"),
    ("approx(1, 1/4)", "0", "inf"),
    ("approx(1, 1/4)", "1/5", "inf"),
    ("approx(1, 1/4)", "1/4 - 1e-40", "inf"),
    ("approx(1, 1/4)", "1/4", "1"),
    ("approx(0, 1/4)", "1/4", "0"),
    ("approx(0, 1/4)", "1/2", "log(2/3)"),
    ("losses({1: 1})", "0", "1"),
    ("losses({1: 1})", "1/2", "1 - log(2)"),
    ("losses({-log(2): 1/4, log(2): 1/2}, infinite=1/4)", "1/4", "log(2)"),
]


@pytest.mark.parametrize(("text", "delta", "eps"), EPSILON)
def test_epsilon_by_hand(text, delta, eps):
    """epsilon(delta) = ln inf{x > 0 : h(x) <= delta}: negative where it is, inf below the infinite mass, the largest loss at it, -inf at 1."""
    assert pld(text).epsilon(delta) == loss(eps)


@pytest.mark.parametrize("delta", ["-1/10", "11/10", "-1e-50", "1 + 1e-50", "exp(1)"])
def test_epsilon_wants_a_probability(delta):
    """A delta outside [0, 1] is out of range."""
    with pytest.raises(exact.OutOfRange):
        rr(1).epsilon(delta)


@examples(100)
@given(ANY, st.sampled_from(["0", "1/100", "1/10", "1/4", "1/3", "1/2", "9/10", "exp(-1)", "1"]))
def test_epsilon_is_the_infimum(text, delta):
    """h(e^eps) <= delta, and h > delta at every smaller x; infinite only when the definition says so."""
    a, d = read(text), number(delta)
    eps = a.epsilon(d)
    if d == 1:
        assert eps == -inf
    elif d < a.p_infinite:
        assert eps == inf
    else:
        assert a.delta(eps) <= d
        assert a.hockey_stick(eps.exp() * number("1 - 1e-9")) > d
        if d == a.p_infinite:
            assert eps.exp() == a.knots[-1]
        else:
            assert a.delta(eps) == d


@examples(60)
@given(ANY, POINTS, POINTS)
def test_shape_of_the_hockey_stick(text, s, t):
    """h is non-increasing and convex, at least 1 - x and at least the infinite mass."""
    a = read(text)
    x, y = sorted([number(s), number(t)])
    middle = (x + y) / 2
    assert a.hockey_stick(x) >= a.hockey_stick(y) >= a.p_infinite
    assert a.hockey_stick(x) + a.hockey_stick(y) >= 2 * a.hockey_stick(middle)
    assert a.hockey_stick(x) >= 1 - x


@examples(60)
@given(ANY, st.lists(POINTS, min_size=1, max_size=3))
def test_hockey_stick_from_the_vertices(text, points):
    """h(x) = max over the trade-off vertices of 1 - alpha - x beta, at knots and elsewhere."""
    a = read(text)
    for x in [*a.knots, *map(number, points)]:
        assert a.hockey_stick(x) == max(1 - alpha - x * beta for alpha, beta in a.tradeoff_vertices)


@examples(60)
@given(ANY, st.sampled_from(["1/9", "1/4", "1/2", "2/3", "exp(-1)", "sqrt(2)/2", "1"]))
def test_tradeoff_from_the_hockey_stick(text, alpha):
    """f(alpha) = sup over x of (1 - alpha - h(x))/x, attained at a knot for 0 < alpha, or 0 (RES Prop 9)."""
    a, u = read(text), number(alpha)
    assert a.tradeoff(u) == max([number(0), *((1 - u - a.hockey_stick(x)) / x for x in a.knots)])


@examples(60)
@given(ANY)
def test_vertices(text):
    """Vertices go from (0, 1 - Q(-inf)) over (1 - P(+inf), 0) to (1, 0), alpha increasing, the curve convex through them."""
    a = read(text)
    vertices = a.tradeoff_vertices
    assert vertices[0] == (0, 1 - a.q_infinite)
    assert (1 - a.p_infinite, 0) in vertices
    assert vertices[-1] == (1, 0)
    assert all(u < v for (u, _), (v, _) in pairwise(vertices))
    for alpha, beta in vertices:
        assert a.tradeoff(alpha) == beta
        assert 0 <= beta <= 1 - alpha
    for (u0, v0), (u1, v1) in pairwise(vertices):
        assert a.tradeoff((u0 + u1) / 2) == (v0 + v1) / 2


def test_tradeoff_by_hand():
    """The trade-off curves of rr(log 3), Id and the total leak."""
    a = rr("log(3)")
    assert a.tradeoff_vertices == ((0, 1), (number("1/4"), number("1/4")), (1, 0))
    assert a.tradeoff("1/8") == number("5/8")
    assert a.tradeoff("1/2") == number("1/6")
    assert identity().tradeoff_vertices == ((0, 1), (1, 0))
    assert identity().tradeoff("exp(-1)") == 1 - exp(-1)
    assert total_leak().tradeoff_vertices == ((0, 0), (1, 0))
    assert total_leak().tradeoff("1/3") == 0
    assert approx(0, "1/4").tradeoff_vertices == ((0, number("3/4")), (number("3/4"), 0), (1, 0))


@pytest.mark.parametrize("alpha", ["-1/10", "11/10", "exp(1)"])
def test_tradeoff_wants_a_probability(alpha):
    """An alpha outside [0, 1] is out of range."""
    with pytest.raises(exact.OutOfRange):
        rr(1).tradeoff(alpha)


def test_both_directions():
    """delta(eps) is P over Q; the reverse is the dual's: losses({1: 1}) has delta(0) = 1 - 1/e and infinite mass in the dual."""
    a = losses({1: 1})
    assert a.delta(0) == 1 - exp(-1)
    assert a.delta(1) == 0
    assert a.dual().delta(0) == 1 - exp(-1)
    assert a.dual().delta(1) == 1 - exp(-1)
    assert not a.is_symmetric()
    assert rr(1).is_symmetric()
