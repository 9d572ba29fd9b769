"""The standard normal distribution in balls: its distribution function Phi, its quantiles, and how far two masses are apart
on its scale.

``Phi(t) = erfc(-t/sqrt 2)/2``. Both tails of a mass are taken wherever they are known, so that neither a mass near 0 nor
one near 1 loses digits.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from flint import arb, fmpq

from exact.engine.balls import Enclosure, Quotient, Terms, ball_of, enclosure, fixed, precision, quotient_ball

Ends = tuple[int, int]
"""Integers around ``2^scale`` times a value."""


def phi(t: Any) -> Any:
    """Return the ball of Phi; the working precision is already set."""
    return (-t / arb(2).sqrt()).erfc() / 2


def _quantile(below: Any, above: Any) -> Any:
    """Return the ball of t with ``Phi(t) = below``, for balls around two masses that add up to 1: from the one that is less.

    Not finite where that ball is not positive.
    """
    if below < above:
        return -(2 * below).erfcinv() * arb(2).sqrt()
    return (2 * above).erfcinv() * arb(2).sqrt()


def normal_cdf(n: int, d: int, bits: int) -> Enclosure | None:
    """Enclose ``Phi(n/d)``; None where the precision does not tell that it is positive."""
    with precision(bits):
        ball = phi(arb(fmpq(n, d)))
        return enclosure(ball) if ball.is_finite() and ball > 0 else None


def normal_cdf_fixed(n: int, d: int, bits: int, scale: int) -> Ends | None:
    """Enclose ``2^scale * Phi(n/d)`` by two integers, for n/d of moderate size."""
    with precision(bits):
        return fixed(phi(arb(fmpq(n, d))), scale)


def normal_cdf_order(value: Quotient, n: int, d: int, bits: int) -> int:
    """Return the sign of ``value - Phi(n/d)`` where the precision tells, else 0 (which says nothing)."""
    with precision(bits):
        ball = quotient_ball(*value, bits)
        difference = ball - phi(arb(fmpq(n, d))) if n <= 0 else phi(arb(fmpq(-n, d))) - (1 - ball)
        return 1 if difference > 0 else -1 if difference < 0 else 0


def normal_quantile(value: Quotient, bits: int) -> Enclosure | None:
    """Enclose ``Phi^-1(value)`` for a value in (0, 1); None where the precision does not suffice or the sign is open."""
    with precision(bits):
        ball = quotient_ball(*value, bits)
        ball = _quantile(ball, 1 - ball)
        return enclosure(ball) if ball.is_finite() and (ball > 0 or ball < 0) else None


def normal_quantiles(
    finite: Sequence[tuple[Terms, Terms]],
    infinite: tuple[Terms, Terms],
    den: Terms,
    wanted: Sequence[int],
    bits: int,
) -> list[tuple[Ends, Ends] | None]:
    """Enclose ``2^bits Phi^-1(P(S_i))`` and ``2^bits Phi^-1(Q(S_i))`` for each i that is wanted; None where the precision does
    not suffice.

    Parameters
    ----------
    finite, infinite, den
        Numerators ``(p, q)`` of the finite atoms in decreasing ratio, of the infinite masses (under P, under Q), and their
        denominator.
    wanted
        Increasing, each from 1 to the number of finite atoms less 1. S_i holds the loss +inf and the i finite atoms of largest
        ratio.
    """
    with precision(bits):
        p_infinite, q_infinite = (ball_of(mass, bits) for mass in infinite)
        inside = _sums(finite, (p_infinite, arb(0)), wanted, bits)
        n = len(finite)
        rest = _sums(finite[::-1], (arb(0), q_infinite), [n - i for i in reversed(wanted)], bits)
        unit = ball_of(den, bits)
        out: list[tuple[Ends, Ends] | None] = []
        for (p, q), (rest_p, rest_q) in zip(inside, reversed(rest), strict=True):
            ends_p = fixed(_quantile(p / unit, rest_p / unit), bits)
            ends_q = fixed(_quantile(q / unit, rest_q / unit), bits)
            out.append(None if ends_p is None or ends_q is None else (ends_p, ends_q))
        return out


def _sums(rows: Sequence[tuple[Terms, Terms]], start: tuple[Any, Any], wanted: Sequence[int], bits: int) -> list[tuple[Any, Any]]:
    """Return the sums of the first i rows, and the start, for each i that is wanted (increasing)."""
    p, q = start
    done, out = 0, []
    for i in wanted:
        for a, b in rows[done:i]:
            p, q = p + ball_of(a, bits), q + ball_of(b, bits)
        done = i
        out.append((p, q))
    return out
