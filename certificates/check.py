#!/usr/bin/env python3
"""Check exactpld certificates: exact claims about privacy loss distributions.

    python3 -I -S check.py [--json] [--steps N] FILE...

Prints one line per file.  Exit status: 0 verified, 1 rejected (a rule does not hold; it is
named), 2 malformed or misused, 3 a stated limit was reached; of several files the largest; 130
after Ctrl-C.  Nothing but verified claims gives 0 (not even -h).  The program needs Python >= 3.11,
its standard library and no other file; FORMAT.md specifies what it checks.

What "verified" means.  The claim, printed in words, is a true statement about the numbers in the
file.  Whether it is the claim *you* wanted is for you to see.  Everything the claim depends on is
recomputed; witnesses only say where to look; digests guard against damage and prove nothing.

What must be believed: Python's integers, json, re and hashlib; this file; and these facts.
 1. For rational r and rational 0 <= a < 1 the different products e^r * p1^a1 * p2^a2 ... (p prime)
    are linearly independent over the rationals (Lindemann-Weierstrass, Besicovitch).  So a sum of
    such products with rational coefficients is zero only if no term is left after collecting.
 2. A sum that is not zero has the sign of any enclosure that excludes zero.
 3. h_A <= h_B everywhere if it holds at the finite non-zero ratios of B (h_A is convex, h_B is
    linear in between, both are 1 at 0+ and do not increase).

How it is built.  Every number is a quotient of *sums*, dictionaries exponent -> integer; common
denominators are cleared when a number is read, so nothing below handles fractions.  Every decision
is the sign of a sum of products of sums: first by enclosures (pairs of integers lo <= v <= hi,
rounded outward), and if they do not tell, by multiplying out.  No float occurs.  The sections:
limits and rules / errors / enclosures / exact numbers / strict reading / PLDs / curves / kinds /
words / verify and command line.

Steps.  Work is counted before it is done.  A step is about a microsecond: reading 8 characters,
one product of two terms or one operation on enclosures of less than 1,000 bits; products of
numbers of v and w 32-bit words cost v w / 1000 + (v + w) / 16 steps more, divisions v w / 200.
"""

# ruff: noqa: C901, PLR0912, PLR0913, PLR0917  a checklist reads best in one piece
# ruff: noqa: EXE001, PTH123  a program that prints, and imports as little as it can
from __future__ import annotations

import json
import re
import sys
from functools import cmp_to_key
from hashlib import sha256
from math import gcd, isqrt

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from typing import Any

# ---------------------------------------------------------------------------- limits and rules

DEFAULT = 10_000_000  # steps in all
MAX_FILE = 4 << 20  # bytes
MAX_NESTING = 64
MAX_HEX_DIGITS = 16_384  # of an integer: 65,536 bits
MAX_EXPONENT = 10_000  # absolute value of r in e^r
MAX_EXPONENT_PART = 1 << 256  # numerators and denominators of r and a
MAX_PRIMES = 16  # in one exponent
MAX_PRIME = 1 << 64
MAX_TERMS = 4_096  # of a sum as written
MAX_ATOMS = 4_096  # of a PLD as written
MAX_ITEMS = 64  # of a compose
MAX_TIMES = 10_000
MAX_QUERIES = 64
MAX_ROUNDS = 16
MAX_NODES = 20_000  # of a tree, null included
MAX_WORK = 20_000  # atoms of a composition; terms of a sum in the work
PRECISIONS = (64, 192, 768, 3_072, 12_288, 65_536)  # bits, for one sign
USUAL = PRECISIONS[:3]  # those for which enclosures are kept

RULES = {
    "R01-prime": "every p in an exponent is prime",
    "R02-quotient-denominator": "the denominator of a quotient is positive",
    "R03-denominator": "the denominator of a PLD is positive",
    "R04-mass": "masses are not negative and no atom is (0, 0)",
    "R05-p-sum": "the p add up to the denominator",
    "R06-q-sum": "the q add up to the denominator",
    "R07-order": "the ratios p/q strictly decrease",
    "R08-claim-digest": "claim_digest is the digest of the claim",
    "R09-digest": "digest is the digest of the file",
    "R10-dominated": "h_A(x) <= h_B(x) at every knot x of B",
    "R11-positive-x": "x is positive",
    "R12-not-dominated": "h_A(x) > h_B(x)",
    "R13-equal": "A and B have the same curve and the same infinite masses",
    "R14-a-above": "h_A(x_a) > h_B(x_a)",
    "R15-b-above": "h_B(x_b) > h_A(x_b)",
    "R16-delta-value": "h(x) = value",
    "R17-delta-lower": "lower <= h(x)",
    "R18-delta-upper": "h(x) <= upper",
    "R19-delta-range": "0 <= delta <= 1",
    "R20-epsilon-value": "epsilon(delta) = ln exp_value",
    "R21-epsilon-lower": "lower <= epsilon(delta)",
    "R22-epsilon-upper": "epsilon(delta) <= upper",
    "R23-queries-different": "no two queries are the same PLD",
    "R24-tree-index": "every index of the tree names a query",
    "R25-tree-children": "every node has one child per finite atom of its query",
    "R26-tree-depth": "no path plays more than `rounds` queries",
    "R27-tree-admissible": "every realised composition is <= budget",
    "R28-no-gap": "the curve of the strategy at x is greater than that of the budget",
}

# -------------------------------------------------------------------------------------- errors


class CertificateError(Exception):
    """Base of the three ways in which a certificate is not verified."""

    status = ""
    claim = ""  # the claim in words, once it is known


class Malformed(CertificateError):
    """Raised when the bytes are not a certificate of this format."""

    status = "malformed"


class Limit(CertificateError):
    """Raised when a stated limit was reached; nothing is said about the claim."""

    status = "limit"


class Rejected(CertificateError):
    """Raised when a rule does not hold; `rule` is its name in RULES."""

    status = "rejected"

    def __init__(self, rule: str, reason: str) -> None:
        super().__init__(f"{reason}; the rule: {RULES[rule]}")
        self.rule = rule


# ---------------------------------------------------------------------------------- enclosures
# An interval (lo, hi, e) stands for the real numbers from lo * 2^e to hi * 2^e.  `a >> n` rounds
# down for negative a too; -(-a >> n) rounds up.

Interval = tuple[int, int, int]


def trim(lo: int, hi: int, e: int, bits: int) -> Interval:
    """Return an enclosing interval whose ends have about `bits` bits."""
    excess = max(lo.bit_length(), hi.bit_length()) - bits
    return (lo, hi, e) if excess <= 0 else (lo >> excess, -(-hi >> excess), e + excess)


def plus(a: Interval, b: Interval, bits: int) -> Interval:
    """Enclose the sums of two numbers."""
    if a[2] < b[2]:
        a, b = b, a
    if a[0] == a[1] == 0:
        return b
    lo, hi, e = b
    shift = a[2] - e
    excess = shift - 2 * bits  # what lies so far below a counts as at most one unit
    if excess > 0:
        lo, hi, e, shift = lo >> excess, -(-hi >> excess), e + excess, 2 * bits
    return trim((a[0] << shift) + lo, (a[1] << shift) + hi, e, bits)


def minus(a: Interval) -> Interval:
    """Enclose the negatives."""
    return (-a[1], -a[0], a[2])


def product(a: Interval, b: Interval, bits: int) -> Interval:
    """Enclose the products of two numbers."""
    if a[0] >= 0 and b[0] >= 0:
        return trim(a[0] * b[0], a[1] * b[1], a[2] + b[2], bits)
    ends = (a[0] * b[0], a[0] * b[1], a[1] * b[0], a[1] * b[1])
    return trim(min(ends), max(ends), a[2] + b[2], bits)


def twice_artanh(num: int, den: int, bits: int) -> tuple[int, int]:
    """Enclose 2 artanh(z) * 2^bits = ln((1+z)/(1-z)) * 2^bits for z = num/den in [0, 1/3].

    The series is 2 sum z^(2j+1)/(2j+1).  A term in the loop is too small by less than 9/8 (by less
    than 1, plus a ninth of the error before), a summand by less than 17/8, and the rest of the
    series, whose first term is below 9/8, adds less than 2.
    """
    term, total, j = (num << (bits + 1)) // den, 0, 0
    while term:
        total += term // (2 * j + 1)
        term = term * num * num // (den * den)
        j += 1
    return total, total + 3 * j + 2


def is_prime(n: int) -> bool:
    """Decide primality for n < 2^64 (Miller-Rabin; these bases suffice below 3.3 * 10^24)."""
    bases = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37)
    if n < 2 or any(n % p == 0 for p in bases):
        return n in bases
    twos = ((n - 1) & (1 - n)).bit_length() - 1
    for base in bases:
        power = pow(base, (n - 1) >> twos, n)
        if power not in (1, n - 1):
            for _ in range(twos - 1):
                power = power * power % n
                if power == n - 1:
                    break
            else:
                return False
    return True


# ------------------------------------------------------------------------------- exact numbers


class Exponent:
    """The real number r + sum of a ln p, standing for the positive number e^r * prod p^a.

    r = n/d in lowest terms; `radicals` holds (p, numerator of a, denominator of a), p increasing,
    0 < a < 1.  `Work.exponent` makes only one object for each value: equal means identical.
    """

    __slots__ = ("boxes", "d", "n", "radicals")

    def __init__(self, n: int, d: int, radicals: tuple[tuple[int, int, int], ...]) -> None:
        self.n, self.d, self.radicals = n, d, radicals
        self.boxes: dict[int, Interval] = {}  # precision -> enclosure, for the usual precisions


