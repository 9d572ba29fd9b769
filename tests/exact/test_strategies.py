"""Adaptive strategies: what they leak, their views read back, shared parts, and simulation."""

import copy
import json
import pickle
import re
from fractions import Fraction
from itertools import product
from math import isqrt

import networkx as nx
import pytest

import exact
from exact.errors import OutOfRange, TooLarge
from exact.filters import Node, Strategy, history_game, natural_filter, simulate
from tests.exact import adaptive_brute as brute_games
from tests.laws import brute

A, B = exact.rr("log(2)"), exact.approx(0, "1/4")
BEST = natural_filter([A, B], exact.approx("log(2)", "1/4"), 2).strategy


def leaf(queries, i):
    return Node(i, tuple((r, None) for r in reversed(queries[i].knots)))


def random_strategy(source, queries, depth):
    """A tree drawn at random; equal parts come up."""

    def draw(left):
        if not left or source.random() < 0.25:
            return None
        i = source.randrange(len(queries))
        return Node(i, tuple((r, draw(left - 1)) for r in reversed(queries[i].knots)))

    return Strategy(tuple(queries), draw(depth))


def ends(strategy, family):
    """The masses of all ends of a strategy, by walking the tree."""

    def walk(node, p, q):
        if node is None:
            return [(p, q)]
        finite = [(u, v) for u, v in family[node.query] if u and v]
        out = [(p * u, q * v) for u, v in family[node.query] if not (u and v)]
        for (u, v), (_, child) in zip(finite, node.children, strict=True):
            out += walk(child, p * u, q * v)
        return out

    return brute.canonical(walk(strategy.root, Fraction(1), Fraction(1)))


def same(a, b):
    """Whether two trees of nodes are alike."""
    if a is None or b is None:
        return a is b
    return a.query == b.query and all(
        r == s and same(c, d) for (r, c), (s, d) in zip(a.children, b.children, strict=True)
    )


@pytest.mark.parametrize("seed", range(15))
def test_pld_against_all_ends(seed):
    source = brute_games.randomness(seed)
    family = [brute_games.random_pld(source) for _ in range(2)]
    queries = [exact.table(a) for a in family]
    strategy = random_strategy(source, queries, 4)
    assert brute.canonical(brute.fractions(strategy.pld())) == ends(strategy, family)


@pytest.mark.parametrize("texts", [("rr(1)", "approx(1/2, 1/5)"), ("subsample(rr(1), 1/3)", "rr(log(2)/2)"), ("geometric(1, 1)", "rr(log(3))")])
def test_pld_with_irrational_masses(texts):
    """Playing the same whatever is seen is the composition; mixing parts keeps the mean of their curves."""
    first, second = queries = [exact.pld(t) for t in texts]
    then = [leaf(queries, 1), None, leaf(queries, 0)]
    straight = Strategy(tuple(queries), Node(0, tuple((r, then[0]) for r in reversed(first.knots))))
    assert straight.pld() == first + second
    chosen = [then[i % 3] for i in range(len(first.knots))]
    mixed = Strategy(tuple(queries), Node(0, tuple(zip(reversed(first.knots), chosen, strict=True))))
    rest = [exact.identity() if node is None else queries[node.query] for node in chosen]
    for x in (exact.number("1/3"), exact.number(1), exact.number("exp(1/2)")):
        finite = [(p, q) for p, q in first.atoms if p and q]
        mean = sum((p * pld.hockey_stick(x * q / p) for (p, q), pld in zip(finite, rest, strict=True)), first.p_infinite)
        assert mixed.pld().hockey_stick(x) == mean


def test_equal_parts_are_one_object():
    """Also when the tree was given with copies."""
    node = Node(0, tuple((r, leaf([A, B], 1)) for r in reversed(A.knots)))
    strategy = Strategy((A, B), node)
    assert len(strategy.nodes()) == 2
    assert strategy.tree_size() == 5
    best = history_game([A, exact.rr("log(3)")], lambda history: [0, 1] if len(history) % 2 else [0], 4).cost_at(2)[1]
    nodes = best.nodes()
    assert 4 < len(nodes) < best.tree_size() / 2
    assert not any(same(a, b) for a, b in product(nodes, repeat=2) if a is not b)


def test_a_million_nodes_in_twenty():
    node = None
    for _ in range(19):
        node = Node(0, tuple((r, node) for r in reversed(A.knots)))
    strategy = Strategy((A,), node)
    assert (len(strategy.nodes()), strategy.depth(), strategy.tree_size()) == (19, 19, 2**20 - 1)
    assert strategy.pld() == 19 * A
    assert strategy.histories() == {(0,) * n for n in range(1, 20)}
    assert strategy.to_networkx().number_of_nodes() == 20
    assert len(strategy.to_json()["nodes"]) == 19
    lines = strategy.text(["A"], most=100).splitlines()
    assert len(lines) == 101
    assert lines[-1] == "... (the rest is left out)"
    again = pickle.loads(pickle.dumps(strategy))
    assert len(again.nodes()) == 19
    assert simulate(strategy, 1, 20).exact == (19 * A).hockey_stick(1)


