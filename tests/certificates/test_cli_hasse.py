"""The verb `hasse`: text, JSON, picture, bad input; and where the boxes of the picture stand."""

import json
import re
import shlex
import sys
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

import exact.hasse
from certificates.cli.commands import cli
from certificates.export.layers import layout
from exact import hasse_diagram, number, pld

SQUARE = ("identity()", "rr(log(2))", "approx(0, 1/4)", "approx(log(2), 1/4)", "rr(log(2)) + approx(0, 1/4)")


def test_text(call):
    status, out, err = call("hasse", *SQUARE)
    assert (status, err) == (0, "")
    assert re.fullmatch(
        r"""5 PLDs, 4 distinct: no chain, width 2 \(\d dominance decisions, of 12 possible\)
level 2
  \[3\] approx\(log\(2\), 1/4\) = rr\(log\(2\)\) \+ approx\(0, 1/4\)  covers \[1\] \[2\]
level 1
  \[1\] rr\(log\(2\)\)  covers \[0\]
  \[2\] approx\(0, 1/4\)  covers \[0\]
level 0
  \[0\] identity\(\)
Incomparable:
  A = rr\(log\(2\)\)
  B = approx\(0, 1/4\)
  at x  h_A\(x\)                h_B\(x\)
  1     1/3 \(about 0.333333\)  1/4 = 0.25
  2     0                     1/4 = 0.25
Maximal antichains of two or more: \[1\] \[2\]
""",
        out,
    ), out


def test_a_chain_has_no_witness(call):
    status, out, err = call("hasse", "rr(2)", "rr(1)", "rr(1/2)")
    assert (status, err) == (0, "")
    assert out.startswith("3 PLDs: a chain (2 dominance decisions, of 6 possible)\nlevel 2\n  [2] rr(2)  covers [1]\n")
    assert "ncomparable" not in out


def test_json(call):
    status, out, err = call("hasse", *SQUARE, "--json")
    assert (status, err) == (0, "")
    found = json.loads(out)
    diagram = hasse_diagram([pld(text) for text in SQUARE], SQUARE)
    assert found["classes"] == [["identity()"], ["rr(log(2))"], ["approx(0, 1/4)"], [*SQUARE[3:]]]
    assert found["covers"] == [[0, 1], [0, 2], [1, 3], [2, 3]]
    assert found["antichains"] == [[0], [1, 2], [3]]
    assert (found["chain"], found["width"], found["decisions"]) == (False, 2, diagram.decisions)
    witness = found["witness"]
    a, b = pld(witness["A"]), pld(witness["B"])
    one, other = witness["witnesses"]
    for point in (one, other):
        x = number(point["x"])
        assert (number(point["a"]), number(point["b"])) == (a.hockey_stick(x), b.hockey_stick(x))
        assert point["a_decimal"] == number(point["a"]).decimal(30)
    assert number(one["a"]) > number(one["b"])
    assert number(other["a"]) < number(other["b"])


def test_json_of_a_chain(call):
    found = json.loads(call("hasse", "--json", "rr(1)", "rr(1)", "rr(2)")[1])
    assert found == {
        "classes": [["rr(1)", "rr(1)"], ["rr(2)"]],
        "covers": [[0, 1]],
        "chain": True,
        "witness": None,
        "antichains": [[0], [1]],
        "width": 1,
        "decisions": 1,
    }


def test_too_many_antichains_are_left_out_and_said_to_be(call, monkeypatch):
    monkeypatch.setattr(exact.hasse, "ANTICHAIN_LIMIT", 2)
    status, out, _ = call("hasse", *SQUARE, "--json")
    found = json.loads(out)
    assert status == 0
    assert "antichains" not in found
    assert found["antichains_omitted"] == "there are too many maximal antichains"
    assert "There are too many maximal antichains to list." in call("hasse", *SQUARE)[1]


@pytest.mark.parametrize(("ending", "start"), [("png", b"\x89PNG"), ("svg", b"<?xml"), ("pdf", b"%PDF")])
def test_picture(call, tmp_path, ending, start):
    pytest.importorskip("matplotlib")
    status, out, err = call("hasse", *SQUARE, "-o", f"order.{ending}")
    assert (status, err) == (0, "")
    assert out.endswith(f"Picture written to order.{ending}\n")
    assert (tmp_path / f"order.{ending}").read_bytes().startswith(start)
    assert [path.name for path in tmp_path.iterdir()] == [f"order.{ending}"]


