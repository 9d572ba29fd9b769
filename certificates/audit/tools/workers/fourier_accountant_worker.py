"""fourier-accountant: the subsampled Gaussian mechanism by Fourier transforms."""

# ruff: noqa: INP001 - a script for another environment, not a package
from __future__ import annotations

import sys
from collections.abc import Mapping
from functools import partial
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any

sys.path.insert(0, str(Path(__file__).resolve().parent))
if TYPE_CHECKING:
    from certificates.audit.tools.workers import serving
    from certificates.audit.tools.workers.serving import Mechanism, Method, Prepared, Query, Unsupported
else:
    import serving
    from serving import Mechanism, Method, Prepared, Query, Unsupported

def prepare(mechanism: Mechanism, times: int, options: Mapping[str, Any]) -> Prepared:
    """Return noise multipliers, sampling rates and numbers of steps."""
    rows, exact = [], True
    for k, part in serving.parts_of(mechanism, times):
        q, noise = (part["q"], part["of"]) if part["kind"] == "subsample" else (1.0, part)
        if noise["kind"] != "gaussian":
            raise Unsupported("the accountant knows Gaussian noise only")
        sigma, is_exact = serving.quotient(noise["sigma"], noise["sensitivity"])
        exact = exact and is_exact
        rows.append((sigma, q, k))
    array = import_module("numpy").array
    sigmas, rates, numbers = zip(*rows, strict=True)
    return Prepared({"sigma": array(sigmas), "q": array(rates), "ncomp": array(numbers), "nx": int(options["nx"]), "L": options["L"]}, exact)


def answer(tool: Any, held: Any, query: Query) -> Any:
    """Answer for the neighbouring relation of adding or removing a record."""
    if query["kind"] == "delta":
        return float(tool.get_delta_R(target_eps=query["eps"], **held))
    return float(tool.get_epsilon_R(target_delta=query["delta"], **held))


def main() -> None:
    """Answer requests."""
    tool = import_module("fourier_accountant")
    kinds, options = ("gaussian", "subsample", "sum"), {"nx": 1e6, "L": 20.0}
    text = "get_delta_R and get_epsilon_R"
    method = Method("fourier", "estimate", ("delta", "epsilon"), kinds, prepare, partial(answer, tool), text, clipped=False, options=options)
    serving.serve("fourier-accountant", version("fourier-accountant"), [method])


if __name__ == "__main__":
    main()
