"""Enclosures of what a certificate speaks about: numbers, PLDs, hockey-stick curves and strategies, from the text.

Shares nothing with the engine or the checker. Reads FORMAT.md (sections 3 and 4) of certificates that are well formed
and evaluates in one of two arithmetics, each of whose results encloses the true value:

* `Intervals`: `mpmath.iv` in a private context of given precision; `exp` and `ln` are widened, as mpmath rounds them
  outward only up to its own working error;
* `Doubles`: pairs rounded outward by `nextafter`; `math.exp` and `math.log` are believed to `2^-50` relative. Whatever
  overflows, underflows or divides by what may be zero raises ArithmeticError.

Masses and curves are probabilities, x is a likelihood ratio (e^eps).
"""

from __future__ import annotations

import json
import math
from abc import ABC, abstractmethod
from bisect import bisect_left
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate
from math import comb
from typing import Any, Literal, TypeAlias

from mpmath.ctx_iv import MPIntervalContext

from exact.errors import ExactError, TooLarge

ATOM_LIMIT, WORK_LIMIT = 20_000, 1_000_000  # atoms of a composition; products of two atoms made for it

Exponent: TypeAlias = tuple[Fraction, tuple[tuple[int, Fraction], ...]]  # r + sum of a ln p
Sum: TypeAlias = tuple[tuple[Fraction, Exponent], ...]
Number: TypeAlias = tuple[Sum, Sum]
Ratio: TypeAlias = tuple[int, int, frozenset[tuple[str | int, int, int]]]  # see _times
Key: TypeAlias = Ratio | Literal["inf", "0"]
Value: TypeAlias = Any  # an mpmath interval or a _Double: + - * / and the end points a, b
Side: TypeAlias = tuple[Value, Value]  # a value, and the sum of the absolute values that went into it
Atoms: TypeAlias = dict[Key, tuple[Value, Value]]  # masses under P and under Q
PLD: TypeAlias = "tuple[tuple[int, Plain], ...]"  # a composition: (times, plain)

ZERO: Exponent = (Fraction(0), ())
ONE: Sum = ((Fraction(1), ZERO),)


class NotACertificate(ExactError):
    """Raised when the object to cross-check does not have the shape that FORMAT.md gives to its kind."""


# ---- Reading ----


@dataclass(frozen=True, slots=True, eq=False)
class Plain:
    """A PLD in plain form: atoms (ratio, p, q), of masses p/den and q/den, in the order of the text."""

    den: Sum
    atoms: tuple[tuple[Key, Sum, Sum], ...]


UNIT: Ratio = (1, 1, frozenset())


