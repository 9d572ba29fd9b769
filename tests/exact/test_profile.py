"""The privacy profile as a table: both directions, at the knots and at chosen epsilons."""

from itertools import pairwise

import pytest
from hypothesis import given

from exact import inf, log, loss, number, pld, privacy_profile, rr
from tests.laws.strategies import SMALL, examples, read


@given(SMALL)
@examples(50)
def test_the_knots_are_the_whole_profile(text):
    """Increasing epsilons, exact deltas of both directions; half way between neighbours (in x) either delta is the mean."""
    a = read(text)
    points = privacy_profile(a)
    assert points[-1].eps == inf
    assert points[-1].x is None
    assert (points[-1].delta, points[-1].reverse) == (a.p_infinite, a.q_infinite)
    ends = [(number(0), number(1), number(1))] + [(p.x, p.delta, p.reverse) for p in points[:-1]]
    for (x, h, g), (y, k, f) in pairwise(ends):
        assert x < y
        assert a.hockey_stick((x + y) / 2) == (h + k) / 2
        assert a.dual().hockey_stick((x + y) / 2) == (g + f) / 2
    last = ends[-1]
    assert (last[1], last[2]) == (a.p_infinite, a.q_infinite)


def test_chosen_epsilons():
    """In the order given, -inf and inf included; the reverse is delta of the dual."""
    a = pld("subsample(rr(1), 1/3)")
    points = privacy_profile(a, ["1", -2, "log(3)/2", "inf", "-inf"])
    assert [p.eps for p in points] == [loss(1), loss(-2), log(3) / 2, inf, -inf]
    for p in points:
        assert p.delta == a.delta(p.eps)
        assert p.reverse == a.dual().delta(p.eps)
    assert [p.x for p in points][3:] == [None, number(0)]


def test_rr_in_closed_form():
    """rr(log 3): delta is 1 - 1/3 at -log 3 and 0 at log 3, in both directions."""
    assert [(str(p.eps), str(p.delta), str(p.reverse)) for p in privacy_profile(rr("log(3)"))] == [
        ("log(1/3)", "2/3", "2/3"),
        ("log(3)", "0", "0"),
        ("inf", "0", "0"),
    ]


def test_wrong_input():
    """A text is no PLD here, a float no epsilon."""
    with pytest.raises(TypeError, match="a PLD is wanted, not str"):
        privacy_profile("rr(1)")
    with pytest.raises(TypeError, match="float"):
        privacy_profile(rr(1), [0.5])
