"""What the checker makes of discretised PLDs in audits is right: against Arb and fractions.

As in test_check_audit_numbers.py, which has what they share; the mutation test runs these checks on mutants, too.
"""

from __future__ import annotations

from contextlib import suppress
from fractions import Fraction
from random import Random
from types import ModuleType
from typing import Any

import flint
import pytest

from tests.certificates.test_check_audit_numbers import (
    cancelled,
    drawn,
    exact,
    floor,
    number,
    plain,
    positive,
    replaced,
    sign,
)
from tests.certificates.test_check_enclosures import STEPS, Interval, arb, power, real, total


def grid(checker: ModuleType, random: Random, signs: bool = True) -> Any:
    """Return a discretised PLD with some masses, now and then none; with indices that skip some."""
    n, d = random.choice(((1, 1), (1, 100), (3, 7), (1, 2**200), (0x1999999999999A, 2**56)))
    index, atoms = random.choice((0, -1, -random.randrange(300), random.randrange(300))), list[tuple[int, Interval]]()
    for _ in range(random.choice((0, 1, 2, 3, 6))):
        mass = random.choice((0, 1, 3, random.getrandbits(60))) * (random.choice((1, 1, 1, -1)) if signs else 1)
        atoms.append((index, (mass, mass, random.choice((-1, -2, -60, -62, -300)))))
        index += random.choice((1, 1, 2, 15, 16, 17, 256, 0x1001, random.randrange(1, 900)))
    infinite = random.choice((0, 0, 1, random.getrandbits(40) * random.choice((1, -1) if signs else (1,))))
    return checker.Grid(n, d, atoms, (infinite, infinite, random.choice((-1, -42, -300))))


