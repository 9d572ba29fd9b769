"""The command line: fields and decimals of the contract, exit statuses, bad input, and files that are whole or not there."""

import json
import re
import signal
import subprocess
import sys
from fractions import Fraction
from itertools import pairwise

import click
import pytest

from certificates import check as checker
from certificates.cli import cli, main
from certificates.cli.arguments import spread
from exact import loss, number, pld
from tests.conftest import ROOT, command_line_environment

DECIMAL = re.compile(r"-?[0-9]+(\.[0-9]+)?(e[+-]?[0-9]+)?|-?inf", re.ASCII)
VERBS = ("delta", "epsilon", "show", "compare", "filter", "check", "demo")
MINIMAL = ROOT / "examples" / "minimal.toml"
FREE = ROOT / "examples" / "free.toml"


@pytest.fixture
def call(capsys, tmp_path, monkeypatch):
    """A function that runs one command line in an empty folder and returns its status, output and error output."""
    monkeypatch.chdir(tmp_path)

    def run(*words):
        status = main(words)
        said = capsys.readouterr()
        return status, said.out, said.err

    return run


@pytest.fixture
def objects(call):
    """A function that runs a command line that must succeed, with `--json`, and returns the objects printed."""

    def run(*words):
        status, out, err = call(*words, "--json")
        assert (status, err) == (0, "")
        found = [json.loads(line) for line in out.splitlines()]
        for one in found:
            check_decimals(one)
        return found

    return run


def check_decimals(value):
    """Every F_decimal, lower and upper is a decimal; beside F_decimal stands F or F_omitted, and they agree."""
    if isinstance(value, dict):
        for key, item in value.items():
            if key in ("lower", "upper") or key.endswith("_decimal"):
                assert DECIMAL.fullmatch(item), (key, item)
            if key.endswith("_decimal"):
                name = key.removesuffix("_decimal")
                assert (name in value) != (f"{name}_omitted" in value)
                if name in value and "inf" not in item:
                    read = loss if name == "eps" else number
                    assert read(value[name]).decimal(30) == item
            check_decimals(item)
    elif isinstance(value, list):
        for item in value:
            check_decimals(item)


def verified(path):
    """The claim that the checker verifies in a file."""
    return checker.verify(path.read_bytes())


def one_sentence(err):
    """The one line that an error writes, printable, without a traceback."""
    assert re.fullmatch(r"exactpld: [^\n]+\n", err), err
    assert err.rstrip("\n").isprintable()
    assert "Traceback" not in err
    return err


# --- verbs about one PLD


@pytest.mark.parametrize(
    "words",
    [
        ("delta", "rr(1)", "--eps", "1/2", "-1", "log(2)"),
        ("delta", "rr(1)", "--eps", "1/2", "--eps=-1", "--eps", "log(2)"),
        ("delta", "--eps", "1/2", "-1", "log(2)", "rr(1)"),
        ("delta", "--eps", "1/2", "-1", "--digits", "30", "rr(1)", "--eps", "log(2)"),
    ],
)
def test_delta_of_several_epsilons(objects, words):
    """One object per line, in the order asked, in every way of giving several values."""
    found = objects(*words)
    assert [one["eps"] for one in found] == ["1/2", "-1", "log(2)"]
    for one in found:
        exact = pld("rr(1)").delta(one["eps"])
        assert number(one["exact"]) == exact == number(one["reverse"]["exact"])
        assert number(one["lower"]) <= exact <= number(one["upper"])
        assert number(one["x"]) == loss(one["eps"]).exp()


def test_delta_carries_the_other_direction(objects):
    """For a PLD that is not symmetric the two directions differ, and each is right."""
    text = "table(((1/2, 1/4), (1/2, 3/4)))"
    (one,) = objects("delta", text, "--x", "1.2")
    assert one["exact"] == "1/5"
    assert one["reverse"]["exact"] == str(pld(text).dual().hockey_stick("1.2")) == "3/20"


@pytest.mark.parametrize(("option", "value", "exact"), [("--x", "inf", "1/4"), ("--x", "0", "1"), ("--eps", "inf", "1/4"), ("--eps", "-inf", "1")])
def test_delta_at_the_ends(objects, option, value, exact):
    """At eps = inf delta is the infinite mass, at -inf it is 1."""
    (one,) = objects("delta", "approx(1, 1/4)", option, value)
    assert one["exact"] == exact
    assert one["x"] == {"inf": "inf"}.get(value, "0")


