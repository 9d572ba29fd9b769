"""The judge of the random claims knows the vectors: what is accepted is right, what is rejected is not."""

from __future__ import annotations

import json
from fractions import Fraction
from random import Random

import mpmath
import pytest

from tests.certificates.checker_harness import expected, vectors
from tests.torture.blocks import any_pld, below, join
from tests.torture.claims import FLAVOURS
from tests.torture.judge import dominated, judge
from tests.torture.pairs import ONE, Pair
from tests.torture.reals import Budget, Real, TooLarge, Undecided, power, rational, read, spelled

NOT_JUDGED = ("R08", "R09")  # digests
LARGEST = 20_000
TINY = Fraction(1, 10**60)


def judged(path):
    Budget.left = 400_000
    return judge(json.loads(path.read_bytes()))


def test_accepted_vectors_are_right():
    answers = {}
    for path in vectors("accept"):
        if path.stat().st_size < LARGEST:
            try:
                answers[path.stem] = judged(path)
            except (TooLarge, Undecided) as error:
                answers[path.stem] = type(error).__name__
    wrong = {name: answer for name, answer in answers.items() if answer not in ("right", "tied", "TooLarge", "Undecided")}
    assert wrong == {}
    assert sum(answer == "right" for answer in answers.values()) > 0.85 * len(answers)
    of_version_5 = [answer for name, answer in answers.items() if name.startswith(("identity", "pure-dp", "not-pure-dp"))]
    assert len(of_version_5) > 95
    assert set(of_version_5) == {"right"}


def test_rejected_vectors_are_not():
    answers = {}
    for path in vectors("reject"):
        if path.stat().st_size < LARGEST and not expected(path)[1].startswith(NOT_JUDGED):
            try:
                answers[path.stem] = judged(path)
            except (TooLarge, Undecided):
                continue
    assert [name for name, answer in answers.items() if answer in ("right", "tied")] == []
    assert len(answers) > 60


def test_signs_are_those_of_mpmath():
    random = Random(1)
    Budget.left = 10**9
    with mpmath.workdps(60):
        for _ in range(300):
            terms = [(random.randrange(-9, 10), Fraction(random.randrange(-8, 9), 3), random.choice((2, 3, 5))) for _ in range(5)]
            total, value = rational(0), mpmath.mpf(0)
            for c, r, p in terms:
                total += power(r, (p, Fraction(1, 3))).scaled(c)
                value += c * mpmath.exp(mpmath.mpf(r.numerator) / r.denominator) * mpmath.mpf(p) ** (mpmath.mpf(1) / 3)
            assert total.sign() == (0 if not total.terms else int(mpmath.sign(value)))


def test_products_of_roots_carry():
    root = power(0, (2, Fraction(2, 3)), (3, Fraction(1, 2)))
    assert (root * root).terms == power(0, (2, Fraction(1, 3))).scaled(6).terms
    assert read(spelled(root + ONE)).terms == (root + ONE).terms


def test_near_ties_are_told_apart():
    Budget.left = 10**6
    e = power(1)
    low = below((e, ONE), 60)
    assert (e - rational(low)).sign() == 1
    assert (e - rational(low + 2 * TINY)).sign() == -1
    with pytest.raises(Undecided):
        (e - rational(below((e, ONE), 3_000))).sign()


@pytest.mark.parametrize("flavour", ["integers", "long"])
def test_the_join_is_the_least_above_both(flavour):
    random = Random(2)
    Budget.left = 10**9
    for _ in range(40):
        a, b, c = (any_pld(random, flavour) for _ in range(3))
        both = join(a, b)
        assert dominated(a, both)
        assert dominated(b, both)
        assert not (dominated(a, c) and dominated(b, c)) or dominated(both, c)
        assert dominated(join(a, a), a)


@pytest.mark.parametrize("flavour", sorted(set(FLAVOURS)))
def test_dominance_agrees_with_a_fine_grid(flavour):
    random = Random(3)
    found = set()
    for _ in range(25):
        Budget.left = 10**7
        a, b = any_pld(random, flavour), any_pld(random, flavour)
        one, two = masses(a), masses(b)
        fine = [h(one, x) - h(two, x) for x in [2.0 ** (k / 8) for k in range(-240, 241)]]
        above = max(fine) > 1e-9
        found.add(above)
        assert not (above and dominated(a, b))
        # Where the grid sees nothing, at most a little is between its points.
        assert above or dominated(a, b) or max(fine) > -1e-9
    assert True in found


def masses(pair: Pair):
    """The masses as floats, by mpmath."""
    return [(float(value(p) / value(pair.den)), float(value(q) / value(pair.den))) for p, q in pair.outcomes]


def h(outcomes, x):
    return sum(max(0.0, p - x * q) for p, q in outcomes)


def value(number: Real):
    total = mpmath.mpf(0)
    for (n, d, powers), c in number.terms.items():
        factor = mpmath.exp(mpmath.mpf(n) / d)
        for p, a, b in powers:
            factor *= mpmath.mpf(p) ** (mpmath.mpf(a) / b)
        total += factor * int(c)
    return total
