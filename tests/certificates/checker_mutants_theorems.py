"""Random edits of what only certificates of version 5 have: constructions, laws, distances, instances, neighbours."""

from __future__ import annotations

import copy
from collections.abc import Callable
from fractions import Fraction
from random import Random
from typing import Any

from tests.certificates.checker_harness import at, places, replaced

Json = Any
NEAR = Fraction(1, 10**60)
LITTLE = [Fraction(1), Fraction(1, 2), Fraction(1, 10), Fraction(1, 1000), NEAR]


def fraction(value: Json) -> Fraction | None:
    """Return the value of a text that is a rational number."""
    if not isinstance(value, str):
        return None
    top, slash, bottom = value.partition("/")
    try:
        return Fraction(int(top, 0), int(bottom, 0) if slash else 1)
    except (ValueError, ZeroDivisionError):
        return None


def text(value: Fraction) -> str:
    """Return the one spelling of a rational number."""
    parts = [value.numerator] if value.denominator == 1 else [value.numerator, value.denominator]
    return "/".join(str(n) if abs(n) < 10**60 else hex(n) for n in parts)


def found(certificate: Json, wanted: Callable[[Json], bool]) -> list[tuple[Any, ...]]:
    """Return the paths of the parts of the claim of the wanted sort."""
    return [("claim", *path) for path in places(certificate["claim"]) if path and wanted(at(certificate["claim"], path))]


def has(*keys: str) -> Callable[[Json], bool]:
    """Return a test for objects with these keys."""
    return lambda value: isinstance(value, dict) and all(key in value for key in keys)


def shift(random: Random, values: list[Json], chosen: list[int], *changes: int) -> bool:
    """Add multiples of a step to some rational numbers of a list; return whether all of them are rational."""
    step = random.choice(LITTLE)
    old = [fraction(values[i]) for i in chosen]
    for i, value, change in zip(chosen, old, changes, strict=True):
        values[i] = text((value or Fraction(0)) + change * step)
    return None not in old


def move_weight(random: Random, certificate: Json) -> Json | None:
    """Move weight from one part of a mixture to another, or give one part more; or write two constructions of a mixture."""
    paths = found(certificate, has("mixture"))
    if not paths:
        return None
    path = random.choice(paths)
    construction = copy.deepcopy(at(certificate, path))
    parts = construction["mixture"]
    weights = [part[0] for part in parts]
    two = random.sample(range(len(parts)), min(2, len(parts)))
    if not shift(random, weights, two, *[random.choice([1, -1]), random.choice([0, -1, 1])][: len(two)]):
        return None
    for part, weight in zip(parts, weights, strict=True):
        part[0] = weight
    return replaced(certificate, path, construction)


def split_part(random: Random, certificate: Json) -> Json | None:
    """Write a PLD as a mixture of itself, or a part of a mixture as two: this keeps the truth."""
    paths = found(certificate, lambda value: isinstance(value, dict) and ("mixture" in value or "pld" in value))
    if not paths:
        return None
    path = random.choice(paths)
    construction = copy.deepcopy(at(certificate, path))
    if "pld" in construction:
        share = random.choice(["1/2", "1/3", "1", "0", "999/1000"])
        rest = text(1 - (fraction(share) or Fraction(0)))
        new = {"den": "1", "mixture": [[share, construction["pld"]], [rest, construction["pld"]]]}
        return replaced(certificate, path, new)
    parts = construction["mixture"]
    i = random.randrange(len(parts))
    weight = fraction(parts[i][0])
    if weight is None:
        return None
    parts[i][0] = text(weight / 3)
    parts.insert(random.randrange(len(parts) + 1), [text(2 * weight / 3), parts[i][1]])
    return replaced(certificate, path, construction)


def change_constraint(random: Random, certificate: Json) -> Json | None:
    """Move a constraint a little, drop it, add one, or exchange two."""
    paths = found(certificate, has("constraints"))
    if not paths:
        return None
    path = (*random.choice(paths), "constraints")
    pairs = copy.deepcopy(at(certificate, path))
    i, how = random.randrange(len(pairs)), random.choice(["move", "move", "move", "drop", "add", "exchange"])
    if how == "drop":
        del pairs[i]
    elif how == "add":
        before, x = fraction(pairs[i - 1][0]) if i else Fraction(1000), fraction(pairs[i][0])
        if before is None or x is None:
            return None
        pairs.insert(i, [text((before + x) / 2), random.choice(["1", "0", "1/2", "1/10", "1/1000"])])
    elif how == "exchange":
        j = random.randrange(len(pairs))
        pairs[i], pairs[j] = pairs[j], pairs[i]
    elif not shift(random, pairs[i], [random.choice([0, 1])], random.choice([1, -1])):
        return None
    return replaced(certificate, path, pairs)


def change_constructions(random: Random, certificate: Json) -> Json | None:
    """Drop a construction, repeat it, or put it elsewhere."""
    items = copy.deepcopy(certificate["claim"].get("constructions"))
    if not items:
        return None
    i, how = random.randrange(len(items)), random.choice(["drop", "repeat", "move"])
    if how == "repeat":
        items.append(items[i])
    else:
        item = items.pop(i)
        if how == "move":
            items.insert(random.randrange(len(items) + 1), item)
    return replaced(certificate, ("claim", "constructions"), items)


