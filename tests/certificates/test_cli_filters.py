"""The verbs `filter`, `chain` and `sandwich`: rules, rounds, points, simulations, orders and grids; their JSON, words, statuses and certificates."""

import json
import re
import sys
from itertools import pairwise

import pytest

from certificates import check as checker
from exact import approx, exp, identity, loss, number, pld, rr, table
from exact.errors import TooLarge
from exact.filters import discretisation, natural_filter, residue_game
from exact.filters.updates import pure_update
from tests.certificates.test_cli import BAD_FILES, OLDER, check_decimals, one_sentence
from tests.conftest import ROOT
from tests.oracles.loader import entries

MINIMAL = str(ROOT / "examples" / "minimal.toml")
FREE = str(ROOT / "examples" / "free.toml")
EXPONENTIAL = str(ROOT / "examples" / "exponential.toml")
ORACLES = {entry.id: entry.values[0] for entry in entries("natural_filter")}
ASYMMETRIC = "table(((9/10, 1/2), (1/10, 1/2)))"


@pytest.fixture
def one(call):
    """A function that runs a command line that must succeed, with `--json`, and returns the object printed."""

    def run(*words):
        status, out, err = call(*words, "--json")
        assert (status, err) == (0, "")
        (line,) = out.splitlines()
        found = json.loads(line)
        check_decimals(found)
        return found

    return run


@pytest.fixture
def words(call):
    """A function that runs a command line that must succeed, and returns its text on one line."""

    def run(*words):
        status, out, err = call(*words)
        assert (status, err) == (0, "")
        assert "\x1b" not in out
        return " ".join(out.split())

    return run


@pytest.fixture
def problem(tmp_path):
    """A function that writes a problem file and returns its name."""

    def write(queries, budget=None, rounds=2, name="p.toml"):
        lines = [f"queries = {json.dumps(queries)}", f"rounds = {json.dumps(rounds)}"]
        if budget is not None:
            lines.append(f"budget = {json.dumps(budget)}")
        (tmp_path / name).write_text("\n".join(lines))
        return name

    return write


def written(atoms):
    """The expression of atoms that an oracle lists."""
    return f"table(({', '.join(f'({p}, {q})' for p, q in atoms)},))"


def verified(path):
    """The kind of the claim that the checker verifies in a file."""
    return checker.verify(path.read_bytes()).kind


# --- filter: oracles, rounds, points


@pytest.mark.parametrize("name", ["1b-approx-2-5-3", "1b-approx-2-5-3-k2", "X3", "1e-nat-0-k2", "1e-nat-3-k3"])
def test_filter_oracles(one, problem, tmp_path, name):
    """Verdict, x, both values and gap, and a certificate of the kind that fits."""
    inputs, values = ORACLES[name]["inputs"], ORACLES[name]["values"]
    queries = [written(atoms) for key, atoms in inputs["family"].items() if key != "Id"]
    found = one("filter", problem(queries, written(inputs["B"]), inputs["k"]), "-o", "c.json")
    assert found["verdict"] == ("free" if values["free"] else "violated")
    if not values["free"]:
        assert [found[key] for key in ("x", "cost", "budget", "gap")] == [values[key] for key in ("x_at_max", "h_cost", "h_B", "max_gap")]
    assert verified(tmp_path / "c.json") == found["kind"] == ("natural-filter-free" if values["free"] else "natural-filter-violated")


def test_minimal_at_a_point(one, tmp_path):
    """Oracle 1a-1 at its x and elsewhere: x, cost, budget and gap are those at the point, and the certificate is of the cost there."""
    for at, expected in (("2", ["2", "11/36", "1/4", "1/18"]), ("5", ["5", "1/4", "1/4", "0"]), ("exp(log(2))", ["2", "11/36", "1/4", "1/18"])):
        found = one("filter", MINIMAL, "--at", at, "-o", "c.json")
        assert found["verdict"] == "violated"
        assert [found[key] for key in ("x", "cost", "budget", "gap")] == expected
        assert found["strategy"] is not None
        assert verified(tmp_path / "c.json") == found["kind"] == "filter-cost"
        assert json.loads((tmp_path / "c.json").read_bytes())["claim"]["cost"] == found["cost"]


