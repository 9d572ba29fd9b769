"""Verdicts on whole discretised PLDs: one that is said to dominate the mechanism must, one that is said to be dominated must be, at every epsilon."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from certificates.audit.claim import Claim, Tolerance, WholePLD
from certificates.audit.mechanism import Pair
from certificates.audit.quantity import Bound
from certificates.audit.texts import decimal_down, number_text
from certificates.audit.verdict import Finding, Word, joined, least_power_of_two, made
from certificates.claims import audit as certificates_of
from exact.discretised import Defect, GridPLD
from exact.errors import ExactError, Unsupported
from exact.grid import Excess, Violation, find_above, find_below
from exact.loss import Loss

DEFECTS = {
    "negative mass": "the mass at index {index} is negative",
    "total mass": "the masses add up to more than 1",
    "mean": "E[e^-Z] is more than 1: no Q has these losses",
}
"""What each kind of defect means. Of a lower bound the last one is no fault: losses that are rounded down give it, and a curve that is below that of
a PLD need not be the curve of one.
"""


@dataclass(frozen=True, slots=True)
class _Said:
    """A discretised PLD that was said to bound the mechanism, with the tolerance (an amount of delta), and whether certificates are wanted."""

    who: str
    bound: Bound
    grid: GridPLD
    allowed: Fraction | None
    certificates: bool


def findings(claim: Claim, pairs: Sequence[Pair], tolerance: Tolerance | None, *, certificates: bool) -> Iterator[Finding]:
    """Yield the verdicts on what is said of the whole PLD: whether it is one, and whether it bounds the mechanism."""
    says = claim.says
    if not isinstance(says, WholePLD):
        raise TypeError("the claim is not about a whole PLD")
    if tolerance is not None and tolerance.relative:
        yield Finding("unsupported", "pld", reason="of a whole PLD the tolerance is an absolute amount of delta")
        return
    allowed = None if tolerance is None else tolerance.amount.as_fraction()
    if tolerance is not None and allowed is None:
        yield Finding("unsupported", "pld", reason="of a whole PLD the tolerance is a rational number")
        return
    for bound, fault in says.faults.items():
        yield Finding("invalid", bound, value="PLD", reason=f"{fault}; no certificate: a certificate states masses that are numbers")
    sides: tuple[tuple[Bound, GridPLD | None], ...] = (("upper", says.upper), ("lower", says.lower))
    for bound, grid in sides:
        if grid is None:
            continue
        said = _Said(claim.claimant, bound, grid, allowed, certificates)
        try:
            yield from [_defect(said, defect) for defect in grid.defects() if not (bound == "lower" and defect.kind == "mean")]
            yield _decided(said, pairs, says.least_eps)
        except ExactError as problem:
            yield Finding.left_open(problem, bound, value="PLD")


def _defect(said: _Said, defect: Defect) -> Finding:
    certificate, fault = made(lambda: certificates_of.invalid_curve(said.who, said.grid), certificates=said.certificates)
    if defect.kind == "negative mass":
        by = at_most = -min(said.grid.infinite, *(mass for _, mass in said.grid.atoms))  # the worst; the defect names the first
    else:
        by, at_most = defect.lower - 1, defect.upper - 1
    tolerant: Word | None = None if said.allowed is None else "sound" if at_most <= said.allowed else "invalid"
    text = DEFECTS[defect.kind].format(index=defect.index)
    return Finding(
        "invalid",
        said.bound,
        value="PLD",
        tolerant=tolerant,
        shortfall=decimal_down(by),
        slack=least_power_of_two(at_most),
        witness={"defect": defect.kind} | ({} if defect.index is None else {"index": defect.index}),
        reason=joined(text, fault),
        certificate=certificate,
    )


def _decided(said: _Said, pairs: Sequence[Pair], least_eps: Loss | None) -> Finding:
    bound, grid = said.bound, said.grid
    if bound == "lower" and len(pairs) > 1:
        raise Unsupported("a lower bound on the whole PLD is decided for one direction: give the direction")
    decide = find_above if bound == "upper" else find_below
    all_found = [(found, pair) for pair in pairs if (found := decide(pair.pld, grid, least_eps)) is not None]
    if not all_found:
        return Finding("sound", bound, value="PLD", tolerant=None if said.allowed is None else "sound")
    found, pair = max(all_found, key=lambda item: item[0].bound)  # of several pairs the worst, which the tolerance must cover
    certificate, fault = made(
        functools.partial(certificates_of.curve_violated, said.who, [pair.pld], bound, grid, found.worst.x, _by(found)),
        certificates=said.certificates,
    )
    tolerant: Word | None = None if said.allowed is None else "sound" if found.bound <= said.allowed else "violated"
    return Finding(
        "violated",
        bound,
        value="PLD",
        tolerant=tolerant,
        shortfall=decimal_down(found.worst.lower),
        slack=least_power_of_two(found.bound),
        witness={"pair": pair.label, **_witness(found)},
        reason=fault,
        certificate=certificate,
    )


def _by(found: Violation) -> Fraction | None:
    return found.worst.lower if found.worst.lower > 0 else None


def _witness(found: Violation) -> dict[str, Any]:
    out: dict[str, Any] = {"first": _point(found.first), "worst": _point(found.worst), "failing_knots": found.knots}
    if found.first_knot is not None:
        out["first_knot"] = _point(found.first_knot)
    if found.limit is not None:
        out["excess_at_x_0"] = decimal_down(found.limit)
    return out


def _point(excess: Excess) -> dict[str, str]:
    eps = Loss(excess.x)
    return {"x": number_text(excess.x), "eps": eps.decimal(17), "excess": decimal_down(excess.lower)}
