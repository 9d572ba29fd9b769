"""The reader: Python's precedence on a whitelisted language, digits from the text, texts that read back."""

import re
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

import exact
from exact import approx, exp, identity, log, loss, number, pld, rr, sqrt
from tests.laws.strategies import ANY, LOSSES, NUMBERS, examples, read_number


@pytest.mark.parametrize(
    "text",
    [
        "-2**2",
        "2**-1",
        "-2**-2",
        "2**3**2",
        "(-2)**2",
        "--2",
        "-+-2",
        "2--2",
        "2-3-4",
        "2/3/4",
        "2/3*4",
        "2*3/4",
        "1-2*3",
        "-3*-2",
        "2**2*3",
        "2*3**2",
        "-(2+3)*4",
        "1 - -2**2",
        "(2)",
        "((2))+1",
        "2 **2",
        "\t1 +\n2 ",
    ],
)
def test_precedence_is_pythons(text):
    """Arithmetic expressions mean what they mean in Python (with exact division)."""
    wrapped = re.sub(r"[0-9]+", r"Fraction(\g<0>)", text.strip().replace("\n", " "))
    assert number(text).as_fraction() == eval(wrapped, {"Fraction": Fraction})


_TREES = st.recursive(
    st.integers(0, 5).map(str),
    lambda c: st.one_of(
        st.builds("{}{}{}".format, c, st.sampled_from(["+", "-", "*", " + ", " - ", "* "]), c),
        st.builds("-{}".format, c),
        st.builds("({})".format, c),
        st.builds("{}**{}".format, c.filter(lambda t: len(t) < 3), st.integers(0, 3).map(str)),
    ),
    max_leaves=8,
)


@examples(200)
@given(_TREES)
def test_random_integer_expressions_mean_what_python_says(text):
    """Random integer expressions have Python's value."""
    assert number(text) == eval(text)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("0.1", Fraction(1, 10)),
        (".5", Fraction(1, 2)),
        ("5.", Fraction(5)),
        ("007", Fraction(7)),
        ("1e3", Fraction(1000)),
        ("1E-3", Fraction(1, 1000)),
        ("1.5e+2", Fraction(150)),
        ("0.123456789012345678901234567890123456789", Fraction(123456789012345678901234567890123456789, 10**39)),
        ("123456789012345678901234567890123456789", Fraction(123456789012345678901234567890123456789)),
        ("9007199254740993", Fraction(9007199254740993)),
        ("1e400", Fraction(10**400)),
        ("1e-400", Fraction(1, 10**400)),
        ("-0", Fraction(0)),
        ("1/3", Fraction(1, 3)),
    ],
)
def test_digits_come_from_the_text(text, value):
    """A number has exactly the digits written: 39 digits are kept, 1e400 is 10^400, 0.1 is one tenth."""
    assert number(text).as_fraction() == value
    assert number(text) == value


