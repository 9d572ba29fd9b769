"""The progress of long work on standard error: how much is done, how quickly, and an estimate of what is left."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable, Iterator

from certificates.cli.text import clean, complain

Step = Callable[[int, int, int], None]
"""Takes how many items are done, how many there are, and how many were found to be what is counted."""


@contextlib.contextmanager
def shown_progress(verb: str, counted: str, items: str, digits: int = 0) -> Iterator[tuple[Step | None, Callable[[str], None]]]:
    """Give a function that shows the progress, None away from a terminal, and one that says a sentence meanwhile.

    Parameters
    ----------
    verb, counted, items
        The words, as in "searching, 3 violated" with 40 "points" a second.
    digits
        Digits of the rate after the point.
    """
    if not sys.stderr.isatty():
        yield None, complain
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[rate]}"),
        TimeRemainingColumn(),
        TextColumn("left"),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(verb, total=None, rate="")

        def progress(done: int, total: int, found: int) -> None:
            now = next(t for t in bar.tasks if t.id == task)
            rate = f"{now.speed:.{digits}f} {items}/s" if now.speed else ""
            if now.total is None:  # what an earlier run has done takes no time in this one
                bar.reset(task, total=total, completed=done)
            bar.update(task, completed=done, description=f"{verb}, {found} {counted}", rate=rate)

        def tell(sentence: str) -> None:
            bar.console.print(f"exactpld: {clean(sentence)}", markup=False, highlight=False)

        yield progress, tell
