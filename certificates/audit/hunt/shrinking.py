"""Makes a failing case simple: greedy delta debugging with a bounded number of requests to the tool, the same every time.

A candidate is taken when it still fails in the same way (`Outcome.likeness`): the same question to the same method, the same
verdict on the same value, missed slightly or by more as before, with the same signs. It is tried with several points at once,
which cost one request: the point as it was, in proportion to the largest loss, at the largest loss and beside it, at 0.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

from certificates.audit.hunt import simpler
from certificates.audit.hunt.landmarks import Landmarks, largest_loss
from certificates.audit.hunt.outcome import Examiner, Outcome, Word
from certificates.audit.hunt.question import Case, Question
from certificates.audit.instance import Instance
from exact.errors import ExactError

CALLS = 100
"""Requests for one case."""
CALLS_IF_COSTLY: Mapping[Word, int] = {"crash": 40, "garbage": 40, "hang": 6}
"""Requests for one where each may cost a worker, or the time limit."""
DELTAS = (0.5, 0.1, 0.01, 1e-3, 1e-6, 1e-9, 1e-12)

Candidate = tuple[Instance, int, Sequence[Question]]


class Shrinker:
    """Simplifies one outcome.

    Parameters
    ----------
    examiner
        Asks the tool.
    outcome
        What failed.
    calls
        How many requests may be made.
    is_over
        Says when to stop for another reason, such as the time.
    """

    def __init__(self, examiner: Examiner, outcome: Outcome, calls: int = CALLS, is_over: Callable[[], bool] = lambda: False) -> None:
        self.examiner, self.best, self.is_over = examiner, outcome, is_over
        self.left = min(calls, CALLS_IF_COSTLY.get(outcome.word, calls))
        self._tried: set[tuple[Instance, int, tuple[Question, ...]]] = set()

    def run(self) -> Outcome:
        """Return the simplest outcome found that fails in the same way."""
        passes = (_with_fewer_copies, _with_fewer_atoms, _with_shorter_numbers, _with_another_point)  # copies first: then requests are quick
        found = True
        while found and self._may_go_on():
            found = False
            for step in passes:
                while self._improve(step(self.best.case)):
                    found = True
        return self.best

    def _may_go_on(self) -> bool:
        return self.left > 0 and not self.is_over()

    def _improve(self, candidates: Iterator[Candidate]) -> bool:
        """Take the first candidate that fails in the same way; return whether there was one."""
        for instance, times, asked in candidates:
            old = self.best.case
            simpler_ones = [q for q in dict.fromkeys(asked) if replace(old, instance=instance, times=times, question=q).size() < old.size()]
            key = (instance, times, tuple(simpler_ones))
            if not simpler_ones or key in self._tried or not _is_cheap(instance, times):
                continue
            if not self._may_go_on():
                return False
            self._tried.add(key)
            self.left -= 1
            for outcome in self.examiner.outcomes(old.method, instance, times, simpler_ones):  # decided one by one
                if outcome.likeness() == self.best.likeness():
                    self.best = outcome
                    return True
        return False


def _with_fewer_atoms(case: Case) -> Iterator[Candidate]:
    if case.instance.kind == "sum":
        for k, part in case.instance["parts"]:
            yield part, case.times * k, _points(case, part, case.times * k)
    for instance in simpler.fewer_atoms(case.instance):
        yield instance, case.times, _points(case, instance, case.times)


def _with_fewer_copies(case: Case) -> Iterator[Candidate]:
    for times in simpler.fewer_copies(case.times):
        yield case.instance, times, _points(case, case.instance, times)


def _with_shorter_numbers(case: Case) -> Iterator[Candidate]:
    for instance in simpler.shorter_numbers(case.instance):
        yield instance, case.times, _points(case, instance, case.times)


def _with_another_point(case: Case) -> Iterator[Candidate]:
    question = case.question
    if question.kind == "renyi":
        points = [order for order in (2, 3, 4, 8, 16) if order < int(question.at or 0)]
    elif question.at is None:
        return
    else:
        simple = DELTAS if question.kind in ("epsilon", "tradeoff", "guarantee") else ()
        found = [*simple, *simpler.shorter_float(float(question.at))]
        points = [at for at in found if question.kind == "delta" or 0 <= at < 1]
    if points:
        yield case.instance, case.times, [replace(question, at=at) for at in points]


def _points(case: Case, instance: Instance, times: int) -> list[Question]:
    """Return the question, and the same at points that correspond to it in another composition."""
    question = case.question
    if question.kind == "epsilon":
        return [question, *(replace(question, at=at) for at in DELTAS)]
    if question.kind != "delta" or question.at is None:
        return [question]
    eps, old, new = float(question.at), largest_loss(case.instance, case.times), largest_loss(instance, times)
    scaled = eps * new / old if old else eps
    points = [0.0, float(f"{scaled:.0e}"), float(f"{scaled:.1e}"), eps, scaled, math.copysign(new, eps), math.copysign(math.nextafter(new, 0), eps)]
    return [replace(question, at=at) for at in points if math.isfinite(at)]


def _is_cheap(instance: Instance, times: int) -> bool:
    try:
        return Landmarks.of(instance, times).is_cheap()
    except ExactError:
        return False
