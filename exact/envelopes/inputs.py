"""What the calls of this package are given: kinds, sizes, words, lists and rational numbers. What is wrong ends in an error that says what is
wanted.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from fractions import Fraction
from itertools import islice
from typing import TypeVar

from exact.errors import OutOfRange, TooLarge, Unsupported
from exact.number import Number
from exact.reading import ExactInput, number
from exact.writing import shorten

LIST_LIMIT = 1_000_000
"""The largest number of entries of a list that has no limit of its own: what an iterator without end runs into."""

T = TypeVar("T")


def shown(value: object) -> str:
    """Return a short text of anything for a message; its type where Python has no text for it."""
    if isinstance(value, int) and not isinstance(value, bool):
        return shorten(str(Number(value)))  # Python's own text of an integer ends at 4,300 digits
    try:
        return shorten(repr(value))
    except (RecursionError, ValueError):
        return f"this {type(value).__name__}"


def check_kind(where: str, value: object, kind: type, what: str) -> None:
    """Raise TypeError, with `what` is wanted, for a value of another type."""
    if not isinstance(value, kind):
        raise TypeError(f"{where} takes {what}, not {type(value).__name__}")


def check_word(name: str, value: object, words: Collection[str]) -> None:
    """Raise `OutOfRange` unless a value is one of some words."""
    if not isinstance(value, str) or value not in words:
        raise OutOfRange(f"{name} is one of {', '.join(words)}, not {shown(value)}")


def check_size(name: str, value: object, most: int, least: int = 1) -> int:
    """Return an integer; TypeError for what is none, `OutOfRange` below `least`, `TooLarge` beyond `most`."""
    if not isinstance(value, int) or isinstance(value, bool):
        raise TypeError(f"{name} must be an integer, not {type(value).__name__}")
    if value < least:
        raise OutOfRange(f"{name} must be at least {least}, not {shown(value)}")
    if value > most:
        raise TooLarge(f"{name} = {shown(value)} is beyond the limit of {most}")
    return value


def index(name: str, value: object, count: int) -> int:
    """Return a place among `count`, from 0; TypeError for no integer, `OutOfRange` outside: a negative one has no meaning."""
    if not isinstance(value, int) or isinstance(value, bool):
        raise TypeError(f"{name} must be an integer, not {type(value).__name__}")
    if not 0 <= value < count:
        raise OutOfRange(f"{name} is one of 0, ..., {count - 1}, not {shown(value)}")
    return value


def listed(what: str, value: Iterable[T], most: int = LIST_LIMIT, *, entries: str = "entries", ordered: bool = True) -> list[T]:
    """Return the entries of a list or another iterable, which is read once; `TooLarge` beyond `most` of them.

    TypeError for a text, a mapping and what is not iterable; for a set, too, where the order counts.
    """
    strange = (str, bytes, bytearray, Mapping, *((set, frozenset) if ordered else ()))
    try:
        entries_of = None if isinstance(value, strange) else iter(value)
    except TypeError:
        entries_of = None
    if entries_of is None:
        raise TypeError(f"{what} must be a list, not {type(value).__name__}")
    found = list(islice(entries_of, most + 1))
    if len(found) > most:
        count = str(len(value)) if isinstance(value, Collection) else f"more than {most}"
        raise TooLarge(f"{what} has {count} {entries}; the limit is {most}")
    return found


def rational(name: str, value: ExactInput) -> Fraction:
    """Return a rational number; `Unsupported` for an irrational one, TypeError for a float and for what is no number."""
    found = value if isinstance(value, Fraction) else number(value).as_fraction()
    if found is None:
        raise Unsupported(f"{name} is {shorten(str(number(value)))}, which is irrational; a rational number is wanted")
    return found
