"""Accepted certificates, edited at random and signed anew: no false claim is verified, no true one refused."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from tests.certificates import checker_truth as truth
from tests.certificates.checker_harness import sign, vectors, verdict
from tests.certificates.checker_mutants import mutants

EACH = 8
LARGEST = 20_000
SLOW = "limit-kept-atoms-20000.json"
PATHS = [path for path in vectors("accept") if path.stat().st_size < LARGEST and path.name != SLOW]
LARGE = ("limit-kept-", "power-", "audit-delta-B", "audit-epsilon-B")
# Here the claim alone decides: whatever is refused must be false (or no PLD, or not of this spelling).
NO_WITNESS = ("dominated", "equal", "delta", "epsilon")
# About the kinds of later versions the second opinion reads the witness too: what is refused must be wrong in its eyes.
DECIDED = (*NO_WITNESS, *truth.LATER)


def about_witness(certificate: Any, rule: str) -> bool:
    """Return whether a rejection by the rule says nothing about the claim: a negative denominator, or a kernel."""
    return rule == "R02-quotient-denominator" or "rows" in certificate["witness"]


def judge(path: Path, checker: ModuleType, count: int) -> dict[str, int]:
    """Check the mutants of a vector against the second opinion, and count the verdicts."""
    statuses: dict[str, int] = {}
    for name, mutant in mutants(path, count):
        data = sign(mutant)
        status, rule = verdict(checker, data)
        statuses[status] = statuses.get(status, 0) + 1
        told = f"{path.name}, {name}: {status} {rule} {data.decode()}"
        try:
            if status == "verified":
                truth.check(data)
            elif status == "rejected" and mutant["kind"] in DECIDED and not about_witness(mutant, rule):
                with pytest.raises(AssertionError):
                    truth.check(data)
        except truth.Unknown:
            continue
        except (AssertionError, pytest.fail.Exception) as error:
            pytest.fail(f"{error}: {told}")
    return statuses


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_no_false_claim_is_verified(path: Path, checker: ModuleType) -> None:
    """Whatever is verified after a random edit is true by the second opinion; whatever is refused is not."""
    judge(path, checker, EACH)


@pytest.mark.slow
@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_no_false_claim_is_verified_among_many(path: Path, checker: ModuleType) -> None:
    """The same with many more edits of each vector; fewer of the largest, each of which takes the second opinion seconds."""
    judge(path, checker, (3 if path.stem.startswith(LARGE) else 15) * EACH)


def test_the_edits_reach_every_verdict(checker: ModuleType) -> None:
    """The edits are no empty exercise: many mutants are verified, many rejected, and by most of the rules."""
    statuses: dict[str, int] = {}
    rules: set[str] = set()
    for path in PATHS:
        for _, mutant in mutants(path, EACH):
            status, rule = verdict(checker, sign(mutant))
            statuses[status] = statuses.get(status, 0) + 1
            rules.add(rule)
    assert statuses["verified"] > 100
    assert statuses["rejected"] > 300
    assert len(rules) > 20
