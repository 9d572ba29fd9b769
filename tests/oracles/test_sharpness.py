"""Oracles X6, X8, X9: the universal bound on the cost of natural filters, and how near to it one comes."""

from fractions import Fraction

import pytest

from exact import number, table
from exact.filters import (
    is_within_universal_bound,
    natural_filter,
    separated_family,
    separated_game,
    universal_bound_lower,
    universal_bound_upper,
)
from tests.oracles.loader import agrees, entries, fraction, pld

BY_ID = {p.id: p.values[0] for p in entries("universal_bound")}


@pytest.mark.parametrize("name", ["X6-N2", "X6-N3", "X6-N6"])
def test_separated_family(name):
    """X6: queries, budget, x and the value of the strategy; delta grows nearly by the harmonic number."""
    inputs, values = BY_ID[name]["inputs"], BY_ID[name]["values"]
    found = separated_family(inputs["N"], inputs["m"], inputs["delta"])
    assert str(found.x) == inputs["x"]
    assert found.queries[0] == table(inputs["L0"])
    if isinstance(inputs["family"], dict):
        assert list(found.queries) == [pld(a) for query, a in inputs["family"].items() if query != "Id"]
        assert str(found.value) == values["h_strategy"]
    assert agrees(found.value, values["h_strategy_dec"])
    assert agrees(found.value / number(inputs["delta"]), values["ratio"])
    assert found.value <= number(inputs["delta"]) * number(values["H_N"])
    assert is_within_universal_bound(found.value, inputs["delta"], 2)
    allowed = ["L0", *(f"A{i}" for i in range(1, inputs["N"] + 1))]
    first = found.queries[0]
    assert ["Id", *(n for n, q in zip(allowed, found.queries, strict=True) if first + q <= found.budget)] == values["admissible"]
    assert natural_filter(found.queries, found.budget, 2).cost_pld.hockey_stick(found.x) == found.value


@pytest.mark.parametrize("name", ["X6-N2", "X6-N3", "X6-N6"])
def test_weights(name):
    """X6: the weights of the follow-ups, as printed."""
    inputs, values = BY_ID[name]["inputs"], BY_ID[name]["values"]
    found = separated_family(inputs["N"], inputs["m"], inputs["delta"])
    for query, printed in zip(found.queries[1:-1], values["w"], strict=False):
        top, other = query.atoms[0]
        assert agrees(top + other, printed)  # of w rr(a) + (1 - w) Id
    assert found.queries[-1].p_infinite == number(values["w"][-1])


@pytest.mark.parametrize("name", ["X9-N20", "X9-N60"])
def test_ideal_game(name):
    """X9: the ideal game with N equiprobable outcomes, and C_k beside it."""
    inputs = BY_ID[name]["inputs"]
    for key, row in BY_ID[name]["values"].items():
        rounds = int(key.removeprefix("k"))
        value = separated_game(inputs["d"], rounds, inputs["N"])
        assert agrees(value, row["value"])
        assert agrees(Fraction(universal_bound_lower(inputs["d"], rounds, 40)), row["C_k"])
        assert is_within_universal_bound(value, inputs["d"], rounds)


@pytest.mark.parametrize(("name", "d", "rounds"), [("C2_of_1e6", "1e-6", 2), ("C3_of_1e6", "1e-6", 3), ("C2_of_quarter", "1/4", 2)])
def test_values_of_the_bound(name, d, rounds):
    """X8: printed values of C_k."""
    printed = BY_ID["X8"]["values"][name]
    for bound in (universal_bound_lower, universal_bound_upper):
        assert agrees(Fraction(bound(d, rounds, 40)), printed)


def filter_entries():
    """Every natural filter among the oracles: family, budget, rounds, atoms of the cost."""
    for p in entries("natural_filter"):
        entry = p.values[0]
        yield p.id, entry["inputs"]["k"], pld(entry["inputs"]["B"]), pld(entry["values"]["cost_atoms"])


def test_all_filter_oracles():
    """X8: the cost of every natural filter of the oracles obeys the bound at all knots of cost and budget, and uses at most 55% of it."""
    points, worst = 0, {}
    for name, rounds, budget, cost in filter_entries():
        for x in {*budget.knots, *cost.knots}:
            h, d = cost.hockey_stick(x), budget.hockey_stick(x)
            assert is_within_universal_bound(h, d, rounds), name
            points += 1
            bound = Fraction(universal_bound_upper(d, rounds, 20))
            if h > d:
                worst[rounds] = max(worst.get(rounds, Fraction(0)), (h - d).upper(20) / (bound - d.lower(20)))
    assert points >= 100
    assert set(worst) == {2, 3}
    for rounds, used in worst.items():
        assert used <= fraction(str(BY_ID["X8"]["values"]["worst_used_fraction"][str(rounds)][0])) + Fraction(1, 10**9)
