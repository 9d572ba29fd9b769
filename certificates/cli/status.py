"""Exit statuses, and the one sentence on standard error for everything that goes wrong."""

from __future__ import annotations

import os
import sys
import traceback
from pathlib import Path

import click

from certificates.cli.interrupts import interrupt_behind
from certificates.cli.text import complain

DONE, REFUTED, BAD_INPUT, NO_ANSWER = 0, 1, 2, 3
INTERRUPTED = 130
CLOSED_PIPE, TERMINATED = 141, 143
"""What a shell reports of a program whose reader went away, and of one that was asked to end (SIGTERM)."""


class Terminated(KeyboardInterrupt):
    """Raised when SIGTERM comes while there is something to end cleanly."""


def status_of(problem: BaseException) -> int:
    """Say what happened in one sentence and return the exit status for it."""
    if isinstance(problem, BrokenPipeError):
        close_output()
        return CLOSED_PIPE
    problem = interrupt_behind(problem) or problem
    if isinstance(problem, KeyboardInterrupt | click.Abort):
        complain(": ".join(filter(None, ("interrupted", str(problem)))))
        return TERMINATED if isinstance(problem, Terminated) else INTERRUPTED
    if isinstance(problem, click.ClickException):
        path = problem.ctx.command_path if isinstance(problem, click.UsageError) and problem.ctx else "exactpld"
        sentence = " ".join(problem.format_message().split()).rstrip(".")
        if isinstance(problem, click.NoSuchOption) and not problem.option_name.startswith("--"):
            sentence += "; put -- before an argument that begins with '-'"
        complain(f"{sentence} (see {path} --help)")
        return BAD_INPUT
    if isinstance(problem, MemoryError | RecursionError):
        complain("memory or stack is too small for this, a smaller problem may do; nothing is said about the answer")
        return NO_ANSWER
    if isinstance(problem, OSError):
        if problem.filename is None:
            close_output()
        where = "standard output" if problem.filename is None else problem.filename
        complain(f"cannot write {where}: {problem.strerror or problem}")
        return BAD_INPUT
    return _status_of_exact(problem)


def _status_of_exact(problem: BaseException) -> int:
    """Tell errors of the package `exact` from faults of ours, which must not look like a verdict."""
    from exact import errors

    if isinstance(problem, errors.ExactError):
        complain(str(problem))
        if isinstance(problem, errors.Refuted):
            return REFUTED
        bad = (errors.NotReadable, errors.OutOfRange, errors.NotADistribution, errors.Unsupported)
        return BAD_INPUT if isinstance(problem, bad) else NO_ANSWER
    place = traceback.extract_tb(problem.__traceback__)[-1]
    where = f"{Path(place.filename).name}:{place.lineno}"
    complain(f"a fault of exactpld, please report it: {type(problem).__name__}: {problem} ({where}); nothing is said about the answer")
    return NO_ANSWER


def close_output() -> None:
    """Send what is left of the output nowhere, so that Python does not fail on it at the end."""
    try:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)
    except (OSError, ValueError):  # standard output is no file
        return
