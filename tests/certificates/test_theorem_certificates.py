"""Certificates of identities and of pure differential privacy: the checker verifies what is built, the cross-check contradicts what is forged,
and what is false or too large is refused.
"""

import copy
import json
from fractions import Fraction
from math import comb
from random import Random

import pytest

from certificates import check as checker
from certificates import claims, theorem_comparisons
from certificates.claims import encoding, identities, ratios
from certificates.crosscheck import Contradiction, crosscheck
from certificates.enclosures import Doubles, Intervals
from exact import (
    NotADistribution,
    OutOfRange,
    Refuted,
    TooLarge,
    approx,
    exp,
    identity,
    log,
    loss,
    mixture,
    number,
    rr,
    table,
    total_leak,
)
from exact.envelopes import envelope, from_matrix, private_multiplicative_weights, release
from exact.envelopes.enclosed import ends_of
from exact.errors import Undecided, Unsupported
from tests.certificates.checker_harness import digest
from tests.exact import adaptive_brute


def verified(certificate, path, *, kind):
    """Write a certificate, which cross-checks it, and have it checked; return the sentence."""
    claims.write(certificate, path)
    found = checker.verify(path.read_bytes())
    assert found.kind == kind == certificate.kind
    assert certificate.content["version"] == "5"
    return found.sentence


def guarantees(pld):
    """The pairs (e^eps, delta), eps >= 0, at the knots of a symmetric PLD."""
    return [(x, pld.hockey_stick(x)) for x in pld.knots if x >= 1]


def double(first, second, k):
    """The k-fold composition under two constraints, three times: of the meet, as a mixture (MULTI Theorem 2), as a region (Theorem 3)."""
    (e1, d1), (e2, d2) = ((loss(e), number(d)) for e, d in (first, second))
    power = k * (approx(e1, d1) & approx(e2, d2))
    x1, x2 = e1.exp(), e2.exp()
    alpha = 1 - (d2 - d1) * (1 + x1) / ((1 - d1) * (x1 - x2))
    kept = (1 - d1) ** k
    parts = [(kept * comb(k, i) * (1 - alpha) ** i * alpha ** (k - i), i * rr(e1) + (k - i) * rr(e2)) for i in range(k + 1)]
    return power, claims.Mixture.of([(1 - kept, total_leak()), *parts]), claims.Constraints.of(guarantees(power))


DOUBLES = {
    "rational": ((log(4), 0), (log(2), "1/10"), 3),
    "rational, 20-fold": ((log(4), 0), (log(2), "1/10"), 20),
    "with a leak": ((log(3), "1/100"), (log("3/2"), "1/10"), 3),
    "total variation": ((log(2), 0), (0, "1/4"), 3),
    "powers of e": (("3/10", 0), ("3/20", "1/50"), 2),
    "powers of e with a leak": (("3/10", "1/100"), ("1/7", "1/50"), 2),
}


@pytest.mark.parametrize("case", DOUBLES.values(), ids=DOUBLES)
def test_three_routes_of_two_constraints(case, tmp_path):
    """MULTI Theorems 2 and 3 on instances: one certificate for the three constructions."""
    assert "constructions of one PLD" in verified(claims.identity(double(*case)), tmp_path / "c.json", kind="identity")


def test_other_orders_and_parts(tmp_path):
    """Constraints first, redundant constraints, weights 0, parts that are compositions, the identity and the total leak."""
    power, mixed, constraints = double((log(4), 0), (log(2), "1/10"), 2)
    more = claims.Constraints.of([*constraints.pairs, (100, "1/2"), (1, 1), (4, 1)])
    assert len(more.pairs) == len(constraints.pairs) + 1  # of equal e^eps the least delta is kept
    verified(claims.identity([more, mixed, constraints, power]), tmp_path / "a.json", kind="identity")
    for pld, pairs in ((identity(), [(1, 0)]), (total_leak(), [(5, 1)]), (approx(log(3), "1/2"), [(3, "1/2")])):
        none = claims.Mixture.of([(1, pld), (0, 5 * rr(1) + approx(1, "1/3"))])
        verified(claims.identity([pld, none, claims.Constraints.of(pairs)]), tmp_path / "b.json", kind="identity")


