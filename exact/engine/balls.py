"""Balls: sums and quotients of ``c e^r prod p^a`` enclosed at a stated precision.

Inside the engine a ball is the engine's own type. What callers get are integers: a sign, or an **enclosure**, a triple ``(lo, hi, s)`` that says
``lo * 2^s <= value <= hi * 2^s``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import lru_cache
from threading import RLock
from typing import Any

from flint import arb, ctx, fmpq

from exact.errors import TooLarge
from exact.exponent import Exponent

Terms = Mapping[Exponent, int]
Enclosure = tuple[int, int, int]
Quotient = tuple[Terms, int, Sequence[tuple[Terms, int]]]
"""``num / (content * prod factor^power)``."""

BIT_LIMIT = 1 << 16
"""The largest precision, in bits, at which a sign or a digit is sought before `TooLarge` is raised."""

START_BITS = 64
"""The precision, in bits, at which every decision starts."""

_lock = RLock()


@contextmanager
def precision(bits: int) -> Iterator[None]:
    """Set the working precision, for one thread at a time, and put the old one back."""
    with _lock:
        before = ctx.prec
        ctx.prec = bits
        try:
            yield
        finally:
            ctx.prec = before


def precisions() -> Iterator[int]:
    """Yield 64, 128, 256, ... bits up to `BIT_LIMIT`, then raise `TooLarge`."""
    bits = START_BITS
    while bits <= BIT_LIMIT:
        yield bits
        bits *= 2
    raise TooLarge(
        f"a comparison was still open at {BIT_LIMIT} bits of precision: two values that differ, but by less than that"
    )


@lru_cache(maxsize=1 << 14)
def _monomial(e: Exponent, bits: int) -> Any:  # noqa: ARG001 - the precision is part of the key of the cache
    """Ball of ``e^r prod p^a``; the working precision is already set to `bits`."""
    n, d, radicals = e
    ball = arb(fmpq(n, d)).exp() if n else arb(1)
    for p, a, b in radicals:
        ball *= (arb(p).log() * a / b).exp()
    return ball


def ball_of(terms: Terms, bits: int) -> Any:
    """Return the ball of a sum; the working precision is already set to `bits`."""
    total = arb(0)
    for e, c in terms.items():
        n, _, radicals = e
        total += _monomial(e, bits) * c if n or radicals else arb(c)
    return total


def quotient_ball(num: Terms, den: int, factors: Sequence[tuple[Terms, int]], bits: int) -> Any:
    """Return the ball of ``num / (den * prod factor^power)``."""
    ball = ball_of(num, bits)
    for terms, power in factors:
        ball /= ball_of(terms, bits) ** power
    return ball / den if den != 1 else ball


def enclosure(ball: Any) -> Enclosure:
    """Return the outward endpoints of a finite ball."""
    lo, s = (int(v) for v in ball.lower().man_exp())
    hi, t = (int(v) for v in ball.upper().man_exp())
    m = min(s, t)
    return lo << (s - m), hi << (t - m), m


def sum_sign(terms: Terms, bits: int) -> int:
    """Return 1 or -1 where the sign of a sum is proved at this precision, else 0 (which says nothing)."""
    with precision(bits):
        ball = ball_of(terms, bits)
        return 1 if ball > 0 else -1 if ball < 0 else 0


def enclose(num: Terms, den: int, factors: Sequence[tuple[Terms, int]], bits: int) -> Enclosure | None:
    """Enclose ``num / (den * prod factor^power)``; None if a factor's ball still contains zero or the numerator's sign
    is open.
    """
    with precision(bits):
        ball = quotient_ball(num, den, factors, bits)
        return enclosure(ball) if ball.is_finite() and (ball > 0 or ball < 0) else None


def enclose_log(num: Terms, den: int, factors: Sequence[tuple[Terms, int]], bits: int) -> Enclosure | None:
    """Enclose the natural logarithm of a positive quotient, as `enclose`."""
    with precision(bits):
        ball = quotient_ball(num, den, factors, bits).log()
        return enclosure(ball) if ball.is_finite() else None


def fixed(ball: Any, scale: int) -> tuple[int, int] | None:
    """Return integers around ``2^scale`` times a ball; None for one that is not finite."""
    if not ball.is_finite():
        return None
    lo, s = (int(v) for v in ball.lower().man_exp())
    hi, t = (int(v) for v in ball.upper().man_exp())
    s, t = s + scale, t + scale
    return (lo << s if s >= 0 else lo >> -s), (hi << t if t >= 0 else -(-hi >> -t))


def log_fixed(value: Quotient, bits: int, scale: int) -> tuple[int, int] | None:
    """Enclose ``2^scale * ln(value)`` by two integers for a positive quotient; None where its ball is too wide."""
    with precision(bits):
        return fixed(quotient_ball(*value, bits).log(), scale)


def log_products(
    rows: Sequence[tuple[int, int, Exponent, Sequence[tuple[int, int]]]],
    cores: Sequence[Terms],
    bits: int,
    scale: int,
) -> list[tuple[int, int]]:
    """Enclose ``2^scale * ln(a/b * monomial(e) * prod core_i^m)`` by two integers for each row ``(a, b, e, ((i, m), ...))``,
    a and b positive integers, the cores positive sums.

    Raises `TooLarge` when a core is so close to zero that `BIT_LIMIT` bits do not tell it apart.
    """
    out = []
    with precision(bits):
        logs = [_core_log(core, bits) for core in cores]
        for a, b, (n, d, radicals), powers in rows:
            if a == b == 1 and not radicals and not powers:
                out.append(((n << scale) // d, -((-n << scale) // d)))
                continue
            ball = arb(fmpq(n, d))
            if a != 1:
                ball += arb(a).log()
            if b != 1:
                ball -= arb(b).log()
            for p, u, v in radicals:
                ball += arb(p).log() * u / v
            for i, m in powers:
                ball += logs[i] * m
            ends = fixed(ball, scale)
            if ends is None:  # pragma: no cover - logarithms of positive numbers are finite
                raise TooLarge("a logarithm could not be enclosed")
            out.append(ends)
    return out


def _core_log(core: Terms, bits: int) -> Any:
    """Return a finite ball around the logarithm of a positive sum, good to about `bits` bits."""
    for more in precisions():
        with precision(bits + more):
            ball = ball_of(core, bits + more)
            if ball > 0:
                return ball.log()
    raise AssertionError("unreachable")  # pragma: no cover
