"""Accepted audits of version 4: what a number that was said is worth, for every quantity but whole curves.

Those called B are public reports about released accountants; the floats that they gave stand as the fractions that they are.
"""

from __future__ import annotations

from fractions import Fraction

from make.audits import (
    NEAR,
    exponential,
    h,
    invalid,
    log_below,
    many,
    masses,
    moment,
    of,
    responses,
    said,
    text,
    tradeoff,
    version_4,
    violated,
)
from make.chains import residue
from make.filters import BOTH, free_worked, with_all
from make.kernels import by_kernel
from make.numbers import E_CEILING, E_FLOOR, ONE, TINY, E, Json, exp, num, quotient, root
from make.plds import IDENTITY, LEAK_QUARTER, RR2, RR3, TOTAL_LEAK, Certificate, approx, compose, delta, rr, swap, table
from make.plds import violated as filter_violated

HALF_P = table([["1/2", "0"], ["1/2", "1"]])  # leaks under P only
ASYMMETRIC = table([["1/2", "1/4"], ["1/2", "3/4"]])
B08 = table([["1", "1/2"], ["0", "1/2"]])
B14 = table([["15/16", "1/16"], ["1/16", "15/16"]])
B15 = table([["1/24", "0"], ["23/24", "1"]])
B17 = table([["1/2", "1/4"], ["1/2", "3/4"]])
B19 = table([["2/3", "1/6"], ["1/6", "1/6"], ["1/6", "2/3"]])
B41 = table([["11/31", "6/31"], ["6/31", "4/31"], ["4/31", "4/31"], ["4/31", "6/31"], ["6/31", "11/31"]])
LEAKY = approx(num(2), "1/10")
SQRT2 = root(2, "1/2")
X_RR_E = exp("1/2")
RR_E_AT = (E - X_RR_E, ONE + E)  # h(e^(1/2)) of rr(1)
# h(e^(1/2)) of approx(1, 1/2).
BESIDE = quotient(ONE + num(2) * E - X_RR_E, num(2) + num(2) * E)
SKEWED = table([["1/2", "1/8"], ["3/8", "1/8"], ["1/8", "3/4"]])
TOP_HEAVY = table([["9/10", "6/10"], ["1/10", "4/10"]])
SMALL_TAIL = 6.857430571943975e-26


def both(plain: Json) -> list[Json]:
    """Return a PLD and its dual."""
    return [plain, swap(plain)]


def at(x: Json) -> Json:
    """Return delta at x."""
    return of("delta", x=x)


def nats(value: float) -> Json:
    """Return e to the power of a float."""
    return exp(Fraction(value)).json()


MINIMAL = violated(
    at("2"),
    said("upper", "2/5", "1/32"),
    [compose((2, RR3))],
    note="The worked example of FORMAT.md: h(2) is 7/16.",
    claimant="an accountant 1.0",
)


