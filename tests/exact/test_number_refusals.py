"""What exact numbers refuse: floats, questions outside the theory, near ties beyond the limit, powers of unreasonable size."""

import operator
from decimal import Decimal

import mpmath
import pytest

import exact
from exact import engine, exact_float, exp, number, sqrt

OPERATORS = [
    operator.add,
    operator.sub,
    operator.mul,
    operator.truediv,
    operator.pow,
    operator.lt,
    operator.le,
    operator.gt,
    operator.ge,
    operator.eq,
    operator.ne,
]


@pytest.mark.parametrize("op", OPERATORS)
@pytest.mark.parametrize("value", [number(1), number("1/10"), exp(1), sqrt(2), exact.loss(1), exact.log(2)], ids=str)
def test_a_float_is_refused_by_every_operator(op, value):
    """x op 0.1 and 0.1 op x raise TypeError and name both readings; for == and != too, on numbers and losses."""
    for call in (lambda: op(value, 0.1), lambda: op(0.1, value)):
        if op is operator.pow and isinstance(value, exact.Loss):
            continue
        with pytest.raises(TypeError) as refused:
            call()
        assert "exact_float(0.1)" in str(refused.value)
        assert '"0.1"' in str(refused.value)


@pytest.mark.parametrize(
    "call",
    [
        number,
        exact.loss,
        exp,
        exact.log,
        sqrt,
        exact.rr,
        lambda x: exact.approx(0, x),
        lambda x: exact.rr(1).delta(x),
        lambda x: exact.rr(1).epsilon(x),
    ],
)
def test_a_float_is_refused_by_every_function(call):
    """number, loss, exp, log, sqrt, constructors and curves raise TypeError for a float and name both readings."""
    with pytest.raises(TypeError) as refused:
        call(0.5)
    assert "exact_float(0.5)" in str(refused.value)
    assert '"0.5"' in str(refused.value)


def test_the_two_readings_of_a_float():
    """exact_float(0.1) and "float:0.1" are the dyadic rational, "0.1" is one tenth."""
    dyadic = number("3602879701896397/36028797018963968")
    assert exact_float(0.1) == dyadic == number("float:0.1")
    assert exact.loss("float:0.1").as_fraction() == dyadic.as_fraction()
    assert number("0.1") == number("1/10") != dyadic
    assert exact_float(0.5) == number("0.5")
    assert exact_float(-0.0) == 0
    assert number("float:-2.5e-3") == exact_float(-0.0025)


@pytest.mark.parametrize("value", [float("inf"), float("-inf"), float("nan")])
def test_no_real_floats(value):
    """exact_float refuses infinities and NaN."""
    with pytest.raises(exact.OutOfRange):
        exact_float(value)


@pytest.mark.parametrize(
    "text",
    [
        "float:1e999",
        "float:nan",
        "float:inf",
        "float:",
        "float:0x1p3",
        "float:1_0",
        "float: 0.1",
        "float:١",
    ],
)
def test_bad_float_texts(text):
    """After "float:" stands one finite ASCII decimal and nothing else."""
    with pytest.raises((exact.NotReadable, exact.OutOfRange)):
        number(text)


@pytest.mark.parametrize("value", [1, "1", number(1), None])
def test_exact_float_takes_floats_only(value):
    """exact_float of anything else is a TypeError."""
    with pytest.raises(TypeError):
        exact_float(value)


@pytest.mark.parametrize("value", [True, None, 1j, [1], b"1", object()])
def test_strangers_are_no_numbers(value):
    """bool, None, complex, lists, bytes are TypeErrors for number and loss."""
    with pytest.raises(TypeError):
        number(value)
    with pytest.raises(TypeError):
        exact.loss(value)


@pytest.mark.parametrize("value", [Decimal("NaN"), Decimal("Infinity"), Decimal("-Infinity")])
def test_no_real_decimals(value):
    """A Decimal that is no real number is out of range."""
    with pytest.raises(exact.OutOfRange):
        number(value)


