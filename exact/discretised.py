r"""Discretised PLDs as accountants keep them: losses on a grid and float masses, each float the dyadic rational that it is.

A `GridPLD` D has a unit u (nats), atoms ``(index i, mass m)`` of the loss ``i u`` under P, and a mass at the loss +inf. It says
the curve

    c_D(x) = infinite + sum over atoms of  m * max(0, 1 - x e^(-i u)),   x > 0.

It need not be that of a pair of distributions. Rounded masses do not add up to one, and transforms leave masses that are
negative. What keeps it from being a PLD, or a part of one, are its **defects**, and they are decided:

* a negative mass;
* a total mass above 1, which is rational;
* a mean ``E[e^-Z] = sum m e^(-i u)`` above 1: it is the mass under Q of the finite losses. It is equal to 1 only where all of
  the mass is at the loss 0, as powers of e with different rational exponents are linearly independent over the rationals
  (Lindemann-Weierstrass); elsewhere enclosures tell.

A total mass below 1 is no defect by itself: mass may have been dropped.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from math import gcd, isfinite, isinf, lcm

from exact import engine, ratio
from exact.engine import grids
from exact.errors import OutOfRange, TooLarge, Undecided
from exact.exponent import from_rational
from exact.number import Number, from_monomial
from exact.ratio import Key
from exact.reading import ExactInput, number
from exact.writing import shorten

ATOM_LIMIT = 2_000_000
"""The largest number of atoms before `TooLarge` is raised: a comparison takes some twenty seconds, and two gigabytes."""
ENTRY_LIMIT = 4_000_000
"""The largest number of masses that are read, before those that are zero are left out; `TooLarge` beyond."""
LOSS_LIMIT = 10_000
"""The largest size of a finite loss, in nats, before `TooLarge` is raised."""
MASS_BITS = 1_400
"""The largest size of the numerator and the denominator of a mass and of the unit, in bits; all doubles are shorter."""
WORK_BITS = 1 << 29
"""The largest product of atoms and precision, in bits, at which sums are taken: some ten seconds, and a gigabyte."""
FIRST_BITS = 128
"""The precision, in bits, at which sums over thousands of atoms start: twice as long as usual, at hardly any cost."""

Float = float | int | Fraction


@dataclass(frozen=True, slots=True)
class Defect:
    """What keeps a grid from being a PLD: `kind` is "negative mass", "total mass" or "mean".

    The value (the mass, the total, ``E[e^-Z]``) lies between the bounds, which are equal but for a mean. The index is
    that of the loss of the first negative mass, None for the infinite one.
    """

    kind: str
    lower: Fraction
    upper: Fraction
    index: int | None = None


@dataclass(frozen=True, slots=True, repr=False)
class GridPLD:
    """A discretised PLD; see the module.

    Parameters
    ----------
    unit
        The distance of the losses of neighbours on the grid, in nats; positive.
    atoms
        Pairs ``(index, mass)``, the indices strictly increasing; masses are dyadic rationals, of either sign.
    infinite
        The mass at the loss +inf.

    Raises
    ------
    OutOfRange
        For a unit that is not positive, indices that do not increase, masses that are no dyadic rationals.
    TooLarge
        Beyond `ATOM_LIMIT`, `LOSS_LIMIT` or `MASS_BITS`.
    """

    unit: Fraction
    atoms: tuple[tuple[int, Fraction], ...]
    infinite: Fraction

    def __post_init__(self) -> None:
        _check_count(len(self.atoms), ATOM_LIMIT)
        atoms = tuple((_index(i), _mass(m)) for i, m in self.atoms)
        unit = _rational(self.unit, "the unit")
        if unit <= 0:
            raise OutOfRange(f"the unit of a grid is positive, not {shorten(str(unit))}")
        if max(unit.numerator, unit.denominator).bit_length() > MASS_BITS:
            raise TooLarge(f"the unit of a grid has more than {MASS_BITS} bits")
        for (i, _), (j, _) in pairwise(atoms):
            if i >= j:
                raise OutOfRange(f"the indices of a grid increase strictly, but {shorten(str(j))} follows {shorten(str(i))}")
        for i, _ in (atoms[0], atoms[-1]) if atoms else ():
            if abs(i) * unit.numerator > LOSS_LIMIT * unit.denominator:
                raise TooLarge(f"a loss of a grid is beyond the limit of {LOSS_LIMIT} nats")
        object.__setattr__(self, "atoms", atoms)
        object.__setattr__(self, "unit", unit)
        object.__setattr__(self, "infinite", _mass(self.infinite))

    @classmethod
    def from_floats(
        cls,
        masses: Sequence[Float],
        infinite: Float = 0,
        *,
        losses: Sequence[Float] | None = None,
        interval: Float | None = None,
        first: int = 0,
    ) -> GridPLD:
        """Return the grid of float masses with their losses, or at ``first * interval``, ``(first + 1) * interval``, ...

        Parameters
        ----------
        masses, infinite
            Masses under P; each float counts as the dyadic rational that it is. Atoms without mass are left out.
        losses
            One finite loss a mass, in any order; +inf adds to the infinite mass. Equal losses merge; the unit is the
            greatest common divisor of all losses.
        interval, first
            In place of losses: the unit of a regular grid, and the index of the first mass.

        Raises
        ------
        OutOfRange
            For NaN and infinite masses, a loss -inf with mass, lengths that differ.
        TooLarge
            As the class.

        Examples
        --------
        >>> GridPLD.from_floats([0.25, 0.5], 0.25, losses=[-0.5, 1.5])
        <GridPLD of 2 atoms, unit 1/2>
        """
        _check_count(len(masses), ENTRY_LIMIT)
        zero = Fraction(0)
        values = [_dyadic(m, "a mass") if m else zero for m in masses]
        beyond = _dyadic(infinite, "the infinite mass")
        if (losses is None) == (interval is None):
            raise TypeError("a grid takes either losses or an interval")
        if interval is not None:
            atoms = tuple((i, m) for i, m in enumerate(values, _index(first)) if m)
            return cls(_dyadic(interval, "the interval"), atoms, beyond)
        found: dict[Fraction, Fraction] = {}
        for loss, m in _paired(losses or (), values):
            if isinstance(loss, float) and isinf(loss) and (loss > 0 or not m):
                beyond += m
            elif m:
                at = _dyadic(loss, "a loss with mass")
                found[at] = found.get(at, zero) + m
        scale = _common_multiple({at.denominator for at in found})
        whole = {at.numerator * (scale // at.denominator): m for at, m in found.items() if m}
        step = gcd(*whole) or 1
        return cls(Fraction(step, scale), tuple((i // step, whole[i]) for i in sorted(whole)), beyond)

    def __repr__(self) -> str:
        return f"<GridPLD of {len(self.atoms)} atoms, unit {shorten(str(self.unit))}>"

    # --- values --------------------------------------------------------------------------------------------------------------------------

    def total(self) -> Fraction:
        """Return the total mass, the infinite one included; exact."""
        e = max((m.denominator for _, m in self.atoms), default=1)
        return self.infinite + Fraction(sum(m.numerator * (e // m.denominator) for _, m in self.atoms), e)

    def mean(self, bits: int = FIRST_BITS) -> tuple[Fraction, Fraction]:
        """Return bounds of ``E[e^-Z] = sum m e^(-i u)``, worked out at this precision; equal where all mass is at the loss 0."""
        indices, masses = self.columns()
        lo, hi, s = grids.grid_mean(indices, masses, self.unit_parts(), bits)
        return fraction(lo, s), fraction(hi, s)

    def hockey_stick(self, x: ExactInput, bits: int = FIRST_BITS) -> tuple[Fraction, Fraction]:
        """Return bounds of ``c_D(x)`` for x >= 0 (``c_D(0)`` is the total mass), worked out at this precision; equal where
        the value is known to be rational.

        Raises
        ------
        OutOfRange
            For a negative x.
        """
        point = number(x)
        if point.sign() < 0:
            raise OutOfRange(f"c(x) is defined for x >= 0, not for {shorten(str(point))}")
        if not point:
            return self.total(), self.total()
        indices, masses = self.columns()
        place = self.place(ratio.of_quotient(point.numerator, point.denominator.expand()))
        k = bisect_right(indices, place // 2)
        lo, hi, s = grids.grid_value(indices[k:], masses[k:], self.unit_parts(), point.as_quotient(), bits)
        return self.infinite + fraction(lo, s), self.infinite + fraction(hi, s)

    def knot(self, index: int) -> Number:
        """Return the exact ratio ``e^(index * unit)`` of an atom."""
        return from_monomial(Fraction(1), from_rational(index * self.unit))

    def defects(self) -> tuple[Defect, ...]:
        """Return what keeps the grid from being a PLD, each kind at most once; decided.

        Raises
        ------
        Undecided
            When the mean is so close to 1 that it is not told apart at the largest precision.
        """
        found = []
        negative = next((Defect("negative mass", m, m, i) for i, m in self.atoms if m < 0), None)
        if negative is None and self.infinite < 0:
            negative = Defect("negative mass", self.infinite, self.infinite)
        if negative is not None:
            found.append(negative)
        total = self.total()
        if total > 1:
            found.append(Defect("total mass", total, total))
        mean = self._mean_beside_one()
        if mean[0] > 1:
            found.append(Defect("mean", *mean))
        return tuple(found)

    def _mean_beside_one(self) -> tuple[Fraction, Fraction]:
        """Return bounds of the mean that lie on one side of 1, or are both 1."""
        massive = [(i, m) for i, m in self.atoms if m]
        if all(i == 0 for i, _ in massive):
            mean = sum((m for _, m in massive), Fraction(0))
            return mean, mean
        for bits in precisions(len(massive)):
            low, high = self.mean(bits)
            if low > 1 or high < 1:
                return low, high
        raise Undecided("the mean E[e^-Z] of a grid is too close to 1 to be told apart from it")

    # --- for comparisons -----------------------------------------------------------------------------------------------------------------

    def columns(self) -> tuple[list[int], list[grids.Dyadic]]:
        """Return the indices of the atoms with mass, and their masses, for the engine."""
        massive = [(i, m) for i, m in self.atoms if m]
        return [i for i, _ in massive], [(m.numerator, 1 - m.denominator.bit_length()) for _, m in massive]

    def unit_parts(self) -> tuple[int, int]:
        """Return the numerator and the denominator of the unit."""
        return self.unit.numerator, self.unit.denominator

    def place(self, key: Key, log: tuple[int, int] | None = None) -> int:
        """Return where the logarithm of a ratio lies on the grid: 2 i at the loss of index i, 2 i - 1 between it and the one
        before; decided.

        The logarithm may be given as enclosed by `exact.ratio.log_enclosures`.
        """
        n, d = self.unit_parts()
        a, b, (e_n, e_d, radicals), cofactors = key
        if a == b == 1 and not radicals and not cofactors:  # a power of e
            quotient, rest = divmod(e_n * d, e_d * n)
            return 2 * quotient + bool(rest)
        scale = ratio.LOG_SCALE
        lo, hi = log or ratio.log_enclosures([key])[0]
        while True:
            first, last = -(-lo * d // (n << scale)), -(-hi * d // (n << scale))
            if first == last and lo * d > (first - 1) * n << scale and hi * d < first * n << scale:
                return 2 * first - 1
            if last <= first + 1 and scale > ratio.PATIENCE_BITS:
                return self._place_beside(key, first)
            scale *= 2
            if scale > engine.BIT_LIMIT:
                raise Undecided("a ratio is too close to a point of the grid to be told apart from it")
            lo, hi = ratio.log_enclosures([key], scale + 32, scale)[0]

    def _place_beside(self, key: Key, index: int) -> int:
        """Return the place of a ratio that lies above the index before this one and at most at the index after."""
        for i in (index, index + 1):
            order = ratio.order(key, (1, 1, from_rational(i * self.unit), ()))
            if order <= 0:
                return 2 * i - (order < 0)
        raise AssertionError("unreachable")  # pragma: no cover


def precisions(atoms: int) -> Iterable[int]:
    """Yield the precisions, in bits, at which sums over so many atoms are taken, increasing; at least one."""
    bits = FIRST_BITS
    while bits == FIRST_BITS or (bits <= engine.BIT_LIMIT and bits * atoms <= WORK_BITS):
        yield bits
        bits *= 4


def fraction(n: int, s: int) -> Fraction:
    """Return ``n 2^s``."""
    return Fraction(n << s) if s >= 0 else Fraction(n, 1 << -s)


def _check_count(count: int, limit: int) -> None:
    if count > limit:
        raise TooLarge(f"a grid of {count} atoms is beyond the limit of {limit}")


def _paired(losses: Sequence[Float], masses: Sequence[Fraction]) -> Iterable[tuple[Float, Fraction]]:
    if len(losses) != len(masses):
        raise OutOfRange(f"a grid has one loss a mass, not {len(losses)} losses for {len(masses)} masses")
    return zip(losses, masses, strict=True)


def _common_multiple(denominators: Iterable[int]) -> int:
    scale = 1
    for d in denominators:
        scale = lcm(scale, d)
        if scale.bit_length() > MASS_BITS:
            raise TooLarge(f"the losses of a grid have a common denominator of more than {MASS_BITS} bits")
    return scale


def _rational(value: object, what: str) -> Fraction:
    if isinstance(value, (int, Fraction)) and not isinstance(value, bool):
        return Fraction(value)
    raise TypeError(f"{what} of a grid is an int or a Fraction, not {type(value).__name__}")


def _dyadic(value: object, what: str) -> Fraction:
    """Return the exact value of a float; ints and Fractions stand for themselves."""
    if not isinstance(value, float):
        return _rational(value, what)
    if not isfinite(value):
        raise OutOfRange(f"{what} of a grid is {value!r}, which is no real number")
    return Fraction(value)


def _index(value: object) -> int:
    if type(value) is not int:
        raise TypeError(f"the index of an atom of a grid is an int, not {type(value).__name__}")
    return value


def _mass(value: object) -> Fraction:
    m = value if type(value) is Fraction else _rational(value, "a mass")
    if m.denominator & (m.denominator - 1):
        raise OutOfRange(f"a mass of a grid is a dyadic rational, as floats are, not {shorten(str(m))}")
    if max(m.numerator.bit_length(), m.denominator.bit_length()) > MASS_BITS:
        raise TooLarge(f"a mass of a grid has more than {MASS_BITS} bits")
    return m
