"""The truth of claims about filters, by brute force, as judge.py does for the other kinds.

What a filter costs is the largest value of a strategy, found at one x at a time by trying every strategy on every history
of outcomes. Only then the witness is read, rule by rule. No value of a state is believed or needed for the truth.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from functools import partial
from itertools import combinations_with_replacement, pairwise
from typing import Any

from tests.torture.judge import (
    NotTrue,
    Unshown,
    dominated,
    need,
    ordered,
    positive,
    read_plain,
    read_pld,
    total,
)
from tests.torture.pairs import ONE, Number, Pair
from tests.torture.reals import ONE as UNIT
from tests.torture.reals import NoNumber, Real, TooLarge, Undecided, rational, read_number, spend

LONGEST = 8  # queries of one strategy; claims with longer ones are not used
State = Any  # a tuple of queries, or the number of a row
IDENTITY = Pair(ONE, [(ONE, ONE)])


def multiset(value: Any) -> tuple[int, ...]:
    """Return a multiset of queries, or raise NoNumber where it decreases."""
    result = tuple(int(i) for i in value)
    need(list(result) == sorted(result), NoNumber)
    return result


def different(queries: list[Pair]) -> None:
    """Raise NotTrue if two queries are the same."""
    for j, query in enumerate(queries):
        need(not any(dominated(query, other) and dominated(other, query) for other in queries[:j]))


def played(tree: Any, queries: list[Pair], x: Number, start: Any, after: Callable[[Any, int], Any]) -> list[Number]:
    """Return the parts of the curve of a strategy at x, times the denominator of x; Unshown if its form is wrong.

    `after` gives the state after a query, or raises.
    """
    parts: list[Number] = []  # numerators and denominators of what ends

    def visit(node: Any, state: Any, p: Real, q: Real, den: Real) -> None:
        if node is None:
            part = p * x[1] - q * x[0]
            if part.sign() > 0:
                parts.append((part, den))
            return
        i = int(node[0])
        need(i < len(queries), Unshown)
        query = queries[i]
        need(len(node[1]) == len(query.knots()), Unshown)
        state = after(state, i)
        parts.append((p * query.infinite() * x[1], den * query.den))
        for child, (r, s) in zip(node[1], query.knots(), strict=True):
            visit(child, state, p * r, q * s, den * query.den)

    visit(tree, start, ONE, ONE, ONE)
    return parts


class Compositions:
    """The products of the queries of multisets, each multiplied out once."""

    def __init__(self, queries: list[Pair]) -> None:
        self.queries, self.known = queries, {(): IDENTITY}

    def of(self, many: tuple[int, ...]) -> Pair:
        """Return the product."""
        if many not in self.known:
            spend(100)
            self.known[many] = self.of(many[:-1]).times(self.queries[many[-1]])
        return self.known[many]


def natural(queries: list[Pair], budget: Pair, rounds: str) -> dict[State, dict[int, State]]:
    """Return the moves of the natural filter: from each multiset that can be reached the queries and the states after them."""
    family, many = Compositions(queries), {()}
    most = LONGEST if rounds == "all" else int(rounds)
    for n in range(1, most + 1):
        if n == LONGEST:
            raise TooLarge
        layer = {m for m in combinations_with_replacement(range(len(queries)), n) if dominated(family.of(m), budget)}
        if not layer:
            break
        many |= layer
    steps = {state: [(i, tuple(sorted((*state, i)))) for i in range(len(queries))] for state in many}
    return {state: {i: after for i, after in row if after in many} for state, row in steps.items()}


def table(moves: Any, queries: list[Pair]) -> dict[State, dict[int, State]]:
    """Return the moves of a table, or raise NotTrue if it is none."""
    rows = [[(int(i), int(after)) for i, after in row] for row in moves]
    for state, row in enumerate(rows):
        need(all(one < two for (one, _), (two, _) in pairwise(row)), NoNumber)
        need(all(i < len(queries) and state < after < len(rows) for i, after in row))
    return {state: dict(row) for state, row in enumerate(rows)}


def largest(queries: list[Pair], moves: dict[State, dict[int, State]], start: State, places: list[Number]) -> Iterator[Number]:
    """Yield for each x the largest value of a strategy there: of all choices after all histories of outcomes."""
    dens = [query.den for query in queries]
    whole, depth = product(dens), longest(moves, start)
    lacks = [product(dens[:i] + dens[i + 1 :]) for i in range(len(dens))]
    atoms = [[(p * rest, q * rest) for p, q in query.outcomes] for query, rest in zip(queries, lacks, strict=True)]
    scale = [product([whole] * n) for n in range(depth + 1)]
    masses = [whole, *(mass for row in atoms for atom in row for mass in atom)]
    for x in places:
        if all(number.rational() for number in [*x, *masses]):
            numbers = [[(value(p), value(q)) for p, q in row] for row in atoms]
            most = at_one(numbers, [value(s) for s in scale], lambda n: (n > 0) - (n < 0), moves)(start, value(x[1]), value(x[0]), depth)
            yield rational(most), scale[depth] * x[1]
        else:
            yield at_one(atoms, scale, Real.sign, moves)(start, x[1], x[0], depth), scale[depth] * x[1]


def at_one(atoms: Any, scale: list[Any], sign: Callable[[Any], int], moves: dict[State, dict[int, State]]) -> Callable[..., Any]:
    """Return the function that tries all that may follow a history: state, p, x times q, and how many queries may follow."""

    def best(state: State, p: Any, q: Any, left: int) -> Any:
        spend(2 + len(moves[state]))
        rest = p - q
        found = rest * scale[left] if sign(rest) > 0 else rest - rest
        for i, after in moves[state].items():
            here = rest - rest
            for r, s in atoms[i]:
                if not sign(s):
                    here = here + p * r * scale[left - 1]  # whatever follows
                elif sign(r):
                    here = here + best(after, p * r, q * s, left - 1)
            if sign(here - found) > 0:
                found = here
        return found

    return best


def value(number: Real) -> Any:
    """Return a rational number as a Python number."""
    return number.terms.get(UNIT, 0)


def product(factors: list[Real]) -> Real:
    """Return the product of the factors."""
    result = ONE
    for factor in factors:
        result = result * factor
    return result


def longest(moves: dict[State, dict[int, State]], state: State) -> int:
    """Return the number of queries of the longest strategy."""
    spend(1)
    return max((1 + longest(moves, after) for after in moves[state].values()), default=0)


def reached(moves: dict[State, dict[int, State]], start: State) -> set[State]:
    """Return the states that can be reached."""
    found, waiting = {start}, [start]
    while waiting:
        for after in moves[waiting.pop()].values():
            if after not in found:
                found.add(after)
                waiting.append(after)
    return found


def show_values(queries: list[Pair], moves: Any, start: State, listed: Any, exists: Callable[[State], bool]) -> Pair:
    """Return the value of the start, or raise Unshown unless the values bound every strategy."""
    values: dict[State, Pair] = {}
    for said, plain in listed:
        state = multiset(said) if isinstance(said, list) else int(said)
        try:
            pair = read_plain(plain)
        except NotTrue:
            raise Unshown from None
        need(exists(state) and state not in values, Unshown)
        values[state] = pair
    for state in reached(moves, start):
        for i, after in moves[state].items():
            need(dominated(queries[i].times(values.get(after, IDENTITY)), values.get(state, IDENTITY)), Unshown)
    return values.get(start, IDENTITY)


def read_queries(claim: Any) -> list[Pair]:
    """Return the queries."""
    return [read_plain(query) for query in claim["queries"]]


def names(queries: list[Pair], state: Any) -> bool:
    """Return whether a multiset names queries."""
    return all(i < len(queries) for i in state)


def kept(queries: list[Pair], budget: Pair, moves: Any) -> bool:
    """Return whether no strategy is above the budget; at the ratios of both, which is everywhere."""
    knots = Pair(budget.den, ordered(budget)).knots()
    places = [*knots, *(x for query in queries for x in query.knots())]
    return all(
        (most * budget.den * x[1] - budget.excess(x) * den).sign() <= 0
        for x, (most, den) in zip(places, largest(queries, moves, (), places), strict=True)
    )


def judge_violated(claim: Any, witness: Any) -> None:
    """Judge a strategy that is to be above the budget; where it shows nothing, whether there is another one."""
    queries, budget, rounds = read_queries(claim), read_pld(claim["budget"]), claim["rounds"]
    different(queries)
    known: dict[tuple[int, ...], bool] = {}
    family = Compositions(queries)

    def admitted(state: tuple[int, ...], i: int) -> tuple[int, ...]:
        path = tuple(sorted((*state, i)))
        need(rounds == "all" or len(path) <= int(rounds), Unshown)
        if path not in known:
            known[path] = dominated(family.of(path), budget)
        need(known[path], Unshown)
        return path

    try:
        x = positive(read_number(witness["x"]))
        parts = played(witness["tree"], queries, x, (), admitted)
        need((total([(n * budget.den, d) for n, d in parts], budget.excess(x))).sign() > 0, Unshown)
    except Unshown:
        with contextlib.suppress(TooLarge, Undecided):
            need(not kept(queries, budget, natural(queries, budget, rounds)))
        raise


def judge_free(claim: Any, witness: Any) -> None:
    """Judge whether no strategy is above the budget, then whether the values show it."""
    queries, budget = read_queries(claim), read_pld(claim["budget"])
    different(queries)
    form_values(witness, of_table=False)
    moves = natural(queries, budget, claim["rounds"])
    need(kept(queries, budget, moves))
    need(dominated(show_values(queries, moves, (), witness["values"], partial(names, queries)), budget), Unshown)


def form_values(witness: Any, *, of_table: bool) -> None:
    """Raise NoNumber unless the states of the values are of the sort that the rule has."""
    for state, _ in witness["values"]:
        need(isinstance(state, str if of_table else list), NoNumber)


def judge_cost(claim: Any, witness: Any) -> None:
    """Judge the largest value of a strategy at x, then the strategy and the values that are to show it."""
    queries, rule = read_queries(claim), claim["rule"]
    different(queries)
    form_values(witness, of_table="moves" in rule)
    x, (cost, den) = positive(read_number(claim["x"]), NotTrue), read_number(claim["cost"])
    need(den.sign() > 0)
    start: State = 0
    if "moves" in rule:
        moves = table(rule["moves"], queries)
        exists: Callable[[State], bool] = moves.__contains__
    else:
        start, moves, exists = (), natural(queries, read_pld(rule["budget"]), rule["rounds"]), partial(names, queries)
    (most, scale), = largest(queries, moves, start, [x])
    need(not (most * den - cost * scale).terms)

    def after(state: State, i: int) -> State:
        need(i in moves[state], Unshown)
        return moves[state][i]

    parts = played(witness["tree"], queries, x, start, after)
    need(not total([(n * den, d) for n, d in parts], cost * x[1]).terms, Unshown)
    bound = show_values(queries, moves, start, witness["values"], exists)
    need((bound.excess(x) * den - cost * bound.den * x[1]).sign() <= 0, Unshown)


JUDGES: dict[str, Callable[[Any, Any], None]] = {
    "natural-filter-violated": judge_violated,
    "natural-filter-free": judge_free,
    "filter-cost": judge_cost,
}
