"""Certificates about filters, chains, residues and sandwiches: the checker verifies what is built, brute force finds it true, the cross-check
contradicts what is forged, and what is false or too large is refused.
"""

import copy
import json
import random
from fractions import Fraction
from itertools import combinations_with_replacement

import pytest

import exact
from certificates import check as checker
from certificates import claims, filter_comparisons
from certificates.claims import encoding, families
from certificates.claims.sandwich import GRID_LIMIT
from certificates.crosscheck import Contradiction, NotACertificate, crosscheck
from exact import Refuted, TooLarge, Unsupported, approx, identity, log, number, rr, table, total_leak
from exact.errors import OutOfRange, Undecided
from exact.filters import (
    Game,
    NaturalUpdate,
    ResidueFilter,
    additive_game,
    chain,
    delta_update,
    discretisation,
    history_game,
    natural_filter,
    pure_update,
    renyi_game,
    residue_game,
    universally_free,
)
from exact.filters.natural import POSITION_LIMIT
from tests.certificates import checker_truth
from tests.certificates.checker_harness import digest
from tests.exact import adaptive_brute
from tests.oracles.loader import asymmetric

RR_2, RR_3, LEAK = rr(log(2)), rr(log(3)), approx(0, "1/4")
MINIMAL = [RR_2, LEAK], approx(log(2), "1/4")
DEGENERATE = [table([("1/2", 1), ("1/2", 0)]), table([("2/3", "2/3"), ("1/3", 0), (0, "1/3")])]
"""The second pair is that of oracle 1e: unordered, degenerate, and free for every budget at k = 2."""
FAMILIES = {
    "rational": (MINIMAL[0], MINIMAL[1], 2),
    "rational, kept": ([RR_2, LEAK], approx(log(2), "1/3"), "all"),
    "powers of e": ([rr(1), approx(0, "2/5")], approx(1, "2/5"), 2),
    "roots": ([rr("log(2)/2"), rr("log(3)/2")], rr("log(6)"), 3),
    "incommensurable": ([rr("1/2"), rr("log(2)")], approx(1, "1/10"), 2),
    "infinite masses": ([approx(1, "1/4"), table([("1/3", 0), ("2/3", 1)])], approx(1, "1/2"), 3),
    "equal queries": ([RR_2, RR_2, LEAK, approx(log(2), 0)], MINIMAL[1], 2),
    "the identity among them": ([identity(), RR_2, rr(0), LEAK], MINIMAL[1], "all"),
    "the identity alone": ([identity(), rr(0)], rr(1), 3),
    "degenerate": (DEGENERATE, DEGENERATE[0] | DEGENERATE[1], 2),
    "nothing allowed": ([rr(2), LEAK], rr(1), 2),
    "identity as budget": ([RR_2, identity()], identity(), "all"),
    "total leak as budget": ([RR_2, LEAK], total_leak(), 2),
    "total leak as query": ([total_leak(), RR_2], total_leak(), 2),
}


def verified(certificate, path, *, kind, version="3"):
    """Write a certificate, which cross-checks it, have it checked, and have its truth decided by brute force."""
    claims.write(certificate, path)
    data = path.read_bytes()
    assert checker.verify(data).kind == kind == certificate.kind
    assert certificate.content["version"] == version
    try:
        checker_truth.check(data)
    except checker_truth.Unknown:  # too large for it, not false
        return False
    return True


def drawn(seed, most=3):
    """A family of rational PLDs, a budget, a number of rounds; now and then equal queries and the identity in it.

    Half of the families are like the minimal problem, randomized response and a leak, since most others keep their budgets.
    """
    source = random.Random(seed)
    rounds = source.choice([1, *[2] * 4, most])
    family = [adaptive_brute.random_pld(source, atoms=3 if rounds < 3 else 2) for _ in range(source.choice([1, 2, 2, 3]))]
    if source.random() < 0.5:
        t, d = source.randint(2, 5), Fraction(1, source.randint(2, 6))
        response = [(Fraction(t, t + 1), Fraction(1, t + 1)), (Fraction(1, t + 1), Fraction(t, t + 1))]
        family = [response, [(d, Fraction(0)), (1 - d, 1 - d), (Fraction(0), d)]]
        rounds = max(rounds, 2)
    if source.random() < 0.3:
        family.insert(source.randint(0, 1), source.choice([family[0], adaptive_brute.IDENTITY]))
    some = [adaptive_brute.composed([source.choice(family) for _ in range(source.randint(1, rounds))]) for _ in range(2)]
    if rounds > 1 and source.random() < 0.6:  # what Lemma 4 of RES proposes: a query, and then any
        some = [adaptive_brute.composed([family[0], query]) for query in family]
    return [table(a) for a in family], exact.join_all([table(a) for a in some]), rounds, source


