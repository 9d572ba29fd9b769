"""The verb `envelope`: its fields, its words, and what is refused of a specification."""

import json
from fractions import Fraction

import pytest

from certificates import check as checker
from certificates.cli import envelope as verb
from certificates.envelope_spec import parse_spec
from exact import number
from exact.envelopes import private_multiplicative_weights, release
from tests.conftest import ROOT

WEIGHTS = {
    "universe": '["a", "b"]',
    "queries": "[[-1, 1]]",
    "n": "2",
    "rounds": "2",
    "eta": '"5*log(2)"',
    "gamma": '"log(2)"',
    "eps": '"2*log(2)"',
}
TABLES = {"base": '[["1/5", "4/5"], ["4/5", "1/5"]]', "metric": "[[0, 1], [1, 0]]", "eps": '"2*log(2)"'}
GRAPH = {"base": "{ a = [1], b = [1], c = [1] }", "metric": '"graph"', "edges": '[["a", "b"], ["b", "c"]]', "eps": "1"}


def toml(keys, **changes):
    """The text of a specification with some keys changed, or left out where None."""
    return "".join(f"{name} = {value}\n" for name, value in (keys | changes).items() if value is not None)


@pytest.fixture
def fields(call, tmp_path):
    """A function that runs the verb on a text with --json and returns the object."""

    def run(text, *words):
        (tmp_path / "spec.toml").write_text(text, encoding="utf-8")
        status, out, err = call("envelope", "spec.toml", "--json", *words)
        assert (status, err) == (0, "")
        return json.loads(out)

    return run


def test_fields_of_an_exact_answer(fields):
    """The values of oracle 5-q1-n2-J2-rat; with histograms and with all databases."""
    for space, points in (("histograms", 3), ("hamming", 4)):
        found = fields(toml(WEIGHTS, space=f'"{space}"', title='"T"'), "--digits", "8")
        assert found["title"] == "T"
        assert (found["eps"], found["pure_dp"], found["tier"], found["why"]) == ("log(4)", True, "exact", "")
        assert (found["max_ratio"], found["max_ratio_lower"], found["max_ratio_upper"]) == ("9084/3935", "2.3085133", "2.3085134")
        assert found["max_ratio_decimal"] == number("9084/3935").decimal(30)
        assert found["envelope_ratio"] == "2"
        assert found["Z_max"] == "436032/226525"
        assert (found["base_error"], found["envelope_error"]) == ("7181/10250", "17179/19675")
        assert sum(p != q for p, q in zip(*found["pair"], strict=True)) == 1
        assert found["outcome"] in ([[0, 1], [0, 1]], [[0, -1], [0, -1]])
        assert (found["databases"], found["points"], found["outcomes"]) == (4, points, 4)
        assert ("3 histograms" in found["identified"]) is (space == "histograms")
        assert found["base_error_at"] == found["envelope_error_at"] == ["a", "a"]


def test_fields_of_an_enclosed_answer(fields):
    """Exact texts are null; bounds have as many digits as asked for, and hold the value."""
    found = fields(toml(WEIGHTS, gamma='"1/4"', universe="2", eta="1"), "--digits", "50")
    assert (found["tier"], found["max_ratio"], found["Z_max"], found["envelope_error"]) == ("enclosed", None, None, None)
    assert "irrational" in found["why"]
    inner = release(private_multiplicative_weights(2, [[-1, 1]], 2, 2, 1, "1/4"), "2*log(2)", digits=80).envelope.ratio.value
    lower, upper = Fraction(found["max_ratio_lower"]), Fraction(found["max_ratio_upper"])
    assert lower <= inner.lower <= inner.upper <= upper
    assert upper - lower <= Fraction(1, 10**48)
    assert abs(Fraction(found["max_ratio_decimal"]) - inner.lower) < Fraction(1, 10**28)
    assert found["pair"][0][0] in "01"


@pytest.mark.parametrize(
    ("changes", "pair"),
    [
        ({}, [["0", "1"]]),
        ({"points": '["x", "y"]', "outcomes": '["u", "v"]'}, [["x", "y"]]),
        ({"metric": '"graph"', "edges": '[["x", "y"]]'}, [["x", "y"]]),
        ({"metric": '"hamming"', "universe": '["x", "y"]', "n": "1"}, [[["x"], ["y"]]]),
        ({"metric": '"histograms"', "universe": "2", "n": "1"}, [[["0"], ["1"]]]),
    ],
)
def test_tables_on_every_kind_of_space(fields, changes, pair):
    found = fields(toml(TABLES, **changes))
    assert [found["pair"]] == pair
    assert (found["max_ratio"], found["base_ratio"], found["Z_max"]) == ("2", "4", "6/5")
    assert found["outcome"] == (["v"] if "outcomes" in changes else [1])
    assert found["base_error"] is found["envelope_error"] is None


