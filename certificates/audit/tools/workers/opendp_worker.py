"""opendp: privacy maps of measurements, compositions, privacy profiles, odometers."""

# ruff: noqa: INP001 - a script for another environment, not a package
from __future__ import annotations

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

class Measurements:
    """Makes the tool's measurements; each method returns one, and whether it is exact."""

    def __init__(self, dp: Any) -> None:
        self.dp = dp
        self.space = (dp.vector_domain(dp.atom_domain(T=float, nan=False)), dp.symmetric_distance())

    def user(self, measure: Any, loss: Any) -> Any:
        """Return a measurement of which only its loss is known, at a distance of 1."""
        return self.dp.m.make_user_measurement(*self.space, output_measure=measure, function=lambda _: 0.0, privacy_map=lambda _: loss)

    def pure(self, mechanism: Mechanism) -> tuple[Any, bool]:
        """Return a measurement that is eps-DP, of a mechanism that is randomized response."""
        eps, exact = serving.pure_parameter(mechanism)
        return self.user(self.dp.max_divergence(), eps), exact

    def approximate(self, mechanism: Mechanism) -> tuple[Any, bool]:
        """Return a measurement that is (eps, delta)-DP."""
        eps, delta, exact = serving.approx_parameters(mechanism)
        return self.user(self.dp.fixed_smoothed_max_divergence(), (eps, delta)), exact

    def concentrated(self, mechanism: Mechanism) -> tuple[Any, bool]:
        """Return a measurement that is zero-concentrated."""
        if mechanism["kind"] == "gaussian":
            measure = self.dp.zero_concentrated_divergence()
            rho = self.dp.m.make_gaussian(self.dp.atom_domain(T=float, nan=False), self.dp.absolute_distance(T=float), scale=mechanism["sigma"])
            return self.user(measure, rho.map(mechanism["sensitivity"])), True
        made, exact = self.pure(mechanism)
        return self.dp.c.make_pureDP_to_zCDP(made), exact

    def prepare(self, one: Any, mechanism: Mechanism, times: int, _: Mapping[str, Any]) -> Prepared:
        """Return the measurements of a composition, with how often each is used."""
        if mechanism["kind"] == "none":
            return Prepared(None)
        found = [(k, *one(part)) for k, part in serving.parts_of(mechanism, times)]
        return Prepared([(k, made) for k, made, _ in found], all(exact for *_, exact in found))

    def composed(self, held: Any) -> Any:
        """Return the composition."""
        made = [measurement for k, measurement in held for _ in range(k)]
        return made[0] if len(made) == 1 else self.dp.c.make_composition(made)

    def spent(self, measure: Any, made: list[Any]) -> Any:
        """Return what a fully adaptive odometer says after these measurements."""
        odometer = self.dp.c.make_fully_adaptive_composition(*self.space, output_measure=measure)
        queryable = odometer([1.0])
        for measurement in made:
            queryable(measurement)
        return queryable.privacy_loss(1)


def of_pure(make: Measurements, held: Any, query: Query) -> Any:
    """Answer by the privacy map of a composition; a pure guarantee holds at any delta."""
    if query["kind"] == "spend":
        held = [(k, make.user(make.dp.max_divergence(), amount)) for k, amount in query["spends"]]
    return float(make.composed(held).map(1))


def of_odometer(make: Measurements, held: Any, query: Query) -> Any:
    """Answer by a fully adaptive odometer."""
    if query["kind"] == "spend":
        made = [make.user(make.dp.max_divergence(), amount) for k, amount in query["spends"] for _ in range(k)]
        return float(make.spent(make.dp.max_divergence(), made))
    eps, delta = make.spent(make.dp.fixed_smoothed_max_divergence(), [made for k, made in held for _ in range(k)])
    return {"eps": serving.write_float(eps), "upper": serving.write_float(delta)}


