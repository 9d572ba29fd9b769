"""The second opinion on audits: true faults are confirmed, bounds that hold are contradicted, and ties are never taken for faults."""

import itertools
import math
import random
from fractions import Fraction

import mpmath
import pytest

from certificates.audit_enclosures import Grid, normal
from certificates.crosscheck import Contradiction, NotACertificate, crosscheck
from certificates.enclosures import Doubles, Intervals
from exact.errors import ExactError, TooLarge, Undecided

CEILING = 512

RR_2 = {"den": "3", "atoms": [["2", "1"], ["1", "2"]]}  # randomized response with ratio 2
RR_4 = {"den": "5", "atoms": [["4", "1"], ["1", "4"]]}
RR_E = {"den": [["1", "0"], ["1", "1"]], "atoms": [[[["1", "1"]], "1"], ["1", [["1", "1"]]]]}
LEAK = {"den": "4", "atoms": [["1", "0"], ["3", "3"], ["0", "1"]]}  # everything with probability 1/4
TOTAL = {"den": "1", "atoms": [["1", "0"], ["0", "1"]]}
IDENTITY = {"den": "1", "atoms": [["1", "1"]]}
SKEWED = {"den": "8", "atoms": [["4", "1"], ["3", "1"], ["1", "6"]]}


def swapped(plain):
    return plain | {"atoms": [[q, p] for p, q in plain["atoms"]]}


def audit(quantity, says, *pairs, witness=None, verdict="violated"):
    claim = {"claimant": "a tool", "quantity": quantity, "says": says, "verdict": verdict}
    return {"kind": "audit", "claim": claim | ({"pairs": list(pairs)} if pairs else {}), "witness": witness or {}}


def holds(*args, ceiling=CEILING, **kwargs):
    """Whether the comparisons of a certificate are all confirmed; a fault that is not seen as one counts as none."""
    try:
        crosscheck(audit(*args, **kwargs), ceiling_bits=ceiling)
    except (Contradiction, Undecided):
        return False
    return True


def contradicted(*args, match="R52-audit-violated", **kwargs):
    with pytest.raises(Contradiction, match=match):
        crosscheck(audit(*args, **kwargs), ceiling_bits=CEILING)
    return True


def invalid(quantity, says):
    return holds(quantity, says, verdict="invalid")


# ---- numbers


def random_pld(rng):
    """Atoms of different ratios, infinite ones among them, with their masses as fractions and in a certificate."""
    while True:
        p, q = ([rng.randint(0, 6) for _ in range(rng.randint(2, 5))] for _ in range(2))
        pairs = [(a, b) for a, b in itertools.zip_longest(p, q, fillvalue=1) if a or b]
        p_sum, q_sum = (sum(side) for side in zip(*pairs, strict=True))
        atoms = {}
        for a, b in pairs:
            ratio = Fraction(a, b) if b else None
            x, y = atoms.get(ratio, (Fraction(0), Fraction(0)))
            atoms[ratio] = x + Fraction(a, p_sum or 1), y + Fraction(b, q_sum or 1)
        if p_sum and q_sum:
            masses = list(atoms.values())
            return masses, {"den": "1", "atoms": [[str(a), str(b)] for a, b in masses]}


def hockey_stick(masses, x):
    return sum(max(Fraction(0), p - x * q) for p, q in masses)


def events(masses):
    """P and Q of every set of atoms."""
    for chosen in itertools.product((0, 1), repeat=len(masses)):
        picked = [m for m, take in zip(masses, chosen, strict=True) if take]
        yield sum((p for p, _ in picked), Fraction(0)), sum((q for _, q in picked), Fraction(0))


def tradeoff(masses, alpha):
    """The least error under Q at error alpha under P, from the lower hull of all tests."""
    points = sorted({(1 - p, q) for p, q in events(masses)})
    best = Fraction(1)
    for (a, b), (c, d) in itertools.product(points, points):
        if a <= alpha <= c:
            best = min(best, b if a == c else b + (d - b) * (alpha - a) / (c - a))
    return best


