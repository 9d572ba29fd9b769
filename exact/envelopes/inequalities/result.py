"""The answer to an inequality on an instance: holds, fails, or not applicable, with both sides at the place where it is closest."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

from exact.envelopes.enclosed import Enclosed, Value, at_most
from exact.envelopes.intervals import Functions, divide
from exact.errors import Undecided

Verdict = Literal["holds", "fails", "not applicable", "undecided"]


@dataclass(frozen=True, slots=True)
class Inequality:
    """An inequality ``left <= right`` of the paper, looked at in all places of an instance.

    Attributes
    ----------
    item, statement
        Its number in the paper, and the formula.
    verdict
        "holds" or "fails", decided in every place; "not applicable" where its premise is false for this instance (the sides are shown all the
        same), or where there is no place; "undecided" where enclosures overlap in some place.
    left, right
        The sides in the place with the largest quotient of them, or in one where it fails and the right side is 0 or less; None where there is
        no place.
    ratio
        The quotient there; None where the right side is 0 or less.
    at
        That place: names and values of what varies.
    places
        How many places were looked at.
    reason
        Why it is not applicable, or undecided; else empty.
    """

    item: str
    statement: str
    verdict: Verdict
    left: Enclosed | None
    right: Enclosed | None
    ratio: Enclosed | None
    at: dict[str, Any] = field(hash=False)
    places: int
    reason: str

    @property
    def holds(self) -> bool:
        """Whether it holds, in every place; `Undecided` where that is open. An inequality that is not applicable says nothing: `Undecided`, too."""
        if self.verdict in ("holds", "fails"):
            return self.verdict == "holds"
        raise Undecided(f"{self.item} is {self.verdict}: {self.reason}")


class Places:
    """Collects the places of an inequality."""

    def __init__(self, item: str, statement: str, functions: Functions) -> None:
        self.item, self.statement = item, statement
        self._functions = functions
        self._count = 0
        self._fails = self._open = False
        self._worst: tuple[Enclosed, Enclosed, Enclosed, dict[str, Any]] | None = None
        self._refuted: tuple[Enclosed, Enclosed, None, dict[str, Any]] | None = None  # where there is no quotient

    def look(self, left: Value, right: Value, **at: Any) -> None:
        """Look at one place; the right side is positive, or both sides are 0."""
        self._count += 1
        a, b = self._functions.of_value(left), self._functions.of_value(right)
        fails = False
        try:
            fails = not at_most(a, b)
        except Undecided:
            self._open = True
        self._fails = self._fails or fails
        if b.lower <= 0:
            if fails:
                self._refuted = a, b, None, at
            return
        ratio = divide(a, b)
        if self._worst is None or ratio.lower > self._worst[2].lower:
            self._worst = a, b, ratio, at

    def result(self, *, premise: str = "", nowhere: str = "there is no place to look at") -> Inequality:
        """Return the answer; `premise` says why the premise is false, if it is, `nowhere` why there was no place, if there was none."""
        verdict: Verdict = "fails" if self._fails else "undecided" if self._open else "holds"
        reason = "the two sides could not be told apart in some place; more digits may tell" if verdict == "undecided" else ""
        if premise or not self._count:
            verdict, reason = "not applicable", premise or nowhere
        left, right, ratio, at = self._refuted or self._worst or (None, None, None, {})
        return Inequality(self.item, self.statement, verdict, left, right, ratio, at, self._count, reason)
