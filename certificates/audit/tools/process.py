"""The process of a worker: one line in, one line out, under a time limit; everything that it may do wrong is a `ToolFailure`.

No shell is involved, the environment variables are few, and threads are limited to one, so that campaigns with many
workers share a machine fairly.
"""

from __future__ import annotations

import contextlib
import os
import queue
import signal
import subprocess
import tempfile
import threading
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Literal

from exact.writing import shorten

LINE_LIMIT = 64 << 20
"""Bytes of one line of a worker; a discretised PLD of 10^6 atoms has some 25 million."""
STDERR_TAIL = 4_000
"""Bytes of standard error that are kept: the last ones."""
WAITING_LINES = 2
"""Lines that are read ahead; a worker that floods its output is held up by the pipe."""
PASSED_ON = ("PATH", "HOME", "LANG", "LC_ALL", "TMPDIR", "TEMP", "TMP", "SYSTEMROOT", "LD_LIBRARY_PATH", "OPENBLAS_CORETYPE", "OPENBLAS_L2_SIZE")
ONE_THREAD = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NUMEXPR_NUM_THREADS", "RAYON_NUM_THREADS", "POLARS_MAX_THREADS")


@dataclass(frozen=True, slots=True)
class ToolFailure:
    """A worker that gave no answer.

    Attributes
    ----------
    kind
        ``start``: it did not say hello. ``crash``: it ended. ``hang``: no answer within the time limit. ``garbage``: an
        answer that is none.
    text
        One sentence.
    stderr
        The end of what it wrote to standard error.
    """

    kind: Literal["start", "crash", "hang", "garbage"]
    text: str
    stderr: str = ""

    def __str__(self) -> str:
        last = self.stderr.strip().splitlines()[-1:]
        return f"{self.text}; it wrote last: {shorten(last[0].strip(), 200)}" if last else self.text


class Process:
    """A running worker.

    Parameters
    ----------
    command
        The program and its arguments.
    variables
        Environment variables beside the few that are passed on.
    line_limit
        The most bytes of one line.
    """

    def __init__(self, command: Sequence[str | Path], variables: dict[str, str], line_limit: int = LINE_LIMIT) -> None:
        env = {name: os.environ[name] for name in PASSED_ON if name in os.environ}
        env |= dict.fromkeys(ONE_THREAD, "1") | variables
        self._line_limit = line_limit
        self._lines: queue.Queue[bytes | None] = queue.Queue(WAITING_LINES)
        self._tail: deque[bytes] = deque()
        self._tail_size = 0
        self._folder = tempfile.TemporaryDirectory(prefix="exactpld-worker-")
        try:
            self._child = subprocess.Popen(  # noqa: S603 - an interpreter and one of our scripts, no shell
                [str(word) for word in command],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                cwd=self._folder.name,
                env=env,
                start_new_session=True,  # Ctrl-C is ours to handle, and what the worker starts ends with it
            )
        except BaseException:
            self._folder.cleanup()
            raise
        self._readers = [threading.Thread(target=work, daemon=True) for work in (self._read_lines, self._read_stderr)]
        for reader in self._readers:
            reader.start()

    # --- reading ---------------------------------------------------------------------------------------------------------

    def _read_lines(self) -> None:
        """Put lines in the queue, whole ones only; None at the end, or where a line is too long."""
        out: IO[bytes] = self._child.stdout  # type: ignore[assignment]
        with contextlib.suppress(OSError, ValueError):
            while (line := out.readline(self._line_limit + 1)).endswith(b"\n"):
                self._lines.put(line)
            if len(line) > self._line_limit:
                self._lines.put(line[:200])  # no line end: too long
        self._lines.put(None)

    def _read_stderr(self) -> None:
        err: IO[bytes] = self._child.stderr  # type: ignore[assignment]
        with contextlib.suppress(OSError, ValueError):
            while chunk := os.read(err.fileno(), 1 << 16):
                self._tail.append(chunk)
                self._tail_size += len(chunk)
                while self._tail_size - len(self._tail[0]) >= STDERR_TAIL:
                    self._tail_size -= len(self._tail.popleft())

    def failure(self, kind: Literal["start", "crash", "hang", "garbage"], text: str) -> ToolFailure:
        """Return a failure with the end of standard error; the worker is ended first."""
        self.end()
        stderr = b"".join(tuple(self._tail))[-STDERR_TAIL:]
        return ToolFailure(kind, text, stderr.decode("utf-8", "replace"))

    # --- asking ----------------------------------------------------------------------------------------------------------

    def send(self, line: bytes) -> None:
        """Hand a line to the worker, without waiting until it takes it."""
        threading.Thread(target=self._write, args=(line,), daemon=True).start()

    def _write(self, line: bytes) -> None:
        into: IO[bytes] = self._child.stdin  # type: ignore[assignment]
        with contextlib.suppress(OSError, ValueError):  # that it is gone is seen where its answer is read
            into.write(line)
            into.flush()

    def line(self, seconds: float) -> bytes | ToolFailure:
        """Return the next line of the worker, or its failure, after which the worker has ended."""
        try:
            line = self._lines.get(timeout=seconds)
        except queue.Empty:
            return self.failure("hang", f"no answer within {seconds:g} seconds")
        if line is None:
            code = self._wait(5)
            how = "it was ended" if code is None else f"killed by signal {-code}" if code < 0 else f"exit status {code}"
            return self.failure("crash", f"the worker ended: {how}")
        if not line.endswith(b"\n"):
            return self.failure("garbage", f"a line of more than {self._line_limit} bytes")
        return line

    def has_more(self) -> bool:
        """Whether there is a line that nobody asked for."""
        return not self._lines.empty()

    # --- ending ----------------------------------------------------------------------------------------------------------

    def is_running(self) -> bool:
        """Whether the worker runs."""
        return self._child.poll() is None

    def _wait(self, seconds: float) -> int | None:
        try:
            return self._child.wait(seconds)
        except subprocess.TimeoutExpired:
            return None

    def end(self) -> None:
        """End the worker, and all that it started."""
        with contextlib.suppress(OSError):
            if hasattr(os, "killpg"):
                os.killpg(self._child.pid, signal.SIGKILL)
            else:  # pragma: no cover - another platform
                self._child.kill()
        self._wait(10)
        while self._readers[0].is_alive():  # it may wait for room in the queue
            with contextlib.suppress(queue.Empty):
                self._lines.get(timeout=0.01)
        self._readers[1].join(1)
        streams = [self._child.stdin, self._child.stdout]
        if not self._readers[1].is_alive():  # else something that it started still holds it, and the thread reads on
            streams.append(self._child.stderr)
        for stream in streams:
            with contextlib.suppress(OSError, ValueError):
                if stream is not None:
                    stream.close()
        self._folder.cleanup()
