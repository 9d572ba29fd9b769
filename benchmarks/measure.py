"""How the benchmarks measure: within one process, the contestants interleaved, medians of the runs, ratios of medians.

The clock counts processor time of this process, which other work on the machine disturbs least. Before every run of every
contestant, outside the timed part, all caches of the package are emptied and the contestant's `prepare` makes its objects
anew (`Atoms` and numbers keep what they have worked out), so nothing of ours is timed warm that a user would have cold.
What stays warm: imported modules, the constants inside the engine's library, and the caches of the rivals.
"""

from __future__ import annotations

import importlib
import math
import pkgutil
import statistics
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

TURN_SECONDS = 0.02
"""A contestant that is quicker runs several times a turn, up to `MOST_EACH`."""
MOST_EACH = 20
LONG_SECONDS = 1
"""A first run that takes longer counts as one of the runs."""


def nothing() -> None:
    """Prepare nothing."""


@dataclass(frozen=True)
class Contestant:
    """Work to be timed; it is given what `prepare` returns."""

    work: Callable[..., object]
    prepare: Callable[[], Any] = nothing

    def run(self, clock: Callable[[], float]) -> float:
        """Return the seconds of one cold run."""
        forget()
        prepared = self.prepare()
        arguments = () if prepared is None else (prepared,)
        start = clock()
        self.work(*arguments)
        return clock() - start


@dataclass(frozen=True)
class Bench:
    """How often everything runs."""

    runs: int = 15

    def medians(
        self, contestants: Mapping[str, Contestant], clock: Callable[[], float] = time.process_time
    ) -> dict[str, float]:
        """Run each contestant in turn, for `runs` turns; return the medians in seconds.

        One run first does not count, unless it took more than a second.
        Give `time.perf_counter` as the clock for child processes.
        """
        each = {}
        times: dict[str, list[float]] = {}
        for name, contestant in contestants.items():
            first = contestant.run(clock)
            each[name] = max(1, min(MOST_EACH, int(TURN_SECONDS / max(first, 1e-9))))
            times[name] = [first] if first > LONG_SECONDS else []
        for _ in range(self.runs):
            for name, contestant in contestants.items():
                if len(times[name]) < self.runs * each[name]:
                    times[name] += [contestant.run(clock) for _ in range(each[name])]
        return {name: statistics.median(values) for name, values in times.items()}


def exponent(points: Iterable[Sequence[float]]) -> float:
    """Return the exponent e of the law ``seconds = c * size^e`` that fits the points ``(size, seconds)`` best, by least
    squares of logarithms.
    """
    logs = [(math.log(size), math.log(seconds)) for size, seconds in points]
    mean_x, mean_y = (statistics.fmean(column) for column in zip(*logs, strict=True))
    return sum((x - mean_x) * (y - mean_y) for x, y in logs) / sum((x - mean_x) ** 2 for x, _ in logs)


def forget() -> None:
    """Empty all caches of the package `exact`."""
    for emptied in _caches():
        emptied()


@cache
def _caches() -> list[Callable[[], None]]:
    """Return what empties the caches (`functools.lru_cache`) of all modules of the package."""
    import exact

    found: dict[int, Callable[[], None]] = {}
    for info in pkgutil.walk_packages(exact.__path__, "exact."):
        for value in vars(importlib.import_module(info.name)).values():
            if callable(getattr(value, "cache_clear", None)):
                found[id(value)] = value.cache_clear
    return list(found.values())
