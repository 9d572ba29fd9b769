"""What all tests share.

* `exactpld(*args, cwd=...)` runs the command line in a process of its own, as a user would.
* After every test the ambient precision of flint and mpmath must be what it was: precision is an argument,
  never a setting.
* Hypothesis: `HYPOTHESIS_PROFILE=thorough` tries ten times as many examples, `repeatable` fixes the seed.

Helpers live in modules of this folder and are imported as `from tests.NAME import ...`.
"""

import importlib.metadata
import os
import signal
import subprocess
import sys
from pathlib import Path

import hypothesis
import pytest

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # as a shell starts what runs in the background; processes of ours would inherit it
    signal.signal(signal.SIGINT, signal.default_int_handler)

ROOT = Path(__file__).resolve().parent.parent
FLINT_PRECISION = MPMATH_PRECISION = 53  # bits, the defaults of both

_SLOW_MACHINE = {"deadline": None, "suppress_health_check": [hypothesis.HealthCheck.too_slow]}
hypothesis.settings.register_profile("default", max_examples=100, **_SLOW_MACHINE)
hypothesis.settings.register_profile("thorough", max_examples=1000, **_SLOW_MACHINE)
hypothesis.settings.register_profile("repeatable", max_examples=100, derandomize=True, **_SLOW_MACHINE)
hypothesis.settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "default"))


def pytest_report_header(config):
    """The engine and the second opinions that these tests run with."""
    names = ("python-flint", "sympy", "mpmath", "networkx", "numpy")
    return "versions: " + ", ".join(f"{name} {importlib.metadata.version(name)}" for name in names)


@pytest.fixture(autouse=True)
def _no_ambient_precision():
    """Fails the test that leaves another precision behind, and repairs it for the tests that follow."""
    yield
    left = []
    flint = sys.modules.get("flint")
    if flint is not None and flint.ctx.prec != FLINT_PRECISION:
        left.append(f"flint.ctx.prec = {flint.ctx.prec}")
        flint.ctx.prec = FLINT_PRECISION
    mpmath = sys.modules.get("mpmath")
    if mpmath is not None:
        for name in ("mp", "iv"):
            context = getattr(mpmath, name)
            if context.prec != MPMATH_PRECISION:
                left.append(f"mpmath.{name}.prec = {context.prec}")
                context.prec = MPMATH_PRECISION
    if left:
        pytest.fail(f"the test left an ambient precision behind: {', '.join(left)}")


def command_line_environment():
    """The environment of a child process: no colours, 80 columns, no window, our packages first."""
    paths = [str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])]
    return os.environ | {
        "COLUMNS": "80",
        "LINES": "50",
        "MPLBACKEND": "Agg",
        "NO_COLOR": "1",
        "TERM": "dumb",
        "PYTHONIOENCODING": "utf-8",
        "PYTHONPATH": os.pathsep.join(paths),
    }


@pytest.fixture(scope="session")
def exactpld():
    """A function that runs `exactpld ARGS...`; standard error is kept apart unless `merge`."""
    call = "import sys; sys.argv[0] = 'exactpld'; from certificates.cli import main; sys.exit(main())"

    def run(*args, cwd, merge=False, timeout=300):
        return subprocess.run(
            [sys.executable, "-c", call, *args],
            cwd=cwd,
            env=command_line_environment(),
            timeout=timeout,
            check=False,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT if merge else subprocess.PIPE,
            encoding="utf-8",
        )

    return run
