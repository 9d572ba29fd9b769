"""Two-sided geometric noise on an integer, unbounded or clamped to a window."""

from __future__ import annotations

from exact.errors import TooLarge
from exact.mechanisms.parameters import bits_of_power, check_bits, finite_loss, integer, window
from exact.number import Number
from exact.pld import PLD
from exact.reading import ExactInput, LossInput
from exact.writing import shorten

WIDTH_LIMIT = 10_000
"""The largest shift, and the largest distance of a window's end from both centres, that is worked out."""


def geometric(a: LossInput, s: ExactInput) -> PLD:
    """Return the PLD of two-sided geometric noise: ``s + Z`` against ``Z``, Z with mass proportional to ``e^(-a|z|)``.

    The noise has infinitely many outcomes, the PLD has ``s + 1`` atoms: all outcomes from s on have the loss a s, all
    up to 0 the loss -a s, and both tails are summed in closed form.

    Parameters
    ----------
    a
        The decay in nats, > 0 and finite; ``log(2)`` gives rational masses.
    s
        The shift, an integer from 0 to `WIDTH_LIMIT`: by how much the two integers that are released differ.

    Raises
    ------
    OutOfRange
        For a decay or a shift outside its range.
    TooLarge
        For a shift beyond the limit, or masses beyond `exact.mechanisms.parameters.MASS_BITS` bits in all.

    Notes
    -----
    Adjacency: two databases whose integer-valued query differs by s. With ``t = e^a`` the masses (under P, under Q) are
    ``(t, t^(1-s))/(t+1)`` at the loss a s, ``(t-1)/(t+1) (t^(y-s), t^(-y))`` at ``a(2y - s)`` for 0 < y < s, and
    ``(t^(1-s), t)/(t+1)`` at -a s. So ``geometric(a, 1) == rr(a)``, and ``geometric(a, s) <= rr(a*s)``.

    Examples
    --------
    >>> geometric("log(2)", 2)
    table(((2/3, 1/6), (1/6, 1/6), (1/6, 2/3)))

    References
    ----------
    Ghosh, Roughgarden, Sundararajan, *Universally Utility-Maximizing Privacy Mechanisms*, STOC 2009, the geometric
    mechanism (their alpha is ``e^-a``).
    """
    where = "geometric(a, s)"
    decay = finite_loss(where, "decay a", a, positive=True)
    shift = integer(where, "the shift s", s, least=0)
    return _clamped(where, decay.exp(), shift, 0, shift)


def truncated_geometric(a: LossInput, s: ExactInput, low: ExactInput, high: ExactInput) -> PLD:
    """Return the PLD of two-sided geometric noise around s (P) and around 0 (Q), the output clamped to [low, high].

    The mass of a tail moves to its end of the window; nothing is renormalised.

    Parameters
    ----------
    a
        The decay in nats, > 0 and finite.
    s
        The shift, an integer.
    low, high
        The ends of the window, integers with low <= high. It need not hold 0 or s.

    Raises
    ------
    OutOfRange
        For a decay outside its range, a shift or an end that is no integer, or low > high.
    TooLarge
        When a shift, or an end that matters, is more than `WIDTH_LIMIT` away, or the masses are too long.

    Notes
    -----
    Adjacency: two databases whose integer-valued query differs by s, the larger answer in P where s > 0. Clamping is
    post-processing, so ``truncated_geometric(a, s, low, high) <= geometric(a, s)``, with equality when the window holds
    0 and s: outcomes beyond 0 and s have equal losses, and a window's end further out costs nothing.
    ``Pr[Z >= m] = e^(-a m)/(1 + e^-a)`` for m >= 0. Swapped, the pair is ``truncated_geometric(a, s, s-high, s-low)``.

    Examples
    --------
    >>> truncated_geometric("log(2)", 2, 0, 5) == geometric("log(2)", 2)
    True
    >>> truncated_geometric("log(2)", 2, 1, 5)
    table(((2/3, 1/6), (1/3, 5/6)))

    References
    ----------
    Ghosh, Roughgarden, Sundararajan, *Universally Utility-Maximizing Privacy Mechanisms*, STOC 2009, the
    range-restricted geometric mechanism.
    """
    where = "truncated_geometric(a, s, low, high)"
    decay = finite_loss(where, "decay a", a, positive=True)
    shift = integer(where, "the shift s", s)
    bottom, top = window(where, low, high)
    if bottom == top:
        return PLD([(1, 1)])
    # Beyond both centres all outcomes have the same ratio; ends further out than that are brought in.
    left, right = min(0, shift), max(0, shift)
    bottom, top = max(bottom, min(left, top - 1)), min(top, max(right, bottom + 1))
    return _clamped(where, decay.exp(), shift, bottom, top)


def _clamped(where: str, t: Number, s: int, low: int, high: int) -> PLD:
    """Return the PLD of ``s + Z`` against ``Z``, clamped to [low, high], for ``t = e^a``."""
    if s == 0 or low == high:
        return PLD([(1, 1)])
    reach = max(abs(y - c) for y in (low, high) for c in (s, 0))
    if max(reach, abs(s)) > WIDTH_LIMIT:
        found = shorten(str(Number(max(reach, abs(s)))))
        raise TooLarge(f"{where} works with shifts and distances of at most {WIDTH_LIMIT}; one of {found} is beyond the limit")
    check_bits(where, 2 * (high - low + 1) * bits_of_power(t, reach))
    powers = [Number(1)]  # t^-k
    for _ in range(reach):
        powers.append(powers[-1] / t)
    end, middle = t / (t + 1), (t - 1) / (t + 1)

    def tail(m: int) -> Number:
        """Pr[Z >= m]."""
        return end * powers[m] if m >= 0 else 1 - tail(1 - m)

    atoms = [(tail(s - low), tail(-low)), (tail(high - s), tail(high))]
    atoms += [(middle * powers[abs(y - s)], middle * powers[abs(y)]) for y in range(low + 1, high)]
    return PLD(atoms)
