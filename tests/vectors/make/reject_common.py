"""What the forgeries share: a row of the table, and PLDs that are wrong on purpose."""

from __future__ import annotations

from fractions import Fraction

from make.accept import (
    BOTH,
    R_2_QUARTER,
)
from make.numbers import (
    Json,
    Rational,
    num,
    root,
)
from make.plds import (
    LEAK_QUARTER,
    RR2,
    TOTAL_LEAK,
    Certificate,
    compose,
    delta,
    dominated,
    epsilon,
    pld,
    table,
    violated,
)

Row = tuple[str, str, Certificate, str]
FOUR_AS_PRIME = root(4, "1/2")
HALF_E_60 = Fraction("1.648721270700128146848650787814163571653776100710148011575079")  # e^(1/2) cut off


def rational_rr(t: Rational) -> Json:
    """Return randomized response with a rational ratio, in integers."""
    one = 1 + Fraction(t)
    return table([[1 - 1 / one, 1 / one], [1 / one, 1 - 1 / one]])


def raw(atoms: list[tuple[Rational, Rational]], den: Rational) -> Json:
    """Return a plain PLD with numerators and denominator as given, right or wrong."""
    return pld(num(den), [(num(p), num(q)) for p, q in atoms])


def everywhere(rule: str, variant: str, wrong: Json, why: str) -> list[Row]:
    """Return one forgery per place where a PLD can stand, each with the same wrong PLD."""
    two = compose((1, wrong))
    return [
        (rule, variant, dominated(wrong, TOTAL_LEAK), why + " It is below the total leak all the same."),
        (rule, variant + "-in-a-composition", dominated(two, TOTAL_LEAK), why + " Same, inside compose."),
        (
            rule,
            variant + "-zero-times",
            dominated(compose((0, wrong)), RR2),
            why + " Played zero times, still no PLD.",
        ),
        (rule, variant + "-delta", delta(wrong, "1000000000", lower="-1"), why + " The bound is trivial."),
        (
            rule,
            variant + "-second",
            delta(compose((1, RR2), (1, wrong)), "inf", lower="-1"),
            why + " Second item.",
        ),
        (rule, variant + "-epsilon", epsilon(wrong, "1", upper="10000"), why + " The bound is trivial."),
        (
            rule,
            variant + "-query",
            violated([RR2, LEAK_QUARTER, wrong], R_2_QUARTER, 2, "2", BOTH),
            why + " A query that the tree does not play.",
        ),
    ]
