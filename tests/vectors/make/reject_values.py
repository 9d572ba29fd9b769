"""Forgeries against values of delta and epsilon, R16 to R22."""

from __future__ import annotations

from fractions import Fraction

from make.accept import (
    LEAK_HALF,
    R_2_QUARTER,
)
from make.numbers import (
    E_CEILING,
    E_FLOOR,
    ONE,
    TINY,
    ZERO,
    E,
    exp,
    num,
    quotient,
    rational_text,
)
from make.plds import (
    IDENTITY,
    LEAK_QUARTER,
    RR2,
    TOTAL_LEAK,
    approx,
    compose,
    delta,
    epsilon,
    rr,
    swap,
)
from make.reject_common import HALF_E_60, Row


def values() -> list[Row]:
    """Return the rows of these rules."""
    third = quotient(E - exp("1/2"), ONE + E)
    cut = rational_text(E_FLOOR)
    rows: list[Row] = [
        ("R16-delta-value", "", delta(RR2, "1", value="1/2"), "It is 1/3."),
        (
            "R16-delta-value",
            "near-tie",
            delta(RR2, "1", value=rational_text(Fraction(1, 3) + TINY)),
            "By 10^-60.",
        ),
        (
            "R16-delta-value",
            "near-tie-below",
            delta(RR2, "1", value=rational_text(Fraction(1, 3) - TINY)),
            "By 10^-60.",
        ),
        (
            "R16-delta-value",
            "x-cut-off",
            delta(rr(E), cut, value="0"),
            "x is e cut off, h is 10^-60 or so, not 0.",
        ),
        (
            "R16-delta-value",
            "half-e",
            delta(rr(E), rational_text(HALF_E_60), value=third),
            "A 60-digit e^(1/2).",
        ),
        ("R16-delta-value", "at-infinity", delta(R_2_QUARTER, "inf", value="0"), "The infinite mass is 1/4."),
        (
            "R16-delta-value",
            "infinite-mass-forgotten",
            delta(R_2_QUARTER, "1", value="1/4"),
            "1/4 + (3/4)/3 = 1/2.",
        ),
        (
            "R16-delta-value",
            "at-infinity-q",
            delta(swap(LEAK_HALF), "inf", value="1/2"),
            "1/2 is the mass of -inf.",
        ),
        (
            "R16-delta-value",
            "negative-part-counted",
            delta(RR2, "1", value="0"),
            "Without max(0, .) it would be 0.",
        ),
        (
            "R16-delta-value",
            "exponent-minus-one",
            delta(IDENTITY, exp(-1).json(), value=(ONE - exp("-1/2")).json()),
            "It is 1 - e^(-1).",
        ),
        ("R16-delta-value", "exponent-for-x", delta(rr(E), "1", value="0"), "x = e^eps, not eps."),
        ("R17-delta-lower", "", delta(RR2, "1", lower="1/2"), "It is 1/3."),
        (
            "R17-delta-lower",
            "near-tie",
            delta(RR2, "1", lower=rational_text(Fraction(1, 3) + TINY)),
            "By 10^-60.",
        ),
        (
            "R17-delta-lower",
            "upper-right",
            delta(RR2, "1", lower="2/5", upper="1/2"),
            "The other bound holds.",
        ),
        (
            "R17-delta-lower",
            "irrational",
            delta(rr(E), exp("1/2").json(), lower=quotient(E - exp("1/2") + num(TINY), ONE + E)),
            "By 10^-60.",
        ),
        (
            "R17-delta-lower",
            "at-infinity",
            delta(LEAK_QUARTER, "inf", lower=rational_text(Fraction(1, 4) + TINY)),
            "By 10^-60.",
        ),
        ("R17-delta-lower", "both-wrong", delta(RR2, "1", lower="1/2", upper="1/4"), "And R18."),
        ("R18-delta-upper", "", delta(RR2, "1", upper="1/4"), "It is 1/3."),
        (
            "R18-delta-upper",
            "near-tie",
            delta(RR2, "1", upper=rational_text(Fraction(1, 3) - TINY)),
            "By 10^-60.",
        ),
        (
            "R18-delta-upper",
            "lower-right",
            delta(RR2, "1", lower="1/5", upper="3/10"),
            "The other bound holds.",
        ),
        (
            "R18-delta-upper",
            "irrational",
            delta(rr(E), exp("1/2").json(), upper=quotient(E - exp("1/2") - num(TINY), ONE + E)),
            "By 10^-60.",
        ),
        (
            "R18-delta-upper",
            "at-infinity",
            delta(LEAK_QUARTER, "inf", upper=rational_text(Fraction(1, 4) - TINY)),
            "By 10^-60.",
        ),
        (
            "R18-delta-upper",
            "oracle-3-thm9-lemma",
            delta(compose((8, rr(exp("5/2")))), exp("13/2").json(), upper="2/125"),
            "The lemma as displayed in the paper.",
        ),
        ("R18-delta-upper", "infinite-mass", delta(compose((2, LEAK_QUARTER)), "1000", upper="1/4"), "7/16."),
    ]
    leak = approx(E, "1/4")
    rows += [
        ("R19-delta-range", "", epsilon(RR2, "-1/10", exp_value="inf"), "-1/10 < h(inf) = 0 is true."),
        ("R19-delta-range", "above-one", epsilon(RR2, "2", upper="0"), "h(1) <= 2 is true."),
        (
            "R19-delta-range",
            "near-zero",
            epsilon(RR2, rational_text(-TINY), lower="5"),
            "h > -10^-60 is true.",
        ),
        (
            "R19-delta-range",
            "near-one",
            epsilon(RR2, rational_text(1 + TINY), upper="-5"),
            "h <= 1 + 10^-60 is true.",
        ),
        (
            "R19-delta-range",
            "irrational",
            epsilon(RR2, (E - num(E_FLOOR) + ONE).json(), upper="1"),
            "Just above 1.",
        ),
        (
            "R19-delta-range",
            "irrational-negative",
            epsilon(RR2, (E - num(E_CEILING)).json(), exp_value="inf"),
            "Just below 0.",
        ),
        (
            "R20-epsilon-value",
            "",
            epsilon(RR2, "0", exp_value="3"),
            "On the flat piece right of the last knot.",
        ),
        ("R20-epsilon-value", "too-small", epsilon(RR2, "0", exp_value="3/2"), "h(3/2) > 0."),
        ("R20-epsilon-value", "too-large", epsilon(RR2, "1/9", exp_value="2"), "h(2) = 0 < 1/9."),
        (
            "R20-epsilon-value",
            "near-tie",
            epsilon(rr(E), "0", exp_value=rational_text(E_CEILING)),
            "Flat there.",
        ),
        (
            "R20-epsilon-value",
            "near-tie-below",
            epsilon(rr(E), "0", exp_value=rational_text(E_FLOOR)),
            "h > 0 there.",
        ),
        (
            "R20-epsilon-value",
            "flat-with-leak",
            epsilon(leak, "1/4", exp_value="3"),
            "h(3) = 1/4, but only the atom of +inf has a ratio >= 3.",
        ),
        (
            "R20-epsilon-value",
            "zero-quotient",
            epsilon(RR2, "1", exp_value=quotient(ZERO, ONE + E)),
            "h(0+) = 1 = delta and h falls there, but X = 0 is not positive.",
        ),
        ("R20-epsilon-value", "negative", epsilon(RR2, "0", exp_value="-1"), "Not positive."),
        (
            "R20-epsilon-value",
            "infinite-at-the-mass",
            epsilon(leak, "1/4", exp_value="inf"),
            "1/4 is reached at e.",
        ),
        ("R20-epsilon-value", "infinite-none", epsilon(RR2, "0", exp_value="inf"), "0 is reached at 2."),
        (
            "R20-epsilon-value",
            "infinite-total-leak",
            epsilon(TOTAL_LEAK, "1", exp_value="inf"),
            "It is -inf.",
        ),
        ("R20-epsilon-value", "zero", epsilon(leak, rational_text(1 - TINY), exp_value="0"), "delta < 1."),
        ("R20-epsilon-value", "zero-at-zero", epsilon(IDENTITY, "0", exp_value="0"), "It is ln 1: X = 1."),
        (
            "R20-epsilon-value",
            "total-leak-finite",
            epsilon(TOTAL_LEAK, "1", exp_value="1"),
            "h(1) = 1 = delta, but h falls nowhere: epsilon is -inf.",
        ),
        (
            "R20-epsilon-value",
            "at-one",
            epsilon(LEAK_HALF, "1", exp_value="1/1000"),
            "h < 1 there: it is -inf.",
        ),
        (
            "R20-epsilon-value",
            "logarithm",
            epsilon(rr(E), "0", exp_value="1"),
            "epsilon itself, not its exponential.",
        ),
        ("R21-epsilon-lower", "", epsilon(RR2, "0", lower="1"), "h(e) = 0, flat: epsilon is ln 2."),
        (
            "R21-epsilon-lower",
            "flat-with-leak",
            epsilon(leak, "1/4", lower="2"),
            "h(e^2) = 1/4, but only the atom of +inf has a ratio >= e^2.",
        ),
        ("R21-epsilon-lower", "near-tie", epsilon(rr(E), "0", lower=rational_text(1 + TINY)), "Flat there."),
        ("R21-epsilon-lower", "below", epsilon(RR2, "1/9", lower="69/100"), "h(e^0.69) < 1/9."),
        ("R21-epsilon-lower", "total-leak", epsilon(TOTAL_LEAK, "1", lower="-10000"), "epsilon is -inf."),
        ("R21-epsilon-lower", "at-one", epsilon(RR2, "1", lower="-10000"), "epsilon is -inf."),
        (
            "R21-epsilon-lower",
            "upper-right",
            epsilon(rr(E), "1/4", lower="3/5", upper="1"),
            "The other bound holds.",
        ),
        ("R21-epsilon-lower", "identity", epsilon(IDENTITY, "0", lower="1/1000"), "Flat right of 1."),
        ("R21-epsilon-lower", "exchanged", epsilon(rr(E), "1/4", lower="1", upper="1/2"), "And R22."),
        ("R22-epsilon-upper", "", epsilon(RR2, "0", upper="1/2"), "h(e^(1/2)) > 0."),
        ("R22-epsilon-upper", "near-tie", epsilon(rr(E), "0", upper=rational_text(1 - TINY)), "h > 0 there."),
        (
            "R22-epsilon-upper",
            "infinite",
            epsilon(leak, rational_text(Fraction(1, 4) - TINY), upper="10000"),
            "epsilon is +inf.",
        ),
        (
            "R22-epsilon-upper",
            "lower-right",
            epsilon(rr(E), "1/4", lower="0", upper="1/2"),
            "The other bound holds.",
        ),
        (
            "R22-epsilon-upper",
            "total-leak",
            epsilon(TOTAL_LEAK, rational_text(1 - TINY), upper="10000"),
            "+inf.",
        ),
        (
            "R22-epsilon-upper",
            "negative",
            epsilon(LEAK_QUARTER, "3/4", upper="-11/10"),
            "It is -ln 3 = -1.0986.",
        ),
    ]
    return rows
