r"""A symmetric trade-off curve between two double-DP curves: Propositions 1 and 2 of MULTI.

A **double-DP curve** is that of two constraints (eps1, delta1), (eps2, delta2), eps1 > eps2. Mind the direction: of two curves the **lower**
one leaks **more**. A curve from **below** is the safe side: what it guarantees (its deltas, its compositions) holds for f. A curve from
**above** under-states the leak: what it excludes is excluded for f, and a mechanism that satisfies it satisfies f.

For the Gaussian curve ``G_mu(alpha) = Phi(Phi^-1(1 - alpha) - mu)``:

* **Below** (Proposition 1) two tangents. The text loses the second of its two equations. In the frame turned by 45 degrees, with
  ``u = (x - f)/sqrt 2`` and ``g(u) = (x + f)/sqrt 2``, the tangents at t/2 and (t + z)/2 meet at the kink t, and the second meets the line
  g = u (where f = 0) at the foot z; so each tangent touches in the middle of its edge. The thresholds w of the touching points are enclosed
  by a proof that a common root of the equations lies in a box (`exact.engine`); that it is the only one is not proved.
* **Above** (Proposition 2) two chords: from (0, 1) to the point (t, f) where the curve has the slope ``-(1 - c)/c`` of the chord from (0, 1)
  to the fixed point (c, c), ``c = Phi(-mu/2)``, and on to (c, c); the rest is symmetric. Here everything is a closed form.

What is returned are enclosures of these thresholds, and a `ConstraintSet` of rational numbers near it that keeps the direction whatever the
rounding: below, eps and delta are rounded up; above, the vertices are moved up and right, out of the region. For a finite symmetric PLD
`double_dp_below` and `double_dp_above` choose among its guarantees and its vertices, by exact comparisons.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations, pairwise

from exact import decimals, engine
from exact.constraints.constraint_set import ConstraintSet, constraints
from exact.constraints.tradeoff_edges import Vertices, VerticesInput, curve
from exact.errors import OutOfRange, TooLarge
from exact.loss import Loss
from exact.mechanisms.parameters import positive_rational
from exact.number import Number
from exact.pld import PLD
from exact.reading import ExactInput, number
from exact.writing import rational_text, shorten

MU_LIMIT = 100
"""The largest mu: there the curve keeps below 10^-500 except near the axes."""
KNOT_LIMIT = 60
"""The largest number of guarantees of a finite PLD among which the best two are looked for, before `TooLarge` is raised."""

Bounds = tuple[Fraction, Fraction]
"""Decimals around a value, neighbours at the digits asked for."""
_Found = dict[str, engine.Enclosure] | None


@dataclass(frozen=True, slots=True)
class _Quantity:
    """One of the numbers that the engine encloses, for `exact.decimals`."""

    enclose: Callable[[int], dict[str, engine.Enclosure]]
    name: str

    def as_fraction(self) -> Fraction | None:
        """Return None: nothing is known of a rational value."""
        return None

    rational_at_hand = as_fraction

    def enclosure(self, bits: int) -> engine.Enclosure:
        """Return an enclosure of this relative width."""
        return self.enclose(bits)[self.name]


def _bounds(of: Callable[[int, int, int, int], _Found], mu: Fraction, names: tuple[str, ...], digits: int) -> dict[str, Bounds]:
    @cache
    def enclose(wanted: int) -> dict[str, engine.Enclosure]:
        for more in engine.precisions():
            found = of(*mu.as_integer_ratio(), wanted, 2 * wanted + 2 * more)
            if found is not None:
                return found
        raise AssertionError("unreachable")  # pragma: no cover

    return {name: decimals.bound_fractions(_Quantity(enclose, name), digits) for name in names}


def _read_mu(where: str, mu: ExactInput, digits: int) -> Fraction:
    decimals.check_digits(digits)
    found = positive_rational(where, "mu", mu)
    if found > MU_LIMIT:
        raise OutOfRange(f"{where} needs mu <= {MU_LIMIT}, not {shorten(rational_text(found))}")
    return found


@dataclass(frozen=True, slots=True)
class BelowGaussian:
    """The double-DP curve below G_mu of MULTI Proposition 1: it over-states the leak.

    Attributes
    ----------
    mu
        The parameter of the Gaussian curve.
    thresholds
        Bounds of the w of the two touching points ``(Phi(-w), Phi(w - mu))``, the one of the flatter tangent first.
    kink, foot
        Bounds of t and z, in the turned frame.
    eps, delta
        Bounds of (eps1, eps2) and (delta1, delta2), eps1 > eps2.
    safe
        Two rational constraints that G_mu satisfies for certain: the upper ends of these bounds.
    """

    mu: Fraction
    thresholds: tuple[Bounds, Bounds]
    kink: Bounds
    foot: Bounds
    eps: tuple[Bounds, Bounds]
    delta: tuple[Bounds, Bounds]
    safe: ConstraintSet


def double_dp_below_gaussian(mu: ExactInput, digits: int = 30) -> BelowGaussian:
    """Return the double-DP curve below G_mu of Proposition 1, with bounds of N significant digits, and rational constraints that G_mu satisfies.

    Its tangents solve the two equations of the best such curve; that no other tangents do is not proved.

    Parameters
    ----------
    mu
        Rational, 0 < mu <= `MU_LIMIT`.
    digits
        From 1 to 10,000: those of the bounds, significant ones.

    Returns
    -------
    BelowGaussian
        Bounds of a solution, and `safe`, which over-states the leak for certain.

    Raises
    ------
    TypeError
        For a mu that is no exact number, such as a float.
    OutOfRange, Unsupported
        For a mu or digits out of range, or an irrational mu.
    TooLarge
        When `engine.BIT_LIMIT` bits do not suffice.

    Examples
    --------
    >>> found = double_dp_below_gaussian(1, 8)
    >>> [float(eps) for eps, _ in found.eps], [float(delta) for _, delta in found.delta]
    ([1.1080587, 0.32915939], [0.10830575, 0.2849914])

    References
    ----------
    MULTI Proposition 1 and section IV-C.
    """
    m = _read_mu("double_dp_below_gaussian", mu, digits)
    names = ("w1", "w2", "t", "z", "eps1", "eps2", "delta1", "delta2")
    v = _bounds(engine.tangents_below_gaussian, m, names, digits)
    safe = constraints((v["eps1"][1], v["delta1"][1]), (v["eps2"][1], v["delta2"][1]))
    eps, delta = (v["eps1"], v["eps2"]), (v["delta1"], v["delta2"])
    return BelowGaussian(m, (v["w1"], v["w2"]), v["t"], v["z"], eps, delta, safe)


@dataclass(frozen=True, slots=True)
class AboveGaussian:
    """The best double-DP curve above G_mu, by MULTI Proposition 2: it under-states the leak. delta1 is 0.

    Attributes
    ----------
    mu
        The parameter of the Gaussian curve.
    fixed_point
        Bounds of c, ``G_mu(c) = c``.
    single_eps
        Bounds of ``ln((1 - c)/c)``: the eps of the best single pure-DP curve above G_mu.
    kink
        Bounds of t and of ``f = G_mu(t)``.
    eps
        Bounds of (eps1, eps2), eps1 > eps2.
    delta2
        Bounds of delta2.
    optimistic
        Two rational constraints whose curve lies above G_mu for certain.
    """

    mu: Fraction
    fixed_point: Bounds
    single_eps: Bounds
    kink: tuple[Bounds, Bounds]
    eps: tuple[Bounds, Bounds]
    delta2: Bounds
    optimistic: ConstraintSet


def double_dp_above_gaussian(mu: ExactInput, digits: int = 30) -> AboveGaussian:
    """Return the best double-DP curve above G_mu, with bounds of N significant digits, and rational constraints whose curve lies above G_mu.

    Parameters
    ----------
    mu
        Rational, 0 < mu <= `MU_LIMIT`.
    digits
        From 1 to 10,000: those of the bounds, significant ones. At some mu few digits do not tell the kink from the chord, and are refused.

    Returns
    -------
    AboveGaussian
        Bounds of the optimum, and `optimistic`, which under-states the leak for certain.

    Raises
    ------
    TypeError
        For a mu that is no exact number, such as a float.
    OutOfRange, Unsupported
        For a mu or digits out of range, or an irrational mu; for so few digits that no kink is left.
    TooLarge
        When `engine.BIT_LIMIT` bits do not suffice.

    Examples
    --------
    >>> found = double_dp_above_gaussian(1, 8)
    >>> [float(eps) for eps, _ in found.eps], float(found.delta2[0])
    ([1.3783821, 0.38215021], 0.23932161)

    References
    ----------
    MULTI Proposition 2 and section IV-C.
    """
    m = _read_mu("double_dp_above_gaussian", mu, digits)
    v = _bounds(engine.chords_above_gaussian, m, ("c", "eps", "t", "f", "eps1", "eps2", "delta2"), digits)
    c, t, f = (number(v[name][1]) for name in ("c", "t", "f"))
    if not t < c < f < 1 - t or (1 - f) * (c - t) <= (f - c) * t:
        raise OutOfRange(f"{digits} digits are too few to tell the kink from the chord at mu = {shorten(rational_text(m))}")
    optimistic = _of_corner(Number(1), (t, f), c)
    return AboveGaussian(m, v["c"], v["eps"], (v["t"], v["f"]), (v["eps1"], v["eps2"]), v["delta2"], optimistic)


def _of_corner(start: Number, corner: tuple[Number, Number], c: Number) -> ConstraintSet:
    """Return the constraints of the curve with vertices (0, start), the corner, (c, c), and their mirror images."""
    t, f = corner
    steep, flat = (start - f) / t, (f - c) / (c - t)
    return constraints((Loss(steep), 1 - start), (Loss(flat), 1 - f - flat * t))


# --- finite symmetric PLDs ---------------------------------------------------------------------------------------------------------------


def area_below(given: VerticesInput) -> Number:
    """Return the area below a trade-off curve, between 0 (total leak) and 1/2 (identity).

    Parameters
    ----------
    given
        A PLD, or the vertices ``(alpha, beta)`` of a trade-off curve.

    Returns
    -------
    Number
        Exact.

    Raises
    ------
    TypeError
        For what is no curve, and for numbers that are no exact ones, such as floats.
    OutOfRange, NotADistribution
        When points are no trade-off curve, as `exact.from_tradeoff` says.

    Examples
    --------
    >>> from exact import rr
    >>> area_below(rr("log(3)"))
    number('1/4')
    """
    vertices = curve(given)
    return sum(((a1 - a0) * (b0 + b1) / 2 for (a0, b0), (a1, b1) in pairwise(vertices)), Number(0))


def _symmetric_curve(where: str, pld: PLD) -> Vertices:
    if not isinstance(pld, PLD):
        raise TypeError(f"{where} takes a PLD, not {type(pld).__name__} (pld(...) reads a text)")
    if not pld.is_symmetric():
        raise OutOfRange(f"{where} needs a symmetric PLD: the constraints hold in both directions")
    return pld.tradeoff_vertices


def double_dp_below(pld: PLD) -> ConstraintSet:
    """Return, of all pairs among a symmetric PLD's own guarantees, the one whose curve has the largest area: it lies below, the safe side.

    Lines that are no edge of the curve are not looked at; they may do better.

    Parameters
    ----------
    pld
        Symmetric: equal to its dual.

    Returns
    -------
    ConstraintSet
        Two of its guarantees, or one where it has no more.

    Raises
    ------
    TypeError
        For what is no PLD.
    OutOfRange
        When the PLD is not symmetric, or has no loss >= 0 (the total leak).
    TooLarge
        Beyond `KNOT_LIMIT` losses >= 0.

    Examples
    --------
    >>> from exact import rr
    >>> [str(c) for c in double_dp_below(5 * rr("log(2)")).active]
    ['(log(8), 8/81)', '(log(2), 10/27)']

    References
    ----------
    MULTI Proposition 1, which is about the Gaussian curve and all its tangents.
    """
    _symmetric_curve("double_dp_below", pld)
    own = [(Loss(x), pld.hockey_stick(x)) for x in pld.knots if x >= 1]
    if not own:
        raise OutOfRange("double_dp_below needs a loss >= 0, and the total leak has none")
    if len(own) > KNOT_LIMIT:
        raise TooLarge(f"double_dp_below looks at pairs of at most {KNOT_LIMIT} guarantees, and there are {len(own)}")
    found = [constraints(*some) for some in (combinations(own, 2) if len(own) > 1 else [own])]
    return max(found, key=lambda both: area_below(both.pld()))


def double_dp_above(pld: PLD) -> ConstraintSet:
    """Return the double-DP curve of least area above that of a symmetric PLD, with vertices on it: it under-states the leak.

    Its vertices are (0, f(0)), the vertex of f that lies farthest below the chord from there to the fixed point (c, c), and (c, c).

    Parameters
    ----------
    pld
        Symmetric: equal to its dual.

    Returns
    -------
    ConstraintSet
        Two constraints, or one where no vertex lies below the chord.

    Raises
    ------
    TypeError
        For what is no PLD.
    OutOfRange
        When the PLD is not symmetric, or is the total leak.

    Examples
    --------
    >>> from exact import rr
    >>> [str(c) for c in double_dp_above(5 * rr("log(2)")).active]
    ['(log(112/11), 0)', '(log(2), 10/27)']

    References
    ----------
    MULTI Proposition 2, for polygons: the area that a kink saves is that of a triangle over the chord.
    """
    vertices = _symmetric_curve("double_dp_above", pld)
    start = vertices[0][1]
    if not start:
        raise OutOfRange("double_dp_above needs a curve that is not 0 throughout, and the total leak has none")
    c = _fixed_point(vertices)
    inner = [v for v in vertices if v[0].sign() > 0 and v[0] < c]
    if not inner:
        return constraints((Loss((start - c) / c), 1 - start))
    corner = min(inner, key=lambda v: v[1] + v[0] * (start - c) / c)
    if corner[1] == start - corner[0] * (start - c) / c:
        return constraints((Loss((start - c) / c), 1 - start))
    return _of_corner(start, corner, c)


def _fixed_point(vertices: Vertices) -> Number:
    """Return c with f(c) = c."""
    for (a0, b0), (a1, b1) in pairwise(vertices):
        if a1 >= b1:
            fall = (b0 - b1) / (a1 - a0)
            return (b0 + fall * a0) / (1 + fall)
    raise AssertionError("unreachable")  # pragma: no cover - a curve ends in (1, 0)