def _delta() -> dict[str, Certificate]:
    leak = compose((10, table([["1/10", "0"], ["9/10", "9/10"], ["0", "1/10"]])))
    leak_delta = 1 - Fraction(9, 10) ** 10
    curve = h(responses(200, 3), Fraction(3, 2))
    claimed = Fraction(0.9999999999999586)
    tail = responses(200, 3)
    # The curve falls by less than 2^-60 between 3/2 and the float.
    shortfall = curve - claimed
    return {
        "B08": violated(at(nats(5.0)), said("upper", "0"), both(B08), claimant="dp-accounting 0.6.0, default arguments"),
        "B08-by": violated(at(nats(5.0)), said("upper", "0", "1/2"), [swap(B08), B08]),
        "B01": violated(at("inf"), said("upper", text(0.2771017855094307), text(leak_delta - Fraction(0.2771017855094307))), [leak]),
        "B01-at-its-epsilon": violated(
            at(nats(0.6598972928084423)), said("upper", text(0.2771017855094307)), [leak], claimant="smartnoise-sql 1.0.10 Odometer.spent"
        ),
        "B09": violated(
            at(nats(218.62384544495382)),
            said("lower", text(1e-15), text(Fraction(1e-15) - Fraction(SMALL_TAIL) * 2)),
            [compose((200, RR3))],
            note=f"Between the last two knots the curve is about {float(h(tail, Fraction(3) ** 199)):.6g}.",
        ),
        "B10": violated(
            at(nats(0.4054651081081644)),
            said("upper", text(claimed), text(shortfall - NEAR)),
            [compose((200, RR3))],
            claimant="dp-accounting 0.6.0, pessimistic, interval 1e-3",
        ),
        "B15": violated(at("inf"), said("upper", "1/48", "1/48"), both(B15)),
        "B19": violated(at("2"), said("upper", "0", "1/3"), both(B19)),
        "B38": violated(at(nats(10000.0)), said("upper", "0", "1"), [TOTAL_LEAK]),
        "B43": violated(at("3/2"), said("upper", "0"), both(table([["49/96", "2/3"], ["11/48", "1/6"], ["25/96", "1/6"]][::-1]))),
        "upper-near": violated(at("1"), said("upper", text(Fraction(1, 3) - TINY)), [RR2]),
        "lower-near": violated(at("1"), said("lower", text(Fraction(1, 3) + TINY)), [RR2]),
        "upper-irrational": violated(at(X_RR_E.json()), said("upper", "0", quotient(*RR_E_AT)), [rr(E)]),
        "upper-irrational-by": violated(at(X_RR_E.json()), said("upper", quotient(RR_E_AT[0] - num(2) * RR_E_AT[1], RR_E_AT[1]), "2"), [rr(E)]),
        "lower-irrational": violated(at(X_RR_E.json()), said("lower", quotient(RR_E_AT[0] + num("1/7") * RR_E_AT[1], RR_E_AT[1]), "1/7"), [rr(E)]),
        "upper-near-irrational": violated(at("1"), said("upper", "0", text(1 - 2 / (1 + E_FLOOR))), [rr(E)]),
        "lower-near-irrational": violated(at("1"), said("lower", "1", text(2 / (1 + E_CEILING))), [rr(E)]),
        "by-irrational": violated(at("1"), said("upper", "0", (num("1/3") * (E - num("1/1000")) * exp(-1)).json()), [RR2]),
        "upper-negative": violated(at("5"), said("upper", text(-TINY)), [RR2], note="Nothing is less than 0."),
        "lower-above-1": violated(at("1/1000000"), said("lower", text(1 + TINY), text(TINY)), [TOTAL_LEAK]),
        "upper-second-pair-only": violated(at("3/2"), said("upper", "0", "1/8"), [IDENTITY, ASYMMETRIC]),
        "lower-of-both-pairs": violated(at("1"), said("lower", text(Fraction(1, 3) + TINY), text(TINY)), [RR2, LEAK_QUARTER, IDENTITY]),
        "lower-infinite-x": violated(at("inf"), said("lower", text(TINY)), both(RR3)),
        "pairs-16": violated(at("1"), said("upper", "1/3"), [*[RR2] * 15, RR3]),
        "x-quotient": violated(
            at(quotient(num(3), ONE + E)), said("upper", quotient(E - num(2), ONE + E)), [IDENTITY, compose((1, RR2), (1, rr(E)))]
        ),
    }


