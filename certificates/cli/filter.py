"""The verb ``filter``: its search with progress, and the views of its result: fields for a program, sentences and a tree for people."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeVar

import click

from certificates import claims
from certificates.cli.output import Output
from certificates.cli.problem import Problem, read_problem, rounds_of
from certificates.cli.text import clean, quoted
from certificates.cli.values import PARTS_ADVICE, Fields, about, echo_json, limits, read_number, scalar
from exact.errors import ExactError, OutOfRange, Refuted
from exact.filters import (
    FilterResult,
    Node,
    RuleResult,
    Simulation,
    Strategy,
    against_budget,
    natural_filter,
    rule_game,
    simulate,
)
from exact.filters.game import Progress
from exact.filters.residue import ResidueConditionBroken
from exact.filters.rules import check_rule, renyi_order
from exact.mechanisms.approximate_dp import identity
from exact.number import Number
from exact.reading import loss

TREE_LINES = 100
"""Lines of a strategy that is not printed in full."""

ADVICE = "fewer rounds, or fewer or simpler queries, may help"
T = TypeVar("T")
Result = FilterResult | RuleResult


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked of a problem: by which rule, and where not as the file says, for how many rounds and at which x; and how many runs
    to simulate, with which seed.
    """

    rule: str = "natural"
    rounds: str | None = None
    at: str | None = None
    runs: int | None = None
    seed: int | None = None


def run_filter(file: Path, asked: Question, out: Output) -> None:
    """Read a problem, solve it, print the answer, simulate the strategy, and write the certificate asked for."""
    out.check_target(source=file)
    if asked.seed is not None and asked.runs is None:
        raise click.UsageError("--seed is that of a simulation: give --simulate N with it")
    check_rule(asked.rule)
    problem, rule, at = read_problem(file), asked.rule, asked.at
    if asked.rounds is not None:
        problem = replace(problem, rounds=rounds_of(asked.rounds, offer_all=rule == "natural"))
    point = None if at is None else _point(at)
    if rule != "natural" and problem.rounds == "all":
        raise OutOfRange(f"the rule {rule} needs a number of rounds, not all")
    multiply_out(problem, file)
    with limits(str(file), ADVICE):
        result = search(problem, rule=rule, at=point)
    simulation = None if asked.runs is None else _simulated(file, result, asked.runs, asked.seed or 0)
    kind = out.certify(lambda: certificate(problem, result, rule=rule, at=point))
    never = never_allowed(problem, result)
    if out.as_json:
        fields = result_fields(problem, result, full=out.full) | {"rule": rule, "never_allowed": never}
        echo_json(fields | simulation_fields(simulation, full=out.full) | out.written_fields(kind))
        return
    echo_problem(problem, rule)
    if renyi_order(rule) is not None:
        click.echo(f"note: this rule keeps the Renyi divergence of the budget at order {renyi_order(rule)}, not the budget itself")
    for text in never:
        click.echo(f"note: {quoted(text)} alone is not within the budget, so the filter never allows it")
    echo_result(problem, result, rule=rule, at=point, full=out.full)
    echo_simulation(simulation, full=out.full)
    out.echo_written(kind)
    if isinstance(result, RuleResult) and kind is not None:
        click.echo("It certifies the cost at this x, for this rule as a table of moves; the verdict about all x has no certificate for such a rule.")


def _point(at: str) -> Number:
    """Return the x of ``--at``."""
    try:
        point = None if at.strip() == "inf" else read_number("--at", at)
    except ExactError as problem:
        try:
            eps = loss(at)
        except ExactError:
            raise problem from None
        raise type(problem)(f"--at takes x = e^eps, not eps: for eps = {eps} write --at '{eps.exp()}'") from None
    if point is None or point.sign() <= 0:
        raise OutOfRange(f"--at needs a finite x = e^eps > 0, not {quoted(at)}")
    return point


