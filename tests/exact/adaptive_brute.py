"""All adaptive strategies of small games, outcome by outcome, in plain Fractions and by definitions only.

A rule is a function of the history (the indices of the queries played, in order) to the set of indices allowed next. A strategy stops, or plays
an allowed query and has a strategy for each of its outcomes, those of infinite loss too. What it leaks is the list of masses of its ends.
"""

import random
from fractions import Fraction
from itertools import combinations, pairwise, product

from tests.laws import brute

IDENTITY = [(Fraction(1), Fraction(1))]
TOTAL_LEAK = [(Fraction(1), Fraction(0)), (Fraction(0), Fraction(1))]


class TooMany(Exception):
    """Raised when there are more strategies than are wanted."""


def natural_rule(family, budget):
    """The natural filter: a query is allowed while the composition of all stays below the budget."""

    def allowed(history):
        spent = composed([family[i] for i in history])
        return [i for i, query in enumerate(family) if brute.dominated(brute.compose(spent, query), budget)]

    return allowed


def composed(plds):
    whole = IDENTITY
    for pld in plds:
        whole = brute.compose(whole, pld)
    return whole


def strategies(family, allowed, rounds, most=5000):
    """The distinct PLDs of all strategies that obey a rule; `TooMany` beyond so many."""

    def after(history):
        found = {tuple(IDENTITY)}
        for i in allowed(history) if len(history) < rounds else ():
            options = after((*history, i))
            if len(found) + len(options) ** len(family[i]) > most:
                raise TooMany
            for rest in product(options, repeat=len(family[i])):
                ends = [(p * u, q * v) for (p, q), then in zip(family[i], rest, strict=True) for u, v in then]
                found.add(tuple(brute.canonical(ends)))
        return found

    return after(())


def is_sup_of(cost, plds):
    """Whether the curve of a PLD is the pointwise maximum of some curves, exactly.

    The maximum is convex and the curve is a straight line between its knots; so they are equal everywhere when they are equal at the knots,
    between neighbouring ones, and beyond the outermost.
    """
    knots = brute.ratios(cost) or [Fraction(1)]
    between = [(a + b) / 2 for a, b in pairwise(knots)]
    outer = [max([knots[-1], *(r for pld in plds for r in brute.ratios(pld))]) + 1]
    outer.append(min([knots[0], *(r for pld in plds for r in brute.ratios(pld))]) / 2)
    points = [*knots, *between, *outer, *(r for pld in plds for r in brute.ratios(pld))]
    return all(brute.h(cost, x) == max(brute.h(pld, x) for pld in plds) for x in set(points))


# --- condition (ii) of RES Theorem 7 ---------------------------------------------------------------------------------------------


def below(family, rounds):
    """F^{<k} without repetitions."""
    found = {tuple(IDENTITY)}
    level = found
    for _ in range(rounds - 1):
        level = {tuple(brute.compose(a, query)) for a in level for query in family}
        found = found | level
    return sorted(found)


def crossings(a, b):
    """The points where one curve passes the other, among those strictly between neighbouring knots of both."""
    knots = sorted({*brute.ratios(a), *brute.ratios(b)})
    ends = [Fraction(0), *knots, (knots[-1] if knots else Fraction(1)) + 1]
    found = []
    for x, y in pairwise(ends):
        d, e = (brute.h(a, t) - brute.h(b, t) for t in (x, y))
        if d * e < 0:
            found.append(x + (y - x) * d / (d - e))
    return found


def commutes(query, some):
    """Whether ``L + sup S = sup (L + S)``, exactly: between neighbouring products of a ratio of L and a bend of sup S the left side is a straight
    line that is nowhere below the convex right side, so one point decides.
    """
    bends = {x for a in some for x in brute.ratios(a)} | {x for a, b in combinations(some, 2) for x in crossings(a, b)}
    points = sorted({r * x for r in brute.ratios(query) for x in bends})
    if not points:
        return True
    inner = [(x + y) / 2 for x, y in pairwise(points)]
    for x in [points[0] / 2, *points, *inner, points[-1] + 1]:
        left = brute.p_infinite(query) + sum(p * max(brute.h(a, x * q / p) for a in some) for p, q in query if p and q)
        right = max(brute.h(brute.compose(query, a), x) for a in some)
        assert left >= right
        if left != right:
            return False
    return True


def is_universally_free(family, rounds):
    """Condition (ii), over all non-empty subsets S."""
    members = below(family, rounds)
    return all(
        commutes(query, some)
        for query in family
        for size in range(1, len(members) + 1)
        for some in combinations(members, size)
    )


# --- what is drawn ------------------------------------------------------------------------------------------------------------------


def random_pld(source, atoms=3, scale=6):
    """A PLD of at most so many atoms; infinite masses, degenerate ones, the identity and the total leak come up too."""
    while True:
        rows = [(source.randint(0, scale), source.randint(0, scale)) for _ in range(source.randint(1, atoms))]
        p, q = (sum(row[i] for row in rows) for i in (0, 1))
        if p and q:
            return brute.canonical([(Fraction(a, p), Fraction(b, q)) for a, b in rows])


def random_budget(source, family, rounds):
    """A budget that some compositions keep and others may not: a sup or a composition of some, or another PLD above one of them."""
    if source.random() < 0.5:  # Lemma 4: the sup of what follows one query
        first = source.choice(family)
        return [composed([first, *[query] * source.randint(1, rounds - 1)]) for query in family[:2]]
    some = [composed([source.choice(family) for _ in range(source.randint(1, rounds))]) for _ in range(2)]
    return some if source.random() < 0.8 else [*some, random_pld(source)]


def randomness(seed):
    return random.Random(seed)


def is_allowed(allowed, history):
    """Whether a rule allows a history."""
    return all(query in allowed(history[:n]) for n, query in enumerate(history))


def highest(plds):
    """Those of some PLDs that no other one dominates: their maximum is the same."""
    kept = []
    for pld in sorted(plds, key=lambda a: -brute.h(a, Fraction(1))):
        if not any(brute.dominated(pld, other) for other in kept):
            kept.append(pld)
    return kept
