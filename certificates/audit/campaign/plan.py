"""The jobs of a campaign: a tool and a method, a mechanism and how often it is composed, and all that is asked about it."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from certificates.audit.campaign.campaign import Campaign, ToolEntry, digest
from certificates.audit.instance import FIELDS, Instance
from certificates.audit.tools.replies import Hello, Method
from exact.errors import OutOfRange, TooLarge

JOB_LIMIT = 1_000_000


@dataclass(frozen=True, slots=True)
class Job:
    """What one request to a tool answers.

    Attributes
    ----------
    tool
        The number of the table ``[[tool]]``.
    name, version, method, options
        Who is asked, and how.
    instance
        The mechanism; None for the total of the ledger.
    times
        How often it is composed.
    ledger
        The spends of a ledger, else empty.
    questions
        The numbers of the tables ``[[query]]`` that the method answers.
    digest
        The key of the job: of the above, and of what the tables ask.
    """

    tool: int
    name: str
    version: str
    method: str
    options: tuple[tuple[str, float], ...]
    instance: Instance | None
    times: int
    ledger: tuple[tuple[int, float], ...]
    questions: tuple[int, ...]
    digest: str

    @property
    def label(self) -> str:
        """The mechanism for people."""
        return "ledger" if self.instance is None else self.instance.label()


@dataclass(frozen=True, slots=True)
class Plan:
    """The jobs of a campaign in their order, and what is left out: ``(tool, method) -> how many mechanisms or queries of which kinds``."""

    jobs: tuple[Job, ...]
    left_out: Mapping[tuple[str, str], Mapping[str, int]]


def plan(campaign: Campaign, hellos: Mapping[int, Hello]) -> Plan:
    """Return the jobs for the tools that said hello, those about one mechanism next to each other, so that its exact values are shared.

    Raises
    ------
    OutOfRange
        When a tool has no method of a name, or no option, or when two tables ask the same.
    TooLarge
        For more than `JOB_LIMIT` jobs.
    """
    methods = [(number, hello, method) for number, hello in sorted(hellos.items()) for method in _methods(campaign.tools[number], hello)]
    tables = campaign.content.get("query", [])
    left_out: dict[tuple[str, str], Counter[str]] = {(_named(hello), method.name): Counter() for _, hello, method in methods}
    jobs: dict[str, Job] = {}
    for instance, times, ledger in _subjects(campaign):
        for number, hello, method in methods:
            left = left_out[_named(hello), method.name]
            missing = sorted(_kinds(instance) - {*method.mechanisms})
            if ledger and "spend" not in method.queries:
                missing = ["ledger"]
            if missing:
                left.update(missing[:1])
                continue
            asked = () if ledger else tuple(i for i, question in enumerate(campaign.questions) if question.kind in method.queries)
            if not asked and not ledger:
                left["what is asked"] += 1
                continue
            job = _job(campaign, number, hello, method, (instance, times, ledger), asked, tables)
            if job.digest in jobs:
                raise OutOfRange(f"two tables ask the same of {job.name} {job.version}, {job.method}, about {job.label}")
            jobs[job.digest] = job
            if len(jobs) > JOB_LIMIT:
                raise TooLarge(f"there are more than {JOB_LIMIT} jobs")
    return Plan(tuple(jobs.values()), {key: dict(count) for key, count in left_out.items() if count})


def _named(hello: Hello) -> str:
    return f"{hello.tool} {hello.version}"


def _subjects(campaign: Campaign) -> Iterator[tuple[Instance | None, int, tuple[tuple[int, float], ...]]]:
    seen: set[tuple[Instance, int]] = set()
    for instance, several in campaign.mechanisms:
        for times in several:
            if (instance, times) not in seen:
                seen.add((instance, times))
                yield instance, times, ()
    for ledger in dict.fromkeys(campaign.ledgers):
        yield None, 1, ledger


def _methods(entry: ToolEntry, hello: Hello) -> list[Method]:
    wanted = [method.name for method in hello.methods] if entry.methods is None else entry.methods
    found = []
    for name in wanted:
        method = hello.method(name)
        if method is None:
            raise OutOfRange(f"{entry.name} {hello.version} has no method {name!r}; it has {', '.join(m.name for m in hello.methods)}")
        found.append(method)
    for name, _ in entry.options:
        if not any(name in method.options for method in found):
            known = sorted({option for method in found for option in method.options})
            raise OutOfRange(f"{entry.name} {hello.version} has no option {name!r}; known are {', '.join(known) or 'none'}")
    return found


def _kinds(instance: Instance | None) -> set[str]:
    """Return the kinds of a mechanism and of all inside it."""
    if instance is None:
        return set()
    inner: Sequence[Instance] = ()
    if "parts" in FIELDS[instance.kind]:
        inner = [part for _, part in instance["parts"]]
    elif "of" in FIELDS[instance.kind]:
        inner = [instance["of"]]
    return {instance.kind}.union(*map(_kinds, inner))


def _job(  # noqa: PLR0913, PLR0917 - what a job is made of
    campaign: Campaign,
    number: int,
    hello: Hello,
    method: Method,
    about: tuple[Instance | None, int, tuple[tuple[int, float], ...]],
    asked: tuple[int, ...],
    tables: Sequence[Any],
) -> Job:
    entry = campaign.tools[number]
    options = tuple((name, value) for name, value in entry.options if name in method.options)
    instance, times, ledger = about
    key = {
        "tool": entry.name,
        "version": hello.version,
        "method": method.name,
        "options": {name: value.hex() for name, value in options},
        "mechanism": None if instance is None else instance.to_json(),
        "times": times,
        "ledger": [[k, amount.hex()] for k, amount in ledger],
        "queries": [tables[i] for i in asked],
    }
    return Job(number, entry.name, hello.version, method.name, options, instance, times, ledger, asked, digest(key))


# --- hellos as texts -------------------------------------------------------------------------------------------------------------------------


def hello_text(hello: Hello) -> str:
    """Return what a tool says of itself as a text, which `read_hello_text` reads."""
    methods = [
        asdict(method) | {"options": {name: None if value is None else float(value).hex() for name, value in method.options.items()}}
        for method in hello.methods
    ]
    return json.dumps({"protocol": 1, "tool": hello.tool, "version": hello.version, "python": hello.python, "methods": methods}, sort_keys=True)
