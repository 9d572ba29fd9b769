"""Numbers that are not multiplied out, in every use that a number has, beside the same number multiplied out."""

import copy
import operator
import pickle
from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exact import (
    Loss,
    Number,
    TooLarge,
    Unsupported,
    composed_curve,
    exp,
    log,
    mixture,
    number,
    pld,
    rr,
    subsample,
    table,
)
from exact.unexpanded import Unexpanded
from tests.laws import numeric
from tests.laws.strategies import NUMBERS, examples, read_number

CALLS = [
    ("6*rr(1)", "value", "6/5"),
    ("6*rr(1)", "value", "1/100"),
    ("3*rr(log(3))", "value", "2"),
    ("2*rr(log(3))", "value", "5"),
    ("4*approx(1/3, 1/10)", "value", "exp(1)/2"),
    ("5*subsample(rr(1), 1/10)", "value", "1"),
    ("5*subsample(rr(log(2)), 1/10)", "value", "101/100"),
    ("3*rr(log(2)/2)", "value", "sqrt(2)"),
    ("3*table(((sqrt(2)/2, 1 - sqrt(2)/2), (1 - sqrt(2)/2, sqrt(2)/2)))", "value", "1"),
    ("6*rr(1)", "point", "1/3"),
    ("2*rr(log(3))", "point", "1/4"),
    ("3*rr(log(2)/2)", "point", "sqrt(2)/5"),
    ("4*approx(1/3, 1/10)", "point", "1/2"),
    ("4*dual(approx(1/3, exp(-3)))", "point", "99/100"),
    ("5*subsample(rr(1), 1/10)", "point", "1e-6"),
    ("rr(1) + 2*approx(1/3, 1/10) + subsample(rr(log(2)), 1/3)", "value", "6/5"),
    ("rr(log(3)/2) + 2*rr(1/2, 3)", "value", "exp(1/2)"),
    ("approx(0, exp(-1)) + rr(1) + rr(1/2)", "point", "1/2"),
    ("rr(1) + rr(log(2)/2)", "value", "exp(1)/4"),
]
"""Values of curves and places where they take a value, some of them rational, some short decimals, some radicals."""
DIGITS = (1, 2, 3, 7, 30, 200)


def fresh(call):
    """A number that has not been multiplied out."""
    text, what, argument = call
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(composed_curve, "FEW_ATOMS", 1)
        patch.setattr(composed_curve, "FEW_IRRATIONAL_ATOMS", 1)
        a = pld(text)
        found = a.hockey_stick(argument) if what == "value" else a.epsilon(argument).exp()
    assert isinstance(found, Unexpanded)
    assert not found.is_multiplied_out
    return found


def plain(call):
    """The same number as a plain one."""
    found = fresh(call)
    return Number(found.numerator, found.denominator)


every = pytest.mark.parametrize("call", CALLS, ids=" ".join)
OPERATORS = [operator.add, operator.sub, operator.mul, operator.truediv]
OTHERS = [2, -3, Fraction(2, 7), Decimal("0.25"), number("exp(1) - 1"), number("sqrt(2)/3"), number("1/3")]


@every
def test_arithmetic(call):
    """+ - * / on both sides, with all that is a number, with itself and with another like it; powers; signs."""
    value = plain(call)
    for op in OPERATORS:
        for other in OTHERS:
            assert op(fresh(call), other) == op(value, other)
            assert op(other, fresh(call)) == op(other, value)
        assert op(fresh(call), fresh(call)) == op(value, value)
        assert op(fresh(call), fresh(CALLS[0])) == op(value, plain(CALLS[0]))
    for k in (-2, -1, 0, 1, 3):
        assert fresh(call) ** k == value**k
    assert -fresh(call) == -value
    assert +fresh(call) == abs(fresh(call)) == value
    assert abs(-fresh(call)) == value
    assert fresh(call).reciprocal() == 1 / value
    assert fresh(call) - fresh(call) == 0
    assert not fresh(call) - value


