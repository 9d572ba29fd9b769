"""Oracles 3-thm9-*, 3-thm14-*: the constants of the repair theorem as displayed, what is false about them, and the reach of Theorem 14."""

import json
import runpy
import subprocess
import sys
from fractions import Fraction

import pytest

from certificates.claims import not_dominated, write
from exact import approx, exp, find_witness, identity, inf, loss, mixture, number, rr
from exact.errors import Refuted
from exact.filters import AdditiveFilter, loss_profile, repair_constants, repaired_guarantee, sandwich
from tests.certificates.checker_harness import CHECKER, ROOT
from tests.oracles.loader import agrees, entries, pld

BY_ID = {p.id: p.values[0] for p in entries("repair")}
CONSTANTS = [p for p in entries("repair") if p.id.startswith("3-thm9-eps")]
REACH = [p for p in entries("repair") if p.id.startswith("3-thm14")]


def constants(entry):
    inputs = entry["inputs"]
    return repair_constants(inputs["eps"], inputs["delta"], inputs["k"])


@pytest.mark.parametrize("entry", CONSTANTS)
def test_displayed_constants(entry):
    """n, grid, l*, b*, ceil(ln 1/delta), and the guarantee that the text displays."""
    found, values = constants(entry), entry["values"]
    assert (found.n, found.log_ceiling) == (values["n"], values["ceil_log_1_over_delta"])
    assert [str(e) for e in found.grid] == values["eps_grid"]
    assert [str(m) for m in found.repeats] == values["l_raw"]
    assert [str(l) for l in found.l] == values["l_star"]  # noqa: E741 - the name of the paper
    assert [str(b) for b in found.b] == values["b_star"]
    assert (str(found.displayed_eps), str(found.displayed_delta)) == (values["eps_prime"], values["delta_prime"])
    assert found.displayed_chi == values["chi_36n_ceil_log"]
    assert found.displayed_delta == int(values["chi_sufficient"]) * found.delta
    assert found.displayed_eps <= found.displayed_chi * (found.eps + 1)


@pytest.mark.parametrize("entry", CONSTANTS)
def test_repaired_constants(entry):
    """chi = 228 n ceil(ln 1/delta); the sum over i of the repaired lemma is never worse."""
    found = constants(entry)
    n, c = entry["values"]["n"], entry["values"]["ceil_log_1_over_delta"]
    assert found.chi == 228 * n * c
    assert (found.repaired_eps, found.repaired_delta) == repaired_guarantee(found.eps, found.delta, found.rounds)
    parts = [(4 * c * found.eps, 0), *[(2 * c * (64 * found.eps + 16), 224 * c * found.delta)] * (n - 2)]
    assert found.repaired_eps == sum((eps for eps, _ in parts), loss(0)) <= found.chi * (found.eps + 1)
    assert found.repaired_delta == sum((delta for _, delta in parts), number(0)) + 4 * n * found.delta <= found.chi * found.delta


@pytest.mark.parametrize("entry", CONSTANTS)
def test_e_1_is_not_below_eps_over_k(entry):
    """"e_1 <= eps/k" is false in every one of them; 2 eps/k is an upper bound."""
    found, first = constants(entry), entry["values"]["checks"][0]
    assert (found.grid[1] <= found.eps / found.rounds) is first["eps1_le_eps_over_k"] is False
    assert found.grid[1] <= 2 * found.eps / found.rounds


@pytest.mark.parametrize("entry", CONSTANTS[:4])
def test_step_of_the_displayed_proof(entry):
    """Whether rr(e_i) repeated l*_i times is (9 eps + 2, 16 delta)-DP: the oracle's values of delta, and its verdicts, many of them no."""
    found = constants(entry)
    for check in entry["values"]["checks"][1:]:
        times = int(found.l[check["i"] - 1].as_fraction())
        value = (times * rr(found.grid[check["i"]])).delta(9 * found.eps + 2)
        assert agrees(value, check["H_lstar_at_9eps2"])
        assert (value <= 16 * found.delta) is check["claimed_16delta"]


# --- the false lemma

LEMMA = [(112, "5/2", 91, "28/125"), (8, "5/2", "13/2", "2/125"), (224, 3, 308, "7/15625")]


