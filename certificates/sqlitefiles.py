"""What the SQLite files of long work have in common: transactions that a kill cannot halve, and errors of SQLite as those of files."""

from __future__ import annotations

import contextlib
import errno
import sqlite3
from collections.abc import Iterator
from pathlib import Path

from exact.errors import NotReadable

WAIT = 60
"""Seconds to wait for another program that has the file open."""


@contextlib.contextmanager
def transaction(database: sqlite3.Connection) -> Iterator[None]:
    """Do all that is done inside, or nothing of it."""
    database.execute("BEGIN IMMEDIATE")
    try:
        yield
    except BaseException:
        database.execute("ROLLBACK")
        raise
    database.execute("COMMIT")


@contextlib.contextmanager
def faults(path: Path | None, cannot: str, is_no: str) -> Iterator[None]:
    """Turn errors of SQLite into those of files.

    Parameters
    ----------
    path
        The file.
    cannot
        What cannot be done where the file is in the way, such as ``"the journal cannot be read"``.
    is_no
        What the file is not, where its content is at fault, such as ``"is not the journal of a search"``.
    """
    try:
        yield
    except sqlite3.OperationalError as problem:
        raise OSError(errno.EIO, f"{cannot}, {problem}", str(path)) from None
    except sqlite3.DatabaseError:
        raise NotReadable(f"{path} {is_no}, or it is damaged") from None
