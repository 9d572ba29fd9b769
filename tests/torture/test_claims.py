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
    tally = run(load(), 1, 260)
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
    caught = {line.split(": ")[1].split(",")[0] for line in run(checker, 1, 200).offenders if "verified" in line}
    assert caught == set(BUILDERS)


# A sort of claim in which the rule is missed, and the number from which on such claims of seed 1 are looked for.
# R46 is not among them: where R45 holds it holds. Nor is R54: without it there is no pair to look at.
MISSED = [
    ("R10-dominated", "dominated by knots", 0),
    ("R12-not-dominated", "not-dominated", 100),
    ("R13-equal", "equal", 300),
    ("R19-delta-range", "audit epsilon", 1_900),
    ("R19-delta-range", "audit tradeoff", 1_200),
    ("R31-kernel-entry", "dominated by kernel", 5_800),
    ("R32-kernel-sum", "dominated by kernel", 500),
    ("R34-kernel-q", "dominated by kernel", 500),
    ("R35-value-states", "filter-cost by moves", 100),
    ("R35-value-states", "natural-filter-free", 100),
    ("R36-value-step", "filter-cost by budget", 100),
    ("R36-value-step", "natural-filter-free", 300),
    ("R37-value-budget", "natural-filter-free", 100),
    ("R38-tree-allowed", "filter-cost by moves", 500),
    ("R39-cost-reached", "filter-cost by moves", 0),
    ("R40-cost-bound", "filter-cost by budget", 100),
    ("R41-moves", "filter-cost by moves", 300),
    ("R42-order-complete", "chain", 0),
    ("R43-order-step", "chain", 900),
    ("R44-multiset", "not-chain", 11_100),
    ("R45-residue", "residue", 0),
    ("R45-residue", "residue-run", 0),
    ("R47-run-refused", "residue-run", 1_200),
    ("R48-grid", "sandwich", 0),
    ("R49-sandwich-lower", "sandwich", 400),
    ("R50-sandwich-upper", "sandwich", 1_100),
    ("R51-audit-by", "audit delta", 1_400),
    ("R51-audit-by", "audit epsilon", 500),
    ("R51-audit-by", "audit spend", 100),
    ("R52-audit-violated", "audit curve", 100),
    ("R52-audit-violated", "audit delta", 0),
    ("R52-audit-violated", "audit epsilon", 0),
    ("R52-audit-violated", "audit gdp", 100),
    ("R52-audit-violated", "audit renyi", 0),
    ("R52-audit-violated", "audit spend", 100),
    ("R52-audit-violated", "audit tradeoff", 0),
    ("R53-audit-gdp-level", "audit gdp", 0),
    ("R55-audit-invalid", "audit invalid", 0),
    ("R56-audit-points", "audit invalid", 400),
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
    assert {"right"} < words <= {"right", "unshown", "false", "ill"}


def test_offenders_are_saved_and_give_status_1(tmp_path, monkeypatch, capsys):
    checker = load()
    checker.require = lambda *_: None
    monkeypatch.setattr("tests.torture.claims.load", lambda: checker)
    assert main(["--claims", "20", "--seed", "1", "--save", str(tmp_path)]) == 1
    assert capsys.readouterr().out.count("claim-1-") == len(list(tmp_path.iterdir())) > 0
