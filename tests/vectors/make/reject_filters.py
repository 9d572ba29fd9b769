"""Forgeries against the rules of filters, R35 to R37, and the parts of others."""

from __future__ import annotations

from fractions import Fraction

from make.filters import (
    ABOVE,
    ASYMMETRIC,
    CUT,
    DIAMOND,
    E_AND_HALF,
    E_TWICE,
    HALF,
    LEAK_HALF,
    LEAKY_E,
    LEAKY_ROOT,
    PAIR,
    R_2_QUARTER,
    STOP2,
    cost,
    cost_worked,
    free,
    free_worked,
    listed,
    moves_rule,
    moves_worked,
    natural_rule,
    plain_budget,
    version_3,
    worked,
)
from make.numbers import ONE, TINY, E, Json, num
from make.plds import (
    IDENTITY,
    LEAK_QUARTER,
    RR2,
    RR3,
    RR4,
    TOTAL_LEAK,
    Certificate,
    approx,
    compose,
    rr,
    sign,
    swap,
    table,
)
from make.reject_common import Row, rational_rr

TWO_THREE = compose((1, RR2), (1, RR3))
PLAIN_23 = plain_budget(TWO_THREE)
AFTER = listed(((0,), RR3), ((1,), RR2))
RIGHT = listed(((), PLAIN_23), ((0,), RR3), ((1,), RR2))  # for [RR2, RR3], that budget, two rounds
EDGE = Fraction(1, 10**40)
# h = 1 - x up to 1/4, then straight to (1, 1/2 - 10^-60), then straight to (4, 0).
DENTED = table(
    [
        [Fraction(2, 3) - 4 * TINY / 3, Fraction(1, 6) - TINY / 3],
        [Fraction(1, 6) + 5 * TINY / 3, Fraction(1, 6) + 5 * TINY / 3],
        [Fraction(1, 6) - TINY / 3, Fraction(2, 3) - 4 * TINY / 3],
    ]
)
FREE, COST = free([RR2, RR3], TWO_THREE, 2, RIGHT), cost_worked(PAIR, R_2_QUARTER, 2, 2)
TABLE = moves_worked(PAIR, DIAMOND, 2)
SKIPPED = moves_worked(PAIR, [[(0, 2)], [], []], 1)  # state 1 is never reached
NINE_HALVES = rational_rr(3 - TINY)


def small(claim: Json, values: Json) -> Certificate:
    """Return FREE with other values, and other parts of the claim."""
    return version_3(dict(FREE, claim={**FREE["claim"], **claim}, witness={"values": values}))


def with_values(base: Certificate, *more: Json) -> Certificate:
    """Return a certificate with more values."""
    witness = base["witness"]
    return sign(dict(base, witness={**witness, "values": [*witness["values"], *more]}))


def with_claim(base: Certificate, **changes: Json) -> Certificate:
    """Return a certificate with another claim."""
    return sign(dict(base, claim={**base["claim"], **changes}))


def with_witness(base: Certificate, **changes: Json) -> Certificate:
    """Return a certificate with another witness."""
    return sign(dict(base, witness={**base["witness"], **changes}))


def other_value(base: Certificate, place: int, plain: Json) -> Certificate:
    """Return a certificate in which the value at this place of the list is another, or is left out for None."""
    found = [list(item) for item in base["witness"]["values"]]
    found[place][1] = plain
    return with_witness(base, values=[item for item in found if item[1] is not None])


def value_states() -> list[Row]:
    """Return the rows of R35."""
    name = "R35-value-states"
    good, bad = ["0"], RR2
    return [
        (name, "", with_values(FREE, [["2"], RR2]), "There are queries 0 and 1."),
        (name, "inside", with_values(FREE, [["0", "1", "2"], IDENTITY]), "A state that is never reached."),
        (name, "far", with_values(FREE, [["999999999"], RR2]), "Far out."),
        (name, "twice", with_values(FREE, [good, RR3]), "A value twice, the same text."),
        (name, "twice-start", with_values(FREE, [[], PLAIN_23]), "The value of the start twice."),
        (name, "twice-good-first", with_values(FREE, [good, bad]), "A good and a bad value: the first would do."),
        (
            name,
            "twice-bad-first",
            small({}, [[good, bad], *RIGHT]),
            "A bad and a good value: the last would do.",
        ),
        (
            name,
            "twice-unreachable",
            with_values(FREE, [["1", "1"], RR2], [["1", "1"], RR4]),
            "Of a state that is never reached.",
        ),
        (
            name,
            "twice-for-each-rule",
            free(
                PAIR,
                R_2_QUARTER,
                2,
                listed(((), R_2_QUARTER), ((0,), LEAK_QUARTER), ((0,), RR2), ((1,), RR2)),
            ),
            "A false claim: each of the two values of one state is large enough for one query, and small enough.",
        ),
        (name, "cost", with_values(COST, [["2"], RR2]), "There are queries 0 and 1."),
        (name, "cost-twice", with_values(COST, [["1"], TOTAL_LEAK]), "A good and a bad value."),
        (name, "moves", with_values(TABLE, ["4", RR2]), "There are states 0 to 3."),
        (name, "moves-twice", with_values(TABLE, ["1", TOTAL_LEAK]), "A good and a bad value."),
        (name, "moves-twice-unreachable", with_values(SKIPPED, ["1", RR2], ["1", RR2]), "Never reached."),
    ]


