"""Forgeries against the comparisons, R10 to R15."""

from __future__ import annotations

from fractions import Fraction

from make.accept import (
    BOTH,
    CROSSING,
    JOIN,
    LEAK_HALF,
    R_2_QUARTER,
)
from make.numbers import (
    E_CEILING,
    E_FLOOR,
    ONE,
    TINY,
    ZERO,
    E,
    exp,
    num,
    quotient,
    rational_text,
)
from make.plds import (
    IDENTITY,
    LEAK_QUARTER,
    RR2,
    RR3,
    RR4,
    TOTAL_LEAK,
    approx,
    compose,
    delta,
    dominated,
    equal,
    incomparable,
    not_dominated,
    pld,
    rr,
    swap,
    table,
    violated,
)
from make.reject_common import Row, rational_rr


def order() -> list[Row]:
    """Return the rows of these rules."""
    up, down = rational_rr(E_CEILING), rational_rr(E_FLOOR)
    sup = table(
        [["1/4", "0"], ["5/18", "1/9"], ["2/9", "5/36"], ["5/36", "2/9"], ["1/9", "5/18"], ["0", "1/4"]]
    )
    thin = table([["1/1000", "0"], ["999/1000", "1"]])
    rows: list[Row] = [
        ("R10-dominated", "", dominated(RR4, RR2), "rr(ln 4) leaks more."),
        (
            "R10-dominated",
            "oracle-K-3-RR6-t2",
            dominated(RR4, compose((6, RR2))),
            "Six rr(ln 2) are not enough.",
        ),
        ("R10-dominated", "oracle-K-1a-1-c", dominated(sup, R_2_QUARTER), "Above at x = 2 only."),
        ("R10-dominated", "near-tie", dominated(up, rr(E)), "The ratio is e rounded up after 60 decimals."),
        (
            "R10-dominated",
            "near-tie-leak",
            dominated(approx(ONE, Fraction(1, 4) + TINY), LEAK_QUARTER),
            "By 10^-60.",
        ),
        (
            "R10-dominated",
            "hidden-infinite-mass",
            dominated(thin, rr(exp(6))),
            "Above at the last knot only.",
        ),
        (
            "R10-dominated",
            "first-knot-only",
            dominated(swap(LEAK_HALF), JOIN),
            "Above at the small knots only.",
        ),
        (
            "R10-dominated",
            "total-leak-on-the-left",
            dominated(TOTAL_LEAK, compose((3, rr(exp(3))))),
            "h = 1 always.",
        ),
        ("R10-dominated", "identity-on-the-right", dominated(rr(exp("1/1000")), IDENTITY), "One knot."),
        ("R10-dominated", "wrong-way", dominated(JOIN, rr(E)), "True the other way round."),
        ("R12-not-dominated", "", not_dominated(RR2, RR4, "1"), "rr(ln 2) is below."),
        ("R12-not-dominated", "equality", not_dominated(RR2, RR2, "1"), "Equality sold as strict."),
        (
            "R12-not-dominated",
            "true-elsewhere",
            not_dominated(RR4, compose((6, RR2)), "4"),
            "The claim is true, but not seen at x = 4.",
        ),
        (
            "R12-not-dominated",
            "equality-irrational",
            not_dominated(rr(E), pld(E + exp(2), [(exp(2), E), (E, exp(2))]), exp("1/2").json()),
            "The same PLD, scaled.",
        ),
        (
            "R12-not-dominated",
            "equality-at-crossing",
            not_dominated(rr(E), LEAK_QUARTER, quotient(CROSSING * E, num(4) * E)),
            "At (3e - 1)/4 the curves cross: equal there.",
        ),
        (
            "R12-not-dominated",
            "near-tie",
            not_dominated(down, rr(E), E.json()),
            "The ratio is e cut off: below.",
        ),
        (
            "R12-not-dominated",
            "near-tie-by-x",
            not_dominated(rr(E), LEAK_QUARTER, ((CROSSING + num(TINY)) * num("1/4")).json()),
            "Just to the right of the crossing.",
        ),
        ("R12-not-dominated", "left-of-all-knots", not_dominated(RR4, RR2, "1/4"), "There both are 1 - x."),
        ("R12-not-dominated", "right-of-all-knots", not_dominated(RR4, RR2, "4"), "There both are 0."),
        ("R12-not-dominated", "wrong-way", not_dominated(RR2, RR4, "2"), "True the other way round."),
        ("R13-equal", "", equal(RR2, RR3), "Different."),
        (
            "R13-equal",
            "at-knots-of-b",
            equal(IDENTITY, RR2),
            "Equal at all knots of B, not at the knot 1 of A.",
        ),
        (
            "R13-equal",
            "at-knots-of-a",
            equal(RR2, IDENTITY),
            "Equal at all knots of A, not at the knot 1 of B.",
        ),
        ("R13-equal", "near-tie", equal(down, rr(E)), "e cut off after 60 decimals."),
        ("R13-equal", "near-tie-up", equal(up, rr(E)), "e rounded up after 60 decimals."),
        ("R13-equal", "leak-and-identity", equal(TOTAL_LEAK, IDENTITY), "The total leak has no knots."),
        ("R13-equal", "identity-and-leak", equal(IDENTITY, TOTAL_LEAK), "The total leak has no knots."),
        ("R13-equal", "infinite-mass", equal(LEAK_HALF, IDENTITY), "Mass 1/2 at +inf against none."),
        (
            "R13-equal",
            "minus-infinite-mass",
            equal(swap(LEAK_HALF), IDENTITY),
            "Mass 1/2 at -inf against none.",
        ),
        ("R13-equal", "dual", equal(LEAK_HALF, swap(LEAK_HALF)), "P and Q exchanged."),
        ("R13-equal", "oracle-X1", equal(compose((2, RR2)), RR4), "Not rr(ln 4)."),
        ("R14-a-above", "", incomparable(RR2, RR4, "1", "2"), "B is above at both."),
        (
            "R14-a-above",
            "equality",
            incomparable(RR2, LEAK_QUARTER, "5/4", "2"),
            "Equal at the crossing 5/4.",
        ),
        ("R14-a-above", "exchanged", incomparable(RR2, LEAK_QUARTER, "2", "2"), "x_b twice."),
        (
            "R14-a-above",
            "near-tie",
            incomparable(RR2, LEAK_QUARTER, rational_text(Fraction(5, 4) + TINY), "2"),
            "Just to the right of the crossing 5/4.",
        ),
        ("R15-b-above", "", incomparable(RR4, RR2, "2", "1"), "A is above at both."),
        (
            "R15-b-above",
            "equality",
            incomparable(RR2, LEAK_QUARTER, "1", "5/4"),
            "Equal at the crossing 5/4.",
        ),
        ("R15-b-above", "exchanged", incomparable(RR2, LEAK_QUARTER, "1", "1"), "x_a twice."),
        (
            "R15-b-above",
            "near-tie",
            incomparable(RR2, LEAK_QUARTER, "1", rational_text(Fraction(5, 4) - TINY)),
            "Just to the left of the crossing 5/4.",
        ),
    ]
    for variant, x in (
        ("zero", ZERO),
        ("negative", num(-1)),
        ("irrational", num(2) - E),
        ("near-zero", E - num(E_CEILING)),
    ):
        rows.append(
            (
                "R11-positive-x",
                variant,
                delta(IDENTITY, x.json(), value=(ONE - x).json()),
                "1 - x would be right if the formula were used outside x > 0.",
            )
        )
    rows += [
        ("R11-positive-x", "", delta(RR2, "0", value="1"), "h(0+) = 1, but x = 0 is no x."),
        ("R11-positive-x", "lower", delta(RR2, "-1", lower="0"), "True by the formula."),
        ("R11-positive-x", "quotient", delta(RR2, quotient(ZERO, ONE + E), value="1"), "0/(1 + e)."),
        ("R11-positive-x", "not-dominated", not_dominated(RR4, RR2, "-1"), "And R12: equal there."),
        ("R11-positive-x", "not-dominated-zero", not_dominated(RR4, RR2, "0"), "And R12: equal there."),
        ("R11-positive-x", "incomparable-a", incomparable(RR2, LEAK_QUARTER, "-1", "2"), "And R14."),
        ("R11-positive-x", "incomparable-a-zero", incomparable(RR2, LEAK_QUARTER, "0", "2"), "And R14."),
        ("R11-positive-x", "incomparable-b", incomparable(RR2, LEAK_QUARTER, "1", "0"), "And R15."),
        ("R11-positive-x", "tree", violated([RR2, LEAK_QUARTER], R_2_QUARTER, 2, "-1", BOTH), "And R28."),
        ("R11-positive-x", "tree-zero", violated([RR2, LEAK_QUARTER], R_2_QUARTER, 2, "0", BOTH), "And R28."),
    ]
    return rows
