"""The checker's enclosures contain the numbers they enclose, and tell them apart: against flint, mpmath and fractions.

Each `check_...` takes the checker's module and the number of random inputs, always the same ones. The mutation test
(test_check_mutated.py) runs them on mutants, with fewer inputs.
"""

from __future__ import annotations

import math
from fractions import Fraction
from random import Random
from types import ModuleType
from typing import Any

import flint
import mpmath
import pytest

PRIMES = (2, 3, 5, 7, 11, 127, 131, 8191, 65_537, 2**31 - 1, 2**61 - 1, 2**64 - 83, 2**64 - 59)
PRECISIONS = (64, 256, 1_024, 4_096)
SMALL = (1, 2, 3, 8, 17)
PART = 2**256 - 1
STEPS = 10**15
Interval = tuple[int, int, int]


def power(e: int) -> Fraction:
    """Return 2^e."""
    return Fraction(2) ** e


def integer(random: Random, bits: int = 300) -> int:
    """Return an integer of any sign and of any length up to `bits`; now and then 0, 1 or next to a power of two."""
    size = random.randrange(bits + 1)
    return random.choice((1, -1)) * random.choice(
        (random.getrandbits(size), random.getrandbits(size), (1 << size) + random.randrange(-1, 2), 0)
    )


def interval(random: Random) -> Interval:
    """Return an interval, sometimes a point or [0, 0], with any exponent."""
    lo = integer(random)
    hi = lo + random.choice((0, 0, 1, abs(integer(random)), abs(integer(random, 3))))
    return lo, hi, random.choice((0, 0, random.randrange(-20, 20), random.randrange(-900, 900)))


def real(lo: int, hi: int, e: int) -> tuple[Fraction, Fraction]:
    """Return the two ends."""
    assert abs(e) < 10_000
    return lo * power(e), hi * power(e)


def assert_encloses(box: Interval, lo: Fraction, hi: Fraction, bits: int, units: int) -> None:
    """Assert that the box contains [lo, hi], exceeds it by less than `units` of its unit, and is short."""
    low, high = real(*box)
    unit = power(box[2])
    assert low <= lo <= hi <= high
    assert max(lo - low, high - hi) < units * unit or (low, high) == (lo, hi)
    assert box[1].bit_length() <= bits + 1
    assert box[0].bit_length() <= bits + 1


def check_trim(checker: ModuleType, count: int) -> None:
    """Trimming widens by less than a unit at each end, and leaves alone what is short."""
    random = Random(1)
    for _ in range(count):
        bits = random.choice((*SMALL, 64, 256))
        box = interval(random)
        if random.randrange(2):  # next to the length from which on it is trimmed
            hi = integer(random, bits + 2)
            box = hi - random.randrange(2), hi, box[2]
        short = max(box[0].bit_length(), box[1].bit_length()) <= bits
        got = checker.trim(*box, bits)
        assert_encloses(got, *real(*box), bits, 1)
        assert (got == box) == short


def check_plus(checker: ModuleType, count: int) -> None:
    """A sum of intervals contains the sums of their ends, and little more."""
    random = Random(2)
    for _ in range(count):
        a, b, bits = interval(random), interval(random), random.choice((*SMALL, 64, 256))
        ends = [x + y for x, y in zip(real(*a), real(*b), strict=True)]
        got = checker.plus(a, b, bits)
        upper, lower = (a, b) if a[2] >= b[2] else (b, a)
        if upper[:2] == (0, 0):
            assert got == lower
            assert list(real(*got)) == ends
        else:
            low, high = real(*got)
            assert low <= ends[0] <= ends[1] <= high
            below = max(a[2], b[2]) - 2 * bits  # what lies below is one unit
            assert max(ends[0] - low, high - ends[1]) <= power(got[2]) + power(below)
            assert max(map(int.bit_length, got[:2])) <= max(bits + 1, 0)
    far = 10**12
    for tiny in ((1, 1, -far), (-1, -1, -far), (-3, 5, -far)):
        for got in (checker.plus((1, 1, 0), tiny, 64), checker.plus(tiny, (1, 1, 0), 64)):
            low, high = real(*got)
            assert 1 - power(-62) < low <= 1 <= high < 1 + power(-62)
            assert low < 1 or tiny[0] > 0
            assert high > 1 or tiny[1] < 0


