"""Random claims about what filters cost: queries, rules, strategies, and values by a recursion of our own."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

from tests.torture.blocks import (
    OTHERS,
    TINY,
    Claim,
    any_pld,
    garbled,
    identity,
    join,
    mixed_with_leak,
    monomial,
    plain,
    pld,
    randomized_response,
    rough,
    spelled_number,
    weight,
)
from tests.torture.judge import dominated, ordered, read_plain, read_pld
from tests.torture.judge_filters import natural, table
from tests.torture.pairs import Number, Pair
from tests.torture.reals import TooLarge, rational
from tests.torture.strategies import composed, strategy_pair, violated

RATIONAL = ("integers", "long")
Moves = dict[Any, dict[int, Any]]


def leak_of(random: Random, flavour: str) -> Pair:
    """Return a PLD that tells everything with some probability, nothing otherwise."""
    zero, leak, rest = rational(0), monomial(random, flavour), weight(random, flavour)
    return pld(leak + rest, [(leak, zero), (rest, rest), (zero, leak)])


def union(pair: Pair) -> Pair:
    """Return the PLD of outcomes in any order."""
    return pld(pair.den, ordered(pair))


def family(random: Random, flavour: str, most: int = 3) -> list[Pair]:
    """Return one to three queries that tend to be comparable, and different."""
    first = random.choice((randomized_response, randomized_response, leak_of, any_pld))(random, flavour)
    queries = [first]
    for _ in range(random.choice((0, 1, 1, 1, 2)) if flavour in RATIONAL else random.choice((0, 1, 1))):
        how = random.randrange(8)
        if how < 2:
            one = garbled(random, flavour if flavour in RATIONAL else "integers", random.choice(queries))[0]
        elif how == 2 and len(first.outcomes) < 4:
            one = union(first.times(first))
        elif how == 3:
            one = mixed_with_leak(random.choice(queries), random.choice((TINY, Fraction(1, 5), Fraction(1, 2))))
        elif how == 4:
            one = leak_of(random, flavour)
        elif how == 5:
            one = any_pld(random, flavour)
        elif how == 6 and random.random() < 0.3:
            one = identity()
        else:
            one = randomized_response(random, flavour)
        same = any(dominated(one, other) and dominated(other, one) for other in queries)
        if len(one.outcomes) < 6 and (not same or random.random() < 0.03):
            queries.append(one)
    random.shuffle(queries)
    return queries[:most]


def upper(a: Pair, b: Pair) -> Pair:
    """Return a PLD above both: the larger one, the least one where all is rational, else both together."""
    if dominated(a, b):
        return b
    if dominated(b, a):
        return a
    if all(m.rational() for pair in (a, b) for o in [(pair.den,), *pair.outcomes] for m in o):
        return join(a, b)
    return union(a.times(b))


def recursion(queries: list[Pair], moves: Moves, start: Any) -> dict[Any, Pair]:
    """Return a value for each state that can be reached: the least one, where all is rational."""
    found: dict[Any, Pair] = {}

    def visit(state: Any) -> Pair:
        if state not in found:
            best = identity()
            for i, after in moves[state].items():
                best = upper(best, union(queries[i].times(visit(after))))
            found[state] = best
        return found[state]

    visit(start)
    return found


def state_of(state: Any) -> Any:
    """Return the JSON of a state."""
    return str(state) if isinstance(state, int) else [str(i) for i in state]


def listed(random: Random, values: dict[Any, Pair], moves: Moves) -> Any:
    """Return the JSON of the values; those of states without a move may be left out."""
    states = [s for s in values if moves[s] or random.random() < 0.15]
    if random.random() < 0.3:
        random.shuffle(states)
    result = []
    for state in states:
        pair = values[state]
        if random.random() < 0.05:  # larger than necessary
            pair = mixed_with_leak(pair, random.choice((TINY, Fraction(1, 3))))
        result.append([state_of(state), plain(pair)])
    return result


def length(random: Random, flavour: str, queries: list[Pair]) -> int:
    """Return a number of rounds that is small enough for brute force."""
    size = max(len(query.outcomes) for query in queries)
    if flavour not in RATIONAL:
        return random.choice((0, 1, 1, 2)) if size > 2 else random.choice((1, 2, 2, 2))
    return random.choice((0, 1, 2, 2, 2) if size > 3 else (1, 2, 2, 2, 3, 3))


def budget_for(random: Random, flavour: str, queries: list[Pair], rounds: int) -> tuple[Any, Pair]:
    """Return the JSON of a budget that admits something, and the budget."""
    path = random.choices(range(len(queries)), k=max(1, rounds - random.choice((0, 0, 0, 1))))
    budget = composed([queries[i] for i in path])
    said: Any = {"compose": [["1", plain(queries[i])] for i in path]}
    if flavour in RATIONAL and random.random() < 0.6:
        for _ in range(random.choice((1, 1, 2))):
            other = composed(random.choices(queries, k=random.choice((1, max(1, rounds)))))
            budget = upper(union(budget), union(other))
        said = plain(union(budget))
    elif random.random() < 0.15:
        budget = any_pld(random, flavour)
        said = plain(budget)
    return said, budget


def rounds_text(random: Random, queries: list[Pair], budget: Pair, rounds: int) -> str:
    """Return the number of rounds, or "all" where that is not much more."""
    if random.random() < 0.35:
        try:
            if max(map(len, natural(queries, budget, "all"))) <= 3:
                return "all"
        except TooLarge:
            pass
    return str(rounds)


def free(random: Random, flavour: str) -> Claim:
    """Queries, a budget that is raised until the filter keeps it (or not), and the values of the recursion."""
    if random.random() < 0.25:
        return against_violated(random, flavour)
    queries = family(random, flavour)
    rounds = length(random, flavour, queries)
    said, budget = budget_for(random, flavour, queries, rounds)
    text = str(rounds)
    for _ in range(random.choice((0, 3, 3, 3))):
        values = recursion(queries, natural(queries, budget, text), ())
        if dominated(values[()], budget):
            break
        budget = upper(union(budget), values[()])
        said = plain(union(budget))
    text = rounds_text(random, queries, budget, rounds)
    if random.random() < 0.12:  # smaller or larger by very little
        change = random.choice((smaller, mixed_with_leak))
        budget = change(union(budget), random.choice((TINY, Fraction(1, 10**20), Fraction(1, 100))))
        said = plain(budget)
    moves = natural(queries, budget, text)
    values = recursion(queries, moves, ())
    claim = {"queries": [plain(query) for query in queries], "budget": said, "rounds": text}
    return "natural-filter-free", claim, {"values": listed(random, values, moves)}


def against_violated(random: Random, flavour: str) -> Claim:
    """Claim that a budget is kept which some strategy is made to break."""
    claim = violated(random, flavour)[1]
    queries, budget = [read_plain(query) for query in claim["queries"]], read_pld(claim["budget"])
    moves = natural(queries, budget, claim["rounds"])
    return "natural-filter-free", claim, {"values": listed(random, recursion(queries, moves, ()), moves)}


def smaller(pair: Pair, part: Fraction) -> Pair:
    """Return (1 - part) of the PLD, and nothing told otherwise."""
    outcomes = [(p.scaled(1 - part), q.scaled(1 - part)) for p, q in pair.outcomes]
    return pld(pair.den, [*outcomes, (pair.den.scaled(part), pair.den.scaled(part))])


def best_tree(queries: list[Pair], moves: Moves, start: Any, place: Number) -> Any:
    """Return a strategy that is the largest at x as far as floats can tell."""
    scale = int(max(abs(c) for c in place[1].terms.values())) or 1
    x = place[0].rough(scale) / place[1].rough(scale)
    masses = [rough(query) for query in queries]

    def visit(state: Any, p: float, q: float) -> tuple[float, Any]:
        found, tree = max(0.0, p - x * q), None
        for i, after in moves[state].items():
            here = p * sum(r for r, s in masses[i] if not s)
            children = [visit(after, p * r, q * s) for r, s in masses[i] if r and s]
            here += sum(part for part, _ in children)
            if here > found:
                found, tree = here, [str(i), [child for _, child in children]]
        return found, tree

    return visit(start, 1.0, 1.0)[1]


def legal_tree(random: Random, queries: list[Pair], moves: Moves, state: Any) -> Any:
    """Return a random strategy that obeys the rule."""
    if not moves[state] or random.random() < 0.15:
        return None
    i = random.choice(list(moves[state]))
    return [str(i), [legal_tree(random, queries, moves, moves[state][i]) for _ in queries[i].knots()]]


def some_moves(random: Random, queries: list[Pair], most: int) -> list[list[list[str]]]:
    """Return a table of up to five states; from each, moves to later ones."""
    size = random.choice((1, 2, 3, 3, 4, 4, 5)[: most + 3])
    rows = []
    for state in range(size):
        later = list(range(state + 1, size))
        rows.append([[str(i), str(random.choice(later))] for i in range(len(queries)) if later and random.random() < 0.7])
    return rows


def cost_by(random: Random, flavour: str, *, by_moves: bool) -> Claim:
    """A rule, a place x, the strategy that is the largest there, and values."""
    queries = family(random, flavour)
    rounds = length(random, flavour, queries)
    start: Any = 0
    if by_moves:
        said = {"moves": some_moves(random, queries, 2 * rounds)}
        moves = table(said["moves"], queries)
    else:
        start = ()
        budget_said, budget = budget_for(random, flavour, queries, rounds)
        text = rounds_text(random, queries, budget, rounds)
        said = {"budget": budget_said, "rounds": text}
        moves = natural(queries, budget, text)
    knots = [x for query in queries for x in query.knots()]
    places = [*OTHERS, *knots, *((p * r, q * s) for p, q in knots[:3] for r, s in knots[:3])]
    x = random.choice(places)
    tree = best_tree(queries, moves, start, x) if random.random() < 0.9 else legal_tree(random, queries, moves, start)
    pair = strategy_pair(tree, queries, depth(tree))
    cost = pair.excess(x), pair.den * x[1]
    values = recursion(queries, moves, start)
    claim = {"queries": [plain(query) for query in queries], "rule": said}
    claim |= {"x": spelled_number(x), "cost": spelled_number(cost)}
    return "filter-cost", claim, {"tree": tree, "values": listed(random, values, moves)}


def depth(node: Any) -> int:
    """Return the number of queries on the longest path."""
    return 0 if node is None else 1 + max(map(depth, node[1]), default=0)


def cost_by_budget(random: Random, flavour: str) -> Claim:
    """What a natural filter costs."""
    return cost_by(random, flavour, by_moves=False)


def cost_by_moves(random: Random, flavour: str) -> Claim:
    """What a table costs."""
    return cost_by(random, flavour, by_moves=True)


