"""Random claims before the checker: none that is false or unshown is verified, all that are right are."""

from __future__ import annotations

import pytest

from tests.torture.builders import BUILDERS
from tests.torture.claims import Tally, load, main, make, sort_of, try_one
from tests.torture.judge import judge
from tests.torture.reals import TooLarge, Undecided


def run(checker, seed, count):
    tally, number = Tally(), 0
    while tally.total() < count:
        try_one(checker, seed, number, tally)
        number += 1
    return tally


def test_a_few_hundred_claims():
    tally = run(load(), 1, 320)
    assert tally.offenders == []
    assert {sort for sort, truth, _ in tally.counts if truth == "right"} == set(BUILDERS)
    assert {sort for sort, truth, _ in tally.counts if truth in ("false", "unshown")} == set(BUILDERS)
    assert sum(n for (_, truth, _), n in tally.counts.items() if truth == "right") > 80


@pytest.mark.slow
def test_some_thousand_claims():
    tally = run(load(), 2, 2_000)
    assert tally.offenders == []


def test_a_checker_that_rejects_nothing_is_caught():
    """With its rules switched off the checker verifies false claims of every sort, and that is noticed."""
    checker = load()
    checker.require = lambda *_: None
    caught = {line.split(": ")[1].split(",")[0] for line in run(checker, 1, 400).offenders if "verified" in line}
    # What is not sure of an instance ends as a limit; what is false without that, as an eta below 0, is rare (MISSED).
    assert caught | {"pure-dp by instance"} == set(BUILDERS)


# A sort of claim in which the rule is missed, and the number from which on such claims of seed 1 are looked for.
# R46 is not among them: where R45 holds it holds. Nor is R54: without it there is no pair to look at. Nor is R67 of
# envelopes: what does not break it for sure is not accepted for that. See the test of envelopes below.
MISSED = [
    ("R10-dominated", "dominated by knots", 0),
    ("R12-not-dominated", "not-dominated", 0),
    ("R13-equal", "equal", 500),
    ("R19-delta-range", "audit epsilon", 500),
    ("R19-delta-range", "audit tradeoff", 3_600),
    ("R31-kernel-entry", "dominated by kernel", 4_400),
    ("R32-kernel-sum", "dominated by kernel", 500),
    ("R34-kernel-q", "dominated by kernel", 4_100),
    ("R35-value-states", "filter-cost by moves", 100),
    ("R35-value-states", "natural-filter-free", 800),
    ("R36-value-step", "filter-cost by budget", 500),
    ("R36-value-step", "natural-filter-free", 0),
    ("R37-value-budget", "natural-filter-free", 100),
    ("R38-tree-allowed", "filter-cost by moves", 5_300),
    ("R39-cost-reached", "filter-cost by moves", 0),
    ("R40-cost-bound", "filter-cost by budget", 100),
    ("R41-moves", "filter-cost by moves", 300),
    ("R42-order-complete", "chain", 0),
    ("R43-order-step", "chain", 900),
    ("R44-multiset", "not-chain", 800),
    ("R45-residue", "residue", 0),
    ("R45-residue", "residue-run", 0),
    ("R47-run-refused", "residue-run", 1_700),
    ("R48-grid", "sandwich", 400),
    ("R49-sandwich-lower", "sandwich", 700),
    ("R50-sandwich-upper", "sandwich", 1_900),
    ("R51-audit-by", "audit delta", 300),
    ("R51-audit-by", "audit epsilon", 2_300),
    ("R51-audit-by", "audit spend", 200),
    ("R52-audit-violated", "audit curve", 100),
    ("R52-audit-violated", "audit delta", 0),
    ("R52-audit-violated", "audit epsilon", 0),
    ("R52-audit-violated", "audit gdp", 100),
    ("R52-audit-violated", "audit renyi", 0),
    ("R52-audit-violated", "audit spend", 0),
    ("R52-audit-violated", "audit tradeoff", 0),
    ("R53-audit-gdp-level", "audit gdp", 0),
    ("R55-audit-invalid", "audit invalid", 0),
    ("R56-audit-points", "audit invalid", 2_000),
    ("R57-weights", "identity by mixtures", 0),
    ("R58-constraints", "identity by constraints", 0),
    ("R59-identity", "identity by mixtures", 0),
    ("R60-symmetric", "identity by constraints", 900),
    ("R61-constraint-kept", "identity by constraints", 1_600),
    ("R62-constraint-tight", "identity by constraints", 1_000),
    ("R63-law", "not-pure-dp", 3_300),
    ("R63-law", "pure-dp by laws", 400),
    ("R63-law", "pure-dp-tables", 3_300),
    ("R64-metric", "pure-dp by laws", 1_900),
    ("R65-instance", "pure-dp by instance", 1_000),
    ("R65-instance", "pure-dp by laws", 3_800),
    ("R66-neighbours", "pure-dp by instance", 1_600),
    ("R66-neighbours", "pure-dp by laws", 200),
    ("R67-ratio", "pure-dp-tables", 0),
    ("R68-exceeded", "not-pure-dp", 0),
]


@pytest.mark.parametrize(("rule", "sort", "number"), MISSED)
def test_a_checker_without_one_rule_is_caught(rule, sort, number):
    checker = load()
    require = checker.require
    checker.require = lambda name, *rest: None if name == rule else require(name, *rest)
    tally, last = Tally(), number + 3_000
    while not any(" verified " in line for line in tally.offenders) and number < last:
        if sort_of(1, number)[1] == sort:
            try_one(checker, 1, number, tally)
        number += 1
    assert " verified " in tally.offenders[-1]


@pytest.mark.parametrize(
    ("function", "wrong", "sort"),
    [
        ("settled", lambda *_: True, "pure-dp by laws"),
        ("settled", lambda *_: True, "pure-dp by instance"),
        ("widest", lambda boxes, _: boxes[0], "pure-dp by laws"),
        ("widest", lambda boxes, _: boxes[-1], "pure-dp by instance"),
        ("positive", lambda *_: True, "pure-dp by instance"),
        ("greatest", lambda *_: None, "identity by constraints"),
        ("same", lambda *_: True, "identity by mixtures"),
    ],
)
def test_a_checker_with_a_wrong_function_is_caught(function, wrong, sort):
    checker, tally, number = load(), Tally(), 0
    setattr(checker, function, wrong)
    while not any(" verified " in line for line in tally.offenders) and number < 3_000:
        if sort_of(1, number)[1] == sort:
            try_one(checker, 1, number, tally)
        number += 1
    assert " verified " in tally.offenders[-1]


def test_a_number_is_always_the_same_claim():
    for number in range(30):
        try:
            assert make(5, number) == make(5, number)
        except (TooLarge, Undecided):
            continue


def test_what_is_right_stays_right_when_it_is_judged_again():
    """The judge answers in one of its words."""
    words = set()
    for number in range(40):
        try:
            words.add(judge(make(6, number)[1]))
        except (TooLarge, Undecided, KeyError, TypeError, ValueError):
            continue
    assert {"right"} < words <= {"right", "tied", "unshown", "false", "ill"}


def test_offenders_are_saved_and_give_status_1(tmp_path, monkeypatch, capsys):
    checker = load()
    checker.require = lambda *_: None
    monkeypatch.setattr("tests.torture.claims.load", lambda: checker)
    assert main(["--claims", "20", "--seed", "1", "--save", str(tmp_path)]) == 1
    assert capsys.readouterr().out.count("claim-1-") == len(list(tmp_path.iterdir())) > 0
