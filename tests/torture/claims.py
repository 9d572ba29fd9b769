"""Random true and false claims of every kind, judged by brute force, put before the checker.

    python -m tests.torture.claims [--claims N] [--seed S] [--first I] [--save FOLDER] [--only SORT]...

Claim number i of seed S is always the same one, also where only some sorts are wanted (SORT as in the table, `new` for
those of version 3, `audit` for all audits, `theorem` for those of version 5). Nothing that is false, or that its witness
does not show, may be verified; what is true and shown must be, or may end at a limit where there is a tie that enclosures
need not tell. Offenders are saved as files. Exit status 1 if there was one.
"""

from __future__ import annotations

import argparse
import contextlib
import copy
import hashlib
import json
import signal
import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

import jsonschema

from tests.certificates.checker_harness import CHECKER, sign, verdict
from tests.torture import perturb, perturb_audits, perturb_filters, perturb_theorems
from tests.torture.builders import BUILDERS, GROUPS
from tests.torture.judge import NotTrue, judge
from tests.torture.judge_envelopes import JUDGES as ENVELOPES
from tests.torture.judge_orders import LATER
from tests.torture.judge_theorems import JUDGES as THEOREMS
from tests.torture.reals import Budget, NoNumber, TooLarge, Undecided

FLAVOURS = [*["integers"] * 5, *["long"] * 2, *["powers of e"] * 3, *["roots"] * 2, "mixed", "polynomials"]
WRONG_FORM = (AttributeError, IndexError, KeyError, TypeError, ValueError, ZeroDivisionError, RecursionError)
VERSION_5 = THEOREMS.keys() | ENVELOPES.keys()
GOOD = {"right": ("verified",), "tied": ("verified", "limit")}  # else not verified

WORK = 60_000  # for making a claim, and again for judging it; see reals.Budget


@dataclass
class Tally:
    """What came of a run."""

    counts: Counter[tuple[str, str, str]] = field(default_factory=Counter)  # sort, truth, verdict
    left_out: Counter[str] = field(default_factory=Counter)
    offenders: list[str] = field(default_factory=list)

    def total(self) -> int:
        """Return the number of claims that were judged."""
        return sum(self.counts.values())


class OutOfTime(BaseException):
    """Raised by the timer, past every handler of the checker."""


@contextlib.contextmanager
def seconds(most: float) -> Iterator[None]:
    """Raise OutOfTime after so many seconds of work."""

    def stop(*_: object) -> None:
        raise OutOfTime

    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, most)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def sort_of(seed: int, number: int) -> tuple[Random, str]:
    """Return the source of a claim's accidents and the sort of the claim."""
    random = Random(f"{seed}/{number}")
    return random, random.choice(sorted(BUILDERS))


def version(random: Random, certificate: dict[str, Any], careless: float) -> str:
    """Return a version that has what the certificate needs; now and then one that has not."""
    claim = certificate["claim"]
    later = certificate["kind"] in LATER or (isinstance(claim, dict) and claim.get("rounds") == "all")
    if random.random() < careless:
        return certificate["version"] or random.choice("12345")
    if certificate["kind"] in VERSION_5:
        return "5"
    if certificate["kind"] == "audit":
        return random.choice("45")
    if later:
        return random.choice("345")
    return random.choice("2345") if certificate["witness"].get("method") == "kernel" else random.choice("12345")


def make(seed: int, number: int) -> tuple[str, dict[str, Any]]:
    """Return the sort and the certificate of a number, unsigned."""
    random, sort = sort_of(seed, number)
    Budget.left = WORK
    kind, claim, witness = BUILDERS[sort](random, random.choice(FLAVOURS))
    certificate = {"format": "exactpld-certificate", "version": "", "kind": kind, "claim": claim}
    certificate |= {"witness": witness, "meta": {}}
    certificate["version"] = version(random, certificate, 0)
    if random.random() < (0.65 if kind == "natural-filter-violated" else 0.45):
        return sort, certificate
    edits = perturb_filters.ALL + perturb.OWN if kind in LATER else perturb.ALL
    edits = perturb_audits.ALL if kind == "audit" else perturb_theorems.ALL if kind in VERSION_5 else edits
    for _ in range(random.choice((1, 1, 1, 2))):
        for _ in range(9 if kind in LATER or kind in VERSION_5 else 4):
            try:
                changed = random.choice(edits)(random, copy.deepcopy(certificate))
            except (NotTrue, NoNumber, *WRONG_FORM):
                continue  # an earlier change has destroyed the form that this one needs
            if changed:
                certificate = changed
                certificate["version"] = version(random, certificate, 0.05)
                break
    return sort, certificate