Terms = dict[Exponent, int]  # the sum of c * e^exponent; no c is 0, so {} is the only zero


class Real:
    """A number that can enclose itself at any precision and write itself out as a sum."""

    __slots__ = ()

    def enclose(self, w: Work, bits: int) -> Interval:
        """Enclose the number, with a relative error of about 2^-bits unless terms cancel."""
        raise NotImplementedError

    def exact(self, w: Work) -> Terms:
        """Return the sum; it must not be modified, nor kept after the next call."""
        raise NotImplementedError

    def size(self) -> int:
        """Return roughly how many terms the sum has.  Used for choosing a way, not for truth."""
        raise NotImplementedError


class Work:
    """The exact arithmetic of one verification: its exponents, its enclosures, its step count."""

    def __init__(self, steps: int) -> None:
        self.steps = self.left = steps
        self.exponents: dict[str, Exponent] = {}
        self.sums: dict[tuple[Exponent, Exponent], tuple[Exponent, int]] = {}
        self.logs: dict[int, tuple[int, int, int]] = {}  # prime: bits, enclosure of ln * 2^bits
        self.one = self.exponent(0, 1, ())
        self.unit: Key = (self.exponent(1, 1, ()), self.one, ())
        self.ratios = 0  # how many ratios have been numbered

    def charge(self, steps: int) -> None:
        """Count steps, before the work is done."""
        self.left -= steps
        if self.left < 0:
            raise Limit(f"more than {self.steps} steps of work")

    def expect(self, steps: int) -> None:
        """Give up at once when this many steps are still to come."""
        if steps > self.left:
            raise Limit(f"more than {self.steps} steps of work (foreseen)")

    # Ring operations.

    def exponent(self, n: int, d: int, radicals: tuple[tuple[int, int, int], ...]) -> Exponent:
        """Return the one object for this exponent, given in lowest terms.

        The table is keyed by text, whose hash is secret: a file can be made so that many numbers
        have the same hash.  Objects of this class are hashed by their address.
        """
        key = f"{n:x}/{d:x}" + "".join(f",{p:x}:{a:x}/{b:x}" for p, a, b in radicals)
        found = self.exponents.get(key)
        if found is None:
            self.charge(10)
            found = self.exponents[key] = Exponent(n, d, radicals)
        return found

    def join(self, x: Exponent, y: Exponent) -> tuple[Exponent, int]:
        """Return (z, c) with e^x * e^y = c * e^z: whole powers of primes go into c."""
        if x is self.one:
            return y, 1
        if y is self.one:
            return x, 1
        found = self.sums.get((x, y))
        if found is None:
            self.charge(6 + x.d.bit_length() * y.d.bit_length() // 64_000)
            powers, carry = {p: (a, b) for p, a, b in x.radicals}, 1
            for p, a, b in y.radicals:
                c, d = powers.get(p, (0, 1))
                above, below = a * d + c * b, b * d
                if above >= below:
                    above, carry = above - below, carry * p
                g = gcd(above, below)
                powers[p] = (above // g, below // g)
            n, d = x.n * y.d + y.n * x.d, x.d * y.d
            g = gcd(n, d)
            radicals = tuple((p, *ab) for p, ab in sorted(powers.items()) if ab[0])
            if len(self.sums) > 200_000:
                self.sums.clear()  # only a cache
            found = self.sums[x, y] = self.exponent(n // g, d // g, radicals), carry
        return found

    def inverse(self, x: Exponent) -> tuple[Exponent, int]:
        """Return (z, c) with 1 / e^x = e^z / c."""
        carry = 1
        for p, _, _ in x.radicals:
            carry *= p
        return self.exponent(-x.n, x.d, tuple((p, b - a, b) for p, a, b in x.radicals)), carry

    def accumulate(self, total: Terms, terms: Terms, factor: int = 1) -> None:
        """Add factor * terms to `total`, in place."""
        self.charge(2 + len(terms) * (1 + words(terms) // 64))
        for x, c in terms.items():
            new = total.get(x, 0) + factor * c
            if new:
                total[x] = new
            else:
                total.pop(x, None)
        check_work(len(total), "terms of a sum")

    def times(self, a: Terms, b: Terms) -> Terms:
        """Return the product, a new dictionary."""
        v, w = words(a), words(b)
        self.charge(3 + len(a) * len(b) * (1 + v * w // 1000 + (v + w) // 16))
        out: Terms = {}
        for x, c in a.items():
            for y, d in b.items():
                z, carry = self.join(x, y)
                new = out.get(z, 0) + c * d * carry
                if new:
                    out[z] = new
                else:
                    out.pop(z, None)
            check_work(len(out), "terms of a sum")
        return out

    def power(self, a: Terms, k: int) -> Terms:
        """Return a^k."""
        out: Terms = {self.one: 1}
        for bit in f"{k:b}":
            out = self.times(out, out)
            if bit == "1":
                out = self.times(out, a)
        return out

    # Enclosures.

    def log(self, p: int, bits: int) -> tuple[int, int]:
        """Enclose ln(p) * 2^bits for a prime p: ln p = k ln 2 + 2 artanh((p - 2^k)/(p + 2^k))."""
        have = self.logs.get(p, (0, 0, 0))
        if have[0] < bits:
            need = bits + 64
            self.charge((need // 3) * (1 + need // 3000))
            if p == 2:
                lo, hi = twice_artanh(1, 3, need)
            else:
                k = p.bit_length() - 1
                lo, hi = twice_artanh(p - (1 << k), p + (1 << k), need)
                two = self.log(2, need)
                lo, hi = lo + k * two[0], hi + k * two[1]
            have = self.logs[p] = (need, lo, hi)
        cut = have[0] - bits
        return have[1] >> cut, (have[2] >> cut) + 1

    def exp(self, x: Exponent, bits: int) -> Interval:
        """Enclose e^x, with a relative error below 2^-bits.

        With t = x - k ln 2 in [0, 0.7): e^x = 2^k * (e^(t / 2^h))^(2^h), the inner e^ by its
        Taylor series.  All numbers below are scaled by 2^fine.
        """
        if x is self.one:
            return (1, 1, 0)
        if bits in x.boxes:
            return x.boxes[bits]
        h = isqrt(bits) // 2
        size = (abs(x.n) // x.d).bit_length() + 12  # abs(x) < 2^size, since 16 ln p < 2^10
        fine = bits + size + h + 24
        self.charge((12 + fine // (h + 3) + 2 * h) * (1 + (fine // 32) ** 2 // 1000))
        lo = (x.n << fine) // x.d
        hi = lo + 1
        for p, a, b in x.radicals:
            log = self.log(p, fine)
            lo, hi = lo + log[0] * a // b, hi + log[1] * a // b + 1
        near, far = self.log(2, fine)
        if lo >= 0:
            near, far = far, near
        k = lo // near  # so that 0 <= t, whichever end of ln 2 makes lo smaller
        lo, hi = lo - k * near, hi - k * far
        start = lo >> h
        width = (hi >> h) + 1 - start
        total = term = 1 << fine
        j = 0
        while term:  # each term is too small by less than 2: by < 1, plus 0.7 of the last error
            j += 1
            term = (term * start >> fine) // j
            total += term
        lo, hi = total, total + 2 * j + 4  # the terms left out add less than 4
        if width >> fine:
            raise Limit("an exponent is out of reach")  # not expected; the next line needs it
        hi += (hi * 2 * width >> fine) + 1  # e^width <= 1 + 2 width for 0 <= width <= 1
        for _ in range(h):
            lo, hi = lo * lo >> fine, (hi * hi >> fine) + 1
        box = trim(lo, hi, k - fine, bits + 8)
        if bits in USUAL:
            x.boxes[bits] = box
        return box

    # Signs: everything this checker decides is decided here.

    def sign(self, *products: tuple[int, tuple[Real, ...]]) -> int:
        """Return -1, 0 or 1: the sign of the sum of all `factor * product of the reals`."""
        self.charge(4)
        size = effort(products)
        for bits in () if size <= 8 else USUAL[:2] if size <= 4096 else USUAL:
            lo, hi, _ = self.total(products, bits)
            if lo > 0 or hi < 0:
                return 1 if lo > 0 else -1
        return self.sign_of_sum(self.multiplied(products))

    def multiplied(self, products: Iterable[tuple[int, tuple[Real, ...]]]) -> Sum:
        """Return the sum of all `factor * product of the reals`, exactly."""
        terms: Terms = {}
        for factor, reals in products:
            one = reals[0].exact(self)
            for real in reals[1:]:
                one = self.times(one, real.exact(self))
            self.accumulate(terms, one, factor)
        return Sum(terms)

    def total(self, products: Iterable[tuple[int, tuple[Real, ...]]], bits: int) -> Interval:
        """Enclose the sum of all `factor * product of the reals`."""
        total: Interval = (0, 0, 0)
        for factor, reals in products:
            self.charge((1 + len(reals)) * (2 + (bits // 32) ** 2 // 1000))
            box: Interval = (factor, factor, 0)
            for real in reals:
                box = product(box, real.enclose(self, bits), bits)
            total = plus(total, box, bits)
        return total

    def sign_of_sum(self, number: Sum) -> int:
        """Return the sign of a sum: 0 if and only if it has no terms."""
        if not number.terms:
            return 0
        if min(number.terms.values()) > 0:
            return 1
        if max(number.terms.values()) < 0:
            return -1
        for bits in PRECISIONS:
            lo, hi, _ = number.enclose(self, bits)
            if lo > 0 or hi < 0:
                return 1 if lo > 0 else -1
        raise Limit(f"a sign is not settled by {PRECISIONS[-1]} bits")


def effort(products: Iterable[tuple[int, tuple[Real, ...]]]) -> int:
    """Return roughly how many terms multiplying out makes."""
    total = 0
    for _, reals in products:
        size = 1
        for real in reals:
            size *= real.size()
        total += size
    return total


def words(terms: Terms) -> int:
    """Return the number of 32-bit words of the largest coefficient."""
    if len(terms) == 1:
        return next(iter(terms.values())).bit_length() // 32 + 1
    return max(map(int.bit_length, terms.values()), default=0) // 32 + 1


def check_work(count: int, what: str) -> None:
    """Raise when more than MAX_WORK things are in the work."""
    if count > MAX_WORK:
        raise Limit(f"more than {MAX_WORK} {what}")


class Sum(Real):
    """A sum that is written out.  Its terms are never modified."""

    __slots__ = ("boxes", "terms")

    def __init__(self, terms: Terms) -> None:
        self.terms = terms
        self.boxes: dict[int, Interval] = {}

    def enclose(self, w: Work, bits: int) -> Interval:
        """Add up the terms."""
        if bits in self.boxes:
            return self.boxes[bits]
        w.charge(len(self.terms) * (4 + (bits // 32) ** 2 // 1000 + words(self.terms) // 64))
        box: Interval = (0, 0, 0)
        for x, c in self.terms.items():
            box = plus(box, product(trim(c, c, 0, bits + 8), w.exp(x, bits), bits + 8), bits + 8)
        if bits in USUAL:
            self.boxes[bits] = box
        return box

    def exact(self, w: Work) -> Terms:  # noqa: ARG002  other numbers need it
        """Return the terms."""
        return self.terms

    def size(self) -> int:
        """Return the number of terms."""
        return len(self.terms)


class Power(Real):
    """A product of powers of sums, multiplied out only when that is asked for."""

    __slots__ = ("factors", "terms")

    def __init__(self, factors: list[tuple[Sum, int]]) -> None:
        self.factors = factors
        self.terms: Terms | None = None

    def enclose(self, w: Work, bits: int) -> Interval:
        """Multiply by squaring."""
        box: Interval = (1, 1, 0)
        for base, k in self.factors:
            w.charge(2 * k.bit_length() * (1 + (bits // 32) ** 2 // 1000))
            part, one = (1, 1, 0), base.enclose(w, bits)
            for bit in f"{k:b}":
                part = product(part, part, bits + 16)
                if bit == "1":
                    part = product(part, one, bits + 16)
            box = product(box, part, bits + 16)
        return box

    def exact(self, w: Work) -> Terms:
        """Multiply out, once."""
        if self.terms is None:
            self.terms = {w.one: 1}
            for base, k in self.factors:
                self.terms = w.times(self.terms, w.power(base.terms, k))
        return self.terms

    def size(self) -> int:
        """Return how many terms there are when exponents are evenly spaced."""
        size = 1
        for base, k in self.factors:
            size *= k * (len(base.terms) - 1) + 1
        return size


# ------------------------------------------------------------------------------ strict reading

Tree = tuple[int, list["Tree | None"]]  # a node that plays a query; None is a stop
Number = tuple[Sum, Sum]  # the quotient; the second one is positive (R02)
RawSum = list[tuple[Exponent, int, int]]  # exponent, numerator and denominator of its coefficient

INTEGER = re.compile(r"(-?)(?:(0|[1-9][0-9]*)|0x([1-9a-f][0-9a-f]*))", re.ASCII)
NATURAL = re.compile(r"0|[1-9][0-9]{0,8}", re.ASCII)
DIGEST = re.compile(r"sha256:[0-9a-f]{64}", re.ASCII)


def parse(data: bytes) -> object:
    """Return the JSON value that the bytes hold, with duplicate keys and numbers refused."""
    if len(data) > MAX_FILE:
        raise Limit(f"the file has more than {MAX_FILE} bytes")
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise Malformed(f"not UTF-8 at byte {error.start}") from None
    # Outside of texts no backslash is legal, so up to the first error this splits at the quotes.
    outside = "".join(text.replace("\\\\", "").replace('\\"', "").split('"')[::2])
    depth = 0
    for bracket in re.sub(r"[^][{}]+", "", outside):
        depth += 1 if bracket in "[{" else -1
        if depth > MAX_NESTING:
            raise Limit(f"brackets are nested deeper than {MAX_NESTING}")
    try:
        return json.loads(
            text,
            object_pairs_hook=distinct,
            parse_int=no_number,
            parse_float=no_number,
            parse_constant=no_number,
        )
    except json.JSONDecodeError as error:
        raise Malformed(f"not JSON: {error.msg} at line {error.lineno}") from None


def distinct(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """Return the object with these keys and values, all keys different."""
    out: dict[str, object] = {}
    for key, value in pairs:
        if key in out:
            raise Malformed(f"the key {short(key)} occurs twice in one object")
        out[key] = value
    return out


def no_number(text: str) -> object:
    """Refuse a JSON number."""
    raise Malformed(f"the JSON number {short(text)} (numbers are written as texts)")


class Reader:
    """Reads the values of a certificate, each in its one spelling, within the limits."""

    def __init__(self, w: Work) -> None:
        self.w = w
        self.primes: dict[int, str] = {}  # each p of an exponent -> a place where it stands
        self.denominators: list[tuple[Sum, str]] = []  # of quotients
        self.nodes = 0

    def fields(self, value: object, where: str, keys: str, optional: str = "") -> dict[str, object]:
        """Return an object that has all of `keys`, and others only from `optional`."""
        if not isinstance(value, dict):
            raise Malformed(f"{where} is not an object")
        for key in keys.split():
            if key not in value:
                raise Malformed(f"{where} has no key {key}")
        for key in value:
            if key not in keys.split() and key not in optional.split():
                raise Malformed(f"{where} has the unknown key {short(key)}")
        return value

    def text(self, value: object, where: str) -> str:
        """Return a text."""
        if not isinstance(value, str):
            raise Malformed(f"{where} is not a text")
        self.w.charge(1 + len(value) // 8)
        return value

    def items(self, value: object, where: str, most: int, least: int = 0) -> list[object]:
        """Return a list, no longer than `most`."""
        if not isinstance(value, list) or len(value) < least:
            raise Malformed(f"{where} is not a list" + f" of at least {least} items" * bool(least))
        if len(value) > most:
            raise Limit(f"{where} has more than {most} items")
        return value

    def pair(self, value: object, where: str) -> tuple[object, object]:
        """Return the items of a list of two."""
        if not isinstance(value, list) or len(value) != 2:
            raise Malformed(f"{where} is not a list of two items")
        return value[0], value[1]

    def natural(self, value: object, where: str, most: int) -> int:
        """Return a count or an index."""
        text = self.text(value, where)
        if not NATURAL.fullmatch(text):
            raise Malformed(f"{where} is not a natural number: {short(text)}")
        if int(text) > most:
            raise Limit(f"{where} is more than {most}")
        return int(text)

    def integer(self, value: object, where: str) -> int:
        """Return an integer: decimal below 10^60, hex from there on."""
        text = self.text(value, where)
        match = INTEGER.fullmatch(text)
        if not match or text == "-0":
            raise Malformed(f"{where} is not an integer in its one spelling: {short(text)}")
        sign, decimal, digits = match.groups()
        if decimal is None and len(digits) > MAX_HEX_DIGITS:
            raise Limit(f"{where} has more than {MAX_HEX_DIGITS} hex digits")
        if decimal is None and int(digits, 16) < 10**60:
            raise Malformed(f"{where} is written in hex, but below 10^60: {short(text)}")
        if decimal is not None and len(decimal) > 60:
            raise Malformed(f"{where} is written in decimal, but not below 10^60: {short(text)}")
        size = int(decimal) if decimal is not None else int(digits, 16)
        return -size if sign else size

    def rational(self, value: object, where: str) -> tuple[int, int]:
        """Return the numerator and the denominator of a rational in lowest terms."""
        text = self.text(value, where)
        above, slash, below = text.partition("/")
        n, d = self.integer(above, where), self.integer(below, where) if slash else 1
        self.w.charge((len(above) // 8) * (len(below) // 8) // 200)
        if slash and (d < 2 or gcd(n, d) != 1):
            raise Malformed(f"{where} is not in lowest terms: {short(text)}")
        return n, d

    def exponent(self, value: object, where: str) -> Exponent:
        """Return an exponent; that its p are prime is checked later (R01)."""
        pairs: list[object] = []
        if isinstance(value, list):
            value, second = self.pair(value, where)
            pairs = self.items(second, f"{where}[1]", MAX_PRIMES, 1)
        n, d = self.rational(value, where)
        radicals: list[tuple[int, int, int]] = []
        for i, item in enumerate(pairs):
            first, second = self.pair(item, f"{where}[1][{i}]")
            p = self.integer(first, f"{where}[1][{i}]")
            a, b = self.rational(second, f"{where}[1][{i}]")
            if radicals and p <= radicals[-1][0]:
                raise Malformed(f"the primes of {where} do not increase")
            if not 0 < a < b:
                raise Malformed(f"the power of {short(str(first))} in {where} is not in (0, 1)")
            if p >= MAX_PRIME or b >= MAX_EXPONENT_PART:
                raise Limit(f"a prime of {where} is not below 2^64, or its power too long")
            self.primes.setdefault(p, where)
            radicals.append((p, a, b))
        if max(abs(n), d) >= MAX_EXPONENT_PART or abs(n) > MAX_EXPONENT * d:
            raise Limit(f"{where} is an exponent beyond {MAX_EXPONENT} or 2^256 in its parts")
        return self.w.exponent(n, d, tuple(radicals))

    def sum(self, value: object, where: str, *, form: str = "a text or a list") -> RawSum:
        """Return a sum."""
        if isinstance(value, str) and form == "a text or a list":
            n, d = self.rational(value, where)
            return [(self.w.one, n, d)] if n else []
        if not isinstance(value, list):
            raise Malformed(f"{where} is not {form}")
        out: RawSum = []
        for i, item in enumerate(self.items(value, where, MAX_TERMS)):
            coefficient, power = self.pair(item, f"{where}[{i}]")
            n, d = self.rational(coefficient, f"{where}[{i}][0]")
            x = self.exponent(power, f"{where}[{i}][1]")
            if not n:
                raise Malformed(f"{where}[{i}] has the coefficient 0")
            if out and not spelled_before(out[-1][0], x):
                raise Malformed(f"the exponents of {where} do not strictly increase at item {i}")
            out.append((x, n, d))
        if all(x is self.w.one for x, _, _ in out):
            raise Malformed(f"{where} is rational, so it must be written as a text")
        return out

    def cleared(self, raws: Sequence[RawSum]) -> list[Sum]:
        """Return the sums, all multiplied by one positive integer that makes them integer."""
        scale, count, last = 1, sum(map(len, raws)), 1
        for d in sorted(d for raw in raws for _, _, d in raw):
            if d == last:
                continue
            last = d
            self.w.charge(scale.bit_length() // 32 * (d.bit_length() // 32 + 1) // 100 + 1)
            scale = scale * d // gcd(scale, d)
            self.w.expect(count * (scale.bit_length() // 32) // 8)
        v = scale.bit_length() // 32
        out: list[Sum] = []
        for raw in raws:
            for _, n, d in raw:
                parts = (n.bit_length() + d.bit_length()) // 32
                self.w.charge(1 + v * (2 + parts) // 200 + v // 8)
            out.append(Sum({x: n * (scale // d) for x, n, d in raw}))
        return out

    def number(self, value: object, where: str) -> Number:
        """Return a number; that a denominator is positive is checked later (R02)."""
        if isinstance(value, dict):
            self.fields(value, where, "num den")
            num = self.sum(value["num"], f"{where}.num")
            den = self.sum(value["den"], f"{where}.den", form="a list")
        else:
            num, den = self.sum(value, where), [(self.w.one, 1, 1)]
        above, below = self.cleared([num, den])
        if isinstance(value, dict):
            self.denominators.append((below, where))
        return above, below

    def plain(self, value: object, where: str) -> Plain:
        """Return a PLD in plain form, not yet validated."""
        fields = self.fields(value, where, "den atoms")
        raws = [self.sum(fields["den"], f"{where}.den")]
        for i, item in enumerate(self.items(fields["atoms"], f"{where}.atoms", MAX_ATOMS)):
            p, q = self.pair(item, f"{where}.atoms[{i}]")
            raws += [self.sum(p, f"{where}.atoms[{i}][0]"), self.sum(q, f"{where}.atoms[{i}][1]")]
        den, *masses = self.cleared(raws)
        return Plain(den, list(zip(masses[::2], masses[1::2], strict=True)), where)

    def pld(self, value: object, where: str) -> list[tuple[int, Plain]]:
        """Return the items (times, plain) of a composition; a plain PLD is its only item, once."""
        if not isinstance(value, dict) or "compose" not in value:
            return [(1, self.plain(value, where))]
        self.fields(value, where, "compose")
        out: list[tuple[int, Plain]] = []
        for i, item in enumerate(self.items(value["compose"], f"{where}.compose", MAX_ITEMS, 1)):
            times, plain = self.pair(item, f"{where}.compose[{i}]")
            k = self.natural(times, f"{where}.compose[{i}][0]", MAX_TIMES)
            out.append((k, self.plain(plain, f"{where}.compose[{i}][1]")))
        return out

    def tree(self, value: object, where: str) -> Tree | None:
        """Return a strategy tree.  The nesting of the file bounds the recursion."""
        self.nodes += 1
        self.w.charge(5)
        if self.nodes > MAX_NODES:
            raise Limit(f"the tree has more than {MAX_NODES} nodes")
        if value is None:
            return None
        index, children = self.pair(value, where)
        i = self.natural(index, f"{where}[0]", 10**9)
        nodes = self.items(children, f"{where}[1]", MAX_NODES)
        return i, [self.tree(node, f"{where}[1][{j}]") for j, node in enumerate(nodes)]


def spelled_before(x: Exponent, y: Exponent) -> bool:
    """Decide whether x comes strictly before y in the order of spelling."""
    if (x.n, x.d) != (y.n, y.d):
        return x.n * y.d < y.n * x.d
    for (p, a, b), (q, c, d) in zip(x.radicals, y.radicals, strict=False):
        if (p, a, b) != (q, c, d):
            return p < q or (p == q and a * d < c * b)
    return len(x.radicals) < len(y.radicals)


# ---------------------------------------------------------------------------------------- PLDs
# A Key names the likelihood ratio of an atom in such a way that equal keys mean equal ratios:
# (c, x, others) is c * e^x * the product of the numbered ratios, to their powers.  (The rational c
# is kept as an Exponent too, so that only one object stands for it.)
# Different keys may be equal ratios too; finished PLDs are compared exactly.

Key = tuple[Exponent, Exponent, tuple[tuple[int, int], ...]]
Atom = tuple[Sum, Sum]
Parts = dict[Key | str, tuple[Terms, Terms]]  # ratio -> masses p and q, times the denominator
INFINITE, ZERO = "infinite", "zero"  # the ratios with q = 0 and with p = 0


class Plain:
    """A PLD as written, in integers: `den` and the atoms (p, q)."""

    def __init__(self, den: Sum, atoms: list[Atom], where: str) -> None:
        self.den, self.atoms, self.where = den, atoms, where

    def validate(self, w: Work) -> None:
        """Check rules R03 to R07."""
        here = self.where
        if w.sign_of_sum(self.den) <= 0:
            raise Rejected("R03-denominator", f"{here}.den = {about(w, self.den)}")
        for i, (p, q) in enumerate(self.atoms):
            if w.sign_of_sum(p) < 0 or w.sign_of_sum(q) < 0 or not (p.terms or q.terms):
                masses = f"({about(w, p, self.den)}, {about(w, q, self.den)})"
                raise Rejected("R04-mass", f"atom {i} of {here} is {masses}")
        for rule, side in (("R05-p-sum", 0), ("R06-q-sum", 1)):
            total: Terms = {}
            for atom in self.atoms:
                w.accumulate(total, atom[side].terms)
            missing = dict(self.den.terms)
            w.accumulate(missing, total, -1)
            if missing:
                gap = f"by {about(w, Sum(missing), self.den)}"
                raise Rejected(rule, f"in {here} the sum of the masses differs from 1 {gap}")
        for i in range(1, len(self.atoms)):
            (p, q), (r, s) = self.atoms[i - 1], self.atoms[i]
            if w.sign((1, (p, s)), (-1, (r, q))) <= 0:
                ratios = f"{ratio(w, p, q)} is followed by {ratio(w, r, s)}"
                raise Rejected("R07-order", f"at atom {i} of {here} the ratio {ratios}")

    def denominator(self, w: Work, times: int) -> list[tuple[Sum, int]]:
        """Return den^times in factors: its integer content apart, so that equal factors show."""
        content = gcd(*self.den.terms.values())
        rest = {x: c // content for x, c in self.den.terms.items()}
        return [(Sum({w.one: content}), times), (Sum(rest), times)]

    def parts(self, w: Work) -> Parts:
        """Return the atoms with their keys."""
        out: Parts = {}
        for p, q in self.atoms:
            out[key_of(w, p.terms, q.terms)] = (p.terms, q.terms)
        return out


class PLD:
    """A checked PLD.  `atoms` has strictly decreasing ratios, q = 0 first and p = 0 last.

    The masses are p/den and q/den, and both add up to 1.
    """

    def __init__(self, den: Power, atoms: list[Atom]) -> None:
        self.den, self.atoms = den, atoms
        ps, qs = [p for p, _ in atoms], [q for _, q in atoms]
        simple = len({x for mass in ps + qs for x in mass.terms}) <= 1
        self.top = Prefixes(ps, simple=simple), Prefixes(qs, simple=simple)
        self.bottom = Prefixes(ps[::-1], simple=simple), Prefixes(qs[::-1], simple=simple)
        self.infinite = ps[0] if ps and not qs[0].terms else Sum({})
        self.knots = [(p, q) for p, q in atoms if p.terms and q.terms]


class Prefixes:
    """The sums of the first k of a list of sums, by enclosures or exactly."""

    def __init__(self, sums: list[Sum], *, simple: bool) -> None:
        self.sums, self.simple = sums, simple  # simple: all are multiples of one e^x
        self.boxes: dict[int, list[Interval]] = {}
        self.done = 0
        self.sum: Terms = {}  # of the first `done`

    def first(self, k: int) -> Prefix:
        """Return the sum of the first k."""
        return Prefix(self, k)


class Prefix(Real):
    """The sum of the first k sums of `of`."""

    __slots__ = ("k", "of")

    def __init__(self, of: Prefixes, k: int) -> None:
        self.of, self.k = of, k

    def enclose(self, w: Work, bits: int) -> Interval:
        """Go on from the last prefix that has an enclosure."""
        boxes = self.of.boxes.setdefault(bits, [(0, 0, 0)])
        while len(boxes) <= self.k:
            w.charge(1 + (bits // 32) ** 2 // 1000)
            box = self.of.sums[len(boxes) - 1].enclose(w, bits)
            boxes.append(plus(boxes[-1], box, bits + 16))
        return boxes[self.k]

    def exact(self, w: Work) -> Terms:
        """Go on from the prefix that was wanted last."""
        of = self.of
        while of.done < self.k:
            w.accumulate(of.sum, of.sums[of.done].terms)
            of.done += 1
        while of.done > self.k:
            of.done -= 1
            w.accumulate(of.sum, of.sums[of.done].terms, -1)
        return of.sum

    def size(self) -> int:
        """Return the number of sums, or 1 when they collapse."""
        return 1 if self.of.simple else self.k + 1


def key_of(w: Work, p: Terms, q: Terms) -> Key | str:
    """Return the key of the ratio p/q; a ratio that is not visibly c * e^x gets a new number."""
    if not p or not q:
        return INFINITE if p else ZERO
    top, low = (min(terms, key=lambda x: (x.n << 64) // x.d) for terms in (p, q))
    if len(p) == 1 == len(q) or w.times(p, {low: q[low]}) == w.times(q, {top: p[top]}):
        inverse, divisor = w.inverse(low)
        x, carry = w.join(top, inverse)
        n, d = p[top] * carry, q[low] * divisor
        g = gcd(n, d)
        return w.exponent(n // g, d // g, ()), x, ()
    w.ratios += 1
    return w.unit[0], w.one, ((w.ratios, 1),)


def key_times(w: Work, a: Key, b: Key) -> Key:
    """Return the key of the product of two ratios."""
    x, carry = w.join(a[1], b[1])
    n, d = a[0].n * b[0].n * carry, a[0].d * b[0].d
    v = d.bit_length() // 32
    w.charge(v + v * v // 200)
    g = gcd(n, d)
    others = a[2] or b[2]
    if a[2] and b[2]:
        powers = dict(a[2])
        for i, k in b[2]:
            powers[i] = powers.get(i, 0) + k
        others = tuple(sorted(powers.items()))
    return w.exponent(n // g, d // g, ()), x, others


def put(w: Work, out: Parts, key: Key | str, p: Terms, q: Terms) -> None:
    """Add an atom, which now belongs to `out`."""
    if key in out:
        w.accumulate(out[key][0], p)
        w.accumulate(out[key][1], q)
    else:
        out[key] = (p, q)
        check_work(len(out), "atoms after composition")


def parts_times(w: Work, a: Parts, b: Parts) -> Parts:
    """Return the composition: all products of atoms."""
    w.charge(4 * len(a) * len(b))
    out: Parts = {}
    for key_a, (p, q) in a.items():
        for key_b, (r, s) in b.items():
            if isinstance(key_a, str) or isinstance(key_b, str):
                if {key_a, key_b} == {INFINITE, ZERO}:
                    continue  # the product is (0, 0), no atom
                key = key_a if isinstance(key_a, str) else key_b
            else:
                key = key_times(w, key_a, key_b)
            put(w, out, key, w.times(p, r), w.times(q, s))
    return out


def parts_power(w: Work, plain: Plain, k: int) -> Parts:
    """Return the k-fold composition of a checked plain PLD."""
    base = plain.parts(w)
    finite = [(key, *masses) for key, masses in base.items() if not isinstance(key, str)]
    if len(finite) == 2 and k > 1:
        return binomial(w, plain, base, finite, k)
    out: Parts = {w.unit: ({w.one: 1}, {w.one: 1})}
    for bit in f"{k:b}":
        out = parts_times(w, out, out)
        if bit == "1":
            out = parts_times(w, out, base)
    return out


def binomial(
    w: Work, plain: Plain, base: Parts, finite: list[tuple[Key, Terms, Terms]], k: int
) -> Parts:
    """Return the k-fold composition when there are two finite ratios, by the binomial theorem."""
    rows: list[list[tuple[Key, Terms, Terms]]] = []
    for key, p, q in finite:  # the powers of one finite atom
        row: list[tuple[Key, Terms, Terms]] = [(w.unit, {w.one: 1}, {w.one: 1})]
        for _ in range(k):
            last, r, s = row[-1]
            row.append((key_times(w, last, key), w.times(r, p), w.times(s, q)))
        rows.append(row)
    out: Parts = {}
    choose = 1
    for i in range(k + 1):
        (key_a, p, q), (key_b, r, s) = rows[0][i], rows[1][k - i]
        r, s = w.times(r, {w.one: choose}), w.times(s, {w.one: choose})
        put(w, out, key_times(w, key_a, key_b), w.times(p, r), w.times(q, s))
        choose = choose * (k - i) // (i + 1)
    for side, key_end in ((0, INFINITE), (1, ZERO)):  # what the finite atoms leave of the whole
        if key_end in base:
            one: Terms = {}
            for atom in finite:
                w.accumulate(one, atom[1:][side])
            rest = w.power(plain.den.terms, k)
            w.accumulate(rest, w.power(one, k), -1)
            out[key_end] = ({}, rest) if side else (rest, {})
    return out


def finished(w: Work, den: Power, parts: Parts) -> PLD:
    """Return the PLD with these atoms: in order, those of equal ratio merged.

    Approximate ratios only propose an order.  Neighbours are then compared exactly.
    """
    first, last = ([parts[end]] if end in parts else [] for end in (INFINITE, ZERO))
    finite = [(Sum(p), Sum(q)) for key, (p, q) in parts.items() if not isinstance(key, str)]

    def rough(atom: Atom) -> tuple[int, int]:
        (p, _, e), (q, _, f) = (mass.enclose(w, 64) for mass in atom)
        if p <= 0 or q <= 0:
            return (0, 0)  # not told apart at this precision
        quotient = (p << 96) // q
        length = quotient.bit_length()
        return e - f + length, (quotient << 96) >> length

    def exactly(a: Atom, b: Atom) -> int:
        return w.sign((1, (b[0], a[1])), (-1, (a[0], b[1])))

    finite.sort(key=rough, reverse=True)
    order = [exactly(finite[i], finite[i + 1]) for i in range(len(finite) - 1)]
    if 1 in order:
        finite.sort(key=cmp_to_key(exactly))
        order = [exactly(finite[i], finite[i + 1]) for i in range(len(finite) - 1)]
    merged: list[Atom] = finite[:1]
    for sign, atom in zip(order, finite[1:], strict=True):
        if sign == 0:
            p, q = dict(merged[-1][0].terms), dict(merged[-1][1].terms)
            w.accumulate(p, atom[0].terms)
            w.accumulate(q, atom[1].terms)
            merged[-1] = (Sum(p), Sum(q))
        else:
            merged.append(atom)
    ends = [[(Sum(p), Sum(q)) for p, q in end] for end in (first, last)]
    return PLD(den, ends[0] + merged + ends[1])


def build(w: Work, items: list[tuple[int, Plain]]) -> PLD:
    """Check every plain PLD (also one that is taken 0 times) and compose them."""
    for _, plain in items:
        plain.validate(w)
    # A product of two sets of m and n positive numbers has at least m + n - 1 elements.
    least = 1
    for k, plain in items:
        finite = [(p, q) for p, q in plain.atoms if p.terms and q.terms]
        least += k * max(len(finite) - 1, 0)
        check_work(least, "atoms after composition")
        size = min((words(p.terms) + words(q.terms) - 2 for p, q in finite), default=0)
        w.expect(least * k * size // 8)
    factors = [factor for k, plain in items for factor in plain.denominator(w, k)]
    if len(items) == 1 and items[0][0] == 1:
        return PLD(Power(factors), items[0][1].atoms)
    parts = parts_power(w, items[0][1], items[0][0])
    for k, plain in items[1:]:
        parts = parts_times(w, parts, parts_power(w, plain, k))
    return finished(w, Power(factors), parts)


# -------------------------------------------------------------------------------------- curves
# x is a quotient X/Y with Y > 0.  With the k atoms whose ratio is above x, and the others below,
#     den Y h(x) = Y (sum of p above) - X (sum of q above)                            [from the top]
#                = den (Y - X) + X (sum of q below) - Y (sum of p below)           [from the bottom]
# Atoms whose ratio is x contribute 0 wherever they are counted.

Products = list[tuple[int, tuple[Real, ...]]]


def above(w: Work, a: PLD, x: Number, low: int = 0) -> int:
    """Return how many atoms have a ratio above x, p Y > q X, if the first `low` are known to."""
    reach, high = 1, len(a.atoms)
    while low < high:  # steps 1, 2, 4, ... from `low` on, then bisection
        middle = min(low + reach - 1, (low + high) // 2)
        p, q = a.atoms[middle]
        if w.sign((1, (p, x[1])), (-1, (q, x[0]))) > 0:
            low, reach = middle + 1, 2 * reach
        else:
            high = middle
    return low


def curve(w: Work, a: PLD, x: Number | None) -> Products:
    """Return products that add up to den Y h(x); x = None is infinite (and Y is 1)."""
    if x is None:
        return [(1, (a.infinite,))]
    k = above(w, a, x)
    return [(1, (x[1], a.top[0].first(k))), (-1, (x[0], a.top[1].first(k)))]


def scaled(products: Products, factor: int, *reals: Real) -> Products:
    """Multiply out a common factor."""
    return [(factor * sign, (*reals, *others)) for sign, others in products]


def without_common(a: Power, b: Power) -> tuple[Power, Power]:
    """Return a and b without the factors that they visibly share."""
    left, right = [], list(b.factors)
    for base, k in a.factors:
        for i, (other, n) in enumerate(right):
            if base.terms == other.terms:
                common = min(k, n)
                right[i], k = (other, n - common), k - common  # noqa: PLW2901  what is left
        left.append((base, k))
    return Power(left), Power(right)


def compare(
    w: Work, a: PLD, b: PLD, x: Number, dens: tuple[Power, Power], counts: tuple[int, int]
) -> int:
    """Return the sign of h_A(x) - h_B(x); `dens` is without_common(a.den, b.den).

    The `counts` say how many atoms of A and of B have a ratio above x.

    Below x = 1 both curves are written from the bottom, where den (Y - X) drops out of the
    difference; this is only to lose less by cancellation, either way is right everywhere.
    """
    small = plus(x[0].enclose(w, 64), minus(x[1].enclose(w, 64)), 64)[1] < 0
    products: Products = []
    for sign, pld, den, k in ((1, a, dens[1], counts[0]), (-1, b, dens[0], counts[1])):
        p, q = (side.first(len(pld.atoms) - k if small else k) for side in
                (pld.bottom if small else pld.top))
        factor = -sign if small else sign
        products += [(factor, (den, x[1], p)), (-factor, (den, x[0], q))]
    return w.sign(*products)


def fails_at(w: Work, a: PLD, b: PLD) -> Number | None:
    """Return a knot x of B with h_A(x) > h_B(x), or None if A <= B."""
    dens, k = without_common(a.den, b.den), 0
    for i, x in enumerate(b.knots):
        k = above(w, a, x, k)
        if compare(w, a, b, x, dens, (k, i + bool(b.infinite.terms))) > 0:
            return x
    return None


def differ_at(w: Work, a: PLD, b: PLD) -> str:
    """Return where two PLDs differ, or "" if they are the same: the same masses, atom by atom."""
    if len(a.atoms) != len(b.atoms):
        return f"they have {len(a.atoms)} and {len(b.atoms)} different ratios"
    dens = without_common(a.den, b.den)
    for i, (one, two) in enumerate(zip(a.atoms, b.atoms, strict=True)):
        for r, s in zip(one, two, strict=True):
            if w.sign((1, (r, dens[1])), (-1, (s, dens[0]))):
                masses = f"{about(w, r, a.den)} and {about(w, s, b.den)}"
                return f"atom {i} has the masses {masses}"
    return ""


def against(w: Work, a: PLD, x: Number | None, value: Number) -> int:
    """Return the sign of h_A(x) - value."""
    products = scaled(curve(w, a, x), 1, value[1])
    return w.sign(*products, (-1, (value[0], a.den, *(() if x is None else (x[1],)))))


# --------------------------------------------------------------------------------------- kinds
# Each function reads a claim and its witness completely and returns the check of the rules.

def positive(w: Work, x: Number, where: str) -> None:
    """Check R11."""
    if w.sign_of_sum(x[0]) <= 0:
        raise Rejected("R11-positive-x", f"{where} = {about(w, *x)}")


def require_above(w: Work, rule: str, a: PLD, b: PLD, x: Number, names: str) -> None:
    """Check that h_A(x) > h_B(x)."""
    counts = above(w, a, x), above(w, b, x)
    if compare(w, a, b, x, without_common(a.den, b.den), counts) <= 0:
        raise Rejected(rule, f"at x = {about(w, *x)} {both(w, a, b, x, names)}")


def read_dominated(r: Reader, claim: object, witness: object) -> Callable[[Work], None]:
    """Claim: A <= B."""
    a, b = read_pair(r, claim)
    if r.text(r.fields(witness, "witness", "method")["method"], "witness.method") != "knots":
        raise Malformed('witness.method is not "knots"')

    def check(w: Work) -> None:
        plds = build(w, a), build(w, b)
        x = fails_at(w, *plds)
        if x is not None:
            values = both(w, *plds, x, "AB")
            raise Rejected("R10-dominated", f"at the knot x = {about(w, *x)} {values}")

    return check


def read_not_dominated(r: Reader, claim: object, witness: object) -> Callable[[Work], None]:
    """Claim: not A <= B."""
    a, b = read_pair(r, claim)
    x = r.number(r.fields(witness, "witness", "x")["x"], "witness.x")

    def check(w: Work) -> None:
        plds = build(w, a), build(w, b)
        positive(w, x, "witness.x")
        require_above(w, "R12-not-dominated", *plds, x, "AB")

    return check


def read_equal(r: Reader, claim: object, witness: object) -> Callable[[Work], None]:
    """Claim: A = B."""
    a, b = read_pair(r, claim)
    r.fields(witness, "witness", "")

    def check(w: Work) -> None:
        difference = differ_at(w, build(w, a), build(w, b))
        if difference:
            raise Rejected("R13-equal", difference)

    return check


def read_incomparable(r: Reader, claim: object, witness: object) -> Callable[[Work], None]:
    """Claim: neither A <= B nor B <= A."""
    a, b = read_pair(r, claim)
    fields = r.fields(witness, "witness", "x_a x_b")
    x_a, x_b = (r.number(fields[key], f"witness.{key}") for key in ("x_a", "x_b"))

    def check(w: Work) -> None:
        left, right = build(w, a), build(w, b)
        positive(w, x_a, "witness.x_a")
        positive(w, x_b, "witness.x_b")
        require_above(w, "R14-a-above", left, right, x_a, "AB")
        require_above(w, "R15-b-above", right, left, x_b, "BA")

    return check


def read_delta(r: Reader, claim: object, witness: object) -> Callable[[Work], None]:
    """Claim: h(x) is, or is between."""
    fields, bounds = read_bounds(r, claim, "pld x", "value")
    items = r.pld(fields["pld"], "claim.pld")
    x = None if fields["x"] == "inf" else r.number(fields["x"], "claim.x")
    values = {key: r.number(fields[key], f"claim.{key}") for key in bounds}
    r.fields(witness, "witness", "")

    def check(w: Work) -> None:
        pld = build(w, items)
        if x is not None:
            positive(w, x, "claim.x")
        for key, value in values.items():
            sign = against(w, pld, x, value)
            if sign != 0 and (sign, key) not in ((1, "lower"), (-1, "upper")):
                rule = {"value": "R16", "lower": "R17", "upper": "R18"}[key] + f"-delta-{key}"
                raise Rejected(rule, f"h(x) = {height(w, pld, x)}, {key} = {about(w, *value)}")

    return check


def read_epsilon(r: Reader, claim: object, witness: object) -> Callable[[Work], None]:
    """Claim: epsilon(delta) is, or is between."""
    fields, bounds = read_bounds(r, claim, "pld delta", "exp_value")
    items = r.pld(fields["pld"], "claim.pld")
    delta = r.number(fields["delta"], "claim.delta")
    ends: dict[str, Number | str] = {}
    for key in bounds:
        value = fields[key]
        if key != "exp_value":  # e^lower, e^upper
            if not isinstance(value, str):
                raise Malformed(f"claim.{key} is not a text")
            ends[key] = Sum({r.exponent(value, f"claim.{key}"): 1}), Sum({r.w.one: 1})
        elif isinstance(value, str) and value in ("inf", "0"):
            ends[key] = value
        else:
            ends[key] = r.number(value, "claim.exp_value")
    r.fields(witness, "witness", "")

    def check(w: Work) -> None:
        pld = build(w, items)
        if w.sign_of_sum(delta[0]) < 0 or w.sign((1, (delta[0],)), (-1, (delta[1],))) > 0:
            raise Rejected("R19-delta-range", f"delta = {about(w, *delta)}")
        for key, x in ends.items():
            rule = {"exp_value": "R20-epsilon-value", "lower": "R21-epsilon-lower"}.get(key)
            rule = rule or "R22-epsilon-upper"
            if x == "inf":
                if against(w, pld, None, delta) <= 0:
                    raise Rejected(rule, f"delta = {about(w, *delta)} is not below h(inf) = "
                                   f"{height(w, pld, None)}, so epsilon is not +inf")
            elif x == "0":
                if w.sign((1, (delta[0],)), (-1, (delta[1],))) != 0:
                    raise Rejected(rule, f"delta = {about(w, *delta)} is not 1, so epsilon is "
                                   "not -inf")
            elif not isinstance(x, str):
                if w.sign_of_sum(x[0]) <= 0:
                    raise Rejected(rule, f"exp_value = {about(w, *x)} is not positive")
                sign = against(w, pld, x, delta)
                values = f"h = {height(w, pld, x)} at x = {about(w, *x)}"
                values += f", delta = {about(w, *delta)}"
                if sign > 0 and key != "lower":
                    raise Rejected(rule, f"{values}: epsilon is larger")
                if key != "upper" and (sign < 0 or (sign == 0 and not falls_at(w, pld, x))):
                    raise Rejected(rule, f"{values}: epsilon is smaller")

    return check


def falls_at(w: Work, a: PLD, x: Number) -> bool:
    """Decide whether h falls just left of x: some atom with q > 0 has a ratio >= x."""
    return any(q.terms and w.sign((1, (p, x[1])), (-1, (q, x[0]))) >= 0 for p, q in a.atoms[:2])


def read_filter(r: Reader, claim: object, witness: object) -> Callable[[Work], None]:
    """Claim: the natural filter does not keep its budget."""
    fields = r.fields(claim, "claim", "queries budget rounds")
    listed = r.items(fields["queries"], "claim.queries", MAX_QUERIES, 1)
    plains = [r.plain(query, f"claim.queries[{i}]") for i, query in enumerate(listed)]
    items = r.pld(fields["budget"], "claim.budget")
    rounds = r.natural(fields["rounds"], "claim.rounds", MAX_ROUNDS)
    fields = r.fields(witness, "witness", "x tree")
    x = r.number(fields["x"], "witness.x")
    tree = r.tree(fields["tree"], "witness.tree")

    def check(w: Work) -> None:
        queries = [build(w, [(1, plain)]) for plain in plains]
        budget = build(w, items)
        for j, second in enumerate(queries):
            for i, first in enumerate(queries[:j]):
                if not differ_at(w, first, second):
                    raise Rejected("R23-queries-different", f"queries {i} and {j} are the same")
        positive(w, x, "witness.x")
        Strategy(w, plains, queries, budget, rounds, x).check(tree)

    return check


class Strategy:
    """The check of a strategy tree.

    A path is a multiset of queries, as a sorted tuple of indices.  The curve at a node depends on
    the order in which they were played, the realised composition and its denominator do not.
    """

    def __init__(
        self, w: Work, plains: list[Plain], queries: list[PLD], budget: PLD, rounds: int, x: Number
    ) -> None:
        self.w, self.queries, self.budget, self.rounds, self.x = w, queries, budget, rounds, x
        self.parts = [plain.parts(w) for plain in plains]
        unit: Parts = {w.unit: ({w.one: 1}, {w.one: 1})}
        self.realised: dict[tuple[int, ...], Parts] = {(): unit}
        self.curve: dict[tuple[int, ...], Terms] = {}  # times Y and the denominators of the path

    def check(self, tree: Tree | None) -> None:
        """Check rules R24 to R28."""
        w, x, one = self.w, self.x, {self.w.one: 1}
        self.visit(tree, (), one, one)
        most = [max([path.count(i) for path in self.curve], default=0)
                for i in range(len(self.queries))]
        products: Products = []  # the curve of the strategy, times Y and all of `most`
        for path, terms in self.curve.items():
            rest = self.denominator([n - path.count(i) for i, n in enumerate(most)])
            products.append((1, (Sum(terms), rest)))
        whole = self.denominator(most)
        mine, other = without_common(whole, self.budget.den)
        kept = [(sign, (other, *reals)) for sign, reals in products]
        if w.sign(*kept, *scaled(curve(w, self.budget, x), -1, mine)) <= 0:
            value = approximate(w, products, [(1, (x[1], whole))])
            raise Rejected("R28-no-gap", f"at x = {about(w, *x)} the strategy has {value}, "
                           f"the budget {height(w, self.budget, x)}")

    def denominator(self, counts: list[int]) -> Power:
        """Return the product of the denominators of the queries, each taken so many times."""
        return Power([(base, n) for query, n in zip(self.queries, counts, strict=True) if n
                      for base, _ in query.den.factors])

    def visit(self, node: Tree | None, path: tuple[int, ...], p: Terms, q: Terms) -> None:
        """Check the tree below `node`; p and q are the products of the masses on the path."""
        w, x = self.w, self.x
        if node is None:
            value = w.times(p, x[1].terms)
            w.accumulate(value, w.times(q, x[0].terms), -1)
            if w.sign_of_sum(Sum(value)) > 0:
                w.accumulate(self.curve.setdefault(path, {}), value)
            return
        i, children = node
        if i >= len(self.queries):
            raise Rejected("R24-tree-index", f"{i} of {len(self.queries)}, counted from 0")
        query = self.queries[i]
        if len(children) != len(query.knots):
            raise Rejected("R25-tree-children", f"a node has {len(children)} children, its query "
                           f"{i} has {len(query.knots)} finite atoms")
        here = tuple(sorted((*path, i)))
        if len(here) > self.rounds:
            raise Rejected("R26-tree-depth", f"a path plays {len(here)}, not {self.rounds}")
        self.admit(path, i, here)
        if query.infinite.terms:
            value = w.times(w.times(p, x[1].terms), query.infinite.terms)
            w.accumulate(self.curve.setdefault(here, {}), value)
        for child, (r, s) in zip(children, query.knots, strict=True):
            self.visit(child, here, w.times(p, r.terms), w.times(q, s.terms))

    def admit(self, path: tuple[int, ...], i: int, here: tuple[int, ...]) -> None:
        """Check that the realised composition `here` = `path` and query i is <= budget."""
        if here in self.realised:
            return
        w = self.w
        self.realised[here] = parts_times(w, self.realised[path], self.parts[i])
        den = self.denominator([here.count(j) for j in range(len(self.queries))])
        pld = finished(w, den, self.realised[here])
        at = fails_at(w, pld, self.budget)
        if at is not None:
            raise Rejected("R27-tree-admissible", f"the composition of queries {list(here)} has "
                           f"{both(w, pld, self.budget, at, NAMES)} at x = {about(w, *at)}")


KINDS: dict[str, Callable[[Reader, object, object], Callable[[Work], None]]] = {
    "dominated": read_dominated,
    "not-dominated": read_not_dominated,
    "equal": read_equal,
    "incomparable": read_incomparable,
    "delta": read_delta,
    "epsilon": read_epsilon,
    "natural-filter-violated": read_filter,
}


def read_pair(r: Reader, claim: object) -> tuple[list[tuple[int, Plain]], list[tuple[int, Plain]]]:
    """Return A and B."""
    fields = r.fields(claim, "claim", "A B")
    return r.pld(fields["A"], "claim.A"), r.pld(fields["B"], "claim.B")


def read_bounds(
    r: Reader, claim: object, keys: str, exact: str
) -> tuple[dict[str, object], list[str]]:
    """Return a claim that has `keys` and either `exact` or at least one of the two bounds."""
    fields = r.fields(claim, "claim", keys, f"{exact} lower upper")
    bounds = [key for key in (exact, "lower", "upper") if key in fields]
    if not bounds or (exact in bounds and len(bounds) > 1):
        raise Malformed(f"the claim needs either {exact}, or lower or upper or both")
    return fields, bounds


# --------------------------------------------------------------------------------------- words
# Texts for people.  Nothing is decided here; numbers that are not short are shown approximately.

NAMES = ("realised", "budget")


def short(text: str, most: int = 44) -> str:
    """Return the text, its middle left out when it is long."""
    return text if len(text) <= most else f"{text[:24]}...({len(text)} characters)...{text[-8:]}"


def approximate(w: Work, above: Products, below: Products) -> str:
    """Return a quotient in words: a short fraction, or ten digits."""
    try:
        if max(effort(above), effort(below)) <= 8:
            n, d = w.multiplied(above).terms, w.multiplied(below).terms
            if {*n, *d} <= {w.one}:
                a, b = n.get(w.one, 0), d[w.one]
                g = gcd(a, b)
                a, b = a // g, b // g
                if max(abs(a), b) < 10**20:
                    return f"{a}" if b == 1 else f"{a}/{b}"
        (lo, hi, e), (low, high, f) = w.total(above, 256), w.total(below, 256)
    except Limit:
        return "(a number too long to show)"
    if lo <= 0 <= hi or low <= 0 <= high:
        return "0" if lo == hi == 0 else "about 0"
    return decimal(lo + hi, low + high, e - f)


def decimal(n: int, d: int, e: int) -> str:
    """Return n/d * 2^e, for n != 0 and d > 0, as "about" and ten digits."""
    sign, n = "-" * (n < 0), abs(n)
    size = n.bit_length() - d.bit_length() + e
    if abs(size) > 4000:
        return f"about {sign}2^{size}"
    n, d = (n << max(e, 0)), (d << max(-e, 0))
    tens = size * 30103 // 100000 - 12  # the quotient by 10^tens has 12 to 14 digits
    digits = str(n * 10 ** max(-tens, 0) // (d * 10 ** max(tens, 0)))
    power = tens + len(digits) - 1
    return f"about {sign}{digits[0]}.{digits[1:10]}" + f"e{power}" * (power != 0)


def about(w: Work, n: Real, d: Real | None = None) -> str:
    """Return n/d in words."""
    return approximate(w, [(1, (n,))], [(1, (d or Sum({w.one: 1}),))])


def ratio(w: Work, p: Sum, q: Sum) -> str:
    """Return p/q in words."""
    return about(w, p, q) if q.terms else "inf"


def height(w: Work, a: PLD, x: Number | None) -> str:
    """Return h_A(x) in words."""
    try:
        return approximate(w, curve(w, a, x), [(1, (a.den, *(() if x is None else (x[1],))))])
    except Limit:
        return "(a number too long to show)"


def both(w: Work, a: PLD, b: PLD, x: Number, names: Sequence[str]) -> str:
    """Return h_A(x) and h_B(x) in words."""
    values = [f"h_{name}(x) = {height(w, pld, x)}" for name, pld in zip(names, (a, b), strict=True)]
    return " and ".join(values)


def say_some(words: list[str], most: int, joint: str, what: str) -> str:
    """Join the words, of many the first ones only."""
    more = f"{joint}... ({len(words)} {what})" if len(words) > most else ""
    return joint.join(words[:most]) + more


def say_number(value: Any) -> str:
    """Return a number of the file in words; its form has been checked."""
    if isinstance(value, str):
        if len(value) <= 44:
            return value
        n, _, d = value.partition("/")
        return f"{decimal(int(n, 0), int(d or '1', 0), 0)}... ({len(value)} characters)"
    if isinstance(value, dict):
        return f"({say_number(value['num'])})/({say_number(value['den'])})"
    terms = []
    for c, power in value:
        r, radicals = power if isinstance(power, list) else (power, [])
        factors = [] if c == "1" else [say_number(c)]
        factors += [] if r == "0" else ["e"] if r == "1" else [f"e^({say_number(r)})"]
        factors += [f"{p}^({say_number(a)})" for p, a in radicals]
        terms.append(" ".join(factors) or "1")
    return say_some(terms, 4, " + ", "terms")


def say_pld(value: Any) -> str:
    """Return a PLD of the file in words: its atoms p : q over their denominator."""
    if "compose" in value:
        words = [f"{times} * {say_pld(plain)}" for times, plain in value["compose"][:5]]
        return say_some(words + [""] * (len(value["compose"]) - 5), 4, " + ", "items")
    atoms = [f"{say_number(p)} : {say_number(q)}" for p, q in value["atoms"][:9]]
    atoms += [""] * (len(value["atoms"]) - 9)
    den = value["den"]
    over = f" / {say_number(den)}" if isinstance(den, str) else f" / ({say_number(den)})"
    return f"[{say_some(atoms, 8, ', ', 'atoms')}]" + ("" if den == "1" else over)


def say(kind: str, claim: Any, digest: str) -> str:
    """Return the claim in words."""
    said = {key: say_pld(claim[key]) for key in ("A", "B", "pld", "budget") if key in claim}
    said |= {key: say_number(claim[key]) for key in CLAIM_NUMBERS if key in claim}
    if kind == "natural-filter-violated":
        queries = [f"L{i} = {say_pld(query)}" for i, query in enumerate(claim["queries"])]
        sentence = (
            f"some adaptive strategy of at most {claim['rounds']} queries, each taken from "
            f"{say_some(queries, 8, ', ', 'queries')}, every realised composition of which is "
            f"<= budget = {said['budget']}, has a hockey-stick curve above that of the budget "
            "somewhere: the natural privacy filter with this budget does not keep it"
        )
    elif kind in ("delta", "epsilon"):
        subject = f"h(x) at x = {said.get('x')}"
        if kind == "epsilon":
            subject = f"epsilon at delta = {said['delta']}"
        if "value" in said:
            told = f"{subject} is {said['value']}"
        elif "exp_value" in said:
            special = {"inf": "+inf", "0": "-inf"}
            told = f"{subject} is {special.get(said['exp_value'], 'ln(' + said['exp_value'] + ')')}"
        else:
            ends = [f"at {word} {said[key]}" for key, word in BOUND_WORDS if key in said]
            told = f"{subject} is " + " and ".join(ends)
        sentence = f"{told}, for {said['pld']}"
    else:
        a_b = f"A = {said['A']} and B = {said['B']}"
        said_of: dict[str, str] = {
            "dominated": f"A <= B (B leaks at least as much: h_A(x) <= h_B(x) for all x) for {a_b}",
            "not-dominated": f"not A <= B (h_A(x) > h_B(x) for some x) for {a_b}",
            "equal": f"A and B are the same PLD, for {a_b}",
            "incomparable": f"neither A <= B nor B <= A, for {a_b}",
        }
        sentence = said_of[kind]
    return f"{sentence} [shortened; claim {digest}]" if "..." in sentence else sentence


CLAIM_NUMBERS = ("x", "delta", "value", "exp_value", "lower", "upper")
BOUND_WORDS = (("lower", "least"), ("upper", "most"))


# --------------------------------------------------------------------- verify and command line


class Verified:
    """A verified claim: its kind, the claim as parsed, its digest, and the claim in words."""

    __slots__ = ("claim", "claim_digest", "kind", "sentence")
    kind: str
    claim: dict[str, object]
    claim_digest: str
    sentence: str

    def __init__(self, kind: str, claim: dict[str, object], digest: str, sentence: str) -> None:
        for name, value in zip(
            ("kind", "claim", "claim_digest", "sentence"),
            (kind, claim, digest, sentence),
            strict=True,
        ):
            object.__setattr__(self, name, value)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"cannot assign {name}: a Verified is frozen")


def digest_of(value: dict[str, object]) -> str:
    """Return the digest of the canonical bytes."""
    text = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return "sha256:" + sha256(text.encode("ascii")).hexdigest()


def verify(data: bytes, steps: int = DEFAULT) -> Verified:
    """Return the claim of the certificate if it is true, or raise Malformed, Rejected or Limit."""
    try:
        return verify_in(Work(steps), data)
    except (MemoryError, RecursionError):
        raise Limit("out of memory or stack") from None


def verify_in(w: Work, data: bytes) -> Verified:
    """Read everything (form, sections 2 to 4), then check the rules of the file and its kind."""
    reader = Reader(w)
    file = reader.fields(
        parse(data), "the file", "format version kind claim witness meta claim_digest digest"
    )
    if file["format"] != "exactpld-certificate" or file["version"] != "1":
        raise Malformed('the format is not "exactpld-certificate" in version "1"')
    kind, claim = reader.text(file["kind"], "kind"), file["claim"]
    if kind not in KINDS:
        raise Malformed(f"unknown kind {short(kind)}")
    if not isinstance(file["meta"], dict):
        raise Malformed("meta is not an object")
    for value in file["meta"].values():
        reader.text(value, "a value of meta")
    for key in ("claim_digest", "digest"):
        if not DIGEST.fullmatch(reader.text(file[key], key)):
            raise Malformed(f"{key} is not sha256: and 64 lower-case hex digits")
    check = KINDS[kind](reader, claim, file["witness"])
    if not isinstance(claim, dict):
        raise Malformed("claim is not an object")

    own = digest_of({key: file[key] for key in ("claim", "format", "kind", "version")})
    sentence = say(kind, claim, own)
    try:
        if file["claim_digest"] != own:
            raise Rejected("R08-claim-digest", f"the claim has {own}")
        rest = digest_of({key: v for key, v in file.items() if key not in ("digest", "meta")})
        if file["digest"] != rest:
            raise Rejected("R09-digest", f"the file has {rest}")
        for p, where in reader.primes.items():
            w.charge(100)
            if not is_prime(p):
                raise Rejected("R01-prime", f"{p} in {where}")
        for den, where in reader.denominators:
            if w.sign_of_sum(den) <= 0:
                raise Rejected("R02-quotient-denominator", f"{where}.den = {about(w, den)}")
        check(w)
    except CertificateError as error:
        error.claim = sentence
        raise
    return Verified(kind, claim, own, sentence)


def check_file(name: str, steps: int) -> dict[str, str]:
    """Return the report on one file, without `file`."""
    try:
        with open(name, "rb") as file:
            verified = verify(file.read(MAX_FILE + 1), steps)
    except CertificateError as error:
        report = {"status": error.status, "reason": str(error)}
        if isinstance(error, Rejected):
            report["rule"] = error.rule
        if error.claim:
            report["claim"] = error.claim
        return report
    except (MemoryError, RecursionError):
        return {"status": "limit", "reason": "out of memory or stack"}
    except OSError as error:
        return {"status": "malformed", "reason": f"cannot be read: {error.strerror}"}
    except Exception as error:  # noqa: BLE001  a fault of this program must not look like a verdict
        return {"status": "malformed", "reason": f"the checker failed: {error!r}"}
    return {"status": "verified", "claim": verified.sentence}


def printable(text: str) -> str:
    """Return the text in printable ASCII: what could move a cursor or pose as a line is escaped."""
    text = text.encode("ascii", "backslashreplace").decode("ascii")
    return re.sub(r"[\x00-\x1f\x7f]", lambda match: f"\\x{ord(match[0]):02x}", text)


EXIT = {"verified": 0, "rejected": 1, "malformed": 2, "limit": 3}
USAGE = "usage: python3 -I -S check.py [--json] [--steps N] [-h] [--] FILE..."


def main(argv: list[str]) -> int:
    """Check the files, print a line for each, and return the exit status."""
    files, steps, as_json = [], DEFAULT, False
    arguments = list(argv)
    while arguments:
        argument = arguments.pop(0)
        if argument == "--":
            files += arguments
            break
        if argument == "--json":
            as_json = True
        elif argument == "--steps" and arguments and re.fullmatch("[0-9]{1,15}", arguments[0]):
            steps = int(arguments.pop(0))
        elif argument in ("-h", "--help"):
            print(USAGE, __doc__ or "", sep="\n\n")
            return 2
        elif argument.startswith("-"):
            print(f"{printable(argument)} is not understood\n{USAGE}", file=sys.stderr)
            return 2
        else:
            files.append(argument)
    if not files:
        print(USAGE, file=sys.stderr)
        return 2
    status = 0
    for name in files:
        report = check_file(name, steps)
        status = max(status, EXIT[report["status"]])
        if as_json:
            print(json.dumps({"file": name, **report}), flush=True)
        else:
            rule = f" ({report['rule']})" if "rule" in report else ""
            told = report.get("reason") or report["claim"]
            print(printable(f"{name}: {report['status']}{rule}: {told}"), flush=True)
    return status


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(130)
    except OSError:  # standard output is closed: the verdict did not arrive
        sys.exit(2)
