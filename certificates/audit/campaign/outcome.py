"""What a job leaves behind, as texts that go into the database as they are."""

from __future__ import annotations

import json
from collections.abc import Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from certificates.audit.tools.queries import Query, written
from certificates.audit.values import float_value
from certificates.audit.verdict import Finding
from exact.errors import ExactError

ID_DIGITS = 12
"""Digits of the key of a job in the ids of its claims."""
AT = ("eps", "delta", "order", "alpha")
"""The field of a query that says where."""


class FindingRow(NamedTuple):
    """One statement of a claim and its verdict.

    Attributes
    ----------
    place
        The number of the finding in its claim.
    statement, value
        What was said: "upper", "lower", "estimate" and the text of the float.
    at
        Where: the epsilon, delta, order or alpha as a float; None where there is none.
    verdict, strict
        With and without the tolerance.
    exact_lower, exact_upper
        Decimals around the exact value; None where it was not worked out.
    relative
        ``(value - exact)/abs(exact)`` as a float, infinite where the exact value is 0 or the quotient too large; None where one of them is no number.
    shortfall, slack, factor, error, reason
        As in `certificates.audit.Finding`.
    """

    place: int
    statement: str
    value: str
    at: float | None
    verdict: str
    strict: str
    exact_lower: str | None
    exact_upper: str | None
    relative: float | None
    shortfall: str | None
    slack: str | None
    factor: str | None
    error: str | None
    reason: str


class CertificateRow(NamedTuple):
    """A certificate of a fault: its number, its kind, the precision that the engine needed, and the file."""

    place: int
    kind: str
    bits: int
    content: bytes


class AnswerRow(NamedTuple):
    """The answer to one query.

    Attributes
    ----------
    place
        The number of the query in its job.
    kind, query
        Its kind, and all of it as JSON, floats in hexadecimal.
    outcome
        ``said``; ``unsupported``, ``error``: by the tool; ``start``, ``crash``, ``hang``, ``garbage``: its worker failed; ``fault``: exactpld did.
    reason
        One sentence, where nothing was said.
    claim, judgement
        JSON of the claim and of the verdict, where something was said.
    verdict, strict
        The words of the verdict.
    findings, certificates
        What the verdict is made of.
    """

    place: int
    kind: str
    query: str
    outcome: str
    reason: str = ""
    claim: str | None = None
    judgement: str | None = None
    verdict: str | None = None
    strict: str | None = None
    findings: Sequence[FindingRow] = ()
    certificates: Sequence[CertificateRow] = ()


class Outcome(NamedTuple):
    """What a job has given.

    Attributes
    ----------
    digest
        The key of the job.
    input
        Whether the tool was given just this mechanism ("exact"), or one with a rounded parameter; None where it does not say.
    seconds, exact_seconds
        How long the tool took to answer, by its own account, and the exact side to decide.
    note
        What could not be asked.
    answers
        One for each query.
    """

    digest: str
    input: str | None
    seconds: float
    exact_seconds: float
    note: str
    answers: Sequence[AnswerRow]


def claim_id(job: str, place: int) -> str:
    """Return the id of the claim that the answer to a query of a job makes.

    Examples
    --------
    >>> claim_id("sha256:0123456789abcdef", 3)
    '0123456789ab.3'
    """
    return f"{job.removeprefix('sha256:')[:ID_DIGITS]}.{place}"


def query_text(query: Query) -> str:
    """Return a query as JSON, floats in hexadecimal."""
    return json.dumps(written(query), sort_keys=True)


def finding_row(place: int, finding: Finding, query: Query) -> FindingRow:
    """Return the row of a finding about a query."""
    lower, upper = finding.exact.get("lower"), finding.exact.get("upper")
    return FindingRow(
        place,
        finding.statement,
        finding.value,
        where(query, finding.point),
        finding.effective,
        finding.verdict,
        lower,
        upper,
        relative_error(finding.value, lower, upper),
        finding.shortfall,
        finding.slack,
        finding.factor,
        finding.error,
        finding.reason,
    )


def where(query: Query, point: int = 0) -> float | None:
    """Return the float that a query, or one point of it, is about."""
    for name in AT:
        if name in query:
            given: Any = query[name]
            return float(given[point] if isinstance(given, list | tuple) else given)
    return 0.0 if query["kind"] == "pure-epsilon" else None


def relative_error(value: str, lower: str | None, upper: str | None) -> float | None:
    """Return ``(value - exact)/abs(exact)`` for the text of a float and decimals around the exact value; None where one is no number.

    The sign is right: where the value lies between the decimals, it is 0.

    Examples
    --------
    >>> relative_error("0.5", "0.25", "0.25"), relative_error("0.25", "0", "0"), relative_error("nan", "0", "1")
    (1.0, inf, None)
    >>> relative_error("0.1", "0.10000000000000000555111512312", "0.10000000000000000555111512313")
    0.0
    """
    if lower is None or upper is None:
        return None
    try:
        said = float_value(value).as_fraction()
        least, most = Fraction(lower), Fraction(upper)
    except (ExactError, ValueError):  # NaN, infinities, and what is said of a whole PLD
        return None
    if least <= said <= most:  # as near as the decimals tell
        return 0.0
    exact = (least + most) / 2
    if not exact:
        return float("inf") if said > 0 else float("-inf")
    try:
        found = float((said - exact) / abs(exact))
    except OverflowError:
        return float("inf") if said > exact else float("-inf")
    return found or (5e-324 if said > exact else -5e-324)
