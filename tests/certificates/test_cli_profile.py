"""The verbs `profile`, `draw` and `save`, and `@FILE` in the place of an expression."""

import csv
import io
import json
import re
import sys
import xml.etree.ElementTree as ET

import numpy as np
import pytest

from certificates import pldfile
from certificates.export import curves
from certificates.export.profile_table import COLUMNS, profile_csv
from exact import loss, number, pld, privacy_profile
from exact.errors import OutOfRange

TEXT = "subsample(rr(1), 1/3)"


def good(result):
    """The output of a command that must succeed."""
    status, out, err = result
    assert (status, err) == (0, "")
    return out


# --- profile


def test_profile_in_json_is_that_of_delta(call):
    """One object a row, with the fields of the verb delta, at the knots of both directions and at inf."""
    rows = [json.loads(line) for line in good(call("profile", TEXT, "--json", "--digits", "12")).splitlines()]
    eps = [str(point.eps) for point in privacy_profile(pld(TEXT))]
    assert [row["eps"] for row in rows] == eps
    assert len(eps) == 5
    by_delta = good(call("delta", TEXT, "--eps", *eps, "--json", "--digits", "12"))
    assert rows == [json.loads(line) for line in by_delta.splitlines()]


def test_profile_at_chosen_epsilons(call):
    """In the order asked; floats by their prefix; -inf and inf."""
    rows = [json.loads(line) for line in good(call("profile", TEXT, "--eps", "1/2", "float:0.1", "-1", "-inf", "inf", "--json")).splitlines()]
    assert [row["eps"] for row in rows] == ["1/2", "3602879701896397/36028797018963968", "-1", "-inf", "inf"]
    assert [row["x"] for row in rows][3:] == ["0", "inf"]
    for row in rows:
        assert number(row["exact"]) == pld(TEXT).delta(row["eps"])
        assert number(row["reverse"]["exact"]) == pld(TEXT).dual().delta(row["eps"])


def test_profile_for_people(call):
    """A table with both directions and upper bounds; long texts and long tables are cut, and --full shows them."""
    lines = good(call("profile", "2*rr(log(2)) | approx(0, 1/4)")).splitlines()
    assert lines[0] == "2*rr(log(2)) | approx(0, 1/4): privacy profile, at the knots and at inf"
    assert re.split(r"  +", lines[1].strip()) == ["eps", "about", "delta P over Q", "at most", "delta Q over P", "at most"]
    assert lines[3].split() == ["0", "0", "1/3", "0.3333333334", "1/3", "0.3333333334"]
    assert lines[-1].split() == ["inf", "inf", "1/4", "0.25", "1/4", "0.25"]
    out = good(call("profile", "20*rr(1/10)", "--eps", "0", "--digits", "3"))
    assert "characters)" in out
    assert "0.175" in out
    assert "--full shows the long numbers" in out
    assert "characters)" not in good(call("profile", "20*rr(1/10)", "--eps", "0", "--full"))
    out = good(call("profile", "200*rr(log(2))"))
    assert out.endswith("102 more rows are not shown; --full prints all, --csv writes all\n")
    assert len(good(call("profile", "200*rr(log(2))", "--full")).splitlines()) == 204


def test_profile_as_csv(call, tmp_path):
    """Exact texts that read back, bounds on their side, the directions in the names; the file appears whole."""
    out = good(call("profile", TEXT, "--csv", "p.csv", "--digits", "8"))
    assert out == "Profile of 5 rows written to p.csv\n"
    assert [file.name for file in tmp_path.iterdir()] == ["p.csv"]
    with (tmp_path / "p.csv").open(encoding="ascii", newline="") as file:
        rows = list(csv.DictReader(file))
    assert tuple(rows[0]) == COLUMNS
    assert COLUMNS[6:8] == ("delta_p_over_q", "delta_p_over_q_lower")
    assert COLUMNS[11] == "delta_q_over_p_upper"
    for row, point in zip(rows, privacy_profile(pld(TEXT)), strict=True):
        assert loss(row["eps"]) == point.eps
        assert number(row["delta_p_over_q"]) == point.delta
        assert number(row["delta_q_over_p"]) == point.reverse
        for name in ("delta_p_over_q", "delta_q_over_p"):
            assert number(row[f"{name}_lower"]) <= number(row[name]) <= number(row[f"{name}_upper"])
            assert len(re.sub(r"[-.]|^0\.0*", "", row[f"{name}_lower"])) <= 8
        if point.x is not None:
            assert number(row["x"]) == point.x
            assert loss(row["eps_lower"]) <= point.eps <= loss(row["eps_upper"])
    assert (rows[-1]["eps"], rows[-1]["x_lower"]) == ("inf", "inf")