@lru_cache
def schema() -> Any:
    """Return the validator of the published JSON Schema."""
    return jsonschema.Draft202012Validator(json.loads(CHECKER.with_name("certificate.schema.json").read_text("utf-8")))


def judged(certificate: dict[str, Any]) -> str:
    """Return the truth in one word."""
    Budget.left = WORK
    try:
        return judge(certificate)
    except WRONG_FORM:
        return "ill"


def try_one(checker: ModuleType, seed: int, number: int, tally: Tally, save: Path | None = None) -> None:
    """Judge one claim, check it, and count."""
    try:
        with seconds(60):
            sort, certificate = make(seed, number)
            truth = judged(certificate)
    except (TooLarge, Undecided, OutOfTime) as error:
        tally.left_out[type(error).__name__] += 1
        return
    data = sign(certificate)
    try:
        with seconds(60):
            status, rule = verdict(checker, data)
    except OutOfTime:
        status, rule = "endless", ""
    except Exception as error:  # noqa: BLE001  that is what is looked for
        status, rule = f"crashed: {error!r}", ""
    if truth in GOOD and status == "malformed" and not schema().is_valid(json.loads(data)):
        truth = "ill"  # the judge looks at truth, and overlooks some faults of form
    tally.counts[sort, truth, status] += 1
    if status not in GOOD.get(truth, ("rejected", "malformed", "limit")):
        name = f"claim-{seed}-{number}"
        tally.offenders.append(f"{name}: {sort}, {truth}, {status} {rule}")
        if save:
            save.mkdir(parents=True, exist_ok=True)
            (save / f"{name}.json").write_bytes(data)


def table(tally: Tally) -> str:
    """Return the counts as text."""
    lines = [f"{'':27}{'truth':10}{'verified':>10}{'rejected':>10}{'malformed':>10}{'other':>10}"]
    rows = sorted({(sort, truth) for sort, truth, _ in tally.counts})
    for sort, truth in rows:
        found = {status: n for (s, t, status), n in tally.counts.items() if (s, t) == (sort, truth)}
        cells = [found.pop(status, 0) for status in ("verified", "rejected", "malformed")]
        lines.append(f"{sort:27}{truth:10}" + "".join(f"{n:10}" for n in [*cells, sum(found.values())]))
    lines.append(f"{tally.total()} claims; not used: {dict(tally.left_out)}; offenders: {len(tally.offenders)}")
    return "\n".join([*lines, *tally.offenders])


def load() -> ModuleType:
    """Return the checker, loaded from its file."""
    import importlib.util

    spec = importlib.util.spec_from_file_location("exactpld_checker_under_fire", CHECKER)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def checker_name() -> str:
    """Return the beginning of the digest of the checker's file."""
    return "checker sha256:" + hashlib.sha256(CHECKER.read_bytes()).hexdigest()[:16]


def say(text: str) -> None:
    """Print at once."""
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def main(argv: list[str]) -> int:
    """Run from the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--claims", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--save", type=Path, default=Path("torture-offenders"))
    parser.add_argument("--only", action="append", choices=[*GROUPS, *BUILDERS], help="claims of this sort; may be said again")
    options = parser.parse_args(argv)
    checker, tally, number, start = load(), Tally(), options.first, time.monotonic()
    said = start
    wanted = {sort for name in options.only or BUILDERS for sort in GROUPS.get(name, [name])}
    say(checker_name())
    with contextlib.suppress(KeyboardInterrupt):
        while tally.total() < options.claims:
            if sort_of(options.seed, number)[1] in wanted:
                try_one(checker, options.seed, number, tally, options.save)
            number += 1
            if time.monotonic() > said + 60:
                said = time.monotonic()
                say(f"{tally.total()} claims in {said - start:.0f} s, {len(tally.offenders)} offenders")
    say(f"seed {options.seed}, numbers {options.first} to {number - 1}, {time.monotonic() - start:.0f} s")
    say(table(tally))
    return 1 if tally.offenders else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