@pytest.mark.parametrize("seed", range(12))
def test_random_mixtures(seed, tmp_path):
    """Public mixtures of random PLDs and compositions are what `mixture` multiplies out; other weights are refuted."""
    source = Random(seed)
    parts = [table(adaptive_brute.random_pld(source, atoms=3)) for _ in range(3)]
    plds = [parts[0] + parts[1], 2 * parts[2], parts[0]]
    weights = [Fraction(source.randint(1, 5)) for _ in plds]
    weights = [w / sum(weights) for w in weights]
    whole = mixture(*zip(weights, plds, strict=True))
    verified(claims.identity([whole, claims.Mixture.of(zip(weights, plds, strict=True))]), tmp_path / "c.json", kind="identity")
    moved = [weights[0] / 2, weights[1] + weights[0] / 2, weights[2]]
    if plds[0] != plds[1]:
        with pytest.raises(Refuted, match="construction 2 is another PLD than construction 1"):
            claims.identity([whole, claims.Mixture.of(zip(moved, plds, strict=True))])


def test_what_is_no_identity():
    """Another PLD; a missing or a smaller constraint; an asymmetric PLD; fewer than two constructions; constraints alone; too many."""
    power, mixed, constraints = double((log(4), 0), (log(2), "1/10"), 2)
    less = claims.Constraints(constraints.pairs[:-1])
    smaller = claims.Constraints((*constraints.pairs[:-1], (constraints.pairs[-1][0], constraints.pairs[-1][1] - number("1e-60"))))
    lopsided = table(((1, "1/2"), (0, "1/2")))
    for wrong in ([power, 2 * power], [mixed, less], [power, mixed, smaller], [lopsided, claims.Constraints.of([(2, 0), (1, "1/2")])]):
        with pytest.raises(Refuted):
            claims.identity(wrong)
    for few in ([power], [constraints, constraints], []):
        with pytest.raises(OutOfRange):
            claims.identity(few)
    with pytest.raises(TooLarge):
        claims.identity([power] * 9)
    with pytest.raises(OutOfRange, match=r"a constraint needs e\^eps >= 1"):
        claims.Constraints.of([("1/2", "1/2")])
    with pytest.raises(NotADistribution):
        claims.identity([power, claims.Mixture.of([("1/2", power)])])


def test_constraints_are_the_meet():
    """What a list of constraints stands for is the infimum of the guarantees."""
    pairs = [(4, 0), (2, "1/10"), (1, "1/5")]
    assert claims.Constraints.of(pairs).value() == approx(log(4), 0) & approx(log(2), "1/10") & approx(0, "1/5")


# --- ratios

E = exp(1)
RESPONSE = [[E / (1 + E), 1 / (1 + E)], [1 / (1 + E), E / (1 + E)]]
QUARTERS = [[number("3/4"), number("1/4")], [number("1/4"), number("3/4")]]
LINE_OF_3 = from_matrix([[0, 1, 2], [1, 0, 1], [2, 1, 0]], "abc")
THREE = [[number(a), number(1) - number(a)] for a in ("1", "1/2", "0")]


def test_tables(tmp_path):
    """Ratios that are met exactly, irrational ones, infinite ones; what is false names pair, outcome and ratio."""
    verified(claims.pure_dp_tables(QUARTERS, [(0, 1)], 3), tmp_path / "a.json", kind="pure-dp-tables")
    verified(claims.pure_dp_tables(RESPONSE, [(1, 0)], E), tmp_path / "b.json", kind="pure-dp-tables")
    with pytest.raises(Refuted, match="outcome 0 has the ratio 3 between the laws 0 and 1, above 29/10"):
        claims.pure_dp_tables(QUARTERS, [(0, 1)], "29/10")
    with pytest.raises(Refuted, match="the ratio infinite between the laws 0 and 2"):
        claims.pure_dp_tables(THREE, [(0, 2)], 10**6)
    sentence = verified(claims.not_pure_dp(THREE, [(1, 0), (2, 0)], 10**6), tmp_path / "c.json", kind="not-pure-dp")
    assert "more than 1000000 times" in sentence
    verified(claims.not_pure_dp(RESPONSE, [(0, 1)], E - number("1e-60")), tmp_path / "d.json", kind="not-pure-dp")
    for bound in (E, 3):
        with pytest.raises(Refuted, match="no ratio of neighbouring laws is above"):
            claims.not_pure_dp(RESPONSE, [(0, 1)], bound)


