"""The command line: fields and decimals of the contract, exit statuses, bad input, and files that are whole or not there."""

import json
import os
import re
import shlex
import signal
import subprocess
import sys
import time
from fractions import Fraction
from itertools import pairwise

import click
import pytest

from certificates import check as checker
from certificates.claims import certificate as certificates_on_disk
from certificates.claims.certificate import system_folder, target_of, write_bytes
from certificates.cli.arguments import spread
from certificates.cli.commands import cli
from exact import loss, number, pld
from exact.errors import OutOfRange, TooLarge
from tests.conftest import ROOT, command_line_environment

DECIMAL = re.compile(r"-?[0-9]+(\.[0-9]+)?(e[+-]?[0-9]+)?|-?inf", re.ASCII)
VERBS = (
    "delta", "epsilon", "show", "compare", "convert", "hasse", "filter", "chain", "search", "sandwich", "check", "demo", "completion", "profile",
    "draw", "save", "audit", "constraints", "envelope",
)  # fmt: skip
MINIMAL = ROOT / "examples" / "minimal.toml"
FREE = ROOT / "examples" / "free.toml"
OLDER = '{"format": "exactpld-certificate"}'
"""What stands for an older certificate, which -o would replace."""


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
    """Every F_decimal, lower and upper is a decimal (but those that are lists of atoms); beside F_decimal stands F or F_omitted, and they agree."""
    if isinstance(value, dict):
        for key, item in value.items():
            if key.endswith("_decimal") and item is None:
                assert value[key.removesuffix("_decimal")] is None
                continue
            if (key in ("lower", "upper") and not isinstance(item, list)) or key.endswith("_decimal"):
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


def test_long_values_come_after_their_decimals(call):
    """Bounds first, then the first terms, their number and the pointer to --full; --full shows the whole text, which reads back."""
    words = ("delta", "60*rr(1/10)", "--eps", "1/100", "--digits", "10")
    status, out, _ = call(*words)
    lines = out.splitlines()
    assert status == 0
    assert lines[1] == "  P over Q: delta between 0.2971747777"
    assert lines[2] == "                      and 0.2971747778"
    assert re.fullmatch(r" {12}exactly \(exp\(6\) \+ .*\) \.\.\. \(1,617 characters; --full shows them\)", lines[3])
    assert len(lines[3]) < 270
    _, full, _ = call(*words, "--full")
    exact = full.splitlines()[3].removeprefix("            exactly ")
    assert number(exact) == pld(words[1]).delta("1/100")


def test_epsilon_with_a_long_value(call):
    """The same for epsilon."""
    _, out, _ = call("epsilon", "20*rr(1/10)", "--delta", "1e-5")
    assert "P over Q: epsilon between 1.59798070189023933348459307552\n" in out
    assert "exactly log((99999*exp(2) + " in out
    assert "(400 characters; --full shows them)" in out


def test_long_fractions_are_not_cut(call):
    """Part of the digits of a number would look like another number."""
    _, out, _ = call("delta", "200*rr(log(7/3))", "--eps", "log(2)")
    assert "            the exact text has 399 characters; --full shows them\n" in out
    _, out, _ = call("show", "60*rr(log(7/3))")
    assert re.search(r"about 0\.\d+ \([0-9]+ characters\)", out)
    assert out.endswith("\n  --full shows the long numbers\n")
    eps = "2." + "718281828459045" * 6
    _, out, _ = call("delta", "rr(1)", "--eps", eps)
    assert out.startswith("delta at eps = about 2.71828 (181 characters; --full shows them), x = e^eps = about 15.1543 (186 characters; ")
    _, out, _ = call("delta", "rr(1)", "--eps", eps, "--full")
    assert out.startswith(f"delta at eps = {number(eps)}, x = ")
    assert "..." not in out


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
    assert "In the certificate A is rr(log(2)), B is rr(log(3)).\n" in out
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


def test_compare_with_long_values(call):
    """A long value of a curve is a decimal and its length."""
    _, out, _ = call("compare", "7*rr(1)", "rr(2)")
    assert "about 0.584419 (79 characters; --full shows them)" in out
    _, out, _ = call("compare", "7*rr(1)", "rr(2)", "--full")
    assert "(about 0.584419)" in out


