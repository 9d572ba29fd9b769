"""Decimals: lower, upper and bounds keep their direction, width and digits; decimal() is correctly rounded."""

import re
from decimal import ROUND_HALF_EVEN, Context, Decimal
from fractions import Fraction

import mpmath
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import exact
from exact import number
from tests.laws import second
from tests.laws.strategies import LOSSES, NUMBERS, examples, read_number

FORM = re.compile(r"-?[0-9]+(\.[0-9]+)?(e[+-]?[0-9]+)?")
DIGITS = st.sampled_from([1, 2, 3, 10, 17, 30, 45])


def significant(text):
    """How many significant digits a decimal text shows at least: leading and trailing zeros do not count."""
    return len(re.sub(r"e.*|[-.]", "", text).strip("0")) if text.strip("-0.") else 1


def check_contract(x, mp_value, digits):
    """The contract of decimals for one value, given mpmath's value at 110 digits."""
    low, high = x.bounds(digits)
    for text in (low, high, x.decimal(digits)):
        assert FORM.fullmatch(text)
        assert significant(text) <= digits
    below, above = Fraction(low), Fraction(high)
    assert (below, above) == (x.lower(digits), x.upper(digits))
    if isinstance(x, exact.Number):
        assert below <= x <= above
        assert above - below <= abs(x) * Fraction(10) ** (1 - digits)
        if below == above:
            assert x == below
    else:
        assert exact.loss(below) <= x <= exact.loss(above)
    slack = mpmath.mpf(10) ** -95 * max(1, abs(mp_value))
    assert mpmath.mpf(below.numerator) / below.denominator <= mp_value + slack
    assert mpmath.mpf(above.numerator) / above.denominator >= mp_value - slack
    assert above - below in (
        0,
        Fraction(10) ** (Decimal(low).adjusted() + 1 - digits),
        Fraction(10) ** (Decimal(high).adjusted() + 1 - digits),
    )
    nearest = Fraction(x.decimal(digits))
    assert nearest in (below, above)
    if below != above:
        middle = mpmath.mpf((below + above).numerator) / (below + above).denominator / 2
        if abs(mp_value - middle) > slack:
            assert nearest == (above if mp_value > middle else below)


@examples(150)
@given(NUMBERS, DIGITS)
def test_contract_against_mpmath(text, digits):
    """For random expressions: lower <= x <= upper in N digits each, one unit apart or equal; decimal() is the nearer one."""
    x = read_number(text)
    assume(x is not None)
    with mpmath.workdps(110):
        check_contract(x, second.value(text) if x else mpmath.mpf(0), digits)


@examples(60)
@given(LOSSES, LOSSES, DIGITS)
def test_contract_for_losses(s, t, digits):
    """The same for losses in nats."""
    z = exact.loss(s) + exact.loss(t)
    with mpmath.workdps(110):
        check_contract(z, second.value(f"({s}) + ({t})") if z.sign() else mpmath.mpf(0), digits)


@examples(40)
@given(NUMBERS)
def test_against_sympy(text):
    """decimal(25) equals sympy's evaluation to 25 digits."""
    x = read_number(text)
    assume(x is not None and x != 0)
    expected = second.symbolic(text).evalf(40, maxn=400)
    rounded = Decimal(str(expected)).normalize(Context(prec=25))
    assert Fraction(x.decimal(25)) == Fraction(rounded)


@examples(150)
@given(st.fractions(max_denominator=10**9), st.integers(1, 20))
def test_rationals_round_half_even(value, digits):
    """For rationals decimal() is Python's division rounded half even, and bounds are equal iff the value is such a decimal."""
    x = number(value)
    context = Context(prec=digits, rounding=ROUND_HALF_EVEN, Emax=10**6, Emin=-(10**6))
    assert Fraction(x.decimal(digits)) == Fraction(context.divide(Decimal(value.numerator), Decimal(value.denominator)))
    low, high = x.bounds(digits)
    is_decimal = Fraction(x.decimal(digits)) == value
    assert (low == high) == is_decimal