def test_which_pair_and_outcome():
    """The witness names the pair as it is listed, or the other way round."""
    uneven = [[number("1/2"), number("1/2")], [number("1/5"), number("4/5")]]
    for neighbours, pair in (([(0, 1)], "0"), ([(1, 0)], "1"), ([(0, 0), (1, 0)], "3")):
        witness = claims.not_pure_dp(uneven, neighbours, 2).content["witness"]
        assert witness == {"pair": pair, "outcome": "0"}


def test_what_is_no_table():
    """Masses that do not add up, negative ones, rows of different lengths, neighbours that are none."""
    for laws in ([[number(1), number(1)]], [[number(2), number(-1)]]):
        with pytest.raises(NotADistribution):
            claims.pure_dp_tables(laws, [(0, 0)], 1)
    with pytest.raises(OutOfRange, match="law 1 has 1 outcomes"):
        claims.pure_dp_tables([QUARTERS[0], [number(1)]], [(0, 1)], 1)
    for neighbours in ([(0, 2)], [(-1, 0)]):
        with pytest.raises(OutOfRange, match="none of the 2 laws"):
            claims.pure_dp_tables(QUARTERS, neighbours, 3)


def weights(eta=2, gamma="log(2)", queries=((1, -1, "1/2"),), n=3, rounds=2):
    """An instance of private multiplicative weights over three elements, by counts."""
    return private_multiplicative_weights(3, queries, n, rounds, loss(eta), loss(gamma), "histograms")


def test_envelopes_of_tables(tmp_path):
    """Of base laws with a metric: e^eps, and a bound nearer to the truth."""
    base = {name: dict(enumerate(law)) for name, law in zip("abc", THREE, strict=True)}
    found = envelope(base, LINE_OF_3, "1/2")
    sentence = verified(claims.pure_dp(found), tmp_path / "a.json", kind="pure-dp")
    assert "between the laws of neighbours" in sentence
    assert found.ratio.value < exp("1/2")
    verified(claims.pure_dp(found, ratio_upper=found.ratio.value + number("1e-25")), tmp_path / "b.json", kind="pure-dp")
    with pytest.raises(Undecided, match="a certificate needs a larger bound"):
        claims.pure_dp(found, ratio_upper=found.ratio.value)
    for bound in ("1", found.ratio.value - number("1e-40"), -1):
        with pytest.raises(Refuted):
            claims.pure_dp(found, ratio_upper=bound)


INSTANCES = [{}, {"eta": "5*log(2)"}, {"gamma": "1/3", "queries": ((1, -1, 1), (0, 1, "1/3")), "n": 2}, {"eta": "log(3/2) + 1/7"}]


@pytest.mark.parametrize("case", INSTANCES, ids=str)
def test_envelopes_of_instances(case, tmp_path):
    """The claim is the instance, exact or not; the base laws are worked out by the checker."""
    instance = weights(**case)
    found = release(instance, 1).envelope
    verified(claims.pure_dp(found, instance), tmp_path / "a.json", kind="pure-dp")
    _, high = ends_of(found.ratio.value, 20)
    verified(claims.pure_dp(found, instance, ratio_upper=high + Fraction(1, 10**18)), tmp_path / "b.json", kind="pure-dp")
    low, _ = ends_of(found.ratio.value, 20)
    with pytest.raises(Refuted, match="has the ratio"):
        claims.pure_dp(found, instance, ratio_upper=low - Fraction(1, 10**18))


def test_envelopes_that_are_not_stated():
    """Losses beyond the format; enclosed base laws without their instance; distances that are no integers."""
    instance = weights(eta="log(1 + exp(1))", rounds=1)
    with pytest.raises(Unsupported, match="rationals and logarithms of rationals"):
        claims.pure_dp(release(instance, 1).envelope, instance)
    nested = weights(gamma="1/3")
    with pytest.raises(Unsupported, match="stated by their instance"):
        claims.pure_dp(release(nested, 1).envelope)
    base = {name: dict(enumerate(law)) for name, law in zip("abc", THREE, strict=True)}
    with pytest.raises(Unsupported, match="integers up to 1000"):
        claims.pure_dp(envelope(base, from_matrix([[0, "3/2", 1], ["3/2", 0, 1], [1, 1, 0]], "abc"), 1))


