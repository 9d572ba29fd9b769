"""The Blackwell order, decided with a witness, on canonical atoms.

``A <= B`` iff ``h_A(x) <= h_B(x)`` at the finite non-zero knots x of B: between them h_B is linear and h_A convex, so
the difference ``h_A - h_B`` is convex and largest at a knot. A B without knots is the total leak. (Finite test 1; it
needs no separate look at infinite masses.)

The differences at all knots are enclosed in one scan; where an enclosure leaves the sign open, the exact difference is
formed and its sign decided.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from exact import engine, hockey_stick
from exact.atoms import Atoms, count_at_least
from exact.denominators import least_common_multiple
from exact.errors import TooLarge
from exact.exponent import Exponent
from exact.number import Number
from exact.sums import Element, bits_for_sign, element, monomial, sign, terms_of

SHORT_SCALES = 16
"""Terms, in all, of the two factors up to which masses are brought to a common denominator one by one."""
MORE_BITS = 256
"""The precision, in bits, of the second look at differences, before they are formed exactly."""
FINEST_BITS = 1 << 14
"""The precision, in bits, up to which the largest of many differences is looked for before they are formed exactly."""
FEW_TIES = 2
"""As many differences that may be the largest are compared exactly at once: often x and 1/x."""
EXACT_WORK = 10
"""How many times as long as a product of terms a term of an exact difference takes."""
TIE_LIMIT = 5_000_000
"""The effort, in products of terms, spent on exact ties of two curves before `TooLarge` is raised."""


@dataclass(frozen=True, slots=True)
class Differences:
    """The signs of ``h_A - h_B`` at the finite atoms of B (decreasing ratio), and the sizes where they are asked for."""

    a: Atoms
    b: Atoms
    above: Sequence[int]
    """For each finite atom of B how many finite atoms of A have a ratio at least as large."""
    signs: Sequence[int]
    sizes: engine.Scan | tuple[Sequence[tuple[int, int]], int]
    """Enclosures, or for rational masses the exact ``(numerator, denominator)`` and a common factor of the denominators."""
    bits: int = engine.START_BITS
    """The largest precision that a sign needed."""

    def at(self, j: int) -> Number:
        """Return the exact difference at the j-th finite atom of B."""
        return difference(self.a, self.b, self.b.ratio(j))

    def bounds(self, j: int) -> tuple[Fraction, Fraction]:
        """Return a lower and an upper bound of the difference at the j-th finite atom of B; they are equal for rational
        masses.
        """
        if isinstance(self.sizes, engine.Scan):
            lo, hi, s = self.sizes.enclosure(j)
            return _fraction(lo, s), _fraction(hi, s)
        rows, scale = self.sizes
        exact = Fraction(rows[j][0], rows[j][1] * scale)
        return exact, exact


def difference(a: Atoms, b: Atoms, x: Number) -> Number:
    """Return ``h_a(x) - h_b(x)``, exactly."""
    return hockey_stick.value(a, x) - hockey_stick.value(b, x)


def differences(a: Atoms, b: Atoms) -> Differences:
    """Return the decided signs of ``h_a - h_b`` at the knots of b."""
    above = count_at_least(a, b)
    if a.is_rational and b.is_rational:
        return _rational(a, b, above)
    found = engine.scan(a.curve(), b.curve(), above)
    signs = list(found.signs)
    still_open = {j for j, s in enumerate(signs) if not s}
    bits = engine.START_BITS
    if still_open:
        _settle_ends(a, b, above, signs, still_open)
    if still_open:
        bits = MORE_BITS
        more = engine.scan(a.curve(bits), b.curve(bits), above).signs
        for j in [j for j in still_open if more[j]]:
            signs[j] = more[j]
            still_open.remove(j)
    if still_open:
        bits = max(bits, _settle(a, b, above, signs, still_open))
    return Differences(a, b, above, signs, found, bits)


def _settle_ends(a: Atoms, b: Atoms, above: Sequence[int], signs: list[int], still_open: set[int]) -> None:
    """Decide the largest and the least knot of b where a has no knot beyond it: there only infinite masses differ (``h =
    P(+inf)`` above all knots, ``1 - x + x Q(-inf)`` below).
    """
    last = len(signs) - 1
    if 0 in still_open and (above[0] == 0 or (above[0] == 1 and a.keys[0] == b.keys[0])):
        signs[0] = a.number(a.p_infinite).compare(b.number(b.p_infinite))
        still_open.remove(0)
    if last in still_open and above[last] == len(a.finite):
        signs[last] = a.number(a.q_infinite).compare(b.number(b.q_infinite))
        still_open.remove(last)


def _settle(a: Atoms, b: Atoms, above: Sequence[int], signs: list[int], still_open: set[int]) -> int:
    """Decide exactly the signs that are still open, and return the precision that this needed.

    Over a common denominator the difference at x is ``dP - x dQ``, dP and dQ the differences of the sums over the atoms
    above x. They are kept while walking down: where the curves are alike, most of their terms cancel. Where bringing
    masses to the common denominator would make them long, the two sums are kept apart and brought together at a tie.
    """
    _, u, v = least_common_multiple(a.den, b.den)
    together = len(terms_of(u)) + len(terms_of(v)) <= SHORT_SCALES
    step_u, step_v = (u, v) if together else (1, 1)
    sums: list[dict[Exponent, int]] = [{}, {}, {}, {}]  # under P and Q of a, and of b; with `together` only the first two
    p_a_sum, q_a_sum = sums[0], sums[1]
    p_b_sum, q_b_sum = (sums[0], sums[1]) if together else (sums[2], sums[3])
    _accumulate(p_a_sum, a.p_infinite * step_u)
    _accumulate(p_b_sum, -(b.p_infinite * step_v))
    done_a = effort = 0
    bits = engine.START_BITS
    for j, (p_b, q_b) in enumerate(b.finite[: max(still_open) + 1]):
        for p_a, q_a in a.finite[done_a : above[j]]:
            _accumulate(p_a_sum, p_a * step_u)
            _accumulate(q_a_sum, q_a * step_u)
        done_a = max(done_a, above[j])
        _accumulate(p_b_sum, -(p_b * step_v))
        _accumulate(q_b_sum, -(q_b * step_v))
        if j in still_open:
            a_n, a_d, e, cofactors = b.keys[j]
            p, q = (p_b, q_b) if cofactors else (monomial(a_n, e), a_d)
            d_p, d_q = element(dict(p_a_sum)), element(dict(q_a_sum))
            if not together:
                effort += len(p_a_sum) * len(terms_of(u)) + len(p_b_sum) * len(terms_of(v))
                effort += len(q_a_sum) * len(terms_of(u)) + len(q_b_sum) * len(terms_of(v))
                _check_effort(effort)
                d_p = d_p * u + element(dict(p_b_sum)) * v
                d_q = d_q * u + element(dict(q_b_sum)) * v
            effort += len(terms_of(d_p)) * len(terms_of(q)) + len(terms_of(d_q)) * len(terms_of(p))
            _check_effort(effort)
            difference_there = d_p * q - p * d_q
            signs[j] = sign(difference_there)
            bits = max(bits, bits_for_sign(difference_there)) if signs[j] else bits
    return bits


def _check_effort(effort: int) -> None:
    if effort > TIE_LIMIT:
        raise TooLarge("deciding where two curves touch exactly is too much work; smaller compositions may do")


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
    signs, sizes = [], []
    for j, (p, q) in enumerate(b.finite):
        p_a, q_a = tails_a[above[j]]
        p_b, q_b = tails_b[j + 1]
        if den_a != den_b:
            p_a, q_a, p_b, q_b = p_a * den_b, q_a * den_b, p_b * den_a, q_b * den_a
        d = (p_a - p_b) * q - p * (q_a - q_b)
        signs.append((d > 0) - (d < 0))  # type: ignore[operator]
        sizes.append((d, q))
    scale = den_a if den_a == den_b else den_a * den_b
    return Differences(a, b, above, signs, (sizes, scale))  # type: ignore[arg-type]


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
    close, are_equal = _close(found, candidates)
    bits = MORE_BITS
    while len(close) > FEW_TIES and not are_equal and bits <= FINEST_BITS:
        finer = replace(found, sizes=engine.scan(found.a.curve(bits), found.b.curve(bits), found.above))
        close, are_equal = _close(finer, close)
        bits *= 4
    if are_equal:
        return close[-1]
    best = close[0]
    if len(close) > 1:
        value = found.at(best)
        effort = 0
        for j in close[1:]:
            other = found.at(j)
            effort += EXACT_WORK * len(terms_of(other.numerator))
            _check_effort(effort)
            if other >= value:
                best, value = j, other
    return best


def _close(found: Differences, candidates: Sequence[int]) -> tuple[list[int], bool]:
    """Return the candidates whose differences may be the largest, and whether the bounds say that all of them are."""
    bounds = {j: found.bounds(j) for j in candidates}
    floor = max(low for low, _ in bounds.values())
    close = [j for j in candidates if bounds[j][1] >= floor]
    return close, all(bounds[j][0] == bounds[j][1] for j in close)


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
    rows_a, rows_b = ([(c.p_infinite, c.q_infinite), *c.finite] for c in (a, b))
    return all(
        a.number(m) == b.number(n)
        for row, other in zip(rows_a, rows_b, strict=True)
        for m, n in zip(row, other, strict=True)
    )
