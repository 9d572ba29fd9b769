"""What rules of numbers, digests and PLDs find in audits."""

from __future__ import annotations

import copy
from fractions import Fraction
from typing import Any

from make.audit_curves import curve
from make.audit_values import MINIMAL, at, gdp, spend
from make.audits import grid, invalid, of, said, text, violated
from make.numbers import E_CEILING, ONE, E, Json, num, quotient, root
from make.plds import RR2, RR3, Certificate, compose, pld, sha256, sign
from make.reject_common import FOUR_AS_PRIME, Row, raw

T = "-2/5"
ONE_GRID = grid(1, [(0, Fraction(1))])


def _with(value: Json, third: Json, two: Json, above_1: Json) -> dict[str, Certificate]:
    """Return true claims with a number in each place: any positive one, one near 1/3, 2, and one above 1."""
    return {
        "x": violated(at(value), said("upper", "-1"), [RR2]),
        "upper": violated(at("1"), said("upper", third), [RR3]),
        "by": violated(at("1"), said("lower", "5", value), [RR2]),
        "epsilon": violated(of("epsilon", delta=third), said("upper", "-1"), [RR2]),
        "alpha": violated(of("tradeoff", alpha=third), said("upper", "-1"), [RR2]),
        "spend": spend("upper", "0", (1, "1"), (2, value)),
        "spend-zero-times": spend("upper", "0", (1, "1"), (0, value)),
        "gdp": gdp("43/50", [RR2], 0, two, text(Fraction("-0.43072"))),
        "curve": curve("upper", ONE_GRID, [RR3], two),
        "curve-by": curve("upper", ONE_GRID, [RR3], "1", third),
        "invalid": invalid(at("1"), {"value": above_1}),
        "invalid-alpha": invalid(of("tradeoff", alpha=third), {"value": "1"}),
        "crossed": invalid(at("1"), {"lower": value, "upper": "0"}),
        "points-z": invalid(of("delta"), {"points": [["1/5", "0"], [value, "1"]]}),
        "points-v": invalid(of("delta"), {"points": [["1", "0"], ["2", value]]}),
    }


def _numbers() -> list[Row]:
    """R01 and R02."""
    two, ninth = FOUR_AS_PRIME.json(), quotient(ONE, root(81, "1/2"))
    primes = _with(two, ninth, two, (ONE + FOUR_AS_PRIME).json())
    third, same = quotient(-E, num(-3) * E), quotient(num(-2) * E, -E)
    signs = _with(third, third, same, same)
    primes["second-pair"] = violated(at("1"), said("upper", "0"), [RR2, radical(root(49, "1/2").json())])
    rows = [("R01-prime", f"audit-{name}", certificate, "The root of a square.") for name, certificate in primes.items()]
    why = "The value is right; only the denominator is negative."
    return rows + [("R02-quotient-denominator", f"audit-{name}", certificate, why) for name, certificate in signs.items()]


def radical(value: Json) -> Json:
    """Return randomized response with a radical, as it stands in a file, for its ratio."""
    (term,) = value
    total = [["1", "0"], term]
    return {"den": total, "atoms": [[value, "1"], ["1", value]]}


def _plds() -> list[Row]:
    """R03 to R07: a pair that is not needed is wrong."""
    wrong = {
        "R03-denominator": raw([(-2, -1), (-1, -2)], -3),
        "R04-mass": raw([(3, 1), (1, 1), (-1, 1)], 3),
        "R05-p-sum": raw([(2, 1), (1, 3)], 4),
        "R06-q-sum": raw([(3, 1), (1, 2)], 4),
        "R07-order": raw([(1, 2), (2, 1)], 3),
    }
    rows: list[Row] = []
    for rule, plain in wrong.items():
        rows += [
            (rule, "audit-second-pair", violated(at("1"), said("upper", "0"), [RR2, plain]), "The first pair is enough."),
            (rule, "audit-tradeoff", violated(of("tradeoff", alpha="1/10"), said("lower", "9/10"), [RR2, plain]), "Same."),
            (rule, "audit-renyi", violated(of("renyi", order="2"), said("upper", "0"), [RR2, plain]), "Same."),
            (
                rule,
                "audit-renyi-composed",
                violated(of("renyi", order="2"), said("upper", "0"), [compose((0, plain), (1, RR2))]),
                "Played zero times.",
            ),
            (rule, "audit-composed", violated(at("1"), said("upper", "0"), [compose((1, RR2), (0, plain))]), "Played zero times."),
            (rule, "audit-gdp", gdp("1/2", [RR2, plain], 0, "2", T), "The witness names the other pair."),
            (rule, "audit-curve", curve("upper", ONE_GRID, [plain, RR2], "1"), "The second pair is enough."),
        ]
    near = pld(ONE + E, [(num(E_CEILING), ONE), (ONE, E)])
    rows.append(("R05-p-sum", "audit-near-tie", violated(at("1"), said("upper", "0"), [near]), "e rounded up after 60 decimals."))
    return rows


def _digests() -> list[Row]:
    """R08 and R09."""

    def changed(*path: Any, both: bool = False) -> Certificate:
        *keys, last, value = path
        certificate = copy.deepcopy(MINIMAL)
        part = certificate
        for key in keys:
            part = part[key]
        part[last] = value
        if not both:
            return certificate
        kept, certificate = certificate["claim_digest"], sign(certificate)
        certificate["claim_digest"] = kept
        return certificate | {"digest": sha256({k: v for k, v in certificate.items() if k not in ("meta", "digest")})}

    return [
        ("R08-claim-digest", "audit-claimant", changed("claim", "claimant", "another accountant", both=True), "Another one says so."),
        ("R08-claim-digest", "audit-by", changed("claim", "says", "by", "1/100", both=True), "Another true claim."),
        ("R08-claim-digest", "audit-without-digests", changed("claim", "claimant", "somebody"), "Neither digest is right."),
        ("R09-digest", "audit-version", changed("digest", MINIMAL["claim_digest"]), "The claim digest in its place."),
    ]


def parts() -> list[Row]:
    """Return the rows of these rules."""
    return [*_numbers(), *_plds(), *_digests()]
