r"""The greatest PLD under several (eps, delta) constraints, each in both directions: total leak, else a mixture of randomized responses.

Constraints ``(eps_i, delta_i)`` with ``x_i = e^eps_i >= 1`` ask for ``h(x_i) <= delta_i`` of a PLD and of its dual. Their **meet** is the
greatest PLD with all of them (the intersection of the testing regions). Its curve on x >= 1 is the greatest convex non-increasing one below
the points ``(x_i, delta_i)`` and their mirror images ``(1/x_i, 1 - 1/x_i + delta_i/x_i)``: the curve of a dual is
``h_dual(x) = 1 - x + x h(1/x)``, which maps lines to lines and keeps above and below, so that the minorant of points and mirror images is
symmetric. A constraint is **active** where it is a corner of this minorant, else **redundant**: the others imply it.

Let ``x_1 > ... > x_n`` be the active points, ``s_i = (delta_{i+1} - delta_i)/(x_i - x_{i+1})`` the fall between neighbours, and
``s_n = (1 - delta_n)/(1 + x_n)`` that from the mirror image of the last point to it. Then, for x >= 1,

    h(x) = delta_1 + sum_i w_i max(0, x_i - x)/(1 + x_i),    w_1 = (1 + x_1) s_1,  w_i = (1 + x_i)(s_i - s_{i-1}),

which is the curve of the total leak with probability delta_1 (the **leak**), else ``rr(eps_i)`` with weight w_i. All weights are positive,
and ``delta_1 + w_1 + ... + w_n = 1``. The atoms are ``q_i = s_i - s_{i-1}``, ``p_i = x_i q_i``, and their mirror images; the crossings of
trade-off curves, and so the determinants in the denominators of `exact.infimum`, are not needed.

References
----------
MULTI: C. Cadir, S. Najib, Y. Shkel, *Composition Theorems for Multiple Differential Privacy Constraints* (2026), Definition 3 and Theorem 2.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import reduce
from itertools import pairwise
from math import lcm, prod
from typing import Any, NamedTuple

from exact.denominators import Product, common_multiple
from exact.errors import OutOfRange, TooLarge
from exact.loss import Loss
from exact.mechanisms.approximate_dp import total_leak
from exact.mechanisms.polygons import side
from exact.number import Number
from exact.pld import PLD
from exact.reading import ExactInput, LossInput, loss, number
from exact.writing import shorten

SIZE_LIMIT = 500_000
"""The largest number of terms of all masses of a meet, as a bound tells, before `TooLarge` is raised: some seven seconds."""


class Constraint(NamedTuple):
    """``delta(eps) <= delta`` in both directions: eps in nats, finite and >= 0, delta a probability."""

    eps: Loss
    delta: Number

    @property
    def x(self) -> Number:
        """The likelihood ratio ``e^eps``."""
        return self.eps.exp()

    def __str__(self) -> str:
        return f"({self.eps}, {self.delta})"


def read_constraints(where: str, pairs: Iterable[Any]) -> tuple[Constraint, ...]:
    """Return constraints from pairs ``(eps, delta)``, at least one.

    Raises
    ------
    OutOfRange
        For no constraint, an eps that is negative or infinite, or a delta outside [0, 1]; the message says which one.
    TypeError
        For what is no pair.
    """
    found = []
    for i, pair in enumerate(pairs):
        if not isinstance(pair, tuple | list) or len(pair) != 2:
            raise TypeError(f"{where} takes pairs (eps, delta), and number {i + 1} is none")
        e, d = loss(pair[0]), number(pair[1])
        if e.is_infinite or e.sign() < 0:
            raise OutOfRange(f"{where} needs a finite eps >= 0, and that of constraint {i + 1} is {shorten(str(e))}")
        if d.sign() < 0 or d > 1:
            raise OutOfRange(f"{where} needs a delta in [0, 1], and that of constraint {i + 1} is {shorten(str(d))}")
        found.append(Constraint(e, d))
    if not found:
        raise OutOfRange(f"{where} needs at least one constraint (eps, delta)")
    return tuple(found)


def active_constraints(constraints: Sequence[Constraint]) -> list[int]:
    """Return the places of the active constraints, by decreasing eps; none where every delta is 1.

    A constraint that touches the minorant without being a corner is redundant; of equal ones the first is active.
    """
    points = [(c.x, c.delta) for c in constraints]
    hull: list[int] = []
    for i in sorted(range(len(points)), key=lambda i: points[i]):
        x, d = points[i]
        if hull and (points[hull[-1]][0] == x or d >= points[hull[-1]][1]):
            continue  # a smaller eps has this delta already
        while len(hull) > 1 and side(points[hull[-2]], points[hull[-1]], (x, d)) >= 0:
            hull.pop()
        hull.append(i)
    hull.reverse()
    while hull and _is_beyond_mirror(points, hull):
        hull.pop()
    return hull


def _is_beyond_mirror(points: Sequence[tuple[Number, Number]], hull: Sequence[int]) -> bool:
    """Return whether the last point lies on or above the line from its mirror image to the point before it: ``s_{n-1} >= s_n``."""
    x, d = points[hull[-1]]
    if len(hull) == 1:
        return d == 1
    before, low = points[hull[-2]]
    return (d - low) * (1 + x) >= (1 - d) * (before - x)


def falls(active: Sequence[Constraint]) -> list[Number]:
    """Return ``s_1, ..., s_n`` of active constraints by decreasing eps."""
    inner = [(low.delta - high.delta) / (high.x - low.x) for high, low in pairwise(active)]
    return inner + [(1 - c.delta) / (1 + c.x) for c in active[-1:]]


def differences(values: Sequence[Number]) -> list[Number]:
    """Return ``s_1, s_2 - s_1, ..., s_n - s_{n-1}``."""
    return [*values[:1], *(b - a for a, b in pairwise(values))]


def meet_of_active(active: Sequence[Constraint]) -> PLD:
    """Return the meet of active constraints, given by decreasing eps; the total leak for none."""
    if not active:
        return total_leak()
    leak = active[0].delta
    rows = [(leak, Number(0)), (Number(0), leak)]
    steps = differences(falls(active))
    _check_size([*steps, leak])
    for c, q in zip(active, steps, strict=True):
        p = c.x * q
        rows += [(p, q), (q, p)]
    return PLD(rows)


def _check_size(masses: Sequence[Number]) -> None:
    """Raise `TooLarge` where a common denominator would be too long: it has a factor for each pair of neighbouring constraints, and the
    product of n sums has up to 2^n terms, unless the exponents of e lie on one grid.
    """
    den = reduce(common_multiple, (mass.denominator for mass in masses), Product())
    terms = prod(len(factor.terms) ** k for factor, k in den.factors.items())
    exponents = [e for factor in den.factors for e in factor.terms]
    if not any(radicals for _, _, radicals in exponents):
        unit = lcm(*(d for _, d, _ in exponents))
        spans = [[n * (unit // d) for n, d, _ in factor.terms] for factor in den.factors]
        terms = min(terms, 1 + sum(k * (max(span) - min(span)) for span, k in zip(spans, den.factors.values(), strict=True)))
    if 2 * len(masses) * terms > SIZE_LIMIT:
        raise TooLarge(
            f"the masses of {len(masses) - 1} constraints would have {terms} terms each; fewer constraints, or epsilons on one grid, may help"
        )


def multi_dp(*constraints: tuple[LossInput, ExactInput]) -> PLD:
    """Return the greatest PLD with all these guarantees in both directions: ``multi_dp((eps1, delta1), ..., (epsn, deltan))``.

    Parameters
    ----------
    constraints
        Pairs ``(eps, delta)``: eps in nats, finite and >= 0; delta a probability. At least one; those that follow from the others change
        nothing. ``(0, eta)`` bounds the total variation by eta.

    Raises
    ------
    OutOfRange
        For no constraint, a negative or infinite eps, or a delta outside [0, 1].
    TooLarge
        For more than some dozen active constraints whose epsilons are not on one grid of rational numbers, nor all logs of rational ones.

    Notes
    -----
    It is ``approx(eps1, delta1) & ... & approx(epsn, deltan)``, worked out as total leak and a mixture of randomized responses; which
    constraints are active, and the weights, are in `exact.constraints.constraints`.

    Examples
    --------
    >>> multi_dp(("log(4)", 0), ("log(2)", "1/10"))
    table(((1/5, 1/20), (1/2, 1/4), (1/4, 1/2), (1/20, 1/5)))
    >>> from exact import approx
    >>> multi_dp((1, 0), ("1/2", "1/50")) == approx(1, 0) & approx("1/2", "1/50")
    True

    References
    ----------
    MULTI, Definition 3.
    """
    read = read_constraints("multi_dp", constraints)
    return meet_of_active([read[i] for i in active_constraints(read)])
