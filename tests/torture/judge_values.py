"""Values of pairs against what is said of them, from their definitions: signs of differences, exactly.

An epsilon is a maximum over sets of outcomes, a trade-off function one over the knots, a divergence one sum of powers.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from tests.torture.judge import candidates, need
from tests.torture.pairs import ONE, Number, Pair
from tests.torture.reals import ONE as UNIT
from tests.torture.reals import NoNumber, Real, Undecided, power, rational, read, read_number, spend

NATS = ("epsilon", "clipped-epsilon", "renyi", "gdp")
PLACES = {"delta": "x", "epsilon": "delta", "clipped-epsilon": "delta", "tradeoff": "alpha", "renyi": "order"}
ZERO = rational(0)


def sign_of(number: Number) -> int:
    """Return the sign of a number, whose denominator must be positive."""
    need(number[1].sign() > 0)
    return number[0].sign()


def minus(one: Number, two: Number) -> Number:
    """Return the difference."""
    return one[0] * two[1] - two[0] * one[1], one[1] * two[1]


def plus(one: Number, two: Number) -> Number:
    """Return the sum."""
    return one[0] * two[1] + two[0] * one[1], one[1] * two[1]


def fraction(text: Any) -> Fraction:
    """Return a rational number."""
    value = read(text)
    need(isinstance(text, str) and value.rational(), NoNumber)
    return Fraction(value.terms.get(UNIT, 0))


def short(text: Any) -> Fraction:
    """Return a rational number within the limits of an exponent."""
    value = fraction(text)
    need(abs(value) <= 10_000 and max(abs(value.numerator), value.denominator) < 2**256, NoNumber)
    return value


def unit_interval(text: Any) -> Number:
    """Return a number from 0 to 1."""
    value = read_number(text)
    need(sign_of(value) >= 0 and sign_of(minus((ONE, ONE), value)) >= 0)
    return value


def natural(text: Any, most: int) -> int:
    """Return a natural number."""
    value = fraction(text)
    need(value.denominator == 1 and 0 <= value <= most, NoNumber)
    return int(value)


# ---- the sign of (value of a pair) - (what is said)


def delta_sign(pair: Pair, x: Any, said: Number) -> int:
    """Compare h(x)."""
    if x == "inf":
        return sign_of(minus((pair.infinite(), pair.den), said))
    return sign_of(minus((pair.excess(x), pair.den * x[1]), said))


def epsilon_signs(pair: Pair, delta: Number, said: Any) -> int:
    """Compare epsilon with nats, or an infinite value."""
    found = list(candidates(pair, delta))
    infinite = any(p.sign() > 0 and not q.terms for p, q in found)
    nothing = all(p.sign() <= 0 for p, _ in found)
    if said in ("inf", "-inf"):
        return (0 if infinite else -1) if said == "inf" else (0 if nothing else 1)
    if infinite or nothing:
        return 1 if infinite else -1
    x = power(said)
    signs = [(p - q * x).sign() for p, q in found if q.terms]
    return max(signs)


def clipped_sign(pair: Pair, delta: Number, said: Any) -> int:
    """Compare the larger of epsilon and 0."""
    if said == "-inf":
        return 1
    of_zero = -1 if said == "inf" else (said < 0) - (said > 0)
    return max(of_zero, epsilon_signs(pair, delta, said))


def tradeoff_sign(pair: Pair, alpha: Number, said: Number) -> int:
    """Compare the largest of 0 and (1 - alpha - h(x))/x over the knots x."""
    signs = [-sign_of(said)]
    for k in pair.knots():
        rest = minus(minus((ONE, ONE), alpha), (pair.excess(k), pair.den * k[1]))
        line = said[0] * k[0], said[1] * k[1]
        signs.append(sign_of(minus(rest, line)))
    return max(signs)


def renyi_sign(pair: Pair, order: int, said: Any) -> int:
    """Compare the sum of p^n / q^(n - 1) with e^((n - 1) v)."""
    if said == "inf":
        return 0 if pair.infinite().terms else -1
    if pair.infinite().terms:
        return 1
    spend(order * len(pair.outcomes))
    total = power(said * (order - 1)) if abs(said * (order - 1)) <= 10_000 else None
    if total is None:
        raise Undecided
    outcomes = [(p, q) for p, q in pair.outcomes if p.terms]
    if all(p.rational() and q.rational() for p, q in outcomes) and pair.den.rational():
        den = Fraction(pair.den.terms[UNIT])
        moment = sum((Fraction(p.terms[UNIT]) ** order / Fraction(q.terms[UNIT]) ** (order - 1) / den for p, q in outcomes), Fraction(0))
        return (rational(moment) - total).sign()
    num, below = ZERO, ONE
    for p, q in outcomes:
        top, bottom = raised(p, order), raised(q, order - 1)
        num, below = num * bottom + top * below, below * bottom
    return (num - total * below * pair.den).sign()


def raised(value: Real, times: int) -> Real:
    """Return a power."""
    result = ONE
    for _ in range(times):
        result = result * value
    return result
