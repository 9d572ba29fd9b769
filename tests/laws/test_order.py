"""The Blackwell order is a partial order, decided the same way by every route, over all kinds of mass."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import exact
from tests.laws.strategies import ANY, KINDS, POINTS, SMALL, examples, pairs_of, read

kinds = pytest.mark.parametrize("kind", KINDS)


@kinds
@examples(12)
@given(data=st.data())
def test_reflexive(kind, data):
    """A <= A and A == A, also when A is built twice, and equal PLDs hash alike."""
    text = data.draw(KINDS[kind])
    a, again = read(text), exact.pld(text)
    assert a <= again
    assert a >= again
    assert a == again
    assert hash(a) == hash(again)
    assert exact.find_witness(a, again) is None


@kinds
@examples(15)
@given(data=st.data())
def test_antisymmetric(kind, data):
    """A <= B and B <= A iff A == B, and then the hashes are equal."""
    a, b = map(read, data.draw(pairs_of(kind)))
    below, above = a <= b, b <= a
    assert (below and above) == (a == b)
    assert (a >= b, b >= a) == (above, below)
    if a == b:
        assert hash(a) == hash(b)


@kinds
@examples(12)
@given(data=st.data())
def test_transitive(kind, data):
    """A <= B <= C gives A <= C, for chains made with joins and for whatever chains occur."""
    a, b = map(read, data.draw(pairs_of(kind)))
    c = read(data.draw(SMALL))
    assert a <= (a | b) <= (a | b) | c
    assert a <= (a | b) | c
    for x, y, z in [(a, b, c), (b, c, a), (c, a, b), (b, a, c), (a, c, b), (c, b, a)]:
        if x <= y <= z:
            assert x <= z


@kinds
@examples(15)
@given(data=st.data())
def test_order_is_the_order_of_the_curves(kind, data):
    """A <= B iff h_A <= h_B at the knots of both and at infinity (not only at the knots of B, where the decision looks)."""
    a, b = map(read, data.draw(pairs_of(kind)))
    everywhere = a.p_infinite <= b.p_infinite and all(
        a.hockey_stick(x) <= b.hockey_stick(x) for x in (*a.knots, *b.knots)
    )
    assert (a <= b) == everywhere


@kinds
@examples(12)
@given(data=st.data())
def test_two_finite_tests_agree(kind, data):
    """Test 1 (hockey-stick, knots of B) decides the same as test 2: for every vertex (alpha, beta) of f_A, beta >= f_B(alpha)."""
    a, b = map(read, data.draw(pairs_of(kind)))
    assert (a <= b) == all(beta >= b.tradeoff(alpha) for alpha, beta in a.tradeoff_vertices)


@kinds
@examples(12)
@given(data=st.data())
def test_witness(kind, data):
    """find_witness is None iff A <= B; otherwise h_A(x) > h_B(x), no knot shows a larger difference, and no smaller x the same."""
    a, b = map(read, data.draw(pairs_of(kind)))
    x = exact.find_witness(a, b)
    assert (x is None) == (a <= b)
    if x is not None:
        largest = a.hockey_stick(x) - b.hockey_stick(x)
        assert largest > 0
        for y in {*a.knots, *b.knots}:
            other = a.hockey_stick(y) - b.hockey_stick(y)
            assert other < largest or (other == largest and x <= y)


@examples(40)
@given(ANY)
def test_ends_of_the_order(text):
    """Id <= A <= total leak; and only they are equal to themselves joined or met with the other end."""
    a = read(text)
    bottom, top = exact.identity(), exact.total_leak()
    assert bottom <= a <= top
    assert a | bottom == a == a & top
    assert a | top == top
    assert a & bottom == bottom


@examples(40)
@given(st.tuples(SMALL, SMALL))
def test_dual_keeps_the_order(texts):
    """A <= B iff dual(A) <= dual(B): the kernel is the same."""
    a, b = map(read, texts)
    assert (a <= b) == (a.dual() <= b.dual())


@examples(40)
@given(ANY, st.sampled_from(["0", "1/3", "1", "log(2)", "log(3)/2"]))
def test_approx_is_the_greatest_with_both_deltas(text, eps):
    """A <= R_{eps,delta} iff delta is at least both deltas of A at eps; so R is the greatest PLD with these two."""
    a = read(text)
    delta = max(a.delta(eps), a.dual().delta(eps))
    budget = exact.approx(eps, delta)
    assert a <= budget
    assert budget.delta(eps) == delta
    if delta > 0:
        smaller = exact.approx(eps, delta * exact.number("999/1000"))
        assert not a <= smaller


@kinds
@examples(12)
@given(data=st.data())
def test_curve_and_inverse(kind, data):
    """epsilon inverts delta: e^epsilon(d) is the least x with h(x) <= d, and h there is d when d is above the infinite mass."""
    a = read(data.draw(KINDS[kind]))
    x = exact.number(data.draw(POINTS))
    d = a.hockey_stick(x)
    eps = a.epsilon(d)
    if d == 1:
        assert eps == -exact.inf
    else:
        assert not eps.is_infinite
        assert eps.exp() <= x
        assert a.hockey_stick(eps.exp()) == d
        assert a.delta(eps) == d
        assert a.hockey_stick(eps.exp() * exact.number("999/1000")) > d
