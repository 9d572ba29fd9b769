"""Discrete Gaussian noise, renormalised on a window of integers."""

from __future__ import annotations

from fractions import Fraction

from exact.errors import TooLarge
from exact.mechanisms.parameters import integer, positive_rational, window
from exact.number import Number
from exact.pld import PLD
from exact.reading import ExactInput, exp
from exact.writing import shorten

WIDTH_LIMIT = 1_000
"""The largest number of integers in a window whose middle is s/2."""
UNEVEN_LIMIT = 400
"""The largest number of integers in another window, on which P and Q have different normalising sums."""


def discrete_gaussian(sigma_squared: ExactInput, s: ExactInput, low: ExactInput, high: ExactInput) -> PLD:
    """Return the PLD of discrete Gaussian noise around s (P) and around 0 (Q), each renormalised on the window.

    Parameters
    ----------
    sigma_squared
        The parameter sigma^2, a rational number > 0 (the variance of the noise is a little less).
    s
        The shift, an integer.
    low, high
        The ends of the window, integers with low <= high: what is released lies in it.

    Raises
    ------
    OutOfRange
        For a sigma^2 that is not positive, a shift or an end that is no integer, or low > high.
    TooLarge
        For a window of more than `WIDTH_LIMIT` integers, or `UNEVEN_LIMIT` where its middle is not s/2.
    Unsupported
        For an irrational sigma^2.

    Notes
    -----
    Adjacency: two databases whose integer-valued query differs by s; noise is drawn again until the output lies in the
    window, so the weights ``w_c(y) = e^(-(y-c)^2/(2 sigma^2))`` are divided by their sums ``W_c`` over the window. The
    likelihood ratio at y is ``e^((2 s y - s^2)/(2 sigma^2)) W_0/W_s``, with ``W_0 = W_s`` where ``low + high = s``.
    Renormalising on a window around 0 alone is no post-processing of the noise on all integers: its guarantees
    (for the zCDP of the latter see the paper) do not carry over. Swapped, the pair is
    ``discrete_gaussian(sigma_squared, s, s-high, s-low)``.

    Examples
    --------
    >>> discrete_gaussian("1/2", 1, 0, 1)
    table(((exp(1)/(exp(1) + 1), 1/(exp(1) + 1)), (1/(exp(1) + 1), exp(1)/(exp(1) + 1))))

    References
    ----------
    Canonne, Kamath, Steinke, *The Discrete Gaussian for Differential Privacy*, NeurIPS 2020, definition 1 (the noise on
    all integers).
    """
    where = "discrete_gaussian(sigma_squared, s, low, high)"
    variance = positive_rational(where, "sigma_squared", sigma_squared)
    shift = integer(where, "the shift s", s)
    bottom, top = window(where, low, high)
    width = top - bottom + 1
    if shift == 0 or width == 1:
        return PLD([(1, 1)])
    limit = WIDTH_LIMIT if bottom + top == shift else UNEVEN_LIMIT
    if width > limit:
        why = "" if limit == WIDTH_LIMIT else " when its middle is not s/2"
        raise TooLarge(f"{where} has a window of {shorten(str(Number(width)))} integers; the limit is {limit}{why}")
    around_s, around_0 = (_weights([y - c for y in range(bottom, top + 1)], variance) for c in (shift, 0))
    total_s, total_0 = sum(around_s, Number(0)), sum(around_0, Number(0))
    return PLD([(p / total_s, q / total_0) for p, q in zip(around_s, around_0, strict=True)])


def _weights(distances: list[int], variance: Fraction) -> list[Number]:
    """Return the weights at these distances from the centre, divided by the largest of them."""
    least = min(d * d for d in distances)
    return [exp((least - d * d) / (2 * variance)) for d in distances]
