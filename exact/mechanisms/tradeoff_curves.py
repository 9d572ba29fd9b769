"""PLDs given by their trade-off curve f, the least type II error at each type I error: through vertices, as a maximum of lines, below tests.

A curve on [0, 1] is that of a PLD iff it is convex, non-increasing and ``0 <= f(alpha) <= 1 - alpha`` (RES Proposition 7). Each condition is
decided, and a message names the one that fails and where.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

from exact.errors import NotADistribution, OutOfRange
from exact.mechanisms.polygons import Point, check_convex, check_falls, in_order, lower_hull, pairs, short
from exact.number import Number
from exact.pld import PLD
from exact.reading import ExactInput, number

ENDS: tuple[Point, Point] = ((Number(0), Number(1)), (Number(1), Number(0)))


def from_tradeoff(vertices: Iterable[tuple[ExactInput, ExactInput]]) -> PLD:
    """Return the PLD whose trade-off curve goes through these vertices on straight lines, to (1, 0).

    Parameters
    ----------
    vertices
        Pairs ``(alpha, beta)`` in any order: type I error and least type II error. The curve starts at the point with alpha = 0,
        or in (0, 1) where there is none.

    Raises
    ------
    OutOfRange
        For an alpha outside [0, 1].
    NotADistribution
        When no PLD has this curve: two points at one alpha, beta below 0 or above 1 - alpha, a curve that increases or is not
        convex; the message says where.

    Notes
    -----
    For error rates of tests that need not be the best ones, see `least_above_tradeoff`.

    Examples
    --------
    >>> from exact import rr
    >>> from_tradeoff([("1/3", "1/3")]) == rr("log(2)")
    True

    References
    ----------
    RES Proposition 7. J. Dong, A. Roth, W. J. Su, *Gaussian Differential Privacy* (2022), Proposition 2.2.
    """
    points = in_order(_read(vertices, "from_tradeoff", check_beta=False), "alpha")
    for alpha, beta in points:
        if beta.sign() < 0:
            raise NotADistribution(f"f(alpha) must be >= 0, and is {short(beta)} at alpha = {short(alpha)}")
        if beta > 1 - alpha:
            raise NotADistribution(
                f"f(alpha) must be <= 1 - alpha, and is {short(beta)} at alpha = {short(alpha)}, where 1 - alpha = {short(1 - alpha)}"
            )
    if not points or points[0][0]:
        points.insert(0, ENDS[0])
    if points[-1][0] != 1:
        points.append(ENDS[1])
    check_falls(points, "alpha", "f")
    check_convex(points, "alpha", "f")
    return _of_vertices(points)


def least_above_tradeoff(points: Iterable[tuple[ExactInput, ExactInput]]) -> PLD:
    """Return the least PLD with ``f(alpha) <= beta`` for all these tests: a lower bound for every PLD on which attacks reach these error rates.

    Parameters
    ----------
    points
        Pairs ``(alpha, beta)``: type I and type II error of a test of P against Q. Tests that are no better than the others,
        or than guessing, change nothing.

    Raises
    ------
    OutOfRange
        For an alpha or a beta outside [0, 1].

    Notes
    -----
    The trade-off curve is the greatest convex curve below the points, (0, 1) and (1, 0): the testing region is the hull of the tests.

    Examples
    --------
    >>> least_above_tradeoff([("1/4", "1/4"), ("1/2", "1/2")])
    table(((3/4, 1/4), (1/4, 3/4)))
    """
    return with_tests(_read(points, "least_above_tradeoff", check_beta=True))


def from_tradeoff_lines(lines: Iterable[tuple[ExactInput, ExactInput]]) -> PLD:
    """Return the PLD with the curve ``f(alpha) = max(0, c - d alpha for these lines)``: the greatest whose tests all lie above these lines.

    Parameters
    ----------
    lines
        Pairs ``(c, d)`` for the line ``c - d alpha``. A guarantee ``h(x) <= delta`` is the line with c = (1 - delta)/x, d = 1/x.

    Raises
    ------
    NotADistribution
        For c > 1 or c > d (then ``f(alpha) <= 1 - alpha`` fails at 0 or at 1), or d < 0 (the line increases).

    Examples
    --------
    >>> from_tradeoff_lines([(1, 2), ("1/2", "1/2")])
    table(((2/3, 1/3), (1/3, 2/3)))
    """
    guarantees: list[Point] = []
    for i, (c, d) in enumerate((number(c), number(d)) for c, d in pairs(lines, "from_tradeoff_lines", "(c, d)")):
        if c > 1:
            raise NotADistribution(f"line {i + 1} has c = {short(c)}, so that f(alpha) <= 1 - alpha would fail at alpha = 0")
        if d.sign() < 0:
            raise NotADistribution(f"line {i + 1} has d = {short(d)}, so that c - d alpha increases")
        if c > d:
            raise NotADistribution(
                f"line {i + 1} has c = {short(c)} above d = {short(d)}, so that f(alpha) <= 1 - alpha would fail at alpha = 1"
            )
        guarantees.append((c, d))
    return _above_lines(guarantees)


def _read(points: Iterable[object], constructor: str, *, check_beta: bool) -> list[Point]:
    read = [(number(alpha), number(beta)) for alpha, beta in pairs(points, constructor, "(alpha, beta)")]
    for alpha, beta in read:
        for value, name in ((alpha, "alpha"), (beta, "beta"))[: 2 if check_beta else 1]:
            if value.sign() < 0 or value > 1:
                raise OutOfRange(f"{constructor} needs {name} in [0, 1], not {short(value)}")
    return read


def with_tests(points: Iterable[Point]) -> PLD:
    """Return the least PLD with ``f(alpha) <= beta`` at all points, 0 <= alpha <= 1, beta >= 0 (for the modules beside this one)."""
    return _of_vertices(lower_hull([*ENDS, *(point for point in points if point[1] < 1 - point[0])]))


def _above_lines(lines: Sequence[Point]) -> PLD:
    """Return the PLD of the maximum of 0 and lines ``c - d alpha``, c <= min(1, d), d >= 0: its vertices are where lines cross.

    A line is the point (d, -c), and the lines of the maximum are the corners of the lower hull of these points with (0, 0), as
    ``max over lines (c - d alpha) = -min over points (y + d alpha)``.
    """
    hull = lower_hull([(Number(0), Number(0)), *((d, -c) for c, d in lines if c.sign() > 0)])
    lowest = min(range(len(hull)), key=lambda i: hull[i][1])
    vertices = [(Number(0), -hull[lowest][1])]
    for (d1, y1), (d0, y0) in pairwise(reversed(hull[: lowest + 1])):
        alpha = (y0 - y1) / (d1 - d0)
        vertices.append((alpha, -y1 - d1 * alpha))
    return _of_vertices([*vertices, *([] if vertices[-1][0] == 1 else [ENDS[1]])])


def _of_vertices(curve: Sequence[Point]) -> PLD:
    """Return the PLD of a convex curve from alpha = 0 to (1, 0): each edge is an atom of its width and height."""
    masses = [(Number(0), 1 - curve[0][1])]
    masses += [(alpha1 - alpha0, beta0 - beta1) for (alpha0, beta0), (alpha1, beta1) in pairwise(curve)]
    return PLD(masses)
