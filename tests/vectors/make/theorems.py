"""What vectors of version 5 are made of: sums read back from files, mixtures and curves multiplied out, laws of envelopes.

Orders and signs go by decimals of 150 digits; equality of ratios is exact. Nothing here decides what a checker decides.
"""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal, localcontext
from fractions import Fraction
from itertools import product
from typing import Any, TypeVar

from make.numbers import ONE, ZERO, Json, Sum, exp, num, quotient, root
from make.plds import Certificate, pld, sign

Parts = Sequence[tuple[Sum, Json]]  # weights and plain PLDs
Real = TypeVar("Real", Decimal, Fraction)
DIGITS = 150


def version_5(value: Certificate) -> Certificate:
    """Return the same certificate in version 5 of the format."""
    return sign(dict(value, version="5"))


def fraction(text: str) -> Fraction:
    """Return the rational number of a text."""
    top, _, bottom = text.partition("/")
    return Fraction(int(top, 0), int(bottom, 0) if bottom else 1)


def read(value: Json) -> Sum:
    """Return the sum that a file spells."""
    if isinstance(value, str):
        return num(fraction(value))
    total = ZERO
    for c, exponent in value:
        r, radicals = (exponent, []) if isinstance(exponent, str) else exponent
        term = num(fraction(c)) * exp(fraction(r))
        for p, a in radicals:
            term = term * root(int(p), fraction(a))
        total = total + term
    return total


def decimal(value: Sum) -> Decimal:
    """Return a sum in decimals."""
    with localcontext() as context:
        context.prec = DIGITS
        total = Decimal(0)
        for (r, radicals), c in value.terms.items():
            power = Decimal(r.numerator) / r.denominator
            for p, a in radicals:
                power += Decimal(p).ln() * a.numerator / a.denominator
            total += power.exp() * c.numerator / c.denominator
        return total


def ratio(atom: tuple[Sum, Sum]) -> Decimal:
    """Return a ratio in decimals."""
    p, q = map(decimal, atom)
    with localcontext() as context:
        context.prec = DIGITS
        return p / q if q else Decimal("Infinity")


def over(numerator: Sum, denominator: Sum) -> Json:
    """Return a quotient as a number, a sum where that is possible."""
    if list(denominator.terms) == [(Fraction(0), ())]:
        return (numerator * num(1 / denominator.terms[Fraction(0), ()])).json()
    return quotient(numerator, denominator) if numerator.terms else "0"


def atoms_of(plain: Json) -> list[tuple[Sum, Sum]]:
    """Return the numerators of the masses of a plain PLD."""
    return [(read(p), read(q)) for p, q in plain["atoms"]]


def gathered(den: Sum, atoms: Sequence[tuple[Sum, Sum]]) -> Json:
    """Return the plain PLD of these atoms, in order and those of equal ratio merged."""
    merged: list[tuple[Sum, Sum]] = []
    for p, q in sorted((atom for atom in atoms if atom != (ZERO, ZERO)), key=ratio, reverse=True):
        if merged and merged[-1][0] * q == merged[-1][1] * p:
            merged[-1] = merged[-1][0] + p, merged[-1][1] + q
        else:
            merged.append((p, q))
    return pld(den, merged)


def blend(den: Sum, parts: Parts) -> Json:
    """Return the mixture with weights w/den as a plain PLD."""
    whole = den
    for _, plain in parts:
        whole = whole * read(plain["den"])
    atoms = []
    for i, (weight, plain) in enumerate(parts):
        factor = weight
        for j, (_, other) in enumerate(parts):
            factor = factor if i == j else factor * read(other["den"])
        atoms += [(p * factor, q * factor) for p, q in atoms_of(plain)]
    return gathered(whole, atoms)


def played(*plains: Json) -> Json:
    """Return a composition as a plain PLD."""
    den, atoms = ONE, [(ONE, ONE)]
    for plain in plains:
        den = den * read(plain["den"])
        atoms = [(p * r, q * s) for p, q in atoms for r, s in atoms_of(plain)]
    return gathered(den, atoms)


def height(plain: Json, x: tuple[Sum, Sum]) -> tuple[Sum, Sum]:
    """Return the curve of a plain PLD at x, numerator and denominator."""
    total = ZERO
    for p, q in atoms_of(plain):
        part = p * x[1] - q * x[0]
        total = total + part if decimal(part) > 0 else total
    return total, read(plain["den"]) * x[1]


