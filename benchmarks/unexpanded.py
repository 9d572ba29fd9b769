"""Queries of compositions that are never multiplied out, 20 unlike mechanisms and k copies of one, and what k costs
where atoms are multiplied out.

Of k copies of randomized response, delta is asked where it is most work: a deviation below the mean of the privacy loss.
Far above or below, fewer terms matter.
"""

from __future__ import annotations

from fractions import Fraction
from math import isqrt

from benchmarks.inputs import fresh_pld, little_below, unlike_responses
from benchmarks.measure import Bench, Contestant, exponent
from benchmarks.table import Found, Growth, Kind, Row, Subject
from exact import PLD, blackwell, rr
from exact.composition import compose

PARTS = 20
LARGE = 10**6
HALF, TENTH = Fraction(1, 2), Fraction(1, 10)
MEAN_LOSS = {HALF: Fraction(122459, 10**6), TENTH: Fraction(49958, 10**7)}
"""Of randomized response with this epsilon, about ``eps tanh(eps/2)``."""
QUERIES = tuple(10**n for n in range(3, 8))
ATOMS = (10, 30, 100, 300, 1_000)
DIGITS = 50


def query(eps: Fraction, k: int) -> tuple[str, str]:
    """Return bounds of 50 digits of delta of k randomized responses, a deviation below the mean of the loss."""
    return rr(eps).self_compose(k).delta(k * MEAN_LOSS[eps] - isqrt(k) * eps).bounds(DIGITS)


def query_parts(pld: PLD) -> tuple[str, str]:
    """Return bounds of 50 digits of delta at 1."""
    return pld.delta(1).bounds(DIGITS)


ROWS = (
    Row("parts", "delta(1) of 20 randomized responses with unlike epsilons, 2^20 atoms", Kind.SECONDS, 0.2),
    Row("large", "rr(1/2), 10^6-fold", Kind.SECONDS, 0.3),
    Row("queries-growth", "growth with k of a query of rr(1/10), k = 10^3 to 10^7", Kind.EXPONENT, 0.75),
)


def measure(bench: Bench) -> Found:
    found = Found()
    parts = unlike_responses(PARTS)
    medians = bench.medians({
        "parts": Contestant(query_parts, lambda: fresh_pld(parts)),
        "large": Contestant(lambda: query(HALF, LARGE)),
    })  # fmt: skip
    found.put("parts", medians["parts"])
    found.put("large", medians["large"])
    medians = bench.medians({str(k): Contestant(lambda k=k: query(TENTH, k)) for k in QUERIES})
    queries = tuple((k, medians[str(k)]) for k in QUERIES)
    found.put("queries-growth", exponent(queries))
    found.growth.append(Growth("a query of rr(1/10) in the number of folds, 50 digits", queries))

    medians = bench.medians({str(k): Contestant(lambda k=k: compose([(rr(HALF).canonical, k)])) for k in ATOMS})
    found.growth.append(Growth("all atoms of rr(1/2) in the number of folds", tuple((k, medians[str(k)]) for k in ATOMS)))
    pairs = {}
    for k in ATOMS:
        b = PLD.of_atoms((rr(HALF).self_compose(k).canonical, 1))
        pairs[str(k)] = little_below(b), b
    medians = bench.medians({
        k: Contestant(lambda pair: blackwell.is_dominated(*pair), lambda pair=pair: tuple(fresh_pld(x).canonical for x in pair))
        for k, pair in pairs.items()
    })  # fmt: skip
    found.growth.append(Growth("dominance of rr(1/2) in the number of folds", tuple((k, medians[str(k)]) for k in ATOMS)))
    return found


SUBJECT = Subject("50 digits of delta, nothing multiplied out", ROWS, measure)
