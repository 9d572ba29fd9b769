"""The verb ``convert``: the certificate of the same claim ``A <= B`` with a witness of another form."""

from __future__ import annotations

from pathlib import Path

import click

from certificates.claims.certificate import FILE_LIMIT
from certificates.cli.output import Output
from certificates.cli.text import typed
from certificates.cli.values import echo_json
from certificates.conversion import to_kernel, to_knots
from exact.errors import ExactError, NotReadable, Refuted

MAKE = {"knots": to_knots, "kernel": to_kernel}


def run_convert(file: Path, method: str, out: Output) -> None:
    """Read a certificate, make the one that is wanted, cross-check it and write it."""
    if out.target is None:
        raise click.UsageError("convert needs -o FILE, the file to write")
    out.check_target(source=file)
    try:
        with file.open("rb") as opened:
            data = opened.read(FILE_LIMIT + 1)
    except OSError as problem:
        raise NotReadable(f"cannot read {file}: {problem.strerror or problem}") from None
    try:
        certificate = MAKE[method](data)
    except NotReadable as problem:
        raise _rejected(data, file) or NotReadable(f"{file}: {problem}") from None
    except ExactError as problem:
        raise type(problem)(f"{file}: {problem}") from None
    written = out.certify(lambda: certificate)
    if out.as_json:
        echo_json({"method": method} | out.written_fields(written))
    else:
        out.echo_written(written)
        click.echo(f"It states what {typed(file)} states, and shows it by {method}.")


def _rejected(data: bytes, file: Path) -> Refuted | None:
    """Return, where the checker rejects what cannot be read here, such as an edited claim, the error with the rule."""
    from certificates import check

    try:
        check.verify(data)
    except check.Rejected as problem:
        return Refuted(f"{file}: the checker rejects this certificate, so it is not converted: {problem.rule}, {problem}")
    except check.CertificateError:
        return None
    return None