def test_a_stale_certificate_is_named(call, tmp_path):
    """Where -o FILE was asked for, nothing is written and FILE exists, the answer says that FILE does not belong to it."""
    (tmp_path / "c.json").write_text(OLDER)
    stale = "c.json was left as it was and does not belong to this question"
    status, _, err = call("compare", "rr(1)", "rr(2)", "--kind", "equal", "-o", "c.json")
    assert status == 1
    assert stale in one_sentence(err)
    false = ("sandwich", "table(((9/10, 1/2), (1/10, 1/2)))", "--grid", "0", "log(2)", "inf", "--any", "-o", "c.json")
    status, out, err = call(*false)
    assert (status, "is false" in out) == (1, True)
    assert stale in one_sentence(err)
    status, out, err = call(*false, "--json")
    assert (status, json.loads(out)["holds"]) == (1, False)
    assert stale in one_sentence(err)
    assert (tmp_path / "c.json").read_text() == OLDER


# --- filters


@pytest.mark.parametrize(("budget", "verdict"), [("approx(log(2), 1/4)", "violated"), ("rr(3)", "free")])
def test_queries_that_are_never_allowed(call, tmp_path, budget, verdict):
    """A query that is not <= budget by itself is named, in text and JSON; one that is not comparable is among them."""
    queries = ["rr(log(2))", "approx(0, 1/4)", "rr(5)", "approx(0, 1/3)"]
    expected = [text for text in queries if not pld(text) <= pld(budget)]
    (tmp_path / "p.toml").write_text(f"queries = {json.dumps(queries)}\nbudget = {json.dumps(budget)}\nrounds = 2\n")
    _, out, _ = call("filter", "p.toml")
    named = re.findall(r"^note: (.*) alone is not within the budget, so the filter never allows it$", out, re.MULTILINE)
    assert f"Verdict: {verdict}" in out
    assert named == expected
    assert named
    _, out, _ = call("filter", "p.toml", "--json")
    assert json.loads(out)["never_allowed"] == expected
    _, out, _ = call("filter", str(MINIMAL), "--json")
    assert json.loads(out)["never_allowed"] == []


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
    """A free verdict is an answer (status 0), and has a certificate of its own kind."""
    status, out, err = call("filter", str(FREE), "-o", "f.json")
    assert (status, err) == (0, "")
    assert "Verdict: free" in out
    assert "Certificate (natural-filter-free) written to f.json\n" in out
    assert verified(tmp_path / "f.json").kind == "natural-filter-free"
    status, out, err = call("filter", str(FREE), "-o", "g.json", "--json")
    found = json.loads(out)
    assert (status, err, found["verdict"], found["strategy"]) == (0, "", "free", None)
    assert (found["certificate"], found["kind"]) == ("g.json", "natural-filter-free")
    assert verified(tmp_path / "g.json").kind == "natural-filter-free"


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


def test_check_says_how_to_allow_more_steps(call, exactpld, tmp_path):
    """After the words of the checker, on standard error; with --json, too. What it proposes is enough here."""
    call("compare", "rr(1)", "rr(2)", "-o", "good.json")
    for words in (("good.json",), ("--json", "good.json"), ("good.json", "good.json")):
        done = exactpld("check", "--steps", "10", *words, cwd=tmp_path)
        assert done.returncode == 3
        assert "limit" in done.stdout
        steps = re.search(r"allow more with --steps (\d+)$", one_sentence(done.stderr).rstrip())[1]
        done = exactpld("check", "--steps", steps, *words, cwd=tmp_path)
        assert (done.returncode, done.stderr) == (0, "")


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


def test_demo_keeps_an_edited_problem(call, tmp_path):
    """An edited problem.toml stays; the demo says so and uses its own under a free name, which it may use again."""
    folder = tmp_path / "exactpld-demo"
    assert call("demo")[0] == 0
    own = (folder / "problem.toml").read_text()
    assert "stays as it is" not in call("demo")[1]
    for name, edited in (("problem.toml", own + "# mine\n"), ("problem-demo.toml", "")):
        (folder / name).write_text(edited)
        for _ in range(2):
            status, out, err = call("demo")
            assert (status, err) == (0, "")
            assert "problem.toml is another problem and stays as it is" in out
            assert "problem.toml (a budget," in out
        assert (folder / name).read_text() == edited
    written = re.search(r"1\. A problem: (.*)", out)[1]
    assert written == "exactpld-demo/problem-demo-2.toml"
    assert (tmp_path / written).read_text() == own
    assert sorted(file.name for file in folder.glob("*.toml")) == ["problem-demo-2.toml", "problem-demo.toml", "problem.toml"]


