"""Verdicts on claims: public reports, every word, directions, tolerances; random claims against plain fractions."""

import json
import random
from fractions import Fraction
from pathlib import Path

import mpmath
import pytest

from certificates.audit import FAULTY, Tolerance, check, parse_claim
from certificates.audit.values import exact_value
from certificates.claims import audit as certificates_of
from exact import number
from exact.errors import OutOfRange, Refuted

REPORTS = [json.loads(line) for line in (Path(__file__).parent / "recorded" / "public_reports.jsonl").read_text(encoding="utf-8").splitlines()]


def claim(**fields):
    fields = {"id": "1", "tool": "tool", "version": "1", "mechanism": "rr(log(3))", **fields}
    return parse_claim(json.dumps(fields).encode())


def verdict(loose=Fraction(1001, 1000), **fields):
    return check(claim(**fields), loose=loose)


def delta_at(x, says, **more):
    return verdict(query={"kind": "delta", "x": x}, says=says, **more)


@pytest.mark.parametrize("report", [pytest.param(r, id=r["claim"]["id"]) for r in REPORTS])
def test_public_reports(report):
    """What was publicly reported of accountants, with the values that they gave: the verdict is right, and so is the exact value."""
    found = check(parse_claim(json.dumps(report["claim"]).encode()))
    assert found.verdict == report["verdict"]
    assert bool(found.certificates) == (found.verdict in FAULTY)
    exact = found.decisive.exact
    for name, text in report["exact"].items():
        field = "epsilon_decimal" if name == "eps_decimal" else name
        if name.endswith("decimal"):
            lower, upper = Fraction(exact["lower"]), Fraction(exact["upper"])
            margin = Fraction(10) ** -15 * abs(Fraction(text))  # the delta of some was the float nearest to the decimal that is printed
            assert lower - margin <= Fraction(text) <= upper + margin
        elif field in exact:
            assert number(exact[field]) == number(text) if field != "renyi" else exact[field] == text


def test_every_case_but_two_is_there():
    """All reports about finite mechanisms but a sensitivity and an injected noise, which are no claims about a mechanism."""
    ids = {r["claim"]["id"].rsplit("-", 1)[0] if r["claim"]["id"].count("-") == 1 else r["claim"]["id"] for r in REPORTS}
    families = {text.split("-")[0] for text in ids}
    wanted = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 14, 15, 17, 19, 20, 22, 24, 25, 31, 32, 37, 38, 41, 43]
    assert families == {f"B{n:02d}" for n in wanted}
    assert len(REPORTS) == 42


# --- words -------------------------------------------------------------------------------------------------------------------------------


def test_words_of_a_delta():
    # h(2) of rr(log 3) is 3/4 - 2/4 = 1/4
    assert delta_at("2", {"upper": "1/4"}).verdict == "sound"
    assert delta_at("2", {"upper": "1/4", "lower": "1/4"}).verdict == "sound"
    assert delta_at("2", {"upper": "1/3"}).verdict == "loose"
    assert delta_at("2", {"upper": "1/3"}, loose=Fraction(4, 3)).verdict == "sound"
    assert delta_at("2", {"upper": 1}).verdict == "vacuous"
    assert delta_at("2", {"lower": "1/5"}).verdict == "loose"
    for value in ("nan", "-1/10", "11/10", "-inf"):
        assert delta_at("2", {"upper": value}).verdict == "invalid"
    assert delta_at("2", {"upper": "1/5", "lower": "1/6"}).verdict == "violated"
    assert delta_at("2", {"lower": "1/3", "upper": "1/5"}).verdict == "invalid"
    assert delta_at("2", {"failed": "ValueError: no"}).verdict == "vacuous"


def test_a_shortfall_is_exact_and_the_slack_the_least_power_of_two():
    found = delta_at("2", {"upper": "1/5"})
    assert (found.decisive.shortfall, found.decisive.slack) == ("1/20", "2^-4")
    for slack, word in (("1/16", "loose"), ("1/32", "violated")):
        assert delta_at("2", {"upper": str(Fraction(1, 5) + Fraction(slack))}).verdict == word
    assert delta_at("2", {"upper": "3/16"}).decisive.slack == "2^-4"  # a shortfall of exactly 1/16


