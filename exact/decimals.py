r"""Decimals with a stated direction: floors, enclosures with N significant digits, correct rounding.

Every function takes a `Real`: something that knows whether it is rational and otherwise can be enclosed to any
precision. An irrational value lies strictly between two neighbouring decimals, so a precision that tells its floor
always exists; rational values are done in integers. The texts match ``-?[0-9]+(\.[0-9]+)?(e[+-]?[0-9]+)?``.
"""

from __future__ import annotations

from contextlib import suppress
from fractions import Fraction
from typing import Protocol

from exact import engine
from exact.errors import OutOfRange, TooLarge

DIGIT_LIMIT = 10_000
PLAIN_FROM, PLAIN_TO = -7, 21
"""Powers of ten of the leading digit between which a decimal is written without an exponent."""


PATIENCE_BITS = 1 << 11
"""The precision, in bits, from which it is asked whether a value is rational when this takes long work."""


class Real(Protocol):
    """A real number with an exact rational value or enclosures of any precision."""

    def as_fraction(self) -> Fraction | None:
        """Return the value where it is rational, else None."""

    def rational_at_hand(self) -> Fraction | None:
        """Return the value where it is known to be rational without long work, else None."""

    def enclosure(self, bits: int) -> engine.Enclosure:
        """Return integers ``lo, hi, s`` with ``lo 2^s <= value <= hi 2^s`` and relative width at most about 2^-bits."""


def leading_digits(value: Real, digits: int) -> tuple[int, bool, int]:
    """Return ``(n, exact, power)`` with n the floor of ``value / 10^power``, and power such that n has this many digits.

    Exact tells whether value is ``n * 10^power``. Zero gives ``(0, True, 0)``; the floor of a negative value may have one digit more.
    """
    rational = value.rational_at_hand()
    if rational is not None:
        return _of_quotient(rational.numerator, rational.denominator, digits)
    for extra in engine.precisions():
        if extra == 2 * PATIENCE_BITS:
            with suppress(TooLarge):  # then more bits may still tell
                rational = value.as_fraction()
            if rational is not None:
                return _of_quotient(rational.numerator, rational.denominator, digits)
        lo, hi, s = value.enclosure(4 * digits + extra)
        low, high = (_of_quotient(n << max(s, 0), 1 << max(-s, 0), digits) for n in (lo, hi))
        if low[0] == high[0] and low[2] == high[2] and (lo == hi or not low[1]):  # else it may be this very decimal
            return low[0], lo == hi and low[1], low[2]
    raise AssertionError("unreachable")  # pragma: no cover


def _of_quotient(n: int, d: int, digits: int) -> tuple[int, bool, int]:
    if n == 0:
        return 0, True, 0
    power = (n.bit_length() - d.bit_length() - 1) * 30103 // 100000 - digits  # at most one too small
    size = abs(n)
    while size * _ten(-power) >= _ten(digits) * d * _ten(power):
        power += 1
    low, rest = divmod(n * _ten(-power), d * _ten(power))
    return low, rest == 0, power


def _ten(power: int) -> int:
    """Return 10^power, 1 for a negative power."""
    return int(10**power) if power > 0 else 1


def bounds(value: Real, digits: int) -> tuple[str, str]:
    """Return decimals ``(lower, upper)`` of at most `digits` significant digits with ``lower <= value <= upper``.

    They are equal when the value is such a decimal, else they differ by one unit of the last digit, so by at most
    ``10^(1-digits) abs(value)``.
    """
    check_digits(digits)
    low, exact, power = leading_digits(value, digits)
    return decimal_text(low, power), decimal_text(low if exact else low + 1, power)


def bound_fractions(value: Real, digits: int) -> tuple[Fraction, Fraction]:
    """Return the two decimals of `bounds` as fractions."""
    check_digits(digits)
    low, exact, power = leading_digits(value, digits)
    unit = Fraction(10) ** power
    return low * unit, (low if exact else low + 1) * unit


def rounded(value: Real, digits: int) -> str:
    """Return the decimal of `digits` significant digits nearest to the value (ties, possible for rationals only, to the
    even digit).
    """
    check_digits(digits)
    rational = value.rational_at_hand()
    if rational is None:
        tenths, exact, power = leading_digits(value, digits + 1)
        if not exact:
            return decimal_text((tenths + 5) // 10, power + 1)
        rational = tenths * Fraction(10) ** power
    _, _, power = leading_digits(value, digits)
    return decimal_text(round(rational / Fraction(10) ** power), power)


def check_digits(digits: int) -> None:
    """Raise `OutOfRange` unless 1 <= digits <= `DIGIT_LIMIT`."""
    if not isinstance(digits, int) or isinstance(digits, bool) or not 1 <= digits <= DIGIT_LIMIT:
        shown = f", not {digits}" if isinstance(digits, int) and abs(digits) < 10**18 else ""
        raise OutOfRange(f"digits must be an integer from 1 to {DIGIT_LIMIT}{shown}")


def decimal_text(n: int, power: int) -> str:
    """Return the decimal ``n * 10^power`` as text, without trailing zeros after the point."""
    if n == 0:
        return "0"
    minus, digits = ("-", engine.integer_text(-n)) if n < 0 else ("", engine.integer_text(n))
    lead = len(digits) - 1 + power
    digits = digits.rstrip("0")
    if PLAIN_FROM <= lead < PLAIN_TO:
        if lead < 0:
            return f"{minus}0.{'0' * (-lead - 1)}{digits}"
        whole, part = digits[: lead + 1].ljust(lead + 1, "0"), digits[lead + 1 :]
        return f"{minus}{whole}.{part}" if part else minus + whole
    tail = f".{digits[1:]}" if len(digits) > 1 else ""
    return f"{minus}{digits[0]}{tail}e{lead}"
