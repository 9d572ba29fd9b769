"""Draws the curves of PLDs: trade-off curves, privacy profiles, the difference of two profiles (needs matplotlib, the extra ``plot``).

Pictures are made of floats and prove nothing. What a label says is exact: verdicts and gaps come from `exact.comparison.compare`.
"""

from __future__ import annotations

import math
import os
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from certificates.export.figures import (
    BLUE,
    COLOURS,
    DASHES,
    RED,
    Floats,
    as_float,
    at_epsilon,
    new_figure,
    plain,
    save_figure,
    short_number,
    tradeoff_corners,
)
from certificates.export.titles import flow, words
from exact.comparison import Comparison, compare
from exact.errors import OutOfRange
from exact.loss import Loss
from exact.pld import PLD

ATOM_LIMIT = 20_000
"""The largest number of finite atoms of a PLD that is drawn."""
CURVE_LIMIT = 12
ABOVE, BELOW = RED, BLUE
GRID_POINTS = 800
SIZE, BESIDE = 10.0, 1.1
"""Points of the title, inches beside it, where the axis on the left has its numbers."""
SEEN, SEEN_ON_LOG = 0.004, 1e-12
"""The share of the height below which a part of a curve cannot be seen; the least delta on a logarithmic scale."""
LOSS_REACH = 700.0
"""Losses beyond this many nats are drawn as infinite, and masses below 1e-300 not at all: doubles end there."""
MOST, TINY = math.exp(LOSS_REACH), 1e-300


def draw_tradeoffs(plds: Sequence[PLD], names: Sequence[str], path: str | os.PathLike[str], *, title: str = "") -> None:
    """Draw trade-off curves: the least type II error over the type I error of a test of P against Q.

    Parameters
    ----------
    plds, names
        At most 12 PLDs, and their names in the legend.
    path
        The file; its ending (.png, .svg, .pdf) chooses the format.
    title
        A text above the picture.

    Raises
    ------
    ImportError
        When matplotlib is not installed.
    OutOfRange
        For too many curves.
    """
    _check(plds)
    figure = new_figure(6.4, 6.2)
    axes = figure.subplots()
    axes.plot([0, 1], [1, 0], color="0.6", linewidth=1, linestyle=":", label="no leak")
    for i, (value, name) in enumerate(zip(plds, names, strict=True)):
        corners = tradeoff_corners(value)
        axes.plot([a for a, _ in corners], [b for _, b in corners], label=plain(name), **_style(i, len(plds)), linestyle=DASHES[i % len(DASHES)])
    axes.set(xlabel="type I error α (under P)", ylabel="type II error f(α)", xlim=(-0.015, 1.015), ylim=(-0.015, 1.015))
    axes.set_aspect("equal", anchor="N")  # otherwise the layout takes the title for lower than it is
    _set_title(figure, axes, _words(figure, title))
    _finish(figure, axes, "upper right")
    save_figure(figure, path)


def draw_profiles(plds: Sequence[PLD], names: Sequence[str], path: str | os.PathLike[str], *, log: bool = False, title: str = "") -> None:
    """Draw privacy profiles, delta over epsilon >= 0 (nats); where the directions differ, Q over P is dashed.

    Parameters and errors as `draw_tradeoffs`; `log` draws delta on a logarithmic scale, down to 1e-12.
    """
    _check(plds)
    figure = new_figure(7.2, 4.8)
    axes = figure.subplots()
    drawn = []
    for i, (value, name) in enumerate(zip(plds, names, strict=True)):
        if value.is_symmetric():
            drawn.append((i, Profile(value), name, "-"))
        else:
            drawn += [(i, Profile(value), f"{name}, P over Q", "-"), (i, Profile(value.dual()), f"{name}, Q over P", "--")]
    reach = 1.05 * max([profile.reach(SEEN_ON_LOG if log else SEEN) for _, profile, _, _ in drawn]) or 1.0
    least, most = 0.1, 0.0
    for i, profile, name, line in drawn:
        eps = profile.grid(0.0, reach)
        delta = profile(eps)
        least = min(least, float(np.min(delta[delta >= SEEN_ON_LOG], initial=1.0)))
        most = max(most, float(delta[0]))
        shown = np.maximum(delta, SEEN_ON_LOG / 100) if log else delta  # a fall to 0 goes straight down, out of the picture
        axes.plot(eps, shown, label=plain(name), **_style(i, len(plds)), linestyle=line)
    axes.set(xlabel="ε (nats)", ylabel="δ(ε)", xlim=(0, reach))
    if log:
        axes.set(yscale="log", ylim=(10.0 ** math.floor(math.log10(least)), 1.2))
    else:
        top = 1.05 * most or 1.0
        axes.set_ylim(-0.015 * top, top)
    _set_title(figure, axes, _words(figure, title))
    _finish(figure, axes, "best")
    save_figure(figure, path)


