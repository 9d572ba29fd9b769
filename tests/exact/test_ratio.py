"""Keys of likelihood ratios: their arithmetic and order against numbers and mpmath; different keys of one ratio; near ties."""

from itertools import pairwise, permutations

import mpmath
import pytest
from hypothesis import given
from hypothesis import strategies as st

from exact import exp, mixture, number, pld, product_curve, ratio, table
from exact.atoms import from_masses
from exact.denominators import Product
from exact.number import Number
from exact.outcomes import outcomes
from tests.laws import numeric
from tests.laws.strategies import examples

LONG = " + ".join(f"exp({n})" for n in range(13)).replace("exp(0)", "1")
"""(e^13 - 1)/(e - 1), of more terms than are split."""

EQUAL = [
    (["exp(1) - 1"], ["exp(1/2) - 1", "exp(1/2) + 1"]),
    (["exp(2/3) - 1"], ["exp(1/3) - 1", "exp(1/3) + 1"]),
    (["exp(1/2) - exp(1/6)"], ["exp(1/6)", "exp(1/6) - 1", "exp(1/6) + 1"]),
    (["1"], ["sqrt(2) + 1", "sqrt(2) - 1"]),
    (["sqrt(2)"], ["2 + sqrt(2)", "1/(1 + sqrt(2))"]),
    (["(sqrt(3) + 1)/(sqrt(3) - 1)"], ["2 + sqrt(3)"]),
    (["sqrt(5) - 2"], ["1/(sqrt(5) + 2)"]),
    (["(sqrt(5) + 1)/2", "(sqrt(5) + 1)/2"], ["(sqrt(5) + 3)/2"]),
    (["exp(2) - 2"], ["exp(1) - sqrt(2)", "exp(1) + sqrt(2)"]),
    (["exp(13) - 1"], ["exp(1) - 1", LONG]),
    (["exp(26) - 1"], ["exp(13) + 1", "exp(1) - 1", LONG]),
    (["2**(1/3) - 1", "2**(2/3) + 2**(1/3) + 1"], ["1"]),
]
"""Factors of numbers that are equal, most of them with different keys."""

PARTS = [
    *sorted({text for pair in EQUAL for side in pair for text in side}),
    "2/3",
    "123456789/1000",
    "exp(1)",
    "exp(-2/7)",
    "sqrt(6)/3",
    "3*exp(1/2)*2**(1/3)",
    "(2 + exp(1))/3",
    "1/(1 + exp(1/2))",
    "(3*exp(1) - 1)/4",
    "1 + 1e-50",
    "exp(1) + 1e-50",
    "exp(1e-50)",
]


def key_of(text):
    """The key and the number of a positive text."""
    x = number(text)
    return ratio.of_quotient(x.numerator, x.denominator.expand()), x


def key_of_product(texts):
    """The key that products of keys give, and the number."""
    key, value = ratio.ONE, Number(1)
    for text in texts:
        k, x = key_of(text)
        key, value = ratio.product(key, k), value * x
    return key, value


@st.composite
def keys(draw):
    """A key made by some operations, with the number that it should be."""
    key, value = key_of(draw(st.sampled_from(PARTS)))
    for _ in range(draw(st.integers(0, 3))):
        what = draw(st.sampled_from(["times", "over", "power", "inverse"]))
        other, x = key_of(draw(st.sampled_from(PARTS)))
        if what == "times":
            key, value = ratio.product(key, other), value * x
        elif what == "over":
            key, value = ratio.product(key, ratio.inverse(other)), value / x
        elif what == "inverse":
            key, value = ratio.inverse(key), 1 / value
        else:
            k = draw(st.integers(0, 3))
            key, value = ratio.powered(key, k), value**k
    return key, value


EXPONENTS = st.sampled_from(["0", "1", "2", "1/2", "-1/3", "7/6", "log(2)/2", "1 + log(3)/3"])
TERMS = st.tuples(st.integers(-5, 5).filter(bool), EXPONENTS)


@st.composite
def sums(draw, at_most=4):
    """A positive sum, that may have radicals."""
    x = sum((c * exp(z) for c, z in draw(st.lists(TERMS, min_size=1, max_size=at_most))), Number(0))
    return abs(x) if x else Number(1)