def both_bounds(quantity, value, *pairs, step=Fraction(1, 10**40)):
    """The exact value refutes bounds next to it on the wrong side, by no more than they are off, and no others."""
    below, above, by = str(value - step), str(value + step), str(step)
    assert holds(quantity, {"upper": below}, *pairs)
    assert holds(quantity, {"upper": below, "by": by}, *pairs)
    assert holds(quantity, {"lower": above}, *pairs)
    assert holds(quantity, {"lower": above, "by": by}, *pairs)
    assert contradicted(quantity, {"upper": above}, *pairs)
    assert contradicted(quantity, {"lower": below}, *pairs)
    assert contradicted(quantity, {"upper": below, "by": str(2 * step)}, *pairs)
    assert contradicted(quantity, {"lower": above, "by": str(2 * step)}, *pairs)
    for side in ("upper", "lower"):
        assert not holds(quantity, {side: str(value)}, *pairs)  # a tie is no fault


@pytest.mark.parametrize("seed", range(6))
def test_delta(seed):
    """delta is the largest of the pairs; at 1/2 and at the infinite mass."""
    rng = random.Random(seed)
    (a, plain_a), (b, plain_b) = random_pld(rng), random_pld(rng)
    x = Fraction(rng.randint(1, 9), rng.randint(1, 9))
    both_bounds({"of": "delta", "x": str(x)}, max(hockey_stick(m, x) for m in (a, b)), plain_a, plain_b)
    infinite = max(sum((p for p, q in m if not q), Fraction(0)) for m in (a, b))
    both_bounds({"of": "delta", "x": "inf"}, infinite, plain_a, plain_b)


@pytest.mark.parametrize("seed", range(6))
def test_tradeoff(seed):
    """A trade-off value is the least of the pairs, here from all tests instead of the curve."""
    rng = random.Random(seed)
    (a, plain_a), (b, plain_b) = random_pld(rng), random_pld(rng)
    for alpha in (Fraction(0), Fraction(rng.randint(1, 8), 9), Fraction(1)):
        value = min(tradeoff(m, alpha) for m in (a, b))
        both_bounds({"of": "tradeoff", "alpha": str(alpha)}, value, plain_a, plain_b)


def test_spend():
    """A total of a ledger is a sum of exact amounts: ten tenths are 1, ten times the float 0.1 are more."""
    both_bounds({"of": "spend", "spends": [["10", "1/10"], ["0", "7"]]}, Fraction(1))
    ten = {"of": "spend", "spends": [["10", str(Fraction(0.1))]]}
    assert holds(ten, {"upper": "1"})
    both_bounds({"of": "spend", "spends": [["3", "-1/7"], ["1", "1/7"]]}, Fraction(-2, 7))
    root = [["1", ["0", [["2", "1/2"]]]]]
    assert not holds({"of": "spend", "spends": [["2", root]]}, {"upper": [["2", ["0", [["2", "1/2"]]]]]})