@pytest.mark.parametrize("digits", [1, 5, 60])
def test_digits_of_bounds(objects, digits):
    """The bounds have as many digits as asked for: upper - lower <= 10^(1-N) |value|, and are equal for a short decimal."""
    (one,) = objects("delta", "rr(1)", "--eps", "1/2", "--digits", str(digits))
    lower, upper = Fraction(one["lower"]), Fraction(one["upper"])
    exact = number(one["exact"])
    assert number(lower) < exact < number(upper)
    assert number(upper - lower) <= exact * Fraction(1, 10 ** (digits - 1))
    (one,) = objects("delta", "approx(0, 1/4)", "--eps", "1", "--digits", "2")
    assert one["lower"] == one["upper"] == "0.25"


def test_long_texts_are_omitted(objects):
    """An exact text of more than 20,000 characters gives way to a reason, unless --full."""
    words = ("delta", "60*rr(1/7) + 60*rr(1/3)", "--eps", "1")
    (one,) = objects(*words)
    assert "exact" not in one
    assert "--full" in one["exact_omitted"]
    (full,) = objects(*words, "--full")
    assert len(full["exact"]) > 20_000
    assert full["exact_decimal"] == one["exact_decimal"]


@pytest.mark.parametrize(
    ("delta", "exp_exact", "lower", "upper"),
    [
        ("0", "inf", "inf", "inf"),
        ("1/4", "exp(1)", "1", "1"),
        ("1/3", "(8*exp(1) - 1)/9", "0.83514", "0.83515"),
        ("1", "0", "-inf", "-inf"),
    ],
)
def test_epsilon(objects, delta, exp_exact, lower, upper):
    """Below the infinite mass, at it, on a linear piece, and at delta = 1."""
    (one,) = objects("epsilon", "approx(1, 1/4)", "--delta", delta, "--digits", "5")
    assert (one["exp_exact"], one["lower"], one["upper"]) == (exp_exact, lower, upper)
    assert one["reverse"] == {key: one[key] for key in ("exp_exact", "exp_exact_decimal", "lower", "upper")}


def test_epsilon_of_several_deltas(objects):
    """One object per line; epsilon is never clipped at 0."""
    found = objects("epsilon", "rr(1)", "--delta", "0", "1/2", "9/10")
    assert [one["delta"] for one in found] == ["0", "1/2", "9/10"]
    assert found[2]["upper"].startswith("-")


def test_show(objects):
    """Atoms by decreasing ratio with +inf first and -inf last, knots increasing; all texts read back."""
    (one,) = objects("show", "rr(1) | approx(0, 1/4)")
    a = pld("rr(1) | approx(0, 1/4)")
    assert [(number(p), number(q)) for p, q in one["atoms"]] == list(a.atoms)
    assert [number(x) for x in one["knots"]] == list(a.knots) == sorted(a.knots)
    assert (one["p_infinite"], one["q_infinite"], one["symmetric"]) == ("1/4", "1/4", True)
    assert one["atoms"][0] == ["1/4", "0"]
    assert one["atoms"][-1] == ["0", "1/4"]


def test_text_for_people(call):
    """Text names both directions, and is plain where there is no terminal."""
    status, out, err = call("delta", "rr(1)", "--eps", "1/2")
    assert (status, err) == (0, "")
    assert "P over Q: delta = (exp(1) - exp(1/2))/(exp(1) + 1)" in out
    assert "Q over P" in out
    status, out, _ = call("show", "rr(1) | approx(0, 1/4)")
    assert status == 0
    assert out.splitlines()[1].split() == ["ratio", "p/q", "loss", "(nats)", "p", "q"]
    assert "\x1b" not in out


def test_long_tables_are_cut(call):
    """A table of many atoms says what it leaves out."""
    _, out, _ = call("show", "150*rr(1)")
    assert "51 more finite atoms" in out
    _, out, _ = call("show", "150*rr(1)", "--full")
    assert len(out.splitlines()) == 2 + 151


# --- order

COMPARISONS = [
    ("rr(1)", "rr(2)", "below", "dominated"),
    ("rr(2)", "rr(1)", "above", "dominated"),
    ("approx(log(2), 1/4)", "rr(log(2)) + approx(0, 1/4)", "equal", "equal"),
    ("rr(1)", "approx(0, 1/4)", "incomparable", "incomparable"),
]


