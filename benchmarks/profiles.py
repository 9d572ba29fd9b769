"""The privacy profile at 100 epsilons, both directions and 15 digits each, against as many single queries of fresh PLDs."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from benchmarks.inputs import fresh_pld
from benchmarks.measure import Bench, Contestant
from benchmarks.table import Found, Kind, Row, Subject
from exact import PLD, pld
from exact.profile import privacy_profile

POINTS = 100
DIGITS = 15
MIX = "200*rr(0.3) + 150*rr(0.15) + 50*approx(0.1, 1e-6)"
COMPOSITIONS = {
    "rr": ("1000*rr(0.1)", Fraction(1, 5)),
    "mix": (MIX, Fraction(1, 5)),
    "geometric": ("30*geometric(1/4, 4)", Fraction(1, 4)),
}
"""What is asked about, and the step from one epsilon to the next."""
Values = list[tuple[str, str]]


def epsilons(name: str) -> list[Fraction]:
    """Return the epsilons."""
    return [i * COMPOSITIONS[name][1] for i in range(POINTS)]


def at_once(a: PLD, eps: Sequence[Fraction]) -> Values:
    """Return delta at all of them, P over Q and Q over P, by one profile."""
    return [(point.delta.decimal(DIGITS), point.reverse.decimal(DIGITS)) for point in privacy_profile(a, eps)]


def one_by_one(fresh: Sequence[PLD], eps: Sequence[Fraction]) -> Values:
    """Return the same, for each epsilon from a PLD that knows nothing."""
    return [(a.delta(e).decimal(DIGITS), a.dual().delta(e).decimal(DIGITS)) for a, e in zip(fresh, eps, strict=True)]


SINGLE = f"{POINTS} single queries"
ROWS = tuple(
    Row(name, f"{text}, delta at {POINTS} epsilons in both directions", Kind.AS_LONG, 0.3, SINGLE) for name, (text, _) in COMPOSITIONS.items()
)


def measure(bench: Bench) -> Found:
    found = Found()
    for name, (text, _) in COMPOSITIONS.items():
        a, eps = pld(text), epsilons(name)
        medians = bench.medians({
            "profile": Contestant(lambda given, eps=eps: at_once(given, eps), lambda a=a: fresh_pld(a)),
            SINGLE: Contestant(lambda given, eps=eps: one_by_one(given, eps), lambda a=a: [fresh_pld(a) for _ in range(POINTS)]),
        })  # fmt: skip
        found.put(name, medians["profile"], medians[SINGLE])
    return found


SUBJECT = Subject("A whole privacy profile", ROWS, measure)
