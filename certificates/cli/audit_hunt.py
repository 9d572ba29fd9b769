"""The verb ``exactpld audit hunt``: its options, its progress, and the summary of what it found."""

from __future__ import annotations

import contextlib
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from certificates.cli.arguments import Integer, SeveralValues, examples
from certificates.cli.output import Output, with_output
from certificates.cli.search import complete_folder, folder_name
from certificates.cli.search_interrupt import termination_as_interrupt
from certificates.cli.status import DONE, NO_ANSWER, REFUTED
from certificates.cli.text import clean, complain, print_table, quoted

if TYPE_CHECKING:
    from certificates.audit.hunt.groups import Findings
    from certificates.audit.hunt.report import Draft
    from certificates.audit.hunt.run import Progress
    from certificates.audit.tools.tool import Tool

MINUTES = 5.0
CELL = 90
"""Characters of a title in the table."""


@click.command(
    cls=SeveralValues,
    short_help="Hunt for faults of a tool, and draft bug reports.",
    epilog=examples(
        "exactpld audit hunt --tool dp-accounting --seed 1 --minutes 5 -o faults",
        "exactpld audit hunt --tool prv-accountant --cases 200 -o faults",
        "exactpld audit hunt --tool opendp --python ~/venv/bin/python --method approx --json",
    ),
)
@click.option("--tool", "name", required=True, metavar="NAME", help="The tool, such as dp-accounting.")
@click.option("--seed", type=Integer(min=0, max=2**63), default=1, show_default=True, metavar="N", help="Of the random mechanisms and questions.")
@click.option(
    "--minutes", type=click.FloatRange(min=0, min_open=True), metavar="M", help=f"How long to hunt.  [default: {MINUTES:g}, unless --cases]"
)
@click.option("--cases", type=Integer(min=1, max=10**9), metavar="N", help="How many mechanisms to ask about. Without --minutes such a run repeats.")
@click.option("--method", "methods", multiple=True, metavar="NAME...", help="Methods of the tool.  [default: all]")
@click.option("--python", type=click.Path(path_type=Path), metavar="PATH", help="The interpreter of an environment that has the tool.")
@click.option("--time-limit", type=click.FloatRange(min=1), default=20.0, show_default=True, metavar="S", help="Seconds for one request.")
@click.option(
    "-o",
    "--output",
    "folder",
    callback=folder_name,
    metavar="DIR",
    shell_complete=complete_folder,
    help="Write the reports, their certificates, findings.json and claims.jsonl into this folder.",
)
@with_output()
def hunt(  # noqa: PLR0913, PLR0917 - the options
    name: str,
    seed: int,
    minutes: float | None,
    cases: int | None,
    methods: tuple[str, ...],
    python: Path | None,
    time_limit: float,
    folder: Path | None,
    out: Output,
) -> int:
    """Ask a tool about random small mechanisms, decide its answers exactly, and draft a bug report for every kind of fault.

    The mechanisms are those at which accountants stumble: random fractions, losses on and off a grid, infinite losses, tiny and huge epsilons, up
    to 10,000 copies; the questions are asked at and next to atoms, at 0, beyond the largest loss, at deltas tiny and close to 1. What is wrong is
    made as simple as it can be while it fails in the same way. Where a tool can only be given a rounded mechanism, a false bound counts when
    rounding does not explain it. Reports are written as they are made; Ctrl-C ends the hunt and keeps what was found. Exit status 1 if a bound is
    violated or a value invalid, 3 if the tool could not be asked about any mechanism.
    """
    from certificates.audit.hunt.files import Writer, check_folder, drafts, to_json
    from certificates.audit.hunt.run import hunt as run
    from certificates.audit.tools.tool import start

    if folder is not None:
        check_folder(folder)
    seconds = minutes * 60 if minutes is not None else None if cases is not None else MINUTES * 60
    with termination_as_interrupt(), start(name, python, time_limit) as tool:
        writer = None if folder is None else Writer(folder, interpreter(tool))
        with shown_progress(cases, seconds) as progress:
            keep = None if writer is None else writer.write
            found = run(tool, seed=seed, cases=cases, seconds=seconds, methods=methods, progress=progress, keep=keep)
        made = drafts(found) if writer is None else writer.write(found)
    if out.as_json:
        from certificates.cli.values import echo_json

        echo_json(to_json(found, made))
    else:
        echo_summary(found, made, folder, full=out.full)
    if found.ended == "interrupted":
        kept = "" if folder is None else f", and what was found is in {folder}"
        raise KeyboardInterrupt(f"{found.requests:,} mechanisms were asked about{kept}")
    if found.has_faulty_claims:
        return REFUTED
    return DONE if sum(found.counts.values()) else NO_ANSWER


def interpreter(tool: Tool) -> str:
    """Return the interpreter of the tool's environment, in which its worker runs."""
    return tool.command[0]


@contextlib.contextmanager
def shown_progress(cases: int | None, seconds: float | None) -> Iterator[Callable[[Progress], None] | None]:
    """Give a function that shows the progress on standard error; None away from a terminal."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, TextColumn, TimeElapsedColumn
    from rich.progress import Progress as Bar

    columns = (TextColumn("{task.description}"), BarColumn(), TextColumn("{task.fields[state]}"), TimeElapsedColumn())
    with Bar(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("hunting", total=cases if cases is not None else seconds, state="")

        def progress(now: Progress) -> None:
            rate = next(t for t in bar.tasks if t.id == task)
            done = now.requests if cases is not None else (rate.elapsed or 0.0)
            speed = f", {now.requests / rate.elapsed:.1f}/s" if rate.elapsed else ""
            state = f"{now.requests:,} mechanisms{speed}, {now.faults:,} faults of {now.groups} kinds"
            bar.update(task, completed=done, state=state, description="simplifying" if now.is_simplifying else "hunting")

        yield progress


def echo_summary(found: Findings, made: list[Draft], folder: Path | None, *, full: bool) -> None:
    """Print counts, the groups, and where the reports are."""
    from certificates.audit.hunt.report import title

    tool, answers = clean(f"{found.hello.tool} {found.hello.version}"), sum(found.counts.values())
    click.echo(f"{tool}, seed {found.seed}: {found.requests:,} mechanisms, {answers:,} answers")
    if not answers:
        click.echo("The tool takes none of the mechanisms that a hunt makes: nothing is said about it.")
        return
    words: Counter[str] = Counter()
    for (_, word), n in found.counts.items():
        words[word] += n
    click.echo("Answers: " + ", ".join(f"{n:,} {word}" for word, n in words.most_common()))
    unreported = sum(found.explained.values())
    if unreported:
        click.echo(f"Of the false bounds, {unreported:,} may be due to the rounding of the input, and are not reported.")
    if not made:
        click.echo("No fault was found.")
        return
    width = 10_000 if full else CELL
    print_table(("", "fault", "answers"), [(draft.name[:2], quoted(title(draft.group.simplest), width), f"{draft.group.count:,}") for draft in made])
    if folder is not None:
        written = sum(len(draft.certificates) for draft in made)
        click.echo(f"{len(made)} reports and {written} certificates written to {clean(str(folder))}")
        for draft in made:
            if draft.claim is not None and not draft.certificates:
                complain(f"no certificate for {draft.name}: {draft.why_none}")
