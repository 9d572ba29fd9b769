"""Specifications of ``exactpld envelope``: TOML with an instance of private multiplicative weights, or with tables of base laws on a metric space.

A file may come from a stranger: its size, its keys, and the numbers of elements, rows, rounds and points are bounded before anything is worked out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from certificates import tomlfile
from certificates.tomlfile import check_keys, kind_of, parse, read_bytes
from exact.envelopes.base import Tables, read_tables
from exact.envelopes.likelihood_envelope import read_eps
from exact.envelopes.metrics import (
    MATRIX_LIMIT,
    SPACE_WORDS,
    FiniteMetric,
    from_graph,
    from_matrix,
    hamming,
    histograms,
)
from exact.envelopes.multiplicative_weights import (
    QUERY_LIMIT,
    UNIVERSE_LIMIT,
    MultiplicativeWeights,
    private_multiplicative_weights,
)
from exact.errors import ExactError, NotReadable, OutOfRange, TooLarge
from exact.loss import Loss
from exact.reading import loss, number
from exact.writing import shorten

WEIGHTS_KEYS = ("universe", "queries", "n", "rounds", "eta", "gamma", "eps")
TABLES_KEYS = ("base", "metric", "eps")
WEIGHTS_ONLY = {"queries", "rounds", "eta", "gamma", "space"}
TABLES_ONLY = {"base", "metric", "points", "outcomes", "edges"}
METRICS = ("a table of distances", '"graph"', '"hamming"', '"histograms"')
NAME_LIMIT = 100
EDGE_LIMIT = 10_000
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class EnvelopeSpec:
    """A question about an envelope: an instance of multiplicative weights, or tables on a space; the names of the elements of the universe."""

    eps: Loss
    space: FiniteMetric
    instance: MultiplicativeWeights | None
    base: Tables | None
    universe: tuple[str, ...]
    title: str | None


def read_spec(path: Path) -> EnvelopeSpec:
    """Return the question in a file.

    Raises
    ------
    ExactError
        `NotReadable`, `OutOfRange`, `NotADistribution`, `Unsupported` or `TooLarge` with the file and the key.
    """
    data = read_bytes(path)
    try:
        return parse_spec(data)
    except ExactError as problem:
        raise type(problem)(f"{path}: {problem}") from None


def parse_spec(data: bytes) -> EnvelopeSpec:
    """Return the question in the content of a file; errors as `read_spec`."""
    content = parse(data, "specification")
    if not WEIGHTS_ONLY.isdisjoint(content) and not TABLES_ONLY.isdisjoint(content):
        both = [next(key for key in content if key in keys) for keys in (TABLES_ONLY, WEIGHTS_ONLY)]
        raise NotReadable(f"the keys {both[0]!r} and {both[1]!r} exclude each other: base laws are given by tables or by multiplicative weights")
    if not content:
        raise NotReadable(f"the specification is empty; needed are {', '.join(WEIGHTS_KEYS)}, or {', '.join(TABLES_KEYS)}")
    if not TABLES_ONLY.isdisjoint(content):
        check_keys(content, TABLES_KEYS, (*TABLES_KEYS, "points", "outcomes", "edges", "universe", "n", "title"))
        return _tables(content)
    check_keys(content, WEIGHTS_KEYS, (*WEIGHTS_KEYS, "space", "title"))
    return _weights(content)


def _named(what: str, make: Callable[[Any], T], value: Any) -> T:
    """Return what a value of the file stands for; an error says which key it was."""
    if not isinstance(value, int | str) or isinstance(value, bool):
        raise NotReadable(f'{what} must be an integer or a text such as "1/10", not {kind_of(value)}')
    try:
        return make(value)
    except ExactError as problem:
        raise type(problem)(f"{what}: {problem}") from None
    except TypeError as problem:
        raise NotReadable(f"{what}: {problem}") from None


def _integer(content: Mapping[str, Any], name: str) -> int:
    value = content[name]
    if not isinstance(value, int) or isinstance(value, bool):
        raise NotReadable(f"{name} must be an integer, not {kind_of(value)}")
    return value


def _names(name: str, value: Any, limit: int) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(text, str) for text in value):
        raise NotReadable(f"{name} must be a list of names")
    if len(value) > limit:
        raise TooLarge(f"{name} has {len(value)} names; the limit is {limit}")
    if any(len(text) > NAME_LIMIT for text in value):
        raise TooLarge(f"a name in {name} has more than {NAME_LIMIT} characters")
    if len(set(value)) != len(value) or not value:
        raise OutOfRange(f"{name} needs at least one name, and different ones")
    return tuple(value)


def _universe(value: Any) -> tuple[str, ...]:
    if isinstance(value, int) and not isinstance(value, bool):
        if value < 1:
            raise OutOfRange(f"universe needs at least 1 element, not {shorten(str(value))}")
        if value > UNIVERSE_LIMIT:
            raise TooLarge(f"universe = {shorten(str(value))} is beyond the limit of {UNIVERSE_LIMIT}")
        return tuple(str(i) for i in range(value))
    return _names("universe", value, UNIVERSE_LIMIT)


def _rows(name: str, value: Any, limit: int, width: int) -> list[list[Any]]:
    """Return a list of lists of numbers, bounded."""
    if not isinstance(value, list) or not all(isinstance(row, list) for row in value):
        raise NotReadable(f"{name} must be a list of lists of values")
    if len(value) > limit or any(len(row) > width for row in value):
        raise TooLarge(f"{name} has more than {limit} rows or {width} columns")
    return [[_named(f"{name}[{i}][{j}]", number, entry) for j, entry in enumerate(row)] for i, row in enumerate(value)]


def _weights(content: dict[str, Any]) -> EnvelopeSpec:
    universe = _universe(content["universe"])
    queries = _rows("queries", content["queries"], QUERY_LIMIT, UNIVERSE_LIMIT)
    eta, gamma = (_named(name, loss, content[name]) for name in ("eta", "gamma"))
    space = content.get("space", "histograms")
    eps = _named("eps", read_eps, content["eps"])
    instance = private_multiplicative_weights(
        len(universe), queries, _integer(content, "n"), _integer(content, "rounds"), eta, gamma, space
    )
    return EnvelopeSpec(eps, instance.space, instance, None, universe, tomlfile.title(content.get("title")))


def _tables(content: dict[str, Any]) -> EnvelopeSpec:
    eps = _named("eps", read_eps, content["eps"])
    space, universe = _space(content)
    base = content["base"]
    rows = list(base.values()) if isinstance(base, dict) else base
    if isinstance(rows, list) and len(rows) != len(space.points) and not isinstance(base, dict):
        raise OutOfRange(f"base has {len(rows)} rows for {len(space.points)} points: {_some(space.points)}")
    if isinstance(base, dict):
        _check_points(base, space.points)
    laws = _rows("base", rows, max(len(space.points), 1), SIZE)
    if isinstance(base, dict):
        named = {str(point): point for point in space.points}
        table = {named[name]: law for name, law in zip(base, laws, strict=True)}
    else:
        table = dict(zip(space.points, laws, strict=True))
    width = max(map(len, laws), default=0)
    for point, law in table.items():
        if len(law) != width:
            raise OutOfRange(f"base has {len(law)} masses at the point {shorten(str(point))}, and {width} at another one")
    outcomes: list[Any] = list(range(width))
    if "outcomes" in content:
        outcomes = list(_names("outcomes", content["outcomes"], SIZE))
        if len(outcomes) != width:
            raise OutOfRange(f"there are {len(outcomes)} names of outcomes for {width} columns of base")
    found = read_tables({point: dict(zip(outcomes, law, strict=False)) for point, law in table.items()}, space)
    return EnvelopeSpec(eps, space, None, found, universe, tomlfile.title(content.get("title")))


def _check_points(base: dict[str, Any], points: Iterable[Any]) -> None:
    """Refuse rows of points that are not there, and points without a row."""
    names = dict.fromkeys(map(str, points))
    for what, some, others in (("is no point", base, names), ("has no row", names, base)):
        wrong = next((name for name in some if name not in others), None)
        if wrong is not None:
            raise OutOfRange(f"base: {shorten(repr(wrong))} {what}; the points are {_some(list(names))}")


def _some(points: Sequence[Any]) -> str:
    """Return the first points, in words."""
    return ", ".join(shorten(str(point)) for point in points[:5]) + (", ..." if len(points) > 5 else "")


SIZE = 10_000
"""The largest number of columns of a table of base laws."""


def _space(content: dict[str, Any]) -> tuple[FiniteMetric, tuple[str, ...]]:
    metric = content["metric"]
    if isinstance(metric, list):
        _unused(content, "edges", "universe", "n")
        points = _names("points", content["points"], MATRIX_LIMIT) if "points" in content else None
        return from_matrix(_rows("metric", metric, MATRIX_LIMIT, MATRIX_LIMIT), points), ()
    if metric == "graph":
        _unused(content, "points", "universe", "n")
        return from_graph(_graph(content)), ()
    if metric in SPACE_WORDS:
        _unused(content, "points", "edges")
        check_keys(content, ("universe", "n"), tuple(content))
        universe = _universe(content["universe"])
        make = hamming if metric == "hamming" else histograms
        return make(len(universe), _integer(content, "n")), universe
    raise NotReadable(f"metric must be {', '.join(METRICS[:-1])} or {METRICS[-1]}")


def _unused(content: dict[str, Any], *names: str) -> None:
    for name in names:
        if name in content:
            raise NotReadable(f"the key {name!r} does not belong to this metric")


def _graph(content: dict[str, Any]) -> Any:
    import networkx as nx

    edges = content.get("edges")
    if not isinstance(edges, list) or not all(
        isinstance(edge, list) and len(edge) == 2 and all(isinstance(end, str) for end in edge) for edge in edges
    ):
        raise NotReadable('metric = "graph" needs edges, a list of pairs of names')
    if len(edges) > EDGE_LIMIT:
        raise TooLarge(f"there are {len(edges)} edges; the limit is {EDGE_LIMIT}")
    if any(len(end) > NAME_LIMIT for edge in edges for end in edge):
        raise TooLarge(f"a name in edges has more than {NAME_LIMIT} characters")
    graph = nx.Graph()
    graph.add_edges_from(edges)
    if isinstance(content["base"], dict):  # a misspelt name is none of a graph that is not connected
        _check_points(content["base"], graph)
    return graph