def test_demo_shows_commands_that_run(call, tmp_path, monkeypatch):
    """What it proposes is spelled as it was started, and with a folder that needs quotes."""
    script = tmp_path / "env" / "bin" / "exactpld"
    script.parent.mkdir(parents=True)
    script.write_text("")
    script.chmod(0o755)
    monkeypatch.setattr(sys, "argv", [str(script), "demo"])
    monkeypatch.setenv("PATH", os.defpath)
    _, out, _ = call("demo", "--dir", "my demo")
    assert "then: env/bin/exactpld filter 'my demo/problem.toml'\n" in out
    assert "\n  env/bin/exactpld compare " in out
    alone = shlex.split(next(line for line in out.splitlines() if " -I -S " in line), comments=False)[:5]
    done = subprocess.run([sys.executable, *alone[1:]], cwd=tmp_path, capture_output=True, check=False, encoding="utf-8")
    assert "verified" in done.stdout
    monkeypatch.setenv("PATH", str(script.parent), prepend=os.pathsep)
    assert "then: exactpld filter 'my demo/problem.toml'\n" in call("demo", "--dir", "my demo")[1]
    monkeypatch.setattr(sys, "argv", ["-c"])
    assert "\n  exactpld compare " in call("demo")[1]


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
    (("delta", "100000*rr(1,3)", "--eps", "1"), TOO_LARGE, "limit"),
    (("epsilon", "100000*rr(1,3)", "--delta", "1/2"), TOO_LARGE, "exactpld: epsilon at 1/2 of 100000*rr(1,3): "),
    (("show", "100000*rr(1)"), TOO_LARGE, "or a smaller k in k*A, may help"),
    (("compare", "rr(1)", "100000*rr(1)"), TOO_LARGE, "exactpld: B = 100000*rr(1): "),
    (("delta", "rr(1)", "--eps", "1e999999"), TOO_LARGE, "exponent"),
    (("delta", "rr(1)", "--eps", "exp(1)"), 2, "not a loss"),
    (("delta", "rr(1)", "--eps", "(1, 2)"), 2, "no loss"),
    (("delta", "rr(1)", "--eps", "1/0"), 2, "division by zero"),
    (("delta", "rr(1)", "--eps", "float:1e999"), 2, "range"),
    (("delta", "rr(1)", "--x", "log(2)"), 2, "number is wanted"),
    (("delta", "rr(1)", "--x", "-1"), 2, "x >= 0"),
    (("delta", "rr(1)", "--x", "1", "--digits", "0"), 2, "digits"),
    (("delta", "rr(1)", "--x", "1", "--digits", "many"), 2, "--digits"),
    (("delta", "rr(1)", "--x", "1", "--eps", "1"), 2, "either --eps or --x, not both"),
    (("delta", "rr(1)"), 2, "needs either"),
    (("delta", "rr(1)", "--eps"), 2, "needs a value"),
    (("delta", "rr(1)", "--eps", "1", "rr(2)"), 2, "--eps: unknown name 'rr'"),
    (("delta", "rr(1)", "--eps", "1", "2", "-o", "c.json"), 2, "one claim"),
    (("delta", "rr(1)", "--x", "0", "-o", "c.json"), 2, "--x 0: a certificate needs a positive x"),
    (("delta", "rr(1)", "--eps", "-inf", "-o", "c.json"), 2, "--eps -inf: a certificate needs a positive x = e^eps (a finite eps, or inf)"),
    (("delta", "rr(1)", "--x", "1", "-o", "-"), 2, "standard output"),
    (("delta", "rr(1)", "--x", "1", "-o", ""), 2, "-o needs the name of a file, and it is empty"),
    (("delta", "rr(1)", "--x", "1", "-o", "new/"), 2, "that of a directory"),
    (("demo", "--dir", ""), 2, "--dir needs the name of a folder"),
    (("delta", "rr(1)", "--x", "1", "-o", "no/such/folder/c.json"), 2, "no folder"),
    (("delta", "rr(1)", "--x", "1", "-o", "."), 2, "directory"),
    (("epsilon", "rr(1)", "--delta", "2"), 2, "--delta must lie in [0, 1], not 2"),
    (("epsilon", "rr(1)", "--delta", "-1/2"), 2, "[0, 1]"),
    (("epsilon", "rr(1)"), 2, "--delta"),
    (("compare", "rr(1)"), 2, "Missing"),
    (("compare", "-1*rr(1)", "rr(1)"), 2, "A: a k-fold composition needs k >= 0"),
    (("show", "-1*rr(1)"), 2, "k >= 0"),
    (("show", "-dual(rr(1))"), 2, "put -- before an argument that begins with '-'"),
    (("compare", "rr(1)", "rr(2)", "--kind", "chain"), 2, "--kind"),
    (("filter", "nowhere.toml"), 2, "cannot read nowhere.toml: "),
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


