"""Lines of a snippet: imports, work, and the print at the end."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from certificates.audit.hunt.question import Case
from certificates.audit.tools.workers import serving
from exact.errors import Unsupported

Mechanism = Mapping[str, Any]


def mechanism_of(case: Case) -> Mechanism:
    """Return the mechanism of a case as workers hold it."""
    return serving.decode(case.instance.to_json())


def parts_of(case: Case) -> list[tuple[int, Mechanism]]:
    """Return the parts of the composition that a case asks about, with how often each is used."""
    return list(serving.parts_of(mechanism_of(case), case.times))


def converted(call: Any, *arguments: Any) -> Any:
    """Return what a conversion of the workers returns; `Unsupported` where the worker has no such mechanism."""
    try:
        return call(*arguments)
    except serving.Unsupported as reason:
        raise Unsupported(str(reason)) from None


def script(*lines: str) -> str:
    """Return lines as a script."""
    return "\n".join(lines) + "\n"


def dictionary(items: Mapping[str, float]) -> str:
    """Return a dictionary of floats as code."""
    return "{" + ", ".join(f'"{key}": {number(value)}' for key, value in items.items()) + "}"


def number(value: float) -> str:
    """Return a float as code."""
    text = repr(value)
    return f'float("{text}")' if text in ("inf", "-inf", "nan") else text
