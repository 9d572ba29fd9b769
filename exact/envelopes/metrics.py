"""Finite metric spaces of databases; two points at distance 1 are neighbours.

Constructors: `hamming` (all databases of n rows over a universe of T elements, with the number of rows that differ), `histograms` (the same, up to
the order of the rows), `from_graph` (the shortest-path metric of a connected graph) and `from_matrix` (any table of distances, checked).
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations, combinations_with_replacement, product
from math import comb
from typing import Any, Literal

from exact.envelopes.inputs import check_kind, check_size, listed, rational, shown
from exact.errors import NotADistribution, OutOfRange, TooLarge, Unsupported
from exact.writing import rational_text, shorten

Point = Hashable
Distance = int | Fraction
Kind = Literal["names", "databases", "histograms"]

POINT_LIMIT = 1_000
"""The largest number of points of a space: a million distances, and neighbours are looked for among all pairs."""
MATRIX_LIMIT = 300
"""The largest number of points of which the triangle inequality is checked: some seconds."""
SPACE_WORDS = ("hamming", "histograms")
"""The spaces of databases that are named by a word."""


class NotAMetric(NotADistribution):
    """Raised when a table of distances is not that of a metric; the message names the entries."""


@dataclass(frozen=True, slots=True)
class FiniteMetric:
    """A finite metric space: points, and their distances in the same order. Immutable; made by the functions of this module, which see to it
    that the distances are those of a metric. `OutOfRange` for a table of another shape, or points that are not all different.

    Attributes
    ----------
    points
        Names, all different.
    distances
        The symmetric table: 0 on the diagonal, positive elsewhere, with the triangle inequality.
    identified
        One sentence: which databases are one point here, or that none are.
    members
        How many databases there are altogether, if points stand for databases, else the number of points.
    kind
        What points are: "names", "databases" (tuples of elements), or "histograms".
    """

    points: tuple[Point, ...]
    distances: tuple[tuple[Distance, ...], ...]
    identified: str = "no databases are identified"
    members: int = 0
    kind: Kind = "names"
    places: dict[Point, int] = field(default_factory=dict, repr=False, compare=False)

    def __post_init__(self) -> None:
        self.places.update({point: i for i, point in enumerate(self.points)})
        size = len(self.points)
        if not size or len(self.places) != size or len(self.distances) != size or any(len(row) != size for row in self.distances):
            raise OutOfRange("a space needs at least one point, different ones, and a square table with a row of distances for each")
        if not self.members:
            object.__setattr__(self, "members", len(self.points))

    def place(self, point: Point) -> int:
        """Return the index of a point in `points`, from 0; `OutOfRange` for a stranger."""
        try:
            return self.places[point]
        except (KeyError, TypeError, RecursionError):
            raise OutOfRange(f"{shown(point)} is no point of this space") from None

    def distance(self, x: Point, y: Point) -> Distance:
        """Return the distance of two points, a rational number >= 0; `OutOfRange` for a stranger."""
        return self.distances[self.place(x)][self.place(y)]

    def neighbours(self) -> Iterator[tuple[int, int]]:
        """Yield the pairs ``i < j`` of indices of points at distance exactly 1."""
        for i, row in enumerate(self.distances):
            for j in range(i + 1, len(row)):
                if row[j] == 1:
                    yield i, j


def _check_database_space(universe_size: int, n: int, points: int) -> None:
    if points > POINT_LIMIT:
        raise TooLarge(
            f"{n} rows over a universe of {universe_size} make {shown(points)} points; the limit is {POINT_LIMIT}"
        )


def check_space(where: str, metric: object) -> None:
    """Raise TypeError for what is no space."""
    check_kind(where, metric, FiniteMetric, "a FiniteMetric, such as hamming(2, 3) makes, for its space")


def hamming(universe_size: int, n: int) -> FiniteMetric:
    """Return the space of all databases of n rows over a universe ``0, ..., T - 1``, with the number of rows that differ as distance.

    Parameters
    ----------
    universe_size, n
        The number T of elements and the number of rows, integers >= 1; ``T^n`` is at most `POINT_LIMIT`.

    Returns
    -------
    FiniteMetric
        Its points are tuples of n elements, in lexicographic order.

    Raises
    ------
    TypeError, OutOfRange
        For what is no integer, and for an integer below 1.
    TooLarge
        Beyond `POINT_LIMIT` points.

    References
    ----------
    ENV, section 2.

    Examples
    --------
    >>> hamming(2, 3).distance((0, 0, 1), (1, 0, 0))
    2
    """
    t, rows = check_size("universe_size", universe_size, POINT_LIMIT), check_size("n", n, POINT_LIMIT)
    _check_database_space(t, rows, t**rows if t > 1 else 1)
    points = tuple(product(range(t), repeat=rows))
    distances = tuple(tuple(sum(a != b for a, b in zip(x, y, strict=True)) for y in points) for x in points)
    return FiniteMetric(points, distances, kind="databases")


def histograms(universe_size: int, n: int) -> FiniteMetric:
    """Return the space of all databases of n rows over ``0, ..., T - 1`` up to the order of their rows.

    Points are the histograms ``(h_0, ..., h_{T-1})`` with sum n; their distance is half the L1 distance, which is the least Hamming
    distance of two databases with these histograms (every row beyond the common ones is moved once).

    For base laws that depend on the histogram alone, as those of multiplicative weights do, nothing is lost: with ``p_y = p_h`` for every y in
    the class of h, ``max_y e^(-(eps/2) d(x, y)) p_y(w) = max_h e^(-(eps/2) min d(x, y)) p_h(w)``, the minimum over y in the class. So the
    envelope, its normalisers and its final law at x are those at the histogram of x. Neighbouring databases have histograms at distance 0 or 1,
    and for histograms at distance 1 there are neighbouring databases; so the worst ratios are the same, too.

    Parameters
    ----------
    universe_size, n
        The number T of elements and the number of rows, integers >= 1; the number of histograms, ``C(n + T - 1, n)``, is at most `POINT_LIMIT`.

    Returns
    -------
    FiniteMetric
        Its points are tuples of T counts.

    Raises
    ------
    TypeError, OutOfRange
        For what is no integer, and for an integer below 1.
    TooLarge
        Beyond `POINT_LIMIT` points.

    Examples
    --------
    >>> space = histograms(2, 3)
    >>> space.points
    ((3, 0), (2, 1), (1, 2), (0, 3))
    >>> space.distance((3, 0), (1, 2))
    2

    References
    ----------
    ENV, section 2, for databases; that histograms suffice is not in the paper.
    """
    t, rows = check_size("universe_size", universe_size, POINT_LIMIT), check_size("n", n, POINT_LIMIT)
    _check_database_space(t, rows, comb(rows + t - 1, rows))
    points = tuple(histogram(x, t) for x in combinations_with_replacement(range(t), rows))
    distances = tuple(tuple(sum(abs(a - b) for a, b in zip(x, y, strict=True)) // 2 for y in points) for x in points)
    some = f"{len(points)} histogram{'s' if len(points) > 1 else ''}"
    text = f"databases that differ in the order of their rows only: the {t}^{rows} databases make {some}"
    return FiniteMetric(points, distances, text, t**rows, "histograms")


def histogram(database: Sequence[int], universe_size: int) -> tuple[int, ...]:
    """Return how often each element of the universe occurs in a database."""
    return tuple(sum(d == value for d in database) for value in range(universe_size))


def database_of(counts: Sequence[int]) -> tuple[int, ...]:
    """Return the database, its rows in increasing order, with this histogram."""
    return tuple(d for d, h in enumerate(counts) for _ in range(h))


def from_graph(graph: Any) -> FiniteMetric:
    """Return the space of the nodes of a graph, with the number of edges of a shortest path as distance.

    Parameters
    ----------
    graph
        An undirected connected networkx graph with 1 to `POINT_LIMIT` nodes. Weights of edges are not looked at.

    Returns
    -------
    FiniteMetric
        Its points are the nodes, in the order of the graph.

    Raises
    ------
    TypeError
        For what is no networkx graph.
    OutOfRange
        For a graph that has no node, or is not connected (two nodes without a path are named).
    Unsupported
        For a directed graph.
    TooLarge
        Beyond `POINT_LIMIT` nodes.

    Examples
    --------
    >>> import networkx
    >>> from_graph(networkx.path_graph(4)).distance(0, 3)
    3
    """
    import networkx as nx

    if not isinstance(graph, nx.Graph):
        raise TypeError(f"a networkx graph is wanted, not {type(graph).__name__}")
    if graph.is_directed():
        raise Unsupported("a directed graph has no symmetric distance: give an undirected one")
    points = tuple(graph)
    if not points:
        raise OutOfRange("the graph has no node")
    if len(points) > POINT_LIMIT:
        raise TooLarge(f"the graph has {len(points)} nodes; the limit is {POINT_LIMIT}")
    rows = []
    for x in points:
        found = nx.single_source_shortest_path_length(graph, x)
        for y in points:
            if y not in found:
                raise OutOfRange(f"the graph is not connected: there is no path from {shown(x)} to {shown(y)}")
        rows.append(tuple(found[y] for y in points))
    return FiniteMetric(points, tuple(rows))


def from_matrix(rows: Sequence[Sequence[Any]], points: Sequence[Point] | None = None) -> FiniteMetric:
    """Return the space with these distances, or raise the error that names the entries that no metric has.

    Parameters
    ----------
    rows
        A square table, a list of 1 to `MATRIX_LIMIT` lists of rational numbers (integers, Fractions, texts).
    points
        Names of the points, a list of as many hashable objects, all different, or a text whose letters they are; by default 0, 1, ...

    Returns
    -------
    FiniteMetric
        Points are neighbours where the entry is exactly 1.

    Raises
    ------
    NotAMetric
        Unless the diagonal is 0, the table symmetric, every other entry positive, and ``d(x, z) <= d(x, y) + d(y, z)``.
    TypeError
        For what is no list, and for an entry that is no exact number, such as a float.
    OutOfRange
        For a table without rows or that is not square; for names that are not all different, or not as many.
    Unsupported
        For an irrational distance.
    TooLarge
        Beyond `MATRIX_LIMIT` rows.

    Examples
    --------
    >>> from_matrix([[0, 1, 3], [1, 0, 1], [3, 1, 0]])
    Traceback (most recent call last):
    ...
    exact.envelopes.metrics.NotAMetric: the triangle inequality fails: d(0, 2) = 3 > d(0, 1) + d(1, 2) = 2
    """
    lines = listed("a table of distances", rows, MATRIX_LIMIT, entries="rows")
    size = len(lines)
    if not size:
        raise OutOfRange("a table of distances needs at least one row")
    names = tuple(range(size)) if points is None else _names(points, size)
    table = []
    for i, line in enumerate(lines):
        row = listed(f"row {i} of a table of distances", line)
        if len(row) != size:
            raise OutOfRange(f"a table of distances is square: row {i} has {len(row)} entries, not {size}")
        table.append(tuple(_distance(names[i], names[j], value) for j, value in enumerate(row)))
    _check_metric(table, names)
    return FiniteMetric(names, tuple(table))


def _names(points: Sequence[Point], size: int) -> tuple[Point, ...]:
    names = tuple(points) if isinstance(points, str) else tuple(listed("points", points))
    try:
        different = len(set(names))
    except TypeError:
        raise TypeError("the names of points must be hashable, such as texts, integers or tuples") from None
    if len(names) != size or different != size:
        raise OutOfRange(f"{size} points need {size} different names")
    return names


def _distance(x: Point, y: Point, value: Any) -> Distance:
    found = rational(_d(x, y), value)
    return found.numerator if found.denominator == 1 else found


def _d(x: Point, y: Point) -> str:
    """Return the text ``d(x, y)``, for a message."""
    first, second = (shorten(point) if isinstance(point, str) else shown(point) for point in (x, y))
    return f"d({first}, {second})"


def _is(x: Point, y: Point, value: Distance) -> str:
    """Return the text ``d(x, y) = value``, for a message."""
    return f"{_d(x, y)} = {shorten(rational_text(Fraction(value)))}"


def _check_metric(table: Sequence[Sequence[Distance]], names: Sequence[Point]) -> None:
    size = len(table)
    for i in range(size):
        if table[i][i] != 0:
            raise NotAMetric(f"the diagonal must be 0: {_is(names[i], names[i], table[i][i])}")
    for i, j in combinations(range(size), 2):
        if table[i][j] != table[j][i]:
            raise NotAMetric(f"the table is not symmetric: {_is(names[i], names[j], table[i][j])}, {_is(names[j], names[i], table[j][i])}")
        if table[i][j] <= 0:
            raise NotAMetric(f"different points have a positive distance: {_is(names[i], names[j], table[i][j])}")
    for j in range(size):
        middle = table[j]
        for i in range(size):
            first, row = table[i][j], table[i]
            for k in range(i + 1, size):
                if row[k] > first + middle[k]:
                    sides = f"{_d(names[i], names[j])} + {_is(names[j], names[k], first + middle[k])}"
                    raise NotAMetric(f"the triangle inequality fails: {_is(names[i], names[k], row[k])} > {sides}")
