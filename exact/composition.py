"""Composition, mixtures, duals and subsampling of PLDs, on canonical atoms.

Composition multiplies atoms: ``(p, q)`` and ``(p', q')`` give ``(p p', q q')``, and a loss +inf (-inf) of a part is one
of the whole. Where all ratios are powers of e and the masses are sums of powers of e, a PLD is a Laurent polynomial
(z^loss times its mass) and composition is a product of polynomials, done in the engine. Otherwise atoms are multiplied
one by one and merged by their keys.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import comb, gcd, lcm

from exact import engine, ratio, rational_products
from exact.atoms import ATOM_LIMIT, Atoms, Triple, add_up, are_same, check_scaled, from_elements, triple
from exact.denominators import Product, common_multiple, least_common_multiple
from exact.errors import TooLarge
from exact.exponent import ZERO, Exponent
from exact.number import Number
from exact.sums import POWER_LIMIT, Element, content, decode, element, has_more_sums, power, terms_of

PRODUCT_LIMIT = 10_000_000
"""The largest number of products of atoms in one composition, weighted by their size, before `TooLarge` is raised."""
POWER_BITS = 1 << 25
"""The largest size, in bits, of all powers of one mass in a k-fold composition."""
FOLD_BITS = 1 << 29
"""The largest size, in bits, of all coefficients of a k-fold composition worked out by the engine."""
TERMS_LIMIT = 500_000
"""The largest number of terms of all masses of a k-fold composition of two atoms with long masses."""
FOLD_TERMS = 500_000
"""The largest number of terms of a k-fold composition worked out by the engine."""

IDENTITY = Atoms(Product(), 0, 0, ((1, 1),), (ratio.ONE,))
"""The atoms of the identity: one outcome, no loss."""


def merged(factors: Iterable[tuple[Atoms, int]]) -> tuple[tuple[Atoms, int], ...]:
    """Return the factors of a composition without the identity, those that are spelled alike taken together."""
    found: dict[object, list[tuple[Atoms, int]]] = {}
    for a, k in factors:
        if not k or are_same(a, IDENTITY):
            continue
        alike = found.setdefault((len(a.finite), a.keys[:1], a.keys[-1:]), [])
        for i, (b, n) in enumerate(alike):
            if are_same(a, b):
                alike[i] = (b, n + k)
                break
        else:
            alike.append((a, k))
    return tuple(part for alike in found.values() for part in alike) or ((IDENTITY, 1),)


def compose(factors: Sequence[tuple[Atoms, int]]) -> Atoms:
    """Return the atoms of the composition of the factors, each repeated ``times`` (>= 0).

    Raises `TooLarge` when the result has more than `ATOM_LIMIT` atoms; the check comes before the work where a bound
    tells.
    """
    factors = [(a, k) for a, k in factors if k and a is not IDENTITY]
    if not factors:
        return IDENTITY
    if len(factors) == 1 and factors[0][1] == 1:
        return factors[0][0]
    longest = max(k for _, k in factors)
    if longest > POWER_LIMIT:
        raise TooLarge(
            f"a {longest}-fold composition is too large to be multiplied out, as it would have to be here; delta and epsilon do not need that"
        )
    den = Product()
    for a, k in factors:
        den = den * a.den**k
    p_infinite = _infinite_mass(den, [(a, a.p_infinite, k) for a, k in factors])
    q_infinite = _infinite_mass(den, [(a, a.q_infinite, k) for a, k in factors])
    if any(not a.finite for a, _ in factors):
        return from_elements(den, p_infinite, q_infinite, [])
    if all(a.is_rational for a, _ in factors):
        finite = _by_integers(factors)
    else:
        unit = _unit(factors)
        finite = _by_polynomials(factors, unit) if unit else _one_by_one(factors)
    return from_elements(den, p_infinite, q_infinite, finite)


def _infinite_mass(den: Product, parts: Sequence[tuple[Atoms, Element, int]]) -> Element:
    """Return the numerator over `den` of ``1 - prod (1 - mass)^k``."""
    if not any(mass for _, mass, _ in parts):
        return 0
    alive: Element = 1
    for a, mass, k in parts:
        alive = alive * power(a.den.expand() - mass, k)
    return den.expand() - alive


# --- Laurent polynomials -------------------------------------------------------------------------------------------------------------------


def _unit(factors: Sequence[tuple[Atoms, int]]) -> int:
    """Return a common denominator of all exponents when every ratio and every term is a power of e, else 0."""
    unit = 1
    rational = True
    for a, _ in factors:
        for key in a.keys:
            if key[0] != 1 or key[1] != 1 or key[2][2] or key[3]:
                return 0
            unit = lcm(unit, key[2][1])
            rational = rational and key[2][0] == 0
        for p, _ in a.finite:
            for _, d, radicals in terms_of(p):
                if radicals:
                    return 0
                unit = lcm(unit, d)
    return 0 if rational else unit


def _by_polynomials(factors: Sequence[tuple[Atoms, int]], unit: int) -> list[Triple]:
    product: engine.Polynomial = {}
    for a, k in factors:
        poly: engine.Polynomial = {}
        for i, key in enumerate(a.keys):
            loss = key[2][0] * (unit // key[2][1])
            for (n, d, _), c in terms_of(a.finite[i][0]).items():
                poly[loss, n * (unit // d)] = c
        if k > 1:
            _check_fold(poly, k)
            poly = engine.power_product([(poly, k)])
        if len(product) * len(poly) > PRODUCT_LIMIT:
            raise TooLarge(f"a composition multiplies out to more than {PRODUCT_LIMIT} products of terms")
        if product:
            left, right = _coded(product, poly)
            if has_more_sums(left, right, FOLD_TERMS):
                raise TooLarge(f"a composition has more than {FOLD_TERMS} terms, which is the limit")
        product = engine.multiply(product, poly) if product else poly
        if len(product) > ATOM_LIMIT and len({loss for loss, _ in product}) > ATOM_LIMIT:
            raise TooLarge(f"a composition has more than {ATOM_LIMIT} atoms, which is the limit")
    return _read_off(product, unit)


def _coded(*polynomials: engine.Polynomial) -> list[list[int]]:
    """Return the exponents of polynomials as integers whose sums differ where the sums of the exponents do."""
    width = 1 + 2 * sum(max(abs(code) for _, code in poly) for poly in polynomials)
    return [[loss * width + code for loss, code in poly] for poly in polynomials]


def _read_off(product: engine.Polynomial, unit: int) -> list[Triple]:
    """Return the atoms of a polynomial ``(loss, exponent) -> coefficient of the mass under P``, both in units of 1/unit."""
    known: dict[int, Exponent] = {}
    masses: dict[int, tuple[dict[Exponent, int], dict[Exponent, int]]] = {}
    for (loss, code_p), c in product.items():
        code_q = code_p - loss
        if code_p not in known:
            known[code_p] = decode(code_p, unit)
        if code_q not in known:
            known[code_q] = decode(code_q, unit)
        if loss in masses:
            p, q = masses[loss]
            p[known[code_p]] = c
            q[known[code_q]] = c
        else:
            masses[loss] = {known[code_p]: c}, {known[code_q]: c}
    return [((1, 1, decode(loss, unit), ()), element(p), element(q)) for loss, (p, q) in masses.items()]


def most_terms(poly: engine.Polynomial, k: int) -> int:
    """Return how many terms the k-th power has at most: as many as multisets, or as points of a grid (for the modules of this package)."""
    reach = 1
    for codes in zip(*poly, strict=True):
        low = min(codes)
        step = gcd(*(c - low for c in codes))
        reach *= k * (max(codes) - low) // step + 1 if step else 1
    return min(reach, comb(k + len(poly) - 1, len(poly) - 1))


def _check_fold(poly: engine.Polynomial, k: int) -> None:
    """Raise `TooLarge` before a k-fold product that may have too many terms."""
    terms = most_terms(poly, k)
    bits = terms * k * sum(abs(c) for c in poly.values()).bit_length()
    if terms > FOLD_TERMS or bits > FOLD_BITS:
        raise TooLarge(
            f"a {k}-fold composition of masses with {len(poly)} terms may have {terms} terms of {bits // terms} bits, "
            f"beyond the limit of {FOLD_TERMS} terms or {FOLD_BITS} bits in all"
        )


# --- integers ---------------------------------------------------------------------------------------------------------------------------------


def _by_integers(factors: Sequence[tuple[Atoms, int]]) -> list[Triple]:
    total: rational_products.Weights = {}
    for a, k in factors:
        base = rational_products.weights_of(a.finite)  # type: ignore[arg-type]
        if len(base) == 2 and k > 2:
            powered = rational_products.weights_of([(p, q) for _, p, q in _power([triple(a, 0), triple(a, 1)], k)])  # type: ignore[misc]
        else:
            powered = rational_products.power(base, k, PRODUCT_LIMIT)
        total = rational_products.times(total, powered, PRODUCT_LIMIT) if total else powered
        if len(total) > ATOM_LIMIT:
            raise TooLarge(f"a composition has more than {ATOM_LIMIT} atoms, which is the limit")
    return [((a, b, ZERO, ()), a * w, b * w) for (a, b), w in total.items()]


# --- atom by atom --------------------------------------------------------------------------------------------------------------------------


def _one_by_one(factors: Sequence[tuple[Atoms, int]]) -> list[Triple]:
    total: list[Triple] = []
    for a, k in factors:
        base = [triple(a, i) for i in range(len(a.finite))]
        powered = _power(base, k)
        total = _times(total, powered) if total else powered
    return total


def _power(base: list[Triple], k: int) -> list[Triple]:
    if len(base) == 2 and k > 1:
        return _binomial(base[0], base[1], k)
    result: list[Triple] = []
    while k:
        if k & 1:
            result = _times(result, base) if result else base
        k >>= 1
        if k:
            base = _times(base, base)
    return result


def _binomial(first: Triple, second: Triple, k: int) -> list[Triple]:
    """Return the k-fold product of two atoms by the binomial theorem: ``C(k, i) p^i p'^(k-i)``, with distinct ratios."""
    terms, bits = _size([first, second])
    if k * k * (terms - 1) > TERMS_LIMIT or k * k * (1 + k * bits // 1024) > 2 * PRODUCT_LIMIT or k * k * bits > POWER_BITS:
        raise TooLarge(
            f"a {k}-fold composition of atoms with long masses is too much work; a smaller number of folds may do"
        )
    powers = []
    for mass in (*first[1:], *second[1:]):
        row: list[Element] = [1]
        for _ in range(k):
            row.append(row[-1] * mass)
        powers.append(row)
    p1, q1, p2, q2 = powers
    keys1, keys2 = ([ratio.powered(key, i) for i in range(k + 1)] for key in (first[0], second[0]))
    out: list[Triple] = []
    c = 1
    for i in range(k + 1):
        out.append((ratio.product(keys1[i], keys2[k - i]), c * p1[i] * p2[k - i], c * q1[i] * q2[k - i]))
        c = c * (k - i) // (i + 1)
    return out


def _times(left: list[Triple], right: list[Triple]) -> list[Triple]:
    (terms1, bits1), (terms2, bits2) = _size(left), _size(right)
    effort = len(left) * len(right) * terms1 * terms2 * (1 + (bits1 + bits2) // 1024)
    if effort > PRODUCT_LIMIT:
        raise TooLarge(
            f"a composition of PLDs with {len(left)} and {len(right)} atoms is too much work; fewer folds or parts may do"
        )
    merged: dict[ratio.Key, tuple[Element, Element]] = {}
    for key1, p1, q1 in left:
        for key2, p2, q2 in right:
            p, q = p1 * p2, q1 * q2
            key = ratio.product(key1, key2)
            if key in merged:
                p0, q0 = merged[key]
                merged[key] = (p0 + p, q0 + q)
            else:
                merged[key] = (p, q)
    if len(merged) > ATOM_LIMIT:
        raise TooLarge(f"a composition has more than {ATOM_LIMIT} atoms, which is the limit")
    return [(key, p, q) for key, (p, q) in merged.items()]


def _size(atoms: list[Triple]) -> tuple[int, int]:
    """Return about the largest number of terms of a mass, and about the largest number of bits of a coefficient."""
    sample = [mass for _, *masses in (atoms[0], atoms[-1], atoms[len(atoms) // 2]) for mass in masses]
    return max(len(terms_of(m)) for m in sample), max(content(m).bit_length() for m in sample)


def adaptive(first: Atoms, then: Sequence[Atoms]) -> Atoms:
    """Return the atoms of the adaptive composition: `first`, and after its i-th finite atom ``then[i]``.

    What follows an infinite loss changes nothing.
    """
    den = Product()
    for rest in then:
        den = common_multiple(den, rest.den)
    unit = den.expand()
    p_infinite, q_infinite = first.p_infinite * unit, first.q_infinite * unit
    merged: dict[ratio.Key, tuple[Element, Element]] = {}
    effort = 0
    for i, rest in enumerate(then):
        key, p, q = triple(first, i)
        scale = least_common_multiple(den, rest.den)[2]
        check_scaled([m for row in rest.finite for m in row], scale)
        p, q = p * scale, q * scale
        p_infinite, q_infinite = p_infinite + p * rest.p_infinite, q_infinite + q * rest.q_infinite
        effort += len(terms_of(p)) * sum(len(terms_of(r)) for r, _ in rest.finite)
        if effort > PRODUCT_LIMIT:
            raise TooLarge(f"an adaptive composition has more than {PRODUCT_LIMIT} products of terms, which is the limit")
        for key_rest, (r, s) in zip(rest.keys, rest.finite, strict=True):
            whole = ratio.product(key, key_rest)
            p0, q0 = merged.get(whole, (0, 0))
            merged[whole] = p0 + p * r, q0 + q * s
        if len(merged) > ATOM_LIMIT:
            raise TooLarge(f"an adaptive composition has more than {ATOM_LIMIT} atoms, which is the limit")
    finite = [(key, p, q) for key, (p, q) in merged.items()]
    return from_elements(first.den * den, p_infinite, q_infinite, finite)


# --- one PLD ---------------------------------------------------------------------------------------------------------------------------------


def dual(a: Atoms) -> Atoms:
    """Return the atoms of the pair (Q, P)."""
    finite = [(ratio.inverse(key), q, p) for key, (p, q) in zip(a.keys, a.finite, strict=True)]
    return from_elements(a.den, a.q_infinite, a.p_infinite, finite)


def mixture(parts: Sequence[tuple[Number, Atoms]]) -> Atoms:
    """Return the atoms of the mixture with a public coin: weights (which the caller has checked) times atoms, side by
    side.
    """
    parts = [(w, a) for w, a in parts if w]
    dens = [w.denominator * a.den for w, a in parts]
    den = dens[0]
    for other in dens[1:]:
        den = common_multiple(den, other)
    p_infinite: Element = 0
    q_infinite: Element = 0
    finite: list[Triple] = []
    for (w, a), own in zip(parts, dens, strict=True):
        scale = w.numerator * least_common_multiple(den, own)[2]
        check_scaled([m for row in a.finite for m in row], scale)
        p_infinite, q_infinite = p_infinite + a.p_infinite * scale, q_infinite + a.q_infinite * scale
        finite += [(key, p * scale, q * scale) for key, p, q in (triple(a, i) for i in range(len(a.finite)))]
    return from_elements(den, p_infinite, q_infinite, finite)


def subsample(a: Atoms, rate: Number) -> Atoms:
    """Return the atoms of the pair ``((1-rate) Q + rate P, Q)``."""
    stay = 1 - rate
    den, u, v = least_common_multiple(rate.denominator, stay.denominator)
    with_p, with_q = rate.numerator * u, stay.numerator * v
    unit = den.expand()
    rows: list[tuple[Element, Element]] = [(a.p_infinite, 0), *a.finite, (0, a.q_infinite)]
    mixed = [(p * with_p + q * with_q, q * unit) for p, q in rows]
    finite = [
        (_mixed_ratio(key, with_p, with_q, unit), p, q)
        for key, (p, q) in zip(a.keys, mixed[1:-1], strict=True)
    ]
    if mixed[-1][0]:
        finite.append((ratio.of_quotient(with_q, unit), *mixed[-1]))
    p_infinite, q_infinite = (add_up(m[i] for m in mixed if not m[1 - i]) for i in (0, 1))
    return from_elements(a.den * den, p_infinite, q_infinite, finite)


def _mixed_ratio(key: ratio.Key, with_p: Element, with_q: Element, unit: Element) -> ratio.Key:
    """Return the key of ``(with_p r + with_q)/unit`` for a ratio r, from short parts."""
    num, den = ratio.multiplied_out(key)
    below = den.expand()
    return ratio.of_quotient(with_p * num + with_q * below, unit * below)
