"""Chains and universal freeness: RES Theorem 7 (i) to (iv) against each other and (ii) over all subsets, Lemmas 3 and 4, Theorem 8."""

import copy
import pickle
from itertools import pairwise, product

import pytest

import exact
from exact.errors import OutOfRange, TooLarge
from exact.filters import (
    NaturalUpdate,
    ResidueConditionBroken,
    ResidueFilter,
    chain,
    compositions,
    natural_filter,
    residue_game,
    universally_free,
)
from exact.filters import universal_freeness as module
from exact.filters import updates as updates_module
from tests.exact import adaptive_brute as brute_games
from tests.laws import brute
from tests.oracles.loader import entries

NEEDLES = [  # small families with both verdicts: chains, degenerate pairs, unordered ones
    (["rr(log(2))", "approx(0, 1/4)"], 2),
    (["approx(0, 1/4)", "approx(0, 1/10)"], 3),
    (["rr(log(2))", "rr(log(3))"], 2),
    (["rr(log(2))", "rr(log(3))"], 3),
    (["rr(log(2))"], 4),
    (["identity()"], 3),
    (["total_leak()", "rr(1/2)"], 2),
    (["rr(1)", "approx(0, 2/5)"], 2),
    (["table(((1/2, 0), (1/2, 1)))", "table(((1/3, 0), (2/3, 2/3), (0, 1/3)))"], 2),
    (["table(((1/2, 0), (1/2, 1)))", "table(((1/3, 0), (2/3, 2/3), (0, 1/3)))"], 3),
    (["rr(log(4/3))", "table(((1/2, 0), (1/2, 1)))", "table(((1/3, 0), (2/3, 2/3), (0, 1/3)))"], 2),
]


def check_not_free(found, queries, rounds):
    """(ii) fails at the triple named, and so do (i), (iii) and (iv) at the budget made of it."""
    assert not found.free
    parts = [exact.identity().compose(*(queries[i] for i in indices)) for indices in (found.a, found.b)]
    query = queries[found.query]
    assert max(len(found.a), len(found.b)) < rounds
    assert found.budget == (query + parts[0]) | (query + parts[1])
    whole = query + (parts[0] | parts[1])
    assert not whole <= found.budget
    assert found.x == exact.find_witness(whole, found.budget)
    assert found.gap == whole.hockey_stick(found.x) - found.budget.hockey_stick(found.x) > 0
    assert found.strategy.pld().hockey_stick(found.x) == whole.hockey_stick(found.x)
    for history in found.strategy.histories():
        assert exact.identity().compose(*(queries[i] for i in history)) <= found.budget
    result = natural_filter(queries, found.budget, rounds)
    assert result.verdict == "violated"
    assert result.gap >= found.gap
    assert natural_filter(queries, found.budget, rounds, at=found.x).gap >= found.gap
    update = NaturalUpdate(queries, rounds)
    assert not update(found.budget, query) + query <= found.budget
    session = ResidueFilter(found.budget, update)
    with pytest.raises(ResidueConditionBroken) as caught:
        session.admit(query)
    witness = caught.value.witness
    assert witness.a == (update(found.budget, query) + query).hockey_stick(witness.x)
    assert witness.a > witness.b == found.budget.hockey_stick(witness.x)
    assert session.history == ()
    assert session.remaining == found.budget
    with pytest.raises(ResidueConditionBroken):
        residue_game(queries, found.budget, update, rounds)


def check_free(queries, rounds, budgets):
    """(i), (iii) and (iv) hold at some budgets."""
    update = NaturalUpdate(queries, rounds)
    for budget in budgets:
        assert natural_filter(queries, budget, rounds).verdict == "free"
        for query in queries:
            if query <= budget:
                assert update(budget, query) + query <= budget
        assert residue_game(queries, budget, update, rounds).cost() <= budget


@pytest.mark.parametrize(("texts", "rounds"), NEEDLES)
def test_theorem_7(texts, rounds):
    queries = [exact.pld(t) for t in texts]
    found = universally_free(queries, rounds)
    if all(q.canonical.is_rational for q in queries):
        assert found.free == brute_games.is_universally_free([brute.fractions(q) for q in queries], rounds)
    if found.free:
        members = list(compositions(queries, rounds).values())
        check_free(queries, rounds, [a | b for a, b in product(members[:4], repeat=2)])
    else:
        check_not_free(found, queries, rounds)