@pytest.mark.parametrize(("file", "rounds"), [(MINIMAL, "all"), (FREE, "all"), (MINIMAL, "1"), (EXPONENTIAL, "3")])
def test_rounds_instead_of_those_of_the_file(one, tmp_path, file, rounds):
    """`--rounds` replaces the rounds of the file, in the answer and in the certificate."""
    found = one("filter", file, "--rounds", rounds, "-o", "c.json")
    assert found["rounds"] == ("all" if rounds == "all" else int(rounds))
    problem = {MINIMAL: ([rr("log(2)"), approx(0, "1/4")], approx("log(2)", "1/4")), FREE: ([rr("1/2"), rr("1/3")], rr("3/2"))}
    queries, budget = problem.get(file, ([rr(1), approx(0, "2/5")], approx(1, "2/5")))
    expected = natural_filter(queries, budget, found["rounds"])
    assert (found["verdict"], number(found["gap"])) == (expected.verdict, expected.gap)
    content = json.loads((tmp_path / "c.json").read_bytes())
    assert content["claim"]["rounds"] == rounds
    assert (content["version"] == "3") == (rounds == "all" or found["verdict"] == "free")
    assert verified(tmp_path / "c.json") == content["kind"]


def test_all_rounds_in_a_file(one, words, problem):
    """`rounds = "all"`, in JSON and in words."""
    file = problem(["rr(log(2))"], "rr(log(8))", "all")
    assert one("filter", file)["rounds"] == "all"
    assert "Budget: rr(log(8)), any number of rounds Verdict: free." in words("filter", file)
    assert "at most 1 round Verdict" in words("filter", file, "--rounds", "1")


def test_answers_at_a_point_in_words(words):
    """A free filter shows the values at a point that was asked for; a violated one says where it is not above."""
    text = words("filter", FREE, "--at", "1")
    assert "Verdict: free. The natural filter keeps this budget, whatever the adversary does. At x = e^eps = 1, delta P over Q is" in text
    assert "Strategy" in text
    assert "At x" not in words("filter", FREE)
    text = words("filter", MINIMAL, "--at", "5")
    assert "Verdict: violated. The natural filter lets an adversary above its budget, but not at this x: At x = e^eps = 5" in text
    assert "gap 0 " in text


def test_long_answers(one, words, monkeypatch):
    """Long values and long strategies are left out, and --full shows them."""
    at = "1." + "718281828459045" * 20
    text = words("filter", MINIMAL, "--at", at, "--simulate", "2")
    assert len(re.findall(r" (?:=|x|strategy|budget|gap|delta) about -?[0-9.]+ \([0-9,]+ characters; --full shows them\)", text)) == 6, text
    assert "characters" not in words("filter", MINIMAL, "--at", at, "--simulate", "2", "--full")
    monkeypatch.setattr("certificates.cli.filter.TREE_LINES", 2)
    assert "play rr(log(2)) on ratio 2: play rr(log(2)), then stop ... (--full prints the whole strategy)" in words("filter", MINIMAL)
    assert "approx(0, 1/4), then stop" in words("filter", MINIMAL, "--full")
    monkeypatch.setattr("certificates.cli.values.OMIT_FROM", 30)
    short, full = one("filter", EXPONENTIAL), one("filter", EXPONENTIAL, "--full")
    assert "--full prints it" in short["cost_omitted"]
    assert number(full["cost"]).decimal(30) == short["cost_decimal"] == full["cost_decimal"]


# --- filter: rules


@pytest.mark.parametrize(
    "case",
    [
        ("pure", ["rr(1/2)", "rr(1/3)"], "rr(1)"),
        ("delta", ["approx(0, 1/4)", "approx(0, 1/10)"], "approx(0, 1/2)"),
        ("natural", ["rr(log(2))", "rr(log(3))"], "rr(log(6))"),
    ],
)
def test_residue_rules_keep_their_budget(one, words, problem, tmp_path, case):
    """RES Theorem 1, and a certificate of the cost with the rule as a table of moves."""
    rule, queries, budget = case
    file = problem(queries, budget, 2)
    found = one("filter", file, "--rule", f"residue:{rule}", "--at", "1", "-o", "c.json")
    assert (found["verdict"], found["rule"], found["x"]) == ("free", f"residue:{rule}", "1")
    assert number(found["cost"]) <= pld(budget).hockey_stick(1) == number(found["budget"])
    assert verified(tmp_path / "c.json") == found["kind"] == "filter-cost"
    content = json.loads((tmp_path / "c.json").read_bytes())
    assert list(content["claim"]["rule"]) == ["moves"]
    text = words("filter", file, "--rule", f"residue:{rule}")
    assert f"rule residue:{rule} Verdict: free. The filter residue:{rule} keeps this budget, whatever the adversary does." in text


