"""PLDs to measure with, all from fixed seeds: rational ones, and randomized responses with unlike epsilons."""

from __future__ import annotations

import random
from fractions import Fraction

from exact import PLD, approx, identity, mixture, rr, table
from exact.atoms import Atoms


def rational_pld(seed: int, n: int, largest: int = 10**6) -> PLD:
    """Return a PLD of n random rational atoms."""
    draw = random.Random(seed)
    p, q = ([draw.randint(1, largest) for _ in range(n)] for _ in range(2))
    sum_p, sum_q = sum(p), sum(q)
    return table([(Fraction(a, sum_p), Fraction(b, sum_q)) for a, b in zip(p, q, strict=True)])


def ugly_epsilons(count: int, seed: int = 1) -> list[Fraction]:
    """Return epsilons of seven digits between 1/10 and 1."""
    draw = random.Random(seed)
    return [Fraction(draw.randint(10**6, 10**7 - 1), 10**7) for _ in range(count)]


def unlike_responses(count: int, seed: int = 1) -> PLD:
    """Return the composition of randomized responses with such epsilons: 2^count atoms."""
    parts = [rr(eps) for eps in ugly_epsilons(count, seed)]
    return parts[0].compose(*parts[1:])


def little_below(b: PLD) -> PLD:
    """Return a PLD that b dominates, closely: 999/1000 of it and 1/1000 of nothing."""
    return mixture((Fraction(999, 1000), b), (Fraction(1, 1000), identity()))


def crossing(b: PLD, eps: str) -> PLD:
    """Return a PLD whose curve crosses that of b a few times: 9/10 of it and 1/10 of (eps, 1/20)-DP."""
    return mixture((Fraction(9, 10), b), (Fraction(1, 10), approx(eps, Fraction(1, 20))))


def fresh(a: Atoms) -> Atoms:
    """Return the same atoms without anything worked out before."""
    return Atoms(a.den, a.p_infinite, a.q_infinite, a.finite, a.keys)


def fresh_pld(pld: PLD) -> PLD:
    """Return the same composition of parts without anything worked out before."""
    return PLD.of_atoms(*((fresh(a), k) for a, k in pld.factors))
