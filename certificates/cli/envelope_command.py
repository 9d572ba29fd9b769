"""The verb ``envelope`` and its options; what it does is in `envelope`."""

from __future__ import annotations

from pathlib import Path

import click

from certificates.cli.arguments import SeveralValues, examples
from certificates.cli.output import Output, with_output

SPECIFICATION = """

\b
A specification with multiplicative weights as base:
  universe = ["a", "b", "c"]     or a number of elements
  queries = [[-1, 0, 1]]         values on the universe, in [-1, 1]
  n = 4
  rounds = 3
  eta = "2*log(2)"
  gamma = "log(2)"
  eps = "1/2"
  space = "histograms"           or "hamming"; optional, as is title
\b
A specification with tables as base, one row of masses a point:
  base = [["1/5", "4/5"], ["4/5", "1/5"]]
  metric = [[0, 1], [1, 0]]      or "graph" with edges = [["a", "b"]],
                                 or "hamming" or "histograms" with universe and n
  eps = "2*log(2)\""""


@click.command(
    "envelope",
    cls=SeveralValues,
    short_help="The purely private envelope of base laws.",
    epilog=examples(
        "exactpld envelope envelope.toml",
        "exactpld envelope envelope_tables.toml --json --digits 12",
        "exactpld envelope envelope.toml -o pure.json --tight",
    )
    + SPECIFICATION,
)
@click.argument("spec", metavar="SPEC.toml", type=click.Path(path_type=Path))
@click.option("--tight", is_flag=True, help="With -o: certify the worst ratio, rounded up to the digits of --digits, instead of e^eps.")
@with_output(digits=True, certificate=True, several=False)
def envelope_verb(spec: Path, tight: bool, out: Output) -> None:
    """The envelope of base laws on a finite space of databases: is it purely private, and what does it cost?

    The envelope at x gives the outcome w the largest e^(-(eps/2) d(x, y)) p_y(w) over all points y; divided by its sum Z_x, it is a law. Printed
    are the worst ratio of these laws over neighbours (at most e^eps), with the pair and the outcome; the same before normalising and for the
    base laws; the largest Z_x; and for multiplicative weights the largest expected error of the base and of the envelope. Values are exact where
    they are exact numbers of moderate length, otherwise within proved bounds; it is said which, and why. -o writes a certificate that no ratio
    of neighbours is above e^eps; the checker works out the envelope, and the base laws of multiplicative weights, itself.
    """
    from certificates.cli.envelope import run_envelope

    run_envelope(spec, out, tight=tight)
