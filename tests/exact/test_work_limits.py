"""What is too large says so before the work: each of these took minutes or gigabytes, or ended the process, when it was found."""

import subprocess
import sys

import numpy as np
import pytest

import exact
from tests.conftest import ROOT, command_line_environment

GIGABYTES = 2
"""The address space of the processes that try the inputs below."""
SECONDS = 120
"""After so long a process is ended, and its test fails: some 50 times of what any of them takes."""

LONG, LONGER = '3000*rr("1/3")', '2900*rr("0.3337")'
"""Long curves over denominators that have nothing in common."""
UNLIKE = 'PLD([(p * exp(f"{{k}}/1009") / (1 + exp(f"{{k}}/1009")), q) for k, (p, q) in enumerate(({}*rr("1/3")).atoms)])'
"""Masses over as many denominators as there are atoms."""
ONE_PLD = (
    'PLD([(p * w, q * w) for k, (p, q) in enumerate(({}*rr("1/3")).atoms)'
    ' for w in (1 / (1 + exp(f"{{k}}/1009")), 1 / (1 + exp(f"-{{k}}/1009")))])'
)
"""Each atom of a composition cut in two, ``1/(1 + e^r)`` and ``1/(1 + e^-r)`` of it."""

TOO_LARGE = {
    "a product of long sums": ('number("(1 + exp(1/3))**3000 * (1 + exp(0.3337))**2900")', "a product of sums with 3001 and 2901 terms"),
    "powers of two atoms, multiplied": (f"({LONG} + {LONGER}).canonical", "a composition has more than"),
    "powers of rational atoms, multiplied": ("(700*rr(log(2)) + 700*rr(log(3))).canonical", "a composition has more than"),
    "many folds of three atoms": ('(700*table([("1/3", "1/7"), ("1/4", "1/5"), ("5/12", "23/35")])).canonical', "a 700-fold composition"),
    "a mixture": (f'mixture(("1/2", {LONG}), ("1/2", {LONGER}))', "masses over a common denominator"),
    "a sup that crosses often": ('mixture(("9/10", 300*rr("1/3")), ("1/10", identity())) | 299*rr("0.3337")', "masses over a common denominator"),
    "an inf of long masses": ('150*rr("1/3") & 140*rr("0.3537")', "curves of long masses that cross"),
    "a kernel": (f"garbling({LONG}, 2999*rr('0.3337'))", "masses over a common denominator"),
    "a kernel of long entries": ('garbling(mixture(("9/10", 600*rr("1/3")), ("1/10", identity())), 600*rr("1/3"))', "a kernel whose entries"),
    "vertices": ('(10000*rr("1/3")).tradeoff_vertices', "the sums over the 10001 atoms"),
    "a composition of many atoms": ('(2*geometric("1/1000", 1000)).canonical', "a 2-fold composition"),
    "outcomes": (
        '(120*subsample(rr(1), "1/3") + 120*subsample(rr("1/3"), "1/7") + 120*subsample(rr("1/7"), "1/9")).delta(1)',
        "a composition with 226981 outcomes is too large",
    ),
    "outcomes of many losses": ('(3*geometric("1/1000", 10000)).delta(1)', "a 2-fold composition of masses with 20000 terms"),
    "many denominators, sums not 1": (UNLIKE.format(300), "fewer different denominators"),
    "many denominators": (ONE_PLD.format(300), "fewer different denominators"),
}
QUICK = {
    "far apart at 10^-2000": ('compare(5000*rr("1/3"), approx(300, "1/100")).verdict', "incomparable"),
    "touching all along": ('(2000*rr("1/3") & 2001*rr("1/3")) == 2000*rr("1/3")', "True"),
    "one trade-off value": ('(3000*rr("1/3")).tradeoff("1/2").decimal(10)', "4.208142744e-74"),
    "vertices of long sums": ('len((1000*rr("1/3")).tradeoff_vertices)', "1002"),
    "few crossings of unlike curves": ('len((6*rr("log(3)/2") & 7*rr("1/2")).atoms)', "13"),
    "few crossings of powers": ('len((12*rr(1) & (rr(7) + rr("1/3"))).atoms)', "9"),
    "some denominators": (f'{ONE_PLD.format(30)} == 30*rr("1/3")', "True"),
}


