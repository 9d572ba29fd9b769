"""Hostile texts end with one clear exception before the work: nothing hangs, nothing overflows the stack."""

import pytest

import exact
from exact import loss, number, pld

HOSTILE = [
    "(" * 3000 + "1" + ")" * 3000,
    "(" * 3000,
    "[" * 5000,
    "{" * 5000,
    "-(" * 2000 + "1" + ")" * 2000,
    "exp(" * 500 + "1" + ")" * 500,
    "9**9**9",
    "9**9**9*rr(1)",
    "(9**9**9)*rr(1)",
    "2**" * 5000 + "2",
    "10**(10**9)",
    "1e999999999",
    "1e-999999999",
    "1e" + "9" * 5000,
    "9" * 50_000,
    "0." + "9" * 50_000,
    "1 + " * 300_000 + "1",
    "2**100000**100000",
    "exp(1e300)",
    "exp(10**7)",
    "(exp(1) + 1)**99999",
    "((1 + exp(1) + exp(1/7))**50)**50",
    "sqrt(" + str((10**30 + 57) * (10**29 + 319)) + ")",
    "99999999*rr(1)",
    "1e9*rr(1)",
    "(2**90000)**90000",
]


@pytest.mark.parametrize("text", HOSTILE, ids=lambda t: t[:24])
def test_bombs_are_too_large(text):
    """Nesting, digits, exponents, powers, lengths beyond the limits raise `TooLarge` (or are not readable), with a short message."""
    with pytest.raises((exact.TooLarge, exact.NotReadable)) as refused:
        pld(text)
    assert len(str(refused.value)) < 400
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("text", HOSTILE[:8] + HOSTILE[9:19], ids=lambda t: t[:24])
def test_bombs_as_numbers(text):
    """The same for numbers and losses."""
    for reader in (number, loss):
        with pytest.raises(exact.ExactError) as refused:
            reader(text)
        assert len(str(refused.value)) < 400


@pytest.mark.parametrize(
    "text",
    ["-" * 50_000 + "1", "+" * 100_001 + "1", "1" + " + 1" * 20_000, "1" + "*1" * 20_000, "(1)" + "+(1)" * 5_000],
)
def test_long_chains_take_no_stack(text):
    """Chains of signs and of equal operators are read without recursion."""
    assert number(text).as_fraction() is not None


def test_numbers_of_many_digits():
    """20,000 digits are read and written (Python's own limit is 4,300)."""
    text = "7" * 19_999
    x = number(text)
    assert str(x) == text
    assert number(str(x)) == x
    assert number("1/" + text) * x == 1


@pytest.mark.parametrize(
    "question",
    [
        lambda: number(2) ** 10**5000,
        lambda: number("1/2") ** -(10**5000),
        lambda: number("exp(1)") ** 10**5000,
        lambda: number("2**(10**5000)"),
        lambda: number(2) ** (number(10**5000) + number(1) / 3),
        lambda: number("sqrt(2) + 1") ** (number(1) / 10**5000),
        lambda: exact.log(1 + exact.exp(1)) / 10**5000,
        lambda: exact.log(2) * 10**5000,
        lambda: 10**5000 * exact.rr(1),
        lambda: -(10**5000) * exact.rr(1),
        lambda: pld(f"{'9' * 5000}*rr(1)"),
        lambda: pld(f"-{'9' * 5000}*rr(1)"),
        lambda: pld(f"rr(1, -{'9' * 5000})"),
        lambda: pld(f"approx(0, {'9' * 5000})"),
        lambda: pld(f"table(((1/{'9' * 5000}, 1), (1, 0)))"),
        lambda: pld(f"mixture((1/{'9' * 5000}, rr(1)))"),
        lambda: exact.rr(1).hockey_stick(-(10**5000)),
        lambda: exact.rr(1).epsilon(10**5000),
        lambda: exact.rr(1).tradeoff(10**5000),
        lambda: number(10**5000).decimal(10**5000),
        lambda: exact.losses({0: 10**5000}),
    ],
)
def test_huge_integers_in_messages(question):
    """Integers beyond 4,300 digits, which Python refuses to print, end in the package's exceptions with short messages."""
    with pytest.raises((exact.ExactError, TypeError)) as refused:
        question()
    assert len(str(refused.value)) < 400


def test_limits_of_plds():
    """Compositions and tables beyond the limits are `TooLarge` when they are multiplied out, not when they are written or asked for a delta."""
    with pytest.raises(exact.TooLarge):
        exact.pld("10000001*rr(1)")
    many = exact.table([(number(i) / 8002000, number(1) / 4000) for i in range(1, 4001)])
    twice = many + many
    assert hash(twice) == hash(2 * many)
    with pytest.raises(exact.TooLarge):
        twice.atoms  # noqa: B018 - reading multiplies out
    assert many.delta(0) < twice.delta(0) < 1


def test_texts_of_huge_exponents():
    """A root of a degree of 5,001 digits still prints, reads back, and compares."""
    x = number(2) ** (number(1) / 10**5000)
    assert 1 < x < number("1.0000001")
    assert number(str(x)) == x
