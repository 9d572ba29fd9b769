"""Playing a strategy with random answers, in either world, beside what it does exactly.

The simulation only illustrates: no decision rests on it. Answers are drawn with their exact masses, rounded to 2^-64, from a seeded
generator, so runs repeat.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate

from exact.errors import OutOfRange, TooLarge
from exact.filters.strategy import Strategy
from exact.number import Number
from exact.pld import PLD
from exact.reading import ExactInput, number

RUN_LIMIT = 10_000_000
"""The largest number of runs."""
DRAW_BITS = 64


@dataclass(frozen=True, slots=True)
class Simulation:
    """How often a test was passed in simulated runs of a strategy.

    The test says "P" when the likelihood ratio of everything seen is greater than x; it is the best test for
    ``P(test) - x Q(test)``, whose value is the hockey-stick curve of the strategy at x.

    Attributes
    ----------
    runs
        The number of runs in each world.
    seed
        Of the random answers.
    x
        The point.
    passed_under_p, passed_under_q
        How many runs the test said "P" in, under P and under Q.
    exact
        ``h(x)`` of the strategy.
    """

    runs: int
    seed: int
    x: Number
    passed_under_p: int
    passed_under_q: int
    exact: Number

    @property
    def empirical(self) -> Number:
        """``passed_under_p / runs - x passed_under_q / runs``: an estimate of `exact`."""
        return Number(self.passed_under_p) / self.runs - self.x * self.passed_under_q / self.runs


def simulate(strategy: Strategy, x: ExactInput, runs: int, seed: int = 0) -> Simulation:
    """Return how a strategy did in this many runs in each world, beside its exact value at x.

    Parameters
    ----------
    strategy
        What is played.
    x
        The point, x > 0.
    runs
        The number of runs in each world, 1 to `RUN_LIMIT`.
    seed
        Of the random answers.

    Raises
    ------
    OutOfRange
        For an x or a number of runs that is not positive.
    TooLarge
        For too many runs, and where the PLD of the strategy is beyond the limits; before anything is drawn.

    Examples
    --------
    >>> from exact import approx, log, rr
    >>> from exact.filters import natural_filter
    >>> best = natural_filter([rr(log(2)), approx(0, "1/4")], approx(log(2), "1/4"), 2).strategy
    >>> played = simulate(best, 2, 1000, seed=1)
    >>> played.exact, played.empirical
    (number('11/36'), number('...'))
    """
    point = number(x)
    if point.sign() <= 0:
        raise OutOfRange(f"a test needs some x > 0, not {point}")
    if not isinstance(runs, int) or isinstance(runs, bool) or runs < 1:
        raise OutOfRange(f"the number of runs must be an integer >= 1, not {runs!r}")
    if runs > RUN_LIMIT:
        raise TooLarge(f"at most {RUN_LIMIT} runs are simulated, not {runs}")
    exact = strategy.pld().hockey_stick(point)
    source = random.Random(seed)  # noqa: S311 - an illustration; nothing secret is drawn
    player = _Player(strategy, point)
    p, q = (sum(player.passes(world, source) for _ in range(runs)) for world in (0, 1))
    return Simulation(runs, seed, point, p, q, exact)


class _Player:
    """Plays a strategy; what a ratio amounts to is remembered, so only new ones are compared."""

    def __init__(self, strategy: Strategy, x: Number) -> None:
        self.root, self.queries, self.x = strategy.root, strategy.queries, x
        self.tables = [tuple(_table(query, world) for world in (0, 1)) for query in strategy.queries]
        self.above: dict[tuple[tuple[int, int], ...], bool] = {}

    def passes(self, world: int, source: random.Random) -> bool:
        """Return whether the test says "P" in one run."""
        node, seen = self.root, list[tuple[int, int]]()
        while node is not None:
            drawn = source.getrandbits(DRAW_BITS)
            answer = next(i for limit, i in self.tables[node.query][world] if drawn < limit)
            if answer < 0:
                return answer == _PLUS_INFINITY
            seen.append((node.query, answer))
            node = node.children[answer][1]
        key = tuple(sorted(seen))
        if key not in self.above:
            ratio = Number(1)
            for query, answer in key:
                ratio = ratio * self.queries[query].canonical.ratio(answer)
            self.above[key] = ratio > self.x
        return self.above[key]


_PLUS_INFINITY, _MINUS_INFINITY = -1, -2


def _table(query: PLD, world: int) -> list[tuple[int, int]]:
    """Return cumulative probabilities times 2^64 and the answers: the index of a finite atom, or an infinite loss."""
    atoms = query.canonical
    infinite = (_PLUS_INFINITY, atoms.p_infinite) if world == 0 else (_MINUS_INFINITY, atoms.q_infinite)
    rows = [infinite, *((i, masses[world]) for i, masses in enumerate(atoms.finite))]
    weights = [_floor(atoms.number(mass)) if mass else 0 for _, mass in rows]
    limits = list(accumulate(weights))
    limits[-1] = 1 << DRAW_BITS
    return [(limit, answer) for limit, (answer, _) in zip(limits, rows, strict=True)]


def _floor(mass: Number) -> int:
    """Return about ``2^64 mass``."""
    low, _, scale = mass.enclosure(DRAW_BITS + 16)
    return int(low * Fraction(2) ** (scale + DRAW_BITS))
