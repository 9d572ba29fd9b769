"""The tools that have a worker, with what a fresh environment needs: versions are pinned, so that recorded claims can be made again."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from exact.errors import OutOfRange

WORKERS = Path(__file__).resolve().parent / "workers"


@dataclass(frozen=True, slots=True)
class Entry:
    """A tool.

    Attributes
    ----------
    name
        As its package is called.
    worker
        The file of its worker.
    steps
        What is installed, one list after the other.
    module
        What an environment that has the tool can import.
    pythons
        The least and the greatest minor version of Python 3 that it is known to work with.
    licence
        Of the tool.
    here
        Whether the running interpreter is used when it has the tool.
    """

    name: str
    worker: str
    steps: tuple[tuple[str, ...], ...]
    module: str
    licence: str
    pythons: tuple[int, int] = (11, 13)
    here: bool = False


_SCIPY = ("numpy==2.4.6", "scipy==1.17.1")

CATALOGUE: tuple[Entry, ...] = (
    Entry("dp-accounting", "dp_accounting_worker.py", (("dp-accounting==0.6.0", *_SCIPY),), "dp_accounting", "Apache-2.0", here=True),
    Entry("prv-accountant", "prv_accountant_worker.py", (("prv-accountant==0.2.0", *_SCIPY),), "prv_accountant", "MIT"),
    Entry("autodp", "autodp_worker.py", (("autodp==0.2.3.1", *_SCIPY),), "autodp", "Apache-2.0"),
    Entry("opacus", "opacus_worker.py", (("torch==2.13.0",), ("opacus==1.6.0", *_SCIPY)), "opacus", "Apache-2.0"),
    Entry("opendp", "opendp_worker.py", (("opendp==0.16.0",),), "opendp", "MIT"),
    Entry("opake-accounting", "opake_accounting_worker.py", (("opake-accounting==0.16.1",),), "opake", "Apache-2.0", pythons=(13, 13)),
    Entry("pld-accounting", "pld_accounting_worker.py", (("PLD_accounting==2.0", "dp-accounting==0.6.0", *_SCIPY),), "PLD_accounting", "MIT"),
    Entry("diffprivlib", "diffprivlib_worker.py", (("diffprivlib==0.6.6", "scikit-learn==1.5.2", *_SCIPY),), "diffprivlib", "MIT"),
    Entry("dp-accelerator", "dp_accelerator_worker.py", (("dp-accelerator==0.1.0", "numpy==2.4.6"),), "dp_accelerator", "Apache-2.0"),
    Entry("fourier-accountant", "fourier_accountant_worker.py", (("fourier-accountant==0.12.11", "numpy==2.4.6"),), "fourier_accountant", "MIT"),
    Entry("smartnoise-sql", "smartnoise_sql_worker.py", (("smartnoise-sql==1.0.10", "pandas==2.3.3", "numpy==2.4.6"),), "snsql", "MIT"),
    Entry("riskcal", "riskcal_worker.py", (("riskcal==1.5.1", "gdpnum==0.1.2", "dp-accounting==0.6.0", *_SCIPY),), "riskcal", "MIT"),
)


def entry(name: str) -> Entry:
    """Return the tool of this name; `OutOfRange` for a name that is not in the catalogue."""
    for known in CATALOGUE:
        if known.name == name:
            return known
    raise OutOfRange(f"there is no tool {name}, but {', '.join(known.name for known in CATALOGUE)}")
