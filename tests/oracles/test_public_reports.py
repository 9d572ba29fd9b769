"""Instances behind public bug reports about numerical accountants: what the exact answer is.

The values were computed by a route of their own; the reports and the tools' answers are not repeated here.
"""

import json

import pytest

import exact
from tests.oracles.loader import DATA

REPORTS = json.loads((DATA / "public_reports.json").read_text(encoding="utf-8"))


def having(field):
    return [pytest.param(e, id=e["id"]) for e in REPORTS if field in e]


def composed(entry):
    return entry["times"] * exact.pmfs(entry["P"], entry["Q"])


def agrees(value, decimal):
    """A value agrees with a printed decimal when it rounds to it."""
    digits = len(decimal.split("e")[0].replace(".", "").replace("-", "").lstrip("0"))
    return exact.number(value.decimal(digits)) == exact.number(decimal)


@pytest.mark.parametrize("entry", having("eps_decimal"))
def test_epsilon(entry):
    """Epsilon at the reported delta is the logarithm of the exact number stated, and rounds to the decimal printed."""
    eps = composed(entry).epsilon(entry["delta"])
    if "exp_eps" in entry:
        assert eps.exp() == exact.number(entry["exp_eps"])
    assert agrees(eps, entry["eps_decimal"])


@pytest.mark.parametrize("entry", having("delta_everywhere"))
def test_delta_is_the_infinite_mass(entry):
    """Where only failures distinguish P from Q, delta is the mass of the infinite loss, in one direction or the other, at any large eps."""
    a = composed(entry)
    both = {d.p_infinite for d in (a, a.dual())}
    assert exact.number(entry["delta_everywhere"]) == max(both)
    assert max(a.delta(50), a.dual().delta(50)) == max(both)


@pytest.mark.parametrize("entry", having("delta_decimal"))
def test_delta_deep_in_the_tail(entry):
    """Delta of 200-fold randomized response at both ends of the curve, where sums of doubles cancel."""
    assert agrees(composed(entry).hockey_stick(entry["x"]), entry["delta_decimal"])
