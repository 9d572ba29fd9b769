"""How sharp the universal bound C_k is: an ideal game that approaches it, and its ratio to the bound.

In the **ideal separated game** of k rounds the first query has outcomes of so different likelihood ratios that what follows one of them is
invisible after all smaller ones. With ``0 = u_0 < u_1 < ... < u_N = 1`` the probabilities of the outcomes 1, ..., i (of largest ratio first) a budget
of value d at x then leaves min(1, d/u_i) for k - 1 rounds after outcome i:

    V_1(d) = d,     V_k(d) = sum over i of (u_i - u_{i-1}) V_{k-1}(min(1, d/u_i)) = E[min(1, d/U)],

U the product of k - 1 independent levels. It is a lower sum of the integral that gives C_k, so ``V_k <= C_k``, with equality in the limit of fine
levels. `exact.filters.separated_family` makes queries with which the natural filter comes as near to V_k as one likes, so C_k is the best bound
of its kind for every k and d: no smaller function of ``d = h_B(x)`` bounds ``h_cost(x)`` for all finite families and all (eps, delta) budgets.

Nothing of this is in RES.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise, product
from math import lcm

from exact import decimals
from exact.errors import OutOfRange, TooLarge
from exact.filters.universal_bound import universal_bound_lower, universal_bound_upper
from exact.number import Number
from exact.reading import ExactInput, number
from exact.writing import shorten

WORK_LIMIT = 3_000_000
"""The largest number of products of levels that are formed for an ideal game."""

LEVEL_LIMIT = 2_000
"""The largest number of geometric levels."""

Levels = int | Sequence[ExactInput]


def separated_game(d: ExactInput, rounds: int, levels: Levels) -> Number:
    """Return the value ``V_k(d)`` of the ideal separated game, exactly.

    Parameters
    ----------
    d
        The value of the budget, a probability.
    rounds
        The number of rounds k >= 1.
    levels
        N >= 1 for N equiprobable outcomes, or the rational levels u_1 < ... < u_N = 1.

    Raises
    ------
    OutOfRange
        For a parameter outside its range.
    TooLarge
        When too many products of k - 1 levels have to be formed.

    Examples
    --------
    >>> separated_game("1/10", 2, 20).decimal(12)
    '0.309773965714'
    """
    value, steps = number(d), read_levels(levels)
    if value.sign() < 0 or value > 1:
        raise OutOfRange(f"d must lie in [0, 1], not {shorten(str(value))}")
    if not isinstance(rounds, int) or isinstance(rounds, bool) or rounds < 1:
        raise OutOfRange(f"rounds must be an integer >= 1, not {rounds!r}")
    scale = lcm(*(u.denominator for _, u in steps))
    rows = [(int(p * scale), int(u * scale)) for p, u in steps]
    weights = {1: 1}  # V_k(d) = E[min(1, d/U)], U the product of k - 1 levels; all over powers of the scale
    work = 0
    for _ in range(rounds - 1):
        work += len(weights) * len(rows)
        if work > WORK_LIMIT:
            raise TooLarge(f"the ideal game of {rounds} rounds needs more than {WORK_LIMIT} products of levels, which is the limit")
        found: dict[int, int] = {}
        for (u, w), (p, level) in product(weights.items(), rows):
            found[u * level] = found.get(u * level, 0) + w * p
        weights = found
    whole = scale ** (rounds - 1)
    limit = value * whole
    products = sorted(weights)
    cut = bisect_right(products, limit)
    below = sum(weights[u] for u in products[:cut])
    above = _sum_of_fractions([Fraction(weights[u], u) for u in products[cut:]])
    return Fraction(below, whole) + value * above


def _sum_of_fractions(values: list[Fraction]) -> Fraction:
    """Return the sum, by halves, so that the fractions become long late."""
    if len(values) < 2:
        return values[0] if values else Fraction(0)
    middle = len(values) // 2
    return _sum_of_fractions(values[:middle]) + _sum_of_fractions(values[middle:])


def geometric_levels(d: ExactInput, ratio: ExactInput) -> tuple[Fraction, ...]:
    """Return the levels d, d r, d r^2, ..., as far as they lie below 1, and 1: good ones for small d, where equiprobable outcomes are far from C_k.

    Parameters
    ----------
    d
        A rational number, 0 < d < 1.
    ratio
        A rational number r > 1; the nearer to 1, the nearer the ideal game comes to the bound.

    Examples
    --------
    >>> [str(u) for u in geometric_levels("1/10", 3)]
    ['1/10', '3/10', '9/10', '1']
    """
    first, step = number(d).as_fraction(), number(ratio).as_fraction()
    if first is None or not 0 < first < 1:
        raise OutOfRange(f"geometric levels need a rational d between 0 and 1, not {shorten(str(number(d)))}")
    if step is None or step <= 1:
        raise OutOfRange(f"geometric levels need a rational ratio > 1, not {shorten(str(number(ratio)))}")
    found = [first]
    while found[-1] * step < 1:
        if len(found) == LEVEL_LIMIT:
            raise TooLarge(f"there are more than {LEVEL_LIMIT} levels; a larger ratio has fewer")
        found.append(found[-1] * step)
    return (*found, Fraction(1))


def sharpness_bounds(d: ExactInput, rounds: int, levels: Levels, digits: int = 10) -> tuple[str, str]:
    """Return decimals ``(lower, upper)`` of N significant digits around ``V_k(d)/C_k(d)``, at most 1: how near the ideal game comes to the bound.

    Parameters
    ----------
    d
        The value of the budget, a probability > 0.
    rounds, levels
        As `separated_game`.
    digits
        N.

    Examples
    --------
    >>> sharpness_bounds("1/10", 3, 60, 6)
    ('0.981149', '0.98115')
    """
    if not number(d).sign():
        raise OutOfRange("the ratio to the bound needs d > 0, since C_k(0) = 0")
    value = separated_game(d, rounds, levels)
    lower = value.lower(digits + 5) / Fraction(universal_bound_upper(d, rounds, digits + 5))
    upper = value.upper(digits + 5) / Fraction(universal_bound_lower(d, rounds, digits + 5))
    return decimals.bounds(number(lower), digits)[0], min(decimals.bounds(number(upper), digits)[1], "1", key=Fraction)


def read_levels(levels: Levels) -> list[tuple[Fraction, Fraction]]:
    """Return ``(u_i - u_{i-1}, u_i)`` for N equiprobable outcomes or given rational levels; `OutOfRange` for bad ones."""
    if isinstance(levels, int) and not isinstance(levels, bool):
        if levels < 1:
            raise OutOfRange(f"the number of outcomes must be at least 1, not {levels}")
        found = [Fraction(i, levels) for i in range(1, levels + 1)]
    elif isinstance(levels, Sequence) and not isinstance(levels, str):
        values = [number(u).as_fraction() for u in levels]
        found = [u for u in values if u is not None]
        if len(found) < len(values):
            raise OutOfRange("levels must be rational")
    else:
        raise TypeError(f"levels are an integer or a sequence of numbers, not {type(levels).__name__}")
    steps = [(b - a, b) for a, b in pairwise([Fraction(0), *found])]
    if not steps or steps[-1][1] != 1 or any(p <= 0 for p, _ in steps):
        raise OutOfRange("levels strictly increase from above 0 to 1")
    return steps