@pytest.mark.parametrize("case", COMPARISONS)
def test_compare(objects, tmp_path, case):
    """Verdict, witnesses with the values of both curves, and the certificate that fits."""
    a, b, verdict, kind = case
    (one,) = objects("compare", a, b, "-o", "c.json")
    assert one["verdict"] == verdict
    assert len(one["witnesses"]) == {"equal": 0, "incomparable": 2}.get(verdict, 1)
    for w in one["witnesses"]:
        assert number(w["a"]) == pld(a).hockey_stick(w["x"])
        assert number(w["b"]) == pld(b).hockey_stick(w["x"])
    signs = [number(w["a"]) > number(w["b"]) for w in one["witnesses"]]
    assert signs == {"below": [False], "above": [True], "equal": [], "incomparable": [True, False]}[verdict]
    assert verified(tmp_path / "c.json").kind == kind == one["kind"]


def test_compare_above_says_that_it_swaps(call, tmp_path):
    """For "above" the certificate states B <= A, and the text says so."""
    _, out, _ = call("compare", "rr(log(3))", "rr(log(2))", "-o", "c.json")
    assert "It says B <= A" in out
    assert verified(tmp_path / "c.json").claim["A"]["den"] == "3"


@pytest.mark.parametrize("case", COMPARISONS)
@pytest.mark.parametrize("kind", ["dominated", "not-dominated", "equal", "incomparable"])
def test_compare_with_a_kind(call, tmp_path, case, kind):
    """The kind asked for is written when it is true; else the status is 1 and nothing is written."""
    a, b, verdict, _ = case
    true = verdict in {
        "dominated": ("below", "equal"),
        "not-dominated": ("above", "incomparable"),
        "equal": ("equal",),
        "incomparable": ("incomparable",),
    }[kind]
    status, out, err = call("compare", a, b, "--kind", kind, "-o", "c.json")
    assert verdict in out
    if true:
        assert (status, err) == (0, "")
        assert verified(tmp_path / "c.json").kind == kind
    else:
        assert status == 1
        assert "is false" in one_sentence(err)
        assert not list(tmp_path.iterdir())


# --- filters


def test_filter_violated(objects, tmp_path):
    """Oracle 1a-1: the exact values, the strategy with all atoms in decreasing ratio, a certificate that verifies."""
    (one,) = objects("filter", str(MINIMAL), "-o", "f.json")
    assert [one[key] for key in ("verdict", "x", "cost", "budget", "gap")] == ["violated", "2", "11/36", "1/4", "1/18"]
    root = one["strategy"]
    assert root["query"] == "rr(log(2))"
    assert [child["ratio"] for child in root["children"]] == ["2", "1/2"]
    leak = root["children"][1]["then"]
    assert leak == {"query": "approx(0, 1/4)", "children": [{"ratio": r, "then": None} for r in ("inf", "1", "0")]}
    assert verified(tmp_path / "f.json").kind == "natural-filter-violated"


def test_filter_with_three_rounds(objects):
    """Oracle 1b-approx-2-3-2, and ratios that decrease at every node."""
    (one,) = objects("filter", str(ROOT / "examples" / "pure-dp-three-rounds.toml"))
    assert [one[key] for key in ("x", "cost", "budget", "gap")] == ["3/2", "89/216", "3/8", "1/27"]

    def walk(node):
        if node is not None:
            finite = [number(child["ratio"]) for child in node["children"]]
            assert all(a > b for a, b in pairwise(finite))
            for child in node["children"]:
                walk(child["then"])

    walk(one["strategy"])


def test_filter_in_words(call):
    """A readable tree with the verdict and the gap."""
    status, out, err = call("filter", str(MINIMAL))
    assert (status, err) == (0, "")
    for words in ("Verdict: violated", "1/18", "play rr(log(2))", "on ratio 1/2: play approx(0, 1/4), then stop"):
        assert words in out


def test_filter_free(call, tmp_path):
    """A free verdict is an answer (status 0); that no certificate was written is said, on standard error with --json."""
    status, out, _ = call("filter", str(FREE), "-o", "f.json")
    assert status == 0
    assert "Verdict: free" in out
    assert "No certificate was written" in out
    status, out, err = call("filter", str(FREE), "-o", "f.json", "--json")
    found = json.loads(out)
    assert (status, found["verdict"], found["strategy"]) == (0, "free", None)
    assert "No certificate was written" in err
    assert not list(tmp_path.iterdir())