@pytest.mark.parametrize("name", ["epsilon", "clipped-epsilon"])
@pytest.mark.parametrize("seed", range(6))
def test_epsilon(name, seed):
    """e^epsilon is the largest (P(S) - delta)/Q(S); bounds 1e-30 away are refuted or hold, also by an amount."""
    rng = random.Random(seed)
    (a, plain_a), (b, plain_b) = random_pld(rng), random_pld(rng)
    least = max(sum((p for p, q in m if not q), Fraction(0)) for m in (a, b))
    delta = least + (1 - least) * Fraction(rng.randint(1, 6), 9)
    if least == 1:
        return
    exponential = max((p - delta) / q for m in (a, b) for p, q in events(m) if q)
    with mpmath.workdps(60):
        value = int(mpmath.floor(mpmath.log(mpmath.mpf(exponential.numerator) / exponential.denominator) * 10**40))
    near = Fraction(value, 10**40)
    if name == "clipped-epsilon":
        near = max(near, Fraction(0))
    quantity = {"of": name, "delta": str(delta)}
    step = Fraction(1, 10**30)
    pairs = plain_a, plain_b
    assert holds(quantity, {"upper": str(near - step)}, *pairs)
    assert holds(quantity, {"upper": str(near - step), "by": str(step * Fraction(99, 100))}, *pairs)
    assert contradicted(quantity, {"upper": str(near - step), "by": str(step * 2)}, *pairs)
    assert contradicted(quantity, {"upper": str(near + step)}, *pairs)
    assert holds(quantity, {"lower": str(near + step)}, *pairs)
    assert holds(quantity, {"lower": str(near + step), "by": str(step * Fraction(99, 100))}, *pairs)
    assert contradicted(quantity, {"lower": str(near + step), "by": str(step * 2)}, *pairs)
    assert contradicted(quantity, {"lower": str(near - step)}, *pairs)


def test_epsilon_that_is_met():
    """epsilon of rr(1) at delta 0 is 1: a tie, which refutes 'at most 1/3' by 2/3 and neither 'at most' nor 'at least 1'."""
    at_zero = {"of": "epsilon", "delta": "0"}
    assert holds(at_zero, {"upper": "1/3", "by": "2/3"}, RR_E)
    assert holds(at_zero, {"lower": "4/3", "by": "1/3"}, RR_E)
    assert not holds(at_zero, {"upper": "1"}, RR_E)
    assert not holds(at_zero, {"lower": "1"}, RR_E)
    assert holds(at_zero, {"upper": "1/3", "by": "2/3"}, IDENTITY, RR_E)


def test_epsilon_where_the_curve_is_flat():
    """Above the largest loss, 1, the curve is flat at the mass of +inf: epsilon there is 1, so 'at least 2' is refuted, though h(e^2) = delta."""
    e = [["1", "1"]]
    half = [["1", "0"], ["1", "1"]]
    pld = {"den": [["2", "0"], ["2", "1"]], "atoms": [[half, "0"], [e, "1"], ["1", e], ["0", half]]}
    at = {"of": "epsilon", "delta": "1/2"}
    assert holds(at, {"lower": "2"}, pld)
    assert holds(at, {"lower": "2", "by": "1/2"}, pld)
    assert not holds(at, {"upper": "1", "by": "1"}, pld)
    assert contradicted(at, {"upper": "0", "by": "2"}, pld)
    assert holds(at, {"upper": "0", "by": "1"}, pld)
    assert not holds(at, {"lower": "1"}, pld)


@pytest.mark.parametrize(
    ("name", "delta", "says", "pairs", "true"),
    [
        ("epsilon", "0", {"upper": "10000"}, [LEAK], True),
        ("epsilon", "0", {"lower": "inf"}, [LEAK], False),
        ("epsilon", "1/4", {"lower": "inf"}, [LEAK], True),
        ("epsilon", "0", {"upper": "inf"}, [LEAK], False),
        ("epsilon", "1/4", {"upper": "-inf"}, [LEAK], True),
        ("epsilon", "1", {"upper": "-inf"}, [LEAK], False),
        ("epsilon", "1", {"lower": "-9999"}, [LEAK, TOTAL], True),
        ("epsilon", "1", {"lower": "-inf"}, [LEAK], False),
        ("epsilon", "1", {"upper": "-9999"}, [TOTAL], False),
        ("clipped-epsilon", "1", {"upper": "-inf"}, [TOTAL], True),
        ("clipped-epsilon", "1", {"upper": "-1", "by": "1"}, [TOTAL], True),
        ("clipped-epsilon", "1", {"upper": "-1", "by": "3/2"}, [TOTAL], False),
        ("clipped-epsilon", "1", {"lower": "1", "by": "1"}, [TOTAL], True),
        ("clipped-epsilon", "1", {"lower": "1", "by": "3/2"}, [TOTAL], False),
        ("clipped-epsilon", "1", {"lower": "0"}, [TOTAL], False),
        ("clipped-epsilon", "0", {"lower": "inf"}, [RR_2, LEAK], False),
        ("clipped-epsilon", "1/4", {"lower": "inf"}, [RR_2, LEAK], True),
        ("clipped-epsilon", "0", {"upper": "inf"}, [LEAK], False),
    ],
)
def test_infinite_epsilons(name, delta, says, pairs, true):
    assert holds({"of": name, "delta": delta}, says, *pairs) == true


