"""Composition is a commutative monotone monoid with zero; mixtures, data processing, subsampling; over all kinds of mass."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import exact
from tests.laws.strategies import KINDS, POINTS, PROBABILITIES, SMALL, examples, pairs_of, read

kinds = pytest.mark.parametrize("kind", KINDS)


@kinds
@examples(12)
@given(data=st.data())
def test_commutative_with_unit_and_zero(kind, data):
    """A + B == B + A (with equal hashes), Id is the unit, the total leak is absorbing."""
    a, b = map(read, data.draw(pairs_of(kind)))
    assert a + b == b + a
    assert hash(a + b) == hash(b + a)
    assert a + exact.identity() == a == exact.identity() + a
    assert hash(a + exact.identity()) == hash(a)
    assert a + exact.total_leak() == exact.total_leak()
    assert hash(exact.total_leak() + a) == hash(exact.total_leak())


@kinds
@examples(8)
@given(data=st.data())
def test_associative(kind, data):
    """(A + B) + C == A + (B + C), also when the inner compositions are multiplied out first."""
    a, b = read(data.draw(KINDS[kind])), read(data.draw(SMALL))
    c = read(data.draw(SMALL))
    left, right = a + b, b + c
    assert left.atoms
    assert right.atoms
    left, right = exact.table(left.atoms), exact.table(right.atoms)
    assert left + c == a + right == a + b + c
    assert hash(left + c) == hash(a + right) == hash(a + b + c)


@kinds
@examples(10)
@given(data=st.data())
def test_curve_of_a_composition(kind, data):
    """h_{A+B}(x) is the expectation over A's loss of h_B(x/ratio), plus A's infinite mass."""
    a, b = map(read, data.draw(pairs_of(kind)))
    x = exact.number(data.draw(POINTS.filter(lambda t: t != "0")))
    finite = [(p, q) for p, q in a.atoms if p and q]
    expected = a.p_infinite + sum((p * b.hockey_stick(x * q / p) for p, q in finite), exact.number(0))
    assert (a + b).hockey_stick(x) == expected


@kinds
@examples(8)
@given(data=st.data())
def test_monotone(kind, data):
    """A <= B gives A + C <= B + C; the pairs come from joins and meets."""
    a, b = map(read, data.draw(pairs_of(kind)))
    c = read(data.draw(st.one_of(SMALL)))
    assert a + c <= (a | b) + c
    assert (a & b) + c <= b + c
    if a <= b:
        assert a + c <= b + c


@kinds
@examples(10)
@given(data=st.data())
def test_composition_with_sup(kind, data):
    """sup(C + A, C + B) <= C + sup(A, B); adding a round only leaks more: A <= A + B (data processing)."""
    a, b = read(data.draw(KINDS[kind])), read(data.draw(SMALL))
    c = read(data.draw(SMALL))
    assert (c + a) | (c + b) <= c + (a | b)
    assert a <= a + b
    assert b <= a + b


@kinds
@examples(8)
@given(data=st.data())
def test_k_fold(kind, data):
    """k * A is A + ... + A; 0 * A is Id; k*(j*A) == (k j)*A; equal hashes."""
    a = read(data.draw(KINDS[kind]))
    flat = exact.table(a.atoms)
    assert 0 * a == exact.identity()
    assert 1 * a == a
    assert 2 * a == flat + a
    assert hash(2 * a) == hash(flat + a)
    if len(a.atoms) <= 4:
        assert 3 * a == exact.table((2 * a).atoms) + flat
        assert 2 * (2 * a) == 4 * a
        assert hash(exact.table((4 * a).atoms)) == hash(4 * a)


@kinds
@examples(10)
@given(data=st.data())
def test_dual_of_a_composition(kind, data):
    """dual(A + B) == dual(A) + dual(B), and A is symmetric iff it is its dual."""
    a, b = map(read, data.draw(pairs_of(kind)))
    assert (a + b).dual() == a.dual() + b.dual()
    assert a.is_symmetric() == (a == a.dual())
    assert ((a | a.dual()).is_symmetric(), (a & a.dual()).is_symmetric(), (a + a.dual()).is_symmetric()) == (
        True,
        True,
        True,
    )


@kinds
@examples(10)
@given(data=st.data())
def test_mixture(kind, data):
    """The curve of a mixture is the mixture of the curves, composition distributes over it, and it lies below the join."""
    a, b = map(read, data.draw(pairs_of(kind)))
    w = exact.number(data.draw(PROBABILITIES))
    m = exact.mixture((w, a), (1 - w, b))
    for x in [*a.knots, *b.knots, exact.number(data.draw(POINTS))]:
        assert m.hockey_stick(x) == w * a.hockey_stick(x) + (1 - w) * b.hockey_stick(x)
    assert m <= a | b
    c = exact.rr("log(2)")
    assert m + c == exact.mixture((w, a + c), (1 - w, b + c))


@kinds
@examples(10)
@given(data=st.data())
def test_subsample(kind, data):
    """h of subsample(A, q) at 1 - q + q x is q h_A(x) (amplification); rate 1 is A, rate 0 is Id, and the rate is monotone."""
    a = read(data.draw(KINDS[kind]))
    q = exact.number(data.draw(st.sampled_from(["1/10", "1/3", "1/2", "9/10"])))
    s = exact.subsample(a, q)
    for x in [*a.knots, exact.number(2), exact.number("exp(1)")]:
        assert s.hockey_stick(1 - q + q * x) == q * a.hockey_stick(x)
    assert exact.subsample(a, 1) == a
    assert exact.subsample(a, 0) == exact.identity()
    assert s <= a
    assert exact.subsample(a, q / 2) <= s


@examples(30)
@given(st.lists(SMALL, min_size=2, max_size=3), st.permutations([0, 1, 2]))
def test_hash_is_of_the_value(texts, order):
    """A composition hashes alike unexpanded, expanded, in another order, and as a table of its atoms."""
    parts = [read(t) for t in texts]
    total = exact.identity().compose(*parts)
    other = exact.identity().compose(*(parts[i] for i in order if i < len(parts)))
    before = hash(total)
    assert total == other
    assert before == hash(other) == hash(exact.table(total.atoms))
    assert {total: 1}[other] == 1


@examples(30)
@given(st.tuples(SMALL, SMALL))
def test_queries_do_not_change_a_pld(texts):
    """Asking for curves, atoms, joins leaves texts, values and equality as they were."""
    a, b = map(exact.pld, texts)
    total = a + b
    first = (total.delta(0), total.epsilon("1/10"), str(total))
    total | a
    total & a
    assert total <= total + b
    assert (total.delta(0), total.epsilon("1/10"), str(total)) == first
