"""Files that reach a limit of FORMAT.md, section 7, and nothing else: name -> content."""

from __future__ import annotations

from fractions import Fraction

from make.accept import BOTH, R_2_QUARTER
from make.heavy_shapes import limits
from make.kernels import by_kernel
from make.limit_audits import limits as audit_limits
from make.limit_filters import limits as filter_limits
from make.limit_theorems import limits as theorem_limits
from make.numbers import ONE, Json, Sum, exp, num, quotient, root
from make.plds import (
    IDENTITY,
    LEAK_QUARTER,
    RR2,
    RR3,
    Certificate,
    approx,
    compose,
    delta,
    dominated,
    epsilon,
    file_text,
    not_dominated,
    pld,
    rr,
    table,
    violated,
)

PRIMES = [p for p in range(2, 60) if all(p % d for d in range(2, p))]
TALL = [p for p in range(61, 400) if all(p % d for d in range(2, p))]


def many_terms(count: int) -> Sum:
    """Return 1 + e^(-1) + e^(-2) + ..., with count terms."""
    return Sum(((Fraction(-i), ()), Fraction(1)) for i in range(count))


def fine_terms(count: int, parts: int) -> Sum:
    """Return 1 + e^(1/parts) + e^(2/parts) + ..., with count terms."""
    return Sum(((Fraction(i, parts), ()), Fraction(1)) for i in range(count))


