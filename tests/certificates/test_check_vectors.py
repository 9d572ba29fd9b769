"""Every vector gets the verdict that its folder and name demand, from verify() and from the command line."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from tests.certificates import checker_truth as truth
from tests.certificates.checker_harness import (
    CHECKER,
    EXIT,
    FOLDERS,
    KINDS,
    ROOT,
    RULES,
    VECTORS,
    digest,
    expected,
    vectors,
    verdict,
)

ALL = [path for folder in FOLDERS for path in vectors(folder)]
# The second opinion is asked about all accepted vectors but those that are large on purpose.
LARGE = {"limit-kept-atoms-20000.json", "limit-kept-pure-dp-n-64.json", "limit-kept-pure-dp-transcripts-16384.json"}
KNOWN = [path for path in vectors("accept") if path.name not in LARGE]
# Nor about forgeries that are large on purpose.
TOO_LARGE = {"R36-value-step--states-of-256-queries.json"}
# What checker_truth.py finds wrong in the vectors of a rule; the others are wrong in form or about the witness only.
WRONG = {
    "R03-denominator": {"denominator"},
    "R04-mass": {"negative mass", "empty atom"},
    "R05-p-sum": {"p sum"},
    "R06-q-sum": {"q sum"},
    "R07-order": {"order"},
    "R10-dominated": {"dominated"},
    "R13-equal": {"equal"},
    "R16-delta-value": {"value"},
    "R17-delta-lower": {"lower"},
    "R18-delta-upper": {"upper"},
    "R19-delta-range": {"delta range"},
    "R20-epsilon-value": {"exp_value"},
    "R21-epsilon-lower": {"lower"},
    "R22-epsilon-upper": {"upper"},
    "R23-queries-different": {"queries different"},
    "R25-tree-children": {"children"},
    "R26-tree-depth": {"rounds"},
    "R27-tree-admissible": {"admissible"},
    "R28-no-gap": {"gap"},
    "R35-value-states": {"value states"},
    "R36-value-step": {"value step"},
    "R37-value-budget": {"value budget"},
    "R38-tree-allowed": {"allowed"},
    "R39-cost-reached": {"reached"},
    "R40-cost-bound": {"bound"},
    "R41-moves": {"moves"},
    "R42-order-complete": {"order complete"},
    "R43-order-step": {"order step"},
    "R44-multiset": {"multiset"},
    "R45-residue": {"residue"},
    "R46-run-admitted": {"admitted"},
    "R47-run-refused": {"refused"},
    "R48-grid": {"grid"},
    "R49-sandwich-lower": {"sandwich lower"},
    "R50-sandwich-upper": {"sandwich upper"},
    "R51-audit-by": {"by"},
    "R52-audit-violated": {"beyond"},
    "R53-audit-gdp-level": {"level"},
    "R54-audit-index": {"index"},
    "R55-audit-invalid": {"possible"},
    "R56-audit-points": {"points"},
    "R57-weights": {"weights"},
    "R58-constraints": {"constraints"},
    "R59-identity": {"identity"},
    "R60-symmetric": {"symmetric"},
    "R61-constraint-kept": {"kept"},
    "R62-constraint-tight": {"tight"},
    "R63-law": {"law"},
    "R64-metric": {"metric"},
    "R65-instance": {"instance"},
    "R66-neighbours": {"neighbours"},
    "R67-ratio": {"ratio"},
    "R68-exceeded": {"exceeded"},
}


def run(
    *arguments: str | Path, python: tuple[str, ...] = (), data: bytes = b""
) -> subprocess.CompletedProcess[bytes]:
    """Run the checker as a sceptic would."""
    command = [sys.executable, "-I", "-S", *python, str(CHECKER), *map(str, arguments)]
    return subprocess.run(command, capture_output=True, input=data, timeout=600, check=False)


def test_the_files_are_what_build_makes(builder: ModuleType, tmp_path: Path) -> None:
    """The committed vectors are, byte for byte, what build.py writes; nothing is missing and nothing is extra."""
    builder.write(tmp_path)
    for folder in FOLDERS:
        made = {path.name: path.read_bytes() for path in (tmp_path / folder).iterdir()}
        there = {path.name: path.read_bytes() for path in vectors(folder)}
        assert made.keys() == there.keys(), folder
        assert [name for name in made if made[name] != there[name]] == []


def test_the_folder_of_vectors_holds_nothing_unknown() -> None:
    """Beside the four folders there are only the script and its parts."""
    names = {path.name for path in VECTORS.iterdir()} - {"__pycache__"}
    assert names == {*FOLDERS, "build.py", "make"}


def test_every_rule_has_a_vector_that_is_called_so() -> None:
    """For each rule of FORMAT.md there is reject/RULE.json, and no vector names a rule that is not there."""
    stems = {path.stem for path in vectors("reject")}
    assert set(RULES) <= stems
    assert {stem.partition("--")[0] for stem in stems} == set(RULES)


def test_the_rules_are_those_of_the_format() -> None:
    """The names of the rules here are those that FORMAT.md sets in bold."""
    words = (ROOT / "certificates" / "FORMAT.md").read_text(encoding="utf-8").split("**")
    assert [w for w in words if w[:1] == "R" and w[1:3].isdigit()] == RULES


def test_every_kind_is_among_the_accepted_vectors() -> None:
    """There is an accepted vector of every kind."""
    kinds = {json.loads(path.read_text(encoding="utf-8"))["kind"] for path in vectors("accept")}
    assert kinds == set(KINDS)


def test_the_worked_examples_are_vectors() -> None:
    """The worked examples of FORMAT.md are the accepted vectors "minimal" of their kinds without meta and digests."""
    text = (ROOT / "certificates" / "FORMAT.md").read_text(encoding="utf-8")
    examples = [json.loads(part.partition("```")[0]) for part in text.split("```json")[1:]]
    assert [example["kind"] for example in examples] == ["natural-filter-violated", "natural-filter-free", "audit", "identity", "pure-dp"]
    for example in examples:
        path = VECTORS / "accept" / f"{example['kind']}-minimal.json"
        vector = json.loads(path.read_text(encoding="utf-8"))
        assert {k: v for k, v in vector.items() if k not in ("meta", "claim_digest", "digest")} == example


def test_the_schema_names_every_kind_and_key() -> None:
    """certificate.schema.json is JSON and speaks of every kind and of every key of a file."""
    schema = json.loads((ROOT / "certificates" / "certificate.schema.json").read_text(encoding="utf-8"))
    kinds = {branch["properties"]["kind"]["const"] for branch in schema["oneOf"]}
    assert kinds == set(KINDS)
    for branch in schema["oneOf"]:
        assert {"kind", "claim", "witness"} <= branch["properties"].keys()
    keys = {"format", "version", "kind", "claim", "witness", "meta", "claim_digest", "digest"}
    assert set(schema["required"]) == keys


@pytest.mark.parametrize("path", KNOWN, ids=lambda path: path.stem)
def test_accepted_vectors_are_true(path: Path) -> None:
    """The second opinion, which shares nothing with the checker, finds every accepted claim true."""
    truth.check(path.read_bytes())


@pytest.mark.parametrize("rule", sorted(WRONG))
def test_rejected_vectors_are_wrong_in_the_way_their_rule_says(rule: str) -> None:
    """The second opinion finds each forgery wrong, and the first thing wrong is what the rule is about."""
    for path in vectors("reject"):
        if expected(path)[1] == rule and path.name not in TOO_LARGE:
            with pytest.raises(AssertionError) as error:
                truth.check(path.read_bytes())
            assert str(error.value) in WRONG[rule], path.name


@pytest.mark.parametrize("path", ALL, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_verify_gives_the_expected_verdict(path: Path, checker: ModuleType) -> None:
    """verify() gives the verdict, and for a rejection the rule, that the file's place and name demand."""
    assert verdict(checker, path.read_bytes()) == expected(path)


