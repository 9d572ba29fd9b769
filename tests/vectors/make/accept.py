"""Certificates that must be verified: name of the file -> certificate. Truth values come from tests/oracles."""

from __future__ import annotations

import json
from fractions import Fraction

from make import audit_curves, audit_values, chains, filters, kernels, limit_audits, limit_filters, powers
from make.numbers import E_CEILING, E_FLOOR, ONE, TINY, ZERO, E, exp, num, quotient, rational_text, root
from make.plds import (
    IDENTITY,
    LEAK_QUARTER,
    RR2,
    RR3,
    RR4,
    TOTAL_LEAK,
    Certificate,
    approx,
    compose,
    delta,
    dominated,
    epsilon,
    equal,
    file_text,
    incomparable,
    not_dominated,
    pld,
    rr,
    sign,
    swap,
    table,
    violated,
)

# Two ratios, 4/(3e - 1) and 4/(5e - 1), with the same lowest terms.
LOWEST = pld(
    num(8) + num(8) * E,
    [(num(8) * E, num(10)), (num(4), num(3) * E - ONE), (num(4), num(5) * E - ONE)],
)
# Randomized response with the ratio e cut off, or rounded up, after 60 decimals.
NEAR_E, ABOVE_E = (
    table([[1 - 1 / (1 + t), 1 / (1 + t)], [1 / (1 + t), 1 - 1 / (1 + t)]]) for t in (E_FLOOR, E_CEILING)
)
SQRT2 = root(2, "1/2")
MIXED = root(2, "1/3") * exp("1/2")
R_2_QUARTER = table([["1/4", "0"], ["1/2", "1/4"], ["1/4", "1/2"], ["0", "1/4"]])
# rr(1) | approx(0, 1/4): the curves cross at (3e - 1)/4 and at 4/(3e - 1), which are no monomials.
CROSSING = num(3) * E - ONE
JOIN = pld(num(4) + num(4) * E, [(ONE + E, ZERO), (CROSSING, num(4)), (num(4), CROSSING), (ZERO, ONE + E)])
# Ratios k e, and k e cut off after 60 decimals.
NEAR = [(num(k) * E, rr(num(k * E_FLOOR))) for k in (2, 3, 5, 7, 11, 13)]
CUBE4 = root(2, "2/3")
# Two ratios, (3e + 1)/4 and (3e - 1)/4, with the same leading term.
LARGER, LEADING_DEN = num(3) * E + ONE, num(8) + num(6) * E
LEADING = pld(LEADING_DEN, [(LARGER, num(4)), (CROSSING, num(4)), (num(8), num(6) * E)])
# Composed, they have the ratio (e + 1)/(e + 3) twice, once with the factor (e + 2) above and below.
FACTOR_A = pld(num(2) * E + num(5), [(num(3), ZERO), (E + ONE, E + num(2)), (E + ONE, E + num(3))])
FACTOR_B = pld(E + num(4), [(ONE, ZERO), (ONE, ONE), (E + num(2), E + num(3))])
FACTORS_DEN = (num(2) * E + num(5)) * (E + num(4))
FACTORS = [
    (num(5) * E + num(14), ZERO),
    (E + ONE, E + num(2)),
    ((E + ONE) * (E + num(3)), (E + num(3)) * (E + num(3))),
    ((E + ONE) * (E + num(2)), (E + num(3)) * (E + num(3))),
]
AT_3_5 = (
    FACTORS[0][0]
    + (E + ONE) * (E + num(4))
    - num("3/5") * (E + num(2) + (E + num(3)) * (E + num(3)))
)
ROOTS_OF_2 = root(2, "1/3") + root(2, "2/5") + root(2, "1/2")
LEAK_HALF = table([["1/2", "0"], ["1/2", "1"]])
LEAK_THIRD = table([["1/3", "0"], ["2/3", "2/3"], ["0", "1/3"]])
X_1D5 = table([["1/2", "1/4"], ["1/2", "3/4"]])
Y_1D5 = table([["1/5", "1/20"], ["4/5", "19/20"]])
B_1D5 = table([["1/10", "1/80"], ["3/20", "1/20"], ["7/20", "9/40"], ["3/20", "3/20"], ["1/4", "9/16"]])
B_1B1 = table(
    [
        ["8/27", "1/27"],
        ["11/54", "5/108"],
        ["1/4", "1/6"],
        ["1/6", "1/4"],
        ["5/108", "11/54"],
        ["1/27", "8/27"],
    ]
)
B_1BA = table([["3/8", "0"], ["3/8", "1/4"], ["1/4", "3/8"], ["0", "3/8"]])
MEET_RAT1 = table([["1/5", "1/20"], ["1/2", "1/4"], ["1/4", "1/2"], ["1/20", "1/5"]])
S_6SRR = [table([["3/5", "2/5"], ["2/5", "3/5"]]), table([["11/36", "1/9"], ["25/36", "8/9"]])]
B_6SRR = table(
    [["11/60", "2/45"], ["11/90", "1/15"], ["5/12", "16/45"], ["53/450", "13/75"], ["4/25", "9/25"]]
)
X6_QUERIES = [
    table([["1/2", "1/1000001"], ["1/2", "1000000/1000001"]]),
    table([["100/111", "1/1110"], ["109/1110", "109/1110"], ["1/1110", "100/111"]]),
    table([["9/20", "0"], ["11/20", "1"]]),
]
BOTH = ["0", [["0", [None, None]], ["1", [None]]]]

