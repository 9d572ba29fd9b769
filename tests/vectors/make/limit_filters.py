"""Files of the kinds of version 3 that reach a limit, and files that just keep one."""

from __future__ import annotations

from make.chains import chain, not_chain, residue, run, sandwich
from make.filters import BOTH, PAIR, R_2_QUARTER, cost, free, moves_rule, natural_rule, version_3, with_all
from make.numbers import ONE, Json, num
from make.plds import IDENTITY, LEAK_QUARTER, RR2, TOTAL_LEAK, Certificate, approx, compose, rr, table, violated

MILLI = approx(ONE, "1/1000")  # a query that can be played often


def zeros(count: int) -> Json:
    """Return the multiset of so many queries 0."""
    return ["0"] * count


def nested(depth: int) -> Json:
    """Return a tree that plays query 0, the identity, so many times."""
    node: Json = None
    for _ in range(depth):
        node = ["0", [node]]
    return node


def queries(count: int) -> list[Json]:
    """Return so many randomized responses."""
    return [rr(num(t)) for t in range(2, 2 + count)]


def leaks(count: int) -> list[Json]:
    """Return so many PLDs that leak under P only."""
    return [table([[f"1/{i}", "0"], [f"{i - 1}/{i}", "1"]]) for i in range(2, 2 + count)]


def limits() -> dict[str, Certificate]:
    """Return what reaches a limit."""
    identity = [IDENTITY]
    return {
        "filter-multiset-257": free(identity, RR2, 1, [[zeros(257), RR2]]),
        "filter-multiset-257-of-cost": cost(identity, natural_rule(RR2, 1), "1", "0", None, [[zeros(257), RR2]]),
        "filter-states-identity": free(identity, RR2, "all", []),
        "filter-states-total-leak": free([TOTAL_LEAK], TOTAL_LEAK, "all", [[zeros(i), TOTAL_LEAK] for i in range(3)]),
        "filter-states-20001": free([TOTAL_LEAK, *leaks(62)], TOTAL_LEAK, 3, [[[], TOTAL_LEAK]]),
        "filter-state-of-257-queries": free([MILLI], compose((257, MILLI)), "all", []),
        "filter-states-of-cost": cost(identity, natural_rule(RR2, "all"), "1", "0", None, []),
        "filter-nesting": with_all(violated([IDENTITY, RR2], RR2, 2, "1", nested(40))),
        "filter-nesting-of-cost": cost(identity, natural_rule(RR2, "all"), "1", "0", nested(40), []),
        "filter-nesting-of-moves": cost(
            identity, moves_rule([*[[(0, i + 1)] for i in range(40)], []]), "1", "0", nested(40), []
        ),
        "filter-moves-65-in-a-state": cost(
            queries(64), moves_rule([[(i, 1) for i in range(65)], []]), "1", "0", None, [["0", RR2]]
        ),
        "filter-states-20001-in-a-table": cost(identity, moves_rule([[]] * 20_001), "1", "0", None, []),
        "chain-order-20001": chain(identity, 2, [[]] * 20_001),
        "filter-rounds-17": free([RR2], RR2, 17, [[[], RR2]]),
        "filter-rounds-17-of-cost": cost([RR2], natural_rule(RR2, 17), "3", "0", None, [[[], RR2]]),
        "filter-rounds-17-violated": version_3(violated(PAIR, R_2_QUARTER, 17, "2", BOTH)),
        "filter-queries-65": free(queries(65), IDENTITY, 1, []),
        "filter-queries-65-of-moves": cost(queries(65), moves_rule([[]]), "1", "0", None, []),
        "chain-queries-65": chain(queries(65), 2, [[], *[[i] for i in range(65)]]),
        "chain-multiset-257": chain(identity, 2, [[], [0] * 257]),
        "chain-rounds-17": chain(identity, 17, [[0] * i for i in range(17)]),
        "not-chain-multiset-257": not_chain([RR2, LEAK_QUARTER], 2, [0] * 257, [1], "1", "2"),
        "not-chain-rounds-17": not_chain([RR2, LEAK_QUARTER], 17, [0], [1], "1", "2"),
        "residue-times-10001": residue(IDENTITY, compose((10001, IDENTITY)), RR2),
        "residue-run-steps-257": run(RR2, *[("budget", IDENTITY, RR2)] * 257),
        "sandwich-grid-65": sandwich(RR2, [str(i) for i in range(1, 65)]),
    }


def kept() -> dict[str, Certificate]:
    """Return what just keeps a limit; none of it is false."""
    return {
        "moves-64-in-a-state": cost(
            queries(64),
            moves_rule([[(i, 1) for i in range(64)], []]),
            "1",
            "32/33",
            ["63", [None, None]],
            [["0", queries(64)[63]]],
        ),
        "multiset-256": free([IDENTITY], RR2, 1, [[zeros(256), RR2]]),
        "states-20000-in-a-table": cost([IDENTITY], moves_rule([[]] * 20_000), "1", "0", None, []),
        "nesting-of-moves": cost(
            [IDENTITY], moves_rule([*[[(0, i + 1)] for i in range(28)], []]), "1", "0", nested(28), []
        ),
        "residue-run-steps-256": run(RR2, *[("budget", IDENTITY, RR2)] * 256),
        "sandwich-grid-64": sandwich(RR2, [str(i) for i in range(1, 64)]),
        "rounds-16-free": free([RR2], RR2, 16, [[[], RR2]]),
    }
