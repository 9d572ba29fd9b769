"""The truth of a certificate by brute force: every outcome multiplied out, every set of outcomes summed.

Reads the file itself, by FORMAT.md, and answers
    "right"     the claim is true and the witness shows it: must be verified
    "tied"      the same, but so close to a tie that enclosures need not tell: must not be rejected
    "unshown"   the claim is true, or may be, but this witness does not show it: must not be verified
    "false"     the claim is false, or about something that is no PLD: must not be verified
    "ill"       a number is not well spelled: must not be verified
Shares nothing with the checker nor with `exact/`: products of outcomes are not merged, the epsilon is a maximum over
sets of outcomes, rational numbers are Fractions and all others intervals of mpmath (reals.py).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import pairwise
from typing import Any

from tests.torture.pairs import ONE, Number, Outcomes, Pair
from tests.torture.reals import ONE as UNIT
from tests.torture.reals import NoNumber, Real, integral, power, rational, read, read_number


class NotTrue(Exception):
    """Raised when the claim is false, or about something that is no PLD."""


class Unshown(Exception):
    """Raised when the witness does not show the claim."""


class Tied(Exception):
    """Raised when the claim is true, but where only enclosures are asked for that, two sides are equal or hardly differ."""


def need(fact: object, error: type[Exception] = NotTrue) -> None:
    """Raise unless the fact holds."""
    if not fact:
        raise error


def read_plain(value: Any) -> Pair:
    """Return a plain PLD; NotTrue if a rule from R03 to R07 does not hold."""
    masses = [read(mass) for atom in value["atoms"] for mass in atom]
    den, *masses = integral([read(value["den"]), *masses])
    outcomes = list(zip(masses[::2], masses[1::2], strict=True))
    need(den.sign() > 0)
    for p, q in outcomes:
        need(p.sign() >= 0 and q.sign() >= 0 and (p.terms or q.terms))
    for side in (0, 1):
        need(not sum((atom[side] for atom in outcomes), start=-den).terms)
    for (p, q), (r, s) in pairwise(outcomes):
        need((p * s - r * q).sign() > 0)
    return Pair(den, outcomes)


def read_pld(value: Any) -> Pair:
    """Return a PLD, multiplied out."""
    if "atoms" in value:
        return read_plain(value)
    result = Pair(ONE, [(ONE, ONE)])
    for times, plain in value["compose"]:
        item = read_plain(plain).power(int(times))
        result = result.times(item)
    return result


def above(a: Pair, b: Pair, x: Number) -> int:
    """Return the sign of h_A(x) - h_B(x)."""
    return (a.excess(x) * b.den - b.excess(x) * a.den).sign()


def dominated(a: Pair, b: Pair) -> bool:
    """Return whether h_A <= h_B, from the ratios of both and from infinity."""
    if (a.infinite() * b.den - b.infinite() * a.den).sign() > 0:
        return False
    return all(above(a, b, x) <= 0 for x in [*a.knots(), *b.knots()])


def positive(x: Number, error: type[Exception] = Unshown) -> Number:
    """Return x if it is positive."""
    need(x[1].sign() > 0, error)
    need(x[0].sign() > 0, error)
    return x


# ---- kinds


def judge_order(kind: str, claim: Any, witness: Any) -> None:
    """Judge the four kinds about A and B."""
    a, b = read_pld(claim["A"]), read_pld(claim["B"])
    if kind == "equal":
        need(dominated(a, b) and dominated(b, a))
    elif kind == "dominated" and witness["method"] == "knots":
        need(dominated(a, b))
    elif kind == "dominated":
        judge_kernel(a, b, witness["rows"])
    else:
        places = [("x", a, b)] if kind == "not-dominated" else [("x_a", a, b), ("x_b", b, a)]
        numbers = [read_number(witness[key]) for key, _, _ in places]
        if not all(
            x[1].sign() > 0 and x[0].sign() > 0 and above(one, two, x) > 0
            for x, (_, one, two) in zip(numbers, places, strict=True)
        ):
            need(not any(dominated(one, two) for _, one, two in places))
            raise Unshown


def ordered(pair: Pair) -> Outcomes:
    """Return the atoms of a pair: outcomes of one ratio added up, ratios decreasing."""
    atoms: Outcomes = []
    for p, q in pair.outcomes:
        for i, (r, s) in enumerate(atoms):
            sign = (p * s - r * q).sign()
            if sign == 0:
                atoms[i] = (p + r, q + s)
            elif sign > 0:
                atoms.insert(i, (p, q))
            if sign >= 0:
                break
        else:
            atoms.append((p, q))
    return atoms


def judge_kernel(a: Pair, b: Pair, rows: Any) -> None:
    """Judge a kernel: row j says with which probability atom j of B becomes atom i of A."""
    try:
        mine, yours = ordered(a), ordered(b)
        for row in rows:
            need(all(int(one) < int(two) for (one, _), (two, _) in pairwise(row)), Unshown)
        table = [{int(i): read_number(entry) for i, entry in row} for row in rows]
        need(len(table) == len(yours), Unshown)
        for row in table:
            need(row.keys() <= set(range(len(mine))), Unshown)
            for entry in row.values():
                need(entry[1].sign() > 0 and entry[0].sign() > 0, Unshown)
            need(not total(list(row.values()), ONE).terms, Unshown)
        for i, atom in enumerate(mine):
            for side in (0, 1):
                parts = [
                    (yours[j][side] * row[i][0] * a.den, row[i][1]) for j, row in enumerate(table) if i in row
                ]
                need(not total(parts, atom[side] * b.den).terms, Unshown)
    except Unshown:
        need(dominated(a, b))
        raise


def total(fractions: list[Number], minus: Real) -> Real:
    """Return a positive multiple of the sum of the fractions - minus."""
    num, den = rational(0), ONE
    for n, d in fractions:
        num, den = (num + n, den) if d.terms == den.terms else (num * d + n * den, den * d)
    return num - minus * den


def judge_delta(claim: Any) -> None:
    """Judge a value of the curve."""
    pair = read_pld(claim["pld"])
    if claim["x"] == "inf":
        value, scale = pair.infinite(), pair.den
    else:
        x = positive(read_number(claim["x"]), NotTrue)
        value, scale = pair.excess(x), pair.den * x[1]
    for key, allowed in (("value", (0,)), ("lower", (0, 1)), ("upper", (0, -1))):
        if key in claim:
            num, den = read_number(claim[key])
            need(den.sign() > 0)
            need((value * den - num * scale).sign() in allowed)


def candidates(pair: Pair, delta: Number) -> Iterator[Number]:
    """Yield (p_S - delta, q_S), scaled, for the sets S of outcomes above each ratio; e^epsilon is their largest ratio."""
    for r, s in [*pair.outcomes, (rational(0), ONE), (ONE, rational(0))]:
        p = q = rational(0)
        for mine in pair.outcomes:
            # At r/s = 1/0 only the outcomes of infinite loss are above.
            if (mine[0] * s - mine[1] * r).sign() >= 0:
                p, q = p + mine[0], q + mine[1]
        yield p * delta[1] - pair.den * delta[0], q * delta[1]


def judge_epsilon(claim: Any) -> None:
    """Judge an epsilon: h(x) <= delta if and only if x q_S >= p_S - delta for all S, so inf x is a maximum."""
    pair, delta = read_pld(claim["pld"]), read_number(claim["delta"])
    need(delta[1].sign() > 0)
    need(delta[0].sign() >= 0 and (delta[0] - delta[1]).sign() <= 0)
    found = list(candidates(pair, delta))
    infinite = any(p.sign() > 0 and not q.terms for p, q in found)
    nothing = all(p.sign() <= 0 for p, _ in found)

    def at_least(x: Number) -> bool:
        return infinite or any(q.terms and (p * x[1] - q * x[0]).sign() >= 0 for p, q in found)

    def at_most(x: Number) -> bool:
        return not infinite and all((p * x[1] - q * x[0]).sign() <= 0 for p, q in found)

    said = claim.get("exp_value")
    if said in ("inf", "0"):
        need(infinite if said == "inf" else nothing)
    elif "exp_value" in claim:
        x = positive(read_number(said), NotTrue)
        need(at_least(x) and at_most(x))
    for key, holds in (("lower", at_least), ("upper", at_most)):
        if key in claim:
            need(holds((power(read(claim[key]).terms.get(UNIT, 0)), ONE)))


WORDS: dict[type[Exception], str] = {NotTrue: "false", NoNumber: "ill", Unshown: "unshown", Tied: "tied"}


def judge(certificate: Any) -> str:
    """Return the truth in one word; or raise Undecided, TooLarge, or anything where the form is wrong."""
    kind, claim, witness = certificate["kind"], certificate["claim"], certificate["witness"]
    if witness.get("method") == "kernel" and certificate["version"] == "1":
        return "ill"
    from tests.torture import judge_audits, judge_envelopes, judge_orders, judge_theorems  # made of the parts above

    theorems = {**judge_theorems.JUDGES, **judge_envelopes.JUDGES}
    first = 5 if kind in theorems else 4 if kind in judge_audits.JUDGES else 1
    if kind in judge_orders.LATER or claim.get("rounds") == "all":
        first = 3
    if certificate["version"] not in [str(n) for n in range(first, 6)]:
        return "ill"
    judges = {
        **{
            name: partial(function, claim, witness)
            for name, function in {**judge_orders.JUDGES, **judge_audits.JUDGES, **theorems}.items()
        },
        "delta": partial(judge_delta, claim),
        "epsilon": partial(judge_epsilon, claim),
    }
    try:
        judges.get(kind, partial(judge_order, kind, claim, witness))()
    except tuple(WORDS) as error:
        return WORDS[type(error)]
    return "right"