MINIMAL = violated(
    [RR2, LEAK_QUARTER],
    R_2_QUARTER,
    2,
    "2",
    BOTH,
    "The worked example of FORMAT.md: the natural filter lets through 11/36 of a budget of 1/4.",
)


def _dominated() -> dict[str, Certificate]:
    return {
        "rr": dominated(RR2, RR4),
        "reflexive": dominated(rr(E), rr(E)),
        "oracle-K-3-RR7-t2": dominated(RR4, compose((7, RR2))),
        "oracle-K-3-RR5-t4": dominated(rr(num(16)), compose((5, RR4))),
        "oracle-K-1a-1-a": dominated(compose((2, RR2)), R_2_QUARTER),
        "oracle-K-1b-1-a": dominated(compose((1, RR2), (1, RR3)), B_1B1),
        "exponents-tenth": dominated(rr(exp("1/10")), rr(E)),
        "incommensurable": dominated(compose((1, rr(exp("1/2"))), (1, RR2)), rr(num(2) * exp("1/2"))),
        "radicals": dominated(rr(SQRT2), rr(MIXED)),
        "total-leak-has-no-knots": dominated(compose((3, RR4)), TOTAL_LEAK),
        "total-leak-composed": dominated(TOTAL_LEAK, compose((1, TOTAL_LEAK), (2, RR2))),
        "identity-below": dominated(IDENTITY, rr(SQRT2)),
        "zero-times": dominated(compose((0, RR4)), IDENTITY),
        "join-left": dominated(rr(E), JOIN),
        "join-right": dominated(LEAK_QUARTER, JOIN),
        "near-tie": dominated(
            table([[1 - (p := 1 / (1 + E_FLOOR)), p], [p, 1 - p]]),
            rr(E),
            "The ratio on the left is e cut off after 60 decimals.",
        ),
        "near-tie-leak": dominated(approx(ONE, Fraction(1, 4) - TINY), LEAK_QUARTER),
        "asymmetric": dominated(X_1D5, compose((1, X_1D5), (1, Y_1D5))),
        "q-infinite-only": dominated(swap(LEAK_HALF), swap(table([["3/4", "0"], ["1/4", "1"]]))),
    }


def _not_dominated() -> dict[str, Certificate]:
    sup = table(
        [["1/4", "0"], ["5/18", "1/9"], ["2/9", "5/36"], ["5/36", "2/9"], ["1/9", "5/18"], ["0", "1/4"]]
    )
    return {
        "oracle-K-1a-1-c": not_dominated(sup, R_2_QUARTER, "2"),
        "oracle-K-3-RR6-t2": not_dominated(RR4, compose((6, RR2)), "1"),
        "oracle-K-1b-1-c": not_dominated(
            table(
                [
                    ["8/27", "1/27"],
                    ["11/54", "5/108"],
                    ["4/27", "2/27"],
                    ["11/108", "5/54"],
                    ["5/54", "11/108"],
                    ["2/27", "4/27"],
                    ["5/108", "11/54"],
                    ["1/27", "8/27"],
                ]
            ),
            B_1B1,
            "3/2",
        ),
        "near-tie": not_dominated(
            table([[1 - (p := 1 / (1 + E_CEILING)), p], [p, 1 - p]]),
            rr(E),
            E.json(),
            "The ratio on the left is e rounded up after 60 decimals.",
        ),
        "x-quotient": not_dominated(JOIN, rr(E), quotient(exp(2), E)),
        "x-quotient-rational-top": not_dominated(rr(E), IDENTITY, quotient(num(3), ONE + E)),
        "incommensurable": not_dominated(compose((1, rr(E)), (1, RR2)), rr(exp("3/2")), exp("3/2").json()),
        "radicals": not_dominated(rr(MIXED), rr(SQRT2), root(2, "2/3").json()),
        "leak": not_dominated(table([["1/1000", "0"], ["999/1000", "1"]]), rr(exp(5)), "1000"),
        "x-small": not_dominated(swap(LEAK_HALF), RR2, "1/2"),
        "total-leak": not_dominated(TOTAL_LEAK, compose((4, rr(exp(3)))), exp(12).json()),
    }


