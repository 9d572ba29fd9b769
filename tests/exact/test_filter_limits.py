"""How far games of filters go, what they say where they end, and wrong inputs."""

import pickle
from fractions import Fraction

import pytest

import exact
from exact.errors import OutOfRange, TooLarge
from exact.filters import Game, history_game, natural_filter, natural_game, pure_update, renyi_game, residue_game
from exact.filters import game as game_module
from exact.filters import natural as natural_module

LN2_AND_QUARTER = [exact.rr("log(2)"), exact.approx(0, "1/4")]
README = (LN2_AND_QUARTER, exact.approx("log(2)", "1/4"))


# --- how far it goes ---------------------------------------------------------------------------------------------------------------------


def test_hundreds_of_rounds():
    """approx(0, 1/1000) within approx(0, 1/2): 692 rounds, in every view of the result, with no recursion anywhere."""
    query, budget = exact.approx(0, "1/1000"), exact.approx(0, "1/2")
    rounds = max(k for k in range(1000) if 1 - Fraction(999, 1000) ** k <= Fraction(1, 2))
    result = natural_filter([query], budget, "all", at=2)
    assert result.verdict == "free"
    assert result.states == rounds + 1
    assert result.cost == 1 - exact.number("999/1000") ** rounds
    again = pickle.loads(pickle.dumps(result))
    for strategy in (result.strategy, again.strategy):
        assert strategy.depth() == rounds
        assert strategy.pld() == rounds * query
        assert len(strategy.nodes()) == rounds
    assert again.cost_pld == rounds * query


def test_deeper_than_any_stack():
    """A game of 1200 rounds."""
    query = exact.approx(0, "1/10")
    game = Game((query,), (*(((0, s + 1),) for s in range(1200)), ()))
    value, strategy = game.cost_at(1)
    assert value == 1 - exact.number("9/10") ** 1200
    assert strategy.depth() == 1200
    assert pickle.loads(pickle.dumps(strategy)).tree_size() == strategy.tree_size() == 1201
    assert strategy.text(["A"]).count("play A") == 1200
    assert strategy.text(["A"], most=5).count("\n") == 5
    assert strategy.to_dot(["A"]).count("->") == 1200
    assert len(strategy.to_json(["A"])["nodes"]) == 1200


def test_many_queries_end_with_what_was_reached(monkeypatch):
    """64 queries of close ratios under a large budget; the limit is lowered so that the test is quick."""
    monkeypatch.setattr(natural_module, "POSITION_LIMIT", 1500)
    family = [exact.rr(exact.log(1 + exact.number(i) / 1000)) for i in range(1, 65)]
    with pytest.raises(TooLarge, match=r"more than 1500 multisets of queries; reached: 1501 multisets of up to 2 queries, 15\d\d different"):
        natural_filter(family, exact.rr("log(64)"), "all")


def test_the_total_leak_allows_everything():
    for family, cost in ((LN2_AND_QUARTER, exact.total_leak()), ([exact.identity()], exact.identity())):
        result = natural_filter(family, exact.total_leak(), "all")
        assert (result.verdict, result.x, result.cost_pld) == ("free", None, cost)
        there = natural_filter(family, exact.total_leak(), "all", at="1/2")
        assert (there.verdict, there.cost, there.budget) == ("free", cost.hockey_stick("1/2"), 1)
        assert there.strategy is None
    two = natural_filter(LN2_AND_QUARTER, exact.total_leak(), 2, at=3)
    assert two.cost == two.cost_pld.hockey_stick(3) == two.strategy.pld().hockey_stick(3)
    with pytest.raises(TooLarge, match="total leak as budget allows every query without end"):
        natural_game(LN2_AND_QUARTER, exact.total_leak(), "all")
    assert natural_filter([exact.total_leak()], exact.rr(1), "all").cost_pld == exact.identity()


def test_points_are_counted_before_they_are_kept(monkeypatch):
    monkeypatch.setattr(game_module, "POINT_LIMIT", 100)
    game = natural_game([exact.rr(f"log({t})") for t in (2, 3, 5)], exact.rr("log(1000)"), 6).game
    with pytest.raises(TooLarge, match="more than 100 points"):
        game.cost_at(1)


def test_values_that_are_too_large_say_what_was_reached(monkeypatch):
    calls = []

    def compose(factors):
        calls.append(factors)
        if len(calls) > 3:
            raise TooLarge("a composition has more than 120000 atoms, which is the limit")
        return exact.composition.compose(factors)

    monkeypatch.setattr(game_module, "compose", compose)
    game = natural_game(*README, 3).game
    with pytest.raises(TooLarge, match=r"which is the limit; reached: 3 of \d values, the largest with 3 finite atoms"):
        game.cost()


