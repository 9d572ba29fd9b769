"""The cost of rules against all their strategies, enumerated in Fractions (`adaptive_brute`) or with mpmath; laws."""

from fractions import Fraction
from itertools import count, pairwise

import mpmath
import pytest

import exact
from exact.filters import (
    delta_update,
    history_game,
    natural_filter,
    natural_game,
    pure_update,
    renyi_game,
    residue_game,
)
from tests.exact import adaptive_brute as brute_games
from tests.laws import brute

LN2_AND_QUARTER = [exact.rr("log(2)"), exact.approx(0, "1/4")]


def table(atoms):
    return exact.table(atoms)


def drawn(seed):
    """A family with a budget that bites and a number of rounds; now and then equal queries and the identity in it."""
    source = brute_games.randomness(seed)
    rounds = source.choice([2, 2, 3])
    size = 2 if rounds == 2 else source.choice([1, 2])
    family = [brute_games.random_pld(source, atoms=3 if rounds == 2 else 2) for _ in range(size)]
    if source.random() < 0.4:
        family[0] = brute.fractions(exact.rr(exact.log(Fraction(source.randint(3, 8), 2))))
    if source.random() < 0.2:
        family.append(source.choice([family[0], brute_games.IDENTITY]))
    if rounds == 2 and source.random() < 0.2:
        family.append(brute_games.composed([family[0], family[0]]))
    budget = exact.join_all([table(a) for a in brute_games.random_budget(source, family, rounds)])
    return family, brute.fractions(budget), rounds, source


def check_cost(game, found, source):
    """The cost is the sup of all strategies; at some points `cost_at` has its value, and its strategy attains it and is one of them."""
    cost = game.cost()
    found = brute_games.highest(found)
    assert brute_games.is_sup_of(brute.fractions(cost), found)
    knots = brute.ratios(brute.fractions(cost)) or [Fraction(1)]
    for x in {source.choice(knots), source.choice(knots) + 1, Fraction(source.randint(1, 12), source.randint(1, 12))}:
        value, strategy = game.cost_at(x)
        assert value == cost.hockey_stick(x) == max(brute.h(pld, x) for pld in found)
        assert strategy.pld().hockey_stick(x) == value


@pytest.mark.parametrize("block", range(6))
def test_natural_filter_is_the_sup_of_all_strategies(block):
    done = violated = 0
    for seed in count(1000 * block):
        family, budget, rounds, source = drawn(seed)
        allowed = brute_games.natural_rule(family, budget)
        try:
            found = brute_games.strategies(family, allowed, rounds, most=600)
        except brute_games.TooMany:
            continue
        if len(found) < 4:
            continue
        queries = [table(a) for a in family]
        result = natural_filter(queries, table(budget), rounds)
        game = natural_game(queries, table(budget), rounds).game
        check_cost(game, found, source)
        gaps = {x: max(brute.h(pld, x) for pld in found) - brute.h(budget, x) for x in brute.ratios(budget)}
        if gaps:
            assert result.gap == max(gaps.values())
            assert result.x == min(x for x, gap in gaps.items() if gap == result.gap)
        assert result.verdict == ("violated" if any(gap > 0 for gap in gaps.values()) else "free")
        if result.strategy is not None:
            assert all(brute_games.is_allowed(allowed, history) for history in result.strategy.histories())
        done, violated = done + 1, violated + (result.verdict == "violated")
        if done >= 8 and violated:  # not only free ones are seen
            break


