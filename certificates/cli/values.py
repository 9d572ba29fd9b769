"""Exact values as fields of a JSON object and as lines for people.

Beside a scalar field F stands F_decimal, correctly rounded to 30 digits. ``lower`` and ``upper`` are proved bounds with as many digits as
asked for. A text longer than `OMIT_FROM` characters is replaced by F_omitted, unless everything is wanted.
"""

from __future__ import annotations

import contextlib
import json
from collections.abc import Callable, Iterator
from typing import TypeVar

import click

from certificates.pldfile import load
from exact.errors import ExactError, NotReadable, TooLarge
from exact.expressions import pld
from exact.loss import Loss
from exact.number import Number
from exact.pld import PLD
from exact.reading import loss, number

OMIT_FROM = 20_000
SHORT, EXCERPT = 60, 200
"""Characters of an exact text that stands before its decimals or in a table, and of one that stands below them."""
DECIMAL_DIGITS = 30
PARTS_ADVICE = "fewer or simpler parts, or a smaller k in k*A, may help"

Value = Number | Loss | str
"""An exact value, or a text that stands for itself: ``inf``, ``-inf``, ``0``."""
Fields = dict[str, object]
T = TypeVar("T")


# --- reading -----------------------------------------------------------------------------------------------------------------------------


def read(what: str, reader: Callable[[str], T], text: str) -> T:
    """Return what a text of the command line stands for; an error says which text it was."""
    try:
        return reader(text)
    except ExactError as problem:
        raise type(problem)(f"{what}: {problem}") from None
    except TypeError as problem:  # '(1, 2)' where a number is wanted
        raise NotReadable(f"{what}: {problem}") from None


@contextlib.contextmanager
def limits(what: str, advice: str) -> Iterator[None]:
    """Say, when a limit is reached inside, what was being worked on and what may help."""
    try:
        yield
    except TooLarge as problem:
        raise TooLarge(f"{what}: {problem}; {advice}") from None


def read_expression(what: str, text: str) -> PLD:
    """Return the PLD of an expression."""
    return read(what, pld, text)


def read_pld(what: str, text: str) -> PLD:
    """Return the PLD of a word of the command line: an expression, or ``@FILE`` for a saved PLD (no expression has the character @)."""
    return read(what, load, text[1:]) if text.startswith("@") else read_expression(what, text)


def read_number(what: str, text: str) -> Number:
    """Return the number of an expression."""
    return read(what, number, text)


def read_loss(what: str, text: str) -> Loss:
    """Return the loss of an expression."""
    return read(what, loss, text)


def read_point(text: str) -> Number | None:
    """Return the x of ``--x``; None for ``inf``."""
    return None if text.strip() == "inf" else read_number("--x", text)


def point_of(eps: Loss) -> Number | None:
    """Return ``x = e^eps``; None for inf."""
    if eps.is_infinite:
        return None if eps.sign() > 0 else Number(0)
    return eps.exp()


# --- fields ------------------------------------------------------------------------------------------------------------------------------


def _size(value: Value) -> int:
    """Return about the length of a text that would be long, without writing it."""
    if isinstance(value, Loss):
        return 0 if value.is_infinite else value.exp().text_size()
    return 0 if isinstance(value, str) else value.text_size()


def exact_text(value: Value, *, full: bool) -> str | None:
    """Return the exact text; None where it would be longer than `OMIT_FROM` characters and writing it long work, unless `full`."""
    if not full and not isinstance(value, str) and not _is_multiplied_out(value) and _size(value) > OMIT_FROM:
        return None
    return str(value)


def _is_multiplied_out(value: Number | Loss) -> bool:
    if isinstance(value, Loss):
        return value.is_infinite or value.exp().is_multiplied_out
    return value.is_multiplied_out


def known_equal(a: Number | Loss, b: Number | Loss) -> bool:
    """Return whether two values are known to be equal; what would take too much work is not said to be."""
    try:
        return a == b
    except TooLarge:
        return False


def scalar(name: str, value: Value | None, *, full: bool) -> Fields:
    """Return the field of an exact value with its decimal; null for None."""
    if value is None:
        return {name: None, f"{name}_decimal": None}
    decimal = value if isinstance(value, str) else value.decimal(DECIMAL_DIGITS)
    if not full and (size := _size(value)) > OMIT_FROM:
        return {f"{name}_omitted": f"the exact text has over {size} characters; --full prints it", f"{name}_decimal": decimal}
    text = str(value)
    if len(text) > OMIT_FROM and not full:
        return {f"{name}_omitted": f"the exact text has {len(text)} characters; --full prints it", f"{name}_decimal": decimal}
    return {name: text, f"{name}_decimal": decimal}


