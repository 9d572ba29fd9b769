"""Discretisation of a PLD on a grid of losses: mixtures of randomized responses below and above it.

On a grid ``0 = e_0 < e_1 < ... < e_n = inf`` a PLD L has the **discretised privacy loss profile**
``p_i = Pr[e_{i-1} <= |Z| < e_i]``, Z the loss under P, the last interval with inf. The mixture of ``rr(e_i)`` with weights p_i is the **upper**
discretisation, that of ``rr(e_{i-1})`` the **lower** one, where ``rr(0) = Id`` and ``rr(inf)`` is the total leak. For symmetric L

    lower <= L <= upper        (Theorems 12 and 11 of RES),

and both are symmetric. For other L each of the two may fail. Whether a loss lies in an interval is decided by its likelihood ratio, exactly.

References
----------
RES: *Privacy Filters are Captured by Residues*, section 7.1, Definition of the discretized privacy loss profile, Theorems 11 and 12.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from exact.atoms import Atoms, first_index
from exact.comparison import find_witness
from exact.errors import OutOfRange, Refuted
from exact.hockey_stick import count_above
from exact.loss import Loss
from exact.mechanisms.approximate_dp import identity, total_leak
from exact.mechanisms.operations import mixture
from exact.mechanisms.randomized_response import rr
from exact.number import Number
from exact.pld import PLD
from exact.reading import LossInput, loss
from exact.writing import shorten


@dataclass(frozen=True, slots=True)
class Discretisation:
    """The discretisation of a PLD on a grid.

    Attributes
    ----------
    grid
        The losses e_0, ..., e_n (nats).
    weights
        The profile p_1, ..., p_n: probabilities that add up to 1.
    lower, upper
        The mixtures of randomized responses at e_{i-1} and at e_i. That they lie below and above is proved for symmetric PLDs only.
    """

    grid: tuple[Loss, ...]
    weights: tuple[Number, ...]
    lower: PLD
    upper: PLD


def read_grid(grid: Sequence[LossInput]) -> tuple[Loss, ...]:
    """Return a grid of losses, read: it begins with 0, strictly increases, and ends with inf.

    Parameters
    ----------
    grid
        At least two losses (nats).

    Raises
    ------
    OutOfRange
        When it is no such grid.
    """
    if isinstance(grid, str):
        raise TypeError("a grid is a sequence of losses, not one text")
    losses = tuple(loss(e) for e in grid)
    if len(losses) < 2 or losses[0].sign() or not (losses[-1].is_infinite and losses[-1].sign() > 0):
        found = f"is {shorten(', '.join(map(str, losses)))}" if losses else "is empty"
        raise OutOfRange(f"a grid of losses begins with 0 and ends with inf; this one {found}")
    for i, (a, b) in enumerate(pairwise(losses)):
        if a >= b:
            raise OutOfRange(
                f"a grid of losses strictly increases, but e_{i} = {shorten(str(a))} is followed by e_{i + 1} = {shorten(str(b))}"
            )
    return losses


def loss_profile(pld: PLD, grid: Sequence[LossInput]) -> tuple[Number, ...]:
    """Return the discretised privacy loss profile ``p_i = Pr[e_{i-1} <= |Z| < e_i]``, i = 1..n, of any PLD (Z under P).

    Parameters
    ----------
    pld
        The PLD L.
    grid
        Losses (nats), see `read_grid`.

    Notes
    -----
    ``|Z| < e`` iff the ratio lies strictly between e^-e and e^e: one bisection of the sorted atoms for each end. A composition is multiplied out.

    Examples
    --------
    >>> from exact import rr
    >>> [str(p) for p in loss_profile(3 * rr("log(2)"), [0, "log(2)", "log(4)", "inf"])]
    ['0', '2/3', '1/3']

    References
    ----------
    RES section 7.1, ``disc``.
    """
    if not isinstance(pld, PLD):
        raise TypeError(f"a discretisation takes a PLD, not {type(pld).__name__}")
    return _profile(pld.canonical, read_grid(grid))


def _profile(a: Atoms, grid: tuple[Loss, ...]) -> tuple[Number, ...]:
    at_least = [Number(1), *(_mass_at_least(a, e.exp()) for e in grid[1:-1]), Number(0)]
    return tuple(high - low for high, low in pairwise(at_least))


def _mass_at_least(a: Atoms, t: Number) -> Number:
    """Return ``Pr[|Z| >= ln t]`` under P for t > 1: the atoms of ratio >= t, and those of ratio <= 1/t."""
    outside, _ = a.tail(first_index(len(a.finite), lambda i: a.ratio(i).compare(t) < 0))
    inside, _ = a.tail(count_above(a, t.reciprocal()))
    return 1 - a.number(inside) + a.number(outside)


def discretisation(pld: PLD, grid: Sequence[LossInput]) -> Discretisation:
    """Return the discretisation of any PLD on a grid: its profile, and the lower and the upper mixture of randomized responses.

    Parameters
    ----------
    pld
        The PLD L. For an asymmetric one the mixtures need not lie below and above; `sandwich` refuses it.
    grid
        Losses (nats) ``0 = e_0 < e_1 < ... < e_n = inf``.

    Raises
    ------
    OutOfRange
        When the grid does not begin with 0, strictly increase, and end with inf.

    Examples
    --------
    >>> from exact import rr
    >>> found = discretisation(3 * rr("log(2)"), [0, "log(2)", "log(4)", "inf"])
    >>> [str(p) for p in found.weights]
    ['0', '2/3', '1/3']
    >>> found.upper
    table(((1/3, 0), (8/15, 2/15), (2/15, 8/15), (0, 1/3)))

    References
    ----------
    RES section 7.1, ``RR_{p,e}`` and its optimistic version.
    """
    losses = read_grid(grid)
    weights = loss_profile(pld, losses)
    responses = [identity(), *(rr(e) for e in losses[1:-1]), total_leak()]
    return Discretisation(
        losses,
        weights,
        mixture(*zip(weights, responses[:-1], strict=True)),
        mixture(*zip(weights, responses[1:], strict=True)),
    )


def sandwich(pld: PLD, grid: Sequence[LossInput]) -> Discretisation:
    """Return the discretisation of a symmetric PLD, with ``lower <= pld <= upper`` verified exactly.

    Parameters
    ----------
    pld
        The PLD L, equal to its dual.
    grid
        Losses (nats) ``0 = e_0 < e_1 < ... < e_n = inf``.

    Raises
    ------
    OutOfRange
        When the PLD is not symmetric, with an x at which the curves of the pair and of its dual differ; or for a bad grid.
    Refuted
        When an order fails, which the theorems exclude.

    Examples
    --------
    >>> from exact import approx, rr
    >>> found = sandwich(2 * rr("log(3)") + approx(0, "1/10"), [0, 1, 2, "inf"])
    >>> found.lower <= 2 * rr("log(3)") + approx(0, "1/10") <= found.upper
    True

    References
    ----------
    RES Theorems 11 and 12.
    """
    found = discretisation(pld, grid)
    require_symmetric(pld, "a sandwich needs a symmetric PLD")
    for what, a, b in (("lower <= pld", found.lower, pld), ("pld <= upper", pld, found.upper)):
        y = find_witness(a, b)
        if y is not None:  # pragma: no cover - Theorems 11 and 12
            raise Refuted(f"{what} fails at x = {shorten(str(y))}")
    return found


def require_symmetric(pld: PLD, why: str) -> None:
    """Raise `OutOfRange` unless the PLD equals its dual; the message begins with `why` and names an x at which the two curves differ."""
    other = pld.dual()
    x = find_witness(pld, other)
    if x is None:
        x = find_witness(other, pld)
    if x is not None:
        h, h_other = pld.hockey_stick(x), other.hockey_stick(x)
        raise OutOfRange(
            f"{why}, but at x = {shorten(str(x))} the curve of this one is {shorten(str(h))} and that of its dual {shorten(str(h_other))}"
        )
