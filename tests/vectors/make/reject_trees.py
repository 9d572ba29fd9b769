"""Forgeries against strategies, R23 to R28."""

from __future__ import annotations

from make.accept import (
    B_1B1,
    BOTH,
    R_2_QUARTER,
    SQRT2,
)
from make.numbers import (
    E_CEILING,
    ONE,
    E,
    Json,
    num,
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
    pld,
    rr,
    table,
    violated,
)
from make.reject_common import Row, rational_rr, raw


def trees() -> list[Row]:
    """Return the rows of these rules."""
    stop2: Json = [None, None]
    doubled = pld(num(3) * E, [(num(2) * E, E), (E, num(2) * E)])
    rooted = pld(num(3) * SQRT2, [(num(2) * SQRT2, SQRT2), (SQRT2, num(2) * SQRT2)])
    cut = rational_rr(E_CEILING)
    queries = [RR2, LEAK_QUARTER]
    rows: list[Row] = [
        (
            "R23-queries-different",
            "",
            violated([RR2, LEAK_QUARTER, RR2], R_2_QUARTER, 2, "2", BOTH),
            "The same text.",
        ),
        (
            "R23-queries-different",
            "scaled",
            violated([RR2, LEAK_QUARTER, raw([(4, 2), (2, 4)], 6)], R_2_QUARTER, 2, "2", BOTH),
            "The same masses over another denominator.",
        ),
        (
            "R23-queries-different",
            "scaled-by-e",
            violated([doubled, LEAK_QUARTER, RR2], R_2_QUARTER, 2, "2", BOTH),
            "The same masses, all times e.",
        ),
        (
            "R23-queries-different",
            "scaled-by-a-root",
            violated([RR2, rooted, LEAK_QUARTER], R_2_QUARTER, 2, "2", ["0", [["0", stop2], ["2", [None]]]]),
            "The same masses, all times sqrt 2; neighbours.",
        ),
        (
            "R24-tree-index",
            "",
            violated(queries, R_2_QUARTER, 2, "2", ["2", stop2]),
            "There are queries 0 and 1.",
        ),
        (
            "R24-tree-index",
            "inside",
            violated(queries, R_2_QUARTER, 2, "2", ["0", [["0", stop2], ["2", [None]]]]),
            "At the second node.",
        ),
        (
            "R24-tree-index",
            "far",
            violated(queries, R_2_QUARTER, 2, "2", ["0", [["999999999", stop2], ["1", [None]]]]),
            "Far out.",
        ),
        (
            "R25-tree-children",
            "",
            violated(queries, R_2_QUARTER, 2, "2", ["0", [["0", stop2], ["1", stop2]]]),
            "A child too many, in the place of +inf or -inf.",
        ),
        (
            "R25-tree-children",
            "three-for-one",
            violated(queries, R_2_QUARTER, 2, "2", ["0", [["0", stop2], ["1", [None, None, None]]]]),
            "One child for each atom instead of each finite atom.",
        ),
        (
            "R25-tree-children",
            "extra-branch",
            violated(queries, R_2_QUARTER, 2, "2", ["0", [["0", stop2], ["1", [None]], ["1", [None]]]]),
            "A third answer of a query that has two.",
        ),
        (
            "R25-tree-children",
            "missing-branch",
            violated(queries, R_2_QUARTER, 2, "2", ["0", [["0", stop2]]]),
            "Only the first answer (and R28: the curve is too low).",
        ),
        (
            "R25-tree-children",
            "missing-stop",
            violated(queries, R_2_QUARTER, 2, "2", ["0", [["0", [None]], ["1", [None]]]]),
            "The stop that adds nothing at x = 2 is left out.",
        ),
        (
            "R25-tree-children",
            "none",
            violated(queries, R_2_QUARTER, 2, "2", ["0", [["0", stop2], ["1", []]]]),
            "The stop after the leak adds nothing at x = 2.",
        ),
        ("R26-tree-depth", "", violated(queries, R_2_QUARTER, 1, "2", BOTH), "Two rounds of one."),
        (
            "R26-tree-depth",
            "one-path",
            violated([RR2, RR3], B_1B1, 2, "3/2", ["0", [["1", stop2], ["0", [["0", stop2], None]]]]),
            "One path of three rounds in a claim for two.",
        ),
        (
            "R26-tree-depth",
            "no-round",
            violated([TOTAL_LEAK, RR2], TOTAL_LEAK, 0, "2", ["0", []]),
            "Zero rounds (and R28).",
        ),
        (
            "R26-tree-depth",
            "no-round-at-all",
            violated(queries, R_2_QUARTER, 0, "2", BOTH),
            "Two rounds of zero.",
        ),
        (
            "R27-tree-admissible",
            "",
            violated([RR4, RR2], RR2, 2, "2", ["0", stop2]),
            "A query above the budget is above the budget.",
        ),
        (
            "R27-tree-admissible",
            "second-node",
            violated(queries, approx(num(2), "1/5"), 2, "2", BOTH),
            "rr(ln 2) twice is above R(ln 2, 1/5) at 2, and so is the strategy; one query is not.",
        ),
        (
            "R27-tree-admissible",
            "last-node",
            violated(
                [RR2, LEAK_QUARTER, table([["3/10", "0"], ["7/10", "7/10"], ["0", "3/10"]])],
                R_2_QUARTER,
                2,
                "2",
                ["0", [["0", stop2], ["2", [None]]]],
            ),
            "The second branch leaks 3/10 of a budget of 1/4.",
        ),
        (
            "R27-tree-admissible",
            "near-tie",
            violated([cut, approx(ONE, "2/5")], approx(E, "2/5"), 2, E.json(), BOTH),
            "The ratio of the first query is above that of the budget by 10^-60.",
        ),
        (
            "R27-tree-admissible",
            "three-rounds",
            violated([RR2, RR3], B_1B1, 3, "3/2", ["0", [["1", stop2], ["0", [["1", stop2], ["0", stop2]]]]]),
            "rr(ln 2) twice and rr(ln 3) at the third node.",
        ),
        (
            "R27-tree-admissible",
            "order-matters-not",
            violated([RR2, RR3], B_1B1, 3, "3/2", ["1", [["1", stop2], ["0", stop2]]]),
            "rr(ln 3) twice.",
        ),
        (
            "R27-tree-admissible",
            "leak",
            violated([TOTAL_LEAK, RR2], R_2_QUARTER, 2, "2", ["0", []]),
            "A query without finite atoms.",
        ),
        ("R28-no-gap", "", violated(queries, R_2_QUARTER, 2, "2", None), "No query at all."),
        (
            "R28-no-gap",
            "equality",
            violated(queries, R_2_QUARTER, 2, "2", ["0", [["1", [None]], ["1", [None]]]]),
            "Always rr(ln 2), then the leak: this is the budget, equality sold as strict.",
        ),
        (
            "R28-no-gap",
            "equality-irrational",
            violated(
                [rr(E), LEAK_QUARTER], approx(E, "1/4"), 2, E.json(), ["0", [["1", [None]], ["1", [None]]]]
            ),
            "This is the budget, in irrational numbers.",
        ),
        ("R28-no-gap", "other-x", violated(queries, R_2_QUARTER, 2, "5", BOTH), "Right of the gap."),
        ("R28-no-gap", "small-x", violated(queries, R_2_QUARTER, 2, "1/4", BOTH), "Left of the gap."),
        (
            "R28-no-gap",
            "oracle-1b-neg",
            violated([RR3, RR2], compose((1, RR3), (1, RR3)), 3, "3/2", ["0", [["0", stop2], ["1", stop2]]]),
            "A budget that this strategy keeps.",
        ),
        (
            "R28-no-gap",
            "children-exchanged",
            violated(queries, R_2_QUARTER, 2, "2", ["0", [["1", [None]], ["0", stop2]]]),
            "The good strategy with its branches exchanged.",
        ),
        (
            "R28-no-gap",
            "near-tie",
            violated(queries, R_2_QUARTER, 2, "2", ["1", [["0", stop2]]]),
            "The leak first: this is the budget again.",
        ),
        (
            "R28-no-gap",
            "stop-only",
            violated([RR2], RR2, 2, "1", ["0", [None, None]]),
            "One query equal to the budget.",
        ),
        (
            "R28-no-gap",
            "identity",
            violated([IDENTITY, RR2], RR2, 3, "1", ["0", [["1", stop2]]]),
            "No gap either.",
        ),
    ]
    return rows
