"""What a campaign has found: the counts of every tool and method, the worst faults, the failures, and the points of the error plots."""

from __future__ import annotations

import heapq
import json
import math
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from statistics import median
from typing import Any, NamedTuple

from certificates.audit.campaign.database import Database
from certificates.audit.campaign.outcome import claim_id
from certificates.audit.campaign.plan import Job, plan
from certificates.audit.tools.replies import Hello, Method
from certificates.audit.verdict import FAULTY

WORST = 5
"""Faults that are listed of every tool, method and kind of query, unless another number is asked for."""
REASON_LIMIT = 200
"""The largest number of different reasons that are listed."""
POINT_LIMIT = 100_000
"""Points of the error plots; beyond, every n-th is taken."""

Variant = tuple[int, str]
"""The number of a table ``[[tool]]`` and the name of a method."""


@dataclass(frozen=True, slots=True)
class Row:
    """What one method of a tool said.

    Attributes
    ----------
    tool
        The number of its table ``[[tool]]``.
    name, version, method, documented
        Who, and what its values are documented to be.
    options
        The options that were given.
    jobs, total
        How many jobs are done, of how many.
    counts
        How many answers have each verdict, or each outcome where nothing was said.
    within
        How many answers are violated or invalid strictly, and not within the tolerance.
    rounded
        How many of those that are violated or invalid are about a mechanism that the tool was given with a rounded parameter.
    excess
        The median of ``abs(value - exact)/abs(exact)`` over the bounds that hold; None where there is none.
    worst
        The largest of ``abs(value - exact)/abs(exact)`` over the bounds that are violated; None where there is none.
    seconds, exact_seconds
        How long the tool took by its own account, and the exact side.
    """

    tool: int
    name: str
    version: str
    method: str
    documented: str
    options: Mapping[str, float]
    jobs: int
    total: int
    counts: Mapping[str, int]
    within: int
    rounded: int
    excess: float | None
    worst: float | None
    seconds: float
    exact_seconds: float

    @property
    def title(self) -> str:
        """Tool, method and options in one text."""
        chosen = ", ".join(f"{name} = {value:g}" for name, value in self.options.items())
        return f"{self.name} {self.method}" + (f" ({chosen})" if chosen else "")


@dataclass(frozen=True, slots=True)
class Fault:
    """A statement that is violated or invalid.

    Attributes
    ----------
    claim
        The id of the claim.
    row
        The number of the row of its method.
    label, times
        The mechanism.
    kind, query
        What was asked.
    verdict, statement, value
        What was said.
    exact
        A decimal of the exact value, rounded down; None where it was not worked out.
    relative, shortfall, slack, reason
        By how much it fails.
    input
        Whether the tool was given just this mechanism.
    certificates
        How many certificates the claim has.
    """

    claim: str
    row: int
    label: str
    times: int
    kind: str
    query: Mapping[str, Any]
    verdict: str
    statement: str
    value: str
    exact: str | None
    relative: float | None
    shortfall: str | None
    slack: str | None
    reason: str
    input: str | None
    certificates: int


class Reason(NamedTuple):
    """Why so many answers of a method say nothing, or nothing is said about them, and the first such mechanism."""

    row: int
    outcome: str
    text: str
    answers: int
    label: str
    times: int


class Point(NamedTuple):
    """A point of the error plots: a statement of a row, where it was asked, the relative error, and whether it is a bound that is violated."""

    row: int
    kind: str
    at: float | None
    times: int
    relative: float
    statement: str
    is_violated: bool


