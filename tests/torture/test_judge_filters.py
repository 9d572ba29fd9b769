"""The judge of filters against strategies that are written out, one by one, and against the values of the recursion."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from random import Random

import pytest

from tests.torture.blocks import plain
from tests.torture.claims import make, sort_of
from tests.torture.filter_builders import budget_for, family, length, recursion, some_moves, state_of
from tests.torture.judge import NotTrue, judge, read_plain, read_pld
from tests.torture.judge_filters import largest, natural, reached, table
from tests.torture.order_builders import sandwich, symmetric
from tests.torture.pairs import ONE
from tests.torture.reals import Budget, NoNumber, TooLarge, Undecided, rational
from tests.torture.strategies import strategy_pair

X = [(rational(x), ONE) for x in (Fraction(1, 3), Fraction(1), Fraction(3, 2), Fraction(4))]


def all_trees(queries, moves, state):
    """Every strategy that obeys the rule."""
    yield None
    for i, after in moves[state].items():
        below = list(all_trees(queries, moves, after))
        for children in product(below, repeat=len(queries[i].knots())):
            yield [str(i), list(children)]


def rules(seed, count, flavour):
    """Queries and a rule, by a budget or by moves in turn."""
    random = Random(seed)
    for k in range(count):
        queries = family(random, flavour)
        if k % 2:
            yield queries, table(some_moves(random, queries, 4), queries), 0
        else:
            rounds = length(random, flavour, queries)
            yield queries, natural(queries, budget_for(random, flavour, queries, rounds)[1], str(rounds)), ()


def count_trees(queries, moves, state):
    return 1 + sum(count_trees(queries, moves, after) ** len(queries[i].knots()) for i, after in moves[state].items())


@pytest.mark.parametrize("flavour", ["integers", "powers of e", "roots"])
def test_the_largest_value_is_that_of_the_best_of_all_strategies(flavour):
    Budget.left = 10**9
    compared = 0
    for queries, moves, start in rules(4, 24 if flavour == "integers" else 12, flavour):
        if count_trees(queries, moves, start) > (150 if flavour == "integers" else 30):
            continue
        trees = list(all_trees(queries, moves, start))
        pairs = [strategy_pair(tree, queries, 4) for tree in trees]
        for x, (most, den) in zip(X[1:3], largest(queries, moves, start, X[1:3]), strict=True):
            signs = [(pair.excess(x) * den - most * pair.den * x[1]).sign() for pair in pairs]
            assert max(signs) == 0
        compared += len(trees)
    assert compared > 20


def test_the_least_values_are_the_largest_values_of_strategies():
    """What FORMAT.md says of R36: the recursion from the end gives the curve that strategies can reach, everywhere."""
    Budget.left = 10**9
    for queries, moves, start in rules(5, 30, "integers"):
        value = recursion(queries, moves, start)[start]
        places = [*X, *value.knots()]
        for x, (most, den) in zip(places, largest(queries, moves, start, places), strict=True):
            assert (value.excess(x) * den - most * value.den * x[1]).sign() == 0


def test_a_multiset_within_one_that_is_reached_is_reached():
    Budget.left = 10**9
    for _queries, moves, start in rules(6, 20, "integers"):
        if start == ():
            assert reached(moves, ()) == set(moves)


@pytest.mark.parametrize("flavour", ["integers", "long", "powers of e", "roots"])
def test_symmetric_plds_are_between_their_mixtures(flavour):
    """What FORMAT.md says of R49 and R50."""
    random, words = Random(7), set()
    for _ in range(25):
        Budget.left = 10**6
        kind, claim, witness = sandwich(random, flavour)
        pair = symmetric(random, flavour)
        claim = {**claim, "pld": plain(pair)}
        mirrored = all(any(not (p - s).terms and not (q - r).terms for r, s in pair.outcomes) for p, q in pair.outcomes)
        word = judge({"kind": kind, "claim": claim, "witness": witness, "version": "3"})
        assert word == "right" or not mirrored
        words.add((word, mirrored))
    assert ("right", True) in words


def test_what_is_kept_is_not_violated():
    """Of one budget, `natural-filter-free` and `natural-filter-violated` are never both right."""
    found = set()
    for number in range(700):
        if sort_of(8, number)[1] != "natural-filter-violated":
            continue
        try:
            certificate = make(8, number)[1]
            if certificate["kind"] != "natural-filter-violated":
                continue
            word = judge(certificate)
            claim = certificate["claim"]
            queries, budget = [read_plain(query) for query in claim["queries"]], read_pld(claim["budget"])
            moves = natural(queries, budget, claim["rounds"])
            values = [[state_of(s), plain(v)] for s, v in recursion(queries, moves, ()).items()]
            other = judge({**certificate, "version": "3", "kind": "natural-filter-free", "witness": {"values": values}})
        except (NotTrue, NoNumber, TooLarge, Undecided, KeyError, TypeError, ValueError):
            continue
        found.add((word, other))
    assert not {pair for pair in found if pair[0] == "right" and pair[1] in ("right", "unshown")}
    assert not {pair for pair in found if pair[0] == "unshown" and pair[1] == "right"}
    assert ("right", "false") in found


def test_versions():
    certificate = make(3, next(n for n in range(200) if sort_of(3, n)[1] == "residue"))[1]
    assert judge({**certificate, "version": "2"}) == "ill"
