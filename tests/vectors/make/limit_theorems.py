"""Files of the kinds of version 5 that reach a limit, among them ratios equal to their bound, and files that just keep one."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from make.identities import constraints, identity, one, shares
from make.numbers import ONE, TINY, E, Json, Rational, exp, num, quotient, root
from make.plds import IDENTITY, RR2, Certificate, compose, rr
from make.pure_dp import (
    LAWS,
    LINE,
    LN2,
    SIGN,
    THREE,
    TWO,
    exactly,
    exceeded,
    instance,
    law,
    pure_dp,
    response,
    tabled,
    tables,
)
from make.pure_dp import shares as masses

PRIMES = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59]
TABLE = [["1/2", "1/3", "1/6"], ["1/6", "1/3", "1/2"], ["1/5", "2/5", "2/5"]]
SIGNS: list[Sequence[Rational]] = [[1, -1]]
LARGEST = Fraction(13, 8)  # the largest ratio of SIGN with half = 3/2


def places(count: int) -> list[list[Json]]:
    """Return so many constraints, of which the last one is that of rr(2) and the others say nothing."""
    return [[str(count - i + 1), "1"] for i in range(count - 1)] + [["2", "0"]]


def sure(count: int) -> Json:
    """Return a law of so many outcomes that always gives the first one."""
    return masses(1, *[0] * (count - 1))


def logs(count: int, power: Rational = 1) -> Json:
    """Return the logarithm of a product of primes."""
    return ["0", [[str(p), str(power)] for p in PRIMES[:count]]]


def played(**parts: Json) -> Certificate:
    """Return a certificate about the instance of the worked example with other parts."""
    return pure_dp(dict(SIGN, **parts), 2, 4)


def _counts() -> dict[str, Certificate]:
    wide = {"universe": "65", "queries": [["1"] * 65], "n": "1"}
    return {
        "constructions-9": identity(*[one(RR2)] * 9),
        "constructions-of-constraints-9": identity(*[constraints(["2", "0"])] * 8, one(RR2)),
        "parts-1025": identity(shares(*[(1, IDENTITY)] * 1025), one(IDENTITY)),
        "constraints-4097": identity(one(RR2), constraints(*places(4097))),
        "times-in-a-part": identity(shares((1, compose((10_001, IDENTITY)))), one(IDENTITY)),
        "laws-2001": tables([masses(1)] * 2001, [[0, 1]], 1),
        "laws-2001-of-not": exceeded([masses(1)] * 2001, [[0, 1]], 0, 0, 0),
        "outcomes-20001": tables([sure(20_001)], [[0, 0]], 1),
        "outcomes-20001-of-an-envelope": pure_dp(tabled([sure(20_001)], [[0]]), 2, 4),
        "distance-1001": pure_dp(tabled(LAWS[:2], [[0, 1001], [1001, 0]]), 2, 4),
        "distance-bomb": pure_dp(tabled(LAWS[:2], [[0, 1], [999_999_999, 0]]), 2, 4),
        "universe-65": played(**wide),
        "universe-bomb": played(universe="999999999"),
        "n-65": played(n="65"),
        "n-bomb": played(n="999999999"),
        "rounds-17": played(rounds="17"),
        "rounds-bomb": played(rounds="999999999"),
        "queries-65": pure_dp(instance(2, SIGNS * 65, 1, 1), 2, 4),
        "databases-2016": pure_dp(instance(3, [[1, 0, -1]], 62, 1), 2, 4),
        "databases-bomb": pure_dp(instance(64, [[1] * 64], 64, 1), 2, 4),
        "transcripts-32768": played(rounds="15"),
        "transcripts-20736": pure_dp(instance(2, SIGNS * 6, 1, 4), 2, 4),
        "transcripts-bomb": pure_dp(instance(2, SIGNS * 64, 1, 16), 2, 4),
        "values-of-long-denominators": pure_dp(instance(2, [[Fraction(1, 2**255 + 95), Fraction(1, 2**255 + 1)]], 1, 1), 2, 4),
        "value-of-a-long-denominator": pure_dp(instance(2, [[Fraction(1, 2**256), 1]], 1, 1), 2, 4),
    }


def _losses() -> dict[str, Certificate]:
    tiny, huge = "1/" + hex(2**256), Fraction(2**65_000)
    return {
        "loss-1001": played(eta="1001"),
        "loss-minus-1001": played(gamma="-1001"),
        "loss-just-above": played(eta=f"{10**12 + 1}/{10**9}"),
        "loss-bomb": played(gamma=str(10**59)),
        "loss-bomb-hexadecimal": played(eta=hex(2**60_000)),
        "loss-denominator": played(eta=tiny),
        "loss-power-1001": played(eta=["0", [["2", "1001"]]]),
        "loss-power-minus-1001": played(gamma=["1000", [["2", "-1001"]]]),
        "loss-power-denominator": played(gamma=["0", [["2", tiny]]]),
        "loss-denominator-bomb": played(eta=hex(2**60020 + 1) + "/" + hex(2**60000)),
        "loss-power-denominator-bomb": played(eta=["0", [["2", hex(2**60020 + 1) + "/" + hex(2**60000)]]]),
        "queries-denominators-bomb": pure_dp(instance(4, [[Fraction(1, 2**60_000 + 2 * i + 1) for i in range(4)]] * 8, 1, 1), 2, 4),
        "loss-power-bomb": played(gamma=["0", [["2", hex(2**60_000)]]]),
        "loss-primes-17": played(eta=logs(17)),
        "loss-prime-2-to-the-64": played(eta=["0", [[str(2**64), "1"]]]),
        "loss-prime-of-59-digits": played(gamma=["0", [[str(10**59 + 19), "1"]]]),
        "exponent-of-eta": played(eta=["0", [["2", "1000"], ["1000000007", "1000"]]]),
        "exponent-of-gamma": played(gamma=["1000", [["2", "1000"]]], rounds="7"),
        "power-of-2": pure_dp(tabled([*LAWS[:2], LAWS[0]], FAR), 2**101, 4),
        "power-of-2-in-a-mass": pure_dp(tabled([law(num(huge), num(1 / huge), num(1 - 1 / huge), num(huge - 1))] * 3, LINE), 2, 4),
    }


def _ties() -> dict[str, Certificate]:
    responses = tabled([response(E), response(E, first=False)], TWO)
    true = exactly(TABLE, LINE, 2)
    return {
        "tie-of-laws": pure_dp(THREE, 2, true),
        "tie-of-laws-spelled-otherwise": pure_dp(THREE, 2, quotient(num(true) * E, E)),
        "tie-of-laws-nearly": pure_dp(THREE, 2, true + Fraction(1, 2**1100)),
        "tie-of-laws-nearly-below": pure_dp(THREE, 2, true - Fraction(1, 2**1100)),
        "tie-irrational": pure_dp(responses, exp(2).json(), E.json()),
        "tie-of-half-1": pure_dp(THREE, 1, 1),
        "tie-of-an-instance": pure_dp(SIGN, "3/2", LARGEST),
        "tie-of-an-instance-with-half-1": pure_dp(instance(2, SIGNS, 3, 2, LN2), 1, 1),
    }


def _work() -> dict[str, Certificate]:
    return {
        "composition-envelope-of-many-transcripts": pure_dp(instance(3, [[1, 0, -1]], 61, 14), 2, 4),
        "composition-envelope-of-many-databases": pure_dp(instance(3, [[1, 0, -1]], 61, 1), 2, 4),
        "composition-mixture": identity(shares((1, compose((10_000, rr(num(10**59 + 7)))))), one(IDENTITY)),
    }


def limits() -> dict[str, Certificate]:
    """Return what reaches a limit."""
    return {f"theorem-{name}": c for rows in (_counts(), _losses(), _ties()) for name, c in rows.items()} | _work()


FAR = [[0, 1, 1000], [1, 0, 1000], [1000, 1000, 0]]


def kept() -> dict[str, Certificate]:
    """Return what just keeps one."""
    long = 2**256 - 1
    wide = instance(64, [[Fraction(i - 32, 32) for i in range(64)]], 1, 1)
    return {
        "identity-parts-1024": identity(shares(*[(Fraction(1, 1024), RR2)] * 1024), one(RR2)),
        "identity-constraints-4096": identity(one(RR2), constraints(*places(4096))),
        "tables-laws-2000": tables([masses(1)] * 2000, [[0, 1999]], 1),
        "tables-outcomes-20000": tables([sure(20_000)], [[0, 0]], 1),
        "pure-dp-outcomes-20000": pure_dp(tabled([sure(20_000)] * 2, TWO), 2, 1 + TINY),
        "pure-dp-distance-1000": pure_dp(tabled([*LAWS[:2], LAWS[0]], FAR), 2**99, 4),
        "pure-dp-universe-64": pure_dp(wide, "6/5", "36/25"),
        "pure-dp-n-64": pure_dp(instance(2, SIGNS, 64, 1), "6/5", "36/25"),
        "pure-dp-rounds-10": pure_dp(instance(2, SIGNS, 1, 10, "1/9", "1/9"), 2, 4),
        "pure-dp-queries-64": pure_dp(instance(2, SIGNS * 64, 1, 1), 2, 4),
        "pure-dp-transcripts-16384": pure_dp(instance(2, [[1, 1]] * 64, 1, 2), 2, 4),
        "pure-dp-loss-1000": played(eta="1000", gamma="1000", rounds="2"),
        "pure-dp-loss-denominators": played(eta=["1/" + hex(long), [["2", "1/" + hex(long)]]], gamma="1/" + hex(long), rounds="2"),
        "pure-dp-loss-powers": played(eta=["0", [["2", "1000"]]], gamma=["-600", [["2", "1000"]]], rounds="2"),
        "pure-dp-loss-primes-16": played(eta=logs(16), gamma=logs(16, "1/2"), rounds="2"),
        "pure-dp-loss-prime-largest": played(eta=["0", [[str(2**64 - 59), "1"]]]),
        "pure-dp-exponent-9000": played(gamma="1000", rounds="10"),
        "pure-dp-long-denominators": pure_dp(instance(2, [[Fraction(1, long), Fraction(-1, long)]], 1, 2), 2, 4),
        "pure-dp-masses-of-many-bits": pure_dp(tabled([masses(Fraction(1, 2**60_000), 1 - Fraction(1, 2**60_000))] * 3, LINE), 2, 4),
        "pure-dp-tables-long-sums": tables([law(ONE + root(2, "1/2"), root(2, "1/2"), ONE)] * 2, [[0, 1]], 1),
    }
