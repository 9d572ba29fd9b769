"""What a worker process does with jobs: it asks the tool, decides every answer, and returns texts."""

from __future__ import annotations

import json
import time
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from certificates.audit.campaign import coarse
from certificates.audit.campaign.asking import Program, running
from certificates.audit.campaign.campaign import Campaign
from certificates.audit.campaign.outcome import AnswerRow, CertificateRow, Outcome, claim_id, finding_row, query_text
from certificates.audit.campaign.plan import Job
from certificates.audit.campaign.questions import Question, ask_all, read_question
from certificates.audit.checking import check
from certificates.audit.claim import Claim, Tolerance
from certificates.audit.claim import tolerance as read_tolerance
from certificates.audit.claimsfile import to_line
from certificates.audit.instance import Instance
from certificates.audit.tools import Answer, Hello, Method, claim_objects, queries
from certificates.audit.tools.queries import Query
from exact.errors import ExactError, OutOfRange
from exact.writing import shorten

REASON_LIMIT = 2_000


class Task(NamedTuple):
    """A job with all that is needed to do it, in texts and numbers.

    Attributes
    ----------
    digest
        The key of the job.
    program, method, options
        Who is asked, and how.
    version
        The version that must answer.
    mechanism, times, spends
        About what: an instance as JSON and how often it is composed, or a ledger.
    questions
        The tables ``[[query]]``.
    tolerance, loose
        How answers are judged, as in the campaign file.
    """

    digest: str
    program: Program
    version: str
    method: str
    options: tuple[tuple[str, float], ...]
    mechanism: str | None
    times: int
    spends: tuple[tuple[int, float], ...]
    questions: str
    tolerance: str
    loose: str


def task_of(job: Job, campaign: Campaign, where: Program) -> Task:
    """Return the task of a job."""
    tables = campaign.content.get("query", [])
    return Task(
        job.digest,
        where,
        job.version,
        job.method,
        job.options,
        None if job.instance is None else json.dumps(job.instance.to_json()),
        job.times,
        job.ledger,
        json.dumps([tables[i] for i in job.questions]),
        json.dumps(campaign.content.get("tolerance")),
        str(campaign.loose),
    )


def evaluate(tasks: Sequence[Task], seconds: float) -> list[Outcome]:
    """Return the outcomes of the first tasks: at least of one, and of as many as are begun within these seconds."""
    end = time.monotonic() + seconds
    found = [outcome_of(tasks[0])]
    for task in tasks[1:]:
        if time.monotonic() >= end:
            break
        found.append(outcome_of(task))
    return found


def outcome_of(task: Task) -> Outcome:
    """Return what a job gives: whatever the tool does wrong is a result.

    Raises
    ------
    OutOfRange
        When the tool that answers is of another version than the job is about.
    """
    instance = None if task.mechanism is None else Instance.from_json(json.loads(task.mechanism))
    questions = [read_question(table, f"query[{i}]") for i, table in enumerate(json.loads(task.questions))]
    asked, note = _asked(task, instance, questions)
    if not asked:
        return Outcome(task.digest, None, 0.0, 0.0, note or "nothing is asked", ())
    with running(task.program) as tool:
        answers = tool.ask(task.method, instance, task.times, asked, dict(task.options))
        if all(answer.outcome == "failure" for answer in answers):
            rows = [_unsaid(place, answer) for place, answer in enumerate(answers)]
            return Outcome(task.digest, None, 0.0, 0.0, note, rows)
        hello = tool.hello
    if hello.version != task.version:
        raise OutOfRange(f"{hello.tool} is {hello.version} now, and the campaign began with {task.version}: use that one, or another database")
    method = hello.method(task.method)
    if method is None:  # pragma: no cover - a tool of this version has it
        raise OutOfRange(f"{hello.tool} {hello.version} has no method {task.method!r}")
    began = time.perf_counter()
    judge = _Judge(task, hello, method, instance)
    rows = [judge.row(place, answer) for place, answer in enumerate(answers)]
    source = next((answer.input for answer in answers if answer.input), None)
    return Outcome(task.digest, source, answers[0].seconds, time.perf_counter() - began, note, rows)


def _asked(task: Task, instance: Instance | None, questions: Iterable[Question]) -> tuple[list[Query], str]:
    if instance is None:
        return [queries.spend(task.spends)], ""
    return ask_all(questions, instance, task.times)


def _unsaid(place: int, answer: Answer) -> AnswerRow:
    outcome = answer.outcome if answer.failure is None else answer.failure.kind
    return AnswerRow(place, answer.query["kind"], query_text(answer.query), outcome, answer.reason[:REASON_LIMIT])


class _Judge:
    """Judges the answers to one job."""

    def __init__(self, task: Task, hello: Hello, method: Method, instance: Instance | None) -> None:
        self.task, self.hello, self.method, self.instance = task, hello, method, instance
        given = json.loads(task.tolerance)
        self.tolerance: Tolerance | None = None if given is None else read_tolerance(given, "tolerance")
        self.loose = Fraction(task.loose)

    def row(self, place: int, answer: Answer) -> AnswerRow:
        """Return the row of an answer; a fault of ours is a result, too, and does not end the campaign."""
        if answer.outcome != "said":
            return _unsaid(place, answer)
        try:
            return self._judged(place, answer)
        except ExactError as problem:
            return self._undecided(place, answer, "undecided", str(problem))
        except Exception as problem:  # noqa: BLE001 - a campaign of hours goes on, and the report says it first
            return self._undecided(place, answer, "fault", f"{type(problem).__name__}: {shorten(str(problem))}")

    def _claim(self, place: int, answer: Answer) -> tuple[dict[str, Any], bool]:
        """Return the claim of an answer, and whether it is about a continuous mechanism."""
        content = claim_objects(self.hello, self.method, self.instance, self.task.times, [answer])[0]
        content["id"] = claim_id(self.task.digest, place)
        if self.instance is None or self.instance.is_finite():
            return content, False
        return coarse.about(content, self.instance, self.task.times), True

    def _judged(self, place: int, answer: Answer) -> AnswerRow:
        content, is_coarse = self._claim(place, answer)
        claim = Claim.from_json(content)
        usable = self.tolerance if claim.query != "pld" or self.tolerance is None or not self.tolerance.relative else None
        verdict = check(claim, tolerance=usable, loose=self.loose)
        if is_coarse:
            verdict = coarse.weakened(verdict, query=claim.query)
        return AnswerRow(
            place,
            answer.query["kind"],
            query_text(answer.query),
            "said",
            claim=to_line(content),
            judgement=json.dumps(verdict.to_json(), ensure_ascii=True),
            verdict=verdict.verdict,
            strict=verdict.strict,
            findings=[finding_row(i, finding, content["query"]) for i, finding in enumerate(verdict.findings)],
            certificates=[CertificateRow(i, c.kind, c.bits, c.to_bytes()) for i, c in enumerate(verdict.certificates)],
        )

    def _undecided(self, place: int, answer: Answer, outcome: str, reason: str) -> AnswerRow:
        try:
            content = self._claim(place, answer)[0]
        except ExactError:
            content = None
        claim = None if content is None else to_line(content)
        word = "undecided" if outcome == "undecided" else None
        said = "said" if word else outcome
        return AnswerRow(place, answer.query["kind"], query_text(answer.query), said, reason[:REASON_LIMIT], claim, None, word, word)
