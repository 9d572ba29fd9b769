"""Reads JSON from strangers strictly: no number unless asked for, no key that occurs twice in one object, size and nesting bounded before work."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any, NoReturn

from exact.errors import NotReadable, TooLarge
from exact.writing import shorten

_BRACKETS = re.compile(r'"(?:[^"\\]|\\.)*+"?|[\[\]{}]', re.DOTALL)


def _no_number(text: str) -> NoReturn:
    raise NotReadable(f'the file has the JSON number {shorten(text)}; numbers are written as texts, as in "1/2"')


def parse(
    data: bytes, *, size: int, nesting: int, integer: Callable[[str], Any] = _no_number, real: Callable[[str], Any] = _no_number
) -> Any:
    """Return the value of a JSON text: texts, lists, dictionaries, true, false and None.

    Parameters
    ----------
    data
        The content of a file, in UTF-8.
    size
        The largest number of bytes.
    nesting
        The largest number of brackets inside each other.
    integer, real
        What the text of an integer, and of any other JSON number, NaN or infinity, is turned into; they are refused where nothing is given.

    Raises
    ------
    NotReadable
        When it is no such text: another encoding, no JSON, a JSON number that was not asked for, a key twice.
    TooLarge
        Beyond `size` or `nesting`, before the text is read.

    Examples
    --------
    >>> parse(b'{"p": ["1/2", "1/3"]}', size=100, nesting=2)
    {'p': ['1/2', '1/3']}
    """
    if len(data) > size:
        raise TooLarge(f"the file has more than {size} bytes")
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        raise NotReadable("the file is not UTF-8 text") from None
    depth = 0
    for match in _BRACKETS.finditer(text):  # JSON that is read has these brackets; what has others stops where they differ
        depth += {"[": 1, "{": 1, "]": -1, "}": -1}.get(match[0], 0)
        if depth > nesting:
            raise TooLarge(f"the file has brackets nested deeper than {nesting}")
    try:
        return json.loads(text, object_pairs_hook=_distinct, parse_int=integer, parse_float=real, parse_constant=real)
    except json.JSONDecodeError as problem:
        raise NotReadable(f"the file is not JSON: {problem}") from None
    except RecursionError:  # pragma: no cover - the nesting is bounded
        raise TooLarge("the file is nested too deeply") from None


def _distinct(items: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(items)
    if len(found) < len(items):
        seen: set[str] = set()
        for key, _ in items:
            if key in seen:
                raise NotReadable(f"the key {shorten(repr(key))} occurs twice in one object")
            seen.add(key)
    return found
