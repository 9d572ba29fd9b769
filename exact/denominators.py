"""Denominators: a positive integer times powers of positive sums, kept factored. One denominator serves a whole PLD."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from heapq import heapify, heappop, heappush
from math import gcd, lcm

from exact.exponent import Exponent, negative
from exact.sums import (
    Element,
    Sum,
    check_power,
    content,
    divide_by_factor,
    divide_exactly,
    monomial,
    power,
    split,
    terms_of,
)


class Product:
    """A positive number ``content * prod factor^power``: content a positive integer, factors positive sums in the
    normal form of `split`.
    """

    __slots__ = ("content", "factors")

    def __init__(self, content: int = 1, factors: dict[Sum, int] | None = None) -> None:
        self.content = content
        self.factors: dict[Sum, int] = factors or {}

    def __mul__(self, other: Product) -> Product:
        if not other.factors:
            return Product(self.content * other.content, self.factors)
        factors = dict(self.factors)
        for f, k in other.factors.items():
            factors[f] = factors.get(f, 0) + k
        return Product(self.content * other.content, factors)

    def __pow__(self, k: int) -> Product:
        check_power(self.content.bit_length(), k)
        return Product(self.content**k, {f: n * k for f, n in self.factors.items()} if k else {})

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Product) and self.content == other.content and self.factors == other.factors

    def __hash__(self) -> int:
        return hash((self.content, frozenset(self.factors.items())))

    def __reduce__(self) -> tuple[type[Product], tuple[int, dict[Sum, int]]]:
        return Product, (self.content, self.factors)

    def __repr__(self) -> str:
        return f"Product({self.content!r}, {self.factors!r})"

    def without(self, factor: Sum) -> Product:
        """Return the product divided by one of its factors (once)."""
        return Product(self.content, {f: k - (f == factor) for f, k in self.factors.items() if k > 1 or f != factor})

    def expand(self) -> Element:
        """Return the product multiplied out."""
        powers = [power(f, k) for f, k in self.factors.items()]
        waiting = [(len(terms_of(f)), i, f) for i, f in enumerate(powers)]
        if not waiting:
            return self.content
        heapify(waiting)
        while len(waiting) > 1:  # the two shortest ones first
            (_, i, a), (_, _, b) = heappop(waiting), heappop(waiting)
            product = a * b
            heappush(waiting, (len(terms_of(product)), i, product))
        return self.content * waiting[0][2]

    def plain(self) -> list[tuple[dict[Exponent, int], int]]:
        """Return the factors as ``(terms, power)``, for the engine."""
        return [(f.terms, k) for f, k in self.factors.items()]


ONE = Product()


def common_multiple(a: Product, b: Product) -> Product:
    """Return a common multiple of two denominators: syntactic in the factors, the least in the contents."""
    n = lcm(a.content, b.content)
    if a.factors == b.factors:
        return Product(n, a.factors)
    factors = dict(a.factors)
    for f, k in b.factors.items():
        factors[f] = max(factors.get(f, 0), k)
    return Product(n, factors)


def least_common_multiple(a: Product, b: Product) -> tuple[Product, Element, Element]:
    """Return ``(m, m/a, m/b)`` for the common multiple m of two denominators."""
    m = common_multiple(a, b)
    if a.factors == b.factors:
        return m, m.content // a.content, m.content // b.content
    return m, _cofactor(m, a), _cofactor(m, b)


def _cofactor(m: Product, a: Product) -> Element:
    return quotient(m, a).expand()


def cofactors(multiple: Product, dens: Iterable[Product]) -> dict[Product, Element]:
    """Return ``multiple/den`` for each of these denominators, all of which divide the multiple.

    The denominators are halved again and again; what all of a half lack is multiplied out once.
    """
    out: dict[Product, Element] = {}
    groups: dict[frozenset[tuple[Sum, int]], list[Product]] = {}
    for den in set(dens):
        groups.setdefault(frozenset(den.factors.items()), []).append(den)
    todo: list[tuple[list[list[Product]], Product, Element]] = [(list(groups.values()), ONE, 1)] if groups else []
    while todo:
        some, known, expanded = todo.pop()
        common = {f: min(k - group[0].factors.get(f, 0) for group in some) for f, k in multiple.factors.items()}
        for f, k in common.items():
            more = k - known.factors.get(f, 0)
            if more:
                expanded = expanded * power(f, more)
        if len(some) > 1:
            known = Product(1, common)
            middle = len(some) // 2
            todo += [(some[:middle], known, expanded), (some[middle:], known, expanded)]
        else:
            out |= {den: multiple.content // den.content * expanded for den in some[0]}
    return out


def quotient(multiple: Product, den: Product) -> Product:
    """Return a multiple of a denominator, as `least_common_multiple` gives it, divided by that denominator."""
    factors = {f: k - den.factors.get(f, 0) for f, k in multiple.factors.items() if k > den.factors.get(f, 0)}
    return Product(multiple.content // den.content, factors)


def reciprocal(value: Element) -> tuple[int, Element, Product]:
    """Return ``(s, num, den)`` with ``1/value = s * num/den``, s = 1 or -1; value must not be zero."""
    if isinstance(value, int):
        return (1 if value > 0 else -1), 1, Product(abs(value))
    if len(value.terms) == 1:
        ((e, c),) = value.terms.items()
        carry, inverse = negative(e)
        return (1 if c > 0 else -1), monomial(1, inverse), Product(abs(c) * carry)
    c, e, core = split(value)
    num = monomial(1, (-e[0], e[1], ()))
    if isinstance(core, int):  # pragma: no cover - a sum of two terms or more has a core with two terms or more
        return (1 if c > 0 else -1), num, Product(abs(c) * core)
    return (1 if c > 0 else -1), num, Product(abs(c), {core: 1})


def reduced(num: Element, den: Product) -> tuple[Element, Product]:
    """Return numerator and denominator without the factors found to be common."""
    if not num:
        return 0, ONE
    num, den = cancel(num, den)
    if den.content != 1:
        g = gcd(content(num), den.content)
        if g != 1:
            num, den = divide_exactly(num, g), Product(den.content // g, den.factors)
    return num, den


def cancel(num: Element, den: Product) -> tuple[Element, Product]:
    """Cancel factors of the denominator that are found to divide the numerator."""
    factors = None
    for f, k in den.factors.items():
        quotient = divide_by_factor(num, f)
        while quotient is not None:
            num, k = quotient, k - 1  # noqa: PLW2901 - the power that is left
            factors = dict(den.factors) if factors is None else factors
            factors[f] = k
            quotient = divide_by_factor(num, f) if k else None
    if factors is None:
        return num, den
    return num, Product(den.content, {f: k for f, k in factors.items() if k})


def rational_ratio(num: Element, den: Product) -> Fraction | None:
    """Return num/den where it is rational, else None; this is decided."""
    if num and _reach_differs(num, den):
        return None
    s, t = terms_of(num), terms_of(den.expand())
    if s.keys() != t.keys():
        return None
    e = next(iter(s))
    ratio = Fraction(s[e], t[e])
    return ratio if all(c * ratio.denominator == t[f] * ratio.numerator for f, c in s.items()) else None


def _reach_differs(num: Element, den: Product) -> bool:
    """Return whether the largest and least exponents show, without radicals, that num is no rational multiple of den."""
    parts = [(terms_of(num), 1), *((f.terms, k) for f, k in den.factors.items())]
    if any(e[2] for terms, _ in parts for e in terms):
        return False
    unit = lcm(*(e[1] for terms, _ in parts for e in terms))
    ends = []
    for terms, k in parts:
        codes = [n * (unit // d) for n, d, _ in terms]
        ends.append((k * min(codes), k * max(codes)))
    (low, high), *others = ends
    return low != sum(end for end, _ in others) or high != sum(end for _, end in others)