@dataclass(frozen=True)
class Results:
    """What a campaign has found so far.

    Attributes
    ----------
    title, digest, tolerance, loose
        Of the campaign.
    about
        When it began and when something was last recorded, the version of exactpld.
    tools
        Of every table ``[[tool]]`` its name, what it says of itself or None, and why it did not start or None.
    rows
        The counts of every tool and method.
    faults
        The worst ones, of every method and kind of query.
    reasons
        Why answers say nothing.
    left_out
        What a method does not take: how many compositions, by the kind of mechanism.
    jobs, total
        How many jobs are done, of how many.
    """

    title: str | None
    digest: str
    tolerance: str | None
    loose: str
    about: Mapping[str, str]
    tools: tuple[tuple[str, Hello | None, str | None], ...]
    rows: tuple[Row, ...]
    faults: tuple[Fault, ...]
    reasons: tuple[Reason, ...]
    left_out: Mapping[tuple[str, str], Mapping[str, int]] = field(default_factory=dict)
    jobs: int = 0
    total: int = 0

    @property
    def counts(self) -> Counter[str]:
        """How many answers have each verdict or outcome."""
        return sum((Counter(row.counts) for row in self.rows), Counter())

    @property
    def faulty(self) -> int:
        """How many answers are violated or invalid."""
        return sum(self.counts[word] for word in FAULTY)


def results_of(kept: Database, worst: int = WORST) -> Results:
    """Return what the database of a campaign holds, with so many of the worst faults of every method and kind of query."""
    hellos = kept.hellos()
    planned = plan(kept.campaign, hellos)
    jobs: Counter[Variant] = Counter()
    first: dict[Variant, Job] = {}
    for job in planned.jobs:
        jobs[job.tool, job.method] += 1
        first.setdefault((job.tool, job.method), job)
    variants = sorted(first, key=lambda variant: variant[0])  # methods stay in their order
    numbers = {variant: i for i, variant in enumerate(variants)}
    rows = tuple(_row(kept, first[variant], hellos[variant[0]], jobs[variant]) for variant in variants)
    failures = dict(kept.rows("SELECT number, failure FROM tools"))
    tolerance = kept.campaign.tolerance
    return Results(
        kept.campaign.title,
        kept.campaign.digest,
        None if tolerance is None else str(tolerance),
        str(kept.campaign.loose),
        kept.about(),
        tuple((entry.name, hellos.get(i), failures.get(i)) for i, entry in enumerate(kept.campaign.tools)),
        rows,
        tuple(_faults(kept, numbers, worst)),
        tuple(_reasons(kept, numbers)),
        planned.left_out,
        sum(row.jobs for row in rows),
        len(planned.jobs),
    )


def _row(kept: Database, job: Job, hello: Hello, total: int) -> Row:
    key = (job.tool, job.method)
    of_method = "FROM answers JOIN jobs ON answers.job = jobs.digest WHERE jobs.tool = ? AND jobs.method = ?"
    counts = dict(kept.rows(f"SELECT COALESCE(verdict, outcome) AS word, COUNT(*) {of_method} GROUP BY word", key))
    ((within,),) = kept.rows(
        f"SELECT COUNT(*) {of_method} AND strict IN ('violated', 'invalid') AND verdict NOT IN ('violated', 'invalid')",
        key,
    )
    ((rounded,),) = kept.rows(
        f"SELECT COUNT(*) {of_method} AND jobs.input = 'rounded' AND verdict IN ('violated', 'invalid')",
        key,
    )
    ((done, seconds, exact),) = kept.rows("SELECT COUNT(*), TOTAL(seconds), TOTAL(exact_seconds) FROM jobs WHERE tool = ? AND method = ?", key)
    held, missed = [], []
    of_bounds = (
        "SELECT verdict, ABS(relative) FROM findings JOIN jobs ON findings.job = jobs.digest "
        "WHERE jobs.tool = ? AND jobs.method = ? AND relative IS NOT NULL AND statement IN ('upper', 'lower')"
    )
    for verdict, size in kept.rows(of_bounds, key):
        if verdict in ("sound", "loose"):
            held.append(size)
        elif verdict == "violated":
            missed.append(size)
    method = hello.method(job.method) or Method(job.method, "", (), ())
    return Row(
        job.tool,
        job.name,
        job.version,
        job.method,
        method.documented,
        dict(job.options),
        done,
        total,
        counts,
        within,
        rounded,
        median(held) if held else None,
        max(missed, default=None),
        seconds,
        exact,
    )


