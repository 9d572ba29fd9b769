"""The run of a search: points in batches to an executor, outcomes to the journal, the best of them out.

A batch ends after `SECONDS`, however many of its points are done; the rest of it is handed out again. So batches are large enough for their
overhead not to matter and small enough for the progress to move, and a kill costs little.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, wait
from math import ceil
from pathlib import Path

from certificates.search.findings import Findings, findings_of
from certificates.search.journal import FILE, Journal
from certificates.search.point import Outcome, evaluate
from certificates.search.problem import Search
from certificates.search.workers import Here, available_cores, processes
from exact.errors import OutOfRange, TooLarge

BATCH = 200
"""Points of a batch."""
SECONDS = 1.0
"""After so long a batch takes no further point."""
BEST = 10
JOBS_LIMIT = 1_024
IN_FLIGHT = 64
"""Batches handed to an executor whose number of workers is not known."""

Progress = Callable[[int, int, int], None]
"""Called as ``progress(done, total, violated)`` after every batch."""


def run(  # noqa: PLR0913 - all but the search are keywords
    search: Search,
    *,
    executor: Executor | None = None,
    jobs: int | None = None,
    folder: Path | None = None,
    resume: bool = False,
    best: int = BEST,
    progress: Progress | None = None,
) -> Findings:
    """Return the best findings of a search, after every point of its grid is decided or recorded with the reason why not.

    Parameters
    ----------
    search
        The search, see `parse_search`.
    executor
        What evaluates the points: any ``concurrent.futures.Executor``, such as that of a Dask cluster, ``client.get_executor()``. It gets
        texts only, and is left running. By default processes of our own.
    jobs
        How many processes; by default as many as there are cores. 1 works in this process.
    folder
        Where the journal is kept; without it nothing is kept.
    resume
        Whether a journal that is in the folder is gone on with; else it is an error.
    best
        How many findings of each ranking are returned, at least 1.
    progress
        Called as ``progress(done, total, violated)``.

    Raises
    ------
    OutOfRange
        When a journal is there and `resume` is not asked for, when it is that of another search, for `jobs` or `best` out of range.
    TooLarge
        When a process ended before its time.
    NotReadable
        When what is in the place of the journal is none, or is damaged.
    OSError
        When the journal cannot be written, as in a folder that is not there.

    Notes
    -----
    The findings and their order depend on the search alone, not on the executor, the number of jobs, or interruptions. A resumed search does
    not try again what was beyond a limit.
    """
    if jobs is not None and not 1 <= jobs <= JOBS_LIMIT:
        raise OutOfRange(f"the number of jobs must be from 1 to {JOBS_LIMIT}, not {jobs}")
    if best < 1:
        raise OutOfRange(f"at least one finding of each ranking must be wanted, not {best}")
    with Journal(search, None if folder is None else folder / FILE, resume=resume) as journal:
        work = _Work(search, journal, progress)
        if executor is not None:
            work.drain(executor, IN_FLIGHT, BATCH)
        else:
            _on_cores(work, jobs or available_cores())
        return findings_of(search, journal, best)


def _on_cores(work: _Work, jobs: int) -> None:
    """Do a first batch here; only where that leaves something to do are processes worth starting."""
    if jobs > 1:
        work.drain(Here(), 1, BATCH, batches=1)
    if not work.left:
        return
    if jobs == 1:
        work.drain(Here(), 1, BATCH)
        return
    with processes(min(jobs, work.left)) as executor:
        work.drain(executor, 2 * jobs, max(1, min(BATCH, ceil(work.left / (4 * jobs)))))


class _Work:
    """The points that are left to do."""

    def __init__(self, search: Search, journal: Journal, progress: Progress | None) -> None:
        self.search, self.journal, self.progress = search, journal, progress
        self.queue = deque(journal.missing())
        self.left = len(self.queue)
        self.violated = journal.counts().get("violated", 0)
        self.report()

    def report(self) -> None:
        if self.progress is not None:
            self.progress(self.search.size - self.left, self.search.size, self.violated)

    def drain(self, executor: Executor, in_flight: int, size: int, batches: int | None = None) -> None:
        """Do what is left, or so many batches of it."""
        running: dict[Future[list[Outcome]], list[int]] = {}
        try:
            while self.left and batches != 0:
                while self.queue and len(running) < in_flight:
                    numbers = [self.queue.popleft() for _ in range(min(size, len(self.queue)))]
                    tasks = [self.search.task(number) for number in numbers]
                    running[executor.submit(evaluate, tasks, SECONDS)] = numbers
                for future in wait(running, return_when=FIRST_COMPLETED).done:
                    numbers = running.pop(future)
                    self.keep(numbers, future.result())
                batches = None if batches is None else batches - 1
        except BrokenExecutor:
            raise TooLarge("a process of the search ended before its time, perhaps for want of memory; fewer jobs may do") from None
        finally:
            for future in running:
                future.cancel()

    def keep(self, numbers: list[int], outcomes: list[Outcome]) -> None:
        """Record the outcomes of the first of these points; the others are to be done again."""
        self.journal.record(outcomes)
        self.queue.extendleft(reversed(numbers[len(outcomes) :]))
        self.left -= len(outcomes)
        self.violated += sum(outcome.verdict == "violated" for outcome in outcomes)
        self.report()
