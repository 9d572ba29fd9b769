"""The JSON Schema against the vectors: it accepts whatever has the right structure, and refuses whatever has not."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from tests.certificates.checker_harness import KINDS, ROOT, vectors

SCHEMA = json.loads((ROOT / "certificates" / "certificate.schema.json").read_text(encoding="utf-8"))
VALIDATOR = jsonschema.Draft202012Validator(SCHEMA)
OLD = KINDS[:7]  # the kinds of versions 1 and 2; the last one may have rounds "all" in version 3
# What is malformed but has the right structure, by the names of the vectors: orders, lowest terms, values, keys that
# occur twice (lost in reading), and a newline that `$` lets pass in Python's regular expressions.
UNSEEN = re.compile(
    r"newline|duplicate|not-lowest|unsorted|unordered|twice|same|zero-coefficient|zero-power|only-a-zero|zero-term|"
    r"rational-in-list-form|rational-list-below|hex-just-below|zero-over|power-(one|above-one|negative)|cancelled|decreasing"
)
# Limits of counts, which the schema knows; others are of values or of work.
COUNTS = {
    "atoms-4097",
    "audit-nesting",
    "audit-pairs-17",
    "audit-spends-4097",
    "chain-multiset-257",
    "chain-order-20001",
    "chain-queries-65",
    "compose-65-items",
    "filter-moves-65-in-a-state",
    "filter-multiset-257",
    "filter-multiset-257-of-cost",
    "filter-queries-65",
    "filter-queries-65-of-moves",
    "filter-states-20001-in-a-table",
    "kernel-rows-20001",
    "nesting-65",  # the nest stands in meta
    "not-chain-multiset-257",
    "primes-17",
    "queries-65",
    "residue-run-steps-257",
    "sandwich-grid-65",
    "terms-4097",
    "theorem-constraints-4097",
    "theorem-constructions-9",
    "theorem-constructions-of-constraints-9",
    "theorem-distance-1001",
    "theorem-distance-bomb",
    "theorem-laws-2001",
    "theorem-laws-2001-of-not",
    "theorem-loss-primes-17",
    "theorem-n-65",
    "theorem-n-bomb",
    "theorem-outcomes-20001",
    "theorem-outcomes-20001-of-an-envelope",
    "theorem-parts-1025",
    "theorem-queries-65",
    "theorem-rounds-17",
    "theorem-rounds-bomb",
    "theorem-universe-65",
    "theorem-universe-bomb",
}


def read(path: Path) -> Any:
    """Return what a vector holds; None for what is no JSON, or no JSON that is text."""
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except ValueError:
        return None


def test_the_schema_is_one() -> None:
    """It is a schema of its draft, and names the five versions."""
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    assert SCHEMA["properties"]["version"]["enum"] == ["1", "2", "3", "4", "5"]


@pytest.mark.parametrize("folder", ["accept", "reject"])
def test_well_formed_certificates_are_valid(folder: str) -> None:
    """Whatever the checker verifies or rejects by a rule is valid."""
    assert [path.name for path in vectors(folder) if not VALIDATOR.is_valid(read(path))] == []


def test_malformed_structure_is_invalid() -> None:
    """Of the malformed vectors, only those of which the schema cannot see the fault are valid."""
    files = {path.stem: read(path) for path in vectors("malformed")}
    valid = {stem for stem, value in files.items() if value is not None and VALIDATOR.is_valid(value)}
    assert sorted(stem for stem in valid if not UNSEEN.search(stem)) == []
    assert len(files) - len(valid) > 200


def test_counts_beyond_the_limits_are_invalid() -> None:
    """Lists that are longer than the stated limits are invalid; limits of values and of work are not the schema's."""
    files = {path.stem: read(path) for path in vectors("limit")}
    assert {stem for stem, value in files.items() if not VALIDATOR.is_valid(value)} == COUNTS


def test_a_kernel_needs_version_2() -> None:
    """The same certificate with a kernel is valid from version 2 on and invalid in version 1."""
    kernel = read(next(path for path in vectors("accept") if path.stem == "kernel-rr"))
    assert kernel["witness"]["method"] == "kernel"
    assert VALIDATOR.is_valid(kernel)
    assert all(VALIDATOR.is_valid({**kernel, "version": version}) for version in "345")
    assert not VALIDATOR.is_valid({**kernel, "version": "1"})


def test_what_version_3_adds_needs_it() -> None:
    """No certificate of a new kind, and none with rounds "all", is valid in version 1 or 2."""
    added = [value for path in vectors("accept") if (value := read(path))["version"] == "3"]
    added = [
        value for value in added if value["kind"] not in OLD or value["claim"].get("rounds") == "all"
    ]
    assert {value["kind"] for value in added} == {*KINDS[6:14]}
    assert all(VALIDATOR.is_valid(value) for value in added)
    assert not any(VALIDATOR.is_valid({**value, "version": version}) for value in added for version in ("1", "2"))


def test_an_audit_needs_version_4() -> None:
    """No audit is valid in an earlier version, and what earlier versions have is valid in versions 4 and 5."""
    paths = [path for path in vectors("accept") if path.stat().st_size < 20_000]
    values = [value for path in paths[::5] if (value := read(path))["kind"] not in KINDS[15:]]
    assert {"audit", "delta"} <= {value["kind"] for value in values}
    for value in values:
        assert all(VALIDATOR.is_valid({**value, "version": version}) for version in "45")
        assert value["kind"] != "audit" or not any(VALIDATOR.is_valid({**value, "version": version}) for version in "123")


def test_identities_and_ratios_of_neighbours_need_version_5() -> None:
    """No certificate of a kind that version 5 adds is valid in an earlier version."""
    values = [read(path) for path in vectors("accept") if path.stat().st_size < 20_000]
    values = [value for value in values if value["kind"] in KINDS[15:]]
    assert {value["kind"] for value in values} == {*KINDS[15:]}
    for value in values:
        assert value["version"] == "5"
        assert VALIDATOR.is_valid(value)
        assert not any(VALIDATOR.is_valid({**value, "version": version}) for version in "1234")


def test_a_schema_of_constraints_alone() -> None:
    """Some construction of an identity is no list of constraints."""
    minimal = next(value for path in vectors("accept") if (value := read(path))["kind"] == "identity" and path.stem.endswith("minimal"))
    items = minimal["claim"]["constructions"]
    only = [item for item in items if "constraints" in item]
    assert VALIDATOR.is_valid(minimal)
    assert not VALIDATOR.is_valid({**minimal, "claim": {"constructions": only * 2}})
