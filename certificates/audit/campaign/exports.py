"""What leaves the database of a campaign: its claims as JSON lines, and the certificates of its faults as files."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from certificates import strictjson
from certificates.audit.campaign.database import Database
from certificates.audit.campaign.outcome import claim_id
from certificates.audit.campaign.plan import plan
from certificates.claims.certificate import Certificate, check_replaceable, make_folder, target_of, write, write_bytes
from certificates.crosscheck import Contradiction
from exact.errors import ExactError, NotReadable

CERTIFICATE_LIMIT = 1 << 30
NESTING_LIMIT = 64


class Written(NamedTuple):
    """A certificate of a claim: its file, or why it was not written."""

    claim: str
    file: Path
    reason: str = ""


def claims(kept: Database) -> Iterator[str]:
    """Yield the claims that tools have made, one JSON object on a line, in the order of the campaign: as ``exactpld audit check`` reads them."""
    for job in plan(kept.campaign, kept.hellos()).jobs:
        for (line,) in kept.rows("SELECT claim FROM answers WHERE job = ? AND claim IS NOT NULL ORDER BY place", (job.digest,)):
            yield line


def write_claims(kept: Database, path: Path) -> int:
    """Write the claims to a file, which appears whole or not at all, and return how many there are; raises what `write_bytes` raises."""
    target_of(path)
    lines = list(claims(kept))
    write_bytes("".join(f"{line}\n" for line in lines).encode(), path)
    return len(lines)


def write_certificates(kept: Database, folder: Path, progress: Callable[[int, int], None] | None = None) -> list[Written]:
    """Write every certificate, cross-checked, to ``folder/CLAIM.json``; only certificates and empty files are replaced.

    Parameters
    ----------
    kept
        The database.
    folder
        It is made where it is not there.
    progress
        Called as ``progress(done, total)``.

    Raises
    ------
    NotReadable
        When what is in the database is no certificate.
    certificates.crosscheck.Contradiction
        When the independent evaluation contradicts one.
    OutOfRange, OSError
        When the folder cannot be written.
    """
    make_folder(folder)
    keys = kept.rows("SELECT job, answer, place FROM certificates ORDER BY job, answer, place")
    found: list[Written] = []
    for job, answer, place in keys:
        of_key = "SELECT kind, bits, content FROM certificates WHERE job = ? AND answer = ? AND place = ?"
        ((kind, bits, content),) = kept.rows(of_key, (job, answer, place))
        claim = claim_id(job, answer)
        file = folder / f"{claim}{f'-{place + 1}' if place else ''}.json"
        certificate = Certificate(kind, _content(kept, content), bits)
        try:
            check_replaceable(file)
            write(certificate, file)
            found.append(Written(claim, file))
        except Contradiction:
            raise
        except ExactError as problem:
            found.append(Written(claim, file, str(problem)))
        if progress is not None:
            progress(len(found), len(keys))
    return found


def _content(kept: Database, content: bytes) -> dict[str, object]:
    try:
        found = strictjson.parse(content, size=CERTIFICATE_LIMIT, nesting=NESTING_LIMIT)
    except ExactError as problem:
        raise NotReadable(f"{kept.path} is damaged: a certificate cannot be read: {problem}") from None
    if not isinstance(found, dict):
        raise NotReadable(f"{kept.path} is damaged: a certificate is no object")
    return found
