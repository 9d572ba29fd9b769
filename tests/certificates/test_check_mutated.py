"""The vectors notice nearly every change of the checker: what they do not notice is listed, with a reason."""

from __future__ import annotations

import os
from collections.abc import Callable
from types import ModuleType

import pytest

from tests.certificates import checker_source
from tests.certificates import test_check_enclosures as enclosures
from tests.certificates.checker_harness import FOLDERS, expected, sign, vectors
from tests.certificates.test_check_bombs import BOMBS, FILE, GOOD, atoms, grid, minimal

LIST = checker_source.CHECKER.parents[1] / "tests" / "certificates" / "equivalent_mutants.txt"
TOO_SLOW = {
    "R05-p-sum--many-long-terms.json",
    "audit-curve-many.json",
    "composition-atoms-20002.json",
    "composition-atoms-left.json",
    "composition-atoms.json",
    "composition-denominators-of-many-primes.json",
    "composition-in-a-tree.json",
    "composition-radicals-of-many-primes.json",
    "composition-spends.json",
    "composition-terms.json",
    "filter-states-20001.json",
    "limit-kept-atoms-20000.json",
    "limit-kept-audit-gdp-minus-64.json",
    "precision-quotient.json",
    "precision.json",
    "terms-in-the-work.json",
}

NOT_YET = frozenset({
    "audit", "audit_in_words", "beside", "decimal", "delta_against", "difference", "epsilon_against", "exact_value", "gdp", "inverse",
    "invalid", "level", "moment", "no_pld", "normal", "ordered", "pi", "raised", "rational", "renyi_against", "scaled", "shares",
    "shares.power", "stand_in", "tradeoff_against", "Reader.claimant", "Reader.deviation", "Reader.discretised", "Reader.dyadic",
    "Reader.pairs", "Reader.place", "Reader.quantity", "Reader.said", "Reader.says", "Reader.shape",
})  # fmt: skip
"""Functions of the kind audit whose mutants have not all been looked at: which of them survive is not known, and docs/trust.md says so."""

PARTS = 4
"""The mutants are tried in so many tests, which may run side by side."""

NUMBERS = {  # function: the checks of its results, and for how many inputs
    "trim": {enclosures.check_trim: 600},
    "plus": {enclosures.check_plus: 1_000},
    "times": {enclosures.check_times: 500},
    "is_prime": {enclosures.check_primes: 500},
    "composed": {enclosures.check_limits: 1},
    "Work.log": {enclosures.check_log: 120},
    "Work.exp": {enclosures.check_exp_inside: 200, enclosures.check_exp: 100},
    "Work.box": {enclosures.check_box: 100, enclosures.check_ladders: 100},
    "Work.add": {enclosures.check_limits: 1, enclosures.check_box: 100},
    "Work.times": {enclosures.check_limits: 1, enclosures.check_sign: 20},
    "Work.joined": {enclosures.check_sign: 20},
    "Work.ladder": {enclosures.check_ladders: 150},
    "Work.times_packed": {enclosures.check_limits: 1, enclosures.check_ladders: 150},
    "Work.times_packed.packed": {enclosures.check_ladders: 150},
    "Work.times_packed.bias": {enclosures.check_ladders: 150},
    "Work.expanded": {enclosures.check_sign: 20},
    "Work.enclosed": {enclosures.check_sign: 20},
    "Work.sign": {enclosures.check_limits: 1, enclosures.check_sign: 20},
}


def unit(function: str) -> Callable[[ModuleType], None]:
    """Return the checks of a function of the checker."""

    def check_all(module: ModuleType) -> None:
        for check, count in NUMBERS[function].items():
            check(module, count)

    return check_all


def listed() -> dict[str, str]:
    """Return the listed mutants with their reasons: `# reason` lines stand above the mutants they explain."""
    names: dict[str, str] = {}
    reason = ""
    for line in LIST.read_text(encoding="utf-8").splitlines():
        if line.startswith("#"):
            reason = line[1:].strip()
        elif line.strip():
            names[line.strip()] = reason
    return names


def cases() -> list[checker_source.Case]:
    """Return the vectors, without the slowest, as (bytes, verdict)."""
    files = [path for folder in FOLDERS for path in vectors(folder) if path.name not in TOO_SLOW]
    few = [("accept", steps) for steps in (0, 1, 10, 100)]
    trees = {19_999: ("rejected", "R25-tree-children"), 20_000: ("limit", "")}
    full = GOOD + b" " * (FILE - len(GOOD))
    return [
        *(
            (sign(minimal(witness={"x": "2", "tree": ["0", [None] * n]})), got, {})
            for n, got in trees.items()
        ),
        (full, ("verified", ""), {}),
        (full + b" ", ("limit", ""), {}),
        *((path.read_bytes(), expected(path), {}) for path in files),
        *((BOMBS[name], ("limit", ""), {}) for name in ("size", "tree", "grid-atoms")),
        (grid(*atoms(200_000, "0")), ("rejected", "R55-audit-invalid"), {}),
        *((vectors(folder)[0].read_bytes(), ("limit", ""), {"steps": steps}) for folder, steps in few),
    ]


def test_every_equivalent_mutant_has_a_reason() -> None:
    """Each mutant on the list stands below a reason."""
    assert [name for name, reason in listed().items() if len(reason) < 10] == []


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "fork"), reason="each mutant runs in a forked process")
@pytest.mark.parametrize("part", range(PARTS))
def test_only_listed_mutants_survive(part: int) -> None:
    """Every mutant of the checker but those listed changes the verdict of some vector; every listed one is a mutant.

    A listed mutant may well be noticed on a slow machine, where one that works without end is stopped sooner.
    """
    found, every = checker_source.survivors(cases(), {function: unit(function) for function in NUMBERS}, part, PARTS, NOT_YET)
    assert sorted(set(found) - set(listed())) == []
    assert sorted(set(listed()) - every) == []
