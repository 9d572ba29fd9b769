"""The natural filter on small families with rational masses: verdict, cost as a PLD, cost at one x, and the checker on the proof.

The rival decides the same in plain Fractions: every multiset of queries composed and compared with the budget, then the value at
one x by the recursion of Theorem 6 of RES, each pair of a multiset and a point once.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache

from benchmarks.checker import checker, verify
from benchmarks.measure import Bench, Contestant, exponent
from benchmarks.table import Found, Growth, Kind, Row, Subject
from certificates import claims
from exact import PLD, approx, exp, rr
from exact.filters import natural_filter, natural_game
from exact.number import Number

X = Fraction(3, 2)
GROWTH = (4, 6, 8, 10, 12)

Law = dict[Fraction | None, tuple[Fraction, Fraction]]
"""Masses under P and Q by the likelihood ratio p/q; None for the loss +inf. (What is lost at -inf is not needed.)"""
Counts = tuple[int, ...]


@cache
def family(n: int) -> tuple[PLD, ...]:
    """Return n queries with rational masses, unlike each other."""
    return (rr("log(2)"), rr("log(4/3)"), approx(0, "1/20"), rr("log(5/3)"), approx("log(6/5)", "1/30"))[:n]


@cache
def budget() -> PLD:
    """Return a budget that allows about two thirds of the multisets of 8 of 3 queries."""
    return 3 * rr("log(2)") + approx(0, "1/5")


@cache
def irrational() -> tuple[PLD, ...]:
    """Return a budget, and 5 queries whose ratios are powers of e."""
    return (rr(1) + approx(0, "1/10"), *(rr(eps) for eps in ("1/10", "1/7", "1/3", "2/5", "3/11")))


def fresh(values: tuple[PLD, ...]) -> list[PLD]:
    """Return the same PLDs with nothing worked out."""
    return [PLD.of_atoms(*value.factors) for value in values]


def verdict(queries: list[PLD], rounds: int) -> str:
    """Decide whether the filter keeps its budget, with the largest gap and the best strategy there."""
    return natural_filter(queries, fresh((budget(),))[0], rounds).verdict


def at_one_point(queries: list[PLD], rounds: int) -> Number:
    """Return the cost at one x; the whole cost is not worked out."""
    return natural_game(queries, fresh((budget(),))[0], rounds).game.cost_at(Number(X.numerator) / X.denominator)[0]


def law(pld: PLD) -> Law:
    """Return the law of a PLD with rational masses."""
    rows = [(p.as_fraction() or Fraction(0), q.as_fraction() or Fraction(0)) for p, q in pld.atoms]
    return {(p / q if q else None): (p, q) for p, q in rows if p}


def composed(a: Law, b: Law) -> Law:
    out: Law = {}
    for r, (p, q) in a.items():
        for s, (u, v) in b.items():
            ratio = None if r is None or s is None else r * s
            old = out.get(ratio, (Fraction(0), Fraction(0)))
            out[ratio] = old[0] + p * u, old[1] + q * v
    return out


def curve(a: Law, x: Fraction) -> Fraction:
    return sum((p - x * q for r, (p, q) in a.items() if r is None or r > x), Fraction(0))


def plain(queries: list[Law], limit: Law, rounds: int) -> Fraction:
    """Return the cost at one x in plain Fractions."""
    spent: dict[Counts, Law] = {(0,) * len(queries): {Fraction(1): (Fraction(1), Fraction(1))}}
    level, moves = list(spent), dict[Counts, list[tuple[int, Counts]]]()
    for _ in range(rounds):
        following: dict[Counts, bool] = {}
        for state in level:
            moves[state] = []
            for i, query in enumerate(queries):
                after = (*state[:i], state[i] + 1, *state[i + 1 :])
                if after not in following:
                    whole = composed(spent[state], query)
                    following[after] = all(curve(whole, r) <= curve(limit, r) for r in limit if r is not None)
                    if following[after]:
                        spent[after] = whole
                if following[after]:
                    moves[state].append((i, after))
        level = [state for state, allowed in following.items() if allowed]
    known: dict[tuple[Counts, Fraction], Fraction] = {}

    def value(state: Counts, x: Fraction) -> Fraction:
        if (state, x) not in known:
            best = max(Fraction(0), 1 - x)
            for i, after in moves.get(state, ()):
                total = sum((p if r is None else p * value(after, x / r) for r, (p, _) in queries[i].items()), Fraction(0))
                best = max(best, total)
            known[state, x] = best
        return known[state, x]

    return value((0,) * len(queries), X)


@cache
def free_proof(n: int, rounds: int) -> bytes:
    """Return a certificate that the filter keeps a budget that allows nearly everything."""
    queries, wide = list(family(n)), approx("log(5)", "1/3")
    found = natural_filter(queries, wide, rounds)
    return claims.natural_filter_free(queries, wide, found).to_bytes()


PLAIN = "plain Fractions, one x"

ROWS = (
    Row("three", "3 queries, 8 rounds: verdict, largest gap, best strategy", Kind.FASTER, None, PLAIN),
    Row("three-at", "the same family: the cost at one x", Kind.FASTER, None, PLAIN),
    Row("five", "5 queries, 5 rounds: verdict, largest gap, best strategy", Kind.FASTER, None, PLAIN),
    Row("five-at", "the same family: the cost at one x", Kind.FASTER, None, PLAIN),
    Row("three-states", "3 queries, 8 rounds: multisets allowed", Kind.COUNT),
    Row("three-classes", "positions that differ in what may follow, of these", Kind.COUNT),
    Row("three-atoms", "finite atoms of the cost", Kind.COUNT),
    Row("five-states", "5 queries, 5 rounds: multisets allowed", Kind.COUNT),
    Row("five-classes", "positions that differ in what may follow, of these", Kind.COUNT),
    Row("five-atoms", "finite atoms of the cost", Kind.COUNT),
    Row("irrational", "5 queries with rational epsilons, 5 rounds: verdict", Kind.SECONDS),
    Row("irrational-at", "the same family: the cost at one x", Kind.SECONDS),
    Row("free", "the checker on a proof of free, 3 queries and 4 rounds", Kind.AS_LONG, None, "the search"),
    Row("growth", "growth of the verdict with the rounds, 3 queries, 4 to 12 rounds", Kind.EXPONENT),
)


def measure(bench: Bench) -> Found:
    found = Found()
    limit = law(budget())
    for name, n, rounds in (("three", 3, 8), ("five", 5, 5)):
        queries = family(n)
        laws = [law(query) for query in queries]
        medians = bench.medians({
            "verdict": Contestant(lambda given, k=rounds: verdict(given, k), lambda queries=queries: fresh(queries)),
            "at": Contestant(lambda given, k=rounds: at_one_point(given, k), lambda queries=queries: fresh(queries)),
            PLAIN: Contestant(lambda laws=laws, k=rounds: plain(laws, limit, k)),
        })  # fmt: skip
        found.put(name, medians["verdict"], medians[PLAIN])
        found.put(f"{name}-at", medians["at"], medians[PLAIN])
    for name, n, rounds in (("three", 3, 8), ("five", 5, 5)):
        whole = natural_filter(list(family(n)), budget(), rounds)
        assert whole.played is not None
        found.put(f"{name}-states", whole.states)
        found.put(f"{name}-classes", len(set(whole.played.game.classes)))
        found.put(f"{name}-atoms", len(whole.cost_pld.canonical.finite))
    medians = bench.medians({
        "verdict": Contestant(lambda given: natural_filter(given[1:], given[0], 5), lambda: fresh(irrational())),
        "at": Contestant(lambda given: natural_game(given[1:], given[0], 5).game.cost_at(exp("1/2")), lambda: fresh(irrational())),
    })  # fmt: skip
    found.put("irrational", medians["verdict"])
    found.put("irrational-at", medians["at"])
    checker()
    proof, wide = free_proof(3, 4), approx("log(5)", "1/3")
    medians = bench.medians({
        "check": Contestant(lambda: verify(proof)),
        "search": Contestant(lambda given: natural_filter(given, wide, 4), lambda: fresh(family(3))),
    })  # fmt: skip
    found.put("free", medians["check"], medians["search"])
    medians = bench.medians({str(k): Contestant(lambda given, k=k: verdict(given, k), lambda: fresh(family(3))) for k in GROWTH})
    points = tuple((k, medians[str(k)]) for k in GROWTH)
    found.put("growth", exponent(points))
    found.growth.append(Growth("the verdict on a natural filter of 3 queries in the number of rounds", points))
    return found


SUBJECT = Subject("The natural filter", ROWS, measure)
