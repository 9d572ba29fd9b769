"""Random identities and tables of laws, mostly true ones by construction, in odd shapes."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise
from random import Random
from typing import Any

from tests.torture.blocks import (
    TINY,
    Claim,
    any_pld,
    approximated,
    below,
    monomial,
    plain,
    pld,
    randomized_response,
    spelled_number,
    weight,
)
from tests.torture.judge_theorems import Law, curve, dual, mixture
from tests.torture.judge_values import minus, plus, sign_of
from tests.torture.pairs import ONE, Number, Pair
from tests.torture.reals import Real, rational, spelled

Json = Any
RATIONAL = ("integers", "long")
STEPS = [TINY, TINY, Fraction(1, 10**20), Fraction(1, 1000), Fraction(1, 3)]


def shuffled(random: Random, items: list[Any]) -> list[Any]:
    """Return the items in another order."""
    return random.sample(items, len(items))


# ---- identities


def small_pld(random: Random, flavour: str) -> Pair:
    """Return a PLD that is small enough to be mixed: long sums only where there are few atoms."""
    return randomized_response(random, flavour) if random.random() < 0.4 else any_pld(random, flavour)


def shares(random: Random, flavour: str, count: int) -> list[Real]:
    """Return weights, some of them 0."""
    one = [monomial(random, flavour if random.random() < 0.4 else "integers") for _ in range(count)]
    if count > 1 and random.random() < 0.2:
        one[random.randrange(count)] = rational(0)
    return one


def said_mixture(random: Random, parts: list[tuple[Real, Json]]) -> Json:
    """Return the JSON of a mixture: in any order, a part twice, or one of weight 0."""
    parts = shuffled(random, parts)
    if random.random() < 0.3:
        i, share = random.randrange(len(parts)), random.choice((Fraction(1, 2), Fraction(1, 3), 1 - TINY))
        w, part = parts[i]
        parts[i : i + 1] = [(w.scaled(share), part), (w.scaled(1 - share), part)]
    if random.random() < 0.15:
        parts.insert(random.randrange(len(parts) + 1), (rational(0), plain(small_pld(random, "integers"))))
    whole = sum((w for w, _ in parts), start=rational(0))
    factor = random.choice((1, 1, 2, 7, 10**30, Fraction(1, 3)))
    return {"den": spelled(whole.scaled(factor)), "mixture": [[spelled(w.scaled(factor)), part] for w, part in parts]}


def multiplied_out(pair: Pair) -> Json:
    """Return the JSON of a pair as one plain PLD."""
    return {"pld": plain(pld(pair.den, pair.outcomes))}


def by_mixtures(random: Random, flavour: str) -> Claim:
    """Mixtures and compositions: written otherwise, multiplied out, distributed, raised to a power."""
    count = random.choice((1, 2, 2, 3))
    found = [small_pld(random, flavour) for _ in range(count)]
    weights = shares(random, flavour, count)
    whole = sum(weights, start=rational(0))
    parts = list(zip(weights, (plain(pair) for pair in found), strict=True))
    mixed = mixture(whole, list(zip(weights, found, strict=True)))
    how = random.randrange(4)
    if how == 0 or (how == 3 and count > 2):
        constructions = [said_mixture(random, parts), multiplied_out(mixed)]
        if random.random() < 0.3:
            constructions.append(said_mixture(random, parts))
    elif how == 1:  # (sum of w A) + C = sum of w (A + C)
        other = randomized_response(random, flavour)
        left = {"pld": {"compose": shuffled(random, [["1", multiplied_out(mixed)["pld"]], ["1", plain(other)]])}}
        composed = [(w, {"compose": shuffled(random, [["1", part], ["1", plain(other)]])}) for w, part in parts]
        constructions = [left, said_mixture(random, composed)]
    elif how == 2:  # a symmetric PLD is a mixture of randomized responses
        constructions = responses(random, flavour)
    else:
        constructions = raised(random, parts, mixed, whole)
    if random.random() < 0.15:
        constructions.append(random.choice(constructions))
    return "identity", {"constructions": shuffled(random, constructions)}, {}


def responses(random: Random, flavour: str) -> list[Json]:
    """Return a symmetric PLD, and the mixture of randomized responses that it is."""
    pair = symmetric(random, flavour)
    parts = []
    for p, q in pair.outcomes:
        sign = (p - q).sign()
        if sign > 0:
            parts.append((p + q, {"den": spelled(p + q), "atoms": [[spelled(p), spelled(q)], [spelled(q), spelled(p)]]}))
        elif sign == 0:
            parts.append((p, {"den": "1", "atoms": [["1", "1"]]}))
    return [multiplied_out(pair), said_mixture(random, parts)]


def raised(random: Random, parts: list[tuple[Real, Json]], mixed: Pair, whole: Real) -> list[Json]:
    """Return the square of a mixture of one or two, and the mixture of compositions that it is."""
    (u, one), (v, two) = parts[0], parts[-1] if len(parts) == 2 else (rational(0), parts[0][1])
    square = [
        (u * u, {"compose": [["2", one]]}),
        ((u * v).scaled(2), {"compose": [["1", one], ["1", two]]}),
        (v * v, {"compose": [["1", two], ["1", two]]}),
    ]
    left = {"pld": {"compose": [["2", multiplied_out(Pair(mixed.den, mixed.outcomes))["pld"]]]}}
    return [left, said_mixture(random, [(w, part) for w, part in square if w.terms or random.random() < 0.3])]


def symmetric(random: Random, flavour: str) -> Pair:
    """Return a PLD that is its own dual."""
    how = random.randrange(4)
    if how == 0:
        pair = randomized_response(random, flavour)
        return pld(pair.den, pair.outcomes)
    if how == 1:
        pair = randomized_response(random, flavour)
        if len(pair.outcomes) < 4:
            both = pair.times(randomized_response(random, flavour if flavour in RATIONAL else "integers"))
            return pld(both.den, both.outcomes)
    one = any_pld(random, flavour)
    return pld(one.den.scaled(2), [*one.outcomes, *dual(one).outcomes])


def lowest_above(random: Random, pair: Pair, x: Number) -> Number:
    """Return a delta for a constraint that is kept at x: tight, a little more than that, or a decimal above it."""
    value = curve(pair, x)
    how = random.random()
    if how < 0.3:
        return value
    more = plus(value, (rational(random.choice(STEPS)), ONE))
    if how < 0.6:
        digits = random.choice((1, 3, 20))
        more = rational(below(value, digits) + Fraction(2, 10**digits)), ONE
    return more if sign_of(minus((ONE, ONE), more)) >= 0 else (ONE, ONE)


def tight_constraints(random: Random, flavour: str, pair: Pair) -> list[tuple[Number, Number]]:
    """Return constraints whose greatest PLD is this symmetric one: at its knots, and loose or needless ones."""
    found = [((p, q), curve(pair, (p, q))) for p, q in pair.knots() if (p - q).sign() >= 0]
    others: list[Number] = [(rational(1), ONE), (rational(10**6), ONE), (monomial(random, flavour), ONE)]
    others += [(weight(random, flavour) + ONE, ONE), (rational(Fraction(random.randrange(10, 40), 10)), ONE)]
    if found and random.random() < 0.4:
        p, q = random.choice(found)[0]
        others.append((p + q.scaled(random.choice(STEPS)), q))  # beside a knot
    for x in random.sample(others, random.choice((0, 1, 1, 2, 3)) if found else 1):
        if sign_of(minus(x, (ONE, ONE))) >= 0 and all(sign_of(minus(x, y)) for y, _ in found):
            found.append((x, lowest_above(random, pair, x)))
    return sorted_down(found)


def sorted_down(found: list[tuple[Number, Number]]) -> list[tuple[Number, Number]]:
    """Return constraints by decreasing x."""
    result: list[tuple[Number, Number]] = []
    for one in found:
        i = sum(1 for other in result if sign_of(minus(other[0], one[0])) > 0)
        result.insert(i, one)
    return result


def said_constraints(found: list[tuple[Number, Number]]) -> Json:
    """Return the JSON of constraints."""
    return {"constraints": [[spelled_number(x), "0" if not delta[0].terms else spelled_number(delta)] for x, delta in found]}


def hull(found: list[tuple[Fraction, Fraction]]) -> Pair:
    """Return the greatest PLD under rational constraints: the atoms of the lower hull of their points."""
    points = {Fraction(0): Fraction(1)}
    for x, delta in found:
        for place, height in ((x, delta), (1 / x, 1 - (1 - delta) / x)):
            points[place] = min(height, points.get(place, height))
    corners: list[tuple[Fraction, Fraction]] = []
    for x, h in sorted(points.items()):
        while len(corners) > 1 and crosses(corners[-2], corners[-1], (x, h)):
            corners.pop()
        if not corners or h < corners[-1][1]:
            corners.append((x, h))
    slopes = [*((k - h) / (y - x) for (x, h), (y, k) in pairwise(corners)), Fraction(0)]
    atoms = [(corners[-1][1], Fraction(0)), (Fraction(0), 1 + slopes[0])]
    atoms += [(x * (t - s), t - s) for (x, _), s, t in zip(corners[1:], slopes, slopes[1:], strict=False)]
    return pld(ONE, [(rational(p), rational(q)) for p, q in atoms])


def crosses(one: tuple[Fraction, Fraction], two: tuple[Fraction, Fraction], three: tuple[Fraction, Fraction]) -> bool:
    """Return whether the second point is not below the chord of the others, and the third below it in height."""
    (x, h), (y, k), (z, m) = one, two, three
    return m < k and (k - h) * (z - x) >= (m - h) * (y - x)


def by_constraints(random: Random, flavour: str) -> Claim:
    """A symmetric PLD with the constraints that it is the greatest of; or random constraints, with their greatest PLD."""
    if random.random() < 0.35:
        xs = random.sample([Fraction(n, d) for n in range(1, 12) for d in (1, 2, 3) if n >= d], random.choice((1, 2, 2, 3, 4)))
        deltas = [random.choice((Fraction(0), Fraction(1), TINY, 1 - TINY, *[Fraction(random.randrange(1, 40), 40)] * 5)) for _ in xs]
        lines = sorted(zip(set(xs), deltas, strict=False), reverse=True)
        pair, found = hull(lines), [((rational(x), ONE), (rational(delta), ONE)) for x, delta in lines]
    else:
        pair = symmetric(random, flavour)
        found = tight_constraints(random, flavour, pair)
    constructions = [multiplied_out(pair), said_constraints(found)]
    if random.random() < 0.25:
        lists = [found, tight_constraints(random, flavour, pair)]
        constructions.append(said_constraints(random.choice(lists)))
    if random.random() < 0.2:
        constructions.append({"den": "2", "mixture": [["1", plain(pair)], ["1", {"compose": [["1", plain(pair)]]}]]})
    return "identity", {"constructions": shuffled(random, constructions)}, {}


# ---- tables


def random_law(random: Random, flavour: str, outcomes: int, *, holes: float = 0.1) -> Law:
    """Return a law, some of its masses 0."""
    masses = [rational(0) if random.random() < holes else weight(random, flavour) for _ in range(outcomes)]
    if not any(mass.terms for mass in masses):
        masses[random.randrange(outcomes)] = ONE
    factor = random.choice((1, 1, 1, 3, Fraction(1, 7), 10**40))
    masses = [mass.scaled(factor) for mass in masses]
    return sum(masses, start=rational(0)), masses


def near_law(random: Random, law: Law) -> Law:
    """Return a law in which a little mass is moved, or its outcomes are exchanged."""
    den, masses = law[0], list(law[1])
    if len(masses) < 2:
        return law
    i, j = random.sample(range(len(masses)), 2)
    if random.random() < 0.4:
        masses[i], masses[j] = masses[j], masses[i]
    else:
        part = masses[i].scaled(random.choice((TINY, Fraction(1, 1000), Fraction(1, 3), Fraction(1))))
        masses[i], masses[j] = masses[i] - part, masses[j] + part
    return den, masses


def said_law(law: Law) -> Json:
    """Return the JSON of a law, with whole coefficients or as it is."""
    den, masses = law
    return {"den": spelled(den), "masses": [spelled(mass) for mass in masses]}


def laws_of(random: Random, flavour: str, most: int = 4) -> list[Law]:
    """Return laws of the same outcomes, some of them close to each other, or equal, or with holes in the same places."""
    outcomes, found = random.choice((1, 2, 2, 3, 3, 4)), list[Law]()
    for _ in range(random.choice((1, 2, 2, 3, most))):
        how = random.random()
        if found and how < 0.4:
            found.append(near_law(random, random.choice(found)))
        elif found and how < 0.55:
            den, masses = random.choice(found)
            factor = random.choice((Fraction(1), Fraction(2), Fraction(3, 7)))
            found.append((den.scaled(factor), [mass.scaled(factor) for mass in masses]))
        else:
            found.append(random_law(random, flavour, outcomes))
    return found


def ratios(laws: list[Law], ways: list[tuple[int, int]]) -> list[tuple[Number, int, int]]:
    """Return all finite ratios, with the number of the way and of the outcome."""
    found = []
    for way, (i, j) in enumerate(ways):
        for k, (p, q) in enumerate(zip(laws[i][1], laws[j][1], strict=True)):
            if q.terms:
                found.append(((p * laws[j][0], q * laws[i][0]), way, k))
    return found


def greatest(found: list[tuple[Number, int, int]]) -> tuple[Number, int, int]:
    """Return the largest ratio."""
    best = found[0]
    for one in found[1:]:
        if sign_of(minus(one[0], best[0])) > 0:
            best = one
    return best


def neighbours(random: Random, size: int) -> list[tuple[int, int]]:
    """Return pairs of laws: in any order, either way round, twice, or of a law with itself."""
    found = [(random.randrange(size), random.randrange(size)) for _ in range(random.choice((1, 1, 2, 3)))]
    if random.random() < 0.5:
        found = [(i, i + 1) for i in range(size - 1)] or found
    if random.random() < 0.2:
        found.append(random.choice(found)[:: random.choice((1, -1))])
    return shuffled(random, found)


def bound(random: Random, exact: Number, *, upper: bool) -> Number:
    """Return a bound on a positive number: itself, or beside it on either side, mostly on the one where it holds."""
    how, away = random.random(), 1 if upper else -1
    if how < 0.25:
        return exact
    if how < 0.5:
        digits = random.choice((1, 3, 20, 60))
        low = approximated(random, exact, digits) if how < 0.35 else below(exact, digits) + (Fraction(2, 10**digits) if upper else 0)
        return (rational(low), ONE) if low > 0 else (ONE, ONE)
    side = away if how < 0.85 else -away
    found = plus(exact, (rational(side * random.choice(STEPS)), ONE))
    return found if found[0].sign() > 0 else (rational(TINY), ONE)


def tables(random: Random, flavour: str) -> Claim:
    """The largest ratio of some neighbours, or a bound on it."""
    laws = laws_of(random, flavour)
    pairs = neighbours(random, len(laws))
    ways = [way for i, j in pairs for way in ((i, j), (j, i))]
    exact = greatest(ratios(laws, ways))[0]
    claim = {"laws": [said_law(law) for law in laws], "neighbours": [[str(i), str(j)] for i, j in pairs]}
    return "pure-dp-tables", {**claim, "ratio_upper": spelled_number(bound(random, exact, upper=True))}, {}


def exceeded(random: Random, flavour: str) -> Claim:
    """Some ratio of some neighbours, not always the largest one, now and then infinite, and a bound below it."""
    laws = laws_of(random, flavour)
    pairs = neighbours(random, len(laws))
    ways = [way for i, j in pairs for way in ((i, j), (j, i))]
    found = ratios(laws, ways)
    exact, way, k = greatest(found) if random.random() < 0.7 else random.choice(found)
    if exact[0].terms and sign_of(minus(exact, (ONE, ONE))) < 0 and random.random() < 0.9:
        exact, way = (exact[1], exact[0]), way ^ 1
    leaks = [
        (w, o) for w, (i, j) in enumerate(ways) for o, (p, q) in enumerate(zip(laws[i][1], laws[j][1], strict=True)) if p.terms and not q.terms
    ]
    if leaks and random.random() < 0.5:
        way, k = random.choice(leaks)
        exact = (rational(random.choice((1, 10**50))), ONE)
    if not exact[0].terms:
        exact = (ONE, ONE)
    lower = bound(random, exact, upper=False)
    if sign_of(minus(lower, (ONE, ONE))) < 0 and random.random() < 0.85:
        lower = ONE, ONE
    claim = {"laws": [said_law(law) for law in laws], "neighbours": [[str(i), str(j)] for i, j in pairs]}
    return "not-pure-dp", {**claim, "ratio_lower": spelled_number(lower)}, {"pair": str(way), "outcome": str(k)}


BUILDERS: dict[str, Callable[[Random, str], Claim]] = {
    "identity by mixtures": by_mixtures,
    "identity by constraints": by_constraints,
    "pure-dp-tables": tables,
    "not-pure-dp": exceeded,
}
