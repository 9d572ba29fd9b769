"""Accepted audits of version 4 of whole discretised PLDs: curves that are beyond those of the pairs, and grids that are no PLDs.

Masses are those of floats or exact fractions of a power of two; the logarithms of ratios stand as the floats that tools keep.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import comb, log
from random import Random

from make.audit_values import ASYMMETRIC, HALF_P, LEAKY, both
from make.audits import NEAR, grid, invalid, of, responses, said, text, violated
from make.numbers import ONE, E, Json, exp, num, quotient
from make.plds import IDENTITY, RR2, RR3, TOTAL_LEAK, Certificate, compose, rr

CURVE = of("curve")
LAST = Fraction(1, 2**1074)
Grid = list[tuple[int, Fraction]]


def curve(  # noqa: PLR0917  (the parts of the claim and of the witness)
    side: str, value: Json, pairs: Sequence[Json], x: Json, by: Json = None, note: str = ""
) -> Certificate:
    """Return an audit of a discretised PLD that is said to be above, or below, the pairs."""
    return violated(CURVE, said(side, value, by), pairs, {"x": x}, note)


def no_pld(value: Json, note: str = "") -> Certificate:
    """Return an audit of a discretised PLD that is none."""
    return invalid(CURVE, {"value": value}, note)


def rounded(value: Fraction) -> Fraction:
    """Return a positive fraction with its first 53 bits, the rest cut off; 0 below the least of a float."""
    power = value.numerator.bit_length() - value.denominator.bit_length() - 54
    power = max(power, -1074)
    scale = Fraction(2) ** power
    return value // scale * scale


def discretised(times: int, t: int, unit: Fraction, shift: int) -> Grid:
    """Return randomized response, so many times, on a grid: each loss at the point below it, and so many points further up."""
    found: dict[int, Fraction] = {}
    for j, (p, _) in enumerate(responses(times, t)):
        index = int((times - 2 * j) * Fraction(log(t)) // unit) + shift
        found[index] = found.get(index, Fraction(0)) + rounded(p)
    return sorted(found.items())


def binomial(size: int, total: Fraction) -> Grid:
    """Return the masses of a binomial distribution with 1/2, cut off to floats, around 0; those that are no float left out."""
    scale = total / 2**size
    masses = [(i - size // 2, rounded(comb(size, i) * scale)) for i in range(size + 1)]
    return [(i, mass) for i, mass in masses if mass]


def drawn(count: int, seed: int, bits: int, power: int) -> Grid:
    """Return so many masses drawn at random, of so many bits each, with indices that skip some."""
    random, index, masses = Random(seed), -count, []
    for _ in range(count):
        index += 1 + random.getrandbits(1)
        masses.append((index, Fraction(2 * random.getrandbits(bits - 1) + 1, 2**power)))
    return masses


def _violated() -> dict[str, Certificate]:
    log2, log3 = Fraction(log(2)), Fraction(log(3))
    milli, fine = Fraction(1e-3), Fraction(1e-4)
    two = [(-1, Fraction(1, 3)), (1, Fraction(2, 3))]
    floats = [(i, Fraction(float(mass))) for i, mass in two]
    thousands = binomial(4096, Fraction(1))
    lost = grid(Fraction(1, 64), thousands)
    return {
        "upper": curve("upper", grid(1, [(0, Fraction(1))]), [RR2], "1"),
        "upper-by": curve("upper", grid(1, [(0, Fraction(1))]), [RR2], "1", text(Fraction(1, 3) - NEAR)),
        "lower": curve("lower", grid(1, [(-1, Fraction(1, 4)), (1, Fraction(3, 4))]), [IDENTITY], "1", "47/100"),
        "nothing-at-all": curve("upper", grid(1, []), both(ASYMMETRIC), "19/10", "1/50"),
        "infinite-only": curve("lower", grid(1, [], Fraction(1, 8)), [RR2, ASYMMETRIC], "1000000", text(Fraction(1, 8) - NEAR)),
        "rr-of-floats": curve("upper", grid(log2, floats), [RR2], "1", note="math.log(2) and both masses are rounded down."),
        "rr-of-floats-at-x": curve("upper", grid(log2, floats), [RR2], text(2 - Fraction(1, 2**60))),
        "rounded-down": curve("upper", grid(milli, discretised(20, 3, milli, 0)), [compose((20, RR3))], "3"),
        "rounded-up": curve("lower", grid(milli, discretised(20, 3, milli, 1)), [compose((20, RR3))], "3"),
        "rounded-up-fine": curve("lower", grid(fine, discretised(40, 2, fine, 1)), [compose((40, RR2))], "3/2"),
        "negative-mass": curve("upper", grid(1, [(1, Fraction(3, 4)), (2, Fraction(-1, 2**60))], Fraction(1, 4)), [TOTAL_LEAK], exp(1).json()),
        "negative-infinite": curve("upper", grid(log3, [(1, Fraction(1))], Fraction(-1, 2)), [RR2], "1"),
        "too-much-mass": curve(
            "lower", grid(1, [(1, Fraction(2**60)), (30, Fraction(5))], Fraction(7)), both(HALF_P), exp("1/2").json(), "400000000000000000"
        ),
        "second-pair-only": curve("upper", grid(log2, floats), [IDENTITY, LEAKY], "2"),
        "lower-of-all": curve("lower", grid(log3, [(1, Fraction(1))]), [IDENTITY, RR2], "2", text(Fraction(1, 3) - Fraction(1, 2**50))),
        "x-irrational": curve("upper", grid(Fraction(1, 2), [(-1, Fraction(1))]), [rr(E)], quotient(E, ONE + num(2) * E)),
        "x-tiny": curve("upper", grid(1, [(0, Fraction(1, 2))], Fraction(1, 2) - NEAR), [IDENTITY], exp(-1000).json(), text(NEAR / 2)),
        "x-huge": curve("lower", grid(Fraction(10000, 3), [(3, LAST)]), [compose((3, rr(exp(1000))))], exp(3001).json()),
        "masses-0": curve("upper", grid(1, [(-3, Fraction(0)), (0, Fraction(1)), (5, Fraction(0))]), [RR2], "1"),
        "index-far": curve("lower", grid(Fraction(1, 10**50), [(-(10**53), Fraction(1, 2)), (10**53, Fraction(1, 2))]), [RR2], "500", "2/5"),
        "thousands": curve("upper", lost, [compose((10, rr(exp("9/10"))))], "2", "1/1000"),
        "thousands-lower": curve("lower", lost, [rr(exp("1/10"))], "1", "1/10"),
        "near": curve("upper", grid(1, [(0, Fraction(1))]), [rr(exp(Fraction(1, 2**200)))], "1"),
        "many": curve("upper", many_atoms(), [LEAKY], "2", "1/1000000000"),
    }


def many_atoms() -> Json:
    """Return a discretised PLD that takes up more than half of the largest file: a leak that is cut off, and noise."""
    return grid(Fraction(1e-4), drawn(65_000, 1, 53, 90), Fraction(1, 16))


def _invalid() -> dict[str, Certificate]:
    half = Fraction(1, 2)
    quarter = Fraction(1, 4)
    return {
        "negative": no_pld(grid(1, [(1, Fraction(3, 4)), (2, -LAST)])),
        "negative-infinite": no_pld(grid(1, [(0, quarter)], -LAST)),
        "too-much": no_pld(grid(1, [(1, half), (2, half)], LAST)),
        "too-much-in-the-atoms": no_pld(grid(1, [(1, half), (2, half), (9999, Fraction(1, 2**1200))])),
        "too-much-infinite": no_pld(grid(1, [], 1 + Fraction(1, 2**52))),
        "cosh": no_pld(grid(1, [(-1, half), (1, half)]), note="E[e^-Z] = cosh 1."),
        "cosh-near": no_pld(grid(Fraction(1, 2**200), [(-1, half), (1, half)])),
        "reverse-near": no_pld(grid(Fraction(1, 3), [(-1, NEAR / 2), (0, 1 - NEAR), (1, NEAR / 2)])),
        "far": no_pld(grid(1, [(-10000, Fraction(1, 2**1200)), (9999, half)])),
        "all-below": no_pld(grid(Fraction(1e-4), [(-1, Fraction(1))])),
        "rr-of-floats": no_pld(grid(Fraction(log(2)), [(-1, Fraction(0.3333333333333334)), (1, Fraction(0.6666666666666665))])),
        "rounded-down": no_pld(grid(Fraction(1e-3), discretised(20, 3, Fraction(1e-3), 0))),
        "thousands": no_pld(grid(Fraction(1, 2**20), [*binomial(4096, Fraction(1)), (2500, Fraction(0))])),
    }


def accepted() -> dict[str, Certificate]:
    """Return all of them: name -> certificate."""
    tables = {"curve": _violated(), "invalid-curve": _invalid()}
    return {f"audit-{kind}-{name}": value for kind, rows in tables.items() for name, value in rows.items()}