@examples(150)
@given(sums(), sums(), sums(2), st.integers(0, 3))
def test_key_of_a_quotient(p, q, common, k):
    """A key is made from numerator and denominator, whatever they have in common; products of keys are keys of products."""
    key = ratio.of_quotient(p.numerator, q.numerator)
    assert ratio.value(key) == Number(p.numerator) / Number(q.numerator)
    wide = common**k
    same = ratio.of_quotient(p.numerator * wide.numerator, q.numerator * wide.numerator)
    assert ratio.value(same) == ratio.value(key)
    assert ratio.order(same, key) == 0
    one, two = (ratio.of_quotient(x.numerator, 1) for x in (p, q))
    assert ratio.order(ratio.product(one, ratio.inverse(two)), key) == 0


@examples(200)
@given(keys())
def test_arithmetic(pair):
    """Products, powers and inverses of keys are those of the numbers; a/b is in lowest terms."""
    key, expected = pair
    assert ratio.value(key) == expected
    num, den = ratio.multiplied_out(key)
    assert isinstance(den, Product)
    assert Number(num, den) == expected
    assert ratio.product(key, ratio.inverse(key)) == ratio.ONE
    assert ratio.inverse(ratio.inverse(key)) == key
    assert ratio.powered(key, 2) == ratio.product(key, key)
    assert ratio.powered(key, 0) == ratio.ONE
    a, b, _, cofactors = key
    assert ratio.gcd(a, b) == 1
    assert all(m for _, m in cofactors)


@examples(200)
@given(keys(), keys())
def test_order(one, two):
    """The order of keys is that of the numbers, and of 250 digits of them."""
    with mpmath.workdps(numeric.DIGITS):
        x, y = (numeric.value(str(v)) for _, v in (one, two))
        near = abs(x - y) <= numeric.SAME * x
        expected = 0 if near else 1 if x > y else -1
    assert ratio.order(one[0], two[0]) == expected
    assert ratio.order(two[0], one[0]) == -expected
    assert one[1].compare(two[1]) == expected
    if not one[0][3] and not two[0][3]:  # canonical without cofactors
        assert (one[0] == two[0]) == (expected == 0)
    if one[0] == two[0]:
        assert expected == 0


@examples(100)
@given(st.lists(keys(), min_size=1, max_size=4), st.sampled_from([(128, 96), (64, 64), (1000, 900)]))
def test_enclosures_of_logarithms(pairs, precision):
    """Integers around the logarithm, a few apart, at every precision."""
    bits, scale = precision
    found = ratio.log_enclosures([key for key, _ in pairs], bits, scale)
    for (lo, hi), (_, x) in zip(found, pairs, strict=True):
        with mpmath.workdps(400):
            log = mpmath.log(mpmath.mpf(x.decimal(380))) * mpmath.mpf(2) ** scale
            slack = mpmath.mpf(2) ** scale * mpmath.mpf(10) ** -370
            assert lo - slack <= log <= hi + slack
        assert 0 <= hi - lo <= 2 + (abs(hi) >> (bits - 20)) + (1 << max(0, scale - bits + 20))


@pytest.mark.parametrize(("one", "two"), EQUAL)
def test_different_keys_of_one_ratio(one, two):
    """They are found equal, beside what differs by 10^-50 only."""
    (k1, x1), (k2, x2) = key_of_product(one), key_of_product(two)
    assert x1 == x2
    assert ratio.order(k1, k2) == ratio.order(k2, k1) == 0
    beside, _ = key_of("1 + 1e-50")
    assert ratio.order(ratio.product(k1, beside), k2) == 1
    assert ratio.order(k1, ratio.product(k2, beside)) == -1


def with_rest(rows):
    """The table of the rows, scaled down, and of what is missing to 1, as losses +inf and -inf."""
    total = sum((p + q for p, q in rows), number(0))
    rows = [(p / (2 * total), q / (2 * total)) for p, q in rows]
    p, q = (1 - sum((row[i] for row in rows), number(0)) for i in (0, 1))
    return table([*rows, (p, 0), (0, q)])


def pair_of(texts):
    """The two PLDs of which one composition has the products of these ratios as different pairs of outcomes."""
    first, *rest = [number(t) for t in texts]
    other = number(1)
    for x in rest:
        other = other * x
    return first, other


def agrees_with_numbers(a, parts):
    """Whether the atoms of a composition are those of the products of numbers: as many, in order, with these masses."""
    truth = [numeric.of_pld(parts[0])]
    for part in parts[1:]:
        truth = [numeric.compose(truth[0], numeric.of_pld(part))]
    (top, _), *finite, (_, bottom) = truth[0]
    assert len(a.canonical.finite) == len(finite)
    assert all(x < y for x, y in pairwise(a.knots))
    assert numeric.agrees(numeric.value(a.p_infinite.decimal(130)), top)
    assert numeric.agrees(numeric.value(a.q_infinite.decimal(130)), bottom)
    masses = [(p, q) for p, q in a.atoms if p and q]
    for (p, q), (u, v), r in zip(masses, finite, reversed(a.knots), strict=True):
        assert numeric.agrees(numeric.value(p.decimal(130)), u)
        assert numeric.agrees(numeric.value(q.decimal(130)), v)
        assert p / q == r


