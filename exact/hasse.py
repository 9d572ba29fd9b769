"""Many PLDs in the Blackwell order: Hasse diagram, chains, antichains. Which pairs are asked is in `exact.partial_order`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from exact.comparison import Comparison, compare
from exact.errors import OutOfRange, TooLarge
from exact.partial_order import Progress, bits, decide, first_gap, linear_extension
from exact.pld import PLD
from exact.writing import shorten

ANTICHAIN_LIMIT = 10_000
"""The largest number of maximal antichains before `TooLarge` is raised."""


@dataclass(frozen=True, slots=True)
class Incomparable:
    """Two PLDs neither of which dominates the other, by their names, with the two witnesses."""

    first: str
    second: str
    comparison: Comparison


@dataclass(frozen=True, slots=True)
class HasseDiagram:
    """A finite family of PLDs in the Blackwell order; made by `hasse_diagram`.

    Classes of equal PLDs have the indices 0, 1, ...; a lower class has the smaller index.
    """

    classes: tuple[tuple[str, ...], ...]
    """The names of the equal PLDs of each class."""
    plds: tuple[PLD, ...]
    """The PLD of each class."""
    covers: tuple[tuple[int, int], ...]
    """The pairs ``(i, j)``: class j covers class i, which is below j with nothing between."""
    decisions: int
    """How many dominance decisions were needed."""
    below: tuple[frozenset[int], ...]
    """For each class, the classes strictly below it."""
    gap: tuple[int, int] | None
    """The first neighbours in the linear extension that are incomparable, None for a chain."""

    def is_chain(self) -> bool:
        """Return whether every two of the PLDs are comparable."""
        return self.gap is None

    def find_incomparable(self) -> Incomparable | None:
        """Return an incomparable pair with its witnesses, those of `gap`; None iff it is a chain."""
        if self.gap is None:
            return None
        i, j = self.gap
        return Incomparable(self.classes[i][0], self.classes[j][0], compare(self.plds[i], self.plds[j]))

    def levels(self) -> tuple[tuple[int, ...], ...]:
        """Return the classes by level, lowest first: a level is the length of the longest chain below, so there are as many as
        the longest chain has members (Mirsky).
        """
        level: list[int] = []
        for under in self.below:
            level.append(1 + max((level[i] for i in under), default=-1))
        return tuple(tuple(i for i, n in enumerate(level) if n == k) for k in range(1 + max(level)))

    def maximal_antichains(self) -> tuple[tuple[int, ...], ...]:
        """Return all sets of pairwise incomparable classes to which none can be added; `TooLarge` beyond `ANTICHAIN_LIMIT` of them.

        They are the maximal cliques of the graph of incomparable pairs.
        """
        import networkx as nx

        graph = nx.Graph()
        graph.add_nodes_from(range(len(self.plds)))
        graph.add_edges_from(
            (i, j) for j, under in enumerate(self.below) for i in range(j) if i not in under
        )
        found = []
        for clique in nx.find_cliques(graph):
            found.append(tuple(sorted(clique)))
            if len(found) > ANTICHAIN_LIMIT:
                raise TooLarge(f"there are more than {ANTICHAIN_LIMIT} maximal antichains")
        return tuple(sorted(found))

    def chains(self) -> tuple[tuple[int, ...], ...]:
        """Return a partition of the classes into as few chains as possible, each from below.

        Their number is the width, by Dilworth's theorem. They come from a maximum matching of classes with classes
        above them.
        """
        import networkx as nx

        n = len(self.plds)
        graph = nx.Graph()
        graph.add_nodes_from(range(2 * n))
        graph.add_edges_from((i, n + j) for j, under in enumerate(self.below) for i in sorted(under))
        matching = nx.bipartite.hopcroft_karp_matching(graph, range(n))
        after = {i: matching[i] - n for i in range(n) if i in matching}
        return tuple(tuple(_follow(i, after)) for i in sorted(set(range(n)) - set(after.values())))

    @property
    def width(self) -> int:
        """The size of the largest antichain."""
        return len(self.chains())

    def to_networkx(self) -> Any:
        """Return a ``networkx.DiGraph``: an edge from each class to those that cover it; attributes ``names`` and ``pld``."""
        import networkx as nx

        graph = nx.DiGraph()
        for i, (names, pld) in enumerate(zip(self.classes, self.plds, strict=True)):
            graph.add_node(i, names=names, pld=pld)
        graph.add_edges_from(self.covers)
        return graph

    def text(self, width: int | None = 60) -> str:
        """Return the levels, highest first, with what each class covers; names longer than the width are cut (None: no name is)."""
        lines = []
        for k, level in reversed(tuple(enumerate(self.levels()))):
            lines.append(f"level {k}")
            for j in level:
                under = " ".join(f"[{i}]" for i, upper in self.covers if upper == j)
                names = " = ".join(name if width is None else shorten(name, width) for name in self.classes[j])
                lines.append(f"  [{j}] {names}" + (f"  covers {under}" if under else ""))
        return "\n".join(lines)

    def __str__(self) -> str:
        return self.text()


def hasse_diagram(
    plds: Sequence[PLD] | Mapping[str, PLD], names: Sequence[str] | None = None, *, progress: Progress | None = None
) -> HasseDiagram:
    """Return the Hasse diagram of one PLD or more: every pair decided, equal ones in one class, or raises.

    Parameters
    ----------
    plds
        A sequence, or a mapping from names to PLDs.
    names
        Names for a sequence; by default ``"0"``, ``"1"``, ...
    progress
        Called as ``progress(done, total)`` when a class of equal PLDs has been placed.

    Raises
    ------
    OutOfRange
        For no PLD at all, and where the names are not as many as the PLDs.
    TooLarge
        When a PLD or a decision is beyond the limits.

    Notes
    -----
    At most n (n - 1)/2 decisions for n distinct PLDs, n - 1 for a chain.

    Examples
    --------
    >>> from exact import approx, rr
    >>> found = hasse_diagram({"A": rr(1), "B": 2 * rr(1), "C": approx(0, "1/4"), "D": approx(0, "1/4") + rr(0)})
    >>> print(found)
    level 1
      [2] B  covers [0]
    level 0
      [0] A
      [1] C = D
    >>> found.is_chain(), found.width, found.maximal_antichains()
    (False, 2, ((0, 1), (1, 2)))

    References
    ----------
    RES Proposition 10, for the order.
    """
    labels, values = _named(plds, names)
    members: dict[PLD, list[int]] = {}
    for i, value in enumerate(values):
        members.setdefault(value, []).append(i)
    distinct = linear_extension(members)
    found = decide(distinct, progress)
    order = _numbering(found.below, [members[value][0] for value in distinct])
    place = {v: i for i, v in enumerate(order)}
    sets = tuple(frozenset(place[u] for u in bits(found.below[v])) for v in order)
    return HasseDiagram(
        classes=tuple(tuple(labels[i] for i in members[distinct[v]]) for v in order),
        plds=tuple(distinct[v] for v in order),
        covers=tuple(sorted((i, j) for j, under in enumerate(sets) for i in under if not any(i in sets[k] for k in under))),
        decisions=found.decisions,
        below=sets,
        gap=None if found.gap is None else (place[found.gap - 1], place[found.gap]),
    )


def is_chain(plds: Sequence[PLD] | Mapping[str, PLD]) -> bool:
    """Return whether every two of the PLDs are comparable, decided; see `find_incomparable` for a pair that is not.

    Examples
    --------
    >>> from exact import approx, rr
    >>> is_chain([rr(2), rr(1), 2 * rr(1)]), is_chain([rr(1), approx(0, "1/4")])
    (True, False)
    """
    return first_gap(linear_extension(dict.fromkeys(_named(plds, None)[1]))) is None


def find_incomparable(
    plds: Sequence[PLD] | Mapping[str, PLD], names: Sequence[str] | None = None
) -> Incomparable | None:
    """Return two of the PLDs neither of which dominates the other, with witnesses; None iff the PLDs are a chain.

    It is the first such pair of neighbours in the linear extension of `exact.partial_order`, found with at most n - 1
    decisions. Parameters and exceptions as for `hasse_diagram`.

    Examples
    --------
    >>> from exact import approx, rr
    >>> found = find_incomparable({"A": rr("log(2)"), "B": approx(0, "1/4")})
    >>> found.first, found.second, [(w.x, w.a, w.b) for w in found.comparison.witnesses]
    ('A', 'B', [(number('1'), number('1/3'), number('1/4')), (number('2'), number('0'), number('1/4'))])
    """
    labels, values = _named(plds, names)
    label: dict[PLD, str] = {}
    for name, value in zip(labels, values, strict=True):
        label.setdefault(value, name)
    ordered = linear_extension(label)
    gap = first_gap(ordered)
    if gap is None:
        return None
    a, b = ordered[gap - 1 : gap + 1]
    return Incomparable(label[a], label[b], compare(a, b))


def _named(plds: Sequence[PLD] | Mapping[str, PLD], names: Sequence[str] | None) -> tuple[list[str], list[PLD]]:
    if isinstance(plds, Mapping):
        if names is not None:
            raise TypeError("a mapping already names its PLDs: give names for a sequence only")
        names, values = list(plds), list(plds.values())
    else:
        values = list(plds)
        names = [str(i) for i in range(len(values))] if names is None else list(names)
    if not values:
        raise OutOfRange("an order of PLDs needs one PLD or more, and there is none")
    if len(names) != len(values):
        raise OutOfRange(f"there are {len(values)} PLDs, and {len(names)} names for them")
    for value in values:
        if not isinstance(value, PLD):
            raise TypeError(f"a PLD is wanted, not {type(value).__name__} (pld(...) reads a text)")
    return list(names), values


def _numbering(below: Sequence[int], first_member: list[int]) -> list[int]:
    """Return the places of the linear extension by level, and within a level as they were given."""
    level: list[int] = []
    for under in below:
        level.append(1 + max((level[u] for u in bits(under)), default=-1))
    return sorted(range(len(below)), key=lambda v: (level[v], first_member[v]))


def _follow(start: int, after: Mapping[int, int]) -> Iterator[int]:
    place: int | None = start
    while place is not None:
        yield place
        place = after.get(place)