def test_a_residue_rule_where_the_gap_is_largest(one, words, tmp_path):
    """Without a point it is the knot of the budget with the largest gap, which is shown, as it is certified; the cost is that of the library."""
    found = one("filter", FREE, "--rule", "residue:pure", "-o", "c.json")
    game = residue_game([rr("1/2"), rr("1/3")], rr("3/2"), pure_update, 4)
    assert number(found["cost"]) == game.cost().hockey_stick(found["x"])
    assert (found["states"], found["kind"]) == (len(game.moves), "filter-cost")
    text = words("filter", FREE, "--rule", "residue:pure")
    assert "whatever the adversary does. At x = e^eps = exp(-3/2) (about 0.22313), delta P over Q is" in text
    assert verified(tmp_path / "c.json") == "filter-cost"


def test_a_renyi_rule_keeps_a_divergence_only(one, words, problem, tmp_path):
    """It may exceed the budget, which is said; what it admits need not be <= budget."""
    found = one("filter", FREE, "--rule", "residue:renyi:2", "-o", "c.json")
    assert (found["verdict"], number(found["gap"]).sign()) == ("violated", 1)
    assert verified(tmp_path / "c.json") == "filter-cost"
    text = words("filter", FREE, "--rule", "residue:renyi:2")
    assert "note: this rule keeps the Renyi divergence of the budget at order 2, not the budget itself" in text
    assert "The filter residue:renyi:2 lets this adversary through, above the budget:" in text
    file = problem(["rr(1)", "rr(3)", "identity()", "approx(0, 1/4)"], "2*rr(9/10)", 2)
    assert not rr(1) <= pld("rr(9/10)")
    assert one("filter", file, "--rule", "residue:renyi:2")["never_allowed"] == ["rr(3)", "approx(0, 1/4)"]
    file = problem(["mixture((1/100, rr(2)), (99/100, identity()))"], "rr(1)", 1)
    assert one("filter", file)["never_allowed"] == ["mixture((1/100, rr(2)), (99/100, identity()))"]
    assert one("filter", file, "--rule", "residue:renyi:2")["never_allowed"] == []


def test_an_update_that_is_no_residue(call, tmp_path):
    """The natural update of oracle 1a-1 is refuted with the x and both values: status 1."""
    status, out, err = call("filter", MINIMAL, "--rule", "residue:natural", "-o", "c.json")
    assert (status, out) == (1, "")
    assert "the rule residue:natural is no residue rule for this budget" in one_sentence(err)
    assert "at x = 2 the next budget and the query together have h(x) = 11/36, more than the 1/4 of the budget" in err
    assert not list(tmp_path.iterdir())


def test_the_identity_in_a_rule(one, problem, tmp_path):
    """Playing it costs a round and may change what follows, so it is a query of the table."""
    file = problem(["approx(0, 1/4)", "identity()"], "approx(0, 1/2)", 3)
    found = one("filter", file, "--rule", "residue:natural", "--at", "2", "-o", "c.json")
    assert (found["verdict"], found["never_allowed"]) == ("free", [])
    assert verified(tmp_path / "c.json") == "filter-cost"
    content = json.loads((tmp_path / "c.json").read_bytes())
    assert len(content["claim"]["queries"]) == 2


# --- filter: the total leak


def test_the_total_leak_as_budget(call, one, problem, tmp_path):
    """It allows everything: certified for a number of rounds, and not for all."""
    file = problem(["rr(1)", "approx(0, 1/4)"], "total_leak()", 2)
    found = one("filter", file, "-o", "c.json")
    assert (found["verdict"], found["x"], found["kind"]) == ("free", None, "natural-filter-free")
    assert verified(tmp_path / "c.json") == "natural-filter-free"
    found = one("filter", file, "--at", "2", "-o", "c.json")
    assert (found["budget"], found["kind"]) == ("1", "filter-cost")
    assert verified(tmp_path / "c.json") == "filter-cost"
    (tmp_path / "c.json").unlink()
    assert one("filter", file, "--rounds", "all", "--at", "2")["cost"] == "1"
    for words, status, sentence in (
        (("--rounds", "all", "-o", "c.json"), 3, "queries may be repeated without end, which no certificate lists; without -o the answer is printed"),
        (("--rounds", "all", "--at", "2", "-o", "c.json"), 3, "queries may be repeated without end"),
        (("--rounds", "all", "--simulate", "10"), 2, "there is no point to simulate at: give one with --at"),
        (("--rounds", "all", "--at", "2", "--simulate", "10"), 2, "a strategy is worked out for a number of rounds only: give --rounds K"),
        (("--rule", "residue:natural", "-o", "c.json"), 2, "certified at a point x, and this budget proposes none: give one with --at"),
        (("--rule", "residue:renyi:2"), 2, "its Renyi divergence, of which the rule residue:renyi:2 is to keep track, is infinite"),
        (("--rule", "residue:pure"), 2, "the pure-DP update needs a budget rr(eps)"),
    ):
        found, out, err = call("filter", file, *words)
        assert (found, out) == (status, ""), words
        assert sentence in one_sentence(err)
    assert [path.name for path in tmp_path.iterdir()] == [file]


