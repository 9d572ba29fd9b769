"""Random envelopes, of tables and of private multiplicative weights, with bounds on their ratios."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from random import Random
from typing import Any

from tests.torture.blocks import TINY, Claim, monomial, spelled_number
from tests.torture.judge_envelopes import envelope, largest_ratio
from tests.torture.judge_theorems import Law
from tests.torture.judge_values import ZERO
from tests.torture.pairs import ONE, Number
from tests.torture.reals import power, rational
from tests.torture.theorem_builders import RATIONAL, bound, greatest, laws_of, said_law

SHAPES = [  # universe, n, rounds, queries
    *((2, 1, 1, 1), (2, 2, 1, 1), (2, 2, 2, 1), (2, 3, 1, 2), (2, 3, 2, 1), (2, 1, 3, 1), (2, 2, 2, 2)),
    *((3, 1, 2, 1), (3, 2, 1, 2), (3, 3, 1, 1), (4, 2, 1, 1), (2, 4, 2, 1), (2, 5, 1, 1), (3, 3, 2, 1), (2, 2, 3, 1)),
]
VALUES = ("0", "1", "-1", "1", "-1", "1/2", "-1/2", "1/3", "-2/7", "999999/1000000")
ETAS: list[Any] = ["1", "1", "20", "1/2", "2", "1/3", "5", "1/1000", ["0", [["2", "1"]]], ["0", [["3", "1/2"]]], ["1", [["2", "-1/2"], ["5", "1/3"]]]]


def half_of(random: Random, flavour: str) -> Number:
    """Return e^(eps/2): 1, a little more, or a lot."""
    how = random.random()
    if how < 0.12:
        return ONE, ONE
    if how < 0.5:
        value = random.choice((Fraction(3, 2), Fraction(2), Fraction(9, 8), Fraction(10), 1 + TINY, Fraction(101, 100), Fraction(10**20)))
        return rational(value), ONE
    if how < 0.75:
        return random.choice(((power(Fraction(1, 2)), ONE), (power(0, (2, Fraction(1, 2))), ONE), (power(Fraction(1, 10)), ONE)))
    found = monomial(random, flavour), ONE
    return found if (found[0] - ONE).sign() >= 0 else (ONE + found[0], ONE)


def squared(half: Number) -> Number:
    """Return e^eps."""
    return half[0] * half[0], half[1] * half[1]


def distances(random: Random, size: int) -> list[list[int]]:
    """Return the distances of places on a line, around a circle, or in a graph; now and then all far apart."""
    how, far = random.randrange(5), 9
    points = range(size)
    if how == 0:
        places = random.sample(range(size + 2), size)
        return [[abs(a - b) for b in places] for a in places]
    if how == 1:
        return [[min(abs(a - b), size - abs(a - b)) for b in points] for a in points]
    scale = random.choice((2, 3)) if how == 4 and random.random() < 0.3 else 1
    table = [[0 if a == b else far for b in points] for a in points]
    for a in points:  # a tree, and some edges more
        for b in {random.randrange(a)} if a else ():
            table[a][b] = table[b][a] = scale
        if a > 1 and random.random() < 0.4:
            b = random.randrange(a)
            table[a][b] = table[b][a] = random.choice((1, scale, 2))
    for c, a, b in product(points, repeat=3):
        table[a][b] = min(table[a][b], table[a][c] + table[c][b])
    return table


def largest_of(laws: list[Law], far: list[list[int]], half: Number) -> Number | None:
    """Return the largest ratio of neighbours in the envelope of tables, if there are any."""
    rows = envelope(laws, far, half)
    sums = [sum(row, start=ZERO) for row in rows]
    found = [
        ((p * sums[y], q * sums[x]), x, y)
        for x, y in product(range(len(laws)), repeat=2)
        if far[x][y] == 1
        for p, q in zip(rows[x], rows[y], strict=True)
        if q.terms
    ]
    return greatest(found)[0] if found else None


def by_laws(random: Random, flavour: str) -> Claim:
    """The envelope of tables, with e^eps or a bound on its own largest ratio."""
    laws = laws_of(random, flavour, 4 if flavour in RATIONAL else 2)
    half = half_of(random, flavour)
    far = distances(random, len(laws))
    exact = largest_of(laws, far, half) if random.random() < 0.75 else None
    upper = squared(half) if exact is None else bound(random, exact, upper=True)
    base = {"laws": [said_law(law) for law in laws], "distances": [[str(d) for d in row] for row in far]}
    return "pure-dp", {"base": base, "half": spelled_number(half), "ratio_upper": spelled_number(upper)}, {}


def instance(random: Random) -> dict[str, Any]:
    """Return a small instance: constant queries, the same query twice, a query and its negative, all are possible."""
    size, n, rounds, count = random.choice(SHAPES)
    queries = [[random.choice(VALUES) for _ in range(size)] for _ in range(count)]
    if count > 1 and random.random() < 0.3:
        queries[1] = list(queries[0])
    if random.random() < 0.1:
        queries[0] = [queries[0][0]] * size
    return {
        "universe": str(size),
        "queries": queries,
        "n": str(n),
        "rounds": str(rounds),
        "eta": random.choice(ETAS),
        "gamma": random.choice(ETAS),
    }


def by_instance(random: Random, flavour: str) -> Claim:
    """Private multiplicative weights, with e^eps or a bound on the largest ratio."""
    base, half = instance(random), half_of(random, flavour if flavour != "long" else "integers")
    upper = squared(half)
    if random.random() < 0.75:
        digits = random.choice((1, 3, 20, 30, 100))
        low, high = largest_ratio(base, half, 160 if digits < 100 else 640)
        how = random.random()  # a decimal above it, or below it, or beside 1
        unit = Fraction(1, 10**digits)
        upper = rational((high // unit + 1) * unit if how < 0.6 else low // unit * unit), ONE
        if how > 0.9:
            upper = rational(random.choice((Fraction(1), 1 - TINY, 1 + TINY))), ONE
        if upper[0].sign() <= 0:
            upper = ONE, ONE
    return "pure-dp", {"base": base, "half": spelled_number(half), "ratio_upper": spelled_number(upper)}, {}


BUILDERS = {"pure-dp by laws": by_laws, "pure-dp by instance": by_instance}
