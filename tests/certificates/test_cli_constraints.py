"""The verb ``constraints``: its fields, what it says to people, and what it refuses."""

import json

import pytest

from certificates import check as checker
from certificates.cli import main
from exact import multi_dp, number


@pytest.fixture
def run(capsys):
    """Run the command line in this process; return its status and both outputs."""

    def call(*words):
        status = main(["constraints", *words])
        out, err = capsys.readouterr()
        return status, out, err

    return call


def test_json(run):
    status, out, _ = run("log(4):0", "log(2):1/10", "0:1/2", "--rounds", "2", "--json")
    assert status == 0
    assert out.count("\n") == 1
    found = json.loads(out)
    assert found["constraints"] == [["log(4)", "0"], ["log(2)", "1/10"], ["0", "1/2"]]
    assert found["alpha"] == ["1/4", "3/4", "0"]
    assert found["alpha_decimal"] == ["0.25", "0.75", "0"]
    assert (found["rounds"], found["leak"], found["leak_composed"]) == (2, "0", "0")
    assert found["redundant"] == [
        {"constraint": ["0", "1/2"], "implied": "2/5", "implied_decimal": "0.4", "by": [["log(2)", "1/10"]]}
    ]
    assert found["profile"] == [["1", "9/20"], ["2", "31/100"], ["4", "13/100"], ["8", "1/50"], ["16", "0"]]
    assert found["profile_decimal"][1] == ["2", "0.31"]
    whole = 2 * multi_dp(("log(4)", 0), ("log(2)", "1/10"))
    assert found["vertices"] == [[str(a), str(b)] for a, b in whole.tradeoff_vertices]  # an even number of them
    one = json.loads(run("log(4):0", "log(2):1/10", "--json")[1])
    assert one["vertices"] == [["0", "1"], ["1/20", "4/5"], ["3/10", "3/10"], ["4/5", "1/20"], ["1", "0"]]
    assert len(found["vertices_decimal"]) == len(found["vertices"])


def test_json_of_irrational_masses(run):
    """Rational vertices are written as such; the exact values are those of the PLD; --digits counts for the decimals."""
    status, out, _ = run("1/10:0", "1/20:1/100", "--rounds", "3", "--json", "--digits", "7")
    found = json.loads(out)
    whole = 3 * multi_dp(("1/10", 0), ("1/20", "1/100"))
    assert status == 0
    assert found["vertices"][0] == ["0", "1"]
    assert found["vertices"][-1] == ["1", "0"]
    for (x, delta), decimals in zip(found["profile"], found["profile_decimal"], strict=True):
        assert whole.hockey_stick(x) == number(delta)
        assert decimals == [number(x).decimal(7), number(delta).decimal(7)]
    assert sum(map(number, found["alpha"]), number(0)) == 1


def test_leak(run):
    _, out, _ = run("log(3):1/100", "log(3/2):1/10", "--rounds", "3", "--json")
    found = json.loads(out)
    assert (found["leak"], found["leak_composed"], found["alpha"]) == ("1/100", "29701/1000000", ["8/33", "25/33"])
    whole = 3 * multi_dp(("log(3)", "1/100"), ("log(3/2)", "1/10"))
    assert found["vertices"] == [[str(a), str(b)] for a, b in whole.tradeoff_vertices]
    assert found["vertices_decimal"] == [[a.decimal(30), b.decimal(30)] for a, b in whole.tradeoff_vertices]
    _, out, _ = run("log(3):1/100", "log(3/2):1/10")
    assert "Leak of one round: 1/100 = 0.01" in out


