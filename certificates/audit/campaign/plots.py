"""The error plots of a campaign: the relative error of what was said against k and against epsilon or delta, a panel for every method
(needs matplotlib, the extra ``plot``).

Pictures are made of floats and prove nothing; certificates do. The shape of a mark says on which side of the exact value it lies; a mark is red
and filled where that is the wrong side of a bound.
"""

from __future__ import annotations

import io
import math
import re
from collections.abc import Sequence
from typing import Any, NamedTuple

from certificates.audit.campaign.results import Point, Row
from certificates.export.figures import BLUE, RED, new_figure, plain
from exact.writing import shorten

PANEL_LIMIT = 30
COLUMNS = 3
TICKS = 7
"""Numbers of compositions up to which each has a tick."""
DRAWN_LIMIT = 3_000
"""Marks of one panel; of more, every n-th is drawn, and those of violated bounds first."""
TIMES = "k, the number of compositions"
LEAST, MOST = 1e-18, 1e12
"""Relative errors beyond these are drawn at them."""
ULP = 2.0**-53
GREY = "0.35"
QUANTITIES = {
    "delta": ("δ", "ε"),
    "epsilon": ("ε", "δ"),
    "pure-epsilon": ("ε at δ = 0", ""),
    "renyi": ("the Rényi divergence", "the order"),
    "tradeoff": ("the type II error", "α"),
    "gdp": ("μ of Gaussian DP", ""),
}
"""What is said, and where, by the kind of query; the total of a ledger has no place on these axes."""
VIOLATED_BELOW, VIOLATED_ABOVE, BELOW, ABOVE = range(4)
MARKS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("violated: below the exact value", {"marker": "v", "color": RED, "markersize": 5.5}),
    ("violated: above the exact value", {"marker": "^", "color": RED, "markersize": 5.5}),
    ("below the exact value", {"marker": "v", "color": BLUE, "markersize": 4.5, "markerfacecolor": "none", "markeredgewidth": 0.7}),
    ("above the exact value", {"marker": "o", "color": BLUE, "markersize": 4.0, "markerfacecolor": "none", "markeredgewidth": 0.7}),
)
"""The marks: their meaning and their style."""


class Plot(NamedTuple):
    """A picture: a name for a file, a text below it, and the SVG element."""

    name: str
    caption: str
    svg: str


def error_plots(points: Sequence[Point], rows: Sequence[Row]) -> list[Plot]:
    """Return, for every kind of query, the errors against the number of compositions, and against where the query was asked.

    Raises
    ------
    ImportError
        When matplotlib is not installed.
    """
    found = []
    for kind, (what, where) in QUANTITIES.items():
        mine = [point for point in points if point.kind == kind]
        if not mine:
            continue
        if any(point.times > 1 for point in mine) or not where:
            found.append(_plot(f"{kind}-times", mine, rows, (what, TIMES)))
        if where:
            found.append(_plot(f"{kind}-at", mine, rows, (what, where)))
    return found


