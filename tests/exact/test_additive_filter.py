"""The additive filter: its arithmetic by hand, its state, and Theorem 14 as a law: what the natural filter admits, it admits."""

import pickle
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exact import approx, identity, loss, mixture, number, rr, table, total_leak
from exact.errors import OutOfRange
from exact.filters import AdditiveAdmission, AdditiveFilter, NaturalFilter, loss_profile, repair_constants
from tests.laws.strategies import examples


def small(weight, query):
    """With a small weight the query, else nothing."""
    return mixture((weight, query), (1 - number(weight), identity()))


def test_arithmetic():
    """Profiles add up; a budget may be used up to the last; a refusal names the first coordinate that runs out, and costs nothing."""
    session = AdditiveFilter([0, 1, 2, "inf"], [2, "3/4", "1/4"])
    assert session.admit(small("1/2", rr(1))).admitted
    assert session.admit(small("1/4", rr("3/2"))) == AdditiveAdmission(admitted=True)
    assert session.spent == (number("5/4"), number("3/4"), 0)
    answer = session.admit(small("1/8", rr("3/2")))
    assert (answer.admitted, answer.coordinate, answer.spent, answer.budget) == (False, 1, number("17/8"), 2)
    answer = session.admit(mixture(("1/4", identity()), ("3/4", rr(1))))
    assert (answer.admitted, answer.coordinate, answer.spent, answer.budget) == (False, 2, number("3/2"), number("3/4"))
    assert str(answer) == "refused: coordinate 2 would come to 3/2, more than its budget 3/4"
    assert session.admit(mixture(("3/4", identity()), ("1/4", total_leak()))) == AdditiveAdmission(admitted=True)
    assert session.remaining == (0, 0, 0)
    assert session.history == (small("1/2", rr(1)), small("1/4", rr("3/2")), approx(0, "1/4"))
    assert not session.admit(identity()).admitted
    assert session.budgets == (2, number("3/4"), number("1/4"))
    assert session.grid == (loss(0), loss(1), loss(2), loss("inf"))


def test_answers_have_no_truth_value():
    with pytest.raises(TypeError, match=r"^an admission has no truth value; read \.admitted$"):
        bool(AdditiveFilter([0, "inf"], [1]).admit(identity()))


def test_pickling_and_determinism():
    """A session that is pickled half-way ends as one that is not."""
    queries = [small("1/3", rr(1)), rr("1/2"), approx(0, "1/5"), small("1/7", rr("log(3)")), approx("1/2", "1/20")]
    whole = AdditiveFilter([0, "1/2", "log(3)", "inf"], [2, "3/2", "1/4"])
    halves = AdditiveFilter([0, "1/2", "log(3)", "inf"], [2, "3/2", "1/4"])
    answers = [whole.admit(q) for q in queries]
    again = [halves.admit(q) for q in queries[:2]]
    halves = pickle.loads(pickle.dumps(halves))
    again += [halves.admit(q) for q in queries[2:]]
    assert answers == again
    assert {a.admitted for a in answers} == {True, False}
    assert (whole.spent, whole.history, whole.grid, whole.budgets) == (halves.spent, halves.history, halves.grid, halves.budgets)


def test_wrong_inputs():
    for grid, budgets, message in [
        ([0, 1, "inf"], [1], "a grid of 3 losses needs 2 budgets, not 1"),
        ([0, 1, "inf"], [1, "-1/3"], "the budget of coordinate 2 is -1/3, which is negative"),
        ([0, 1], [1], "a grid of losses begins with 0 and ends with inf; this one has 2: 0, 1"),
    ]:
        with pytest.raises(OutOfRange) as caught:
            AdditiveFilter(grid, budgets)
        assert str(caught.value) == message
    with pytest.raises(TypeError, match=r"^budgets are a sequence of numbers, not one text$"):
        AdditiveFilter([0, 1, "inf"], "12")
    session = AdditiveFilter([0, "inf"], [5])
    with pytest.raises(TypeError, match=r"^a query must be a PLD, not str \(pld\(...\) reads a text\)$"):
        session.admit("rr(1)")
    with pytest.raises(OutOfRange, match=r"^an additive filter takes symmetric queries, but at x = 4/3 .* is 1/4 and that of its dual 0$"):
        session.admit(table([("3/4", 1), ("1/4", 0)]))
    assert session.history == ()


