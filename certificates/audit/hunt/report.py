"""The draft of a bug report about one group of faults, in Markdown: what to run, what it returns, what is right, and the proof."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from certificates.audit.claimsfile import to_line
from certificates.audit.hunt.groups import Findings, Group
from certificates.audit.hunt.outcome import Outcome
from certificates.audit.hunt.question import copies, number_text
from certificates.audit.instance import Instance
from certificates.audit.tools.queries import written
from certificates.audit.verdict import FAULTY, Finding
from exact.writing import rational_text

LINE_LIMIT = 2_000
"""Characters of a claim that stands in the report; a longer one stands in `claims.jsonl` alone."""
EXACT_LIMIT = 300
"""Characters of an exact value that stands there."""

QUANTITIES = {
    "delta": "delta",
    "epsilon": "epsilon",
    "pure-epsilon": "epsilon at delta = 0",
    "renyi": "Renyi divergence",
    "tradeoff": "type II error",
    "gdp": "mu of Gaussian DP",
    "pld": "whole discretised PLD",
    "guarantee": "delta at the epsilon that it returns",
}
FAILURES = {"crash": "ends the process", "hang": "gives no answer in time", "garbage": "gives no readable answer"}
BOUNDS = {"upper": "an upper bound", "lower": "a lower bound", "estimate": "an estimate", "bracket": "a lower bound, an estimate and an upper bound"}


@dataclass(frozen=True, slots=True)
class Draft:
    """All that a report is made of.

    Attributes
    ----------
    name
        The name of its files, without the ending.
    group
        The faults.
    claim
        The claim of the simplest one, as JSON; None where the tool said nothing.
    finding
        The strict verdict on it; None likewise.
    certificates
        The names of the files with its certificates.
    why_none
        Why there is no certificate.
    snippet
        Code that repeats it; None where there is none, then the request to the worker stands there.
    printed
        What the snippet printed when it was run; None when it was not, or printed another value.
    """

    name: str
    group: Group
    claim: dict[str, Any] | None
    finding: Finding | None
    certificates: Sequence[str] = ()
    why_none: str = ""
    snippet: str | None = None
    printed: str | None = None


def title(outcome: Outcome) -> str:
    """Return one line that says what is wrong."""
    case = outcome.case
    what = QUANTITIES[case.question.kind]
    where = f"{case.times} x {_short(case.instance)}" if case.times > 1 else _short(case.instance)
    if outcome.word == "violated":
        side = "below" if outcome.statement == "upper" else "above"
        margin = " by a relative 1e-9 or less" if outcome.is_slight else ""
        return f"{case.method}: {outcome.statement} bound on {what} is {side} the exact value{margin} ({where})"
    if outcome.word == "invalid":
        value = outcome.value
        said = f"{what} of {number_text(value)}" if value is not None else f"{what} that is impossible"
        return f"{case.method}: {said} ({where})"
    done = f"raises {outcome.statement}" if outcome.word == "error" else FAILURES[outcome.word]
    return f"{case.method}: {done} ({where})"


def report(findings: Findings, draft: Draft) -> str:
    """Return the text of the report."""
    return "\n".join(_lines(findings, draft)) + "\n"


def _lines(findings: Findings, draft: Draft) -> Iterator[str]:
    outcome, hello = draft.group.simplest, findings.hello
    method = hello.method(outcome.case.method)
    yield f"# {title(outcome)}"
    yield ""
    yield f"{hello.tool} {hello.version}, Python {hello.python}."
    if method is not None:
        yield f"Called: {method.text or method.name}. Its values are taken as {BOUNDS[method.documented]}."
    yield ""
    yield "## To reproduce"
    yield ""
    yield from _reproduction(draft)
    yield ""
    yield "## What is asked"
    yield ""
    yield from _mechanism(outcome)
    yield ""
    yield "## What it returns"
    yield ""
    yield from _returned(outcome)
    if outcome.word in FAULTY and draft.finding is not None:
        yield ""
        yield "## What is right"
        yield ""
        yield from _exact(outcome, draft.finding)
        yield ""
        yield "## The proof"
        yield ""
        yield from _proof(draft)
    yield ""
    yield "## How it was found"
    yield ""
    yield from _found(findings, draft)


def _reproduction(draft: Draft) -> Iterator[str]:
    case = draft.group.simplest.case
    if draft.snippet is None:
        queries = [written(case.question.query())]
        request = {"id": 1, "method": case.method, "mechanism": case.instance.to_json(), "times": case.times, "queries": queries}
        yield "The request to the worker that asks the tool (docs/audit_protocol.md):"
        yield ""
        yield from ("```json", json.dumps(request), "```")
        return
    yield from ("```python", draft.snippet.rstrip("\n"), "```")
    if draft.printed is not None:
        yield ""
        yield f"This was run; it printed `{draft.printed}`."


def _mechanism(outcome: Outcome) -> Iterator[str]:
    case = outcome.case
    total = case.times * copies(case.instance)
    composed = "" if total == 1 else f", composed {case.times} times" if total == case.times else f", {case.times} times, {total} mechanisms in all"
    yield f"{case.question}, of this mechanism{composed}: `{_full(case.instance)}`."
    yield "Its parameters are the binary fractions that the floats are."


def _returned(outcome: Outcome) -> Iterator[str]:
    answer = outcome.answer
    if answer.outcome != "said":
        yield answer.reason.strip() or outcome.word
        if answer.failure is not None and answer.failure.stderr.strip():
            yield ""
            yield from ("```", answer.failure.stderr.strip()[-1_500:], "```")
        return
    if outcome.case.question.kind == "pld":
        yield "A PLD on a grid; its masses stand in `claims.jsonl`."
        return
    for bound, text in answer.says.items():
        yield f"- {bound}: `{float.fromhex(text)!r}` (`{text}`)" if isinstance(text, str) else f"- {bound}: `{text}`"


def _exact(outcome: Outcome, finding: Finding) -> Iterator[str]:
    fields = dict(finding.exact)
    if finding.reason and outcome.word == "invalid":
        yield f"No mechanism has this value: {finding.reason.partition('; no certificate')[0]}."
    if fields:
        lower, upper = fields.pop("lower", ""), fields.pop("upper", "")
        text = next((value for key, value in fields.items() if not key.endswith("_decimal") and len(value) <= EXACT_LIMIT), None)
        if text is not None and text != lower:
            yield f"- exactly: `{text}`"
        yield f"- in decimals: `{lower}`" if lower == upper else f"- between `{lower}` and `{upper}`"
    if finding.shortfall is not None:
        relative = _relative(outcome, finding)
        yield f"- missed by: `{finding.shortfall}`{relative}"
    if finding.slack is not None and outcome.word == "violated":
        yield f"- least power of two that would have to be {'added to' if outcome.statement == 'upper' else 'taken from'} it: `{finding.slack}`"
    if finding.witness:
        where = json.dumps(dict(finding.witness))
        yield f"- where: `{where}`" if len(where) <= LINE_LIMIT else "- where: see the certificate"
    if outcome.answer.input == "rounded":
        yield ""
        yield "The tool cannot be given just this mechanism: its parameters were rounded to floats."
        if outcome.word == "violated":
            yield "The bound is false also for every mechanism whose masses differ by what such rounding explains, with room (one part in 10^9)."


def _relative(outcome: Outcome, finding: Finding) -> str:
    """Return the shortfall as a part of the exact value, for people."""
    if outcome.miss is None or not Fraction(finding.exact["lower"]):
        return ""
    part = outcome.miss / abs(Fraction(finding.exact["lower"]))
    return f", that is {float(part):.2g} times the exact value" if part < 10**6 else ""


def _proof(draft: Draft) -> Iterator[str]:
    if draft.claim is not None:
        line = to_line(draft.claim)
        yield f"The claim{' as a line of JSON, also' if len(line) <= LINE_LIMIT else ' stands'} in `claims.jsonl`, for `exactpld audit check`:"
        if len(line) <= LINE_LIMIT:
            yield ""
            yield from ("```json", line, "```")
    yield ""
    if not draft.certificates:
        yield f"There is no certificate: {draft.why_none or 'none was asked for'}."
        return
    files = " ".join(draft.certificates)
    yield f"The certificate `{files}` states it with the mechanism. One file of Python's standard library, `certificates/check.py`, verifies it:"
    yield ""
    yield from ("```sh", f"python3 -I -S check.py {files}", "```")


def _found(findings: Findings, draft: Draft) -> Iterator[str]:
    group, hello = draft.group, findings.hello
    chosen = "" if len(findings.methods) == len(hello.methods) else "".join(f" --method {name}" for name in findings.methods)
    yield f"`exactpld audit hunt --tool {hello.tool} --seed {findings.seed}{chosen} --cases {group.request + 1}`:"
    yield f"request {group.request}, `{group.original.case}`, made simple step by step while it failed in the same way."
    if group.count > 1:
        yield f"{group.count} answers of the hunt failed in this way."


def _short(instance: Instance) -> str:
    return instance.label()


def _full(instance: Instance) -> str:
    if instance.kind != "pmfs":
        return instance.expression() if instance.is_finite() else instance.label()
    sides = (", ".join(f"{outcome}: {rational_text(mass)}" for outcome, mass in side) for side in instance.parameters)
    return "P = {{{}}}, Q = {{{}}}".format(*sides)