@pytest.mark.parametrize("path", vectors("accept"), ids=lambda path: path.stem)
def test_verify_returns_the_claim_that_it_verified(path: Path, checker: ModuleType) -> None:
    """What comes back is the kind, the claim and its digest as they stand in the file, and a sentence."""
    data = path.read_bytes()
    file, verified = json.loads(data), checker.verify(data)
    assert (verified.kind, verified.claim) == (file["kind"], file["claim"])
    assert verified.claim_digest == file["claim_digest"]
    assert verified.claim_digest == digest({k: file[k] for k in ("claim", "format", "kind", "version")})
    assert isinstance(verified.sentence, str)
    assert verified.sentence.isascii()
    assert len(verified.sentence) > 20


def test_every_refusal_says_why(checker: ModuleType) -> None:
    """Each exception carries a sentence."""
    for path in ALL[::7]:
        if path.parent.name != "accept":
            with pytest.raises((checker.Malformed, checker.Rejected, checker.Limit)) as error:
                checker.verify(path.read_bytes())
            assert len(str(error.value)) > 10


@pytest.mark.parametrize("python", [(), ("-O",)], ids=["plain", "optimised"])
@pytest.mark.parametrize("folder", FOLDERS)
def test_the_command_line_gives_the_same_verdicts(folder: str, python: tuple[str, ...]) -> None:
    """One run over a whole folder, isolated, also under -O: one JSON object a line, the largest exit status."""
    paths = vectors(folder)
    result = run("--json", *paths, python=python)
    assert result.stderr == b""
    lines: list[dict[str, Any]] = [json.loads(line) for line in result.stdout.decode("ascii").splitlines()]
    assert [line["file"] for line in lines] == [str(path) for path in paths]
    got = [(line["status"], line.get("rule") or "") for line in lines]
    assert [(p.name, g) for p, g in zip(paths, got, strict=True) if g != expected(p)] == []
    assert result.returncode == EXIT[expected(paths[0])[0]]
    if folder == "accept":
        assert all(isinstance(line["claim"], str) and line["claim"] for line in lines)


