"""What the checker decides of audits is right: values of quantities, levels and impossible values, against fractions and Arb.

As in test_check_audit_numbers.py, which has what they share; the mutation test runs these checks on mutants, too.
"""

from __future__ import annotations

import math
from fractions import Fraction
from random import Random
from types import ModuleType
from typing import Any

import flint
import pytest

from tests.certificates.test_check_audit_numbers import (
    Masses,
    cancelled,
    deviation,
    drawn,
    exact,
    floor,
    number,
    phi,
    plain,
    replaced,
    sign,
    tail,
    whole,
)
from tests.certificates.test_check_enclosures import STEPS, arb, assert_holds

Value = Fraction | float  # a float is an infinity
TINY = Fraction(1, 10**60)
PAIRS: dict[str, tuple[int, Masses]] = {
    "rr": (3, [(2, 1), (1, 2)]),
    "leak": (10, [(1, 0), (6, 3), (3, 6), (0, 1)]),
    "half": (4, [(3, 2), (1, 2)]),
    "P": (2, [(1, 0), (1, 2)]),
    "Q": (2, [(2, 1), (0, 1)]),
    "all": (1, [(1, 0), (0, 1)]),
    "none": (1, [(1, 1)]),
}


def order(a: Value, b: Value) -> int:
    """Return the sign of a - b."""
    return (a > b) - (a < b)


def draw(random: Random) -> tuple[int, Masses]:
    """Return the denominator and the atoms of a PLD, of those above or at random."""
    return random.choice(list(PAIRS.values())) if random.randrange(4) == 0 else drawn(random)


def pld(checker: ModuleType, work: Any, den: int, atoms: Masses, scale: Any = None) -> Any:
    """Return a PLD; all its masses may have a factor, which changes nothing."""
    below, parts, _ = plain(checker, work, den, atoms)
    if scale:
        below, parts = work.times(below, scale), [(work.times(p, scale), work.times(q, scale)) for p, q in parts]
    return checker.PLD(below, parts)


def height(den: int, atoms: Masses, x: Value) -> Fraction:
    """Return h(x)."""
    if isinstance(x, float):
        return sum((Fraction(p, den) for p, q in atoms if not q), Fraction(0))
    return sum((max(Fraction(p) - x * q, Fraction(0)) / den for p, q in atoms), Fraction(0))


def exponential(den: int, atoms: Masses, d: Fraction) -> Value:
    """Return e^epsilon(d): the least x from which on h is at most d, infinite if there is none, 0 if there is no least one."""
    if height(den, atoms, math.inf) > d:
        return math.inf
    found, p, q = Fraction(0), -d, Fraction(0)
    for mass, other in atoms:  # of all events above a ratio
        p, q = p + Fraction(mass, den), q + Fraction(other, den)
        found = max(found, p / q) if q else found
    return found


def tradeoff(den: int, atoms: Masses, alpha: Fraction) -> Fraction:
    """Return f(alpha), as the largest of the lines that are below the curve: 1 - x alpha' - ... for the ratios of the atoms."""
    ratios = [Fraction(p, q) for p, q in atoms if p and q]
    lines = [(1 - alpha - height(den, atoms, x)) / x for x in ratios]
    return max([Fraction(0), *lines])


def numbers(checker: ModuleType, work: Any, values: list[Value]) -> list[Any]:
    """Return numbers, and the infinities as they are written."""
    return [("inf" if y > 0 else "-inf") if isinstance(y, float) else number(checker, work, y) for y in values]


def check_arithmetic(checker: ModuleType, count: int) -> None:
    """Differences, multiples, fractions and orders of numbers, infinite ones included, are right."""
    random, work = Random(201), checker.Work(STEPS)
    infinities = [math.inf, -math.inf]
    for _ in range(count):
        a, b = (Fraction(random.randrange(-9, 10), random.choice((1, 2, 3, 10**20))) for _ in range(2))
        x, y = numbers(checker, work, [a, b])
        num, den = checker.difference(work, x, y)
        assert checker.rational(work, (num, den)) == (a - b).as_integer_ratio()
        assert work.sign((1, [den])) > 0
        assert checker.rational(work, x) == a.as_integer_ratio()
        factor = random.randrange(-3, 4) or 1
        assert checker.scaled(work, x[0], factor) == whole(checker, work, a.numerator * factor)
        assert x[0] == whole(checker, work, a.numerator)
        values: list[Value] = [a, random.choice((a, b)), *infinities]
        for i, one in enumerate(numbers(checker, work, values)):
            for j, other in enumerate(numbers(checker, work, values)):
                assert checker.ordered(work, one, other) == order(values[i], values[j])


