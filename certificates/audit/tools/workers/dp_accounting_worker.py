"""dp-accounting: privacy loss distributions, the accountants of DpEvents, and Renyi differential privacy."""

# ruff: noqa: INP001 - a script for another environment, not a package
from __future__ import annotations

import math
import sys
from collections.abc import Callable, Mapping
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

INTERVAL, TRUNCATION = 1e-4, 1e-15
"""The tool's defaults of `value_discretization_interval` and `tail_mass_truncation`."""
OPTIONS: dict[str, float | None] = {"interval": INTERVAL, "truncation": TRUNCATION}
GRID_LIMIT = 1_000_000
"""Grid points up to which a PLD with few atoms is sent with the zeros between them."""
CURVE = ("delta", "epsilon", "pure-epsilon")


# --- privacy loss distributions ------------------------------------------------------------------------------------------


def logs_of(mechanism: Mechanism) -> tuple[dict[str, float], dict[str, float], bool]:
    """Return the logarithms of the masses of Q and of P; with masses that are 1 they are exact."""
    if mechanism["kind"] == "pmfs":
        sides = [{outcome: serving.log_of(mass) for outcome, mass in mechanism[side].items() if mass} for side in ("Q", "P")]
        return sides[0], sides[1], all(mass in (0, 1) for side in "PQ" for mass in mechanism[side].values())
    eps, delta, _ = serving.approx_parameters(mechanism)
    rest = math.log1p(-delta) if delta < 1 else -math.inf
    more, less = rest - math.log1p(math.exp(-eps)), rest - eps - math.log1p(math.exp(-eps))
    lower, upper = {"more": less, "less": more}, {"more": more, "less": less}
    if delta:
        lower["Q alone"] = upper["P alone"] = math.log(delta)
    return lower, upper, False


class Builder:
    """Makes the tool's PLD of one mechanism, and says whether the input was exact.

    Attributes
    ----------
    pld
        The tool's module.
    pessimistic, dots
        The rounding, and whether to connect the dots where the tool leaves the choice.
    """

    def __init__(self, pld: Any, *, pessimistic: bool, dots: bool) -> None:
        self.pld = pld
        self.pessimistic = pessimistic
        self.switch = {"pessimistic_estimate": pessimistic, "use_connect_dots": dots}

    def __call__(self, mechanism: Mechanism, interval: float) -> tuple[Any, bool]:
        """Return the PLD of one mechanism."""
        if mechanism["kind"] == "subsample":
            return self.noise(mechanism["of"], mechanism["q"], interval), True
        if mechanism["kind"] in ("geometric", "laplace", "gaussian"):
            return self.noise(mechanism, 1.0, interval), True
        response = serving.as_response(mechanism)
        if mechanism["kind"] == "k-rr" or (response and response[0] > 2):
            p, k, exact = serving.noise_parameter(mechanism)
            return self.pld.from_randomized_response(p, k, self.pessimistic, interval), exact
        return self.pair(mechanism, interval)

    def noise(self, mechanism: Mechanism, q: float, interval: float) -> Any:
        """Return the PLD of additive noise on a sample of rate q."""
        kind, grid = mechanism["kind"], {"value_discretization_interval": interval, "sampling_prob": q}
        if kind == "geometric":
            return self.pld.from_discrete_laplace_mechanism(mechanism["a"], mechanism["s"], **self.switch, **grid)
        if kind == "laplace":
            return self.pld.from_laplace_mechanism(mechanism["scale"], mechanism["sensitivity"], **self.switch, **grid)
        if kind == "gaussian":
            return self.pld.from_gaussian_mechanism(mechanism["sigma"], mechanism["sensitivity"], **self.switch, **grid)
        raise Unsupported(f"the tool has no subsampled {kind}")

    def pair(self, mechanism: Mechanism, interval: float) -> tuple[Any, bool]:
        """Return the PLD from privacy parameters, or from two mass functions."""
        kind, grid = mechanism["kind"], {"value_discretization_interval": interval}
        if kind in ("rr", "approx") and self.pessimistic:
            parameters = import_module("dp_accounting.pld.common").DifferentialPrivacyParameters(mechanism["eps"], mechanism.get("delta", 0.0))
            return self.pld.from_privacy_parameters(parameters, **grid), True
        if kind == "rr":  # discrete Laplace noise against a shift by one has the same PLD, and takes eps as it is
            return self.pld.from_discrete_laplace_mechanism(mechanism["eps"], 1, **self.switch, **grid), True
        lower, upper, exact = logs_of(mechanism)
        rounding = {"pessimistic_estimate": self.pessimistic, "symmetric": False}
        return self.pld.from_two_probability_mass_functions(lower, upper, **rounding, **grid), exact