def value_step() -> list[Row]:
    """Return the rows of R36."""
    name = "R36-value-step"
    rows: list[Row] = [
        (name, "", small({}, [RIGHT[0], RIGHT[1]]), "The value of one state is missing."),
        (name, "start-missing", small({}, AFTER), "The value of the start is missing."),
        (name, "all-missing", small({}, []), "No values at all."),
        (
            name,
            "states-of-256-queries",
            free([approx(ONE, "1/1000")], approx(ONE, 1 - Fraction(999, 1000) ** 256), "all", []),
            "The longest state that a limit lets through.",
        ),
        (name, "exchanged", small({}, listed(((), PLAIN_23), ((0,), RR2), ((1,), RR3))), "Each has the other's value."),
        (
            name,
            "near-tie",
            small({}, listed(((), PLAIN_23), ((0,), NINE_HALVES), ((1,), RR2))),
            "The ratio 3 is too small by 10^-60.",
        ),
        (
            name,
            "one-knot",
            free(
                [RR2, RR3],
                compose((1, RR2), (1, RR4)),
                2,
                listed(((), plain_budget(compose((1, RR2), (1, RR4)))), ((0,), DENTED), ((1,), RR2)),
            ),
            "The value of state 0 is above rr(ln 3) at all its knots but x = 1, where 10^-60 is missing.",
        ),
        (
            name,
            "last-round",
            small({"rounds": "3", "budget": compose((2, RR3))}, worked([RR2, RR3], compose((2, RR3)), 2)),
            "Right for two rounds of three: a third query is admitted after two.",
        ),
        (
            name,
            "all-rounds",
            free([RR2], compose((17, RR2)), "all", worked([RR2], compose((17, RR2)), 16)),
            "Right for sixteen rounds of seventeen.",
        ),
        (
            name,
            "query-ignored",
            free(PAIR, R_2_QUARTER, 2, listed(((), R_2_QUARTER), ((0,), LEAK_QUARTER), ((1,), RR2))),
            "A false claim: after query 0, query 0 is admitted again.",
        ),
        (
            name,
            "second-query-ignored",
            free(PAIR, R_2_QUARTER, 2, listed(((), R_2_QUARTER), ((0,), RR2), ((1,), RR2))),
            "A false claim: after query 0, the leak is admitted.",
        ),
        (
            name,
            "start-too-small",
            free(PAIR, R_2_QUARTER, 2, [[[], R_2_QUARTER], *worked(PAIR, R_2_QUARTER, 2)[1:]]),
            "A false claim: all values but that of the start are right.",
        ),
        (
            name,
            "tie-at-the-budget",
            free([rr(E)], compose((2, rr(E))), 2, listed(((), rr(E)))),
            "Twice the query is the budget, so it is admitted.",
        ),
        (
            name,
            "near-tie-at-the-budget",
            free([rr(E)], compose((1, rr(E)), (1, ABOVE)), "all", listed(((), rr(E)))),
            "Twice the query is below the budget, by 10^-60.",
        ),
        (
            name,
            "infinite-forgotten",
            free([approx(num(2), TINY)], approx(num(4), TINY), 1, listed(((), RR3))),
            "The query has an infinite mass of 10^-60, the value none.",
        ),
        (
            name,
            "infinite-too-small",
            free([LEAK_QUARTER], approx(ONE, "1/3"), "all", listed(((), approx(ONE, Fraction(1, 4) - TINY)))),
            "The infinite mass is too small by 10^-60.",
        ),
        (
            name,
            "infinite-of-q-forgotten",
            free([swap(LEAK_HALF)], TOTAL_LEAK, 1, listed(((), table([[1 - TINY, "1/2"], [TINY, "1/2"]])))),
            "The query has the loss -inf, the value instead the ratio 2 * 10^-60.",
        ),
        (
            name,
            "dual",
            free([ASYMMETRIC], compose((2, ASYMMETRIC)), 1, listed(((), swap(ASYMMETRIC)))),
            "The value has P and Q exchanged; it is below the budget.",
        ),
        (
            name,
            "irrational",
            free(
                [rr(E), rr(HALF)],
                E_AND_HALF,
                "all",
                listed(((), E_AND_HALF), ((0,), rr(HALF)), ((1,), rr(E))),
            ),
            "The state of query 1 played twice is missing.",
        ),
        (
            name,
            "irrational-near-tie",
            free([rr(E)], compose((2, rr(E))), 2, listed(((), E_TWICE), ((0,), CUT))),
            "e cut off after 60 decimals.",
        ),
        (
            name,
            "identity-played",
            free([IDENTITY, RR2], compose((1, RR2)), 3, listed(((), RR2), ((0,), RR2))),
            "Query 1 is admitted after the identity twice.",
        ),
        (name, "cost", other_value(COST, 1, RR2), "After query 0, the leak is admitted."),
        (name, "cost-missing", other_value(COST, 2, None), "The value of one state is missing."),
        (
            name,
            "cost-too-small",
            cost(
                PAIR,
                natural_rule(R_2_QUARTER, 2),
                "2",
                "1/4",
                ["0", [["1", [None]], ["1", [None]]]],
                listed(((), R_2_QUARTER), ((0,), LEAK_QUARTER), ((1,), RR2)),
            ),
            "A false claim, that of a lesser strategy: after query 0, query 0 is admitted again.",
        ),
        (
            name,
            "cost-near-tie",
            with_witness(LEAKY_E.certificate(), values=[*LEAKY_E.values[:2], [["1"], CUT]]),
            "e cut off after 60 decimals, in a state that does not count at this x.",
        ),
        (name, "moves", other_value(TABLE, 1, RR2), "After query 0, the leak is allowed."),
        (
            name,
            "moves-later-state",
            cost(
                [RR2],
                moves_rule([[(0, 2)], [], [(0, 3)], []]),
                "1",
                "1/3",
                ["0", [["0", STOP2], ["0", STOP2]]],
                [["0", plain_budget(compose((2, RR2)))], ["1", RR2]],
            ),
            "State 2 has no value; state 1, which is not reached, has one.",
        ),
    ]
    return rows