@pytest.mark.parametrize(
    "query", [{"kind": "delta", "eps": 0.5}, {"kind": "epsilon", "delta": 0.001}, {"kind": "renyi", "order": 3}, {"kind": "gdp"}]
)
@pytest.mark.parametrize("part", [Fraction(1, 3), Fraction(2, 3), 1 - Fraction(1, 2**40)])
def test_the_slack_makes_a_bound_true_and_its_half_does_not(query, part):
    exact = check(claim(mechanism="3*rr(1/2)", query=query, says={"upper": "inf" if query["kind"] != "delta" else 1})).decisive.exact
    value = Fraction(exact["lower"]) * part
    found = verdict(mechanism="3*rr(1/2)", query=query, says={"upper": str(value)})
    assert found.verdict == "violated"
    slack = Fraction(2) ** int(found.decisive.slack.removeprefix("2^"))
    assert verdict(mechanism="3*rr(1/2)", query=query, says={"upper": str(value + slack)}).verdict != "violated"
    assert verdict(mechanism="3*rr(1/2)", query=query, says={"upper": str(value + slack / 2)}).verdict == "violated"


def test_nothing_is_violated_by_equality():
    assert verdict(query={"kind": "epsilon", "delta": "1/4"}, says={"upper": "log(2)", "lower": "log(2)"}).verdict == "sound"
    assert verdict(query="pure-epsilon", says={"upper": "log(3)"}).verdict == "sound"
    assert verdict(query={"kind": "tradeoff", "alpha": "1/4"}, says={"lower": "1/4", "upper": "1/4"}).verdict == "sound"
    ledger = {"id": "1", "tool": "tool", "query": {"kind": "spend", "spends": [[3, "1/10"]]}, "says": {"upper": "3/10", "lower": "3/10"}}
    assert check(parse_claim(json.dumps(ledger).encode())).verdict == "sound"


def test_estimates_have_signed_errors():
    found = delta_at("2", {"estimate": "1/5"})
    assert (found.verdict, found.decisive.error) == ("vacuous", "-1/20")
    assert delta_at("2", {"estimate": "1/5", "error": "1/20"}).verdict == "sound"
    assert delta_at("2", {"estimate": "1/5", "error": "1/21"}).verdict == "violated"
    assert delta_at("2", {"estimate": "1/5", "error": {"relative": "1/5"}}).verdict == "sound"
    assert delta_at("2", {"estimate": "1/5", "error": {"relative": "1/6"}}).verdict == "violated"
    assert delta_at("2", {"estimate": "1/3", "error": {"relative": "1/3"}}).verdict == "sound"
    assert delta_at("2", {"estimate": "1/3", "error": {"relative": "1/4"}}).verdict == "violated"


def test_infinite_values():
    assert verdict(query="pure-epsilon", says={"upper": "inf"}).verdict == "vacuous"
    assert verdict(mechanism="approx(1, 1/10)", query="pure-epsilon", says={"upper": "inf"}).verdict == "sound"
    assert verdict(mechanism="approx(1, 1/10)", query="pure-epsilon", says={"upper": 100}).decisive.shortfall == "inf"
    assert verdict(query="pure-epsilon", says={"lower": "inf"}).verdict == "violated"
    assert verdict(mechanism="approx(1, 1/10)", query={"kind": "renyi", "order": 2}, says={"upper": 5}).verdict == "violated"
    assert verdict(query={"kind": "renyi", "order": 2}, says={"lower": "inf"}).verdict == "violated"
    assert verdict(query={"kind": "epsilon", "delta": 1}, says={"upper": -5}).verdict == "sound"
    assert verdict(query={"kind": "epsilon", "delta": "1/2", "clipped": True}, says={"upper": 0}).verdict == "sound"
    assert verdict(query={"kind": "epsilon", "delta": "1/2", "clipped": True}, says={"upper": -1}).verdict == "invalid"


# --- directions --------------------------------------------------------------------------------------------------------------------------

LOPSIDED = {"P": {"a": "1"}, "Q": {"a": "1/2", "b": "1/2"}}


