"""Names in pictures: expressions of simple PLDs, and the sums of queries that a filter lets through."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from exact.errors import TooLarge
from exact.loss import Loss
from exact.mechanisms.approximate_dp import approx, identity
from exact.number import Number
from exact.pld import PLD
from exact.writing import shorten

NAME_LENGTH = 44
"""Characters of an expression in a picture."""
KEY_NAMES = 8
"""Queries whose expressions are listed; more are only counted."""

_SUBSCRIPTS = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")


def letter(index: int) -> str:
    """Return the name of the query with this index, counted from 0: ``L₁`` is the first."""
    return "L" + str(index + 1).translate(_SUBSCRIPTS)


def composition_name(indices: Sequence[int]) -> str:
    """Return the name of a multiset of queries, as ``2 L₁ + L₂``.

    Examples
    --------
    >>> composition_name([0, 0, 1]), composition_name([0, 0, 0, 0, 2]), composition_name([])
    ('2 L₁ + L₂', '4 L₁ + L₃', 'no query')
    """
    if not indices:
        return "no query"
    runs = [(letter(i), len(list(run))) for i, run in groupby(indices)]
    return " + ".join(name if count == 1 else f"{count} {name}" for name, count in runs)


def expression_of(value: PLD) -> str:
    """Return an expression of an (eps, delta)-mechanism, and of any other PLD the number of its atoms.

    Examples
    --------
    >>> from exact import pld
    >>> [expression_of(pld(text)) for text in ("approx(1, 0)", "table(((1/4, 0), (3/4, 3/4), (0, 1/4)))", "2*rr(1)")]
    ['rr(1)', 'approx(0, 1/4)', 'a PLD of 3 atoms']
    """
    atoms = value.canonical
    count = len(atoms.finite) + bool(atoms.p_infinite) + bool(atoms.q_infinite)
    if len(atoms.finite) <= 2:
        eps = Loss(atoms.ratio(len(atoms.finite) - 1)) if atoms.finite else Loss(Number(1))
        text = _approximate(value, max(eps, -eps), atoms.number(atoms.p_infinite))
        if text is not None:
            return text
    return f"a PLD of {count} atom{'' if count == 1 else 's'}"


def _approximate(value: PLD, eps: Loss, delta: Number) -> str | None:
    try:
        if approx(eps, delta) != value:
            return None
    except TooLarge:
        return None
    if delta == 1:
        return "total_leak()"
    if delta:
        return f"approx({eps}, {delta})"
    return "identity()" if value == identity() else f"rr({eps})"


def key_of(names: Sequence[str], indices: Sequence[int] | None = None) -> list[str]:
    """Return what the letters of the queries (or of those with these indices) stand for, one text each; of very many the first only."""
    wanted = range(len(names)) if indices is None else indices
    shown = [f"{letter(i)} = {shorten(names[i], NAME_LENGTH)}" for i in wanted[:KEY_NAMES]]
    more = len(wanted) - len(shown)
    return [*shown, f"and {more} more quer{'y' if more == 1 else 'ies'}"] if more > 0 else shown
