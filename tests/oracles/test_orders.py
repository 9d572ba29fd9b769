"""Oracles 3-sandwich, 1e and X1: discretisation from both sides, a degenerate pair, an update that is not its family's sup."""

import pytest

import exact
from exact import rr
from tests.oracles.loader import atoms, entries, pld

BY_ID = {p.id: p.values[0] for p in entries("orders")}


@pytest.mark.parametrize("name", ["3-sandwich-A", "3-sandwich-C"])
def test_sandwich(name):
    """The mixture of randomised responses at the lower ends of a grid lies strictly below L, that at the upper ends strictly above."""
    entry = BY_ID[name]
    middle = pld(entry["inputs"]["L"])
    values = entry["values"]
    down, up = pld(values["down"]), pld(values["up"])
    assert exact.compare(down, middle).verdict == ("below" if values["strict_down"] else "equal")
    assert exact.compare(middle, up).verdict == ("below" if values["strict_up"] else "equal")
    for x, curves in values["h"].items():
        assert [str(a.hockey_stick(x)) for a in (down, middle, up)] == curves
    grid, weights = entry["inputs"]["exp_eps_grid"], values["p"]
    lower = exact.mixture(*((w, rr(exact.log(exact.number(t)))) for t, w in zip(grid[:-1], weights, strict=True)))
    upper = exact.mixture(
        *(
            (w, exact.total_leak() if t == "inf" else rr(exact.log(exact.number(t))))
            for t, w in zip(grid[1:], weights, strict=True)
        )
    )
    assert (lower, upper) == (down, up)


def test_degenerate_pair():
    """1e: sup commutes with L1 and L2, although they are unordered; with rr(ln 4/3) it does not, by 1/14 at x = 3/4."""
    entry = BY_ID["1e"]
    first, second = pld(entry["inputs"]["L1"]), pld(entry["inputs"]["L2"])
    both = first | second
    assert exact.compare(first, second).verdict == "incomparable"
    assert atoms(both) == entry["values"]["sup"]
    for a in (first, second, first + second):
        assert a + both == (a + first) | (a + second)
    third = rr(exact.log(exact.number("4/3")))
    left, right = third + both, (third + first) | (third + second)
    assert exact.compare(right, left).verdict == "below"
    x = exact.find_witness(left, right)
    assert str(x) == entry["values"]["gap_x"]
    assert str(left.hockey_stick(x) - right.hockey_stick(x)) == entry["values"]["gap_with_RR_4_3"]


def test_update_that_is_not_the_sup():
    """X1: 2 rr(ln 2) is the budget itself, strictly above the sup rr(ln 2) of the family below it."""
    values = BY_ID["X1"]["values"]
    budget = pld(BY_ID["X1"]["inputs"]["B"])
    assert 2 * rr("log(2)") == budget == pld(values["update_cost"])
    assert exact.compare(pld(values["sup_family"]), budget).verdict == "below"
    assert rr("log(2)") == pld(values["sup_family"])


def test_asymmetric_sandwich():
    """3-sandwich-asym: an asymmetric L that happens to lie in its sandwich, with the oracle's curves."""
    entry = BY_ID["3-sandwich-asym"]
    middle = pld(entry["inputs"]["L"])
    down, up = rr("log(3/2)"), rr("log(9/4)")
    assert (middle <= up, down <= middle) == (entry["values"]["L_le_up"], entry["values"]["down_le_L"])
    for x, curves in entry["values"]["h"].items():
        assert [str(a.hockey_stick(x)) for a in (down, middle, up)] == curves
