"""Verbs and options of the command line about curves and files of PLDs; what they do is in `profile` and `draw`."""

from __future__ import annotations

from pathlib import Path

import click

from certificates.cli.arguments import SeveralValues, examples
from certificates.cli.output import Output, complete_file, file_name, with_output

PICTURES = ("tradeoff", "profile", "difference", "strategy", "hasse")


@click.command(
    cls=SeveralValues,
    short_help="Delta at many epsilons, as a table.",
    epilog=examples(
        "exactpld profile '2*rr(log(2))'",
        "exactpld profile '20*rr(1/10)' --eps 0 1/2 1 --digits 6",
        "exactpld profile '20*rr(1/10)' --csv profile.csv",
    ),
)
@click.argument("pld", metavar="PLD")
@click.option("--eps", multiple=True, metavar="E...", help="Epsilons in nats, also negative, or inf. By default those of the knots, and inf.")
@click.option("--digits", "wanted", type=int, metavar="N", help="Significant digits of the bounds.  [default: 30; in the table for people 10]")
@click.option(
    "--csv",
    "csv_file",
    callback=file_name("a table"),
    metavar="FILE",
    shell_complete=complete_file,
    help="Write comma-separated values to this file, replaced if it is there.",
)
@with_output()
def profile(pld: str, eps: tuple[str, ...], wanted: int | None, csv_file: Path | None, out: Output) -> None:
    """The privacy profile: delta at many epsilons, exactly and within bounds, P over Q and Q over P.

    Between neighbouring knots delta is a straight line in e^eps, so the table of all knots is the whole profile. --json prints an object for each
    row, on one line, with the fields of the verb delta. In the file of --csv, V_lower and V_upper are proved bounds of the exact text V.
    """
    if csv_file is not None and out.as_json:
        raise click.UsageError("profile takes either --csv or --json, not both")
    from certificates.cli.profile import run_profile

    run_profile(pld, eps, wanted, csv_file, out)


@click.command(
    cls=SeveralValues,
    short_help="PLDs, a certificate or a problem as a picture.",
    epilog=examples(
        "exactpld draw 'rr(1)' '20*rr(1/10)' -o curves.png",
        "exactpld draw '200*rr(1/10)' --kind profile --log -o profile.svg",
        "exactpld draw '20*rr(1/10)' 'rr(1)' --kind difference -o difference.pdf",
        "exactpld draw broken.json -o figure.svg",
        "exactpld draw problem.toml --kind strategy -o strategy.png",
    ),
)
@click.argument("words", metavar="PLD...|CERT.json|PROBLEM.toml", nargs=-1, required=True)
@click.option("--kind", type=click.Choice(PICTURES), help="What to draw.  [default: tradeoff; hasse for a certificate about a chain]")
@click.option("--log", is_flag=True, help="With --kind profile: delta on a logarithmic scale.")
@click.option(
    "-o",
    "--output",
    "picture",
    required=True,
    callback=file_name("a picture"),
    metavar="FILE",
    shell_complete=complete_file,
    help="The picture: a .png, .svg or .pdf file, replaced if it is there.",
)
def draw(words: tuple[str, ...], kind: str | None, log: bool, picture: Path) -> None:
    """The curves of PLDs, or what a certificate or a problem file shows, as a picture (needs matplotlib, the extra plot).

    tradeoff: the least type II error over the type I error; the lower curve leaks more. profile: delta over epsilon, dashed for Q over P where
    that is another curve. difference: delta of A minus delta of B, with the exact verdict and the exact largest gaps.

    Of a filter, in a problem file or a certificate, these are the curves of the budget, of the branches (the compositions that the filter lets
    through), of their sup, and of the adversary, the violated region shaded; of a certificate, those of its strategy. strategy: which query it
    plays after which likelihood ratios. hasse: the compositions of fewer than the given number of queries in the Blackwell order. A certificate
    is drawn only if the checker verifies it.
    """
    from certificates.cli.draw import run_draw

    run_draw(words, kind, picture, log=log)


@click.command(
    cls=SeveralValues,
    short_help="Save a PLD to a file.",
    epilog=examples("exactpld save '20*rr(1/10) + approx(0, 1e-6)' -o mine.json", "exactpld delta @mine.json --eps 1"),
)
@click.argument("pld", metavar="PLD")
@click.option(
    "-o",
    "--output",
    "target",
    required=True,
    callback=file_name("a PLD"),
    metavar="FILE",
    shell_complete=complete_file,
    help="The file to write. A file that is there is replaced, and it is said.",
)
def save(pld: str, target: Path) -> None:
    """Save a PLD to a file, exactly; @FILE then stands for it wherever the command line takes a PLD.

    The file is JSON with the PLD object of the certificate format; docs/pld_files.md describes it.
    """
    from certificates.cli.draw import run_save

    run_save(pld, target)


VERBS = (profile, draw, save)
