"""Integers: factors, decimal digits of any length, common divisors."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import gcd

from flint import fmpz

from exact.errors import TooLarge

TRIAL_BITS = 16
COFACTOR_BITS = 100


def factor(n: int) -> dict[int, int]:
    """Factor a positive integer into primes below 2^64, with bounded effort.

    Small primes are divided out; what is left is factored when it has at most `COFACTOR_BITS` bits or is a power of
    something that has. Raises `TooLarge` otherwise.
    """
    return dict(_factor(n))


@lru_cache(maxsize=1 << 10)
def _factor(n: int) -> tuple[tuple[int, int], ...]:
    out: dict[int, int] = {}
    rest = fmpz(n)
    for p, k in rest.factor_smooth(TRIAL_BITS):
        if p.is_prime() and int(p) < 1 << TRIAL_BITS:
            out[int(p)] = out.get(int(p), 0) + k
            rest //= p**k
    bits = int(rest).bit_length()
    power = 1
    if bits > COFACTOR_BITS and rest.is_perfect_power():
        for k in range(bits // TRIAL_BITS, 1, -1):
            root = rest.root(k)
            if root**k == rest:
                rest, power = root, k
                break
    if int(rest).bit_length() > COFACTOR_BITS:
        raise TooLarge(
            f"an integer of {n.bit_length()} bits could not be factored with the effort allowed (fractional powers need its primes)"
        )
    for p, k in rest.factor() if rest != 1 else ():
        if int(p) >= 1 << 64:
            raise TooLarge(f"a fractional power needs the prime {int(p)}, and primes beyond 2^64 are not supported")
        out[int(p)] = out.get(int(p), 0) + k * power
    return tuple(out.items())


def integer_text(n: int) -> str:
    """Return the decimal digits of an integer of any length."""
    return str(n) if n.bit_length() <= 13_000 else str(fmpz(n))


def integer_from_digits(text: str) -> int:
    """Read ASCII decimal digits of any length."""
    return int(text) if len(text) <= 4000 else int(fmpz(text))


def content(values: Sequence[int]) -> int:
    """Return the greatest common divisor of integers."""
    return gcd(*values)
