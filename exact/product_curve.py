"""The hockey-stick curve of the composition of two PLDs, without its atoms (meet in the middle).

For every atom of the left PLD the atoms of the right one that lie beyond the threshold together with it are the first
few, whose masses have been added up.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from random import Random
from typing import TypeGuard

from exact import composition, engine, hockey_stick, ratio
from exact.atoms import Atoms, add_up
from exact.denominators import Product
from exact.exponent import ZERO
from exact.number import Number
from exact.outcomes import Outcomes
from exact.sums import Element, terms_of
from exact.tail_values import TERM_SIZE, CurvePoint, CurveValue, point_from, value_from
from exact.unexpanded import Unexpanded

Half = Atoms | Outcomes


def _is_rational(half: Half) -> TypeGuard[Atoms]:
    return isinstance(half, Atoms) and half.is_rational


def _prepared(half: Half) -> engine.Prepared:
    """Return a half as the engine takes it, with what queries of it share."""

    def plain(a: Atoms) -> engine.Plain:
        rows = [(terms_of(p), terms_of(q)) for p, q in a.finite]
        return engine.Plain(rows, terms_of(a.p_infinite), (a.den.content, a.den.plain()))

    return half.once("prepared", lambda: engine.Prepared(half.half() if isinstance(half, Outcomes) else plain(half)))


def _parts(half: Half) -> tuple[tuple[Atoms, int], ...]:
    return half.factors if isinstance(half, Outcomes) else ((half, 1),)


def _has_infinite_loss(half: Half) -> bool:
    return any(a.p_infinite for a, _ in _parts(half))


@dataclass(frozen=True, slots=True, eq=False)
class ProductTail:
    """The outcomes of ``left + right`` beyond a threshold: ``above[i]`` finite ones of the right half lie beyond it together
    with the i-th of the left one.
    """

    left: Half
    right: Half
    above: tuple[int, ...]

    def sides(self) -> engine.Sides:
        """Return the parts as the engine takes them."""
        return engine.Sides(_prepared(self.left), _prepared(self.right), self.above)

    def enclose_value(self, x: engine.Quotient, bits: int) -> engine.Enclosure | None:
        """Return an enclosure of ``P - x Q``."""
        return engine.product_curve(self.sides(), x, bits)

    def enclose_point(self, delta: engine.Quotient, bits: int) -> engine.Enclosure | None:
        """Return an enclosure of ``(P - delta)/Q``."""
        return engine.product_point(self.sides(), delta, bits)

    def multiply_out_value(self, x: Number) -> Number:
        """Return ``P - x Q``."""
        composed = self.composed()
        return value_from(self.tails(), x) if composed is None else hockey_stick.value(composed, x)

    def multiply_out_point(self, delta: Number) -> Number:
        """Return ``(P - delta)/Q``."""
        composed = self.composed()
        if composed is None:
            return point_from(self.tails(), delta)
        found = hockey_stick.inverse(composed, delta)
        return Number(0) if found is None else found

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
        rows = list(zip(left.finite, self.above, strict=True))
        above_p = add_up([left.p_infinite * right.den.expand(), *(p * tails[n][0] for (p, _), n in rows)])
        return above_p, add_up(q * tails[n][1] for (_, q), n in rows), left.den * right.den

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


def value(left: Half, right: Half, x: Number) -> Number:
    """Return h(x) of the composition, x > 0."""
    key = ratio.of_quotient(x.numerator, x.denominator.expand())
    return _value(left, right, _counts_beyond(left, right, key), x)


def _value(left: Half, right: Half, beyond: Sequence[int], x: Number) -> Number:
    tail = ProductTail(left, right, tuple(beyond))
    if _is_rational(left) and _is_rational(right):
        return tail.multiply_out_value(x)
    if tail.is_everything():
        return 1 - x
    return Unexpanded(CurveValue(tail, x)) if any(tail.above) or any(map(_has_infinite_loss, (left, right))) else Number(0)


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
            tail = ProductTail(left, right, tuple(to_low))
            if tail.is_everything():
                return 1 - delta
            rational = _is_rational(left) and _is_rational(right)
            return tail.multiply_out_point(delta) if rational else Unexpanded(CurvePoint(tail, delta))
        pick = draw.randrange(between[-1])
        i = bisect_right(between, pick)
        n = from_high[i] + pick - (between[i - 1] if i else 0)
        key = ratio.product(left.keys[i], right.keys[n])
        beyond = _counts_beyond(left, right, key)
        if _value(left, right, beyond, ratio.value(key)) > delta:
            to_low = beyond
        else:
            from_high = _counts_from(left, right, key)


def _counts_beyond(left: Half, right: Half, x: ratio.Key) -> list[int]:
    """Return for each finite atom of the left half how many of the right half have, together with it, a ratio above x."""
    return _counts(left, right, x, 1)


def _counts_from(left: Half, right: Half, x: ratio.Key) -> list[int]:
    """Return for each finite atom of the left half how many of the right half have, together with it, a ratio of at least x."""
    return _counts(left, right, x, 0)


def _counts(left: Half, right: Half, x: ratio.Key, least: int) -> list[int]:
    """Return for each finite atom i of the left half how many n of the right half compare with it to x with a sign of at least so
    much; these are the first ones, and fewer for larger i.
    """
    if _is_rational(left) and _is_rational(right) and x[2] == ZERO and not x[3]:
        return _rational_counts(left, right, x, least)
    ((low_x, high_x),) = ratio.log_enclosures([x])
    surely, perhaps = right.once("limits", lambda: ratio.limits(right.logs()))
    out = []
    for i, (low, high) in enumerate(left.logs()):
        n, end = bisect_left(surely, low - high_x), bisect_right(perhaps, high - low_x)
        while n < end and ratio.order(ratio.product(left.keys[i], right.keys[n]), x) >= least:
            n += 1
        out.append(n)
    return out


def _rational_counts(left: Atoms, right: Atoms, x: ratio.Key, least: int) -> list[int]:
    scaled = [(p * x[1], q * x[0]) for p, q in left.finite]
    rows = right.finite
    out = []
    n = 0
    for p, q in reversed(scaled):
        while n < len(rows) and p * rows[n][0] - q * rows[n][1] >= least:  # type: ignore[operator]  # integers
            n += 1
        out.append(n)
    return out[::-1]
