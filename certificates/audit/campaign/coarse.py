"""Continuous mechanisms in a campaign: claims about them are held against a finite post-processing, which can refute them and nothing else.

Which interval a noisy output lies in says less than the output, so every exact value of the binned mechanism is a lower bound
(`exact.mechanisms.coarsening`). An upper bound below it is false. All else that is said of a continuous mechanism stays undecided.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from certificates.audit.instance import Instance
from certificates.audit.verdict import Finding, Verdict
from exact.errors import Unsupported

LAPLACE_CUTS = 21
GAUSSIAN_CUTS = 401
MANY = 20
"""Compositions of Laplace noise beyond which fewer cuts are made."""
NOTE = "held against a finite post-processing of the mechanism, whose exact values are lower bounds"
OPEN = "not refuted by the exact values of a finite post-processing, which are lower bounds; a continuous mechanism is not decided"


def coarsened(instance: Instance, times: int) -> tuple[str, int]:
    """Return an expression that is dominated by a continuous mechanism, and how often it is composed; `Unsupported` for mixtures."""
    if instance.kind == "laplace":
        cuts = LAPLACE_CUTS if times <= MANY else 2
        return f"coarsened_laplace(float:{instance['scale']!r}, float:{instance['sensitivity']!r}, {cuts})", times
    if instance.kind == "gaussian":
        root = "" if times == 1 else f"*sqrt({times})"
        return f"coarsened_gaussian(float:{instance['sigma']!r}, float:{instance['sensitivity']!r}{root}, {GAUSSIAN_CUTS})", 1
    raise Unsupported(f"{instance.label()} is continuous, and not of a kind that has a finite post-processing here")


def about(content: dict[str, Any], instance: Instance, times: int) -> dict[str, Any]:
    """Return the claim of a tool about a continuous mechanism as one about its post-processing, with a note that says so."""
    expression, composed = coarsened(instance, times)
    return content | {"mechanism": expression, "times": composed, "note": f"{instance.label()}, {times} times; {NOTE}"}


def weakened(verdict: Verdict, *, query: str) -> Verdict:
    """Return the verdict on a claim about a continuous mechanism, given that on the same claim about its post-processing.

    What the post-processing loses at least, the mechanism does; so upper bounds can be refuted, and of a trade-off curve, which falls as the
    loss grows, lower bounds.
    """
    refutable = "lower" if query == "tradeoff" else "upper"
    return Verdict(verdict.id, tuple(_weakened(finding, refutable) for finding in verdict.findings))


def _weakened(finding: Finding, refutable: str) -> Finding:
    if finding.verdict == "invalid":  # what no mechanism has
        return replace(finding, exact={})
    if finding.verdict == "violated" and finding.statement == refutable:
        return replace(finding, tolerant="undecided") if finding.tolerant == "sound" else finding
    return replace(
        finding,
        verdict="undecided",
        tolerant=None,
        exact={},
        shortfall=None,
        slack=None,
        factor=None,
        error=None,
        witness={},
        reason=OPEN,
        certificate=None,
    )