@pytest.mark.parametrize(
    "case",
    [
        ("exact.hockey_stick.value", ("delta", "rr(1)", "--eps", "1"), "delta at 1 of rr(1): gone; fewer or simpler parts"),
        ("exact.hockey_stick.inverse", ("epsilon", "rr(1)", "--delta", "1/7"), "epsilon at 1/7 of rr(1): gone; fewer or simpler parts"),
        ("certificates.cli.order.compare", ("compare", "rr(1)", "rr(2)"), "comparing A and B: gone; fewer or simpler"),
        ("certificates.cli.filter.natural_filter", ("filter", str(MINIMAL)), "minimal.toml: gone; fewer rounds, or fewer"),
        ("certificates.claims.encoding.pld", ("delta", "rr(1)", "--eps", "1", "-o", "c.json"), "the certificate: gone; without -o"),
    ],
)
def test_a_limit_says_what_may_help(call, tmp_path, monkeypatch, case):
    """What was being worked on, what was reached, and what to try, in one sentence."""
    place, words, expected = case

    def reach(*_args, **_keywords):
        raise TooLarge("gone")

    monkeypatch.setattr(place, reach)
    status, out, err = call(*words)
    assert (status, out) == (TOO_LARGE, "")
    assert expected in one_sentence(err)
    assert not list(tmp_path.iterdir())


def test_a_limit_in_a_problem_file_names_the_query(call, tmp_path):
    """The query, as it was given."""
    (tmp_path / "p.toml").write_text('queries = ["rr(1)", "100000*rr(1)"]\nbudget = "rr(2)"\nrounds = 2\n')
    status, _, err = call("filter", "p.toml")
    assert status == TOO_LARGE
    assert one_sentence(err).startswith("exactpld: p.toml: queries[1] = 100000*rr(1): ")


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


def test_byte_order_mark(call, tmp_path):
    """Editors that begin a file with one are not punished."""
    (tmp_path / "p.toml").write_bytes(b"\xef\xbb\xbf" + MINIMAL.read_bytes())
    assert call("filter", "p.toml") == call("filter", str(MINIMAL))


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

    (tmp_path / "c.json").write_text(OLDER)
    with monkeypatch.context() as patch:
        patch.setattr(place, fail)
        found, out, err = call("filter", str(MINIMAL), "-o", "c.json")
    assert found == status
    assert sentence in one_sentence(err)
    assert out == ""
    assert [file.name for file in tmp_path.iterdir()] == ["c.json"]
    assert (tmp_path / "c.json").read_text() == OLDER


def test_errors_of_writing_name_the_file_asked_for(call, tmp_path, monkeypatch):
    """Not the temporary one."""
    for place in ("tempfile.mkstemp", "os.replace"):

        def fail(*_args, **_keywords):
            raise PermissionError(13, "Permission denied", "/somewhere/.temporary")

        with monkeypatch.context() as patch:
            patch.setattr(place, fail)
            status, out, err = call("delta", "rr(1)", "--eps", "1", "-o", "c.json")
        assert (status, out, err) == (2, "", "exactpld: cannot write c.json: Permission denied\n")
    assert not list(tmp_path.iterdir())


@pytest.mark.skipif(sys.platform == "win32", reason="links of POSIX")
def test_links_stay_links(call, tmp_path):
    """-o onto a symbolic link writes what it leads to, existing or not, and the link stays."""
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "old.json").write_text(OLDER)
    for name, target in (("a.json", "folder/old.json"), ("b.json", "folder/new.json"), ("c.json", "a.json")):
        (tmp_path / name).symlink_to(target)
        status, _, err = call("delta", "rr(1)", "--eps", "1", "-o", name)
        assert (status, err) == (0, "")
        assert (tmp_path / name).is_symlink()
        assert verified(tmp_path / target).kind == "delta"
    assert sorted(file.name for file in (tmp_path / "folder").iterdir()) == ["new.json", "old.json"]


