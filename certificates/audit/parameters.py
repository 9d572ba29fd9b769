"""The parameters of mechanisms, checked: floats, integers, fractions and masses, each with its range and its bound."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from fractions import Fraction

from exact.errors import NotADistribution, NotReadable, OutOfRange, TooLarge
from exact.writing import shorten

OUTCOME_LIMIT = 10_000
"""Outcomes of one side of a pair of mass functions."""
DIGIT_LIMIT = 2_000
"""Digits of the numerator and of the denominator of a mass."""

_HEX = re.compile(r"-?0x[0-9a-f](\.[0-9a-f]{1,16})?p[+-]?[0-9]{1,5}", re.ASCII)
_RATIONAL = re.compile(rf"([0-9]{{1,{DIGIT_LIMIT}}})(?:/([1-9][0-9]{{0,{DIGIT_LIMIT - 1}}}))?", re.ASCII)
_OUTCOME = re.compile(r"[ !#-&(-\[\]-~]{1,40}", re.ASCII)

Masses = tuple[tuple[str, Fraction], ...]


def real(kind: str, name: str, value: object, *, least: float, most: float = math.inf) -> float:
    """Return a finite float in [least, most], with 0.0 for -0.0; `OutOfRange` for anything else."""
    if isinstance(value, bool) or not isinstance(value, float):
        raise OutOfRange(f"{name} of {kind} is a float, not {shorten(repr(value))}")
    if not (least <= value <= most) or math.isinf(value):
        ends = f"in [{least:g}, {most:g}]" if most < math.inf else f"finite and at least {least:g}"
        raise OutOfRange(f"{name} of {kind} is {ends}, not {value!r}")
    return abs(value)  # -0.0 is 0.0


def positive(kind: str, name: str, value: object) -> float:
    """Return a positive finite float."""
    found = real(kind, name, value, least=0.0)
    if not found:
        raise OutOfRange(f"{name} of {kind} is positive, not 0")
    return found


def integer(kind: str, name: str, value: object, least: int, most: int) -> int:
    """Return an int in [least, most]; `OutOfRange` for anything else."""
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise OutOfRange(f"{name} of {kind} is an integer from {least} to {most}, not {shorten(str(value))}")
    return value


def masses(side: str, masses: Mapping[str, Fraction | int]) -> Masses:
    """Return a mass function as a tuple; `NotADistribution` unless its masses are at least 0 and add up to exactly 1."""
    if not 0 < len(masses) <= OUTCOME_LIMIT:
        raise OutOfRange(f"{side} of pmfs has 1 to {OUTCOME_LIMIT} outcomes")
    found = []
    for outcome, mass in masses.items():
        if not isinstance(outcome, str) or not _OUTCOME.fullmatch(outcome):
            raise NotReadable(f"an outcome is a text of 1 to 40 printable ASCII characters without quotes, not {shorten(repr(outcome))}")
        if isinstance(mass, bool | float) or not isinstance(mass, int | Fraction):
            raise OutOfRange(f"a mass of pmfs is a Fraction, not a {type(mass).__name__}")
        if max(abs(mass.numerator), mass.denominator) >= 10**DIGIT_LIMIT:
            raise TooLarge(f"a mass of pmfs has at most {DIGIT_LIMIT} digits on either side")
        found.append((outcome, Fraction(mass)))
    if any(mass < 0 for _, mass in found) or sum(mass for _, mass in found) != 1:
        raise NotADistribution(f"the masses of {side} must be at least 0 and add up to 1")
    return tuple(found)


def rational(text: object) -> Fraction:
    """Return the fraction that a text such as "3/4" is; `NotReadable` for anything else."""
    match = _RATIONAL.fullmatch(text) if isinstance(text, str) and len(text) <= 2 * DIGIT_LIMIT + 1 else None
    if match is None:
        raise NotReadable(f'a mass is a fraction such as "3/4", not {shorten(repr(text))}')
    return Fraction(int(match[1]), int(match[2] or 1))


def hexadecimal(kind: str, name: str, text: str) -> float:
    """Return the float that a text such as ``0x1.8p+1`` is; `NotReadable` for anything else, infinities too."""
    if len(text) > 40 or not _HEX.fullmatch(text):
        raise NotReadable(f'{name} of {kind} is a float in hexadecimal, such as "0x1.8p+1", not {shorten(repr(text))}')
    try:
        return float.fromhex(text)
    except OverflowError:
        raise NotReadable(f"{name} of {kind} is beyond the range of floats") from None
