"""What the checker encloses for envelopes, and the mixtures that it makes, are right: against Arb, mpmath and fractions.

As in test_check_audit_numbers.py, which has what they share; the mutation test runs these checks on mutants, too.
"""

from __future__ import annotations

import itertools
import math
import re
from fractions import Fraction
from random import Random
from types import ModuleType
from typing import Any

import flint
import mpmath
import pytest

from tests.certificates.test_check_audit_numbers import (
    Masses,
    cancelled,
    drawn,
    exact,
    floor,
    replaced,
    sign,
    whole,
)
from tests.certificates.test_check_enclosures import (
    PRIMES,
    SMALL,
    STEPS,
    Interval,
    arb,
    assert_encloses,
    assert_holds,
    exponent,
    integer,
    interval,
    power,
    real,
    total,
)

Loss = tuple[int, int, list[tuple[int, int, int]]]
RATES: tuple[Loss, ...] = (1, 2, []), (3, 1, []), (0, 1, [(2, 1, 2)]), (-1, 1, [(3, 1, 1)]), (7, 5, [(2, -1, 3), (5, 2, 1)])


def check_widest(checker: ModuleType, count: int) -> None:
    """The ends of the largest of some intervals are the largest of their ends, rounded outward."""
    random = Random(201)
    for i in range(count):
        boxes = [interval(random) for _ in range(random.choice((1, 2, 2, 3, 6)))]
        if i % 2:  # of about the same size
            boxes = [(lo, hi, e % 3) for lo, hi, e in boxes]
        ends = list(zip(*(real(*box) for box in boxes), strict=True))
        bits = random.choice((*SMALL, 64, 256))
        assert_encloses(checker.widest(tuple(boxes), bits), max(ends[0]), max(ends[1]), bits, 1)
        assert real(*checker.widest(tuple(boxes), 10_000)) == (max(ends[0]), max(ends[1]))


def check_times_rational(checker: ModuleType, count: int) -> None:
    """A multiple of an interval is enclosed, sharply."""
    random = Random(202)
    for _ in range(count):
        a, n, d = interval(random), integer(random, 70), abs(integer(random, 70)) + 1
        bits = random.choice((*SMALL, 64, 256))
        low, high = real(*checker.times_rational(a, n, d, bits))
        least, most = sorted(end * Fraction(n, d) for end in real(*a))
        assert low <= least <= most <= high
        if bits >= 8:
            assert max(least - low, high - most) <= max(-least, most) * 16 * power(-bits)


def check_exp_of(checker: ModuleType, count: int) -> None:
    """The exponentials of an interval are enclosed, sharply; from 10,000 on there are none."""
    random = Random(203)
    for _ in range(count):
        bits, e = random.choice((64, 256)), random.choice((0, 1, 3, -1, -64, -264, -900))
        size = random.choice((1, 5, 9, 13)) - e
        lo = random.choice((0, 1, random.getrandbits(max(size, 0)))) * random.choice((1, -1))
        lo = min(max(lo, -int(9_000 * power(-e))), int(9_000 * power(-e)))
        a = lo, lo + random.choice((0, 0, 1, random.getrandbits(max(size - 2, 0)))), e
        low, high, f = checker.exp_of(checker.Work(STEPS), a, bits)
        flint.ctx.prec = bits + 1_200
        least, most = (arb(end, e).exp() for end in a[:2])
        assert arb(low, f) <= least
        assert most <= arb(high, f)
        assert least - arb(low, f) <= (least + most) * arb(1, 2 - bits)
        assert arb(high, f) - most <= most * arb(1, 2 - bits)
    work = checker.Work(STEPS)
    for a in ((-10_000, 10_000, 0), (625, 625, 4), (-320_000, 320_000, -5)):
        low, high, f = checker.exp_of(work, a, 64)
        least, most = ((arb(end, a[2])).exp() for end in a[:2])
        assert arb(low, f) <= least
        assert most <= arb(high, f)
    for a in ((10_001, 10_001, 0), (0, 10_001, 0), (-10_001, 0, 0), (626, 626, 4), (0, 320_001, -5), (-320_001, -320_001, -5)):
        with pytest.raises(checker.Limit):
            checker.exp_of(work, a, 64)


