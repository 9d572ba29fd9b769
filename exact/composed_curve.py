"""The hockey-stick curve of a composition without multiplying it out.

Three layouts, chosen by the size that multiplying out would reach:

* *atoms*: few atoms, or atoms that are known already: `exact.hockey_stick` on the canonical form.
* *binomial*: k copies of one PLD with two finite atoms. The atoms beyond x are those with at least j copies of the
  first one; j is decided exactly, the two tails are binomial.
* *halves*: anything else. The parts are divided between two halves of about equal size, each multiplied out; for every
  atom of the left half the atoms of the right half beyond the threshold are a tail whose sum is known (meet in the
  middle).

The last two give `Unexpanded` numbers, except that sums of integers are worked out at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import comb, gcd, lcm

from exact import composition, engine, ratio
from exact.atoms import Atoms, first_index
from exact.number import Number, as_monomial
from exact.sums import Element, content, decode, divide_exactly, element, power, sign, terms_of
from exact.unexpanded import Unexpanded

Factors = Sequence[tuple[Atoms, int]]

TERM_SIZE = 12
"""About the characters of a term besides its coefficient."""
FEW_ATOMS = 1_000
"""Compositions that may have more atoms than this are queried without multiplying them out."""


def count_bound(factors: Factors) -> int:
    """Return a bound on the number of finite atoms of a composition: multisets of atoms, or points of a grid of losses."""
    multisets, reach, step = 1, 1, 0
    unit = 1
    on_grid = True
    for a, _ in factors:
        for key in a.keys:
            on_grid = on_grid and key[0] == key[1] == 1 and not key[2][2] and not key[3]
            unit = lcm(unit, key[2][1]) if on_grid else unit
    for a, k in factors:
        n = len(a.finite)
        multisets *= comb(k + n - 1, n - 1) if n else 0
        if on_grid and n:
            losses = [key[2][0] * (unit // key[2][1]) for key in a.keys]
            step = gcd(step, *(loss - losses[-1] for loss in losses))
            reach += k * (losses[0] - losses[-1])
    return min(multisets, reach // (step or 1) + 1) if on_grid else multisets


def is_binomial(factors: Factors) -> bool:
    """Return whether this is the k-fold composition, k > 1, of one PLD with two finite atoms."""
    return len(factors) == 1 and len(factors[0][0].finite) == 2 and factors[0][1] > 1


def is_better_unexpanded(factors: Factors, *, known: bool) -> bool:
    """Return whether a composition is better queried without its canonical atoms, which may be known."""
    return is_binomial(factors) or (not known and count_bound(factors) > FEW_ATOMS)


def value(factors: Factors, x: Number) -> Number:
    """Return h(x) of the composition of the factors for x >= 0."""
    if not x:
        return Number(1)
    if is_binomial(factors):
        return _binomial_value(*factors[0], x)
    return _halves_value(*halves(factors), x)


def inverse(a: Atoms, k: int, delta: Number) -> Number | None:
    """Return ``inf {x > 0 : h(x) <= delta}`` of the k-fold composition of two finite atoms, as `hockey_stick.inverse`."""
    if delta == 1:
        return Number(0)
    infinite = _infinite_mass(a, k)
    order = infinite.compare(delta)
    if order > 0:
        return None
    if order == 0:
        return _ratio(a, k, k)
    # the line through the atoms of at least j copies holds from the ratio of j copies down to that of j - 1
    j = k + 1 - first_index(k + 1, lambda i: value([(a, k)], _ratio(a, k, k - i)) > delta)
    return Unexpanded(BinomialPoint(a, k, j, delta))


def _infinite_mass(a: Atoms, k: int) -> Number:
    if not a.p_infinite:
        return Number(0)
    return 1 - (1 - a.number(a.p_infinite)) ** k


def _ratio(a: Atoms, k: int, i: int) -> Number:
    """Return the likelihood ratio of i copies of the first atom and k - i of the second."""
    return a.ratio(0) ** i * a.ratio(1) ** (k - i)


# --- binomial ----------------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, eq=False)
class _Binomial:
    """The k-fold composition of a PLD with two finite atoms, from j copies of the first atom on."""

    a: Atoms
    k: int
    j: int

    def fold(self) -> engine.Fold:
        """Return the parts as the engine takes them."""
        (p1, q1), (p2, q2) = self.a.finite
        pair = (terms_of(p1), terms_of(q1)), (terms_of(p2), terms_of(q2))
        return engine.Fold(pair, terms_of(self.a.p_infinite), (self.a.den.content, self.a.den.plain()), self.k, self.j)

    def tails(self) -> tuple[Element, Element]:
        """Return the numerators over ``den^k`` of the masses beyond, under P and Q, the infinite mass included."""
        a, k, j = self.a, self.k, self.j
        masses = [m for row in a.finite for m in row]
        if not all(len(terms_of(m)) == 1 and not next(iter(terms_of(m)))[2] for m in masses):
            return composition.compose([(a, k)]).tail(k + 1 - j)
        common = content_of(masses)
        (p1, q1), (p2, q2) = ((divide_exactly(p, common), divide_exactly(q, common)) for p, q in a.finite)
        scale = power(common, k)
        above_p = _binomial_sum(p1, p2, k, j) * scale
        if a.p_infinite:
            total = a.den.expand()
            above_p = above_p + power(total, k) - power(total - a.p_infinite, k)
        return above_p, _binomial_sum(q1, q2, k, j) * scale

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


@dataclass(frozen=True, slots=True, eq=False)
class BinomialCurve(_Binomial):
    """``P - x Q``: the value of the hockey-stick curve at x."""

    x: Number

    def enclose(self, bits: int) -> engine.Enclosure | None:
        """Return an enclosure worked out at this precision."""
        return engine.binomial_curve(self.fold(), self.x.as_quotient(), bits)

    def multiply_out(self) -> Number:
        """Return the number with its numerator and denominator."""
        p, q = self.tails()
        return Number(p * self.x.denominator.expand() - self.x.numerator * q, self.a.den**self.k * self.x.denominator)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, BinomialCurve) and self.key() == other.key() and self.x == other.x

    __hash__ = None  # type: ignore[assignment]


@dataclass(frozen=True, slots=True, eq=False)
class BinomialPoint(_Binomial):
    """``(P - delta)/Q``: where the curve takes the value delta."""

    delta: Number

    def enclose(self, bits: int) -> engine.Enclosure | None:
        """Return an enclosure worked out at this precision."""
        return engine.binomial_point(self.fold(), self.delta.as_quotient(), bits)

    def multiply_out(self) -> Number:
        """Return the number with its numerator and denominator."""
        den = self.a.den**self.k
        p, q = self.tails()
        return (Number(p, den) - self.delta) / Number(q, den)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, BinomialPoint) and self.key() == other.key() and self.delta == other.delta

    __hash__ = None  # type: ignore[assignment]


def content_of(masses: Sequence[Element]) -> int:
    """Return the greatest common divisor of all coefficients."""
    return gcd(*(content(m) for m in masses))


def _binomial_sum(first: Element, second: Element, k: int, j: int) -> Element:
    """Return ``sum_{i >= j} C(k, i) first^i second^(k-i)`` for elements of one term without radicals."""
    ((e1, c1),), ((e2, c2),) = terms_of(first).items(), terms_of(second).items()
    choices = comb(k, j) if j <= k else 0
    if e1 == e2 == (0, 1, ()):
        total, powers = 0, [1]
        for _ in range(k - j):
            powers.append(powers[-1] * c2)
        head = c1**j
        for i in range(j, k + 1):
            total += choices * head * powers[k - i]
            head *= c1
            choices = choices * (k - i) // (i + 1)
        return total
    coefficients = []
    for i in range(j, k + 1):
        coefficients.append(choices * c1**i * c2 ** (k - i) if c1 != 1 or c2 != 1 else choices)
        choices = choices * (k - i) // (i + 1)
    unit = lcm(e1[1], e2[1])
    n1, n2 = e1[0] * (unit // e1[1]), e2[0] * (unit // e2[1])
    if n1 == n2:
        return element({decode(n1 * k, unit): sum(coefficients)})
    return element({decode(i * n1 + (k - i) * n2, unit): c for i, c in zip(range(j, k + 1), coefficients, strict=True)})


def _binomial_value(a: Atoms, k: int, x: Number) -> Number:
    j = first_copies(a, k, x)
    return Unexpanded(BinomialCurve(a, k, j, x)) if j <= k else _infinite_mass(a, k)


def first_copies(a: Atoms, k: int, x: Number) -> int:
    """Return the least number j of copies of the first atom, with k - j of the second, whose ratio exceeds x > 0; k + 1
    where none does.
    """
    for bits in engine.precisions():
        scale = bits
        found = engine.log_fixed(x.as_quotient(), bits + 64, scale)
        logs = [engine.log_fixed(a.ratio(i).as_quotient(), bits + 64, scale) for i in (0, 1)]
        if found is None or logs[0] is None or logs[1] is None:
            continue
        (lo1, hi1), (lo2, hi2), (lo_x, hi_x) = logs[0], logs[1], found

        def surely(i: int) -> bool:
            return i * lo1 + (k - i) * lo2 > hi_x  # noqa: B023 - called at once

        def perhaps(i: int) -> bool:
            return i * hi1 + (k - i) * hi2 > lo_x  # noqa: B023 - called at once

        j, open_from = first_index(k + 1, surely), first_index(k + 1, perhaps)
        if j == open_from:
            return j
        if j == open_from + 1:
            order = _exact_order(a, k, open_from, x)
            if order is not None:
                return open_from if order > 0 else j
    raise AssertionError("unreachable")  # pragma: no cover


def _exact_order(a: Atoms, k: int, i: int, x: Number) -> int | None:
    """Return the sign of the ratio of i copies of the first atom minus x; None for "not 0, so more bits will tell"."""
    parts = as_monomial(x)
    there = ratio.product(ratio.powered(a.keys[0], i), ratio.powered(a.keys[1], k - i))
    if there[3]:
        return _ratio(a, k, i).compare(x)
    return 0 if parts is not None and there == (parts[0].numerator, parts[0].denominator, parts[1], ()) else None


# --- halves ------------------------------------------------------------------------------------------------------------------------------


def halves(factors: Factors) -> tuple[Atoms, Atoms]:
    """Return two PLDs, multiplied out, whose composition is that of the factors, with about equally many atoms each."""
    left: list[tuple[Atoms, int]] = []
    right: list[tuple[Atoms, int]] = []
    for a, k in sorted(factors, key=lambda part: count_bound([part]), reverse=True):
        if k > 1:
            left, right = sorted((left, right), key=count_bound)
            left, right = [*left, (a, k - k // 2)], [*right, (a, k // 2)]
        elif count_bound(left) <= count_bound(right):
            left = [*left, (a, k)]
        else:
            right = [*right, (a, k)]
    return composition.compose(left), composition.compose(right)


@dataclass(frozen=True, slots=True, eq=False)
class ProductCurve:
    """The value at x of the hockey-stick curve of ``left + right``; ``above[i]`` finite atoms of the right half lie beyond
    the threshold together with the i-th of the left one.
    """

    left: Atoms
    right: Atoms
    above: tuple[int, ...]
    x: Number

    def enclose(self, bits: int) -> engine.Enclosure | None:
        """Return an enclosure worked out at this precision."""
        left, right = (
            (
                [(terms_of(p), terms_of(q)) for p, q in half.finite],
                terms_of(half.p_infinite),
                (half.den.content, list(half.den.plain())),
            )
            for half in (self.left, self.right)
        )
        return engine.product_curve(left, right, self.above, self.x.as_quotient(), bits)

    def multiply_out(self) -> Number:
        """Return the number with its numerator and denominator."""
        tails = self.right.tails()
        above_p = self.left.p_infinite * self.right.den.expand()
        above_q: Element = 0
        for (p, q), n in zip(self.left.finite, self.above, strict=True):
            tail_p, tail_q = tails[n]
            above_p, above_q = above_p + p * tail_p, above_q + q * tail_q
        den = self.left.den * self.right.den
        return Number(above_p * self.x.denominator.expand() - self.x.numerator * above_q, den * self.x.denominator)

    def text_size(self) -> int:
        """Return about the number of digits of the exact text."""
        if self.left.is_rational and self.right.is_rational:
            return (self.left.den.content.bit_length() + self.right.den.content.bit_length()) * 2
        bits = self.left.den.content.bit_length() + self.right.den.content.bit_length() + 8
        return sum(self.above) * (bits * 3 // 10 + TERM_SIZE)

    def key(self) -> tuple[object, ...]:
        """Return what tells the number apart."""
        sides = ((h.den, h.p_infinite, h.finite) for h in (self.left, self.right))
        return (*sides, self.above)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ProductCurve) and self.key() == other.key() and self.x == other.x

    __hash__ = None  # type: ignore[assignment]


def _halves_value(left: Atoms, right: Atoms, x: Number) -> Number:
    above = _counts_above(left, right, x)
    curve = ProductCurve(left, right, tuple(above), x)
    if left.is_rational and right.is_rational:
        return curve.multiply_out()
    return Unexpanded(curve) if left.p_infinite or right.p_infinite or any(above) else Number(0)


def _counts_above(left: Atoms, right: Atoms, x: Number) -> list[int]:
    """Return for each finite atom of the left half how many of the right half have, together with it, a ratio above x."""
    num, den = x.numerator, x.denominator.expand()
    out = []
    n = 0
    # from the smallest left ratio up, less and less is asked of the right one
    if left.is_rational and right.is_rational and isinstance(num, int) and isinstance(den, int):
        for p, q in reversed(left.finite):
            a, b = p * den, num * q
            while n < len(right.finite) and a * right.finite[n][0] > b * right.finite[n][1]:  # type: ignore[operator]
                n += 1
            out.append(n)
        return out[::-1]
    log_x = engine.log_fixed(x.as_quotient(), ratio.LOG_BITS, ratio.LOG_SCALE)
    logs_l, logs_r = left.logs(), right.logs()
    for i in reversed(range(len(left.finite))):
        while n < len(right.finite):
            log_l, log_r = logs_l[i], logs_r[n]
            if log_x and log_l[0] + log_r[0] > log_x[1]:
                n += 1
                continue
            if log_x and log_l[1] + log_r[1] < log_x[0]:
                break
            (p1, q1), (p2, q2) = left.finite[i], right.finite[n]
            if sign(p1 * p2 * den - num * (q1 * q2)) <= 0:
                break
            n += 1
        out.append(n)
    return out[::-1]
