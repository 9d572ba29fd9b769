r"""The command line ``exactpld``: verbs and options. What a verb does is in the modules beside this one.

| exit status | meaning |
|---|---|
| 0 | done; a verdict stands in the output, whatever it is |
| 1 | something that was to be verified is refuted |
| 2 | bad input, with one sentence on standard error |
| 3 | undecided, or a stated limit was reached |
| 130 | interrupted; 143 where SIGTERM ended a search |

What is slow to load is loaded by the verb that needs it: ``--help`` and ``check`` load neither the engine nor the package `exact`.
"""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Sequence
from pathlib import Path

import click

from certificates.cli import constraint_commands, curve_commands, filter_commands
from certificates.cli.arguments import Integer, SeveralValues, Verbs, examples
from certificates.cli.audit import audit
from certificates.cli.envelope_command import envelope_verb
from certificates.cli.output import Output, complete_file, file_name, with_output
from certificates.cli.search import search
from certificates.cli.status import BAD_INPUT, DONE, status_of

KINDS = ("dominated", "not-dominated", "equal", "incomparable")
METHODS = ("knots", "kernel")


def show_version(context: click.Context, _: click.Parameter, wanted: bool) -> None:
    """Print the version and end."""
    if wanted and not context.resilient_parsing:
        from exact import __version__

        click.echo(f"exactpld {__version__}")
        context.exit()


@click.group(
    cls=Verbs,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog=examples("exactpld delta 'rr(log(2)) + approx(0, 1/4)' --eps 1", "exactpld compare '2*rr(1)' 'rr(2)'", "exactpld demo"),
)
@click.option("--version", is_flag=True, is_eager=True, expose_value=False, callback=show_version, help="Show the version and exit.")
def cli() -> None:
    """Exact privacy loss distributions: decisions instead of estimates, with certificates that anybody can check.

    A PLD is an expression such as 'rr(1)', '3*rr(log(2)) + approx(0, 1e-5)' or 'table(((1/2, 1/4), (1/2, 3/4)))'. '+' composes, 'k*'
    composes k times, '|' and '&' are sup and inf of the Blackwell order. Numbers are exact: 0.1 is one tenth. An epsilon is in nats: 1/2,
    log(3), inf. Instead of an expression, @FILE stands for a PLD that 'exactpld save' has written.

    Exit status: 0 done, 1 refuted, 2 bad input, 3 undecided or beyond a limit, 130 interrupted.
    """


@cli.command(
    cls=SeveralValues,
    short_help="Delta at one or more epsilons.",
    epilog=examples(
        "exactpld delta 'rr(1)' --eps 1/2",
        "exactpld delta '20*rr(1/10)' --eps -1 0 1 --digits 10",
        "exactpld delta 'rr(1)' --x 2 -o delta.json",
    ),
)
@click.argument("pld", metavar="PLD")
@click.option("--eps", multiple=True, metavar="E...", help="Epsilons in nats; also negative, or inf.")
@click.option("--x", multiple=True, metavar="X...", help="Instead of epsilons: likelihood ratios x = e^eps >= 0, or inf.")
@with_output(digits=True, certificate=True)
def delta(pld: str, eps: tuple[str, ...], x: tuple[str, ...], out: Output) -> None:
    """Delta at one or more epsilons, exactly and within bounds.

    It is the sum over the atoms (p, q) of max(0, p - e^eps q), P over Q. The other direction stands beside it: a guarantee of a mechanism
    needs both. The certificate states the exact value, P over Q.
    """
    if eps and x:
        raise click.UsageError("delta takes either --eps or --x, not both")
    if not eps and not x:
        raise click.UsageError("delta needs either --eps or --x, with one value or more")
    from certificates.cli.curves import run_delta

    run_delta(pld, eps, x, out)


