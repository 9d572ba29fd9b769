r"""The k-fold composition of a symmetric PLD by counting: Theorem 3 of MULTI for any number of constraints.

A symmetric PLD without total leak is a mixture of ``rr(eps_1), ..., rr(eps_r)`` and the identity: outcomes ``(p_j, q_j)``, ``(q_j, p_j)``
with ``p_j/q_j = x_j``, and ``(c, c)``. Of k rounds let a_j end in the first and b_j in the second outcome of j. The loss is
``sum y_j eps_j`` with ``y_j = a_j - b_j``; with ``m_j = |y_j|`` the mass under P of all sequences with these y is

    prod_j (p_j or q_j, as y_j >= 0 or < 0)^{m_j} * S(m),
    S(m) = sum over b with sum (m_j + 2 b_j) <= k of  multinomial(k; m_j + b_j, b_j, rest) c^rest prod_j (p_j q_j)^{b_j}.

S depends on m only, so it is worked out once for up to 2^r vectors y, and the mass under Q is the one under P of -y. Where x_j is
``a/b e^r``, ``p_j`` and ``q_j`` are one sum times monomials, and so with ``n_j = m_j + 2 b_j``

    mass(y) = sum over b of  a monomial * c^rest prod_j core_j^{n_j}:

there are ``k^{r - 1}`` such products of sums (``k^r`` with a c), each is multiplied once, and the rest is to shift it and to add.

The work is that of some ``k^{2r - 1}`` products or shifts, for two constraints as many as there are multisets of four outcomes.
(`exact.composition` multiplies polynomials or PLDs, which is quicker where all losses lie on one coarse grid.)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise, product
from math import comb, factorial, prod
from typing import Any

from exact import ratio
from exact.atoms import ATOM_LIMIT, Atoms, Triple, from_elements, triple
from exact.constraints.coded_sums import Exponents, add_shifted, code_of, coded, decoded, unit_of
from exact.errors import TooLarge
from exact.exponent import ZERO
from exact.sums import Element, content, divide_exactly, monomial, power, terms_of

WORK_LIMIT = 10_000_000
"""The largest number of products, weighted by their size, before `TooLarge` is raised: some ten seconds."""
TERMS_LIMIT = 1_500_000
"""The largest number of terms of all masses together before `TooLarge` is raised."""
ESTIMATED_TERMS_LIMIT = 3 * TERMS_LIMIT
"""The largest estimate of it beforehand, which was found to be one and a half to three times the number."""
RADICALS_WEIGH = 20
"""How much longer sums with radicals take to multiply than others."""
TERMS_SHIFTED = 8
"""So many terms are shifted and added while one product is made."""
LONG = 2048
"""So many bits of a product take as long as the product of short numbers."""

Signed = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class _Pair:
    """Outcomes ``(p, q)`` and ``(q, p)``: ``p = up * core`` and ``q = down * core``; the core is 1 where no such form is found.

    Masses are elements of `exact.sums`, or all in codes (`exact.constraints.coded_sums`): both add, and multiply.
    """

    key: ratio.Key
    up: Any
    down: Any
    core: Any

    @property
    def both(self) -> Any:
        """The product ``p q``."""
        return self.up * self.down * (self.core * self.core)

    def coded(self, unit: int) -> _Pair:
        """Return the pair in codes."""
        return _Pair(self.key, *(coded(m, unit) for m in (self.up, self.down, self.core)))


def _pair(key: ratio.Key, p: Element, q: Element) -> _Pair:
    a, b, e, cofactors = key
    if not cofactors and not e[2] and content(q) % b == 0 and (e != ZERO or not isinstance(q, int)):
        core = divide_exactly(q, b)
        return _Pair(key, monomial(a, e), b, core)
    return _Pair(key, p, q, 1)


def _pairs(a: Atoms) -> tuple[list[_Pair], Element]:
    """Return the pairs of a symmetric PLD, by decreasing ratio, and the mass without loss."""
    n = len(a.finite)
    return [_pair(*triple(a, i)) for i in range(n // 2)], a.finite[n // 2][0] if n % 2 else 0


def _binomials(k: int) -> list[list[int]]:
    rows = [[1]]
    for _ in range(k):
        last = rows[-1]
        rows.append([1, *(x + y for x, y in pairwise(last)), 1])
    return rows


def _check_work(pairs: Sequence[_Pair], centre: Element, k: int) -> None:
    """Raise `TooLarge` before a composition that is too much work."""
    r = len(pairs)
    vectors = sum(comb(r, i) * 2**i * comb(k, i) for i in range(min(r, k) + 1))
    if vectors > ATOM_LIMIT * (1 if centre else 2):  # without a mass without loss, half of them have the parity of k
        raise TooLarge(f"a {k}-fold composition of {r} constraints has some {vectors} atoms; the limit is {ATOM_LIMIT}")
    masses = [m for pair in pairs for m in (pair.up, pair.down, pair.core)] + [centre]
    bits = k * sum(content(m).bit_length() for m in masses)
    multisets = comb(k + 2 * r - (not centre), 2 * r - (not centre)) // 2**r
    work = multisets * (1 + bits // LONG)
    if work <= WORK_LIMIT and any(len(terms_of(m)) > 1 for m in masses):
        terms = len(terms_of(_one_product(pairs, k)))
        if vectors * terms > ESTIMATED_TERMS_LIMIT:
            raise TooLarge(f"the masses of a {k}-fold composition of {r} constraints have over {TERMS_LIMIT} terms, which is the limit")
        if _have_monomials(pairs) and unit_of(masses):
            work *= 1 + terms // TERMS_SHIFTED
        else:
            work *= terms * max(1, r * r // 2) * (1 if unit_of(masses) else RADICALS_WEIGH)
    if work > WORK_LIMIT:
        raise TooLarge(f"a {k}-fold composition of {r} constraints is too much work; fewer folds or constraints may do")


def _one_product(pairs: Sequence[_Pair], k: int) -> Element:
    """Return a product of k masses, about equally many of each pair: a mass of the composition has about as many terms, or half."""
    whole: Element = 1
    for j, pair in enumerate(pairs):
        whole = whole * power(pair.up * pair.core, k // len(pairs) + (j < k % len(pairs)))
    return whole


def _powers(m: Any, k: int) -> list[Any]:
    """Return ``m^0, ..., m^k``."""
    out: list[Any] = [1]
    for _ in range(k):
        out.append(out[-1] * m)
    return out


def _tables(pairs: Sequence[_Pair], centre: Any, k: int) -> Iterator[tuple[Signed, Any]]:
    """Yield each m with its S(m), where S is not 0."""
    choose = _binomials(k)
    rows: dict[Signed, dict[int, Any]] = {(): dict(enumerate(_powers(centre, k))) if centre else {0: 1}}
    for j, pair in enumerate(pairs):
        powers = _powers(pair.both, k // 2)
        columns = [[(m + 2 * b, powers[b] * choose[m + 2 * b][b]) for b in range((k - m) // 2 + 1)] for m in range(k + 1)]
        last = j == len(pairs) - 1
        grown: dict[Signed, dict[int, Any]] = {}
        for done, row in rows.items():
            for m in range(k - min(row) + 1):
                found = _at(row, columns[m], k, choose[k]) if last else _all(row, columns[m], k, choose)
                if found:
                    grown[*done, m] = found
        rows = grown
    for done, row in rows.items():
        if k in row:
            yield done, row[k]


def _all(row: dict[int, Any], column: Sequence[tuple[int, Any]], k: int, choose: Sequence[Sequence[int]]) -> dict[int, Any]:
    """Return ``t -> sum of C(t, i) row[t - i] column[i]``, t <= k."""
    out: dict[int, Any] = {}
    for i, w in column:
        for before, v in row.items():
            t = before + i
            if t <= k:
                out[t] = out.get(t, 0) + v * w * choose[t][i]
    return out


def _at(row: dict[int, Any], column: Sequence[tuple[int, Any]], k: int, choose: Sequence[int]) -> dict[int, Any]:
    """Return the entry at k of what `_all` returns."""
    total: Any = 0
    for i, w in column:
        if k - i in row:
            total = total + row[k - i] * w * choose[i]
    return {k: total} if total else {}


def _signed(pairs: Sequence[_Pair], centre: Any, k: int) -> dict[Signed, Any]:
    """Return the mass under P for each y."""
    tables = [[_powers(m, k) for m in (pair.up, pair.down, pair.core)] for pair in pairs]
    out: dict[Signed, Any] = {}
    size = 0
    for m, s in _tables(pairs, centre, k):
        base = s
        for (_, _, cores), i in zip(tables, m, strict=True):
            base = base * cores[i]
        for signs in product(*((1, -1) if i else (1,) for i in m)):
            factor: Any = 1
            for (ups, downs, _), i, sign in zip(tables, m, signs, strict=True):
                factor = factor * (ups if sign > 0 else downs)[i]
            mass = base * factor
            out[tuple(i * sign for i, sign in zip(m, signs, strict=True))] = mass
            size += 1 if isinstance(mass, int) else len(mass.terms)
        if size > TERMS_LIMIT:
            raise TooLarge(f"the masses of a {k}-fold composition have more than {TERMS_LIMIT} terms, which is the limit")
    return out


def _masses(pairs: Sequence[_Pair], centre: Element, k: int) -> dict[Signed, Element]:
    """Return the mass under P for each y as an element, worked out in codes where that is possible."""
    parts = [m for pair in pairs for m in (pair.up, pair.down, pair.core)] + [centre]
    unit = None if all(isinstance(m, int) for m in parts) else unit_of(parts)
    if unit is None:
        return _signed(pairs, centre, k)
    known = Exponents(unit)
    in_codes = [pair.coded(unit) for pair in pairs]
    if _have_monomials(pairs):
        return _shifted(in_codes, coded(centre, unit), k, known)
    return {y: decoded(mass, known) for y, mass in _signed(in_codes, coded(centre, unit), k).items()}


def _have_monomials(pairs: Sequence[_Pair]) -> bool:
    return all(len(terms_of(m)) == 1 for pair in pairs for m in (pair.up, pair.down))


def _shifted(pairs: Sequence[_Pair], centre: Any, k: int, known: Exponents) -> dict[Signed, Element]:
    """Return the mass under P for each y, from pairs in codes with monomials: the products of cores, shifted and added for each m."""
    monomials = [(code_of(pair.up), code_of(pair.down)) for pair in pairs]
    steps = [(e + f, c * d) for (e, c), (f, d) in monomials]  # of p_j q_j, without the core
    rows: dict[Signed, dict[int, int]] = {}
    for n, whole in _core_products(pairs, centre, k):
        for b in product(*(range(i // 2 + 1) for i in n)):
            m = tuple(i - 2 * h for i, h in zip(n, b, strict=True))
            sequences = factorial(k) // factorial(k - sum(n)) // prod(factorial(i + h) * factorial(h) for i, h in zip(m, b, strict=True))
            scale = sequences * prod(c**h for (_, c), h in zip(steps, b, strict=True))
            add_shifted(rows.setdefault(m, {}), whole, sum(e * h for (e, _), h in zip(steps, b, strict=True)), scale)
    if sum(len(row) << sum(map(bool, m)) for m, row in rows.items()) > TERMS_LIMIT:
        raise TooLarge(f"the masses of a {k}-fold composition have more than {TERMS_LIMIT} terms, which is the limit")
    out: dict[Signed, Element] = {}
    for m, row in rows.items():
        for signs in product(*((0, 1) if i else (0,) for i in m)):
            factors = [(monomials[j][sign], i) for j, (sign, i) in enumerate(zip(signs, m, strict=True))]
            shift, scale = sum(e * i for (e, _), i in factors), prod(c**i for (_, c), i in factors)
            out[tuple(-i if sign else i for sign, i in zip(signs, m, strict=True))] = known.element(row, shift, scale)
    return out


def _core_products(pairs: Sequence[_Pair], centre: Any, k: int) -> Iterator[tuple[Signed, Any]]:
    """Yield each n with ``c^(k - sum n) prod_j core_j^{n_j}``, where it is not 0."""
    powers = [_powers(pair.core, k) for pair in pairs]
    rest = _powers(centre, k)

    def extended(j: int, n: Signed, left: int, whole: Any) -> Iterator[tuple[Signed, Any]]:
        if j == len(pairs):
            yield n, whole * rest[left]
        elif j == len(pairs) - 1 and not centre:
            yield (*n, left), whole * powers[j][left]
        else:
            for i in range(left + 1):
                yield from extended(j + 1, (*n, i), left - i, whole * powers[j][i])

    yield from extended(0, (), k, 1)


def fold(a: Atoms, k: int) -> Atoms:
    """Return the atoms of the k-fold composition, k >= 1, of a symmetric PLD (the caller guarantees this).

    Raises `TooLarge` before work beyond `WORK_LIMIT`, for more than `ATOM_LIMIT` atoms, or for masses of more than `TERMS_LIMIT` terms.
    """
    den = a.den**k
    if not a.finite:
        return from_elements(den, den.expand(), den.expand(), [])
    pairs, centre = _pairs(a)
    _check_work(pairs, centre, k)
    leak: Element = den.expand() - power(a.den.expand() - a.p_infinite, k) if a.p_infinite else 0
    if not pairs:
        return from_elements(den, leak, leak, [(ratio.ONE, power(centre, k), power(centre, k))])
    masses = _masses(pairs, centre, k)
    keys = [_key_powers(pair.key, k) for pair in pairs]
    finite: list[Triple] = []
    for y, p in masses.items():
        key = keys[0][y[0]]
        for j in range(1, len(y)):
            key = ratio.product(key, keys[j][y[j]])
        finite.append((key, p, masses[tuple(-i for i in y)]))
    return from_elements(den, leak, leak, finite)


def _key_powers(key: ratio.Key, k: int) -> dict[int, ratio.Key]:
    inverse = ratio.inverse(key)
    return {i: ratio.powered(key if i >= 0 else inverse, abs(i)) for i in range(-k, k + 1)}
