"""The constants of the repair theorem: each by its definition, at near ties too, the repaired lemma, and what is out of range."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exact import exp, loss, number, rr
from exact.errors import OutOfRange, Unsupported
from exact.filters import repair_constants, repaired_guarantee
from tests.laws.strategies import examples


@pytest.mark.parametrize(
    ("call", "message"),
    [
        ((0, "1/10", 2), "the repair theorem needs a finite eps > 0, not 0"),
        (("inf", "1/10", 2), "the repair theorem needs a finite eps > 0, not inf"),
        ((1, 0, 2), "the repair theorem needs 0 < delta < 1/2, not 0"),
        ((1, "1/2", 2), "the repair theorem needs 0 < delta < 1/2, not 1/2"),
        ((1, "1/10", 0), "rounds must be an integer >= 1, not 0"),
        ((1, "1/10", True), "rounds must be an integer >= 1, not True"),
    ],
)
@pytest.mark.parametrize("function", [repair_constants, repaired_guarantee])
def test_constants_out_of_range(function, call, message):
    with pytest.raises(OutOfRange) as caught:
        function(*call)
    assert str(caught.value) == message


def test_constants_of_unsupported_epsilons():
    """(eps + 2)/2^j is no exact loss where e^eps is a sum of more than one term."""
    with pytest.raises(Unsupported):
        repair_constants("log(exp(1) + 1)", "1/10", 5)


@pytest.mark.parametrize(
    ("delta", "c"),
    [("exp(-3)", 3), ("exp(-3) + 1e-40", 3), ("exp(-3) - 1e-40", 4), ("49/100", 1), ("1e-6", 14), ("1e-300", 691)],
)
def test_ceiling_of_the_logarithm(delta, c):
    """ceil(ln 1/delta), also next to a power of e and on it."""
    found = repair_constants(3, delta, 1)
    assert found.log_ceiling == c
    assert found.chi == 228 * found.n * c


@pytest.mark.parametrize(
    ("eps", "rounds", "n"),
    [(2, 2, 3), (2, 3, 4), (2, 4, 4), ("2.0000001", 4, 4), ("1.9999999", 4, 5), (2, 1, 2), (2, 2**40, 42), ("1/10", 7, 9)],
)
def test_number_of_intervals(eps, rounds, n):
    """n = 1 + ceil(log2(k (eps + 2)/eps)), also where the logarithm is an integer: at eps = 2 it is log2(2 k)."""
    e, d = loss(eps), number("1/10")  # ceil(ln 10) = 3
    assert repaired_guarantee(e, d, rounds) == (6 * (2 * e + (n - 2) * (64 * e + 16)), (672 * (n - 2) + 4 * n) * d)


EPSILONS = st.sampled_from(["1/2", "1", "3", "1/10", "log(2)", "log(3)/2", "1/3 + log(5)"])
DELTAS = st.sampled_from(["1/3", "1/10", "1/100", "1e-6", "exp(-2)", "sqrt(2)/10"])


@examples(25)
@given(EPSILONS, DELTAS, st.integers(1, 20))
def test_constants_by_definition(eps, delta, rounds):
    """Each constant is what its definition says, by the inequalities on both sides of it."""
    found = repair_constants(eps, delta, rounds)
    e, d, n, c = loss(eps), number(delta), found.n, found.log_ceiling
    assert 2 ** (n - 1) * e >= rounds * (e + 2) > 2 ** (n - 2) * e
    assert exp(c) * d >= 1 > exp(c - 1) * d
    assert found.grid == (loss(0), *((e + 2) / 2 ** (n - 1 - i) for i in range(1, n)), loss("inf"))
    assert (found.l[0], found.l[-1], found.b[-1]) == (rounds, 4 * d, 0)
    for i in range(2, n):
        m = found.repeats[i - 2]
        below = rr(found.grid[i - 1])
        assert ((m - 1) * below).delta(e) <= 2 * d < (m * below).delta(e)
        assert found.l[i - 1] == 8 * m
    assert [found.b[i] == 2 * c * found.l[i] for i in range(n - 1)] == [True] * (n - 1)
    assert (found.chi, found.displayed_chi) == (228 * n * c, 36 * n * c)
    assert found.repaired_eps <= found.chi * (e + 1)
    assert found.repaired_delta <= found.chi * d


@examples(25)
@given(EPSILONS, st.integers(1, 50))
def test_e_1_is_above_eps_over_k(eps, rounds):
    """The proof of the lemma says e_1 <= eps/k. This never holds: eps/k < e_1 <= 2 eps/k."""
    e = loss(eps)
    first = repair_constants(eps, "1/10", rounds).grid[1]
    assert e / rounds < first <= 2 * e / rounds


@pytest.mark.parametrize(("eps", "delta", "rounds"), [("1/2", "1/1000", 4), (1, "1e-6", 64), ("log(2)", "1/100", 8)])
def test_repaired_lemma(eps, delta, rounds):
    """rr(e_i) repeated l*_i times is (64 eps + 16, 112 delta)-DP, and repeated b*_i times 2 c times that; for i = 1, (4 c eps, 0)-DP."""
    found = repair_constants(eps, delta, rounds)
    e, d, c = found.eps, found.delta, found.log_ceiling
    for level, times in zip(found.grid[2:-1], found.l[1:-1], strict=True):
        k = times.as_fraction().numerator
        assert (k * rr(level)).delta(64 * e + 16) <= 112 * d
        assert (2 * c * k * rr(level)).delta(2 * c * (64 * e + 16)) <= 224 * c * d
    assert 2 * c * rounds * found.grid[1] <= 4 * c * e