@pytest.mark.parametrize(
    ("given", "spelled"),
    [
        ("1/2", "1/2"),
        ("log(12)", ["0", [["2", "2"], ["3", "1"]]]),
        ("1/3 - log(2)/2", ["1/3", [["2", "-1/2"]]]),
        ("5*log(2/3)", ["0", [["2", "5"], ["3", "-5"]]]),
    ],
)
def test_losses_are_spelled(given, spelled):
    """A rational, or one with the powers of primes in e^loss."""
    assert encoding.loss(loss(given)) == spelled


# --- forgeries


def content(name):
    """A true certificate of each kind, as parsed JSON."""
    makers = {
        "identity": lambda: claims.identity(double((log(4), 0), (log(2), "1/10"), 2)),
        "tables": lambda: claims.pure_dp_tables(QUARTERS, [(0, 1)], 3),
        "not": lambda: claims.not_pure_dp(QUARTERS, [(0, 1)], "29/10"),
        "laws": lambda: claims.pure_dp(envelope(dict(zip("abc", map(dict, map(enumerate, THREE)), strict=True)), LINE_OF_3, "log(4)"), None, "39/10"),
        "instance": lambda: claims.pure_dp(release(weights(), "1/2").envelope, weights()),
    }
    return json.loads(json.dumps(makers[name]().content))


FORGERIES = [
    ("identity", ("claim", "constructions", 1, "mixture", 1, 0), "2", "R57-weights"),
    ("identity", ("claim", "constructions", 2, "constraints", 1, 1), "1/51", "R61-constraint-kept"),
    ("identity", ("claim", "constructions", 2, "constraints", 1, 1), "1/49", "R62-constraint-tight"),
    ("identity", ("claim", "constructions", 2, "constraints", 1, 0), "7", "R61-constraint-kept|R62-constraint-tight"),
    ("identity", ("claim", "constructions", 2, "constraints", 4, 0), "1/2", "R58-constraints"),
    ("identity", ("claim", "constructions", 0, "pld", "compose", 0, 0), "1", "R59-identity"),
    ("tables", ("claim", "ratio_upper"), "299/100", "R67-ratio"),
    ("tables", ("claim", "laws", 0, "den"), "5", "R63-law"),
    ("not", ("claim", "ratio_lower"), "31/10", "R68-exceeded"),
    ("not", ("witness", "outcome"), "1", "R68-exceeded"),
    ("not", ("witness", "pair"), "1", "R68-exceeded"),
    ("laws", ("claim", "ratio_upper"), "2", "R67-ratio"),
    ("laws", ("claim", "base", "distances", 0, 2), "3", "R64-metric"),
    ("laws", ("claim", "half"), "1/2", "R65-instance"),
    ("instance", ("claim", "ratio_upper"), "11/10", "R67-ratio"),
]


@pytest.mark.parametrize("case", FORGERIES, ids=[f"{i}-{name}-{rule}" for i, (name, *_, rule) in enumerate(FORGERIES)])
def test_forgeries(case):
    """Right in all but one thing: the cross-check contradicts it, the checker rejects it."""
    name, path, value, rule = case
    true = content(name)
    assert crosscheck(true, ceiling_bits=256).checks
    forged = copy.deepcopy(true)
    *way, last = path
    place = forged
    for key in way:
        place = place[key]
    place[last] = value
    forged["claim_digest"] = digest({key: forged[key] for key in ("format", "version", "kind", "claim")})
    forged["digest"] = digest({key: part for key, part in forged.items() if key not in ("meta", "digest")})
    with pytest.raises((Contradiction, Undecided), match=rule):
        crosscheck(forged, ceiling_bits=256)
    with pytest.raises(checker.Rejected) as found:
        checker.verify(json.dumps(forged).encode())
    assert found.value.rule in rule.split("|")


