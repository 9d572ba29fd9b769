"""Oracles 4-*: several (eps, delta) constraints at once, their meet, its compositions by every route, the baselines, and Propositions 1 and 2."""

from fractions import Fraction
from functools import reduce

import pytest

import exact
from exact import approx, log, multi_dp, number, rr
from exact.constraints import (
    ROUTES,
    area_below,
    closed_form,
    compose_curves,
    composed,
    constraints,
    double_dp_above_gaussian,
    double_dp_below_gaussian,
    heterogeneous_guarantees,
    remark_1,
    remark_2,
    total_variation,
)
from tests.oracles.loader import agrees, atoms, entries, epsilon

ALL = entries("several_constraints")


def of(*prefixes):
    """The entries whose id begins so."""
    return [e for e in ALL if e.id.startswith(prefixes)]


def rows_of(inputs):
    """The constraints of an entry about two of them."""
    return [(epsilon(eps), delta) for eps, delta in zip(inputs["eps"], inputs["delta"], strict=True)]


def meet(rows):
    """The greatest PLD with all these (eps, delta), by the lattice."""
    return reduce(lambda a, b: a & b, [approx(eps, delta) for eps, delta in rows])


def is_value(value, text):
    """Whether an exact number is the one of an exact text; of a decimal, whether it agrees with all its digits."""
    if float(Fraction(text)) < 1e-70:  # the oracle's 0.0, and what its arithmetic left of one
        return value == 0
    return agrees(value, text) if "." in text else value == Fraction(text)


def with_ends(corners):
    """The corners, with (1, 0) as the last."""
    return corners if Fraction(corners[-1][0]) == 1 else [*corners, ["1", "0"]]


@pytest.mark.parametrize("entry", of("4-rat", "4-fig2"))
def test_two_constraints(entry):
    """The meet has the oracle's atoms; its k-fold has the listed deltas and the corners of the testing region."""
    inputs, values = entry["inputs"], entry["values"]
    rows = rows_of(inputs)
    both = meet(rows)
    assert multi_dp(*rows) == both
    if values.get("meet_atoms"):
        assert atoms(both) == values["meet_atoms"]
    whole = composed(constraints(*rows), inputs["k"])
    knots = [x for x in whole.knots if x >= 1]
    assert len(knots) == len(values["eps_delta_list"]) == values["n_slopes_ge_1"]
    for x, (exp_eps, delta, *_) in zip(knots, values["eps_delta_list"], strict=True):
        assert is_value(x, exp_eps)
        assert is_value(whole.hockey_stick(x), delta)
    if values.get("corners"):
        for vertex, corner in zip(whole.tradeoff_vertices, with_ends(values["corners"]), strict=True):
            assert all(is_value(*pair) for pair in zip(vertex, corner, strict=True))
    for eps, delta in rows:
        assert both.delta(eps) <= number(delta)
        assert both <= approx(eps, delta)


@pytest.mark.parametrize("entry", of("4-rat", "4-fig2"))
def test_the_meet_as_a_mixture(entry):
    """The meet is the total leak with delta1, else rr(eps1) and rr(eps2) with weights 1 - alpha and alpha."""
    inputs, values = entry["inputs"], entry["values"]
    rows = rows_of(inputs)
    found = constraints(*rows)
    assert is_value(found.alpha, values["alpha"])
    (first, _), (second, _) = rows
    weight, leak = found.alpha, number(inputs["delta"][0])
    expected = exact.mixture(
        (leak, exact.total_leak()), ((1 - leak) * (1 - weight), rr(first)), ((1 - leak) * weight, rr(second))
    )
    assert found.pld() == meet(rows) == expected


@pytest.mark.parametrize("entry", of("4-rat", "4-fig2"))
def test_the_routes(entry):
    """Theorems 2 and 3 and the composition of the meet are one PLD, with the oracle's leak."""
    inputs, values = entry["inputs"], entry["values"]
    found = constraints(*rows_of(inputs))
    whole = inputs["k"] * found.pld()
    assert is_value(whole.p_infinite, values["delta_tilde"])
    for route in ROUTES:
        assert composed(found, inputs["k"], route=route) == whole
    form, k = closed_form(found, inputs["k"]), inputs["k"]
    x, y = (c.x for c in found.active)
    indices = {x ** (u + v - k) * y ** (u - v) for u in range(k + 1) for v in range(k + 1)}  # the paper's eps_uv
    assert [c.x for c in form.guarantees] == sorted(ratio for ratio in indices if ratio >= 1)
    assert form.leak == whole.p_infinite
    assert len(form.guarantees) == values["n_slopes_ge_1"]
    for (_, delta), (_, expected, *_) in zip(form.overall(), values["eps_delta_list"], strict=True):
        assert is_value(delta, expected)
    assert form.pld() == whole


@pytest.mark.parametrize("entry", of("4-rat", "4-fig2"))
def test_the_baselines(entry):
    """The single compositions, that with total variation, and the two minima, to 25 digits."""
    inputs, values = entry["inputs"], entry["values"]
    found, k = constraints(*rows_of(inputs)), inputs["k"]
    assert is_value(total_variation(found.active[1]), values["eta"])
    whole = composed(found, k)
    first, second = remark_1(found, k), remark_2(found, k)
    for row in values["comparison"]:
        eps = exact.loss(row["eps"]) if "." in row["exp_eps"] else log(number(row["exp_eps"]))
        assert is_value(whole.delta(eps), row["delta_exact"])
        assert is_value(first.part_delta(0, eps), row["single1"])
        assert is_value(first.part_delta(1, eps), row["single2"])
        assert is_value(second.part_delta(0, eps), row["dpTV"])
        assert is_value(first.minimum_delta(eps), row["remark1"])
        assert is_value(second.minimum_delta(eps), row["remark2"])
        for bound in (first, second):
            assert whole.delta(eps) <= bound.region_delta(eps) <= bound.minimum_delta(eps)


