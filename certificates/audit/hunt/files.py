"""Writes what a hunt found into a folder: for each group a report and a certificate, `findings.json`, and the claims for `exactpld audit check`.

A `Writer` does so again whenever there is more, so that a hunt that is killed leaves what it found; what is costly is done once for each case.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from certificates.audit.claimsfile import to_line
from certificates.audit.hunt.evidence import Evidences
from certificates.audit.hunt.groups import Findings, Group
from certificates.audit.hunt.outcome import Outcome, claim_of
from certificates.audit.hunt.report import Draft, report, title
from certificates.audit.verdict import FAULTY
from certificates.claims.certificate import check_replaceable, make_folder, write_bytes
from exact.errors import OutOfRange

FORMAT = "exactpld-hunt"
FINDINGS, CLAIMS = "findings.json", "claims.jsonl"
SIZE_LIMIT = 64 << 20
_OURS = re.compile(r"[0-9]{2,4}-[A-Za-z0-9._-]{1,80}\.(?:md|json)", re.ASCII)


def check_folder(folder: Path) -> None:
    """Raise `OutOfRange` for a folder that holds other files than those of an earlier hunt; make it if it is not there."""
    make_folder(folder, FINDINGS, CLAIMS)
    if any(folder.iterdir()) and _earlier(folder) is None:
        raise OutOfRange(f"{folder} holds files that are not those of a hunt: give the name of another folder")


def drafts(findings: Findings) -> list[Draft]:
    """Return the drafts of all groups, without certificates, their snippets not run."""
    return _drafts(findings, Evidences(findings.hello))[0]


def write(findings: Findings, folder: Path, python: str | Path | None = None) -> list[Draft]:
    """Write everything, and return the drafts, as a `Writer` does."""
    return Writer(folder, python).write(findings)


class Writer:
    """Writes what a hunt found so far, and at its end all of it, into the same folder.

    Parameters
    ----------
    folder
        Where; it is made if it is not there. `OutOfRange` as `check_folder`.
    python
        The interpreter of the tool's environment, in which snippets are run; None to run none.
    """

    def __init__(self, folder: Path, python: str | Path | None = None) -> None:
        check_folder(folder)
        self.folder, self.python = folder, python
        self._evidences: Evidences | None = None

    def write(self, findings: Findings) -> list[Draft]:
        """Write everything, and return the drafts; files of before, or of an earlier hunt in this folder, are removed.

        Whenever it is killed, what was there before or what was to be written is there, and the next hunt in this folder removes it.
        """
        if self._evidences is None:
            self._evidences = Evidences(findings.hello, self.python, certificates=True)
        made, contents = _drafts(findings, self._evidences, self.folder)
        claims = [to_line(draft.claim) for draft in made if draft.claim is not None]
        index = to_json(findings, made)
        stale = [name for name in _earlier(self.folder) or () if name not in index["files"]]
        self._write_index(index | {"files": [*index["files"], *stale]})  # first, so that whatever is there is known to be ours
        for name, content in contents.items():
            write_bytes(content, self.folder / name)
        write_bytes("".join(line + "\n" for line in claims).encode(), self.folder / CLAIMS)
        for name in stale:
            (self.folder / name).unlink(missing_ok=True)
        if stale:
            self._write_index(index)
        return made

    def _write_index(self, index: Mapping[str, Any]) -> None:
        write_bytes((json.dumps(index, indent=1) + "\n").encode(), self.folder / FINDINGS)


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


def _drafts(findings: Findings, evidences: Evidences, folder: Path | None = None) -> tuple[list[Draft], dict[str, bytes]]:
    """Return the drafts of all groups, and the contents of their files by name."""
    made: list[Draft] = []
    contents: dict[str, bytes] = {}
    for i, group in enumerate(findings.groups, 1):
        draft, certificates = _draft(findings, group, f"{i:02}-{_slug(group.simplest)}", evidences, folder)
        made.append(draft)
        contents |= certificates
        contents[f"{draft.name}.md"] = report(findings, draft).encode()
    return made, contents


def _draft(findings: Findings, group: Group, name: str, evidences: Evidences, folder: Path | None) -> tuple[Draft, dict[str, bytes]]:
    outcome = group.simplest
    found = evidences.of(outcome)
    if outcome.word not in FAULTY:
        return Draft(name, group, None, None, snippet=found.snippet, printed=found.printed), {}
    claim = claim_of(findings.hello, outcome.case, outcome.answer, name)
    named, why_none = {}, found.why_none
    for i, content in enumerate(found.certificates, 1):
        file = f"{name}{'' if i == 1 else f'-{i}'}.json"
        try:
            if folder is not None:
                check_replaceable(folder / file)
        except OutOfRange as problem:
            why_none = str(problem)
        else:
            named[file] = content
    return Draft(name, group, claim, found.finding, [*named], why_none, found.snippet, found.printed), named


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