def check_times(checker: ModuleType, count: int) -> None:
    """A product of intervals contains the products of their ends, and little more."""
    random = Random(3)
    for _ in range(count):
        a, b, bits = interval(random), interval(random), random.choice((*SMALL, 64, 256))
        ends = [x * y for x in real(*a) for y in real(*b)]
        assert_encloses(checker.times(a, b, bits), min(ends), max(ends), bits, 1)


def arb(n: int, e: int = 0) -> Any:
    """Return n * 2^e exactly."""
    return flint.arb((n, e))


def check_log(checker: ModuleType, count: int) -> None:
    """The logarithm of a prime is enclosed to within two units, whatever was asked for before."""
    random = Random(4)
    work = checker.Work(STEPS)
    # First ln 2 and the logarithm of a large prime at the same precision: then ln 2 is kept just sharp enough.
    inputs = [(bits, p) for bits in (*SMALL, *PRECISIONS) for p in (2, 2**64 - 59, 3, 2**61 - 1)]
    first = len(inputs)
    inputs += [
        (random.choice((*SMALL, *PRECISIONS, random.randrange(1, 600))), random.choice(PRIMES))
        for _ in range(count)
    ]
    for i, (bits, p) in enumerate(inputs):
        if i % (4 if i < first else 16) == 0:
            work = checker.Work(STEPS)
        flint.ctx.prec = bits + 100
        wide = 2 if work.logs.get(p, (0,))[0] < bits else 250 * bits + 400  # what is kept may be just sharp enough
        lo, hi = work.log(p, bits)
        truth = arb(p).log() * arb(1, bits)
        assert arb(lo) < truth < arb(hi)
        assert hi - lo <= wide
        for prime, (have, low, high) in work.logs.items():  # what is kept for the next time
            flint.ctx.prec = have + 100
            truth = arb(prime).log() * arb(1, have)
            assert arb(low) < truth < arb(high)
            assert high - low <= 250 * have + 400


def rational(random: Random, below: int = PART) -> tuple[int, int]:
    """Return a fraction in [0, 1) in lowest terms, with tiny, equal or huge parts."""
    d = random.choice((1, 2, 3, random.randrange(1, 100), random.randrange(1, below), below))
    n = random.choice((0, 1 % d, d - 1, random.randrange(d), random.randrange(d)))
    g = math.gcd(n, d)
    return n // g, d // g


def exponent(work: Any, random: Random) -> Any:
    """Return an exponent: a rational from 0 to 10,000 of any sign, and up to 16 radicals."""
    n, d = rational(random)
    whole = random.choice((0, 0, 0, 1, random.randrange(40), random.randrange(9_999), 9_999))
    n = random.choice((1, -1)) * (n + whole * d)
    radicals = []
    most = random.choice((0, 0, 1, 2, 3, len(PRIMES)))
    for p in sorted(random.sample(PRIMES, most)):
        a, b = rational(random)
        if a:
            radicals.append((p, a, b))
    return work.exponent(n, d, tuple(radicals))


def value(x: Any) -> Any:
    """Return e^x by flint, at its present precision."""
    total = flint.arb(flint.fmpq(x.n, x.d))
    for p, a, b in x.radicals:
        total += flint.arb(p).log() * flint.fmpq(a, b)
    return total.exp()


def assert_holds(box: Interval, truth: Any) -> None:
    """Assert that the box contains the truth, which is much sharper, but not always enough to tell it from an end."""
    lo, hi, e = box
    assert not arb(lo, e) > truth
    assert not arb(hi, e) < truth


def check_exp(checker: ModuleType, count: int) -> None:
    """Powers are enclosed, to the relative width that is promised."""
    random = Random(5)
    work = checker.Work(STEPS)
    one = work.exponent(0, 1, ())
    for i in range(count):
        if i % 16 == 0:
            work = checker.Work(STEPS)
            one = work.exponent(0, 1, ())
        bits = random.choice((*SMALL, 30, 64, 64, 64, 256, 256, 1_024, 4_096 if i % 8 == 0 else 128))
        x = exponent(work, random)
        flint.ctx.prec = bits + 200
        for _ in range(2):  # the second time from the table
            lo, hi, _ = box = work.exp(x, bits)
            if x is one:
                assert box == (1, 1, 0)
                continue
            assert_holds(box, value(x))
            assert 0 < lo <= hi
            assert max(lo.bit_length(), hi.bit_length()) <= bits + 9
            assert (hi - lo) << bits <= hi


