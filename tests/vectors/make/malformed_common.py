"""What the malformed files are changed from, and the changes."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

from make.accept import MINIMAL
from make.numbers import E, exp, quotient, root
from make.plds import (
    RR2,
    Certificate,
    delta,
    file_text,
    not_dominated,
    rr,
    sign,
)

Change = Callable[[Any], Any]
# Every misspelling stands in one place; those named here stand in each place where a number can.
SHORT = {
    "integer",
    "float",
    "true",
    "null",
    "nan",
    "minus-zero",
    "plus",
    "leading-zero",
    "over-one",
    "not-lowest",
    "zero-below",
    "empty",
    "space-after",
    "newline-after",
    "underscore",
    "point",
    "power",
    "hex-small",
    "decimal-large",
    "arabic-digit",
    "decimal-4400-digits",
    "inf",
    "minus-below",
}
GOOD = file_text(MINIMAL)
DELTA = delta(RR2, "1", value="1/3")
ROOTS = not_dominated(rr(exp("1/2") * root(2, "1/2") * root(3, "1/3")), RR2, "1")
QUOTIENT = delta(rr(E), "1", upper=quotient(E, E))


def changed(base: Certificate, change: Change) -> str:
    """Return the file of a changed certificate, signed after the change."""
    certificate = copy.deepcopy(base)
    change(certificate)
    return file_text(sign(certificate))


def set_at(*path: Any) -> Change:
    """Return the change that puts the last argument at the path of the others."""
    *keys, last, value = path

    def change(certificate: Any) -> None:
        for key in keys:
            certificate = certificate[key]
        certificate[last] = value

    return change


def drop(*path: Any) -> Change:
    """Return the change that removes what stands at the path."""
    *keys, last = path

    def change(certificate: Any) -> None:
        for key in keys:
            certificate = certificate[key]
        del certificate[last]

    return change


def put(text: str, old: str, new: str) -> str:
    """Replace the first occurrence, which must be there."""
    if old not in text:
        raise ValueError(f"{old!r} is not in the text")
    return text.replace(old, new, 1)