def test_both_directions_count_unless_one_is_named():
    says = {"upper": 0}
    assert delta_at("3", says, mechanism=LOPSIDED, direction="P over Q").verdict == "sound"
    found = delta_at("3", says, mechanism=LOPSIDED)
    assert (found.verdict, found.decisive.shortfall, found.decisive.witness["pair"]) == ("violated", "1/2", "Q over P")
    assert delta_at("3", says, mechanism=LOPSIDED, direction="Q over P").verdict == "violated"
    assert delta_at("3", {"lower": "1/2"}, mechanism=LOPSIDED).verdict == "sound"
    assert delta_at("3", {"lower": "1/2"}, mechanism=LOPSIDED, direction="P over Q").verdict == "violated"


def test_labelled_pairs_are_taken_as_they_stand():
    one_way = {"pairs": {"add": LOPSIDED, "remove": "rr(log(3))"}}
    assert delta_at("3", {"upper": 0}, mechanism=one_way).verdict == "sound"
    other = {"pairs": {"add": {"P": LOPSIDED["Q"], "Q": LOPSIDED["P"]}, "remove": "rr(log(3))"}}
    assert delta_at("3", {"upper": 0}, mechanism=other).decisive.witness["pair"] == "add"


def test_a_tradeoff_curve_is_the_least_of_both_directions():
    # P over Q: P = (1, 0), Q = (1/2, 1/2): f(1/2) = 1/4, f(0) = 1/2; the other direction has f(0) = 1, f(1/2) = 0
    assert verdict(mechanism=LOPSIDED, query={"kind": "tradeoff", "alpha": "1/2"}, says={"lower": "1/4"}).verdict == "violated"
    assert verdict(mechanism=LOPSIDED, query={"kind": "tradeoff", "alpha": "0"}, says={"lower": "1/2", "upper": "1/2"}).verdict == "sound"


# --- tolerances --------------------------------------------------------------------------------------------------------------------------


def test_a_tolerance_is_respected_beside_the_strict_verdict():
    found = delta_at("2", {"upper": "1/5"}, tolerance="1/20")
    assert (found.verdict, found.strict, len(found.certificates)) == ("sound", "violated", 1)
    assert delta_at("2", {"upper": "1/5"}, tolerance="1/21").verdict == "violated"
    low = claim(query={"kind": "delta", "x": 2}, says={"upper": "1/5"})
    assert check(low, tolerance=Tolerance(number("1/5"), relative=True)).verdict == "sound"
    assert check(low, tolerance=Tolerance(number("1/6"), relative=True)).verdict == "violated"
    assert delta_at("2", {"upper": "-1e-9"}, tolerance="1e-9").strict == "invalid"
    assert delta_at("2", {"lower": "1/3"}, tolerance="1/12").verdict == "sound"
    assert delta_at("2", {"upper": "nan"}, tolerance="1").verdict == "invalid"


# --- lists -------------------------------------------------------------------------------------------------------------------------------


def profile(xs, values, **more):
    return verdict(query={"kind": "profile", "x": xs}, says={"upper": values}, **more)


def test_profiles_must_be_monotone_and_convex():
    # h of rr(log 3): 1/2 at 1, 1/4 at 2, 0 at 3
    assert profile(["1", "2", "3"], ["1/2", "1/4", "0"]).verdict == "sound"
    assert profile(["3", "1", "2"], ["0", "1/2", "1/4"]).verdict == "sound"
    rising = profile(["1", "2", "3"], ["1/2", "1/4", "3/8"])
    assert (rising.verdict, rising.decisive.witness["at"], rising.decisive.shortfall) == ("invalid", ["2", "3"], "1/8")
    bent = profile(["1", "2", "3"], ["1/2", "3/8", "1/8"])
    assert (bent.verdict, bent.decisive.witness["at"], bent.decisive.shortfall) == ("invalid", ["1", "2", "3"], "1/16")
    below = profile(["1", "2", "3"], ["1/2", "1/5", "0"])
    assert (below.verdict, below.decisive.point) == ("violated", 1)
    assert verdict(query={"kind": "renyi", "order": [2, 3]}, says={"upper": [2, 1]}).verdict == "invalid"
    assert verdict(query={"kind": "tradeoff", "alpha": ["0", "1/2", "1"]}, says={"lower": ["1/10", "1/5", "0"]}).verdict == "invalid"


