"""Floats: none gets in unnoticed, each refusal names both readings, and both readings work wherever a number is read."""

import json
import re
from decimal import Decimal
from fractions import Fraction

import pytest

from certificates.cli import main
from exact import (
    PLD,
    approx,
    exact_float,
    exp,
    log,
    loss,
    losses,
    mixture,
    number,
    pld,
    pmfs,
    rr,
    sqrt,
    subsample,
    table,
)

TENTH = Fraction(0.1)
A = rr(1)
PLACES = {
    "number": number,
    "loss": loss,
    "exp": exp,
    "log": log,
    "sqrt": sqrt,
    "rr": rr,
    "approx, eps": lambda x: approx(x, 0),
    "approx, delta": lambda x: approx(0, x),
    "table": lambda x: table(((x, x), (1 - number("0.1"), 1 - number("0.1")))),
    "PLD": lambda x: PLD([(x, x), (1 - number("0.1"), 1 - number("0.1"))]),
    "pmfs": lambda x: pmfs({"a": x, "b": 1}, {"a": 1}),
    "losses, loss": lambda x: losses({x: 1}),
    "losses, mass": lambda x: losses({0: x, 1: 1}),
    "losses, infinite": lambda x: losses({0: 1}, infinite=x),
    "subsample": lambda x: subsample(A, x),
    "mixture": lambda x: mixture((x, A), (1, A)),
    "delta": A.delta,
    "hockey_stick": A.hockey_stick,
    "epsilon": A.epsilon,
    "tradeoff": A.tradeoff,
    "+": lambda x: number(1) + x,
    "-": lambda x: x - number(1),
    "*": lambda x: x * number(2),
    "/": lambda x: number(1) / x,
    "**": lambda x: number(4) ** x,
    "==": lambda x: number(1) == x,
    "<": lambda x: number(1) < x,
    "loss +": lambda x: loss(1) + x,
    "loss *": lambda x: x * loss(1),
    "loss ==": lambda x: loss(1) == x,
    "loss >=": lambda x: x >= loss(1),
}


@pytest.mark.parametrize("place", PLACES)
def test_a_float_is_refused_with_both_readings(place):
    with pytest.raises(TypeError) as caught:
        PLACES[place](0.1)
    message = str(caught.value)
    assert "exact_float(0.1) is the binary fraction" in message
    assert 'the text "0.1" is the decimal' in message


@pytest.mark.parametrize("value", [float("inf"), float("nan"), -float("inf")])
@pytest.mark.parametrize("place", ["number", "loss", "delta", "+", "=="])
def test_a_float_that_is_no_number_names_inf(place, value):
    with pytest.raises(TypeError, match=r"it is no number; the infinite loss is exact\.inf"):
        PLACES[place](value)


READERS = {
    "number": lambda x: number(x).as_fraction(),
    "loss": lambda x: loss(x).as_fraction(),
    "exp": exp,
    "approx": lambda x: approx(0, x).p_infinite,
    "rr": rr,
    "delta": A.delta,
    "hockey_stick": A.hockey_stick,
    "epsilon": A.epsilon,
    "tradeoff": A.tradeoff,
    "subsample": lambda x: subsample(A, x),
}


@pytest.mark.parametrize("place", READERS)
def test_both_readings_work(place):
    """exact_float and float: are the dyadic rational; the decimal text, and Decimal, are one tenth; they differ."""
    read = READERS[place]
    assert read(exact_float(0.1)) == read("float:0.1") == read(TENTH)
    assert read("0.1") == read(Fraction(1, 10)) == read(Decimal("0.1"))
    assert read("0.1") != read("float:0.1")


@pytest.mark.parametrize("value", [0.1, -0.1, 1e300, 5e-324, -2.5, 0.0, -0.0, 3.0])
def test_float_text_is_the_float(value):
    assert number(f"float:{value!r}").as_fraction() == Fraction(value) == exact_float(value).as_fraction()
    assert loss(f"1 + float:{value!r}/2").as_fraction() == 1 + Fraction(value) / 2 if abs(value) < 10 else True


@pytest.mark.parametrize("text", ["float:1e999", "float:", "float:x", "float:0.1.2", "float:inf", "float:0x1p3"])
def test_bad_float_texts(text):
    with pytest.raises(ValueError, match=r"character|binary64"):
        number(text)


def test_in_expressions_of_plds():
    assert pld("rr(float:0.1)") == rr(exact_float(0.1)) != pld("rr(0.1)")
    assert pld("approx(-(-float:0.5), delta=float:0.25)") == approx("1/2", "1/4")
    assert pld("losses({float:0.5: 1/2, -float:0.0: 1/4}, infinite=float:0.25)") == losses({"1/2": "1/2", 0: "1/4"}, "1/4")
    assert pld("mixture((float:0.5, rr(1)), (float:0.5, rr(2)))") == mixture(("1/2", rr(1)), ("1/2", rr(2)))
    assert pld('pmfs({"a": float:0.25, "b": 0.75}, {"a": 0.75, "b": float:0.25})') == rr("log(3)")
    assert pld("float:3.0*rr(1)") == 3 * rr(1)


def test_no_float_times_a_pld():
    for k in (0.5, 3.0):
        with pytest.raises(TypeError, match="float"):
            k * A


@pytest.mark.parametrize(
    ("words", "field", "expected"),
    [
        (("delta", "rr(1)", "--eps", "float:0.1"), "exact", lambda: A.delta(exact_float(0.1))),
        (("delta", "rr(1)", "--eps", "-float:0.1"), "exact", lambda: A.delta(exact_float(-0.1))),
        (("delta", "rr(1)", "--eps", "float:-0.1"), "exact", lambda: A.delta(exact_float(-0.1))),
        (("delta", "rr(1)", "--x", "float:1.1"), "exact", lambda: A.hockey_stick(exact_float(1.1))),
        (("delta", "rr(float:0.1)", "--eps", "0"), "exact", lambda: rr(exact_float(0.1)).delta(0)),
        (("epsilon", "rr(1)", "--delta", "float:0.1"), "exp_exact", lambda: A.epsilon(exact_float(0.1)).exp()),
        (("show", "approx(0, float:0.1)"), "p_infinite", lambda: exact_float(0.1)),
    ],
)
def test_on_the_command_line(capsys, words, field, expected):
    assert main([*words, "--json"]) == 0
    assert number(json.loads(capsys.readouterr().out)[field]) == expected()


def test_several_at_once(capsys):
    assert main(["delta", "rr(1)", "--eps", "float:0.1", "-float:0.1", "0.1", "--json"]) == 0
    found = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [number(one["exact"]) for one in found] == [A.delta(exact_float(0.1)), A.delta(exact_float(-0.1)), A.delta("0.1")]


def test_in_a_problem_file(capsys, tmp_path):
    file = tmp_path / "p.toml"
    file.write_text('queries = ["approx(0, float:0.25)"]\nbudget = "approx(0, float:0.5)"\nrounds = 2\n')
    assert main(["filter", str(file), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["verdict"] == "free"


def test_compare_and_hasse(capsys):
    assert main(["compare", "rr(0.1)", "rr(float:0.1)", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["verdict"] == "below"  # the float is a little larger than one tenth
    assert main(["hasse", "rr(0.1)", "rr(float:0.1)", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["covers"] == [[0, 1]]


def test_a_bad_float_on_the_command_line(capsys):
    assert main(["delta", "rr(1)", "--eps", "float:1e999"]) == 2
    assert re.fullmatch(r"exactpld: --eps: 1e999 is beyond the range of binary64[^\n]*\n", capsys.readouterr().err)
