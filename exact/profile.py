"""The privacy profile as a table: delta at many epsilons, exactly, in both directions."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from exact import composed_curve
from exact.loss import Loss, inf
from exact.number import Number
from exact.pld import PLD
from exact.reading import LossInput, loss


@dataclass(frozen=True, slots=True)
class ProfilePoint:
    """A point of a privacy profile.

    Attributes
    ----------
    eps
        Epsilon in nats; +-inf is possible.
    x
        ``e^eps``; 0 for -inf, None for +inf.
    delta
        ``delta(eps)``, P over Q.
    reverse
        ``delta(eps)``, Q over P. A guarantee of a mechanism needs both.
    """

    eps: Loss
    x: Number | None
    delta: Number
    reverse: Number


def privacy_profile(a: PLD, eps: Iterable[LossInput] | None = None) -> tuple[ProfilePoint, ...]:
    """Return delta, P over Q and Q over P, at these epsilons, or at all where one of both directions bends and at inf.

    Parameters
    ----------
    a
        The PLD.
    eps
        Epsilons in nats, of any sign, also +-inf; the points come in their order. None for those of the knots, increasing, and
        inf: between them either delta is a straight line in ``e^eps``, so these points are the whole profile.

    Examples
    --------
    >>> from exact import approx
    >>> [(str(point.eps), str(point.delta)) for point in privacy_profile(approx("log(2)", "1/4"))]
    [('log(1/2)', '5/8'), ('log(2)', '1/4'), ('inf', '1/4')]
    """
    if not isinstance(a, PLD):
        raise TypeError(f"a PLD is wanted, not {type(a).__name__} (pld(...) reads a text)")
    reverse = a.dual()
    if eps is None and not composed_curve.is_binomial(a.factors):
        for side in (a, reverse):
            side.canonical.tails()  # at the knots all of them are needed
    losses = [*map(Loss, _bends(a, reverse)), inf] if eps is None else [loss(e) for e in eps]
    return tuple(_point(a, reverse, e) for e in losses)


def _bends(a: PLD, reverse: PLD) -> list[Number]:
    """Return the knots of both, increasing."""
    out: list[Number] = []
    for x in sorted([*a.knots, *reverse.knots]):
        if not out or x != out[-1]:
            out.append(x)
    return out


def _point(a: PLD, reverse: PLD, e: Loss) -> ProfilePoint:
    if e.is_infinite:
        if e.sign() < 0:
            return ProfilePoint(e, Number(0), Number(1), Number(1))
        return ProfilePoint(e, None, a.p_infinite, reverse.p_infinite)
    x = e.exp()
    return ProfilePoint(e, x, a.hockey_stick(x), reverse.hockey_stick(x))