def test_the_least_of_two_tradeoff_curves_need_not_be_convex():
    # P over Q: through (0, 1/2) and (1, 0); Q over P: through (0, 1), (1/2, 0) and (1, 0); the least at 0, 1/3, 1/2 is 1/2, 1/3, 0
    said = {"query": {"kind": "tradeoff", "alpha": ["0", "1/3", "1/2"]}, "says": {"lower": ["1/2", "1/3", "0"]}, "mechanism": LOPSIDED}
    assert verdict(**said).verdict == "sound"
    assert verdict(**said, direction="P over Q").verdict == "invalid"


# --- random claims against plain fractions -----------------------------------------------------------------------------------------------


def random_masses(rng, n):
    weights = [rng.randint(0, 6) for _ in range(n)]
    weights[rng.randrange(n)] += 1
    return [Fraction(w, sum(weights)) for w in weights]


def brute_delta(pairs, x):
    return max(sum(max(Fraction(0), p - x * q) for p, q in rows) for rows in pairs)


def brute_exp_epsilon(rows, delta):
    """The least x with h(x) <= delta by walking the knots; None for none, 0 where every x > 0 will do."""
    knots = sorted({p / q for p, q in rows if q})
    if sum(p for p, q in rows if not q) > delta:
        return None
    places = [Fraction(0), *knots]
    best = None
    for left, right in zip(places, [*knots, None], strict=True):
        above = [(p, q) for p, q in rows if not q or p / q > left]
        a, b = sum(p for p, _ in above), sum(q for _, q in above)  # h = a - b x here
        x = left if a - b * left <= delta else (a - delta) / b if b else None
        if x is not None and (right is None or x <= right):
            best = x
            break
    return best


def composed(rows, k):
    out = [(Fraction(1), Fraction(1))]
    for _ in range(k):
        out = [(p * r, q * s) for p, q in out for r, s in rows]
    return out


@pytest.mark.parametrize("seed", range(40))
def test_random_claims_are_decided_as_fractions_decide_them(seed):
    rng = random.Random(seed)
    for _ in range(6):
        n, k = rng.randint(2, 4), rng.randint(1, 3)
        P, Q = random_masses(rng, n), random_masses(rng, n)
        rows = [(p, q) for p, q in zip(P, Q, strict=True) if p or q]
        direction = rng.choice(["both", "P over Q", "Q over P"])
        forward, reverse = composed(rows, k), composed([(q, p) for p, q in rows], k)
        pairs = {"both": [forward, reverse], "P over Q": [forward], "Q over P": [reverse]}[direction]
        mechanism = {"P": {str(i): str(m) for i, m in enumerate(P)}, "Q": {str(i): str(m) for i, m in enumerate(Q)}}
        common = {"mechanism": mechanism, "times": k, "direction": direction}
        x = Fraction(rng.randint(1, 12), rng.randint(1, 6))
        there = brute_delta(pairs, x)
        value = there + Fraction(rng.randint(-2, 2), 50)
        bound = rng.choice(["upper", "lower"])
        found = verdict(query={"kind": "delta", "x": str(x)}, says={bound: str(value)}, **common)
        wrong = there > value if bound == "upper" else there < value
        assert (found.verdict in FAULTY) == (wrong or not 0 <= value <= 1)
        if found.verdict == "violated":
            assert number(found.decisive.shortfall) == abs(there - value)
        delta = Fraction(rng.randint(0, 20), 20)
        sides = [brute_exp_epsilon(side, delta) for side in pairs]
        exp_eps = None if None in sides else max(sides)
        said = Fraction(rng.randint(-40, 80), 32)
        found = verdict(query={"kind": "epsilon", "delta": str(delta)}, says={bound: str(said)}, **common)
        if exp_eps is None:
            sign = 1
        elif said == 0:
            sign = (exp_eps > 1) - (exp_eps < 1)
        else:  # e^said is irrational
            gap = mpmath.mpf(exp_eps.numerator) / exp_eps.denominator - mpmath.exp(mpmath.mpf(said.numerator) / said.denominator)
            sign = 1 if gap > 0 else -1
        assert (found.verdict == "violated") == (sign > 0 if bound == "upper" else sign < 0)
        order = rng.randint(2, 4)
        if all(q for _, q in forward) and all(q for _, q in reverse):
            moment = max(sum(p**order / q ** (order - 1) for p, q in side) for side in pairs)
            found = verdict(query={"kind": "renyi", "order": order}, says={bound: str(abs(said))}, **common)
            level = mpmath.log(mpmath.mpf(moment.numerator) / moment.denominator) / (order - 1)
            if abs(level - abs(float(said))) > 1e-9:
                wrong = level > abs(float(said)) if bound == "upper" else level < abs(float(said))
                assert (found.verdict == "violated") == wrong


