"""Random claims before the checker: none that is false or unshown is verified, all that are right are."""

from __future__ import annotations

import pytest

from tests.torture.builders import BUILDERS
from tests.torture.claims import Tally, load, main, make, try_one
from tests.torture.judge import judge
from tests.torture.reals import TooLarge, Undecided


def run(checker, seed, count):
    tally, number = Tally(), 0
    while tally.total() < count:
        try_one(checker, seed, number, tally)
        number += 1
    return tally


def test_a_few_hundred_claims():
    tally = run(load(), 1, 240)
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
    caught = {line.split(": ")[1].split(",")[0] for line in run(checker, 1, 160).offenders if "verified" in line}
    assert caught == set(BUILDERS)


@pytest.mark.parametrize("rule", ["R31-kernel-entry", "R32-kernel-sum", "R34-kernel-q", "R10-dominated", "R12-not-dominated", "R13-equal"])
def test_a_checker_without_one_rule_is_caught(rule):
    checker = load()
    require = checker.require
    checker.require = lambda name, *rest: None if name == rule else require(name, *rest)
    wanted = {"R10": "dominated by knots", "R12": "not-dominated", "R13": "equal"}.get(rule[:3], "dominated by kernel")
    tally, number = Tally(), 0
    while not tally.offenders and number < 3_000:
        if _sort(number) == wanted:
            try_one(checker, 1, number, tally)
        number += 1
    assert "verified" in tally.offenders[0]


def _sort(number):
    from random import Random

    return Random(f"1/{number}").choice(sorted(BUILDERS))


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
