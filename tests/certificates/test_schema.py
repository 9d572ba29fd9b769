"""The JSON Schema against the vectors: it accepts whatever has the right structure, and refuses whatever has not."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from tests.certificates.checker_harness import ROOT, vectors

SCHEMA = json.loads((ROOT / "certificates" / "certificate.schema.json").read_text(encoding="utf-8"))
VALIDATOR = jsonschema.Draft202012Validator(SCHEMA)
# What is malformed but has the right structure, by the names of the vectors: orders, lowest terms, values, keys that
# occur twice (lost in reading), and a newline that `$` lets pass in Python's regular expressions.
UNSEEN = re.compile(
    r"newline|duplicate|not-lowest|unsorted|unordered|twice|same|zero-coefficient|zero-power|only-a-zero|zero-term|"
    r"rational-in-list-form|rational-list-below|hex-just-below|zero-over|power-(one|above-one|negative)|cancelled"
)
# Limits of counts, which the schema knows; others are of values or of work.
COUNTS = {
    "atoms-4097",
    "compose-65-items",
    "kernel-rows-20001",
    "nesting-65",  # the nest stands in meta
    "primes-17",
    "queries-65",
    "terms-4097",
}


def read(path: Path) -> Any:
    """Return what a vector holds; None for what is no JSON, or no JSON that is text."""
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except ValueError:
        return None


def test_the_schema_is_one() -> None:
    """It is a schema of its draft, and names the two versions."""
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    assert SCHEMA["properties"]["version"]["enum"] == ["1", "2"]


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
    """The same certificate with a kernel is valid in version 2 and invalid in version 1."""
    kernel = read(next(path for path in vectors("accept") if path.stem == "kernel-rr"))
    assert kernel["witness"]["method"] == "kernel"
    assert VALIDATOR.is_valid(kernel)
    assert not VALIDATOR.is_valid({**kernel, "version": "1"})
