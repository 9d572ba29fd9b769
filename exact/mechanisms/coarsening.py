"""Lower bounds for mechanisms with a continuous output: what is released is only told to within intervals.

Which of the intervals between neighbouring **cuts** an output lies in is a post-processing of it. So the PLD of that interval is
dominated by the mechanism: ``delta(eps)``, and every other measure of privacy loss, is at most that of the mechanism. It
refutes claims and guarantees nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from itertools import pairwise

from exact.errors import OutOfRange, TooLarge
from exact.mechanisms.parameters import integer, positive_rational, rational
from exact.mechanisms.tradeoff_curves import with_tests
from exact.normal_distribution import normal_cdf_upper_on_grid
from exact.number import Number
from exact.pld import PLD
from exact.reading import ExactInput, LossInput, exp, loss, number
from exact.writing import shorten

CUT_LIMIT = 2_000
"""The largest number of cuts."""
PLACE_BITS = 1 << 22
"""The largest size, in bits, of the places of all cuts of Laplace noise together, on the scale of the noise."""
GRID_BITS = (8, 4_096)
"""The fewest and the most bits of masses."""
REACH = 8
"""How many sigma beyond the two centres the cuts of `gaussian_cuts` go: further out lies a mass of 6.3e-16 on each side."""
PLACES = 20
"""The digits to which an irrational parameter of Gaussian noise is replaced by a rational one."""


def laplace_cuts(sensitivity: ExactInput, count: ExactInput) -> list[Fraction]:
    """Return equally spaced cuts from 0 to the sensitivity, in the middle where there is but one: beyond, all losses are alike.

    Examples
    --------
    >>> [str(cut) for cut in laplace_cuts(2, 5)]
    ['0', '1/2', '1', '3/2', '2']
    """
    where = "laplace_cuts(sensitivity, count)"
    return _spread(where, Fraction(0), _rational_at_least_0(where, "sensitivity", sensitivity), count)


def gaussian_cuts(sigma: ExactInput, sensitivity: ExactInput, count: ExactInput) -> list[Fraction]:
    """Return equally spaced cuts from `REACH` sigma below 0 to `REACH` sigma above the sensitivity.

    Examples
    --------
    >>> [str(cut) for cut in gaussian_cuts(1, 1, 5)]
    ['-8', '-15/4', '1/2', '19/4', '9']
    """
    where = "gaussian_cuts(sigma, sensitivity, count)"
    wide, s = _noise(where, sigma, sensitivity)
    return _spread(where, -REACH * wide, s + REACH * wide, count)


def laplace_cut(scale: ExactInput, sensitivity: ExactInput, eps: LossInput, digits: int = 20) -> Fraction:
    """Return, to N digits, the cut that keeps ``delta(eps)`` of Laplace noise: the output at which the loss is eps.

    Examples
    --------
    >>> laplace_cut(1, 1, "1/2")
    Fraction(3, 4)
    """
    where = "laplace_cut(scale, sensitivity, eps)"
    b, s = positive_rational(where, "scale", scale), _rational_at_least_0(where, "sensitivity", sensitivity)
    return (s + _finite(where, eps, digits) * b) / 2


def gaussian_cut(sigma: ExactInput, sensitivity: ExactInput, eps: LossInput, digits: int = 20) -> Fraction:
    """Return, to N digits, the cut that keeps ``delta(eps)`` of Gaussian noise: the output at which the loss is eps.

    Examples
    --------
    >>> gaussian_cut(1, 1, 2)
    Fraction(5, 2)
    """
    where = "gaussian_cut(sigma, sensitivity, eps)"
    wide, s = _noise(where, sigma, sensitivity)
    if not s:
        raise OutOfRange(f"{where} needs a sensitivity > 0")
    return s / 2 + _finite(where, eps, digits) * wide * wide / s


def coarsened_laplace(scale: ExactInput, sensitivity: ExactInput, cuts: Iterable[ExactInput] | ExactInput = 41) -> PLD:
    """Return the PLD of Laplace noise around the sensitivity (P) and around 0 (Q), told to within the intervals between cuts.

    It is dominated by the Laplace mechanism, and not a guarantee of it: ``delta(eps)`` is a lower bound.

    Parameters
    ----------
    scale
        The scale b > 0 of the noise, rational: the density is ``e^(-|y|/b)/(2b)``.
    sensitivity
        The distance s >= 0 of the two centres, rational.
    cuts
        Increasing rational numbers, or how many of `laplace_cuts`. See `laplace_cut` for the one that keeps ``delta(eps)``.

    Raises
    ------
    OutOfRange
        For a scale or sensitivity outside its range, or cuts that do not increase.
    TooLarge
        For more than `CUT_LIMIT` cuts, places of more than `PLACE_BITS` bits in all, or a cut more than a million b from a centre.
    Unsupported
        For parameters or cuts that are irrational.

    Notes
    -----
    Masses are exact, differences of ``Pr[Y <= y] = e^((y-c)/b)/2`` for y <= c, ``1 - e^(-(y-c)/b)/2`` beyond. The interval
    between two cuts in [0, s] has the loss of its middle, ``(cut + next cut - s)/b``; all outputs below 0 have the loss -s/b and
    all beyond s the loss s/b. So equally spaced cuts make a lattice of losses, which composes well. k queries on the same data
    with noise each are ``k * coarsened_laplace(...)``. Swapped, the pair is the one with the cuts s - cut.

    Examples
    --------
    >>> coarsened_laplace(1, 1, [0, 1])
    table(((1/2, exp(-1)/2), ((1 - exp(-1))/2, (1 - exp(-1))/2), (exp(-1)/2, 1/2)))
    >>> coarsened_laplace(1, 1, 1).delta(0)  # of the Laplace mechanism, too: 1 - e^(-1/2)
    number('1 - exp(-1/2)')

    References
    ----------
    Dwork, McSherry, Nissim, Smith, *Calibrating Noise to Sensitivity in Private Data Analysis*, TCC 2006.
    """
    where = "coarsened_laplace(scale, sensitivity, cuts)"
    b, s = positive_rational(where, "scale", scale), _rational_at_least_0(where, "sensitivity", sensitivity)
    count = _count(where, cuts)
    places = _read(where, cuts) if count is None else laplace_cuts(s, count)
    if not s:
        return PLD([(1, 1)])
    scaled = [[(y - c) / b for y in places] for c in (s, Fraction(0))]
    bits = sum(z.numerator.bit_length() + z.denominator.bit_length() for column in scaled for z in column)
    if bits > PLACE_BITS:
        raise TooLarge(f"{where} has cuts of {bits} bits in all on the scale of the noise; the limit is {PLACE_BITS}")
    above_p, above_q = ([Number(1), *map(_laplace_above, column), Number(0)] for column in scaled)
    return PLD([(p0 - p1, q0 - q1) for (p0, p1), (q0, q1) in zip(pairwise(above_p), pairwise(above_q), strict=True)])


def coarsened_gaussian(
    sigma: ExactInput,
    sensitivity: ExactInput,
    cuts: Iterable[ExactInput] | ExactInput = 401,
    bits: ExactInput = 128,
) -> PLD:
    """Return a PLD that is dominated by Gaussian noise around the sensitivity (P) against noise around 0 (Q), told to within the
    intervals between cuts.

    It is no guarantee of the Gaussian mechanism: ``delta(eps)`` is a lower bound. The masses are rational.

    Parameters
    ----------
    sigma
        The standard deviation > 0 of the noise. An irrational one is replaced by a rational one that is a little larger: its
        noise is the given one with more noise added.
    sensitivity
        The distance s >= 0 of the two centres. An irrational one is replaced by a rational one that is a little less.
    cuts
        Increasing rational numbers, or how many of `gaussian_cuts`. See `gaussian_cut` for the one that keeps ``delta(eps)``.
    bits
        Masses are multiples of ``2^-bits``, from 8 to 4,096: ``delta(eps)`` loses up to about ``e^eps 2^-bits``.

    Raises
    ------
    OutOfRange
        For a parameter outside its range, or cuts that do not increase.
    TooLarge
        For more than `CUT_LIMIT` cuts.
    Unsupported
        For cuts that are irrational.

    Notes
    -----
    *Why it is dominated.* The tests "output above the cut y" are points ``alpha = Phi((y-s)/sigma)``, ``beta = Phi(-y/sigma)`` of
    the trade-off curve G of the mechanism. Both coordinates are rounded up; as G falls, the rounded points lie on or above it, as
    do (0, 1) and (1, 0). As G is convex, so does the lower hull of them all, which is the trade-off curve of what is returned.

    k queries on the same data with independent noise are, together, one with the sensitivity ``s sqrt(k)``, as in
    ``coarsened_gaussian(10, "sqrt(1000)")``; the PLD with s, composed k times, is another and weaker lower bound. A query with
    values in n dimensions has its l2-sensitivity.

    Examples
    --------
    >>> coarsened_gaussian(1, 1, ["1/2"], 8)
    table(((177/256, 79/256), (79/256, 177/256)))
    >>> coarsened_gaussian(1, 2).delta(1) < number("0.51")
    True

    References
    ----------
    J. Dong, A. Roth, W. J. Su, *Gaussian Differential Privacy* (2022), section 2.
    """
    where = "coarsened_gaussian(sigma, sensitivity, cuts, bits)"
    wide, s = _noise(where, sigma, sensitivity)
    grid = integer(where, "bits", bits, least=GRID_BITS[0])
    if grid > GRID_BITS[1]:
        raise OutOfRange(f"{where} works with at most {GRID_BITS[1]} bits, not {shorten(str(number(bits)))}")
    count = _count(where, cuts)
    places = _read(where, cuts) if count is None else gaussian_cuts(wide, s, count)
    if not s:
        return PLD([(1, 1)])
    tests = ((normal_cdf_upper_on_grid((y - s) / wide, grid), normal_cdf_upper_on_grid(-y / wide, grid)) for y in places)
    return with_tests((number(alpha), number(beta)) for alpha, beta in tests)


def _laplace_above(z: Fraction) -> Number:
    """Return ``Pr[Y > z]`` for Laplace noise Y of scale 1."""
    return exp(-z) / 2 if z >= 0 else 1 - exp(z) / 2


# --- parameters --------------------------------------------------------------------------------------------------------------------------


def _count(where: str, cuts: Iterable[ExactInput] | ExactInput) -> int | None:
    """Return how many cuts are asked for, None where they are given themselves."""
    if isinstance(cuts, Iterable) and not isinstance(cuts, str):
        return None
    return _checked_count(where, integer(where, "the number of cuts", cuts, least=1))


def _checked_count(where: str, count: int) -> int:
    if count > CUT_LIMIT:
        raise TooLarge(f"{where} has {shorten(str(Number(count)))} cuts; the limit is {CUT_LIMIT}")
    return count


def _read(where: str, cuts: Iterable[ExactInput] | ExactInput) -> list[Fraction]:
    """Return cuts that are given themselves; `OutOfRange` unless they increase."""
    if isinstance(cuts, str | Mapping) or not isinstance(cuts, Iterable):
        raise TypeError(f"{where} takes a list of cuts, not one {type(cuts).__name__}")
    out: list[Fraction] = []
    for cut in cuts:
        found = rational(where, "cuts", cut)
        if out and found <= out[-1]:
            raise OutOfRange(f"{where} needs increasing cuts, and {shorten(str(number(found)))} is not above the one before it")
        out.append(found)
        _checked_count(where, len(out))
    return out


def _noise(where: str, sigma: ExactInput, sensitivity: ExactInput) -> tuple[Fraction, Fraction]:
    """Return a rational sigma that is not less, and a rational sensitivity that is not more."""
    wide, s = number(sigma), number(sensitivity)
    if wide.sign() <= 0:
        raise OutOfRange(f"{where} needs sigma > 0, not {shorten(str(wide))}")
    if s.sign() < 0:
        raise OutOfRange(f"{where} needs a sensitivity >= 0, not {shorten(str(s))}")
    rational_wide, rational_s = wide.as_fraction(), s.as_fraction()
    return (
        wide.upper(PLACES) if rational_wide is None else rational_wide,
        s.lower(PLACES) if rational_s is None else rational_s,
    )


def _rational_at_least_0(where: str, name: str, value: ExactInput) -> Fraction:
    found = rational(where, name, value)
    if found < 0:
        raise OutOfRange(f"{where} needs {name} >= 0, not {shorten(str(number(found)))}")
    return found


def _finite(where: str, eps: LossInput, digits: int) -> Fraction:
    """Return a finite loss, to N digits where it is irrational."""
    value = loss(eps)
    if value.is_infinite:
        raise OutOfRange(f"{where} needs a finite eps")
    found = value.as_fraction()
    return value.lower(digits) if found is None else found


def _spread(where: str, first: Fraction, last: Fraction, count: ExactInput) -> list[Fraction]:
    """Return equally spaced numbers from the first to the last, of one the middle."""
    n = _checked_count(where, integer(where, "the number of cuts", count, least=1))
    if n == 1 or first == last:
        return [(first + last) / 2]
    return [first + (last - first) * i / (n - 1) for i in range(n)]
