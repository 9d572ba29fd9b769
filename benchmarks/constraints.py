"""Two (eps, delta) constraints at once, composed: against 20 rational PLDs of as many atoms, against a numerical accountant, route by route.

The accountant is given the curve of one round at the points of its grid (connect the dots) and composes by Fourier transforms; its grid is
the coarsest power of ten at which six digits of the answer are right. Ours gives fifty.
"""

from __future__ import annotations

import math
from functools import cache
from typing import Any

from benchmarks.inputs import fresh_pld
from benchmarks.measure import Bench, Contestant, exponent
from benchmarks.rivals import has_dp_accounting
from benchmarks.table import Found, Growth, Kind, Row, Subject
from exact import PLD, table
from exact.constraints import ConstraintSet, composed, constraints

K, MANY, DIGITS = 20, 200, 50
EPSILONS = ("0", "1/10", "1/5", "3/10", "1/2", "1", "3/2", "2", "5/2", "3")
GRID = 1e-3
GROWTH = (5, 10, 20, 40)

APART = ("3/10", 0), ("1/7", "1/50")
"""Losses a/10 + b/7: as many as there are counts."""
TOGETHER = ("3/10", 0), ("3/20", "1/50")
"""The losses of one grid."""
RATIONAL = ("log(3)", 0), ("log(2)", "1/12")
THREE = ("log(8)", 0), ("log(4)", "1/50"), ("log(2)", "1/10")
RATIONAL_TOGETHER = ("log(4)", 0), ("log(2)", "1/10")


def made(rows: tuple[tuple[str, Any], ...]) -> ConstraintSet:
    return constraints(*rows)


@cache
def rational_four() -> PLD:
    """Return a PLD of four atoms with short rational masses and ratios of which no product is 1."""
    return table([("1/2", "1/3"), ("1/4", "1/4"), ("1/7", "1/5"), ("3/28", "13/60")])


def ten(pld: PLD) -> list[tuple[str, str]]:
    """Return bounds of 50 digits of delta at ten epsilons."""
    return [pld.delta(eps).bounds(DIGITS) for eps in EPSILONS]


def of_constraints(rows: tuple[tuple[str, Any], ...], k: int, route: str = "fastest") -> list[tuple[str, str]]:
    """Return them of k rounds, from the constraints on."""
    return ten(composed(made(rows), k, route=route))


def atoms(rows: tuple[tuple[str, Any], ...], k: int, route: str = "fastest") -> int:
    """Return the number of atoms of k rounds, all worked out."""
    return len(composed(made(rows), k, route=route).canonical.finite)


def atoms_and_ten(rows: tuple[tuple[str, Any], ...], k: int) -> list[tuple[str, str]]:
    """Return bounds of ten deltas from all atoms, which are worked out first."""
    whole = composed(made(rows), k)
    _ = whole.canonical
    return ten(whole)


def accountant(rows: tuple[tuple[str, Any], ...], k: int, grid: float = GRID) -> float:
    """Return delta(1) by dp-accounting, from the curve of one round at the points of a grid; with the extra `audit`."""
    import numpy as np
    from dp_accounting.pld import pld_pmf, privacy_loss_distribution

    some = made(rows)
    law = [(float(p.decimal(17)), float(q.decimal(17))) for p, q in some.pld().atoms]
    reach = math.ceil(float(some.active[0].eps.decimal(17)) / grid)
    points = np.exp(grid * np.arange(-reach, reach + 1))
    deltas: Any = sum(np.maximum(0, p - points * q) for p, q in law)
    pmf = pld_pmf.create_pmf_pessimistic_connect_dots_fixed_gap(grid, -reach, reach, deltas)
    return float(privacy_loss_distribution.PrivacyLossDistribution(pmf).self_compose(k).get_delta_for_epsilon(1.0))


FOUR, FOUR_OUT, FOUR_READ = (f"20-fold of four rational atoms{more}" for more in ("", ", multiplied out", ", multiplied out, ten deltas"))
NUMERICAL = "dp-accounting, six digits"
POWER, MIXTURE = "the power of the meet", "the mixture"

