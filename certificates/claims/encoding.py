"""Exact objects in the spelling of FORMAT.md, sections 3 and 4."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from exact.atoms import Atoms
from exact.denominators import Product, common_multiple, least_common_multiple
from exact.engine import factor, integer_text
from exact.errors import TooLarge, Unsupported
from exact.exponent import Exponent
from exact.loss import Loss
from exact.monomials import monomial_quotient
from exact.number import Number
from exact.pld import PLD
from exact.sums import Element, sorted_terms
from exact.writing import shorten

Json = Any
"""What the JSON of a certificate is made of: texts, lists and dictionaries."""

DECIMAL_BELOW = 10**60
TIMES_LIMIT = 10_000
PARTS_LIMIT = 64
PRIMES_LIMIT = 16


def integer(n: int) -> str:
    """Spell an integer: decimal below 10^60 in absolute value, else hexadecimal."""
    return integer_text(n) if abs(n) < DECIMAL_BELOW else hex(n)


def rational(value: Fraction) -> str:
    """Spell a rational in lowest terms."""
    return (
        integer(value.numerator)
        if value.denominator == 1
        else f"{integer(value.numerator)}/{integer(value.denominator)}"
    )


def exponent(e: Exponent) -> Json:
    """Spell an exponent."""
    n, d, radicals = e
    r = rational(Fraction(n, d))
    return [r, [[integer(p), rational(Fraction(a, b))] for p, a, b in radicals]] if radicals else r


def loss(value: Loss) -> Json:
    """Spell a finite loss ``r + sum a ln p``; `Unsupported` for the logarithm of anything else."""
    x = value.exp()
    found = monomial_quotient(x.numerator, x.denominator.expand())
    if found is None:
        raise Unsupported(f"a certificate states losses that are rationals and logarithms of rationals, not {shorten(str(value))}")
    above, below, (n, d, radicals) = found
    powers = {p: Fraction(a, b) for p, a, b in radicals}
    for whole, sign in ((above, 1), (below, -1)):
        for p, k in factor(whole).items() if whole != 1 else ():
            powers[p] = powers.get(p, Fraction(0)) + sign * k
    pairs = [[integer(p), rational(a)] for p, a in sorted(powers.items()) if a]
    if len(pairs) > PRIMES_LIMIT:
        raise TooLarge(f"a certificate states losses with logarithms of at most {PRIMES_LIMIT} primes, not {len(pairs)}")
    r = rational(Fraction(n, d))
    return [r, pairs] if pairs else r


def ring_element(value: Element, den: int = 1) -> Json:
    """Spell the sum ``value / den``."""
    if isinstance(value, int):
        return rational(Fraction(value, den))
    return [[rational(Fraction(c, den)), exponent(e)] for e, c in sorted_terms(value)]


def number(value: Number) -> Json:
    """Spell a number: a sum where the denominator is an integer, else a quotient."""
    r = value.as_fraction()
    if r is not None:
        return rational(r)
    if not value.denominator.factors:
        return ring_element(value.numerator, value.denominator.content)
    return {"num": ring_element(value.numerator), "den": ring_element(value.denominator.expand())}


def over_one_denominator(values: Sequence[Number]) -> tuple[Json, list[Json]]:
    """Spell numbers as sums over one common denominator: that, and the numerators."""
    den = Product()
    for value in values:
        den = common_multiple(den, value.denominator)
    numerators = [value.numerator * least_common_multiple(den, value.denominator)[2] for value in values]
    return ring_element(den.expand()), [ring_element(each) for each in numerators]


def plain(atoms: Atoms) -> Json:
    """Spell a PLD by its atoms."""
    rows = [[ring_element(atoms.p_infinite), "0"]] if atoms.p_infinite else []
    rows += [[ring_element(p), ring_element(q)] for p, q in atoms.finite]
    if atoms.q_infinite:
        rows.append(["0", ring_element(atoms.q_infinite)])
    return {"den": ring_element(atoms.den.expand()), "atoms": rows}


def pld(value: PLD) -> Json:
    """Spell a PLD: by its atoms, or as the composition it was made by."""
    if len(value.factors) == 1 and value.factors[0][1] == 1:
        return plain(value.factors[0][0])
    if len(value.factors) > PARTS_LIMIT or any(k > TIMES_LIMIT for _, k in value.factors):
        raise TooLarge(
            f"a certificate states compositions of at most {PARTS_LIMIT} different parts, each at most {TIMES_LIMIT} times"
        )
    return {"compose": [[str(k), plain(a)] for a, k in value.factors]}