# --- what a review found ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "says",
    [
        {"upper": -1e-17},
        {"lower": 1.0000000000000002},
        {"lower": 0.9, "upper": 0.9 - 1e-12},
        {"lower": 0.1, "upper": 0.1 - 1e-12},
        {"estimate": -1e-17, "error": 1e-12},
    ],
)
def test_impossible_within_the_tolerance_is_judged_all_the_same(says):
    """The delta is 0.2876: none of these is right within 1e-9, though each is nearly possible."""
    found = verdict(mechanism="rr(1)", query={"kind": "delta", "eps": 0.5}, says=says, tolerance=1e-9)
    assert found.verdict == "violated"
    assert found.strict == "invalid"


def test_the_worst_defect_is_held_against_the_tolerance():
    rising = {"query": {"kind": "profile", "eps": [0, 0.5, 1]}, "says": {"upper": ["1/2", "1/2+1/1000000000000", "1/2+1/4"]}}
    assert verdict(mechanism="rr(1)", tolerance=1e-9, **rising).verdict == "invalid"
    masses = {"upper": {"losses": [-1, 1, 2], "masses": [-1e-20, 0.5, -0.1], "infinite": 0.6}}
    assert verdict(mechanism="identity()", direction="P over Q", query="pld", says=masses, tolerance=1e-9).verdict == "invalid"
    doubled = {"query": {"kind": "profile", "eps": [0, 0, 1]}, "says": {"upper": [0.5, 0.6, 0.55]}}
    assert verdict(mechanism="rr(1)", **doubled).strict == "invalid"


def test_infinite_losses_are_not_within_any_tolerance():
    said = {"mechanism": "approx(1, 1/10)", "query": {"kind": "epsilon", "delta": 0.05}, "says": {"upper": 1.0}}
    assert verdict(**said, tolerance={"relative": 0.999}).verdict == "violated"
    with pytest.raises(OutOfRange):
        claim(**said, tolerance={"relative": 2})


def test_a_tie_of_curves_has_a_certificate_that_is_verified(checker):
    said = {"upper": {"losses": [0.0], "masses": [0.75], "infinite": 0.25}}
    found = verdict(mechanism="approx(0, 1/2)", direction="P over Q", query="pld", says=said)
    assert found.verdict == "violated"
    assert found.decisive.shortfall == "1/4"
    assert checker.verify(found.decisive.certificate.to_bytes()).kind == "audit"


def test_the_error_of_an_estimate_is_its_own():
    found = verdict(query={"kind": "delta", "x": 1}, says={"estimate": "0.51", "error": "0.02"})
    assert [finding.error for finding in found.findings] == ["1/100", "1/100"]


def test_the_slack_repairs_near_misses():
    tiny = {"mechanism": {"P": {"a": f"1/16 + 1/{10**450}", "b": f"15/16 - 1/{10**450}"}, "Q": {"b": 1}}, "query": {"kind": "delta", "eps": "inf"}}
    assert verdict(**tiny, says={"upper": 0}).decisive.slack == "2^-3"
    query = {"mechanism": "rr(1)", "query": "gdp"}
    exact = Fraction(verdict(**query, says={"upper": 100}).decisive.exact["lower"])
    near = verdict(**query, says={"upper": str(exact - Fraction(1, 10**34))})
    assert near.verdict == "violated"
    power = int(near.decisive.slack.removeprefix("2^"))
    assert verdict(**query, says={"upper": str(exact - Fraction(1, 10**34) + Fraction(2) ** power)}).verdict != "violated"


