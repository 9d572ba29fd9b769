"""The standard battery of `certificates.audit.standard_cases`: delta and epsilon of all its cases, exactly, against float accountants.

Ours: each case from its parameters on; 15 digits of every answer, the largest of both directions. An answer of a tool has 10
correct digits when it is off by at most 5e-11 of the exact value, or by 1e-15 where that is 0.

dp-accounting is asked on a grid fitted to the losses (their unit where they have one, else its default of 1e-4) with nothing
truncated, which of all settings that were tried gives it the most correct digits in the least time; and once at its defaults.

The other tools answer in environments of their own, through their workers, by the method with the most correct digits, and
their time is the seconds that they report. ``EXACTPLD_BENCH_TOOLS`` names a folder that holds a virtual environment for each,
under its name (``opake-accounting/bin/python``); without it they are not measured.
"""

from __future__ import annotations

import math
import os
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, reduce
from pathlib import Path
from typing import Any, TypeVar

from benchmarks.measure import Bench, Contestant
from benchmarks.rivals import has_dp_accounting
from benchmarks.table import Found, Kind, Row, Subject
from certificates.audit.standard_cases import StandardCase, standard_cases
from certificates.audit.tools import queries, start
from certificates.audit.tools.catalogue import entry
from exact import PLD, Loss, Number

T = TypeVar("T", Number, Loss)

DIGITS = 15
RIGHT = 5e-11
ZERO = 1e-15
FOLDER = "EXACTPLD_BENCH_TOOLS"

Answers = list[float | None]
"""What was said about a case: delta at each of its epsilons, then epsilon at each of its deltas; None where nothing was said."""


# --- ours --------------------------------------------------------------------------------------------------------------------------------


def exact_answers(case: StandardCase) -> list[str]:
    """Return the answers to 15 digits, epsilon clipped at 0 as the tools do."""
    a = case.composed.pld()
    sides = [a, a.dual()] if case.kind == "asymmetric" else [a]  # the others are symmetric by their construction
    deltas = [_worst([_delta(side, eps) for side in sides]) for eps in case.eps]
    epsilons = [_worst([side.epsilon(Fraction(delta)) for side in sides]) for delta in case.deltas]
    return [d.decimal(DIGITS) for d in deltas] + [e.decimal(DIGITS) if e.sign() > 0 else "0" for e in epsilons]


def _delta(a: PLD, eps: float) -> Number:
    return a.p_infinite if math.isinf(eps) else a.delta(Fraction(eps))


def _worst(values: Sequence[T]) -> T:
    return reduce(max, values)


@cache
def truth() -> dict[str, list[str]]:
    """Return the exact answers of all cases, by their names."""
    return {case.name: exact_answers(case) for case in standard_cases()}


def is_right(said: float | None, exactly: str) -> bool:
    """Return whether an answer has 10 correct digits."""
    if said is None or not math.isfinite(said):
        return said == float(exactly)
    value = Fraction(exactly)
    return abs(Fraction(said) - value) <= (Fraction(RIGHT) * abs(value) if value else Fraction(ZERO))


# --- dp-accounting -----------------------------------------------------------------------------------------------------------------------

INTERVAL, TRUNCATION = 1e-4, 1e-15
"""Its defaults."""


def fitted(case: StandardCase) -> float:
    """Return the unit of the losses of a case, so far as there is one: the least parameter of its parts."""
    units = [part.parameters[0] for _, part in case.parts if part.kind != "pmfs" and part.parameters[0]]
    return min(units, default=INTERVAL)


def dp_accounting(case: StandardCase, interval: float, truncation: float) -> Answers:
    """Return what its pessimistic PLDs say, written as its users would."""
    from dp_accounting.pld import common
    from dp_accounting.pld import privacy_loss_distribution as pld

    grid = {"value_discretization_interval": interval}
    parts = []
    for k, part in case.parts:
        values: Sequence[Any] = part.parameters
        if part.kind in ("rr", "approx"):
            eps, delta = (*values, 0.0)[:2]
            one = pld.from_privacy_parameters(common.DifferentialPrivacyParameters(eps, delta), **grid)
        elif part.kind == "k-rr":
            (eps, size), less = values, math.exp(-values[0])
            one = pld.from_randomized_response(size * less / (1 + (size - 1) * less), size, **grid)
        elif part.kind == "geometric":
            a, s = values
            one = pld.from_discrete_laplace_mechanism(a, s, **grid)
        else:
            upper, lower = ({outcome: math.log(mass) for outcome, mass in side if mass} for side in values)
            one = pld.from_two_probability_mass_functions(lower, upper, symmetric=False, **grid)
        parts.append(one.self_compose(k, truncation) if k > 1 else one)
    whole = reduce(lambda a, b: a.compose(b, truncation), parts)
    return [float(whole.get_delta_for_epsilon(eps)) for eps in case.eps] + [float(whole.get_epsilon_for_delta(delta)) for delta in case.deltas]


def fitted_answers(case: StandardCase) -> Answers:
    return dp_accounting(case, fitted(case), 0.0)


def default_answers(case: StandardCase) -> Answers:
    return dp_accounting(case, INTERVAL, TRUNCATION)


# --- tools in environments of their own --------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Other:
    """A tool, how it is asked, and what it can express.

    Attributes
    ----------
    name, method
        Of the tool, and of its worker.
    cases, answers
        How many it answers, which is known from a run of this version.
    fitted
        Whether it is given the unit of the losses.
    again
        Whether it is quick enough to be asked more than once.
    """

    name: str
    method: str
    cases: int
    answers: int
    fitted: bool = False
    again: bool = False

    @property
    def version(self) -> str:
        """The version that its environment must have."""
        return entry(self.name).steps[-1][0].partition("==")[2]

    def python(self) -> Path | None:
        """Return the interpreter that has the tool, None where there is none."""
        folder = os.environ.get(FOLDER)
        found = Path(folder) / self.name / "bin" / "python" if folder else None
        return found if found is not None and found.exists() else None


