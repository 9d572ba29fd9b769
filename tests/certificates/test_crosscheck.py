"""The second opinion: what it confirms, what it calls a tie, what it contradicts, and where doubles give up."""

import itertools
import json
import random
from fractions import Fraction
from pathlib import Path

import mpmath
import pytest

from certificates.crosscheck import Contradiction, NotACertificate, crosscheck
from exact.errors import TooLarge, Undecided

LARGE = {  # at the limits of the checker, and beyond what is wanted of a second opinion: minutes, or more bits than it is given
    "limit-kept-audit-gdp-sum-64", "limit-kept-identity-constraints-4096", "limit-kept-identity-parts-1024", "limit-kept-pure-dp-exponent-9000",
    "limit-kept-pure-dp-outcomes-20000", "limit-kept-pure-dp-transcripts-16384", "limit-kept-pure-dp-universe-64", "limit-kept-tables-laws-2000",
    "limit-kept-tables-outcomes-20000",
}  # fmt: skip
ACCEPTED = [path for path in sorted((Path(__file__).parents[1] / "vectors" / "accept").glob("*.json")) if path.stem not in LARGE]
CEILING = 256

RR_2 = {"den": "3", "atoms": [["2", "1"], ["1", "2"]]}  # randomized response with ratio 2
RR_4 = {"den": "5", "atoms": [["4", "1"], ["1", "4"]]}
LEAK = {"den": "4", "atoms": [["1", "0"], ["3", "3"], ["0", "1"]]}  # everything with probability 1/4
TOTAL = {"den": "1", "atoms": [["1", "0"], ["0", "1"]]}
BUDGET = {"den": "4", "atoms": [["1", "0"], ["2", "1"], ["1", "2"], ["0", "1"]]}
TREE = ["0", [["0", [None, None]], ["1", [None]]]]
ROOT = [["1", ["0", [["2", "1/2"]]]]]  # sqrt(2)


def rr(eps):
    """Randomized response with ratio e^eps."""
    e, total = [["1", eps]], [["1", "0"], ["1", eps]]
    return {"den": total, "atoms": [[e, "1"], ["1", e]]}


def certificate(kind, claim, witness=None):
    return {"kind": kind, "claim": claim, "witness": witness or {}}


def natural(**changes):
    claim = {"queries": [RR_2, LEAK], "budget": BUDGET, "rounds": "2"}
    witness = {"x": "2", "tree": TREE}
    return certificate(
        "natural-filter-violated",
        {key: changes.get(key, value) for key, value in claim.items()},
        {key: changes.get(key, value) for key, value in witness.items()},
    )


def verdicts(*args, **options):
    report = crosscheck(certificate(*args), ceiling_bits=options.pop("ceiling_bits", CEILING), **options)
    return {check.name: (check.interval, check.double) for check in report.checks}


def test_worked_example():
    """The worked example of FORMAT.md: the gap is confirmed by both routes, and its values are 1/4 and 11/36."""
    report = crosscheck(natural(), ceiling_bits=CEILING)
    assert report.kind == "natural-filter-violated"
    gap = report.checks[-1]
    assert (gap.name, gap.relation, gap.interval, gap.double) == ("R28-no-gap", "<", "confirmed", "confirmed")
    assert gap.bits == 64
    assert "0.25" in gap.interval_values
    assert "0.30555555555555555" in gap.interval_values
    assert "0.3055555555555" in gap.double_values


def test_worked_example_admissibility():
    """Each of the three multisets played is compared with the budget at its two knots; one composition is the budget."""
    checks = [c for c in crosscheck(natural(), ceiling_bits=CEILING).checks if "R27" in c.name]
    assert [c.name for c in checks] == [
        f"R27-tree-admissible, queries {played}, knot {knot} of B" for played in ("0", "0, 0", "0, 1") for knot in (1, 2)
    ]
    assert {c.interval for c in checks[-2:]} == {"tie"}
    assert all(c.bits == CEILING for c in checks[-2:])
    assert checks[2].interval == "confirmed"


