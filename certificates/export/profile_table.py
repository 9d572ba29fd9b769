"""The privacy profile as comma-separated values: exact texts, and beside each certified decimals, the direction in every name."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable

from exact.loss import Loss
from exact.number import Number
from exact.profile import ProfilePoint

VALUES = ("eps", "x", "delta_p_over_q", "delta_q_over_p")
COLUMNS = tuple(f"{name}{suffix}" for name in VALUES for suffix in ("", "_lower", "_upper"))
"""The columns: V is the exact text, and ``V_lower <= V <= V_upper``; eps is in nats and x = e^eps."""


def profile_csv(points: Iterable[ProfilePoint], digits: int = 30, longest: int | None = None) -> tuple[str, int]:
    """Return a table with a line of `COLUMNS` and a line for each point, and how many exact texts were left out.

    Parameters
    ----------
    points
        As `exact.profile.privacy_profile` returns them.
    digits
        Significant digits of the bounds, from 1 to 10,000.
    longest
        Exact texts with more characters are left out, their cells empty; None for all.

    Examples
    --------
    >>> from exact import approx, privacy_profile
    >>> print(profile_csv(privacy_profile(approx(0, "1/4"), [0]))[0].splitlines()[1])
    0,0,0,1,1,1,1/4,0.25,0.25,1/4,0.25,0.25
    """
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(COLUMNS)
    omitted = 0
    for point in points:
        row: list[str] = []
        for value in (point.eps, point.x, point.delta, point.reverse):
            text, lower, upper = _cells(value, digits)
            if longest is not None and len(text) > longest:
                text, omitted = "", omitted + 1
            row += (text, lower, upper)
        writer.writerow(row)
    return out.getvalue(), omitted


def _cells(value: Loss | Number | None, digits: int) -> tuple[str, str, str]:
    if value is None:
        return ("inf",) * 3
    return (str(value), *value.bounds(digits))