# --- certificates


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        ("delta", ("delta", "2*rr(1) + approx(0, 1/8)", "--eps", "1/2")),
        ("delta", ("delta", "approx(1, 1/4)", "--x", "inf")),
        *(("epsilon", ("epsilon", "approx(1, 1/4)", "--delta", d)) for d in ("0", "1/4", "1/3", "1")),
    ],
)
def test_certificates_of_points(objects, tmp_path, kind, words):
    """What -o writes for delta and epsilon verifies, and its name and kind are in the output."""
    (one,) = objects(*words, "-o", "c.json")
    assert (one["certificate"], one["kind"]) == ("c.json", kind)
    assert verified(tmp_path / "c.json").kind == kind


def test_check(call, exactpld, tmp_path):
    """The verdict is that of the stand-alone checker; of several files the status is the largest."""
    call("compare", "rr(1)", "rr(2)", "-o", "good.json")
    good = (tmp_path / "good.json").read_text()
    damaged = json.loads(good) | {"digest": "sha256:" + "0" * 64}
    (tmp_path / "rejected.json").write_text(json.dumps(damaged))
    (tmp_path / "foreign.json").write_text('{"hello": "world"}')
    for names, status in ((["good"], 0), (["good", "rejected"], 1), (["rejected", "foreign"], 2), (["nowhere"], 2)):
        done = exactpld("check", "--json", *(f"{name}.json" for name in names), cwd=tmp_path)
        assert done.returncode == status, done.stdout
        found = [json.loads(line) for line in done.stdout.splitlines()]
        assert [one["file"] for one in found] == [f"{name}.json" for name in names]
        assert "Traceback" not in done.stderr
    done = exactpld("check", "--json", "rejected.json", cwd=tmp_path)
    assert json.loads(done.stdout)["rule"] == "R09-digest"
    done = exactpld("check", "--steps", "1", "good.json", cwd=tmp_path)
    assert done.returncode == 3


def test_check_and_help_are_light(call, tmp_path):
    """`check` and `--help` load neither the engine nor numpy nor the package `exact`."""
    call("compare", "rr(1)", "rr(2)", "-o", "good.json")
    probe = (
        "import sys\nfrom certificates.cli import main\n"
        "status = max(main(['check', 'good.json']), main(['--help']), main(['delta', '--help']))\n"
        "print(status, sorted({'flint', 'numpy', 'exact', 'rich', 'mpmath', 'sympy'} & set(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", probe], cwd=tmp_path, env=command_line_environment(), capture_output=True, check=True, encoding="utf-8"
    )
    assert done.stdout.splitlines()[-1] == "0 []"


def test_demo(call, tmp_path):
    """Problem, certificate and picture; the checker's verdict stands in the output."""
    pytest.importorskip("matplotlib")
    status, out, err = call("demo", "--dir", "new/folder")
    assert (status, err) == (0, "")
    folder = tmp_path / "new" / "folder"
    assert sorted(file.name for file in folder.iterdir()) == ["certificate.json", "picture.png", "problem.toml"]
    assert "certificate.json: verified" in out
    assert verified(folder / "certificate.json").kind == "natural-filter-violated"
    assert (folder / "picture.png").read_bytes().startswith(b"\x89PNG")
    assert call("filter", str(folder / "problem.toml"))[0] == 0


def test_demo_without_matplotlib(call, tmp_path, monkeypatch):
    """Without the extra there is no picture; the demo says how to get it, and succeeds."""
    monkeypatch.setitem(sys.modules, "certificates.export.picture", None)
    status, out, err = call("demo")
    assert (status, err) == (0, "")
    assert "exactpld[plot]" in out
    assert sorted(file.name for file in (tmp_path / "exactpld-demo").iterdir()) == ["certificate.json", "problem.toml"]


def test_demo_fails_when_the_checker_does(call, monkeypatch):
    """Status 0 only if the stand-alone checker verified."""
    monkeypatch.setattr("certificates.cli.demo.checked", lambda _: (1, "certificate.json: rejected"))
    status, out, err = call("demo")
    assert status == 1
    assert "rejected" in out
    assert "did not verify" in one_sentence(err)


# --- bad input

