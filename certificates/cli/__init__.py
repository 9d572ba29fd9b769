"""The command line ``exactpld``. The verbs and their options are in `commands`; what a verb does is in the other modules."""

from certificates.cli.commands import cli, main

__all__ = ["cli", "main"]
