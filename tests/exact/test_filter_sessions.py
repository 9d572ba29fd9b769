"""Filters that are asked query by query, update rules, the odometer."""

import copy
import pickle
from fractions import Fraction
from itertools import pairwise

import pytest

import exact
from exact.errors import OutOfRange, TooLarge, Unsupported
from exact.filters import (
    AdditiveFilter,
    NaturalFilter,
    NaturalUpdate,
    Node,
    RenyiFilter,
    ResidueConditionBroken,
    ResidueFilter,
    Strategy,
    chain,
    delta_update,
    natural_filter,
    pure_update,
    universally_free,
)
from exact.filters.odometer import Odometer
from exact.filters.universal_bound import universal_bound_upper
from exact.filters.updates import pure_epsilon
from tests.exact import adaptive_brute as brute_games
from tests.laws import brute

ONE, QUARTER = exact.rr("log(2)"), exact.approx(0, "1/4")
BUDGET = exact.approx("log(2)", "1/4")


def greedy_update(budget, query):
    """No residue: it forgets the query."""
    return budget


# --- the natural filter -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(12))
def test_natural_filter_by_definition(seed):
    """Each answer is whether the composition of what was admitted stays below the budget, with the largest excess as the reason."""
    source = brute_games.randomness(seed)
    family = [brute_games.random_pld(source) for _ in range(3)]
    queries = [exact.table(a) for a in family]
    budget = exact.join_all([exact.table(a) for a in brute_games.random_budget(source, family, 3)])
    limit = brute.fractions(budget)
    filter_ = NaturalFilter(budget, queries)
    spent = brute_games.IDENTITY
    for _ in range(6):
        i = source.randrange(3)
        whole = brute.compose(spent, family[i])
        rest = [exact.table(a) for a in family if brute.dominated(brute.compose(spent, a), limit)]
        assert filter_.remaining == exact.join_all([exact.identity(), *rest])
        before = filter_.asked(queries[i])
        answer = filter_.admit(queries[i])
        assert answer == before
        assert answer.admitted == brute.dominated(whole, limit)
        if answer.admitted:
            spent = whole
            assert answer.witness is None
        else:
            x, excess = answer.witness.x.as_fraction(), max(brute.h(whole, x) - brute.h(limit, x) for x in brute.ratios(limit))
            assert (answer.witness.a, answer.witness.b) == (brute.h(whole, x), brute.h(limit, x))
            assert answer.witness.a - answer.witness.b == excess > 0
        assert filter_.spent == exact.table(spent)
    assert len(filter_.history) == 6


def test_nothing_is_composed_twice(monkeypatch):
    """An answer composes what was spent, multiplied out before, with the query: two parts, however long the session is."""
    filter_ = NaturalFilter(exact.rr("log(1000)"))
    parts, original = [], exact.composition.compose

    def compose(factors):
        parts.append([k for _, k in factors])
        return original(factors)

    monkeypatch.setattr(exact.composition, "compose", compose)
    assert all(filter_.admit(exact.rr(f"log({t})")).admitted for t in (2, 3, 4, 5, 6))
    assert parts
    assert all(k in ([1], [1, 1]) for k in parts)


def test_refused_queries_cost_nothing():
    filter_ = NaturalFilter(BUDGET)
    answers = [filter_.admit(query).admitted for query in (ONE, QUARTER, ONE, QUARTER, exact.identity())]
    assert answers == [True, True, False, False, True]
    assert filter_.spent == ONE + QUARTER == BUDGET
    assert filter_.remaining is None


# --- residue filters ------------------------------------------------------------------------------------------------------------------


def test_pure_filter_by_its_formula():
    filter_ = ResidueFilter(exact.rr("log(24)"), pure_update)
    left = Fraction(24)
    for t in (2, 3, 5, 4, 2, 1):
        answer = filter_.admit(exact.rr(f"log({t})"))
        assert answer.admitted == (t <= left)
        left = left / t if answer.admitted else left
        assert filter_.remaining == exact.rr(exact.log(exact.number(left)))
        assert filter_.spent + filter_.remaining <= filter_.budget
    assert left == 1
    assert filter_.history[2].state == filter_.history[1].state  # log(5) was refused
    assert filter_.history[2].admission.witness.x == 4


@pytest.mark.parametrize(
    ("text", "eps"),
    [
        ("rr(1/3)", "1/3"),
        ("2*rr(1/2)", "1"),
        ("identity()", "0"),
        ("table(((1/2, 1/3), (1/2, 2/3)))", "log(3/2)"),
        ("table(((1/2, 3/4), (1/2, 1/4)))", "log(2)"),
        ("table(((3/4, 1/2), (1/4, 1/2)))", "log(2)"),
    ],
)
def test_pure_epsilon(text, eps):
    """The largest absolute loss; asymmetric queries cost their worse side."""
    query = exact.pld(text)
    assert pure_epsilon(query) == exact.loss(eps)
    assert query <= exact.rr(eps)
    assert pure_update(exact.rr(2), query) == exact.rr(2 - exact.loss(eps))


