#!/usr/bin/env python3
"""Check exactpld certificates: exact claims about privacy loss distributions.

    python3 -I -S check.py [--json] [--steps N] FILE...

One line per file.  Exit status: 0 verified, 1 rejected (a rule does not hold; it is named), 2 malformed
or misused, 3 a limit was reached; of several files the largest; 130 after Ctrl-C.  Nothing else gives 0.
Needs Python >= 3.11, its standard library and no other file.  FORMAT.md specifies what is checked.

"Verified" means: the claim, printed in words, is true of the numbers in the file.  Whether it is the claim
*you* wanted is for you to see.  Witnesses only say where to look; digests prove nothing.  What must be
believed: Python's integers, json, re, hashlib; this file; and these facts.
 1. For rational r and rational 0 <= a < 1 the different products e^r * p1^a1 * p2^a2 ... (p prime) are
    linearly independent over the rationals (Lindemann-Weierstrass, Besicovitch).  So a sum of such products
    with rational coefficients is zero only if no term is left after collecting.
 2. A sum that is not zero has the sign of any enclosure that excludes zero.
 3. h_A <= h_B everywhere if it holds at the finite non-zero ratios of B (h_A is convex, h_B is linear between
    them, both are 1 at 0+ and do not increase).

 4. Dominance is transitive and every PLD is >= the identity; when what follows the outcomes of a query increases, so
    does the query with what follows.  (So values of the states of a filter, each >= any query that is allowed there,
    composed with the value after it, are >= all strategies, by induction.)

Dominance by a kernel needs only 1: a kernel that turns B into A is multiplied out.

Every decision is the sign of a sum of products of sums (`Work.sign`): multiplied out exactly, and settled by
"no term left" or by an enclosure, two integers around it, rounded outward.  Multiplying out is left out where
enclosures of the factors already exclude zero.  (What an audit needs of discretised PLDs and of the normal
distribution, and the ratios of an envelope, are settled by enclosures alone, so a tie is a limit there.)  There are no floats.  Work is counted
before it is done, in steps of about a microsecond.  Sections: limits and rules / errors / enclosures / exact
numbers / strict reading / PLDs and curves / kinds / words / verify and command line.
"""
# ruff: noqa: D204, EXE001, PTH123  a program that imports as little as it can, with few blank lines
from __future__ import annotations

import json
import re
import sys
from collections import namedtuple
from functools import cmp_to_key, lru_cache
from hashlib import sha256
from math import comb, gcd, isqrt, lcm, prod

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

# ------------------------------------------------------------------------------------------ limits and rules
DEFAULT = 10_000_000  # steps in all; the limits not named here stand where they are checked
MAX_FILE, MAX_PART = 4 << 20, 1 << 256  # bytes; numerators and denominators in exponents
MAX_STATES, ALL = 20_000, 10**9  # states of a rule; more than any natural, for rounds without end and for indices
MAX_LAWS, MAX_OUTCOMES = 2_000, 20_000  # of an envelope
SHORT = 10**60  # from here on integers are written in hex
MAX_WORK = 20_000  # atoms of a composition; terms of a sum in the work
PRECISIONS = (64, 256, 1_024, 4_096, 16_384, 65_536)  # bits, for one sign
QUICK = PRECISIONS[:3]  # those for which enclosures of factors are tried, and kept
RULES = {
    "R01-prime": "every p in an exponent is prime",
    "R02-quotient-denominator": "the denominator of a quotient is positive",
    "R03-denominator": "the denominator of a PLD is positive",
    "R04-mass": "masses are not negative and no atom is (0, 0)",
    "R05-p-sum": "the p add up to the denominator", "R06-q-sum": "the q add up to the denominator",
    "R07-order": "the ratios p/q strictly decrease",
    "R08-claim-digest": "claim_digest is the digest of the claim",
    "R09-digest": "digest is the digest of the file",
    "R10-dominated": "h_A(x) <= h_B(x) at every knot x of B", "R11-positive-x": "x is positive",
    "R12-not-dominated": "h_A(x) > h_B(x)",
    "R13-equal": "A and B have the same curve and the same infinite masses",
    "R14-a-above": "h_A(x_a) > h_B(x_a)", "R15-b-above": "h_B(x_b) > h_A(x_b)",
    "R16-delta-value": "h(x) = value", "R17-delta-lower": "lower <= h(x)", "R18-delta-upper": "h(x) <= upper",
    "R19-delta-range": "0 <= delta <= 1", "R20-epsilon-value": "epsilon(delta) = ln exp_value",
    "R21-epsilon-lower": "lower <= epsilon(delta)", "R22-epsilon-upper": "epsilon(delta) <= upper",
    "R23-queries-different": "no two queries are the same PLD",
    "R24-tree-index": "every index of the tree names a query",
    "R25-tree-children": "every node has one child per finite atom of its query",
    "R26-tree-depth": "no path plays more than `rounds` queries",
    "R27-tree-admissible": "every realised composition is <= budget",
    "R28-no-gap": "the curve of the strategy at x is greater than that of the budget",
    "R29-kernel-rows": "the kernel has one row per atom of B",
    "R30-kernel-index": "every index of the kernel names an atom of A",
    "R31-kernel-entry": "the entries of the kernel are positive", "R32-kernel-sum": "every row adds up to 1",
    "R33-kernel-p": "the p of B, spread by the kernel, are the p of A",
    "R34-kernel-q": "the q of B, spread by the kernel, are the q of A",
    "R35-value-states": "every state that has a value exists, and has only one",
    "R36-value-step": "an allowed query and the value after it are together <= the value before it",
    "R37-value-budget": "the value at the start is <= budget",
    "R38-tree-allowed": "the rule allows every query of the tree where it is played",
    "R39-cost-reached": "the curve of the tree at x is the cost",
    "R40-cost-bound": "the curve of the value at the start is at most the cost at x",
    "R41-moves": "every query of a table exists, and every next state is a later state of it",
    "R42-order-complete": "every multiset of fewer than `rounds` queries is in the order once, and nothing else",
    "R43-order-step": "each composition is <= the next one",
    "R44-multiset": "a multiset has queries that exist, fewer than `rounds`",
    "R45-residue": "the budget after a query and the query are together <= the budget before it",
    "R46-run-admitted": "an admitted query is <= the budget before it",
    "R47-run-refused": "the curve of a refused query is above that of the budget at `refused`",
    "R48-grid": "the grid begins with 1 and strictly increases",
    "R49-sandwich-lower": "the mixture at the lower ends of the intervals is <= the PLD",
    "R50-sandwich-upper": "the PLD is <= the mixture at the upper ends of the intervals",
    "R51-audit-by": "by is positive", "R52-audit-violated": "the exact value is beyond what is said",
    "R53-audit-gdp-level": "the mass under Q of the atoms with ratio >= x is at most Phi(t)",
    "R54-audit-index": "the pair of the witness exists", "R55-audit-invalid": "no pair has what is said",
    "R56-audit-points": "the points strictly increase",
    "R57-weights": "weights are not negative and add up to their denominator, which is positive",
    "R58-constraints": "the x of constraints strictly decrease and are >= 1, and 0 <= delta <= 1",
    "R59-identity": "the constructions have the same ratios and masses",
    "R60-symmetric": "the PLD is its own dual", "R61-constraint-kept": "h(x) <= delta",
    "R62-constraint-tight": "every knot of the PLD that is >= 1 is the x of a constraint with delta = h(x)",
    "R63-law": "masses are not negative and add up to their denominator, which is positive",
    "R64-metric": "distances are those of a metric: 0 from a point to itself only, symmetric, no detour is shorter",
    "R65-instance": "values of queries are in [-1, 1], eta and gamma are positive, e^(eps/2) is at least 1",
    "R66-neighbours": "there are neighbours, and every index names a law",
    "R67-ratio": "no ratio of neighbouring masses is above ratio_upper",
    "R68-exceeded": "ratio_lower is at least 1, and the ratio of the masses is above it",
}

# ---------------------------------------------------------------------------------------------------- errors
class CertificateError(Exception):
    """Base of the three ways in which a certificate is not verified."""
    status = rule = claim = ""  # rule: of a rejection; claim: in words, once it is known

class Malformed(CertificateError):
    """Raised when the bytes are not a certificate of this format."""
    status = "malformed"

class Limit(CertificateError):
    """Raised when a stated limit was reached; nothing is said about the claim."""
    status = "limit"

class Rejected(CertificateError):
    """Raised when a rule does not hold; `rule` is its name in RULES."""
    status = "rejected"

def form(holds: object, message: str) -> None:
    """Raise unless this condition of sections 2 to 4 of FORMAT.md holds."""
    if not holds:
        raise Malformed(message)

def at_most(most: int, count: int, what: str) -> None:
    """Raise when there are more than `most` things."""
    if count > most:
        raise Limit(f"more than {short(spelled(most, 1))} {what}")

def require(rule: str, holds: object, place: str, *value: Sum) -> None:
    """Raise unless this rule holds; the message names the place and the value there, a sum or a quotient."""
    if not holds:
        error = Rejected(place + f" = {about(*value)}" * bool(value) + f"; the rule: {RULES[rule]}")
        error.rule = rule
        raise error

# ------------------------------------------------------------------------------------------------ enclosures
# An interval (lo, hi, e) stands for the real numbers from lo * 2^e to hi * 2^e.  `a >> n` rounds down, for
# negative a too; -(-a >> n) rounds up.
Interval = tuple[int, int, int]

def trim(lo: int, hi: int, e: int, bits: int) -> Interval:
    """Return an enclosing interval whose ends have about `bits` bits."""
    excess = max(lo.bit_length(), hi.bit_length()) - bits
    return (lo, hi, e) if excess <= 0 else (lo >> excess, -(-hi >> excess), e + excess)

def plus(a: Interval, b: Interval, bits: int) -> Interval:
    """Enclose the sums of two numbers."""
    (low, high, f), (lo, hi, e) = (a, b) if a[2] >= b[2] else (b, a)
    if low == high == 0:
        return lo, hi, e
    excess = max(f - e - 2 * bits, 0)  # what lies so far below the other number counts as at most one unit
    lo, hi, e = lo >> excess, -(-hi >> excess), e + excess
    return trim((low << (f - e)) + lo, (high << (f - e)) + hi, e, bits)

def times(a: Interval, b: Interval, bits: int) -> Interval:
    """Enclose the products of two numbers."""
    ends = (a[0] * b[0], a[0] * b[1], a[1] * b[0], a[1] * b[1])
    return trim(min(ends), max(ends), a[2] + b[2], bits)

# --------------------------------------------------------------------------------------------- exact numbers
class Exponent:
    """The real number n/d + sum of a ln p, standing for e^(n/d) * prod p^a; 0 < a < 1."""
    # `radicals` holds (p, a as two integers), p increasing; fractions are in lowest terms.
    # `Work.exponent` makes one object for a value: equal is identical.
    def __init__(self, n: int, d: int, radicals: tuple[tuple[int, int, int], ...], key: str) -> None:
        self.n, self.d, self.radicals, self.key = n, d, radicals, key
        self.boxes: dict[int, Interval] = {}  # precision -> enclosure of e^r * prod p^a
        sizes = [part.bit_length() for part in (d, *(b for _, _, b in radicals))]
        self.cost = 2 * len(radicals) + sum(size // 50 + size * size // 500_000 for size in sizes)  # steps

    def order(self) -> tuple[int, tuple[tuple[int, int], ...]]:
        """Return the place in the order of spelling."""
        # Rationals with parts below 2^256 that differ do so by more than 2^-512.
        return (self.n << 600) // self.d, tuple((p, (a << 600) // b) for p, a, b in self.radicals)

class Sum(dict[Exponent, int]):
    """A sum of c * e^exponent.  No c is 0, so the empty sum is the only zero (fact 1)."""
    __slots__ = ("boxes",)

    def __init__(self, terms: dict[Exponent, int] | tuple[()] = ()) -> None:
        super().__init__(terms)
        self.boxes: dict[int, Interval] = {}  # precision -> enclosure

Ladder = tuple[int, int, list[tuple[int, list[int]]]]  # (d, step, rows); (low, c): sum of c[i] e^((low + i step)/d)
Number = tuple[Sum, Sum]  # a quotient; the second one is positive (R02)
Product = tuple[int, list[Sum]]  # an integer and sums, to be multiplied

def lowest(n: int, d: int) -> tuple[int, int]:
    """Return n/d in lowest terms."""
    g = gcd(n, d)
    return n // g, d // g

def words(terms: Sum) -> int:
    """Return the number of 32-bit words of the largest coefficient."""
    return max(map(int.bit_length, terms.values()), default=0) // 32 + 1

def is_prime(n: int) -> bool:
    """Decide primality for n < 2^64 (Miller-Rabin; these bases suffice below 3.3 * 10^24)."""
    bases = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37)
    if n < 2 or any(n % p == 0 for p in bases):
        return n in bases
    halves = [(n - 1) >> i for i in range(1, 64) if (n - 1) % (1 << i) == 0]  # the last one is odd
    return all(pow(b, halves[-1], n) == 1 or any(pow(b, k, n) == n - 1 for k in halves) for b in bases)

