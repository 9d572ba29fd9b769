"""Hasse diagrams: against the order of all pairs by definition, and against networkx's own reduction and antichains."""

from itertools import combinations, pairwise, product

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import exact.hasse
from exact import PLD, approx, find_incomparable, hasse_diagram, identity, is_chain, number, pld, rr, table, total_leak
from exact.errors import OutOfRange, TooLarge
from exact.partial_order import linear_extension
from tests.laws import brute
from tests.laws.strategies import ANY, SMALL, rational_tables

B2 = {"identity": identity(), "A": rr("log(2)"), "B": approx(0, "1/4"), "both": approx("log(2)", "1/4"), "leak": total_leak()}


def by_definition(plds):
    """The strict order as a digraph on the positions of distinct PLDs, by one dominance decision for every ordered pair."""
    graph = nx.DiGraph()
    graph.add_nodes_from(range(len(plds)))
    graph.add_edges_from((i, j) for i, j in product(range(len(plds)), repeat=2) if i != j and plds[i] <= plds[j])
    return graph


def check_diagram(found, plds):
    """The diagram is that of `plds`: everything is recomputed from the order of all pairs, by networkx."""
    assert sorted(name for names in found.classes for name in names) == sorted(str(i) for i in range(len(plds)))
    for names, value in zip(found.classes, found.plds, strict=True):
        assert all(plds[int(name)] == value for name in names)
    assert all(a != b for a, b in combinations(found.plds, 2))
    order = by_definition(found.plds)
    reduction = nx.transitive_reduction(order)
    assert set(found.covers) == set(reduction.edges)
    assert set(found.to_networkx().edges) == set(reduction.edges)
    assert [set(under) for under in found.below] == [set(order.predecessors(i)) for i in range(len(found.plds))]
    assert [set(level) for level in found.levels()] == [set(g) for g in nx.topological_generations(reduction)]
    assert len(found.levels()) == len(nx.dag_longest_path(reduction))
    assert all(i < j for i, j in found.covers)

    antichains = [frozenset(a) for a in nx.antichains(reduction)]
    assert {frozenset(a) for a in found.maximal_antichains()} == {
        a for a in antichains if not any(a < other for other in antichains)
    }
    assert len(found.maximal_antichains()) == len(set(found.maximal_antichains()))
    assert found.width == max(map(len, antichains)) == len(found.chains())
    assert sorted(i for chain in found.chains() for i in chain) == list(range(len(found.plds)))
    assert all(order.has_edge(i, j) for chain in found.chains() for i, j in pairwise(chain))

    comparable = all(order.has_edge(i, j) or order.has_edge(j, i) for i, j in combinations(order, 2))
    assert found.is_chain() is comparable is is_chain(plds)
    check_incomparable(found.find_incomparable(), plds, comparable)
    check_incomparable(find_incomparable(plds), plds, comparable)
    assert found.find_incomparable() == find_incomparable(plds)
    n = len(found.plds)
    assert found.decisions <= n * (n - 1) // 2
    if comparable:
        assert found.decisions == n - 1


def check_incomparable(pair, plds, comparable):
    """None for a chain; else at the first point the first PLD is above the second, at the second point below."""
    if comparable:
        assert pair is None
        return
    a, b = plds[int(pair.first)], plds[int(pair.second)]
    one, other = pair.comparison.witnesses
    assert pair.comparison.verdict == "incomparable"
    for w in (one, other):
        assert (w.a, w.b) == (a.hockey_stick(w.x), b.hockey_stick(w.x))
    assert one.a > one.b
    assert other.a < other.b


def test_a_square_with_two_ends():
    found = hasse_diagram(B2)
    assert found.classes == (("identity",), ("A",), ("B",), ("both",), ("leak",))
    assert found.covers == ((0, 1), (0, 2), (1, 3), (2, 3), (3, 4))
    assert found.maximal_antichains() == ((0,), (1, 2), (3,), (4,))
    assert found.levels() == ((0,), (1, 2), (3,), (4,))
    assert (found.is_chain(), found.width) == (False, 2)
    pair = found.find_incomparable()
    assert (pair.first, pair.second) == ("A", "B")
    assert [(w.x, w.a, w.b) for w in pair.comparison.witnesses] == [
        (1, number("1/3"), number("1/4")),
        (2, 0, number("1/4")),
    ]


def test_text():
    text = str(hasse_diagram({**B2, "no leak": rr(0)}))
    assert text == (
        "level 3\n  [4] leak  covers [3]\nlevel 2\n  [3] both  covers [1] [2]\n"
        "level 1\n  [1] A  covers [0]\n  [2] B  covers [0]\nlevel 0\n  [0] identity = no leak"
    )


@given(st.lists(st.one_of(SMALL, ANY), min_size=1, max_size=5))
@settings(max_examples=60)
def test_any_plds(texts):
    plds = [pld(text) for text in texts]
    check_diagram(hasse_diagram(plds), plds)


@given(st.lists(rational_tables(3), min_size=1, max_size=7))
def test_rational_plds_against_plain_fractions(texts):
    """The order itself is that of a second algorithm, which compares the curves at the knots of both."""
    plds = [pld(text) for text in texts]
    found = hasse_diagram(plds)
    atoms = [brute.fractions(value) for value in found.plds]
    for i, j in product(range(len(atoms)), repeat=2):
        assert brute.dominated(atoms[i], atoms[j]) == (i == j or i in found.below[j])
    check_diagram(found, plds)