def check_delta(checker: ModuleType, count: int) -> None:
    """Curves are compared rightly with a number, at infinity too."""
    random = Random(202)
    for _ in range(count):
        work, pair = checker.Work(STEPS), draw(random)
        x: Value = random.choice((math.inf, Fraction(random.randrange(1, 9), random.randrange(1, 5)), Fraction(1, 10**9)))
        truth = height(*pair, x)
        for y in (truth, truth + TINY, truth - TINY):
            place, what = numbers(checker, work, [x, y])
            assert checker.delta_against(work, pld(checker, work, *pair), place, what) == order(truth, y)


def check_epsilon(checker: ModuleType, count: int) -> None:
    """Epsilon is compared rightly with a number, or an infinity, also where the curve stays at delta or begins there."""
    random = Random(203)
    for _ in range(count):
        work, pair = checker.Work(STEPS), draw(random)
        x = Fraction(random.randrange(1, 9), random.randrange(1, 5))
        d = random.choice((Fraction(0), Fraction(1), height(*pair, math.inf), height(*pair, x), height(*pair, 1), Fraction(random.randrange(9), 9)))
        truth = exponential(*pair, d)
        flint.ctx.prec = 600
        near = floor(exact(truth).log() * arb(1, 200)) if truth and truth < math.inf else 0
        for y in (math.inf, -math.inf, Fraction(0), Fraction(near, 2**200), Fraction(near + 1, 2**200), Fraction(random.randrange(-50, 50), 7)):
            if isinstance(y, float):
                wanted = order(truth, math.inf if y > 0 else 0)
            elif y == 0 or not 0 < truth < math.inf:
                wanted = order(truth, 1)
            else:
                wanted = sign(exact(truth).log() - exact(y))
            level, what = numbers(checker, work, [d, y])
            assert checker.epsilon_against(work, pld(checker, work, *pair), level, what) == wanted
    work = checker.Work(STEPS)
    e, root = (checker.Sum({work.exponent(1, d, ()): 1}) for d in (1, 2))
    both, rest, leak = checker.Sum({**e, work.one: 1}), checker.Sum(e), checker.Sum({**e, work.one: 1})
    work.add(rest, root, -1)
    respond = checker.PLD(both, [(e, work.unit), (work.unit, e)])  # randomized response: h(x) = (e - x)/(e + 1) from 1/e to e
    leaky = checker.PLD(checker.Sum({**both, work.one: 2}), [(work.unit, checker.Sum()), (e, work.unit), (checker.Sum(), e)])
    work.add(leak, work.unit)
    half, one, two, none = (number(checker, work, y) for y in (Fraction(1, 2), 1, 2, 0))
    cases = ((respond, (rest, both), half, 0), (respond, (rest, both), one, -1), (respond, (rest, both), none, 1))
    cases += ((respond, none, one, 0), (respond, none, two, -1), (respond, none, half, 1))
    for pair, level, y, wanted in cases:
        assert checker.epsilon_against(work, pair, level, y) == wanted
    for y, wanted in ((one, 0), (two, -1), (half, 1), ("inf", -1)):  # h is the mass of +inf from e on
        assert checker.epsilon_against(work, leaky, (work.unit, leak), y) == wanted


def check_tradeoff(checker: ModuleType, count: int) -> None:
    """Trade-off curves are compared rightly with a number, at their ends and bends too."""
    random = Random(204)
    for _ in range(count):
        work, (den, atoms) = checker.Work(STEPS), draw(random)
        sums = [Fraction(sum(p for p, _ in atoms[:i]), den) for i in range(len(atoms) + 1)]
        alpha = random.choice((Fraction(0), Fraction(1), 1 - random.choice(sums), Fraction(random.randrange(12), 11)))
        truth = tradeoff(den, atoms, alpha)
        scale = random.choice((None, checker.Sum({work.exponent(1, 3, ((2, 1, 2),)): 1})))
        for y in (truth, truth + TINY, truth - TINY, Fraction(0)):
            place, what = numbers(checker, work, [alpha, y])
            assert checker.tradeoff_against(work, pld(checker, work, den, atoms, scale), place, what) == order(truth, y)


