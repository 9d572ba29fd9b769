"""Forgeries against the rules of laws (R63), distances (R64), instances (R65), neighbours (R66) and ratios (R67, R68)."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import localcontext
from fractions import Fraction

from make.accept import MIXED, SQRT2
from make.numbers import E_CEILING, E_FLOOR, ONE, TINY, ZERO, E, Json, exp, num, quotient, rational_text
from make.plds import sha256
from make.pure_dp import (
    CYCLE,
    HOLES,
    INSTANCES,
    LAWS,
    LINE,
    LN2,
    ROOTS,
    SIGN,
    THREE,
    TWO,
    exactly,
    exceeded,
    geometric,
    instance,
    just,
    law,
    pure_dp,
    response,
    shares,
    tabled,
    tables,
)
from make.reject_common import FOUR_AS_PRIME, Row
from make.reject_identities import ABOVE, BELOW, Found, rows
from make.theorems import around, loss

HALF = Fraction(1, 2)
RESPONSES = [response(E), response(E, first=False)]


def laws() -> Found:
    """R63."""
    less, more = shares("1/2", HALF - TINY), shares("1/2", HALF + TINY)
    negative, fine = shares("3/2", "-1/2"), shares("1/2", "1/2")
    same = "All masses of a law are too small, or too large, in the same way for all laws."
    return {
        "": (tables([shares("1/2", "1/3"), shares("1/2", "1/3")], [[0, 1]], 1), "The masses add up to 5/6; all ratios are 1."),
        "sum-below-1": (tables([less, less], [[0, 1]], 1), "They add up to 1 - 10^-60; all ratios are 1."),
        "sum-above-1": (tables([more, more], [[0, 1]], 1), "They add up to 1 + 10^-60; all ratios are 1."),
        "sum-of-the-last": (tables([fine, fine, more], [[0, 1]], 1), "A law that no pair names."),
        "sum-irrational": (tables([law(E, num(E_FLOOR))] * 2, [[0, 1]], 1), "Less than 10^-60 is lacking; all ratios are 1."),
        "sum-radical": (exceeded([law(SQRT2, ONE), shares(1)], [[1, 0]], 1, 0, 0), "1, not sqrt(2); the ratio would be sqrt(2)."),
        "negative": (tables([negative, negative], [[0, 1]], 1), "A mass is -1/2, the sum is 1, all ratios are 1."),
        "negative-near": (tables([shares(-TINY, 1 + TINY)] * 2, [[0, 1]], 1), "A mass is -10^-60, the sum is 1."),
        "negative-irrational": (tables([law(ONE, BELOW, ONE - BELOW)] * 2, [[0, 1]], 1), "Negative by less than 10^-60."),
        "negative-of-the-witness": (exceeded([fine, negative], [[0, 1]], 2, 1, 0), "The mass of the witness is 3/2, above 1; the ratio 3."),
        "negative-last": (exceeded([fine, shares("3/2", "-1/2")], [[0, 1]], 0, 0, 1), "1/2 > 0 times what there is."),
        "den-zero": (tables([law(ZERO, ZERO, ZERO)] * 2, [[0, 1]], 1), "0 <= 0, and they add up to 0."),
        "den-negative": (
            tables([law(num(-2), num(-1), num(-1)), fine], [[0, 1]], 1),
            "The quotients are right; without the rule for den, that for masses.",
        ),
        "den-negative-irrational": (tables([law(BELOW, BELOW), shares(1)], [[0, 1]], 1), "Same, negative by little."),
        "envelope": (pure_dp(tabled([less, less], TWO), 2, 4), f"1 - 10^-60. {same}"),
        "envelope-negative": (pure_dp(tabled([fine, negative], TWO), 4, 16), "The largest of 1/2 / 4 and -1/2 counts, so only the sign is wrong."),
        "envelope-irrational": (pure_dp(tabled([law(E, num(E_CEILING))] * 2, TWO), 2, 4), f"Too much by little. {same}"),
        "envelope-den-negative": (
            pure_dp(tabled([law(num(-1), num(-1)), shares(1)], TWO), 2, 4),
            "The quotients are right; without the rule, a limit.",
        ),
        "envelope-one": (pure_dp(tabled([shares("1/2")], [[0]]), 2, 4), "One point without neighbours."),
        "not-unused": (exceeded([*RESPONSES, shares("1/4", "1/4")], [[0, 1]], 2, 0, 0), "The ratio is e; the third law is in no pair."),
        "not-zero": (exceeded([law(ZERO, ZERO), shares(1)], [[1, 0]], 1, 0, 0), "Without the rule: 0 > 0 does not hold."),
    }


def metrics() -> Found:
    """R64."""

    def each(far: list[list[int]]) -> Json:
        return pure_dp(tabled(LAWS[: len(far)], far), 100, 10**6)

    why = "The bound is far above all ratios that these distances give."
    long_way = [[0, 1, 2, 3], [1, 0, 1, 2], [2, 1, 0, 1], [4, 2, 1, 0]]
    four = pure_dp(tabled([*LAWS, LAWS[0]], long_way), 100, 10**6)
    return {
        "": (each([[0, 1, 3], [1, 0, 1], [3, 1, 0]]), f"From 0 to 2 it is 3, by way of 1 only 2. {why}"),
        "triangle-far": (each([[0, 5, 999], [5, 0, 993], [999, 993, 0]]), f"999 > 5 + 993. {why}"),
        "triangle-by-much": (each([[0, 1, 1], [1, 0, 3], [1, 3, 0]]), f"3 > 1 + 1. {why}"),
        "not-symmetric": (each([[0, 1], [2, 0]]), f"1 and 2. {why}"),
        "not-symmetric-of-four": (four, f"3 one way, 4 the other. {why}"),
        "not-0-to-itself": (each([[1, 1], [1, 0]]), f"A point is its own neighbour. {why}"),
        "not-0-at-the-end": (each([[0, 2, 2], [2, 0, 2], [2, 2, 2]]), f"2 from the last point to itself. {why}"),
        "zero-between-two": (each([[0, 0], [0, 0]]), f"Two points at distance 0. {why}"),
        "zero-between-two-of-three": (each([[0, 1, 1], [1, 0, 0], [1, 0, 0]]), f"The points 1 and 2. {why}"),
        "zeros-one-way": (each([[0, 0], [1, 0]]), f"0 one way only. {why}"),
        "one-point": (pure_dp(tabled(LAWS[:1], [[1]]), 2, 4), f"1 from the point to itself. {why}"),
    }


def instances() -> Found:
    """R65."""

    def each(**parts: Json) -> Json:
        return pure_dp(dict(SIGN, **parts), 100, 10**4)

    with localcontext() as context:
        context.prec = 150
        low, high = around(loss(LN2))
    why = "The bound is far above all ratios."
    up = rational_text(-high)
    below = pure_dp(THREE, quotient(E + BELOW, E), 100)
    return {
        "": (pure_dp(THREE, "1/2", 100), f"half is below 1, eps negative. {why}"),
        "half-near-1": (pure_dp(THREE, 1 - TINY, 100), f"Below 1 by 10^-60. {why}"),
        "half-near-1-of-an-instance": (pure_dp(SIGN, 1 - TINY, 100), f"Same. {why}"),
        "half-irrational": (below, f"Below 1 by less than 10^-60. {why}"),
        "half-zero": (pure_dp(tabled(LAWS[:1], [[0]]), 0, 1), "One point without neighbours; without the rule, a limit."),
        "half-negative": (pure_dp(THREE, -2, 100), "Even powers are right, others not; without the rule, a limit."),
        "value-above-1": (each(queries=[["-1", rational_text(1 + TINY)]]), f"Above 1 by 10^-60. {why}"),
        "value-below-minus-1": (each(queries=[["-2", "1"]]), why),
        "value-of-the-second-query": (each(queries=[["-1", "1"], ["0", rational_text(-1 - TINY)]]), f"Below -1 by 10^-60. {why}"),
        "value-large": (each(queries=[["-1", "3/2"]]), why),
        "eta-zero": (each(eta="0"), "All selections are uniform."),
        "eta-negative": (each(eta="-1"), "The same laws, but for the order of outcomes."),
        "eta-negative-near": (each(eta=[up, [["2", "1"]]]), f"ln 2 less its value rounded up after 60 decimals. {why}"),
        "eta-negative-power": (each(eta=["0", [["2", "-1"]]]), f"-ln 2. {why}"),
        "eta-negative-sum": (each(eta=["1", [["2", "-3"], ["3", "1/2"]]]), f"1 - 3 ln 2 + ln 3 / 2 = -0.53... {why}"),
        "gamma-zero": (each(gamma="0"), f"mu does not change. {why}"),
        "gamma-negative": (each(gamma=rational_text(-TINY)), f"-10^-60. {why}"),
        "gamma-negative-near": (each(gamma=[up, [["2", "1"]]]), f"Negative by less than 10^-60. {why}"),
        "gamma-negative-other-side": (each(gamma=[rational_text(low), [["2", "-1"]]]), f"The same of the cut-off value. {why}"),
        "before-the-laws": (pure_dp(tabled([shares("1/2")], [[1]]), "1/2", -1), "R63, R64 and R67 do not hold either, and come later."),
    }


def neighbours() -> Found:
    """R66."""
    found: Found = {
        "": (tables(LAWS, [[0, 1], [1, 3]], 10), "There are three laws; the others have ratios of at most 3."),
        "first": (tables(LAWS, [[3, 1]], 10), "Same, in the first place."),
        "large": (tables(LAWS, [[0, 1], [999999999, 0]], 10), "Nine digits."),
        "large-second": (tables(LAWS, [[0, 999999999]], 10), "Nine digits."),
        "both": (tables(LAWS[:1], [[1, 1]], 1), "A law that is not there, and itself."),
        "none-of-one-law": (pure_dp(tabled(LAWS[:1], [[0]]), 1, TINY), "One point has no neighbours, so that nothing is said."),
        "none-of-two-laws": (pure_dp(tabled(LAWS[:2], [[0, 2], [2, 0]]), 3, TINY), "Nor have points at distance 2."),
        "none-of-an-instance": (pure_dp(instance(1, [[1]], 3, 2), 2, TINY), "One database has no neighbours."),
        "not": (exceeded(RESPONSES, [[0, 1], [1, 2]], 2, 0, 0), "The pair of the witness is right."),
        "not-first": (exceeded(RESPONSES, [[0, 1], [2, 0]], 2, 0, 0), "The pair of the witness is right."),
        "witness-pair": (exceeded(RESPONSES, [[0, 1]], 2, 2, 0), "One pair is listed: 0 and 1 are its two ways."),
        "witness-pair-large": (exceeded(RESPONSES, [[0, 1], [1, 0]], 2, 999999999, 0), "Nine digits."),
        "witness-outcome": (exceeded(RESPONSES, [[0, 1]], 2, 0, 2), "Two outcomes."),
        "witness-outcome-large": (exceeded(RESPONSES, [[0, 1]], -1, 1, 999999999), "Nine digits."),
        "before-the-ratio": (tables(LAWS, [[0, 7], [0, 1]], 1), "R67 does not hold for the second pair, which comes later."),
    }
    return {name: (certificate, f"{why} Without the rule there is nothing to look at.") for name, (certificate, why) in found.items()}


def ratios() -> Found:
    """R67."""
    table = [["1/2", "1/3", "1/6"], ["1/6", "1/3", "1/2"], ["1/5", "2/5", "2/5"]]
    true, cut = exactly(table, LINE, 2), "The largest ratio, cut off after 60 decimals."
    holes = [shares("1/2", "1/2"), shares(0, 1)]
    one_way = [shares("1/3", "2/3"), shares("1/6", "5/6")]
    found: Found = {
        "": (tables(RESPONSES, [[0, 1]], E_FLOOR), "The ratio is e, and this is e cut off after 60 decimals."),
        "tables-other-way": (tables(one_way, [[1, 0]], "3/2"), "5/4 from the first to the second, 2 the other way."),
        "tables-one-way": (tables(one_way, [[0, 1]], "3/2"), "2 from the first to the second."),
        "tables-last-pair": (tables([LAWS[0], LAWS[0], LAWS[1]], [[0, 1], [1, 2]], 3 - TINY), "The first pair is one law."),
        "tables-last-outcome": (tables([shares("1/4", "1/4", "1/2"), shares("1/4", "1/2", "1/4")], [[0, 1]], 2 - TINY), "1, 1/2 and 2."),
        "tables-below-1": (tables(LAWS, [[1, 1]], 1 - TINY), "A law and itself."),
        "tables-infinite": (tables(holes, [[0, 1]], 10**59), "1/2 over 0."),
        "tables-infinite-other-way": (tables(holes, [[1, 0]], exp(10_000).json()), "Same, the other way."),
        "tables-infinite-near": (tables([shares(1 - TINY, TINY), shares(1, 0)], [[0, 1]], 10**59), "10^-60 over 0."),
        "tables-zero": (tables(LAWS, [[0, 1]], 0), "Some mass is positive."),
        "tables-negative": (tables(LAWS, [[0, 1]], -1), "Same."),
        "tables-geometric": (
            tables([geometric(k, 3) for k in range(4)], [[0, 1], [1, 2], [1, 3]], 2),
            "1 and 3 are two steps apart: the ratio is 4.",
        ),
        "tables-roots": (tables([law(ONE + MIXED, MIXED, ONE), law(ONE + SQRT2, SQRT2, ONE)], [[0, 1]], "23/20"), "1.1518..."),
        "tables-irrational": (tables(RESPONSES, [[0, 1]], (E - num(TINY)).json()), "10^-60 below e."),
        "laws": (pure_dp(THREE, 2, true - TINY), "10^-60 below the largest ratio."),
        "laws-below-1": (pure_dp(tabled([shares(1)] * 2, TWO), 2, 1 - TINY), "All ratios are 1."),
        "laws-half-1": (pure_dp(THREE, 1, 1 - TINY), "All ratios are 1."),
        "laws-holes": (just(HOLES, num(2), 0, cut, 59), "10^-59 below the largest ratio."),
        "laws-roots": (just(ROOTS, SQRT2, 0, cut), cut),
        "laws-cycle": (just(CYCLE, num("7/5"), 0, cut, 59), "10^-59 below the largest ratio, or a little more."),
        "laws-square-root": (pure_dp(tabled(RESPONSES, TWO), exp(2).json(), E_FLOOR), "half is large: the envelope is the base laws, of ratio e."),
        "upper-zero": (pure_dp(tabled(LAWS[:1], [[0]]), 2, 0), "One point without neighbours."),
        "upper-negative": (pure_dp(tabled(LAWS[:1], [[0]]), 2, -TINY), "Same."),
        "upper-negative-irrational": (
            pure_dp(tabled(LAWS[:2], [[0, 2], [2, 0]]), 2, BELOW.json()),
            "Two points that are no neighbours; negative by little.",
        ),
        "upper-negative-of-an-instance": (pure_dp(instance(1, [[1]], 1, 1), 2, -1), "One database without neighbours."),
        "upper-before-the-laws": (pure_dp(tabled([shares("1/2")], [[1]]), 2, 0), "R63 and R64 do not hold either, and come later."),
    }
    for name, (base, half) in INSTANCES.items():
        found[f"instance-{name}"] = just(base, half, 0, "", 59), "10^-59 below the largest ratio, or a little more."
    limit = " Nothing else stops it, but without the rule no enclosure settles it."
    return {name: (c, why + limit * (c["kind"] == "pure-dp")) for name, (c, why) in found.items()}


def lower() -> Found:
    """R68."""
    two = [shares("1/3", "2/3"), shares("1/6", "5/6")]
    holes = [shares("1/2", "1/2", 0), shares(0, 1, 0)]
    return {
        "": (exceeded(two, [[0, 1]], 2, 0, 0), "The ratio is 2, which is not above 2."),
        "near": (exceeded(two, [[0, 1]], 2 + TINY, 0, 0), "Below by 10^-60."),
        "other-way": (exceeded(two, [[0, 1]], "3/2", 1, 0), "True of pair 0."),
        "other-outcome": (exceeded(two, [[0, 1]], "3/2", 0, 1), "True of outcome 0."),
        "other-pair": (exceeded([*two, two[0]], [[0, 2], [0, 1]], "3/2", 0, 0), "True of the pair 2."),
        "reversed": (exceeded(two, [[1, 0]], "3/2", 0, 0), "Listed the other way round: true of pair 1."),
        "irrational": (exceeded(RESPONSES, [[0, 1]], E.json(), 0, 0), "Equality."),
        "irrational-near": (exceeded(RESPONSES, [[0, 1]], E_CEILING, 0, 0), "The ratio is e, and this is e rounded up."),
        "irrational-quotient": (exceeded(RESPONSES, [[0, 1]], quotient(exp(2), E), 1, 1), "Equality."),
        "infinite-other-way": (exceeded(holes, [[0, 1]], 1, 1, 0), "0 over 1/2 is not above 1."),
        "nothing": (exceeded(holes, [[0, 1]], 1, 0, 2), "0 > 0 does not hold."),
        "below-1": (exceeded(LAWS, [[2, 2]], 1 - TINY, 0, 0), "A law has the ratio 1 to itself, but a bound below 1 says nothing."),
        "below-1-zero": (exceeded(LAWS, [[0, 1]], 0, 0, 0), "The ratio is 3. Same."),
        "below-1-negative": (exceeded(holes, [[0, 1]], -TINY, 1, 0), "0 > -10^-60 / 2. Same."),
        "roots": (exceeded([law(ONE + MIXED, MIXED, ONE), law(ONE + SQRT2, SQRT2, ONE)], [[0, 1]], "1153/1000", 0, 0), "1.1518..."),
        "geometric": (exceeded([geometric(0, 4, "1/3"), geometric(2, 4, "1/3")], [[0, 1]], 9, 0, 0), "Equality."),
        "itself": (exceeded(LAWS, [[0, 0]], 1, 1, 2), "A law and itself."),
        "above": (exceeded(RESPONSES, [[0, 1]], (E + ABOVE).json(), 0, 0), "e and a little more."),
    }


def older() -> Iterator[Row]:
    """Return what the rules for numbers and digests find in these kinds."""
    composite, one = ["0", [["4", "1/2"]]], ["0", [["1", "1"], ["2", "1"]]]
    negative = quotient(num(-2) * E, num(-1) * E)
    masses = law(ONE + FOUR_AS_PRIME, ONE, FOUR_AS_PRIME)
    why = "Both parts of a quotient are negative."
    yield "R01-prime", "pure-dp-eta", pure_dp(dict(SIGN, eta=composite), 2, 4), "4 is ln 4 / 2 here, the same number as ln 2."
    yield "R01-prime", "pure-dp-gamma", pure_dp(dict(SIGN, gamma=one), 2, 4), "1 is no prime; ln 1 = 0 changes nothing."
    yield "R01-prime", "pure-dp-zero", pure_dp(dict(SIGN, gamma=["1", [["0", "1"]]]), 2, 4), "0 has no logarithm."
    yield "R01-prime", "pure-dp-largest", pure_dp(dict(SIGN, eta=["0", [[str(2**64 - 1), "1"]]]), 2, 4), "2^64 - 1 is a multiple of 3."
    yield "R01-prime", "pure-dp-negative", pure_dp(dict(SIGN, gamma=["1", [["-3", "1"]]]), 2, 4), "Nor has -3."
    yield (
        "R01-prime",
        "pure-dp-before-the-instance",
        pure_dp(dict(SIGN, eta=["-5", [["6", "1"]]]), 2, 4),
        "eta is negative too, and R65 comes later.",
    )
    yield "R01-prime", "pure-dp-tables-mass", tables([masses, masses], [[0, 1]], 1), "The root of 4, in a mass; all ratios are 1."
    yield "R01-prime", "not-pure-dp-bound", exceeded(LAWS, [[0, 1]], FOUR_AS_PRIME.json(), 0, 0), "The root of 4; the ratio is 3."
    yield "R02-quotient-denominator", "pure-dp-half", pure_dp(THREE, negative, 4), why
    yield "R02-quotient-denominator", "pure-dp-upper", pure_dp(THREE, 2, quotient(num(-9) * E, num(-1) * E)), why
    yield "R02-quotient-denominator", "pure-dp-tables", tables(LAWS, [[0, 0]], negative), why
    yield "R02-quotient-denominator", "not-pure-dp", exceeded(LAWS, [[0, 1]], negative, 0, 0), why
    for kind, good in {
        "pure-dp": pure_dp(SIGN, 2, 4),
        "pure-dp-tables": tables(LAWS, [[0, 0]], 1),
        "not-pure-dp": exceeded(LAWS, [[0, 1]], 2, 0, 0),
    }.items():
        zero = dict(good, claim_digest="sha256:" + "0" * 64)
        zero["digest"] = sha256({k: v for k, v in zero.items() if k not in {"meta", "digest"}})
        yield "R08-claim-digest", kind, zero, "The outer digest is right for this content."
        yield "R09-digest", kind, dict(good, digest="sha256:" + "0" * 64), "All else is right."


def ratios_of_laws() -> list[Row]:
    """Return the whole table."""
    return [
        *rows("R63-law", laws()),
        *rows("R64-metric", metrics()),
        *rows("R65-instance", instances()),
        *rows("R66-neighbours", neighbours()),
        *rows("R67-ratio", ratios()),
        *rows("R68-exceeded", lower()),
        *older(),
    ]
