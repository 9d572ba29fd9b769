"""How two PLDs relate in the Blackwell order, with witnesses."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from exact import blackwell
from exact.number import Number
from exact.pld import PLD


@dataclass(frozen=True, slots=True)
class Witness:
    """A point x with the values ``a = h_A(x)`` and ``b = h_B(x)``."""

    x: Number
    a: Number
    b: Number


@dataclass(frozen=True, slots=True)
class Comparison:
    """The relation of A to B: "below", "above", "equal" or "incomparable", with its witnesses (a > b first where there
    are two).
    """

    verdict: str
    witnesses: tuple[Witness, ...]


def find_witness(a: PLD, b: PLD) -> Number | None:
    """Return the least x at which ``h_A(x) - h_B(x)`` is largest, when that is positive; None iff ``A <= B``.

    Examples
    --------
    >>> from exact import rr
    >>> find_witness(rr(2), 2 * rr(1))
    number('1')
    """
    _check_plds(a, b)
    return blackwell.find_witness(a.canonical, b.canonical)


def compare(a: PLD, b: PLD) -> Comparison:
    """Return how A relates to B in the Blackwell order, with a witness for every inequality that is strict.

    Examples
    --------
    >>> from exact import approx, rr
    >>> compare(rr("log(2)"), approx(0, "1/4")).verdict
    'incomparable'
    """
    _check_plds(a, b)
    points = [x for x in (find_witness(a, b), find_witness(b, a)) if x is not None]
    witnesses = tuple(Witness(x, a.hockey_stick(x), b.hockey_stick(x)) for x in points)
    if len(witnesses) == 2:
        return Comparison("incomparable", witnesses)
    if not witnesses:
        return Comparison("equal", ())
    return Comparison("above" if witnesses[0].a > witnesses[0].b else "below", witnesses)


def _check_plds(*values: PLD) -> None:
    for value in values:
        if not isinstance(value, PLD):
            raise TypeError(f"a PLD is wanted, not {type(value).__name__} (pld(...) reads a text)")


def join_all(plds: Sequence[PLD]) -> PLD:
    """Return the sup of one PLD or more."""
    first, *rest = plds
    for other in rest:
        first = first.join(other)
    return first
