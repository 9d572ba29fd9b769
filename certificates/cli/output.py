"""How a verb answers: the options ``--json``, ``--full``, ``--digits`` and ``-o``, and the writing of a certificate."""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click
from click.shell_completion import CompletionItem

from certificates.cli.text import clean

if TYPE_CHECKING:
    from certificates.claims import Certificate


def replacing(file: Path) -> str:
    """Return what to say, behind the name of a file that is about to be written, where that replaces one."""
    return " (replaced)" if file.exists() else ""


class Written(NamedTuple):
    """A certificate that was written: its kind, and what to say behind the name of the file."""

    kind: str
    note: str


@dataclass(frozen=True, slots=True)
class Output:
    """What was asked for: JSON or text, long texts or cut ones, how many digits, and a certificate file or None."""

    as_json: bool
    full: bool
    digits: int = 30
    target: Path | None = None

    def check_target(self, claims: int = 1, *, source: Path | None = None) -> None:
        """Refuse, before the work, a certificate of several claims, and a file that must not or cannot be written.

        The source, where there is one, is the file that the certificate is made from; it is not replaced. Any other file that was named is.
        """
        if self.target is None:
            return
        if claims > 1:
            raise click.UsageError(f"a certificate states one claim: give one value with -o, not {claims}")
        from certificates.claims.certificate import target_of

        target_of(self.target)
        if source is not None and self.target.exists() and source.exists() and self.target.samefile(source):
            raise click.UsageError(f"the certificate would replace {source}, the file that it is made from")

    def certify(self, make: Callable[[], Certificate]) -> Written | None:
        """Make a certificate, cross-check it and write it, and return what was written; None where no file was asked for."""
        if self.target is None:
            return None
        from certificates.claims import write
        from certificates.cli.values import limits

        with limits("the certificate", "without -o the answer is printed"):
            certificate = make()
            note = replacing(self.target)
            write(certificate, self.target)
        return Written(certificate.kind, note)

    def left_alone(self) -> str | None:
        """Return, where no certificate is written, what to say of an older file of that name; None where there is none."""
        if self.target is None or not self.target.exists():
            return None
        return f"{self.target} was left as it was and does not belong to this question"

    def written_fields(self, written: Written | None) -> dict[str, object]:
        """Return the fields that say what was written, if anything was."""
        return {} if written is None else {"certificate": str(self.target), "kind": written.kind}

    def echo_written(self, written: Written | None) -> None:
        """Say what was written, if anything was."""
        if written is not None:
            click.echo(f"Certificate ({written.kind}) written to {clean(str(self.target))}{written.note}")


def file_name(what: str) -> Callable[[click.Context, click.Parameter, str | None], Path | None]:
    """Return the callback of an option, such as ``-o``, that takes the name of a file for this, such as "a certificate"."""

    def check(context: click.Context, parameter: click.Parameter, name: str | None) -> Path | None:
        option = parameter.opts[0]
        if name == "":
            raise click.UsageError(f"{option} needs the name of a file, and it is empty", context)
        if name == "-":
            raise click.UsageError(f"{option} needs the name of a file: {what} cannot be written to standard output", context)
        if name is not None and name.endswith("/"):
            raise click.UsageError(f"{option} needs the name of a file, and {name} is that of a directory", context)
        return None if name is None else Path(name)

    return check


def complete_file(_: click.Context, __: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Tell a shell that completes words that the name of a file is wanted."""
    return [CompletionItem(incomplete, type="file")]


def with_output(*, digits: bool = False, certificate: bool = False, several: bool = True) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Return a decorator that gives a verb these options, and passes them on as one `Output` named ``out``.

    A verb with digits answers for several values, unless it is said that it does not.
    """

    def decorate(verb: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(verb)
        def with_out(**values: Any) -> Any:
            chosen = {name: values.pop(name) for name in ("as_json", "full", "digits", "target") if name in values}
            return verb(**values, out=Output(**chosen))

        decorated: Callable[..., Any] = with_out
        text = "Print JSON for programs: one object, on one line" + (", for every value asked for." if digits and several else ".")
        decorated = click.option("--json", "as_json", is_flag=True, help=text)(decorated)
        decorated = click.option("--full", is_flag=True, help="Print long texts in full.")(decorated)
        if certificate:
            text = "Write a certificate of the answer to this file. A file that is there is replaced, and it is said."
            decorated = click.option(
                "-o", "--output", "target", callback=file_name("a certificate"), metavar="CERT", shell_complete=complete_file, help=text
            )(decorated)
        if digits:
            text = "Significant digits of the bounds."
            decorated = click.option("--digits", type=int, default=30, show_default=True, metavar="N", help=text)(decorated)
        return decorated

    return decorate
