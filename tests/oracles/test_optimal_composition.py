"""Optimal composition falls out: the theorems of Kairouz-Oh-Viswanath and Murtagh-Vadhan, term by term, against compositions of approx(eps, delta).

The formulas are written here from the papers and share nothing with the package but numbers.

* Kairouz, Oh, Viswanath, *The Composition Theorem for Differential Privacy*, ICML 2015, theorem 3.3: k mechanisms, each (eps, delta)-DP.
* Murtagh, Vadhan, *The Complexity of Computing the Optimal Composition of Differential Privacy*, TCC 2016-A, theorem 1.5: one (eps_i, delta_i) each.
"""

import json
from fractions import Fraction
from itertools import combinations
from math import comb, prod

import pytest
from hypothesis import given
from hypothesis import strategies as st

import exact
from exact import approx, exp, exponential, geometric, identity, log, loss, number, permute_and_flip, rr, subsample
from tests.laws.strategies import examples
from tests.oracles.loader import DATA, agrees, entries

EPSILONS = ["log(2)", "log(5/4)", "1", "1/10", "log(3)/2", "log(2) + 1/3"]
DELTAS = ["0", "1e-6", "1/10", "1/2"]


def kairouz_oh_viswanath(eps, delta, k):
    """The pairs of theorem 3.3, for i = 0..floor(k/2): ((k - 2i) eps, 1 - (1 - delta)^k (1 - delta_i))."""
    t, d = exp(eps), number(delta)
    for i in range(k // 2 + 1):
        terms = (comb(k, j) * (t ** (k - j) - t ** (k - 2 * i + j)) for j in range(i))
        delta_i = sum(terms, number(0)) / (1 + t) ** k
        yield (k - 2 * i) * loss(eps), 1 - (1 - d) ** k * (1 - delta_i)


def murtagh_vadhan(constraints, x):
    """The least delta_g for e^(eps_g) = x in theorem 1.5: 1 - prod(1 - delta_i) (1 - sum over subsets / prod(1 + e^(eps_i)))."""
    factors, deltas = [exp(eps) for eps, _ in constraints], [number(delta) for _, delta in constraints]
    total = number(0)
    for size in range(len(factors) + 1):
        for chosen in combinations(range(len(factors)), size):
            inside = prod((factors[i] for i in chosen), start=number(1))
            outside = prod((t for i, t in enumerate(factors) if i not in chosen), start=number(1))
            total += max(inside - x * outside, number(0))
    share = total / prod((1 + t for t in factors), start=number(1))
    return 1 - prod((1 - d for d in deltas), start=number(1)) * (1 - share)


# --- k equal mechanisms --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("delta", DELTAS)
@pytest.mark.parametrize("eps", EPSILONS)
def test_all_pairs_of_theorem_3_3(eps, delta):
    """Every pair is a point of the curve, exactly, and the curve bends at no other point x >= 1."""
    for k in (1, 2, 3, 4, 7, 12):
        composed = k * approx(eps, delta)
        pairs = list(kairouz_oh_viswanath(eps, delta, k))
        for total, value in pairs:
            assert composed.delta(total) == value
        assert {x for x in composed.knots if x >= 1} == {exp(total) for total, _ in pairs}
        assert composed.is_symmetric()


@pytest.mark.parametrize(("eps", "delta", "k"), [("log(2)", "1e-9", 100), ("1/10", "0", 60), ("log(11/10)", "1e-5", 200)])
def test_many_mechanisms(eps, delta, k):
    """The same at sizes that people use."""
    composed = k * approx(eps, delta)
    for total, value in kairouz_oh_viswanath(eps, delta, k):
        assert composed.delta(total) == value


def test_epsilon_inverts_the_theorem():
    """The least eps' of the composition at a delta of the theorem is its eps'; between two of them it lies on the segment."""
    composed = 10 * approx("log(2)", "1/1000")
    pairs = list(kairouz_oh_viswanath("log(2)", "1/1000", 10))
    for total, value in pairs:
        assert composed.epsilon(value) == total
    (high, d_high), (low, d_low) = pairs[1], pairs[2]
    middle = composed.epsilon((d_high + d_low) / 2)
    assert middle.exp() == (high.exp() + low.exp()) / 2


@pytest.mark.parametrize("eps", ["1", "log(2)", "1/3"])
def test_it_is_an_upper_bound(eps):
    """Whatever is (eps, delta)-DP in both directions lies below, alone and composed: the reason why the theorem is optimal."""
    one = [
        rr(eps, 4),
        geometric(loss(eps) / 2, 2),
        exponential(eps, [1, 0, 0], [0, 1, 0]),
        permute_and_flip(eps, [1, 0, 2], [0, 1, 2]),
        approx(0, "1/10"),
        approx(loss(eps) / 2, "1/20"),
        subsample(rr(eps), "1/2"),
    ]
    for a in one:
        assert a <= approx(eps, "1/10")
    composed = exact.PLD.compose(*one[:4])
    bound = 4 * approx(eps, "1/10")
    assert composed <= bound
    for total, value in kairouz_oh_viswanath(eps, "1/10", 4):
        assert composed.delta(total) <= value
    assert not bound <= composed


@pytest.mark.parametrize("identifier", ["B02", "B07-10", "B32", "B03-approx-3-40"])
def test_reported_epsilons(identifier):
    """The theorem brackets epsilons that were computed by another route (see test_public_reports)."""
    entry = next(e for e in json.loads((DATA / "public_reports.json").read_text(encoding="utf-8")) if e["id"] == identifier)
    k, delta = entry["times"], Fraction(entry["delta"])
    leak = Fraction(entry["P"].get("fail", 0))
    t = Fraction(entry["P"]["0"]) / Fraction(entry["P"]["1"])
    pairs = list(kairouz_oh_viswanath(log(t), leak, k))
    above = [total for total, value in pairs if value <= delta]
    below = [total for total, value in pairs if value >= delta]
    eps = (k * approx(log(t), leak)).epsilon(delta)
    assert max(below) <= eps <= min(above)
    assert agrees(eps.lower(40), entry["eps_decimal"])


# --- unlike mechanisms ---------------------------------------------------------------------------------------------


CONSTRAINTS = [
    [("log(2)", "0"), ("log(3)", "0")],
    [("1", "1/10"), ("1/2", "1/20"), ("2", "0")],
    [("log(2)", "1e-6"), ("1", "1e-5"), ("log(3)/2", "0"), ("1/10", "1/100")],
    [("0", "1/3"), ("log(2)", "1/7"), ("log(2)", "0")],
    [("log(2)", "0"), ("log(3)", "0"), ("log(5)", "0"), ("log(7)", "0"), ("log(11)", "1/2")],
    [("1", "1")],
    [],
]


def compose(constraints):
    """The composition of the mechanisms that are as bad as the constraints allow."""
    return identity().compose(*(approx(eps, delta) for eps, delta in constraints))


@pytest.mark.parametrize("constraints", CONSTRAINTS)
def test_theorem_1_5(constraints):
    """The sum over all subsets is the curve, at every x >= 1 where it bends, between, and beyond."""
    composed = compose(constraints)
    bends = [x for x in composed.knots if x > 1]
    points = [number(1), *bends, *((x + y) / 2 for x, y in zip([number(1), *bends], bends, strict=False)), number(10**4)]
    for x in points:
        assert composed.hockey_stick(x) == murtagh_vadhan(constraints, x)


@given(
    st.lists(st.tuples(st.integers(1, 30), st.integers(1, 20), st.integers(0, 3)), min_size=1, max_size=5),
    st.fractions(min_value=0, max_value=3, max_denominator=20),
)
@examples(40)
def test_theorem_1_5_at_rational_epsilons(rows, eps):
    """For any eps_i = a/b and delta_i = c/10, at a rational eps_g: the exponentials are independent and everything is a long sum."""
    constraints = [(Fraction(a, b), Fraction(c, 10)) for a, b, c in rows]
    assert compose(constraints).delta(eps) == murtagh_vadhan(constraints, exp(eps))


@pytest.mark.parametrize("constraints", [c for c in CONSTRAINTS if len(c) > 1])
@pytest.mark.parametrize("extra", ["1/100", "1/10"])
def test_least_epsilon(constraints, extra):
    """OptComp(delta_g), the least eps_g that the theorem allows, is epsilon(delta_g): it holds there and fails just below."""
    composed = compose(constraints)
    delta = composed.p_infinite + (1 - composed.p_infinite) * number(extra)
    x = composed.epsilon(delta).exp()
    assert murtagh_vadhan(constraints, x) == delta
    assert murtagh_vadhan(constraints, x - number("1e-30")) > delta


@pytest.mark.parametrize("entry", [e for e in entries("several_constraints") if e.id.startswith("4-alg1")])
def test_listed_values(entry):
    """The theorem gives the oracle's list for n mechanisms with eps1 and m with eps2 (computed there by brute force)."""
    inputs = entry["inputs"]
    first, second = ((log(number(inputs[f"exp_eps{i}"])), "0") for i in (1, 2))
    constraints = [first] * inputs["n"] + [second] * inputs["m"]
    for x, delta, *_ in entry["values"]["eps_delta"]:
        assert murtagh_vadhan(constraints, number(x)) == number(delta) == compose(constraints).hockey_stick(x)


def test_the_theorems_agree():
    """For equal mechanisms the two formulas are one."""
    for eps in ("log(2)", "1/2"):
        for total, value in kairouz_oh_viswanath(eps, "1/10", 6):
            assert murtagh_vadhan([(eps, "1/10")] * 6, exp(total)) == value
