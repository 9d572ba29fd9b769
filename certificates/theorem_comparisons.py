"""What certificates of identities and of pure differential privacy assert, as comparisons for `certificates.crosscheck`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import partial
from itertools import pairwise, product
from typing import Any, Literal, TypeAlias, TypeVar

from certificates.enclosures import PLD, Number, Route, Value, read_number, read_pld
from certificates.filter_comparisons import count
from exact.errors import TooLarge

Side: TypeAlias = Callable[[Route], Any]
Comparison: TypeAlias = tuple[str, Side, Literal["<", "<=", "="], Side]
Point: TypeAlias = Callable[[Route], Value]
Parts: TypeAlias = list[tuple[Number, PLD]]
Masses: TypeAlias = list[list[Value]]
T = TypeVar("T")

PRODUCTS_LIMIT = 1_000_000
"""Products of a mass and a power of e^(eps/2) that an envelope may take here."""


def comparisons(certificate: dict[str, Any], ladder: Sequence[Route]) -> Iterator[Comparison]:
    """Yield the comparisons of a certificate of these kinds."""
    kind, claim, witness = certificate["kind"], certificate["claim"], certificate["witness"]
    if kind == "identity":
        yield from _identity(claim["constructions"], ladder[0], ladder[-1])
    elif kind == "pure-dp":
        yield from _envelope(claim)
    else:
        yield from _tables(claim, witness)


def _once(work: Callable[[Route], T]) -> Callable[[Route], T]:
    """Return the function that works out a value once for each route."""
    known: dict[Route, T] = {}

    def value(route: Route) -> T:
        if route not in known:
            known[route] = work(route)
        return known[route]

    return value


def _value(value: Any) -> Point:
    return partial(Route.number, number=read_number(value))


# --- identities ---


def _identity(constructions: list[Any], first: Route, finest: Route) -> Iterator[Comparison]:
    mixtures = [_parts(one) for one in constructions if "constraints" not in one]
    for i, parts in enumerate(mixtures):
        weights = partial(_total, [weight for weight, _ in parts])
        yield f"R57-weights, construction {i + 1}", weights, "=", lambda route: route.one
        for other in mixtures[:1] * (i > 0):
            for j, x in enumerate(_knots([*parts, *other], first)):
                yield f"R59-identity, construction {i + 1}, knot {j}", partial(_curve, parts, x), "=", partial(_curve, other, x)
            for end in ("inf", "0"):
                yield f"R59-identity, mass at ratio {end}", partial(_infinite, parts, end), "=", partial(_infinite, other, end)
    for one in (one for one in constructions if "constraints" in one):
        yield from _greatest(mixtures[0], [(_value(x), _value(d)) for x, d in one["constraints"]], first, finest)


def _parts(construction: Any) -> Parts:
    if "pld" in construction:
        return [(read_number("1"), read_pld(construction["pld"]))]
    den = construction["den"]
    return [(read_number({"num": weight, "den": den}), read_pld(part)) for weight, part in construction["mixture"]]


def _total(numbers: list[Number], route: Route) -> Value:
    return sum((route.number(each) for each in numbers), route.zero)


def _knots(parts: Parts, first: Route) -> list[Point]:
    known = {ratio: part for _, part in parts for ratio in first.knots(part)}
    return [partial(Route.knot, pld=part, ratio=ratio) for ratio, part in known.items()]


def _curve(parts: Parts, x: Point, route: Route) -> tuple[Value, Value]:
    value, scale = route.zero, route.zero
    for weight, part in parts:
        (h, size), w = route.curve(part, x(route)), route.number(weight)
        value, scale = value + w * h, scale + w * size
    return value, scale


def _infinite(parts: Parts, end: Literal["inf", "0"], route: Route) -> Value:
    return sum((route.number(weight) * route.infinite(part, end) for weight, part in parts), route.zero)


def _dual(parts: Parts, x: Point, route: Route) -> tuple[Value, Value]:
    """Enclose the curve of the dual: 1 - x + x h(1/x)."""
    value, scale = _curve(parts, lambda r: r.one / x(r), route)
    return route.one - x(route) + x(route) * value, route.one + x(route) + x(route) * scale


def _greatest(parts: Parts, pairs: list[tuple[Point, Point]], first: Route, finest: Route) -> Iterator[Comparison]:
    for i, (x, d) in enumerate(pairs):
        yield f"R58-constraints, {i}", lambda route: route.one, "<=", x
        yield f"R61-constraint-kept, {i}", partial(_curve, parts, x), "<=", d
    for (x, _), (y, _) in pairwise(pairs):
        yield "R58-constraints, order", y, "<", x
    for i, x in enumerate(_knots(parts, first)):
        yield f"R60-symmetric, knot {i}", partial(_curve, parts, x), "=", partial(_dual, parts, x)
        if x(finest).b >= 1:
            point, d = _first_not_above(pairs, x, finest)
            yield f"R62-constraint-tight, knot {i}", point, "=", x
            yield f"R62-constraint-tight, knot {i}", d, "=", partial(_curve, parts, x)


def _first_not_above(pairs: list[tuple[Point, Point]], x: Point, route: Route) -> tuple[Point, Point]:
    """Return the first constraint, in decreasing order, that is not seen to be above a knot: the only one that may be there."""
    here = x(route)
    above = sum(1 for pair in pairs if pair[0](route).a > here.b)
    return pairs[min(above, len(pairs) - 1)]


# --- ratios ---


def _tables(claim: Any, witness: Any) -> Iterator[Comparison]:
    laws = _once(partial(_laws, claim["laws"]))
    yield from _sums(claim["laws"], laws)
    if "ratio_lower" in claim:
        place, k = int(witness["pair"]), int(witness["outcome"])
        i, j = (int(each) for each in claim["neighbours"][place // 2][:: -1 if place % 2 else 1])
        bound = _value(claim["ratio_lower"])
        yield "R68-exceeded", lambda r: bound(r) * laws(r)[j][k], "<", lambda r: laws(r)[i][k]
        return
    bound = _value(claim["ratio_upper"])
    pairs = [(int(i), int(j)) for i, j in claim["neighbours"]]
    for i, j in (*pairs, *(pair[::-1] for pair in pairs)):
        for k in range(len(claim["laws"][0]["masses"])):
            yield f"R67-ratio, outcome {k} of {i} and {j}", partial(_entry, laws, i, k), "<=", partial(_times, bound, laws, j, k)


def _entry(laws: Callable[[Route], Masses], i: int, k: int, route: Route) -> Value:
    return laws(route)[i][k]


def _times(bound: Point, laws: Callable[[Route], Masses], i: int, k: int, route: Route) -> Value:
    return bound(route) * laws(route)[i][k]


def _laws(laws: list[Any], route: Route) -> Masses:
    return [[route.number(read_number({"num": mass, "den": law["den"]})) for mass in law["masses"]] for law in laws]


def _sums(laws: list[Any], masses: Callable[[Route], Masses]) -> Iterator[Comparison]:
    for i in range(len(laws)):
        yield f"R63-law, {i}", lambda route, i=i: sum(masses(route)[i], route.zero), "=", lambda route: route.one  # type: ignore[misc]


def _envelope(claim: Any) -> Iterator[Comparison]:
    base, half, bound = claim["base"], _value(claim["half"]), _value(claim["ratio_upper"])
    yield "R65-instance", lambda route: route.one, "<=", half
    if "laws" in base:
        far = [[int(d) for d in row] for row in base["distances"]]
        laws = _once(partial(_laws, base["laws"]))
        yield from _sums(base["laws"], laws)
        wrong = sum(far[i][k] > far[i][j] + far[j][k] or far[i][j] != far[j][i] for i, j, k in product(range(len(far)), repeat=3))
        yield count("R64-metric", wrong, "=", 0)
    else:
        points = databases(int(base["universe"]), int(base["n"]))
        far = [[sum(map(abs, map(int.__sub__, x, y))) // 2 for y in points] for x in points]
        laws = _once(partial(_weights, base, points))
    outcomes = len(base["laws"][0]["masses"]) if "laws" in base else (2 * len(base["queries"])) ** int(base["rounds"])
    if len(far) ** 2 * outcomes > PRODUCTS_LIMIT:
        raise TooLarge(f"an envelope takes more than {PRODUCTS_LIMIT} products here, which is the limit")
    rows = _once(lambda route: _normalisers(route, laws(route), far, half(route)))
    for i, row in enumerate(far):
        for j in (j for j, d in enumerate(row) if d == 1):
            for k in range(outcomes):
                name = f"R67-ratio, outcome {k} of {i} and {j}"
                yield name, partial(_cross, rows, i, j, k), "<=", partial(_bounded, rows, bound, (i, j, k))


def _cross(rows: Callable[[Route], tuple[Masses, list[Value]]], i: int, j: int, k: int, route: Route) -> Value:
    masses, norms = rows(route)
    return masses[i][k] * norms[j]


def _bounded(rows: Callable[[Route], tuple[Masses, list[Value]]], bound: Point, at: tuple[int, int, int], route: Route) -> Value:
    (masses, norms), (i, j, k) = rows(route), at
    return bound(route) * masses[j][k] * norms[i]


def _normalisers(route: Route, laws: Masses, far: list[list[int]], half: Value) -> tuple[Masses, list[Value]]:
    """Return the envelope of some laws, and its sums."""
    powers = [route.one]
    while len(powers) <= max(map(max, far)):
        powers.append(powers[-1] / half)
    columns = [_Column([law[k] for law in laws]) for k in range(len(laws[0]))]
    out: Masses = []
    for row in far:
        out.append([])
        for column in columns:
            most = route.zero
            for d, mass in column.greatest(row):
                most = most + route.positive(mass * powers[d] - most)
            out[-1].append(most)
    return out, [sum(masses, route.zero) for masses in out]


class _Column:
    """Enclosures, one a law, with the ranks of their ends among all ends, which compare quickly."""

    def __init__(self, values: list[Value]) -> None:
        self.values = values
        ends = sorted({end: None for value in values for end in (value.a, value.b)})
        rank = {end: i for i, end in enumerate(ends)}
        self.ranks = [(rank[value.a], rank[value.b]) for value in values]

    def greatest(self, far: list[int]) -> Iterator[tuple[int, Value]]:
        """Yield with each distance the values of laws so far away that may be the greatest of these, equal enclosures once."""
        some: dict[int, dict[tuple[int, int], int]] = {}
        least: dict[int, int] = {}
        for y, (ends, d) in enumerate(zip(self.ranks, far, strict=True)):
            if ends[1] >= least.get(d, 0):
                some.setdefault(d, {})[ends] = y
                least[d] = max(ends[0], least.get(d, 0))
        yield from ((d, self.values[y]) for d, found in some.items() for (_, b), y in found.items() if b >= least[d])


def databases(size: int, n: int) -> list[tuple[int, ...]]:
    """Return all histograms of n rows over a universe of this size, the first element's count decreasing."""
    return [(k, *rest) for k in range(n, -1, -1) for rest in databases(size - 1, n - k)] if size > 1 else [(n,)]


