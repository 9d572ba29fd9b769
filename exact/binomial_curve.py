"""The hockey-stick curve of the k-fold composition of a PLD with two finite atoms, without its k + 1 atoms.

The atoms beyond x are those with at least j copies of the first one; j is decided exactly, the two tails are binomial.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb, floor, gcd, lcm

from exact import composition, engine, ratio
from exact.atoms import Atoms, first_index
from exact.denominators import Product
from exact.errors import TooLarge
from exact.number import Number
from exact.sums import Element, content, decode, divide_exactly, element, power, terms_of
from exact.tail_values import TERM_SIZE, CurvePoint, CurveValue, point_from, value_from
from exact.unexpanded import Unexpanded

EXACT_POWER_UP_TO = 1_000
"""Folds up to which an infinite mass is multiplied out at once: milliseconds."""
TAIL_BITS = 1 << 31
"""The largest size, in bits, of all terms of a tail that is multiplied out, before `TooLarge` is raised: 256 megabytes."""


@dataclass(frozen=True, slots=True, eq=False)
class BinomialTail:
    """The k-fold composition of a PLD with two finite atoms, from j copies of the first atom on."""

    a: Atoms
    k: int
    j: int

    def fold(self) -> engine.Fold:
        """Return the parts as the engine takes them."""
        (p1, q1), (p2, q2) = self.a.finite
        pair = (terms_of(p1), terms_of(q1)), (terms_of(p2), terms_of(q2))
        den = self.a.den.content, self.a.den.plain()
        return engine.Fold(pair, terms_of(self.a.p_infinite), den, self.k, self.j, _table(self.a, self.k))

    def enclose_value(self, x: engine.Quotient, bits: int) -> engine.Enclosure | None:
        """Return an enclosure of ``P - x Q``."""
        return engine.binomial_curve(self.fold(), x, bits)

    def enclose_point(self, delta: engine.Quotient, bits: int) -> engine.Enclosure | None:
        """Return an enclosure of ``(P - delta)/Q``."""
        return engine.binomial_point(self.fold(), delta, bits)

    def multiply_out_value(self, x: Number) -> Number:
        """Return ``P - x Q``."""
        return value_from(self.tails(), x)

    def multiply_out_point(self, delta: Number) -> Number:
        """Return ``(P - delta)/Q``."""
        return point_from(self.tails(), delta)

    def tails(self) -> tuple[Element, Element, Product]:
        """Return the numerators of the masses beyond, under P and Q, the infinite mass included, and their denominator."""
        a, k, j = self.a, self.k, self.j
        den = a.den**k
        masses = [m for row in a.finite for m in row]
        if not all(len(terms_of(m)) == 1 and not next(iter(terms_of(m)))[2] for m in masses):
            composed = composition.compose([(a, k)])
            cancelled = a.den.content**k // composed.den.content  # products of radicals may have common integers
            p, q = composed.tail(k + 1 - j)
            return p * cancelled, q * cancelled, den
        common = content_of(masses)
        (p1, q1), (p2, q2) = ((divide_exactly(p, common), divide_exactly(q, common)) for p, q in a.finite)
        scale = power(common, k)
        bits = max(c.bit_length() for m in masses for c in terms_of(m).values()) + 1
        if (k - j) * k * bits > TAIL_BITS:
            raise TooLarge(f"an exact value of a {k}-fold composition is too long to be multiplied out; its decimals are not")
        choices = _choices(k, j)
        above_p = _binomial_sum(p1, p2, k, choices) * scale
        if a.p_infinite:
            total = a.den.expand()
            above_p = above_p + power(total, k) - power(total - a.p_infinite, k)
        return above_p, _binomial_sum(q1, q2, k, choices) * scale, den

    def text_size(self) -> int:
        """Return about the number of digits of the two tails."""
        masses = [self.a.den.content, *(c for row in self.a.finite for m in row for c in terms_of(m).values())]
        terms = max(len(terms_of(m)) for row in self.a.finite for m in row)
        bits = max(c.bit_length() for c in masses) + 2
        rows = 1 if self.a.is_rational else 2 * (self.k - self.j + 2) * (1 + (terms - 1) * self.k)
        return rows * (self.k * bits * 3 // 10 + TERM_SIZE)

    def key(self) -> tuple[object, ...]:
        """Return what tells the number apart."""
        return self.a.den, self.a.p_infinite, self.a.finite, self.k, self.j


def _table(a: Atoms, k: int) -> engine.FoldTable:
    """Return what queries of the k-fold composition share; of the folds of one PLD only the last one asked about is kept."""
    tables: dict[int, engine.FoldTable] = a.once("folds", dict)
    table = tables.get(k)
    if table is None:
        tables.clear()
        table = tables[k] = engine.FoldTable()
    return table


def content_of(masses: Sequence[Element]) -> int:
    """Return the greatest common divisor of all coefficients."""
    return gcd(*(content(m) for m in masses))


def _choices(k: int, j: int) -> list[int]:
    """Return ``C(k, i)`` for i = j, ..., k."""
    out = []
    choices = comb(k, j) if j <= k else 0
    for i in range(j, k + 1):
        out.append(choices)
        choices = choices * (k - i) // (i + 1)
    return out


def _binomial_sum(first: Element, second: Element, k: int, choices: Sequence[int]) -> Element:
    """Return ``sum_{i >= j} C(k, i) first^i second^(k-i)`` for elements of one term without radicals; the choices begin with
    i = j.
    """
    ((e1, c1),), ((e2, c2),) = terms_of(first).items(), terms_of(second).items()
    j = k + 1 - len(choices)
    coefficients = choices
    if c1 != 1 or c2 != 1:
        powers = [1]
        for _ in choices:
            powers.append(powers[-1] * c2)
        head = c1**j
        coefficients = []
        for i, c in enumerate(choices, j):
            coefficients.append(c * head * powers[k - i])
            head *= c1
    unit = lcm(e1[1], e2[1])
    n1, n2 = e1[0] * (unit // e1[1]), e2[0] * (unit // e2[1])
    if n1 == n2:
        return element({decode(n1 * k, unit): sum(coefficients)})
    return element({decode(i * n1 + (k - i) * n2, unit): c for i, c in enumerate(coefficients, j)})


def value(a: Atoms, k: int, x: Number) -> Number:
    """Return h(x) of the k-fold composition, x > 0."""
    j = first_copies(a, k, x)
    if not j and not a.q_infinite:  # all atoms lie beyond x
        return 1 - x
    return Unexpanded(CurveValue(BinomialTail(a, k, j), x)) if j <= k else infinite_mass(a, k)


def inverse(a: Atoms, k: int, delta: Number) -> Number:
    """Return where the curve takes a value delta between the infinite mass and 1."""

    def exceeds(copies: int) -> bool:
        """Return whether the curve at the ratio of so many copies, whose own atom contributes nothing, is above delta."""
        if copies == k:
            return False
        return Unexpanded(CurveValue(BinomialTail(a, k, copies + 1), _ratio(a, k, copies))) > delta

    # the line through the atoms of at least j copies holds from the ratio of j copies down to that of j - 1
    j = k + 1 - first_index(k + 1, lambda i: exceeds(k - i))
    if not j and not a.q_infinite:
        return 1 - delta
    return Unexpanded(CurvePoint(BinomialTail(a, k, j), delta))


def first_copies(a: Atoms, k: int, x: Number) -> int:
    """Return the least number j of copies of the first atom, with k - j of the second, whose ratio exceeds x > 0; k + 1
    where none does.
    """
    key = ratio.of_quotient(x.numerator, x.denominator.expand())
    powers = [_power_of_e(some) for some in (key, *a.keys)]
    if None not in powers:
        loss, loss1, loss2 = (Fraction(*power) for power in powers if power)
        return min(max(floor((loss - k * loss2) / (loss1 - loss2)) + 1, 0), k + 1)
    for bits in engine.precisions():
        (lo_x, hi_x), (lo1, hi1), (lo2, hi2) = ratio.log_enclosures([key, *a.keys], bits + 64, bits)

        def surely(i: int) -> bool:
            return i * lo1 + (k - i) * lo2 > hi_x  # noqa: B023 - called at once

        def perhaps(i: int) -> bool:
            return i * hi1 + (k - i) * hi2 > lo_x  # noqa: B023 - called at once

        j, open_from = first_index(k + 1, surely), first_index(k + 1, perhaps)
        if j == open_from:
            return j
        if j == open_from + 1:
            there = ratio.product(ratio.powered(a.keys[0], open_from), ratio.powered(a.keys[1], k - open_from))
            return open_from if ratio.order(there, key) > 0 else j
    raise AssertionError("unreachable")  # pragma: no cover


def _power_of_e(key: ratio.Key) -> tuple[int, int] | None:
    """Return r as ``(n, d)`` for the key of ``e^r``, None for other keys."""
    a, b, (n, d, radicals), cofactors = key
    return None if a != 1 or b != 1 or radicals or cofactors else (n, d)


def infinite_mass(a: Atoms, k: int) -> Number:
    """Return the mass at the loss +inf of the k-fold composition."""
    if not a.p_infinite:
        return Number(0)
    has_recipe = len(a.finite) == 2
    if k <= EXACT_POWER_UP_TO or not has_recipe:
        mass = a.number(a.p_infinite)
        rational = mass.as_fraction()  # over the denominator of all masses, its powers would be long
        try:
            return 1 - (1 - (mass if rational is None else Number(rational.numerator, Product(rational.denominator)))) ** k
        except TooLarge:  # radicals make long powers
            if not has_recipe:
                raise
    return Unexpanded(CurveValue(BinomialTail(a, k, k + 1), Number(1)))


def _ratio(a: Atoms, k: int, i: int) -> Number:
    """Return the likelihood ratio of i copies of the first atom and k - i of the second."""
    return ratio.value(ratio.product(ratio.powered(a.keys[0], i), ratio.powered(a.keys[1], k - i)))