def at(plain: Json, x: Sum | tuple[Sum, Sum]) -> list[Json]:
    """Return the constraint that touches the curve of a plain PLD at x."""
    place = (x, ONE) if isinstance(x, Sum) else x
    return [over(*place), over(*height(plain, place))]


def knots(plain: Json) -> list[tuple[Sum, Sum]]:
    """Return the ratios that are at least 1, decreasing."""
    return [(p, q) for p, q in atoms_of(plain) if q.terms and (p == q or decimal(p - q) > 0)]


def tight(plain: Json) -> list[list[Json]]:
    """Return the constraints that touch a plain PLD at its knots."""
    return [at(plain, x) for x in knots(plain)]


# ---- laws of envelopes, over databases as they are: lists, not counts


def places(universe: int, n: int) -> list[tuple[int, ...]]:
    """Return all databases."""
    return list(product(range(universe), repeat=n))


def apart(points: Sequence[tuple[int, ...]]) -> list[list[int]]:
    """Return in how many places each two differ."""
    return [[sum(a != b for a, b in zip(x, y, strict=True)) for y in points] for x in points]


def loss(value: Json) -> Decimal:
    """Return r + sum of a ln p."""
    r, pairs = (value, []) if isinstance(value, str) else value
    total = Decimal(fraction(r).numerator) / fraction(r).denominator
    for p, a in pairs:
        total += Decimal(p).ln() * fraction(a).numerator / fraction(a).denominator
    return total


def transcripts(instance: Any) -> list[list[Decimal]]:
    """Return the law of the signed queries that are selected, for each database."""
    eta, gamma, n = loss(instance["eta"]), loss(instance["gamma"]), int(instance["n"])
    queries = [[Decimal(fraction(v).numerator) / fraction(v).denominator for v in query] for query in instance["queries"]]
    signed = [[v * s for v in query] for query in queries for s in (1, -1)]

    def go_on(x: tuple[int, ...], mu: list[Decimal], left: int) -> list[Decimal]:
        if not left:
            return [Decimal(1)]
        whole = sum(mu)
        weights = [(eta * (sum(s[c] for c in x) / n - sum(m * v for m, v in zip(mu, s, strict=True)) / whole)).exp() for s in signed]
        found = []
        for s, weight in zip(signed, weights, strict=True):
            after = go_on(x, [m * (gamma * v).exp() for m, v in zip(mu, s, strict=True)], left - 1)
            found += [weight / sum(weights) * mass for mass in after]
        return found

    size = int(instance["universe"])
    return [go_on(x, [Decimal(1)] * size, int(instance["rounds"])) for x in places(size, n)]


def largest(laws: Sequence[Sequence[Real]], far: Sequence[Sequence[int]], half: Real) -> Real:
    """Return the largest ratio of neighbours in the envelope of these laws."""
    rows = []
    for distances in far:
        row = [max(law[o] / half**d for law, d in zip(laws, distances, strict=True)) for o in range(len(laws[0]))]
        rows.append([m / sum(row) for m in row])
    pairs = [(i, j) for i, row in enumerate(far) for j, d in enumerate(row) if d == 1]
    return max(p / q for i, j in pairs for p, q in zip(rows[i], rows[j], strict=True) if q)


def around(value: Decimal | Fraction, digits: int = 60) -> tuple[Fraction, Fraction]:
    """Return the value cut off after so many decimals, and rounded up."""
    scaled = Fraction(value) * 10**digits
    low = Fraction(scaled.numerator // scaled.denominator, 10**digits)
    return low, low + Fraction(1, 10**digits)


def bounds_of(base: Any, half: Decimal) -> tuple[Fraction, Fraction]:
    """Return rational numbers 10^-60 apart, with the largest ratio of the envelope between them."""
    with localcontext() as context:
        context.prec = DIGITS
        if "laws" in base:
            laws = [[decimal(read(m)) / decimal(read(law["den"])) for m in law["masses"]] for law in base["laws"]]
            far = [[int(d) for d in row] for row in base["distances"]]
        else:
            laws, far = transcripts(base), apart(places(int(base["universe"]), int(base["n"])))
        return around(largest(laws, far, half))