def test_picture_of_odd_names(call, tmp_path):
    """Signs that matplotlib takes for formulas, long names, many equal PLDs: all are drawn as they are."""
    pytest.importorskip("matplotlib")
    words = ["rr(1) ", "0*total_leak() + rr(1)", *(f"rr({n}/{n})" for n in range(1, 8)), 'pmfs({"$x^$": 1}, {"$x^$": 1})']
    status, out, err = call("hasse", *words, "-o", "order.svg", "--json")
    assert (status, err) == (0, "")
    assert json.loads(out)["picture"] == "order.svg"
    assert (tmp_path / "order.svg").stat().st_size > 1000


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ((), "Missing argument 'PLD...' (see exactpld hasse --help)"),
        (("rr(1)", "rr(2"), "PLD 2: ')' is expected here"),
        (("rr(1)", "rr(-1)"), "PLD 2: "),
        (("rr(1)", "-o", "order.jpg"), "the format of a picture is told by its ending, one of .png, .svg, .pdf, and order.jpg has none"),
        (("rr(1)", "-o", "order"), "the format of a picture is told by its ending"),
        (("rr(1)", "-o", "nowhere/order.png"), "cannot write nowhere/order.png: there is no folder"),
        (("rr(1)", "-o", "-"), "a picture cannot be written to standard output"),
        (("rr(1)", "-o", ""), "-o needs the name of a file, and it is empty"),
    ],
)
def test_bad_input(call, tmp_path, words, sentence):
    status, out, err = call("hasse", *words)
    assert (status, out) == (2, "")
    assert re.fullmatch(r"exactpld: [^\n]+\n", err)
    assert sentence in err
    assert not list(tmp_path.iterdir())


def test_a_limit(call):
    status, out, err = call("hasse", "rr(1)", "100*subsample(rr(1), 1/10) + 100*rr(1/7) + 100*rr(1/11) + 100*rr(1/13)")
    assert (status, out) == (3, "")
    assert "too much work" in err
    assert "may help" in err


def test_without_matplotlib_it_says_what_to_install(call, monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    status, out, err = call("hasse", "rr(1)", "-o", "order.png")
    assert (status, out) == (2, "")
    assert "pip install 'exactpld[plot]'" in err


def test_examples_of_the_help(call):
    epilog = cli.commands["hasse"].epilog
    lines = re.findall(r"^ *exactpld (hasse .*)$", epilog, re.MULTILINE)
    assert len(lines) == 2
    for line in lines:
        assert call(*shlex.split(line))[0] == 0


# --- where the boxes stand


@st.composite
def orders(draw):
    """Levels of boxes with lines to higher levels."""
    sizes = draw(st.lists(st.integers(1, 4), min_size=1, max_size=5))
    levels, count = [], 0
    for size in sizes:
        levels.append(tuple(range(count, count + size)))
        count += size
    pairs = [(i, j) for a, low in enumerate(levels) for high in levels[a + 1 :] for i in low for j in high]
    lines = draw(st.lists(st.sampled_from(pairs), unique=True, max_size=10)) if pairs else []
    widths = {i: draw(st.floats(0.5, 3)) for i in range(count)}
    return levels, lines, widths


@given(orders())
def test_boxes_do_not_overlap_and_lines_go_up(order):
    levels, lines, widths = order
    placed = layout(levels, lines, widths, 0.25)
    for level in levels:
        row = sorted(level, key=placed.centres.__getitem__)
        for i, j in pairwise(row):
            assert placed.centres[j] - placed.centres[i] >= widths[i] / 2 + widths[j] / 2 + 0.25 - 1e-9
    assert set(placed.lines) == set(lines)
    for (i, j), points in placed.lines.items():
        heights = [k for _, k in points]
        at = {box: k for k, level in enumerate(levels) for box in level}
        assert heights == list(range(at[i], at[j] + 1))
        assert (points[0][0], points[-1][0]) == (placed.centres[i], placed.centres[j])
        for x, k in points[1:-1]:
            assert all(abs(x - placed.centres[box]) >= widths[box] / 2 + 0.25 - 1e-9 for box in levels[k])