def test_triples():
    """Every incomparable pair of compositions with every query, each decided; the first that fails is what `universally_free` shows."""
    queries = [exact.rr("log(2)"), exact.rr("log(3)"), exact.approx(0, "1/4")]
    found = list(module.triples(queries, 2))
    members = {m: composed(queries, m) for m in [(), (0,), (1,), (2,)]}
    pairs = {(a, b) for a, b in product(members, repeat=2) if not members[a] <= members[b] and not members[b] <= members[a]}
    assert pairs
    assert {(t.query, frozenset((t.a, t.b))) for t in found} == {(i, frozenset(pair)) for i in range(3) for pair in pairs}
    for t in found:
        query, a, b = queries[t.query], members[t.a], members[t.b]
        assert t.budget == (query + a) | (query + b)
        assert t.whole == query + (a | b)
        assert (t.x is None) == (t.whole == t.budget)
    broken = [t for t in found if t.x is not None]
    assert 0 < len(broken) < len(found)
    shown = universally_free(queries, 2)
    assert (shown.query, shown.a, shown.b, shown.x) == (broken[0].query, broken[0].a, broken[0].b, broken[0].x)
    assert shown.triples == found.index(broken[0]) + 1


def composed(queries, indices):
    return exact.identity().compose(*(queries[i] for i in indices))


def drawn(seed):
    """A small family and a number of rounds."""
    source = brute_games.randomness(seed)
    rounds = source.choice([2, 2, 3])
    size, atoms = (2, 2) if rounds == 3 else (3, 3)
    return [brute_games.random_pld(source, atoms=atoms, scale=source.choice([2, 4])) for _ in range(size)], rounds, source


@pytest.mark.parametrize("seed", range(30))
def test_condition_ii_over_all_subsets(seed):
    """Pairs suffice: the verdict is that of all non-empty subsets of F^{<k}, by plain Fractions."""
    family, rounds, source = drawn(seed)
    queries = [exact.table(a) for a in family]
    found = universally_free(queries, rounds)
    assert found.free == brute_games.is_universally_free(family, rounds)
    if found.free:
        budgets = [exact.join_all([exact.table(a) for a in brute_games.random_budget(source, family, rounds)]) for _ in range(4)]
        check_free(queries, rounds, budgets)
    else:
        check_not_free(found, queries, rounds)


def test_both_verdicts_are_drawn():
    """The families of the test above are of all kinds: free ones that are chains, free ones that are not, and others."""
    kinds = set()
    for seed in range(30):
        family, rounds, _ = drawn(seed)
        queries = [exact.table(a) for a in family]
        kinds.add((universally_free(queries, rounds).free, chain(queries, rounds).is_chain))
    assert kinds == {(True, True), (True, False), (False, False)}


# --- chains ---------------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(20))
def test_chain_against_all_pairs(seed):
    source = brute_games.randomness(seed)
    rounds = source.choice([1, 2, 3])
    family = [brute_games.random_pld(source, atoms=source.choice([2, 3]), scale=3) for _ in range(2)]
    found = chain([exact.table(a) for a in family], rounds)
    plds = {indices: brute_games.composed([family[i] for i in indices]) for indices in found.order}
    assert set(plds) == {m for size in range(rounds) for m in product(range(2), repeat=size) if list(m) == sorted(m)}
    ordered = all(brute.dominated(a, b) or brute.dominated(b, a) for a, b in product(plds.values(), repeat=2))
    assert found.is_chain == ordered
    assert set(found.degenerate) == {indices for indices, a in plds.items() if len(brute.ratios(a)) < 2}
    if ordered:
        assert all(brute.dominated(plds[a], plds[b]) for a, b in pairwise(found.order))
        assert (found.pair, found.comparison) == (None, None)
    else:
        a, b = (plds[m] for m in found.pair)
        first, second = found.comparison.witnesses
        assert first.a == brute.h(a, first.x.as_fraction()) > first.b == brute.h(b, first.x.as_fraction())
        assert second.a == brute.h(a, second.x.as_fraction()) < second.b == brute.h(b, second.x.as_fraction())
        unordered = [
            (x, y) for (m, x), (n, y) in product(plds.items(), repeat=2)
            if not {m, n} & set(found.degenerate) and not brute.dominated(x, y) and not brute.dominated(y, x)
        ]
        assert bool(unordered) == (not set(found.pair) & set(found.degenerate))  # non-degenerate ones are preferred


