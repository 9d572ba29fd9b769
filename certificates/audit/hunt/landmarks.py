"""The places of a composition at which questions are worth asking: its atoms, its largest loss, its infinite mass, as exact values and as floats."""

from __future__ import annotations

import math
import sys
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from random import Random

from certificates.audit.instance import Instance
from exact import composed_curve
from exact.atoms import Atoms
from exact.errors import ExactError
from exact.loss import Loss
from exact.number import Number
from exact.pld import PLD
from exact.reading import loss

DIGITS = 40
"""Significant digits from which floats are rounded."""
SHORT, COUNT_IF_SHORT, COUNT_IF_NOT = 64, 3_000, 400
"""Atoms of a composition up to which it is asked about where masses are fractions, whose denominators have at most so many bits or more."""
POWER_BITS = 100_000
"""Bits of the powers of masses up to which a composition of many equal parts with two atoms is."""
LONG_LIMIT, COFACTOR_LIMIT, LONG_COPIES = 4_000, 600, 1_000
"""Atoms times copies where masses are sums of exponentials, and where ratios are; copies where there are two atoms."""
TRADEOFF_COPIES = 100
"""Copies of mechanisms with infinite losses up to which trade-off curves are asked for, where masses are sums of exponentials."""
CURVE_LIMIT = 200
"""Atoms up to which its curve is worked out to choose questions."""


@dataclass(frozen=True, slots=True)
class Landmarks:
    """The composition of copies of a mechanism, one direction of it.

    Attributes
    ----------
    pld
        The composition, P over Q.
    parts
        Its parts: canonical atoms with their number of copies.
    """

    pld: PLD
    parts: tuple[tuple[Atoms, int], ...]

    @classmethod
    def of(cls, instance: Instance, times: int, *, reverse: bool = False) -> Landmarks:
        """Return those of an instance, P over Q or reversed; raises what `Instance.pld` raises."""
        base = _base(instance)
        pld = (base.dual() if reverse else base).self_compose(times)
        return cls(pld, pld.factors)

    def is_cheap(self) -> bool:
        """Return whether questions about it are answered exactly in about a second at most, as far as its size tells."""
        copies, atoms = sum(k for _, k in self.parts), composed_curve.count_bound(self.parts)
        is_binomial = composed_curve.is_binomial(self.parts)
        if all(isinstance(mass, int) for a, _ in self.parts for row in a.finite for mass in row):
            bits = max(number_bits(a) for a, _ in self.parts)
            return copies * bits <= POWER_BITS if is_binomial else atoms <= (COUNT_IF_SHORT if bits <= SHORT else COUNT_IF_NOT)
        if is_binomial:
            return copies <= LONG_COPIES
        has_cofactors = any(key[3] for a, _ in self.parts for key in a.keys)
        return atoms * copies <= (COFACTOR_LIMIT if has_cofactors else LONG_LIMIT)

    def largest_order(self) -> int:
        """Return up to which order moments are quick."""
        copies = sum(k for _, k in self.parts)
        if all(isinstance(mass, int) for a, _ in self.parts for row in a.finite for mass in row):
            return POWER_BITS // (copies * max(number_bits(a) for a, _ in self.parts))
        return LONG_COPIES // copies

    def has_quick_tradeoff(self) -> bool:
        """Return whether its trade-off curve is: with infinite losses and exponentials the exact values are quotients of long sums."""
        has_sums = any(not isinstance(mass, int) for a, _ in self.parts for row in a.finite for mass in row)
        has_infinite = any(a.p_infinite for a, _ in self.parts)
        return not (has_sums and has_infinite) or sum(k for _, k in self.parts) <= TRADEOFF_COPIES

    def top(self) -> Atom | None:
        """Return the atom of the largest finite loss; None where there is no finite one."""
        return self._atom([(a, 0, k) for a, k in self.parts])

    def bottom(self) -> Atom | None:
        """Return the atom of the least finite loss."""
        return self._atom([(a, len(a.finite) - 1, k) for a, k in self.parts])

    def some_atom(self, random: Random) -> Atom | None:
        """Return a random atom, often one next to that of the largest loss."""
        chosen = []
        for a, k in self.parts:
            left, last = k, len(a.finite) - 1
            near_top = random.random() < 0.5
            for _ in range(2 if last > 0 else 0):
                count = min(left, random.randint(0, 2)) if near_top else random.randint(0, left)
                chosen.append((a, random.randint(1, last), count))
                left -= count
            chosen.append((a, 0, left))
        return self._atom(chosen)

    def _atom(self, chosen: list[tuple[Atoms, int, int]]) -> Atom | None:
        return Atom(tuple(chosen)) if all(a.finite for a, _, _ in chosen) else None

    def infinite_mass(self) -> float:
        """Return the float nearest to the mass at +inf."""
        return nearest(self.pld.p_infinite)

    def delta(self, atom: Atom) -> float | None:
        """Return the float nearest to delta at an atom; None where that would take long."""
        if composed_curve.count_bound(self.parts) > CURVE_LIMIT:
            return None
        return nearest(self.pld.delta(atom.loss()))


@dataclass(frozen=True, slots=True)
class Atom:
    """An atom of a composition: so many copies of an atom (by its index) of each part."""

    chosen: tuple[tuple[Atoms, int, int], ...]

    def loss(self) -> Loss:
        """Return its loss, exactly."""
        total = loss(0)
        for a, i, k in self.chosen:
            total += k * Loss(a.ratio(i))
        return total

    def near(self) -> float:
        """Return the float nearest to its loss, without multiplying out powers."""
        return as_float(sum((k * Loss(a.ratio(i)).lower(DIGITS) for a, i, k in self.chosen), Fraction(0)))


@lru_cache(maxsize=256)
def _base(instance: Instance) -> PLD:
    return instance.pld()


def number_bits(a: Atoms) -> int:
    """Return the bits of the common denominator of rational masses."""
    return a.den.content.bit_length()


def nearest(value: Number | Loss) -> float:
    """Return the float nearest to a finite exact value, as far as some digits tell; the largest one for a value beyond all floats."""
    return as_float(value.lower(DIGITS))


def as_float(value: Fraction) -> float:
    """Return the float nearest to a fraction; the largest one of its sign for one beyond all floats."""
    try:
        return float(value)
    except OverflowError:
        return math.copysign(sys.float_info.max, value)


def largest_loss(instance: Instance, times: int) -> float:
    """Return the largest finite loss, of both directions, as a float; 0.0 where there is none or it cannot be told."""
    out = 0.0
    for reverse in (False, True):
        try:
            top = Landmarks.of(instance, times, reverse=reverse).top()
            out = max(out, top.near() if top is not None else 0.0)
        except ExactError:
            continue
    return out
