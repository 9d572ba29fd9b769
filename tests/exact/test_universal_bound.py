"""The universal bound C_k and how sharp it is: against Poisson probabilities by mpmath, its closed forms, and the exact cost of filters."""

from fractions import Fraction
from itertools import pairwise

import mpmath
import pytest
from hypothesis import given
from hypothesis import strategies as st

from exact import exp, log, number
from exact.errors import OutOfRange, TooLarge, Undecided
from exact.filters import (
    geometric_levels,
    is_within_universal_bound,
    natural_filter,
    separated_family,
    separated_game,
    sharpness_bounds,
    universal_bound_lower,
    universal_bound_upper,
)
from tests.laws.strategies import examples, read

PROBABILITIES = ["1/4", "1e-6", "999999/1000000", "1e-300", "exp(-1)/3", "sqrt(2)/2", "1/3", "exp(-1/2) - exp(-1)", "2**(1/3) - 1"]


def poisson(d, rounds, digits):
    """Pr[Poisson(ln 1/d) < rounds] by mpmath's regularised incomplete gamma function."""
    with mpmath.workdps(digits):
        z = mpmath.log(1 / mpmath.mpf(number(d).to_sympy().evalf(digits)))
        return mpmath.gammainc(rounds, z, regularized=True)


@pytest.mark.parametrize("d", PROBABILITIES)
@pytest.mark.parametrize("rounds", [2, 3, 7, 40, 1000])
def test_poisson_form(d, rounds):
    """The bounds enclose mpmath's value, to 40 digits, and differ by one unit of the last digit."""
    low, high = universal_bound_lower(d, rounds, 40), universal_bound_upper(d, rounds, 40)
    with mpmath.workdps(420):
        value = poisson(d, rounds, 400)
        assert mpmath.mpf(low) <= value <= mpmath.mpf(high)
        assert 0 < mpmath.mpf(high) - mpmath.mpf(low) <= mpmath.mpf(10) ** -39 * value


@pytest.mark.parametrize(
    ("d", "rounds", "value"),
    [
        (0, 1, "0"), (0, 5, "0"), (1, 1, "1"), (1, 5, "1"), (1, 100_000, "1"),
        ("1/3", 1, "1/3"), ("sqrt(2)/2", 1, "sqrt(2)/2"),
        ("exp(-2)", 3, "5*exp(-2)"), ("exp(-1/2)", 4, "(1 + 1/2 + 1/8 + 1/48)*exp(-1/2)"),
    ],
)  # fmt: skip
def test_exact_values(d, rounds, value):
    """Where C_k(d) is an exact number its bounds are those of the number, and a tie is decided."""
    assert (universal_bound_lower(d, rounds, 25), universal_bound_upper(d, rounds, 25)) == number(value).bounds(25)
    assert is_within_universal_bound(value, d, rounds)
    assert not is_within_universal_bound(number(value) + Fraction(1, 10**50), d, rounds)
    assert is_within_universal_bound(number(value) - Fraction(1, 10**50), d, rounds)


def test_two_rounds():
    """C_2(d) = d (1 + ln 1/d)."""
    for d in ("1/4", "1e-6", "1/1000"):
        z = -log(number(d))
        low, high = Fraction(universal_bound_lower(d, 2)), Fraction(universal_bound_upper(d, 2))
        assert low <= Fraction(d) * (1 + z.upper(40))
        assert Fraction(d) * (1 + z.lower(40)) <= high


@examples(100)
@given(st.fractions(0, 1, max_denominator=1000), st.fractions(0, 1, max_denominator=1000), st.integers(1, 12))
def test_is_within(cost, d, rounds):
    """The decision agrees with the decimals on both sides, is monotone in k and in d."""
    verdict = is_within_universal_bound(cost, d, rounds)
    low, high = (Fraction(f(d, rounds, 12)) for f in (universal_bound_lower, universal_bound_upper))
    assert verdict if cost <= low else not verdict if cost > high else low < cost <= high
    assert not verdict or is_within_universal_bound(cost, d, rounds + 1)
    assert not verdict or is_within_universal_bound(cost, min(1, d + Fraction(1, 7)), rounds)


def test_near_ties():
    """4,000 digits of C_k lie below it, one unit of the last digit more above; with 6,000 digits the precision is used up."""
    low, high = universal_bound_lower("1/4", 2, 4000), universal_bound_upper("1/4", 2, 4000)
    assert is_within_universal_bound(low, "1/4", 2)
    assert not is_within_universal_bound(high, "1/4", 2)
    with pytest.raises(Undecided, match=r"is open at 16384 bits of precision$"):
        is_within_universal_bound(universal_bound_lower("1/4", 2, 6000), "1/4", 2)