def _equal() -> dict[str, Certificate]:
    square = (ONE + E) * (ONE + E)
    return {
        "oracle-1a-1": equal(compose((1, RR2), (1, LEAK_QUARTER)), R_2_QUARTER),
        "square": equal(
            compose((2, rr(E))), pld(square, [(exp(2), ONE), (num(2) * E, num(2) * E), (ONE, exp(2))])
        ),
        "scaled": equal(rr(E), pld(E + exp(2), [(exp(2), E), (E, exp(2))])),
        "scaled-by-a-root": equal(
            RR2, pld(num(3) * SQRT2, [(num(2) * SQRT2, SQRT2), (SQRT2, num(2) * SQRT2)])
        ),
        "total-leak": equal(TOTAL_LEAK, compose((1, TOTAL_LEAK), (3, rr(E)))),
        "identity": equal(compose((0, rr(E)), (0, TOTAL_LEAK)), IDENTITY),
        "exchange": equal(compose((1, rr(E)), (1, RR2)), compose((1, RR2), (1, rr(E)))),
        "square-of-roots": equal(
            compose((2, rr(SQRT2))),
            pld(
                (ONE + SQRT2) * (ONE + SQRT2),
                [(num(2), ONE), (num(2) * SQRT2, num(2) * SQRT2), (ONE, num(2))],
            ),
        ),
        "square-of-cube-roots": equal(
            compose((2, rr(CUBE4))),
            pld(
                (ONE + CUBE4) * (ONE + CUBE4),
                [(CUBE4 * CUBE4, ONE), (num(2) * CUBE4, num(2) * CUBE4), (ONE, CUBE4 * CUBE4)],
            ),
        ),
        "near-tie-of-ratios": equal(compose((1, NEAR_E), (1, rr(E))), compose((1, rr(E)), (1, NEAR_E))),
        "near-tie-of-ratios-exchanged": equal(
            compose((1, rr(E)), (1, NEAR_E)), compose((1, NEAR_E), (1, rr(E)))
        ),
        "near-tie-of-ratios-up": equal(compose((1, ABOVE_E), (1, rr(E))), compose((1, rr(E)), (1, ABOVE_E))),
        **{
            f"near-tie-of-ratios-{i}": equal(compose((1, rr(t)), (1, cut)), compose((1, cut), (1, rr(t))))
            for i, (t, cut) in enumerate(NEAR)
        },
        "factor-in-common": equal(compose((1, FACTOR_A), (1, FACTOR_B)), pld(FACTORS_DEN, FACTORS)),
        "order-of-ratios": equal(pld(ONE + MIXED, [(MIXED, ONE), (ONE, MIXED)]), compose((1, rr(MIXED)))),
        "cofactors": equal(
            compose((1, JOIN)),
            pld(
                (num(4) + num(4) * E) * CROSSING,
                [
                    ((ONE + E) * CROSSING, ZERO),
                    (CROSSING * CROSSING, num(4) * CROSSING),
                    (num(4) * CROSSING, CROSSING * CROSSING),
                    (ZERO, (ONE + E) * CROSSING),
                ],
            ),
        ),
    }


def _incomparable() -> dict[str, Certificate]:
    return {
        "oracle-1a-1": incomparable(RR2, LEAK_QUARTER, "1", "2"),
        "oracle-1b-1": incomparable(RR3, compose((2, RR2)), "2", "3"),
        "oracle-1d-5": incomparable(X_1D5, Y_1D5, "1", "3"),
        "oracle-1e": incomparable(LEAK_HALF, LEAK_THIRD, "1", "1/2"),
        "oracle-6-srr-1": incomparable(S_6SRR[0], S_6SRR[1], "1", "2"),
        "exponent": incomparable(rr(E), LEAK_QUARTER, quotient(ONE, ONE + exp(-1)), "2"),
        "radicals": incomparable(rr(MIXED), approx(ONE, "1/10"), "1", root(5, "1/2").json()),
    }