def answer(code):
    """What a process of little memory says of an expression: its value, or the exception and its message."""
    resource = pytest.importorskip("resource", reason="the address space is not limited here")
    program = f"""
from exact import *
try:
    print({code})
except ExactError as problem:
    print(type(problem).__name__, problem)
"""
    size = GIGABYTES << 30
    done = subprocess.run(
        [sys.executable, "-c", program],
        cwd=ROOT,
        env=command_line_environment(),
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (size, size)),
        capture_output=True,
        encoding="utf-8",
        timeout=SECONDS,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-500:]
    return done.stdout.strip()


@pytest.mark.parametrize("name", TOO_LARGE)
def test_too_large(name):
    """TooLarge with one sentence, within two gigabytes."""
    code, message = TOO_LARGE[name]
    found = answer(code)
    assert found.startswith("TooLarge ")
    assert message in found
    assert "\n" not in found


@pytest.mark.parametrize("name", QUICK)
def test_not_too_large(name):
    """What looks alike and is not."""
    code, value = QUICK[name]
    assert answer(code) == value


@pytest.mark.parametrize(("k", "s"), [(2, 1200), (2, 10_000), (3, 200)])
def test_compositions_of_many_atoms(k, s):
    """Queries of k-fold geometric noise, rate a, against convolutions of the losses of its definition, in doubles; one loss for each atom
    once was one frame of the stack.
    """
    rate = 0.001
    z = np.arange(1, s)
    tail = 1 / (1 + np.exp(-rate))  # of the noise, from 0 on
    unit = np.tanh(rate / 2)  # of the noise, at 0
    p = np.concatenate([[np.exp(-rate * s) * tail], unit * np.exp(-rate * (s - z)), [tail]])
    q = p[::-1]
    losses = rate * np.concatenate([[-s], 2 * z - s, [s]])
    assert p.sum() == pytest.approx(1)
    assert losses == pytest.approx(np.log(p / q))
    p_all, q_all = p, q
    for _ in range(k - 1):
        p_all, q_all = np.convolve(p_all, p), np.convolve(q_all, q)
    expected = np.maximum(p_all - np.exp(0.5) * q_all, 0).sum()
    found = float(answer(f'({k}*geometric("1/1000", {s})).delta("1/2").decimal(17)'))
    assert found == pytest.approx(expected, rel=1e-9)


def test_the_exact_value_of_a_composition_of_many_atoms():
    """Two halves of masses that are sums: their exact value is that of the composition multiplied out, which is the slower way."""
    noise = exact.geometric("1/100", 30)
    twice, atoms = 2 * noise, exact.PLD((2 * noise).atoms)
    for x in ("9/10", "exp(1/3)"):
        found, expected = twice.hockey_stick(x), atoms.hockey_stick(x)
        assert not found.is_multiplied_out
        assert found.numerator * expected.denominator.expand() == expected.numerator * found.denominator.expand()
    for delta in ("1/100", "1/3"):
        assert twice.epsilon(delta) == atoms.epsilon(delta)


def test_a_profile_adds_up_no_sum_anew(monkeypatch):
    """At its knots the sums over the atoms beyond are those at the knot before, and one atom more."""
    noise = exact.geometric("1/100", 40)
    calls = []
    monkeypatch.setattr("exact.atoms.add_up", calls.append)
    assert len(exact.privacy_profile(noise)) == 42
    assert calls == []


def test_exit_status(exactpld, tmp_path):
    """The command line says it in one sentence and with status 3."""
    found = exactpld("delta", "rr(1)", "--x", "(1 + exp(1/3))**3000 * (1 + exp(0.3337))**2900", cwd=tmp_path)
    assert found.returncode == 3
    assert found.stderr.count("\n") == 1
    assert "terms" in found.stderr
