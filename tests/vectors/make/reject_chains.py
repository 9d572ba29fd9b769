"""Forgeries against the rules of chains, residues and sandwiches, R42 to R50, and of older rules in these kinds.

No order can be right between all neighbours and wrong elsewhere: dominance is transitive. And whatever is refused
by R46 would be refused by R45 as well, since a query is below its composition with anything.
"""

from __future__ import annotations

from fractions import Fraction

from make.chains import (
    ON_THE_GRID,
    OTHER,
    TOUCHED,
    TWO_THREE,
    chain,
    not_chain,
    ratio_2,
    residue,
    run,
    sandwich,
)
from make.filters import ABOVE, ASYMMETRIC, CUT, E_TWICE, HALF, LEAK_E, LEAK_HALF, SQRT2
from make.numbers import E_CEILING, E_FLOOR, ONE, TINY, E, Json, Sum, exp, num, quotient, rational_text, root
from make.plds import IDENTITY, LEAK_QUARTER, RR2, RR3, RR4, TOTAL_LEAK, approx, compose, pld, rr, swap, table
from make.reject_common import FOUR_AS_PRIME, Row, rational_rr, raw

PURE = [RR2, RR4]
CUBED = compose((3, RR2))


def orders() -> list[Row]:
    """Return the rows of R42 and R43."""
    complete, step = "R42-order-complete", "R43-order-step"
    false = "A false claim: 2 * rr(ln 2) and rr(ln 3) are incomparable."
    leaks = [approx(ONE, Fraction(1, 2) + TINY), approx(ONE, "3/4")]
    return [
        (complete, "", chain(PURE, 3, TWO_THREE[:-1]), "The last one is missing."),
        (complete, "empty", chain(PURE, 3, []), "None is there."),
        (complete, "empty-identity", chain(PURE, 1, []), "The identity is missing."),
        (complete, "first-missing", chain(PURE, 3, TWO_THREE[1:]), "The identity is missing."),
        (complete, "one-missing", chain([RR2, RR3], 3, [[], [0], [1], [0, 1], [1, 1]]), false + " One is left out."),
        (
            complete, "one-twice", chain([RR2, RR3], 3, [[], [0], [1], [1], [0, 1], [1, 1]]),
            false + " The number is right.",
        ),
        (complete, "last-round-missing", chain([RR2, RR3], 3, [[], [0], [1]]), false + " Right for two rounds."),
        (complete, "twice", chain(PURE, 3, [[], [], *TWO_THREE[1:]]), "All are there, and the identity twice."),
        (complete, "twice-apart", chain([IDENTITY], 3, [[], [0], [0, 0], []]), "All are equal."),
        (complete, "too-long", chain([RR2], 3, [[], [0], [0, 0], [0, 0, 0]]), "One more, of three rounds."),
        (complete, "too-long-instead", chain([RR2], 3, [[], [0], [0, 0, 0]]), "The number is right."),
        (complete, "query", chain([RR2, RR3], 2, [[], [0], [2]]), "There are queries 0 and 1."),
        (complete, "query-more", chain([IDENTITY], 2, [[], [0], [1]]), "There is query 0."),
        (complete, "far", chain([IDENTITY], 2, [[], [0], [999999999]]), "There is query 0."),
        (complete, "sixteen", chain([RR2], 16, [[0] * i for i in range(15)]), "Fifteen of sixteen."),
        (step, "", chain(PURE, 3, [[], [0], [1], [0, 0], [0, 1], [1, 1]]), "Two are exchanged."),
        (step, "first", chain(PURE, 2, [[0], [], [1]]), "The identity stands after a query."),
        (step, "last", chain(PURE, 3, [[], [0], [0, 0], [1], [1, 1], [0, 1]]), "The last two are exchanged."),
        (step, "wrong-place", chain(PURE, 3, [[], [0], [1], [0, 1], [1, 1], [0, 0]]), "One stands at the end."),
        (step, "backwards", chain(PURE, 3, TWO_THREE[::-1]), "From greatest to least."),
        (step, "incomparable", chain([RR2, RR3], 3, [[], [0], [0, 0], [1], [0, 1], [1, 1]]), false),
        (step, "incomparable-exchanged", chain([RR2, RR3], 3, [[], [0], [1], [0, 0], [0, 1], [1, 1]]), false),
        (
            step, "leak", chain([RR2, LEAK_QUARTER], 2, [[], [0], [1]]),
            "Incomparable: only at x = 1 is the order wrong.",
        ),
        (
            step, "leak-exchanged", chain([RR2, LEAK_QUARTER], 2, [[], [1], [0]]),
            "Incomparable: the infinite mass is hidden.",
        ),
        (
            step,
            "hidden-leak",
            chain([approx(num(2), TINY), RR4], 2, [[], [0], [1]]),
            "An infinite mass of 10^-60 is above rr(ln 4).",
        ),
        (step, "near-tie", chain([rr(E), CUT], 2, [[], [0], [1]]), "e stands before e cut off after 60 decimals."),
        (step, "near-tie-above", chain([rr(E), ABOVE], 2, [[], [1], [0]]), "e rounded up stands before e."),
        (
            step,
            "near-tie-composed",
            chain(leaks, 3, [[], [0], [0, 0], [1], [0, 1], [1, 1]]),
            "Query 0 twice leaks a little more than query 1.",
        ),
        (step, "asymmetric", chain([ASYMMETRIC, OTHER], 2, [[], [1], [0]]), "Incomparable."),
        (step, "dual", chain([ASYMMETRIC, swap(ASYMMETRIC)], 2, [[], [0], [1]]), "P and Q exchanged: incomparable."),
        (step, "radicals", chain([rr(SQRT2), RR2], 3, [[], [0], [1], [0, 0], [0, 1], [1, 1]]), "Two are exchanged."),
    ]


