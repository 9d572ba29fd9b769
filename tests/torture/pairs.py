"""Pairs of distributions, multiplied out by brute force."""

from __future__ import annotations

from math import comb
from typing import Any

from tests.torture.reals import ONE as UNIT
from tests.torture.reals import Real, TooLarge, rational

Outcomes = list[tuple[Real, Real]]
Number = tuple[Real, Real]
MOST = 400
ONE = rational(1)


class Pair:
    """A pair of distributions: outcomes with masses p/den and q/den, in any order, equal ratios not merged."""

    def __init__(self, den: Real, outcomes: Outcomes) -> None:
        self.den, self.outcomes = den, outcomes
        self.simple: list[tuple[Any, Any]] | None = None  # rational masses, as Python's numbers; empty if some are not

    def times(self, other: Pair) -> Pair:
        """Return the product; outcomes with p = q = 0 are left out."""
        if len(self.outcomes) * len(other.outcomes) > MOST:
            raise TooLarge
        both = [(p * r, q * s) for p, q in self.outcomes for r, s in other.outcomes]
        return Pair(self.den * other.den, [(p, q) for p, q in both if p.terms or q.terms])

    def power(self, k: int) -> Pair:
        """Return the k-fold product, sequences that differ in their order only counted together."""
        if comb(k + len(self.outcomes) - 1, k) > MOST:
            raise TooLarge
        sides = [[(ONE, k, 1)], [(ONE, k, 1)]]  # product so far, outcomes still to choose, number of orders
        for i, outcome in enumerate(self.outcomes):
            last = i == len(self.outcomes) - 1
            for side in (0, 1):
                powers = [ONE]
                for _ in range(k):
                    powers.append(powers[-1] * outcome[side])
                sides[side] = [
                    (product * powers[n], left - n, ways * comb(left, n))
                    for product, left, ways in sides[side]
                    for n in ([left] if last else range(left + 1))
                ]
        den = ONE
        for _ in range(k):
            den = den * self.den
        both = [(p.scaled(ways), q.scaled(ways)) for (p, _, ways), (q, _, _) in zip(*sides, strict=True)]
        return Pair(den, [(p, q) for p, q in both if p.terms or q.terms])

    def excess(self, x: Number) -> Real:
        """Return den * X.den * h(X)."""
        if self.simple is None:
            numbers = [(p.terms.get(UNIT, 0), q.terms.get(UNIT, 0)) for p, q in self.outcomes]
            self.simple = numbers if all(p.rational() and q.rational() for p, q in self.outcomes) else []
        if self.simple and x[0].rational() and x[1].rational():  # quickly
            n, d = x[0].terms.get(UNIT, 0), x[1].terms.get(UNIT, 0)
            return rational(sum(max(0, p * d - q * n) for p, q in self.simple))
        total = rational(0)
        for p, q in self.outcomes:
            part = p * x[1] - q * x[0]
            if part.sign() > 0:
                total += part
        return total

    def infinite(self) -> Real:
        """Return den * h(inf)."""
        return sum((p for p, q in self.outcomes if not q.terms), start=rational(0))

    def knots(self) -> list[Number]:
        """Return the finite non-zero ratios, with repetitions."""
        return [(p, q) for p, q in self.outcomes if p.terms and q.terms]
