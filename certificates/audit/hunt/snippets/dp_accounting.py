"""Snippets for dp-accounting."""

from __future__ import annotations

import math

from certificates.audit.hunt.question import Case
from certificates.audit.hunt.snippets.script import (
    Mechanism,
    converted,
    dictionary,
    mechanism_of,
    number,
    parts_of,
    script,
)
from certificates.audit.tools.replies import Method
from certificates.audit.tools.workers import serving
from exact.errors import Unsupported

IMPORT = "from dp_accounting.pld import common, privacy_loss_distribution"
ACCOUNTANTS = {
    "pld-accountant": ("from dp_accounting.pld.pld_privacy_accountant import PLDAccountant", "PLDAccountant"),
    "rdp-accountant": ("from dp_accounting.rdp.rdp_privacy_accountant import RdpAccountant", "RdpAccountant"),
}


def snippet(case: Case, method: Method) -> str:
    """Return the snippet; `Unsupported` where there is none."""
    return _with_accountant(case) if method.name in ACCOUNTANTS else _with_pld(case)


# --- privacy loss distributions ------------------------------------------------------------------------------------------


def _with_pld(case: Case) -> str:
    if case.method == "pld-in-two":
        return _in_two(case)
    lines, names = [], []
    found = parts_of(case)
    for i, (k, part) in enumerate(found):
        name = "pld" if len(found) == 1 else f"part_{i}"
        lines += _made(case.method, part, name)
        lines += [f"{name} = {name}.self_compose({k})"] if k > 1 else []
        names.append(name)
    if len(names) > 1:
        lines.append("pld = " + names[0] + "".join(f".compose({name})" for name in names[1:]))
    return script(IMPORT, "", *lines, *_asked(case))


def _asked(case: Case) -> list[str]:
    question = case.question
    if question.kind == "pld":
        side = "_pmf_add" if question.direction == "Q over P" else "_pmf_remove"
        return [f"print(vars(pld.{side}))"]
    if question.kind == "delta":
        at = number(float(question.at or 0.0))
        value = f"pld.get_delta_for_epsilon([{at}])[0]" if case.method == "pld-vectorised" else f"pld.get_delta_for_epsilon({at})"
    else:
        value = f"pld.get_epsilon_for_delta({number(float(question.at or 0.0))})"
    return [f"print(repr(float({value})))"]


def _in_two(case: Case) -> str:
    if case.times < 2:
        raise Unsupported("two mechanisms are wanted")
    rest = f"one.self_compose({case.times - 1})" if case.times > 2 else "one"
    value = f"{rest}.get_delta_for_epsilon_for_composed_pld(one, {number(float(case.question.at or 0.0))})"
    return script(IMPORT, "", *_made(case.method, mechanism_of(case), "one"), f"print(repr(float({value})))")


def _made(method: str, mechanism: Mechanism, name: str) -> list[str]:
    """Return the lines that make the PLD of one mechanism, as the worker makes it."""
    pessimistic, dots = method != "pld-optimistic", method not in ("pld-buckets", "pld-optimistic")
    call, kind = f"{name} = privacy_loss_distribution.", mechanism["kind"]
    rounding = "" if pessimistic else ", pessimistic_estimate=False"
    switches = f"{rounding}, use_connect_dots={dots}"
    if kind == "subsample":
        return [_noise(call, mechanism["of"], f"{switches}, sampling_prob={number(mechanism['q'])}")]
    if kind in ("geometric", "laplace", "gaussian"):
        return [_noise(call, mechanism, switches)]
    response = serving.as_response(mechanism)
    if kind == "k-rr" or (response and response[0] > 2):
        p, k, _ = converted(serving.noise_parameter, mechanism)
        return [f"{call}from_randomized_response({number(p)}, {k}{rounding})"]
    if kind in ("rr", "approx") and pessimistic:
        return [f"{call}from_privacy_parameters(common.DifferentialPrivacyParameters({mechanism['eps']!r}, {mechanism.get('delta', 0.0)!r}))"]
    if kind == "rr":
        return [f"{call}from_discrete_laplace_mechanism({mechanism['eps']!r}, 1{switches})"]
    lower, upper = _logs(mechanism)
    return [
        f"lower = {dictionary(lower)}  # logarithms of the masses of Q",
        f"upper = {dictionary(upper)}  # ... and of P",
        f"{call}from_two_probability_mass_functions(lower, upper{rounding}, symmetric=False)",
    ]