def natural(queries, budget, rounds, path, at):
    """Both certificates about a natural filter: of the verdict, and of the cost at a point."""
    found = natural_filter(queries, budget, rounds)
    old = "3" if rounds == "all" else "1"
    decided = []
    if found.verdict == "violated":
        made = claims.natural_filter_violated(queries, budget, found)
        decided.append(verified(made, path, kind="natural-filter-violated", version=old))
        with pytest.raises(Refuted, match="is violated"):
            claims.natural_filter_free(queries, budget, found)
    else:
        decided.append(verified(claims.natural_filter_free(queries, budget, found), path, kind="natural-filter-free"))
        with pytest.raises(Refuted, match="is free"):
            claims.natural_filter_violated(queries, budget, found)
    for x in at:
        there = natural_filter(queries, budget, rounds, at=x)
        assert there.verdict == found.verdict
        decided.append(verified(claims.filter_cost(queries, budget, there), path, kind="filter-cost"))
    return found.verdict, decided


# --- the natural filter


@pytest.mark.parametrize("name", FAMILIES)
def test_natural_filters(name, tmp_path):
    """Verdict, and cost at a point, for every kind of masses and of families."""
    queries, budget, rounds = FAMILIES[name]
    _, decided = natural(queries, budget, rounds, tmp_path / "c.json", ["3/2"])
    assert all(decided)


def test_random_natural_filters(tmp_path):
    """Rational families, drawn; both verdicts come up, and most claims are small enough for brute force."""
    verdicts, decided = [], []
    for seed in range(30):
        queries, budget, rounds, source = drawn(seed)
        verdict, found = natural(queries, budget, rounds, tmp_path / "c.json", [Fraction(source.randint(1, 9), source.randint(1, 9))])
        verdicts.append(verdict)
        decided += found
    assert min(verdicts.count("free"), verdicts.count("violated")) >= 5, verdicts
    assert sum(decided) >= 50


def test_all_rounds_where_the_budget_ends_the_game(tmp_path):
    """A violated filter and a free one without a number of rounds; the violated one is version 3, too."""
    path = tmp_path / "c.json"
    assert natural(*MINIMAL, "all", path, [2]) == ("violated", [True, True])
    assert json.loads(path.read_bytes())["claim"]["rule"]["rounds"] == "all"
    assert natural([RR_2], 3 * RR_2, "all", path, [2]) == ("free", [True, True])


def test_equal_queries_are_stated_once(tmp_path):
    """In the claim there are two queries, and every multiset of them has one value."""
    queries, budget, rounds = [RR_2, RR_2, identity(), LEAK, RR_2], approx(log(2), "1/3"), "all"
    made = claims.natural_filter_free(queries, budget, natural_filter(queries, budget, rounds))
    assert len(made.content["claim"]["queries"]) == 2
    states = [tuple(state) for state, _ in made.content["witness"]["values"]]
    assert states == sorted(set(states), key=lambda state: (len(state), state))
    assert verified(made, tmp_path / "c.json", kind="natural-filter-free")


@pytest.mark.parametrize("power", [30, 60, 200])
def test_a_refusal_by_a_hair(tmp_path, power):
    """The second leak exceeds the budget by 10^-power: what is refused must be told from what is allowed at the precision of the cross-check."""
    budget = approx(0, number("7/16") - number(10) ** -power)
    found = natural_filter([LEAK], budget, 3)
    assert (found.verdict, found.states) == ("free", 2)
    assert verified(claims.natural_filter_free([LEAK], budget, found), tmp_path / "c.json", kind="natural-filter-free")
    found = natural_filter([LEAK], budget, 3, at=2)
    assert verified(claims.filter_cost([LEAK], budget, found), tmp_path / "c.json", kind="filter-cost")


