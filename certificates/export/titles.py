"""Texts above pictures, in lines that fit: broken between items or words by measure, what is too long ending in an ellipsis."""

from __future__ import annotations

from collections.abc import Sequence

BETWEEN = ",   "
"""What stands between two items on one line."""


def text_width(text: str, size: float) -> float:
    """Return how wide matplotlib draws a text of this size in points, in inches (needs matplotlib, the extra ``plot``)."""
    from matplotlib.font_manager import FontProperties
    from matplotlib.textpath import TextToPath

    width, _, _ = TextToPath().get_text_width_height_descent(text, FontProperties(size=size), False)  # noqa: FBT003 - its third argument is named s or ismath
    return float(width) / 72


def fit(text: str, width: float, size: float) -> str:
    """Return a text, or as much of its beginning as is `width` inches wide with an ellipsis."""
    if text_width(text, size) <= width:
        return text
    low, high = 0, len(text)
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if text_width(text[:middle] + "…", size) <= width else (low, middle)
    return text[:low].rstrip() + "…"


def flow(items: Sequence[str], width: float, size: float, *, between: str = BETWEEN, limit: int = 4) -> list[str]:
    """Return items in at most `limit` lines, `width` inches wide; no line breaks inside an item."""
    lines: list[str] = []
    end = between.rstrip()
    for item in items:
        whole = fit(item, width, size)
        longer = f"{lines[-1]}{between}{whole}" if lines else whole
        if lines and text_width(longer + end, size) <= width:
            lines[-1] = longer
        else:
            lines = [*lines[:-1], lines[-1] + end, whole] if lines else [whole]
    if len(lines) <= limit:
        return lines
    return [*lines[: limit - 1], fit(f"{lines[limit - 1]} …", width, size)]


def words(text: str, width: float, size: float, *, limit: int = 4) -> list[str]:
    """Return a text in at most `limit` lines, `width` inches wide, broken between words."""
    return flow(text.split(" "), width, size, between=" ", limit=limit)
