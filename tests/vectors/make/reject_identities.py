"""Forgeries against the rules of identities: weights (R57), constraints (R58, R60 to R62), ratios and masses (R59)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from make.accept import ABOVE_E, NEAR_E, SQRT2, X_1D5
from make.identities import E_SQUARED, LEAK_2, MEET, constraints, identity, mixture, one, shares
from make.numbers import E_CEILING, E_FLOOR, ONE, TINY, ZERO, E, Json, exp, num, quotient, rational_text
from make.plds import (
    IDENTITY,
    LEAK_QUARTER,
    RR2,
    RR3,
    RR4,
    TOTAL_LEAK,
    Certificate,
    compose,
    pld,
    rr,
    sha256,
    swap,
    table,
)
from make.reject_common import FOUR_AS_PRIME, Row, raw
from make.theorems import at, blend, tight

BELOW = E - num(E_CEILING)  # negative, above -10^-60
ABOVE = E - num(E_FLOOR)  # positive, below 10^-60
THIRD = Fraction(1, 3)
SPLIT = table([["2/3", "1/3"], ["1/6", "1/6"], ["1/6", "1/2"]])
Q_MOVED = table([["2/3", "1/3"], ["1/6", Fraction(1, 6) + TINY], ["1/6", Fraction(1, 2) - TINY]])
LEAK_P = table([["1/2", "0"], ["1/2", "1"]])
Found = dict[str, tuple[Certificate, str]]


def rows(rule: str, found: Found) -> Iterator[Row]:
    """Return rows of one rule."""
    for variant, (certificate, why) in found.items():
        yield rule, variant, certificate, why


def less(value: str) -> str:
    """Return a rational number less 10^-60."""
    return rational_text(Fraction(value) - TINY)


def weights() -> Found:
    """R57."""
    same = "All parts are the same PLD, and masses are compared up to a common factor."
    lacks, has = (2 * THIRD - TINY, RR2), (2 * THIRD + TINY, RR2)
    return {
        "": (identity(shares(("1/2", RR2), ("1/2", RR2), ("1/2", RR2)), one(RR2)), f"The weights add up to 3/2. {same}"),
        "sum-below-1": (identity(shares((THIRD, RR2), lacks), one(RR2)), f"They add up to 1 - 10^-60. {same}"),
        "sum-above-1": (identity(one(RR2), shares((THIRD, RR2), has)), f"They add up to 1 + 10^-60. {same}"),
        "sum-irrational": (identity(mixture(E, (num(E_FLOOR), RR2)), one(RR2)), f"The sum lacks less than 10^-60. {same}"),
        "sum-irrational-above": (identity(mixture(num(E_FLOOR), (E, RR2)), one(RR2)), f"And here it is too large. {same}"),
        "sum-radical": (identity(mixture(SQRT2, (ONE, rr(E))), one(rr(E))), f"1, not sqrt(2). {same}"),
        "sum-3-of-2": (identity(mixture(num(2), (ONE, RR2), (num(2), RR2)), one(RR2)), same),
        "negative": (identity(shares((2, IDENTITY), (-1, IDENTITY)), one(IDENTITY)), f"A weight is -1, the sum is 1. {same}"),
        "negative-first": (identity(shares((-TINY, IDENTITY), (1 + TINY, IDENTITY)), one(IDENTITY)), f"A weight is -10^-60, the sum is 1. {same}"),
        "negative-cancels": (
            identity(shares((1, RR2), (-1, TOTAL_LEAK), (1, TOTAL_LEAK)), shares((1, RR2), (0, TOTAL_LEAK))),
            "The sum is 1, and what is negative cancels; without the rule, R59 where atoms are sorted first.",
        ),
        "negative-irrational": (
            identity(mixture(ONE, (BELOW, IDENTITY), (ONE - BELOW, IDENTITY)), one(IDENTITY)),
            f"Negative by little, the sum is 1. {same}",
        ),
        "negative-in-the-third": (
            identity(one(IDENTITY), shares((1, IDENTITY)), shares((2, IDENTITY), (-1, IDENTITY))),
            f"The third one has a weight of -1. {same}",
        ),
        "negative-of-two-atoms": (
            identity(shares((2, RR2), (-1, RR2)), one(RR2)),
            "Without the rule, R59 in a checker that sorts atoms by their ratios before it merges them.",
        ),
        "den-zero": (
            identity(mixture(ZERO, (ZERO, RR2)), mixture(ZERO, (ZERO, RR3))),
            "The weights add up to it; without the rule both mix nothing, which is no PLD.",
        ),
        "den-zero-of-two": (
            identity(mixture(ZERO, (ONE, RR2), (num(-1), RR3)), one(RR2)),
            "Without the rule for den, that for the second weight; without both, R59.",
        ),
        "den-negative": (
            identity(mixture(num(-1), (num(-1), RR2)), one(RR2)),
            "The quotients are right; without the rule for den, that for the weight.",
        ),
        "den-negative-irrational": (identity(mixture(BELOW, (BELOW, RR2)), one(RR2)), "Same, negative by little."),
        "before-the-identity": (identity(one(RR3), shares(("1/2", RR2))), "R59 does not hold either, and comes later."),
        "with-constraints": (identity(constraints(["2", "0"]), shares(("1/2", RR2), (THIRD, RR2))), f"The constraints are right. {same}"),
    }


def places() -> Found:
    """R58."""
    again = [quotient(exp(2), E), "0"]
    return {
        "": (identity(constraints(["2", "0"], ["1/2", "1/2"]), one(RR2)), "x is below 1. What is said there is true, h(1/2) = 1/2."),
        "x-near-1": (identity(constraints(["2", "0"], [1 - TINY, "1"]), one(RR2)), "Below 1 by 10^-60, where any delta up to 1 would do."),
        "x-near-1-irrational": (identity(constraints(["2", "0"], [(ONE + BELOW).json(), "1"]), one(RR2)), "Below 1 by less than 10^-60."),
        "x-zero": (identity(constraints(["2", "0"], ["0", "1"]), one(RR2)), "True at 0, all the same."),
        "x-negative": (identity(constraints(["2", "0"], ["-1", "1"]), one(RR2)), "Without the rule, R61: 2 > 1 by the formula."),
        "x-below-1-alone": (identity(constraints(["1/2", "1/2"]), one(IDENTITY)), "h(1/2) = 1/2 of the identity; without the rule, R62."),
        "x-increase": (
            identity(constraints(["2", "1/10"], ["4", "0"]), one(MEET)),
            "The right constraints, in the other order; without the rule, R62 where they are gone through once.",
        ),
        "x-increase-at-the-end": (
            identity(constraints(["4", "0"], ["2", "1/10"], ["3", "1/20"]), one(MEET)),
            "The last one is true and out of order.",
        ),
        "x-twice": (identity(constraints(["2", "0"], ["2", "0"]), one(RR2)), "Twice the same."),
        "x-twice-spelled-otherwise": (identity(constraints([E.json(), "0"], again), one(rr(E))), "Twice the same number."),
        "x-twice-looser": (identity(constraints(["2", "1"], ["2", "0"]), one(RR2)), "The same place with two values."),
        "x-increase-by-little": (identity(constraints([E.json(), "0"], [E_CEILING, "0"]), one(rr(E))), "By less than 10^-60."),
        "delta-above-1": (identity(constraints(["2", "0"], ["3/2", 1 + TINY]), one(RR2)), "Above 1 by 10^-60."),
        "delta-above-1-irrational": (identity(constraints(["2", "0"], ["1", (ONE + ABOVE).json()]), one(RR2)), "Above 1 by less than 10^-60."),
        "delta-negative": (identity(constraints(["3", -TINY], ["2", "0"]), one(RR2)), "Negative by 10^-60; without the rule, R61."),
        "delta-negative-irrational": (identity(constraints(["3", BELOW.json()], ["2", "0"]), one(RR2)), "Negative by less; without the rule, R61."),
        "in-the-second-list": (identity(constraints(["2", "0"]), one(RR2), constraints(["2", "0"], ["1/2", "1"])), "The first list is right."),
        "total-leak": (identity(constraints(["1/2", "1"]), one(TOTAL_LEAK)), "Nothing else is asked of the total leak."),
        "before-the-value": (identity(constraints(["1/2", "1/10"]), one(RR2)), "R61 and R62 do not hold either, and come later."),
    }


def masses() -> Found:
    """R59."""
    tiny = num(TINY)
    weighed = mixture(ONE, (num("1/4") + tiny, RR4), (num("3/4") - tiny, RR2))
    leak_q = table([["1/4", "0"], ["3/4", 1 - TINY], ["0", TINY]])
    why = "The masses under P are right."
    roots = [mixture(ONE + SQRT2, (a, RR2), (b, RR3)) for a, b in ((SQRT2, ONE), (ONE, SQRT2))]
    return {
        "": (identity(one(RR2), one(RR3)), "Both are PLDs, and all else is right."),
        "third": (identity(one(RR2), shares((1, RR2)), one(RR3)), "The first two are the same."),
        "near-tie": (identity(one(NEAR_E), one(rr(E))), "e, and e cut off after 60 decimals."),
        "near-tie-above": (identity(one(rr(E)), shares((1, ABOVE_E))), "Same, rounded up."),
        "weights-near": (identity(one(MEET), weighed), "10^-60 of the weight of one part has gone to the other: the ratios are right."),
        "weights-exchanged": (identity(one(MEET), shares(("3/4", RR4), ("1/4", RR2))), "The ratios are right."),
        "wrong-under-q": (identity(one(SPLIT), one(Q_MOVED)), f"{why} 10^-60 have gone from one atom to another under Q."),
        "wrong-under-q-first": (identity(shares((1, Q_MOVED)), one(SPLIT)), f"{why} Same, the other way."),
        "dual": (identity(one(X_1D5), one(swap(X_1D5))), "The one over the other, and the other over the one."),
        "dual-of-a-part": (
            identity(shares((THIRD, X_1D5), (2 * THIRD, RR2)), shares((THIRD, swap(X_1D5)), (2 * THIRD, RR2))),
            "One part is turned round.",
        ),
        "infinite-mass": (identity(one(LEAK_QUARTER), shares(("1/4", TOTAL_LEAK), ("3/4", RR2))), "The masses of +inf and -inf are right."),
        "infinite-mass-near": (
            identity(one(LEAK_2), shares((Fraction(1, 4) + TINY, TOTAL_LEAK), (Fraction(3, 4) - TINY, RR2))),
            "More by 10^-60; the finite ratios are right.",
        ),
        "infinite-mass-of-q": (identity(one(table([["1/4", "0"], ["3/4", "1"]])), one(leak_q)), f"{why} The loss -inf has 10^-60 under Q."),
        "atom-more": (identity(one(RR2), one(SPLIT)), "One atom was split in two; the curves agree from 1 on."),
        "atom-less": (identity(one(SPLIT), shares((1, RR2))), "Same, the other way."),
        "same-at-1": (identity(one(LEAK_QUARTER), one(table([["5/8", "3/8"], ["3/8", "5/8"]]))), "Both have the total variation 1/4."),
        "times": (identity(one(compose((2, RR2))), one(RR2)), "Twice and once."),
        "times-zero": (identity(one(compose((0, RR2))), one(RR2)), "Not at all and once."),
        "little-weight": (identity(one(RR2), shares((1 - TINY, RR2), (TINY, TOTAL_LEAK))), "The second weight would have to be 0."),
        "with-constraints": (identity(constraints(["2", "0"]), one(RR2), one(RR3)), "The constraints fit the first one."),
        "radical": (identity(*roots), "The weights are exchanged."),
    }


def symmetric() -> Found:
    """R60."""
    near = blend(ONE, [(num("1/2") + num(TINY), X_1D5), (num("1/2") - num(TINY), swap(X_1D5))])
    irrational = pld(ONE + E, [(E, num(2)), (ONE, E - ONE)])
    why = "The constraints hold with equality at all knots that are >= 1, for P over Q only."
    return {
        "": (identity(constraints(*tight(X_1D5)), one(X_1D5)), why),
        "leak": (identity(constraints(["1", "1/2"]), one(LEAK_P)), "It has no knot that is >= 1; 1/2 at 1 is right in both directions."),
        "leak-of-q": (identity(one(swap(LEAK_P)), constraints(["2", "0"])), f"{why} The dual has 1/2 at 2."),
        "near": (identity(one(near), constraints(*tight(near))), f"{why} Symmetric up to 10^-60."),
        "irrational": (identity(one(irrational), constraints([(E * num("1/2")).json(), "0"])), why),
        "mixture": (identity(constraints(*tight(X_1D5)), shares((THIRD, X_1D5), (2 * THIRD, X_1D5))), why),
        "before-the-places": (identity(constraints(["1/2", "1"]), one(X_1D5)), "R58 and R62 do not hold either, and come later."),
    }


def kept() -> Found:
    """R61."""
    lower = quotient(E - num(2) - num(TINY), ONE + E)
    square = [[exp(2).json(), "0"], [E.json(), "1/3"], at(E_SQUARED, ONE)]
    why = "The knots have their constraints."
    return {
        "": (identity(constraints(["2", "0"], ["1", "1/4"]), one(RR2)), f"h(1) = 1/3, not at most 1/4. {why}"),
        "between": (identity(constraints(["2", "0"], ["3/2", "1/7"]), one(RR2)), f"h(3/2) = 1/6. {why}"),
        "near": (
            identity(constraints(["4", "0"], ["3", less("1/20")], ["2", "1/10"]), one(MEET)),
            f"Too small by 10^-60, between two knots. {why}",
        ),
        "near-at-1": (identity(constraints(["2", "0"], ["1", less("1/3")]), one(RR2)), f"Too small by 10^-60, at 1. {why}"),
        "irrational": (identity(constraints([E.json(), "0"], ["2", lower]), one(rr(E))), f"Too small by less than 10^-60. {why}"),
        "irrational-place": (
            identity(constraints([E.json(), "0"], [E_FLOOR, "0"]), one(rr(E))),
            f"h is positive there, by less than 10^-60. {why}",
        ),
        "at-a-knot": (identity(constraints(["4", "0"], ["2", less("1/10")]), one(MEET)), "Too small by 10^-60 at a knot; without the rule, R62."),
        "leak": (identity(constraints(["1000000", less("1/4")], ["2", "1/4"]), one(LEAK_2)), f"Less than the mass of +inf. {why}"),
        "total-leak": (identity(constraints(["1", less("1")]), one(TOTAL_LEAK)), "A constraint after all; there are no knots."),
        "composition": (identity(one(compose((2, rr(E)))), constraints(*square)), f"h(e) = 0.3378... {why}"),
        "second-list": (identity(one(RR2), constraints(["2", "0"]), constraints(["2", "0"], ["1", "1/4"])), "The first list is right."),
    }


def touched() -> Found:
    """R62."""
    square, composed = tight(E_SQUARED), one(compose((2, rr(E))))
    beside = [at(MEET, num(2 + TINY)), at(MEET, num(2 - TINY))]
    leak = shares(("1/4", TOTAL_LEAK), ("3/4", RR2))
    return {
        "": (identity(constraints(["4", "0"]), one(MEET)), "The knot 2 has no constraint: the greatest one is rr(4)."),
        "first-missing": (identity(constraints(["2", "1/10"]), one(MEET)), "The knot 4 has none."),
        "loose": (identity(constraints(["4", "0"], ["2", "1/9"]), one(MEET)), "Too large at the knot 2."),
        "loose-near": (identity(constraints(["4", "0"], ["2", Fraction(1, 10) + TINY]), one(MEET)), "Too large by 10^-60."),
        "loose-at-the-first": (identity(constraints(["4", TINY], ["2", "1/10"]), one(MEET)), "Same, at the knot 4."),
        "beside": (identity(constraints(["4", "0"], *beside), one(MEET)), "They touch the curve 10^-60 beside the knot, on both sides."),
        "beside-irrational": (identity(constraints([E_CEILING, "0"]), one(rr(E))), "Touches the curve at e rounded up."),
        "loose-irrational": (identity(constraints([E.json(), ABOVE.json()]), one(rr(E))), "Too large by less than 10^-60."),
        "at-1-missing": (identity(constraints(square[0]), composed), "1 is a knot that is >= 1."),
        "at-1-loose": (identity(constraints(square[0], ["1", "1/2"]), composed), "h(1) = 0.4621..."),
        "identity": (identity(constraints(["2", "0"]), one(IDENTITY)), "1 is the knot of the identity; the greatest one is rr(2)."),
        "leak": (identity(constraints(["1000000000", "1/4"]), leak), "Touches the curve far to the right."),
        "touched-elsewhere": (
            identity(constraints(["4", "0"], ["3", "1/20"], at(MEET, ONE)), one(MEET)),
            "Touches at 3 and 1, which are no knots.",
        ),
        "second-list": (identity(constraints(["4", "0"], ["2", "1/10"]), one(MEET), constraints(["4", "0"])), "The first list is right."),
        "radical": (identity(constraints([(SQRT2 * num("1415/1414")).json(), "0"]), one(rr(SQRT2))), "The knot is sqrt(2)."),
        "no-constraint-at-all": (identity(constraints(["1", "1"]), one(LEAK_QUARTER)), "The greatest one is the total leak."),
    }


def older() -> Iterator[Row]:
    """Return what the rules for numbers, PLDs and digests find in identities."""
    why = "A PLD must pass also where its weight is 0."
    wrong: dict[str, tuple[str, Json]] = {
        "R03-denominator": ("The denominator is negative.", raw([(-1, -1)], -1)),
        "R04-mass": ("A mass is negative.", raw([(3, 1), (-1, 1)], 2)),
        "R05-p-sum": ("The masses under P are too many.", raw([(3, 1), (1, 2)], 3)),
        "R06-q-sum": ("The masses under Q are too few.", raw([(2, 1), (1, 1)], 3)),
        "R07-order": ("The ratios increase.", raw([(1, 2), (2, 1)], 3)),
    }
    for rule, (what, plain) in wrong.items():
        yield rule, "identity-weight-zero", identity(shares((1, RR2), (0, plain)), one(RR2)), f"{what} {why}"
        yield rule, "identity-times-zero", identity(one(RR2), shares((1, compose((0, plain), (1, RR2))))), f"{what} Played zero times."
    four = mixture(ONE + FOUR_AS_PRIME, (ONE, RR2), (FOUR_AS_PRIME, RR2))
    far = [(ONE + FOUR_AS_PRIME).json(), "0"]
    minus = num(-1) * E
    yield "R01-prime", "identity-weight", identity(four, one(RR2)), "The root of 4, in a weight."
    yield "R01-prime", "identity-place", identity(constraints(far, ["2", "0"]), one(RR2)), "The root of 4, in an x; any x above 2 is right."
    for name, (x, d) in {"place": (quotient(minus * E, minus), "0"), "value": ("3", quotient(num(-1), minus))}.items():
        found = identity(constraints([x, d], ["2", "0"]), one(RR2))
        yield "R02-quotient-denominator", f"identity-{name}", found, "Both parts of a quotient are negative; without the rule, R58."
    good = identity(shares((1, RR2)), one(RR2))
    zero = dict(good, claim_digest="sha256:" + "0" * 64)
    zero["digest"] = sha256({k: v for k, v in zero.items() if k not in {"meta", "digest"}})
    yield "R08-claim-digest", "identity", zero, "The outer digest is right for this content."
    yield "R09-digest", "identity", dict(good, digest="sha256:" + "0" * 64), "All else is right."


def identities() -> list[Row]:
    """Return the whole table."""
    return [
        *rows("R57-weights", weights()),
        *rows("R58-constraints", places()),
        *rows("R59-identity", masses()),
        *rows("R60-symmetric", symmetric()),
        *rows("R61-constraint-kept", kept()),
        *rows("R62-constraint-tight", touched()),
        *older(),
    ]
