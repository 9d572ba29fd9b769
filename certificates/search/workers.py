"""Where a search is worked out: in this process, or in processes of its own that end with it."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from multiprocessing.connection import wait
from typing import Any, ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


class Here(Executor):
    """Does the work at once, in this process and thread."""

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Return a future that is done; what goes wrong is raised here."""
        future: Future[T] = Future()
        future.set_result(fn(*args, **kwargs))
        return future


def available_cores() -> int:
    """Return how many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _begin() -> None:
    """Leave an interrupt to the main process, and end when it ends, even when it is killed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_end_with, args=(parent.sentinel,), daemon=True).start()


def _end_with(sentinel: int) -> None:  # pragma: no cover - runs in the workers
    wait([sentinel])
    os._exit(1)


@contextlib.contextmanager
def processes(jobs: int) -> Iterator[Executor]:
    """Give an executor of this many new processes; an error, or an interrupt, ends them at once.

    They are spawned, not forked: a copy of a process with threads may hang.
    """
    before = set(multiprocessing.active_children())
    pool = ProcessPoolExecutor(jobs, mp_context=multiprocessing.get_context("spawn"), initializer=_begin)
    try:
        with _no_interrupt():  # one process for each of these, since none is ready so soon
            started = [pool.submit(_nothing) for _ in range(jobs)]
        for one in started:
            one.result()
        yield pool
    except BaseException:
        pool.shutdown(wait=False, cancel_futures=True)
        for child in set(multiprocessing.active_children()) - before:
            child.terminate()
        raise
    pool.shutdown()


def _nothing() -> None:
    """Start the processes."""


@contextlib.contextmanager
def _no_interrupt() -> Iterator[Any]:
    """Keep interrupts back; processes that are started meanwhile begin without them."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    from multiprocessing import resource_tracker

    resource_tracker.ensure_running()  # starting it lets interrupts through again, so it is started first
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