@pytest.mark.skipif(sys.platform == "win32", reason="links of POSIX")
def test_what_is_never_written(call, tmp_path, monkeypatch):
    """Folders of the system, by name or through links, pipes, folders, links without end: for -o, the library and the demo."""
    system = tmp_path / "system"
    (system / "deep").mkdir(parents=True)
    monkeypatch.setattr(certificates_on_disk, "SYSTEM_FOLDERS", (str(system),))
    (tmp_path / "out").mkdir()
    (system / "back").symlink_to(tmp_path / "out" / "escape.json")
    os.mkfifo(tmp_path / "pipe")
    links = {"file": "system/new.json", "hop": "system/back", "piped": "pipe", "loop": "loop", "dead": "nowhere/c.json"}
    for name, target in links.items():
        (tmp_path / name).symlink_to(target)
    (tmp_path / "entry").symlink_to("system/deep")
    before = sorted(tmp_path.rglob("*"))
    below = f"nothing is written below {system}"
    for name, sentence in (
        ("system/c.json", below),
        ("system/deep/c.json", below),
        ("out/../system/c.json", below),
        (f"//{str(system).lstrip('/')}/c.json", below),
        ("file", below),
        ("hop", below),
        ("entry/c.json", below),
        ("system/back", below),
        ("pipe", "no ordinary file"),
        ("piped", "no ordinary file"),
        ("out", "directory"),
        ("loop", "have no end"),
        ("dead", "there is no folder"),
    ):
        status, out, err = call("delta", "rr(1)", "--eps", "1", "-o", name)
        assert (status, out) == (2, ""), name
        assert sentence in one_sentence(err)
        with pytest.raises(OutOfRange, match=re.escape(sentence)):
            write_bytes(b"data", name)
    for folder in ("system/demo", "entry", "system"):
        status, out, err = call("demo", "--dir", folder)
        assert (status, out) == (2, "")
        assert below in one_sentence(err)
    (tmp_path / "out" / "picture.png").symlink_to(system / "picture.png")
    assert call("demo", "--dir", "out")[0] == 2
    (tmp_path / "out" / "picture.png").unlink()
    assert sorted(tmp_path.rglob("*")) == before
    with pytest.raises(OutOfRange, match="empty"):
        target_of("")


def test_system_folders():
    """Only the names are looked at; nothing is opened."""
    assert system_folder("/dev/null") == system_folder("//dev/../dev/shm/x") == "/dev"
    assert system_folder("/sys") == "/sys"
    assert system_folder("/device/x") is None


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


START_UP = """
import os, signal, sys
class Interrupting:
    def find_spec(self, name, path=None, target=None):
        if name == "certificates.cli.commands":
            os.kill(os.getpid(), signal.SIGINT)
sys.meta_path.insert(0, Interrupting())
"""
AT_EXIT = """
import atexit, os, signal
atexit.register(lambda: os.kill(os.getpid(), signal.SIGINT))
"""


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
@pytest.mark.parametrize(("hook", "status", "said", "err"), [(START_UP, 130, "", "exactpld: interrupted\n"), (AT_EXIT, -2, "exactpld 0.1.0\n", "")])
def test_ctrl_c_outside_the_verbs(tmp_path, hook, status, said, err):
    """A real signal while modules are loading, or when all is said: no traceback."""
    program = f"{hook}\nimport sys\nsys.argv[1:] = ['--version']\nfrom certificates.cli import main\nsys.exit(main())"
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=tmp_path, env=command_line_environment(), capture_output=True, check=False, text=True
    )
    assert (done.returncode, done.stdout, done.stderr) == (status, said, err)


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_ctrl_c_during_a_check(tmp_path):
    """The checker, here waiting for its file, ends with us."""
    os.mkfifo(tmp_path / "c.json")
    child = subprocess.Popen(
        [sys.executable, "-c", "import sys; from certificates.cli import main; sys.exit(main(['check', 'c.json']))"],
        cwd=tmp_path, env=command_line_environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    writer = None
    for _ in range(600):
        try:
            writer = os.open(tmp_path / "c.json", os.O_WRONLY | os.O_NONBLOCK)  # fails until the checker reads
            break
        except OSError:
            time.sleep(0.05)
    assert writer is not None
    child.send_signal(signal.SIGINT)
    out, err = child.communicate(timeout=60)
    with pytest.raises(BrokenPipeError):
        os.write(writer, b"x")  # nobody reads any more
    os.close(writer)
    assert (child.returncode, out, err) == (130, "", "exactpld: interrupted\n")


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


def test_help_says_what_json_is(call):
    """One object for every value, where several may be asked for."""
    for verb in ("delta", "epsilon"):
        assert "one object, on one line, for every value asked for" in " ".join(call(verb, "--help")[1].split())


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
