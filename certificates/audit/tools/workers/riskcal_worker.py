"""riskcal and gdpnum: trade-off curves, and the parameter of Gaussian differential privacy, from PLDs of dp-accounting."""

# ruff: noqa: INP001 - a script for another environment, not a package
from __future__ import annotations

import sys
from collections.abc import Mapping
from functools import reduce
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

def one(mechanism: Mechanism, interval: float) -> tuple[Any, bool]:
    """Return the pessimistic PLD of dp-accounting from which the tools start, and whether its input was exact."""
    pld = import_module("dp_accounting.pld.privacy_loss_distribution")
    kind, grid = mechanism["kind"], {"value_discretization_interval": interval}
    if kind == "geometric":
        return pld.from_discrete_laplace_mechanism(mechanism["a"], mechanism["s"], **grid), True
    if kind == "laplace":
        return pld.from_laplace_mechanism(mechanism["scale"], mechanism["sensitivity"], **grid), True
    if kind == "gaussian":
        return pld.from_gaussian_mechanism(mechanism["sigma"], mechanism["sensitivity"], **grid), True
    if kind == "pmfs":
        sides = [{outcome: serving.log_of(mass) for outcome, mass in mechanism[side].items() if mass} for side in ("Q", "P")]
        return pld.from_two_probability_mass_functions(*sides, symmetric=False, **grid), False
    eps, delta, exact = serving.approx_parameters(mechanism)
    return pld.from_privacy_parameters(import_module("dp_accounting.pld.common").DifferentialPrivacyParameters(eps, delta), **grid), exact


def prepare(mechanism: Mechanism, times: int, options: Mapping[str, Any]) -> Prepared:
    """Return the PLD of a composition."""
    made = []
    for k, part in serving.parts_of(mechanism, times):
        pld, exact = one(part, options["interval"])
        made.append((pld.self_compose(k) if k > 1 else pld, exact))
    return Prepared(reduce(lambda a, b: a.compose(b), (pld for pld, _ in made)), all(exact for _, exact in made))


def of_riskcal(held: Any, query: Query) -> Any:
    """Answer by riskcal."""
    return float(import_module("riskcal.analysis").get_beta_from_pld(held, alpha=query["alpha"]))


def of_gdpnum(held: Any, query: Query) -> Any:
    """Answer by gdpnum."""
    converter = import_module("gdpnum").PLDConverter(held)
    if query["kind"] == "gdp":
        return {"upper": serving.write_float(converter.get_mu())}
    return {"estimate": serving.write_float(converter.get_beta(query["alpha"]))}  # a value of the curve, of which no direction is said


def main() -> None:
    """Answer requests."""
    import_module("riskcal.analysis")
    import_module("gdpnum")
    kinds, options = ("rr", "approx", "pmfs", "geometric", "laplace", "gaussian", "sum"), {"interval": 1e-4}
    methods = [
        Method("riskcal", "estimate", ("tradeoff",), kinds, prepare, of_riskcal, "riskcal.analysis.get_beta_from_pld", options=options),
        Method("gdpnum", "upper", ("gdp", "tradeoff"), kinds, prepare, of_gdpnum, "gdpnum.PLDConverter.get_mu and get_beta", options=options),
    ]
    serving.serve("riskcal", f"{version('riskcal')} with gdpnum {version('gdpnum')}", methods)


if __name__ == "__main__":
    main()
