"""The ring of sums ``sum c * e^r * prod p^a`` with integer coefficients: its elements, their products, zero test and
sign.

An **element** is a Python ``int`` or a `Sum`; a `Sum` always has a term that is not an integer. Both understand ``+ -
*``, so everything above is written once and is plain integer arithmetic where all masses are rational. A sum is zero
iff it has no terms (see `exact.exponent`), which makes equality of elements equality of their terms; a non-zero element
gets its sign from an enclosure of sufficient precision.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import comb, gcd, lcm
from typing import Union

from exact import engine
from exact.errors import TooLarge
from exact.exponent import ZERO, Exponent, add, sort_key

TERM_LIMIT = 200_000
"""The largest number of terms of a sum before `TooLarge` is raised: its sign takes about a second."""
DENSE_FROM = 4_000
"""Products of terms from which sums are multiplied as polynomials by the engine, four times as fast for sums of equal length."""
SLOW_PRODUCTS = 2_000_000
"""The largest number of products of terms where radicals keep the engine out, before `TooLarge` is raised: some seconds."""
SAMPLE = 1 << 20
"""About the sums of exponents that are looked at to see that a product is too long: a part of a second."""
DIVISION_DEGREE, DIVISION_TERMS = 2_000, 100
"""The largest degree and number of terms up to which factors that divide a numerator are looked for: it is tried for each number."""
FACTOR_TERMS, FACTOR_DEGREE = 12, 60
"""The largest number of terms and degree up to which a sum is split into irreducible factors: milliseconds."""
POWER_LIMIT = 100_000
"""The largest k in a k-th power that is multiplied out, before `TooLarge` is raised: as many terms as a sum may have, or half."""
COEFFICIENT_BITS = 1 << 22
"""The largest size of an integer power, in bits, before `TooLarge` is raised: half a megabyte, written in a quarter of a second."""
EXPANSION_BITS = 1 << 29
"""The largest size of all coefficients of the power of a sum, in bits, before `TooLarge` is raised: 64 megabytes."""


class Sum:
    """A sum with at least one term that is not an integer. Build it with `element`; immutable."""

    __slots__ = ("_hash", "known_sign", "terms")

    def __init__(self, terms: dict[Exponent, int]) -> None:
        self.terms = terms
        self._hash = self.known_sign = 0

    def __add__(self, other: Element) -> Element:
        if isinstance(other, int):
            if not other:
                return self
            terms = dict(self.terms)
            terms[ZERO] = terms.get(ZERO, 0) + other
            return element(terms)
        if not isinstance(other, Sum):
            return NotImplemented
        big, small = (self.terms, other.terms) if len(self.terms) >= len(other.terms) else (other.terms, self.terms)
        terms = dict(big)
        for e, c in small.items():
            terms[e] = terms.get(e, 0) + c
        return element(terms)

    __radd__ = __add__

    def __neg__(self) -> Sum:
        return Sum({e: -c for e, c in self.terms.items()})

    def __sub__(self, other: Element) -> Element:
        return self + (-other)

    def __rsub__(self, other: Element) -> Element:
        return (-self) + other

    def __mul__(self, other: Element) -> Element:
        if isinstance(other, int):
            if other == 1:
                return self
            return Sum({e: c * other for e, c in self.terms.items()}) if other else 0
        if not isinstance(other, Sum):
            return NotImplemented
        return element(_multiply(self.terms, other.terms))

    __rmul__ = __mul__

    def __pow__(self, k: int) -> Element:
        return power(self, k)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sum) and self.terms == other.terms

    def __hash__(self) -> int:
        if not self._hash:
            self._hash = hash(frozenset(self.terms.items()))
        return self._hash

    def __reduce__(self) -> tuple[type[Sum], tuple[dict[Exponent, int]]]:
        return Sum, (self.terms,)

    def __repr__(self) -> str:
        return f"Sum({self.terms!r})"


Element = Union[int, Sum]  # noqa: UP007 - the forward reference needs the typing form


def element(terms: dict[Exponent, int]) -> Element:
    """Return the element with these terms; the dictionary is taken over and must not be changed afterwards."""
    if not all(terms.values()):
        terms = {e: c for e, c in terms.items() if c}
    if len(terms) <= 1:
        if not terms:
            return 0
        if ZERO in terms:
            return terms[ZERO]
    elif len(terms) > TERM_LIMIT:
        raise TooLarge(f"an exact number has more than {TERM_LIMIT} terms")
    return Sum(terms)


def monomial(coefficient: int, e: Exponent) -> Element:
    """Return ``coefficient * monomial(e)``."""
    return element({e: coefficient})


def terms_of(value: Element) -> dict[Exponent, int]:
    """Return the terms ``exponent -> coefficient`` of an element (not to be changed)."""
    if isinstance(value, int):
        return {ZERO: value} if value else {}
    return value.terms


def sign(value: Element) -> int:
    """Return -1, 0 or 1, always right; raises `TooLarge` when `engine.BIT_LIMIT` bits do not separate a non-zero value
    from 0.
    """
    if isinstance(value, int):
        return (value > 0) - (value < 0)
    found = value.known_sign
    if not found:
        if all(c > 0 for c in value.terms.values()):
            found = 1
        else:
            for bits in engine.precisions():
                found = engine.sum_sign(value.terms, bits)
                if found:
                    break
        value.known_sign = found  # only ever a sign that is decided, for other threads too
    return found


def bits_for_sign(value: Element) -> int:
    """Return the first precision, in bits, at which the sign of an element is told (the least one for an integer)."""
    if isinstance(value, int) or all(c > 0 for c in value.terms.values()):
        return engine.START_BITS
    return next(bits for bits in engine.precisions() if engine.sum_sign(value.terms, bits))


def content(value: Element) -> int:
    """Return the greatest common divisor of the coefficients (0 for zero)."""
    return abs(value) if isinstance(value, int) else gcd(*value.terms.values())


def divide_exactly(value: Element, n: int) -> Element:
    """Return ``value / n`` for a positive integer n that divides every coefficient."""
    if n == 1:
        return value
    if isinstance(value, int):
        return value // n
    return Sum({e: c // n for e, c in value.terms.items()})


def shift(value: Element, e: Exponent) -> Element:
    """Return ``value * monomial(e)``."""
    if e == ZERO:
        return value
    return element(_multiply(terms_of(value), {e: 1}))


def power(value: Element, k: int) -> Element:
    """Return ``value**k`` for an integer k >= 0; raises `TooLarge` before a power of unreasonable size is worked
    out.
    """
    if k < 0:
        raise ValueError("negative powers belong to quotients")
    if isinstance(value, int):
        check_power(value.bit_length(), k)
        return int(value**k)
    return value if k == 1 else _sum_power(value, k)


@lru_cache(maxsize=64)
def _sum_power(value: Sum, k: int) -> Element:
    bits = max(abs(c) for c in value.terms.values()).bit_length() + len(value.terms).bit_length()
    check_power(bits, k)
    terms = _terms_of_power(value, k)
    if terms > TERM_LIMIT or terms * bits * k > EXPANSION_BITS:
        raise TooLarge(f"the power {k} of a sum of {len(value.terms)} terms is too large to be multiplied out")
    if len(value.terms) == 1:
        ((e, c),) = value.terms.items()
        n, d, radicals = e
        if not radicals:
            g = gcd(n * k, d)
            return element({(n * k // g, d // g, ()): c**k})
    result: Element = 1
    base: Element = value
    while k:
        if k & 1:
            result = result * base
        k >>= 1
        if k:
            base = base * base
    return result


def _terms_of_power(value: Sum, k: int) -> int:
    """Return a bound on the number of terms of ``value**k``: multisets of terms, or points of a grid of exponents."""
    multisets = comb(k + len(value.terms) - 1, k) if k < POWER_LIMIT else TERM_LIMIT + 1
    if any(e[2] for e in value.terms):
        return multisets
    unit = lcm(*(d for _, d, _ in value.terms))
    codes = [n * (unit // d) for n, d, _ in value.terms]
    step = gcd(*(c - codes[0] for c in codes)) or 1
    return min(multisets, k * (max(codes) - min(codes)) // step + 1)


def check_size(bits: int, k: int) -> None:
    """Raise `TooLarge` when a k-th power of a number of this many bits has more than `COEFFICIENT_BITS`."""
    if bits * k > COEFFICIENT_BITS:
        raise TooLarge(f"a power is too large: the result may have at most {COEFFICIENT_BITS} bits")


def check_power(bits: int, k: int) -> None:
    """Raise `TooLarge` when a k-th power of a number of this many bits is beyond the limits."""
    if k > POWER_LIMIT or bits * k > COEFFICIENT_BITS:
        raise TooLarge(
            f"a power is too large: the exponent may be at most {POWER_LIMIT}, and the result have {COEFFICIENT_BITS} bits"
        )


def _multiply(f: Mapping[Exponent, int], g: Mapping[Exponent, int]) -> dict[Exponent, int]:
    if len(f) * len(g) > DENSE_FROM:
        product = _multiply_large(f, g)
        if product is not None:
            return product
        if len(f) * len(g) > SLOW_PRODUCTS:
            raise TooLarge(f"a product of sums with {len(f)} and {len(g)} terms and radicals is too large")
    if len(f) > len(g):
        f, g = g, f
    if len(f) == 1:  # different exponents stay different
        ((e, c),) = f.items()
        return {s: c * d * carry for (carry, s), d in ((add(e, h), d) for h, d in g.items())}
    out: dict[Exponent, int] = {}
    get = out.get
    for e, c in f.items():
        for h, d in g.items():
            carry, s = add(e, h)
            out[s] = get(s, 0) + (c * d if carry == 1 else c * d * carry)
        if len(out) > 2 * TERM_LIMIT:
            raise TooLarge(f"a product of sums with {len(f)} and {len(g)} terms has too many terms")
    return out


def _multiply_large(f: Mapping[Exponent, int], g: Mapping[Exponent, int]) -> dict[Exponent, int] | None:
    """Multiply by the engine's polynomials where there are no radicals; else None."""
    if len(f) * len(g) > 1000 * TERM_LIMIT:
        raise TooLarge(f"a product of sums with {len(f)} and {len(g)} terms is too large")
    if any(e[2] for e in f) or any(e[2] for e in g):
        return None
    unit = lcm(*(e[1] for e in f), *(e[1] for e in g))
    left = {n * (unit // d): c for (n, d, _), c in f.items()}
    right = {n * (unit // d): c for (n, d, _), c in g.items()}
    if has_more_sums([*left], [*right], TERM_LIMIT):
        raise TooLarge(f"a product of sums with {len(f)} and {len(g)} terms has more than {TERM_LIMIT} terms")
    return {decode(n, unit): c for n, c in engine.multiply_dense(left, right).items()}


def has_more_sums(f: Sequence[int], g: Sequence[int], limit: int) -> bool:
    """Return whether the sums of an element of f and one of g are seen to be more than `limit` different ones: True is
    always right, False may be wrong where not all of them are looked at.
    """
    if len(f) * len(g) <= limit:
        return False
    low_f, low_g = min(f), min(g)
    step = gcd(*(i - low_f for i in f), *(j - low_g for j in g))
    if (max(f) - low_f + max(g) - low_g) // step < limit:
        return False
    seen: set[int] = set()
    for i in f[:: len(f) * len(g) // SAMPLE + 1]:
        seen.update([i + j for j in g])
        if len(seen) > limit:
            return True
    return False


def divide_by_factor(value: Element, f: Sum) -> Element | None:
    """Return ``value / f`` where f is found to divide value in the ring, else None (a miss is possible: radicals, long sums)."""
    if isinstance(value, int) or not len(f.terms) <= len(value.terms) <= DIVISION_TERMS:
        return None
    if any(e[2] for e in value.terms) or any(e[2] for e in f.terms):
        return 1 if value == f else None
    unit = lcm(*(e[1] for e in value.terms), *(e[1] for e in f.terms))
    top = {n * (unit // d): c for (n, d, _), c in value.terms.items()}
    if max(top) - min(top) > DIVISION_DEGREE:
        return None
    bottom = {n * (unit // d): c for (n, d, _), c in f.terms.items()}
    if max(bottom) - min(bottom) > max(top) - min(top):
        return None
    quotient = engine.divide(top, bottom)
    if quotient is None or len(quotient) > len(top):  # a longer quotient is no simpler
        return None
    return element({decode(n, unit): c for n, c in quotient.items()})


def _coded(*values: Sum) -> tuple[int, list[dict[int, int]]] | None:
    """Return a common denominator of all exponents and the sums as polynomials; None with radicals or for large degrees."""
    if any(e[2] for f in values for e in f.terms):
        return None
    unit = lcm(*(e[1] for f in values for e in f.terms))
    coded = [{n * (unit // d): c for (n, d, _), c in f.terms.items()} for f in values]
    return None if any(max(f) - min(f) > DIVISION_DEGREE for f in coded) else (unit, coded)


def common_factor(f: Element, g: Element) -> tuple[Element, Element]:
    """Return two positive cores without a factor found to be common."""
    if not isinstance(f, Sum) or not isinstance(g, Sum):
        return f, g
    found = _coded(f, g)
    if found is None:
        return f, g
    unit, (top, bottom) = found
    common = engine.greatest_common_divisor(top, bottom)
    if len(common) <= 1:
        return f, g
    rest = [engine.divide(h, common) for h in (top, bottom)]
    out = [element({decode(n, unit): c for n, c in h.items()}) for h in rest if h is not None]
    if len(out) < 2:  # pragma: no cover - the common divisor divides both
        return f, g
    if len(terms_of(out[0])) + len(terms_of(out[1])) > len(f.terms) + len(g.terms):  # longer is no simpler
        return f, g
    return (out[0], out[1]) if sign(out[0]) > 0 else (-out[0], -out[1])


def irreducible_factors(core: Sum) -> list[tuple[Sum, int]]:
    """Return the factors of a positive sum in the normal form of `split`, up to a rational factor and powers of e: the
    irreducible ones where it is short, else the sum itself.
    """
    found = _coded(core) if len(core.terms) <= FACTOR_TERMS else None
    if found is None or max(found[1][0]) - min(found[1][0]) > FACTOR_DEGREE:
        return [(core, 1)]
    unit, (coded,) = found
    out = []
    for f, k in engine.factors(coded):
        if len(f) > 1:
            value = split(Sum({decode(n, unit): c for n, c in f.items()}))[2]
            if isinstance(value, Sum):
                out.append((value, k))
    return out


def decode(n: int, unit: int) -> Exponent:
    """Return the exponent n/unit."""
    g = gcd(n, unit)
    return (n // g, unit // g, ())


def sorted_terms(value: Element) -> list[tuple[Exponent, int]]:
    """Return the terms in the order of `exact.exponent.sort_key`."""
    return sorted(terms_of(value).items(), key=lambda item: sort_key(item[0]))


def split(value: Sum) -> tuple[int, Exponent, Element]:
    """Return ``(c, e, core)`` with ``value = c * monomial(e) * core``: core positive, primitive, least r equal to 0; c
    a non-zero integer.

    Two sums that differ by a rational factor and a power of e have the same core, which makes cores the factors of
    denominators.
    """
    c = content(value) * sign(value)
    n, d = next((n, d) for n, d, _ in value.terms)
    for m, b, _ in value.terms:
        if m * d < n * b:
            n, d = m, b
    core = shift(Sum({t: k // c for t, k in value.terms.items()}), (-n, d, ()))
    return c, (n, d, ()), core
