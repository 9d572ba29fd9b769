"""The verbs about one PLD: ``delta``, ``epsilon``, ``show``. Both directions are given, as a guarantee of a mechanism needs both."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import click

from certificates import claims
from certificates.cli.output import Output
from certificates.cli.text import print_table, quoted
from certificates.cli.values import (
    PARTS_ADVICE,
    Fields,
    delta_fields,
    echo_both,
    echo_json,
    epsilon_fields,
    exp_value,
    limits,
    point_of,
    read_loss,
    read_number,
    read_pld,
    read_point,
    scalar,
    shown,
)
from exact.decimals import check_digits
from exact.errors import OutOfRange
from exact.loss import Loss
from exact.number import Number
from exact.pld import PLD
from exact.reading import number

EXACT_CLAIM_UP_TO = 200_000
"""Digits of an exact value up to which a certificate states it; beyond, it states bounds."""
ROW_LIMIT = 100
"""Rows of a table that is not printed in full."""


def run_delta(expression: str, eps_texts: Sequence[str], x_texts: Sequence[str], out: Output) -> None:
    """Print delta at every epsilon, or at every x."""
    asked = [(eps, point_of(eps)) for eps in (read_loss("--eps", text) for text in eps_texts)]
    points: list[tuple[Loss | None, Number | None]] = [*asked, *((None, read_point(text)) for text in x_texts)]
    check_digits(out.digits)
    out.check_target(len(points))
    for (_, x), text in zip(points, [*eps_texts, *x_texts], strict=True):
        _check_point(x, text, "--eps" if eps_texts else "--x", certified=out.target is not None)
    forward = read_pld("PLD", expression)
    reverse = forward.dual()
    for (eps, x), text in zip(points, [*eps_texts, *x_texts], strict=True):
        with limits(f"delta at {quoted(text)} of {quoted(expression)}", PARTS_ADVICE):
            there, back = (a.p_infinite if x is None else a.hockey_stick(x) for a in (forward, reverse))
            kind = out.certify(lambda x=x, there=there: _delta_claim(forward, x, there, out.digits))  # type: ignore[misc]
            point: Number | str = "inf" if x is None else x
            if out.as_json:
                fields: Fields = scalar("eps", eps, full=out.full) if eps is not None else {}
                fields |= scalar("x", point, full=out.full) | delta_fields(there, out.digits, full=out.full)
                echo_json(fields | {"reverse": delta_fields(back, out.digits, full=out.full)} | out.written_fields(kind))
            else:
                eps_text = f"eps = {shown(eps, full=out.full)}, " if eps is not None else ""
                click.echo(f"delta at {eps_text}x = e^eps = {shown(point, full=out.full)}")
                echo_both("delta", there, back, out.digits, full=out.full)
                out.echo_written(kind)


def _delta_claim(pld: PLD, x: Number | None, value: Number, digits: int) -> claims.Certificate:
    """Return the certificate of the exact value, or of bounds where the value is a very long sum."""
    if value.is_multiplied_out or value.text_size() <= EXACT_CLAIM_UP_TO:
        return claims.delta(pld, x, value=value)
    return claims.delta(pld, x, lower=number(value.lower(digits)), upper=number(value.upper(digits)))


def _check_point(x: Number | None, text: str, option: str, *, certified: bool) -> None:
    sign = 1 if x is None else x.sign()
    if sign < 0:
        raise OutOfRange(f"--x: delta is defined for x >= 0, not for {quoted(text)}")
    if sign == 0 and certified:
        positive = "a finite eps, or inf" if option == "--eps" else "x > 0, or inf"
        raise OutOfRange(f"{option} {quoted(text)}: a certificate needs a positive x = e^eps ({positive}); without -o the answer is printed")


def _multiplied_out(expression: str) -> PLD:
    a = read_pld("PLD", expression)
    with limits(quoted(expression), PARTS_ADVICE):
        _ = a.canonical
    return a


def run_epsilon(expression: str, delta_texts: Sequence[str], out: Output) -> None:
    """Print epsilon at every delta."""
    asked = [_read_probability(text) for text in delta_texts]
    check_digits(out.digits)
    out.check_target(len(asked))
    forward = read_pld("PLD", expression)
    reverse = forward.dual()
    for d, text in zip(asked, delta_texts, strict=True):
        with limits(f"epsilon at {quoted(text)} of {quoted(expression)}", PARTS_ADVICE):
            there, back = forward.epsilon(d), reverse.epsilon(d)
            kind = out.certify(lambda d=d, there=there: _epsilon_claim(forward, d, there, out.digits))  # type: ignore[misc]
            if out.as_json:
                fields = scalar("delta", d, full=out.full) | epsilon_fields(there, out.digits, full=out.full)
                echo_json(fields | {"reverse": epsilon_fields(back, out.digits, full=out.full)} | out.written_fields(kind))
            else:
                click.echo(f"epsilon at delta = {shown(d, full=out.full)}, in nats")
                echo_both("epsilon", there, back, out.digits, full=out.full)
                out.echo_written(kind)


def _epsilon_claim(pld: PLD, delta: Number, eps: Loss, digits: int) -> claims.Certificate:
    """Return the certificate of the exact value, or of bounds where the value is a very long sum."""
    if eps.is_infinite or eps.exp().is_multiplied_out or eps.exp().text_size() <= EXACT_CLAIM_UP_TO:
        value: Any = exp_value(eps)
        return claims.epsilon(pld, delta, exp_value=value)
    return claims.epsilon(pld, delta, lower=eps.lower(digits), upper=eps.upper(digits))


def _read_probability(text: str) -> Number:
    d = read_number("--delta", text)
    if d.sign() < 0 or d > 1:
        raise OutOfRange(f"--delta must lie in [0, 1], not {quoted(text)}")
    return d


def run_show(expression: str, out: Output) -> None:
    """Print the atoms, the knots and the infinite masses."""
    a = _multiplied_out(expression)
    symmetric = a.is_symmetric()
    if out.as_json:
        fields: Fields = {"atoms": [[str(p), str(q)] for p, q in a.atoms], "knots": [str(x) for x in a.knots]}
        fields |= scalar("p_infinite", a.p_infinite, full=out.full) | scalar("q_infinite", a.q_infinite, full=out.full)
        echo_json(fields | {"symmetric": symmetric})
        return
    finite = [(p, q) for p, q in a.atoms if p and q]
    ratios = list(reversed(a.knots))
    rows_shown = len(finite) if out.full else min(len(finite), ROW_LIMIT)
    cells = [(x, p, q) for x, (p, q) in zip(ratios[:rows_shown], finite[:rows_shown], strict=True)]
    ends = (a.p_infinite, a.q_infinite)
    rows = [("inf", "inf", _cell(ends[0], out), "0")] if ends[0] else []
    rows += [(_cell(x, out), Loss(x).decimal(6), _cell(p, out), _cell(q, out)) for x, p, q in cells]
    rows += [("0", "-inf", "0", _cell(ends[1], out))] if ends[1] else []
    count = f"{len(a.atoms)} atom{'s' if len(a.atoms) != 1 else ''}"
    click.echo(f"{quoted(expression)}: {count}, {'symmetric' if symmetric else 'not symmetric'}, P over Q")
    print_table(("ratio p/q", "loss (nats)", "p", "q"), rows)
    if rows_shown < len(finite):
        click.echo(f"  {len(finite) - rows_shown} more finite atoms are not shown; --full prints all")
    elif any(cell.endswith(" characters)") for row in rows for cell in row):
        click.echo("  --full shows the long numbers")


def _cell(value: Number, out: Output) -> str:
    return shown(value, full=out.full, pointer=False)
