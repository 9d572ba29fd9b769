"""30 rational atoms: composed, against plain Fractions; queried by halves, against multiplying out."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

from benchmarks.inputs import fresh, fresh_pld, rational_pld
from benchmarks.measure import Bench, Contestant
from benchmarks.table import Found, Kind, Row, Subject
from exact import PLD, hockey_stick
from exact.atoms import Atoms
from exact.composition import compose
from exact.reading import number

X = Fraction(5, 4)
ATOMS = 30

Law = dict[Fraction, tuple[Fraction, Fraction]]


@cache
def base(n: int = ATOMS) -> PLD:
    """Return a PLD of n rational atoms."""
    return rational_pld(3, n, largest=10**4)


def multiplied_out(a: Atoms, k: int) -> Atoms:
    """Return the k-fold composition."""
    return compose([(a, k)])


def with_fractions(n: int, k: int) -> Law:
    """Return the k-fold composition as a dict of Fractions, from ratio to masses, sorted by the ratio."""
    atoms = [(p.as_fraction(), q.as_fraction()) for p, q in base(n).atoms]
    rows = [(p / q, p, q) for p, q in atoms]
    law: Law = {Fraction(1): (Fraction(1), Fraction(1))}
    for _ in range(k):
        grown: Law = {}
        for ratio, (p, q) in law.items():
            for r, u, v in rows:
                key, new = ratio * r, (p * u, q * v)
                if key in grown:
                    old = grown[key]
                    new = (old[0] + new[0], old[1] + new[1])
                grown[key] = new
        law = grown
    return dict(sorted(law.items(), reverse=True))


def by_halves(pld: PLD, k: int) -> tuple[str, str]:
    """Return 50 digits of h(5/4) without multiplying out."""
    return pld.self_compose(k).hockey_stick(X).bounds(50)


def from_all_atoms(a: Atoms, k: int) -> tuple[str, str]:
    """Return the same from all atoms."""
    return hockey_stick.value(multiplied_out(a, k), number(X)).bounds(50)


FRACTIONS, OUT = "plain Fractions", "multiplying out"

ROWS = (
    Row(
        "fractions",
        "4-fold, multiplied out: 40,920 atoms",
        Kind.FASTER,
        20,
        FRACTIONS,
        "a Python loop over 40,920 multisets, some ten operations on long integers each; half of the time goes to sorting and keeping atoms",
    ),
    Row("halves", "5-fold: one query by halves", Kind.FASTER, 10, OUT),
    Row("six", "6-fold: one query by halves (1.6 million atoms)", Kind.SECONDS),
)


def measure(bench: Bench) -> Found:
    found = Found()
    a = base().canonical
    medians = bench.medians({
        "": Contestant(lambda a: multiplied_out(a, 4), lambda: fresh(a)),
        FRACTIONS: Contestant(lambda: with_fractions(ATOMS, 4)),
    })  # fmt: skip
    found.put("fractions", medians[""], medians[FRACTIONS])
    medians = bench.medians({
        "": Contestant(lambda pld: by_halves(pld, 5), lambda: fresh_pld(base())),
        OUT: Contestant(lambda a: from_all_atoms(a, 5), lambda: fresh(a)),
        "six": Contestant(lambda pld: by_halves(pld, 6), lambda: fresh_pld(base())),
    })  # fmt: skip
    found.put("halves", medians[""], medians[OUT])
    found.put("six", medians["six"])
    return found


SUBJECT = Subject("30 rational atoms", ROWS, measure)
