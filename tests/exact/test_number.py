"""Exact numbers: arithmetic, equality, order and hash are those of the real numbers."""

import copy
import operator
import pickle
from decimal import Decimal
from fractions import Fraction

import mpmath
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import exact
from exact import exp, number, sqrt
from tests.laws import second
from tests.laws.strategies import NUMBERS, examples, read_number

RATIONALS = st.fractions(min_value=-50, max_value=50, max_denominator=60)

EQUAL = [
    ("exp(1/2)*exp(1/2)", "exp(1)"),
    ("(exp(2) - 1)/(exp(1) - 1)", "exp(1) + 1"),
    ("(exp(1) - 1)/(exp(1/4) - 1)", "1 + exp(1/4) + exp(1/2) + exp(3/4)"),
    ("1/(exp(1) + 1) + exp(1)/(exp(1) + 1)", "1"),
    ("exp(log(3))", "3"),
    ("exp(log(3)/2)", "sqrt(3)"),
    ("exp(1 + log(2))", "2*exp(1)"),
    ("exp(-1)", "1/exp(1)"),
    ("sqrt(2)*sqrt(3)", "sqrt(6)"),
    ("sqrt(8)", "2*sqrt(2)"),
    ("sqrt(1/2)", "sqrt(2)/2"),
    ("sqrt(4)", "2"),
    ("1/(sqrt(2) - 1)", "sqrt(2) + 1"),
    ("1/(sqrt(3) - sqrt(2))", "sqrt(3) + sqrt(2)"),
    ("(sqrt(2) + sqrt(3))**2", "5 + 2*sqrt(6)"),
    ("2**(1/3)*2**(2/3)", "2"),
    ("4**(1/3)", "2**(2/3)"),
    ("12**(1/2)", "2*sqrt(3)"),
    ("(8/27)**(1/3)", "2/3"),
    ("2**(-1/2)", "sqrt(2)/2"),
    ("1/(2**(1/3) - 1)", "1 + 2**(1/3) + 2**(2/3)"),
    ("(exp(1)*sqrt(2))**2", "2*exp(2)"),
    ("exp(log(2) + log(5))", "10"),
    ("0.1 + 0.2", "0.3"),
    ("1e2", "100"),
    ("(exp(1) + exp(-1))**3", "exp(3) + 3*exp(1) + 3*exp(-1) + exp(-3)"),
]


@pytest.mark.parametrize(("a", "b"), EQUAL)
def test_equal_values_are_equal_and_hash_alike(a, b):
    """Two forms of one value are equal both ways, of equal hash, neither less nor greater, and of difference zero."""
    x, y = number(a), number(b)
    assert x == y
    assert y == x
    assert not x != y  # noqa: SIM202 - both operators are meant
    assert hash(x) == hash(y)
    assert x <= y
    assert x >= y
    assert not x < y
    assert not x > y
    assert not x - y
    assert len({x, y}) == 1


CONJUGATES = [
    (1 / (1 + sqrt(2)) * (1 / (sqrt(2) - 1)), Fraction(1)),
    (1 / (3 + sqrt(2)) / (3 - sqrt(2)), Fraction(1, 7)),
    (exp(1) / (1 + sqrt(2)) * (exp(-1) / (sqrt(2) - 1)), Fraction(1)),
    (1 / (number("2**(1/3)") - 1) / (1 + number("2**(1/3)") + number("2**(2/3)")), Fraction(1)),
]


@pytest.mark.parametrize(("x", "value"), CONJUGATES)
def test_rational_value_behind_conjugate_denominators(x, value):
    """A product of irrational factors below the line may be rational: 1/((sqrt 2 + 1)(sqrt 2 - 1)) is 1, with the hash and decimals of 1."""
    assert x == value
    assert x.as_fraction() == value
    assert hash(x) == hash(value)
    assert x.bounds(5) == number(value).bounds(5)
    assert x.decimal(5) == number(value).decimal(5)
    assert number(2) ** (x / value) == 2
    assert number(str(x)) == x


def test_distinct_values_are_not_equal():
    """Values that agree in many digits are different: e and a 40-digit decimal, sqrt(2) and 2**(1/2 + 1e-9)."""
    assert exp(1) != number("2.718281828459045235360287471352662497757")
    assert sqrt(2) != number("2**(500000001/1000000000)")
    assert exp(exact.log(2)) == 2
    assert number("exp(1e-300)") > 1
    assert number("exp(1)") not in {number("exp(1) + 1e-50"), number("exp(1) - 1e-50")}


@examples(150)
@given(RATIONALS, RATIONALS)
def test_rational_arithmetic_is_that_of_fractions(a, b):
    """+ - * /, order, equality and hash on rationals are Fraction's, and mix with Fraction on either side."""
    x, y = number(a), number(b)
    for op in (operator.add, operator.sub, operator.mul):
        assert op(x, y).as_fraction() == op(x, b).as_fraction() == op(a, y).as_fraction() == op(a, b)
    if b:
        assert (x / y).as_fraction() == (x / b).as_fraction() == (a / y).as_fraction() == a / b
    assert (x < y, x <= y, x == y, x > y, x >= y) == (a < b, a <= b, a == b, a > b, a >= b)
    assert (x < b, b < x, x == b, b == x) == (a < b, b < a, a == b, a == b)
    assert hash(x) == hash(a)
    assert bool(x) == bool(a)
    assert (abs(x), -x, +x) == (abs(a), -a, a)
    assert x.sign() == (a > 0) - (a < 0)