def _epsilon() -> dict[str, Certificate]:
    result: dict[str, Certificate] = {}
    reports = [
        ("B03-3-100", 3, 100, 1e-6, 76.988604709214, "prv-accountant 0.2.0"),
        ("B03-10-100", 10, 100, 1e-3, 12.121832266000101, "prv-accountant 0.2.0"),
        ("B03-2-400", 2, 400, 1e-6, 134.54441548415892, "prv-accountant 0.2.0"),
        ("B04-3-20", 3, 20, 1e-6, 20.33457432318466, "prv-accountant 0.2.0, Renyi"),
    ]
    for name, t, times, level, value, claimant in reports:
        exact = exponential(responses(times, t), Fraction(level))
        by = log_below(exact, 9) - Fraction(value)
        result[name] = violated(
            of("epsilon", delta=text(level)), said("upper", text(value), text(by)), [compose((times, rr(num(t))))], claimant=claimant
        )
    leak, at_leak = LEAKY, of("epsilon", delta="1/10")
    failing = table(
        [
            ["1/1000000000", "0"],
            ["2999999997/4000000000", "999999999/4000000000"],
            ["999999999/4000000000", "2999999997/4000000000"],
            ["0", "1/1000000000"],
        ]
    )
    exact = exponential(many(40, failing), Fraction(1, 100000))
    result["B03-approx-3-40"] = violated(
        of("epsilon", delta="1/100000"),
        said("upper", text(39.66658600511387), text(log_below(exact, 9) - Fraction(39.66658600511387))),
        [compose((40, failing))],
    )
    two = text(log_below(2, 40))
    return result | {
        "B05": violated(of("epsilon", delta="1/10"), said("lower", "inf"), [leak], note="At the infinite mass itself epsilon is finite."),
        "B06": violated(of("epsilon", delta="2/5"), said("lower", text(-0.21541631860717722)), both(RR2), note="ln(4/5) is less."),
        "B06-by": violated(of("epsilon", delta="2/5"), said("upper", "-1/4", "1/40"), both(RR2)),
        "B14": violated(of("epsilon", delta="0"), said("upper", text(1.0986122886681096914), "8/5"), [B14]),
        "B19": violated(
            of("epsilon", delta="0"), said("upper", text(0.6931471805599453), text(Fraction(0.6931471805599453) * Fraction(99999, 100000))), both(B19)
        ),
        "B41": violated(of("epsilon", delta="0"), said("lower", two), both(B41), note="Less than ln 2: 11/6."),
        "upper-near": violated(of("epsilon", delta="0"), said("upper", text(1 - TINY)), [rr(E)]),
        "lower-near": violated(of("epsilon", delta="0"), said("lower", text(1 + TINY), text(TINY)), [rr(E)]),
        "upper-by-is-met": violated(of("epsilon", delta="0"), said("upper", "1/3", "2/3"), [rr(E)]),
        "upper-by-is-met-between": violated(of("epsilon", delta=quotient(*RR_E_AT)), said("upper", "-1/2", "1"), [rr(E)]),
        "upper-by-is-met-beside-a-leak": violated(of("epsilon", delta=BESIDE), said("upper", "-1/2", "1"), [approx(E, "1/2")]),
        "lower-by-is-met-between": violated(of("epsilon", delta=quotient(*RR_E_AT)), said("lower", "3", "5/2"), [rr(E)]),
        "infinite": violated(of("epsilon", delta=text(Fraction(1, 10) - TINY)), said("upper", "10000"), [RR2, leak]),
        "infinite-by": violated(of("epsilon", delta="0"), said("upper", "-5", "9999"), [TOTAL_LEAK]),
        "minus-infinite": violated(of("epsilon", delta="1"), said("lower", "-10000"), [TOTAL_LEAK, RR2]),
        "minus-infinite-by": violated(of("epsilon", delta="1"), said("lower", "-5000", "5000"), [IDENTITY]),
        "said-minus-infinite": violated(of("epsilon", delta=text(1 - TINY)), said("upper", "-inf"), both(RR2)),
        "said-infinite": violated(of("epsilon", delta="0"), said("lower", "inf"), both(rr(exp(400)))),
        "still-falling": violated(at_leak, said("upper", text(log_below(2)), text(NEAR / 2**60)), [leak], note="h is 1/10 from 2 on."),
        "flat": violated(at_leak, said("lower", text(log_below(2) + Fraction(2, 10**30)), text(Fraction(1, 10**30))), [leak]),
        "below-all-knots": violated(of("epsilon", delta="3/4"), said("lower", "-1", text(log_below(3) - 1)), [LEAK_QUARTER]),
        "of-the-larger": violated(of("epsilon", delta="1/8"), said("upper", "0"), both(SKEWED)),
        "lower-of-all": violated(of("epsilon", delta="1/8"), said("lower", "2"), [*both(SKEWED), RR2]),
        "delta-irrational": violated(of("epsilon", delta=(num("1/10") * SQRT2).json()), said("upper", "0"), [RR2, rr(SQRT2)]),
        "composed": violated(of("epsilon", delta="1/100"), said("upper", "1", "1/100"), [compose((2, RR2), (1, rr(exp("1/2"))))]),
    }


