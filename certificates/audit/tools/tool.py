"""A tool that can be asked: its worker, started and restarted as needed.

A worker that crashes, hangs or writes garbage costs the answers to one request; the next request gets a new worker.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from certificates.audit.instance import Instance
from certificates.audit.tools.catalogue import WORKERS, entry
from certificates.audit.tools.environments import environment
from certificates.audit.tools.process import LINE_LIMIT, Process, ToolFailure
from certificates.audit.tools.queries import Query, written
from certificates.audit.tools.replies import Answer, Hello, read_answers, read_hello, read_line
from exact.errors import ExactError, NotReadable, OutOfRange, TooLarge

MEMORY_LIMIT = 8 << 30
"""Bytes of address space of a worker."""
START_LIMIT = 180.0
"""Seconds until a worker must have said hello: some tools take long to load."""
REQUEST_LIMIT = 16 << 20
"""Bytes of a request."""


class ToolUnavailable(ExactError):
    """Raised when a worker does not start: its tool is not installed, or cannot be loaded."""


class Tool:
    """A tool, asked through its worker; a context manager that ends the worker.

    Parameters
    ----------
    command
        The program that is the worker, and its arguments.
    time_limit
        Seconds for one request.
    start_limit
        Seconds until the worker has said hello.
    memory_limit
        Bytes of address space.
    line_limit
        Bytes of a reply.
    """

    def __init__(
        self,
        command: Sequence[str | Path],
        *,
        time_limit: float = 60.0,
        start_limit: float = START_LIMIT,
        memory_limit: int = MEMORY_LIMIT,
        line_limit: int = LINE_LIMIT,
    ) -> None:
        self.command = tuple(str(word) for word in command)
        self.time_limit = time_limit
        self.start_limit = start_limit
        self.memory_limit = memory_limit
        self.line_limit = line_limit
        self.starts = 0
        """How often the worker was started."""
        self._process: Process | None = None
        self._hello: Hello | None = None
        self._requests = 0

    # --- the worker ------------------------------------------------------------------------------------------------------

    @property
    def hello(self) -> Hello:
        """What the worker says of itself; `ToolUnavailable` when it does not start."""
        if self._hello is None:
            failure = self._start()
            if failure is not None:
                raise ToolUnavailable(str(failure))
        assert self._hello is not None  # noqa: S101 - it has started
        return self._hello

    def _start(self) -> ToolFailure | None:
        """Start the worker unless it runs."""
        if self._process is not None and self._process.is_running():
            return None
        self.close()
        self.starts += 1
        try:
            process = Process(self.command, {"EXACTPLD_WORKER_MEMORY": str(self.memory_limit)}, self.line_limit)
        except OSError as problem:
            return ToolFailure("start", f"the worker cannot be started: {problem.strerror or problem}")
        line = process.line(self.start_limit)
        if isinstance(line, ToolFailure):
            return ToolFailure("start", f"no hello: {line.text}", line.stderr)
        try:
            hello = read_hello(read_line(line))
        except NotReadable as problem:
            return process.failure("start", f"no hello: {problem}")
        if self._hello is not None and hello != self._hello:
            return process.failure("start", "the worker says hello as another one than before")
        self._process, self._hello = process, hello
        return None

    def close(self) -> None:
        """End the worker; the next request starts another."""
        if self._process is not None:
            self._process.end()
            self._process = None

    def __enter__(self) -> Self:
        """Start the worker; `ToolUnavailable` when that fails."""
        try:
            _ = self.hello
        except BaseException:
            self.close()
            raise
        return self

    def __exit__(self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    # --- asking ----------------------------------------------------------------------------------------------------------

    def ask(
        self,
        method: str,
        instance: Instance | None,
        times: int,
        queries: Iterable[Query],
        options: Mapping[str, float] | None = None,
    ) -> list[Answer]:
        """Return an answer for every query about a mechanism that is composed `times` times with itself.

        Parameters
        ----------
        method
            The name of a method of the tool.
        instance
            The mechanism; None for the total of a ledger.
        times
            At least 1.
        queries
            As `certificates.audit.tools.queries` makes them.
        options
            Options of the method.

        Raises
        ------
        OutOfRange
            For a method that the tool does not have, or times below 1. What a worker does wrong is an answer.
        """
        asked = list(queries)
        if self._hello is not None and self._hello.method(method) is None:
            names = ", ".join(m.name for m in self._hello.methods)
            raise OutOfRange(f"{self._hello.tool} has no method {method}, but {names}")
        if isinstance(times, bool) or not isinstance(times, int) or times < 1:
            raise OutOfRange(f"times is an integer of at least 1, not {times!r}")
        self._requests += 1
        request = {
            "id": self._requests,
            "method": method,
            "mechanism": None if instance is None else instance.to_json(),
            "times": times,
            "queries": [written(query) for query in asked],
            **({"options": {name: float(value).hex() for name, value in options.items()}} if options else {}),
        }
        line = json.dumps(request, separators=(",", ":")).encode() + b"\n"
        if len(line) > REQUEST_LIMIT:
            raise TooLarge(f"a request has at most {REQUEST_LIMIT} bytes")
        found = self._exchange(line, asked)
        if isinstance(found, ToolFailure):
            return [Answer(query, "failure", reason=str(found), failure=found) for query in asked]
        return found

    def _exchange(self, request: bytes, queries: Sequence[Query]) -> list[Answer] | ToolFailure:
        failure = self._start()
        if failure is not None:
            return failure
        process = self._process
        assert process is not None  # noqa: S101 - it has started
        if process.has_more():
            return process.failure("garbage", "a line that nobody asked for")
        try:
            process.send(request)
            line = process.line(self.time_limit)
        except BaseException:  # an interrupt: the reply to this request must not meet the next one
            self.close()
            raise
        if isinstance(line, ToolFailure):
            return line
        try:
            return read_answers(read_line(line), self._requests, queries)
        except NotReadable as problem:
            return process.failure("garbage", f"no reply, but {problem}")


def start(
    name: str,
    python: str | Path | None = None,
    time_limit: float = 60.0,
    *,
    progress: Callable[[str], None] | None = None,
    **limits: Any,
) -> Tool:
    """Return the tool of this name, whose worker runs in a given Python environment, or in one that is made for it.

    Parameters
    ----------
    name
        A name of `CATALOGUE`, such as "dp-accounting".
    python
        The interpreter of an environment that has the tool; None for the one of `environment`.
    time_limit
        Seconds for one request.
    progress
        Gets a sentence before each step of an installation.
    limits
        As `Tool` takes them.

    Examples
    --------
    >>> start("no-such-tool")
    Traceback (most recent call last):
    exact.errors.OutOfRange: there is no tool no-such-tool, but ...
    """
    known = entry(name)
    interpreter = environment(name, progress=progress) if python is None else Path(python)
    return Tool([interpreter, "-I", WORKERS / known.worker], time_limit=time_limit, **limits)



