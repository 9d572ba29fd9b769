"""A family of queries as a claim states it: pairwise different, without the identity; and the kinds `chain` and `not-chain`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from certificates.claims import encoding, precision
from certificates.claims.certificate import Certificate, seal
from certificates.claims.encoding import Json
from exact.errors import Refuted, TooLarge
from exact.filters import Chain, compositions
from exact.filters.strategy import Node, Strategy
from exact.mechanisms.approximate_dp import identity
from exact.pld import PLD

QUERIES_LIMIT = 64
ROUNDS_LIMIT = 16
NODE_LIMIT = 20_000
DEPTH_LIMIT = 31
"""The largest depth of a strategy tree within 64 nested brackets: two for each query on a path, one for the witness, one for the file."""
LONGEST = 255
"""The largest number of queries that a natural rule may let through: a checker takes states of 256 and asks about one query more."""


@dataclass(frozen=True, slots=True)
class Family:
    """The queries of a claim, and where each given query is among them; None for an identity that is not stated."""

    queries: tuple[PLD, ...]
    place: tuple[int | None, ...]

    @classmethod
    def of(cls, given: Sequence[PLD], *, with_identity: bool = False) -> Family:
        """Return the family of these queries, equal ones stated once; the identity, which changes nothing for a natural filter, is stated
        only where there is nothing else, or where it is wanted.
        """
        different: list[PLD] = []
        place: list[int | None] = []
        for query in given:
            at = next((i for i, other in enumerate(different) if other == query), None)
            if at is None and (with_identity or query != identity()):
                at = len(different)
                different.append(query)
            place.append(at)
        if len(different) > QUERIES_LIMIT:
            raise TooLarge(f"a certificate states at most {QUERIES_LIMIT} queries")
        if not different:
            return cls((identity(),), (0,) * len(given))
        return cls(tuple(different), tuple(place))

    def encoded(self) -> Json:
        """Spell the queries."""
        return [encoding.plain(query.canonical) for query in self.queries]

    def multiset(self, indices: Iterable[int]) -> tuple[int, ...]:
        """Return the multiset of a claim for indices of given queries; the identity counts for nothing."""
        return tuple(sorted(at for i in indices if (at := self.place[i]) is not None))

    def tree(self, strategy: Strategy) -> Json:
        """Spell a strategy; `TooLarge` for one that is too large or too deep for a certificate."""
        if strategy.tree_size() > NODE_LIMIT or strategy.depth() > DEPTH_LIMIT:
            raise TooLarge(
                f"a certificate states strategies of at most {NODE_LIMIT} nodes and {DEPTH_LIMIT} queries on a path, "
                f"and this one has {strategy.tree_size()} and {strategy.depth()}"
            )
        return self._node(strategy.root)

    def _node(self, node: Node | None) -> Json:
        if node is None:
            return None
        return [str(self.place[node.query]), [self._node(child) for _, child in node.children]]


def multiset(indices: Iterable[int]) -> Json:
    """Spell a multiset of queries."""
    return [str(i) for i in indices]


def rounds_text(rounds: int | str) -> str:
    """Spell a number of rounds; `TooLarge` beyond the limit of the format."""
    if rounds != "all" and int(rounds) > ROUNDS_LIMIT:
        raise TooLarge(f"a certificate states at most {ROUNDS_LIMIT} rounds")
    return str(rounds)


def chain(queries: Sequence[PLD], rounds: int, result: Chain) -> Certificate:
    """Return a certificate that F^{<rounds} is totally ordered, from what `exact.filters.chain` found; `Refuted` when it is not."""
    if not result.is_chain:
        raise Refuted("two compositions are incomparable, so they are no chain")
    family = Family.of(queries)
    claim = {"queries": family.encoded(), "rounds": rounds_text(rounds)}
    order = list(dict.fromkeys(family.multiset(indices) for indices in result.order))
    values = compositions(family.queries, rounds)
    bits = precision.of_masses(*family.queries)
    for lower, upper in pairwise(order):
        bits = max(bits, precision.of_order(values[lower], values[upper]))
    return seal("chain", claim, {"order": [multiset(m) for m in order]}, bits)


def not_chain(queries: Sequence[PLD], rounds: int, result: Chain) -> Certificate:
    """Return a certificate that two compositions of F^{<rounds} are incomparable; `Refuted` when it is a chain."""
    if result.pair is None or result.comparison is None:
        raise Refuted("every two compositions are comparable: they are a chain")
    family = Family.of(queries)
    claim = {"queries": family.encoded(), "rounds": rounds_text(rounds)}
    a, b = (family.multiset(indices) for indices in result.pair)
    first, second = result.comparison.witnesses
    witness = {
        "a": multiset(a),
        "b": multiset(b),
        "x_a": encoding.number(first.x),
        "x_b": encoding.number(second.x),
    }
    bits = max(precision.of_gaps(first.a - first.b, second.b - second.a), precision.of_numbers(first.x, second.x))
    return seal("not-chain", claim, witness, max(bits, precision.of_masses(*family.queries)))