def _times(left: Ratio, right: Ratio) -> Ratio:
    """Return the product of two ratios, so far as their texts tell; equal monomials are equal.

    The ratio (n, d, powers) is n/d times the product of base^(a/b) over (base, a, b) in powers, lowest terms.
    A base is "e", a prime (0 < a/b < 1) or the text of a sum of several terms. (Fractions would hash slowly.)
    """
    n, d, powers = left[0] * right[0], left[1] * right[1], {base: (a, b) for base, a, b in left[2]}
    for base, a, b in right[2]:
        a0, b0 = powers.get(base, (0, 1))
        powers[base] = (a0 * b + a * b0, b0 * b)
    for base, (a, b) in powers.items():
        whole, rest = divmod(a, b) if isinstance(base, int) else (0, a)
        n, d = n * int(base) ** max(whole, 0) if whole else n, d * int(base) ** max(-whole, 0) if whole else d
        g = math.gcd(rest, b)
        powers[base] = (rest // g, b // g)
    g = math.gcd(n, d)
    return n // g, d // g, frozenset((base, a, b) for base, (a, b) in powers.items() if a)


def _rational(text: str) -> Fraction:
    num, _, den = text.partition("/")
    return Fraction(int(num, 16 if "x" in num else 10), int(den or "1", 16 if "x" in den else 10))


def _sum(obj: Any) -> Sum:
    if isinstance(obj, str):
        return ((_rational(obj), ZERO),) if obj != "0" else ()
    pairs = ((c, (e, []) if isinstance(e, str) else e) for c, e in obj)
    return tuple(
        (_rational(c), (_rational(r), tuple((int(p), _rational(a)) for p, a in logs)))
        for c, (r, logs) in pairs
    )


def _ratio(p: Any, q: Any) -> Ratio:
    ratio = UNIT
    for obj, sign in ((p, 1), (q, -1)):
        (c, (r, logs)), *more = _sum(obj)
        powers: list[tuple[str | int, Fraction]] = [("e", sign * r), *((b, sign * a) for b, a in logs)]
        if more:
            c, powers = Fraction(1), [(json.dumps(obj), Fraction(sign))]
        factor = frozenset((base, a.numerator, a.denominator) for base, a in powers)
        ratio = _times(ratio, ((c**sign).numerator, (c**sign).denominator, factor))
    return ratio


def _plain(obj: Any) -> Plain:
    keys: list[Key] = ["inf" if q == "0" else "0" if p == "0" else _ratio(p, q) for p, q in obj["atoms"]]
    if len(set(keys)) < len(keys):
        raise NotACertificate("a PLD has two atoms of the same ratio; they must be one atom")
    atoms = zip(keys, obj["atoms"], strict=True)
    return Plain(_sum(obj["den"]), tuple((key, _sum(p), _sum(q)) for key, (p, q) in atoms))


def read_number(obj: Any) -> Number:
    """Return the sums N and D of a number N/D."""
    return (_sum(obj["num"]), _sum(obj["den"])) if isinstance(obj, dict) else (_sum(obj), ONE)


def read_pld(obj: Any) -> PLD:
    """Return the items (times, plain) of a PLD, or raise NotACertificate if a ratio occurs twice in one."""
    return tuple((int(k), _plain(p)) for k, p in obj["compose"]) if "compose" in obj else ((1, _plain(obj)),)


# ---- Evaluation ----


class Route(ABC):
    """The values of a claim in one arithmetic; what was computed once is kept."""

    bits: int

    def __init__(self) -> None:
        self.zero, self.one = self.rational(Fraction(0)), self.rational(Fraction(1))
        self._monomials: dict[Exponent, Value] = {ZERO: self.one}
        self._known: dict[PLD, Atoms | ArithmeticError] = {}
        self._numbers: dict[int, tuple[Number, Value]] = {}
        self._tables: dict[PLD, Any] = {}
        self._work = 0

    @abstractmethod
    def rational(self, value: Fraction) -> Value:
        """Enclose a rational number."""

    @abstractmethod
    def ln(self, prime: int) -> Value:
        """Enclose the logarithm of an integer above 1."""

    @abstractmethod
    def exp(self, value: Value) -> Value:
        """Enclose the exponential."""

    @abstractmethod
    def show(self, value: Value) -> str:
        """Return the end points as text."""

    def sum(self, terms: Sum) -> Value:
        """Enclose a sum of c e^r prod p^a."""
        value = self.zero
        for c, exponent in terms:
            if exponent not in self._monomials:
                logs = (self.rational(a) * self.ln(p) for p, a in exponent[1])
                self._monomials[exponent] = self.exp(sum(logs, self.rational(exponent[0])))
            value = value + self.rational(c) * self._monomials[exponent]
        return value

    def number(self, number: Number) -> Value:
        """Enclose a number; for intervals, a denominator that may be zero gives the whole line."""
        known = self._numbers.get(id(number))  # a hash of the number would take as long; keeping it keeps its identity
        if known is None:
            known = self._numbers[id(number)] = number, self.sum(number[0]) / self.sum(number[1])
        return known[1]

    def atoms(self, pld: PLD) -> Atoms:
        """Return a composition written out, with one atom for ratios seen to be equal; or raise TooLarge."""
        if pld not in self._known:
            self._work = 0
            try:
                whole, *parts = [self._power(*item) for item in pld]
                for part in parts:
                    whole = self._compose(whole, part)
                self._known[pld] = whole
            except ArithmeticError as error:  # of doubles
                self._known[pld] = error
        known = self._known[pld]
        if isinstance(known, ArithmeticError):
            raise known
        return known

    def _power(self, times: int, plain: Plain) -> Atoms:
        den = self.sum(plain.den)
        square: Atoms = {key: (self.sum(p) / den, self.sum(q) / den) for key, p, q in plain.atoms}
        if times == 1:
            return square  # in the order of the certificate
        finite = [item for item in square.items() if not isinstance(item[0], str)]
        if len(finite) == 2 and times > 1:
            return self._two_atoms(times, square, finite)
        whole: Atoms = {UNIT: (self.one, self.one)}
        while times:
            whole = self._compose(whole, square) if times % 2 else whole
            times //= 2
            square = self._compose(square, square) if times else square
        return whole

    def _two_atoms(self, times: int, plain: Atoms, finite: list[tuple[Any, tuple[Value, Value]]]) -> Atoms:
        """Return the composition by the binomial theorem."""
        if times > ATOM_LIMIT:
            raise TooLarge(f"a composition has over {ATOM_LIMIT} atoms")
        whole: Atoms = {}
        for end, i in (("inf", 0), ("0", 1)):
            if end in plain:
                alive = self.one
                for _ in range(times):
                    alive = alive * (self.one - plain[end][i])
                lost = self.one - alive
                whole[end] = (lost, self.zero) if i == 0 else (self.zero, lost)
        rows = []
        for ratio, (p, q) in finite:
            row = [(UNIT, self.one, self.one)]
            for _ in range(times):
                r, u, v = row[-1]
                row.append((_times(r, ratio), u * p, v * q))
            rows.append(row)
        for i in range(times + 1):
            (r1, p1, q1), (r2, p2, q2) = rows[0][i], rows[1][times - i]
            count = self.rational(Fraction(comb(times, i)))
            whole[_times(r1, r2)] = count * p1 * p2, count * q1 * q2
        return whole

    def _compose(self, left: Atoms, right: Atoms) -> Atoms:
        self._work += len(left) * len(right)
        atoms: Atoms = {}
        for r1, (p1, q1) in left.items():
            if self._work > WORK_LIMIT or len(atoms) > ATOM_LIMIT:
                raise TooLarge(f"a composition has over {ATOM_LIMIT} atoms or takes {WORK_LIMIT} products")
            for r2, (p2, q2) in right.items():
                if isinstance(r1, str) and isinstance(r2, str) and r1 != r2:
                    continue  # +inf and -inf: no mass under P, none under Q
                ratio = r1 if isinstance(r1, str) else r2 if isinstance(r2, str) else _times(r1, r2)
                p, q = atoms.get(ratio, (self.zero, self.zero))
                atoms[ratio] = p + p1 * p2, q + q1 * q2
        return atoms

    def infinite(self, pld: PLD, end: Literal["inf", "0"]) -> Value:
        """Enclose the mass of the loss +inf ("inf") under P, or that of -inf ("0") under Q."""
        return self.atoms(pld).get(end, (self.zero, self.zero))[end == "0"]

    def knot(self, pld: PLD, ratio: Ratio) -> Value:
        """Enclose a knot."""
        p, q = self.atoms(pld)[ratio]
        return p / q

    def knots(self, pld: PLD) -> list[Ratio]:
        """Return the finite non-zero ratios."""
        return [key for key in self.atoms(pld) if not isinstance(key, str)]

    def top(self, pld: PLD) -> Value:
        """Enclose the largest knot; 0 if there is none."""
        knots = [self.zero, *(self.knot(pld, ratio) for ratio in self.knots(pld))]
        return type(self.zero)([max(x.a for x in knots), max(x.b for x in knots)])

    def positive(self, value: Value) -> Value:
        """Enclose max(0, value)."""
        return value if value.a >= 0 else type(value)([0, value.b]) if value.b > 0 else self.zero

    def curve(self, pld: PLD, x: Value) -> Side:
        """Enclose h(x): atoms of ratio surely above x by sums over tails, those perhaps above one by one."""
        if pld not in self._tables:
            finite = ((self.knot(pld, ratio), *self.atoms(pld)[ratio]) for ratio in self.knots(pld))
            atoms = sorted(finite, key=lambda atom: atom[0].a)
            starts = (1, self.infinite(pld, "inf")), (2, self.zero)
            tails = ([*accumulate((atom[i] for atom in atoms[::-1]), initial=at)][::-1] for i, at in starts)
            highs = list(accumulate((ratio.b for ratio, _, _ in atoms), max))  # of an atom or one before it
            self._tables[pld] = atoms, [ratio.a for ratio, _, _ in atoms], highs, *tails
        atoms, lows, highs, p_tail, q_tail = self._tables[pld]
        cut = bisect_left(lows, x.b)
        value, scale = p_tail[cut] - x * q_tail[cut], p_tail[cut] + x * q_tail[cut]
        while cut and highs[cut - 1] > x.a:
            cut -= 1
            ratio, p, q = atoms[cut]
            if ratio.b > x.a:
                value, scale = value + self.positive(p - x * q), scale + (p + x * q)
        return value, scale

    def tree(self, queries: list[PLD], node: Any, x: Value, p: Value, q: Value) -> Value:
        """Enclose what a strategy at `node`, with path masses p and q, adds to its curve at x."""
        if node is None:
            return self.positive(p - x * q)
        query = queries[int(node[0])]
        total = p * self.infinite(query, "inf")
        for child, ratio in zip(node[1], self.knots(query), strict=True):
            p_child, q_child = self.atoms(query)[ratio]
            total = total + self.tree(queries, child, x, p * p_child, q * q_child)
        return total


class Intervals(Route):
    """mpmath intervals of the given number of bits."""

    def __init__(self, bits: int) -> None:
        self.context: Any = MPIntervalContext()  # ours alone, and so is its precision
        self.context.prec = self.bits = bits
        one, ulps = self.context.mpf(1), self.context.ldexp(self.context.mpf(1), 2 - bits)
        self.wider = self.context.mpf([(one - ulps).a, (one + ulps).b])
        super().__init__()

    def rational(self, value: Fraction) -> Value:
        """As `Route.rational`."""
        return self.context.mpf(value.numerator) / self.context.mpf(value.denominator)

    def ln(self, prime: int) -> Value:
        """As `Route.ln`."""
        return self.context.ln(self.context.mpf(prime)) * self.wider

    def exp(self, value: Value) -> Value:
        """As `Route.exp`."""
        return self.context.exp(value) * self.wider

    def show(self, value: Value) -> str:
        """As `Route.show`, 20 digits."""
        return str(self.context.nstr(value, 20))


class _Double:
    """The reals from a to b. ArithmeticError at overflow, at a product or quotient below 2^-1022, at x/0."""

    __slots__ = ("a", "b")

    def __init__(self, ends: list[float]) -> None:
        if not all(map(math.isfinite, ends)):
            raise ArithmeticError("overflow")
        self.a, self.b = min(ends), max(ends)

    def __add__(self, other: _Double) -> _Double:
        a, b = self.a + other.a, self.b + other.b  # a sum of doubles that rounds to 0 is 0
        return _Double([a and math.nextafter(a, -math.inf), b and math.nextafter(b, math.inf)])

    def __sub__(self, other: _Double) -> _Double:
        return self + _Double([-other.b, -other.a])

    def __mul__(self, other: _Double) -> _Double:
        return self._outward(other, [a * b for a in (self.a, self.b) for b in (other.a, other.b)])

    def __truediv__(self, other: _Double) -> _Double:
        if other.a <= 0 <= other.b:
            raise ArithmeticError("division by what may be zero")
        return self._outward(other, [a / b for a in (self.a, self.b) for b in (other.a, other.b)])

    def _outward(self, other: _Double, ends: list[float]) -> _Double:
        if self.a == self.b == 0 or other.a == other.b == 0:
            return _Double([0.0])
        if min(map(abs, ends)) < 2.0**-1022 and not (self.a <= 0 <= self.b or other.a <= 0 <= other.b):
            raise ArithmeticError("underflow")
        return _Double([math.nextafter(min(ends), -math.inf), math.nextafter(max(ends), math.inf)])


class Doubles(Route):
    """Doubles with both ends rounded outward."""

    bits = 53

    def rational(self, value: Fraction) -> _Double:
        """As `Route.rational`."""
        try:
            v = value.numerator / value.denominator  # rounded correctly
        except OverflowError:
            raise ArithmeticError("overflow") from None
        if value and abs(v) < 2.0**-1022:
            raise ArithmeticError("underflow")
        return _Double([v] if v == value else [math.nextafter(v, -math.inf), math.nextafter(v, math.inf)])

    def ln(self, prime: int) -> _Double:
        """As `Route.ln`."""
        return _Double([math.log(prime)]) * _Double([1 - 2.0**-50, 1 + 2.0**-50])

    def exp(self, value: _Double) -> _Double:
        """As `Route.exp`."""
        try:
            ends = [math.exp(value.a), math.exp(value.b)]
        except OverflowError:
            raise ArithmeticError("overflow") from None
        if ends[0] < 2.0**-1022:
            raise ArithmeticError("underflow")
        return _Double(ends) * _Double([1 - 2.0**-50, 1 + 2.0**-50])

    def show(self, value: _Double) -> str:
        """As `Route.show`, all digits."""
        return f"[{value.a!r}, {value.b!r}]"
