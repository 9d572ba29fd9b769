"""The additive filter: its arithmetic by hand, its state, Theorem 14 as a law (what the natural filter admits, it admits), and its exact cost."""

import pickle
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exact import approx, compare, identity, loss, mixture, number, rr, table, total_leak
from exact.errors import OutOfRange
from exact.filters import (
    AdditiveAdmission,
    AdditiveFilter,
    NaturalFilter,
    additive_game,
    loss_profile,
    natural_game,
    repair_constants,
    repaired_guarantee,
)
from tests.exact import adaptive_brute as brute_games
from tests.laws import brute
from tests.laws.strategies import examples


def small(weight, query):
    """With a small weight the query, else nothing."""
    return mixture((weight, query), (1 - number(weight), identity()))


def test_arithmetic():
    """Profiles add up; a budget may be used up to the last; a refusal names the first coordinate that runs out, and costs nothing."""
    session = AdditiveFilter([0, 1, 2, "inf"], [2, "3/4", "1/4"])
    assert session.admit(small("1/2", rr(1))).admitted
    assert session.admit(small("1/4", rr("3/2"))) == AdditiveAdmission(admitted=True)
    assert session.remaining == (number("3/4"), 0, number("1/4"))
    answer = session.admit(small("1/8", rr("3/2")))
    assert (answer.admitted, answer.coordinate, answer.spent, answer.budget) == (False, 1, number("17/8"), 2)
    answer = session.admit(mixture(("1/4", identity()), ("3/4", rr(1))))
    assert (answer.admitted, answer.coordinate, answer.spent, answer.budget) == (False, 2, number("3/2"), number("3/4"))
    assert str(answer) == "refused: coordinate 2 would come to 3/2, more than its budget 3/4"
    assert session.admit(mixture(("3/4", identity()), ("1/4", total_leak()))) == AdditiveAdmission(admitted=True)
    assert session.remaining == (0, 0, 0)
    assert [step.query for step in session.history if step.admission.admitted] == [small("1/2", rr(1)), small("1/4", rr("3/2")), approx(0, "1/4")]
    assert [step.admission.coordinate for step in session.history] == [None, None, 1, 2, None]
    assert session.spent == small("1/2", rr(1)) + small("1/4", rr("3/2")) + approx(0, "1/4")
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
    assert (whole.remaining, whole.history, whole.grid, whole.budgets) == (halves.remaining, halves.history, halves.grid, halves.budgets)


def test_wrong_inputs():
    for grid, budgets, message in [
        ([0, 1, "inf"], [1], "a grid of 3 losses needs 2 budgets, not 1"),
        ([0, 1, "inf"], [1, "-1/3"], "the budget of coordinate 2 is -1/3, which is negative"),
        ([0, 1], [1], "a grid of losses begins with 0 and ends with inf; this one is 0, 1"),
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


RATIONAL = ["log(2)", "log(4)", "log(12)"]


@pytest.mark.parametrize(
    ("epsilons", "number_of_sessions"), [(RATIONAL, 100), pytest.param(RATIONAL, 300, marks=pytest.mark.slow), (["1", "log(3)/2"], 60)]
)
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
        admitted.append((len(additive.history), len(queries)))  # what the natural filter refused was not offered

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


# --- the game


def profile(masses, ratios):
    """p_i by looking at every outcome of a symmetric query: max(p/q, q/p) in [t_{i-1}, t_i)."""
    out = [Fraction(0)] * (len(ratios) + 1)
    for p, q in masses:
        if p:
            out[sum(q == 0 or max(p / q, q / p) >= t for t in ratios)] += p
    return out


SYMMETRIC = [
    [rr("log(2)"), approx(0, "1/3")],
    [rr("log(3)"), identity()],
    [small("1/2", rr("log(3)")), rr("log(2)")],
    [approx("log(2)", "1/4"), small("1/3", rr("log(2)"))],
]


@pytest.mark.parametrize("family", SYMMETRIC, ids=str)
@pytest.mark.parametrize("budgets", [[3, 1, "1/3"], ["4/3", 2, "1/2"], [2, "3/2", 0], [0, 3, 1]], ids=str)
def test_additive_game_is_the_sup_of_all_strategies(family, budgets):
    """The rule written down by counting outcomes, all its strategies enumerated in Fractions."""
    rows, left = [brute.fractions(query) for query in family], [Fraction(b) for b in budgets]
    profiles = [profile(masses, [2, 3]) for masses in rows]

    def allowed(history):
        spent = [sum(profiles[i][n] for i in history) for n in range(3)]
        return [i for i, p in enumerate(profiles) if all(s + v <= b for s, v, b in zip(spent, p, left, strict=True))]

    game = additive_game(family, [0, "log(2)", "log(3)", "inf"], budgets, 2)
    found = brute_games.highest(brute_games.strategies(rows, allowed, 2))
    assert brute_games.is_sup_of(brute.fractions(game.cost()), found)
    value, strategy = game.cost_at(2)
    assert value == max(brute.h(pld, Fraction(2)) for pld in found)
    assert all(brute_games.is_allowed(allowed, history) for history in strategy.histories())
    session = AdditiveFilter([0, "log(2)", "log(3)", "inf"], budgets)
    assert [i for i, query in enumerate(family) if session.asked(query).admitted] == allowed(())


FINITE = {  # queries, eps, delta, rounds
    "to the last infinite mass": ([rr("log(2)"), approx(0, "1e-6")], "log(2)", "1e-6", 2),
    "large losses of small weight": ([rr("log(2)"), small("1e-6", rr("log(40)")), approx(0, "4e-7")], "log(4)", "1e-6", 3),
    "three levels": ([small("1/3", rr("log(3/2)")), small("1e-4", total_leak()), small("1e-3", rr("log(12)"))], "log(2)", "1e-4", 3),
    "powers of e": ([rr("1/2"), small("1e-6", rr(3))], 1, "1e-6", 2),
    "only infinite losses": ([approx(0, "1e-6"), approx(0, "3e-7")], "1/2", "1e-6", 4),
}


@pytest.mark.parametrize("name", FINITE)
def test_theorems_14_and_15_on_exact_costs(name):
    """The natural filter costs less than the additive filter with l*, and that less than the repaired guarantee, which says something."""
    queries, eps, delta, rounds = FINITE[name]
    found = repair_constants(eps, delta, rounds)
    natural = natural_game(queries, approx(eps, delta), rounds).game.cost()
    additive = additive_game(queries, found.grid, found.l, rounds).cost()
    assert repaired_guarantee(eps, delta, rounds) == (found.repaired_eps, found.repaired_delta)
    guarantee = approx(found.repaired_eps, found.repaired_delta)
    assert found.repaired_delta < 1
    assert compare(natural, additive).verdict == compare(additive, guarantee).verdict == "below"


def test_wrong_games():
    with pytest.raises(OutOfRange, match="an additive filter takes symmetric queries"):
        additive_game([rr(1), table([("3/4", 1), ("1/4", 0)])], [0, "inf"], [5], 2)
    with pytest.raises(OutOfRange, match="a grid of 2 losses needs 1 budgets, not 2"):
        additive_game([rr(1)], [0, "inf"], [5, 5], 2)
    with pytest.raises(OutOfRange, match="from 1 to 16, not 'all'"):
        additive_game([rr(1)], [0, "inf"], [5], "all")
    assert additive_game(iter([rr(1)]), [0, "inf"], [5], 2).cost() == 2 * rr(1)