def test_equal_compositions_of_different_multisets_are_one_position():
    """a + d = b + c: the natural filter sees compositions, and all strategies are there all the same."""
    a, b, c, d = (brute.fractions(exact.rr(f"log({t})")) for t in ("6", "3", "2", "1"))
    family = [a, b, c, brute.compose(b, c)]
    assert d == brute_games.IDENTITY
    queries = [table(q) for q in family]
    budget = brute.fractions(queries[3] | queries[0])
    found = natural_game(queries, table(budget), 2)
    assert found.position[0, 1, 1, 0] != found.position[0, 0, 0, 1]  # of different sizes
    assert sorted(found.position) == [(0, 0, 0, 0), (0, 0, 0, 1), (0, 0, 1, 0), (0, 0, 2, 0), (0, 1, 0, 0), (0, 1, 1, 0), (1, 0, 0, 0)]
    check_cost(found.game, brute_games.strategies(family, brute_games.natural_rule(family, budget), 2), brute_games.randomness(0))

    twice = [b, b, c]
    found = natural_game([table(q) for q in twice], table(brute.compose(b, c)), 3)
    assert found.position[1, 0, 1] == found.position[0, 1, 1]
    allowed = brute_games.natural_rule(twice, brute.compose(b, c))
    check_cost(found.game, brute_games.strategies(twice, allowed, 3), brute_games.randomness(1))


@pytest.mark.parametrize("seed", range(16))
def test_rules_that_are_functions_of_the_history(seed):
    source = brute_games.randomness(seed)
    family = [brute_games.random_pld(source, atoms=2) for _ in range(2)]
    rule = {}

    def allowed(history):
        return rule.setdefault(history, [i for i in range(len(family)) if source.random() < 0.6])

    game = history_game([table(a) for a in family], allowed, 3)
    found = brute_games.strategies(family, allowed, 3, most=400)
    check_cost(game, found, source)
    _, strategy = game.cost_at(2)
    assert all(brute_games.is_allowed(allowed, history) for history in strategy.histories())


@pytest.mark.parametrize("seed", range(6))
def test_residue_games_by_hand(seed):
    """Pure DP: T = e^eps is divided by that of the query; (0, delta): 1 - d is divided by 1 - d_L; Renyi: moments are divided."""
    source = brute_games.randomness(seed)
    t = [Fraction(source.choice([5, 4, 3]), source.choice([2, 3])) for _ in range(2)]
    t = [max(v, 1 / v) for v in t]
    top = source.choice([t[0] * t[1], t[0] ** 2, Fraction(2)])
    family = [[(v / (1 + v), 1 / (1 + v)), (1 / (1 + v), v / (1 + v))] for v in t]
    family = [brute.canonical(a) for a in family]

    def pure(history):
        left = top
        for i in history:
            left /= t[i]
        return [i for i, v in enumerate(t) if v <= left]

    queries = [table(a) for a in family]
    game = residue_game(queries, exact.rr(exact.log(exact.number(top))), pure_update, 3)
    check_cost(game, brute_games.strategies(family, pure, 3), source)
    assert game.cost() <= exact.rr(exact.log(exact.number(top)))

    def moment(a):
        return sum(p * p / q for p, q in a)

    def renyi(history):
        left = top
        for i in history:
            left /= moment(family[i])
        return [i for i, a in enumerate(family) if moment(a) <= left]

    game = renyi_game(queries, 2, exact.log(exact.number(top)), 3)
    check_cost(game, brute_games.strategies(family, renyi, 3), source)
    for x in (1, 2):
        assert game.cost_at(x)[1].pld().moment(1) <= top

    d = [Fraction(1, source.randint(3, 6)), Fraction(1, source.randint(3, 6))]
    whole = source.choice([Fraction(1, 2), 1 - (1 - d[0]) * (1 - d[1])])
    family = [[(v, 0 * v), (1 - v, 1 - v), (0 * v, v)] for v in d]

    def by_delta(history):
        left = 1 - whole
        for i in history:
            left /= 1 - d[i]
        return [i for i, v in enumerate(d) if 1 - v >= left]

    game = residue_game([table(a) for a in family], exact.approx(0, whole), delta_update, 2)
    check_cost(game, brute_games.strategies(family, by_delta, 2), source)


def test_residue_theorem_is_an_inequality():
    """Oracle X1: the family {Id, RR_ln2}, B = 2 RR_ln2, U(B, RR) = RR: the cost is B, and the sup of the family within B is RR (RES Theorem 1)."""
    one = exact.rr("log(2)")

    def update(budget, query):
        return budget if query == exact.identity() else one if budget == 2 * one else exact.identity()

    cost = residue_game([exact.identity(), one], 2 * one, update, 2).cost()
    assert [[str(p), str(q)] for p, q in cost.atoms] == [["4/9", "1/9"], ["4/9", "4/9"], ["1/9", "4/9"]]
    assert cost == 2 * one != exact.join_all([a for a in (exact.identity(), one) if a <= 2 * one])


