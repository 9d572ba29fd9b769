"""Discretised PLDs against exact ones: every verdict by a second algorithm, planted faults, planted ties, real float data."""

import math
import random
from fractions import Fraction

import flint
import mpmath
import pytest
from mpmath import iv

from exact import (
    PLD,
    approx,
    engine,
    exact_float,
    exp,
    find_witness,
    geometric,
    grid_ties,
    identity,
    inf,
    number,
    rr,
    table,
    total_leak,
)
from exact import grid as grid_module
from exact.discretised import ENTRY_LIMIT, Defect, GridPLD
from exact.engine import grids
from exact.errors import OutOfRange, TooLarge, Undecided, Unsupported
from exact.grid import Excess, find_above, find_below

HALF, QUARTER, TINY = Fraction(1, 2), Fraction(1, 4), Fraction(1, 2**70)


# --- a second algorithm: exact numbers, one by one ---------------------------------------------------------------------------------------


def curve(grid, x):
    """c(x), by its definition, as an exact number."""
    total = number(grid.infinite)
    for i, m in grid.atoms:
        weight = 1 - x * exp(-i * grid.unit)
        if weight.sign() > 0:
            total += m * weight
    return total


def brute_force(pld, grid, above, least=None):
    """All knots of either curve in the domain at which one exceeds the other, with the excess, in increasing order."""
    points = {exp(i * grid.unit) for i, m in grid.atoms if m} | set(pld.knots)
    if least is not None:
        points = {x for x in points if x > least} | {least}
    sign = 1 if above else -1
    found = [(x, sign * (pld.hockey_stick(x) - curve(grid, x))) for x in sorted(points)]
    limit = sign * (1 - grid.total()) if least is None else 0
    return [(x, d) for x, d in found if d.sign() > 0], max(limit, 0)


def check(pld, grid, above, least=None):
    """The verdict, the first and the worst place, and all bounds, against the second algorithm."""
    found = (find_above if above else find_below)(pld, grid, least)
    exceeding, limit = brute_force(pld, grid, above, None if least is None else exp(least))
    assert (found is None) == (not exceeding and not limit)
    if found is None:
        return None
    sign = 1 if above else -1
    for at in (found.first, found.worst, found.first_knot):
        if at is not None:
            value = sign * (pld.hockey_stick(at.x) - curve(grid, at.x))
            assert at.lower <= value <= at.upper
            assert value.sign() > 0
            assert at.lower > 0
            assert at.upper - at.lower <= at.lower / 2**40
    assert found.undecided == 0
    assert found.limit == (limit or None)
    largest = max([number(limit), *(d for _, d in exceeding)])
    assert largest <= found.bound
    assert number(found.bound) * (1 - Fraction(1, 2**20)) <= max(largest, found.worst.upper)
    assert found.worst.upper >= found.first.lower
    places = knots_looked_at(pld, grid, above) | (set() if least is None else {exp(least)})
    looked_at = [x for x, _ in exceeding if x in places]
    assert found.knots == len(looked_at)
    if looked_at:
        assert found.first_knot.x == looked_at[0]
        assert limit or found.first == found.first_knot
        assert max(d for _, d in exceeding) <= max(found.worst.upper, limit)
    else:
        assert found.first_knot is None
    if limit:
        assert found.first.x < min([number(1), *(exp(i * grid.unit) for i, m in grid.atoms if m)])
        assert found.first.lower > limit * Fraction(99, 100)
    return found


def knots_looked_at(pld, grid, above):
    of_grid = {exp(i * grid.unit) for i, m in grid.atoms if m}
    if above:
        return of_grid
    return set(pld.knots) | (of_grid if any(m < 0 for _, m in grid.atoms) else set())


def dyadic(draw, bits=6):
    return Fraction(draw.randint(0, 2**bits), 2**bits * draw.choice([1, 2, 4, 64]))


def random_grid(draw, *, negative=False):
    """A few atoms, often near a PLD: adding up to 1, or to something else."""
    unit = draw.choice([Fraction(1, 4), Fraction(1, 3), Fraction(0.1), Fraction(1)])
    indices = sorted(draw.sample(range(-8, 9), draw.randint(0, 6)))
    masses = [dyadic(draw) / 4 for _ in indices]
    if negative and masses:
        masses[draw.randrange(len(masses))] *= -1
    infinite = draw.choice([Fraction(0), dyadic(draw) / 4])
    if masses and draw.random() < 0.7:  # total 1
        masses[-1] += 1 - infinite - sum(masses)
        if not negative and masses[-1] < 0:
            return random_grid(draw)
    return GridPLD(unit, tuple(zip(indices, masses, strict=True)), infinite)


def partner(grid):
    """The exact PLD of a grid of positive masses with total 1 and mean at most 1: the same curve."""
    rows = [(number(m), m * exp(-i * grid.unit)) for i, m in grid.atoms if m]
    rest = 1 - sum((q for _, q in rows), number(0))
    rows += [(number(grid.infinite), number(0))] if grid.infinite else []
    return table([*rows, (number(0), rest)] if rest else rows)