def draw_difference(
    plds: tuple[PLD, PLD], names: tuple[str, str], path: str | os.PathLike[str], *, title: str = "", key: Sequence[str] = ()
) -> None:
    """Draw ``delta_A(eps) - delta_B(eps)``, P over Q, with the largest gap of each sign marked, and say how A and B compare.

    Parameters and errors as `draw_tradeoffs`; `key` says what the letters in the names stand for.
    """
    a, b = plds
    found = compare(a, b)
    profile_a, profile_b = Profile(a), Profile(b)
    ends = [z for profile in (profile_a, profile_b) for z in profile.losses] + [as_float(Loss(w.x)) for w in found.witnesses]
    low, high = min(ends, default=-1.0), max(ends, default=1.0)
    eps = np.union1d(profile_a.grid(low - 1, high + 1), profile_b.grid(low - 1, high + 1))
    gap = profile_a(eps) - profile_b(eps)
    size = float(np.max(np.abs(gap))) if found.witnesses else 0.0
    seen = eps[np.abs(gap - gap[-1]) > SEEN * size] if size else eps
    margin = 0.08 * (seen[-1] - seen[0]) or 1.0
    figure = new_figure(7.2, 4.8)
    axes = figure.subplots()
    axes.axhline(0, color="0.3", linewidth=0.8)
    axes.fill_between(eps, gap, 0, where=gap > 0, color=ABOVE, alpha=0.18, linewidth=0)
    axes.fill_between(eps, gap, 0, where=gap < 0, color=BELOW, alpha=0.18, linewidth=0)
    axes.plot(eps, gap, color="0.15", linewidth=1.6)
    axes.set(xlabel="ε (nats)", ylabel="δ of A minus δ of B, P over Q", xlim=(max(low - 1, seen[0] - margin), min(high + 1, seen[-1] + margin)))
    lines = [line for text in (title, f"A = {names[0]}", f"B = {names[1]}") for line in _words(figure, text)]
    lines += [*flow(key, figure.get_figwidth() - BESIDE, SIZE), _verdict(found)]
    _set_title(figure, axes, lines, usual=3)
    axes.margins(y=0.22)
    axes.grid(alpha=0.25)
    _mark_gaps(axes, found)
    save_figure(figure, path)


def _verdict(found: Comparison) -> str:
    return {
        "below": "A ≤ B: A leaks less than B",
        "above": "A ≥ B: A leaks more than B",
        "equal": "A = B, the same PLD",
        "incomparable": "A and B are incomparable: each leaks more somewhere",
    }[found.verdict]


def _mark_gaps(axes: Any, found: Comparison) -> None:
    for w in found.witnesses:
        difference = w.a - w.b
        up = difference.sign() > 0
        axes.annotate(
            f"{short_number(difference)}\nat {at_epsilon(w.x)}".replace("-", "−"),
            (as_float(Loss(w.x)), as_float(difference)),
            xytext=(0, 9 if up else -9),
            textcoords="offset points",
            ha="center",
            va="bottom" if up else "top",
            fontsize=9,
            color=ABOVE if up else BELOW,
        )
        axes.plot([as_float(Loss(w.x))], [as_float(difference)], "o", color=ABOVE if up else BELOW, markersize=5)


