"""The file `benchmarks/results.json`, and the part of the README that shows it."""

from __future__ import annotations

import datetime as dt
import importlib.metadata
import json
import os
import platform
import re
from pathlib import Path
from typing import Any

from benchmarks import table

ROOT = Path(__file__).resolve().parent.parent
RESULTS = ROOT / "benchmarks" / "results.json"
README = ROOT / "README.md"
START, END = "<!-- benchmarks: written by `make bench` from benchmarks/results.json -->", "<!-- end of benchmarks -->"
MEASURED_WITH = ("python-flint", "numpy", "sympy", "dp-accounting")


def surroundings(runs: int) -> dict[str, Any]:
    """Return when, on what kind of machine, and with which versions the benchmarks run; nothing that names a machine."""
    versions = {}
    for name in MEASURED_WITH:
        try:
            versions[name] = importlib.metadata.version(name)
        except importlib.metadata.PackageNotFoundError:
            continue
    kind = f"{os.cpu_count()} cores {platform.machine()}, {platform.python_implementation()} {platform.python_version()}"
    return {"date": dt.datetime.now(dt.UTC).date().isoformat(), "machine": kind, "versions": versions, "runs": runs}


def read() -> Any:
    """Return the kept results."""
    return json.loads(RESULTS.read_text(encoding="utf-8"))


def write(results: dict[str, Any], path: Path = RESULTS) -> None:
    """Write results, a line for each row."""
    parts = [f"{json.dumps(key)}: {_lines(value) if isinstance(value, list) else json.dumps(value)}" for key, value in results.items()]
    path.write_text("{\n" + ",\n".join(parts) + "\n}\n", encoding="utf-8")


def _lines(rows: list[Any]) -> str:
    return "[\n" + ",\n".join(f"  {json.dumps(row)}" for row in rows) + "\n]"


def shown_in(readme: str) -> str:
    """Return what a README shows between its two markers."""
    found = re.search(re.escape(START) + r"\n(.*?)" + re.escape(END), readme, re.DOTALL)
    if found is None:
        raise ValueError(f"the README has no lines {START} and {END}")
    return found[1]


def show(results: dict[str, Any], path: Path = README) -> None:
    """Write the table between the markers of the README."""
    text = path.read_text(encoding="utf-8")
    old = START + "\n" + shown_in(text) + END
    path.write_text(text.replace(old, START + "\n" + table.markdown(results) + END), encoding="utf-8")