TOO_LARGE = 3
BAD = [
    (("delta", "table(((1/2, 1/2), (1/4, 1/2)))", "--eps", "1"), 2, "add up to 3/4"),
    (("delta", "table(((-1/2, 1/2), (3/2, 1/2)))", "--eps", "1"), 2, "negative"),
    (("delta", "rr(-1)", "--eps", "1"), 2, "eps >= 0"),
    (("delta", "nosuch(1)", "--eps", "1"), 2, "unknown name 'nosuch'"),
    (("delta", "rr(1", "--eps", "1"), 2, "expected"),
    (("delta", "1", "--eps", "1"), 2, "no PLD"),
    (("delta", "", "--eps", "1"), 2, "empty"),
    (("delta", "A*3", "--eps", "1"), 2, "unknown name 'A'"),
    (("delta", "rr(1)*3", "--eps", "1"), 2, "number first"),
    (("delta", "rr(0x10)", "--eps", "1"), 2, "digits"),
    (("delta", "9**9**9*rr(1)", "--eps", "1"), TOO_LARGE, "too large"),
    (("delta", "(" * 3000, "--eps", "1"), TOO_LARGE, "nested"),
    (("delta", "100000*rr(1)", "--eps", "1"), TOO_LARGE, "limit"),
    (("delta", "rr(1)", "--eps", "1e999999"), TOO_LARGE, "exponent"),
    (("delta", "rr(1)", "--eps", "exp(1)"), 2, "not a loss"),
    (("delta", "rr(1)", "--eps", "(1, 2)"), 2, "no loss"),
    (("delta", "rr(1)", "--eps", "1/0"), 2, "division by zero"),
    (("delta", "rr(1)", "--eps", "float:1e999"), 2, "range"),
    (("delta", "rr(1)", "--x", "log(2)"), 2, "number is wanted"),
    (("delta", "rr(1)", "--x", "-1"), 2, "x >= 0"),
    (("delta", "rr(1)", "--x", "1", "--digits", "0"), 2, "digits"),
    (("delta", "rr(1)", "--x", "1", "--digits", "many"), 2, "--digits"),
    (("delta", "rr(1)", "--x", "1", "--eps", "1"), 2, "either"),
    (("delta", "rr(1)"), 2, "either"),
    (("delta", "rr(1)", "--eps"), 2, "needs a value"),
    (("delta", "rr(1)", "--eps", "1", "rr(2)"), 2, "--eps: unknown name 'rr'"),
    (("delta", "rr(1)", "--eps", "1", "2", "-o", "c.json"), 2, "one claim"),
    (("delta", "rr(1)", "--x", "0", "-o", "c.json"), 2, "positive"),
    (("delta", "rr(1)", "--x", "1", "-o", "no/such/folder/c.json"), 2, "no folder"),
    (("delta", "rr(1)", "--x", "1", "-o", "."), 2, "directory"),
    (("delta", "rr(1)", "--x", "1", "-o", "/dev/null"), 2, "no ordinary file"),
    (("epsilon", "rr(1)", "--delta", "2"), 2, "[0, 1]"),
    (("epsilon", "rr(1)", "--delta", "-1/2"), 2, "[0, 1]"),
    (("epsilon", "rr(1)"), 2, "--delta"),
    (("compare", "rr(1)"), 2, "Missing"),
    (("compare", "rr(1)", "rr(2)", "--kind", "chain"), 2, "--kind"),
    (("filter", "nowhere.toml"), 2, "nowhere.toml"),
    (("filter", "."), 2, "directory"),
    (("check",), 2, "Missing"),
    (("nosuch",), 2, "nosuch"),
    (("delta", "rr(1)", "--nosuch"), 2, "--nosuch"),
    (("delta", "rr(1)\x1b[31m", "--eps", "1"), 2, "x1b"),
    (("\x1b[31m",), 2, "x1b"),
    (("filter", "\x1b[31m.toml"), 2, "x1b"),
]


@pytest.mark.parametrize(("words", "status", "sentence"), BAD, ids=[f"{i}-{words[0][:8]!a}" for i, (words, _, _) in enumerate(BAD)])
def test_bad_input(call, tmp_path, words, status, sentence):
    """One clear sentence, the documented status, no traceback, no raw escape, no file."""
    found, out, err = call(*words)
    assert found == status
    assert sentence in one_sentence(err)
    assert out == ""
    assert not list(tmp_path.iterdir())