@given(st.lists(SMALL, min_size=2, max_size=3))
@settings(max_examples=40)
def test_lattice(texts):
    """With their sups, infs and compositions there are many comparable pairs, and many equal PLDs."""
    base = [pld(text) for text in texts]
    plds = [*base, base[0] | base[1], base[0] & base[1], base[0] + base[1], identity(), base[-1]]
    check_diagram(hasse_diagram(plds), plds)


@given(st.lists(st.one_of(SMALL, ANY), min_size=2, max_size=5, unique=True))
def test_linear_extension(texts):
    distinct = list(dict.fromkeys(pld(text) for text in texts))
    ordered = linear_extension(distinct)
    assert set(ordered) == set(distinct)
    assert not any(b <= a for a, b in combinations(ordered, 2))
    assert linear_extension(reversed(distinct)) == ordered


@pytest.fixture
def asked(monkeypatch):
    """The list of the dominance decisions made."""
    made = []
    decide = PLD.is_dominated_by
    monkeypatch.setattr(PLD, "is_dominated_by", lambda a, b: made.append((a, b)) or decide(a, b))
    return made


def test_decisions_of_a_chain(asked):
    """n - 1 for a chain of n, in whatever order it is given; equal PLDs cost none."""
    plds = [rr(f"{n}/10") for n in (7, 2, 9, 4, 1, 8, 3, 6, 5, 10)]
    found = hasse_diagram([*plds, *plds])
    assert found.is_chain()
    assert [names for names in found.classes if len(names) != 2] == []
    assert len(asked) == found.decisions == 9
    del asked[:]
    assert is_chain(plds)
    assert len(asked) == 9


def test_decisions_are_counted_and_few(asked):
    """Compositions of three queries: the decisions counted are those made, few of the 702 ordered pairs."""
    queries = [rr("log(2)"), approx(0, "1/4"), rr("1/3")]
    plds = [i * queries[0] + j * queries[1] + k * queries[2] for i, j, k in product(range(3), repeat=3)]
    found = hasse_diagram(plds)
    assert len(asked) == found.decisions
    assert len(found.classes) == 27
    assert found.decisions <= 40
    assert len({frozenset(map(id, pair)) for pair in asked}) == found.decisions
    del asked[:]
    check_diagram(found, plds)


@pytest.mark.parametrize(
    "plds",
    [
        [approx(f"{5 - n}", f"{n}/1000") for n in range(5)],  # infinite masses grow, the total variation falls
        [  # the infinite mass of Q grows and that of P falls, with one total variation
            table(((f"{4 - n}/8", 0), (f"{4 + n}/8", f"{8 - n}/8"), (0, f"{n}/8")))
            for n in range(5)
        ],
    ],
)
def test_an_antichain_that_three_numbers_tell_needs_no_decision(asked, plds):
    found = hasse_diagram(plds)
    assert asked == []
    assert found.decisions == 0
    assert found.maximal_antichains() == ((0, 1, 2, 3, 4),)


def test_progress():
    seen = []
    hasse_diagram([rr(1), rr(2), rr(1), approx(0, "1/2")], progress=lambda *step: seen.append(step))
    assert seen == [(1, 3), (2, 3), (3, 3)]


def test_one_pld():
    found = hasse_diagram([rr(1)], ["only"])
    assert (found.classes, found.covers, found.decisions) == ((("only",),), (), 0)
    assert (found.maximal_antichains(), found.chains()) == (((0,),), ((0,),))
    assert found.is_chain()
    assert find_incomparable([rr(1)]) is None


def test_graph_carries_names_and_plds():
    graph = hasse_diagram(B2).to_networkx()
    assert graph.nodes[1]["names"] == ("A",)
    assert graph.nodes[1]["pld"] == B2["A"]
    assert nx.is_directed_acyclic_graph(graph)


@pytest.mark.parametrize("ask", [hasse_diagram, is_chain, find_incomparable])
def test_bad_input(ask):
    with pytest.raises(OutOfRange, match="needs one PLD or more, and there is none"):
        ask([])
    with pytest.raises(OutOfRange, match="needs one PLD or more"):
        ask({})
    with pytest.raises(TypeError, match=r"a PLD is wanted, not str \(pld\(...\) reads a text\)"):
        ask(["rr(1)"])


@pytest.mark.parametrize("ask", [hasse_diagram, find_incomparable])
def test_bad_names(ask):
    with pytest.raises(OutOfRange, match="there are 2 PLDs, and 1 names for them"):
        ask([rr(1), rr(2)], ["A"])
    with pytest.raises(TypeError, match="a mapping already names its PLDs"):
        ask({"A": rr(1)}, ["A"])


def test_too_many_antichains(monkeypatch):
    found = hasse_diagram(B2)
    monkeypatch.setattr(exact.hasse, "ANTICHAIN_LIMIT", 4)
    assert len(found.maximal_antichains()) == 4
    monkeypatch.setattr(exact.hasse, "ANTICHAIN_LIMIT", 3)
    with pytest.raises(TooLarge, match="more than 3 maximal antichains"):
        found.maximal_antichains()