def no_chains() -> list[Row]:
    """Return the rows of R44, and of R11, R14, R15 and R23 about chains."""
    two, above, below = "R44-multiset", "R14-a-above", "R15-b-above"
    different = "R23-queries-different"
    scaled = raw([(4, 2), (2, 4)], 6)
    chain_of_two = "A false claim: in fewer than two rounds there is a chain."
    return [
        (two, "", not_chain([RR2, RR3], 2, [1], [0, 0], "2", "3"), chain_of_two),
        (two, "first", not_chain([RR2, RR3], 2, [0, 0], [1], "3", "2"), chain_of_two),
        (two, "one-round", not_chain([RR2, LEAK_QUARTER], 1, [0], [1], "1", "2"), "Only the identity has no query."),
        (two, "query", not_chain([RR2, LEAK_QUARTER], 2, [0], [2], "1", "2"), "There are queries 0 and 1."),
        (two, "query-first", not_chain([RR2, LEAK_QUARTER], 2, [2], [1], "1", "2"), "There are queries 0 and 1."),
        (two, "far", not_chain([RR2, LEAK_QUARTER], 3, [0], [1, 999999999], "1", "2"), "Far out."),
        (
            two,
            "identities",
            not_chain([RR3, RR2, IDENTITY], 3, [0], [1, 1, 2], "2", "3"),
            "Without the identity it would be short enough.",
        ),
        (above, "chain", not_chain(PURE, 3, [0, 0], [1], "3", "1"), "Comparable: a is below b."),
        (above, "chain-equal", not_chain([RR2], 3, [0], [0], "1", "1"), "The same twice (and R15)."),
        (
            above, "chain-exchanged", not_chain([RR2, LEAK_QUARTER], 2, [1], [0], "1", "2"),
            "a and b are exchanged (and R15).",
        ),
        (above, "chain-tie", not_chain([rr(E), CUT], 2, [1], [0], "1", "1"), "e cut off after 60 decimals."),
        (above, "chain-empty", not_chain([RR2, RR3], 3, [], [0], "1", "1"), "The identity is above nothing."),
        (below, "chain", not_chain(PURE, 3, [1], [0, 0], "1", "3"), "Comparable: b is below a."),
        (below, "chain-tie", not_chain([rr(E), CUT], 2, [0], [1], "1", E.json()), "Both are 0 there, or below."),
        (below, "chain-x", not_chain([RR2, RR3], 3, [1], [0, 0], "2", "4"), "The right pair, but at x = 4 both are 0."),
        (
            below, "chain-exponential", not_chain([rr(E), LEAK_E], 2, [0], [1], "1", "1"),
            "The curves have not yet crossed.",
        ),
        ("R11-positive-x", "not-chain", not_chain([RR2, LEAK_QUARTER], 2, [0], [1], "0", "2"), "And R14."),
        (
            "R11-positive-x",
            "not-chain-b",
            not_chain([RR2, LEAK_QUARTER], 2, [1], [0], "2", "-1"),
            "And R15.",
        ),
        ("R11-positive-x", "not-chain-b-zero", not_chain([RR2, LEAK_QUARTER], 2, [1], [0], "2", "0"), "And R15."),
        (different, "chain", chain([RR2, scaled], 2, [[], [0], [1]]), "The same masses over another denominator."),
        (different, "chain-one-round", chain([RR2, RR2], 1, [[]]), "The same text, and never played."),
        (different, "not-chain", not_chain([RR2, LEAK_QUARTER, scaled], 2, [0], [1], "1", "2"), "The same masses."),
    ]


