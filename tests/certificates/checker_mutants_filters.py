"""Random edits of what only certificates of version 3 have: values, multisets, tables, steps, grids, rounds."""

from __future__ import annotations

import copy
from collections.abc import Callable
from random import Random
from typing import Any

from tests.certificates.checker_harness import at, places, replaced

Json = Any
FEW = ("0", "1", "2", "3")


def is_multiset(value: Json) -> bool:
    """Return whether it is a list of naturals, as far as it tells."""
    return isinstance(value, list) and all(isinstance(item, str) and item.isdigit() for item in value)


def found(certificate: Json, wanted: Callable[[tuple[Any, ...]], bool]) -> list[tuple[Any, ...]]:
    """Return the paths of the parts of the wanted sort."""
    return [path for path in places(certificate) if path and wanted(path)]


def plains(certificate: Json) -> list[Json]:
    """Return the plain PLDs of claim and witness."""
    parts = [at(certificate, path) for path in found(certificate, lambda path: path[0] in ("claim", "witness"))]
    return [part for part in parts if isinstance(part, dict) and "atoms" in part]


def change_multiset(random: Random, certificate: Json) -> Json | None:
    """Add a query to a multiset, take one away, or change one; mostly the order of queries stays right."""
    places_of = [
        path
        for path in found(certificate, lambda path: path[0] == "witness")
        if (path[-1] in ("a", "b") or path[1] in ("order", "values")) and is_multiset(at(certificate, path))
    ]
    if not places_of:
        return None
    path = random.choice(places_of)
    state = list(at(certificate, path))
    how = random.choice(["more", "less", "other"])
    if how == "more" or not state:
        state.append(random.choice(FEW[:3]))
    elif how == "less":
        del state[random.randrange(len(state))]
    else:
        state[random.randrange(len(state))] = random.choice(FEW[:3])
    return replaced(certificate, path, sorted(state) if random.random() < 0.95 else state[::-1])


def change_value(random: Random, certificate: Json) -> Json | None:
    """Drop a value, repeat it for another state, or put another PLD of the certificate in its place."""
    values = certificate["witness"].get("values")
    if values is None:
        return None
    values = copy.deepcopy(values)
    how = random.choice(["drop", "other", "other", "more", "exchange"])
    if how == "more" or not values:
        moves = "moves" in certificate["claim"].get("rule", {})
        state: Json = random.choice(FEW) if moves else sorted(random.choices(FEW[:2], k=random.randrange(3)))
        values.insert(random.randint(0, len(values)), [state, random.choice(plains(certificate))])
    elif how == "drop":
        del values[random.randrange(len(values))]
    elif how == "other":
        random.choice(values)[1] = copy.deepcopy(random.choice(plains(certificate)))
    else:
        one, two = random.choice(values), random.choice(values)
        one[1], two[1] = two[1], one[1]
    return replaced(certificate, ("witness", "values"), values)


def change_moves(random: Random, certificate: Json) -> Json | None:
    """Let a move lead elsewhere or play another query; add one, or drop one."""
    moves = copy.deepcopy(certificate["claim"].get("rule", {}).get("moves"))
    if not moves:
        return None
    row = random.choice(moves)
    how = random.choice(["query", "next", "more", "drop"])
    if how == "more" or not row:
        row.append([random.choice(FEW[:2]), str(random.randint(0, len(moves)))])
        row.sort()
    elif how == "drop":
        del row[random.randrange(len(row))]
    else:
        random.choice(row)[how == "next"] = random.choice(FEW)
    return replaced(certificate, ("claim", "rule", "moves"), moves)


def change_rounds(random: Random, certificate: Json) -> Json | None:
    """Say another number of rounds, or any number."""
    where = found(certificate, lambda path: path[-1] == "rounds")
    return replaced(certificate, where[0], random.choice([*FEW, "4", "16", "all", "all"])) if where else None


def change_step(random: Random, certificate: Json) -> Json | None:
    """Admit what was refused, refuse what was admitted, or leave another budget."""
    steps = copy.deepcopy(certificate["claim"].get("steps"))
    if not steps:
        return None
    i = random.randrange(len(steps))
    how = random.choice(["budget", "budget", "refused", "query"])
    query = steps[i]["query"]
    pld = copy.deepcopy(random.choice(plains(certificate)))
    if how == "query":
        steps[i]["query"] = pld
    else:
        steps[i] = {"query": query, how: pld if how == "budget" else random.choice(["1/2", "1", "2", "3", "8"])}
    return replaced(certificate, ("claim", "steps"), steps)


def change_grid(random: Random, certificate: Json) -> Json | None:
    """Put another number into a grid, or one more, or take one away."""
    grid = copy.deepcopy(certificate["claim"].get("grid"))
    if not grid:
        return None
    i = random.randrange(1, len(grid))
    number = random.choice(["1", "6/5", "3/2", "2", "5/2", "3", "4", [["1", "1/2"]], [["1", "1"]]])
    if i == len(grid) - 1 or random.random() < 0.3:
        grid.insert(i, number)
    elif random.random() < 0.3:
        del grid[i]
    else:
        grid[i] = number
    return replaced(certificate, ("claim", "grid"), grid)


def change_filter(random: Random, certificate: Json) -> Json | None:
    """Claim that a filter is free, with few values, whatever was claimed about it."""
    claim, witness = certificate["claim"], certificate["witness"]
    rule = claim.get("rule", claim)
    if "budget" not in rule or "queries" not in claim:
        return None
    claim = {"queries": claim["queries"], "budget": rule["budget"], "rounds": rule["rounds"]}
    start = [[[], copy.deepcopy(random.choice(plains(certificate)))]]
    witness = {"values": random.choice([[], start, copy.deepcopy(witness.get("values", start))])}
    return {**certificate, "kind": "natural-filter-free", "claim": claim, "witness": witness}


def change_residue(random: Random, certificate: Json) -> Json | None:
    """Exchange two of the PLDs of a residue, or put another PLD there."""
    claim = certificate["claim"]
    if "U" not in claim:
        return None
    claim = copy.deepcopy(claim)
    one, two = random.sample(["U", "L", "B"], 2)
    if random.random() < 0.5:
        claim[one], claim[two] = claim[two], claim[one]
    else:
        claim[one] = copy.deepcopy(random.choice(plains(certificate)))
    return {**certificate, "claim": claim}


EDITS = [
    change_multiset,
    change_multiset,
    change_value,
    change_value,
    change_value,
    change_moves,
    change_moves,
    change_rounds,
    change_rounds,
    change_step,
    change_step,
    change_step,
    change_grid,
    change_grid,
    change_grid,
    change_filter,
    change_residue,
    change_residue,
]
