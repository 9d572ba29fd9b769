"""The stand-alone checker on the headline certificate against importing numpy, both as whole processes."""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from pathlib import Path

from measure import interleaved, report

from certificates import claims
from exact import approx, rr
from exact.filters import natural_filter

CHECKER = Path(__file__).resolve().parent.parent / "certificates" / "check.py"


def main() -> None:
    queries, budget = [rr("log(2)"), approx(0, "1/4")], approx("log(2)", "1/4")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "certificate.json"
        claims.write(claims.natural_filter_violated(queries, budget, natural_filter(queries, budget, 2)), path)
        check = [sys.executable, "-I", "-S", str(CHECKER), str(path)]
        numpy = [sys.executable, "-c", "import numpy"]
        assert subprocess.run(check, check=True, capture_output=True).returncode == 0
        medians = interleaved(
            {
                "check.py": lambda: subprocess.run(check, check=True, capture_output=True),
                "import numpy": lambda: subprocess.run(numpy, check=True, capture_output=True),
            },
            runs=9,
            clock=time.perf_counter,
        )
    report("the headline certificate, whole process", "check.py", "import numpy", medians, "> 1")


if __name__ == "__main__":
    main()
