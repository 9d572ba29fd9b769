"""Search files of ``exactpld search``: TOML with queries, budget and rounds, as in a problem file, and the parameters with their values.

A file may come from a stranger: sizes and counts are bounded before the work, every key must be known, and a message says which is wrong.
"""

from __future__ import annotations

import difflib
import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from math import prod
from pathlib import Path
from typing import Any

from certificates import tomlfile
from certificates.search.point import Task
from certificates.search.template import Template, check_name, read_template
from certificates.search.values import EXAMPLES, bits, read_values
from certificates.tomlfile import check_keys, kind_of, parse, read_bytes
from exact.errors import ExactError, NotReadable, OutOfRange, TooLarge
from exact.filters.natural import Rounds

POINT_LIMIT = 1_000_000
"""The largest number of points of the grid."""
PARAMETER_LIMIT = 16

REQUIRED = ("queries", "budget", "rounds", "parameters")
KNOWN = (*REQUIRED, "title")
SUGGESTED = "sup"
"""The word for the budgets that the pairs of compositions suggest; see `certificates.search.suggested`."""


@dataclass(frozen=True)
class Search:
    """A family of problems over a grid of parameters.

    Points are numbered from 0; the last parameter changes fastest.

    Attributes
    ----------
    queries
        The queries, with parameters.
    budget
        The budget, with parameters; None for those that the pairs of compositions suggest.
    rounds
        The number of rounds, or "all".
    parameters
        For each parameter the texts of its values.
    title
        What people call it, or None; not part of the question.
    """

    queries: tuple[Template, ...]
    budget: Template | None
    rounds: Rounds
    parameters: Mapping[str, tuple[str, ...]]
    title: str | None = None

    @property
    def size(self) -> int:
        """The number of points."""
        return prod(len(values) for values in self.parameters.values())

    @property
    def budget_text(self) -> str:
        """The budget as it was given."""
        return SUGGESTED if self.budget is None else self.budget.text

    @property
    def digest(self) -> str:
        """The digest of the question: of the expressions, the rounds and the values, not of the title or of how the file is laid out."""
        content = {
            "queries": [query.text for query in self.queries],
            "budget": self.budget_text,
            "rounds": self.rounds,
            "parameters": [[name, list(values)] for name, values in self.parameters.items()],
        }
        return "sha256:" + hashlib.sha256(json.dumps(content, separators=(",", ":")).encode("ascii")).hexdigest()

    @cached_property
    def _bits(self) -> tuple[tuple[int, ...], ...]:
        return tuple(tuple(map(bits, values)) for values in self.parameters.values())

    def _places(self, number: int) -> Iterator[int]:
        """Yield, last parameter first, which of its values each parameter has at a point."""
        for values in reversed([*self.parameters.values()]):
            number, place = divmod(number, len(values))
            yield place

    def values_at(self, number: int) -> dict[str, str]:
        """Return the values of the parameters at a point."""
        places = reversed([*self._places(number)])
        return {name: values[place] for (name, values), place in zip(self.parameters.items(), places, strict=True)}

    def simplicity(self, number: int) -> int:
        """Return the bits of all parameters at a point together: the fewer, the simpler (see `certificates.search.values`)."""
        return sum(row[place] for row, place in zip(reversed(self._bits), self._places(number), strict=True))

    def task(self, number: int) -> Task:
        """Return the problem at a point, as texts."""
        values = self.values_at(number)
        budget = None if self.budget is None else self.budget.at(values)
        return number, tuple(query.at(values) for query in self.queries), budget, self.rounds


def read_search(path: Path) -> Search:
    """Return the search in a file; errors as `parse_search`, with the file."""
    data = read_bytes(path)
    try:
        return parse_search(data)
    except ExactError as problem:
        raise type(problem)(f"{path}: {problem}") from None


def parse_search(data: bytes) -> Search:
    """Return the search in the content of a file.

    Raises
    ------
    ExactError
        `NotReadable`, `OutOfRange` or `TooLarge` with the key, and what reading an expression raises.
    """
    content = parse(data, "search file")
    check_keys(content, REQUIRED, KNOWN)
    parameters = _parameters(content["parameters"])
    title = tomlfile.title(content.get("title"))
    rounds = tomlfile.rounds(content["rounds"])
    texts = tomlfile.expressions(content["queries"], 'queries = ["rr(log(t))", "approx(0, d)"]')
    queries = tuple(read_template(f"queries[{i}]", text, parameters) for i, text in enumerate(texts))
    budget = _budget(content["budget"], parameters, rounds)
    used = frozenset().union(*(template.used for template in (*queries, budget) if template is not None))
    for name in parameters:
        if name not in used:
            raise OutOfRange(f"the parameter {name!r} stands in no query and not in the budget, so its values would only repeat every point")
    return Search(queries, budget, rounds, parameters, title)


def _parameters(given: object) -> dict[str, tuple[str, ...]]:
    if not isinstance(given, dict):
        raise NotReadable(f"parameters must be a table with the values of each parameter, as in {EXAMPLES}, not {kind_of(given)}")
    if not given:
        raise OutOfRange("there is no parameter; a single problem is a matter for exactpld filter")
    if len(given) > PARAMETER_LIMIT:
        raise TooLarge(f"there are {len(given)} parameters, more than {PARAMETER_LIMIT}")
    found: dict[str, tuple[str, ...]] = {}
    points = 1
    for name, values in given.items():
        check_name(name)
        found[name] = read_values(name, values)
        points *= len(found[name])
        if points > POINT_LIMIT:
            raise TooLarge(f"the grid has more than {POINT_LIMIT} points (with the values of {name!r})")
    return found


def _budget(given: object, parameters: Mapping[str, Any], rounds: Rounds) -> Template | None:
    given = given.strip() if isinstance(given, str) else given
    if given != SUGGESTED:
        if not isinstance(given, str):
            raise NotReadable(f"budget must be an expression in quotes, not {kind_of(given)}")
        if given not in parameters and difflib.get_close_matches(given.lower(), [SUGGESTED]):
            raise NotReadable(f"budget: {given!r} is no expression; did you mean {SUGGESTED!r}?")
        return read_template("budget", given, parameters)
    if rounds == "all":
        raise OutOfRange('the budgets of budget = "sup" are made of compositions of fewer than `rounds` queries: rounds must be an integer')
    return None
