"""`import exact` is quick: what is slow to load is loaded when it is used."""

import json
import subprocess
import sys

import pytest

from tests.structure.sources import ROOT, modules

HEAVY = {"matplotlib", "mpmath", "networkx", "numpy", "rich", "sympy"}


EVERY_MODULE = "import " + ", ".join(sorted(name for name in modules() if name.split(".")[0] == "exact"))


@pytest.mark.parametrize(
    "statement",
    ["import exact", "from exact import *", EVERY_MODULE, "import certificates"],
    ids=["package", "names", "modules", "certificates"],
)
def test_loads_no_heavy_module(statement):
    probe = f"{statement}\nimport json, sys\nprint(json.dumps(sorted(sys.modules)))"
    done = subprocess.run(
        [sys.executable, "-c", probe], cwd=ROOT, capture_output=True, check=False, encoding="utf-8"
    )
    assert done.returncode == 0, f"`{statement}` fails:\n{done.stderr}"
    loaded = {name.split(".")[0] for name in json.loads(done.stdout)}
    assert not loaded & HEAVY, f"`{statement}` loads {sorted(loaded & HEAVY)}"
