"""Draws a strategy: queries in boxes, likelihood ratios on the lines below them, shared parts once (needs matplotlib, the extra ``plot``)."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from certificates.export.figures import BLUE, RED, plain, save_figure, short_number
from certificates.export.filter_curves import reached
from certificates.export.layers import layout
from certificates.export.names import NAME_LENGTH, key_of, letter
from certificates.export.titles import flow, words
from exact.errors import OutOfRange
from exact.filters import Node, Strategy
from exact.number import Number
from exact.writing import shorten

NODE_LIMIT = 40
"""Boxes that are drawn; whole levels below are left out, and a box says how many nodes they have."""
CHARACTER, LINE, PADDING, GAP, BETWEEN = 0.075, 0.165, 0.11, 0.42, 1.05
"""Sizes in inches, at a font of 9 points; the last is the room between two levels."""
RATIOS = 4
"""Likelihood ratios on one line before they are counted."""
SHARES = (0.34, 0.58, 0.82, 0.12)
"""Where the label of a line may stand, as shares of the room between two levels."""
LARGEST = 200.0
TITLE_SIZE = 11.0
NOTE = "box: the query played, and the probability under P of playing it; line: the likelihood ratio p/q of its answer"

Edge = tuple[int, int]
Point = tuple[float, float]


@dataclass(slots=True)
class _Boxes:
    """Boxes by number: their lines of text, their levels; and by ends the ratios on a line."""

    texts: list[list[str]] = field(default_factory=list)
    levels: list[list[int]] = field(default_factory=list)
    edges: dict[Edge, list[Number]] = field(default_factory=dict)
    frames: list[str] = field(default_factory=list)

    def add(self, level: int, text: list[str], frame: str) -> int:
        while len(self.levels) <= level:
            self.levels.append([])
        self.texts.append(text)
        self.frames.append(frame)
        self.levels[level].append(len(self.texts) - 1)
        return len(self.texts) - 1


def draw_strategy(strategy: Strategy, names: Sequence[str], path: str | os.PathLike[str], *, title: str = "") -> None:
    """Draw a strategy from its first query downwards.

    Parameters
    ----------
    strategy
        The strategy; below `NODE_LIMIT` boxes the rest is left out, whole levels at a time, and the picture says so.
    names
        An expression for each query of the family.
    path
        The file; its ending (.png, .svg, .pdf) chooses the format.
    title
        A line above the picture.

    Raises
    ------
    ImportError
        When matplotlib is not installed.
    OutOfRange
        When there are not as many names as queries.
    """
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    if len(names) != len(strategy.queries):
        raise OutOfRange(f"there are {len(strategy.queries)} queries, and {len(names)} names for them")
    boxes = _boxes(strategy)
    widths = {i: CHARACTER * max(map(len, lines)) + 2 * PADDING for i, lines in enumerate(boxes.texts)}
    tallest = LINE * max(map(len, boxes.texts)) + 2 * PADDING
    labels = {edge: _ratios_text(ratios) for edge, ratios in boxes.edges.items()}
    gap = max([GAP, *(0.6 * _size(text)[0] for text in labels.values())])
    placed = layout(boxes.levels, list(boxes.edges), widths, gap)
    played = sorted({node.query for node in strategy.nodes()})
    left = min(placed.centres[i] - widths[i] / 2 for i in placed.centres) - GAP
    right = max(placed.centres[i] + widths[i] / 2 for i in placed.centres) + GAP
    left, right = min(left, (left + right) / 2 - 3.2), max(right, (left + right) / 2 + 3.2)
    key = flow(key_of(names, played), right - left - 0.3, 9.0, limit=8)
    heading = words(title, right - left - 0.3, TITLE_SIZE, limit=3) if title else []
    base = [-(tallest + BETWEEN) * k for k in range(len(boxes.levels))]
    top = base[0] + tallest / 2 + 0.2 + 0.2 * len(key) + (0.13 + 0.22 * len(heading) if heading else 0.0)
    bottom = base[-1] - tallest / 2 - 0.45
    scale = min(1.0, LARGEST / max(right - left, top - bottom))
    figure = Figure(figsize=(scale * (right - left), scale * (top - bottom)))
    FigureCanvasAgg(figure)
    axes = figure.add_axes((0, 0, 1, 1))
    axes.set(xlim=(left, right), ylim=(bottom, top))
    axes.axis("off")
    lines = {edge: [(x, base[k]) for x, k in line] for edge, line in placed.lines.items()}
    for points in lines.values():
        axes.plot([x for x, _ in points], [y for _, y in points], color="0.45", linewidth=1.2 * scale, zorder=1)
    white = {"facecolor": "white", "edgecolor": "none", "pad": 1.2}
    for edge, place in _label_places(lines, labels, tallest).items():
        axes.text(*place, plain(labels[edge]), fontsize=8.5 * scale, ha="center", va="center", linespacing=1.1, bbox=white, zorder=3)
    for k, level in enumerate(boxes.levels):
        for i in level:
            _draw_box(axes, (placed.centres[i], base[k]), boxes.texts[i], boxes.frames[i], scale)
    middle = (left + right) / 2
    axes.text(middle, bottom + 0.15, NOTE, fontsize=7.5 * scale, ha="center", va="center", color="0.35")
    axes.text(middle, top - (0.23 + 0.22 * len(heading) if heading else 0.1), plain("\n".join(key)), fontsize=9 * scale, ha="center", va="top")
    if heading:
        axes.text(middle, top - 0.12, plain("\n".join(heading)), fontsize=TITLE_SIZE * scale, ha="center", va="top")
    save_figure(figure, path)


def _label_places(lines: dict[Edge, list[Point]], labels: dict[Edge, str], tallest: float) -> dict[Edge, Point]:
    """Return where on its line each label stands: near the middle where it may, elsewhere where another label is in the way."""
    found: dict[Edge, Point] = {}
    for edge, ((x0, y0), (x1, y1), *_) in lines.items():
        width, height = _size(labels[edge])
        best, least = (x0, y0), float("inf")
        for share in SHARES:
            drop = tallest / 2 + share * BETWEEN
            x, y = x0 + drop / (y0 - y1) * (x1 - x0), y0 - drop
            hidden = 0.0
            for other, (a, b) in found.items():
                across = (width + _size(labels[other])[0]) / 2 - abs(x - a)
                down = (height + _size(labels[other])[1]) / 2 - abs(y - b)
                hidden += max(across, 0.0) * max(down, 0.0)
            if hidden < least:
                best, least = (x, y), hidden
        found[edge] = best
    return found


def _size(text: str) -> tuple[float, float]:
    """Return about the width and the height of a label, in inches."""
    lines = text.split("\n")
    return CHARACTER * max(map(len, lines)) + 0.12, LINE * len(lines) + 0.06


def _ratios_text(ratios: list[Number]) -> str:
    texts = [short_number(r) for r in ratios]
    return ", ".join(texts) if len(texts) <= RATIOS else f"{texts[0]} … {texts[-1]}\n{len(texts)} ratios"


def _draw_box(axes: Any, place: tuple[float, float], lines: list[str], frame: str, scale: float) -> None:
    shape = {"boxstyle": "round,pad=0.35", "facecolor": "white", "edgecolor": frame, "linewidth": 1.3 * scale}
    axes.text(*place, plain("\n".join(lines)), fontsize=9 * scale, ha="center", va="center", bbox=shape, zorder=2)


def _boxes(strategy: Strategy) -> _Boxes:
    boxes = _Boxes()
    if strategy.root is None:
        boxes.add(0, ["stop: no query is played"], "0.55")
        return boxes
    levels = _levels(strategy, strategy.root)
    shown, count = 1, 1
    while shown < len(levels) and count + len(levels[shown]) <= NODE_LIMIT:
        count, shown = count + len(levels[shown]), shown + 1
    chance = reached(strategy, [node for level in levels[:shown] for node in level])
    place: dict[int, int] = {}
    for k, level in enumerate(levels[:shown]):
        for node in level:
            place[id(node)] = boxes.add(k, _node_text(strategy, node, chance[id(node)]), BLUE)
    left_out = sum(map(len, levels[shown:]))
    rest = boxes.add(shown, [f"… {left_out} more node{'s' * (left_out > 1)}", "left out"], RED) if left_out else None
    for k, level in enumerate(levels[:shown]):
        for node in level:
            _join(boxes, node, k, place, rest)
    return boxes


def _levels(strategy: Strategy, root: Node) -> list[list[Node]]:
    """Return the nodes by the length of the longest way to them, each level from left to right."""
    depth: dict[int, int] = {id(root): 0}
    for node in strategy.nodes():
        for child in _following(node):
            depth[id(child)] = max(depth.get(id(child), 0), depth[id(node)] + 1)
    levels = [[root]]
    for below in range(1, 1 + max(depth.values())):
        children = [child for node in levels[-1] for child in _following(node) if depth[id(child)] == below]
        levels.append([*{id(child): child for child in children}.values()])
    return levels


def _join(boxes: _Boxes, node: Node, level: int, place: dict[int, int], rest: int | None) -> None:
    """Add the lines below a node; a node after which nothing is played has none."""
    if not _following(node):
        return
    stop = None
    for ratio, child in node.children:
        if child is None and stop is None:
            stop = boxes.add(level + 1, ["stop"], "0.7")
        end = stop if child is None else place.get(id(child), rest)
        if end is not None:
            boxes.edges.setdefault((place[id(node)], end), []).append(ratio)


def _following(node: Node) -> list[Node]:
    return [child for _, child in node.children if child is not None]


def _node_text(strategy: Strategy, node: Node, chance: Number) -> list[str]:
    atoms = strategy.queries[node.query].canonical
    lines = [f"play {letter(node.query)}" + ("" if _following(node) else ", then stop"), f"P: {short_number(chance)}"]
    if atoms.p_infinite:
        lines.append(f"loss +∞: {short_number(atoms.number(atoms.p_infinite))}")
    return [shorten(line, NAME_LENGTH) for line in lines]
