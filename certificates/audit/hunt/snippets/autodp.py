"""Snippets for autodp."""

from __future__ import annotations

import math
from fractions import Fraction

from certificates.audit.hunt.question import Case
from certificates.audit.hunt.snippets.script import Mechanism, converted, number, parts_of, script
from certificates.audit.tools.replies import Method
from certificates.audit.tools.workers import serving

ASKED = {
    "delta": "get_approx_delta({at})",
    "epsilon": "get_approxDP({at})",
    "pure-epsilon": "get_pureDP()",
    "renyi": "get_RDP({at})",
    "tradeoff": "get_fDP({at})",
}


def snippet(case: Case, method: Method) -> str:
    """Return the snippet; `Unsupported` where there is none."""
    at = number(float(case.question.at or 0.0))
    found = parts_of(case)
    if method.name == "kov":
        lines = ["from autodp.dp_acct import DP_acct", "", "accountant = DP_acct()"]
        for k, part in found:
            eps, delta, _ = converted(serving.approx_parameters, part)
            lines += [f"for _ in range({k}):", f"    accountant.update_DPlosses({eps!r}, {delta!r})"]
        value = f"accountant.get_eps({at})" if case.question.kind == "epsilon" else "accountant.get_minimum_possible_delta()"
        return script(*lines, f"print(repr(float({value})))")
    lines = ["from autodp import mechanism_zoo, transformer_zoo", ""]
    lines += [f"part_{i} = {_made(method.name, part)}" for i, (_, part) in enumerate(found)]
    if len(found) == 1 and case.times == 1:
        lines.append("composed = part_0")
    else:
        lines += [f'part_{i}.name = "part {i}"' for i in range(len(found))]
        transformer = "ComposeAFA" if method.name == "afa" else "Composition"
        names = ", ".join(f"part_{i}" for i in range(len(found)))
        lines.append(f"composed = transformer_zoo.{transformer}()([{names}], {[k for k, _ in found]})")
    return script(*lines, f"print(repr(float(composed.{ASKED[case.question.kind].format(at=at)})))")


def _made(method: str, mechanism: Mechanism) -> str:
    if method == "pure-dp":
        eps, _ = converted(serving.pure_parameter, mechanism)
        return f"mechanism_zoo.PureDP_Mechanism({eps!r})"
    kind, phi = mechanism["kind"], method == "afa"
    switches = f"phi_off={not phi}, RDP_off={phi}"
    if kind == "laplace":
        b, _ = serving.quotient(mechanism["scale"], mechanism["sensitivity"])
        return f"mechanism_zoo.LaplaceMechanism(b={b!r}, {switches})"
    if kind == "gaussian":
        sigma, _ = serving.quotient(mechanism["sigma"], mechanism["sensitivity"])
        return f"mechanism_zoo.GaussianMechanism(sigma={sigma!r}, {switches}{', approxDP_off=True' if phi else ''})"
    eps, _ = converted(serving.pure_parameter, mechanism)
    response = serving.as_response(mechanism)
    p = 1 / (1 + math.exp(-eps)) if response is None else serving.nearest(Fraction(1) - response[1])[0]
    return f"mechanism_zoo.RandresponseMechanism(p={p!r}, {switches})"