def test_natural_limits(monkeypatch):
    """What has no end, what is longer or larger than a checker takes, and a cost without a point: one sentence each."""
    for queries, budget, words in (
        ([RR_2], total_leak(), "under the total leak as budget queries may be repeated without end"),
        ([identity()], rr(1), "every query is the identity, which may be repeated without end"),
        ([approx(0, "1/2")], approx(0, 1 - number(2) ** -256), "the budget allows 256 queries on a path, and a checker follows at most 255"),
    ):
        for at in (None, 2):
            found = natural_filter(queries, budget, "all", at=at)
            assert found.verdict == "free"
            make = claims.natural_filter_free if at is None else claims.filter_cost
            with pytest.raises(TooLarge, match=words):
                make(queries, budget, found)
    with pytest.raises(Unsupported, match="the cost at one point x"):
        claims.filter_cost([RR_2], 3 * RR_2, natural_filter([RR_2], 3 * RR_2, 2))
    many = [approx(0, Fraction(1, n)) for n in range(1, 66)]
    with pytest.raises(TooLarge, match="at most 64 queries"):
        claims.natural_filter_free(many, approx(0, "1/70"), natural_filter(many, approx(0, "1/70"), 1))
    monkeypatch.setattr(claims.natural_filter, "FILE_LIMIT", 500)
    with pytest.raises(TooLarge, match="bytes, more than the 500 that a checker reads"):
        claims.natural_filter_free([RR_2], 3 * RR_2, natural_filter([RR_2], 3 * RR_2, 3))
    monkeypatch.setattr(families, "NODE_LIMIT", 2)
    with pytest.raises(TooLarge, match="strategies of at most 2 nodes and 31 queries on a path, and this one has 6 and 2"):
        claims.natural_filter_violated(*MINIMAL, natural_filter(*MINIMAL, 2))


def test_the_longest_path_that_a_checker_follows():
    """255 queries are certified, see the limit above."""
    queries, budget = [approx(0, "1/2")], approx(0, 1 - number(2) ** -255)
    found = natural_filter(queries, budget, "all")
    assert found.states == 256
    assert checker.verify(claims.natural_filter_free(queries, budget, found).to_bytes()).kind == "natural-filter-free"


def test_the_deepest_strategy(tmp_path):
    """31 queries on a path fill the 64 brackets of a file; one more would not be read, and is not written."""
    queries = [approx(0, "1/2")]
    for depth in (31, 32):
        budget = approx(0, 1 - number(2) ** -depth)
        found = natural_filter(queries, budget, "all", at=2)
        assert found.strategy.depth() == depth
        if depth == 31:
            made = claims.filter_cost(queries, budget, found)
            assert checker.verify(made.to_bytes()).kind == "filter-cost"
            claims.write(made, tmp_path / "c.json")
            tree = made.content["witness"]["tree"]
            one_more = copy.deepcopy(made.content)
            one_more["witness"]["tree"] = [tree[0], [tree]]
            with pytest.raises(checker.Limit, match="brackets nested in each other"):
                checker.verify(json.dumps(one_more).encode())
        else:
            with pytest.raises(TooLarge, match="31 queries on a path, and this one has 33 and 32"):
                claims.filter_cost(queries, budget, found)


def test_a_result_at_a_point_without_a_gap_breaks_nothing():
    """Violated, but not there."""
    found = natural_filter(*MINIMAL, 2, at=5)
    assert (found.verdict, found.gap) == ("violated", 0)
    with pytest.raises(Refuted, match="violated, but not at this x"):
        claims.natural_filter_violated(*MINIMAL, found)


# --- other rules


def games():
    """Games of every kind of rule."""
    queries = MINIMAL[0]
    yield "history", history_game(queries, lambda h: [0, 1] if h in ((), (0,)) else [], 2)
    yield "history, order counts", history_game(queries, lambda h: [] if h[-1:] == (1,) else [0, 1], 3)
    yield "history, nothing", history_game(queries, lambda _: [], 2)
    yield "history, irrational", history_game([rr(1), rr("log(2)")], lambda h: [len(h)] if len(h) < 2 else [], 3)
    yield "history, the identity opens", history_game([identity(), RR_2], lambda h: [0] if not h else [1] if h == (0,) else [], 2)
    yield "pure", residue_game([RR_2, RR_3, identity()], rr(log(12)), pure_update, 4)
    yield "pure, powers of e", residue_game([rr("1/2"), rr("1/3")], rr(1), pure_update, 3)
    yield "delta", residue_game([LEAK, approx(0, "1/10")], approx(0, "1/2"), delta_update, 4)
    yield "natural update", residue_game([RR_2, RR_3], rr(log(6)), NaturalUpdate([RR_2, RR_3], 2), 2)
    yield "natural update, the identity counts", residue_game([LEAK, identity()], approx(0, "1/2"), NaturalUpdate([LEAK, identity()], 3), 3)
    yield "renyi", renyi_game([RR_2, RR_3], 2, log(3), 5)
    yield "additive", additive_game([RR_2, LEAK, identity()], [0, "log(2)", "inf"], ["5/3", "5/4"], 3)
    yield "renyi of order 5", renyi_game([rr("1/2"), rr("1/3"), identity()], 5, "1/2", 4)
    yield "two ways to one position", Game((RR_2, LEAK), (((0, 1), (1, 1)), ((0, 2),), ()))
    yield "equal queries, equal moves", Game((RR_2, RR_2), (((0, 1), (1, 1)), ()))
    yield "total leak", Game((total_leak(), RR_2), (((0, 1), (1, 1)), ((0, 2),), ()))


