"""Certificates of version 3 about filters: free, violated in any number of rounds, and what a rule costs.

The values and costs of rational instances come from make.envelopes; those of irrational ones are written out.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from make.envelopes import (
    State,
    best,
    by_table,
    composed,
    costs,
    expanded,
    masses,
    multiset,
    natural,
    single,
    values,
)
from make.numbers import E_CEILING, E_FLOOR, ONE, ZERO, E, Json, Rational, Sum, exp, num, quotient, rational_text, root
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
    rr,
    sign,
    table,
    violated,
)

Rounds = int | str
Listed = Sequence[tuple[Sequence[int], Json]]
R_2_QUARTER = approx(num(2), "1/4")
PAIR = [RR2, LEAK_QUARTER]
BOTH: Json = ["0", [["0", [None, None]], ["1", [None]]]]
SQRT2, HALF = root(2, "1/2"), exp("1/2")
LEAK_HALF = table([["1/2", "0"], ["1/2", "1"]])
ASYMMETRIC = table([["1/2", "1/4"], ["1/2", "3/4"]])
CUT, ABOVE = (table([[1 - 1 / (1 + t), 1 / (1 + t)], [1 / (1 + t), 1 - 1 / (1 + t)]]) for t in (E_FLOOR, E_CEILING))


def version_3(value: Certificate) -> Certificate:
    """Return the same certificate in version 3 of the format."""
    return sign(dict(value, version="3"))


def listed(*found: tuple[Sequence[int], Json]) -> Json:
    """Return values of multisets as they stand in a file."""
    return [[[str(i) for i in state], plain] for state, plain in found]


def free(queries: Sequence[Json], budget: Json, rounds: Rounds, found: Json, note: str = "") -> Certificate:
    """Return a certificate that the natural filter keeps the budget."""
    claim = {"queries": list(queries), "budget": budget, "rounds": str(rounds)}
    return version_3(certificate("natural-filter-free", claim, {"values": found}, note))


def natural_rule(budget: Json, rounds: Rounds) -> Json:
    """Return the rule of the natural filter."""
    return {"budget": budget, "rounds": str(rounds)}


def moves_rule(moves: Sequence[Sequence[tuple[int, int]]]) -> Json:
    """Return a rule given by a table."""
    return {"moves": [[[str(i), str(after)] for i, after in row] for row in moves]}


def cost(  # noqa: PLR0917  (the parts of the claim and of the witness, in order)
    queries: Sequence[Json], rule: Json, x: Json, value: Json, tree: Json, found: Json, note: str = ""
) -> Certificate:
    """Return a certificate of what a rule costs at x."""
    claim = {"queries": list(queries), "rule": rule, "x": x, "cost": value}
    return version_3(certificate("filter-cost", claim, {"tree": tree, "values": found}, note))


def plain_budget(budget: Json) -> Json:
    """Return a budget of rational masses, which may be a composition, in plain form."""
    if "den" in budget:
        return budget
    result = masses(IDENTITY)
    for times, plain in budget["compose"]:
        for _ in range(int(times)):
            result = composed(result, masses(plain))
    return table(result)


def worked(queries: Sequence[Json], budget: Json, rounds: Rounds) -> Json:
    """Return the least values of the states of the natural filter, for rational masses."""
    parts = [masses(query) for query in queries]
    found = costs(parts, natural(parts, masses(plain_budget(budget)), 99 if rounds == "all" else int(rounds)), ())
    return values(found, multiset)


def free_worked(queries: Sequence[Json], budget: Json, rounds: Rounds, note: str = "") -> Certificate:
    """Return a certificate that the natural filter keeps the budget, with the least values."""
    return free(queries, budget, rounds, worked(queries, budget, rounds), note)


def cost_worked(queries: Sequence[Json], budget: Json, rounds: Rounds, x: Rational, note: str = "") -> Certificate:
    """Return a certificate of what the natural filter costs at x, for rational masses."""
    parts = [masses(query) for query in queries]
    moves = natural(parts, masses(plain_budget(budget)), 99 if rounds == "all" else int(rounds))
    value, tree = best(parts, moves, (), Fraction(x))
    found = worked(queries, budget, rounds)
    return cost(queries, natural_rule(budget, rounds), rational_text(x), rational_text(value), tree, found, note)


def moves_worked(
    queries: Sequence[Json], moves: Sequence[Sequence[tuple[int, int]]], x: Rational, note: str = ""
) -> Certificate:
    """Return a certificate of what a table costs at x, for rational masses."""
    parts = [masses(query) for query in queries]
    start: State = (0,)
    value, tree = best(parts, by_table(moves), start, Fraction(x))
    found = values(costs(parts, by_table(moves), start), single)
    return cost(queries, moves_rule(moves), rational_text(x), rational_text(value), tree, found, note)


def with_all(value: Certificate) -> Certificate:
    """Return a certificate of a violated filter for strategies of any length."""
    return version_3(dict(value, claim=dict(value["claim"], rounds="all")))


def playing_nothing(times: int, node: Json) -> Json:
    """Return the tree that plays query 2, the identity, so many times before it goes on."""
    for _ in range(times):
        node = ["2", [node]]
    return node


class Leaky:
    """Queries rr(t) and a leak d, budget R(t, d), two rounds: the smallest irrational filter that is not free."""

    def __init__(self, t: Sum, leak: Rational) -> None:
        d = Fraction(leak)
        a, b, one = num(d.numerator), num(d.denominator), ONE + t
        self.queries = [rr(t), approx(ONE, d)]
        self.budget = approx(t, d)
        corner = b * t - a * one  # rr(t) and the leak meet at corner/b
        self.join = (b * one, [(a * one, ZERO), (corner, b), (b, corner), (ZERO, a * one)])
        start = expanded((one, [(t, ONE), (ONE, t)]), self.join)
        join = {"den": self.join[0].json(), "atoms": [[p.json(), q.json()] for p, q in self.join[1]]}
        self.values = listed(((), start), ((0,), join), ((1,), self.queries[0]))
        # At x = t the strategy goes on with rr(t) after the ratio t, and with the leak after 1/t.
        self.cost = (b * t * (t - ONE) + a * one, b * one * one)
        self.x = t.json()

    def certificate(self, note: str = "") -> Certificate:
        """Return what it costs at x = t."""
        rule = natural_rule(self.budget, 2)
        return cost(self.queries, rule, self.x, quotient(*self.cost), BOTH, self.values, note)


LEAKY_E, LEAKY_ROOT = Leaky(E, "2/5"), Leaky(SQRT2, "1/8")

DIAMOND = [[(0, 1), (1, 2)], [(0, 3), (1, 3)], [(1, 3)], []]
EITHER_ORDER = [[(0, 1), (1, 2)], [(1, 3)], [(0, 3)], []]
E_ATOMS, ROOT_ATOMS = (ONE + E, [(E, ONE), (ONE, E)]), (ONE + SQRT2, [(SQRT2, ONE), (ONE, SQRT2)])
HALF_ATOMS = (ONE + HALF, [(HALF, ONE), (ONE, HALF)])
LEAK_ATOMS = (ONE + E, [(ONE, ZERO), (E, E), (ZERO, ONE)])  # a leak of 1/(1 + e)
E_TWICE, E_AND_HALF, E_AND_ROOT = (expanded(E_ATOMS, other) for other in (E_ATOMS, HALF_ATOMS, ROOT_ATOMS))
E_AND_LEAK, LEAK_TWICE = expanded(E_ATOMS, LEAK_ATOMS), expanded(LEAK_ATOMS, LEAK_ATOMS)
LEAK_E = {"den": LEAK_ATOMS[0].json(), "atoms": [[p.json(), q.json()] for p, q in LEAK_ATOMS[1]]}
STOP2: Json = [None, None]


def _free() -> dict[str, Certificate]:
    third, half, thrice = approx(ONE, "1/3"), approx(ONE, "1/2"), compose((3, RR2))
    asymmetric = [LEAK_HALF, table([["1/3", "0"], ["2/3", "2/3"], ["0", "1/3"]])]
    inside = listed(((), E_AND_HALF), ((0,), rr(HALF)), ((1,), rr(E)))
    junk = [[["1", "1"], TOTAL_LEAK], [["1", "1", "1", "1"], RR4], [["0", "1", "1"], RR4]]
    minimal = table([["1/4", "0"], ["5/18", "1/9"], ["2/9", "5/36"], ["5/36", "2/9"], ["1/9", "5/18"], ["0", "1/4"]])
    return {
        "minimal": free_worked(PAIR, minimal, 2, "The second worked example of FORMAT.md."),
        "rounds-0": free_worked(PAIR, R_2_QUARTER, 0, "Nothing is ever played."),
        "rounds-1": free_worked(PAIR, R_2_QUARTER, 1, "One round never leaks more than the budget."),
        "rounds-2": free_worked([RR2, RR3], compose((1, RR2), (1, RR3)), 2),
        "rounds-2-not-a-chain": free_worked([RR3, RR2, table([["5/8", "3/8"], ["3/8", "5/8"]])], compose((2, RR2)), 2),
        "rounds-3-twins": free_worked([RR2], compose((2, RR2)), 3, "The third query is never admitted."),
        "rounds-16": free_worked([RR2], compose((3, RR2)), 16),
        "rounds-all": free_worked([RR4, RR2], compose((3, RR2)), "all"),
        "infinite": free_worked([third, LEAK_QUARTER], half, "all"),
        "infinite-and-finite": free_worked(PAIR, compose((1, RR2), (1, approx(ONE, "1/8"))), "all"),
        "infinite-of-p": free_worked(asymmetric, compose((1, LEAK_HALF), (1, asymmetric[1])), 2),
        "asymmetric": free_worked([ASYMMETRIC], compose((2, ASYMMETRIC)), 2),
        "total-leak-budget": free_worked([TOTAL_LEAK], TOTAL_LEAK, 3),
        "identity-among-the-queries": free_worked([IDENTITY, RR2], compose((2, RR2)), 3),
        "nothing-admitted": free([RR2, TOTAL_LEAK], IDENTITY, "all", []),
        "identity-only": free([IDENTITY], RR2, 16, []),
        "values-of-unreachable-states": free(
            [RR2, RR3], compose((1, RR2), (1, RR3)), 2, worked([RR2, RR3], compose((1, RR2), (1, RR3)), 2) + junk
        ),
        "values-too-large": free([RR2], thrice, 2, listed(((), plain_budget(thrice)), ((0,), RR2))),
        "exponential": free([rr(E)], compose((2, rr(E))), "all", listed(((), E_TWICE), ((0,), rr(E)))),
        "exponential-of-two": free([rr(E), rr(HALF)], compose((1, rr(HALF)), (1, rr(E))), 2, inside),
        "exponential-all": free(
            [rr(E), rr(HALF)], E_AND_HALF, "all", [*inside, *listed(((1, 1), rr(HALF)))]
        ),
        "exponential-infinite": free(
            [LEAK_E, rr(E)],
            compose((1, LEAK_E), (1, rr(E))),
            "all",
            listed(((), E_AND_LEAK), ((0,), rr(E)), ((1,), LEAK_E)),
        ),
        "infinite-twice": free([LEAK_E], LEAK_TWICE, 2, listed(((), LEAK_TWICE), ((0,), LEAK_E))),
        "radicals": free(
            [rr(SQRT2), rr(E)],
            compose((1, rr(SQRT2)), (1, rr(E))),
            "all",
            listed(((), E_AND_ROOT), ((0,), rr(E)), ((1,), rr(SQRT2)), ((0, 0), rr(SQRT2))),
        ),
        "near-tie-refused": free(
            [rr(E)],
            compose((1, rr(E)), (1, CUT)),
            "all",
            listed(((), rr(E))),
            "Twice the query is above the budget, whose second part has e cut off after 60 decimals.",
        ),
        "near-tie-admitted": free(
            [rr(E)], compose((1, rr(E)), (1, ABOVE)), "all", listed(((), E_TWICE), ((0,), rr(E)))
        ),
    }


def _cost() -> dict[str, Certificate]:
    at_2 = (E * SQRT2 - num(2), (ONE + E) * (ONE + SQRT2))
    both_orders = [["0", E_AND_ROOT], ["1", rr(SQRT2)], ["2", rr(E)]]
    leaks = [["0", E_AND_LEAK], ["1", LEAK_E]]
    table_of_two = moves_rule([[(0, 1)], [(1, 2)], []])
    return {
        "budget": cost_worked(PAIR, R_2_QUARTER, 2, 2, "The worked example of FORMAT.md, section 8, as a cost."),
        "budget-at-1": cost_worked(PAIR, R_2_QUARTER, 2, 1),
        "budget-at-a-half": cost_worked(PAIR, R_2_QUARTER, "all", "1/2"),
        "budget-one-round": cost_worked(PAIR, R_2_QUARTER, 1, "3/2"),
        "budget-free": cost_worked([RR2, RR3], compose((1, RR2), (1, RR3)), 2, "3/2"),
        "budget-three-rounds": cost_worked([RR2], compose((3, RR2)), "all", "3/2"),
        "budget-asymmetric": cost_worked([ASYMMETRIC, LEAK_HALF], compose((1, ASYMMETRIC), (1, LEAK_HALF)), 2, "3/4"),
        "budget-stop": cost(PAIR, natural_rule(IDENTITY, "all"), "2/3", "1/3", None, [], "Nothing may be played."),
        "budget-no-round": cost(PAIR, natural_rule(R_2_QUARTER, 0), "3", "0", None, []),
        "budget-total-leak": cost(
            [TOTAL_LEAK],
            natural_rule(TOTAL_LEAK, 3),
            "5",
            "1",
            ["0", []],
            worked([TOTAL_LEAK], TOTAL_LEAK, 3),
        ),
        "budget-exponential": LEAKY_E.certificate("At x = e: (5e(e - 1) + 2(1 + e)) / (5 (1 + e)^2)."),
        "budget-radicals": LEAKY_ROOT.certificate(),
        "budget-near-tie": cost(
            [rr(E)], natural_rule(compose((1, rr(E)), (1, CUT)), "all"), "1", quotient(E - ONE, E + ONE),
            ["0", STOP2], listed(((), rr(E))), "A second query would be above the budget by a little."
        ),
        "moves": moves_worked(PAIR, DIAMOND, 2),
        "moves-at-1": moves_worked([RR2, RR3], EITHER_ORDER, 1),
        "moves-asymmetric": moves_worked([ASYMMETRIC, LEAK_HALF], DIAMOND, "5/4"),
        "moves-none": cost(PAIR, moves_rule([[]]), "1/4", "3/4", None, []),
        "moves-to-nowhere": moves_worked(PAIR, [[(0, 3)], [(1, 2)], [], []], 1, "States 1 and 2 are never reached."),
        "moves-of-an-identity": moves_worked([IDENTITY, RR2], [[(0, 1), (1, 2)], [(1, 2)], []], 1),
        "moves-exponential": cost(
            [rr(E), rr(SQRT2)],
            moves_rule(EITHER_ORDER),
            "2",
            quotient(*at_2),
            ["1", [["0", STOP2], ["0", STOP2]]],
            both_orders,
        ),
        "moves-other-spellings": cost(
            [rr(E), rr(SQRT2)],
            moves_rule(EITHER_ORDER),
            quotient(num(2) * E, E),
            quotient(at_2[0] * HALF, at_2[1] * HALF),
            ["0", [["1", STOP2], ["1", STOP2]]],
            both_orders,
        ),
        "moves-infinite": cost(
            [rr(E), LEAK_E],
            table_of_two,
            E.json(),
            quotient(ONE, ONE + E),
            ["0", [["1", [None]], ["1", [None]]]],
            leaks,
            "At x = e only the leak is left.",
        ),
    }


def _violated() -> dict[str, Certificate]:
    identity = [*PAIR, IDENTITY]
    return {
        "all": with_all(violated(PAIR, R_2_QUARTER, 2, "2", BOTH)),
        "all-radicals": with_all(violated(LEAKY_ROOT.queries, LEAKY_ROOT.budget, 2, LEAKY_ROOT.x, BOTH)),
        "all-exponential": with_all(violated(LEAKY_E.queries, LEAKY_E.budget, 2, LEAKY_E.x, BOTH)),
        "all-nineteen-rounds": with_all(violated(identity, R_2_QUARTER, 2, "2", playing_nothing(17, BOTH))),
        "version-3-two-rounds": version_3(violated(PAIR, R_2_QUARTER, 2, "2", BOTH)),
    }


def accepted() -> dict[str, Certificate]:
    """Return what must be verified, by name."""
    kinds = {"natural-filter-free": _free(), "filter-cost": _cost(), "natural-filter-violated": _violated()}
    return {f"{kind}-{name}": value for kind, rows in kinds.items() for name, value in rows.items()}
