"""Forgeries against the rules of costs, R38 to R41."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from make.filters import (
    CUT,
    E_AND_ROOT,
    EITHER_ORDER,
    LEAKY_E,
    LEAKY_ROOT,
    PAIR,
    R_2_QUARTER,
    SQRT2,
    STOP2,
    cost,
    listed,
    moves_rule,
    natural_rule,
    plain_budget,
    worked,
)
from make.numbers import E_FLOOR, ONE, TINY, E, Json, exp, num, quotient, rational_text
from make.plds import (
    IDENTITY,
    RR2,
    RR3,
    RR4,
    TOTAL_LEAK,
    Certificate,
    approx,
    compose,
    rr,
)
from make.reject_common import Row, rational_rr
from make.reject_filters import (
    COST,
    EDGE,
    PLAIN_23,
    TABLE,
    with_claim,
    with_witness,
)


def always(rounds: int) -> Json:
    """Return the tree that plays query 0, of two finite atoms, so many times."""
    return ["0", [always(rounds - 1)] * 2] if rounds else None


def tree_allowed() -> list[Row]:
    """Return the rows of R38: the cost is that of the tree, the values are right."""
    name = "R38-tree-allowed"
    twice: Json = ["0", [["0", STOP2], ["0", STOP2]]]
    two = quotient(exp(2) - ONE, (ONE + E) * (ONE + E))
    one = listed(((), RR2))
    return [
        (
            name,
            "",
            cost([RR2, RR4], natural_rule(RR2, 1), "1", "3/5", ["1", STOP2], one),
            "A query above the budget.",
        ),
        (
            name,
            "second",
            cost([RR2], natural_rule(RR3, 2), "2", "2/9", ["0", [["0", STOP2], ["0", STOP2]]], one),
            "Twice the query is above the budget.",
        ),
        (
            name,
            "near-tie",
            cost(
                [rr(E)],
                natural_rule(compose((1, rr(E)), (1, CUT)), 2),
                E.json(),
                quotient(exp(2) - E, (ONE + E) * (ONE + E)),
                twice,
                listed(((), rr(E))),
            ),
            "Twice the query is above the budget by 10^-60.",
        ),
        (
            name,
            "infinite",
            cost(
                [RR2, approx(ONE, Fraction(1, 4) + TINY)],
                natural_rule(R_2_QUARTER, 1),
                "3",
                rational_text(Fraction(1, 4) + TINY),
                ["1", [None]],
                one,
            ),
            "The leak is above that of the budget by 10^-60.",
        ),
        (
            name,
            "depth",
            cost_of(COST, natural_rule(R_2_QUARTER, 1), worked(PAIR, R_2_QUARTER, 1)),
            "Two rounds of one.",
        ),
        (
            name,
            "no-round",
            cost([RR2], natural_rule(RR2, 0), "1", "1/3", ["0", STOP2], []),
            "A round of none.",
        ),
        (
            name,
            "one-path",
            cost(
                [RR2],
                natural_rule(compose((3, RR2)), 2),
                "3",
                "5/27",
                ["0", [["0", [["0", STOP2], None]], ["0", STOP2]]],
                worked([RR2], compose((3, RR2)), 2),
            ),
            "One path of three rounds in a rule for two.",
        ),
        (
            name,
            "all",
            cost(
                [RR2],
                natural_rule(compose((3, RR2)), "all"),
                "2",
                "10/27",
                always(4),
                worked([RR2], compose((3, RR2)), 3),
            ),
            "Four times the query is above the budget, however many rounds there are.",
        ),
        (
            name,
            "moves",
            cost([RR2, RR3], moves_rule([[(0, 1)], []]), "1", "1/2", ["1", STOP2], [["0", RR2]]),
            "Query 1 is not in the table.",
        ),
        (
            name,
            "moves-second",
            cost(
                [RR2, RR3],
                moves_rule([[(0, 1)], [(0, 2)], []]),
                "1",
                "1/2",
                ["0", [["1", STOP2], ["1", STOP2]]],
                [["0", plain_budget(compose((2, RR2)))], ["1", RR2]],
            ),
            "Query 1 is not in the table for state 1.",
        ),
        (
            name,
            "moves-of-another-state",
            cost(
                [RR2, RR3],
                moves_rule([[(0, 1), (1, 2)], [(1, 3)], [(0, 3)], []]),
                "1",
                "1/2",
                ["1", [["1", STOP2], None]],
                [["0", PLAIN_23], ["1", RR3], ["2", RR2]],
            ),
            "Query 1 may be played in states 0 and 1, not in state 2, where it leads.",
        ),
        (
            name,
            "moves-after-the-last",
            cost([RR2], moves_rule([[(0, 1)], []]), "1", "1/3", twice, [["0", RR2]]),
            "Nothing may be played in the last state (at x = 1 it would gain nothing).",
        ),
        (
            name,
            "moves-of-an-unreachable-state",
            cost(
                [RR2, RR4],
                moves_rule([[(0, 2)], [(1, 2)], []]),
                "1",
                "3/5",
                ["1", STOP2],
                [["0", RR2], ["1", RR4]],
            ),
            "Only state 1, which is never reached, has query 1.",
        ),
        (
            name,
            "exponential",
            cost([rr(E)], natural_rule(rr(E), "all"), "1", two, twice, listed(((), rr(E)))),
            "Twice the query is above the budget.",
        ),
    ]


def cost_of(base: Certificate, rule: Json, found: Json) -> Certificate:
    """Return a certificate of the same cost of another rule."""
    claim, witness = base["claim"], base["witness"]
    return cost(claim["queries"], rule, claim["x"], claim["cost"], witness["tree"], found)


def cost_reached() -> list[Row]:
    """Return the rows of R39."""
    name = "R39-cost-reached"
    e, (top, den) = LEAKY_E.certificate(), LEAKY_E.cost
    root_top, root_den = LEAKY_ROOT.cost
    plays_leak: Json = ["0", [["1", [None]], ["1", [None]]]]
    above = rational_text(Fraction(11, 36) + EDGE)
    table_above = rational_text(Fraction(TABLE["claim"]["cost"]) + EDGE)
    return [
        (name, "", with_claim(COST, cost=above), "A bound is no cost: too large by 10^-40."),
        (name, "too-small", with_claim(COST, cost=rational_text(Fraction(11, 36) - EDGE)), "By 10^-40 (and R40)."),
        (name, "exponential", with_claim(e, cost=quotient(top + den * num(EDGE), den)), "Too large by 10^-40."),
        (name, "exponential-too-small", with_claim(e, cost=quotient(top - num(EDGE), den)), "Too small (and R40)."),
        (
            name,
            "radicals",
            with_claim(LEAKY_ROOT.certificate(), cost=quotient(root_top + num(TINY), root_den)),
            "Too large by 10^-60/den.",
        ),
        (name, "lesser-strategy", with_witness(COST, tree=plays_leak), "The right cost; the tree reaches less of it."),
        (name, "stop", with_witness(COST, tree=None), "The right cost; the tree stops at once."),
        (name, "children-exchanged", with_witness(COST, tree=["0", [["1", [None]], ["0", STOP2]]]), "Same."),
        (name, "other-x", with_claim(COST, x=rational_text(2 + EDGE)), "The cost at x = 2."),
        (name, "budget", with_claim(COST, cost="1"), "A bound that holds for all."),
        (name, "moves", with_claim(TABLE, cost=table_above), "Too large by 10^-40."),
        (name, "moves-stop", with_witness(TABLE, tree=None), "The tree stops at once."),
        (name, "moves-one", cost(PAIR, moves_rule([[]]), "1", rational_text(TINY), None, []), "The cost is 0."),
    ]


def cost_bound() -> list[Row]:
    """Return the rows of R40: the tree reaches the cost that is claimed, but another one reaches more."""
    name = "R40-cost-bound"
    two = [rr(E), CUT]
    plays_leak: Json = ["0", [["1", [None]], ["1", [None]]]]
    rule = natural_rule(rr(E), 1)
    low = rational_text((E_FLOOR - 1) / (E_FLOOR + 1))
    return [
        (
            name,
            "",
            cost(PAIR, natural_rule(R_2_QUARTER, 2), "2", "1/4", plays_leak, worked(PAIR, R_2_QUARTER, 2)),
            "The cost of a lesser strategy.",
        ),
        (
            name,
            "stop",
            cost(PAIR, natural_rule(R_2_QUARTER, 2), "2", "0", None, worked(PAIR, R_2_QUARTER, 2)),
            "The cost of stopping at once.",
        ),
        (
            name,
            "near-tie",
            cost(two, rule, "1", low, ["1", STOP2], listed(((), rr(E)))),
            "The cost of the query whose ratio is e cut off after 60 decimals.",
        ),
        (
            name,
            "wasteful",
            cost([RR2], natural_rule(RR2, 1), "1", "1/3", ["0", STOP2], listed(((), RR4))),
            "A true claim, but a value of the start that is too large.",
        ),
        (
            name,
            "wasteful-near-tie",
            cost([RR2], natural_rule(RR2, 1), "1", "1/3", ["0", STOP2], listed(((), rational_rr(2 + TINY)))),
            "Same, too large by 10^-60.",
        ),
        (
            name,
            "wasteful-infinite",
            cost([RR2], natural_rule(RR2, 1), "5", "0", None, listed(((), approx(num(2), TINY)))),
            "The value has an infinite mass of 10^-60.",
        ),
        (
            name,
            "exponential",
            cost(
                LEAKY_E.queries,
                natural_rule(LEAKY_E.budget, 2),
                LEAKY_E.x,
                "2/5",
                ["0", [["1", [None]], ["1", [None]]]],
                LEAKY_E.values,
            ),
            "The cost of query 0 and then the leak.",
        ),
        (
            name,
            "moves",
            cost(
                [RR2, RR3],
                moves_rule([[(0, 1), (1, 2)], [], []]),
                "1",
                "1/3",
                ["0", STOP2],
                [["0", RR3]],
            ),
            "Query 1 costs more.",
        ),
        (
            name,
            "moves-deep",
            cost(
                [rr(E), rr(SQRT2)],
                moves_rule(EITHER_ORDER),
                "2",
                quotient(E - num(2), ONE + E),
                ["0", STOP2],
                [["0", E_AND_ROOT], ["1", rr(SQRT2)], ["2", rr(E)]],
            ),
            "The cost of the first of two rounds.",
        ),
    ]


def moves() -> list[Row]:
    """Return the rows of R41."""
    name = "R41-moves"
    pair = [IDENTITY, RR2]
    first: Json = ["1", STOP2]

    def loop(rows: Sequence[Sequence[tuple[int, int]]], tree: Json = first, *more: Json) -> Certificate:
        return cost(pair, moves_rule(rows), "1", "1/3", tree, [["0", RR2], *more])

    return [
        (name, "", loop([[(0, 0), (1, 1)], []]), "The identity leads back to the same state; the values are right."),
        (name, "played", loop([[(0, 0), (1, 1)], []], ["0", [first]]), "Same, and the tree plays it."),
        (
            name, "earlier", loop([[(0, 1), (1, 2)], [(0, 0)], []], first, ["1", RR2]),
            "State 1 leads back to the start.",
        ),
        (
            name,
            "earlier-by-a-query",
            cost(
                [TOTAL_LEAK],
                moves_rule([[(0, 1)], [(0, 0)]]),
                "1",
                "1",
                ["0", []],
                [["0", TOTAL_LEAK], ["1", TOTAL_LEAK]],
            ),
            "A total leak leads back; nothing changes after it.",
        ),
        (name, "unreachable", loop([[(1, 2)], [(0, 1)], []]), "State 1, never reached, leads to itself."),
        (name, "unreachable-earlier", loop([[(1, 3)], [], [(0, 1)], []]), "State 2, never reached, leads to 1."),
        (name, "beyond", loop([[(1, 1)]]), "There is only state 0."),
        (name, "beyond-far", loop([[(0, 999999999), (1, 1)], []]), "There are states 0 and 1."),
        (name, "beyond-unreachable", loop([[(1, 2)], [(0, 3)], []]), "State 1, never reached, leads to state 3 of 3."),
        (name, "query", loop([[(1, 1), (2, 1)], []]), "There are queries 0 and 1."),
        (name, "query-unreachable", loop([[(1, 2)], [(2, 2)], []]), "Same; state 1 is never reached."),
        (name, "query-far", loop([[(1, 2)], [(999999999, 2)], []]), "Same."),
        (name, "last", loop([[(1, 1)], [(0, 1)]]), "The last state leads to itself."),
    ]


def costs() -> list[Row]:
    """Return the rows of these rules."""
    return [row for part in (tree_allowed, cost_reached, cost_bound, moves) for row in part()]