# --- filter: simulations


def test_simulations(one):
    """Counts of a fixed seed repeat, other seeds differ; the estimate is that of its counts, the exact value is the cost."""
    words = ("filter", MINIMAL, "--simulate", "400")
    first = one(*words)["simulation"]
    assert first == one(*words, "--seed", "0")["simulation"]
    other = one(*words, "--seed", "1")["simulation"]
    assert (first["runs"], first["seed"], other["seed"]) == (400, 0, 1)
    assert first != {**other, "seed": 0}
    for found in (first, other):
        assert found["exact"] == "11/36"
        p, q = found["passed_under_p"], found["passed_under_q"]
        assert number(found["empirical"]) == number(p - 2 * q) / 400
        # 11/36 = P(test) - 2 Q(test) for the strategy of oracle 1a-1, P(test) = 1/12 + 4/9, Q(test) = 1/9: six standard deviations.
        assert abs(p / 400 - 19 / 36) < 6 * (19 * 17 / 36**2 / 400) ** 0.5
        assert abs(q / 400 - 1 / 9) < 6 * (8 / 81 / 400) ** 0.5
    assert "simulation" not in one("filter", MINIMAL)


def test_simulations_at_other_points(one, words):
    """At a point that was asked for, of a free filter, and of a residue rule."""
    found = one("filter", MINIMAL, "--at", "1", "--simulate", "50")
    assert found["simulation"]["exact"] == found["cost"]
    assert one("filter", FREE, "--at", "1", "--simulate", "50")["strategy"] is not None
    found = one("filter", FREE, "--simulate", "50")
    assert (found["strategy"], found["simulation"]["exact"]) == (None, found["cost"])
    found = one("filter", FREE, "--rule", "residue:pure", "--simulate", "50")
    assert found["simulation"]["exact"] == found["cost"]
    text = words("filter", MINIMAL, "--simulate", "1")
    assert "Simulated: 1 run of the best strategy at x = 2 under P, and as many under Q." in text
    assert "exact delta 11/36 (about 0.305556)" in text


# --- chain


def test_chain_of_pure_queries(one, words, problem, tmp_path):
    """Two rounds: a chain from the least to the greatest; three: none, with witnesses that the library confirms."""
    file = problem(["rr(log(3))", "rr(log(2))"], rounds=2)
    found = one("chain", file, "-o", "c.json")
    assert (found["chain"], found["witnesses"], found["rounds"], found["members"]) == (True, [], 2, 3)
    assert found["order"] == ["identity()", "rr(log(2))", "rr(log(3))"]
    assert all(pld(a) <= pld(b) for a, b in pairwise(found["order"]))
    assert verified(tmp_path / "c.json") == found["kind"] == "chain"
    found = one("chain", file, "--rounds", "3", "-o", "c.json")
    assert (found["chain"], found["rounds"], found["members"]) == (False, 3, 6)
    a, b = pld(found["A"]), pld(found["B"])
    assert {str(a), str(b)} == {str(rr("log(3)")), str(2 * rr("log(2)"))}
    for witness in found["witnesses"]:
        assert number(witness["a"]) == a.hockey_stick(witness["x"])
        assert number(witness["b"]) == b.hockey_stick(witness["x"])
    assert [number(w["a"]) > number(w["b"]) for w in found["witnesses"]] == [True, False]
    assert verified(tmp_path / "c.json") == found["kind"] == "not-chain"
    text = words("chain", file, "--rounds", "3")
    assert "No chain: of the 6 compositions of fewer than 3 queries, these two are incomparable:" in text
    assert "within 4 rounds some budget is not kept (RES Theorem 8); --rounds 4 --universal finds one." in text
    assert one("chain", file, "--rounds", "4", "--universal")["universally_free"] is False


