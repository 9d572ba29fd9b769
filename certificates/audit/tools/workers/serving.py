"""What every worker shares: the loop that reads requests and writes replies, and the mechanisms as Python values.

A worker runs in the environment of its tool, which knows nothing of this project: standard library only, here too. The
protocol is in `docs/audit_protocol.md`.
"""

# ruff: noqa: INP001 - scripts for other environments, not a package
from __future__ import annotations

import json
import math
import os
import platform
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

PROTOCOL = 1
MESSAGE_LIMIT = 500
"""Characters of an error's message that are passed on."""
MEMORY = "EXACTPLD_WORKER_MEMORY"
"""The environment variable with the bytes of address space that a worker may take."""

Mechanism = Mapping[str, Any]
Query = Mapping[str, Any]
Answer = dict[str, Any]


class Unsupported(Exception):
    """Raised when a tool cannot express a mechanism, or answer a query; its text is the reason."""


@dataclass(frozen=True)
class Prepared:
    """A mechanism as a tool holds it.

    Attributes
    ----------
    held
        What the method's `answer` gets: an accountant, a PLD.
    exact
        Whether the tool was given just this mechanism; False when a parameter had to be rounded to a float.
    """

    held: Any
    exact: bool = True


@dataclass(frozen=True)
class Method:
    """One way to ask a tool.

    Attributes
    ----------
    name
        Its name in requests.
    documented
        What the tool documents its values to be: ``upper``, ``lower``, ``bracket`` (lower, estimate, upper), ``estimate``.
    queries
        The kinds of queries that it answers.
    mechanisms
        The kinds of mechanisms that it takes.
    prepare
        ``(mechanism, times, options) -> Prepared``; raises `Unsupported`.
    answer
        ``(held, query) -> value``: a float, or an answer as the protocol writes it.
    text
        What is called, for people.
    clipped
        Whether its epsilons are at least 0 by definition.
    options
        The options that a request may give, with their values when it does not.
    direction
        Which directions its values are about: ``both``, ``P over Q`` or ``Q over P``.
    """

    name: str
    documented: str
    queries: Sequence[str]
    mechanisms: Sequence[str]
    prepare: Callable[[Mechanism, int, Mapping[str, Any]], Prepared]
    answer: Callable[[Any, Query], Any]
    text: str = ""
    clipped: bool = True
    options: Mapping[str, float | None] = field(default_factory=dict)
    direction: str = "both"


# --- floats --------------------------------------------------------------------------------------------------------------


def write_float(value: Any) -> str:
    """Return the text of a float: hexadecimal, ``nan``, ``inf`` or ``-inf``."""
    x = float(value)
    if math.isnan(x):
        return "nan"
    return x.hex() if math.isfinite(x) else "inf" if x > 0 else "-inf"


def read_float(value: Any) -> float:
    """Return the float of such a text, or of a JSON number."""
    return float.fromhex(value) if isinstance(value, str) else float(value)


def nearest(value: Fraction) -> tuple[float, bool]:
    """Return the float nearest to a fraction, and whether it is just that fraction."""
    x = float(value)
    return x, Fraction(x) == value


def log_of(value: Fraction) -> float:
    """Return a float near the logarithm of a fraction >= 0."""
    if not value:
        return -math.inf
    if Fraction(1, 2) < value < 2:
        return math.log1p(float(value - 1))
    shift = value.numerator.bit_length() - value.denominator.bit_length()
    return math.log(float(value / Fraction(2) ** shift)) + shift * math.log(2)


# --- mechanisms ----------------------------------------------------------------------------------------------------------


def decode(content: Any) -> Mechanism:
    """Return a mechanism with its floats, integers, masses (`Fraction`) and parts as Python values."""
    if content is None:
        return {"kind": "none"}
    out: dict[str, Any] = {"kind": content["kind"]}
    for key, value in content.items():
        if key in ("k", "s"):
            out[key] = int(value)
        elif key in ("P", "Q"):
            out[key] = {outcome: Fraction(mass) for outcome, mass in value.items()}
        elif key == "of":
            out[key] = decode(value)
        elif key == "parts":
            out[key] = [(int(k), decode(part)) for k, part in value]
        elif key != "kind":
            out[key] = read_float(value)
    return out