@pytest.mark.parametrize(("name", "game"), list(games()), ids=[name for name, _ in games()])
def test_rules(name, game, tmp_path):
    """What a rule costs at some points, with its positions as a table."""
    for x in ("1/2", 1, 2, "5/2"):
        made = claims.rule_cost(game, number(x))
        assert verified(made, tmp_path / "c.json", kind="filter-cost") or name == "renyi of order 5"
        assert encoding.number(game.cost().hockey_stick(x)) == made.content["claim"]["cost"]


def test_random_rules(tmp_path):
    """Rules that depend on the whole history, drawn: which queries follow it."""
    for seed in range(15):
        queries, _, _, source = drawn(seed, most=2)
        queries = list(dict.fromkeys(queries))
        histories = [(), *((i,) for i in range(len(queries)))]
        allowed = {h: [i for i in range(len(queries)) if source.random() < 0.6] for h in histories}
        game = history_game(queries, allowed.get, 2)
        x = number(Fraction(source.randint(1, 9), source.randint(1, 9)))
        made = claims.rule_cost(game, x)
        assert verified(made, tmp_path / "c.json", kind="filter-cost")
        assert number(made.content["claim"]["cost"]) == game.cost().hockey_stick(x)


def test_equal_queries_that_go_on_differently():
    """No table of different queries says that."""
    game = Game((RR_2, RR_2), (((0, 1), (1, 2)), ((0, 2),), ()))
    with pytest.raises(Unsupported, match="goes on differently after two queries that are equal"):
        claims.rule_cost(game, number(2))


def test_a_table_has_as_many_positions_as_a_checker_takes(monkeypatch):
    """More is refused; positions that play does not come to are left out."""
    steps = tuple(((0, i + 1),) for i in range(3))
    monkeypatch.setattr(claims.natural_filter, "POSITION_LIMIT", 3)
    assert POSITION_LIMIT == 20_000
    with pytest.raises(TooLarge, match="tables of at most 3 positions, and this rule has 4"):
        claims.rule_cost(Game((RR_2,), (*steps, ())), number(2))
    made = claims.rule_cost(Game((RR_2,), (((0, 4),), *steps[1:], ((0, 4),), ())), number(2))
    assert made.content["claim"]["rule"] == {"moves": [[["0", "1"]], []]}


# --- chains


CHAINS = {
    "pure": ([RR_2, RR_3], 2),
    "leaks": ([LEAK, approx(0, "1/10")], 4),
    "one round": (MINIMAL[0], 1),
    "equal, identity": ([RR_2, identity(), RR_2], 3),
    "identity alone": ([identity(), rr(0)], 3),
    "irrational": ([rr("1/3"), rr("1/2")], 2),
    "ties": ([LEAK, 2 * LEAK], 3),
    "total leak": ([total_leak(), LEAK], 3),
    "minimal": (MINIMAL[0], 2),
    "pure, three rounds": ([RR_2, RR_3], 3),
    "irrational, crossing": ([rr(1), approx(0, "1/4"), identity()], 2),
    "roots, crossing": ([rr("log(3)/2"), rr("log(2)/2")], 3),
    "degenerate": (DEGENERATE, 2),
}


