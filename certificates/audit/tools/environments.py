"""Python environments for tools, made once and kept in a cache folder.

The folder is ``$EXACTPLD_CACHE``, or ``exactpld`` in the user's cache folder. A stamp is written last, so that an
interrupted installation is begun anew; a lock keeps two programs from making one environment at a time.
"""

from __future__ import annotations

import contextlib
import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from certificates.audit.tools.catalogue import Entry, entry
from exact.errors import ExactError
from exact.writing import shorten

STEP_LIMIT = 3_600
"""Seconds for one step of an installation: torch is a gigabyte."""
STAMP = "complete"


class EnvironmentFailed(ExactError):
    """Raised when the environment of a tool cannot be made, with the last line of what failed."""


def environment(name: str, python: str | Path | None = None, progress: Callable[[str], None] | None = None) -> Path:
    """Return the interpreter of an environment that has a tool; it is made if it is not there.

    Parameters
    ----------
    name
        A name of `certificates.audit.tools.catalogue.CATALOGUE`.
    python
        The interpreter that makes the environment; None for a suitable one. Without it the running interpreter is
        returned for `dp-accounting` (the extra ``audit``) where that is installed.
    progress
        Gets a sentence before each step that takes long.

    Raises
    ------
    OutOfRange
        For a name that is not in the catalogue.
    EnvironmentFailed
        When there is no suitable Python, or a step of the installation fails.
    """
    known = entry(name)
    if python is None and known.here and importlib.util.find_spec(known.module) is not None:
        return Path(sys.executable)
    tell = progress or (lambda _: None)
    base = Path(python) if python is not None else suitable_python(known)
    wanted = "\n".join([str(base), _version(base), *(" ".join(step) for step in known.steps)])
    folder = cache_folder() / "tools" / f"{name}-{hashlib.sha256(wanted.encode()).hexdigest()[:12]}"
    interpreter = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    if (folder / STAMP).is_file():
        return interpreter
    with _locked(folder.with_suffix(".lock"), tell):
        if not (folder / STAMP).is_file():
            _make(known, base, folder, interpreter, tell)
    return interpreter


def cache_folder() -> Path:
    """Return the folder in which environments are kept."""
    given = os.environ.get("EXACTPLD_CACHE")
    if given:
        return Path(given)
    if sys.platform == "win32":  # pragma: no cover - another platform
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / "exactpld"
    if sys.platform == "darwin":  # pragma: no cover - another platform
        return Path.home() / "Library" / "Caches" / "exactpld"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "exactpld"


def suitable_python(known: Entry) -> Path:
    """Return an interpreter of a version that the tool works with; the running one if it is of one."""
    least, most = known.pythons
    if least <= sys.version_info.minor <= most:
        return Path(sys.executable)
    for minor in range(least, most + 1):
        found = shutil.which(f"python3.{minor}")
        if found and _version(Path(found)) == f"3.{minor}":
            return Path(found)
    versions = f"Python 3.{least}" if least == most else f"Python 3.{least} to 3.{most}"
    raise EnvironmentFailed(f"{known.name} needs {versions}, which is not on the PATH; make its environment with an interpreter of that version")


def _version(python: Path) -> str:
    """Return the version as 3.11; empty when the interpreter does not run."""
    probe = "import sys; print('%d.%d' % sys.version_info[:2])"
    try:
        done = subprocess.run([python, "-I", "-c", probe], check=False, capture_output=True, timeout=60, encoding="utf-8")  # noqa: S603 - no shell
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return done.stdout.strip() if done.returncode == 0 else ""


def _make(known: Entry, base: Path, folder: Path, interpreter: Path, tell: Callable[[str], None]) -> None:
    if folder.exists():
        shutil.rmtree(folder)  # begun, and never finished
    folder.parent.mkdir(parents=True, exist_ok=True)
    log = folder.with_suffix(".log")
    tell(f"making an environment for {known.name} in {folder}")
    log.write_bytes(b"")
    _run([base, "-m", "venv", folder], log, f"making an environment with {base}")
    for number, step in enumerate(known.steps, 1):
        tell(f"installing {', '.join(step)} (step {number} of {len(known.steps)})")
        pip: list[str | Path] = [interpreter, "-m", "pip", "--disable-pip-version-check", "--no-input", "install", "--progress-bar", "off", *step]
        _run(pip, log, f"installing {', '.join(step)}")
    probe = f"import importlib.util, sys; sys.exit(importlib.util.find_spec({known.module!r}) is None)"
    _run([interpreter, "-I", "-c", probe], log, f"looking for the module {known.module}")
    partial = folder / f"{STAMP}.partial"
    partial.write_text("".join(f"{' '.join(step)}\n" for step in known.steps), encoding="utf-8")
    partial.replace(folder / STAMP)


def _run(command: Sequence[str | Path], log: Path, what: str) -> None:
    env = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    with log.open("ab") as out:
        try:
            done = subprocess.run(  # noqa: S603 - an interpreter and our own arguments, no shell
                [str(word) for word in command], check=False, stdin=subprocess.DEVNULL, stdout=out, stderr=out, timeout=STEP_LIMIT, env=env
            )
        except subprocess.TimeoutExpired:
            raise EnvironmentFailed(f"{what} took more than {STEP_LIMIT} seconds; see {log}") from None
        except OSError as problem:
            raise EnvironmentFailed(f"{what} failed: {problem.strerror or problem}") from None
    if done.returncode:
        lines = log.read_text(encoding="utf-8", errors="replace").strip().splitlines() or [f"exit status {done.returncode}"]
        raise EnvironmentFailed(f"{what} failed: {shorten(lines[-1].strip(), 200)}; see {log}")


@contextlib.contextmanager
def _locked(path: Path, tell: Callable[[str], None]) -> Iterator[None]:
    """Hold a lock that ends with this process."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a") as file:
        try:
            import fcntl
        except ImportError:  # pragma: no cover - another platform
            yield
            return
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            tell(f"waiting for another program that makes {path.stem}")
            fcntl.flock(file, fcntl.LOCK_EX)
        yield
