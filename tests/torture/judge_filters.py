"""The truth of what version 3 of the format can claim, by brute force, as judge.py does for the other kinds.

What a filter costs is the largest value of a strategy, found at one x at a time by trying every strategy on every history
of outcomes; a chain is decided on all pairs; residues and sandwiches are multiplied out. Only then the witness is read,
rule by rule. Nothing is merged and no value of a state is believed or needed for the truth.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from itertools import combinations, combinations_with_replacement, pairwise
from typing import Any

from tests.torture.judge import (
    NotTrue,
    Unshown,
    above,
    different,
    dominated,
    need,
    ordered,
    played,
    positive,
    read_plain,
    read_pld,
    total,
)
from tests.torture.pairs import ONE, Number, Pair
from tests.torture.reals import ONE as UNIT
from tests.torture.reals import NoNumber, Real, TooLarge, integral, read_number, spend

LONGEST = 8  # queries of one strategy; claims with longer ones are not used
State = Any  # a tuple of queries, or the number of a row
IDENTITY = Pair(ONE, [(ONE, ONE)])


def multiset(value: Any) -> tuple[int, ...]:
    """Return a multiset of queries, or raise NoNumber where it decreases."""
    result = tuple(int(i) for i in value)
    need(list(result) == sorted(result), NoNumber)
    return result


class Compositions:
    """The products of the queries of multisets, each multiplied out once."""

    def __init__(self, queries: list[Pair]) -> None:
        self.queries, self.known = queries, {(): IDENTITY}

    def of(self, many: tuple[int, ...]) -> Pair:
        """Return the product."""
        if many not in self.known:
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


def largest(queries: list[Pair], moves: dict[State, dict[int, State]], start: State, places: Iterable[Number]) -> Iterable[Number]:
    """Yield for each x the largest value of a strategy there: of all choices after all histories of outcomes."""
    den, *masses = integral([ONE, *(m for query in queries for atom in [(query.den,) * 2, *query.outcomes] for m in atom)])
    dens, atoms, k = [], [], 0
    for query in queries:
        dens.append(masses[k])
        row = masses[k + 2 : k + 2 + 2 * len(query.outcomes)]
        atoms.append(list(zip(row[::2], row[1::2], strict=True)))
        k += 2 + len(row)
    whole = product(dens)
    atoms = [
        [(p * rest, q * rest) for p, q in row]
        for i, row in enumerate(atoms)
        for rest in [product(dens[:i] + dens[i + 1 :])]
    ]
    depth = longest(moves, start)
    scale = [product([whole] * n) for n in range(depth + 1)]
    plain = all(value.rational() for value in [whole, *(m for row in atoms for atom in row for m in atom)])

    def best(state: State, p: Any, q: Any, left: int, sign: Callable[[Any], int], powers: list[Any], data: Any) -> Any:
        spend(2 + len(moves[state]))
        rest = p - q  # p times the denominator of x, q times its numerator
        found = rest * powers[left] if sign(rest) > 0 else rest - rest
        for i, after in moves[state].items():
            here = None
            for r, s in data[i]:
                if is_zero(s):
                    part = p * r * powers[left - 1]
                elif is_zero(r):
                    continue
                else:
                    part = best(after, p * r, q * s, left - 1, sign, powers, data)
                here = part if here is None else here + part
            if here is not None and sign(here - found) > 0:
                found = here
        return found

    for x in places:
        if plain and x[0].rational() and x[1].rational():
            numbers = [[(value(p), value(q)) for p, q in row] for row in atoms]
            whole_numbers = [value(s) for s in scale]
            most = best(start, value(x[1]), value(x[0]), depth, lambda n: (n > 0) - (n < 0), whole_numbers, numbers)
            yield Real({UNIT: most} if most else {}), scale[depth] * x[1]
        else:
            yield best(start, x[1], x[0], depth, Real.sign, scale, atoms), scale[depth] * x[1]


def value(number: Real) -> Any:
    """Return a rational number as a Python number."""
    return number.terms.get(UNIT, 0)


def is_zero(number: Any) -> bool:
    """Return whether a Real or a Python number is zero."""
    return not (number.terms if isinstance(number, Real) else number)


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


def judge_free(claim: Any, witness: Any) -> None:
    """Judge whether no strategy is above the budget; at the ratios of both, which is everywhere."""
    queries, budget = read_queries(claim), read_pld(claim["budget"])
    different(queries)
    form_values(witness, of_table=False)
    moves = natural(queries, budget, claim["rounds"])
    knots = Pair(budget.den, ordered(budget)).knots()
    places = [*knots, *(x for query in queries for x in query.knots())]
    for x, (most, den) in zip(places, largest(queries, moves, (), places), strict=True):
        need((most * budget.den * x[1] - budget.excess(x) * den).sign() <= 0)
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


def all_compositions(claim: Any) -> tuple[list[Pair], dict[tuple[int, ...], Pair]]:
    """Return the queries and all compositions of fewer than `rounds` of them."""
    queries, rounds = read_queries(claim), int(claim["rounds"])
    different(queries)
    need(rounds > 0, NoNumber)
    family = Compositions(queries)
    found = [m for n in range(rounds) for m in combinations_with_replacement(range(len(queries)), n)]
    return queries, {m: family.of(m) for m in found}


def judge_chain(claim: Any, witness: Any) -> None:
    """Judge whether all pairs of compositions are comparable, then whether the order shows it."""
    order = [multiset(m) for m in witness["order"]]
    _, found = all_compositions(claim)
    need(all(dominated(a, b) or dominated(b, a) for a, b in combinations(found.values(), 2)))
    need(sorted(order) == sorted(found), Unshown)
    need(all(dominated(found[a], found[b]) for a, b in pairwise(order)), Unshown)


def judge_not_chain(claim: Any, witness: Any) -> None:
    """Judge whether some pair is incomparable, then whether this one is."""
    a, b = multiset(witness["a"]), multiset(witness["b"])
    x_a, x_b = read_number(witness["x_a"]), read_number(witness["x_b"])
    _, found = all_compositions(claim)
    need(not all(dominated(one, two) or dominated(two, one) for one, two in combinations(found.values(), 2)))
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
    """Return the mixture of randomised responses at x = X/Y with weights over one denominator."""
    sums = [x + y for _, (x, y) in parts]
    outcomes = []
    for k, (weight, (x, y)) in enumerate(parts):
        mass = weight * product(sums[:k] + sums[k + 1 :])
        outcomes += [(mass * x, mass * y), (mass * y, mass * x)]
    return Pair(den * product(sums), [(p, q) for p, q in outcomes if p.terms or q.terms])


JUDGES: dict[str, Callable[[Any, Any], None]] = {
    "natural-filter-free": judge_free,
    "filter-cost": judge_cost,
    "chain": judge_chain,
    "not-chain": judge_not_chain,
    "residue": lambda claim, _: judge_residue(claim),
    "residue-run": lambda claim, _: judge_run(claim),
    "sandwich": lambda claim, _: judge_sandwich(claim),
}
