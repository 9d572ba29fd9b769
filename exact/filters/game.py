"""The game of an adversary against a privacy rule on a finite family of queries: what the best adaptive strategy costs.

A **rule** says which queries may be played next, as a function of the queries played so far; passing is always allowed.
Histories from which a rule allows the same continuations are one **position**, so a rule that ends is a finite graph without
circles: from each position a few **moves**, each a query and the position it leads to. The **value** of a position is the
least PLD above everything that can be played from it on (RES Lemma 1):

    V(s) = sup { Id, L + V(t) : playing L is a move from s to t }

The value of the start is the **cost** of the rule. No single strategy attains it everywhere. At one x the best one is read
off the same recursion without PLDs: from position s at the point x, the larger of stopping, ``max(0, 1 - x)``, and of

    P_L(inf) + sum over the finite atoms (p, q) of L of  p * value(t, x q/p).

Three rules have a module of their own: `exact.filters.natural`, `exact.filters.residue`, and any function of the history,
`exact.filters.adversary`.

References
----------
RES section 3, Lemma 1 and (for rules without end, sups of their finite prefixes) Lemma 2.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TypeVar

from exact import hockey_stick, ratio
from exact.atoms import Atoms
from exact.composition import IDENTITY, compose
from exact.errors import OutOfRange, TooLarge
from exact.exponent import ZERO
from exact.filters.strategy import Node, Strategy
from exact.lattice import join
from exact.number import Number
from exact.pld import PLD
from exact.reading import ExactInput, number
from exact.writing import shorten

POSITION_LIMIT = 20_000
"""The largest number of positions (for the natural filter: of multisets of queries) of one game; a checker has the same limit."""
ROUND_LIMIT = 16
"""The largest number of rounds, where there is one; in certificates, too."""
POINT_LIMIT = 2_000_000
"""The largest number of pairs of a position and a point x at which one cost is worked out: some minutes."""

Progress = Callable[[int, int | None, str], None]
"""Called as ``progress(done, total, what)`` now and then; `total` is None where it is not known, and may be too high."""
Move = tuple[int, int]
"""The index of a query, and the position that playing it leads to."""

_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class Game:
    """A family of queries and the positions of a rule.

    Attributes
    ----------
    queries
        The family.
    moves
        For each position its moves, in increasing order of the query. Position 0 is the start, and a move leads to a later
        position: `OutOfRange` where it does not.
    """

    queries: tuple[PLD, ...]
    moves: tuple[tuple[Move, ...], ...]
    _known: dict[str, object] = field(default_factory=dict, repr=False, compare=False)

    def __post_init__(self) -> None:
        if not self.moves:
            raise OutOfRange("a game needs at least one position, the start")
        for s, here in enumerate(self.moves):
            for i, t in here:
                if not (0 <= i < len(self.queries) and s < t < len(self.moves)):
                    raise OutOfRange(f"a move plays one of the queries and leads to a later position; that from {s} is {(i, t)}")

    @property
    def classes(self) -> tuple[int, ...]:
        """For each position a position that can be continued in the same ways: equal for those whose values are equal for that
        reason.
        """
        return self._keep("classes", lambda: _classes(self.moves))

    def values(self, progress: Progress | None = None) -> Mapping[int, PLD]:
        """Return the values of all positions; `TooLarge`, saying what was reached, when one is beyond the limits."""
        return self._keep("values", lambda: _values(self, progress))

    def cost(self, progress: Progress | None = None) -> PLD:
        """Return the value of the start: the least PLD above all strategies that obey the rule (RES Lemma 1)."""
        return self.values(progress)[0]

    def cost_at(self, x: ExactInput, progress: Progress | None = None) -> tuple[Number, Strategy]:
        """Return the largest hockey-stick value at x > 0 of a strategy that obeys the rule, and a strategy that has it.

        No PLD is built. The strategy stops wherever stopping attains the value, and else plays the first query that does. Of a natural filter
        it is ``natural_game(...).game.cost_at(x)``: the cost at one x alone, also where the whole cost, which a verdict needs, is too large.

        Raises
        ------
        OutOfRange
            For an x that is not positive.
        TooLarge
            Beyond `POINT_LIMIT` pairs of a position and a point, before they are worked out.
        """
        return _best_at(self, positive(x), progress)

    def strategy_at(self, x: Number, progress: Progress | None = None) -> Strategy:
        """Return a strategy that has the cost at x > 0, read off the values of the positions; the same as that of `cost_at`.

        Much quicker than `cost_at` where the values are known, as after `cost`: only the points that the strategy comes to are looked at.
        """
        return _read_off(self, self.values(progress), x)

    def _keep(self, name: str, make: Callable[[], _T]) -> _T:
        if name not in self._known:
            self._known[name] = make()
        return self._known[name]  # type: ignore[return-value]


def check_family(queries: Iterable[PLD], *budgets: PLD) -> tuple[PLD, ...]:
    """Return the queries, or raise unless there is one and all are PLDs, the budgets too."""
    if isinstance(queries, PLD):
        raise TypeError("the queries must be a list of PLDs, not one PLD")
    family = tuple(queries)
    check_plds("query", *family)
    check_plds("budget", *budgets)
    if not family:
        raise OutOfRange("a filter needs at least one query")
    return family


def check_plds(what: str, *values: PLD) -> None:
    """Raise unless all are PLDs."""
    for value in values:
        if not isinstance(value, PLD):
            raise TypeError(f"a {what} must be a PLD, not {type(value).__name__} (pld(...) reads a text)")


def positive(x: ExactInput) -> Number:
    """Return the point x, or raise unless it is positive."""
    point = number(x)
    if point.sign() <= 0:
        raise OutOfRange(f"a strategy is wanted at some x > 0, not at {shorten(str(point))}")
    return point


def check_rounds(rounds: object, *, unbounded: bool) -> int | None:
    """Return the number of rounds, None for "all" where that is possible, or raise."""
    if rounds == "all" and unbounded:
        return None
    if not isinstance(rounds, int) or isinstance(rounds, bool) or not 1 <= rounds <= ROUND_LIMIT:
        also = ', or "all"' if unbounded else ""
        raise OutOfRange(f"rounds must be an integer from 1 to {ROUND_LIMIT}{also}, not {rounds!r}")
    return rounds


def within_limits(work: Callable[[], _T], reached: Callable[[], str]) -> _T:
    """Return the result of some work; `TooLarge` is raised with what was reached added to it."""
    try:
        return work()
    except TooLarge as problem:
        raise TooLarge(f"{problem}; reached: {reached()}") from None


def _classes(moves: Sequence[Sequence[Move]]) -> tuple[int, ...]:
    of = list(range(len(moves)))
    known: dict[tuple[Move, ...], int] = {}
    for s in reversed(range(len(moves))):
        of[s] = known.setdefault(tuple((i, of[t]) for i, t in moves[s]), s)
    return tuple(of)


def _values(game: Game, progress: Progress | None) -> dict[int, PLD]:
    of = game.classes
    todo = sorted(set(of), reverse=True)
    found: dict[int, Atoms] = {}

    def reached() -> str:
        largest = max((len(a.finite) for a in found.values()), default=1)
        return f"{len(found)} of {len(todo)} values, the largest with {largest} finite atoms"

    for s in todo:
        best = IDENTITY
        for i, t in game.moves[s]:
            query, rest = game.queries[i].canonical, found[of[t]]
            played = within_limits(lambda query=query, rest=rest: compose([(query, 1), (rest, 1)]), reached)  # type: ignore[misc]
            best = within_limits(lambda best=best, played=played: join(best, played), reached)  # type: ignore[misc]
        found[s] = best
        if progress is not None:
            progress(len(found), len(todo), "values of the game")
    plds = {s: PLD.of_atoms((atoms, 1)) for s, atoms in found.items()}
    return {s: plds[of[s]] for s in range(len(of))}


Light = Number | Fraction
Point = ratio.Key
"""A product of likelihood ratios seen so far: at x, what follows it is evaluated at x divided by it."""


def _points(game: Game) -> Mapping[int, Mapping[Point, None]]:
    """Return for each class of positions that is reached the points at which it is."""
    of = game.classes
    queries = [query.canonical for query in game.queries]
    points: dict[int, dict[Point, None]] = {of[0]: {ratio.ONE: None}}
    count = 1
    for s in sorted(set(of)):  # a class is its last position, and so is before those that it leads to
        for i, t in game.moves[s] if s in points else ():
            there = points.setdefault(of[t], {})
            for seen in points[s]:
                before = len(there)
                there.update((ratio.product(seen, key), None) for key in queries[i].keys)
                count += len(there) - before
                if count > POINT_LIMIT:
                    raise TooLarge(f"the cost at one x needs more than {POINT_LIMIT} points; fewer rounds or queries may do")
    return points


def _best_at(game: Game, x: Number, progress: Progress | None) -> tuple[Number, Strategy]:
    of = game.classes
    queries = [query.canonical for query in game.queries]
    points = _points(game)
    count = sum(map(len, points.values()))
    ratios = [[q.ratio(j) for j in range(len(q.finite))] for q in queries]
    masses = [(_light(q.number(q.p_infinite)), [_light(q.number(p)) for p, _ in q.finite]) for q in queries]
    start = _light(x)
    best: dict[tuple[int, Point], tuple[Light, Node | None]] = {}
    for s in sorted(points, reverse=True):
        for seen in points[s]:
            value, node = max(Fraction(0), 1 - start / _light_ratio(seen)), None
            for i, t in game.moves[s]:
                infinite, finite = masses[i]
                after = [best[of[t], ratio.product(seen, key)] for key in queries[i].keys]
                total = infinite
                for p, (rest, _) in zip(finite, after, strict=True):
                    total = total + p * rest
                if total > value:
                    value = total
                    node = Node(i, tuple((r, then) for r, (_, then) in zip(ratios[i], after, strict=True)))
            best[s, seen] = value, node
        if progress is not None:
            progress(len(best), count, "points of the game")
    value, node = best[of[0], ratio.ONE]
    return number(value), Strategy(game.queries, node)


def _read_off(game: Game, values: Mapping[int, PLD], x: Number) -> Strategy:
    of = game.classes
    queries = [query.canonical for query in game.queries]
    chosen: dict[tuple[int, Point], Move | None] = {}
    todo: list[tuple[int, Point]] = [(of[0], ratio.ONE)]
    while todo:
        s, seen = here = todo.pop()
        if here in chosen:
            continue
        y = x / ratio.value(seen)
        chosen[here] = None
        goal = hockey_stick.value(values[s].canonical, y)
        if goal == max(Number(0), 1 - y):
            continue
        for i, t in game.moves[s]:
            query, rest = queries[i], values[t].canonical
            total = query.number(query.p_infinite)
            for j, (p, _) in enumerate(query.finite):
                total = total + query.number(p) * hockey_stick.value(rest, y / query.ratio(j))
            if total == goal:
                chosen[here] = i, t
                todo += [(of[t], ratio.product(seen, key)) for key in query.keys]
                break
        else:  # pragma: no cover - the value is the largest of these
            raise AssertionError("no query attains the value of a position")
    nodes: dict[tuple[int, Point], Node | None] = {}
    for s, seen in sorted(chosen, key=lambda place: place[0], reverse=True):  # a move leads to a later class
        move = chosen[s, seen]
        if move is None:
            nodes[s, seen] = None
            continue
        i, t = move
        children = ((queries[i].ratio(j), nodes[of[t], ratio.product(seen, key)]) for j, key in enumerate(queries[i].keys))
        nodes[s, seen] = Node(i, tuple(children))
    return Strategy(game.queries, nodes[of[0], ratio.ONE])


def _light(value: Number) -> Light:
    """Return a number as a Fraction where it is rational: the same arithmetic, much faster."""
    plain = value.as_fraction()
    return value if plain is None else plain


def _light_ratio(key: Point) -> Light:
    a, b, exponent, cofactors = key
    return ratio.value(key) if cofactors or exponent != ZERO else Fraction(a, b)