def _delta() -> dict[str, Certificate]:
    meet = compose((2, MEET_RAT1))
    r1 = "0.3378347121470411741763097746500182231206"
    third = quotient(E - exp("1/2"), ONE + E)
    low = Fraction(r1) - Fraction(1, 10**38)
    return {
        "oracle-4-rat1-k2-at-2": delta(meet, "2", value="31/100"),
        "oracle-4-rat1-k2-at-1": delta(meet, "1", value="9/20"),
        "oracle-4-rat1-k2-at-16": delta(meet, "16", value="0"),
        "oracle-4-alg1-2-1": delta(compose((2, RR3), (1, RR2)), "9/2", value="9/32"),
        "oracle-1a-r1": delta(
            compose((2, rr(E))),
            E.json(),
            lower=rational_text(low),
            upper=rational_text(low + Fraction(2, 10**38)),
        ),
        "oracle-3-thm9-lemma": delta(
            compose((8, rr(exp("5/2")))),
            exp("13/2").json(),
            lower=rational_text(Fraction("0.97861358144002931716510231630470")),
        ),
        "quotient": delta(rr(E), exp("1/2").json(), value=third),
        "quotient-other-spelling": delta(
            rr(E), quotient(exp("3/2"), E), value=quotient((E - exp("1/2")) * exp(-3), (ONE + E) * exp(-3))
        ),
        "bounds-are-met": delta(rr(E), exp("1/2").json(), lower=third, upper=third),
        "bounds-around": delta(LEAK_QUARTER, "1", lower="-1", upper="2"),
        "near-ties": delta(
            R_2_QUARTER,
            "2",
            lower=rational_text(Fraction(1, 4) - TINY),
            upper=rational_text(Fraction(1, 4) + TINY),
        ),
        "at-infinity": delta(compose((2, LEAK_QUARTER)), "inf", value="7/16"),
        "at-infinity-none": delta(compose((2, rr(E))), "inf", value="0"),
        "at-infinity-exponent": delta(
            pld(ONE + E, [(E, ZERO), (ONE, ONE + E)]), "inf", value=quotient(E, ONE + E)
        ),
        "total-leak": delta(TOTAL_LEAK, exp(10000).json(), value="1"),
        "identity": delta(IDENTITY, "1/3", value="2/3"),
        "exponent-minus-one": delta(IDENTITY, exp(-1).json(), value=(ONE - exp(-1)).json()),
        "exponent-minus-half": delta(IDENTITY, exp("-1/2").json(), value=(ONE - exp("-1/2")).json()),
        "exponents-of-one-prime": delta(
            IDENTITY,
            (num("1/4") * ROOTS_OF_2).json(),
            lower=(num(-1) * ROOTS_OF_2).json(),
            upper=(num("1/100") * ROOTS_OF_2).json(),
        ),
        "factor-in-common": delta(
            compose((1, FACTOR_A), (1, FACTOR_B)), "3/5", value=quotient(AT_3_5, FACTORS_DEN)
        ),
        "join-at-its-knot": delta(JOIN, quotient(CROSSING * E, num(4) * E), value="1/4"),
        "same-leading-terms": delta(
            compose((1, LEADING)), "2", value=quotient(num(3) * E - num(7), LEADING_DEN)
        ),
        "same-leading-terms-composed": delta(
            compose((1, LEADING), (1, IDENTITY)), "2", value=quotient(num(3) * E - num(7), LEADING_DEN)
        ),
        "same-lowest-terms-composed": delta(
            compose((1, LOWEST), (1, IDENTITY)),
            "9/20",
            value=quotient(num("133/20") * E - num("1/20"), num(8) + num(8) * E),
        ),
        "same-leading-terms-twice": delta(
            compose((2, LEADING)),
            "5",
            value=quotient(LARGER * LARGER - num(80), LEADING_DEN * LEADING_DEN),
        ),
        "radicals": delta(rr(SQRT2), "1", value=quotient(SQRT2 - ONE, SQRT2 + ONE)),
        "below-all-knots": delta(compose((3, RR2)), "1/8", upper="7/8", lower="7/8"),
    }


