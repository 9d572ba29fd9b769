"""The kernel that shows A <= B: exact, sparse, there iff A <= B; and the class of kernels."""

import itertools
import pickle
import random
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

import exact
from exact import PLD, Kernel, Number, approx, garbling, identity, pld, rr, subsample, total_leak
from tests.laws.strategies import KINDS, SMALL, examples, pairs_of, read

kinds = pytest.mark.parametrize("kind", KINDS)


def check_kernel(a, b):
    """The kernel exists, is stochastic and sparse, and turns B's masses into A's."""
    kernel = garbling(a, b)
    assert kernel is not None
    n, m = len(b.atoms), len(a.atoms)
    assert (len(kernel), kernel.columns) == (n, m)
    image = [[exact.number(0), exact.number(0)] for _ in range(m)]
    for j, (p, q) in enumerate(b.atoms):
        row = kernel[j]
        assert len(row) == m
        assert all(0 <= entry <= 1 for entry in row)
        assert sum(row) == 1
        for i, entry in enumerate(row):
            image[i] = [image[i][0] + entry * p, image[i][1] + entry * q]
    assert tuple(map(tuple, image)) == a.atoms == kernel.apply(b.atoms)
    assert sum(map(len, kernel.rows)) < n + 2 * m
    assert kernel.rows == tuple(tuple((i, e) for i, e in enumerate(row) if e) for row in kernel)
    return kernel


@kinds
@examples(20)
@given(data=st.data())
def test_a_kernel_iff_dominated(kind, data):
    """For two PLDs of any masses there is a kernel one way, both ways or neither way, as `<=` says."""
    a, b = map(read, data.draw(pairs_of(kind)))
    for x, y in ((a, b), (b, a)):
        if x <= y:
            check_kernel(x, y)
        else:
            assert garbling(x, y) is None


@kinds
@examples(20)
@given(data=st.data())
def test_below_sup_and_composition(kind, data):
    """A lies below A | B (touching it, often) and below A + B."""
    a, b = map(read, data.draw(pairs_of(kind)))
    check_kernel(a, a | b)
    if len(a.atoms) * len(b.atoms) <= 20:
        check_kernel(a, a + b)


@examples(60)
@given(pair=pairs_of("rational"))
def test_inf_below_both(pair):
    """A & B lies below A, below B and below A | B; its atoms are parts of theirs, so there are many ties."""
    a, b = map(read, pair)
    check_kernel(a & b, a)
    check_kernel(a & b, b)
    check_kernel(a & b, a | b)


@kinds
@examples(12)
@given(data=st.data())
def test_of_equal_plds_it_is_the_identity(kind, data):
    """K[j][i] = 1 iff i = j, also when the PLD is built twice."""
    text = data.draw(KINDS[kind])
    kernel = garbling(read(text), pld(text))
    assert kernel.rows == tuple(((i, Number(1)),) for i in range(len(kernel)))


@examples(25)
@given(text=SMALL)
def test_extremes(text):
    """The identity is below everything: all atoms become one. The total leak is above everything: its rows are P and Q."""
    a = read(text)
    assert garbling(identity(), a).rows == (((0, Number(1)),),) * len(a.atoms)
    kernel = check_kernel(a, total_leak())
    assert list(zip(kernel[0], kernel[1], strict=True)) == list(a.atoms)


@kinds
@examples(15)
@given(data=st.data())
def test_kernels_compose(kind, data):
    """A kernel from C to B and then one from B to A is one from C to A."""
    a, b = map(read, data.draw(pairs_of(kind)))
    c = read(data.draw(SMALL))
    low, middle, high = a, a | b, (a | b) | c
    both = garbling(low, middle).after(garbling(middle, high))
    assert both.apply(high.atoms) == low.atoms
    assert all(sum(row) == 1 for row in both)


def test_a_kernel_exists_iff_the_linear_program_is_feasible():
    """Small random pairs with zeros and ties: the equations have a solution >= 0 iff a basic one is, and all of those are tried."""
    source = random.Random(3)
    seen = []
    for _ in range(150):
        a, b = (random_pld(source, 3, 4) for _ in range(2))
        n, m = len(b.atoms), len(a.atoms)
        mass = [[[Fraction(str(value)) for value in atom] for atom in side.atoms] for side in (a, b)]
        unknowns = [(j, i) for j in range(n) for i in range(m)]
        equations = [([Fraction(j == row) for j, _ in unknowns], Fraction(1)) for row in range(n)]
        for column in range(m):
            for side in (0, 1):
                left = [mass[1][j][side] * (i == column) for j, i in unknowns]
                equations.append((left, mass[0][column][side]))
        feasible = has_solution(equations)
        assert (garbling(a, b) is not None) == feasible
        seen.append(feasible)
    assert 20 <= sum(seen) <= 130


