"""Small changes of a certificate that tend to make it false, or its witness useless; the form stays right.

Each takes (random, certificate) and returns another one, or None where it does not apply. They work on a deep copy.
"""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

from tests.certificates.checker_harness import at, places
from tests.certificates.checker_mutants import EDITS, is_plain
from tests.torture.blocks import TINY, plain
from tests.torture.judge import ordered, read_plain
from tests.torture.pairs import Pair
from tests.torture.reals import Real, power, rational, read, read_number, spelled, spelled_quotient

Json = Any
STEPS = [TINY, TINY, Fraction(1, 10**20), Fraction(1, 1000), Fraction(1, 2), Fraction(1)]


def plains(certificate: Json) -> list[Json]:
    """Return the plain PLDs of the claim."""
    return [at(certificate, p) for p in places(certificate) if p[:1] == ("claim",) and is_plain(at(certificate, p))]


def sums(pld: Json) -> tuple[Real, list[list[Real]]]:
    """Return denominator and masses."""
    return read(pld["den"]), [[read(p), read(q)] for p, q in pld["atoms"]]


def move_mass(random: Random, certificate: Json) -> Json | None:
    """Move a little mass from one atom to another, on one side."""
    pld = random.choice(plains(certificate))
    den, atoms = sums(pld)
    if len(atoms) < 2:
        return None
    (i, j), side = random.sample(range(len(atoms)), 2), random.choice((0, 1))
    step = den.scaled(random.choice(STEPS))
    atoms[i][side], atoms[j][side] = atoms[i][side] + step, atoms[j][side] - step
    pld["atoms"] = [[spelled(p), spelled(q)] for p, q in atoms]
    return certificate


def hide_leak(random: Random, certificate: Json) -> Json | None:
    """Turn a little of the mass of some atom, under P or under Q, into mass of infinite loss."""
    pld = random.choice(plains(certificate))
    den, atoms = sums(pld)
    side = random.choice((0, 0, 1))
    atom = random.choice(atoms)
    step = den.scaled(random.choice(STEPS[:4]))
    atom[side] = atom[side] - step
    end = atoms[0] if side == 0 else atoms[-1]
    if end is not atom and not end[1 - side].terms:
        end[side] = end[side] + step
    else:
        atoms.insert(0 if side == 0 else len(atoms), [step, rational(0)][:: 1 if side == 0 else -1])
    pld["atoms"] = [[spelled(p), spelled(q)] for p, q in atoms]
    return certificate


def near_number(random: Random, certificate: Json) -> Json | None:
    """Change a number of the claim or the witness, kernel entries included, by very little or by more."""
    keys = ("x", "x_a", "x_b", "value", "lower", "upper", "delta", "exp_value")
    found = [(part, key) for part in ("claim", "witness") for key in keys if key in certificate[part]]
    found += [("rows", j) for j, row in enumerate(certificate["witness"].get("rows", [])) if row]
    found = [p for p in found if p[0] == "rows" or certificate[p[0]][p[1]] not in ("inf", "0")]
    if not found:
        return None
    part, key = random.choice(found)
    holder, key = (random.choice(certificate["witness"]["rows"][key]), 1) if part == "rows" else (certificate[part], key)
    step = random.choice((1, -1)) * random.choice(STEPS)
    if certificate["kind"] == "epsilon" and key in ("lower", "upper"):
        holder[key] = spelled(read(holder[key]) + rational(step))
        return certificate
    num, den = read_number(holder[key])
    holder[key] = spelled_quotient(num + den.scaled(step), den)
    return certificate


def replace_power(random: Random, certificate: Json) -> Json | None:
    """Put e^(r + tiny), or twice as much, in the place of an exponent of x or of a mass, everywhere in one number."""
    found = [
        p
        for p in places(certificate)
        if p and p[0] in ("claim", "witness") and p[-1] == 1 and isinstance(at(certificate, p), str)
        and isinstance(at(certificate, p[:-1])[0], str) and len(p) > 2 and isinstance(p[-2], int)
        and isinstance(at(certificate, p[:-2]), list) and at(certificate, p) not in ("0", "1")
    ]
    if not found:
        return None
    path = random.choice(found)
    holder, r = at(certificate, path[:-2]), read(at(certificate, path))
    try:
        changed = read(holder) - read([at(certificate, path[:-1])])
        n = next(iter(r.terms.values()), Fraction(0)) + random.choice((TINY, -TINY, Fraction(1, 2), Fraction(-1)))
        changed += power(n).scaled(read(at(certificate, path[:-1])[0]).terms[0, 1, ()])
    except (AttributeError, KeyError, TypeError, ValueError):
        return None
    above = at(certificate, path[:-3])
    above[path[-3]] = spelled(changed)
    return certificate


def exchange(random: Random, certificate: Json) -> Json | None:
    """Exchange A and B, the two witnesses, or lower and upper."""
    for part, one, two in (("claim", "A", "B"), ("witness", "x_a", "x_b"), ("claim", "lower", "upper")):
        values = certificate[part]
        if one in values and two in values and random.random() < 0.7:
            values[one], values[two] = values[two], values[one]
            return certificate
    return None


def other_kind(random: Random, certificate: Json) -> Json | None:
    """Claim something else about the same A and B."""
    if "A" not in certificate["claim"]:
        return None
    x = certificate["witness"].get("x", random.choice(("1/2", "1", "2")))
    kind, witness = random.choice(
        (
            ("dominated", {"method": "knots"}),
            ("equal", {}),
            ("not-dominated", {"x": x}),
            ("incomparable", {"x_a": x, "x_b": random.choice(("1/2", "1", "2"))}),
        )
    )
    return {**certificate, "kind": kind, "witness": witness}


