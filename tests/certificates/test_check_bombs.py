"""Files made to exhaust a checker end with the status limit or malformed, and soon."""

from __future__ import annotations

import json
import resource
import subprocess
import sys
import time
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from tests.certificates import checker_bombs_theorems as theorems
from tests.certificates.checker_harness import CHECKER, VECTORS, sign, vectors, verdict

GOOD = (VECTORS / "accept" / "natural-filter-violated-minimal.json").read_bytes()
FILE = 4 * 2**20


def minimal(**changes: Any) -> dict[str, Any]:
    """Return the worked example with other top-level parts."""
    return {**json.loads(GOOD), **changes}


def full_tree(depth: int) -> Any:
    """Return the tree that always plays query 0, which has two finite atoms."""
    node: Any = None
    for _ in range(depth):
        node = ["0", [node, node]]
    return node


def wide_tree() -> Any:
    """Return a node with far too many children, all stops."""
    return ["0", [None] * 50_000]


def grid(*atoms: list[str], **changes: Any) -> bytes:
    """Return an audit of a discretised PLD that is said to be none."""
    value = {"unit": "1/1000", "atoms": atoms, "infinite": "0", **changes}
    claim = {"claimant": "a tool", "quantity": {"of": "curve"}, "says": {"value": value}, "verdict": "invalid"}
    return compact(sign(minimal(version="4", kind="audit", claim=claim, witness={})))


def audit(**changes: Any) -> bytes:
    """Return an audit with another quantity, claimant or value."""
    claim = {"claimant": "a tool", "quantity": {"of": "delta", "x": "1"}, "says": {"value": "nan"}, "verdict": "invalid"}
    claim |= changes
    return compact(sign(minimal(version="4", kind="audit", claim=claim, witness={})))


def compact(data: bytes) -> bytes:
    """Return a file without white space."""
    return json.dumps(json.loads(data), separators=(",", ":")).encode()