# ---- divergences


@pytest.mark.parametrize("order", [2, 3, 17])
def test_renyi(order):
    """Of two pairs the larger divergence, of a composition the sum; bounds 1e-30 away from mpmath's value."""
    with mpmath.workdps(60):
        moments = [
            sum(mpmath.mpf(a) / 8 * (mpmath.mpf(a) / b) ** (order - 1) for a, b in sides)
            for sides in ([(4, 1), (3, 1), (1, 6)], [(1, 4), (1, 3), (6, 1)])
        ]
        value = 3 * mpmath.log(max(moments)) / (order - 1)
        near = Fraction(int(mpmath.floor(value * 10**40)), 10**40)
    pairs = [{"compose": [["3", plain], ["0", LEAK]]} for plain in (SKEWED, swapped(SKEWED))]
    quantity, step = {"of": "renyi", "order": str(order)}, Fraction(1, 10**30)
    assert holds(quantity, {"upper": str(near - step), "by": str(step * Fraction(99, 100))}, *pairs)
    assert holds(quantity, {"lower": str(near + step), "by": str(step * Fraction(99, 100))}, *pairs)
    assert contradicted(quantity, {"upper": str(near + step)}, *pairs)
    assert contradicted(quantity, {"lower": str(near - step)}, *pairs)
    assert contradicted(quantity, {"upper": str(near - step), "by": str(2 * step)}, *pairs)


def test_infinite_renyi():
    two = {"of": "renyi", "order": "2"}
    assert holds(two, {"upper": "10000"}, RR_2, LEAK)
    assert holds(two, {"lower": "inf"}, RR_2, RR_4)
    assert not holds(two, {"lower": "inf"}, RR_2, LEAK)
    assert not holds(two, {"upper": "inf"}, LEAK)
    assert not holds(two, {"lower": "10000"}, LEAK)


@pytest.mark.parametrize("bits", [64, 128, 300])
def test_normal_distribution(bits):
    """Enclosures hold mpmath's value, and are narrow relative to it on both sides, far out too."""
    rng = random.Random(bits)
    route = Intervals(bits)
    drawn = (Fraction(rng.randint(-(10**6), 10**6), rng.randint(25_000, 10**6)) for _ in range(12))
    points = [Fraction(0), Fraction(1), Fraction(-64), Fraction(64), *drawn]
    for t in points:
        found = normal(route, t)
        with mpmath.workprec(bits + 3000):
            value = mpmath.ncdf(mpmath.mpf(t.numerator) / t.denominator)
            low, high = (mpmath.mpf(end._mpi_[0]) for end in (found.a, found.b))
            assert low <= value <= high
            assert high - low <= value * mpmath.mpf(2) ** (8 - bits)
        try:
            double = normal(Doubles(), t)
        except ArithmeticError:
            assert t < -37
        else:
            assert double.a <= value <= double.b
            assert double.b - double.a <= 1e-9 * double.b
    with pytest.raises(TooLarge):
        normal(route, Fraction(65))


