"""Convex polygonal curves with exact corners: where one bends the wrong way, and the greatest one below given points."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any

from exact.errors import NotADistribution
from exact.number import Number
from exact.writing import shorten

Point = tuple[Number, Number]
"""An abscissa and the value there."""


def short(value: Number) -> str:
    """Return the text of a number for a message; of a long one, its decimal too."""
    text = str(value)
    return text if len(text) <= 40 else f"{shorten(text)} (about {value.decimal(6)})"


def pairs(rows: Iterable[Any], constructor: str, what: str) -> list[tuple[Any, Any]]:
    """Return a list of pairs from a list of pairs or a dictionary; TypeError for anything else."""
    if isinstance(rows, str) or not isinstance(rows, Iterable):
        raise TypeError(f"{constructor} takes pairs {what}, not one {type(rows).__name__}")
    out = []
    for i, row in enumerate(rows.items() if isinstance(rows, Mapping) else rows):
        if not isinstance(row, tuple | list) or len(row) != 2:
            raise TypeError(f"{constructor} takes pairs {what}, and number {i + 1} is none")
        out.append((row[0], row[1]))
    return out


def side(a: Point, b: Point, c: Point) -> int:
    """Return 1 where b lies above the straight line from a to c, 0 on it, -1 below; abscissas must increase."""
    return ((b[1] - a[1]) * (c[0] - a[0]) - (c[1] - a[1]) * (b[0] - a[0])).sign()


def in_order(points: Iterable[Point], name: str) -> list[Point]:
    """Return points by increasing abscissa; `NotADistribution` when one occurs twice."""
    ordered = sorted(points, key=lambda point: point[0])
    for (x, _), (y, _) in pairwise(ordered):
        if x == y:
            raise NotADistribution(f"there are two points with {name} = {short(x)}")
    return ordered


def check_falls(points: Sequence[Point], name: str, curve: str) -> None:
    """Raise `NotADistribution` unless the values of a curve do not increase."""
    for (x, low), (y, high) in pairwise(points):
        if high > low:
            raise NotADistribution(
                f"{curve} must not increase, and does from {short(low)} at {name} = {short(x)} to {short(high)} at {name} = {short(y)}"
            )


def check_convex(points: Sequence[Point], name: str, curve: str) -> None:
    """Raise `NotADistribution` unless the straight lines between the points make a convex curve."""
    for a, b, c in zip(points, points[1:], points[2:], strict=False):
        if side(a, b, c) > 0:
            line = a[1] + (c[1] - a[1]) * (b[0] - a[0]) / (c[0] - a[0])
            raise NotADistribution(
                f"{curve} must be convex, and is not at {name} = {short(b[0])}: there it is {short(b[1])}, above {short(line)}, "
                f"the straight line between {name} = {short(a[0])} and {name} = {short(c[0])}"
            )


def lower_hull(points: Iterable[Point]) -> list[Point]:
    """Return the corners of the greatest convex curve below all points, from the least abscissa to the largest."""
    hull: list[Point] = []
    for point in sorted(points, key=lambda point: (point[0], point[1])):
        if hull and hull[-1][0] == point[0]:
            continue
        while len(hull) > 1 and side(hull[-2], hull[-1], point) >= 0:
            hull.pop()
        hull.append(point)
    return hull
