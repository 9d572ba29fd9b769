"""What problem files and search files have in common: strict reading of small TOML files that may come from strangers.

Size and keys are bounded before tomllib reads, every key must be known, and a message says which key is wrong.
"""

from __future__ import annotations

import difflib
import re
import tomllib
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Any

from exact.errors import NotReadable, OutOfRange, TooLarge
from exact.filters.game import ROUND_LIMIT
from exact.filters.natural import Rounds
from exact.writing import shorten

SIZE_LIMIT = 1 << 20
KEY_PARTS = 32
QUERY_LIMIT = 64
TITLE_LIMIT = 1_000

# Keys such as a.a.a.a cost tomllib the square of their length, so they are looked for before it reads.
_PART = rb"(?:[A-Za-z0-9_-]+|\"[^\"\n]*\"|'[^'\n]*')[ \t]*\.[ \t]*"
_LONG_KEY = re.compile(rb"(?<![A-Za-z0-9_-])(?:" + _PART + b"){%d}" % KEY_PARTS)


def read_bytes(path: Path) -> bytes:
    """Return the content of a file, one byte more than `SIZE_LIMIT` at most; `NotReadable` when it cannot be read."""
    try:
        with path.open("rb") as file:
            return file.read(SIZE_LIMIT + 1)
    except OSError as problem:
        raise NotReadable(f"cannot read {path}: {problem.strerror or problem}") from None


def parse(data: bytes, what: str) -> dict[str, Any]:
    """Return the tables of a file; `what` is the word for such a file, as in "problem file"."""
    if len(data) > SIZE_LIMIT:
        raise TooLarge(f"a {what} has at most {SIZE_LIMIT} bytes")
    if _LONG_KEY.search(data):
        raise TooLarge(f"a key has more than {KEY_PARTS} parts")
    try:
        return tomllib.loads(data.decode("utf-8-sig"))  # some editors put a byte order mark at the beginning
    except UnicodeDecodeError:
        raise NotReadable(f"not a {what}: it is not UTF-8 text") from None
    except tomllib.TOMLDecodeError as problem:
        raise NotReadable(f"not a {what}: {problem}") from None
    except ValueError:  # Python reads no integers of more than 4,300 digits
        raise TooLarge("an integer has too many digits") from None
    except RecursionError:
        raise TooLarge("the file is nested too deeply") from None


def check_keys(content: Collection[str], required: Sequence[str], known: Sequence[str], where: str = "") -> None:
    """Raise `NotReadable` for an unknown key, with the one that was probably meant, and for a missing one."""
    for key in content:
        if key not in known:
            close = difflib.get_close_matches(key, known, n=1)
            hint = f"; did you mean {close[0]!r}?" if close else ""
            raise NotReadable(f"{where}unknown key {shorten(key)!r}; known are {', '.join(known)}{hint}")
    for key in required:
        if key not in content:
            raise NotReadable(f"{where}the key {key!r} is missing; needed are {', '.join(required)}")


def kind_of(value: object) -> str:
    """Return the words for what a value of TOML is, for messages."""
    names = {bool: "true or false", int: "an integer", float: "a float", str: "a text", list: "a list", dict: "a table"}
    return names.get(type(value), "a date or time")


def expressions(value: object, example: str) -> tuple[str, ...]:
    """Return the texts of ``queries`` without blanks around them; `example` shows how they are given."""
    if not isinstance(value, list):
        raise NotReadable(f"queries must be a list of expressions, as in {example}, not {kind_of(value)}")
    if not value:
        raise OutOfRange("queries is empty; a filter needs at least one query")
    if len(value) > QUERY_LIMIT:
        raise TooLarge(f"there are {len(value)} queries, more than {QUERY_LIMIT}")
    for i, text in enumerate(value):
        if not isinstance(text, str):
            raise NotReadable(f"queries[{i}] must be an expression in quotes, not {kind_of(text)}")
    return tuple(text.strip() for text in value)


def rounds(value: object) -> Rounds:
    """Return the number of ``rounds``, or "all"."""
    if value == "all":
        return "all"
    wanted = f'rounds must be an integer from 1 to {ROUND_LIMIT}, or "all"'
    if not isinstance(value, int) or isinstance(value, bool):
        raise NotReadable(f"{wanted}, not {kind_of(value)}")
    if value < 1:
        raise OutOfRange(f"{wanted}, not {shorten(str(value))}")
    if value > ROUND_LIMIT:
        raise TooLarge(f"rounds = {shorten(str(value))} is beyond the limit of {ROUND_LIMIT}")
    return value


def title(value: object) -> str | None:
    """Return the ``title``, None for none."""
    if value is not None and (not isinstance(value, str) or len(value) > TITLE_LIMIT):
        raise NotReadable(f"title must be a text of at most {TITLE_LIMIT} characters")
    return value
