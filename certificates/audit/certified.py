"""Writes the certificates of faults into a folder, each cross-checked, under the name of its claim."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from certificates.audit.verdict import Verdict
from certificates.claims.certificate import check_replaceable, make_folder, write
from exact.errors import TooLarge, Undecided

NAME_LIMIT = 100
_UNSAFE = re.compile(r"[^A-Za-z0-9._-]+", re.ASCII)


def file_name(text: str) -> str:
    """Return the beginning of a name of a file for an id: letters, digits and ``._-``, not a hidden one.

    Examples
    --------
    >>> file_name("rr(0.1) x 10/delta"), file_name("..")
    ('rr-0.1-x-10-delta', 'claim')
    """
    return _UNSAFE.sub("-", text).strip(".-")[:NAME_LIMIT] or "claim"


@dataclass(frozen=True, slots=True)
class Written:
    """The files of the certificates of one verdict, and why others were not written."""

    files: tuple[Path, ...] = ()
    problems: tuple[str, ...] = ()


class Folder:
    """A folder for certificates. It is made when the first one is written; only certificates and empty files are replaced."""

    def __init__(self, path: Path) -> None:
        self.path, self.count = path, 0
        self._used: set[str] = set()
        make_folder(path)

    def write(self, claim_id: str, verdict: Verdict) -> Written:
        """Write the certificates of a verdict; of one that is beyond a limit, or that the cross-check leaves open, the reason is kept instead.

        Raises
        ------
        certificates.crosscheck.Contradiction
            When the cross-check contradicts a certificate.
        OutOfRange, OSError
            When a file cannot be written, or something else is in its place.
        """
        files, problems = [], []
        for certificate in verdict.certificates:
            path = self.path / f"{self._free(file_name(claim_id))}.json"
            check_replaceable(path)
            try:
                write(certificate, path)
            except (TooLarge, Undecided) as problem:
                problems.append(str(problem))
                continue
            files.append(path)
            self.count += 1
        return Written(tuple(files), tuple(problems))

    def _free(self, name: str) -> str:
        free, n = name, 2
        while free.lower() in self._used:
            free, n = f"{name}-{n}", n + 1
        self._used.add(free.lower())
        return free
