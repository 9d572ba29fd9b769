"""What an interrupted search says: how far it came and how to go on; SIGTERM, which a cluster sends, ends it as Ctrl-C does."""

from __future__ import annotations

import contextlib
import signal
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from certificates.cli.status import Terminated

if TYPE_CHECKING:
    from certificates.search import Search


@contextlib.contextmanager
def told_when_interrupted(family: Search, folder: Path | None) -> Iterator[None]:
    """Turn an interrupt, or SIGTERM, into one that says how far the search came and how to go on."""
    try:
        with termination_as_interrupt():
            yield
    except KeyboardInterrupt as interrupt:
        raise type(interrupt)(_how_far(family, folder)) from None


@contextlib.contextmanager
def termination_as_interrupt() -> Iterator[None]:
    """Let SIGTERM, which a cluster sends, end the processes as Ctrl-C does; only where nobody else asked for it."""
    if threading.current_thread() is not threading.main_thread() or signal.getsignal(signal.SIGTERM) is not signal.SIG_DFL:
        yield
        return

    def end(*_: object) -> None:
        raise Terminated

    signal.signal(signal.SIGTERM, end)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)


def _how_far(family: Search, folder: Path | None) -> str:
    """Return a sentence about the points that the journal has; none where it cannot be read."""
    from certificates.search.journal import FILE, Journal
    from exact.errors import ExactError

    if folder is None:
        return "no point is kept without -o DIR, which --resume would go on with"
    file = folder / FILE
    try:
        with Journal(family, file, resume=True) as journal:
            done = sum(journal.counts().values())
    except (ExactError, OSError):
        return ""
    return f"{done:,} of {family.size:,} points are in {file}; --resume goes on"