def test_nothing_is_played():
    for strategy in (Strategy((A, B), None), natural_filter([A, B], exact.identity(), 2, at=1).strategy):
        assert strategy.pld() == exact.identity()
        assert (strategy.depth(), strategy.tree_size(), strategy.nodes(), strategy.histories()) == (0, 1, (), frozenset())
        assert strategy.text() == "stop"
        assert strategy.to_json() == {"root": None, "nodes": []}
        graph = nx.parse_graphml(strategy.to_graphml())
        assert list(graph.nodes(data="name")) == [("0", "stop")]
        assert pickle.loads(pickle.dumps(strategy)).root is None
        assert '0 [label="stop", shape=plaintext];' in strategy.to_dot()
        assert simulate(strategy, "1/2", 10).empirical == Fraction(1, 2)
        assert simulate(strategy, 1, 10).empirical == 0


# --- views read back --------------------------------------------------------------------------------------------------------------------


def some_strategies():
    yield [A, B], BEST
    irrational = [exact.subsample(exact.rr(1), "1/3"), exact.rr("log(2)/2"), exact.table([(1, "1/2"), (0, "1/2")])]
    for seed in range(4):
        yield irrational, random_strategy(brute_games.randomness(seed), irrational, 4)
    yield [A, B], history_game([A, B], lambda _: [0, 1], 3).cost_at("3/2")[1]


@pytest.mark.parametrize("case", range(6))
def test_views_read_back_to_the_same_strategy(case):
    queries, strategy = list(some_strategies())[case]
    names = [f'name {i} "quoted" \\ <&>' for i in range(len(queries))]

    rows = json.loads(json.dumps(strategy.to_json(names)))
    made = {}
    for i in reversed(range(len(rows["nodes"]))):
        row = rows["nodes"][i]
        children = [(exact.number(c["ratio"]), None if c["then"] is None else made[c["then"]]) for c in row["children"]]
        made[i] = Node(names.index(row["query"]), tuple(children))
    assert same(None if rows["root"] is None else made[rows["root"]], strategy.root)

    graph = nx.parse_graphml(strategy.to_graphml(names))

    def read(n):
        data = graph.nodes[n]
        if data["query"] < 0:
            assert data["name"] == "stop"
            return None
        assert data["name"] == names[data["query"]]
        edges = [(exact.number(t), m) for m, e in graph[n].items() for t in e["ratio"].split(", ")]
        edges.sort(key=lambda edge: edge[0], reverse=True)
        return Node(data["query"], tuple((r, read(m)) for r, m in edges))

    assert same(read("0"), strategy.root)

    dot = strategy.to_dot(names)
    labels = dict(re.findall(r'^  (\d+) \[label="((?:[^"\\]|\\.)*)", shape=(?:box|plaintext)\];$', dot, re.MULTILINE))
    assert labels == {n: data["name"].replace("\\", "\\\\").replace('"', '\\"') for n, data in graph.nodes(data=True)}
    arrows = re.findall(r'^  (\d+) -> (\d+) \[label="([^"]*)"\];$', dot, re.MULTILINE)
    assert sorted(arrows) == sorted((a, b, data["ratio"]) for a, b, data in graph.edges(data=True))
    assert dot.count("\n") == len(labels) + len(arrows) + 1

    for again in (pickle.loads(pickle.dumps(strategy)), copy.deepcopy(strategy)):
        assert same(again.root, strategy.root)
        assert (again, hash(again)) == (strategy, hash(strategy))
    assert (strategy == Strategy(tuple(queries), None)) == (strategy.root is None)
    assert strategy != strategy.root


def read_text(text, names, queries):
    """The strategy that a text of rational ratios describes, one level of indentation for one query."""
    lines = [(len(line) - len(line.lstrip()), line.strip()) for line in text.splitlines()]

    def read():
        level, line = lines.pop(0)
        words = re.fullmatch(r"(?:on (?:ratio (\S+)|an infinite loss): )?(?:stop|play (.*?)(, then stop)?)", line)
        if words[2] is None:
            return words[1], None
        i = names.index(words[2])
        if words[3]:
            return words[1], leaf(queries, i)
        children = []
        while lines and lines[0][0] > level:
            ratio, child = read()
            if ratio is None:
                assert child is None
                assert queries[i].p_infinite or queries[i].q_infinite
            else:
                children.append((exact.number(ratio), child))
        return words[1], Node(i, tuple(children))

    node = read()[1]
    assert lines == []
    return node


