"""Trade-off curves as polygons: mixtures by two routes, composition on edges; approximations of symmetric curves from below and above."""

from fractions import Fraction
from itertools import combinations_with_replacement

import mpmath
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from exact import (
    NotADistribution,
    OutOfRange,
    TooLarge,
    Unsupported,
    approx,
    identity,
    log,
    mixture,
    multi_dp,
    number,
    rr,
    table,
    total_leak,
)
from exact.constraints import (
    area_below,
    compose_curves,
    conjugate,
    conjugate_back,
    double_dp_above,
    double_dp_above_gaussian,
    double_dp_below,
    double_dp_below_gaussian,
    infimal_convolution,
    minkowski_sum,
)
from exact.normal_distribution import normal_cdf_order

PLDS = [
    rr("log(3)"),
    approx(0, "1/2"),
    approx(1, "1/10"),
    total_leak(),
    identity(),
    table([("1/2", "1/3"), ("1/4", "1/4"), ("1/4", 0), (0, "5/12")]),
    2 * rr("1/3"),
    table([("1/2", "1/4"), ("1/2", "3/4")]),
    multi_dp(("log(4)", 0), ("log(2)", "1/10")),
]


@st.composite
def tables(draw):
    """A PLD with up to four outcomes, infinite losses among them."""
    n = draw(st.integers(1, 4))
    p, q = (draw(st.lists(st.integers(0, 6), min_size=n, max_size=n).filter(any)) for _ in range(2))
    return table([(Fraction(a, sum(p)), Fraction(b, sum(q))) for a, b in zip(p, q, strict=True)])


weights = st.lists(st.integers(0, 5), min_size=3, max_size=3).filter(any).map(lambda ws: [Fraction(w, sum(ws)) for w in ws])


@given(st.lists(tables(), min_size=3, max_size=3), weights)
def test_mixture_by_three_routes(plds, ws):
    parts = list(zip(ws, plds, strict=True))
    assert minkowski_sum(*parts) == infimal_convolution(*parts) == mixture(*parts).tradeoff_vertices


@pytest.mark.parametrize(("i", "j"), list(combinations_with_replacement(range(len(PLDS)), 2)))
def test_pairs(i, j):
    a, b = PLDS[i], PLDS[j]
    parts = ("1/3", a), ("2/3", b)
    assert minkowski_sum(*parts) == infimal_convolution(*parts) == mixture(*parts).tradeoff_vertices
    assert compose_curves(a, b) == (a + b).tradeoff_vertices


@given(tables(), tables(), tables())
def test_composition_on_edges(a, b, c):
    assert compose_curves(a, b) == (a + b).tradeoff_vertices
    assert compose_curves(a, b, c) == compose_curves(compose_curves(a, b), c) == (a + b + c).tradeoff_vertices


@given(tables())
def test_conjugates(a):
    """f* is the largest of the lines of the vertices, and f** is f."""
    vertices = a.tradeoff_vertices
    found = conjugate(a)
    assert conjugate_back(found) == vertices
    for s in (number(-9), number(-2), number(-1), -number("1/7"), number(0), number(3)):
        assert found(s) == max(s * t - f for t, f in vertices)


def test_infimum_of_lemma_1():
    """The value at t is the least of w1 f1(t1) + w2 f2(t2) over w1 t1 + w2 t2 = t, on a grid with the vertices."""
    a, b = approx("log(3)", "1/10"), rr("log(2)")
    whole = mixture((Fraction(1, 4), a), (Fraction(3, 4), b))
    for n in range(13):
        t = Fraction(n, 12)
        tries = [(t - Fraction(3, 4) * u) * 4 for u in (Fraction(m, 48) for m in range(49))]
        values = [a.tradeoff(s) / 4 + b.tradeoff((t - s / 4) * Fraction(4, 3)) * Fraction(3, 4) for s in tries if 0 <= s <= 1]
        assert all(value >= whole.tradeoff(t) for value in values)
        assert min(values) - whole.tradeoff(t) <= Fraction(1, 100)


def test_figure_1():
    """The mixture's region neither holds the union of the regions nor lies in it."""
    a, b = rr("1.3"), approx("0.5", "0.2")
    whole = mixture(("1/2", a), ("1/2", b))
    assert not (a | b) <= whole
    grid = [Fraction(n, 100) for n in range(101)]
    assert any(whole.tradeoff(t) < min(a.tradeoff(t), b.tradeoff(t)) for t in grid)
    assert any(whole.tradeoff(t) > min(a.tradeoff(t), b.tradeoff(t)) for t in grid)


def test_vertices_as_given():
    assert minkowski_sum((1, [("1/4", "1/4")])) == rr("log(3)").tradeoff_vertices
    assert compose_curves([("1/4", "1/4")], rr("log(2)")) == (rr("log(3)") + rr("log(2)")).tradeoff_vertices
    assert compose_curves() == identity().tradeoff_vertices


