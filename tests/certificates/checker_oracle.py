"""Numbers and PLDs of the second opinion: floating point with a wide margin, Fractions where all is rational."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from typing import Any

import mpmath

Number = Any
Atoms = list[tuple[Number, Number]]
LARGEST = 200
MANY = 64


class Unknown(Exception):
    """Raised when the question is too large for this oracle."""


class Oracle:
    """Evaluates at one precision and remembers whether two irrational values came too close to call."""

    def __init__(self, digits: int) -> None:
        self.context = mpmath.MPContext()
        self.context.dps = digits
        self.margin = self.context.mpf(10) ** -(digits * 17 // 20)
        self.floor = self.context.mpf(10) ** -(digits * 9 // 10)
        self.tied = False
        self.known: dict[str, Number] = {}

    def real(self, value: Number) -> Number:
        """Return a Fraction as a float; floats as they are."""
        if isinstance(value, Fraction):
            return self.context.mpf(value.numerator) / value.denominator
        return value

    def add(self, a: Number, b: Number) -> Number:
        """Return a + b."""
        return a + b if isinstance(a, Fraction) and isinstance(b, Fraction) else self.real(a) + self.real(b)

    def times(self, a: Number, b: Number) -> Number:
        """Return a * b."""
        return a * b if isinstance(a, Fraction) and isinstance(b, Fraction) else self.real(a) * self.real(b)

    def over(self, a: Number, b: Number) -> Number:
        """Return a / b."""
        return a / b if isinstance(a, Fraction) and isinstance(b, Fraction) else self.real(a) / self.real(b)

    def sign(self, a: Number, b: Number) -> int:
        """Return the sign of a - b; 0 also where the margin does not tell."""
        if isinstance(a, Fraction) and isinstance(b, Fraction):
            return (a > b) - (a < b)
        x, y = self.real(a), self.real(b)
        if abs(x - y) <= self.margin * (abs(x) + abs(y)) + self.floor:
            self.tied = True
            return 0
        return 1 if x > y else -1

    def exponential(self, exponent: Any) -> Number:
        """Return e^r * prod p^a."""
        r, radicals = (exponent, []) if isinstance(exponent, str) else exponent
        if rational(r) == 0 and not radicals:
            return Fraction(1)
        key = str(exponent)
        if key not in self.known:
            value = self.context.exp(self.real(rational(r)))
            for p, a in radicals:
                require(is_prime(int(p)), f"{p} is not prime")
                value *= self.context.exp(self.real(rational(a)) * self.context.log(int(p)))
            self.known[key] = value
        return self.known[key]

    def number(self, value: Any) -> Number:
        """Return the value of a number."""
        if isinstance(value, str):
            return rational(value)
        if isinstance(value, dict):
            return self.over(self.number(value["num"]), self.number(value["den"]))
        total: Number = Fraction(0)
        for coefficient, exponent in value:
            total = self.add(total, self.times(rational(coefficient), self.exponential(exponent)))
        return total

    def plain(self, pld: Any) -> Atoms:
        """Return the atoms of a plain PLD after seeing that it is one."""
        den = self.number(pld["den"])
        require(self.sign(den, Fraction(0)) > 0, "denominator")
        atoms = [(self.over(self.number(p), den), self.over(self.number(q), den)) for p, q in pld["atoms"]]
        for p, q in atoms:
            require(self.sign(p, Fraction(0)) >= 0 and self.sign(q, Fraction(0)) >= 0, "negative mass")
            require(self.sign(self.add(p, q), Fraction(0)) > 0, "empty atom")
        for side, name in ((0, "p"), (1, "q")):
            total: Number = Fraction(0)
            for atom in atoms:
                total = self.add(total, atom[side])
            require(self.sign(total, Fraction(1)) == 0, name + " sum")
        for (p, q), (p2, q2) in pairwise(atoms):
            require(self.sign(self.times(p, q2), self.times(p2, q)) > 0, "order")
        return atoms

    def atoms(self, pld: Any) -> Atoms:
        """Return the atoms of a PLD."""
        if "den" in pld:
            return self.plain(pld)
        result: Atoms = [(Fraction(1), Fraction(1))]
        for times, plain in pld["compose"]:
            atoms = self.plain(plain)
            if len(atoms) == 1:  # the identity
                continue
            if int(times) > MANY:
                raise Unknown
            for _ in range(int(times)):
                result = self.product(result, atoms)
        return result

    def product(self, a: Atoms, b: Atoms, most: int = LARGEST) -> Atoms:
        """Return the composition of two lists of atoms, of which there are not too many."""
        merged: dict[Any, tuple[Number, Number]] = {}
        for p, q in a:
            for p2, q2 in b:
                r, s = self.times(p, p2), self.times(q, q2)
                if r == 0 and s == 0:
                    continue
                ratio = self.over(r, s) if s != 0 else "inf"
                exact = isinstance(ratio, Fraction | str)
                key = ratio if exact else self.context.nstr(ratio, self.context.dps // 2)
                old = merged.get(key, (Fraction(0), Fraction(0)))
                merged[key] = (self.add(old[0], r), self.add(old[1], s))
        if len(merged) > most:
            raise Unknown
        return list(merged.values())

    def h(self, atoms: Atoms, x: Number) -> Number:
        """Return the hockey-stick curve at x, which may be "inf"."""
        total: Number = Fraction(0)
        for p, q in atoms:
            if isinstance(x, str):
                part = p if self.sign(q, Fraction(0)) == 0 else Fraction(0)
            else:
                part = self.add(p, self.times(Fraction(-1), self.times(x, q)))
            if self.sign(part, Fraction(0)) > 0:
                total = self.add(total, part)
        return total

    def knots(self, *plds: Atoms) -> list[Number]:
        """Return the finite non-zero ratios."""
        return [self.over(p, q) for atoms in plds for p, q in atoms if p != 0 and q != 0]

    def compare(self, a: Atoms, b: Atoms) -> set[int]:
        """Return the signs of h_A - h_B over all knots of both and a few places more."""
        places = [*self.knots(a, b), Fraction(1, 10**9), Fraction(1), "inf"]
        return {self.sign(self.h(a, x), self.h(b, x)) for x in places}


def require(fact: bool, what: str) -> None:
    """Raise AssertionError unless the fact holds."""
    if not fact:
        raise AssertionError(what)


def rational(text: str) -> Fraction:
    """Return the value of a rational number."""
    top, _, bottom = text.partition("/")
    return Fraction(int(top, 0), int(bottom, 0) if bottom else 1)


def is_prime(p: int) -> bool:
    """Return whether p is prime, by trial division or, for large p, by Fermat's test to four bases."""
    if p < 2:
        return False
    if p < 10**6:
        return all(p % d for d in range(2, int(p**0.5) + 1))
    return all(pow(base, p - 1, p) == 1 for base in (2, 3, 5, 7))
