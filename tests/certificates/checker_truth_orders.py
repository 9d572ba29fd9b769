"""The second opinion on chains, residues and sandwiches: all pairs, all places, masses added one by one."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, combinations_with_replacement, pairwise
from typing import Any

from tests.certificates.checker_oracle import Atoms, Number, Oracle, Unknown, require
from tests.certificates.checker_truth_filters import composition, queries

MOST = 60  # compositions of a chain


def _members(count: int, rounds: int) -> list[tuple[int, ...]]:
    """Return every multiset of fewer than so many queries."""
    found: list[tuple[int, ...]] = []
    for length in range(rounds):
        for state in combinations_with_replacement(range(count), length):
            found.append(state)
            if len(found) > MOST:
                raise Unknown
    return found


def _chain(o: Oracle, claim: Any, witness: Any) -> None:
    parts = queries(o, claim)
    order = [tuple(map(int, state)) for state in witness["order"]]
    members = _members(len(parts), int(claim["rounds"]))
    require(sorted(order) == sorted(members), "order complete")
    played = {state: composition(o, parts, state) for state in members}
    for a, b in pairwise(order):
        require(1 not in o.compare(played[a], played[b]), "order step")
    for a, b in combinations(members, 2):
        require(not {1, -1} <= o.compare(played[a], played[b]), "chain")


def _not_chain(o: Oracle, claim: Any, witness: Any) -> None:
    parts, plds = queries(o, claim), []
    x_a, x_b = o.number(witness["x_a"]), o.number(witness["x_b"])
    require(o.sign(x_a, Fraction(0)) > 0 and o.sign(x_b, Fraction(0)) > 0, "x")
    for key in ("a", "b"):
        state = tuple(map(int, witness[key]))
        require(all(i < len(parts) for i in state) and len(state) < int(claim["rounds"]), "multiset")
        plds.append(composition(o, parts, state))
    for name, x, above in (("a above", x_a, 1), ("b above", x_b, -1)):
        require(o.sign(o.h(plds[0], x), o.h(plds[1], x)) == above, name)
    require({1, -1} <= o.compare(*plds), "incomparable")


def _residue(o: Oracle, claim: Any, _witness: Any) -> None:
    left, query, budget = (o.atoms(claim[key]) for key in ("U", "L", "B"))
    require(1 not in o.compare(o.product(left, query), budget), "residue")


def _run(o: Oracle, claim: Any, _witness: Any) -> None:
    budget = start = o.atoms(claim["budget"])
    used: Atoms = [(Fraction(1), Fraction(1))]
    plds = [(o.atoms(step["query"]), o.atoms(step["budget"]) if "budget" in step else []) for step in claim["steps"]]
    for step, (query, after) in zip(claim["steps"], plds, strict=True):
        if "refused" in step:
            x = o.number(step["refused"])
            require(o.sign(x, Fraction(0)) > 0, "x")
            require(o.sign(o.h(query, x), o.h(budget, x)) > 0, "refused")
            require(1 in o.compare(query, budget), "refused in truth")
            continue
        require(1 not in o.compare(query, budget), "admitted")
        require(1 not in o.compare(o.product(after, query), budget), "residue")
        budget = after
        if len(query) > 1:
            used = o.product(used, query)
    require(1 not in o.compare(o.product(used, budget), start), "all that was used")


def _mixture(o: Oracle, weights: list[Number], ratios: list[Number]) -> Atoms:
    """Return the mixture of randomized responses at these ratios, in no order."""
    atoms: Atoms = []
    for weight, x in zip(weights, ratios, strict=True):
        if x == "inf":
            atoms += [(weight, Fraction(0)), (Fraction(0), weight)]
        else:
            small = o.over(weight, o.add(Fraction(1), x))
            large = o.times(x, small)
            atoms += [(large, small), (small, large)]
    return [(p, q) for p, q in atoms if p != 0 or q != 0]


def _sandwich(o: Oracle, claim: Any, _witness: Any) -> None:
    pld = o.atoms(claim["pld"])
    grid: list[Number] = [o.number(x) for x in claim["grid"][:-1]]
    require(o.sign(grid[0], Fraction(1)) == 0, "grid")
    require(all(o.sign(a, b) < 0 for a, b in pairwise(grid)), "grid")
    weights: list[Number] = [Fraction(0)] * len(grid)
    for p, q in pld:
        # The place of max(r, 1/r) among the x is how many of them it reaches.
        large, small = (p, q) if o.sign(p, q) > 0 else (q, p)
        place = sum(1 for x in grid[1:] if o.sign(large, o.times(x, small)) >= 0)
        weights[place] = o.add(weights[place], p)
    require(1 not in o.compare(_mixture(o, weights, grid), pld), "sandwich lower")
    require(1 not in o.compare(pld, _mixture(o, weights, [*grid[1:], "inf"])), "sandwich upper")


KINDS = {
    "chain": _chain,
    "not-chain": _not_chain,
    "residue": _residue,
    "residue-run": _run,
    "sandwich": _sandwich,
}
