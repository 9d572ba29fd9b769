"""Forgeries against the rules of audits: amounts (R51), places and levels (R11, R19), values that are said (R52)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from make.audit_curves import curve
from make.audit_values import (
    ASYMMETRIC,
    B08,
    B17,
    HALF_P,
    LEAKY,
    RR_E_AT,
    SCALED,
    SKEWED,
    SQRT2,
    X_RR_E,
    at,
    both,
    gdp,
    nats,
    spend,
    table_of_e,
)
from make.audits import (
    NEAR,
    exponential,
    grid,
    h,
    invalid,
    log_below,
    masses,
    moment,
    of,
    responses,
    said,
    text,
    tradeoff,
    violated,
)
from make.numbers import E_CEILING, E_FLOOR, ONE, TINY, E, Json, num, quotient
from make.plds import IDENTITY, RR2, RR3, TOTAL_LEAK, Certificate, approx, compose, rr, swap
from make.reject_common import Row

BEYOND = "R52-audit-violated"
THIRD, MU = Fraction("-0.43072729929545749020594039277"), Fraction("0.86145459859091498041188078554")
T = text(Fraction("-0.43072"))
NEARLY_0 = (E - num(E_CEILING)).json()  # negative


def eps(delta: Json) -> Json:
    """Return epsilon at delta."""
    return of("epsilon", delta=delta)


def clipped(delta: Json) -> Json:
    """Return epsilon at delta, or 0."""
    return of("clipped-epsilon", delta=delta)


def alpha(value: Json) -> Json:
    """Return the trade-off function."""
    return of("tradeoff", alpha=value)


def order(n: int) -> Json:
    """Return a Renyi divergence."""
    return of("renyi", order=str(n))


def rows(rule: str, found: dict[str, tuple[Certificate, str]], prefix: str = "") -> Iterator[Row]:
    """Return rows of one rule; the variant "" has no prefix."""
    for variant, (certificate, why) in found.items():
        yield rule, f"{prefix}{variant}" if variant else "", certificate, why


def _by() -> Iterator[Row]:
    """R51."""

    def each(b: Json) -> dict[str, Certificate]:
        return {
            "delta": violated(at("1"), said("upper", "1/4", b), [RR2]),
            "delta-lower": violated(at("1"), said("lower", "1/2", b), [RR2]),
            "epsilon": violated(eps("0"), said("upper", "1/2", b), [RR2]),
            "clipped": violated(clipped("0"), said("lower", "1", b), [RR2]),
            "tradeoff": violated(alpha("1/3"), said("lower", "1/2", b), [RR2]),
            "renyi": violated(order(2), said("upper", "0", b), [B17]),
            "gdp": gdp("43/50", [RR2], 0, "2", T, b),
            "spend": spend("upper", "1", (3, "1/2"), by=b),
            "curve": curve("upper", grid(1, [(0, Fraction(1))]), [RR2], "1", b),
        }

    zero, minus = each("0"), each("-1")
    yield "R51-audit-by", "", zero.pop("delta"), "The bound fails, by more than 0, but 0 is not an amount."
    for name, certificate in zero.items():
        yield "R51-audit-by", f"{name}-zero", certificate, "The bound fails."
    for name, certificate in minus.items():
        yield "R51-audit-by", f"{name}-negative", certificate, "The bound fails, and it fails by -1 too."
    sound = violated(at("1"), said("upper", "1/2", "-1/4"), [RR2])
    yield "R51-audit-by", "of-a-true-bound", sound, "1/3 <= 1/2; without the rule only T > v stops it."
    for name, b in (("irrational", NEARLY_0), ("quotient", quotient(num(E_FLOOR) - E, ONE + E)), ("tiny", text(-TINY))):
        yield "R51-audit-by", name, violated(at("1"), said("upper", "1/4", b), [RR2]), "Negative by little."


def _places() -> Iterator[Row]:
    """R11 and R19."""
    one = grid(1, [(0, Fraction(1))])
    yield from rows(
        "R11-positive-x",
        {
            "delta": (violated(at("0"), said("upper", "1/2"), [RR2]), "h(0+) = 1."),
            "delta-negative": (violated(at("-1"), said("upper", "1"), [RR2]), "1 - x by the formula."),
            "delta-irrational": (violated(at(NEARLY_0), said("upper", "1"), [RR2]), "Same."),
            "invalid": (invalid(at("0"), {"value": "nan"}), "No value is needed for this."),
            "invalid-crossed": (invalid(at("-1"), {"lower": "1", "upper": "0"}), "Crossed all the same."),
            "points": (invalid(of("delta"), {"points": [["0", "1/2"], ["1", "3/4"]]}), "v increases."),
            "points-negative": (invalid(of("delta"), {"points": [["-2", "0"], ["-1", "1"], ["1", "1/4"]]}), "Above the chord."),
            "points-irrational": (invalid(of("delta"), {"points": [[NEARLY_0, "1/2"], ["1", "3/4"]]}), "v increases."),
            "curve": (curve("upper", grid(1, [(0, Fraction(1, 2))]), [RR2], "0"), "1 > 1/2 at 0."),
            "curve-negative": (curve("upper", one, [RR3], "-1", "1/2"), "Without the rule also R52."),
            "gdp": (gdp("1", [TOP_OF_ALL], 0, "0", "1"), "At 0 the loss -inf is among the atoms."),
            "gdp-negative": (gdp("43/50", [RR2], 0, "-1", T), "And R53: all of Q."),
        },
        "audit-",
    )
    over, under = text(1 + TINY), text(-TINY)
    nan = {"value": "nan"}
    yield from rows(
        "R19-delta-range",
        {
            "epsilon": (violated(eps(under), said("upper", "100"), [RR2]), "No x will do: infinite, by the formula."),
            "epsilon-above": (violated(eps(over), said("lower", "-100"), [RR2]), "Every x will do."),
            "epsilon-irrational": (violated(eps((E - num(E_FLOOR) + ONE).json()), said("lower", "-100"), [RR2]), "Same."),
            "clipped": (violated(clipped(under), said("upper", "100"), [RR2]), "No x will do."),
            "clipped-above": (violated(clipped("2"), said("lower", "1"), [RR2]), "Every x will do, so 0."),
            "tradeoff": (violated(alpha(under), said("lower", "1"), [LEAKY]), "9/10 already at 0."),
            "tradeoff-above": (violated(alpha(over), said("lower", "1"), [RR2]), "0 there, by the formula."),
            "tradeoff-quotient": (violated(alpha(quotient(num(E_FLOOR) - E, E)), said("lower", "1"), [LEAKY]), "Below 0 by little."),
            "invalid-epsilon": (invalid(eps("2"), nan), "No value at all."),
            "invalid-clipped": (invalid(clipped("-1"), {"value": "-1"}), "Negative."),
            "invalid-tradeoff": (invalid(alpha("2"), {"value": "0"}), "1 - alpha is less than 0."),
            "invalid-tradeoff-crossed": (invalid(alpha(under), {"lower": "1", "upper": "0"}), "Crossed."),
            "points-tradeoff": (invalid(of("tradeoff"), {"points": [["1/2", "0"], [over, "1"]]}), "v increases."),
            "points-tradeoff-first": (invalid(of("tradeoff"), {"points": [[under, "0"], ["1/2", "1"], ["1", "0"]]}), "Not convex."),
            "points-epsilon": (invalid(of("epsilon"), {"points": [["1/2", "0"], [over, "1"]]}), "v increases."),
        },
        "audit-",
    )


TOP_OF_ALL = approx(num(2), "1/2")


def _beyond() -> Iterator[Row]:
    """R52, for all quantities but gdp and whole curves."""
    third, t_e = Fraction(1, 3), quotient(*RR_E_AT)
    ten = h(responses(200, 3), Fraction(3, 2))
    yield from rows(
        BEYOND,
        {
            "": (violated(at("1"), said("upper", "1/3"), [RR2]), "It is met, not exceeded."),
            "delta-lower-equality": (violated(at("1"), said("lower", "1/3"), [RR2]), "Same."),
            "delta-upper-sound": (violated(at("1"), said("upper", text(third + TINY)), [RR2]), "Larger by little."),
            "delta-lower-sound": (violated(at("1"), said("lower", text(third - TINY)), [RR2]), "Smaller by little."),
            "delta-by": (violated(at("1"), said("upper", "0", text(third + TINY)), [RR2]), "By less than this."),
            "delta-by-2-60": (violated(at("1"), said("upper", "1/4", text(Fraction(1, 12) + NEAR)), [RR2]), "By less than this."),
            "delta-lower-by": (violated(at("1"), said("lower", "1", text(1 - third + TINY)), [RR2]), "By less than this."),
            "delta-irrational-equality": (violated(at(X_RR_E.json()), said("upper", t_e), [rr(E)]), "The same number."),
            "delta-irrational-lower": (violated(at(X_RR_E.json()), said("lower", t_e), [rr(E)]), "The same number."),
            "delta-irrational-by": (violated(at("1"), said("upper", "0", text(1 - 2 / (1 + E_CEILING))), [rr(E)]), "Too much by 10^-60."),
            "delta-both-pairs-needed": (violated(at("1"), said("lower", "1/3"), [IDENTITY, RR2]), "The largest counts: it is no less."),
            "delta-first-pair-only": (violated(at("1"), said("lower", "9/20"), [RR2, RR3]), "The largest counts, 1/2."),
            "delta-one-direction": (violated(at(nats(5.0)), said("upper", "0"), [B08]), "True of the other direction, B08."),
            "delta-other-direction": (violated(at("3/2"), said("upper", "0"), [swap(ASYMMETRIC)]), "True of the dual."),
            "delta-infinite-mass": (violated(at("inf"), said("upper", "1/10"), [LEAKY]), "Exactly the mass of +inf."),
            "delta-at-infinity": (violated(at("inf"), said("upper", "0"), [RR2, swap(HALF_P)]), "The loss -inf does not count."),
            "delta-infinity-is-no-large-x": (violated(at("1000000"), said("lower", "1/10"), [LEAKY]), "Equal from 2 on."),
            "delta-B10-a-bit-up": (
                violated(at("3/2"), said("upper", text(Fraction(0.9999999999999601))), [compose((200, RR3))]),
                f"A bound that is right: {float(1 - ten):.6g} from 1.",
            ),
            "epsilon-equality": (violated(eps("0"), said("upper", "1"), [rr(E)]), "It is 1."),
            "epsilon-lower-equality": (violated(eps("0"), said("lower", "1"), [rr(E)]), "It is 1."),
            "epsilon-equality-between": (violated(eps(t_e), said("upper", "1/2"), [rr(E)]), "It is 1/2."),
            "epsilon-by": (violated(eps("0"), said("upper", "0", text(1 + TINY)), [rr(E)]), "By 1."),
            "epsilon-lower-by": (violated(eps("0"), said("lower", "2", text(1 + TINY)), [rr(E)]), "By 1."),
            "epsilon-flat": (violated(eps("1/10"), said("upper", "1/2", "1/2"), [LEAKY]), "h(e) = 1/10, but h was there before: ln 2."),
            "epsilon-flat-near": (
                violated(eps("1/10"), said("upper", "0", text(log_below(2, 60) + TINY)), [LEAKY]),
                "ln 2 rounded up; h is 1/10 there.",
            ),
            "epsilon-flat-at-0": (violated(eps("0"), said("upper", "0", "2"), [rr(E)]), "h(e^2) = 0, and h(e) too."),
            "epsilon-still-falling": (
                violated(eps("1/10"), said("lower", text(log_below(2, 60))), [LEAKY]),
                "ln 2 cut off: h is more than 1/10 there.",
            ),
            "epsilon-identity": (violated(eps("0"), said("lower", "0"), [IDENTITY]), "It is 0, where h gets to 0."),
            "epsilon-infinite": (violated(eps("1/20"), said("upper", "inf"), [LEAKY]), "Nothing is above +inf."),
            "epsilon-infinite-lower": (violated(eps("1/20"), said("lower", "inf"), [LEAKY]), "It is +inf."),
            "epsilon-said-infinite": (violated(eps("0"), said("upper", "inf"), [RR2]), "Useless, but no less true."),
            "epsilon-at-the-infinite-mass": (violated(eps("1/10"), said("upper", "10"), [LEAKY]), "At the mass itself it is ln 2."),
            "epsilon-minus-infinite": (violated(eps("1"), said("upper", "-inf"), [TOTAL_LEAK]), "It is -inf."),
            "epsilon-minus-infinite-lower": (violated(eps("1"), said("lower", "-inf"), [RR2]), "Nothing is below -inf."),
            "epsilon-minus-infinite-upper": (violated(eps("1"), said("upper", "-10000"), [RR2]), "-inf is less."),
            "epsilon-near-1": (violated(eps(text(1 - TINY)), said("lower", "-1000"), [RR2]), "About -138, not -inf."),
            "epsilon-one-pair-infinite": (violated(eps("1/20"), said("lower", "10"), [RR2, LEAKY]), "The largest counts."),
            "epsilon-B03-sound": (
                violated(
                    eps(text(1e-6)),
                    said("upper", text(log_below(exponential(responses(100, 3), Fraction(1e-6)), 30) + Fraction(1, 10**30))),
                    [compose((100, RR3))],
                ),
                "Right by less than 10^-30.",
            ),
            "clipped-0": (violated(clipped("2/5"), said("upper", "0"), [RR2]), "ln(4/5), so 0, and 0 is right."),
            "clipped-lower-0": (violated(clipped("2/5"), said("lower", "0"), [RR2]), "ln(4/5) is less, but 0 is not."),
            "clipped-lower-negative": (violated(clipped("1"), said("lower", "-inf"), [RR2]), "0 is no less."),
            "clipped-by": (violated(clipped("2/5"), said("upper", "-1/10", text(Fraction(1, 10) + TINY)), both(RR2)), "0 is above by 1/10 only."),
            "clipped-lower-by": (violated(clipped("2/5"), said("lower", "1/10", "3/10"), both(RR2)), "As if it were ln(4/5)."),
            "clipped-minus-infinite-by": (violated(clipped("1"), said("lower", "1", text(1 + TINY)), [RR2]), "As if it were -inf."),
            "clipped-positive": (violated(clipped("0"), said("upper", "1"), [IDENTITY, rr(E)]), "It is 1."),
            "clipped-infinite": (violated(clipped("1/20"), said("upper", "inf"), [LEAKY]), "Nothing is above +inf."),
        },
    )
    yield from _more_beyond()


def _more_beyond() -> Iterator[Row]:
    """R52 for trade-off functions, divergences and spends."""
    least = tradeoff(masses(SKEWED), Fraction(1, 10))
    other = tradeoff(masses(swap(SKEWED)), Fraction(1, 10))
    low, high = sorted((least, other))
    near = log_below(Fraction(4, 3), 60)
    yield from rows(
        BEYOND,
        {
            "tradeoff-equality": (violated(alpha("1/3"), said("lower", "1/3"), [RR2]), "It is met."),
            "tradeoff-upper-equality": (violated(alpha("1/3"), said("upper", "1/3"), [RR2]), "It is met."),
            "tradeoff-lower-by": (violated(alpha("1/3"), said("lower", "1/2", text(Fraction(1, 6) + TINY)), [RR2]), "By 1/6."),
            "tradeoff-upper-by": (violated(alpha("1/3"), said("upper", "0", text(Fraction(1, 3) + TINY)), [RR2]), "By 1/3."),
            "tradeoff-least": (violated(alpha("1/10"), said("upper", text(low)), both(SKEWED)), "The least counts; the other is above."),
            "tradeoff-not-the-largest": (violated(alpha("1/10"), said("upper", text((low + high) / 2)), both(SKEWED)), "One is above, one below."),
            "tradeoff-lower-least": (violated(alpha("1/10"), said("lower", text(low)), both(SKEWED)), "None is below the least."),
            "tradeoff-one-direction": (
                violated(alpha("1/10"), said("lower", text(high)), [SKEWED if least == high else swap(SKEWED)]),
                "The other direction is below.",
            ),
            "tradeoff-identity": (violated(alpha("1/7"), said("lower", "6/7"), [IDENTITY]), "1 - alpha."),
            "tradeoff-at-0": (violated(alpha("0"), said("lower", "9/10"), [LEAKY]), "9/10: the loss -inf is given up."),
            "tradeoff-at-0-upper": (violated(alpha("0"), said("upper", "9/10"), [LEAKY]), "9/10, not 1."),
            "tradeoff-at-1-lower": (violated(alpha("1"), said("lower", text(-TINY)), [ASYMMETRIC]), "0 is no less."),
        "tradeoff-at-1-upper": (violated(alpha("1"), said("upper", text(TINY)), [ASYMMETRIC]), "0 is no more."),
        "tradeoff-at-1": (violated(alpha("1"), said("upper", "0"), [RR2]), "0."),
            "tradeoff-inside-the-infinite-mass": (violated(alpha("19/20"), said("lower", "0"), [LEAKY]), "0; by the line it would be less."),
            "tradeoff-errors-exchanged": (violated(alpha("1/2"), said("lower", "1/3"), [swap(ASYMMETRIC)]), "1/3; with the errors exchanged 1/4."),
            "tradeoff-irrational": (violated(alpha("1/2"), said("upper", quotient(ONE, num(2) * E)), [rr(E)]), "The same number."),
            "renyi-equality": (violated(order(2), said("upper", "1"), [table_of_e()]), "It is 1."),
            "renyi-equality-scaled": (violated(order(3), said("upper", "1"), [SCALED]), "It is 1 for each order."),
        "renyi-lower-equality": (violated(order(3), said("lower", "1"), [table_of_e()]), "It is 1 for each order."),
            "renyi-by": (violated(order(2), said("upper", "0", text(1 + TINY)), [table_of_e()]), "By 1."),
            "renyi-lower-by": (violated(order(2), said("lower", "2", text(1 + TINY)), [table_of_e()]), "By 1."),
            "renyi-near": (violated(order(2), said("upper", text(near + TINY)), [B17]), "Rounded up after 60 decimals."),
            "renyi-lower-near": (violated(order(2), said("lower", text(near)), [B17]), "Cut off after 60 decimals."),
            "renyi-by-near": (violated(order(2), said("upper", "0", text(near + TINY)), [B17]), "Too much by 10^-60."),
            "renyi-of-another-order": (
                violated(order(2), said("upper", text(log_below(moment(masses(RR2), 3)) / 2 - Fraction(1, 10**20))), [RR2]),
                "True of order 3.",
            ),
            "renyi-not-divided": (
                violated(order(3), said("upper", text(log_below(moment(masses(RR2), 3), 20) - Fraction(1, 10**20))), [RR2]),
                "Less than ln of the moment, but that is divided by 2.",
            ),
            "renyi-other-direction": (violated(order(3), said("upper", text(smaller_of_two())), [small_direction()]), "True of the dual."),
            "renyi-larger-counts": (
                violated(order(3), said("lower", text(smaller_of_two() + Fraction(1, 10**20))), both(ASYMMETRIC)),
                "True of one of the two.",
            ),
            "renyi-infinite": (violated(order(2), said("upper", "inf"), both(HALF_P)), "Nothing is above +inf."),
            "renyi-infinite-said-so": (violated(order(2), said("lower", "inf"), both(HALF_P)), "It is infinite."),
            "renyi-lower-equality-scaled": (violated(order(3), said("lower", "1"), [SCALED]), "It is 1 for each order."),
            "renyi-infinite-lower": (violated(order(2), said("lower", "10000"), both(HALF_P)), "One of the two is infinite."),
            "renyi-minus-infinite-mass": (violated(order(2), said("upper", "1"), [swap(HALF_P)]), "ln 2: what Q alone has does not count."),
            "renyi-identity": (violated(order(2), said("upper", "0"), [IDENTITY]), "It is 0."),
            "renyi-identity-lower": (violated(order(256), said("lower", "0"), [compose((3, IDENTITY))]), "It is 0."),
            "renyi-composed": (violated(order(2), said("lower", "2"), [compose((2, table_of_e()))]), "It is 2."),
            "spend-equality": (spend("upper", "1", (11, "1/11")), "1."),
            "spend-lower-equality": (spend("lower", "1", (11, "1/11")), "1."),
            "spend-by": (spend("upper", "0", (3, "1/10"), by=text(Fraction(3, 10) + TINY)), "By 3/10."),
            "spend-lower-by": (spend("lower", "1", (3, "1/10"), by=text(Fraction(7, 10) + TINY)), "By 7/10."),
            "spend-irrational": (spend("upper", (num(2) * SQRT2).json(), (2, SQRT2.json())), "The same number."),
            "spend-cut-off": (spend("upper", text(E_CEILING), (1, E.json())), "e rounded up."),
            "spend-once": (spend("upper", "1", (0, "7"), (1, "1")), "Not spent at all."),
            "spend-quotients": (spend("lower", "1", (1, quotient(E, ONE + E)), (1, quotient(ONE, ONE + E))), "1."),
            "spend-floats": (spend("upper", text(Fraction(0.1) * 10), (10, text(0.1))), "What ten floats add up to, exactly."),
        },
    )


def small_direction() -> Json:
    """Return that direction of an asymmetric pair whose divergence of order 3 is the smaller one."""
    return min(both(ASYMMETRIC), key=lambda plain: moment(masses(plain), 3))


def smaller_of_two() -> Fraction:
    """Return a little more than the smaller of the two divergences of order 3."""
    return log_below(moment(masses(small_direction()), 3), 30) / 2 + Fraction(1, 10**30)


def audits() -> list[Row]:
    """Return the rows of these rules."""
    return [*_by(), *_places(), *_beyond()]