def test_mixed_losses():
    """Budgets of which nothing but the difference of two losses is known."""
    query = exact.subsample(exact.rr(1), "1/3")
    after = pure_update(exact.rr(1), query)
    assert after + query <= exact.rr(1)
    assert pure_epsilon(after) == 1 - pure_epsilon(query)


@pytest.mark.parametrize("seed", range(6))
def test_delta_filter_by_its_formula(seed):
    source = brute_games.randomness(seed)
    filter_, left = ResidueFilter(exact.approx(0, "2/3"), delta_update), Fraction(2, 3)
    for _ in range(5):
        atoms = brute_games.random_pld(source)
        cost = brute.h(atoms, Fraction(1))
        answer = filter_.admit(exact.table(atoms))
        assert answer.admitted == brute.dominated(atoms, [(left, 0), (1 - left, 1 - left), (0, left)])
        assert answer.admitted == (cost <= left)  # R_{0,d} is the greatest of total variation d
        left = (left - cost) / (1 - cost) if answer.admitted else left
        assert filter_.remaining == exact.approx(0, left)
    assert delta_update(exact.total_leak(), exact.total_leak()) == exact.total_leak()


def test_natural_update_as_a_filter():
    queries = [exact.approx(0, "1/4"), exact.approx(0, "1/10")]
    filter_ = ResidueFilter(exact.approx(0, "1/2"), NaturalUpdate(queries, 3))
    assert [filter_.admit(q).admitted for q in (queries[0], queries[1], queries[0], queries[1])] == [True, True, True, False]
    assert [step.state for step in filter_.history[:2]] == [queries[0] + queries[1], queries[0]]
    assert filter_.remaining == exact.identity()


def test_renyi_filter_by_moments():
    """Divergences add up: rho is kept exactly, also at its end, and the divergence of the whole stays below it."""
    for alpha in (2, 3, 5):
        query = exact.rr("log(2)")
        moment = sum((p * (p / q) ** (alpha - 1) for p, q in brute.fractions(query)), Fraction(0))
        rho = 3 * query.renyi(alpha)
        filter_ = RenyiFilter(alpha, rho)
        assert [filter_.admit(query).admitted for _ in range(4)] == [True, True, True, False]
        assert filter_.remaining == 1
        assert [step.admission.remaining for step in filter_.history] == [moment**3, moment**2, moment, 1]
        assert [step.state for step in filter_.history] == [moment**2, moment, 1, 1]
        assert filter_.admit(exact.identity()).admitted
        assert filter_.spent.moment(alpha - 1) == moment**3
        assert filter_.spent.renyi(alpha) == rho


def test_renyi_filter_and_infinite_losses():
    """A loss +inf is refused; -inf has no part in the divergence of P over Q."""
    filter_ = RenyiFilter(2, 1)
    answer = filter_.admit(QUARTER)
    assert (answer.admitted, answer.moment) == (False, None)
    assert str(answer) == "refused: its moment is infinite, more than the exp(1) that is left"
    assert filter_.admit(exact.table([(1, "1/2"), (0, "1/2")])).moment == 2
    assert filter_.remaining == exact.number("exp(1)/2")


@pytest.mark.parametrize("alpha", [1, 0, True, "2", Fraction(5, 2)])
def test_renyi_orders(alpha):
    with pytest.raises(OutOfRange, match="integer order alpha >= 2, not "):
        RenyiFilter(alpha, 1)


@pytest.mark.parametrize("rho", [-1, "inf", "-inf"])
def test_renyi_budgets(rho):
    with pytest.raises(OutOfRange, match="finite budget rho >= 0, not "):
        RenyiFilter(2, rho)


# --- rules that are none --------------------------------------------------------------------------------------------------------------


def test_a_broken_rule_is_refused_with_a_true_witness():
    filter_ = ResidueFilter(exact.rr("log(4)"), greedy_update)
    assert filter_.admit(exact.identity()).admitted
    before = (filter_.history, filter_.spent, filter_.remaining)
    with pytest.raises(ResidueConditionBroken, match="breaks the residue condition: at x = 4 the next budget and the query together have") as caught:
        filter_.admit(ONE)
    witness = caught.value.witness
    assert witness.a == (filter_.budget + ONE).hockey_stick(witness.x) > witness.b == filter_.budget.hockey_stick(witness.x)
    assert (filter_.history, filter_.spent, filter_.remaining) == before
    assert filter_.admit(exact.identity()).admitted


