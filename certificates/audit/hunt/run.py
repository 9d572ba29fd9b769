"""The hunt itself: requests one after the other, everything decided, faults made simple, until the cases or the time are used up."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from certificates.audit.hunt.generator import request
from certificates.audit.hunt.groups import Collection, Ended, Findings
from certificates.audit.hunt.outcome import Asked, Examiner, Outcome
from certificates.audit.hunt.shrinking import CALLS, Shrinker
from certificates.audit.tools.replies import Hello, Method
from exact.errors import OutOfRange

SIMPLIFIED, SIMPLIFIED_SLIGHT = 2, 1
"""How many faults of one kind are simplified, and of one where a bound is missed slightly; more are only counted."""
SHARE = 20
"""In a hunt of limited time, simplifying one fault takes at most this part of it: one twentieth."""
HUNTED = ("delta", "epsilon", "pure-epsilon", "renyi", "tradeoff", "gdp", "pld", "guarantee")
"""The kinds of queries that are asked."""


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a hunt is: requests generated, faults met, kinds of them, and whether one is being simplified."""

    requests: int
    faults: int
    groups: int
    is_simplifying: bool = False


def hunt(  # noqa: PLR0913 - all by name
    tool: Asked,
    *,
    seed: int,
    cases: int | None = None,
    seconds: float | None = None,
    methods: Sequence[str] = (),
    calls: int = CALLS,
    progress: Callable[[Progress], None] | None = None,
    keep: Callable[[Findings], object] | None = None,
    clock: Callable[[], float] = time.monotonic,
) -> Findings:
    """Return what was found by asking a tool about random mechanisms.

    Parameters
    ----------
    tool
        A started tool.
    seed
        Of the requests. With `cases` alone the result depends on the tool's answers and on nothing else.
    cases, seconds
        When to end, by the number of requests and by the time: at least one of them. The last exact decision may take
        longer than the time.
    methods
        Names of methods of the tool; all by default.
    calls
        How many requests may be made to simplify one fault.
    progress
        Is told how far the hunt is.
    keep
        Is given what was found so far whenever a fault was made simple, as `certificates.audit.hunt.files.Writer.write` keeps it.
        Its time is part of that of the hunt.
    clock
        Gives the time in seconds.

    Returns
    -------
    Findings
        Also when it is interrupted (KeyboardInterrupt): then what was found so far, and `ended` says so.
    """
    if cases is None and seconds is None:
        raise OutOfRange("a hunt ends after a number of cases, or after a time: give one of them")
    timer = _Timer(clock, seconds)
    examiner = Examiner(tool)
    running = _Hunt(examiner, seed, suitable_methods(tool.hello, methods), calls, timer, progress or (lambda _: None), keep or (lambda _: None))
    found = running.found
    ended: Ended = "cases"
    try:
        while cases is None or found.requests < cases:
            if timer.is_over():
                ended = "time"
                break
            running.make_request(found.requests)
    except KeyboardInterrupt:
        ended = "interrupted"
    return running.findings(ended)


def suitable_methods(hello: Hello, names: Sequence[str]) -> list[Method]:
    """Return the methods of these names, or all; without those that answer no question of a hunt. `OutOfRange` where none is left."""
    unknown = [name for name in names if hello.method(name) is None]
    if unknown:
        raise OutOfRange(f"{hello.tool} has no method {unknown[0]}, but {', '.join(method.name for method in hello.methods)}")
    wanted = [method for method in hello.methods if (not names or method.name in names) and set(method.queries) & set(HUNTED)]
    if not wanted:
        raise OutOfRange(f"{hello.tool} has no method that answers one of {', '.join(HUNTED)}")
    return wanted


class _Timer:
    """Tells when the time is over: of the hunt, and of simplifying one fault."""

    def __init__(self, clock: Callable[[], float], seconds: float | None) -> None:
        self.clock = clock
        self.share = None if seconds is None else seconds / SHARE
        self.deadline = None if seconds is None else clock() + seconds

    def is_over(self) -> bool:
        return self.deadline is not None and self.clock() >= self.deadline

    def of_one_fault(self) -> Callable[[], bool]:
        if self.share is None or self.deadline is None:
            return lambda: False
        until = min(self.deadline, self.clock() + self.share)
        return lambda: self.clock() >= until


@dataclass(frozen=True, slots=True)
class _Hunt:
    """What does not change while a hunt runs, and the collection."""

    examiner: Examiner
    seed: int
    methods: Sequence[Method]
    calls: int
    timer: _Timer
    tell: Callable[[Progress], None]
    keep: Callable[[Findings], object]
    found: Collection = field(default_factory=Collection)

    def make_request(self, number: int) -> None:
        """Make one request, and simplify what is wrong with the answers."""
        asked = request(self.seed, number, self.methods)
        self._tell(number)
        if asked is not None and asked.questions:
            for outcome in list(self.examiner.outcomes(asked.method.name, asked.instance, asked.times, asked.questions)):
                if 0 < self.found.add(outcome, number) <= (SIMPLIFIED_SLIGHT if outcome.is_slight else SIMPLIFIED):
                    self._simplify(outcome, number)
        self.found.requests = number + 1

    def _simplify(self, outcome: Outcome, number: int) -> None:
        self._tell(number, is_simplifying=True)
        shrinker = Shrinker(self.examiner, outcome, self.calls, self.timer.of_one_fault())
        try:
            shrinker.run()
        finally:  # an interrupt keeps what there is
            self.found.place(outcome, shrinker.best, number)
        self.keep(self.findings("running"))

    def findings(self, ended: Ended) -> Findings:
        """Return what was found so far."""
        found = self.found
        return Findings(
            self.examiner.tool.hello,
            self.seed,
            tuple(method.name for method in self.methods),
            requests=found.requests,
            simplifying=max(0, self.examiner.calls - found.requests),
            counts=dict(found.counts),
            explained=dict(found.explained),
            groups=found.groups(),
            examples=found.examples(),
            ended=ended,
        )

    def _tell(self, number: int, *, is_simplifying: bool = False) -> None:
        self.tell(Progress(number, self.found.faults(), self.found.kinds(), is_simplifying))