def test_next_to_one():
    """C_k(d) < 1 for d < 1, however many rounds: the bounds say so, and 1 is above."""
    assert (universal_bound_lower("1/10", 100_000, 20), universal_bound_upper("1/10", 100_000, 20)) == ("0." + "9" * 20, "1")
    assert (universal_bound_lower("exp(-1)", 5_000, 20), universal_bound_upper("exp(-1)", 5_000, 20)) == ("0." + "9" * 20, "1")
    assert not is_within_universal_bound(1, "1/10", 100_000)
    assert is_within_universal_bound("0." + "9" * 100, "1/10", 100_000)
    assert not is_within_universal_bound(2, "1/10", 3)
    assert is_within_universal_bound(-1, "1/10", 3)


@pytest.mark.parametrize("function", [universal_bound_lower, universal_bound_upper])
def test_wrong_inputs(function):
    for call, message in [
        (("5/4", 2), "the bound C_k(d) needs a d in [0, 1], not 5/4"),
        (("-1/4", 2), "the bound C_k(d) needs a d in [0, 1], not -1/4"),
        (("1/4", 0), "rounds must be an integer from 1 to 100000, not 0"),
        (("1/4", 100_001), "rounds must be an integer from 1 to 100000, not 100001"),
        (("1/4", 2, 0), "digits must be an integer from 1 to 10000, not 0"),
    ]:
        with pytest.raises(OutOfRange) as caught:
            function(*call)
        assert str(caught.value) == message
    with pytest.raises(TypeError):
        function(0.25, 2)


QUERIES = ["rr(log(2))", "rr(log(3))", "approx(0, 1/10)", "approx(log(2), 1/20)", "table(((1/2, 1/4), (1/2, 3/4)))", "table(((1/5, 0), (4/5, 1)))"]


@examples(40)
@given(
    st.lists(st.sampled_from(QUERIES), min_size=1, max_size=3, unique=True),
    st.sampled_from(["approx(log(2), 1/4)", "approx(log(4), 1/10)", "rr(log(5)) | approx(0, 1/3)", "2*rr(log(2)) | approx(log(2), 1/5)"]),
    st.integers(1, 3),
)
def test_cost_of_natural_filters(queries, budget, rounds):
    """h_cost(x) <= C_k(h_B(x)) at all knots of both, and between them."""
    limit = read(budget)
    cost = natural_filter([read(q) for q in queries], limit, rounds).cost_pld
    knots = sorted({*cost.knots, *limit.knots})
    for x in [*knots, *((a + b) / 2 for a, b in pairwise(knots))]:
        assert is_within_universal_bound(cost.hockey_stick(x), limit.hockey_stick(x), rounds)


# --- sharpness


def by_recursion(d, rounds, steps):
    """V_k(d) by its definition: sum of p_i V_{k-1}(min(1, d/u_i))."""
    if rounds == 1:
        return d
    return sum(p * by_recursion(min(Fraction(1), d / u), rounds - 1, steps) for p, u in steps)


@examples(60)
@given(
    st.sets(st.fractions(Fraction(1, 50), Fraction(49, 50), max_denominator=50), max_size=4),
    st.fractions(0, 1, max_denominator=100),
    st.integers(1, 4),
)
def test_separated_game(inner, d, rounds):
    """The ideal game is its recursion, lies between d and C_k(d), and grows with finer levels."""
    levels = [*sorted(inner), Fraction(1)]
    steps = [(u - before, u) for before, u in zip([Fraction(0), *levels], levels, strict=False)]
    value = separated_game(d, rounds, levels)
    assert value == by_recursion(d, rounds, steps)
    assert d <= value
    assert is_within_universal_bound(value, d, rounds)
    assert separated_game(d, rounds, [levels[0] / 2, *levels]) >= value


def test_separated_game_of_irrational_values():
    """k = 2 by hand: u_1 = 1/2 >= d: d/(2 u_1) + d/2."""
    assert separated_game("sqrt(2)/10", 2, 2) == number("sqrt(2)/10") * Fraction(3, 2)
    assert separated_game("exp(-1/2)", 2, 2) == Fraction(1, 2) + exp("-1/2") / 2


def test_sharpness_bounds():
    """The ratio to the bound lies between the decimals, and finer geometric levels come within half a percent of C_2 and C_3."""
    low, high = sharpness_bounds("1/10", 2, 60, 8)
    value = Fraction("0.32298704129517738171")
    assert Fraction(low) <= value / Fraction(universal_bound_lower("1/10", 2))
    assert Fraction(high) >= value / Fraction(universal_bound_upper("1/10", 2))
    for rounds in (2, 3):
        low, high = sharpness_bounds("1/10", rounds, geometric_levels("1/10", "101/100"))
        assert Fraction("0.995") < Fraction(low) < Fraction(high) < 1
    assert sharpness_bounds("1/10", 1, 5) == ("1", "1")
    assert sharpness_bounds(1, 3, 5) == ("1", "1")


