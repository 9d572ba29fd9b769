"""Verbs and options of the command line about privacy filters; what they do is in `filter` and `families`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from certificates.cli.arguments import Integer, SeveralValues, examples
from certificates.cli.output import Output, with_output

RULES = ("natural", "residue:pure", "residue:delta", "residue:natural", "residue:renyi:ALPHA")
PROBLEM = """

\b
A problem file:
  queries = ["rr(log(2))", "approx(0, 1/4)"]
  budget = "approx(log(2), 1/4)"
  rounds = 2             or "all"
  title = "optional\""""


@click.command(
    "filter",
    cls=SeveralValues,
    short_help="Whether a privacy filter keeps its budget.",
    epilog=examples(
        "exactpld filter problem.toml",
        "exactpld filter problem.toml -o answer.json",
        "exactpld filter problem.toml --rounds all --at 3/2 --simulate 10000",
        "exactpld filter problem.toml --rule residue:natural",
    )
    + PROBLEM,
)
@click.argument("problem", metavar="PROBLEM.toml", type=click.Path(path_type=Path))
@click.option("--rule", default="natural", show_default=True, metavar="RULE", help=f"One of {', '.join(RULES)}.")
@click.option("--rounds", metavar="K", help='Instead of the rounds of the file: 1 to 16, or "all" for as many as the budget allows.')
@click.option("--at", metavar="X", help="Show the cost, the budget and the gap at this x = e^eps > 0, with the best strategy there.")
@click.option("--simulate", "runs", type=Integer(min=1), metavar="N", help="Also play the best strategy N times under P and under Q.")
@click.option("--seed", type=Integer(min=0), metavar="S", help="Of the random answers of --simulate; by default 0.")
@with_output(certificate=True)
def filter_verb(problem: Path, out: Output, **asked: Any) -> None:
    """Whether a privacy filter keeps its budget on a small problem; if not, how an adversary breaks it.

    The adversary chooses each query after seeing the answers so far. The natural filter lets a query through as long as the composition of
    all queries stays <= budget (in the Blackwell order). A residue filter lets it through when it is <= what is left of the budget, and its
    rule says what is left then. residue:pure subtracts epsilons (budget rr(eps)), residue:delta deltas (budget approx(0, delta)),
    residue:natural keeps the sup of all compositions of queries that still fit, and residue:renyi:ALPHA subtracts Renyi divergences of
    the integer order ALPHA from that of the budget.

    -o writes a certificate: of the strategy that breaks the budget, or of the proof that none does; with --at, or for a residue rule, of the
    exact cost at x, the largest delta of a strategy there.
    """
    from certificates.cli.filter import Question, run_filter

    run_filter(problem, Question(**asked), out)


@click.command(
    cls=SeveralValues,
    short_help="Whether the compositions of a family are totally ordered.",
    epilog=examples("exactpld chain problem.toml", "exactpld chain problem.toml --rounds 3 --universal", "exactpld chain problem.toml -o chain.json"),
)
@click.argument("problem", metavar="PROBLEM.toml", type=click.Path(path_type=Path))
@click.option("--rounds", metavar="K", help="Instead of the rounds of the file: compositions of fewer than K queries, 1 to 16.")
@click.option("--universal", is_flag=True, help="Also decide whether the natural filter keeps every budget; if not, construct one that it breaks.")
@with_output(certificate=True)
def chain(problem: Path, rounds: str | None, universal: bool, out: Output) -> None:
    """Whether of any two compositions of fewer than K queries of the file one dominates the other.

    If so, the natural filter on these queries keeps every budget for K rounds. If not, two incomparable compositions are shown, with the
    points x at which each has the larger delta. The file is that of the verb filter; its budget is not needed.

    -o writes a certificate that they are a chain, or that those two are incomparable; with --universal, where some budget is not kept, of
    that instead.
    """
    from certificates.cli.families import run_chain

    run_chain(problem, out, rounds=rounds, universal=universal)


@click.command(
    cls=SeveralValues,
    short_help="A symmetric PLD between two mixtures of randomized responses.",
    epilog=examples(
        "exactpld sandwich '3*rr(log(2))' --grid 0 'log(2)' 'log(4)' inf",
        "exactpld sandwich '3*rr(1)' --grid 0 1 2 inf -o sandwich.json",
    ),
)
@click.argument("pld", metavar="PLD")
@click.option("--grid", multiple=True, required=True, metavar="E...", help="Losses in nats, increasing, from 0 to inf.")
@click.option("--any", "any_pld", is_flag=True, help="Also for a PLD that is not symmetric, where either order may fail: say which hold.")
@with_output(certificate=True)
def sandwich(pld: str, grid: tuple[str, ...], any_pld: bool, out: Output) -> int:
    """The discretisation of a symmetric PLD on a grid of losses: a mixture of randomized responses below it, and one above.

    The weights are the probabilities that the absolute loss falls between neighbouring points of the grid. The lower mixture has randomized
    response with the epsilon of the lower end for each interval, the upper one with that of the upper end.
    """
    from certificates.cli.families import run_sandwich

    return run_sandwich(pld, grid, out, any_pld=any_pld)


VERBS = (filter_verb, chain, sandwich)
