"""Random claims of every kind, mostly true ones by construction; what they are worth is for the judge to say."""

from __future__ import annotations

from fractions import Fraction
from math import comb
from random import Random
from typing import Any

from tests.torture import (
    audit_builders,
    envelope_builders,
    filter_builders,
    order_builders,
    strategies,
    theorem_builders,
)
from tests.torture.blocks import (
    OTHERS,
    TINY,
    Claim,
    X,
    any_pld,
    approximated,
    below,
    excess_place,
    garbled,
    identity,
    mixed_with_leak,
    monomial,
    plain,
    pld,
    randomized_response,
    spelled_number,
    weight,
)
from tests.torture.pairs import ONE, Number, Pair
from tests.torture.reals import iv, power, rational, text


def composition(random: Random, flavour: str) -> tuple[Any, Pair]:
    """Return the JSON of a PLD, plain or composed, and the PLD multiplied out."""
    if random.random() < 0.6:
        one = any_pld(random, flavour)
        return plain(one), one
    items, result = [], identity()
    for i in range(random.choice((1, 1, 2))):
        one = randomized_response(random, flavour) if random.random() < 0.4 else any_pld(random, flavour)
        few = len(one.outcomes) < 3 or sum(1 for p, q in one.outcomes if p.terms and q.terms) < 3
        times = random.choice((0, 1, 1, 2, 3, 4)) if i or not few else random.choice((0, 1, 2, 3, 5, 8, 13, 21, 34))
        most = 40 if flavour in ("integers", "long", "powers of e") else 16
        while comb(times + len(one.outcomes) - 1, times) * len(result.outcomes) > most:
            times -= 1
        result = result.times(one.power(times))
        items.append([str(times), plain(one)])
    return {"compose": items}, result


def kernel_rows(rows: list[dict[int, Number]]) -> Any:
    """Return the JSON of a kernel."""
    return [[[str(i), spelled_number(entry)] for i, entry in sorted(row.items())] for row in rows]


def dominated_knots(random: Random, flavour: str) -> Claim:
    """A garbling, a part of a composition, or a PLD and itself with a tiny leak more."""
    how = random.randrange(4)
    if how == 0:
        b = any_pld(random, flavour)
        a = garbled(random, flavour, b)[0]
        left, right = plain(a), plain(b)
    elif how == 1:
        one, two = any_pld(random, flavour), randomized_response(random, flavour)
        left = plain(one)
        right = {"compose": [["1", plain(one)], [random.choice("012"), plain(two)]]}
    elif how == 2:
        a = any_pld(random, flavour)
        left, right = plain(a), plain(mixed_with_leak(a, TINY))
    else:
        left, right = (composition(random, flavour)[0] for _ in range(2))
    return "dominated", {"A": left, "B": right}, {"method": "knots"}


def dominated_kernel(random: Random, flavour: str) -> Claim:
    """A garbling, with the kernel that made it; B may be a composition, of which the kernel sees the atoms."""
    right, b = composition(random, flavour)
    b = pld(b.den, b.outcomes)
    a, rows = garbled(random, flavour, b) if random.random() < 0.85 else overfull(random, flavour, b)
    left = plain(a) if random.random() < 0.8 else {"compose": [["1", plain(a)], ["0", plain(any_pld(random, flavour))]]}
    return "dominated", {"A": left, "B": right}, {"method": "kernel", "rows": kernel_rows(rows)}


def overfull(random: Random, flavour: str, b: Pair) -> tuple[Pair, list[dict[int, Number]]]:
    """Return an A and a kernel that has only one fault: rows do not add up to 1. So A <= B may well be false."""
    if len(b.outcomes) < 3:
        return garbled(random, flavour, b)
    js = sorted(random.sample(range(len(b.outcomes)), 3))
    o = [b.outcomes[j] for j in js]
    # A vector over the atoms of B that neither P nor Q sees; B's masses may be stretched by 1 + a part of it.
    unseen = {j: o[k - 2][0] * o[k - 1][1] - o[k - 1][0] * o[k - 2][1] for k, j in enumerate(js)}
    most = sum(abs(c) for v in unseen.values() for c in v.terms.values())
    whole = ONE.scaled(most * random.choice((200, 10**60)))
    stretch = [whole + unseen.get(j, rational(0)) for j in range(len(b.outcomes))]
    if any(s.sign() <= 0 for s in stretch):
        return garbled(random, flavour, b)
    outcomes = [(p * s, q * s) for (p, q), s in zip(b.outcomes, stretch, strict=True)]
    a, rows = garbled(random, flavour, Pair(b.den * whole, outcomes))
    scaled = [{i: (n * s, d * whole) for i, (n, d) in row.items()} for row, s in zip(rows, stretch, strict=True)]
    return a, scaled


def not_dominated(random: Random, flavour: str) -> Claim:
    """Two PLDs and a place where the first is above the second, if there is one."""
    (left, a), (right, b) = composition(random, flavour), composition(random, flavour)
    if random.random() < 0.2:  # above by a tiny leak
        b, a = any_pld(random, flavour), identity()
        a = mixed_with_leak(b, TINY)
        left, right = plain(a), plain(b)
    x = excess_place(random, a, b, OTHERS) or (rational(random.choice(X)), ONE)
    return "not-dominated", {"A": left, "B": right}, {"x": spelled_number(x)}