def many_atoms(count: int) -> Json:
    """Return a PLD with so many atoms, ratios decreasing from count to 1/count."""
    return pld(num(count * (count + 1) // 2), [(num(count - i), num(i + 1)) for i in range(count)])


def near_zero(power: int) -> Sum:
    """Return (2^(1/3) - 1)^power, expanded: about 2^(-1.94 power), from integers of only 0.97 power bits."""
    value = (1, 0, 0)  # a + b 2^(1/3) + c 4^(1/3)
    for bit in f"{power:b}":
        a, b, c = value
        value = (a * a + 4 * b * c, 2 * a * b + 2 * c * c, b * b + 2 * a * c)
        if bit == "1":
            a, b, c = value
            value = (2 * c - a, a - b, b - c)
    a, b, c = value
    return num(a) + num(b) * root(2, "1/3") + num(c) * root(2, "2/3")


def three(p: int) -> Json:
    """Return a PLD of three atoms whose ratios are p, 1 and 1/p."""
    return pld(num(p + 2), [(num(p), ONE), (ONE, ONE), (ONE, num(p))])


def rows(count: int) -> Certificate:
    """Return a kernel with so many empty rows."""
    return by_kernel(RR2, RR2, [[]] * count)


def chain(depth: int) -> Json:
    """Return a tree that plays query 0, of one finite atom, so many times."""
    node: Json = None
    for _ in range(depth):
        node = ["0", [node]]
    return node


def _certificates() -> dict[str, Certificate]:
    seventeen = ONE
    for p in PRIMES[:17]:
        seventeen = seventeen * root(p, "1/2")
    bound = {"upper": "1"}
    return {
        "exponent-10001": delta(RR2, exp(10001).json(), **bound),
        "exponent-minus-10001": delta(RR2, exp(-10001).json(), **bound),
        "exponent-just-above": delta(RR2, exp(Fraction(10000) + Fraction(1, 10**9)).json(), **bound),
        "exponent-bomb": delta(RR2, exp(10**9).json(), **bound),
        "exponent-bomb-negative": delta(RR2, exp(-(10**59)).json(), **bound),
        "exponent-bomb-in-a-mass": dominated(rr(exp(10**9)), RR2),
        "exponent-denominator": delta(RR2, exp(Fraction(1, 2**256)).json(), **bound),
        "exponent-numerator": delta(RR2, exp(Fraction(2**256 + 1, 2**250)).json(), **bound),
        "exponent-power-denominator": delta(RR2, root(2, Fraction(1, 2**256)).json(), **bound),
        "exponent-power-bomb": delta(RR2, root(2, Fraction(2**65000, 2**65000 + 1)).json(), **bound),
        "exponent-denominator-bomb": delta(RR2, exp(Fraction(1, 2**65000)).json(), **bound),
        "exponent-in-nats": epsilon(RR2, "0", upper="10001"),
        "exponent-in-nats-bomb": epsilon(RR2, "0", upper=str(10**12)),
        "exponent-in-nats-denominator": epsilon(RR2, "0", upper="1/" + hex(2**256)),
        "primes-17": delta(RR2, seventeen.json(), **bound),
        "prime-2-to-the-64": delta(RR2, root(2**64, "1/2").json(), **bound),
        "prime-above-64-bits": delta(RR2, root(2**64 + 13, "1/2").json(), **bound),
        "prime-of-59-digits": delta(RR2, root(10**59 + 19, "1/2").json(), **bound),
        "integer-65537-bits": delta(RR2, "1", lower=hex(-(2**65536))),
        "integer-65537-bits-below": delta(RR2, "1", lower="-1/" + hex(2**65536)),
        "integer-65537-bits-in-a-mass": delta(
            pld(num(2**65536), [(num(2**65536), num(2**65536))]), "1", **bound
        ),
        "terms-4097": delta(RR2, "1", upper=many_terms(4097).json()),
        "atoms-4097": delta(many_atoms(4097), "1", **bound),
        "compose-65-items": dominated(compose(*[(0, RR2)] * 65), RR2),
        "times-10001": dominated(compose((10001, IDENTITY)), RR2),
        "times-bomb": dominated(compose((999999999, IDENTITY)), RR2),
        "queries-65": violated(
            [RR2, LEAK_QUARTER, *[three(p) for p in range(2, 65)]], R_2_QUARTER, 2, "2", BOTH
        ),
        "rounds-17": violated([RR2, LEAK_QUARTER], R_2_QUARTER, 17, "2", BOTH),
        "rounds-bomb": violated([RR2, LEAK_QUARTER], R_2_QUARTER, 999999999, "2", BOTH),
        "nesting-in-a-tree": violated([table([["1/2", "0"], ["1/2", "1"]]), RR2], RR2, 16, "2", chain(40)),
        "composition-two-atoms-long": delta(compose((10000, rr(num(10**59 + 7)))), "1", **bound),
        "composition-two-atoms-huge": delta(compose((3000, rr(num(2**2000 + 1)))), "1", **bound),
        "composition-leak-long": delta(
            compose((10000, approx(exp("1/2"), Fraction(1, 10**50)))), "1", **bound
        ),
        "times-bomb-two-atoms": delta(compose((999999999, RR2)), "1", **bound),
        "composition-atoms": dominated(RR2, compose(*[(100, three(p)) for p in TALL[:20]])),
        "composition-atoms-left": not_dominated(compose(*[(10000, three(p)) for p in TALL[:20]]), RR2, "1"),
        "composition-terms": delta(compose(*[(50, rr(root(p, "1/2"))) for p in PRIMES[:8]]), "1", **bound),
        "terms-in-the-work": delta(
            IDENTITY,
            quotient(fine_terms(200, 1), fine_terms(200, 1) * num(2)),
            value=quotient(fine_terms(200, 211), fine_terms(200, 211) * num(2)),
        ),
        "composition-atoms-20002": delta(compose((136, RR2), (145, RR3)), "inf", value="0"),
        "kernel-rows-20001": rows(20_001),
        **limits(),
        **filter_limits(),
        **audit_limits(),
        **theorem_limits(),
        "precision": delta(IDENTITY, "inf", lower=(-near_zero(50_001)).json()),
        "precision-quotient": delta(RR2, "1", lower=quotient(-ONE, near_zero(50_000))),
    }


def nested(depth: int) -> Json:
    """Return lists in lists, so deep. (In meta they would be malformed, but the limit comes first.)"""
    return [nested(depth - 1)] if depth else "text"


def build() -> dict[str, str]:
    """Return file name -> content."""
    deep = dict(delta(RR2, "1", value="1/3"), meta={"note": nested(63)})
    files = {f"{name}.json": file_text(certificate) for name, certificate in _certificates().items()}
    return files | {"nesting-65.json": file_text(deep)}
