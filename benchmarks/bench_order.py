"""Dominance of two rational PLDs of 1,000 atoms against one certified sort of as many ratios."""

from __future__ import annotations

import random
from functools import cmp_to_key

from measure import interleaved, report

from exact import PLD, atoms, blackwell, table
from exact.atoms import Atoms


def random_pld(seed: int, n: int = 1000) -> PLD:
    draw = random.Random(seed)
    p = [draw.randint(1, 10**6) for _ in range(n)]
    q = [draw.randint(1, 10**6) for _ in range(n)]
    sum_p, sum_q = sum(p), sum(q)
    from fractions import Fraction

    return table([(Fraction(a, sum_p), Fraction(b, sum_q)) for a, b in zip(p, q, strict=True)])


def fresh(a: Atoms) -> Atoms:
    """Return the same atoms without anything worked out before."""
    return Atoms(a.den, a.p_infinite, a.q_infinite, a.finite, a.keys)


def main() -> None:
    b = random_pld(1).canonical
    a = atoms.from_masses([(b.number(p), b.number(q)) for p, q in b.finite])
    shuffled = [(key, p, q) for key, (p, q) in zip(b.keys, b.finite, strict=True)]
    random.Random(2).shuffle(shuffled)
    assert atoms._sorted_rational(shuffled) == [(k, p, q) for k, (p, q) in zip(b.keys, b.finite, strict=True)]
    assert blackwell.is_dominated(fresh(a), fresh(b))
    contestants = {
        "dominance": lambda: blackwell.is_dominated(fresh(a), fresh(b)),
        "certified sort": lambda: atoms._sorted_rational(shuffled),
        "sort by exact comparison": lambda: sorted(shuffled, key=cmp_to_key(lambda s, t: t[0][0] * s[0][1] - s[0][0] * t[0][1])),
    }
    medians = interleaved(contestants)
    report("A <= B, two equal rational PLDs of 1,000 atoms", "dominance", "certified sort", medians, ">= 1/5")
    report("  the same against a sort by exact comparison", "dominance", "sort by exact comparison", medians, "-")


if __name__ == "__main__":
    main()
