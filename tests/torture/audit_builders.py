"""Random audits: values that are wrong by a little or by a lot, curves of discretised PLDs, values that cannot be."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import floor, isfinite, log
from random import Random
from typing import Any

import mpmath

from tests.torture.blocks import (
    OTHERS,
    TINY,
    Claim,
    X,
    any_pld,
    below,
    garbled,
    monomial,
    plain,
    pld,
    randomized_response,
    spelled_number,
    weight,
)
from tests.torture.judge import candidates
from tests.torture.judge_values import minus, plus, sign_of
from tests.torture.pairs import ONE, Number, Pair
from tests.torture.reals import Real, iv, power, rational, spelled_quotient, text

STEPS = [TINY, TINY, Fraction(1, 2**60), Fraction(1, 10**20), Fraction(1, 1000), Fraction(1, 3), Fraction(1)]
UNITS = [Fraction(1), Fraction(1, 2), Fraction(0.1), Fraction(log(2)), Fraction(1, 3), Fraction(1, 50)]
RATIONAL = ("integers", "long")


def dual(pair: Pair) -> Pair:
    """Return the pair with P and Q exchanged."""
    return Pair(pair.den, [(q, p) for p, q in reversed(pair.outcomes)])


def pairs(random: Random, flavour: str) -> tuple[list[Any], list[Pair]]:
    """Return the JSON of one to three pairs, and the pairs: a PLD and its dual, a composition, several."""
    one = any_pld(random, flavour)
    how = random.randrange(5)
    if how == 0:
        found = [one]
    elif how < 3:
        found = [one, dual(one)]
    elif how == 3:
        found = [one, garbled(random, "integers", one)[0], *([any_pld(random, flavour)] if random.random() < 0.5 else [])]
    else:
        times = random.choice((2, 2, 3, 5)) if len(one.outcomes) < 3 else 2
        return [{"compose": [[str(times), plain(one)], ["0", plain(one)]]}], [one.power(times)]
    return [plain(pair) for pair in found], found


def audit(quantity: Any, says: Any, found: list[Any] | None, witness: Any = None) -> Claim:
    """Return an audit; without pairs the value is said to be impossible, or the quantity is a sum of spends."""
    claim: dict[str, Any] = {"claimant": "a tool", "quantity": quantity, "says": says}
    claim["verdict"] = "violated" if says.keys() - {"value", "points"} and not {"lower", "upper"} <= says.keys() else "invalid"
    if found:
        claim["pairs"] = found
    return "audit", claim, witness or {}


def number_said(random: Random, exact: Number) -> dict[str, Any]:
    """Return a bound that fails by a known amount, or by hardly anything, or not at all."""
    side, step = random.choice(("upper", "lower")), random.choice(STEPS)
    less, more = (minus, plus) if side == "upper" else (plus, minus)
    if random.random() < 0.3:
        digits = random.choice((1, 3, 20, 60))
        decimal = below(exact, digits) + (0 if side == "upper" else Fraction(1, 10**digits))
        return {side: text(decimal)} | ({"by": text(step)} if random.random() < 0.2 else {})
    how = random.random()
    if how < 0.15:
        return {side: spelled_number(exact)} if exact[1].sign() > 0 else {side: "0"}
    shift: Number = (rational(step), ONE)
    says = {side: spelled_number(less(exact, shift) if how < 0.8 else more(exact, shift))}
    if random.random() < 0.6:
        by = random.choice((step, step, step / 2, step + TINY, step - TINY, step + 1))
        says["by"] = text(by) if by else "1"
    return says


def nats_said(random: Random, exact: Number | str, parts: int = 1) -> dict[str, Any]:
    """Return a bound on ln exact, over a natural number, that fails or not; exact may be infinite or 0."""
    side, step = random.choice(("upper", "lower")), random.choice(STEPS)
    sign = -1 if side == "upper" else 1
    if isinstance(exact, str):
        value = random.choice(("0", "-5", "7", "9999", exact, "inf"))
        return {side: value} | ({"by": text(step)} if random.random() < 0.4 and "inf" not in value else {})
    ends = [list(part.terms.items()) for part in exact]
    if all(len(end) == 1 and not end[0][0][2] for end in ends) and ends[0][0][1] == ends[1][0][1]:
        value = (Fraction(*ends[0][0][0][:2]) - Fraction(*ends[1][0][0][:2])) / parts
        amounts = (step, step, step / 2, step + TINY)
    else:
        digits = random.choice((1, 3, 20, 60))
        value = (below(exact, digits, iv.log) + random.choice((0, Fraction(1, 10**digits)))) / parts
        amounts = (step / 2, step - Fraction(2, 10**digits), step + Fraction(2, 10**digits))
    if random.random() < 0.3:
        return {side: text(value)}
    says = {side: text(value + sign * step * random.choice((1, 1, 1, -1)))}
    by = random.choice(amounts)
    return says | ({"by": text(by)} if random.random() < 0.6 and by > 0 else {})


def largest(found: list[Number], *, least: bool = False) -> Number:
    """Return the largest of some numbers."""
    best = found[0]
    for one in found[1:]:
        if sign_of(minus(one, best)) == (-1 if least else 1):
            best = one
    return best


def place(random: Random, flavour: str, pair: Pair) -> Number:
    """Return a knot, or another place."""
    return random.choice([*pair.knots()[:8], (weight(random, flavour), ONE), (rational(random.choice(X)), ONE)])


def delta(random: Random, flavour: str) -> Claim:
    """The curve at a place."""
    said, found = pairs(random, flavour)
    if random.random() < 0.15:
        return audit({"of": "delta", "x": "inf"}, number_said(random, largest([(p.infinite(), p.den) for p in found])), said)
    x = place(random, flavour, found[0])
    values = [(pair.excess(x), pair.den * x[1]) for pair in found]
    return audit({"of": "delta", "x": spelled_number(x)}, number_said(random, largest(values)), said)


def exponential(pair: Pair, at: Number) -> Number | str:
    """Return e^epsilon, or what epsilon is where that is infinite."""
    sets = list(candidates(pair, at))
    if any(p.sign() > 0 and not q.terms for p, q in sets):
        return "inf"
    finite = [(p, q) for p, q in sets if q.terms and p.sign() > 0]
    return largest(finite) if finite else "-inf"


def epsilon(random: Random, flavour: str) -> Claim:
    """The epsilon at a delta that a curve takes at a known place, clipped or not."""
    said, found = pairs(random, flavour)
    at: Number = found[0].infinite(), found[0].den
    if random.random() < 0.75:
        x = random.choice([*found[0].knots()[:8], (monomial(random, flavour), ONE), (power(random.choice(X)), ONE)])
        at = found[0].excess(x), found[0].den * x[1]
    elif random.random() < 0.3:
        at = rational(random.choice((1, 1 - TINY))), ONE
    values = [exponential(pair, at) for pair in found]
    exact: Number | str = "inf" if "inf" in values else "-inf"
    finite = [value for value in values if not isinstance(value, str)]
    if finite and exact != "inf":
        exact = largest(finite)
    name = random.choice(("epsilon", "epsilon", "clipped-epsilon"))
    if name == "clipped-epsilon" and random.random() < 0.5 and (isinstance(exact, str) or sign_of(minus(exact, (ONE, ONE))) < 0):
        exact = ONE, ONE
    return audit({"of": name, "delta": spelled_number(at)}, nats_said(random, exact), said)


def tradeoff(random: Random, flavour: str) -> Claim:
    """The trade-off function at one of its vertices, or between."""
    said, found = pairs(random, flavour)
    atoms, kept = found[0].outcomes, found[0].den
    count = random.randint(0, len(atoms))
    at: Number = (sum((p for p, _ in atoms[count:]), start=rational(0)), kept)
    if random.random() < 0.4:
        at = rational(random.choice((Fraction(0), Fraction(1, 10), Fraction(1, 2), Fraction(9, 10), Fraction(1)))), ONE
    values = []
    for pair in found:
        heights: list[Number] = [(rational(0), ONE)]
        for k in pair.knots():
            rest = minus(minus((ONE, ONE), at), (pair.excess(k), pair.den * k[1]))
            heights.append((rest[0] * k[1], rest[1] * k[0]))
        values.append(largest(heights))
    return audit({"of": "tradeoff", "alpha": spelled_number(at)}, number_said(random, largest(values, least=True)), said)


def renyi(random: Random, flavour: str) -> Claim:
    """A Renyi divergence, of a high order where the masses are rational."""
    said, found = pairs(random, flavour)
    if flavour not in RATIONAL and random.random() < 0.8:
        found = [randomized_response(random, flavour)]
        said = [plain(pair) for pair in found]
    order = random.choice((2, 2, 3, 5, 17, 256) if flavour in RATIONAL else (2, 2, 3))
    values: list[Number | str] = []
    for pair in found:
        num, den = rational(0), ONE
        for p, q in pair.outcomes:
            if p.terms and q.terms:
                top, bottom = p, ONE
                for _ in range(order - 1):
                    top, bottom = top * p, bottom * q
                num, den = num * bottom + top * den, den * bottom
        values.append("inf" if pair.infinite().terms else (num, den * pair.den))
    finite = [value for value in values if not isinstance(value, str)]
    exact: Number | str = largest(finite) if len(finite) == len(values) else "inf"
    return audit({"of": "renyi", "order": str(order)}, nats_said(random, exact, order - 1), said)


def gdp(random: Random, flavour: str) -> Claim:
    """A level of Gaussian privacy, with the test that shows it best or hardly."""
    said, found = pairs(random, flavour)
    index = random.randrange(len(found))
    x = place(random, flavour, found[index])
    pair, p, q = found[index], rational(0), rational(0)
    for mass_p, mass_q in pair.outcomes:
        if (mass_p * x[1] - mass_q * x[0]).sign() >= 0:
            p, q = p + mass_p, q + mass_q
    digits = random.choice((2, 10, 25))
    t, level = (quantile((mass, pair.den), digits) for mass in (q, p))
    t += random.choice((Fraction(1, 10**digits), Fraction(1, 10**digits), Fraction(0), Fraction(1, 5)))
    mu, step = level - t, random.choice((Fraction(2, 10**digits), Fraction(1, 100), Fraction(1, 3), -Fraction(2, 10**digits)))
    says = {"upper": text(mu - step)}
    if random.random() < 0.5 and step > 0:
        says["by"] = text(random.choice((step / 2, step, step + Fraction(3, 10**digits))))
    number = index if random.random() < 0.93 else len(found)
    witness = {"pair": str(number), "x": spelled_number(x), "t": text(t)}
    return audit({"of": "gdp"}, says, said, witness)


def quantile(mass: Number, digits: int) -> Fraction:
    """Return the quantile of the standard normal distribution, cut off, or +-12."""
    value = below(mass, 40)
    if value <= 0 or value >= 1 - TINY:
        return Fraction(-12 if value <= 0 else 12)
    with mpmath.workdps(60):
        found = mpmath.sqrt(2) * mpmath.erfinv(2 * mpmath.mpf(value.numerator) / value.denominator - 1)
        return Fraction(int(mpmath.floor(found * 10**digits)), 10**digits)


def spends(random: Random, flavour: str) -> Claim:
    """A sum of spends."""
    parts, total = [], (rational(0), ONE)
    for _ in range(random.choice((1, 2, 3, 5))):
        times, value = random.choice((0, 1, 1, 2, 10)), (monomial(random, flavour), weight(random, flavour) if random.random() < 0.3 else ONE)
        if random.random() < 0.3:
            value = rational(Fraction(random.choice((0.1, 0.3, 1e-5)))), ONE
        elif random.random() < 0.2:
            value = -value[0], value[1]
        parts.append([str(times), spelled_number(value)])
        total = plus(total, (value[0].scaled(times), value[1]))
    return audit({"of": "spend", "spends": parts}, number_said(random, total), None)


# ---- discretised PLDs


def dyadic(value: Fraction) -> str:
    """Return the spelling of m 2^e."""
    top, below_one = value.as_integer_ratio()
    power_of_2 = 1 - below_one.bit_length()
    while top and not top % 2:
        top, power_of_2 = top // 2, power_of_2 + 1
    return f"{top}p{power_of_2}" if top else "0"


def rough(pair: Pair) -> list[tuple[float, float]]:
    """Return the masses under P with their losses, as floats, and the loss +inf."""
    scale = int(max(abs(c) for c in pair.den.terms.values())) or 1
    den, found = pair.den.rough(scale), []
    for p, q in pair.outcomes:
        if p.terms:
            small, large = p.rough(scale) / den, q.rough(scale) / den
            found.append((small, log(small / large) if small > 0 and large > 0 else float("inf")))
    return found


def grid(random: Random, pair: Pair) -> Any:
    """Return the pair on a grid of losses, as an accountant has it: rounded up, down, or to the nearest, with noise."""
    unit, how = random.choice(UNITS), random.choice((0, 0, 1, 1, 0.5))
    masses: dict[int, Fraction] = {}
    infinite = Fraction(0)
    for mass, loss in rough(pair):
        noise = random.choice((0, 0, 0, 2.0**-50, -(2.0**-50), 0.01))
        exact = Fraction(max(mass + noise, 0.0))
        if not isfinite(loss) or abs(loss) > 5_000:
            infinite += exact
        else:
            index = floor(Fraction(loss) / unit + Fraction(how))
            masses[index] = Fraction(float(masses.get(index, Fraction(0)) + exact))
    if random.random() < 0.2:
        masses[random.randrange(-3, 4)] = random.choice((Fraction(0), Fraction(1, 4), Fraction(-1, 2**50), Fraction(1, 2**900)))
    atoms = [[str(index), dyadic(masses[index])] for index in sorted(masses)]
    return {"unit": text(unit), "atoms": atoms, "infinite": dyadic(Fraction(float(infinite)))}


def curve(random: Random, flavour: str) -> Claim:
    """The curve of a pair on a grid, at a place where it may be on the wrong side."""
    said, found = pairs(random, flavour)
    x, side = place(random, flavour, found[0]), random.choice(("upper", "lower"))
    if random.random() < 0.1:
        return tie(random)
    says: dict[str, Any] = {side: grid(random, found[random.randrange(len(found))])}
    if random.random() < 0.3:
        says["by"] = text(random.choice((*STEPS[:5], Fraction(1, 20))))
    return audit({"of": "curve"}, says, said, {"x": spelled_number(x)})


def tie(random: Random) -> Claim:
    """A discretised PLD that is exactly what the pair is, or is off by the least that can be said."""
    mass = random.choice((Fraction(1, 2), Fraction(1, 4), Fraction(7, 8)))
    pair = Pair(
        power(1), [(power(1).scaled(1 - mass), rational(0)), (power(1).scaled(mass), rational(mass)), (rational(0), power(1) - rational(mass))]
    )
    pair = pld(pair.den, pair.outcomes)
    off = random.choice((Fraction(0), Fraction(0), Fraction(1, 2**60), -Fraction(1, 2**60)))
    value = {"unit": "1", "atoms": [["1", dyadic(mass)]], "infinite": dyadic(1 - mass + off)}
    x: Real = random.choice((rational(1), power(Fraction(1, 2)), rational(2)))
    says = {random.choice(("upper", "lower")): value}
    return audit({"of": "curve"}, says, [plain(pair)], {"x": spelled_quotient(x, ONE)})


# ---- what cannot be


def invalid(random: Random, flavour: str) -> Claim:
    """A value out of its range, bounds that are crossed, points on no curve, a grid that is no PLD; or just not so."""
    how = random.randrange(4)
    if how == 0:
        return audit({"of": "curve"}, {"value": grid(random, any_pld(random, flavour))}, None)
    if how == 1:
        return points(random, flavour)
    share = spelled_number((monomial(random, "integers"), rational(7)))
    if Fraction(share) > 1:
        share = random.choice(("0", "1", "1/10"))
    quantity: dict[str, Any] = random.choice(
        (
            {"of": "delta", "x": spelled_number(random.choice(OTHERS))},
            {"of": "epsilon", "delta": share},
            {"of": "clipped-epsilon", "delta": share},
            {"of": "tradeoff", "alpha": share},
            {"of": "renyi", "order": random.choice(("2", "3", "256"))},
            {"of": "gdp"},
            {"of": "spend", "spends": [["2", "1/3"]]},
        )
    )
    nats = quantity["of"] in ("epsilon", "clipped-epsilon", "renyi", "gdp")

    def value() -> Any:
        if random.random() < 0.25:
            return random.choice(("inf", "-inf"))
        middle = random.choice((Fraction(0), Fraction(1), Fraction(1, 2), 1 - (Fraction(share) if quantity["of"] == "tradeoff" else 0)))
        exact = middle + random.choice((0, 0, TINY, -TINY, Fraction(1, 3), Fraction(-1, 3)))
        if not nats and random.random() < 0.2:
            return spelled_number((monomial(random, flavour), weight(random, flavour)))
        return text(exact)

    if how == 2:
        return audit(quantity, {"value": "nan" if random.random() < 0.15 else value()}, None)
    return audit(quantity, {"lower": value(), "upper": value()}, None)


def points(random: Random, flavour: str) -> Claim:
    """Two or three points of a curve, one of them now and then too high or too low."""
    pair = any_pld(random, flavour if random.random() < 0.5 else "integers")
    name = random.choice(("delta", "delta", "tradeoff", "renyi", "epsilon"))
    if name in ("renyi", "epsilon"):
        places: list[str] = (
            random.choice((["2", "3"], ["2", "256"], ["3", "3"]))
            if name == "renyi"
            else random.choice((["0", "1/2"], ["1/3", "1/2"], ["1/2", "1/2"]))
        )
        values = [random.choice(("0", "1", text(1 + TINY), "1/2", "inf", "-inf")) for _ in places]
        return audit({"of": name}, {"points": [list(point) for point in zip(places, values, strict=True)]}, None)
    if name == "tradeoff":
        alphas = sorted(random.sample([Fraction(i, 8) for i in range(9)], random.choice((2, 3, 3))))
        step = random.choice((Fraction(0), TINY, -TINY, Fraction(1, 9)))
        heights = [1 - alpha for alpha in alphas]
        heights[1] += step
        return audit({"of": name}, {"points": [[text(a), text(b)] for a, b in zip(alphas, heights, strict=True)]}, None)
    xs = sorted(random.sample(X, random.choice((2, 3, 3))))
    found: list[Number] = [(pair.excess((rational(x), ONE)), pair.den) for x in xs]
    if random.random() < 0.7:
        i, step = random.randrange(len(found)), random.choice((TINY, -TINY, Fraction(1, 10**20), Fraction(1, 10), Fraction(-1, 10)))
        found[i] = plus(found[i], (rational(step), ONE))
    said = [[text(x), spelled_number(value)] for x, value in zip(xs, found, strict=True)]
    if random.random() < 0.1:
        said[0], said[1] = said[1], said[0]
    return audit({"of": name}, {"points": said}, None)


BUILDERS: dict[str, Callable[[Random, str], Claim]] = {
    "audit delta": delta,
    "audit epsilon": epsilon,
    "audit tradeoff": tradeoff,
    "audit renyi": renyi,
    "audit gdp": gdp,
    "audit spend": spends,
    "audit curve": curve,
    "audit invalid": invalid,
}
