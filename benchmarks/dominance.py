"""Deciding dominance: rational masses against one certified sort of as many ratios, general masses against preparing them.

The pairs: *below*, A = 999/1000 B + 1/1000 nothing, which B dominates closely; *equal*, two objects of one PLD, so that
all knots are exact ties; *unlike*, two PLDs from different random numbers, of which neither dominates. General masses are
those of compositions of randomized responses with unlike epsilons of seven digits, 2^m atoms; two such compositions are
often comparable, so that the A of *unlike* is mixed with a little approximate DP.
"""

from __future__ import annotations

import random
from functools import cache

from benchmarks.inputs import crossing, fresh, little_below, rational_pld, unlike_responses
from benchmarks.measure import Bench, Contestant, exponent
from benchmarks.table import Found, Growth, Kind, Row, Subject
from exact import atoms, blackwell, engine, ratio_order
from exact.atoms import Atoms, Triple

RATIONAL_SIZES = (1_000, 3_000, 10_000, 30_000)
GENERAL_FOLDS = (7, 9, 11, 13)
LARGEST = 13
PAIRS = ("below", "equal", "unlike")

Pair = tuple[Atoms, Atoms]


@cache
def rational_pairs(n: int) -> dict[str, Pair]:
    """Return A and B of about n rational atoms."""
    b = rational_pld(1, n)
    return _pairs(b.canonical, little_below(b).canonical, rational_pld(3, n).canonical)


@cache
def general_pairs(folds: int) -> dict[str, Pair]:
    """Return A and B of about 2^folds atoms with irrational masses."""
    b = unlike_responses(folds)
    return _pairs(b.canonical, little_below(b).canonical, crossing(unlike_responses(folds, seed=2), "1").canonical)


def _pairs(b: Atoms, below: Atoms, unlike: Atoms) -> dict[str, Pair]:
    return {"below": (below, b), "equal": (fresh(b), b), "unlike": (unlike, b)}


def shuffled(b: Atoms) -> list[Triple]:
    """Return the finite atoms in random order."""
    out = [(key, p, q) for key, (p, q) in zip(b.keys, b.finite, strict=True)]
    random.Random(2).shuffle(out)
    return out


def decide(pair: Pair) -> bool:
    """Return whether A <= B."""
    return blackwell.is_dominated(*pair)


def prepare(a: Atoms) -> None:
    """Work out what a scan of general masses needs of one PLD."""
    a.curve()
    a.logs()


def prepared(pair: Pair) -> Pair:
    """Return a fresh pair of which everything is prepared."""
    a, b = fresh(pair[0]), fresh(pair[1])
    prepare(a)
    prepare(b)
    return a, b


def open_beyond_ties(pair: Pair) -> int:
    """Return how many signs at the knots of B are open at 64 bits and turn out not to be ties."""
    a, b = pair
    first = engine.scan(a.curve(), b.curve(), atoms.count_at_least(a, b)).signs
    decided = blackwell.differences(a, b).signs
    return sum(1 for s, t in zip(first, decided, strict=True) if not s and t)


def _fresh(pair: Pair) -> Pair:
    return fresh(pair[0]), fresh(pair[1])


SORT = "one certified sort"
PREPARATION = "preparing one PLD"
DENOMINATOR = "the preparation multiplies out a denominator of as many terms as there are atoms, with as many different exponentials"
SCAN = "signs that 64 bits leave open, at the ends too, are settled over a common denominator, which is multiplied out: 8,192 terms for each PLD"
SIZES = {f"{n:,} rational atoms": n for n in (1_000, 10_000)}

ROWS = (
    *(
        Row(f"rational-{n}-{pair}", f"{size}, {pair}", Kind.AS_LONG, 3, SORT)
        for size, n in SIZES.items()
        for pair in PAIRS
    ),
    *(
        Row(f"general-{pair}", f"8,192 atoms with general masses, {pair}: the scan", Kind.AS_LONG, 1, PREPARATION, SCAN)
        for pair in PAIRS
    ),
    *(
        Row(f"open-{pair}", f"the same, {pair}: signs open at 64 bits that are no ties", Kind.COUNT, 0)
        for pair in PAIRS
    ),
    Row("rational-growth", "growth with the number n of atoms, rational, below", Kind.EXPONENT, 1.25),
    Row("general-growth", "growth with n, general masses, preparation and scan, below", Kind.EXPONENT, 1.25, cause=DENOMINATOR),
)


def measure(bench: Bench) -> Found:
    found = Found()
    rational: list[tuple[float, float]] = []
    for n in RATIONAL_SIZES:
        pairs = rational_pairs(n)
        wanted = PAIRS if n in SIZES.values() else ("below",)
        mixed = shuffled(pairs["equal"][1])
        contestants = {pair: Contestant(decide, lambda pair=pairs[pair]: _fresh(pair)) for pair in wanted}
        contestants[SORT] = Contestant(lambda mixed=mixed: ratio_order._sorted_rational(mixed))
        medians = bench.medians(contestants)
        rational.append((n, medians["below"]))
        if n in SIZES.values():
            for pair in PAIRS:
                found.put(f"rational-{n}-{pair}", medians[pair], medians[SORT])
    general: list[tuple[float, float]] = []
    for folds in GENERAL_FOLDS:
        pair = general_pairs(folds)["below"]
        general.append((2**folds, bench.medians({"": Contestant(decide, lambda pair=pair: _fresh(pair))})[""]))
    _measure_scans(bench, found)
    found.put("rational-growth", exponent(rational))
    found.put("general-growth", exponent(general))
    found.growth.append(Growth("dominance in the number of atoms, rational masses", tuple(rational)))
    found.growth.append(Growth("dominance in the number of atoms, general masses, preparation included", tuple(general)))
    return found


def _measure_scans(bench: Bench, found: Found) -> None:
    pairs = general_pairs(LARGEST)
    ready = {name: prepared(pair) for name, pair in pairs.items()}
    contestants = {name: Contestant(lambda name=name: blackwell.differences(*ready[name])) for name in PAIRS}
    contestants[PREPARATION] = Contestant(prepare, lambda: fresh(pairs["below"][1]))
    medians = bench.medians(contestants)
    for name in PAIRS:
        found.put(f"general-{name}", medians[name], medians[PREPARATION])
        found.put(f"open-{name}", open_beyond_ties(ready[name]))


SUBJECT = Subject("Dominance", ROWS, measure)
