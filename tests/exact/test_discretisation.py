"""Discretisation: the profile against counting outcomes with fractions, Theorems 11 and 12 and Lemma 5 as laws, refusals with their messages."""

import re
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exact import approx, dual, exp, identity, inf, log, loss, mixture, number, rr, table, total_leak
from exact.errors import OutOfRange
from exact.filters import discretisation, loss_profile, sandwich
from tests.laws.strategies import examples
from tests.oracles.loader import asymmetric, entries

RATIOS = st.fractions(min_value=Fraction(11, 10), max_value=30, max_denominator=12)
GRIDS = st.sets(RATIOS, max_size=5).map(sorted)


@st.composite
def symmetric_masses(draw):
    """Masses of a symmetric PLD with rational ratios: pairs (a, b) and (b, a), an even part, an infinite part."""
    pairs = draw(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)).filter(any), min_size=1, max_size=4))
    even = draw(st.integers(0, 5))
    total = sum(a + b for a, b in pairs) + even
    masses = [(Fraction(p, total), Fraction(q, total)) for a, b in pairs for p, q in ((a, b), (b, a))]
    return [*masses, (Fraction(even, total), Fraction(even, total))]


def profile_by_counting(masses, ratios):
    """p_i by looking at every outcome: max(p/q, q/p) in [t_{i-1}, t_i), the last interval with inf."""
    ends = [Fraction(1), *ratios]
    out = [Fraction(0)] * len(ends)
    for p, q in masses:
        if p:
            size = max(p / q, q / p) if q else None
            out[max(i for i, t in enumerate(ends) if size is None or size >= t)] += p
    return out


def grid_of(ratios):
    return [0, *(log(t) for t in ratios), "inf"]


@examples(120)
@given(symmetric_masses(), GRIDS)
def test_sandwich(masses, ratios):
    """lower <= L <= upper, all three symmetric, and the weights are those found by counting outcomes."""
    middle = table(masses)
    found = sandwich(middle, grid_of(ratios))
    assert [w.as_fraction() for w in found.weights] == profile_by_counting(masses, ratios)
    assert found.lower <= middle <= found.upper
    assert found.lower.is_symmetric()
    assert found.upper.is_symmetric()


@examples(60)
@given(symmetric_masses(), st.sets(RATIOS, min_size=2, max_size=5).map(sorted), st.data())
def test_finer_grids_are_nearer(masses, ratios, data):
    """A grid that another one refines gives a wider sandwich."""
    coarse = [t for t in ratios if data.draw(st.booleans())]
    wide, narrow = discretisation(table(masses), grid_of(coarse)), discretisation(table(masses), grid_of(ratios))
    assert wide.lower <= narrow.lower
    assert narrow.upper <= wide.upper


@examples(60)
@given(st.lists(st.tuples(st.integers(0, 6), st.integers(0, 6)), min_size=1, max_size=5), GRIDS)
def test_profile_of_any_pld(rows, ratios):
    """The profile counts outcomes for asymmetric PLDs too: those below P, and by |Z|."""
    total_p, total_q = sum(a for a, _ in rows), sum(b for _, b in rows)
    if not total_p or not total_q:
        return
    masses = [(Fraction(a, total_p), Fraction(b, total_q)) for a, b in rows]
    found = loss_profile(table(masses), grid_of(ratios))
    assert [w.as_fraction() for w in found] == profile_by_counting(masses, ratios)


def test_atoms_on_grid_points():
    """An interval is closed below and open above, on both sides of 0, for irrational ratios too."""
    truth = exp(1) / (exp(1) + 1)
    far = truth**3 + (1 - truth) ** 3
    assert loss_profile(3 * rr(1), [0, 1, 3, inf]) == (0, 1 - far, far)
    assert loss_profile(3 * rr(1), [0, 3, inf]) == (1 - far, far)
    assert loss_profile(3 * rr(1), [0, "3.0000001", inf]) == (1, 0)
    assert loss_profile(rr("log(3)/2"), [0, "log(3)/2", "log(3)", inf]) == (0, 1, 0)


def test_the_ends():
    """Id lies in the first interval, the total leak in the last; the coarsest grid says Id <= L <= total leak."""
    assert loss_profile(identity(), [0, 1, "inf"]) == (1, 0)
    assert loss_profile(total_leak(), [0, 1, "inf"]) == (0, 1)
    found = sandwich(rr(1), [0, "inf"])
    assert (found.weights, found.lower, found.upper) == ((1,), identity(), total_leak())
    assert found.grid == (loss(0), inf)