def test_inadmissible_strategy_is_contradicted():
    """The leak of 1/4 is not below randomized response with ratio 4: a strategy that plays it is not admissible."""
    with pytest.raises(Contradiction, match="R27-tree-admissible, queries 0, 1, knot 1 of B"):
        crosscheck(natural(budget=RR_4), ceiling_bits=CEILING)


def test_strategy_without_gap_is_contradicted():
    """One query alone stays below the budget: at x = 2 its curve is 0, that of the budget 1/4; both are shown."""
    with pytest.raises(Contradiction, match=r"R28-no-gap: .*left \[0\.25.*right \[0\.0.*doubles: contradicted"):
        crosscheck(natural(tree=["0", [None, None]]), ceiling_bits=CEILING)


@pytest.mark.parametrize(("a", "b"), [("1/2", "1"), ("1", "3/2"), ("1/100000", "1/10000")])
def test_exponentials(a, b):
    """RR at a smaller epsilon is dominated (the knots touch at the ends); RR at a larger one is not."""
    assert set(verdicts("dominated", {"A": rr(a), "B": rr(b)}).values()) == {("tie", "inconclusive")}
    claim = {"A": rr(b), "B": rr(a)}
    with pytest.raises(Contradiction, match="R10-dominated, knot 1 of B"):
        verdicts("dominated", claim)
    assert verdicts("not-dominated", claim, {"x": "1"})["R12-not-dominated"] == ("confirmed", "confirmed")


def test_radicals():
    """RR with ratio sqrt(2) has delta 3 - 2 sqrt(2) at x = 1 and, twice, the knots 2, 1 and 1/2 and no more."""
    root = {"den": [["1", "0"], *ROOT], "atoms": [[ROOT, "1"], ["1", ROOT]]}
    value = [["3", "0"], ["-2", ["0", [["2", "1/2"]]]]]
    assert verdicts("delta", {"pld": root, "x": "1", "value": value})["R16-delta-value"] == ("tie", "inconclusive")
    twice, written_out = {"compose": [["2", root]]}, {"compose": [["1", root], ["1", root]]}
    result = verdicts("equal", {"A": twice, "B": written_out})
    assert len(result) == 3 + 3 + 2
    assert {interval for interval, _ in result.values()} == {"tie"}
    assert verdicts("not-dominated", {"A": RR_2, "B": twice}, {"x": ROOT})["R12-not-dominated"][0] == "confirmed"


def test_reciprocal_sums_are_one_ratio():
    """Ratios of several terms are merged by their text: 40-fold RR with ratio (1 + e)/2 has 41 knots, not 2^40."""
    s = [["1", "0"], ["1", "1"]]
    pld = {"den": [["3", "0"], ["1", "1"]], "atoms": [[s, "2"], ["2", s]]}
    k_fold = {"compose": [["40", pld]]}
    assert len(verdicts("dominated", {"A": pld, "B": k_fold})) == 41


@pytest.mark.parametrize("seed", range(5))
def test_agrees_with_plain_fractions(seed):
    """delta of a random rational composition, infinite masses included, is a tie with its exact value and nothing
    10^-30 away from it is."""
    rng = random.Random(seed)
    plds = []
    for _ in range(2):
        p, q = [rng.randint(0, 9) for _ in range(5)], [rng.randint(0, 9) for _ in range(5)]
        p[0], q[0], p[4], q[4] = 3, 0, 0, 3
        ratios = {}
        for a, b in zip(p, q, strict=True):
            if a or b:
                key = Fraction(a, b) if b else None
                x, y = ratios.get(key, (0, 0))
                ratios[key] = x + a, y + b
        total_p, total_q = sum(p), sum(q)
        plds.append([(Fraction(a, total_p), Fraction(b, total_q)) for a, b in ratios.values()])
    atoms = [(a * c, b * d) for (a, b), (c, d) in itertools.product(*plds)]
    x = Fraction(rng.randint(1, 9), rng.randint(1, 9))
    exact = sum(max(Fraction(0), p - x * q) for p, q in atoms)
    items = [["1", {"den": "1", "atoms": [[str(p), str(q)] for p, q in pld]}] for pld in plds]
    claim = {"pld": {"compose": items}, "x": str(x)}
    assert verdicts("delta", claim | {"value": str(exact)})["R16-delta-value"] == ("tie", "inconclusive")
    for off in (Fraction(1, 10**30), Fraction(-1, 10**30)):
        with pytest.raises(Contradiction, match="R16-delta-value"):
            verdicts("delta", claim | {"value": str(exact + off)})


