"""The verbs ``draw`` and ``save``: the curves of PLDs as a picture, a PLD as a file."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path

import click

from certificates import pldfile
from certificates.claims.certificate import target_of
from certificates.cli.picture import check_picture, write_picture
from certificates.cli.text import clean, quoted, typed
from certificates.cli.values import PARTS_ADVICE, limits, read_pld
from exact.errors import TooLarge

NAME_LIMIT = 60
"""Characters of an expression in a legend."""


def run_draw(texts: Sequence[str], kind: str, file: Path, *, log: bool) -> None:
    """Draw the curves of the PLDs and write the picture."""
    check_picture(file)
    if kind == "difference" and len(texts) != 2:
        raise click.UsageError(f"--kind difference needs two PLDs, A and B, not {len(texts)}")
    if log and kind != "profile":
        raise click.UsageError("--log is for --kind profile")
    from certificates.export import curves

    if len(texts) > curves.CURVE_LIMIT:
        raise click.UsageError(f"a picture has at most {curves.CURVE_LIMIT} curves, not {len(texts)}")
    plds = [read_pld(f"PLD {i}" if len(texts) > 1 else "PLD", text) for i, text in enumerate(texts, 1)]
    for text, value in zip(texts, plds, strict=True):
        with limits(quoted(text), PARTS_ADVICE):
            count = len(value.canonical.finite)
            if count > curves.ATOM_LIMIT:
                raise TooLarge(f"a PLD of {count} atoms is not drawn, the limit is {curves.ATOM_LIMIT}")
    names = [quoted(text, NAME_LIMIT) for text in texts]
    if kind == "difference":
        draw = partial(curves.draw_difference, plds[0], plds[1], (names[0], names[1]))
    elif kind == "profile":
        draw = partial(curves.draw_profiles, plds, names, log=log)
    else:
        draw = partial(curves.draw_tradeoffs, plds, names)
    with limits("the picture", PARTS_ADVICE):
        write_picture(draw, file)
    click.echo(f"Picture ({kind}) written to {clean(str(file))}")


def run_save(expression: str, file: Path) -> None:
    """Write the PLD to a file."""
    target_of(file)
    value = read_pld("PLD", expression)
    with limits(quoted(expression), PARTS_ADVICE):
        pldfile.save(value, file)
    click.echo(f"PLD saved to {clean(str(file))}; as an argument it is @{typed(file)}")
