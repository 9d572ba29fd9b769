"""The truth of audits by brute force: values from their definitions, compared exactly with what was said.

The values are those of judge_values.py, the curve of a discretised PLD one sum of powers of e. Only the normal
distribution is taken from mpmath, with a wide margin.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise
from typing import Any

import mpmath

from tests.torture.blocks import enclosed
from tests.torture.judge import NotTrue, Unshown, need, positive, read_pld
from tests.torture.judge_values import (
    NATS,
    PLACES,
    ZERO,
    clipped_sign,
    delta_sign,
    epsilon_signs,
    fraction,
    minus,
    natural,
    plus,
    renyi_sign,
    short,
    sign_of,
    tradeoff_sign,
    unit_interval,
)
from tests.torture.pairs import ONE, Number, Pair
from tests.torture.reals import NoNumber, Undecided, power, rational, read_number

Sign = Callable[[Any], int]  # of a value, compared with what is said


def beyond(side: str, quantifier: Callable[[Any], bool], plds: list[Any], signs: list[Sign]) -> None:
    """Raise NotTrue unless the values are beyond the first of what is said, and at least at the second."""
    first, *second = signs
    want = 1 if side == "upper" else -1
    need(quantifier([first(pld) == want for pld in plds]))
    for sign in second:
        need(quantifier([sign(pld) != -want for pld in plds]))


def judge_violated(claim: Any, witness: Any) -> None:
    """Judge that a bound fails."""
    quantity, says = claim["quantity"], dict(claim["says"])
    name, by = quantity["of"], says.pop("by", None)
    ((side, value),) = says.items()
    need(side in ("upper", "lower"), NoNumber)
    need((name == "spend") == ("pairs" not in claim), NoNumber)
    plds = [read_pld(pld) for pld in claim.get("pairs", [])]
    need(name == "spend" or 1 <= len(plds) <= 16, NoNumber)
    need(name not in ("gdp", "curve") or quantity.keys() == {"of"}, NoNumber)
    if name == "gdp":
        judge_gdp(plds, side, value, by, witness)
        return
    if by is not None:
        need(name not in NATS or value not in ("inf", "-inf"), NoNumber)
        need(short(by) > 0 if name in NATS else sign_of(read_number(by)) > 0)
    if name == "curve":
        judge_curve(plds, side, value, by, witness)
        return
    need(not witness, NoNumber)
    said = [spoken(name, value)]
    if by is not None:
        said.append(
            said[0] + (1 if side == "upper" else -1) * short(by) if name in NATS else (plus if side == "upper" else minus)(said[0], read_number(by))
        )
    signs = [sign_function(quantity, v) for v in said]
    if name == "spend":
        plds = [None]
    beyond(side, all if (name == "tradeoff") == (side == "upper") else any, plds, signs)


def spoken(name: str, value: Any) -> Any:
    """Return what is said."""
    if name in NATS:
        infinite = ("inf",) if name in ("renyi", "gdp") else ("inf", "-inf")
        return value if value in infinite else short(value)
    return read_number(value)


def sign_function(quantity: Any, said: Any) -> Sign:
    """Return the comparison of the value of a pair with what is said."""
    name = quantity["of"]
    need(quantity.keys() == {"of", PLACES.get(name, "spends")}, NoNumber)
    if name == "delta":
        x = quantity["x"] if quantity["x"] == "inf" else positive(read_number(quantity["x"]), NotTrue)
        return lambda pair: delta_sign(pair, x, said)
    if name == "renyi":
        order = natural(quantity["order"], 256)
        need(order > 1, NoNumber)
        return lambda pair: renyi_sign(pair, order, said)
    if name == "spend":
        total: Number = (ZERO, ONE)
        for times, each in quantity["spends"]:
            value = read_number(each)
            sign_of(value)
            total = plus(total, (value[0].scaled(natural(times, 10**9 - 1)), value[1]))
        return lambda _: sign_of(minus(total, said))
    place = unit_interval(quantity[PLACES[name]])
    compare = {"epsilon": epsilon_signs, "clipped-epsilon": clipped_sign, "tradeoff": tradeoff_sign}[name]
    return lambda pair: compare(pair, place, said)


def near(number: Number, digits: int = 60) -> Any:
    """Return a number to more than so many digits."""
    tops = [sum(enclosed(part, 16 * digits + 400)) for part in number]
    with mpmath.workdps(digits + 20):
        return mpmath.mpf(tops[0]) / tops[1]


def judge_gdp(plds: list[Pair], side: str, value: Any, by: Any, witness: Any) -> None:
    """Judge a level of Gaussian privacy by the test of the witness: what it shows is true."""
    need(side == "upper" and (by is None or value != "inf"), NoNumber)
    need(by is None or fraction(by) > 0)
    index = natural(witness["pair"], 10**9 - 1)
    x, t = read_number(witness["x"]), fraction(witness["t"])
    need(abs(t) <= 64 and witness.keys() == {"pair", "x", "t"}, NoNumber)
    positive(x, Unshown)
    need(index < len(plds) and value != "inf", Unshown)
    level = t + fraction(value) + (fraction(by) if by is not None else 0)
    need(abs(level) <= 64 and abs(t + fraction(value)) <= 64, NoNumber)
    pair, p, q = plds[index], ZERO, ZERO
    for mass_p, mass_q in pair.outcomes:
        if (mass_p * x[1] - mass_q * x[0]).sign() >= 0:
            p, q = p + mass_p, q + mass_q
    need(normal_sign((q, pair.den), t) <= 0, Unshown)
    need(normal_sign((p, pair.den), level) > 0, Unshown)


def normal_sign(mass: Number, t: Fraction) -> int:
    """Compare a mass with the standard normal distribution function."""
    if not t:
        return sign_of(minus(mass, (ONE, rational(2))))
    if not mass[0].terms or not (mass[0] - mass[1]).terms:
        return 1 if mass[0].terms else -1
    with mpmath.workdps(1_000 if abs(t) > 9 else 80):
        gap = near(mass, 1_000 if abs(t) > 9 else 60) - mpmath.ncdf(mpmath.mpf(t.numerator) / t.denominator)
        if abs(gap) < mpmath.mpf(10) ** (-950 if abs(t) > 9 else -50):
            raise Undecided
        return int(mpmath.sign(gap))


# ---- discretised PLDs


def read_grid(value: Any) -> tuple[list[tuple[Fraction, Fraction]], Fraction]:
    """Return the losses with their masses, and the mass of the loss +inf."""
    unit, atoms = fraction(value["unit"]), [(fraction(i), dyadic(mass)) for i, mass in value["atoms"]]
    need(value.keys() == {"unit", "atoms", "infinite"} and unit > 0, NoNumber)
    need(all(i.denominator == 1 for i, _ in atoms) and all(i < j for (i, _), (j, _) in pairwise(atoms)), NoNumber)
    need(all(abs(i * unit) <= 10_000 for i, _ in atoms) and max(unit.numerator, unit.denominator) < 2**256, NoNumber)
    return [(i * unit, mass) for i, mass in atoms], dyadic(value["infinite"])


def dyadic(value: str) -> Fraction:
    """Return m 2^e in its one spelling."""
    if value == "0":
        return Fraction(0)
    top, below = map(int, value.split("p"))
    need(top % 2 and f"{top}p{below}" == value and abs(top) < 10**20 and abs(below) <= 1200, NoNumber)
    return Fraction(top) * Fraction(2) ** below


def curve_of(grid: tuple[list[tuple[Fraction, Fraction]], Fraction], x: Number) -> Number:
    """Return the curve of a discretised PLD at x."""
    total = x[1].scaled(grid[1])
    for loss, mass in grid[0]:
        part = x[1] - x[0] * power(-loss)
        if mass and part.sign() > 0:
            total = total + part.scaled(mass)
    return total, x[1]


def judge_curve(plds: list[Pair], side: str, value: Any, by: Any, witness: Any) -> None:
    """Judge what a whole curve says at the x of the witness; a tie is never shown."""
    grid = read_grid(value)
    need(witness.keys() == {"x"}, NoNumber)
    x = positive(read_number(witness["x"]), NotTrue)
    said = [curve_of(grid, x)]
    if by is not None:
        said.append((plus if side == "upper" else minus)(said[0], read_number(by)))
    signs: list[Sign] = [lambda pair, v=v: delta_sign(pair, x, v) for v in said]
    quantifier = any if side == "upper" else all
    try:
        beyond(side, quantifier, plds, signs)
    except NotTrue:
        raise Unshown from None
    want = 1 if side == "upper" else -1
    need(quantifier([signs[-1](pld) == want for pld in plds]), Unshown)


def judge_no_pld(value: Any) -> None:
    """Judge that a discretised PLD is none."""
    atoms, infinite = read_grid(value)
    masses = [infinite, *(mass for _, mass in atoms)]
    if all(mass >= 0 for mass in masses) and sum(masses) <= 1:
        total = sum((power(-loss).scaled(mass) for loss, mass in atoms if mass), start=ZERO)
        need((total - ONE).sign() > 0)


# ---- what cannot be


def judge_invalid(claim: Any, witness: Any) -> None:
    """Judge that what is said is impossible."""
    quantity, says = claim["quantity"], claim["says"]
    name = quantity["of"]
    need(not witness and "pairs" not in claim, NoNumber)
    if name == "curve":
        need(says.keys() == {"value"} and quantity.keys() == {"of"}, NoNumber)
        judge_no_pld(says["value"])
    elif says.keys() == {"points"}:
        need(quantity.keys() == {"of"}, NoNumber)
        judge_points(name, says["points"])
    else:
        checked_place(quantity)
        values = {key: any_value(name, value, nan=key == "value") for key, value in says.items()}
        if values.keys() == {"lower", "upper"}:
            need(compared(values["lower"], values["upper"]) > 0)
        else:
            need(values.keys() == {"value"}, NoNumber)
            need(outside(quantity, values["value"]))


def checked_place(quantity: Any) -> None:
    """Look at x, delta, alpha, order or spends."""
    if quantity["of"] == "gdp":
        need(quantity.keys() == {"of"}, NoNumber)
    else:
        sign_function(quantity, (ZERO, ONE))


def any_value(name: str, value: Any, *, nan: bool) -> Any:
    """Return a value that may be infinite or nan."""
    if value in ("inf", "-inf") or (nan and value == "nan"):
        return value
    if name in NATS:
        return rational(fraction(value)), ONE
    number = read_number(value)
    sign_of(number)
    return number


def compared(one: Any, two: Any) -> int:
    """Return the sign of one - two, either of which may be infinite."""
    sizes = [{"inf": 1, "-inf": -1}.get(v, 0) if isinstance(v, str) else 0 for v in (one, two)]
    if any(sizes):
        return (sizes[0] > sizes[1]) - (sizes[0] < sizes[1])
    return sign_of(minus(one, two))


def outside(quantity: Any, value: Any) -> bool:
    """Return whether a value is outside of the range."""
    name = quantity["of"]
    if value == "nan":
        return True
    if name in ("epsilon", "spend"):
        return False
    most: Any = {"delta": (ONE, ONE)}.get(name, "inf")
    if name == "tradeoff":
        most = minus((ONE, ONE), unit_interval(quantity["alpha"]))
    return compared(value, (ZERO, ONE)) < 0 or compared(value, most) > 0


def judge_points(name: str, points: Any) -> None:
    """Judge that no curve goes through the points."""
    need(len(points) in ((2, 3) if name in ("delta", "tradeoff") else (2,) if name in ("epsilon", "renyi") else ()), NoNumber)
    need(all(len(point) == 2 for point in points), NoNumber)
    if name == "renyi":
        orders = [natural(z, 256) for z, _ in points]
        need(min(orders) > 1, NoNumber)
        places: list[Number] = [(rational(n), ONE) for n in orders]
    elif name == "delta":
        places = [positive(read_number(z), NotTrue) for z, _ in points]
    else:
        places = [unit_interval(z) for z, _ in points]
    if name in ("delta", "tradeoff"):
        values = [read_number(v) for _, v in points]
        for v in values:
            sign_of(v)
    else:
        values = [any_value(name, v, nan=False) for _, v in points]
    need(all(sign_of(minus(b, a)) > 0 for a, b in pairwise(places)))
    if len(points) == 2:
        need(compared(*values) == (1 if name == "renyi" else -1))
        return
    (x, y, z), (u, v, w) = places, values
    left = times(minus(v, u), minus(z, y))  # the slope before the middle is larger than the one after it
    right = times(minus(w, v), minus(y, x))
    need(sign_of(minus(left, right)) > 0)


def times(one: Number, two: Number) -> Number:
    """Return the product."""
    return one[0] * two[0], one[1] * two[1]


def judge_audit(claim: Any, witness: Any) -> None:
    """Judge an audit."""
    claimant = claim["claimant"]
    need(isinstance(claimant, str) and 1 <= len(claimant) <= 200 and all(" " <= c <= "~" for c in claimant), NoNumber)
    need(claim["verdict"] in ("violated", "invalid") and claim["says"].get("by", "") is not None, NoNumber)
    need(claim.keys() - {"pairs"} == {"claimant", "quantity", "says", "verdict"}, NoNumber)
    (judge_violated if claim["verdict"] == "violated" else judge_invalid)(claim, witness)


JUDGES = {"audit": judge_audit}
