"""Reads the PLD object of FORMAT.md, sections 3 and 4, for files that may come from strangers.

Every value has one spelling, and what has another one is refused, with the place. Digits, exponents, terms, atoms and the size of common
denominators are bounded before work is done. The rules R01 (primes) and R03 to R07 (masses, sums, order) are decided. This module shares
nothing with the checker, which reads the same grammar in its own words.
"""

from __future__ import annotations

import re
from fractions import Fraction
from math import lcm

from certificates.claims.encoding import DECIMAL_BELOW, PARTS_LIMIT, TIMES_LIMIT, Json
from exact.engine import factor
from exact.errors import ExactError, NotADistribution, NotReadable, TooLarge
from exact.exponent import ZERO, Exponent, sort_key
from exact.number import Number
from exact.pld import PLD, Factors
from exact.sums import Element, element
from exact.writing import shorten

HEX_DIGIT_LIMIT = 16_384
TERM_LIMIT, ATOM_LIMIT = 4_096, 20_000
RADICAL_LIMIT, PRIME_LIMIT = 16, 1_000
EXPONENT_LIMIT, EXPONENT_PART_LIMIT = 10_000, 1 << 256
UNIT_BITS = 4_096
"""The largest size of the common denominator of all rational parts of exponents."""
ORDER_EFFORT = 1 << 22
"""The largest sum over the atoms of one PLD of the terms of p times those of q: what comparing close ratios may take."""
CLEARED_BITS = 1 << 28
"""The largest size of all coefficients of one PLD together, brought to one denominator."""

_INTEGER = r"0|-?[1-9][0-9]{0,59}|-?0x[1-9a-f][0-9a-f]*"
_RATIONAL = re.compile(rf"({_INTEGER})(?:/([1-9][0-9]{{0,59}}|0x[1-9a-f][0-9a-f]*))?", re.ASCII)
_NATURAL = re.compile(r"0|[1-9][0-9]{0,8}", re.ASCII)

Terms = dict[Exponent, Fraction]


