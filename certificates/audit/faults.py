"""Faults that an assertion found, and how they are told: where, what was claimed, the exact value, by how much, and the certificate."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from certificates.audit.verdict import Finding, worst
from exact.errors import ExactError
from exact.reading import number

SHOWN = 5
"""Faults of one assertion that are told in full."""
TITLE = 22


@dataclass(frozen=True)
class Fault:
    """A claimed value that is false or impossible.

    Attributes
    ----------
    tool, mechanism, claim, where
        Who claimed it, of what, what kind of bounds, and at which epsilon, delta, ...; texts.
    findings
        What is wrong, with the exact value, the shortfall, the slack and the witness; the worst is the fault's verdict.
    certificates
        The files of its certificates.
    problem
        Why there is no certificate, where there is none.
    """

    tool: str
    mechanism: str
    claim: str
    where: str
    findings: tuple[Finding, ...]
    certificates: tuple[str, ...] = ()
    problem: str = ""

    @property
    def verdict(self) -> str:
        """The worst of the verdicts."""
        return worst([finding.verdict for finding in self.findings])

    def lines(self) -> list[str]:
        """Return the lines that tell it."""
        rows: list[tuple[str, str]] = []
        for finding in self.findings:
            rows += [*_claimed(finding), *_exact(finding), *_missed(finding), *_whole(finding)]
            rows += [("reason", finding.reason)] if finding.reason else []
        rows += [("certificate", name) for name in self.certificates]
        rows += [("certificate", self.problem)] if self.problem else []
        width = max((len(title) for title, _ in rows), default=0) + 2
        head = f"at {self.where}: {self.verdict}" if self.where else self.verdict
        return [f"  {head}", *(f"    {title:<{width}}{text}" for title, text in rows)]

    def line(self) -> str:
        """Return it in one line."""
        finding = next(finding for finding in self.findings if finding.verdict == self.verdict)
        where = f" at {self.where}" if self.where else ""
        exact = _of_exact(finding)
        said = f": claimed {finding.value}" if finding.value != "PLD" else ""
        missed = f", missed by {_short(finding.shortfall)}" if finding.shortfall else ""
        return f"{self.verdict}: {self.claim} of {self.mechanism}{where}{said}{f', exactly {exact}' if exact else ''}{missed}"


class AuditFailure(AssertionError):
    """Raised when claimed values are false, impossible, or looser than asked for; `faults` has them all."""

    def __init__(self, faults: Sequence[Fault], count: int) -> None:
        self.faults = tuple(faults)
        first = faults[0]
        if first.where:
            head = f"{len(faults)} of {count} {first.claim} {'is' if len(faults) == 1 else 'are'} {_what(faults)}"
        else:
            head = f"{first.claim}: {_what(faults)}"
        lines = [f"{first.tool}: {head}" if first.tool else head, f"  mechanism: {first.mechanism}"]
        for fault in faults[:SHOWN]:
            lines += fault.lines()
        if len(faults) > SHOWN:
            lines.append(f"  ... and {len(faults) - SHOWN} more")
        if any(fault.certificates for fault in faults):
            lines.append("  (certificates are verified by 'exactpld check FILE', or by certificates/check.py alone)")
        super().__init__("\n".join(lines))


def _what(faults: Sequence[Fault]) -> str:
    words = {"violated": "false", "invalid": "impossible"}
    return " or ".join(dict.fromkeys(words.get(fault.verdict, fault.verdict) for fault in faults))


def _claimed(finding: Finding) -> list[tuple[str, str]]:
    words = {"upper": "claimed at most", "lower": "claimed at least"}
    if finding.value == "PLD" or not finding.value:
        return []
    return [(words.get(finding.statement, "claimed"), _with_hex(finding.value))]


def _with_hex(text: str) -> str:
    """Return a float with its hexadecimal form beside it; another text as it is."""
    try:
        value = float(text)
        return f"{text} ({value.hex()})" if value - value == 0 and repr(value) == text else text
    except (ValueError, OverflowError):
        return text


def _of_exact(finding: Finding) -> str:
    exact = finding.exact
    if not exact:
        return ""
    decimal = next((text for name, text in exact.items() if name.endswith("_decimal")), None)
    return decimal or (exact["lower"] if exact["lower"] == exact["upper"] else f"between {exact['lower']} and {exact['upper']}")


def _exact(finding: Finding) -> list[tuple[str, str]]:
    text = _of_exact(finding)
    pair = finding.witness.get("pair")
    return [("exact value", text + (f", of {pair}" if pair else ""))] if text else []


def _missed(finding: Finding) -> list[tuple[str, str]]:
    if finding.factor and finding.verdict == "loose":
        return [("looser by a factor of", finding.factor)]
    if not finding.shortfall:
        return []
    more = "less" if finding.statement == "lower" else "more"
    return [("missed by", _short(finding.shortfall) + (f"; {finding.slack} {more} would be enough" if finding.slack else ""))]


def _whole(finding: Finding) -> list[tuple[str, str]]:
    """Return where a whole PLD fails."""
    rows = []
    for name in ("first", "worst"):
        point = finding.witness.get(name)
        if isinstance(point, dict):
            rows.append((f"{name} at", f"eps = {point['eps']} (x = {_short(point['x'])}), by {point['excess']}"))
    return rows


def _short(text: str) -> str:
    """Return a short text of an exact number: a long one as a decimal."""
    if len(text) <= TITLE:
        return text
    try:
        return f"about {number(text).decimal(12)}"
    except ExactError:
        return text if len(text) <= 3 * TITLE else text[: 3 * TITLE] + "..."
