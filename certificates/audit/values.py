"""What a tool says, read exactly: floats as the binary fractions they are, exact texts as the numbers they stand for, and the values that are none.

A claim comes from strangers, so lengths are bounded before anything is read.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction

from exact.errors import NotReadable, TooLarge, Unsupported
from exact.loss import Loss, inf
from exact.number import Number
from exact.reading import loss, number
from exact.writing import shorten

TEXT_LIMIT = 20_000
"""Characters of a value that is an expression."""
FLOAT_LIMIT = 1_100
"""Characters of a float: as many as the longest decimal that a binary fraction of double precision has, and some."""

HEX_FLOAT = re.compile(r"[+-]?0[xX](?:[0-9a-fA-F]+\.?[0-9a-fA-F]*|\.[0-9a-fA-F]+)(?:[pP][+-]?[0-9]{1,5})?", re.ASCII)
DECIMAL = re.compile(r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]{1,5})?", re.ASCII)
_SPECIAL = {
    sign + word: "nan" if word == "nan" else "-inf" if sign == "-" else "inf" for sign in ("", "+", "-") for word in ("nan", "inf", "infinity")
}


class FloatText(str):
    """The text of a float, as JSON numbers are: it stands for the binary fraction that it is read to."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Value:
    """A value that is claimed.

    Attributes
    ----------
    text
        As it stood.
    exact
        The number or the loss that it is, +-inf as a `Loss`; None for NaN.
    is_float
        Whether it was read as a float.
    """

    text: str
    exact: Number | Loss | None
    is_float: bool = False

    @property
    def is_nan(self) -> bool:
        """Whether the value is not a number."""
        return self.exact is None

    @property
    def infinite(self) -> int:
        """1 for +inf, -1 for -inf, else 0."""
        return self.exact.sign() if isinstance(self.exact, Loss) and self.exact.is_infinite else 0

    def as_loss(self) -> Loss:
        """Return the value as a loss in nats, which may be infinite; `Unsupported` for NaN and for numbers that are no losses."""
        if self.exact is None:
            raise Unsupported("NaN is no loss")
        return loss(self.exact)

    def as_number(self) -> Number:
        """Return the value as a finite number; `Unsupported` for anything else."""
        if self.exact is None or self.infinite:
            raise Unsupported(f"{shorten(self.text)} is no finite number")
        return number(self.exact)

    def is_above(self, other: Value) -> bool:
        """Return whether the value is larger than another one, decided; neither may be NaN."""
        if self.infinite or other.infinite:
            return self.infinite > other.infinite
        x, y = self.finite_number(), other.finite_number()
        return x > y if x is not None and y is not None else self.as_loss() > other.as_loss()

    def finite_number(self) -> Number | None:
        """Return the value where it is a finite number, else None; a logarithm is no number here."""
        if self.exact is None or self.infinite:
            return None
        if isinstance(self.exact, Number):
            return self.exact
        r = self.exact.as_fraction()
        return None if r is None else number(r)

    def as_fraction(self) -> Fraction:
        """Return the value as a rational number; `Unsupported` for anything else."""
        r = self.as_number().as_fraction()
        if r is None:
            raise Unsupported(f"{shorten(self.text)} is no rational number")
        return r


def float_value(text: str) -> Value:
    """Return the value that the text of a float, decimal or hexadecimal, is read to.

    Examples
    --------
    >>> float_value("0.1").exact == number("float:0.1") == float_value("0x1.999999999999ap-4").exact
    True
    """
    text = text.strip()
    there = float_fraction(text)
    if isinstance(there, str):
        return Value(text, {"nan": None, "inf": inf, "-inf": -inf}[there], is_float=True)
    return Value(text, number(there), is_float=True)


def float_fraction(text: str) -> Fraction | str:
    """Return the binary fraction that the text of a float is read to, or ``"nan"``, ``"inf"``, ``"-inf"``."""
    text = text.strip()
    if len(text) > FLOAT_LIMIT:
        raise TooLarge(f"a float has more than {FLOAT_LIMIT} characters")
    if text.lower() in _SPECIAL:
        return _SPECIAL[text.lower()]
    if HEX_FLOAT.fullmatch(text):
        try:
            there = float.fromhex(text)
        except OverflowError:
            there = float("inf")
    elif DECIMAL.fullmatch(text):
        there = float(text)
    else:
        raise NotReadable(f"{shorten(text)!r} is no float")
    if there - there != 0:
        raise NotReadable(f"{shorten(text)!r} is beyond the range of floats; infinity is written inf")
    return Fraction(there)


def exact_value(text: str) -> Value:
    """Return the value of a text that is exact where it is no hexadecimal float: an expression of a number or a loss, ``inf``, ``nan``."""
    if len(text) > TEXT_LIMIT:
        raise TooLarge(f"a value has more than {TEXT_LIMIT} characters")
    text = text.strip()
    if text.lower() in _SPECIAL or HEX_FLOAT.fullmatch(text):
        return float_value(text)
    return Value(text, loss_or_number(text))


def loss_or_number(text: str) -> Number | Loss:
    """Return what an expression stands for: a number where it is one, else a loss."""
    try:
        return number(text)
    except Unsupported:
        return loss(text)


def value(given: object, what: str) -> Value:
    """Return the value of an item of JSON: a `FloatText`, an integer, or a text; `what` names its place."""
    try:
        if isinstance(given, FloatText):
            return float_value(given)
        if isinstance(given, str):
            return exact_value(given)
        if isinstance(given, float):
            return float_value(repr(given))
        if isinstance(given, int) and not isinstance(given, bool):
            return Value(shorten(str(number(given))), number(given))
    except NotReadable as problem:
        raise NotReadable(f"{what}: {problem}") from None
    except Unsupported as problem:
        raise Unsupported(f"{what}: {problem}") from None
    raise NotReadable(f"{what} must be a number or the text of one, not {kind_of(given)}")


def kind_of(given: object) -> str:
    """Return the words for an item of JSON."""
    if given is None:
        return "null"
    names = {bool: "true or false", int: "an integer", FloatText: "a float", float: "a float", str: "a text", list: "a list", dict: "an object"}
    return names.get(type(given), type(given).__name__)