GOOD = {"queries": '["rr(1)"]', "budget": '"rr(1)"', "rounds": "2"}
BAD_FILES = [
    ({"querys": "1"}, 2, "unknown key 'querys'; known are queries, budget, rounds, title; did you mean 'queries'?"),
    ({'"\\u001b[31m"': "1"}, 2, "unknown key"),
    ({"budget": None}, 2, "'budget' is missing"),
    ({"rounds": "true"}, 2, "integer"),
    ({"rounds": "2.0"}, 2, "a float"),
    ({"rounds": "0"}, 2, "from 1"),
    ({"rounds": "17"}, TOO_LARGE, "limit"),
    ({"rounds": "1" * 5000}, TOO_LARGE, "digits"),
    ({"queries": '"rr(1)"'}, 2, "list"),
    ({"queries": "[]"}, 2, "empty"),
    ({"queries": '["rr(1)", 0.5]'}, 2, "queries[1]"),
    ({"queries": '["rr(1)", "rr(-1)"]'}, 2, "queries[1]: rr"),
    ({"queries": '["rr(1)",' * 1 + '"rr(2)",' * 70 + "]"}, TOO_LARGE, "71 queries"),
    ({"queries": '["rr(1)"'}, 2, "not a problem file"),
    ({"queries": "[" * 100_000}, TOO_LARGE, "nested"),
    ({"budget": "0.5"}, 2, "budget"),
    ({"budget": '"rr(x)"'}, 2, "budget: unknown name"),
    ({"title": "3"}, 2, "title"),
    ({".".join(["a"] * 100_000): "1"}, TOO_LARGE, "parts"),
    ({"title": '"' + "a" * 2_000_000 + '"'}, TOO_LARGE, "bytes"),
    ({"title": '"\udcff"'}, 2, "UTF-8"),
]


@pytest.mark.parametrize(("changes", "status", "sentence"), BAD_FILES, ids=range(len(BAD_FILES)))
def test_bad_problem_file(call, tmp_path, changes, status, sentence):
    """The sentence names the file and the key; bombs end before any work."""
    lines = [f"{key} = {value}" for key, value in (GOOD | changes).items() if value is not None]
    (tmp_path / "p.toml").write_bytes("\n".join(lines).encode("utf-8", "surrogateescape"))
    found, out, err = call("filter", "p.toml", "-o", "c.json")
    assert found == status
    assert one_sentence(err).startswith("exactpld: p.toml: ")
    assert sentence in err
    assert out == ""
    assert [file.name for file in tmp_path.iterdir()] == ["p.toml"]


def test_a_certificate_does_not_replace_its_problem(call, tmp_path):
    """-o with the name of the problem file is refused."""
    text = MINIMAL.read_text()
    (tmp_path / "p.toml").write_text(text)
    status, _, err = call("filter", "p.toml", "-o", "./p.toml")
    assert status == 2
    assert "replace" in one_sentence(err)
    assert (tmp_path / "p.toml").read_text() == text


def test_titles_cannot_move_the_cursor(call, tmp_path):
    """A terminal escape in a problem file is spelled out."""
    (tmp_path / "p.toml").write_text('title = "\\u001b[31mred\\u202e"\n' + "\n".join(f"{k} = {v}" for k, v in GOOD.items()))
    status, out, _ = call("filter", "p.toml")
    assert status == 0
    assert out.startswith("\\x1b[31mred\\u202e\n")


# --- nothing half-written, whatever happens


@pytest.mark.parametrize(
    "case",
    [
        (KeyboardInterrupt(), 130, "interrupted"),
        (MemoryError(), 3, "memory"),
        (RecursionError(), 3, "stack"),
        (OSError(28, "No space left on device", "c.json"), 2, "No space left"),
        (ZeroDivisionError("surprise"), 3, "a fault of exactpld"),
    ],
)
@pytest.mark.parametrize("place", ["certificates.cli.filter.natural_filter", "certificates.crosscheck.crosscheck", "os.replace"])
def test_no_half_written_file(call, tmp_path, monkeypatch, place, case):
    """Ctrl-C, an exhausted machine or a fault, in the search, the cross-check or the renaming: an older file stays as it was."""
    problem, status, sentence = case

    def fail(*_args, **_keywords):
        raise problem

    (tmp_path / "c.json").write_text("older")
    with monkeypatch.context() as patch:
        patch.setattr(place, fail)
        found, out, err = call("filter", str(MINIMAL), "-o", "c.json")
    assert found == status
    assert sentence in one_sentence(err)
    assert out == ""
    assert [file.name for file in tmp_path.iterdir()] == ["c.json"]
    assert (tmp_path / "c.json").read_text() == "older"


