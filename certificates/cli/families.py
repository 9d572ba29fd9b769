"""The verbs ``chain`` and ``sandwich``: whether the compositions of a family are totally ordered, and a PLD between its discretisations."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from pathlib import Path

import click

from certificates import claims
from certificates.cli.filter import ADVICE, multiply_out, watched
from certificates.cli.output import Output
from certificates.cli.problem import Problem, read_problem, rounds_of
from certificates.cli.status import DONE, REFUTED
from certificates.cli.text import clean, complain, print_table, quoted
from certificates.cli.values import SHORT, Fields, about, echo_json, limits, read_loss, read_pld, scalar
from exact.comparison import Witness
from exact.errors import OutOfRange
from exact.filters import Chain, Freeness, chain, universally_free
from exact.filters.discretisation import Discretisation, discretisation, sandwich
from exact.filters.game import ROUND_LIMIT
from exact.filters.residue import witness_of_excess
from exact.pld import PLD

LISTED = 20
"""Members of a chain, or rows of a table, that are printed unless all are wanted."""


# --- chain -------------------------------------------------------------------------------------------------------------------------------


def run_chain(file: Path, out: Output, *, rounds: str | None = None, universal: bool = False) -> None:
    """Print whether F^{<rounds} is a chain, the witnesses where it is none, and whether its natural filter is universally free."""
    out.check_target(source=file)
    problem = read_problem(file, needs_budget=False)
    k = problem.rounds if rounds is None else rounds_of(rounds, offer_all=False)
    if k == "all":
        raise OutOfRange(f"{file}: a chain is decided for a number of rounds, not all: give --rounds K")
    multiply_out(problem, file, with_budget=False)
    with limits(str(file), ADVICE):
        found = watched(lambda progress: chain(problem.queries, k, progress=progress))
        freeness = watched(lambda progress: universally_free(problem.queries, k, progress=progress)) if universal else None
    kind = out.certify(lambda: _certificate(problem, k, found, freeness))
    if out.as_json:
        echo_json(_chain_fields(problem, k, found, freeness, full=out.full) | out.written_fields(kind))
        return
    click.echo(f"Queries: {'; '.join(problem.names())}")
    _echo_chain(problem, k, found, universal=universal, full=out.full)
    _echo_freeness(problem, k, freeness, full=out.full)
    out.echo_written(kind)


def _certificate(problem: Problem, rounds: int, found: Chain, freeness: Freeness | None) -> claims.Certificate:
    """Return the certificate of the order, or of the budget that was constructed."""
    if freeness is not None and not freeness.free:
        return claims.not_universally_free(problem.queries, rounds, freeness)
    make = claims.chain if found.is_chain else claims.not_chain
    return make(problem.queries, rounds, found)


def _played(problem: Problem, indices: Sequence[int]) -> str:
    """Return a composition of queries in words."""
    parts = []
    for i in sorted(set(indices)):
        n, text = list(indices).count(i), clean(problem.query_texts[i].strip())
        parts.append(text if n == 1 else f"{n}*({text})" if "+" in text or "*" in text else f"{n}*{text}")
    return " + ".join(parts) or "identity()"


def _points(witnesses: Sequence[Witness], *, full: bool) -> list[Fields]:
    return [scalar("x", w.x, full=full) | scalar("a", w.a, full=full) | scalar("b", w.b, full=full) for w in witnesses]


def _chain_fields(problem: Problem, rounds: int, found: Chain, freeness: Freeness | None, *, full: bool) -> Fields:
    fields: Fields = {"chain": found.is_chain, "rounds": rounds, "members": len(found.order)}
    fields["witnesses"] = [] if found.comparison is None else _points(found.comparison.witnesses, full=full)
    for name, indices in zip(("A", "B"), found.pair or (), strict=False):
        fields[name] = _played(problem, indices)
    fields["degenerate"] = [_played(problem, indices) for indices in found.degenerate]
    if found.is_chain:
        fields["order"] = [_played(problem, indices) for indices in found.order]
    if freeness is not None:
        fields |= {"universally_free": freeness.free}
        if not freeness.free and freeness.a is not None and freeness.b is not None and freeness.query is not None:
            fields["breaks"] = {
                "query": problem.query_texts[freeness.query],
                "A": _played(problem, freeness.a),
                "B": _played(problem, freeness.b),
                "budget": str(freeness.budget),
                **scalar("x", freeness.x, full=full),
                **scalar("gap", freeness.gap, full=full),
            }
    return fields


def _echo_chain(problem: Problem, rounds: int, found: Chain, *, universal: bool, full: bool) -> None:
    most = f"the {len(found.order)} compositions of fewer than {rounds} queries"
    if rounds == 1:
        most = "the compositions of no query"
    degenerate = [indices for indices in found.degenerate if indices]
    if found.is_chain:
        click.echo(f"A chain: of any two of {most}, one dominates the other.")
        click.echo(f"So the natural filter keeps every budget for {_rounds(rounds)} (RES Theorem 8). From least to greatest:")
        shown = found.order if full else found.order[:LISTED]
        for indices in shown:
            click.echo(f"  {_played(problem, indices)}")
        if len(shown) < len(found.order):
            click.echo(f"  ... {len(found.order) - len(shown)} more are not shown; --full prints all")
    elif found.pair is not None and found.comparison is not None:
        click.echo(f"No chain: of {most}, these two are incomparable:")
        for name, indices in zip("AB", found.pair, strict=True):
            click.echo(f"  {name} = {_played(problem, indices)}")
        rows = [tuple(about(v, full=full, limit=SHORT) for v in (w.x, w.a, w.b)) for w in found.comparison.witnesses]
        print_table(("at x", "h_A(x)", "h_B(x)"), rows)
        if any(indices in found.degenerate for indices in found.pair):
            click.echo("One of them is degenerate (fewer than two finite losses), as in every such pair, so the natural filter may still keep")
            click.echo(f"every budget for {_rounds(rounds)}; --universal decides it.")
        else:
            more = 2 * max(map(len, found.pair))  # one of the two, and then the better of both (RES Lemma 4)
            find = f"; --rounds {more} --universal finds one" if more <= ROUND_LIMIT and not universal else ""
            click.echo(f"Neither is degenerate, so within {_rounds(more)} some budget is not kept (RES Theorem 8){find}.")
    if degenerate:
        click.echo(f"Degenerate: {'; '.join(_played(problem, indices) for indices in (degenerate if full else degenerate[:LISTED]))}")


def _rounds(rounds: int) -> str:
    return f"{rounds} round{'s' if rounds != 1 else ''}"


def _echo_freeness(problem: Problem, rounds: int, found: Freeness | None, *, full: bool) -> None:
    if found is None:
        return
    if found.free:
        click.echo(f"Universally free: the natural filter keeps every budget for {_rounds(rounds)} (RES Theorem 7).")
        return
    if found.query is None or found.a is None or found.b is None or found.x is None or found.gap is None:
        return
    click.echo(f"Not universally free for {_rounds(rounds)}: with L = {clean(problem.query_texts[found.query])},")
    click.echo(f"  A = {_played(problem, found.a)}, B = {_played(problem, found.b)},")
    click.echo("the natural filter breaks the budget (L + A) | (L + B): playing L, and then A or B, whichever is better after the answer seen,")
    click.echo(f"exceeds it at x = {about(found.x, full=full)} by {about(found.gap, full=full)}.")


# --- sandwich ----------------------------------------------------------------------------------------------------------------------------


def run_sandwich(text: str, grid_texts: Sequence[str], out: Output, *, any_pld: bool = False) -> int:
    """Print the discretisations of a PLD on a grid, and whether they lie below and above it; return `REFUTED` when a certificate of that
    was wanted and it is false.
    """
    out.check_target()
    pld = read_pld("PLD", text)
    grid = [read_loss(f"--grid {i}", e) for i, e in enumerate(grid_texts, 1)]
    with limits(quoted(text), "a simpler PLD or a coarser grid may help"):
        found = discretisation(pld, grid) if any_pld else sandwich(pld, grid)
        excesses = {"lower <= PLD": witness_of_excess(found.lower, pld), "PLD <= upper": witness_of_excess(pld, found.upper)}
    wrong = {name: witness for name, witness in excesses.items() if witness is not None}
    holds = not wrong
    kind = out.certify(lambda: claims.sandwich(pld, found)) if holds else None
    if out.target is not None and kind is None:
        left = out.left_alone()
        complain("no certificate was written, since the claim is false" + (f", and {left}" if left else ""))
    status = REFUTED if out.target is not None and not holds else DONE
    if out.as_json:
        echo_json(_sandwich_fields(found, wrong, full=out.full) | out.written_fields(kind))
        return status
    click.echo(f"PLD: {quoted(text)}")
    rows = [
        (f"[{a}, {b}{']' if b.is_infinite else ')'}", about(p, full=out.full, limit=SHORT))
        for (a, b), p in zip(pairwise(found.grid), found.weights, strict=True)
    ]
    print_table(("absolute loss in", "probability"), rows)
    click.echo("lower: the mixture of randomized responses at the lower ends; upper: at the upper ends (inf: everything leaks)")
    if holds:
        click.echo("lower <= PLD <= upper holds")
    for name, w in wrong.items():
        x, a, b = (about(value, full=out.full) for value in (w.x, w.a, w.b))
        click.echo(f"{name} is false: at x = {x} the left side has h(x) = {a}, more than the right side's {b}")
    out.echo_written(kind)
    return status


def _masses(pld: PLD) -> list[list[str]]:
    return [[str(p), str(q)] for p, q in pld.atoms]


def _sandwich_fields(found: Discretisation, wrong: Mapping[str, Witness], *, full: bool) -> Fields:
    witnesses = [{"claim": name, **_points([witness], full=full)[0]} for name, witness in wrong.items()]
    return {
        "grid": [str(e) for e in found.grid],
        "weights": [str(p) for p in found.weights],
        "lower": _masses(found.lower),
        "upper": _masses(found.upper),
        "holds": not wrong,
        "witnesses": witnesses,
    }
