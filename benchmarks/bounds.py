"""sup and inf at 1,000 atoms against one dominance decision of the same pair, everything cold on both sides.

The pairs cross a few times: B, and 9/10 of B with 1/10 of an approximate DP mechanism.
"""

from __future__ import annotations

from functools import cache
from itertools import pairwise

from benchmarks.dominance import Pair, decide
from benchmarks.inputs import crossing, fresh, rational_pld, unlike_responses
from benchmarks.measure import Bench, Contestant
from benchmarks.table import Found, Kind, Row, Subject
from exact import blackwell, lattice

RATIONAL, GENERAL = 1_000, 10
"""The atoms of the rational PLD; the parts of the general one, which has 2^10 atoms."""


@cache
def rational_pair(n: int) -> Pair:
    """Return two PLDs of about n rational atoms."""
    b = rational_pld(1, n)
    return crossing(b, "log(3)").canonical, b.canonical


@cache
def general_pair(folds: int) -> Pair:
    """Return two PLDs of about 2^folds atoms with irrational masses."""
    b = unlike_responses(folds)
    return crossing(b, "1").canonical, b.canonical


def crossings(pair: Pair) -> int:
    """Return how often the two hockey-stick curves cross."""
    signs = [s for s in blackwell.differences(*pair).signs if s]
    return sum(1 for s, t in pairwise(signs) if s != t)


DECISION = "one dominance decision"
BOTH = "a sup takes a decision in each direction, and 1,000 atoms of the result to put together"
WALK = "the walk of an inf decides two signs in Python at each vertex, and keeps parts of edges; a decision takes a few integer products a knot"
TAILS = "a sup takes a decision in each direction, and the tails at the crossings, sums of up to 1,000 terms, over a common denominator"
DETERMINANTS = "each crossing of an inf brings its determinant, a sum of thousands of terms, into the denominator, and so into every mass"

ROWS = (
    Row("rational-sup", "sup, 1,000 rational atoms", Kind.AS_LONG, 3, DECISION, BOTH),
    Row("rational-inf", "inf, 1,000 rational atoms", Kind.AS_LONG, 3, DECISION, WALK),
    Row("general-sup", "sup, 1,024 atoms with general masses", Kind.AS_LONG, 3, DECISION, TAILS),
    Row("general-inf", "inf, 1,024 atoms with general masses", Kind.AS_LONG, 3, DECISION, DETERMINANTS),
)


def measure(bench: Bench) -> Found:
    found = Found()
    for name, pair in (("rational", rational_pair(RATIONAL)), ("general", general_pair(GENERAL))):
        works = {"sup": lambda pair: lattice.join(*pair), "inf": lambda pair: lattice.meet(*pair), DECISION: decide}
        medians = bench.medians({
            key: Contestant(work, lambda pair=pair: (fresh(pair[0]), fresh(pair[1]))) for key, work in works.items()
        })  # fmt: skip
        for key in ("sup", "inf"):
            found.put(f"{name}-{key}", medians[key], medians[DECISION])
    return found


SUBJECT = Subject("sup and inf", ROWS, measure)
