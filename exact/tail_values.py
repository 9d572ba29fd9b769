"""Values of the curve of a composition that is not multiplied out, from its outcomes beyond a threshold.

With P and Q the masses of these outcomes, the hockey-stick curve at x is ``P - x Q``, and it takes the value delta at ``(P - delta)/Q``.
How the outcomes are held is the matter of `exact.binomial_curve` and `exact.product_curve`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from exact import engine
from exact.denominators import Product
from exact.number import Number
from exact.sums import Element

TERM_SIZE = 12
"""About the characters of a term besides its coefficient."""


class Tail(Protocol):
    """The outcomes of a composition beyond a threshold, the loss +inf included."""

    def enclose_value(self, x: engine.Quotient, bits: int) -> engine.Enclosure | None:
        """Return an enclosure of ``P - x Q`` worked out at this precision, None where its sign is open."""

    def enclose_point(self, delta: engine.Quotient, bits: int) -> engine.Enclosure | None:
        """Return an enclosure of ``(P - delta)/Q`` worked out at this precision, None where its sign is open."""

    def multiply_out_value(self, x: Number) -> Number:
        """Return ``P - x Q``; `TooLarge` beyond the limits."""

    def multiply_out_point(self, delta: Number) -> Number:
        """Return ``(P - delta)/Q``; `TooLarge` beyond the limits."""

    def text_size(self) -> int:
        """Return about the number of digits of the exact texts of P and Q."""

    def key(self) -> tuple[object, ...]:
        """Return what tells the outcomes apart from those of any other tail of the same class."""


def value_from(tails: tuple[Element, Element, Product], x: Number) -> Number:
    """Return ``P - x Q`` from the numerators of P and Q and their denominator."""
    p, q, den = tails
    return Number(p * x.denominator.expand() - x.numerator * q, den * x.denominator)


def point_from(tails: tuple[Element, Element, Product], delta: Number) -> Number:
    """Return ``(P - delta)/Q`` from the numerators of P and Q and their denominator."""
    p, q, den = tails
    return (Number(p, den) - delta) / Number(q, den)


@dataclass(frozen=True, slots=True, eq=False)
class _AtNumber:
    """What a tail and a number give; equal when both are."""

    tail: Tail
    at: Number

    def text_size(self) -> int:
        """Return about the number of digits of the exact text."""
        return self.tail.text_size()

    def __eq__(self, other: object) -> bool:
        if type(self) is not type(other) or not isinstance(other, _AtNumber):
            return NotImplemented
        return type(self.tail) is type(other.tail) and self.tail.key() == other.tail.key() and self.at == other.at

    __hash__ = None  # type: ignore[assignment]


@dataclass(frozen=True, slots=True, eq=False)
class CurveValue(_AtNumber):
    """``P - x Q``: the value of the hockey-stick curve at x."""

    def enclose(self, bits: int) -> engine.Enclosure | None:
        """Return an enclosure worked out at this precision."""
        return self.tail.enclose_value(self.at.as_quotient(), bits)

    def multiply_out(self) -> Number:
        """Return the number with its numerator and denominator."""
        return self.tail.multiply_out_value(self.at)


@dataclass(frozen=True, slots=True, eq=False)
class CurvePoint(_AtNumber):
    """``(P - delta)/Q``: where the curve takes the value delta."""

    def enclose(self, bits: int) -> engine.Enclosure | None:
        """Return an enclosure worked out at this precision."""
        return self.tail.enclose_point(self.at.as_quotient(), bits)

    def multiply_out(self) -> Number:
        """Return the number with its numerator and denominator."""
        return self.tail.multiply_out_point(self.at)
