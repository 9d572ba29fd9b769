"""Certificates of version 5 that several constructions give one PLD: as written, as mixtures, by constraints."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from make.accept import ABOVE_E, CUBE4, JOIN, LEAK_THIRD, MEET_RAT1, MIXED, NEAR_E, SQRT2, X_1D5
from make.numbers import E_CEILING, E_FLOOR, ONE, TINY, ZERO, E, Json, Rational, Sum, exp, num, quotient, rational_text
from make.plds import (
    IDENTITY,
    LEAK_QUARTER,
    RR2,
    RR3,
    RR4,
    TOTAL_LEAK,
    Certificate,
    approx,
    certificate,
    compose,
    pld,
    rr,
    swap,
    table,
)
from make.theorems import at, blend, played, read, tight, version_5

MEET = table([["1/5", "1/20"], ["1/2", "1/4"], ["1/4", "1/2"], ["1/20", "1/5"]])
LEAK_2 = approx(num(2), "1/4")
E_SQUARED = played(rr(E), rr(E))
EIGHT = ONE + num(7) * E  # the denominator of a weight


def identity(*constructions: Json, note: str = "") -> Certificate:
    """Return a certificate that these constructions give the same PLD."""
    return version_5(certificate("identity", {"constructions": list(constructions)}, {}, note))


def one(plain: Json) -> Json:
    """Return a PLD as a construction."""
    return {"pld": plain}


def mixture(den: Sum, *parts: tuple[Sum, Json]) -> Json:
    """Return a mixture as a construction, with weights as they are."""
    return {"den": den.json(), "mixture": [[w.json(), plain] for w, plain in parts]}


def shares(*parts: tuple[Rational, Json]) -> Json:
    """Return a mixture whose weights are rational, over the denominator 1."""
    return mixture(ONE, *((num(w), plain) for w, plain in parts))


def constraints(*pairs: Sequence[Json | Rational]) -> Json:
    """Return constraints as a construction; rational numbers may be given as such."""
    return {"constraints": [[text(x), text(d)] for x, d in pairs]}


def text(value: Json | Rational) -> Json:
    """Return a number as it stands in a file."""
    return rational_text(value) if isinstance(value, Fraction | int) else value


def blended(den: Sum, *parts: tuple[Sum, Json]) -> tuple[Json, Json]:
    """Return a mixture, and the same multiplied out."""
    return mixture(den, *parts), one(blend(den, parts))


MINIMAL = identity(
    {"den": "4", "mixture": [["1", RR4], ["3", RR2]]},
    constraints(["4", "0"], ["2", "1/10"]),
    one(MEET),
    note="The worked example of FORMAT.md: all that keeps delta(ln 4) = 0 and delta(ln 2) <= 1/10 is below one mixture.",
)


def _plds() -> dict[str, Certificate]:
    root_den = ONE + SQRT2
    same = [blend(ONE, [(num(f"{i}/9"), RR4), (num(f"{9 - i}/9"), RR4)]) for i in range(1, 7)]
    halves = [(num("1/2"), X_1D5), (num("1/2"), swap(X_1D5))]
    return {
        "square": identity(one(compose((2, rr(E)))), one(E_SQUARED)),
        "asymmetric": identity(one(compose((1, X_1D5), (1, IDENTITY))), one(X_1D5), note="Without constraints no symmetry is asked for."),
        "of-one-part": identity(shares((1, rr(E))), one(rr(E))),
        "of-one-part-twice": identity(shares(("1/3", RR3), ("2/3", compose((1, RR3)))), one(RR3)),
        "weights-irrational": identity(*blended(ONE + E, (E, RR2), (ONE, RR3))),
        "weights-radical": identity(*blended(root_den, (SQRT2, rr(SQRT2)), (ONE, rr(CUBE4)))),
        "weights-long": identity(*blended(EIGHT * MIXED, (MIXED, rr(MIXED)), (E * MIXED, RR2), (num(6) * E * MIXED, LEAK_QUARTER))),
        "weights-of-which-one-cancels": identity(mixture(E, (E - num(E_FLOOR), RR2), (num(E_FLOOR), RR2)), one(RR2)),
        "denominators-differ": identity(*blended(num(6), (ONE, rr(E)), (num(2), LEAK_THIRD), (num(3), E_SQUARED))),
        "denominators-of-compositions": identity(
            mixture(num(5), (num(2), compose((2, rr(E)), (1, RR2))), (ONE, compose((1, rr(E)))), (num(2), compose((3, LEAK_QUARTER)))),
            one(
                blend(
                    num(5),
                    [
                        (num(2), played(rr(E), rr(E), RR2)),
                        (ONE, rr(E)),
                        (num(2), played(LEAK_QUARTER, LEAK_QUARTER, LEAK_QUARTER)),
                    ],
                )
            ),
        ),
        "weight-zero": identity(shares((1, RR2), (0, TOTAL_LEAK), (0, rr(E))), one(RR2)),
        "weight-zero-first": identity(shares((0, TOTAL_LEAK), (1, rr(MIXED))), one(rr(MIXED))),
        "times-zero": identity(
            shares(("1/2", compose((0, RR4))), ("1/2", compose((0, rr(E)), (1, RR4)))), *blended(num(2), (ONE, IDENTITY), (ONE, RR4))
        ),
        "duals": identity(*blended(ONE, *halves), shares(("1/2", swap(X_1D5)), ("1/2", X_1D5))),
        "leak": identity(shares(("1/4", TOTAL_LEAK), ("3/4", RR2)), one(LEAK_2)),
        "leak-one-side": identity(*blended(num(3), (ONE, table([["1/2", "0"], ["1/2", "1"]])), (num(2), IDENTITY))),
        "leak-other-side": identity(*blended(num(3), (ONE, swap(table([["1/2", "0"], ["1/2", "1"]]))), (num(2), IDENTITY))),
        "total-leak": identity(shares(("1/2", TOTAL_LEAK), ("1/2", compose((2, TOTAL_LEAK), (1, RR2)))), one(TOTAL_LEAK)),
        "near-tie-of-ratios": identity(*blended(num(2), (ONE, NEAR_E), (ONE, rr(E))), note="Two ratios, e and e cut off after 60 decimals."),
        "near-tie-of-three": identity(*blended(num(3), (ONE, NEAR_E), (ONE, rr(E)), (ONE, ABOVE_E))),
        "mixtures-alone": identity(shares(("1/2", RR2), ("1/2", RR3)), mixture(num(6), (ONE, RR3), (num(3), RR2), (num(2), RR3))),
        "scaled": identity(one(pld(E + exp(2), [(exp(2), E), (E, exp(2))])), shares((1, rr(E)))),
        "eight": identity(*[one(RR4)] * 2, *map(one, same)),
    }


def _constraints() -> dict[str, Certificate]:
    tops = [at(rr(E), num(E_CEILING)), at(rr(E), E), at(rr(E), num(E_FLOOR))]
    crossing = (num(3) * E - ONE) * num("1/4")
    square, leak = tight(E_SQUARED), tight(LEAK_2)
    lower = at(rr(E), num(E_FLOOR))[1]
    looser = {"num": (read(lower["num"]) + num(TINY) * read(lower["den"])).json(), "den": lower["den"]}
    roots = blend(ONE + SQRT2, [(ONE, rr(SQRT2)), (SQRT2, rr(MIXED))])
    return {
        "one": identity(constraints(["2", "0"]), one(RR2)),
        "identity": identity(constraints(["1", "0"]), one(IDENTITY), note="Nothing at 1, so nothing at all."),
        "total-leak": identity(constraints(["1", "1"]), one(TOTAL_LEAK), note="No constraint at all; the total leak has no knots."),
        "total-leak-many": identity(constraints([100, "1"], [99, "1"], ["3/2", "1"]), shares((1, TOTAL_LEAK))),
        "total-variation": identity(constraints(["1", "1/4"]), one(LEAK_QUARTER)),
        "epsilon-delta": identity(constraints(*leak), one(LEAK_2), shares(("1/4", TOTAL_LEAK), ("3/4", RR2))),
        "loose-ones": identity(
            constraints(["1000", "1"], ["4", "1/4"], ["3", "2/7"], ["2", "1/4"], ["3/2", "1"], ["1", "3/4"]),
            one(LEAK_2),
            note="At 4 the constraint touches where there is no knot; the others are above the curve.",
        ),
        "irrational": identity(constraints([E.json(), "0"]), one(rr(E))),
        "irrational-quotient": identity(constraints([quotient(exp(2), E), "0"]), one(rr(E))),
        "crossing": identity(constraints([crossing.json(), "1/4"]), one(JOIN)),
        "square": identity(constraints(*square), one(compose((2, rr(E)))), note="The knots are e^2, 1 and e^-2; 1 is one that is >= 1."),
        "square-first": identity(one(compose((2, rr(E)))), constraints(*square)),
        "radicals": identity(constraints(*tight(roots)), mixture(ONE + SQRT2, (ONE, rr(SQRT2)), (SQRT2, rr(MIXED)))),
        "near-tie-of-places": identity(constraints(*tops), one(rr(E)), note="At e, and 10^-60 beside it on both sides."),
        "near-tie-of-values": identity(
            constraints([E.json(), "0"], [E_FLOOR, looser]), one(rr(E)), note="Above the curve by 10^-60, where there is no knot."
        ),
        "near-1": identity(constraints(["2", "0"], [1 + TINY, "1"], [1, "1/3"]), one(RR2), note="1/3 is tight at 1."),
        "two-lists": identity(constraints([9, 0], [4, 0], [2, "1/10"]), constraints([4, 0], [3, "1/20"], [2, "1/10"], [1, "1"]), one(MEET)),
        "rat1": identity(one(MEET_RAT1), constraints(*tight(MEET_RAT1)), one(MEET)),
        "meet-of-three": identity(
            constraints(*tight(blend(num(9), [(num(2), RR2), (num(3), rr(E)), (num(3), RR4), (ONE, TOTAL_LEAK)]))),
            mixture(num(9), (num(2), RR2), (num(3), rr(E)), (num(3), RR4), (ONE, TOTAL_LEAK)),
        ),
        "duals": identity(shares(("1/2", X_1D5), ("1/2", swap(X_1D5))), constraints(*tight(blend(num(2), [(ONE, X_1D5), (ONE, swap(X_1D5))])))),
        "zero-written-as-a-quotient": identity(constraints(["2", quotient(ZERO, E)]), one(RR2)),
    }


def accepted() -> dict[str, Certificate]:
    """Return name -> certificate."""
    rows = {f"identity-{name}": c for name, c in _plds().items()}
    return {"identity-minimal": MINIMAL, **rows, **{f"identity-constraints-{name}": c for name, c in _constraints().items()}}
