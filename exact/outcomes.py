"""The outcomes of a composition without their masses: as multisets of atoms, or merged on a grid of losses.

The mass of an outcome is a multinomial coefficient times powers of the masses of the parts. For parts whose masses are sums, as
those of subsampled mechanisms are, multiplying the powers out is what makes a composition slow; its likelihood ratios
are short all the same (`exact.ratio`), and its masses are enclosed as they are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cmp_to_key, reduce
from itertools import pairwise, product
from math import comb, lcm, prod
from typing import Any, TypeVar

from exact import engine, ratio
from exact.atoms import Atoms
from exact.errors import TooLarge
from exact.exponent import from_rational
from exact.ratio import Key, Logs
from exact.sums import terms_of

T = TypeVar("T")

OUTCOME_LIMIT = 100_000
"""The largest number of outcomes of a half before `TooLarge` is raised: some ten seconds to list and sort them."""

Multiset = tuple[tuple[int, int], ...]
"""The finite atoms of a part that occur, as ``(index, times)``."""


@dataclass(frozen=True, eq=False)
class Outcomes:
    """The outcomes of finite loss in decreasing order of their ratios; see `Listed` and `OnGrid`."""

    factors: tuple[tuple[Atoms, int], ...]
    keys: tuple[Key, ...]
    enclosures: Logs
    _known: dict[str, Any] = field(default_factory=dict, repr=False, kw_only=True)

    def logs(self) -> Logs:
        """Return integer enclosures of ``2^96 ln(p/q)``."""
        return self.enclosures

    def once(self, key: str, make: Callable[[], T]) -> T:
        """Return what has been worked out under this key, or else work it out and keep it."""
        found: T = self._known[key] if key in self._known else self._known.setdefault(key, make())
        return found

    def half(self) -> engine.Powers | engine.Grid:
        """Return the parts as the engine takes them."""
        raise NotImplementedError  # pragma: no cover - of the layouts


@dataclass(frozen=True, eq=False)
class Listed(Outcomes):
    """All of them, as multisets; different outcomes may have the same ratio."""

    choices: tuple[tuple[Multiset, ...], ...]
    """For each part the ways to choose from its atoms."""
    order: tuple[int, ...]
    """For each outcome its number in the product of these."""

    @property
    def counts(self) -> list[tuple[Multiset, ...]]:
        """For each outcome, for each part the atoms that occur."""
        every = list(product(*self.choices))
        return [every[i] for i in self.order]

    def half(self) -> engine.Powers:
        """Return the parts as the engine takes them."""
        return engine.Powers([_as_part(a, k) for a, k in self.factors], self.choices, self.order)


@dataclass(frozen=True, eq=False)
class OnGrid(Outcomes):
    """Those of one ratio as one, where the losses of all parts are multiples of a rational: there are far fewer, and none is listed."""

    places: tuple[tuple[int, ...], ...]
    """For each part the losses of its atoms, as multiples."""

    def half(self) -> engine.Grid:
        """Return the parts as the engine takes them."""
        parts = (_as_part(a, k) for a, k in self.factors)
        return engine.Grid([(part[0], places, *part[1:]) for part, places in zip(parts, self.places, strict=True)])


def _as_part(a: Atoms, k: int) -> tuple[list[engine.Pair], engine.Terms, tuple[int, Any], int]:
    rows: list[engine.Pair] = [(terms_of(p), terms_of(q)) for p, q in a.finite]
    return rows, terms_of(a.p_infinite), (a.den.content, a.den.plain()), k


def on_grid(factors: Sequence[tuple[Atoms, int]]) -> OnGrid:
    """Return the outcomes of a composition whose ratios are all powers of e with rational exponents."""
    unit = lcm(*(key[2][1] for a, _ in factors for key in a.keys))
    places = tuple(tuple(key[2][0] * (unit // key[2][1]) for key in a.keys) for a, _ in factors)
    reached = {0}
    for (_, k), losses in zip(factors, places, strict=True):
        powered = one = set(losses)
        for digit in f"{k:b}"[1:]:
            powered = {i + j for i in powered for j in powered}
            if digit == "1":
                powered = {i + j for i in powered for j in one}
        reached = {i + j for i in reached for j in powered}
    keys = [(1, 1, from_rational(Fraction(at, unit)), ()) for at in sorted(reached, reverse=True)]
    return OnGrid(tuple(factors), tuple(keys), ratio.log_enclosures(keys), places)


def count(factors: Sequence[tuple[Atoms, int]]) -> int:
    """Return the number of outcomes of finite loss."""
    return prod(comb(k + len(a.finite) - 1, k) if a.finite else 0 for a, k in factors)


def outcomes(factors: Sequence[tuple[Atoms, int]]) -> Listed:
    """Return the outcomes of a composition, sorted; `TooLarge` beyond `OUTCOME_LIMIT`."""
    total = max(count(factors), sum(k * len(a.keys) for a, k in factors))  # of outcomes, or of powers of ratios
    if total > OUTCOME_LIMIT:
        raise TooLarge(
            f"a composition with {total} outcomes is too large to be queried, where the limit is {OUTCOME_LIMIT} for either half"
        )
    choices = [tuple(_multisets(k, len(a.finite))) for a, k in factors]
    keys = [ratio.ONE]
    for (a, k), some in zip(factors, choices, strict=True):
        powers = [[ratio.powered(key, m) for m in range(k + 1)] for key in a.keys]
        of_part = [reduce(ratio.product, (powers[i][m] for i, m in row), ratio.ONE) for row in some]
        keys = [ratio.product(key, other) for key in keys for other in of_part]
    logs = ratio.log_enclosures(keys)
    order = sorted(range(len(keys)), key=lambda i: logs[i][0], reverse=True)
    if any(logs[i][0] <= logs[j][1] and keys[i] != keys[j] for i, j in pairwise(order)):

        def exact_order(i: int, j: int) -> int:
            if logs[i][0] > logs[j][1] or logs[i][1] < logs[j][0]:
                return -1 if logs[i][0] > logs[j][1] else 1
            return ratio.order(keys[j], keys[i])

        order.sort(key=cmp_to_key(exact_order))
    sorted_keys, sorted_logs = tuple(keys[i] for i in order), tuple(logs[i] for i in order)
    return Listed(tuple(factors), sorted_keys, sorted_logs, tuple(choices), tuple(order))


def _multisets(k: int, n: int, first: int = 0) -> Iterator[Multiset]:
    """Yield the ways to choose k of the atoms first, ..., n - 1, with repetition, as ``(index, times)`` in increasing order; nested
    no deeper than k.
    """
    if not k:
        yield ()
        return
    for i in range(first, n):
        for times in range(k, 0 if i + 1 < n else k - 1, -1):
            for rest in _multisets(k - times, n, i + 1):
                yield ((i, times), *rest)