@pytest.mark.parametrize("name", CHAINS)
def test_chains(name, tmp_path):
    """The order, or two that are incomparable; the other claim is refused."""
    queries, rounds = CHAINS[name]
    found = chain(queries, rounds)
    make, other, kind = claims.chain, claims.not_chain, "chain"
    if not found.is_chain:
        make, other, kind = claims.not_chain, claims.chain, "not-chain"
    assert verified(make(queries, rounds, found), tmp_path / "c.json", kind=kind)
    with pytest.raises(Refuted, match=r"they are no chain|they are a chain"):
        other(queries, rounds, found)
    assert found.is_chain == (list(CHAINS).index(name) < list(CHAINS).index("minimal"))


def test_random_chains_and_freeness(tmp_path):
    """Families, drawn; where some budget breaks, it is constructed and certified as any other violation, in version 1."""
    kinds = []
    for seed in range(30):
        queries, _, rounds, _ = drawn(seed)
        found = chain(queries, rounds)
        make = claims.chain if found.is_chain else claims.not_chain
        kinds.append(make(queries, rounds, found).kind)
        verified(make(queries, rounds, found), tmp_path / "c.json", kind=kinds[-1])
        free = universally_free(queries, rounds)
        if free.free:
            with pytest.raises(Refuted, match="keeps every budget"):
                claims.not_universally_free(queries, rounds, free)
        else:
            made = claims.not_universally_free(queries, rounds, free)
            verified(made, tmp_path / "c.json", kind="natural-filter-violated", version="1")
            kinds.append("broken")
    assert min(map(kinds.count, ("chain", "not-chain", "broken"))) >= 5


def test_a_chain_has_at_most_16_rounds():
    """The limit of the format."""
    with pytest.raises(TooLarge, match="at most 16 rounds"):
        claims.chain([LEAK], 17, chain([LEAK], 16))


# --- residues and sandwiches


@pytest.mark.parametrize(
    ("update", "query", "budget"),
    [
        (RR_2, RR_2, rr(log(4))),
        (rr("1/3"), rr("2/3"), rr(1)),
        (approx(0, "1/4"), approx(0, "1/4"), 2 * LEAK),
        (identity(), RR_2, RR_2),
        (rr(1), identity(), rr(1)),
        (RR_3, total_leak(), total_leak()),
        (rr("1/2"), 2 * rr("1/4"), approx(1, "1/100")),
    ],
)
def test_residues(update, query, budget, tmp_path):
    """U + L <= B with and without ties; a larger U is refused with an x."""
    assert verified(claims.residue(update, query, budget), tmp_path / "c.json", kind="residue")
    if budget != total_leak():
        with pytest.raises(Refuted, match=r"U \+ L <= B is false: .* at x = "):
            claims.residue(budget + rr(1), query, budget)


def test_residue_runs(tmp_path):
    """Sessions of three filters with refusals, and of a rule of the user's own."""
    for budget, update, queries in (
        (rr(log(12)), pure_update, [RR_2, rr(log(7)), RR_3, identity(), RR_2, RR_2]),
        (approx(0, "1/2"), delta_update, [LEAK, approx(0, "1/3"), RR_3, LEAK, approx(0, "1/9")]),
        (rr("3/2"), NaturalUpdate([rr("1/2"), rr("1/3")], 2), [rr("1/2"), total_leak(), rr("1/2"), rr("1/3")]),
        (total_leak(), lambda budget, _: budget, [total_leak(), RR_2]),
        (rr(1), lambda *_: identity(), [rr("1/2"), rr("1/100")]),
    ):
        session = ResidueFilter(budget, update)
        answers = [session.admit(query).admitted for query in queries]
        made = claims.residue_run(session)
        assert ["budget" in step for step in made.content["claim"]["steps"]] == answers
        assert verified(made, tmp_path / "c.json", kind="residue-run")
    with pytest.raises(OutOfRange, match="session is empty"):
        claims.residue_run(ResidueFilter(rr(1), pure_update))
    for _ in range(255):
        session.admit(identity())
    with pytest.raises(TooLarge, match="at most 256 steps of a session, not 257"):
        claims.residue_run(session)


def test_refused_by_a_hair(tmp_path):
    """What is refused exceeds the budget by 10^-60."""
    session = ResidueFilter(approx(0, number("1/4") - number(10) ** -60), delta_update)
    assert not session.admit(LEAK).admitted
    assert verified(claims.residue_run(session), tmp_path / "c.json", kind="residue-run")


