"""Likelihood ratios in a form that can be hashed: ``a/b * monomial(e) * prod core^m``.

A **key** is ``(a, b, e, cofactors)``: a/b in lowest terms, an exponent, and powers m (of either sign) of **cores**, sums
of two terms or more in the normal form of `exact.sums.split`. The ratios of randomized response and of its
compositions have no cofactors, those of a subsampled mechanism, ``(2 + e)/3``, and of the crossings of a sup have.

Equal keys are equal ratios. Keys without cofactors are canonical: where they differ, so do the ratios. Cores are cancelled
and, where they are short, split into irreducible ones when a key is made, so that different keys of one ratio are rare;
`order` decides in any case.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate
from math import gcd

from exact import engine
from exact.denominators import Product
from exact.exponent import ZERO, Exponent, add, from_prime_powers, negative
from exact.monomials import monomial_quotient
from exact.number import Number
from exact.sums import (
    Element,
    Sum,
    check_size,
    common_factor,
    irreducible_factors,
    monomial,
    power,
    sign,
    split,
    terms_of,
)

Cofactors = tuple[tuple[Sum, int], ...]
Key = tuple[int, int, Exponent, Cofactors]

Logs = Sequence[tuple[int, int]]
"""Integers around ``2^scale * ln(ratio)``."""

ONE: Key = (1, 1, ZERO, ())

LOG_BITS, LOG_SCALE = 128, 96
"""The precision of the enclosures of logarithms that order most ratios, and the power of two that they are scaled by."""
PATIENCE_BITS = 1 << 11
"""The precision, in bits, up to which ratios are told apart by their logarithms before they are multiplied out."""


def of_quotient(p: Element, q: Element) -> Key:
    """Return the key of p/q for positive p and q."""
    found = monomial_quotient(p, q)
    if found is not None:
        return (*found, ())
    (a, e, top), (b, f, bottom) = _parts(p), _parts(q)
    if top is not None and bottom is not None:
        top, bottom = common_factor(top, bottom)
    cores: dict[Sum, int] = {}
    for core, m in ((top, 1), (bottom, -1)):
        if isinstance(core, Sum):
            for factor, n in irreducible_factors(core):
                cores[factor] = cores.get(factor, 0) + m * n
    carry, inverse = negative(f)
    more, e = add(e, inverse)
    return _lowest(a * more, b * carry, e, _sorted(cores))


def _parts(value: Element) -> tuple[int, Exponent, Element | None]:
    """Return ``(c, e, core)`` with ``value = c * monomial(e) * core``; no core for one term."""
    terms = terms_of(value)
    if len(terms) == 1:
        ((e, c),) = terms.items()
        return c, e, None
    return split(Sum(terms))


def _lowest(a: int, b: int, e: Exponent, cofactors: Cofactors) -> Key:
    g = gcd(a, b)
    return a // g, b // g, e, cofactors


@lru_cache(maxsize=1 << 12)
def _place(core: Sum) -> tuple[int, list[tuple[Exponent, int]]]:
    return len(core.terms), sorted(core.terms.items())


def _sorted(cores: dict[Sum, int]) -> Cofactors:
    return tuple((core, cores[core]) for core in sorted(cores, key=_place) if cores[core])


# --- arithmetic --------------------------------------------------------------------------------------------------------------------------


def product(k1: Key, k2: Key) -> Key:
    """Return the key of the product of two ratios."""
    a1, b1, e1, cof1 = k1
    a2, b2, e2, cof2 = k2
    if e1 == ZERO and e2 == ZERO:
        carry, e = 1, ZERO
    else:
        carry, e = add(e1, e2)
    a, b = a1 * a2 * carry, b1 * b2
    g = gcd(a, b)
    cofactors = cof1 or cof2
    if cof1 and cof2:
        cofactors = _times(cof1, cof2)
    return a // g, b // g, e, cofactors


@lru_cache(maxsize=1 << 14)
def _times(cof1: Cofactors, cof2: Cofactors) -> Cofactors:
    cores = dict(cof1)
    for core, m in cof2:
        cores[core] = cores.get(core, 0) + m
    return _sorted(cores)


def powered(key: Key, k: int) -> Key:
    """Return the key of the k-th power of a ratio, k >= 0; `TooLarge` for one that is too long."""
    a, b, (n, d, radicals), cofactors = key
    check_size(max(a, b).bit_length() - 1, k)
    carry, e = from_prime_powers(Fraction(n * k, d), {p: Fraction(u * k, v) for p, u, v in radicals})
    return _lowest(a**k * carry.numerator, b**k, e, tuple((core, m * k) for core, m in cofactors) if k else ())


def inverse(key: Key) -> Key:
    """Return the key of one over a ratio."""
    a, b, e, cofactors = key
    carry, e = negative(e)
    return _lowest(b, a * carry, e, tuple((core, -m) for core, m in cofactors))


def multiplied_out(key: Key) -> tuple[Element, Product]:
    """Return the ratio as numerator and denominator."""
    a, b, e, cofactors = key
    num = monomial(a, e)
    den: dict[Sum, int] = {}
    for core, m in cofactors:
        if m > 0:
            num = num * power(core, m)
        else:
            den[core] = -m
    return num, Product(b, den)


def value(key: Key) -> Number:
    """Return the ratio as a number."""
    return Number(*multiplied_out(key))


# --- order -------------------------------------------------------------------------------------------------------------------------------


def log_enclosures(keys: Iterable[Key], bits: int = LOG_BITS, scale: int = LOG_SCALE) -> list[tuple[int, int]]:
    """Return two integers around ``2^scale * ln(ratio)`` for each key."""
    numbers: dict[Sum, int] = {}
    rows = [
        (a, b, e, [(numbers.setdefault(core, len(numbers)), m) for core, m in cofactors])
        for a, b, e, cofactors in keys
    ]
    return engine.log_products(rows, [core.terms for core in numbers], bits, scale)


def limits(logs: Logs) -> tuple[list[int], list[int]]:
    """Return of the enclosures of decreasing ratios two increasing lists: minus what the first n + 1 logarithms are at least, and minus what
    those from n on are at most.
    """
    at_least = list(accumulate((-low for low, _ in logs), max))
    at_most = list(accumulate((-high for _, high in reversed(logs)), min))[::-1]
    return at_least, at_most


def order(k1: Key, k2: Key) -> int:
    """Return the sign of the difference of two ratios, decided."""
    if k1 == k2:
        return 0
    a, b, e, cofactors = quotient = product(k1, inverse(k2))
    if not cofactors:
        return sign(monomial(a, e) - b)
    bits = LOG_BITS
    while bits <= PATIENCE_BITS:
        ((lo, hi),) = log_enclosures([quotient], bits, bits)
        if lo > 0:
            return 1
        if hi < 0:
            return -1
        bits *= 2
    num, den = multiplied_out(quotient)
    return sign(num - den.expand())
