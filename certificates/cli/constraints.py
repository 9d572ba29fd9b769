"""The verb ``constraints``: which constraints are active, the mixture they come to, and the exact profile of its composition."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Sequence
from dataclasses import dataclass

import click

from certificates import claims
from certificates.cli.output import Output
from certificates.cli.text import print_table, quoted
from certificates.cli.values import (
    OMIT_FROM,
    Fields,
    about,
    echo_json,
    exact_text,
    limits,
    read_loss,
    read_number,
    scalar,
    shown,
)
from exact.constraints import Constraint, ConstraintSet, Redundant, composed, constraints, mixture_parts
from exact.decimals import check_digits
from exact.errors import ExactError, NotReadable, TooLarge
from exact.loss import Loss
from exact.number import Number
from exact.pld import PLD

DIGITS, DIGITS_IN_TABLE = 30, 10
ROW_LIMIT = 100
"""Rows of a table that is not printed in full."""
CELL = 40
"""Characters of an exact text in a table."""
ADVICE = "fewer rounds or constraints, or eps that are all multiples of one of them, may help, or one eps at a time: exactpld delta '{}' --eps EPS"

Row = tuple[Number, Number]


@dataclass(frozen=True, slots=True)
class _Answer:
    """The constraints taken apart, and the composition of these rounds: its PLD, ``(e^eps, delta)`` at the losses >= 0, its vertices."""

    found: ConstraintSet
    rounds: int
    whole: PLD
    profile: Sequence[Row]
    vertices: Sequence[Row]


def run_constraints(words: Sequence[str], rounds: int, digits: int | None, out: Output) -> None:
    """Print the constraints taken apart, and the profile of K rounds."""
    out.check_target()
    check_digits(DIGITS if digits is None else digits)
    found = _read(words)
    expression = f"{rounds}*multi_dp({', '.join(f'({c.eps}, {c.delta})' for c in found.given)})"
    with limits(f"{rounds} round{'s' if rounds != 1 else ''} of {', '.join(map(quoted, words))}", ADVICE.format(expression)):
        whole = composed(found, rounds)
        vertices = whole.tradeoff_vertices
        given = [(c.x, c.delta) for c in sorted(found.active, key=lambda c: c.x)]  # the profile of one round: each is met
        profile = given if rounds == 1 else [(x, whole.hockey_stick(x)) for x in whole.knots if x >= 1]
        answer = _Answer(found, rounds, whole, profile, vertices)
        stated = _stated(answer) if out.target is not None else []
        written = out.certify(lambda: claims.identity(stated))
        if out.as_json:
            names = {"constructions": ["power", "mixture", "guarantees"][:: 1 if len(stated) == 3 else 2]} if written else {}
            echo_json(_fields(answer, digits or DIGITS, full=out.full) | out.written_fields(written) | names)
            return
        _echo(answer, digits or DIGITS_IN_TABLE, out)
        out.echo_written(written)
        if len(stated) == 2:
            click.echo("  that the composition and the guarantees are one PLD, not the mixture too: that would be very long work for the checker")
        if stated and claims.checking_steps(stated) > claims.USUAL_STEPS:
            click.echo("  The checker may need more than its usual steps: exactpld check --steps 1000000000")


def _stated(answer: _Answer) -> list[claims.Construction]:
    """Return what a certificate says is one PLD: the composition, the mixture (MULTI Theorem 2) if it is short, the guarantees (Theorem 3)."""
    found, rounds = answer.found, answer.rounds
    pairs = [(c.x, c.delta) for c in found.given] if rounds == 1 else answer.profile or [(Number(1), Number(1))]
    kept = [k for _, k in answer.whole.factors] == [rounds]  # then its atoms are known
    power, guarantees = answer.whole if kept else rounds * found.pld(), claims.Constraints.of(pairs)
    with contextlib.suppress(TooLarge):
        whole: list[claims.Construction] = [power, claims.Mixture.of(mixture_parts(found, rounds)), guarantees]
        if claims.checking_steps(whole) <= claims.USUAL_STEPS:
            return whole
    return [power, guarantees]


def _read(words: Sequence[str]) -> ConstraintSet:
    pairs = []
    for word in words:
        parts = re.split(r"(?<!float):", word)
        if len(parts) != 2:
            raise NotReadable(f"'{quoted(word)}' is no constraint: EPS:DELTA is wanted, such as 1/10:0 or 'log(2):1/100'")
        pair = read_loss(f"eps of {quoted(word)}", parts[0]), read_number(f"delta of {quoted(word)}", parts[1])
        try:
            constraints(pair)
        except ExactError as problem:
            raise type(problem)(f"{quoted(word)}: {str(problem).replace(' of constraint 1', '')}") from None
        pairs.append(pair)
    return constraints(*pairs)


def _alphas(found: ConstraintSet) -> list[Number]:
    """Return the weight of each given constraint, 0 for a redundant one."""
    weights = dict(zip(map(id, found.active), found.alphas, strict=True))
    return [weights.get(id(c), Number(0)) for c in found.given]


# --- for programs ------------------------------------------------------------------------------------------------------------------------


def _fields(answer: _Answer, digits: int, *, full: bool) -> Fields:
    found = answer.found
    fields: Fields = {"constraints": [_pair(c) for c in found.given], "rounds": answer.rounds}
    fields |= _list("alpha", [(a,) for a in _alphas(found)], digits, full=full, flat=True)
    fields |= scalar("leak", found.leak, full=full)
    fields["redundant"] = [
        {"constraint": _pair(r.constraint)} | scalar("implied", r.implied, full=full) | {"by": [_pair(c) for c in r.by]} for r in found.redundant
    ]
    fields |= scalar("leak_composed", answer.whole.p_infinite, full=full)
    fields |= _list("profile", answer.profile, digits, full=full)
    leaks = answer.found.leak.sign() > 0  # then (1, 0) follows on a flat edge, and its mirror image is no vertex
    ends = len(answer.vertices) - leaks
    rows = [*answer.vertices[: (ends + 1) // 2], *answer.vertices[ends:]]
    found_rows = _list("vertices", rows, digits, full=full)
    return fields | {name: _mirrored(some, ends) if isinstance(some, list) else some for name, some in found_rows.items()}


def _mirrored(rows: list[list[str | None]], count: int) -> list[list[str | None]]:
    """Return all rows of a curve whose first `count` vertices are symmetric from the first half of these, and those after them."""
    half = (count + 1) // 2
    return [*rows[:half], *(row[::-1] for row in reversed(rows[: count - half])), *rows[half:]]


def _pair(c: Constraint) -> list[str]:
    return [str(c.eps), str(c.delta)]


def _list(name: str, rows: Sequence[Sequence[Number]], digits: int, *, full: bool, flat: bool = False) -> Fields:
    """Return the field of a list of exact values, null where one is very long, and beside it that of their decimals."""
    texts = [[_text(value, full=full) for value in row] for row in rows]
    decimals = [[value.decimal(digits) for value in row] for row in rows]
    fields: Fields = {name: [row[0] for row in texts] if flat else texts}
    fields[f"{name}_decimal"] = [row[0] for row in decimals] if flat else decimals
    if any(text is None for row in texts for text in row):
        fields[f"{name}_omitted"] = f"null stands for exact texts of more than {OMIT_FROM:,} characters; --full prints them"
    return fields


def _text(value: Number, *, full: bool) -> str | None:
    if not full and value.text_size() > OMIT_FROM:
        return None
    rational = value.as_fraction()
    text = str(value if rational is None else Number(rational.numerator) / rational.denominator)
    return None if len(text) > OMIT_FROM and not full else text


# --- for people --------------------------------------------------------------------------------------------------------------------------


def _echo(answer: _Answer, digits: int, out: Output) -> None:
    _echo_constraints(answer.found, out)
    profile, rounds = answer.profile, answer.rounds
    if not profile:
        click.echo("These constraints say nothing: everything may leak")
        return
    what = f"Composition of {rounds} rounds" if rounds != 1 else "One round"
    losses = f"{len(profile)} loss{'es' if len(profile) != 1 else ''} >= 0"
    click.echo(f"{what}: profile at the {losses}, both directions; trade-off curve of {len(answer.vertices)} vertices")
    rows_shown = len(profile) if out.full else ROW_LIMIT
    rows = []
    for x, delta in profile[:rows_shown]:
        eps = Loss(x)
        rows.append((_cell(eps, out), eps.decimal(6), _cell(x, out), _cell(delta, out), delta.bounds(digits)[1]))
    print_table(("eps", "about", "e^eps", "delta", "at most"), rows)
    if rows_shown < len(profile):
        click.echo(f"  {len(profile) - rows_shown} more rows are not shown; --full prints all")
    elif any(cell.endswith(" characters)") for row in rows for cell in row):
        click.echo("  --full shows the long numbers")


def _echo_constraints(found: ConstraintSet, out: Output) -> None:
    active = set(map(id, found.active))
    reasons = dict(zip((i for i, c in enumerate(found.given) if id(c) not in active), found.redundant, strict=True))
    click.echo(f"{len(found.given)} constraint{'s' if len(found.given) != 1 else ''}, {len(found.active)} of them active (eps in nats)")
    for i, (c, alpha) in enumerate(zip(found.given, _alphas(found), strict=True)):
        said = f"redundant: {_reason(reasons[i], out)}" if i in reasons else f"active, alpha = {about(alpha, full=out.full)}"
        click.echo(f"  eps = {shown(c.eps, full=out.full)}, delta = {shown(c.delta, full=out.full)}: {said}")
    click.echo(f"Leak of one round: {about(found.leak, full=out.full)}" if found.leak else "No total leak")


def _reason(r: Redundant, out: Output) -> str:
    if not r.by:
        return "delta = 1 says nothing"
    by = " and ".join(f"({c.eps}, {shown(c.delta, full=out.full, pointer=False)})" for c in r.by)
    return f"{by} impl{'y' if len(r.by) > 1 else 'ies'} it; all together give delta <= {about(r.implied, full=out.full)} there"


def _cell(value: Number | Loss, out: Output) -> str:
    text = exact_text(value, full=out.full)
    if text is None:
        return "(very many characters)"
    return text if out.full or len(text) <= CELL else f"({len(text):,} characters)"