def test_long_texts_are_left_out_of_csv(call, tmp_path):
    """An exact text of more than 20,000 characters is an empty cell, and said to be; --full writes it."""
    words = ("profile", "60*rr(1/7) + 60*rr(1/3)", "--eps", "1", "--csv", "p.csv")
    assert "2 exact texts of more than 20000 characters were left out; --full writes them" in good(call(*words))
    (row,) = csv.DictReader(io.StringIO((tmp_path / "p.csv").read_text()))
    assert row["delta_p_over_q"] == ""
    assert row["delta_p_over_q_lower"].startswith("0.")
    good(call(*words, "--full"))
    csv.field_size_limit(10**7)
    (full,) = csv.DictReader(io.StringIO((tmp_path / "p.csv").read_text()))
    assert len(full["delta_p_over_q"]) > 20_000
    assert full["delta_p_over_q_lower"] == row["delta_p_over_q_lower"]


def test_csv_of_bad_digits():
    """Digits are checked where they are used, too."""
    with pytest.raises(OutOfRange, match="digits"):
        profile_csv(privacy_profile(pld("rr(1)")), digits=0)


# --- save and @FILE


def test_save_and_use(call, tmp_path):
    """A saved PLD stands for itself in every verb that takes one."""
    out = good(call("save", f"3*{TEXT}", "-o", "my file.json"))
    assert out == "PLD saved to my file.json; as an argument it is @'my file.json'\n"
    assert pldfile.load(tmp_path / "my file.json") == pld(f"3*{TEXT}")
    one = good(call("delta", "@my file.json", "--eps", "1", "--json"))
    assert one == good(call("delta", f"3*{TEXT}", "--eps", "1", "--json"))
    assert good(call("epsilon", "--delta", "0.1", "0.2", "@my file.json", "--json")) == good(
        call("epsilon", f"3*{TEXT}", "--delta", "0.1", "0.2", "--json")
    )
    assert json.loads(good(call("compare", "@my file.json", f"3*{TEXT}", "--json")))["verdict"] == "equal"
    assert good(call("show", "@my file.json", "--json")) == good(call("show", f"3*{TEXT}", "--json"))
    assert good(call("profile", "@my file.json", "--json")) == good(call("profile", f"3*{TEXT}", "--json"))
    good(call("save", "@my file.json", "-o", "again.json"))
    assert (tmp_path / "again.json").read_bytes() == (tmp_path / "my file.json").read_bytes()


def test_problem_files_name_no_files(call, tmp_path):
    """A problem file may come from somebody else; what begins with @ is no expression in it."""
    good(call("save", "rr(1)", "-o", "a.json"))
    (tmp_path / "p.toml").write_text('queries = ["@a.json"]\nbudget = "rr(2)"\nrounds = 2\n')
    status, out, err = call("filter", "p.toml")
    assert (status, out) == (2, "")
    assert "queries[0]: the character '@' is not part of the language" in err


# --- draw


def words_of(file):
    """The texts of a picture in SVG: matplotlib keeps each in a comment."""
    return re.findall(r"<!-- (.*?) -->", file.read_text(encoding="utf-8"), re.DOTALL)


