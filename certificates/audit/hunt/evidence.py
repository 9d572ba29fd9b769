"""What is worked out for the draft of a report, once for each case: its snippet is run, and its verdict stated as certificates."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from certificates.audit.checking import check
from certificates.audit.claim import Claim
from certificates.audit.hunt import snippets
from certificates.audit.hunt.landmarks import Landmarks
from certificates.audit.hunt.outcome import NEVER_LOOSE, Outcome, claim_of, decided, strict_finding
from certificates.audit.tools.replies import Hello
from certificates.audit.tools.workers.serving import write_float
from certificates.audit.verdict import FAULTY, Finding, Verdict
from certificates.claims import Certificate
from exact.errors import ExactError, TooLarge, Undecided


@dataclass(frozen=True, slots=True)
class Evidence:
    """What a draft says of a case beside the case.

    Attributes
    ----------
    snippet
        Code that repeats it; None where there is none.
    printed
        What the snippet printed when it was run; None when it was not, or printed another value.
    finding
        The strict verdict; None where the tool said nothing.
    certificates
        Files of cross-checked certificates.
    why_none
        Why there is no certificate.
    """

    snippet: str | None
    printed: str | None
    finding: Finding | None = None
    certificates: tuple[bytes, ...] = ()
    why_none: str = ""


class Evidences:
    """The evidence on outcomes of one tool, each worked out when it is first asked for.

    Parameters
    ----------
    hello
        The tool.
    python
        The interpreter of the tool's environment, in which snippets are run; None to run none.
    certificates
        Whether certificates are made.
    """

    def __init__(self, hello: Hello, python: str | Path | None = None, *, certificates: bool = False) -> None:
        self.hello, self.python, self.certificates = hello, python, certificates
        self._known: dict[int, tuple[Outcome, Evidence]] = {}  # by identity: answers have no hash, and a tool may answer differently later

    def of(self, outcome: Outcome) -> Evidence:
        """Return the evidence on an outcome."""
        known = self._known.get(id(outcome))
        if known is None:
            known = self._known[id(outcome)] = outcome, self._work_out(outcome)
        return known[1]

    def _work_out(self, outcome: Outcome) -> Evidence:
        method = self.hello.method(outcome.case.method)
        snippet = None if method is None else snippets.snippet(self.hello.tool, outcome.case, method)
        printed = None if snippet is None or self.python is None else _confirmed(self.hello, outcome, *snippets.run(self.python, snippet))
        if outcome.word not in FAULTY:
            return Evidence(snippet, printed)
        finding, why_none = outcome.finding, ""
        files: list[bytes] = []
        try:
            verdict = self._verdict(outcome)
            finding = strict_finding(verdict)
            if self.certificates:
                why_none = finding.reason.rpartition("no certificate: ")[2]
                files = _files(verdict)
        except ExactError as problem:
            why_none = str(problem)
        return Evidence(snippet, printed, finding, tuple(files), why_none)

    def _verdict(self, outcome: Outcome) -> Verdict:
        claim = Claim.from_json(claim_of(self.hello, outcome.case, outcome.answer, "claim"))
        is_small = Landmarks.of(outcome.case.instance, outcome.case.times).is_cheap()
        return check(claim, loose=NEVER_LOOSE, certificates=self.certificates and is_small)


def _files(verdict: Verdict) -> list[bytes]:
    """Return the certificates, cross-checked; without those beyond a limit, or that the cross-check leaves open."""
    files = []
    for certificate in verdict.certificates:
        try:
            files.append(_checked(certificate))
        except (TooLarge, Undecided):
            continue
    return files


def _checked(certificate: Certificate) -> bytes:
    from certificates.crosscheck import crosscheck

    crosscheck(certificate.content, ceiling_bits=4 * certificate.bits)
    return certificate.to_bytes()


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
