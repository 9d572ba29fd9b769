"""Real numbers for the judge of random claims: sums of c * e^r * prod p^a, their signs by mpmath's intervals.

Shares nothing with the checker nor with `exact/`. A sum whose terms all cancel is zero, whatever the theory says; any
other sign is that of an enclosure, widened once more, that excludes zero. What is not settled so is `Undecided`.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from math import ceil, exp, floor, fsum, gcd, lcm, log
from typing import Any

import mpmath
from mpmath.ctx_iv import MPIntervalContext
from sympy import isprime

Exponent = tuple[int, int, tuple[tuple[int, int, int], ...]]  # r as n, d; (p, a as n, d), p increasing, 0 < a < 1
ONE: Exponent = (0, 1, ())
PRECISIONS = (96, 384, 1_536, 6_144)
HEX = 10**60
iv = MPIntervalContext()  # of our own: its precision is nobody else's


class Undecided(Exception):
    """Raised when enclosures do not settle a sign; the claim is then not used."""


@lru_cache(1 << 16)
def product(x: Exponent, y: Exponent) -> tuple[Exponent, int]:
    """Return (z, c) with e^x e^y = c e^z."""
    n, d = x[0] * y[1] + y[0] * x[1], x[1] * y[1]
    g, carry = gcd(n, d), 1
    if not x[2] or not y[2]:
        return (n // g, d // g, x[2] or y[2]), 1
    powers = {p: (a, b) for p, a, b in x[2]}
    for p, a, b in y[2]:
        c, e = powers.pop(p, (0, 1))
        top, bottom = a * e + c * b, b * e
        if top >= bottom:
            top, carry = top - bottom, carry * p
        if top:
            common = gcd(top, bottom)
            powers[p] = (top // common, bottom // common)
    return (n // g, d // g, tuple((p, *powers[p]) for p in sorted(powers))), carry


@lru_cache(1 << 14)
def enclosure(x: Exponent, bits: int) -> tuple[int, int]:
    """Return integers around e^x * 2^bits, wider by far than mpmath's interval."""
    if abs(x[0]) > 100_000 * x[1]:
        raise TooLarge
    iv.prec = bits + 64 + 2 * abs(x[0]) // x[1]
    exponent = iv.mpf(x[0]) / x[1]
    for p, a, b in x[2]:
        exponent += iv.log(iv.mpf(p)) * a / b
    box = iv.exp(exponent) * iv.mpf(2) ** bits
    low, high = (Fraction(*mpmath.libmp.to_rational(end)) for end in box._mpi_)
    return floor(low) - 4, ceil(high) + 4


class TooLarge(Exception):
    """Raised when brute force would take too long; the claim is then not used."""


class NoNumber(Exception):
    """Raised when a number is not in its one spelling, a base not prime, or an exponent beyond 10,000."""


class Budget:
    """How much work is left for one claim: products of terms, and terms enclosed."""

    left = 0


def spend(work: int) -> None:
    """Count work before it is done."""
    Budget.left -= work
    if Budget.left < 0:
        raise TooLarge


class Real:
    """A sum of c * e^x, no c zero; c is an integer or a Fraction."""

    __slots__ = ("terms",)

    def __init__(self, terms: dict[Exponent, Any]) -> None:
        self.terms = terms

    def __add__(self, other: Real) -> Real:
        terms = dict(self.terms)
        for x, c in other.terms.items():
            total = terms.get(x, 0) + c
            if total:
                terms[x] = total
            else:
                del terms[x]
        return Real(terms)

    def __neg__(self) -> Real:
        return Real({x: -c for x, c in self.terms.items()})

    def __sub__(self, other: Real) -> Real:
        return self + -other

    def __mul__(self, other: Real) -> Real:
        for one, two in ((self, other), (other, self)):
            if len(two.terms) == 1 and ONE in two.terms:
                factor = two.terms[ONE]
                return Real({x: c * factor for x, c in one.terms.items()})
        terms: dict[Exponent, Any] = {}
        spend(len(self.terms) * len(other.terms))
        for x, c in self.terms.items():
            for y, d in other.terms.items():
                z, carry = product(x, y)
                terms[z] = terms.get(z, 0) + c * d * carry
        return Real({x: c for x, c in terms.items() if c})

    def scaled(self, factor: Any) -> Real:
        """Return the product with a rational number."""
        return Real({x: c * factor for x, c in self.terms.items() if factor})

    def rough(self, scale: int) -> float:
        """Return about the value over a scale; for looking only."""
        try:
            return fsum(
                float(Fraction(c) / scale) * exp(n / d + fsum(a / b * log(p) for p, a, b in powers))
                for (n, d, powers), c in self.terms.items()
            )
        except OverflowError:
            return 1e100

    def rational(self) -> bool:
        """Return whether there is no power in it."""
        return self.terms.keys() <= {ONE}

    def sign(self) -> int:
        """Return -1, 0 or 1, or raise Undecided."""
        signs = {c > 0 for c in self.terms.values()}
        if len(signs) < 2:
            return 0 if not signs else 1 if True in signs else -1
        for bits in PRECISIONS:
            spend(4 * len(self.terms))
            low = high = 0
            for x, c in self.terms.items():
                one, two = enclosure(x, bits)
                low, high = (low + c * one, high + c * two) if c > 0 else (low + c * two, high + c * one)
            if low > 0 or high < 0:
                return 1 if low > 0 else -1
        raise Undecided


