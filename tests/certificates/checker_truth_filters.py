"""The second opinion on what a rule costs: every strategy is tried, one x at a time.

First the witness is read, rule by rule, so that what is wrong has a name. Then the claim is decided without it.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from tests.certificates.checker_oracle import Atoms, Number, Oracle, Unknown, require

IDENTITY: Atoms = [(Fraction(1), Fraction(1))]
Key = Any
MOST = 400  # states, and values of x at them
Moves = Callable[[Key], list[tuple[int, Key]]]


def queries(o: Oracle, claim: Any) -> list[Atoms]:
    """Return the queries, which are different."""
    found = [o.atoms(query) for query in claim["queries"]]
    for i, a in enumerate(found):
        require(all(o.compare(a, b) != {0} for b in found[:i]), "queries different")
    return found


def composition(o: Oracle, parts: list[Atoms], state: tuple[int, ...]) -> Atoms:
    """Return the composition of the queries of a multiset."""
    result = IDENTITY
    for i in state:
        if len(parts[i]) > 1:
            result = o.product(result, parts[i])
    return result


def natural(o: Oracle, parts: list[Atoms], budget: Atoms, rounds: str) -> Moves:
    """Return the moves of the natural filter from each multiset."""
    known: dict[Key, bool] = {}

    def admissible(state: Key) -> bool:
        if state not in known:
            if len(known) > MOST:
                raise Unknown
            known[state] = 1 not in o.compare(composition(o, parts, state), budget)
        return known[state]

    def moves(state: Key) -> list[tuple[int, Key]]:
        if rounds != "all" and len(state) >= int(rounds):
            return []
        nexts = [(i, tuple(sorted((*state, i)))) for i in range(len(parts))]
        return [(i, after) for i, after in nexts if admissible(after)]

    return moves


def by_table(rows: Any, count: int) -> Moves:
    """Return the moves of a table, in which every move leads on."""
    table = [[(int(i), int(after)) for i, after in row] for row in rows]
    for state, row in enumerate(table):
        require(all(i < count and state < after < len(table) for i, after in row), "moves")
    return lambda state: table[state]


def values(o: Oracle, listed: Any, fits: Callable[[Key], bool]) -> dict[Key, Atoms]:
    """Return the values that the witness lists."""
    found: dict[Key, Atoms] = {}
    pairs = [(state, o.atoms(plain)) for state, plain in listed]
    for state, atoms in pairs:
        key = int(state) if isinstance(state, str) else tuple(map(int, state))
        require(key not in found and fits(key), "value states")
        found[key] = atoms
    return found


def steps(o: Oracle, parts: list[Atoms], moves: Moves, start: Key, found: dict[Key, Atoms]) -> None:
    """Look at the value of every state that can be reached."""
    seen, waiting = {start}, [start]
    while waiting:
        state = waiting.pop()
        for i, after in moves(state):
            total = o.product(parts[i], found.get(after, IDENTITY))
            require(1 not in o.compare(total, found.get(state, IDENTITY)), "value step")
            if after not in seen:
                seen.add(after)
                waiting.append(after)
        if len(seen) > MOST:
            raise Unknown


def largest(o: Oracle, parts: list[Atoms], moves: Moves) -> Callable[[Key, Number], Number]:
    """Return the function that finds the largest value at x of a strategy from a state on, by trying all."""
    known: dict[Key, Number] = {}

    def value(state: Key, x: Number) -> Number:
        key = state, x if isinstance(x, Fraction) else o.context.nstr(x, o.context.dps // 2)
        if key in known:
            return known[key]
        if len(known) > 10 * MOST:
            raise Unknown
        rest = o.add(Fraction(1), o.times(Fraction(-1), x))
        result = rest if o.sign(rest, Fraction(0)) > 0 else Fraction(0)
        for i, after in moves(state):
            if len(parts[i]) == 1 and isinstance(state, tuple):
                continue  # the identity changes nothing but the number of rounds
            total: Number = Fraction(0)
            for p, q in parts[i]:
                if q == 0:
                    total = o.add(total, p)
                elif p != 0:
                    total = o.add(total, o.times(p, value(after, o.over(o.times(x, q), p))))
            if o.sign(total, result) > 0:
                result = total
        known[key] = result
        return result

    return value


def _free(o: Oracle, claim: Any, witness: Any) -> None:
    parts, budget = queries(o, claim), o.atoms(claim["budget"])
    found = values(o, witness["values"], lambda state: all(i < len(parts) for i in state))
    moves = natural(o, parts, budget, claim["rounds"])
    steps(o, parts, moves, (), found)
    require(1 not in o.compare(found.get((), IDENTITY), budget), "value budget")
    value = largest(o, parts, moves)
    for x in [*o.knots(budget), Fraction(1, 3), Fraction(1), Fraction(7, 4), Fraction(10**9)]:
        require(o.sign(value((), x), o.h(budget, x)) <= 0, "free")


def tree_curve(  # noqa: PLR0917  (the rule, and the strategy)
    o: Oracle, parts: list[Atoms], moves: Moves, start: Key, tree: Any, x: Number
) -> Number:
    """Return the curve of the strategy of the witness at x, after seeing that it obeys the rule."""

    def curve(node: Any, state: Key, p: Number, q: Number) -> Number:
        if node is None:
            value = o.add(p, o.times(Fraction(-1), o.times(x, q)))
            return value if o.sign(value, Fraction(0)) > 0 else Fraction(0)
        i, children = int(node[0]), node[1]
        require(i < len(parts), "index")
        finite = [(r, s) for r, s in parts[i] if r != 0 and s != 0]
        require(len(finite) == len(children), "children")
        nexts = dict(moves(state))
        require(i in nexts, "allowed")
        total: Number = Fraction(0)
        for r, s in parts[i]:
            if s == 0:
                total = o.add(total, o.times(p, r))
        for child, (r, s) in zip(children, finite, strict=True):
            total = o.add(total, curve(child, nexts[i], o.times(p, r), o.times(q, s)))
        return total

    return curve(tree, start, Fraction(1), Fraction(1))


def _cost(o: Oracle, claim: Any, witness: Any) -> None:
    parts, rule = queries(o, claim), claim["rule"]
    x, said = o.number(claim["x"]), o.number(claim["cost"])
    start: Key = ()
    if "moves" in rule:
        start, moves = 0, by_table(rule["moves"], len(parts))
        found = values(o, witness["values"], lambda state: state < len(rule["moves"]))
    else:
        moves = natural(o, parts, o.atoms(rule["budget"]), rule["rounds"])
        found = values(o, witness["values"], lambda state: all(i < len(parts) for i in state))
    require(o.sign(x, Fraction(0)) > 0, "x")
    reached = tree_curve(o, parts, moves, start, witness["tree"], x)
    require(o.sign(reached, said) == 0, "reached")
    steps(o, parts, moves, start, found)
    require(o.sign(o.h(found.get(start, IDENTITY), x), said) <= 0, "bound")
    require(o.sign(largest(o, parts, moves)(start, x), said) == 0, "cost")


KINDS = {"natural-filter-free": _free, "filter-cost": _cost}
