"""Snippets: the least code, in a tool's own interface, that repeats an answer. They convert parameters as the tool's worker does.

A snippet ends by printing the value. `run` executes one in the tool's environment, so that a report can say that it was.
"""

from __future__ import annotations

import subprocess
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path

from certificates.audit.hunt.question import Case
from certificates.audit.hunt.snippets import autodp, dp_accounting, opendp, prv_accountant
from certificates.audit.tools.replies import Method
from exact.errors import Unsupported

WRITERS: Mapping[str, Callable[[Case, Method], str]] = {
    "dp-accounting": dp_accounting.snippet,
    "prv-accountant": prv_accountant.snippet,
    "autodp": autodp.snippet,
    "opendp": opendp.snippet,
}
TIME_LIMIT = 120.0
OUTPUT_LIMIT = 1 << 20


def snippet(tool: str, case: Case, method: Method) -> str | None:
    """Return the snippet for a case; None for tools, methods, questions and mechanisms that have none."""
    writer = WRITERS.get(tool)
    if writer is None or case.question.kind == "guarantee":
        return None
    try:
        return writer(case, method)
    except Unsupported:
        return None


def run(python: str | Path, code: str, time_limit: float = TIME_LIMIT) -> tuple[str, str]:
    """Return the last line that a snippet prints in an environment, and the last line of its errors; both are empty where there is none."""
    with tempfile.TemporaryDirectory(prefix="exactpld-snippet-") as folder:
        file = Path(folder) / "snippet.py"
        file.write_text(code, encoding="utf-8")
        try:
            done = subprocess.run(  # noqa: S603 - an interpreter that was chosen, and code of ours
                [str(python), "-I", str(file)], capture_output=True, check=False, cwd=folder, timeout=time_limit, stdin=subprocess.DEVNULL
            )
        except (OSError, subprocess.TimeoutExpired) as problem:
            return "", str(problem)
    said, complained = (stream[-OUTPUT_LIMIT:].decode("utf-8", "replace").strip().splitlines()[-1:] for stream in (done.stdout, done.stderr))
    return said[0] if said else "", complained[0] if complained and done.returncode else ""
