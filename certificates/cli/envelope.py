"""The verb ``envelope``: worst ratios, normalisers and errors of an envelope, for programs and for people."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from certificates import claims
from certificates.cli.output import Output
from certificates.cli.text import clean, quoted
from certificates.cli.values import DECIMAL_DIGITS, Fields, about, echo_json, limits, scalar
from certificates.envelope_spec import EnvelopeSpec, read_spec
from exact.decimals import check_digits
from exact.envelopes.enclosed import Enclosed, Value
from exact.envelopes.likelihood_envelope import DIGIT_LIMIT, Envelope, of_laws
from exact.envelopes.metrics import database_of
from exact.envelopes.query_release import QueryRelease, release
from exact.envelopes.ratios import WorstRatio
from exact.errors import TooLarge
from exact.loss import Loss
from exact.number import Number
from exact.reading import number

ADVICE = "fewer rows, rounds, queries or elements may help"
SPARE_DIGITS = 5
"""Digits beyond those that are shown to which enclosed values are worked out."""


def run_envelope(file: Path, out: Output, *, tight: bool = False) -> None:
    """Read a specification, work out the envelope, and print it."""
    if tight and out.target is None:
        raise click.UsageError("--tight is about the certificate that -o writes, and there is no -o")
    out.check_target(source=file)
    check_digits(out.digits)
    digits = max(out.digits, DECIMAL_DIGITS) + SPARE_DIGITS
    if digits > DIGIT_LIMIT:
        raise TooLarge(f"an envelope is enclosed to at most {DIGIT_LIMIT - SPARE_DIGITS} digits, not {out.digits}")
    spec = read_spec(file)
    with limits(str(file), ADVICE):
        found, errors = worked_out(spec, digits)
    bound = rounded_up(found, out.digits) if tight else None
    written = out.certify(lambda: claims.pure_dp(found, spec.instance, bound))
    if out.as_json:
        certified = {"ratio_upper": str(spec.eps.exp() if bound is None else bound.decimal(out.digits))} if written else {}
        echo_json(fields_of(spec, found, errors, out) | out.written_fields(written) | certified)
        return
    echo_envelope(spec, found, errors, out)
    out.echo_written(written)
    if written:
        least = f"{bound.decimal(out.digits)}, the worst ratio rounded up" if bound is not None else "e^eps"
        click.echo(f"  that ratios of neighbours are at most {least}")


def rounded_up(found: Envelope, digits: int) -> Number | None:
    """Return the worst ratio rounded up to these digits, one unit more where it is a decimal itself; None where that is no less than e^eps.

    (A ratio that is attained cannot be told from a bound that equals it by the enclosures of the checker.) None, too, without neighbours.
    """
    if found.ratio is None or isinstance(found.ratio.value, Loss):
        return None
    value = found.ratio.value
    upper = number(value.bounds(digits)[1])
    if isinstance(value, Number) and value == upper:
        upper = number((value + value / Number(10) ** digits).bounds(digits)[1])
    return None if upper >= found.eps.exp() else upper


def worked_out(spec: EnvelopeSpec, digits: int) -> tuple[Envelope, QueryRelease | None]:
    """Return the envelope of a specification, and the errors where it is that of an instance of multiplicative weights."""
    if spec.instance is not None:
        found = release(spec.instance, spec.eps, digits=digits)
        return found.envelope, found
    assert spec.base is not None  # noqa: S101 - one of both is there
    return of_laws(spec.base, spec.space, spec.eps, digits=digits), None


# --- names -------------------------------------------------------------------------------------------------------------------------------


def point_names(spec: EnvelopeSpec, point: Any) -> str | list[str]:
    """Return a point: a database as the list of its rows, or the name of a point."""
    if spec.space.kind == "names":
        return str(point)
    return [spec.universe[d] for d in (database_of(point) if spec.space.kind == "histograms" else point)]


def outcome_names(spec: EnvelopeSpec, outcome: Any) -> list[Any]:
    """Return an outcome: a transcript as the list of its selections ``[query, sign]``, or a list with one name."""
    if spec.instance is not None:
        return [list(spec.instance.signed_order[s]) for s in outcome]
    return [outcome]


def _words(names: str | list[str]) -> str:
    return clean(names if isinstance(names, str) else f"({', '.join(names)})")


def _selections(spec: EnvelopeSpec, outcome: Any) -> str:
    if spec.instance is None:
        return clean(str(outcome))
    return " ".join(f"{'+' if sign > 0 else '-'}q{q}" for q, sign in (spec.instance.signed_order[s] for s in outcome))


# --- for programs ------------------------------------------------------------------------------------------------------------------------


def value_fields(name: str, value: Value | Loss | None, out: Output) -> Fields:
    """Return the fields of a value of either tier: its exact text or null, a decimal, and proved bounds."""
    if value is None:
        return {name: None, f"{name}_decimal": None}
    if isinstance(value, Loss):  # an infinite ratio
        return {name: str(value), f"{name}_decimal": str(value), f"{name}_lower": str(value), f"{name}_upper": str(value)}
    lower, upper = value.bounds(out.digits)
    bounds: Fields = {f"{name}_lower": lower, f"{name}_upper": upper}
    if isinstance(value, Enclosed):
        return {name: None, f"{name}_decimal": value.decimal(DECIMAL_DIGITS)} | bounds
    return scalar(name, value, full=out.full) | bounds


def fields_of(spec: EnvelopeSpec, found: Envelope, errors: QueryRelease | None, out: Output) -> Fields:
    """Return the fields of an answer."""
    z, z_at = found.largest_normaliser()
    fields: Fields = {"title": spec.title} if spec.title is not None else {}
    fields |= {"eps": str(spec.eps), "pure_dp": found.is_pure_dp, "tier": found.tier, "why": found.why}
    fields |= _ratio_fields("max_ratio", found.ratio, spec, out, where=("pair", "outcome"))
    fields |= _ratio_fields("envelope_ratio", found.unnormalised_ratio, spec, out)
    fields |= _ratio_fields("base_ratio", found.base_ratio, spec, out)
    fields |= value_fields("Z_max", z, out) | {"Z_max_at": point_names(spec, z_at)}
    base, final = (errors.largest_base_error(), errors.largest_error()) if errors is not None else ((None, None), (None, None))
    for name, (value, point) in (("base_error", base), ("envelope_error", final)):
        fields |= value_fields(name, value, out) | {f"{name}_at": None if value is None else point_names(spec, point)}
    return fields | {
        "databases": spec.space.members,
        "points": len(spec.space.points),
        "outcomes": len(found.outcomes),
        "identified": spec.space.identified,
    }


def _ratio_fields(name: str, ratio: WorstRatio | None, spec: EnvelopeSpec, out: Output, where: tuple[str, str] | None = None) -> Fields:
    pair, outcome = where or (f"{name}_pair", f"{name}_outcome")
    if ratio is None:
        return value_fields(name, None, out) | {pair: None, outcome: None}
    places: Fields = {pair: [point_names(spec, point) for point in ratio.pair], outcome: outcome_names(spec, ratio.outcome)}
    return value_fields(name, ratio.value, out) | places


# --- for people --------------------------------------------------------------------------------------------------------------------------


def _count(n: int, word: str) -> str:
    many = "queries" if word == "query" else f"{word}s"
    return f"{n} {word if n == 1 else many}"


def value_text(value: Value | Loss, out: Output) -> str:
    """Return a value of either tier in one line: the exact text with a decimal, or the two bounds."""
    if isinstance(value, Number | Loss):
        return about(value, full=out.full)
    lower, upper = value.bounds(out.digits)
    return lower if lower == upper else f"between {lower} and {upper}"


def echo_envelope(spec: EnvelopeSpec, found: Envelope, errors: QueryRelease | None, out: Output) -> None:
    """Print verdict, worst ratios, normaliser and errors."""
    if spec.title:
        click.echo(clean(spec.title))
    if spec.instance is not None:
        i = spec.instance
        counts = ((i.n, "row"), (i.universe_size, "element"), (len(i.queries), "query"), (i.rounds, "round"))
        rows, elements, queries, rounds = (_count(n, word) for n, word in counts)
        rates = f"eta = {quoted(str(i.eta))}, gamma = {quoted(str(i.gamma))}"
        click.echo(f"Multiplicative weights: {rows} over {elements}, {queries}, {rounds}, {rates}")
    some = _count(len(spec.space.points), "point")
    what = some if spec.space.kind == "names" else f"{len(spec.space.points)} of {_count(spec.space.members, 'database')}"
    click.echo(f"Space: {what} ({spec.space.identified}); {_count(len(found.outcomes), 'outcome')}")
    click.echo("Values: exact numbers" if found.tier == "exact" else f"Values: proved bounds, since {found.why}")
    verdict = "NOT purely private" if not found.is_pure_dp else "purely private" if found.ratio is not None else "nothing to compare"
    click.echo(f"Verdict: {verdict} at eps = {quoted(str(spec.eps))}, e^eps = {about(spec.eps.exp(), full=out.full)}")
    if found.ratio is None:
        click.echo("  no two points are neighbours")
    ratios = (("worst ratio", found.ratio), ("  before normalising", found.unnormalised_ratio), ("  of the base laws", found.base_ratio))
    for label, ratio in ratios:
        if ratio is not None:
            x, y = (_words(point_names(spec, point)) for point in ratio.pair)
            click.echo(f"  {label:<20} {value_text(ratio.value, out)}")
            click.echo(f"{'':<24}at {x} against {y}, outcome {_selections(spec, ratio.outcome)}")
    z, z_at = found.largest_normaliser()
    click.echo(f"  {'largest normaliser':<20} {value_text(z, out)} at {_words(point_names(spec, z_at))}")
    if errors is not None:
        for label, (value, point) in (("base error", errors.largest_base_error()), ("envelope error", errors.largest_error())):
            click.echo(f"  {label:<20} {value_text(value, out)} at {_words(point_names(spec, point))} (the largest expected error)")
