"""Answers as claims: what a tool said about an instance, in the form that is audited."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from certificates.audit.instance import Instance
from certificates.audit.tools.replies import Answer, Hello, Method

if TYPE_CHECKING:
    from certificates.audit.claim import Claim


def claim_objects(  # noqa: PLR0913, PLR0917 - who, how, about what, and what was said
    hello: Hello, method: Method, instance: Instance | None, times: int, answers: Iterable[Answer], prefix: str = ""
) -> list[dict[str, Any]]:
    """Return the JSON object of a claim for every answer that said something; floats are Python's, so `json.dumps` keeps them.

    Parameters
    ----------
    hello, method
        Who said it, and how it was asked.
    instance, times
        What it was asked about.
    answers
        The answers; those that say nothing give no claim.
    prefix
        Begins the ids; the number of the answer follows.
    """
    out = []
    for number, answer in enumerate(answers):
        if answer.outcome != "said":
            continue
        query, says, direction = _asked(method, answer)
        about: dict[str, Any] = {}
        if instance is not None:
            about = {"mechanism": _mechanism(instance), "times": times} | ({"direction": direction} if direction else {})
        out.append(
            {"id": f"{prefix}{number}", "tool": hello.tool, "version": hello.version, "method": method.name}
            | about
            | {"query": query, "says": says}
            | ({"input": answer.input} if answer.input else {})
        )
    return out


def claims_of(  # noqa: PLR0913, PLR0917 - as above
    hello: Hello, method: Method, instance: Instance | None, times: int, answers: Iterable[Answer], prefix: str = ""
) -> list[Claim]:
    """Return the claims of answers, as `claim_objects`."""
    from certificates.audit.claim import Claim

    return [Claim.from_json(content) for content in claim_objects(hello, method, instance, times, answers, prefix)]


def _mechanism(instance: Instance) -> Any:
    """Return explicit mass functions as such, an expression for all else; for a continuous mechanism its label, which no one can read exactly."""
    if not instance.is_finite():
        return instance.label()
    content = instance.to_json()
    return {side: content[side] for side in ("P", "Q")} if instance.kind == "pmfs" else instance.expression()


def _asked(method: Method, answer: Answer) -> tuple[dict[str, Any], dict[str, Any], str | None]:
    """Return the query, the values and the direction of a claim."""
    query, kind = answer.query, answer.query["kind"]
    says = {bound: _value(value) for bound, value in answer.says.items() if bound != "eps"}
    direction = None if method.direction == "both" else method.direction
    if kind == "guarantee":
        return {"kind": "delta", "eps": _float(answer.says["eps"])}, says, direction
    if kind == "pld":
        return {"kind": "pld"}, says, query.get("direction", "P over Q")
    asked = {key: _plain(value) for key, value in query.items()}
    if kind == "epsilon" and method.clipped:
        asked["clipped"] = True
    return asked, says, direction


def _value(value: Any) -> Any:
    if isinstance(value, str):
        return _float(value)
    if isinstance(value, list):
        return [_float(item) for item in value]
    if isinstance(value, Mapping):
        return {key: value[key] if key == "first" else _value(value[key]) for key in value}
    return value


def _float(text: str) -> float | str:
    value = float.fromhex(text)
    return value if math.isfinite(value) else text


def _plain(value: Any) -> Any:
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    if isinstance(value, float) and not math.isfinite(value):
        return "nan" if math.isnan(value) else "inf" if value > 0 else "-inf"
    return value