@pytest.mark.parametrize(
    ("pld", "grid"),
    [
        (3 * RR_2, [0, "log(2)", "log(4)", "inf"]),
        (3 * rr(1), [0, 1, 2, "inf"]),
        (2 * approx("1/2", "1/10"), [0, "1/2", "log(2)", 1, "inf"]),
        (rr("log(3)/2"), [0, "log(3)/2", "inf"]),
        (identity(), [0, "inf"]),
        (total_leak(), [0, 1, "inf"]),
        (table([("1/2", "1/4"), ("1/2", "3/4")]), [0, 1, "inf"]),
    ],
)
def test_sandwiches(pld, grid, tmp_path):
    """Losses on the points of the grid, between them, and infinite ones; also of a pair that is not symmetric but lies between."""
    assert verified(claims.sandwich(pld, discretisation(pld, grid)), tmp_path / "c.json", kind="sandwich")


@pytest.mark.parametrize(
    ("pld", "grid", "words"),
    [
        (*asymmetric("dn"), "the lower discretisation"),
        (*asymmetric("up"), "the lower discretisation"),  # the oracle says that the upper one fails, and so it does; the lower one does too
        (table([(1, "1/2"), (0, "1/2")]), [0, "log(3)", "inf"], "the PLD"),
    ],
    ids=["oracle dn", "oracle up", "only the upper one"],
)
def test_false_sandwiches(pld, grid, words):
    """Oracle 3-sandwich-asym-fail, both ways, and a PLD of which only the upper discretisation is wrong: refused with an x."""
    found = discretisation(pld, grid)
    assert (found.lower <= pld) == (words == "the PLD")
    with pytest.raises(Refuted, match=rf"^{words} is not below what should be above it: at x = "):
        claims.sandwich(pld, found)


def test_grids_of_a_certificate():
    """A grid of more points than the format has."""
    grid = [Fraction(i, 100) for i in range(64)]
    assert GRID_LIMIT == 64
    with pytest.raises(TooLarge, match="grids of at most 64 points, not 65"):
        claims.sandwich(identity(), discretisation(identity(), [*grid, "inf"]))


# --- old kinds keep their version


def test_versions(tmp_path):
    """1 for what version 1 has, 2 for a kernel, 3 for what is new."""
    path = tmp_path / "c.json"
    assert verified(claims.dominated(RR_2, RR_3), path, kind="dominated", version="1")
    claims.write(claims.dominated_by_kernel(RR_2, RR_3), path)
    assert json.loads(path.read_bytes())["version"] == "2"
    for version in ("1", "2"):
        forged = json.loads(json.dumps(claims.residue(RR_2, RR_2, rr(log(4))).content)) | {"version": version}
        with pytest.raises(checker.Malformed, match="unknown kind residue in version"):
            checker.verify(json.dumps(forged).encode())


# --- the cross-check against forgeries


def content(name):
    """A true certificate of each kind, as parsed JSON."""
    queries, budget = [RR_2, LEAK], approx(log(2), "1/3")
    session = ResidueFilter(rr(log(4)), pure_update)
    for query in (RR_2, RR_3, RR_2):
        session.admit(query)
    symmetric = 3 * RR_2
    makers = {
        "free": lambda: claims.natural_filter_free(queries, budget, natural_filter(queries, budget, 3)),
        "cost": lambda: claims.filter_cost(*MINIMAL, natural_filter(*MINIMAL, 2, at=2)),
        "table": lambda: claims.rule_cost(history_game(queries, lambda h: [0, 1] if h in ((), (0,)) else [], 2), number(2)),
        "chain": lambda: claims.chain([LEAK], 4, chain([LEAK], 4)),
        "not-chain": lambda: claims.not_chain([RR_2, RR_3], 3, chain([RR_2, RR_3], 3)),
        "residue": lambda: claims.residue(RR_2, RR_2, rr(log(4))),
        "run": lambda: claims.residue_run(session),
        "sandwich": lambda: claims.sandwich(symmetric, discretisation(symmetric, [0, "log(2)", "log(4)", "inf"])),
    }
    return json.loads(json.dumps(makers[name]().content))


PLAIN_RR_9 = {"den": "10", "atoms": [["9", "1"], ["1", "9"]]}
TOTAL_LEAK = {"den": "1", "atoms": [["1", "0"], ["0", "1"]]}
ONE = {"den": "1", "atoms": [["1", "1"]]}


def changed(path, value):
    """A forgery: what stands at a path of keys is another value, or what a function makes of it."""

    def forge(certificate):
        *way, last = path
        place = certificate
        for key in way:
            place = place[key]
        place[last] = value(place[last]) if callable(value) else value

    return forge


