"""The second opinion on identities and on pure differential privacy, each from its definition.

The greatest PLD under constraints is that of a trade-off function, the upper envelope of the lines that the constraints are, found by
looking at all points where two lines meet. Envelopes of instances go over databases as lists, one by one, not over counts of elements.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, product
from typing import Any

from tests.certificates.checker_oracle import Atoms, Number, Oracle, Unknown, is_prime, rational, require

MOST_LINES, MOST_PRODUCTS, MOST_ATOMS = 40, 300_000, 5_000
ZERO, ONE = Fraction(0), Fraction(1)
Law = list[Number]
Line = tuple[Number, Number]  # height at 0, and how fast it falls


def negative(o: Oracle, value: Number) -> Number:
    """Return -value."""
    return o.times(Fraction(-1), value)


# ---- identities


def merged(o: Oracle, atoms: Atoms) -> Atoms:
    """Return the atoms with those of equal ratio put together."""
    return o.product(atoms, [(ONE, ONE)], MOST_ATOMS)


def mixed(o: Oracle, construction: Any) -> Atoms:
    """Return the atoms of a PLD or of a mixture."""
    if "pld" in construction:
        return merged(o, o.atoms(construction["pld"]))
    parts = [(o.number(weight), o.atoms(pld)) for weight, pld in construction["mixture"]]
    den, total, atoms = o.number(construction["den"]), ZERO, []
    require(o.sign(den, ZERO) > 0, "weights")
    for weight, pld in parts:
        require(o.sign(weight, ZERO) >= 0, "weights")
        total = o.add(total, weight)
        share = o.over(weight, den)
        atoms += [(o.times(share, p), o.times(share, q)) for p, q in pld if o.sign(share, ZERO)]
    require(o.sign(total, den) == 0, "weights")
    return merged(o, atoms)


def lines_of(o: Oracle, pairs: list[tuple[Number, Number]]) -> list[Line]:
    """Return the lines below which a trade-off function cannot go, that of 0 included."""
    lines: list[Line] = [(ZERO, ZERO)]
    for x, delta in pairs:
        top = o.add(ONE, negative(o, delta))
        if o.sign(top, ZERO) > 0:
            lines += [(top, x), (o.over(top, x), o.over(ONE, x))]
    if len(lines) > MOST_LINES:
        raise Unknown
    return lines


def bottom(o: Oracle, lines: list[Line]) -> list[tuple[Number, Number]]:
    """Return points of the highest of the lines over [0, 1], all its corners among them."""
    places: list[Number] = [ZERO, ONE]
    for (a, s), (b, t) in combinations(lines, 2):
        if o.sign(s, t):
            place = o.over(o.add(a, negative(o, b)), o.add(s, negative(o, t)))
            if o.sign(place, ZERO) > 0 and o.sign(place, ONE) < 0:
                places.append(place)
    points = []
    for place in places:
        heights = [o.add(a, negative(o, o.times(s, place))) for a, s in lines]
        points.append((place, max(heights, key=o.real)))
    return points


def greatest(o: Oracle, pld: Atoms, pairs: list[tuple[Number, Number]]) -> None:
    """Compare a PLD with the greatest one that keeps the constraints."""
    dual = [(q, p) for p, q in pld]
    require(o.compare(pld, dual) == {0}, "symmetric")
    last: Number | None = None
    for x, delta in pairs:
        require(o.sign(x, ONE) >= 0 and (last is None or o.sign(x, last) < 0), "constraints")
        require(o.sign(delta, ZERO) >= 0 and o.sign(delta, ONE) <= 0, "constraints")
        require(o.sign(o.h(pld, x), delta) <= 0 and o.sign(o.h(dual, x), delta) <= 0, "kept")
        last = x
    lines = lines_of(o, pairs)
    points = bottom(o, lines)

    def height(x: Number) -> Number:
        return max((o.add(o.add(ONE, negative(o, b)), negative(o, o.times(x, a))) for a, b in points), key=o.real)

    places = [*o.knots(pld), *(slope for _, slope in lines if o.sign(slope, ZERO)), ONE, Fraction(1, 10**9)]
    require(all(o.sign(height(x), o.h(pld, x)) == 0 for x in places), "tight")
    leak = o.add(ONE, negative(o, next(b for a, b in points if a == 0)))
    require(o.sign(leak, o.h(pld, "inf")) == 0, "tight")


def _identity(o: Oracle, claim: Any, _witness: Any) -> None:
    plds, constraints = [], []
    for construction in claim["constructions"]:
        if "constraints" in construction:
            constraints.append([(o.number(x), o.number(delta)) for x, delta in construction["constraints"]])
        else:
            plds.append(mixed(o, construction))
    for other in plds[1:]:
        require(o.compare(plds[0], other) == {0}, "identity")
        ends = [sum((o.real(q) for p, q in pld if p == 0), start=o.real(ZERO)) for pld in (plds[0], other)]
        require(o.sign(*ends) == 0, "identity")
    for pairs in constraints:
        greatest(o, plds[0], pairs)


# ---- laws


def law(o: Oracle, value: Any) -> Law:
    """Return the masses of a law after seeing that it is one."""
    den, masses, total = o.number(value["den"]), [o.number(m) for m in value["masses"]], ZERO
    require(o.sign(den, ZERO) > 0, "law")
    for mass in masses:
        require(o.sign(mass, ZERO) >= 0, "law")
        total = o.add(total, mass)
    require(o.sign(total, den) == 0, "law")
    return [o.over(mass, den) for mass in masses]


def bounded(o: Oracle, first: Law, second: Law, most: Number) -> bool:
    """Return whether no mass is above most times the other."""
    return all(o.sign(p, o.times(most, q)) <= 0 for p, q in zip(first, second, strict=True))


def pairs_of(claim: Any) -> list[tuple[int, int]]:
    """Return the pairs of laws."""
    return [(int(i), int(j)) for i, j in claim["neighbours"]]


def _tables(o: Oracle, claim: Any, _witness: Any) -> None:
    laws, most = [law(o, value) for value in claim["laws"]], o.number(claim["ratio_upper"])
    for i, j in pairs_of(claim):
        require(max(i, j) < len(laws), "neighbours")
        require(o.sign(most, ZERO) > 0, "ratio")
        require(bounded(o, laws[i], laws[j], most) and bounded(o, laws[j], laws[i], most), "ratio")


def _exceeded(o: Oracle, claim: Any, witness: Any) -> None:
    laws, pairs = [law(o, value) for value in claim["laws"]], pairs_of(claim)
    require(all(max(pair) < len(laws) for pair in pairs), "neighbours")
    which, outcome = int(witness["pair"]), int(witness["outcome"])
    require(which < 2 * len(pairs) and outcome < len(laws[0]), "neighbours")
    i, j = pairs[which // 2]
    if which % 2:
        i, j = j, i
    require(o.sign(o.number(claim["ratio_lower"]), ONE) >= 0, "exceeded")
    require(o.sign(laws[i][outcome], o.times(o.number(claim["ratio_lower"]), laws[j][outcome])) > 0, "exceeded")


# ---- envelopes


def metric(far: list[list[int]]) -> bool:
    """Return whether these are the distances of a metric."""
    count = range(len(far))
    zeros = all((far[i][j] == 0) == (i == j) for i in count for j in count)
    symmetric = all(far[i][j] == far[j][i] for i in count for j in count)
    return zeros and symmetric and all(far[i][k] <= far[i][j] + far[j][k] for i in count for j in count for k in count)


def loss(o: Oracle, value: Any) -> Number:
    """Return a loss; it is positive."""
    r, pairs = (value, []) if isinstance(value, str) else value
    total: Number = rational(r)
    for p, a in pairs:
        require(is_prime(int(p)), f"{p} is not prime")
        total = o.add(total, o.times(rational(a), o.context.log(int(p))))
    require(o.sign(total, ZERO) > 0, "instance")
    return total


def played(o: Oracle, base: Any) -> tuple[list[Law], list[list[int]]]:
    """Return the law of the transcripts of each database, and the distances of databases."""
    size, n, rounds = (int(base[key]) for key in ("universe", "n", "rounds"))
    queries = [[rational(value) for value in query] for query in base["queries"]]
    require(all(abs(value) <= 1 for query in queries for value in query), "instance")
    eta, gamma = loss(o, base["eta"]), loss(o, base["gamma"])
    signed = [[sign * value for value in query] for query in queries for sign in (1, -1)]
    count = size ** min(n, 20)
    if count**2 * len(signed) ** rounds > MOST_PRODUCTS:
        raise Unknown
    points = list(product(range(size), repeat=n))
    exp, mp = o.context.exp, o.real

    def transcripts(x: tuple[int, ...], mu: list[Number], left: int) -> Law:
        if not left:
            return [mp(ONE)]
        whole = sum(mu)
        shares = [m / whole for m in mu]
        gains = []
        for s in signed:
            mean = sum((m * mp(v) for m, v in zip(shares, s, strict=True)), start=mp(ZERO))
            answer = sum((s[element] for element in x), start=ZERO) / n
            gains.append(exp(mp(eta) * (mp(answer) - mean)))
        laws, normal = [], sum(gains)
        for s, gain in zip(signed, gains, strict=True):
            after = [m * exp(mp(gamma) * mp(v)) for m, v in zip(mu, s, strict=True)]
            laws += [gain / normal * mass for mass in transcripts(x, after, left - 1)]
        return laws

    laws = [transcripts(x, [mp(ONE)] * size, rounds) for x in points]
    return laws, [[sum(a != b for a, b in zip(x, y, strict=True)) for y in points] for x in points]


def _envelope(o: Oracle, claim: Any, _witness: Any) -> None:
    base, half, most = claim["base"], o.number(claim["half"]), o.number(claim["ratio_upper"])
    require(o.sign(half, ONE) >= 0, "instance")
    require(o.sign(most, ZERO) > 0, "ratio")
    if "laws" in base:
        laws = [law(o, value) for value in base["laws"]]
        far = [[int(distance) for distance in row] for row in base["distances"]]
        require(metric(far), "metric")
        if len(far) ** 2 * len(laws[0]) > MOST_PRODUCTS:
            raise Unknown
    else:
        laws, far = played(o, base)
    require(any(distance == 1 for row in far for distance in row), "neighbours")
    powers = {distance: o.over(ONE, half**distance) for row in far for distance in row}
    rows: list[Law] = []
    for distances in far:
        found = [[o.times(mass, powers[d]) for mass in one] for one, d in zip(laws, distances, strict=True)]
        row = [max(column, key=o.real) for column in zip(*found, strict=True)]
        total = ZERO
        for mass in row:
            total = o.add(total, mass)
        rows.append([o.over(mass, total) for mass in row])
    for i, distances in enumerate(far):
        for j, distance in enumerate(distances):
            require(distance != 1 or bounded(o, rows[i], rows[j], most), "ratio")


KINDS = {"identity": _identity, "pure-dp": _envelope, "pure-dp-tables": _tables, "not-pure-dp": _exceeded}
