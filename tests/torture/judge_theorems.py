"""The truth of identities and of ratios in tables, by brute force and from the definitions.

The curve of the greatest PLD under constraints is the largest function that is convex, does not increase, starts with 1
and is below all of them: so at each place the least that a point to its left, or a chord of two points around it, leaves.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations, pairwise
from typing import Any

from tests.torture.judge import Unshown, need, ordered, read_pld
from tests.torture.judge_values import ZERO, fraction, minus, plus, sign_of, unit_interval
from tests.torture.pairs import MOST, ONE, Number, Pair
from tests.torture.reals import NoNumber, Real, TooLarge, integral, read, read_number, spend

Law = tuple[Real, list[Real]]  # the denominator, and the masses times it


def count(text: Any, most: int) -> int:
    """Return a natural number in its one spelling."""
    value = fraction(text)
    need(value.denominator == 1 and 0 <= value <= most, NoNumber)
    return int(value)


# ---- identities


def read_mixture(den: Any, said: Any) -> Pair:
    """Return a mixture, all its parts over one denominator; NotTrue if the weights are none."""
    whole, *weights = integral([read(den), *(read(weight) for weight, _ in said)])
    parts = [read_pld(value) for _, value in said]
    need(whole.sign() > 0 and all(weight.sign() >= 0 for weight in weights))
    need(not sum(weights, start=-whole).terms)
    return mixture(whole, list(zip(weights, parts, strict=True)))


def mixture(whole: Real, parts: list[tuple[Real, Pair]]) -> Pair:
    """Return the mixture of pairs with weights over one denominator."""
    if sum(len(part.outcomes) for _, part in parts) > MOST:
        raise TooLarge
    dens: list[Real] = []
    for _, part in parts:
        if all(part.den.terms != den.terms for den in dens):
            dens.append(part.den)
    outcomes = []
    for weight, part in parts:
        factor = weight
        for den in dens:
            factor = factor if den.terms == part.den.terms else factor * den
        outcomes += [(p * factor, q * factor) for p, q in part.outcomes if factor.terms]
    for den in dens:
        whole = whole * den
    return Pair(whole, outcomes)


def curve(pair: Pair, x: Number) -> Number:
    """Return the curve of a pair at x."""
    return pair.excess(x), pair.den * x[1]


def dual(pair: Pair) -> Pair:
    """Return the pair with P and Q exchanged."""
    return Pair(pair.den, [(q, p) for p, q in pair.outcomes])


def alike(a: Pair, b: Pair) -> bool:
    """Return whether two pairs have the same curve, at all ratios of both and at infinity, and their duals as well."""
    for one, two in ((a, b), (dual(a), dual(b))):
        if (one.infinite() * two.den - two.infinite() * one.den).terms:
            return False
        places = [(p, q) for pair in (one, two) for p, q in ordered(pair) if p.terms and q.terms]
        if any(sign_of(minus(curve(one, x), curve(two, x))) for x in places):
            return False
    return True


def read_constraints(said: Any) -> list[tuple[Number, Number]]:
    """Return constraints; NotTrue unless x decreases and is at least 1, and delta is between 0 and 1."""
    need(said, NoNumber)
    found = [(read_number(x), unit_interval(delta)) for x, delta in said]
    need(all(sign_of(minus(x, (ONE, ONE))) >= 0 for x, _ in found))
    need(all(sign_of(minus(x, y)) > 0 for (x, _), (y, _) in pairwise(found)))
    return found


def points_of(constraints: list[tuple[Number, Number]]) -> list[tuple[Number, Number]]:
    """Return the points which the curve must not be above, with that at 0, where all curves are 1; x increasing."""
    points = [((ZERO, ONE), (ONE, ONE))]
    for x, delta in constraints:  # of the dual: h(1/x) = 1 - (1 - h'(x))/x
        rest = minus((ONE, ONE), delta)
        points.append(((x[1], x[0]), minus((ONE, ONE), (rest[0] * x[1], rest[1] * x[0]))))
    return [*points, *reversed(constraints)]


def reaches(points: list[tuple[Number, Number]], y: Number, height: Number) -> bool:
    """Return whether the largest curve that is not above the points is at most as high at y."""
    left = [(x, h) for x, h in points if sign_of(minus(x, y)) <= 0]
    if any(sign_of(minus(h, height)) <= 0 for _, h in left):
        return True
    right = [(x, h) for x, h in points if sign_of(minus(x, y)) > 0]
    for (x, h), (z, k) in ((one, two) for one in left for two in right):
        # The chord at y: (h (z - y) + k (y - x))/(z - x).
        rise, fall, width = minus(z, y), minus(y, x), minus(z, x)
        one, two = (h[0] * rise[0], h[1] * rise[1]), (k[0] * fall[0], k[1] * fall[1])
        spend(1)
        most = height[0] * width[0], height[1] * width[1]
        if sign_of(minus(plus(one, two), most)) <= 0:
            return True
    return False


def judge_greatest(pair: Pair, constraints: list[tuple[Number, Number]]) -> None:
    """Judge that a pair is the greatest one under constraints."""
    for side in (pair, dual(pair)):
        need(all(sign_of(minus(curve(side, x), delta)) <= 0 for x, delta in constraints))
    points = points_of(constraints)
    knots = [(p, q) for p, q in ordered(pair) if p.terms and q.terms]
    spend(len(points) * len(points) * len(knots) // 8)
    # Between the knots of the pair its curve is linear, and the other one is convex; beyond the last one it is constant.
    need(all(reaches(points, y, curve(pair, y)) for y in knots))
    need(any(sign_of(minus(height, (pair.infinite(), pair.den))) <= 0 for _, height in points))


def judge_identity(claim: Any, witness: Any) -> None:
    """Judge that some constructions give the same PLD."""
    said = claim["constructions"]
    need(claim.keys() == {"constructions"} and isinstance(said, list), NoNumber)
    need(not witness and 2 <= len(said) <= 8, NoNumber)
    for construction in said:
        need(construction.keys() in ({"pld"}, {"den", "mixture"}, {"constraints"}), NoNumber)
        need(construction.get("mixture", "some"), NoNumber)
    plds = [read_pld(c["pld"]) if "pld" in c else read_mixture(c["den"], c["mixture"]) for c in said if "constraints" not in c]
    lists = [read_constraints(c["constraints"]) for c in said if "constraints" in c]
    need(plds, NoNumber)
    need(all(alike(one, two) for one, two in combinations(plds, 2)))
    for constraints in lists:
        judge_greatest(plds[-1], constraints)


# ---- tables


def read_laws(said: Any) -> list[Law]:
    """Return laws; NotTrue if one is none."""
    laws = []
    for value in said:
        need(value.keys() == {"den", "masses"} and value["masses"], NoNumber)
        den, *masses = integral([read(part) for part in (value["den"], *value["masses"])])
        laws.append((den, masses))
    need(laws and len({len(masses) for _, masses in laws}) == 1, NoNumber)
    for den, masses in laws:
        need(den.sign() > 0 and all(mass.sign() >= 0 for mass in masses))
        need(not sum(masses, start=-den).terms)
    return laws


def beyond(laws: list[Law], i: int, j: int, k: int, ratio: Number) -> int:
    """Compare the mass of an outcome k under law i with ratio times that under law j."""
    (den, first), (other, second) = laws[i], laws[j]
    return sign_of(minus((first[k], den), (second[k] * ratio[0], other * ratio[1])))


def read_table(claim: Any, key: str) -> tuple[list[Law], list[tuple[int, int]], Number]:
    """Return the laws, all pairs of neighbours both ways, and the ratio."""
    need(claim.keys() == {"laws", "neighbours", key}, NoNumber)
    laws, ratio = read_laws(claim["laws"]), read_number(claim[key])
    need(ratio[1].sign() > 0)
    need(claim["neighbours"] and all(isinstance(pair, list) and len(pair) == 2 for pair in claim["neighbours"]), NoNumber)
    pairs = [(count(i, 10**9 - 1), count(j, 10**9 - 1)) for i, j in claim["neighbours"]]
    need(all(max(pair) < len(laws) for pair in pairs))
    return laws, [way for i, j in pairs for way in ((i, j), (j, i))], ratio


def judge_tables(claim: Any, witness: Any) -> None:
    """Judge that no ratio is above the bound."""
    need(not witness, NoNumber)
    laws, ways, ratio = read_table(claim, "ratio_upper")
    outcomes = range(len(laws[0][1]))
    need(not any(beyond(laws, i, j, k, ratio) > 0 for i, j in ways for k in outcomes))


def judge_exceeded(claim: Any, witness: Any) -> None:
    """Judge that some ratio is above the bound, then whether this one is; a bound below 1 is never shown."""
    laws, ways, ratio = read_table(claim, "ratio_lower")
    need(witness.keys() == {"pair", "outcome"}, NoNumber)
    way, k = (count(witness[key], 10**9 - 1) for key in ("pair", "outcome"))
    outcomes = range(len(laws[0][1]))
    need(any(beyond(laws, i, j, o, ratio) > 0 for i, j in ways for o in outcomes))
    need(way < len(ways) and k < len(outcomes), Unshown)
    need(beyond(laws, *ways[way], k, ratio) > 0, Unshown)
    need(sign_of(minus(ratio, (ONE, ONE))) >= 0, Unshown)


JUDGES: dict[str, Callable[[Any, Any], None]] = {
    "identity": judge_identity,
    "pure-dp-tables": judge_tables,
    "not-pure-dp": judge_exceeded,
}
