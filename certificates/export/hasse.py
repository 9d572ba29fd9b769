"""Draws a Hasse diagram: a box for each class of equal PLDs, a line upward to each that covers it (needs matplotlib, the
extra ``plot``).
"""

from __future__ import annotations

import os
import textwrap
from collections.abc import Collection, Sequence
from itertools import pairwise

from certificates.export.figures import BLUE, RED, save_figure
from certificates.export.layers import layout
from certificates.export.titles import flow, words
from exact.hasse import HasseDiagram
from exact.writing import shorten

BOX_COLOUR, LINE_COLOUR = BLUE, "0.45"
LINE_LENGTH, LINES, NAME_LENGTH = 30, 4, 60
"""Characters of a line in a box, lines in a box, characters of one name."""
CHARACTER, LINE, PADDING, GAP = 0.083, 0.17, 0.12, 0.3
"""Sizes in inches, at a font of 9 points."""
TITLE_SIZE = 10.0
LARGEST = 200.0
"""The largest side of a picture, in inches; a larger diagram is drawn smaller."""


def draw_hasse(
    diagram: HasseDiagram, path: str | os.PathLike[str], *, title: str = "", key: Sequence[str] = (), pair: Collection[str] = ()
) -> None:
    """Draw a Hasse diagram, the lowest PLDs at the bottom.

    Parameters
    ----------
    diagram
        What `exact.hasse.hasse_diagram` returns.
    path
        The file; its ending (.png, .svg, .pdf) chooses the format.
    title, key
        A text above the picture, and below it what the letters in the names stand for.
    pair
        The names of PLDs whose boxes are drawn with another border: two that are incomparable.

    Raises
    ------
    ImportError
        When matplotlib is not installed.
    """
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    labels = [_label(names) for names in diagram.classes]
    widths = {i: CHARACTER * max(map(len, lines)) + 2 * PADDING for i, lines in enumerate(labels)}
    heights = {i: LINE * len(lines) + 2 * PADDING for i, lines in enumerate(labels)}
    levels = diagram.levels()
    placed = layout(levels, diagram.covers, widths, GAP)
    base = _bases([max(heights[i] for i in level) for level in levels])

    left = min(placed.centres[i] - widths[i] / 2 for i in placed.centres) - GAP
    right = max(placed.centres[i] + widths[i] / 2 for i in placed.centres) + GAP
    left, right = min(left, (left + right) / 2 - 2.1), max(right, (left + right) / 2 + 2.1)
    bottom = base[0] - max(heights[i] for i in levels[0]) / 2 - (0.55 if pair else 0.45)
    lines = words(title, right - left - 0.3, TITLE_SIZE) if title else []
    lines += flow(key, right - left - 0.3, TITLE_SIZE, limit=8)
    top = base[-1] + max(heights[i] for i in levels[-1]) / 2 + 0.25 + (0.15 + 0.2 * len(lines) if lines else 0.0)
    scale = min(1.0, LARGEST / max(right - left, top - bottom))
    figure = Figure(figsize=(scale * (right - left), scale * (top - bottom)))
    FigureCanvasAgg(figure)
    axes = figure.add_axes((0, 0, 1, 1))
    axes.set(xlim=(left, right), ylim=(bottom, top))
    axes.axis("off")
    for line in placed.lines.values():
        axes.plot([x for x, _ in line], [base[k] for _, k in line], color=LINE_COLOUR, linewidth=1.2 * scale, zorder=1)
    for k, level in enumerate(levels):
        for i in level:
            marked = any(name in pair for name in diagram.classes[i])
            border = {"edgecolor": RED, "linewidth": 2.4 * scale} if marked else {"edgecolor": BOX_COLOUR, "linewidth": 1.2 * scale}
            axes.text(
                placed.centres[i],
                base[k],
                "\n".join(labels[i]),
                fontsize=9 * scale,
                family="monospace",
                parse_math=False,
                ha="center",
                va="center",
                zorder=2,
                bbox={"boxstyle": "round,pad=0.4", "facecolor": "white", "linestyle": "--" if marked else "-", **border},
            )
    note = "a line leads up to a PLD that dominates, with none between" + ("\ndashed: two that are incomparable" if pair else "")
    axes.text((left + right) / 2, bottom + (0.2 if pair else 0.15), note, fontsize=7.5 * scale, ha="center", va="center", color="0.35")
    if lines:
        axes.text((left + right) / 2, top - 0.15, "\n".join(lines), fontsize=TITLE_SIZE * scale, ha="center", va="top", parse_math=False)
    save_figure(figure, path)


def _label(names: tuple[str, ...]) -> list[str]:
    """Return the lines in the box of a class, a long name or a long list of names cut."""
    lines: list[str] = []
    for count, name in enumerate(names):
        wrapped = textwrap.wrap(("= " if count else "") + shorten(name, NAME_LENGTH), LINE_LENGTH) or [""]
        if lines and len(lines) + len(wrapped) > LINES:
            more = len(names) - count
            return [*lines, f"= {more} more"]
        lines += wrapped
    return lines


def _bases(heights: list[float]) -> list[float]:
    """Return the height at which the centres of each level stand."""
    out = [0.0]
    for below, above in pairwise(heights):
        out.append(out[-1] + below / 2 + above / 2 + 0.55)
    return out
