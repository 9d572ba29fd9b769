"""Writes what a hunt found into a folder: for each group a report and a certificate, `findings.json`, and the claims for `exactpld audit check`."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from certificates.audit.certified import Folder
from certificates.audit.checking import check
from certificates.audit.claim import Claim
from certificates.audit.claimsfile import to_line
from certificates.audit.hunt import snippets
from certificates.audit.hunt.groups import Findings, Group
from certificates.audit.hunt.landmarks import Landmarks
from certificates.audit.hunt.outcome import NEVER_LOOSE, Outcome, claim_of, decided, strict_finding
from certificates.audit.hunt.report import Draft, report, title
from certificates.audit.tools.replies import Hello
from certificates.audit.tools.workers.serving import write_float
from certificates.audit.verdict import FAULTY, Verdict
from certificates.claims.certificate import make_folder, write_bytes
from exact.errors import ExactError, OutOfRange

FORMAT = "exactpld-hunt"
FINDINGS, CLAIMS = "findings.json", "claims.jsonl"
SIZE_LIMIT = 64 << 20
_OURS = re.compile(r"[0-9]{2,4}-[A-Za-z0-9._-]{1,80}\.(?:md|json)", re.ASCII)


def check_folder(folder: Path) -> None:
    """Raise `OutOfRange` for a folder that holds other files than those of an earlier hunt; make it if it is not there."""
    make_folder(folder, FINDINGS, CLAIMS)
    if any(folder.iterdir()) and _earlier(folder) is None:
        raise OutOfRange(f"{folder} holds files that are not those of a hunt: give the name of another folder")


def drafts(findings: Findings, folder: Path | None = None, python: str | Path | None = None) -> list[Draft]:
    """Return the drafts of all groups.

    Parameters
    ----------
    findings
        What a hunt found.
    folder
        Where certificates are written; None for none.
    python
        The interpreter of the tool's environment, in which snippets are run; None to run none.
    """
    kept = None if folder is None else Folder(folder)
    return [_draft(findings, group, f"{i:02}-{_slug(group.simplest)}", kept, python) for i, group in enumerate(findings.groups, 1)]


def write(findings: Findings, folder: Path, python: str | Path | None = None) -> list[Draft]:
    """Write everything, and return the drafts; files of an earlier hunt in this folder are removed."""
    check_folder(folder)
    for name in _earlier(folder) or ():
        (folder / name).unlink(missing_ok=True)
    made = drafts(findings, folder, python)
    for draft in made:
        write_bytes(report(findings, draft).encode(), folder / f"{draft.name}.md")
    claims = [to_line(draft.claim) for draft in made if draft.claim is not None]
    write_bytes("".join(line + "\n" for line in claims).encode(), folder / CLAIMS)
    write_bytes((json.dumps(to_json(findings, made), indent=1) + "\n").encode(), folder / FINDINGS)
    return made


def to_json(findings: Findings, made: Sequence[Draft]) -> dict[str, Any]:
    """Return the content of `findings.json`."""
    counts: dict[str, dict[str, int]] = {}
    for (method, word), n in sorted(findings.counts.items()):
        counts.setdefault(method, {})[word] = n
    return {
        "format": FORMAT,
        "tool": findings.hello.tool,
        "version": findings.hello.version,
        "python": findings.hello.python,
        "seed": findings.seed,
        "methods": list(findings.methods),
        "requests": findings.requests,
        "simplifying": findings.simplifying,
        "ended": findings.ended,
        "counts": counts,
        "explained_by_rounding": dict(sorted(findings.explained.items())),
        "groups": [_group(draft) for draft in made],
        "examples": [{"word": outcome.word, **outcome.case.to_json(), **_said(outcome)} for outcome, _ in findings.examples],
        "files": [file for draft in made for file in (f"{draft.name}.md", *draft.certificates)],
    }


def _group(draft: Draft) -> dict[str, Any]:
    outcome = draft.group.simplest
    finding = {} if draft.finding is None else draft.finding.to_json()
    return {
        "name": draft.name,
        "title": title(outcome),
        "word": outcome.word,
        "statement": outcome.statement,
        "slight": outcome.is_slight,
        "signs": outcome.signs,
        "count": draft.group.count,
        "request": draft.group.request,
        **outcome.case.to_json(),
        **_said(outcome),
        **{key: finding[key] for key in ("exact", "shortfall", "slack", "witness", "reason") if key in finding},
        "original": draft.group.original.case.to_json(),
        "report": f"{draft.name}.md",
        "certificates": list(draft.certificates),
        "snippet": draft.snippet,
        "printed": draft.printed,
    }


def _said(outcome: Outcome) -> dict[str, Any]:
    answer = outcome.answer
    if answer.outcome != "said":
        return {"answer": answer.reason}
    return {"answer": dict(answer.says) if outcome.case.question.kind != "pld" else "a whole PLD", "input": answer.input}


def _draft(findings: Findings, group: Group, name: str, kept: Folder | None, python: str | Path | None) -> Draft:
    outcome = group.simplest
    method = findings.hello.method(outcome.case.method)
    snippet = None if method is None else snippets.snippet(findings.hello.tool, outcome.case, method)
    printed = None if snippet is None or python is None else _confirmed(findings.hello, outcome, *snippets.run(python, snippet))
    if outcome.word not in FAULTY:
        return Draft(name, group, None, None, snippet=snippet, printed=printed)
    claim = claim_of(findings.hello, outcome.case, outcome.answer, name)
    files, why_none, finding = [], "", outcome.finding
    try:
        verdict = _verdict(outcome, claim, certificates=kept is not None)
        finding = strict_finding(verdict)
        files = [] if kept is None else [path.name for path in kept.write(name, verdict).files]
        why_none = finding.reason.rpartition("no certificate: ")[2] if kept is not None else ""
    except ExactError as problem:
        why_none = str(problem)
    return Draft(name, group, claim, finding, files, why_none, snippet, printed)


def _verdict(outcome: Outcome, claim: dict[str, Any], *, certificates: bool) -> Verdict:
    is_small = Landmarks.of(outcome.case.instance, outcome.case.times).is_cheap()
    return check(Claim.from_json(claim), loose=NEVER_LOOSE, certificates=certificates and is_small)


def _confirmed(hello: Hello, outcome: Outcome, printed: str, complaint: str) -> str | None:
    """Return what a snippet printed when it is wrong in the same way (last digits may differ from run to run), or the error that was meant."""
    if outcome.word == "error":
        return complaint if complaint.partition(":")[0].rpartition(".")[2] == outcome.statement else None
    bounds = [bound for bound, text in outcome.answer.says.items() if isinstance(text, str)]
    words = printed.strip("()").split(", ") if printed else []
    try:
        texts = [write_float(float(word)) for word in words]
    except ValueError:
        return None
    if len(texts) != len(bounds):
        return None
    again = decided(hello, outcome.case, replace(outcome.answer, says=dict(zip(bounds, texts, strict=True))))
    return printed if again.likeness() == outcome.likeness() else None


def _slug(outcome: Outcome) -> str:
    parts = (outcome.case.method, outcome.case.question.kind, outcome.word, "slightly" if outcome.is_slight else "", outcome.case.instance.kind)
    return re.sub(r"[^A-Za-z0-9.-]+", "-", "-".join(filter(None, parts)))[:80]


def _earlier(folder: Path) -> list[str] | None:
    """Return the files of an earlier hunt in a folder; None where there was none."""
    file = folder / FINDINGS
    try:
        if file.stat().st_size > SIZE_LIMIT:
            return None
        content = json.loads(file.read_bytes())
    except (OSError, ValueError, RecursionError):
        return None
    if not isinstance(content, dict) or content.get("format") != FORMAT or not isinstance(content.get("files"), list):
        return None
    return [name for name in content["files"] if isinstance(name, str) and _OURS.fullmatch(name)]