@pytest.mark.parametrize(("times", "eps", "claimed_eps", "claimed_delta"), LEMMA)
def test_false_lemma(times, eps, claimed_eps, claimed_delta, tmp_path):
    """rr(e_i) repeated b*_i (or l*_i) times is not as private as the lemma (or its step) says; the stand-alone checker agrees, in default steps."""
    oracle = BY_ID["3-thm9-lemma-counterexample"]["values"][f"RR_{eps}^{times} at exp({claimed_eps})"]
    assert oracle["violated"]
    assert oracle["claimed_bound"] == claimed_delta
    claim = approx(claimed_eps, claimed_delta)
    whole = times * rr(eps)
    assert agrees(whole.delta(claimed_eps), oracle["H"])
    assert whole.delta(claimed_eps) > claim.delta(claimed_eps) == number(claimed_delta)
    assert find_witness(whole, claim) is not None
    file = tmp_path / "lemma.json"
    write(not_dominated(whole, claim, exp(claimed_eps)), file)
    call = [sys.executable, "-I", "-S", str(CHECKER), "--json", str(file)]
    done = subprocess.run(call, capture_output=True, encoding="utf-8", timeout=60, check=False)
    assert done.returncode == 0, done.stdout
    assert json.loads(done.stdout)["status"] == "verified"
    with pytest.raises(Refuted):
        not_dominated(whole, approx(claimed_eps, whole.delta(claimed_eps)), exp(claimed_eps))


def test_the_counterexamples_are_about_the_displayed_constants():
    """112 at 5/2 is b*_5, 8 is l*_5 for eps = 1/2, delta = 1/1000, k = 4; 224 at 3 is b*_8 for eps = 1, delta = 10^-6, k = 64; so are the claims."""
    inputs = BY_ID["3-thm9-lemma-counterexample"]["inputs"]
    found = repair_constants(inputs["eps"], inputs["delta"], inputs["k"])
    i, c = inputs["i"], found.log_ceiling
    assert (found.l[i - 1], found.b[i - 1], found.grid[i]) == (inputs["l_star"], inputs["b_star"], loss(inputs["eps_i"]))
    assert (2 * c * (9 * found.eps + 2), 32 * c * found.delta) == (loss(91), number("28/125"))
    assert (9 * found.eps + 2, 16 * found.delta) == (loss("13/2"), number("2/125"))
    found = repair_constants(1, "1/1000000", 64)
    c = found.log_ceiling
    assert (found.b[7], found.grid[8]) == (224, loss(3))
    assert (2 * c * (9 * found.eps + 2), 32 * c * found.delta) == (loss(308), number("7/15625"))


def test_repaired_lemma_at_the_counterexamples():
    """The repaired lemma holds there: (2 c (64 eps + 16), 224 c delta)."""
    assert (112 * rr("5/2")).delta(14 * (32 + 16)) <= number("1568/1000")
    assert (8 * rr("5/2")).delta(48) == 0
    assert (224 * rr(3)).delta(28 * 80) == 0


# --- Theorem 14 and the sandwich


@pytest.mark.parametrize("entry", REACH)
def test_largest_weights(entry):
    """k queries w rr(e_{i-1}) + (1-w) Id that the natural filter admits spend at most l*_i; the oracle's largest total weight is right to 10^-6."""
    found = constants(entry)
    k = found.rounds
    for row in entry["values"]["rows"]:
        level = loss(row["level"])
        assert level == found.grid[row["i"] - 1]
        assert found.l[row["i"] - 1] == number(row["l_star"])
        largest = Fraction(str(row["max_total_weight"])) / k
        for weight, admitted in ((largest * Fraction(999_999, 1_000_000), True), (largest * Fraction(1_000_001, 1_000_000), False)):
            if weight <= 1 and (k < 20 or row["i"] >= 7):  # the others of 64 rounds take long
                query = mixture((weight, rr(level)), (1 - weight, identity()))
                assert ((k * query).delta(found.eps) <= found.delta) is admitted
        session = AdditiveFilter(found.grid, found.l)
        query = mixture((largest, rr(level)), (1 - largest, identity()))
        assert all(session.admit(query).admitted for _ in range(k))
        assert found.l[row["i"] - 1] - session.remaining[row["i"] - 1] == k * largest


@pytest.mark.parametrize("entry", [p for p in entries("orders") if p.id in {"3-sandwich-A", "3-sandwich-C"}])
def test_sandwich(entry):
    """Weights, lower and upper discretisation as the oracle has them."""
    grid = [inf if t == "inf" else f"log({t})" for t in entry["inputs"]["exp_eps_grid"]]
    middle, values = pld(entry["inputs"]["L"]), entry["values"]
    found = sandwich(middle, grid)
    assert [str(w) for w in found.weights] == values["p"]
    assert (found.lower, found.upper) == (pld(values["down"]), pld(values["up"]))
    assert loss_profile(middle, grid) == found.weights


def test_table_of_the_page(capsys):
    """docs/repair_theorem.md shows what examples/repair_table.py prints."""
    runpy.run_path(str(ROOT / "examples" / "repair_table.py"))
    assert capsys.readouterr().out in (ROOT / "docs" / "repair_theorem.md").read_text(encoding="utf-8")
