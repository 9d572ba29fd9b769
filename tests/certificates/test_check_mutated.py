"""The vectors notice nearly every change of the checker: what they do not notice is listed, with a reason."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable
from types import ModuleType

import flint
import pytest

from tests.certificates import checker_source
from tests.certificates import test_check_audit_curves as curves
from tests.certificates import test_check_audit_numbers as numbers
from tests.certificates import test_check_audit_values as values
from tests.certificates import test_check_audit_words as spoken
from tests.certificates import test_check_enclosures as enclosures
from tests.certificates import test_check_theorem_numbers as theorems
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
    "composition-envelope-of-many-databases.json",
    "composition-envelope-of-many-transcripts.json",
    "composition-in-a-tree.json",
    "composition-radicals-of-many-primes.json",
    "composition-spends.json",
    "composition-terms.json",
    "filter-states-20001.json",
    "limit-kept-atoms-20000.json",
    "limit-kept-audit-gdp-minus-64.json",
    "limit-kept-audit-gdp-sum-64.json",
    "precision-quotient.json",
    "precision.json",
    "terms-in-the-work.json",
}

PARTS = 2
"""The mutants are tried in so many tests, which may run side by side."""
SHARE = 8
"""Of all mutants every so many are tried in one run, which ones depends on the text of the checker; `make torture` tries all."""

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
    "difference": {values.check_arithmetic: 20},
    "scaled": {values.check_arithmetic: 20},
    "ordered": {values.check_arithmetic: 20},
    "rational": {values.check_arithmetic: 20},
    "inverse": {numbers.check_inverse: 600},
    "raised": {numbers.check_raised: 300},
    "moment": {numbers.check_moment: 150},
    "pi": {numbers.check_pi: 1},
    "normal": {numbers.check_normal_inside: 250, numbers.check_normal: 20},
    "level": {numbers.check_level: 15},
    "shares": {curves.check_shares: 100},
    "shares.power": {curves.check_shares: 100},
    "beside": {curves.check_beside: 120, curves.check_clipped: 1, curves.check_precisions: 1},
    "no_pld": {curves.check_no_pld: 150, curves.check_precisions: 1},
    "stand_in": {numbers.check_level: 5},
    "delta_against": {values.check_delta: 60},
    "epsilon_against": {values.check_epsilon: 100},
    "tradeoff_against": {values.check_tradeoff: 150},
    "renyi_against": {values.check_renyi: 60, values.check_renyi_ties: 1},
    "exact_value": {values.check_spends: 50},
    "gdp": {values.check_gdp: 20},
    "invalid": {values.check_invalid: 200},
    "decimal": {spoken.check_decimal: 1_500},
    "audit_in_words": {spoken.check_words: 1},
    "widest": {theorems.check_widest: 200},
    "times_rational": {theorems.check_times_rational: 300},
    "exp_of": {theorems.check_exp_of: 60},
    "loss_box": {theorems.check_loss_box: 100},
    "positive": {theorems.check_positive: 100},
    "Reader.base": {theorems.check_base: 1},
    "databases": {theorems.check_databases: 4},
    "transcripts": {theorems.check_transcripts: 12},
    "tabled": {theorems.check_tabled: 60},
    "settled": {theorems.check_settled: 200},
    "pure_dp": {theorems.check_pure_dp: 60},
    "pure_dp_tables": {theorems.check_laws: 60},
    "not_pure_dp": {theorems.check_laws: 60},
    "counted": {theorems.check_counted: 60},
    "mixed": {theorems.check_mixed: 20},
}


def unit(function: str) -> Callable[[ModuleType], None]:
    """Return the checks of a function of the checker."""

    def check_all(module: ModuleType) -> None:
        with flint.ctx.workprec(53):  # each check changes it
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


def turn() -> int:
    """Return which share of the mutants is due: another one with nearly every change of the checker."""
    return int(hashlib.sha256(checker_source.CHECKER.read_bytes()).hexdigest(), 16) % SHARE


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "fork"), reason="each mutant runs in a forked process")
@pytest.mark.parametrize("part", range(PARTS))
def test_only_listed_mutants_survive(part: int) -> None:
    """Of the mutants of the checker that are due, all but those listed change the verdict of some vector; every listed one is a mutant.

    A listed mutant may well be noticed on a slow machine, where one that works without end is stopped sooner.
    """
    units = {function: unit(function) for function in NUMBERS}
    found, every = checker_source.survivors(cases(), units, PARTS * turn() + part, PARTS * SHARE)
    assert sorted(set(found) - set(listed())) == []
    assert sorted(set(listed()) - every) == []
