"""Composition of groups of pure-DP mechanisms: n_1 with eps_1, n_2 with eps_2, and so on."""

from __future__ import annotations

from typing import Any

from exact.loss import Loss
from exact.mechanisms.parameters import finite_loss, integer
from exact.mechanisms.randomized_response import rr
from exact.pld import PLD
from exact.reading import ExactInput, LossInput


def read_groups(where: str, words: tuple[Any, ...]) -> list[tuple[int, Loss]]:
    """Return pairs (count, eps) from the words ``n, eps1, m, eps2, ...``.

    Raises
    ------
    TypeError
        For an odd number of words.
    OutOfRange
        For a count that is no integer >= 0, or an eps that is negative or infinite.
    """
    if len(words) % 2:
        raise TypeError(f"{where} takes pairs of a count and an eps: n, eps1, m, eps2, ...; the last count has no eps")
    pairs = zip(words[::2], words[1::2], strict=True)
    return [
        (integer(where, f"count {i + 1}", n, 0), finite_loss(where, f"eps{i + 1}", eps, positive=False)) for i, (n, eps) in enumerate(pairs)
    ]


def heterogeneous(*groups: ExactInput | LossInput) -> PLD:
    """Return the composition of n mechanisms that are eps1-DP, m that are eps2-DP, ...: ``heterogeneous(n, eps1, m, eps2, ...)``.

    It is the greatest PLD of all such compositions, also of adaptive ones: ``n*rr(eps1) + m*rr(eps2) + ...``, kept as these factors.

    Parameters
    ----------
    groups
        Counts, integers >= 0, each followed by its eps: in nats, finite and >= 0. No group at all gives the identity.

    Raises
    ------
    TypeError
        For a count without its eps.
    OutOfRange
        For a count that is no integer >= 0, or a negative or infinite eps.

    Examples
    --------
    >>> heterogeneous(2, "log(3)", 1, "log(2)").delta("log(2)")
    number('7/16')

    References
    ----------
    MULTI, Definition 4 and Theorem 1; J. Murtagh, S. Vadhan, *The Complexity of Computing the Optimal Composition of Differential
    Privacy* (2016). The guarantees that define its region, in closed form: `exact.constraints.heterogeneous_guarantees`.
    """
    factors = [(rr(eps).canonical, n) for n, eps in read_groups("heterogeneous", groups)]
    return PLD.of_atoms(*factors)