def has_solution(equations):
    """Whether linear equations (coefficients, right side) have a solution without negative numbers, by trying all basic ones."""
    count = len(equations[0][0])
    reduced, pivots = eliminate([[*left, right] for left, right in equations], count)
    if any(row[-1] and not any(row[:-1]) for row in reduced):
        return False
    reduced = reduced[: len(pivots)]
    for basis in itertools.combinations(range(count), len(pivots)):
        solved, found = eliminate([[*(row[i] for i in basis), row[-1]] for row in reduced], len(basis))
        if len(found) == len(basis) and all(row[-1] >= 0 for row in solved):
            return True
    return False


def eliminate(rows, columns):
    """Gauss-Jordan elimination in Fractions: the rows, those with pivots first, and the pivots."""
    rows, pivots = [list(row) for row in rows], []
    for column in range(columns):
        place = next((i for i in range(len(pivots), len(rows)) if rows[i][column]), None)
        if place is None:
            continue
        top = len(pivots)
        rows[top], rows[place] = rows[place], rows[top]
        rows[top] = [value / rows[top][column] for value in rows[top]]
        for i, row in enumerate(rows):
            if i != top and row[column]:
                rows[i] = [value - row[column] * pivot for value, pivot in zip(row, rows[top], strict=True)]
        pivots.append(column)
    return rows, pivots


def random_pld(source, atoms, largest):
    """A PLD of at most so many atoms with small integer weights, zeros included."""
    n = source.randint(1, atoms)
    sides = []
    while len(sides) < 2:
        weights = [source.randint(0, largest) for _ in range(n)]
        if any(weights):
            sides.append([Fraction(w, sum(weights)) for w in weights])
    return PLD(zip(*sides, strict=True))


def test_random_garblings_are_found():
    """B garbled by a random kernel is below B; the kernel found need not be that one, and does the same."""
    source = random.Random(11)
    for _ in range(60):
        b = random_pld(source, 7, source.choice((2, 9, 100)))
        columns = source.randint(1, 6)
        rows = []
        for _ in b.atoms:
            weights = [source.randint(0, 3) for _ in range(columns)]
            weights[source.randrange(columns)] += 1
            rows.append([Fraction(w, sum(weights)) for w in weights])
        pairs = zip(b.atoms, rows, strict=True)
        parts = [[(p * k, q * k) for k in row] for (p, q), row in pairs]
        a = PLD([tuple(map(sum, zip(*column, strict=True))) for column in zip(*parts, strict=True)])
        check_kernel(a, b)


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("rr(2)", "7*rr(1)"),
        ("39*rr(1/10)", "40*rr(1/10)"),
        ("subsample(12*rr(1/10), 1/3)", "12*rr(1/10)"),
        ("5*rr(1/7)", "5*rr(1/5)"),
        ("3*rr(log(3)/2)", "3*rr(log(2)) + rr(1)"),
        ("rr(1) | approx(0, 1/4)", "2*rr(1) + approx(0, 1/2)"),
        ("losses({1: 1/2, -1/2: 1/4}, 1/4)", "losses({1: 1/2, -1/2: 1/4}, 1/4) | approx(1, 1/3)"),
    ],
)
def test_irrational_masses(a, b):
    """Powers of e, roots, ratios that are no monomials, infinite losses."""
    check_kernel(pld(a), pld(b))


def test_many_rational_atoms_keep_short_numbers():
    """300 atoms a side: the entries have no more digits than a few masses together, as denominators do not nest."""
    source = random.Random(1)
    weights = [[source.randint(1, 10**6) for _ in range(300)] for _ in range(4)]
    a, b = (
        PLD([(Fraction(p, sum(ps)), Fraction(q, sum(qs))) for p, q in zip(ps, qs, strict=True)])
        for ps, qs in (weights[:2], weights[2:])
    )
    kernel = check_kernel(a, a | b)
    digits = max(len(str(mass)) for atom in (*a.atoms, *(a | b).atoms) for mass in atom)
    assert max(len(str(entry)) for row in kernel.rows for _, entry in row) <= 10 * digits