@examples(120)
@given(NUMBERS, NUMBERS)
def test_field_laws(s, t):
    """Addition and multiplication commute, distribute and have inverses on random expressions."""
    a, b = read_number(s), read_number(t)
    assume(a is not None and b is not None)
    assert a + b == b + a
    assert a * b == b * a
    assert (a + b) - b == a
    assert a * (b + 1) == a * b + a
    assert (a - b) * (a + b) == a**2 - b**2
    if b:
        assert a / b * b == a
        assert b * b.reciprocal() == 1
        assert b**-2 == 1 / (b * b)


@examples(150)
@given(NUMBERS, NUMBERS)
def test_order_agrees_with_mpmath(s, t):
    """The sign of a - b is mpmath's at 110 digits, and exact zero where mpmath sees nothing."""
    a, b = read_number(s), read_number(t)
    assume(a is not None and b is not None)
    with mpmath.workdps(110):
        gap = second.value(s) - second.value(t)
        tiny = mpmath.mpf(10) ** -70 * max(1, abs(second.value(s)))
        expected = 0 if abs(gap) < tiny else 1 if gap > 0 else -1
    assert a.compare(b) == expected
    assert (a == b) == (expected == 0)
    assert (a < b) == (expected < 0)
    assert (a >= b) == (expected >= 0)


@examples(100)
@given(NUMBERS)
def test_equal_hash_through_detours(text):
    """x, x + e - e, x * (e+1) / (e+1), 1/(1/x) and the number read from x's text are equal and hash alike."""
    x = read_number(text)
    assume(x is not None)
    e = exp(1)
    same = [
        x + e - e,
        x * (e + 1) / (e + 1),
        number(str(x)),
        number(repr(x)[8:-2]),
        (x * x - 1) / (x - 1) - 1 if x != 1 else x,
    ]
    if x:
        same.append(1 / (1 / x))
    for y in same:
        assert y == x
        assert hash(y) == hash(x)


@examples(60)
@given(NUMBERS)
def test_copies_and_pickles(text):
    """A pickled and a deep-copied number equal the original, with the same hash and text."""
    x = read_number(text)
    assume(x is not None)
    for y in (pickle.loads(pickle.dumps(x)), copy.deepcopy(x)):
        assert y == x
        assert hash(y) == hash(x)
        assert str(y) == str(x)


@pytest.mark.parametrize("digits", [60, 200])
@pytest.mark.parametrize(
    "text", ["exp(1)", "sqrt(2)", "exp(1/3)*sqrt(3)", "(exp(1) - 1)/(exp(1) + 1)", "exp(log(2)/3 + 1/7)"]
)
def test_near_ties_are_decided(text, digits):
    """A value lies strictly between its decimals of 60 and of 200 digits rounded down and up, computed by mpmath."""
    x = number(text)
    with mpmath.workdps(digits + 40):
        floor = int(mpmath.floor(second.value(text, digits + 30) * mpmath.mpf(10) ** digits))
    low, high = Fraction(floor, 10**digits), Fraction(floor + 1, 10**digits)
    assert low < x < high
    assert x > low
    assert not x <= low
    assert x != low
    assert x != high
    assert (x - low).sign() == 1
    assert (x - high).sign() == -1
    assert 0 < x - low < Fraction(1, 10**digits)


def test_sums_of_square_roots_are_decided():
    """Near ties of sums of radicals: sqrt(10) + sqrt(11) against sqrt(5) + sqrt(18), and a perfect one."""
    assert number("sqrt(10) + sqrt(11)") > number("sqrt(5) + sqrt(18) - 1/10")
    assert number("sqrt(1000001) - 2*sqrt(1000000) + sqrt(999999)") < 0
    assert number("(sqrt(2) - 1)**20 - 1/(sqrt(2) + 1)**20") == 0
    assert number("(sqrt(2) - 1)**40") > 0


def test_python_numbers_mix():
    """int, Fraction and Decimal mix with exact numbers on either side, and hash as the equal number does."""
    e = exp(1)
    assert 1 + e == e + 1 == e + Fraction(1) == Decimal(1) + e
    assert 2 - e == -(e - 2)
    assert Fraction(1, 2) * e == e / 2 == e * Decimal("0.5")
    assert 1 / e == exp(-1)
    assert 2 ** number(3) == 8
    assert 2 < e < 3
    assert Decimal("2.7") < e < Decimal("2.72")
    assert number(Decimal("0.1")) == Fraction(1, 10)
    for value in (3, Fraction(3, 7), Decimal("0.375"), -5, 0):
        assert hash(number(value)) == hash(value)
        assert {value: "here"}[number(value)] == "here"


def test_strangers_are_not_equal():
    """An exact number is not equal to a text, None or a list, and does not order with them."""
    assert number(1) != "1"
    assert number(1) != None  # noqa: E711 - the operator is meant
    assert number(1) != [1]
    with pytest.raises(TypeError):
        assert number(1) < "2"
    with pytest.raises(TypeError):
        number(1) + "2"


def test_powers():
    """Integer powers of any number, rational powers of positive rationals; 0**0 is 1."""
    assert number("sqrt(2) + 1") ** 3 == number("5*sqrt(2) + 7")
    assert number(0) ** 0 == 1
    assert number("9/4") ** Fraction(1, 2) == Fraction(3, 2)
    assert number("9/4") ** Fraction(-3, 2) == Fraction(8, 27)
    assert number(2) ** number("1/2") == sqrt(2)
    with pytest.raises(ZeroDivisionError):
        number(0) ** -1
    with pytest.raises(ZeroDivisionError):
        number(1) / number("exp(1)*exp(-1) - 1")
