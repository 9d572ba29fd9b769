"""What the pictures share: an empty figure, saving it, and exact values as floats and as short labels (needs matplotlib, the extra ``plot``)."""

from __future__ import annotations

import os
from collections.abc import Sequence
from itertools import accumulate
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from exact.loss import Loss
from exact.number import Number
from exact.pld import PLD

Floats = npt.NDArray[np.float64]

BLUE, SKY, GREEN, ORANGE, RED, PURPLE, BLACK = "#0072B2", "#56B4E9", "#009E73", "#E69F00", "#D55E00", "#CC79A7", "#000000"
"""The colours of Okabe and Ito, which people with any colour vision tell apart (yellow, too light on paper, left out)."""
COLOURS = (BLUE, RED, GREEN, PURPLE, ORANGE, BLACK)
DASHES: tuple[Any, ...] = ("solid", (0, (6, 2)), (0, (1, 1.3)), (0, (6, 1.5, 1, 1.5)), (0, (3, 1.5)), (0, (6, 1.5, 1, 1.5, 1, 1.5)))
"""Kinds of lines, so that curves are told apart without any colour, too."""


def new_figure(width: float, height: float) -> Any:
    """Return an empty matplotlib figure of this size in inches, that belongs to no window."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(width, height), layout="constrained")
    FigureCanvasAgg(figure)
    return figure


def save_figure(figure: Any, path: str | os.PathLike[str]) -> None:
    """Write a figure in the format that the ending of the file tells; the same figure gives the same bytes."""
    import matplotlib as mpl

    kind = Path(path).suffix.lstrip(".").lower()
    undated = {"svg": {"Date": None}, "pdf": {"CreationDate": None}}
    with mpl.rc_context({"svg.hashsalt": "exactpld"}):
        figure.savefig(path, dpi=150, format=kind, metadata=undated.get(kind, {}))


def as_float(value: Number | Loss) -> float:
    """Return the double next to an exact value, for drawing."""
    return float(value.decimal(17))


def tradeoff_corners(value: PLD) -> list[tuple[float, float]]:
    """Return the corners of the trade-off curve from (0, 1) to (1, 0), added up in doubles."""
    masses = [(as_float(p), as_float(q)) for p, q in value.atoms]
    alphas = accumulate((p for p, _ in reversed(masses)), initial=0.0)
    betas = [*accumulate((q for _, q in masses), initial=0.0)]
    return [*zip(alphas, reversed(betas), strict=True)]


def tradeoff_at(corners: Sequence[tuple[float, float]], alphas: Floats) -> Floats:
    """Return the type II errors of a trade-off curve at these type I errors."""
    least = dict(corners)  # of a vertical piece, the lower end, which stands later
    return np.interp(alphas, list(least), list(least.values()))


def plain(text: str) -> str:
    """Return a text as matplotlib draws it literally: without mathematics between dollar signs."""
    return text.replace("$", r"\$")


def short_number(value: Number | None) -> str:
    """Return the exact text where it is short, else four digits; nothing for None."""
    text = str(value)
    return text if value is not None and len(text) <= 12 else f"≈ {value.decimal(4)}" if value is not None else ""


def at_epsilon(x: Number) -> str:
    """Return a text as ``ε = log(2)`` for x = 2, with four digits where the exact one is long."""
    text = str(Loss(x))
    return (f"ε = {text}" if len(text) <= 14 else f"ε ≈ {Loss(x).decimal(4)}").replace("-", "−")
