"""Certificates of version 5 about ratios of neighbours: envelopes of laws and of instances, and tables of laws."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from make.accept import MIXED, SQRT2
from make.identities import text
from make.numbers import E_CEILING, E_FLOOR, ONE, TINY, E, Json, Rational, Sum, exp, num, quotient, rational_text
from make.plds import Certificate, certificate
from make.theorems import bounds_of, decimal, largest, version_5

LINE = [[0, 1, 2], [1, 0, 1], [2, 1, 0]]
TWO = [[0, 1], [1, 0]]
LN2, LN3 = ["0", [["2", "1"]]], ["0", [["3", "1"]]]
SQUARE_ROOT_OF_E = exp("1/2")


def law(den: Sum, *masses: Sum) -> Json:
    """Return a law as it stands in a file."""
    return {"den": den.json(), "masses": [m.json() for m in masses]}


def shares(*masses: Rational) -> Json:
    """Return a law of rational masses, over the denominator 1."""
    return law(ONE, *map(num, masses))


def tabled(laws: Sequence[Json], far: Sequence[Sequence[int]]) -> Json:
    """Return base laws with distances."""
    return {"laws": list(laws), "distances": [[str(d) for d in row] for row in far]}


def instance(  # noqa: PLR0917  (its parts, in the order of the format)
    universe: int, queries: Sequence[Sequence[Rational]], n: int, rounds: int, eta: Json = "1", gamma: Json = "1/2"
) -> Json:
    """Return an instance of private multiplicative weights."""
    table = [[rational_text(v) for v in query] for query in queries]
    return {"universe": str(universe), "queries": table, "n": str(n), "rounds": str(rounds), "eta": eta, "gamma": gamma}


def pure_dp(base: Json, half: Json | Rational, upper: Json | Rational, note: str = "") -> Certificate:
    """Return a certificate that the ratios in an envelope are bounded."""
    return version_5(certificate("pure-dp", {"base": base, "half": text(half), "ratio_upper": text(upper)}, {}, note))


def tables(laws: Sequence[Json], neighbours: Sequence[Sequence[int]], upper: Json | Rational, note: str = "") -> Certificate:
    """Return a certificate that the ratios of laws are bounded."""
    claim = {"laws": list(laws), "neighbours": [list(map(str, pair)) for pair in neighbours], "ratio_upper": text(upper)}
    return version_5(certificate("pure-dp-tables", claim, {}, note))


def exceeded(  # noqa: PLR0917  (the parts of the claim and of the witness, in order)
    laws: Sequence[Json], neighbours: Sequence[Sequence[int]], lower: Json | Rational, pair: int, outcome: int, note: str = ""
) -> Certificate:
    """Return a certificate that some ratio is above a number."""
    claim = {"laws": list(laws), "neighbours": [list(map(str, pair)) for pair in neighbours], "ratio_lower": text(lower)}
    return version_5(certificate("not-pure-dp", claim, {"pair": str(pair), "outcome": str(outcome)}, note))


def bound(base: Json, half: Sum, side: int, digits: int = 60) -> Fraction:
    """Return a rational number within 10^-digits of the largest ratio, below it (side 0) or above it (side 1)."""
    sides = bounds_of(base, decimal(half))
    return sides[side] + (2 * side - 1) * (Fraction(1, 10**digits) - TINY)


def just(base: Json, half: Sum, side: int = 1, note: str = "", digits: int = 60) -> Certificate:
    """Return a certificate whose bound is the largest ratio, rounded up or cut off."""
    return pure_dp(base, half.json(), bound(base, half, side, digits), note)


def exactly(laws: Sequence[Sequence[Rational]], far: Sequence[Sequence[int]], half: Rational) -> Fraction:
    """Return the largest ratio of an envelope that is rational."""
    return largest([[Fraction(m) for m in row] for row in laws], far, Fraction(half))


def geometric(k: int, top: int, r: Rational = "1/2") -> Json:
    """Return k plus a geometric number, cut off to 0, ..., top: the ratios of neighbours are exactly 1/r."""
    r = Fraction(r)
    inside = [(1 - r) / (1 + r) * r ** abs(k - j) for j in range(1, top)]
    return shares(r**k / (1 + r), *inside, r ** (top - k) / (1 + r))


def response(t: Sum, first: bool = True) -> Json:
    """Return randomized response of a ratio, under one of its two laws."""
    return law(ONE + t, *((t, ONE) if first else (ONE, t)))


LAWS = [shares("1/2", "1/3", "1/6"), shares("1/6", "1/3", "1/2"), shares("1/5", "2/5", "2/5")]
THREE = tabled(LAWS, LINE)
HOLES = tabled([shares("1/2", "1/2", 0, 0), shares(0, "1/3", "2/3", 0), shares(0, 0, 1, 0)], LINE)
ROOTS = tabled(
    [
        law(ONE + SQRT2 + E, SQRT2, ONE, E),
        law((ONE + MIXED) * num(2), ONE + MIXED, MIXED, ONE),
        law(num(3), E - num(2), num(2), num(3) - E),
    ],
    LINE,
)
CYCLE = tabled(
    [shares(*(Fraction(1 + (i == j), 5) for j in range(4))) for i in range(4)],
    [[min((i - j) % 4, (j - i) % 4) for j in range(4)] for i in range(4)],
)
SIGN = instance(2, [[-1, 1]], 2, 1)
TWO_QUERIES = instance(3, [[1, 0, "-1/2"], ["1/3", "-2/3", 1]], 3, 2, LN2, "1/3")
THREE_ROUNDS = instance(2, [["1/2", "-1/3"]], 4, 3, "3", ["-1", [["3", "1"]]])
FOUR = instance(3, [[1, 0, -1], [0, 1, 0]], 4, 1, ["1/2", [["2", "-1/2"], ["3", "1"]]])
LONG = instance(2, [[1, -1]], 1, 3, LN3, LN2)
INSTANCES = {
    "sign": (SIGN, num("3/2")),
    "two-queries": (TWO_QUERIES, num("6/5")),
    "three-rounds": (THREE_ROUNDS, exp("1/4")),
    "four-places": (FOUR, SQRT2),
    "one-place": (LONG, exp("1/3")),
    "half-near-1": (instance(2, [[1, -1]], 2, 2, "5"), num("101/100")),
    "half-large": (instance(2, [[1, -1]], 2, 1, "1/10"), num(10**9)),
    "constant-query": (instance(3, [[0, 0, 0], ["1/7", 1, -1]], 2, 2), num("5/4")),
    "many-primes": (instance(2, [[1, 0]], 2, 2, ["1/3", [["2", "1/2"], ["5", "-1/3"], ["101", "1/7"]]], ["2", [["7", "-1"]]]), num("4/3")),
}


def minimal() -> Certificate:
    """Return the worked example."""
    return pure_dp(
        SIGN,
        "3/2",
        "9/4",
        "The worked example of FORMAT.md: a query about two people, for eps = 2 ln(3/2); the largest ratio is 13/8.",
    )


def _envelopes() -> dict[str, Certificate]:
    half_e = SQUARE_ROOT_OF_E.json()
    rows: dict[str, Certificate] = {
        "laws": pure_dp(
            THREE,
            2,
            exactly([["1/2", "1/3", "1/6"], ["1/6", "1/3", "1/2"], ["1/5", "2/5", "2/5"]], LINE, 2) + TINY,
            "The largest ratio and 10^-60.",
        ),
        "laws-eps-1": pure_dp(THREE, half_e, E.json(), "Pure differential privacy for eps = 1."),
        "laws-holes": just(HOLES, num(2), 1, "Masses that are 0, and an outcome that no law has."),
        "laws-roots": just(ROOTS, SQRT2),
        "laws-far": pure_dp(
            tabled([*LAWS[:2], LAWS[0]], [[0, 1, 1000], [1, 0, 1000], [1000, 1000, 0]]), "11/10", "121/100", "Distances up to 1,000."
        ),
        "laws-cycle": just(CYCLE, num("7/5")),
        "laws-of-one-outcome": pure_dp(tabled([shares(1)] * 3, LINE), 7, 1 + TINY, "All ratios are 1."),
        "half-1": pure_dp(THREE, 1, 1 + TINY, "With eps = 0 all laws of the envelope are one."),
        "half-1-sum": pure_dp(THREE, quotient(E, E), quotient(E + num(TINY), E), "The same, spelled otherwise."),
        "half-huge": pure_dp(THREE, 10**59, "3001/1000", "The envelope is nearly the base laws, whose largest ratio is 3."),
        "upper-irrational": pure_dp(
            SIGN, exp("1/2").json(), quotient(exp(2) + ONE, E + num(10**8) * exp(-20)), "A quotient above the square of half."
        ),
    }
    for name, (base, half) in INSTANCES.items():
        rows[f"{name}-square"] = pure_dp(base, half.json(), (half * half).json(), "Pure differential privacy, whatever the instance.")
        rows[f"{name}-near"] = just(base, half, 1, "The largest ratio, rounded up after 60 decimals.")
    return rows


def _tables() -> dict[str, Certificate]:
    laws = [geometric(k, 3) for k in range(4)]
    steps = [[0, 1], [1, 2], [2, 3]]
    two = [response(E), response(E, first=False)]
    return {
        "geometric": tables(laws, steps, 2, "A geometric mechanism cut off: all ratios are 1/2, 1 or 2."),
        "geometric-all-pairs": tables(laws, [[i, j] for i in range(4) for j in range(4)], 8),
        "response": tables(two, [[0, 1]], E.json(), "Equality."),
        "response-near": tables(two, [[1, 0], [1, 0]], E_CEILING),
        "response-quotient": tables(two, [[0, 1]], quotient(exp(2), E)),
        "itself": tables(LAWS, [[0, 0], [2, 2]], 1),
        "unused": tables([LAWS[0], shares(1, 0, 0), LAWS[0]], [[0, 2]], 1, "The second law is in no pair."),
        "zeros": tables([shares(0, 1, 0), shares(0, 1, 0)], [[0, 1]], 1, "0 <= 0."),
        "roots": tables([law(ONE + MIXED, MIXED, ONE), law(ONE + SQRT2, SQRT2, ONE)], [[0, 1]], E_CEILING, "The largest ratio is about 1.19."),
        "one-outcome": tables([shares(1), law(E, E)], [[0, 1]], 1),
        "denominators": tables([law(E, E - ONE, ONE), law(E * SQRT2, (E - ONE) * SQRT2, SQRT2)], [[0, 1]], 1),
        "spellings": tables([law(num(4), num(1), num(3)), shares("1/4", "3/4"), law(num("1/2"), num("1/8"), num("3/8"))], [[0, 1], [1, 2]], 1),
    }


def _exceeded() -> dict[str, Certificate]:
    two = [response(E), response(E, first=False)]
    holes = [shares("1/2", "1/2", 0), shares(0, 1, 0)]
    return {
        "response": exceeded(two, [[0, 1]], E_FLOOR, 0, 0, "Less than e by at most 10^-60."),
        "response-reversed": exceeded(two, [[0, 1]], E_FLOOR, 1, 1),
        "response-quotient": exceeded(two, [[0, 1]], quotient(E * E - num(TINY), E), 0, 0),
        "infinite": exceeded(holes, [[1, 0]], 10**59, 1, 0, "No ratio is large enough."),
        "infinite-irrational": exceeded(holes, [[0, 1]], exp(10_000).json(), 0, 0),
        "second-pair": exceeded([*LAWS, LAWS[0]], [[0, 3], [2, 0], [0, 1]], "239/100", 2, 2, "2/5 over 1/6 is 2.4."),
        "not-the-largest": exceeded(LAWS, [[1, 2]], 1, 1, 0, "The ratio 6/5 is enough."),
        "roots": exceeded([law(ONE + MIXED, MIXED, ONE), law(ONE + SQRT2, SQRT2, ONE)], [[0, 1]], "1151/1000", 0, 0),
        "geometric": exceeded([geometric(0, 4, "1/3"), geometric(2, 4, "1/3")], [[0, 1]], 9 - TINY, 0, 0),
    }


def accepted() -> dict[str, Certificate]:
    """Return name -> certificate."""
    parts = {"pure-dp": {"minimal": minimal(), **_envelopes()}, "pure-dp-tables": _tables(), "not-pure-dp": _exceeded()}
    return {f"{kind}-{name}": value for kind, rows in parts.items() for name, value in rows.items()}