@pytest.mark.parametrize("make", [minkowski_sum, infimal_convolution])
def test_refusals(make):
    with pytest.raises(NotADistribution, match="add up to 2/3"):
        make(("1/3", rr(1)), ("1/3", rr(2)))
    with pytest.raises(NotADistribution, match="weight -1 of a mixture is negative"):
        make((-1, rr(1)), (2, rr(2)))
    with pytest.raises(TypeError, match=r"pairs \(weight, curve\)"):
        make(rr(1))
    with pytest.raises(NotADistribution, match="1 - alpha"):
        make((1, [("1/2", "3/4")]))


def test_long_compositions_are_refused():
    with pytest.raises(TooLarge, match="products of edges"):
        compose_curves(*[500 * rr("log(2)")] * 2)


# --- approximations of finite PLDs

symmetric = st.lists(
    st.tuples(st.sampled_from([1, Fraction(4, 3), 2, 3, 5]), st.integers(0, 23)), min_size=1, max_size=4
).map(lambda rows: 2 * multi_dp(*((log(t), Fraction(d, 24)) for t, d in rows)))


@settings(max_examples=40)
@given(symmetric)
def test_between_two_double_dp_curves(a):
    below, above = double_dp_below(a), double_dp_above(a)
    assert above.pld() <= a <= below.pld()
    assert len(below.active) <= 2
    assert len(above.active) <= 2
    assert area_below(below.pld()) <= area_below(a) <= area_below(above.pld())


def test_a_double_dp_curve_is_its_own_approximation():
    a = multi_dp(("log(4)", "1/50"), ("log(2)", "1/10"))
    assert double_dp_below(a).pld() == a == double_dp_above(a).pld()
    assert double_dp_above(rr(1)).pld() == rr(1) == double_dp_below(rr(1)).pld()
    assert double_dp_above(identity()).pld() == identity() == double_dp_below(identity()).pld()


def test_best_vertex_above():
    """No other vertex gives a curve of less area."""
    a = 5 * rr("log(2)")
    best = area_below(double_dp_above(a).pld())
    c = next(alpha for alpha, beta in a.tradeoff_vertices if alpha >= beta)
    for alpha, beta in a.tradeoff_vertices:
        if 0 < alpha < beta:
            from exact import least_above_tradeoff

            assert area_below(least_above_tradeoff([(alpha, beta), (beta, alpha)])) >= best or alpha == c


def test_refused_plds():
    lopsided = table([("1/2", "1/4"), ("1/2", "3/4")])
    for make in (double_dp_below, double_dp_above):
        with pytest.raises(OutOfRange, match="symmetric PLD"):
            make(lopsided)
        with pytest.raises(OutOfRange, match="total leak has none"):
            make(total_leak())
    with pytest.raises(TooLarge, match="at most 60 guarantees"):
        double_dp_below(200 * rr("log(2)"))


# --- approximations of Gaussian curves

MUS = ["1/100", "1/2", 1, "3/2", 3, 10]


@pytest.mark.parametrize("mu", MUS)
@pytest.mark.parametrize("digits", [6, 25])
def test_directions(mu, digits):
    """G_mu satisfies the constraints from below; the vertices of the curve from above lie on the right side of G_mu. Decided."""
    for eps, delta in double_dp_below_gaussian(mu, digits).safe.active:
        assert gaussian_delta_is_at_most(eps.as_fraction(), delta.as_fraction(), mu)
    for alpha, beta in double_dp_above_gaussian(mu, digits).optimistic.pld().tradeoff_vertices[1:-1]:
        assert is_above_gaussian(alpha.as_fraction(), beta.as_fraction(), Fraction(mu))


def gaussian_delta_is_at_most(eps, delta, mu):
    """Whether delta(eps) of G_mu is at most delta, by interval arithmetic."""
    before, mpmath.iv.dps = mpmath.iv.dps, 80
    try:
        iv = mpmath.iv
        m, e, d = (iv.mpf(f.numerator) / f.denominator for f in (Fraction(mu), eps, delta))
        value = phi(m / 2 - e / m) - iv.exp(e) * phi(-m / 2 - e / m)
        return bool(value.b <= d.a)
    finally:
        mpmath.iv.dps = before


def phi(t):
    """Phi of a narrow interval: of its middle, to 70 digits, with what the width may add."""
    before, mpmath.mp.dps = mpmath.mp.dps, 90
    try:
        value = mpmath.ncdf(mpmath.mpf(t.mid))
        return mpmath.iv.mpf([value - mpmath.mpf(10) ** -60, value + mpmath.mpf(10) ** -60])
    finally:
        mpmath.mp.dps = before