def check_renyi(checker: ModuleType, count: int) -> None:
    """Renyi divergences are compared rightly with a number, by enclosures and exactly; the enclosures are sharp."""
    random, boxes = Random(205), list[Any]()
    stand_in = checker.stand_in

    def spy(box: Any, bits: int) -> Any:
        boxes.append((box, bits))
        return stand_in(box, bits)

    for i in range(count):
        work, n = checker.Work(STEPS), random.choice((2, 3, 4, 9))
        pairs = [(random.choice((1, 1, 2, 3, 0)), draw(random)) for _ in range(random.choice((1, 1, 2)))]
        items = [(k, plain(checker, work, *pair)) for k, pair in pairs]
        infinite = any(k and not q for k, (_, atoms) in pairs for _, q in atoms)
        assert checker.renyi_against(work, items, n, "inf") == (0 if infinite else -1)
        if infinite:
            assert checker.renyi_against(work, items, n, number(checker, work, random.randrange(-9, 9))) == 1
            continue
        whole_moment = Fraction(1)
        for k, (den, atoms) in ((k, pair) for k, pair in pairs if k):
            whole_moment *= sum((Fraction(p**n, den * q ** (n - 1)) for p, q in atoms if p), Fraction(0)) ** k
        flint.ctx.prec = 900
        truth = exact(whole_moment).log() / (n - 1)
        for bits in (4, 66, 200):
            near = Fraction(floor(truth * arb(1, bits)) + random.choice((0, 1)), 2**bits)
            wanted = sign(truth - exact(near)) if whole_moment != 1 or near else 0
            boxes.clear()
            with replaced(checker, stand_in=spy, QUICK=checker.QUICK if bits < 200 or i % 2 else ()):
                assert checker.renyi_against(work, items, n, number(checker, work, near)) == wanted
            for box, precision in boxes:
                assert_holds(box, exact(whole_moment))
                assert exact(box[1] - box[0]) <= exact(box[1]) * arb(1, 10 - precision)


def check_renyi_ties(checker: ModuleType, _count: int) -> None:
    """Renyi divergences are compared rightly with their own values, and where a mass is not told from 0 by few bits."""
    work = checker.Work(STEPS)
    e = checker.Sum({work.exponent(1, 1, ()): 2})
    rest = checker.Sum({**e, work.one: -2})
    of_e = e, [(e, whole(checker, work, 2)), (checker.Sum(), rest)], "here"  # (1, 1/e), (0, 1 - 1/e): 1 for each order
    for n in (2, 3, 5):
        for y, wanted in ((Fraction(3), 0), (3 - TINY, 1), (3 + TINY, -1)):
            assert checker.renyi_against(work, [(1, of_e), (2, of_e)], n, number(checker, work, y)) == wanted
    close, rest = cancelled(checker, work, 100), checker.Sum(work.unit)  # between 0 and 1, as more than 64 bits tell
    work.add(rest, close, -1)
    tiny = work.unit, [(work.unit, close), (checker.Sum(), rest)], "here"  # the moments are close^(1 - n)
    flint.ctx.prec = 900
    truth = -(arb(1).exp() * arb(1, 100) - floor(arb(1).exp() * arb(1, 100))).log()
    for k in (1, 3):
        for shift in (0, 1):
            near = number(checker, work, Fraction(floor(truth * k * arb(1, 150)) + shift, 2**150))
            assert checker.renyi_against(work, [(k, tiny)], 4, near) == 1 - 2 * shift


