"""All subjects of the benchmark table, in its order. A new row is declared in the file of its subject; a new subject here."""

from __future__ import annotations

from benchmarks import (
    approximate_dp,
    audits,
    battery,
    bounds,
    checker,
    composition,
    constraints,
    dominance,
    envelopes,
    filters,
    profiles,
    rational,
    unexpanded,
)
from benchmarks.table import Subject

SUBJECTS: dict[str, Subject] = {
    "composition": composition.SUBJECT,
    "approximate_dp": approximate_dp.SUBJECT,
    "rational": rational.SUBJECT,
    "unexpanded": unexpanded.SUBJECT,
    "dominance": dominance.SUBJECT,
    "bounds": bounds.SUBJECT,
    "checker": checker.SUBJECT,
    "filters": filters.SUBJECT,
    "battery": battery.SUBJECT,
    "profiles": profiles.SUBJECT,
    "audits": audits.SUBJECT,
    "constraints": constraints.SUBJECT,
    "envelopes": envelopes.SUBJECT,
}
