"""Small changes of audits: amounts, values and masses that are wrong by little, another side, another direction."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

from tests.certificates import checker_mutants_audit
from tests.torture import perturb
from tests.torture.audit_builders import STEPS, dual
from tests.torture.blocks import plain
from tests.torture.judge import read_plain
from tests.torture.judge_values import NATS
from tests.torture.reals import read_number, spelled_quotient, text

Json = Any


def near_said(random: Random, certificate: Json) -> Json | None:
    """Change a value that is said, the amount, a place or a point by very little or by more."""
    claim = certificate["claim"]
    says, quantity = claim["says"], claim["quantity"]
    holders: list[tuple[Any, Any]] = [(says, key) for key, value in says.items() if key != "points" and "unit" not in value]
    holders += [(quantity, key) for key in ("x", "delta", "alpha") if key in quantity]
    holders += [(point, i) for point in says.get("points", []) for i in (0, 1)]
    holders += [(certificate["witness"], key) for key in ("x", "t") if key in certificate["witness"]]
    holders = [(holder, key) for holder, key in holders if holder[key] not in ("inf", "-inf", "nan")]
    if not holders:
        return None
    holder, key = random.choice(holders)
    step = random.choice((1, -1)) * random.choice(STEPS)
    num, den = read_number(holder[key])
    if (quantity["of"] in NATS and holder is says) or key == "t":
        holder[key] = text(Fraction(num.terms.get((0, 1, ()), 0)) / Fraction(den.terms[0, 1, ()]) + step)
    else:
        holder[key] = spelled_quotient(num + den.scaled(step), den)
    return certificate


def other_direction(random: Random, certificate: Json) -> Json | None:
    """Put the dual in the place of a pair, or leave a pair out, or add the dual of one."""
    found = certificate["claim"].get("pairs")
    if not found:
        return None
    i, how = random.randrange(len(found)), random.randrange(3)
    if how == 0 and len(found) > 1:
        del found[i]
    elif "atoms" in found[i]:
        other = plain(dual(read_plain(found[i])))
        if how == 1:
            found[i] = other
        elif len(found) < 16:
            found.append(other)
    return certificate


def order(random: Random, certificate: Json) -> Json | None:
    """Say it of another order."""
    if certificate["claim"]["quantity"]["of"] != "renyi" or "order" not in certificate["claim"]["quantity"]:
        return None
    certificate["claim"]["quantity"]["order"] = random.choice(("2", "3", "4", "1"))
    return certificate


OWN = [*[near_said] * 6, *[other_direction] * 3, order, perturb.move_mass, perturb.hide_leak, perturb.reorder]
ALL = [*OWN, *checker_mutants_audit.EDITS]
