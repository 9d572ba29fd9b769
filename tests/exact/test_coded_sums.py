"""Sums in codes add and multiply as the elements that they stand for."""

from hypothesis import given
from hypothesis import strategies as st

from exact.constraints.coded_sums import Coded, Exponents, coded, decoded, unit_of
from exact.sums import element

exponents = st.tuples(st.integers(-6, 6), st.just(6)).map(lambda e: lowest(*e))
sums = st.dictionaries(exponents, st.integers(-9, 9).filter(bool), max_size=5).map(element)


def lowest(n, d):
    """The exponent n/d in lowest terms."""
    from math import gcd

    g = gcd(n, d)
    return n // g, d // g, ()


@given(sums, sums, st.integers(-3, 3))
def test_arithmetic(a, b, n):
    unit = unit_of([a, b])
    x, y = coded(a, unit), coded(b, unit)
    known = Exponents(unit)
    assert decoded(x, known) == a
    assert decoded(x * y, known) == a * b
    assert decoded(x + y, known) == a + b
    assert decoded(n * x, known) == n * a == decoded(x * n, known)
    assert decoded(n + x, known) == n + a
    assert bool(x * y) == bool(a * b)


def test_long_products():
    """The engine multiplies long ones."""
    x = Coded({i: i + 1 for i in range(200)})
    y = Coded({-3 * i: (-1) ** i for i in range(150)})
    expected = {}
    for e, c in x.terms.items():
        for f, d in y.terms.items():
            expected[e + f] = expected.get(e + f, 0) + c * d
    assert (x * y).terms == {e: c for e, c in expected.items() if c}


def test_radicals_have_no_code():
    assert unit_of([element({(0, 1, ((2, 1, 2),)): 1})]) is None
    assert unit_of([3, element({(1, 4, ()): 2, (1, 6, ()): 1})]) == 12
