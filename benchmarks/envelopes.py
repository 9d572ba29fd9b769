"""Envelopes of private multiplicative weights: exact and enclosed, with and without symmetries, the checker on the proof, and growth.

The rival is a plain computation in mpmath with 50 digits over all databases: base laws, envelope, normalisers and the worst ratio
of neighbours, as somebody would write it who trusts 50 digits. It proves nothing, and works out no errors.
"""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import Any

from benchmarks.checker import verify
from benchmarks.measure import Bench, Contestant, exponent
from benchmarks.table import Found, Growth, Kind, Row, Subject
from certificates import claims
from exact.envelopes import MultiplicativeWeights, QueryRelease, private_multiplicative_weights, release

EXACT, ENCLOSED = ("4*log(2)", "log(2)", "log(2)"), ("1", "1/2", "1/2")
"""Eta, gamma and eps."""
QUERY = (-1, 0, 1)
DIGITS = 50
ROWS_OF_DATABASES = (2, 4, 6, 8)
ROUNDS = (2, 3, 4, 5, 6, 7)

Rates = tuple[str, str, str]


def instance(n: int, rounds: int, rates: Rates, space: str = "histograms") -> MultiplicativeWeights:
    """Return one query on three elements."""
    return private_multiplicative_weights(len(QUERY), [QUERY], n, rounds, rates[0], rates[1], space)


def released(n: int, rounds: int, rates: Rates = EXACT, space: str = "histograms") -> QueryRelease:
    """Return envelope, worst ratio and errors."""
    found = release(instance(n, rounds, rates, space), rates[2], digits=DIGITS)
    found.largest_error()
    return found


@cache
def proof() -> bytes:
    """Return the certificate of the exact instance of four rows."""
    found = released(4, 3)
    return claims.pure_dp(found.envelope, instance(4, 3, EXACT)).to_bytes()


def plain(n: int, rounds: int, eta: int, gamma: int, eps: int) -> Any:
    """Return the worst ratio by mpmath; eta, gamma and eps in units of log 2."""
    from mpmath import mp, mpf

    with mp.workdps(DIGITS):
        databases = list(product(range(len(QUERY)), repeat=n))
        laws = {x: _law(mpf(sum(QUERY[d] for d in x)) / n, rounds, mpf(eta), mpf(gamma)) for x in databases}
        rows = {}
        for x in databases:
            shares = [(mpf(2) ** (-mpf(eps) / 2 * sum(a != b for a, b in zip(x, y, strict=True))), law) for y, law in laws.items()]
            row = [max(share * law[w] for share, law in shares) for w in range(2**rounds)]
            rows[x] = [mass / sum(row) for mass in row]
        near = ((x, y) for x in databases for y in databases if sum(a != b for a, b in zip(x, y, strict=True)) == 1)
        return max(p / q for x, y in near for p, q in zip(rows[x], rows[y], strict=True))


def _law(target: Any, rounds: int, eta: Any, gamma: Any) -> list[Any]:
    out = []
    for signs in product((1, -1), repeat=rounds):
        mass, mu = 1, [1] * len(QUERY)
        for sign in signs:
            answer = sum(v * m for v, m in zip(QUERY, mu, strict=True)) / sum(mu)
            up, down = 2 ** (eta * (target - answer)), 2 ** (eta * (answer - target))
            mass = mass * (up if sign > 0 else down) / (up + down)
            mu = [m * 2 ** (gamma * sign * v) for v, m in zip(QUERY, mu, strict=True)]
        out.append(mass)
    return out


MPMATH, ALL = "mpmath, 50 digits, no proof, all 81 databases", "all 81 databases"

ROWS = (
    Row("exact", "three elements, four rows, three rounds, one query: exact values", Kind.SECONDS, 5),
    Row("enclosed", "the same with eta = 1, gamma = eps = 1/2: 50 digits, proved", Kind.SECONDS, 5),
    Row("plain", "the exact instance, with errors", Kind.FASTER, None, MPMATH),
    Row("symmetry", "the exact instance on 15 histograms", Kind.FASTER, None, ALL),
    Row("six", "three elements, six rows, three rounds, one query: exact values", Kind.SECONDS, 10),
    Row("checker", "the checker on the certificate of the exact instance", Kind.SECONDS),
    Row("growth-rows", "growth with the rows, 2 to 8", Kind.EXPONENT),
)


def measure(bench: Bench) -> Found:
    found = Found()
    medians = bench.medians({
        "exact": Contestant(lambda: released(4, 3)),
        "enclosed": Contestant(lambda: released(4, 3, ENCLOSED)),
        ALL: Contestant(lambda: released(4, 3, EXACT, "hamming")),
        MPMATH: Contestant(lambda: plain(4, 3, 4, 1, 1)),
        "six": Contestant(lambda: released(6, 3)),
        "checker": Contestant(verify, proof),
    })  # fmt: skip
    for key in ("exact", "enclosed", "six", "checker"):
        found.put(key, medians[key])
    found.put("plain", medians["exact"], medians[MPMATH])
    found.put("symmetry", medians["exact"], medians[ALL])
    medians = bench.medians({str(n): Contestant(lambda n=n: released(n, 3)) for n in ROWS_OF_DATABASES})
    points = tuple((n, medians[str(n)]) for n in ROWS_OF_DATABASES)
    found.put("growth-rows", exponent(points))
    found.growth.append(Growth("an envelope in the number of rows, three elements and three rounds", points))
    medians = bench.medians({str(k): Contestant(lambda k=k: released(4, k, ENCLOSED)) for k in ROUNDS})
    points = tuple((2**k, medians[str(k)]) for k in ROUNDS)
    found.growth.append(Growth("an enclosed envelope in the number of transcripts, two to seven rounds, four rows", points))
    return found


SUBJECT = Subject("Envelopes", ROWS, measure)