OTHERS = (
    Other("opake-accounting", "process", 34, 247, again=True),
    Other("autodp", "rdp", 24, 182, again=True),
    Other("prv-accountant", "prv", 34, 229),
    Other("pld-accounting", "dominates", 40, 302, fitted=True),
)


def ask(tool: Any, other: Other, case: StandardCase) -> tuple[Answers, float]:
    """Return what a tool says about a case, and the seconds that it reports."""
    asked = [*map(queries.delta_at, case.eps), *map(queries.epsilon_at, case.deltas)]
    answers = tool.ask(other.method, case.instance, case.times, asked, {"interval": fitted(case)} if other.fitted else None)
    said = [next((v for bound in ("estimate", "upper", "lower") if (v := answer.value(bound)) is not None), None) for answer in answers]
    return said, answers[0].seconds


class Asked(Contestant):
    """A tool whose run takes the seconds that it reports."""

    def run(self, clock: Callable[[], float]) -> float:  # noqa: ARG002 - it has its own
        """Return the seconds of one run."""
        return float(self.work())  # type: ignore[arg-type]


def measure_other(bench: Bench, other: Other, found: Found) -> None:
    python = other.python()
    if python is None:
        for key in (f"{other.name}-right", other.name):
            found.skipped[key] = f"no environment in ${FOLDER}"
        return
    cases = standard_cases()
    with start(other.name, python, time_limit=300) as tool:
        if other.version not in tool.hello.version:
            raise ValueError(f"{other.name} {tool.hello.version} is installed, not {other.version}")
        asked = {case.name: ask(tool, other, case) for case in cases}
        said = {name: answers for name, (answers, _) in asked.items()}
        able = [case for case in cases if any(v is not None for v in said[case.name])]
        count = sum(v is not None for case in able for v in said[case.name])
        if (len(able), count) != (other.cases, other.answers):
            raise ValueError(f"{other.name} gives {count} answers on {len(able)} cases, not {other.answers} on {other.cases}")
        found.put(f"{other.name}-right", right(said))
        contestants = {"ours": Contestant(lambda: [exact_answers(case) for case in able])}
        if other.again:
            contestants["theirs"] = Asked(lambda: sum(ask(tool, other, case)[1] for case in able))
        medians = bench.medians(contestants, clock=time.perf_counter)
    found.put(other.name, medians["ours"], medians.get("theirs", sum(asked[case.name][1] for case in able)))


def right(said: Mapping[str, Answers]) -> int:
    """Return how many answers have 10 correct digits."""
    return sum(is_right(v, exactly) for name, answers in said.items() for v, exactly in zip(answers, truth()[name], strict=True))


# --- the rows ----------------------------------------------------------------------------------------------------------------------------

CASES, ANSWERS = 53, 383
FITTED, DEFAULT = "dp-accounting, grid fitted to the losses, nothing truncated", "dp-accounting at its defaults, one run"
BATTERY = f"all {CASES} cases, {ANSWERS} answers to 15 digits"
MISSING = "dp-accounting is not installed (the extra audit)"
CALLS = "compositions of few dozen losses, which floats convolve in microseconds; ours are read, checked and kept exactly first"

ROWS = (
    Row("all", BATTERY, Kind.FASTER, 1, FITTED),
    Row("all-right", f"answers with 10 correct digits, of {ANSWERS}", Kind.COUNT, None, FITTED),
    Row("where-right", "the cases on which all its answers have 10 correct digits", Kind.FASTER, None, FITTED, CALLS),
    Row("where-right-cases", "number of these cases", Kind.COUNT, None, FITTED),
    Row("default", BATTERY, Kind.FASTER, 1, DEFAULT),
    Row("default-right", f"answers with 10 correct digits, of {ANSWERS}", Kind.COUNT, None, DEFAULT),
    *(
        row
        for other in OTHERS
        for how in (f"{other.name} {other.version}" + ("" if other.again else ", one run"),)
        for row in (
            Row(other.name, f"the {other.cases} cases that it takes, {other.answers} answers", Kind.FASTER, None, how),
            Row(f"{other.name}-right", f"answers with 10 correct digits, of {other.answers}", Kind.COUNT, None, how),
        )
    ),
)


def measure(bench: Bench) -> Found:
    found = Found()
    cases = standard_cases()
    if has_dp_accounting():
        said = {case.name: fitted_answers(case) for case in cases}
        found.put("all-right", right(said))
        good = [case for case in cases if all(map(is_right, said[case.name], truth()[case.name]))]
        found.put("where-right-cases", len(good))
        for key, some in (("all", cases), ("where-right", good)):
            medians = bench.medians({
                "ours": Contestant(lambda some=some: [exact_answers(case) for case in some]),
                FITTED: Contestant(lambda some=some: [fitted_answers(case) for case in some]),
            })  # fmt: skip
            found.put(key, medians["ours"], medians[FITTED])
        start_time = time.process_time()
        said = {case.name: default_answers(case) for case in cases}
        found.put("default", found.pairs["all"][0], time.process_time() - start_time)
        found.put("default-right", right(said))
    else:
        found.skipped |= dict.fromkeys(("all", "all-right", "where-right", "where-right-cases", "default", "default-right"), MISSING)
    for other in OTHERS:
        measure_other(bench, other, found)
    return found


SUBJECT = Subject("The standard battery of audits", ROWS, measure)
