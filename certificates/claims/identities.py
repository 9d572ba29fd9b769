"""The kind `identity`: several constructions of one PLD."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import pairwise
from typing import TypeAlias

from certificates.claims import encoding, precision
from certificates.claims.certificate import Certificate, seal
from certificates.claims.denominator_size import DenominatorSize, size_of
from certificates.claims.encoding import Json
from exact.composed_curve import count_bound
from exact.denominators import Product, common_multiple
from exact.errors import OutOfRange, Refuted, TooLarge
from exact.mechanisms import dual, greatest_below_profile, mixture
from exact.number import Number
from exact.pld import PLD
from exact.reading import ExactInput, log, number
from exact.writing import shorten

PARTS_LIMIT = 1_024
CONSTRAINTS_LIMIT = 4_096
CONSTRUCTIONS_LIMIT = 8
STEPS_LIMIT = 30_000_000
"""The largest estimate of `checking_steps` before `TooLarge` is raised: some minutes, here and in the checker."""
USUAL_STEPS = 3_000_000
"""Estimates up to which the steps that the checker allows by default suffice, with room for the estimate to be short of the truth."""


@dataclass(frozen=True, slots=True)
class Mixture:
    """A mixture with a public coin: pairs of a weight and a PLD; the weights are not negative and add up to 1."""

    parts: tuple[tuple[Number, PLD], ...]

    def __post_init__(self) -> None:
        if len(self.parts) > PARTS_LIMIT:
            raise TooLarge(f"a certificate states mixtures of at most {PARTS_LIMIT} parts, not {len(self.parts)}")

    @classmethod
    def of(cls, parts: Iterable[tuple[ExactInput, PLD]]) -> Mixture:
        """Return the mixture of these parts; `TooLarge` beyond the limit of the format."""
        return cls(tuple((number(weight), part) for weight, part in parts))

    def value(self) -> PLD:
        """Return the PLD; the errors are those of `exact.mixture`."""
        return mixture(*self.parts)

    def encoded(self) -> Json:
        """Spell the mixture, its weights over one denominator."""
        den, weights = encoding.over_one_denominator([weight for weight, _ in self.parts])
        return {"den": den, "mixture": [[w, encoding.pld(part)] for w, (_, part) in zip(weights, self.parts, strict=True)]}


@dataclass(frozen=True, slots=True)
class Constraints:
    """The greatest PLD that has ``h(x) <= delta``, in both directions, for pairs ``(x, delta)``, x = e^eps >= 1 decreasing."""

    pairs: tuple[tuple[Number, Number], ...]

    def __post_init__(self) -> None:
        if not self.pairs:
            raise OutOfRange("a list of constraints has at least one")
        for x, d in self.pairs:
            if x < 1 or d.sign() < 0 or d > 1:
                raise OutOfRange(f"a constraint needs e^eps >= 1 and 0 <= delta <= 1, not {shorten(str(x))} and {shorten(str(d))}")
        if any(x <= y for (x, _), (y, _) in pairwise(self.pairs)):
            raise OutOfRange("the e^eps of constraints decrease; Constraints.of sorts them")

    @classmethod
    def of(cls, pairs: Iterable[tuple[ExactInput, ExactInput]]) -> Constraints:
        """Return the constraints of these pairs ``(e^eps, delta)``; of equal e^eps only the least delta is kept."""
        found: list[tuple[Number, Number]] = []
        for x, d in sorted(((number(x), number(d)) for x, d in pairs), key=lambda pair: (-pair[0], pair[1])):
            if not found or found[-1][0] != x:
                found.append((x, d))
        return cls(tuple(found))

    def value(self) -> PLD:
        """Return the PLD; the errors are those of `exact.greatest_below_profile`."""
        one_way = greatest_below_profile([(log(x), d) for x, d in self.pairs])
        return one_way & dual(one_way)

    def encoded(self) -> Json:
        """Spell the constraints."""
        if len(self.pairs) > CONSTRAINTS_LIMIT:
            raise TooLarge(f"a certificate states at most {CONSTRAINTS_LIMIT} constraints, not {len(self.pairs)}")
        return {"constraints": [[encoding.number(x), encoding.number(d)] for x, d in self.pairs]}


Construction: TypeAlias = PLD | Mixture | Constraints


def identity(constructions: Sequence[Construction]) -> Certificate:
    """Return a certificate that these constructions, 2 to 8 of them and not only constraints, give the same PLD.

    Raises
    ------
    Refuted
        When two of them differ; the message says which.
    OutOfRange
        When there are fewer than two, or only constraints.
    TooLarge
        Beyond the limits of the format.

    Notes
    -----
    Constraints are compared by their curve: the checker multiplies nothing out for them. MULTI Theorems 1 to 3 are
    claims of this kind.
    """
    if checking_steps(constructions) > STEPS_LIMIT:
        raise TooLarge("these constructions have denominators with so many terms that a checker would hardly come to the end of them")
    concrete = [one for one in constructions if not isinstance(one, Constraints)]
    first = _value(concrete[0])
    for i, one in enumerate(constructions):
        if _differs(first, one):
            raise Refuted(f"construction {i + 1} is another PLD than construction {constructions.index(concrete[0]) + 1}")
    claim = {"constructions": [{"pld": encoding.pld(one)} if isinstance(one, PLD) else one.encoded() for one in constructions]}
    parts = [part for one in concrete for part in ([one] if isinstance(one, PLD) else [part for _, part in one.parts])]
    return seal("identity", claim, {}, max(precision.of_masses(*parts), precision.of_order(first, first)))


def checking_steps(constructions: Sequence[Construction]) -> int:
    """Estimate, before the work, the checker's steps for an identity of these constructions.

    Masses of one construction are multiplied by the denominator of another, and constraints by that of the first. Where estimates were
    compared with what the checker counted, they were between a fifth and twice of it for all that takes it over a second. Errors that do not
    depend on the work are those of `identity`.
    """
    concrete = [one for one in constructions if not isinstance(one, Constraints)]
    if len(constructions) < 2 or not concrete:
        raise OutOfRange("an identity needs two constructions, one of which is no list of constraints")
    if len(constructions) > CONSTRUCTIONS_LIMIT:
        raise TooLarge(f"a certificate states at most {CONSTRUCTIONS_LIMIT} constructions, not {len(constructions)}")
    (atoms, first), *others = map(_size, concrete)
    pairs = [size_of(d.denominator) for one in constructions if isinstance(one, Constraints) for _, d in one.pairs]
    compared = sum((atoms + own) * first.steps_times(other) for own, other in others) + sum(2 * first.steps_times(d) for d in pairs)
    return 2 * compared + 50 * atoms * first.terms


def _size(one: PLD | Mixture) -> tuple[int, DenominatorSize]:
    """Return a bound on the number of atoms, those of all parts of a mixture, and the size of the denominator of all masses."""
    parts = [one] if isinstance(one, PLD) else [part for _, part in one.parts]
    den = reduce(common_multiple, (reduce(Product.__mul__, (a.den**k for a, k in part.factors), Product()) for part in parts))
    if isinstance(one, Mixture):
        den = den * reduce(common_multiple, (weight.denominator for weight, _ in one.parts))
    return sum(count_bound(part.factors) for part in parts), size_of(den)


def _value(one: PLD | Mixture) -> PLD:
    return one if isinstance(one, PLD) else one.value()


def _differs(pld: PLD, other: Construction) -> bool:
    """Decide whether a construction is another PLD. For constraints: as in FORMAT.md, R60 to R62."""
    if not isinstance(other, Constraints):
        return pld != _value(other)
    curve = [(x, pld.hockey_stick(x), d) for x, d in other.pairs]
    tight = {x for x, h, d in curve if h == d}
    return not (all(h <= d for _, h, d in curve) and pld.is_symmetric() and all(x in tight for x in pld.knots if x >= 1))
