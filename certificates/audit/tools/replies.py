"""What workers say, read with care: a worker may write anything."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from certificates.audit.instance import KINDS as MECHANISMS
from certificates.audit.tools.process import ToolFailure
from certificates.audit.tools.queries import KINDS, Query
from exact.errors import NotReadable
from exact.writing import shorten

PROTOCOL = 1
METHOD_LIMIT = 64
TEXT_LIMIT = 2_000
MASS_LIMIT = 2_000_000
"""Atoms of a discretised PLD."""
DIRECTIONS = ("both", "P over Q", "Q over P")
DOCUMENTED = ("upper", "lower", "estimate", "bracket")

_FLOAT = re.compile(r"-?0x[0-9a-f](\.[0-9a-f]{1,16})?p[+-]?[0-9]{1,5}|nan|-?inf", re.ASCII)


@dataclass(frozen=True, slots=True)
class Method:
    """One way to ask a tool: its name, what its values are documented to be, and what it takes.

    Attributes
    ----------
    name, text
        Its name in requests, and what it calls.
    documented
        ``upper``, ``lower``, ``estimate``, or ``bracket``: a lower bound, an estimate and an upper bound.
    queries, mechanisms
        The kinds that it takes.
    clipped
        Whether its epsilons are at least 0 by definition.
    options
        Options with their usual values (None: the tool's own choice).
    direction
        Which directions its values are about: ``both``, ``P over Q`` or ``Q over P``.
    """

    name: str
    documented: str
    queries: tuple[str, ...]
    mechanisms: tuple[str, ...]
    clipped: bool = True
    options: Mapping[str, float | None] = field(default_factory=dict)
    text: str = ""
    direction: str = "both"


@dataclass(frozen=True, slots=True)
class Hello:
    """What a worker says of itself."""

    tool: str
    version: str
    python: str
    methods: tuple[Method, ...]

    def method(self, name: str) -> Method | None:
        """Return the method of this name, or None."""
        return next((method for method in self.methods if method.name == name), None)


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to one query.

    Attributes
    ----------
    query
        What was asked.
    outcome
        ``said``; ``unsupported`` by the tool or the worker; ``error``: the tool raised one; ``failure``: the worker failed.
    says
        With ``said``: "upper", "lower", "estimate" with texts of floats, as the protocol has them.
    reason
        Otherwise one sentence.
    input
        Whether the tool was given just this mechanism ("exact"), or one with a rounded parameter.
    seconds
        The time of the whole request, in the worker.
    failure
        With ``failure``: what happened.
    """

    query: Query
    outcome: Literal["said", "unsupported", "error", "failure"]
    says: Mapping[str, Any] = field(default_factory=dict)
    reason: str = ""
    input: Literal["exact", "rounded"] | None = None
    seconds: float = 0.0
    failure: ToolFailure | None = None

    def value(self, bound: str) -> float | None:
        """Return the float that is said as this bound ("upper", "lower", "estimate"), None where there is none."""
        text = self.says.get(bound)
        return float.fromhex(text) if isinstance(text, str) else None


def read_line(line: bytes) -> Any:
    """Return the JSON value of a line; `NotReadable` for anything else."""
    try:
        return json.loads(line)
    except (ValueError, RecursionError) as problem:
        raise NotReadable(f"a line that is no JSON: {shorten(str(problem))}") from None


def read_hello(content: Any) -> Hello:
    """Return what a worker says of itself; `NotReadable` for anything else."""
    if not isinstance(content, dict) or content.get("protocol") != PROTOCOL:
        raise NotReadable(f"the first line is no hello of protocol {PROTOCOL}")
    methods = content.get("methods")
    if not isinstance(methods, list) or not 0 < len(methods) <= METHOD_LIMIT:
        raise NotReadable(f"a worker has 1 to {METHOD_LIMIT} methods")
    found = tuple(_method(method) for method in methods)
    if len({method.name for method in found}) < len(found):
        raise NotReadable("two methods have one name")
    tool, release, python = (_text(content.get(key), key, 100) for key in ("tool", "version", "python"))
    return Hello(tool, release, python, found)


def _method(content: Any) -> Method:
    if not isinstance(content, dict):
        raise NotReadable("a method is an object")
    options = content.get("options", {})
    clipped = content.get("clipped", True)
    if content.get("documented") not in DOCUMENTED or not isinstance(clipped, bool) or not isinstance(options, dict):
        raise NotReadable(f"a method is documented as one of {', '.join(DOCUMENTED)}")
    return Method(
        _text(content.get("name"), "name", 100),
        content["documented"],
        _names(content.get("queries"), KINDS, "queries"),
        _names(content.get("mechanisms"), MECHANISMS, "mechanisms"),
        clipped,
        {_text(name, "option", 100): None if value is None else float.fromhex(_float(value)) for name, value in options.items()},
        _text(content.get("text", ""), "text", TEXT_LIMIT),
        _names([content.get("direction", "both")], DIRECTIONS, "direction")[0],
    )


def read_answers(content: Any, number: int, queries: Sequence[Query]) -> list[Answer]:
    """Return the answers of a reply to the request of this number; `NotReadable` for anything else."""
    if not isinstance(content, dict) or content.get("id") != number or isinstance(content.get("id"), bool):
        raise NotReadable(f"a reply to another request than {number}")
    seconds = content.get("seconds", 0.0)
    if isinstance(seconds, bool) or not isinstance(seconds, int | float) or not 0 <= seconds < float("inf"):
        raise NotReadable("the seconds of a reply are no time")
    if "unsupported" in content:
        return [Answer(query, "unsupported", reason=_text(content["unsupported"], "unsupported", TEXT_LIMIT)) for query in queries]
    if "error" in content:
        return [Answer(query, "error", reason=_error(content["error"]), seconds=float(seconds)) for query in queries]
    answers, source = content.get("answers"), content.get("input")
    if not isinstance(answers, list) or len(answers) != len(queries):
        raise NotReadable(f"a reply without {len(queries)} answers")
    if source not in ("exact", "rounded"):
        raise NotReadable("a reply says of its input whether it was exact or rounded")
    return [_answer(query, answer, source, float(seconds)) for query, answer in zip(queries, answers, strict=True)]


def _answer(query: Query, content: Any, source: Literal["exact", "rounded"], seconds: float) -> Answer:
    if not isinstance(content, dict) or not content:
        raise NotReadable("an answer is an object")
    if "unsupported" in content:
        return Answer(query, "unsupported", reason=_text(content["unsupported"], "unsupported", TEXT_LIMIT), input=source, seconds=seconds)
    if content.keys() == {"error"} and isinstance(content["error"], dict):
        return Answer(query, "error", reason=_error(content["error"]), input=source, seconds=seconds)
    allowed = {"upper", "lower", "estimate", "error"} | ({"eps"} if query["kind"] == "guarantee" else set())
    if content.keys() - allowed or not content.keys() & {"upper", "lower", "estimate"}:
        raise NotReadable("an answer has the keys upper, lower, estimate, error")
    return Answer(query, "said", {key: _said(query, key, value) for key, value in content.items()}, input=source, seconds=seconds)


def _said(query: Query, key: str, value: Any) -> Any:
    if query["kind"] == "pld" and key in ("upper", "lower"):
        return _whole(value)
    if query["kind"] == "profile" and isinstance(value, list):
        if len(value) != len(query["eps"]):
            raise NotReadable("a profile with another number of values than was asked")
        return [_float(item) for item in value]
    return _float(value)


def _whole(content: Any) -> Mapping[str, Any]:
    forms = ({"interval", "first", "masses", "infinite"}, {"losses", "masses", "infinite"})
    if not isinstance(content, dict) or content.keys() not in forms:
        raise NotReadable("a discretised PLD has the keys interval, first, masses and infinite, or losses, masses and infinite")
    first = content.get("first", 0)
    if isinstance(first, bool) or not isinstance(first, int) or abs(first) >= 10**15:
        raise NotReadable("the first index of a discretised PLD is an integer below 10^15")
    lists = [content[key] for key in ("losses", "masses") if key in content]
    if not all(isinstance(items, list) and 0 < len(items) <= MASS_LIMIT for items in lists) or len({len(items) for items in lists}) > 1:
        raise NotReadable(f"a discretised PLD has 1 to {MASS_LIMIT} masses")
    for items in [*lists, [content["infinite"], content.get("interval", "0x0.0p+0")]]:
        for item in items:
            _float(item)
    return content


def _float(value: Any) -> str:
    if not isinstance(value, str) or len(value) > 40 or not _FLOAT.fullmatch(value):
        raise NotReadable(f"a value that is no float: {shorten(repr(value))}")
    try:
        float.fromhex(value)
    except OverflowError:
        raise NotReadable("a value beyond the range of floats") from None
    return value


def _error(content: Any) -> str:
    if not isinstance(content, dict):
        raise NotReadable("an error is an object with type and message")
    return f"{_text(content.get('type'), 'type', 100)}: {_text(content.get('message'), 'message', TEXT_LIMIT)}"


def _text(value: Any, what: str, limit: int) -> str:
    if not isinstance(value, str) or len(value) > limit:
        raise NotReadable(f"{what} is no text of at most {limit} characters")
    return value


def _names(value: Any, known: Sequence[str], what: str) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(name, str) and name in known for name in value):
        raise NotReadable(f"{what} are some of {', '.join(known)}")
    return tuple(value)
