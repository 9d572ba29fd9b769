"""Files that are as heavy as the limits allow: the steps bound the time, and nothing else than a verdict comes out."""

from __future__ import annotations

import json
from random import Random

import jsonschema
import pytest

from tests.certificates.checker_harness import EXIT, ROOT, sign
from tests.torture.claims import load
from tests.torture.heavy import Tally, certificate, try_one

SCHEMA = json.loads((ROOT / "certificates" / "certificate.schema.json").read_text(encoding="utf-8"))


def run(checker, seed, count):
    tally = Tally()
    for number in range(count):
        try_one(checker, seed, number, tally)
    return tally


def test_a_few_files():
    tally = run(load(), 3, 8)
    assert tally.offenders == []
    assert tally.counts.keys() <= {*EXIT, "too long"}


@pytest.mark.slow
def test_many_files():
    tally = run(load(), 4, 40)
    assert tally.offenders == []
    assert {"verified", "rejected", "limit"} <= tally.counts.keys()


def test_the_files_have_the_structure_of_certificates():
    validator = jsonschema.Draft202012Validator(SCHEMA)
    assert all(validator.is_valid(json.loads(sign(certificate(Random(seed))))) for seed in range(6))


def test_a_checker_that_does_not_count_is_caught(monkeypatch):
    """Without its count of steps the checker works for longer than is allowed, and that is noticed."""
    monkeypatch.setattr("tests.torture.heavy.STEPS", 10_000)
    monkeypatch.setattr("tests.torture.heavy.SLOWEST", -1.9e-4)  # so little time that the first heavy file takes longer
    checker = load()
    checker.Work.charge = lambda *_: None
    tally, number = Tally(), 0
    while not tally.offenders and number < 40:
        try_one(checker, 3, number, tally)
        number += 1
    assert "endless" in tally.offenders[0] or "steps" in tally.offenders[0]
