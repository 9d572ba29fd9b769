"""Exact numbers for the vectors: finite sums of c * e^r * prod p^a, and their spelling (FORMAT.md, section 3).

Written for the vectors alone. It shares nothing with the checker nor with the package, so that the two readings of
FORMAT.md meet in the files and nowhere else. It builds numbers; it never decides anything about them.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from math import factorial, lcm
from typing import Any

Radicals = tuple[tuple[int, Fraction], ...]
Exponent = tuple[Fraction, Radicals]
Json = Any
Rational = Fraction | int | str

DECIMAL_BELOW = 10**60


def integer_text(value: int) -> str:
    """Return the one spelling of an integer: decimal below 10^60, hexadecimal from there on."""
    return str(value) if abs(value) < DECIMAL_BELOW else hex(value)


def rational_text(value: Rational) -> str:
    """Return the one spelling of a rational number."""
    value = Fraction(value)
    if value.denominator == 1:
        return integer_text(value.numerator)
    return integer_text(value.numerator) + "/" + integer_text(value.denominator)


def exponent_json(exponent: Exponent) -> Json:
    """Return an exponent as it stands in a file."""
    r, radicals = exponent
    if not radicals:
        return rational_text(r)
    return [rational_text(r), [[integer_text(p), rational_text(a)] for p, a in radicals]]


class Sum:
    """A finite sum of rational multiples of e^r * prod p^a, kept as a dictionary from exponents to coefficients."""

    def __init__(self, terms: Iterable[tuple[Exponent, Fraction]] = ()) -> None:
        self.terms: dict[Exponent, Fraction] = {}
        for exponent, coefficient in terms:
            total = self.terms.get(exponent, Fraction(0)) + coefficient
            self.terms[exponent] = total
            if total == 0:
                del self.terms[exponent]

    def __add__(self, other: Sum) -> Sum:
        return Sum([*self.terms.items(), *other.terms.items()])

    def __neg__(self) -> Sum:
        return Sum((e, -c) for e, c in self.terms.items())

    def __sub__(self, other: Sum) -> Sum:
        return self + -other

    def __mul__(self, other: Sum) -> Sum:
        return Sum(_times(m, n) for m in self.terms.items() for n in other.terms.items())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sum) and self.terms == other.terms

    def __hash__(self) -> int:
        return hash(frozenset(self.terms.items()))

    def json(self) -> Json:
        """Return the sum as it stands in a file."""
        if not self.terms:
            return "0"
        if list(self.terms) == [(Fraction(0), ())]:
            return rational_text(self.terms[Fraction(0), ()])
        return [[rational_text(self.terms[e]), exponent_json(e)] for e in sorted(self.terms)]


def _times(m: tuple[Exponent, Fraction], n: tuple[Exponent, Fraction]) -> tuple[Exponent, Fraction]:
    """Return the product of two terms; integer parts of the powers of primes move into the coefficient."""
    ((r, a), c), ((s, b), d) = m, n
    powers: dict[int, Fraction] = dict(a)
    for p, power in b:
        powers[p] = powers.get(p, Fraction(0)) + power
    coefficient = c * d
    radicals = []
    for p in sorted(powers):
        whole = powers[p].numerator // powers[p].denominator
        coefficient *= Fraction(p) ** whole
        if powers[p] != whole:
            radicals.append((p, powers[p] - whole))
    return (r + s, tuple(radicals)), coefficient


def num(value: Rational) -> Sum:
    """Return a rational number as a sum."""
    return Sum([((Fraction(0), ()), Fraction(value))])


def exp(r: Rational) -> Sum:
    """Return e^r."""
    return Sum([((Fraction(r), ()), Fraction(1))])


def root(p: int, a: Rational) -> Sum:
    """Return p^a for 0 < a < 1; p is taken as it is, prime or not."""
    return Sum([((Fraction(0), ((p, Fraction(a)),)), Fraction(1))])


def quotient(numerator: Sum, denominator: Sum) -> Json:
    """Return a quotient as it stands in a file."""
    return {"num": numerator.json(), "den": denominator.json()}


def common(values: Iterable[Fraction]) -> int:
    """Return the least common denominator."""
    return lcm(1, *(v.denominator for v in values))


ZERO, ONE = num(0), num(1)
E = exp(1)
TINY = Fraction(1, 10**60)
# floor(e * 10^60) from the series; 70 terms with 20 guard digits leave a remainder far below one unit.
_GUARDED = sum(10**80 // factorial(i) for i in range(70))
E_FLOOR = Fraction(_GUARDED // 10**20, 10**60)
E_CEILING = E_FLOOR + TINY
