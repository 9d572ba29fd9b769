"""Exact ties of a discretised PLD with an exact one: signs that no enclosure tells, from sums kept while walking down.

Over the common denominator of both, ``h(x) - c(x) = dP - x dQ`` where dP and dQ are the differences of the sums over the atoms
above x, under P and under Q. Where the two curves are alike, nearly all of their terms cancel.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from exact.atoms import Atoms
from exact.discretised import GridPLD
from exact.errors import TooLarge
from exact.exponent import Exponent, from_rational
from exact.sums import Element, element, shift, sign, terms_of

TIE_LIMIT = 1_000_000
"""The effort, in products of terms, spent on exact ties before `TooLarge` is raised: some seconds."""
SHORT_SCALE = 16
"""Terms of the denominator up to which the masses of the grid are multiplied by it one by one."""
DENOMINATOR_LIMIT = 2_000
"""The largest number of terms of a denominator that is multiplied out before `TooLarge` is raised."""


@dataclass(frozen=True, slots=True)
class Tie:
    """A point ``x = num/den`` (den > 0) that lies below so many atoms of the exact PLD and of the grid, those at x left out."""

    num: Element
    den: Element
    above_pld: int
    above_grid: int


def settle(atoms: Atoms, grid: GridPLD, ties: Sequence[Tie]) -> list[int]:
    """Return the sign of ``h(x) - c(x)`` at these points, in the order given, decided.

    Raises
    ------
    TooLarge
        Where the sums are too long.
    """
    walk = _Walk(atoms, grid)
    signs = [0] * len(ties)
    for i in sorted(range(len(ties)), key=lambda i: (ties[i].above_pld, ties[i].above_grid)):
        walk.down_to(ties[i].above_pld, ties[i].above_grid)
        signs[i] = walk.sign(ties[i].num, ties[i].den)
    return signs


class _Walk:
    """The sums over the atoms above a place, which moves down."""

    def __init__(self, atoms: Atoms, grid: GridPLD) -> None:
        if sum((len(f.terms) - 1) * k for f, k in atoms.den.factors.items()) > DENOMINATOR_LIMIT:
            raise TooLarge("a denominator is too long to be multiplied out to settle a tie")
        self.finite = atoms.finite
        self.massive = [(i * grid.unit, m) for i, m in reversed(grid.atoms) if m]
        self.scale = max([grid.infinite.denominator, *(m.denominator for _, m in self.massive)])
        self.den = atoms.den.expand()
        self.together = len(terms_of(self.den)) <= SHORT_SCALE
        self.step = self.den if self.together else 1
        self.pld: list[dict[Exponent, int]] = [{}, {}]
        self.grid = self.pld if self.together else [{}, {}]
        self.done_pld = self.done_grid = self.effort = 0
        _accumulate(self.pld[0], terms_of(atoms.p_infinite), self.scale)
        _accumulate(self.grid[0], terms_of(self.step), -int(grid.infinite * self.scale))

    def down_to(self, above_pld: int, above_grid: int) -> None:
        """Add the atoms above a place that is no higher than the last one."""
        for row in self.finite[self.done_pld : above_pld]:
            for total, mass in zip(self.pld, row, strict=True):
                _accumulate(total, terms_of(mass), self.scale)
        for loss, m in self.massive[self.done_grid : above_grid]:
            weight = -int(m * self.scale)
            _accumulate(self.grid[0], terms_of(self.step), weight)
            _accumulate(self.grid[1], terms_of(shift(self.step, from_rational(-loss))), weight)
        self.done_pld, self.done_grid = above_pld, above_grid

    def sign(self, num: Element, den: Element) -> int:
        """Return the sign of the difference at ``num/den``."""
        d_p, d_q = (element(dict(total)) for total in self.pld)
        if not self.together:
            self._spend([(total, self.den) for total in self.grid])
            more_p, more_q = (element(dict(total)) * self.den for total in self.grid)
            d_p, d_q = d_p + more_p, d_q + more_q
        self._spend([(terms_of(d_p), den), (terms_of(d_q), num)])
        return sign(d_p * den - num * d_q)

    def _spend(self, products: Iterable[tuple[Mapping[Exponent, int], Element]]) -> None:
        self.effort += sum(len(terms) * len(terms_of(factor)) for terms, factor in products)
        if self.effort > TIE_LIMIT:
            raise TooLarge("deciding where two curves touch exactly is too much work")


def _accumulate(total: dict[Exponent, int], terms: Mapping[Exponent, int], weight: int) -> None:
    for e, c in terms.items():
        new = total.get(e, 0) + c * weight
        if new:
            total[e] = new
        else:
            total.pop(e, None)