def test_a_renyi_budget_is_kept_to_its_end():
    """The moment of rr(ln 2) is 3/2: two of them cost ln(9/4) exactly, and a little less allows one."""
    query = exact.rr("log(2)")
    assert renyi_game([query], 2, "log(9/4)", 3).cost() == 2 * query
    assert renyi_game([query], 2, "log(224/100)", 3).cost() == query
    assert renyi_game([query, exact.identity(), exact.approx(0, "1/9")], 2, "log(9/4)", 3).cost_at(2)[1].histories() == {(0,), (0, 0)}


def test_the_identity_in_a_residue_game():
    """Playing it wastes no round; where it changes the budget it is a query like others."""
    one = exact.rr("log(2)")
    def update(budget, query):
        return budget if query == exact.identity() else one if budget == 2 * one else exact.identity()

    game = residue_game([exact.identity(), one], 2 * one, update, 2)
    assert all(i == 1 for moves in game.moves for i, _ in moves)
    assert game.cost_at(2)[1].histories() == {(1,), (1, 1)}
    changed = residue_game([exact.identity(), one], 3 * one, lambda b, _: one if b == 3 * one else exact.identity(), 2)
    assert changed.cost() == 2 * one


# --- irrational masses --------------------------------------------------------------------------------------------------------------


def curve(rows, x):
    return sum(max(p - x * q, mpmath.mpf(0)) for p, q in rows)


def value(rows, allowed, history, rounds, x):
    """The best value at x of all strategies, in floating point of 50 digits."""
    best = max(mpmath.mpf(0), 1 - x)
    for i in allowed(history) if rounds else ():
        there = mpmath.mpf(0)
        for p, q in rows[i]:
            if p and not q:
                there += p
            elif p:
                there += p * value(rows, allowed, (*history, i), rounds - 1, x * q / p)
        best = max(best, there)
    return best


