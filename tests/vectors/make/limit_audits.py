"""Audits of version 4 that reach a limit, among them equal sides that enclosures cannot tell apart, and audits that just keep one."""

from __future__ import annotations

from fractions import Fraction
from math import isqrt

from make.audit_curves import LAST, curve, no_pld
from make.audit_values import HALF_P, LEAKY, at, gdp, spend
from make.audits import grid, invalid, log_below, masses, moment, of, said, text, violated
from make.numbers import ONE, E, Json, Sum, exp, num, root
from make.plds import IDENTITY, RR2, RR3, TOTAL_LEAK, Certificate, compose, pld, rr, swap

HALF = Fraction(1, 2)
SMALLEST = Fraction(1, 2**1200)
LONG = Fraction(10**20 - 1, 2**67)
# 1/2 with the loss +inf, and 1/2 with the loss 1, exactly.
HALF_AND_1 = {
    "den": (num(2) * E).json(),
    "atoms": [[E.json(), "0"], [E.json(), "1"], ["0", (num(2) * E - ONE).json()]],
}
SAME = grid(1, [(1, HALF)], HALF)


def terms(count: int, parts: int) -> Sum:
    """Return 1 + e^(1/parts) + e^(2/parts) + ..., with count terms."""
    return Sum(((Fraction(i, parts), ()), Fraction(1)) for i in range(count))


def long_pair(count: int) -> Json:
    """Return a pair of two atoms, each a sum of so many terms."""
    one, two = terms(count, 7) + num(count), terms(count, 11)
    return pld(one + two, [(one, two), (two, one)])


def roots() -> list[tuple[int, Json]]:
    """Return 600 spends, square roots of different numbers, no two of which are one term."""
    primes = [p for p in range(2, 200) if all(p % d for d in range(2, p))]
    found = [root(p, HALF) * root(q, HALF) for i, p in enumerate(primes) for q in primes[:i]]
    return [(i + 1, value.json()) for i, value in enumerate(found[:600])]


def _counts() -> dict[str, Certificate]:
    return {
        "pairs-17": violated(at("1"), said("upper", "0"), [RR2] * 17),
        "spends-4097": spend("upper", "0", *[(1, "1")] * 4097),
        "order-257": violated(of("renyi", order="257"), said("upper", "0"), [RR2]),
        "order-bomb": violated(of("renyi", order="999999999"), said("upper", "0"), [RR2]),
        "order-257-of-points": invalid(of("renyi"), {"points": [["2", "2"], ["257", "1"]]}),
        "epsilon-10001": violated(of("epsilon", delta="0"), said("lower", "10001"), [RR2]),
        "epsilon-by-10001": violated(of("epsilon", delta="0"), said("lower", "10000", "10001"), [RR2]),
        "epsilon-denominator": violated(of("epsilon", delta="0"), said("upper", "1/" + hex(2**256)), [RR2]),
        "clipped-10001": violated(of("clipped-epsilon", delta="0"), said("upper", "-10001"), [RR2]),
        "renyi-10001": violated(of("renyi", order="2"), said("lower", "10001"), [RR2]),
        "renyi-bomb": violated(of("renyi", order="256"), said("lower", hex(2**60000)), [RR2]),
        "gdp-t-above-64": gdp("-64", [RR2], 0, "2", text(64 + Fraction(1, 2**60))),
        "gdp-t-below-64": gdp("64", [RR2], 0, "2", "-65"),
        "gdp-t-bomb": gdp("0", [RR2], 0, "2", hex(2**60000)),
        "gdp-t-denominator-bomb": gdp("0", [RR2], 0, "2", hex(2**60020 + 1) + "/" + hex(2**60000)),
        "gdp-denominator-bomb": gdp(hex(2**60020 + 1) + "/" + hex(2**60000), [RR2], 0, "2", "0"),
        "gdp-sum-above-64": gdp("63", [RR2], 0, "2", "2"),
        "gdp-sum-with-by": gdp("63", [RR2], 0, "2", "1/2", "3/4"),
        "gdp-bomb": gdp(hex(2**60000), [RR2], 0, "2", "0"),
        "power-1201": curve("upper", grid(1, [(0, HALF)], Fraction(1, 2**1201)), [RR2], "1"),
        "power-plus-1201": curve("lower", grid(1, [(0, Fraction(2**1201))]), [RR2], "1/2"),
        "power-9999": no_pld(grid(1, [(0, -Fraction(1, 2**9999))])),
        "loss-10001": curve("upper", grid(1, [(0, HALF), (10001, LAST)]), [RR2], "1"),
        "loss-minus-10001": curve("upper", grid(1, [(-10001, LAST), (0, HALF)]), [RR2], "1"),
        "loss-just-above": curve("upper", grid(Fraction(10000, 3) + Fraction(1, 2**100), [(3, LAST)]), [RR2], "1"),
        "loss-of-a-mass-0": no_pld(grid(1, [(0, -HALF), (10001, Fraction(0))])),
        "index-bomb": curve("upper", grid(1, [(-(10**59), LAST), (0, HALF), (10**59, LAST)]), [RR2], "1"),
        "index-bomb-hexadecimal": no_pld({"unit": "1", "atoms": [["0", "-1p0"], [hex(2**60000), "1p-9"]], "infinite": "0"}),
        "unit-bomb": curve("upper", grid(10**59, [(0, HALF), (1, LAST)]), [RR2], "1"),
        "unit-numerator": curve("upper", grid(Fraction(2**256 + 1, 2**250), [(0, HALF)]), [RR2], "1"),
        "unit-denominator": no_pld(grid(Fraction(1, 2**256), [(0, -HALF)])),
        "nesting": violated(at("1"), said("upper", "0"), [nested(70)]),
    }


