"""Oracles 4-rat*, 4-alg1-*, 4-triple: several (eps, delta) constraints at once, their meet, and its compositions."""

from functools import reduce

import pytest

import exact
from exact import approx, log, number, rr
from tests.oracles.loader import atoms, entries, epsilon

ALL = entries("several_constraints")


def of(prefix):
    """The entries whose id begins so."""
    return [e for e in ALL if e.id.startswith(prefix)]


def meet(constraints):
    """The greatest PLD with all these (eps, delta)."""
    return reduce(lambda a, b: a & b, [approx(epsilon(eps), delta) for eps, delta in constraints])


@pytest.mark.parametrize("entry", of("4-rat"))
def test_two_constraints(entry):
    """The meet has the oracle's atoms; its k-fold has the listed deltas and the corners of the testing region."""
    inputs, values = entry["inputs"], entry["values"]
    both = meet(zip(inputs["eps"], inputs["delta"], strict=True))
    if values.get("meet_atoms"):
        assert atoms(both) == values["meet_atoms"]
    power = inputs["k"] * both
    for exp_eps, delta, *_ in values["eps_delta_list"]:
        assert str(power.hockey_stick(exp_eps)) == delta
    if values.get("corners"):
        assert [[str(alpha), str(beta)] for alpha, beta in power.tradeoff_vertices] == with_ends(values["corners"])
    for eps, delta in zip(inputs["eps"], inputs["delta"], strict=True):
        assert both.delta(epsilon(eps)) <= number(delta)
        assert both <= approx(epsilon(eps), delta)


def with_ends(corners):
    """The corners, with (1, 0) as the last."""
    return corners if corners[-1] == ["1", "0"] else [*corners, ["1", "0"]]


@pytest.mark.parametrize("entry", of("4-rat"))
def test_the_meet_as_a_mixture(entry):
    """The meet is the total leak with delta1, else rr(eps1) and rr(eps2) with weights 1 - alpha and alpha."""
    inputs, values = entry["inputs"], entry["values"]
    first, second = (epsilon(eps) for eps in inputs["eps"])
    weight, leak = number(values["alpha"]), number(inputs["delta"][0])
    expected = exact.mixture(
        (leak, exact.total_leak()), ((1 - leak) * (1 - weight), rr(first)), ((1 - leak) * weight, rr(second))
    )
    assert meet(zip(inputs["eps"], inputs["delta"], strict=True)) == expected


@pytest.mark.parametrize("entry", of("4-alg1"))
def test_heterogeneous_composition(entry):
    """n rr(eps1) + m rr(eps2) has the listed (e^eps, delta) and corners."""
    inputs, values = entry["inputs"], entry["values"]
    a = inputs["n"] * rr(log(number(inputs["exp_eps1"]))) + inputs["m"] * rr(log(number(inputs["exp_eps2"])))
    for exp_eps, delta, _ in values["eps_delta"]:
        assert str(a.hockey_stick(exp_eps)) == delta
    assert [str(x) for x in a.knots if x >= 1] == [exp_eps for exp_eps, *_ in values["eps_delta"]]
    assert [[str(alpha), str(beta)] for alpha, beta in a.tradeoff_vertices] == values["corners"]


@pytest.mark.parametrize("entry", of("4-triple"))
def test_three_constraints(entry):
    """The meet of three constraints is the mixture with the listed weights; its 2-fold has the listed deltas."""
    inputs, values = entry["inputs"], entry["values"]
    three = meet(inputs["constraints"])
    assert atoms(three) == values["meet_atoms"]
    assert three == exact.mixture(*((w, rr(log(number(t)))) for t, w in values["weights"].items()))
    power = inputs["k"] * three
    for exp_eps, delta, _ in values["eps_delta"]:
        assert str(power.hockey_stick(exp_eps)) == delta
