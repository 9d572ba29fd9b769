"""The two layouts that never list the atoms of a composition, asked directly, against the canonical atoms, Fractions and mpmath."""

from fractions import Fraction
from itertools import accumulate
from math import comb
from operator import mul

import mpmath
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from exact import (
    binomial_curve,
    composed_curve,
    composition,
    hockey_stick,
    inf,
    number,
    pld,
    product_curve,
    ratio,
    table,
)
from exact.engine import tails
from exact.outcomes import on_grid, outcomes
from exact.unexpanded import Unexpanded
from tests.laws import brute, numeric
from tests.laws.strategies import ANY, KINDS, examples, pairs_of, rational_tables, read

NEAR = number("1e-40")
BESIDE = st.sampled_from([number(1), 1 + NEAR, 1 - NEAR])
"""Factors that put a point at a knot or right beside it."""
FAR = st.sampled_from(["1e-40", "1/7", "1", "5/4", "3", "exp(1)", "exp(-1/2)", "sqrt(3)", "(exp(1) + 1)/2", "1e40"])


def close(found, truth):
    """Whether enclosures, a rounding to few digits and one to many agree with a value known to many more."""
    return (
        all(numeric.inside(found.bounds(digits), truth) for digits in (1, 3, 20, 70))
        and found.decimal(6) in found.bounds(6)
        and numeric.agrees(numeric.value(found.decimal(numeric.GOOD + 10)), truth)
    )


def points(draw, finite_ratios):
    """A point x > 0: at or beside a knot of the composition, or anywhere."""
    knots = [r * draw(BESIDE) for r in finite_ratios]
    return draw(st.sampled_from([*knots, number(draw(FAR))]))


