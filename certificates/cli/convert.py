"""The verb ``convert``: the certificate of the same claim ``A <= B`` with a witness of another form."""

from __future__ import annotations

from pathlib import Path

import click

from certificates.claims.dominance import FILE_LIMIT
from certificates.cli.output import Output
from certificates.cli.text import typed
from certificates.cli.values import echo_json
from certificates.conversion import to_kernel, to_knots
from exact.errors import ExactError, NotReadable

MAKE = {"knots": to_knots, "kernel": to_kernel}


def run_convert(file: Path, method: str, out: Output) -> None:
    """Read a certificate, make the one that is wanted, cross-check it and write it."""
    if out.target is None:
        raise click.UsageError("convert needs -o FILE, the file to write")
    out.check_target()
    try:
        with file.open("rb") as opened:
            data = opened.read(FILE_LIMIT + 1)
    except OSError as problem:
        raise NotReadable(f"cannot read {file}: {problem.strerror or problem}") from None
    if out.target.exists() and out.target.samefile(file):
        raise click.UsageError(f"the certificate would replace the one that it is made from, {file}")
    try:
        certificate = MAKE[method](data)
    except ExactError as problem:
        raise type(problem)(f"{file}: {problem}") from None
    kind = out.certify(lambda: certificate)
    if out.as_json:
        echo_json({"method": method} | out.written_fields(kind))
    else:
        click.echo(f"The claim of {typed(file)}, now by {method}:")
        out.echo_written(kind)
