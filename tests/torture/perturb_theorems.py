"""Small changes of identities, laws, envelopes and tables: weights, constraints, masses, distances, ratios, indices."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

from tests.certificates import checker_mutants_theorems
from tests.torture import perturb
from tests.torture.blocks import TINY
from tests.torture.reals import Real, power, rational, read, read_number, spelled, spelled_quotient

Json = Any
STEPS = [TINY, TINY, Fraction(1, 10**20), Fraction(1, 1000), Fraction(1, 2), Fraction(1)]


def nudged(random: Random, holder: Any, key: Any) -> None:
    """Change a number by very little or by more."""
    num, den = read_number(holder[key])
    holder[key] = spelled_quotient(num + den.scaled(random.choice((1, -1)) * random.choice(STEPS)), den)


def near_number(random: Random, certificate: Json) -> Json | None:
    """Change half, a ratio, or a part of a constraint."""
    claim = certificate["claim"]
    holders = [(claim, key) for key in ("half", "ratio_upper", "ratio_lower") if key in claim]
    for construction in claim.get("constructions", []):
        holders += [(pair, i) for pair in construction.get("constraints", []) for i in (0, 1, 1)]
    if not holders:
        return None
    nudged(random, *random.choice(holders))
    return certificate


def lists_of(certificate: Json, key: str) -> list[Json]:
    """Return the mixtures or the constraints of an identity."""
    return [c for c in certificate["claim"].get("constructions", []) if key in c]


def move_weight(random: Random, certificate: Json) -> Json | None:
    """Move weight from one part to another, or give one part more; a weight may get below 0."""
    found = lists_of(certificate, "mixture")
    if not found:
        return None
    mixture = random.choice(found)
    parts, den = mixture["mixture"], read(mixture["den"])
    step = den.scaled(random.choice(STEPS))
    i, how = random.randrange(len(parts)), random.random()
    j = random.randrange(len(parts))
    change(parts[i], step)
    if how < 0.7 and i != j:
        change(parts[j], -step)
    elif how < 0.8:
        mixture["den"] = spelled(den + step)
    return certificate


def change(part: Json, step: Real) -> None:
    """Add to the weight of a part."""
    part[0] = spelled(read(part[0]) + step)


def signed_weights(random: Random, certificate: Json) -> Json | None:
    """Write a part as twice itself less itself, or a whole mixture with a denominator and weights below 0."""
    found = lists_of(certificate, "mixture")
    if not found:
        return None
    mixture = random.choice(found)
    if random.random() < 0.6:
        w, part = random.choice(mixture["mixture"])
        factor = random.choice((Fraction(1), TINY, Fraction(3)))
        mixture["mixture"] += [[spelled(read(w).scaled(factor)), part], [spelled(-read(w).scaled(factor)), part]]
    else:
        mixture["den"] = spelled(-read(mixture["den"]))
        for part in mixture["mixture"]:
            part[0] = spelled(-read(part[0]))
    return certificate


def other_constraints(random: Random, certificate: Json) -> Json | None:
    """Leave a constraint out, repeat it, exchange two, turn x over, or put one far away."""
    found = lists_of(certificate, "constraints")
    if not found:
        return None
    pairs = random.choice(found)["constraints"]
    i, how = random.randrange(len(pairs)), random.randrange(6)
    if how == 0:
        del pairs[i]
    elif how == 1:
        pairs.insert(i, list(pairs[i]))
    elif how == 2:
        pairs.reverse()
    elif how == 3:  # of the dual, which is the same constraint at a place below 1
        (x, y), (p, q) = read_number(pairs[i][0]), read_number(pairs[i][1])
        pairs.append([spelled_quotient(y, x), spelled_quotient(x * q - y * (q - p), x * q)])
    elif how == 4:
        pairs.append([random.choice(("1/2", "999/1000", "1")), random.choice(("1", "1/2", "0"))])
    else:
        first = random.choice((["1000000", "0"], ["1000000", "2"], ["1000000", "-1/3"], ["0x" + "f" * 60, "1"]))
        pairs.insert(0, first)
    return certificate


def one_side(random: Random, certificate: Json) -> Json | None:
    """Spoil the symmetry of a PLD below the ratio 1 only: split its last atom, or put its last two together."""
    plds = [pld for pld in perturb.plains(certificate) if len(pld["atoms"]) > 1]
    if not plds or not lists_of(certificate, "constraints"):
        return None
    pld = random.choice(plds)
    (p, q), (r, s) = ([read(mass) for mass in atom] for atom in pld["atoms"][-2:])
    if random.random() < 0.5:
        pld["atoms"][-2:] = [[spelled(p + r), spelled(q + s)]]
    else:
        part = random.choice((Fraction(1, 2), Fraction(1, 1000), TINY))
        less = r.scaled((1 + part) / 2), s.scaled(Fraction(1, 2))
        pld["atoms"][-1:] = [[spelled(less[0]), spelled(less[1])], [spelled(r - less[0]), spelled(s - less[1])]]
    return certificate


def laws_of(certificate: Json) -> list[Json]:
    """Return the laws of a claim."""
    claim = certificate["claim"]
    return claim.get("laws") or claim.get("base", {}).get("laws", [])


def move_in_law(random: Random, certificate: Json) -> Json | None:
    """Move mass from one outcome to another, or give one more; a mass may get below 0."""
    laws = laws_of(certificate)
    if not laws:
        return None
    law = random.choice(laws)
    masses, step = law["masses"], read(law["den"]).scaled(random.choice(STEPS))
    i, j = random.randrange(len(masses)), random.randrange(len(masses))
    masses[i] = spelled(read(masses[i]) + step)
    if i != j and random.random() < 0.75:
        masses[j] = spelled(read(masses[j]) - step)
    elif random.random() < 0.5:
        law["den"] = spelled(read(law["den"]) + step)
    return certificate


def hole(random: Random, certificate: Json) -> Json | None:
    """Take all mass from an outcome: what others have there is infinitely more."""
    laws = laws_of(certificate)
    if not laws or len(laws[0]["masses"]) < 2:
        return None
    law = random.choice(laws)
    i, j = random.sample(range(len(law["masses"])), 2)
    law["masses"][j] = spelled(read(law["masses"][i]) + read(law["masses"][j]))
    law["masses"][i] = "0"
    return certificate


def negative_law(random: Random, certificate: Json) -> Json | None:
    """Write a law with everything below 0, or with another number of outcomes."""
    laws = laws_of(certificate)
    if not laws:
        return None
    law = random.choice(laws)
    if random.random() < 0.7:
        law["den"] = spelled(-read(law["den"]))
        law["masses"] = [spelled(-read(mass)) for mass in law["masses"]]
    else:
        law["masses"].append("0")
    return certificate


def other_distance(random: Random, certificate: Json) -> Json | None:
    """Change a distance, mostly both ways: no metric, other neighbours, none at all."""
    rows = certificate["claim"].get("base", {}).get("distances")
    if not rows:
        return None
    how, i, j = random.random(), random.randrange(len(rows)), random.randrange(len(rows))
    if how < 0.15:
        for row in rows:
            row[:] = [str(2 * int(d)) for d in row]
        return certificate
    rows[i][j] = random.choice(("0", "1", "1", "2", "3", "7", "1000"))
    if how < 0.8:
        rows[j][i] = rows[i][j]
    return certificate


def other_instance(random: Random, certificate: Json) -> Json | None:
    """Change a part of an instance; what is not allowed stands there, too."""
    base = certificate["claim"].get("base", {})
    if "eta" not in base:
        return None
    key = random.choice(("eta", "gamma", "n", "rounds", "queries", "queries", "universe"))
    if key in ("eta", "gamma"):
        bad = ("0", "-1", ["0", [["2", "-1"]]], ["1", [["3", "-1"]]], ["-1", [["3", "1"]]], ["0", [["4", "1"]]], ["0", [["3", "1"], ["2", "1"]]])
        base[key] = random.choice((*bad, "1", "1/7", ["-1", [["2", "2"]]], ["-3", [["2", "13/3"]]]))
    elif key == "queries":
        query = random.choice(base[key])
        query[random.randrange(len(query))] = random.choice(("0", "1", "-1", "2", "-1000001/1000000", "1/3", "1000001/1000000"))
    elif key == "universe":
        base[key], base["queries"] = "1", [query[:1] for query in base["queries"]]
    else:
        base[key] = random.choice(("1", "2", "2", "0"))
    return certificate


def other_half(random: Random, certificate: Json) -> Json | None:
    """Say another half, its square for the ratio or not; below 1 now and then."""
    claim = certificate["claim"]
    if "half" not in claim:
        return None
    half = random.choice((rational(1), rational(1 - TINY), rational(1 + TINY), rational(Fraction(9, 10)), power(Fraction(1, 3)), rational(-2)))
    if random.random() < 0.5:
        claim["half"] = spelled(half)
    if random.random() < 0.6:
        claim["ratio_upper"] = random.choice((spelled(half * half), spelled(half), "1", "-1", "0"))
    return certificate


def other_index(random: Random, certificate: Json) -> Json | None:
    """Name another law, one that there is not, another way or another outcome."""
    claim, witness = certificate["claim"], certificate["witness"]
    if "neighbours" not in claim:
        return None
    holders = [(pair, i) for pair in claim["neighbours"] for i in (0, 1)] + [(witness, key) for key in witness] * 3
    holder, key = random.choice(holders)
    size = len(claim["laws"]) if isinstance(holder, list) else 2 * len(claim["neighbours"])
    holder[key] = str(random.choice((random.randrange(size), random.randrange(size), size, int(holder[key]) + 1)))
    return certificate


def other_way(random: Random, certificate: Json) -> Json | None:
    """Look at the pair of the witness the other way round."""
    witness = certificate["witness"]
    if "pair" not in witness:
        return None
    witness["pair"] = str(int(witness["pair"]) ^ 1)
    return certificate


def only_below(random: Random, certificate: Json) -> Json | None:
    """Say a lower bound below 1, which says nothing."""
    if "ratio_lower" not in certificate["claim"]:
        return None
    certificate["claim"]["ratio_lower"] = random.choice(("1", "1/2", "0", "-1", "999999/1000000"))
    return certificate


OWN = [
    *[near_number] * 4,
    *[move_weight] * 3,
    signed_weights,
    *[other_constraints] * 3,
    one_side,
    *[move_in_law] * 3,
    hole,
    negative_law,
    *[other_distance] * 2,
    *[other_instance] * 3,
    *[other_half] * 2,
    *[other_index] * 2,
    other_way,
    only_below,
    perturb.move_mass,
    perturb.hide_leak,
    perturb.reorder,
]
ALL = [*OWN, *checker_mutants_theorems.EDITS]
