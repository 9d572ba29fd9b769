"""The only module that talks to the arithmetic engine (python-flint): balls, factorisation, polynomial products, long
decimals.

Nothing of the engine leaves this module. Callers hand in plain data (dictionaries ``exponent -> integer``, see
`exact.exponent`) and get back integers, signs, or an **enclosure**: a triple ``(lo, hi, s)`` of integers that says ``lo
* 2^s <= value <= hi * 2^s``.

Precision is an argument of every function. The engine keeps it in a process-wide variable, so every function that
computes with balls sets it under one lock and puts it back.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import lru_cache
from math import gcd
from threading import RLock
from typing import Any

from flint import arb, ctx, fmpq, fmpz, fmpz_mpoly_ctx, fmpz_poly

from exact.errors import TooLarge
from exact.exponent import Exponent

Terms = Mapping[Exponent, int]
Enclosure = tuple[int, int, int]

BIT_LIMIT = 1 << 16
"""The largest precision, in bits, at which a sign or a digit is sought before `TooLarge` is raised."""

START_BITS = 64
"""The precision, in bits, at which every decision starts."""

TRIAL_BITS = 16
COFACTOR_BITS = 100
_lock = RLock()


@contextmanager
def _precision(bits: int) -> Iterator[None]:
    with _lock:
        before = ctx.prec
        ctx.prec = bits
        try:
            yield
        finally:
            ctx.prec = before


def precisions() -> Iterator[int]:
    """Yield 64, 128, 256, ... bits up to `BIT_LIMIT`, then raise `TooLarge`."""
    bits = START_BITS
    while bits <= BIT_LIMIT:
        yield bits
        bits *= 2
    raise TooLarge(
        f"a comparison was still open at {BIT_LIMIT} bits of precision: two values that differ, but by less than that"
    )


# --- balls -------------------------------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=1 << 14)
def _monomial(e: Exponent, bits: int) -> Any:  # noqa: ARG001 - the precision is part of the key of the cache
    """Ball of ``e^r prod p^a``; the working precision is already set to `bits`."""
    n, d, radicals = e
    ball = arb(fmpq(n, d)).exp() if n else arb(1)
    for p, a, b in radicals:
        ball *= (arb(p).log() * a / b).exp()
    return ball


def _ball(terms: Terms, bits: int) -> Any:
    total = arb(0)
    for e, c in terms.items():
        n, _, radicals = e
        total += _monomial(e, bits) * c if n or radicals else arb(c)
    return total


def _quotient(num: Terms, den: int, factors: Sequence[tuple[Terms, int]], bits: int) -> Any:
    ball = _ball(num, bits)
    for terms, power in factors:
        ball /= _ball(terms, bits) ** power
    return ball / den if den != 1 else ball


def _enclosure(ball: Any) -> Enclosure:
    lo, s = (int(v) for v in ball.lower().man_exp())
    hi, t = (int(v) for v in ball.upper().man_exp())
    m = min(s, t)
    return lo << (s - m), hi << (t - m), m


def sum_sign(terms: Terms, bits: int) -> int:
    """Return 1 or -1 where the sign of a sum is proved at this precision, else 0 (which says nothing)."""
    with _precision(bits):
        ball = _ball(terms, bits)
        return 1 if ball > 0 else -1 if ball < 0 else 0


def enclose(num: Terms, den: int, factors: Sequence[tuple[Terms, int]], bits: int) -> Enclosure | None:
    """Enclose ``num / (den * prod factor^power)``; None if a factor's ball still contains zero or the numerator's sign
    is open.
    """
    with _precision(bits):
        ball = _quotient(num, den, factors, bits)
        return _enclosure(ball) if ball.is_finite() and (ball > 0 or ball < 0) else None


def enclose_log(num: Terms, den: int, factors: Sequence[tuple[Terms, int]], bits: int) -> Enclosure | None:
    """Enclose the natural logarithm of a positive quotient, as `enclose`."""
    with _precision(bits):
        ball = _quotient(num, den, factors, bits).log()
        return _enclosure(ball) if ball.is_finite() else None


def _fixed(ball: Any, scale: int) -> tuple[int, int] | None:
    if not ball.is_finite():
        return None
    lo, s = (int(v) for v in ball.lower().man_exp())
    hi, t = (int(v) for v in ball.upper().man_exp())
    s, t = s + scale, t + scale
    return (lo << s if s >= 0 else lo >> -s), (hi << t if t >= 0 else -(-hi >> -t))


def log_ratios(pairs: Sequence[tuple[Terms, Terms]], bits: int, scale: int) -> list[tuple[int, int] | None]:
    """Enclose ``2^scale * ln(p/q)`` by two integers for each pair of positive sums; None where a ball is too wide."""
    with _precision(bits):
        return [_fixed((_ball(p, bits) / _ball(q, bits)).log(), scale) for p, q in pairs]


def log_monomials(keys: Sequence[tuple[int, int, Exponent]], bits: int, scale: int) -> list[tuple[int, int]]:
    """Enclose ``2^scale * ln(a/b * monomial(e))`` by two integers for each ``(a, b, e)``, a and b positive integers."""
    out = []
    with _precision(bits):
        for a, b, (n, d, radicals) in keys:
            ball = arb(fmpq(n, d))
            if a != 1:
                ball += arb(a).log()
            if b != 1:
                ball -= arb(b).log()
            for p, u, v in radicals:
                ball += arb(p).log() * u / v
            fixed = _fixed(ball, scale)
            if fixed is None:  # pragma: no cover - logarithms of positive integers are finite
                raise TooLarge("a logarithm could not be enclosed")
            out.append(fixed)
    return out


# --- two curves at once --------------------------------------------------------------------------------------------------------------------

Masses = Sequence[tuple[Terms, Terms]]


def curve_differences(
    a: tuple[Masses, Terms, Terms, Terms], b: tuple[Masses, Terms, Terms, Terms], above: Sequence[int], bits: int
) -> list[tuple[int, Enclosure]]:
    """For each knot x_j of b (ratio of its j-th finite atom, decreasing) return ``(sign, enclosure)`` of ``h_a(x_j) -
    h_b(x_j)``.

    Each side is ``(finite atoms, p_infinite, q_infinite, denominator)``; ``above[j]`` counts the finite atoms of a with
    ratio >= x_j (an atom at x_j itself contributes nothing). A sign 0 says that the precision did not suffice. For x >=
    1 tails are summed from the top; for x < 1 the complementary sums ``h(x) = 1 - x + sum_{ratio < x} (x q - p) + x
    q_infinite`` are taken from the bottom: one-sided sums would cancel.
    """
    out: list[tuple[int, Enclosure]] = []
    with _precision(bits):
        tops, bottoms, masses = [], [], []
        for finite, p_inf, q_inf, den in (a, b):
            unit = _ball(den, bits)
            balls = [(_ball(p, bits) / unit, _ball(q, bits) / unit) for p, q in finite]
            top = [(_ball(p_inf, bits) / unit, arb(0))]
            for p, q in balls:
                top.append((top[-1][0] + p, top[-1][1] + q))
            bottom = [(arb(0), _ball(q_inf, bits) / unit)]
            for p, q in reversed(balls):
                bottom.append((bottom[-1][0] + p, bottom[-1][1] + q))
            tops.append(top)
            bottoms.append(bottom)
            masses.append(balls)
        n_a, n_b = len(a[0]), len(b[0])
        for j, (p, q) in enumerate(masses[1]):
            x = p / q
            if x < 1:
                p_a, q_a = bottoms[0][n_a - above[j]]
                p_b, q_b = bottoms[1][n_b - j - 1]
                ball = (p_b - p_a) + x * (q_a - q_b)
            else:
                p_a, q_a = tops[0][above[j]]
                p_b, q_b = tops[1][j + 1]
                ball = (p_a - p_b) - x * (q_a - q_b)
            sign = 1 if ball > 0 else -1 if ball < 0 else 0
            out.append((sign, _enclosure(ball) if ball.is_finite() else (-1, 1, 0)))
    return out


# --- polynomials ---------------------------------------------------------------------------------------------------------------------------

Polynomial = dict[tuple[int, int], int]

SPARSE_UP_TO = 50_000
"""Products of terms up to which a product of polynomials is worked out without the engine, which is then faster."""


def multiply(f: Polynomial, g: Polynomial) -> Polynomial:
    """Return the product of two polynomials in two variables, given as ``(i, j) -> coefficient`` with any integers i, j."""
    if len(f) * len(g) > SPARSE_UP_TO:
        return power_product([(f, 1), (g, 1)])
    out: Polynomial = {}
    get = out.get
    for (i, j), c in f.items():
        for (k, m), d in g.items():
            key = (i + k, j + m)
            out[key] = get(key, 0) + c * d
    return {key: c for key, c in out.items() if c}


def power_product(factors: Sequence[tuple[Polynomial, int]]) -> Polynomial:
    """Return the product of ``factor^power`` of such polynomials, by the engine."""
    context = fmpz_mpoly_ctx.get([("z", 1), ("t", 1)])
    total = context.constant(1)
    shift_i = shift_j = 0
    for poly, power in factors:
        low_i, low_j = min(i for i, _ in poly), min(j for _, j in poly)
        base = context.from_dict({(i - low_i, j - low_j): c for (i, j), c in poly.items()})
        shift_i, shift_j = shift_i + low_i * power, shift_j + low_j * power
        total = total * base**power
    return {(int(i) + shift_i, int(j) + shift_j): int(c) for (i, j), c in total.to_dict().items()}


def multiply_dense(f: Mapping[int, int], g: Mapping[int, int]) -> dict[int, int]:
    """Return the product of two polynomials in one variable, given as ``exponent -> coefficient`` with any integer
    exponents.
    """
    low_f, low_g = min(f), min(g)
    context = fmpz_mpoly_ctx.get([("t", 1)])
    product = context.from_dict({(i - low_f,): c for i, c in f.items()}) * context.from_dict(
        {(i - low_g,): c for i, c in g.items()}
    )
    return {int(i) + low_f + low_g: int(c) for (i,), c in product.to_dict().items()}


def divide(f: Mapping[int, int], g: Mapping[int, int]) -> dict[int, int] | None:
    """Return the quotient of two polynomials in one variable where g divides f over the integers, else None."""
    low_f, low_g = min(f), min(g)
    top, bottom = (fmpz_poly([h.get(i, 0) for i in range(min(h), max(h) + 1)]) for h in (f, g))
    quotient: Any = top // bottom
    if quotient * bottom != top:
        return None
    return {i + low_f - low_g: int(c) for i, c in enumerate(quotient.coeffs()) if c}


# --- integers ------------------------------------------------------------------------------------------------------------------------------


def factor(n: int) -> dict[int, int]:
    """Factor a positive integer into primes below 2^64, with bounded effort.

    Small primes are divided out; what is left is factored when it has at most `COFACTOR_BITS` bits or is a power of
    something that has. Raises `TooLarge` otherwise.
    """
    return dict(_factor(n))


@lru_cache(maxsize=1 << 10)
def _factor(n: int) -> tuple[tuple[int, int], ...]:
    out: dict[int, int] = {}
    rest = fmpz(n)
    for p, k in rest.factor_smooth(TRIAL_BITS):
        if p.is_prime() and int(p) < 1 << TRIAL_BITS:
            out[int(p)] = out.get(int(p), 0) + k
            rest //= p**k
    bits = int(rest).bit_length()
    power = 1
    if bits > COFACTOR_BITS and rest.is_perfect_power():
        for k in range(bits // TRIAL_BITS, 1, -1):
            root = rest.root(k)
            if root**k == rest:
                rest, power = root, k
                break
    if int(rest).bit_length() > COFACTOR_BITS:
        raise TooLarge(
            f"an integer of {n.bit_length()} bits could not be factored with the effort allowed (fractional powers need its primes)"
        )
    for p, k in rest.factor() if rest != 1 else ():
        if int(p) >= 1 << 64:
            raise TooLarge(f"a fractional power needs the prime {int(p)}, and primes beyond 2^64 are not supported")
        out[int(p)] = out.get(int(p), 0) + k * power
    return tuple(out.items())


def integer_text(n: int) -> str:
    """Return the decimal digits of an integer of any length."""
    return str(n) if n.bit_length() <= 13_000 else str(fmpz(n))


def integer_from_digits(text: str) -> int:
    """Read ASCII decimal digits of any length."""
    return int(text) if len(text) <= 4000 else int(fmpz(text))


def content(values: Sequence[int]) -> int:
    """Return the greatest common divisor of integers."""
    return gcd(*values)