@pytest.mark.parametrize("seed", range(6))
def test_text_reads_back(seed):
    source = brute_games.randomness(seed)
    queries = [exact.table(brute_games.random_pld(source)) for _ in range(2)]
    strategy = random_strategy(source, queries, 4)
    assert same(read_text(strategy.text(["first", "second"]), ["first", "second"], queries), strategy.root)


def test_text_names_and_ratios():
    assert BEST.text(["A", "B"]) == "play A\n  on ratio 2: play A, then stop\n  on ratio 1/2: play B, then stop"
    assert repr(BEST) == "<Strategy of depth 2, 3 different nodes>"
    assert repr(BEST.root) == "<Node that plays query 0, 2 ratios>"
    assert BEST.text().startswith("play table(((2/3, 1/3), (1/3, 2/3)))\n")
    query = exact.rr(1)
    once_more = Node(0, ((exact.number("exp(1)"), leaf([query], 0)), (exact.number("exp(-1)"), None)))
    assert "on ratio exp(1): " in Strategy((query,), once_more).text()
    with pytest.raises(OutOfRange, match="there are 2 queries, and 1 names for them"):
        BEST.text(["A"])


@pytest.mark.parametrize(
    ("root", "message"),
    [
        (Node(2, ()), "plays query 2, and there are the queries 0 to 1"),
        (Node(-1, ()), "plays query -1"),
        (Node(0, ()), "query 0 needs its 2 finite ratios, in decreasing order"),
        (Node(0, ((exact.number("1/2"), None), (exact.number(2), None))), "in decreasing order"),
        (Node(1, ((exact.number(1), Node(0, ((exact.number(3), None), (exact.number("1/2"), None)))),)), "query 0 needs its 2"),
    ],
)
def test_trees_that_are_no_strategies(root, message):
    with pytest.raises(OutOfRange, match=message):
        Strategy((A, B), root)


# --- simulation -------------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("x", "seed"), [("2", 1), ("1", 2), ("1/2", 3), ("3/2", 4)])
def test_simulation_is_near_what_is_exact(x, seed):
    """Six standard deviations in each world; the probability that the test says "P" by walking the tree."""
    runs = 4000
    family = [brute.fractions(q) for q in (A, B)]
    played = simulate(BEST, x, runs, seed=seed)
    point = Fraction(x)
    passed = [sum(row[world] for row in ends(BEST, family) if not row[1] or row[0] / row[1] > point) for world in (0, 1)]
    for count, chance in zip((played.passed_under_p, played.passed_under_q), passed, strict=True):
        assert (count - runs * chance) ** 2 <= 36 * runs * chance * (1 - chance)
    assert played.exact == passed[0] - point * passed[1] == BEST.pld().hockey_stick(x)
    assert played.empirical == Fraction(played.passed_under_p, runs) - point * Fraction(played.passed_under_q, runs)
    assert played == simulate(BEST, x, runs, seed=seed)
    assert played != simulate(BEST, x, runs, seed=seed + 100)
    assert isqrt(runs) < played.passed_under_p < runs


def test_simulation_of_infinite_losses():
    leak = Strategy((exact.total_leak(),), Node(0, ()))
    assert (simulate(leak, 5, 50).passed_under_p, simulate(leak, 5, 50).passed_under_q) == (50, 0)
    one_sided = Strategy((exact.table([("1/2", 0), ("1/2", 1)]),), Node(0, ((exact.number("1/2"), None),)))
    played = simulate(one_sided, 3, 2000)
    assert played.passed_under_q == 0
    assert abs(played.passed_under_p - 1000) < 6 * 23
    assert played.exact == Fraction(1, 2)


def test_simulation_of_irrational_masses():
    query = exact.rr(1)
    strategy = Strategy((query,), leaf([query], 0))
    played = simulate(strategy, 1, 4000, seed=5)
    assert abs(played.passed_under_p - 4000 * 0.7310585786300049) < 6 * 32
    assert abs(played.passed_under_q - 4000 * 0.2689414213699951) < 6 * 32
    assert simulate(strategy, "exp(1)", 100).passed_under_p == 0  # a ratio equal to x is no pass


@pytest.mark.parametrize(
    ("x", "runs", "error", "message"),
    [
        (0, 10, OutOfRange, "some x > 0, not 0"),
        (-1, 10, OutOfRange, "not -1"),
        (1, 0, OutOfRange, "integer >= 1, not 0"),
        (1, True, OutOfRange, "not True"),
        (1, 2.0, OutOfRange, "not 2.0"),
        (1, 10**8, TooLarge, "at most 10000000 runs"),
        (0.5, 10, TypeError, "float"),
    ],
)
def test_wrong_simulations(x, runs, error, message):
    with pytest.raises(error, match=message):
        simulate(BEST, x, runs)