def _clipped() -> dict[str, Certificate]:
    def clipped(delta: str) -> Json:
        return of("clipped-epsilon", delta=delta)

    return {
        "B06": violated(clipped("2/5"), said("upper", text(-0.11391744248344127)), both(RR2), note="prv-accountant 0.2.0; ln(4/5), so 0."),
        "B06-by": violated(clipped("2/5"), said("upper", text(-0.12504699112350837), text(0.12504699112350837)), both(RR2)),
        "lower-of-zero": violated(clipped("2/5"), said("lower", text(TINY), text(TINY)), both(RR2)),
        "minus-infinite": violated(clipped("1"), said("upper", "-inf"), [RR2], note="Of -inf it is 0, too."),
        "minus-infinite-lower": violated(clipped("1"), said("lower", "1/10", "1/10"), [TOTAL_LEAK]),
        "positive": violated(clipped("0"), said("upper", "1/3", "2/3"), [IDENTITY, rr(E)]),
        "positive-lower": violated(clipped("0"), said("lower", "4/3", "1/3"), [IDENTITY, rr(E)]),
        "infinite": violated(clipped("1/16"), said("upper", "9000", "1000"), both(HALF_P)),
        "said-infinite": violated(clipped("1/2"), said("lower", "inf"), both(HALF_P)),
    }


def _tradeoff() -> dict[str, Certificate]:
    def alpha(value: Json) -> Json:
        return of("tradeoff", alpha=value)

    skewed, dual = masses(SKEWED), masses(swap(SKEWED))
    least = min(tradeoff(skewed, Fraction(1, 10)), tradeoff(dual, Fraction(1, 10)))
    three, nine = many(3, LEAKY), many(9, LEAKY)
    return {
        "lower": violated(alpha("1/10"), said("lower", "9/10"), both(RR2)),
        "lower-by": violated(alpha("1/10"), said("lower", "9/10", text(Fraction(9, 10) - least)), both(SKEWED)),
        "lower-one-pair": violated(alpha("1/10"), said("lower", "9/10"), [IDENTITY, IDENTITY, RR2]),
        "lower-near": violated(alpha("1/3"), said("lower", text(Fraction(1, 3) + TINY), text(TINY)), [RR2]),
        "upper-near": violated(alpha("1/3"), said("upper", text(Fraction(1, 3) - TINY), text(TINY)), [RR2]),
        "upper-both-pairs": violated(alpha("1/10"), said("upper", text(least - NEAR), text(NEAR)), both(SKEWED)),
        "upper-at-0": violated(alpha("0"), said("upper", "4/5", "1/10"), [LEAKY], note="Only the loss -inf is given up for nothing."),
        "lower-at-0": violated(alpha("0"), said("lower", "1", "1/10"), [LEAKY]),
        "lower-at-0-P-only": violated(alpha("0"), said("lower", text(1 + TINY)), [HALF_P]),
        "upper-at-1": violated(alpha("1"), said("upper", "-1/2", "1/2"), both(RR2)),
        "lower-at-1": violated(alpha("1"), said("lower", text(TINY), text(TINY)), both(RR2)),
        "upper-at-1-negative": violated(alpha("1"), said("upper", text(-TINY)), [ASYMMETRIC]),
        "lower-at-1-positive": violated(alpha("1"), said("lower", text(TINY)), [ASYMMETRIC]),
        "beyond-the-infinite-mass": violated(alpha("9/10"), said("lower", "1/20", "1/20"), [LEAKY]),
        "inside-the-infinite-mass": violated(alpha("19/20"), said("lower", text(TINY)), [LEAKY], note="f is 0 there, not negative."),
        "total-leak": violated(alpha("0"), said("lower", text(TINY)), [TOTAL_LEAK]),
        "identity": violated(alpha("1/7"), said("upper", "0", "6/7"), [IDENTITY]),
        "alpha-irrational": violated(alpha((num("1/2") * SQRT2).json()), said("upper", "0", (num("1/2") - num("1/4") * SQRT2).json()), [RR2]),
        "rr-1": violated(alpha(quotient(ONE, ONE + E)), said("lower", "1/2", quotient(E - ONE, num(2) + num(2) * E)), [rr(E)]),
        "on-a-piece": violated(alpha("1/2"), said("upper", "0", quotient(ONE, num(2) * E)), [rr(E)]),
        "composed": violated(alpha("1/20"), said("lower", "19/20", text(Fraction(19, 20) - tradeoff(three, Fraction(1, 20)))), [compose((3, LEAKY))]),
        "many-atoms": violated(alpha("1/7"), said("lower", text(tradeoff(nine, Fraction(1, 7)) + TINY)), [compose((9, LEAKY))]),
        "many-atoms-upper": violated(alpha("1/7"), said("upper", text(tradeoff(nine, Fraction(1, 7)) - TINY)), [compose((9, LEAKY))]),
        "dual-of-an-asymmetric-pair": violated(alpha("1/2"), said("lower", "1/2", "1/4"), both(ASYMMETRIC)),
    }


