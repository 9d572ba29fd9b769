"""Small changes of certificates of version 3: values, orders, tables, steps, grids that are wrong by little."""

from __future__ import annotations

import copy
from fractions import Fraction
from random import Random
from typing import Any

from tests.certificates import checker_mutants_filters
from tests.certificates.checker_harness import at, places
from tests.certificates.checker_mutants import is_plain
from tests.torture.blocks import TINY, garbled, mixed_with_leak, plain
from tests.torture.filter_builders import smaller
from tests.torture.judge import read_plain
from tests.torture.pairs import Pair
from tests.torture.reals import read_number, spelled_quotient

Json = Any
PARTS = [TINY, TINY, Fraction(1, 10**20), Fraction(1, 1000), Fraction(1, 10)]


def near(random: Random, value: Json) -> Json:
    """Return a plain PLD that is a little below or above another one."""
    pair = read_plain(value)
    how = random.randrange(5)
    if how < 3:
        return plain(smaller(pair, random.choice(PARTS)))
    if how == 3:
        return plain(mixed_with_leak(pair, random.choice(PARTS)))
    return plain(garbled(random, "integers", pair)[0])


def near_value(random: Random, certificate: Json) -> Json | None:
    """Put a PLD close by in the place of the value of a state."""
    values = certificate["witness"].get("values")
    if not values:
        return None
    item = random.choice(values)
    item[1] = near(random, item[1])
    return certificate


def near_pld(random: Random, certificate: Json) -> Json | None:
    """Put a PLD close by in the place of a budget or of a part of one, of a query, or of another PLD of the claim."""
    found = [p for p in places(certificate) if p[:1] == ("claim",) and is_plain(at(certificate, p))]
    budgets = [p for p in found if "budget" in p or "B" in p or "U" in p]
    path = random.choice(budgets if budgets and random.random() < 0.8 else found)
    at(certificate, path[:-1])[path[-1]] = near(random, at(certificate, path))
    return certificate


def state_twice(random: Random, certificate: Json) -> Json | None:
    """List a state twice, before or after a value that is too small or right; or a state that does not exist."""
    values, claim = certificate["witness"].get("values"), certificate["claim"]
    if not values:
        return None
    state, value = copy.deepcopy(random.choice(values))
    how = random.randrange(4)
    if how == 0:
        value = near(random, value)
    elif how == 1 and "moves" in claim.get("rule", {}):
        state = str(len(claim["rule"]["moves"]) + random.choice((-1, 0, 0, 1)))
    elif how == 1:
        state = [*state, str(len(claim["queries"]))]
    elif how == 2:
        value = copy.deepcopy(random.choice(values)[1])
    values.insert(random.randint(0, len(values)), [state, value])
    return certificate


def unreached_value(random: Random, certificate: Json) -> Json | None:
    """Give a value to a state that may exist but perhaps cannot be reached; then it says nothing."""
    values, claim = certificate["witness"].get("values"), certificate["claim"]
    if values is None:
        return None
    if "moves" in claim.get("rule", {}):
        state: Json = str(random.randrange(len(claim["rule"]["moves"])))
    else:
        state = sorted(str(random.randrange(len(claim["queries"]))) for _ in range(random.choice((1, 2, 3, 4, 5))))
    if all(state != said for said, _ in values):
        values.insert(random.randint(0, len(values)), [state, copy.deepcopy(random.choice(claim["queries"]))])
    return certificate


def missing_value(random: Random, certificate: Json) -> Json | None:
    """Leave out the value of a state."""
    values = certificate["witness"].get("values")
    if values:
        values.remove(random.choice(values))
    return certificate if values is not None else None


def budget_as_value(random: Random, certificate: Json) -> Json | None:
    """Say that the budget is the value of the start: R37 holds then, R36 only if nothing is above it."""
    values, budget = certificate["witness"].get("values"), certificate["claim"].get("budget", {})
    if not values or "atoms" not in budget:
        return None
    for item in values:
        if not item[0] or random.random() < 0.2:
            item[1] = copy.deepcopy(budget)
    return certificate


