"""Compositions of one PLD with itself, many times: multiplied out here atom by atom, by adding up all sequences."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import comb

from make.numbers import ONE, TINY, ZERO, E, Json, Sum, exp, num, quotient, rational_text, root
from make.plds import (
    IDENTITY,
    RR2,
    Certificate,
    approx,
    compose,
    delta,
    dominated,
    equal,
    not_dominated,
    pld,
    rr,
    swap,
    table,
)

Atom = tuple[Sum, Sum]
HALF = exp("1/2")
SIXTY = 60  # rr(1/2), so many times, at x = e^5


def sequences(den: Sum, atoms: list[Atom], k: int) -> Json:
    """Return the k-fold composition of a PLD of at most two finite atoms, from all its k-tuples of atoms."""
    groups: dict[int, Atom] = {}
    finite = [i for i, (p, q) in enumerate(atoms) if ZERO not in (p, q)]
    for choice in product(range(len(atoms)), repeat=k):
        p, q = ONE, ONE
        for i in choice:
            p, q = p * atoms[i][0], q * atoms[i][1]
        place = sum(i == finite[-1] for i in choice)
        place = -1 if q == ZERO else k + 1 if p == ZERO else place
        if p != ZERO or q != ZERO:
            old = groups.get(place, (ZERO, ZERO))
            groups[place] = (old[0] + p, old[1] + q)
    power = ONE
    for _ in range(k):
        power = power * den
    return pld(power, [groups[place] for place in sorted(groups)])


def pair(den: Sum, atoms: list[Atom], k: int) -> Certificate:
    """Return a certificate that the composition is what it is."""
    return equal(compose((k, pld(den, atoms))), sequences(den, atoms, k))


def one_by_one(den: Sum, atoms: list[Atom], k: int) -> Certificate:
    """Return the same, with the composition written as k items, which leave no room for the binomial theorem."""
    return equal(compose(*[(1, pld(den, atoms))] * k), sequences(den, atoms, k))


def curve(k: int, eps: int) -> tuple[Sum, Sum]:
    """Return h(e^eps) of k times rr(1/2), as numerator and denominator."""
    top, den = ZERO, ZERO
    for i in range(k + 1):
        c, loss = num(comb(k, i)), Fraction(k - 2 * i, 2)
        den = den + c * exp(Fraction(k - i, 2))
        if loss > eps:
            top = top + c * (exp(Fraction(k - i, 2)) - exp(eps + Fraction(i, 2)))
    return top, den


def rational_curve(x: str) -> Fraction:
    """Return h(x) of sixty times rr(ln 2)."""
    atoms = [(comb(SIXTY, i) * 2 ** (SIXTY - i), comb(SIXTY, i) * 2**i) for i in range(SIXTY + 1)]
    return sum((max(Fraction(0), p - Fraction(x) * q) for p, q in atoms), Fraction(0)) / 3**SIXTY


def sparse(count: int) -> Sum:
    """Return a sum of powers of e whose exponents i^3/7 are far from evenly spaced."""
    return Sum(((Fraction(i**3, 7), ()), Fraction((-1) ** i, i + 1)) for i in range(count))


ROOTS = pld(
    num(2) * root(2, "1/2") + num(4),
    [(num(2) * root(2, "1/2"), root(2, "1/2")), (num(3), num(2)), (ONE, num(2) + root(2, "1/2"))],
)
TOP, DEN = curve(SIXTY, 5)
SCALE = (ONE + exp("1/3")) * exp(-3) + num(7) * exp("-11/6")


def accepted() -> dict[str, Certificate]:
    """Return what must be verified."""
    e_atoms = [(ONE + E, ZERO), (num(3) * E, num(3)), (num(3), num(3) * E), (ZERO, ONE + E)]
    sums = [(num(2) * E + ONE, E + ONE), (E + num(3), num(2) * E + num(3))]
    leaks = [(num(3), ONE), (num(2), ONE), (ZERO, num(3))]
    root2 = root(2, "1/2")
    mixed, cube4 = root(3, "2/3") * HALF, root(2, "2/3")
    return {
        "leak-on-both-sides": pair(num(4) * (ONE + E), e_atoms, 3),
        "leak-of-p": pair(num(6), [(num(1), ZERO), (num(3), num(2)), (num(2), num(4))], 4),
        "leak-of-q": pair(num(5), leaks, 3),
        "leak-and-one-atom": pair(num(4), [(ONE, ZERO), (num(3), num(2)), (ZERO, num(2))], 4),
        "one-atom-leak-of-q": pair(num(2), [(num(2), num(1)), (ZERO, num(1))], 5),
        "two-unlike-atoms": pair(num(12), [(num(9), num(2)), (num(3), num(10))], 5),
        "sums": pair(num(3) * E + num(4), sums, 3),
        "radicals": pair(ONE + root2, [(root2, ONE), (ONE, root2)], 5),
        "mixed": pair(ONE + mixed, [(mixed, ONE), (ONE, mixed)], 4),
        "leak-one-by-one": one_by_one(num(4) * (ONE + E), e_atoms, 2),
        "sums-one-by-one": one_by_one(num(3) * E + num(4), sums, 2),
        "radicals-one-by-one": one_by_one(ONE + root2, [(root2, ONE), (ONE, root2)], 3),
        "cube-roots-one-by-one": one_by_one(ONE + cube4, [(cube4, ONE), (ONE, cube4)], 2),
        "mixed-one-by-one": one_by_one(ONE + mixed, [(mixed, ONE), (ONE, mixed)], 3),
        "unlike-one-by-one": one_by_one(num(12), [(num(9), num(2)), (num(3), num(10))], 3),
        # The ratios 2 and 3/2 are close in the sense that (2 + 2)/(2 * 1) = (3 + 1)/2.
        "roots-on-both-sides": equal(compose((1, ROOTS), (1, IDENTITY)), ROOTS),
        "of-two": equal(
            compose((3, rr(HALF)), (2, rr(HALF))), sequences(ONE + HALF, [(HALF, ONE), (ONE, HALF)], 5)
        ),
        "sixty-rational": delta(compose((SIXTY, RR2)), "7/2", value=rational_text(rational_curve("7/2"))),
        "sixty-value": delta(compose((SIXTY, rr(HALF))), exp(5).json(), value=quotient(TOP, DEN)),
        "sixty-other-spelling": delta(
            compose((SIXTY, rr(HALF))), exp(5).json(), value=quotient(TOP * SCALE, DEN * SCALE)
        ),
        "sixty-near-tie": delta(
            compose((SIXTY, rr(HALF))), exp(5).json(), lower=quotient(TOP - num(TINY), DEN)
        ),
        "thirty-below": dominated(compose((30, rr(HALF))), compose((31, rr(HALF)))),
        "thirty-above": not_dominated(compose((31, rr(HALF))), compose((30, rr(HALF))), "1"),
        "approx-below": dominated(compose((6, approx(E, "1/9"))), compose((7, approx(E, "1/9")))),
        "gaps": delta(
            table([["1", "1"]]), quotient(sparse(13), sparse(13) * num(2)), value="1/2"
        ),
        "gaps-sign": delta(table([["1", "1"]]), "1/2", upper=(-sparse(12)).json()),
        "swapped": equal(compose((4, swap(rr(E)))), compose((4, rr(E)))),
    }


def rejected() -> list[tuple[str, str, Certificate, str]]:
    """Return the near misses."""
    near = quotient(TOP * SCALE + num(TINY), DEN * SCALE)
    at = exp(5).json()
    sixty = compose((SIXTY, rr(HALF)))
    return [
        ("R16-delta-value", "sixty", delta(sixty, at, value=quotient(TOP + num(TINY), DEN)), "By 10^-60/den."),
        ("R16-delta-value", "sixty-other-spelling", delta(sixty, at, value=near), "By less."),
        ("R17-delta-lower", "sixty", delta(sixty, at, lower=quotient(TOP + num(TINY), DEN)), "By 10^-60/den."),
        ("R18-delta-upper", "sixty", delta(sixty, at, upper=quotient(TOP - num(TINY), DEN)), "By 10^-60/den."),
        (
            "R10-dominated",
            "thirty",
            dominated(compose((31, rr(HALF))), compose((30, rr(HALF)))),
            "Once more than the other.",
        ),
    ]
