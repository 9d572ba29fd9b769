"""The constants of the repair theorem: what the natural filter with budget ``R_{eps,delta}`` costs at most, over all symmetric queries.

RES Theorem 9: for 0 < delta < 1/2, k rounds and any symmetric queries the natural filter with budget ``R_{eps,delta}`` costs at most
``R_{chi (eps + 1), chi delta}``. Its proof goes through an additive filter with the constants below, and Algorithm 4, which answers for the filter
with ``b*_i`` randomized responses at ``e_i`` and fails with probability at most ``4 n delta``.

Two facts that the proof states about these constants are false, and `RepairConstants` has both versions:

* ``e_1 <= eps/k``: true is ``eps/k < e_1 <= 2 eps/k``.
* "``rr(e_i)`` repeated ``b*_i`` times is ``(2 c (9 eps + 2), 32 c delta)``-DP", c = ceil(ln 1/delta). True is
  ``(2 c (64 eps + 16), 224 c delta)``, since ``7 rr(e) >= rr(2 e)``: with ``l*_i = 8 m``, ``8 (m - 1) rr(e_i) <= 56 (m - 1) rr(e_{i-1})``, which
  is ``(56 eps, 112 delta)``-DP, and the 8 left over cost at most ``8 (eps + 2)``.

References
----------
RES: *Privacy Filters are Captured by Residues*, sections 7.2 and 7.3, Theorems 9, 14 and 15.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from exact.errors import OutOfRange
from exact.loss import Loss, inf
from exact.mechanisms.randomized_response import rr
from exact.number import Number
from exact.reading import ExactInput, LossInput, loss, number
from exact.writing import shorten


@dataclass(frozen=True, slots=True)
class RepairConstants:
    """The constants of the repair theorem for a budget ``R_{eps,delta}`` and k rounds.

    Attributes
    ----------
    eps, delta, rounds
        The budget (nats, probability) and k.
    n
        ``1 + ceil(log2(k (eps + 2)/eps))``, the number of intervals of the grid.
    log_ceiling
        ``c = ceil(ln 1/delta)``.
    grid
        ``e_0 = 0``, ``e_i = (eps + 2)/2^(n-1-i)``, ``e_n = inf``.
    repeats
        For 1 < i < n the largest m with ``h(e^eps) <= 2 delta`` for ``rr(e_{i-1})`` repeated m - 1 times.
    l
        The budgets l* of the additive filter: k, then 8 times `repeats`, then 4 delta.
    b
        The sample budgets b* of Algorithm 4: ``2 c l*_i``, and 0 for i = n.
    displayed_eps, displayed_delta, displayed_chi
        The guarantee that the proof displays, ``2 n c (9 eps + 2)`` and ``(32 c + 4) n delta``, and a chi for which it would give Theorem 9,
        ``36 n c``. **Not proved**: they rest on the false statement about ``rr(e_i)``.
    repaired_eps, repaired_delta
        The guarantee that the repaired proof gives, see `repaired_guarantee`.
    chi
        ``228 n c``, with which Theorem 9 holds.
    """

    eps: Loss
    delta: Number
    rounds: int
    n: int
    log_ceiling: int
    grid: tuple[Loss, ...]
    repeats: tuple[int, ...]
    l: tuple[Number, ...]  # noqa: E741 - the name of the paper
    b: tuple[Number, ...]
    displayed_eps: Loss
    displayed_delta: Number
    displayed_chi: int
    repaired_eps: Loss
    repaired_delta: Number
    chi: int


def repair_constants(eps: LossInput, delta: ExactInput, rounds: int) -> RepairConstants:
    """Return the constants of the repair theorem, all decided exactly, as displayed and as repaired.

    Parameters
    ----------
    eps
        The epsilon of the budget, in nats, positive and finite; rational, or such that its rational multiples are losses (as ``log(2)``).
    delta
        The delta of the budget, 0 < delta < 1/2.
    rounds
        The number of rounds k >= 1.

    Raises
    ------
    OutOfRange
        For a parameter outside its range.
    Unsupported
        When ``(eps + 2)/2^j`` is no exact loss.
    TooLarge
        When k/eps is so large that a count of randomized responses is beyond the limit of compositions.

    Notes
    -----
    The curve of a repeated randomized response is taken without multiplying it out; a count is found by doubling and bisection, as the curve
    increases with it.

    Examples
    --------
    >>> found = repair_constants(1, "1/100", 8)
    >>> [str(e) for e in found.grid], [str(l) for l in found.l]
    (['0', '3/16', '3/8', '3/4', '3/2', '3', 'inf'], ['8', '88', '24', '16', '8', '1/25'])
    >>> found.n, found.log_ceiling, found.chi
    (6, 5, 6840)

    References
    ----------
    RES sections 7.2 (Setting of Parameters) and 7.3 (the b*), Theorem 9.
    """
    e, d, n, c = _checked(eps, delta, rounds)
    finite = [(e + 2) / 2 ** (n - 1 - i) for i in range(1, n)]
    repeats = tuple(_repeats(level, e, 2 * d) for level in finite[:-1])
    budgets = (Number(rounds), *(Number(8 * m) for m in repeats), 4 * d)
    repaired_eps, repaired_delta = repaired_guarantee(e, d, rounds)
    return RepairConstants(
        eps=e,
        delta=d,
        rounds=rounds,
        n=n,
        log_ceiling=c,
        grid=(Loss(Number(1)), *finite, inf),
        repeats=repeats,
        l=budgets,
        b=(*(2 * c * budget for budget in budgets[:-1]), Number(0)),
        displayed_eps=2 * n * c * (9 * e + 2),
        displayed_delta=(32 * c + 4) * n * d,
        displayed_chi=36 * n * c,
        repaired_eps=repaired_eps,
        repaired_delta=repaired_delta,
        chi=228 * n * c,
    )


def repaired_guarantee(eps: LossInput, delta: ExactInput, rounds: int) -> tuple[Loss, Number]:
    """Return ``(eps', delta')`` such that the natural filter with budget ``R_{eps,delta}`` costs at most ``R_{eps',delta'}`` in k rounds.

    The queries are symmetric. It is what the repaired proof gives: the sum over i < n of what ``b*_i`` randomized responses cost, ``4 c eps`` for
    i = 1 and ``(2 c (64 eps + 16), 224 c delta)`` else, and ``4 n delta`` for a failure; never worse than ``(chi (eps + 1), chi delta)``. A
    delta' >= 1 says nothing.

    Parameters and errors are those of `repair_constants`, except that k/eps may be large.

    Examples
    --------
    >>> repaired_guarantee(1, "1e-6", 64)
    (loss('15736'), number('5497/250000'))

    References
    ----------
    RES Theorem 9, with Theorem 15 and Algorithm 4.
    """
    e, d, n, c = _checked(eps, delta, rounds)
    middle = n - 2  # the intervals 1 < i < n
    return 2 * c * (2 * e + middle * (64 * e + 16)), (224 * c * middle + 4 * n) * d


def _checked(eps: LossInput, delta: ExactInput, rounds: int) -> tuple[Loss, Number, int, int]:
    """Return eps, delta, n and c, all checked."""
    e, d = loss(eps), number(delta)
    if e.is_infinite or e.sign() <= 0:
        raise OutOfRange(f"the repair theorem needs a finite eps > 0, not {shorten(str(e))}")
    if d.sign() <= 0 or d >= Fraction(1, 2):
        raise OutOfRange(f"the repair theorem needs 0 < delta < 1/2, not {shorten(str(d))}")
    if not isinstance(rounds, int) or isinstance(rounds, bool) or rounds < 1:
        raise OutOfRange(f"rounds must be an integer >= 1, not {rounds!r}")
    start = rounds.bit_length() - 1  # k/2^j >= 1 before, where k (eps + 2)/2^j > eps
    n = 1 + start + _least(lambda j: Fraction(rounds, 2 ** (start + j)) * (e + 2) <= e)
    return e, d, n, _least(lambda j: loss(j).exp() * d >= 1)


def _repeats(level: Loss, eps: Loss, limit: Number) -> int:
    """Return the largest m with ``h(e^eps) <= limit < 1`` for `rr(level)` repeated m - 1 times, level > 0."""
    response = rr(level)
    return _least(lambda times: (times * response).delta(eps) > limit)


def _least(holds: Callable[[int], bool]) -> int:
    """Return the least integer >= 0 for which a monotone condition holds (it must hold from somewhere on): doubling, then bisection."""
    if holds(0):
        return 0
    low, high = 0, 1
    while not holds(high):
        low, high = high, 2 * high
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if holds(middle) else (middle, high)
    return high