@pytest.mark.parametrize(
    ("levels", "delta", "rounds"),
    [(2, "9/20", 2), (5, "1/10", 2), (2, "1/3", 3), (3, "1/10", 3), (2, "1/10", 4), (["1/20", "1/4", 1], "1/20", 2)],
)
@pytest.mark.parametrize("separation", [100, 10_000])
def test_separated_family(levels, delta, rounds, separation):
    """The strategy is admitted on every path, plays k rounds, has the value stated, and comes within 5/m of the ideal game."""
    found = separated_family(levels, separation, delta, rounds)
    assert found.strategy.depth() == rounds
    assert found.budget.hockey_stick(found.x) == number(delta)
    for history in found.strategy.histories():
        whole = found.queries[history[0]].compose(*(found.queries[i] for i in history[1:]))
        assert whole <= found.budget
    assert found.strategy.pld().hockey_stick(found.x) == found.value
    ideal = separated_game(delta, rounds, levels)
    assert 0 <= ideal - found.value <= Fraction(5, separation)
    assert is_within_universal_bound(found.value, delta, rounds)


def test_natural_filter_on_a_separated_family():
    """Three rounds: the natural filter costs at least what the strategy reaches, and at most C_3."""
    found = separated_family(2, 1000, "9/20", 3)
    cost = natural_filter(found.queries, found.budget, 3).cost_pld.hockey_stick(found.x)
    assert found.value <= cost
    assert is_within_universal_bound(cost, "9/20", 3)
    assert found.value > number("81/100")


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: separated_game("5/4", 2, 3), OutOfRange, "d must lie in [0, 1], not 5/4"),
        (lambda: separated_game("1/4", 0, 3), OutOfRange, "rounds must be an integer >= 1, not 0"),
        (lambda: separated_game("1/4", 2, 0), OutOfRange, "the number of outcomes must be at least 1, not 0"),
        (lambda: separated_game("1/4", 2, ["1/2", "1/3", 1]), OutOfRange, "levels strictly increase from above 0 to 1"),
        (lambda: separated_game("1/4", 2, ["1/2"]), OutOfRange, "levels strictly increase from above 0 to 1"),
        (lambda: separated_game("1/4", 2, []), OutOfRange, "levels strictly increase from above 0 to 1"),
        (lambda: separated_game("1/4", 2, ["sqrt(2)/2", 1]), OutOfRange, "levels must be rational"),
        (lambda: separated_game("1/4", 2, "1"), TypeError, "levels are an integer or a sequence of numbers, not str"),
        (lambda: separated_game("1/4", 9, 97), TooLarge, "the ideal game of 9 rounds needs more than 3000000 products of levels, which is the limit"),
        (lambda: sharpness_bounds(0, 2, 3), OutOfRange, "the ratio to the bound needs d > 0, since C_k(0) = 0"),
        (lambda: geometric_levels("1", 2), OutOfRange, "geometric levels need a rational d between 0 and 1, not 1"),
        (lambda: geometric_levels("1/4", 1), OutOfRange, "geometric levels need a rational ratio > 1, not 1"),
        (lambda: geometric_levels("1/4", "1000001/1000000"), TooLarge, "there are more than 2000 levels; a larger ratio has fewer"),
        (lambda: separated_family(1, 10, "1/4"), OutOfRange, "a separated family needs at least two outcomes"),
        (lambda: separated_family(2, 10, 1), OutOfRange, "a separated family needs 0 < delta < 1, not 1"),
        (lambda: separated_family(2, 1, "1/4"), OutOfRange, "separation must be an integer >= 2, not 1"),
        (lambda: separated_family(2, 10, "1/4", 1), OutOfRange, "rounds must be an integer >= 2, not 1"),
        (
            lambda: separated_family(3, 2, "1/10"),
            OutOfRange,
            "a separation of 2 is too small: the strategy is not admitted; a larger one is",
        ),
        (
            lambda: separated_family(5, 1000, "1/10", 3),
            TooLarge,
            "25 histories with an x of 77813 bits are beyond the limit; fewer levels may do",
        ),
        (lambda: separated_family(13, 10, "1/4", 4), TooLarge, "a family of more than 2000 histories is beyond the limit"),
    ],
)  # fmt: skip
def test_out_of_range(call, error, message):
    with pytest.raises(error) as caught:
        call()
    assert str(caught.value) == message
