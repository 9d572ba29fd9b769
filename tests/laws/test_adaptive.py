"""Adaptive composition: constant it is composition, and it is monotone in what is played first and in what follows (RES Proposition 3)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import exact
from exact.composition import adaptive
from exact.pld import PLD
from tests.laws.strategies import KINDS, SMALL, examples, read

kinds = pytest.mark.parametrize("kind", KINDS)


def played(first, rest):
    """The adaptive composition of PLDs."""
    return PLD.of_atoms((adaptive(first.canonical, [value.canonical for value in rest]), 1))


@kinds
@examples(10)
@given(data=st.data())
def test_constant_is_composition(kind, data):
    first, rest = read(data.draw(KINDS[kind])), read(data.draw(SMALL))
    assert played(first, [rest] * len(first.canonical.finite)) == first + rest


@kinds
@examples(10)
@given(data=st.data())
def test_monotone_in_what_follows(kind, data):
    """Whatever follows each answer may be replaced by something above it."""
    first = read(data.draw(KINDS[kind]))
    lower = [read(data.draw(SMALL)) for _ in first.canonical.finite]
    upper = [value | read(data.draw(SMALL)) for value in lower]
    assert played(first, lower) <= played(first, upper)


@kinds
@examples(10)
@given(data=st.data())
def test_below_the_composition_with_the_sup(kind, data):
    """Following differently costs at most what following with the sup does, and at each point no less than the least of them."""
    first = read(data.draw(KINDS[kind]))
    rest = [read(data.draw(SMALL)) for _ in first.canonical.finite]
    assert played(first, rest) <= first + exact.join_all([exact.identity(), *rest])
    assert first <= played(first, rest)
