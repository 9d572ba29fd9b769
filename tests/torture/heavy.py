"""Files that are within the limits and as heavy as they allow: the checker's steps bound its time.

    python -m tests.torture.heavy [--seconds S] [--seed S] [--save FOLDER]

Long sums, long integers, many primes, high powers, many atoms, wide kernels, deep trees, each of a random size. Nothing is
said about truth here; what is looked for is an exception that is not documented, or more time than the steps allow.
File number i of a seed is always the same one. Offenders are saved; exit status 1 then.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import sys
import time
from collections import Counter
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

from tests.certificates.checker_harness import sign, verdict
from tests.torture.claims import OutOfTime, checker_name, load, say, seconds
from tests.torture.fuzz import SLOWEST
from tests.torture.reals import text

STEPS = 2_000_000
FILE = 4 << 20
PRIMES = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 65_537, 2**31 - 1, 2**61 - 1, 2**64 - 189, 2**64 - 83, 2**64 - 59]
Json = Any


@dataclass
class Tally:
    """What came of a run."""

    counts: Counter[str] = field(default_factory=Counter)
    slowest: tuple[float, str] = (0.0, "")  # seconds for a file
    offenders: list[str] = field(default_factory=list)


def size(random: Random, most: int) -> int:
    """Return a size from 1 to most, all orders of magnitude equally likely."""
    return min(most, int(most ** random.random() * random.choice((1, 1.5))) or 1)


def integer(random: Random, bits: int = 65_536) -> int:
    """Return a positive integer of any length."""
    return random.getrandbits(size(random, bits)) | 1


def exponents(random: Random, count: int) -> list[Json]:
    """Return the JSON of different exponents in order: an arithmetic sequence, random rationals, or radicals."""
    how = random.randrange(4)
    if how < 2:
        d = random.choice((1, 2, 7, 720, 2**200 - 75))
        start, step = random.randrange(-9, 10), random.choice((1, 1, 2, 9))
        return [text(Fraction(start + i * step, d)) for i in range(min(count, 9_000 // step))]
    if how == 2:
        bits = size(random, 250)
        values = {Fraction(random.getrandbits(bits), random.getrandbits(bits) | 1) for _ in range(count)}
        return [text(value) for value in sorted(values) if value < 9_999]
    parts = 1 << size(random, 250)
    primes = sorted(random.sample(PRIMES, random.randrange(1, 17)))
    pairs = [[text(Fraction(p)), text(Fraction(random.randrange(1, parts), parts + 1))] for p in primes]
    return [[text(Fraction(i)), pairs] for i in range(min(count, 9_000))]


def number(random: Random, terms: int = 4_096, *, signed: bool = False) -> Json:
    """Return the JSON of a sum, positive if it is not signed."""
    if random.random() < 0.2:
        return text(Fraction(integer(random), integer(random) if random.random() < 0.5 else 1))
    bits = size(random, 2_000) if random.random() < 0.8 else size(random, 65_536)
    found = exponents(random, size(random, terms))
    out = []
    for x in found[: max(1, 300_000 // bits)]:
        c = Fraction(random.getrandbits(bits) | 1, random.choice((1, 1, integer(random, 64))))
        out.append([text(-c if signed and random.random() < 0.5 else c), x])
    return out if any(x != "0" for _, x in out) else "7"


def any_number(random: Random) -> Json:
    """Return the JSON of a number."""
    num, den = number(random, signed=True), number(random)
    return {"num": num, "den": den} if random.random() < 0.4 and isinstance(den, list) else number(random)


def pld(random: Random) -> Json:
    """Return the JSON of a PLD: one or two heavy atoms, or many light ones."""
    how = random.randrange(4)
    if how == 0:
        m = size(random, 4_000)
        atoms = [[text(Fraction(2 * (m - i))), text(Fraction(2 * (i + 1)))] for i in range(m)]
        return {"den": text(Fraction(m * (m + 1))), "atoms": atoms}
    if how == 1:
        one = number(random)
        return {"den": one, "atoms": [[one, one]]}
    w = exponents(random, 1)[0]
    w = "1/3" if w == "0" or (isinstance(w, str) and w.startswith("-")) else w
    if how == 2:
        return {"den": [["1", "0"], ["1", w]], "atoms": [[[["1", w]], "1"], ["1", [["1", w]]]]}
    n, leak = integer(random, 20_000) + 1, integer(random, 64)
    p, q, r = text(Fraction(n)), text(Fraction(1)), text(Fraction(leak))
    return {"den": text(Fraction(n + 1 + leak)), "atoms": [[r, "0"], [p, q], [q, p], ["0", r]]}


def any_pld(random: Random) -> Json:
    """Return the JSON of a PLD, often of a long composition."""
    if random.random() < 0.4:
        return pld(random)
    return {"compose": [[str(size(random, 10_000)), pld(random)] for _ in range(size(random, 6))]}


def certificate(random: Random) -> Json:
    """Return a certificate that is well formed and about something heavy."""
    kind = random.choice(("kernel", "dominated", "not-dominated", "equal", "delta", "epsilon", "natural-filter-violated"))
    a, b = any_pld(random), any_pld(random)
    claim: Json = {"A": a, "B": b if random.random() < 0.5 else a}
    witness: Json = {}
    if kind == "kernel":
        kind, rows, columns = "dominated", size(random, 2_000), size(random, 2_000)
        entries = [any_number(random) if random.random() < 0.5 else "1/2" for _ in range(3)]
        room = FILE // 2 // len(json.dumps(entries))
        rows = max(1, min(rows, room))
        per_row = max(1, min(columns, room // rows))
        whole = [[[str(i), random.choice(entries)] for i in range(per_row)] for _ in range(rows)]
        witness = {"method": "kernel", "rows": whole}
    elif kind == "dominated":
        witness = {"method": "knots"}
    elif kind == "not-dominated":
        witness = {"x": any_number(random)}
    elif kind == "delta":
        claim = {"pld": a, "x": any_number(random), "lower": any_number(random)}
    elif kind == "epsilon":
        claim = {"pld": a, "delta": random.choice(("1/1000", "0", "1/2")), "exp_value": any_number(random)}
    elif kind == "natural-filter-violated":
        queries = [pld(random) for _ in range(size(random, 8))]
        claim = {"queries": queries, "budget": b, "rounds": "16"}
        witness = {"x": any_number(random), "tree": tree(random, queries, size(random, 10))}
    file = {"format": "exactpld-certificate", "version": "2", "kind": kind, "claim": claim}
    return {**file, "witness": witness, "meta": {}}


def tree(random: Random, queries: list[Json], depth: int, left: int = 5_000) -> Json:
    """Return a strategy."""
    i = random.randrange(len(queries))
    width = sum("0" not in atom for atom in queries[i]["atoms"])
    if not depth or width > left:
        return None
    return [str(i), [tree(random, queries, depth - 1, left // width) for _ in range(width)]] if width else [str(i), []]


def try_one(checker: ModuleType, seed: int, number_: int, tally: Tally, save: Path | None = None) -> None:
    """Make a file, check it, and count."""
    data, name = sign(certificate(Random(f"heavy/{seed}/{number_}"))), f"heavy-{seed}-{number_}"
    if len(data) > FILE:
        tally.counts["too long"] += 1
        return
    bound = 2 + SLOWEST * STEPS
    start, wrong = time.process_time(), ""
    try:
        with seconds(3 * bound):
            status = verdict(checker, data, steps=STEPS)[0]
    except OutOfTime:
        status = wrong = "endless"
    except Exception as error:  # noqa: BLE001  that is what is looked for
        status, wrong = "crashed", f"crashed: {error!r:.300}"
    took = time.process_time() - start
    tally.counts[status] += 1
    tally.slowest = max(tally.slowest, (took, name))
    if took > bound and not wrong:
        wrong = f"{took:.1f} s for {STEPS} steps"
    if wrong:
        tally.offenders.append(f"{name}: {wrong}")
        if save:
            save.mkdir(parents=True, exist_ok=True)
            (save / f"{name}.json").write_bytes(data)


def main(argv: list[str]) -> int:
    """Run from the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=600)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--save", type=Path, default=Path("torture-offenders"))
    options = parser.parse_args(argv)
    checker, tally, number_, start = load(), Tally(), 0, time.monotonic()
    said = start
    say(checker_name())
    with contextlib.suppress(KeyboardInterrupt):
        while time.monotonic() < start + options.seconds:
            try_one(checker, options.seed, number_, tally, options.save)
            number_ += 1
            if time.monotonic() > said + 60:
                said = time.monotonic()
                say(f"{number_} files in {said - start:.0f} s, {len(tally.offenders)} offenders")
    say(f"seed {options.seed}, numbers 0 to {number_ - 1}, {time.monotonic() - start:.0f} s: {dict(tally.counts)}")
    say(f"slowest: {tally.slowest[0]:.2f} s for at most {STEPS} steps ({tally.slowest[1]})")
    say("\n".join([f"offenders: {len(tally.offenders)}", *tally.offenders]))
    return 1 if tally.offenders else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
