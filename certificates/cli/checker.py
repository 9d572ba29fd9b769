"""Runs the stand-alone checker as anybody else would: its file, by its path, in a process that sees none of our packages."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

CHECKER = Path(__file__).parent.with_name("check.py")
STATUSES = (0, 1, 2, 3, 130)


def command(words: Sequence[str]) -> list[str]:
    """Return the command line that runs the checker with these words."""
    return [sys.executable, "-I", "-S", str(CHECKER), *words]


def run_checker(words: Sequence[str]) -> int:
    """Run the checker on our own output streams and return its exit status; 3 where it was killed."""
    return status_of(subprocess.run(command(words), check=False).returncode)  # noqa: S603 - our own file, no shell


def checked(file: Path) -> tuple[int, str]:
    """Return the exit status of the checker on one file, and what it said."""
    done = subprocess.run(  # noqa: S603 - our own file, no shell
        command(["--", str(file)]), check=False, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8", errors="replace"
    )
    return status_of(done.returncode), done.stdout


def status_of(code: int) -> int:
    """Return an exit status of the contract for that of a process: what a signal ended says nothing about the claim."""
    return code if code in STATUSES else 130 if code == -2 else 3