def composed(one: Builder, mechanism: Mechanism, times: int, options: Mapping[str, Any]) -> Prepared:
    """Return the PLD of a composition."""
    made = []
    for k, part in serving.parts_of(mechanism, times):
        pld, exact = one(part, options["interval"])
        made.append((pld.self_compose(k, options["truncation"]) if k > 1 else pld, exact))
    whole = reduce(lambda a, b: a.compose(b, options["truncation"]), (pld for pld, _ in made))
    return Prepared(whole, all(exact for _, exact in made))


def of_curve(held: Any, query: Query) -> float:
    """Answer with one number."""
    if query["kind"] == "delta":
        return float(held.get_delta_for_epsilon(query["eps"]))
    return float(held.get_epsilon_for_delta(query.get("delta", 0.0)))


def of_whole(documented: str) -> Callable[[Any, Query], Any]:
    """Return the function that answers, with the masses too."""

    def answer(held: Any, query: Query) -> Any:
        if query["kind"] != "pld":
            return of_curve(held, query)
        pmf = held._pmf_add if query.get("direction") == "Q over P" else held._pmf_remove  # noqa: SLF001 - there is no public way
        atoms = getattr(pmf, "_loss_probs", None)
        if atoms is None:
            first, masses = pmf._lower_loss, [float(m) for m in pmf._probs]  # noqa: SLF001
        else:
            first = min(atoms)
            if max(atoms) - first > GRID_LIMIT:
                raise Unsupported(f"a grid of more than {GRID_LIMIT} points is not written out")
            masses = [float(atoms.get(i, 0.0)) for i in range(first, max(atoms) + 1)]
        said = {
            "interval": serving.write_float(pmf._discretization),  # noqa: SLF001
            "first": int(first),
            "masses": [serving.write_float(m) for m in masses],
            "infinite": serving.write_float(pmf._infinity_mass),  # noqa: SLF001
        }
        return {documented: said}

    return answer


def of_many(held: Any, query: Query) -> Any:
    """Answer by the query for many epsilons at once."""
    if query["kind"] == "delta":
        return float(held.get_delta_for_epsilon([query["eps"]])[0])
    return {"upper": [serving.write_float(delta) for delta in held.get_delta_for_epsilon(query["eps"])]}


def in_two(one: Builder, mechanism: Mechanism, times: int, options: Mapping[str, Any]) -> Prepared:
    """Return two PLDs whose composition is meant."""
    if mechanism["kind"] == "sum" or times < 2:
        raise Unsupported("one mechanism at least twice is wanted, so that the last is composed with the rest")
    last, exact = one(mechanism, options["interval"])
    rest = last.self_compose(times - 1, options["truncation"]) if times > 2 else last
    return Prepared((rest, last), exact)


def of_two(held: Any, query: Query) -> float:
    """Answer without composing the two."""
    return float(held[0].get_delta_for_epsilon_for_composed_pld(held[1], query["eps"]))


# --- accountants ---------------------------------------------------------------------------------------------------------


def event_of(root: Any, mechanism: Mechanism) -> tuple[Any, bool, str]:
    """Return the event of one mechanism, whether it is exact, and the neighbouring relation under which it is meant."""
    kind = mechanism["kind"]
    events = import_module("dp_accounting.dp_event")
    if kind == "geometric":
        return events.DiscreteLaplaceDpEvent(mechanism["a"], mechanism["s"]), True, "ADD_OR_REMOVE_ONE"
    if kind in ("laplace", "gaussian"):
        name = "scale" if kind == "laplace" else "sigma"
        multiplier, exact = serving.quotient(mechanism[name], mechanism["sensitivity"])
        event = root.LaplaceDpEvent if kind == "laplace" else root.GaussianDpEvent
        return event(multiplier), exact, "ADD_OR_REMOVE_ONE"
    if kind == "subsample":
        inner, exact, relation = event_of(root, mechanism["of"])
        return root.PoissonSampledDpEvent(mechanism["q"], inner), exact, relation
    p, k, exact = serving.noise_parameter(mechanism)
    return root.RandomizedResponseDpEvent(p, k), exact, "REPLACE_ONE"


