"""Texts of exact values in verdicts: the exact text where it is short, and decimals with a direction."""

from __future__ import annotations

from fractions import Fraction

from certificates.audit.quantity import Exact
from exact.loss import Loss
from exact.number import Number
from exact.reading import number
from exact.writing import rational_text

LONGEST = 2_000
"""Characters of exact texts; longer ones are left out, and their decimals stay."""
AMOUNT = 80
"""Characters of exact amounts by which something is missed."""
DIGITS = 30
FACTOR_DIGITS = 8


def number_text(value: Number) -> str:
    """Return the exact text of a number where it is short, else a decimal, correctly rounded."""
    if value.text_size() <= 4 * LONGEST and len(text := str(value)) <= LONGEST:
        return text
    return value.decimal(DIGITS)


def short_text(value: Number) -> str:
    """Return the exact text of an amount where it is at most `AMOUNT` characters long, else a decimal rounded towards 0."""
    if value.text_size() <= 4 * AMOUNT and len(text := str(value)) <= AMOUNT:
        return text
    lower, upper = value.bounds(DIGITS)
    return lower if value.sign() > 0 else upper


def is_short(value: Number | Loss) -> bool:
    """Return whether a value has a short exact text, without writing a long one."""
    if isinstance(value, Loss):
        return value.is_infinite or (value.exp().text_size() <= 4 * LONGEST and len(str(value)) <= LONGEST)
    return value.text_size() <= 4 * LONGEST and len(str(value)) <= LONGEST


def exact_fields(name: str, there: Exact) -> dict[str, str]:
    """Return the fields of an exact value: its text, where it is short, with a decimal, and the enclosure."""
    fields: dict[str, str] = {}
    if there.value is not None:
        if is_short(there.value):
            fields[name] = str(there.value)
        fields[f"{name}_decimal"] = there.value.decimal(DIGITS)
    elif there.log_of is not None:
        m, n = there.log_of
        if is_short(m):
            fields[name] = f"log({m})/{n}"
    return fields | {"lower": there.lower, "upper": there.upper}


def bounds_of(there: Exact) -> tuple[Fraction, Fraction]:
    """Return the enclosure of a finite exact value."""
    return Fraction(there.lower), Fraction(there.upper)


def decimal_down(value: Fraction) -> str:
    """Return a rational exactly where its text is short, else a decimal that is at most as large."""
    text = rational_text(value)
    return text if len(text) <= AMOUNT and len(text) < DIGITS else number(value).bounds(DIGITS)[0]