@pytest.mark.parametrize(
    ("folders", "status"),
    [("a", 0), ("ar", 1), ("ram", 2), ("mra", 2), ("lma", 3), ("al", 3), ("aaa", 0), ("rl", 3), ("mm", 2)],
)
def test_the_exit_status_is_the_largest(folders: str, status: int) -> None:
    """Several files give the largest of their exit statuses, in whatever order they come."""
    first = {folder[0]: vectors(folder)[0] for folder in FOLDERS}
    assert run(*[first[letter] for letter in folders]).returncode == status


def test_the_text_output_names_rule_and_claim() -> None:
    """Without --json people read the verdict, the rule, and the claim in words."""
    accepted = run(VECTORS / "accept" / "natural-filter-violated-minimal.json")
    assert (accepted.returncode, accepted.stderr) == (0, b"")
    assert b"verified" in accepted.stdout.lower()
    rejected = run(VECTORS / "reject" / "R28-no-gap.json")
    assert rejected.returncode == 1
    assert b"R28-no-gap" in rejected.stdout
    assert b"verified" not in rejected.stdout.lower()


@pytest.mark.parametrize(
    "arguments",
    [
        (),
        ("--json",),
        ("--bogus", "x"),
        ("--steps",),
        ("--steps", "many", "x"),
        ("--steps", "-1", "x"),
        ("--steps", "1.5", "x"),
        ("--steps", "5"),
    ],
)
def test_misuse_is_exit_2(arguments: tuple[str, ...]) -> None:
    """No file, an unknown option, or a count of steps that is none: exit 2 and no traceback."""
    result = run(*arguments)
    assert result.returncode == 2
    assert b"Traceback" not in result.stderr


def test_files_that_cannot_be_read_are_exit_2(tmp_path: Path) -> None:
    """A missing file or a folder is exit 2, said for that file; the others are still checked."""
    good = VECTORS / "accept" / "natural-filter-violated-minimal.json"
    for bad in (tmp_path / "missing.json", tmp_path):
        result = run("--json", bad, good)
        assert result.returncode == 2
        assert b"Traceback" not in result.stderr
        assert [json.loads(line)["status"] for line in result.stdout.splitlines()] == [
            "malformed",
            "verified",
        ]


def test_one_step_is_a_limit_for_everything(checker: ModuleType) -> None:
    """With a budget of one step no claim is verified: all well-formed files end at the limit."""
    for path in vectors("accept"):
        assert verdict(checker, path.read_bytes(), steps=1) == ("limit", "")
    assert run("--steps", "1", vectors("accept")[0]).returncode == 3


def test_verdicts_do_not_depend_on_what_came_before(checker: ModuleType) -> None:
    """The steps are counted anew for each certificate: the same file a hundred times gives the same verdict."""
    data = (VECTORS / "accept" / "epsilon-on-a-piece.json").read_bytes()
    assert {verdict(checker, data) for _ in range(100)} == {("verified", "")}