def without(path):
    """A forgery: what stands at a path is left out."""

    def forge(certificate):
        *way, last = path
        place = certificate
        for key in way:
            place = place[key]
        del place[last]

    return forge


FORGERIES = [
    ("free", changed(("witness", "values", 0, 1), ONE), "R36-value-step"),
    ("free", changed(("witness", "values", 0, 1), TOTAL_LEAK), "R37-value-budget"),
    ("free", without(("witness", "values", 0)), "R36-value-step"),
    ("free", without(("witness", "values", 1)), "R36-value-step"),
    ("free", changed(("witness", "values", 1, 1), PLAIN_RR_9), "R36-value-step"),
    ("free", changed(("claim", "budget"), lambda _: {"den": "4", "atoms": [["1", "0"], ["2", "1"], ["1", "2"], ["0", "1"]]}), "R36|R37"),
    ("cost", changed(("claim", "cost"), "1/3"), "R39-cost-reached"),
    ("cost", changed(("claim", "cost"), "1/4"), "R39-cost-reached"),
    ("cost", changed(("claim", "x"), "3"), "R39-cost-reached|R40"),
    ("cost", changed(("claim", "x"), "-2"), "R11-positive-x"),
    ("cost", without(("witness", "values", 0)), "R36-value-step"),
    ("cost", changed(("witness", "values", 0, 1), PLAIN_RR_9), "R40-cost-bound|R36"),
    ("cost", changed(("witness", "tree"), ["1", [["1", [None]]]]), "R38-tree-allowed, queries 1, 1, knot"),
    ("cost", changed(("claim", "rule", "rounds"), "1"), "R38-tree-allowed, queries on a path|R36"),
    ("cost", changed(("witness", "tree"), None), "R39-cost-reached"),
    ("table", changed(("claim", "cost"), "1/3"), "R39-cost-reached"),
    ("table", changed(("claim", "rule", "moves", 0, 0, 1), "0"), "R41-moves"),
    ("table", changed(("claim", "rule", "moves", 0, 0, 1), "7"), "R41-moves"),
    ("table", changed(("claim", "rule", "moves", 0, 1, 0), "2"), "R41-moves"),
    ("table", changed(("claim", "rule", "moves", 1), []), "R38-tree-allowed, plays that the table does not have"),
    ("table", changed(("witness", "tree"), ["1", [["0", [None, None]]]]), "R38-tree-allowed, plays that the table does not have"),
    ("table", without(("witness", "values", 1)), "R36-value-step"),
    ("chain", changed(("witness", "order"), lambda order: order[::-1]), "R43-order-step"),
    ("chain", changed(("witness", "order"), lambda order: [order[1], order[0], *order[2:]]), "R43-order-step"),
    ("chain", without(("witness", "order", 3)), "R42-order-complete"),
    ("chain", changed(("witness", "order", 3), ["0", "0"]), "R42-order-complete"),
    ("chain", changed(("witness", "order"), lambda order: [*order, ["0"] * 4]), "R42-order-complete"),
    ("chain", changed(("witness", "order"), lambda order: [*order, order[-1]]), "R42-order-complete"),
    ("chain", changed(("claim", "rounds"), "5"), "R42-order-complete"),
    ("not-chain", changed(("witness", "a"), ["0", "0", "0"]), "R44-multiset, a"),
    ("not-chain", changed(("claim", "rounds"), "2"), "R44-multiset, b"),
    ("not-chain", changed(("witness", "x_a"), "3"), "R14-a-above"),
    ("not-chain", changed(("witness", "x_b"), "1"), "R15-b-above"),
    ("not-chain", changed(("witness", "x_b"), "0"), "R11-positive-x"),
    ("not-chain", changed(("witness", "b"), ["0"]), "R15-b-above"),
    ("residue", changed(("claim", "U"), {"den": "4", "atoms": [["3", "1"], ["1", "3"]]}), "R45-residue"),
    ("residue", changed(("claim", "B"), {"den": "4", "atoms": [["3", "1"], ["1", "3"]]}), "R45-residue"),
    ("run", changed(("claim", "budget"), ONE), "R46-run-admitted, step 0"),
    ("run", changed(("claim", "steps", 0, "budget"), PLAIN_RR_9), "R45-residue, step 0"),
    ("run", changed(("claim", "steps", 1, "refused"), "4"), None),
    ("run", changed(("claim", "steps", 1, "refused"), "-1"), "R11-positive-x, step 1"),
    ("run", changed(("claim", "steps", 1, "query"), ONE), "R47-run-refused, step 1"),
    ("run", changed(("claim", "steps", 2), {"query": PLAIN_RR_9, "budget": ONE}), "R46-run-admitted, step 2"),
    ("sandwich", changed(("claim", "grid", 0), "2"), "R48-grid, first"),
    ("sandwich", changed(("claim", "grid"), ["1", "4", "2", "inf"]), "R48-grid, 1"),
    ("sandwich", changed(("claim", "grid"), ["1", "2", "2", "inf"]), "R48-grid, 1"),
    ("sandwich", changed(("claim", "pld"), {"den": "10", "atoms": [["9", "5"], ["1", "5"]]}), "R49-sandwich-lower|R50-sandwich-upper"),
]


