"""Builds certificates: one claim kind a function, from exact objects to a `Certificate`.

Every function decides its claim first and raises `exact.errors.Refuted` when it is false; `write` cross-checks the
finished certificate by a second, independent evaluation before a file appears. The format is in FORMAT.md; the checker
that believes none of this is check.py.
"""

from certificates.claims.certificate import Certificate, write
from certificates.claims.curve_points import delta, epsilon
from certificates.claims.dominance import dominated, dominated_by_kernel, equal, incomparable, not_dominated
from certificates.claims.families import chain, not_chain
from certificates.claims.identities import USUAL_STEPS, Constraints, Construction, Mixture, checking_steps, identity
from certificates.claims.natural_filter import (
    filter_cost,
    natural_filter_free,
    natural_filter_violated,
    not_universally_free,
    rule_cost,
)
from certificates.claims.ratios import not_pure_dp, pure_dp, pure_dp_tables
from certificates.claims.residues import residue, residue_run
from certificates.claims.sandwich import sandwich

__all__ = [
    "USUAL_STEPS",
    "Certificate",
    "Constraints",
    "Construction",
    "Mixture",
    "chain",
    "checking_steps",
    "delta",
    "dominated",
    "dominated_by_kernel",
    "epsilon",
    "equal",
    "filter_cost",
    "identity",
    "incomparable",
    "natural_filter_free",
    "natural_filter_violated",
    "not_chain",
    "not_dominated",
    "not_pure_dp",
    "not_universally_free",
    "pure_dp",
    "pure_dp_tables",
    "residue",
    "residue_run",
    "rule_cost",
    "sandwich",
    "write",
]
