"""The PLDs with | and & are a lattice for the Blackwell order, over all kinds of mass."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

import exact
from tests.laws.strategies import KINDS, POINTS, SMALL, examples, pairs_of, read

kinds = pytest.mark.parametrize("kind", KINDS)
SIMPLE = ["approx(0, 1/4)", "rr(log(2))", "approx(log(3), 1/10)", "losses({log(2): 1/2, 0: 1/4}, 1/4)", "rr(1)"]
"""Few masses, simple denominators: a meet multiplies the denominators of every crossing."""

ALPHAS = ["0", "1/9", "1/4", "1/3", "1/2", "7/10", "1", "exp(-1)", "1/(1 + exp(1))", "sqrt(2)/2"]


@kinds
@examples(12)
@given(data=st.data())
def test_order_and_lattice(kind, data):
    """A <= B iff A | B == B iff A & B == A."""
    a, b = map(read, data.draw(pairs_of(kind)))
    below = a <= b
    assert (a | b == b) == below
    assert (a & b == a) == below
    assert (b <= a) == (a | b == a) == (a & b == b)


@kinds
@examples(12)
@given(data=st.data())
def test_commutative_idempotent_absorbing(kind, data):
    """| and & are commutative and idempotent and absorb each other; equal results hash alike."""
    text = data.draw(pairs_of(kind))
    a, b = map(read, text)
    assert a | b == b | a
    assert hash(a | b) == hash(b | a)
    assert a & b == b & a
    assert hash(a & b) == hash(b & a)
    assert a | exact.pld(text[0]) == a == a & exact.pld(text[0])
    assert a | (a & b) == a == a & (a | b)
    assert hash(a | (a & b)) == hash(a) == hash(a & (a | b))


@kinds
@examples(10)
@given(data=st.data())
def test_associative_join(kind, data):
    """(A | B) | C == A | (B | C) == join_all([A, B, C])."""
    a, b = map(read, data.draw(pairs_of(kind)))
    c = read(data.draw(SMALL))
    assert (a | b) | c == a | (b | c)
    assert exact.join_all([c, b, a]) == (a | b) | c


@kinds
@examples(8)
@given(data=st.data())
def test_associative_meet(kind, data):
    """(A & B) & C == A & (B & C)."""
    a, b = map(read, data.draw(pairs_of(kind)))
    c = read(data.draw(st.sampled_from(SIMPLE)))
    assert (a & b) & c == a & (b & c)


@kinds
@examples(12)
@given(data=st.data())
def test_join_has_the_larger_curve(kind, data):
    """h of A | B is max(h_A, h_B): at the knots of all three, at other points, at infinity; so it is the least upper bound."""
    a, b = map(read, data.draw(pairs_of(kind)))
    both = a | b
    points = [*a.knots, *b.knots, *both.knots, *map(exact.number, data.draw(st.lists(POINTS, max_size=4)))]
    for x in points:
        assert both.hockey_stick(x) == max(a.hockey_stick(x), b.hockey_stick(x))
    assert both.p_infinite == max(a.p_infinite, b.p_infinite)
    assert both.q_infinite == max(a.q_infinite, b.q_infinite)


@kinds
@examples(12)
@given(data=st.data())
def test_meet_has_the_larger_tradeoff(kind, data):
    """f of A & B is max(f_A, f_B): at the vertices of all three and at other alphas; so it is the greatest lower bound."""
    a, b = map(read, data.draw(pairs_of(kind)))
    both = a & b
    vertices = [alpha for c in (a, b, both) for alpha, _ in c.tradeoff_vertices]
    for alpha in [*vertices, *map(exact.number, data.draw(st.lists(st.sampled_from(ALPHAS), max_size=4)))]:
        assert both.tradeoff(alpha) == max(a.tradeoff(alpha), b.tradeoff(alpha))
    assert both.p_infinite == min(a.p_infinite, b.p_infinite)
    assert both.q_infinite == min(a.q_infinite, b.q_infinite)


@kinds
@examples(10)
@given(data=st.data())
def test_bounds_are_extreme(kind, data):
    """A | B lies below every upper bound, A & B above every lower bound."""
    a, b = map(read, data.draw(pairs_of(kind)))
    c = read(data.draw(SMALL))
    assert (a <= c and b <= c) == ((a | b) <= c)
    assert (c <= a and c <= b) == (c <= (a & b))
    assert (a & b) <= a <= (a | b)
    assert (a & b) <= b <= (a | b)


@kinds
@examples(10)
@given(data=st.data())
def test_dual_commutes(kind, data):
    """dual(A | B) == dual(A) | dual(B), dual(A & B) == dual(A) & dual(B), dual(dual(A)) == A."""
    a, b = map(read, data.draw(pairs_of(kind)))
    assert (a | b).dual() == a.dual() | b.dual()
    assert (a & b).dual() == a.dual() & b.dual()
    assert a.dual().dual() == a
    assert hash(a.dual().dual()) == hash(a)


@kinds
@examples(12)
@given(data=st.data())
def test_dual_curve(kind, data):
    """h_dual(x) == 1 - x + x h(1/x)."""
    a = read(data.draw(KINDS[kind]))
    for x in [*a.knots, exact.number(3), exact.number("1/4"), exact.number("exp(1/2)")]:
        assert a.dual().hockey_stick(x) == 1 - x + x * a.hockey_stick(1 / x)


@kinds
@examples(10)
@given(data=st.data())
def test_atoms_are_canonical(kind, data):
    """Atoms come in strictly decreasing ratio, +inf first, -inf last, each side adding up to 1; table(atoms) is the PLD again."""
    a = read(data.draw(KINDS[kind]))
    assert sum(p for p, _ in a.atoms) == 1
    assert sum(q for _, q in a.atoms) == 1
    finite = [(p, q) for p, q in a.atoms if p and q]
    assert len(finite) >= len(a.atoms) - 2
    assert all(p1 * q2 > p2 * q1 for (p1, q1), (p2, q2) in pairwise(finite))
    assert [p / q for p, q in reversed(finite)] == list(a.knots)
    assert a.atoms[0][1] != 0 or a.p_infinite == a.atoms[0][0]
    assert exact.table(a.atoms) == a
    assert exact.table(reversed(a.atoms)) == a
    assert exact.pld(str(a)) == a
    assert hash(exact.pld(str(a))) == hash(a)
