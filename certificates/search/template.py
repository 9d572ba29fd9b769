"""Expressions with parameters: which parameters a template uses, whether it can be read, and its text at given values.

A parameter stands where a number or a loss may stand. Its value takes its place token by token, in brackets wherever another reading would be
possible, so that ``t**2`` at -1/2 is ``(-1/2)**2``. What the template says apart from its parameters is checked once, with unknowns for
everything that a name or a call stands for; nothing is evaluated by Python.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from exact.errors import ExactError, NotReadable, OutOfRange, TooLarge
from exact.expressions import CONSTRUCTORS
from exact.reader import read, tokens
from exact.reading import NAMES
from exact.writing import shorten

LENGTH_LIMIT = 10_000
"""Characters of one expression with parameters."""
NAME_LIMIT = 40
RESERVED = frozenset({*NAMES, *CONSTRUCTORS, "float"})
"""What no parameter may be called."""

_NAME = re.compile(r"[A-Za-z_][A-Za-z_0-9]*", re.ASCII)
_OPENS, _CLOSES = frozenset("([{,:="), frozenset(")]},:")


def check_name(name: str) -> None:
    """Raise unless this may be the name of a parameter."""
    if not _NAME.fullmatch(name) or len(name) > NAME_LIMIT:
        raise NotReadable(f"the parameter {shorten(name)!r} needs a name of letters, digits and _ (at most {NAME_LIMIT}), as in t or d1")
    if name in RESERVED:
        raise OutOfRange(f"a parameter cannot be called {name!r}, which has a meaning in expressions")


class _Unknown:
    """Whatever a name or a call stands for: every operation with it is possible, and gives it again."""

    def _same(self, *_: object) -> _Unknown:
        return self

    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __truediv__ = __rtruediv__ = _same
    __pow__ = __rpow__ = __and__ = __rand__ = __or__ = __ror__ = __neg__ = __pos__ = _same


_UNKNOWN = _Unknown()


def _called(*_: object, **__: object) -> _Unknown:
    return _UNKNOWN


_SHAPES: dict[str, Any] = {name: _called if callable(value) else _UNKNOWN for name, value in (NAMES | CONSTRUCTORS).items()}


@dataclass(frozen=True, slots=True)
class Template:
    """An expression with parameters.

    Attributes
    ----------
    text
        The expression as it was given.
    parts
        It, cut at the parameters: texts and, at odd places, pairs of a parameter and whether brackets may be left out there.
    """

    text: str
    parts: tuple[str | tuple[str, bool], ...]

    @classmethod
    def of(cls, text: str, parameters: Collection[str]) -> Template:
        """Return the template of a text, or raise when it cannot be read whatever the values are."""
        if len(text) > LENGTH_LIMIT:
            raise TooLarge(f"an expression with parameters has at most {LENGTH_LIMIT} characters")
        read(text, _SHAPES | dict.fromkeys(parameters, _UNKNOWN))
        found = [*tokens(text), ("end", "", len(text))]
        parts: list[str | tuple[str, bool]] = []
        copied = 0
        for i, (kind, token, start) in enumerate(found):
            if kind != "name" or token not in parameters or found[i + 1][1] == "=":  # k=2: the name of an argument
                continue
            before, after = found[i - 1] if i else ("end", "", 0), found[i + 1]
            alone = (before[0] == "end" or before[1] in _OPENS) and (after[0] == "end" or after[1] in _CLOSES)
            parts += [text[copied:start], (token, alone)]
            copied = start + len(token)
        return cls(text, (*parts, text[copied:]))

    @property
    def used(self) -> frozenset[str]:
        """The parameters that the expression uses."""
        return frozenset(part[0] for part in self.parts if isinstance(part, tuple))

    def at(self, values: Mapping[str, str]) -> str:
        """Return the expression at these values, which are texts of exact numbers."""
        return "".join(part if isinstance(part, str) else _placed(values[part[0]], alone=part[1]) for part in self.parts)


def _placed(value: str, *, alone: bool) -> str:
    return value if alone or value.isdigit() else f"({value})"


def read_template(what: str, text: str, parameters: Collection[str]) -> Template:
    """Return the template of a text; an error says which one it was."""
    try:
        return Template.of(text, parameters)
    except ExactError as problem:
        hint = _undeclared(text, parameters) if isinstance(problem, NotReadable) and "unknown name" in str(problem) else ""
        raise type(problem)(f"{what}: {problem}{hint}") from None


def _undeclared(text: str, parameters: Collection[str]) -> str:
    """Return what to say of the first unknown name of a text: where it is not called, it may be meant as a parameter."""
    found = [*tokens(text), ("end", "", len(text))]
    for i, (kind, token, _) in enumerate(found):
        if kind == "name" and token not in _SHAPES and token not in parameters and found[i + 1][1] != "=":
            return "" if found[i + 1][1] == "(" else "; there is no parameter of that name under [parameters]"
    return ""
