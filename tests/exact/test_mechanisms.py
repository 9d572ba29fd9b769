"""The mechanisms: closed forms where they exist, else brute force over outcomes in plain Fractions or mpmath intervals; guarantees; refusals."""

import json
from decimal import Decimal
from fractions import Fraction
from itertools import pairwise, permutations, product
from math import comb

import mpmath
import pytest
from hypothesis import given
from hypothesis import strategies as st

import exact
from exact import (
    binomial_noise,
    discrete_gaussian,
    dual,
    exponential,
    geometric,
    identity,
    log,
    mixture,
    number,
    permute_and_flip,
    pld,
    pmfs,
    rr,
    score_difference,
    total_leak,
    truncated_geometric,
)
from tests.laws import brute
from tests.laws.strategies import examples
from tests.oracles.loader import DATA

XS = [Fraction(n, 12) for n in range(1, 60, 5)]
DECAYS = ["log(2)", "log(3/2)", "1", "1/10", "log(3)/2", "log(2) + 1/3"]
RATIOS = st.sampled_from([Fraction(2), Fraction(3), Fraction(3, 2), Fraction(10, 9)])
SHIFTS = st.integers(-4, 4)


def h(outcomes, x):
    """The hockey-stick curve of a dictionary outcome -> (p, q) or of a list of pairs."""
    return brute.h(list(outcomes.values()) if isinstance(outcomes, dict) else outcomes, x)


# --- k-ary randomized response -------------------------------------------------------------------------------------


@pytest.mark.parametrize("k", [2, 3, 5, 10])
@pytest.mark.parametrize("eps", ["log(2)", "1", "log(3)/2", "1/10"])
def test_k_ary_randomized_response(eps, k):
    """rr(eps, k) is rr(eps) with probability (t + 1)/(t + k - 1), else nothing; delta is (t - x)/(t + k - 1) for 1 <= x <= t."""
    t = exact.exp(eps)
    weight = (t + 1) / (t + k - 1)
    assert rr(eps, k) == mixture((weight, rr(eps)), (1 - weight, identity()))
    assert rr(eps, k + 1) <= rr(eps, k) <= rr(eps)
    for x in (number(1), (1 + t) / 2, t):
        assert rr(eps, k).hockey_stick(x) == (t - x) / (t + k - 1)


# --- geometric noise -----------------------------------------------------------------------------------------------


def noise(r, z):
    """The mass of two-sided geometric noise at z, by its definition."""
    return (1 - r) / (1 + r) * r ** abs(z)


@pytest.mark.parametrize("a", DECAYS)
@pytest.mark.parametrize("s", [0, 1, 2, 3, 7])
def test_geometric_closed_form(a, s):
    """delta is Pr[s + Z >= m] - x Pr[Z >= m], m the least outcome of ratio above x: 1 - t^(m-s-1) t/(t+1) - x t^(1-m)/(t+1)."""
    t, mechanism = exact.exp(a), geometric(a, s)
    for i in range(-s - 1, s + 1):  # at x between two ratios t^i and t^(i+1), and at t^i
        for x in (t**i, t**i * (1 + t) / 2):
            m = next((y for y in range(1, s + 1) if t ** (2 * y - s) > x), None)
            inside = 0 if m is None else 1 - t ** (m - s) / (t + 1) - x * t ** (1 - m) / (t + 1)
            assert mechanism.hockey_stick(x) == (1 - x if t**-s > x else inside)
    assert mechanism.is_symmetric()
    assert len(mechanism.atoms) == s + 1


@pytest.mark.parametrize("a", DECAYS)
@pytest.mark.parametrize("s", [1, 2, 5])
def test_geometric_is_pure_with_exactly_a_s(a, s):
    """rr(a s) dominates it and nothing below does: the pure epsilon is a s, attained. Equal to rr for s = 1 only."""
    mechanism, eps = geometric(a, s), s * exact.loss(a)
    assert mechanism <= rr(eps)
    assert not mechanism <= rr(eps - Fraction(1, 1000))
    assert mechanism.epsilon(0) == dual(mechanism).epsilon(0) == eps
    assert (mechanism == rr(eps)) == (s == 1)
    assert mechanism <= geometric(a, s + 1)
    assert not geometric(a, s + 1) <= mechanism


