"""The command line ``exactpld``. The verbs and their options are in `commands`; what a verb does is in the other modules.

This module loads next to nothing, so that Ctrl-C while the rest is loading has somebody to catch it.
"""

from __future__ import annotations

import signal
import sys
from collections.abc import Sequence

from certificates.cli.interrupts import interrupt_behind

__all__ = ["main"]


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line, by default that of this process, and return its exit status."""
    try:
        from certificates.cli.commands import main as run

        return run(argv)
    except (KeyboardInterrupt, ImportError) as problem:
        if interrupt_behind(problem) is None:
            raise
        if sys.stderr is not None:
            sys.stderr.write("exactpld: interrupted\n")
        return 130
    finally:
        if argv is None and signal.getsignal(signal.SIGINT) is signal.default_int_handler:
            signal.signal(signal.SIGINT, signal.SIG_DFL)  # all is said; from here on Ctrl-C ends Python without a traceback