def atoms(count: int, *masses: str) -> list[list[str]]:
    """Return so many atoms, whose masses are repeated in turn."""
    return [[str(i - count // 2), masses[i % len(masses)]] for i in range(count)]


BOMBS: dict[str, bytes] = {
    "size": GOOD + b" " * FILE,
    "size-in-meta": sign(minimal(meta={"note": "x" * FILE})),
    "size-in-a-number": sign(minimal(witness={"x": "0x" + "f" * FILE, "tree": None})),
    "nesting": b"[" * 100_000,
    "nesting-closed": b"[" * 100_000 + b"]" * 100_000,
    "nesting-objects": b'{"a":' * 100_000 + b"1" + b"}" * 100_000,
    "nesting-after-a-quote": b'{"\\"":"","b":' + b"[" * 100_000 + b"]" * 100_000 + b"}",
    "nesting-after-a-backslash": b'{"a\\\\":"\\\\","b":' + b"[" * 100_000 + b"]" * 100_000 + b"}",
    "nesting-in-the-tree": GOOD.replace(b"null", b"[" * 2_000 + b"]" * 2_000, 1),
    "nesting-in-meta": GOOD.replace(b'"tests/vectors/build.py"', b"[" * 100_000 + b"]" * 100_000),
    "nesting-mixed": (b'[{"a":' * 50_000) + b'"1"' + (b"}]" * 50_000),
    "json-number": GOOD.replace(b'"x": "2"', b'"x": ' + b"9" * 1_000_000),
    "digits": sign(minimal(witness={"x": "9" * 1_000_000, "tree": None})),
    "digits-hexadecimal": sign(minimal(witness={"x": "0x" + "f" * 1_000_000, "tree": None})),
    "digits-for-rounds": sign(minimal(claim={**json.loads(GOOD)["claim"], "rounds": "9" * 1_000_000})),
    "digits-for-an-index": sign(minimal(witness={"x": "2", "tree": ["9" * 1_000_000, []]})),
    "tree": sign(minimal(witness={"x": "2", "tree": full_tree(15)})),
    "tree-wide": sign(minimal(witness={"x": "2", "tree": wide_tree()})),
    "terms": sign(minimal(witness={"x": [["1", str(i)] for i in range(100_000)], "tree": None})),
    "pairs": sign(
        minimal(witness={"x": [["1", ["0", [[str(i), "1/2"] for i in range(2, 90_000)]]]], "tree": None})
    ),
    "queries": sign(
        minimal(claim={**json.loads(GOOD)["claim"], "queries": json.loads(GOOD)["claim"]["queries"] * 20_000})
    ),
    "grid-atoms": grid(["-100001", "-1p0"], *atoms(200_000, "0")),
    "grid-atoms-bomb": grid(*atoms(260_000, "0")),
    "grid-digits": grid(["0", "1" * 1_000_001 + "p0"]),
    "grid-power": grid(["0", "1p" + "1" * 1_000_000]),
    "grid-power-of-four-digits": grid(*[[str(i), "-1p-9999"] for i in range(10_000)]),
    "grid-index": grid(["0", "-1p0"], ["9" * 1_000_000, "1p0"]),
    "grid-index-hexadecimal": grid(["0", "-1p0"], ["0x" + "f" * 1_000_000, "1p0"]),
    "grid-index-in-bits": grid(["0", "-1p0"], [hex(2**65_535), "1p0"]),
    "grid-unit": grid(["0", "-1p0"], unit="0x" + "f" * 1_000_000),
    "grid-unit-below": grid(["0", "-1p0"], unit="1/" + hex(2**65_535)),
    "spends": audit(quantity={"of": "spend", "spends": [["1", "1"]] * 200_000}),
    "claimant": audit(claimant="x" * 3_000_000),
    "points-of-a-curve": audit(quantity={"of": "delta"}, says={"points": [["1", "0"]] * 200_000}),
    "keys": b"{" + b",".join(b'"k%d":""' % i for i in range(200_000)) + b"}",
    "duplicate-keys": b"{" + b",".join(b'"a":""' for _ in range(300_000)) + b"}",
    "duplicate-key-at-the-end": b"{" + b",".join(b'"%x":""' % (i % 400_000) for i in range(400_001)) + b"}",
    "duplicate-key-in-meta-at-the-end": GOOD.replace(
        b'"producer"', b",".join(b'"%x":""' % (i % 300_000) for i in range(300_001)) + b',"producer"'
    ),
    "strings": b"[" + b",".join(b'""' for _ in range(1_000_000)) + b"]",
    **{f"theorem-{name}": data for name, data in theorems.BOMBS.items()},
}


@pytest.mark.parametrize("name", BOMBS)
def test_bombs_end_without_a_verdict(name: str, checker: ModuleType) -> None:
    """Each bomb ends as limit or malformed; no other exception leaves the checker."""
    assert verdict(checker, BOMBS[name])[0] in ("limit", "malformed")


@pytest.mark.parametrize(
    "name",
    [
        *("size", "size-in-meta", "tree", "tree-wide", "queries", "terms", "digits-hexadecimal"),
        *("grid-atoms", "grid-power-of-four-digits", "grid-index-in-bits", "grid-unit-below", "spends"),
    ],
)
def test_bombs_that_only_break_a_limit_are_limits(name: str, checker: ModuleType) -> None:
    """A file that is well formed but for a stated limit gets the status limit."""
    assert verdict(checker, BOMBS[name]) == ("limit", "")


def test_a_file_of_exactly_4_mib_is_read(checker: ModuleType) -> None:
    """The limit of 4 MiB is inclusive: at it a file is verified, with one byte more it is not."""
    full = GOOD + b" " * (FILE - len(GOOD))
    assert verdict(checker, full) == ("verified", "")
    assert verdict(checker, full + b" ") == ("limit", "")


def test_a_tree_of_exactly_20000_nodes_is_looked_at(checker: ModuleType) -> None:
    """The limit on the nodes of a tree, stops included, is inclusive: at it a rule is named, above it the limit."""
    for stops, expected in ((19_999, ("rejected", "R25-tree-children")), (20_000, ("limit", ""))):
        data = sign(minimal(witness={"x": "2", "tree": ["0", [None] * stops]}))
        assert verdict(checker, data) == expected


def test_a_grid_of_exactly_200000_atoms_is_looked_at(checker: ModuleType) -> None:
    """The limit on the atoms of a discretised PLD is inclusive."""
    assert verdict(checker, grid(["-100001", "-1p0"], *atoms(199_999, "0"))) == ("verified", "")
    assert verdict(checker, grid(*atoms(200_000, "0"))) == ("rejected", "R55-audit-invalid")


@pytest.mark.slow
def test_a_grid_that_fills_the_file_is_decided(checker: ModuleType) -> None:
    """A file of nearly 4 MiB with over 100,000 masses of 53 bits each: E[e^-Z] is a little more than 1, or less."""
    for middle, expected in ((67_535, ("verified", "")), (67_534, ("rejected", "R55-audit-invalid"))):
        found = [[str(i - middle), f"{2**52 + 2 * i + 1}p-69"] for i in range(110_000)]
        data = grid(*found, unit="1/100000")
        assert 3.5e6 < len(data) < FILE
        assert verdict(checker, data) == expected


SPENDS_ITS_STEPS = ("composition", "precision", "filter-paths-", "filter-powers-", "filter-states-")


@pytest.mark.slow
@pytest.mark.parametrize("name", [*BOMBS, *(path.name for path in vectors("limit"))])
def test_bombs_end_soon(name: str, tmp_path: Path) -> None:
    """A separate, isolated process refuses each bomb and each limit vector within two seconds, or within the steps."""
    path = VECTORS / "limit" / name
    if name in BOMBS:
        path = tmp_path / "bomb.json"
        path.write_bytes(BOMBS[name])
    start = time.perf_counter()
    command = [sys.executable, "-I", "-S", str(CHECKER), "--json", str(path)]
    result = subprocess.run(command, capture_output=True, timeout=60, check=False)
    took = time.perf_counter() - start
    assert result.returncode in (2, 3)
    assert json.loads(result.stdout)["status"] in ("limit", "malformed")
    # What is refused for its work ends when the steps are spent, "about ten seconds"; all else at once.
    assert took < (30 if name.startswith(SPENDS_ITS_STEPS) else 2)


@pytest.mark.slow
@pytest.mark.parametrize("name", theorems.HEAVY)
def test_heavy_files_within_the_limits_end_soon(name: str, tmp_path: Path) -> None:
    """Whatever is said of a file that keeps the limits of counts is said within half a minute of work, in less than a gigabyte."""
    path = tmp_path / "heavy.json"
    path.write_bytes(theorems.HEAVY[name]())
    assert path.stat().st_size <= FILE
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    command = [sys.executable, "-I", "-S", str(CHECKER), "--json", str(path)]
    result = subprocess.run(command, capture_output=True, timeout=300, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    assert json.loads(result.stdout)["status"] in ("verified", "rejected", "limit")
    assert after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime < 30
    assert after.ru_maxrss < 2**20  # in KiB; the largest of all children
