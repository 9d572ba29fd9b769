"""Fuzzing of the checker's reader: vectors with edited trees and bytes, signed anew or not.

    python -m tests.torture.fuzz [--seconds S] [--seed S] [--first I] [--save FOLDER]

File number i of a seed is always the same one. For each: one of the four verdicts and no other exception, work and time
within bounds, and "verified" only for a file of the one form whose claim is true: that of the vector, or true by brute
force (judge.py, else checker_truth.py). A harmless edit changes no verdict. Offenders are saved; exit status 1 then.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import json
import resource
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

from tests.certificates import checker_truth
from tests.certificates.checker_harness import EXIT, FOLDERS, digest, expected, vectors, verdict
from tests.torture import edits
from tests.torture.claims import WRONG_FORM, OutOfTime, checker_name, load, say, schema, seconds
from tests.torture.judge import judge
from tests.torture.reals import Budget, TooLarge, Undecided

LARGEST = 20_000  # bytes of the vectors that are edited
STEPS = 200_000  # for most files; now and then the checker's own default
SLOWEST = 6e-6  # seconds for a step, at most, and one second for the file
WORK = 2_000_000  # of judge.py, for one file
KEYS = {"format", "version", "kind", "claim", "witness", "meta", "claim_digest", "digest"}


@dataclass
class Tally:
    """What came of a run."""

    counts: Counter[tuple[str, str]] = field(default_factory=Counter)  # sort, verdict
    verified: Counter[str] = field(default_factory=Counter)  # why a verified file is right
    rules: Counter[str] = field(default_factory=Counter)
    slowest: tuple[float, str] = (0.0, "")
    offenders: list[str] = field(default_factory=list)


@lru_cache
def sources() -> list[tuple[Path, bytes]]:
    """Return the vectors to start from, the accepted ones five times as often as the others."""
    every = {folder: [p for p in vectors(folder) if p.stat().st_size < LARGEST] for folder in FOLDERS}
    paths = every["accept"] * 5 + every["reject"] + every["malformed"] + every["limit"]
    return [(path, path.read_bytes()) for path in paths]


def signed(tree: edits.Tree) -> edits.Tree:
    """Return the tree with the digests of its content, where it can be read at all."""
    try:
        file = json.loads(edits.written(tree))
        own = digest({k: file.get(k) for k in ("claim", "format", "kind", "version")})
        rest = {k: v for k, v in file.items() if k not in ("meta", "digest")} | {"claim_digest": own}
        made = {"claim_digest": own, "digest": digest(rest)}
    except (AttributeError, ValueError, RecursionError):
        return tree
    return edits.Object([[key, made.get(key, part)] for key, part in tree])


def make(seed: int, number: int) -> tuple[str, Path, bytes, int | None]:
    """Return the sort of a file, the vector that it comes from, its bytes and the steps allowed."""
    random = Random(f"{seed}/{number}")
    path, data = random.choice(sources())
    steps = STEPS if random.random() < 0.98 else None
    sort = random.choice(("signed", "signed", "signed", "unsigned", "bytes", "bytes", "harmless"))
    try:
        tree = edits.parse(data)
    except (ValueError, RecursionError):
        tree = None
    if not isinstance(tree, edits.Object) or (sort == "harmless" and path.parent.name == "limit"):
        sort = "bytes"
    if sort == "bytes":
        for _ in range(random.choice((1, 1, 2, 3))):
            data = edits.damaged(random, data)
        return sort, path, data, steps
    if sort == "harmless":
        return sort, path, edits.harmless(random, tree), None
    with contextlib.suppress(RecursionError):
        for _ in range(random.choice((1, 1, 1, 2, 3))):
            parts = [part for key, part in tree if key in ("claim", "witness") and isinstance(part, list) and part]
            edits.edit(random, random.choice(parts) if parts and random.random() < 0.8 else tree)
        tree = signed(tree) if sort == "signed" else tree
        data = edits.written(tree).encode("utf-8", "surrogatepass")
    return sort, path, data, steps


def well_formed(data: bytes) -> bool:
    """Return whether the bytes are one object of the form of FORMAT.md, section 2, with the right digests."""

    def distinct(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        if len({key for key, _ in pairs}) < len(pairs):
            raise ValueError
        return dict(pairs)

    def refuse(text: str) -> None:
        raise ValueError(text)

    hooks: Any = {"object_pairs_hook": distinct, "parse_int": refuse, "parse_float": refuse, "parse_constant": refuse}
    try:
        file = json.loads(data.decode("utf-8", "strict"), **hooks)
    except ValueError:
        return False
    body = {k: v for k, v in file.items() if k not in ("meta", "digest")}
    return (
        file.keys() == KEYS
        and file["format"] == "exactpld-certificate"
        and file["version"] in ("1", "2", "3", "4", "5")
        and all(isinstance(text, str) for text in file["meta"].values())
        and file["digest"] == digest(body)
        and file["claim_digest"] == digest({k: body[k] for k in ("claim", "format", "kind", "version")})
        and "true" not in edits.written(edits.parse(data)).split('"')[::2]
    )


WHY = {
    "right": "right by brute force",
    "tied": "right by brute force",
    "true": "true by the second opinion",
    "unknown": "not known",
}


def why_true(path: Path, data: bytes) -> str:
    """Return why a verified file is right, or what is wrong with it, with an exclamation mark."""
    if not well_formed(data):
        return "! the form is wrong"
    file = json.loads(data)
    if not schema().is_valid(file):
        return "! the schema says no"
    if path.parent.name == "accept":
        source = json.loads(path.read_bytes())
        if all(file[key] == source[key] for key in ("kind", "claim")):
            return "the claim of the vector"
    said = by_brute_force(file) or by_second_opinion(data)
    return WHY.get(said, "! " + said)


def by_brute_force(file: Any) -> str:
    """Return what judge.py says, or nothing if it does not say."""
    Budget.left = WORK
    try:
        return judge(file)
    except (TooLarge, Undecided):
        return ""
    except WRONG_FORM as error:
        return f"cannot be read by the judge: {error!r}"


def by_second_opinion(data: bytes) -> str:
    """Return what checker_truth.py says."""
    try:
        checker_truth.check(data)
    except checker_truth.Unknown:
        return "unknown"
    except AssertionError as error:
        return f"not true: {error}"
    return "true"


def exit_status(checker: ModuleType, data: bytes, steps: int | None) -> str:
    """Return what the command line says of a file, when its status, its line and what it prints agree."""
    with tempfile.NamedTemporaryFile(suffix=".json") as file:
        file.write(data)
        file.flush()
        out, err = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            more = [] if steps is None else ["--steps", str(steps)]
            status = checker.main(["--json", *more, file.name])
            plain = checker.main([*more, file.name])
    line, text = out.getvalue().splitlines()
    report = json.loads(line)
    agree = status == plain == EXIT[report["status"]] and not err.getvalue() and text.isascii() and text.isprintable()
    failed = "the checker failed" in report.get("reason", "")
    return report["status"] if agree and not failed else f"! {status}, {plain}, {line[:300]} {err.getvalue()[:300]}"


def try_one(checker: ModuleType, seed: int, number: int, tally: Tally, save: Path | None = None) -> None:
    """Make a file, check it, and count."""
    sort, path, data, steps = make(seed, number)
    allowed = checker.DEFAULT if steps is None else steps
    bound = 1 + SLOWEST * allowed
    start = time.process_time()
    try:
        with seconds(2 * bound):
            status, rule = verdict(checker, data, steps=allowed)
        wrong = ""
    except OutOfTime:
        status, rule, wrong = "endless", "", "endless"
    except Exception as error:  # noqa: BLE001  that is what is looked for
        status, rule, wrong = "crashed", "", f"crashed: {error!r:.300}"
    took = time.process_time() - start
    name = f"fuzz-{seed}-{number}"
    tally.slowest = max(tally.slowest, (took, name))
    tally.counts[sort, status] += 1
    tally.rules[rule] += 1
    if took > bound:
        wrong = wrong or f"took {took:.1f} s for {allowed} steps"
    if sort == "harmless" and (status, rule) != expected(path):
        wrong = wrong or f"harmless, but {status} {rule}"
    if status == "verified":
        why = why_true(path, data)
        tally.verified[why] += 1
        wrong = wrong or (why if why.startswith("!") else "")
    if not wrong and number % 20 == 0:
        said = exit_status(checker, data, steps)
        wrong = "" if said == status else f"{status} by verify, {said} by the command line"
    if wrong:
        tally.offenders.append(f"{name}: {sort} from {path.name}: {wrong}")
        if save:
            save.mkdir(parents=True, exist_ok=True)
            (save / f"{name}.json").write_bytes(data)


def summary(tally: Tally) -> str:
    """Return the counts as text."""
    statuses = [*EXIT, "crashed", "endless"]
    lines = [f"{'':12}" + "".join(f"{status:>11}" for status in statuses)]
    lines += [
        f"{sort:12}" + "".join(f"{tally.counts[sort, status]:11}" for status in statuses)
        for sort in ("signed", "unsigned", "bytes", "harmless")
    ]
    lines.append(f"verified because: {dict(tally.verified)}")
    lines.append(f"{len([rule for rule in tally.rules if rule])} rules named")
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    lines.append(f"slowest: {tally.slowest[0]:.2f} s ({tally.slowest[1]}); peak memory {peak} MiB")
    lines.append(f"{tally.counts.total()} files; offenders: {len(tally.offenders)}")
    return "\n".join([*lines, *tally.offenders])


def main(argv: list[str]) -> int:
    """Run from the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=600)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--save", type=Path, default=Path("torture-offenders"))
    options = parser.parse_args(argv)
    checker, tally, number, start = load(), Tally(), options.first, time.monotonic()
    said = start
    say(checker_name())
    with contextlib.suppress(KeyboardInterrupt):
        while time.monotonic() < start + options.seconds:
            try_one(checker, options.seed, number, tally, options.save)
            number += 1
            if time.monotonic() > said + 60:
                said = time.monotonic()
                say(f"{tally.counts.total()} files in {said - start:.0f} s, {len(tally.offenders)} offenders")
    say(f"seed {options.seed}, numbers {options.first} to {number - 1}, {time.monotonic() - start:.0f} s")
    say(summary(tally))
    return 1 if tally.offenders else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
