"""The verbs ``exactpld audit ...``; what ``audit check`` does is here, campaigns and the hunt have modules of their own."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from certificates.cli import audit_campaign, audit_hunt
from certificates.cli.arguments import SeveralValues, Verbs, examples
from certificates.cli.output import Output, complete_file, with_output
from certificates.cli.search import complete_folder, folder_name
from certificates.cli.status import DONE, NO_ANSWER, REFUTED
from certificates.cli.text import clean, print_table, quoted

if TYPE_CHECKING:
    from certificates.audit import Claim, Tolerance, Verdict
    from certificates.audit.certified import Written
    from certificates.cli.values import Fields

CLAIM_EXAMPLE = """

\b
A claim, one object on one line (docs/audits.md has all fields; CSV is read, too):
  {"id": "1", "tool": "some-accountant", "version": "1.0", "mechanism": "rr(log(3))", "times": 100,
   "query": {"kind": "epsilon", "delta": 1e-6}, "says": {"upper": 76.988604709214}}"""


@click.group(
    cls=Verbs,
    short_help="What float accountants say, decided exactly.",
    epilog=examples(
        "exactpld audit check claims.jsonl -o certificates",
        "exactpld audit run campaign.toml",
        "exactpld audit hunt --tool dp-accounting --seed 1 --minutes 5",
    ),
)
def audit() -> None:
    """Float accountants under exact light: claims are decided, tools asked for their values, faults hunted, all with certificates."""


@audit.command(
    cls=SeveralValues,
    short_help="Decide the claims of a file.",
    epilog=examples(
        "exactpld audit check claims.jsonl",
        "exactpld audit check claims.csv --tolerance relative:1e-9",
        "exactpld audit check claims.jsonl --json -o certificates",
    )
    + CLAIM_EXAMPLE,
)
@click.argument("file", metavar="CLAIMS", type=click.Path(path_type=Path), shell_complete=complete_file)
@click.option("--tolerance", metavar="T", help="How far values may be off, such as 1e-9 or relative:1e-9, instead of what the claims declare.")
@click.option("--loose", default="1.001", show_default=True, metavar="F", help="The factor from which a bound that holds is called loose.")
@click.option(
    "-o",
    "--output",
    "folder",
    callback=folder_name,
    metavar="DIR",
    shell_complete=complete_folder,
    help="Write a certificate of every fault into this folder.",
)
@with_output()
def check(file: Path, tolerance: str | None, loose: str, folder: Path | None, out: Output) -> int:
    """Decide what tools said of mechanisms: sound, loose, vacuous, violated, invalid, or undecided and unsupported with the reason.

    A float is the binary fraction that it is. An upper bound is violated when the exact value is above it, by whatever little; how far values
    may be off is for the tolerance to say, and the strict verdict stands beside. Of a violated bound the shortfall is told, and the slack, the
    least power of two that would make it true. --json prints one object for each claim. Exit status 1 if any claim is violated or
    invalid, else 3 if any is undecided or unsupported, since nothing is said about it.
    """
    return run_check(file, tolerance, loose, folder, out)


for verb in (*audit_campaign.VERBS, audit_hunt.hunt):
    audit.add_command(verb)


def run_check(file: Path, tolerance: str | None, loose: str, folder: Path | None, out: Output) -> int:
    """Decide the claims of a file, print the verdicts as they come, and return `REFUTED` if one is faulty, else `NO_ANSWER` if one is left open."""
    from certificates.audit import FAULTY, check, read_claims
    from certificates.audit.certified import Folder, Written
    from certificates.cli.values import echo_json

    allowed, factor = read_tolerance(tolerance), read_factor(loose)
    kept = None if folder is None else Folder(folder)
    counts: Counter[str] = Counter()
    rows: list[tuple[str, ...]] = []
    try:
        for claim in read_claims(file):
            verdict = check(claim, tolerance=allowed, loose=factor, certificates=kept is not None)
            written = Written() if kept is None else kept.write(claim.id, verdict)
            counts[verdict.verdict] += 1
            if out.as_json:
                echo_json(_fields(verdict, written))
            elif verdict.verdict != "sound" or out.full or written.problems:
                rows.append(_row(claim, verdict, written, out))
    finally:
        if not out.as_json and (rows or counts):  # also what was decided before a line that is wrong
            _echo_summary(rows, counts, kept.count if kept is not None else None, folder)
    if not out.as_json and not counts:
        click.echo("0 claims: none")
    if any(counts[word] for word in FAULTY):
        return REFUTED
    return NO_ANSWER if counts["undecided"] or counts["unsupported"] else DONE


def read_tolerance(text: str | None) -> Tolerance | None:
    """Return the tolerance of ``--tolerance``."""
    if text is None:
        return None
    from certificates.audit import Tolerance
    from certificates.cli.values import read_number
    from exact.errors import OutOfRange

    relative = text.startswith("relative:")
    amount = read_number("--tolerance", text.removeprefix("relative:"))
    if amount.sign() < 0:
        raise OutOfRange("--tolerance must not be negative")
    if relative and amount >= 1:
        raise OutOfRange("a relative --tolerance is less than 1")
    return Tolerance(amount, relative)


def read_factor(text: str) -> Fraction:
    """Return the factor of ``--loose``."""
    from certificates.cli.values import read_number
    from exact.errors import OutOfRange

    factor = read_number("--loose", text).as_fraction()
    if factor is None or factor <= 1:
        raise OutOfRange("--loose must be a rational number larger than 1")
    return factor


def _fields(verdict: Verdict, written: Written) -> Fields:
    names: list[Any] = [str(path) for path in written.files]
    fields: Fields = verdict.to_json() | {"certificate": names[0] if names else None}
    if len(names) > 1:
        fields["certificates"] = names
    return fields | ({"no_certificate": written.problems[0]} if written.problems else {})


def _row(claim: Claim, verdict: Verdict, written: Written, out: Output) -> tuple[str, ...]:
    main = verdict.decisive
    exact = main.exact.get("lower", "")
    note = main.shortfall or (f"x {main.factor}" if main.factor else "") or main.reason
    if written.problems:
        note = f"{note}; no certificate: {written.problems[0]}"
    width = 200 if out.full else 40
    word = verdict.verdict if verdict.strict == verdict.verdict else f"{verdict.verdict} (strictly {verdict.strict})"
    said = main.value if main.statement in ("upper", "lower", "estimate") else ""
    return tuple(quoted(cell, width) for cell in (claim.id, word, main.statement, said, _rounded(exact), note))


def _rounded(text: str) -> str:
    return text if len(text) <= 20 else f"{text[:18]}..." if "e" not in text else f"{text[:14]}...{text[text.index('e'):]}"


def _echo_summary(rows: list[tuple[str, ...]], counts: Counter[str], written: int | None, folder: Path | None) -> None:
    from certificates.audit.verdict import MEANING, WORDS

    if rows:
        print_table(("claim", "verdict", "of", "said", "exact value", "short by, factor or reason"), rows)
    total = sum(counts.values())
    parts = [f"{counts[word]} {word}" for word in reversed(WORDS) if counts[word]]
    click.echo(f"{total} claim{'' if total == 1 else 's'}: {', '.join(parts) or 'none'}")
    for word in reversed(WORDS):
        if counts[word]:
            click.echo(f"  {word}: {MEANING[word]}")
    if written is not None:
        click.echo(f"{written} certificate{'' if written == 1 else 's'} written to {clean(str(folder))}; exactpld check verifies them")


for verb in audit_campaign.VERBS:
    audit.add_command(verb)
