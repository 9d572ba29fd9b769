"""The hockey-stick curve of the composition of two PLDs, without its atoms (meet in the middle).

For every atom of the left PLD the atoms of the right one that lie beyond the threshold together with it are the first
few, whose masses have been added up.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from itertools import accumulate
from random import Random

from exact import engine, ratio
from exact.atoms import Atoms
from exact.number import Number
from exact.sums import Element, sign, terms_of
from exact.unexpanded import Unexpanded

TERM_SIZE = 12
"""About the characters of a term besides its coefficient."""


@dataclass(frozen=True, slots=True, eq=False)
class _Product:
    """The outcomes of ``left + right`` beyond a threshold: ``above[i]`` finite atoms of the right half lie beyond it together
    with the i-th of the left one.
    """

    left: Atoms
    right: Atoms
    above: tuple[int, ...]

    def sides(self) -> engine.Sides:
        """Return the parts as the engine takes them."""
        left, right = (
            (
                [(terms_of(p), terms_of(q)) for p, q in half.finite],
                terms_of(half.p_infinite),
                (half.den.content, half.den.plain()),
            )
            for half in (self.left, self.right)
        )
        return engine.Sides(left, right, self.above)

    def tails(self) -> tuple[Element, Element]:
        """Return the numerators of the masses beyond, under P and Q, the infinite mass included."""
        tails = self.right.tails()
        above_p = self.left.p_infinite * self.right.den.expand()
        above_q: Element = 0
        for (p, q), n in zip(self.left.finite, self.above, strict=True):
            tail_p, tail_q = tails[n]
            above_p, above_q = above_p + p * tail_p, above_q + q * tail_q
        return above_p, above_q

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


@dataclass(frozen=True, slots=True, eq=False)
class ProductCurve(_Product):
    """``P - x Q``: the value of the hockey-stick curve at x."""

    x: Number

    def enclose(self, bits: int) -> engine.Enclosure | None:
        """Return an enclosure worked out at this precision."""
        return engine.product_curve(self.sides(), self.x.as_quotient(), bits)

    def multiply_out(self) -> Number:
        """Return the number with its numerator and denominator."""
        p, q = self.tails()
        den = self.left.den * self.right.den * self.x.denominator
        return Number(p * self.x.denominator.expand() - self.x.numerator * q, den)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ProductCurve) and self.key() == other.key() and self.x == other.x

    __hash__ = None  # type: ignore[assignment]


@dataclass(frozen=True, slots=True, eq=False)
class ProductPoint(_Product):
    """``(P - delta)/Q``: where the curve takes the value delta."""

    delta: Number

    def enclose(self, bits: int) -> engine.Enclosure | None:
        """Return an enclosure worked out at this precision."""
        return engine.product_point(self.sides(), self.delta.as_quotient(), bits)

    def multiply_out(self) -> Number:
        """Return the number with its numerator and denominator."""
        p, q = self.tails()
        den = self.left.den * self.right.den
        return (Number(p, den) - self.delta) / Number(q, den)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ProductPoint) and self.key() == other.key() and self.delta == other.delta

    __hash__ = None  # type: ignore[assignment]


def value(left: Atoms, right: Atoms, x: Number) -> Number:
    """Return h(x) of the composition, x > 0."""
    curve = ProductCurve(left, right, tuple(_counts_beyond(left, right, x)), x)
    if left.is_rational and right.is_rational:
        return curve.multiply_out()
    return Unexpanded(curve) if left.p_infinite or right.p_infinite or any(curve.above) else Number(0)


def inverse(left: Atoms, right: Atoms, delta: Number) -> Number:
    """Return where the curve takes a value delta between the infinite mass and 1.

    The knots of the composition are the products of a ratio of either half: a search that never lists them keeps two of
    them with ``h(high) <= delta < h(low)``, and takes a random one in between until there is none.
    """
    draw = Random(0)  # noqa: S311 - any knot between will do
    rows = len(left.finite)
    to_low = [len(right.finite)] * rows  # how many of the right half lie, with the i-th, beyond the lower end
    from_high = [0] * rows  # and how many at or beyond the upper end
    while True:
        between = list(accumulate(max(b - a, 0) for a, b in zip(from_high, to_low, strict=True)))
        if not between[-1]:
            point = ProductPoint(left, right, tuple(to_low), delta)
            rational = left.is_rational and right.is_rational
            return point.multiply_out() if rational else Unexpanded(point)
        pick = draw.randrange(between[-1])
        i = bisect_right(between, pick)
        n = from_high[i] + pick - (between[i - 1] if i else 0)
        x = ratio.value(ratio.product(left.keys[i], right.keys[n]))
        if value(left, right, x) > delta:
            to_low = _counts_beyond(left, right, x)
        else:
            from_high = _counts_beyond(left, right, x, and_at=True)


def _counts_beyond(left: Atoms, right: Atoms, x: Number, *, and_at: bool = False) -> list[int]:
    """Return for each finite atom of the left half how many of the right half have, together with it, a ratio above x
    (or at least x).
    """
    num, den = x.numerator, x.denominator.expand()
    out = []
    n = 0
    least = 0 if and_at else 1  # of the sign of the difference
    # from the smallest left ratio up, less and less is asked of the right one
    if left.is_rational and right.is_rational and isinstance(num, int) and isinstance(den, int):
        bar = 1 - least
        for p, q in reversed(left.finite):
            a, b = p * den, num * q
            while n < len(right.finite) and a * right.finite[n][0] + bar > b * right.finite[n][1]:  # type: ignore[operator]
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
            if sign(p1 * p2 * den - num * (q1 * q2)) < least:
                break
            n += 1
        out.append(n)
    return out[::-1]