def move_in_law(random: Random, certificate: Json) -> Json | None:
    """Move mass from one outcome of a law to another, or add some."""
    paths = found(certificate, has("den", "masses"))
    if not paths:
        return None
    path = random.choice(paths)
    new = copy.deepcopy(at(certificate, path))
    two = random.sample(range(len(new["masses"])), min(2, len(new["masses"])))
    if not shift(random, new["masses"], two, *[1, random.choice([-1, -1, -1, 0])][: len(two)]):
        return None
    return replaced(certificate, path, new)


def scale_law(random: Random, certificate: Json) -> Json | None:
    """Multiply a law, denominator and masses, by a number: this keeps the truth if the number is positive."""
    paths = found(certificate, has("den", "masses"))
    if not paths:
        return None
    path, factor = random.choice(paths), random.choice([Fraction(2), Fraction(1, 3), Fraction(7, 5), Fraction(-1)])
    new = at(certificate, path)
    values = [fraction(value) for value in (new["den"], *new["masses"])]
    den, *masses = [text(value * factor) for value in values if value is not None]
    return replaced(certificate, path, {"den": den, "masses": masses}) if None not in values else None


def exchange_laws(random: Random, certificate: Json) -> Json | None:
    """Exchange two laws, or put one in the place of another."""
    paths = [path for path in found(certificate, lambda value: isinstance(value, list)) if path[-1] == "laws"]
    if not paths:
        return None
    laws = list(at(certificate, paths[0]))
    i, j = random.randrange(len(laws)), random.randrange(len(laws))
    laws[i], laws[j] = laws[j], laws[i] if random.random() < 0.5 else laws[j]
    return replaced(certificate, paths[0], laws)


def change_distance(random: Random, certificate: Json) -> Json | None:
    """Change a distance, mostly both ways."""
    paths = [path for path in found(certificate, lambda value: isinstance(value, list)) if path[-1] == "distances"]
    if not paths:
        return None
    rows = copy.deepcopy(at(certificate, paths[0]))
    i, j = random.randrange(len(rows)), random.randrange(len(rows))
    rows[i][j] = random.choice(["0", "1", "2", "3"])
    if random.random() < 0.7:
        rows[j][i] = rows[i][j]
    return replaced(certificate, paths[0], rows)


def change_instance(random: Random, certificate: Json) -> Json | None:
    """Change a part of an instance."""
    base = certificate["claim"].get("base", {})
    if "eta" not in base:
        return None
    base, key = copy.deepcopy(base), random.choice(["eta", "gamma", "n", "rounds", "queries", "queries"])
    if key in ("eta", "gamma"):
        base[key] = random.choice(["1", "1/100", "0", "-1", "7", ["0", [["3", "1/2"]]], ["-1", [["2", "1"], ["5", "1/3"]]], ["1", [["2", "-2"]]]])
    elif key == "queries":
        query = random.choice(base[key])
        query[random.randrange(len(query))] = random.choice(["0", "1", "-1", "1/3", "-2/7", "1000001/1000000"])
    else:
        base[key] = random.choice(["1", "2"])
    return replaced(certificate, ("claim", "base"), base)


def change_ratio(random: Random, certificate: Json) -> Json | None:
    """Say another half or another bound."""
    claim = certificate["claim"]
    keys = [key for key in ("half", "ratio_upper", "ratio_lower") if key in claim]
    if not keys:
        return None
    key = random.choice(keys)
    value = fraction(claim[key])
    others = ["1", "2", "3/2", "5/4", "1001/1000", "9/4", "999/1000", "0"]
    if value is not None and random.random() < 0.6:
        others = [text(value + random.choice([1, -1]) * random.choice(LITTLE))]
    return replaced(certificate, ("claim", key), random.choice(others))


def change_neighbours(random: Random, certificate: Json) -> Json | None:
    """Name another law, turn a pair round, drop one, or look at another outcome."""
    claim, witness = certificate["claim"], certificate["witness"]
    if "neighbours" not in claim:
        return None
    pairs, witness = copy.deepcopy(claim["neighbours"]), dict(witness)
    pair, how = random.choice(pairs), random.choice(["name", "turn", "drop", "more", "witness"])
    if how == "witness" and witness:
        witness[random.choice(sorted(witness))] = random.choice(["0", "1", "2", "3"])
    elif how == "name":
        pair[random.choice([0, 1])] = random.choice(["0", "1", "2", "3"])
    elif how == "turn":
        pair.reverse()
    elif how == "drop":
        pairs.remove(pair)
    else:
        pairs.append(random.choice([["0", "0"], ["0", "1"], ["1", "0"], pair]))
    return {**certificate, "claim": {**claim, "neighbours": pairs}, "witness": witness}


def other_kind(random: Random, certificate: Json) -> Json | None:
    """Say the opposite of the ratios of the same laws."""
    claim = dict(certificate["claim"])
    if "ratio_upper" in claim and "neighbours" in claim:
        claim["ratio_lower"] = claim.pop("ratio_upper")
        witness = {"pair": random.choice("0123"), "outcome": random.choice("012")}
        return {**certificate, "kind": "not-pure-dp", "claim": claim, "witness": witness}
    if "ratio_lower" in claim:
        claim["ratio_upper"] = claim.pop("ratio_lower")
        return {**certificate, "kind": "pure-dp-tables", "claim": claim, "witness": {}}
    return None


EDITS = [
    move_weight,
    move_weight,
    split_part,
    change_constraint,
    change_constraint,
    change_constructions,
    move_in_law,
    scale_law,
    exchange_laws,
    change_distance,
    change_instance,
    change_instance,
    change_ratio,
    change_ratio,
    change_neighbours,
    other_kind,
]
