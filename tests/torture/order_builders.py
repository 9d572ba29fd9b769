"""Random claims about families, residues and sandwiches, with orders by our own sorting."""

from __future__ import annotations

from fractions import Fraction
from functools import cmp_to_key
from itertools import combinations, combinations_with_replacement, pairwise
from random import Random
from typing import Any

from tests.torture.blocks import (
    OTHERS,
    TINY,
    Claim,
    any_pld,
    excess_place,
    garbled,
    join,
    mixed_with_leak,
    monomial,
    plain,
    pld,
    randomized_response,
    spelled_number,
    weight,
)
from tests.torture.filter_builders import RATIONAL, composed, family, leak_of, smaller, union, upper
from tests.torture.judge import dominated
from tests.torture.pairs import ONE, Number, Pair
from tests.torture.reals import power, rational


def powers(random: Random, flavour: str) -> list[Pair]:
    """Return randomized responses whose ratios are powers of one, or leaks: their compositions are often a chain."""
    if random.random() < 0.4:
        return [leak_of(random, flavour) for _ in range(random.choice((1, 2)))]
    w = monomial(random, flavour).scaled(random.choice((1, 2)))
    queries, factor = [], ONE
    for _ in range(random.choice((1, 2, 2, 2))):
        factor = factor * w
        queries.append(pld(factor + ONE, [(factor, ONE), (ONE, factor)]))
    return queries


def compositions(random: Random, flavour: str, *, alike: bool = True) -> tuple[list[Pair], int, dict[tuple[int, ...], Pair]]:
    """Return queries, a number of rounds, and all compositions of fewer queries than that."""
    if alike:
        queries = (powers if random.random() < 0.5 else family)(random, flavour)
    else:
        queries = [any_pld(random, flavour) for _ in range(random.choice((1, 2, 2, 3) if flavour in RATIONAL else (1, 2)))]
    few = len(queries) == 1
    rounds = random.choice((1, 2, 2, 3, 3, 4) if few else (1, 2, 2, 3, 3))
    if flavour not in RATIONAL:
        rounds = min(rounds, 3 if few or all(len(query.outcomes) < 3 for query in queries) else 2)
    names = [m for n in range(rounds) for m in combinations_with_replacement(range(len(queries)), n)]
    return queries, rounds, {m: composed([queries[i] for i in m]) for m in names}


def named(many: tuple[int, ...]) -> list[str]:
    """Return the JSON of a multiset."""
    return [str(i) for i in many]


def chain(random: Random, flavour: str) -> Claim:
    """Queries and their compositions, sorted, whether or not they are a chain."""
    for _ in range(4):
        queries, rounds, found = compositions(random, flavour)
        order = list(found)
        random.shuffle(order)

        def compared(a: Any, b: Any, pairs: dict[Any, Pair] = found) -> int:
            return dominated(pairs[b], pairs[a]) - dominated(pairs[a], pairs[b])

        order.sort(key=cmp_to_key(compared))
        if all(dominated(found[a], found[b]) for a, b in pairwise(order)) or random.random() < 0.3:
            break
    claim = {"queries": [plain(query) for query in queries], "rounds": str(rounds)}
    return "chain", claim, {"order": [named(m) for m in order]}


def not_chain(random: Random, flavour: str) -> Claim:
    """Queries, two compositions, and places where one is above the other, if there are any."""
    found = None
    for _ in range(3):
        queries, rounds, pairs = compositions(random, flavour, alike=random.random() < 0.3)
        names = list(pairs)
        random.shuffle(names)
        for a, b in list(combinations(names, 2))[:10]:
            x_a = excess_place(random, pairs[a], pairs[b], OTHERS)
            x_b = excess_place(random, pairs[b], pairs[a], OTHERS) if x_a else None
            if x_a and x_b:
                found = a, b, x_a, x_b
                break
        if found or random.random() < 0.1:
            break
    other: Number = random.choice(OTHERS)
    a, b, x_a, x_b = found or (random.choice(names), random.choice(names), other, other)
    claim = {"queries": [plain(query) for query in queries], "rounds": str(rounds)}
    witness = {"a": named(a), "b": named(b), "x_a": spelled_number(x_a), "x_b": spelled_number(x_b)}
    return "not-chain", claim, witness


def spelled_pld(random: Random, pair: Pair, parts: list[Pair]) -> Any:
    """Return the JSON of a PLD, multiplied out or as the composition of its parts."""
    if random.random() < 0.5:
        return plain(union(pair))
    return {"compose": [["1", plain(part)] for part in parts]}