def _faults(kept: Database, numbers: Mapping[Variant, int], worst: int) -> Iterator[Fault]:
    """Yield the worst faults of every method and kind of query, by the amount that is missing."""
    statement = (
        "SELECT jobs.tool, jobs.method, findings.job, findings.answer, jobs.label, jobs.times, answers.kind, answers.query, findings.verdict,"
        " findings.statement, findings.value, findings.exact_lower, findings.relative, findings.shortfall, findings.slack, findings.reason,"
        " jobs.input,"
        " (SELECT COUNT(*) FROM certificates AS c WHERE c.job = findings.job AND c.answer = findings.answer)"
        " FROM findings JOIN jobs ON findings.job = jobs.digest JOIN answers ON answers.job = findings.job AND answers.place = findings.answer"
        " WHERE findings.verdict IN ('violated', 'invalid') ORDER BY findings.job, findings.answer, findings.place"
    )
    best: dict[tuple[int, str, str], list[tuple[float, int, Fault]]] = {}
    for i, (tool, method, job, answer, label, times, kind, query, *rest) in enumerate(kept.rows(statement)):
        if (tool, method) not in numbers:
            continue
        row = numbers[tool, method]
        fault = Fault(claim_id(job, answer), row, label, times, kind, json.loads(query), *rest)
        heap = best.setdefault((row, kind, fault.verdict), [])
        heapq.heappush(heap, (_amount(fault), -i, fault))
        if len(heap) > worst:
            heapq.heappop(heap)
    for key in sorted(best):
        yield from (fault for *_, fault in sorted(best[key], reverse=True, key=lambda item: item[:2]))


def _amount(fault: Fault) -> float:
    """Return about how much is missing; infinite where what is said is no number."""
    amount = float_of(fault.shortfall or "")
    if math.isnan(amount):
        amount = abs(float_of(fault.exact or "") - float_of(fault.value))
    return math.inf if math.isnan(amount) else amount


def float_of(text: str) -> float:
    """Return about the number of a decimal or a fraction, NaN for any other text."""
    above, _, below = text.partition("/")
    try:
        return float(above) / float(below or 1)
    except (ValueError, OverflowError, ZeroDivisionError):
        return math.nan


def _reasons(kept: Database, numbers: Mapping[Variant, int]) -> Iterator[Reason]:
    statement = (
        "SELECT jobs.tool, jobs.method, COALESCE(answers.verdict, answers.outcome) AS word,"
        " CASE WHEN answers.reason != '' THEN answers.reason ELSE COALESCE((SELECT f.reason FROM findings AS f WHERE f.job = answers.job"
        " AND f.answer = answers.place AND f.verdict = answers.verdict LIMIT 1), '') END AS why,"
        " COUNT(*) AS many, jobs.label, MIN(jobs.times) FROM answers JOIN jobs ON answers.job = jobs.digest"
        " WHERE answers.verdict IS NULL OR answers.verdict IN ('undecided', 'unsupported')"
        " GROUP BY jobs.tool, jobs.method, word, why ORDER BY many DESC, jobs.tool, jobs.method, word, why LIMIT ?"
    )
    for tool, method, word, why, many, label, times in kept.rows(statement, (REASON_LIMIT,)):
        if (tool, method) in numbers:
            yield Reason(numbers[tool, method], word, why, many, label, times)


def points_of(kept: Database, results: Results) -> list[Point]:
    """Return the points of the error plots: all statements with a relative error, or every n-th of them."""
    numbers = {(row.tool, row.method): i for i, row in enumerate(results.rows)}
    ((count,),) = kept.rows("SELECT COUNT(*) FROM findings WHERE relative IS NOT NULL")
    step = -(-count // POINT_LIMIT) or 1
    statement = (
        "SELECT jobs.tool, jobs.method, answers.kind, findings.at, jobs.times, findings.relative, findings.statement, findings.strict"
        " FROM findings JOIN jobs ON findings.job = jobs.digest JOIN answers ON answers.job = findings.job AND answers.place = findings.answer"
        " WHERE findings.relative IS NOT NULL AND findings.rowid % ? = 0"
    )
    return [
        Point(numbers[tool, method], "delta" if kind in ("profile", "guarantee") else kind, at, times, relative, said, strict == "violated")
        for tool, method, kind, at, times, relative, said, strict in kept.rows(statement, (step,))
        if (tool, method) in numbers
    ]
