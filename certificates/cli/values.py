"""Exact values as fields of a JSON object and as lines for people.

Beside a scalar field F stands F_decimal, correctly rounded to 30 digits. ``lower`` and ``upper`` are proved bounds with as many digits as
asked for. A text longer than `OMIT_FROM` characters is replaced by F_omitted, unless everything is wanted.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import TypeVar

import click

from certificates.cli.text import clean, cut
from exact.errors import ExactError, NotReadable
from exact.expressions import pld
from exact.loss import Loss
from exact.number import Number
from exact.pld import PLD
from exact.reading import loss, number

OMIT_FROM = 20_000
LINE_LIMIT = 2_000
DECIMAL_DIGITS = 30

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


def read_pld(what: str, text: str) -> PLD:
    """Return the PLD of an expression."""
    return read(what, pld, text)


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


def scalar(name: str, value: Value | None, *, full: bool) -> Fields:
    """Return the field of an exact value with its decimal; null for None."""
    if value is None:
        return {name: None, f"{name}_decimal": None}
    text = str(value)
    decimal = value if isinstance(value, str) else value.decimal(DECIMAL_DIGITS)
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


def echo_direction(label: str, name: str, value: Number | Loss, digits: int, *, full: bool) -> None:
    """Print the exact value of one direction and, below it, its bounds."""
    text = cut(str(value), full=full, limit=LINE_LIMIT)
    lower, upper = value.bounds(digits)
    if lower == upper:
        click.echo(f"  {label}: {name} = {text}" + (f" = {lower}" if lower != text else ""))
        return
    click.echo(f"  {label}: {name} = {text}")
    click.echo(f"  {' ' * len(label)}  between {lower}")
    click.echo(f"  {' ' * len(label)}      and {upper}")


def echo_both(name: str, forward: Number | Loss, reverse: Number | Loss, digits: int, *, full: bool) -> None:
    """Print P over Q, and Q over P beside it."""
    echo_direction("P over Q", name, forward, digits, full=full)
    if forward == reverse:
        click.echo(f"  Q over P: {name} is the same")
    else:
        echo_direction("Q over P", name, reverse, digits, full=full)


def about(value: Number | Loss, *, full: bool = False, limit: int = LINE_LIMIT) -> str:
    """Return the exact text with a decimal beside it: ``1/4 = 0.25``, ``exp(1) (about 2.71828)``."""
    text = cut(str(value), full=full, limit=limit)
    lower, upper = value.bounds(6)
    if lower == upper:
        return text if text == lower else f"{text} = {lower}"
    return f"{text} (about {value.decimal(6)})"


def quoted(text: str) -> str:
    """Return an expression as it was given, for a sentence."""
    return cut(clean(text.strip()), full=False, limit=80)
