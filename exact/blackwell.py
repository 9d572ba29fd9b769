"""The Blackwell order, decided with a witness, on canonical atoms.

``A <= B`` iff ``h_A(x) <= h_B(x)`` at the finite non-zero knots x of B: between them h_B is linear and h_A convex, so
the difference ``h_A - h_B`` is convex and largest at a knot. A B without knots is the total leak. (Finite test 1; it
needs no separate look at infinite masses.)

The differences at all knots are enclosed in one scan; where an enclosure leaves the sign open, the exact difference is
formed and its sign decided.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from exact import engine, hockey_stick
from exact.atoms import Atoms, count_at_least
from exact.errors import TooLarge
from exact.exponent import Exponent
from exact.number import Number
from exact.sums import Element, bits_for_sign, element, least_common_multiple, monomial, sign, terms_of

TIE_LIMIT = 5_000_000
"""The effort, in products of terms, spent on exact ties of two curves before `TooLarge` is raised."""


@dataclass(frozen=True, slots=True)
class Differences:
    """The signs of ``h_A - h_B`` at the finite atoms of B (decreasing ratio), and enclosures of the sizes (empty where
    not worked out).
    """

    a: Atoms
    b: Atoms
    signs: Sequence[int]
    lower: Sequence[Fraction]
    upper: Sequence[Fraction]
    bits: int = engine.START_BITS
    """The largest precision that a sign needed."""

    def at(self, j: int) -> Number:
        """Return the exact difference at the j-th finite atom of B."""
        return difference(self.a, self.b, self.b.ratio(j))


def difference(a: Atoms, b: Atoms, x: Number) -> Number:
    """Return ``h_a(x) - h_b(x)``, exactly."""
    return hockey_stick.value(a, x) - hockey_stick.value(b, x)


def differences(a: Atoms, b: Atoms) -> Differences:
    """Return the decided signs of ``h_a - h_b`` at the knots of b."""
    above = count_at_least(a, b)
    if a.is_rational and b.is_rational:
        return _rational(a, b, above)
    sides = tuple(
        (
            [(terms_of(p), terms_of(q)) for p, q in s.finite],
            terms_of(s.p_infinite),
            terms_of(s.q_infinite),
            terms_of(s.den.expand()),
        )
        for s in (a, b)
    )
    found = engine.curve_differences(sides[0], sides[1], above, engine.START_BITS)
    signs = [s for s, _ in found]
    bits = engine.START_BITS
    if not all(signs):
        signs, bits = _settle(a, b, above, signs)
    return Differences(
        a, b, signs, [_fraction(lo, s) for _, (lo, _, s) in found], [_fraction(hi, s) for _, (_, hi, s) in found], bits
    )


def _settle(a: Atoms, b: Atoms, above: Sequence[int], signs: Sequence[int]) -> tuple[list[int], int]:
    """Return the signs with those that are 0 replaced by the decided ones, and the precision that they needed.

    Over a common denominator the difference at x is ``dP - x dQ``, dP and dQ the differences of the sums over the atoms
    above x. They are kept while walking down: where the curves are alike, most of their terms cancel.
    """
    _, u, v = least_common_multiple(a.den, b.den)
    d_p = dict(terms_of(a.p_infinite * u - b.p_infinite * v))
    d_q: dict[Exponent, int] = {}
    done_a = effort = 0
    bits = engine.START_BITS
    out = list(signs)
    for j, (p_b, q_b) in enumerate(b.finite):
        for p_a, q_a in a.finite[done_a : above[j]]:
            _accumulate(d_p, p_a * u)
            _accumulate(d_q, q_a * u)
        done_a = above[j]
        _accumulate(d_p, -(p_b * v))
        _accumulate(d_q, -(q_b * v))
        if not out[j]:
            key = b.keys[j]
            p, q = (p_b, q_b) if key is None else (monomial(key[0], key[2]), key[1])
            effort += len(d_p) * len(terms_of(q)) + len(d_q) * len(terms_of(p))
            if effort > TIE_LIMIT:
                raise TooLarge("deciding where two curves touch exactly is too much work; smaller compositions may do")
            difference_there = element(dict(d_p)) * q - p * element(dict(d_q))
            out[j] = sign(difference_there)
            bits = max(bits, bits_for_sign(difference_there)) if out[j] else bits
    return out, bits


def _accumulate(total: dict[Exponent, int], value: Element) -> None:
    for e, c in terms_of(value).items():
        new = total.get(e, 0) + c
        if new:
            total[e] = new
        else:
            del total[e]


def _fraction(n: int, s: int) -> Fraction:
    return Fraction(n << s) if s >= 0 else Fraction(n, 1 << -s)


def _rational(a: Atoms, b: Atoms, above: Sequence[int]) -> Differences:
    tails_a, tails_b = a.tails(), b.tails()
    den_a, den_b = a.den.content, b.den.content
    signs, values = [], []
    for j, (p, q) in enumerate(b.finite):
        p_a, q_a = tails_a[above[j]]
        p_b, q_b = tails_b[j + 1]
        d = (p_a * q - p * q_a) * den_b - (p_b * q - p * q_b) * den_a
        signs.append((d > 0) - (d < 0))  # type: ignore[operator]
        values.append((d, q))
    if any(s > 0 for s in signs):
        exact = [Fraction(d, q * den_a * den_b) for d, q in values]  # type: ignore[arg-type]
        return Differences(a, b, signs, exact, exact)
    return Differences(a, b, signs, (), ())


def is_dominated(a: Atoms, b: Atoms) -> bool:
    """Return whether ``A <= B``, decided."""
    if a is b or not b.finite:
        return True
    return all(s <= 0 for s in differences(a, b).signs)


def find_witness(a: Atoms, b: Atoms) -> Number | None:
    """Return the least x at which ``h_A(x) - h_B(x)`` is largest, when that is positive, else None (then ``A <=
    B``).
    """
    found = differences(a, b)
    best = largest(found, [j for j, s in enumerate(found.signs) if s > 0])
    return None if best is None else b.ratio(best)


def largest(found: Differences, candidates: Sequence[int]) -> int | None:
    """Return the index of the largest difference among the candidates (of the least ratio among ties), or None for no
    candidates.
    """
    if not candidates:
        return None
    if found.upper is found.lower and found.lower:
        return max(candidates, key=lambda j: (found.lower[j], j))
    close = candidates
    if found.lower:
        floor = max(found.lower[j] for j in candidates)
        close = [j for j in candidates if found.upper[j] >= floor]
    best = close[0]
    if len(close) > 1:
        value = found.at(best)
        for j in close[1:]:
            other = found.at(j)
            if other >= value:
                best, value = j, other
    return best


def equal(a: Atoms, b: Atoms) -> bool:
    """Return whether two canonical forms are the same PLD, decided atom by atom."""
    if a is b:
        return True
    if (
        len(a.finite) != len(b.finite)
        or bool(a.p_infinite) != bool(b.p_infinite)
        or bool(a.q_infinite) != bool(b.q_infinite)
    ):
        return False
    if a.den == b.den:
        return a.p_infinite == b.p_infinite and a.q_infinite == b.q_infinite and a.finite == b.finite
    return all(p == u and q == v for (p, q), (u, v) in zip(a.masses(), b.masses(), strict=True))