def test_base_by_the_names_of_points(fields):
    text = toml(TABLES, base=None, points='["x", "y"]') + '[base]\ny = ["4/5", "1/5"]\nx = ["1/5", "4/5"]\n'
    assert fields(text)["base_ratio_pair"] == ["x", "y"]


def test_no_neighbours_and_infinite_ratio(fields):
    alone = fields(toml(TABLES, base="[[1]]", metric="[[0]]"))
    assert (alone["max_ratio"], alone["pair"], alone["outcome"], alone["pure_dp"], alone["Z_max"]) == (None, None, None, True, "1")
    split = fields(toml(TABLES, base='[["1/2", "1/2"], [1, 0]]'))
    assert (split["base_ratio"], split["base_ratio_decimal"], split["base_ratio_lower"]) == ("inf", "inf", "inf")


def test_words(call):
    status, out, err = call("envelope", str(ROOT / "examples" / "envelope.toml"))
    assert (status, err) == (0, "")
    assert "15 of 81 databases" in out
    assert "Values: exact numbers" in out
    assert "Verdict: purely private at eps = log(2), e^eps = 2" in out
    assert "at (a, a, a, a) against (a, a, a, c), outcome -q0 -q0 -q0" in out
    status, out, _ = call("envelope", str(ROOT / "examples" / "envelope_tables.toml"), "--digits", "5")
    assert "of the base laws   inf" in out
    status, out, _ = call("envelope", "--help")
    assert status == 0
    assert "A specification with tables as base" in out


def test_words_of_an_enclosed_answer_and_of_one_point(call, tmp_path):
    (tmp_path / "spec.toml").write_text(toml(WEIGHTS, gamma='"1/4"', n="1", universe="2"), encoding="utf-8")
    _, out, _ = call("envelope", "spec.toml", "--digits", "6")
    assert "Values: proved bounds, since the synthetic answer to query 0" in out
    assert "worst ratio          between " in out
    (tmp_path / "spec.toml").write_text(toml(TABLES, base="[[1]]", metric="[[0]]"), encoding="utf-8")
    assert "no two points are neighbours" in call("envelope", "spec.toml")[1]


def test_an_answer_that_is_not_private_is_said(call, monkeypatch):
    """It cannot happen to an envelope; the words are there for it all the same."""
    made = verb.worked_out

    def broken(spec, digits):
        found, errors = made(spec, digits)
        object.__setattr__(found, "is_pure_dp", False)
        return found, errors

    monkeypatch.setattr(verb, "worked_out", broken)
    status, out, _ = call("envelope", str(ROOT / "examples" / "envelope_tables.toml"))
    assert status == 0
    assert "Verdict: NOT purely private" in out


