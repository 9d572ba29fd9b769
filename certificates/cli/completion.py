"""Completion of verbs and options in a shell: the script that the shell reads, and the answers to what it then asks.

Both are click's. The script makes the shell call ``exactpld`` with the words typed so far in its environment, under `VARIABLE`.
"""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class, shell_complete

from certificates.cli.status import BAD_INPUT, DONE

PROGRAM, VARIABLE = "exactpld", "_EXACTPLD_COMPLETE"


def script(cli: click.Command, shell: str) -> str:
    """Return the script for bash, zsh or fish."""
    kind = get_completion_class(shell)
    if kind is None:  # pragma: no cover - the verb takes no other
        raise click.UsageError(f"there is no completion for {shell}")
    completion = kind(cli, {}, PROGRAM, VARIABLE)
    return completion.source_template % completion.source_vars()


def answer(cli: click.Command, instruction: str) -> int:
    """Print what a shell asked for, such as ``bash_complete``; where the words typed so far are wrong, nothing completes them."""
    try:
        return DONE if shell_complete(cli, {}, PROGRAM, VARIABLE, instruction) == 0 else BAD_INPUT
    except click.ClickException:
        return DONE
