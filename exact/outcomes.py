"""The outcomes of a composition as multisets of atoms, without their masses.

The mass of an outcome is a multinomial coefficient times powers of the masses of the parts. For parts whose masses are sums, as
those of subsampled mechanisms are, multiplying the powers out is what makes a composition slow; its likelihood ratios
are short all the same (`exact.ratio`), and its masses are enclosed as they are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cmp_to_key
from itertools import pairwise, product
from math import comb, prod
from typing import Any, TypeVar

from exact import engine, ratio
from exact.atoms import Atoms
from exact.errors import TooLarge
from exact.ratio import Key, Logs
from exact.sums import terms_of

T = TypeVar("T")

OUTCOME_LIMIT = 100_000
"""The largest number of outcomes of a half before `TooLarge` is raised: some ten seconds to list and sort them."""

Counts = tuple[tuple[tuple[int, int], ...], ...]
"""For each part the finite atoms that occur, as ``(index, times)``."""


@dataclass(frozen=True, slots=True, eq=False)
class Outcomes:
    """The outcomes of finite loss in decreasing order of their ratios; different outcomes may have the same ratio."""

    factors: tuple[tuple[Atoms, int], ...]
    keys: tuple[Key, ...]
    counts: tuple[Counts, ...]
    enclosures: Logs
    _known: dict[str, Any] = field(default_factory=dict, repr=False)

    def logs(self) -> Logs:
        """Return integer enclosures of ``2^96 ln(p/q)``."""
        return self.enclosures

    def once(self, key: str, make: Callable[[], T]) -> T:
        """Return what has been worked out under this key, or else work it out and keep it."""
        found: T = self._known[key] if key in self._known else self._known.setdefault(key, make())
        return found

    def half(self) -> engine.Powers:
        """Return the parts as the engine takes them."""
        parts = [
            (
                [(terms_of(p), terms_of(q)) for p, q in a.finite],
                terms_of(a.p_infinite),
                (a.den.content, a.den.plain()),
                k,
            )
            for a, k in self.factors
        ]
        return engine.Powers(parts, self.counts)


def count(factors: Sequence[tuple[Atoms, int]]) -> int:
    """Return the number of outcomes of finite loss."""
    return prod(comb(k + len(a.finite) - 1, k) if a.finite else 0 for a, k in factors)


def outcomes(factors: Sequence[tuple[Atoms, int]]) -> Outcomes:
    """Return the outcomes of a composition, sorted; `TooLarge` beyond `OUTCOME_LIMIT`."""
    total = max(count(factors), sum(k * len(a.keys) for a, k in factors))  # of outcomes, or of powers of ratios
    if total > OUTCOME_LIMIT:
        raise TooLarge(
            f"a composition with {total} outcomes is too large to be queried, where the limit is {OUTCOME_LIMIT} for either half"
        )
    powers = [[[ratio.powered(key, m) for m in range(k + 1)] for key in a.keys] for a, k in factors]
    rows: list[tuple[Key, Counts]] = []
    for counts in product(*(list(_multisets(k, len(a.finite))) for a, k in factors)):
        key = ratio.ONE
        for table, row in zip(powers, counts, strict=True):
            for i, m in row:
                key = ratio.product(key, table[i][m])
        rows.append((key, counts))
    logs = ratio.log_enclosures([key for key, _ in rows])
    order = sorted(range(len(rows)), key=lambda i: logs[i][0], reverse=True)
    if any(logs[i][0] <= logs[j][1] and rows[i][0] != rows[j][0] for i, j in pairwise(order)):

        def exact_order(i: int, j: int) -> int:
            if logs[i][0] > logs[j][1] or logs[i][1] < logs[j][0]:
                return -1 if logs[i][0] > logs[j][1] else 1
            return ratio.order(rows[j][0], rows[i][0])

        order.sort(key=cmp_to_key(exact_order))
    return Outcomes(
        tuple(factors),
        tuple(rows[i][0] for i in order),
        tuple(rows[i][1] for i in order),
        tuple(logs[i] for i in order),
    )


def _multisets(k: int, n: int, first: int = 0) -> Iterator[tuple[tuple[int, int], ...]]:
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
