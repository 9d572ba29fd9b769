"""Tools kept running: a worker process is started once and reused over the jobs of this process, also by several threads at a time.

What a tool is asked is a task: a text that any executor can carry to another process or machine.
"""

from __future__ import annotations

import atexit
import contextlib
import sys
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator
from multiprocessing import util
from typing import NamedTuple

from certificates.audit.campaign.campaign import ToolEntry
from certificates.audit.tools import Tool, environment, start

MOST_IDLE = 16
"""Tools that are kept running while nobody asks them."""


class Program(NamedTuple):
    """How a tool is started: its name, an interpreter, a worker of one's own or None, and the seconds for a request."""

    name: str
    python: str
    worker: str | None
    time_limit: float

    def start(self) -> Tool:
        """Return the tool; its worker starts when it is first asked."""
        if self.worker is not None:
            return Tool([self.python, "-I", self.worker], time_limit=self.time_limit)
        return start(self.name, self.python, self.time_limit)


def program(entry: ToolEntry, time_limit: float, tell: Callable[[str], None]) -> Program:
    """Return how a tool of a campaign is started; its environment is made where it is not there, which may take minutes: `tell` gets a sentence.

    Raises
    ------
    EnvironmentFailed
        When that fails.
    """
    python = entry.python
    if python is None:
        python = sys.executable if entry.worker is not None else str(environment(entry.name, progress=tell))
    return Program(entry.name, python, entry.worker, time_limit)


class _Running:
    """The tools of this process that nobody asks at the moment."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.idle: OrderedDict[tuple[Program, int], Tool] = OrderedDict()
        self.count = 0
        self.is_watched = False

    def take(self, wanted: Program) -> Tool:
        with self.lock:
            if not self.is_watched:
                self.is_watched = True
                atexit.register(close_tools)
                util.Finalize(None, close_tools, exitpriority=10)  # processes of multiprocessing end without atexit
            for key in reversed(self.idle):
                if key[0] == wanted:
                    return self.idle.pop(key)
        return wanted.start()

    def give(self, used: Program, tool: Tool) -> None:
        with self.lock:
            self.count += 1
            self.idle[used, self.count] = tool
            surplus = [self.idle.popitem(last=False)[1] for _ in range(len(self.idle) - MOST_IDLE)]
        for old in surplus:
            old.close()

    def close(self) -> None:
        with self.lock:
            tools = [*self.idle.values()]
            self.idle.clear()
        for tool in tools:
            tool.close()


_RUNNING = _Running()


@contextlib.contextmanager
def running(wanted: Program) -> Iterator[Tool]:
    """Give a tool that is running already, or a new one; an error, or an interrupt, ends it, and else it is kept."""
    tool = _RUNNING.take(wanted)
    try:
        yield tool
    except BaseException:
        tool.close()
        raise
    _RUNNING.give(wanted, tool)


def close_tools() -> None:
    """End the tools of this process that nobody asks at the moment."""
    _RUNNING.close()