def test_a_rule_that_raises_or_returns_something_else_records_nothing():
    def stops(budget, query):
        raise OutOfRange("not today")

    for update, error in ((stops, OutOfRange), (lambda *_: None, TypeError)):
        filter_ = ResidueFilter(BUDGET, update)
        with pytest.raises(error):
            filter_.admit(ONE)
        assert filter_.history == ()
    assert not filter_.admit(exact.total_leak()).admitted  # a refused query never reaches the rule
    with pytest.raises(TypeError, match="a function of a budget and a query, not int"):
        ResidueFilter(BUDGET, 3)


def test_budgets_of_the_wrong_form():
    with pytest.raises(Unsupported, match=r"needs a budget rr\(eps\)"):
        pure_update(BUDGET, ONE)
    with pytest.raises(Unsupported, match=r"needs a budget rr\(eps\)"):
        pure_update(2 * ONE, ONE)
    with pytest.raises(Unsupported, match=r"needs a budget approx\(0, delta\)"):
        delta_update(BUDGET, QUARTER)
    with pytest.raises(OutOfRange, match=r"the query costs eps = log\(3\), more than the log\(2\) that is left"):
        pure_update(ONE, exact.rr("log(3)"))
    with pytest.raises(OutOfRange, match="no epsilon"):
        pure_update(ONE, QUARTER)
    with pytest.raises(OutOfRange, match="the query costs delta = 1/3, more than the 1/4 that is left"):
        delta_update(QUARTER, ONE)


# --- all filters --------------------------------------------------------------------------------------------------------------------------


SESSIONS = [
    lambda: NaturalFilter(BUDGET),
    lambda: NaturalFilter(BUDGET, [ONE, QUARTER]),
    lambda: ResidueFilter(exact.rr("log(4)"), pure_update),
    lambda: ResidueFilter(exact.approx(0, "1/3"), delta_update),
    lambda: ResidueFilter(BUDGET, NaturalUpdate([ONE], 3)),
    lambda: RenyiFilter(2, "log(2)"),
    lambda: AdditiveFilter([0, 1, "inf"], ["5/2", "1/3"]),
]


def offered(filter_, queries):
    """What happens when these are offered: answers, and the type of the error where there is one."""
    out = []
    for query in queries:
        try:
            out.append(filter_.admit(query))
        except exact.errors.ExactError as problem:
            out.append(type(problem))
    return out


@pytest.mark.parametrize("make", SESSIONS)
def test_sessions_repeat_and_survive_pickling(make):
    queries = [ONE, QUARTER, exact.identity(), ONE, QUARTER, ONE]
    whole = make()
    answers = offered(whole, queries)
    assert answers == offered(make(), queries)
    first = make()
    assert offered(first, queries[:3]) == answers[:3]
    for again in (pickle.loads(pickle.dumps(first)), copy.deepcopy(first), first):
        assert offered(again, queries[3:]) == answers[3:]
        assert again.spent == whole.spent
        assert len(again.history) == len(whole.history)
        assert repr(again) == repr(whole)


@pytest.mark.parametrize("make", SESSIONS)
def test_asking_for_the_state_changes_nothing(make):
    filter_ = make()
    for query in (ONE, QUARTER):
        offered(filter_, [query])
        seen = [(repr(filter_), filter_.spent, filter_.history, filter_.remaining) for _ in range(2)]
        assert seen[0] == seen[1]
    with pytest.raises(AttributeError):
        filter_.note = "no hidden state"


@pytest.mark.parametrize("make", SESSIONS)
def test_one_shape(make):
    """All offers with their answers, what was spent and what is kept; asked is admit without a record, also where it raises."""
    filter_ = make()
    kept = []
    for query in (ONE, QUARTER, exact.identity(), ONE, QUARTER, ONE):
        before = filter_.history, filter_.remaining
        try:
            asked = filter_.asked(query)
        except exact.errors.ExactError as problem:
            with pytest.raises(type(problem)):
                filter_.admit(query)
            assert (filter_.history, filter_.remaining) == before
            continue
        assert (filter_.history, filter_.remaining) == before
        assert filter_.admit(query) == asked
        kept.append((query, asked))
    assert [(step.query, step.admission) for step in filter_.history] == kept
    assert filter_.spent == exact.identity().compose(*(query for query, answer in kept if answer.admitted))
    assert filter_.history[-1].state == (filter_.spent if isinstance(filter_, NaturalFilter) else filter_.remaining)
    for before, after in pairwise(filter_.history):
        assert after.admission.admitted or after.state == before.state
    admitted = sum(answer.admitted for _, answer in kept)
    assert repr(filter_) == f"<{type(filter_).__name__}, {admitted} of {len(kept)} queries admitted>"