def is_above_gaussian(alpha, beta, mu):
    """Whether ``beta >= G_mu(alpha)``: some t has ``Phi(-t) <= alpha`` and ``Phi(t - mu) <= beta``; near vertices are told by bisection."""
    low, high = Fraction(-1), mu + 20
    for _ in range(200):
        t = (low + high) / 2
        left, right = normal_cdf_order(alpha, -t), normal_cdf_order(beta, t - mu)
        if left >= 0 and right >= 0:
            return True
        if left < 0 and right < 0:
            return False
        low, high = (t, high) if left < 0 else (low, t)
    return False


@pytest.mark.parametrize("mu", MUS)
def test_order_of_gaussian_approximations(mu):
    """From above is below in the order, with the area of G_mu, Phi(-mu/sqrt 2), in between."""
    below, above = double_dp_below_gaussian(mu).safe.pld(), double_dp_above_gaussian(mu).optimistic.pld()
    assert above <= below
    with mpmath.workdps(30):
        area = mpmath.ncdf(-mpmath.mpf(Fraction(mu).numerator) / Fraction(mu).denominator / mpmath.sqrt(2))
    assert area_below(below).lower(20) < Fraction(str(area)) < area_below(above).upper(20)


def test_equations_of_proposition_1():
    """The kink and the foot, put into the two equations in the turned frame, at 30 digits."""
    found = double_dp_below_gaussian("3/2", 40)
    with mpmath.workdps(45):
        mu = mpmath.mpf(3) / 2
        t, z, w1, w2 = (mpmath.mpf(b[0].numerator) / b[0].denominator for b in (found.kink, found.foot, *found.thresholds))
        g, slope = {}, {}
        for w, u in ((w1, t / 2), (w2, (t + z) / 2)):
            alpha, beta = mpmath.ncdf(-w), mpmath.ncdf(w - mu)
            assert abs((beta - alpha) / mpmath.sqrt(2) - u) < mpmath.mpf(10) ** -30
            g[w], slope[w] = (beta + alpha) / mpmath.sqrt(2), mpmath.tanh((mu * w - mu**2 / 2) / 2)
        assert abs(g[w2] + slope[w2] * (t - z) / 2 - g[w1] - slope[w1] * t / 2) < mpmath.mpf(10) ** -30
        assert abs(g[w2] + slope[w2] * (z - t) / 2 - z) < mpmath.mpf(10) ** -30


def test_gaussian_optima_are_optima():
    """Other tangents have less area below, other points of the curve more area above (in floats)."""
    found, above = double_dp_below_gaussian(1, 15), double_dp_above_gaussian(1, 15)
    best = float(area_below(found.safe.pld()).decimal(15))
    w1, w2 = (float(b[0]) for b in found.thresholds)
    for a, b in ((0.01, 0), (-0.01, 0), (0, 0.01), (0, -0.01), (0.01, -0.01)):
        rows = []
        for w in (w2 + b, w1 + a):
            eps = w - 0.5
            rows.append((Fraction(eps), Fraction(float(mpmath.ncdf(1 - w) - mpmath.exp(eps) * mpmath.ncdf(-w)))))
        assert float(area_below(multi_dp(*rows)).decimal(15)) < best
    least = float(area_below(above.optimistic.pld()).decimal(15))
    c = Fraction(float(mpmath.ncdf(-0.5)))
    w = -float(mpmath.erfinv(2 * float(above.kink[0][0]) - 1) * mpmath.sqrt(2))
    from exact import least_above_tradeoff

    for step in (0.02, -0.02):
        t, f = (Fraction(float(mpmath.ncdf(v))) for v in (-w - step, w + step - 1))
        assert float(area_below(least_above_tradeoff([(t, f), (c, c), (f, t)])).decimal(15)) > least


@pytest.mark.parametrize("make", [double_dp_below_gaussian, double_dp_above_gaussian])
def test_refused_mu(make):
    with pytest.raises(OutOfRange, match="mu > 0"):
        make(0)
    with pytest.raises(OutOfRange, match="mu <= 100"):
        make(101)
    with pytest.raises(Unsupported, match="rational values of mu"):
        make("sqrt(2)")
    with pytest.raises(OutOfRange, match="digits"):
        make(1, 0)


def test_few_digits_above():
    with pytest.raises(OutOfRange, match="digits are too few"):
        double_dp_above_gaussian("1/1000", 1)


def test_many_digits():
    lower, upper = double_dp_below_gaussian(1, 200).delta[0]
    assert upper - lower == Fraction(10) ** -200


def test_extreme_mu():
    """At the largest mu delta is 1 less some 10^-545; at a tiny one eps/mu is near its limit 1.21982... of mu = 0."""
    lower, upper = double_dp_below_gaussian(100, 12).eps[0]
    assert Fraction("16.837306") < lower < upper < Fraction("16.837307")
    assert 0 < 1 - double_dp_below_gaussian(100, 600).delta[1][1] < Fraction(10) ** -500
    lower, upper = double_dp_below_gaussian("1e-9", 12).eps[0]
    assert Fraction("1.21982849") < lower * 10**9 < upper * 10**9 < Fraction("1.21982850")
