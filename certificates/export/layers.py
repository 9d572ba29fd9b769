"""Where the boxes of a drawing by levels stand: no overlap, lines upward, few crossings.

The usual heuristic: a line over several levels gets an invisible stop on each, levels are reordered by the mean place
of the neighbours, then everything is pulled towards its neighbours as far as the boxes allow. Floats; for pictures only.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

SWEEPS = 12

Node = int | tuple[int, int, int]
"""A box, or the stop of the line (i, j) on a level, as ``(i, j, level)``."""


@dataclass(frozen=True, slots=True)
class Layout:
    """The centre of each box from left to right, and for each line the points ``(x, level)`` that it runs through, from below."""

    centres: Mapping[int, float]
    lines: Mapping[tuple[int, int], tuple[tuple[float, int], ...]]


def layout(
    levels: Sequence[Sequence[int]], lines: Sequence[tuple[int, int]], widths: Mapping[int, float], gap: float
) -> Layout:
    """Return a layout of boxes of these widths, at least `gap` apart; a line ``(i, j)`` leads to a higher level."""
    rows: list[list[Node]] = [list(level) for level in levels]
    height: dict[Node, int] = {i: k for k, level in enumerate(levels) for i in level}
    neighbours: dict[Node, list[Node]] = {i: [] for i in height}
    paths: dict[tuple[int, int], list[Node]] = {}
    for i, j in lines:
        between = range(height[i] + 1, height[j])
        path: list[Node] = [i, *((i, j, k) for k in between), j]
        for k in between:
            rows[k].append((i, j, k))
            height[i, j, k] = k
        for a, b in pairwise(path):
            neighbours.setdefault(a, []).append(b)
            neighbours.setdefault(b, []).append(a)
        paths[i, j] = path
    size = {node: widths[node] if isinstance(node, int) else 0.0 for node in height}
    x: dict[Node, float] = {}
    for row in rows:
        x.update(_apart(row, dict.fromkeys(row, 0.0), size, gap))
    for sweep in range(SWEEPS):
        for row in rows if sweep % 2 else reversed(rows):
            wanted = {node: _mean([x[other] for other in neighbours[node]], x[node]) for node in row}
            row.sort(key=wanted.__getitem__)
            x.update(_apart(row, wanted, size, gap))
    return Layout(
        {i: x[i] for level in levels for i in level},
        {line: tuple((x[node], height[node]) for node in path) for line, path in paths.items()},
    )


def _mean(values: Sequence[float], default: float) -> float:
    return sum(values) / len(values) if values else default


def _apart(row: Sequence[Node], wanted: Mapping[Node, float], size: Mapping[Node, float], gap: float) -> dict[Node, float]:
    """Return places in this order, as near to the wanted ones as a pass from the left and a shift of all bring them."""
    places: dict[Node, float] = {}
    edge: float | None = None
    for node in row:
        half = size[node] / 2
        places[node] = wanted[node] if edge is None else max(wanted[node], edge + half)
        edge = places[node] + half + gap
    shift = _mean([wanted[node] - places[node] for node in row], 0.0)
    return {node: place + shift for node, place in places.items()}
