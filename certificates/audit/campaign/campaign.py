"""Campaign files of ``exactpld audit run``: TOML with tools, mechanisms, and what is asked about each of them.

    title = "Randomized response under dp-accounting"
    time_limit = 60                     # seconds for one request to a tool
    tolerance = {relative = "1e-9"}     # by how much values may be off; the strict verdict is kept beside it
    loose = "1.001"                     # the factor from which a bound that holds is called loose

    [[tool]]
    name = "dp-accounting"
    methods = ["pld-pessimistic", "pld-optimistic"]   # all, if left out
    python = "/path/to/python"                        # an environment that has it; made and kept in a cache, if left out

    [[mechanism]]                       # parameters that are lists make a grid, see `certificates.audit.campaign.mechanisms`
    kind = "rr"
    eps = [0.1, 0.5, 1.0, 3.0]
    times = [1, 10, 100]

    [[query]]                           # see `certificates.audit.campaign.questions`
    kind = "epsilon"
    delta = [1e-6, 1e-12]

A file may come from a stranger: sizes and counts are bounded, every key must be known, and nothing in it is evaluated. But `python` and `worker` name
programs that are run.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Any, TypeVar

from certificates import tomlfile
from certificates.audit import values
from certificates.audit.campaign.mechanisms import GRID_LIMIT, read_mechanism
from certificates.audit.campaign.questions import Question, read_ledger, read_question
from certificates.audit.campaign.reading import read_float
from certificates.audit.checking import LOOSE
from certificates.audit.claim import Tolerance
from certificates.audit.claim import tolerance as read_tolerance
from certificates.audit.instance import Instance
from certificates.audit.tools.catalogue import CATALOGUE, entry
from certificates.tomlfile import check_keys, kind_of, parse, read_bytes
from exact.errors import ExactError, NotReadable, OutOfRange, TooLarge
from exact.writing import shorten

T = TypeVar("T")

TABLE_LIMIT = 1_000
"""The largest number of tables of one kind."""
TIME_LIMITS = (0.01, 86_400.0)
NAME_LIMIT = 100
PATH_LIMIT = 4_096
OPTION_LIMIT = 32
NESTING_LIMIT = 32

KNOWN = ("title", "time_limit", "tolerance", "loose", "tool", "mechanism", "query", "ledger")
TOOL_KEYS = ("name", "methods", "options", "python", "worker")


@dataclass(frozen=True, slots=True)
class ToolEntry:
    """A table ``[[tool]]``.

    Attributes
    ----------
    name
        A name of `certificates.audit.tools.CATALOGUE`, or with a worker of one's own any name.
    methods
        The methods that are asked; None for all.
    options
        Options of these methods.
    python
        The interpreter of an environment that has the tool; None for one that is made.
    worker
        A worker of one's own (docs/audit_protocol.md), run with `python` or this interpreter.
    """

    name: str
    methods: tuple[str, ...] | None = None
    options: tuple[tuple[str, float], ...] = ()
    python: str | None = None
    worker: str | None = None


@dataclass(frozen=True, slots=True)
class Campaign:
    """What is asked of which tools about which mechanisms. Made by `read_campaign` or `parse_campaign`.

    Attributes
    ----------
    tools
        Who is asked.
    mechanisms
        Instances, each with its numbers of compositions.
    questions
        What is asked about each of them.
    ledgers
        Budgets whose total is asked for: lists of (times, amount).
    tolerance, loose
        As `certificates.audit.check` takes them.
    time_limit
        Seconds for one request.
    title
        What people call it.
    content
        The tables, floats as hexadecimal texts.
    """

    tools: tuple[ToolEntry, ...]
    mechanisms: tuple[tuple[Instance, tuple[int, ...]], ...]
    questions: tuple[Question, ...]
    ledgers: tuple[tuple[tuple[int, float], ...], ...] = ()
    tolerance: Tolerance | None = None
    loose: Fraction = LOOSE
    time_limit: float = 60.0
    title: str | None = None
    content: Mapping[str, Any] = field(default_factory=dict, compare=False, hash=False, repr=False)

    @property
    def digest(self) -> str:
        """The digest of the question: of everything but the title and the places of programs."""
        rest = {key: value for key, value in self.content.items() if key not in ("title", "tool")}
        tools = [{key: value for key, value in tool.items() if key not in ("python", "worker")} for tool in self.content["tool"]]
        return digest(rest | {"tool": tools})


def digest(content: Any) -> str:
    """Return the digest of a JSON value."""
    text = json.dumps(content, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return "sha256:" + hashlib.sha256(text.encode("ascii")).hexdigest()


def read_campaign(path: Path) -> Campaign:
    """Return the campaign in a file; errors as `parse_campaign`, with the file. The path of a worker is relative to the file."""
    data = read_bytes(path)
    try:
        return parse_campaign(data, path.parent)
    except ExactError as problem:
        raise type(problem)(f"{path}: {problem}") from None


def parse_campaign(data: bytes, folder: Path | None = None) -> Campaign:
    """Return the campaign in the content of a file.

    Raises
    ------
    ExactError
        `NotReadable`, `OutOfRange` or `TooLarge` with the key, and what reading a mechanism raises.
    """
    return campaign_of(plain(parse(data, "campaign file")), folder)


def plain(content: Any, depth: int = NESTING_LIMIT) -> Any:
    """Return tables as JSON values, floats as hexadecimal texts, which stay what they are in any spelling."""
    if not depth:
        raise TooLarge("the file is nested too deeply")
    if isinstance(content, dict):
        return {key: plain(value, depth - 1) for key, value in content.items()}
    if isinstance(content, list):
        return [plain(value, depth - 1) for value in content]
    if isinstance(content, float):
        return content.hex()
    if not isinstance(content, str | int):
        raise NotReadable(f"{shorten(str(content))} is {kind_of(content)}, which no key takes")
    return content


def campaign_of(content: Mapping[str, Any], folder: Path | None = None) -> Campaign:
    """Return the campaign of tables that `plain` has returned; errors as `parse_campaign`."""
    check_keys(content, ("tool",), KNOWN)
    title = tomlfile.title(content.get("title"))
    tools = _tables(content, "tool", lambda table, where: _tool(table, where, folder))
    if not tools:
        raise OutOfRange('there is no tool to ask, as in [[tool]] name = "dp-accounting"')
    mechanisms = _tables(content, "mechanism", read_mechanism)
    questions = _tables(content, "query", read_question)
    ledgers = _tables(content, "ledger", read_ledger)
    if bool(mechanisms) != bool(questions):
        raise NotReadable("mechanisms and queries belong together: give [[mechanism]] and [[query]]")
    if not mechanisms and not ledgers:
        raise NotReadable("nothing is asked: give [[mechanism]] and [[query]], or [[ledger]]")
    if sum(len(found) * len(times) for found, times in mechanisms) > GRID_LIMIT:
        raise TooLarge(f"there are more than {GRID_LIMIT} compositions of mechanisms")
    return Campaign(
        tuple(tools),
        tuple((instance, times) for found, times in mechanisms for instance in found),
        tuple(questions),
        tuple(ledgers),
        read_tolerance(content["tolerance"], "tolerance") if "tolerance" in content else None,
        _factor(content.get("loose", str(LOOSE))),
        _seconds(content.get("time_limit", 60)),
        title,
        content,
    )


def _tables(content: Mapping[str, Any], name: str, read: Callable[[object, str], T]) -> list[T]:
    given = content.get(name, [])
    if not isinstance(given, list):
        raise NotReadable(f"{name} must be a list of tables, [[{name}]], not {kind_of(given)}")
    if len(given) > TABLE_LIMIT:
        raise TooLarge(f"there are more than {TABLE_LIMIT} tables [[{name}]]")
    return [read(table, f"{name}[{i}]") for i, table in enumerate(given)]


def _tool(table: object, where: str, folder: Path | None) -> ToolEntry:
    if not isinstance(table, dict):
        raise NotReadable(f'{where} must be a table, as in {{name = "dp-accounting"}}, not {kind_of(table)}')
    check_keys(table, ("name",), TOOL_KEYS, f"{where}: ")
    name = _text(table["name"], f"{where}.name", NAME_LIMIT)
    python = _text(table["python"], f"{where}.python", PATH_LIMIT) if "python" in table else None
    worker = None
    if "worker" in table:
        path = Path(_text(table["worker"], f"{where}.worker", PATH_LIMIT))
        worker = str((folder or Path()).absolute() / path)
    else:
        try:
            entry(name)
        except OutOfRange:
            names = ", ".join(known.name for known in CATALOGUE)
            raise OutOfRange(f"{where}: there is no tool {shorten(name)!r}; known are {names}, and any other with a worker of its own") from None
    methods = None if "methods" not in table else _methods(table["methods"], f"{where}.methods")
    return ToolEntry(name, methods, _options(table.get("options", {}), f"{where}.options"), python, worker)


def _text(given: object, where: str, limit: int) -> str:
    if not isinstance(given, str) or not given or not given.isprintable():
        found = shorten(repr(given)) if isinstance(given, str) else kind_of(given)
        raise NotReadable(f"{where} must be a text of printable characters, not {found}")
    if len(given) > limit:
        raise TooLarge(f"{where} has more than {limit} characters")
    return given


def _methods(given: object, where: str) -> tuple[str, ...]:
    if not isinstance(given, list) or not given or len(given) > TABLE_LIMIT:
        raise NotReadable(f"{where} must be a list of names of methods; leave it out for all of them")
    return tuple(dict.fromkeys(_text(name, where, NAME_LIMIT) for name in given))


def _options(given: object, where: str) -> tuple[tuple[str, float], ...]:
    if not isinstance(given, dict) or len(given) > OPTION_LIMIT:
        raise NotReadable(f"{where} must be a table of at most {OPTION_LIMIT} floats")
    return tuple((_text(name, where, NAME_LIMIT), read_float(value, f"{where}.{shorten(name)}")) for name, value in sorted(given.items()))


def _factor(given: object) -> Fraction:
    factor = values.value(given, "loose").as_number().as_fraction()
    if factor is None or factor <= 1:
        raise OutOfRange("loose must be a rational number larger than 1")
    return factor


def _seconds(given: object) -> float:
    least, most = TIME_LIMITS
    seconds = read_float(given, "time_limit")
    if not least <= seconds <= most:
        raise OutOfRange(f"time_limit must lie between {least:g} and {most:g} seconds, not at {seconds:g}")
    return seconds
