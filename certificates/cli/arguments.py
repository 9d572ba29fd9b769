"""Command lines in which one option takes several values: ``--eps 1 2`` is ``--eps 1 --eps 2``, and ``--eps -1/2`` is no option ``-1``.

click knows options with a fixed number of values. Here a word belongs to the repeatable option before it until the next option begins;
where the positional argument would be missing, the last of those words is it, as in ``delta --eps 1 2 'rr(1)'``.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Sequence
from typing import Any

import click

_NEGATIVE = re.compile(r"-\s*(?:[0-9.(]|(?:exp|log|sqrt|inf|float)\b)", re.ASCII)


def examples(*lines: str) -> str:
    """Return the end of a help text, its lines as they are."""
    return "\n".join(["\b", "Examples:", *("  " + line for line in lines)])


def is_option(word: str) -> bool:
    """Return whether a word is an option, not a value: ``-1/2``, ``-log(2)``, ``-float:0.1`` and ``-inf`` are values."""
    return len(word) > 1 and word.startswith("-") and not _NEGATIVE.match(word)


def spread(params: Sequence[click.Parameter], words: Sequence[str], context: click.Context | None = None) -> list[str]:
    """Return the words with every value of a repeatable option behind a name of its own, positional arguments last."""
    repeatable = {name: p.multiple for p in params if isinstance(p, click.Option) and not p.is_flag for name in p.opts}
    options: list[list[str]] = []
    free: list[str] = []
    last_extra: list[str] | None = None
    rest = list(words)
    while rest:
        word = rest.pop(0)
        if word == "--":
            free += rest
            break
        name, equals, inline = word.partition("=") if word.startswith("--") else (word, "", "")
        if not is_option(word):
            free.append(word)
            continue
        if name not in repeatable:
            options.append([word])
            continue
        if not equals and (not rest or is_option(rest[0])):
            raise click.BadOptionUsage(name, f"option {name} needs a value", ctx=context)
        options.append([name, inline if equals else rest.pop(0)])
        while repeatable[name] and rest and not is_option(rest[0]):
            last_extra = [name, rest.pop(0)]
            options.append(last_extra)
    if not free and last_extra is not None:
        options = [option for option in options if option is not last_extra]
        free = [last_extra[1]]
    return [word for option in options for word in option] + (["--", *free] if free else [])


class Integer(click.IntRange):
    """An integer in a range, which is named whatever is wrong."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Return the integer of a word."""
        try:
            return super().convert(value, param, ctx)
        except click.BadParameter:
            range_ = f"of at least {self.min}" if self.max is None else f"from {self.min} to {self.max}"
            word = str(value) if len(str(value)) <= 40 else f"{str(value)[:40]}..."
            self.fail(f"an integer {range_} is wanted, in digits, not {word!r}", param, ctx)


class SeveralValues(click.Command):
    """A command whose repeatable options take several values at once."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Spread the values, then read the words as click does."""
        return super().parse_args(ctx, args if ctx.resilient_parsing else spread(self.get_params(ctx), args, ctx))


class Verbs(click.Group):
    """A group that refuses an unknown verb, whatever its first character (click 8.1 takes some for options and prints the help)."""

    def resolve_command(self, ctx: click.Context, args: list[str]) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the verb and its words."""
        if self.get_command(ctx, args[0]) is None and not ctx.resilient_parsing:
            verbs = self.list_commands(ctx)
            close = difflib.get_close_matches(args[0].lower(), verbs, n=1)
            hint = f"; did you mean {close[0]}?" if close else ""
            raise click.UsageError(f"unknown verb {args[0]!r}; known are {', '.join(verbs)}{hint}", ctx)
        return super().resolve_command(ctx, args)
