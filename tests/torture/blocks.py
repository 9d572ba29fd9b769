"""What random claims are made of: numbers of several flavours, PLDs, kernels, joins."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise
from math import ceil, floor
from random import Random
from typing import Any

import mpmath

from tests.torture.judge import above
from tests.torture.pairs import ONE, Number, Outcomes, Pair
from tests.torture.reals import Real, enclosure, integral, iv, power, rational, spelled, spelled_quotient

TINY = Fraction(1, 10**60)
EXPONENTS = [Fraction(n, 2) for n in (-3, -2, -1, 1, 2, 3)] + [Fraction(1, 10), Fraction(-1, 3)]
ROOTS = [(2, Fraction(1, 2)), (2, Fraction(1, 3)), (3, Fraction(1, 2)), (5, Fraction(2, 3))]
X = [Fraction(1, 2), Fraction(1), Fraction(3, 2), Fraction(2), Fraction(3)]
OTHERS: list[Number] = [(rational(x), ONE) for x in X]
Claim = tuple[str, dict[str, Any], dict[str, Any]]  # kind, claim, witness


def spelled_number(value: Number) -> Any:
    """Return the JSON of a positive quotient."""
    return spelled_quotient(*value)


def monomial(random: Random, flavour: str) -> Real:
    """Return a positive number with one term."""
    if flavour == "long":
        return rational(random.getrandbits(random.choice((1, 64, 210, 230))) + 1)
    exponent = random.choice(EXPONENTS) if flavour in ("powers of e", "mixed", "polynomials") and random.random() < 0.6 else 0
    roots = [random.choice(ROOTS)] if flavour in ("roots", "mixed") and random.random() < 0.6 else []
    return power(exponent, *roots).scaled(random.choice((1, 1, 1, 2, 3, 5, 7)))


def weight(random: Random, flavour: str) -> Real:
    """Return a positive number with one term or two, or a polynomial in a power of e."""
    one = monomial(random, flavour)
    if flavour == "polynomials" and random.random() < 0.4:
        step, size = random.choice((Fraction(1), Fraction(1, 2), Fraction(1, 3))), random.choice((4, 5, 9, 12))
        for i in range(size):
            one = one + power(i * step).scaled(random.choice((1, 1, -1, 2, -3, 10**30)))
        return one if one.sign() > 0 else -one
    return one if random.random() < 0.75 else one + monomial(random, flavour)


def arranged(outcomes: Outcomes) -> list[tuple[Real, Real, set[int]]]:
    """Return the atoms, ratios decreasing, each with the indices of the outcomes that it unites."""
    atoms: list[tuple[Real, Real, set[int]]] = []
    for k, (p, q) in enumerate(outcomes):
        if not p.terms and not q.terms:
            continue
        place = len(atoms)
        for i, (r, s, parts) in enumerate(atoms):
            sign = (p * s - r * q).sign()
            if sign == 0:
                atoms[i] = (p + r, q + s, parts | {k})
                place = -1
                break
            if sign > 0:
                place = i
                break
        if place >= 0:
            atoms.insert(place, (p, q, {k}))
    return atoms


def pld(den: Real, outcomes: Outcomes) -> Pair:
    """Return a PLD with its atoms in order and integer coefficients."""
    atoms = arranged(outcomes)
    den, *masses = integral([den, *(mass for p, q, _ in atoms for mass in (p, q))])
    return Pair(den, list(zip(masses[::2], masses[1::2], strict=True)))


def randomized_response(random: Random, flavour: str) -> Pair:
    """Return randomized response with a random ratio, now and then with a leak."""
    w = weight(random, flavour)
    p, q = (w, ONE) if (w - ONE).sign() > 0 else (ONE, w)
    leak = random.choice((rational(0), rational(0), monomial(random, "integers")))
    return pld(p + q + leak, [(leak, rational(0)), (p, q), (q, p), (rational(0), leak)])


def any_pld(random: Random, flavour: str) -> Pair:
    """Return a PLD of up to five atoms, with or without infinite losses."""
    if random.random() < 0.4:
        return randomized_response(random, flavour)
    size = random.choice((1, 2, 2, 3, 3, 4))
    outcomes = [(weight(random, flavour), weight(random, flavour)) for _ in range(size)]
    if random.random() < 0.3:
        outcomes.append((weight(random, flavour), rational(0)))
    if random.random() < 0.3:
        outcomes.append((rational(0), weight(random, flavour)))
    total_p, total_q = (sum((o[side] for o in outcomes), start=rational(0)) for side in (0, 1))
    return pld(total_p * total_q, [(p * total_q, q * total_p) for p, q in outcomes])


def identity() -> Pair:
    """Return the PLD that tells nothing."""
    return Pair(ONE, [(ONE, ONE)])


def plain(pair: Pair) -> Any:
    """Return the JSON of a PLD whose atoms are in order."""
    return {"den": spelled(pair.den), "atoms": [[spelled(p), spelled(q)] for p, q in pair.outcomes]}


def garbled(random: Random, flavour: str, b: Pair) -> tuple[Pair, list[dict[int, Number]]]:
    """Return A = B after a random kernel, and the kernel: row j says how atom j of B is spread over those of A."""
    width = random.choice((1, 2, 3, 4))
    parts = [monomial(random, flavour if random.random() < 0.4 else "integers") for _ in range(width + 1)]
    whole = sum(parts, start=rational(0))
    table: list[list[Real]] = []
    for _ in b.outcomes:
        row = [rational(0)] * width
        for part in parts:
            i = random.randrange(width)
            row[i] = row[i] + part
        table.append(row)
    return united(b, table, whole)


def united(b: Pair, table: list[list[Real]], whole: Real) -> tuple[Pair, list[dict[int, Number]]]:
    """Return the image of B under the kernel table / whole, and the kernel for the atoms of the image."""
    width = len(table[0])
    images = [
        tuple(
            sum((row[i] * atom[side] for row, atom in zip(table, b.outcomes, strict=True)), start=rational(0))
            for side in (0, 1)
        )
        for i in range(width)
    ]
    atoms = arranged(images)
    rows = []
    for row in table:
        entries = [sum((row[k] for k in group), start=rational(0)) for _, _, group in atoms]
        rows.append({i: (entry, whole) for i, entry in enumerate(entries) if entry.terms})
    return pld(whole * b.den, images), rows


def mixed_with_leak(b: Pair, leak: Fraction, side: int = 0) -> Pair:
    """Return (1 - leak) B + leak * (the atom (1, 0) and what of Q it displaces at ratio 0)."""
    rest = 1 - leak
    atoms = [(p.scaled(rest), q if side else q.scaled(rest)) for p, q in b.outcomes]
    atoms.append((b.den.scaled(leak), rational(0)))
    if not side:
        atoms.append((rational(0), b.den.scaled(leak)))
    return pld(b.den, atoms)


def approximated(random: Random, value: Number, digits: int) -> Fraction:
    """Return a decimal fraction just below or above value, by a number of digits."""
    return below(value, digits) + Fraction(random.choice((0, 1)), 10**digits)


def below(value: Number, digits: int, function: Callable[[Any], Any] = lambda x: x) -> Fraction:
    """Return a decimal fraction at most a unit or so of its last digit below function(value)."""
    bits = 16 * digits + 400
    boxes = [enclosed(part, bits) for part in value]
    iv.prec = 2 * bits
    num, den = (iv.mpf(box) for box in boxes)
    end = mpmath.libmp.to_rational(function(num / den).a._mpi_[0])
    return Fraction(Fraction(*end) * 10**digits // 1, 10**digits)


def enclosed(value: Real, bits: int) -> list[int]:
    """Return an enclosure of value * 2^bits."""
    ends = [[c * end for end in enclosure(x, bits)] for x, c in value.terms.items()]
    low, high = sum(min(pair) for pair in ends), sum(max(pair) for pair in ends)
    return [floor(low), ceil(high)]


def excess_place(random: Random, a: Pair, b: Pair, others: list[Number]) -> Number | None:
    """Return some x among the knots and others where h_A(x) > h_B(x), if one is found. Floats say where to look."""
    places = [*others, *a.knots(), *b.knots()]
    random.shuffle(places)
    (one, two), close = (rough(pair) for pair in (a, b)), []
    for place in places[:24]:
        scale = int(max(abs(c) for c in place[1].terms.values())) or 1
        x = place[0].rough(scale) / place[1].rough(scale)
        gap = sum(max(0, p - x * q) for p, q in one) - sum(max(0, p - x * q) for p, q in two)
        if gap > 1e-9:
            return place
        if gap > -1e-9:
            close.append(place)
    return next((x for x in close[:6] if above(a, b, x) > 0), None)


def rough(pair: Pair) -> list[tuple[float, float]]:
    """Return the masses as floats."""
    scale = int(max(abs(c) for c in pair.den.terms.values())) or 1
    den = pair.den.rough(scale)
    return [(p.rough(scale) / den, q.rough(scale) / den) for p, q in pair.outcomes]


def join(a: Pair, b: Pair) -> Pair:
    """Return the least PLD above two rational ones: the vertices of the larger of the two curves."""
    one, two = (
        [tuple(Fraction(m.terms.get((0, 1, ()), 0)) / pair.den.terms[(0, 1, ())] for m in atom) for atom in pair.outcomes]
        for pair in (a, b)
    )

    def h(atoms: Any, x: Fraction) -> Fraction:
        return sum((max(Fraction(0), p - x * q) for p, q in atoms), start=Fraction(0))

    places = sorted({p / q for p, q in [*one, *two] if p and q} | {Fraction(0)})
    places.append(places[-1] + 1)
    crossings = []
    for x, y in pairwise(places):
        left, right = h(one, x) - h(two, x), h(one, y) - h(two, y)
        if left * right < 0:
            crossings.append(x + (y - x) * left / (left - right))
    end = max(sum((p for p, q in atoms if not q), start=Fraction(0)) for atoms in (one, two))
    # Beyond the last knot both curves are constant, so they do not cross there.
    points = [(x, max(h(one, x), h(two, x))) for x in sorted({*places, *crossings})]
    slopes = [(v - u) / (y - x) for (x, u), (y, v) in pairwise(points)]
    atoms = [(end, Fraction(0)), (Fraction(0), 1 + slopes[0])]
    atoms += [(x * (t - s), t - s) for (x, _), s, t in zip(points[1:], slopes, slopes[1:], strict=False)]
    return pld(ONE, [(rational(p), rational(q)) for p, q in atoms])
