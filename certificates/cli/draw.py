"""The verbs ``draw`` and ``save``: the curves of PLDs, or what a file shows, as a picture; a PLD as a file.

A word that ends in .json or .toml is a file: a certificate, which the checker must verify before it is drawn, or a problem, which is solved.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from certificates import pldfile
from certificates.claims.certificate import target_of
from certificates.cli.output import replacing
from certificates.cli.picture import check_picture, write_picture
from certificates.cli.text import clean, quoted, typed
from certificates.cli.values import PARTS_ADVICE, limits, read_pld
from exact.errors import ExactError, NotReadable, OutOfRange, TooLarge
from exact.pld import PLD

if TYPE_CHECKING:
    from certificates.export.filter_curves import FilterCurves
    from certificates.export.subject import Subject

NAME_LIMIT = 60
"""Characters of an expression in a legend."""
CERTIFICATE, PROBLEM = ".json", ".toml"
SIZE_LIMIT = 4 << 20
OF_FILES = ("strategy", "hasse")
"""The kinds of pictures that a file is needed for."""


def run_draw(words: Sequence[str], kind: str | None, picture: Path, *, log: bool) -> None:
    """Draw the curves of the PLDs, or what the file shows, and write the picture."""
    check_picture(picture)
    note = replacing(picture)
    file = next((word for word in words if word.endswith((CERTIFICATE, PROBLEM)) and not word.startswith("@")), None)
    if file is None:
        kind = kind or "tradeoff"
        _draw_plds(words, kind, picture, log=log)
        click.echo(f"Picture ({kind}) written to {clean(str(picture))}{note}")
        return
    if len(words) > 1:
        raise click.UsageError(f"{file} is a file, which is drawn by itself, not beside other words")
    source = Path(file)
    verified = " of the verified certificate" if source.suffix == CERTIFICATE else ""
    kind = _draw_file(source, kind, picture, log=log)
    click.echo(f"Picture ({kind}){verified} written to {clean(str(picture))}{note}")


def _draw_plds(texts: Sequence[str], kind: str, picture: Path, *, log: bool) -> None:
    if kind == "difference" and len(texts) != 2:
        raise click.UsageError(f"--kind difference needs two PLDs, A and B, not {len(texts)}")
    if kind in OF_FILES:
        also = "; the verb hasse draws the order of PLDs" if kind == "hasse" else ""
        raise click.UsageError(f"--kind {kind} needs a certificate (.json) or a problem file (.toml), not PLDs{also}")
    _check_log(kind, log=log)
    from certificates.export import curves

    if len(texts) > curves.CURVE_LIMIT:
        raise click.UsageError(f"a picture has at most {curves.CURVE_LIMIT} curves, not {len(texts)}")
    plds = [read_pld(f"PLD {i}" if len(texts) > 1 else "PLD", text) for i, text in enumerate(texts, 1)]
    _draw_curves([(quoted(text, NAME_LIMIT), value) for text, value in zip(texts, plds, strict=True)], kind, picture, log=log)


def _check_log(kind: str, *, log: bool) -> None:
    if log and kind != "profile":
        raise click.UsageError("--log is for --kind profile")


def _draw_curves(named: Sequence[tuple[str, PLD]], kind: str, picture: Path, *, log: bool, title: str = "") -> None:
    from certificates.export import curves

    names, plds = [name for name, _ in named], [value for _, value in named]
    for name, value in named:
        with limits(name, PARTS_ADVICE):
            count = len(value.canonical.finite)
            if count > curves.ATOM_LIMIT:
                raise TooLarge(f"a PLD of {count} atoms is not drawn, the limit is {curves.ATOM_LIMIT}")
    if kind == "difference":
        draw: Callable[[Path], None] = partial(curves.draw_difference, (plds[0], plds[1]), (names[0], names[1]), title=title)
    elif kind == "profile":
        draw = partial(curves.draw_profiles, plds, names, log=log, title=title)
    else:
        draw = partial(curves.draw_tradeoffs, plds, names, title=title)
    with limits("the picture", PARTS_ADVICE):
        write_picture(draw, picture)


# --- files -------------------------------------------------------------------------------------------------------------------------------


def _draw_file(file: Path, kind: str | None, picture: Path, *, log: bool) -> str:
    """Draw what a file shows and return the kind of the picture: the one asked for, or the usual one."""
    from certificates.cli.filter import ADVICE

    subject = _certificate(file) if file.suffix == CERTIFICATE else _problem(file, kind)
    possible = subject.kinds()
    kind = kind or possible[0]
    if kind not in possible:
        raise click.UsageError(f"--kind {kind} makes no sense for {subject.what}, which can be drawn as {', '.join(possible)}")
    _check_log(kind, log=log)
    if kind == "hasse" and subject.family is not None:
        from certificates.export.hasse import draw_hasse
        from certificates.export.names import key_of

        with limits(str(file), ADVICE):
            diagram, title, key = subject.family.diagram(), subject.family.title(), key_of(subject.family.names)
            write_picture(lambda target: draw_hasse(diagram, target, title=title, key=key, pair=subject.pair), picture)
    elif subject.curves is not None:
        if log:
            raise click.UsageError("--log is for the profiles of PLDs, not of a filter")
        with limits(str(file), ADVICE):
            _draw_filter(subject.curves(), kind, picture)
    else:
        _draw_curves(subject.plds, kind, picture, log=log, title=subject.title)
    return kind


def _draw_filter(curves: FilterCurves, kind: str, picture: Path) -> None:
    from certificates.export import picture as pictures
    from certificates.export.strategy_tree import draw_strategy

    if kind == "strategy":
        strategy = curves.strategy
        if strategy is None:
            raise OutOfRange("the natural filter keeps this budget, so there is no strategy to draw")
        write_picture(lambda target: draw_strategy(strategy, curves.names, target, title=curves.title), picture)
        return
    draw = {"difference": pictures.draw_filter_difference, "profile": pictures.draw_filter_profiles}.get(kind, pictures.draw_filter_tradeoffs)
    write_picture(lambda target: draw(curves, target), picture)


def _certificate(file: Path) -> Subject:
    """Return what a certificate shows; the checker is asked first."""
    from certificates.export.subject import of_certificate

    try:
        with file.open("rb") as opened:
            data = opened.read(SIZE_LIMIT + 1)
    except OSError as problem:
        raise NotReadable(f"cannot read {file}: {problem.strerror or problem}") from None
    try:
        return of_certificate(data)
    except ExactError as problem:
        hint = f"; a saved PLD is drawn as @{file}" if isinstance(problem, NotReadable) and pldfile.FORMAT.encode() in data[:200] else ""
        raise type(problem)(f"{file}: {problem}{hint}") from None


def _problem(file: Path, kind: str | None) -> Subject:
    """Return what a problem shows; it is solved when its curves are drawn."""
    from certificates.cli.filter import multiply_out, search_natural
    from certificates.cli.problem import read_problem
    from certificates.export import filter_curves
    from certificates.export.subject import Family, Subject

    problem = read_problem(file, needs_budget=kind != "hasse")
    multiply_out(problem, file)
    family = Family(queries=problem.queries, names=tuple(problem.names()), rounds=problem.rounds)

    def solved() -> FilterCurves:
        result = search_natural(problem)
        return filter_curves.of_result(result, problem.names(), problem.budget, quoted(problem.budget_text), clean(problem.title or ""))

    return Subject(what="a problem file", family=family, curves=solved)


# --- save --------------------------------------------------------------------------------------------------------------------------------


def run_save(expression: str, file: Path) -> None:
    """Write the PLD to a file."""
    target_of(file)
    value = read_pld("PLD", expression)
    note = replacing(file)
    with limits(quoted(expression), PARTS_ADVICE):
        pldfile.save(value, file)
    click.echo(f"PLD saved to {clean(str(file))}{note}; as an argument it is @{typed(file)}")
