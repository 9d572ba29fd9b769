"""How the benchmarks measure: within one process, the contestants interleaved, medians of the runs, ratios of medians."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable


def interleaved(
    contestants: dict[str, Callable[[], object]],
    runs: int = 15,
    clock: Callable[[], float] = time.process_time,
    each: int = 1,
) -> dict[str, float]:
    """Run each contestant in turn, `each` times a turn, for `runs` turns (one run first does not count); return the medians in seconds.

    A contestant that takes more than a second runs once a turn.

    The clock counts processor time of this process, which other work on the machine disturbs least; give `time.perf_counter` for child processes.
    """
    for work in contestants.values():
        work()
    times: dict[str, list[float]] = {name: [] for name in contestants}
    for _ in range(runs):
        for name, work in contestants.items():
            for _ in range(each):
                start = clock()
                work()
                times[name].append(clock() - start)
                if times[name][-1] > 1:
                    break
    return {name: statistics.median(values) for name, values in times.items()}


def report(what: str, ours: str, theirs: str, medians: dict[str, float], goal: str) -> float:
    """Print one line with both medians and the ratio theirs/ours; return the ratio."""
    ratio = medians[theirs] / medians[ours]
    print(f"{what}\n  {ours}: {_seconds(medians[ours])}   {theirs}: {_seconds(medians[theirs])}   ratio {ratio:.3g}   goal: {goal}")
    return ratio


def _seconds(value: float) -> str:
    return f"{value * 1e6:.0f} us" if value < 1e-3 else f"{value * 1e3:.3g} ms" if value < 1 else f"{value:.3g} s"
