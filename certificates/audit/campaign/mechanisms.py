"""Mechanisms of a campaign: a table whose parameters are lists is a grid, with an instance for each choice of values.

    [[mechanism]]
    kind = "approx"
    eps = [0.1, 1.0]
    delta = [1e-5, 1e-9]
    times = [1, 10, 100]

Inside ``of`` and ``parts`` tables may be grids, too. Floats stand for the binary fractions they are: what the tool gets is what is decided.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from certificates.audit.campaign.reading import read_float
from certificates.audit.instance import FIELDS, KINDS, NESTING_LIMIT, PART_LIMIT, TIMES_LIMIT, Instance
from certificates.tomlfile import check_keys, kind_of
from exact.errors import ExactError, NotReadable, OutOfRange, TooLarge
from exact.writing import shorten

GRID_LIMIT = 100_000
"""The largest number of instances of a table, and of a campaign."""
VALUES_LIMIT = 10_000
"""The largest number of values of one parameter."""
_DEFAULTS: Mapping[str, Mapping[str, Any]] = {"laplace": {"sensitivity": 1.0}, "gaussian": {"sensitivity": 1.0}}
_OUTCOMES = ("P", "Q")
_INTEGERS = ("k", "s")


def read_mechanism(table: object, where: str) -> tuple[list[Instance], tuple[int, ...]]:
    """Return the instances of a table of a campaign file and its numbers of compositions; errors begin with `where`."""
    if not isinstance(table, dict):
        raise NotReadable(f'{where} must be a table, as in {{kind = "rr", eps = [0.1, 1.0]}}, not {kind_of(table)}')
    rest = {name: value for name, value in table.items() if name != "times"}
    found = []
    for content in _alternatives(rest, where, NESTING_LIMIT):
        try:
            instance = Instance.from_json(content)
        except ExactError as problem:
            raise type(problem)(f"{where}: {problem}") from None
        found.append(instance)
    return list(dict.fromkeys(found)), times_of(table.get("times", 1), f"{where}.times")


def times_of(given: object, where: str) -> tuple[int, ...]:
    """Return numbers of compositions: an integer, or a list of integers."""
    items = _list(given, where)
    for item in items:
        if not isinstance(item, int) or isinstance(item, bool):
            raise NotReadable(f"{where} must be an integer or a list of integers, not {kind_of(item)}")
        if not 1 <= item <= TIMES_LIMIT:
            raise OutOfRange(f"{where} must lie between 1 and {TIMES_LIMIT}, not at {shorten(str(item))}")
    return tuple(dict.fromkeys(items))


def _list(given: object, where: str) -> Sequence[Any]:
    items = given if isinstance(given, list) else [given]
    if not items:
        raise NotReadable(f"{where} is an empty list")
    if len(items) > VALUES_LIMIT:
        raise TooLarge(f"{where} has more than {VALUES_LIMIT} values")
    return items


def _alternatives(table: object, where: str, depth: int) -> list[Mapping[str, Any]]:
    """Return the JSON forms of the instances of a table."""
    if not isinstance(table, dict):
        raise NotReadable(f"{where} must be a table with a kind, not {kind_of(table)}")
    kind = table.get("kind")
    if not isinstance(kind, str) or kind not in FIELDS:
        raise NotReadable(f"{where}.kind must be one of {', '.join(KINDS)}")
    if not depth:
        raise TooLarge(f"{where}: mechanisms stand at most {NESTING_LIMIT} inside each other")
    names = FIELDS[kind]
    defaults = _DEFAULTS.get(kind, {})
    check_keys(table, ("kind", *(name for name in names if name not in defaults)), ("kind", *names), f"{where}: ")
    content = {**defaults, **table}
    choices = [_choices(name, content[name], f"{where}.{name}", depth) for name in names]
    _check_size(map(len, choices), where)
    return [{"kind": kind, **dict(zip(names, values, strict=True))} for values in itertools.product(*choices)]


def _choices(name: str, given: object, where: str, depth: int) -> Sequence[Any]:
    """Return the values of one parameter."""
    if name in _OUTCOMES:
        return [given]
    if name == "parts":
        return _parts(given, where, depth)
    items = _list(given, where)
    if name == "of":
        found = [content for item in items for content in _alternatives(item, where, depth - 1)]
        _check_size([len(found)], where)
        return found
    return items if name in _INTEGERS else [read_float(item, where) for item in items]


def _parts(given: object, where: str, depth: int) -> Sequence[Any]:
    if not isinstance(given, list) or not 1 <= len(given) <= PART_LIMIT:
        raise NotReadable(f'{where} must be a list of 1 to {PART_LIMIT} parts, as in [[10, {{kind = "rr", eps = 0.1}}]]')
    rows = []
    for i, part in enumerate(given):
        if not isinstance(part, list) or len(part) != 2:
            raise NotReadable(f"{where}[{i}] must be a part [times, mechanism]")
        several = times_of(part[0], f"{where}[{i}][0]")
        inner = _alternatives(part[1], f"{where}[{i}][1]", depth - 1)
        rows.append([[k, content] for k in several for content in inner])
    _check_size(map(len, rows), where)
    return [list(choice) for choice in itertools.product(*rows)]


def _check_size(counts: Iterable[int], where: str) -> None:
    size = 1
    for count in counts:
        size *= count
        if size > GRID_LIMIT:
            raise TooLarge(f"{where}: the grid has more than {GRID_LIMIT} mechanisms")