def _renyi() -> dict[str, Certificate]:
    def order(n: int) -> Json:
        return of("renyi", order=str(n))

    claimed = Fraction(0.12011325347955035)
    return {
        "B04": violated(
            order(2),
            said("upper", text(0.5493061443340549), "297/1000"),
            both(RR3),
            note="prv-accountant 0.2.0: ln(3)/2; ln(7/3) is right.",
            claimant="prv-accountant 0.2.0, Renyi",
        ),
        "B17": violated(
            order(2), said("upper", text(claimed), text(log_below(Fraction(4, 3)) - claimed)), [B17], note="eps^2/4, the bound of another mechanism."
        ),
        "B17-dual": violated(order(2), said("upper", text(claimed)), both(B17)),
        "lower": violated(order(2), said("lower", "106/125", text(Fraction(848, 1000) - log_below(Fraction(7, 3)) - Fraction(1, 10**30))), both(RR3)),
        "upper-near": violated(order(2), said("upper", text(log_below(Fraction(4, 3), 60))), [B17]),
        "lower-near": violated(order(2), said("lower", text(log_below(Fraction(4, 3), 60) + TINY)), [B17]),
        "order-7": violated(order(7), said("upper", "1", text(log_below(moment(masses(SKEWED), 7), 20) / 6 - 1)), [SKEWED]),
        "order-256": violated(order(256), said("upper", text(log_below(moment(masses(RR2), 256), 50) / 255)), [RR2]),
        "order-256-lower": violated(order(256), said("lower", text((log_below(moment(masses(RR2), 256), 50) + Fraction(1, 10**50)) / 255)), [RR2]),
        "of-the-larger": violated(order(3), said("upper", text(log_below(moment(masses(ASYMMETRIC), 3)) / 2)), [swap(ASYMMETRIC), ASYMMETRIC]),
        "lower-of-both": violated(order(3), said("lower", "1"), both(ASYMMETRIC)),
        "infinite": violated(order(2), said("upper", "9000", "1000"), both(HALF_P)),
        "minus-infinite-mass-only": violated(
            order(2),
            said("lower", text(log_below(2) + Fraction(2, 10**30)), text(Fraction(1, 10**30))),
            [swap(HALF_P)],
            note="What Q alone has does no harm: ln 2.",
        ),
        "said-infinite": violated(order(5), said("lower", "inf"), both(RR2)),
        "identity": violated(order(2), said("lower", text(TINY), text(TINY)), [IDENTITY]),
        "identity-upper": violated(order(2), said("upper", "-2", "2"), [IDENTITY]),
        "irrational": violated(order(2), said("upper", "7/10"), [rr(E)]),
        "irrational-is-met": violated(order(2), said("upper", "1/2", "1/2"), [table_of_e()]),
        "irrational-is-met-scaled": violated(order(3), said("lower", "3/2", "1/2"), [SCALED]),
        "infinite-item": violated(order(2), said("upper", "5"), [compose((1, RR2), (1, HALF_P), (0, RR3))]),
        "composed": violated(order(3), said("upper", text(2 * log_below(moment(masses(RR2), 3)) / 2)), [compose((2, RR2))]),
        "cancelling": violated(
            order(2), said("upper", text(log_below(1 / CANCELLED, 15))), [cancelling()], note="64 bits do not tell a mass from 0."
        ),
        "cancelling-lower": violated(
            order(3), said("lower", text(3 * log_below(1 / CANCELLED, 15) + Fraction(3, 10**15))), [compose((3, cancelling()))]
        ),
    }


