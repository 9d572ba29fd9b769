"""The verbs about one PLD: ``delta``, ``epsilon``, ``show``. Both directions are given, as a guarantee of a mechanism needs both."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import click

from certificates import claims
from certificates.cli.output import Output
from certificates.cli.text import cut, print_table
from certificates.cli.values import (
    Fields,
    delta_fields,
    echo_both,
    echo_json,
    epsilon_fields,
    exp_value,
    point_of,
    quoted,
    read_loss,
    read_number,
    read_pld,
    read_point,
    scalar,
)
from exact.decimals import check_digits
from exact.loss import Loss
from exact.number import Number

ROW_LIMIT = 100
"""Rows of a table that is not printed in full."""


def run_delta(expression: str, eps_texts: Sequence[str], x_texts: Sequence[str], out: Output) -> None:
    """Print delta at every epsilon, or at every x."""
    losses = [read_loss("--eps", text) for text in eps_texts]
    asked = [(scalar("eps", eps, full=out.full), point_of(eps)) for eps in losses]
    asked += [({}, read_point(text)) for text in x_texts]
    check_digits(out.digits)
    out.check_target(len(asked))
    forward = read_pld("PLD", expression)
    reverse = forward.dual()
    for echo, x in asked:
        there, back = (a.p_infinite if x is None else a.hockey_stick(x) for a in (forward, reverse))
        kind = out.certify(lambda x=x, there=there: claims.delta(forward, x, value=there))  # type: ignore[misc]
        point: Number | str = "inf" if x is None else x
        if out.as_json:
            fields: Fields = echo | scalar("x", point, full=out.full) | delta_fields(there, out.digits, full=out.full)
            echo_json(fields | {"reverse": delta_fields(back, out.digits, full=out.full)} | out.written_fields(kind))
        else:
            eps_text = f"eps = {cut(str(echo.get('eps', '?')), full=out.full)}, " if echo else ""
            click.echo(f"delta at {eps_text}x = e^eps = {cut(str(point), full=out.full)}")
            echo_both("delta", there, back, out.digits, full=out.full)
            out.echo_written(kind)


def run_epsilon(expression: str, delta_texts: Sequence[str], out: Output) -> None:
    """Print epsilon at every delta."""
    asked = [read_number("--delta", text) for text in delta_texts]
    check_digits(out.digits)
    out.check_target(len(asked))
    forward = read_pld("PLD", expression)
    reverse = forward.dual()
    for d in asked:
        there, back = forward.epsilon(d), reverse.epsilon(d)
        value: Any = exp_value(there)
        kind = out.certify(lambda d=d, value=value: claims.epsilon(forward, d, exp_value=value))  # type: ignore[misc]
        if out.as_json:
            fields = scalar("delta", d, full=out.full) | epsilon_fields(there, out.digits, full=out.full)
            echo_json(fields | {"reverse": epsilon_fields(back, out.digits, full=out.full)} | out.written_fields(kind))
        else:
            click.echo(f"epsilon at delta = {cut(str(d), full=out.full)}, in nats")
            echo_both("epsilon", there, back, out.digits, full=out.full)
            out.echo_written(kind)


def run_show(expression: str, out: Output) -> None:
    """Print the atoms, the knots and the infinite masses."""
    a = read_pld("PLD", expression)
    symmetric = a.is_symmetric()
    if out.as_json:
        fields: Fields = {"atoms": [[str(p), str(q)] for p, q in a.atoms], "knots": [str(x) for x in a.knots]}
        fields |= scalar("p_infinite", a.p_infinite, full=out.full) | scalar("q_infinite", a.q_infinite, full=out.full)
        echo_json(fields | {"symmetric": symmetric})
        return
    finite = [(p, q) for p, q in a.atoms if p and q]
    ratios = list(reversed(a.knots))
    shown = len(finite) if out.full else min(len(finite), ROW_LIMIT)
    rows = [("inf", "inf", cut(str(a.p_infinite), full=out.full), "0")] if a.p_infinite else []
    for x, (p, q) in zip(ratios[:shown], finite[:shown], strict=True):
        ratio, mass_p, mass_q = (cut(str(value), full=out.full) for value in (x, p, q))
        rows.append((ratio, Loss(x).decimal(6), mass_p, mass_q))
    if a.q_infinite:
        rows.append(("0", "-inf", "0", cut(str(a.q_infinite), full=out.full)))
    count = f"{len(a.atoms)} atom{'s' if len(a.atoms) != 1 else ''}"
    click.echo(f"{quoted(expression)}: {count}, {'symmetric' if symmetric else 'not symmetric'}, P over Q")
    print_table(("ratio p/q", "loss (nats)", "p", "q"), rows)
    if shown < len(finite):
        click.echo(f"  {len(finite) - shown} more finite atoms are not shown; --full prints all")