def check_exp_inside(checker: ModuleType, count: int) -> None:
    """Powers are enclosed before they are rounded to the precision that was asked for, which hides small errors."""
    random = Random(9)
    trim, seen = checker.trim, []

    def spy(lo: int, hi: int, e: int, bits: int) -> Interval:
        seen.append((lo, hi, e))
        return trim(lo, hi, e, bits)

    checker.trim = spy
    try:
        for _ in range(count):
            work = checker.Work(STEPS)
            x, bits = exponent(work, random), random.choice((1, 8, 64, 64, 100, 300))
            seen.clear()
            work.exp(x, bits)
            if not seen:
                continue
            lo, hi, e = seen[-1]
            flint.ctx.prec = bits + 600
            assert arb(lo, e) <= value(x) <= arb(hi, e)
            assert (hi - lo) << (bits + 8) <= hi
    finally:
        checker.trim = trim


def terms(checker: ModuleType, work: Any, random: Random, most: int = 4) -> Any:
    """Return a sum with coefficients of any sign and length."""
    out = checker.Sum()
    for _ in range(random.randrange(1, most + 1)):
        c = integer(random, random.choice((8, 200)))
        if c:
            out[exponent(work, random)] = c
    return out


def total(s: Any) -> Any:
    """Return the value of a sum by flint."""
    return sum((value(x) * c for x, c in s.items()), flint.arb(0))


def check_box(checker: ModuleType, count: int) -> None:
    """A sum is enclosed, sharply unless its terms cancel, and stays enclosed when another is added in place."""
    random = Random(6)
    for _ in range(count):
        work = checker.Work(STEPS)
        a, b, bits = terms(checker, work, random), terms(checker, work, random), random.choice((64, 256))
        flint.ctx.prec = bits + 300
        size = sum((abs(value(x) * c) for x, c in a.items()), flint.arb(0))
        box = work.box(a, bits)
        assert_holds(box, total(a))
        assert arb(box[1] - box[0], box[2]) <= size * arb(1, -bits + 4)
        assert work.box(a, bits) == box
        factor = random.choice((1, -1, 2, integer(random, 40) or 1))
        work.add(a, b, factor)
        assert bits in a.boxes
        size += sum((abs(value(x) * c * factor) for x, c in b.items()), flint.arb(0))
        assert_holds(a.boxes[bits], total(a))
        box = a.boxes[bits]
        assert arb(box[1] - box[0], box[2]) <= size * arb(1, -bits + 5)


def check_sign(checker: ModuleType, count: int) -> None:
    """Signs of sums of products are right: an enclosure that decides is, and 0 is said of zeros only."""
    random = Random(7)
    for i in range(count):
        work = checker.Work(STEPS)
        a, b, c = (terms(checker, work, random, 2 + 6 * (i % 10 == 0)) for _ in range(3))
        flint.ctx.prec = 30_000 if i % 10 == 0 else 1_000
        both = checker.Sum(a)
        work.add(both, b)
        factor = integer(random, 20) or 1
        products = (factor, [a, c]), (factor, [b, c]), (-factor, [both, c])
        tiny = checker.Sum({work.exponent(-random.choice((1, 90, 9_999)), 1, ()): random.choice((1, -1))})
        assert work.sign(*products) == 0
        assert work.sign(*products, (1, [tiny])) == max(tiny.values())
        assert [work.enclosed(products, bits) for bits in (64, 256)] == [0, 0]
        more = checker.Sum(a)  # a + 1
        work.add(more, work.unit)
        assert work.sign((factor, [a, c]), (factor, [c]), (-factor, [more, c])) == 0
        assert work.sign((-1, [more, tiny]), (1, [tiny]), (1, [a, tiny]), (3, [tiny])) == 1 * max(tiny.values())
        truth = total(a) * total(c) * factor + total(b)
        wanted = (truth > 0) - (truth < 0)
        assert wanted or not (a and c) or not b or truth.contains(0)
        mine = (factor, [a, c]), (1, [b])
        assert work.enclosed(mine, 64) in (0, wanted)
        size = abs(total(a) * total(c) * factor) + abs(total(b))
        if all(sum(v > 0 for v in s.values()) in (0, len(s)) for s in (a, b, c)) and not (
            abs(truth) <= size * arb(1, -50)
        ):
            assert work.enclosed(mine, 64) == wanted
        assert work.sign(*mine) == wanted