def of_profile(convert: Any, make: Measurements, held: Any, query: Query) -> Any:
    """Answer by the privacy profile of a composition."""
    whole = make.composed(held)
    if query["kind"] == "guarantee":
        eps, delta = whole.map(1)
        return {"eps": serving.write_float(eps), "upper": serving.write_float(delta)}
    profile = convert(whole).map(1)
    return float(profile.delta(query["eps"]) if query["kind"] == "delta" else profile.epsilon(query["delta"]))


def of_response(held: Any, _: Query) -> Any:
    """Answer by the privacy map of randomized response."""
    return float(held.map(1))


def response(dp: Any, mechanism: Mechanism, times: int, _: Mapping[str, Any]) -> Prepared:
    """Return the tool's randomized response, which takes the probability of the truth."""
    if times > 1:
        raise Unsupported("randomized response has a domain of its own, and is asked about alone")
    found = serving.as_response(mechanism)
    if found is None:
        raise Unsupported("the masses of randomized response are wanted")
    k, other = found
    truth, exact = serving.nearest(1 - (k - 1) * other)
    if k == 2:
        return Prepared(dp.m.make_randomized_response_bool(prob=truth), exact)
    exact = exact and other == (1 - Fraction(truth)) / (k - 1)
    return Prepared(dp.m.make_randomized_response(categories=[str(i) for i in range(k)], prob=truth), exact)


def noise(dp: Any, mechanism: Mechanism, times: int, _: Mapping[str, Any]) -> Prepared:
    """Return the tool's Laplace noise, real or integer, composed."""
    if mechanism["kind"] == "laplace":
        made = dp.m.make_laplace(dp.atom_domain(T=float, nan=False), dp.absolute_distance(T=float), scale=mechanism["scale"])
        distance, exact = mechanism["sensitivity"], True
    else:
        scale, exact = serving.quotient(1.0, mechanism["a"])
        made = dp.m.make_laplace(dp.atom_domain(T=int), dp.absolute_distance(T=int), scale=scale)
        distance = mechanism["s"]
    return Prepared((made if times == 1 else dp.c.make_composition([made] * times), distance), exact)


def of_noise(held: Any, _: Query) -> Any:
    """Answer by the privacy map at the sensitivity."""
    return float(held[0].map(held[1]))


def main() -> None:
    """Answer requests."""
    dp = import_module("opendp.prelude")
    dp.enable_features("contrib", "honest-but-curious")
    make = Measurements(dp)
    pure = ("rr", "geometric", "pmfs", "sum")
    pure_queries = ("epsilon", "pure-epsilon")
    curve = ("delta", "epsilon")
    approximate = (*pure, "approx")
    methods = [
        Method("pure", "upper", (*pure_queries, "spend"), pure, partial(make.prepare, make.pure), partial(of_pure, make), "make_composition"),
        Method(
            "approx",
            "upper",
            (*curve, "guarantee"),
            approximate,
            partial(make.prepare, make.approximate),
            partial(of_profile, dp.c.make_fixed_approxDP_to_approxDP, make),
            "make_composition, make_fixed_approxDP_to_approxDP",
        ),
        Method(
            "zcdp",
            "upper",
            curve,
            (*pure, "gaussian"),
            partial(make.prepare, make.concentrated),
            partial(of_profile, dp.c.make_zCDP_to_approxDP, make),
            "make_pureDP_to_zCDP, make_composition, make_zCDP_to_approxDP",
        ),
        Method(
            "odometer",
            "upper",
            ("guarantee", "spend"),
            approximate,
            partial(make.prepare, make.approximate),
            partial(of_odometer, make),
            "make_fully_adaptive_composition, privacy_loss",
        ),
        Method("randomized-response", "upper", pure_queries, ("pmfs",), partial(response, dp), of_response, "make_randomized_response"),
        Method("laplace", "upper", pure_queries, ("laplace", "geometric"), partial(noise, dp), of_noise, "make_laplace"),
    ]
    serving.serve("opendp", version("opendp"), methods)


if __name__ == "__main__":
    main()