@pytest.mark.parametrize(("one", "two"), EQUAL)
def test_equal_ratios_merge(one, two):
    """In a table and in a composition, whatever keys they have there."""
    x1, y1 = pair_of(one)
    x2, y2 = pair_of(two)
    w = number("1/7")
    once = with_rest([(x1 * y1 * w, w), (x2 * y2, number(1))])
    assert len(once.canonical.finite) == 1
    left, right = with_rest([(x1 * w, w), (x2, number(1))]), with_rest([(y1 * w, w), (y2, number(1))])
    agrees_with_numbers(left + right, [left, right])
    agrees_with_numbers(2 * left + right, [left, left, right])
    same = table((left + right).atoms)
    assert left + right == same
    assert hash(left + right) == hash(same)
    assert left + right <= same <= left + right
    for x in (x1 * y1, x2 * y2, x1 * y2, number(1)):
        assert (left + right).hockey_stick(x) == same.hockey_stick(x)


def test_alike_parts_with_different_keys():
    """Two parts spelled alike are not taken for each other's, also where their ratios have different keys."""
    one, two = (with_rest([(number(t), number(1))]) for t in ("exp(1/2) - 1", "exp(1/2) + 1"))
    kept, again = mixture((1, one + two)), table((one + two).atoms)
    assert kept.canonical.keys != again.canonical.keys
    twice, other = kept + again, kept + pld("approx(0, 1/1000)")
    assert (twice == other) is (other == twice) is False
    assert (twice <= other) is False
    assert other <= twice
    assert twice == 2 * kept == 2 * again == again + kept
    assert hash(twice) == hash(2 * again)


NEAR_TIES = [
    ["7/3", "7/3 + 1e-50", "7/3 - 1e-50"],
    ["exp(1)", "exp(1) + 1e-50", "exp(1 + 1e-50)", "exp(1) - 1e-50"],
    ["sqrt(2)", "sqrt(2)*exp(1e-50)", "sqrt(2) + 1e-50"],
    ["(2 + exp(1))/3", "(2 + exp(1) + 1e-50)/3", "(2 + exp(1 - 1e-50))/3"],
    ["1 + sqrt(2)", "1/(sqrt(2) - 1)", "1 + sqrt(2) + 1e-50", "1/(sqrt(2) - 1 + 1e-50)"],
    ["exp(1) - 1", "(exp(1/2) - 1)*(exp(1/2) + 1)", "(exp(1/2) - 1)*(exp(1/2) + 1 + 1e-50)"],
    ["exp(1)", "2718281828459045235360287471352662497757247093699959/10**51", "exp(1)*(1 - 1e-60)"],
    ["exp(1e-50)", "1 + 1e-50", "1 + 1e-50 + 1e-100/2", "1"],
]


@pytest.mark.parametrize("texts", NEAR_TIES, ids=" ".join)
def test_near_ties_are_sorted_right(texts):
    """In every order in which they may be given, and in a composition."""
    values = [number(t) for t in texts]
    first = with_rest([(v, number(1)) for v in values])
    with mpmath.workdps(numeric.DIGITS):
        distinct = {mpmath.nstr(numeric.value(t), 200): number(t) for t in texts}
        expected = [distinct[key] for key in sorted(distinct, key=mpmath.mpf)]
    assert list(first.knots) == expected
    assert all(x < y for x, y in pairwise(first.knots))
    rows = first.atoms
    for order in list(permutations(range(len(rows))))[:: 7 if len(rows) > 4 else 1]:
        again = from_masses([rows[i] for i in order])
        assert again.finite == first.canonical.finite
        assert again.den == first.canonical.den
    agrees_with_numbers(first + pld("rr(1)"), [first, pld("rr(1)")])
    agrees_with_numbers(2 * first, [first, first])
    listed = outcomes([(first.canonical, 2)])
    assert all(ratio.order(x, y) >= 0 for x, y in pairwise(listed.keys))
    with_more = 2 * first + pld("rr(1)")
    for x in with_more.knots[::2]:
        assert product_curve.value(listed, pld("rr(1)").canonical, x) == with_more.hockey_stick(x)
