"""The verbs ``exactpld audit run`` and ``exactpld audit report``: campaigns over many tools and mechanisms, and what they have found."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from certificates.cli.arguments import Integer, SeveralValues, examples
from certificates.cli.output import Output, complete_file, file_name, replacing, with_output
from certificates.cli.progress import shown_progress
from certificates.cli.search import complete_folder, folder_name
from certificates.cli.search_interrupt import termination_as_interrupt
from certificates.cli.status import DONE, NO_ANSWER, REFUTED
from certificates.cli.text import clean, print_table, typed

if TYPE_CHECKING:
    from certificates.audit.campaign import Campaign, Results
    from certificates.audit.campaign.exports import Written
    from certificates.cli.values import Fields

DECIDED = ("sound", "loose", "vacuous")
"""Verdicts on what was said; where there are none of them, and no fault, nothing is said about the tools."""

EXAMPLE = """

\b
A campaign file (docs/audits.md has all keys; parameters that are lists make a grid):
  title = "optional"
  time_limit = 60                     seconds for one request
  tolerance = "1e-12"                 or {relative = "1e-9"}, or left out
  [[tool]]
  name = "dp-accounting"
  methods = ["pld-pessimistic"]       all of them, if left out
  [[mechanism]]
  kind = "rr"
  eps = [0.1, 0.5, 1.0]
  times = [1, 10, 100]
  [[query]]
  kind = "delta"
  eps = [1.0]
  share = [0.1, 0.5]                  parts of the largest finite loss
  beside_atoms = 2                    the floats beside the losses of so many atoms
  beyond = true                       the float above the largest finite loss
  [[query]]
  kind = "epsilon"
  delta = [1e-6, 1e-12]"""


@click.command(
    "run",
    cls=SeveralValues,
    short_help="Ask tools about whole grids of mechanisms, and decide every answer.",
    epilog=examples(
        "exactpld audit run campaign.toml",
        "exactpld audit run campaign.toml -o results.sqlite --jobs 4",
        "exactpld audit run campaign.toml -o results.sqlite --resume",
    )
    + EXAMPLE,
)
@click.argument("file", metavar="CAMPAIGN.toml", type=click.Path(path_type=Path), shell_complete=complete_file)
@click.option(
    "-o",
    "--output",
    "database",
    callback=file_name("a database"),
    metavar="DB",
    shell_complete=complete_file,
    help="The SQLite file for the results.  [default: the name of the campaign file, ending in .sqlite, in this folder]",
)
@click.option("--resume", is_flag=True, help="Go on with the results in DB, if there are any; of a campaign that is done, only show them.")
@click.option("--retry", is_flag=True, help="With --resume: ask again where a tool crashed, hung, wrote garbage or did not start.")
@click.option("--jobs", type=Integer(min=1, max=1024), metavar="N", help="Processes, each with tools of its own.  [default: one for each core]")
@click.option("--json", "as_json", is_flag=True, help="Print JSON for programs: one object, on one line.")
def run_verb(file: Path, database: Path | None, as_json: bool, **wanted: Any) -> int:
    """Ask tools about whole grids of mechanisms, and decide every answer exactly.

    Results go to an SQLite file as they come, one transaction for every request: whatever ends the campaign, even a power failure, --resume goes on
    where it was. A crash, a hang or garbage from a tool is a result and not the end. A campaign file names programs that are run (python, worker):
    run only files that you trust.

    Exit status 1 if any answer is violated or invalid, 3 if nothing that was said could be decided.
    """
    if wanted["retry"] and not wanted["resume"]:
        raise click.UsageError("--retry asks again what is in a database: give --resume with it")
    return run_campaign(file, database, Output(as_json, full=False), **wanted)


def run_campaign(file: Path, database: Path | None, out: Output, **wanted: Any) -> int:
    """Run the campaign of a file, print the counts, and return `REFUTED` if an answer is faulty."""
    from certificates.audit.campaign import read_campaign, run
    from certificates.claims.certificate import target_of

    campaign = read_campaign(file)
    target = Path(f"{file.stem}.sqlite") if database is None else database
    target_of(target)
    with _told_when_interrupted(campaign, target), shown_progress("asking", "faulty", "jobs", 1) as (progress, tell):
        results = run(campaign, database=target, progress=progress, tell=tell, **wanted)
    if out.as_json:
        from certificates.cli.values import echo_json

        echo_json({"database": str(target), **result_fields(results)})
    else:
        echo_results(results)
        click.echo(f"Results are in {clean(str(target))}; exactpld audit report {typed(target)} shows the faults")
    if results.faulty:
        return REFUTED
    return DONE if any(results.counts[word] for word in DECIDED) else NO_ANSWER


@contextlib.contextmanager
def _told_when_interrupted(campaign: Campaign, database: Path) -> Iterator[None]:
    """Turn an interrupt, or SIGTERM, into one that says how far the campaign came and how to go on."""
    try:
        with termination_as_interrupt():
            yield
    except KeyboardInterrupt as interrupt:
        raise type(interrupt)(_how_far(campaign, database)) from None


def _how_far(campaign: Campaign, database: Path) -> str:
    """Return a sentence about the jobs that the database has; none where it cannot be read."""
    from certificates.audit.campaign import Database
    from exact.errors import ExactError

    if not database.exists():
        return ""
    try:
        with Database.begin(campaign, database, resume=True) as kept:
            done = len(kept.done())
    except (ExactError, OSError):
        return ""
    return f"{done:,} job{'s are' if done != 1 else ' is'} in {database}; --resume goes on"


# --- what there is -----------------------------------------------------------------------------------------------------------------------


def echo_results(results: Results) -> None:
    """Print who was asked, and the counts."""
    from certificates.audit.campaign.report import count_sentence, progress_sentence, summary_table

    if results.title:
        click.echo(clean(results.title))
    for name, hello, failure in results.tools:
        if hello is None:
            click.echo(clean(f"{name} was not asked: {failure}"))
    click.echo(progress_sentence(results))
    click.echo(f"{count_sentence(results)}.")
    table = summary_table(results)
    if table.rows:
        print_table(table.head, [[clean(cell) for cell in row] for row in table.rows])


def echo_faults(results: Results, *, full: bool) -> None:
    """Print the worst faults."""
    from certificates.audit.campaign.report import fault_table

    if not results.faults:
        click.echo("No answer is violated or invalid.")
        return
    click.echo("The worst faults of every method and kind of query, by the amount that is missing:")
    table = fault_table(results, full=full)
    print_table(table.head, [[clean(cell) for cell in row] for row in table.rows])


def result_fields(results: Results) -> Fields:
    """Return the fields that stand for a campaign."""
    from dataclasses import asdict

    tools: list[Any] = [
        {"name": name, "version": None if hello is None else hello.version, "python": None if hello is None else hello.python, "failure": failure}
        for name, hello, failure in results.tools
    ]
    rows: list[Any] = [_finite(asdict(row)) for row in results.rows]
    faults: list[Any] = [_finite(asdict(fault)) for fault in results.faults]
    reasons: list[Any] = [reason._asdict() for reason in results.reasons]
    return {
        "title": results.title,
        "digest": results.digest,
        "jobs": results.jobs,
        "total": results.total,
        "answers": dict(results.counts),
        "tools": tools,
        "rows": rows,
        "faults": faults,
        "reasons": reasons,
    }


def _finite(fields: dict[str, Any]) -> dict[str, Any]:
    """Return the fields with infinite floats as texts: JSON has none."""
    return {name: str(value) if isinstance(value, float) and value - value != 0 else value for name, value in fields.items()}


@click.command(
    "report",
    cls=SeveralValues,
    short_help="What a campaign has found.",
    epilog=examples(
        "exactpld audit report campaign.sqlite",
        "exactpld audit report campaign.sqlite -o report.html",
        "exactpld audit report campaign.sqlite -o report --certificates certificates",
        "exactpld audit report campaign.sqlite --claims claims.jsonl    (for exactpld audit check)",
    ),
)
@click.argument("database", metavar="DB", type=click.Path(path_type=Path), shell_complete=complete_file)
@click.option(
    "-o",
    "--output",
    "report",
    callback=folder_name,
    metavar="FILE|DIR",
    shell_complete=complete_file,
    help="Write the report: FILE.md, FILE.html (one page with the error plots inside), or both with the plots into a folder.",
)
@click.option(
    "--certificates",
    callback=folder_name,
    metavar="DIR",
    shell_complete=complete_folder,
    help="Write the certificates of all faults into this folder, each cross-checked.",
)
@click.option(
    "--claims",
    callback=file_name("claims"),
    metavar="FILE.jsonl",
    shell_complete=complete_file,
    help="Write all claims that the tools have made, one JSON object on a line.",
)
@click.option(
    "--worst", type=Integer(min=1, max=1000), default=5, show_default=True, metavar="N", help="Faults listed of every method and kind of query."
)
@with_output()
def report_verb(database: Path, out: Output, **wanted: Any) -> None:
    """What a campaign has found, also while it is running: counts, error plots, the worst faults with exact values, and what was not decided.

    Without an option the counts and the worst faults are printed. The error plots show |said - exact|/exact against the number of compositions and
    against epsilon or delta; they need matplotlib.
    """
    run_report(database, out, Wanted(**wanted))


@dataclass(frozen=True, slots=True)
class Wanted:
    """Where the report, the certificates and the claims are written to, None for not at all, and how many faults are listed."""

    report: Path | None
    certificates: Path | None
    claims: Path | None
    worst: int


def run_report(database: Path, out: Output, wanted: Wanted) -> None:
    """Read the database of a campaign, write what is asked for, and print the rest."""
    from certificates.audit.campaign import Database, results_of
    from certificates.audit.campaign.exports import write_certificates, write_claims
    from certificates.audit.campaign.report import report_of, write_report

    with Database.open(database) as kept:
        results = results_of(kept, wanted.worst)
        lines: list[str] = []
        written = [] if wanted.certificates is None else write_certificates(kept, wanted.certificates)
        if wanted.certificates is not None:
            lines += _certificate_lines(written, wanted.certificates)
        if wanted.claims is not None:
            note = replacing(wanted.claims)
            count = write_claims(kept, wanted.claims)
            lines.append(f"{count:,} claim{'' if count == 1 else 's'} written to {wanted.claims}{note}")
        if wanted.report is not None:
            note = replacing(wanted.report) if wanted.report.suffix else ""
            folder = None if wanted.certificates is None else str(wanted.certificates)
            has_plots = wanted.report.suffix.lower() != ".md"
            files = write_report(report_of(kept, worst=wanted.worst, certificates=folder, plots=has_plots), wanted.report)
            lines += [f"Report written to {file}{note}" for file in files if file.suffix != ".svg"]
    if out.as_json:
        from certificates.cli.values import echo_json

        files_of = {item.claim: str(item.file) for item in reversed(written) if not item.reason}
        fields = result_fields(results)
        echo_json(fields | ({} if wanted.certificates is None else {"certificates": files_of}))
        return
    if not lines:
        echo_results(results)
        echo_faults(results, full=out.full)
    for line in lines:
        click.echo(clean(line))


def _certificate_lines(written: list[Written], folder: Path) -> Iterator[str]:
    """Yield how many certificates were written, and why others were not."""
    done = sum(not item.reason for item in written)
    yield f"{done:,} certificate{'' if done == 1 else 's'} written to {folder}; exactpld check verifies them"
    for item in written:
        if item.reason:
            yield f"no certificate of {item.claim}: {item.reason}"


VERBS = (run_verb, report_verb)
