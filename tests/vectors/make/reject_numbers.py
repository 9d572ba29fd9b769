"""Forgeries against the rules of numbers, R01 and R02, and of digests, R08 and R09."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

from make.accept import (
    BOTH,
    MINIMAL,
    R_2_QUARTER,
)
from make.limit import many_atoms, many_terms, three
from make.numbers import (
    E_CEILING,
    ONE,
    E,
    exp,
    num,
    quotient,
    root,
)
from make.plds import (
    IDENTITY,
    LEAK_QUARTER,
    RR2,
    TOTAL_LEAK,
    Certificate,
    delta,
    dominated,
    epsilon,
    incomparable,
    not_dominated,
    pld,
    rr,
    sha256,
    sign,
    violated,
)
from make.reject_common import FOUR_AS_PRIME, Row


def numbers() -> list[Row]:
    """Return the rows of these rules."""
    composite = FOUR_AS_PRIME
    fours = pld(ONE + composite, [(composite, ONE), (ONE, composite)])
    rows: list[Row] = [
        (
            "R01-prime",
            "",
            violated(
                [RR2, fours, LEAK_QUARTER], R_2_QUARTER, 2, "2", ["0", [["0", [None, None]], ["2", [None]]]]
            ),
            "4^(1/2) = 2 would count as different from 2: two queries that are the same.",
        ),
        ("R01-prime", "six", delta(RR2, "1", upper=root(6, "1/2").json()), "6^(1/2) > 1/3 is true."),
        ("R01-prime", "minus-huge", delta(RR2, "1", upper=root(-(2**4000), "1/2").json()), "No prime at all."),
        ("R01-prime", "one", delta(RR2, "1", upper=root(1, "1/2").json()), "1^(1/2) = 1 > 1/3 is true."),
        (
            "R01-prime",
            "in-x",
            not_dominated(RR2, IDENTITY, root(9, "1/6").json()),
            "9^(1/6) = 1.44 shows it.",
        ),
        ("R01-prime", "in-den", dominated(rr(root(15, "1/2")), TOTAL_LEAK), "A PLD, whatever 15^(1/2) is."),
        (
            "R01-prime",
            "second-of-two",
            delta(RR2, "1", upper=(root(2, "1/2") * root(21, "1/2")).json()),
            "2 is prime, 21 is not.",
        ),
        (
            "R01-prime",
            "in-a-quotient",
            delta(RR2, "1", lower=quotient(ONE, root(25, "1/2"))),
            "1/25^(1/2) = 1/5.",
        ),
        (
            "R01-prime",
            "in-delta",
            epsilon(RR2, quotient(ONE, root(81, "1/2")), exp_value="5/3"),
            "81^(-1/2) = 1/9.",
        ),
        ("R01-prime", "zero", delta(RR2, "1", upper=(ONE + root(0, "1/2")).json()), "0^(1/2) = 0."),
        (
            "R01-prime",
            "in-tree-x",
            violated([RR2, LEAK_QUARTER], R_2_QUARTER, 2, root(4, "1/2").json(), BOTH),
            "4^(1/2) = 2.",
        ),
        (
            "R01-prime",
            "strong-pseudoprime",
            delta(RR2, "1", upper=root(3215031751, "1/2").json()),
            "151 * 751 * 28351 passes Miller-Rabin to the bases 2, 3, 5, 7.",
        ),
        (
            "R01-prime",
            "strong-pseudoprime-long",
            delta(RR2, "1", upper=root(3825123056546413051, "1/2").json()),
            "149491 * 747451 * 34233211 passes Miller-Rabin to the bases 2 to 23 and 29, 31.",
        ),
        (
            "R01-prime",
            "carmichael",
            delta(RR2, "1", upper=root(561, "1/2").json()),
            "3 * 11 * 17 passes Fermat's test.",
        ),
        (
            "R01-prime",
            "carmichael-without-small-factors",
            delta(RR2, "1", upper=root(56052361, "1/2").json()),
            "211 * 421 * 631 = n; b^((n - 1)/2) is 1 for all b without a common factor.",
        ),
        (
            "R01-prime",
            "largest",
            delta(RR2, "1", upper=root(2**64 - 1, "1/2").json()),
            "Just below the limit, and not prime.",
        ),
        (
            "R01-prime",
            "square",
            delta(RR2, "1", upper=root(4294967291**2, "1/2").json()),
            "The square of the largest prime below 2^32.",
        ),
        (
            "R01-prime",
            "square-of-1093",
            delta(RR2, "1", upper=root(1093**2, "1/2").json()),
            "A square that passes Miller-Rabin to base 2.",
        ),
    ]
    negative = -(ONE + E)
    for variant, certificate in (
        ("", delta(RR2, "1", value=quotient(negative, num(3) * negative))),
        ("in-x", not_dominated(RR2, IDENTITY, quotient(negative, -E))),
        ("upper", delta(RR2, "1", upper=quotient(ONE - exp(3), ONE - E))),
        ("exp-value", epsilon(rr(E), "0", exp_value=quotient(-exp(2), -E))),
        ("epsilon-delta", epsilon(rr(E), quotient(exp("1/2") - E, -(ONE + E)), exp_value=exp("1/2").json())),
        ("mixed-signs", delta(RR2, "1", lower=quotient(ONE, E - num(3)))),
        ("tree-x", violated([RR2, LEAK_QUARTER], R_2_QUARTER, 2, quotient(num(-2) * E, -E), BOTH)),
        ("near-zero", delta(RR2, "1", lower=quotient(ONE, E - num(E_CEILING)))),
        ("x-a", incomparable(RR2, LEAK_QUARTER, quotient(-E, -E), "2")),
        ("x-b", incomparable(RR2, LEAK_QUARTER, "1", quotient(num(-2) * E, -E))),
    ):
        rows.append(
            (
                "R02-quotient-denominator",
                variant,
                certificate,
                "The value of the quotient is right; only its denominator is negative.",
            )
        )
    return rows


def resigned(change: Callable[[Certificate], Any], both: bool = False) -> Certificate:
    """Return the worked example, changed after signing; its outer digest made new if asked."""
    certificate = copy.deepcopy(MINIMAL)
    change(certificate)
    if both:
        kept = certificate["claim_digest"]
        certificate = sign(certificate)
        certificate["claim_digest"] = kept
        certificate["digest"] = sha256({k: v for k, v in certificate.items() if k not in ("meta", "digest")})
    return certificate


# They just keep a limit of section 7. Only the rules of the file are looked at, so they are quick to check.
LARGE = {
    "terms-4096": delta(RR2, "1", upper=many_terms(4096).json()),
    "atoms-4096": delta(many_atoms(4096), "1", upper="1"),
    "queries-64": violated([RR2, LEAK_QUARTER, *[three(p) for p in range(2, 64)]], R_2_QUARTER, 2, "2", BOTH),
}


def wrongly_signed(certificate: Certificate) -> Certificate:
    """Return the certificate with another claim digest; the outer digest is right."""
    wrong = dict(certificate, claim_digest="sha256:" + "0" * 64)
    return wrong | {"digest": sha256({k: v for k, v in wrong.items() if k not in ("meta", "digest")})}


def digests() -> list[Row]:
    """Return the rows of these rules."""
    zero = "sha256:" + "0" * 64
    other = delta(RR2, "1", value="1/3")
    return [
        (
            "R08-claim-digest",
            "",
            resigned(lambda c: c.update(claim_digest=zero), both=True),
            "The outer digest is right for this content.",
        ),
        (
            "R08-claim-digest",
            "of-another-claim",
            resigned(lambda c: c.update(claim_digest=other["claim_digest"]), True),
            "The digest of another claim; the outer digest is right.",
        ),
        (
            "R08-claim-digest",
            "changed-claim",
            resigned(lambda c: c["claim"].update(rounds="3"), both=True),
            "The claim was changed to another true one, the outer digest made new.",
        ),
        *(
            ("R08-claim-digest", f"limit-kept-{name}", wrongly_signed(certificate), "The file keeps a limit.")
            for name, certificate in LARGE.items()
        ),
        (
            "R08-claim-digest",
            "of-the-claim-alone",
            _claim_alone(),
            "Digest of the claim without format, kind, version.",
        ),
        ("R09-digest", "", resigned(lambda c: c.update(digest=zero)), "All else is right."),
        (
            "R09-digest",
            "changed-witness",
            resigned(lambda c: c["witness"].update(x="19/10")),
            "Another good witness under the old digest.",
        ),
        (
            "R09-digest",
            "is-the-claim-digest",
            resigned(lambda c: c.update(digest=c["claim_digest"])),
            "The claim digest in the place of the digest.",
        ),
        ("R09-digest", "with-meta", _with_meta(), "A digest that covers meta too."),
        (
            "R09-digest",
            "last-digit",
            resigned(lambda c: c.update(digest=c["digest"][:-1] + ("0" if c["digest"][-1] != "0" else "1"))),
            "One hex digit changed.",
        ),
    ]


def _claim_alone() -> Certificate:
    return resigned(lambda c: c.update(claim_digest=sha256(c["claim"])), both=True)


def _with_meta() -> Certificate:
    return resigned(lambda c: c.update(digest=sha256({k: v for k, v in c.items() if k != "digest"})))
