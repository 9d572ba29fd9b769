"""The k-fold composition of mechanisms that satisfy several constraints, by three routes that give one PLD.

| route | what it does |
|---|---|
| ``"power"`` | k times the meet, by `exact.composition` |
| ``"mixture"`` | the multinomial mixture of heterogeneous compositions (MULTI Theorem 2, for any number of constraints) |
| ``"closed"`` | all atoms by counting (MULTI Theorem 3, for any number of constraints): `exact.constraints.counts` |
| ``"fastest"`` | ``"closed"`` at once where masses are rational and ratios no powers of one number; else the composition is kept as it is (below) |

Kept as it is, a composition answers delta and epsilon as any other does (`exact.composed_curve`), in milliseconds and to any number of
digits; only its atoms, where they are asked for, are counted, or, where their losses lie on a coarse grid, read off a power of one polynomial
(`exact.constraints.grid_fold`). Measured on one processor
(`benchmarks/constraints.py`, ``python -m benchmarks --only constraints``): for 20 rounds of (log 3, 0) and (log 2, 1/12), 441 atoms, counting
takes 4 ms, the power 8 ms, the mixture 18 ms; for 200 rounds, 40,401 atoms, counting takes a second, and the power is refused. Of (3/10, 0)
and (1/7, 1/50), 20 rounds, ten deltas of 50 digits take 15 ms, and all atoms, with masses of hundreds of terms, 40 ms; 40 rounds take a second,
where a product of polynomials is refused. 200 rounds of (3/10, 0) and (3/20, 1/50), on one grid of losses, take 0.2 s for ten deltas and 3 s
for all 801 atoms.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from math import comb

from exact.atoms import Atoms
from exact.composed_curve import count_bound, is_binomial
from exact.constraints.constraint_set import ConstraintSet, check_set
from exact.constraints.counts import fold
from exact.constraints.grid_fold import fold_on_grid, is_within_limits, polynomial
from exact.constraints.log_grid import points_of_one_grid
from exact.errors import OutOfRange, TooLarge
from exact.mechanisms.approximate_dp import identity, total_leak
from exact.mechanisms.heterogeneous_composition import heterogeneous
from exact.mechanisms.operations import mixture
from exact.mechanisms.parameters import integer
from exact.number import Number
from exact.pld import PLD
from exact.reading import ExactInput
from exact.writing import shorten

ROUTES = ("fastest", "power", "mixture", "closed")
"""The routes of `composed`."""
PART_LIMIT = 10_000
"""The largest number of heterogeneous compositions in a mixture before `TooLarge` is raised."""


class Composed(PLD):
    """The k-fold composition of a symmetric PLD; in every respect a `PLD`, its atoms worked out by counting where that is less work."""

    __slots__ = ()

    @property
    def canonical(self) -> Atoms:
        """The canonical atoms, as of any `PLD`."""
        if self._atoms is None and len(self.factors) == 1:
            self._atoms = _folded(*self.factors[0])
        return super().canonical

    def dual(self) -> PLD:
        """Return the PLD itself, which is symmetric."""
        return self


def _folded(a: Atoms, k: int) -> Atoms | None:
    """Return the atoms of a symmetric PLD, composed; None where `exact.composition` is the way."""
    if k == 1:
        return a
    if _is_counted(a, k):
        return fold(a, k)
    if is_binomial([(a, k)]) or a.is_rational:
        return None
    found = polynomial(a)
    if found is not None and is_within_limits(found[0], k):
        return fold_on_grid(a, *found, k)
    with contextlib.suppress(TooLarge):  # then there may be another way
        return fold(a, k)
    return None


def _is_counted(a: Atoms, k: int) -> bool:
    """Return whether counting is less work than multiplying: not for two atoms, nor where far more outcomes than losses occur."""
    pairs = len(a.finite) // 2
    losses = min(count_bound([(a, k)]), points_of_one_grid(a, k))
    return not is_binomial([(a, k)]) and 4 * losses > comb(k + 2 * pairs - 1, k)


def composed(given: ConstraintSet, k: ExactInput, *, route: str = "fastest") -> PLD:
    """Return the greatest PLD of k adaptively composed mechanisms that each satisfy all these constraints.

    Parameters
    ----------
    given
        Constraints, see `exact.constraints.constraints`.
    k
        The number of rounds, an integer >= 0; the identity for 0.
    route
        One of `ROUTES`; see the module. All give the same PLD.

    Returns
    -------
    PLD
        Symmetric; kept as its factors or worked out, as the route has it.

    Raises
    ------
    TypeError
        For constraints that are no `ConstraintSet`, and for a k that is no exact number, such as a float.
    OutOfRange
        For a k that is no integer >= 0, or an unknown route.
    TooLarge
        When the route is too much work (``"power"`` and ``"fastest"`` raise it when atoms are asked for, not here).

    Examples
    --------
    >>> from exact.constraints import constraints
    >>> both = constraints(("log(4)", 0), ("log(2)", "1/10"))
    >>> composed(both, 20).delta("log(8)")
    number('11219735099235181341713/12800000000000000000000')
    >>> composed(both, 5, route="mixture") == composed(both, 5, route="closed") == 5 * both.pld()
    True

    References
    ----------
    MULTI Theorems 2 and 3, and its closing conjecture.
    """
    check_set("composed", given)
    if not isinstance(route, str) or route not in ROUTES:
        said = repr(shorten(route)) if isinstance(route, str) else f"of type {type(route).__name__}"
        raise OutOfRange(f"unknown route {said}; known are {', '.join(ROUTES)}")
    rounds = integer("composed", "k", k, 0)
    meet = given.pld()
    if rounds == 0:
        return identity()
    if route == "mixture":
        return mixture(*mixture_parts(given, rounds))
    if route == "closed":
        return PLD.of_atoms((fold(meet.canonical, rounds), 1))
    return meet.self_compose(rounds) if route == "power" else _fastest(meet.canonical, rounds)


def _fastest(meet: Atoms, k: int) -> PLD:
    if k > 1 and meet.is_rational and _is_counted(meet, k):
        with contextlib.suppress(TooLarge):  # what is not multiplied out may still be queried
            return PLD.of_atoms((fold(meet, k), 1))
    return Composed.of_atoms((meet, k))


def mixture_weights(given: ConstraintSet, k: ExactInput) -> Iterator[tuple[tuple[int, ...], Number]]:
    """Return, for each way ``(i_1, ..., i_n)`` to share k rounds among the active constraints, its probability given that nothing leaks:
    ``multinomial(k; i_1, ..., i_n) prod alpha_j^i_j``.

    Parameters
    ----------
    given
        Constraints, see `exact.constraints.constraints`.
    k
        The number of rounds, an integer >= 0.

    Returns
    -------
    iterator of pairs
        The counts, n integers >= 0 that add up to k, and the probability; nothing at all where no constraint is active.

    Raises
    ------
    TypeError
        For constraints that are no `ConstraintSet`, and for a k that is no exact number, such as a float.
    OutOfRange
        For a k that is no integer >= 0.
    TooLarge
        Beyond `PART_LIMIT` ways.

    Examples
    --------
    >>> from exact.constraints import constraints
    >>> both = constraints(("log(4)", 0), ("log(2)", "1/10"))
    >>> [(counts, str(weight)) for counts, weight in mixture_weights(both, 2)]
    [((0, 2), '9/16'), ((1, 1), '3/8'), ((2, 0), '1/16')]

    References
    ----------
    MULTI Theorem 2, for any number of constraints.
    """
    check_set("mixture_weights", given)
    rounds = integer("mixture_weights", "k", k, 0)
    _check_parts(given, rounds)
    return _weights(given, rounds)


def _check_parts(given: ConstraintSet, k: int) -> None:
    parts = comb(k + len(given.active) - 1, k) if given.active else 0
    if parts > PART_LIMIT:
        raise TooLarge(f"a mixture of {shorten(str(Number(parts)))} heterogeneous compositions is beyond the limit of {PART_LIMIT}")


def _weights(given: ConstraintSet, k: int) -> Iterator[tuple[tuple[int, ...], Number]]:
    if len(given.active) == 1:  # any k: the one alpha is 1
        yield (k,), Number(1)
        return
    powers = [[alpha**i for i in range(k + 1)] for alpha in given.alphas]

    def shares(j: int, left: int) -> Iterator[tuple[tuple[int, ...], Number]]:
        if j == len(powers) - 1:
            yield (left,), powers[j][left]
            return
        for i in range(left + 1):
            for rest, weight in shares(j + 1, left - i):
                yield (i, *rest), comb(left, i) * powers[j][i] * weight

    if powers:
        yield from shares(0, k)


def mixture_parts(given: ConstraintSet, k: ExactInput) -> tuple[tuple[Number, PLD], ...]:
    """Return the mixture of MULTI Theorem 2, for any number of constraints, as pairs (weight, PLD): the total leak where there is a leak, and
    the heterogeneous compositions of k rounds, each kept as its factors.

    Parameters
    ----------
    given
        Constraints, see `exact.constraints.constraints`.
    k
        The number of rounds, an integer >= 1.

    Returns
    -------
    tuple of pairs (Number, PLD)
        The weights are positive and add up to 1.

    Raises
    ------
    TypeError
        For constraints that are no `ConstraintSet`, and for a k that is no exact number, such as a float.
    OutOfRange
        For a k that is no integer >= 1.
    TooLarge
        Beyond `PART_LIMIT` parts, or more rounds than a composition may have.

    Examples
    --------
    >>> from exact import mixture
    >>> from exact.constraints import constraints
    >>> both = constraints(("log(4)", 0), ("log(2)", "1/10"))
    >>> [str(w) for w, _ in mixture_parts(both, 2)]
    ['9/16', '3/8', '1/16']
    >>> mixture(*mixture_parts(both, 2)) == 2 * both.pld()
    True

    References
    ----------
    MULTI Theorem 2, and its closing conjecture.
    """
    check_set("mixture_parts", given)
    rounds = integer("mixture_parts", "k", k, 1)
    if not given.active:
        return ((Number(1), total_leak()),)
    _check_parts(given, rounds)
    alive = (1 - given.leak) ** rounds
    rows = [(1 - alive, total_leak())] if given.leak else []
    for counts, weight in mixture_weights(given, rounds):
        words = [word for n, c in zip(counts, given.active, strict=True) for word in (Number(n), c.eps)]
        rows.append((alive * weight, heterogeneous(*words)))
    return tuple(rows)