@pytest.mark.parametrize("entry", of("4-alg1"))
def test_heterogeneous_composition(entry):
    """n rr(eps1) + m rr(eps2) has the listed (e^eps, delta) and corners: as a PLD, in closed form, and on the edges of trade-off curves."""
    inputs, values = entry["inputs"], entry["values"]
    first, second = (log(number(inputs[name])) for name in ("exp_eps1", "exp_eps2"))
    n, m = inputs["n"], inputs["m"]
    a = exact.heterogeneous(n, first, m, second)
    assert a == n * rr(first) + m * rr(second)
    for exp_eps, delta, _ in values["eps_delta"]:
        assert str(a.hockey_stick(exp_eps)) == delta
    listed = [[str(c.eps.exp()), str(c.delta)] for c in heterogeneous_guarantees(n, first, m, second)]
    assert listed == [row[:2] for row in values["eps_delta"]]
    curves = [rr(first)] * n + [rr(second)] * m
    for vertices in (a.tradeoff_vertices, compose_curves(*curves)):
        assert [[str(alpha), str(beta)] for alpha, beta in vertices] == values["corners"]


@pytest.mark.parametrize("entry", of("4-triple"))
def test_three_constraints(entry):
    """The meet of three constraints is the mixture with the listed weights; its 2-fold has the listed deltas, by every route."""
    inputs, values = entry["inputs"], entry["values"]
    rows = [(epsilon(eps), delta) for eps, delta in inputs["constraints"]]
    three = multi_dp(*rows)
    assert three == meet(rows)
    assert atoms(three) == values["meet_atoms"]
    found = constraints(*rows)
    assert {str(c.eps.exp()): str(w) for c, w in zip(found.active, found.weights, strict=True)} == values["weights"]
    assert three == exact.mixture(*((w, rr(log(number(t)))) for t, w in values["weights"].items()))
    for route in ROUTES:
        whole = composed(found, inputs["k"], route=route)
        assert [[str(x), str(whole.hockey_stick(x))] for x in whole.knots if x >= 1] == [row[:2] for row in values["eps_delta"]]
    listed = [[str(c.eps.exp()), str(c.delta)] for c in closed_form(found, inputs["k"]).overall()]
    assert listed == [row[:2] for row in values["eps_delta"]]


DIGITS = 36
"""Of the enclosures; the oracles have up to 40."""


@pytest.mark.parametrize("entry", of("4-prop12"))
def test_below_gaussian(entry):
    """Proposition 1: all numbers lie in the enclosures; the rational constraints have the oracle's area, and G_mu satisfies them."""
    inputs, values = entry["inputs"], entry["values"]["below"]
    found = double_dp_below_gaussian(inputs["mu"], DIGITS)
    named = {"w1": found.thresholds[0], "w2": found.thresholds[1], "t": found.kink, "z": found.foot}
    named |= {"e1": found.eps[0], "e2": found.eps[1], "d1": found.delta[0], "d2": found.delta[1]}
    for name, (lower, upper) in named.items():
        assert lower <= Fraction(values[name]) <= upper, name
        assert upper - lower <= upper * Fraction(10) ** (1 - DIGITS)
    for constraint, name in zip(found.safe.active, ("t1", "t2"), strict=True):
        assert agrees_to(constraint.x, values[name], DIGITS - 4)
    assert agrees_to(area_below(found.safe.pld()), entry["values"]["area_below"], 32)


@pytest.mark.parametrize("entry", of("4-prop12"))
def test_above_gaussian(entry):
    """Proposition 2: all numbers lie in the enclosures; the rational constraints have the oracle's area."""
    inputs, values = entry["inputs"], entry["values"]["above"]
    found = double_dp_above_gaussian(inputs["mu"], DIGITS)
    named = {"c": found.fixed_point, "eps_plus_single": found.single_eps, "t_star": found.kink[0], "f_t_star": found.kink[1]}
    named |= {"e1": found.eps[0], "e2": found.eps[1], "d2": found.delta2}
    for name, (lower, upper) in named.items():
        assert lower <= Fraction(values[name]) <= upper, name
        assert upper - lower <= upper * Fraction(10) ** (1 - DIGITS)
    assert found.optimistic.leak == Fraction(values["d1"])
    for constraint, name in zip(found.optimistic.active, ("t1", "t2"), strict=True):
        assert agrees_to(constraint.x, values[name], 32)
    assert agrees_to(area_below(found.optimistic.pld()), entry["values"]["area_above"], 32)


def test_compositions_between_gaussians():
    """k-fold compositions of the two approximations of G_1, around that of G_sqrt(k) (the oracle's figures)."""
    (entry,) = (e.values[0] for e in of("4-prop12-mu1.0"))
    below, above = double_dp_below_gaussian(1, DIGITS).safe, double_dp_above_gaussian(1, DIGITS).optimistic
    for name, rows in entry["values"]["composition"].items():
        k = int(name.removeprefix("k"))
        over, under = composed(below, k), composed(above, k)
        for row in rows:
            assert agrees_to(over.delta(row["eps"]), row["delta_from_below_approx"], 30)
            assert agrees_to(under.delta(row["eps"]), row["delta_from_above_approx"], 30)
            assert under.delta(row["eps"]) <= Fraction(row["delta_G_sqrtk"]) <= over.delta(row["eps"])


def agrees_to(value, printed, digits):
    """Whether a value that is near the optimum agrees with so many digits after the point of a decimal."""
    return abs(value - Fraction(printed)) <= Fraction(10) ** -digits