def levels(a):
    """Values delta between the infinite mass and 1, a few of them at knots."""
    low = hockey_stick.at_infinity(a)
    at_knots = [hockey_stick.value(a, a.ratio(i)) for i in {0, len(a.finite) // 2, len(a.finite) - 1} if a.finite]
    tiny = number("1e-30")
    between = [low + (1 - low) * number(w) for w in ("1/3", "exp(-1)", "sqrt(2)/2")]
    return [d for d in (*at_knots, *between, low + tiny * (1 - low), 1 - tiny * (1 - low)) if low < d < 1]


# --- two halves ---


@st.composite
def halves(draw):
    """Two PLD expressions: of one kind, so that products of different pairs tie; unlike ones; one of them the identity."""
    kind = draw(st.sampled_from(sorted(KINDS)))
    return draw(st.one_of(pairs_of(kind), st.tuples(ANY, ANY), st.tuples(ANY, st.just("identity()"))))


def half(data, text):
    """A half in some form: multiplied out, or (unless it tells everything) as the outcomes of its parts, on a grid where there is one."""
    a = read(text)
    if not all(part.finite for part, _ in a.factors) or data.draw(st.booleans()):
        return a.canonical
    lies_on_grid = all(key[0] == key[1] == 1 and not key[2][2] and not key[3] for part, _ in a.factors for key in part.keys)
    return on_grid(a.factors) if lies_on_grid and data.draw(st.booleans()) else outcomes(a.factors)


@examples(150)
@given(st.data(), halves())
def test_value_of_two_halves(data, texts):
    """h(x) by halves is h(x) of the canonical atoms, exactly, and that of the products of atoms in mpmath."""
    left, right = (read(t).canonical for t in texts)
    whole = composition.compose([(left, 1), (right, 1)])
    assume(len(whole.finite) <= 120)
    x = points(data.draw, [whole.ratio(i) for i in range(len(whole.finite))])
    found = product_curve.value(half(data, texts[0]), half(data, texts[1]), x)
    truth = numeric.h(numeric.compose(*map(numeric.of_pld, map(read, texts))), numeric.value(str(x)))
    assert close(found, truth)
    expected = hockey_stick.value(whole, x)
    assert found == expected
    assert expected == found
    assert hash(found) == hash(expected)
    assert product_curve.value(half(data, texts[1]), half(data, texts[0]), x) == found


@examples(100)
@given(st.data(), halves())
def test_inverse_of_two_halves(data, texts):
    """Where the curve takes a value, by halves and by the canonical atoms; and the curve there has that value."""
    left, right = (read(t).canonical for t in texts)
    whole = composition.compose([(left, 1), (right, 1)])
    deltas = levels(whole)
    assume(deltas and len(whole.finite) <= 120)
    delta = data.draw(st.sampled_from(deltas))
    found = product_curve.inverse(half(data, texts[0]), half(data, texts[1]), delta)
    truth = numeric.inverse(numeric.compose(*map(numeric.of_pld, map(read, texts))), numeric.value(str(delta)))
    assert numeric.agrees(numeric.value(found.decimal(80)), truth, 75)
    assert found == hockey_stick.inverse(whole, delta)
    assert product_curve.value(left, right, found) == delta


@examples(60)
@given(rational_tables(4), rational_tables(4), st.integers(0, 48), st.integers(0, 9))
def test_two_rational_halves(one, two, twelfths, ninths):
    """Through the PLD, in Fractions, for points and levels that may be anything, 0, 1 and the infinite mass included."""
    x, delta = Fraction(twelfths, 12), Fraction(ninths, 9)
    parts = [brute.fractions(read(one)), brute.fractions(read(two))]
    truth = brute.compose(*parts)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(composed_curve, "FEW_ATOMS", 0)
        a = read(one) + read(two)
        assert a.hockey_stick(x) == brute.h(truth, x)
        assert a.p_infinite == brute.p_infinite(truth)
        for level in (delta, brute.p_infinite(truth), Fraction(0), Fraction(1)):
            e = a.epsilon(level)
            below = brute.p_infinite(truth) > level
            assert (e == inf) == (below and level < 1)
            assert (e == -inf) == (level == 1)
            if not e.is_infinite:
                y = e.exp().as_fraction()
                assert brute.h(truth, y) == level
                assert all(brute.h(truth, r) > level for r in brute.ratios(truth) if r < y)


# --- k copies of two atoms ---

TWO_ATOMS = st.sampled_from(
    [
        "rr(1)",
        "rr(log(3))",
        "rr(log(2)/2)",
        "approx(1/3, 1/10)",
        "approx(log(2), 1e-20)",
        "approx(log(3)/2, sqrt(2)/3)",
        "approx(1, exp(-3))",
        "dual(losses({log(2): 1/2, 0: 1/4}, 1/4))",
        "losses({1: 1/2, -1/2: 1/4}, 1/4)",
        "subsample(rr(1), 1/10)",
        "subsample(rr(log(2)/2), 1/3)",
        "dual(subsample(rr(1/2), exp(-1)))",
        "rr(1) & approx(0, 1/2)",
        "table(((1/3, exp(-1)), (2/3, 1 - exp(-1))))",
        "table(((sqrt(2)/2, 1 - sqrt(2)/2), (1 - sqrt(2)/2, sqrt(2)/2)))",
        "table(((1/2, 1/5), (1/4, 4/5), (1/4, 0)))",
        "table(((exp(-1), 2*exp(-1)), (1 - exp(-1) - exp(-2), 1 - 2*exp(-1)), (exp(-2), 0)))",
        "table(((1/3, 1/3 + 1e-30), (2/3, 2/3 - 1e-30)))",
    ]
)
"""Masses that are rational, powers of e, radicals, sums; ratios that are monomials or not; infinite masses on either side; ratios that are near."""


def copies(a, k):
    """The atoms of k copies of a PLD with two finite atoms, in mpmath, by the binomial theorem."""
    (p0, _), (p1, q1), (p2, q2), (_, q3) = numeric.of_pld(a)
    with mpmath.workdps(numeric.DIGITS):
        u1, v1, u2, v2 = (list(accumulate([m] * k, mul, initial=mpmath.mpf(1))) for m in (p1, q1, p2, q2))
        rows = [(comb(k, i) * u1[i] * u2[k - i], comb(k, i) * v1[i] * v2[k - i]) for i in range(k, -1, -1)]
        return [(1 - (1 - p0) ** k, mpmath.mpf(0)), *rows, (mpmath.mpf(0), 1 - (1 - q3) ** k)]


def ratio_of(a, k, i):
    """The ratio of i copies of the first atom and k - i of the second."""
    return ratio.value(ratio.product(ratio.powered(a.keys[0], i), ratio.powered(a.keys[1], k - i)))


@examples(120)
@given(st.data(), TWO_ATOMS, st.integers(2, 9))
def test_value_of_few_copies(data, text, k):
    """h(x) of k copies is that of the canonical atoms, exactly; the number of copies beyond x is found at ties, too."""
    a = read(text).canonical
    whole = composition.compose([(a, k)])
    x = points(data.draw, [ratio_of(a, k, i) for i in range(k + 1)])
    assert binomial_curve.first_copies(a, k, x) == k + 1 - hockey_stick.count_above(whole, x)
    found, expected = binomial_curve.value(a, k, x), hockey_stick.value(whole, x)
    assert close(found, numeric.h(copies(read(text), k), numeric.value(str(x))))
    assert found == expected
    assert hash(found) == hash(expected)


@examples(80)
@given(st.data(), TWO_ATOMS, st.integers(2, 7))
def test_inverse_of_few_copies(data, text, k):
    """Where k copies take a value, exactly; all copies at once and in two halves."""
    a = read(text).canonical
    whole = composition.compose([(a, k)])
    delta = data.draw(st.sampled_from(levels(whole)))
    found = binomial_curve.inverse(a, k, delta)
    truth = numeric.inverse(copies(read(text), k), numeric.value(str(delta)))
    assert numeric.agrees(numeric.value(found.decimal(80)), truth, 75)
    assert found == hockey_stick.inverse(whole, delta)
    assert found == product_curve.inverse(composition.compose([(a, k - 1)]), a, delta)
    assert binomial_curve.value(a, k, found) == delta


@pytest.mark.slow
@examples(25)
@given(st.data(), TWO_ATOMS, st.integers(10, 2000), st.sampled_from([1, 5_000]))
def test_many_copies(data, text, k, exact_up_to):
    """Both tails of long compositions: h near the largest and the least ratio, where it is tiny or next to 1, and epsilon there;
    binomial coefficients as integers or, as in longer ones, as balls.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tails, "EXACT_COMB_UP_TO", exact_up_to)
        check_many_copies(data, text, k)


def check_many_copies(data, text, k):
    base = read(text)
    a, truth = base.canonical, copies(base, k)
    i = data.draw(st.sampled_from([0, 1, k // 3, k // 2, k - 1, k]))
    with mpmath.workdps(numeric.DIGITS):
        r1, r2 = (p / q for p, q in numeric.of_pld(base)[1:3])
        x = number(mpmath.nstr(r1**i * r2 ** (k - i), 30))
        y = numeric.value(str(x))
        here = numeric.h(truth, y)
        lacks = mpmath.fsum(min(p, y * q) for p, q in truth)  # no digit of what is tiny is lost
        assert abs(1 - here - lacks) < numeric.SAME
        digits = 40 - int(mpmath.log10(min(here or lacks, lacks)))
    found = binomial_curve.value(a, k, x)
    with mpmath.workdps(digits + numeric.DIGITS):
        decimal = mpmath.mpf(found.decimal(digits))
        assert abs(decimal - here) <= here * mpmath.mpf(10) ** -30
        assert abs(1 - decimal - lacks) <= lacks * mpmath.mpf(10) ** -30
    low = binomial_curve.infinite_mass(a, k)
    assert numeric.agrees(numeric.value(low.decimal(130)), truth[0][0])
    delta = number(found.decimal(25))
    assume(low < delta < 1)
    there = binomial_curve.inverse(a, k, delta)
    level = numeric.h(truth, numeric.value(there.decimal(200)))
    assert numeric.agrees(level / numeric.value(str(delta)), 1, 60)


def test_infinite_mass_of_radicals():
    """A power of sums of radicals that is too long to be multiplied out is still a mass, and epsilon and delta know it."""
    a = pld("105*approx(log(3)/2, sqrt(2)/3)")
    with mpmath.workdps(numeric.DIGITS):
        truth = 1 - (1 - mpmath.sqrt(2) / 3) ** 105
    assert numeric.agrees(numeric.value(a.p_infinite.decimal(130)), truth)
    assert a.delta(inf) == a.p_infinite == a.delta(200)
    assert a.epsilon("1/2") == inf
    assert a.epsilon(a.p_infinite.upper(40)) <= 105 * pld("rr(log(3)/2)").epsilon(0)


@pytest.mark.parametrize("text", ["800*subsample(rr(1), 1/10)", "99*subsample(rr(1), 1/9) + 98*subsample(rr(2), 1/3)"])
def test_all_atoms_beyond(text):
    """Below the least ratio h(x) = 1 - x: decided, also where masses are too long to be multiplied out and 1 - x is a decimal."""
    a, x = pld(text), number("1e-70")
    assert a.hockey_stick(x) == 1 - x
    assert a.hockey_stick(x).bounds(80) == ("0." + "9" * 70,) * 2
    assert a.epsilon(1 - x).exp() == x
    assert a.delta("log(1e-70)") == 1 - x
    assert a.delta(-300) == 1 - number("exp(-300)")


# --- which layout, and what it says of the whole ---


@examples(80)
@given(st.lists(st.tuples(ANY, st.integers(1, 3)), min_size=1, max_size=3))
def test_bound_and_hash_of_a_composition(parts):
    """The bound on the atoms is one; the hash is that of the same PLD as a table of its atoms, in any order of the parts."""
    whole = sum((k * read(text) for text, k in parts), pld("identity()"))
    bound = composed_curve.count_bound(whole.factors)
    assume(bound <= 400)
    assert len(whole.canonical.finite) <= bound
    other = sum((k * read(text) for text, k in reversed(parts)), pld("identity()"))
    assert hash(whole) == hash(other) == hash(table(whole.atoms))
    assert hash(whole.dual()) == hash(table([(q, p) for p, q in whole.atoms]))


@pytest.mark.parametrize("x", ["1/2", "1", "3"])
def test_a_half_may_be_the_identity_or_everything(x):
    """One half without losses changes nothing; one that tells everything leaves nothing else."""
    a, identity, everything = (pld(t).canonical for t in ("subsample(rr(1), 1/3)", "identity()", "total_leak()"))
    assert product_curve.value(a, identity, number(x)) == hockey_stick.value(a, number(x))
    assert product_curve.value(a, everything, number(x)) == 1
    assert product_curve.value(everything, a, number(x)) == 1


def test_layouts_are_in_use():
    """What is tested here is what a PLD asks: two atoms many times, and unlike mechanisms beyond the limit."""
    many = pld("2*subsample(rr(1), 1/10) + 2*rr(1/3, 3) + approx(1, 1/10) + rr(log(2)/2)")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(composed_curve, "FEW_ATOMS", 1)
        patch.setattr(composed_curve, "FEW_IRRATIONAL_ATOMS", 1)
        for a, tail in ((pld("9*rr(1)"), binomial_curve.BinomialTail), (many, product_curve.ProductTail)):
            value = a.hockey_stick("6/5")
            assert isinstance(value, Unexpanded)
            assert isinstance(value.recipe.tail, tail)
            assert value == hockey_stick.value(a.canonical, number("6/5"))
