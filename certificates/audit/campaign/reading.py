"""Floats of a campaign file: TOML has them as decimals, and the database as hexadecimal texts."""

from __future__ import annotations

import math

from certificates.tomlfile import kind_of
from exact.errors import NotReadable, OutOfRange
from exact.writing import shorten


def read_float(given: object, where: str, *, infinite: bool = False) -> float:
    """Return a float of a campaign file: a number, or the text of a hexadecimal float; +inf only where that is allowed."""
    if isinstance(given, str) and len(given) <= 40:
        try:
            value = float.fromhex(given)
        except (ValueError, OverflowError):
            raise NotReadable(f"{where}: {shorten(given)!r} is no float in hexadecimal") from None
    elif (isinstance(given, int | float) and not isinstance(given, bool) and abs(given) <= 2**53) or isinstance(given, float):
        value = float(given)
    else:
        raise NotReadable(f"{where} must hold floats, not {kind_of(given) if not isinstance(given, int) else 'an integer beyond 2^53'}")
    if math.isnan(value) or (math.isinf(value) and not (infinite and value > 0)):
        raise OutOfRange(f"{where} must hold {'numbers or inf' if infinite else 'finite numbers'}, not {value}")
    return value