def test_text(run):
    status, out, _ = run("log(4):0", "log(2):1/10", "0:1/2", "log(3):1/20", "3:1", "--rounds", "3")
    assert status == 0
    assert out.splitlines()[:8] == [
        "5 constraints, 2 of them active (eps in nats)",
        "  eps = log(4), delta = 0: active, alpha = 1/4 = 0.25",
        "  eps = log(2), delta = 1/10: active, alpha = 3/4 = 0.75",
        "  eps = 0, delta = 1/2: redundant: (log(2), 1/10) implies it; all together give delta <= 2/5 = 0.4 there",
        "  eps = log(3), delta = 1/20: redundant: (log(4), 0) and (log(2), 1/10) imply it; all together give delta <= 1/20 = 0.05 there",
        "  eps = 3, delta = 1: redundant: delta = 1 says nothing",
        "No total leak",
        "Composition of 3 rounds: profile at the 7 losses >= 0, both directions; trade-off curve of 14 vertices",
    ]
    assert out.splitlines()[9].split() == ["0", "0", "1", "71/125", "0.568"]


def test_nothing_said(run):
    status, out, _ = run("1:1", "--rounds", "3")
    assert status == 0
    assert out.endswith("These constraints say nothing: everything may leak\n")
    _, out, _ = run("1:1", "--json")
    found = json.loads(out)
    assert (found["alpha"], found["leak"], found["profile"], found["vertices"]) == (["0"], "1", [], [["0", "0"], ["1", "0"]])


def test_equal_constraints(run):
    """Of equal constraints one is active, and the weight is its."""
    _, out, _ = run("1:1/10", "1:1/10", "--json")
    assert json.loads(out)["alpha"] == ["1", "0"]


def test_long_values(run, monkeypatch):
    """An exact value that is very long is null, and the field beside the list says so; --full prints it."""
    monkeypatch.setattr("certificates.cli.constraints.OMIT_FROM", 300)
    words = ("3/10:0", "1/7:1/50", "--rounds", "3", "--json", "--digits", "5")
    _, out, _ = run(*words)
    found = json.loads(out)
    assert any(text is None for row in found["vertices"] for text in row)
    assert found["vertices_omitted"] == "null stands for exact texts of more than 300 characters; --full prints them"
    assert all(decimal for row in found["vertices_decimal"] for decimal in row)
    _, out, _ = run(*words, "--full")
    full = json.loads(out)
    assert "vertices_omitted" not in full
    assert all(text for row in full["vertices"] for text in row)


def test_long_table(run):
    _, out, _ = run("log(3):0", "log(2):1/12", "--rounds", "20")
    assert "121 more rows are not shown; --full prints all" in out
    _, out, _ = run("3/10:0", "3/20:1/50", "--rounds", "5")
    assert "--full shows the long numbers" in out


def test_floats_in_words(run):
    """The colon of float:0.1 is no separator."""
    status, out, _ = run("float:0.5:float:0.25", "--json")
    assert status == 0
    assert json.loads(out)["constraints"] == [["1/2", "1/4"]]


@pytest.mark.parametrize(
    ("word", "sentence"),
    [
        ("1/10", "'1/10' is no constraint: EPS:DELTA is wanted"),
        ("", "'' is no constraint"),
        ("1:1:1", "'1:1:1' is no constraint"),
        ("1/10:2", "1/10:2: constraints needs a delta in [0, 1], and that is 2"),
        ("-1:0", "-1:0: constraints needs a finite eps >= 0, and that is -1"),
        ("inf:0", "finite eps >= 0, and that is inf"),
        ("a:1", "eps of a:1: unknown name 'a'"),
        ("1:log(2)", "delta of 1:log(2): 'log(2)' is a loss where a number is wanted"),
    ],
)
def test_refusals(run, word, sentence):
    status, out, err = run(word)
    assert (status, out) == (2, "")
    assert err.startswith("exactpld: ")
    assert sentence in err
    assert err.count("\n") == 1


def test_refused_options(run):
    assert "an integer of at least 1 is wanted" in run("1:0", "--rounds", "0")[2]
    assert run("1:0", "--digits", "0")[0] == 2
    assert run()[0] == 2


def test_too_much(run):
    status, out, err = run("1:0", "1/7:1/50", "--rounds", "300")
    assert (status, out) == (3, "")
    assert "300 rounds of 1:0, 1/7:1/50: " in err
    assert "fewer rounds or constraints" in err


