"""The outcomes of a composition as multisets of atoms, against `itertools` and the composition multiplied out."""

from itertools import combinations_with_replacement, pairwise
from math import comb, factorial, prod

import pytest

from exact import engine, number, pld, ratio
from exact.composed_curve import count_bound
from exact.engine.balls import precision
from exact.outcomes import _multisets, count, on_grid, outcomes


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


GRIDS = [
    "5*geometric(1/4, 2)",
    "7*rr(1/2, 3)",
    "3*geometric(1/4, 2) + 2*approx(1/3, 1/5) + 4*rr(3/2, 4)",
    "2*rr(1/2) + 3*rr(0.3)",
    "approx(1/3, 1/5)",
]


def balls(half):
    """The masses of a half by ratio, and its infinite mass, as balls."""
    rows, infinite, unit = engine.Prepared(half.half()).masses(300)
    masses = {}
    for key, (p, q) in zip(half.keys, rows, strict=True):
        old = masses.get(key, (0, 0))
        masses[key] = old[0] + p * unit, old[1] + q * unit
    return masses, infinite * unit


@pytest.mark.parametrize("text", GRIDS)
def test_outcomes_on_a_grid_are_those_that_are_listed(text):
    """One outcome for each ratio, in decreasing order, with the masses of all multisets of that ratio."""
    a = pld(text)
    merged, listed = on_grid(a.factors), outcomes(a.factors)
    assert len(set(merged.keys)) == len(merged.keys) == len(a.canonical.finite) <= count_bound(a.factors)
    assert list(merged.keys) == list(dict.fromkeys(listed.keys)) == list(a.canonical.keys)
    with precision(300):
        found, expected = balls(merged), balls(listed)
        for key, masses in found[0].items():
            for one, other in zip(masses, expected[0][key], strict=True):
                assert one.overlaps(other)
                assert one.rad() < one * 1e-80
        assert found[1].overlaps(expected[1])


def test_masses_on_a_grid_keep_their_digits():
    """The masses of the extremes are far below 10^-100, and as precise as those in the middle."""
    a = pld("200*geometric(1, 2)")
    with precision(128):
        rows, *_ = engine.Prepared(on_grid(a.factors).half()).masses(128)
        for p, q in rows:
            assert p.rad() < p * 1e-30
            assert q.rad() < q * 1e-30
        assert rows[-1][0] < 1e-100
        assert sum(p for p, _ in rows).overlaps(rows[0][0] * 0 + 1)
