"""Poisson subsampling."""

from __future__ import annotations

from exact import composition
from exact.errors import OutOfRange
from exact.pld import PLD
from exact.reading import ExactInput, number
from exact.writing import shorten


def subsample(a: PLD, q: ExactInput) -> PLD:
    """Return the PLD of the pair ``((1-q) Q + q P, Q)``: Poisson sampling at rate q, the record removed in Q.

    The other direction is ``dual(subsample(dual(A), q))`` when the adjacency is reversed, or `dual` of the whole for
    swapped roles.

    Parameters
    ----------
    a
        The PLD of the mechanism on the sample.
    q
        The sampling rate, a probability.

    Raises
    ------
    OutOfRange
        For a rate outside [0, 1].
    TooLarge
        When a composition A is too large to be multiplied out.

    References
    ----------
    B. Balle, G. Barthe, M. Gaboardi, *Privacy amplification by subsampling* (2018); Y. Zhu, J. Dong, Y.-X. Wang, *Optimal
    accounting of differential privacy via characteristic function* (2022), for the pairs that dominate.
    """
    if not isinstance(a, PLD):
        raise TypeError(f"subsample takes a PLD, not {type(a).__name__}")
    rate = number(q)
    if rate.sign() < 0 or rate > 1:
        raise OutOfRange(f"subsample(A, q) needs a rate q in [0, 1], not {shorten(str(rate))}")
    return PLD.of_atoms((composition.subsample(a.canonical, rate), 1))