PLDS = {
    "rr": rr(1), "rr composed": 3 * rr("1/2"), "on the grid": 2 * rr(HALF), "rational": rr("log(3)"), "approx": approx(1, "1/8"),
    "leak": approx(0, "1/4"), "identity": identity(), "total leak": total_leak(), "geometric": geometric("1/2", 2),
    "asymmetric": table([("1/2", "1/4"), ("1/4", "1/2"), ("1/4", "1/4")]), "float": 2 * rr(Fraction(0.1)),
    "cofactors": rr(1) | approx(0, "1/4"),
}  # fmt: skip


@pytest.mark.parametrize("name", PLDS)
@pytest.mark.parametrize("seed", range(12))
def test_against_exact_numbers(name, seed):
    draw = random.Random(f"{name} {seed}")
    grid = random_grid(draw, negative=seed % 4 == 3)
    least = draw.choice([None, None, 0, Fraction(1, 2), Fraction(-5, 4)])
    for above in (True, False):
        check(PLDS[name], grid, above, least)


def rounded(pld, unit, *, up):
    """A grid with the losses of a PLD moved up, or down, to multiples of the unit, masses rounded to 2^-80 up, or down."""
    masses = {}
    infinite = Fraction(0)
    for p, q in pld.atoms:
        mass = Fraction(-((-p.upper(40) * 2**80) // 1) if up else (p.lower(40) * 2**80) // 1, 2**80)
        if not q:
            infinite += mass
        elif p:
            low, high = (p / q).bounds(40)
            with mpmath.workdps(60):
                ratio = mpmath.log(mpmath.mpf(high if up else low)) / (mpmath.mpf(unit.numerator) / unit.denominator)
                i = int(mpmath.ceil(ratio) if up else mpmath.floor(ratio))
            masses[i] = masses.get(i, Fraction(0)) + mass
    return GridPLD(unit, tuple(sorted(masses.items())), infinite)


@pytest.mark.parametrize("name", [name for name in PLDS if name != "total leak"])
def test_bounds_are_bounds(name):
    pld = PLDS[name]
    for unit in (Fraction(1, 7), Fraction(1e-3)):
        upper, lower = rounded(pld, unit, up=True), rounded(pld, unit, up=False)
        assert check(pld, upper, above=True) is None
        assert check(pld, lower, above=False) is None
        if name not in ("leak", "identity"):
            assert find_below(pld, upper) is not None
            assert find_above(pld, lower) is not None


def test_all_of_a_mechanism_against_intervals(monkeypatch):
    """The difference at every knot of a float grid, by mpmath's interval arithmetic."""
    draw = random.Random(5)
    pld = 20 * rr("1/2")
    for _ in range(3):
        weights = [draw.random() for _ in range(60)]
        grid = GridPLD.from_floats([w / sum(weights) for w in weights], interval=0.37, first=-30)
        monkeypatch.setattr(iv, "prec", 200)
        unit = iv.mpf(grid.unit.numerator) / grid.unit.denominator
        rows = [(iv.mpf([p.bounds(70)[0], p.bounds(70)[1]]), iv.mpf([q.bounds(70)[0], q.bounds(70)[1]])) for p, q in pld.atoms]
        knots = [iv.exp(i * unit) for i, _ in grid.atoms]
        signs = []
        for j, x in enumerate(knots):
            h = sum((p - x * q for p, q in rows if (p / q).a > x.b), iv.mpf(0))
            above = zip(grid.atoms[j + 1 :], knots[j + 1 :], strict=True)
            c = sum((iv.mpf(m.numerator) / m.denominator * (1 - x / y) for (_, m), y in above), iv.mpf(0))
            signs.append(1 if (h - c).a > 0 else -1 if (h - c).b < 0 else 0)
        assert signs.count(0) <= 2  # where both curves are 0
        found = find_above(pld, grid)
        assert found.knots == signs.count(1)
        assert found.first_knot.x == grid.knot(grid.atoms[signs.index(1)][0])


# --- ties --------------------------------------------------------------------------------------------------------------------------------


def test_equal_curves_tie():
    """Rational masses at the losses 0 and +inf: the same curve, so neither exceeds."""
    grid = GridPLD.from_floats([0.75], 0.25, losses=[0.0])
    assert find_above(approx(0, "1/4"), grid) is None
    assert find_below(approx(0, "1/4"), grid) is None
    assert find_above(identity(), GridPLD(Fraction(1), ((0, Fraction(1)),), Fraction(0))) is None
    assert find_below(identity(), GridPLD(Fraction(1), ((0, Fraction(1)),), Fraction(0))) is None
    nothing = GridPLD(Fraction(1), (), Fraction(1))
    assert find_above(total_leak(), nothing) is None
    assert find_below(total_leak(), nothing) is None


def tied_grid(draw, n, *, unit=Fraction(0.01)):
    """A grid of n random float masses, adding up to exactly 1, that is a PLD: most of the mass at positive losses."""
    weights = [draw.randint(1, 2**20) for _ in range(n)]
    total = 1 << (sum(weights) - 1).bit_length()
    infinite = Fraction(total - sum(weights), total)
    return GridPLD(unit, tuple((3 * j - n // 2 + 1, Fraction(w, total)) for j, w in enumerate(weights)), infinite)


@pytest.mark.parametrize("n", [1, 2, 5, 40])
def test_ties_at_every_knot_are_decided(n):
    draw = random.Random(n)
    grid = tied_grid(draw, n)
    pld = partner(grid)
    assert find_above(pld, grid) is None
    assert find_below(pld, grid) is None
    for least in (0, Fraction(1, 100), 1, -1):
        assert find_above(pld, grid, least) is None
        assert find_below(pld, grid, least) is None


@pytest.mark.parametrize("n", [2, 5, 40])
@pytest.mark.parametrize("amount", [TINY, Fraction(1, 2**110), Fraction(1, 2**700)])
def test_planted_faults_of_one_atom(n, amount):
    """One mass a little smaller: refuted from above exactly at the knots below it, and near 0; a little larger: from below."""
    draw = random.Random(n)
    grid = tied_grid(draw, n)
    pld = partner(grid)
    at = draw.randrange(1, n)
    i, m = grid.atoms[at]
    for sign, find, other in ((-1, find_above, find_below), (1, find_below, find_above)):
        changed = GridPLD(grid.unit, (*grid.atoms[:at], (i, m * (1 + sign * amount)), *grid.atoms[at + 1 :]), grid.infinite)
        assert other(pld, changed) is None
        found = find(pld, changed)
        assert found.limit == m * amount
        assert found.knots == at
        assert found.first_knot.x == grid.knot(grid.atoms[0][0])
        assert find(pld, changed, i * grid.unit) is None
        last = find(pld, changed, grid.atoms[at - 1][0] * grid.unit)
        assert last.knots == 1
        assert last.first.x == grid.knot(grid.atoms[at - 1][0])
        exactly = m * amount * (1 - exp((grid.atoms[at - 1][0] - i) * grid.unit))
        assert last.first.lower <= exactly <= last.first.upper
        assert last.first.upper - last.first.lower <= last.first.lower / 2**40
        assert last.limit is None


def test_planted_fault_of_a_total_that_stays():
    """2^-70 of a mass moved down by one step: less than before only between the two knots, and above them."""
    grid = tied_grid(random.Random(0), 30)
    pld = partner(grid)
    (i, m), (j, n) = grid.atoms[10:12]
    changed = GridPLD(grid.unit, (*grid.atoms[:10], (i, m + n * TINY), (j, n - n * TINY), *grid.atoms[12:]), grid.infinite)
    found = find_above(pld, changed)
    assert found.limit is None
    assert found.first == found.first_knot
    assert found.knots == 11
    assert found.worst.x == grid.knot(i)
    assert find_below(pld, changed) is None


def test_planted_fault_in_a_tail_of_1e_300():
    """One of 2,000 binomial atoms, whose mass is below 1e-300, lacks 2^-70 of itself; elsewhere the grid is generous."""
    pld = 2_000 * rr("1/2")
    unit = HALF
    rows = [(p.upper(40), 2 * k - 2_000) for k, (p, _) in zip(range(2_000, -1, -1), pld.atoms, strict=True)]
    fine = {i: Fraction(-((-p * 2**1300) // 1), 2**1300) for p, i in rows}
    infinite = Fraction(0)
    grid = GridPLD(unit, tuple(sorted(fine.items())), infinite)
    assert find_above(pld, grid, -500) is None
    at = next(i for i in sorted(fine) if i > 0 and fine[i] < Fraction(1, 10**300))
    changed = GridPLD(unit, tuple((i, m * (1 - TINY) if i == at else m) for i, m in sorted(fine.items())), infinite)
    found = find_above(pld, changed, -500)
    assert found.undecided == 0
    assert found.bound < Fraction(1, 10**300)
    assert found.first_knot.x <= grid.knot(at - 2)


def test_infinite_masses_are_compared_exactly():
    pld = 3 * approx(HALF, "1/8")
    infinite = 1 - Fraction(7, 8) ** 3
    for change, above, below in ((0, False, False), (-TINY, True, False), (TINY, False, True)):
        grid = GridPLD(HALF, ((3, 1 - infinite - change),), infinite + change)
        assert (find_above(pld, grid, Fraction(3, 2)) is not None) == above
        assert (find_below(pld, grid, Fraction(3, 2)) is not None) == below


def test_tie_with_long_masses_beside_a_long_denominator():
    """Knots at which both curves are equal, with masses over (1 + e)^k, are not refuted and not guessed."""
    pld = 30 * rr(1)
    grid = GridPLD(Fraction(1), ((30, Fraction(1)),), Fraction(0))
    assert find_above(pld, grid) is None
    assert find_below(identity(), GridPLD(Fraction(1), ((0, Fraction(1)),), Fraction(0)), 0) is None


def test_long_denominators_are_not_multiplied_out_for_ties():
    grid = GridPLD(Fraction(1), ((0, Fraction(1)),), Fraction(0))
    with pytest.raises(TooLarge, match="denominator"):
        grid_ties.settle((10_000 * rr(1)).canonical, grid, [grid_ties.Tie(1, 1, 5_000, 0)])


def test_undecided_is_an_exception(monkeypatch):
    grid = tied_grid(random.Random(3), 20)
    pld = partner(grid)
    monkeypatch.setattr(grid_ties, "TIE_LIMIT", -1)
    with pytest.raises(Undecided, match="could not be decided"):
        find_above(pld, grid)
    with pytest.raises(Undecided, match="could not be decided"):
        find_below(pld, grid)
    smaller = GridPLD(grid.unit, ((grid.atoms[0][0], grid.atoms[0][1] * (1 - TINY)), *grid.atoms[1:]), grid.infinite)
    found = find_above(pld, smaller)  # ties above the fault stay open, which is said
    assert found.limit == grid.atoms[0][1] * TINY
    assert found.undecided > 0


def test_excess_that_only_exact_sums_find(monkeypatch):
    """With enclosures of 128 bits alone, a fault of 2^-700 is found by the exact sums, with a bound that holds."""
    grid = tied_grid(random.Random(4), 10)
    pld = partner(grid)
    i, m = grid.atoms[5]
    changed = GridPLD(grid.unit, (*grid.atoms[:5], (i, m - Fraction(1, 2**700)), *grid.atoms[6:]), grid.infinite)
    monkeypatch.setattr(grid_module, "precisions", lambda _: iter([128]))
    found = find_above(pld, changed, -3)
    assert found.knots == 6  # with the start of the domain
    assert found.worst.upper > 0
    assert found.bound >= Fraction(1, 2**720)
    assert found.undecided == 0


def test_short_denominators_and_long_ones_are_settled_alike(monkeypatch):
    draw = random.Random(6)
    pld = 2 * rr(QUARTER)
    for _ in range(10):
        grid = random_grid(draw)
        ties = [grid_ties.Tie(x.numerator, x.denominator.expand(), *above_counts(pld, grid, x)) for x in (*pld.knots, number(2))]
        signs = [(pld.hockey_stick(x) - curve(grid, x)).sign() for x in (*pld.knots, number(2))]
        assert grid_ties.settle(pld.canonical, grid, ties) == signs
        with monkeypatch.context() as patched:
            patched.setattr(grid_ties, "SHORT_SCALE", 0)
            assert grid_ties.settle(pld.canonical, grid, ties) == signs


def above_counts(pld, grid, x):
    return sum(1 for k in pld.knots if k > x), sum(1 for i, m in grid.atoms if m and exp(i * grid.unit) > x)


# --- limits and domains ------------------------------------------------------------------------------------------------------------------


def test_missing_mass_is_refuted_near_zero():
    """A total of 1 - 2^-53, above the PLD everywhere else: h(0+) = 1 exceeds it."""
    grid = GridPLD.from_floats([1 - 2.0**-53], losses=[3.0])
    found = find_above(rr(1), grid)
    assert found.limit == Fraction(1, 2**53)
    assert found.knots == 0
    assert found.first_knot is None
    assert found.first.x < Fraction(1, 2**53)
    assert find_above(rr(1), grid, -1) is None
    assert find_above(rr(1), grid, -40) is not None
    assert [d.kind for d in grid.defects()] == []


def test_nothing_at_all():
    empty = GridPLD(Fraction(1), (), Fraction(0))
    assert find_below(rr(1), empty) is None
    found = find_above(rr(1), empty)
    assert found.limit == 1
    assert found.bound == 1
    assert find_above(rr(1), empty, 2) is None
    assert find_above(rr(1), empty, 1) is None
    assert find_above(rr(1), empty, Fraction(99, 100)).first.x == exp(Fraction(99, 100))


def test_domain_begins_where_it_is_told():
    pld = rr("log(3)")
    grid = GridPLD(Fraction(1), ((-1, QUARTER), (1, 3 * QUARTER)), Fraction(0))
    found = find_above(pld, grid, "log(2)")
    assert found.first.x == 2
    assert found.first.lower <= QUARTER - curve(grid, number(2)) <= found.first.upper
    assert find_above(pld, grid, "log(3)") is None
    assert find_above(pld, grid, 5) is None
    for bad in (inf, -inf):
        with pytest.raises(OutOfRange, match="finite loss"):
            find_above(pld, grid, bad)


def test_worst_place_is_that_of_the_exact_order():
    """A grid that is a PLD, as an exact one: the same worst place as the Blackwell order finds."""
    draw = random.Random(11)
    pld = 5 * rr("1/10")
    for _ in range(5):
        grid = tied_grid(draw, 12, unit=Fraction(0.05))
        other = partner(grid)
        for found, witness in ((find_above(pld, grid), find_witness(pld, other)), (find_below(pld, grid), find_witness(other, pld))):
            assert (found is None) == (witness is None)
            if found is not None:
                assert found.worst.x == witness
                assert isinstance(found.worst, Excess)


# --- places on the grid ------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("unit", [Fraction(1, 3), Fraction(1e-4), Fraction(1, 2**300)])
def test_places_of_ratios(unit):
    grid = GridPLD(unit, (), Fraction(0))
    for pld in PLDS.values():
        for i, key in enumerate(pld.canonical.keys):
            place = grid.place(key)
            x = pld.canonical.ratio(i)
            index = -(-place // 2)
            if place % 2 == 0:
                assert x == grid.knot(index)
            else:
                assert grid.knot(index - 1) < x < grid.knot(index)
            assert grid.place(key, pld.canonical.logs()[i]) == place


def test_places_of_ratios_that_are_close_to_the_grid():
    """ln 3 and a unit that agree to 200 bits, on either side."""
    with mpmath.workprec(400):
        near = int(mpmath.floor(mpmath.log(3) * mpmath.mpf(2) ** 200))
    key = rr("log(3)").canonical.keys[0]
    assert GridPLD(Fraction(near, 2**200), (), Fraction(0)).place(key) == 3
    assert GridPLD(Fraction(near + 1, 2**200), (), Fraction(0)).place(key) == 1


def test_ratio_that_is_a_power_of_e_in_disguise():
    """A long quotient that is e exactly, with cofactors that are not seen to cancel, still lies on the grid."""
    core = (exp(1) + 2).numerator
    squared = ((exp(1) + 2) * (exp(1) + 2)).numerator
    key = (1, 1, (1, 1, ()), ((core, 2), (squared, -1)))
    grid = GridPLD(HALF, (), Fraction(0))
    assert grid.place(key) == 4
    assert grid.place(key, (2**96 - 1, 2**96)) == 4
    assert grid.place(key, (2**96, 2**96 + 1)) == 4
    assert GridPLD(Fraction(2), (), Fraction(0)).place(key) == 1


# --- defects -----------------------------------------------------------------------------------------------------------------------------


def kinds(grid):
    return [d.kind for d in grid.defects()]


def test_defects():
    good = GridPLD.from_floats([0.25, 0.5], 0.25, interval=0.1, first=0)
    assert good.defects() == ()
    negative = GridPLD.from_floats([0.5, -2.0**-60, -0.25], 0.25, interval=0.1, first=3)
    assert negative.defects() == (Defect("negative mass", Fraction(-1, 2**60), Fraction(-1, 2**60), 4),)
    assert GridPLD(Fraction(1), (), Fraction(-1, 4)).defects() == (Defect("negative mass", -QUARTER, -QUARTER),)
    heavy = GridPLD.from_floats([1.0], 2.0**-1074, interval=1.0, first=1)
    assert heavy.defects() == (Defect("total mass", 1 + Fraction(1, 2**1074), 1 + Fraction(1, 2**1074)),)
    assert kinds(GridPLD.from_floats([1.0], interval=1e-9, first=-1)) == ["mean"]
    low, high = GridPLD.from_floats([1.0], interval=1.0, first=-1).defects()[0].lower, exp(1)
    assert low <= high
    assert high - low < Fraction(1, 2**90)


def test_mean_of_exactly_one_is_no_defect():
    assert GridPLD(Fraction(1), ((0, Fraction(1)),), Fraction(0)).defects() == ()
    assert GridPLD(Fraction(1), ((-1, Fraction(0)), (0, Fraction(1))), Fraction(0)).defects() == ()
    assert kinds(GridPLD(Fraction(1), ((0, 1 + TINY),), Fraction(0))) == ["total mass", "mean"]


@pytest.mark.parametrize("bits", [100, 1000])
def test_mean_that_is_one_up_to_many_bits(bits):
    """Half of the mass under Q at the loss 1, the rest at -1: m e^-1 + n e = 1 up to 2^-bits, on either side."""
    with mpmath.workprec(1400):
        rest = (1 - mpmath.mpf(1) / 2 * mpmath.exp(-1)) * mpmath.exp(-1)
        n = Fraction(int(mpmath.floor(rest * mpmath.mpf(2) ** bits)), 2**bits)
    assert kinds(GridPLD(Fraction(1), ((-1, n), (1, HALF)), Fraction(0))) == []
    assert kinds(GridPLD(Fraction(1), ((-1, n + Fraction(1, 2**bits)), (1, HALF)), Fraction(0))) == ["mean"]


def test_mean_too_close_to_one(monkeypatch):
    with mpmath.workprec(1400):
        rest = (1 - mpmath.mpf(1) / 2 * mpmath.exp(-1)) * mpmath.exp(-1)
        n = Fraction(int(mpmath.floor(rest * mpmath.mpf(2) ** 1300)), 2**1300)
    monkeypatch.setattr("exact.discretised.precisions", lambda _: iter([128]))
    with pytest.raises(Undecided, match="mean"):
        GridPLD(Fraction(1), ((-1, n), (1, HALF)), Fraction(0)).defects()


# --- curves, import, limits --------------------------------------------------------------------------------------------------------------


def test_curve_of_a_grid():
    draw = random.Random(2)
    for _ in range(20):
        grid = random_grid(draw, negative=draw.random() < 0.5)
        for x in (number(1), exp(HALF), number("1/3"), exp(-2), exp(40), grid.knot(3)):
            low, high = grid.hockey_stick(x)
            exactly = curve(grid, x)
            assert low <= exactly <= high
            assert high - low < Fraction(1, 2**100)
        assert grid.hockey_stick(0) == (grid.total(), grid.total())
        assert grid.hockey_stick(exp(100)) == (grid.infinite, grid.infinite)
        low, high = grid.mean()
        assert low <= sum((m * exp(-i * grid.unit) for i, m in grid.atoms), number(0)) <= high
    with pytest.raises(OutOfRange, match="x >= 0"):
        grid.hockey_stick(-1)


def test_floats_are_what_they_are():
    grid = GridPLD.from_floats([0.1, 0.0, 0.2], 0.7, interval=0.1, first=-1)
    assert grid.unit == exact_float(0.1)
    assert grid.atoms == ((-1, Fraction(0.1)), (1, Fraction(0.2)))
    assert grid.infinite == Fraction(0.7)
    assert grid.total() == Fraction(0.1) + Fraction(0.2) + Fraction(0.7)
    assert hash(grid) == hash(GridPLD(grid.unit, grid.atoms, grid.infinite))
    assert repr(grid) == "<GridPLD of 2 atoms, unit 3602879701896397/36028797018963968>"


def test_losses_that_are_no_regular_grid():
    """Any float losses, in any order: a common unit, merged where they are equal, +inf to the infinite mass."""
    losses = [0.3, -1e-3, 0.1, 0.3, float("inf"), float("-inf"), 7.0]
    grid = GridPLD.from_floats([0.25, 0.125, 0.0625, 0.125, 0.25, 0.0, 0.0], 0.125, losses=losses)
    assert grid.infinite == Fraction(3, 8)
    assert {i * grid.unit: m for i, m in grid.atoms} == {
        Fraction(0.3): Fraction(3, 8), Fraction(-1e-3): Fraction(1, 8), Fraction(0.1): Fraction(1, 16),
    }  # fmt: skip
    check(rr(1), grid, above=True)
    check(rr(1), grid, above=False)
    assert GridPLD.from_floats([0.5, 0.5], losses=[0.75, -0.5]).unit == QUARTER
    assert GridPLD.from_floats([0.5, 0.5], losses=[6.0, -4.0]).atoms == ((-2, HALF), (3, HALF))
    assert GridPLD.from_floats([1.0], losses=[0.0]).atoms == ((0, Fraction(1)),)
    tiny = GridPLD.from_floats([0.5, 0.5], losses=[5e-324, 20.0])
    assert tiny.unit == Fraction(5e-324)
    assert find_above(rr(1), tiny) is None
    assert find_above(rr(2), tiny) is not None
    assert find_below(rr("log(3)"), tiny) is not None


def test_grid_and_losses_give_the_same_verdicts():
    draw = random.Random(8)
    weights = [draw.random() for _ in range(50)]
    masses = [w / sum(weights) for w in weights]
    regular = GridPLD.from_floats(masses, interval=0.125, first=-20)
    listed = GridPLD.from_floats(masses, losses=[0.125 * i for i in range(-20, 30)])
    assert regular == listed
    fine = GridPLD.from_floats([*masses, 0.0], losses=[0.125 * i for i in range(-20, 31)])
    assert fine == listed


@pytest.mark.parametrize(
    ("make", "error", "words"),
    [
        (lambda: GridPLD.from_floats([float("nan")], interval=0.1), OutOfRange, "no real number"),
        (lambda: GridPLD.from_floats([0.5], float("inf"), interval=0.1), OutOfRange, "infinite mass"),
        (lambda: GridPLD.from_floats([0.5], losses=[float("nan")]), OutOfRange, "a loss with mass"),
        (lambda: GridPLD.from_floats([0.5], losses=[float("-inf")]), OutOfRange, "a loss with mass"),
        (lambda: GridPLD.from_floats([0.5], losses=[0.5, 1.0]), OutOfRange, "one loss a mass"),
        (lambda: GridPLD.from_floats([0.5]), TypeError, "either"),
        (lambda: GridPLD.from_floats([0.5], losses=[1.0], interval=1.0), TypeError, "either"),
        (lambda: GridPLD.from_floats([True], interval=1.0), TypeError, "bool"),
        (lambda: GridPLD.from_floats([0.5], interval=0.0), OutOfRange, "unit"),
        (lambda: GridPLD.from_floats([0.5], interval=-1.0), OutOfRange, "unit"),
        (lambda: GridPLD.from_floats([0.5], interval=1.0, first=10_001), TooLarge, "10000 nats"),
        (lambda: GridPLD.from_floats([0.5], losses=[-1e5]), TooLarge, "10000 nats"),
        (lambda: GridPLD.from_floats(range(ENTRY_LIMIT + 1), interval=1.0), TooLarge, "beyond the limit"),
        (lambda: GridPLD.from_floats([0.5], losses=[Fraction(1, 3**2000)]), TooLarge, "denominator"),
        (lambda: GridPLD(Fraction(1, 3**2000), (), Fraction(0)), TooLarge, "unit"),
        (lambda: GridPLD(Fraction(1), ((0, Fraction(1, 3)),), Fraction(0)), OutOfRange, "dyadic"),
        (lambda: GridPLD(Fraction(1), ((0, Fraction(1, 2**2000)),), Fraction(0)), TooLarge, "bits"),
        (lambda: GridPLD(Fraction(1), ((0, HALF), (0, HALF)), Fraction(0)), OutOfRange, "increase strictly"),
        (lambda: GridPLD(Fraction(1), ((1, HALF), (0, HALF)), Fraction(0)), OutOfRange, "increase strictly"),
        (lambda: GridPLD(0.1, (), Fraction(0)), TypeError, "float"),
        (lambda: GridPLD(Fraction(1), ((0, 0.5),), Fraction(0)), TypeError, "float"),
        (lambda: GridPLD(Fraction(1), ((0.0, HALF),), Fraction(0)), TypeError, "index"),
        (lambda: GridPLD(Fraction(1), ((True, HALF),), Fraction(0)), TypeError, "index"),
    ],
)
def test_refusals(make, error, words):
    with pytest.raises(error, match=words):
        make()


def test_number_of_atoms_is_bounded(monkeypatch):
    monkeypatch.setattr("exact.discretised.ATOM_LIMIT", 3)
    assert len(GridPLD.from_floats([0.25, 0.0, 0.25, 0.0, 0.5], interval=1.0).atoms) == 3
    for make in (
        lambda: GridPLD.from_floats([0.25] * 4, interval=1.0),
        lambda: GridPLD.from_floats([0.25] * 4, losses=[1.0, 2.0, 3.0, 4.0]),
        lambda: GridPLD(Fraction(1), tuple((i, QUARTER) for i in range(4)), Fraction(0)),
    ):
        with pytest.raises(TooLarge, match="4 atoms"):
            make()


def test_losses_of_unlike_denominators_need_no_dyadic_unit():
    grid = GridPLD.from_floats([HALF, HALF], losses=[Fraction(1, 3), Fraction(-1, 2)])
    assert {i * grid.unit: m for i, m in grid.atoms} == {Fraction(1, 3): HALF, Fraction(-1, 2): HALF}


# --- the engine --------------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("indices", [[-5, -4, 0, 3, 9], [0], [-700, 7, 10**6], [], [2], [-3, -2, -1]])
def test_powers_of_tables_are_those_of_single_exponentials(indices):
    with engine.balls.precision(128):
        for ball, i in zip(grids._powers(indices, (1, 1000)), indices, strict=True):
            lo, hi, s = engine.balls.enclosure(ball)
            low, high = (Fraction(n) * Fraction(2) ** s for n in (lo, hi))
            assert low <= exp(Fraction(-i, 1000)) <= high
            assert high - low <= high / 2**100


def test_largest_excess_is_bounded_by_all():
    """The one with the largest lower bound is not the one with the largest upper bound."""
    found = grids.Excesses([flint.arb(1, 0.25), flint.arb(2, 0.25), flint.arb(1, 5), flint.arb(2, 0.25)], 64)
    assert found.signs == [1, 1, None, 1]
    best, (lo, hi, s) = found.largest([0, 1, 2, 3])
    assert best == 1
    assert Fraction(17, 10) < lo * Fraction(2) ** s <= Fraction(7, 4)
    assert 6 <= hi * Fraction(2) ** s < 7
    assert grids.Excesses([flint.arb(0), flint.arb(-1)], 64).signs == [0, -1]


def test_masses_longer_than_the_precision_are_enclosed():
    m = Fraction(2**1000 + 1, 2**1001)
    grid = GridPLD(Fraction(1), ((0, m),), Fraction(0))
    low, high = grid.mean()
    assert low <= m <= high
    assert find_above(identity(), GridPLD(Fraction(1), ((0, m), (1, 1 - m)), Fraction(0))) is None


# --- long compositions -------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [5_000, pytest.param(100_000, marks=pytest.mark.slow)])
def test_many_atoms_against_a_long_composition(size):
    """rr(0.1) a thousand times, its atoms moved up to the grid and its masses rounded up, is below; one mass of the tail less
    2^-70 of itself is found.
    """
    k, eps = 1000, Fraction(0.1)
    pld = k * rr(eps)
    unit = Fraction(202 / size)
    filler = Fraction(1, 2**1074)
    masses = dict.fromkeys(range(-size // 2, size - size // 2), filler)
    for (p, _), j in zip(pld.atoms, range(k, -1, -1), strict=True):
        masses[-((-(2 * j - k) * eps) // unit)] += Fraction(-((-p.upper(30) * 2**1000) // 1), 2**1000)
    grid = GridPLD(unit, tuple(masses.items()), Fraction(0))
    assert find_above(pld, grid) is None
    assert find_below(pld, grid).undecided == 0
    place = max(i for i, m in masses.items() if m > 2 * filler)
    top = masses[place]
    found = find_above(pld, GridPLD(unit, tuple({**masses, place: top / 2}.items()), Fraction(0)), 0)
    assert found.undecided == 0
    assert found.bound < top
    assert found.first_knot.x < grid.knot(place)
    assert find_above(pld, GridPLD(unit, tuple({**masses, place: top / 2}.items()), Fraction(0)), place * unit) is None


def test_long_compositions_are_not_multiplied_out_for_enclosures():
    """Ten thousand folds: the denominator (1 + e^(1/10))^10000 stays factored."""
    pld = 10_000 * rr("1/10")
    grid = GridPLD.from_floats([1.0], losses=[400.0])
    assert find_above(pld, grid, 300).worst.upper < Fraction(1, 2**400)
    assert find_above(pld, GridPLD.from_floats([1.0], losses=[1000.0])) is None


# --- real data ---------------------------------------------------------------------------------------------------------------------------


def imported(pmf):
    dense = pmf.to_dense_pmf()
    return GridPLD.from_floats(
        dense._probs.tolist(), dense._infinity_mass, interval=dense._discretization, first=dense._lower_loss
    )


@pytest.fixture(scope="module")
def accounting():
    pytest.importorskip("dp_accounting")
    from dp_accounting.pld import privacy_loss_distribution

    return privacy_loss_distribution


def claimed_response(module, *, upper, interval):
    """Randomized response with probabilities 3/4 and 1/4, whose logarithms are floats."""
    p, q = {"a": math.log(0.75), "b": math.log(0.25)}, {"a": math.log(0.25), "b": math.log(0.75)}
    return module.from_two_probability_mass_functions(p, q, pessimistic_estimate=upper, value_discretization_interval=interval)


@pytest.mark.parametrize(("eps", "delta"), [(0.1, 0.0), (1.0, 1e-5), (0.5, 0.25)])
def test_dp_accounting_of_parameters(accounting, eps, delta):
    """What one mechanism is claimed to be, by the second algorithm."""
    parameters = accounting.common.DifferentialPrivacyParameters(eps, delta)
    grid = imported(accounting.from_privacy_parameters(parameters)._pmf_remove)
    pld = approx(exact_float(eps), exact_float(delta)) if delta else rr(exact_float(eps))
    for least in (None, 0):
        check(pld, grid, above=True, least=least)
        check(pld, grid, above=False, least=least)


@pytest.mark.parametrize("interval", [1e-4, 0.3])
def test_dp_accounting_of_two_pmfs(accounting, interval):
    for upper in (True, False):
        grid = imported(claimed_response(accounting, upper=upper, interval=interval)._pmf_remove)
        check(rr("log(3)"), grid, above=True)
        check(rr("log(3)"), grid, above=False)


@pytest.mark.parametrize("upper", [True, False])
def test_dp_accounting_composed(accounting, upper):
    """Ten folds: every knot at losses of at least 0, by enclosures of single values."""
    pld = 10 * rr("log(3)")
    grid = imported(claimed_response(accounting, upper=upper, interval=5e-2).self_compose(10)._pmf_remove)
    found = (find_above if upper else find_below)(pld, grid, 0)
    points = [number(1)]
    points += [grid.knot(i) for i, m in grid.atoms if i > 0] if upper else [x for x in pld.knots if x > 1]
    exceeding = []
    for x in points:
        low, high = grid.hockey_stick(x, 400)
        h = pld.hockey_stick(x)
        assert low == high or not low <= h <= high
        if h > high if upper else h < low:
            exceeding.append(x)
    assert (found is None) == (not exceeding)
    if found is not None:
        assert found.knots == len(exceeding)
        assert found.first.x == min(exceeding)


def test_types():
    with pytest.raises(Unsupported):
        find_above(rr(1), GridPLD(Fraction(1), (), Fraction(1)), "exp(1)")
    assert isinstance(PLDS["rr"], PLD)
