"""Simpler mechanisms: fewer atoms and parts, shorter numbers. Every function yields candidates in a fixed order, the boldest first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations

from certificates.audit.hunt.question import copies, digits, number_text, weight
from certificates.audit.instance import FIELDS, Instance
from exact.errors import ExactError

DENOMINATORS = (2, 3, 4, 5, 6, 8, 10, 12, 16, 20, 30, 50, 100, 1_000, 10_000)
DIGITS = (1, 2, 3, 5, 8, 12)

SIMPLEST = (Instance.rr(1.0), Instance.approx(1.0, 0.5))
"""What is tried first in the place of any mechanism."""

Rows = list[tuple[Fraction, Fraction]]
"""The masses of every outcome, under P and under Q."""


def fewer_atoms(instance: Instance) -> Iterator[Instance]:
    """Yield mechanisms of less weight: parts alone, without a part, with fewer outcomes."""
    for found in _unique(_smaller(instance)):
        if weight(found) < weight(instance):
            yield found


def fewer_copies(times: int) -> Iterator[int]:
    """Yield lesser numbers of copies."""
    tried = set()
    for k in (1, 2, 3, times // 10, times // 4, times // 2, times * 3 // 4, times * 9 // 10, times - 1):
        if 1 <= k < times and k not in tried:
            tried.add(k)
            yield k


def shorter_numbers(instance: Instance) -> Iterator[Instance]:
    """Yield mechanisms of the same weight with shorter numbers."""
    for found in _unique(_rewritten(instance)):
        if weight(found) <= weight(instance) and copies(found) <= copies(instance) and digits(found) < digits(instance):
            yield found


def shorter_float(value: float) -> Iterator[float]:
    """Yield floats near a value, or simple ones of its sign, that are written with fewer characters."""
    sign = -1.0 if value < 0 else 1.0
    candidates = [0.0, sign, sign * 0.5, sign * 2, sign * 0.1, sign * 10, *(float(f"{value:.{n - 1}e}") for n in DIGITS)]
    for found in dict.fromkeys(candidates):
        if len(number_text(found)) < len(number_text(value)):
            yield found


def _unique(found: Iterator[Instance]) -> Iterator[Instance]:
    seen = set()
    while True:
        try:
            candidate = next(found)
        except StopIteration:
            return
        if candidate not in seen:
            seen.add(candidate)
            yield candidate


# --- fewer atoms ---------------------------------------------------------------------------------------------------------


def _smaller(instance: Instance) -> Iterator[Instance]:
    yield from SIMPLEST
    match instance.kind:
        case "sum":
            parts = instance["parts"]
            for _, part in parts:
                yield part
            yield from (Instance.sum([(k, part)]) for k, part in parts)
            yield from (Instance.sum([*parts[:i], *parts[i + 1 :]]) for i in range(len(parts)) if len(parts) > 1)
            for i, (k, part) in enumerate(parts):
                yield from (Instance.sum([*parts[:i], (k, found), *parts[i + 1 :]]) for found in _smaller(part))
        case "subsample":
            yield instance["of"]
            yield from (Instance.subsample(found, instance["q"]) for found in _smaller(instance["of"]))
        case "approx" | "k-rr":
            yield Instance.rr(instance["eps"])
        case "geometric":
            yield Instance.rr(instance["a"])
            shifts = dict.fromkeys((1, instance["s"] // 2, instance["s"] - 1))
            yield from (Instance.geometric(instance["a"], s) for s in shifts if 0 < s < instance["s"])
        case "pmfs":
            yield from _pairs(_fewer_outcomes(_rows(instance)))


def _fewer_outcomes(rows: Rows) -> Iterator[Rows]:
    """Yield pairs without one outcome, the others scaled up, and pairs with two outcomes taken for one."""
    for i in range(len(rows)):
        rest = rows[:i] + rows[i + 1 :]
        p, q = sum((a for a, _ in rest), Fraction(0)), sum((b for _, b in rest), Fraction(0))
        if p and q:
            yield [(a / p, b / q) for a, b in rest]
    for i, j in combinations(range(len(rows)), 2):
        merged = (rows[i][0] + rows[j][0], rows[i][1] + rows[j][1])
        yield [merged, *(row for n, row in enumerate(rows) if n not in (i, j))]


def _rows(instance: Instance) -> Rows:
    P, Q = dict(instance["P"]), dict(instance["Q"])
    return [(P.get(name, Fraction(0)), Q.get(name, Fraction(0))) for name in {**P, **Q}]


def _pairs(found: Iterator[Rows]) -> Iterator[Instance]:
    for rows in found:
        names = list("abcdefghijklmnopqrstuvwxyz") if len(rows) <= 26 else [str(i) for i in range(len(rows))]
        named = list(zip(names, rows, strict=False))
        yield Instance.pmfs({name: p for name, (p, _) in named if p}, {name: q for name, (_, q) in named if q})


# --- shorter numbers -----------------------------------------------------------------------------------------------------


def _rewritten(instance: Instance) -> Iterator[Instance]:
    match instance.kind:
        case "sum":
            parts = instance["parts"]
            for i, (k, part) in enumerate(parts):
                yield from (Instance.sum([*parts[:i], (n, part), *parts[i + 1 :]]) for n in fewer_copies(k))
                yield from (Instance.sum([*parts[:i], (k, found), *parts[i + 1 :]]) for found in _rewritten(part))
        case "pmfs":
            yield from _pairs(_coarser(_rows(instance)))
        case "subsample":
            yield from (Instance.subsample(found, instance["q"]) for found in _rewritten(instance["of"]))
            yield from _with_floats(instance)
        case "k-rr":
            yield from (Instance.k_rr(instance["eps"], k) for k in (2, 3, 10) if k < instance["k"])
            yield from _with_floats(instance)
        case _:
            yield from _with_floats(instance)


def _with_floats(instance: Instance) -> Iterator[Instance]:
    names = FIELDS[instance.kind]
    for i, value in enumerate(instance.parameters):
        if not isinstance(value, float):
            continue
        for found in shorter_float(value):
            changed = dict(zip(names, (*instance.parameters[:i], found, *instance.parameters[i + 1 :]), strict=True))
            try:
                yield getattr(Instance, instance.kind.replace("-", "_"))(**changed)
            except ExactError:
                continue  # out of range, as a = 0 of geometric noise


def _coarser(rows: Rows) -> Iterator[Rows]:
    """Yield pairs whose masses are multiples of 1/d for small d: of both sides, then of one."""
    P, Q = [p for p, _ in rows], [q for _, q in rows]
    largest = max(mass.denominator for mass in (*P, *Q))
    for d in DENOMINATORS:
        if d >= largest:
            return
        p, q = _multiples(P, d), _multiples(Q, d)
        for left, right in ((p, q), (p, Q), (P, q)):
            if left is not None and right is not None:
                yield list(zip(left, right, strict=True))


def _multiples(masses: Sequence[Fraction], d: int) -> list[Fraction] | None:
    """Return masses near these that are multiples of 1/d, positive where these are; None where d is too small."""
    counts = [max(1, round(mass * d)) if mass else 0 for mass in masses]
    while (excess := sum(counts) - d) != 0:
        step = -1 if excess > 0 else 1
        movable = [i for i, n in enumerate(counts) if masses[i] and n + step >= 1]
        if not movable:
            return None
        best = max(movable, key=lambda i: (step * (masses[i] * d - counts[i]), -i))
        counts[best] += step
    return [Fraction(n, d) for n in counts]
