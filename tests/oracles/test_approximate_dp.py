"""Oracles 1a-*: for (eps, delta) queries L1 + L1 <= B and L1 + L2 <= B, but L1 + sup(L1, L2) is not below B."""

import pytest

import exact
from exact import approx, exp, find_witness, loss, number
from tests.oracles.loader import agrees, atoms, entries, named, pld


def check(first, second, budget):
    """The three verdicts."""
    assert first + first <= budget
    assert first + second <= budget
    both = first + (first | second)
    assert not both <= budget
    assert not first <= second
    assert not second <= first
    return both


@pytest.mark.parametrize("entry", entries("approximate_dp"))
def test_rational(entry):
    """Verdicts, atoms of the sup and of L1 + sup, values of h at x, gap, and the largest gap with its place, all exactly."""
    inputs, values = entry["inputs"], entry["values"]
    first, second, budget = (pld(inputs[f"{name}_atoms"]) for name in ("L1", "L2", "B"))
    assert (first, second) == (named(inputs["L1"]), named(inputs["L2"]))
    if "max" not in inputs["B"]:  # 1a-6 gives the delta of its budget in words
        assert budget == named(inputs["B"])
    both = check(first, second, budget)
    assert atoms(first | second) == values["sup"]
    assert atoms(both) == values["L1_conv_sup"]
    x = number(inputs["x"])
    for name, a in [("h_L1L1", 2 * first), ("h_L1L2", first + second), ("h_L1sup", both), ("h_B", budget)]:
        assert str(a.hockey_stick(x)) == values[name]
    assert both.hockey_stick(x) - budget.hockey_stick(x) == number(values["gap"])
    assert agrees(both.hockey_stick(x), values["h_L1sup_dec"])
    worst = find_witness(both, budget)
    assert worst == number(values["max_gap_x"])
    assert both.hockey_stick(worst) - budget.hockey_stick(worst) == number(values["max_gap"])
    point = values["f_at_alpha"]
    assert budget.tradeoff(point["alpha"]) == number(point["f_B"])
    assert both.tradeoff(point["alpha"]) <= number(point["beta_strategy"]) < number(point["f_B"])


@pytest.mark.parametrize("entry", entries("approximate_dp_rational_eps"))
def test_rational_epsilons(entry):
    """The same for rational eps: exact values that agree with all printed digits, a positive gap, the largest at x = e^epsB."""
    inputs, values = entry["inputs"], entry["values"]
    first, second, budget = (approx(inputs[f"eps{i}"], inputs[f"delta{i}"]) for i in ("1", "2", "B"))
    both = check(first, second, budget)
    x = exp(loss(inputs["epsB"]))
    assert x == number(entry["witness"]["x"])
    for name, a in [("h_L1L1", 2 * first), ("h_L1L2", first + second), ("h_L1sup", both)]:
        assert agrees(a.hockey_stick(x), values[name])
    assert budget.hockey_stick(x) == number(values["h_B"]) == number(inputs["deltaB"])
    assert agrees(both.hockey_stick(x) - budget.hockey_stick(x), values["gap"])
    assert find_witness(both, budget) == x
    for rule in entry["witness"]["rule"]:
        assert number(rule["y"]) == x / exp(loss(rule["outcome_loss"]))
        values_there = {name: a.hockey_stick(rule["y"]) for name, a in (("L1", first), ("L2", second))}
        assert agrees(values_there["L1"], rule["h_L1"])
        assert agrees(values_there["L2"], rule["h_L2"])
        assert values_there[rule["play"]] == max(values_there.values())


def test_one_parameter_family():
    """The gap of R_{eps,0}, R_{0,d}, B = R_{eps,d} with d the total variation times t/(1+t) is t(t-1)/(1+t)^3, at irrational t too."""
    for eps in ("1", "log(2)", "log(3)/2", "13/10"):
        t = exp(loss(eps))
        delta = (t - 1) * t / (1 + t) ** 2
        first, second, budget = approx(eps, 0), approx(0, delta), approx(eps, delta)
        if first + first <= budget:
            both = first + (first | second)
            assert both.hockey_stick(t) - budget.hockey_stick(t) == t * (t - 1) / (1 + t) ** 3
            assert not both <= budget
    assert exact.rr("log(4)") + exact.rr("log(4)") <= approx("log(4)", "12/25")
