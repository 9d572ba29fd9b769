"""Run the benchmarks: ``python -m benchmarks`` in the folder of the project.

Without options everything runs, the results are kept in `benchmarks/results.json` and shown in the README. To try
something out, ``--quick`` runs each contestant three times and ``--only SUBJECT`` runs a part; neither writes anything, but for
``--only SUBJECT --keep``, which measures a part anew and keeps the rest.
``--readme`` measures nothing: it brings what is kept and the README in line with rows whose words or goals have changed.
"""

from __future__ import annotations

import argparse
import sys
import time
from typing import Any

from benchmarks import results, table
from benchmarks.measure import Bench
from benchmarks.subjects import SUBJECTS

QUICK = 3


def main(arguments: list[str]) -> int:
    """Run what the arguments ask for; return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description="Benchmarks of exactpld, as ratios inside one process.")
    parser.add_argument("--quick", action="store_true", help="three runs of everything; writes nothing")
    parser.add_argument("--only", metavar="SUBJECT", action="append", choices=list(SUBJECTS), help="one subject; writes nothing without --keep")
    parser.add_argument("--keep", action="store_true", help="with --only: keep what is measured in place of the older figures of the subject")
    parser.add_argument("--readme", action="store_true", help="only write results and README again, after a change of words")
    options = parser.parse_args(arguments)
    if options.readme:
        kept = table.declared_anew(results.read(), SUBJECTS.values())
        results.write(kept)
        results.show(kept)
        return 0
    bench = Bench(QUICK) if options.quick else Bench()
    rows: list[dict[str, Any]] = []
    growth: list[dict[str, Any]] = []
    for name in options.only or SUBJECTS:
        subject, start = SUBJECTS[name], time.monotonic()
        found = subject.measure(bench)
        measured = list(table.records(subject, found))
        print(f"{subject.title} ({time.monotonic() - start:.0f} s)\n{table.text(measured)}", flush=True)
        rows += measured
        growth += [table.growth_record(subject, line) for line in found.growth]
    for line in growth:
        print(f"growth of {line['what']}: exponent {line['exponent']:.2f}")
    if options.keep and options.only and not options.quick:
        kept = results.read()
        titles = {row["subject"] for row in rows}
        older = [row for row in kept["rows"] if row["subject"] not in titles]
        by_title = {subject.title: i for i, subject in enumerate(SUBJECTS.values())}
        rows = sorted([*older, *rows], key=lambda row: by_title[row["subject"]])
        growth = [*(line for line in kept["growth"] if line["subject"] not in titles), *growth]
    if not options.quick and (options.keep or not options.only):
        everything = {**results.surroundings(bench.runs), "rows": rows, "growth": growth}
        results.write(everything)
        results.show(everything)
        print(f"kept in {results.RESULTS.relative_to(results.ROOT)}, shown in {results.README.name}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