def multiply_out(problem: Problem, file: Path, *, with_budget: bool = True) -> None:
    """Multiply out the queries, and the budget where it counts, so that what is too large is named."""
    parts = [(f"queries[{i}]", *part) for i, part in enumerate(zip(problem.query_texts, problem.queries, strict=True))]
    if with_budget:
        parts.append(("budget", problem.budget_text, problem.budget))
    for name, text, value in parts:
        with limits(f"{file}: {name} = {quoted(text)}", PARTS_ADVICE):
            _ = value.canonical


def certificate(problem: Problem, result: Result, *, rule: str, at: Number | None) -> claims.Certificate:
    """Return the certificate of an answer: the cost at a point where one was asked for, else the verdict.

    The cost of a residue rule is certified at its point, with the rule as a table of moves.
    """
    if isinstance(result, RuleResult):
        if result.x is None:
            raise OutOfRange(f"what the rule {rule} costs is certified at a point x, and this budget proposes none: give one with --at")
        return claims.rule_cost(result.game, result.x)
    if at is not None:
        return claims.filter_cost(problem.queries, problem.budget, result)
    make = claims.natural_filter_violated if result.verdict == "violated" else claims.natural_filter_free
    return make(problem.queries, problem.budget, result)


def never_allowed(problem: Problem, result: Result) -> list[str]:
    """Return the queries, as they were given, that the filter allows nowhere: for the natural filter those that are not <= budget."""
    if isinstance(result, RuleResult):
        played = {i for moves in result.game.moves for i, _ in moves}
        refused = [i not in played and query != identity() for i, query in enumerate(problem.queries)]
    else:
        refused = [not query <= problem.budget for query in problem.queries]
    return [text for text, is_refused in zip(problem.query_texts, refused, strict=True) if is_refused]


def search(problem: Problem, *, rule: str = "natural", at: Number | None = None) -> Result:
    """Return what a filter costs; a terminal sees the progress on standard error."""
    if rule == "natural":
        return search_natural(problem, at=at)

    def work(progress: Progress | None) -> RuleResult:
        assert isinstance(problem.rounds, int)  # noqa: S101 - refused before
        try:
            game = rule_game(rule, problem.queries, problem.budget, problem.rounds, progress=progress)
        except ResidueConditionBroken as broken:
            raise Refuted(f"the rule {rule} is no residue rule for this budget: {broken}") from None
        return against_budget(game, problem.budget, at=at, progress=progress)

    return watched(work)


def search_natural(problem: Problem, *, at: Number | None = None) -> FilterResult:
    """Return what the natural filter costs, as `search` does."""
    return watched(lambda progress: natural_filter(problem.queries, problem.budget, problem.rounds, at=at, progress=progress))


def watched(work: Callable[[Progress | None], T]) -> T:
    """Return the result of some work; a terminal sees its progress, with an estimate of what is left, on standard error."""
    if not sys.stderr.isatty():
        return work(None)
    from rich.console import Console
    from rich.progress import BarColumn, SpinnerColumn, TextColumn, TimeElapsedColumn, TimeRemainingColumn
    from rich.progress import Progress as Bar

    what, count = TextColumn("{task.description}"), TextColumn("{task.completed} done")
    columns = (SpinnerColumn(), what, BarColumn(), count, TimeElapsedColumn(), TimeRemainingColumn())
    with Bar(*columns, console=Console(stderr=True), transient=True) as shown:
        tasks = {"searching": shown.add_task("searching", total=None)}

        def progress(done: int, total: int | None, what: str) -> None:
            if what not in tasks:
                tasks[what] = shown.add_task(what, total=total)
            shown.update(tasks[what], completed=done, total=total, description=what)

        return work(progress)


def _simulated(file: Path, result: Result, runs: int, seed: int) -> Simulation:
    if result.x is None:
        raise OutOfRange("under the total leak as budget there is no point to simulate at: give one with --at")
    best = strategy_at(result)
    with limits(f"{file}: --simulate {runs}", "the answer is printed without --simulate"):
        return simulate(best, result.x, runs, seed)


def strategy_at(result: Result) -> Strategy:
    """Return a strategy that attains the cost at the x of a result; `OutOfRange` where none does."""
    if result.strategy is not None:
        return result.strategy
    played = result if isinstance(result, RuleResult) else result.played
    game = None if played is None else played.game
    if game is None or result.x is None:
        raise OutOfRange("under the total leak as budget a strategy is worked out for a number of rounds only: give --rounds K")
    return game.strategy_at(result.x)