def ladder(checker: ModuleType, work: Any, random: Random, d: int, step: int) -> Any:
    """Return a polynomial in e^(step/d), times a power of e^(1/d), that has some gaps."""
    low, size, bits = random.randrange(-50, 50), random.randrange(4, 14), random.choice((1, 8, 9, 70))
    out = checker.Sum()
    for i in range(size):
        c = random.choice((1, -1)) * random.choice((random.getrandbits(bits), (1 << bits) - 1, 1 << bits))
        if c and (i in (0, size - 1) or random.randrange(3)):
            n, g = low + i * step, math.gcd(low + i * step, d)
            out[work.exponent(n // g, d // g, ())] = c
    return out


def check_ladders(checker: ModuleType, count: int) -> None:
    """Sums whose exponents are evenly spaced are multiplied as term by term, and enclosed; others are not taken for such."""
    random = Random(10)
    packed = 0
    for _ in range(count):
        work = checker.Work(STEPS)
        d, step = random.choice((1, 2, 6, 35)), random.choice((1, 2, 15, 60))
        a, b = (ladder(checker, work, random, *random.choice(((d, step), (1, 1)))) for _ in range(2))
        if random.randrange(9) == 0:
            b = checker.Sum(a)
        wanted: dict[Fraction, int] = {}
        for x, c in a.items():
            for y, e in b.items():
                place = Fraction(x.n, x.d) + Fraction(y.n, y.d)
                wanted[place] = wanted.get(place, 0) + c * e
        product = work.times(a, b)
        assert {Fraction(x.n, x.d): c for x, c in product.items()} == {x: c for x, c in wanted.items() if c}
        form = work.ladder(a, b) if a and b else None
        if form:
            packed += 1
            for s, (low, coefficients) in zip((a, b), form[2], strict=True):
                places = {Fraction(low + i * form[1], form[0]): c for i, c in enumerate(coefficients) if c}
                assert places == {Fraction(x.n, x.d): c for x, c in s.items()}
                assert len(coefficients) <= 4 * len(s)
        bits = random.choice((64, 256))
        flint.ctx.prec = bits + 300
        size = sum((abs(value(x) * c) for x, c in product.items()), flint.arb(0))
        lo, hi, e = work.box(product, bits)
        assert_holds((lo, hi, e), total(product))
        assert arb(hi - lo, e) <= size * arb(1, -bits)
    assert packed > count // 5
    work = checker.Work(STEPS)
    for low in range(8, 24):  # the largest coefficients that a slot must hold, of either sign
        one, other = (
            checker.Sum({work.exponent(i, 1, ()): sign * ((1 << bits) - 1) for i in range(7)})
            for sign, bits in ((1, low // 2), (-1, low - low // 2))
        )
        product = work.times(one, other)
        assert sum(product.values()) == sum(one.values()) * sum(other.values())
        assert set(product.values()) == {-k * ((1 << low // 2) - 1) * ((1 << low - low // 2) - 1) for k in range(1, 8)}
    even = checker.Sum({work.exponent(i, 3, ()): 1 for i in range(6)})
    odd = checker.Sum({**even, work.exponent(1, 3, ((2, 1, 2),)): 1})
    far = checker.Sum({**even, work.exponent(28, 3, ()): 1})
    near = checker.Sum({**even, work.exponent(9, 1, ()): 1})
    fine = checker.Sum({**even, work.exponent(1, PART, ()): 1})
    assert work.ladder(even, even)
    assert work.ladder(even, near)
    assert [work.ladder(even, s) for s in (odd, far, fine)] == [None, None, None]


def check_primes(checker: ModuleType, count: int) -> None:
    """Primality is decided as by flint: small numbers, numbers near 2^64, pseudoprimes to several bases."""
    random = Random(8)
    # The smallest strong pseudoprimes to the first 1, 2, ... prime bases (OEIS A014233), below 2^64.
    numbers = [2047, 1_373_653, 25_326_001, 3_215_031_751, 2_152_302_898_747, 3_474_749_660_383]
    numbers += [341_550_071_728_321, 3_825_123_056_546_413_051, 4_759_123_141, 561, 41_041, 825_265]
    numbers += [p * q for p in range(37, 400, 2) for q in (p, 2 * p - 1)]
    # Carmichael numbers n without small factors; for these, b^((n - 1)/2) is 1 for nearly all b.
    chernick = ((6 * k + 1, 12 * k + 1, 18 * k + 1) for k in range(7, 4_000, 2))
    numbers += [math.prod(ps) for ps in chernick if all(flint.fmpz(p).is_prime() for p in ps)]
    numbers += [*range(min(count, 3_000)), *range(2**64 - 400, 2**64), *PRIMES]
    numbers += [(1 << i) + j for i in range(1, 64) for j in (1, -1, 3)]
    numbers += [random.getrandbits(random.randrange(2, 65)) | 1 for _ in range(count)]
    numbers += [(random.getrandbits(20) << 40) + 1 for _ in range(min(count, 2_000))]
    for n in numbers:
        assert checker.is_prime(n) == flint.fmpz(n).is_prime()


def check_limits(checker: ModuleType, _count: int) -> None:
    """Sums and compositions of more than MAX_WORK parts are refused, and so is a sign that is not settled."""
    work = checker.Work(STEPS)
    powers = [work.exponent(i, 1, ()) for i in range(20)]
    six, seven = (checker.Sum(dict.fromkeys(powers[:n], 1)) for n in (6, 7))
    atoms = [[(checker.Sum({work.one: 2 * i + 1}), work.unit) for i in range(n)] for n in (6, 7)]
    old = checker.MAX_WORK, checker.PRECISIONS
    checker.MAX_WORK, checker.PRECISIONS = 6, (64, 128)
    try:
        assert len(work.times(six, work.unit)) == 6
        work.add(checker.Sum(), six)
        assert len(checker.composed(work, atoms[0], [(work.unit, work.unit)])) == 6
        with pytest.raises(checker.Limit):
            work.times(seven, checker.Sum({powers[1]: 1}))
        with pytest.raises(checker.Limit):
            work.add(checker.Sum(), seven)
        four = checker.Sum(dict.fromkeys(powers[:4], 1))
        assert work.ladder(four, four)
        with pytest.raises(checker.Limit):
            work.times(four, four)  # seven terms
        less = checker.Sum({powers[0]: 1, powers[1]: -1, powers[2]: 1, powers[3]: -1})
        assert len(work.times(four, less)) <= 6
        with pytest.raises(checker.Limit):
            checker.composed(work, atoms[1], [(work.unit, work.unit)])
        root, square = (work.exponent(0, 1, ((2, a, 3),)) for a in (1, 2))
        small = checker.Sum({root: 1, work.one: -1})  # 2^(1/3) - 1
        tiny, tinier = work.unit, work.unit
        for i in range(120):
            tiny, tinier = work.times(tiny, small) if i < 40 else tiny, work.times(tinier, small)
        assert square in tiny
        assert work.sign((1, [tiny])) == 1
        assert work.sign((-1, [tiny])) == -1
        with pytest.raises(checker.Limit):
            work.sign((1, [tinier]))
        checker.PRECISIONS = (64, 128, 600)
        assert work.sign((1, [tinier])) == 1
    finally:
        checker.MAX_WORK, checker.PRECISIONS = old


COUNTS = {
    check_limits: 1,
    check_trim: 4_000,
    check_plus: 4_000,
    check_times: 4_000,
    check_log: 600,
    check_exp: 2_000,
    check_exp_inside: 1_000,
    check_box: 800,
    check_sign: 400,
    check_ladders: 1_500,
    check_primes: 6_000,
}


@pytest.mark.parametrize("check", COUNTS, ids=lambda check: check.__name__[6:])
def test_of_many_inputs(check: Any, checker: ModuleType) -> None:
    """The named part of the checker is right on thousands of inputs."""
    with flint.ctx.workprec(53):  # each check changes it
        check(checker, COUNTS[check])


@pytest.mark.parametrize("bits", PRECISIONS)
def test_powers_by_mpmath(bits: int, checker: ModuleType) -> None:
    """The enclosures of powers contain the values of another library."""
    random = Random(bits)
    with mpmath.workprec(bits + 120):
        for _ in range(60 if bits > 256 else 200):
            work = checker.Work(STEPS)
            x = exponent(work, random)
            lo, hi, e = work.exp(x, bits)
            logs = [mpmath.log(p) * a / b for p, a, b in x.radicals]
            truth = mpmath.exp(mpmath.mpf(x.n) / x.d + sum(logs)) if x is not work.one else mpmath.mpf(1)
            slack = truth * mpmath.mpf(2) ** (-bits - 40)  # of mpmath's own roundings
            assert mpmath.ldexp(lo, e) <= truth + slack
            assert truth - slack <= mpmath.ldexp(hi, e)