def test_gdp():
    """rr(1) is mu-GDP from mu = 2 Phi^-1(e/(1+e)) on: the event of the larger ratio refutes what is 1e-15 smaller."""
    with mpmath.workdps(40):
        mu = 2 * mpmath.sqrt(2) * mpmath.erfinv(2 * mpmath.e / (1 + mpmath.e) - 1)
        near = Fraction(int(mpmath.floor(mu * 10**30)), 10**30)
    t = -near / 2 + Fraction(1, 10**25)
    gdp, e = {"of": "gdp"}, [["1", "1"]]
    witness = {"pair": "1", "x": e, "t": str(t)}
    assert holds(gdp, {"upper": str(near - Fraction(1, 10**15))}, IDENTITY, RR_E, witness=witness)
    assert holds(gdp, {"upper": "1", "by": str(near - 1 - Fraction(1, 10**15))}, IDENTITY, RR_E, witness=witness)
    assert contradicted(gdp, {"upper": str(near)}, IDENTITY, RR_E, witness=witness)
    assert contradicted(gdp, {"upper": "1", "by": str(near - 1)}, IDENTITY, RR_E, witness=witness)
    assert not holds(gdp, {"upper": "inf"}, IDENTITY, RR_E, witness=witness)
    assert contradicted(gdp, {"upper": "1"}, IDENTITY, RR_E, witness=witness | {"t": "-1"}, match="R53-audit-gdp-level")
    assert contradicted(gdp, {"upper": "1"}, IDENTITY, RR_E, witness=witness | {"pair": "2"}, match="R54-audit-index")
    assert contradicted(gdp, {"upper": "1"}, IDENTITY, RR_E, witness=witness | {"pair": "0"}, match="R52|R53")
    with pytest.raises(NotACertificate):
        crosscheck(audit(gdp, {"lower": "3"}, RR_E, witness=witness), ceiling_bits=CEILING)


def test_gdp_of_an_infinite_mass():
    """A mass of +inf: no mu at all; the event of the loss +inf has none under Q."""
    witness = {"pair": "0", "x": "5", "t": "-30"}
    assert holds({"of": "gdp"}, {"upper": "20", "by": "1"}, LEAK, witness=witness)
    assert contradicted({"of": "gdp"}, {"upper": "20"}, RR_4, witness=witness, match="R52-audit-violated")


# ---- whole PLDs


def spelled(value):
    """A dyadic number as the format has it."""
    value = Fraction(value)
    twos = (value.numerator & -value.numerator).bit_length() - 1
    return f"{value.numerator >> twos}p{twos - value.denominator.bit_length() + 1}" if value else "0"


def grid(unit, atoms, infinite=0):
    return {"unit": str(Fraction(unit)), "atoms": [[str(i), spelled(m)] for i, m in atoms], "infinite": spelled(infinite)}


def mp(value):
    """A number of mpmath from a fraction, or from an end of an interval."""
    if isinstance(value, Fraction):
        return mpmath.mpf(value.numerator) / value.denominator
    return mpmath.mpf(value) if isinstance(value, float) else mpmath.mpf(value._mpi_[0])


def curve_by_definition(unit, atoms, infinite, x):
    with mpmath.workdps(80):
        parts = (mp(Fraction(m)) * max(mpmath.mpf(0), 1 - mp(Fraction(x)) * mpmath.exp(mp(-i * Fraction(unit)))) for i, m in atoms)
        return mp(Fraction(infinite)) + mpmath.fsum(parts), mpmath.fsum(mp(Fraction(m)) * mpmath.exp(mp(-i * Fraction(unit))) for i, m in atoms)


