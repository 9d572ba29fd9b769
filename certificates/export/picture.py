"""Draws what a filter costs: the curves of the budget, of the branches, of their sup, and of the adversary, the violated region shaded
(needs matplotlib, the extra ``plot``).

The trade-off curves are Figure 2 of RES for any finite instance. Pictures are made of floats and prove nothing; what their texts say is exact.
"""

from __future__ import annotations

import os
from typing import Any

import numpy as np

from certificates.export.curves import SEEN, Profile, draw_difference
from certificates.export.enlarged import enlarge, mark_point, point_at
from certificates.export.figures import (
    BLACK,
    BLUE,
    DASHES,
    GREEN,
    ORANGE,
    PURPLE,
    RED,
    SKY,
    Floats,
    as_float,
    at_epsilon,
    new_figure,
    plain,
    save_figure,
    short_number,
    tradeoff_at,
    tradeoff_corners,
)
from certificates.export.filter_curves import FilterCurves
from certificates.export.names import NAME_LENGTH, key_of
from certificates.export.titles import flow, text_width, words
from exact.errors import OutOfRange
from exact.loss import Loss
from exact.number import Number
from exact.pld import PLD
from exact.writing import shorten

BRANCH_COLOURS = (GREEN, PURPLE, ORANGE, BLUE)
STYLED = 4
"""Branches with a style of their own; further ones are grey."""
LINES_OF_KEY = 8
GREY = 8
"""Further branches that are drawn, spread evenly over all that there are; the legend says of how many."""
SIZE, LEGEND_SIZE, BESIDE = 9.5, 9.0, 0.95
"""Points of the title and of the legend; inches beside the title, where the axis on the left has its numbers."""

Line = tuple[str, PLD, dict[str, Any]]


def draw_filter_tradeoffs(curves: FilterCurves, path: str | os.PathLike[str]) -> None:
    """Draw the trade-off curves, shade where the adversary errs less than the budget allows, and enlarge it.

    Parameters
    ----------
    curves
        What `certificates.export.filter_curves` returns.
    path
        The file; its ending (.png, .svg, .pdf) chooses the format.

    Raises
    ------
    ImportError
        When matplotlib is not installed.
    TooLarge
        When the sup of the branches, or whether the budget is kept, is beyond the limits.

    References
    ----------
    RES Figure 2.
    """
    figure = new_figure(6.4, 6.4)
    axes = figure.subplots()
    lines = _lines(curves)
    shaded = _shade_tradeoffs(axes, curves)
    _draw_tradeoffs(axes, lines)
    axes.set(xlabel="type I error α (under P)", ylabel="type II error f(α) (under Q)", xlim=(-0.015, 1.015), ylim=(-0.015, 1.015))
    axes.set_aspect("equal", anchor="N")  # otherwise the layout takes the title for lower than it is
    axes.grid(alpha=0.25)
    point = point_at(curves)
    inset = None

    def draw_again(inner: Any) -> None:
        _shade_tradeoffs(inner, curves)
        _draw_tradeoffs(inner, lines)

    if shaded is not None:
        inset = enlarge(axes, shaded, point, draw_again)
    if point is not None:
        mark_point(axes, curves, point, named=inset is None)
        if inset is not None:
            mark_point(inset, curves, point, named=True)
    _finish(figure, axes, curves)
    save_figure(figure, path)