def _plot(name: str, points: Sequence[Point], rows: Sequence[Row], axes_of: tuple[str, str]) -> Plot:
    what, along = axes_of
    shown = sorted({point.row for point in points})[:PANEL_LIMIT]
    columns = 2 if len(shown) == 4 else min(COLUMNS, len(shown))
    height = -(-len(shown) // columns)
    figure = new_figure(0.9 + 3.5 * columns, 1.0 + 2.75 * height)
    grid = figure.subplots(height, columns, sharex=True, sharey=True, squeeze=False)
    panels = [axes for line in grid for axes in line]
    by_row: dict[int, list[Point]] = {number: [] for number in shown}
    for point in points:
        if point.row in by_row:
            by_row[point.row].append(point)
    if along == TIMES and len(several := sorted({point.times for point in points})) <= TICKS:
        panels[0].set_xscale("log")
        panels[0].set_xticks(several, [f"{times:,}" for times in several])
    used: set[int] = set()
    for axes, number in zip(panels, shown, strict=False):
        used |= _panel(axes, by_row[number], rows[number], is_times=along == TIMES)
    for axes in panels[len(shown) :]:
        axes.set_visible(False)
    for axes in panels[max(0, len(shown) - columns) : len(shown)]:
        axes.tick_params(labelbottom=True)
    figure.supxlabel(along, fontsize=10)
    figure.supylabel("|said − exact| / exact", fontsize=10)
    _legend(figure, panels[0], used)
    more = len({point.row for point in points}) - len(shown)
    rest = f" {more} more methods are not drawn." if more else ""
    caption = (
        f"Relative error of {what} against {along}, both on logarithmic scales; beyond 10⁻¹⁸ and 10¹² it is drawn at them. "
        f"Dotted: 2⁻⁵³, half a unit in the last place of a double.{rest}"
    )
    return Plot(name, caption, _svg(figure, name))


def _panel(axes: Any, points: Sequence[Point], row: Row, *, is_times: bool) -> set[int]:
    """Draw the points of one method; return which marks were used."""
    groups: dict[int, list[tuple[float, float]]] = {}
    exact = zero = off = 0
    for point in points:
        x = float(point.times) if is_times else point.at
        if not point.relative:
            exact += 1
        elif math.isinf(point.relative):
            zero += 1
        elif x is None or not 0 < x < math.inf:
            off += 1
        else:
            mark = (0 if point.is_violated else 2) + (point.relative > 0)
            groups.setdefault(mark, []).append((x, min(max(abs(point.relative), LEAST), MOST)))
    for mark in sorted(groups, reverse=True):  # violated ones last, on top
        marks = _thinned(groups[mark])
        axes.plot(*zip(*marks, strict=True), linestyle="none", alpha=0.8, **MARKS[mark][1], rasterized=len(marks) > DRAWN_LIMIT // 2)
    axes.set(xscale="log", yscale="log")
    axes.minorticks_off()  # laying out their labels takes long
    axes.axhline(ULP, color="0.6", linewidth=0.8, linestyle=":")
    axes.grid(alpha=0.25)
    axes.tick_params(labelsize=8)
    said = {"upper": "an upper bound", "lower": "a lower bound", "estimate": "an estimate", "bracket": "bounds and an estimate"}
    notes = [(exact, "exact"), (zero, "where the exact value is 0"), (off, "off the axis")]
    rest = ", ".join(f"{count:,} {word}" for count, word in notes if count)
    lines = [f"{shorten(row.name, 24)} {row.version}", f"{shorten(row.method, 30)}: {said.get(row.documented, row.documented)}"]
    lines += [f"not drawn: {rest}"] if rest else []
    axes.set_title(plain("\n".join(lines)), fontsize=8.5, loc="left")
    return set(groups)


def _thinned(marks: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """Return the marks once each, and of very many every n-th in the order of their places."""
    distinct = sorted(set(marks))
    return distinct[:: -(-len(distinct) // DRAWN_LIMIT) or 1]


def _legend(figure: Any, axes: Any, used: set[int]) -> None:
    from matplotlib.lines import Line2D

    handles = [Line2D([], [], linestyle="none", label=MARKS[mark][0], **MARKS[mark][1]) for mark in sorted(used)]
    if handles:
        figure.legend(handles=handles, loc="outside upper center", ncols=min(len(handles), 2), fontsize=8.5, frameon=False)
    else:
        axes.annotate("nothing to draw", (0.5, 0.5), xycoords="axes fraction", ha="center", fontsize=9, color=GREY)


# --- SVG inside HTML -------------------------------------------------------------------------------------------------------------------------

_HEAD = re.compile(r"\A.*?(?=<svg\b)", re.DOTALL)
_SPACES = re.compile(r'\s+xmlns(?::xlink)?="[^"]*"')
_IDENTIFIERS = re.compile(r'\bid="|\bhref="#|\burl\(#')
_METADATA = re.compile(r"<metadata>.*?</metadata>", re.DOTALL)


def _svg(figure: Any, name: str) -> str:
    """Return the element for a place inside HTML: no declarations, no addresses, identifiers of its own; the same figure gives the same text."""
    import matplotlib as mpl

    out = io.StringIO()
    with mpl.rc_context({"svg.hashsalt": f"exactpld-{name}", "svg.fonttype": "path"}):
        figure.savefig(out, format="svg", dpi=150, metadata={"Date": None, "Creator": None, "Type": None, "Format": None})
    text = _METADATA.sub("", _HEAD.sub("", out.getvalue(), count=1))
    text = _SPACES.sub("", text)
    return _IDENTIFIERS.sub(rf"\g<0>{name}-", text).strip()