@cli.command(
    cls=SeveralValues,
    short_help="Epsilon at one or more deltas.",
    epilog=examples("exactpld epsilon '10*rr(1/10)' --delta 1e-5", "exactpld epsilon 'approx(1, 1/4)' --delta 0 1/4 1/3"),
)
@click.argument("pld", metavar="PLD")
@click.option("--delta", multiple=True, required=True, metavar="D...", help="Probabilities.")
@with_output(digits=True, certificate=True)
def epsilon(pld: str, delta: tuple[str, ...], out: Output) -> None:
    """Epsilon at one or more deltas, exactly and within bounds.

    It is ln inf {x > 0 : h(x) <= delta} in nats, P over Q, never clipped at 0: inf below the mass of the infinite loss, -inf for delta = 1.
    """
    from certificates.cli.curves import run_epsilon

    run_epsilon(pld, delta, out)


@cli.command(
    cls=SeveralValues,
    short_help="The atoms of a PLD.",
    epilog=examples("exactpld show 'rr(1) | approx(0, 1/4)'", "exactpld show --json '2*rr(log(2))'"),
)
@click.argument("pld", metavar="PLD")
@with_output()
def show(pld: str, out: Output) -> None:
    """The atoms (p, q) of a PLD, in decreasing likelihood ratio p/q, with their privacy losses.

    The first and the last may have an infinite loss. The finite ratios other than 0 are the knots of the curve of delta, which --json also
    lists by themselves.
    """
    from certificates.cli.curves import run_show

    run_show(pld, out)


@cli.command(
    cls=SeveralValues,
    short_help="How two PLDs relate in the Blackwell order.",
    epilog=examples(
        "exactpld compare 'rr(1)' 'approx(1, 1/10)'",
        "exactpld compare 'rr(1)' 'approx(0, 1/4)' --kind not-dominated -o witness.json",
        "exactpld compare 'rr(1)' '2*rr(1)' --kind dominated --method kernel -o kernel.json",
    )
)
@click.argument("a", metavar="A")
@click.argument("b", metavar="B")
@click.option("--kind", type=click.Choice(KINDS), help="The claim wanted: status 1 when it is false. By default, the one that fits the verdict.")
@click.option("--method", type=click.Choice(METHODS), help="With --kind dominated: how the certificate shows it; by default by knots.")
@with_output(certificate=True)
def compare(a: str, b: str, kind: str | None, method: str | None, out: Output) -> int:
    """How two PLDs relate in the Blackwell order: A <= B iff A is B after some post-processing.

    Where A <= B fails there is an x with h_A(x) > h_B(x). For the verdict "above", the certificate says B <= A unless --kind asks for another.
    A certificate by kernel states the post-processing itself: longer, and checked by multiplying out.
    """
    if method is not None and kind != "dominated":
        raise click.UsageError("--method says how a certificate shows A <= B: give --kind dominated with it")
    from certificates.cli.order import run_compare

    return run_compare(a, b, kind, out, method or "knots")


@cli.command(
    cls=SeveralValues,
    short_help="Turn a certificate of A <= B by knots into one by kernel, or back.",
    epilog=examples("exactpld convert order.json --method kernel -o kernel.json", "exactpld convert kernel.json --method knots -o order.json"),
)
@click.argument("certificate", metavar="CERT", type=click.Path(path_type=Path))
@click.option("--method", type=click.Choice(METHODS), required=True, help="What the new certificate shows A <= B by.")
@with_output(certificate=True)
def convert(certificate: Path, method: str, out: Output) -> None:
    """Write the certificate of the same claim A <= B with a witness of another form.

    By knots: the curves are compared at the knots of B. By kernel: the post-processing that turns B into A, checked by multiplying out.
    """
    from certificates.cli.convert import run_convert

    run_convert(certificate, method, out)