def test_universal_freeness(one, words, problem, tmp_path):
    """Where it fails, the budget that breaks, certified by its strategy; where the order decides, nothing is to be compared."""
    file = problem(["rr(log(2))", "approx(0, 1/4)"], rounds=2)
    found = one("chain", file, "--universal", "-o", "c.json")
    breaks = found["breaks"]
    assert (found["universally_free"], breaks["query"], breaks["gap"], breaks["x"]) == (False, "rr(log(2))", "1/18", "2")
    assert pld(breaks["budget"]) == approx("log(2)", "1/4")
    assert verified(tmp_path / "c.json") == found["kind"] == "natural-filter-violated"
    text = words("chain", file, "--universal")
    assert "Not universally free for 2 rounds: with L = rr(log(2))," in text
    assert "exceeds it at x = 2 by 1/18 (about 0.0555556)." in text
    file = problem(["approx(0, 1/4)", "approx(0, 1/10)"], rounds=3)
    text = words("chain", file, "--universal", "-o", "c.json")
    assert "Universally free: the natural filter keeps every budget for 3 rounds (RES Theorem 7)." in text
    assert verified(tmp_path / "c.json") == "chain"


def test_degenerate_pairs(one, words, problem, tmp_path):
    """Oracle 1e: unordered, and universally free for two rounds; X3: with one query more it is not, though that is a chain by itself."""
    family = ORACLES["X3"]["inputs"]["family"]
    pair = [written(family[key]) for key in ("D1", "D2")]
    file = problem(pair, rounds=2)
    found = one("chain", file, "--universal", "-o", "c.json")
    assert (found["chain"], found["universally_free"], found["kind"]) == (False, True, "not-chain")
    assert found["degenerate"] == ["identity()", *pair]
    assert verified(tmp_path / "c.json") == "not-chain"
    text = words("chain", file)
    assert "One of them is degenerate (fewer than two finite losses), as in every such pair" in text
    assert "the natural filter may still keep every budget for 2 rounds; --universal decides it." in text
    found = one("chain", problem([*pair, written(family["X"])], rounds=2), "--universal", "-o", "c.json")
    assert (found["chain"], found["universally_free"], found["breaks"]["gap"]) == (False, False, "1/14")
    assert pld(found["breaks"]["budget"]) == table(ORACLES["X3"]["inputs"]["B"])
    assert verified(tmp_path / "c.json") == "natural-filter-violated"


def test_chains_in_words(words, problem):
    """Sums and multiples as one would type them; long orders are cut; one round; a budget that is not needed is not multiplied out."""
    file = problem(["approx(0, 1/4) + approx(0, 1/9)", "approx(0, 1/10)"], "100000*rr(1, 3)", 3)
    text = words("chain", file)
    assert "2*(approx(0, 1/4) + approx(0, 1/9))" in text
    assert "approx(0, 1/4) + approx(0, 1/9) + approx(0, 1/10)" in text
    assert "A chain: of any two of the 6 compositions of fewer than 3 queries, one dominates the other." in text
    assert "So the natural filter keeps every budget for 3 rounds (RES Theorem 8). From least to greatest: identity()" in text
    assert "A chain: of any two of the compositions of no query" in words("chain", file, "--rounds", "1")
    assert "keeps every budget for 1 round (RES" in words("chain", file, "--rounds", "1")
    assert "... 16 more are not shown; --full prints all" in words("chain", file, "--rounds", "8")
    assert "not shown" not in words("chain", file, "--rounds", "8", "--full")


# --- sandwich


def test_sandwich(one, words, tmp_path):
    """Weights, both mixtures as atoms, and that the PLD lies between them."""
    grid = ["0", "log(2)", "log(4)", "inf"]
    found = one("sandwich", "3*rr(log(2))", "--grid", *grid, "-o", "c.json")
    assert (found["weights"], found["holds"], found["grid"]) == (["0", "2/3", "1/3"], True, grid)
    lower, upper = (table(found[name]) for name in ("lower", "upper"))
    expected = discretisation(3 * rr("log(2)"), grid)
    assert (lower, upper) == (expected.lower, expected.upper)
    assert lower <= 3 * rr("log(2)") <= upper
    assert verified(tmp_path / "c.json") == found["kind"] == "sandwich"
    text = words("sandwich", "3*rr(log(2))", "--grid", *grid)
    assert "[log(2), log(4)) 2/3 (about 0.666667)" in text
    assert "[log(4), inf] 1/3" in text
    assert "lower <= PLD <= upper holds" in text


def test_sandwich_of_powers_of_e(one, tmp_path):
    """Irrational masses, and losses on the points of the grid; the option may be repeated."""
    found = one("sandwich", "--grid", "0", "--grid", "1", "--grid", "2", "--grid", "inf", "3*rr(1)", "-o", "c.json")
    assert sum(map(number, found["weights"]), number(0)) == 1
    assert number(found["weights"][0]) == 0
    assert found["holds"] is True
    assert verified(tmp_path / "c.json") == "sandwich"
    assert one("sandwich", "identity()", "--grid", "0", "inf")["weights"] == ["1"]


