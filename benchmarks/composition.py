"""k-fold randomized response with epsilon 1/2: delta(1/2) exactly and 50 certified digits of it, against four rivals.

Three ways of ours are timed, each from ``rr(Fraction(1, 2))`` on: *digits*, from the power as it is kept; *delta*, where
the exact delta is multiplied out before its digits are read; *atoms*, where all k + 1 atoms are multiplied out in the
layout for any powers of e, which knows nothing of randomized response.
"""

from __future__ import annotations

from fractions import Fraction

from benchmarks import rivals
from benchmarks.measure import Bench, Contestant
from benchmarks.table import Found, Kind, Row, Subject
from exact import PLD, rr
from exact.composition import compose

HALF = Fraction(1, 2)
DIGITS = 50

Bounds = tuple[str, str]


def digits(k: int) -> Bounds:
    """Return bounds of 50 digits, delta as it comes."""
    return rr(HALF).self_compose(k).delta(HALF).bounds(DIGITS)


def delta(k: int) -> Bounds:
    """Return bounds of 50 digits of a delta that has been multiplied out."""
    value = rr(HALF).self_compose(k).delta(HALF)
    _ = value.numerator
    return value.bounds(DIGITS)


def atoms(k: int) -> Bounds:
    """Return the same from the atoms, all multiplied out."""
    value = PLD.of_atoms((compose([(rr(HALF).canonical, k)]), 1)).delta(HALF)
    _ = value.numerator
    return value.bounds(DIGITS)


CANCEL, FIELD, AUDIT = "sympy cancel", "QQ.frac_field", "dp-accounting, 1e-4"
FFT, SQUARING = "numpy FFT, 1e5 bins", "numpy FFT, 1e5 bins, power by squaring"
RIVALS = {
    CANCEL: rivals.sympy_cancel,
    FIELD: rivals.rational_functions,
    FFT: rivals.fourier,
    SQUARING: rivals.fourier_by_squaring,
    AUDIT: rivals.dp_accounting,
}
OURS = {"digits": digits, "delta": delta, "atoms": atoms}

CALLS = (
    "some hundreds of Python calls round little arithmetic: epsilon is read, masses are checked, a layout is chosen, factors "
    "of the denominator are tried, digits are made"
)
EXPANDED = (
    "multiplied out, delta is a dictionary of some hundred terms, each a long integer with its exponent; building it takes "
    "longer than its fifty digits"
)
TAILS = "a Python loop over the terms of two binomial tails, a few ball operations each; a third of the time goes to making rr(1/2)"
OBJECTS = "all k + 1 atoms as Python objects, two masses with an exponent each, then what limits a delta that is multiplied out"

ROWS = (
    Row("k20-cancel", "k = 20: delta multiplied out, 50 digits", Kind.FASTER, 5_000, CANCEL, CALLS),
    Row("k20-field", "k = 20: the same", Kind.FASTER, 200, FIELD, CALLS),
    Row("k100-fft", "k = 100: delta multiplied out, 50 digits", Kind.FASTER, None, FFT),
    Row("k100-audit", "k = 100: the same", Kind.FASTER, None, AUDIT),
    Row("k1000-digits-fft", "k = 1000: 50 digits of delta, as it is kept", Kind.FASTER, 10, FFT, TAILS),
    Row("k1000-digits-squaring", "k = 1000: the same", Kind.FASTER, 10, SQUARING, TAILS),
    Row("k1000-digits-audit", "k = 1000: the same", Kind.FASTER, 500, AUDIT, TAILS),
    Row("k1000-delta-fft", "k = 1000: delta multiplied out, 50 digits", Kind.FASTER, 10, FFT, EXPANDED),
    Row("k1000-delta-audit", "k = 1000: the same", Kind.FASTER, 500, AUDIT, EXPANDED),
    Row("k1000-atoms-fft", "k = 1000: all atoms multiplied out by the generic layout, 50 digits", Kind.FASTER, 1, FFT, OBJECTS),
)


def measure(bench: Bench) -> Found:
    found = Found()
    plans = {
        20: {"delta": (CANCEL, FIELD)},
        100: {"delta": (FFT, AUDIT)},
        1000: {"delta": (FFT, AUDIT), "digits": (FFT, SQUARING, AUDIT), "atoms": (FFT,)},
    }
    for k, plan in plans.items():
        names = {rival for pair in plan.values() for rival in pair}
        if not rivals.has_dp_accounting():
            names.discard(AUDIT)
        contestants = {name: Contestant(lambda k=k, work=work: work(k)) for name, work in OURS.items() if name in plan}
        contestants |= {name: Contestant(lambda k=k, name=name: RIVALS[name](k)) for name in names}
        medians = bench.medians(contestants)
        for row in ROWS:
            start, _, rest = row.key.partition("-")
            ours = rest.split("-")[0] if k == 1000 else "delta"
            if start != f"k{k}":
                continue
            if row.rival in names:
                found.put(row.key, medians[ours], medians[row.rival])
            else:
                found.skipped[row.key] = "dp-accounting is not installed (the extra audit)"
    return found


SUBJECT = Subject("Randomized response with epsilon 1/2, k-fold", ROWS, measure)