def signed_kernel(random: Random, certificate: Json) -> Json | None:
    """Give a kernel with exact image and exact sums, from two atoms of B only; where A <= B is false, it is signed."""
    claim = certificate["claim"]
    if certificate["kind"] != "dominated" or "atoms" not in claim["A"] or "atoms" not in claim["B"]:
        return None
    if random.random() < 0.6:
        claim["A"], claim["B"] = claim["B"], claim["A"]
    a, b = read_plain(claim["A"]), read_plain(claim["B"])
    if len(b.outcomes) < 2:
        return None
    j, k = sorted(random.sample(range(len(b.outcomes)), 2))
    (p1, q1), (p2, q2) = b.outcomes[j], b.outcomes[k]
    det = (p1 * q2 - p2 * q1) * a.den  # positive, since ratios decrease
    rows: list[dict[int, tuple[Real, Real]]] = [{0: (rational(1), rational(1))} for _ in b.outcomes]
    rest = [b.den - sum((o[side] for i, o in enumerate(b.outcomes) if i in (j, k)), start=rational(0)) for side in (0, 1)]
    for i, (p, q) in enumerate(a.outcomes):
        # What atoms j and k have to give, times a.den: the other atoms of B all go to atom 0.
        r, s = (
            mass * b.den - (rest[side] * a.den if i == 0 else rational(0)) for side, mass in enumerate((p, q))
        )
        for row, entry in ((j, r * q2 - s * p2), (k, s * p1 - r * q1)):
            if i == 0:
                rows[row] = {}
            if entry.terms:
                rows[row][i] = (entry, det)
    spelled_rows = [[[str(i), spelled_quotient(*entry)] for i, entry in sorted(row.items())] for row in rows]
    return {**certificate, "witness": {"method": "kernel", "rows": spelled_rows}}


def shift_kernel(random: Random, certificate: Json) -> Json | None:
    """Change a kernel by what B does not see: the sums of rows, or of columns, or the image stay right."""
    rows = certificate["witness"].get("rows")
    if not rows:
        return None
    row = random.choice(rows)
    how, step = random.randrange(5), random.choice(STEPS)
    if how == 0 and len(row) > 1:  # within a row: its sum stays, the image does not
        one, two = random.sample(row, 2)
        for entry, sign in ((one, 1), (two, -1)):
            num, den = read_number(entry[1])
            entry[1] = spelled_quotient(num + den.scaled(sign * step), den)
    elif how == 1:
        rows.remove(row)
    elif how == 2:
        rows.append(row)
    elif how == 3 and len(rows) > 1:
        i, k = random.sample(range(len(rows)), 2)
        rows[i], rows[k] = rows[k], rows[i]
    elif row:
        row.remove(random.choice(row))
    return certificate


def unseen_kernel(random: Random, certificate: Json) -> Json | None:
    """Add to a column of the kernel a vector that changes no mass: image exact, sums of rows, or signs, wrong."""
    rows = certificate["witness"].get("rows")
    if not rows or "atoms" not in certificate["claim"]["B"]:
        return None
    b, size = read_plain(certificate["claim"]["B"]), len(certificate["claim"]["A"]["atoms"])
    if len(b.outcomes) < 3 or len(rows) != len(b.outcomes):
        return None
    js = sorted(random.sample(range(len(b.outcomes)), 3))
    o = [b.outcomes[j] for j in js]
    vector = [o[k - 2][0] * o[k - 1][1] - o[k - 1][0] * o[k - 2][1] for k in range(3)]  # a cross product
    scale, both = b.den * b.den, random.random() < 0.5 and size > 1
    columns = random.sample(range(size), 2) if both else [random.randrange(size)]
    step = random.choice(STEPS)
    for sign, i in zip((1, -1), columns, strict=False):
        for j, v in zip(js, vector, strict=True):
            table = {k: read_number(entry) for k, entry in rows[j]}
            num, den = table.get(str(i), (rational(0), rational(1)))
            num, den = num * scale + v.scaled(sign * step) * den, den * scale
            table[str(i)] = (num, den)
            entries = sorted(((int(k), entry) for k, entry in table.items() if entry[0].terms))
            rows[j] = [[str(k), spelled_quotient(*entry)] for k, entry in entries]
    return certificate


def reorder(random: Random, certificate: Json) -> Json | None:
    """Split an atom in two of equal ratio, or exchange two neighbours: no PLD any more."""
    pld = random.choice(plains(certificate))
    i = random.randrange(len(pld["atoms"]))
    if random.random() < 0.5:
        half = [spelled(read(mass).scaled(Fraction(1, 2))) for mass in pld["atoms"][i]]
        pld["atoms"][i : i + 1] = [half, list(half)]
    elif i:
        pld["atoms"][i - 1], pld["atoms"][i] = pld["atoms"][i], pld["atoms"][i - 1]
    return certificate


def expand(random: Random, certificate: Json) -> Json | None:
    """Write a composition of two as one PLD; this keeps the truth."""
    for key, pld in certificate["claim"].items():
        if isinstance(pld, dict) and len(pld.get("compose", [])) == 2 and all(k == "1" for k, _ in pld["compose"]):
            one, two = (read_plain(item) for _, item in pld["compose"])
            both = one.times(two)
            certificate["claim"][key] = plain(Pair(both.den, ordered(both)))
            return certificate
    return None


OWN = [
    move_mass,
    hide_leak,
    near_number,
    near_number,
    replace_power,
    exchange,
    other_kind,
    signed_kernel,
    shift_kernel,
    unseen_kernel,
    reorder,
    expand,
]
ALL = [*OWN, *OWN, *EDITS]
