"""What the checker encloses for audits contains the numbers it stands for: against Arb and fractions.

As in test_check_enclosures.py, whose helpers are used; the mutation test runs these checks on mutants, too.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction
from random import Random
from types import ModuleType
from typing import Any

import flint
import pytest

from tests.certificates.test_check_enclosures import (
    SMALL,
    STEPS,
    Interval,
    arb,
    assert_encloses,
    assert_holds,
    exponent,
    integer,
    power,
    real,
    total,
)

Masses = list[tuple[int, int]]  # of a PLD: numerators under P and under Q, both over the sum of each


@contextmanager
def replaced(checker: ModuleType, **values: Any) -> Iterator[None]:
    """Give names of the checker other values for a while."""
    old = {name: getattr(checker, name) for name in values}
    checker.__dict__.update(values)
    try:
        yield
    finally:
        checker.__dict__.update(old)


def positive(random: Random, bits: int = 300) -> Interval:
    """Return a positive interval."""
    lo = abs(integer(random, bits)) + 1
    return lo, lo + random.choice((0, 0, 1, abs(integer(random, bits)))), random.randrange(-900, 900)


def exact(n: Fraction | int) -> Any:
    """Return a fraction by flint, at its present precision."""
    n = Fraction(n)
    return flint.arb(flint.fmpq(n.numerator, n.denominator))


def drawn(random: Random, leak: bool = True) -> tuple[int, Masses]:
    """Return the denominator and the atoms of a rational PLD; the loss +inf only where it may leak."""
    count, most = random.randrange(1, 6), random.choice((3, 30, 10**9))
    pairs = [(random.randrange(most), random.randrange(most)) for _ in range(count)] + [(0, 1), (1, 1)]
    pairs += [(1, 0)] * (leak and random.randrange(2))
    pairs = pairs[random.randrange(count) :]
    pairs = [(p, q) for p, q in pairs if q or (p and leak)]
    a, b = sum(p for p, _ in pairs), sum(q for _, q in pairs)
    masses: dict[Fraction | float, tuple[int, int]] = {}
    for p, q in pairs:
        ratio = Fraction(p, q) if q else math.inf
        old = masses.get(ratio, (0, 0))
        masses[ratio] = old[0] + p * b, old[1] + q * a
    return a * b, [masses[ratio] for ratio in sorted(masses, reverse=True)]


def whole(checker: ModuleType, work: Any, n: int) -> Any:
    """Return an integer as a sum."""
    return checker.Sum({work.one: n} if n else ())


def plain(checker: ModuleType, work: Any, den: int, atoms: Masses) -> Any:
    """Return a PLD in plain form."""
    return whole(checker, work, den), [(whole(checker, work, p), whole(checker, work, q)) for p, q in atoms], "here"


def number(checker: ModuleType, work: Any, n: Fraction | int) -> Any:
    """Return a fraction as a number."""
    n = Fraction(n)
    return whole(checker, work, n.numerator), whole(checker, work, n.denominator)


def cancelled(checker: ModuleType, work: Any, bits: int) -> Any:
    """Return a positive sum below 1, e * 2^bits without its whole part."""
    flint.ctx.prec = bits + 100
    return checker.Sum({work.exponent(1, 1, ()): 1 << bits, work.one: -floor(arb(1).exp() * arb(1, bits))})


def check_inverse(checker: ModuleType, count: int) -> None:
    """The inverses of positive numbers are enclosed, to within two units."""
    random = Random(101)
    for _ in range(count):
        a, bits = positive(random), random.choice((*SMALL, 64, 256))
        lo, hi = real(*a)
        assert_encloses(checker.inverse(a, bits), 1 / hi, 1 / lo, bits, 2)


def check_raised(checker: ModuleType, count: int) -> None:
    """Powers of positive numbers are enclosed; sharply, where the number is a point."""
    random = Random(102)
    for _ in range(count):
        (lo, hi, e), k, bits = positive(random, 20), random.choice((0, 1, 2, 3, 255, random.randrange(60))), random.choice((*SMALL, 64, 256))
        a = lo, hi, e // 100
        least, most = (end**k for end in real(*a))
        low, high = real(*checker.raised(a, k, bits))
        assert low <= least <= most <= high
        if lo == hi and bits >= 64:
            assert high - low <= least * (4 * k + 1) * power(-bits)
        if k == 0:
            assert low == high == 1


def check_moment(checker: ModuleType, count: int) -> None:
    """Moments are enclosed, of a relative error of some 2^-bits; where a mass is not told from 0 by these bits there is none."""
    random = Random(103)
    for i in range(count):
        work, bits = checker.Work(STEPS), random.choice((64, 64, 256))
        n = random.choice((2, 3, 4, random.randrange(2, 257), 256))
        den, atoms = drawn(random, leak=False)
        top, parts, _ = plain(checker, work, den, atoms)
        if i % 3 == 1:  # masses of any kind: den * moment is the same sum
            parts = [(checker.Sum({exponent(work, random): p, work.one: 1}) if p else p, checker.Sum({exponent(work, random): 1})) for p, _ in parts]
            parts = [(p and checker.Sum({exponent(work, random): 3}), q) for p, q in parts]
        if i % 3 == 2:
            close = cancelled(checker, work, random.choice((1, bits - 10, bits + 1, 2 * bits)))
            where, j = random.randrange(4), random.randrange(len(parts))
            top = close if where == 0 else top
            parts[j] = (close, parts[j][1]) if where == 1 else (parts[j][0], close) if where == 2 else parts[j]
        got = checker.moment(work, (top, parts, "here"), n, bits)
        boxes = [work.box(s, bits) for pair in parts if pair[0] for s in (*pair, top)]
        assert (got is None) == any(box[0] <= 0 for box in boxes)
        if got is None:
            continue
        flint.ctx.prec = 4 * bits + 400
        truth = sum((total(p) ** n / total(q) ** (n - 1) for p, q in parts if p), flint.arb(0)) / total(top)
        assert_holds(got, truth)
        lo, hi, e = got
        sharp = min(low.bit_length() - (high - low).bit_length() for low, high, _ in boxes)  # less where terms cancel
        if sharp > n.bit_length() + 8:
            assert arb(hi - lo, e) <= truth * arb(n, 3 - min(sharp, bits))
    for low in (-1, 0, 1):
        for place in range(4):  # of four masses, one of which may be 0
            work = checker.Work(STEPS)
            masses = [whole(checker, work, 2**80) for _ in range(4)]
            masses[place].boxes[64] = low, 1 << 64, 16
            top, p, q, r = masses
            got = checker.moment(work, (top, [(p, q), (checker.Sum(), r)], "here"), 3, 64)
            assert (got is None) == (low <= 0 and place < 3)


def check_pi(checker: ModuleType, _count: int) -> None:
    """The number pi is enclosed, and as widely as the proof asks: each summand may be wrong by 1, and so may the rest of each series."""
    for bits in [*range(80), 100, 200, 500, 1_000, 5_000]:
        lo, hi, e = checker.pi(checker.Work(STEPS), bits)
        flint.ctx.prec = bits + 100
        assert arb(lo, e) < flint.arb.pi() < arb(hi, e)
        summands = 0
        for c, n in ((16, 5), (4, 239)):
            term = (c << bits) // n
            while term:
                summands, term = summands + 1, term // n**2
        assert hi - lo == 2 * (summands + 2)


def phi(n: int | Fraction, d: int = 1) -> Any:
    """Return Phi(n/d) by flint, at its present precision."""
    return (-exact(Fraction(n) / d) / flint.arb(2).sqrt()).erfc() / 2


def floor(value: Any) -> int:
    """Return the whole part of a number by flint, or a neighbour of it."""
    return int(value.mid().floor().fmpq())


def tail(n: int, d: int) -> int:
    """Return the number of bits that precede those of Phi(-abs(n/d)), or a few more."""
    return 3 * n * n // (4 * d * d) + 16


def deviation(random: Random) -> tuple[int, int]:
    """Return an argument of Phi, not 0, in lowest terms."""
    d = random.choice((1, 2, 3, 7, random.randrange(1, 1000), random.randrange(1, 2**200)))
    most = random.choice((1, 2, 8, 30, 64))
    n = random.choice((1, -1)) * (random.randrange(1, most * d + 1) if random.randrange(9) else 1)
    g = math.gcd(n, d)
    return n // g, d // g


def check_normal(checker: ModuleType, count: int) -> None:
    """Phi is enclosed with the relative error that is promised."""
    random = Random(104)
    inputs = [(64, 1), (-64, 1), (1, 2**256), (-1, 2**256), (1, 1), (-1, 1)]
    inputs += [deviation(random) for _ in range(count)]
    for n, d in inputs:
        bits = random.choice((1, 8, 64, 64, 256, 700))
        lo, hi, e = checker.normal(checker.Work(STEPS), n, d, bits)
        flint.ctx.prec = bits + 400 + tail(n, d)
        truth = phi(n, d)
        assert arb(lo, e) < truth < arb(hi, e)
        assert arb(hi - lo, e) < truth * arb(1, -bits)


def check_normal_inside(checker: ModuleType, count: int) -> None:
    """Each part of Phi is enclosed, also where numbers are scaled by a few bits only, so that no later rounding hides an error."""
    random = Random(105)
    products, sums, given = list[Any](), list[Any](), list[Interval]()
    plus, times, pi = checker.plus, checker.times, checker.pi

    def spy_plus(*values: Any) -> Any:
        sums.append(values)
        return plus(*values)

    def spy_times(*values: Any) -> Any:
        products.append(values)
        return times(*values)

    def spy_pi(work: Any, bits: int) -> Any:  # the sharpest enclosure, in which an error shows
        low = floor(flint.arb.pi() * arb(1, bits))
        given.append((low, low + 1, -bits) if random.randrange(2) else pi(work, bits))
        return given[-1]

    with replaced(checker, plus=spy_plus, times=spy_times, pi=spy_pi):
        for i in range(count):
            n, d = deviation(random)
            if i % 4 == 0:
                n, d = random.choice((1, -1)), random.randrange(1, 40)
            if abs(n) > 9 * d and i % 8:
                n = n // 8 or 1
            fine = random.choice((1, 1, 2, 3, 4, 5, 8, 8, 13, 40, 150))
            products.clear()
            sums.clear()
            work = checker.Work(STEPS)
            flint.ctx.prec = 2 * fine + 600 + 2 * tail(n, d)
            box = checker.normal(work, n, d, fine - 64 - 3 * n * n // (4 * d * d))
            x = Fraction((abs(n) << fine) // d) * power(-fine)  # t rounded down
            density, root = (-(exact(x) ** 2) / 2).exp(), (2 * flint.arb.pi()).sqrt()
            (series, mine, _), (product, inverse, _) = products[-2:]
            assert_holds(series, (phi(x) - flint.arb(1) / 2) * root / density)
            assert_holds(mine, density)
            assert_holds(product, (phi(x) - flint.arb(1) / 2) * root)
            assert_holds(inverse, 1 / root)
            for end in given[-1][:2]:
                assert_holds(inverse, 1 / (2 * arb(end, given[-1][2])).sqrt())
            (half, rest, _), (value, shift, _) = sums[-2:]
            signed = x if n > 0 else -x
            assert_holds(half, flint.arb(1) / 2)
            assert_holds(rest, phi(signed) - flint.arb(1) / 2)
            assert_holds(value, phi(signed))
            assert_holds(shift, phi(n, d) - phi(signed))
            assert_holds(box, phi(n, d))


def sign(value: Any) -> int:
    """Return the sign of a number that is not 0 by flint."""
    assert value > 0 or value < 0
    return 1 if value > 0 else -1


def check_level(checker: ModuleType, count: int) -> None:
    """Masses are compared rightly with values of Phi, also next to them; what is too close is a limit, but for Phi(0) = 1/2."""
    random = Random(106)
    work = checker.Work(STEPS)
    for mass, den in ((1, 2), (2, 4), (1, 3), (2, 3), (2**300 - 1, 2**301), (2**300 + 1, 2**301), (0, 1), (1, 1)):
        got = checker.level(work, whole(checker, work, mass), whole(checker, work, den), 0, 1)
        assert got == (2 * mass > den) - (2 * mass < den)
    for i in range(count):
        work, (n, d) = checker.Work(STEPS), deviation(random)
        bits = random.choice((8, 62, 64, 66, 150, 250))
        flint.ctx.prec = bits + 400 + tail(n, d)
        truth, den = phi(n, d), 1 << bits
        mass = floor(truth * den) + random.choice((0, 0, 1, 1, -2, 3))
        if i % 3 == 0:
            den = random.randrange(1, 1000)
            mass = random.randrange(den + 1)
        wanted = sign(exact(Fraction(mass, den)) - truth)
        factor = checker.Sum({work.exponent(1, 3, ()): 1})
        for scale in (work.unit, factor):
            one, other = (work.times(whole(checker, work, part), scale) for part in (mass, den))
            assert checker.level(work, one, other, n, d) == wanted
    flint.ctx.prec = 2_000
    work, den = checker.Work(STEPS), 1 << 900
    near = floor(phi(1) * den)
    with replaced(checker, PRECISIONS=(64, 128, 256, 512, 2_000, 4_000)), pytest.raises(checker.Limit):
        checker.level(work, whole(checker, work, near), whole(checker, work, den), 1, 1)
    with replaced(checker, PRECISIONS=(64, 128, 256, 1_024, 2_000, 4_000)):
        assert checker.level(work, whole(checker, work, near), whole(checker, work, den), 1, 1) == -1


COUNTS = {
    check_inverse: 4_000,
    check_raised: 1_500,
    check_moment: 900,
    check_pi: 1,
    check_normal: 300,
    check_normal_inside: 800,
    check_level: 150,
}


@pytest.mark.parametrize("check", COUNTS, ids=lambda check: check.__name__[6:])
def test_of_many_inputs(check: Any, checker: ModuleType) -> None:
    """The named part of the checker is right on many inputs."""
    with flint.ctx.workprec(53):  # each check changes it
        check(checker, COUNTS[check])
