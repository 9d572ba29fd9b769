"""The order of findings: by gap, by relative gap, by simplicity; the same for every run, whatever the order in which points were done.

Ties are broken by simplicity (for simplicity: by the gap), then by the number of the point. Exact numbers are compared by their correctly
rounded decimals; rounding keeps the order, so only where two decimals agree are the numbers themselves read and compared.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable
from decimal import Decimal
from functools import total_ordering
from typing import Any

from certificates.search.point import Outcome
from exact.reading import number


@total_ordering
class _Descending:
    """A text of an exact number with its decimal; the larger number comes first."""

    __slots__ = ("decimal", "text")

    def __init__(self, text: str | None, decimal: str | None) -> None:
        self.text, self.decimal = text or "0", Decimal(decimal or "0")

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, _Descending):
            return NotImplemented
        return self.decimal == other.decimal and (self.text == other.text or number(self.text) == number(other.text))

    def __lt__(self, other: _Descending) -> bool:
        if self.decimal != other.decimal:
            return self.decimal > other.decimal
        return self.text != other.text and number(self.text) > number(other.text)

    __hash__ = None  # type: ignore[assignment]


Key = Callable[[Outcome], Any]


def keys(simplicity: Callable[[int], int]) -> dict[str, Key]:
    """Return the sort keys of the three rankings, the best outcome first."""

    def gap(o: Outcome) -> _Descending:
        return _Descending(o.gap, o.gap_decimal)

    def relative(o: Outcome) -> _Descending:
        return _Descending(o.relative_gap, o.relative_gap_decimal)

    return {
        "gap": lambda o: (gap(o), simplicity(o.number), o.number),
        "relative_gap": lambda o: (relative(o), gap(o), simplicity(o.number), o.number),
        "simplicity": lambda o: (simplicity(o.number), gap(o), o.number),
    }


def best_by(key: Key, outcomes: Iterable[Outcome], count: int) -> list[Outcome]:
    """Return the first of these outcomes in the order of a key, the best first."""
    return heapq.nsmallest(count, outcomes, key=key)
