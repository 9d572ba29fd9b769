"""Common denominators: what each denominator lacks, multiplied out together, is what it lacks by itself."""

from functools import reduce
from math import prod

from hypothesis import given
from hypothesis import strategies as st

from exact.denominators import Product, cofactors, common_multiple
from exact.sums import Sum
from tests.laws.strategies import examples

FACTORS = [Sum({(0, 1, ()): 1, (n, d, ()): c}) for n, d, c in ((1, 1, 1), (1, 2, 3), (2, 3, 1), (5, 1, 2))]
FACTORS.append(Sum({(0, 1, ()): 1, (0, 1, ((2, 1, 2),)): 1}))
DENOMINATORS = st.builds(
    Product,
    st.integers(1, 30),
    st.dictionaries(st.sampled_from(FACTORS), st.integers(1, 3), max_size=4),
)


@given(DENOMINATORS)
def test_expanded_in_any_order(den):
    """The product of the factors one after the other."""
    assert den.expand() == prod((f**k for f, k in den.factors.items()), start=den.content)


@examples(60)
@given(st.lists(DENOMINATORS, max_size=9))
def test_cofactors(dens):
    """Each denominator times its cofactor is the common multiple, however many there are and however often one occurs."""
    multiple = reduce(common_multiple, dens, Product())
    found = cofactors(multiple, dens)
    assert set(found) == set(dens)
    for den, cofactor in found.items():
        assert den.expand() * cofactor == multiple.expand()