def wrong_order(random: Random, certificate: Json) -> Json | None:
    """Exchange neighbours of an order, leave one out, repeat one, or name what is not in the family."""
    order, how = certificate["witness"].get("order"), random.randrange(6)
    if not order:
        return None
    i = random.randrange(len(order))
    if how < 2 and i:
        order[i - 1], order[i] = order[i], order[i - 1]
    elif how == 2:
        del order[i]
    elif how == 3:
        order.insert(i, list(order[i]))
    elif how == 4:
        order.append([*order[-1], random.choice(("0", str(len(certificate["claim"]["queries"]))))])
    else:
        order[i] = list(random.choice(order))
    return certificate


def other_pair(random: Random, certificate: Json) -> Json | None:
    """Exchange a and b, or take others, too long or of queries that do not exist."""
    witness, queries = certificate["witness"], certificate["claim"].get("queries", [])
    if "a" not in witness:
        return None
    how, key = random.randrange(4), random.choice("ab")
    if how == 0:
        witness["a"], witness["b"] = witness["b"], witness["a"]
    elif how == 1:
        witness[key] = sorted([*witness[key], random.choice(witness[key] or ["0"])])
    elif how == 2:
        witness[key] = [*witness[key][:-1], str(len(queries))]
    else:
        witness[key] = sorted(str(random.randrange(len(queries))) for _ in range(random.randrange(3)))
    return certificate


def near_point(random: Random, certificate: Json) -> Json | None:
    """Change a point of a grid, the x of a refusal, or the cost by very little or by more; or exchange two points."""
    claim, step = certificate["claim"], random.choice((1, -1)) * random.choice([*PARTS, Fraction(1, 2), Fraction(1)])
    holders: list[tuple[Any, Any]] = [(claim["grid"], i) for i in range(len(claim.get("grid", [])) - 1)]
    holders += [(s, "refused") for s in claim.get("steps", []) if "refused" in s]
    holders += [(claim, key) for key in ("cost", "x") if key in claim and claim[key] != "inf"]
    if not holders:
        return None
    if "grid" in claim and random.random() < 0.2:
        i, k = (random.randrange(len(claim["grid"]) - 1) for _ in range(2))
        claim["grid"][i], claim["grid"][k] = claim["grid"][k], claim["grid"][i]
        return certificate
    holder, key = random.choice(holders)
    num, den = read_number(holder[key])
    holder[key] = spelled_quotient(num + den.scaled(step), den)
    return certificate


def no_symmetry(random: Random, certificate: Json) -> Json | None:
    """Take a little from the P of an atom of a sandwiched PLD for another atom."""
    pld = certificate["claim"].get("pld", {})
    if certificate["kind"] != "sandwich" or len(pld.get("atoms", [])) < 2:
        return None
    pair = read_plain(pld)
    i, k = random.sample(range(len(pair.outcomes)), 2)
    part, outcomes = random.choice(PARTS), list(pair.outcomes)
    (p, q), (r, s) = outcomes[i], outcomes[k]
    outcomes[i], outcomes[k] = (p - p.scaled(part), q), (r + p.scaled(part), s)
    certificate["claim"]["pld"] = plain(Pair(pair.den, outcomes))
    return certificate


def wrong_moves(random: Random, certificate: Json) -> Json | None:
    """Let a move of a table lead back, nowhere, or elsewhere, or play what is not there."""
    rows = certificate["claim"].get("rule", {}).get("moves")
    if not rows or not any(rows):
        return None
    state = random.choice([s for s, row in enumerate(rows) if row])
    move = random.choice(rows[state])
    how = random.randrange(4)
    if how == 0:
        move[1] = str(random.choice((state, max(state - 1, 0), len(rows), len(rows) + 1)))
    elif how == 1:
        move[1] = str(random.randint(state + 1, max(len(rows) - 1, state + 1)))
    elif how == 2:
        rows[state][-1][0] = str(len(certificate["claim"]["queries"]))
    else:
        rows[state].remove(move)
    return certificate


OWN = [
    *[near_value] * 3,
    *[near_pld] * 2,
    *[state_twice] * 2,
    *[missing_value] * 2,
    *[budget_as_value] * 2,
    unreached_value,
    *[wrong_order] * 4,
    *[other_pair] * 3,
    *[near_point] * 4,
    *[no_symmetry] * 2,
    *[wrong_moves] * 2,
]
ALL = [*OWN, *OWN, *checker_mutants_filters.EDITS]
