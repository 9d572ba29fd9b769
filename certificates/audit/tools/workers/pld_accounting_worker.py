"""PLD_accounting: privacy loss distributions that dominate, or are dominated, composed on grids of two kinds."""

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

def config(tool: Any, options: Mapping[str, Any]) -> Any:
    """Return the tool's configuration."""
    return tool.AllocationSchemeConfig(loss_discretization=options["interval"], tail_truncation=options["truncation"])


def base(tool: Any, mechanism: Mechanism, interval: float) -> tuple[Any, bool]:
    """Return a pessimistic PLD of dp-accounting, from which the tool starts, and whether its input was exact."""
    if mechanism["kind"] == "subsample":
        inner, exact = base(tool, mechanism["of"], interval)
        return tool.subsample_pld(pld=inner, sampling_probability=mechanism["q"]), exact
    pld = import_module("dp_accounting.pld.privacy_loss_distribution")
    kind, grid = mechanism["kind"], {"value_discretization_interval": interval}
    if kind == "geometric":
        return pld.from_discrete_laplace_mechanism(mechanism["a"], mechanism["s"], **grid), True
    if kind == "laplace":
        return pld.from_laplace_mechanism(mechanism["scale"], mechanism["sensitivity"], **grid), True
    if kind == "pmfs":
        sides = [{outcome: serving.log_of(mass) for outcome, mass in mechanism[side].items() if mass} for side in ("Q", "P")]
        return pld.from_two_probability_mass_functions(*sides, symmetric=False, **grid), False
    if kind == "gaussian":
        return pld.from_gaussian_mechanism(mechanism["sigma"], mechanism["sensitivity"], **grid), True
    eps, delta, exact = serving.approx_parameters(mechanism)
    return pld.from_privacy_parameters(import_module("dp_accounting.pld.common").DifferentialPrivacyParameters(eps, delta), **grid), exact


def prepare(tool: Any, mechanism: Mechanism, times: int, options: Mapping[str, Any]) -> Prepared:
    """Return the k-fold composition: one step an epoch, k epochs."""
    if mechanism["kind"] == "sum":
        raise Unsupported("the tool composes equal mechanisms only")
    made, exact = base(tool, mechanism, options["interval"])
    sides = [tool.dp_accounting_pmf_to_pld_realization(pmf=pmf) for pmf in (made._pmf_remove, made._pmf_add)]  # noqa: SLF001 - as the tool's own documentation does
    composed = tool.general_allocation_pld(
        num_steps=1, num_selected=1, num_epochs=times, remove_realization=sides[0], add_realization=sides[1], config=config(tool, options)
    )
    return Prepared(composed, exact)


def prepare_gaussian(tool: Any, bound: Any, mechanism: Mechanism, times: int, options: Mapping[str, Any]) -> Prepared:
    """Return the k-fold composition of Gaussian noise, by the tool's own discretisation."""
    sigma, exact = serving.quotient(mechanism["sigma"], mechanism["sensitivity"])
    params = tool.PrivacyParams(sigma=sigma, num_steps=1, num_epochs=times)
    return Prepared(tool.gaussian_allocation_pld(params=params, config=config(tool, options), bound_type=bound), exact)


def answer(documented: str, held: Any, query: Query) -> Any:
    """Answer from the PLD of dp-accounting that the tool returns."""
    if query["kind"] == "delta":
        return float(held.get_delta_for_epsilon(query["eps"]))
    if query["kind"] != "pld":
        return float(held.get_epsilon_for_delta(query.get("delta", 0.0)))
    pmf = (held._pmf_add if query.get("direction") == "Q over P" else held._pmf_remove).to_dense_pmf()  # noqa: SLF001
    said = {
        "interval": serving.write_float(pmf._discretization),  # noqa: SLF001
        "first": int(pmf._lower_loss),  # noqa: SLF001
        "masses": [serving.write_float(m) for m in pmf._probs],  # noqa: SLF001
        "infinite": serving.write_float(pmf._infinity_mass),  # noqa: SLF001
    }
    return {documented: said}


def main() -> None:
    """Answer requests."""
    tool = import_module("PLD_accounting")
    queries = ("delta", "epsilon", "pure-epsilon", "pld")
    kinds = ("rr", "approx", "pmfs", "geometric", "laplace", "gaussian", "subsample")
    options = {"interval": 1e-4, "truncation": 1e-12}
    methods = [
        Method("dominates", "upper", queries, kinds, partial(prepare, tool), partial(answer, "upper"), "general_allocation_pld", options=options),
        *(
            Method(
                f"gaussian-{name}",
                documented,
                queries,
                ("gaussian",),
                partial(prepare_gaussian, tool, bound),
                partial(answer, documented),
                f"gaussian_allocation_pld, {bound.name}",
                options=options | {"interval": 1e-2},
            )
            for name, documented, bound in (
                ("dominates", "upper", tool.BoundType.DOMINATES),
                ("is-dominated", "lower", tool.BoundType.IS_DOMINATED),
            )
        ),
    ]
    serving.serve("pld-accounting", version("PLD_accounting"), methods)


if __name__ == "__main__":
    main()