@pytest.mark.parametrize(
    "text",
    [
        "1_000",
        "0x10",
        "0b1",
        "0o7",
        "1j",
        "2J",
        "1e",
        "1e+",
        "1.2.3",
        "..5",
        ".",
        "1 2",
        "2x",
        "2 x",
        "2(3)",
        "(2)(3)",
        "２",
        "١٢",
        "1e١",
        "½",
        "²",
        "",
        "   ",
        "()",
        "(",
        ")",
        "(1",
        "1)",
        "[1",
        "1,",
        "1,2",
        "+",
        "1+",
        "*2",
        "1//2",
        "5 % 2",
        "1 < 2",
        "1 == 1",
        "1 if 1 else 2",
        "not 1",
        "~1",
        "1 ^ 2",
        "1 << 2",
        "1 @ 2",
        "x",
        "pi",
        "e",
        "rr",
        "exp",
        "__import__('os')",
        "().__class__",
        "exp.__class__",
        "exp(1).real",
        "lambda: 1",
        "[x for x in (1,)]",
        "f'1'",
        "'1'",
        "b'1'",
        '"a" "b"',
        "1; 2",
        "1 # c",
        "a = 1",
        "exp(1",
        "exp 1",
        "exp()",
        "exp(1, 2)",
        "exp(x=1)",
        "exp(*[1])",
        "exp(**{})",
        "exp(1)(2)",
        "log(2)[0]",
        "{1}",
        "{1: 2}",
        "{",
        "None",
        "True",
        "1 and 2",
        "nan",
        "Infinity",
        "exp(1,,)",
        "exp(,)",
        "1/0",
        "0**-1",
        "1/(exp(1) - exp(1))",
        "\x00",
        "1\x002",
        "\\1",
        "log('2')",
        "exp((1, 2))",
        "(1,) + (2,)",
        "'a' * 2",
        "-'a'",
    ],
)
def test_what_is_not_the_language(text):
    """Anything else is `NotReadable` (never evaluated): one sentence without a line break."""
    with pytest.raises(exact.NotReadable) as refused:
        number(text)
    assert str(refused.value)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("1 + foo(2)", "foo"),
        ("rr(log(2)", "')'"),
        ("1 + * 2", "'*'"),
        ("2*rr(1) + approx(0", "')'"),
        ("rr(1_0)", "number"),
    ],
)
def test_the_place_is_named(text, word):
    """The message names what was found and at which character."""
    with pytest.raises(exact.NotReadable, match=r"character [0-9]+") as refused:
        pld(text)
    assert word in str(refused.value)


@examples(200)
@given(st.text(alphabet="0123456789.eE+-*/()[]{},:&|=_ '\"exploginfrsqtdua", max_size=25))
def test_random_texts_never_crash(text):
    """Random texts are read or refused with an `ExactError` (TypeError is for wrong Python types only): no other exception escapes."""
    for reader in (number, loss, pld):
        try:
            reader(text)
        except (exact.ExactError, TypeError) as problem:
            assert "\n" not in str(problem)  # noqa: PT017 - either outcome is right


# --- PLD expressions -----------------------------------------------------------------------------------------------


def test_pld_operators_and_precedence():
    """* binds before + before & before |, as in Python."""
    a, b, c = rr(1), approx(0, "1/4"), rr("log(2)")
    assert pld("2*rr(1) + approx(0, 1/4)") == 2 * a + b
    assert pld("rr(1) + approx(0, 1/4) & rr(log(2))") == (a + b) & c
    assert pld("rr(1) | approx(0, 1/4) & rr(log(2))") == a | (b & c)
    assert pld("rr(1) & approx(0, 1/4) | rr(log(2))") == (a & b) | c
    assert pld("rr(log(2)) | 2*rr(1)") == c | (2 * a)
    assert pld("2*(rr(1) + approx(0, 1/4))") == 2 * a + 2 * b
    assert pld("0*rr(1)") == identity()
    assert pld("(1 + 1)*rr(1)") == 2 * a
    assert pld("2**2*rr(1)") == 4 * a
    assert pld("  rr( 1 )\n") == a
    assert pld(a) is a


@pytest.mark.parametrize(
    ("text", "other"),
    [
        ("rr(eps=log(2), k=3)", "rr(log(2), 3)"),
        ("rr(log(2), k=3)", "rr(log(2), 3)"),
        ("approx(delta=1/4, eps=0)", "approx(0, 1/4)"),
        ("subsample(rr(1), q=1/3)", "subsample(rr(1), 1/3)"),
        ("table([[1/2, 1/4], [1/2, 3/4]])", "table(((1/2, 1/4), (1/2, 3/4)))"),
        ("table(((1, 1),))", "identity()"),
        ("table([(1, 0), (0, 1),])", "total_leak()"),
        ("pmfs({'a': 2/3, 'b': 1/3}, {\"a\": 1/3, 'b': 2/3})", "rr(log(2))"),
        ("pmfs({0: 2/3, 1: 1/3}, {0: 1/3, 1: 2/3})", "rr(log(2))"),
        ("losses({log(2): 2/3, -log(2): 1/3})", "rr(log(2))"),
        ("losses({0: 3/4}, infinite=1/4)", "approx(0, 1/4)"),
        ("mixture((1/4, total_leak()), (3/4, identity()))", "approx(0, 1/4)"),
        ("dual(table([[1/2, 1/4], [1/2, 3/4]]))", "table([[1/4, 1/2], [3/4, 1/2]])"),
    ],
)
def test_constructors_in_expressions(text, other):
    """Keyword arguments, lists for tuples, dictionaries, trailing commas."""
    assert pld(text) == pld(other)


