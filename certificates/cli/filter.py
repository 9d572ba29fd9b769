"""The search of ``exactpld filter`` with its progress, and the views of its result: fields for a program, sentences and a tree for people."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import click

from certificates import claims
from certificates.cli.output import Output
from certificates.cli.problem import Problem, read_problem
from certificates.cli.text import clean, quoted
from certificates.cli.values import PARTS_ADVICE, SHORT, Fields, about, echo_json, limits, scalar, shown
from exact.filters import FilterResult, Strategy, natural_filter
from exact.pld import PLD

TREE_LINES = 100
"""Lines of a strategy that is not printed in full."""


def run_filter(file: Path, out: Output) -> None:
    """Read a problem, solve it, print the answer and write the certificate asked for."""
    out.check_target()
    problem = read_problem(file)
    if out.target is not None and out.target.exists() and out.target.samefile(file):
        raise click.UsageError(f"the certificate would replace the problem file {file}")
    names = [f"queries[{i}]" for i in range(len(problem.queries))]
    for name, text, value in zip([*names, "budget"], [*problem.query_texts, problem.budget_text], [*problem.queries, problem.budget], strict=True):
        with limits(f"{file}: {name} = {quoted(text)}", PARTS_ADVICE):
            _ = value.canonical
    with limits(str(file), "fewer rounds, or fewer or simpler queries, may help"):
        result = search(problem)
    never = never_allowed(problem)
    kind = None
    if result.verdict == "violated":
        kind = out.certify(lambda: claims.natural_filter_violated(problem.queries, problem.budget, result))
    if out.as_json:
        echo_json(result_fields(problem, result, full=out.full) | {"never_allowed": never} | out.written_fields(kind))
    else:
        echo_problem(problem)
        for text in never:
            click.echo(f"note: {quoted(text)} alone is not within the budget, so the filter never allows it")
        echo_result(problem, result, full=out.full)
        out.echo_written(kind)
    if out.target is not None and kind is None:
        left = out.left_alone()
        more = f" {clean(left)}." if left else ""
        click.echo(f"No certificate was written: there is no kind for the verdict free yet.{more}", err=out.as_json)


def never_allowed(problem: Problem) -> list[str]:
    """Return the queries, as they were given, that are not <= budget: what contains one of them is not, either."""
    return [text for text, query in zip(problem.query_texts, problem.queries, strict=True) if not query <= problem.budget]


def search(problem: Problem) -> FilterResult:
    """Return what the natural filter costs; a terminal sees the progress on standard error."""
    if not sys.stderr.isatty():
        return natural_filter(problem.queries, problem.budget, problem.rounds)
    from rich.console import Console
    from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    columns = (SpinnerColumn(), TextColumn("{task.description}"), BarColumn(), TextColumn("{task.completed} done"), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as shown:
        task = shown.add_task("searching", total=None)

        def progress(done: int, total: int | None, what: str) -> None:
            shown.update(task, completed=done, total=total, description=what)

        return natural_filter(problem.queries, problem.budget, problem.rounds, progress=progress)


# --- for programs ------------------------------------------------------------------------------------------------------------------------


def result_fields(problem: Problem, result: FilterResult, *, full: bool) -> Fields:
    """Return the fields of the contract, and title, rounds and the number of states."""
    fields: Fields = {"title": problem.title} if problem.title is not None else {}
    fields |= {"verdict": result.verdict, "rounds": problem.rounds, "states": result.states}
    for name in ("x", "cost", "budget", "gap"):
        fields |= scalar(name, getattr(result, name), full=full)
    return fields | {"strategy": strategy_fields(problem, result.strategy)}


def strategy_fields(problem: Problem, node: Strategy | None) -> Fields | None:
    """Return a strategy as nested objects; the infinite losses of a query are children that stop."""
    if node is None:
        return None
    query = problem.queries[node.query]
    children: list[Fields] = [{"ratio": str(ratio), "then": strategy_fields(problem, child)} for ratio, child in node.children]
    if query.p_infinite:
        children.insert(0, {"ratio": "inf", "then": None})
    if query.q_infinite:
        children.append({"ratio": "0", "then": None})
    return {"query": problem.query_texts[node.query], "children": children}


# --- for people --------------------------------------------------------------------------------------------------------------------------


def tree_lines(problem: Problem, node: Strategy | None) -> Iterator[str]:
    """Yield the lines of a strategy: what is played, and below it what follows each likelihood ratio."""
    if node is None:
        yield "stop"
        return
    play = f"play {quoted(problem.query_texts[node.query])}"
    if all(child is None for _, child in node.children):
        yield f"{play}, then stop"
        return
    yield play
    for ratio, child in node.children:
        first, *rest = tree_lines(problem, child)
        exact = shown(ratio, full=False) if ratio.as_fraction() is not None else about(ratio, limit=SHORT)
        yield f"  on ratio {exact}: {first}"
        yield from ("  " + line for line in rest)
    query: PLD = problem.queries[node.query]
    if query.p_infinite or query.q_infinite:
        yield "  on an infinite loss: stop"


def echo_problem(problem: Problem) -> None:
    """Print the question."""
    if problem.title:
        click.echo(clean(problem.title))
    click.echo(f"Queries: {'; '.join(quoted(text) for text in problem.query_texts)}")
    click.echo(f"Budget:  {quoted(problem.budget_text)}, at most {problem.rounds} round{'s' if problem.rounds != 1 else ''}")


def echo_result(problem: Problem, result: FilterResult, *, full: bool) -> None:
    """Print verdict, gap and strategy."""
    if result.verdict == "free":
        click.echo("Verdict: free. The natural filter keeps this budget, whatever the adversary does.")
        return
    click.echo("Verdict: violated. The natural filter lets this adversary through, above its budget:")
    if result.x is not None and result.cost is not None and result.budget is not None and result.gap is not None:
        click.echo(f"At x = e^eps = {about(result.x, full=full)}, delta P over Q is")
        click.echo(f"  of the strategy  {about(result.cost, full=full)}")
        click.echo(f"  of the budget    {about(result.budget, full=full)}")
        click.echo(f"  gap              {about(result.gap, full=full)}")
    click.echo("Strategy (ratio: the likelihood ratio p/q of the answer seen):")
    for count, line in enumerate(tree_lines(problem, result.strategy)):
        if count == TREE_LINES and not full:
            click.echo("  ... (--full prints the whole strategy)")
            break
        click.echo(f"  {line}")