@given(RATIOS, st.integers(0, 5), st.sampled_from(XS))
@examples(60)
def test_geometric_against_its_outcomes(t, s, x):
    """Sums over the outcomes -N..N+s, with what is left of P, are bounds on both sides; the gap is below 2 r^N."""
    r, n = 1 / t, 60
    outcomes = [(noise(r, y - s), noise(r, y)) for y in range(-n, n + s + 1)]
    rest = 1 - sum(p for p, _ in outcomes)
    assert rest < 2 * r**n
    assert h(outcomes, x) <= geometric(log(number(t)), s).hockey_stick(x).as_fraction() <= h(outcomes, x) + rest


@given(RATIOS, SHIFTS, SHIFTS, st.integers(0, 6), st.sampled_from(XS))
@examples(60)
def test_truncated_against_its_outcomes(t, s, low, width, x):
    """The noise is clamped outcome by outcome; what is left of P beyond 150 outcomes is the gap between the bounds."""
    r, n, high = 1 / t, 150, low + width
    clamped = {}
    for y in range(-n, n + 1):
        for c, side in ((s, 0), (0, 1)):
            at = min(max(y + c, low), high)
            masses = clamped.setdefault(at, [Fraction(0), Fraction(0)])
            masses[side] += noise(r, y)
    rest = 1 - sum(p for p, _ in clamped.values())
    found = truncated_geometric(log(number(t)), s, low, high)
    value = found.hockey_stick(x).as_fraction()
    slack = rest * (1 + x)  # masses that are missing in P and in Q
    assert h(clamped, x) - slack <= value <= h(clamped, x) + slack
    assert slack < Fraction(1, 10**5)


@given(st.sampled_from(DECAYS), SHIFTS, SHIFTS, st.integers(0, 6))
@examples(100)
def test_truncated_relations(a, s, low, width):
    """Post-processing, so below the geometric mechanism, and equal to it when 0 and s are inside; swaps and mirrors."""
    high = low + width
    found, whole = truncated_geometric(a, s, low, high), geometric(a, abs(s))
    assert found <= whole
    if low <= min(0, s) and high >= max(0, s):
        assert found == whole
    assert found == truncated_geometric(a, -s, -high, -low)
    assert dual(found) == truncated_geometric(a, s, s - high, s - low)
    assert found <= truncated_geometric(a, s, low - 1, high + 1)


def test_a_wide_window_costs_nothing():
    """Ends beyond both centres do not matter, however far; far ends on one side of both do, and are refused."""
    assert truncated_geometric(1, 2, -(10**30), 10**30) == geometric(1, 2)
    assert truncated_geometric("log(2)", 1, 1, 10**30) == truncated_geometric("log(2)", 1, 1, 2)
    assert truncated_geometric("log(2)", 1, 1, 2) == pmfs({1: "2/3", 2: "1/3"}, {1: "5/6", 2: "1/6"})
    assert truncated_geometric(1, 10**40, 3, 3) == identity()
    with pytest.raises(exact.TooLarge, match="10000"):
        truncated_geometric(1, 2, 10**30, 10**31)


# --- discrete Gaussian noise ---------------------------------------------------------------------------------------


def gaussian_curve(variance, s, low, high, x):
    """An interval around h(x), from the definition, in mpmath interval arithmetic."""
    iv = mpmath.ctx_iv.MPIntervalContext()
    iv.prec = 300

    def weight(distance):
        return iv.exp(iv.mpf(-distance * distance * variance.denominator) / (2 * variance.numerator))

    p = [weight(y - s) for y in range(low, high + 1)]
    q = [weight(y) for y in range(low, high + 1)]
    x_interval = iv.mpf(x.numerator) / x.denominator
    excess = [a / sum(p) - x_interval * b / sum(q) for a, b in zip(p, q, strict=True)]
    return sum((d for d in excess if d.a > 0), iv.mpf(0))


def ends(interval):
    """The ends of an mpmath interval, exactly."""
    found = []
    for sign, mantissa, exponent, _ in interval._mpi_:
        found.append(Fraction(-mantissa if sign else mantissa) * Fraction(2) ** exponent)
    return found


@given(
    st.sampled_from([Fraction(1, 2), Fraction(1), Fraction(4), Fraction(7, 3)]),
    SHIFTS,
    SHIFTS,
    st.integers(1, 9),
    st.sampled_from(XS),
)
@examples(80)
def test_discrete_gaussian_against_its_outcomes(variance, s, low, width, x):
    """The exact value lies in the interval that the definition gives, which is narrow."""
    if s == 0:
        assert discrete_gaussian(variance, s, low, low + width) == identity()
        return
    found = discrete_gaussian(variance, s, low, low + width).hockey_stick(x)
    around = gaussian_curve(variance, s, low, low + width, x)
    low_end, high_end = ends(around)
    assert high_end - low_end < Fraction(1, 10**60)
    assert found.lower(40) <= high_end
    assert found.upper(40) >= low_end


