"""The standard battery: mechanisms with float parameters, and the epsilons and deltas at which an accountant is asked about them.

All parameters, epsilons and deltas are floats, which a tool and the exact side read alike: each is the binary fraction that it is. So are the
masses of the asymmetric cases, which are eighths and sixteenths.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from certificates.audit.instance import Instance
from exact.pld import PLD

DELTAS = (1e-3, 1e-6, 1e-10)
TINY_DELTAS = (1e-15, 1e-30, 1e-100)


@dataclass(frozen=True)
class StandardCase:
    """A mechanism, and what to ask about it.

    Attributes
    ----------
    name
        Unique in the battery.
    kind
        ``"rr"``, ``"approx"``, ``"k-rr"``, ``"geometric"``, ``"asymmetric"``, ``"heterogeneous"`` or ``"tiny"``.
    parts
        ``((times, instance), ...)``: what is composed. An instance has a `kind`, and parameters under their names (``instance["eps"]``).
    eps
        Epsilons for queries of delta; never above what the losses allow by more than rounding.
    deltas
        Deltas for queries of epsilon.

    Examples
    --------
    >>> case = next(case for case in standard_cases() if case.name == "rr-0.5-x10")
    >>> case.parameters, case.times, case.expression
    ({'eps': 0.5}, 10, '10*rr(float:0.5)')
    >>> case.pld.delta(5).as_fraction()
    Fraction(0, 1)
    """

    name: str
    kind: str
    parts: tuple[tuple[int, Instance], ...]
    eps: tuple[float, ...]
    deltas: tuple[float, ...]

    @property
    def instance(self) -> Instance:
        """The mechanism of a case with one part, not composed; of others, the whole."""
        return self.parts[0][1] if len(self.parts) == 1 else self.composed

    @property
    def times(self) -> int:
        """How often the mechanism of a case with one part is composed; 1 for others."""
        return self.parts[0][0] if len(self.parts) == 1 else 1

    @property
    def composed(self) -> Instance:
        """The whole composition."""
        return Instance.sum(self.parts)

    @property
    def parameters(self) -> dict[str, Any]:
        """The parameters of the mechanism by their names: floats, integers, masses ``{outcome: float}``; of several parts, ``{}``."""
        if len(self.parts) > 1:
            return {}
        names = {"rr": ("eps",), "approx": ("eps", "delta"), "k-rr": ("eps", "k"), "geometric": ("a", "s"), "pmfs": ("P", "Q")}[self.instance.kind]
        return {name: _plain(value) for name, value in zip(names, self.instance.parameters, strict=True)}

    @property
    def expression(self) -> str:
        """The exact expression of the whole composition."""
        return self.composed.expression()

    @cached_property
    def pld(self) -> PLD:
        """The exact PLD of the whole composition, P over Q."""
        return self.composed.pld()

    def __str__(self) -> str:
        return self.name


def _plain(value: Any) -> Any:
    return {outcome: float(mass) for outcome, mass in value} if isinstance(value, tuple) else value


def standard_cases(kinds: Iterable[str] | None = None, most_times: int | None = None) -> list[StandardCase]:
    """Return the cases of some kinds (None for all), composed at most so often. No PLD is made before it is asked for."""
    wanted = None if kinds is None else set(kinds)
    if wanted is not None and not wanted <= KINDS.keys():
        raise ValueError(f"the kinds of standard cases are {', '.join(KINDS)}, not {', '.join(sorted(wanted - KINDS.keys()))}")
    return [
        case
        for case in (made for make in KINDS.values() for made in make())
        if (wanted is None or case.kind in wanted) and (most_times is None or sum(k for k, _ in case.parts) <= most_times)
    ]


# ---- the kinds


def _at(times: float, top: float) -> tuple[float, ...]:
    """Return epsilons around the mean loss of so many responses, and at the largest loss; all of them short decimals but the last."""
    mean = times * top * math.tanh(top / 2)
    deviation = math.sqrt(times) * top / math.cosh(top / 2)
    inside = {float(f"{eps:.3g}") for eps in (0.0, mean / 2, mean, mean + 2 * deviation, mean + 5 * deviation)}
    return (*sorted(eps for eps in inside if eps < times * top), times * top)


def _rr() -> list[StandardCase]:
    return [
        StandardCase(f"rr-{eps}-x{k}", "rr", ((k, Instance.rr(eps)),), _at(k, eps), DELTAS)
        for eps in (0.1, 0.5, 1.0, 3.0)
        for k in (1, 10, 100, 1000)
    ]


def _approx() -> list[StandardCase]:
    return [
        StandardCase(f"approx-{eps}-{delta}-x{k}", "approx", ((k, Instance.approx(eps, delta)),), (*_at(k, eps), math.inf), (k * 4 * delta, 0.125))
        for eps, delta in ((0.0, 1e-3), (0.1, 1e-6), (1.0, 1e-10))
        for k in (1, 10, 100)
    ]


def _k_rr() -> list[StandardCase]:
    return [
        StandardCase(f"k-rr-{eps}-{size}-x{k}", "k-rr", ((k, Instance.k_rr(eps, size)),), _at(k, eps), DELTAS)
        for eps, size in ((0.5, 3), (2.0, 10))
        for k in (1, 10, 30)
    ]


def _geometric() -> list[StandardCase]:
    return [
        StandardCase(f"geometric-{a}-{s}-x{k}", "geometric", ((k, Instance.geometric(a, s)),), _at(k, a * s), DELTAS)
        for a, s in ((0.5, 1), (0.25, 4))
        for k in (1, 10, 30)
    ]


def _asymmetric() -> list[StandardCase]:
    eighth, sixteenth = Fraction(1, 8), Fraction(1, 16)
    pairs: dict[str, tuple[Mapping[str, Fraction], Mapping[str, Fraction]]] = {
        "two": ({"a": 6 * eighth, "b": 2 * eighth}, {"a": 4 * eighth, "b": 4 * eighth}),
        "three": ({"a": 8 * sixteenth, "b": 6 * sixteenth, "c": 2 * sixteenth}, {"a": sixteenth, "b": 7 * sixteenth, "c": 8 * sixteenth}),
        "infinite": ({"a": sixteenth, "b": 9 * sixteenth, "c": 6 * sixteenth}, {"b": 12 * sixteenth, "c": 3 * sixteenth, "d": sixteenth}),
    }
    return [
        StandardCase(f"asymmetric-{name}-x{k}", "asymmetric", ((k, Instance.pmfs(*sides)),), (0.0, 0.25, 1.0, 2.5), (0.5, 1e-3, 1e-6))
        for name, sides in pairs.items()
        for k in (1, 5, 20)
    ]


def _heterogeneous() -> list[StandardCase]:
    mixes = {
        "two-rr": ((30, Instance.rr(0.25)), (5, Instance.rr(1.0))),
        "off-lattice": ((20, Instance.rr(0.1)), (10, Instance.rr(0.3))),
        "rr-and-approx": ((20, Instance.rr(0.25)), (5, Instance.approx(0.5, 1e-6))),
        "rr-and-geometric": ((10, Instance.rr(0.5)), (4, Instance.geometric(0.5, 2))),
    }
    return [
        StandardCase(f"heterogeneous-{name}", "heterogeneous", parts, (0.0, 0.5, 2.0, 4.0), (1e-3, 1e-5))
        for name, parts in mixes.items()
    ]


def _tiny() -> list[StandardCase]:
    return [
        StandardCase(f"tiny-{eps}-x{k}", "tiny", ((k, Instance.rr(eps)),), (0.9 * k * eps, 0.99 * k * eps, k * eps), TINY_DELTAS)
        for eps, k in ((0.5, 100), (1.0, 500), (3.0, 100))
    ]


KINDS = {
    "rr": _rr,
    "approx": _approx,
    "k-rr": _k_rr,
    "geometric": _geometric,
    "asymmetric": _asymmetric,
    "heterogeneous": _heterogeneous,
    "tiny": _tiny,
}
"""The kinds of cases, and what makes those of each."""
