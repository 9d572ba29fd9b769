"""The demonstration: a small problem goes in, a checked counterexample comes out."""

from __future__ import annotations

import itertools
from pathlib import Path

import click

from certificates.claims import natural_filter_violated, write
from certificates.claims.certificate import check_replaceable, make_folder, write_bytes
from certificates.cli.checker import CHECKER, checked
from certificates.cli.filter import echo_problem, echo_result, search_natural
from certificates.cli.interrupts import interrupt_behind
from certificates.cli.picture import write_picture
from certificates.cli.problem import Problem, read_problem
from certificates.cli.text import clean, complain, program, typed
from exact.filters import FilterResult

PROBLEM = """\
# Two queries: randomized response with likelihood ratio 2, and one that leaks everything with probability 1/4.
# The budget is both together. The natural filter lets a query through when the composition so far stays <= budget.
title = "The smallest problem on which the natural filter breaks"
queries = ["rr(log(2))", "approx(0, 1/4)"]
budget = "approx(log(2), 1/4)"
rounds = 2
"""


def run_demo(folder: Path) -> int:
    """Write problem, certificate and picture into a folder; return 0 if the stand-alone checker verified the certificate, else its status."""
    usual_file, certificate_file, picture_file = (folder / name for name in ("problem.toml", "certificate.json", "picture.png"))
    make_folder(folder, *(file.name for file in (usual_file, certificate_file, picture_file)))
    check_replaceable(certificate_file)
    names = itertools.chain(["problem.toml", "problem-demo.toml"], (f"problem-demo-{i}.toml" for i in itertools.count(2)))
    problem_file = next(file for file in map(folder.joinpath, names) if _is_free(file))

    click.echo(f"1. A problem: {clean(str(problem_file))}")
    if problem_file != usual_file:
        click.echo(f"({clean(str(usual_file))} is another problem and stays as it is; the demonstration uses its own.)")
    write_bytes(PROBLEM.encode(), problem_file)
    problem = read_problem(problem_file)
    echo_problem(problem)

    click.echo("\n2. The exact answer")
    result = search_natural(problem)
    echo_result(problem, result, full=False)

    click.echo(f"\n3. The proof: {clean(str(certificate_file))}")
    write(natural_filter_violated(problem.queries, problem.budget, result), certificate_file)
    click.echo("The stand-alone checker, which shares no code with the search, says:")
    status, said = checked(certificate_file)
    click.echo("\n".join(f"  {clean(line)}" for line in said.splitlines()))
    if status != 0:
        complain(f"the checker did not verify {certificate_file} (status {status})")
        return status

    click.echo("\n4. A picture")
    drawn = _draw(problem, result, picture_file)

    files = [problem_file, certificate_file, *([picture_file] if drawn else [])]
    click.echo(f"\nWritten: {', '.join(clean(str(file)) for file in files)}")
    click.echo("Try next:")
    click.echo(f"  python3 -I -S {typed(CHECKER)} {typed(certificate_file)}    (the checker by itself)")
    click.echo(f"  edit {typed(usual_file)} (a budget, a third query, 3 rounds), then: {program()} filter {typed(usual_file)}")
    click.echo(f"  {program()} compare 'rr(log(2)) + rr(log(2))' 'approx(log(2), 1/4)'")
    return 0


def _is_free(file: Path) -> bool:
    """Return whether the problem may be written there: nothing is there, or just this problem."""
    content = PROBLEM.encode()
    if not file.is_file():
        return not file.exists()
    try:
        with file.open("rb") as present:
            return present.read(len(content) + 1) == content
    except OSError:
        return False


def _draw(problem: Problem, result: FilterResult, file: Path) -> bool:
    """Draw the picture; return whether it was drawn."""
    try:
        from certificates.export.filter_curves import of_result
        from certificates.export.picture import draw_filter_tradeoffs

        curves = of_result(result, problem.names(), problem.budget, problem.budget_text, problem.title or "")
        write_picture(lambda target: draw_filter_tradeoffs(curves, target), file)
    except ImportError as missing:
        if interrupt_behind(missing) is not None:
            raise
        click.echo("Not drawn, since matplotlib is not installed: pip install 'exactpld[plot]', or in a clone pip install -e '.[plot]'")
        return False
    click.echo("Trade-off curves: the least error of the second kind over that of the first, where a lower curve leaks more. No composition that the")
    click.echo("filter lets through is below the budget; the best adversary is, in the shaded region.")
    return True
