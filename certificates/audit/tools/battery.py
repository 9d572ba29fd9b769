"""The fixed battery that tools are asked to record claims: small mechanisms of every kind, and the mechanisms of known reports.

Each question names a mechanism, how often it is composed, queries, and for which methods it is meant (None: for all).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction

from certificates.audit.instance import Instance
from certificates.audit.tools import queries as q
from certificates.audit.tools.queries import Query


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked, under a name that begins the ids of its claims.

    Attributes
    ----------
    name
        Unique in the battery.
    instance
        The mechanism; None for the total of a ledger.
    times
        How often it is composed with itself.
    queries
        What is asked.
    methods
        The methods that are asked, by their names; None for all.
    options
        Options, passed to methods that have them all.
    without
        Methods that are not asked, since they take too long.
    """

    name: str
    instance: Instance | None
    times: int
    queries: tuple[Query, ...]
    methods: tuple[str, ...] | None = None
    options: tuple[tuple[str, float], ...] = ()
    without: tuple[str, ...] = ()


def _ratio(r: int) -> Instance:
    """Return randomized response of likelihood ratio r, by its masses."""
    more, less = Fraction(r, r + 1), Fraction(1, r + 1)
    return Instance.pmfs({"0": more, "1": less}, {"0": less, "1": more})


def _leak(n: int) -> Instance:
    """Return the mechanism that fails with probability 1/n, and says nothing otherwise."""
    fail, same = Fraction(1, n), 1 - Fraction(1, n)
    return Instance.pmfs({"fail": fail, "same": same}, {"fail2": fail, "same": same})


_TWO = Fraction(1, 2)
_INF = math.inf
_ASYMMETRIC = Instance.pmfs({"a": Fraction(3, 4), "b": Fraction(1, 4)}, {"a": _TWO, "b": _TWO})
_THREE = Instance.pmfs(
    {"a": _TWO, "b": Fraction(3, 8), "c": Fraction(1, 8)}, {"a": Fraction(1, 16), "b": Fraction(7, 16), "d": _TWO}
)
_B05 = Instance.pmfs(
    {"fail": Fraction(1, 10**6), "0": Fraction(333333, 500000), "1": Fraction(333333, 10**6)},
    {"fail2": Fraction(1, 10**6), "0": Fraction(333333, 10**6), "1": Fraction(333333, 500000)},
)
_EVERY = (
    q.delta_at(0.0),
    q.delta_at(0.5),
    q.delta_at(1.0),
    q.delta_at(10.0),
    q.delta_at(_INF),
    q.epsilon_at(1e-3),
    q.epsilon_at(1e-6),
    q.epsilon_at(1e-12),
    q.pure_epsilon(),
    q.renyi_at(2),
    q.renyi_at(8),
    q.tradeoff_at(0.25),
    q.tradeoff_at(1e-3),
    q.gaussian_parameter(),
    q.guarantee(),
    q.guarantee(slack=1e-6),
    q.profile_at([0.0, 0.5, 1.0, 10.0, 710.0]),
)
_FEW = (
    q.delta_at(1.0),
    q.delta_at(10.0),
    q.epsilon_at(1e-6),
    q.epsilon_at(1e-12),
    q.pure_epsilon(),
    q.renyi_at(2),
    q.tradeoff_at(0.25),
    q.gaussian_parameter(),
    q.guarantee(),
)
_SLOW = ("pld-vectorised", "pld-in-two")
"""Methods that go over all atoms in a loop."""
_WHOLE = ("pld-pessimistic", "pld-optimistic")


def _of(name: str, instance: Instance, *counts: int) -> list[Question]:
    """Return the questions about a mechanism, once and composed."""
    return [
        Question(f"{name}-{k}", instance, k, _FEW if k > 10 else _EVERY, without=_SLOW if k > 10 else ())
        for k in counts
    ]