ROWS = (
    Row("apart", "20 rounds of (3/10, 0) and (1/7, 1/50): 50 digits at ten eps", Kind.AS_LONG, 5, FOUR),
    Row(
        "apart-atoms", "the same, all 441 atoms multiplied out", Kind.AS_LONG, 5, FOUR_OUT,
        cause="the masses are 95,000 terms, each an exponent and an integer as Python objects; those of the rival are 1,771 integers",
    ),
    Row("apart-read", "the same, and ten deltas read off the atoms", Kind.AS_LONG, None, FOUR_READ),
    Row("together", "20 rounds of (3/10, 0) and (3/20, 1/50): 50 digits at ten eps", Kind.AS_LONG, 5, FOUR),
    Row("rational", "20 rounds of (log 3, 0) and (log 2, 1/12): all 441 atoms, 50 digits at ten eps", Kind.AS_LONG, 5, FOUR_READ),
    Row("accountant", "20 rounds of (3/10, 0) and (1/7, 1/50): 50 digits at one eps", Kind.FASTER, None, NUMERICAL),
    Row("one-grid", "60 rounds of (log 8, 0), (log 4, 1/50) and (log 2, 1/10): all 361 atoms", Kind.FASTER, None, "by counting"),
    Row("closed", "20 rounds of (log 3, 0) and (log 2, 1/12): all atoms by counting", Kind.FASTER, None, POWER),
    Row("mixture", "the same, against the mixture of heterogeneous compositions", Kind.FASTER, None, MIXTURE),
    Row("many", "200 rounds of (3/10, 0) and (3/20, 1/50): 50 digits at ten eps", Kind.SECONDS),
    Row("many-rational", "200 rounds of (log 4, 0) and (log 2, 1/10): all 801 atoms, 50 digits at ten eps", Kind.SECONDS),
    Row("many-apart", "200 rounds of (log 3, 0) and (log 2, 1/12): all 40,401 atoms", Kind.SECONDS),
    Row("growth", "growth of all atoms with the rounds, (log 3, 0) and (log 2, 1/12), 5 to 40 rounds", Kind.EXPONENT),
)


def measure(bench: Bench) -> Found:
    found = Found()
    medians = bench.medians({
        "apart": Contestant(lambda: of_constraints(APART, K)),
        "apart-atoms": Contestant(lambda: atoms(APART, K)),
        "together": Contestant(lambda: of_constraints(TOGETHER, K)),
        "rational": Contestant(lambda: of_constraints(RATIONAL, K)),
        "ten": Contestant(ten, lambda: fresh_pld(K * rational_four())),
        "out": Contestant(lambda pld: pld.canonical, lambda: fresh_pld(K * rational_four())),
        "apart-read": Contestant(lambda: atoms_and_ten(APART, K)),
        "read": Contestant(lambda pld: (pld.canonical, ten(pld)), lambda: fresh_pld(K * rational_four())),
        "one-grid": Contestant(lambda: atoms(THREE, 60)),
        "counted": Contestant(lambda: atoms(THREE, 60, "closed")),
        "closed": Contestant(lambda: atoms(RATIONAL, K, "closed")),
        POWER: Contestant(lambda: atoms(RATIONAL, K, "power")),
        MIXTURE: Contestant(lambda: atoms(RATIONAL, K, "mixture")),
    })  # fmt: skip
    for key in ("apart", "together"):
        found.put(key, medians[key], medians["ten"])
    found.put("apart-atoms", medians["apart-atoms"], medians["out"])
    for key in ("apart-read", "rational"):
        found.put(key, medians[key], medians["read"])
    found.put("one-grid", medians["one-grid"], medians["counted"])
    found.put("closed", medians["closed"], medians[POWER])
    found.put("mixture", medians["closed"], medians[MIXTURE])
    if has_dp_accounting():
        medians = bench.medians({
            "": Contestant(lambda: composed(made(APART), K).delta(1).bounds(DIGITS)),
            NUMERICAL: Contestant(lambda: accountant(APART, K)),
        })  # fmt: skip
        found.put("accountant", medians[""], medians[NUMERICAL])
    else:
        found.skipped["accountant"] = "dp-accounting is not installed (the extra audit)"
    medians = bench.medians({
        "many": Contestant(lambda: of_constraints(TOGETHER, MANY)),
        "many-rational": Contestant(lambda: of_constraints(RATIONAL_TOGETHER, MANY)),
        "many-apart": Contestant(lambda: atoms(RATIONAL, MANY)),
    })  # fmt: skip
    for key, value in medians.items():
        found.put(key, value)
    medians = bench.medians({str(k): Contestant(lambda k=k: atoms(RATIONAL, k)) for k in GROWTH})
    points = tuple((k, medians[str(k)]) for k in GROWTH)
    found.put("growth", exponent(points))
    found.growth.append(Growth("all atoms of two constraints in the number of rounds", points))
    return found


SUBJECT = Subject("Several constraints at once", ROWS, measure)
