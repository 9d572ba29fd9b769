"""The judge of audits against definitions that need no ratios: all events, all orders of outcomes, floats."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, permutations
from math import exp, log
from random import Random

import mpmath
import pytest

from tests.torture.audit_builders import dual, dyadic, quantile
from tests.torture.blocks import any_pld
from tests.torture.judge_audits import curve_of, normal_sign
from tests.torture.judge_audits import dyadic as read_dyadic
from tests.torture.judge_values import clipped_sign, delta_sign, epsilon_signs, renyi_sign, tradeoff_sign
from tests.torture.pairs import ONE
from tests.torture.reals import Budget, rational

PLACES = [Fraction(0), Fraction(1, 10), Fraction(1, 3), Fraction(1, 2), Fraction(9, 10), Fraction(1)]


def number(value):
    return rational(value), ONE


def masses(pair):
    den = pair.den.terms[0, 1, ()]
    return [tuple(Fraction(mass.terms.get((0, 1, ()), 0)) / den for mass in outcome) for outcome in pair.outcomes]


def pairs(seed, count):
    random = Random(seed)
    Budget.left = 10**9
    for _ in range(count):
        pair = any_pld(random, "integers")
        yield from (pair, dual(pair))


def sums(outcomes):
    """The masses of all events."""
    for size in range(len(outcomes) + 1):
        for event in combinations(outcomes, size):
            yield sum((p for p, _ in event), Fraction(0)), sum((q for _, q in event), Fraction(0))


def test_delta_is_the_largest_of_all_events():
    for pair in pairs(1, 40):
        for x in (Fraction(1, 2), Fraction(1), Fraction(7, 3)):
            most = max(p - x * q for p, q in sums(masses(pair)))
            assert delta_sign(pair, number(x), number(most)) == 0
            assert delta_sign(pair, number(x), number(most + 1)) == -1


def test_epsilon_is_the_least_that_no_event_breaks():
    for pair in pairs(2, 40):
        events = list(sums(masses(pair)))
        for delta in PLACES:
            if any(p > delta and not q for p, q in events):
                assert epsilon_signs(pair, number(delta), "inf") == 0
                assert epsilon_signs(pair, number(delta), Fraction(10_000)) == 1
                continue
            most = max((p - delta) / q for p, q in events if q)
            if most <= 0:
                assert epsilon_signs(pair, number(delta), "-inf") == 0
                assert clipped_sign(pair, number(delta), Fraction(0)) == 0
                continue
            assert epsilon_signs(pair, number(delta), "inf") == -1
            for step, sign in ((-1e-6, 1), (1e-6, -1)):
                said = Fraction(log(most) + step)
                assert epsilon_signs(pair, number(delta), said) == sign
                assert clipped_sign(pair, number(delta), said) == (sign if said > 0 else 1)


def test_the_trade_off_function_is_the_best_of_all_orders():
    for pair in pairs(3, 25):
        for alpha in PLACES:
            least = Fraction(2)
            for outcomes in permutations(masses(pair)):
                left, beta = 1 - alpha, Fraction(0)
                for p, q in outcomes:
                    part = min(Fraction(1), left / p) if p else Fraction(0)
                    left, beta = left - part * p, beta + part * q
                least = min(least, beta)
            assert tradeoff_sign(pair, number(alpha), number(least)) == 0
            assert tradeoff_sign(pair, number(alpha), number(least - Fraction(1, 10**9))) == 1


@pytest.mark.parametrize("order", [2, 3, 7])
def test_divergences_are_those_of_floats(order):
    for pair in pairs(4, 30):
        if any(p and not q for p, q in masses(pair)):
            assert renyi_sign(pair, order, "inf") == 0
            continue
        value = log(sum(float(p) * float(p / q) ** (order - 1) for p, q in masses(pair) if p)) / (order - 1)
        for step, sign in ((-1e-9, 1), (1e-9, -1)):
            assert renyi_sign(pair, order, Fraction(value + step)) == sign


def test_curves_of_grids_are_those_of_floats():
    random = Random(5)
    for _ in range(60):
        grid = [(Fraction(i, 7), Fraction(random.randrange(-8, 64), 64)) for i in range(-3, 4)], Fraction(random.randrange(9), 16)
        x = Fraction(random.randrange(1, 30), 10)
        num, den = curve_of(grid, number(x))
        exact = num.rough(1) / den.rough(1)
        plain = float(grid[1]) + sum(float(mass) * max(0.0, 1 - float(x) * exp(-loss)) for loss, mass in grid[0])
        assert abs(exact - plain) < 1e-12


def test_dyadics_are_read_as_they_are_written():
    random = Random(6)
    for _ in range(300):
        value = Fraction(random.randrange(-(2**53), 2**53)) * Fraction(2) ** random.randrange(-1074, 900)
        assert read_dyadic(dyadic(value)) == value
    assert (read_dyadic("3p-2"), dyadic(Fraction(0)), dyadic(Fraction(8))) == (Fraction(3, 4), "0", "1p3")


def test_quantiles_are_cut_off():
    for mass in (Fraction(1, 3), Fraction(1, 2) + Fraction(1, 10**9), Fraction(99, 100), Fraction(1, 10**6)):
        t = quantile(number(mass), 20)
        assert normal_sign(number(mass), t) == 1
        assert normal_sign(number(mass), t + Fraction(1, 10**19)) == -1
        assert abs(mpmath.ncdf(float(t)) - float(mass)) < 1e-12
    assert normal_sign(number(Fraction(1, 2)), Fraction(0)) == 0