# --- curves as floats --------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, init=False)
class Profile:
    """The profile of a PLD in floats: losses increasing, their masses under P, the mass of +inf; called with epsilons."""

    losses: Floats
    p: Floats
    infinite: float

    def __init__(self, value: PLD) -> None:
        finite: list[tuple[float, float]] = []
        infinite = 0.0
        for mass_p, mass_q in reversed(value.atoms):
            p, q = as_float(mass_p), as_float(mass_q)
            if p > TINY and (q <= TINY or p >= q * MOST):
                infinite += p
            elif p > TINY and p * MOST > q:
                finite.append((math.log(p / q), p))
        object.__setattr__(self, "losses", np.array([z for z, _ in finite], dtype=np.float64))
        object.__setattr__(self, "p", np.array([p for _, p in finite], dtype=np.float64))
        object.__setattr__(self, "infinite", infinite)

    def __call__(self, eps: Floats) -> Floats:
        """Return ``sum max(0, p - e^eps q)``: all terms are positive, so that nothing cancels."""
        out = np.full(len(eps), self.infinite)
        for i, e in enumerate(eps):
            first = int(np.searchsorted(self.losses, e, side="right"))
            out[i] += float(np.sum(self.p[first:] * -np.expm1(e - self.losses[first:])))
        return out

    def reach(self, seen: float) -> float:
        """Return the epsilon >= 0 from which on the curve stays within `seen` of its end."""
        start = float(self(np.zeros(1))[0]) - self.infinite
        share = seen if seen < SEEN else seen * max(start, seen)
        knots = self.losses[self.losses > 0]
        hidden = knots[self(knots) - self.infinite <= share]
        return float(hidden[0]) if len(hidden) else float(knots[-1]) if len(knots) else 0.0

    def grid(self, low: float, high: float) -> Floats:
        """Return epsilons for drawing: the knots in a range, and points between them, where the logarithm bends the straight pieces."""
        low, high = max(low, -LOSS_REACH), min(high, LOSS_REACH)
        inside = self.losses[(self.losses > low) & (self.losses < high)]
        return np.union1d(np.linspace(low, high, GRID_POINTS), inside)


def _check(plds: Sequence[PLD]) -> None:
    if not plds or len(plds) > CURVE_LIMIT:
        raise OutOfRange(f"a picture has from 1 to {CURVE_LIMIT} curves, not {len(plds)}")


def _words(figure: Any, title: str) -> list[str]:
    return words(title, figure.get_figwidth() - BESIDE, SIZE, limit=3) if title else []


def _set_title(figure: Any, axes: Any, lines: list[str], usual: int = 0) -> None:
    """Put lines above the axes; the figure grows with them, beyond a number for which there is room."""
    if lines:
        axes.set_title(plain("\n".join(lines)), fontsize=SIZE, loc="left")
        figure.set_figheight(figure.get_figheight() + 0.17 * max(len(lines) - usual, 0))


def _style(i: int, count: int) -> dict[str, Any]:
    """Return colour and width of a curve; earlier ones are wider, so that one below another can be seen."""
    return {"color": COLOURS[i % len(COLOURS)], "linewidth": 1.5 + 2.0 * (count - 1 - i) / max(count - 1, 1) if count > 1 else 1.8, "alpha": 0.9}


def _finish(figure: Any, axes: Any, place: str) -> None:
    """Add grid and legend: inside, or below the axes where it would hide a part of the curves."""
    axes.grid(alpha=0.25)
    handles, labels = axes.get_legend_handles_labels()
    if len(labels) <= 6 and max(map(len, labels)) <= 36:
        axes.legend(fontsize=9, loc=place, framealpha=0.9)
        return
    figure.set_figheight(figure.get_figheight() + 0.4 + 0.2 * len(labels))
    figure.legend(handles, labels, fontsize=9, loc="outside lower left")
