"""The verb ``hasse``: how many PLDs lie in the Blackwell order, as text, JSON and picture."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

import click

from certificates.cli.output import Output, replacing
from certificates.cli.picture import check_picture, write_picture
from certificates.cli.text import clean, print_table, quoted
from certificates.cli.values import PARTS_ADVICE, SHORT, Fields, about, echo_json, limits, read_pld, scalar
from exact.errors import TooLarge
from exact.hasse import HasseDiagram, Incomparable, hasse_diagram
from exact.pld import PLD

ANTICHAINS_SHOWN = 20


def run_hasse(texts: Sequence[str], picture: Path | None, out: Output) -> None:
    """Print the diagram, an incomparable pair with its witnesses, and the maximal antichains; draw the picture."""
    note = ""
    if picture is not None:
        check_picture(picture)
        note = replacing(picture)
    plds = [read_pld(f"PLD {i}", text) for i, text in enumerate(texts, 1)]
    for text, value in zip(texts, plds, strict=True):
        with limits(quoted(text), PARTS_ADVICE):
            _ = value.canonical
    with limits("ordering the PLDs", PARTS_ADVICE):
        diagram = _ordered(plds, [clean(text.strip()) for text in texts])
        pair = diagram.find_incomparable()
    try:
        antichains: tuple[tuple[int, ...], ...] | None = diagram.maximal_antichains()
    except TooLarge:
        antichains = None
    if picture is not None:
        from certificates.export.hasse import draw_hasse

        write_picture(lambda file: draw_hasse(diagram, file), picture)
    if out.as_json:
        echo_json(_fields(diagram, pair, antichains, picture, full=out.full))
        return
    _echo(diagram, pair, antichains, full=out.full)
    if picture is not None:
        click.echo(f"Picture written to {clean(str(picture))}{note}")


def _ordered(plds: Sequence[PLD], names: Sequence[str]) -> HasseDiagram:
    """Return the diagram; a terminal sees the progress on standard error."""
    if not sys.stderr.isatty():
        return hasse_diagram(plds, names)
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as shown:
        task = shown.add_task("ordering", total=None)
        return hasse_diagram(plds, names, progress=lambda done, total: shown.update(task, completed=done, total=total))


def _fields(
    diagram: HasseDiagram, pair: Incomparable | None, antichains: Sequence[Sequence[int]] | None, picture: Path | None, *, full: bool
) -> Fields:
    witness: Fields | None = None
    if pair is not None:
        points = [scalar("x", w.x, full=full) | scalar("a", w.a, full=full) | scalar("b", w.b, full=full) for w in pair.comparison.witnesses]
        witness = {"A": pair.first, "B": pair.second, "witnesses": points}
    fields: Fields = {"classes": diagram.classes, "covers": diagram.covers, "chain": diagram.is_chain(), "witness": witness}
    if antichains is None:
        fields["antichains_omitted"] = "there are too many maximal antichains"
    else:
        fields["antichains"] = antichains
    fields |= {"width": diagram.width, "decisions": diagram.decisions}
    return fields if picture is None else fields | {"picture": str(picture)}


def _echo(diagram: HasseDiagram, pair: Incomparable | None, antichains: Sequence[Sequence[int]] | None, *, full: bool) -> None:
    count, distinct = sum(map(len, diagram.classes)), len(diagram.classes)
    kinds = f"{count} PLD{'s' if count > 1 else ''}" + (f", {distinct} distinct" if distinct < count else "")
    questions = f"{diagram.decisions} dominance decision{'' if diagram.decisions == 1 else 's'}, of {distinct * (distinct - 1)} possible"
    shape = "a chain" if pair is None else f"no chain, width {diagram.width}"
    click.echo(f"{kinds}: {shape} ({questions})\n{diagram.text(None if full else SHORT)}")
    if pair is None:
        return
    click.echo(f"Incomparable:\n  A = {quoted(pair.first)}\n  B = {quoted(pair.second)}")
    rows = [tuple(about(value, full=full, limit=SHORT) for value in (w.x, w.a, w.b)) for w in pair.comparison.witnesses]
    print_table(("at x", "h_A(x)", "h_B(x)"), rows)
    if antichains is None:
        click.echo("There are too many maximal antichains to list.")
        return
    several = [antichain for antichain in antichains if len(antichain) > 1]
    shown = several if full else several[:ANTICHAINS_SHOWN]
    click.echo("Maximal antichains of two or more: " + "; ".join(" ".join(f"[{i}]" for i in antichain) for antichain in shown))
    if len(shown) < len(several):
        click.echo(f"  {len(several) - len(shown)} more are not shown; --full prints all")