def residues() -> list[Row]:
    """Return the rows of R45 to R47."""
    left, admitted, refused = "R45-residue", "R46-run-admitted", "R47-run-refused"
    two = compose((2, RR2))
    square = quotient(exp(2), E * HALF)
    return [
        (left, "", residue(RR3, RR2, RR4), "2 * 3 > 4."),
        (left, "query-alone", residue(IDENTITY, RR3, RR2), "The query alone is above the budget."),
        (left, "near-tie", residue(ABOVE, rr(E), E_TWICE), "e rounded up after 60 decimals."),
        (
            left,
            "one-knot",
            residue(IDENTITY, RR3, table(
                [
                    [Fraction(2, 3) - 4 * TINY / 3, Fraction(1, 6) - TINY / 3],
                    [Fraction(1, 6) + 5 * TINY / 3, Fraction(1, 6) + 5 * TINY / 3],
                    [Fraction(1, 6) - TINY / 3, Fraction(2, 3) - 4 * TINY / 3],
                ]
            )),
            "At the knots 4 and 1/4 the budget is larger; at 1 it misses 10^-60.",
        ),
        (left, "infinite", residue(approx(ONE, Fraction(1, 3) + TINY), LEAK_QUARTER, approx(ONE, "1/2")), "By 10^-60."),
        (left, "hidden-infinite", residue(approx(ONE, TINY), RR2, compose((5, RR2))), "An infinite mass of 10^-60."),
        (left, "unchanged", residue(RR4, RR2, RR4), "Nothing was subtracted."),
        (left, "exchanged", residue(RR4, RR2, RR2), "U and B are exchanged."),
        (left, "dual", residue(swap(ASYMMETRIC), OTHER, compose((1, OTHER), (1, ASYMMETRIC))), "P and Q exchanged."),
        (left, "asymmetric", residue(swap(LEAK_HALF), RR2, compose((1, RR2), (1, LEAK_HALF))), "P and Q exchanged."),
        (left, "composed", residue(compose((2, RR2)), compose((2, RR2)), compose((3, RR2))), "Four of three."),
        (left, "exponential", residue(rr(exp("2/3")), rr(HALF), rr(E)), "2/3 + 1/2 > 1."),
        (left, "radicals", residue(rr(SQRT2), rr(root(2, "2/3")), RR2), "1/2 + 2/3 > 1."),
        (left, "run", run(RR4, ("budget", RR2, RR3)), "2 * 3 > 4."),
        (left, "run-unchanged", run(RR4, ("budget", RR2, RR4), ("budget", RR4, IDENTITY)), "Nothing was subtracted."),
        (left, "run-second", run(CUBED, ("budget", RR2, two), ("budget", RR2, two)), "The second budget is the first."),
        (
            left,
            "run-after-a-refusal",
            run(CUBED, ("budget", RR2, two), ("refused", rational_rr(5), "4"), ("budget", RR2, CUBED)),
            "A refused query gives nothing back.",
        ),
        (left, "run-near-tie", run(E_TWICE, ("budget", rr(E), ABOVE)), "e rounded up after 60 decimals."),
        (
            left,
            "run-first-budget",
            run(CUBED, ("budget", two, RR2), ("budget", RR2, RR2)),
            "From the first budget it would do.",
        ),
        (left, "run-identity", run(RR2, ("budget", IDENTITY, RR3)), "Nothing is played, and the budget grows."),
        (admitted, "", run(RR2, ("budget", RR3, IDENTITY)), "A query above the budget (and R45)."),
        (admitted, "near-tie", run(rr(E), ("budget", ABOVE, IDENTITY)), "By 10^-60 (and R45)."),
        (
            admitted, "second", run(RR4, ("budget", RR2, RR2), ("budget", RR3, IDENTITY)),
            "Above the second budget (and R45).",
        ),
        (
            admitted, "infinite", run(RR4, ("budget", approx(ONE, TINY), IDENTITY)),
            "An infinite mass of 10^-60 (and R45).",
        ),
        (admitted, "asymmetric", run(LEAK_HALF, ("budget", swap(LEAK_HALF), IDENTITY)), "P and Q exchanged (and R45)."),
        (admitted, "after-a-refusal", run(
            RR2, ("refused", RR3, "2"), ("budget", RR3, IDENTITY)), "Refused, and then admitted (and R45)."),
        (refused, "", run(RR3, ("refused", RR2, "1")), "The query is below the budget."),
        (refused, "equal", run(RR2, ("refused", RR2, "1")), "The query is the budget: it is admissible."),
        (refused, "equal-exponential", run(compose((2, rr(E))), ("refused", E_TWICE, E.json())), "Same."),
        (refused, "near-tie", run(rr(E), ("refused", CUT, "1")), "e cut off after 60 decimals: admissible."),
        (refused, "other-x", run(LEAK_QUARTER, ("refused", RR2, "2")), "Not admissible, but not seen at this x."),
        (
            refused,
            "x-of-a-tie",
            run(LEAK_QUARTER, ("refused", RR2, "5/4")),
            "Not admissible, but both curves are 1/4 there.",
        ),
        (refused, "second", run(RR4, ("refused", RR2, "3"), ("budget", RR2, RR2)), "Refused, though admissible."),
        (refused, "budget-before", run(
            CUBED, ("budget", RR2, two), ("refused", RR2, "1"), ("budget", RR2, RR2)), "Admissible after one query."),
        (refused, "later-budget", run(
            RR4, ("refused", RR3, "1"), ("budget", RR2, RR2)), "Above the budget that is left at the end, not then."),
        (refused, "far", run(RR4, ("refused", RR3, square)), "At e^(1/2), where the budget is larger."),
        (refused, "total-leak", run(TOTAL_LEAK, ("refused", TOTAL_LEAK, "7")), "Nothing is above the total leak."),
        ("R11-positive-x", "run", run(RR2, ("refused", RR3, "0")), "And R47."),
        ("R11-positive-x", "run-negative", run(RR3, ("budget", RR2, IDENTITY), ("refused", RR2, "-1")), "And R47."),
    ]


