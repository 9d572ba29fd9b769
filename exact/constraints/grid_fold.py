"""The k-fold composition of a symmetric PLD whose losses lie on one grid of rational numbers: a power of one polynomial.

Where all ratios and all masses are (sums of) powers of e with exponents in multiples of 1/unit, a PLD is the polynomial
``sum of mass * z^loss`` in z and in t = e^(1/unit), and its k-fold composition the k-th power. `exact.composition` does the same for any factors;
here both sides come from one half of the work, as the mass under Q of a loss is the one under P of its negative, and so more rounds fit.
"""

from __future__ import annotations

from math import lcm

from exact import engine
from exact.atoms import Atoms, Triple, from_elements
from exact.composition import most_terms
from exact.exponent import Exponent
from exact.sums import Element, decode, element, power, terms_of

TERMS_LIMIT = 1_000_000
"""The largest number of terms of all masses that a power may have, as a bound tells."""
BITS_LIMIT = 1 << 31
"""The largest size in bits of all coefficients, as a bound tells: some five seconds, and 500 MB while it runs."""


def polynomial(a: Atoms) -> tuple[engine.Polynomial, int] | None:
    """Return the polynomial ``(loss, exponent) -> coefficient`` of the masses under P, and the unit of both; None where there is none."""
    exponents: list[Exponent] = []
    for x, y, e, cofactors in a.keys:
        if x != 1 or y != 1 or cofactors:
            return None
        exponents.append(e)
    rows = [(e, terms_of(p)) for e, (p, _) in zip(exponents, a.finite, strict=True)]
    exponents += [e for _, terms in rows for e in terms]
    if any(radicals for _, _, radicals in exponents):
        return None
    unit = lcm(*(d for _, d, _ in exponents))
    poly: engine.Polynomial = {}
    for (n, d, _), terms in rows:
        for (m, c, _), coefficient in terms.items():
            poly[n * (unit // d), m * (unit // c)] = coefficient
    return poly, unit


def is_within_limits(poly: engine.Polynomial, k: int) -> bool:
    """Return whether a bound on the k-th power is within the limits."""
    terms = most_terms(poly, k)
    return terms <= TERMS_LIMIT and terms * k * sum(abs(c) for c in poly.values()).bit_length() <= BITS_LIMIT


def fold_on_grid(a: Atoms, poly: engine.Polynomial, unit: int, k: int) -> Atoms:
    """Return the atoms of the k-fold composition of a symmetric PLD (the caller guarantees this) with this polynomial."""
    masses: dict[int, dict[Exponent, int]] = {}
    known: dict[int, Exponent] = {}
    for (loss, code), c in engine.power_product([(poly, k)]).items():
        if code not in known:
            known[code] = decode(code, unit)
        masses.setdefault(loss, {})[known[code]] = c
    elements = {loss: element(terms) for loss, terms in masses.items()}
    finite: list[Triple] = [((1, 1, decode(loss, unit), ()), p, elements[-loss]) for loss, p in elements.items()]
    den = a.den**k
    leak: Element = den.expand() - power(a.den.expand() - a.p_infinite, k) if a.p_infinite else 0
    return from_elements(den, leak, leak, finite)
