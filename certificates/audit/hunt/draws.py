"""Random mechanisms, all from one seeded generator: ordinary ones, and those at which accountants are likely to stumble."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from fractions import Fraction
from random import Random

from certificates.audit.instance import Instance

PLAIN = (0.1, 0.25, 0.5, 1.0, 1.5, 2.0, 3.0)
TINY = (1e-3, 1e-5, 1e-8, 1e-12, 1e-16, 1e-20, 1e-100, 1e-300)
HUGE = (10.0, 20.0, 37.0, 50.0, 100.0, 300.0, 700.0, 709.0, 710.0, 745.0, 746.0, 1000.0)
DELTAS = (0.0, 1e-300, 1e-20, 1e-15, 1e-10, 1e-5, 1e-3, 0.1, 0.25, 0.5, 0.9, 1 - 2**-53)
RATES = (0.0, 1e-12, 1e-6, 1e-3, 0.01, 0.1, 0.5, 0.9, 1 - 2**-53, 1.0)
VALUES = (3, 4, 7, 10, 100, 1000, 10**6)
MOST_ATOMS = 6
OUTCOMES = "abcdefghijklmnop"
SIMPLE = ("rr", "approx", "k-rr", "geometric", "pmfs")


def draw(random: Random, kinds: Sequence[str]) -> Instance | None:
    """Return a random mechanism of one of these kinds; None where none of them has finitely many losses."""
    simple = [kind for kind in SIMPLE if kind in kinds]
    if not simple:
        return None
    made = [kind for kind in ("sum", "subsample") if kind in kinds]
    favoured = [*simple, *(["pmfs"] * 3 if "pmfs" in simple else []), *made]
    kind = random.choice(favoured)
    if kind == "sum":
        parts = [(_count(random), _simple(random, random.choice(simple))) for _ in range(random.choice((2, 2, 2, 3, 4)))]
        return Instance.sum(parts)
    if kind == "subsample":
        return Instance.subsample(_simple(random, random.choice(simple)), _rate(random))
    return _simple(random, kind)


def spread(random: Random, least: int, most: int) -> float:
    """Return a float between 2^least and 2^most, any power of two between alike; the same on every machine."""
    return math.ldexp(1 + random.random(), random.randrange(least, most))


def _simple(random: Random, kind: str) -> Instance:
    makers: dict[str, Callable[[], Instance]] = {
        "rr": lambda: Instance.rr(_eps(random)),
        "approx": lambda: Instance.approx(_eps(random), _delta(random)),
        "k-rr": lambda: Instance.k_rr(_eps(random), random.choice(VALUES)),
        "geometric": lambda: Instance.geometric(_eps(random) or 1.0, random.choice((1, 1, 2, 3, 5))),
        "pmfs": lambda: _pair(random),
    }
    return makers[kind]()


def _count(random: Random) -> int:
    return int(spread(random, 0, 4))


def _eps(random: Random) -> float:
    style = random.random()
    if style < 0.4:
        return random.choice(PLAIN)
    if style < 0.75:
        return _rounded(random, spread(random, -7, 3))
    return random.choice((*TINY, 0.0) if style < 0.88 else HUGE)


def _delta(random: Random) -> float:
    return random.choice(DELTAS) if random.random() < 0.7 else _rounded(random, spread(random, -40, -1))


def _rounded(random: Random, value: float) -> float:
    """Return the value, mostly as a short decimal."""
    return float(f"{value:.{random.choice((0, 1, 2, 16))}e}")


def _rate(random: Random) -> float:
    return random.choice(RATES) if random.random() < 0.7 else random.random()


# --- pairs of mass functions ---------------------------------------------------------------------------------------------


def _pair(random: Random) -> Instance:
    style = random.choice((_plain, _plain, _lattice, _extreme, _near, _symmetric, _response, _canonical, _leaking, _leaking))
    P, Q = style(random, random.randint(2, MOST_ATOMS))
    if random.random() < 0.5:
        P, Q = Q, P
    return Instance.pmfs(_named(P), _named(Q))


Weights = list[int]


def _plain(random: Random, n: int) -> tuple[Weights, Weights]:
    """Return weights that are small integers: off any lattice of losses."""
    most = random.choice((3, 5, 9, 20, 64))
    return [random.randint(1, most) for _ in range(n)], [random.randint(1, most) for _ in range(n)]


def _lattice(random: Random, n: int) -> tuple[Weights, Weights]:
    """Return weights whose ratios are powers of one base: losses on a lattice, but for a common shift."""
    a, b = random.choice(((2, 1), (3, 1), (3, 2), (4, 3), (10, 9), (101, 100)))
    Q, powers = [random.randint(1, 9) for _ in range(n)], [random.randint(0, 4) for _ in range(n)]
    top = max(powers)
    return [q * a**j * b ** (top - j) for q, j in zip(Q, powers, strict=True)], Q


def _extreme(random: Random, n: int) -> tuple[Weights, Weights]:
    """Return weights of very different sizes: huge losses, tiny masses."""
    power = random.choice((6, 12, 18, 30, 100))
    P, Q = ([random.randint(1, 9) * 10 ** random.randint(0, power) for _ in range(n)] for _ in range(2))
    return P, Q


def _near(random: Random, n: int) -> tuple[Weights, Weights]:
    """Return weights that are nearly the same on both sides: tiny losses."""
    size = 10 ** random.choice((3, 6, 9, 12, 16))
    P = [random.randint(1, 9) * size for _ in range(n)]
    return P, [w + random.randint(-9, 9) for w in P]


def _symmetric(random: Random, n: int) -> tuple[Weights, Weights]:
    """Return weights that are each other's reverse."""
    P, _ = _plain(random, n)
    return P, P[::-1]


def _response(random: Random, n: int) -> tuple[Weights, Weights]:
    """Return weights of randomized response among n values, which tools take that take nothing else."""
    truth, other = random.randint(1, 30), random.randint(1, 9)
    return [truth, other, *[other] * (n - 2)], [other, truth, *[other] * (n - 2)]


def _canonical(random: Random, _: int) -> tuple[Weights, Weights]:
    """Return weights of the mechanism that is (eps, delta)-private and nothing better."""
    more, less, leak = random.randint(1, 30), random.randint(1, 9), random.choice((0, 1, 1, 7))
    return [more, less, leak, 0], [less, more, 0, leak]


def _leaking(random: Random, n: int) -> tuple[Weights, Weights]:
    """Return weights of which some are 0 on one side: infinite losses, some with tiny mass."""
    P, Q = _plain(random, n)
    scale = 10 ** random.choice((0, 0, 3, 9, 15))
    for side, other in ((P, Q), (Q, P))[: random.randint(1, 2)]:
        i = random.randrange(n)
        if sum(1 for w in other if w) > 1 and side[i]:
            other[i] = 0
            side[:] = [w if j == i else w * scale for j, w in enumerate(side)]
    return P, Q


def _named(weights: Weights) -> dict[str, Fraction]:
    total = sum(weights)
    return {outcome: Fraction(w, total) for outcome, w in zip(OUTCOMES, weights, strict=False) if w}
