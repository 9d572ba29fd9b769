"""Forgeries against the rules of PLDs, R03 to R07."""

from __future__ import annotations

from make.accept import (
    BOTH,
)
from make.numbers import (
    E_CEILING,
    E_FLOOR,
    ONE,
    E,
    exp,
    num,
)
from make.plds import (
    LEAK_QUARTER,
    RR2,
    TOTAL_LEAK,
    compose,
    delta,
    dominated,
    not_dominated,
    pld,
    rr,
    swap,
    violated,
)
from make.reject_common import HALF_E_60, Row, everywhere, raw


def plds() -> list[Row]:
    """Return the rows of these rules."""
    why_den = "All of den and atoms negated: the masses are right, but each p < 0 too (R04)."
    rows = everywhere("R03-denominator", "negated", raw([(-2, -1), (-1, -2)], -3), why_den)
    rows += [
        (
            "R03-denominator",
            "no-atoms",
            dominated(raw([], 0), TOTAL_LEAK),
            "den = 0, no atoms: all sums are right.",
        ),
        (
            "R03-denominator",
            "no-atoms-delta",
            delta(raw([], 0), "1", lower="-1"),
            "Same; the bound is trivial.",
        ),
        (
            "R03-denominator",
            "irrational",
            dominated(pld(-ONE - E, [(-E, -ONE), (-ONE, -E)]), TOTAL_LEAK),
            why_den,
        ),
        (
            "R03-denominator",
            "",
            dominated(raw([(1, -1), (-1, 1)], 0), TOTAL_LEAK),
            "den = 0 and sums 0 (and R04).",
        ),
        (
            "R03-denominator",
            "budget",
            violated(
                [RR2, LEAK_QUARTER],
                compose((1, RR2), (1, raw([(-1, 0), (-3, -3), (0, -1)], -4))),
                2,
                "2",
                BOTH,
            ),
            why_den,
        ),
    ]
    rows += everywhere("R04-mass", "negative-p", raw([(3, 1), (1, 1), (-1, 1)], 3), "Sums and order right.")
    rows += everywhere(
        "R04-mass", "negative-q", swap(raw([(3, 1), (1, 1), (-1, 1)], 3)), "A signed Q, sums right."
    )
    rows += [
        (
            "R04-mass",
            "",
            dominated(raw([(4, 1), (1, 1), (-1, 2)], 4), TOTAL_LEAK),
            "A signed P; sums and order right.",
        ),
        (
            "R04-mass",
            "both-negative",
            delta(raw([(5, 2), (-1, -1), (1, 4)], 5), "1", upper="10"),
            "An atom with both masses negative and ratio 1 between 5/2 and 1/4; sums and order right.",
        ),
        (
            "R04-mass",
            "both-negative-crosswise",
            delta(raw([(1, 4), (-1, -1), (5, 2)], 5), "1", upper="10"),
            "Same, in the order that p q' > p' q accepts for neighbours.",
        ),
        (
            "R04-mass",
            "empty-atom",
            dominated(raw([(2, 1), (0, 0), (1, 2)], 3), TOTAL_LEAK),
            "(0, 0) is no atom.",
        ),
        (
            "R04-mass",
            "empty-atom-first",
            delta(raw([(0, 0), (2, 1), (1, 2)], 3), "1", lower="-1"),
            "(0, 0) first.",
        ),
        (
            "R04-mass",
            "empty-atom-last",
            delta(raw([(2, 1), (1, 2), (0, 0)], 3), "1", lower="-1"),
            "(0, 0) last.",
        ),
        (
            "R04-mass",
            "empty-atom-alone",
            delta(raw([(0, 0), (1, 1)], 1), "1", lower="-1"),
            "(0, 0) before (1, 1).",
        ),
        (
            "R04-mass",
            "near-zero-p",
            delta(pld(E, [(num(E_CEILING), E - num(1)), (E - num(E_CEILING), ONE)]), "1", lower="-1"),
            "p = e - (e rounded up after 60 digits) < 0.",
        ),
        (
            "R04-mass",
            "near-zero-q",
            delta(pld(E, [(ONE, E - num(E_CEILING)), (E - ONE, num(E_CEILING))]), "1", lower="-1"),
            "q = e - (e rounded up after 60 digits) < 0.",
        ),
        (
            "R04-mass",
            "negative-both-sides",
            not_dominated(raw([(3, -1), (-1, 3)], 2), RR2, "1"),
            "Signed on both sides; sums right; (3 + 1)/2 > 1/3 at x = 1.",
        ),
    ]
    rows += everywhere(
        "R05-p-sum", "short", raw([(2, 1), (1, 3)], 4), "The q are right, the p add up to 3 of 4."
    )
    rows += everywhere(
        "R05-p-sum", "long", raw([(4, 1), (2, 3)], 4), "The q are right, the p add up to 6 of 4."
    )
    rows += everywhere(
        "R06-q-sum", "short", raw([(3, 1), (1, 2)], 4), "The p are right, the q add up to 3 of 4."
    )
    rows += everywhere(
        "R06-q-sum", "long", raw([(3, 2), (1, 4)], 4), "The p are right, the q add up to 6 of 4."
    )
    rows += [
        (
            "R05-p-sum",
            "",
            dominated(pld(ONE + E, [(num(E_FLOOR), ONE), (ONE, E)]), rr(E)),
            "e cut off after 60 decimals in one place: the p miss 10^-60.",
        ),
        (
            "R05-p-sum",
            "half-e",
            delta(pld(ONE + exp("1/2"), [(num(HALF_E_60), ONE), (ONE, exp("1/2"))]), "1", lower="-1"),
            "e^(1/2) replaced by a 60-digit rational.",
        ),
        (
            "R05-p-sum",
            "no-atoms",
            delta(raw([], 1), "1", lower="-1"),
            "No atoms at all: both sums are 0 of 1.",
        ),
        (
            "R05-p-sum",
            "both",
            delta(raw([(2, 1), (1, 1)], 4), "1", lower="-1"),
            "Both sums wrong; p comes first.",
        ),
        (
            "R06-q-sum",
            "",
            dominated(pld(ONE + E, [(E, ONE), (ONE, num(E_FLOOR))]), TOTAL_LEAK),
            "e cut off after 60 decimals in one place: the q miss 10^-60.",
        ),
        ("R06-q-sum", "only-a-p", delta(raw([(1, 0)], 1), "1", upper="1"), "All of P on +inf, nothing of Q."),
        ("R05-p-sum", "only-a-q", delta(raw([(0, 1)], 1), "1", upper="1"), "All of Q on -inf, nothing of P."),
    ]
    order = [
        ("", raw([(1, 2), (2, 1)], 3), "increasing"),
        ("twice", raw([(2, 1), (2, 1), (2, 4)], 6), "a ratio twice"),
        ("twice-scaled", raw([(4, 2), (2, 1), (1, 4)], 7), "a ratio twice, in other numbers"),
        (
            "twice-irrational",
            pld(ONE + num(2) * E + exp(2), [(E, ONE), (exp(2), E), (ONE + E, E + exp(2))]),
            "the ratio e twice, as e/1 and as e^2/e",
        ),
        ("two-infinite", raw([(1, 0), (1, 0), (2, 4)], 4), "the loss +inf twice"),
        ("two-minus-infinite", raw([(4, 2), (0, 1), (0, 1)], 4), "the loss -inf twice"),
        ("infinite-last", raw([(3, 4), (1, 0)], 4), "q = 0 last"),
        ("infinite-second", raw([(2, 1), (1, 0), (1, 3)], 4), "q = 0 in the middle"),
        ("minus-infinite-first", raw([(0, 1), (4, 3)], 4), "p = 0 first"),
        ("minus-infinite-second", raw([(3, 1), (0, 1), (1, 2)], 4), "p = 0 in the middle"),
        ("only-the-last-two", raw([(4, 1), (1, 3), (1, 2)], 6), "the last two exchanged"),
        (
            "near-tie",
            pld(num(2) * (ONE + E), [(num(E_FLOOR), ONE), (E, ONE), (num(2) + E - num(E_FLOOR), num(2) * E)]),
            "e cut off after 60 digits stands before e",
        ),
    ]
    for variant, wrong, what in order:
        name = "R07-order"
        rows.append((name, variant, delta(wrong, "1", lower="-1"), f"A pair, and the claim is true; {what}."))
    rows += everywhere(
        "R07-order", "increasing", raw([(1, 2), (2, 1)], 3), "A pair, but its ratios increase."
    )
    return rows