@pytest.mark.parametrize(
    ("text", "digits", "bounds"),
    [
        ("0", 30, ("0", "0")),
        ("1/4", 30, ("0.25", "0.25")),
        ("1/4", 1, ("0.2", "0.3")),
        ("1/3", 3, ("0.333", "0.334")),
        ("-1/3", 3, ("-0.334", "-0.333")),
        ("999/1000", 2, ("0.99", "1")),
        ("99999/10", 2, ("9900", "10000")),
        ("exp(1)", 5, ("2.7182", "2.7183")),
        ("-exp(1)", 5, ("-2.7183", "-2.7182")),
        ("exp(-20)", 4, ("2.061e-9", "2.062e-9")),
        ("100", 1, ("100", "100")),
        ("101", 1, ("100", "200")),
        ("1e30", 5, ("1e30", "1e30")),
        ("1/8", 2, ("0.12", "0.13")),
    ],
)
def test_bounds_by_hand(text, digits, bounds):
    """Bounds worked out by hand: direction, sign, carries, exponents."""
    assert number(text).bounds(digits) == bounds


@pytest.mark.parametrize(
    ("text", "digits", "expected"),
    [
        ("1/8", 2, "0.12"),
        ("3/8", 2, "0.38"),
        ("-1/8", 2, "-0.12"),
        ("999/1000", 2, "1"),
        ("2/3", 5, "0.66667"),
        ("exp(1)", 1, "3"),
        ("exp(1)", 2, "2.7"),
        ("-exp(1)", 1, "-3"),
    ],
)
def test_rounding_by_hand(text, digits, expected):
    """Rounding worked out by hand: ties to even, carries into a new digit."""
    assert number(text).decimal(digits) == expected


def test_many_digits_of_e():
    """2,000 digits of e agree with mpmath's."""
    with mpmath.workdps(2050):
        expected = mpmath.nstr(mpmath.e, 2040)
    low, high = exact.exp(1).bounds(2000)
    assert low == expected[:2001]
    assert Fraction(high) - Fraction(low) == Fraction(1, 10**1999)


def test_close_to_a_decimal():
    """A value 1e-200 above a decimal is floored and ceiled on the right sides, at any number of digits."""
    x = number("1 + exp(-461)")
    assert x.bounds(30) == ("1", "1.00000000000000000000000000001")
    assert x.decimal(30) == "1"
    y = number("1 - exp(-461)")
    assert y.bounds(5) == ("0.99999", "1")
    assert y.decimal(5) == "1"


def test_infinite_losses():
    """inf and -inf are written as such; their lower and upper are refused."""
    assert exact.inf.bounds() == ("inf", "inf")
    assert (-exact.inf).bounds() == ("-inf", "-inf")
    assert (-exact.inf).decimal(3) == "-inf"
    with pytest.raises(exact.Unsupported):
        exact.inf.lower()


@pytest.mark.parametrize("digits", [0, -1, 10_001, True, "5", None])
def test_bad_digits(digits):
    """The number of digits is an integer from 1 to 10,000."""
    for value in (number("1/3"), exact.log(2)):
        with pytest.raises(exact.OutOfRange):
            value.bounds(digits)
        with pytest.raises(exact.OutOfRange):
            value.decimal(digits)


@examples(60)
@given(NUMBERS, st.integers(10, 300))
def test_enclosure(text, bits):
    """enclosure(bits) holds the value and has the promised relative width."""
    x = read_number(text)
    assume(x is not None)
    lo, hi, s = x.enclosure(bits)
    assert Fraction(lo) * Fraction(2) ** s <= x <= Fraction(hi) * Fraction(2) ** s
    assert (hi - lo) << bits <= min(abs(lo), abs(hi)) or lo == hi