@given(st.sampled_from(["1/2", "1", "4", "7/3"]), SHIFTS, SHIFTS, st.integers(0, 7))
@examples(60)
def test_discrete_gaussian_relations(variance, s, low, width):
    """Swapped and mirrored windows; a window around s/2 makes it symmetric, with ratios e^((2 s y - s^2)/(2 sigma^2))."""
    high = low + width
    found = discrete_gaussian(variance, s, low, high)
    assert found == discrete_gaussian(variance, -s, -high, -low)
    assert dual(found) == discrete_gaussian(variance, s, s - high, s - low)
    high = s - low
    if low <= high and s:
        even, v = discrete_gaussian(variance, s, low, high), Fraction(variance)
        assert even.is_symmetric()
        ratios = {exact.exp(Fraction(2 * s * y - s * s) / (2 * v)) for y in range(low, high + 1)}
        assert set(even.knots) == ratios


def test_discrete_gaussian_far_away():
    """Weights are relative to the best in the window, so a far centre is no large number: the pair is nearly exponential."""
    far = discrete_gaussian(10**6, 10**6, 0, 1)  # ratio of the weights of 1 and 0 under P: e^((2*10^6 - 1)/(2*10^6))
    t = exact.exp(Fraction(2 * 10**6 - 1, 2 * 10**6))
    u = exact.exp(Fraction(-1, 2 * 10**6))
    assert far == pmfs({0: 1 / (1 + t), 1: t / (1 + t)}, {0: 1 / (1 + u), 1: u / (1 + u)})


# --- binomial noise ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("n", range(8))
@pytest.mark.parametrize("s", range(5))
def test_binomial_over_all_coins(n, s):
    """Counted over all sequences of coins."""
    heads = [sum(coins) for coins in product((0, 1), repeat=n)]
    P, Q = ({c + shift: Fraction(heads.count(c), 2**n) for c in heads} for shift in (s, 0))
    assert binomial_noise(n, s) == pmfs(P, Q)


