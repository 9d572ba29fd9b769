"""The run of a campaign: the tools say hello, jobs go to an executor, results to the database as they come.

Jobs about one mechanism go together, so that what is worked out about it is worked out once. A batch ends after `SECONDS`, however many of its
jobs are done, and the rest is handed out again: a kill costs little.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, wait
from pathlib import Path

from certificates.audit.campaign.asking import Program, close_tools, program, running
from certificates.audit.campaign.campaign import Campaign
from certificates.audit.campaign.database import Database
from certificates.audit.campaign.outcome import Outcome
from certificates.audit.campaign.plan import Job, plan
from certificates.audit.campaign.results import Results, results_of
from certificates.audit.campaign.work import evaluate, task_of
from certificates.audit.tools import Hello, ToolUnavailable
from certificates.search.workers import Here, available_cores, processes
from exact.errors import ExactError, NotReadable, OutOfRange, TooLarge

BATCH = 16
"""The most jobs of a batch."""
SECONDS = 1.0
"""After so long a batch takes no further job."""
JOBS_LIMIT = 1_024
IN_FLIGHT = 64
"""Batches handed to an executor whose number of workers is not known."""

Progress = Callable[[int, int, int], None]
"""Called as ``progress(done, total, faulty)``: jobs, jobs, and the answers that are violated or invalid."""
Tell = Callable[[str], None]


def run(  # noqa: PLR0913 - all but the campaign are keywords
    campaign: Campaign,
    *,
    database: Path | None = None,
    executor: Executor | None = None,
    jobs: int | None = None,
    resume: bool = False,
    retry: bool = False,
    progress: Progress | None = None,
    tell: Tell | None = None,
) -> Results:
    """Return the results of a campaign, after every tool was asked everything and every answer decided or recorded with the reason why not.

    Parameters
    ----------
    campaign
        The campaign, see `read_campaign`.
    database
        The SQLite file in which results are kept as they come; without it nothing is kept.
    executor
        What does the work: any ``concurrent.futures.Executor``, such as that of a Dask cluster, ``client.get_executor()``. It gets texts and
        numbers only, and is left running; its machines need the interpreters of the tools at the same paths. By default processes of our own.
    jobs
        How many processes; by default as many as there are cores. 1 works in this process. Each has worker processes of its own for the tools.
    resume
        Whether a database that is there is gone on with; else it is an error.
    retry
        Whether jobs whose worker crashed, hung, wrote garbage or did not start are done again.
    progress
        Called as ``progress(done, total, faulty)``.
    tell
        Called with a sentence before something that may take minutes, and about a tool that does not start.

    Raises
    ------
    OutOfRange
        When results are there and `resume` is not asked for, when they are those of another campaign or version of a tool, for unknown methods, and
        for `jobs` out of range.
    ToolUnavailable
        When no tool starts.
    TooLarge
        When a process ended before its time.
    NotReadable
        When what is in the place of the database is none, or is damaged.
    OSError
        When the database cannot be written.

    Notes
    -----
    The results depend on the campaign and on the tools alone, not on the executor, the number of jobs, or interruptions; the seconds do.

    Examples
    --------
    >>> from certificates.audit.campaign import parse_campaign
    >>> campaign = parse_campaign(b'''
    ... [[tool]]
    ... name = "dp-accounting"
    ... methods = ["pld-pessimistic"]
    ... [[mechanism]]
    ... kind = "rr"
    ... eps = [0.1, 1.0]
    ... times = [1, 100]
    ... [[query]]
    ... kind = "epsilon"
    ... delta = [1e-6]
    ... ''')
    >>> results = run(campaign, jobs=1)         # doctest: +SKIP
    >>> [row.counts for row in results.rows]    # doctest: +SKIP
    [{'sound': 2, 'violated': 2}]
    """
    if jobs is not None and not 1 <= jobs <= JOBS_LIMIT:
        raise OutOfRange(f"the number of jobs must be from 1 to {JOBS_LIMIT}, not {jobs}")
    with Database.begin(campaign, database, resume=resume) as kept:
        if retry:
            kept.forget_failures()
        try:
            work = _Work(kept, _Programs(kept, tell or (lambda _: None)), progress)
            if executor is not None:
                work.drain(executor, IN_FLIGHT)
            else:
                _on_cores(work, jobs or available_cores())
        finally:
            close_tools()
        return results_of(kept)


def _on_cores(work: _Work, jobs: int) -> None:
    if work.left and jobs > 1:
        close_tools()  # those that said hello here; every process starts its own
        with processes(min(jobs, work.left)) as executor:
            work.drain(executor, 2 * jobs)
    elif work.left:
        work.drain(Here(), 1)


class _Programs:
    """How the tools are started, and what they said; a tool is started here where the database does not know it, or jobs are left for it."""

    def __init__(self, kept: Database, tell: Tell) -> None:
        self.kept, self.tell = kept, tell
        self.hellos: dict[int, Hello] = kept.hellos()
        self._programs: dict[int, Program] = {}
        reasons = []
        for number, entry in enumerate(kept.campaign.tools):
            if number in self.hellos:
                continue
            try:
                self.hellos[number] = self._hello(number)
            except (ToolUnavailable, ExactError) as problem:
                reasons.append(f"{entry.name}: {problem}")
                kept.keep_tool(number, None, str(problem))
                tell(f"{entry.name} is left out, it does not start: {problem}")
            else:
                kept.keep_tool(number, self.hellos[number], None)
        if not self.hellos:
            raise ToolUnavailable(f"no tool starts; {reasons[0]}")

    def program(self, number: int) -> Program:
        """Return how a tool is started, making its environment where it is not there."""
        if number not in self._programs:
            campaign = self.kept.campaign
            self._programs[number] = program(campaign.tools[number], campaign.time_limit, self.tell)
        return self._programs[number]

    def _hello(self, number: int) -> Hello:
        with running(self.program(number)) as tool:
            return tool.hello

    def check(self, number: int) -> None:
        """Raise where a tool that has jobs left is not the one that the results are of."""
        entry, before = self.kept.campaign.tools[number], self.hellos[number]
        now = self._hello(number)
        if now.version != before.version:
            raise OutOfRange(
                f"{entry.name} is {now.version} now, and the results are of {before.version}: give an environment with that version, or another file"
            )


class _Work:
    """The jobs that are left to do."""

    def __init__(self, kept: Database, programs: _Programs, progress: Progress | None) -> None:
        self.kept, self.programs, self.progress = kept, programs, progress
        self.jobs: Mapping[str, Job] = {job.digest: job for job in plan(kept.campaign, programs.hellos).jobs}
        done = kept.done()
        if not done <= self.jobs.keys():
            raise NotReadable(f"{kept.path} is damaged: it has a job that is none of the campaign")
        left = [job for job in self.jobs.values() if job.digest not in done]
        for number in sorted({job.tool for job in left}):
            programs.check(number)
        self.batches = deque(_batches(left))
        self.left = len(left)
        self.faulty = kept.faulty()
        self.report()

    def report(self) -> None:
        if self.progress is not None:
            self.progress(len(self.jobs) - self.left, len(self.jobs), self.faulty)

    def drain(self, executor: Executor, in_flight: int) -> None:
        """Do what is left."""
        running: dict[Future[list[Outcome]], list[Job]] = {}
        try:
            while self.left:
                while self.batches and len(running) < in_flight:
                    batch = self.batches.popleft()
                    tasks = [task_of(job, self.kept.campaign, self.programs.program(job.tool)) for job in batch]
                    running[executor.submit(evaluate, tasks, SECONDS)] = batch
                for future in wait(running, return_when=FIRST_COMPLETED).done:
                    batch = running.pop(future)
                    self.keep(batch, future.result())
        except BrokenExecutor:
            raise TooLarge("a process of the campaign ended before its time, perhaps for want of memory; fewer jobs may do") from None
        finally:
            for future in running:
                future.cancel()

    def keep(self, batch: list[Job], outcomes: list[Outcome]) -> None:
        """Record the outcomes of the first of these jobs; the others are to be done again."""
        for job, outcome in zip(batch, outcomes, strict=False):
            self.kept.record(job, outcome)
            self.left -= 1
            self.faulty += sum(answer.verdict in ("violated", "invalid") for answer in outcome.answers)
            self.report()
        if len(outcomes) < len(batch):
            self.batches.appendleft(batch[len(outcomes) :])


def _batches(jobs: list[Job]) -> list[list[Job]]:
    """Return the jobs in their order, those about one mechanism together."""
    out: list[list[Job]] = []
    for job in jobs:
        last = out[-1] if out else []
        if last and len(last) < BATCH and (last[0].instance, last[0].times) == (job.instance, job.times):
            last.append(job)
        else:
            out.append([job])
    return out