def test_a_pair_that_says_more_is_preferred():
    """Of two incomparable pairs the non-degenerate one is shown (6-srr-1), though the other has fewer atoms."""
    pair = [exact.rr("log(3/2)"), exact.table([("11/36", "1/9"), ("25/36", "8/9")])]
    degenerate = [exact.table([("1/2", "0"), ("1/2", "1")]), exact.table([("1/3", "0"), ("2/3", "2/3"), ("0", "1/3")])]
    assert exact.compare(*degenerate).verdict == "incomparable"
    found = chain([*degenerate, *pair], 2)
    assert set(found.pair) == {(2,), (3,)}
    assert set(found.degenerate) == {(), (0,), (1,)}


def test_chains_commute():
    """Lemma 3: where S is totally ordered, L + sup S = sup (L + S); for unordered non-degenerate pairs one of the two fails (Lemma 4)."""
    strict = 0
    for seed in range(250):
        source = brute_games.randomness(seed)
        a, b, query = (exact.table(brute_games.random_pld(source, atoms=3)) for _ in range(3))
        whole = query + (a | b)
        parts = (query + a) | (query + b)
        assert parts <= whole
        if a <= b or b <= a:
            assert parts == whole
        elif min(len(a.canonical.finite), len(b.canonical.finite)) >= 2:
            strict += 1
            assert any(not q + (a | b) <= (q + a) | (q + b) for q in (a, b))
            assert not universally_free([a, b], 2).free
    assert strict > 10


@pytest.mark.parametrize("entry", [e for e in entries("orders") if e.id == "1e"])
def test_degenerate_pair(entry):
    """Oracle 1e: two unordered degenerate queries are universally free for two rounds; with rr(ln 4/3) beside them they are not (X3)."""
    inputs, values = entry["inputs"], entry["values"]
    d1, d2 = (exact.table(inputs[name]) for name in ("L1", "L2"))
    found = chain([d1, d2], 2)
    assert not found.is_chain
    assert set(found.pair) == {(0,), (1,)} <= set(found.degenerate)
    assert universally_free([d1, d2], 2).free
    for query in (d1, d2, d1 + d2):
        assert query + (d1 | d2) == (query + d1) | (query + d2)
    found = universally_free([exact.rr("log(4/3)"), d1, d2], 2)
    check_not_free(found, [exact.rr("log(4/3)"), d1, d2], 2)
    assert [str(v) for v in (found.gap, found.x)] == [values["gap_with_RR_4_3"], values["gap_x"]]


def test_theorem_8_does_not_need_a_non_degenerate_pair():
    """Oracle X3: the only non-degenerate member is rr(ln 4/3), and the family is not free: B = sup(X + D1, X + D2), gap 1/14 at 3/4."""
    queries = [exact.rr("log(4/3)"), exact.table([("1/2", "0"), ("1/2", "1")]), exact.table([("1/3", "0"), ("2/3", "2/3"), ("0", "1/3")])]
    found = universally_free(queries, 2)
    assert (found.query, {found.a, found.b}) == (0, {(1,), (2,)})
    assert [str(v) for v in (found.x, found.gap)] == ["3/4", "1/14"]
    assert [[str(p), str(q)] for p, q in found.budget.atoms] == [["1/2", "0"], ["1/2", "2/3"], ["0", "1/3"]]
    assert natural_filter(queries, found.budget, 2).gap == found.gap


def test_one_round_and_the_index_of_theorem_8():
    """X2: one round is always free. Pure queries: two rounds are free, three are not (1b-1), though 2k - 2 is 4."""
    pure = [exact.rr("log(3)"), exact.rr("log(2)")]
    assert universally_free(pure, 1).free
    assert universally_free(pure, 2).free
    assert chain(pure, 2).is_chain
    found = universally_free(pure, 3)
    check_not_free(found, pure, 3)
    assert {found.a, found.b} == {(0,), (1, 1)}


