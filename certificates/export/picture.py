"""Draws where the natural filter breaks: the curves of the budget and of the best adversary (needs matplotlib, the
extra ``plot``).

Pictures are made of floats and prove nothing; they stand beside a certificate.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

from certificates.export.figures import (
    as_float,
    new_figure,
    plain,
    save_figure,
    short_loss,
    short_number,
    tradeoff_corners,
)
from exact.filters import FilterResult
from exact.loss import Loss
from exact.pld import PLD

BUDGET_COLOUR, COST_COLOUR, GAP_COLOUR = "#33608c", "#c4572e", "#7a1f1f"


def draw_filter(
    queries: Sequence[PLD], budget: PLD, result: FilterResult, path: str | os.PathLike[str], *, title: str = ""
) -> None:
    """Draw the privacy profiles and the trade-off curves of the budget and of the exact cost, with the largest gap
    marked.

    Parameters
    ----------
    queries, budget, result
        What went into and came out of `natural_filter`.
    path
        The file; its ending (.png, .svg, .pdf) chooses the format.
    title
        A line above the picture.

    Raises
    ------
    ImportError
        When matplotlib is not installed.
    """
    figure = new_figure(10, 4.6)
    profile, tradeoff = figure.subplots(1, 2)
    if title:
        figure.suptitle(plain(title), fontsize=11)
    _draw_profiles(profile, queries, budget, result)
    _draw_tradeoffs(tradeoff, budget, result)
    save_figure(figure, path)


def _draw_profiles(axes: Any, queries: Sequence[PLD], budget: PLD, result: FilterResult) -> None:
    ends = [abs(as_float(Loss(x))) for p in (*queries, budget, result.cost_pld) for x in p.knots]
    reach = 1.15 * max(ends, default=1.0) or 1.0
    for curve, colour, label in (
        (budget, BUDGET_COLOUR, "budget"),
        (result.cost_pld, COST_COLOUR, "best adversary (exact cost)"),
    ):
        points = _profile(curve, reach)
        axes.plot([e for e, _ in points], [d for _, d in points], color=colour, label=label, linewidth=1.8)
    if result.strategy is not None and result.x is not None and result.cost is not None and result.budget is not None:
        e, low, high = as_float(Loss(result.x)), as_float(result.budget), as_float(result.cost)
        axes.plot([e, e], [low, high], color=GAP_COLOUR, linewidth=2.5, solid_capstyle="butt")
        axes.plot([e, e], [low, high], "o", color=GAP_COLOUR, markersize=4)
        axes.annotate(
            f"gap {short_number(result.gap)}\nat ε = {short_loss(result.x)}",
            (e, low),
            xytext=(-40, -14),
            textcoords="offset points",
            fontsize=9,
            ha="right",
            va="center",
            color=GAP_COLOUR,
            arrowprops={"arrowstyle": "-", "color": GAP_COLOUR, "linewidth": 0.8},
        )
    axes.set(xlabel="ε (nats)", ylabel="δ(ε), P over Q", title="privacy profile", ylim=(0, 1.02), xlim=(-reach, reach))
    axes.grid(alpha=0.25)
    axes.legend(fontsize=9)


def _profile(curve: PLD, reach: float) -> list[tuple[float, float]]:
    """Return points ``(eps, delta)``: on a grid for drawing, where each linear piece in x is bent by the logarithm, and
    at the knots.
    """
    from math import exp

    lines = [(as_float(p), as_float(q)) for p, q in curve.atoms]
    knots = [as_float(Loss(x)) for x in curve.knots]
    grid = sorted({*(reach * (i / 200 - 1) for i in range(401)), *(k for k in knots if abs(k) <= reach)})
    return [(e, sum(max(0.0, p - exp(e) * q) for p, q in lines)) for e in grid]


def _draw_tradeoffs(axes: Any, budget: PLD, result: FilterResult) -> None:
    axes.plot([0, 1], [1, 0], color="0.7", linewidth=1, linestyle=":", label="no leak")
    for curve, colour, label in (
        (budget, BUDGET_COLOUR, "budget"),
        (result.cost_pld, COST_COLOUR, "best adversary (exact cost)"),
    ):
        points = tradeoff_corners(curve)
        axes.plot([a for a, _ in points], [b for _, b in points], color=colour, label=label, linewidth=1.8)
    axes.set(xlabel="type I error α (under P)", ylabel="type II error f(α)", title="trade-off curve", xlim=(0, 1), ylim=(0, 1.02))
    axes.set_aspect("equal")
    axes.grid(alpha=0.25)
    axes.legend(fontsize=9)