def test_sandwich_of_asymmetric_pairs(call, one, tmp_path):
    """Refused with an x at which it differs from its dual (status 2); with --any it is said where an order fails, and nothing is certified."""
    status, out, err = call("sandwich", ASYMMETRIC, "--grid", "0", "log(2)", "inf", "-o", "c.json")
    assert (status, out) == (2, "")
    assert re.search(r"needs a symmetric PLD, but at x = \S+ the curve of this one is \S+ and that of its dual \S+\n", one_sentence(err))
    status, out, err = call("sandwich", ASYMMETRIC, "--grid", "0", "log(2)", "inf", "--any", "-o", "c.json")
    assert status == 1
    x = number(re.search(r"^PLD <= upper is false: at x = (\S+)", out, re.MULTILINE)[1])
    pair = pld(ASYMMETRIC)
    assert pair.hockey_stick(x) > discretisation(pair, [0, "log(2)", "inf"]).upper.hockey_stick(x)
    assert "holds" not in out
    assert one_sentence(err) == "exactpld: no certificate was written, since the claim is false\n"
    found = one("sandwich", ASYMMETRIC, "--grid", "0", "log(2)", "inf", "--any")
    witness = found["witnesses"][-1]
    assert (found["holds"], witness["claim"], number(witness["x"])) == (False, "PLD <= upper", x)
    assert number(witness["a"]) == pair.hockey_stick(x) > number(witness["b"])
    assert not list(tmp_path.iterdir())
    narrow = one("sandwich", "table(((1/2, 1/4), (1/2, 3/4)))", "--grid", "0", "1", "inf", "--any", "-o", "c.json")
    assert narrow["holds"] is True
    assert verified(tmp_path / "c.json") == "sandwich"


def test_the_grid_of_a_certificate_has_a_limit(call, tmp_path):
    """Without -o there is none."""
    grid = ["0", *(f"{i}/100" for i in range(1, 64)), "inf"]
    assert call("sandwich", "rr(1)", "--grid", *grid)[0] == 0
    status, out, err = call("sandwich", "rr(1)", "--grid", *grid, "-o", "c.json")
    assert (status, out) == (3, "")
    assert "grids of at most 64 points, not 65; without -o the answer is printed" in one_sentence(err)
    assert not list(tmp_path.iterdir())


# --- bad input