def _epsilon() -> dict[str, Certificate]:
    leak = approx(E, "1/4")
    return {
        "rational": epsilon(RR2, "0", exp_value="2"),
        "exponent": epsilon(rr(E), "0", exp_value=E.json()),
        "exponent-quotient": epsilon(rr(E), "0", exp_value=quotient(exp(3), exp(2))),
        "exponent-bounds-are-met": epsilon(rr(E), "0", lower="1", upper="1"),
        "radical": epsilon(rr(SQRT2), "0", exp_value=SQRT2.json()),
        "on-a-piece": epsilon(rr(E), "1/4", exp_value=(CROSSING * num("1/4")).json()),
        "on-a-piece-bounds": epsilon(rr(E), "1/4", lower="2907/5000", upper="727/1250"),
        "upper-far": epsilon(rr(E), "1/4", upper="10000"),
        "lower-far": epsilon(rr(E), "1/4", lower="-10000"),
        "leak-reached-at-last-knot": epsilon(leak, "1/4", exp_value=E.json()),
        "leak-reached-lower": epsilon(leak, "1/4", lower="1"),
        "leak-upper-on-the-flat-piece": epsilon(leak, "1/4", upper="7/2"),
        "infinite": epsilon(leak, "1/8", exp_value="inf"),
        "infinite-near": epsilon(leak, rational_text(Fraction(1, 4) - TINY), exp_value="inf"),
        "infinite-lower": epsilon(TOTAL_LEAK, rational_text(1 - TINY), lower="10000"),
        "minus-infinite": epsilon(leak, "1", exp_value="0"),
        "minus-infinite-total-leak": epsilon(TOTAL_LEAK, "1", exp_value="0"),
        "minus-infinite-upper": epsilon(rr(E), "1", upper="-9"),
        "below-all-knots": epsilon(LEAK_QUARTER, "3/4", exp_value="1/3"),
        "below-all-knots-upper": epsilon(LEAK_QUARTER, "3/4", upper="-1", lower="-11/10"),
        "identity": epsilon(IDENTITY, "0", exp_value="1"),
        "identity-lower": epsilon(IDENTITY, "0", lower="0", upper="0"),
        "delta-quotient": epsilon(rr(E), quotient(E - exp("1/2"), ONE + E), exp_value=exp("1/2").json()),
        "composed": epsilon(compose((2, RR2)), "2/9", exp_value="2"),
        "near-tie": epsilon(rr(E), "0", lower=rational_text(1 - TINY), upper=rational_text(1 + TINY)),
    }


def _violated() -> dict[str, Certificate]:
    stop2 = [None, None]
    three = ["0", [["1", stop2], ["0", [["0", stop2], None]]]]
    three_second = ["0", [["1", stop2], ["0", [["0", stop2], ["0", stop2]]]]]
    return {
        "minimal": MINIMAL,
        "oracle-1a-3": violated(
            [RR4, table([["12/25", "0"], ["13/25", "13/25"], ["0", "12/25"]])],
            approx(num(4), "12/25"),
            2,
            "4",
            BOTH,
        ),
        "oracle-1a-r1": violated([rr(E), approx(ONE, "2/5")], approx(E, "2/5"), 2, E.json(), BOTH),
        "oracle-1a-r3": violated(
            [rr(exp("1/10")), approx(ONE, "3/100")], approx(exp("1/10"), "3/100"), 2, exp("1/10").json(), BOTH
        ),
        "oracle-1b-1": violated([RR2, RR3], B_1B1, 3, "3/2", three),
        "oracle-1b-1-all-branches": violated([RR2, RR3], B_1B1, 3, "3/2", three_second),
        "oracle-1b-approx-2-3-2": violated([RR2, RR3], B_1BA, 3, "3/2", three),
        "oracle-1d-5": violated([X_1D5, Y_1D5], B_1D5, 2, "14/9", ["0", [["0", stop2], ["1", stop2]]]),
        "oracle-6-srr-1": violated(S_6SRR, B_6SRR, 2, "75/64", ["0", [["0", stop2], ["1", stop2]]]),
        "oracle-X3": violated(
            [table([["4/7", "3/7"], ["3/7", "4/7"]]), LEAK_HALF, LEAK_THIRD],
            table([["1/2", "0"], ["1/2", "2/3"], ["0", "1/3"]]),
            2,
            "3/4",
            ["0", [["2", [None]], ["1", [None]]]],
        ),
        "oracle-X6-N2": violated(
            X6_QUERIES,
            approx(num("1000001/2"), "9/20"),
            2,
            "1000001/2",
            ["0", [["1", [None, None, None]], ["2", [None]]]],
        ),
        "identity-first": violated(
            [IDENTITY, RR2, LEAK_QUARTER],
            compose((1, RR2), (1, LEAK_QUARTER)),
            16,
            "2",
            ["0", [["1", [["1", stop2], ["2", [None]]]]]],
        ),
        "radicals": violated([rr(SQRT2), approx(ONE, "1/8")], approx(SQRT2, "1/8"), 2, SQRT2.json(), BOTH),
        "x-between-knots": violated([RR2, LEAK_QUARTER], R_2_QUARTER, 2, quotient(num(7), ONE + E), BOTH),
        "query-never-played": violated([RR2, LEAK_QUARTER, TOTAL_LEAK], R_2_QUARTER, 2, "2", BOTH),
    }


