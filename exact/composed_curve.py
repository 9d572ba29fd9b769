"""The hockey-stick curve of a composition without multiplying it out.

Three layouts, chosen by the size that multiplying out would reach:

* *atoms*: few atoms, or atoms that are known already: `exact.hockey_stick` on the canonical form.
* *binomial*: k copies of one PLD with two finite atoms, see `exact.binomial_curve`.
* *halves*: anything else. The parts are divided between two halves of about equal size, each multiplied out or listed by
  its outcomes, see `exact.product_curve`.

The last two give `Unexpanded` numbers, except that sums of integers are worked out at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import comb, gcd, lcm

from exact import binomial_curve, composition, engine, product_curve, ratio
from exact.atoms import Atoms
from exact.number import Number
from exact.outcomes import OUTCOME_LIMIT, on_grid, outcomes
from exact.outcomes import count as outcome_count
from exact.sums import terms_of

Factors = Sequence[tuple[Atoms, int]]
Halves = tuple[product_curve.Half, product_curve.Half]

LISTED_UP_TO = 20_000
"""Outcomes of both halves up to which irrational masses are not multiplied out: some tenths of a second to list them."""
GRID_UP_TO = 2_000
"""Losses of a half on a grid up to which their masses are worked out by convolutions: a second at the limit, milliseconds for a hundred."""
FEW_IRRATIONAL_ATOMS = 10
FEW_ATOMS = 1_000
"""Compositions that may have more atoms than this are queried without multiplying them out; fewer where masses are irrational: multiplied
out these are long.
"""


def count_bound(factors: Factors) -> int:
    """Return a bound on the number of finite atoms of a composition: multisets of atoms, or points of a grid of losses."""
    multisets, reach, step = 1, 1, 0
    unit = 1
    on_grid = True
    for a, _ in factors:
        for key in a.keys:
            on_grid = on_grid and key[0] == key[1] == 1 and not key[2][2] and not key[3]
            unit = lcm(unit, key[2][1]) if on_grid else unit
    for a, k in factors:
        n = len(a.finite)
        multisets *= comb(k + n - 1, n - 1) if n else 0
        if on_grid and n:
            losses = [key[2][0] * (unit // key[2][1]) for key in a.keys]
            step = gcd(step, *(loss - losses[-1] for loss in losses))
            reach += k * (losses[0] - losses[-1])
    return min(multisets, reach // (step or 1) + 1) if on_grid else multisets


def is_binomial(factors: Factors) -> bool:
    """Return whether this is the k-fold composition, k > 1, of one PLD with two finite atoms."""
    return len(factors) == 1 and len(factors[0][0].finite) == 2 and factors[0][1] > 1


def is_better_unexpanded(factors: Factors, *, known: bool) -> bool:
    """Return whether a composition is better queried without its canonical atoms, which may be known."""
    if is_binomial(factors):
        return True
    few = FEW_ATOMS if all(a.is_rational for a, _ in factors) else FEW_IRRATIONAL_ATOMS
    return not known and count_bound(factors) > few


def _has_long_masses(factors: Factors) -> bool:
    """Return whether masses are sums, so that the masses of the composition become long."""
    return any(len(terms_of(m)) > 1 for a, k in factors if k > 1 or len(factors) > 1 for row in a.finite for m in row)


def value(factors: Factors, halves: Halves | None, x: Number) -> Number:
    """Return h(x) of the composition of the factors for x >= 0; halves are needed unless `is_binomial`."""
    if not x:
        return Number(1)
    if halves is None:
        return binomial_curve.value(*factors[0], x)
    return product_curve.value(*halves, x)


def inverse(factors: Factors, halves: Halves | None, delta: Number) -> Number | None:
    """Return ``inf {x > 0 : h(x) <= delta}`` of the composition of the factors, as `hockey_stick.inverse`; halves as in
    `value`.
    """
    if delta == 1:
        return Number(0)
    order = infinite_mass(factors).compare(delta)
    if order > 0:
        return None
    if order == 0:
        return ratio.value(_extreme_key(factors))
    if halves is None:
        return binomial_curve.inverse(*factors[0], delta)
    return product_curve.inverse(*halves, delta)


def infinite_mass(factors: Factors) -> Number:
    """Return the mass at the loss +inf of the composition."""
    masses = [binomial_curve.infinite_mass(a, k) for a, k in factors if a.p_infinite]
    if len(masses) <= 1:
        return masses[0] if masses else Number(0)
    finite = Number(1)
    for mass in masses:
        finite = finite * (1 - mass)
    return 1 - finite


def _extreme_key(factors: Factors) -> ratio.Key:
    """Return the key of the largest finite ratio."""
    key = ratio.ONE
    for a, k in factors:
        key = ratio.product(key, ratio.powered(a.keys[0], k))
    return key


def halves(factors: Factors) -> Halves | None:
    """Return two PLDs whose composition is that of the factors, with about equally many outcomes each; None where there is
    a shorter way (`is_binomial`).

    They are multiplied out, unless masses are sums: then their outcomes are kept as multisets (`exact.outcomes`), but for a half that
    is a PLD as it stands.
    """
    if is_binomial(factors):
        return None
    left, right = _divided(factors)
    if _has_long_masses(factors) or (_merge(left) and _merge(right)):
        return _listed(left), _listed(right)
    if not all(a.is_rational for a, _ in factors):
        whole = _divided_by_parts(factors)
        if sum(map(outcome_count, whole)) <= min(LISTED_UP_TO, sum(map(count_bound, (left, right)))):
            small, large = sorted(map(_listed, whole), key=lambda half: len(half.keys))
            return small, large
    return composition.compose(left), composition.compose(right)


def _divided_by_parts(factors: Factors) -> tuple[Factors, Factors]:
    """Return the factors, whole ones, in two halves of few outcomes."""
    left: list[tuple[Atoms, int]] = []
    right: list[tuple[Atoms, int]] = []
    for part in sorted(factors, key=lambda part: outcome_count([part]), reverse=True):
        left, right = sorted((left, right), key=outcome_count)
        left = [*left, part]
    return left, right


def _divided(factors: Factors) -> tuple[Factors, Factors]:
    """Return the factors, and parts of folds, in two halves of about equally many atoms."""
    left: list[tuple[Atoms, int]] = []
    right: list[tuple[Atoms, int]] = []
    for a, k in sorted(factors, key=lambda part: count_bound([part]), reverse=True):
        if k > 1:
            left, right = sorted((left, right), key=count_bound)
            left, right = [*left, (a, k - k // 2)], [*right, (a, k // 2)]
        elif count_bound(left) <= count_bound(right):
            left = [*left, (a, k)]
        else:
            right = [*right, (a, k)]
    return left, right


def _listed(factors: Factors) -> product_curve.Half:
    if len(factors) == 1 and factors[0][1] == 1:
        return factors[0][0]
    if _merge(factors):
        return on_grid(factors)
    if outcome_count(factors) > OUTCOME_LIMIT >= count_bound(factors):  # on a grid of losses outcomes merge
        return composition.compose(factors)
    return outcomes(factors)


def _merge(factors: Factors) -> bool:
    """Return whether outcomes lie on a grid of losses, and far more of them than there are losses."""
    return 2 * count_bound(factors) < min(2 * GRID_UP_TO, outcome_count(factors))


HASH_OFFSET = 0x9E3779B97F4A7C15
"""A fraction of 2^64 that keeps the rounded logarithms away from where losses that people write would put them."""


def hash_of(factors: Factors) -> int:
    """Return a hash of the composition as a value: of the logarithms of its extreme finite ratios, of their masses under P, and of
    the finite masses under P and Q, rounded down to multiples of 2^-32, which is decided.
    """
    if not all(a.finite for a, _ in factors):
        return hash("total leak")
    for bits in engine.precisions():
        rows: list[list[tuple[tuple[int, int] | None, int]]] = []
        for i in (0, -1):
            logs = ratio.log_enclosures([a.keys[i] for a, _ in factors], bits + 64, bits)
            rows.append([(log, k) for (_, k), log in zip(factors, logs, strict=True)])
            extreme = [(a.number(a.finite[i][0]).as_quotient(), k) for a, k in factors]
            rows.append([(engine.log_fixed(value, bits + 64, bits), k) for value, k in extreme])
        for masses in ([(a.p_infinite, a, k) for a, k in factors], [(a.q_infinite, a, k) for a, k in factors]):
            finite = [((1 - a.number(mass)).as_quotient(), k) for mass, a, k in masses if mass]
            rows.append([(engine.log_fixed(value, bits + 64, bits), k) for value, k in finite])
        found = [_rounded(row, bits) for row in rows]
        if None not in found:
            return hash(tuple(found))
    raise AssertionError("unreachable")  # pragma: no cover


def _rounded(rows: Sequence[tuple[tuple[int, int] | None, int]], bits: int) -> int | None:
    """Return ``floor(2^32 * sum + offset)`` of enclosures scaled by 2^bits with multiplicities; None where it is open."""
    low = high = (HASH_OFFSET << bits) >> 64
    for log, k in rows:
        if log is None:
            return None
        low, high = low + (k * log[0] << 32), high + (k * log[1] << 32)
    return low >> bits if low >> bits == high >> bits else None
