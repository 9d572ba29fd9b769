"""What a filter answers when it is offered a query."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NoReturn

from exact.comparison import Witness


@dataclass(frozen=True, slots=True)
class Admission:
    """Whether a query is admitted, and the reason where it is not.

    Attributes
    ----------
    admitted
        Whether the query may be run.
    witness
        Where it is refused, a point x with ``a = h(x)`` of what was tested (for the natural filter the composition, for a residue
        filter the query alone) and ``b = h_budget(x) < a``: the largest difference, at the least such x. None where it is admitted.
    """

    admitted: bool
    witness: Witness | None = None

    def __bool__(self) -> NoReturn:
        raise TypeError("an admission has no truth value; read .admitted")

    def __str__(self) -> str:
        if self.witness is None:
            return "admitted"
        w = self.witness
        return f"refused: at x = {w.x} it has h(x) = {w.a}, more than the budget's {w.b}"
