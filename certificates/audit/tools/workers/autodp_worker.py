"""autodp: Renyi differential privacy, the composition theorem of Kairouz, Oh and Viswanath, and the analytical Fourier accountant."""

# ruff: noqa: INP001 - a script for another environment, not a package
from __future__ import annotations

import math
import sys
from collections.abc import Callable, Mapping
from fractions import Fraction
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

Make = Callable[[Mechanism], tuple[Any, bool]]


def truth(mechanism: Mechanism) -> tuple[float, bool]:
    """Return the probability of the truth of binary randomized response, and whether it is exact."""
    if mechanism["kind"] == "pmfs":
        found = serving.as_response(mechanism)
        if found is None or found[0] != 2:
            raise Unsupported("the tool takes binary randomized response only, and this is another mechanism")
        return serving.nearest(Fraction(1) - found[1])
    eps, _ = serving.pure_parameter(mechanism)
    return 1 / (1 + math.exp(-eps)), eps == 0


def of_zoo(zoo: Any, mechanism: Mechanism, *, phi: bool) -> tuple[Any, bool]:
    """Return the mechanism of the tool that is meant, described by RDP or by its characteristic function."""
    kind, switch = mechanism["kind"], {"phi_off": not phi, "RDP_off": phi}
    if kind == "laplace":
        b, exact = serving.quotient(mechanism["scale"], mechanism["sensitivity"])
        return zoo.LaplaceMechanism(b=b, **switch), exact
    if kind == "gaussian":
        sigma, exact = serving.quotient(mechanism["sigma"], mechanism["sensitivity"])
        return zoo.GaussianMechanism(sigma=sigma, **switch, **({"approxDP_off": True} if phi else {})), exact
    p, exact = truth(mechanism)
    return zoo.RandresponseMechanism(p=p, **switch), exact


def of_pure(zoo: Any, mechanism: Mechanism) -> tuple[Any, bool]:
    """Return a mechanism of which the tool only knows that it is eps-DP."""
    eps, exact = serving.pure_parameter(mechanism)
    return zoo.PureDP_Mechanism(eps), exact


def prepare(compose: Any, make: Make, mechanism: Mechanism, times: int, _: Mapping[str, Any]) -> Prepared:
    """Return the composed mechanism; one that is used once is taken as it is."""
    found = [(k, *make(part)) for k, part in serving.parts_of(mechanism, times)]
    exact = all(e for *_, e in found)
    if len(found) == 1 and times == 1:
        return Prepared(found[0][1], exact)
    for number, (_k, made, _e) in enumerate(found):
        made.name = f"part {number}"
    return Prepared(compose([made for _, made, _ in found], [k for k, _, _ in found]), exact)


def of_mechanism(held: Any, query: Query) -> Any:
    """Answer from a mechanism of the tool."""
    kind = query["kind"]
    if kind == "delta":
        return float(held.get_approx_delta(query["eps"]))
    if kind == "epsilon":
        return float(held.get_approxDP(query["delta"]))
    if kind == "pure-epsilon":
        return float(held.get_pureDP())
    if kind == "tradeoff":
        return {"lower": serving.write_float(held.get_fDP(query["alpha"]))}
    return float(held.get_RDP(float(query["order"])))


def prepare_kov(make: Callable[[], Any], mechanism: Mechanism, times: int, _: Mapping[str, Any]) -> Prepared:
    """Return an accountant of (eps, delta) losses."""
    accountant = make()
    exact = True
    for k, part in serving.parts_of(mechanism, times):
        eps, delta, is_exact = serving.approx_parameters(part)
        exact = exact and is_exact
        for _i in range(k):
            accountant.update_DPlosses(eps, delta)
    return Prepared(accountant, exact)


def of_kov(held: Any, query: Query) -> Any:
    """Answer from the accountant: epsilon at a delta, the delta that is left at any epsilon, and the plain sums."""
    if query["kind"] == "epsilon":
        return float(held.get_eps(query["delta"]))
    if query["kind"] == "guarantee":
        eps, delta = held.get_eps_delta_naive()
        return {"eps": serving.write_float(eps), "upper": serving.write_float(delta)}
    if query["eps"] != math.inf:
        raise Unsupported("the accountant has no delta but the least possible one")
    return float(held.get_minimum_possible_delta())


def main() -> None:
    """Answer requests."""
    zoo, transformers = import_module("autodp.mechanism_zoo"), import_module("autodp.transformer_zoo")
    kov = import_module("autodp.dp_acct").DP_acct
    noise = ("rr", "geometric", "pmfs", "laplace", "gaussian", "sum")
    pure = ("rr", "geometric", "pmfs", "sum")
    every = ("delta", "epsilon", "pure-epsilon", "renyi", "tradeoff")
    composition, fourier = transformers.Composition(), transformers.ComposeAFA()
    methods = [
        Method("rdp", "upper", every, noise, partial(prepare, composition, partial(of_zoo, zoo, phi=False)), of_mechanism, "Composition of the zoo"),
        Method(
            "pure-dp",
            "upper",
            every,
            pure,
            partial(prepare, composition, partial(of_pure, zoo)),
            of_mechanism,
            "... of PureDP_Mechanism",
            clipped=False,  # it gives negative ones, too
        ),
        Method(
            "kov",
            "upper",
            ("delta", "epsilon", "guarantee"),
            (*pure, "approx"),
            partial(prepare_kov, kov),
            of_kov,
            "dp_acct.DP_acct",
        ),
        Method(
            "afa",
            "estimate",
            ("delta", "epsilon"),
            noise,
            partial(prepare, fourier, partial(of_zoo, zoo, phi=True)),
            of_mechanism,
            "ComposeAFA of the mechanism zoo, phi_off=False",
            clipped=False,
        ),
    ]
    serving.serve("autodp", version("autodp"), methods)


if __name__ == "__main__":
    main()
