"""Construction validates: masses >= 0, both sums exactly 1 with the sum named; the canonical form merges and sorts."""

import re

import pytest

import exact
from exact import PLD, approx, identity, losses, mixture, number, pld, pmfs, rr, subsample, table, total_leak


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("table(((1/2, 1/2), (1/3, 1/2)))", ["under P", "5/6"]),
        ("table(((1/2, 1/2), (1/2, 1/3)))", ["under Q", "5/6"]),
        ("table(((1, 1), (1, 0)))", ["under P", "2"]),
        ("table(((1/2, 1), (1/2 + 1e-50, 0)))", ["under P"]),
        ("table(((exp(-1), 1/2), (1/2, 1/2)))", ["under P", "0.8678794412"]),
        ("table(())", ["under P", "0"]),
        ("table(((3/2, 1), (-1/2, 0)))", ["negative", "-1/2", "atom 2", "under P"]),
        ("table(((1, 1 + exp(1)), (0, -exp(1))))", ["negative", "under Q"]),
        ("table(((0.9, 1), (0.09, 0), (0.009, 0)))", ["999/1000"]),
        ("pmfs({'a': 1/2}, {'a': 1})", ["under P", "1/2"]),
        ("pmfs({'a': 1}, {})", ["under Q", "0"]),
        ("losses({0: 1/2})", ["under P", "1/2"]),
        ("losses({0: 1}, infinite=1/2)", ["under P", "3/2"]),
        ("losses({-1: 1})", ["E[e^-Z]", "exp(1)"]),
        ("losses({-log(2): 2/3, 0: 1/3})", ["E[e^-Z]", "5/3"]),
        ("losses({inf: 1/2, 0: 1/2})", ["infinite"]),
        ("losses({-inf: 1/2, 0: 1/2})", ["inf"]),
        ("mixture((1/2, rr(1)))", ["weights", "1/2"]),
        ("mixture((1/2, rr(1)), (2/3, rr(1)))", ["weights", "7/6"]),
        ("mixture((3/2, rr(1)), (-1/2, rr(1)))", ["negative", "-1/2"]),
        ("mixture()", ["weights", "0"]),
        ("table(((1, 1, 1),))", ["pair"]),
    ],
)
def test_no_distribution(text, parts):
    """Masses that are negative or do not add up to exactly 1 are refused, with the sum (or the mass and its place) in one sentence."""
    with pytest.raises(exact.NotADistribution) as refused:
        pld(text)
    for part in parts:
        assert part in str(refused.value)
    assert "\n" not in str(refused.value)
    assert isinstance(refused.value, ValueError)


@pytest.mark.parametrize(
    "text",
    [
        "rr(-1)",
        "rr(-1e-30)",
        "rr(log(1/2))",
        "rr(inf)",
        "rr(-inf)",
        "rr(1, 1)",
        "rr(1, 0)",
        "rr(1, -2)",
        "rr(1, 5/2)",
        "rr(1, exp(1))",
        "approx(-1, 0)",
        "approx(inf, 0)",
        "approx(0, -1/10)",
        "approx(0, 11/10)",
        "approx(1, exp(1))",
        "approx(1, -1e-9)",
        "subsample(rr(1), -1/2)",
        "subsample(rr(1), 3/2)",
        "subsample(rr(1), exp(1))",
    ],
)
def test_parameters_out_of_range(text):
    """A parameter outside its stated range is refused in one sentence that names the constructor."""
    with pytest.raises(exact.OutOfRange) as refused:
        pld(text)
    assert "\n" not in str(refused.value)
    assert re.match(r"(rr|approx|subsample)\(", str(refused.value))


@pytest.mark.parametrize(
    "question",
    [
        lambda: rr(1).delta("1/x"),
        lambda: rr("foo"),
        lambda: rr(None),
        lambda: rr(1, 2.0),
        lambda: rr(1.5),
        lambda: approx(0, 0.25),
        lambda: table([(0.5, 0.5), (0.5, 0.5)]),
        lambda: table([1, 0]),
        lambda: table(5),
        lambda: pmfs([1], [1]),
        lambda: losses([(0, 1)]),
        lambda: mixture(rr(1)),
        lambda: mixture((1, "rr(1)")),
        lambda: mixture((0.5, rr(1)), (0.5, rr(1))),
        lambda: subsample("rr(1)", "1/2"),
        lambda: subsample(rr(1), 0.5),
        lambda: exact.dual("rr(1)"),
        lambda: PLD([(0.5, 0.5), (0.5, 0.5)]),
    ],
)
def test_wrong_types(question):
    """Floats and strangers are TypeErrors (or not readable, as texts), never silently converted."""
    with pytest.raises((TypeError, exact.ExactError)):
        question()


