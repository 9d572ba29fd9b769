"""An adaptive strategy as an object: which query is played after which likelihood ratios, and what playing it leaks.

A strategy is a tree with queries at its nodes and the finite likelihood ratios of the query on the edges below; an edge
leads to a node, or to a stop. (After an infinite loss nothing that follows matters.) Equal subtrees are one object, so it is
kept as a directed graph without circles, which may be much smaller than the tree.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from exact import composition
from exact.atoms import Atoms
from exact.composition import IDENTITY
from exact.errors import OutOfRange
from exact.number import Number
from exact.pld import PLD

_T = TypeVar("_T")
Row = tuple[int, tuple[int | None, ...]]
"""A query, and the places of the nodes that follow its ratios."""
RATIO_LENGTH = 40
"""Characters of a ratio that is written exactly in the text of a strategy."""


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Node:
    """Play the query of this index, and after each finite likelihood ratio go on with a node, or stop (None).

    `children` has one pair ``(ratio, next)`` for each finite atom of the query, in decreasing ratio.
    """

    query: int
    children: tuple[tuple[Number, Node | None], ...]

    def __repr__(self) -> str:
        return f"<Node that plays query {self.query}, {len(self.children)} ratios>"


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Strategy:
    """An adaptive strategy on a finite family of queries; the root is None where it plays nothing.

    Any tree of nodes may be given; equal subtrees are made one object.

    Raises
    ------
    OutOfRange
        Where a node plays a query that is not there, or its ratios are not those of the finite atoms of its query, in decreasing
        order.

    Examples
    --------
    >>> from exact import approx, rr
    >>> from exact.filters import natural_filter
    >>> best = natural_filter([rr("log(2)"), approx(0, "1/4")], approx("log(2)", "1/4"), 2).strategy
    >>> print(best.text(["A", "B"]))
    play A
      on ratio 2: play A, then stop
      on ratio 1/2: play B, then stop
    >>> best.pld().hockey_stick(2)
    number('11/36')
    """

    queries: tuple[PLD, ...]
    root: Node | None

    def __post_init__(self) -> None:
        object.__setattr__(self, "root", self._shared())

    def _shared(self) -> Node | None:
        """Return the root of a tree with equal subtrees shared and the ratios checked."""
        ratios: dict[int, tuple[Number, ...]] = {}
        made: dict[tuple[int, tuple[int | None, ...]], Node] = {}

        def share(node: Node, rest: list[Node | None]) -> Node:
            if not 0 <= node.query < len(self.queries):
                raise OutOfRange(f"a node plays query {node.query}, and there are the queries 0 to {len(self.queries) - 1}")
            if node.query not in ratios:
                query = self.queries[node.query].canonical
                ratios[node.query] = tuple(query.ratio(i) for i in range(len(query.finite)))
            there = ratios[node.query]
            if tuple(ratio for ratio, _ in node.children) != there:
                raise OutOfRange(f"a node that plays query {node.query} needs its {len(there)} finite ratios, in decreasing order")
            key = node.query, tuple(None if child is None else id(child) for child in rest)
            if key not in made:
                made[key] = Node(node.query, tuple(zip(there, rest, strict=True)))
            return made[key]

        return self._folded(share, None)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Strategy):
            return NotImplemented
        return self.queries == other.queries and self._rows() == other._rows()

    def __hash__(self) -> int:
        return hash((self.queries, self._rows()))

    def __repr__(self) -> str:
        return f"<Strategy of depth {self.depth()}, {len(self.nodes())} different nodes>"

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        return _from_rows, (self.queries, self._rows())

    def _rows(self) -> tuple[Row, ...]:
        """Return the nodes as a list, alike for equal trees: however deep it is, nothing that walks it recurses."""
        nodes = self.nodes()
        place = {id(node): i for i, node in enumerate(nodes)}
        return tuple((n.query, tuple(None if child is None else place[id(child)] for _, child in n.children)) for n in nodes)

    def nodes(self) -> tuple[Node, ...]:
        """Return the different nodes, each after those that lead to it."""
        order: list[Node] = []
        seen: set[int] = set()
        stack: list[tuple[Node, Iterator[Node]]] = []

        def enter(node: Node | None) -> None:
            if node is not None and id(node) not in seen:
                seen.add(id(node))
                stack.append((node, iter([child for _, child in node.children if child is not None])))

        enter(self.root)
        while stack:
            following = next(stack[-1][1], None)
            if following is None:
                order.append(stack.pop()[0])
            enter(following)
        return tuple(reversed(order))

    def depth(self) -> int:
        """Return the largest number of queries played on a path."""
        return self._folded(lambda _, children: 1 + max(children, default=0), 0)

    def tree_size(self) -> int:
        """Return the number of nodes and stops of the strategy as a tree, shared parts counted each time."""
        return self._folded(lambda _, children: 1 + sum(children), 1)

    def _folded(self, join: Callable[[Node, list[_T]], _T], stop: _T) -> _T:
        found: dict[int, _T] = {}
        for node in reversed(self.nodes()):
            children = [stop if child is None else found[id(child)] for _, child in node.children]
            found[id(node)] = join(node, children)
        return stop if self.root is None else found[id(self.root)]

    def pld(self) -> PLD:
        """Return the PLD of playing the strategy: what it leaks, exactly; `TooLarge` beyond the limits of a composition."""

        def played(node: Node, rest: list[Atoms]) -> Atoms:
            return composition.adaptive(self.queries[node.query].canonical, rest)

        return PLD.of_atoms((self._folded(played, IDENTITY), 1))

    def histories(self) -> frozenset[tuple[int, ...]]:
        """Return the queries played on the ways to all nodes, each in the order of playing, the last one that of the node."""
        found: set[tuple[int, ...]] = set()
        todo: list[tuple[Node, tuple[int, ...]]] = [] if self.root is None else [(self.root, ())]
        done: set[tuple[int, tuple[int, ...]]] = set()
        while todo:
            node, before = todo.pop()
            if (id(node), before) in done:
                continue
            done.add((id(node), before))
            path = (*before, node.query)
            found.add(path)
            todo += [(child, path) for _, child in node.children if child is not None]
        return frozenset(found)

    # --- views -------------------------------------------------------------------------------------------------------------------------

    def text(
        self, names: Sequence[str] | None = None, *, most: int | None = None, more: str = "... (the rest is left out)"
    ) -> str:
        """Return the tree in lines: what is played, and below it what follows each likelihood ratio.

        Parameters
        ----------
        names
            Names of the queries, in their order; by default their expressions.
        most
            The largest number of lines; the rest is left out.
        more
            The line that then says so.
        """
        lines: list[str] = []
        for line in self._lines(self._names(names)):
            if most is not None and len(lines) == most:
                lines.append(more)
                break
            lines.append(line)
        return "\n".join(lines)

    def _lines(self, names: Sequence[str]) -> Iterator[str]:
        todo: list[tuple[int, str, Node | None]] = [(0, "", self.root)]
        while todo:
            level, lead, node = todo.pop()
            lead = f"{'  ' * level}{lead}"
            if node is None:
                yield f"{lead}stop"
                continue
            if all(child is None for _, child in node.children):
                yield f"{lead}play {names[node.query]}, then stop"
                continue
            yield f"{lead}play {names[node.query]}"
            query = self.queries[node.query]
            if query.p_infinite or query.q_infinite:
                todo.append((level + 1, "on an infinite loss: ", None))
            todo += [(level + 1, f"on ratio {_ratio_text(ratio)}: ", child) for ratio, child in reversed(node.children)]

    def _names(self, names: Sequence[str] | None) -> Sequence[str]:
        if names is None:
            return [str(query) for query in self.queries]
        if len(names) != len(self.queries):
            raise OutOfRange(f"there are {len(self.queries)} queries, and {len(names)} names for them")
        return list(names)

    def to_networkx(self, names: Sequence[str] | None = None) -> Any:
        """Return a ``networkx.DiGraph``: nodes 0, 1, ... (0 the root) with ``query`` (index) and ``name``, and one for all stops
        with ``query`` -1 and ``name`` "stop"; edges with ``ratio`` (text) and ``order`` (0 for the highest ratio).

        Shared subtrees are one node. A node may lead to another by several ratios: then ``ratio`` holds them all, with commas, and
        ``order`` is that of the first.
        """
        import networkx as nx

        labels = self._names(names)
        graph = nx.DiGraph()
        place = {id(node): i for i, node in enumerate(self.nodes())}
        stop = len(place)
        for node in self.nodes():
            graph.add_node(place[id(node)], query=node.query, name=labels[node.query])
        if self.root is None:
            graph.add_node(stop, query=-1, name="stop")
        for node in self.nodes():
            for order, (ratio, child) in enumerate(node.children):
                if child is None and stop not in graph:
                    graph.add_node(stop, query=-1, name="stop")
                edge = place[id(node)], stop if child is None else place[id(child)]
                if graph.has_edge(*edge):
                    graph.edges[edge]["ratio"] += f", {ratio}"
                else:
                    graph.add_edge(*edge, ratio=str(ratio), order=order)
        return graph

    def to_graphml(self, names: Sequence[str] | None = None) -> str:
        """Return the graph of `to_networkx` in GraphML."""
        import networkx as nx

        return "\n".join(nx.generate_graphml(self.to_networkx(names)))

    def to_dot(self, names: Sequence[str] | None = None) -> str:
        """Return the graph of `to_networkx` in the DOT language of Graphviz."""
        graph = self.to_networkx(names)
        shapes = {n: "box" if query >= 0 else "plaintext" for n, query in graph.nodes(data="query")}
        lines = [f"  {n} [label={_quoted(name)}, shape={shapes[n]}];" for n, name in graph.nodes(data="name")]
        lines += [f"  {a} -> {b} [label={_quoted(data['ratio'])}];" for a, b, data in graph.edges(data=True)]
        return "\n".join(["digraph strategy {", *lines, "}"])

    def to_json(self, names: Sequence[str] | None = None) -> dict[str, Any]:
        """Return the different nodes as objects for JSON: ``{"root": i, "nodes": [{"query", "children": [{"ratio", "then": i}]}]}``.

        Indices are those of the list; null stops. Ratios are texts of exact numbers.
        """
        labels = self._names(names)
        place = {id(node): i for i, node in enumerate(self.nodes())}
        rows = [
            {
                "query": labels[node.query],
                "children": [{"ratio": str(r), "then": None if child is None else place[id(child)]} for r, child in node.children],
            }
            for node in self.nodes()
        ]
        return {"root": None if self.root is None else 0, "nodes": rows}


def _from_rows(queries: tuple[PLD, ...], rows: Sequence[Row]) -> Strategy:
    """Return the strategy whose nodes are these, ``(query, places of what follows)``, each after those that lead to it."""
    made: list[Node | None] = [None] * len(rows)
    for i in reversed(range(len(rows))):
        query, following = rows[i]
        ratios = reversed(queries[query].knots)
        made[i] = Node(query, tuple((r, None if j is None else made[j]) for r, j in zip(ratios, following, strict=True)))
    return Strategy(queries, made[0] if made else None)


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", " ")
    return f'"{escaped}"'


def _ratio_text(ratio: Number) -> str:
    text = str(ratio)
    return text if len(text) <= RATIO_LENGTH else f"about {ratio.decimal(6)}"