def _weights(base: Any, points: list[tuple[int, ...]], route: Route) -> Masses:
    """Return the laws of the transcripts of private multiplicative weights, round by round."""
    eta, gamma = (_loss(base[key], route) for key in ("eta", "gamma"))
    queries = [[_fraction(value) for value in row] for row in base["queries"]]
    signed = [[sign * value for value in query] for query in queries for sign in (1, -1)]
    fits = [[sum(map(Fraction.__mul__, map(Fraction, x), s), Fraction(0)) / sum(x) for s in signed] for x in points]
    laws: Masses = [[route.one] for _ in points]
    prefixes = [[Fraction(0)] * len(queries[0])]
    for _ in range(int(base["rounds"])):
        gains, following = [], []
        for prefix in prefixes:
            mu = [route.exp(gamma * route.rational(score)) for score in prefix]
            whole = sum(mu, route.zero)
            means = [sum((route.rational(v) * m for v, m in zip(s, mu, strict=True)), route.zero) / whole for s in signed]
            gains.append(means)
            following += [[score + v for score, v in zip(prefix, s, strict=True)] for s in signed]
        for i, fit in enumerate(fits):
            law: list[Value] = []
            for mass, means in zip(laws[i], gains, strict=True):
                weights = [route.exp(eta * (route.rational(a) - mean)) for a, mean in zip(fit, means, strict=True)]
                whole = sum(weights, route.zero)
                law += [mass * weight / whole for weight in weights]
            laws[i] = law
        prefixes = following
    return laws


def _loss(value: Any, route: Route) -> Value:
    r, logs = (value, []) if isinstance(value, str) else value
    parts = (route.rational(_fraction(a)) * route.ln(int(p)) for p, a in logs)
    return sum(parts, route.rational(_fraction(r)))


def _fraction(text: str) -> Fraction:
    return Fraction(*(int(part, 16 if "x" in part else 10) for part in text.split("/")))
