"""Worst likelihood ratios over neighbouring points: which pair and outcome attain the largest, and its value in either tier."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from exact.envelopes.base import Outcome
from exact.envelopes.enclosed import Ends, Value, divided, multiplied, to_enclosed
from exact.envelopes.metrics import Point
from exact.envelopes.rows import NEAR, Worked, logarithms
from exact.loss import Loss, inf
from exact.number import Number


@dataclass(frozen=True, slots=True)
class WorstRatio:
    """The largest ratio of the likelihoods of one outcome at two neighbouring points.

    Attributes
    ----------
    value
        The ratio: exact, enclosed, or `exact.inf` where the outcome is possible at the first point only.
    pair
        The two neighbouring points, the likelier one first.
    outcome
        The outcome. In the tier "enclosed", pair and outcome are those of the largest proved lower bound; others may tie with them.
    """

    value: Value | Loss
    pair: tuple[Point, Point]
    outcome: Outcome

    @property
    def is_infinite(self) -> bool:
        """Whether the ratio is infinite."""
        return isinstance(self.value, Loss)


Place = tuple[int, int, int]
"""Two neighbouring points and an outcome, as indices."""


@dataclass(frozen=True, slots=True)
class _Sought:
    """A table of which ratios of neighbours are sought: the row of each point, and what the ratios are multiplied by."""

    row_of: tuple[int, ...]
    rows: list[list[Ends]]
    sums: list[Ends] | None
    """Where ratios are those of normalised rows, the sums of the rows."""


def _leading(worked: Worked, sought: _Sought) -> list[Place]:
    """Return the places, in order, whose ratios may be the largest: those whose logarithms in floating point come near it.

    Outcomes that are impossible at the second point are left out. As for `exact.envelopes.rows.leaders`, nothing is lost.
    """
    import numpy as np

    top = logarithms(sought.rows, worked.fixed.scale)
    bottom = np.where(np.isneginf(top), np.inf, top)
    shift = np.zeros(len(sought.rows)) if sought.sums is None else logarithms([sought.sums], worked.fixed.scale)[0]
    pairs: dict[tuple[int, int], tuple[int, int]] = {}
    for i, j in worked.plan.pairs:
        pairs.setdefault((sought.row_of[i], sought.row_of[j]), (i, j))
    largest = max((float((top[a] - bottom[b]).max()) + float(shift[b] - shift[a]) for a, b in pairs), default=-np.inf)
    if np.isneginf(largest):
        return []
    out = []
    for (a, b), (i, j) in pairs.items():
        values = top[a] - bottom[b] + (shift[b] - shift[a])
        out += [(i, j, int(w)) for w in np.nonzero(values >= largest - NEAR)[0]]
    return out


def _worst(worked: Worked, sought: _Sought, exactly: Callable[[int, int, int], Number]) -> WorstRatio | None:
    """Return the largest ratio, None where there is none; ties are decided where the values are exact."""
    scale = worked.fixed.scale
    kept: list[tuple[Ends, Place]] = []
    for i, j, w in _leading(worked, sought):
        a, b = sought.row_of[i], sought.row_of[j]
        ends = _quotient(sought.rows[a][w], sought.rows[b][w], scale)
        if sought.sums is not None:
            ends = multiplied(ends, _quotient(sought.sums[b], sought.sums[a], scale), scale)
        kept.append((ends, (i, j, w)))
    if not kept:
        return None
    low = max(ends[0] for ends, _ in kept)
    kept = [(ends, place) for ends, place in kept if ends[1] >= low]
    if worked.exact is None:
        best = max(kept, key=lambda candidate: candidate[0][0])[1]
        value: Value = to_enclosed((low, max(ends[1] for ends, _ in kept)), scale)
    else:
        best, value = kept[0][1], exactly(*kept[0][1])
        for _, place in kept[1:]:
            found = exactly(*place)
            if found > value:
                best, value = place, found
    return _named(worked, value, best)


def _named(worked: Worked, value: Value | Loss, place: Place) -> WorstRatio:
    i, j, w = place
    return WorstRatio(value, (worked.metric.points[i], worked.metric.points[j]), worked.outcomes[w])


def base_ratio(worked: Worked) -> WorstRatio | None:
    """Return the worst ratio of the base laws, over outcomes that are possible at one of the two points; None without neighbours."""
    plan, exact, masses = worked.plan, worked.exact, worked.fixed.masses
    if any((0, 0) in row for row in masses):
        for i, j in plan.pairs:
            for w, (p, q) in enumerate(zip(masses[plan.classes[i]], masses[plan.classes[j]], strict=True)):
                if q == (0, 0) and p[0] > 0:
                    return _named(worked, inf, (i, j, w))

    def exactly(i: int, j: int, w: int) -> Number:
        assert exact is not None  # noqa: S101 - called in the exact tier only
        return exact.masses[plan.classes[i]][w] / exact.masses[plan.classes[j]][w]

    return _worst(worked, _Sought(plan.classes, masses, None), exactly)


def envelope_ratio(worked: Worked, *, normalised: bool) -> WorstRatio | None:
    """Return the worst ratio of the envelope, or of the final law, over outcomes that are possible; None without neighbours."""
    plan, fixed, exact = worked.plan, worked.fixed, worked.exact

    def exactly(i: int, j: int, w: int) -> Number:
        assert exact is not None  # noqa: S101 - called in the exact tier only
        a, b = plan.row_of[i], plan.row_of[j]
        ratio = exact.rows[a][w] / exact.rows[b][w]
        return ratio * (exact.sums[b] / exact.sums[a]) if normalised else ratio

    out = _worst(worked, _Sought(plan.row_of, fixed.rows, fixed.sums if normalised else None), exactly)
    root = (worked.eps * Fraction(1, 2)).exp()
    if out is not None and exact is not None and out.value == root:
        return WorstRatio(root, out.pair, out.outcome)  # the same, in fewer words
    return out


def _quotient(p: Ends, q: Ends, scale: int) -> Ends:
    found = divided(p, q, scale)
    assert found is not None  # noqa: S101 - the rows are sharp, and q is not 0
    return found
