"""What rules of versions 1 and 2 find in the kinds of version 3 that are about filters."""

from __future__ import annotations

from make.filters import (
    BOTH,
    PAIR,
    R_2_QUARTER,
    STOP2,
    cost,
    free,
    listed,
    moves_rule,
    natural_rule,
    plain_budget,
    playing_nothing,
    with_all,
    worked,
)
from make.numbers import E_CEILING, ONE, E, num, quotient, root
from make.plds import (
    IDENTITY,
    RR2,
    RR4,
    approx,
    compose,
    pld,
    violated,
)
from make.reject_common import Row, raw
from make.reject_filters import (
    COST,
    FREE,
    SKIPPED,
    TABLE,
    with_claim,
    with_values,
    with_witness,
)


def later_kinds() -> list[Row]:
    """Return what rules of versions 1 and 2 find in these kinds."""
    rows: list[Row] = []
    wrong = {
        "R03-denominator": raw([(-2, -1), (-1, -2)], -3),
        "R04-mass": raw([(3, 1), (1, 1), (-1, 1)], 3),
        "R05-p-sum": raw([(2, 1), (1, 3)], 4),
        "R06-q-sum": raw([(3, 1), (1, 2)], 4),
        "R07-order": raw([(1, 2), (2, 1)], 3),
    }
    for rule, plain in wrong.items():
        rows += [
            (rule, "value", with_values(FREE, [["1", "1"], plain]), "The value of a state that is never reached."),
            (rule, "value-of-cost", with_values(COST, [["1", "1"], plain]), "Same."),
            (rule, "value-of-moves", with_values(SKIPPED, ["1", plain]), "Same."),
        ]
    near = pld(ONE + E, [(num(E_CEILING), ONE), (ONE, E)])
    composite = pld(ONE + (four := root(4, "1/2")), [(four, ONE), (ONE, four)])
    no_knots = raw([(1, 0), (0, 4)], 4)
    two = [RR2, raw([(4, 2), (2, 4)], 6)]
    sixteen = with_all(violated([*PAIR, IDENTITY], R_2_QUARTER, 2, "2", playing_nothing(15, BOTH)))
    minus = quotient(num(-11) * E, num(-36) * E)
    rows += [
        ("R05-p-sum", "value-near-tie", with_values(FREE, [["1", "1"], near]), "e rounded up after 60 decimals."),
        (
            "R05-p-sum",
            "value-without-knots",
            free(PAIR, R_2_QUARTER, 2, [[[], no_knots], *worked(PAIR, R_2_QUARTER, 2)[1:]]),
            "A false claim: the value of the start has no knots, as if it were the total leak, but is below the budget.",
        ),
        ("R03-denominator", "rule", with_claim(
            COST, rule=natural_rule(compose((1, R_2_QUARTER), (0, wrong["R03-denominator"])), 2)
        ), "In the budget of a rule, played zero times."),
        (
            "R07-order", "moves-query", with_claim(TABLE, queries=[*PAIR, raw([(1, 3), (3, 1)], 4)]),
            "A query that no state has.",
        ),
        ("R01-prime", "value", with_values(FREE, [["1", "1"], composite]), "4 in a value that is not needed."),
        ("R02-quotient-denominator", "cost", with_claim(COST, cost=minus), "Numerator and denominator are negative."),
        ("R02-quotient-denominator", "cost-x", with_claim(COST, x=quotient(-E * num(2), -E)), "Same."),
        ("R11-positive-x", "cost", cost(PAIR, natural_rule(R_2_QUARTER, 0), "0", "1", None, []), "At x = 0 all is 1."),
        ("R11-positive-x", "cost-negative", cost(PAIR, moves_rule([[]]), "-1", "2", None, []), "Curves go on there."),
        ("R11-positive-x", "cost-irrational", cost(
            PAIR, moves_rule([[]]), (E - num(E_CEILING)).json(), (ONE - E + num(E_CEILING)).json(), None, []
        ), "e minus e rounded up after 60 decimals."),
        ("R23-queries-different", "free", free(two, compose((2, RR2)), 2, listed(
            (
                (), plain_budget(compose((2, RR2)))), ((0,), RR2), ((1,), RR2))),
                "The same masses over another denominator.",
            ),
        (
            "R23-queries-different", "free-never-played", free([RR2, RR4, RR4], RR2, 1, listed(((), RR2))),
            "The same text.",
        ),
        ("R23-queries-different", "cost", with_values(
            with_claim(COST, queries=[*PAIR, *two[1:]]), [["2"], COST["witness"]["values"][1][1]]), "The same masses."),
        ("R23-queries-different", "moves", with_claim(TABLE, queries=[*PAIR, *two[1:]]), "A query that no state has."),
        (
            "R24-tree-index", "cost", with_witness(COST, tree=["0", [["0", STOP2], ["2", [None]]]]),
            "At the second node.",
        ),
        ("R24-tree-index", "moves", with_witness(TABLE, tree=["2", STOP2]), "There are queries 0 and 1."),
        ("R25-tree-children", "cost", with_witness(COST, tree=["0", [["0", STOP2], ["1", STOP2]]]), "One too many."),
        ("R25-tree-children", "cost-missing-stop", with_witness(
            COST, tree=["0", [["0", [None]], ["1", [None]]]]), "The stop that adds nothing at x = 2 is left out."),
        ("R25-tree-children", "moves-three-for-one", with_witness(
            TABLE, tree=["0", [["0", STOP2], ["1", [None, None, None]]]]), "One for each atom, not each finite one."),
        ("R26-tree-depth", "version-3", with_claim(sixteen, rounds="16"), "Seventeen rounds of sixteen."),
        ("R27-tree-admissible", "all", with_all(violated(
            PAIR, approx(num(2), "1/5"), 2, "2", BOTH)), "Any number of rounds, but not any query."),
        ("R27-tree-admissible", "all-deep", with_all(violated(
            [*PAIR, IDENTITY], approx(num(2), "1/5"), 2, "2", playing_nothing(17, BOTH))), "Same, at the end."),
        ("R28-no-gap", "all", with_all(violated(
            PAIR, R_2_QUARTER, 2, "2", ["0", [["1", [None]], ["1", [None]]]])), "This is the budget."),
    ]
    return rows