@pytest.mark.parametrize("case", FORGERIES, ids=[f"{i}-{name}-{rule}" for i, (name, _, rule) in enumerate(FORGERIES)])
def test_forgeries(case):
    """Right in all but one thing: the cross-check contradicts it (or leaves a tie where less is claimed), the checker rejects it by a rule."""
    name, forge, rule = case
    true = content(name)
    assert crosscheck(true, ceiling_bits=256).checks
    forged = copy.deepcopy(true)
    forge(forged)
    forged["claim_digest"] = digest({key: forged[key] for key in ("format", "version", "kind", "claim")})
    forged["digest"] = digest({key: value for key, value in forged.items() if key not in ("meta", "digest")})
    if rule is None:
        with pytest.raises((Contradiction, Undecided)):
            crosscheck(forged, ceiling_bits=256)
    else:
        with pytest.raises(Contradiction, match=rule):
            crosscheck(forged, ceiling_bits=256)
    with pytest.raises(checker.Rejected):
        checker.verify(json.dumps(forged).encode())


def test_what_is_no_certificate():
    """A state that is listed twice, a tree of another shape, a kind that is unknown."""
    twice = content("free")
    twice["witness"]["values"].append(twice["witness"]["values"][0])
    tree = content("cost")
    tree["witness"]["tree"] = ["0", [None]]
    for broken in (twice, tree, content("residue") | {"kind": "residues"}):
        with pytest.raises(NotACertificate):
            crosscheck(broken, ceiling_bits=256)


@pytest.mark.parametrize("name", ["free", "cost", "table", "chain", "run", "residue", "sandwich"])
def test_exact_ties_pass(name):
    """Bounds that are met exactly are ties at the ceiling, and no contradiction."""
    checks = crosscheck(content(name), ceiling_bits=256).checks
    assert "tie" in {check.interval for check in checks}
    assert all(check.interval == "confirmed" for check in checks if check.relation == "<")


def test_states_that_play_does_not_come_to_do_not_count():
    """A table may have a row that nothing leads to; its value may be anything."""
    table_claim = content("table")
    table_claim["claim"]["rule"]["moves"].append([["0", "5"]])
    table_claim["claim"]["rule"]["moves"] += [[] for _ in range(5 - len(table_claim["claim"]["rule"]["moves"]) + 1)]
    assert len(table_claim["claim"]["rule"]["moves"]) >= 6
    assert crosscheck(table_claim, ceiling_bits=256).checks


def test_a_rule_of_too_many_states(monkeypatch):
    """The search of the cross-check for what a natural rule allows has a limit as well."""
    free = content("free")
    free["claim"] |= {"budget": TOTAL_LEAK, "rounds": "all"}
    monkeypatch.setattr(filter_comparisons, "STATE_LIMIT", 10)
    free["witness"]["values"] = [[[str(i) for i in m], TOTAL_LEAK] for k in range(5) for m in combinations_with_replacement(range(2), k)]
    with pytest.raises(TooLarge, match="more than 10 multisets"):
        crosscheck(free, ceiling_bits=64)


def test_grids_are_stated_by_ratios(tmp_path):
    """e^e for the losses e of the grid, and inf."""
    made = claims.sandwich(rr(1), discretisation(rr(1), [0, "1/2", "log(5)", "inf"]))
    assert made.content["claim"]["grid"] == ["1", [["1", "1/2"]], "5", "inf"]
    assert verified(made, tmp_path / "c.json", kind="sandwich")