def test_gdp_and_logarithms_may_be_loose():
    assert verdict(mechanism="rr(1)", query="gdp", says={"upper": 5}).verdict == "loose"
    assert verdict(mechanism="rr(1)", query="gdp", says={"upper": 1.2325}).verdict == "sound"
    assert verdict(query="pure-epsilon", says={"upper": "log(300)"}).verdict == "loose"
    assert verdict(mechanism="rr(1)", query="gdp", says={"lower": 1}).verdict == "loose"
    assert verdict(mechanism="rr(1)", query="gdp", says={"lower": 2}).verdict == "violated"


@pytest.mark.parametrize(
    ("query", "says"),
    [
        ({"kind": "epsilon", "delta": 0, "clipped": True}, {"upper": 1e7}),
        ({"kind": "epsilon", "delta": 0}, {"upper": "log(2)", "lower": 1e7}),
        ({"kind": "renyi", "order": 2}, {"upper": "log(2)"}),
        ({"kind": "gdp"}, {"upper": "sqrt(2)"}),
        ({"kind": "delta", "x": 2}, {"upper": "log(2)"}),
        ({"kind": "epsilon", "delta": 0}, {"estimate": "log(2)", "error": 1}),
    ],
)
def test_what_cannot_be_decided_is_a_verdict(query, says):
    found = verdict(query=query, says=says)
    assert found.verdict in ("unsupported", "undecided")
    assert found.decisive.reason


def test_an_infinite_total_has_no_certificate_and_says_so():
    ledger = {"id": "1", "tool": "tool", "query": {"kind": "spend", "spends": [[3, 0.1]]}, "says": {"lower": float("inf")}}
    found = check(parse_claim(json.dumps(ledger).encode()))
    assert (found.verdict, found.certificates) == ("violated", ())
    assert "no certificate" in found.decisive.reason


def test_a_verdict_that_its_certificate_contradicts_is_a_fault(monkeypatch):
    """Not one of the verdicts, and not a missing certificate."""
    monkeypatch.setattr("certificates.audit.checking._shortfall", lambda *_: ("1", Fraction(1)))
    with pytest.raises(RuntimeError, match="contradict"):
        delta_at("2", {"upper": "1/5"})


def test_builders_refuse_what_is_no_contradiction():
    quantity = claim(query={"kind": "delta", "x": 2}, says={"upper": "1/5"}).quantities[0]
    low, high = exact_value("1/5"), exact_value("1/4")
    assert certificates_of.invalid_interval("tool", quantity, high, low).kind == "audit"
    for wrong in (
        lambda: certificates_of.invalid_interval("tool", quantity, low, high),
        lambda: certificates_of.invalid_interval("tool", quantity, low, low),
        lambda: certificates_of.invalid_value("tool", quantity, low),
        lambda: certificates_of.invalid_points("tool", quantity, [(number(1), number("1/2")), (number(2), number("1/2"))]),
        lambda: certificates_of.invalid_points("tool", quantity, [(number(2), number("1/4")), (number(1), number("1/2"))]),
        lambda: certificates_of.invalid_points("tool", quantity, [(number(x), number(f"{3 - x}/4")) for x in (1, 2, 3)]),
    ):
        with pytest.raises(Refuted):
            wrong()


def test_a_tolerated_value_hides_no_other_fault():
    """A value that is nearly possible, and a profile that rises elsewhere."""
    said = {"upper": ["1/2", "1/4", "3/4", "-1/1000000000000"]}
    found = verdict(query={"kind": "profile", "x": ["1", "2", "5/2", "3"]}, says=said, tolerance="1e-9")
    assert (found.verdict, found.decisive.statement) == ("invalid", "points")


def test_of_a_whole_pld_the_worst_direction_is_held_against_the_tolerance():
    """P over Q the grid lacks 2^-30 only, Q over P it lacks a half."""
    said = {"upper": {"losses": [0.75], "masses": [1 - 2**-30]}}
    one_way = {"mechanism": LOPSIDED, "query": "pld", "says": said, "tolerance": 1e-6}
    assert verdict(**one_way, direction="P over Q").verdict == "sound"
    assert verdict(**one_way, direction="P over Q").strict == "violated"
    assert verdict(**one_way, direction="Q over P").verdict == "violated"
    assert verdict(**one_way).verdict == "violated"
