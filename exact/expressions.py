"""PLD expressions: the constructors by name, with ``+``, ``k *``, ``&`` and ``|``, as in ``2*rr(1/2) + approx(0,
1e-5)``.
"""

from __future__ import annotations

from typing import Any

from exact import mechanisms
from exact.errors import NotReadable
from exact.pld import PLD
from exact.reader import read
from exact.reading import NAMES
from exact.writing import shorten

CONSTRUCTORS: dict[str, Any] = {name: getattr(mechanisms, name) for name in mechanisms.__all__}
"""The names of the constructors that an expression may use."""


def pld(text: str | PLD) -> PLD:
    """Return the PLD that an expression stands for.

    Raises
    ------
    NotReadable
        When the text is no PLD expression, with the place.
    ExactError
        What the constructors raise: `NotADistribution`, `OutOfRange`, `TooLarge`, `Unsupported`.

    Examples
    --------
    >>> pld("rr(log(2)) + approx(0, 1/4)") == pld("approx(log(2), 1/4)")
    True
    """
    if isinstance(text, PLD):
        return text
    if not isinstance(text, str):
        raise TypeError(f"a PLD expression is a text, not {type(text).__name__}")
    value = read(text, {**NAMES, **CONSTRUCTORS})
    if not isinstance(value, PLD):
        raise NotReadable(f"{shorten(text)!r} is no PLD: a constructor such as rr(1) is wanted")
    return value