def check_spends(checker: ModuleType, count: int) -> None:
    """Sums of spends, and the largest or the least of several pairs, are compared rightly with a number."""
    random = Random(206)
    for _ in range(count):
        work = checker.Work(STEPS)
        spends = [(random.choice((0, 1, 2, 17)), Fraction(random.randrange(-9, 10), random.randrange(1, 9))) for _ in range(random.randrange(1, 5))]
        truth = sum((k * each for k, each in spends), Fraction(0))
        at = [(k, number(checker, work, each)) for k, each in spends]
        values: list[Value] = [truth, truth + TINY, truth - TINY, math.inf, -math.inf]
        for y, what in zip(values, numbers(checker, work, values), strict=True):
            assert checker.exact_value(work, "spend", at, [], what) == order(truth, y)
        pairs = [draw(random) for _ in range(random.choice((1, 2, 3)))]
        plds = [pld(checker, work, *pair) for pair in pairs]
        x, alpha = Fraction(random.randrange(1, 9), random.randrange(1, 5)), Fraction(random.randrange(10), 9)
        largest, least = max(height(*pair, x) for pair in pairs), min(tradeoff(*pair, alpha) for pair in pairs)
        for gap in (Fraction(0), TINY, -TINY):
            a, b, c, d = numbers(checker, work, [x, largest + gap, alpha, least + gap])
            assert checker.exact_value(work, "delta", a, plds, b) == order(0, gap)
            assert checker.exact_value(work, "tradeoff", c, plds, d) == order(0, gap)
        value = max(exponential(*pair, alpha) for pair in pairs)
        zero, below = numbers(checker, work, [Fraction(0), -TINY])
        assert checker.exact_value(work, "clipped-epsilon", numbers(checker, work, [alpha])[0], plds, zero) == (value > 1)
        assert checker.exact_value(work, "clipped-epsilon", numbers(checker, work, [alpha])[0], plds, below) == 1
        assert checker.exact_value(work, "epsilon", numbers(checker, work, [alpha])[0], plds, zero) == order(value, 1)


def rule_of(checker: ModuleType, call: Any) -> str:
    """Return the rule by which something is rejected, "limit", or nothing."""
    try:
        call()
    except checker.Rejected as error:
        return str(error.rule)
    except checker.Limit:
        return "limit"
    return ""


def check_gdp(checker: ModuleType, count: int) -> None:
    """Tests that are said to break Gaussian privacy are judged rightly: the event, its two masses, the sum, the bounds."""
    random = Random(207)
    inputs: list[tuple[tuple[int, Masses], Fraction, Fraction, Value, Fraction]] = [
        (PAIRS["half"], Fraction(3, 2), Fraction(0), Fraction(1, 2), Fraction(1, 10)),
        (PAIRS["half"], Fraction(3, 2), Fraction(-1, 10**9), Fraction(1, 2), Fraction(0)),
        (PAIRS["P"], Fraction(1000), Fraction(-1), Fraction(1), Fraction(0)),
        (PAIRS["P"], Fraction(1000), Fraction(-1), 1 - TINY, Fraction(0)),
        (PAIRS["Q"], Fraction(2), Fraction(0), Fraction(63), Fraction(1)),
        (PAIRS["Q"], Fraction(2), Fraction(0), 64 + TINY, Fraction(0)),
        (PAIRS["all"], Fraction(2), Fraction(-1), -63 - TINY, Fraction(0)),
        (PAIRS["all"], Fraction(2), Fraction(-1), math.inf, Fraction(0)),
    ]
    for _ in range(count):
        pair, (n, d) = draw(random), deviation(random)
        ratios = [Fraction(p, q) for p, q in pair[1] if q and p] or [Fraction(1)]
        x = random.choice((*ratios, Fraction(random.randrange(1, 9), random.randrange(1, 5))))
        t = Fraction(random.choice((n % (3 * d), n, -n % d)) or 1, d)
        v = random.choice((math.inf, *[Fraction(random.randrange(-30, 60), 20)] * 9))
        inputs.append((pair, x, t, v, random.choice((Fraction(0), Fraction(1, 20)))))
    for (den, atoms), x, t, v, by in inputs:
        work = checker.Work(STEPS)
        p, q = (Fraction(sum(atom[side] for atom in atoms if atom[0] >= x * atom[1] and atom[0]), den) for side in (0, 1))
        flint.ctx.prec = 400 + 2 * tail(*t.as_integer_ratio())
        wanted = ""
        if (q > Fraction(1, 2)) if not t else exact(q) > phi(t):
            wanted = "R53-audit-gdp-level"
        elif isinstance(v, float):
            wanted = "R52-audit-violated"
        elif abs(t + v + by) > 64:
            wanted = "limit"
        elif (p <= Fraction(1, 2)) if t + v + by == 0 else exact(p) < phi(t + v + by):
            wanted = "R52-audit-violated"
        place, upper, more = numbers(checker, work, [x, v, by])
        says = {"upper": upper} | ({"by": more} if by else {})
        claim = {"x": place, "t": t.as_integer_ratio(), "says": says}
        plds = [pld(checker, work, *pair) for pair in ((den, atoms), PAIRS["none"])]
        assert rule_of(checker, lambda: checker.gdp(work, claim | {"pair": 0}, plds)) == wanted  # noqa: B023
        if abs(t + (0 if isinstance(v, float) else v)) < 5:
            assert rule_of(checker, lambda: checker.gdp(work, claim | {"pair": 1}, plds[::-1])) == wanted  # noqa: B023
        assert rule_of(checker, lambda: checker.gdp(work, claim | {"pair": 2}, plds)) == "R54-audit-index"  # noqa: B023


