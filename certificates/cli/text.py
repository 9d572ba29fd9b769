"""What the command line writes for people: sentences without control characters, lines, tables."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path

import click

CELL_LIMIT = 60
"""Characters of a cell of a table that is not printed in full."""


def clean(text: str) -> str:
    """Return a text on one line in which every character that does not print, such as a terminal escape, is spelled out."""
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in text)


def complain(sentence: str) -> None:
    """Write one sentence to standard error, with the name of the program before it."""
    click.echo(f"exactpld: {clean(sentence)}", err=True)


def cut(text: str, *, full: bool, limit: int = CELL_LIMIT) -> str:
    """Return a clean text, cut in the middle beyond the limit unless `full`."""
    text = clean(text)
    return text if full or len(text) <= limit else f"{text[: limit - 20]}...{text[-15:]}"


def print_table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Print a table: drawn on a terminal, columns divided by spaces anywhere else."""
    if sys.stdout.isatty() and os.environ.get("TERM") != "dumb":
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


def write_file(path: Path, data: bytes) -> None:
    """Write a file under a temporary name beside it, then rename: nothing half-written ever has the name."""
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        part.write_bytes(data)
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)