def test_a_point_is_known_where_the_verdict_is_beyond_the_limits(monkeypatch):
    """Asked for at an x without a gap, the whole cost is too large: the message has cost and budget there, and `cost_at` still answers."""

    def compose(factors):
        raise TooLarge("a composition has more than 120000 atoms, which is the limit")

    monkeypatch.setattr(game_module, "compose", compose)
    assert natural_filter(*README, 2, at=2).gap == exact.number("1/18")  # violated there: no more is needed
    words = (
        r"^at x = 3 the cost is 0\.25 and the budget 0\.25 \(both known exactly, here rounded\), and whether the budget is kept elsewhere is beyond "
        r"the limits: a composition has more than 120000 atoms, which is the limit; reached: 1 of "
    )
    with pytest.raises(TooLarge, match=words):
        natural_filter(*README, 2, at=3)
    with pytest.raises(TooLarge, match=r"^a composition has more"):
        natural_filter(*README, 2)
    assert natural_game(*README, 2).game.cost_at(3)[0] == exact.number("1/4")


def test_progress():
    seen = []
    natural_filter(*README, 3, at=100, progress=lambda done, total, what: seen.append((done, total, what)))
    assert {what for _, _, what in seen} == {"multisets of queries", "values of the game", "points of the game"}
    for kind in {what for _, _, what in seen}:
        steps = [(done, total) for done, total, what in seen if what == kind]
        assert [done for done, _ in steps] == sorted({done for done, _ in steps})
        assert all(done <= total for done, total in steps)


# --- wrong inputs ----------------------------------------------------------------------------------------------------------------------


def test_a_generator_of_queries_is_a_family():
    """It is read once: a family that seems empty would be free."""
    family, budget = README
    assert natural_filter((q for q in family), budget, 2).verdict == "violated"
    assert history_game((q for q in family), lambda _: [0, 1], 2).cost() == history_game(family, lambda _: [0, 1], 2).cost()
    assert residue_game(iter([family[0]]), exact.rr("log(4)"), pure_update, 2).cost() == 2 * family[0]
    assert renyi_game(iter([family[0]]), 2, "log(3)", 2).cost() == 2 * family[0]


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: natural_filter([], exact.rr(1), 2), OutOfRange, "at least one query"),
        (lambda: natural_filter(exact.rr(1), exact.rr(1), 2), TypeError, "a list of PLDs, not one PLD"),
        (lambda: natural_filter(["rr(1)"], exact.rr(1), 2), TypeError, r"a query must be a PLD, not str \(pld"),
        (lambda: natural_filter([exact.rr(1)], "rr(1)", 2), TypeError, r"a budget must be a PLD, not str"),
        (lambda: natural_filter(*README, 0), OutOfRange, 'integer from 1 to 16, or "all", not 0'),
        (lambda: natural_filter(*README, 17), OutOfRange, "not 17"),
        (lambda: natural_filter(*README, True), OutOfRange, "not True"),
        (lambda: natural_filter(*README, "ALL"), OutOfRange, "not 'ALL'"),
        (lambda: natural_filter(*README, 2, at=0), OutOfRange, "at some x > 0, not at 0"),
        (lambda: natural_filter(*README, 2, at=-1), OutOfRange, "not at -1"),
        (lambda: natural_filter(*README, 2, at=0.5), TypeError, "float"),
        (lambda: history_game(README[0], lambda _: [2], 2), OutOfRange, r"allows 2 after the history \(\), and the queries have the indices 0 to 1"),
        (lambda: history_game(README[0], lambda _: [0, "b"], 2), OutOfRange, "allows 'b'"),
        (lambda: history_game(README[0], lambda _: [True], 2), OutOfRange, "allows True"),
        (lambda: history_game(README[0], lambda _: None, 2), TypeError, "not NoneType"),
        (lambda: history_game(README[0], lambda _: [], "all"), OutOfRange, "from 1 to 16, not 'all'"),
        (lambda: history_game(README[0], lambda _: [0, 1], 16), TooLarge, r"more than 20000 histories; reached: those of up to 13 queries"),
        (lambda: residue_game(README[0], README[1], lambda b, _: b, 2), exact.errors.Refuted, "breaks the residue condition"),
        (lambda: residue_game(README[0], README[1], lambda *_: 3, 2), TypeError, "an update rule returns a PLD, not int"),
        (lambda: Game((exact.rr(1),), (((0, 0),),)), OutOfRange, r"later position; that from 0 is \(0, 0\)"),
        (lambda: Game((exact.rr(1),), (((1, 1),), ())), OutOfRange, "plays one of the queries"),
        (lambda: Game((exact.rr(1),), ()), OutOfRange, "at least one position"),
    ],
)
def test_wrong_inputs(call, error, message):
    with pytest.raises(error, match=message):
        call()
