"""Runs the stand-alone checker as anybody else would: its file, by its path, in a process that sees none of our packages."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import click

from certificates.cli.text import complain

CHECKER = Path(__file__).parent.with_name("check.py")
STATUSES = (0, 1, 2, 3, 130)

_STEPS = re.compile(rb"more than (\d{1,13}) steps of work", re.ASCII)


def command(words: Sequence[str]) -> list[str]:
    """Return the command line that runs the checker with these words."""
    return [sys.executable, "-I", "-S", str(CHECKER), *words]


def run_checker(words: Sequence[str]) -> int:
    """Run the checker, pass on what it prints and return its exit status; 3 where it was killed.

    Where it ran out of steps, it is said how to allow more.
    """
    steps = None
    with subprocess.Popen(command(words), stdout=subprocess.PIPE) as child:  # noqa: S603 - our own file, no shell
        try:
            for line in child.stdout or ():
                click.echo(line, nl=False)
                steps = _STEPS.search(line) or steps
        except BaseException:
            child.kill()
            raise
    status = status_of(child.returncode)
    if status == 3 and steps is not None:
        more = max(10 * int(steps[1]), 10_000_000)
        complain(f"the checker took all the {int(steps[1]):,} steps allowed, which says nothing about the claim; allow more with --steps {more}")
    return status


def checked(file: Path) -> tuple[int, str]:
    """Return the exit status of the checker on one file, and what it said."""
    done = subprocess.run(  # noqa: S603 - our own file, no shell
        command(["--", str(file)]), check=False, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8", errors="replace"
    )
    return status_of(done.returncode), done.stdout


def status_of(code: int) -> int:
    """Return an exit status of the contract for that of a process: what a signal ended says nothing about the claim."""
    return code if code in STATUSES else 130 if code == -2 else 3