def check_shares(checker: ModuleType, count: int) -> None:
    """The ratios of the atoms of a discretised PLD are enclosed, sharply, each beside its mass."""
    random = Random(107)
    for _ in range(count):
        one, bits, start = grid(checker, random), random.choice((64, 256)), positive(random)
        start = (start[0], start[0] if random.randrange(2) else start[1], start[2] // 20)
        got = list(checker.shares(checker.Work(STEPS), one, start, bits))
        assert [mass for mass, _ in got] == [mass for _, mass in one.atoms]
        flint.ctx.prec = bits + 600
        for (index, _), (_, (lo, hi, e)) in zip(one.atoms, got, strict=True):
            ratio = (-exact(Fraction(index * one.n, one.d))).exp()
            least, most = (arb(end, start[2]) * ratio for end in start[:2])
            assert not arb(lo, e) > least
            assert not arb(hi, e) < most
            assert arb(hi - lo, e) <= most - least + most * arb(1, 8 - bits)


def said(one: Any, x: Any) -> Any:
    """Return the curve that a discretised PLD says, by flint."""
    value = arb(one.infinite[0], one.infinite[2])
    for index, (mass, _, e) in one.atoms:
        part = 1 - x * (-exact(Fraction(index * one.n, one.d))).exp()
        value += arb(mass, e) * part.max(flint.arb(0))
    return value


def check_beside(checker: ModuleType, count: int) -> None:
    """Curves of pairs are compared rightly with what a discretised PLD says of them, also next to it; a tie is a limit."""
    random = Random(108)
    for i in range(count):
        work, one = checker.Work(STEPS), grid(checker, random)
        pairs = [drawn(random) for _ in range(random.choice((1, 1, 2, 3)))]
        plds = [checker.PLD(*plain(checker, work, *pair)[:2]) for pair in pairs]
        flint.ctx.prec = 1_500
        x = number(checker, work, Fraction(random.randrange(1, 99), random.choice((1, 3, 50, 10**9))))
        if i % 3 == 1:  # among them the ratio of a loss of the grid
            x = checker.Sum({work.exponent(random.randrange(-2, 4), random.choice((1, 1, 2)), ()): random.choice((1, 1, 2))}), x[1]
        if i % 9 == 2:
            close = cancelled(checker, work, random.choice((240, 300, 700)))
            x = (close, x[1]) if random.randrange(2) else (x[1], close)
        if i % 9 == 5:  # an enclosure that does not tell x from 0, or from infinity
            x[random.randrange(2)].boxes[256] = random.choice((-1, 0)), 1 << 256, 0
        flint.ctx.prec = 1_500
        ratio = total(x[0]) / total(x[1])
        heights = []
        for den, atoms in pairs:
            parts = ((exact(Fraction(p, den)) - ratio * exact(Fraction(q, den))).max(flint.arb(0)) for p, q in atoms)
            heights.append(sum(parts, flint.arb(0)))
        gap = max(heights, key=lambda height: height.mid()) - said(one, ratio)
        shift = Fraction(random.choice((0, 1, 2, -1)), 7)
        if i % 2 and abs(gap) < 1000 and abs(gap) > arb(1, -100):  # next to it
            shift = Fraction(floor(gap * arb(1, 200)) + random.choice((0, 1)), 2**200)
        gap -= exact(shift)
        shifts = [number(checker, work, shift)] if shift or random.randrange(2) else []
        if gap.contains(0):
            with pytest.raises(checker.Limit):
                checker.beside(work, plds, x, one, *shifts)
        else:
            assert checker.beside(work, plds, x, one, *shifts) == sign(gap)


def check_clipped(checker: ModuleType, _count: int) -> None:
    """A part that is not told from 0 counts from 0 on, and up to its upper end."""
    boxes, stand_in = list[Interval](), checker.stand_in
    one = checker.Grid(1, 1, [], (0, 0, 0))
    half, quarter = 1 << 63, 1 << 62

    def spy(box: Interval, bits: int) -> Any:
        boxes.append(box)
        return stand_in(box, bits)

    for share in ((2 * half - 1, 2 * half), (2 * half - 1, 2 * half + 9), (quarter, half), (2 * half, 2 * half), (2 * half, 3 * half)):
        for mass in (3, -5):

            def shares(*_: Any, mass: int = mass, share: tuple[int, int] = share) -> list[Any]:
                return [((mass, mass, 0), (*share, -64)), ((mass, mass, 7), (*share, -64))]

            boxes.clear()
            work = checker.Work(STEPS)
            with replaced(checker, shares=shares, stand_in=spy), suppress(checker.Limit):
                checker.beside(work, [checker.PLD(*plain(checker, work, 1, [(1, 1)])[:2])], number(checker, work, 1), one)
            assert boxes
            ends = [max(1 - end * power(-64), Fraction(0)) * mass * 129 for end in share]
            for box in boxes:
                low, high = real(*box)
                assert low <= min(ends) <= max(ends) <= high
                assert high - low <= max(ends) - min(ends) + power(-60)


def check_precisions(checker: ModuleType, _count: int) -> None:
    """What is next to a tie is decided with the second to the fourth of the precisions, and no others."""
    for gap in (100, 400, 700):
        work = checker.Work(STEPS)
        below = checker.Grid(1, 1, [(0, ((1 << gap) - 1, (1 << gap) - 1, -gap))], (0, 0, 0))
        above = checker.Grid(1, 1, [], ((1 << gap - 1) + 1, (1 << gap - 1) + 1, -gap))
        pair = checker.PLD(*plain(checker, work, 2, [(1, 0), (1, 2)])[:2])
        calls = {
            checker.no_pld: (work, below),  # 1 - 2^-gap
            checker.beside: (work, [pair], number(checker, work, 1), above),  # 1/2 + 2^-gap
        }
        with replaced(checker, PRECISIONS=(64, 256, 300, 512, 1_024, 2_048)):
            for call, values in calls.items():
                if gap < 512:
                    assert call(*values) == -(call is checker.beside)
                else:
                    with pytest.raises(checker.Limit):
                        call(*values)


def check_no_pld(checker: ModuleType, count: int) -> None:
    """A discretised PLD is rightly said to be none, or to be one as far as masses go; a tie is a limit."""
    random = Random(109)
    for i in range(count):
        work, one = checker.Work(STEPS), grid(checker, random, signs=i % 4 == 0)
        flint.ctx.prec = 1_500
        if i % 3 and one.atoms:  # next to 1 under Q, or under P
            masses = [(-exact(Fraction(index * one.n, one.d))).exp() * arb(m, e) if i % 3 == 1 else arb(m, e) for index, (m, _, e) in one.atoms]
            rest = (1 - sum(masses[:-1], flint.arb(0))) / (masses[-1] / arb(one.atoms[-1][1][0] or 1, one.atoms[-1][1][2]) if masses[-1] > 0 else 1)
            m = floor(rest * arb(1, 200)) + random.choice((0, 1))
            one.atoms[-1] = one.atoms[-1][0], (m, m, -200)
            if i % 3 == 2:
                one = one._replace(infinite=(random.choice((0, 1)), 1, -1_200))
        parts = [(m, e) for m, _, e in (one.infinite, *(mass for _, mass in one.atoms))]
        mine = sum((m * power(e) for m, e in parts), Fraction(0))
        yours = sum(((-exact(Fraction(index * one.n, one.d))).exp() * arb(m, e) for index, (m, _, e) in one.atoms), flint.arb(0)) - 1
        if min(m for m, _ in parts) < 0 or mine > 1:
            assert checker.no_pld(work, one) is True
        elif yours.contains(0):
            with pytest.raises(checker.Limit):
                checker.no_pld(work, one)
        else:
            assert checker.no_pld(work, one) == (yours > 0)


COUNTS = {
    check_shares: 600,
    check_beside: 600,
    check_no_pld: 600,
    check_clipped: 1,
    check_precisions: 1,
}


@pytest.mark.parametrize("check", COUNTS, ids=lambda check: check.__name__[6:])
def test_of_many_inputs(check: Any, checker: ModuleType) -> None:
    """The named part of the checker is right on many inputs."""
    with flint.ctx.workprec(53):  # each check changes it
        check(checker, COUNTS[check])
