"""The answers of databases, the synthetic ones behind every prefix of a transcript of multiplicative weights, and the losses between."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from exact.envelopes.enclosed import Ends, from_number
from exact.loss import Loss
from exact.number import Number

Transcript = tuple[int, ...]
"""Places in `exact.envelopes.MultiplicativeWeights.signed_order`."""
Target = tuple[Fraction, ...]
"""The answers to the queries; those of the negative copies are their negatives."""


def target_at(queries: Sequence[Sequence[Fraction]], point: Any, n: int, space: str) -> Target:
    """Return the answers to the queries on a database, or on one with this histogram."""
    if space == "hamming":
        return tuple(sum((query[d] for d in point), Fraction(0)) / n for query in queries)
    return tuple(sum((h * value for h, value in zip(point, query, strict=True)), Fraction(0)) / n for query in queries)


def synthetic_means(
    queries: Sequence[Sequence[Fraction]], signed: Sequence[tuple[int, int]], rounds: int, gamma: Loss
) -> dict[Transcript, tuple[Number, ...]]:
    """Return the synthetic answers behind every prefix; the order of selections does not count."""
    known: dict[tuple[Fraction, ...], tuple[Number, ...]] = {}
    out: dict[Transcript, tuple[Number, ...]] = {}
    level: dict[Transcript, tuple[Fraction, ...]] = {(): tuple(Fraction(0) for _ in queries[0])}
    for _ in range(rounds):
        for prefix, exponents in level.items():
            if exponents not in known:
                known[exponents] = _answers(queries, [(gamma * e).exp() for e in exponents])
            out[prefix] = known[exponents]
        level = {
            (*prefix, s): tuple(e + sign * value for e, value in zip(exponents, queries[q], strict=True))
            for prefix, exponents in level.items()
            for s, (q, sign) in enumerate(signed)
        }
    return out


def signed_ends(mean: Number, scale: int) -> Fraction | Ends:
    """Return a rational answer as it is, another one as integers around ``2^scale`` times it."""
    found = mean.rational_at_hand()
    if found is not None:
        return found
    if mean.sign() >= 0:
        return from_number(mean, scale)
    low, high = from_number(-mean, scale)
    return -high, -low


def total(answers: Sequence[Fraction | Ends], scale: int) -> Fraction | Ends:
    """Return a sum of rational and enclosed answers."""
    rational = sum((answer for answer in answers if isinstance(answer, Fraction)), Fraction(0))
    others = [answer for answer in answers if not isinstance(answer, Fraction)]
    if not others:
        return rational
    n, d = rational.numerator << scale, rational.denominator
    return n // d + sum(low for low, _ in others), -(-n // d) + sum(high for _, high in others)


def largest_difference(sums: Sequence[Fraction | Ends], rounds: int, target: Target, scale: int) -> Ends:
    """Return integers around ``2^scale`` times the largest difference of a mean of answers and a target."""
    low = high = 0
    for found, wanted in zip(sums, target, strict=True):
        if isinstance(found, Fraction):
            n, d = (found - wanted * rounds).as_integer_ratio()
            a, b = (n << scale) // (d * rounds), -((-n << scale) // (d * rounds))
        else:
            n, d = (wanted.numerator * rounds) << scale, wanted.denominator
            a, b = (found[0] * d - n) // (d * rounds), -((n - found[1] * d) // (d * rounds))
        low, high = max(low, a, -b), max(high, b, -a)
    return low, high


def _answers(queries: Sequence[Sequence[Fraction]], weights: Sequence[Number]) -> tuple[Number, ...]:
    whole = sum(weights, Number(0))
    return tuple(sum((value * weight for value, weight in zip(query, weights, strict=True)), Number(0)) / whole for query in queries)
