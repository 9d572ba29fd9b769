"""What a rule costs, in fractions: suprema of curves, the values of the states of a rule, and a best strategy.

The values of an irrational instance are put together by hand from sums; only their order is looked up, in decimals.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from decimal import Context, Decimal
from fractions import Fraction
from itertools import pairwise

from make.numbers import Json, Sum
from make.plds import pld, table

Masses = list[tuple[Fraction, Fraction]]
Sums = Sequence[tuple[Sum, Sum]]
State = tuple[int, ...]
Moves = Callable[[State], list[tuple[int, State]]]
NOTHING: Masses = [(Fraction(1), Fraction(1))]
DECIMALS, SHORTER = Context(prec=150), Context(prec=100)


def masses(plain: Json) -> Masses:
    """Return the masses of a plain PLD of rational numbers."""
    den = Fraction(plain["den"])
    return [(Fraction(p) / den, Fraction(q) / den) for p, q in plain["atoms"]]


def ordered(atoms: Masses) -> Masses:
    """Return the atoms with equal ratios merged, the largest first."""
    merged: dict[Fraction | None, tuple[Fraction, Fraction]] = {}
    for p, q in atoms:
        if p or q:
            key = p / q if q else None
            r, s = merged.get(key, (Fraction(0), Fraction(0)))
            merged[key] = (r + p, s + q)
    finite = sorted((key for key in merged if key is not None), reverse=True)
    return [merged[key] for key in ([None] if None in merged else []) + finite]


def composed(a: Masses, b: Masses) -> Masses:
    """Return the composition."""
    return ordered([(p * r, q * s) for p, q in a for r, s in b])


def h(atoms: Masses, x: Fraction) -> Fraction:
    """Return the hockey-stick curve at x."""
    return sum((max(Fraction(0), p - x * q) for p, q in atoms), Fraction(0))


def knots(*plds: Masses) -> list[Fraction]:
    """Return the finite non-zero ratios, increasing."""
    return sorted({p / q for atoms in plds for p, q in atoms if p and q})


def below(a: Masses, b: Masses) -> bool:
    """Return whether the curve of a is nowhere above that of b."""
    return all(h(a, x) <= h(b, x) for x in knots(b))


def sup(*plds: Masses) -> Masses:
    """Return the PLD whose curve is the larger of the curves everywhere."""
    places = knots(*plds)
    for a, b in pairwise(places.copy()):
        for one in plds:
            for two in plds:
                left, right = h(one, a) - h(two, a), h(one, b) - h(two, b)
                if left < 0 < right:
                    places.append(a + (b - a) * left / (left - right))
    points = [Fraction(0), *sorted(set(places))]
    heights = [max(h(atoms, x) for atoms in plds) for x in points]
    slopes = [(heights[i + 1] - heights[i]) / (points[i + 1] - points[i]) for i in range(len(points) - 1)]
    slopes.append(Fraction(0))
    atoms = [(heights[-1], Fraction(0)), (Fraction(0), 1 + slopes[0])]
    atoms += [(x * (slopes[i + 1] - slopes[i]), slopes[i + 1] - slopes[i]) for i, x in enumerate(points[1:])]
    return ordered(atoms)


def natural(queries: Sequence[Masses], budget: Masses, rounds: int) -> Moves:
    """Return the moves of the natural filter; its states are multisets."""

    def moves(state: State) -> list[tuple[int, State]]:
        played = NOTHING
        for i in state:
            played = composed(played, queries[i])
        allowed = [i for i, query in enumerate(queries) if below(composed(played, query), budget)]
        return [(i, tuple(sorted((*state, i)))) for i in allowed] if len(state) < rounds else []

    return moves


def by_table(moves: Sequence[Sequence[tuple[int, int]]]) -> Moves:
    """Return the moves of a table; its states are tuples of one number."""
    return lambda state: [(query, (after,)) for query, after in moves[state[0]]]


def costs(queries: Sequence[Masses], moves: Moves, start: State) -> dict[State, Masses]:
    """Return the least value of every state that can be reached."""
    found: dict[State, Masses] = {}

    def visit(state: State) -> Masses:
        if state not in found:
            nexts = [composed(queries[i], visit(after)) for i, after in moves(state)]
            found[state] = sup(*nexts) if nexts else NOTHING
        return found[state]

    visit(start)
    return {state: found[state] for state in sorted(found, key=lambda state: (len(state), state))}


def best(queries: Sequence[Masses], moves: Moves, state: State, x: Fraction) -> tuple[Fraction, Json]:
    """Return the largest value at x of a strategy from this state on, and its tree."""
    result: tuple[Fraction, Json] = (max(Fraction(0), 1 - x), None)
    for i, after in moves(state):
        total, children = Fraction(0), []
        for p, q in queries[i]:
            if not q:
                total += p
            elif p:
                rest, node = best(queries, moves, after, x * q / p)
                total += p * rest
                children.append(node)
        if total > result[0]:
            result = total, [str(i), children]
    return result


def values(found: dict[State, Masses], named: Callable[[State], Json]) -> Json:
    """Return the values as they stand in a file, the identity left out."""
    return [[named(state), table(atoms)] for state, atoms in found.items() if atoms != NOTHING]


def multiset(state: State) -> Json:
    """Return a multiset as it stands in a file."""
    return [str(i) for i in state]


def single(state: State) -> Json:
    """Return a state of a table as it stands in a file."""
    return str(state[0])


def size(value: Sum) -> Decimal:
    """Return a sum in decimals, to look at."""
    c = DECIMALS
    total = Decimal(0)
    for (r, radicals), coefficient in value.terms.items():
        term = c.multiply(_decimal(coefficient), c.exp(_decimal(r)))
        for p, a in radicals:
            term = c.multiply(term, c.exp(c.multiply(_decimal(a), c.ln(Decimal(p)))))
        total = c.add(total, term)
    return total


def _decimal(value: Fraction) -> Decimal:
    return DECIMALS.divide(Decimal(value.numerator), Decimal(value.denominator))


def expanded(one: tuple[Sum, Sums], two: tuple[Sum, Sums]) -> Json:
    """Return the composition of two lists of sums, each over its denominator."""
    (den, first), (other, second) = one, two
    groups: dict[Decimal, tuple[Sum, Sum]] = {}
    for p, q in first:
        for r, s in second:
            top, bottom = p * r, q * s
            if top.terms or bottom.terms:
                low = size(bottom)
                key = SHORTER.divide(size(top), low) if low else Decimal("inf")
                old = groups.get(key)
                groups[key] = (top + old[0], bottom + old[1]) if old else (top, bottom)
    return pld(den * other, [groups[key] for key in sorted(groups, reverse=True)])
