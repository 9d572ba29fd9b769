"""Requests to a tool, deterministic under a seed: request number i depends on the seed, on i and on what the methods take, on nothing else.

No answer of the tool and no clock has any influence.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from certificates.audit.hunt import draws
from certificates.audit.hunt.landmarks import Atom, Landmarks, largest_loss
from certificates.audit.hunt.question import Question
from certificates.audit.instance import Instance
from certificates.audit.tools.replies import Method
from exact.errors import ExactError

TIMES_LIMIT = 10_000
ATTEMPTS = 40
"""How many mechanisms are drawn for one request before it is given up."""
LOSS_LIMITS = (*([20.0] * 60), *([100.0] * 30), *([1_000.0] * 8), *([math.inf] * 2))
"""Of these one is drawn, as the largest loss of a composition: tools that work on a grid of losses need time and memory in proportion."""
WHOLE_LIMIT = 4.0
"""The largest loss up to which whole PLDs are asked for."""

DELTAS = (1e-300, 1e-100, 1e-30, 1e-20, 1e-16, 1e-15, 1e-14, 1e-12, 1e-10, 1e-9, 1e-6, 1e-5, 1e-3, 0.01, 0.1, 0.5, 0.9)
EDGES = (5e-324, 1e-320, 2.2250738585072014e-308, 1 - 2**-53, 1 - 1e-10, 0.999)
ALPHAS = (0.0, 1e-12, 1e-6, 0.01, 0.05, 0.1, 0.5, 0.9, 1 - 2**-53, 1.0)
SLACKS = (1e-12, 1e-9, 1e-6, 1e-3, 0.1)
"""What a tool may add to delta, where it chooses epsilon itself."""
ORDERS = (2, 3, 4, 5, 8, 10, 16, 32, 64, 256)


@dataclass(frozen=True, slots=True)
class Request:
    """A mechanism, how often it is composed, and what is asked about it, by one method."""

    number: int
    method: Method
    instance: Instance
    times: int
    questions: tuple[Question, ...]


def request(seed: int, number: int, methods: Sequence[Method]) -> Request | None:
    """Return the request of this number; None in the rare case that no suitable mechanism was drawn."""
    method = methods[number % len(methods)]
    random = Random(f"exactpld hunt {seed} {number}")  # noqa: S311 - test cases, nothing secret
    for _ in range(ATTEMPTS):
        try:
            instance = draws.draw(random, method.mechanisms)
            if instance is None:
                return None
            times = suitable_times(instance, int(draws.spread(random, 0, 14)), random.choice(LOSS_LIMITS))
            if not times:
                continue
            asked = tuple(_questions(random, method, instance, times))
        except ExactError:
            continue
        return Request(number, method, instance, times, asked)
    return None


def suitable_times(instance: Instance, times: int, most: float) -> int:
    """Return at most so many copies that the exact side is quick, and the largest loss at most a bound; 0 where one is too much."""
    times = min(times, TIMES_LIMIT)
    while times and not (Landmarks.of(instance, times).is_cheap() and largest_loss(instance, times) <= most):
        times //= 2
    return times


def _questions(random: Random, method: Method, instance: Instance, times: int) -> list[Question]:
    marks = Landmarks.of(instance, times, reverse=random.random() < 0.3)
    out: list[Question] = []
    if "delta" in method.queries:
        out += [Question("delta", eps) for eps in _epsilons(random, marks)]
    if "epsilon" in method.queries:
        out += [Question("epsilon", delta) for delta in _deltas(random, marks)]
    if "pure-epsilon" in method.queries and random.random() < 0.3:
        out.append(Question("pure-epsilon"))
    if "renyi" in method.queries:
        out += [Question("renyi", order) for order in random.sample(ORDERS, 2) if order <= max(2, marks.largest_order())]
    if "tradeoff" in method.queries and marks.has_quick_tradeoff():
        out += [Question("tradeoff", alpha) for alpha in (random.choice(ALPHAS), random.random())]
    if "gdp" in method.queries and random.random() < 0.3:
        out.append(Question("gdp"))
    if "pld" in method.queries and random.random() < 0.3 and largest_loss(instance, times) <= WHOLE_LIMIT:
        out.append(Question("pld", None, random.choice(("P over Q", "Q over P"))))
    if "guarantee" in method.queries:
        out += [Question("guarantee"), Question("guarantee", random.choice(SLACKS))]
    return list(dict.fromkeys(out))


def _epsilons(random: Random, marks: Landmarks) -> list[float]:
    """Return epsilons: at an atom and next to it, at and beyond the largest loss, at 0, below 0, between."""
    top = _float(marks.top())
    out = [_beside(random, _float(marks.some_atom(random))), _beside(random, top)]
    out.append(random.choice((0.0, -0.0, -top, -top - 1, _float(marks.bottom()), -draws.spread(random, -40, 3))))
    out.append(random.choice((top * 1.5, top + 1, math.nextafter(top + 1, 0), 1e3, 1e5)) if random.random() < 0.5 else top * random.random())
    out.append(draws.spread(random, -40, 4) if random.random() < 0.3 else float(f"{top * random.random():.1e}"))
    return out


def _deltas(random: Random, marks: Landmarks) -> list[float]:
    """Return deltas in [0, 1): tiny ones, close to 1, at and around the infinite mass, and around delta at an atom."""
    out = [random.choice(DELTAS), random.choice((*EDGES, *DELTAS))]
    infinite = marks.infinite_mass()
    if infinite:
        out.append(_beside(random, infinite))
    atom = marks.some_atom(random)
    there = None if atom is None else marks.delta(atom)
    if there:
        out.append(_beside(random, there))
    return [delta for delta in out if 0 <= delta < 1]


def _float(atom: Atom | None) -> float:
    return 0.0 if atom is None else atom.near()


def _beside(random: Random, value: float) -> float:
    """Return a float, one of its neighbours, or one that is a few further."""
    for _ in range(random.choice((0, 0, 1, 1, 1, 2, 8))):
        value = math.nextafter(value, random.choice((-math.inf, math.inf)))
    return value if random.random() < 0.9 else value * (1 + random.choice((-1, 1)) * 2.0 ** -random.randint(10, 40))
