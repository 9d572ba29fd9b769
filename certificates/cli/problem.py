"""Problem files of ``exactpld filter``: TOML with the queries, the budget and the number of rounds.

A file may come from a stranger: its size and the number of its queries are bounded before they are read, every key must be known, and a
message says which key is wrong.
"""

from __future__ import annotations

import difflib
import re
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from certificates.cli.values import read_expression
from exact.errors import ExactError, NotReadable, OutOfRange, TooLarge
from exact.pld import PLD
from exact.writing import shorten

SIZE_LIMIT = 1 << 20
QUERY_LIMIT = 64
ROUND_LIMIT = 16
TITLE_LIMIT = 1_000
KEY_PARTS = 32

# Keys such as a.a.a.a cost tomllib the square of their length, so they are looked for before it reads.
_PART = rb"(?:[A-Za-z0-9_-]+|\"[^\"\n]*\"|'[^'\n]*')[ \t]*\.[ \t]*"
_LONG_KEY = re.compile(rb"(?<![A-Za-z0-9_-])(?:" + _PART + b"){%d}" % KEY_PARTS)

REQUIRED = ("queries", "budget", "rounds")
KNOWN = (*REQUIRED, "title")
EXAMPLE = 'queries = ["rr(log(2))", "approx(0, 1/4)"]'


@dataclass(frozen=True, slots=True)
class Problem:
    """A question about the natural filter, its expressions as they were given beside what they stand for."""

    queries: tuple[PLD, ...]
    query_texts: tuple[str, ...]
    budget: PLD
    budget_text: str
    rounds: int
    title: str | None


def read_problem(path: Path) -> Problem:
    """Return the problem in a file.

    Raises
    ------
    ExactError
        `NotReadable`, `OutOfRange` or `TooLarge` with the file and the key, and what the constructors raise.
    """
    try:
        with path.open("rb") as file:
            data = file.read(SIZE_LIMIT + 1)
    except OSError as problem:
        raise NotReadable(f"cannot read {path}: {problem.strerror or problem}") from None
    try:
        return parse_problem(data)
    except ExactError as problem:
        raise type(problem)(f"{path}: {problem}") from None


def parse_problem(data: bytes) -> Problem:
    """Return the problem in the content of a file; errors as `read_problem`."""
    content = _load(data)
    for key in content:
        if key not in KNOWN:
            close = difflib.get_close_matches(key, KNOWN, n=1)
            hint = f"; did you mean {close[0]!r}?" if close else ""
            raise NotReadable(f"unknown key {shorten(key)!r}; known are {', '.join(KNOWN)}{hint}")
    for key in REQUIRED:
        if key not in content:
            raise NotReadable(f"the key {key!r} is missing; needed are {', '.join(REQUIRED)}")
    texts = _queries(content["queries"])
    rounds = _rounds(content["rounds"])
    budget = content["budget"]
    if not isinstance(budget, str):
        raise NotReadable(f'budget must be one expression in quotes, as in budget = "approx(log(2), 1/4)", not {_kind(budget)}')
    title = content.get("title")
    if title is not None and (not isinstance(title, str) or len(title) > TITLE_LIMIT):
        raise NotReadable(f"title must be a text of at most {TITLE_LIMIT} characters")
    queries = tuple(read_expression(f"queries[{i}]", text) for i, text in enumerate(texts))
    return Problem(queries, texts, read_expression("budget", budget), budget, rounds, title)


def _load(data: bytes) -> dict[str, Any]:
    if len(data) > SIZE_LIMIT:
        raise TooLarge(f"a problem file has at most {SIZE_LIMIT} bytes")
    if _LONG_KEY.search(data):
        raise TooLarge(f"a key has more than {KEY_PARTS} parts")
    try:
        return tomllib.loads(data.decode("utf-8-sig"))  # some editors put a byte order mark at the beginning
    except UnicodeDecodeError:
        raise NotReadable("not a problem file: it is not UTF-8 text") from None
    except tomllib.TOMLDecodeError as problem:
        raise NotReadable(f"not a problem file: {problem}") from None
    except ValueError:  # Python reads no integers of more than 4,300 digits
        raise TooLarge("an integer has too many digits") from None
    except RecursionError:
        raise TooLarge("the file is nested too deeply") from None


def _queries(value: object) -> tuple[str, ...]:
    if not isinstance(value, list):
        raise NotReadable(f"queries must be a list of expressions, as in {EXAMPLE}, not {_kind(value)}")
    if not value:
        raise OutOfRange("queries is empty; a filter needs at least one query")
    if len(value) > QUERY_LIMIT:
        raise TooLarge(f"there are {len(value)} queries, more than {QUERY_LIMIT}")
    for i, text in enumerate(value):
        if not isinstance(text, str):
            raise NotReadable(f"queries[{i}] must be an expression in quotes, not {_kind(text)}")
    return tuple(value)


def _rounds(value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise NotReadable(f"rounds must be an integer from 1 to {ROUND_LIMIT}, not {_kind(value)}")
    if value < 1:
        raise OutOfRange(f"rounds must be an integer from 1 to {ROUND_LIMIT}, not {shorten(str(value))}")
    if value > ROUND_LIMIT:
        raise TooLarge(f"rounds = {shorten(str(value))} is beyond the limit of {ROUND_LIMIT}")
    return value


def _kind(value: object) -> str:
    names = {bool: "true or false", int: "an integer", float: "a float", str: "a text", list: "a list", dict: "a table"}
    return names.get(type(value), "a date or time")
