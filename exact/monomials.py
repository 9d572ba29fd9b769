"""Monomials ``c * e^r * prod p^a``: quotients of sums that are one, and their rational powers."""

from __future__ import annotations

from fractions import Fraction
from math import gcd

from exact import engine
from exact.errors import TooLarge
from exact.exponent import ZERO, Exponent, add, from_prime_powers, negative
from exact.sums import Element, monomial, terms_of

PRIME_POWER_LIMIT = 1 << 20
"""The largest power of a prime in a rational power before `TooLarge` is raised: numbers of a megabit and more."""


def monomial_quotient(p: Element, q: Element) -> tuple[int, int, Exponent] | None:
    """Return ``(a, b, e)`` in lowest terms with ``p/q = a/b * monomial(e)``, b > 0, or None where none is found.

    The caller guarantees that q is not zero. Complete for sums without radicals and for sums of one term; otherwise a
    miss only costs speed, since what is found is checked.
    """
    if isinstance(p, int) and isinstance(q, int):
        return _lowest(p, q, ZERO)
    s, t = terms_of(p), terms_of(q)
    if len(s) != len(t) or not s:
        return None
    e, f = min(s, key=_by_r), min(t, key=_by_r)
    carry, inverse = negative(f)
    more, ratio = add(e, inverse)
    a, b, ratio = _lowest(s[e] * more, t[f] * carry, ratio)
    if len(s) > 1 and p * b != q * monomial(a, ratio):
        return None
    return a, b, ratio


def _lowest(a: int, b: int, e: Exponent) -> tuple[int, int, Exponent]:
    g = gcd(a, b) if b > 0 else -gcd(a, b)
    return a // g, b // g, e


def _by_r(e: Exponent) -> tuple[Fraction, object]:
    return Fraction(e[0], e[1]), e[2]


def monomial_power(c: Fraction, e: Exponent, k: Fraction) -> tuple[Fraction, Exponent]:
    """Return ``(c', e')`` with ``(c * monomial(e))^k = c' * monomial(e')`` for c > 0.

    Raises `TooLarge` when c cannot be factored with the effort allowed, or the powers of its primes are too large.
    """
    n, d, radicals = e
    powers = {p: Fraction(a, b) * k for p, a, b in radicals}
    for value, s in ((c.numerator, 1), (c.denominator, -1)):
        for p, j in engine.factor(value).items() if value != 1 else ():
            powers[p] = powers.get(p, Fraction(0)) + s * j * k
    if any(abs(a) > PRIME_POWER_LIMIT for a in powers.values()):
        raise TooLarge("the fractional power is too large")
    return from_prime_powers(Fraction(n, d) * k, powers)