def sandwiches() -> list[Row]:
    """Return the rows of R48 to R50."""
    grid, lower, upper = "R48-grid", "R49-sandwich-lower", "R50-sandwich-upper"
    down = table([["1/10", "1/20"], ["9/10", "19/20"]])  # oracle 3-sandwich-asym-fail
    two, e_two = E.json(), exp(2).json()
    edge = [rational_text(1 + TINY), rational_text(1 - TINY)]
    less = ratio_2(Fraction(2, 3) - TINY)
    return [
        (grid, "", sandwich(RR2, ["2", "3"]), "The first is not 1; all ratios are between 2 and 3."),
        (grid, "first-below", sandwich(RR2, ["1/2", "2", "3"]), "The first is 1/2."),
        (grid, "first-near-1", sandwich(RR2, [edge[0], "2"]), "1 + 10^-60."),
        (grid, "first-near-1-below", sandwich(RR2, [edge[1], "2"]), "1 - 10^-60."),
        (grid, "first-zero", sandwich(RR2, ["0", "2"]), "0."),
        (grid, "first-alone", sandwich(RR2, ["3/2"]), "The first is not 1, and there is no other."),
        (grid, "first-irrational", sandwich(rr(E), [two, e_two]), "The first is e."),
        (grid, "first-negative", sandwich(RR2, ["-1", "2"]), "The first is -1."),
        (grid, "equal", sandwich(RR2, ["1", "2", "2", "4"]), "2 twice."),
        (grid, "equal-first", sandwich(RR2, ["1", "1", "4"]), "1 twice."),
        (grid, "equal-spelled-differently", sandwich(rr(E), ["1", two, quotient(exp(3), exp(2)), e_two]), "e twice."),
        (grid, "equal-one", sandwich(RR2, ["1", quotient(E, E), "4"]), "1 twice, once as e/e."),
        (grid, "decreasing", sandwich(RR2, ["1", "4", "3"]), "4 before 3; no ratio is there."),
        (grid, "near-tie", sandwich(RR2, ["1", rational_text(E_CEILING), two]), "e rounded up before e."),
        (grid, "near-tie-after", sandwich(RR2, ["1", two, rational_text(E_FLOOR)]), "e before e cut off."),
        (
            grid, "decreasing-radicals", sandwich(RR2, ["1", SQRT2.json(), root(3, "1/4").json(), "3"]),
            "2^(1/2) > 3^(1/4).",
        ),
        (grid, "negative", sandwich(RR2, ["1", "-2", "3"]), "-2 after 1 (and R49)."),
        (lower, "", sandwich(down, ["1", "2"]), "Theorem 11 needs symmetry: oracle 3-sandwich-asym-fail."),
        (lower, "dual", sandwich(swap(down), ["1", "2"]), "P and Q exchanged (and R50)."),
        (lower, "near-tie", sandwich(less, ["1", "2"]), "The mixture is above by about 10^-60, at the smaller ratio."),
        (
            lower,
            "atom-on-the-grid",
            sandwich(ratio_2("1/2"), ["1", "2", "4"]),
            "The ratio 2 belongs to the second interval.",
        ),
        (lower, "exponential", sandwich(two_ratios(E), ["1", two]), "Same, with e."),
        (lower, "radicals", sandwich(two_ratios(SQRT2), ["1", SQRT2.json()]), "Same, with 2^(1/2)."),
        (upper, "", sandwich(TOUCHED, ["1", "71/40", "5/2"]), "Too small at one knot, 71/40."),
        (upper, "near-tie", sandwich(TOUCHED, ["1", rational_text(Fraction(9, 5) - TINY), "5/2"]), "By about 10^-60."),
        (
            upper,
            "atom-off-the-grid",
            sandwich(ON_THE_GRID, ["1", rational_text(Fraction(6, 5) + TINY), "9/2"]),
            "The ratio 6/5 is below the grid by 10^-60, so it belongs to the first interval.",
        ),
        (upper, "exponential", sandwich(TOUCHED, ["1", exp("29/50").json(), "5/2"]), "Too small at e^(29/50)."),
        (upper, "radicals", sandwich(TOUCHED, ["1", root(2, "5/6").json(), "5/2"]), "Too small at 2^(5/6)."),
        (
            upper, "composed", sandwich(compose((1, TOUCHED), (1, IDENTITY)), ["1", "71/40", "5/2"]),
            "The same, composed.",
        ),
    ]