def nested(depth: int) -> Json:
    """Return lists in lists."""
    return [nested(depth - 1)] if depth else "1"


def _ties() -> dict[str, Certificate]:
    return {
        "tie-of-curves": curve("upper", SAME, [HALF_AND_1], "1"),
        "tie-of-curves-below": curve("lower", SAME, [HALF_AND_1], exp("1/2").json()),
        "tie-of-curves-identity": curve("upper", grid(1, [(0, Fraction(1))]), [IDENTITY], exp("-1/3").json()),
        "tie-of-curves-by": curve("upper", grid(1, [(1, HALF)], HALF / 2), [HALF_AND_1], "1", "1/4"),
        "tie-of-masses": no_pld(grid(1, [(0, Fraction(1))])),
        "tie-of-masses-and-zeros": no_pld(grid(1, [(-7, Fraction(0)), (0, Fraction(1)), (9999, Fraction(0))])),
    }


def normal_1(bits: int) -> int:
    """Return Phi(1) * 2^bits, cut off: 1/2 and (2 pi)^(-1/2) times the integral of the exponential series."""
    one, total, k = 1 << (bits + 64), 0, 0
    term = one
    while term:
        total, k = total + (-1) ** k * term // (2 * k + 1), k + 1
        term //= 2 * k

    def arctangent(n: int) -> int:
        power, result, j = one // n, 0, 1
        while power:
            result += (2 - j % 4) * power // j
            power, j = power // (n * n), j + 2
        return result

    pi = 4 * (4 * arctangent(5) - arctangent(239))
    return (one // 2 + total * one // isqrt(2 * pi * one)) >> 64


def near_normal(bits: int) -> Certificate:
    """Return an audit whose test has a mass under Q that is Phi(1), cut off."""
    den, q = 1 << bits, normal_1(bits)
    p = (den + q) // 2
    return gdp("1/10", [pld(num(den), [(num(p), num(q)), (num(den - p), num(den - q))])], 0, "1", "1")


def _work() -> dict[str, Certificate]:
    return {
        "precision-of-the-normal-distribution": near_normal(65_500),
        "composition-spends": spend("lower", "1", *[(1, {"num": "1", "den": terms(40, 100 + i).json()}) for i in range(300)]),
        "composition-epsilon": violated(of("epsilon", delta="1/10"), said("upper", "0"), [compose((10000, rr(num(10**59 + 7))))]),
        "composition-curve": curve("upper", grid(1, []), [compose((10000, rr(num(10**59 + 7))))], "1"),
        "composition-gdp": gdp("1", [compose((10000, rr(num(10**59 + 7))))], 0, "1", "0"),
        "composition-tradeoff-second": violated(
            of("tradeoff", alpha="1/10"), said("lower", "9/10"), [IDENTITY, compose((10000, rr(num(10**59 + 7))))]
        ),
    }


def limits() -> dict[str, Certificate]:
    """Return what reaches a limit."""
    rows = _counts() | _ties()
    works = _work()
    return {f"audit-{name}": value for name, value in rows.items()} | works


def kept() -> dict[str, Certificate]:
    """Return what just keeps one."""
    huge = 2**65535
    letters = (bytes(range(32, 127)) * 3).decode().translate({34: None, 92: None})
    return {
        "audit-claimant-200": violated(at("1"), said("upper", "0"), [RR2], claimant=letters[:200]),
        "audit-pairs-16": violated(of("renyi", order="3"), said("upper", "1/2"), [IDENTITY] * 15 + [RR3]),
        "audit-spends-4096": spend("upper", "4095", *[(1, "1")] * 4096, by="1"),
        "audit-spends-of-roots": spend("upper", "4096", *roots()),
        "audit-renyi-of-long-sums": violated(of("renyi", order="256"), said("upper", "0"), [long_pair(400)]),
        "audit-order-256": violated(
            of("renyi", order="256"), said("lower", text((log_below(moment(masses(RR3), 256), 20) + Fraction(1, 10**20)) / 255)), [RR3]
        ),
        "audit-nats": violated(of("epsilon", delta="0"), said("lower", "10000", "9999"), [compose((2, rr(exp("1/3"))))]),
        "audit-nats-below": violated(of("epsilon", delta="1/2"), said("upper", "-10000"), [RR2]),
        "audit-nats-denominator": violated(of("epsilon", delta="0"), said("upper", text(Fraction(1, 2**256 - 1))), [RR2]),
        "audit-nats-renyi": violated(of("renyi", order="256"), said("lower", "10000", "9999"), [RR2]),
        "audit-nats-invalid": invalid(of("epsilon", delta="0"), {"lower": hex(huge), "upper": hex(huge - 1)}),
        "audit-gdp-64": gdp("64", [TOTAL_LEAK], 0, "2", "-64", "10"),
        "audit-gdp-sum-64": gdp("63", [swap(HALF_P)], 0, "1", "0", "1"),
        "audit-gdp-minus-64": gdp("0", [LEAKY], 0, "1000", "-64"),
        "audit-gdp-plus-64": gdp("-65", [RR2], 0, "2", "64", "1/2"),
        "audit-gdp-pair-15": gdp("1/2", [IDENTITY] * 15 + [RR2], 15, "2", "-2/5"),
        "audit-power-1200": curve("upper", grid(1, [(0, SMALLEST)], SMALLEST), [TOTAL_LEAK], exp(10000).json(), "1/2"),
        "audit-power-plus-1200": curve("lower", grid(1, [(0, Fraction(2**1200))]), [RR2], "1/2", hex(2**1198)),
        "audit-mass-of-20-digits": curve("lower", grid(1, [(1, LONG)]), [IDENTITY], "1", "2/5"),
        "audit-loss-10000": curve("lower", grid(Fraction(1, 3), [(-30000, HALF), (30000, HALF)]), [LEAKY], exp(9999).json(), "1/5"),
        "audit-unit": curve("upper", grid(Fraction(1, 2**256 - 1), [(0, HALF), (2**255, HALF)]), [RR2], "1"),
        "audit-unit-huge": no_pld(grid(Fraction(2**256 - 1, 2**256 - 3), [(-9999, HALF), (0, HALF)])),
    }
