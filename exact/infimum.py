"""The greatest lower bound of two PLDs, on canonical atoms.

``inf`` has the trade-off curve ``max(f_A, f_B)``: the intersection of the testing regions. It needs the points where the
curves cross, so every crossing brings its determinant into the denominator. The walk meets the atoms in increasing order
of distinct ratios, so nothing is sorted.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from exact import engine
from exact.atoms import Atoms, Triple, from_sorted
from exact.blackwell import is_dominated
from exact.denominators import Product, common_multiple, least_common_multiple, quotient
from exact.errors import TooLarge
from exact.exponent import Exponent
from exact.number import Number
from exact.sums import Element, element, power, sign, terms_of

WORK_LIMIT = 50_000_000
"""The effort, in products of terms, of the crossings of a sup or an inf before `TooLarge` is raised."""
CUT_WORK = 40
"""How many times as long as an exact vertex an exact crossing takes."""
SIZE_LIMIT = 1 << 30
"""The largest size, in bits, of the masses of an inf before `TooLarge` is raised."""

Masses = tuple[Element, Element]


def meet(a: Atoms, b: Atoms) -> Atoms:
    """Return the greatest PLD below both.

    Walks both trade-off curves from alpha = 0. The inf follows the larger one; a stretch along a whole edge of it is
    that atom, a part of an edge is the same part of the atom, and edges are cut only where the curves cross.
    """
    if a is b:
        return a
    if not (a.is_rational and b.is_rational):  # a curve that touches the other all along is soon decided there
        if is_dominated(a, b):
            return a
        if is_dominated(b, a):
            return b
    den = common_multiple(a.den, b.den)
    curves = _Curve(a, den), _Curve(b, den)
    parts: list[_Part] = []
    crossings = 0
    for start, end in pairwise(_merged_vertices(*curves)):
        higher = int((start[4] or end[4]) < 0)
        edge = start[higher]
        if start[4] * end[4] >= 0:
            if parts and parts[-1].edge == edge and parts[-1].side == higher:
                parts[-1].end = end
            else:
                parts.append(_Part(higher, edge, start, end))
            continue
        crossings += 1
        _check_work(crossings * CUT_WORK * (curves[0].length + curves[1].length), crossings)
        lower = 1 - higher
        cuts = [_cut(curves[k], start[k], curves[1 - k], start[1 - k]) for k in (higher, lower)]
        if parts and parts[-1].edge == edge and parts[-1].side == higher:
            parts[-1].end = cuts[0]
        else:
            parts.append(_Part(higher, edge, start, cuts[0]))
        parts.append(_Part(lower, start[lower], cuts[1], end))
    return _assemble(curves, parts, den)


def _check_work(effort: int, crossings: int) -> None:
    if effort > WORK_LIMIT:
        raise TooLarge(f"curves of long masses that cross {crossings} times or more are too much work; fewer folds may do")


class _Curve:
    """A trade-off curve, its masses over a common denominator: vertex i lies after the i finite atoms of smallest ratio,
    edge i joins the vertices i and i + 1; the mass at the loss +inf is a last edge of height 0.
    """

    def __init__(self, a: Atoms, common: Product) -> None:
        self.atoms = a
        self.factor = quotient(common, a.den)
        """The common denominator divided by that of the PLD."""
        self.scale = self.factor.expand()
        self.n = len(a.finite)
        self.last = self.n + bool(a.p_infinite)
        """The index of the vertex (1, 0)."""
        self.total = a.den.expand()
        self.length = len(terms_of(self.total)) * len(terms_of(self.scale))
        """The work, in products of terms, for an exact vertex."""
        self._last: tuple[int, Masses] | None = None
        self._count = 0
        self._sums: tuple[dict[Exponent, int], dict[Exponent, int]] = {}, dict(terms_of(a.q_infinite))
        self.vertices: list[Masses] | None = None
        """All vertices at once, for rational masses."""
        if a.is_rational and isinstance(self.scale, int):
            scale = self.scale
            self.vertices = [((self.total - p) * scale, q * scale) for p, q in reversed(a.tails())]
            if a.p_infinite:
                self.vertices.append((self.total * scale, 0))

    def vertex(self, i: int) -> Masses:
        """Return the numerators of alpha and beta."""
        if self.vertices is not None:
            return self.vertices[i]
        if i > self.n:
            return self.total * self.scale, 0
        if self._last is None or self._last[0] != i:
            p, q = self._before(i)
            self._last = i, (p * self.scale, (self.total - q) * self.scale)
        return self._last[1]

    def _before(self, i: int) -> Masses:
        """Return the sums over the first i atoms and the mass at the loss -inf, by going on from the last vertex."""
        if i < self._count:
            self._count, self._sums = 0, ({}, dict(terms_of(self.atoms.q_infinite)))
        for row in range(self.n - 1 - self._count, self.n - 1 - i, -1):
            for total, mass in zip(self._sums, self.atoms.finite[row], strict=True):
                for e, c in terms_of(mass).items():
                    total[e] = total.get(e, 0) + c
        self._count = i
        p, q = self._sums
        return element(dict(p)), element(dict(q))

    def edge(self, i: int) -> Masses:
        """Return the numerators of the masses of an edge, over the denominator of its own PLD."""
        return self.atoms.finite[self.n - 1 - i] if i < self.n else (self.atoms.p_infinite, 0)


Vertex = tuple[int, int, bool, bool, int]
"""A vertex of one curve or both: the edges of a and of b that begin here or before, whether it is a vertex of a, and of b,
and the sign of ``f_a - f_b``.
"""


def _merged_vertices(a: _Curve, b: _Curve) -> Iterator[Vertex]:
    """Yield the vertices of both curves in increasing alpha."""
    i = j = 0
    if a.vertices is not None and b.vertices is not None:
        yield from _merged_integers(a, b, a.vertices, b.vertices)
        return
    yield 0, 0, True, True, sign(a.vertex(0)[1] - b.vertex(0)[1])
    while i < a.last or j < b.last:
        order = _alpha_order(a, i + 1, b, j + 1)
        i, j = i + (order <= 0), j + (order >= 0)
        if order == 0:
            s = 0 if i == a.last else sign(a.vertex(i)[1] - b.vertex(j)[1])
        elif order < 0:
            s = _sign_at_vertex(a, i, b, j)
        else:
            s = -_sign_at_vertex(b, j, a, i)
        yield i, j, order <= 0, order >= 0, s


def _merged_integers(a: _Curve, b: _Curve, points_a: list[Masses], points_b: list[Masses]) -> Iterator[Vertex]:
    """Do the same in plain integers."""
    edges_a, edges_b = ([c.edge(i) for i in range(c.last)] for c in (a, b))
    i = j = 0
    d: Any = points_a[0][1] - points_b[0][1]
    yield 0, 0, True, True, (d > 0) - (d < 0)
    while i < a.last or j < b.last:
        (alpha_a, beta_a), (alpha_b, beta_b) = points_a[i + 1], points_b[j + 1]
        ahead: Any = alpha_a - alpha_b
        if ahead < 0:
            (alpha_0, beta_0), (p, q) = points_b[j], edges_b[j]
            d = (beta_a - beta_0) * p + (alpha_a - alpha_0) * q
        elif ahead > 0:
            (alpha_0, beta_0), (p, q) = points_a[i], edges_a[i]
            d = (beta_0 - beta_b) * p + (alpha_0 - alpha_b) * q
        else:
            d = beta_a - beta_b
        of_a, of_b = ahead <= 0, ahead >= 0
        i, j = i + of_a, j + of_b
        yield i, j, of_a, of_b, (d > 0) - (d < 0)


def _alpha_order(a: _Curve, i: int, b: _Curve, j: int) -> int:
    """Return the sign of ``alpha_i(a) - alpha_j(b)``, decided."""
    if i == a.last or j == b.last:
        return (i == a.last) - (j == b.last)
    if not (a.atoms.is_rational and b.atoms.is_rational):
        found = engine.alpha_order(a.atoms.curve(), i, b.atoms.curve(), j)
        if found:
            return found
    return sign(a.vertex(i)[0] - b.vertex(j)[0])


def _sign_at_vertex(a: _Curve, i: int, b: _Curve, j: int) -> int:
    """Return the sign of ``f_a - f_b`` at vertex i of a, which lies inside edge j of b; decided."""
    if j == b.n:  # f_b = 0 there
        return sign(a.vertex(i)[1])
    if not (a.atoms.is_rational and b.atoms.is_rational) and i <= a.n:
        found = engine.beta_order(a.atoms.curve(), i, b.atoms.curve(), j)
        if found:
            return found
    (alpha, beta), (alpha_b, beta_b), (p, q) = a.vertex(i), b.vertex(j), b.edge(j)
    return sign((beta - beta_b) * p + (alpha - alpha_b) * q)


def _cut(a: _Curve, i: int, b: _Curve, j: int) -> Number:
    """Return which fraction of edge i of a comes before its crossing with edge j of b."""
    (alpha_a, beta_a), (alpha_b, beta_b), (p_a, q_a), (p_b, q_b) = a.vertex(i), b.vertex(j), a.edge(i), b.edge(j)
    ahead = (beta_a - beta_b) * p_b + (alpha_a - alpha_b) * q_b
    return Number(ahead, a.factor) / Number(q_a * p_b - q_b * p_a)


@dataclass(slots=True)
class _Part:
    """A part of an edge of one of the curves; it begins and ends at a vertex of either curve, or at a crossing, which is
    given as a fraction of the edge.
    """

    side: int
    edge: int
    start: Vertex | Number
    end: Vertex | Number

    def is_whole(self) -> bool:
        """Return whether the part is the whole edge."""
        start, end, of = self.start, self.end, 2 + self.side
        return isinstance(start, tuple) and bool(start[of]) and isinstance(end, tuple) and bool(end[of])


def _fraction(curves: tuple[_Curve, _Curve], part: _Part, place: Vertex | Number) -> Number:
    """Return which fraction of the edge of a part lies before a place on it."""
    if isinstance(place, Number):
        return place
    here, there = curves[part.side], curves[1 - part.side]
    if place[2 + part.side]:
        return Number(int(place is part.end))
    ahead = there.vertex(place[1 - part.side])[0] - here.vertex(part.edge)[0]
    return Number(ahead, here.factor) / Number(here.edge(part.edge)[0])


def _weight(curves: tuple[_Curve, _Curve], part: _Part) -> Number:
    """Return which fraction of its edge a part is."""
    return _fraction(curves, part, part.end) - _fraction(curves, part, part.start)


def _expand(common: Product, weights: Sequence[Number | None]) -> Element:
    """Return the common denominator of the weights, multiplied out; `TooLarge` before it or the masses over it are too
    long.
    """
    cut = [weight for weight in weights if weight is not None]
    products = sum(len(common.factors) + len(terms_of(weight.numerator)) for weight in cut if common.factors)
    whole: Element = common.content
    for f, k in common.factors.items():
        whole = whole * power(f, k)
        _check_work(len(terms_of(whole)) * products, len(cut) // 2)
    terms = terms_of(whole)
    bits = len(weights) * len(terms) * max(map(abs, terms.values())).bit_length()
    if bits > SIZE_LIMIT:
        raise TooLarge(f"an inf of {len(weights)} atoms over a denominator of {bits // len(weights)} bits is too large")
    return whole


def _assemble(curves: tuple[_Curve, _Curve], parts: Sequence[_Part], den: Product) -> Atoms:
    """Return the atoms that the parts are, walked from the smallest ratio to the largest.

    Neighbours have different ratios: where both curves follow one line, so do the parts, along a, as the larger of two
    convex curves cannot leave a line for another with the same slope.
    """
    weights = [None if part.is_whole() else _weight(curves, part) for part in parts]
    common = Product()
    for weight in weights:
        if weight is not None and weight.denominator != common:
            common = common_multiple(common, weight.denominator)
    whole = _expand(common, weights)
    scales = [whole * curve.scale for curve in curves]
    p_infinite: Element = 0
    finite: list[Triple] = []
    for part, weight in zip(parts, weights, strict=True):
        curve = curves[part.side]
        scale = scales[part.side]
        if weight is not None:
            scale = weight.numerator * least_common_multiple(common, weight.denominator)[2] * curve.scale
        p, q = curve.edge(part.edge)
        if part.edge == curve.n:
            p_infinite = p * scale
            continue
        finite.append((curve.atoms.keys[curve.n - 1 - part.edge], p * scale, q * scale))
    least = min((c.atoms.number(c.atoms.q_infinite), c.atoms.q_infinite * c.scale) for c in curves)[1]
    return from_sorted(den * common, p_infinite, least * whole, finite[::-1])