def raised(random: Random, flavour: str, pair: Pair, parts: list[Pair]) -> tuple[Any, Pair]:
    """Return the JSON of a PLD that is this one, or above it, or close to it, and that PLD."""
    how = random.randrange(7)
    if how < 2:
        return spelled_pld(random, pair, parts), pair
    if how == 2:
        other = upper(union(pair), any_pld(random, flavour)) if flavour in RATIONAL else union(pair)
        return plain(other), other
    if how < 5:
        other = (mixed_with_leak if how == 3 else smaller)(union(pair), random.choice((TINY, Fraction(1, 10**20), Fraction(1, 50))))
        return plain(other), other
    if how == 5:
        more = randomized_response(random, flavour)
        return {"compose": [["1", plain(part)] for part in [*parts, more]]}, pair.times(more)
    return spelled_pld(random, pair, parts), pair


def residue(random: Random, flavour: str) -> Claim:
    """Two PLDs, and a budget that is about their composition; or parts of the budget."""
    u, query = any_pld(random, flavour), randomized_response(random, flavour)
    if random.random() < 0.4:
        query = any_pld(random, flavour)
    said, _ = raised(random, flavour, u.times(query), [u, query])
    if random.random() < 0.3:
        u = garbled(random, flavour if flavour in RATIONAL else "integers", u)[0]
    claim = {"U": plain(u), "L": plain(query), "B": said}
    if random.random() < 0.15:
        claim["U"], claim["L"] = claim["L"], {"compose": [["1", claim["U"]]]}
    return "residue", claim, {}


def residue_run(random: Random, flavour: str) -> Claim:
    """Budgets from the last to the first, each about what it takes; refusals in between."""
    small = randomized_response if flavour not in RATIONAL else any_pld
    budget = random.choice((small, randomized_response))(random, flavour)
    said: Any = plain(budget)
    steps: list[Any] = []
    for _ in range(random.choice((1, 2, 2, 3))):
        query = random.choice((small, randomized_response, leak_of))(random, flavour)
        if len(query.outcomes) * len(budget.outcomes) > 40:
            break
        x = excess_place(random, query, budget, OTHERS)
        if x and random.random() < 0.6:
            steps.insert(0, {"query": plain(query), "refused": spelled_number(x)})
            continue
        steps.insert(0, {"query": plain(query), "budget": said})
        parts = [Pair(budget.den, union(budget).outcomes), query]
        said, budget = raised(random, flavour, budget.times(query), parts) if random.random() < 0.6 else (None, budget.times(query))
        budget = union(budget)
        said = said or plain(budget)
    if not steps:
        steps = [{"query": said, "budget": plain(Pair(ONE, [(ONE, ONE)]))}]
    return "residue-run", {"budget": said, "steps": steps}, {}


def symmetric(random: Random, flavour: str) -> Pair:
    """Return a PLD that is unchanged when P and Q are exchanged, or nearly so."""
    outcomes = []
    for _ in range(random.choice((0, 1, 1, 2))):
        p, q, m = weight(random, flavour), ONE, monomial(random, "integers")
        outcomes += [(p * m, q * m), (q * m, p * m)]
    if random.random() < 0.4 or not outcomes:
        one = monomial(random, flavour)
        outcomes.append((one, one))
    if random.random() < 0.4:
        one = monomial(random, flavour)
        outcomes += [(one, rational(0)), (rational(0), one)]
    if random.random() < 0.15:  # not quite: more of Q where the loss is -inf
        one = monomial(random, flavour).scaled(random.choice((1, TINY, Fraction(1, 10))))
        total = sum((p for p, _ in outcomes), start=rational(0))
        outcomes = [(p * (total + one), q * total) for p, q in outcomes]
        outcomes.append((rational(0), one * total))
    return pld(sum((p for p, _ in outcomes), start=rational(0)), outcomes)


def sandwich(random: Random, flavour: str) -> Claim:
    """A PLD, mostly symmetric, and a grid, some points of which are its ratios, or close to them."""
    pair = symmetric(random, flavour) if random.random() < 0.6 else any_pld(random, flavour)
    if random.random() < 0.25 and flavour in RATIONAL:
        pair = join(pair, any_pld(random, flavour))
    said: Any = plain(pair)
    if random.random() < 0.3:
        other = randomized_response(random, flavour)
        said, pair = {"compose": [["1", said], ["1", plain(other)]]}, pair.times(other)
    points: list[Number] = [(rational(x), ONE) for x in (Fraction(6, 5), Fraction(3, 2), Fraction(2), Fraction(3), Fraction(10))]
    points.append((power(Fraction(1, 2)), ONE))
    knots = pair.knots()
    points += [random.choice(((p, q), (q, p))) for p, q in knots[:6]] * 2
    for p, q in knots[:2]:
        points.append((p + q.scaled(random.choice((TINY, -TINY))), q))
    grid: list[Number] = [(ONE, ONE)]
    for x in sorted(random.sample(points, random.choice((0, 1, 2, 2, 3))), key=cmp_to_key(lambda a, b: (a[0] * b[1] - b[0] * a[1]).sign())):
        if (x[0] * grid[-1][1] - grid[-1][0] * x[1]).sign() > 0:
            grid.append(x)
    return "sandwich", {"pld": said, "grid": [*map(spelled_number, grid), "inf"]}, {}