def value_budget() -> list[Row]:
    """Return the rows of R37."""
    name = "R37-value-budget"
    asymmetric = free([RR2], LEAK_HALF, 1, listed(((), swap(LEAK_HALF))))
    return [
        (name, "", free_worked(PAIR, R_2_QUARTER, 2), "The worked example: this filter is not free."),
        (name, "exponential", free(LEAKY_E.queries, LEAKY_E.budget, 2, LEAKY_E.values), "Not free."),
        (name, "radicals", free(LEAKY_ROOT.queries, LEAKY_ROOT.budget, 2, LEAKY_ROOT.values), "Not free."),
        (
            name,
            "wasteful",
            free([RR2], compose((2, RR2)), 1, listed(((), RR4))),
            "A true claim, but a value of the start that is too large.",
        ),
        (
            name,
            "near-tie",
            free([RR2], RR4, 1, listed(((), rational_rr(4 + TINY)))),
            "The value of the start is above the budget by 10^-60.",
        ),
        (
            name,
            "near-tie-exponential",
            free([rr(HALF)], rr(E), 2, listed(((), ABOVE), ((0,), rr(HALF)))),
            "e rounded up after 60 decimals.",
        ),
        (
            name,
            "infinite",
            free([RR2], RR4, 1, listed(((), approx(num(2), TINY)))),
            "The value has an infinite mass of 10^-60; below 2 it is far from the budget.",
        ),
        (
            name,
            "infinite-too-large",
            free([LEAK_QUARTER], approx(ONE, "1/3"), 1, listed(((), approx(ONE, Fraction(1, 3) + TINY)))),
            "The infinite mass is too large by 10^-60.",
        ),
        (name, "dual", asymmetric, "The value is the budget with P and Q exchanged."),
        (name, "nothing-played", free([RR4], RR2, 0, listed(((), RR4))), "No round, but a value that is too large."),
        (
            name,
            "nothing-admitted",
            free([RR4], RR2, "all", listed(((), RR4))),
            "Nothing is admitted, but the value of the start is that of the query.",
        ),
        (name, "total-leak", free([RR2], RR4, 1, listed(((), TOTAL_LEAK))), "The total leak is above all."),
    ]


def filters() -> list[Row]:
    """Return the rows of these rules."""
    return [row for part in (value_states, value_step, value_budget) for row in part()]