@cli.command(
    cls=SeveralValues,
    short_help="The Blackwell order of many PLDs, drawn.",
    epilog=examples(
        "exactpld hasse 'rr(1)' '2*rr(1)' 'approx(1, 1/4)'",
        "exactpld hasse 'rr(1)' 'rr(2)' 'approx(0, 1/4)' 'approx(0, 1/2)' -o order.svg",
    ),
)
@click.argument("plds", metavar="PLD...", nargs=-1, required=True)
@click.option(
    "-o",
    "--output",
    "picture",
    callback=file_name("a picture"),
    metavar="PICTURE",
    shell_complete=complete_file,
    help="Draw it: a .png, .svg or .pdf file, replaced if it is there.",
)
@with_output()
def hasse(plds: tuple[str, ...], picture: Path | None, out: Output) -> None:
    """How many PLDs lie in the Blackwell order: the Hasse diagram, by levels.

    Equal PLDs are one class, [0], [1], ...; a class covers those that it dominates with none between. If the PLDs are no chain, an
    incomparable pair follows with its witnesses, and the maximal antichains: sets of pairwise incomparable classes that cannot be enlarged.
    """
    from certificates.cli.hasse import run_hasse

    run_hasse(plds, picture, out)


@cli.command(short_help="Check certificates.", epilog=examples("exactpld check broken.json", "exactpld check --json certificates/*.json"))
@click.argument("files", metavar="FILE...", nargs=-1, required=True, shell_complete=complete_file)
@click.option("--steps", type=Integer(min=0), metavar="N", help="The elementary steps that the checker may take on each file.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON for programs: one object for each file, on one line.")
def check(files: tuple[str, ...], steps: int | None, as_json: bool) -> int:
    """Check certificates with the stand-alone checker, in a process of its own.

    Exit status: 0 verified, 1 rejected, 2 malformed or not readable, 3 a limit was reached; of several files the largest.
    """
    from certificates.cli.checker import run_checker

    return run_checker([*(["--json"] if as_json else []), *([] if steps is None else ["--steps", str(steps)]), "--", *files])


@cli.command(short_help="A problem, its certificate, a picture.", epilog=examples("exactpld demo", "exactpld demo --dir somewhere"))
@click.option("--dir", "folder", default="exactpld-demo", show_default=True, metavar="DIR", help="The folder to write to.")
def demo(folder: str) -> int:
    """A small problem, the proof that the natural filter breaks on it, the checker's verdict, and a picture.

    A problem.toml that is already there and is another one is kept.
    """
    if not folder:
        raise click.UsageError("--dir needs the name of a folder, and it is empty")
    from certificates.cli.demo import run_demo

    return run_demo(Path(folder))


@cli.command(
    short_help="Completion in a shell.",
    epilog=examples(
        'eval "$(exactpld completion bash)"    in ~/.bashrc',
        'eval "$(exactpld completion zsh)"     in ~/.zshrc',
        "exactpld completion fish | source     in ~/.config/fish/config.fish",
    ),
)
@click.argument("shell", type=click.Choice(("bash", "zsh", "fish")))
def completion(shell: str) -> None:
    """Print the script that makes a shell complete verbs and options of exactpld."""
    from certificates.cli.completion import script

    click.echo(script(cli, shell))


for verb in (*filter_commands.VERBS, search, *curve_commands.VERBS, *constraint_commands.VERBS, envelope_verb, audit):
    cli.add_command(verb)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit status; whatever goes wrong is one sentence on standard error."""
    words = list(sys.argv[1:] if argv is None else argv)
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")
    try:
        if argv is None and "_EXACTPLD_COMPLETE" in os.environ:
            from certificates.cli.completion import answer

            return answer(cli, os.environ["_EXACTPLD_COMPLETE"])
        with cli.make_context("exactpld", list(words) or ["--help"]) as context:
            status = cli.invoke(context)
        for stream in filter(None, (sys.stdout,)):  # there is none where standard output was closed
            stream.flush()
    except click.exceptions.Exit as ended:
        return ended.exit_code if words else BAD_INPUT
    except BaseException as problem:  # noqa: BLE001 - the last resort of a program; every case has its status
        return status_of(problem)
    return status if isinstance(status, int) else DONE


if __name__ == "__main__":
    sys.exit(main())
