"""The truth of claims about families, residues and sandwiches, by brute force.

A chain is decided on all pairs of compositions, a run on its steps and as a whole, the weights of a sandwich one atom
and one interval at a time by the inequalities that define them.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations, combinations_with_replacement, pairwise
from typing import Any

from tests.torture import judge_filters
from tests.torture.judge import NotTrue, Unshown, above, dominated, need, positive, read_pld
from tests.torture.judge_filters import IDENTITY, Compositions, different, multiset, product, read_queries
from tests.torture.pairs import ONE, Number, Pair
from tests.torture.reals import NoNumber, Real, read_number, spend


def all_compositions(claim: Any) -> tuple[list[Pair], dict[tuple[int, ...], Pair]]:
    """Return the queries and all compositions of fewer than `rounds` of them."""
    queries, rounds = read_queries(claim), int(claim["rounds"])
    different(queries)
    need(rounds > 0, NoNumber)
    family = Compositions(queries)
    found = [m for n in range(rounds) for m in combinations_with_replacement(range(len(queries)), n)]
    return queries, {m: family.of(m) for m in found}


def comparable(a: Pair, b: Pair) -> bool:
    """Return whether one dominates the other."""
    spend(20)
    return dominated(a, b) or dominated(b, a)


def judge_chain(claim: Any, witness: Any) -> None:
    """Judge whether all pairs of compositions are comparable, then whether the order shows it."""
    order = [multiset(m) for m in witness["order"]]
    _, found = all_compositions(claim)
    need(all(comparable(a, b) for a, b in combinations(found.values(), 2)))
    need(sorted(order) == sorted(found), Unshown)
    need(all(dominated(found[a], found[b]) for a, b in pairwise(order)), Unshown)


def judge_not_chain(claim: Any, witness: Any) -> None:
    """Judge whether some pair is incomparable, then whether this one is."""
    a, b = multiset(witness["a"]), multiset(witness["b"])
    x_a, x_b = read_number(witness["x_a"]), read_number(witness["x_b"])
    _, found = all_compositions(claim)
    need(not all(comparable(one, two) for one, two in combinations(found.values(), 2)))
    need(a in found and b in found, Unshown)
    need(above(found[a], found[b], positive(x_a)) > 0, Unshown)
    need(above(found[b], found[a], positive(x_b)) > 0, Unshown)


def judge_residue(claim: Any) -> None:
    """Judge U + L <= B."""
    u, query, budget = (read_pld(claim[key]) for key in "ULB")
    need(dominated(u.times(query), budget))


def judge_run(claim: Any) -> None:
    """Judge a run step by step, and that what was admitted and the last budget are together <= the first."""
    budget = first = read_pld(claim["budget"])
    need(claim["steps"], NoNumber)
    admitted, faults = IDENTITY, False
    for step in claim["steps"]:
        need(len(step) == 2, NoNumber)
        query = read_pld(step["query"])
        if "refused" in step:
            x = positive(read_number(step["refused"]), NotTrue)
            faults |= above(query, budget, x) <= 0
        else:
            after = read_pld(step["budget"])
            faults |= not (dominated(query, budget) and dominated(query.times(after), budget))
            admitted, budget = admitted.times(query), after
    need(not faults)
    need(dominated(admitted.times(budget), first))


def judge_sandwich(claim: Any) -> None:
    """Judge the two mixtures, each weight from the inequalities that define it."""
    pair, (*said, last) = read_pld(claim["pld"]), claim["grid"]
    need(said and last == "inf", NoNumber)
    grid = [read_number(x) for x in said]
    need(all(d.sign() > 0 for _, d in grid))
    need(not (grid[0][0] - grid[0][1]).terms)
    need(all((m * d - n * e).sign() > 0 for (n, d), (m, e) in pairwise(grid)))

    def less(one: Number, two: Number) -> bool:
        return (two[0] * one[1] - one[0] * two[1]).sign() > 0

    ends: list[Number] = [*grid, (ONE, ONE - ONE)]
    lower, upper = [], []
    for low, high in pairwise(ends):
        infinite = not high[1].terms
        weight = ONE - ONE
        for p, q in pair.outcomes:
            r, inverse = (p, q), (q, p)
            up = not less(r, low) and (infinite or less(r, high))  # low <= r < high
            down = not less(inverse, low) and (infinite or less(inverse, high))  # 1/high < r <= 1/low
            if up or down:
                weight = weight + p
        lower.append((weight, low))
        upper.append((weight, high))
    need(dominated(mixture(pair.den, lower), pair))
    need(dominated(pair, mixture(pair.den, upper)))


def mixture(den: Real, parts: list[tuple[Real, Number]]) -> Pair:
    """Return the mixture of randomized responses at x = X/Y with weights over one denominator."""
    sums = [x + y for _, (x, y) in parts]
    outcomes = []
    for k, (weight, (x, y)) in enumerate(parts):
        mass = weight * product(sums[:k] + sums[k + 1 :])
        outcomes += [(mass * x, mass * y), (mass * y, mass * x)]
    return Pair(den * product(sums), [(p, q) for p, q in outcomes if p.terms or q.terms])


JUDGES: dict[str, Callable[[Any, Any], None]] = {
    **judge_filters.JUDGES,
    "chain": judge_chain,
    "not-chain": judge_not_chain,
    "residue": lambda claim, _: judge_residue(claim),
    "residue-run": lambda claim, _: judge_run(claim),
    "sandwich": lambda claim, _: judge_sandwich(claim),
}
LATER = JUDGES.keys() - {"natural-filter-violated"}  # the kinds of version 3