@pytest.mark.parametrize("n", [1, 2, 9, 10, 101, 400])
def test_binomial_closed_forms(n):
    """delta(0) is the largest mass for s = 1; infinite losses are the s outermost outcomes; more coins and less shift leak less."""
    assert binomial_noise(n, 1).delta(0) == Fraction(comb(n, n // 2), 2**n)
    for s in (1, 2, n):
        found = binomial_noise(n, s)
        outermost = Fraction(sum(comb(n, i) for i in range(min(s, n + 1))), 2**n)
        assert found.p_infinite == found.q_infinite == outermost
        assert found.is_symmetric()
        assert binomial_noise(n + 3, s) <= found <= binomial_noise(n, s + 1)
    assert binomial_noise(n, n + 1) == binomial_noise(n, 10**50) == total_leak()
    assert binomial_noise(n, 0) == identity()


# --- selection -----------------------------------------------------------------------------------------------------


def weights(t, scores):
    """``t^(score - best)`` for integer scores: e^(eps score/(2 sensitivity)) for t = e^(eps/(2 sensitivity))."""
    return [t ** (v - max(scores)) for v in scores]


def by_exponential(w):
    return [v / sum(w) for v in w]


def by_permutations(w):
    """The outcome of permute-and-flip, order by order: stop at an item with its weight as probability."""
    out, orders = [Fraction(0)] * len(w), list(permutations(range(len(w))))
    for order in orders:
        alive = Fraction(1, len(orders))
        for i in order:
            out[i] += alive * w[i]
            alive *= 1 - w[i]
        assert alive == 0  # the best item is accepted for certain
    return out


SELECT = {exponential: by_exponential, permute_and_flip: by_permutations}
SCORES = st.integers(1, 5).flatmap(lambda n: st.tuples(*[st.lists(st.integers(-3, 3), min_size=n, max_size=n)] * 2))
CLOSE = st.lists(st.tuples(st.integers(-3, 3), st.integers(-2, 2)), min_size=1, max_size=6)


@pytest.mark.parametrize("mechanism", SELECT)
@given(RATIOS, SCORES, st.integers(1, 3))
@examples(60)
def test_selection_against_its_outcomes(mechanism, t, lists, sensitivity):
    """The masses worked out item by item (for permute-and-flip: order by order) give the same PLD."""
    eps = 2 * sensitivity * log(number(t))
    P, Q = (dict(enumerate(SELECT[mechanism](weights(t, scores)))) for scores in lists)
    found = mechanism(eps, *lists, sensitivity)
    assert found == pmfs(P, Q)
    assert dual(found) == mechanism(eps, lists[1], lists[0], sensitivity)


@pytest.mark.parametrize("mechanism", SELECT)
@given(st.sampled_from(["1", "1/3", "log(2)", "log(3)/2"]), CLOSE)
@examples(40)
def test_selection_is_private(mechanism, eps, pairs):
    """Scores that differ by at most the sensitivity, here 2: below rr(eps). Only differences of scores matter, and the scale."""
    p, q = [a for a, _ in pairs], [a + d for a, d in pairs]
    assert score_difference(p, q) == max(abs(d) for _, d in pairs) <= 2
    found = mechanism(eps, p, q, 2)
    assert found <= rr(eps)
    assert found == mechanism(eps, [v + 7 for v in p], [v - 5 for v in q], 2)
    assert found == mechanism(exact.loss(eps) / 2, p, q) == mechanism(eps, [Fraction(v, 2) for v in p], [Fraction(v, 2) for v in q])
    assert mechanism(0, p, q) == identity()


@given(st.sampled_from(["1", "log(2)"]), CLOSE)
@examples(40)
def test_exponential_has_bounded_range(eps, pairs):
    """The losses of the exponential mechanism lie in an interval of length eps d/sensitivity (Durfee, Rogers 2019)."""
    p, q = [a for a, _ in pairs], [a + d for a, d in pairs]
    knots = exponential(eps, p, q, 3).knots
    assert log(knots[-1] / knots[0]) <= exact.loss(eps) * (score_difference(p, q) / 3)


def test_permute_and_flip_may_use_its_whole_epsilon():
    """Unlike the exponential mechanism, its losses may have a range above eps: two items, 1 above and 1 below."""
    knots = permute_and_flip("log(4)", [0, 0], [1, -1]).knots
    assert log(knots[-1] / knots[0]) == log(number(number("7/8") / number("1/8")))
    assert log(knots[-1] / knots[0]) > log(4)


@given(st.sampled_from(["1", "log(2)", "3"]), st.lists(st.integers(0, 3), min_size=1, max_size=6))
@examples(40)
def test_permute_and_flip_is_nearer_the_best(eps, scores):
    """Its error is stochastically smaller than that of the exponential mechanism (McKenna, Sheldon 2020).

    Against uniform Q this is dominance: the h most likely items have at least as much mass, for each number h.
    """
    nothing = [0] * len(scores)
    assert exponential(eps, scores, nothing) <= permute_and_flip(eps, scores, nothing)


def test_randomized_response_as_an_exponential_mechanism():
    """Scores 1 for the truth and 0 for all else, at 2 eps: k-ary randomized response."""
    for eps, k in (("1", 2), ("log(3)", 5), ("1/7", 9)):
        assert exponential(2 * exact.loss(eps), [1] + [0] * (k - 1), [0, 1] + [0] * (k - 2)) == rr(eps, k)


def test_many_items():
    """A long list with few differences makes few atoms; sixteen items are worked out without going through 16! orders."""
    p = [i % 40 for i in range(2_000)]
    assert len(exponential(1, p, [v + (i % 3) for i, v in enumerate(p)]).atoms) == 3
    found = permute_and_flip("log(4)", list(range(16)), [v + (-1) ** v for v in range(16)])
    assert len(found.atoms) == 16
    assert found <= rr("log(4)")
    two = permute_and_flip("log(4)", [3] + [0] * 15, [0] * 15 + [3])
    w, n = Fraction(1, 8), 16  # the best item comes first or all before it say no: (1 - (1 - w)^n)/(n w)
    best = (1 - (1 - w) ** n) / (n * w)
    assert two == pmfs(
        {"first": best, "last": (1 - best) / 15, "rest": (1 - best) * 14 / 15},
        {"first": (1 - best) / 15, "last": best, "rest": (1 - best) * 14 / 15},
    )


# --- instances behind public reports -------------------------------------------------------------------------------

REPORTS = json.loads((DATA / "mechanisms.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("entry", REPORTS, ids=[e["id"] for e in REPORTS])
def test_reported_instances(entry):
    """The masses, the pure epsilon, a delta and a second moment, each computed by a route of its own."""
    found = pld(entry["expression"])
    assert found == pmfs(entry["P"], entry["Q"])
    if "exp_eps" in entry:
        assert found.epsilon(0).exp() == number(entry["exp_eps"])
    for x, value in entry.get("profile", []):
        assert found.hockey_stick(x) == number(value)
    if "second_moment" in entry:
        assert found.moment(1) == number(entry["second_moment"])


# --- how arguments are given, and what is refused ------------------------------------------------------------------


def test_arguments_of_every_kind():
    """Python ints, Fractions, Decimals, texts, exact numbers, losses, lists and tuples; keywords and sums in expressions."""
    assert geometric(1, 2) == geometric("1", "2") == geometric(number(1), number(2)) == pld("geometric(1, 1 + 1)")
    assert geometric(Fraction(1, 10), 1) == geometric(Decimal("0.1"), 1) == rr("1/10")
    assert truncated_geometric("log(2)", 1, "0", number(1)) == pld("truncated_geometric(log(2), 1, low=0, high=1)")
    assert discrete_gaussian(Decimal("0.5"), 1, 0, 1) == pld("discrete_gaussian(1/2, 1, -0, 1)") == rr(1)
    assert binomial_noise("4", number(1)) == pld("binomial_noise(n=4, s=1)")
    for mechanism, name in ((exponential, "exponential"), (permute_and_flip, "permute_and_flip")):
        given_in_python = mechanism(1, (1, "1/2", Decimal("0.25")), [Fraction(1), 1, number("1/4")], "1/2")
        assert given_in_python == pld(f"{name}(1, (1, 1/2, 0.25), [1, 1, 1/4], sensitivity=1/2)")
    assert score_difference(["1/2", 3], [1, 1]) == 2


@pytest.mark.parametrize(
    ("text", "error", "parts"),
    [
        ("geometric(0, 1)", exact.OutOfRange, ["geometric(", "decay a", "> 0", "0"]),
        ("geometric(-1, 1)", exact.OutOfRange, ["-1"]),
        ("geometric(log(1/2), 1)", exact.OutOfRange, ["log(1/2)"]),
        ("geometric(inf, 1)", exact.OutOfRange, ["finite", "inf"]),
        ("geometric(1, -1)", exact.OutOfRange, ["shift s", ">= 0", "-1"]),
        ("geometric(1, 1/2)", exact.OutOfRange, ["integer", "1/2"]),
        ("geometric(1, exp(1))", exact.OutOfRange, ["integer", "exp(1)"]),
        ("geometric(1, 10001)", exact.TooLarge, ["10001", "10000"]),
        ("geometric(1, 1e9999)", exact.TooLarge, ["geometric(", "10000"]),
        ("geometric(log(10)*1000, 1000)", exact.TooLarge, ["bits", "67108864"]),
        ("geometric(log(1 + exp(1)), 5000)", exact.TooLarge, ["bits", "67108864"]),
        ("geometric(log(2), log(2))", exact.Unsupported, ["log"]),
        ("truncated_geometric(1, 1, 2, 1)", exact.OutOfRange, ["truncated_geometric(", "low = 2", "high = 1"]),
        ("truncated_geometric(1, 1, 0, 1/3)", exact.OutOfRange, ["high", "1/3"]),
        ("truncated_geometric(0, 1, 0, 1)", exact.OutOfRange, ["decay a"]),
        ("truncated_geometric(1, 20000, 5, 7)", exact.TooLarge, ["20000", "10000"]),
        ("discrete_gaussian(0, 1, 0, 1)", exact.OutOfRange, ["discrete_gaussian(", "sigma_squared > 0"]),
        ("discrete_gaussian(-1/2, 1, 0, 1)", exact.OutOfRange, ["-1/2"]),
        ("discrete_gaussian(exp(1), 1, 0, 1)", exact.Unsupported, ["rational", "exp(1)"]),
        ("discrete_gaussian(1, 1/2, 0, 1)", exact.OutOfRange, ["shift s", "1/2"]),
        ("discrete_gaussian(1, 1, 1, 0)", exact.OutOfRange, ["low = 1", "high = 0"]),
        ("discrete_gaussian(1, 1, -1000, 1001)", exact.TooLarge, ["2002", "1000"]),
        ("discrete_gaussian(1, 1, -500, 500)", exact.TooLarge, ["1001", "400", "s/2"]),
        ("discrete_gaussian(1, 1, 0, 1e9999)", exact.TooLarge, ["400"]),
        ("binomial_noise(-1, 0)", exact.OutOfRange, ["binomial_noise(", "n", "-1"]),
        ("binomial_noise(3/2, 0)", exact.OutOfRange, ["3/2"]),
        ("binomial_noise(3, -1)", exact.OutOfRange, ["shift s", "-1"]),
        ("binomial_noise(1e9999, 1)", exact.TooLarge, ["5000"]),
        ("exponential(-1, [0], [0])", exact.OutOfRange, ["exponential(", "eps", "-1"]),
        ("exponential(inf, [0], [0])", exact.OutOfRange, ["finite", "inf"]),
        ("exponential(1, [0, 1], [0])", exact.OutOfRange, ["equally long", "2 and 1"]),
        ("exponential(1, [], [])", exact.OutOfRange, ["at least one"]),
        ("exponential(1, [0, 3], [0, 1], 0)", exact.OutOfRange, ["sensitivity > 0", "score_difference", "is 2"]),
        ("exponential(1, [0, exp(1)], [0, 1])", exact.Unsupported, ["score 2 of scores_p", "exp(1)"]),
        ("exponential(log(1 + exp(1)), [0, 1], [0, 0])", exact.Unsupported, ["multiples"]),
        ("exponential(1, [0, 1], [0, 0], exp(1))", exact.Unsupported, ["sensitivity", "exp(1)"]),
        ("exponential(log(2), [0, 1e9], [0, 0])", exact.TooLarge, ["bits"]),
        ("exponential(1, 5, [0])", exact.NotReadable, ["scores_p", "list"]),
        ("permute_and_flip(log(10), [" + "0," * 15 + "1e5], [" + "0," * 16 + "])", exact.TooLarge, ["bits"]),
        ("permute_and_flip(1, [0, 1], [0])", exact.OutOfRange, ["permute_and_flip(", "equally long"]),
        ("permute_and_flip(1, [0], [0], -1)", exact.OutOfRange, ["sensitivity", "-1", "score_difference"]),
        ("permute_and_flip(1, [" + "0," * 17 + "], [" + "0," * 17 + "])", exact.TooLarge, ["17", "16"]),
    ],
)
def test_refused_in_one_sentence(text, error, parts):
    """Parameters out of range, limits and unsupported numbers: the class, the offending value, one line."""
    with pytest.raises(error) as refused:
        pld(text)
    for part in parts:
        assert part in str(refused.value)
    assert "\n" not in str(refused.value)
    assert len(str(refused.value)) < 300


def test_too_many_weights():
    """A limit on the different weights, and on the items, stated before the work."""
    with pytest.raises(exact.TooLarge, match=r"301 different weights.*300"):
        exponential(1, list(range(301)), [0] * 301)
    with pytest.raises(exact.TooLarge, match=r"10001 items.*10000"):
        exponential(1, [0] * 10_001, [0] * 10_001)
    with pytest.raises(exact.OutOfRange, match="equally long"):
        score_difference([1], [])


@pytest.mark.parametrize(
    "question",
    [
        lambda: geometric(0.5, 1),
        lambda: geometric(1, 1.0),
        lambda: geometric(1, True),
        lambda: truncated_geometric(1, 1, None, 2),
        lambda: discrete_gaussian(0.5, 1, 0, 1),
        lambda: binomial_noise(10.0, 1),
        lambda: exponential(1, [0.5], [1]),
        lambda: exponential(1, "12", "13"),
        lambda: permute_and_flip(1, {1: 2}, [1]),
        lambda: permute_and_flip(1, [1], [1], 1.0),
        lambda: score_difference([0.1], [1]),
    ],
)
def test_wrong_types(question):
    """Floats and strangers are TypeErrors, never silently converted."""
    with pytest.raises(TypeError):
        question()


def test_names_agree():
    """What expressions understand is exported under the same name."""
    assert all(getattr(exact, name) is getattr(exact.mechanisms, name) for name in exact.mechanisms.__all__)
    assert set(exact.mechanisms.__all__) <= set(exact.__all__)


@pytest.mark.parametrize(("text", "least"), [("geometric(1, 30)", 31), ("binomial_noise(30, 1)", 32)])
def test_ratios_increase(text, least):
    """Atoms are merged and sorted: strictly increasing knots."""
    found = pld(text)
    assert len(found.atoms) == least
    assert all(a < b for a, b in pairwise(found.knots))