# --- for programs ------------------------------------------------------------------------------------------------------------------------


def result_fields(problem: Problem, result: Result, *, full: bool) -> Fields:
    """Return the fields of the contract, and title, rounds and the number of states."""
    fields: Fields = {"title": problem.title} if problem.title is not None else {}
    fields |= {"verdict": result.verdict, "rounds": problem.rounds, "states": result.states}
    for name in ("x", "cost", "budget", "gap"):
        fields |= scalar(name, getattr(result, name), full=full)
    return fields | {"strategy": strategy_fields(problem, result.strategy.root if result.strategy else None)}


def strategy_fields(problem: Problem, node: Node | None) -> Fields | None:
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


def simulation_fields(simulation: Simulation | None, *, full: bool) -> Fields:
    """Return the field of a simulation, if there was one."""
    if simulation is None:
        return {}
    counts: Fields = {name: getattr(simulation, name) for name in ("runs", "seed", "passed_under_p", "passed_under_q")}
    values = scalar("empirical", simulation.empirical, full=full) | scalar("exact", simulation.exact, full=full)
    return {"simulation": counts | values}


# --- for people --------------------------------------------------------------------------------------------------------------------------


def echo_problem(problem: Problem, rule: str = "natural") -> None:
    """Print the question."""
    if problem.title:
        click.echo(clean(problem.title))
    click.echo(f"Queries: {'; '.join(problem.names())}")
    rounds = "any number of rounds" if problem.rounds == "all" else f"at most {problem.rounds} round{'s' if problem.rounds != 1 else ''}"
    click.echo(f"Budget:  {quoted(problem.budget_text)}, {rounds}" + (f", rule {rule}" if rule != "natural" else ""))


def echo_result(problem: Problem, result: Result, *, rule: str = "natural", at: Number | None = None, full: bool) -> None:
    """Print verdict, gap and strategy."""
    name = "natural filter" if rule == "natural" else f"filter {rule}"
    whose = "its" if rule == "natural" else "the"
    if result.verdict == "free":
        click.echo(f"Verdict: free. The {name} keeps this budget, whatever the adversary does.")
        if at is None and rule == "natural":
            return
    elif result.gap is not None and result.gap.sign() <= 0:
        click.echo(f"Verdict: violated. The {name} lets an adversary above {whose} budget, but not at this x:")
    else:
        click.echo(f"Verdict: violated. The {name} lets this adversary through, above {whose} budget:")
    if result.x is not None and result.cost is not None and result.budget is not None and result.gap is not None:
        click.echo(f"At x = e^eps = {about(result.x, full=full)}, delta P over Q is")
        click.echo(f"  of the strategy  {about(result.cost, full=full)}")
        click.echo(f"  of the budget    {about(result.budget, full=full)}")
        click.echo(f"  gap              {about(result.gap, full=full)}")
    if result.strategy is not None:
        click.echo("Strategy (ratio: the likelihood ratio p/q of the answer seen):")
        more = "... (--full prints the whole strategy)"
        for line in result.strategy.text(problem.names(), most=None if full else TREE_LINES, more=more).splitlines():
            click.echo(f"  {line}")


def echo_simulation(simulation: Simulation | None, *, full: bool) -> None:
    """Print what a simulation found beside the exact value."""
    if simulation is None:
        return
    runs, x = simulation.runs, about(simulation.x, full=full)
    click.echo(f"Simulated: {runs} run{'s' if runs != 1 else ''} of the best strategy at x = {x} under P, and as many under Q. A test")
    click.echo("that guesses P where the likelihood ratio of everything seen is above x (the best test for delta at this x)")
    click.echo(f"  guessed P in     {simulation.passed_under_p} of the runs under P, and in {simulation.passed_under_q} of those under Q")
    click.echo(f"  empirical delta  about {simulation.empirical.decimal(6)}, the share under P less x times that under Q")
    click.echo(f"  exact delta      {about(simulation.exact, full=full)}")
