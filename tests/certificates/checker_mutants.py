"""Random edits of certificates: small, well spelled where possible, so that they reach the rules behind the form."""

from __future__ import annotations

import copy
import json
import zlib
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

from tests.certificates import checker_mutants_audit, checker_mutants_filters, checker_mutants_theorems
from tests.certificates.checker_harness import at, places, replaced

Json = Any
NEAR = Fraction(1, 10**60)
PRIMES = ["2", "3", "5", "7", "4", "6", "9", "1"]


def text(value: Fraction) -> str:
    """Return the one spelling of a rational number."""
    parts = [value.numerator] if value.denominator == 1 else [value.numerator, value.denominator]
    return "/".join(str(n) if abs(n) < 10**60 else hex(n) for n in parts)


def rational(value: Json) -> Fraction | None:
    """Return the value of a text if it is a rational number."""
    if not isinstance(value, str):
        return None
    top, slash, bottom = value.partition("/")
    try:
        return Fraction(int(top, 0), int(bottom, 0) if slash else 1)
    except (ValueError, ZeroDivisionError):
        return None


def pick(random: Random, certificate: Json, wanted: Callable[[Json], bool]) -> tuple[Any, ...] | None:
    """Return the path to a random part of claim or witness of the wanted sort."""
    found = [
        p for p in places(certificate) if p and p[0] in ("claim", "witness") and wanted(at(certificate, p))
    ]
    return random.choice(found) if found else None


def is_plain(value: Json) -> bool:
    """Return whether it is a plain PLD."""
    atoms = value.get("atoms") if isinstance(value, dict) else None
    return isinstance(atoms, list) and all(is_pair(atom) for atom in atoms)


def is_pld(value: Json) -> bool:
    """Return whether it is a PLD."""
    return is_plain(value) or (isinstance(value, dict) and "compose" in value)


def is_pair(value: Json) -> bool:
    """Return whether it is a list of two: an atom, a term, an exponent, a node."""
    return isinstance(value, list) and len(value) == 2


def change_number(random: Random, certificate: Json) -> Json | None:
    """Change one rational number a little, or turn it round."""
    path = pick(random, certificate, lambda v: rational(v) is not None)
    value = rational(at(certificate, path)) if path else None
    if value is None:
        return None
    other = random.choice(
        [
            value + 1,
            value - 1,
            -value,
            2 * value,
            value / 2,
            value + NEAR,
            value - NEAR,
            1 / value if value else Fraction(1),
            value + Fraction(1, 10),
            Fraction(0),
        ]
    )
    return replaced(certificate, path, text(other))


def change_bound(random: Random, certificate: Json) -> Json | None:
    """Change a number that stands for itself in the claim or the witness: x, value, lower, upper, delta, rounds."""
    names = [
        (part, key)
        for part in ("claim", "witness")
        for key, v in certificate[part].items()
        if rational(v) is not None
    ]
    if not names:
        return None
    path = random.choice(names)
    value = rational(at(certificate, path)) or Fraction(0)
    steps = [Fraction(1), Fraction(1, 2), Fraction(1, 10), Fraction(1, 1000), NEAR]
    return replaced(certificate, path, text(value + random.choice([1, -1]) * random.choice(steps)))


def move_mass(random: Random, certificate: Json) -> Json | None:
    """Move some mass from one atom to another on the side of P or of Q; the sums stay right."""
    path = pick(random, certificate, is_plain)
    if not path:
        return None
    plain, side = copy.deepcopy(at(certificate, path)), random.choice([0, 1])
    found = [atom for atom in plain["atoms"] if rational(atom[side]) is not None]
    if len(found) < 2:
        return None
    one, two = random.sample(found, 2)
    step = random.choice([Fraction(1), Fraction(1, 2), Fraction(1, 100), NEAR])
    for atom, change in ((one, step), (two, -step)):
        atom[side] = text((rational(atom[side]) or Fraction(0)) + change)
    return replaced(certificate, path, plain)


def swap_pair(random: Random, certificate: Json) -> Json | None:
    """Exchange the two items of a list of two, such as the p and the q of an atom."""
    path = pick(random, certificate, is_pair)
    return path and replaced(certificate, path, at(certificate, path)[::-1])


def edit_list(random: Random, certificate: Json) -> Json | None:
    """Drop, repeat or move an item of a list: an atom, a term, a child, a query, an item of a composition."""
    path = pick(random, certificate, lambda v: isinstance(v, list) and len(v) > 0)
    if not path:
        return None
    items = copy.deepcopy(at(certificate, path))
    i, j = random.randrange(len(items)), random.randrange(len(items))
    how = random.choice(["drop", "repeat", "exchange"])
    if how == "drop":
        del items[i]
    elif how == "repeat":
        items.insert(i, items[i])
    else:
        items[i], items[j] = items[j], items[i]
    return replaced(certificate, path, items)


def copy_pld(random: Random, certificate: Json) -> Json | None:
    """Put one PLD of the certificate in the place of another."""
    path, source = pick(random, certificate, is_pld), pick(random, certificate, is_pld)
    if not path or not source or path == source[: len(path)] or source == path[: len(source)]:
        return None
    return replaced(certificate, path, copy.deepcopy(at(certificate, source)))


