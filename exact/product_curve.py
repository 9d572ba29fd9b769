"""The hockey-stick curve of the composition of two PLDs, without its atoms (meet in the middle).

For every atom of the left PLD the atoms of the right one that lie beyond the threshold together with it are the first
few, whose masses have been added up.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from random import Random
from typing import TypeGuard

from exact import composition, engine, hockey_stick, ratio
from exact.atoms import Atoms
from exact.denominators import Product
from exact.exponent import ZERO
from exact.number import Number
from exact.outcomes import Outcomes
from exact.sums import Element, terms_of
from exact.unexpanded import Unexpanded

TERM_SIZE = 12
"""About the characters of a term besides its coefficient."""


Half = Atoms | Outcomes


def _is_rational(half: Half) -> TypeGuard[Atoms]:
    return isinstance(half, Atoms) and half.is_rational


def _for_engine(half: Half) -> engine.Plain | engine.Powers:
    if isinstance(half, Outcomes):
        return half.half()
    rows = [(terms_of(p), terms_of(q)) for p, q in half.finite]
    return engine.Plain(rows, terms_of(half.p_infinite), (half.den.content, half.den.plain()))


def _parts(half: Half) -> tuple[tuple[Atoms, int], ...]:
    return half.factors if isinstance(half, Outcomes) else ((half, 1),)


def _has_infinite_loss(half: Half) -> bool:
    return any(a.p_infinite for a, _ in _parts(half))


@dataclass(frozen=True, slots=True, eq=False)
class _Product:
    """The outcomes of ``left + right`` beyond a threshold: ``above[i]`` finite ones of the right half lie beyond it together
    with the i-th of the left one.
    """

    left: Half
    right: Half
    above: tuple[int, ...]

    def sides(self) -> engine.Sides:
        """Return the parts as the engine takes them."""
        return engine.Sides(_for_engine(self.left), _for_engine(self.right), self.above)

    def is_everything(self) -> bool:
        """Return whether all outcomes lie beyond the threshold, and none has the loss -inf: then P and Q are 1."""
        no_loss_is_minus_infinite = not any(a.q_infinite for half in (self.left, self.right) for a, _ in _parts(half))
        return no_loss_is_minus_infinite and min(self.above, default=0) == len(self.right.keys)

    def composed(self) -> Atoms | None:
        """Return the canonical atoms of the composition where a half is not multiplied out itself, else None."""
        if isinstance(self.left, Outcomes) or isinstance(self.right, Outcomes):
            return composition.compose([*_parts(self.left), *_parts(self.right)])
        return None

    def tails(self) -> tuple[Element, Element, Product]:
        """Return the numerators of the masses beyond, under P and Q, the infinite mass included, and their denominator; both
        halves are multiplied out.
        """
        (left, _), (right, _) = *_parts(self.left), *_parts(self.right)
        tails = right.tails()
        above_p = left.p_infinite * right.den.expand()
        above_q: Element = 0
        for (p, q), n in zip(left.finite, self.above, strict=True):
            tail_p, tail_q = tails[n]
            above_p, above_q = above_p + p * tail_p, above_q + q * tail_q
        return above_p, above_q, left.den * right.den

    def text_size(self) -> int:
        """Return about the number of digits of the exact text."""
        bits = sum(k * (a.den.content.bit_length() + 4) for half in (self.left, self.right) for a, k in _parts(half))
        if _is_rational(self.left) and _is_rational(self.right):
            return bits * 2
        longest = sum(k for half in (self.left, self.right) if isinstance(half, Outcomes) for _, k in half.factors)
        return sum(self.above) * (bits * 3 // 10 + TERM_SIZE) * max(1, longest)

    def key(self) -> tuple[object, ...]:
        """Return what tells the number apart."""
        return (*([(a.den, a.p_infinite, a.finite, k) for a, k in _parts(h)] for h in (self.left, self.right)), self.above)


@dataclass(frozen=True, slots=True, eq=False)
class ProductCurve(_Product):
    """``P - x Q``: the value of the hockey-stick curve at x."""

    x: Number

    def enclose(self, bits: int) -> engine.Enclosure | None:
        """Return an enclosure worked out at this precision."""
        return engine.product_curve(self.sides(), self.x.as_quotient(), bits)

    def multiply_out(self) -> Number:
        """Return the number with its numerator and denominator."""
        composed = self.composed()
        if composed is not None:
            return hockey_stick.value(composed, self.x)
        p, q, den = self.tails()
        return Number(p * self.x.denominator.expand() - self.x.numerator * q, den * self.x.denominator)

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
        composed = self.composed()
        if composed is not None:
            found = hockey_stick.inverse(composed, self.delta)
            return Number(0) if found is None else found
        p, q, den = self.tails()
        return (Number(p, den) - self.delta) / Number(q, den)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ProductPoint) and self.key() == other.key() and self.delta == other.delta

    __hash__ = None  # type: ignore[assignment]


def value(left: Half, right: Half, x: Number) -> Number:
    """Return h(x) of the composition, x > 0."""
    key = ratio.of_quotient(x.numerator, x.denominator.expand())
    return _value(left, right, _counts_beyond(left, right, key), x)


def _value(left: Half, right: Half, beyond: Sequence[int], x: Number) -> Number:
    curve = ProductCurve(left, right, tuple(beyond), x)
    if _is_rational(left) and _is_rational(right):
        return curve.multiply_out()
    if curve.is_everything():
        return 1 - x
    return Unexpanded(curve) if any(curve.above) or any(map(_has_infinite_loss, (left, right))) else Number(0)


def inverse(left: Half, right: Half, delta: Number) -> Number:
    """Return where the curve takes a value delta between the infinite mass and 1.

    The knots of the composition are the products of a ratio of either half: a search that never lists them keeps two of
    them with ``h(high) <= delta < h(low)``, and takes a random one in between until there is none.
    """
    draw = Random(0)  # noqa: S311 - any knot between will do
    rows = len(left.keys)
    to_low = [len(right.keys)] * rows  # how many of the right half lie, with the i-th, beyond the lower end
    from_high = [0] * rows  # and how many at or beyond the upper end
    while True:
        between = list(accumulate(max(b - a, 0) for a, b in zip(from_high, to_low, strict=True)))
        if not between[-1]:
            point = ProductPoint(left, right, tuple(to_low), delta)
            if point.is_everything():
                return 1 - delta
            rational = _is_rational(left) and _is_rational(right)
            return point.multiply_out() if rational else Unexpanded(point)
        pick = draw.randrange(between[-1])
        i = bisect_right(between, pick)
        n = from_high[i] + pick - (between[i - 1] if i else 0)
        key = ratio.product(left.keys[i], right.keys[n])
        beyond = _counts_beyond(left, right, key)
        if _value(left, right, beyond, ratio.value(key)) > delta:
            to_low = beyond
        else:
            from_high = _counts_beyond(left, right, key, and_at=True)


def _counts_beyond(left: Half, right: Half, x: ratio.Key, *, and_at: bool = False) -> list[int]:
    """Return for each finite atom of the left half how many of the right half have, together with it, a ratio above x
    (or at least x).
    """
    out = []
    n = 0
    least = 0 if and_at else 1  # of the sign of the difference
    # from the smallest left ratio up, less and less is asked of the right one
    if _is_rational(left) and _is_rational(right) and x[2] == ZERO and not x[3]:
        bar = 1 - least
        for p, q in reversed(left.finite):
            a, b = p * x[1], x[0] * q
            while n < len(right.finite) and a * right.finite[n][0] + bar > b * right.finite[n][1]:  # type: ignore[operator]
                n += 1
            out.append(n)
        return out[::-1]
    ((low_x, high_x),) = ratio.log_enclosures([x])
    logs_l, logs_r = left.logs(), right.logs()
    for i in reversed(range(len(left.keys))):
        while n < len(right.keys):
            log_l, log_r = logs_l[i], logs_r[n]
            if log_l[0] + log_r[0] > high_x:
                n += 1
                continue
            if log_l[1] + log_r[1] < low_x or ratio.order(ratio.product(left.keys[i], right.keys[n]), x) < least:
                break
            n += 1
        out.append(n)
    return out[::-1]