def test_canonical_form():
    """Atoms of equal ratio merge, zero atoms vanish, the order is decreasing ratio with +inf first and -inf last."""
    a = table([(0, "1/4"), ("1/8", "1/16"), (0, 0), ("1/4", "1/8"), ("1/8", 0), ("1/2", "1/2"), (0, "1/16")])
    assert a.atoms == (
        (number("1/8"), 0),
        (number("3/8"), number("3/16")),
        (number("1/2"), number("1/2")),
        (0, number("5/16")),
    )
    assert a.knots == (1, 2)
    assert a.p_infinite == number("1/8")
    assert a.q_infinite == number("5/16")


def test_equal_ratios_merge_whatever_their_form():
    """Ratios that are equal as numbers merge: (e^2-1)/(e-1) is e+1, sqrt(2)*sqrt(3) is sqrt(6), (sqrt(2)+2)/(sqrt(2)+1) is sqrt(2)."""
    e = exact.exp(1)
    w = (e * e - 1) / (e - 1)
    c = 1 / (2 * (e + 2))
    a = table([(c * (e + 1), c), (c * w, c), (1 - 2 * c * w, 1 - 2 * c)])
    assert len(a.atoms) == 2
    assert a.knots[1] == e + 1
    r = exact.sqrt(2)
    tenth = number("1/20")
    b = table([(tenth * (r + 2), tenth * (r + 1)), (tenth * r, tenth), (1 - tenth * (2 * r + 2), 1 - tenth * (r + 2))])
    assert len(b.atoms) == 2
    assert r in b.knots
    same = table([(1 - tenth * (2 * r + 2), 1 - tenth * (r + 2)), (tenth * (2 * r + 2), tenth * (r + 2))])
    assert b == same
    assert hash(b) == hash(same)


def test_near_equal_ratios_do_not_merge():
    """Ratios that differ in the 60th digit stay apart, in the right order."""
    tiny = number("1e-60")
    a = table([("1/4", "1/4"), (number("1/4") + tiny, "1/4"), (number("1/2") - tiny, "1/2")])
    assert len(a.atoms) == 3
    assert a.knots == (1 - 2 * tiny, 1, 1 + 4 * tiny)
    e = exact.exp(1)
    half = 1 / (2 * (e + 1))
    b = table([(half * e, half), (half * (e + tiny), half), (1 - half * (2 * e + tiny), 1 - 2 * half)])
    assert len(b.atoms) == 3
    assert b.knots[1:] == (e, e + tiny)


