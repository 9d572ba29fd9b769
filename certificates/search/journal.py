"""The journal of a search in SQLite: one row a point, written in one transaction for every batch of points, so that a kill costs a batch at most.

It belongs to one question, told by the digest of `certificates.search.problem`: a changed search is refused. Tables:

* ``about``: ``key``, ``value``: format, digest, the version of exactpld, the parameters' names;
* ``points``: the fields of `certificates.search.point.Outcome`.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from types import TracebackType
from typing import NamedTuple, Self

from certificates import sqlitefiles
from certificates.search.point import Outcome
from certificates.search.problem import Search
from exact import __version__
from exact.errors import NotReadable, OutOfRange

FILE = "journal.sqlite"
FORMAT = "exactpld-search-journal-1"
_COLUMNS = ", ".join(f"{name} {'INTEGER PRIMARY KEY' if name == 'number' else 'TEXT'}" for name in Outcome._fields)
_CREATE_ABOUT = "CREATE TABLE about (key TEXT PRIMARY KEY, value TEXT NOT NULL)"
_CREATE_POINTS = f"CREATE TABLE points ({_COLUMNS})"
_INSERT = f"INSERT OR REPLACE INTO points VALUES ({', '.join('?' * len(Outcome._fields))})"  # noqa: S608 - question marks only
_VIOLATED = f"SELECT {', '.join(Outcome._fields)} FROM points WHERE verdict = 'violated' ORDER BY number"  # noqa: S608 - our own names
_REASONS = "SELECT verdict, reason, COUNT(*), MIN(number) FROM points WHERE reason IS NOT NULL GROUP BY verdict, reason ORDER BY 3 DESC, 4 LIMIT ?"
REASON_LIMIT = 100
"""The largest number of different reasons that are listed."""


class Reason(NamedTuple):
    """Why points were not decided: the verdict (``refused`` or ``limit``), the sentence, how many points there are, and the first of them."""

    verdict: str
    text: str
    points: int
    first: int


class Journal:
    """The outcomes of one search; in memory where no file is given.

    Parameters
    ----------
    search
        The search.
    path
        The file, or None.
    resume
        Whether a file that is there is gone on with; else it is an error.

    Raises
    ------
    OutOfRange
        When the file is there and `resume` is not asked for, and when it is the journal of another search.
    NotReadable
        When it is no journal.
    OSError
        When it cannot be written.
    """

    def __init__(self, search: Search, path: Path | None = None, *, resume: bool = False) -> None:
        self.search, self.path = search, path
        if path is not None and path.exists() and not resume:
            raise OutOfRange(f"{path} is the journal of an earlier search: --resume goes on with it, or choose another folder")
        with self._faults("open"):
            self._db = sqlite3.connect(":memory:" if path is None else path, timeout=sqlitefiles.WAIT, isolation_level=None)
        try:
            self._begin()
        except BaseException:
            self._db.close()
            raise

    def _begin(self) -> None:
        about = {"format": FORMAT, "digest": self.search.digest, "exactpld": __version__, "parameters": ", ".join(self.search.parameters)}
        with self._faults("read"):
            tables = {row[0] for row in self._db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
            if not tables:
                with sqlitefiles.transaction(self._db):
                    self._db.execute(_CREATE_ABOUT)
                    self._db.execute(_CREATE_POINTS)
                    self._db.executemany("INSERT INTO about VALUES (?, ?)", about.items())
                return
            found = dict(self._db.execute("SELECT key, value FROM about")) if "about" in tables else {}
            width = len(list(self._db.execute("PRAGMA table_info(points)")))
        if found.get("format") != FORMAT or width != len(Outcome._fields):
            raise NotReadable(f"{self.path} is not the journal of a search")
        if found.get("digest") != about["digest"]:
            raise OutOfRange(
                f"{self.path} is the journal of another search (queries, budget, rounds or parameters differ): choose another folder, "
                "or resume with the search file as it was"
            )

    def _faults(self, what: str) -> AbstractContextManager[None]:
        """Turn errors of SQLite into those of files."""
        cannot = f"the journal cannot be {what if what == 'read' else 'opened or written'}"
        return sqlitefiles.faults(self.path, cannot, "is not the journal of a search")

    # --- writing -------------------------------------------------------------------------------------------------------------------------

    def record(self, outcomes: Sequence[Outcome]) -> None:
        """Add outcomes, all or none."""
        with self._faults("write"), sqlitefiles.transaction(self._db):
            self._db.executemany(_INSERT, outcomes)

    def close(self) -> None:
        """Close the file."""
        self._db.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    # --- reading -------------------------------------------------------------------------------------------------------------------------

    def missing(self) -> list[int]:
        """Return the points that are not done, in increasing order."""
        done = bytearray(self.search.size)
        with self._faults("read"):
            for (number,) in self._db.execute("SELECT number FROM points"):
                if not 0 <= number < len(done):
                    raise NotReadable(f"{self.path} is damaged: there is no point {number}")
                done[number] = 1
        return [number for number, is_done in enumerate(done) if not is_done]

    def counts(self) -> dict[str, int]:
        """Return how many points have each verdict."""
        with self._faults("read"):
            return dict(self._db.execute("SELECT verdict, COUNT(*) FROM points GROUP BY verdict"))

    def reasons(self) -> list[Reason]:
        """Return why points were not decided, the `REASON_LIMIT` most frequent reasons, the most frequent first."""
        with self._faults("read"):
            return [Reason(*row) for row in self._db.execute(_REASONS, (REASON_LIMIT,))]

    def violated(self) -> Iterator[Outcome]:
        """Yield the points where the filter is violated, in increasing order."""
        with self._faults("read"):
            for row in self._db.execute(_VIOLATED):
                yield Outcome(*row)