def draw_filter_profiles(curves: FilterCurves, path: str | os.PathLike[str]) -> None:
    """Draw the privacy profiles, delta over epsilon for P over Q, the gap marked; parameters and errors as `draw_filter_tradeoffs`."""
    figure = new_figure(7.2, 4.6)
    axes = figure.subplots()
    lines = [(name, Profile(value), style) for name, value, style in _lines(curves)]
    reach = 1.1 * max(profile.reach(SEEN) for _, profile, _ in lines) or 1.0
    at = as_float(Loss(curves.x)) if curves.x is not None and curves.is_violated else None
    low, high = (0.0, reach) if at is None or at >= 0 else (-max(reach, -1.2 * at), reach)
    high = high if at is None else max(high, 1.2 * at)
    eps = lines[0][1].grid(low, high)
    for _, profile, _ in lines[1:]:
        eps = np.union1d(eps, profile.grid(low, high))
    if curves.budget is not None and curves.is_violated:
        above, below = Profile(curves.adaptive)(eps), Profile(curves.budget)(eps)
        _shade(axes, eps, below, above)
    for name, profile, style in lines:
        axes.plot(eps, profile(eps), label=plain(name), **style)
    if curves.budget is not None and curves.x is not None:
        allowed, cost = curves.budget.hockey_stick(curves.x), curves.adaptive.hockey_stick(curves.x)
        if cost > allowed:
            _mark(axes, curves.x, allowed, cost)
    axes.set(xlabel="ε (nats)", ylabel="δ(ε), P over Q", xlim=(low, high), ylim=(-0.01, None))
    axes.grid(alpha=0.25)
    _finish(figure, axes, curves)
    save_figure(figure, path)


def draw_filter_difference(curves: FilterCurves, path: str | os.PathLike[str]) -> None:
    """Draw how far the hockey-stick curve of the adversary is above that of the budget; parameters and errors as `draw_difference`."""
    if curves.budget is None:
        raise OutOfRange("this filter has a rule and no budget, so there is no difference from one")
    names = curves.adaptive_name, f"budget {shorten(curves.budget_name, NAME_LENGTH)}"
    draw_difference((curves.adaptive, curves.budget), names, path, title=curves.title, key=key_of(curves.names))


# --- parts -------------------------------------------------------------------------------------------------------------------------------