def test_negative_oracle():
    """1b-neg: with a = b = ln 3, c = ln 2 that budget is kept, though the family is not universally free."""
    a, c = exact.rr("log(3)"), exact.rr("log(2)")
    budget = (a + a) | (a + c + c)
    assert natural_filter([a, c], budget, 3).gap == 0
    assert natural_filter([a, c], budget, 3).verdict == "free"
    assert not universally_free([a, c], 3).free


# --- the update of (iii) ---------------------------------------------------------------------------------------------------------------


def test_natural_update_lists_the_compositions_once(monkeypatch):
    """A call composes nothing but the query with what is listed; a pickle has the family and the rounds, and no composition."""
    update = NaturalUpdate([exact.rr(f"log({t})") for t in (2, 3, 5)], 6)
    small = NaturalUpdate(update.family, 2)
    budget = exact.rr("log(12)")
    expected = update(budget, update.family[0])
    monkeypatch.setattr(updates_module, "compositions", None)
    assert update(budget, update.family[0]) == expected
    monkeypatch.undo()
    pickled = pickle.dumps(update)
    assert len(pickled) < len(pickle.dumps(small)) + 10
    for again in (pickle.loads(pickled), copy.deepcopy(update)):
        assert (again.family, again.rounds) == (update.family, 6)
        assert again(budget, update.family[0]) == expected
    assert repr(small) == repr(pickle.loads(pickle.dumps(small)))


def test_natural_update_by_definition():
    queries = [exact.rr("log(2)"), exact.approx(0, "1/4")]
    budget = exact.approx("log(4)", "1/3")
    update = NaturalUpdate(queries, 3)
    for query in queries:
        rest = [p for p in compositions(queries, 3).values() if query + p <= budget]
        assert update(budget, query) == exact.join_all(rest)
        assert len(rest) > 1


def test_progress_and_limits(monkeypatch):
    seen = []
    queries = [exact.approx(0, "1/4"), exact.rr("log(2)"), exact.rr("log(3)")]
    found = universally_free(queries, 2, progress=lambda *steps: seen.append(steps))
    assert seen[0] == (1, 4, "ordering")
    assert [done for done, total, what in seen if (total, what) == (6, "comparing")] == list(range(1, found.triples + 1))
    assert {what for _, _, what in seen} == {"ordering", "comparing"}
    monkeypatch.setattr(module, "TRIPLE_LIMIT", 5)
    with pytest.raises(TooLarge, match="there are 6 triples to compare, more than 5"):
        universally_free(queries, 2)
    with pytest.raises(TooLarge, match="fewer than 16 of 20 queries can be chosen in 3247943160 ways, more than 20000"):
        chain([exact.rr(1)] * 20, 16)


@pytest.mark.parametrize("call", [chain, universally_free, NaturalUpdate])
def test_wrong_inputs(call):
    with pytest.raises(OutOfRange, match="from 1 to 16, not 0"):
        call([exact.rr(1)], 0)
    with pytest.raises(OutOfRange, match="from 1 to 16, not 'all'"):
        call([exact.rr(1)], "all")
    with pytest.raises(OutOfRange, match="at least one query"):
        call([], 2)
    with pytest.raises(TypeError, match="a query must be a PLD, not str"):
        call(["rr(1)"], 2)
    with pytest.raises(TypeError, match="a list of PLDs"):
        call(exact.rr(1), 2)


def test_answers_have_no_truth_value():
    """`if universally_free(...)` would be true for all."""
    with pytest.raises(TypeError, match=r"read \.free"):
        bool(universally_free([exact.rr(1)], 2))
    with pytest.raises(TypeError, match=r"read \.is_chain"):
        bool(chain([exact.rr(1)], 2))


def test_a_generator_is_read_once():
    queries = [exact.rr("log(2)"), exact.approx(0, "1/4")]
    assert not universally_free(iter(queries), 2).free
    assert not chain(iter(queries), 2).is_chain
    assert NaturalUpdate(iter(queries), 2).family == tuple(queries)