def _spelling() -> dict[str, str]:
    """Return files that are spelled in unusual ways, all allowed, with the text as it stands in the file."""
    spread = json.dumps(MINIMAL, indent=3).replace("\n", "\r\n\t") + " \r\n\t \n"
    hidden = json.loads(json.dumps(MINIMAL))
    hidden["meta"] = {"note": "[" * 100 + '{"a": \\' + "[" * 100, "": "", "digest": "believed by nobody"}
    bare = dict(hidden, meta={})
    people = dict(
        hidden, meta={"note": "epsilon is \u03b5, \u0661 is a digit, \U0001f512", "created": "today"}
    )
    hexes = delta(RR2, "1", lower=hex(-(16**16384 - 1)), upper=hex(10**60))
    fraction = delta(RR2, "1", lower="-1/" + hex(10**60 + 7), upper=hex(10**60 + 1) + "/3")
    escaped = file_text(MINIMAL).replace('"den"', '"\\u0064en"').replace('"3"', '"\\u0033"')
    backwards = {k: MINIMAL[k] for k in reversed(list(MINIMAL))}
    return {
        "white-space": spread,
        "brackets-in-a-text": file_text(hidden),
        "empty-meta": file_text(bare),
        "meta-for-people": json.dumps(people, ensure_ascii=False) + "\n",
        "longest-integer": file_text(hexes),
        "hexadecimal": file_text(fraction),
        "escapes": escaped,
        "backwards": file_text(backwards),
        "no-final-newline": file_text(MINIMAL).rstrip("\n"),
        "compact": json.dumps(MINIMAL, separators=(",", ":")),
    }


def _limits() -> dict[str, Certificate]:
    """Return files that just keep a limit of section 7."""
    primes = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53]
    many = ONE
    for p in primes:
        many = many * root(p, "1/2")
    big = root(2**64 - 59, "1/2")
    root_of_e = exp(Fraction(1, 2**256 - 1))
    return {
        "exponent-10000": delta(RR2, exp(10000).json(), value="0"),
        "exponent-minus-10000": delta(RR2, exp(-10000).json(), value=(ONE - exp(-10000)).json()),
        "exponent-denominator": delta(
            RR2, root_of_e.json(), value=((num(2) - root_of_e) * num("1/3")).json()
        ),
        "primes-16": dominated(rr(many), rr(many)),
        "prime-largest": not_dominated(rr(big), RR2, "1000000"),
        "atoms-20000": delta(compose((159, RR2), (124, RR3)), "inf", value="0"),
        "compose-64-items": equal(compose(*[(0, RR2)] * 63, (1, rr(E))), rr(E)),
        "rounds-16": violated([RR2, LEAK_QUARTER], R_2_QUARTER, 16, "2", BOTH),
        "times-10000": equal(compose((10000, IDENTITY), (1, RR2)), RR2),
    }


def build() -> dict[str, str]:
    """Return file name -> content."""
    from make import identities, limit_theorems, pure_dp  # these take PLDs from here

    tables = {
        "dominated": _dominated(),
        "not-dominated": _not_dominated(),
        "equal": _equal(),
        "incomparable": _incomparable(),
        "delta": _delta(),
        "epsilon": _epsilon(),
        "natural-filter-violated": _violated(),
        "limit-kept": _limits() | limit_filters.kept() | limit_audits.kept() | limit_theorems.kept(),
        "kernel": kernels.accepted(),
        "power": powers.accepted(),
    }
    files = {
        f"{kind}-{name}.json": file_text(sign(c)) for kind, rows in tables.items() for name, c in rows.items()
    }
    parts = (filters, chains, audit_values, audit_curves, identities, pure_dp)
    files |= {f"{name}.json": file_text(c) for part in parts for name, c in part.accepted().items()}
    files |= {f"spelling-{name}.json": text for name, text in _spelling().items()}
    return files