@pytest.mark.parametrize("relation", ["value", "upper"])
def test_false_claim_is_contradicted_by_both_routes(relation):
    """delta of RR with ratio 2 at x = 1 is 1/3; 1/4 is refuted as a value and as an upper bound, by each route."""
    with pytest.raises(Contradiction, match=r"intervals of 64 bits: contradicted.*doubles: contradicted"):
        verdicts("delta", {"pld": RR_2, "x": "1", relation: "1/4"})


def test_near_tie():
    """1/3 is below 1/3 + 1e-60: doubles cannot tell, intervals can above 200 bits, and not at 128."""
    upper = str(Fraction(1, 3) + Fraction(1, 10**60))
    claim = {"pld": RR_2, "x": "1", "upper": upper}
    report = crosscheck(certificate("delta", claim), ceiling_bits=CEILING)
    assert (report.checks[1].interval, report.checks[1].double, report.checks[1].bits) == (
        "confirmed", "inconclusive", 256)
    lower = {"pld": RR_2, "x": "1", "lower": upper}
    with pytest.raises(Contradiction, match=r"R17-delta-lower.*256 bits: contradicted.*doubles: inconclusive"):
        verdicts("delta", lower)


def test_overflow_and_underflow_of_doubles():
    """At epsilon 800 nats and -800 nats doubles have no e^eps: recorded as such, and the intervals decide."""
    big, small = [["1", "800"]], [["1", "-800"]]
    for x, reason in ((big, "overflow"), (small, "underflow")):
        claim = {"pld": RR_2, "x": x, "lower": "0", "upper": "1"}
        checks = crosscheck(certificate("delta", claim), ceiling_bits=CEILING).checks
        assert [(c.double, c.double_values) for c in checks] == [("inconclusive", reason)] * 3
        assert checks[0].interval == "confirmed"
    value = {"num": [["1", "800"], ["-1", "0"]], "den": [["1", "0"], ["1", "800"]]}
    result = verdicts("delta", {"pld": rr("800"), "x": "1", "value": value}, ceiling_bits=4096)
    assert result["R16-delta-value"] == ("tie", "inconclusive")


def test_underflow_in_a_composition():
    """4000-fold leak of 1/4: the mass that is left, (3/4)^4000, is below all doubles; the intervals see it."""
    claim = {"pld": {"compose": [["4000", LEAK]]}, "x": "inf", "upper": "1"}
    checks = crosscheck(certificate("delta", claim), ceiling_bits=4096).checks
    assert (checks[0].interval, checks[0].bits, checks[0].double_values) == ("confirmed", 2048, "underflow")


def test_ties_are_recorded():
    """A PLD is dominated by itself and equal to itself by ties only, decided at the ceiling."""
    pld = {"compose": [["2", rr("1/3")], ["1", LEAK]]}
    for kind, count in (("dominated", 3), ("equal", 8)):
        checks = crosscheck(certificate(kind, {"A": pld, "B": pld}), ceiling_bits=CEILING).checks
        assert len(checks) == count
        assert {(c.interval, c.bits) for c in checks} == {("tie", CEILING)}


def test_strict_claim_that_is_a_tie_raises_at_the_ceiling():
    """h_A(x) > h_B(x) with equal curves, not seen by any interval: generation stops with both values shown."""
    same = {"compose": [["1", rr("1")]]}
    with pytest.raises(Undecided, match=r"R12-not-dominated: .* 256 bits: inconclusive, left \[.*right \["):
        verdicts("not-dominated", {"A": rr("1"), "B": same}, {"x": "1"})


