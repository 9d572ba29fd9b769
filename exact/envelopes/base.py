"""Base laws: for each point of a space a law on outcomes. Points with the same law form a **class**; what follows is worked out once a class."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import Any, Protocol

from exact.envelopes.enclosed import Ends, depth_of, from_number
from exact.envelopes.inputs import check_kind, shown
from exact.envelopes.metrics import FiniteMetric, Point, check_space
from exact.errors import NotADistribution, OutOfRange, TooLarge
from exact.number import Number
from exact.reading import ExactInput, number
from exact.writing import shorten

Outcome = Hashable

TABLE_LIMIT = 1_000_000
"""The largest number of points times outcomes of base laws."""


class BaseLaws(Protocol):
    """What an envelope is made from."""

    @property
    def outcomes(self) -> tuple[Outcome, ...]:
        """The outcomes, all different."""

    @property
    def classes(self) -> tuple[int, ...]:
        """For each point of the space the index of its law."""

    @property
    def exact(self) -> tuple[tuple[Number, ...], ...] | None:
        """The laws as exact numbers, one row a class; None where they are no exact numbers."""

    @property
    def why_not_exact(self) -> str:
        """Why there are no exact numbers; empty where there are."""

    def depth(self) -> int:
        """Return n such that positive masses are at least about ``2^-n``: a hint for the first scale."""

    def fixed(self, scale: int) -> list[list[Ends]] | None:
        """Return integers around ``2^scale`` times the masses; None where the precision does not suffice."""


class Tables:
    """Base laws given as tables of exact numbers."""

    __slots__ = ("classes", "exact", "outcomes", "why_not_exact")

    def __init__(self, outcomes: Sequence[Outcome], laws: Iterable[tuple[Number, ...]]) -> None:
        self.outcomes: tuple[Outcome, ...] = tuple(outcomes)
        found: dict[tuple[Number, ...], int] = {}
        self.classes: tuple[int, ...] = tuple(found.setdefault(law, len(found)) for law in laws)
        self.exact: tuple[tuple[Number, ...], ...] = tuple(found)
        self.why_not_exact = ""

    def depth(self) -> int:
        """Return n such that positive masses are at least ``2^-n``."""
        return max(depth_of(mass) for law in self.exact for mass in law if mass)

    def fixed(self, scale: int) -> list[list[Ends]]:
        """Return integers around ``2^scale`` times the masses."""
        return [[from_number(mass, scale) for mass in law] for law in self.exact]


def read_tables(base: Mapping[Any, Any], metric: FiniteMetric) -> Tables:
    """Return the base laws of a mapping ``point -> law``, checked.

    Parameters
    ----------
    base
        One law for each point of the space and for nothing else: a mapping ``outcome -> mass`` (outcomes that are missing have mass 0), or a
        list of masses of the outcomes 0, 1, ... Masses are exact numbers or texts.

    Raises
    ------
    OutOfRange
        Where points are missing or strange, or there is no outcome.
    NotADistribution
        Where a mass is negative, or the masses at a point do not add up to exactly 1.
    TypeError
        For base laws or a law of another kind, and for masses that are no exact numbers, such as floats.
    TooLarge
        Beyond `TABLE_LIMIT` masses.
    """
    check_space("envelope", metric)
    check_kind("envelope", base, Mapping, "a mapping from points to laws")
    for point in base:
        metric.place(point)
    for point in metric.points:
        if point not in base:
            raise OutOfRange(f"there is no base law for the point {shown(point)}")
    laws = [_as_mapping(base[point]) for point in metric.points]
    outcomes = list(dict.fromkeys(outcome for law in laws for outcome in law))
    if not outcomes:
        raise OutOfRange("the base laws have no outcome")
    if len(outcomes) * len(laws) > TABLE_LIMIT:
        raise TooLarge(f"base laws at {len(laws)} points with {len(outcomes)} outcomes are beyond the limit of {TABLE_LIMIT} masses")
    return Tables(outcomes, [_checked(point, law, outcomes) for point, law in zip(metric.points, laws, strict=True)])


def _as_mapping(law: Any) -> Mapping[Outcome, ExactInput]:
    if isinstance(law, Mapping):
        return law
    if isinstance(law, list | tuple):
        return dict(enumerate(law))
    raise TypeError(f"a law is a mapping from outcomes to masses, or a list of masses, not {type(law).__name__}")


def _checked(point: Point, law: Mapping[Outcome, ExactInput], outcomes: Sequence[Outcome]) -> tuple[Number, ...]:
    masses, zero = [], Number(0)
    for outcome in outcomes:
        mass = number(law[outcome]) if outcome in law else zero
        if mass.sign() < 0:
            raise NotADistribution(f"the mass of {shown(outcome)} at the point {shown(point)} is negative: {shorten(str(mass))}")
        masses.append(mass)
    total = sum(masses, zero)
    if total != 1:
        raise NotADistribution(f"the masses at the point {shown(point)} add up to {shorten(str(total))}, not to 1")
    return tuple(masses)