@pytest.mark.parametrize(
    "text",
    [
        "rr(1)*3",
        "(1/2)*rr(1)",
        "0.5*rr(1)",
        "-1*rr(1)",
        "exp(1)*rr(1)",
        "log(2)*rr(1)",
        "rr(1)*rr(1)",
        "rr(1) - rr(1)",
        "-rr(1)",
        "rr(1)/2",
        "rr(1)**2",
        "2 + rr(1)",
        "rr(1) + 2",
        "rr(1) | 2",
        "rr(1) & log(2)",
        "rr(1) <= rr(2)",
        "1",
        "log(2)",
        "(rr(1), rr(1))",
        "[rr(1)]",
        "'rr(1)'",
        "rr",
        "rr()",
        "rr(1, 2, 3)",
        "rr(1, x=2)",
        "rr(1, k=2, k=3)",
        "rr(eps=1, 2)",
        "Rr(1)",
        "rr(rr(1))",
        "rr('1')",
        "approx(0, {})",
        "table(1)",
        "table('ab')",
        "pmfs(1, 2)",
        "losses([1])",
        "mixture(1)",
        "dual(1)",
        "subsample(1, 1/2)",
        "rr(1) rr(2)",
        "rr((1,))",
        "{rr(1): 1}",
        "losses({'a': 1})",
        "losses({log(2): 1/2, log(2): 1/2})",
        "mixture((1, 1))",
    ],
)
def test_refused_pld_expressions(text):
    """What has no meaning as a PLD is refused with an `ExactError` and a sentence; nothing is guessed."""
    with pytest.raises(exact.ExactError) as refused:
        pld(text)
    assert str(refused.value)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("value", [1, None, ["rr(1)"], b"rr(1)"])
def test_pld_takes_texts(value):
    """pld() of something else than a text or a PLD is a TypeError."""
    with pytest.raises(TypeError):
        pld(value)


# --- texts read back --------------------------------------------------------------------------------------------


@examples(150)
@given(NUMBERS)
def test_numbers_read_back(text):
    """str(x) reads back to x, and is its own text after one round."""
    x = read_number(text)
    if x is not None:
        assert number(str(x)) == x
        assert eval(repr(x), {"number": number}) == x


@examples(60)
@given(LOSSES, LOSSES)
def test_losses_read_back(s, t):
    """str(z) reads back to z."""
    z = loss(s) - loss(t)
    assert loss(str(z)) == z


@examples(80)
@given(ANY)
def test_plds_read_back(text):
    """str(A) reads back to A."""
    a = pld(text)
    assert pld(str(a)) == a


def test_texts_are_what_one_would_write():
    """The texts of simple values."""
    assert str(number("2/4")) == "1/2"
    assert str(exp(log(3))) == "3"
    assert str(sqrt(2) / 2) == "sqrt(2)/2"
    assert str(3 * exp(Fraction(1, 2)) - 1) == "3*exp(1/2) - 1"
    assert str(loss("1/2 + log(3)/2")) == "1/2 + 1/2*log(3)"
    assert repr(number("0.5")) == "number('1/2')"
    assert repr(log(2)) == "loss('log(2)')"
    assert str(-exact.inf) == "-inf"