def parts_of(mechanism: Mechanism, times: int = 1) -> Iterator[tuple[int, Mechanism]]:
    """Yield the mechanisms of a composition, with how often each is used; sums inside sums are taken apart."""
    if mechanism["kind"] != "sum":
        yield times, mechanism
        return
    for k, part in mechanism["parts"]:
        yield from parts_of(part, k * times)


def as_response(mechanism: Mechanism) -> tuple[int, Fraction] | None:
    """Return ``(k, m)`` when `pmfs` are just k-ary randomized response whose other values have the mass m each."""
    if mechanism["kind"] != "pmfs":
        return None
    P, Q = mechanism["P"], mechanism["Q"]
    k = len(P)
    if P.keys() != Q.keys() or k < 2:
        return None
    differ = [outcome for outcome in P if P[outcome] != Q[outcome]]
    if len(differ) != 2:
        return None
    a, b = differ
    other = min(P[a], P[b])
    if (P[a], P[b]) != (Q[b], Q[a]) or not other or any(P[outcome] != other for outcome in P if outcome not in (a, b)):
        return None
    return k, other


def as_approx(mechanism: Mechanism) -> tuple[Fraction, Fraction] | None:
    """Return ``(e^eps, delta)`` when `pmfs` are just the canonical (eps, delta) mechanism, eps >= 0."""
    if mechanism["kind"] != "pmfs":
        return None
    P, Q = mechanism["P"], mechanism["Q"]
    pairs = [(P.get(outcome, Fraction(0)), Q.get(outcome, Fraction(0))) for outcome in {**P, **Q}]
    delta = sum((p for p, q in pairs if not q), Fraction(0))
    if delta != sum((q for p, q in pairs if not p), Fraction(0)):
        return None
    rest = sorted((p, q) for p, q in pairs if p and q)
    if len(rest) == 1 and rest[0][0] == rest[0][1]:
        return Fraction(1), delta
    if len(rest) != 2 or rest[0] != rest[1][::-1]:
        return None
    return rest[1][0] / rest[1][1], delta


def noise_parameter(mechanism: Mechanism) -> tuple[float, int, bool]:
    """Return ``(p, k, exact)``: k-ary randomized response that draws uniformly with probability p; `Unsupported` for other mechanisms."""
    kind = mechanism["kind"]
    if kind in ("rr", "k-rr"):
        k = mechanism.get("k", 2)
        x = math.exp(-mechanism["eps"])  # p = k/(e^eps + k - 1)
        return k * x / (1 + (k - 1) * x), k, mechanism["eps"] == 0
    found = as_response(mechanism)
    if found is None:
        raise Unsupported("the tool takes randomized response only, and this is another mechanism")
    k, other = found
    p, exact = nearest(k * other)
    return p, k, exact


def pure_parameter(mechanism: Mechanism) -> tuple[float, bool]:
    """Return ``(eps, exact)`` of binary randomized response, as `rr`, as `geometric` with s = 1, or as masses."""
    kind = mechanism["kind"]
    if kind == "rr":
        return mechanism["eps"], True
    if kind == "geometric" and mechanism["s"] == 1:
        return mechanism["a"], True
    found = as_response(mechanism)
    if found is None or found[0] != 2:
        raise Unsupported("the tool takes binary randomized response only, and this is another mechanism")
    return log_of((1 - found[1]) / found[1]), found[1] == Fraction(1, 2)


def approx_parameters(mechanism: Mechanism) -> tuple[float, float, bool]:
    """Return ``(eps, delta, exact)`` of the canonical (eps, delta) mechanism, as `approx`, as `rr`, or as masses."""
    if mechanism["kind"] == "approx":
        return mechanism["eps"], mechanism["delta"], True
    found = as_approx(mechanism)
    if found is None:
        eps, exact = pure_parameter(mechanism)
        return eps, 0.0, exact
    delta, exact = nearest(found[1])
    return log_of(found[0]), delta, exact and found[0] == 1


def quotient(a: float, b: float) -> tuple[float, bool]:
    """Return a/b as a float, and whether it is exact."""
    x = a / b
    return x, math.isfinite(x) and Fraction(x) * Fraction(b) == Fraction(a)


# --- the loop ------------------------------------------------------------------------------------------------------------


