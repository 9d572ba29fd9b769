"""The verb ``exactpld search``: its options, its progress, and the views of what it found."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.shell_completion import CompletionItem

from certificates.cli.arguments import Integer, SeveralValues, examples
from certificates.cli.output import Output, complete_file, with_output
from certificates.cli.progress import shown_progress
from certificates.cli.search_interrupt import told_when_interrupted
from certificates.cli.text import complain

if TYPE_CHECKING:
    from certificates.cli.values import Fields
    from certificates.search import Finding, Findings, Search
    from certificates.search.journal import Reason

REASONS_SHOWN = 5
CELL = 40
"""Characters of an exact text in a table."""
RANKINGS = {"gap": "Largest gap", "relative_gap": "Largest relative gap (gap / delta of the budget at x)", "simplicity": "Simplest (fewest bits)"}
EXAMPLE = """\
A search file:
  queries = ["rr(log(t))", "approx(0, d)"]
  budget = "approx(log(t), d)"      or "sup"
  rounds = 2                        or "all"
  title = "optional"
  [parameters]
  t = ["2", "5/2", "2 + sqrt(3)"]
  d = {from = "1/10", to = "1/2", step = "1/20"}
  (or all rationals of denominator at most 12: d = {rationals = 12, from = "0", to = "1"})"""


@dataclass(frozen=True, slots=True)
class Options:
    """The folder or None, the number of processes or None, how many findings of each ranking, and whether to go on with a journal."""

    folder: Path | None
    jobs: int | None
    best: int
    resume: bool


def complete_folder(_: click.Context, __: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Tell a shell that completes words that the name of a folder is wanted."""
    return [CompletionItem(incomplete, type="dir")]


def folder_name(context: click.Context, parameter: click.Parameter, name: str | None) -> Path | None:
    """Return the folder of ``-o``."""
    if name == "":
        raise click.UsageError(f"{parameter.opts[0]} needs the name of a folder, and it is empty", context)
    return None if name is None else Path(name)


@click.command(
    cls=SeveralValues,
    short_help="Hunt for counterexamples over a grid of parameters.",
    epilog=examples(
        "exactpld search search.toml",
        "exactpld search search.toml -o findings --jobs 4",
        "exactpld search search.toml -o findings --resume",
        "exactpld search search.toml -o findings --resume --best 100 --json    (lists findings)",
    )
    + "\n\n\b\n"
    + EXAMPLE,
)
@click.argument("search", metavar="SEARCH.toml", type=click.Path(path_type=Path), shell_complete=complete_file)
@click.option(
    "-o",
    "--output",
    "folder",
    callback=folder_name,
    metavar="DIR",
    shell_complete=complete_folder,
    help="Keep the journal of all points, journal.sqlite (SQLite), in this folder, and write certificates of the best findings there.",
)
@click.option("--jobs", type=Integer(min=1, max=1024), metavar="N", help="Processes to work with.  [default: one for each core]")
@click.option("--resume", is_flag=True, help="Go on with the journal in DIR, if there is one; of a search that is done, only list findings.")
@click.option("--best", type=Integer(min=1, max=10_000), default=10, show_default=True, metavar="N", help="Findings shown of each ranking.")
@with_output()
def search(search: Path, out: Output, **wanted: Any) -> None:
    """Decide the natural filter at every point of a grid of parameters, and show the best counterexamples.

    Every point is decided exactly; one where an expression is no PLD, or that is beyond a limit, is counted with its reason. The best findings
    by three rankings: by the gap; by the gap relative to the budget's delta at the same x; and by simplicity, the bits of the
    parameters: those of numerator and denominator of n/d and one for the bar, of other numbers those of all integers in the text and
    one for each sign or function. --json prints an object for each of them, on one line, and on standard error a line with the counts.

    With budget = "sup" the budgets are those that the family suggests: of a query L and incomparable compositions A, B the sup of L + A and L + B,
    the one with the largest gap.
    """
    options = Options(**wanted)
    if options.resume and options.folder is None:
        raise click.UsageError("--resume goes on with the journal in a folder: give the folder with -o")
    run_search(search, options, out)


def run_search(file: Path, options: Options, out: Output) -> None:
    """Read a search, run it, write the certificates asked for and print the findings."""
    from certificates.claims.certificate import make_folder
    from certificates.search import read_search, run, write_certificates
    from certificates.search.journal import FILE

    family = read_search(file)
    folder = options.folder
    if folder is not None:
        make_folder(folder, FILE)
    older = frozenset() if folder is None else frozenset(folder.glob("*.json"))
    with told_when_interrupted(family, folder):
        with shown_progress("searching", "violated", "points") as (progress, _):
            found = run(family, **asdict(options), progress=progress)
        refuse_if_nothing_was_decided(found)
        written = {} if folder is None else write_certificates(found, folder)
    if out.as_json:
        from certificates.cli.values import echo_json

        for finding in found.best:
            echo_json(finding_fields(found, finding, written, full=out.full))
        complain(count_sentence(found))
    else:
        echo_search(family)
        click.echo("\n".join(count_lines(found)))
        echo_findings(found, full=out.full)
        echo_written(written, folder, older)


def refuse_if_nothing_was_decided(found: Findings) -> None:
    """Raise where no point could be decided: with what is no PLD (status 2), or with the limit (status 3)."""
    if found.violated or found.free:
        return
    from exact.errors import OutOfRange, TooLarge

    kind = OutOfRange if found.refused else TooLarge
    reason = next(r for r in found.reasons if (r.verdict == "refused") == bool(found.refused))
    raise kind(f"none of the {found.search.size} points could be decided; at {_at(found, reason)}: {reason.text}")


