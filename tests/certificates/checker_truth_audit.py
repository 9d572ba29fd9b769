"""The second opinion on audits: the exact value from its definition, then whether it is beyond what was said.

Epsilon is a maximum over sets of outcomes, a trade-off function the fractional knapsack of Neyman and Pearson, a whole
discretised PLD one sum over its atoms.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cmp_to_key, lru_cache
from itertools import pairwise
from typing import Any

import mpmath

from tests.certificates.checker_oracle import Atoms, Number, Oracle, Unknown, rational, require

MOST, LONGEST = 1_000, 60_000_000  # of one factor of a composition; bits of all pairs of atoms
INFINITE = {"inf": 1, "-inf": -1}
Value = Any  # a number, "inf", "-inf" or "nan"


def atoms(o: Oracle, pld: Any) -> Atoms:
    """Return the atoms of a PLD, its powers by squaring."""
    if "den" in pld:
        return o.plain(pld)
    result: Atoms = [(Fraction(1), Fraction(1))]
    for times, plain in pld["compose"]:
        part, count = o.plain(plain), int(times)
        if count > MOST and len(part) > 1:
            raise Unknown
        power: Atoms = [(Fraction(1), Fraction(1))]
        for bit in f"{count:b}" if len(part) > 1 else "":
            power = product(o, power, power)
            power = product(o, power, part) if bit == "1" else power
        result = product(o, result, power)
    return result


def product(o: Oracle, a: Atoms, b: Atoms) -> Atoms:
    """Return the composition of two lists of atoms."""
    if len(a) == 1 or len(b) == 1:  # the identity is a list of one
        return b if len(a) == 1 else a
    if len(a) * len(b) * sum(max(size(o, p) for p, _ in atoms) for atoms in (a, b)) > LONGEST:
        raise Unknown
    return o.product(a, b, LONGEST)


def size(o: Oracle, value: Number) -> int:
    """Return about how many bits have to be multiplied, real numbers counted as slow as they are."""
    return value.denominator.bit_length() if isinstance(value, Fraction) else 8 * o.context.dps


def descending(o: Oracle, pld: Atoms) -> Atoms:
    """Return the atoms, the largest ratio first."""

    def compared(one: Any, two: Any) -> int:
        return o.sign(o.times(two[0], one[1]), o.times(one[0], two[1]))

    return sorted(pld, key=cmp_to_key(compared))


# ---- exact values, one pair at a time


def exponential(o: Oracle, pld: Atoms, delta: Number) -> Value:
    """Return e^epsilon: the largest (P(S) - delta) / Q(S), S a set of the largest ratios; "inf", or 0, where epsilon is infinite."""
    found: Value = Fraction(0)
    p, q = o.times(Fraction(-1), delta), Fraction(0)
    for mass_p, mass_q in descending(o, pld):
        p, q = o.add(p, mass_p), o.add(q, mass_q)
        if o.sign(q, Fraction(0)) == 0:
            if o.sign(p, Fraction(0)) > 0:
                return "inf"
        elif o.sign(o.over(p, q), found) > 0:
            found = o.over(p, q)
    return found


def tradeoff(o: Oracle, pld: Atoms, alpha: Number) -> Number:
    """Return the least error under Q where that under P is at most alpha."""
    left, beta = o.add(Fraction(1), o.times(Fraction(-1), alpha)), Fraction(0)
    for p, q in descending(o, pld):
        if o.sign(left, Fraction(0)) == 0:
            return beta
        if o.sign(left, p) >= 0:
            left, beta = o.add(left, o.times(Fraction(-1), p)), o.add(beta, q)
        else:
            return o.add(beta, o.over(o.times(left, q), p))
    return beta


def moment(o: Oracle, pld: Atoms, order: int) -> Value:
    """Return the sum of p^n / q^(n - 1), which is "inf" with a mass of infinite loss."""
    total: Number = Fraction(0)
    for p, q in pld:
        if o.sign(p, Fraction(0)) == 0:
            continue
        if o.sign(q, Fraction(0)) == 0:
            return "inf"
        total = o.add(total, o.times(p, o.over(p, q) ** (order - 1)))
    return total


def said_curve(o: Oracle, said: Any, x: Number) -> Number:
    """Return the curve of a discretised PLD at x."""
    unit, factors = rational(said["unit"]), Powers(o, said["unit"])
    threshold = o.context.log(o.real(x))
    total: Number = dyadic(said["infinite"])
    inside = Fraction(0)
    for index, mass in said["atoms"]:
        i, m = int(index, 0), dyadic(mass)
        if m and o.real(i * unit) > threshold:
            inside += m
            total = o.add(total, o.times(o.times(Fraction(-1), x), o.times(m, factors.at(i))))
    return o.add(total, inside)


class Powers:
    """e^(-index unit), for increasing indices."""

    def __init__(self, o: Oracle, unit: Any) -> None:
        self.step = o.context.exp(-o.real(rational(unit)))
        self.index, self.value = 0, o.context.mpf(1)

    def at(self, index: int) -> Number:
        """Return the power of an index."""
        self.value *= self.step ** (index - self.index)
        self.index = index
        return Fraction(1) if index == 0 else self.value


def dyadic(value: str) -> Fraction:
    """Return m 2^e."""
    top, _, power = value.partition("p")
    return Fraction(int(top)) * Fraction(2) ** int(power or 0)


# ---- what is said


def logarithm(o: Oracle, value: Value) -> Value:
    """Return ln value."""
    if value == "inf" or o.sign(value, Fraction(0)) == 0:
        return "inf" if value == "inf" else "-inf"
    return Fraction(0) if value == 1 else o.context.log(o.real(value))


def shifted(value: str, by: str, sign: int) -> Any:
    """Return a value in nats and how much it fails by, together."""
    return value if value in INFINITE else rational(value) + sign * rational(by)


def order(o: Oracle, one: Value, two: Value) -> int:
    """Return the sign of one - two; either may be infinite."""
    ends = [INFINITE.get(v, 0) if isinstance(v, str) else 0 for v in (one, two)]
    if any(ends):
        return (ends[0] > ends[1]) - (ends[0] < ends[1])
    return o.sign(one, two)


class Scale:
    """How the values of a quantity compare with what is said about it."""

    def __init__(self, o: Oracle, quantity: Any) -> None:
        self.o, self.name = o, quantity["of"]
        self.times = int(quantity["order"]) - 1 if "order" in quantity else 1
        self.nats = self.name in ("epsilon", "clipped-epsilon", "renyi", "gdp")

    def said(self, value: str, by: str = "0", sign: int = 1) -> Value:
        """Return what is said, plus or minus what it fails by."""
        if self.nats:
            total = shifted(value, by, sign)
            return total if total in INFINITE else total * self.times
        return self.o.add(self.o.number(value), self.o.times(Fraction(sign), self.o.number(by)))

    def of(self, pld: Atoms, quantity: Any) -> Value:
        """Return the value of a pair, in nats (of a Renyi divergence times order - 1) or as it is."""
        o = self.o
        if self.name == "delta":
            return o.h(pld, quantity["x"] if quantity["x"] == "inf" else o.number(quantity["x"]))
        if self.name == "tradeoff":
            return tradeoff(o, pld, o.number(quantity["alpha"]))
        if self.name == "renyi":
            return logarithm(o, moment(o, pld, self.times + 1))
        found = logarithm(o, exponential(o, pld, o.number(quantity["delta"])))
        return Fraction(0) if self.name == "clipped-epsilon" and order(o, found, Fraction(0)) < 0 else found


def _violated(o: Oracle, claim: Any, witness: Any) -> None:
    quantity, says = claim["quantity"], claim["says"]
    plds = [atoms(o, pld) for pld in claim.get("pairs", [])]
    by, scale = says.get("by"), Scale(o, quantity)
    if by is not None:
        require(o.sign(rational(by) if scale.nats else o.number(by), Fraction(0)) > 0, "by")
    _places(o, quantity, witness)
    if scale.name == "gdp":
        _gdp(o, plds, says, witness)
        return
    (side,) = says.keys() - {"by"}
    sign = 1 if side == "upper" else -1
    if scale.name == "curve":
        x = o.number(witness["x"])
        values, said = [o.h(pld, x) for pld in plds], said_curve(o, says[side], x)
        moved = o.add(said, o.times(Fraction(sign), o.number(by or "0")))
    else:
        values = [scale.of(pld, quantity) for pld in plds] if plds else [spent(o, quantity["spends"])]
        said, moved = scale.said(says[side]), scale.said(says[side], by or "0", sign)
    # The value is the least of the pairs for a trade-off function, and otherwise the largest.
    quantifier = all if (scale.name == "tradeoff") == (sign > 0) else any
    require(quantifier(order(o, value, said) == sign for value in values), "beyond")
    require(quantifier(order(o, value, moved) != -sign for value in values), "beyond")


def spent(o: Oracle, spends: Any) -> Number:
    """Return the sum of times * number."""
    total: Number = Fraction(0)
    for times, value in spends:
        total = o.add(total, o.times(Fraction(int(times)), o.number(value)))
    return total


def _places(o: Oracle, quantity: Any, witness: Any) -> None:
    for part in (quantity, witness):
        require(part.get("x", "inf") == "inf" or o.sign(o.number(part["x"]), Fraction(0)) > 0, "x")
    for key in ("delta", "alpha"):
        _unit_interval(o, quantity.get(key, "0"))


def _unit_interval(o: Oracle, value: Any) -> None:
    inside = o.sign(o.number(value), Fraction(0)) >= 0 and o.sign(o.number(value), Fraction(1)) <= 0
    require(inside, "delta range")


def _gdp(o: Oracle, plds: list[Atoms], says: Any, witness: Any) -> None:
    """Look at the test of the witness: its masses, and what a level of the normal distribution makes of them."""
    require(int(witness["pair"]) < len(plds), "index")
    x, t = o.number(witness["x"]), rational(witness["t"])
    p = q = Fraction(0)
    for mass_p, mass_q in plds[int(witness["pair"])]:
        if o.sign(mass_p, o.times(x, mass_q)) >= 0:
            p, q = o.add(p, mass_p), o.add(q, mass_q)
    require(o.sign(q, normal(o, t)) <= 0, "level")
    mu = shifted(says["upper"], says.get("by", "0"), 1)
    require(mu != "inf" and o.sign(p, normal(o, t + mu)) > 0, "beyond")


def normal(o: Oracle, t: Fraction) -> Number:
    """Return the standard normal distribution function."""
    if abs(t) > 1_000_000:
        return Fraction(int(t > 0))
    return distribution(o.context.dps, t) if t else Fraction(1, 2)


@lru_cache
def distribution(digits: int, t: Fraction) -> Number:
    """Return its value to so many digits; far from 0 that takes seconds."""
    with mpmath.workdps(digits):
        return mpmath.ncdf(mpmath.mpf(t.numerator) / t.denominator)


# ---- what cannot be


def _invalid(o: Oracle, claim: Any) -> None:
    quantity, says = claim["quantity"], claim["says"]
    _places(o, quantity, {})
    if "points" in says:
        _points(o, quantity["of"], says["points"])
    elif quantity["of"] == "curve":
        require(_no_pld(o, says["value"]), "possible")
    elif "value" in says:
        require(_outside(o, quantity, says["value"]), "possible")
    else:
        values = [read(o, quantity["of"], says[key]) for key in ("lower", "upper")]
        require(order(o, *values) > 0, "possible")


def read(o: Oracle, name: str, value: Any) -> Value:
    """Return a value as it stands."""
    if value == "nan" or (isinstance(value, str) and value in INFINITE):
        return value
    return o.number(value) if name in ("delta", "tradeoff", "spend") else rational(value)


def _outside(o: Oracle, quantity: Any, said: Any) -> bool:
    name, value = quantity["of"], read(o, quantity["of"], said)
    if isinstance(value, str) and value == "nan":
        return True
    if name in ("epsilon", "spend"):
        return False
    most: Value = {"delta": Fraction(1)}.get(name, "inf")
    if name == "tradeoff":
        most = o.add(Fraction(1), o.times(Fraction(-1), o.number(quantity["alpha"])))
    return order(o, value, Fraction(0)) < 0 or order(o, value, most) > 0


def _no_pld(o: Oracle, said: Any) -> bool:
    masses = [(int(index, 0), dyadic(mass)) for index, mass in said["atoms"]]
    infinite = dyadic(said["infinite"])
    total = infinite + sum((mass for _, mass in masses), Fraction(0))
    if total > 1 or infinite < 0 or any(mass < 0 for _, mass in masses):
        return True
    factors, reverse = Powers(o, said["unit"]), Fraction(0)
    for index, mass in masses:
        reverse = o.add(reverse, o.times(mass, factors.at(index)))
    return o.sign(reverse, Fraction(1)) > 0


def _points(o: Oracle, name: str, said: Any) -> None:
    places = [Fraction(int(z)) if name == "renyi" else o.number(z) for z, _ in said]
    for z, (text, _) in zip(places, said, strict=True):
        if name == "delta":
            require(o.sign(z, Fraction(0)) > 0, "x")
        elif name != "renyi":
            _unit_interval(o, text)
    require(all(o.sign(a, b) < 0 for a, b in pairwise(places)), "points")
    values = [read(o, name, value) for _, value in said]
    if len(values) == 2:
        require(order(o, *values) == (1 if name == "renyi" else -1), "possible")
        return
    (x, y, z), (u, v, w) = places, values

    def weighed(end: Number, other: Number, value: Number) -> Number:
        return o.times(o.add(end, o.times(Fraction(-1), other)), value)

    require(o.sign(weighed(z, x, v), o.add(weighed(z, y, u), weighed(y, x, w))) > 0, "possible")


def _audit(o: Oracle, claim: Any, witness: Any) -> None:
    if claim["verdict"] == "violated":
        _violated(o, claim, witness)
    else:
        _invalid(o, claim)


KINDS = {"audit": _audit}
