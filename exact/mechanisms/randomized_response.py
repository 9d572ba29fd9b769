"""Randomized response over k values."""

from __future__ import annotations

from exact.errors import OutOfRange
from exact.number import Number
from exact.pld import PLD
from exact.reading import LossInput, loss, number
from exact.writing import shorten


def rr(eps: LossInput, k: int | Number = 2) -> PLD:
    """Return the PLD of k-ary randomized response, for two different true values.

    The truth is reported with probability ``e^eps/(e^eps + k - 1)``, each other value with ``1/(e^eps + k - 1)``.

    Parameters
    ----------
    eps
        The privacy parameter in nats, >= 0 and finite: a rational, a log, or an expression.
    k
        The number of values, an integer >= 2.

    Raises
    ------
    OutOfRange
        For a negative or infinite eps, or k < 2.

    Examples
    --------
    >>> rr("log(2)")
    table(((2/3, 1/3), (1/3, 2/3)))
    >>> rr(1).delta(0)
    number('(exp(1) - 1)/(exp(1) + 1)')

    References
    ----------
    S. L. Warner, *Randomized response* (1965); P. Kairouz, K. Bonawitz, D. Ramage, *Discrete distribution estimation under
    local privacy* (2016), for k values.
    """
    e = loss(eps)
    if e.is_infinite or e.sign() < 0:
        raise OutOfRange(f"rr(eps) needs a finite eps >= 0, not {e}")
    values = number(k).as_fraction()
    if values is None or values.denominator != 1 or values < 2:
        raise OutOfRange(f"rr(eps, k) needs an integer k >= 2, not {shorten(str(k))}")
    t = e.exp()
    other = (t + (values - 1)).reciprocal()
    truth = t * other
    atoms = [(truth, other), (other, truth)]
    if values > 2:
        rest = other * (values - 2)
        atoms.append((rest, rest))
    return PLD(atoms)
