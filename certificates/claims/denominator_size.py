"""The size of a denominator, told without multiplying it out, and what products of such sums cost the checker."""

from __future__ import annotations

from dataclasses import dataclass
from math import comb, gcd, isqrt, lcm

from exact.denominators import Product


@dataclass(frozen=True, slots=True)
class DenominatorSize:
    """Bounds on a denominator multiplied out: its terms, the points of their grid (0 where there is none), and the bits of a coefficient."""

    terms: int
    points: int
    bits: int

    def steps_times(self, other: DenominatorSize) -> int:
        """Estimate the checker's steps for a product of such sums, as it counts them: by one product of integers or term by term."""
        (v, w), both = sorted((self.bits // 32 + 1, other.bits // 32 + 1)), self.points + other.points
        single = 4 + self.terms * other.terms * (1 + v * w // 1000 + (v + w) // 16)
        if not (self.points and other.points):
            return single
        width = (self.bits + other.bits) // 8 + 1
        v, w = sorted(width * points // 4 + 1 for points in (self.points, other.points))
        return min(single, both * (4 + width // 16) + w * isqrt(v) * v.bit_length() // 600)


def size_of(den: Product) -> DenominatorSize:
    """Return the size of a denominator without multiplying it out."""
    terms, bits = 1, den.content.bit_length()
    unit, step, reach = 1, 0, 0
    on_grid = not any(radicals for factor in den.factors for _, _, radicals in factor.terms)
    for factor, k in den.factors.items():
        terms *= comb(k + len(factor.terms) - 1, k)
        bits += k * sum(map(abs, factor.terms.values())).bit_length()
        if on_grid:
            unit = lcm(unit, *(d for _, d, _ in factor.terms))
    for factor, k in den.factors.items() if on_grid else ():
        places = [n * (unit // d) for n, d, _ in factor.terms]
        step = gcd(step, *(place - places[0] for place in places))
        reach += k * (max(places) - min(places))
    if not on_grid:
        return DenominatorSize(terms, 0, bits)
    points = reach // (step or 1) + 1
    return DenominatorSize(min(terms, points), points, bits)
