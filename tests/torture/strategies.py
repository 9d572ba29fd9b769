"""Random strategies against the natural filter, with budgets that are made to admit them."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

from tests.torture.blocks import (
    OTHERS,
    TINY,
    Claim,
    any_pld,
    excess_place,
    identity,
    join,
    plain,
    pld,
    randomized_response,
    rough,
    spelled_number,
    weight,
)
from tests.torture.pairs import ONE, Number, Pair
from tests.torture.reals import Real, rational


def violated(random: Random, flavour: str) -> Claim:
    """A strategy, a budget that is made to admit it, and a place where it is above the budget, if there is one."""
    for _ in range(5):
        first = randomized_response(random, flavour)
        queries = [first, leak_or_any(random, flavour, first)]
        greedy, place = greedy_tree(random, queries)
        if len({i for i, _ in greedy[1]}) > 1:
            break
    rounds = random.choice((1, 2, 2, 2, 2, 3)) if all(len(q.outcomes) < 4 for q in queries) else 2
    if random.random() < 0.15:
        queries.append(any_pld(random, flavour))
        rounds = min(rounds, 2)
    others = [*OTHERS, *(x for q in queries for x in q.knots())]
    tree, x = random_tree(random, queries, rounds, first=True), None
    if random.random() < 0.75:
        rounds = max(rounds, 2)
        tree, x = greedy, place
    paths = [[queries[i] for i in path] for path in realised(tree, queries) if path]
    if flavour in ("integers", "long") and random.random() < 0.7:
        budget = composed(paths[0])
        for path in paths[1:]:
            budget = join(budget, composed(path))
        said = plain(budget)
    else:
        path = max(paths, key=lambda path: (len({id(query) for query in path}), len(path)))
        budget, said = composed(path), {"compose": [["1", plain(query)] for query in path]}
    if not x or random.random() < 0.3:
        x = excess_place(random, strategy_pair(tree, queries, rounds), budget, others) or random.choice(others)
    claim = {"queries": [plain(q) for q in queries], "budget": said, "rounds": str(rounds)}
    if random.random() < 0.1:
        claim["rounds"] = "all"
    return "natural-filter-violated", claim, {"x": spelled_number(x), "tree": tree}


def greedy_tree(random: Random, queries: list[Pair]) -> tuple[Any, Number]:
    """Return the strategy that plays query 0 and then, after each answer, the query that is the largest at some x; and x."""
    knots = queries[0].knots()
    places = [*OTHERS, *knots, *((p * r, q * s) for p, q in knots for r, s in queries[1].knots())]
    random.shuffle(places)
    first, *_ = table = [rough(query) for query in queries]
    ratios = [p / q for p, q in first if p and q]
    for place in places:
        scale = int(max(abs(c) for c in place[1].terms.values())) or 1
        x = place[0].rough(scale) / place[1].rough(scale)
        gaps = [[sum(max(0, p - x / r * q) for p, q in one) for one in table] for r in ratios]
        choice = [max(range(len(table)), key=gap.__getitem__) for gap in gaps]
        if len(set(choice)) > 1:
            break
    return ["0", [[str(i), [None] * len(queries[i].knots())] for i in choice]], place


def composed(queries: list[Pair]) -> Pair:
    """Return the product of some PLDs."""
    result = identity()
    for query in queries:
        result = result.times(query)
    return result


def leak_or_any(random: Random, flavour: str, first: Pair) -> Pair:
    """Return a PLD that tells everything with some probability and nothing otherwise, or any one."""
    if random.random() < 0.2 or not first.knots():
        return any_pld(random, flavour)
    zero, leak, rest = rational(0), weight(random, flavour), weight(random, flavour)
    p, q = first.knots()[0]
    if random.random() < 0.7 and (p - q).sign() > 0:
        # The least leak for which two rounds of pure randomized response are below one and the leak.
        leak, rest = p * (p - q), q * (q + p.scaled(3))
        if random.random() < 0.5:
            leak = leak + (leak + rest).scaled(random.choice((TINY, -TINY, Fraction(1, 9))))
    return pld(leak + rest, [(leak, zero), (rest, rest), (zero, leak)])


def random_tree(random: Random, queries: list[Pair], rounds: int, *, first: bool = False) -> Any:
    """Return a random strategy."""
    if not rounds or (not first and random.random() < 0.15):
        return None
    i = 0 if first else random.randrange(len(queries))
    return [str(i), [random_tree(random, queries, rounds - 1) for _ in queries[i].knots()]]


def realised(node: Any, queries: list[Pair], path: tuple[int, ...] = ()) -> set[tuple[int, ...]]:
    """Return the multisets of queries on the paths to all nodes."""
    if node is None:
        return {path}
    here = tuple(sorted((*path, int(node[0]))))
    return {here}.union(*(realised(child, queries, here) for child in node[1]))


def strategy_pair(tree: Any, queries: list[Pair], rounds: int) -> Pair:
    """Return the outcomes of a strategy over one denominator."""
    whole = ONE
    for query in queries:
        whole = whole * query.den
    lacking = [sum_product([q.den for j, q in enumerate(queries) if j != i]) for i in range(len(queries))]
    outcomes: list[tuple[Real, Real]] = []

    def visit(node: Any, p: Real, q: Real, left: int) -> None:
        rest = sum_product([whole] * left)
        if node is None:
            outcomes.append((p * rest, q * rest))
            return
        i = int(node[0])
        p, q = p * lacking[i], q * lacking[i]
        outcomes.append((p * queries[i].infinite() * sum_product([whole] * (left - 1)), rational(0)))
        for child, (r, s) in zip(node[1], queries[i].knots(), strict=True):
            visit(child, p * r, q * s, left - 1)

    visit(tree, ONE, ONE, rounds)
    return Pair(sum_product([whole] * rounds), outcomes)


def sum_product(factors: list[Real]) -> Real:
    """Return the product of the factors."""
    result = ONE
    for factor in factors:
        result = result * factor
    return result
