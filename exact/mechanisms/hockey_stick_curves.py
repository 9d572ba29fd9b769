"""PLDs given by their hockey-stick curve ``h(x) = delta(ln x)``, P over Q: through points, as a maximum of lines, below guarantees.

A curve is that of a PLD iff it is convex and non-increasing on x >= 0 with ``h(0) = 1`` and ``h(x) >= max(0, 1 - x)`` (RES Proposition 4).
Each condition is decided, and a message names the one that fails and where.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise

from exact.errors import NotADistribution, OutOfRange
from exact.loss import Loss
from exact.mechanisms.polygons import Point, check_convex, check_falls, in_order, lower_hull, pairs, short, side
from exact.mechanisms.tradeoff_curves import with_tests
from exact.number import Number
from exact.pld import PLD
from exact.reading import ExactInput, LossInput, loss, number

START: Point = (Number(0), Number(1))


def from_hockey_stick(points: Iterable[tuple[ExactInput, ExactInput]]) -> PLD:
    """Return the PLD whose hockey-stick curve goes from (0, 1) through these points on straight lines, and is constant after the last.

    Parameters
    ----------
    points
        Pairs ``(x, h)`` in any order: a likelihood ratio x >= 0, and h = delta(ln x), a probability. The last h is the mass of
        the loss +inf. No point at all gives the total leak.

    Raises
    ------
    OutOfRange
        For a negative x.
    NotADistribution
        When no PLD has this curve: two points at one x, h(0) other than 1, h below 0 or below 1 - x, a curve that increases or
        is not convex; the message says where.

    Notes
    -----
    Among all PLDs with these values it is the greatest, since a convex curve lies below its chords. For values that are
    not in convex position, such as guarantees, see `greatest_below_profile`.

    Examples
    --------
    >>> from exact import rr
    >>> from_hockey_stick([("1/3", "2/3"), (3, 0)]) == rr("log(3)")
    True

    References
    ----------
    RES Proposition 4. V. Doroshenko, B. Ghazi, P. Kamath, R. Kumar, P. Manurangsi, *Connect the Dots* (2022).
    """
    read = [(number(x), number(h)) for x, h in pairs(points, "from_hockey_stick", "(x, h)")]
    for x, _ in read:
        if x.sign() < 0:
            raise OutOfRange(f"a hockey-stick curve has points with x >= 0, not x = {short(x)}")
    return _through(read)


def from_profile(points: Mapping[LossInput, ExactInput] | Iterable[tuple[LossInput, ExactInput]]) -> PLD:
    """Return the PLD whose privacy profile has these values: `from_hockey_stick` at ``x = e^eps``, straight in x in between.

    Parameters
    ----------
    points
        Pairs ``(eps, delta)`` or a dictionary: eps in nats, of any sign, and a probability. ``inf`` may be given, too; the delta
        there must be that of the largest finite eps, from which on the profile is constant.

    Raises
    ------
    NotADistribution
        As `from_hockey_stick`, and when the value at inf is another one.

    Examples
    --------
    >>> from_profile([(0, "1/4"), ("inf", "1/4")])
    table(((1/4, 0), (3/4, 3/4), (0, 1/4)))
    """
    finite, at_infinity = _read_profile(points, "from_profile")
    last = max(finite, key=lambda point: point[0], default=START)[1]
    for d in at_infinity:
        if d != last:
            raise NotADistribution(
                f"delta(inf) must be the delta of the largest finite eps, {short(last)}, since the curve is constant from there on; it is {short(d)}"
            )
    return _through(finite)


def greatest_below_profile(points: Mapping[LossInput, ExactInput] | Iterable[tuple[LossInput, ExactInput]]) -> PLD:
    """Return the greatest PLD with ``delta(eps) <= delta`` for all these guarantees, P over Q: an upper bound for every PLD that has them.

    Parameters
    ----------
    points
        Pairs ``(eps, delta)`` or a dictionary: eps in nats, of any sign, and a probability. Guarantees that follow from the
        others change nothing.

    Raises
    ------
    OutOfRange
        For a delta outside [0, 1]; for a guarantee at inf that is below all the others (no PLD is the greatest then).
    NotADistribution
        When no PLD at all has a guarantee: delta(eps) >= 1 - e^eps.

    Notes
    -----
    The curve is the greatest convex minorant of the points and (0, 1). For a guarantee in both directions at once,
    ``G & dual(G)`` is the greatest; with one (eps, delta) it is `approx`.

    Examples
    --------
    >>> from exact import approx, dual
    >>> G = greatest_below_profile([("log(2)", "1/4")])
    >>> G
    table(((1/4, 0), (3/4, 3/8), (0, 5/8)))
    >>> G & dual(G) == approx("log(2)", "1/4")
    True

    References
    ----------
    RES Propositions 4 and 11. MULTI Definition 3, for guarantees in both directions.
    """
    finite, at_infinity = _read_profile(points, "greatest_below_profile")
    for d in [d for _, d in finite] + at_infinity:
        if d.sign() < 0 or d > 1:
            raise OutOfRange(f"a guarantee delta(eps) <= delta needs a delta in [0, 1], not {short(d)}")
    for x, d in finite:
        if d < 1 - x:
            raise NotADistribution(
                f"no PLD has delta(eps) <= {short(d)} at e^eps = {short(x)}, since delta(eps) >= 1 - e^eps = {short(1 - x)}"
            )
    least = min((d for _, d in finite), default=Number(1))
    for d in at_infinity:
        if d < least:
            raise OutOfRange(
                f"no PLD is the greatest with delta(inf) <= {short(d)}, which is below all deltas at a finite eps: give this delta at a finite eps"
            )
    return below(finite)


def from_hockey_stick_lines(lines: Iterable[tuple[ExactInput, ExactInput]]) -> PLD:
    """Return the PLD with the curve ``h(x) = max(0, 1 - x, a - b x for these lines)``: the least in which events have these probabilities.

    Parameters
    ----------
    lines
        Pairs ``(a, b)`` for the line ``a - b x``: an event of probability a under P and b under Q.

    Raises
    ------
    NotADistribution
        For a > 1 (then h(0) > 1) or b < 0 (the line increases).

    Examples
    --------
    >>> from_hockey_stick_lines([("3/4", "1/4")])
    table(((3/4, 1/4), (1/4, 3/4)))
    """
    read = [(number(a), number(b)) for a, b in pairs(lines, "from_hockey_stick_lines", "(a, b)")]
    for i, (a, b) in enumerate(read):
        if a > 1:
            raise NotADistribution(f"line {i + 1} has a = {short(a)}, so that h(0) would be more than 1")
        if b.sign() < 0:
            raise NotADistribution(f"line {i + 1} has b = {short(b)}, so that a - b x increases")
    return with_tests([(1 - a, b) for a, b in read if a.sign() > 0])


def _read_profile(points: object, constructor: str) -> tuple[list[Point], list[Number]]:
    """Return the points ``(e^eps, delta)`` at finite eps (0 for -inf), and the deltas at inf."""
    finite: list[Point] = []
    at_infinity: list[Number] = []
    for e, d in pairs(points, constructor, "(eps, delta)"):  # type: ignore[arg-type]
        z: Loss = loss(e)
        if z.is_infinite and z.sign() > 0:
            at_infinity.append(number(d))
        else:
            finite.append((Number(0) if z.is_infinite else z.exp(), number(d)))
    return finite, at_infinity


def _through(points: Iterable[Point]) -> PLD:
    """Return the PLD of the curve through points of x >= 0, every condition checked."""
    ordered = in_order(points, "x")
    for x, h in ordered:
        if not x and h != 1:
            raise NotADistribution(f"h(0) must be 1, not {short(h)}")
        if h.sign() < 0:
            raise NotADistribution(f"h(x) must be >= 0, and is {short(h)} at x = {short(x)}")
        if h < 1 - x:
            raise NotADistribution(f"h(x) must be >= 1 - x, and is {short(h)} at x = {short(x)}, where 1 - x = {short(1 - x)}")
    curve = [START, *(point for point in ordered if point[0])]
    check_falls(curve, "x", "h")
    check_convex(curve, "x", "h")
    return _of_corners(curve)


def below(points: Iterable[Point]) -> PLD:
    """Return the greatest PLD with ``h <= the value`` at all points; x >= 0, max(0, 1 - x) <= value <= 1 (for the modules beside this one)."""
    lowest: list[Point] = [START]
    for point in sorted(points, key=lambda point: (point[0], point[1])):
        if point[0] and point[1] < lowest[-1][1]:  # what is not below an earlier value follows from it
            lowest.append(point)
    return _of_corners(lower_hull(lowest))


def _of_corners(curve: Sequence[Point]) -> PLD:
    """Return the PLD of a convex curve with these corners from (0, 1) on: where the slope changes from -b to -c at x, there is an atom
    ``q = b - c``, ``p = x q``.
    """
    corners = [b for a, b, c in zip(curve, curve[1:], curve[2:], strict=False) if side(a, b, c) < 0]
    corners = [START, *corners, *curve[1:][-1:]]
    falls = [(h0 - h1) / (x1 - x0) for (x0, h0), (x1, h1) in pairwise(corners)] + [Number(0)]
    masses = [(corners[-1][1], Number(0)), (Number(0), 1 - falls[0])]
    for (x, _), (b, c) in zip(corners[1:], pairwise(falls), strict=True):
        masses.append((x * (b - c), b - c))
    return PLD(masses)