def test_no_silent_float():
    """float(x) is a TypeError: an exact value does not round without a direction."""
    with pytest.raises(TypeError, match="silently"):
        float(number("1/2"))
    with pytest.raises(TypeError, match="silently"):
        float(exact.log(2))


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("log(2)", exact.Unsupported),
        ("exp(exp(1))", exact.Unsupported),
        ("exp(sqrt(2))", exact.Unsupported),
        ("sqrt(exp(1) + 1)", exact.Unsupported),
        ("sqrt(-1)", exact.Unsupported),
        ("(-8)**(1/3)", exact.Unsupported),
        ("2**exp(1)", exact.Unsupported),
        ("exp(inf)", exact.Unsupported),
        ("inf", exact.Unsupported),
        ("log(0)", exact.OutOfRange),
        ("exp(log(-1))", exact.OutOfRange),
        ("exp(log(1 + exp(1))/2)", exact.Unsupported),
        ("2**(10**9)", exact.TooLarge),
        ("(exp(1) + 1)**100000", exact.TooLarge),
        ("9**9**9", exact.TooLarge),
        ("10**100000**100000", exact.TooLarge),
    ],
)
def test_outside_the_theory_or_the_limits(text, error):
    """Nested exponentials, logs as values, roots of sums are `Unsupported`; monstrous powers are `TooLarge`: one line each."""
    with pytest.raises(error) as refused:
        number(text)
    assert "\n" not in str(refused.value)


def test_sqrt_of_irrational_epsilon_is_unsupported():
    """sqrt(2) and exp(1) are no losses: rr(sqrt(2)) is `Unsupported`, in one sentence."""
    for text in ("sqrt(2)", "exp(1)", "1 + sqrt(2)"):
        with pytest.raises(exact.Unsupported):
            exact.loss(text)
    with pytest.raises(exact.Unsupported):
        exact.rr("sqrt(2)")


def test_factoring_is_bounded():
    """A root of a 60-digit semiprime is `TooLarge` (its primes are out of reach); its log and powers work without factoring."""
    semiprime = (10**30 + 57) * (10**29 + 319)
    with pytest.raises(exact.TooLarge):
        sqrt(semiprime)
    assert exp(exact.log(semiprime)) == semiprime
    assert 2 * exact.log(semiprime) == exact.log(semiprime**2)
    assert exact.rr(exact.log(semiprime)).delta(0) == number(semiprime - 1) / (semiprime + 1)


def test_a_hostile_near_tie_raises(monkeypatch):
    """Two values that differ by less than 2^-limit are not guessed at: `TooLarge`; with the default limit they are ordered."""
    with mpmath.workdps(240):
        close = int(mpmath.floor(mpmath.e * mpmath.mpf(10) ** 200))
    decimal = number(f"{close}e-200")
    assert decimal < exp(1)
    monkeypatch.setattr(engine.balls, "BIT_LIMIT", 256)
    for question in (operator.lt, operator.le, operator.gt, operator.ge):
        with pytest.raises(exact.TooLarge, match="256 bits"):
            question(number(f"{close}e-200"), exp(1))
    with pytest.raises(exact.TooLarge):
        (exp(1) - number(f"{close}e-200")).sign()
    with pytest.raises(exact.TooLarge):
        exact.loss(1).compare(exact.log(number(f"{close}e-200")))
    assert number("2.7") < exp(1)


def test_immutable():
    """Numbers and losses have no attributes to set."""
    for value in (number(1), exact.loss(1)):
        with pytest.raises(AttributeError):
            value.extra = 1


def test_float_inside_an_expression():
    """"float:" and its decimal are one number, also as a part of an expression."""
    assert exact.number("2*float:0.1 + 1") == 2 * exact.exact_float(0.1) + 1
    assert exact.pld("rr(float:0.1)") == exact.rr(exact.exact_float(0.1))