class PLDReader:
    """Reads the PLD objects of one file; primes and denominators of its exponents are counted together."""

    def __init__(self) -> None:
        self._primes: set[int] = set()
        self._unit = 1

    def pld(self, value: Json, place: str) -> PLD:
        """Return the PLD of an object in plain form, or of a composition.

        Raises
        ------
        NotReadable
            For what is not in the spelling of FORMAT.md, a composite number in the place of a prime, ratios out of order; with the place.
        NotADistribution
            For negative masses, masses of a side that do not add up to the denominator, a denominator that is not positive.
        TooLarge
            Beyond the limits of this module.
        """
        if not isinstance(value, dict) or "compose" not in value:
            return self._plain(value, place)
        parts: list[tuple[int, Factors]] = []
        items = _object(value, place, ("compose",))["compose"]
        place = f"{place}.compose"
        for i, item in enumerate(_list(items, place, PARTS_LIMIT)):
            times, plain = _pair(item, f"{place}[{i}]")
            k = _natural(times, f"{place}[{i}][0]", TIMES_LIMIT)
            parts.append((k, self._plain(plain, f"{place}[{i}][1]").factors))
        if not parts:
            raise NotReadable(f"{place} is empty")
        return PLD.of_atoms(*((a, n * k) for k, factors in parts for a, n in factors))

    def number(self, value: Json, place: str) -> Number:
        """Return the number of a sum, or of a quotient of sums with a positive denominator; `NotReadable` and `TooLarge` as `pld`."""
        if not isinstance(value, dict):
            num, den = value, "1"
        else:
            fields = _object(value, place, ("num", "den"))
            num, den = fields["num"], fields["den"]
        sums = [self._sum(num, f"{place}.num"), self._sum(den, f"{place}.den")]
        over, under = (Number(e) for e in _cleared(sums, place))
        if under.sign() <= 0:
            raise NotReadable(f"{place}.den must be positive")
        return over / under

    def _plain(self, value: Json, place: str) -> PLD:
        fields = _object(value, place, ("den", "atoms"))
        sums = [self._sum(fields["den"], f"{place}.den")]
        for i, item in enumerate(_list(fields["atoms"], f"{place}.atoms", ATOM_LIMIT)):
            p, q = _pair(item, f"{place}.atoms[{i}]")
            sums += [self._sum(p, f"{place}.atoms[{i}][0]"), self._sum(q, f"{place}.atoms[{i}][1]")]
        if sum(len(p) * len(q) for p, q in zip(sums[1::2], sums[2::2], strict=True)) > ORDER_EFFORT:
            raise TooLarge(f"{place}: the sums of the atoms have too many terms")
        den, *masses = (Number(e) for e in _cleared(sums, place))
        if den.sign() <= 0:
            raise NotADistribution(f"{place}.den must be positive")
        over = den.reciprocal()
        atoms = []
        for i, (p, q) in enumerate(zip(masses[::2], masses[1::2], strict=True)):
            if not p and not q:
                raise NotADistribution(f"{place}.atoms[{i}] has no mass on either side")
            atoms.append((p * over, q * over))
        try:
            found = PLD(atoms)
        except ExactError as problem:
            raise type(problem)(f"{place}: {problem}") from None
        if found.atoms != tuple(atoms):
            raise NotReadable(f"{place}.atoms must have strictly decreasing ratios p/q")
        return found

    def _sum(self, value: Json, place: str) -> Terms:
        if isinstance(value, str):
            r = _rational(value, place)
            return {ZERO: r} if r else {}
        terms: Terms = {}
        last = None
        for i, item in enumerate(_list(value, place, TERM_LIMIT)):
            coefficient, exponent = _pair(item, f"{place}[{i}]")
            c, e = _rational(coefficient, f"{place}[{i}][0]"), self._exponent(exponent, f"{place}[{i}][1]")
            key = sort_key(e)
            if not c:
                raise NotReadable(f"{place}[{i}] has the coefficient 0")
            if last is not None and not last < key:
                raise NotReadable(f"{place}[{i}]: the exponents of a sum must strictly increase")
            terms[e], last = c, key
        if terms.keys() <= {ZERO}:
            raise NotReadable(f"{place} is a rational number, which must be written as a text")
        return terms

    def _exponent(self, value: Json, place: str) -> Exponent:
        first, rest = (value, None) if isinstance(value, str) else _pair(value, place)
        r = _rational(first, f"{place}[0]" if rest is not None else place)
        radicals = [] if rest is None else self._radicals(rest, f"{place}[1]")
        parts = (abs(r.numerator), r.denominator, *(b for _, _, b in radicals))
        if max(parts) >= EXPONENT_PART_LIMIT or abs(r) > EXPONENT_LIMIT:
            raise TooLarge(f"{place}: an exponent is at most {EXPONENT_LIMIT} in absolute value, its parts below 2^256")
        self._unit = lcm(self._unit, r.denominator)
        if self._unit.bit_length() > UNIT_BITS:
            raise TooLarge(f"{place}: the common denominator of the exponents has more than {UNIT_BITS} bits")
        return (r.numerator, r.denominator, tuple(radicals))

    def _radicals(self, value: Json, place: str) -> list[tuple[int, int, int]]:
        radicals: list[tuple[int, int, int]] = []
        for i, item in enumerate(_list(value, place, RADICAL_LIMIT)):
            prime, power = _pair(item, f"{place}[{i}]")
            p, a = _rational(prime, f"{place}[{i}][0]"), _rational(power, f"{place}[{i}][1]")
            if p.denominator != 1 or (radicals and p <= radicals[-1][0]):
                raise NotReadable(f"{place}[{i}][0]: the primes of an exponent must be increasing integers")
            if not 0 < a < 1:
                raise NotReadable(f"{place}[{i}][1] must lie strictly between 0 and 1")
            self._check_prime(p.numerator, f"{place}[{i}][0]")
            radicals.append((p.numerator, a.numerator, a.denominator))
        if not radicals:
            raise NotReadable(f"{place} is empty: an exponent without primes must be written as a text")
        return radicals

    def _check_prime(self, p: int, place: str) -> None:
        if p in self._primes:
            return
        if p >= 1 << 64:
            raise TooLarge(f"{place}: primes from 2^64 on are not supported")
        if len(self._primes) == PRIME_LIMIT:
            raise TooLarge(f"{place}: more than {PRIME_LIMIT} different primes")
        if p < 2 or factor(p) != {p: 1}:
            raise NotReadable(f"{place} must be a prime, and {p} is none")
        self._primes.add(p)