def two_ratios(t: Sum) -> Json:
    """Return a PLD with mass 1/10 under P on the ratio t, all else on one other ratio."""
    return pld(num(10) * t, [(t, ONE), (num(9) * t, num(10) * t - ONE)])


def older() -> list[Row]:
    """Return what older rules find in these kinds."""
    wrong = {
        "R03-denominator": raw([(-2, -1), (-1, -2)], -3),
        "R04-mass": raw([(3, 1), (1, 1), (-1, 1)], 3),
        "R05-p-sum": raw([(2, 1), (1, 3)], 4),
        "R06-q-sum": raw([(3, 1), (1, 2)], 4),
        "R07-order": raw([(1, 2), (2, 1)], 3),
    }
    rows: list[Row] = []
    for rule, plain in wrong.items():
        rows += [
            (rule, "chain", chain([RR3, plain], 1, [[]]), "A query that is not played."),
            (rule, "residue", residue(compose((0, plain)), RR2, RR2), "Played zero times."),
            (
                rule, "run", run(TOTAL_LEAK, ("budget", RR2, RR2), ("budget", RR2, compose((0, plain)))),
                "The last budget.",
            ),
            (rule, "sandwich", sandwich(compose((0, plain), (1, RR2)), ["1"]), "Played zero times."),
        ]
    minus = quotient(num(-2) * E, num(-1) * E)
    return [
        *rows,
        ("R01-prime", "grid", sandwich(RR2, ["1", FOUR_AS_PRIME.json(), "3"]), "4^(1/2) in place of 2."),
        ("R02-quotient-denominator", "grid", sandwich(RR2, ["1", minus]), "2 as -2e/-e."),
        ("R02-quotient-denominator", "refused", run(RR2, ("refused", RR3, minus)), "Same."),
        ("R02-quotient-denominator", "not-chain", not_chain([RR2, LEAK_QUARTER], 2, [0], [1], "1", minus), "Same."),
    ]


def chains() -> list[Row]:
    """Return the rows of these rules."""
    return [row for part in (orders, no_chains, residues, sandwiches, older) for row in part()]
