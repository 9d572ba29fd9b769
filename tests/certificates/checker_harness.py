"""Running vectors and mutants through a checker module, and what to expect of them."""

from __future__ import annotations

import copy
import hashlib
import json
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
VECTORS = ROOT / "tests" / "vectors"
CHECKER = ROOT / "certificates" / "check.py"
FOLDERS = ("accept", "reject", "malformed", "limit")
EXIT = {"verified": 0, "rejected": 1, "malformed": 2, "limit": 3}
RULES = [
    "R01-prime",
    "R02-quotient-denominator",
    "R03-denominator",
    "R04-mass",
    "R05-p-sum",
    "R06-q-sum",
    "R07-order",
    "R08-claim-digest",
    "R09-digest",
    "R10-dominated",
    "R11-positive-x",
    "R12-not-dominated",
    "R13-equal",
    "R14-a-above",
    "R15-b-above",
    "R16-delta-value",
    "R17-delta-lower",
    "R18-delta-upper",
    "R19-delta-range",
    "R20-epsilon-value",
    "R21-epsilon-lower",
    "R22-epsilon-upper",
    "R23-queries-different",
    "R24-tree-index",
    "R25-tree-children",
    "R26-tree-depth",
    "R27-tree-admissible",
    "R28-no-gap",
    "R29-kernel-rows",
    "R30-kernel-index",
    "R31-kernel-entry",
    "R32-kernel-sum",
    "R33-kernel-p",
    "R34-kernel-q",
    "R35-value-states",
    "R36-value-step",
    "R37-value-budget",
    "R38-tree-allowed",
    "R39-cost-reached",
    "R40-cost-bound",
    "R41-moves",
    "R42-order-complete",
    "R43-order-step",
    "R44-multiset",
    "R45-residue",
    "R46-run-admitted",
    "R47-run-refused",
    "R48-grid",
    "R49-sandwich-lower",
    "R50-sandwich-upper",
    "R51-audit-by",
    "R52-audit-violated",
    "R53-audit-gdp-level",
    "R54-audit-index",
    "R55-audit-invalid",
    "R56-audit-points",
    "R57-weights",
    "R58-constraints",
    "R59-identity",
    "R60-symmetric",
    "R61-constraint-kept",
    "R62-constraint-tight",
    "R63-law",
    "R64-metric",
    "R65-instance",
    "R66-neighbours",
    "R67-ratio",
    "R68-exceeded",
]
KINDS = (
    "dominated",
    "not-dominated",
    "equal",
    "incomparable",
    "delta",
    "epsilon",
    "natural-filter-violated",
    "natural-filter-free",
    "filter-cost",
    "chain",
    "not-chain",
    "residue",
    "residue-run",
    "sandwich",
    "audit",
    "identity",
    "pure-dp",
    "pure-dp-tables",
    "not-pure-dp",
)

Verdict = tuple[str, str]


def vectors(folder: str) -> list[Path]:
    """Return the files of one folder of vectors, in order of name."""
    return sorted((VECTORS / folder).iterdir())


def expected(path: Path) -> Verdict:
    """Return the verdict that a vector must get, from its folder and its name."""
    folder = path.parent.name
    if folder == "reject":
        return "rejected", path.stem.partition("--")[0]
    return {"accept": "verified"}.get(folder, folder), ""


def verdict(checker: ModuleType, data: bytes, **options: Any) -> Verdict:
    """Return (status, rule) of one certificate; any other exception is the caller's."""
    try:
        checker.verify(data, **options)
    except checker.Malformed:
        return "malformed", ""
    except checker.Rejected as error:
        return "rejected", error.rule
    except checker.Limit:
        return "limit", ""
    return "verified", ""


def digest(value: Any) -> str:
    """Return the digest of an object, by FORMAT.md section 5."""
    text = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return "sha256:" + hashlib.sha256(text.encode("ascii")).hexdigest()


def sign(certificate: dict[str, Any]) -> bytes:
    """Return the file of a certificate with both digests made new."""
    body = {k: v for k, v in certificate.items() if k not in ("digest", "claim_digest")}
    body["claim_digest"] = digest({k: body.get(k) for k in ("claim", "format", "kind", "version")})
    body["digest"] = digest({k: v for k, v in body.items() if k != "meta"})
    return json.dumps(body).encode()


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Return the path to every part of a JSON value, itself included."""
    yield path
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in items:
        yield from places(part, (*path, key))


def at(value: Any, path: tuple[Any, ...]) -> Any:
    """Return the part of a JSON value at a path."""
    for key in path:
        value = value[key]
    return value


def replaced(value: Any, path: tuple[Any, ...], new: Any) -> Any:
    """Return a copy of a JSON value in which the part at the path, not the root, is another."""
    result = copy.deepcopy(value)
    at(result, path[:-1])[path[-1]] = new
    return result
