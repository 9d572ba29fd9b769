"""The layouts behind h(x) of a composition: what they say must be what the canonical atoms say."""

from fractions import Fraction

import mpmath
import pytest
from hypothesis import given
from hypothesis import strategies as st

from exact import hockey_stick, number, pld, rr, table
from exact.unexpanded import Unexpanded
from tests.laws import brute, second
from tests.laws.strategies import examples


def by_atoms(a, x):
    """The value h(x) of the canonical atoms, whatever layout the PLD would choose."""
    return hockey_stick.value(a.canonical, number(x))


@pytest.mark.parametrize("x", ["0", "1/10", "1", "5/4", "sqrt(2)", "3", "6"])
@pytest.mark.parametrize("k", [2, 3, 4])
def test_common_integers_of_products_of_radicals(k, x):
    """Masses sqrt(2)/2 and 1 - sqrt(2)/2: all products of two have the factor 2, which the canonical form cancels."""
    p, q = "sqrt(2)/2", "1 - sqrt(2)/2"
    a = k * table(((p, q), (q, p)))
    value = a.hockey_stick(x)
    row = [(second.value(p), second.value(q)), (second.value(q), second.value(p))]
    with mpmath.workdps(110):
        truth = second.h(second.product(*[row] * k), second.value(x))
        assert second.close(second.value(str(value)), truth)
        assert second.close(second.value(value.decimal(70)), truth)
    assert value == by_atoms(a, x)


def test_a_knot_that_is_not_written_as_a_monomial():
    """(2 + sqrt(2))/(1 + sqrt(2)) is sqrt(2), the ratio of two copies of one atom and one of the other."""
    a, x = pld("3*rr(log(2)/2)"), number("(2 + sqrt(2))/(1 + sqrt(2))")
    assert x == number("sqrt(2)")
    assert a.hockey_stick(x) == a.hockey_stick("sqrt(2)") == by_atoms(a, "sqrt(2)")


@pytest.mark.parametrize(("x", "exact", "two"), [(1, "0.5", "0.5"), (3, "0.375", "0.38"), (5, "0.25", "0.25"), (7, "0.125", "0.12")])
def test_decimals_of_values_that_are_decimals(x, exact, two):
    """2*rr(log(3)) has h(x) = (9 - x)/16 for 1 <= x <= 9: a decimal is its own lower and upper bound, a tie rounds to the even digit."""
    value = pld("2*rr(log(3))").hockey_stick(x)
    assert isinstance(value, Unexpanded)
    assert value.bounds(10) == (exact, exact)
    assert value.lower(10) == value.upper(10) == Fraction(exact)
    assert value.decimal(2) == two


MASSES = st.sampled_from([Fraction(n, d) for d in (2, 4, 8, 3, 5) for n in range(1, d)])
"""Mostly binary fractions, which the engine's balls hold exactly."""


@examples(60)
@given(MASSES, MASSES, st.integers(2, 4), st.sampled_from([Fraction(n, 4) for n in range(1, 20)]), st.integers(1, 15))
def test_binomial_layout_in_fractions(p, q, k, x, digits):
    """Value, bounds and rounding of k copies of two rational atoms, as of the Fraction that the definition gives."""
    pair = brute.canonical([(p, q), (1 - p, 1 - q)])
    folded = pair
    for _ in range(k - 1):
        folded = brute.compose(folded, pair)
    truth = brute.h(folded, x)
    fresh = [(k * table(pair)).hockey_stick(x) for _ in range(3)]
    assert fresh[0].decimal(digits) == number(truth).decimal(digits)
    assert fresh[1].bounds(digits) == number(truth).bounds(digits)
    assert fresh[2] == truth
    assert hash(fresh[2]) == hash(truth)


def test_tails_that_are_kept_in_part(monkeypatch):
    """Sums over the atoms of largest ratio, from every so manieth that is kept, in any order of questions and with little kept."""

    def fresh():
        return (6 * (rr("1/7") + rr("3/10"))).canonical

    expected = fresh().tails()
    assert len(expected) == 50
    for kept in (1_000_000, 300, 1):
        monkeypatch.setattr("exact.atoms.TAILS_KEPT", kept)
        for order in (range(len(expected)), reversed(range(len(expected))), (40, 3, 17, 16, 15, 48, 0)):
            some, places = fresh(), list(order)
            assert [some.tail(i) for i in places] == [expected[i] for i in places]
