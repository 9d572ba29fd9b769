"""The kinds `residue` and `residue-run`: one residue condition, and a whole session of a residue filter."""

from __future__ import annotations

from certificates.claims import encoding, precision
from certificates.claims.certificate import Certificate, seal
from certificates.claims.encoding import Json
from exact.comparison import find_witness
from exact.engine import START_BITS
from exact.errors import OutOfRange, Refuted, TooLarge
from exact.filters.residue import ResidueFilter
from exact.pld import PLD
from exact.writing import shorten

STEP_LIMIT = 256
"""The largest number of steps of a session in a certificate."""


def residue(update: PLD, query: PLD, budget: PLD) -> Certificate:
    """Return a certificate of ``U + L <= B``, U the updated budget, L the query, B the budget; `Refuted` when it is false."""
    x = find_witness(update + query, budget)
    if x is not None:
        raise Refuted(f"U + L <= B is false: h_(U + L)(x) > h_B(x) at x = {shorten(str(x))}")
    claim = {"U": encoding.pld(update), "L": encoding.pld(query), "B": encoding.pld(budget)}
    bits = max(precision.of_order(update + query, budget), precision.of_masses(update, query, budget))
    return seal("residue", claim, {}, bits)


def residue_run(session: ResidueFilter) -> Certificate:
    """Return a certificate of a session of a residue filter: each query, each budget, each condition.

    `OutOfRange` for a session without a query, `TooLarge` beyond `STEP_LIMIT` of them.
    """
    if not session.history:
        raise OutOfRange("the session is empty: there is nothing to certify")
    if len(session.history) > STEP_LIMIT:
        raise TooLarge(f"a certificate states at most {STEP_LIMIT} steps of a session, not {len(session.history)}")
    steps: list[Json] = []
    bits, budget = START_BITS, session.budget
    for step in session.history:
        entry: dict[str, Json] = {"query": encoding.pld(step.query)}
        bits = max(bits, precision.of_masses(step.query, step.state))
        witness = step.admission.witness
        if witness is None:
            entry["budget"] = encoding.pld(step.state)
            bits = max(bits, precision.of_order(step.query, budget), precision.of_order(step.state + step.query, budget))
            budget = step.state
        else:
            entry["refused"] = encoding.number(witness.x)
            bits = max(bits, precision.of_numbers(witness.x), precision.of_gaps(witness.a - witness.b))
        steps.append(entry)
    return seal("residue-run", {"budget": encoding.pld(session.budget), "steps": steps}, {}, bits)
