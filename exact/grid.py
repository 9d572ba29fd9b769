"""Whether a discretised PLD lies above or below an exact one, decided, with the places where it does not.

For an exact PLD with the curve h and a grid D with the curve c (`exact.discretised`), `find_above` looks for an x > 0 with
``h(x) > c(x)``: there is one iff D is no upper bound. `find_below` looks for one with ``c(x) > h(x)``: D is no lower bound.

Where to look
-------------
*h above c*: at the knots ``e^(i u)`` of D, and at the limit x -> 0. Between two neighbouring knots c is linear and h convex,
so that h - c is convex and exceeds 0 somewhere only if it does so at one of the two ends. Before the first knot one end is the
limit at 0: ``h(0+) - c(0+) = 1 - total``, so that a total mass below 1 is refuted near 0, however little is missing. Beyond the
last knot c is constant, the infinite mass, and h decreases, so that the last knot is the worst place; the limit at
infinity, ``P(+inf) - infinite``, is no larger than the difference there. None of this needs masses that are positive.

*c above h*: at the knots of the exact PLD, and at the limit x -> 0, by the same argument, as long as c is convex and decreasing,
which it is for positive masses. Where a mass is negative, the knots of D are looked at too: between the knots of both curves the
difference is linear, and beyond the last one constant.

On a domain x >= x_0 the place x_0 takes over from the limit at 0, by the same argument.

How it is decided
-----------------
All differences are enclosed in one pass over the sums of both (`exact.engine.grids`), at a growing precision where signs
stay open. The parts at infinite losses are exact, so that curves that end in one infinite mass are seen to touch there.
Ties that no enclosure can settle are decided by exact sums, kept while walking down, where their terms are not too many;
beyond that `Undecided` is raised.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import floor

from exact import engine, ratio
from exact.atoms import Atoms, first_index
from exact.discretised import FIRST_BITS, GridPLD, fraction, precisions
from exact.engine import grids
from exact.errors import OutOfRange, TooLarge, Undecided
from exact.exponent import ZERO, from_rational
from exact.grid_ties import Tie, settle
from exact.number import Number, from_monomial
from exact.pld import PLD
from exact.reading import LossInput, loss
from exact.sums import monomial, terms_of

__all__ = ["Excess", "GridPLD", "Violation", "find_above", "find_below"]

EXCESS_BITS = 40
"""The number of bits to which an excess is worked out."""
EDGE_BITS = 10
"""A place near 0 is chosen so that the excess there falls short of the limit by less than 2^-10 of it."""

OF_PLD, OF_GRID, START = range(3)
Spot = tuple[int, int]
"""A place to look at: the curve whose knot it is (or the start of the domain), and the number of the knot from the least on."""


@dataclass(frozen=True, slots=True)
class Excess:
    """A point x at which one curve exceeds the other, and bounds of the excess there."""

    x: Number
    lower: Fraction
    upper: Fraction


@dataclass(frozen=True, slots=True)
class Violation:
    """Where one curve exceeds the other.

    Parameters
    ----------
    first
        The least of the places looked at where it does: a knot, or the start of the domain. Where it does so for all x near 0, a
        point near 0.
    worst
        The place where it does most, among those; ties within the precision go to one of them.
    bound
        No excess, at any x of the domain, is larger.
    knots
        How many of the knots (and the start of the domain) exceed.
    first_knot
        The least of those, None where it is only near 0 that a curve exceeds.
    limit
        The excess for x -> 0 where it is positive and 0 is in the domain, else None; exact.
    undecided
        How many places could not be decided. With 0, as nearly always, `first` is the least of all.
    """

    first: Excess
    worst: Excess
    bound: Fraction
    knots: int
    first_knot: Excess | None
    limit: Fraction | None
    undecided: int


def find_above(pld: PLD, grid: GridPLD, least: LossInput | None = None) -> Violation | None:
    """Return where ``h(x) > c(x)``, the exact PLD being above the grid; None iff the grid is an upper bound, decided.

    Parameters
    ----------
    pld
        The exact PLD.
    grid
        The discretised one.
    least
        A finite loss: only x of at least e^loss count (all x > 0 without it).

    Raises
    ------
    Undecided
        When no violation is found, and there are places where a tie cannot be told from one.
    TooLarge
        When the exact PLD cannot be multiplied out.

    Examples
    --------
    >>> from exact import approx
    >>> half = GridPLD.from_floats([0.5], 0.5, losses=[0.0])
    >>> find_above(approx(0, "1/2"), half) is None
    True
    >>> find_above(approx(1, "1/2"), half).worst.x
    number('1')
    """
    return _find(_Question(pld.canonical, grid, above=True), least)


def find_below(pld: PLD, grid: GridPLD, least: LossInput | None = None) -> Violation | None:
    """Return where ``c(x) > h(x)``, the exact PLD being below the grid; None iff the grid is a lower bound, decided.

    As `find_above`.

    Examples
    --------
    >>> from exact import approx
    >>> find_below(approx(1, "1/2"), GridPLD.from_floats([0.5], 0.5, losses=[0.0])) is None
    True
    """
    return _find(_Question(pld.canonical, grid, above=False), least)


@dataclass(frozen=True, slots=True)
class _Point:
    """A point that need be no knot, with how many atoms of the exact PLD and of the grid lie strictly above and below it."""

    x: Number
    above: tuple[int, int]
    below: tuple[int, int]
    below_one: bool


class _Question:
    """An exact PLD and a grid, with the places of all knots among those of the other curve, decided."""

    def __init__(self, atoms: Atoms, grid: GridPLD, *, above: bool) -> None:
        self.atoms, self.grid, self.above = atoms, grid, above
        self.indices, self.masses = grid.columns()
        rows = zip(reversed(atoms.keys), reversed(atoms.logs()), strict=True)
        self.places = [grid.place(key, log) for key, log in rows], [2 * i for i in self.indices]
        self.low = [bisect_left(places, 0) for places in self.places]
        self.start: _Point | None = None
        self.limit = 1 - grid.total() if above else grid.total() - 1
        infinite = atoms.number(atoms.p_infinite) - grid.infinite
        self.ends = (infinite if above else -infinite).as_quotient(), (Number(0) + self.limit).as_quotient()
        self._sums: tuple[int, tuple[grids.Sums, grids.Sums]] | None = None

    def point(self, x: Number) -> _Point:
        """Return a point with its place among the knots."""
        key = ratio.of_quotient(x.numerator, x.denominator.expand())
        place = self.grid.place(key)
        keys, n = self.atoms.keys, len(self.atoms.keys)
        above = first_index(n, lambda i: ratio.order(keys[i], key) <= 0)
        at = above < n and ratio.order(keys[above], key) == 0
        left, right = bisect_left(self.places[OF_GRID], place), bisect_right(self.places[OF_GRID], place)
        return _Point(x, (above, len(self.indices) - right), (n - above - at, left), place < 0)

    def spots(self) -> dict[int, list[int]]:
        """Return where to look: which knots of the exact PLD, and of the grid, and the start of the domain."""
        kinds = [OF_GRID] if self.above else [OF_PLD]
        if not self.above and any(m < 0 for _, m in self.grid.atoms):
            kinds.append(OF_GRID)
        counts = [len(places) for places in self.places]
        firsts = [0, 0] if self.start is None else [n - k for n, k in zip(counts, self.start.above, strict=True)]
        out = {kind: list(range(firsts[kind], counts[kind])) for kind in kinds}
        if len(out) == 2:  # what is a knot of both is looked at once
            once = set(self.places[OF_PLD])
            out[OF_GRID] = [j for j in out[OF_GRID] if self.places[OF_GRID][j] not in once]
        return out if self.start is None else {START: [0], **out}

    def x(self, kind: int, j: int) -> Number:
        """Return the point of a spot."""
        if kind == START and self.start is not None:
            return self.start.x
        if kind == OF_GRID:
            return self.grid.knot(self.indices[j])
        return self.atoms.ratio(len(self.atoms.keys) - 1 - j)

    def tie(self, kind: int, j: int) -> Tie:
        """Return a spot for an exact decision."""
        if kind == START and self.start is not None:
            return Tie(self.start.x.numerator, self.start.x.denominator.expand(), *self.start.above)
        above = [len(places) - bisect_right(places, self.places[kind][j]) for places in self.places]
        above[kind] = len(self.places[kind]) - 1 - j  # knots of the exact PLD may share a place between two of the grid
        if kind == OF_PLD:
            i = len(self.atoms.keys) - 1 - j
            a, b, e, cofactors = self.atoms.keys[i]
            num, den = self.atoms.finite[i] if cofactors else (monomial(a, e), b)
            return Tie(num, den, *above)
        return Tie(self.grid.knot(self.indices[j]).numerator, 1, *above)

    # --- scans ---------------------------------------------------------------------------------------------------------------------------

    def sums(self, bits: int) -> tuple[grids.Sums, grids.Sums]:
        """Return the sums of the exact PLD and of the grid at this precision; the last ones are kept."""
        if self._sums is None or self._sums[0] != bits:
            self._sums = None
            finite = [(terms_of(p), terms_of(q)) for p, q in reversed(self.atoms.finite)]
            places, den = self.places[OF_PLD], self.atoms.den
            beyond = self.low[OF_PLD], len(places) - bisect_right(places, 0)
            exact = grids.sums_of_atoms(finite, ({ZERO: 1}, den.content, den.plain()), beyond, bits)
            self._sums = bits, (exact, grids.sums_of_grid(self.indices, self.masses, self.grid.unit_parts(), bits))
        return self._sums[1]

    def scan(self, kind: int, knots: Sequence[int], bits: int) -> grids.Excesses:
        """Return the excesses at some spots of one kind."""
        if kind == START and self.start is not None:
            return self.scan_point(self.start, bits)
        sums = self.sums(bits)
        mine, other = self.places[kind], self.places[1 - kind]
        low, count = self.low[kind], len(self.places[1 - kind])

        def places() -> Iterator[grids.Place]:
            for j in knots:
                here = mine[j]
                there = bisect_left(other, here) if j < low else count - bisect_right(other, here)
                yield (j, there, j if j < low else len(mine) - 1 - j) if kind == second else (j, j if j < low else len(mine) - 1 - j, there)

        first, second = (OF_PLD, OF_GRID) if self.above else (OF_GRID, OF_PLD)
        return grids.at_knots(sums[first], sums[second], sums[kind], self.ends, places())

    def scan_point(self, point: _Point, bits: int) -> grids.Excesses:
        """Return the excess at one point."""
        first, second = (OF_PLD, OF_GRID) if self.above else (OF_GRID, OF_PLD)
        sums, beyond = self.sums(bits), point.below if point.below_one else point.above
        place = point.below_one, beyond[first], beyond[second]
        return grids.at_point(sums[first], sums[second], point.x.as_quotient(), self.ends, place)

    def excess(self, spot: Spot | _Point) -> Excess:
        """Return a point that is known to exceed with bounds of its excess, `EXCESS_BITS` bits of it where they are found."""
        x = spot.x if isinstance(spot, _Point) else self.x(*spot)
        low = high = Fraction(0)
        for bits in precisions(sum(map(len, self.places))):
            found = self.scan_point(spot, bits) if isinstance(spot, _Point) else self.scan(spot[0], [spot[1]], bits)
            low, high = bounds(found.enclosure(0))
            if (high - low) * 2**EXCESS_BITS <= low:
                break
        return Excess(x, max(low, Fraction(0)), high)


@dataclass(slots=True)
class _Found:
    """What has been decided: the spots that exceed, those that are open, the spots with the largest excess of each scan and
    bounds of it.
    """

    exceeding: list[Spot] = field(default_factory=list)
    left: dict[int, list[int]] = field(default_factory=dict)
    largest: list[tuple[Spot, tuple[Fraction, Fraction]]] = field(default_factory=list)

    def scan(self, question: _Question, bits: int) -> None:
        """Look at what is open at this precision."""
        for kind, knots in self.left.items():
            if not knots:
                continue
            excesses = question.scan(kind, knots, bits)
            positive = [i for i, s in enumerate(excesses.signs) if s == 1]
            self.exceeding += [(kind, knots[i]) for i in positive]
            if positive:
                best, enclosure = excesses.largest(positive)
                self.largest.append(((kind, knots[best]), bounds(enclosure)))
            self.left[kind] = [j for j, s in zip(knots, excesses.signs, strict=True) if s is None]

    def settle(self, question: _Question) -> None:
        """Decide what is open exactly, where that is not too much work."""
        spots = [(kind, j) for kind, knots in self.left.items() for j in knots]
        try:
            signs = settle(question.atoms, question.grid, [question.tie(*spot) for spot in spots])
        except TooLarge:
            return
        self.left = {}
        wanted = 1 if question.above else -1
        settled = [spot for spot, s in zip(spots, signs, strict=True) if s == wanted]
        self.exceeding += settled
        for kind in {kind for kind, _ in settled}:  # too little to be seen, but an excess
            knots = [j for other, j in settled if other == kind]
            best, enclosure = question.scan(kind, knots, FIRST_BITS).largest(range(len(knots)))
            self.largest.append(((kind, knots[best]), bounds(enclosure)))

    def count_open(self) -> int:
        """Return how many spots are open."""
        return sum(map(len, self.left.values()))


def _find(question: _Question, least: LossInput | None) -> Violation | None:
    if least is not None:
        start = loss(least)
        if start.is_infinite:
            raise OutOfRange("a domain of losses begins at a finite loss")
        question.start = question.point(start.exp())
    found = _decide(question)
    limit = question.limit if question.start is None and question.limit > 0 else None
    if not found.exceeding and limit is None:
        if found.count_open():
            raise Undecided(f"at {found.count_open()} points the two curves may touch or cross, which could not be decided")
        return None
    first, worst = _first_and_worst(question, found)
    shown = [] if first is None else [question.excess(first)]
    if worst is not None:
        shown.append(shown[0] if worst == first else question.excess(worst))
    near_zero = None if limit is None else question.excess(_near_zero(question, limit))
    shown = shown if near_zero is None else [near_zero, *shown]
    return Violation(
        shown[0],
        max(reversed(shown), key=lambda excess: excess.lower),
        max([limit or Fraction(0), *(high for _, (_, high) in found.largest), *(excess.upper for excess in shown)]),
        len(found.exceeding),
        shown[-2] if found.exceeding else None,
        limit,
        found.count_open(),
    )


def _decide(question: _Question) -> _Found:
    """Decide the sign of the excess at all spots, as far as that is possible."""
    found = _Found(left=question.spots())
    settled = False
    for bits in precisions(sum(map(len, question.places))):
        found.scan(question, bits)
        if found.count_open() and bits > FIRST_BITS and not settled:
            found.settle(question)
            settled = True
        if not found.count_open():
            return found
    if not settled:
        found.settle(question)
    return found


def _first_and_worst(question: _Question, found: _Found) -> tuple[Spot, Spot] | tuple[None, None]:
    """Return the spot of least x that exceeds and the one that exceeds most; None where none does."""
    if not found.exceeding:
        return None, None
    firsts: dict[int, int] = {}
    for kind, j in found.exceeding:
        firsts[kind] = min(j, firsts.get(kind, j))
    first = min(firsts.items(), key=lambda spot: question.x(*spot))
    return first, max(found.largest, key=lambda row: row[1][0])[0]


def _near_zero(question: _Question, limit: Fraction) -> _Point:
    """Return a point ``e^-n`` below all knots of the grid at which the excess is close to its limit at 0.

    Below the knots c is ``total - x E`` with ``E = E[e^-Z]``, and h lies between 1 - x and 1: the excess falls short of
    the limit by at most ``x (1 + abs(E))``.
    """
    mean = max(map(abs, question.grid.mean()))
    small = limit / (1 + mean) / 2**EDGE_BITS
    n = max(1, small.denominator.bit_length() - small.numerator.bit_length() + 1)
    if question.indices:
        n = max(n, -floor(question.indices[0] * question.grid.unit) + 1)
    return question.point(from_monomial(Fraction(1), from_rational(-n)))


def bounds(enclosure: engine.Enclosure) -> tuple[Fraction, Fraction]:
    """Return the ends of an enclosure."""
    lo, hi, s = enclosure
    return fraction(lo, s), fraction(hi, s)
