"""The rows of an envelope: ``max_y e^(-(eps/2) d(x, y)) p_y(w)`` and its sums, in fixed point, and exactly where that is wanted.

The maximum over all points y is one over the classes of `exact.envelopes.base`, each at its least distance to x; two points x with the same least
distances have the same row, which is worked out once.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import log
from typing import Any

from exact.envelopes.base import BaseLaws, Outcome
from exact.envelopes.enclosed import Ends, added, from_number, greatest, is_sharp, multiplied
from exact.envelopes.metrics import Distance, FiniteMetric
from exact.errors import TooLarge
from exact.loss import Loss
from exact.number import Number
from exact.sums import Sum

EXACT_TERMS = 65_536
"""Terms of a common denominator up to which sums of masses are worked out as exact numbers; like terms are counted, so far fewer remain."""
EXACT_CANDIDATES = 2_000_000
"""Products of masses and discounts among which exact maxima are sought."""
WORK_LIMIT = 50_000_000
"""The largest number of products among which maxima are sought."""
ROW_BITS = 1 << 30
"""The largest number of masses of different laws and points, times the bits of fixed point."""
NEAR = 1e-7
"""How close, in nats, a product comes to the largest one if it may be it, in floating point."""
PAIR_LIMIT = 4_000_000
"""The largest number of outcomes times ordered pairs of neighbours that differ in their laws or distances."""


@dataclass(frozen=True, slots=True)
class Layout:
    """Which points share a law and which a row, and the least distances of each row to each class."""

    classes: tuple[int, ...]
    row_of: tuple[int, ...]
    near: tuple[tuple[Distance, ...], ...]
    pairs: tuple[tuple[int, int], ...]
    """Ordered pairs of neighbouring points, one for each pair of rows and classes."""


def layout(base: BaseLaws, metric: FiniteMetric) -> Layout:
    """Return the layout of base laws on a space."""
    count = max(base.classes) + 1
    seen: dict[tuple[Distance, ...], int] = {}
    row_of = []
    for row in metric.distances:
        near: list[Distance | None] = [None] * count
        for c, d in zip(base.classes, row, strict=True):
            least = near[c]
            if least is None or d < least:
                near[c] = d
        row_of.append(seen.setdefault(tuple(d for d in near if d is not None), len(seen)))
    pairs: dict[tuple[int, int, int, int], tuple[int, int]] = {}
    for i, j in metric.neighbours():
        for a, b in ((i, j), (j, i)):
            pairs.setdefault((row_of[a], row_of[b], base.classes[a], base.classes[b]), (a, b))
            if len(pairs) * len(base.outcomes) > PAIR_LIMIT:
                raise TooLarge(f"neighbours with {len(base.outcomes)} outcomes make more than {PAIR_LIMIT} ratios")
    return Layout(base.classes, tuple(row_of), tuple(seen), tuple(sorted(pairs.values())))


def discount(eps: Loss, distance: Distance) -> Number:
    """Return ``e^(-(eps/2) d)``."""
    return (eps * Fraction(-distance, 2)).exp()


@dataclass(frozen=True, slots=True)
class FixedRows:
    """Masses of the classes, rows of the envelope and their sums, in fixed point."""

    scale: int
    masses: list[list[Ends]]
    rows: list[list[Ends]]
    sums: list[Ends]

    def is_sharp(self, digits: int) -> bool:
        """Return whether every row and sum is known to this many digits; exact zeros are."""
        return all(is_sharp(value, digits) for row in [*self.rows, self.sums] for value in row)


def fixed_rows(base: BaseLaws, plan: Layout, eps: Loss, scale: int, digits: int) -> FixedRows | None:
    """Return the rows at this scale; None where it does not suffice for this many digits, `TooLarge` where it would take too long."""
    masses = base.fixed(scale)
    if masses is None or not all(is_sharp(mass, digits) for row in masses for mass in row):
        return None
    if candidates(base, plan) > WORK_LIMIT or (len(plan.near) + len(masses)) * len(masses[0]) * scale > ROW_BITS:
        raise TooLarge(f"{len(plan.near)} different points, {len(masses)} laws and {len(masses[0])} outcomes are too many at {scale} bits")
    factors = {d: from_number(discount(eps, d), scale) for d in {d for near in plan.near for d in near}}
    rows = []
    for near, chosen in zip(plan.near, leaders(plan, eps, masses, scale), strict=True):
        products = ([multiplied(factors[near[c]], masses[c][w], scale) for c in classes] for w, classes in enumerate(chosen))
        rows.append([greatest(values) for values in products])
    sums = [(max(low, 1 << scale), high) for low, high in map(added, rows)]  # the law at the point itself adds up to 1
    found = FixedRows(scale, masses, rows, sums)
    return found if found.is_sharp(digits) else None


def leaders(plan: Layout, eps: Loss, masses: Sequence[Sequence[Ends]], scale: int) -> Iterator[list[list[int]]]:
    """Yield for each row, and each outcome, the classes that may attain the maximum: those whose logarithms in floating point come near it.

    Logarithms of what a scale can hold are below 10^5 in size and good to 10^-10, masses are known to twelve digits, and classes are kept within
    `NEAR` of the largest, so the others lie below it; of a class that ties with the largest nothing is lost.
    """
    import numpy as np

    half = float(eps.upper(17)) / 2
    logs = logarithms(masses, scale)
    for near in plan.near:
        values = logs - half * np.array([float(d) for d in near])[:, None]
        outcomes, classes = np.nonzero((values >= values.max(axis=0) - NEAR).T)
        starts = np.searchsorted(outcomes, np.arange(1, values.shape[1]))
        yield [part.tolist() for part in np.split(classes, starts)]


def logarithms(table: Sequence[Sequence[Ends]], scale: int) -> Any:
    """Return the natural logarithms of the values of a table in floating point, as a numpy array; -inf for 0."""
    import numpy as np

    return np.array([[log(high) - scale * log(2) if high else -np.inf for _, high in row] for row in table])


def candidates(base: BaseLaws, plan: Layout) -> int:
    """Return how many products a maximum is sought among: different rows times classes times outcomes."""
    return len(plan.near) * len(plan.near[0]) * len(base.outcomes)


@dataclass(frozen=True, slots=True)
class ExactRows:
    """The same as exact numbers."""

    masses: tuple[tuple[Number, ...], ...]
    rows: list[tuple[Number, ...]]
    sums: list[Number]


def exact_rows(base: BaseLaws, plan: Layout, eps: Loss, fixed: FixedRows) -> ExactRows:
    """Return the rows exactly; the fixed-point ones say which classes can attain a maximum. `TooLarge` where the sums are too long."""
    masses = base.exact
    if candidates(base, plan) > EXACT_CANDIDATES:
        raise TooLarge(f"the maxima are sought among more than {EXACT_CANDIDATES} exact products")
    assert masses is not None  # noqa: S101 - the caller has looked
    factors = {d: discount(eps, d) for d in {d for near in plan.near for d in near}}
    ends = {d: from_number(factor, fixed.scale) for d, factor in factors.items()}
    rows = []
    for near, known, chosen in zip(plan.near, fixed.rows, leaders(plan, eps, fixed.masses, fixed.scale), strict=True):
        row = []
        for w, classes in enumerate(chosen):
            best: Number | None = None
            for d, c in {(near[c], masses[c][w]): (near[c], c) for c in classes}.values():
                if multiplied(ends[d], fixed.masses[c][w], fixed.scale)[1] >= known[w][0]:
                    value = factors[d] * masses[c][w]
                    best = value if best is None or value > best else best
            assert best is not None  # noqa: S101 - the class of the largest lower end is among them
            row.append(best)
        rows.append(tuple(row))
    return ExactRows(masses, rows, [total(row) for row in rows])


@dataclass(frozen=True, slots=True)
class Worked:
    """What is known of the envelope of base laws: rows in fixed point, and as exact numbers where they are."""

    metric: FiniteMetric
    eps: Loss
    outcomes: tuple[Outcome, ...]
    plan: Layout
    fixed: FixedRows
    exact: ExactRows | None


def total(values: Sequence[Number]) -> Number:
    """Return a sum of exact numbers; `TooLarge` where its denominator has more than `EXACT_TERMS` terms."""
    powers: dict[Sum, int] = {}
    for value in values:
        for factor, power in value.denominator.factors.items():
            powers[factor] = max(power, powers.get(factor, 0))
    size = 1
    for factor, power in powers.items():
        size *= len(factor.terms) ** power
        if size > EXACT_TERMS:
            raise TooLarge(f"an exact sum would have a denominator of more than {EXACT_TERMS} terms")
    return sum(values, Number(0))
