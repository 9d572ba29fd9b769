"""Least upper and greatest lower bound of two PLDs in the Blackwell order, on canonical atoms.

``sup`` has the curve ``max(h_A, h_B)`` (the hull of the union of the testing regions), ``inf`` has the trade-off curve
``max(f_A, f_B)`` (their intersection).

The sup needs no division. Between neighbouring knots both curves are straight lines ``a - b x``; walking down from x =
inf, the sup follows the larger one, and where it changes from a line ``a1 - b1 x`` to ``a2 - b2 x`` it has an atom
``(a1 - a2, b1 - b2)`` up to sign (RES Prop 11 restated). The inf needs the points where the trade-off curves cross, so
every crossing brings its determinant into the denominator.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from exact import tradeoff
from exact.atoms import Atoms, Key, compare_ratios, first_index, from_elements, from_masses, triple
from exact.blackwell import differences
from exact.errors import TooLarge
from exact.monomials import monomial_quotient
from exact.number import Number
from exact.sums import Element, least_common_multiple

CROSSING_LIMIT = 200
"""The largest number of crossings of an inf of PLDs with irrational masses before `TooLarge` is raised."""

Line = tuple[Element, Element]


def join(a: Atoms, b: Atoms) -> Atoms:
    """Return the least PLD above both."""
    if a is b:
        return a
    sign_at_b = differences(a, b).signs
    sign_at_a = [-s for s in differences(b, a).signs]
    if all(s <= 0 for s in sign_at_b):
        return b
    if all(s >= 0 for s in sign_at_a):
        return a
    den, u, v = least_common_multiple(a.den, b.den)
    lines_a = [(p * u, q * u) for p, q in a.tails()]
    lines_b = [(p * v, q * v) for p, q in b.tails()]
    lines: list[Line] = []
    i = j = 0
    before = 0  # sign of h_a - h_b at the knot above (or at inf)
    for kind, sign in _merged_signs(a, b, sign_at_a, sign_at_b):
        _follow(lines, lines_a[i], lines_b[j], before, sign)
        i, j, before = i + (kind != "b"), j + (kind != "a"), sign
    _follow(lines, lines_a[i], lines_b[j], before, 0)
    total = den.expand()
    p_infinite, q_infinite = lines[0][0], total - lines[-1][1]
    finite: list[tuple[Key | None, Element, Element]] = []
    for (p1, q1), (p2, q2) in pairwise(lines):
        p, q = p2 - p1, q2 - q1
        finite.append((monomial_quotient(p, q), p, q))
    return from_elements(den, p_infinite, q_infinite, finite)


def _merged_signs(a: Atoms, b: Atoms, sign_at_a: Sequence[int], sign_at_b: Sequence[int]) -> Iterator[tuple[str, int]]:
    """Yield the knots of both in decreasing order: whose knot ("a", "b" or "both") and the sign of ``h_a - h_b``
    there.
    """
    logs_a, logs_b = a.logs(), b.logs()
    i = j = 0
    while i < len(a.finite) or j < len(b.finite):
        if i == len(a.finite):
            order = -1
        elif j == len(b.finite):
            order = 1
        else:
            order = compare_ratios(triple(a, i), logs_a[i], triple(b, j), logs_b[j])
        if order >= 0:
            yield ("a" if order else "both"), sign_at_a[i]
            i, j = i + 1, j + (order == 0)
        else:
            yield "b", sign_at_b[j]
            j += 1


def _follow(lines: list[Line], line_a: Line, line_b: Line, above: int, below: int) -> None:
    """Append the lines that the larger curve follows on one piece, given the signs of ``h_a - h_b`` at its upper and
    its lower end.

    For the outermost pieces the open end (inf or 0) has sign 0: beyond the last knot both curves are constant, and at 0
    both are 1, so there the sign at the knot holds for the whole piece.
    """
    first, last = above or below, below or above
    if first == 0:
        _append(lines, line_a)
        return
    for sign in (first, last):
        _append(lines, line_a if sign > 0 else line_b)


def _append(lines: list[Line], line: Line) -> None:
    if not lines or lines[-1] != line:
        lines.append(line)


def meet(a: Atoms, b: Atoms) -> Atoms:
    """Return the greatest PLD below both.

    Walks both trade-off curves from alpha = 0. The inf follows the larger one; a stretch along a whole edge of it is
    that atom, a part of an edge is the same part of the atom, and edges are cut only where the curves cross.
    """
    if a is b:
        return a
    curves = (_Curve(a), _Curve(b))
    stretches: list[tuple[int, int, Number, Number]] = []  # curve, its edge, alpha from, alpha to
    crossings = 0
    alphas = sorted({alpha for curve in curves for alpha, _ in curve.points})
    gaps = [curves[0].at(alpha) - curves[1].at(alpha) for alpha in alphas]
    for (alpha0, gap0), (alpha1, gap1) in pairwise(zip(alphas, gaps, strict=True)):
        s0, s1 = gap0.sign(), gap1.sign()
        cuts = [alpha0, alpha1]
        if s0 * s1 < 0:
            crossings += 1
            if crossings > CROSSING_LIMIT and not (a.is_rational and b.is_rational):
                raise TooLarge(f"an inf with more than {CROSSING_LIMIT} crossings of irrational curves is too large")
            cuts.insert(1, alpha0 + (alpha1 - alpha0) * gap0 / (gap0 - gap1))
        for sign, (start, end) in zip((s0 or s1, s1), pairwise(cuts), strict=False):
            higher = int(sign < 0)
            edge = curves[higher].edge_after(alpha0)
            if stretches and stretches[-1][:2] == (higher, edge):
                start = stretches.pop()[2]  # noqa: PLW2901 - the stretch begins earlier
            stretches.append((higher, edge, start, end))
    masses = [curves[i].part(edge, start, end) for i, edge, start, end in stretches]
    return from_masses([(Number(0), min(a.number(a.q_infinite), b.number(b.q_infinite))), *masses])


class _Curve:
    """A trade-off curve with its edges: edge i joins points i and i+1 and is the atom of the i-th smallest ratio > 0."""

    def __init__(self, a: Atoms) -> None:
        self.points = tradeoff.vertices(a)
        self.edges = [(a.number(p), a.number(q)) for p, q in reversed(a.finite)]
        if a.p_infinite:
            self.edges.append((a.number(a.p_infinite), Number(0)))

    def at(self, alpha: Number) -> Number:
        return tradeoff.interpolate(self.points, alpha)

    def edge_after(self, alpha: Number) -> int:
        """Return the edge that begins at or before alpha < 1 and ends after it."""
        return first_index(len(self.points), lambda i: self.points[i][0] > alpha) - 1

    def part(self, edge: int, start: Number, end: Number) -> tuple[Number, Number]:
        """Return the masses of the part of an edge between two alphas."""
        p, q = self.edges[edge]
        if start == self.points[edge][0] and end == self.points[edge + 1][0]:
            return p, q
        return end - start, (end - start) * q / p