def test_wide_interval_is_no_tie():
    """1/3, written as (e - c)/3 over e - c with c so near to e that 256 bits cannot tell e - c from zero: the
    intervals straddle without being narrow, and generation stops. At 2048 bits it is a tie."""
    with mpmath.workprec(400):
        c = Fraction(int(mpmath.e * 2**300), 2**300)
    value = {"num": [[str(-c / 3), "0"], ["1/3", "1"]], "den": [[str(-c), "0"], ["1", "1"]]}
    claim = {"pld": RR_2, "x": "1", "value": value}
    with pytest.raises(Undecided, match=r"R16-delta-value: .* 256 bits: inconclusive"):
        verdicts("delta", claim)
    assert verdicts("delta", claim, ceiling_bits=2048)["R16-delta-value"] == ("tie", "inconclusive")


def test_what_a_tie_does_not_say():
    """h(e^-10000) = 1 - e^-10000 is not 1, yet a tie below 14,427 bits: a tie is consistent with equality, no proof."""
    claim = {"pld": RR_2, "x": [["1", "-10000"]], "lower": "1"}
    assert verdicts("delta", claim)["R17-delta-lower"] == ("tie", "inconclusive")
    with pytest.raises(Contradiction, match="R17-delta-lower"):
        verdicts("delta", claim, ceiling_bits=16384)


def test_incomparable():
    """RR with ratio 4 and the leak of 1/4 cross: each is above the other somewhere."""
    result = verdicts("incomparable", {"A": RR_4, "B": LEAK}, {"x_a": "1", "x_b": "3"})
    assert result["R14-a-above"] == result["R15-b-above"] == ("confirmed", "confirmed")
    with pytest.raises(Contradiction, match="R15-b-above"):
        verdicts("incomparable", {"A": RR_4, "B": LEAK}, {"x_a": "1", "x_b": "1"})


def test_epsilon_value_and_bounds():
    """epsilon of RR at delta 0 is its parameter, where h stops falling: lower and upper bound are ties."""
    claim = {"pld": rr("1/2"), "delta": "0"}
    result = verdicts("epsilon", claim | {"exp_value": [["1", "1/2"]]})
    assert result["R21-epsilon-lower"][0] == result["R22-epsilon-upper"][0] == "tie"
    assert result["R21-epsilon-lower, h still falls"][0] == "tie"
    result = verdicts("epsilon", claim | {"lower": "1/4", "upper": "3/4"})
    assert result["R21-epsilon-lower"] == ("confirmed", "confirmed")
    with pytest.raises(Contradiction, match="R21-epsilon-lower, h still falls"):
        verdicts("epsilon", claim | {"lower": "3/4"})
    with pytest.raises(Contradiction, match="R22-epsilon-upper"):
        verdicts("epsilon", claim | {"upper": "1/4"})


def test_epsilon_without_a_number():
    """+inf needs delta < h(inf), strictly; -inf needs delta = 1; delta lies in [0, 1]."""
    assert verdicts("epsilon", {"pld": LEAK, "delta": "1/5", "exp_value": "inf"})["R20-epsilon-value"] == (
        "confirmed", "confirmed")
    with pytest.raises(Contradiction, match="R20-epsilon-value"):
        verdicts("epsilon", {"pld": LEAK, "delta": "1/4", "exp_value": "inf"})
    assert verdicts("epsilon", {"pld": LEAK, "delta": "1", "exp_value": "0"})["R20-epsilon-value"][0] == "tie"
    with pytest.raises(Contradiction, match="R20-epsilon-value"):
        verdicts("epsilon", {"pld": LEAK, "delta": "1/2", "exp_value": "0"})
    with pytest.raises(Contradiction, match="R19-delta-range"):
        verdicts("epsilon", {"pld": LEAK, "delta": "3/2", "exp_value": "0"})


