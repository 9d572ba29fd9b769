"""What certificates about filters, chains and sandwiches assert, as comparisons for `certificates.crosscheck`.

Whether a query is allowed by a natural rule is not stated in a certificate, so it is decided here as well, by intervals at the
finest precision; compositions that are not told apart from the budget there count as allowed, which only asks for more. What is
counted (multisets, moves) is compared as a number, too.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import partial
from itertools import pairwise
from math import comb
from typing import Any, Literal, TypeAlias

from certificates.enclosures import PLD, Key, NotACertificate, Route, Value, read_number, read_pld
from exact.errors import TooLarge

Side: TypeAlias = Callable[[Route], Any]
Comparison: TypeAlias = tuple[str, Side, Literal["<", "<=", "="], Side]
State: TypeAlias = "tuple[int, ...] | int"

STATE_LIMIT = 20_000


def at(pld: PLD, x: Callable[[Route], Value]) -> Side:
    """Return the curve of a PLD at a point."""
    return lambda route: route.curve(pld, x(route))


def at_knots(rule: str, a: PLD, b: PLD, first: Route) -> Iterator[Comparison]:
    """Compare ``h_A <= h_B`` at the knots of B."""
    for i, ratio in enumerate(first.knots(b), 1):
        x = partial(Route.knot, pld=b, ratio=ratio)
        yield f"{rule}, knot {i}", at(a, x), "<=", at(b, x)


def count(rule: str, found: int, relation: Literal["<", "<=", "="], expected: int) -> Comparison:
    """Compare a number of things with the one that the rule asks for."""
    return rule, lambda route: route.rational(Fraction(found)), relation, lambda route: route.rational(Fraction(expected))


def positive(name: str, x: Callable[[Route], Value]) -> Comparison:
    """Compare a point with 0."""
    return f"R11-positive-x, {name}", lambda route: route.zero, "<", x


def paths(tree: Any, children: list[int], path: tuple[int, ...] = ()) -> Iterator[tuple[int, ...]]:
    """Yield the queries played, in their order, at every node of a strategy that plays one; `children` counts the finite atoms of each."""
    if tree is None:
        return
    i = int(tree[0])
    if i >= len(children) or len(tree[1]) != children[i]:
        raise NotACertificate(f"query {i} of a node does not exist or does not have {len(tree[1])} finite atoms")
    path = (*path, i)
    yield path
    for child in tree[1]:
        yield from paths(child, children, path)


def composition(queries: Sequence[PLD], indices: Sequence[int]) -> PLD:
    """Return the composition of a multiset of queries; none is the identity."""
    return tuple((indices.count(i), queries[i][0][1]) for i in sorted(set(indices))) or _IDENTITY


_IDENTITY: PLD = read_pld({"den": "1", "atoms": [["1", "1"]]})


def comparisons(certificate: dict[str, Any], ladder: Sequence[Route]) -> Iterator[Comparison]:
    """Yield the comparisons of a kind of version 3 of the format."""
    kind, claim, witness = certificate["kind"], certificate["claim"], certificate["witness"]
    first, finest = ladder[0], ladder[-1]
    if kind == "residue":
        yield from at_knots("R45-residue", read_pld(claim["U"]) + read_pld(claim["L"]), read_pld(claim["B"]), first)
    elif kind == "residue-run":
        yield from _run(claim, first)
    elif kind == "sandwich":
        yield from _sandwich(read_pld(claim["pld"]), claim["grid"], ladder)
    elif kind in {"chain", "not-chain"}:
        yield from _order(kind, claim, witness, first)
    elif kind in {"natural-filter-free", "filter-cost"}:
        yield from _cost(claim, witness, first, finest)
    else:
        raise NotACertificate(f"unknown kind {kind!r}")


def _run(claim: Any, first: Route) -> Iterator[Comparison]:
    budget = read_pld(claim["budget"])
    for i, step in enumerate(claim["steps"]):
        query = read_pld(step["query"])
        if "refused" in step:
            x = partial(Route.number, number=read_number(step["refused"]))
            yield positive(f"step {i}", x)
            yield f"R47-run-refused, step {i}", at(budget, x), "<", at(query, x)
        else:
            after = read_pld(step["budget"])
            yield from at_knots(f"R46-run-admitted, step {i}", query, budget, first)
            yield from at_knots(f"R45-residue, step {i}", after + query, budget, first)
            budget = after


def _order(kind: str, claim: Any, witness: Any, first: Route) -> Iterator[Comparison]:
    queries = [read_pld(query) for query in claim["queries"]]
    rounds = int(claim["rounds"])
    if kind == "chain":
        order = [tuple(sorted(int(i) for i in indices)) for indices in witness["order"]]
        known = {m for m in order if len(m) < rounds and all(0 <= i < len(queries) for i in m)}
        members = comb(len(queries) + rounds - 1, rounds - 1)
        yield count("R42-order-complete, different multisets", len(known), "=", members)
        yield count("R42-order-complete, multisets", len(order), "=", members)
        for n, (a, b) in enumerate(pairwise(composition(queries, m) for m in order)):
            yield from at_knots(f"R43-order-step, {n}", a, b, first)
        return
    for name in ("a", "b"):
        yield count(f"R44-multiset, {name}", len(witness[name]), "<", rounds)
    a, b = (composition(queries, [int(i) for i in witness[name]]) for name in ("a", "b"))
    x_a, x_b = (partial(Route.number, number=read_number(witness[name])) for name in ("x_a", "x_b"))
    yield "R14-a-above", at(b, x_a), "<", at(a, x_a)
    yield "R15-b-above", at(a, x_b), "<", at(b, x_b)


# ---- What a rule costs ----


def _cost(claim: Any, witness: Any, first: Route, finest: Route) -> Iterator[Comparison]:
    queries = [read_pld(query) for query in claim["queries"]]
    rule = claim.get("rule", claim)
    natural = "budget" in rule
    if not natural:
        yield count("R41-moves, moves to what is no later state", _wrong_moves(rule["moves"], len(queries)), "=", 0)
    values: dict[State, PLD] = {}
    texts: dict[str, PLD] = {}  # many states have equal values, and a step between equal ones is compared once
    for state, value in witness["values"]:
        name = tuple(int(i) for i in state) if natural else int(state)
        if name in values:
            raise NotACertificate(f"the state {name} has two values")
        text = json.dumps(value)
        values[name] = texts[text] if text in texts else texts.setdefault(text, read_pld(value))
    moves = _natural_moves(queries, rule, finest) if natural else _table_moves(rule["moves"])
    start: State = () if natural else 0
    done: set[tuple[PLD, PLD]] = set()
    for state, query, following in moves:
        played = queries[query] + values.get(following, _IDENTITY)
        if (played, values.get(state, _IDENTITY)) in done:
            continue
        done.add((played, values.get(state, _IDENTITY)))
        yield from at_knots(f"R36-value-step, {state} by {query}", played, values.get(state, _IDENTITY), first)
    whole = values.get(start, _IDENTITY)
    if "rule" not in claim:
        yield from at_knots("R37-value-budget", whole, read_pld(claim["budget"]), first)
        return
    x = partial(Route.number, number=read_number(claim["x"]))
    cost = partial(Route.number, number=read_number(claim["cost"]))
    curve = partial(_tree, queries=queries, tree=witness["tree"], x=x)
    histories = set(paths(witness["tree"], [len(first.knots(query)) for query in queries]))
    yield from _allowed(queries, rule, histories, first)
    yield "R39-cost-reached", curve, "=", cost
    yield "R40-cost-bound", at(whole, x), "<=", cost


def _tree(route: Route, queries: list[PLD], tree: Any, x: Callable[[Route], Value]) -> tuple[Value, Value]:
    value = route.tree(queries, tree, x(route), route.one, route.one)
    return value, route.one + x(route)


def _allowed(queries: list[PLD], rule: Any, histories: set[tuple[int, ...]], first: Route) -> Iterator[Comparison]:
    """Compare what a tree plays with what the rule allows (R38)."""
    if "budget" not in rule:
        table = [{int(query): int(following) for query, following in row} for row in rule["moves"]]
        wrong = sum(_state_after(table, history) is None for history in histories)
        yield count("R38-tree-allowed, plays that the table does not have", wrong, "=", 0)
        return
    budget = read_pld(rule["budget"])
    if rule["rounds"] != "all":
        longest = max(map(len, histories), default=0)
        yield count("R38-tree-allowed, queries on a path", longest, "<=", int(rule["rounds"]))
    for multiset in sorted({tuple(sorted(history)) for history in histories}):
        name = f"R38-tree-allowed, queries {', '.join(map(str, multiset))}"
        yield from at_knots(name, composition(queries, multiset), budget, first)


def _state_after(table: list[dict[int, int]], history: tuple[int, ...]) -> int | None:
    state: int | None = 0
    for i in history:
        state = None if state is None else table[state].get(i)
    return state


def _wrong_moves(table: Any, queries: int) -> int:
    moves = ((s, int(i), int(t)) for s, row in enumerate(table) for i, t in row)
    return sum(not (0 <= i < queries and s < t < len(table)) for s, i, t in moves)


def _table_moves(table: Any) -> Iterator[tuple[State, int, State]]:
    """Yield the moves from states that play can come to; a move leads to a later state."""
    reached = {0}
    for state, row in enumerate(table):
        for query, following in row if state in reached else ():
            reached.add(int(following))
            yield state, int(query), int(following)


def _natural_moves(queries: list[PLD], rule: Any, finest: Route) -> Iterator[tuple[State, int, State]]:
    budget = read_pld(rule["budget"])
    most = None if rule["rounds"] == "all" else int(rule["rounds"])
    level: list[tuple[int, ...]] = [()]
    states, size = 1, 0
    while level and (most is None or size < most):
        before, following = set(level), dict[tuple[int, ...], bool]()
        for state in level:
            for i in range(len(queries)):
                after = tuple(sorted((*state, i)))
                if after not in following:
                    smaller = all((*after[:k], *after[k + 1 :]) in before for k in range(len(after)))  # leaks no more
                    following[after] = smaller and _is_allowed(composition(queries, after), budget, finest)
                if following[after]:
                    yield state, i, after
        level, size = [state for state, allowed in following.items() if allowed], size + 1
        states += len(level)
        if states > STATE_LIMIT:
            raise TooLarge(f"the rule allows more than {STATE_LIMIT} multisets of queries")


def _is_allowed(whole: PLD, budget: PLD, finest: Route) -> bool:
    for ratio in finest.knots(budget):
        x = finest.knot(budget, ratio)
        (a, _), (b, _) = finest.curve(whole, x), finest.curve(budget, x)
        if (b - a).b < 0:
            return False
    return True


# ---- Sandwiches ----


def _sandwich(pld: PLD, grid: Any, ladder: Sequence[Route]) -> Iterator[Comparison]:
    points = [partial(Route.number, number=read_number(x)) for x in grid[:-1]]
    intervals = _intervals(pld, points, ladder[-1])
    yield "R48-grid, first", points[0], "=", lambda route: route.one
    for i, (x, y) in enumerate(pairwise(points)):
        yield f"R48-grid, {i}", x, "<", y
    lower, upper = (partial(_mixture, parts=(pld, intervals, points[i:])) for i in (0, 1))
    for i, ratio in enumerate(ladder[0].knots(pld), 1):
        x = partial(Route.knot, pld=pld, ratio=ratio)
        yield f"R49-sandwich-lower, knot {i}", partial(lower, x=x), "<=", at(pld, x)
    for i, point in enumerate(points):
        for name, x in ((f"knot {i}", point), (f"knot -{i}", partial(_inverse, x=point))):
            yield f"R50-sandwich-upper, {name}", at(pld, x), "<=", partial(upper, x=x)


def _inverse(route: Route, x: Callable[[Route], Value]) -> Value:
    return route.one / x(route)


def _intervals(pld: PLD, points: list[Any], finest: Route) -> list[list[Key]]:
    """Return the ratios in each interval of the grid; a ratio that is not told apart from a grid point counts as that point."""
    found: list[list[Key]] = [[] for _ in points]
    limits = [point(finest) for point in points]
    for key in finest.atoms(pld):
        if key == "0":
            continue
        place = len(points) - 1
        if key != "inf":
            ratio = finest.knot(pld, key)
            size = ratio if ratio.b >= 1 else finest.one / ratio
            place = sum(1 for limit in limits[1:] if size.b >= limit.a)
        found[place].append(key)
    return found


def _mixture(
    route: Route, parts: tuple[PLD, list[list[Key]], list[Any]], x: Callable[[Route], Value]
) -> tuple[Value, Value]:
    """Enclose the curve at x of the mixture of RR at one point for each interval; where a point is missing, of the total leak."""
    pld, intervals, points = parts
    value, there = route.zero, x(route)
    for i, keys in enumerate(intervals):
        weight = sum((route.atoms(pld)[key][0] for key in keys), route.zero)
        if i == len(points):
            value = value + weight
            continue
        t = points[i](route)
        for p, q in ((t, route.one), (route.one, t)):
            value = value + weight * route.positive((p - there * q) / (t + route.one))
    return value, route.one + there