def echo_json(fields: Fields) -> None:
    """Print one object on one line, in ASCII."""
    click.echo(json.dumps(fields))


def delta_fields(value: Number, digits: int, *, full: bool) -> Fields:
    """Return the fields of a delta: exact, and lower and upper bound."""
    lower, upper = value.bounds(digits)
    return {**scalar("exact", value, full=full), "lower": lower, "upper": upper}


def exp_value(eps: Loss) -> Number | str:
    """Return e^eps: a number, ``inf``, or ``0``."""
    if eps.is_infinite:
        return "inf" if eps.sign() > 0 else "0"
    return eps.exp()


def epsilon_fields(eps: Loss, digits: int, *, full: bool) -> Fields:
    """Return the fields of an epsilon: e^eps exactly, and bounds of eps in nats."""
    lower, upper = eps.bounds(digits)
    return {**scalar("exp_exact", exp_value(eps), full=full), "lower": lower, "upper": upper}


# --- lines -------------------------------------------------------------------------------------------------------------------------------


def shown(value: Value, *, full: bool, limit: int = SHORT, pointer: bool = True) -> str:
    """Return the exact text; where it is longer than the limit, unless `full`, a decimal and its length, and how to see it."""
    text = exact_text(value, full=full)
    if text is None:
        return f"about {value.decimal(6)} (over {_size(value):,} characters)" if not isinstance(value, str) else value
    if full or len(text) <= limit or isinstance(value, str):
        return text
    return f"about {value.decimal(6)} ({len(text):,} characters{'; --full shows them' if pointer else ''})"


def about(value: Number | Loss, *, full: bool = False, limit: int = EXCERPT) -> str:
    """Return the exact text with a decimal beside it, ``1/4 = 0.25`` or ``exp(1) (about 2.71828)``, or as `shown` where it is long."""
    text = exact_text(value, full=full)
    if text is None or (len(text) > limit and not full):
        return shown(value, full=False, limit=limit)
    lower, upper = value.bounds(6)
    if lower == upper:
        return text if text == lower else f"{text} = {lower}"
    return f"{text} (about {value.decimal(6)})"


def excerpt(text: str | None, *, full: bool) -> str:
    """Return the exact text in words; of a long one, unless `full`, its first terms and how to see the rest, never cut between digits.

    None stands for a text that was not written because it is very long.
    """
    if text is None:
        return "the exact value is a sum of very many terms; --full writes it out where that is possible"
    if full or len(text) <= EXCERPT:
        return f"exactly {text}"
    end = max(text.rfind(sign, 0, EXCERPT) for sign in (" + ", " - "))
    pointer = f"{len(text):,} characters; --full shows them"
    return f"exactly {text[:end]} ... ({pointer})" if end > 0 else f"the exact text has {pointer}"


def echo_direction(label: str, name: str, value: Number | Loss, digits: int, *, full: bool) -> None:
    """Print one direction: a short exact value and its bounds, or the bounds and then the long exact value."""
    text = exact_text(value, full=full)
    lower, upper = value.bounds(digits)
    margin = " " * (len(label) + 4)
    if text is not None and len(text) <= SHORT:
        is_decimal = lower == upper
        click.echo(f"  {label}: {name} = {text}" + (f" = {lower}" if is_decimal and lower != text else ""))
        if not is_decimal:
            click.echo(f"{margin}between {lower}\n{margin}    and {upper}")
        return
    if lower == upper:
        click.echo(f"  {label}: {name} = {lower}")
    else:
        lead = f"  {label}: {name} between "
        click.echo(f"{lead}{lower}\n{'and '.rjust(len(lead))}{upper}")
    click.echo(f"{margin}{excerpt(text, full=full)}")


def echo_both(name: str, forward: Number | Loss, reverse: Number | Loss, digits: int, *, full: bool) -> None:
    """Print P over Q, and Q over P beside it."""
    echo_direction("P over Q", name, forward, digits, full=full)
    if known_equal(forward, reverse):
        click.echo(f"  Q over P: {name} is the same")
    else:
        echo_direction("Q over P", name, reverse, digits, full=full)
