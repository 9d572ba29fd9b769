"""Composition where the masses are sums with terms that cancel: the polynomial route against products of numbers."""

from itertools import product

import pytest

from exact import number, pld, table

CANCELLING = [
    ("(exp(1) - 1)/9", "(1 - exp(-1))/9"),  # ratio e
    ("(exp(1) + 1)/9", "(1 + exp(-1))/9"),  # ratio e, merged with the first
    ("(exp(1/2) - 1)/9", "(exp(3/2) - exp(1))/9"),  # ratio e^-1
    ("(1 - exp(-1/2))/9", "(1 - exp(-1/2))/9"),  # ratio 1
]


def with_rest(rows):
    """The table of the rows and of what is missing to 1, as losses +inf and -inf."""
    p, q = (1 - sum((number(row[i]) for row in rows), number(0)) for i in (0, 1))
    return table([*rows, (p, 0), (0, q)])


@pytest.mark.parametrize("rows", [CANCELLING[:1], CANCELLING[:2], CANCELLING[2:], CANCELLING])
def test_terms_that_cancel(rows):
    """The atoms of A + B are the products of the atoms, also where (e - 1)(e + 1) loses its middle term, and none keeps a zero coefficient."""
    a, b = with_rest(rows), with_rest(CANCELLING[1:])
    merged = {}
    for (p, q), (u, v) in product(a.atoms, b.atoms):
        if p * u and q * v:
            key = p * u / (q * v)
            merged[key] = merged.get(key, 0) + p * u
    whole = (a + b).canonical
    finite = {whole.ratio(i): whole.number(p) for i, (p, _) in enumerate(whole.finite)}
    assert finite == merged
    for p, q in whole.finite:
        for mass in (p, q):
            assert isinstance(mass, int) or all(mass.terms.values())


def test_cancelling_fold():
    """The k-fold composition by the engine's powers equals repeated composition."""
    a = with_rest(CANCELLING)
    assert 3 * a == a + a + a
    assert (3 * a).delta("1/2") == pld("rr(0)").compose(a, a, a).delta("1/2")
