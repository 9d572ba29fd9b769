"""The point at which a filter is violated, in the plane of the trade-off curves: where it is, its mark, its neighbourhood enlarged."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from certificates.export.figures import BLACK, Floats, as_float, at_epsilon, short_number, tradeoff_at, tradeoff_corners
from certificates.export.filter_curves import FilterCurves

VISIBLE = 1e-9
"""The least gap, in type II error, that is enlarged."""
TIE = 1e-12

Point = tuple[float, float]


def point_at(curves: FilterCurves) -> Point | None:
    """Return the errors (alpha, beta) at which the adversary has ``delta = 1 - alpha - x beta`` at the x of the curves.

    None where that is not above the budget. It is a corner of the trade-off curve: that with the tangent of slope ``-1/x``, of several the
    one farthest below the budget.
    """
    if curves.budget is None or curves.x is None or curves.adaptive.hockey_stick(curves.x) <= curves.budget.hockey_stick(curves.x):
        return None
    p, q = (as_float(1 / curves.x), 1.0) if curves.x > 1 else (1.0, as_float(curves.x))
    corners = tradeoff_corners(curves.adaptive)
    errors = [p * alpha + q * beta for alpha, beta in corners]
    tied = [corner for corner, error in zip(corners, errors, strict=True) if error <= min(errors) + TIE]
    allowed = tradeoff_at(tradeoff_corners(curves.budget), np.array([alpha for alpha, _ in tied]))
    return max(zip(tied, allowed, strict=True), key=lambda pair: pair[1] - pair[0][1])[0]


def mark_point(axes: Any, curves: FilterCurves, point: Point, *, named: bool) -> None:
    """Mark the point, and say in the empty corner below all curves what it is."""
    (dot,) = axes.plot([point[0]], [point[1]], "o", color=BLACK, markersize=5, zorder=3)
    dot.set_gid("point")
    if not named or curves.x is None:
        return
    axes.annotate(
        f"δ = {short_number(curves.adaptive.hockey_stick(curves.x))}\nat {at_epsilon(curves.x)}".replace("-", "−"),
        point,
        xytext=(0.04, 0.04),
        textcoords="axes fraction",
        fontsize=8,
        ha="left",
        va="bottom",
        arrowprops={"arrowstyle": "-", "color": BLACK, "linewidth": 0.8, "shrinkB": 3},
    )


def enlarge(axes: Any, shaded: tuple[Floats, Floats, Floats], point: Point | None, draw: Callable[[Any], None]) -> Any | None:
    """Draw the neighbourhood of a point (of the largest gap where there is none) again, larger, above the diagonal, where there are no curves.

    Returns the axes of the inset, None where nothing can be seen.
    """
    alphas, allowed, found = shaded
    gap = allowed - found
    best = int(np.argmax(gap) if point is None else np.argmin(np.abs(alphas - point[0])))
    if gap[best] < VISIBLE:
        return None
    outside = np.flatnonzero(gap < 0.1 * gap[best])
    ends = np.concatenate([[0], outside, [len(gap) - 1]])
    start, end = int(np.max(ends[ends <= best])), int(np.min(ends[ends >= best]))
    slope = float(allowed[start] - allowed[end]) / max(float(alphas[end] - alphas[start]), 1e-300)
    most = 4 * float(gap[best]) / max(slope, 1e-300)  # a thin region is not enlarged as a whole
    left = max(float(alphas[start]), float(alphas[best]) - most) - 0.002
    right = min(float(alphas[end]), float(alphas[best]) + most) + 0.002
    window = np.linspace(max(left, 0), min(right, 1), 3)
    heights = np.concatenate([np.interp(window, alphas, errors) for errors in (allowed, found)])
    margin = 0.08 * float(np.ptp(heights)) or 0.01
    inset = axes.inset_axes((0.565, 0.565, 0.42, 0.42))
    draw(inset)
    inset.set(xlim=(left, right), ylim=(float(np.min(heights)) - margin, float(np.max(heights)) + margin))
    inset.tick_params(labelsize=7)
    inset.locator_params(nbins=4)
    inset.grid(alpha=0.25)
    inset.text(0.97, 0.96, "enlarged", fontsize=8, ha="right", va="top", transform=inset.transAxes, backgroundcolor="white")
    axes.indicate_inset_zoom(inset, edgecolor="0.35", linewidth=0.9)
    return inset
