"""Random edits of what only audits have: what is said, discretised PLDs, points, quantities, spends."""

from __future__ import annotations

import copy
from collections.abc import Callable
from random import Random
from typing import Any

from tests.certificates.checker_harness import at, places, replaced

Json = Any
SAYS = ("claim", "says")


def is_dyadic(value: Json) -> bool:
    """Return whether it is m 2^e, m not zero."""
    return isinstance(value, str) and "p" in value and value.replace("p", "").replace("-", "").isdigit()


def dyadic(top: int, power: int) -> str:
    """Return the spelling of m 2^e."""
    while top and not top % 2:
        top, power = top // 2, power + 1
    return f"{top}p{power}" if top else "0"


def picked(random: Random, certificate: Json, wanted: Callable[[Json], bool]) -> tuple[Any, ...] | None:
    """Return the path of a random part of the claim of the wanted sort."""
    found = [path for path in places(certificate["claim"]) if path and wanted(at(certificate["claim"], path))]
    return ("claim", *random.choice(found)) if found else None


def change_dyadic(random: Random, certificate: Json) -> Json | None:
    """Change a mass by little or by much, or its sign."""
    path = picked(random, certificate, is_dyadic)
    if not path:
        return None
    top, power = map(int, at(certificate, path).split("p"))
    changes = [(top + 2, power), (top - 2, power), (-top, power), (top, power + 1), (top, power - 1), (0, 0), (4 * top + 1, power - 2)]
    return replaced(certificate, path, dyadic(*random.choice(changes)))


def change_grid(random: Random, certificate: Json) -> Json | None:
    """Move an atom to the next point, add one, drop one, or change the mass of +inf."""
    path = picked(random, certificate, lambda value: isinstance(value, dict) and "unit" in value)
    if not path:
        return None
    grid = copy.deepcopy(at(certificate, path))
    atoms, how = grid["atoms"], random.choice(["move", "move", "add", "drop", "infinite"])
    if how == "infinite":
        grid["infinite"] = random.choice(["0", "1p-1", "1p-60", "-1p-60", "1p0"])
    elif how == "add" or not atoms:
        last = int(atoms[-1][0], 0) if atoms else 0
        atoms.append([str(last + random.choice((1, 2, 100))), random.choice(["1p-3", "1p-50", "-1p-50", "0"])])
    elif how == "drop":
        del atoms[random.randrange(len(atoms))]
    else:
        atom = random.choice(atoms)
        atom[0] = str(int(atom[0], 0) + random.choice((1, -1)))
    return replaced(certificate, path, grid)


def other_side(_: Random, certificate: Json) -> Json | None:
    """Say the same of the other side."""
    says = certificate["claim"]["says"]
    names = {"lower": "upper", "upper": "lower"}
    if not says.keys() & names.keys():
        return None
    return replaced(certificate, SAYS, {names.get(key, key): value for key, value in says.items()})


def change_by(random: Random, certificate: Json) -> Json | None:
    """Drop the amount, or say one."""
    says = dict(certificate["claim"]["says"])
    if says.pop("by", None) is None:
        if certificate["claim"]["verdict"] != "violated":
            return None
        says["by"] = random.choice(["1", "1/3", "1/1000000", "0", "-1"])
    return replaced(certificate, SAYS, says)


def change_value(random: Random, certificate: Json) -> Json | None:
    """Say another value."""
    says = certificate["claim"]["says"]
    keys = [key for key in says if isinstance(says[key], str)]
    if not keys:
        return None
    return replaced(certificate, (*SAYS, random.choice(keys)), random.choice(["inf", "-inf", "nan", "0", "1", "-1", "1/2", "3", "9999"]))


def change_quantity(random: Random, certificate: Json) -> Json | None:
    """Say it of another quantity, or at another place."""
    quantity = dict(certificate["claim"]["quantity"])
    names = {
        "epsilon": "clipped-epsilon",
        "clipped-epsilon": "epsilon",
        "delta": random.choice(["tradeoff", "delta"]),
        "tradeoff": random.choice(["delta", "epsilon", "tradeoff"]),
    }
    keys = {"delta": "x", "tradeoff": "alpha", "epsilon": "delta", "clipped-epsilon": "delta", "renyi": "order"}
    old, new = quantity["of"], names.get(quantity["of"], quantity["of"])
    place = quantity.pop(keys.get(old, ""), None)
    quantity["of"] = new
    if new == old:
        place = random.choice({"x": ["1", "2", "1/2", "inf", "1000"], "order": ["2", "3", "7"]}.get(keys.get(old, ""), ["0", "1", "1/2", "1/10"]))
    if new in keys and place is not None:
        quantity[keys[new]] = place
    return replaced(certificate, ("claim", "quantity"), quantity)


def change_level(random: Random, certificate: Json) -> Json | None:
    """Name another pair, or another level."""
    witness = dict(certificate["witness"])
    if "t" not in witness:
        return None
    if random.random() < 0.4:
        witness["pair"] = random.choice(["0", "1", "2"])
    else:
        witness["t"] = random.choice(["0", "1", "-1", "-2", "-1/3", "3/2", "64", "-64"])
    return {**certificate, "witness": witness}


def change_points(random: Random, certificate: Json) -> Json | None:
    """Exchange the values of two points, drop a point, or put one beside another."""
    points = copy.deepcopy(certificate["claim"]["says"].get("points"))
    if not points:
        return None
    one, two = random.sample(points, 2)
    how = random.choice(["values", "places", "drop"])
    if how == "drop":
        points.remove(one)
    else:
        i = 1 if how == "values" else 0
        one[i], two[i] = two[i], one[i]
    return replaced(certificate, (*SAYS, "points"), points)


def change_claimant(random: Random, certificate: Json) -> Json:
    """Let somebody else have said it: this keeps the truth."""
    return replaced(certificate, ("claim", "claimant"), random.choice(["a", "~" * 200, "another tool 2.0"]))


EDITS = [
    change_dyadic,
    change_dyadic,
    change_grid,
    change_grid,
    other_side,
    change_by,
    change_by,
    change_value,
    change_quantity,
    change_level,
    change_points,
    change_points,
    change_claimant,
]
