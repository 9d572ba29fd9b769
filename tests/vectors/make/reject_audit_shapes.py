"""Forgeries against audits of Gaussian privacy, of whole curves, and of values that are impossible: R52 to R56."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from make.audit_curves import curve, discretised, no_pld
from make.audit_values import (
    ASYMMETRIC,
    HALF_P,
    LEAKY,
    SQRT2,
    at,
    both,
    gdp,
)
from make.audits import (
    NEAR,
    grid,
    invalid,
    of,
    text,
)
from make.numbers import E_FLOOR, ONE, TINY, E, Json, exp, num, quotient
from make.plds import IDENTITY, LEAK_QUARTER, RR2, RR3, TOTAL_LEAK, approx, compose, rr, swap
from make.reject_audits import BEYOND, MU, THIRD, T, alpha, clipped, eps, order, rows
from make.reject_common import Row


def _gaussian() -> Iterator[Row]:
    """R52 to R54 for gdp."""
    yield from rows(
        BEYOND,
        {
            "gdp-equality": (gdp(text(MU), [RR2], 0, "2", text(THIRD + NEAR)), "The level is right; this test does not show anything."),
            "gdp-by": (gdp("43/50", [RR2], 0, "2", T, text(Fraction(15, 10000))), "By less than this."),
            "gdp-infinite": (gdp("inf", [TOTAL_LEAK], 0, "2", "-64"), "Nothing is above +inf."),
            "gdp-half": (gdp("63", [HALF_P], 0, "1000", "-64", "1"), "1/2 > Phi(0) does not hold."),
            "gdp-half-without-by": (gdp("64", [HALF_P], 0, "1000", "-64"), "Same."),
            "gdp-t-too-large": (gdp("1/2", [RR2], 0, "2", "0"), "True, but not seen at 0."),
            "gdp-x-too-large": (gdp("1/2", [RR2], 0, text(2 + TINY), T), "No atoms."),
            "gdp-x-excludes": (gdp("1/2", [LEAKY], 0, "3", T), "Only the loss +inf."),
            "gdp-wrong-pair": (gdp("1/2", [LEAK_QUARTER, RR2], 0, "2", T), "True of the pair 1."),
        },
    )
    yield from rows(
        "R53-audit-gdp-level",
        {
            "": (gdp("43/50", [RR2], 0, "2", "-1/2"), "Phi(-1/2) is less than 1/3."),
            "near": (gdp("43/50", [RR2], 0, "2", text(THIRD - NEAR)), "By little."),
            "dual": (gdp("43/50", [RR3], 0, "1/3", T), "Both atoms."),
            "all": (gdp("1/2", [IDENTITY], 0, "1", "12"), "Phi(12) is less than 1."),
            "half": (gdp("1/3", [approx(ONE, 2 * TINY)], 0, "1", "0"), "Q has more than 1/2 there."),
            "half-near": (gdp("1/10", [half_and_more()], 0, "1", "0"), "Q has 1/2 + 10^-60."),
            "irrational": (gdp("1", [rr(E)], 0, E.json(), "-617/1000"), "Phi(-0.61601...) = 1/(1 + e)."),
            "other-mass": (gdp("1/2", [LEAKY], 0, "2", "-1"), "Of the loss +inf Q has nothing, of the other atom 3/10."),
            "far-down": (gdp("50", [LEAKY], 0, "2", "-64"), "Not for the loss +inf alone."),
        },
    )
    yield from rows(
        "R54-audit-index",
        {
            "": (gdp("43/50", [RR2], 1, "2", T), "There is the pair 0 only."),
            "of-two": (gdp("43/50", both(RR2), 2, "2", T), "Counted from 0."),
            "huge": (gdp("43/50", [RR2], 999_999_999, "2", T), "Far beyond."),
            "sixteen": (gdp("43/50", [RR2] * 16, 16, "2", T), "Counted from 0."),
            "and-no-level": (gdp("43/50", [RR2], 1, "2", "-1"), "R54 is looked at first."),
        },
    )


def half_and_more() -> Json:
    """Return a pair whose first atom has 3/4 of P and hardly more than 1/2 of Q."""
    return {"den": text(4 * 10**60), "atoms": [[text(3 * 10**60), text(2 * 10**60 + 4)], [text(10**60), text(2 * 10**60 - 4)]]}


def _curves() -> Iterator[Row]:
    """R52 for whole curves."""
    one, half = grid(1, [(0, Fraction(1))]), Fraction(1, 2)
    milli = Fraction(1e-3)
    up, down = (grid(milli, discretised(20, 3, milli, shift)) for shift in (1, 0))
    quarter = grid(1, [], Fraction(1, 4))
    found = {
        "sound": (curve("upper", grid(1, [(1, Fraction(1))]), [RR2], "1"), "1 - 1/e is above 1/3."),
        "lower-sound": (curve("lower", one, [RR2], "1", "1/3"), "0 is below 1/3."),
        "not-here": (curve("upper", grid(1, [(0, Fraction(1))], Fraction(1, 64)), [RR2], "2"), "True at 1."),
        "by": (curve("upper", one, [rr(E)], "1", quotient(E - num(1) + num(TINY), ONE + E)), "Too much by 10^-60."),
        "by-2-60": (curve("upper", one, [RR3], exp("1/7").json(), text(half)), "By less than 1/2."),
        "lower-by": (curve("lower", grid(1, [(1, Fraction(1))]), [IDENTITY], "1", "2/3"), "1 - 1/e is less."),
        "lower-one-of-two": (curve("lower", grid(1, [(0, Fraction(1))], Fraction(1, 8)), [IDENTITY, RR2], "1"), "The largest counts."),
        "other-direction": (curve("upper", grid(1, [], Fraction(1, 128)), [swap(ASYMMETRIC)], "19/10"), "True of the dual."),
        "rounded-up": (curve("upper", up, [compose((20, RR3))], "3"), "A right upper bound."),
        "rounded-down": (curve("lower", down, [compose((20, RR3))], "3"), "A right lower bound."),
        "infinite-counts": (curve("upper", grid(1, [], half), [LEAKY], "3"), "The mass of +inf counts at each x."),
        "infinite-counts-fully": (curve("lower", quarter, [RR2], text(Fraction(5, 4) - TINY)), "No x takes anything off it."),
        "atom-below-x": (curve("lower", grid(1, [(1, Fraction(1))]), [RR3], "14/5"), "The loss 1 is below ln(14/5)."),
        "atom-above-x": (curve("upper", grid(1, [(1, Fraction(1, 2**20)), (2, half)]), [RR2], "2"), "The loss 2 is above ln 2."),
        "negative-mass": (curve("upper", grid(1, [(-5, Fraction(-8)), (1, Fraction(1))]), [RR2], "1"), "It is below x and does not count."),
        "x-infinite-as-it-were": (curve("lower", grid(1, [(9000, half)]), [IDENTITY], exp(9001).json(), text(TINY)), "0 from e^9000 on."),
    }
    yield from rows(BEYOND, found, "curve-")


def _invalid() -> Iterator[Row]:
    """R55."""
    every = {"delta": at("2"), "epsilon": eps("1/10"), "clipped": clipped("1/10"), "tradeoff": alpha("1/3")}
    every |= {"renyi": order(2), "gdp": of("gdp"), "spend": of("spend", spends=[["3", "1/10"]])}
    rule = "R55-audit-invalid"
    yield rule, "", invalid(at("2"), {"value": "1"}), "1 is possible."
    for name, quantity in every.items():
        yield rule, f"{name}-0", invalid(quantity, {"value": "0"}), "Possible."
        yield rule, f"{name}-tie", invalid(quantity, {"lower": "1/2", "upper": "1/2"}), "Equal, not crossed."
        yield rule, f"{name}-not-crossed", invalid(quantity, {"lower": "-1", "upper": "2"}), "Useless, but not crossed."
        yield rule, f"{name}-infinities", invalid(quantity, {"lower": "-inf", "upper": "inf"}), "Not crossed."
        if name not in ("delta", "tradeoff"):
            yield rule, f"{name}-infinite", invalid(quantity, {"value": "inf"}), "Possible."
    for name in ("epsilon", "spend"):
        yield rule, f"{name}-negative", invalid(every[name], {"value": "-1"}), "Possible."
        yield rule, f"{name}-minus-infinite", invalid(every[name], {"value": "-inf"}), "Possible: only nan is not."
    delta, levels = of("delta"), of("tradeoff")
    yield from rows(
        rule,
        {
            "delta-inside": (invalid(at("2"), {"value": text(1 - TINY)}), "Inside by little."),
            "delta-inside-irrational": (invalid(at("2"), {"value": (num(E_FLOOR) - E + ONE).json()}), "Inside by less than 10^-60."),
            "delta-above-0": (invalid(at("1"), {"value": (E - num(E_FLOOR)).json()}), "Inside by less than 10^-60."),
            "delta-more-than-1-minus-x": (invalid(at("1/2"), {"value": "1/3"}), "No pair has this, but it is in the range."),
            "tradeoff-1-minus-alpha": (invalid(alpha("1/3"), {"value": "2/3"}), "Possible for the identity."),
            "tradeoff-inside": (invalid(alpha("1/3"), {"value": text(Fraction(2, 3) - TINY)}), "Inside by little."),
            "tradeoff-irrational": (invalid(alpha(quotient(ONE, ONE + E)), {"value": quotient(E, ONE + E)}), "1 - alpha, in another spelling."),
            "tradeoff-at-0": (invalid(alpha("0"), {"value": "1"}), "Possible."),
            "tradeoff-at-1": (invalid(alpha("1"), {"value": "0"}), "Possible."),
            "renyi-more": (invalid(order(2), {"value": "10000"}), "Possible."),
            "crossed-the-other-way": (invalid(eps("1/10"), {"lower": "-inf", "upper": "-10000"}), "Not crossed."),
            "infinities-equal": (invalid(eps("1/10"), {"lower": "inf", "upper": "inf"}), "Not crossed."),
            "equal-in-two-spellings": (invalid(at("2"), {"lower": quotient(E, ONE + E), "upper": quotient(exp(2), E + exp(2))}), "The same number."),
            "points-delta-equal": (invalid(delta, {"points": [["1", "1/4"], ["2", "1/4"]]}), "On the flat piece."),
            "points-delta-falling": (invalid(delta, {"points": [["1", "1/4"], ["2", text(Fraction(1, 4) - TINY)]]}), "As it should."),
            "points-delta-on-the-chord": (invalid(delta, {"points": [["1", "1/2"], ["2", "1/4"], ["3", "0"]]}), "A chord that is touched."),
            "points-delta-on-the-chord-uneven": (invalid(delta, {"points": [["1", "1/2"], ["9/8", "15/32"], ["3", "0"]]}), "Same."),
            "points-delta-below-the-chord": (invalid(delta, {"points": [["1", "1/2"], ["2", text(Fraction(1, 4) - TINY)], ["3", "0"]]}), "Convex."),
            "points-delta-convex-but-rising": (
                invalid(delta, {"points": [["1", "0"], ["2", "1/4"], ["3", "1"]]}),
                "It rises, but three points are about the chord.",
            ),
            "points-delta-chord-irrational": (
                invalid(delta, {"points": [["1", "1"], [SQRT2.json(), (num(2) - SQRT2).json()], ["2", "0"]]}),
                "On the chord.",
            ),
            "points-delta-not-by-logarithms": (
                invalid(delta, {"points": [["1", "1"], ["2", "3/5"], ["4", "1/4"]]}),
                "Not convex in ln x, but convex in x.",
            ),
            "points-delta-impossible-values": (invalid(delta, {"points": [["1", "3"], ["2", "2"]]}), "Above 1, but the points say less."),
            "points-tradeoff-equal": (invalid(levels, {"points": [["0", "1/4"], ["1", "1/4"]]}), "Does not rise."),
            "points-tradeoff-chord": (invalid(levels, {"points": [["0", "1"], ["1/4", "3/4"], ["1", "0"]]}), "The identity."),
            "points-renyi-equal": (invalid(of("renyi"), {"points": [["2", "1"], ["3", "1"]]}), "Does not fall."),
            "points-renyi-rising": (invalid(of("renyi"), {"points": [["2", "1"], ["3", "inf"]]}), "As it should."),
            "points-renyi-infinite": (invalid(of("renyi"), {"points": [["2", "inf"], ["3", "inf"]]}), "Does not fall."),
            "points-renyi-times-order": (invalid(of("renyi"), {"points": [["2", "3"], ["100", "3"]]}), "ln of the moments would rise."),
            "points-epsilon-equal": (invalid(of("epsilon"), {"points": [["0", "1"], ["1/2", "1"]]}), "Does not rise."),
            "points-epsilon-falling": (invalid(of("epsilon"), {"points": [["0", "inf"], ["1", "-inf"]]}), "As it should."),
        },
    )
    half, tail = Fraction(1, 2), NEAR
    yield from rows(
        rule,
        {
            "total-1": (no_pld(grid(1, [(1, half), (2, half)])), "Adds up to exactly 1."),
            "total-1-infinite": (no_pld(grid(1, [(1, half)], half)), "Adds up to exactly 1."),
            "total-just-below": (no_pld(grid(1, [(0, 1 - NEAR)])), "And E[e^-Z] is that, too."),
            "empty": (no_pld(grid(1, [])), "All mass is missing; a PLD may lose some."),
            "infinite-1": (no_pld(grid(1, [], 1)), "The total leak."),
            "zeros": (no_pld(grid(1, [(-9, Fraction(0)), (3, Fraction(0))])), "Nothing is negative."),
            "reverse-less": (no_pld(grid(1, [(-1, Fraction(1, 4)), (1, half)], Fraction(1, 4))), "e/4 + 1/(2e) = 0.86."),
            "reverse-near": (no_pld(grid(Fraction(1, 3), [(-1, tail / 2), (0, 1 - 2 * tail), (1, tail / 2)])), "Less than 1 by about 2^-60."),
            "rounded-up": (no_pld(grid(Fraction(1e-3), discretised(20, 3, Fraction(1e-3), 1))), "As a pessimistic accountant does it."),
            "rounded-up-fine": (no_pld(grid(Fraction(1e-4), discretised(40, 2, Fraction(1e-4), 1))), "Same."),
            "infinite-is-not-in-it": (no_pld(grid(1, [(0, half)], half)), "E[e^-Z] = 1/2: the loss +inf gives nothing."),
            "wrong-sign": (no_pld(grid(1, [(1, 1 - tail)])), "E[e^Z] is e, but that is no matter."),
        },
        "curve-",
    )


def _points() -> Iterator[Row]:
    """R56."""
    delta = of("delta")
    yield from rows(
        "R56-audit-points",
        {
            "": (invalid(delta, {"points": [["2", "0"], ["1", "1"]]}), "From the larger to the smaller: as it should be, read backwards."),
            "equal": (invalid(delta, {"points": [["1", "0"], ["1", "1"]]}), "One x, two values: two claims, each may be right."),
            "equal-in-two-spellings": (invalid(delta, {"points": [[quotient(E, ONE + E), "0"], [quotient(exp(2), E + exp(2)), "1"]]}), "One x."),
            "near": (invalid(delta, {"points": [[E.json(), "0"], [text(E_FLOOR), "1"]]}), "By less than 10^-60."),
            "three-last": (invalid(delta, {"points": [["1", "0"], ["3", "1"], ["2", "0"]]}), "The last two."),
            "three-first": (invalid(delta, {"points": [["2", "0"], ["1", "1"], ["3", "0"]]}), "The first two."),
            "three-equal": (invalid(delta, {"points": [["1", "0"], ["1", "1"], ["2", "0"]]}), "The first two."),
            "three-decreasing": (invalid(delta, {"points": [["3", "0"], ["2", "1"], ["1", "0"]]}), "Above the chord, read backwards."),
            "tradeoff": (invalid(of("tradeoff"), {"points": [["1/2", "0"], ["1/3", "1"]]}), "Read backwards."),
            "tradeoff-three": (invalid(of("tradeoff"), {"points": [["0", "0"], ["1/2", "1"], ["1/2", "0"]]}), "The last two."),
            "epsilon": (invalid(of("epsilon"), {"points": [["1/2", "0"], ["1/2", "1"]]}), "One delta."),
            "renyi": (invalid(of("renyi"), {"points": [["3", "1"], ["2", "0"]]}), "Read backwards."),
            "renyi-equal": (invalid(of("renyi"), {"points": [["2", "1"], ["2", "0"]]}), "One order."),
            "renyi-as-texts": (invalid(of("renyi"), {"points": [["10", "1"], ["9", "0"]]}), "In order as texts only."),
        },
    )


def shapes() -> list[Row]:
    """Return the rows of these rules."""
    return [*_gaussian(), *_curves(), *_invalid(), *_points()]