def dual(random: Random, certificate: Json) -> Json | None:
    """Exchange P and Q of one plain PLD; it remains a PLD."""
    path = pick(random, certificate, is_plain)
    if not path:
        return None
    plain = at(certificate, path)
    return replaced(certificate, path, {**plain, "atoms": [[q, p] for p, q in reversed(plain["atoms"])]})


def compose_plain(random: Random, certificate: Json) -> Json | None:
    """Put a composition in the place of a PLD: itself a few times, or itself and another of the certificate."""
    path, other = pick(random, certificate, is_plain), pick(random, certificate, is_plain)
    if not path or not other or "compose" in path:
        return None
    plain = at(certificate, path)
    items = random.choice(
        [[["0", plain]], [["1", plain]], [["2", plain]], [["1", plain], ["1", at(certificate, other)]]]
    )
    return replaced(certificate, path, {"compose": copy.deepcopy(items)})


def swap_keys(random: Random, certificate: Json) -> Json | None:
    """Exchange the values of two keys of the claim or of the witness: A and B, lower and upper, x_a and x_b."""
    part = random.choice(["claim", "witness"])
    keys = sorted(certificate[part])
    if len(keys) < 2:
        return None
    a, b = random.sample(keys, 2)
    return {**certificate, part: {**certificate[part], a: certificate[part][b], b: certificate[part][a]}}


def rename_key(random: Random, certificate: Json) -> Json | None:
    """Turn a lower bound into an upper one, a value into a bound."""
    names = {"lower": "upper", "upper": "lower", "value": random.choice(["lower", "upper"])}
    claim = certificate["claim"]
    found = [k for k in claim if k in names and names[k] not in claim]
    if not found:
        return None
    key = random.choice(found)
    return {**certificate, "claim": {(names[k] if k == key else k): v for k, v in claim.items()}}


def change_kind(random: Random, certificate: Json) -> Json | None:
    """Claim the opposite of a comparison, or equality, about the same two PLDs."""
    if "A" not in certificate["claim"]:
        return None
    x = certificate["witness"].get(
        "x", certificate["witness"].get("x_a", random.choice(["1/2", "1", "2", "3"]))
    )
    kind, witness = random.choice(
        [
            ("dominated", {"method": "knots"}),
            ("equal", {}),
            ("not-dominated", {"x": x}),
            ("incomparable", {"x_a": x, "x_b": random.choice(["1/2", "1", "2", "3"])}),
        ]
    )
    return {**certificate, "kind": kind, "witness": witness}


def change_prime(random: Random, certificate: Json) -> Json | None:
    """Put another base in the place of a prime, prime or not."""
    found = [
        p
        for p in places(certificate)
        if len(p) > 3
        and p[-1] == 0
        and isinstance(p[-2], int)
        and isinstance(at(certificate, p), str)
        and at(certificate, p) in PRIMES
        and isinstance(at(certificate, p[:-3]), list)
        and len(at(certificate, p[:-3])) == 2
        and isinstance(at(certificate, p[:-3])[0], str)
    ]
    return replaced(certificate, random.choice(found), random.choice(PRIMES)) if found else None


def change_tree(random: Random, certificate: Json) -> Json | None:
    """Stop at a node, go on at a stop, or play another query."""
    if "tree" not in certificate["witness"]:
        return None
    tree = {"tree": certificate["witness"]["tree"]}
    nodes = [
        p
        for p in places(tree)
        if p
        and (p[-1] == "tree" or (isinstance(p[-1], int) and len(p) % 2))
        and (at(tree, p) is None or is_pair(at(tree, p)))
    ]
    path = random.choice(nodes)
    queries = certificate["claim"]["queries"]
    i = random.randrange(len(queries))
    finite = sum(1 for p, q in queries[i]["atoms"] if "0" not in (p, q))
    new = random.choice([None, [str(i), [None] * finite], [str(i), [at(tree, path)] * finite]])
    return replaced(certificate, ("witness", *path), copy.deepcopy(new))


EDITS = [
    change_number,
    change_bound,
    change_bound,
    move_mass,
    move_mass,
    swap_pair,
    edit_list,
    edit_list,
    copy_pld,
    dual,
    compose_plain,
    swap_keys,
    rename_key,
    change_kind,
    change_prime,
    change_tree,
    change_tree,
]


OWN = {  # of what a version has added
    "3": checker_mutants_filters.EDITS,
    "4": checker_mutants_audit.EDITS,
    "5": checker_mutants_theorems.EDITS,
}


def mutants(path: Path, count: int) -> Iterator[tuple[str, Json]]:
    """Return (name of the edit, mutant) of a vector: always the same ones."""
    original = json.loads(path.read_bytes())
    edits = [*EDITS, *OWN.get(original["version"], [])]
    random = Random(zlib.crc32(path.name.encode()))
    made = 0
    while made < count:
        certificate, names = original, []
        for _ in range(random.choice([1, 1, 1, 2])):
            edit = random.choice(edits)
            try:
                changed = edit(random, certificate)
            except (AttributeError, IndexError, KeyError, TypeError, ValueError):
                continue  # an earlier edit has destroyed the form that this one needs
            if changed:
                certificate = changed
                names.append(edit.__name__)
        if names and certificate != original:
            made += 1
            yield "+".join(names), certificate