def impossible(of: str, at: Value, says: dict[str, Any]) -> bool:
    """Return whether no pair has what is said."""
    if "lower" in says:
        return bool(says["lower"] > says["upper"])
    y = says["value"]
    if y is None or of in ("epsilon", "spend"):
        return y is None
    return bool(y < 0 or y > {"delta": Fraction(1), "tradeoff": 1 - at}.get(of, math.inf))


def check_invalid(checker: ModuleType, count: int) -> None:
    """Values that are said are called impossible if and only if they are; points too, which have to increase."""
    random = Random(208)
    infinities = [math.inf, -math.inf]
    for _ in range(count):
        work, of = checker.Work(STEPS), random.choice(("delta", "epsilon", "clipped-epsilon", "tradeoff", "renyi", "gdp", "spend"))
        at = random.choice((Fraction(0), Fraction(1), Fraction(random.randrange(10), 9)))
        edge = [Fraction(0), Fraction(1), 1 - at, Fraction(random.randrange(-9, 20), 9)]
        a, b = (random.choice((*infinities, *(y + gap for y in edge for gap in (0, TINY, -TINY)))) for _ in range(2))
        for raw in ({"value": a}, {"value": None}, {"lower": a, "upper": b}, {"lower": a, "upper": a}):
            says = {key: "nan" if y is None else numbers(checker, work, [y])[0] for key, y in raw.items()}
            got = rule_of(checker, lambda: checker.invalid(work, of, number(checker, work, at), says))  # noqa: B023
            assert got == ("" if impossible(of, at, raw) else "R55-audit-invalid")
        of = random.choice(("delta", "tradeoff", "delta", "tradeoff", "epsilon", "renyi"))
        most = 3 if of in ("delta", "tradeoff") else 2
        places = [random.randrange(2, 6) if of == "renyi" else Fraction(random.randrange(1, 6), 5) for _ in range(random.randrange(2, most + 1))]
        places = sorted(places) if random.randrange(4) else places
        values: list[Value] = [Fraction(random.randrange(5), 4) for _ in places]
        if of in ("epsilon", "renyi") and random.randrange(2):
            values[random.randrange(2)] = random.choice(infinities)
        if len(places) == 3 and places[2] != places[0] and random.randrange(2):  # next to the chord
            start, end = Fraction(values[0]), Fraction(values[2])
            values[1] = start + (end - start) * (places[1] - places[0]) / (places[2] - places[0]) + random.choice((0, TINY, -TINY))
        if len(places) == 2:
            none = values[1] < values[0] if of == "renyi" else values[1] > values[0]
        else:
            none = (values[1] - values[0]) * (places[2] - places[0]) > (values[2] - values[0]) * (places[1] - places[0])
        rises = all(one < other for one, other in zip(places, places[1:], strict=False))  # noqa: RUF007
        points = zip([z if of == "renyi" else number(checker, work, z) for z in places], numbers(checker, work, values), strict=True)
        got = rule_of(checker, lambda: checker.invalid(work, of, None, {"points": list(points)}))  # noqa: B023
        assert got == ("R56-audit-points" if not rises else "" if none else "R55-audit-invalid")


COUNTS = {
    check_arithmetic: 500,
    check_delta: 500,
    check_epsilon: 500,
    check_tradeoff: 500,
    check_renyi: 200,
    check_renyi_ties: 1,
    check_spends: 300,
    check_gdp: 200,
    check_invalid: 1_500,
}


@pytest.mark.parametrize("check", COUNTS, ids=lambda check: check.__name__[6:])
def test_of_many_inputs(check: Any, checker: ModuleType) -> None:
    """The named part of the checker is right on many inputs."""
    with flint.ctx.workprec(53):  # each check changes it
        check(checker, COUNTS[check])
