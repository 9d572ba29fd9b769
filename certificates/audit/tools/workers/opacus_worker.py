"""opacus: accountants of DP-SGD, which know Gaussian noise on a Poisson sample only."""

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

def history(mechanism: Mechanism, times: int) -> tuple[list[tuple[float, float, int]], bool]:
    """Return the steps as (noise multiplier, sampling rate, number), and whether they are exact."""
    steps, exact = [], True
    for k, part in serving.parts_of(mechanism, times):
        q, noise = (part["q"], part["of"]) if part["kind"] == "subsample" else (1.0, part)
        if noise["kind"] != "gaussian":
            raise Unsupported("the accountants know Gaussian noise only")
        multiplier, is_exact = serving.quotient(noise["sigma"], noise["sensitivity"])
        exact = exact and is_exact
        steps.append((multiplier, q, k))
    return steps, exact


def prepare(make: Any, single: bool, mechanism: Mechanism, times: int, _: Mapping[str, Any]) -> Prepared:  # noqa: FBT001 - what the accountant can do
    """Return an accountant with this history."""
    steps, exact = history(mechanism, times)
    if single and len(steps) > 1:
        raise Unsupported("the accountant takes steps of one kind only")
    accountant = make()
    accountant.history = steps
    return Prepared(accountant, exact)


def answer(held: Any, query: Query) -> Any:
    """Answer from the accountant."""
    return float(held.get_epsilon(query["delta"]))


def main() -> None:
    """Answer requests."""
    accountants = import_module("opacus.accountants")
    kinds = ("gaussian", "subsample", "sum")
    table = (
        ("rdp", "upper", accountants.RDPAccountant, False),
        ("prv", "upper", accountants.PRVAccountant, False),
        ("gdp", "estimate", accountants.GaussianAccountant, True),
    )
    methods = [
        Method(name, documented, ("epsilon",), kinds, partial(prepare, make, single), answer, f"{make.__name__}.get_epsilon", clipped=False)
        for name, documented, make, single in table
    ]
    serving.serve("opacus", version("opacus"), methods)


if __name__ == "__main__":
    main()
