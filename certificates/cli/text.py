"""What the command line writes for people: sentences without control characters, lines, tables."""

from __future__ import annotations

import os
import shlex
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path

import click


def clean(text: str) -> str:
    """Return a text on one line in which every character that does not print, such as a terminal escape, is spelled out."""
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in text)


def complain(sentence: str) -> None:
    """Write one sentence to standard error, with the name of the program before it."""
    click.echo(f"exactpld: {clean(sentence)}", err=True)


def quoted(text: str, limit: int = 80) -> str:
    """Return an expression as it was given, for a sentence: on one line, a long one without its middle."""
    text = clean(text.strip())
    return text if len(text) <= limit else f"{text[: limit - 20]} ... {text[-15:]}"


def typed(path: Path) -> str:
    """Return a path as one would type it here: relative where it lies below the working folder, quoted for the shell."""
    relative = os.path.relpath(path)
    return shlex.quote(clean(str(path.absolute() if relative.startswith("..") else relative)))


def program() -> str:
    """Return the command that started this process, as one would type it: ``exactpld``, or the path of the script outside PATH."""
    script = Path(sys.argv[0])
    if script.stem != "exactpld" or not script.is_file():
        return "exactpld"
    found = shutil.which("exactpld")
    if found is not None and script.samefile(found):
        return "exactpld"
    path = typed(script)
    return path if "/" in path else f"./{path}"


def print_table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Print a table: drawn on a terminal, columns divided by spaces anywhere else."""
    if sys.stdout is not None and sys.stdout.isatty() and os.environ.get("TERM") != "dumb":
        from rich import box
        from rich.console import Console
        from rich.table import Table
        from rich.text import Text

        drawn = Table(*head, box=box.SIMPLE)
        for row in rows:
            drawn.add_row(*(Text(cell) for cell in row))
        Console().print(drawn)
        return
    widths = [max(map(len, column)) for column in zip(head, *rows, strict=True)]
    for row in (head, *rows):
        click.echo("  " + "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip())