def rational(value: Any) -> Real:
    """Return a rational number as a Real."""
    return Real({ONE: value} if value else {})


def power(r: Any, *radicals: tuple[int, Any]) -> Real:
    """Return e^r * prod p^a for pairs (p, a) with 0 < a < 1, p prime and increasing."""
    r = Fraction(r)
    pairs = tuple((p, *Fraction(a).as_integer_ratio()) for p, a in radicals)
    return Real({(r.numerator, r.denominator, pairs): 1})


def integral(values: list[Real]) -> list[Real]:
    """Return the values, all multiplied by one positive integer that makes their coefficients integer."""
    scale = lcm(*(c.denominator for value in values for c in value.terms.values()))
    return [Real({x: int(c * scale) for x, c in value.terms.items()}) for value in values]


# ---- texts


def text(value: Any) -> str:
    """Return the spelling of a rational number."""
    parts = value.as_integer_ratio() if value.denominator > 1 else (value.numerator,)
    return "/".join(str(n) if abs(n) < HEX else hex(n) for n in parts)


def spelled(value: Real) -> Any:
    """Return the JSON of a sum."""
    if value.rational():
        return text(value.terms.get(ONE, 0))

    def order(x: Exponent) -> Any:
        return Fraction(x[0], x[1]), [(p, Fraction(a, b)) for p, a, b in x[2]]

    def exponent(x: Exponent) -> Any:
        r = text(Fraction(x[0], x[1]))
        return [r, [[text(p), text(Fraction(a, b))] for p, a, b in x[2]]] if x[2] else r

    return [[text(c), exponent(x)] for x, c in sorted(value.terms.items(), key=lambda term: order(term[0])) if c]


def spelled_quotient(num: Real, den: Real) -> Any:
    """Return the JSON of num / den, den positive: of the sum where that is simple, else of the quotient."""
    if den.rational():
        return spelled(num.scaled(1 / Fraction(den.terms[ONE])))
    return {"num": spelled(num), "den": spelled(den)}


def read_rational(value: str) -> Fraction:
    """Return the value of a rational number."""
    top, _, bottom = value.partition("/")
    return Fraction(int(top, 0), int(bottom, 0) if bottom else 1)


def read_exponent(value: Any) -> Exponent:
    """Return an exponent; whether it is in its one spelling is for `read` to say."""
    r, radicals = (value, []) if isinstance(value, str) else value
    n, d = read_rational(r).as_integer_ratio()
    if abs(n) > 10_000 * d or not all(isprime(int(p, 0)) and 0 < read_rational(a) < 1 for p, a in radicals):
        raise NoNumber
    if not all(int(one[0], 0) < int(two[0], 0) for one, two in pairwise(radicals)):
        raise NoNumber
    return n, d, tuple((int(p, 0), *read_rational(a).as_integer_ratio()) for p, a in radicals)


def read(value: Any) -> Real:
    """Return a sum, or raise NoNumber or what int() and the like raise."""
    if isinstance(value, str):
        return _canonical(rational(read_rational(value)), value)
    return _canonical(Real({read_exponent(x): read_rational(c) for c, x in value}), value)


def _canonical(result: Real, value: Any) -> Real:
    """Return the result if the value is its one spelling."""
    if spelled(result) != value:
        raise NoNumber
    return result


def read_number(value: Any) -> tuple[Real, Real]:
    """Return a number as numerator and denominator, with integer coefficients."""
    if isinstance(value, dict) and (value.keys() != {"num", "den"} or isinstance(value["den"], str)):
        raise NoNumber
    num, den = (value["num"], value["den"]) if isinstance(value, dict) else (value, "1")
    num, den = integral([read(num), read(den)])
    return num, den