def test_a_contradiction_stops(call, tmp_path, monkeypatch):
    """What the independent evaluation contradicts is never written, and the status does not look like a verdict."""
    from certificates.crosscheck import Contradiction

    def contradict(*_args, **_keywords):
        raise Contradiction("1/4 against 1/3")

    monkeypatch.setattr("certificates.crosscheck.crosscheck", contradict)
    status, out, err = call("compare", "rr(1)", "rr(2)", "-o", "c.json")
    assert (status, out) == (3, "")
    assert "1/4 against 1/3" in one_sentence(err)
    assert not list(tmp_path.iterdir())


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_ctrl_c_during_a_search(tmp_path):
    """A real signal: one word, status 130, no file."""
    (tmp_path / "long.toml").write_text(
        'queries = ["rr(1/2)", "rr(1/3)", "approx(1/5, 1/100)", "rr(1/7)", "approx(0, 1/10)"]\nbudget = "approx(2, 1/4)"\nrounds = 12\n'
    )
    program = (
        "import sys, certificates.cli.filter as f\nfrom certificates.cli import main\nsearch = f.natural_filter\n"
        "def announced(*a, **k):\n    print('searching', flush=True)\n    return search(*a, **k)\n"
        "f.natural_filter = announced\nsys.exit(main(['filter', 'long.toml', '-o', 'c.json']))"
    )
    child = subprocess.Popen(
        [sys.executable, "-c", program], cwd=tmp_path, env=command_line_environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert child.stdout.readline() == "searching\n"
    child.send_signal(signal.SIGINT)
    _, err = child.communicate(timeout=60)
    assert (child.returncode, err) == (130, "exactpld: interrupted\n")
    assert [file.name for file in tmp_path.iterdir()] == ["long.toml"]


@pytest.mark.skipif(sys.platform == "win32", reason="pipes of POSIX")
def test_reader_goes_away(tmp_path):
    """`exactpld ... | head -1` ends without a word."""
    program = "import sys; from certificates.cli import main; sys.exit(main(['show', '400*rr(1)', '--full']))"
    child = subprocess.Popen(
        [sys.executable, "-c", program], cwd=tmp_path, env=command_line_environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    child.stdout.close()
    err = child.stderr.read()
    child.stderr.close()
    assert (child.wait(timeout=60), err) == (141, "")


# --- the command line itself


@pytest.mark.parametrize("verb", VERBS)
def test_help(call, verb):
    """Every verb explains itself with an example, and the list of verbs is that of the contract."""
    status, out, err = call(verb, "--help")
    assert (status, err) == (0, "")
    assert "Examples:" in out
    assert f"exactpld {verb}" in out
    assert set(cli.commands) == set(VERBS)


def test_help_and_version(call):
    """--help and --version are answers; no words at all are a misuse, with the same help."""
    assert call("--version") == (0, "exactpld 0.1.0\n", "")
    status, out, _ = call("--help")
    assert (status, call()[:2]) == (0, (2, out))


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("A --eps 1 2", "--eps 1 --eps 2 -- A"),
        ("--eps 1 2 A", "--eps 1 --eps 2 -- A"),
        ("--eps 1 A --eps 2", "--eps 1 --eps 2 -- A"),
        ("--eps -1 -log(2) -inf -.5 -(1) A -o -f", "--eps -1 --eps -log(2) --eps -inf --eps -.5 --eps -(1) -- A"),
        ("--eps=1 2 --json A", "--eps 1 --eps 2 --json -- A"),
        ("--eps 1 -- A --eps", "--eps 1 -- A --eps"),
        ("--eps 1", "--eps 1"),
    ],
)
def test_spread(words, expected):
    """Several values behind one option; negative values are values; the positional argument is found."""
    params = [click.Option(["--eps"], multiple=True), click.Option(["-o"]), click.Option(["--json"], is_flag=True)]
    if words.endswith("-o -f"):
        with pytest.raises(click.BadOptionUsage):
            spread(params, words.split())
        words = words.removesuffix(" -o -f")
    assert spread(params, words.split()) == expected.split()
