r"""Trade-off curves as polygons: public mixtures as Minkowski sums and as infimal convolutions, and composition on slopes and lengths.

A trade-off curve f is given by its vertices ``(alpha, beta)`` from (0, f(0)) to (1, 0), as `PLD.tradeoff_vertices` gives them. Together with
the vertical edge from (0, 1) to (0, f(0)) they are the lower boundary of the testing region. What is done here is done on vertices and edges,
so that it is a second opinion on `exact.mixture` and on the composition of PLDs.

* **Mixture with a public coin** (MULTI Lemma 1): ``f(t) = min {sum w_i f_i(t_i) : sum w_i t_i = t}``, the weighted infimal convolution.
  As a region (Corollary 1) it is the weighted Minkowski sum: `minkowski_sum` merges the edges of all polygons by slope.
* The same by conjugates (MULTI appendix, Propositions 4 and 5): `infimal_convolution` uses ``f = (sum w_i f_i*)*`` with
  ``f*(s) = sup_t (s t - f(t))``, for a polygon the largest of finitely many lines.
* **Composition** (RES section 6.1): an edge of width w and slope -s is an outcome of mass w under P and s w under Q. In a composition the
  widths multiply and the slopes multiply; the flat edge (s = 0) counts, and what a vertical edge lacks stays lacking.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cmp_to_key
from itertools import pairwise
from typing import Any

from exact.errors import NotADistribution, OutOfRange, TooLarge
from exact.mechanisms.polygons import Point, pairs
from exact.mechanisms.tradeoff_curves import from_tradeoff
from exact.number import Number
from exact.pld import PLD
from exact.reading import ExactInput, number
from exact.writing import shorten

EDGE_LIMIT = 200_000
"""The largest number of products of edges in a composition before `TooLarge` is raised."""

Vertices = tuple[Point, ...]
Edge = tuple[Number, Number]
"""Width and height of an edge: how much alpha grows and beta falls."""
VerticesInput = PLD | Iterable[tuple[ExactInput, ExactInput]]
"""A PLD, or the vertices of a trade-off curve."""


def curve(given: VerticesInput) -> Vertices:
    """Return the vertices of the trade-off curve of a PLD, or of a curve given by vertices.

    Raises
    ------
    OutOfRange, NotADistribution
        When points are no trade-off curve, as `exact.from_tradeoff` says.
    """
    return (given if isinstance(given, PLD) else from_tradeoff(given)).tradeoff_vertices


def _edges(vertices: Vertices) -> list[Edge]:
    """Return the edges from left to right, steepest first."""
    return [(a1 - a0, b0 - b1) for (a0, b0), (a1, b1) in pairwise(vertices)]


def _steeper(e: Edge, f: Edge) -> int:
    """Return the sign of slope(f) - slope(e) for a sort that begins with the steepest edge."""
    return (f[1] * e[0]).compare(e[1] * f[0])


def _joined(start: Number, edges: Iterable[Edge]) -> Vertices:
    """Return the vertices of the convex curve from (0, start) with these edges in any order, edges of one slope joined."""
    ordered = sorted((e for e in edges if e[0]), key=cmp_to_key(_steeper))
    alpha, beta = Number(0), start
    out = [(alpha, beta)]
    for i, (width, height) in enumerate(ordered):
        alpha, beta = alpha + width, beta - height
        if i + 1 == len(ordered) or _steeper(ordered[i], ordered[i + 1]):
            out.append((alpha, beta))
    return tuple(out)


def _weighted(where: str, parts: Iterable[Any]) -> list[tuple[Number, Vertices]]:
    found = [(number(w), curve(given)) for w, given in pairs(parts, where, "(weight, curve)")]
    for w, _ in found:
        if w.sign() < 0:
            raise NotADistribution(f"the weight {shorten(str(w))} of a mixture is negative")
    total = sum((w for w, _ in found), Number(0))
    if total != 1:
        raise NotADistribution(f"the weights of a mixture add up to {shorten(str(total))}, not to 1")
    return [(w, vertices) for w, vertices in found if w]


def minkowski_sum(*parts: tuple[ExactInput, VerticesInput]) -> Vertices:
    """Return the vertices of the weighted Minkowski sum of testing regions: the region of the mixture with a public coin.

    Parameters
    ----------
    parts
        Pairs ``(weight, curve)``: weights >= 0 that add up to 1, and a PLD or the vertices ``(alpha, beta)`` of a trade-off curve.

    Returns
    -------
    tuple of pairs of Number
        Vertices ``(alpha, beta)``, by increasing alpha, from alpha = 0 to (1, 0).

    Raises
    ------
    TypeError
        For what is no pair or no curve, and for numbers that are no exact ones, such as floats.
    OutOfRange, NotADistribution
        When a weight is negative, the weights do not add up to 1, or points are no trade-off curve, as `exact.from_tradeoff` says.

    Examples
    --------
    >>> from exact import approx, rr
    >>> [(str(a), str(b)) for a, b in minkowski_sum(("1/2", rr("log(3)")), ("1/2", approx(0, "1/2")))]
    [('0', '3/4'), ('1/8', '3/8'), ('3/8', '1/8'), ('3/4', '0'), ('1', '0')]

    References
    ----------
    MULTI Corollary 1.
    """
    weighted = _weighted("minkowski_sum", parts)
    start = sum((w * vertices[0][1] for w, vertices in weighted), Number(0))
    return _joined(start, ((w * a, w * b) for w, vertices in weighted for a, b in _edges(vertices)))


@dataclass(frozen=True, slots=True)
class Conjugate:
    """A convex piecewise affine function F on all of R, the conjugate of a curve on [0, 1]: slope 0 far left, 1 far right.

    Attributes
    ----------
    breakpoints
        Where the slope changes, increasing; at least one.
    values
        F at the breakpoints.

    Raises
    ------
    TypeError
        For what are no tuples of `Number`.
    OutOfRange
        For no breakpoint, breakpoints that do not increase, or another number of values.
    """

    breakpoints: tuple[Number, ...]
    values: tuple[Number, ...]

    def __post_init__(self) -> None:
        for name, some in (("breakpoints", self.breakpoints), ("values", self.values)):
            if not isinstance(some, tuple) or not all(isinstance(value, Number) for value in some):
                raise TypeError(f"the {name} of a Conjugate are a tuple of Numbers")
        if not self.breakpoints or len(self.breakpoints) != len(self.values):
            raise OutOfRange(f"a Conjugate needs a value at each breakpoint, not {len(self.values)} at {len(self.breakpoints)}")
        if any(s >= t for s, t in pairwise(self.breakpoints)):
            raise OutOfRange("the breakpoints of a Conjugate must increase")

    def __call__(self, s: ExactInput) -> Number:
        """Return F(s) for any real s; TypeError for what is no exact number, such as a float."""
        point = number(s)
        if point <= self.breakpoints[0]:
            return self.values[0]
        if point >= self.breakpoints[-1]:
            return self.values[-1] + (point - self.breakpoints[-1])
        i = next(i for i, there in enumerate(self.breakpoints) if there >= point)
        (s0, s1), (f0, f1) = self.breakpoints[i - 1 : i + 1], self.values[i - 1 : i + 1]
        return f0 + (f1 - f0) * (point - s0) / (s1 - s0)


def conjugate(given: VerticesInput) -> Conjugate:
    """Return ``f*(s) = max over vertices (s t_j - f(t_j))`` of a trade-off curve f, infinite outside [0, 1].

    Parameters
    ----------
    given
        A PLD, or the vertices ``(alpha, beta)`` of a trade-off curve.

    Returns
    -------
    Conjugate
        Its breakpoints are the slopes of the edges of f.

    Raises
    ------
    TypeError
        For what is no curve, and for numbers that are no exact ones, such as floats.
    OutOfRange, NotADistribution
        When points are no trade-off curve, as `exact.from_tradeoff` says.

    Examples
    --------
    >>> from exact import rr
    >>> found = conjugate(rr("log(3)"))
    >>> [str(s) for s in found.breakpoints], [str(v) for v in found.values]
    (['-3', '-1/3'], ['-1', '-1/3'])

    References
    ----------
    MULTI Proposition 4.
    """
    vertices = curve(given)
    slopes = [-height / width for width, height in _edges(vertices)]
    values = [s * t - f for s, (t, f) in zip(slopes, vertices, strict=False)]
    return Conjugate(tuple(slopes), tuple(values))


def weighted_sum(parts: Sequence[tuple[Number, Conjugate]]) -> Conjugate:
    """Return ``sum w_i F_i`` for weights that add up to 1."""
    points: list[Number] = []
    for s in sorted(s for _, f in parts for s in f.breakpoints):
        if not points or points[-1] != s:
            points.append(s)
    return Conjugate(tuple(points), tuple(sum((w * f(s) for w, f in parts), Number(0)) for s in points))


def conjugate_back(conjugated: Conjugate) -> Vertices:
    """Return the vertices on [0, 1] of ``f(t) = max over breakpoints (t s_j - F(s_j))``.

    Parameters
    ----------
    conjugated
        F, as `conjugate` returns it.

    Returns
    -------
    tuple of pairs of Number
        Vertices ``(t, f(t))``, by increasing t from 0 to 1.

    Raises
    ------
    TypeError
        For what is no `Conjugate`.
    NotADistribution
        When the slopes of F between its breakpoints do not increase within (0, 1), so that it is the conjugate of no curve.

    Examples
    --------
    >>> from exact import rr
    >>> [(str(t), str(f)) for t, f in conjugate_back(conjugate(rr("log(3)")))]
    [('0', '1'), ('1/4', '1/4'), ('1', '0')]

    References
    ----------
    MULTI Proposition 5.
    """
    if not isinstance(conjugated, Conjugate):
        raise TypeError(f"conjugate_back takes a Conjugate, which conjugate makes, not {type(conjugated).__name__}")
    vertices = _back(conjugated)
    for (s, _), (t, _) in pairwise(vertices):
        if s >= t:
            raise NotADistribution("the slopes of a conjugate must increase between 0 and 1, each breakpoint being one")
    return vertices


def _back(conjugated: Conjugate) -> Vertices:
    points = list(zip(conjugated.breakpoints, conjugated.values, strict=True))
    crossings = [(f1 - f0) / (s1 - s0) for (s0, f0), (s1, f1) in pairwise(points)]
    (_, start), (last, end) = points[0], points[-1]
    inner = [(t, t * s - f) for t, (s, f) in zip(crossings, points, strict=False)]
    return ((Number(0), -start), *inner, (Number(1), last - end))


def infimal_convolution(*parts: tuple[ExactInput, VerticesInput]) -> Vertices:
    """Return the vertices of ``f(t) = min {sum w_i f_i(t_i) : sum w_i t_i = t}``, by conjugates.

    Parameters
    ----------
    parts
        Pairs ``(weight, curve)``: weights >= 0 that add up to 1, and a PLD or the vertices ``(alpha, beta)`` of a trade-off curve.

    Returns
    -------
    tuple of pairs of Number
        As `minkowski_sum`, which gives the same by another route.

    Raises
    ------
    TypeError
        For what is no pair or no curve, and for numbers that are no exact ones, such as floats.
    OutOfRange, NotADistribution
        When a weight is negative, the weights do not add up to 1, or points are no trade-off curve, as `exact.from_tradeoff` says.

    Examples
    --------
    >>> from exact import approx, rr
    >>> parts = ("1/2", rr("log(3)")), ("1/2", approx(0, "1/2"))
    >>> infimal_convolution(*parts) == minkowski_sum(*parts)
    True

    References
    ----------
    MULTI Lemma 1, with the conjugates of the appendix (section H).
    """
    weighted = _weighted("infimal_convolution", parts)
    return _back(weighted_sum([(w, conjugate(vertices)) for w, vertices in weighted]))


def compose_curves(*given: VerticesInput) -> Vertices:
    """Return the vertices of the trade-off curve of a composition, from widths and slopes alone.

    Parameters
    ----------
    given
        PLDs, or lists of the vertices ``(alpha, beta)`` of trade-off curves; none at all gives the curve of the identity.

    Returns
    -------
    tuple of pairs of Number
        Vertices ``(alpha, beta)``, by increasing alpha, from alpha = 0 to (1, 0).

    Raises
    ------
    TypeError
        For what is no curve, and for numbers that are no exact ones, such as floats.
    OutOfRange, NotADistribution
        When points are no trade-off curve, as `exact.from_tradeoff` says.
    TooLarge
        Beyond `EDGE_LIMIT` products of edges.

    Examples
    --------
    >>> from exact import rr
    >>> compose_curves(rr("log(2)"), rr("log(3)")) == (rr("log(2)") + rr("log(3)")).tradeoff_vertices
    True

    References
    ----------
    RES section 6.1.
    """
    total: Vertices = ((Number(0), Number(1)), (Number(1), Number(0)))
    for part in given:
        left, right = _edges(total), _edges(curve(part))
        if len(left) * len(right) > EDGE_LIMIT:
            raise TooLarge(f"a composition with more than {EDGE_LIMIT} products of edges is too much work; fewer curves may do")
        products = [(w * v, h * g) for w, h in left for v, g in right]
        total = _joined(sum((h for _, h in products), Number(0)), products)
    return total
