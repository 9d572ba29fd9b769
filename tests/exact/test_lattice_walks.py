"""The walks of sup and inf where curves touch, share edges, cross at vertices, end alike or differ by 10^-60, over all kinds of mass."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

import exact
from exact import identity, number, pld, ratio, rr, total_leak
from tests.laws import brute
from tests.laws.relatives import BASES, DRAWN, SMALL_OF_ANY_KIND, proportional, related
from tests.laws.strategies import POINTS, examples

kinds = pytest.mark.parametrize("kind", BASES)
ALPHAS = st.sampled_from(["0", "1e-60", "1/9", "1/4", "exp(-1)", "1/2", "sqrt(2)/2", "1 - 1e-60", "1"]).map(number)


def check_canonical(a):
    """Sums are exactly 1, ratios decrease strictly, and every key is that of its atom."""
    atoms = a.canonical
    assert sum(p for p, _ in a.atoms) == 1
    assert sum(q for _, q in a.atoms) == 1
    assert atoms.number(atoms.p_infinite).sign() >= 0
    assert atoms.number(atoms.q_infinite).sign() >= 0
    finite = [(atoms.number(p), atoms.number(q)) for p, q in atoms.finite]
    assert len(finite) == len(atoms.keys)
    for key, (p, q) in zip(atoms.keys, finite, strict=True):
        assert p > 0
        assert q > 0
        assert ratio.value(key) * q == p
    assert all(p * v > u * q for (p, q), (u, v) in pairwise(finite))


def check_join(a, b, points=()):
    """A | B has the curve max(h_A, h_B): at the knots of all three, where it is determined, and elsewhere."""
    both = a | b
    check_canonical(both)
    for x in (*a.knots, *b.knots, *both.knots, *points):
        assert both.hockey_stick(x) == max(a.hockey_stick(x), b.hockey_stick(x))
    assert both.p_infinite == max(a.p_infinite, b.p_infinite)
    assert both.q_infinite == max(a.q_infinite, b.q_infinite)
    return both


def check_meet(a, b, alphas=()):
    """A & B has the trade-off curve max(f_A, f_B): at the vertices of all three, where it is determined, and elsewhere."""
    both = a & b
    check_canonical(both)
    vertices = {alpha for side in (a, b, both) for alpha, _ in side.tradeoff_vertices}
    for alpha in (*vertices, *alphas):
        assert both.tradeoff(alpha) == max(a.tradeoff(alpha), b.tradeoff(alpha))
    assert both.p_infinite == min(a.p_infinite, b.p_infinite)
    assert both.q_infinite == min(a.q_infinite, b.q_infinite)
    return both


def check_laws(a, b, join, meet):
    """What a lattice with a reflection is, for one pair."""
    assert join == b | a
    assert meet == b & a
    assert a | meet == a == a & join
    assert meet | b == b == join & b
    assert (a <= b) == (join == b) == (meet == a)
    assert (b <= a) == (join == a) == (meet == b)
    assert meet <= a <= join
    assert meet <= b <= join
    assert join.dual() == a.dual() | b.dual()
    assert meet.dual() == a.dual() & b.dual()


@kinds
@examples(40)
@given(data=st.data())
def test_curves_of_the_same_pieces(kind, data):
    """Curves, canonical form and laws for two PLDs that share pieces."""
    a, b = data.draw(related(kind))
    join = check_join(a, b, map(number, data.draw(st.lists(POINTS, max_size=3))))
    meet = check_meet(a, b, data.draw(st.lists(ALPHAS, max_size=3)))
    check_laws(a, b, join, meet)


@kinds
@examples(15)
@given(data=st.data())
def test_proportional_atoms(kind, data):
    """Finite atoms that are proportional, or have proportional ratios, with what is missing revealed."""
    a, b = data.draw(proportional(kind))
    check_laws(a, b, check_join(a, b), check_meet(a, b))


@kinds
@examples(15)
@given(data=st.data())
def test_results_go_on_being_operands(kind, data):
    """Sups and infs of sups and infs, and pairs of different kinds: denominators of crossings meet each other."""
    a, b = data.draw(related(kind))
    c = data.draw(st.one_of(SMALL_OF_ANY_KIND, DRAWN))
    check_join(a, c)
    check_meet(b, c)
    check_join(a | c, b)
    check_join(a & b, c)


@kinds
@examples(8)
@given(data=st.data())
def test_associative(kind, data):
    """(A | B) | C == A | (B | C), and so for &, where C is a third one of the same pieces."""
    a, b = data.draw(related(kind))
    c, _ = data.draw(related(kind))
    assert (a | b) | c == a | (b | c)
    assert (a & b) & c == a & (b & c)


@examples(150)
@given(data=st.data())
def test_against_hulls_in_fractions(data):
    """Rational masses: the same atoms as the hull of the larger curve and the convex minorant of the smaller one."""
    a, b = data.draw(st.one_of(related("rational"), proportional("rational")))
    left, right = brute.fractions(a), brute.fractions(b)
    assert brute.fractions(a | b) == brute.join(left, right)
    assert brute.fractions(a & b) == brute.meet(left, right)


@kinds
@examples(15)
@given(data=st.data())
def test_ends_of_the_lattice(kind, data):
    """The identity and the total leak, and a PLD with itself built twice."""
    text = data.draw(st.sampled_from(BASES[kind]))
    a, again = pld(text), pld(text)
    assert a | identity() == a == identity() | a
    assert a & identity() == identity() == identity() & a
    assert a | total_leak() == total_leak() == total_leak() | a
    assert a & total_leak() == a == total_leak() & a
    assert a | again == a == a & again
    check_canonical(a | again)
    check_canonical(a & again)


# --- places, one by one ----------------------------------------------------------------------------------------------------------------


def table(*atoms):
    """A PLD of atoms (p, q) given as integers over their sums."""
    ps, qs = zip(*atoms, strict=True)
    return exact.table([(number(p) / sum(ps), number(q) / sum(qs)) for p, q in atoms])


PLACES = {
    "touch at a point inside an edge": (table((2, 1), (1, 2)), table((4, 1), (1, 1), (1, 4))),
    "touch along an edge": (table((4, 1), (2, 2), (1, 4)), table((5, 2), (2, 3))),
    "cross at a vertex of both": (table((6, 1), (2, 2), (2, 2), (1, 6)), table((5, 1), (3, 2), (3, 8))),
    "share the first atoms": (table((6, 1), (3, 2), (3, 9)), table((6, 1), (3, 2), (2, 3), (1, 6))),
    "share the last atoms": (table((9, 3), (2, 3), (1, 6)), table((6, 1), (3, 2), (2, 3), (1, 6))),
    "meet at alpha = 1 only": (table((3, 1), (1, 3)), table((1, 0), (3, 4))),
    "meet at alpha = 1, both with infinite masses": (table((1, 0), (3, 4)), table((1, 0), (2, 1), (1, 3))),
    "flat at 0 from different places": (table((1, 0), (2, 1), (1, 1), (0, 2)), table((2, 0), (1, 1), (1, 3))),
    "one finite atom each": (table((1, 0), (3, 1), (0, 3)), table((2, 0), (2, 1), (0, 1))),
    "P known, Q known": (table((1, 0), (3, 4)), table((4, 3), (0, 1))),
}


@pytest.mark.parametrize("place", PLACES)
def test_places(place):
    """The pairs that the comments of the walks speak of, both ways round."""
    a, b = PLACES[place]
    for x, y in ((a, b), (b, a), (a.dual(), b.dual())):
        join, meet = check_join(x, y), check_meet(x, y)
        check_laws(x, y, join, meet)
        assert brute.fractions(join) == brute.join(brute.fractions(x), brute.fractions(y))
        assert brute.fractions(meet) == brute.meet(brute.fractions(x), brute.fractions(y))


def test_many_folds():
    """500 against 501 folds of rr(1/3): ordered, by sup and inf too."""
    a, b = 500 * rr("1/3"), 501 * rr("1/3")
    assert a | b == b == b | a
    assert a & b == a == b & a


@pytest.mark.parametrize(("a", "b"), [("12*rr(1)", "rr(7) + rr(1/3)"), ("3*rr(1/7)", "4*rr(0.1200001)"), ("6*rr(log(3)/2)", "7*rr(1/2)")])
def test_long_curves_that_cross(a, b):
    """Curves with many atoms and few crossings."""
    a, b = pld(a), pld(b)
    check_join(a, b)
    check_meet(a, b)