@pytest.mark.parametrize(
    ("words", "labels"),
    [
        (("rr(log(2))", "approx(0, 1/4)"), ["rr(log(2))", "approx(0, 1/4)", "no leak", "type I error α (under P)", "type II error f(α)"]),
        (("rr(1)", TEXT, "--kind", "profile"), ["rr(1)", f"{TEXT}, P over Q", f"{TEXT}, Q over P", "ε (nats)", "δ(ε)"]),
        (("identity()", "total_leak()", "200*rr(1/10)", "--kind", "profile", "--log"), ["total_leak()", "ε (nats)"]),
        (("rr(1)", "approx(0, 1/4)", "--kind", "difference"), ["at ε = 0", "A = rr(1)", "A and B are incomparable: each leaks more somewhere"]),
        (("rr(1)", "rr(1)", "--kind", "difference"), ["A = B, the same PLD"]),
        (("rr(1)", "total_leak()", "--kind", "difference"), ["A ≤ B: A leaks less than B", "−1", "at ε = 1"]),
        (('pmfs({"$x^$": 1}, {"$y$": 1})',), ['pmfs({"$x^$": 1}, {"$y$": 1})']),
    ],
    ids=["tradeoff", "profile", "log", "incomparable", "equal", "below", "dollars"],
)
def test_draw(call, tmp_path, words, labels):
    """The picture says what is in it; the same picture has the same bytes."""
    kind = words[words.index("--kind") + 1] if "--kind" in words else "tradeoff"
    assert good(call("draw", *words, "-o", "a.svg")) == f"Picture ({kind}) written to a.svg\n"
    text = "\n".join(words_of(tmp_path / "a.svg"))
    for label in labels:
        assert label in text, text
    ET.parse(tmp_path / "a.svg")
    good(call("draw", *words, "-o", "b.svg"))
    assert (tmp_path / "a.svg").read_bytes() == (tmp_path / "b.svg").read_bytes()


@pytest.mark.parametrize(("name", "magic"), [("a.png", b"\x89PNG"), ("a.pdf", b"%PDF"), ("a.svg", b"<?xml")])
def test_formats(call, tmp_path, name, magic):
    """The ending tells the format; nothing else is left in the folder."""
    good(call("draw", "2*rr(1)", "-o", name))
    assert (tmp_path / name).read_bytes().startswith(magic)
    assert [file.name for file in tmp_path.iterdir()] == [name]


@pytest.mark.parametrize(
    "text", ["2*rr(log(2))", TEXT, "approx(1, 1e-9)", "losses({1: 1/2, -1/2: 1/4}, 1/4)", "1000*rr(1/50)", "rr(800)", "rr(5, 10)", "total_leak()"]
)
def test_what_is_drawn_is_the_profile(text):
    """The floats of a picture lie on the exact curve, relatively within 1e-9, small ones too."""
    a = pld(text)
    drawn = curves.Profile(a)
    eps = np.array([-2.0, 0.0, 0.25, 1.0, 3.5, 8.0])
    for e, value in zip(eps, drawn(eps), strict=True):
        exact = float(a.delta(f"float:{e}").decimal(17))
        assert abs(value - exact) <= 1e-9 * exact
    grid = drawn.grid(0.0, 2.0)
    assert {0.0, 2.0} <= set(grid)
    assert all(np.diff(grid) > 0)


def test_without_matplotlib(call, tmp_path, monkeypatch):
    """One sentence that says how to get it, and status 2."""
    monkeypatch.setattr("certificates.cli.picture.find_spec", lambda _: None)
    status, out, err = call("draw", "rr(1)", "-o", "a.png")
    assert (status, out) == (2, "")
    assert "pip install 'exactpld[plot]'" in err
    assert not list(tmp_path.iterdir())


def test_profile_does_not_load_matplotlib(call, monkeypatch):
    """Only drawing does."""
    for name in [name for name in sys.modules if name.split(".")[0] == "matplotlib"]:
        monkeypatch.delitem(sys.modules, name)  # they come back: loaded twice, its classes would not know each other
    good(call("profile", "rr(1)"))
    assert "matplotlib" not in sys.modules


# --- wrong input

