"""The kinds about what a filter costs: `natural-filter-violated`, `natural-filter-free` and `filter-cost`.

That a filter costs at least so much is shown by a strategy, that it costs at most so much by the values of the recursion (RES
Lemma 1): a PLD for every position, above what every move leads to.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from certificates.claims import encoding, precision
from certificates.claims.certificate import FILE_LIMIT, Certificate, seal
from certificates.claims.encoding import Json
from certificates.claims.families import LONGEST, Family, multiset, rounds_text
from exact import blackwell
from exact.composition import IDENTITY
from exact.engine import START_BITS
from exact.errors import Refuted, TooLarge, Unsupported
from exact.filters import FilterResult, Freeness, Game, NaturalGame, Strategy, natural_game
from exact.filters.game import POSITION_LIMIT
from exact.filters.natural import Rounds
from exact.mechanisms.approximate_dp import identity
from exact.number import Number
from exact.pld import PLD

WITHOUT_END = "under the total leak as budget queries may be repeated without end, which no certificate lists"


def natural_filter_violated(queries: Sequence[PLD], budget: PLD, result: FilterResult) -> Certificate:
    """Return a certificate of what `natural_filter` found on these queries and this budget; `Refuted` when the filter
    is free, or where the result is about a point at which nothing is violated.

    Equal queries are stated once, the identity not at all. Beyond the limits of the format (64 queries, 16 rounds, 20,000 nodes of
    the strategy) `TooLarge` is raised.
    """
    if result.verdict == "free" or result.strategy is None or result.x is None or result.gap is None:
        raise Refuted("the natural filter is free for this budget, so no strategy breaks it")
    if result.gap.sign() <= 0:
        raise Refuted("the natural filter is violated, but not at this x")
    return _violated(queries, budget, result.rounds, (result.x, result.gap, result.strategy))


def not_universally_free(queries: Sequence[PLD], rounds: int, found: Freeness) -> Certificate:
    """Return a certificate that the natural filter breaks the budget that `universally_free` constructed; `Refuted` where it is
    universally free.
    """
    if found.budget is None or found.x is None or found.gap is None or found.strategy is None:
        raise Refuted("the natural filter keeps every budget for these queries and rounds")
    return _violated(queries, found.budget, rounds, (found.x, found.gap, found.strategy))


def _violated(
    queries: Sequence[PLD], budget: PLD, rounds: Rounds, shown: tuple[Number, Number, Strategy]
) -> Certificate:
    x, gap, strategy = shown
    family = Family.of(queries)
    claim = {"queries": family.encoded(), "budget": encoding.pld(budget), "rounds": rounds_text(rounds)}
    witness = {"x": encoding.number(x), "tree": family.tree(strategy)}
    bits = max(precision.of_masses(*family.queries, budget), precision.of_gaps(gap), precision.of_numbers(x))
    return seal("natural-filter-violated", claim, witness, bits)


def natural_filter_free(queries: Sequence[PLD], budget: PLD, result: FilterResult) -> Certificate:
    """Return a certificate that the natural filter keeps this budget; `Refuted` when it is violated.

    Raises
    ------
    TooLarge
        Beyond the limits of the format, and for ``rounds="all"`` where queries may be repeated without end: under the total leak as
        budget, and when all of them are the identity.
    """
    if result.verdict != "free":
        raise Refuted("the natural filter is violated for this budget")
    family = Family.of(queries)
    claim = {"queries": family.encoded(), "budget": encoding.pld(budget), "rounds": rounds_text(result.rounds)}
    if result.played is None and result.rounds == "all":
        raise TooLarge(WITHOUT_END)
    played = result.played or natural_game(queries, budget, result.rounds)
    _check_length(family, played, result.rounds)
    start = played.game.cost()
    bits = max(_step_bits(played.game), precision.of_order(start, budget), _rule_bits(family, budget, played))
    return _within_file(seal("natural-filter-free", claim, {"values": _by_multisets(family, played)}, bits))


def filter_cost(queries: Sequence[PLD], budget: PLD, result: FilterResult) -> Certificate:
    """Return a certificate that the natural filter costs exactly ``result.cost`` at ``result.x``, by a strategy and by the values
    of the recursion; the result must be about a point (``at``). `TooLarge` as for `natural_filter_free`.
    """
    if result.played is None and result.rounds == "all":
        raise TooLarge(WITHOUT_END)
    if result.x is None or result.cost is None or result.strategy is None or result.played is None:
        raise Unsupported("a certificate states the cost at one point x: ask for one (at)")
    family = Family.of(queries)
    _check_length(family, result.played, result.rounds)
    rule = {"budget": encoding.pld(budget), "rounds": rounds_text(result.rounds)}
    values = _by_multisets(family, result.played)
    bits = max(_step_bits(result.played.game), _rule_bits(family, budget, result.played))
    claim = {"queries": family.encoded(), "rule": rule, "x": encoding.number(result.x), "cost": encoding.number(result.cost)}
    bits = max(bits, precision.of_numbers(result.x, result.cost))
    return _within_file(seal("filter-cost", claim, {"tree": family.tree(result.strategy), "values": values}, bits))


def rule_cost(game: Game, x: Number) -> Certificate:
    """Return a certificate of what the rule of a game costs at x > 0: the rule is stated as a table of moves.

    `Unsupported` where equal queries have different moves, which a table of different queries cannot say. The identity is a query of the
    rule as any other: playing it may change what follows.
    """
    family = Family.of(game.queries, with_identity=True)
    cost, strategy = game.cost().hockey_stick(x), game.strategy_at(x)
    of = game.classes
    reached = sorted(_reached(game))
    if len(reached) > POSITION_LIMIT:
        raise TooLarge(f"a certificate states tables of at most {POSITION_LIMIT} positions, and this rule has {len(reached)}")
    name = {s: str(n) for n, s in enumerate(reached)}
    table, values = [], []
    whole = game.values()
    for s in reached:
        row: dict[int, str] = {}
        for i, t in game.moves[s]:
            at, following = family.place[i], name[of[t]]
            assert at is not None  # noqa: S101 - the family has the identity
            if row.setdefault(at, following) != following:
                raise Unsupported("the rule goes on differently after two queries that are equal, which a table of different queries cannot say")
        table.append([[str(at), row[at]] for at in sorted(row)])
        if row:
            values.append([name[s], encoding.plain(whole[s].canonical)])
    bits = max(_step_bits(game), precision.of_masses(*family.queries))
    claim = {"queries": family.encoded(), "rule": {"moves": table}, "x": encoding.number(x), "cost": encoding.number(cost)}
    bits = max(bits, precision.of_numbers(x, cost))
    return _within_file(seal("filter-cost", claim, {"tree": family.tree(strategy), "values": values}, bits))


def _reached(game: Game) -> set[int]:
    """Return the classes that play can come to; the start is the first of them."""
    of = game.classes
    found, todo = {of[0]}, [of[0]]
    while todo:
        for _, t in game.moves[todo.pop()]:
            if of[t] not in found:
                found.add(of[t])
                todo.append(of[t])
    return found


def _by_multisets(family: Family, played: NaturalGame) -> Json:
    """Spell the value of every multiset after which something may be played; a multiset of equal queries is named once."""
    values = played.game.values()
    rows: dict[tuple[int, ...], int] = {}
    for counts, position in played.position.items():
        if played.game.moves[position]:
            rows.setdefault(family.multiset(_indices(counts)), position)
    plains = {position: encoding.plain(values[position].canonical) for position in set(rows.values())}
    return [[multiset(names), plains[position]] for names, position in sorted(rows.items(), key=lambda row: (len(row[0]), row[0]))]


def _indices(counts: tuple[int, ...]) -> Iterator[int]:
    for i, n in enumerate(counts):
        yield from [i] * n


def _check_length(family: Family, played: NaturalGame, rounds: Rounds) -> None:
    """Raise `TooLarge` where play without a limit on rounds does not end, or goes on for longer than a checker follows it."""
    if rounds == "all" and family.queries == (identity(),):
        raise TooLarge("every query is the identity, which may be repeated without end, and no certificate lists that")
    longest = max(map(sum, played.position))
    if longest > LONGEST:
        raise TooLarge(f"the budget allows {longest} queries on a path, and a checker follows at most {LONGEST}; a smaller budget or rounds may do")


def _rule_bits(family: Family, budget: PLD, played: NaturalGame) -> int:
    """Return the largest precision needed to see by how much each refused multiset of queries exceeds the budget."""
    bits = precision.of_masses(*family.queries, budget)
    limit = budget.canonical
    compositions = {family.multiset(_indices(counts)) for counts in played.refused}
    for indices in compositions:
        whole = PLD.of_atoms((IDENTITY, 1)).compose(*(family.queries[i] for i in indices)).canonical
        x = blackwell.find_witness(whole, limit)
        if x is not None:
            bits = max(bits, precision.of_masses(PLD.of_atoms((whole, 1))), precision.of_gaps(blackwell.difference(whole, limit, x)))
    return bits


def _step_bits(game: Game) -> int:
    """Return the largest precision that deciding ``L + W(t) <= W(s)`` for the moves of a game needs."""
    values, of = game.values(), game.classes
    steps = {(of[s], i, of[t]) for s, moves in enumerate(game.moves) for i, t in moves}
    found = (precision.of_order(game.queries[i] + values[t], values[s]) for s, i, t in steps)
    return max([START_BITS, *found, *(precision.of_masses(values[s]) for s in set(of))])


def _within_file(certificate: Certificate) -> Certificate:
    size = len(certificate.to_bytes())
    if size > FILE_LIMIT:
        raise TooLarge(f"the certificate has {size} bytes, more than the {FILE_LIMIT} that a checker reads; fewer rounds or queries may do")
    return certificate