# --- the constructors, by hand-written masses ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "atoms"),
    [
        ("identity()", "(1, 1)"),
        ("total_leak()", "(1, 0), (0, 1)"),
        ("rr(0)", "(1, 1)"),
        ("rr(0, 7)", "(1, 1)"),
        ("rr(log(3))", "(3/4, 1/4), (1/4, 3/4)"),
        ("rr(log(3), 4)", "(3/6, 1/6), (2/6, 2/6), (1/6, 3/6)"),
        ("rr(1)", "(exp(1)/(exp(1) + 1), 1/(exp(1) + 1)), (1/(exp(1) + 1), exp(1)/(exp(1) + 1))"),
        (
            "rr(1/2, 3)",
            "(exp(1/2)/(exp(1/2) + 2), 1/(exp(1/2) + 2)), (1/(exp(1/2) + 2), 1/(exp(1/2) + 2)), (1/(exp(1/2) + 2), exp(1/2)/(exp(1/2) + 2))",
        ),
        ("rr(log(3)/2)", "(sqrt(3)/(sqrt(3) + 1), 1/(sqrt(3) + 1)), (1/(sqrt(3) + 1), sqrt(3)/(sqrt(3) + 1))"),
        ("approx(0, 0)", "(1, 1)"),
        ("approx(log(2), 0)", "(2/3, 1/3), (1/3, 2/3)"),
        ("approx(log(2), 1/4)", "(1/4, 0), (1/2, 1/4), (1/4, 1/2), (0, 1/4)"),
        ("approx(3, 1)", "(1, 0), (0, 1)"),
        ("pmfs({'a': 1/2, 'b': 1/2}, {'b': 1/4, 'c': 3/4})", "(1/2, 0), (1/2, 1/4), (0, 3/4)"),
        ("losses({log(2): 1/2, 0: 1/4}, 1/4)", "(1/4, 0), (1/2, 1/4), (1/4, 1/4), (0, 1/2)"),
        ("losses({}, 1)", "(1, 0), (0, 1)"),
        ("losses({1: 1})", "(1, exp(-1)), (0, 1 - exp(-1))"),
        ("losses({0: 1})", "(1, 1)"),
        ("subsample(rr(log(3)), 1/2)", "(1/2, 1/4), (1/2, 3/4)"),
        ("subsample(total_leak(), 1/10)", "(1/10, 0), (9/10, 1)"),
        ("dual(subsample(dual(total_leak()), 1/10))", "(1, 9/10), (0, 1/10)"),
        ("mixture((1/2, rr(log(3))), (1/2, rr(log(3))))", "(3/4, 1/4), (1/4, 3/4)"),
        ("mixture((1/2, rr(log(3))), (1/2, identity()))", "(3/8, 1/8), (1/2, 1/2), (1/8, 3/8)"),
        (
            "mixture((1, rr(1)), (0, total_leak()))",
            "(exp(1)/(exp(1) + 1), 1/(exp(1) + 1)), (1/(exp(1) + 1), exp(1)/(exp(1) + 1))",
        ),
        ("dual(losses({log(2): 1/2, 0: 1/4}, 1/4))", "(1/2, 0), (1/4, 1/4), (1/4, 1/2), (0, 1/4)"),
        ("2*rr(log(2))", "(4/9, 1/9), (4/9, 4/9), (1/9, 4/9)"),
        ("rr(log(2)) + rr(log(3))", "(6/12, 1/12), (3/12, 2/12), (2/12, 3/12), (1/12, 6/12)"),
        ("2*approx(0, 1/2)", "(3/4, 0), (1/4, 1/4), (0, 3/4)"),
        ("rr(log(2)) | approx(0, 1/4)", "(1/4, 0), (5/12, 1/3), (1/3, 5/12), (0, 1/4)"),
        ("rr(log(4)) & approx(0, 3/5)", "(4/5, 1/5), (1/5, 4/5)"),
        ("rr(log(4)) & approx(0, 1/5)", "(4/15, 1/15), (2/3, 2/3), (1/15, 4/15)"),
    ],
)
def test_constructors_by_hand(text, atoms):
    """Each constructor of the contract gives the masses worked out by hand."""
    expected = pld(f"table(({atoms},))")
    assert pld(text) == expected
    assert hash(pld(text)) == hash(expected)
    assert [tuple(map(str, a)) for a in expected.atoms] == [tuple(map(str, a)) for a in PLD(expected.atoms).atoms]


def test_identities_of_the_theory():
    """R_{eps,0} + R_{0,delta} = R_{eps,delta}, and R_{0,d1} + R_{0,d2} = R_{0,d1+d2-d1 d2}."""
    for eps in ("1", "log(2)", "log(3)/2"):
        assert approx(eps, 0) == rr(eps)
        assert rr(eps) + approx(0, "1/3") == approx(eps, "1/3")
    assert approx(0, "1/3") + approx(0, "1/4") == approx(0, "1/2")
    assert identity() == rr(0) == approx(0, 0)
    assert total_leak() == approx(5, 1) == approx(0, 1)
    assert mixture(("1/4", total_leak()), ("3/4", rr(2))) == approx(2, "1/4")


def test_k_may_be_an_exact_integer():
    """rr(eps, k) takes k as a Python integer, a text or an exact integer."""
    assert rr(1, 3) == rr(1, number(3)) == pld("rr(1, 1 + 2)")