def test_help(run):
    status, out, _ = run("--help")
    assert status == 0
    assert "exactpld constraints 1/10:0 1/20:1/100" in out


@pytest.mark.parametrize("words", [("log(4):0", "log(2):1/10", "0:1/2"), ("3/10:0", "3/20:1/50", "--rounds", "2"), ("1:1",)])
def test_a_certificate(run, words, tmp_path):
    """-o certifies that the composition, the mixture and the guarantees are one PLD."""
    status, out, _ = run(*words, "-o", str(tmp_path / "c.json"))
    assert status == 0
    assert out.endswith(f"Certificate (identity) written to {tmp_path / 'c.json'}\n")
    assert checker.verify((tmp_path / "c.json").read_bytes()).kind == "identity"
    assert json.loads(run(*words, "--json", "-o", str(tmp_path / "c.json"))[1])["kind"] == "identity"


def test_one_round_shows_the_deltas_as_given(run):
    """With many eps that have no common multiple exact values are long; those of one round are the constraints themselves."""
    words = [f"1/{i}:{i * i}/10000" for i in range(2, 10)]
    found = json.loads(run(*words, "--json")[1])
    assert found["redundant"] == []
    assert [delta for _, delta in found["profile"]] == [str(number(i * i) / 10000) for i in range(9, 1, -1)]
    assert json.loads(run("float:0.1:0", "--json")[1])["alpha"] == ["1"]


MANY = [f"1/{2 * i + 1}:{(i - 1) * i}/10000" for i in range(1, 8)]
"""Constraints, all active, without a common multiple of their epsilons."""


def test_a_certificate_without_the_mixture(run, tmp_path):
    """What would be too long for the checker's usual steps is left out, and it is said; the checker verifies the rest with these steps."""
    status, out, _ = run(*MANY, "-o", str(tmp_path / "c.json"))
    assert status == 0
    assert out.splitlines()[-1] == (
        "  that the composition and the guarantees are one PLD, not the mixture too: that would be very long work for the checker"
    )
    assert len(json.loads((tmp_path / "c.json").read_bytes())["claim"]["constructions"]) == 2
    assert checker.verify((tmp_path / "c.json").read_bytes()).kind == "identity"
    assert json.loads(run(*MANY, "--json", "-o", str(tmp_path / "c.json"))[1])["constructions"] == ["power", "guarantees"]
    words = ("log(4):0", "log(2):1/10", "--json", "-o", str(tmp_path / "c.json"))
    assert json.loads(run(*words)[1])["constructions"] == ["power", "mixture", "guarantees"]


def test_a_certificate_that_needs_more_steps(run, tmp_path, monkeypatch):
    monkeypatch.setattr("certificates.claims.USUAL_STEPS", 0)
    _, out, _ = run("1:0", "-o", str(tmp_path / "c.json"))
    assert out.splitlines()[-1] == "  The checker may need more than its usual steps: exactpld check --steps 1000000000"


def test_a_certificate_that_is_too_much(run, tmp_path, monkeypatch):
    """A certificate is refused before the work; without one the question is answered."""
    monkeypatch.setattr("certificates.claims.identities.STEPS_LIMIT", 1_000)
    status, _, err = run(*MANY, "-o", str(tmp_path / "c.json"))
    assert status == 3
    assert "the certificate: these constructions have denominators with so many terms that a checker would hardly" in err
    assert not (tmp_path / "c.json").exists()
    assert run(*MANY)[0] == 0


def test_advice(run):
    """Where the atoms are too many to be listed, the advice is a command that answers."""
    status, _, err = run("3/10:0", "1/7:1/50", "--rounds", "60")
    assert status == 3
    assert err.endswith("or one eps at a time: exactpld delta '60*multi_dp((3/10, 0), (1/7, 1/50))' --eps EPS\n")
    assert main(["delta", "60*multi_dp((3/10, 0), (1/7, 1/50))", "--eps", "1"]) == 0
