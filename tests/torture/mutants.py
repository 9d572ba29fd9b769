"""The mutants of the checker's own source, counted: which are noticed, which are listed, which are neither.

    python -m tests.torture.mutants

The run of tests/certificates/test_check_mutated.py with its figures printed. Exit status 1 if a mutant that is not in
tests/certificates/equivalent_mutants.txt survives, or if one that is listed is none.
"""

from __future__ import annotations

import sys
import time
from collections import Counter

from tests.certificates.checker_source import survivors
from tests.certificates.test_check_mutated import NUMBERS, cases, listed, unit
from tests.torture.claims import checker_name, say


def main() -> int:
    """Run from the command line."""
    start, reasons, vectors = time.monotonic(), listed(), cases()
    say(checker_name())
    found, every = survivors(vectors, {function: unit(function) for function in NUMBERS})
    say(f"{len(every)} mutants against {len(vectors)} files, {time.monotonic() - start:.0f} s")
    say(f"{len(every) - len(found)} noticed, {len(found)} survive, {len(reasons)} are listed with a reason:")
    for reason, count in Counter(reasons.values()).most_common():
        say(f"{count:6}  {reason}")
    unlisted, gone = sorted(set(found) - set(reasons)), sorted(set(reasons) - every)
    for title, names in (("survive and are not listed", unlisted), ("are listed and are no mutants", gone)):
        say("\n".join([f"{len(names)} {title}", *(f"        {name}" for name in names)]))
    return 1 if unlisted or gone else 0


if __name__ == "__main__":
    sys.exit(main())