@pytest.mark.parametrize("unit", [1e-4, 0.01, 1.0, 3.5, Fraction(1, 3), Fraction(1, 10**12)])
def test_curves_of_grids(unit):
    """By intervals and by doubles, c_D(x) and the sum of mass e^(-loss) hold what the definition gives, and narrowly."""
    rng = random.Random(float(unit))
    top = int(60 / unit)
    indices = sorted(rng.sample(range(-top, top), min(2 * top, 300)))
    if unit < 0.1:
        indices = sorted({*indices, *range(-700, 700)})
    atoms = [(i, Fraction(rng.random() * 2.0 ** rng.randint(-60, 0)) * rng.choice([1, 1, 1, -1])) for i in indices]
    infinite = Fraction(rng.random())
    found = Grid.read(grid(unit, atoms, infinite))
    for x in (Fraction(1), Fraction(1, 10**9), Fraction(10**20), Fraction(rng.random() * 3 + 1)):
        value, total = curve_by_definition(unit, atoms, infinite, x)
        for route, narrow in ((Intervals(64), 1e-17), (Intervals(200), 1e-55), (Doubles(), 1e-8)):
            curve, _ = found.curve(route, route.rational(x))
            with mpmath.workdps(80):
                low, high = mp(curve.a), mp(curve.b)
                assert low <= value <= high
                assert high - low <= narrow * len(atoms)
                reverse, _ = found.reverse(route)
                assert mp(reverse.a) <= total <= mp(reverse.b)


def rounded_down(times, ratio, unit):
    """A binomial law of losses of randomized response, with all losses rounded down to the grid: no upper bound of anything."""
    atoms = {}
    for j in range(times + 1):
        index = math.floor((times - 2 * j) * math.log(ratio) / unit)
        mass = float(Fraction(math.comb(times, j) * ratio ** (times - j), (1 + ratio) ** times))
        atoms[index] = atoms.get(index, 0.0) + mass
    return grid(unit, sorted(atoms.items()))


def test_curve():
    """A discretised PLD with losses rounded down claims too little; with losses rounded up, it does not."""
    unit = Fraction(1, 100)
    twice = {"compose": [["2", RR_2]]}  # delta at 1 is 1/3
    low = rounded_down(2, 2, unit)
    up = low | {"atoms": [[str(int(i) + 1), m] for i, m in low["atoms"]]}
    at = {"x": "1"}
    said = Fraction(0.4444444444444444) * (1 - 1 / Fraction(math.exp(1.38)))
    assert holds({"of": "curve"}, {"upper": low}, twice, swapped(RR_2), witness=at)
    assert holds({"of": "curve"}, {"upper": low, "by": str(Fraction(1, 3) - said - Fraction(1, 10**10))}, twice, witness=at)
    assert contradicted({"of": "curve"}, {"upper": low, "by": str(Fraction(1, 3) - said + Fraction(1, 10**10))}, twice, witness=at)
    assert contradicted({"of": "curve"}, {"lower": low}, twice, witness=at)
    assert contradicted({"of": "curve"}, {"upper": up}, twice, witness=at)
    assert holds({"of": "curve"}, {"lower": up}, twice, RR_2, witness=at)
    assert contradicted({"of": "curve"}, {"lower": up}, twice, {"compose": [["3", RR_4]]}, witness=at)
    assert contradicted({"of": "curve"}, {"upper": low}, twice, witness={"x": "0"}, match="R11-positive-x")


def test_curve_of_very_many_atoms():
    """100,000 atoms with full floats: decided, though the fault is 1e-12 only."""
    rng = random.Random(1)
    masses = [rng.random() / 50_000 for _ in range(100_000)]
    atoms = [(i - 50_000, Fraction(m)) for i, m in enumerate(masses)]
    with mpmath.workdps(30):
        step, factor, terms = mpmath.exp(-mpmath.mpf(1e-4)), mpmath.mpf(1), []
        for m in masses[50_000:]:
            terms.append(m * max(0, 1 - 2 * factor))
            factor *= step
        near = Fraction(int(mpmath.fsum(terms) * 10**20), 10**20)
    pld = {"den": "1", "atoms": [[str(near + Fraction(1, 10**12)), "0"], [str(1 - near - Fraction(1, 10**12)), "1"]]}
    assert holds({"of": "curve"}, {"upper": grid(1e-4, atoms)}, pld, witness={"x": "2"})
    assert contradicted({"of": "curve"}, {"lower": grid(1e-4, atoms)}, pld, witness={"x": "2"})


