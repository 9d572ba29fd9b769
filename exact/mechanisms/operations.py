"""Mixtures with a public coin, and duals."""

from __future__ import annotations

from exact import composition
from exact.errors import NotADistribution
from exact.number import Number
from exact.pld import PLD
from exact.reading import ExactInput, number
from exact.writing import shorten


def mixture(*parts: tuple[ExactInput, PLD]) -> PLD:
    """Return the mixture with a public coin: ``mixture((w1, A1), (w2, A2), ...)``.

    Parameters
    ----------
    parts
        Pairs (weight, PLD); weights >= 0 that add up to exactly 1, else `NotADistribution`.

    Examples
    --------
    >>> from exact import approx, identity, total_leak
    >>> mixture(("1/4", total_leak()), ("3/4", identity())) == approx(0, "1/4")
    True
    """
    pairs: list[tuple[Number, PLD]] = []
    for part in parts:
        if not isinstance(part, tuple | list) or len(part) != 2 or not isinstance(part[1], PLD):
            raise TypeError("mixture takes pairs (weight, PLD)")
        pairs.append((number(part[0]), part[1]))
    for w, _ in pairs:
        if w.sign() < 0:
            raise NotADistribution(f"the weight {shorten(str(w))} of a mixture is negative")
    total = sum((w for w, _ in pairs), Number(0))
    if total != 1:
        raise NotADistribution(f"the weights of a mixture add up to {shorten(str(total))}, not to 1")
    return PLD.of_atoms((composition.mixture([(w, a.canonical) for w, a in pairs]), 1))


def dual(a: PLD) -> PLD:
    """Return the PLD of the pair (Q, P): the other direction of the guarantee; TypeError for what is no PLD."""
    if not isinstance(a, PLD):
        raise TypeError(f"dual takes a PLD, not {type(a).__name__}")
    return a.dual()