BAD = [
    (WEIGHTS, {"eps": None}, 2, "the key 'eps' is missing"),
    (WEIGHTS, {"epsilon": "1"}, 2, "unknown key 'epsilon'"),
    (TABLES, {"quries": "1"}, 2, "unknown key 'quries'"),
    (TABLES, {"metric": None}, 2, "the key 'metric' is missing"),
    (WEIGHTS, {"universe": "0"}, 2, "at least 1 element"),
    (WEIGHTS, {"universe": "65"}, 3, "limit of 64"),
    (WEIGHTS, {"universe": "true"}, 2, "list of names"),
    (WEIGHTS, {"universe": '["a", "a"]'}, 2, "different ones"),
    (WEIGHTS, {"universe": '["a", 1]'}, 2, "list of names"),
    (WEIGHTS, {"universe": json.dumps(["a", "b" * 101])}, 3, "more than 100 characters"),
    (WEIGHTS, {"universe": json.dumps([str(i) for i in range(65)])}, 3, "65 names"),
    (WEIGHTS, {"queries": '"1"'}, 2, "list of lists"),
    (WEIGHTS, {"queries": "[]"}, 2, "queries is empty"),
    (WEIGHTS, {"queries": "[[-1, 0.5]]"}, 2, "queries[0][1] must be an integer or a text"),
    (WEIGHTS, {"queries": "[[-1, 2]]"}, 2, "[-1, 1]"),
    (WEIGHTS, {"queries": '[[-1, "log(2)"]]'}, 2, "queries[0][1]"),
    (WEIGHTS, {"queries": json.dumps([[0, 1]] * 17)}, 3, "more than 16 rows"),
    (WEIGHTS, {"n": '"2"'}, 2, "n must be an integer"),
    (WEIGHTS, {"n": "1000000"}, 3, "limit"),
    (WEIGHTS, {"n": "0"}, 2, "n must be at least 1"),
    (WEIGHTS, {"rounds": "13"}, 3, "limit of 12"),
    (WEIGHTS, {"queries": json.dumps([[0, 1]] * 8), "rounds": "4"}, 3, "65536 transcripts"),
    (WEIGHTS, {"universe": "12", "queries": json.dumps([[0] * 12]), "n": "12", "rounds": "1"}, 3, "points"),
    (WEIGHTS, {"eta": "0.5"}, 2, "eta must be an integer or a text"),
    (WEIGHTS, {"eta": '"exp("'}, 2, "eta: "),
    (WEIGHTS, {"gamma": '"log(3)"'}, 2, "gamma must be at most 1"),
    (WEIGHTS, {"eps": "0"}, 2, "eps must be finite and positive"),
    (WEIGHTS, {"eps": '"inf"'}, 2, "eps must be finite and positive"),
    (WEIGHTS, {"eps": '"table(((1, 1),))"'}, 2, "eps"),
    (WEIGHTS, {"space": '"cube"'}, 2, "space is one of"),
    (WEIGHTS, {"space": "[1]"}, 2, "space is one of"),
    (WEIGHTS, {"title": "1"}, 2, "title"),
    (TABLES, {"metric": "[[0, 1], [2, 0]]"}, 2, "not symmetric"),
    (TABLES, {"metric": '"line"'}, 2, "metric must be"),
    (TABLES, {"metric": "[[0, 1.5], [1.5, 0]]"}, 2, "metric[0][1]"),
    (TABLES, {"metric": '"graph"'}, 2, "needs edges"),
    (TABLES, {"metric": '"graph"', "edges": '[["a", "b", "c"]]'}, 2, "needs edges"),
    (TABLES, {"metric": '"graph"', "edges": '[["a", "b"], ["c", "d"]]'}, 2, "no path"),
    (TABLES, {"metric": '"graph"', "edges": json.dumps([["a", "b"]] * 10001)}, 3, "10001 edges"),
    (TABLES, {"metric": '"graph"', "edges": json.dumps([["a", "b" * 101]])}, 3, "more than 100 characters"),
    (TABLES, {"metric": '"hamming"'}, 2, "the key 'universe' is missing"),
    (TABLES, {"edges": "[]"}, 2, "'edges' does not belong"),
    (TABLES, {"points": '["a"]'}, 2, "different names"),
    (TABLES, {"base": '[["1/2", "1/2"]]'}, 2, "base has 1 rows for 2 points"),
    (TABLES, {"base": '[["1/2", "1/3"], [1, 0]]'}, 2, "add up to 5/6"),
    (TABLES, {"base": '[["3/2", "-1/2"], [1, 0]]'}, 2, "negative"),
    (TABLES, {"base": "[[], []]"}, 2, "no outcome"),
    (TABLES, {"base": json.dumps([[1]] * 3)}, 2, "base has 3 rows for 2 points"),
    (TABLES, {"outcomes": '["u"]'}, 2, "1 names of outcomes for 2 columns"),
    (TABLES, {"base": '[["1/2", "1/2"], [1]]'}, 2, "1 masses at the point 1, and 2 at another one"),
    (TABLES, {"base": '{ "0" = [1], "2" = [1] }'}, 2, "base: '2' is no point; the points are 0, 1"),
    (TABLES, {"base": '{ "0" = [1] }'}, 2, "base: '1' has no row; the points are 0, 1"),
    (GRAPH, {"edges": '[["a", "b"], ["bb", "c"]]'}, 2, "base: 'bb' has no row; the points are a, b, bb, c"),
    (GRAPH, {"edges": '[["a", "b"]]'}, 2, "base: 'c' is no point; the points are a, b"),
    (TABLES, {"rounds": "1"}, 2, "the keys 'base' and 'rounds' exclude each other"),
    ({}, {}, 2, "is empty; needed are universe, queries, n, rounds, eta, gamma, eps, or base, metric, eps"),
]


