"""The judge of identities and envelopes against floats, and against PLDs that keep some constraints."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import exp, log
from random import Random

import mpmath
import pytest

from tests.torture.blocks import any_pld
from tests.torture.envelope_builders import distances, instance, largest_of
from tests.torture.judge import NotTrue, Tied, dominated
from tests.torture.judge_envelopes import Instance, judge_laws, largest_ratio, read_loss
from tests.torture.judge_theorems import alike, curve, dual, judge_greatest, mixture, points_of, reaches
from tests.torture.judge_values import minus, sign_of
from tests.torture.pairs import ONE, Pair
from tests.torture.reals import Budget, rational, text
from tests.torture.theorem_builders import RATIONAL, hull, laws_of, said_law, symmetric, tight_constraints

TINY = Fraction(1, 10**60)


def number(value):
    return rational(value), ONE


def plenty():
    Budget.left = 10**9


def lines(random):
    """Random constraints: x decreasing, from 1 on."""
    xs = sorted({Fraction(random.randrange(10, 60), 10) for _ in range(random.randrange(1, 5))}, reverse=True)
    return [(x, Fraction(random.randrange(41), 40)) for x in xs]


def test_a_curve_below_points_is_that_of_the_hull():
    random = Random(1)
    plenty()
    for _ in range(60):
        found = lines(random)
        pair, points = hull(found), points_of([(number(x), number(delta)) for x, delta in found])
        for y in (Fraction(random.randrange(1, 80), 10) for _ in range(6)):
            height = curve(pair, number(y))
            assert reaches(points, number(y), height)
            assert not reaches(points, number(y), minus(height, number(TINY)))


def test_what_keeps_constraints_is_below_the_greatest():
    random = Random(2)
    plenty()
    kept = 0
    for _ in range(400):
        found, one = lines(random), any_pld(random, "integers")
        share = random.choice((1, 10, 100))  # of a mixture with what tells nothing
        one = mixture(rational(share), [(rational(share - 1), Pair(ONE, [(ONE, ONE)])), (ONE, one)])
        if all(sign_of(minus(curve(side, number(x)), number(delta))) <= 0 for side in (one, dual(one)) for x, delta in found):
            kept += 1
            assert dominated(one, hull(found))
    assert kept > 40


@pytest.mark.parametrize("flavour", ["integers", "powers of e", "roots"])
def test_a_greatest_pld_is_that_of_its_own_constraints_and_of_no_others(flavour):
    random = Random(3)
    plenty()
    refused, count = 0, 25 if flavour in RATIONAL else 6
    for _ in range(count):
        pair = symmetric(random, flavour)
        found = tight_constraints(random, flavour, pair)
        judge_greatest(pair, found)
        for changed in ([(x, minus(delta, number(TINY))) for x, delta in found], found[1:], [(x, number(1)) for x, _ in found]):
            try:
                judge_greatest(pair, changed)
            except NotTrue:
                refused += 1
    assert refused > count


def test_mixtures_have_the_curves_of_floats():
    random = Random(4)
    plenty()
    for _ in range(60):
        weights = [Fraction(random.randrange(5)) for _ in range(2)] + [Fraction(1)]
        parts = [any_pld(random, "integers") for _ in weights]
        mixed = mixture(rational(sum(weights)), [(rational(w), part) for w, part in zip(weights, parts, strict=True)])
        x = Fraction(random.randrange(1, 50), 10)
        num, den = curve(mixed, number(x))
        plain = sum(float(w / sum(weights)) * float_curve(part, float(x)) for w, part in zip(weights, parts, strict=True))
        assert abs(num.rough(1) / den.rough(1) - plain) < 1e-9
        assert alike(mixed, Pair(mixed.den, mixed.outcomes[::-1]))
        assert alike(mixed, dual(mixed)) == (alike(dual(mixed), mixed))


def float_curve(pair, x):
    den = pair.den.rough(1)
    return sum(max(0.0, (p.rough(1) - x * q.rough(1)) / den) for p, q in pair.outcomes)


def float_ratio(laws, far, half):
    """The largest ratio of neighbours after normalisation."""
    rows = []
    for row in far:
        masses = [max(half**-d * law[o] for d, law in zip(row, laws, strict=True)) for o in range(len(laws[0]))]
        rows.append([mass / sum(masses) for mass in masses])
    return max(
        rows[x][o] / rows[y][o]
        for x, y in product(range(len(laws)), repeat=2)
        if far[x][y] == 1
        for o in range(len(laws[0]))
        if rows[y][o]
    )


@pytest.mark.parametrize("flavour", ["integers", "powers of e", "mixed"])
def test_envelopes_of_tables_are_those_of_floats(flavour):
    random = Random(5)
    plenty()
    seen, count = 0, 60 if flavour in RATIONAL else 15
    for _ in range(count):
        laws, half = laws_of(random, flavour, 3 if flavour in RATIONAL else 2), random.choice((Fraction(3, 2), Fraction(9, 8), Fraction(2)))
        far = distances(random, len(laws))
        exact = largest_of(laws, far, number(half))
        base = {"laws": [said_law(law) for law in laws], "distances": [[str(d) for d in row] for row in far]}
        if exact is None:
            with pytest.raises(NotTrue):
                judge_laws(base, number(half), number(100))
            continue
        seen += 1
        floats = [[mass.rough(1) / den.rough(1) for mass in masses] for den, masses in laws]
        assert abs(exact[0].rough(1) / exact[1].rough(1) / float_ratio(floats, far, float(half)) - 1) < 1e-9
        with pytest.raises(Tied):
            judge_laws(base, number(half), exact)
        with pytest.raises(NotTrue):
            judge_laws(base, number(half), minus(exact, number(TINY)))
        judge_laws(base, number(half), minus(exact, number(-TINY)))
    assert seen > count // 4


def float_laws(base):
    """Private multiplicative weights as they are described, round by round, for each database as a list."""
    size, n, rounds = (int(base[key]) for key in ("universe", "n", "rounds"))
    queries = [[float(Fraction(v)) for v in query] for query in base["queries"]]
    signed = [[sign * v for v in query] for query in queries for sign in (1, -1)]
    eta, gamma = (nats(base[key]) for key in ("eta", "gamma"))

    def play(x, mu, left):
        if not left:
            return [1.0]
        scores = [exp(eta * (sum(s[c] for c in x) / n - sum(m * v for m, v in zip(mu, s, strict=True)))) for s in signed]
        result = []
        for s, score in zip(signed, scores, strict=True):
            after = [m * exp(gamma * v) for m, v in zip(mu, s, strict=True)]
            result += [score / sum(scores) * mass for mass in play(x, [m / sum(after) for m in after], left - 1)]
        return result

    return [play(x, [1 / size] * size, rounds) for x in product(range(size), repeat=n)]


def nats(said):
    r, logs = (said, []) if isinstance(said, str) else said
    return float(Fraction(r)) + sum(float(Fraction(a)) * log(int(p)) for p, a in logs)


def test_instances_are_those_of_floats():
    random = Random(6)
    plenty()
    for _ in range(40):
        base = instance(random)
        played, plain = Instance(base), float_laws(base)
        for law, floats in zip(played.laws(160), plain, strict=True):
            assert sum(a for a, _ in law) <= 2**160 <= sum(b for _, b in law)
            for (a, b), mass in zip(law, floats, strict=True):
                assert a <= b
                assert abs(a / 2**160 - mass) < 1e-9 > abs(b / 2**160 - mass)
        far = [[sum(a != b for a, b in zip(x, y, strict=True)) for y in played.databases] for x in played.databases]
        low, high = largest_ratio(base, number(Fraction(5, 4)), 640)
        assert low <= high < low + Fraction(1, 10**90)
        assert abs(float(low) / float_ratio(plain, far, 1.25) - 1) < 1e-6


def test_losses_are_positive_or_not():
    plenty()
    assert read_loss(["-1", [["3", "1"]]]) == (Fraction(-1), [(3, Fraction(1))])
    assert read_loss("1/1000")[0] == Fraction(1, 1000)
    for said in ("0", "-1", ["1", [["3", "-1"]]], ["0", [["2", "-1"]]]):
        with pytest.raises(NotTrue):
            read_loss(said)
    with mpmath.workdps(120):  # beside a logarithm
        decimal = Fraction(int(mpmath.log(2) * 10**100), 10**100)
    assert read_loss([text(-decimal), [["2", "1"]]])
    with pytest.raises(NotTrue):
        read_loss([text(-decimal - Fraction(1, 10**100)), [["2", "1"]]])
