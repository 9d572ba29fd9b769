"""opake-accounting: privacy loss distributions, and trade-off curves from them. It needs Python 3.13."""

# ruff: noqa: INP001 - a script for another environment, not a package
from __future__ import annotations

import sys
from collections.abc import Mapping
from functools import partial, reduce
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

def one(native: Any, config: Any, mechanism: Mechanism) -> tuple[Any, bool]:
    """Return the PLD of one mechanism, and whether the input was exact."""
    kind = mechanism["kind"]
    if kind == "subsample":
        base, exact = one(native, config, mechanism["of"])
        return native.poisson_pld(base, mechanism["q"]), exact
    if kind == "gaussian":
        multiplier, exact = serving.quotient(mechanism["sigma"], mechanism["sensitivity"])
        return native.gaussian_pld(multiplier, config), exact
    eps, delta, exact = serving.approx_parameters(mechanism)
    return native.eps_delta_pld(eps, delta, config), exact


def prepare(native: Any, mechanism: Mechanism, times: int, options: Mapping[str, Any]) -> Prepared:
    """Return the PLD of a composition."""
    config = native.DiscretizationConfig(discretization=options["interval"], tail_mass_truncation=options["truncation"])
    made = []
    for k, part in serving.parts_of(mechanism, times):
        pld, exact = one(native, config, part)
        made.append((pld.self_compose(k) if k > 1 else pld, exact))
    return Prepared(reduce(lambda a, b: a.compose(b), (pld for pld, _ in made)), all(exact for _, exact in made))


def answer(held: Any, query: Query) -> Any:
    """Answer from the tool's PLD."""
    if query["kind"] == "delta":
        return float(held.delta_at(query["eps"]))
    if query["kind"] == "tradeoff":
        return {"estimate": serving.write_float(held.beta_at(query["alpha"]))}  # no direction is documented
    return float(held.epsilon_at(query.get("delta", 0.0)))


def prepare_process(accounting: Any, mechanism: Mechanism, times: int, _: Mapping[str, Any]) -> Prepared:
    """Return the process of the tool's composition language, which keeps equal parts together."""
    made = []
    for k, part in serving.parts_of(mechanism, times):
        if part["kind"] not in ("rr", "approx", "pmfs", "geometric"):
            raise Unsupported(f"the process of {part['kind']} is in another package")
        eps, delta, exact = serving.approx_parameters(part)
        made.append((accounting.eps_delta(eps, delta) * k, exact))
    return Prepared(reduce(lambda a, b: a | b, (process for process, _ in made)), all(exact for _, exact in made))


def main() -> None:
    """Answer requests."""
    accounting = import_module("opake.accounting")
    native = import_module("opake.api.accounting.core.opake_accounting")
    queries = ("delta", "epsilon", "pure-epsilon", "tradeoff")
    finite = ("rr", "approx", "pmfs", "geometric", "sum")
    options = {"interval": 1e-4, "truncation": 1e-15}
    methods = [
        Method("pld", "upper", queries, (*finite, "gaussian", "subsample"), partial(prepare, native), answer, "Pld.self_compose", options=options),
        Method("process", "upper", queries, finite, partial(prepare_process, accounting), answer, "eps_delta(...) * k"),
    ]
    serving.serve("opake-accounting", version("opake-accounting"), methods)


if __name__ == "__main__":
    main()
