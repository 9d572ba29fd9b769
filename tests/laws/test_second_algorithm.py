"""The same answers by another route: Fractions for rational masses, mpmath for exponential ones."""

from fractions import Fraction
from itertools import product

import mpmath
import pytest
from hypothesis import given
from hypothesis import strategies as st

import exact
from tests.laws import brute, second
from tests.laws.strategies import POINTS, examples, rational_tables, read

TABLES = st.tuples(rational_tables(), rational_tables())
XS = [Fraction(0), Fraction(1, 5), Fraction(2, 3), Fraction(1), Fraction(7, 4), Fraction(10)]


@examples(150)
@given(TABLES)
def test_order_in_fractions(texts):
    """<=, == and the witness agree with a comparison of the curves at the knots of both sides in Fractions."""
    a, b = map(read, texts)
    fa, fb = brute.fractions(a), brute.fractions(b)
    assert (a <= b) == brute.dominated(fa, fb)
    assert (b <= a) == brute.dominated(fb, fa)
    assert (a == b) == (fa == fb)
    x = exact.find_witness(a, b)
    if x is not None:
        gaps = {y: brute.h(fa, y) - brute.h(fb, y) for y in (*brute.ratios(fa), *brute.ratios(fb))}
        best = max(gaps.values())
        assert x.as_fraction() == min(y for y, gap in gaps.items() if gap == best)


@examples(100)
@given(TABLES)
def test_composition_in_fractions(texts):
    """A + B and 3A are the products of atoms, merged and sorted."""
    a, b = map(read, texts)
    fa, fb = brute.fractions(a), brute.fractions(b)
    assert brute.fractions(a + b) == brute.compose(fa, fb)
    assert brute.fractions(3 * a) == brute.compose(fa, brute.compose(fa, fa))


@examples(150)
@given(TABLES)
def test_join_in_fractions(texts):
    """A | B is the PLD rebuilt from the curve max(h_A, h_B)."""
    a, b = map(read, texts)
    assert brute.fractions(a | b) == brute.join(brute.fractions(a), brute.fractions(b))


@examples(150)
@given(TABLES)
def test_meet_in_fractions(texts):
    """A & B is the PLD rebuilt from the convex minorant of min(h_A, h_B) (the kernel goes by trade-off curves instead)."""
    a, b = map(read, texts)
    assert brute.fractions(a & b) == brute.meet(brute.fractions(a), brute.fractions(b))


@examples(100)
@given(rational_tables())
def test_curves_in_fractions(text):
    """h, f, knots, dual and the canonical atoms agree with their definitions in Fractions."""
    a = read(text)
    fa = brute.fractions(a)
    assert fa == brute.canonical(fa)
    assert [x.as_fraction() for x in a.knots] == brute.ratios(fa)
    assert brute.fractions(a.dual()) == brute.dual(fa)
    for x in [*XS, *brute.ratios(fa)]:
        assert a.hockey_stick(x).as_fraction() == brute.h(fa, x)
    for alpha in [Fraction(i, 12) for i in range(13)]:
        assert a.tradeoff(alpha).as_fraction() == brute.tradeoff(fa, alpha)


@examples(60)
@given(rational_tables(), st.sampled_from([Fraction(i, 12) for i in range(13)]))
def test_conversions_of_the_curves(text, alpha):
    """h(x) is the maximum over vertices of 1 - alpha - x beta, and f(alpha) the supremum of (1 - alpha - h(x))/x (RES Prop 9)."""
    a = read(text)
    fa = brute.fractions(a)
    for x in [*XS, *brute.ratios(fa)]:
        assert a.hockey_stick(x) == max(1 - u - x * v for u, v in a.tradeoff_vertices)
    tangents = [(1 - alpha - brute.h(fa, x)) / x for x in brute.ratios(fa)]
    slope_at_zero = (1 - sum(q for p, q in fa if not p)) if alpha == 0 else Fraction(0)
    assert a.tradeoff(alpha) == max([Fraction(0), slope_at_zero, *tangents])


EPS = ["1/2", "1", "1/3", "log(2)", "log(3)/2", "1/2 + log(3)/2", "1e-3", "13/10"]


@pytest.mark.parametrize(("e1", "e2"), [p for p in product(EPS, EPS) if p[0] < p[1]])
def test_composition_in_mpmath(e1, e2):
    """h of rr(e1) + 2 rr(e2, 3) at several points agrees with products of atoms in mpmath to 60 digits."""
    a = exact.rr(e1) + 2 * exact.rr(e2, 3)
    atoms = second.product(second.rr_atoms(e1), second.rr_atoms(e2, 3), second.rr_atoms(e2, 3))
    for x in ["1/7", "1", "exp(1)", "sqrt(3)"]:
        assert second.close(second.value(a.hockey_stick(x).decimal(80)), second.h(atoms, second.value(x)))


@pytest.mark.parametrize(
    ("e1", "e2"), [("1", "1/2"), ("1", "log(2)"), ("13/10", "log(3)/2"), ("1/3", "2/7"), ("log(5)", "log(2)/3")]
)
def test_joins_and_meets_in_mpmath(e1, e2):
    """h of rr(e1) | B is the maximum, h of rr(e1) & B lies below the minimum and its trade-off vertices are the maximum; to 60 digits in mpmath."""
    a = exact.rr(e1)
    with mpmath.workdps(120):
        m_a, base = second.rr_atoms(e1), second.rr_atoms(e2)
        quarter = mpmath.mpf(1) / 4
        leaky = [(p * 3 / 4, q * 3 / 4) for p, q in base] + [(quarter, 0), (0, quarter)]
        for b, m_b in [(2 * exact.rr(e2), second.product(base, base)), (exact.approx(e2, "1/4"), leaky)]:
            join, meet = a | b, a & b
            for text in ["1/7", "9/10", "1", "11/10", "exp(1)", "2"]:
                x = second.value(text)
                smaller, larger = sorted([second.h(m_a, x), second.h(m_b, x)])
                assert second.close(second.value(join.hockey_stick(text).decimal(80)), larger)
                assert second.value(meet.hockey_stick(text).decimal(80)) <= smaller + mpmath.mpf(10) ** -60
            for alpha, beta in meet.tradeoff_vertices:
                point = second.value(alpha.decimal(80))
                expected = max(second.tradeoff(m_a, point), second.tradeoff(m_b, point))
                assert second.close(second.value(beta.decimal(80)), expected)


@examples(60)
@given(st.sampled_from(["1/2", "1", "13/10"]), st.integers(1, 12), POINTS)
def test_k_fold_by_the_binomial_formula(eps, k, x):
    """h of k-fold rr is the binomial sum of its definition, exactly."""
    t = exact.exp(exact.loss(eps))
    point = exact.number(x)
    total = exact.number(0)
    choose = 1
    for i in range(k + 1):
        p, q = choose * t**i, choose * t ** (k - i)
        if p > point * q:
            total += p - point * q
        choose = choose * (k - i) // (i + 1)
    assert (k * exact.rr(eps)).hockey_stick(point) == total / (1 + t) ** k
