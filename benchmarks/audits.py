"""Audits: whole discretised PLDs, 10^5 float masses on a grid, against the exact thousand-fold composition, decided at every knot; and a claim
of such a PLD, from the text of its JSON to the verdict.

The grids: *above*, the atoms of the exact PLD moved up to the grid and their masses rounded up, with masses of 2^-1074 between
them, so that nothing exceeds and every knot must be shown not to; *below*, the same moved down and rounded down; *float*, the
masses above in doubles, rounded to nearest, which exceeds at thousands of knots.
"""

from __future__ import annotations

import json
from fractions import Fraction
from functools import cache

from benchmarks.inputs import fresh_pld
from benchmarks.measure import Bench, Contestant, exponent
from benchmarks.table import Found, Growth, Kind, Row, Subject
from certificates.audit import Claim, check
from exact import PLD, rr
from exact.discretised import GridPLD
from exact.grid import find_above, find_below

FOLDS = 1_000
EPS = Fraction(0.1)
SIZES = (10_000, 30_000, 100_000)
LARGEST = SIZES[-1]
SMALLEST = Fraction(1, 2**1074)
WIDTH = 202
"""The losses of the grid, in nats: a little more than those of the composition."""


@cache
def composition() -> PLD:
    """Return the exact PLD."""
    return FOLDS * rr(EPS)


@cache
def grid(size: int, *, up: bool) -> GridPLD:
    """Return an upper or a lower bound of it with so many atoms."""
    unit = Fraction(WIDTH / size)
    masses = dict.fromkeys(range(-size // 2, size - size // 2), SMALLEST if up else Fraction(0))
    for j, (p, _) in zip(range(FOLDS, -1, -1), composition().atoms, strict=True):
        loss = (2 * j - FOLDS) * EPS
        index = -(-loss // unit) if up else loss // unit
        mass = Fraction(-(-p.upper(30) * 2**1074 // 1) if up else p.lower(30) * 2**1074 // 1, 2**1074)
        masses[index] += mass
    return GridPLD(unit, tuple(masses.items()), Fraction(0))


@cache
def floats(size: int) -> tuple[list[float], float, int]:
    """Return masses as a tool would hand them over, with the interval and the first index."""
    of = grid(size, up=True)
    return [float(m) for _, m in of.atoms], float(of.unit), of.atoms[0][0]


def read(size: int) -> GridPLD:
    """Import the floats."""
    masses, interval, first = floats(size)
    return GridPLD.from_floats(masses, interval=interval, first=first)


@cache
def claim(size: int) -> str:
    """Return the claim that these floats bound the mechanism from above."""
    masses, interval, first = floats(size)
    return json.dumps({
        "id": "whole",
        "tool": "doubles, rounded to nearest",
        "mechanism": f"rr(float:{float(EPS)!r})",
        "times": FOLDS,
        "direction": "P over Q",
        "query": {"kind": "pld"},
        "says": {"upper": {"interval": interval, "first": first, "masses": masses, "infinite": 0.0}},
    })  # fmt: skip


def verdict(text: str) -> str:
    """Return the verdict on a claim, with its certificates made."""
    return check(Claim.from_json(json.loads(text))).verdict


READING = "reading its floats"
QUESTIONS = {
    "above": "an upper bound is one",
    "below": "a lower bound is one",
    "float": "one in doubles is none",
    "defects": "total mass and E[e^-Z] against 1",
}

ROWS = (
    *(
        Row(key, f"a grid of {LARGEST:,} atoms against rr(0.1) a thousand times: {what}", Kind.SECONDS, 5)
        for key, what in QUESTIONS.items()
    ),
    Row("claim", f"a claim of {LARGEST:,} masses in doubles that do not bound: from JSON to verdict and certificate", Kind.SECONDS, 10),
    Row("reading", f"a grid of {LARGEST:,} atoms: an upper bound is one", Kind.AS_LONG, 5, READING),
    Row("growth", "growth with the atoms of the grid, an upper bound", Kind.EXPONENT, 1.1),
)


def contestants(size: int) -> dict[str, Contestant]:
    """Return what is timed; the exact PLD is multiplied out anew each time."""
    up, down, rounded = grid(size, up=True), grid(size, up=False), read(size)
    return {
        "above": Contestant(lambda pld: find_above(pld, up), lambda: fresh_pld(composition())),
        "below": Contestant(lambda pld: find_below(pld, down), lambda: fresh_pld(composition())),
        "float": Contestant(lambda pld: find_above(pld, rounded), lambda: fresh_pld(composition())),
        "defects": Contestant(up.defects),
        "claim": Contestant(lambda: verdict(claim(size))),
        READING: Contestant(lambda: read(size)),
    }


def measure(bench: Bench) -> Found:
    found = Found()
    points: list[tuple[float, float]] = []
    for size in SIZES:
        timed = contestants(size)
        medians = bench.medians(timed if size == LARGEST else {"above": timed["above"]})
        points.append((size, medians["above"]))
    for key in QUESTIONS:
        found.put(key, medians[key])
    found.put("claim", medians["claim"])
    found.put("reading", medians["above"], medians[READING])
    found.put("growth", exponent(points))
    found.growth.append(Growth("a whole PLD in the number of atoms of the grid", tuple(points)))
    return found


SUBJECT = Subject("Audits of whole PLDs", ROWS, measure)
