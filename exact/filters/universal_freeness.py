"""When a finite family admits a free natural filter for every budget: RES Theorems 7 and 8, decided for finitely many rounds.

For a finite family F and k rounds these are equivalent (Theorem 7): the natural filter is free for all budgets; and

    (ii)  L + sup S = sup (L + S)   for all L in F and all non-empty S within F^{<k}.

**Pairs suffice.** ``h_{L + sup S}(x)`` is the mean over the outcomes l of L of ``max over A in S of h_A(x/l)``, and
``h_{sup(L + S)}(x)`` the largest over A of the same mean of ``h_A(x/l)``. They are equal iff one A in S attains the maximum at all
the points x/l at once. For two PLDs this says that their values at these points are ordered, all one way; and when any two of
finitely many vectors are ordered, one of them is largest. So (ii) holds iff ``L + (A | B) = (L + A) | (L + B)`` for all A, B in
F^{<k}, and only incomparable A and B need a look.

Where it fails, ``(L + A) | (L + B)`` is a budget that k rounds break: play L, and after each outcome the better of A and B (Lemma 4
says that this happens for one of two unordered non-degenerate PLDs as L). A family F^{<k} in which any two are comparable, a
*Blackwell chain*, has no such pair, so its natural filter is universally free (Theorem 8, FDP). The converse needs **non-degenerate**
members, those with two finite losses or more: there are unordered degenerate pairs that are universally free.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import NoReturn

from exact import blackwell
from exact.comparison import Comparison, compare
from exact.composition import IDENTITY
from exact.errors import TooLarge
from exact.filters.family import Indices, compositions
from exact.filters.game import Progress, check_family, check_rounds
from exact.filters.strategy import Node, Strategy
from exact.hasse import HasseDiagram, hasse_diagram
from exact.number import Number
from exact.pld import PLD

TRIPLE_LIMIT = 200_000
"""The largest number of triples (L, A, B) that are looked at: some hours."""


@dataclass(frozen=True, slots=True, eq=False)
class Chain:
    """Whether F^{<k} is totally ordered.

    Attributes
    ----------
    order
        All multisets of fewer than k queries, in an order in which a lower one comes first: from least to greatest in a chain.
    pair
        Two incomparable multisets, None for a chain. Non-degenerate ones are preferred.
    comparison
        Their comparison with its witnesses, None for a chain.
    degenerate
        The multisets whose composition has fewer than two finite losses.
    diagram
        The Hasse diagram of the different compositions, its names the multisets.
    """

    order: tuple[Indices, ...]
    pair: tuple[Indices, Indices] | None
    comparison: Comparison | None
    degenerate: tuple[Indices, ...]
    diagram: HasseDiagram

    def __bool__(self) -> NoReturn:
        raise TypeError("the answer about a chain has no truth value; read .is_chain")

    @property
    def is_chain(self) -> bool:
        """Whether every two of the compositions are comparable: then the natural filter keeps every budget for k rounds (RES Theorem 8).

        (With an unordered non-degenerate pair some budget is not kept within 2k - 2 rounds; other pairs leave it open.)
        """
        return self.pair is None


def chain(queries: Sequence[PLD], rounds: int, *, progress: Progress | None = None) -> Chain:
    """Return whether the compositions of fewer than `rounds` queries are totally ordered, decided.

    Parameters
    ----------
    queries
        The family F.
    rounds
        k, 1 to 16: compositions of at most k - 1 queries, the identity among them.
    progress
        Called as ``progress(done, total, what)`` with the number of compositions placed.

    Raises
    ------
    TooLarge
        Beyond the limits on multisets and on PLDs.

    Examples
    --------
    >>> from exact import log, rr
    >>> found = chain([rr(log(2)), rr(log(3))], 3)
    >>> found.is_chain, found.pair, [w.x for w in found.comparison.witnesses]
    (False, ((1,), (0, 0)), [number('1'), number('3')])

    References
    ----------
    RES Theorem 8; FDP, Blackwell chains.
    """
    queries = check_family(queries)
    check_rounds(rounds, unbounded=False)
    found = compositions(queries, rounds)
    names = {_name(indices): indices for indices in found}
    placed = None if progress is None else lambda done, total: progress(done, total, "ordering")
    diagram = hasse_diagram({name: found[indices] for name, indices in names.items()}, progress=placed)
    order = tuple(names[name] for same in diagram.classes for name in same)
    degenerate = tuple(indices for indices, value in found.items() if len(value.canonical.finite) < 2)
    pair = _unordered(diagram)
    if pair is None:
        return Chain(order, None, None, degenerate, diagram)
    comparison = compare(diagram.plds[pair[0]], diagram.plds[pair[1]])
    a, b = (min((names[name] for name in diagram.classes[i]), key=lambda m: (len(m), m)) for i in pair)
    return Chain(order, (a, b), comparison, degenerate, diagram)


def _name(indices: Indices) -> str:
    return "+".join(map(str, indices)) or "identity"


def _unordered(diagram: HasseDiagram) -> tuple[int, int] | None:
    """Return two incomparable classes, non-degenerate ones where there are such, of the fewest atoms; None for a chain."""
    best: tuple[tuple[bool, int, int, int], tuple[int, int]] | None = None
    for j, under in enumerate(diagram.below):
        for i in range(j):
            if i not in under:
                counts = [len(diagram.plds[n].canonical.finite) for n in (i, j)]
                rank = min(counts) < 2, sum(counts), i, j
                best = min(best, (rank, (i, j))) if best else (rank, (i, j))
    return None if best is None else best[1]


@dataclass(frozen=True, slots=True, eq=False)
class Freeness:
    """Whether the natural filter of a family is free for every budget, for k rounds; where it is not, a budget that it breaks.

    Attributes
    ----------
    query, a, b
        Where it is not: the index of L and the multisets A, B with ``L + (A | B)`` strictly above ``(L + A) | (L + B)``.
    budget
        That sup.
    x, gap
        A point where a strategy is above the budget, and by how much.
    strategy
        Play L, and after each ratio the queries of A or of B, whichever is better there.
    triples
        How many triples (L, A, B) were compared.
    """

    query: int | None
    a: Indices | None
    b: Indices | None
    budget: PLD | None
    x: Number | None
    gap: Number | None
    strategy: Strategy | None
    triples: int

    def __bool__(self) -> NoReturn:
        raise TypeError("the answer about freeness has no truth value; read .free")

    @property
    def free(self) -> bool:
        """Whether the natural filter keeps every budget."""
        return self.budget is None


@dataclass(frozen=True, slots=True, eq=False)
class Triple:
    """A query L and two incomparable compositions A, B of fewer queries than rounds, and the budget that they suggest.

    Attributes
    ----------
    query, a, b
        The index of L, and the multisets A and B.
    budget
        ``(L + A) | (L + B)``.
    whole
        ``L + (A | B)``, never below the budget.
    x
        The point at which `whole` is most above the budget; None where they are equal.
    """

    query: int
    a: Indices
    b: Indices
    budget: PLD
    whole: PLD
    x: Number | None


def triples(queries: Sequence[PLD], rounds: int, *, progress: Progress | None = None) -> Iterator[Triple]:
    """Yield the triples at which condition (ii) has to be looked at, each decided, those of short compositions first.

    Of equal compositions only a shortest one is named. Parameters and errors are those of `universally_free`.
    """
    family = check_family(queries)
    diagram = chain(family, rounds, progress=progress).diagram
    shortest = [min((_indices(name) for name in names), key=lambda m: (len(m), m)) for names in diagram.classes]
    pairs = [(i, j) for j, under in enumerate(diagram.below) for i in range(j) if i not in under]
    pairs.sort(key=lambda pair: (len(shortest[pair[0]]) + len(shortest[pair[1]]), pair))
    total = len(pairs) * len(family)
    if total > TRIPLE_LIMIT:
        raise TooLarge(f"there are {total} triples to compare, more than {TRIPLE_LIMIT}; fewer rounds or queries may do")
    for done, ((i, j), number) in enumerate(product(pairs, range(len(family))), 1):
        query, a, b = family[number], diagram.plds[i], diagram.plds[j]
        budget, whole = (query + a) | (query + b), query + (a | b)
        x = blackwell.find_witness(whole.canonical, budget.canonical)
        if progress is not None:
            progress(done, total, "comparing")
        yield Triple(number, shortest[i], shortest[j], budget, whole, x)


def universally_free(queries: Sequence[PLD], rounds: int, *, progress: Progress | None = None) -> Freeness:
    """Return whether the natural filter on this family keeps every budget for this many rounds, decided by condition (ii).

    Parameters
    ----------
    queries
        The family F; the identity is always included.
    rounds
        k, 1 to 16.
    progress
        Called as ``progress(done, total, what)`` with the compositions placed, then with the triples (L, A, B) looked at.

    Raises
    ------
    TooLarge
        Beyond `TRIPLE_LIMIT` triples with A, B incomparable, and beyond the limits on PLDs.

    Examples
    --------
    >>> from exact import approx, log, rr
    >>> found = universally_free([rr(log(2)), approx(0, "1/4")], 2)
    >>> found.free, found.query, found.a, found.b, found.gap
    (False, 0, (0,), (1,), number('1/18'))
    >>> universally_free([approx(0, "1/4"), approx(0, "1/10")], 3).free
    True

    References
    ----------
    RES Theorem 7, (i) and (ii); Lemma 4.
    """
    family = check_family(queries)
    done = 0
    for done, found in enumerate(triples(family, rounds, progress=progress), 1):
        if found.x is not None:
            gap = found.whole.hockey_stick(found.x) - found.budget.hockey_stick(found.x)
            best = _strategy(family, found, found.x)
            return Freeness(found.query, found.a, found.b, found.budget, found.x, gap, best, done)
    return Freeness(None, None, None, None, None, None, None, done)


def _indices(name: str) -> Indices:
    return () if name == "identity" else tuple(map(int, name.split("+")))


def _strategy(queries: tuple[PLD, ...], found: Triple, x: Number) -> Strategy:
    """Return the strategy that plays L, and after each ratio the better of A and B at x over the ratio."""
    options = [(_straight(queries, indices), PLD.of_atoms((IDENTITY, 1)).compose(*(queries[i] for i in indices))) for indices in (found.a, found.b)]
    children = []
    for ratio in reversed(queries[found.query].knots):
        y = x / ratio
        straight, value = max(options, key=lambda option: option[1].hockey_stick(y))
        stops = value.hockey_stick(y) == max(Number(0), 1 - y)
        children.append((ratio, None if stops else straight))
    return Strategy(queries, Node(found.query, tuple(children)))


def _straight(queries: tuple[PLD, ...], indices: Indices) -> Node | None:
    """Return the strategy that plays these queries whatever it sees."""
    node: Node | None = None
    for i in reversed(indices):
        if not blackwell.equal(queries[i].canonical, IDENTITY):
            node = Node(i, tuple((ratio, node) for ratio in reversed(queries[i].knots)))
    return node
