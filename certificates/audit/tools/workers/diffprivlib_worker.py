"""diffprivlib: the BudgetAccountant, a ledger of (eps, delta) spends."""

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
    from certificates.audit.tools.workers.serving import Mechanism, Method, Prepared, Query
else:
    import serving
    from serving import Mechanism, Method, Prepared, Query

def prepare(mechanism: Mechanism, times: int, _: Mapping[str, Any]) -> Prepared:
    """Return the spends of a mechanism that is (eps, delta)-DP."""
    if mechanism["kind"] == "none":
        return Prepared(None)
    spends, exact = [], True
    for k, part in serving.parts_of(mechanism, times):
        eps, delta, is_exact = serving.approx_parameters(part)
        exact = exact and is_exact
        spends += [(eps, delta)] * k
    return Prepared(spends, exact)


def answer(make: Any, held: Any, query: Query) -> Any:
    """Answer with a total: of a ledger of epsilons, or of the spends, where `slack` may be given."""
    accountant = make()
    spends = [(amount, 0) for k, amount in query["spends"] for _ in range(k)] if query["kind"] == "spend" else held
    for eps, delta in spends:
        accountant.spend(eps, delta)
    eps, delta = accountant.total(slack=query.get("slack", 0.0))
    return float(eps) if query["kind"] == "spend" else {"eps": serving.write_float(eps), "upper": serving.write_float(delta)}


def main() -> None:
    """Answer requests."""
    make = import_module("diffprivlib").BudgetAccountant
    kinds, text = ("rr", "approx", "pmfs", "geometric", "sum"), "BudgetAccountant.total"
    method = Method("budget", "upper", ("spend", "guarantee"), kinds, prepare, partial(answer, make), text)
    serving.serve("diffprivlib", version("diffprivlib"), [method])


if __name__ == "__main__":
    main()