def equal(random: Random, flavour: str) -> Claim:
    """A PLD in two spellings: scaled, composed in another order, multiplied out."""
    one, two = any_pld(random, flavour), randomized_response(random, flavour)
    how = random.randrange(3)
    if how == 0:
        w = weight(random, flavour)
        scaled = Pair(one.den * w, [(p * w, q * w) for p, q in one.outcomes])
        left, right = plain(one), plain(scaled)
    elif how == 1:
        left = {"compose": [["1", plain(one)], ["1", plain(two)]]}
        right = {"compose": [["1", plain(two)], ["1", plain(one)], ["0", plain(two)]]}
    else:
        both = one.times(two)
        left, right = {"compose": [["1", plain(one)], ["1", plain(two)]]}, plain(pld(both.den, both.outcomes))
    if random.random() < 0.5:
        left, right = right, left
    return "equal", {"A": left, "B": right}, {}


def incomparable(random: Random, flavour: str) -> Claim:
    """Two PLDs, and places where one is above the other, if there are any."""
    for _ in range(6):
        (left, a), (right, b) = composition(random, flavour), composition(random, flavour)
        x_a, x_b = excess_place(random, a, b, OTHERS), excess_place(random, b, a, OTHERS)
        if x_a and x_b:
            break
    other = (rational(random.choice(X)), ONE)
    witness = {"x_a": spelled_number(x_a or other), "x_b": spelled_number(x_b or other)}
    return "incomparable", {"A": left, "B": right}, witness


def bounds(random: Random, value: Number) -> dict[str, Any]:
    """Return the value, or bounds that are close to it and mostly on the right side."""
    if random.random() < 0.4:
        return {"value": spelled_number(value)}
    digits = random.choice((1, 3, 20, 60))
    low = below(value, digits)
    claim = {"lower": text(low), "upper": text(low + Fraction(2, 10**digits))}
    if random.random() < 0.3:
        claim[random.choice(("lower", "upper"))] = text(approximated(random, value, digits))
    if random.random() < 0.5:
        del claim[random.choice(("lower", "upper"))]
    return claim


def delta(random: Random, flavour: str) -> Claim:
    """The curve at a knot, at a random place, or at infinity."""
    json, pair = composition(random, flavour)
    if random.random() < 0.1:
        return "delta", {"pld": json, "x": "inf", **bounds(random, (pair.infinite(), pair.den))}, {}
    x = random.choice([*pair.knots()[:8], (weight(random, flavour), ONE), (rational(random.choice(X)), ONE)])
    value = pair.excess(x), pair.den * x[1]
    return "delta", {"pld": json, "x": spelled_number(x), **bounds(random, value)}, {}


def epsilon(random: Random, flavour: str) -> Claim:
    """The epsilon at a delta that the curve takes at a known place, or that it never takes."""
    json, pair = composition(random, flavour)
    how = random.random()
    if how < 0.1:
        part = random.choice((Fraction(1, 2), 1 - TINY, Fraction(1)))
        delta, claim = (pair.infinite().scaled(part), pair.den), {"exp_value": "inf"}
    elif how < 0.2:
        delta, claim = (rational(random.choice((Fraction(1), 1 - TINY))), ONE), {"exp_value": "0"}
    else:
        x = random.choice([*pair.knots()[:8], (monomial(random, flavour), ONE), (power(random.choice(X)), ONE)])
        delta = pair.excess(x), pair.den * x[1]
        claim = {"exp_value": spelled_number(x)}
        if random.random() < 0.6:
            claim = nats(random, x)
    return "epsilon", {"pld": json, "delta": spelled_number(delta), **claim}, {}


def nats(random: Random, x: Number) -> dict[str, Any]:
    """Return bounds on ln x, exact ones where it is rational, close ones where it is not."""
    (exponent, *others), den = x[0].terms, x[1].terms
    digits = random.choice((1, 3, 20, 60))
    if not others and not exponent[2] and den == ONE.terms and x[0].terms[exponent] == 1:
        low = high = Fraction(exponent[0], exponent[1])
        low, high = random.choice(((low, high), (low - Fraction(1, 10**digits), high + Fraction(1, 10**digits))))
    else:
        low = below(x, digits, iv.log)
        high = low + Fraction(random.choice((1, 2)), 10**digits)
    claim = {"lower": text(low), "upper": text(high)}
    if random.random() < 0.3:
        del claim[random.choice(("lower", "upper"))]
    return claim


BUILDERS = {
    "dominated by knots": dominated_knots,
    "dominated by kernel": dominated_kernel,
    "not-dominated": not_dominated,
    "equal": equal,
    "incomparable": incomparable,
    "delta": delta,
    "epsilon": epsilon,
    "natural-filter-violated": strategies.violated,
    "natural-filter-free": filter_builders.free,
    "filter-cost by budget": filter_builders.cost_by_budget,
    "filter-cost by moves": filter_builders.cost_by_moves,
    "chain": order_builders.chain,
    "not-chain": order_builders.not_chain,
    "residue": order_builders.residue,
    "residue-run": order_builders.residue_run,
    "sandwich": order_builders.sandwich,
    **audit_builders.BUILDERS,
    **theorem_builders.BUILDERS,
    **envelope_builders.BUILDERS,
}
GROUPS = {  # those of version 3, of version 4, of version 5
    "new": list(BUILDERS)[8:16],
    "audit": list(audit_builders.BUILDERS),
    "theorem": [*theorem_builders.BUILDERS, *envelope_builders.BUILDERS],
}
