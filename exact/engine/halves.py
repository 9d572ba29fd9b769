"""Sums over the outcomes of the composition of two halves beyond a threshold, in balls: tails that are sums of products.

A half is a PLD given by its atoms, or a composition by its parts: listed by its outcomes, or on a grid of losses.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from flint import arb

from exact.engine.balls import Enclosure, Quotient, Terms, ball_of, precision, quotient_ball
from exact.engine.tails import HALF, ONE, Denominator, Pair, keep, one_minus, positive


class Plain(NamedTuple):
    """A PLD given by its atoms: numerators of the finite ones and of the infinite mass under P, and their denominator."""

    rows: Sequence[Pair]
    p_infinite: Terms
    den: Denominator


class Powers(NamedTuple):
    """A composition given by its parts ``(finite atoms, infinite mass, denominator, times)``, for each of them the ways to choose from its
    finite atoms as ``(index, times)``, and the order of the outcomes, as numbers in the product of these.
    """

    parts: Sequence[tuple[Sequence[Pair], Terms, Denominator, int]]
    choices: Sequence[Sequence[Sequence[tuple[int, int]]]]
    order: Sequence[int]


class Grid(NamedTuple):
    """A composition whose finite losses lie on a grid, given by its parts ``(finite atoms, their places on the grid, infinite mass,
    denominator, times)``: outcomes of one place are one.
    """

    parts: Sequence[tuple[Sequence[Pair], Sequence[int], Terms, Denominator, int]]


class Masses(NamedTuple):
    """A half at one precision: balls around its finite masses, its infinite mass, and what they all are to be multiplied with."""

    rows: Sequence[tuple[Any, Any]]
    infinite: Any
    unit: Any


class Prepared:
    """A half with the balls of its masses, kept for the precisions that were asked for last: many queries share them."""

    __slots__ = ("_half", "_masses", "_tails")

    def __init__(self, half: Plain | Powers | Grid) -> None:
        self._half = half
        self._masses: dict[int, Masses] = {}
        self._tails: dict[int, tuple[Sequence[tuple[Any, Any]], Sequence[Any]]] = {}

    def __reduce__(self) -> tuple[type[Prepared], tuple[Plain | Powers | Grid]]:  # balls are not copied
        return Prepared, (self._half,)

    def masses(self, bits: int) -> Masses:
        """Return the masses at this precision."""
        found = self._masses.get(bits)
        if found is None:
            found = Masses(*_rows(self._half, bits))
            keep(self._masses, bits, found)
        return found

    def tails(self, bits: int) -> tuple[Sequence[tuple[Any, Any]], Sequence[Any]]:
        """Return the sums of the first n masses under P (with the infinite one) and Q, and of the last n under P, for n = 0, 1, ..."""
        found = self._tails.get(bits)
        if found is None:
            rows, infinite, _ = self.masses(bits)
            tails = [(infinite, arb(0))]
            for p, q in rows:
                tails.append((tails[-1][0] + p, tails[-1][1] + q))
            rests = [arb(0)]
            for p, _ in reversed(rows):
                rests.append(rests[-1] + p)
            found = tails, rests
            keep(self._tails, bits, found)
        return found


class Sides(NamedTuple):
    """The outcomes of the composition of two PLDs beyond a threshold: ``above[i]`` finite ones of the right half lie beyond it
    together with the i-th finite one of the left half.
    """

    left: Prepared
    right: Prepared
    above: Sequence[int]


def _rows(half: Plain | Powers | Grid, bits: int) -> tuple[list[tuple[Any, Any]], Any, Any]:
    """Return balls around the finite masses and the infinite mass, and what they all are to be multiplied with."""
    if isinstance(half, Plain):
        rows = [(ball_of(p, bits), ball_of(q, bits)) for p, q in half.rows]
        return rows, ball_of(half.p_infinite, bits), quotient_ball(ONE, *half.den, bits)
    if isinstance(half, Grid):
        return _grid_rows(half, bits)
    every: list[tuple[Any, Any]] = [(arb(1), arb(1))]
    for part, choices in zip(half.parts, half.choices, strict=True):
        table = _divided_powers(part, bits)
        orders = arb(part[-1]).fac()
        of_part = []
        for row in choices:
            p = q = orders
            for i, m in row:
                powers_p, powers_q = table[i]
                p, q = p * powers_p[m], q * powers_q[m]
            of_part.append((p, q))
        every = [(p * u, q * v) for p, q in every for u, v in of_part]
    rows = [every[i] for i in half.order]
    return rows, _infinite_mass((part[1:] for part in half.parts), bits), arb(1)


def _infinite_mass(parts: Iterable[tuple[Terms, Denominator, int]], bits: int) -> Any:
    """Return a ball around the mass at the loss +inf of parts ``(infinite mass, denominator, times)``."""
    alive_log = arb(0)
    for p_infinite, den, k in parts:
        if p_infinite:
            alive_log += (-ball_of(p_infinite, bits) * quotient_ball(ONE, *den, bits)).log1p() * k
    return -alive_log.expm1()


Places = dict[int, tuple[Any, Any]]
"""Balls around the masses under P and Q by the place of the loss."""


def _grid_rows(half: Grid, bits: int) -> tuple[list[tuple[Any, Any]], Any, Any]:
    """Return the same for a grid, largest losses first: powers of the parts by squaring. All terms are positive, so no digits cancel."""
    whole: Places = {0: (arb(1), arb(1))}
    for atoms, places, _, den, k in half.parts:
        unit = quotient_ball(ONE, *den, bits)
        one = {at: (ball_of(p, bits) * unit, ball_of(q, bits) * unit) for at, (p, q) in zip(places, atoms, strict=True)}
        powered = one
        for digit in f"{k:b}"[1:]:
            powered = _convolved(powered, powered)
            if digit == "1":
                powered = _convolved(powered, one)
        whole = _convolved(whole, powered)
    rows = [whole[at] for at in sorted(whole, reverse=True)]
    return rows, _infinite_mass((part[2:] for part in half.parts), bits), arb(1)


def _convolved(a: Places, b: Places) -> Places:
    out: Places = {}
    for i, (p, q) in a.items():
        for j, (u, v) in b.items():
            old = out.get(i + j)
            out[i + j] = (p * u, q * v) if old is None else (old[0] + p * u, old[1] + q * v)
    return out


def _divided_powers(part: tuple[Sequence[Pair], Terms, Denominator, int], bits: int) -> list[list[list[Any]]]:
    """Return ``mass^m / m!`` of each atom under P and Q, for m up to the number of times."""
    atoms, _, den, k = part
    unit = quotient_ball(ONE, *den, bits)
    out = []
    for pair in atoms:
        columns = []
        for mass in pair:
            ball = ball_of(mass, bits) * unit
            column = [arb(1)]
            for m in range(1, k + 1):
                column.append(column[-1] * ball / m)
            columns.append(column)
        out.append(columns)
    return out


def _product_tails(sides: Sides, bits: int) -> tuple[Any, Any, Any]:
    """Return balls around the masses beyond, under P (with the infinite mass) and Q, and around the rest under P."""
    rows_l, inf_l, unit_l = sides.left.masses(bits)
    rows_r, _, unit_r = sides.right.masses(bits)
    tails, rests = sides.right.tails(bits)
    above_p, above_q, rest_p = arb(0), arb(0), arb(0)
    for (p, q), n in zip(rows_l, sides.above, strict=True):
        tail_p, tail_q = tails[n]
        above_p += p * tail_p
        rest_p += p * rests[len(rows_r) - n]
        if n:
            above_q += q * tail_q
    unit = unit_l * unit_r
    return above_p * unit + inf_l * unit_l, above_q * unit, rest_p * unit


def product_curve(sides: Sides, x: Quotient, bits: int) -> Enclosure | None:
    """Enclose ``P - x Q`` for the masses beyond the threshold; None where the sign is open."""
    with precision(bits):
        point = quotient_ball(*x, bits)
        above_p, above_q, rest_p = _product_tails(sides, bits)
        value = above_p - point * above_q
        if not value > HALF:
            return positive(value)
        return one_minus(rest_p + point * above_q) or positive(value)


def product_point(sides: Sides, delta: Quotient, bits: int) -> Enclosure | None:
    """Enclose ``(P - delta) / Q``, the x at which the line ``P - x Q`` takes the value delta."""
    with precision(bits):
        above_p, above_q, _ = _product_tails(sides, bits)
        return positive((above_p - quotient_ball(*delta, bits)) / above_q)
