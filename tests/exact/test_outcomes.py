"""The outcomes of a composition as multisets of atoms, against `itertools` and the composition multiplied out."""

from itertools import combinations_with_replacement, pairwise
from math import comb, factorial, prod

import pytest

from exact import number, pld, ratio
from exact.outcomes import _multisets, count, outcomes


@pytest.mark.parametrize(("k", "n"), [(0, 3), (1, 1), (1, 5), (4, 1), (3, 4), (5, 3), (2, 400), (300, 2)])
def test_multisets(k, n):
    """All of them, each once."""
    found = list(_multisets(k, n))
    spread = [tuple(i for i, times in some for _ in range(times)) for some in found]
    assert sorted(spread) == sorted(combinations_with_replacement(range(n), k))
    assert len(found) == comb(n + k - 1, k)


def test_many_atoms_are_no_deep_recursion():
    """One atom more is no frame of the stack more."""
    assert sum(1 for _ in _multisets(1, 20_000)) == 20_000
    assert next(_multisets(2, 20_000)) == ((0, 2),)


@pytest.mark.parametrize("text", ["3*subsample(rr(1), 1/3)", "2*rr(1/2, 3) + subsample(approx(1, 1/5), 1/4)", "subsample(rr(1), 1/3)"])
def test_outcomes_are_those_of_the_composition(text):
    """Sorted by their ratios, and their masses add up to those of the atoms of equal ratio."""
    a = pld(text)
    found = outcomes(a.factors)
    assert len(found.keys) == count(a.factors)
    ratios = [ratio.value(key) for key in found.keys]
    assert all(x >= y for x, y in pairwise(ratios))
    masses = {}
    for x, counts in zip(ratios, found.counts, strict=True):
        mass = number(1)
        for (atoms, k), row in zip(a.factors, counts, strict=True):
            assert sum(times for _, times in row) == k
            mass = mass * (factorial(k) // prod(factorial(times) for _, times in row))
            for i, times in row:
                mass = mass * atoms.number(atoms.finite[i][0]) ** times
        masses[x] = masses.get(x, number(0)) + mass
    assert masses == {p / q: p for p, q in a.atoms if p and q}
