"""Random expressions of every kind, asked for everything, against Fractions or 250 digits that know nothing of layouts.

``SEED=7`` draws other ones; a failure names the expression.
"""

import os
import random
from decimal import ROUND_HALF_EVEN, Context, Decimal
from fractions import Fraction

import mpmath
import pytest

from exact import TooLarge, composed_curve, inf, number, pld, table
from tests.laws import brute, numeric, trees

SEED = int(os.environ.get("SEED", "1"))
BLOCKS, EXPRESSIONS = 8, 12
POINTS = ["1/7", "1/2", "1", "2", "3", "10", "1e-30", "1e30", "exp(1)", "exp(1/2)", "sqrt(2)", "sqrt(3)", "1 + exp(1)"]
POINTS += ["(2 + sqrt(2))/(1 + sqrt(2))", "exp(-1)*sqrt(2)"]
LEVELS = ["0", "1", "1/2", "1/4", "0.3", "1e-25", "1 - 1e-25"]
IRRATIONAL_LEVELS = [*LEVELS, "exp(-2)", "sqrt(2)/2"]


def drawn(block, kind):
    """The expressions of a block, each with its own randomness."""
    for i in range(EXPRESSIONS):
        draw = random.Random(f"{SEED}/{kind}/{block}/{i}")
        yield draw, trees.random_tree(draw, rational=kind == "rational")


@pytest.fixture(params=[1, None], ids=["unexpanded", "default"])
def _layout(request, monkeypatch):
    """Nothing is multiplied out that need not be; or what the PLD would choose."""
    if request.param is not None:
        monkeypatch.setattr(composed_curve, "FEW_ATOMS", request.param)
        monkeypatch.setattr(composed_curve, "FEW_IRRATIONAL_ATOMS", request.param)


def rounded(value, digits):
    """A Fraction rounded to so many digits, by Python's own decimals."""
    context = Context(prec=digits, rounding=ROUND_HALF_EVEN, Emin=-(10**6), Emax=10**6)
    return context.divide(Decimal(value.numerator), Decimal(value.denominator))


def check_fraction(found, truth, what):
    """An exact value that is a known Fraction, in decimals first, before it is multiplied out."""
    for digits in (1, 2, 5, 17):
        low, high = found.bounds(digits)
        assert Decimal(low).as_tuple().digits[digits:] == Decimal(high).as_tuple().digits[digits:] == (), what
        assert Fraction(low) <= truth <= Fraction(high), what
        assert (low == high) == (Fraction(rounded(truth, digits)) == truth), what
        assert Decimal(found.decimal(digits)) == rounded(truth, digits), what
    assert found == truth, what
    assert not found < truth, what
    assert hash(found) == hash(truth), what
    assert found.as_fraction() == truth, what


@pytest.mark.slow
@pytest.mark.parametrize("block", range(BLOCKS))
@pytest.mark.usefixtures("_layout")
def test_rational_expressions(block):
    """delta, epsilon, decimals, hashes, equality, in Fractions."""
    for draw, tree in drawn(block, "rational"):
        what = trees.text(tree)
        a, truth = pld(what), trees.evaluate(tree, trees.InFractions)
        knots = brute.ratios(truth)
        points = [Fraction(1, 2), Fraction(1), Fraction(draw.randint(1, 40), 9), *draw.sample(knots, min(3, len(knots)))]
        points += [x + draw.choice([-1, 1]) * Fraction(1, 10**40) for x in points[3:]]
        for x in points:
            check_fraction(a.hockey_stick(x), brute.h(truth, x), (what, x))
        leak = brute.p_infinite(truth)
        levels = [leak, *(brute.h(truth, x) for x in points), *map(Fraction, draw.sample(LEVELS[:-1], 3))]
        for level in levels:
            e = pld(what).epsilon(level)
            if level == 1 or level < leak:
                assert e == (-inf if level == 1 else inf), (what, level)
                continue
            x = e.exp()
            assert brute.h(truth, x.as_fraction()) == level, (what, level)
            assert all(brute.h(truth, r) > level for r in knots if r < x), (what, level)
        check_whole(pld(what), table(truth), what)


def check_whole(a, other, what):
    """Two PLDs that should be one."""
    assert hash(a) == hash(other), what
    assert hash(a.dual()) == hash(other.dual()), what
    assert a == other, what
    assert a <= other, what
    assert other <= a, what
    assert composed_curve.count_bound(a.factors) >= len(other.knots), what


def check_value(found, truth, what):
    """An exact value known to 250 digits, in decimals."""
    for digits in (1, 2, 15, 60):
        assert numeric.inside(found.bounds(digits), truth), what
        assert found.decimal(digits) in found.bounds(digits), what
    assert numeric.agrees(numeric.value(found.decimal(numeric.GOOD + 10)), truth), what


@pytest.mark.slow
@pytest.mark.parametrize("block", range(BLOCKS))
@pytest.mark.usefixtures("_layout")
def test_expressions_of_every_kind(block):
    """delta, epsilon, decimals, hashes, equality, against mpmath, and exactly against a table of the atoms."""
    checked = 0
    for draw, tree in drawn(block, "any"):
        try:
            check_tree(draw, tree)
            checked += 1
        except TooLarge:
            continue
    assert checked >= EXPRESSIONS - 2


def check_tree(draw, tree):
    """All that is asked of one expression."""
    what = trees.text(tree)
    truth, plain = trees.evaluate(tree), table(pld(what).atoms)
    assert len([m for m in truth if min(m) > 0]) == len(plain.knots), what
    a = pld(what)
    points = [number(x) for x in draw.sample(POINTS, 4)]
    for knot in draw.sample(plain.knots, min(3, len(plain.knots))):
        points += [knot, knot * (1 + draw.choice([-1, 1]) * number("1e-40"))]
    values = []
    for x in points:
        found, expected = a.hockey_stick(x), plain.hockey_stick(x)
        check_value(found, numeric.h(truth, numeric.value(str(x))), (what, str(x)))
        assert found == expected, (what, str(x))
        assert expected == found, (what, str(x))
        assert not found < expected, (what, str(x))
        assert hash(found) == hash(expected), (what, str(x))
        values.append(found)
    for level in [number(d) for d in draw.sample(IRRATIONAL_LEVELS, 4)] + [a.p_infinite, *values[-2:]]:
        here = (what, str(level))
        e, there = a.epsilon(level), numeric.inverse(truth, numeric.value(str(level)))
        assert e == plain.epsilon(level), here
        if not there:
            assert e == (inf if there is None else -inf), here
            continue
        assert numeric.agrees(numeric.value(e.exp().decimal(130)), there, 100), here
        with mpmath.workdps(numeric.DIGITS):
            log = mpmath.log(there)
        assert all(numeric.inside(e.bounds(digits), log, 90) for digits in (1, 5, 40)), here
        assert hash(e) == hash(plain.epsilon(level)), here
        assert a.hockey_stick(e.exp()) == level, here
    check_whole(pld(what), plain, what)
