"""Atoms by decreasing ratio: rational ratios by integers, powers of e by their exponents, others by enclosures of logarithms where these suffice."""

from __future__ import annotations

from functools import cmp_to_key
from itertools import pairwise
from math import lcm

from exact import ratio
from exact.exponent import ZERO
from exact.ratio import Key
from exact.sums import Element

Row = tuple[Key, Element, Element]
"""The key of a ratio, and the masses under P and under Q."""


def _sorted_rational(atoms: list[Row]) -> list[Row]:
    """Sort atoms with distinct rational ratios a/b: ``floor(2^s a/b)`` orders all but close ones, which are compared
    exactly.
    """
    if len(atoms) < 2:
        return atoms
    ratios = [(key[0], key[1]) for key, _, _ in atoms]
    s = 64 + max(b.bit_length() - a.bit_length() for a, b in ratios)
    floors = [(a << s) // b if s >= 0 else (a >> -s) // b for a, b in ratios]

    def order(i: int, j: int) -> int:
        return floors[j] - floors[i] or ratios[j][0] * ratios[i][1] - ratios[i][0] * ratios[j][1]

    indices = sorted(range(len(atoms)), key=floors.__getitem__, reverse=True)
    if any(floors[i] == floors[j] for i, j in pairwise(indices)):
        indices.sort(key=cmp_to_key(order))
    return [atoms[i] for i in indices]


def by_decreasing_ratio(atoms: list[Row]) -> list[Row]:
    """Sort atoms with different keys by decreasing ratio and merge equal ratios."""
    keys = [key for key, _, _ in atoms]
    if all(not cofactors and e == ZERO for _, _, e, cofactors in keys):
        return _sorted_rational(atoms)
    if all(not cofactors and a == b == 1 and not e[2] for a, b, e, cofactors in keys):
        return _sorted_powers(atoms, [(n, d) for _, _, (n, d, _), _ in keys])
    return _sorted_by_logs(atoms)


def _sorted_powers(atoms: list[Row], exponents: list[tuple[int, int]]) -> list[Row]:
    """Sort atoms whose ratios are distinct powers of e, by their rational exponents."""
    unit = lcm(*(d for _, d in exponents))
    losses = [n * (unit // d) for n, d in exponents]
    return [atoms[i] for i in sorted(range(len(atoms)), key=losses.__getitem__, reverse=True)]


def _sorted_by_logs(atoms: list[Row]) -> list[Row]:
    """Sort atoms with different keys by decreasing ratio and merge equal ratios: enclosures of the logarithms first, exact
    comparison where they overlap.
    """
    keys = [key for key, _, _ in atoms]
    logs = ratio.log_enclosures(keys)
    order = sorted(range(len(atoms)), key=lambda i: logs[i][0], reverse=True)
    if all(logs[i][0] > logs[j][1] for i, j in pairwise(order)):
        return [atoms[i] for i in order]

    def exact_order(i: int, j: int) -> int:
        return compare_ratios(keys[j], logs[j], keys[i], logs[i])

    order.sort(key=cmp_to_key(exact_order))
    out: list[Row] = []
    last = -1
    for i in order:
        if out and not compare_ratios(keys[last], logs[last], keys[i], logs[i]):
            key, p, q = out[-1]
            out[-1] = (key, p + atoms[i][1], q + atoms[i][2])
        else:
            out.append(atoms[i])
        last = i
    return out


def compare_ratios(key_a: Key, log_a: tuple[int, int], key_b: Key, log_b: tuple[int, int]) -> int:
    """Return the sign of the difference of two ratios, decided; the logs are enclosures that may settle it."""
    if log_a[0] > log_b[1]:
        return 1
    if log_a[1] < log_b[0]:
        return -1
    return ratio.order(key_a, key_b)