@every
def test_order(call):
    """Every comparison with what is equal, near and far, on both sides, as a real bool."""
    value = plain(call)
    tiny = number("1e-60") * value
    for other, sign in [
        (value, 0),
        (fresh(call), 0),
        (value + tiny, -1),
        (value - tiny, 1),
        (number(0), 1),
        (-value, 1),
        (-1, 1),
        (10**30, -1),
        (Fraction(1, 10**40), 1),
        (Decimal("1e50"), -1),
        (value * number("1e-400"), 1),
        (value / number("1e-400"), -1),
    ]:
        assert (fresh(call) < other) is (sign < 0)
        assert (fresh(call) <= other) is (sign <= 0)
        assert (fresh(call) > other) is (sign > 0)
        assert (fresh(call) >= other) is (sign >= 0)
        assert (fresh(call) == other) is (sign == 0)
        assert (other == fresh(call)) is (sign == 0)
        assert (other < fresh(call)) is (sign > 0)
        assert (other >= fresh(call)) is (sign <= 0)
    assert value - tiny < fresh(call) < value + tiny
    assert bool(fresh(call)) is True
    assert fresh(call).sign() == 1
    assert (fresh(call) == "1") is False
    with pytest.raises(TypeError, match="two readings"):
        assert fresh(call) < 0.5
    with pytest.raises(TypeError, match="two readings"):
        assert fresh(call) == 0.5


@every
def test_hash_and_copies(call):
    """Equal values are one key; copies and what comes out of a pickle are equal and need not be multiplied out."""
    value = plain(call)
    assert hash(fresh(call)) == hash(value)
    assert {fresh(call): "here"}[value] == {value: "here"}[fresh(call)] == "here"
    for other in (copy.copy(fresh(call)), copy.deepcopy(fresh(call)), pickle.loads(pickle.dumps(fresh(call)))):
        assert other == value
        assert other == fresh(call)
        assert hash(other) == hash(value)
        assert other.decimal(20) == value.decimal(20)


@every
def test_values(call):
    """Fractions, decimals and their bounds at any number of digits, asked of a number that was not asked before."""
    value = plain(call)
    assert fresh(call).as_fraction() == value.as_fraction()
    truth = numeric.value(str(value))
    for digits in DIGITS:
        assert fresh(call).bounds(digits) == value.bounds(digits)
        assert fresh(call).decimal(digits) == value.decimal(digits)
        assert fresh(call).lower(digits) == value.lower(digits)
        assert fresh(call).upper(digits) == value.upper(digits)
        assert numeric.inside(fresh(call).bounds(digits), truth)
    for bits in (8, 64, 500):
        lo, hi, s = fresh(call).enclosure(bits)
        assert number(lo) * number(2) ** s <= value <= number(hi) * number(2) ** s
        assert (hi - lo) << bits <= lo
    with pytest.raises(TypeError, match="silently"):
        float(fresh(call))


@every
def test_texts(call):
    """str, repr, LaTeX and sympy say the same number."""
    import sympy

    value = plain(call)
    assert str(fresh(call)) == str(value)
    assert repr(fresh(call)) == repr(value)
    assert fresh(call).latex() == value.latex()
    assert fresh(call)._repr_latex_() == value._repr_latex_()
    assert number(str(fresh(call))) == value
    assert fresh(call).text_size() > 0
    assert sympy.N(fresh(call).to_sympy() - value.to_sympy(), 30) == 0