def loss(random: Random, primes: int = 3) -> Loss:
    """Return a loss, now and then without its rational part, its logarithms, or both."""
    logs = []
    for p in sorted(random.sample(PRIMES, random.randrange(primes + 1))):
        a, b = random.choice((1, -1, integer(random, 20))), random.choice((1, 1, 2, 7, abs(integer(random, 200)) + 1))
        logs += [(p, a // math.gcd(a, b), b // math.gcd(a, b))] if a else []
    r = Fraction(integer(random, 12), random.choice((1, 1, 3, 1000, abs(integer(random, 200)) + 1)))
    return r.numerator, r.denominator, logs


def loss_value(one: Loss) -> Any:
    """Return the value of a loss by flint."""
    n, d, logs = one
    return sum((flint.arb(p).log() * flint.fmpq(a, b) for p, a, b in logs), flint.arb(flint.fmpq(n, d)))


def check_loss_box(checker: ModuleType, count: int) -> None:
    """A loss is enclosed, to within some units for each logarithm."""
    random = Random(204)
    for _ in range(count):
        one, bits = loss(random), random.choice((64, 256))
        flint.ctx.prec = bits + 500
        lo, hi, e = checker.loss_box(checker.Work(STEPS), one, bits)
        assert e == -bits
        truth = loss_value(one)
        assert arb(lo, e) <= truth <= arb(hi, e)
        assert hi - lo <= 1 + sum(3 * Fraction(abs(a), b) + 2 for _, a, b in one[2])


def check_positive(checker: ModuleType, count: int) -> None:
    """Signs of losses are right, also next to 0; what is too close is a limit, but for 0."""
    random = Random(205)
    work = checker.Work(STEPS)
    assert not checker.positive(work, (0, 1, []))
    for n in (1, -1, 10**9, -(10**9)):
        for d in (1, 3, 2**255):
            assert checker.positive(work, (n, d, [])) == (n > 0)
        assert checker.positive(work, (0, 1, [(2, n, 3)])) == (n > 0)
    for i in range(count):
        n, d, logs = loss(random, 8)
        flint.ctx.prec = 1_000
        if i % 2 and logs:  # next to 0: the rational part is the nearest one, or beside it
            bits = random.choice((1, 8, 62, 64, 66, 100, 150, 250))
            n, d = floor(-loss_value((0, 1, logs)) * (1 << bits)) + random.choice((0, 1, 0, 1, -1, 2)), 1 << bits
        elif i % 5 == 1:  # 3^a/2^b next to 1
            n, d, logs = 0, 1, [(2, -random.choice((19, 84, 485, 1_054, 24_727)), 1), (3, 12, 1)]
            logs[1] = (3, {19: 12, 84: 53, 485: 306, 1_054: 665, 24_727: 15_601}[-logs[0][1]], 1)
            if random.randrange(2):
                logs = [(p, -a, b) for p, a, b in logs]
        if n or logs:
            assert checker.positive(checker.Work(STEPS), (n, d, logs)) == (sign(loss_value((n, d, logs))) > 0)
    for near in ((1, 2**70, []), (-1, 2**70, []), (0, 1, [(2, -84, 1), (3, 53, 1)]), (0, 1, [(2, 84, 1), (3, -53, 1)])):
        with replaced(checker, PRECISIONS=(1, 2)), pytest.raises(checker.Limit):
            checker.positive(checker.Work(STEPS), near)
    flint.ctx.prec = 1_000
    for step in (0, 1):
        near = floor(-loss_value((0, 1, [(2, -1, 1)])) * (1 << 200)) + step, 1 << 200, [(2, -1, 1)]
        with replaced(checker, PRECISIONS=(64, 128)), pytest.raises(checker.Limit):
            checker.positive(work, near)
        with replaced(checker, PRECISIONS=(64, 128, 300)):
            assert checker.positive(work, near) == bool(step)


def check_base(checker: ModuleType, _count: int) -> None:
    """An instance has at most 2,000 databases that are no rearrangements of each other, and 20,000 transcripts."""
    ones = {"n": "1", "rounds": "1", "eta": "1", "gamma": "1/2"}
    few = [(1, 64, 1, 1), (2, 64, 1, 1), (3, 61, 1, 1), (62, 2, 1, 1), (64, 1, 1, 1), (21, 3, 1, 1)]
    few += [(1, 1, 64, 2), (1, 1, 1, 14), (1, 1, 13, 3), (1, 1, 5, 4)]
    many = [(3, 62, 1, 1), (63, 2, 1, 1), (64, 2, 1, 1), (22, 3, 1, 1), (64, 64, 1, 1)]
    many += [(1, 1, 1, 15), (1, 1, 14, 3), (1, 1, 6, 4), (1, 1, 64, 16)]
    for size, n, queries, rounds in few + many:
        value = {**ones, "universe": str(size), "n": str(n), "rounds": str(rounds), "queries": [["1"] * size] * queries}
        read = checker.Reader(checker.Work(STEPS))
        if (size, n, queries, rounds) in many:
            with pytest.raises(checker.Limit):
                read.base(value, "here")
        else:
            assert read.base(value, "here") == (size, [[(1, 1)] * size] * queries, n, rounds, (1, 1, []), (1, 2, []))


def check_databases(checker: ModuleType, count: int) -> None:
    """All vectors of counts are there, each once."""
    for size, n in itertools.product(range(1, 6), range(1, count + 1)):
        found = checker.databases(size, n)
        assert sorted(found) == [x for x in itertools.product(range(n + 1), repeat=size) if sum(x) == n]
    assert len(checker.databases(64, 2)) == 64 * 65 // 2


Queries = list[list[tuple[int, int]]]


def laws(queries: Queries, rounds: int, eta: Any, gamma: Any, elements: list[int]) -> list[Any]:
    """Return the law of the transcripts over one database, by the definition: a list of all its elements."""
    values = [[mpmath.mpf(m) / d * up for m, d in query] for query in queries for up in (1, -1)]
    out = [(mpmath.mpf(1), [mpmath.mpf(1) / len(values[0])] * len(values[0]))]
    for _ in range(rounds):
        after = []
        for mass, mu in out:
            means = [mpmath.fsum(m * y for m, y in zip(mu, s, strict=True)) for s in values]
            weights = [mpmath.exp(eta * (mpmath.fsum(s[c] for c in elements) / len(elements) - mean)) for s, mean in zip(values, means, strict=True)]
            for weight, s in zip(weights, values, strict=True):
                learnt = [m * mpmath.exp(gamma * y) for m, y in zip(mu, s, strict=True)]
                after.append((mass * weight / mpmath.fsum(weights), [m / mpmath.fsum(learnt) for m in learnt]))
        out = after
    return [mass for mass, _ in out]


def check_transcripts(checker: ModuleType, count: int) -> None:
    """The laws of the transcripts are enclosed, sharply, for every database that is no rearrangement of another."""
    random = Random(206)
    with mpmath.workprec(700):
        for i in range(count):
            size, n, rounds = random.randrange(1, 4), random.randrange(1, 4), random.choice((1, 2, 2, 3))
            values = [(0, 1), (1, 1), (-1, 1), (1, 2), (-2, 3), (3, 7), (random.randrange(1000), 1000)]
            many = random.choice((1, 1, 2)) if rounds < 3 else 1
            queries = [[random.choice(values) for _ in range(size)] for _ in range(many)]
            one, two = (60, 1, []) if i % 8 == 1 else random.choice(RATES), random.choice(RATES)
            eta, gamma = (mpmath.mpf(r) / d + mpmath.fsum(mpmath.log(p) * a / b for p, a, b in logs) for r, d, logs in (one, two))
            bits = random.choice((64, 64, 256))
            got = checker.transcripts(checker.Work(STEPS), (size, queries, n, rounds, one, two), bits)
            points = checker.databases(size, n)
            assert len(got) == len(points)
            for x, law in zip(points, got, strict=True):
                elements = [c for c, k in enumerate(x) for _ in range(k)]
                random.shuffle(elements)
                truth = laws(queries, rounds, eta, gamma, elements)
                assert len(law) == len(truth) == (2 * len(queries)) ** rounds
                for (lo, hi, e), mass in zip(law, truth, strict=True):
                    assert 0 < mpmath.ldexp(lo, e) <= mass <= mpmath.ldexp(hi, e)
                    assert mpmath.ldexp(hi - lo, e) <= mass * mpmath.ldexp(1, 14 - bits)


def check_tabled(checker: ModuleType, count: int) -> None:
    """The masses of laws are enclosed, sharply and not below 0; not at all where a denominator is not told from 0."""
    random = Random(207)
    for i in range(count):
        work, bits, many = checker.Work(STEPS), random.choice((64, 64, 256)), random.randrange(1, 5)
        flint.ctx.prec = 3_000
        given = []
        for _ in range(random.randrange(1, 4)):
            den = checker.Sum({exponent(work, random): random.randrange(1, 99), work.one: random.randrange(1, 99)})
            masses = [checker.Sum({exponent(work, random): random.getrandbits(40) + 1}) for _ in range(many)]
            masses[random.randrange(many)] = random.choice((checker.Sum(), whole(checker, work, 3), den))
            given.append((den, masses))
        close = cancelled(checker, work, random.choice((1, bits - 10, bits + 1, 2 * bits)))
        if i % 3 == 1:
            given[-1][1][random.randrange(many)] = close
        if i % 3 == 2:
            given[random.randrange(len(given))] = close, given[0][1]
        got = checker.tabled(work, given, bits)
        assert (got == []) == any(work.box(den, bits)[0] <= 0 for den, _ in given)
        flint.ctx.prec = 3_000
        assert not got or len(got) == len(given)
        for (den, masses), law in zip(given if got else [], got, strict=True):
            assert len(law) == many
            for mass, (lo, hi, e) in zip(masses, law, strict=True):
                truth = total(mass) / total(den)
                assert lo >= 0
                assert_holds((lo, hi, e), truth)
                assert mass or (lo, hi) == (0, 0)
                if mass is not close and den is not close:
                    assert arb(hi - lo, e) <= truth * arb(1, 6 - bits)


    boxes = type("Boxes", (), {"box": staticmethod(lambda box, _bits: box)})
    for lo, got in ((0, []), (-1, []), (1, [[(1 << 61, 1 << 63, -61)]])):
        assert checker.tabled(boxes, [((lo, 4, 0), [(4, 4, 0)])], 64) == got


Place = tuple[int, int, int]  # an outcome, and two neighbours


def ratios(masses: list[list[Fraction]], far: list[list[int]], half: Fraction) -> dict[Place, Fraction]:
    """Return the ratios of neighbours in an envelope, by the definition, but for outcomes of mass 0."""
    rows = [[max(m * half ** -d for m, d in zip(column, row, strict=True)) for column in zip(*masses, strict=True)] for row in far]
    laws = [[m / sum(row) for m in row] for row in rows]
    pairs = [(i, j) for i, row in enumerate(far) for j, d in enumerate(row) if d == 1]
    return {(k, i, j): p / q for i, j in pairs for k, (p, q) in enumerate(zip(laws[i], laws[j], strict=True)) if p}


def largest(masses: list[list[Fraction]], far: list[list[int]], half: Fraction) -> Fraction:
    """Return the largest ratio of neighbours in an envelope; -1 without neighbours."""
    return max(ratios(masses, far, half).values(), default=Fraction(-1))


def said(checker: ModuleType, *args: Any) -> bool | tuple[Place, Fraction]:
    """Return what `settled` says, or the place and the ratio that it names when it refuses."""
    try:
        return bool(checker.settled(checker.Work(STEPS), *args))
    except checker.Rejected as error:
        rule, text = error.rule, str(error)
    assert rule == "R67-ratio"
    found = re.fullmatch(r"outcome (\d+) of the databases (\d+) and (\d+): the ratio, at least (.*?)(\.\.\.)?(e-?\d+)?; the rule: .*", text)
    assert found
    k, i, j = map(int, found.groups()[:3])
    return (k, i, j), Fraction(found[4] + (found[6] or ""))


def metric(random: Random) -> tuple[list[list[int]], int]:
    """Return distances of a few points: those of places of a line or of databases, with a large one now and then."""
    places = sorted(random.sample(range(6), random.randrange(1, 5)))
    if random.randrange(2):
        places = list(range(len(places)))
    return [[abs(a - b) for a in places] for b in places], len(places)


def around(random: Random, n: Fraction, bits: int, sharp: bool) -> Interval:
    """Return an interval around a number that is not negative; a sharp one is narrower by far than these bits."""
    if not n:
        return 0, 0, random.choice((0, -3, -70))
    e = n.numerator.bit_length() - n.denominator.bit_length() - (2 * bits if sharp else 4)
    low = math.floor(n * power(-e))
    return low - (0 if sharp else random.randrange(2)), low + (1 if sharp else random.randrange(1, 3)), e


def check_settled(checker: ModuleType, count: int) -> None:
    """Envelopes are judged rightly next to the largest ratio; wide enclosures prove nothing that one of their numbers refutes."""
    random = Random(208)
    for i in range(count):
        bits, (far, points), outcomes = random.choice((64, 256)), metric(random), random.randrange(1, 5)
        raw = [[random.choice((0, 1, 2, 3, random.randrange(1, 1000))) for _ in range(outcomes)] for _ in range(points)]
        masses = [[Fraction(m, sum(row)) for m in row] if sum(row) else [Fraction(1, outcomes)] * outcomes for row in raw]
        half = random.choice((Fraction(1), Fraction(1001, 1000), Fraction(3, 2), Fraction(5, 3), Fraction(20)))
        places = ratios(masses, far, half)
        truth, sharp = max(places.values(), default=Fraction(-1)), i % 2 == 0
        margin = power(-random.choice((1, 8, bits - 16)) if sharp else -random.randrange(1, 12))
        upper = (truth if truth > 0 else Fraction(1, 3)) * (1 + random.choice((1, -1)) * margin)
        upper *= random.choice((1, 1, 1, power(-5), power(-40)))
        quotients = [Fraction(part) * scale for n, scale in ((half, random.choice((1, 3))), (upper, 1)) for part in n.as_integer_ratio()]
        boxes = [around(random, n, bits, sharp) for n in quotients]
        got = said(checker, [[around(random, m, bits, sharp) for m in law] for law in masses], far, boxes, bits)
        if sharp:
            assert (got is True) == (truth <= upper)
        assert got is not True or truth <= upper
        if not isinstance(got, bool):
            place, ratio = got
            assert upper < places[place]
            assert places[place] * (1 - power(-50 if sharp else 0)) <= ratio <= places[place]
    check_settled_ends(checker, count)
    check_settled_limits(checker)


def check_settled_ends(checker: ModuleType, count: int) -> None:
    """What is proved of wide enclosures holds for all that they contain, what is refused for none; and some of both."""
    random, seen = Random(209), {True: 0, False: 0, tuple: 0}
    for _ in range(count):
        (far, points), outcomes, bits = metric(random), random.randrange(1, 4), 64
        width = random.choice((1, 2, 8))
        masses = []
        for _ in range(points):
            law = [random.choice((1, 64, random.randrange(1, 64))) * 16 for _ in range(outcomes)]
            masses.append([(m, m + random.randrange(width + 1), -8) for m in law])
        n, d, below = random.choice((100, 128, 130, 200)), random.choice((64, 96)), random.choice((1024, 999))
        truth = largest([[Fraction(lo) for lo, _, _ in law] for law in masses], far, Fraction(n, d))
        above = math.floor(below * abs(truth) * Fraction(random.choice((900, 999, 1000, 1005, 1010, 1030, 1100)), 1000))
        boxes = [(m, m + random.choice((0, 0, 1)), -6) for m in (n, d, above, below)]
        got = said(checker, masses, far, boxes, bits)
        seen[got if isinstance(got, bool) else tuple] += 1
        for _ in range(12):
            end = random.randrange(3)  # all ends low, all high, or drawn
            ends = [[Fraction(box[random.randrange(2) if end == 2 else end]) for box in law] for law in masses]
            top, bottom, most, least = (Fraction(box[random.randrange(2)]) for box in boxes)
            true = ratios(ends, far, top / bottom)
            assert got is not True or all(ratio <= most / least for ratio in true.values())
            assert isinstance(got, bool) or true[got[0]] > most / least
            assert isinstance(got, bool) or true[got[0]] >= got[1]
    assert min(seen.values()) > count // 50


def check_pure_dp(checker: ModuleType, count: int) -> None:
    """Envelopes of laws are judged rightly, whatever factor denominators and quotients have, and however vague their first enclosures."""

    class Vague(checker.Work):
        vague: Any = None

        def box(self, s: Any, bits: int) -> Interval:
            lo, hi, e = super().box(s, bits)
            return (0, hi, e) if s is self.vague and bits < checker.QUICK[-1] else (lo, hi, e)

    random = Random(212)
    for _ in range(count):
        work, (far, points), outcomes = Vague(STEPS), metric(random), random.randrange(1, 4)
        raw = [[random.randrange(1, 9) for _ in range(outcomes)] for _ in range(points)]
        half = random.choice((Fraction(1), Fraction(3, 2), Fraction(20, 3)))
        truth = largest([[Fraction(m, sum(row)) for m in row] for row in raw], far, half)
        up = random.choice((1, -1))
        upper = (truth if truth > 0 else Fraction(1, 3)) * (1 + up * power(-random.choice((1, 30, 80, 300))))
        factors = [random.choice((work.unit, work.unit, cancelled(checker, work, random.choice((100, 300))))) for _ in "123"]

        def scaled(n: int, i: int, factors: list[Any] = factors, work: Any = work) -> Any:
            return work.times(whole(checker, work, n), factors[i])

        laws_ = [(scaled(sum(row), 0), [scaled(m, 0) for m in row]) for row in raw]
        numbers = [tuple(scaled(part, i) for part in n.as_integer_ratio()) for i, n in ((1, half), (2, upper))]
        work.vague = random.choice((None, laws_[0][0], *numbers[0], *numbers[1]))
        claim = {"base": (laws_, far), "half": numbers[0], "ratio_upper": numbers[1]}
        if up > 0 and truth > 0:
            checker.pure_dp(work, claim)
        else:
            with pytest.raises(checker.Rejected, match="no ratio of neighbouring masses" if truth > 0 else "there are neighbours"):
                checker.pure_dp(work, claim)


def check_laws(checker: ModuleType, count: int) -> None:
    """Ratios of neighbours in tables are judged rightly, at the bound too; no bound from below is below 1."""
    random, seen = Random(213), dict[str, int]()
    for _ in range(count):
        work, outcomes, points = checker.Work(STEPS), random.randrange(1, 4), random.randrange(1, 4)
        raw = [[random.randrange(4) for _ in range(outcomes)] for _ in range(points)]
        raw = [row if any(row) else [1] * outcomes for row in raw]
        factor = random.choice((work.unit, checker.Sum({work.exponent(1, 3, ()): 2})))
        sums = [[work.times(whole(checker, work, m), factor) for m in (sum(row), *row)] for row in raw]
        given = [(den, masses) for den, *masses in sums]
        pairs = [(random.randrange(points), random.randrange(points)) for _ in range(random.randrange(1, 3))]
        pair, outcome = random.randrange(2 * len(pairs)), random.randrange(outcomes)
        i, j = pairs[pair // 2][:: -1 if pair % 2 else 1]
        p, q = Fraction(raw[i][outcome], sum(raw[i])), Fraction(raw[j][outcome], sum(raw[j]))
        bound = random.choice((p / q if q else Fraction(7), Fraction(1), Fraction(2), Fraction(1, 2)))
        bound *= random.choice((1, 1, 1 + power(-90), 1 - power(-90)))
        bad = random.choice((None, None, None, (0, points), (points, 0)))
        shares = [[Fraction(m, sum(row)) for m in row] for row in raw]
        ways = [(a, b) for one in pairs for a, b in (one, one[::-1])]
        above = any(m > bound * n for a, b in ways for m, n in zip(shares[a], shares[b], strict=True))
        claim = {"laws": given, "neighbours": [*pairs, bad] if bad else pairs}
        x = tuple(whole(checker, work, part) for part in bound.as_integer_ratio())
        wanted = "R67-ratio" if above else "R66-neighbours" if bad else ""
        assert ruled(checker, checker.pure_dp_tables, work, {**claim, "ratio_upper": x}) == wanted
        wanted = "R66-neighbours" if bad else "" if bound >= 1 and p > bound * q else "R68-exceeded"
        assert ruled(checker, checker.not_pure_dp, work, {**claim, "ratio_lower": x, "pair": pair, "outcome": outcome}) == wanted
        seen[wanted] = seen.get(wanted, 0) + 1
        for witness in ({"pair": 2 * len(pairs), "outcome": outcome}, {"pair": pair, "outcome": outcomes}):
            assert ruled(checker, checker.not_pure_dp, work, {**claim, "ratio_lower": x, **witness}) == "R66-neighbours"
    assert len(seen) == 3


def ruled(checker: ModuleType, check: Any, work: Any, claim: dict[str, Any]) -> str:
    """Return the rule by which a claim is rejected, or nothing."""
    try:
        check(work, claim)
    except checker.Rejected as error:
        return str(error.rule)
    return ""


def check_settled_limits(checker: ModuleType) -> None:
    """A power of 2 of a mass beyond 100,000 is a limit, and ties of points are settled."""
    one, point = (1, 1, 0), [[0]]
    four = [one] * 4
    for e, got in ((-100_000, True), (-100_001, None), (100_000, True), (100_001, None)):
        if got:
            assert said(checker, [[(1, 1, e), (1, 1, 0)]], point, four, 64) is True
        else:
            with pytest.raises(checker.Limit):
                said(checker, [[(1, 1, 0), (1, 1, e)]], point, four, 64)
    small = (1, 1, -1_000)
    with pytest.raises(checker.Limit):  # of a power of half
        said(checker, [[one], [one]], [[0, 101], [101, 0]], [one, small, one, one], 64)
    pair = [[0, 1], [1, 0]]
    for top, got in (((2, 2, 0), True), ((1, 1, 1), True), ((1, 2, 0), False), ((1, 1, 0), ((0, 0, 1), Fraction(2)))):
        law = [[(1, 1, -1), (1, 1, -2), (1, 1, -2)], [(1, 1, -2), (1, 1, -1), (1, 1, -2)]]
        assert said(checker, law, pair, [(2, 2, 0), one, top, one], 64) == got


def parts(checker: ModuleType, work: Any, random: Random, scales: list[Any]) -> tuple[Any, Masses, Fraction]:
    """Return a plain PLD with a factor in all its masses, its atoms, and its denominator without the factor."""
    den, atoms = drawn(random)
    scale = random.choice(scales)
    scaled = [(work.times(whole(checker, work, p), scale), work.times(whole(checker, work, q), scale)) for p, q in atoms]
    return (work.times(whole(checker, work, den), scale), scaled, "here"), atoms, Fraction(den)


def check_counted(checker: ModuleType, count: int) -> None:
    """Each denominator of a composition is there once, with its number of times."""
    random = Random(210)
    for _ in range(count):
        work = checker.Work(STEPS)
        dens = [whole(checker, work, n) for n in (1, 2, 3)] + [checker.Sum({exponent(work, random): 1, work.one: 5})]
        items = [(random.randrange(4), (checker.Sum(random.choice(dens)), [], "here")) for _ in range(random.randrange(1, 9))]
        wanted = list[list[Any]]()
        for k, (den, _, _) in items:
            old = next((pair for pair in wanted if pair[0] == den), None)
            if old:
                old[1] += k
            else:
                wanted.append([den, k])
        assert [[den, k] for den, k in checker.counted(work, items)] == wanted


Parts = dict[Fraction | float, tuple[Fraction, Fraction]]


def composition(items: list[tuple[int, Masses, Fraction]]) -> Parts:
    """Return the masses of a composition by their ratios."""
    out: Parts = {Fraction(1): (Fraction(1), Fraction(1))}
    for k, atoms, den in items:
        for _ in range(k):
            old, out = out, {}
            for (a, b), (p, q) in itertools.product(old.values(), atoms):
                add(out, a * p / den, b * q / den)
    return out


def add(out: Parts, p: Fraction, q: Fraction) -> None:
    """Add an atom."""
    if p or q:
        ratio = p / q if q else math.inf
        old = out.get(ratio, (0, 0))
        out[ratio] = old[0] + p, old[1] + q


def check_mixed(checker: ModuleType, count: int) -> None:
    """Mixtures of compositions have the masses that fractions give; weights that are none are refused."""
    random = Random(211)
    for i in range(count):
        work = checker.Work(STEPS)
        scales = [work.unit, checker.Sum({work.exponent(1, 3, ()): 2}), checker.Sum({work.one: 1, work.exponent(1, 1, ()): 3})]
        scales = scales[: random.choice((1, 3))]
        pool = [parts(checker, work, random, scales) for _ in range(2)]
        weights = [random.choice((0, 1, 1, 2, 5)) for _ in range(random.choice((1, 2, 2, 3)))]
        weights[random.randrange(len(weights))] += 1
        built, truth = [], Parts()
        for weight in weights:
            chosen = [(random.choice((0, 1, 1, 2)), random.choice(pool)) for _ in range(random.choice((1, 1, 2)))]
            chosen = [(k, (checker.Sum(plain[0]), *plain[1:]), atoms, den) for k, (plain, atoms, den) in chosen]
            built.append((weight, [(k, plain) for k, plain, _, _ in chosen]))
            for p, q in composition([(k, atoms, den) for k, _, atoms, den in chosen]).values():
                add(truth, p * weight / sum(weights), q * weight / sum(weights))
        scale = random.choice(scales)
        summands = [(work.times(whole(checker, work, weight), scale), items) for weight, items in built]
        den = work.times(whole(checker, work, sum(weights)), scale)
        got = checker.mixed(work, [(den, []), *summands])
        flint.ctx.prec = 1_500
        assert len(got.atoms) == len(truth)
        for (p, q), ratio in zip(got.atoms, sorted(truth, reverse=True), strict=True):
            for mass, mine in zip((p, q), truth[ratio], strict=True):
                assert abs(total(mass) / total(got.den) - exact(mine)) < arb(1, -1_000)
                assert bool(mass) == bool(mine)
        if i % 4 == 0:
            assert refused(checker, work, [(checker.Sum(), []), *summands])
            assert refused(checker, work, [(whole(checker, work, -3), []), *summands])
            more = work.times(whole(checker, work, sum(weights) + random.choice((1, -1))), scale)
            assert refused(checker, work, [(more, []), *summands])
            minus = [(whole(checker, work, -1), summands[0][1]), (whole(checker, work, 2), summands[-1][1])]
            for two in (minus, minus[::-1]):
                assert refused(checker, work, [(work.unit, []), *two])
    check_one_part(checker)


def refused(checker: ModuleType, work: Any, given: Any) -> bool:
    """Return whether a mixture is refused for its weights."""
    try:
        checker.mixed(work, given)
    except checker.Rejected as error:
        return bool(error.rule == "R57-weights")
    return False


def check_one_part(checker: ModuleType) -> None:
    """A composition alone, without a denominator of weights, is taken as it is."""
    work = checker.Work(STEPS)
    one = whole(checker, work, 3), [(whole(checker, work, 2), whole(checker, work, 1)), (whole(checker, work, 1), whole(checker, work, 2))], "here"
    got = checker.mixed(work, [(work.unit, [(2, one)])])
    assert [tuple(s.get(work.one, 0) for s in atom) for atom in got.atoms] == [(4, 1), (4, 4), (1, 4)]
    assert got.den == whole(checker, work, 9)


COUNTS = {
    check_widest: 1_000,
    check_times_rational: 2_000,
    check_exp_of: 400,
    check_loss_box: 600,
    check_positive: 400,
    check_base: 1,
    check_databases: 6,
    check_transcripts: 80,
    check_tabled: 300,
    check_settled: 800,
    check_pure_dp: 300,
    check_laws: 500,
    check_counted: 200,
    check_mixed: 120,
}


@pytest.mark.parametrize("check", COUNTS, ids=lambda check: check.__name__[6:])
def test_of_many_inputs(check: Any, checker: ModuleType) -> None:
    """The named part of the checker is right on many inputs."""
    with flint.ctx.workprec(53):  # each check changes it
        check(checker, COUNTS[check])
