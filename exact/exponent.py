"""Exponents: the real numbers ``r + sum a_p ln p`` with r rational, p prime and a_p rational.

An exponent names the monomial ``e^r * prod p^a_p``. In canonical form every a_p lies strictly between 0 and 1 (integer
parts belong to the rational coefficient of the monomial), so that *different canonical exponents name monomials that
are linearly independent over the rationals*: e^r by Lindemann-Weierstrass (Baker's form), and for each r the radicals
by Besicovitch. The zero test of the whole package rests on this.

An exponent is a plain tuple ``(n, d, radicals)`` with ``r = n/d`` in lowest terms (d > 0) and ``radicals`` a tuple of
``(p, a_n, a_d)``, primes increasing, ``0 < a_n/a_d < 1`` in lowest terms. Tuples of small integers hash and compare
fast; the functions here are the only ones that know the layout.

References
----------
A. Baker, *Transcendental Number Theory*, Theorem 1.4; A. S. Besicovitch, *On the linear independence of fractional
powers of integers* (1940).
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from math import gcd

Radicals = tuple[tuple[int, int, int], ...]
Exponent = tuple[int, int, Radicals]

ZERO: Exponent = (0, 1, ())


def from_rational(r: Fraction | int) -> Exponent:
    """Return the exponent r."""
    return (r.numerator, r.denominator, ())


def add(e: Exponent, f: Exponent) -> tuple[int, Exponent]:
    """Return ``(c, g)`` with ``monomial(e) * monomial(f) = c * monomial(g)``, c a positive integer."""
    n1, d1, rad1 = e
    n2, d2, rad2 = f
    if d1 == d2:
        n, d = n1 + n2, d1
    else:
        n, d = n1 * d2 + n2 * d1, d1 * d2
    if d != 1:
        g = gcd(n, d)
        n, d = n // g, d // g
    if not rad1:
        return 1, (n, d, rad2)
    if not rad2:
        return 1, (n, d, rad1)
    carry, radicals = _add_radicals(rad1, rad2)
    return carry, (n, d, radicals)


@lru_cache(maxsize=1 << 12)
def _add_radicals(rad1: Radicals, rad2: Radicals) -> tuple[int, Radicals]:
    powers = {p: Fraction(a, b) for p, a, b in rad1}
    carry = 1
    for p, a, b in rad2:
        total = powers.pop(p, Fraction(0)) + Fraction(a, b)
        if total >= 1:
            carry *= p
            total -= 1
        if total:
            powers[p] = total
    return carry, tuple((p, a.numerator, a.denominator) for p, a in sorted(powers.items()))


def negative(e: Exponent) -> tuple[int, Exponent]:
    """Return ``(c, f)`` with ``1/monomial(e) = monomial(f)/c``, c a positive integer."""
    n, d, radicals = e
    carry = 1
    flipped = []
    for p, a, b in radicals:
        carry *= p
        flipped.append((p, b - a, b))
    return carry, (-n, d, tuple(flipped))


def sort_key(e: Exponent) -> tuple[Fraction, tuple[tuple[int, Fraction], ...]]:
    """Return the key of the order used in texts and certificates: by r, then by the list of ``(p, a)``."""
    n, d, radicals = e
    return Fraction(n, d), tuple((p, Fraction(a, b)) for p, a, b in radicals)


def from_prime_powers(r: Fraction | int, powers: dict[int, Fraction]) -> tuple[Fraction, Exponent]:
    """Return ``(c, e)`` with ``e^r * prod p^a = c * monomial(e)``; the a may be any rationals."""
    coefficient = Fraction(1)
    radicals = []
    for p, a in sorted(powers.items()):
        whole = a.numerator // a.denominator
        coefficient *= Fraction(p) ** whole
        rest = a - whole
        if rest:
            radicals.append((p, rest.numerator, rest.denominator))
    return coefficient, (r.numerator, r.denominator, tuple(radicals))