def _noise(call: str, mechanism: Mechanism, switches: str) -> str:
    kind = mechanism["kind"]
    if kind == "geometric":
        return f"{call}from_discrete_laplace_mechanism({mechanism['a']!r}, {mechanism['s']}{switches})"
    if kind == "laplace":
        return f"{call}from_laplace_mechanism({mechanism['scale']!r}, {mechanism['sensitivity']!r}{switches})"
    if kind == "gaussian":
        return f"{call}from_gaussian_mechanism({mechanism['sigma']!r}, {mechanism['sensitivity']!r}{switches})"
    raise Unsupported(f"the tool has no subsampled {kind}")


def _logs(mechanism: Mechanism) -> tuple[dict[str, float], dict[str, float]]:
    """Return the logarithms of the masses of Q and of P, to the last bit those of the worker."""
    if mechanism["kind"] == "pmfs":
        lower, upper = ({outcome: serving.log_of(mass) for outcome, mass in mechanism[side].items() if mass} for side in ("Q", "P"))
        return lower, upper
    eps, delta, _ = converted(serving.approx_parameters, mechanism)
    rest = math.log1p(-delta) if delta < 1 else -math.inf
    more, less = rest - math.log1p(math.exp(-eps)), rest - eps - math.log1p(math.exp(-eps))
    lower, upper = {"more": less, "less": more}, {"more": more, "less": less}
    if delta:
        lower["Q alone"] = upper["P alone"] = math.log(delta)
    return lower, upper


# --- accountants ---------------------------------------------------------------------------------------------------------


def _with_accountant(case: Case) -> str:
    line, name = ACCOUNTANTS[case.method]
    found = [(k, *_event(part)) for k, part in parts_of(case)]
    relation = found[0][2]
    question = case.question
    orders = f"orders=[{question.at}], " if question.kind == "renyi" else ""
    value = {
        "delta": f"accountant.get_delta({number(float(question.at or 0.0))})",
        "renyi": "accountant.rdp[0]",
    }.get(question.kind, f"accountant.get_epsilon({number(float(question.at or 0.0))})")
    return script(
        "import dp_accounting",
        "from dp_accounting import dp_event",
        line,
        "",
        f"accountant = {name}({orders}neighboring_relation=dp_accounting.NeighboringRelation.{relation})",
        *(f"accountant.compose({event}, {k})" for k, event, _ in found),
        f"print(repr(float({value})))",
    )


def _event(mechanism: Mechanism) -> tuple[str, str]:
    kind = mechanism["kind"]
    if kind == "geometric":
        return f"dp_event.DiscreteLaplaceDpEvent({mechanism['a']!r}, {mechanism['s']})", "ADD_OR_REMOVE_ONE"
    if kind in ("laplace", "gaussian"):
        name = "scale" if kind == "laplace" else "sigma"
        multiplier, _ = serving.quotient(mechanism[name], mechanism["sensitivity"])
        return f"dp_event.{kind.capitalize()}DpEvent({multiplier!r})", "ADD_OR_REMOVE_ONE"
    if kind == "subsample":
        inner, relation = _event(mechanism["of"])
        return f"dp_event.PoissonSampledDpEvent({mechanism['q']!r}, {inner})", relation
    p, k, _ = converted(serving.noise_parameter, mechanism)
    return f"dp_event.RandomizedResponseDpEvent({p!r}, {k})", "REPLACE_ONE"
