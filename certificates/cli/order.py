"""The verb ``compare``: how two PLDs relate in the Blackwell order, with witnesses and a certificate."""

from __future__ import annotations

from collections.abc import Callable

import click

from certificates import claims
from certificates.cli.output import Output
from certificates.cli.status import DONE, REFUTED
from certificates.cli.text import complain, print_table, quoted
from certificates.cli.values import PARTS_ADVICE, SHORT, about, echo_json, limits, read_pld, scalar
from exact.comparison import compare
from exact.pld import PLD

MEANING = {
    "below": "below: A <= B, and not B <= A",
    "above": "above: B <= A, and not A <= B",
    "equal": "equal: A and B are the same PLD",
    "incomparable": "incomparable: neither A <= B nor B <= A",
}
HOLDS = {
    "dominated": ("A <= B", ("below", "equal")),
    "not-dominated": ("not A <= B", ("above", "incomparable")),
    "equal": ("A = B", ("equal",)),
    "incomparable": ("neither A <= B nor B <= A", ("incomparable",)),
}
"""What each kind of certificate claims, and the verdicts for which it is true."""

MAKE: dict[str, Callable[[PLD, PLD], claims.Certificate]] = {
    "dominated": claims.dominated,
    "not-dominated": claims.not_dominated,
    "equal": claims.equal,
    "incomparable": claims.incomparable,
}
FITS = {"below": "dominated", "above": "dominated", "equal": "equal", "incomparable": "incomparable"}
"""The kind that is written for a verdict when none is asked for; for "above" with A and B swapped."""


def run_compare(a_text: str, b_text: str, kind: str | None, out: Output, method: str = "knots") -> int:
    """Print the verdict and the witnesses; return `REFUTED` when the kind asked for is false.

    The method, "knots" or "kernel", is that of a certificate of the kind dominated that was asked for.
    """
    out.check_target()
    a, b = read_pld("A", a_text), read_pld("B", b_text)
    for name, text, value in (("A", a_text, a), ("B", b_text, b)):
        with limits(f"{name} = {quoted(text)}", PARTS_ADVICE):
            _ = value.canonical
    with limits("comparing A and B", PARTS_ADVICE):
        found = compare(a, b)
    refuted = kind is not None and found.verdict not in HOLDS[kind][1]
    swapped = kind is None and found.verdict == "above"
    written = None
    if not refuted:
        make = claims.dominated_by_kernel if method == "kernel" else MAKE[kind or FITS[found.verdict]]
        written = out.certify(lambda: make(*((b, a) if swapped else (a, b))))
    if out.as_json:
        points = [
            scalar("x", w.x, full=out.full) | scalar("a", w.a, full=out.full) | scalar("b", w.b, full=out.full)
            for w in found.witnesses
        ]
        echo_json({"verdict": found.verdict, "witnesses": points} | out.written_fields(written))
    else:
        click.echo(f"A = {quoted(a_text)}\nB = {quoted(b_text)}\n{MEANING[found.verdict]}")
        if found.witnesses:
            rows = [tuple(about(value, full=out.full, limit=SHORT) for value in (w.x, w.a, w.b)) for w in found.witnesses]
            print_table(("at x", "h_A(x)", "h_B(x)"), rows)
        out.echo_written(written)
        if written is not None and swapped:
            click.echo(f"In the certificate A is {quoted(b_text)}, B is {quoted(a_text)}.")
    if refuted and kind is not None:
        left = out.left_alone()
        nothing = "" if out.target is None else "; no certificate was written" + (f", and {left}" if left else "")
        complain(f"the claim wanted, {kind} ({HOLDS[kind][0]}), is false, since the verdict is {found.verdict}{nothing}")
        return REFUTED
    return DONE