class Work:
    """The exact arithmetic of one verification: its exponents, their enclosures, the steps that are left."""

    def __init__(self, steps: int) -> None:
        self.steps = self.left = steps
        self.exponents: dict[str, Exponent] = {}
        self.logs: dict[int, tuple[int, int, int]] = {}  # prime: bits, enclosure of ln * 2^bits
        self.join = lru_cache(1 << 18)(self.joined)
        self.one = self.exponent(0, 1, ())
        self.unit = Sum({self.one: 1})

    def charge(self, steps: int, foreseen: int = 0) -> None:
        """Count steps, before the work is done; give up at once when too many are still to come."""
        self.left -= steps
        if self.left < foreseen:
            raise Limit(f"more than {self.steps} steps of work")

    def exponent(self, n: int, d: int, radicals: tuple[tuple[int, int, int], ...]) -> Exponent:
        """Return the one object for this exponent, given in lowest terms."""
        # Tables are keyed by texts and by these objects: a file can make many *numbers* collide in a
        # dictionary, but the hash of a text is secret, and that of an object is its address.
        key = " ".join([f"{n:x}/{d:x}", *(f"{p:x}^{a:x}/{b:x}" for p, a, b in radicals)])
        if key not in self.exponents:
            self.charge(10 + len(key) // 4)
            self.exponents[key] = Exponent(n, d, radicals, key)
        return self.exponents[key]

    def joined(self, x: Exponent, y: Exponent) -> tuple[Exponent, int]:
        """Return (z, c) with e^x * e^y = c * e^z: whole powers of primes go into c."""
        self.charge(3 + x.cost + y.cost)
        n, d = lowest(x.n * y.d + y.n * x.d, x.d * y.d)
        if not x.radicals and not y.radicals:
            return self.exponent(n, d, ()), 1
        powers, carry = {p: (a, b) for p, a, b in x.radicals}, 1
        for p, u, v in y.radicals:
            a, b = powers.get(p, (0, 1))
            a, b = lowest(a * v + u * b, b * v)
            powers[p], carry = (a % b, b), carry * p ** (a // b)
        radicals = tuple((p, a, b) for p, (a, b) in sorted(powers.items()) if a)
        return self.exponent(n, d, radicals), carry

    def add(self, total: Sum, terms: Sum, factor: int = 1) -> None:
        """Add factor * terms to `total`, in place, its enclosures included."""
        v, w = words(terms), factor.bit_length() // 32
        self.charge(2 + len(terms) * (1 + v * w // 1000 + (v + w) // 64))
        for x, c in terms.items():
            total[x] = total.get(x, 0) + factor * c
            if not total[x]:
                del total[x]
        at_most(MAX_WORK, len(total), "terms of a sum")
        for bits, box in total.boxes.items():
            part = times((factor, factor, 0), self.box(terms, bits), bits + 8)
            total.boxes[bits] = plus(box, part, bits + 8)

    def times(self, a: Sum, b: Sum) -> Sum:
        """Return the product."""
        if self.unit in (a, b):
            self.charge(1)
            return a if b == self.unit else b
        if len(a) > 3 and len(b) > 3 and (ladder := self.ladder(a, b)):
            return self.times_packed(*ladder)
        v, w = words(a), words(b)
        self.charge(3 + len(a) * len(b) * (1 + v * w // 1000 + (v + w) // 16))
        out = Sum()
        for x, c in a.items():
            for y, d in b.items():
                z, carry = self.join(x, y)
                out[z] = out.get(z, 0) + c * d * carry
                if not out[z]:
                    del out[z]
            at_most(MAX_WORK, len(out), "terms of a sum")
        return out

    def power(self, s: Sum, k: int) -> Sum:
        """Return s^k."""
        out = self.unit
        for bit in f"{k:b}":
            out = self.times(out, out)
            out = self.times(out, s) if bit == "1" else out
        return out

    def ladder(self, *sums: Sum) -> Ladder | None:
        """Return the sums as polynomials in one power of e, with few gaps; None if they are not so."""
        d, rows = 1, list[tuple[int, list[int]]]()
        self.charge(2 * sum(map(len, sums)))
        for x in (x for s in sums for x in s):
            d = d if d % x.d == 0 else lcm(d, x.d)
            if x.radicals or d >= MAX_PART:
                return None
        places = [[x.n * (d // x.d) for x in s] for s in sums]
        lows = [min(row) for row in places]
        step = gcd(*(n - low for low, row in zip(lows, places, strict=True) for n in row)) or 1
        for s, low, row in zip(sums, lows, places, strict=True):
            size = (max(row) - low) // step + 1
            if size > 4 * len(s):
                return None
            rows.append((low, coefficients := [0] * size))
            for n, c in zip(row, s.values(), strict=True):
                coefficients[(n - low) // step] = c
        return d, step, rows

    def times_packed(self, d: int, step: int, rows: list[tuple[int, list[int]]]) -> Sum:
        """Return the product of two polynomials in e^(step / d), by one product of integers."""
        # Kronecker substitution: the value at 2^(8 width).  A coefficient of the product is smaller than 2^size,
        # so the product is a number with signed digits below half of that base, from which they are read off.
        (low, a), (lower, b) = rows
        sizes = [max(map(int.bit_length, row)) for row in (a, b)]
        width = (sum(sizes) + min(len(a), len(b)).bit_length()) // 8 + 1
        count = len(a) + len(b) - 1
        v, w = sorted(width * len(row) // 4 + 1 for row in (a, b))  # 32-bit words; Python multiplies by Karatsuba
        self.charge(count * (4 + width // 16) + w * isqrt(v) * v.bit_length() // 600)
        half = 1 << (8 * width - 1)

        def packed(row: list[int]) -> int:
            return int.from_bytes(b"".join([(c + half).to_bytes(width, "little") for c in row]), "little") - bias(len(row))

        def bias(length: int) -> int:
            return int.from_bytes(half.to_bytes(width, "little") * length, "little")
        value = packed(a) * packed(b) + bias(count)
        digits = value.to_bytes(width * count, "little")
        out = Sum()
        for i in range(count):
            if c := int.from_bytes(digits[i * width : (i + 1) * width], "little") - half:
                out[self.exponent(*lowest(low + lower + i * step, d), ())] = c
        at_most(MAX_WORK, len(out), "terms of a sum")
        return out

    def log(self, p: int, bits: int) -> tuple[int, int]:
        """Enclose ln(p) * 2^bits for a prime p."""
        # ln p = k ln 2 + 2 artanh(z), z = (p - 2^k)/(p + 2^k) in [0, 1/3]; for p = 2 it is k = 0 and z = 1/3.
        # 2 artanh(z) = 2 sum z^(2j+1)/(2j+1).  A term in the loop is too small by less than 9/8 (1, plus 1/9
        # of the last error), a summand by less than 17/8; the rest, from a term below 9/8 on, is below 2.
        have, lo, hi = self.logs.get(p, (0, 0, 0))
        if have < bits:
            have, k = bits + 64, p.bit_length() - 1 if p > 2 else 0
            self.charge((have // 3) * (1 + have // 3000))
            two = self.log(2, have) if k else (0, 0)
            num, den = p - (1 << k), p + (1 << k)
            term, lo, j = (num << (have + 1)) // den, k * two[0], 0
            while term:
                lo += term // (2 * j + 1)
                term = term * num * num // (den * den)
                j += 1
            hi = lo + k * (two[1] - two[0]) + 3 * j + 2
            self.logs[p] = have, lo, hi
        return lo >> (have - bits), (hi >> (have - bits)) + 1

    def exp(self, x: Exponent, bits: int) -> Interval:
        """Enclose e^x = (e^(x / 2^h))^(2^h), with a relative error below 2^-bits."""
        if bits in x.boxes or x is self.one:
            return x.boxes.get(bits, (1, 1, 0))
        h = (abs(x.n) // x.d + 45 * len(x.radicals)).bit_length() + 2 + isqrt(bits) // 2  # a ln p < 45
        fine = bits + 2 * h + 24
        self.charge((12 + fine // (h + 3) + 2 * h) * (1 + (fine // 32) ** 2 // 1000))
        lo, hi = (x.n << fine) // x.d, (x.n << fine) // x.d + 1
        for p, a, b in x.radicals:
            log = self.log(p, fine)
            lo, hi = lo + log[0] * a // b, hi + log[1] * a // b + 1
        # Numbers are scaled by 2^fine.  Since abs(x / 2^h) < 1/4, each term is wrong by less than 2 (by less
        # than 1, and a quarter of the last error), and the terms left out add less than 4.
        start, width = lo >> h, (hi >> h) + 1 - (lo >> h)
        total, term, j = 1 << fine, 1 << fine, 0
        while term not in (0, -1):
            j += 1
            term = (term * start >> fine) // j
            total += term
        # e^width <= 1 + 2 width for 0 <= width <= 1; here it is less than 2^-20, and e^(x / 2^h) less than 2.
        box: Interval = (total - 2 * j - 4, total + 2 * j + 4 + 4 * width, -fine)
        for _ in range(h):
            box = times(box, box, fine)
        if bits in QUICK:
            x.boxes[bits] = trim(*box, bits + 8)
        return trim(*box, bits + 8)

    def box(self, s: Sum, bits: int) -> Interval:
        """Enclose a sum, with a relative error of about 2^-bits unless terms cancel."""
        if bits not in s.boxes:
            ladder = self.ladder(s) if len(s) > 8 else None
            count = len(ladder[2][0][1]) if ladder else len(s)
            self.charge(count * (4 + (bits // 32) ** 2 // 1000 + words(s) // 64))
            box: Interval = (0, 0, 0)
            if ladder:  # by Horner's rule: two powers of e instead of many, and a bit more precision
                d, step, ((low, coefficients),) = ladder
                fine = bits + 8 + count.bit_length()
                base = self.exp(self.exponent(*lowest(step, d), ()), fine)
                for c in reversed(coefficients):
                    box = plus(times(box, base, fine), trim(c, c, 0, fine), fine)
                box = times(box, self.exp(self.exponent(*lowest(low, d), ()), fine), bits + 8)
            else:
                for x, c in s.items():
                    box = plus(box, times(trim(c, c, 0, bits + 8), self.exp(x, bits), bits + 8), bits + 8)
            s.boxes[bits] = box
        return s.boxes[bits]

    def enclosed(self, products: tuple[Product, ...], bits: int) -> int:
        """Return the sign of the sum of the products if enclosures of the factors tell, else 0."""
        total: Interval = (0, 0, 0)
        for factor, sums in products:
            self.charge((1 + len(sums)) * (2 + (bits // 32) ** 2 // 1000))
            box: Interval = (factor, factor, 0)
            for s in sums:
                box = times(box, self.box(s, bits), bits + 8)
            total = plus(total, box, bits + 8)
        return (total[0] > 0) - (total[1] < 0)  # fact 2

    def alike(self, a: Sum, b: Sum) -> bool:
        """Decide whether two sums have the same terms."""
        if a is b or len(a) != len(b):
            return a is b
        self.charge(1 + len(a) * (1 + words(a) // 64) // 8)
        return a == b

    def expanded(self, products: list[Product]) -> Sum:
        """Return the sum of the products, multiplied out; a last factor that several share is so only once."""
        total = Sum()
        while products:
            self.charge(1 + sum(1 + len(own) for _, own in products))
            factor, sums = products[0]
            if not sums:
                self.add(total, self.unit, factor)
                products = products[1:]
                continue
            shared = [(c, own[:-1]) for c, own in products if own and own[-1] is sums[-1]]
            self.add(total, self.times(self.expanded(shared), sums[-1]))
            products = [(c, own) for c, own in products if not own or own[-1] is not sums[-1]]
        return total

    def sign(self, *products: Product) -> int:
        """Return -1, 0 or 1: the sign of the sum of the products.  Everything is decided here."""
        self.charge(2 + sum(2 + len(sums) for _, sums in products))
        if not any(x is not self.one for _, sums in products for s in sums for x in s):  # integers
            sizes = [sum(map(words, sums)) for _, sums in products]
            self.charge(sum(size // 16 + size * size // 1000 for size in sizes))
            value = sum(c * prod(s.get(self.one, 0) for s in sums) for c, sums in products)
            return (value > 0) - (value < 0)
        self.charge(len(products[0][1]) * sum(len(sums) for _, sums in products) if len(products) > 1 else 0)
        for s in products[0][1] if len(products) > 1 else ():  # a factor of all products is taken out
            places = [next((i for i, t in enumerate(sums) if self.alike(s, t)), -1) for _, sums in products]
            if min(places) >= 0:
                rest = [(c, sums[:i] + sums[i + 1 :]) for (c, sums), i in zip(products, places, strict=True)]
                return self.sign((1, [s])) * self.sign(*rest)
        effort = sum(prod(map(len, sums)) for _, sums in products)
        linear = effort <= 4 * sum(len(s) for _, sums in products for s in sums)
        levels = (effort > 1) + (effort > 12) + (effort > 60 and not linear)  # else multiply out at once
        for bits in QUICK[:levels]:
            if sign := self.enclosed(products, bits):
                return sign
        total = self.expanded(list(products))
        low, high = min(total.values(), default=0), max(total.values(), default=0)
        if low >= 0 or high <= 0:
            return (high > 0) - (low < 0)  # 0 if and only if there are no terms (fact 1)
        for bits in PRECISIONS:
            if sign := self.enclosed(((1, [total]),), bits):
                return sign
        raise Limit(f"a sign is not settled by {PRECISIONS[-1]} bits")

# -------------------------------------------------------------------------------------------- strict reading
Fractions = list[tuple[Exponent, int, int]]  # a sum as written: exponents, numerators, denominators
Atom = tuple[Sum, Sum]
Rows = list[list[tuple[int, Number]]]  # a kernel: for each atom of B the atoms of A that it becomes, and how often
Plain = tuple[Sum, list[Atom], str]  # a plain PLD, not yet checked: den, atoms, the place where it stands
Tree = tuple[int, list["Tree | None"]]  # a node that plays a query; None is a stop
Items = list[tuple[int, Plain]]  # a PLD, not yet checked: plain PLDs and how often each is composed
Multiset = tuple[int, ...]  # of queries: their indices, not decreasing
State = Multiset | int  # what a rule goes by: the queries that were played, or the number of a row of a table
Table = list[dict[int, int]]  # for each state: the queries that may be played, and the states after them
Construction = tuple[list[tuple[Sum, Items]], list[tuple[Number, Number]]]  # parts with weights (den first), or constraints
Loss = tuple[int, int, list[tuple[int, int, int]]]  # n/d + sum of a/b ln p, as (p, a, b)
Step = tuple[Items, Items, Number | tuple[()]]  # of a residue filter: query; budget after it, or none and x if refused
HEX = "0x[1-9a-f][0-9a-f]*"
RATIONAL = re.compile(f"(0|-?[1-9][0-9]{{0,59}}|-?{HEX})(/([2-9]|[1-9][0-9]{{1,59}}|{HEX}))?", re.ASCII)
NATURAL = re.compile(r"0|[1-9][0-9]{0,8}", re.ASCII)
DIGEST = re.compile(r"sha256:[0-9a-f]{64}", re.ASCII)
CLAIMANT = re.compile(r"[ !#-\[\]-~]{1,200}", re.ASCII)
DYADIC = re.compile(r"0|-?([1-9][0-9]{0,18})?[13579]p(0|-?[1-9][0-9]{0,3})", re.ASCII)
# A discretised PLD: its unit n/d; its atoms (index, mass); masses are enclosures of one point.
Grid = namedtuple("Grid", "n d atoms infinite")  # noqa: PYI024
QUANTITIES = {  # of audits, and what each is taken at
    "delta": "x", "epsilon": "delta", "clipped-epsilon": "delta", "tradeoff": "alpha", "renyi": "order", "gdp": "",
    "spend": "spends", "curve": "",
}

def parse(data: bytes) -> object:
    """Return the JSON value that the bytes hold, with duplicate keys and numbers refused."""
    at_most(MAX_FILE, len(data), "bytes")
    no: Any = dict.fromkeys(("parse_int", "parse_float", "parse_constant"), no_number)
    try:
        text = data.decode("utf-8")
        # Outside of texts no backslash is legal, so up to the first error this splits at the quotes.
        outside = "".join(text.replace("\\\\", "").replace('\\"', "").split('"')[::2])
        depth = 0
        for bracket in re.sub(r"[^][{}]+", "", outside):
            depth += 1 if bracket in "[{" else -1
            at_most(64, depth, "brackets nested in each other")
        return json.loads(text, object_pairs_hook=distinct, **no)
    except (UnicodeDecodeError, json.JSONDecodeError) as error:
        raise Malformed(f"not JSON in UTF-8: {error}") from None

def distinct(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """Return the object with these keys and values, all keys different."""
    form(len(dict(pairs)) == len(pairs), "a key occurs twice in one object")
    return dict(pairs)

def no_number(text: str) -> object:
    """Refuse a JSON number."""
    raise Malformed(f"the JSON number {short(text)} (numbers are written as texts)")

class Reader:
    """Reads the values of a certificate, each in its one spelling, within the limits."""

    def __init__(self, w: Work) -> None:
        self.w, self.nodes, self.table = w, 0, False  # table: the states are numbers
        self.of, self.violated, self.points = "", False, False  # what an audit is about, and whether at points
        self.primes: dict[str, tuple[int, str]] = {}  # of exponents: their text, value and place
        self.denominators: list[tuple[Sum, str]] = []  # of quotients

    def fields(self, value: Any, where: str, keys: str, optional: str = "") -> dict[str, Any]:
        """Return an object that has all of `keys`, and others only from `optional`."""
        form(isinstance(value, dict), f"{where} is not an object")
        exact = set(keys.split()) <= value.keys() <= {*keys.split(), *optional.split()}
        form(exact, f"{where} has not exactly the keys {keys} {optional}")
        return dict(value)

    def items(self, value: Any, where: str, least: int, most: int) -> list[Any]:
        """Return a list that is not too short (malformed) or too long (a limit; malformed for a pair)."""
        form(isinstance(value, list) and len(value) >= least, f"{where} is not a list of {least} items")
        form(most > 2 or len(value) <= most, f"{where} is not a list of two items")
        at_most(most, len(value), f"items in {where}")
        return list(value)

    def text(self, value: Any, where: str, spelling: re.Pattern[str] | None = None) -> str:
        """Return a text."""
        form(isinstance(value, str), f"{where} is not a text")
        if spelling and not spelling.fullmatch(value):
            raise Malformed(f"{where} is not in its one spelling: {short(value)}")
        return str(value)

    def natural(self, value: Any, where: str, most: int) -> int:
        """Return a count or an index."""
        at_most(most, n := int(self.text(value, where, NATURAL)), f"in {where}")
        return n

    def rational(self, value: Any, where: str) -> tuple[int, int]:
        """Return numerator and denominator; integers are decimal below 10^60, hex from there on."""
        parts = self.text(value, where, RATIONAL).split("/")
        at_most(16_384, max(len(part.lstrip("-")) for part in parts) - 2, f"hex digits in {where}")
        n, d = (int(part, 16 if "x" in part else 10) for part in [*parts, "1"][:2])
        form(all("x" not in part or abs(int(part, 16)) >= SHORT for part in parts), f"{where} is no hex")
        form(gcd(n, d) == 1, f"{where} is not in lowest terms")
        return n, d

    def exponent(self, value: Any, where: str) -> Exponent:
        """Return an exponent; that its p are prime is checked later (R01)."""
        r, pairs = self.items(value, where, 2, 2) if isinstance(value, list) else (value, [])
        pairs = self.items(pairs, f"{where}[1]", int(isinstance(value, list)), 16)
        n, d = self.rational(r, where)
        radicals: list[tuple[int, int, int]] = []
        for pair in pairs:
            first, second = self.items(pair, f"{where}[1]", 2, 2)
            (p, one), (a, b) = self.rational(first, where), self.rational(second, where)
            form(one == 1 and (not radicals or p > radicals[-1][0]), f"the primes of {where} do not increase")
            form(0 < a < b, f"a power in {where} is not in (0, 1)")
            at_most((1 << 64) - 1, p, f"as a prime of {where}")
            self.primes.setdefault(first, (p, where))
            radicals.append((p, a, b))
        at_most(MAX_PART - 1, max(abs(n), d, *(b for _, _, b in radicals)), f"as a part of {where}")
        at_most(10_000 * d, abs(n), f"times the denominator in {where}: the exponent is beyond 10,000")
        return self.w.exponent(n, d, tuple(radicals))

    def sum(self, value: Any, where: str) -> Fractions:
        """Return a sum."""
        if isinstance(value, str):
            n, d = self.rational(value, where)
            return [(self.w.one, n, d)] if n else []
        out: Fractions = []
        for i, item in enumerate(self.items(value, where, 0, 4_096)):
            c, power = self.items(item, f"{where}[{i}]", 2, 2)
            (n, d), x = self.rational(c, f"{where}[{i}][0]"), self.exponent(power, f"{where}[{i}][1]")
            form(n, f"{where}[{i}] has the coefficient 0")
            form(not out or out[-1][0].order() < x.order(), f"the exponents of {where} do not increase at {i}")
            out.append((x, n, d))
        form(any(x is not self.w.one for x, _, _ in out), f"{where} is rational, so it must be a text")
        return out

    def cleared(self, raws: list[Fractions]) -> list[Sum]:
        """Return the sums, all multiplied by one positive integer that makes them integer."""
        scale, count = 1, sum(map(len, raws))
        for d in (d for raw in raws for _, _, d in raw if d > 1):
            v = scale.bit_length() // 32
            self.w.charge(1 + v * (d.bit_length() // 32 + 1) // 100, count * v // 8)
            scale = lcm(scale, d)
        v = scale.bit_length() // 32
        for n, d in ((n, d) for raw in raws for _, n, d in raw):
            self.w.charge(1 + v * (2 + (n.bit_length() + d.bit_length()) // 32) // 200 + v // 8)
        return [Sum({x: n * (scale // d) for x, n, d in raw}) for raw in raws]

    def number(self, value: Any, where: str) -> Number:
        """Return a number; that a denominator is positive is checked later (R02)."""
        if not isinstance(value, dict):
            num, den = self.cleared([self.sum(value, where), [(self.w.one, 1, 1)]])
            return num, den
        both = self.fields(value, where, "num den")
        form(isinstance(both["den"], list), f"{where}.den is not a list")
        num, den = self.cleared([self.sum(both[key], f"{where}.{key}") for key in ("num", "den")])
        self.denominators.append((den, where))
        return num, den

    def plain(self, value: Any, where: str) -> Plain:
        """Return a PLD in plain form, not yet checked."""
        both = self.fields(value, where, "den atoms")
        raws = [self.sum(both["den"], f"{where}.den")]
        for i, item in enumerate(self.items(both["atoms"], f"{where}.atoms", 0, 4_096)):
            here = f"{where}.atoms[{i}]"
            raws += [self.sum(mass, here) for mass in self.items(item, here, 2, 2)]
        den, *masses = self.cleared(raws)
        return den, list(zip(masses[::2], masses[1::2], strict=True)), where

    def pld(self, value: Any, where: str) -> Items:
        """Return the items (times, plain) of a composition; a plain PLD is its only item, once."""
        if not isinstance(value, dict) or "compose" not in value:
            return [(1, self.plain(value, where))]
        out: Items = []
        for item in self.items(self.fields(value, where, "compose")["compose"], f"{where}.compose", 1, 64):
            k, plain = self.items(item, f"{where}.compose[{len(out)}]", 2, 2)
            out.append((self.natural(k, where, 10_000), self.plain(plain, f"{where}.compose[{len(out)}][1]")))
        return out

    def tree(self, value: Any, where: str) -> Tree | None:
        """Return a strategy tree.  The nesting of the file bounds the recursion."""
        self.nodes += 1
        at_most(20_000, self.nodes, "nodes of the tree")
        if value is None:
            return None
        index, children = self.items(value, where, 2, 2)
        i, nodes = self.natural(index, where, 10**9), self.items(children, f"{where}[1]", 0, 20_000)
        return i, [self.tree(node, f"{where}[1][{j}]") for j, node in enumerate(nodes)]

    def rows(self, value: Any, where: str) -> Rows:
        """Return a kernel, the indices of each row increasing."""
        out: Rows = []
        for items in self.items(value, where, 0, MAX_WORK):
            here, last = f"{where}[{len(out)}]", -1
            out.append([])
            for item in self.items(items, here, 0, MAX_WORK):
                index, entry = self.items(item, here, 2, 2)
                i = self.natural(index, here, 10**9)
                form(i > last, f"the indices of {here} do not increase")
                out[-1].append((last := i, self.number(entry, here)))
        return out

    def rounds(self, value: Any, where: str) -> int:
        """Return a number of rounds."""
        return ALL if value == "all" else self.natural(value, where, 16)

    def multiset(self, value: Any, where: str) -> Multiset:
        """Return a multiset of queries."""
        out = tuple(self.natural(index, where, ALL) for index in self.items(value, where, 0, 256))
        form(all(i <= j for i, j in zip(out, out[1:], strict=False)), f"{where} decreases")  # noqa: RUF007
        return out

    def order(self, value: Any, where: str) -> list[Multiset]:
        """Return a list of multisets."""
        return [self.multiset(item, where) for item in self.items(value, where, 0, MAX_STATES)]

    def rule(self, value: Any, where: str) -> Table | tuple[Items, int]:
        """Return a table, the queries of each state increasing, or the budget and the rounds of a natural filter."""
        self.table = isinstance(value, dict) and "moves" in value
        if not self.table:
            both = self.fields(value, where, "budget rounds")
            return self.pld(both["budget"], f"{where}.budget"), self.rounds(both["rounds"], f"{where}.rounds")
        table: Table = []
        for items in self.items(self.fields(value, where, "moves")["moves"], f"{where}.moves", 1, MAX_STATES):
            here, last = f"{where}.moves[{len(table)}]", -1
            table.append({})
            for item in self.items(items, here, 0, 64):
                i, after = (self.natural(number, here, ALL) for number in self.items(item, here, 2, 2))
                form(i > last, f"the queries of {here} do not increase")
                table[-1][last := i] = after
        return table

    def values(self, value: Any, where: str) -> list[tuple[State, Plain]]:
        """Return the values of states."""
        out: list[tuple[State, Plain]] = []
        for item in self.items(value, where, 0, MAX_STATES):
            here = f"{where}[{len(out)}]"
            state, plain = self.items(item, here, 2, 2)
            s: State = self.natural(state, here, ALL) if self.table else self.multiset(state, here)
            out.append((s, self.plain(plain, f"{here}[1]")))
        return out

    def steps(self, value: Any, where: str) -> list[Step]:
        """Return the steps of a residue filter."""
        out: list[Step] = []
        for item in self.items(value, where, 1, 256):
            here = f"{where}[{len(out)}]"
            step = self.fields(item, here, "query", "budget refused")
            form(len(step) == 2, f"{here} has not one of budget and refused")
            x = self.number(step["refused"], f"{here}.refused") if "refused" in step else ()
            after = self.pld(step["budget"], f"{here}.budget") if "budget" in step else []
            out.append((self.pld(step["query"], f"{here}.query"), after, x))
        return out

    def grid(self, value: Any, where: str) -> list[Number]:
        """Return the finite points of a grid, the last point of which is "inf"."""
        *points, last = self.items(value, where, 2, 64)
        form(last == "inf", f'{where} does not end with "inf"')
        return [self.number(point, where) for point in points]

    def shape(self, claim: Any) -> tuple[str, str]:
        """Return the keys of the claim and of the witness of an audit, and keep what its other values depend on."""
        form(isinstance(claim, dict), "claim is not an object")
        quantity, says, verdict = (claim.get(key) for key in ("quantity", "says", "verdict"))
        form(isinstance(quantity, dict) and isinstance(says, dict), "claim.quantity or claim.says is not an object")
        form(verdict in ("violated", "invalid"), 'claim.verdict is neither "violated" nor "invalid"')
        self.of = self.text(quantity.get("of"), "claim.quantity.of")
        form(self.of in QUANTITIES, f"claim.quantity.of is none of {' '.join(QUANTITIES)}")
        self.violated, self.points = verdict == "violated", "points" in says
        if not self.violated:
            return "claimant quantity verdict says", ""
        pairs = "" if self.of == "spend" else " pairs"
        return f"claimant quantity verdict says{pairs}", {"curve": "x", "gdp": "pair x t"}.get(self.of, "")

    def constructions(self, value: Any, where: str) -> list[Construction]:
        """Return constructions of PLDs: weights and compositions to be mixed, or constraints."""
        out: list[Construction] = []
        for i, item in enumerate(self.items(value, where, 2, 8)):
            here = f"{where}[{i}]"
            form(isinstance(item, dict), f"{here} is not an object")
            if "constraints" in item:
                items = self.items(self.fields(item, here, "constraints")["constraints"], here, 1, 4_096)
                pairs = [self.items(pair, here, 2, 2) for pair in items]
                out.append(([], [(self.number(x, here), self.number(d, here)) for x, d in pairs]))
            elif "mixture" in item:
                both = self.fields(item, here, "den mixture")
                parts = [self.items(part, here, 2, 2) for part in self.items(both["mixture"], here, 1, 1_024)]
                den, *weights = self.cleared([self.sum(each, here) for each in (both["den"], *(part[0] for part in parts))])
                built = [(weight, self.pld(part[1], here)) for weight, part in zip(weights, parts, strict=True)]
                out.append(([(den, []), *built], []))
            else:
                out.append(([(self.w.unit, self.pld(self.fields(item, here, "pld")["pld"], f"{here}.pld"))], []))
        form(any(parts for parts, _ in out), f"{where} are constraints alone")
        return out

    def laws(self, value: Any, where: str) -> list[tuple[Sum, list[Sum]]]:
        """Return laws: a denominator and masses each, all of the same number of outcomes."""
        out: list[tuple[Sum, list[Sum]]] = []
        for item in self.items(value, where, 1, MAX_LAWS):
            both = self.fields(item, f"{where}[{len(out)}]", "den masses")
            masses = self.items(both["masses"], f"{where}[{len(out)}].masses", 1, MAX_OUTCOMES)
            den, *rest = self.cleared([self.sum(mass, f"{where}[{len(out)}]") for mass in (both["den"], *masses)])
            out.append((den, rest))
            form(len(rest) == len(out[0][1]), f"{where} have not the same outcomes")
        return out

    def neighbours(self, value: Any, where: str) -> list[tuple[int, int]]:
        """Return pairs of laws."""
        pairs = [self.items(pair, where, 2, 2) for pair in self.items(value, where, 1, ALL)]
        return [(self.natural(i, where, ALL), self.natural(j, where, ALL)) for i, j in pairs]

    def loss(self, value: Any, where: str) -> Loss:
        """Return a loss r + sum of a ln p; that its p are prime is checked later (R01)."""
        r, pairs = self.items(value, where, 2, 2) if isinstance(value, list) else (value, [])
        (n, d), logs = self.rational(r, where), list[tuple[int, int, int]]()
        for pair in self.items(pairs, where, int(isinstance(value, list)), 16):
            first, second = self.items(pair, where, 2, 2)
            (p, one), (a, b) = self.rational(first, where), self.rational(second, where)
            form(one == 1 and a and (not logs or p > logs[-1][0]), f"the primes of {where} do not increase, or one has power 0")
            at_most((1 << 64) - 1, p, f"as a prime of {where}")
            self.primes.setdefault(first, (p, where))
            logs.append((p, a, b))
        at_most(MAX_PART - 1, max(d, *(b for _, _, b in logs), 1), f"as a part of {where}")
        at_most(1_000, max(-(-abs(a) // b) for a, b in ((n, d), *((a, b) for _, a, b in logs))), f"as a part of {where}")
        return n, d, logs

    def base(self, value: Any, where: str) -> Any:
        """Return the base laws of an envelope and their distances, or an instance of private multiplicative weights."""
        form(isinstance(value, dict), f"{where} is not an object")
        if "laws" in value:
            both = self.fields(value, where, "laws distances")
            laws, rows = self.laws(both["laws"], f"{where}.laws"), list[list[int]]()
            matrix = self.items(both["distances"], f"{where}.distances", 0, ALL)
            form(len(matrix) == len(laws), f"{where}.distances are not one row for each law")
            for items in matrix:
                rows.append([self.natural(d, f"{where}.distances", 1_000) for d in self.items(items, where, 0, MAX_LAWS)])
                form(len(rows[-1]) == len(laws), f"{where}.distances are not one for each pair of laws")
            return laws, rows
        fields = self.fields(value, where, "universe queries n rounds eta gamma")
        size, n = self.natural(fields["universe"], f"{where}.universe", 64), self.natural(fields["n"], f"{where}.n", 64)
        rounds, queries = self.natural(fields["rounds"], f"{where}.rounds", 16), list[list[tuple[int, int]]]()
        form(size and n and rounds, f"{where} has a universe, n or rounds of 0")
        for items in self.items(fields["queries"], f"{where}.queries", 1, 64):
            queries.append([self.rational(y, f"{where}.queries") for y in self.items(items, f"{where}.queries", 0, 64)])
            form(len(queries[-1]) == size, f"{where}.queries have not one value for each element of the universe")
        at_most(MAX_LAWS, comb(n + size - 1, n), f"databases of {where} that are no rearrangements of each other")
        at_most(MAX_OUTCOMES, (2 * len(queries)) ** rounds, f"transcripts of {where}")
        common = 1
        for d in {d for query in queries for _, d in query}:
            common = lcm(common, d) if d < MAX_PART else d
            at_most(MAX_PART - 1, common, f"as a denominator of {where}.queries")
        return size, queries, n, rounds, self.loss(fields["eta"], f"{where}.eta"), self.loss(fields["gamma"], f"{where}.gamma")

    def claimant(self, value: Any, where: str) -> str:
        """Return the name of who is audited."""
        return self.text(value, where, CLAIMANT)

    def pairs(self, value: Any, where: str) -> list[Items]:
        """Return the pairs of an audit."""
        return [self.pld(pair, f"{where}, one of them") for pair in self.items(value, where, 1, 16)]

    def deviation(self, value: Any, where: str) -> tuple[int, int]:
        """Return numerator and denominator of an argument of Phi."""
        n, d = self.rational(value, where)
        at_most(64 * d, abs(n), f"times the denominator in {where}: it is beyond 64")
        return n, d

    def quantity(self, value: Any, where: str) -> tuple[str, Any]:
        """Return what an audit is about, and what that is taken at; None for what is taken at points, or at nothing."""
        key = "" if self.points else QUANTITIES[self.of]
        fields = self.fields(value, where, f"of {key}")
        if not key or (key, fields[key]) == ("x", "inf"):
            return self.of, fields.get(key)
        return self.of, self.place(fields[key], f"{where}.{key}")

    def place(self, value: Any, where: str) -> Any:
        """Return a finite x, a delta, an alpha, an order, or spends."""
        if self.of == "renyi":
            order = self.natural(value, where, 256)
            form(order > 1, f"{where} is below 2")
            return order
        if self.of != "spend":
            return self.number(value, where)
        pairs = [self.items(item, where, 2, 2) for item in self.items(value, where, 1, 4_096)]
        return [(self.natural(k, where, ALL), self.number(each, where)) for k, each in pairs]

    def says(self, value: Any, where: str) -> dict[str, Any]:
        """Return what is said about a quantity, by its keys."""
        keys = " ".join(sorted(value))
        allowed = ["upper", "by upper"] if self.violated else ["value"]
        if self.violated and self.of != "gdp":
            allowed += ["lower", "by lower"]
        elif not self.violated and self.of != "curve":
            allowed += ["lower upper", "points"]
        form(keys in allowed, f"{where} has the keys {short(keys)}, which is none of: {', '.join(allowed)}")
        if self.points:
            form(self.of in ("delta", "epsilon", "tradeoff", "renyi"), f"{where}.points of {self.of}")
            most = 3 if self.of in ("delta", "tradeoff") else 2
            items = self.items(value["points"], f"{where}.points", 2, ALL)
            form(len(items) <= most, f"{where}.points are more than {most}")
            pairs = [self.items(item, f"{where}.points", 2, 2) for item in items]
            return {"points": [(self.place(z, f"{where}.points"), self.said("points", y, f"{where}.points")) for z, y in pairs]}
        out = {key: self.said(key, value[key], f"{where}.{key}") for key in keys.split()}
        form("by" not in out or not any(isinstance(y, str) for y in out.values()), f"{where}.by beside an infinite value")
        return out

    def said(self, key: str, value: Any, where: str) -> Any:
        """Return a value that is said: a number, "inf", "-inf", "nan", or a discretised PLD."""
        if self.of == "curve" and key != "by":
            return self.discretised(value, where)
        special = {"by": "", "value": "inf -inf nan", "points": "" if self.of in ("delta", "tradeoff") else "inf -inf"}
        if self.violated:
            special |= dict.fromkeys(("lower", "upper"), {
                "epsilon": "inf -inf", "clipped-epsilon": "inf -inf", "renyi": "inf", "gdp": "inf"}.get(self.of, ""))
        if value in special.get(key, "inf -inf").split():
            return value
        if self.of in ("delta", "tradeoff", "spend", "curve"):
            return self.number(value, where)
        self.text(value, where, RATIONAL)
        if self.violated and self.of != "gdp":
            self.exponent(value, where)  # within its limits
        return self.number(value, where)

    def discretised(self, value: Any, where: str) -> Grid:
        """Return a discretised PLD."""
        parts = self.fields(value, where, "unit atoms infinite")
        n, d = self.rational(parts["unit"], f"{where}.unit")
        form(n > 0, f"{where}.unit is not positive")
        at_most(MAX_PART - 1, max(n, d), f"as a part of {where}.unit")
        items, out, last = self.items(parts["atoms"], f"{where}.atoms", 0, 200_000), list[tuple[int, Interval]](), 0
        self.w.charge(10 * len(items))
        for item in items:
            i, mass = self.items(item, f"{where}.atoms", 2, 2)
            index, one = self.rational(i, f"{where}.atoms")
            form(one == 1 and (not out or index > last), f"the indices of {where} do not increase")
            at_most(10_000 * d, abs(index) * n, f"times the denominator in {where}: a loss is beyond 10,000")
            out.append((last := index, self.dyadic(mass, f"{where}.atoms")))
        return Grid(n, d, out, self.dyadic(parts["infinite"], f"{where}.infinite"))

    def dyadic(self, value: Any, where: str) -> Interval:
        """Return a dyadic number, as an enclosure of one point."""
        self.text(value, where, DYADIC)
        if value == "0":
            return 0, 0, 0
        m, e = map(int, value.split("p"))
        at_most(1_200, abs(e), f"as an exponent in {where}")
        return m, m, e

    def value(self, kind: str, key: str, value: Any, where: str) -> Any:
        """Return the value of a key of the claim or of the witness."""
        if key == "queries":
            return [self.plain(query, f"{where}, one of them") for query in self.items(value, where, 1, 64)]
        if key == "rounds":
            form(kind not in ("chain", "not-chain") or value not in ("0", "all"), f"{where} is {value}")
            return self.rounds(value, where)
        if key == "method":
            return form(value in ("knots", "kernel"), f'{where} is neither "knots" nor "kernel"')
        if (kind, key, value) == ("delta", "x", "inf") or (key == "exp_value" and value in ("inf", "0")):
            return value
        if kind == "epsilon" and key in ("lower", "upper"):  # in nats: what is used are e^lower and e^upper
            return Sum({self.exponent(self.text(value, where), where): 1}), self.w.unit
        read: dict[str, Any] = dict.fromkeys(("A", "B", "U", "L", "pld", "budget"), self.pld)
        read |= {"tree": self.tree, "rows": self.rows, "rule": self.rule, "values": self.values, "steps": self.steps}
        read |= {"a": self.multiset, "b": self.multiset, "order": self.order, "grid": self.grid}
        read |= {"quantity": self.quantity, "says": self.says, "pairs": self.pairs, "t": self.deviation}
        read |= {"constructions": self.constructions, "laws": self.laws, "neighbours": self.neighbours, "base": self.base}
        read |= {"outcome": lambda y, at: self.natural(y, at, ALL)}
        read |= {"claimant": self.claimant, "verdict": self.text, "pair": lambda y, at: self.natural(y, at, ALL)}
        return read.get(key, self.number)(value, where)

# -------------------------------------------------------------------------------------------- PLDs and curves
class PLD:
    """A checked PLD: the masses are p/den and q/den; ratios strictly decrease, q = 0 first and p = 0 last."""

    def __init__(self, den: Sum, atoms: list[Atom]) -> None:
        self.den, self.atoms = den, atoms
        self.infinite = atoms[0][0] if not atoms[0][1] else Sum()  # the mass under P of the loss +inf
        self.knots = [(p, q) for p, q in atoms if p and q]

def validate(w: Work, plain: Plain) -> None:
    """Check rules R03 to R07."""
    den, atoms, where = plain
    require("R03-denominator", w.sign((1, [den])) > 0, f"{where}.den", den)
    for i, (p, q) in enumerate(atoms):
        require("R04-mass", w.sign((1, [p])) >= 0, f"p of atom {i} of {where}", p, den)
        require("R04-mass", w.sign((1, [q])) >= 0 and (p or q), f"q of atom {i} of {where}", q, den)
    for rule, side in (("R05-p-sum", 0), ("R06-q-sum", 1)):
        missing = Sum(den)
        for atom in atoms:
            w.add(missing, atom[side], -1)
        require(rule, not missing, f"what the masses of {where} lack", missing, den)
    for i, ((p, q), (r, s)) in enumerate(zip(atoms, atoms[1:], strict=False)):  # noqa: RUF007
        require("R07-order", w.sign((1, [p, s]), (-1, [r, q])) > 0, f"{where}: ratio {i + 1}", r, s)

def name_of(w: Work, p: Sum, q: Sum) -> str:
    """Return a name of the ratio p/q.  Equal names mean equal ratios; `arranged` finds all equal ratios."""
    if not p or not q:
        return "infinite" if p else "zero"
    w.charge(sum(x.cost for terms in (p, q) for x in terms))
    x, y = (min(terms, key=Exponent.order) for terms in (p, q))
    inverse = w.exponent(-y.n, y.d, tuple((p, b - a, b) for p, a, b in y.radicals))  # e^y e^inverse = factor
    factor, v = prod(p for p, _, _ in y.radicals), max(words(p), words(q))
    w.charge(2 + y.cost + (len(p) + len(q)) * (1 + v // 16 + v * v // 1000))
    if len(p) + len(q) == 2 or w.times(p, Sum({y: q[y]})) == w.times(q, Sum({x: p[x]})):
        z, carry = w.join(x, inverse)  # the ratio of the sums is that of their lowest terms
        return f"{spelled(*lowest(p[x] * carry, q[y] * factor))} {z.key}"
    p, q = w.times(p, Sum({inverse: 1})), w.times(q, Sum({inverse: 1}))
    g = gcd(*p.values(), *q.values())
    w.charge(sum(len(x.key) for s in (p, q) for x in s) // 16)
    return " : ".join(" + ".join(sorted(f"{c // g:x} {x.key}" for x, c in s.items())) for s in (p, q))

def composed(w: Work, a: list[Atom], b: list[Atom]) -> list[Atom]:
    """Return all products of atoms, those whose ratios have one name added up."""
    w.charge(4 * len(a) * len(b), 10 * len(a) * len(b))
    out: dict[str, Atom] = {}
    for i, (p, q) in enumerate(a):
        for j, (r, s) in enumerate(b[i:] if a is b else b):
            atom = w.times(p, r), w.times(q, s)
            if not atom[0] and not atom[1]:
                continue  # the losses +inf and -inf together: no atom
            name = name_of(w, *atom)
            mine = out.setdefault(name, (Sum(), Sum()))
            at_most(MAX_WORK, len(out), "atoms after composition")
            for total, part in zip(mine, atom, strict=True):
                w.add(total, part, 2 if a is b and j > 0 else 1)  # in a square, for the two orders
    return list(out.values())

def arranged(w: Work, atoms: list[Atom]) -> PLD:
    """Return the PLD of these atoms, sorted and merged exactly; its denominator is the sum of the p."""

    def rough(atom: Atom) -> tuple[int, int]:  # only proposes an order
        (p, _, e), (q, _, f) = (w.box(mass, 64) for mass in atom)
        m = (max(p, 0) << 200) // max(q, 1)
        return m.bit_length() + e - f, (m << 300) >> m.bit_length()

    def order(a: Atom, b: Atom) -> int:
        return w.sign((1, [b[0], a[1]]), (-1, [a[0], b[1]]))
    den, merged = Sum(), list[Atom]()
    for p, q in sorted(sorted(atoms, key=rough, reverse=True), key=cmp_to_key(order)):
        w.add(den, p)
        if merged and order(merged[-1], (p, q)) == 0:
            w.add(merged[-1][0], p)
            w.add(merged[-1][1], q)
        else:
            merged.append((Sum(p), Sum(q)))  # copies: `atoms` may be used again
    return PLD(den, merged)

def power(w: Work, k: int, plain: Plain) -> PLD:
    """Return the k-fold composition of a checked PLD, k > 0."""
    den, atoms, _ = plain
    finite = [(p, q) for p, q in atoms if p and q]
    if len(finite) not in {1, 2}:
        out = [(w.unit, w.unit)]
        for bit in f"{k:b}":
            out = composed(w, out, out)
            out = composed(w, out, atoms) if bit == "1" else out
        return arranged(w, out)
    # By the binomial theorem its finite atoms are C(k, i) times (p^(k-i) r^i, q^(k-i) s^i).  Their ratios decrease
    # with i, since p/q > r/s (R07).  What they lack of the denominator is the mass of the infinite losses.
    rows = [[w.unit] for _ in range(4)]
    for row, mass in zip(rows, (*finite[0], *finite[-1]), strict=True):
        for _ in range(k):
            row.append(w.times(row[-1], mass))
    out, sums, binomial = list[Atom](), (Sum(), Sum()), 1
    for i in range(k + 1 if len(finite) == 2 else 1):
        out.append((Sum(), Sum()))
        for side in (0, 1):
            w.add(out[i][side], w.times(rows[side][k - i], rows[side + 2][i]), binomial)
            w.add(sums[side], out[i][side])
        binomial = binomial * (k - i) // (i + 1)
    den = w.power(den, k) if len(finite) < len(atoms) else sums[0]
    over, under = Sum(den), Sum(den)
    w.add(over, sums[0], -1)
    w.add(under, sums[1], -1)
    return PLD(den, [(over, Sum())] * bool(over) + out + [(Sum(), under)] * bool(under))

def build(w: Work, items: Items) -> PLD:
    """Check every plain PLD, also one that is taken 0 times, and compose them."""
    least = 1  # a product of two sets of m and n positive ratios has at least m + n - 1 elements
    for k, plain in items:
        validate(w, plain)
        spread = max(sum(bool(p and q) for p, q in plain[1]) - 1, 0)
        least += k * spread
        at_most(MAX_WORK, least, "atoms after composition")
        size = max((abs(c) - 1).bit_length() for atom in plain[1] for mass in atom for c in mass.values())
        # Foreseen: the last squaring of many atoms; the powers of two, of which all are kept.
        w.charge(0, 10 * (k // 2 * spread + 1) ** 2 if spread > 1 else k * (20 + k * size // 64))
    if len(items) == 1 and items[0][0] == 1:
        return PLD(*items[0][1][:2])
    parts, out = [power(w, k, plain) for k, plain in items if k], [(w.unit, w.unit)]
    if len(parts) == 1:
        return parts[0]
    for part in parts:
        out = composed(w, out, part.atoms)
    return arranged(w, out)

class Curve:
    """The hockey-stick curve of a PLD from the top: the sums of p and q of its first k atoms."""
    # x is a quotient X/Y with Y > 0.  With the atoms whose ratio is above x (those whose ratio is x give 0),
    # den Y h(x) = Y (sum of their p) - X (sum of their q).
    def __init__(self, pld: PLD) -> None:
        self.pld, self.k, self.p, self.q = pld, 0, Sum(), Sum()

    def at(self, w: Work, x: Number, factor: int, *others: Sum) -> list[Product]:
        """Return factor * others * den Y h(x); x must not be larger than the x before."""
        atoms, k, step = self.pld.atoms, self.k, 1

        def above(i: int) -> bool:
            p, q = atoms[i]
            return not (p is x[0] and q is x[1]) and w.sign((1, [p, x[1]]), (-1, [q, x[0]])) > 0
        # Ratios decrease: forward from the k atoms known to be above x in steps that double, then by halves.
        while k < len(atoms) and above(min(k + step, len(atoms)) - 1):
            k, step = min(k + step, len(atoms)), 2 * step
        while step := step // 2:
            k += step if k + step <= len(atoms) and above(k + step - 1) else 0
        for p, q in atoms[self.k : k]:
            w.add(self.p, p)
            w.add(self.q, q)
        self.k = k
        return [(factor, [x[1], self.p, *others]), (-factor, [x[0], self.q, *others])]

def compare(w: Work, a: Curve, b: Curve, x: Number) -> int:
    """Return the sign of h_A(x) - h_B(x)."""
    return w.sign(*a.at(w, x, 1, b.pld.den), *b.at(w, x, -1, a.pld.den))

def against(w: Work, a: Curve, x: Number | str, value: Number) -> int:
    """Return the sign of h_A(x) - value; x may be "inf"."""
    if isinstance(x, str):
        return w.sign((1, [a.pld.infinite, value[1]]), (-1, [a.pld.den, value[0]]))
    return w.sign(*a.at(w, x, 1, value[1]), (-1, [a.pld.den, x[1], value[0]]))

def excess_at(w: Work, a: PLD, b: PLD) -> Number | tuple[()]:
    """Return a knot x of B with h_A(x) > h_B(x), or () if A <= B (fact 3)."""
    left, right = Curve(a), Curve(b)
    return next((x for x in b.knots if compare(w, left, right, x) > 0), ())

def both(w: Work, a: PLD, b: PLD) -> PLD:
    """Return the composition of two PLDs."""
    return arranged(w, composed(w, a.atoms, b.atoms))

def same(w: Work, a: PLD, b: PLD) -> bool:
    """Decide whether two PLDs are the same: the same masses, atom by atom."""
    pairs = (pair for atoms in zip(a.atoms, b.atoms, strict=False) for pair in zip(*atoms, strict=True))
    different = (w.sign((1, [mine, b.den]), (-1, [yours, a.den])) for mine, yours in pairs)
    return len(a.atoms) == len(b.atoms) and not any(different)

# ----------------------------------------------------------------------------------------------------- kinds
# Each function checks the rules of one kind; v holds the values of claim and witness by their keys.
def dominated(w: Work, v: dict[str, Any]) -> None:
    """Claim: A <= B."""
    a, b = build(w, v["A"]), build(w, v["B"])
    if "rows" in v:
        kernel(w, a, b, v["rows"])
    else:
        x = excess_at(w, a, b)
        require("R10-dominated", not x, "the knot x", *x)

def kernel(w: Work, a: PLD, b: PLD, rows: Rows) -> None:
    """Check that A is B after post-processing: atom j of B becomes atom i of A with probability rows[j][i]."""
    require("R29-kernel-rows", len(rows) == len(b.atoms), f"{len(rows)} rows, {len(b.atoms)} atoms")
    shares: list[tuple[list[Number], list[Number]]] = [([], []) for _ in a.atoms]  # what atom i gets of p and q
    for j, (row, atom) in enumerate(zip(rows, b.atoms, strict=True)):
        for i, (n, d) in row:
            require("R30-kernel-index", i < len(a.atoms), f"{i} of {len(a.atoms)} in row {j}, counted from 0")
            require("R31-kernel-entry", w.sign((1, [n])) > 0, f"entry {i} of row {j}", n, d)
            for share, mass in zip(shares[i], atom, strict=True):
                share.append((w.times(n, mass), d))
        n, d = total(w, [entry for _, entry in row])
        require("R32-kernel-sum", w.sign((1, [n]), (-1, [d])) == 0, f"the sum of row {j}", n, d)
    for side, rule in enumerate(("R33-kernel-p", "R34-kernel-q")):
        for i, atom in enumerate(a.atoms):
            n, d = total(w, shares[i][side])
            same = w.sign((1, [n, a.den]), (-1, [atom[side], d, b.den])) == 0
            require(rule, same, f"atom {i} of A gets, times the denominator of B,", n, d)

def total(w: Work, parts: list[Number]) -> Number:
    """Return the sum of quotients, its denominator positive."""
    num, den, bottom = Sum(), w.unit, 1  # num / (bottom den)
    for n, d in parts:
        new, other, factor = Sum(), n, bottom
        if d.keys() == w.unit.keys():  # an integer
            w.charge(1 + words(d) * (bottom.bit_length() // 32 + 1) // 100)
            g = gcd(d[w.one], bottom)
            w.add(new, num, d[w.one] // g)
            other, factor, bottom = w.times(n, den), bottom // g, d[w.one] // g * bottom
        elif w.alike(d, den):
            w.add(new, num)
        else:
            w.add(new, w.times(num, d))
            other, den = w.times(n, den), w.times(den, d)
        w.add(new, other, factor)
        num = new
    scaled = Sum()
    w.add(scaled, den, bottom)
    return num, scaled

def not_dominated(w: Work, v: dict[str, Any]) -> None:
    """Claim: not A <= B."""
    a, b, x = build(w, v["A"]), build(w, v["B"]), v["x"]
    require("R11-positive-x", w.sign((1, [x[0]])) > 0, "witness.x", *x)
    require("R12-not-dominated", compare(w, Curve(a), Curve(b), x) > 0, "x", *x)

def equal(w: Work, v: dict[str, Any]) -> None:
    """Claim: A = B."""
    require("R13-equal", same(w, build(w, v["A"]), build(w, v["B"])), "ratios or masses differ")

def incomparable(w: Work, v: dict[str, Any]) -> None:
    """Claim: neither A <= B nor B <= A."""
    a, b, x_a, x_b = build(w, v["A"]), build(w, v["B"]), v["x_a"], v["x_b"]
    require("R11-positive-x", w.sign((1, [x_a[0]])) > 0, "witness.x_a", *x_a)
    require("R11-positive-x", w.sign((1, [x_b[0]])) > 0, "witness.x_b", *x_b)
    require("R14-a-above", compare(w, Curve(a), Curve(b), x_a) > 0, "x_a", *x_a)
    require("R15-b-above", compare(w, Curve(b), Curve(a), x_b) > 0, "x_b", *x_b)

def delta(w: Work, v: dict[str, Any]) -> None:
    """Claim: h(x) is a value, or is between bounds."""
    pld, x = build(w, v["pld"]), v["x"]
    require("R11-positive-x", x == "inf" or w.sign((1, [x[0]])) > 0, "claim.x", *x)
    curve = Curve(pld)
    signs = {key: against(w, curve, x, v[key]) for key in ("value", "lower", "upper") if key in v}
    require("R16-delta-value", signs.get("value", 0) == 0, "value", *v.get("value", ()))
    require("R17-delta-lower", signs.get("lower", 0) >= 0, "lower", *v.get("lower", ()))
    require("R18-delta-upper", signs.get("upper", 0) <= 0, "upper", *v.get("upper", ()))

def epsilon(w: Work, v: dict[str, Any]) -> None:
    """Claim: epsilon(delta) is a value, or is between bounds (those of v are e^lower and e^upper)."""
    pld, d = build(w, v["pld"]), v["delta"]
    one = w.sign((1, [d[0]]), (-1, [d[1]]))
    require("R19-delta-range", w.sign((1, [d[0]])) >= 0 >= one, "delta", *d)
    rules = {"exp_value": "R20-epsilon-value", "lower": "R21-epsilon-lower", "upper": "R22-epsilon-upper"}
    for key, rule in rules.items():
        x = v.get(key)
        if isinstance(x, str):  # "inf": h does not come down to delta; "0": it is not above delta anywhere
            holds = against(w, Curve(pld), x, d) > 0 if x == "inf" else one == 0
            require(rule, holds, f"exp_value = {x}, delta", *d)
        elif x:
            require(rule, w.sign((1, [x[0]])) > 0, "exp_value", *x)
            sign = against(w, Curve(pld), x, d)
            falls = any(q and w.sign((1, [p, x[1]]), (-1, [q, x[0]])) >= 0 for p, q in pld.atoms[:2])
            # A lower bound: h(x) > delta, or h(x) = delta and h still falls there.
            require(rule, key == "upper" or sign > 0 or (sign == 0 and falls), "too large: e^epsilon", *x)
            require(rule, key == "lower" or sign <= 0, "too small: e^epsilon", *x)

def plains(w: Work, items: list[Plain]) -> list[PLD]:
    """Check plain PLDs."""
    return [build(w, [(1, plain)]) for plain in items]

def different(w: Work, queries: list[PLD]) -> None:
    """Check rule R23."""
    for j, query in enumerate(queries):
        require("R23-queries-different", not any(same(w, query, other) for other in queries[:j]), f"no. {j}")

class Family:
    """The compositions of multisets of queries, each composed once."""

    def __init__(self, w: Work, queries: list[PLD]) -> None:
        self.w, self.queries = w, queries
        self.atoms: dict[Multiset, list[Atom]] = {(): [(w.unit, w.unit)]}

    def less(self, many: Multiset) -> list[tuple[Multiset, int]]:
        """Return, for each of the different queries, the multiset with one of it less, and the query."""
        self.w.charge(5 + len(many) ** 2 // 100)
        return [(many[:k] + many[k + 1 :], many[k]) for k in map(many.index, dict.fromkeys(many))]

    def composition(self, many: Multiset) -> list[Atom]:
        """Return the atoms of the composition, from one with a query less, if possible one that is known."""
        if many not in self.atoms:
            parts = self.less(many)
            rest, i = next((part for part in parts if part[0] in self.atoms), parts[-1])
            self.atoms[many] = composed(self.w, self.composition(rest), self.queries[i].atoms)
        return self.atoms[many]

class Natural(Family):
    """The rule of the natural filter: all queries together, composed, are <= budget.  Its states are multisets."""

    def __init__(self, w: Work, queries: list[PLD], budget: PLD, rounds: int) -> None:
        super().__init__(w, queries)
        self.budget, self.rounds, self.start = budget, rounds, ()
        self.excesses: dict[Multiset, Number | tuple[()]] = {}  # for every multiset that was asked about

    def excess(self, many: Multiset) -> Number | tuple[()]:
        """Return an x at which the composition is above the budget, or ()."""
        if many not in self.excesses:  # where a part is above the budget, the whole is, too (fact 4)
            at = next((x for rest, _ in self.less(many) if (x := self.excesses.get(rest))), ())
            self.excesses[many] = at or excess_at(self.w, arranged(self.w, self.composition(many)), self.budget)
        return self.excesses[many]

    def exists(self, state: Multiset) -> bool:
        """Return whether a state names queries."""
        return all(i < len(self.queries) for i in state)

    def after(self, state: Multiset, i: int) -> Multiset | None:
        """Return the state after the query; None if the rule does not allow it."""
        here = tuple(sorted((*state, i)))
        if len(here) > self.rounds or self.excess(here):
            return None
        at_most(256, len(here), "queries in a state")
        return here

class Moves:
    """The rule of a table.  Its states are the numbers of its rows."""

    def __init__(self, queries: list[PLD], table: Table) -> None:
        self.table, self.start = table, 0
        for s, row in enumerate(table):
            for i, after in row.items():
                place = f"state {s} of {len(table)}, query {i} of {len(queries)}, next state {after}"
                require("R41-moves", i < len(queries) and s < after < len(table), place)

    def exists(self, state: int) -> bool:
        """Return whether the table has the state."""
        return state < len(self.table)

    def after(self, state: int, i: int) -> int | None:
        """Return the state after the query; None if the rule does not allow it."""
        return self.table[state].get(i)

def values_of(w: Work, v: dict[str, Any]) -> list[tuple[State, PLD]]:
    """Return the values of states, checked PLDs."""
    return [(state, build(w, [(1, plain)])) for state, plain in v["values"]]

def bound(w: Work, queries: list[PLD], rule: Any, values: list[tuple[State, PLD]]) -> PLD:
    """Return the value at the start after checking that values bound every strategy that obeys a rule (R35, R36)."""
    known: dict[str, PLD] = {}  # by texts: the states of a file could be made to collide
    for state, value in values:
        name = str(state)
        w.charge(5 + len(name) // 8)
        require("R35-value-states", rule.exists(state) and name not in known, f"the state {name}")
        known[name] = value
    identity, moves = PLD(w.unit, [(w.unit, w.unit)]), list[tuple[State, int, State]]()
    states, waiting = {rule.start: known.get(str(rule.start), identity)}, [rule.start]
    for state in waiting:  # it grows
        for i in range(len(queries)):
            w.charge(2)
            if (after := rule.after(state, i)) is None:
                continue
            moves.append((state, i, after))
            if after not in states:
                waiting.append(after)
                states[after] = known.get(str(after), identity)
                at_most(MAX_STATES, len(states), "states of a rule")
    for state, i, after in moves:
        x = excess_at(w, both(w, queries[i], states[after]), states[state])
        require("R36-value-step", not x, f"query {i} in the state {state}; x", *x)
    return states[rule.start]

def played(
    w: Work, queries: list[PLD], v: dict[str, Any], start: State, after: Callable[[Any, int], State]
) -> tuple[list[tuple[Sum, list[Sum]]], list[Sum]]:
    """Return the curve of a strategy at x, times Y and some denominators, as products, and these denominators."""
    # A path is a multiset of queries.  The curve at a node depends on the order in which they were played, the
    # realised composition and its denominator do not.  `after` goes on to the next state, if that is allowed.
    curve: dict[Multiset, Sum] = {}  # what ends here, times Y and the denominators of the path
    x = v["x"]

    def visit(node: Tree | None, state: State, path: Multiset, p: Sum, q: Sum) -> None:
        """Add what ends at `node` or after it; p and q are the products of the masses on the path to it."""
        w.charge(5)
        if node is None:
            if w.sign((1, [p, x[1]]), (-1, [q, x[0]])) > 0:
                w.add(curve.setdefault(path, Sum()), w.times(p, x[1]))
                w.add(curve[path], w.times(q, x[0]), -1)
            return
        i, children = node
        require("R24-tree-index", i < len(queries), f"{i} of {len(queries)}, counted from 0")
        query, here = queries[i], tuple(sorted((*path, i)))
        require("R25-tree-children", len(children) == len(query.knots), f"{len(children)}, query {i}")
        state = after(state, i)
        w.add(curve.setdefault(here, Sum()), w.times(w.times(p, x[1]), query.infinite))
        for child, (r, s) in zip(children, query.knots, strict=True):
            visit(child, state, here, w.times(p, r), w.times(q, s))

    def lacking(path: Multiset) -> list[Sum]:
        """Return the denominators that a path lacks of the common one."""
        return [query.den for i, query in enumerate(queries) for _ in range(most[i] - path.count(i))]

    visit(v["tree"], start, (), w.unit, w.unit)
    w.charge(len(curve) * len(queries))
    most = [max([path.count(i) for path in curve], default=0) for i in range(len(queries))]
    w.charge(len(curve) * (1 + sum(most)))
    return [(terms, lacking(path)) for path, terms in curve.items()], lacking(())

def natural_filter_violated(w: Work, v: dict[str, Any]) -> None:
    """Claim: the natural filter does not keep its budget."""
    queries, budget, x = plains(w, v["queries"]), build(w, v["budget"]), v["x"]
    different(w, queries)
    require("R11-positive-x", w.sign((1, [x[0]])) > 0, "witness.x", *x)
    rule = Natural(w, queries, budget, v["rounds"])

    def after(state: Multiset, i: int) -> Multiset:
        here = tuple(sorted((*state, i)))
        require("R26-tree-depth", len(here) <= v["rounds"], f"a path plays {len(here)}, not {v['rounds']}")
        at = rule.excess(here)
        require("R27-tree-admissible", not at, f"queries {list(here)} composed; x", *at)
        return here
    curve, dens = played(w, queries, v, (), after)
    mine: list[Product] = [(1, [terms, budget.den, *lacks]) for terms, lacks in curve]
    require("R28-no-gap", w.sign(*mine, *Curve(budget).at(w, x, -1, *dens)) > 0, "x", *x)

def natural_filter_free(w: Work, v: dict[str, Any]) -> None:
    """Claim: the natural filter keeps its budget."""
    queries, budget, values = plains(w, v["queries"]), build(w, v["budget"]), values_of(w, v)
    different(w, queries)
    x = excess_at(w, bound(w, queries, Natural(w, queries, budget, v["rounds"]), values), budget)
    require("R37-value-budget", not x, "x", *x)

def filter_cost(w: Work, v: dict[str, Any]) -> None:
    """Claim: the largest value at x of a strategy that obeys a rule."""
    queries, x, cost = plains(w, v["queries"]), v["x"], v["cost"]
    budget = None if isinstance(v["rule"], list) else build(w, v["rule"][0])
    values = values_of(w, v)
    different(w, queries)
    require("R11-positive-x", w.sign((1, [x[0]])) > 0, "claim.x", *x)
    rule: Any = Natural(w, queries, budget, v["rule"][1]) if budget else Moves(queries, v["rule"])

    def after(state: State, i: int) -> Any:
        then = rule.after(state, i)
        require("R38-tree-allowed", then is not None, f"query {i} in the state {state}")
        return then
    curve, dens = played(w, queries, v, rule.start, after)
    mine: list[Product] = [(1, [terms, cost[1], *lacks]) for terms, lacks in curve]
    require("R39-cost-reached", w.sign(*mine, (-1, [cost[0], x[1], *dens])) == 0, "cost", *cost)
    require("R40-cost-bound", against(w, Curve(bound(w, queries, rule, values)), x, cost) <= 0, "cost", *cost)

def chain(w: Work, v: dict[str, Any]) -> None:
    """Claim: of any two compositions of fewer than `rounds` queries one dominates the other."""
    queries, k, order, found = plains(w, v["queries"]), v["rounds"], v["order"], set[str]()
    different(w, queries)
    for many in order:
        w.charge(5 + len(many))
        fine = len(many) < k and all(i < len(queries) for i in many) and str(many) not in found
        require("R42-order-complete", fine, f"{list(many)}")
        found.add(str(many))
    count = comb(len(queries) + k - 1, k - 1)
    require("R42-order-complete", len(order) == count, f"{len(order)} of {count}")
    family, last = Family(w, queries), PLD(w.unit, [(w.unit, w.unit)])  # the identity is <= all
    for many in order:
        here = arranged(w, family.composition(many))
        x = excess_at(w, last, here)
        require("R43-order-step", not x, f"what comes before {list(many)}; x", *x)
        last = here

def not_chain(w: Work, v: dict[str, Any]) -> None:
    """Claim: two compositions of fewer than `rounds` queries are incomparable."""
    queries, x_a, x_b = plains(w, v["queries"]), v["x_a"], v["x_b"]
    different(w, queries)
    for key in ("a", "b"):
        fine = len(v[key]) < v["rounds"] and all(i < len(queries) for i in v[key])
        require("R44-multiset", fine, f"witness.{key} = {list(v[key])}")
    require("R11-positive-x", w.sign((1, [x_a[0]])) > 0, "witness.x_a", *x_a)
    require("R11-positive-x", w.sign((1, [x_b[0]])) > 0, "witness.x_b", *x_b)
    family = Family(w, queries)
    a, b = (arranged(w, family.composition(v[key])) for key in ("a", "b"))
    require("R14-a-above", compare(w, Curve(a), Curve(b), x_a) > 0, "x_a", *x_a)
    require("R15-b-above", compare(w, Curve(b), Curve(a), x_b) > 0, "x_b", *x_b)

def residue(w: Work, v: dict[str, Any]) -> None:
    """Claim: U is a residue of the budget B after the query L."""
    u, query, budget = build(w, v["U"]), build(w, v["L"]), build(w, v["B"])
    x = excess_at(w, both(w, u, query), budget)
    require("R45-residue", not x, "x", *x)

def residue_run(w: Work, v: dict[str, Any]) -> None:
    """Claim: a run of a residue filter, every budget a residue of the one before."""
    budget = build(w, v["budget"])
    steps = [(build(w, query), build(w, after) if after else None, x) for query, after, x in v["steps"]]
    for j, (query, after, x) in enumerate(steps):
        if after is None:
            require("R11-positive-x", w.sign((1, [x[0]])) > 0, f"refused, step {j},", *x)
            require("R47-run-refused", compare(w, Curve(query), Curve(budget), x) > 0, f"step {j}; x", *x)
            continue
        at = excess_at(w, query, budget)
        require("R46-run-admitted", not at, f"step {j}; x", *at)
        at = excess_at(w, both(w, after, query), budget)
        require("R45-residue", not at, f"step {j}; x", *at)
        budget = after

def sandwich(w: Work, v: dict[str, Any]) -> None:
    """Claim: a PLD is between two mixtures of randomized responses, at the ends of the intervals of a grid."""
    pld, grid = build(w, v["pld"]), v["grid"]
    n, d = grid[0]
    require("R48-grid", w.sign((1, [n]), (-1, [d])) == 0, "the first point", n, d)
    for (n, d), (m, e) in zip(grid, grid[1:], strict=False):  # noqa: RUF007
        require("R48-grid", w.sign((1, [m, d]), (-1, [n, e])) > 0, "the point", m, e)
    weights, i = [Sum() for _ in grid], 0

    def reaches(p: Sum, q: Sum, x: Number) -> bool:
        """Return whether p/q or q/p, the larger one, is at least x."""
        high, low = (p, q) if w.sign((1, [p]), (-1, [q])) > 0 else (q, p)
        return w.sign((1, [high, x[1]]), (-1, [low, x[0]])) >= 0
    for p, q in pld.atoms:  # the ratios come down to 1, from there on their inverses go up
        while i + 1 < len(grid) and reaches(p, q, grid[i + 1]):
            i += 1
        while not reaches(p, q, grid[i]):
            i -= 1
        w.add(weights[i], p)
    x = excess_at(w, mixture(w, weights, grid), pld)
    require("R49-sandwich-lower", not x, "x", *x)
    x = excess_at(w, pld, mixture(w, weights, [*grid[1:], (w.unit, Sum())]))
    require("R50-sandwich-upper", not x, "x", *x)

def mixture(w: Work, weights: list[Sum], points: list[Number]) -> PLD:
    """Return the mixture of randomized responses at X/Y, that is (X, Y)/(X + Y) and (Y, X)/(X + Y); 1/0 leaks all."""
    parts, dens, atoms = [(p, x) for p, x in zip(weights, points, strict=True) if p], list[Sum](), list[Atom]()
    for _, (x, y) in parts:
        dens.append(Sum(x))
        w.add(dens[-1], y)
    for i, (p, (x, y)) in enumerate(parts):
        mass = p
        for den in dens[:i] + dens[i + 1 :]:
            mass = w.times(mass, den)
        atoms += [(w.times(mass, x), w.times(mass, y)), (w.times(mass, y), w.times(mass, x))]
    return arranged(w, atoms)
def audit(w: Work, v: dict[str, Any]) -> None:
    """Claim: what somebody says about a quantity is false, or impossible."""
    (of, at), says, pairs = v["quantity"], v["says"], v.get("pairs", [])
    if of == "renyi":  # is not composed
        for _, plain in (item for items in pairs for item in items):
            validate(w, plain)
    else:
        pairs = [build(w, items) for items in pairs]
    points = says.get("points", ())
    by, places = says.get("by", ()), [z for z, _ in points] or [at]
    require("R51-audit-by", not by or w.sign((1, [by[0]])) > 0, "by", *by)
    for x in ([v["x"]] if "x" in v else places if of == "delta" else ()):
        require("R11-positive-x", x == "inf" or w.sign((1, [x[0]])) > 0, "x", *x)
    for d in places if of in ("epsilon", "clipped-epsilon", "tradeoff") else ():
        require("R19-delta-range", w.sign((1, [d[0]])) >= 0 >= w.sign((1, [d[0]]), (-1, [d[1]])), QUANTITIES[of], *d)
    if v["verdict"] == "invalid":
        invalid(w, of, at, says)
    elif of == "gdp":
        gdp(w, v, pairs)
    else:
        up = 1 if "upper" in says else -1  # T has to be above what is said, or below
        y, shift = says["upper" if up > 0 else "lower"], [(scaled(w, by[0], up), by[1])] if by else []
        if of == "curve":
            sign = beside(w, pairs, v["x"], y, *shift)
        else:
            y = total(w, [y, *shift]) if shift else y
            sign = exact_value(w, of, at, pairs, y)
        beyond = sign * up > 0 or (sign == 0 and bool(by))
        require("R52-audit-violated", beyond, f"what is said of {of}{', with by,' * bool(by)} is not exceeded")

def scaled(w: Work, s: Sum, factor: int) -> Sum:
    """Return factor * s."""
    out = Sum()
    w.add(out, s, factor)
    return out

def difference(w: Work, a: Number, b: Number) -> Number:
    """Return a - b, its denominator positive."""
    return total(w, [a, (scaled(w, b[0], -1), b[1])])

def ordered(w: Work, a: Number | str, b: Number | str) -> int:
    """Return the sign of a - b; both may be "inf" or "-inf"."""
    i, j = (0 if not isinstance(y, str) else 1 if y == "inf" else -1 for y in (a, b))
    if isinstance(a, str) or isinstance(b, str):
        return (i > j) - (i < j)
    return w.sign((1, [a[0], b[1]]), (-1, [b[0], a[1]]))

def exact_value(w: Work, of: str, at: Any, pairs: list[Any], y: Number | str) -> int:
    """Return the sign of T - y, T the exact value of a quantity of some pairs; y may be "inf" or "-inf"."""
    if of == "spend":
        return ordered(w, total(w, [(scaled(w, n, k), d) for k, (n, d) in at if k]), y)
    signs: list[int] = [SIGNS[of](w, pair, at, y) for pair in pairs]
    if of == "clipped-epsilon":
        signs.append(ordered(w, (Sum(), w.unit), y))
    return min(signs) if of == "tradeoff" else max(signs)

def delta_against(w: Work, pld: PLD, x: Number | str, y: Number) -> int:
    """Return the sign of h(x) - y."""
    return against(w, Curve(pld), x, y)

def epsilon_against(w: Work, pld: PLD, d: Number, y: Number | str) -> int:
    """Return the sign of epsilon(d) - y."""
    if isinstance(y, str):  # epsilon is inf where h does not come down to d, and -inf at 1 only
        return (against(w, Curve(pld), y, d) > 0) - 1 if y == "inf" else -w.sign((1, [d[0]]), (-1, [d[1]]))
    x = Sum({w.exponent(*rational(w, y), ()): 1}), w.unit
    sign = against(w, Curve(pld), x, d)
    falls = any(q and w.sign((1, [p, x[1]]), (-1, [q, x[0]])) >= 0 for p, q in pld.atoms[:2])
    return sign if sign or falls else -1  # as in `epsilon`: at d itself h may have been for long

def rational(w: Work, y: Number) -> tuple[int, int]:
    """Return numerator and denominator of a rational number."""
    return lowest(y[0].get(w.one, 0), y[1][w.one])

def tradeoff_against(w: Work, pld: PLD, alpha: Number, y: Number) -> int:
    """Return the sign of f(alpha) - y, f(alpha) the least mass under Q of what has mass 1 - alpha under P."""
    (v, u), (n, m) = y, alpha
    rest = scaled(w, m, 1)
    w.add(rest, n, -1)  # 1 - alpha = rest/m
    # The atoms of the largest ratios are taken, the last one in part.
    p, q, low, high = Sum(), Sum(), 0, len(pld.atoms)  # p, q: the masses of the first `low` atoms, which do not reach
    while low < high:
        mid, mine, yours = (low + high + 1) // 2, scaled(w, p, 1), scaled(w, q, 1)
        for mass, other in pld.atoms[low:mid]:
            w.add(mine, mass)
            w.add(yours, other)
        if w.sign((1, [mine, m]), (-1, [rest, pld.den])) < 0:
            p, q, low = mine, yours, mid
        else:
            high = mid - 1
    r, s = pld.atoms[low]  # of which the part (rest/m - p/den) / (r/den) is taken
    return w.sign((1, [q, r, m, u]), (1, [rest, pld.den, s, u]), (-1, [p, m, s, u]), (-1, [v, pld.den, m, r]))

def stand_in(box: Interval, bits: int) -> Sum:
    """Return what stands, in `Work.enclosed` with these bits, for a real number of which an enclosure is known."""
    out = Sum()
    out.boxes[bits] = box
    return out

def inverse(a: Interval, bits: int) -> Interval:
    """Enclose 1/a for a positive number."""
    k = a[1].bit_length() + bits
    return trim((1 << k) // a[1], -((-1 << k) // a[0]), -k - a[2], bits)

def raised(a: Interval, k: int, bits: int) -> Interval:
    """Enclose a^k for a positive number."""
    out: Interval = (1, 1, 0)
    for bit in f"{k:b}":
        out = times(out, out, bits)
        out = times(out, a, bits) if bit == "1" else out
    return out

def moment(w: Work, plain: Plain, n: int, bits: int) -> Interval | None:
    """Enclose the sum of p (p/q)^(n-1) of a checked PLD without an infinite loss; None if these bits do not do."""
    den, atoms, _ = plain
    out: Interval = (0, 0, 0)
    top = w.box(den, bits)
    for p, q in ((p, q) for p, q in atoms if p):
        w.charge((8 + 6 * n.bit_length()) * (1 + (bits // 32) ** 2 // 1000))
        a, b = w.box(p, bits), w.box(q, bits)
        if min(a[0], b[0], top[0]) <= 0:
            return None
        part = times(a, raised(times(a, inverse(b, bits + 8), bits + 8), n - 1, bits + 8), bits + 8)
        out = plus(out, part, bits + 8)
    return times(out, inverse(top, bits + 8), bits + 8)

def renyi_against(w: Work, items: Items, n: int, y: Number | str) -> int:
    """Return the sign of ln M / (n-1) - y, M the sum of p (p/q)^(n-1), which is that of the parts multiplied."""
    parts = [(k, plain) for k, plain in items if k]
    infinite = any(not q for _, (_, atoms, _) in parts for _, q in atoms)
    if infinite or isinstance(y, str):
        return infinite - (y == "inf")
    a, d = rational(w, y)
    power = w.exponent(*lowest((n - 1) * a, d), ())
    for bits in QUICK:
        out: Interval = (1, 1, 0)
        for k, plain in parts:
            w.charge(6 * k.bit_length() * (1 + (bits // 32) ** 2 // 1000))
            if not (box := moment(w, plain, n, bits)):
                break
            out = times(out, raised(box, k, bits + 8), bits + 8)
        else:
            if sign := w.enclosed(((1, [stand_in(out, bits)]), (-1, [Sum({power: 1})])), bits):
                return sign
    over, under = list[Sum](), [Sum({power: 1})]
    for k, (den, atoms, _) in parts:
        top, bottom = total(w, [(w.power(p, n), w.power(q, n - 1)) for p, q in atoms if p])
        over, under = [*over, w.power(top, k)], [*under, w.power(w.times(bottom, den), k)]
    return w.sign((1, over), (-1, under))
SIGNS: dict[str, Any] = {  # the sign of T - y of one pair
    "delta": delta_against, "epsilon": epsilon_against, "clipped-epsilon": epsilon_against,
    "tradeoff": tradeoff_against, "renyi": renyi_against,
}

def pi(w: Work, bits: int) -> Interval:
    """Enclose pi = 16 arctan(1/5) - 4 arctan(1/239)."""
    out = wrong = 0
    for c, n in ((16, 5), (-4, 239)):
        term, j = (abs(c) << bits) // n, 1
        while term:  # rounded down from (c << bits) / n^j; each summand is wrong by less than 1, and so is the rest
            w.charge(1 + bits // 2000)
            out += (c // abs(c)) * (term // j if j % 4 == 1 else -(term // j))
            term, j, wrong = term // (n * n), j + 2, wrong + 1
    return out - wrong - 2, out + wrong + 2, -bits

def normal(w: Work, n: int, d: int, bits: int) -> Interval:
    """Enclose Phi(t), t = n/d, abs(t) <= 64, with a relative error of about 2^-bits."""
    # Phi(t) = 1/2 + e^(-t^2/2) / sqrt(2 pi) * (t + t^3/3 + t^5/15 + ...) for t > 0, and Phi(-t) = 1 - Phi(t), of which
    # t^2/2 * 1.45 bits cancel.  Numbers are scaled by 2^fine; t is rounded down to m.
    fine = bits + 3 * n * n // (4 * d * d) + 64
    m = (abs(n) << fine) // d
    square = m * m >> fine
    low = high = least = most = m  # a term, and the sum of the terms, from below and from above
    j = 1
    while high > 1 or j << fine < 2 * (square + 1):
        w.charge(2 + (fine // 32) ** 2 // 600)
        j += 2
        low, high = (low * square >> fine) // j, -((-high * (square + 1) >> fine) // j)
        least, most = least + low, most + high
    most += high  # each later term is at most half of the one before
    lo, hi, e = pi(w, fine)
    root: Interval = (isqrt(2 * lo << fine), isqrt(2 * hi << fine) + 1, e)
    density = w.exp(w.exponent(*lowest(-m * m, 2 << 2 * fine), ()), fine)
    lo, hi, e = times(times((least, most, -fine), density, fine), inverse(root, fine), fine)
    box = plus((1, 1, -1), (lo, hi, e) if n > 0 else (-hi, -lo, e), fine)
    return plus(box, (-1, 1, -fine), fine)  # Phi rises by less than 2^-fine from m to t

def level(w: Work, mass: Sum, den: Sum, n: int, d: int) -> int:
    """Return the sign of mass/den - Phi(n/d)."""
    if not n:
        return w.sign((2, [mass]), (-1, [den]))
    for bits in PRECISIONS[:4]:
        if sign := w.enclosed(((1, [mass]), (-1, [den, stand_in(normal(w, n, d, bits), bits)])), bits):
            return sign
    raise Limit("a mass is too close, or equal, to a value of Phi")

def gdp(w: Work, v: dict[str, Any], pairs: list[PLD]) -> None:
    """Check that a pair is not (mu + by)-GDP: a > Phi(t + mu + by) with b <= Phi(t), for an event of masses a and b."""
    require("R54-audit-index", v["pair"] < len(pairs), f"{v['pair']} of {len(pairs)}, counted from 0")
    pld, x, says = pairs[v["pair"]], v["x"], v["says"]
    curve = Curve(pld)
    curve.at(w, x, 1)
    p, q = scaled(w, curve.p, 1), scaled(w, curve.q, 1)  # above x; and at x:
    for r, s in pld.atoms[curve.k : curve.k + 1]:
        if w.sign((1, [r, x[1]]), (-1, [s, x[0]])) == 0:
            w.add(p, r)
            w.add(q, s)
    n, d = v["t"]
    require("R53-audit-gdp-level", level(w, q, pld.den, n, d) <= 0, "the mass under Q", q, pld.den)
    finite = not isinstance(says["upper"], str)
    require("R52-audit-violated", finite, "nothing is above inf")
    t = (Sum({w.one: n} if n else ()), Sum({w.one: d}))
    n, d = rational(w, total(w, [t, *says.values()]))
    at_most(64 * d, abs(n), "times its denominator: t + v + by is beyond 64")
    require("R52-audit-violated", level(w, p, pld.den, n, d) > 0, "the mass under P", p, pld.den)

def shares(w: Work, grid: Grid, start: Interval, bits: int) -> Iterator[tuple[Interval, Interval]]:
    """Return for each atom of a discretised PLD its mass, and an enclosure of start * e^(-loss)."""
    def power(k: int) -> Interval:
        """Enclose e^(-unit k)."""
        return w.exp(w.exponent(*lowest(-k * grid.n, grid.d), ()), bits)
    powers, effort = dict[str, Interval](), 1 + (bits // 32) ** 2 // 1000
    last = grid.atoms[0][0] if grid.atoms else 0
    share = times(start, power(last), bits)
    for i, mass in grid.atoms:
        digits = f"{i - last:x}"
        w.charge((8 + 2 * len(digits)) * effort)
        for j, digit in enumerate(digits, 1):  # e^(-unit gap) is a product over the hexadecimal digits of the gap
            if digit != "0":
                name = digit + "0" * (len(digits) - j)
                if name not in powers:
                    powers[name] = power(int(name, 16))
                share = times(share, powers[name], bits)
        last = i
        yield mass, share

def beside(w: Work, pairs: list[PLD], x: Number, grid: Grid, *shifts: Number) -> int:
    """Return the sign of the largest h(x) - c_D(x) - shift, D a discretised PLD; it is not 0."""
    n, d = shifts[0] if shifts else (Sum(), w.unit)
    curves = [(pld, Curve(pld).at(w, x, 1, d)) for pld in pairs]
    for bits in PRECISIONS[1:4]:
        top, bottom = w.box(x[0], bits), w.box(x[1], bits)
        if min(top[0], bottom[0]) <= 0:
            continue
        out: Interval = grid.infinite
        for mass, share in shares(w, grid, times(top, inverse(bottom, bits), bits), bits):
            lo, hi, e = plus((1, 1, 0), (-share[1], -share[0], share[2]), bits)
            if hi > 0:  # else it is clipped
                out = plus(out, times(mass, (max(lo, 0), hi, e), bits), bits)
        said = stand_in(out, bits)
        signs = [
            w.enclosed((*mine, (-1, [said, d, pld.den, x[1]]), (-1, [n, pld.den, x[1]])), bits) for pld, mine in curves]
        if sign := max(signs):  # 0: not one is above, and for one it is open
            return sign
    raise Limit("the curve and what is said of it are too close, or equal, at x")

def invalid(w: Work, of: str, at: Any, says: dict[str, Any]) -> None:
    """Check that no pair has what is said."""
    zero, one = (Sum(), w.unit), (w.unit, w.unit)
    if "points" in says:
        whole = [(Sum({w.one: z}), w.unit) if of == "renyi" else z for z, _ in says["points"]]
        values = [y for _, y in says["points"]]
        for a, b in zip(whole, whole[1:], strict=False):  # noqa: RUF007
            require("R56-audit-points", ordered(w, a, b) < 0, "the point", *b)
        if len(values) == 2:
            impossible = ordered(w, values[1], values[0]) * (-1 if of == "renyi" else 1) > 0
        else:
            (a, b), (c, d) = (difference(w, values[k], values[0]) for k in (1, 2))
            (e, f), (g, h) = (difference(w, whole[k], whole[0]) for k in (1, 2))
            impossible = w.sign((1, [a, g, d, f]), (-1, [c, e, b, h])) > 0  # a/b g/h > c/d e/f
    elif "lower" in says:
        impossible = ordered(w, says["lower"], says["upper"]) > 0
    elif of == "curve":
        impossible = no_pld(w, says["value"])
    else:
        y, high = says["value"], difference(w, one, at) if of == "tradeoff" else one if of == "delta" else "inf"
        low = "-inf" if of in ("epsilon", "spend") else zero
        impossible = y == "nan" or ordered(w, low, y) > 0 or ordered(w, y, high) > 0
    require("R55-audit-invalid", impossible, "what is said is not impossible")

def no_pld(w: Work, grid: Grid) -> bool:
    """Decide whether a discretised PLD is none: a negative mass, more than 1 under P, or more than 1 under Q."""
    masses = [grid.infinite, *(mass for _, mass in grid.atoms)]
    w.charge(2 * len(masses))
    if any(m < 0 for m, _, _ in masses) or sum(m << (e + 1_200) for m, _, e in masses) > 1 << 1_200:
        return True
    for bits in PRECISIONS[1:4]:
        out: Interval = (0, 0, 0)
        for mass, share in shares(w, grid, (1, 1, 0), bits):
            out = plus(out, times(mass, share, bits), bits)
        if sign := w.enclosed(((1, [stand_in(out, bits)]), (-1, [])), bits):
            return sign > 0
    raise Limit("the mass under Q is too close, or equal, to 1")
def identity(w: Work, v: dict[str, Any]) -> None:
    """Claim: some constructions give the same PLD."""
    plds = [mixed(w, parts) for parts, _ in v["constructions"] if parts]
    for other in plds[1:]:
        require("R59-identity", same(w, plds[0], other), "ratios or masses differ")
    for pairs in (pairs for _, pairs in v["constructions"] if pairs):
        greatest(w, plds[0], pairs)

def mixed(w: Work, parts: list[tuple[Sum, Items]]) -> PLD:
    """Return the mixture of compositions with weights w/den, the first of which are the denominator and nothing."""
    plds = [(weight, items, build(w, items)) for weight, items in parts if items]
    if len(parts) == len(plds):
        return plds[0][2]
    dens, atoms, missing = list[tuple[Sum, int]](), list[Atom](), Sum(parts[0][0])  # the denominators, and how often at most
    require("R57-weights", w.sign((1, [missing])) > 0, "the denominator of the weights", missing)
    for weight, items, _ in plds:
        require("R57-weights", w.sign((1, [weight])) >= 0, "a weight, times its denominator,", weight)
        w.add(missing, weight, -1)
        for den, k in counted(w, items):
            w.charge(1 + len(dens))
            i = next((i for i, (other, _) in enumerate(dens) if w.alike(other, den)), len(dens))
            dens[i : i + 1] = [(den, max(k, dens[i][1]) if i < len(dens) else k)]
    require("R57-weights", not missing, "what the weights lack of their denominator", missing)
    for weight, items, pld in plds:
        own, factor = counted(w, items), weight
        w.charge(len(dens) * len(own))
        for den, k in dens:
            factor = w.times(factor, w.power(den, k - sum(n for other, n in own if w.alike(other, den))))
        atoms += [(w.times(p, factor), w.times(q, factor)) for p, q in pld.atoms if factor]
    return arranged(w, atoms)

def counted(w: Work, items: Items) -> list[tuple[Sum, int]]:
    """Return the different denominators of the parts of a composition, and how often each is a factor of its own."""
    out = list[tuple[Sum, int]]()
    for k, (den, _, _) in items:
        w.charge(1 + len(out))
        i = next((i for i, (other, _) in enumerate(out) if w.alike(other, den)), len(out))
        out[i : i + 1] = [(den, k + (out[i][1] if i < len(out) else 0))]
    return out

def greatest(w: Work, pld: PLD, pairs: list[tuple[Number, Number]]) -> None:
    """Check that a PLD is the greatest one with h(x) <= delta for all pairs (x, delta), for it and for its dual."""
    # A greatest one M exists and is its own dual.  The PLD is <= M by R60 and R61.  By R62 h_M(x) <= h(x) at its knots
    # x >= 1, so also at those below 1: for duals h(1/x) = h(x)/x + 1 - 1/x.  So M <= it (fact 3).
    require("R60-symmetric", same(w, pld, PLD(pld.den, [(q, p) for p, q in reversed(pld.atoms)])), "ratios or masses differ")
    curve, tight, last = Curve(pld), list[Number](), list[Number]()
    for x, d in pairs:
        falls = all(w.sign((1, [x[0], before[1]]), (-1, [before[0], x[1]])) < 0 for before in last)
        require("R58-constraints", falls and w.sign((1, [x[0]]), (-1, [x[1]])) >= 0, "x", *x)
        require("R58-constraints", w.sign((1, [d[0]])) >= 0 >= w.sign((1, [d[0]]), (-1, [d[1]])), "delta", *d)
        sign, last = against(w, curve, x, d), [x]
        require("R61-constraint-kept", sign <= 0, "delta", *d)
        tight += [x] if sign == 0 else []
    for p, q in (knot for knot in pld.knots if w.sign((1, [knot[0]]), (-1, [knot[1]])) >= 0):
        while tight and w.sign((1, [tight[0][0], q]), (-1, [tight[0][1], p])) > 0:
            del tight[0]
        found = tight and w.sign((1, [tight[0][0], q]), (-1, [tight[0][1], p])) == 0
        require("R62-constraint-tight", found, "the knot", p, q)

def lawful(w: Work, laws: list[tuple[Sum, list[Sum]]]) -> None:
    """Check rule R63."""
    for i, (den, masses) in enumerate(laws):
        require("R63-law", w.sign((1, [den])) > 0, f"the denominator of law {i}", den)
        missing = Sum(den)
        for j, mass in enumerate(masses):
            require("R63-law", w.sign((1, [mass])) >= 0, f"mass {j} of law {i}", mass, den)
            w.add(missing, mass, -1)
        require("R63-law", not missing, f"what the masses of law {i} lack", missing, den)

def pure_dp_tables(w: Work, v: dict[str, Any]) -> None:
    """Claim: for all pairs of laws that are neighbours, p <= ratio_upper * q, both ways and for every outcome."""
    laws, (n, d) = v["laws"], v["ratio_upper"]
    lawful(w, laws)
    for i, j in v["neighbours"]:
        require("R66-neighbours", i < len(laws) and j < len(laws), f"{i}, {j} of {len(laws)}, counted from 0")
        for a, b in ((i, j), (j, i)):
            for k, (p, q) in enumerate(zip(laws[a][1], laws[b][1], strict=True)):
                above = w.sign((1, [p, laws[b][0], d]), (-1, [q, laws[a][0], n])) > 0
                ratio = (w.times(p, laws[b][0]), w.times(q, laws[a][0])) if above else ()
                require("R67-ratio", not above, f"outcome {k} of the laws {a} and {b}: the ratio", *ratio)

def not_pure_dp(w: Work, v: dict[str, Any]) -> None:
    """Claim: two laws that are neighbours have an outcome with p > ratio_lower * q."""
    laws, (n, d), pairs = v["laws"], v["ratio_lower"], v["neighbours"]
    lawful(w, laws)
    for i, j in pairs:
        require("R66-neighbours", i < len(laws) and j < len(laws), f"{i}, {j} of {len(laws)}, counted from 0")
    exist = v["pair"] < 2 * len(pairs) and v["outcome"] < len(laws[0][1])
    require("R66-neighbours", exist, f"pair {v['pair']} of {2 * len(pairs)}, outcome {v['outcome']} of {len(laws[0][1])}")
    (den, first), (other, second) = (laws[i] for i in pairs[v["pair"] // 2][:: -1 if v["pair"] % 2 else 1])
    p, q = first[v["outcome"]], second[v["outcome"]]
    require("R68-exceeded", w.sign((1, [n]), (-1, [d])) >= 0, "ratio_lower", n, d)
    exceeded = w.sign((1, [p, other, d]), (-1, [q, den, n])) > 0
    require("R68-exceeded", exceeded, "the ratio", w.times(p, other), w.times(q, den))

def widest(boxes: tuple[Interval, ...], bits: int) -> Interval:
    """Enclose the largest of some numbers."""
    e = min(e for _, _, e in boxes)
    return trim(max(lo << (f - e) for lo, _, f in boxes), max(hi << (f - e) for _, hi, f in boxes), e, bits)

def times_rational(a: Interval, n: int, d: int, bits: int) -> Interval:
    """Enclose a n/d for d > 0."""
    return times(times(a, (n, n, 0), bits), inverse((d, d, 0), bits), bits)

def exp_of(w: Work, a: Interval, bits: int) -> Interval:
    """Enclose e^a."""
    ends = []
    for m in a[:2]:
        x = w.exponent(*(lowest(m, 1 << -a[2]) if a[2] < 0 else (m << a[2], 1)), ())
        at_most(10_000 * x.d, abs(x.n), "as an exponent")
        ends.append(w.exp(x, bits))
    (lo, _, e), (_, hi, f) = ends
    least = min(e, f)
    return trim(lo << (e - least), hi << (f - least), least, bits + 8)

def loss_box(w: Work, loss: Loss, bits: int) -> Interval:
    """Enclose a loss."""
    n, d, logs = loss
    lo, hi = (n << bits) // d, (n << bits) // d + 1
    for p, a, b in logs:
        ends = w.log(p, bits)[:: 1 if a > 0 else -1]
        lo, hi = lo + ends[0] * a // b, hi + ends[1] * a // b + 1
    return lo, hi, -bits

def positive(w: Work, loss: Loss) -> bool:
    """Decide whether a loss is positive (logarithms of primes and 1 are linearly independent: fact 1)."""
    for bits in PRECISIONS if loss[0] or loss[2] else ():
        lo, hi, _ = loss_box(w, loss, bits)
        if lo > 0 or hi < 0:
            return lo > 0
    if loss[0] or loss[2]:
        raise Limit("the sign of a loss is not settled")
    return False

def databases(size: int, n: int) -> list[tuple[int, ...]]:
    """Return all ways to write n as a sum of `size` naturals."""
    if size == 1:
        return [(n,)]
    return [(k, *rest) for k in range(n, -1, -1) for rest in databases(size - 1, n - k)]

def transcripts(w: Work, v: Any, bits: int) -> list[list[Interval]]:
    """Return the laws of the transcripts of private multiplicative weights, one for each histogram of a database."""
    # The distribution mu starts as uniform; the signed query s (2j is query j, 2j + 1 its negative) is selected with
    # probability proportional to e^(eta (a_s - s(mu))); then mu(c) is multiplied by e^(gamma s(c)) and normalised.
    size, queries, n, rounds, eta, gamma = v
    step, den = 1 + (bits // 32) ** 2 // 1000, lcm(*(d for query in queries for _, d in query))
    signed = [[sign * m * (den // d) for m, d in query] for query in queries for sign in (1, -1)]
    selects, learns, points = loss_box(w, eta, bits), loss_box(w, gamma, bits), databases(size, n)
    w.charge(0, 300 * step * len(signed) * len(points))
    gains = [[exp_of(w, times_rational(selects, sum(map(int.__mul__, x, s)), n * den, bits), bits) for s in signed] for x in points]
    laws, scores = [[(1, 1, 0)] for _ in points], [(0,) * size]  # of what was selected so far
    for _ in range(rounds):
        w.charge(0, 300 * step * (len(signed) + size) * len(scores) + 10 * step * len(points) * len(scores) * len(signed))
        fits, after = list[list[Interval]](), list[tuple[int, ...]]()
        for score in scores:
            mu, whole = [exp_of(w, times_rational(learns, m, den, bits), bits) for m in score], (0, 0, 0)
            for box in mu:
                whole = plus(whole, box, bits)
            fits.append([])
            for s in signed:
                mean = (0, 0, 0)
                for m, box in zip(s, mu, strict=True):
                    mean = plus(mean, times(box, (m, m, 0), bits), bits)
                mean = times_rational(times(mean, inverse(whole, bits), bits), -1, den, bits)
                fits[-1].append(exp_of(w, times(selects, mean, bits), bits))
                after.append(tuple(map(int.__add__, score, s)))
        w.charge(10 * step * len(points) * len(after))
        for i, (law, gain) in enumerate(zip(laws, gains, strict=True)):
            laws[i] = []
            for mass, fit in zip(law, fits, strict=True):
                weights, whole = [times(a, b, bits) for a, b in zip(gain, fit, strict=True)], (0, 0, 0)
                for box in weights:
                    whole = plus(whole, box, bits)
                share = times(mass, inverse(whole, bits), bits)
                laws[i] += [times(share, weight, bits) for weight in weights]
        scores = after
    return laws

def tabled(w: Work, laws: list[tuple[Sum, list[Sum]]], bits: int) -> list[list[Interval]]:
    """Return the masses of checked laws, none below 0; none at all where these bits do not do."""
    tops = [w.box(den, bits) for den, _ in laws]
    if any(lo <= 0 for lo, _, _ in tops):
        return []
    boxes = [[times(w.box(p, bits), inverse(top, bits), bits) for p in law] for top, (_, law) in zip(tops, laws, strict=True)]
    return [[(max(lo, 0), hi, e) for lo, hi, e in law] for law in boxes]

def pure_dp(w: Work, v: dict[str, Any]) -> None:
    """Claim: laws of neighbours, each max over y of p_y(o) half^-d(x, y) and normalised, have ratios <= ratio_upper."""
    base, half, upper = v["base"], v["half"], v["ratio_upper"]
    require("R65-instance", w.sign((1, [half[0]]), (-1, [half[1]])) >= 0, "e^(eps/2)", *half)
    require("R67-ratio", w.sign((1, [upper[0]])) > 0, "ratio_upper", *upper)
    if len(base) == 2:
        laws, far = base
        lawful(w, laws)
        w.charge(len(far) ** 3 // 10)
        for i, row in enumerate(far):
            least = [min(map(int.__add__, row, other)) for other in far]
            holds = row == [other[i] for other in far] and row == least and all(bool(d) == (i != j) for j, d in enumerate(row))
            require("R64-metric", holds, f"row {i} of the distances")
    else:
        size, queries, n = base[:3]
        require("R65-instance", all(abs(m) <= d for query in queries for m, d in query), "a value of a query")
        require("R65-instance", positive(w, base[4]) and positive(w, base[5]), "eta or gamma")
        points = databases(size, n)
        w.charge((size // 2 + 1) * len(points) ** 2)
        far = [[sum(abs(a - b) for a, b in zip(x, y, strict=True)) // 2 for y in points] for x in points]
    require("R66-neighbours", any(1 in row for row in far), "no two points are at distance 1")
    for bits in QUICK:
        masses = tabled(w, laws, bits) if len(base) == 2 else transcripts(w, base, bits)
        boxes = [w.box(s, bits) for s in (*half, *upper)]
        if masses and min(lo for lo, _, _ in boxes) > 0 and settled(w, masses, far, boxes, bits):
            return
    raise Limit("a ratio is too close, or equal, to ratio_upper")

def settled(w: Work, masses: list[list[Interval]], far: list[list[int]], boxes: list[Interval], bits: int) -> bool:
    """Check rule R67 for the envelope of these laws; return whether these bits do."""
    step, count = 1 + (bits // 32) ** 2 // 1000, len(masses[0])
    pairs = [(i, j) for i, row in enumerate(far) for j, d in enumerate(row) if d == 1]
    w.charge(step * count * (4 * len(far) ** 2 + 8 * len(pairs)))
    top, bottom = times(boxes[1], inverse(boxes[0], bits), bits), times(boxes[2], inverse(boxes[3], bits), bits)
    rows, norms, known = list[list[Interval]](), list[Interval](), dict[int, Interval]()
    for row in far:
        for d in row:
            if d not in known:
                w.charge(20 * step)
                known[d] = raised(top, d, bits)
        powers = [known[d] for d in row]
        spread = max(max(abs(e) for _, _, e in boxes) for boxes in (powers, *masses))
        at_most(100_000, spread, "as the power of 2 of a mass")
        w.charge(count * len(far) * (spread // 2_000))
        columns = zip(*([times(mass, power, bits) for mass in law] for law, power in zip(masses, powers, strict=True)), strict=True)
        rows.append([widest(column, bits) for column in columns])
        norms.append((0, 0, 0))
        for box in rows[-1]:
            norms[-1] = plus(norms[-1], box, bits)
    sure = True
    for i, j in pairs:
        limit = times(bottom, norms[i], bits)
        for k in range(count):
            p, q = times(rows[i][k], norms[j], bits), times(rows[j][k], limit, bits)
            e = min(p[2], q[2])
            above, (_, m, f) = q[1] << (q[2] - e) < p[0] << (p[2] - e), times(rows[j][k], norms[i], bits)
            ratio = spelled(*lowest(p[0] << max(p[2] - f, 0), m << max(f - p[2], 0))) if above else ""
            require("R67-ratio", not above, f"outcome {k} of the databases {i} and {j}: the ratio, at least {decimal(ratio)}")
            sure = sure and p[1] << (p[2] - e) <= q[0] << (q[2] - e)
    return sure

KINDS: dict[str, Any] = {
    # its check, the keys of its claim, its value and bounds, the keys of its witness, the claim in words
    "dominated": (dominated, "A B", "", "method", "A <= B (h_A(x) <= h_B(x) for all x), A = {A}, B = {B}"),
    "not-dominated": (not_dominated, "A B", "", "x", "not A <= B (h_A > h_B somewhere), A = {A}, B = {B}"),
    "equal": (equal, "A B", "", "", "A and B are the same PLD, A = {A}, B = {B}"),
    "incomparable": (incomparable, "A B", "", "x_a x_b", "neither A <= B nor B <= A, A = {A}, B = {B}"),
    "delta": (delta, "pld x", "value lower upper", "", "h(x) is {bounds} at x = {x}, for {pld}"),
    "epsilon": (epsilon, "pld delta", "exp_value lower upper", "", "epsilon({delta}) is {bounds}, for {pld}"),
    "natural-filter-violated": (natural_filter_violated, "queries budget rounds", "", "x tree", (
        "some adaptive strategy of {many} queries, each taken from {queries}, every realised "
        "composition of which is <= budget = {budget}, has a hockey-stick curve above that of the budget "
        "somewhere: the natural privacy filter with this budget does not keep it")),
    "natural-filter-free": (natural_filter_free, "queries budget rounds", "", "values", (
        "no adaptive strategy of {many} queries, each taken from {queries}, every realised "
        "composition of which is <= budget = {budget}, has a hockey-stick curve above that of the budget "
        "anywhere: the natural privacy filter with this budget keeps it")),
    "filter-cost": (filter_cost, "queries rule x cost", "", "tree values", (
        "{cost} is the largest value at x = {x} of the hockey-stick curve of an adaptive strategy that plays "
        "queries from {queries} by the rule {rule}")),
    "chain": (chain, "queries rounds", "", "order", (
        "of any two compositions of fewer than {rounds} queries from {queries} one dominates the other")),
    "not-chain": (not_chain, "queries rounds", "", "a b x_a x_b", (
        "two compositions of fewer than {rounds} queries from {queries} are incomparable")),
    "residue": (residue, "U L B", "", "", (
        "U is a residue of the budget B after the query L: U + L <= B, U = {U}, L = {L}, B = {B}")),
    "residue-run": (residue_run, "budget steps", "", "", (
        "a residue filter with the budget {budget} may admit and refuse as in {steps}: every budget is a residue "
        "of the one before, so the admitted queries and the last budget together are <= the first")),
    "sandwich": (sandwich, "pld grid", "", "", (
        "with the weights that {pld} gives to the intervals of absolute loss between the logarithms of {grid}, it is "
        "between the mixtures of randomized responses at their lower ends and at their upper ends")),
    "audit": (audit, "", "", "", ""),  # its keys are those of `Reader.shape`, its words those of `audit_in_words`
    "identity": (identity, "constructions", "", "", (
        "these are constructions of one PLD (constraints: of the greatest one that keeps them all, for P over Q and for "
        "Q over P): {constructions}")),
    "pure-dp": (pure_dp, "base half ratio_upper", "", "", (
        "the envelope, with e^(eps/2) = {half}, of the laws {base} (where this is an instance: of private multiplicative weights) "
        "has ratios of at most {ratio_upper} between the laws of neighbours, those at distance 1, after normalisation")),
    "pure-dp-tables": (pure_dp_tables, "laws neighbours ratio_upper", "", "", (
        "no outcome has a mass of more than {ratio_upper} times that under the law of a neighbour, the laws {laws}, "
        "the neighbours {neighbours}")),
    "not-pure-dp": (not_pure_dp, "laws neighbours ratio_lower", "", "pair outcome", (
        "some outcome has a mass of more than {ratio_lower} times that under the law of a neighbour, the laws {laws}, "
        "the neighbours {neighbours}")),
}
OLD = list(KINDS)[:7]  # those of versions 1 and 2
KNOWN = {"1": OLD, "2": OLD, "3": list(KINDS)[:14], "4": list(KINDS)[:15], "5": list(KINDS)}
BOUNDS = {"value": "{}", "exp_value": "the logarithm of {}", "lower": "at least {}", "upper": "at most {}"}

# ----------------------------------------------------------------------------------------------------- words
# Texts for people.  Nothing is decided here.
def short(text: str, most: int = 60) -> str:
    """Return the text, its middle left out when it is long."""
    return text if len(text) <= most else f"{text[: most // 2]}...({len(text)} characters)...{text[-12:]}"

def spelled(n: int, d: int) -> str:
    """Return the fraction n/d, long integers in hex."""
    return "/".join(str(i) if abs(i) < SHORT else hex(i) for i in ((n,) if d == 1 else (n, d)))

def powers(x: Exponent) -> str:
    """Return e^x in words, empty for e^0."""
    factors = [f"{spelled(p, 1)}^({spelled(a, b)})" for p, a, b in x.radicals]
    return " ".join([f"e^({spelled(x.n, x.d)})"] * (x.n != 0) + factors)

def about(*sums: Sum) -> str:
    """Return a sum, or the quotient of two, in words."""
    if len(sums) == 2 and sums[1] and not any(powers(x) for s in sums for x in s):
        return short(spelled(*lowest(*(sum(s.values()) for s in sums))))
    few = [[*list(s.items())[:9], *list(s.items())[9:][-1:]] for s in sums]  # the middle of a long text is left out anyway
    texts = [" + ".join(f"{short(spelled(c, 1))} {powers(x)}".strip() for x, c in terms) for terms in few]
    return "/".join(f"({short(text or '0')})" for text in texts)

def decimal(value: Any) -> str:
    """Return a value of an audit in words: a long rational by its first digits."""
    if not isinstance(value, str) or len(value) <= 24 or not RATIONAL.fullmatch(value):
        return short(json.dumps(value).replace('"', ""), 300)
    n, d = (int(part, 16 if "x" in part else 10) for part in [*value.split("/"), "1"][:2])
    k = 17 - (abs(n).bit_length() - d.bit_length()) * 30_103 // 100_000
    text = str(abs(n) * 10 ** max(k, 0) // (d * 10 ** max(-k, 0)))
    k -= len(text) - 1  # the number is text[0].text[1:] * 10^-k
    text = f"{text[0]}.{text[1:]}...e{-k}" if k > 5 or k < -15 else f"0.{'0' * (k - 1)}{text}..." if k > 0 else (
        f"{text[: 1 - k]}.{text[1 - k :]}...")
    return "-" * (n < 0) + text

NAMES = {  # of the quantities of audits
    "delta": "delta, the largest h(x),", "epsilon": "epsilon", "clipped-epsilon": "epsilon, but 0 where it is negative,",
    "tradeoff": "the trade-off curve, the least,", "renyi": "the Renyi divergence", "gdp": "the mu of Gaussian differential privacy",
    "spend": "the sum of times * number", "curve": "the largest h(x)",
}

def audit_in_words(claim: dict[str, Any]) -> str:
    """Return the claim of an audit in words."""
    of, name, says = claim["quantity"]["of"], json.dumps(claim["claimant"]), claim["says"]
    what, key, curve = NAMES[of], QUANTITIES[of], "the curve of the discretised PLD " * (of == "curve")
    if "points" in says:
        points = " and ".join(f"{decimal(y)} at {key} = {decimal(z)}" for z, y in says["points"])
        return f"what {name} says, that {what} is {points}, is impossible: no pair P, Q has all of this"
    at = f" at {key} = {decimal(claim['quantity'][key])}" * bool(key) if key in claim["quantity"] else ""
    said = {side: curve + decimal(value) for side, value in says.items() if side != "by"}
    if claim["verdict"] == "invalid":
        text = said["value"] if "value" in said else f"at least {said['lower']} and at most {said['upper']}"
        return f"what {name} says, that {what}{at} is {text}, is impossible"
    ((side, value),) = said.items()
    more = ("larger" if side == "upper" else "smaller") + " somewhere" * bool(curve)
    by = f", by at least {decimal(says['by'])}" if "by" in says else ""
    pairs = f", for the pairs (P over Q) {decimal(claim['pairs'])}" if "pairs" in claim else ""
    bound = "at most" if side == "upper" else "at least"
    return f"the claim of {name} that {what}{at} is {bound} {value}{' everywhere' * bool(curve)} is false: it is {more}{by}{pairs}"

def in_words(kind: str, claim: dict[str, Any], digest: str) -> str:
    """Return the claim in words; numbers and PLDs are written as in FORMAT.md, without the quotes."""
    said = {key: short(json.dumps(value).replace('"', ""), 300) for key, value in claim.items()}
    bounds = " and ".join(BOUNDS[key].format(said[key]) for key in BOUNDS if key in said)
    many = "any number of" if said.get("rounds") == "all" else f"at most {said.get('rounds')}"
    sentence = KINDS[kind][4].format(bounds=bounds, many=many, **said) or audit_in_words(claim)
    return f"{sentence} [shortened; claim {digest}]" if "..." in sentence else sentence

# ----------------------------------------------------------------------------------- verify and command line
class Verified(namedtuple("Verified", "kind claim claim_digest sentence")):  # noqa: PYI024  typing is slow
    """A verified claim: its kind, the claim as parsed, its digest, and the claim in words."""
    __slots__ = ()

def digest_of(file: dict[str, object], without: str) -> str:
    """Return the digest of the canonical bytes of a file without some keys."""
    rest = {key: value for key, value in file.items() if key not in without.split()}
    text = json.dumps(rest, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return "sha256:" + sha256(text.encode("ascii")).hexdigest()

def verify(data: bytes, steps: int = DEFAULT) -> Verified:
    """Return the claim of the certificate if it is true, or raise Malformed, Rejected or Limit."""
    try:
        return verify_in(Work(steps), data)
    except (MemoryError, RecursionError):
        raise Limit("out of memory or stack") from None

def verify_in(w: Work, data: bytes) -> Verified:
    """Read everything (form, sections 2 to 4), then check the rules of the file and those of its kind."""
    w.charge(len(data) // 4)
    r = Reader(w)
    file = r.fields(parse(data), "the file", "format version kind claim witness meta claim_digest digest")
    known = file["format"] == "exactpld-certificate" and isinstance(file["version"], str) and file["version"] in KNOWN
    form(known, "unknown format or version")
    kind = r.text(file["kind"], "kind")
    form(kind in KNOWN[file["version"]], f"unknown kind {short(kind)} in version {file['version']}")
    form(isinstance(meta := file["meta"], dict), "meta is not an object")
    form(all(isinstance(value, str) for value in meta.values()), "a value of meta is not a text")
    r.text(file["claim_digest"], "claim_digest", DIGEST)
    r.text(file["digest"], "digest", DIGEST)
    check, keys, bounds, hints, _ = KINDS[kind]
    if kind == "audit":
        keys, hints = r.shape(file["claim"])
    claim = r.fields(file["claim"], "claim", keys, bounds)
    if isinstance(file["witness"], dict) and file["witness"].get("method") == "kernel":
        form(file["version"] != "1" and kind == "dominated", "a kernel needs version 2")
        hints = "method rows"
    witness = r.fields(file["witness"], "witness", hints)
    form(file["version"] not in ("1", "2") or claim.get("rounds") != "all", "rounds without end need version 3")
    given = [key for key in bounds.split() if key in claim]
    form(not bounds or len(given) == 1 or given == ["lower", "upper"], f"the claim needs one of {bounds}")
    v = {key: r.value(kind, key, claim[key], f"claim.{key}") for key in (*keys.split(), *given)}
    v |= {key: r.value(kind, key, witness[key], f"witness.{key}") for key in hints.split()}
    own, whole = digest_of(file, "witness meta claim_digest digest"), digest_of(file, "meta digest")
    sentence = in_words(kind, claim, own)
    try:
        require("R08-claim-digest", file["claim_digest"] == own, f"the claim has {own}")
        require("R09-digest", file["digest"] == whole, f"the file has {whole}")
        for p, where in r.primes.values():
            w.charge(500)
            require("R01-prime", is_prime(p), f"{short(spelled(p, 1))} in {where}")
        for den, where in r.denominators:
            require("R02-quotient-denominator", w.sign((1, [den])) > 0, f"{where}.den", den)
        check(w, v)
    except CertificateError as error:
        error.claim = sentence
        raise
    return Verified(kind, claim, own, sentence)

def check_file(name: str, steps: int) -> dict[str, str]:
    """Return the report on one file, without `file`."""
    try:
        with open(name, "rb") as file:
            return {"status": "verified", "claim": verify(file.read(MAX_FILE + 1), steps).sentence}
    except CertificateError as error:
        report = {"status": error.status, "reason": str(error), "rule": error.rule, "claim": error.claim}
        return {key: text for key, text in report.items() if text}
    except OSError as error:
        return {"status": "malformed", "reason": f"cannot be read: {error.strerror or error}"}
    except Exception as error:  # noqa: BLE001  also a fault of this program must not look like a verdict
        return {"status": "malformed", "reason": f"cannot be read, or the checker failed: {error!r}"}

def printable(text: str) -> str:
    """Return the text in printable ASCII: what could move a cursor or pose as a line is escaped."""
    text = text.encode("ascii", "backslashreplace").decode("ascii")
    return re.sub(r"[\x00-\x1f\x7f]", lambda match: f"\\x{ord(match[0]):02x}", text)
EXIT = {"verified": 0, "rejected": 1, "malformed": 2, "limit": 3}
USAGE = "usage: python3 -I -S check.py [--json] [--steps N] [-h] [--] FILE..."

def main(argv: list[str]) -> int:
    """Check the files, print a line for each, and return the exit status."""
    files, steps, as_json, arguments = list[str](), DEFAULT, False, list(argv)
    while arguments:
        argument = arguments.pop(0)
        if argument == "--":
            files, arguments = files + arguments, []
        elif argument == "--json":
            as_json = True
        elif argument == "--steps" and arguments and re.fullmatch("[0-9]{1,15}", arguments[0]):
            steps = int(arguments.pop(0))
        elif argument in ("-h", "--help"):
            print(USAGE, __doc__, sep="\n\n")
            return 2
        elif argument.startswith("-"):
            print(f"{printable(argument)} is not understood", USAGE, sep="\n", file=sys.stderr)
            return 2
        else:
            files.append(argument)
    if not files:
        print(USAGE, file=sys.stderr)
    status = 0 if files else 2
    for name in files:
        report = check_file(name, steps)
        status = max(status, EXIT[report["status"]])
        line = json.dumps({"file": name, **report})
        if not as_json:
            rule = f" ({report['rule']})" if "rule" in report else ""
            line = printable(f"{name}: {report['status']}{rule}: {report.get('reason') or report['claim']}")
        print(line, flush=True)
    return status

if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]) if sys.stdout else 2)  # closed from the start: no verdict would arrive
    except KeyboardInterrupt:
        sys.exit(130)
    except OSError:  # standard output is closed: the verdict did not arrive
        sys.stdout = None
        sys.exit(2)
