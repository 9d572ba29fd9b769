"""The verb ``constraints``: its words and options; what it does is in `constraints`."""

from __future__ import annotations

import click

from certificates.cli.arguments import Integer, SeveralValues, examples
from certificates.cli.output import Output, with_output


@click.command(
    cls=SeveralValues,
    short_help="Several (eps, delta) constraints at once, composed.",
    epilog=examples(
        "exactpld constraints 1/10:0 1/20:1/100",
        "exactpld constraints 'log(4):0' 'log(2):1/10' 0:1/2 --rounds 3",
        "exactpld constraints 3/10:0 3/20:1/50 --rounds 20 --json --digits 12",
        "exactpld constraints 'log(4):0' 'log(2):1/10' --rounds 20 -o identity.json",
    ),
)
@click.argument("pairs", metavar="EPS:DELTA...", nargs=-1, required=True)
@click.option("--rounds", type=Integer(min=1), default=1, show_default=True, metavar="K", help="Compose so many mechanisms with these constraints.")
@click.option("--digits", "wanted", type=int, metavar="N", help="Significant digits of the decimals.  [default: 30; in the table for people 10]")
@with_output(certificate=True)
def constraints(pairs: tuple[str, ...], rounds: int, wanted: int | None, out: Output) -> None:
    """What mechanisms that satisfy all these (eps, delta) at once can leak, after K adaptive rounds: exactly.

    Each constraint holds in both directions; 0:ETA bounds the total variation. Constraints that follow from the others are named. The others
    come to a total leak with some probability, else a mixture of randomized responses: alpha gives their weights, by constraint. The profile
    lists (e^eps, delta) for every eps >= 0 at which delta bends; in between delta is a straight line in e^eps, and together these guarantees
    are all there is to say. --json prints the vertices of the trade-off curve, too, and null for an exact value that is very long (--full
    prints it).

    -o writes a certificate that three constructions are one PLD: the K-fold composition of that mixture, the mixture of compositions of
    randomized responses, and these guarantees (with one round, the constraints as given); without the mixture where that is long work to
    check. That the mixture is the greatest PLD with the constraints is the certificate of one round.
    """
    from certificates.cli.constraints import run_constraints

    run_constraints(pairs, rounds, wanted, out)


VERBS = (constraints,)
