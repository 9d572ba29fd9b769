"""prv-accountant: privacy random variables, and Renyi differential privacy of the same."""

# ruff: noqa: INP001 - a script for another environment, not a package
from __future__ import annotations

import bisect
import itertools
import math
import sys
from collections.abc import Mapping
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

EPS_ERROR, DELTA_ERROR = 0.1, 1e-10
"""`eps_error` and, for queries of delta, `delta_error`; for queries of epsilon the latter is a thousandth of the target delta."""


def variable(prv: Any, mechanism: Mechanism) -> tuple[Any, bool]:
    """Return the tool's privacy random variable of a mechanism, and whether it is exact."""
    kind = mechanism["kind"]
    if kind == "laplace":
        mu, exact = serving.quotient(mechanism["sensitivity"], mechanism["scale"])
        return prv.LaplaceMechanism(mu=mu), exact
    if kind == "gaussian":
        return prv.GaussianMechanism(mechanism["sigma"], mechanism["sensitivity"]), True
    if kind == "subsample":
        inner = mechanism["of"]
        if inner["kind"] != "gaussian" or inner["sensitivity"] != 1.0:
            raise Unsupported("the tool subsamples Gaussian noise of sensitivity 1 only")
        return prv.PoissonSubsampledGaussianMechanism(mechanism["q"], inner["sigma"]), True
    eps, delta, exact = serving.approx_parameters(mechanism)
    return (prv.ApproximateDPMechanism(eps, delta) if delta else prv.PureDPMechanism(eps)), exact


def own_variable(base: Any, mechanism: Mechanism) -> tuple[Any, bool]:
    """Return a privacy random variable of our own, as a user of the tool writes one: the law of the loss, P over Q, and its Renyi divergences."""
    P, Q = mechanism["P"], mechanism["Q"]
    infinite = sum((p for outcome, p in P.items() if not Q.get(outcome)), Fraction(0))
    law = sorted((serving.log_of(p / Q[outcome]), p) for outcome, p in P.items() if p and Q.get(outcome))
    losses = [loss for loss, _ in law]
    below = [0.0, *(float(total) for total in itertools.accumulate(p for _, p in law))]

    def cdf(_: Any, t: Any) -> Any:
        numpy = import_module("numpy")
        return numpy.array([below[bisect.bisect_right(losses, float(x))] for x in numpy.ravel(t)]).reshape(numpy.shape(t))

    def rdp(_: Any, alpha: float) -> float:
        top = max(losses) * (alpha - 1)
        return (top + math.log(sum(float(p) * math.exp((alpha - 1) * loss - top) for loss, p in law))) / (alpha - 1)

    made = type("OwnMechanism", (base,), {"cdf": cdf, "rdp": rdp, "pm_inf": property(lambda _: float(infinite))})
    return made(), False


def prepare(prv: Any, mechanism: Mechanism, times: int, options: Mapping[str, Any]) -> Prepared:
    """Return the variables, how often each is used, and the errors allowed; accountants are made query by query."""
    found = [(k, *variable(prv, part)) for k, part in serving.parts_of(mechanism, times)]
    return Prepared(([v for _, v, _ in found], [k for k, _, _ in found], options, {}), all(exact for *_, exact in found))


def prepare_own(base: Any, mechanism: Mechanism, times: int, options: Mapping[str, Any]) -> Prepared:
    """Return the same with a variable of our own."""
    made, exact = own_variable(base, mechanism)
    return Prepared(([made], [times], options, {}), exact)


def of_prv(prv: Any, held: Any, query: Query) -> Any:
    """Answer with the three values of a PRVAccountant."""
    variables, counts, options, accountants = held
    error = options["delta_error"] or (query["delta"] * 1e-3 if query["kind"] == "epsilon" else DELTA_ERROR)
    if error not in accountants:
        accountants[error] = prv.PRVAccountant(variables, eps_error=options["eps_error"], delta_error=error, max_self_compositions=counts)
    accountant = accountants[error]
    if query["kind"] == "delta":
        return serving.bracket(accountant.compute_delta(query["eps"], counts))
    return serving.bracket(accountant.compute_epsilon(query["delta"], counts))


def of_rdp(rdp: Any, held: Any, query: Query) -> Any:
    """Answer by Renyi differential privacy."""
    variables, counts, _, _ = held
    if query["kind"] == "renyi":
        return {"upper": serving.write_float(sum(k * v.rdp(int(query["order"])) for v, k in zip(variables, counts, strict=True)))}
    return serving.bracket(rdp(variables).compute_epsilon(query["delta"], counts))


def main() -> None:
    """Answer requests."""
    prv = import_module("prv_accountant")
    rdp = import_module("prv_accountant.other_accountants").RDP
    base = import_module("prv_accountant.privacy_random_variables").PrivacyRandomVariable
    kinds = ("rr", "approx", "pmfs", "geometric", "laplace", "gaussian", "subsample", "sum")
    options = {"eps_error": EPS_ERROR, "delta_error": None}
    curve = ("delta", "epsilon")
    methods = [
        Method("prv", "bracket", curve, kinds, partial(prepare, prv), partial(of_prv, prv), "PRVAccountant", clipped=False, options=options),
        Method(
            "prv-own",
            "bracket",
            curve,
            ("pmfs",),
            partial(prepare_own, base),
            partial(of_prv, prv),
            "PRVAccountant of a subclass of PrivacyRandomVariable with the right cdf and rdp, of one direction",
            clipped=False,
            options=options,
            direction="P over Q",
        ),
        Method(
            "rdp", "bracket", ("epsilon", "renyi"), kinds, partial(prepare, prv), partial(of_rdp, rdp), "other_accountants.RDP", clipped=False
        ),
    ]
    serving.serve("prv-accountant", version("prv-accountant"), methods)


if __name__ == "__main__":
    main()