def test_limits_of_the_format(monkeypatch):
    """More parts, constraints, laws or outcomes than a certificate may state."""
    power, mixed, constraints = double((log(4), 0), (log(2), "1/10"), 2)
    monkeypatch.setattr(identities, "PARTS_LIMIT", 3)
    with pytest.raises(TooLarge, match="at most 3 parts, not 4"):
        claims.Mixture(mixed.parts)
    monkeypatch.setattr(identities, "CONSTRAINTS_LIMIT", 4)
    with pytest.raises(TooLarge, match="at most 4 constraints, not 5"):
        claims.identity([power, constraints])
    many = private_multiplicative_weights(2, [(1, -1)], 65, 1, 1, 1)
    for instance, eps, words in ((many, 1, "at most 64 rows"), (weights(rounds=1), 1001, "eps up to 1000")):
        with pytest.raises(TooLarge, match=words):
            claims.pure_dp(release(instance, eps).envelope, instance)
    with pytest.raises(TooLarge, match="at most 16 primes"):
        encoding.loss(log(2 * 3 * 5 * 7 * 11 * 13 * 17 * 19 * 23 * 29 * 31 * 37 * 41 * 43 * 47 * 53 * 59))
    monkeypatch.setattr(ratios, "LAWS_LIMIT", 1)
    with pytest.raises(TooLarge, match="at most 1 laws of at most 20000 outcomes"):
        claims.pure_dp_tables(QUARTERS, [(0, 1)], 3)


def test_what_says_nothing():
    """No neighbours, no laws, no constraints, a ratio below 1, an envelope of another instance."""
    for neighbours, laws in (([], QUARTERS), ([(0, 0)], []), ([(0, 0)], [[]])):
        with pytest.raises(OutOfRange):
            claims.pure_dp_tables(laws, neighbours, 1)
    with pytest.raises(OutOfRange, match="below 1, says nothing"):
        claims.not_pure_dp(QUARTERS, [(0, 1)], "99/100")
    apart = envelope({"a": {0: 1, 1: 0}, "b": {0: 0, 1: 1}}, from_matrix([[0, 2], [2, 0]], "ab"), 1)
    with pytest.raises(OutOfRange, match="no two points are at distance 1"):
        claims.pure_dp(apart)
    others = (weights(rounds=1), weights(eta=3), weights(eta=2 + number("1e-40")))  # of the last the largest ratio is almost the same
    for other in others:
        with pytest.raises(OutOfRange, match="not one of this instance"):
            claims.pure_dp(release(weights(), 1).envelope, other)
    with pytest.raises(OutOfRange, match="not one of this instance"):
        claims.pure_dp(envelope(dict(zip("abc", map(dict, map(enumerate, THREE)), strict=True)), LINE_OF_3, 1), weights())
    for pairs in ([], [(3, 2)], [(3, "-1/2")], [("1/2", 1)]):
        with pytest.raises(OutOfRange):
            claims.Constraints.of(pairs)
    with pytest.raises(OutOfRange, match="sorts them"):
        claims.Constraints(((number(2), number(0)), (number(3), number(0))))


def test_a_file_that_no_checker_reads(monkeypatch, tmp_path):
    """Nothing is written that is longer than a checker reads."""
    certificate = claims.identity(double((log(4), 0), (log(2), "1/10"), 2))
    monkeypatch.setattr("certificates.claims.certificate.FILE_LIMIT", len(certificate.to_bytes()) - 1)
    with pytest.raises(TooLarge, match="that a checker reads"):
        claims.write(certificate, tmp_path / "c.json")
    assert not (tmp_path / "c.json").exists()


@pytest.mark.parametrize("seed", range(20))
def test_envelopes_of_the_cross_check(seed):
    """It looks at the laws that may have the greatest likelihood at a distance only: its rows enclose the plain maximum over all of them."""
    draw = Random(seed)
    laws = [[Fraction(draw.randint(0, 4), 4 + draw.randint(0, 1)) for _ in range(3)] for _ in range(7)]
    far = [[abs(i - j) for j in range(7)] for i in range(7)]
    for route in (Intervals(64), Doubles()):
        enclosed = [[route.rational(mass) / route.rational(Fraction(3)) for mass in law] for law in laws]
        rows, sums = theorem_comparisons._normalisers(route, enclosed, far, route.rational(Fraction(3, 2)))
        for i, row in enumerate(rows):
            plain = [max(law[k] / 3 * Fraction(2, 3) ** far[i][j] for j, law in enumerate(laws)) for k in range(3)]
            for found, value in zip([*row, sums[i]], [*plain, sum(plain)], strict=True):
                low, high = (route.rational(value - Fraction(1, 10**12)), route.rational(value + Fraction(1, 10**12)))
                assert low.a <= found.a <= route.rational(value).b
                assert route.rational(value).a <= found.b <= high.b
