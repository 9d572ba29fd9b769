"""Records what a tool says about the battery, as claims in a file: ``python -m certificates.audit.tools.record NAME``.

The file has one claim a line, in an order that depends on the battery alone, so that two recordings can be compared.
Beside it, where there are any: ``NAME.unanswered.jsonl``, the errors that the tool raised and the failures of its worker;
``NAME.continuous.jsonl``, what it said about continuous mechanisms, as claims whose mechanism is an instance: there is no
exact expression, only lower bounds by coarsening.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, NamedTuple

from certificates.audit.tools.battery import BATTERY, Question
from certificates.audit.tools.claims import claim_objects
from certificates.audit.tools.queries import Query
from certificates.audit.tools.replies import Answer, Method
from certificates.audit.tools.tool import Tool, start
from exact.errors import ExactError

FOLDER = Path("tests") / "certificates" / "recorded"


class Recording(NamedTuple):
    """What a tool said: claims, claims about continuous mechanisms, and errors and failures."""

    claims: list[dict[str, Any]]
    continuous: list[dict[str, Any]]
    unanswered: list[dict[str, Any]]


def record(tool: Tool, questions: Iterable[Question] = BATTERY, tell: Callable[[str], None] | None = None) -> Recording:
    """Ask a tool the questions, each by all methods that take it."""
    found = Recording([], [], [])
    hello = tool.hello
    for question in questions:
        is_finite = question.instance is None or question.instance.is_finite()
        for method in hello.methods:
            asked = _asked(question, method)
            if not asked:
                continue
            began = time.monotonic()
            answers = tool.ask(method.name, question.instance, question.times, asked, dict(question.options))
            prefix = f"{question.name}/{method.name}/"
            claims = claim_objects(hello, method, question.instance, question.times, answers, prefix)
            if not is_finite and question.instance is not None:
                found.continuous.extend({**claim, "mechanism": question.instance.to_json()} for claim in claims)
            else:
                found.claims.extend(claims)
            found.unanswered.extend(
                {"id": f"{prefix}{number}", "tool": hello.tool, "version": hello.version, "outcome": answer.outcome, "reason": answer.reason}
                for number, answer in enumerate(answers)
                if answer.outcome in ("error", "failure")
            )
            if tell is not None:
                tell(f"{question.name} {method.name}: {_summary(answers)} ({time.monotonic() - began:.1f} s)")
    return found


def _asked(question: Question, method: Method) -> list[Query]:
    """Return the queries that a method is asked; none where it is not meant, or does not take the mechanism."""
    if method.name in question.without or (question.methods is not None and method.name not in question.methods):
        return []
    if question.instance is not None and question.instance.kind not in method.mechanisms:
        return []
    if not dict(question.options).keys() <= method.options.keys():
        return []
    found = [query for query in question.queries if query["kind"] in method.queries]
    if any(query["kind"] == "profile" for query in found):  # which has the single ones
        found = [query for query in found if query["kind"] != "delta"]
    return found


def _summary(answers: list[Answer]) -> str:
    counts: dict[str, int] = {}
    for answer in answers:
        text = answer.outcome if answer.outcome == "said" else f"{answer.outcome}, {answer.reason}"
        counts[text] = counts.get(text, 0) + 1
    return "; ".join(f"{count} {text}" for text, count in counts.items())


def main(arguments: list[str] | None = None) -> int:
    """Write the claims of a tool."""
    parser = argparse.ArgumentParser(prog="python -m certificates.audit.tools.record", description="Record what a tool says about the battery.")
    parser.add_argument("name", help="a tool, such as dp-accounting")
    parser.add_argument("--python", help="the interpreter of an environment that has the tool; otherwise one is made")
    parser.add_argument("--time-limit", type=float, default=120.0, help="seconds for one request")
    parser.add_argument("-o", "--output", type=Path, help=f"the file; otherwise {FOLDER / 'NAME.jsonl'}")
    given = parser.parse_args(arguments)
    path: Path = given.output or FOLDER / f"{given.name}.jsonl"

    def tell(text: str) -> None:
        sys.stderr.write(text + "\n")

    try:
        with start(given.name, given.python, given.time_limit, progress=tell) as tool:
            found = record(tool, tell=tell)
    except ExactError as problem:
        tell(f"error: {problem}")
        return 2
    for name, objects in found._asdict().items():
        target = path if name == "claims" else path.with_suffix(f".{name}.jsonl")
        if objects:
            _write(target, objects)
            tell(f"{name}: {len(objects)} lines written to {target}")
        else:
            target.unlink(missing_ok=True)
    return 0


def _write(path: Path, objects: list[dict[str, Any]]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    partial = path.with_name(f".{path.name}.{os.getpid()}")
    partial.write_text("".join(json.dumps(content) + "\n" for content in objects), encoding="utf-8")
    partial.replace(path)


if __name__ == "__main__":
    raise SystemExit(main())
