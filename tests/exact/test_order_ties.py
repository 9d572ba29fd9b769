"""The order where differences are zero or 10^-60, mixed in one pair; the witness among ties; the kernel for all those pairs."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import exact
from exact import blackwell, compare, find_witness, garbling, mixture, number, pld, rr, subsample, total_leak
from exact.atoms import Atoms
from exact.denominators import Product
from tests.laws.relatives import BASES, proportional, related
from tests.laws.strategies import examples

kinds = pytest.mark.parametrize("kind", BASES)
TINY = number("1e-60")


def check_witness(a, b):
    """The witness is the least x of the largest positive difference, found among all knots of both; None iff there is none."""
    knots = sorted({*a.knots, *b.knots})
    gaps = [a.hockey_stick(x) - b.hockey_stick(x) for x in knots]
    largest = max(gaps, default=number(0))
    x = find_witness(a, b)
    if largest > 0:
        assert x == knots[gaps.index(largest)]
    else:
        assert x is None
    assert (x is None) == (a <= b)
    return x


def check_kernel(a, b):
    """The kernel multiplied out: rows add up to 1, nothing is negative, and B's masses become A's."""
    kernel = garbling(a, b)
    assert (kernel is not None) == (a <= b)
    if kernel is None:
        return
    assert (len(kernel), kernel.columns) == (len(b.atoms), len(a.atoms))
    sums = [[number(0), number(0)] for _ in a.atoms]
    for (p, q), row in zip(b.atoms, kernel, strict=True):
        assert all(entry >= 0 for entry in row)
        assert sum(row) == 1
        for column, entry in zip(sums, row, strict=True):
            column[0] += entry * p
            column[1] += entry * q
    assert [tuple(column) for column in sums] == list(a.atoms)


@kinds
@examples(25)
@given(data=st.data())
def test_curves_of_the_same_pieces(kind, data):
    """Witness, verdict and kernel both ways, for two PLDs that share pieces."""
    a, b = data.draw(st.one_of(related(kind), related(kind), proportional(kind)))
    above, below = check_witness(a, b), check_witness(b, a)
    verdict = {(True, True): "incomparable", (True, False): "above", (False, True): "below", (False, False): "equal"}
    found = compare(a, b)
    assert found.verdict == verdict[above is not None, below is not None]
    assert (a == b) == (found.verdict == "equal")
    check_kernel(a, b)
    check_kernel(b, a)


@kinds
@examples(10)
@given(data=st.data())
def test_kernels_of_sup_and_inf(kind, data):
    """From the sup to both, from both to the inf: all of them touch."""
    a, b = data.draw(related(kind))
    for low, high in ((a, a | b), (b, a | b), (a & b, a), (a & b, b)):
        check_kernel(low, high)
    if not a <= b:
        assert garbling(a | b, b) is None
        assert garbling(a, a & b) is None


# --- ties ---------------------------------------------------------------------------------------------------------------------------


def mirrored(a):
    """A PLD that is its own dual: half A, half its dual."""
    return mixture(("1/2", a), ("1/2", a.dual()))


@pytest.mark.parametrize(
    "atoms",
    [
        "table(((3/8, 1/8), (1/8, 1/8), (1/8, 3/8), (3/8, 3/8)))",
        "2*rr(1) | approx(0, 1/4)",
        "rr(log(3)/2) + rr(1/3)",
        "subsample(2*rr(1), 1/3)",
    ],
)
def test_the_least_of_equally_large_differences(atoms):
    """A largest difference along a whole piece (both curves parallel) is reported at the lower end of the piece."""
    b = pld(atoms)
    shifted = mixture((1 - number("1/100"), b), ("1/100", total_leak()))
    check_witness(shifted, b)
    check_witness(mirrored(shifted), mirrored(b))


def test_parallel_pieces():
    """h_A - h_B = 1/10 for all x in [1/2, 2] (A's piece is B's, lifted), so the witness is 1/2."""
    b = pld("table(((2/3, 1/3), (1/3, 2/3)))")
    a = pld("table(((23/30, 1/3), (7/30, 2/3)))")
    assert a.hockey_stick(2) - b.hockey_stick(2) == a.hockey_stick("1/2") - b.hockey_stick("1/2") == number("1/10")
    assert find_witness(a, b) == number("1/2")


BASES_OF_TIES = ["2*rr(1)", "rr(log(3)) + rr(1/2)", "2*rr(log(2)/2)", "subsample(rr(1, 3), 1/3)", "rr(1) | approx(0, 1/4)", "rr(1) + rr(1/3, 3)"]


@pytest.mark.parametrize("text", BASES_OF_TIES)
@pytest.mark.parametrize("sign", [1, -1])
def test_exact_ties_and_near_ties_in_one_pair(text, sign):
    """One mass is moved by 10^-60 between neighbours, either way: all other vertices stay exactly where they are, and the verdict follows."""
    b = pld(text)
    atoms = list(b.atoms)
    for i in range(len(atoms) - 1):
        (p, q), (u, v) = atoms[i], atoms[i + 1]
        if p < TINY or u < TINY:  # a loss of -inf gives no mass
            continue
        a = exact.table([*atoms[:i], (p - sign * TINY, q), (u + sign * TINY, v), *atoms[i + 2 :]])
        assert a != b
        assert (a <= b, b <= a) == (sign > 0, sign < 0)
        x = check_witness(b, a) if sign > 0 else check_witness(a, b)
        assert abs(a.hockey_stick(x) - b.hockey_stick(x)) <= TINY
        check_kernel(*((a, b) if sign > 0 else (b, a)))
        assert garbling(*((b, a) if sign > 0 else (a, b))) is None
        assert (a | b, a & b) == ((b, a) if sign > 0 else (a, b))


@pytest.mark.parametrize("text", BASES_OF_TIES)
def test_a_crossing_of_height_1e_60(text):
    """Mass moved up in one place and down in another: incomparable by 10^-60, touching elsewhere."""
    b = pld(f"2*({text})")
    atoms = [list(atom) for atom in b.atoms]
    for i, amount in ((0, TINY), (len(atoms) - 2, -TINY)):
        atoms[i][0] += amount
        atoms[i + 1][0] -= amount
    a = exact.table(atoms)
    found = compare(a, b)
    assert found.verdict == "incomparable"
    assert all(w.a != w.b and abs(w.a - w.b) <= 10 * TINY for w in found.witnesses)
    assert garbling(a, b) is None
    assert garbling(b, a) is None
    check_kernel(a & b, a)
    check_kernel(b, a | b)


def test_many_folds():
    """501 folds reveal more than 500; the curves touch at every other vertex, and the least difference elsewhere is tiny."""
    a, b = 500 * rr("1/3"), 501 * rr("1/3")
    assert a <= b
    assert not b <= a
    x = find_witness(b, a)
    assert x is not None
    assert b.hockey_stick(x) > a.hockey_stick(x)
    kernel = garbling(a, b)
    assert kernel is not None
    assert kernel.apply(b.atoms) == a.atoms
    assert garbling(b, a) is None


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("table(((3/14, 1/21), (11/14, 20/21)))", "table(((5/22, 1/33), (17/22, 32/33)))"),
        ("rr(log(6)) + approx(0, 1/15)", "approx(log(6), 1/10) + rr(log(3/2))"),
        ("3*rr(1) + approx(0, 1/6)", "2*rr(1) + approx(1, 1/15)"),
        ("subsample(rr(1), 1/6)", "subsample(rr(2), 1/10)"),
        ("2*rr(1) + rr(1/2)", "rr(1) + 2*rr(1/2) + rr(1/4)"),
        ("subsample(2*rr(1), 1/3) | rr(1)", "subsample(rr(1), 1/3) + subsample(rr(1), 1/3)"),
    ],
)
def test_denominators_that_share_factors(a, b):
    """Common factors of the denominators are used once on each side."""
    a, b = pld(a), pld(b)
    check_witness(a, b)
    check_witness(b, a)
    check_kernel(a, b)
    check_kernel(a, a | b)
    check_kernel(a & b, b)


def spelled(a):
    """The same PLD, its masses over a denominator with factors that cancel, its atoms equal but not alike."""
    f = subsample(rr(1), "1/3").canonical.den
    t = a.canonical
    m = f.expand()
    finite = tuple((p * m, q * m) for p, q in t.finite)
    return Atoms(t.den * f, t.p_infinite * m, t.q_infinite * m, finite, t.keys)


@pytest.mark.parametrize("text", ["3*rr(1)", "approx(1, 1/10) + rr(log(2))", "subsample(rr(1, 3), 1/3)", "table(((1/2, 1/4), (1/2, 3/4)))"])
def test_ties_everywhere(text):
    """A PLD against itself over another denominator: every difference is an exact tie, together or apart."""
    a, again = pld(text), spelled(pld(text))
    assert again.den != a.canonical.den
    assert isinstance(again.den, Product)
    for x, y in ((a.canonical, again), (again, a.canonical)):
        assert not any(blackwell.differences(x, y).signs)
        assert blackwell.is_dominated(x, y)
        assert blackwell.find_witness(x, y) is None
        assert blackwell.equal(x, y)


@pytest.mark.parametrize("limit", [0, 16, 1000])
@pytest.mark.parametrize("text", BASES_OF_TIES)
def test_ties_together_and_apart(monkeypatch, limit, text):
    """Running differences over a common denominator and two running sums say the same."""
    monkeypatch.setattr(blackwell, "SHORT_SCALES", limit)
    b = pld(f"{text} + approx(1/2, 1/10)")
    a = mixture((1 - TINY, b), (TINY, pld("approx(3, 1/3)")))
    for x, y in ((a, b), (b, a), (b, a | b), (a & b, b), (b, pld(f"approx(1/2, 1/10) + {text}"))):
        found = blackwell.differences(x.canonical, y.canonical)
        assert list(found.signs) == [found.at(j).sign() for j in range(len(y.canonical.finite))]