BAD = [
    (("profile", "rr(1)", "--csv", "p.csv", "--json"), 2, "either --csv or --json, not both"),
    (("profile", "rr(1)", "--csv", "-"), 2, "--csv needs the name of a file: a table cannot be written to standard output"),
    (("profile", "rr(1)", "--csv", ""), 2, "--csv needs the name of a file, and it is empty"),
    (("profile", "rr(1)", "--csv", "no/p.csv"), 2, "no folder"),
    (("profile", "rr(1)", "--digits", "0"), 2, "digits"),
    (("profile", "rr(1)", "--digits", "0", "--csv", "p.csv"), 2, "digits"),
    (("profile", "rr(1)", "--eps", "rr(1)"), 2, "--eps: unknown name 'rr'"),
    (("profile", "rr(1)", "--eps"), 2, "needs a value"),
    (("profile", "100000*rr(1)"), 3, "exactpld: 100000*rr(1): "),
    (("profile",), 2, "Missing"),
    (("draw", "rr(1)"), 2, "-o"),
    (("draw", "-o", "a.png"), 2, "Missing"),
    (("draw", "rr(1)", "-o", "a.gif"), 2, "one of .png, .svg, .pdf"),
    (("draw", "rr(1)", "-o", "a"), 2, "one of .png, .svg, .pdf"),
    (("draw", "rr(1)", "-o", "-"), 2, "a picture cannot be written to standard output"),
    (("draw", "rr(1)", "-o", "no/a.png"), 2, "no folder"),
    (("draw", "rr(1)", "-o", "a.png", "--kind", "curve"), 2, "--kind"),
    (("draw", "rr(1)", "-o", "a.png", "--kind", "difference"), 2, "needs two PLDs, A and B, not 1"),
    (("draw", "rr(1)", "rr(2)", "rr(3)", "-o", "a.png", "--kind", "difference"), 2, "not 3"),
    (("draw", "rr(1)", "-o", "a.png", "--log"), 2, "--log is for --kind profile"),
    (("draw", *["rr(1)"] * 13, "-o", "a.png"), 2, "at most 12 curves, not 13"),
    (("draw", "rr(1)", "rr(-1)", "-o", "a.png"), 2, "PLD 2: rr(eps) needs"),
    (("save", "rr(1)"), 2, "-o"),
    (("save", "rr(1)", "-o", "-"), 2, "a PLD cannot be written to standard output"),
    (("save", "rr(-1)", "-o", "a.json"), 2, "PLD: rr(eps) needs"),
    (("save", "rr(1)", "-o", "no/a.json"), 2, "no folder"),
    (("delta", "@nowhere.json", "--eps", "1"), 2, "PLD: cannot read nowhere.json: No such file"),
    (("delta", "@", "--eps", "1"), 2, "PLD: cannot read"),
    (("delta", "@.", "--eps", "1"), 2, "PLD: cannot read .: Is a directory"),
    (("compare", "rr(1)", "@\x1b[31m"), 2, "B: cannot read \\x1b[31m"),
    (("delta", "rr(1) + @a.json", "--eps", "1"), 2, "the character '@' is not part of the language"),
    (("delta", "from_profile({0: 1/4, 1: 1/2})", "--eps", "1"), 2, "from_profile(...): h must not increase"),
]


@pytest.mark.parametrize(("words", "status", "sentence"), BAD, ids=[f"{i}-{row[0][0]}" for i, row in enumerate(BAD)])
def test_bad_input(call, tmp_path, words, status, sentence):
    """One clear sentence, the documented status, no traceback, no file."""
    found, out, err = call(*words)
    assert found == status
    assert re.fullmatch(r"exactpld: [^\n]+\n", err)
    assert sentence in err
    assert out == ""
    assert not list(tmp_path.iterdir())


def test_a_bad_file_is_named(call, tmp_path):
    """What is wrong in a saved file, and in which."""
    (tmp_path / "a.json").write_text('{"format": "exactpld-pld", "version": "1", "pld": {"den": "1", "atoms": [["1", "0.5"]]}}')
    status, _, err = call("show", "@a.json")
    assert status == 2
    assert err.startswith("exactpld: PLD: a.json: pld.atoms[0][1] must be a rational number as a text")
    (tmp_path / "b.json").write_text("[" * 1000)
    assert call("show", "@b.json")[0] == 3