ALL_RULES = "natural, residue:pure, residue:delta, residue:natural, residue:renyi:ALPHA"
BAD = [
    (("filter", MINIMAL, "--rule", "pure"), 2, f"unknown rule 'pure'; known are {ALL_RULES}"),
    (("filter", MINIMAL, "--rule", ""), 2, "unknown rule ''"),
    (("filter", MINIMAL, "--rule", "residue:"), 2, "unknown rule 'residue:'"),
    (("filter", MINIMAL, "--rule", "\x1b[31m"), 2, "x1b"),
    (("filter", FREE, "--rule", "residue:renyi:ALPHA"), 2, "needs an integer order ALPHA from 2 to 100000, not 'ALPHA'"),
    (("filter", FREE, "--rule", "residue:renyi:1"), 2, "from 2 to 100000, not '1'"),
    (("filter", FREE, "--rule", "residue:renyi:2.5"), 2, "not '2.5'"),
    (("filter", FREE, "--rule", "residue:renyi:10000000"), 2, "not '10000000'"),
    (("filter", FREE, "--rule", "residue:renyi:\u00b2"), 2, "needs an integer order"),
    (("filter", FREE, "--rule", "residue:delta"), 2, "the (0, delta) update needs a budget approx(0, delta)"),
    (("filter", FREE, "--rule", "residue:pure", "--rounds", "all"), 2, "the rule residue:pure needs a number of rounds, not all"),
    (("filter", FREE, "--at", "0"), 2, "--at needs a finite x = e^eps > 0, not 0"),
    (("filter", FREE, "--at", "-1/2"), 2, "not -1/2"),
    (("filter", FREE, "--at", "inf"), 2, "--at needs a finite x = e^eps > 0, not inf"),
    (("filter", FREE, "--at", "log(2)"), 2, "--at takes x = e^eps, not eps: for eps = log(2) write --at '2'"),
    (("filter", FREE, "--at", "x"), 2, "--at: "),
    (("filter", FREE, "--at"), 2, "--at"),
    (("filter", FREE, "--rounds", "0"), 2, 'rounds must be an integer from 1 to 16, or "all", not 0'),
    (("filter", FREE, "--rounds", "-1"), 2, "not '-1'"),
    (("filter", FREE, "--rounds", "2.0"), 2, "not '2.0'"),
    (("filter", FREE, "--rounds", "x"), 2, "not 'x'"),
    (("filter", FREE, "--rounds", ""), 2, "not ''"),
    (("filter", FREE, "--rounds", "17"), 3, "rounds = 17 is beyond the limit of 16"),
    (("filter", FREE, "--rounds", "9" * 5000), 3, "is beyond the limit of 16"),
    (("filter", FREE, "--rounds", "123456789012"), 3, "rounds = 123456789012 is beyond"),
    (("filter", FREE, "--simulate", "0"), 2, "--simulate"),
    (("filter", FREE, "--simulate", "1e6"), 2, "'--simulate': an integer of at least 1 is wanted, in digits, not '1e6'"),
    (("filter", FREE, "--simulate", "10000001"), 3, "at most 10000000 runs are simulated"),
    (("filter", FREE, "--seed", "1"), 2, "--seed is that of a simulation: give --simulate N with it"),
    (("filter", FREE, "--simulate", "5", "--seed", "-1"), 2, "--seed"),
    (("chain", "nowhere.toml"), 2, "cannot read nowhere.toml: "),
    (("chain", FREE, "--rounds", "all"), 2, "a chain is decided for a number of rounds, not all: give --rounds K"),
    (("chain", FREE, "--rounds", "0"), 2, "--rounds must be an integer from 1 to 16, not 0\n"),
    (("filter", FREE, "--rounds", "0", "--rule", "residue:pure"), 2, "from 1 to 16, not 0\n"),
    (("chain", FREE, "--rounds", "17"), 3, "limit of 16"),
    (("chain",), 2, "Missing"),
    (("sandwich", "rr(1)"), 2, "--grid"),
    (("sandwich", "rr(1)", "--grid"), 2, "needs a value"),
    (("sandwich", "--grid", "0", "inf"), 2, "PLD"),
    (("sandwich", "rr(1)", "--grid", "0", "1"), 2, "begins with 0 and ends with inf; this one is 0, 1"),
    (("sandwich", "rr(1)", "--grid", "1", "inf"), 2, "begins with 0 and ends with inf; this one is 1, inf"),
    (("sandwich", "rr(1)", "--grid", "-1", "0", "inf"), 2, "begins with 0"),
    (("sandwich", "rr(1)", "--grid", "0"), 2, "this one is 0"),
    (("sandwich", "rr(1)", "--grid", "0", "2", "1", "inf"), 2, "strictly increases, but e_1 = 2 is followed by e_2 = 1"),
    (("sandwich", "rr(1)", "--grid", "0", "log(2)", "log(2)", "inf"), 2, "strictly increases"),
    (("sandwich", "rr(1)", "--grid", "0", "inf", "inf"), 2, "strictly increases"),
    (("sandwich", "rr(1)", "--grid", "0", "x", "inf"), 2, "--grid 2: unknown name 'x'"),
    (("sandwich", "rr(x)", "--grid", "0", "inf"), 2, "PLD: unknown name 'x'"),
    (("sandwich", "100000*rr(1, 3)", "--grid", "0", "inf"), 3, "a simpler PLD or a coarser grid may help"),
]


@pytest.mark.parametrize(("command", "status", "sentence"), BAD, ids=range(len(BAD)))
def test_bad_input(call, tmp_path, command, status, sentence):
    """One clear sentence, the documented status, no file."""
    found, out, err = call(*command)
    assert (found, out) == (status, "")
    assert sentence in one_sentence(err)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(("changes", "status", "sentence"), BAD_FILES, ids=range(len(BAD_FILES)))
def test_bad_files_of_chain(call, tmp_path, changes, status, sentence):
    """As those of the verb filter; only the budget may be missing."""
    if changes == {"budget": None}:
        return
    lines = [f"{key} = {value}" for key, value in ({"queries": '["rr(1)"]', "rounds": "2"} | changes).items() if value is not None]
    (tmp_path / "p.toml").write_bytes("\n".join(lines).encode("utf-8", "surrogateescape"))
    found, out, err = call("chain", "p.toml", "-o", "c.json")
    assert (found, out) == (status, "")
    assert one_sentence(err).startswith("exactpld: p.toml: ")
    assert sentence in err
    assert [file.name for file in tmp_path.iterdir()] == ["p.toml"]


