"""Laws of transcripts in balls: rounds of softmax selections whose scores hold an exponential of an exponential, which no exact number is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from flint import arb, fmpq

from exact.engine.balls import Quotient, fixed, precision, quotient_ball

Ends = tuple[int, int]
"""Integers around ``2^scale`` times a value."""


def transcript_masses(
    eta: Quotient, means: Sequence[Sequence[Quotient]], targets: Sequence[Sequence[tuple[int, int]]], bits: int, scale: int
) -> list[list[Ends]] | None:
    """Enclose the masses of all transcripts under all targets; None where the precision does not suffice.

    Parameters
    ----------
    eta
        ``e^eta``.
    means
        For every prefix of fewer selections than there are rounds, shorter ones first and then in lexicographic order, the synthetic answers
        ``q(mu)``.
    targets
        For every target the answers as fractions ``(n, d)``, in the order of the queries.

    Notes
    -----
    Signed query ``2q`` is query q, ``2q + 1`` its negative; its score is ``a_s - s(mu)``, and it is selected with probability proportional to
    ``e^(eta score)``.
    """
    with precision(bits):
        out = []
        for law in _laws(eta, means, targets, bits):
            ends = [fixed(ball, scale) for ball in law]
            row = [(max(pair[0], 0), pair[1]) for pair in ends if pair is not None]
            if len(row) < len(ends):
                return None
            out.append(row)
        return out


def transcript_depth(
    eta: Quotient, means: Sequence[Sequence[Quotient]], targets: Sequence[Sequence[tuple[int, int]]], bits: int
) -> int | None:
    """Return n such that all masses are at least ``2^-n``, hardly larger than needed; None where the precision does not tell."""
    with precision(bits):
        depth = 0
        for law in _laws(eta, means, targets, bits):
            for ball in law:
                if not ball > 0:
                    return None
                man, exp = ball.lower().man_exp()
                depth = max(depth, 1 - int(exp) - int(man).bit_length())
        return depth


def _laws(
    eta: Quotient, means: Sequence[Sequence[Quotient]], targets: Sequence[Sequence[tuple[int, int]]], bits: int
) -> Iterator[list[Any]]:
    """Yield the law under each target; the working precision is already set to `bits`."""
    rate = quotient_ball(*eta, bits).log()
    answers = [[quotient_ball(*mean, bits) for mean in row] for row in means]
    for target in targets:
        wanted = [arb(fmpq(n, d)) for n, d in target]
        level, start = [arb(1)], 0
        while start < len(answers):
            following: list[Any] = []
            for mass, row in zip(level, answers[start : start + len(level)], strict=True):
                following += [mass * chance for chance in _softmax(rate, wanted, row)]
            start, level = start + len(level), following
        yield level


def _softmax(rate: Any, wanted: Sequence[Any], row: Sequence[Any]) -> list[Any]:
    weights = []
    for a, m in zip(wanted, row, strict=True):
        up = (rate * (a - m)).exp()
        weights += [up, 1 / up]
    whole = sum(weights, arb(0))
    return [weight / whole for weight in weights]
