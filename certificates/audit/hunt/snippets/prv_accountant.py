"""Snippets for prv-accountant."""

from __future__ import annotations

from certificates.audit.hunt.question import Case
from certificates.audit.hunt.snippets.script import Mechanism, converted, number, parts_of, script
from certificates.audit.tools.replies import Method
from certificates.audit.tools.workers import serving
from exact.errors import Unsupported

DELTA_ERROR = 1e-10


def snippet(case: Case, method: Method) -> str:
    """Return the snippet, which prints (lower, estimate, upper); `Unsupported` where there is none."""
    if method.name not in ("prv", "rdp"):
        raise Unsupported("a mechanism of one's own takes more than a snippet")
    found = parts_of(case)
    variables, counts = ", ".join(_variable(part) for _, part in found), [k for k, _ in found]
    question = case.question
    if method.name == "rdp" and question.kind == "renyi":
        total = " + ".join(f"{k} * prv_accountant.{_variable(part)}.rdp({question.at})" for k, part in found)
        return script("import prv_accountant", "", f"print(repr(float({total})))")
    at = number(float(question.at or 0.0))
    names = sorted({_variable(part).partition("(")[0] for _, part in found})
    if method.name == "rdp":
        made = ["from prv_accountant.other_accountants import RDP", "", f"accountant = RDP([{variables}])"]
    else:
        error = number(DELTA_ERROR if question.kind == "delta" else float(question.at or 0.0) * 1e-3)
        eps_error = number(method.options.get("eps_error") or 0.1)
        made = ["from prv_accountant import PRVAccountant", ""]
        made.append(f"accountant = PRVAccountant([{variables}], eps_error={eps_error}, delta_error={error}, max_self_compositions={counts})")
    asked = f"accountant.compute_{'delta' if question.kind == 'delta' else 'epsilon'}({at}, {counts})"
    return script(f"from prv_accountant import {', '.join(names)}", *made, f"print(tuple(map(float, {asked})))")


def _variable(mechanism: Mechanism) -> str:
    kind = mechanism["kind"]
    if kind == "laplace":
        mu, _ = serving.quotient(mechanism["sensitivity"], mechanism["scale"])
        return f"LaplaceMechanism(mu={mu!r})"
    if kind == "gaussian":
        return f"GaussianMechanism({mechanism['sigma']!r}, {mechanism['sensitivity']!r})"
    if kind == "subsample":
        return f"PoissonSubsampledGaussianMechanism({mechanism['q']!r}, {mechanism['of']['sigma']!r})"
    eps, delta, _ = converted(serving.approx_parameters, mechanism)
    return f"ApproximateDPMechanism({eps!r}, {delta!r})" if delta else f"PureDPMechanism({eps!r})"