def table_of_e() -> Json:
    """Return the pair (1, 1/e), (0, 1 - 1/e), whose divergence of any order is 1."""
    return {"den": E.json(), "atoms": [[E.json(), "1"], ["0", (E - ONE).json()]]}


# The same with other numerators.
SCALED = {"den": (num(2) * E).json(), "atoms": [[(num(2) * E).json(), "2"], ["0", (num(2) * E - num(2)).json()]]}


# What 10^40 e has behind the point, with 20 of its digits.
CANCELLED = 10**40 * E_FLOOR % 1


def cancelling() -> Json:
    """Return the pair (1, c), (0, 1 - c), c the part of 10^40 e behind the point: its moments are c^(1 - n)."""
    c = num(10**40) * E - num(10**40 * E_FLOOR // 1)
    return {"den": "1", "atoms": [["1", c.json()], ["0", (ONE - c).json()]]}


def gdp(  # noqa: PLR0917  (the parts of the claim and of the witness)
    mu: Json, pairs: list[Json], pair: int, x: Json, t: Json, by: Json = None, note: str = ""
) -> Certificate:
    """Return an audit of a level of Gaussian privacy."""
    return violated(of("gdp"), said("upper", mu, by), pairs, {"pair": str(pair), "x": x, "t": t}, note)


def _gdp() -> dict[str, Certificate]:
    """Phi(-0.430727...) = 1/3, so rr(ln 2) has mu = 0.861454...; Phi(-0.616017...) = 1/(1 + e)."""
    third, mu = Fraction("-0.43072729929545749020594039277"), Fraction("0.86145459859091498041188078554")
    t = text(Fraction("-0.43072"))
    return {
        "rr": gdp("43/50", both(RR2), 0, "2", t),
        "by": gdp("43/50", both(RR2), 1, "2", t, text(Fraction(14, 10000))),
        "near": gdp(text(mu - 3 * NEAR), [RR2], 0, "2", text(third + NEAR), text(NEAR)),
        "long-denominators": gdp(
            text(Fraction(43, 50) + Fraction(1, 3**200)), [RR2], 0, "2", text(Fraction("-0.43072") - Fraction(1, 7**150)), text(Fraction(1, 2**300))
        ),
        "x-between": gdp("43/50", [RR2], 0, "1", t),
        "x-irrational": gdp("43/50", [RR2], 0, SQRT2.json(), t),
        "half": gdp("1/2", [table([["3/4", "1/2"], ["1/4", "1/2"]])], 0, "3/2", "0", "1/10", note="Phi(0) is 1/2, no more."),
        "second-pair": gdp("1/2", [IDENTITY, RR2], 1, "2", t),
        "negative": gdp("-1/100", [RR2], 0, "2", t, "43/50"),
        "infinite": gdp("50", [LEAKY], 0, "1000", "-64", note="1/10 > Phi(-14)."),
        "P-only": gdp("63", [HALF_P], 0, "1000000", "-64", "99/100", note="1/2 > Phi(-1/100)."),
        "t-positive": gdp("1", [TOP_HEAVY], 0, "3/2", "127/500"),
        "irrational": gdp("6/5", [rr(E)], 0, E.json(), text(Fraction(-6160, 10000)), "1/50"),
        "composed": gdp("1", [compose((4, RR2))], 0, "4", text(Fraction(-118, 100))),
    }


def spend(side: str, value: Json, *parts: tuple[int, Json], by: Json = None, note: str = "") -> Certificate:
    """Return an audit of a sum of spends."""
    return violated(of("spend", spends=[[str(times), each] for times, each in parts]), said(side, value, by), [], note=note)


def _spend() -> dict[str, Certificate]:
    tenth, root_e = text(0.1), exp("1/2")
    return {
        "B22-10": spend("upper", text(0.9999999999999999), (10, tenth), note="Ten times the float 0.1, added up in floats."),
        "B22-10-at-1": spend("upper", "1", *[(1, tenth)] * 10, by=text(Fraction(1, 2**54))),
        "B22-11": spend("lower", text(1.0000000000000002), (11, "1/11"), by=text(Fraction(1, 2**52))),
        "B22-dpl": spend("lower", text(0.30000000000000004), (3, "1/10")),
        "near": spend("upper", "1", (3, "1/3"), (1, text(TINY)), by=text(TINY)),
        "zero-times": spend("lower", text(TINY), (0, "1000000"), (0, E.json())),
        "negative": spend("lower", "0", (2, "1"), (5, "-1/2"), by="1/2"),
        "irrational": spend("upper", "11", (2, SQRT2.json()), (3, E.json()), (1, quotient(ONE, ONE + E)), by="1/5"),
        "irrational-is-met": spend("upper", (E - ONE).json(), (2, root_e.json()), (2, (num("1/2") * E - root_e).json()), by="1"),
        "quotient-is-met": spend("lower", "3", (2, quotient(E, num(2) + num(2) * E)), (1, quotient(ONE, ONE + E)), by="2"),
        "quotient-near": spend("lower", text(1 + TINY), (2, quotient(E, num(2) + num(2) * E)), (1, quotient(ONE, ONE + E))),
        "cut-off": spend("upper", text(E_FLOOR), (1, E.json())),
        "rounded-up": spend("lower", text(3 * E_CEILING), (3, E.json())),
    }


def _invalid() -> dict[str, Certificate]:
    every = {
        "delta": of("delta", x="2"),
        "epsilon": of("epsilon", delta="1/10"),
        "clipped-epsilon": of("clipped-epsilon", delta="1/10"),
        "tradeoff": of("tradeoff", alpha="1/3"),
        "renyi": of("renyi", order="2"),
        "gdp": of("gdp"),
        "spend": of("spend", spends=[["3", "1/10"]]),
    }
    result = {f"{name}-nan": invalid(quantity, {"value": "nan"}) for name, quantity in every.items()}
    for name in ("delta", "tradeoff", "clipped-epsilon", "renyi", "gdp"):
        result[f"{name}-minus-infinite"] = invalid(every[name], {"value": "-inf"})
        result[f"{name}-negative"] = invalid(every[name], {"value": text(-TINY)})
    for name, quantity in every.items():
        result[f"{name}-crossed"] = invalid(quantity, {"lower": text(TINY), "upper": "0"})
        if name in ("delta", "tradeoff"):
            result[f"{name}-infinite"] = invalid(quantity, {"value": "inf"})
    above = (E - num(E_FLOOR) + num("2/3")).json()
    epsilon = of("epsilon")
    return result | {
        "delta-above-1": invalid(every["delta"], {"value": text(1 + TINY)}),
        "delta-at-inf-above-1": invalid(of("delta", x="inf"), {"value": "2"}),
        "delta-irrational": invalid(every["delta"], {"value": (E - num(E_FLOOR) + ONE).json()}),
        "delta-quotient": invalid(every["delta"], {"value": quotient(num(E_FLOOR) - E, ONE + E)}),
        "tradeoff-above": invalid(every["tradeoff"], {"value": text(Fraction(2, 3) + TINY)}, note="The error under Q is at most 1 - alpha."),
        "tradeoff-above-irrational": invalid(every["tradeoff"], {"value": above}),
        "tradeoff-at-1": invalid(of("tradeoff", alpha="1"), {"value": text(TINY)}),
        "tradeoff-alpha-irrational": invalid(
            of("tradeoff", alpha=(num("1/2") * SQRT2).json()), {"value": (num(1 + TINY) - num("1/2") * SQRT2).json()}
        ),
        "epsilon-B06": invalid(
            of("epsilon", delta="2/5"), {"lower": "0", "upper": text(-0.12504699112350837)}, claimant="prv-accountant 0.2.0, Renyi"
        ),
        "epsilon-crossed-at-infinity": invalid(every["epsilon"], {"lower": "inf", "upper": "10000"}),
        "epsilon-crossed-at-minus-infinity": invalid(every["epsilon"], {"lower": "-10000", "upper": "-inf"}),
        "epsilon-infinities-crossed": invalid(every["epsilon"], {"lower": "inf", "upper": "-inf"}),
        "delta-crossed-inside": invalid(every["delta"], {"lower": text(Fraction(1, 3) + TINY), "upper": "1/3"}),
        "spend-crossed-irrational": invalid(every["spend"], {"lower": E.json(), "upper": text(E_FLOOR)}),
        "points-delta-rising": invalid(of("delta"), {"points": [["1", "1/10"], [text(1 + TINY), text(Fraction(1, 10) + TINY)]]}),
        "points-delta-rising-irrational": invalid(of("delta"), {"points": [[text(E_FLOOR), "1/10"], [E.json(), "1/9"]]}),
        "points-delta-B44": invalid(of("delta"), {"points": [[exp(1).json(), text(Fraction(1, 10) - Fraction(4, 10**13))], [exp(2).json(), "1/10"]]}),
        "points-delta-not-convex": invalid(of("delta"), {"points": [["1", "1/2"], ["2", text(Fraction(1, 4) + TINY)], ["3", "0"]]}),
        "points-delta-not-convex-uneven": invalid(of("delta"), {"points": [["1", "1/2"], ["9/8", text(Fraction(15, 32) + TINY)], ["3", "0"]]}),
        "points-delta-not-convex-irrational": invalid(
            of("delta"), {"points": [["1", "1"], [SQRT2.json(), (num(2) - SQRT2 + num(TINY)).json()], ["2", "0"]]}
        ),
        "points-tradeoff-rising": invalid(of("tradeoff"), {"points": [["0", "1/2"], ["1/2", text(Fraction(1, 2) + TINY)]]}),
        "points-tradeoff-not-convex": invalid(of("tradeoff"), {"points": [["0", "1"], ["1/4", text(Fraction(3, 4) + TINY)], ["1", "0"]]}),
        "points-renyi-falling": invalid(of("renyi"), {"points": [["2", "1"], ["256", text(1 - TINY)]]}),
        "points-renyi-falling-from-infinity": invalid(of("renyi"), {"points": [["2", "inf"], ["3", "1"]]}),
        "points-epsilon-rising": invalid(epsilon, {"points": [["1/10", "-1"], ["1/5", text(TINY - 1)]]}),
        "points-epsilon-rising-to-infinity": invalid(epsilon, {"points": [["0", "10000"], [text(TINY), "inf"]]}, note="As in B05."),
        "points-epsilon-rising-from-minus-infinity": invalid(epsilon, {"points": [["1/3", "-inf"], ["1", "-10000"]]}),
    }


def _older() -> dict[str, Certificate]:
    """Return certificates of what earlier versions have."""
    return {
        "version-4-delta": version_4(delta(RR2, "1", value="1/3")),
        "version-4-kernel": version_4(by_kernel(RR2, RR2, [[("0", "1")], [("1", "1")]])),
        "version-4-free": version_4(free_worked([RR2, RR3], compose((1, RR2), (1, RR3)), 2)),
        "version-4-all": version_4(with_all(filter_violated([RR2, LEAK_QUARTER], approx(num(2), "1/4"), 2, "2", BOTH))),
        "version-4-residue": version_4(residue(RR2, RR2, rr(num(4)))),
    }


def accepted() -> dict[str, Certificate]:
    """Return all of them: name -> certificate."""
    tables = {
        "delta": _delta(),
        "epsilon": _epsilon(),
        "clipped": _clipped(),
        "tradeoff": _tradeoff(),
        "renyi": _renyi(),
        "gdp": _gdp(),
        "spend": _spend(),
        "invalid": _invalid(),
    }
    rows = {f"audit-{kind}-{name}": value for kind, found in tables.items() for name, value in found.items()}
    return {"audit-minimal": MINIMAL, **rows, **_older()}