def test_missing_keys_of_chain(call, tmp_path):
    """The message asks for what a chain needs, not for a budget."""
    (tmp_path / "p.toml").write_text('queries = ["rr(1)"]\n')
    assert "the key 'rounds' is missing; needed are queries, rounds\n" in call("chain", "p.toml")[2]


@pytest.mark.parametrize("verb", ["filter", "chain"])
def test_a_certificate_does_not_replace_its_problem(call, problem, tmp_path, verb):
    """-o with the name of the problem file, however it is spelled."""
    file = problem(["rr(1)"], "rr(1)", 2)
    before = (tmp_path / file).read_text()
    (tmp_path / "link.toml").symlink_to(file)
    for name in (f"./{file}", str(tmp_path / file), "link.toml"):
        status, out, err = call(verb, file, "-o", name)
        assert (status, out) == (2, "")
        assert "would replace p.toml, the file that it is made from" in one_sentence(err)
    assert (tmp_path / file).read_text() == before


@pytest.mark.parametrize(
    ("place", "command"),
    [
        ("certificates.cli.filter.rule_game", ("filter", FREE, "--rule", "residue:pure")),
        ("certificates.cli.filter.simulate", ("filter", FREE, "--simulate", "5")),
        ("certificates.cli.families.chain", ("chain", FREE)),
        ("certificates.cli.families.universally_free", ("chain", FREE, "--universal")),
        ("certificates.cli.families.sandwich", ("sandwich", "rr(1)", "--grid", "0", "inf")),
    ],
)
def test_interruptions_and_limits(call, tmp_path, monkeypatch, place, command):
    """Ctrl-C and a limit, wherever they come: one sentence, the status, and an older file stays as it was."""
    (tmp_path / "c.json").write_text(OLDER)
    for problem, status, sentence in ((KeyboardInterrupt(), 130, "interrupted"), (TooLarge("gone"), 3, ": gone; ")):

        def fail(*_args, problem=problem, **_keywords):
            raise problem

        with monkeypatch.context() as patch:
            patch.setattr(place, fail)
            found, out, err = call(*command, "-o", "c.json")
        assert (found, out) == (status, "")
        assert sentence in one_sentence(err)
    assert [file.name for file in tmp_path.iterdir()] == ["c.json"]
    assert (tmp_path / "c.json").read_text() == OLDER


@pytest.mark.parametrize(
    ("place", "command"),
    [
        ("certificates.cli.filter.natural_filter", ("filter", MINIMAL)),
        ("certificates.cli.filter.rule_game", ("filter", FREE, "--rule", "residue:pure")),
        ("certificates.cli.families.chain", ("chain", MINIMAL)),
        ("certificates.cli.families.universally_free", ("chain", MINIMAL, "--universal")),
    ],
)
def test_progress_is_for_terminals(call, monkeypatch, place, command):
    """Work reports what is done only where standard error is a terminal; the answer is the same."""
    module, name = place.rsplit(".", 1)
    work, given = getattr(sys.modules[module], name), []

    def watched(*args, progress=None, **keywords):
        given.append(progress)
        return work(*args, progress=progress, **keywords)

    monkeypatch.setattr(place, watched)
    status, out, err = call(*command)
    assert (status, err, given) == (0, "", [None])
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    assert call(*command)[:2] == (0, out)
    assert given[1] is not None


def test_help_explains_the_words(call):
    """A newcomer finds what a rule is, what -o writes, and what a problem file is."""
    text = " ".join(call("filter", "--help")[1].split())
    for said in ("One of natural, residue:pure, residue:delta, residue:natural, residue:renyi:ALPHA", "A problem file:", 'or "all"', "-o writes"):
        assert said in text
    assert "its budget is not needed" in " ".join(call("chain", "--help")[1].split())
    assert "Losses in nats, increasing, from 0 to inf." in " ".join(call("sandwich", "--help")[1].split())


def test_texts_read_back(one, problem):
    """Exact texts of irrational answers are read back to the values of the library."""
    file = problem(["rr(1)", "approx(0, 1/3)"], "approx(1, 2/5)", 2)
    found = one("filter", file, "--at", "exp(1/2)")
    expected = natural_filter([rr(1), approx(0, "1/3")], approx(1, "2/5"), 2, at=exp("1/2"))
    assert [number(found[key]) for key in ("x", "cost", "budget", "gap")] == [expected.x, expected.cost, expected.budget, expected.gap]
    assert loss("1/2").exp() == number(found["x"])
    assert identity() != pld(found["strategy"]["query"])