def _at(found: Findings, reason: Reason) -> str:
    """Return the first point with this reason, in words."""
    return ", ".join(f"{name} = {value}" for name, value in found.search.values_at(reason.first).items())


# --- for programs ------------------------------------------------------------------------------------------------------------------------


def finding_fields(found: Findings, finding: Finding, written: Mapping[int, Path | str], *, full: bool) -> Fields:
    """Return the fields of the contract, and what belongs to them."""
    from certificates.cli.values import scalar

    fields: Fields = {"queries": list(finding.queries), "budget": finding.budget, "rounds": found.search.rounds}
    for name in ("x", "gap", "cost", "budget_value", "relative_gap"):
        fields |= scalar(name, getattr(finding, name), full=full)
    fields |= {"parameters": finding.parameters, "simplicity": finding.simplicity, "point": finding.number, "ranks": found.ranks(finding)}
    certificate = written.get(finding.number)
    fields["certificate"] = str(certificate) if isinstance(certificate, Path) else None
    if isinstance(certificate, str):
        fields["certificate_omitted"] = certificate
    return fields


def count_sentence(found: Findings) -> str:
    """Return how many points there are of each kind, and the most frequent reason why points were not decided."""
    counts = f"{found.violated:,} violated, {found.free:,} free, {found.refused:,} refused, {found.beyond_limits:,} beyond a limit"
    why = "".join(f"; first at {_at(found, reason)}: {reason.text}" for reason in found.reasons[:1])
    return f"{found.search.size:,} point{'s' if found.search.size != 1 else ''}: {counts}{why}"


# --- for people --------------------------------------------------------------------------------------------------------------------------


def echo_search(family: Search) -> None:
    """Print the question."""
    from certificates.cli.text import clean, quoted

    if family.title:
        click.echo(clean(family.title))
    click.echo(f"Queries: {'; '.join(quoted(query.text) for query in family.queries)}")
    suggested = " (the budgets that the pairs of compositions suggest)" if family.budget is None else ""
    rounds = "as many rounds as it allows" if family.rounds == "all" else f"at most {family.rounds} round{'s' if family.rounds != 1 else ''}"
    click.echo(f"Budget:  {quoted(family.budget_text)}{suggested}, {rounds}")
    grid = "; ".join(_values(name, values) for name, values in family.parameters.items())
    click.echo(f"Grid:    {grid}")


def _values(name: str, values: tuple[str, ...]) -> str:
    from certificates.cli.text import quoted

    if len(values) <= 3:
        return f"{name} = {', '.join(quoted(value, CELL) for value in values)}"
    return f"{name} from {quoted(values[0], CELL)} to {quoted(values[-1], CELL)} ({len(values):,} values)"


def count_lines(found: Findings) -> Iterator[str]:
    """Yield how many points there are of each kind, and why points were not decided."""
    from certificates.cli.text import clean

    undecided = f", {found.refused:,} refused, {found.beyond_limits:,} beyond a limit" if found.reasons else ""
    yield f"Points:  {found.search.size:,}: {found.violated:,} violated, {found.free:,} free{undecided}"
    for reason in found.reasons[:REASONS_SHOWN]:
        at = _at(found, reason)
        more = f", first at {at}" if reason.points > 1 else f", at {at}"
        yield clean(f"  {reason.points:,} {'refused' if reason.verdict == 'refused' else 'beyond a limit'}{more}: {reason.text}")
    rest = found.refused + found.beyond_limits - sum(reason.points for reason in found.reasons[:REASONS_SHOWN])
    if rest:
        yield f"  and {rest:,} for other reasons"


def echo_findings(found: Findings, *, full: bool) -> None:
    """Print the rankings as tables."""
    from certificates.cli.text import print_table
    from certificates.cli.values import shown

    if not found.best:
        click.echo("No counterexample: at every point that was decided the natural filter keeps the budget.")
        return
    head = [*found.search.parameters, "x", "gap", "about", "relative", "bits"]
    for name, row in zip(RANKINGS, (found.by_gap, found.by_relative_gap, found.by_simplicity), strict=True):
        click.echo(f"{RANKINGS[name]}:")
        rows = []
        for finding in row:
            exact = [shown(value, full=full, limit=CELL, pointer=False) for value in (finding.x, finding.gap)]
            relative = finding.relative_gap if isinstance(finding.relative_gap, str) else finding.relative_gap.decimal(6)
            rows.append([*finding.parameters.values(), *exact, finding.gap.decimal(6), relative, str(finding.simplicity)])
        print_table(head, rows)
    if found.search.budget is None:
        click.echo(f"The budget of the largest gap: {found.by_gap[0].budget}")


def echo_written(written: Mapping[int, Path | str], folder: Path | None, older: Collection[Path]) -> None:
    """Say where the certificates are, how many of them replace older files, and which are missing and why."""
    from certificates.cli.text import clean

    files = [file for file in written.values() if isinstance(file, Path)]
    if files:
        again = sum(file in older for file in files)
        note = f" ({again} replaced)" if again else ""
        click.echo(f"{len(files)} certificate{'s' if len(files) != 1 else ''} (natural-filter-violated) written to {clean(str(folder))}{note}")
    for number, reason in written.items():
        if isinstance(reason, str):
            click.echo(clean(f"no certificate of point {number}: {reason}"))