def test_by_hand():
    """RR with ratio 3 to RR with ratio 2: K[0][0] 3/4 + (1 - K[0][0])/4 = 2/3 gives K[0][0] = 5/6."""
    kernel = garbling(rr("log(2)"), rr("log(3)"))
    assert [[str(k) for k in row] for row in kernel] == [["5/6", "1/6"], ["1/6", "5/6"]]


def test_infinite_losses_come_from_infinite_losses():
    """Only the atom of loss +inf of B becomes that of A, and what is left of it is spread."""
    kernel = check_kernel(approx(0, "1/4"), approx(0, "1/3"))
    assert [str(k) for k in kernel[0]] == ["3/4", "1/4", "0"]
    assert [str(k) for k in kernel[1]] == ["0", "1", "0"]
    assert garbling(approx(0, "1/3"), approx(0, "1/4")) is None
    assert garbling(approx(0, "1/100"), rr(20)) is None


def test_no_kernel_for_a_near_miss():
    """A leak more of 10^-60 makes it None."""
    a = subsample(rr(1), "1/2")
    assert check_kernel(a, rr(1))
    assert garbling(exact.mixture(("1 - 1e-60", a), ("1e-60", total_leak())), rr(1)) is None


def test_wrong_arguments():
    """What is no PLD is refused by name."""
    with pytest.raises(TypeError, match="a PLD is wanted, not str"):
        garbling("rr(1)", rr(1))
    with pytest.raises(TypeError, match="a PLD is wanted, not int"):
        garbling(rr(1), 2)


# --- the class -----------------------------------------------------------------------------------------------------


HALF = Number(1) / 2


def test_kernel_is_a_value():
    """Frozen, equal by value, hashable; rows in full are tuples."""
    kernel = Kernel((((0, HALF), (2, HALF)), ((1, Number(1)),)), 3)
    assert kernel[0] == (HALF, 0, HALF)
    assert list(kernel) == [(HALF, 0, HALF), (0, 1, 0)]
    assert kernel == Kernel((((0, HALF), (2, HALF)), ((1, Number(1)),)), 3)
    assert hash(kernel) == hash(Kernel((((0, HALF), (2, HALF)), ((1, Number(1)),)), 3))
    assert kernel == Kernel([[(0, Fraction(1, 2)), (2, HALF)], [(1, 1)]], 3)
    assert pickle.loads(pickle.dumps(kernel)) == kernel
    assert repr(kernel) == "<Kernel of 2 rows, 3 columns, 3 entries>"
    with pytest.raises(AttributeError):
        kernel.columns = 4


@pytest.mark.parametrize(
    ("rows", "columns", "error", "message"),
    [
        ((((0, HALF), (3, HALF)),), 3, exact.OutOfRange, "row 0 of the kernel has the index 3 after 0; indices increase from 0 to 2"),
        ((((1, HALF), (0, HALF)),), 3, exact.OutOfRange, "has the index 0 after 1"),
        ((((-1, Number(1)),),), 3, exact.OutOfRange, "has the index -1"),
        ((((0, Number(1)), (1, Number(0))),), 3, exact.NotADistribution, "entry 1 of row 0 of the kernel is 0, which is not positive"),
        ((((0, HALF * 3), (1, -HALF)),), 3, exact.NotADistribution, "entry 1 of row 0 of the kernel is -1/2"),
        ((((0, HALF),), ((0, Number(1)),)), 3, exact.NotADistribution, "row 0 of the kernel adds up to 1/2, not to 1"),
        (((),), 3, exact.NotADistribution, "row 0 of the kernel adds up to 0, not to 1"),
    ],
)
def test_what_is_no_kernel(rows, columns, error, message):
    """Indices, signs and sums are looked at, and the message names the place."""
    with pytest.raises(error, match=message):
        Kernel(rows, columns)


@pytest.mark.parametrize(("entry", "message"), [(0.5, "float"), ("1", "an entry of a kernel is an exact number, not str")])
def test_entries_are_exact_numbers(entry, message):
    """A float is refused as everywhere, a text too."""
    with pytest.raises(TypeError, match=message):
        Kernel((((0, entry),),), 1)


def test_sizes_must_fit():
    """Masses and kernels of another size are refused."""
    kernel = garbling(rr(1), 2 * rr(1))
    with pytest.raises(exact.OutOfRange, match="a kernel of 3 rows takes as many masses, not 2"):
        kernel.apply(rr(1).atoms)
    with pytest.raises(exact.OutOfRange, match="a kernel of 3 rows cannot follow one of 2 columns"):
        kernel.after(kernel)
