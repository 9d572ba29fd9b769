"""The results of a campaign in SQLite: one transaction for every job, so that a kill at any moment loses nothing that was recorded, and nothing is
done twice.

It belongs to one campaign, told by its digest: a changed campaign is refused. Tables:

* ``about``: ``key``, ``value``: format, digest, the campaign (JSON), the version of exactpld, when it began and when something was last recorded;
* ``tools``: of every table ``[[tool]]`` what it says of itself, or why it did not start;
* ``jobs``: who was asked about what, and the times; the key is a digest of all that;
* ``answers``, ``findings``, ``certificates``: the fields of `certificates.audit.campaign.outcome`.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Mapping
from contextlib import AbstractContextManager
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from certificates import sqlitefiles, strictjson
from certificates.audit.campaign.campaign import Campaign, campaign_of
from certificates.audit.campaign.outcome import AnswerRow, CertificateRow, FindingRow, Outcome
from certificates.audit.campaign.plan import Job, hello_text
from certificates.audit.tools.replies import Hello, read_hello
from exact import __version__
from exact.errors import ExactError, NotReadable, OutOfRange

FORMAT = "exactpld-audit-campaign-1"
CONTENT_LIMIT = 4 << 20
FAILURES = ("start", "crash", "hang", "garbage", "fault")
"""The outcomes of answers that are tried again when that is asked for."""

_ANSWER = tuple(name for name in AnswerRow._fields if name not in ("findings", "certificates"))
_REALS = ("at", "relative", "seconds", "exact_seconds")
_TYPES = dict.fromkeys(("place", "tool", "times", "bits"), "INTEGER") | dict.fromkeys(_REALS, "REAL") | {"content": "BLOB"}
_JOB = ("digest", "tool", "name", "version", "method", "options", "mechanism", "label", "times", "input", "seconds", "exact_seconds", "note")


def _columns(*names: str) -> str:
    return ", ".join(f"{name} {_TYPES.get(name, 'TEXT')}" for name in names)


_SCHEMA = {
    "about": "key TEXT PRIMARY KEY, value TEXT NOT NULL",
    "tools": "number INTEGER PRIMARY KEY, name TEXT NOT NULL, hello TEXT, failure TEXT",
    "jobs": f"{_columns(*_JOB)}, PRIMARY KEY (digest)",
    "answers": f"job TEXT, {_columns(*_ANSWER)}, PRIMARY KEY (job, place)",
    "findings": f"job TEXT, answer INTEGER, {_columns(*FindingRow._fields)}, PRIMARY KEY (job, answer, place)",
    "certificates": f"job TEXT, answer INTEGER, {_columns(*CertificateRow._fields)}, PRIMARY KEY (job, answer, place)",
}


def _insert(table: str, count: int) -> str:
    return f"INSERT INTO {table} VALUES ({', '.join('?' * count)})"  # noqa: S608 - our own names


_INSERT_JOB = _insert("jobs", len(_JOB))
_INSERT_ANSWER = _insert("answers", 1 + len(_ANSWER))
_INSERT_FINDING = _insert("findings", 2 + len(FindingRow._fields))
_INSERT_CERTIFICATE = _insert("certificates", 2 + len(CertificateRow._fields))
_FAILED = f"SELECT DISTINCT job FROM answers WHERE outcome IN ({', '.join('?' * len(FAILURES))})"  # noqa: S608 - question marks only


class Database:
    """The results of one campaign. Made by `begin` and `open`.

    Attributes
    ----------
    campaign
        The campaign.
    path
        The file; None in memory.
    """

    def __init__(self, path: Path | None) -> None:
        self.path = path
        self.campaign: Campaign
        with self.faults("opened"):
            self._db = sqlite3.connect(":memory:" if path is None else path, timeout=sqlitefiles.WAIT, isolation_level=None)

    @classmethod
    def begin(cls, campaign: Campaign, path: Path | None = None, *, resume: bool = False) -> Self:
        """Return the database of a campaign; a file that is there is gone on with where that is asked for.

        Raises
        ------
        OutOfRange
            When the file is there and `resume` is not asked for, and when it is of another campaign.
        NotReadable
            When it is no database of a campaign.
        OSError
            When it cannot be written.
        """
        if path is not None and path.exists() and not resume:
            raise OutOfRange(f"{path} has the results of an earlier campaign: --resume goes on with it, or choose another file")
        self = cls(path)
        try:
            if self._is_empty():
                self._create(campaign)
            self._refuse_another(campaign)
        except BaseException:
            self.close()
            raise
        self.campaign = campaign
        return self

    @classmethod
    def open(cls, path: Path) -> Self:
        """Return the database in a file, to be read; `NotReadable` where it is none."""
        if not path.is_file():
            raise NotReadable(f"cannot read {path}: there is no such file")
        self = cls(path)
        try:
            if self._is_empty():
                raise NotReadable(f"{path} has no results of a campaign")  # noqa: TRY301 - it is closed below
            content = self._about().get("campaign", "")
            self.campaign = campaign_of(strictjson.parse(content.encode(), size=CONTENT_LIMIT, nesting=64, integer=int))
        except ExactError as problem:
            self.close()
            raise NotReadable(f"{path} has no results of a campaign that can be read: {problem}") from None
        except BaseException:
            self.close()
            raise
        return self

    def _refuse_another(self, campaign: Campaign) -> None:
        if self._about().get("digest") != campaign.digest:
            raise OutOfRange(
                f"{self.path} has the results of another campaign (tools, mechanisms, queries or limits differ): choose another file, "
                "or resume with the campaign file as it was"
            )

    def _is_empty(self) -> bool:
        with self.faults("read"):
            return not self._db.execute("SELECT COUNT(*) FROM sqlite_master").fetchone()[0]

    def _create(self, campaign: Campaign) -> None:
        about = {
            "format": FORMAT,
            "digest": campaign.digest,
            "campaign": json.dumps(campaign.content, sort_keys=True),
            "exactpld": __version__,
            "began": _now(),
        }
        with self.faults("written"), sqlitefiles.transaction(self._db):
            for table, columns in _SCHEMA.items():
                self._db.execute(f"CREATE TABLE {table} ({columns})")
            self._db.executemany("INSERT INTO about VALUES (?, ?)", about.items())

    def _about(self) -> dict[str, str]:
        with self.faults("read"):
            tables = {row[0] for row in self._db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
            found = dict(self._db.execute("SELECT key, value FROM about")) if "about" in tables else {}
            is_ours = all(
                [name for _, name, *_ in self._db.execute(f"PRAGMA table_info({table})")] == _names(columns) for table, columns in _SCHEMA.items()
            )
        if found.get("format") != FORMAT or not is_ours:
            raise NotReadable(f"{self.path} has no results of a campaign")
        return found

    def faults(self, what: str) -> AbstractContextManager[None]:
        """Turn errors of SQLite into those of files."""
        return sqlitefiles.faults(self.path, f"the database cannot be {what}", "has no results of a campaign")

    # --- writing -------------------------------------------------------------------------------------------------------------------------

    def record(self, job: Job, outcome: Outcome) -> bool:
        """Add what a job has given, all or nothing; return whether it was not there yet (another program may work on the same file)."""
        options = json.dumps({name: value.hex() for name, value in job.options}, sort_keys=True)
        mechanism = None if job.instance is None else json.dumps(job.instance.to_json(), sort_keys=True)
        row = (job.digest, job.tool, job.name, job.version, job.method, options, mechanism, job.label, job.times)
        with self.faults("written"), sqlitefiles.transaction(self._db):
            if self._db.execute("SELECT 1 FROM jobs WHERE digest = ?", (job.digest,)).fetchone():
                return False
            self._db.execute(_INSERT_JOB, (*row, outcome.input, outcome.seconds, outcome.exact_seconds, outcome.note))
            for answer in outcome.answers:
                self._db.execute(_INSERT_ANSWER, (job.digest, *(getattr(answer, name) for name in _ANSWER)))
                self._db.executemany(_INSERT_FINDING, [(job.digest, answer.place, *finding) for finding in answer.findings])
                self._db.executemany(_INSERT_CERTIFICATE, [(job.digest, answer.place, *item) for item in answer.certificates])
            self._db.execute("INSERT OR REPLACE INTO about VALUES ('ended', ?)", (_now(),))
        return True

    def keep_tool(self, number: int, hello: Hello | None, failure: str | None) -> None:
        """Keep what a tool says of itself, or why it did not start."""
        text = None if hello is None else hello_text(hello)
        with self.faults("written"), sqlitefiles.transaction(self._db):
            row = (number, self.campaign.tools[number].name, text, failure)
            self._db.execute("INSERT OR REPLACE INTO tools VALUES (?, ?, ?, ?)", row)

    def forget_failures(self) -> int:
        """Delete the jobs whose worker failed, so that they are done again; return how many there were."""
        with self.faults("written"), sqlitefiles.transaction(self._db):
            failed = self._db.execute(_FAILED, FAILURES).fetchall()
            for table, key in (("certificates", "job"), ("findings", "job"), ("answers", "job"), ("jobs", "digest")):
                self._db.executemany(f"DELETE FROM {table} WHERE {key} = ?", failed)  # noqa: S608 - our own names
        return len(failed)

    def close(self) -> None:
        """Close the file."""
        self._db.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    # --- reading -------------------------------------------------------------------------------------------------------------------------

    def about(self) -> Mapping[str, str]:
        """Return when it began and ended, and the version of exactpld."""
        return self._about()

    def hellos(self) -> dict[int, Hello]:
        """Return what the tools say of themselves, by the number of their table."""
        found = {}
        for number, text in self.rows("SELECT number, hello FROM tools WHERE hello IS NOT NULL"):
            if not 0 <= number < len(self.campaign.tools):
                raise NotReadable(f"{self.path} is damaged: there is no tool {number}")
            found[number] = read_hello(strictjson.parse(text.encode(), size=CONTENT_LIMIT, nesting=16, integer=int))
        return found

    def done(self) -> set[str]:
        """Return the keys of the jobs that are recorded."""
        return {row[0] for row in self.rows("SELECT digest FROM jobs")}

    def faulty(self) -> int:
        """Return how many answers are violated or invalid."""
        return int(self.rows("SELECT COUNT(*) FROM answers WHERE verdict IN ('violated', 'invalid')")[0][0])

    def rows(self, statement: str, values: Iterable[Any] = ()) -> list[tuple[Any, ...]]:
        """Return the rows of a SELECT, all at once: a statement that stays open would keep a running campaign from writing."""
        with self.faults("read"):
            return self._db.execute(statement, tuple(values)).fetchall()


def _names(columns: str) -> list[str]:
    return [column.split()[0] for column in columns.split(", PRIMARY KEY", maxsplit=1)[0].split(", ")]


def _now() -> str:
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
