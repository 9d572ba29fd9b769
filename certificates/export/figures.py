"""What the pictures share: an empty figure, saving it, and exact values as floats and as short labels (needs matplotlib, the extra ``plot``)."""

from __future__ import annotations

import os
from itertools import accumulate
from pathlib import Path
from typing import Any

from exact.loss import Loss
from exact.number import Number
from exact.pld import PLD


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


def plain(text: str) -> str:
    """Return a text as matplotlib draws it literally: without mathematics between dollar signs."""
    return text.replace("$", r"\$")


def short_number(value: Number | None) -> str:
    """Return the exact text where it is short, else four digits; nothing for None."""
    text = str(value)
    return text if value is not None and len(text) <= 12 else f"≈ {value.decimal(4)}" if value is not None else ""


def short_loss(x: Number) -> str:
    """Return ``ln x`` exactly where its text is short, else four digits."""
    text = str(Loss(x))
    return text if len(text) <= 14 else f"≈ {Loss(x).decimal(4)}"