def serve(tool: str, version: str, methods: Sequence[Method]) -> None:
    """Say hello, then answer requests, one a line, until the input ends."""
    _limit_memory()
    with _protocol_output() as send:
        threading.Thread(target=_end_with_parent, daemon=True).start()
        described = [_described(method) for method in methods]
        send({"protocol": PROTOCOL, "tool": tool, "version": version, "python": platform.python_version(), "methods": described})
        by_name = {method.name: method for method in methods}
        for line in sys.stdin:
            if line.strip():
                send(_reply(by_name, json.loads(line)))


def _described(method: Method) -> dict[str, Any]:
    return {
        "name": method.name,
        "documented": method.documented,
        "queries": list(method.queries),
        "mechanisms": list(method.mechanisms),
        "clipped": method.clipped,
        "direction": method.direction,
        "options": {name: None if value is None else write_float(value) for name, value in method.options.items()},
        "text": method.text,
    }


def _reply(methods: Mapping[str, Method], request: Mapping[str, Any]) -> dict[str, Any]:
    reply: dict[str, Any] = {"id": request["id"]}
    began = time.monotonic()
    try:
        method = methods[request["method"]]
        mechanism = decode(request["mechanism"])
        unknown = {part["kind"] for _, part in parts_of(mechanism)} | {mechanism["kind"]}
        unknown -= {*method.mechanisms, *(("none",) if "spend" in method.queries else ())}
        if unknown:
            raise Unsupported(f"{method.name} does not take {', '.join(sorted(unknown))}".replace("take none", "answer without a mechanism"))  # noqa: TRY301 - one place for all refusals
        options = {**method.options, **{name: read_float(value) for name, value in request.get("options", {}).items()}}
        if options.keys() - method.options.keys():
            raise Unsupported(f"{method.name} has no option {', '.join(sorted(options.keys() - method.options.keys()))}")  # noqa: TRY301
        prepared = method.prepare(mechanism, request["times"], options)
        reply["input"] = "exact" if prepared.exact else "rounded"
        reply["answers"] = [_answer(method, prepared.held, query) for query in request["queries"]]
    except Unsupported as reason:
        reply["unsupported"] = str(reason)[:MESSAGE_LIMIT]
    except Exception as problem:  # noqa: BLE001 - what a tool raises is its answer
        reply["error"] = _error(problem)
    reply["seconds"] = time.monotonic() - began
    return reply


def _answer(method: Method, held: Any, query: Query) -> Answer:
    if query["kind"] not in method.queries:
        return {"unsupported": f"{method.name} does not answer {query['kind']}"}
    try:
        value = method.answer(held, {key: _read(key, value) for key, value in query.items()})
    except Unsupported as reason:
        return {"unsupported": str(reason)[:MESSAGE_LIMIT]}
    except Exception as problem:  # noqa: BLE001 - as above
        return {"error": _error(problem)}
    return value if isinstance(value, dict) else {method.documented: write_float(value)}


def _read(key: str, value: Any) -> Any:
    """Return a field of a query with its floats read."""
    if key == "spends":
        return [(int(k), read_float(amount)) for k, amount in value]
    if isinstance(value, list):
        return [read_float(item) for item in value]
    return value if key in ("kind", "direction", "order") else read_float(value)


def bracket(values: Sequence[Any]) -> Answer:
    """Return the answer of a tool that says (lower, estimate, upper)."""
    lower, estimate, upper = values
    return {"lower": write_float(lower), "estimate": write_float(estimate), "upper": write_float(upper)}


def _error(problem: Exception) -> dict[str, str]:
    return {"type": type(problem).__name__, "message": str(problem)[:MESSAGE_LIMIT]}


@contextmanager
def _protocol_output() -> Iterator[Callable[[Any], None]]:
    """Keep standard output for replies: what a tool prints goes to standard error."""
    with os.fdopen(os.dup(1), "w", encoding="utf-8", newline="\n") as out:
        os.dup2(2, 1)

        def send(content: Any) -> None:
            out.write(json.dumps(content, separators=(",", ":")) + "\n")
            out.flush()

        yield send


def _limit_memory() -> None:
    limit = os.environ.get(MEMORY, "")
    if limit.isdigit():
        try:
            import resource

            resource.setrlimit(resource.RLIMIT_AS, (int(limit), int(limit)))
        except (ImportError, ValueError, OSError):
            pass


def _end_with_parent() -> None:
    """End when the process that asks is gone, also in the middle of a long answer."""
    parent = os.getppid()
    while os.getppid() == parent:
        time.sleep(1)
    os._exit(1)