@pytest.mark.parametrize(
    ("unit", "atoms", "infinite", "is_pld"),
    [
        (1, [(0, 1)], 0, True),
        (1, [(0, Fraction(1, 2))], Fraction(1, 2), True),
        (1, [(0, Fraction(1, 2)), (5, -Fraction(1, 2**1100))], 0, False),
        (1, [(5, Fraction(1, 2))], -Fraction(1, 4), False),
        (1, [(5, Fraction(1, 2)), (6, Fraction(1, 2))], Fraction(1, 2**1150), False),
        (1, [(-1, Fraction(1, 2)), (1, Fraction(1, 2))], 0, False),  # cosh 1
        (Fraction(1, 2**40), [(-1, Fraction(1, 2)), (1, Fraction(1, 2))], 0, False),
        (1, [(-1, Fraction(1, 4)), (1, Fraction(3, 4))], 0, True),
        (1, [(-10_000, Fraction(1, 2**1000))], 0, False),
        (1, [], 0, True),
    ],
)
def test_what_is_no_pld(unit, atoms, infinite, is_pld):
    assert invalid({"of": "curve"}, {"value": grid(unit, atoms, infinite)}) == (not is_pld)


# ---- impossible values


@pytest.mark.parametrize(
    ("quantity", "least", "most"),
    [
        ({"of": "delta", "x": "2"}, 0, 1),
        ({"of": "delta", "x": "inf"}, 0, 1),
        ({"of": "tradeoff", "alpha": "1/3"}, 0, Fraction(2, 3)),
        ({"of": "clipped-epsilon", "delta": "1/10"}, 0, None),
        ({"of": "renyi", "order": "2"}, 0, None),
        ({"of": "gdp"}, 0, None),
        ({"of": "epsilon", "delta": "1/10"}, None, None),
        ({"of": "spend", "spends": [["1", "1"]]}, None, None),
    ],
)
def test_impossible_values(quantity, least, most):
    tiny = Fraction(1, 10**60)
    assert invalid(quantity, {"value": "nan"})
    assert invalid(quantity, {"value": "-inf"}) == (least is not None)
    assert invalid(quantity, {"value": "inf"}) == (most is not None)
    assert invalid(quantity, {"value": str(-tiny)}) == (least is not None)
    assert not invalid(quantity, {"value": "0"})
    assert invalid(quantity, {"value": str((most or 10**9) + tiny)}) == (most is not None)
    assert not invalid(quantity, {"value": str(most or 10**9)})
    assert invalid(quantity, {"lower": str(tiny), "upper": "0"})
    assert not invalid(quantity, {"lower": "0", "upper": "0"})
    assert invalid(quantity, {"lower": "inf", "upper": "5"})
    assert not invalid(quantity, {"lower": "5", "upper": "inf"})
    assert not invalid(quantity, {"lower": "inf", "upper": "inf"})
    assert invalid(quantity, {"lower": "-5", "upper": "-inf"})


@pytest.mark.parametrize(
    ("name", "points", "impossible"),
    [
        ("delta", [["1", "1/4"], ["2", "1/3"]], True),
        ("delta", [["1", "1/3"], ["2", "1/3"]], False),
        ("delta", [["2", "1/4"], ["1", "1/3"]], False),  # not in order
        ("delta", [["0", "1/4"], ["1", "1/3"]], False),  # no x
        ("delta", [["1", "1/2"], ["2", "1/4"], ["3", "0"]], False),
        ("delta", [["1", "1/2"], ["2", "26/100"], ["3", "0"]], True),
        ("delta", [["1", "1/2"], ["9/8", "1/2"], ["3", "0"]], True),
        ("tradeoff", [["0", "1/2"], ["1/2", "1/2"]], False),
        ("tradeoff", [["0", "1/2"], ["1/2", "51/100"]], True),
        ("tradeoff", [["0", "1/2"], ["3/2", "51/100"]], False),  # no alpha
        ("epsilon", [["1/10", "1"], ["1/5", "2"]], True),
        ("epsilon", [["1/10", "1"], ["1/5", "inf"]], True),
        ("epsilon", [["1/10", "inf"], ["1/5", "2"]], False),
        ("epsilon", [["-1/10", "1"], ["1/5", "2"]], False),
        ("renyi", [["2", "1"], ["3", "1/2"]], True),
        ("renyi", [["2", "1/2"], ["3", "1"]], False),
        ("renyi", [["2", "inf"], ["3", "1"]], True),
        ("renyi", [["3", "1"], ["2", "1/2"]], False),
    ],
)
def test_points(name, points, impossible):
    assert invalid({"of": name}, {"points": points}) == impossible