@pytest.mark.parametrize(
    ("texts", "budget", "rounds"),
    [
        (("rr(1)", "approx(0, 2/5)"), "approx(1, 2/5)", 3),
        (("rr(1/3)", "approx(1/10, 1/20)", "subsample(rr(2), 1/4)"), "approx(1/2, 1/8)", 3),
        (("subsample(rr(1), 1/3)", "rr(log(2)/2)", "approx(0, 1/10)"), "rr(1/2) + approx(1/3, 1/9)", 3),
        (("geometric(1, 1)", "rr(1/2, 3)"), "rr(3/2)", 2),
        (("exponential(1, (0, 1, 2), (1, 1, 0))", "approx(1/4, 1/16)"), "2*exponential(1, (0, 1, 2), (1, 1, 0)) | approx(1, 1/16)", 2),
    ],
)
def test_irrational_masses_against_mpmath(texts, budget, rounds):
    """Cost at some points against a recursion over all histories with 50 digits; every dominance decision there has a margin, or is a tie by name."""
    with mpmath.workdps(50):
        family, limit = [exact.pld(t) for t in texts], exact.pld(budget)
        rows = [[tuple(mpmath.mpf(str(m.decimal(45))) for m in atom) for atom in pld.atoms] for pld in family]
        target = [tuple(mpmath.mpf(m.decimal(45)) for m in atom) for atom in limit.atoms]
        knots = [mpmath.mpf(x.decimal(45)) for x in limit.knots]

        def allowed(history):
            found = []
            for i in range(len(rows)):
                whole = [(mpmath.mpf(1), mpmath.mpf(1))]
                for j in (*history, i):
                    whole = [(p * u, q * v) for p, q in whole for u, v in rows[j]]
                excess = max(curve(whole, x) - curve(target, x) for x in knots)
                assert excess > mpmath.mpf(10) ** -12 or excess < mpmath.mpf(10) ** -40
                if excess < mpmath.mpf(10) ** -40:
                    found.append(i)
            return found

        game = natural_game(family, limit, rounds).game
        cost = game.cost()
        assert allowed(()), "nothing is allowed"
        for x in (exact.number("1/2"), exact.number(1), *cost.knots[:: max(1, len(cost.knots) // 3)], exact.number("21/10")):
            exactly = mpmath.mpf(cost.hockey_stick(x).decimal(45))
            assert abs(exactly - value(rows, allowed, (), rounds, mpmath.mpf(x.decimal(45)))) < mpmath.mpf(10) ** -38
            at, strategy = game.cost_at(x)
            assert at == cost.hockey_stick(x) == strategy.pld().hockey_stick(x)


# --- laws -------------------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(10))
def test_cost_grows_with_rounds_queries_and_budget(seed):
    """More rounds, queries, or budget allow more; whether the filter is free is monotone in none of them."""
    source = brute_games.randomness(seed)
    family = [table(brute_games.random_pld(source)) for _ in range(3)]
    budget = exact.join_all([table(a) for a in brute_games.random_budget(source, [brute.fractions(q) for q in family], 2)])
    costs = [natural_game(family, budget, k).game.cost() for k in (1, 2, 3)]
    assert budget >= costs[0]
    assert costs[0] <= costs[1] <= costs[2]
    assert natural_game(family[:2], budget, 2).game.cost() <= costs[1]
    larger = budget | table(brute_games.random_pld(source))
    assert costs[1] <= natural_game(family, larger, 2).game.cost()


def test_freeness_is_not_monotone_in_the_budget():
    verdicts = [natural_filter(LN2_AND_QUARTER, exact.approx("log(2)", d), 2).verdict for d in ("1/5", "1/4", "1/3", "1")]
    assert verdicts == ["free", "violated", "free", "free"]


@pytest.mark.parametrize(
    ("texts", "budget"),
    [
        (("rr(log(2))", "approx(0, 1/4)"), "approx(log(4), 1/3)"),
        (("approx(0, 1/4)", "approx(0, 1/10)"), "approx(0, 1/2)"),
        (("rr(1/4)", "approx(0, 1/8)"), "rr(1/2) & approx(1/4, 1/4)"),
        (("table(((1/2, 1/3), (1/2, 2/3)))", "identity()"), "rr(log(3))"),
    ],
)
def test_all_rounds_are_the_limit_of_few(texts, budget):
    family, limit = [exact.pld(t) for t in texts], exact.pld(budget)
    whole = natural_filter(family, limit, "all")
    positions = natural_game(family, limit, "all").position
    longest = max(sum(counts) for counts in positions)
    assert 2 <= longest < 15
    costs = [natural_filter(family, limit, k).cost_pld for k in range(1, longest + 2)]
    assert costs[-1] == costs[-2] == whole.cost_pld
    assert all(a <= b for a, b in pairwise(costs))
    assert natural_game(family, limit, longest).position == positions
    after = {(*c[:i], c[i] + 1, *c[i + 1 :]) for c in positions for i in range(len(c)) if family[i] != exact.identity()}
    assert after - set(positions) >= set(natural_game(family, limit, "all").refused)
    for counts in natural_game(family, limit, "all").refused:
        spent = exact.identity().compose(*(n * query for n, query in zip(counts, family, strict=True)))
        assert not spent <= limit


@pytest.mark.parametrize("x", ["1/3", "1", "2", "exp(1/2)"])
def test_strategies_read_off_the_values_are_the_same(x):
    """What is read off the PLDs of the positions is what the points say, also where masses are irrational."""
    families = [
        [exact.rr("log(2)"), exact.approx(0, "1/4")],
        [exact.rr("1/2"), exact.approx("1/4", "1/20"), exact.subsample(exact.rr(1), "1/3")],
    ]
    for family in families:
        game = natural_game(family, exact.approx(1, "2/5"), 3).game
        cost, strategy = game.cost_at(exact.number(x))
        assert game.strategy_at(exact.number(x)) == strategy
        assert game.cost().hockey_stick(x) == cost == strategy.pld().hockey_stick(x)
