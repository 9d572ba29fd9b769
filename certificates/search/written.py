"""Certificates of the best findings: each is worked out again from its texts, cross-checked, and written to a file of its own."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from certificates.claims import natural_filter_violated, write
from certificates.claims.certificate import check_replaceable
from certificates.search.findings import Finding, Findings
from certificates.search.point import solve
from exact.errors import NotReadable, OutOfRange, TooLarge
from exact.expressions import pld


def write_certificates(findings: Findings, folder: Path) -> Mapping[int, Path | str]:
    """Write a certificate of each of ``findings.best`` to ``folder/finding-NUMBER.json``, and return the files by the number of the point.

    In the place of a file stands the reason where a certificate is beyond a limit of the format or of the cross-check, and where it would
    replace a file that is not ours.

    Raises
    ------
    NotReadable
        When a finding is not what its texts say, because the journal is damaged.
    """
    width = len(str(findings.search.size - 1))
    written: dict[int, Path | str] = {}
    for finding in findings.best:
        file = folder / f"finding-{finding.number:0{width}d}.json"
        try:
            check_replaceable(file)
        except OutOfRange as problem:
            written[finding.number] = str(problem)
            continue
        try:
            _write(findings, finding, file)
            written[finding.number] = file
        except TooLarge as problem:
            written[finding.number] = str(problem)
    return written


def _write(findings: Findings, finding: Finding, file: Path) -> None:
    budget, result = solve(findings.search.task(finding.number))
    if budget != finding.budget or (result.x, result.cost, result.gap) != (finding.x, finding.cost, finding.gap):
        raise NotReadable(f"the journal is damaged: the filter at point {finding.number} is not as it says")
    write(natural_filter_violated(result.queries, pld(finding.budget), result), file)