# ---- form


@pytest.mark.parametrize(
    ("certificate", "error"),
    [
        (audit({"of": "delta", "x": "2"}, {"upper": "0"}), NotACertificate),  # no pairs
        (audit({"of": "spend", "spends": []}, {"upper": "0"}, RR_2), NotACertificate),
        (audit({"of": "sum"}, {"upper": "0"}, RR_2), NotACertificate),
        (audit({"of": "delta", "x": "2"}, {"upper": "0"}, RR_2, verdict="loose"), NotACertificate),
        (audit({"of": "delta", "x": "-2"}, {"upper": "0"}, RR_2), Contradiction),
        (audit({"of": "epsilon", "delta": "-1/2"}, {"upper": "0"}, RR_2), Contradiction),
        (audit({"of": "tradeoff", "alpha": "3/2"}, {"upper": "0"}, RR_2), Contradiction),
        (audit({"of": "delta", "x": "1"}, {"upper": "0", "by": "-1"}, RR_2), Contradiction),
        (audit({"of": "delta", "x": "1"}, {"upper": "0", "by": "0"}, RR_2), ExactError),
    ],
)
def test_what_is_refused(certificate, error):
    with pytest.raises(error):
        crosscheck(certificate, ceiling_bits=CEILING)


def test_many_compositions_of_floats():
    """200-fold randomized response with the ratio 3: a float accountant's pessimistic delta of 0.9999999999999586 is too small."""
    claim = {"of": "delta", "x": [["1", str(Fraction(0.4054651081081644))]]}
    claimed = Fraction(0.9999999999999586)
    three = {"compose": [["200", {"den": "4", "atoms": [["3", "1"], ["1", "3"]]}]]}
    assert holds(claim, {"upper": str(claimed)}, three)
    assert contradicted(claim, {"upper": str(claimed + Fraction(1, 10**13))}, three)


def test_verdicts_have_certificates_that_are_confirmed():
    """What `certificates.audit.check` finds passes at the precision that it asks for."""
    from certificates.audit import Claim, check

    asked = [
        ({"kind": "delta", "eps": 0.5}, {"upper": 0.1}),
        ({"kind": "delta", "eps": 0.5}, {"upper": math.nan}),
        ({"kind": "epsilon", "delta": 1e-6}, {"upper": 1.0}),
        ({"kind": "epsilon", "delta": 0.9, "clipped": True}, {"upper": -0.25}),
        ({"kind": "tradeoff", "alpha": [0.1, 0.2]}, {"lower": [0.8, 0.85]}),
        ({"kind": "renyi", "order": [2, 30]}, {"lower": [9.5, 9.25]}),
        ({"kind": "gdp"}, {"upper": 1.5}),
        ({"kind": "profile", "eps": [0.0, 1.0, 2.0]}, {"upper": [0.5, 0.49, 0.1]}),
    ]
    for query, says in asked:
        claim = Claim.from_json({"id": "1", "tool": "a tool", "mechanism": "rr(float:0.7)", "times": 10, "query": query, "says": says})
        found = check(claim)
        assert found.is_faulty
        assert found.certificates
        for certificate in found.certificates:
            assert crosscheck(certificate.content, ceiling_bits=4 * certificate.bits).checks