@every
def test_as_the_argument_of_something_else(call):
    """As x, as delta, as a weight, a rate, a mass, a loss."""
    value, a = plain(call), rr(1)
    assert a.hockey_stick(fresh(call)) == a.hockey_stick(value)
    assert (3 * a).hockey_stick(fresh(call)) == (3 * a).hockey_stick(value)
    assert (a + rr("1/2")).hockey_stick(fresh(call)) == (a + rr("1/2")).hockey_stick(value)
    assert Loss(fresh(call)) == Loss(value) == log(fresh(call))
    assert hash(log(fresh(call))) == hash(log(value))
    assert log(fresh(call)).bounds(25) == log(value).bounds(25)
    assert log(fresh(call)).decimal(4) == log(value).decimal(4)
    assert -log(fresh(call)) == log(1 / value)
    assert str(log(fresh(call))) == str(log(value))
    assert exp(log(fresh(call))) == value
    assert log(fresh(call)) + 1 == log(value) + 1
    assert 2 * log(fresh(call)) == 2 * log(value)
    if value <= 1:
        assert a.epsilon(fresh(call)) == a.epsilon(value)
        assert (4 * a).epsilon(fresh(call)) == (4 * a).epsilon(value)
        assert a.tradeoff(fresh(call)) == a.tradeoff(value)
        assert mixture((fresh(call), a), (1 - value, rr(2))) == mixture((value, a), (1 - fresh(call), rr(2)))
        assert subsample(a, fresh(call)) == subsample(a, value)
        assert table([(fresh(call), 1), (1 - value, 0)]) == table([(value, 1), (1 - fresh(call), 0)])
        assert hash(table([(fresh(call), 1), (1 - value, 0)])) == hash(table([(value, 1), (1 - value, 0)]))


@every
def test_there_and_back(call):
    """The curve at the place where it takes a value has it; the value at a point is taken there."""
    text, what, argument = call
    a = pld(text)
    if what == "value":
        assert a.epsilon(fresh(call)).exp() == number(argument)
        assert a.epsilon(fresh(call)) == log(argument)
    else:
        assert a.hockey_stick(fresh(call)) == number(argument)
        assert a.delta(log(fresh(call))) == number(argument)


@examples(80)
@given(st.sampled_from(CALLS), NUMBERS)
def test_beside_any_number(call, text):
    """Comparisons and arithmetic with any number are those of the plain number."""
    other = read_number(text)
    if other is None:
        return
    value = plain(call)
    assert (fresh(call) < other) is (value < other)
    assert (fresh(call) == other) is (value == other)
    assert fresh(call) + other == value + other
    assert (fresh(call) * other).bounds(12) == (value * other).bounds(12)
    assert hash(fresh(call) - other) == hash(value - other)


def test_fractional_powers():
    """A rational value has them, a sum has none, as of a plain number."""
    rational = ("2*rr(log(3))", "value", "5")
    assert fresh(rational) ** Fraction(1, 2) == number("1/2")
    assert 2 ** fresh(rational) == number("2**(1/4)")
    with pytest.raises(Unsupported, match="fractional power of a sum"):
        fresh(CALLS[0]) ** Fraction(1, 2)


def test_rational_weights_and_multiples():
    """1/4 that is not multiplied out is a rational number wherever one is asked for."""
    quarter = ("2*rr(log(3))", "value", "5")
    assert fresh(quarter) * 8 * rr(1) == 2 * rr(1)
    assert (fresh(quarter) * 8).as_fraction() == 2
    assert rr(fresh(quarter)) == rr("1/4")
    assert rr(1).delta(fresh(quarter)) == rr(1).delta("1/4")
    assert rr(1).moment(fresh(quarter) * 4) == rr(1).moment(1)
    assert log(2) * fresh(quarter) == log(2) / 4
    assert log(2) > fresh(quarter)
    assert fresh(quarter) == Fraction(1, 4)
    assert Fraction(1, 4) == fresh(quarter)


def test_too_long_to_be_multiplied_out():
    """What can be known of it is known, the rest is refused in words; it is shown as what it is."""
    text = "200000*rr(1/7)"
    value, again = (pld(text).delta(2000) for _ in range(2))
    assert 0 < value < 1
    assert value == again
    assert value.lower(9) < value < value.upper(9)
    assert value.decimal(9) in value.bounds(9)
    assert repr(value) == f"<exact number, about {value.decimal(20)}>"
    assert value.latex().startswith(r"\approx")
    assert pickle.loads(pickle.dumps(value)) == value
    for refused in (str, hash, Number.as_fraction, lambda v: v + 1):
        with pytest.raises(TooLarge):
            refused(value)
    assert pld(text).delta(2001) < value < pld(text).delta(1999)