@pytest.mark.parametrize(("keys", "changes", "status", "words"), BAD, ids=[words for *_, words in BAD])
def test_bad_specifications(call, tmp_path, keys, changes, status, words):  # noqa: PLR0917
    """One sentence that names the file, and the right status."""
    (tmp_path / "spec.toml").write_text(toml(keys, **changes), encoding="utf-8")
    found, out, err = call("envelope", "spec.toml")
    assert (found, out) == (status, "")
    assert err.startswith("exactpld: spec.toml: ")
    assert words in err
    assert err.count("\n") == 1


def test_other_bad_words(call, tmp_path):
    assert call("envelope", "none.toml")[0] == 2
    (tmp_path / "spec.toml").write_text(toml(TABLES), encoding="utf-8")
    assert call("envelope", "spec.toml", "--digits", "0")[0] == 2
    assert call("envelope", "spec.toml", "--digits", "2000")[0] == 3
    (tmp_path / "spec.toml").write_bytes(b"\xff")
    assert call("envelope", "spec.toml")[0] == 2


def test_a_specification_is_data():
    spec = parse_spec(toml(WEIGHTS).encode())
    assert spec.universe == ("a", "b")
    assert spec.base is None
    assert spec.instance.space is spec.space


@pytest.mark.parametrize("text", [toml(WEIGHTS), toml(WEIGHTS, gamma='"1/2"', eta="1"), toml(TABLES)], ids=["exact", "enclosed", "tables"])
def test_a_certificate(call, text, tmp_path):
    """-o certifies e^eps, with --tight the worst ratio rounded up; the file that the answer is made from is not replaced."""
    (tmp_path / "spec.toml").write_text(text, encoding="utf-8")
    status, out, _ = call("envelope", "spec.toml", "-o", "c.json")
    assert status == 0
    assert out.endswith("Certificate (pure-dp) written to c.json\n  that ratios of neighbours are at most e^eps\n")
    whole = checker.verify((tmp_path / "c.json").read_bytes())
    assert whole.claim["ratio_upper"] == "4"
    status, out, _ = call("envelope", "spec.toml", "-o", "c.json", "--tight", "--digits", "9", "--json")
    found = json.loads(out)
    assert (status, found["kind"], found["certificate"]) == (0, "pure-dp", "c.json")
    tight = Fraction(checker.verify((tmp_path / "c.json").read_bytes()).claim["ratio_upper"])
    assert tight == Fraction(found["ratio_upper"])
    assert tight - Fraction(found["max_ratio_upper"]) == (Fraction(1, 10**8) if found["max_ratio"] == found["max_ratio_decimal"] else 0)
    status, out, _ = call("envelope", "spec.toml", "-o", "c.json", "--tight", "--digits", "9")
    assert out.endswith(f"  that ratios of neighbours are at most {found['ratio_upper']}, the worst ratio rounded up\n")
    assert call("envelope", "spec.toml", "-o", "spec.toml")[0] == 2
    status, _, err = call("envelope", "spec.toml", "--tight")
    assert status == 2
    assert "there is no -o" in err


def test_tight_bounds(call, tmp_path):
    """A ratio that is a decimal itself is certified one unit above; no bound is above e^eps."""
    (tmp_path / "spec.toml").write_text(toml(TABLES, base='[["1/3", "2/3"], ["2/3", "1/3"]]'), encoding="utf-8")
    for digits, bound in (("1", "3"), ("3", "2.01"), ("30", "2." + 28 * "0" + "1")):
        found = json.loads(call("envelope", "spec.toml", "-o", "c.json", "--tight", "--digits", digits, "--json")[1])
        assert (found["max_ratio"], found["ratio_upper"]) == ("2", bound)
        assert checker.verify((tmp_path / "c.json").read_bytes()).claim["ratio_upper"] == str(Fraction(bound))
    (tmp_path / "spec.toml").write_text(toml(TABLES, base='[["1/5", "4/5"], ["2/5", "3/5"]]', eps='"log(3/2)"'), encoding="utf-8")
    found = json.loads(call("envelope", "spec.toml", "-o", "c.json", "--tight", "--digits", "1", "--json")[1])
    assert (found["ratio_upper"], found["max_ratio_upper"]) == ("3/2", "2")


def test_words_where_nothing_is_compared(call, tmp_path):
    (tmp_path / "spec.toml").write_text(toml(TABLES, metric="[[0, 2], [2, 0]]"), encoding="utf-8")
    status, out, _ = call("envelope", "spec.toml")
    assert status == 0
    assert "Verdict: nothing to compare at eps = log(4)" in out
    assert "no two points are neighbours" in out