@pytest.mark.parametrize("make", SESSIONS)
def test_an_answer_has_no_truth_value(make):
    with pytest.raises(TypeError, match=r"read \.admitted"):
        bool(make().admit(exact.identity()))


@pytest.mark.parametrize("make", SESSIONS)
def test_what_is_no_pld(make):
    filter_ = make()
    with pytest.raises(TypeError, match=r"a query must be a PLD, not str \(pld"):
        filter_.admit("rr(1)")
    assert filter_.history == ()


def test_wrong_filters():
    for make in (NaturalFilter, lambda budget: ResidueFilter(budget, pure_update)):
        with pytest.raises(TypeError, match="a budget must be a PLD, not int"):
            make(3)
    with pytest.raises(OutOfRange, match="at least one query"):
        NaturalFilter(BUDGET, [])
    with pytest.raises(OutOfRange, match="not one of the family"):
        NaturalFilter(BUDGET, [ONE]).admit(QUARTER)


# --- the odometer -------------------------------------------------------------------------------------------------------------------------


def test_odometer_is_plain_composition():
    odometer = Odometer()
    assert (odometer.spent, odometer.delta(0), odometer.epsilon(0)) == (exact.identity(), 0, 0)
    queries = [ONE, QUARTER, exact.rr(1), ONE]
    for n, query in enumerate(queries):
        odometer.record(query)
        whole = exact.identity().compose(*queries[: n + 1])
        assert odometer.spent == whole
        for eps in ("0", "log(2)", "inf", "1/2"):
            assert odometer.delta(eps) == whole.delta(eps)
        for delta in ("1/2", "1/4", "1/10"):
            assert odometer.epsilon(delta) == whole.epsilon(delta)
        assert odometer.universal_delta_upper("log(2)", 20) == universal_bound_upper(whole.delta("log(2)"), n + 1, 20)
    assert odometer.history == tuple(queries)
    assert pickle.loads(pickle.dumps(odometer)).spent == odometer.spent
    assert odometer.is_chain() is None


def test_odometer_and_chains():
    """Two pure queries are a chain for two rounds, not for three; what is said holds for as many rounds as are meant."""
    family = [exact.rr("log(3)"), ONE]
    for rounds, answer in ((1, True), (2, True), (3, False)):
        odometer = Odometer(family)
        for _ in range(rounds):
            odometer.record(ONE)
        assert odometer.is_chain() is answer
        assert chain(family, rounds).is_chain is answer
        assert universally_free(family, rounds).free is answer
        fixed = Odometer(family, rounds=3)
        fixed.record(ONE)
        assert fixed.is_chain() is False
        assert fixed.universal_delta_upper(0, 9) == universal_bound_upper(ONE.delta(0), 3, 9)


def test_universal_bound_of_an_odometer_holds_for_the_filter():
    """The filter that stops at the delta of the odometer costs no more than C_k of it."""
    odometer = Odometer([ONE, QUARTER], rounds=2)
    odometer.record(ONE)
    odometer.record(QUARTER)
    found = natural_filter([ONE, QUARTER], odometer.spent, 2, at=2)
    assert found.gap > 0
    assert found.cost <= exact.number(odometer.universal_delta_upper("log(2)"))


def test_an_odometer_is_no_guarantee():
    """Even in a chain: a path that was cheap says nothing of what the strategy would have asked after another answer."""
    much = exact.rr("log(100)")
    odometer = Odometer([ONE, much], rounds=2)
    odometer.record(ONE)  # the realised path: the answer of ratio 1/2, then a stop
    assert odometer.is_chain() is True
    everything = Node(1, tuple((ratio, None) for ratio in reversed(much.knots)))
    asks_on = Strategy((ONE, much), Node(0, ((exact.number(2), everything), (exact.number("1/2"), None))))
    assert odometer.delta("log(2)") == 0
    assert asks_on.pld().delta("log(2)") == exact.number("66/101")


def test_odometer_limits():
    odometer = Odometer([ONE, QUARTER], rounds=1)
    odometer.record(exact.identity())
    with pytest.raises(OutOfRange, match="made for 1 rounds, and all of them are recorded"):
        odometer.record(ONE)
    with pytest.raises(OutOfRange, match="not one of the family"):
        odometer.record(exact.rr(1))
    with pytest.raises(TypeError, match="a query must be a PLD, not str"):
        odometer.record("rr(1)")
    for rounds in (0, True, "all"):
        with pytest.raises(OutOfRange, match="integer >= 1, not "):
            Odometer(rounds=rounds)
    with pytest.raises(TooLarge, match="at most 16 rounds, not for 17"):
        Odometer([ONE], rounds=17).is_chain()
