"""The ways to multiply out a composition give the same atoms, and those that Fractions and mpmath give."""

from functools import reduce
from operator import mul

from hypothesis import assume, given
from hypothesis import strategies as st

from exact import composition, rational_products
from exact.atoms import from_elements, triple
from tests.laws import brute, numeric
from tests.laws.strategies import KINDS, examples, rational_tables, read

POWERS_OF_E = st.one_of(
    KINDS["one exponential"],
    st.sampled_from(
        [
            "rr(1/3, 3)",
            "rr(1.1)",
            "losses({1: 1/2, -1/2: 1/4}, 1/4)",
            "dual(approx(1/2, exp(-2)))",
            "rr(1/2) & approx(0, 1/3)",
            "table((((exp(1) - 1)/9, (1 - exp(-1))/9), (1 - (exp(1) - 1)/9, 0), (0, 1 - (1 - exp(-1))/9)))",
        ]
    ),
)
OTHER_MASSES = st.one_of(*(KINDS[kind] for kind in ("logs of primes", "radicals", "no monomial")))
LIMIT = 10**7
LATTICES = [
    [(8, 1), (4, 1), (2, 1), (1, 1), (1, 2)],
    [(5, 2), (3, 7), (1, 1), (11, 4)],
    [(9, 4), (3, 2), (4, 9), (2, 3)],
]


def atoms_of(a):
    """What canonical atoms are, as values."""
    return [(a.number(p), a.number(q)) for p, q in a.finite], a.number(a.p_infinite), a.number(a.q_infinite)


def by(route, factors):
    """The canonical atoms that the finite ones of a route make."""
    den = reduce(mul, (a.den**k for a, k in factors))
    p_infinite = composition._infinite_mass(den, [(a, a.p_infinite, k) for a, k in factors])
    q_infinite = composition._infinite_mass(den, [(a, a.q_infinite, k) for a, k in factors])
    return from_elements(den, p_infinite, q_infinite, route(factors))


def check(factors, *routes):
    """All routes, one after the other, and products of mpmath numbers."""
    assume(composition_size(factors) <= 150)
    whole = composition.compose(factors)
    for route in routes:
        found = by(route, factors)
        assert found.finite == whole.finite
        assert found.keys == whole.keys
        assert atoms_of(found) == atoms_of(whole)
    truth = numeric.table([("1", "1")])
    for a, k in factors:
        part = numeric.table([(str(p), str(q)) for p, q in a.masses()])
        truth = numeric.compose(truth, numeric.power(part, k))
    (top, _), *finite, (_, bottom) = truth
    rows, p_infinite, q_infinite = atoms_of(whole)
    pairs = [(p_infinite, top), (q_infinite, bottom)]
    for row, expected in zip(rows, finite, strict=True):
        pairs += zip(row, expected, strict=True)
    assert all(numeric.agrees(numeric.value(found.decimal(130)), value) for found, value in pairs)


def composition_size(factors):
    """The number of products of atoms, merged within a part only."""
    return reduce(lambda n, part: n * (len(part[0].finite) * part[1] + 1), factors, 1)


def parts(texts):
    """Factors of a composition from texts and multiplicities."""
    return [(read(text).canonical, k) for text, k in texts if read(text).canonical.finite]


FEW = st.lists(st.tuples(POWERS_OF_E, st.integers(1, 4)), min_size=1, max_size=2)


@examples(80)
@given(FEW)
def test_polynomials_and_atom_by_atom(texts):
    """Where all are powers of e, the engine's polynomials give what products of keys and masses give."""
    factors = parts(texts)
    assume(factors)
    unit = composition._unit(factors)
    assume(unit)
    check(factors, composition._one_by_one, *(lambda f, u=u: composition._by_polynomials(f, u) for u in (unit, 6 * unit)))


@examples(80)
@given(st.lists(st.tuples(rational_tables(4), st.integers(1, 4)), min_size=1, max_size=2))
def test_integers_and_atom_by_atom(texts):
    """Rational masses, as bare integers and as elements with keys."""
    factors = parts(texts)
    assume(factors)
    check(factors, composition._by_integers, composition._one_by_one)


@examples(60)
@given(st.lists(st.tuples(OTHER_MASSES, st.integers(1, 3)), min_size=1, max_size=2))
def test_atom_by_atom(texts):
    """Masses and ratios of every other kind."""
    factors = parts(texts)
    assume(factors)
    check(factors, composition._one_by_one)


@examples(60)
@given(st.one_of(POWERS_OF_E, KINDS["radicals"], KINDS["no monomial"], rational_tables(2)), st.integers(2, 8))
def test_binomial_theorem_and_squaring(text, k):
    """k copies of two atoms, by the theorem and one after the other."""
    a = read(text).canonical
    assume(len(a.finite) == 2)

    def one_after_the_other(factors):
        ((b, times),) = factors
        rows = [triple(b, 0), triple(b, 1)]
        out = rows
        for _ in range(times - 1):
            out = composition._times(out, rows)
        return out

    check([(a, k)], lambda f: composition._binomial(triple(a, 0), triple(a, 1), f[0][1]), one_after_the_other)


@st.composite
def weights(draw):
    """Positive weights of ratios, some of them on a lattice, so that products of different atoms tie."""
    chosen = draw(st.lists(st.sampled_from(draw(st.sampled_from(LATTICES))), min_size=1, max_size=4, unique=True))
    return {r: draw(st.integers(1, 5)) for r in chosen}


@examples(120)
@given(weights(), st.integers(1, 7))
def test_powers_of_weights(base, k):
    """By multisets, by squaring, and one after the other."""
    expected = base
    for _ in range(k - 1):
        expected = rational_products.times(expected, base, LIMIT)
    assert rational_products.power(base, k, LIMIT) == expected
    if k > 1:
        assert rational_products._multisets(base, k) == expected
    square = rational_products.power(base, 2, LIMIT)
    by_squares = rational_products.power(square, k, LIMIT)
    assert by_squares == rational_products.power(base, 2 * k, LIMIT)
    rows = [(a * w, b * w) for (a, b), w in base.items()]
    assert sorted(rational_products.weights_of(rows).items()) == sorted(base.items())


@examples(60)
@given(rational_tables(4), st.integers(2, 4))
def test_folds_in_fractions(text, k):
    """k copies of rational atoms, by definition."""
    folded = pair = brute.fractions(read(text))
    for _ in range(k - 1):
        folded = brute.compose(folded, pair)
    a = composition.compose([(read(text).canonical, k)])
    found = [(p.as_fraction(), q.as_fraction()) for p, q in a.masses()]
    assert found == brute.canonical(folded)