def test_exact_fit():
    """A mixture of randomized responses is its own lower discretisation on the grid of its losses."""
    whole = mixture(("1/2", rr("1/2")), ("1/3", rr(2)), ("1/6", total_leak()))
    found = sandwich(whole, [0, "1/2", 2, "inf"])
    assert found.lower == mixture(("1/2", rr("1/2")), ("1/2", rr(2)))
    assert found.upper == mixture(("1/2", rr(2)), ("1/2", total_leak()))


@pytest.mark.parametrize("swap", [False, True])
def test_asymmetric_pld_is_refused_with_a_witness(swap):
    one = table([("1/2", "1/4"), ("1/2", "3/4")])
    middle = dual(one) if swap else one
    assert not middle.is_symmetric()
    words = r"a sandwich needs a symmetric PLD, but at x = (\S+) the curve of this one is (\S+) and that of its dual (\S+)"
    with pytest.raises(OutOfRange) as caught:
        sandwich(middle, [0, 1, "inf"])
    x, ours, other = map(number, re.fullmatch(words, str(caught.value)).groups())
    assert (middle.hockey_stick(x), middle.dual().hockey_stick(x)) == (ours, other)
    assert ours != other


@pytest.mark.parametrize("name", ["dn", "up"])
def test_both_theorems_fail_without_symmetry(name):
    """Oracle 3-sandwich-asym-fail: two-point PLDs for which the lower, or the upper, discretisation is on the wrong side."""
    (entry,) = (p.values[0] for p in entries("orders") if p.id == "3-sandwich-asym-fail")
    middle, grid = asymmetric(name)
    assert [str(p) for p in loss_profile(middle, grid)] == entry["values"][name]["p"]
    found = discretisation(middle, grid)
    assert found.weights == loss_profile(middle, grid)
    if name == "dn":
        assert not found.lower <= middle
    else:
        assert not middle <= found.upper
    with pytest.raises(OutOfRange, match="a sandwich needs a symmetric PLD"):
        sandwich(middle, grid)


@pytest.mark.parametrize(
    ("grid", "message"),
    [
        ([], "a grid of losses begins with 0 and ends with inf; this one is empty"),
        ([0], "a grid of losses begins with 0 and ends with inf; this one is 0"),
        ([1, "inf"], "a grid of losses begins with 0 and ends with inf; this one is 1, inf"),
        ([0, 1], "a grid of losses begins with 0 and ends with inf; this one is 0, 1"),
        ([0, 2, 1, "inf"], "a grid of losses strictly increases, but e_1 = 2 is followed by e_2 = 1"),
        ([0, 1, "log(3)", "log(9)/2", "inf"], "a grid of losses strictly increases, but e_2 = log(3) is followed by e_3 = log(3)"),
        ([0, "inf", "inf"], "a grid of losses strictly increases, but e_1 = inf is followed by e_2 = inf"),
        ([0, -1, "inf"], "a grid of losses strictly increases, but e_0 = 0 is followed by e_1 = -1"),
    ],
)
def test_bad_grids(grid, message):
    with pytest.raises(OutOfRange) as caught:
        discretisation(approx(1, "1/10"), grid)
    assert str(caught.value) == message


@pytest.mark.parametrize("call", [discretisation, sandwich, loss_profile])
def test_what_is_no_pld_and_what_is_no_grid(call):
    with pytest.raises(TypeError, match=r"^a discretisation takes a PLD, not str$"):
        call("rr(1)", [0, "inf"])
    with pytest.raises(TypeError, match=r"^a grid is a sequence of losses, not one text$"):
        call(rr(1), "0, inf")


@examples(60)
@given(symmetric_masses(), symmetric_masses())
def test_symmetric_pairs(one, other):
    """Lemma 8: h at x >= 1 decides the order of symmetric PLDs. Section 7.1.1: P has at a loss what Q has at its negative."""
    a, b = table(one), table(other)
    assert (a <= b) == all(a.hockey_stick(x) <= b.hockey_stick(x) for x in (*(x for x in b.knots if x >= 1), 1, 10**6))
    assert sorted(a.atoms) == sorted((q, p) for p, q in a.atoms)