def _cleared(sums: list[Terms], place: str) -> list[Element]:
    """Return the sums multiplied by the least positive integer that makes all coefficients integers."""
    count = sum(map(len, sums))
    scale = 1
    for terms in sums:
        for c in terms.values():
            if c.denominator != 1:
                scale = lcm(scale, c.denominator)
                if scale.bit_length() * count > CLEARED_BITS:
                    raise TooLarge(f"{place}: the common denominator of the coefficients is too large")
    return [element({e: c.numerator * (scale // c.denominator) for e, c in terms.items()}) for terms in sums]


# --- spelling ----------------------------------------------------------------------------------------------------------------------------


def _rational(value: Json, place: str) -> Fraction:
    if isinstance(value, str) and len(value) > 4 * HEX_DIGIT_LIMIT:
        raise TooLarge(f"{place} has more than {HEX_DIGIT_LIMIT} hexadecimal digits")
    match = _RATIONAL.fullmatch(value) if isinstance(value, str) else None
    if match is None:
        raise NotReadable(f"{place} must be a rational number as a text, in its one spelling, not {_shown(value)}")
    n, d = (_integer(part or "1", place) for part in match.groups())
    found = Fraction(n, d)
    if (match[2] is not None and d == 1) or (found.numerator, found.denominator) != (n, d):
        raise NotReadable(f"{place} must be in lowest terms, not {_shown(value)}")
    return found


def _integer(text: str, place: str) -> int:
    if "x" not in text:
        return int(text)
    if len(text.lstrip("-")) > HEX_DIGIT_LIMIT + 2:
        raise TooLarge(f"{place} has more than {HEX_DIGIT_LIMIT} hexadecimal digits")
    n = int(text, 16)
    if abs(n) < DECIMAL_BELOW:
        raise NotReadable(f"{place} must be written in decimal below 10^60, not as {_shown(text)}")
    return n


def _natural(value: Json, place: str, most: int) -> int:
    if not isinstance(value, str) or not _NATURAL.fullmatch(value):
        raise NotReadable(f"{place} must be a count as a text, not {_shown(value)}")
    if int(value) > most:
        raise TooLarge(f"{place} is {value}, more than {most}")
    return int(value)


def _object(value: Json, place: str, keys: tuple[str, ...]) -> dict[str, Json]:
    """Return an object that has exactly these keys."""
    if not isinstance(value, dict):
        raise NotReadable(f"{place} must be an object with the keys {', '.join(keys)}, not {_shown(value)}")
    for key in keys:
        if key not in value:
            raise NotReadable(f"{place} lacks the key {key!r}")
    for key in value:
        if key not in keys:
            raise NotReadable(f"{place} has the unknown key {shorten(repr(key))}; known are {', '.join(keys)}")
    return value


def _list(value: Json, place: str, most: int) -> list[Json]:
    if not isinstance(value, list):
        raise NotReadable(f"{place} must be a list, not {_shown(value)}")
    if len(value) > most:
        raise TooLarge(f"{place} has {len(value)} items, more than {most}")
    return value


def _pair(value: Json, place: str) -> tuple[Json, Json]:
    if not isinstance(value, list) or len(value) != 2:
        raise NotReadable(f"{place} must be a list of two items, not {_shown(value)}")
    return value[0], value[1]


def _shown(value: Json) -> str:
    if isinstance(value, str):
        return shorten(repr(value[:200]))
    return {list: "a list", dict: "an object", bool: "true or false", type(None): "null"}.get(type(value), "something else")
