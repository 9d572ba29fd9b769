"""The canonical (eps, delta) mechanism, and the two ends of the order."""

from __future__ import annotations

from exact.errors import OutOfRange
from exact.number import Number
from exact.pld import PLD
from exact.reading import ExactInput, LossInput, loss, number
from exact.writing import shorten


def identity() -> PLD:
    """Return the PLD of a mechanism that says nothing: no loss. The least PLD and the unit of composition."""
    return PLD([(1, 1)])


def total_leak() -> PLD:
    """Return the PLD of a mechanism that says everything: P and Q never share an outcome. The greatest PLD."""
    return PLD([(1, 0), (0, 1)])


def approx(eps: LossInput, delta: ExactInput) -> PLD:
    """Return ``R_{eps,delta}``: total leak with probability delta, else randomized response with eps.

    It is the greatest PLD among those with ``delta(eps) <= delta`` in both directions (Kairouz, Oh, Viswanath 2015).

    Parameters
    ----------
    eps
        In nats, >= 0 and finite.
    delta
        A probability; 1 gives the total leak.

    Raises
    ------
    OutOfRange
        For a negative or infinite eps, or a delta outside [0, 1].

    Examples
    --------
    >>> approx(0, "1/4")
    table(((1/4, 0), (3/4, 3/4), (0, 1/4)))

    References
    ----------
    P. Kairouz, S. Oh, P. Viswanath, *The composition theorem for differential privacy* (2015).
    """
    e, d = loss(eps), number(delta)
    if e.is_infinite or e.sign() < 0:
        raise OutOfRange(f"approx(eps, delta) needs a finite eps >= 0, not {e}")
    if d.sign() < 0 or d > 1:
        raise OutOfRange(f"approx(eps, delta) needs a delta in [0, 1], not {shorten(str(d))}")
    t = e.exp()
    small = (1 - d) / (t + 1)
    large = t * small
    return PLD([(d, Number(0)), (large, small), (small, large), (Number(0), d)])