BATTERY: tuple[Question, ...] = (
    # every kind of mechanism, once and composed
    *(question for eps in (0.1, 0.5, 1.0, 3.0) for question in _of(f"rr-{eps}", Instance.rr(eps), 1, 10, 100)),
    Question("rr-0.1-1000", Instance.rr(0.1), 1000, (q.delta_at(0.0), q.delta_at(30.0), q.epsilon_at(1e-6), q.epsilon_at(1e-12)), without=_SLOW),
    *_of("approx", Instance.approx(0.5, 2.0**-20), 1, 10, 100),
    *_of("k-rr", Instance.k_rr(1.0, 4), 1, 10),
    *_of("geometric", Instance.geometric(0.25, 4), 1, 10),
    *_of("asymmetric", _ASYMMETRIC, 1, 10),
    *_of("three", _THREE, 1, 10),
    *_of("half", _ratio(3), 1, 2, 100),
    *_of("unlike", Instance.sum([(20, Instance.rr(0.25)), (5, Instance.rr(0.5))]), 1),
    *_of("unlike-approx", Instance.sum([(20, Instance.rr(0.25)), (5, Instance.approx(0.5, 2.0**-20))]), 1),
    *_of("subsampled-geometric", Instance.subsample(Instance.geometric(1.0, 1), 0.125), 1, 10),
    Question("whole-rr", Instance.rr(0.5), 1, (q.whole_pld(),), _WHOLE, (("interval", 2.0**-7),)),
    Question("whole-asymmetric", _ASYMMETRIC, 2, (q.whole_pld(), q.whole_pld("Q over P")), _WHOLE, (("interval", 2.0**-7),)),
    Question("whole-dominates", Instance.rr(0.5), 4, (q.whole_pld(),), ("dominates",), (("interval", 2.0**-7),)),
    # known reports
    *(Question(f"B01-{n}-{k}", Instance.approx(0.1, 1 / n), k, (q.guarantee(),)) for n, k in ((10, 10), (10, 100), (100, 10))),
    *(Question(f"B01-leak-{n}-{k}", _leak(n), k, (q.guarantee(), q.delta_at(_INF))) for n, k in ((10, 10), (10, 100))),
    *(
        Question(f"{case}-{r}-{k}", mechanism, k, (q.epsilon_at(delta),))
        for r, k, delta in ((10, 100, 1e-3), (3, 100, 1e-6), (2, 400, 1e-6), (3, 20, 1e-6))
        for case, mechanism in (("B03", Instance.rr(math.log(r))), ("B03-masses", _ratio(r)))
    ),
    Question("B04", Instance.rr(1.0), 1, (q.renyi_at(2),)),
    Question("B05", _B05, 1, (q.epsilon_at(1e-6), q.epsilon_at(2e-6))),
    Question("B05-approx", Instance.approx(math.log(2), 1e-6), 1, (q.epsilon_at(1e-6), q.epsilon_at(2e-6))),
    Question("B06", _ratio(2), 1, (q.epsilon_at(0.4),)),
    Question("B07", _ratio(3), 10, (q.epsilon_at(0.0), q.pure_epsilon())),
    Question("B09", _ratio(3), 200, (q.delta_at(218.62384544495382), q.delta_at(300.0)), without=_SLOW),
    Question("B10", _ratio(3), 200, (q.delta_at(0.4054651081081644),), ("pld-pessimistic", *_SLOW), (("interval", 1e-3),)),
    *(Question(f"B11-{r}", _ratio(r), 1, (q.pure_epsilon(),), ("pld-pessimistic",), (("interval", math.log(r)),)) for r in (3, 7)),
    Question("B11-3-200", _ratio(3), 200, (q.epsilon_at(1e-12),), ("pld-pessimistic",), (("interval", math.log(3)),)),
    Question("B12", _ratio(3), 1, (q.delta_at(710.0),)),
    Question("B37", Instance.rr(math.log(1.25)), 1000, (q.epsilon_at(1e-6),)),
    Question("B22", None, 1, (q.spend([(11, 1 / 11)]), q.spend([(10, 0.1)]), q.spend([(1, 0.1), (1, 0.2)]), q.spend([(1000, 0.001)]))),
    Question("count-rr", _ratio(3), 100, (q.delta_at(2.0), q.epsilon_at(1e-6)), ("pld-accountant", "rdp-accountant")),
    Question("domain-3-10", Instance.rr(3.0), 10, (q.epsilon_at(1e-3),)),
    Question("domain-1-1000", Instance.rr(1.0), 1000, (q.delta_at(0.0), q.delta_at(300.0)), ("prv",), (("eps_error", 0.05),)),
    Question("afa-1", Instance.rr(0.1), 1, (q.delta_at(0.07),), ("afa",)),
    Question("tiny", Instance.rr(0.1), 10, (q.epsilon_at(1e-20), q.epsilon_at(1e-30))),
    Question("huge", Instance.rr(750.0), 1, (q.delta_at(1.0), q.epsilon_at(1e-6))),
    # continuous noise, of which finite post-processings give exact lower bounds
    *_of("laplace", Instance.laplace(2.0), 1, 10),
    *_of("gaussian", Instance.gaussian(2.0), 1, 10),
    *_of("subsampled-gaussian", Instance.subsample(Instance.gaussian(1.0), 0.0078125), 1),
    Question("subsampled-gaussian-100", Instance.subsample(Instance.gaussian(1.0), 0.0078125), 100, _FEW, without=(*_SLOW, "dominates")),
)
