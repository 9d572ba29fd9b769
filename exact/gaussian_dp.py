"""Gaussian differential privacy of a PLD: the least mu, decisions, and what shows that a mu is too small.

P over Q is **mu-GDP** iff its trade-off curve satisfies ``f(alpha) >= G_mu(alpha) = Phi(Phi^-1(1 - alpha) - mu)`` for all
alpha in [0, 1] (mu >= 0). G_mu is its own dual, so the other direction is the same question about ``A.dual()``; a guarantee of
a mechanism needs both.

*The vertices suffice.* f is linear between neighbouring vertices and G_mu is convex. Where ``f >= G_mu`` holds at both ends of
a linear piece, it holds between: f there is the average of its values at the ends, which is at least the average of those of
G_mu, which is at least G_mu of the averaged alpha.

*One vertex.* A vertex is ``alpha = 1 - P(S)``, ``beta = Q(S)`` for ``S = {p/q >= x}``. For 0 < alpha < 1 and 0 < beta < 1,
``beta >= Phi(Phi^-1(1 - alpha) - mu)`` says ``mu >= Phi^-1(P(S)) - Phi^-1(Q(S))``, as Phi^-1 increases. For alpha = 0,
``G_mu(0) = 1``: no mu suffices iff beta < 1, that is iff Q has mass at the loss -inf. For beta = 0, ``G_mu(alpha) > 0`` for
alpha < 1: no mu suffices iff ``1 - alpha > 0`` there, that is iff P has mass at the loss +inf. Otherwise the end points are
(0, 1) and (1, 0), on every G_mu. So the least mu is the maximum of ``Phi^-1(P(S)) - Phi^-1(Q(S))`` over the inner vertices, 0
where there are none (the identity), and does not exist iff there is an infinite mass.

References
----------
J. Dong, A. Roth, W. J. Su, *Gaussian Differential Privacy*, Journal of the Royal Statistical Society B 84 (2022), section 2.2.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor
from typing import NamedTuple

from exact import decimals, engine
from exact.atoms import Atoms
from exact.errors import OutOfRange, Undecided, Unsupported
from exact.normal_distribution import normal_quantile_lower, normal_quantile_upper
from exact.number import Number
from exact.pld import PLD
from exact.reading import ExactInput, number
from exact.sums import terms_of
from exact.writing import shorten

WORK_LIMIT = 1 << 28
"""The largest number of atoms times bits of precision, besides `engine.BIT_LIMIT`, at which a question is still followed up."""
CANDIDATE_LIMIT = 1 << 22
"""The largest number of vertices times bits of precision, beyond `FEW_BITS`, at which quantiles are worked out: some ten seconds."""
FEW_BITS = 128
"""The precision, in bits, at which quantiles are worked out of as many vertices as there are."""
NEAR = 64
"""Where there are several witnesses, one with a t within +-NEAR is preferred: certificates state no other."""


class GDPViolation(NamedTuple):
    """What shows that P over Q is not mu-GDP: for ``S = {p/q >= x}``, ``Q(S) <= Phi(t)`` and ``P(S) > Phi(t + mu)``, whereas
    mu-GDP implies ``P(S) <= Phi(Phi^-1(Q(S)) + mu)``.
    """

    x: Number
    t: Fraction


class _Vertex(NamedTuple):
    """An inner vertex, S being the loss +inf and the `size` finite atoms of largest ratio, with integers around ``2^bits`` times
    the quantiles of its masses; None where they are not known.
    """

    size: int
    p: engine.Ends | None
    q: engine.Ends | None
    bits: int

    @property
    def lower(self) -> Fraction | None:
        """A lower bound of the mu that the vertex needs."""
        return None if self.p is None or self.q is None else Fraction(self.p[0] - self.q[1], 1 << self.bits)

    @property
    def upper(self) -> Fraction | None:
        """An upper bound of the mu that the vertex needs."""
        return None if self.p is None or self.q is None else Fraction(self.p[1] - self.q[0], 1 << self.bits)


def _looked_at(a: Atoms, sizes: list[int], bits: int) -> list[_Vertex]:
    """Return these inner vertices with the quantiles of their masses, worked out at this precision; `Undecided` beyond the limit."""
    if bits > FEW_BITS and bits * len(sizes) > CANDIDATE_LIMIT:
        raise _open_at(bits // 2)
    finite = [(terms_of(p), terms_of(q)) for p, q in a.finite]
    infinite = terms_of(a.p_infinite), terms_of(a.q_infinite)
    found = engine.normal_quantiles(finite, infinite, terms_of(a.den.expand()), sizes, bits)
    return [_Vertex(i, row and row[0], row and row[1], bits) for i, row in zip(sizes, found, strict=True)]


def _precisions(a: Atoms) -> Iterator[int]:
    """Yield growing precisions, in bits, then raise `Undecided`."""
    bits, work = engine.START_BITS, max(1, len(a.finite))
    while bits <= engine.BIT_LIMIT and (bits == engine.START_BITS or bits * work <= WORK_LIMIT):
        yield bits
        bits *= 2
    raise _open_at(bits // 2)


def _open_at(bits: int) -> Undecided:
    return Undecided(f"a question of Gaussian differential privacy was still open at {bits} bits of precision")


def _has_infinite_mass(a: Atoms) -> bool:
    return bool(a.p_infinite) or bool(a.q_infinite)


# --- the least mu ------------------------------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class _Parameter:
    """The least mu of atoms with an inner vertex and without infinite masses, for `exact.decimals`."""

    a: Atoms
    candidates: list[int]
    """The vertices that may need the largest mu."""
    reached: int = 0
    """The precision, in bits, of the enclosure before."""

    def as_fraction(self) -> Fraction | None:
        """Return None: nothing is known of a rational value."""
        return None

    rational_at_hand = as_fraction

    def enclosure(self, bits: int) -> engine.Enclosure:
        """Return an enclosure of this relative width."""
        for work in _precisions(self.a):
            if work < self.reached:
                continue
            rows = _looked_at(self.a, self.candidates, work)
            self.reached = work
            lower = max((row.lower for row in rows if row.lower is not None), default=Fraction(0))
            self.candidates = [row.size for row in rows if row.upper is None or row.upper >= lower]
            uppers = [row.upper for row in rows if row.upper is not None]
            if lower > 0 and len(uppers) == len(rows) and (max(uppers) - lower) * (1 << bits) <= lower:
                return int(lower * (1 << work)), int(max(uppers) * (1 << work)), -work
        raise AssertionError("unreachable")  # pragma: no cover


def gdp_parameter_bounds(pld: PLD, digits: int = 30) -> tuple[Fraction, Fraction] | None:
    """Return decimals ``(lower, upper)`` of N significant digits around the least mu such that P over Q is mu-GDP, neighbours
    unless both are 0; None when it is mu-GDP for no mu, which is so iff there is an infinite mass.

    Raises
    ------
    OutOfRange
        For digits that are no integer from 1 to 10,000.
    Undecided
        When the digits are still open at `engine.BIT_LIMIT` bits, or fewer where there are many atoms (`WORK_LIMIT`,
        `CANDIDATE_LIMIT`).
    TooLarge
        When the PLD is too large to be multiplied out.

    Notes
    -----
    A guarantee of a mechanism needs both directions: the larger of the values for the PLD and for its dual.

    Examples
    --------
    >>> from exact import approx, rr
    >>> [float(mu) for mu in gdp_parameter_bounds(100 * rr("1/10"), 6)]
    [1.00228, 1.00229]
    >>> gdp_parameter_bounds(approx(0, "1/100")) is None
    True
    """
    decimals.check_digits(digits)
    a = _canonical(pld)
    if _has_infinite_mass(a):
        return None
    if len(a.finite) == 1:
        return Fraction(0), Fraction(0)
    return decimals.bound_fractions(_Parameter(a, list(range(1, len(a.finite)))), digits)


def gdp_parameter_lower(pld: PLD, digits: int = 30) -> Fraction | None:
    """Return a decimal of N significant digits that is at most the least mu such that P over Q is mu-GDP; None when there is no
    such mu. See `gdp_parameter_bounds`.
    """
    found = gdp_parameter_bounds(pld, digits)
    return None if found is None else found[0]


def gdp_parameter_upper(pld: PLD, digits: int = 30) -> Fraction | None:
    """Return a decimal of N significant digits for which P over Q is mu-GDP, at most one unit of the last digit above the least
    such mu; None when there is none. See `gdp_parameter_bounds`.
    """
    found = gdp_parameter_bounds(pld, digits)
    return None if found is None else found[1]


# --- one mu ------------------------------------------------------------------------------------------------------------------------------


def is_gaussian_dp(pld: PLD, mu: ExactInput) -> bool:
    """Return whether P over Q is mu-GDP, decided.

    Parameters
    ----------
    mu
        A rational number >= 0. A guarantee of a mechanism needs both directions: ask for the dual, too.

    Raises
    ------
    OutOfRange
        For mu < 0.
    Unsupported
        For an irrational mu.
    Undecided
        When mu is so close to the least one that `engine.BIT_LIMIT` bits, or fewer where there are many atoms (`WORK_LIMIT`,
        `CANDIDATE_LIMIT`), do not tell.
    TooLarge
        When the PLD is too large to be multiplied out.

    Examples
    --------
    >>> from exact import rr
    >>> is_gaussian_dp(rr(1), "1.25"), is_gaussian_dp(rr(1), "1.23")
    (True, False)
    """
    a, level = _canonical(pld), _level(mu)
    return not _has_infinite_mass(a) and _violated(a, level) is None


def gdp_violation(pld: PLD, mu: ExactInput) -> GDPViolation | None:
    """Return an x and a rational t that show that P over Q is not mu-GDP, or None iff it is; raises as `is_gaussian_dp`.

    Notes
    -----
    t is a short binary fraction well inside the interval of those that serve, at the vertex that needs the largest mu.

    Examples
    --------
    >>> from exact import rr
    >>> gdp_violation(rr("log(3)"), 1)  # S has the masses 3/4 and 1/4, and Phi(-1/2) = 0.309, Phi(1/2) = 0.691
    GDPViolation(x=number('3'), t=Fraction(-1, 2))
    """
    a, level = _canonical(pld), _level(mu)
    if not _has_infinite_mass(a):
        return _at_inner_vertex(a, level)
    found = list(_at_infinite_masses(a, level))
    if all(abs(witness.t) > NEAR for witness in found):
        inner = _at_inner_vertex(a, level)
        found += [] if inner is None else [inner]
    return min(found, key=lambda witness: abs(witness.t))


def _canonical(pld: PLD) -> Atoms:
    if not isinstance(pld, PLD):
        raise TypeError(f"a PLD is wanted, not {type(pld).__name__} (pld(...) reads a text)")
    return pld.canonical


def _level(mu: ExactInput) -> Fraction:
    value = number(mu)
    if value.sign() < 0:
        raise OutOfRange(f"mu must be >= 0, not {shorten(str(value))}")
    level = value.as_fraction()
    if level is None:
        raise Unsupported(f"a mu must be rational, not {shorten(str(value))}")
    return level


def _violated(a: Atoms, mu: Fraction) -> _Vertex | None:
    """Return an inner vertex that needs more than mu, the one that is seen to need most at the precision that shows one; None iff
    there is none.
    """
    sizes = list(range(1, len(a.finite)))
    if not sizes:
        return None
    for bits in _precisions(a):
        rows = _looked_at(a, sizes, bits)
        above = [(row.lower, row) for row in rows if row.lower is not None and row.lower > mu]
        if above:
            return max(above, key=lambda pair: pair[0])[1]
        sizes = [row.size for row in rows if row.upper is None or row.upper > mu]
        if not sizes:
            return None
    raise AssertionError("unreachable")  # pragma: no cover


def _at_inner_vertex(a: Atoms, mu: Fraction) -> GDPViolation | None:
    vertex = _violated(a, mu)
    if vertex is None or vertex.p is None or vertex.q is None:
        return None
    least, most = Fraction(vertex.q[1], 1 << vertex.bits), Fraction(vertex.p[0], 1 << vertex.bits) - mu
    margin = (most - least) / 4
    return GDPViolation(a.ratio(vertex.size - 1), _shortest_between(least + margin, most - margin))


def _at_infinite_masses(a: Atoms, mu: Fraction) -> Iterator[GDPViolation]:
    """Yield a violation for each infinite mass: there P(S) = 1 > Q(S), or P(S) > 0 = Q(S)."""
    n = len(a.finite)
    if a.q_infinite:  # S is all but the loss -inf: any t with Phi(t) >= Q(S) will do
        rest = 1 - a.number(a.q_infinite)
        yield GDPViolation(a.ratio(n - 1) if n else Number(1), Fraction(ceil(normal_quantile_upper(rest, 3)) if rest else 0))
    if a.p_infinite and n:  # S is the loss +inf: any t with Phi(t + mu) < P(S) will do
        quantile = normal_quantile_lower(a.number(a.p_infinite), 3)
        yield GDPViolation(2 * a.ratio(0), Fraction(ceil(quantile - mu) - 1))


def _shortest_between(low: Fraction, high: Fraction) -> Fraction:
    """Return the binary fraction of least denominator in [low, high], of these the one nearest to 0; low < high."""
    places = max(0, -_floor_log2(high - low) - 1)
    while True:
        first, last = ceil(low * (1 << places)), floor(high * (1 << places))
        if first <= last:
            return Fraction(min(max(first, 0), last), 1 << places)
        places += 1


def _floor_log2(x: Fraction) -> int:
    """Return about the binary logarithm of x > 0: the floor or one more."""
    return x.numerator.bit_length() - x.denominator.bit_length()
