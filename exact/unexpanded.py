"""Exact numbers that are known by a recipe and multiplied out only when their parts are read.

The hockey-stick curve of a composition of twenty unlike mechanisms is one exact number with a million terms, but its
value to fifty digits takes milliseconds. An `Unexpanded` number is enclosed by its recipe at any precision, which is
all that decimals, and comparisons of different values, need. Text, arithmetic and a comparison that stays open multiply
it out, or raise `TooLarge`.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Protocol

from exact import engine, latex
from exact.denominators import Product
from exact.number import Number
from exact.sums import Element

SHOWN_UP_TO = 20_000
"""Digits of the exact text up to which a number is multiplied out to be shown."""


class Recipe(Protocol):
    """How to get at a positive number. Recipes compare equal only when they describe the same number."""

    def enclose(self, bits: int) -> engine.Enclosure | None:
        """Return an enclosure worked out at this precision, None where it does not suffice."""

    def multiply_out(self) -> Number:
        """Return the number with its numerator and denominator; `TooLarge` beyond the limits."""

    def text_size(self) -> int:
        """Return about the number of digits of the exact text, without writing it."""


class Unexpanded(Number):
    """A positive exact number given by a `Recipe`; in every other respect a `Number`."""

    __slots__ = ("_known", "recipe")

    def __init__(self, recipe: Recipe) -> None:
        self.recipe = recipe
        self._known: Number | None = None
        self._hash = self._enclosure = self._rational = None
        self._rational_known = False

    @property
    def is_multiplied_out(self) -> bool:  # type: ignore[override]
        """Whether numerator and denominator have been worked out."""
        return self._known is not None

    def _multiplied_out(self) -> Number:
        if self._known is None:
            self._known = self.recipe.multiply_out()
        return self._known

    @property
    def _num(self) -> Element:  # type: ignore[override]
        return self._multiplied_out().numerator

    @property
    def _den(self) -> Product:  # type: ignore[override]
        return self._multiplied_out().denominator

    def sign(self) -> int:
        """Return 1: the recipe describes a positive number."""
        return 1

    def __bool__(self) -> bool:
        return True

    def rational_at_hand(self) -> Fraction | None:
        """Return the value as a Fraction where it has been multiplied out and is rational, else None."""
        return None if self._known is None else self._known.as_fraction()

    def compare(self, other: Number) -> int:
        """Return the sign of ``self - other``, decided; numbers of equal recipes are equal."""
        if isinstance(other, Unexpanded) and self.recipe == other.recipe:
            return 0
        return super().compare(other)

    def enclose(self, bits: int) -> engine.Enclosure | None:
        """Return an enclosure by the recipe."""
        return self.recipe.enclose(bits)

    def _start(self) -> engine.Enclosure | None:
        if self._enclosure is None:
            self._enclosure = self.enclose(engine.START_BITS)
        return self._enclosure

    def enclosure(self, bits: int) -> engine.Enclosure:
        """Return integers ``lo, hi, s`` around the value, as of any `Number`."""
        for start in engine.precisions():
            found = self.enclose(start + bits)
            if found and (found[1] - found[0]) << bits <= found[0]:
                return found
        raise AssertionError("unreachable")  # pragma: no cover

    def enclose_log(self, bits: int) -> engine.Enclosure | None:
        """Return an enclosure of the natural logarithm."""
        found = self.enclose(bits)
        return None if found is None else engine.log_of_enclosure(found, bits)

    def text_size(self) -> int:
        """Return about the number of digits in ``str(self)``, quickly."""
        return self.recipe.text_size() if self._known is None else self._known.text_size()

    def latex(self) -> str:
        """Return LaTeX, without dollar signs; a decimal with an approximation sign where multiplying out is long work."""
        return latex.decimal_latex(self) if self._is_long() else super().latex()

    def _is_long(self) -> bool:
        return self._known is None and self.text_size() > SHOWN_UP_TO

    def __repr__(self) -> str:
        return f"<exact number, about {self.decimal(20)}>" if self._is_long() else super().__repr__()

    def __reduce__(self) -> tuple[type[Unexpanded], tuple[Recipe]]:  # type: ignore[override]
        return Unexpanded, (self.recipe,)