def _lines(curves: FilterCurves) -> list[Line]:
    """Return the curves with their names and styles: the wide budget lies under all others, dashes on solid lines."""
    lines: list[Line] = []
    if curves.budget is not None:
        kept = ", kept" if curves.is_exact_cost and not curves.is_violated else ""
        name = f"budget B = {shorten(curves.budget_name, NAME_LENGTH)}{kept}"
        lines.append((name, curves.budget, {"color": SKY, "linewidth": 5.5, "solid_capstyle": "butt", "zorder": 2.1}))
    more = len(curves.branches) - STYLED
    chosen = [*range(min(STYLED, len(curves.branches))), *(STYLED + (more - 1) * k // max(GREY - 1, 1) for k in range(GREY))]
    if more <= GREY:
        chosen = [*range(len(curves.branches))]
    for i in chosen:
        name, value = curves.branches[i]
        style: dict[str, Any] = {"color": "0.55", "linewidth": 0.9, "linestyle": DASHES[4], "zorder": 2.3}
        label = f"branch {shorten(name, NAME_LENGTH)}" + _same(curves, value)
        if i < STYLED:
            style |= {"color": BRANCH_COLOURS[i], "linewidth": 1.7, "linestyle": DASHES[2 + i]}
        elif more > 1:
            label = (f"{more} more branches" if more <= GREY else f"{GREY} of {more} more branches") if i == STYLED else ""
        lines.append((label, value, style))
    if curves.branches:
        style = {"color": BLACK, "linewidth": 1.1, "linestyle": DASHES[1], "zorder": 2.4}
        lines.append(("sup of the branches" + _same(curves, curves.supremum), curves.supremum, style))
    lines.append((curves.adaptive_name + _same(curves, curves.adaptive), curves.adaptive, {"color": RED, "linewidth": 2.6, "zorder": 2.2}))
    return lines


def _same(curves: FilterCurves, value: PLD) -> str:
    """Say so where a curve is hidden, being just that of the budget."""
    return " = B" if curves.budget is not None and value == curves.budget else ""


def _draw_tradeoffs(axes: Any, lines: list[Line]) -> None:
    axes.plot([0, 1], [1, 0], color="0.6", linewidth=1, linestyle=":", label="no leak")
    for name, value, style in lines:
        corners = tradeoff_corners(value)
        axes.plot([a for a, _ in corners], [b for _, b in corners], label=plain(name), **style)


def _shade_tradeoffs(axes: Any, curves: FilterCurves) -> tuple[Floats, Floats, Floats] | None:
    """Shade what the adversary has and the budget does not allow; return type I errors, and the errors of both."""
    if curves.budget is None or not curves.is_violated:
        return None
    corners = tradeoff_corners(curves.budget), tradeoff_corners(curves.adaptive)
    ends = [np.array([a for a, _ in side]) for side in corners]
    alphas = np.union1d(np.union1d(*ends), np.linspace(0, 1, 401))
    allowed, found = (tradeoff_at(side, alphas) for side in corners)
    _shade(axes, alphas, found, allowed)
    return alphas, allowed, found


def _shade(axes: Any, x: Floats, low: Floats, high: Floats) -> None:
    """Shade and hatch between two curves where the first one is below."""
    style = {"facecolor": "#F5BE9E", "edgecolor": RED, "hatch": "////", "linewidth": 0}
    region = axes.fill_between(x, low, high, where=low < high, interpolate=True, label="violated: more than the budget", **style)
    region.set_gid("violated")


def _mark(axes: Any, x: Number, low: Number, high: Number) -> None:
    """Mark the gap at x."""
    e, bottom, top = as_float(Loss(x)), as_float(low), as_float(high)
    axes.plot([e, e], [bottom, top], color=BLACK, linewidth=2.2, solid_capstyle="butt", marker="o", markersize=4)
    axes.annotate(
        f"gap {short_number(high - low)}\nat {at_epsilon(x)}".replace("-", "−"),
        (e, (top + bottom) / 2),
        xytext=(26, 30),
        textcoords="offset points",
        fontsize=9,
        ha="left",
        va="bottom",
        arrowprops={"arrowstyle": "-", "color": BLACK, "linewidth": 0.8},
    )


def _finish(figure: Any, axes: Any, curves: FilterCurves) -> None:
    """Add what the letters stand for, the verdict, and the legend below."""
    whole = figure.get_figwidth()
    width = whole - BESIDE
    lines = words(curves.title, width, SIZE) if curves.title else []
    lines += flow(key_of(curves.names), width, SIZE, limit=LINES_OF_KEY)
    for line in _verdict(curves):
        lines += words(line, width, SIZE, limit=2)
    axes.set_title(plain("\n".join(lines)), fontsize=SIZE, loc="left", linespacing=1.4)
    handles, labels = axes.get_legend_handles_labels()
    widest = max(text_width(label, LEGEND_SIZE) for label in labels)
    columns = 2 if 2 * (widest + 0.55) + 0.5 <= whole else 1
    rows = -(-len(labels) // columns)
    figure.set_figheight(figure.get_figheight() + 0.185 * (len(lines) + rows))
    figure.legend(handles, labels, fontsize=LEGEND_SIZE, loc="outside lower center", ncols=columns, handlelength=3.6)


def _verdict(curves: FilterCurves) -> list[str]:
    rounds = ""
    if curves.rounds is not None:
        rounds = ", any number of rounds" if curves.rounds == "all" else f", {curves.rounds} round{'s' * (curves.rounds > 1)}"
    if curves.budget is None:
        return [f"Adaptive composition under a rule{rounds}"]
    if curves.is_exact_cost and not curves.is_violated:
        return [f"Natural filter{rounds}: budget kept", f"The {curves.adaptive_name} is nowhere above it"]
    lines = [f"Natural filter{rounds}: " + ("budget violated" if curves.is_violated else "this strategy stays within the budget")]
    if curves.x is not None:
        cost, allowed = curves.adaptive.hockey_stick(curves.x), curves.budget.hockey_stick(curves.x)
        more = "above" if cost > allowed else "not above"
        lines.append(f"At {at_epsilon(curves.x)}, δ is {short_number(cost)}, {more} the {short_number(allowed)} of the budget")
    return lines
