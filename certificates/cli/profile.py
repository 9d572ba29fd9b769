"""The verb ``profile``: delta at many epsilons in both directions, as a table, as JSON, or as a file of comma-separated values."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from certificates.claims.certificate import target_of, write_bytes
from certificates.cli.output import Output, replacing
from certificates.cli.text import clean, print_table, quoted
from certificates.cli.values import (
    OMIT_FROM,
    PARTS_ADVICE,
    Fields,
    delta_fields,
    echo_json,
    exact_text,
    limits,
    read_loss,
    read_pld,
    scalar,
)
from exact.decimals import check_digits
from exact.loss import Loss
from exact.number import Number
from exact.profile import ProfilePoint, privacy_profile

DIGITS, DIGITS_IN_TABLE = 30, 10
ROW_LIMIT = 100
"""Rows of a table that is not printed in full."""
CELL = 40
"""Characters of an exact text in the table."""


def run_profile(expression: str, eps_texts: Sequence[str], digits: int | None, file: Path | None, out: Output) -> None:
    """Print the profile, or write it to a file."""
    asked = [read_loss("--eps", text) for text in eps_texts]
    check_digits(DIGITS if digits is None else digits)
    if file is not None:
        target_of(file)
    a = read_pld("PLD", expression)
    with limits(quoted(expression), PARTS_ADVICE):
        points = privacy_profile(a, asked or None)
    if file is not None:
        _write(points, digits or DIGITS, file, out)
    elif out.as_json:
        for point in points:
            echo_json(point_fields(point, digits or DIGITS, full=out.full))
    else:
        click.echo(f"{quoted(expression)}: privacy profile, {'at the knots and at inf' if not asked else 'eps in nats'}")
        _echo(points, digits or DIGITS_IN_TABLE, out)


def point_fields(point: ProfilePoint, digits: int, *, full: bool) -> Fields:
    """Return the fields of a point, those of the verb ``delta``."""
    fields = scalar("eps", point.eps, full=full) | scalar("x", "inf" if point.x is None else point.x, full=full)
    return fields | delta_fields(point.delta, digits, full=full) | {"reverse": delta_fields(point.reverse, digits, full=full)}


def _echo(points: Sequence[ProfilePoint], digits: int, out: Output) -> None:
    rows_shown = len(points) if out.full else ROW_LIMIT
    rows = []
    for point in points[:rows_shown]:
        deltas = [cell for value in (point.delta, point.reverse) for cell in (_exact(value, out), value.bounds(digits)[1])]
        rows.append((_exact(point.eps, out), point.eps.decimal(6), *deltas))
    print_table(("eps", "about", "delta P over Q", "at most", "delta Q over P", "at most"), rows)
    if rows_shown < len(points):
        click.echo(f"  {len(points) - rows_shown} more rows are not shown; --full prints all, --csv writes all")
    elif any(cell.endswith(" characters)") for row in rows for cell in row):
        click.echo("  --full shows the long numbers")


def _exact(value: Number | Loss, out: Output) -> str:
    text = exact_text(value, full=out.full)
    if text is None:
        return "(very many characters)"
    return text if out.full or len(text) <= CELL else f"({len(text):,} characters)"


def _write(points: Sequence[ProfilePoint], digits: int, file: Path, out: Output) -> None:
    from certificates.export.profile_table import profile_csv

    text, omitted = profile_csv(points, digits, None if out.full else OMIT_FROM)
    note = replacing(file)
    write_bytes(text.encode("ascii"), file)
    click.echo(f"Profile of {len(points)} row{'s' if len(points) != 1 else ''} written to {clean(str(file))}{note}")
    if omitted:
        click.echo(f"{omitted} exact texts of more than {OMIT_FROM} characters were left out; --full writes them")
