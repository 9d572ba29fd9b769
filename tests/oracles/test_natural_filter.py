"""Oracles 1b, 1d, 1e-nat, 1f, X3 and 6-srr-1: the exact cost of the natural filter, its verdict, and an optimal strategy where it is violated."""

import pytest

import exact
from tests.oracles.loader import atoms, entries, named, pld

filters = pytest.importorskip("exact.filters")


def run(entry):
    """The filter of an entry with the family, the budget and the number of rounds written out."""
    family = [pld(a) for name, a in entry["inputs"]["family"].items() if name != "Id"]
    return family, pld(entry["inputs"]["B"]), entry["inputs"]["k"]


@pytest.mark.parametrize("entry", entries("natural_filter"))
def test_oracle(entry):
    """Verdict and cost; where it is violated also x, both values of h, and the gap."""
    family, budget, rounds = run(entry)
    values = entry["values"]
    found = filters.natural_filter(family, budget, rounds)
    assert found.verdict == ("free" if values["free"] else "violated")
    assert atoms(found.cost_pld) == values["cost_atoms"]
    assert (found.cost_pld <= budget) == values["free"]
    if values["free"]:
        assert found.strategy is None
    else:
        assert [str(v) for v in (found.x, found.cost, found.budget, found.gap)] == [
            values[k] for k in ("x_at_max", "h_cost", "h_B", "max_gap")
        ]
        check_strategy(found, family, budget, rounds)


def check_strategy(found, family, budget, rounds):
    """Every path of the strategy is admissible and the tree's curve at x is the cost, by walking it."""
    x = found.x

    def walk(node, left, realised, point):
        if node is None:
            return max(exact.number(0), 1 - point)
        assert left > 0
        query = family[node.query]
        after = realised + query
        assert after <= budget
        finite = [(p, q) for p, q in query.atoms if p and q]
        assert [ratio for ratio, _ in node.children] == [p / q for p, q in finite]
        rest = sum(
            (
                p * walk(child, left - 1, after, point * q / p)
                for (p, q), (_, child) in zip(finite, node.children, strict=True)
            ),
            exact.number(0),
        )
        return query.p_infinite + rest

    assert walk(found.strategy.root, rounds, exact.identity(), x) == found.cost
    assert found.cost == found.cost_pld.hockey_stick(x)
    assert found.budget == budget.hockey_stick(x)
    assert found.gap == found.cost - found.budget > 0
    gaps = {y: found.cost_pld.hockey_stick(y) - budget.hockey_stick(y) for y in budget.knots}
    assert found.gap == max(gaps.values())
    assert x == min(y for y, gap in gaps.items() if gap == found.gap)


@pytest.mark.parametrize("entry", [e for e in entries("natural_filter_in_words") if e.id.startswith("1b")])
def test_pure_queries(entry):
    """1b-1 and 1b-3: pure queries, B = sup(La + Lb, La + Lc + Lc): free for two rounds, violated for three by the gap listed."""
    values = entry["values"]
    la, lb, lc = (named(entry["inputs"][name]) for name in ("La", "Lb", "Lc"))
    budget = (la + lb) | (la + lc + lc)
    assert atoms(budget) == values["B_atoms"]
    assert exact.compare(lb, 2 * lc).verdict == "incomparable"
    whole = la + (lb | 2 * lc)
    assert atoms(whole) == values["La_conv_sup"]
    x = exact.find_witness(whole, budget)
    assert [str(v) for v in (x, whole.hockey_stick(x), budget.hockey_stick(x))] == [
        values[k] for k in ("x", "h_Lasup", "h_B")
    ]
    assert filters.natural_filter([la, lb, lc], budget, 2).verdict == "free"
    found = filters.natural_filter([la, lb, lc], budget, 3)
    assert found.verdict == "violated"
    assert [str(found.gap), str(found.x)] == [values["cost_gap_full_family"], values["cost_gap_x"]]
    check_strategy(found, [la, lb, lc], budget, 3)


@pytest.mark.parametrize("entry", [e for e in entries("natural_filter_in_words") if e.id == "6-srr-1"])
def test_subsampled_queries(entry):
    """6-srr-1: rr(ln 3/2) and rr(ln 8) subsampled at 1/4 cross, and B = sup(L1 + L1, L1 + L2) is violated in two rounds."""
    inputs, values = entry["inputs"], entry["values"]
    first = exact.subsample(exact.rr(exact.log(exact.number(inputs["t1"]))), inputs["q1"])
    second = exact.subsample(exact.rr(exact.log(exact.number(inputs["t2"]))), inputs["q2"])
    assert (atoms(first), atoms(second)) == (inputs["L1"], inputs["L2"])
    budget = (2 * first) | (first + second)
    assert atoms(budget) == values["B"]
    found = filters.natural_filter([first, second], budget, 2)
    assert atoms(found.cost_pld) == values["cost"]
    assert [str(v) for v in (found.x, found.cost, found.budget, found.gap)] == [
        values[k] for k in ("x", "h_cost", "h_B", "gap")
    ]
    for a, name in ((first, "f_L1_vertices"), (second, "f_L2_vertices")):
        assert [[str(u), str(v)] for u, v in a.tradeoff_vertices] == values[name]


@pytest.mark.parametrize(
    ("first", "second", "limit"),
    [(("1", "0"), ("0", "2/5"), ("1", "2/5")), (("1", "1/100"), ("1/2", "1/5"), ("1", "3/8"))],
)
def test_rational_epsilons(first, second, limit):
    """1a-r1 and 1a-r4 as filters: (eps, delta) queries with rational eps break their budget in two rounds, at x = e^eps, by L1 + sup."""
    family = [exact.approx(*first), exact.approx(*second)]
    budget = exact.approx(*limit)
    found = filters.natural_filter(family, budget, 2)
    assert found.verdict == "violated"
    assert found.x == exact.exp(exact.loss(limit[0]))
    assert found.cost_pld >= family[0] + (family[0] | family[1])
    check_strategy(found, family, budget, 2)


@pytest.mark.parametrize("entry", [e for e in entries("natural_filter") if e.values[0]["inputs"]["k"] == 2])
def test_two_rounds_by_the_formula(entry):
    """For k = 2 the cost is the sup over allowed L of L + sup of the L' with L + L' <= B, whatever the order of queries."""
    family, budget, _ = run(entry)
    whole = exact.identity()
    for first in family:
        if first <= budget:
            allowed = [second for second in family if first + second <= budget]
            whole |= first + exact.join_all([exact.identity(), *allowed])
    assert filters.natural_filter(family, budget, 2).cost_pld == whole
    assert filters.natural_filter(family[::-1], budget, 2).cost_pld == whole


def test_one_round_is_free():
    """One round is always free (X2), and the cost never falls with more rounds."""
    family = [exact.rr(1), exact.approx(0, "2/5"), exact.rr("log(2)")]
    for budget in (exact.approx(1, "2/5"), exact.rr(1), exact.identity(), exact.total_leak()):
        costs = [filters.natural_filter(family, budget, k).cost_pld for k in (1, 2, 3)]
        assert costs[0] <= budget
        assert costs[0] <= costs[1] <= costs[2]
