"""``R_{eps,delta}``, the canonical (1/10, 10^-5)-DP mechanism, 200-fold: 50 digits of delta at epsilon 1, against a layout
that keeps of every atom its own fractions.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from benchmarks.measure import Bench, Contestant
from benchmarks.table import Found, Kind, Row, Subject
from exact import approx

TENTH, SMALL = Fraction(1, 10), Fraction(1, 10**5)
X = 10
"""The query is at epsilon 1, so at x = t^10 with t = e^(1/10)."""
DIGITS = 50

Polynomial = dict[int, int]
Quotient = tuple[Polynomial, Polynomial]


def digits(k: int) -> tuple[str, str]:
    """Return bounds of 50 digits."""
    return approx(TENTH, SMALL).self_compose(k).delta(TENTH * X).bounds(DIGITS)


def delta(k: int) -> tuple[str, str]:
    """Return the same of a delta that has been multiplied out."""
    value = approx(TENTH, SMALL).self_compose(k).delta(TENTH * X)
    _ = value.numerator
    return value.bounds(DIGITS)


def _times(f: Polynomial, g: Polynomial) -> Polynomial:
    out: Polynomial = {}
    for i, c in f.items():
        for j, d in g.items():
            out[i + j] = out.get(i + j, 0) + c * d
    return out


def _plus(a: Quotient, b: Quotient) -> Quotient:
    """Add two quotients; those of one loss have equal denominators."""
    if a[1] != b[1]:
        cross, other = _times(a[0], b[1]), _times(b[0], a[1])
        return {i: cross.get(i, 0) + other.get(i, 0) for i in {*cross, *other}}, _times(a[1], b[1])
    return {i: a[0].get(i, 0) + b[0].get(i, 0) for i in {*a[0], *b[0]}}, a[1]


def atom_by_atom(k: int) -> Any:
    """Return 50 digits of delta from the law of the loss under P: a dict from loss to a quotient of two polynomials in t,
    each with its own denominator multiplied out.
    """
    import mpmath

    alive, whole = SMALL.denominator - SMALL.numerator, SMALL.denominator
    denominator = {0: whole, 1: whole}
    steps = {1: {1: alive}, -1: {0: alive}}
    law: dict[int, Quotient] = {0: ({0: 1}, {0: 1})}
    for _ in range(k):
        grown: dict[int, Quotient] = {}
        for loss, (num, den) in law.items():
            below = _times(den, denominator)
            for move, factor in steps.items():
                product = _times(num, factor), below
                grown[loss + move] = _plus(grown[loss + move], product) if loss + move in grown else product
        law = grown
    infinite = 1 - (1 - SMALL) ** k
    with mpmath.workdps(DIGITS + 10):
        t = mpmath.exp(mpmath.mpf(1) / 10)
        total = mpmath.mpf(infinite.numerator) / infinite.denominator
        for loss, (num, den) in law.items():
            if loss > X:
                top, bottom = (mpmath.fsum(c * t**i for i, c in poly.items()) for poly in (num, den))
                total += top / bottom * (1 - t ** (X - loss))
        return total


ROWS = (
    Row("approx-digits", "k = 200: 50 digits of delta(1)", Kind.FASTER, 500, "atom by atom"),
    Row("approx-time", "k = 200: the same, the time alone", Kind.SECONDS, 1e-3),
    Row("approx-delta", "k = 200: delta(1) multiplied out, 50 digits", Kind.FASTER, None, "atom by atom"),
)


def measure(bench: Bench) -> Found:
    medians = bench.medians({
        "digits": Contestant(lambda: digits(200)),
        "delta": Contestant(lambda: delta(200)),
        "atom by atom": Contestant(lambda: atom_by_atom(200)),
    })  # fmt: skip
    found = Found()
    found.put("approx-digits", medians["digits"], medians["atom by atom"])
    found.put("approx-time", medians["digits"])
    found.put("approx-delta", medians["delta"], medians["atom by atom"])
    return found


SUBJECT = Subject("Approximate DP with (1/10, 10^-5), 200-fold", ROWS, measure)