# --- Theorem 14

LOGS = ["log(3/2)", "log(2)", "log(3)", "log(4)", "log(6)", "log(9)", "log(12)", "log(40)"]


@st.composite
def symmetric_query(draw, delta):
    """A mixture of randomized responses, Id and the total leak, whose large losses have weights of the order of delta."""
    parts = []
    for _ in range(draw(st.integers(1, 3))):
        eps = draw(st.sampled_from([*LOGS, "inf"]))
        largest = delta if eps in LOGS[-4:] or eps == "inf" else draw(st.sampled_from([delta, Fraction(1, 10), Fraction(1, 3)]))
        weight = largest * draw(st.sampled_from([Fraction(1, 4), Fraction(1, 2), Fraction(9, 10)]))
        parts.append((weight, total_leak() if eps == "inf" else rr(eps)))
    rest = 1 - sum(w for w, _ in parts)
    return mixture(*parts, (rest, draw(st.sampled_from([identity(), rr("log(5/4)"), identity()]))))


@st.composite
def sessions(draw, epsilons):
    """(eps, delta, queries in order)."""
    eps = draw(st.sampled_from(epsilons))
    delta = draw(st.sampled_from([Fraction(1, 4), Fraction(1, 10), Fraction(1, 100), Fraction(1, 10**6)]))
    return eps, delta, draw(st.lists(symmetric_query(delta), min_size=1, max_size=4))


@pytest.mark.parametrize(("epsilons", "number_of_sessions"), [(["log(2)", "log(4)", "log(12)"], 300), (["1", "log(3)/2"], 60)])
def test_theorem_14(epsilons, number_of_sessions):
    """The queries that the natural filter with budget approx(eps, delta) admits, the additive filter with l* admits."""
    admitted = []

    @examples(number_of_sessions)
    @given(sessions(epsilons))
    def law(session):
        eps, delta, queries = session
        natural = NaturalFilter(approx(eps, delta))
        constants = repair_constants(eps, delta, len(queries))
        additive = AdditiveFilter(constants.grid, constants.l)
        for query in queries:
            if natural.admit(query).admitted:
                assert additive.admit(query).admitted
        admitted.append((len(additive.history), len(queries)))

    law()
    assert len(admitted) >= number_of_sessions
    assert sum(n >= 2 for n, _ in admitted) >= number_of_sessions // 12  # the law is not about empty sessions
    assert sum(n < asked for n, asked in admitted) >= number_of_sessions // 12  # nor about budgets without end


@pytest.mark.parametrize("part", ["1/4", "1/5"])
def test_theorem_14_is_not_far_off(part):
    """With a quarter of its last budget the additive filter refuses what the natural filter admits: l*_n is too large by less than 4."""
    eps, delta = loss(1), number("1e-6")
    query = small("1.2e-6", rr(3))
    assert NaturalFilter(approx(eps, delta)).admit(query).admitted
    found = repair_constants(eps, delta, 3)
    assert AdditiveFilter(found.grid, found.l).admit(query).admitted
    answer = AdditiveFilter(found.grid, [*found.l[:-1], found.l[-1] * number(part)]).admit(query)
    assert (answer.admitted, answer.coordinate, answer.spent) == (False, found.n, number("1.2e-6"))


def test_the_additive_filter_admits_more():
    """The other way round fails by far: the additive filter admits what the natural filter does not."""
    found = repair_constants(1, "1/100", 8)
    session = AdditiveFilter(found.grid, found.l)
    assert session.admit(rr(2)).admitted
    assert not NaturalFilter(approx(1, "1/100")).admit(rr(2)).admitted
    assert loss_profile(rr(2), found.grid)[4] == 1