def test_x_is_positive():
    """A witness x that is not positive is contradicted (rule R11)."""
    for x in ("0", "-1"):
        with pytest.raises(Contradiction, match="R11-positive-x, x"):
            verdicts("not-dominated", {"A": RR_4, "B": RR_2}, {"x": x})


def test_no_knots_and_no_queries():
    """The total leak has no knots, so nothing is to be compared; 0-fold composition is the identity, knot 1."""
    assert verdicts("dominated", {"A": RR_2, "B": TOTAL}) == {}
    identity = {"compose": [["0", RR_2]]}
    assert verdicts("dominated", {"A": identity, "B": identity}) == {
        "R10-dominated, knot 1 of B": ("tie", "inconclusive")}


def test_k_fold_randomized_response_stays_small():
    """100-fold RR has 101 knots and not 2^100; its delta at x = 1 is confirmed to be below 1 by both routes."""
    claim = {"pld": {"compose": [["100", rr("1/10")]]}, "x": "1", "upper": "99/100"}
    assert verdicts("delta", claim)["R18-delta-upper"] == ("confirmed", "confirmed")


def test_too_large():
    """150 times 150 unequal ratios are more atoms than the limit: TooLarge, and nothing is said about the claim."""
    items = []
    for step in (Fraction(0), Fraction(1, 1000003)):
        p = [n + step for n in range(150, 0, -1)]
        items.append(["1", {"den": str(sum(p)), "atoms": [[str(mass), str(sum(p) / 150)] for mass in p]}])
    with pytest.raises(TooLarge, match="20000 atoms"):
        verdicts("delta", {"pld": {"compose": items}, "x": "1", "upper": "1"})


def test_ambient_precision_is_untouched():
    """Neither mpmath's global contexts change, nor do they matter: the report is the same at 10 and at 500 bits."""
    reports = []
    saved = mpmath.mp.prec, mpmath.iv.prec
    try:
        for bits in (10, 500):
            mpmath.mp.prec = mpmath.iv.prec = bits
            reports.append(crosscheck(natural(), ceiling_bits=CEILING))
            assert (mpmath.mp.prec, mpmath.iv.prec) == (bits, bits)
            with pytest.raises((Contradiction, Undecided)):
                crosscheck(natural(tree=["0", [None, None]]), ceiling_bits=CEILING)
            assert (mpmath.mp.prec, mpmath.iv.prec) == (bits, bits)
    finally:
        mpmath.mp.prec, mpmath.iv.prec = saved
    assert reports[0] == reports[1]


@pytest.mark.parametrize(
    "broken",
    [
        {"kind": "dominated"},
        certificate("unheard-of", {}),
        certificate("dominated", {"A": RR_2}),
        certificate("dominated", {"A": RR_2, "B": {"den": "2", "atoms": [["1", "1"], ["1", "1"]]}}),
        certificate("delta", {"pld": RR_2, "x": "1.5", "value": "0"}),
        certificate("delta", {"pld": RR_2, "x": "1/0", "value": "0"}),
        natural(tree=["0", [None]]),
        natural(tree=["7", [None]]),
    ],
    ids=["no-claim", "unknown-kind", "no-B", "ratio-twice", "decimal", "one-over-zero", "children", "index"],
)
def test_what_is_no_certificate_says_so(broken):
    """A missing key, an unknown kind, a text that is no number, a tree of another shape: one exception."""
    with pytest.raises(NotACertificate):
        crosscheck(broken, ceiling_bits=CEILING)


def test_precisions_in_order():
    """The ceiling is not below the first precision."""
    with pytest.raises(ValueError, match="16 <= precision <= ceiling_bits"):
        crosscheck(natural(), precision=64, ceiling_bits=32)


@pytest.mark.parametrize("path", ACCEPTED, ids=lambda path: path.stem)
def test_accepted_vectors_pass(path):
    """What the checker is to accept is contradicted by neither route, and each strict claim is confirmed."""
    report = crosscheck(json.loads(path.read_text(encoding="utf-8")), ceiling_bits=2048)
    assert all(check.interval == "confirmed" for check in report.checks if check.relation == "<")