def accountant(make: Callable[[Any, Mapping[str, Any]], Any]) -> Callable[[Mechanism, int, Mapping[str, Any]], Prepared]:
    """Return the function that composes events in a new accountant; `make` gets the neighbouring relation and the options."""

    def prepare(mechanism: Mechanism, times: int, options: Mapping[str, Any]) -> Prepared:
        root = import_module("dp_accounting")
        found = [(k, *event_of(root, part)) for k, part in serving.parts_of(mechanism, times)]
        relations = {relation for *_, relation in found}
        if len(relations) > 1:
            raise Unsupported("randomized response and additive noise are meant under different neighbouring relations")
        relation = getattr(root.NeighboringRelation, relations.pop())
        events = [(event, k) for k, event, _, _ in found]

        def compose(order: int | None = None) -> Any:
            made = make(relation, {**options, "order": order})
            for event, k in events:
                try:
                    made.compose(event, k)
                except import_module("dp_accounting.privacy_accountant").UnsupportedEventError as reason:
                    raise Unsupported(f"the accountant has no such event: {reason}") from None
            return made

        return Prepared((compose(), compose), all(exact for _, _, exact, _ in found))

    return prepare


def of_accountant(held: Any, query: Query) -> float:
    """Answer from an accountant; a Renyi divergence from one with that order alone."""
    made, compose = held
    if query["kind"] == "renyi":
        return float(compose(int(query["order"])).rdp[0])
    return float(made.get_delta(query["eps"]) if query["kind"] == "delta" else made.get_epsilon(query.get("delta", 0.0)))


def main() -> None:
    """Answer requests."""
    pld = import_module("dp_accounting.pld.privacy_loss_distribution")
    pld_accountant = import_module("dp_accounting.pld.pld_privacy_accountant").PLDAccountant
    rdp_accountant = import_module("dp_accounting.rdp.rdp_privacy_accountant").RdpAccountant

    def renyi(relation: Any, options: Mapping[str, Any]) -> Any:
        return rdp_accountant(**({"orders": [options["order"]]} if options["order"] else {}), neighboring_relation=relation)

    noise = ("geometric", "laplace", "gaussian", "subsample", "sum")
    every = ("rr", "approx", "k-rr", "pmfs", *noise)
    dots = Builder(pld, pessimistic=True, dots=True)

    def whole(name: str, documented: str, mechanisms: tuple[str, ...], one: Builder, text: str) -> Method:
        return Method(name, documented, (*CURVE, "pld"), mechanisms, partial(composed, one), of_whole(documented), text, options=OPTIONS)

    methods = [
        whole("pld-pessimistic", "upper", every, dots, "PrivacyLossDistribution; connect the dots where there is a choice"),
        whole("pld-buckets", "upper", noise, Builder(pld, pessimistic=True, dots=False), "PrivacyLossDistribution, use_connect_dots=False"),
        whole("pld-optimistic", "lower", every, Builder(pld, pessimistic=False, dots=False), "PrivacyLossDistribution, pessimistic_estimate=False"),
        Method(
            "pld-vectorised",
            "upper",
            ("delta", "profile"),
            every,
            partial(composed, dots),
            of_many,
            "PrivacyLossDistribution.get_delta_for_epsilon of a list",
            options=OPTIONS,
        ),
        Method(
            "pld-in-two",
            "upper",
            ("delta",),
            every,
            partial(in_two, dots),
            of_two,
            "PrivacyLossDistribution.get_delta_for_epsilon_for_composed_pld",
            options=OPTIONS,
        ),
        Method(
            "pld-accountant",
            "upper",
            CURVE,
            ("rr", "k-rr", "pmfs", *noise),
            accountant(lambda relation, options: pld_accountant(relation, options["interval"])),
            of_accountant,
            "PLDAccountant.compose(event, count)",
            options={"interval": INTERVAL},
        ),
        Method(
            "rdp-accountant",
            "upper",
            ("delta", "epsilon", "renyi"),
            ("rr", "k-rr", "pmfs", "laplace", "gaussian", "subsample", "sum"),
            accountant(renyi),
            of_accountant,
            "RdpAccountant.compose(event, count)",
        ),
    ]
    serving.serve("dp-accounting", version("dp-accounting"), methods)


if __name__ == "__main__":
    main()
