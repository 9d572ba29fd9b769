"""Pairs of PLDs that nearly are one: two curves made of the same pieces, so that they touch, share edges and cross at vertices.

A base is cut into its atoms, each in two halves. A *recipe* then changes some pieces: neighbours are merged (which lowers the curve, and touches
it elsewhere), pieces are spread out or revealed (which raises it), masses are nudged by 10^-60. Two recipes for one base give all ways in which two
curves can meet. `reach` puts a vertex of one curve on the line through an edge of the other, beyond its end.
"""

from hypothesis import strategies as st

from exact import PLD, number, pld
from tests.laws.strategies import KINDS, read

BASES = {
    "rational": ["table(((1/2, 1/9), (1/3, 3/9), (1/6, 5/9)))", "table(((1/4, 0), (1/2, 1/4), (1/4, 1/2), (0, 1/4)))"],
    "powers of e": ["rr(1, 3)", "2*rr(1/2)", "approx(1, 1/10)"],
    "seven digits": ["rr(0.1234567) + rr(0.7654321)", "approx(1.0000001, 1e-5)", "rr(1.2345678, 3)"],
    "logarithms": ["rr(log(3), 3)", "2*rr(log(3/2))", "rr(log(2)) + rr(1)"],
    "radicals": ["rr(log(3)/2, 3)", "rr(log(2)/3) + rr(log(2))", "2*rr(1/2 + log(3)/2)"],
    "cofactors": ["subsample(rr(1, 3), 1/3)", "dual(subsample(rr(1/2), 1/4))", "subsample(2*rr(1), 1/10)"],
    "sups": ["rr(1) | approx(0, 1/4)", "rr(log(2)) | (2*rr(1/3))"],
    "infs": ["rr(1) & approx(0, 1/4)", "rr(log(3)) & approx(1/2, 1/10)"],
    "one finite atom": ["identity()", "approx(0, 1/3)", "table(((1/4, 0), (3/4, 1)))"],
    "no finite atom": ["total_leak()"],
}
"""Bases by the kind of their masses."""

TINY = number("1e-60")
CHANGES = ("merge", "merge", "spread", "reveal", "hide", "nudge")


@st.composite
def recipes(draw):
    """At most three changes, each with the place where it happens."""
    return draw(st.lists(st.tuples(st.sampled_from(CHANGES), st.integers(0, 11)), max_size=3))


def changed(base, recipe):
    """The PLD that a recipe makes of a base."""
    half = number("1/2")
    pieces = [(p * half, q * half) for p, q in base.atoms for _ in (0, 1)]
    for what, where in recipe:
        i = where % len(pieces)
        p, q = pieces[i]
        u, v = pieces[(i + 1) % len(pieces)]
        last = i + 1 == len(pieces)
        if what == "merge" and not last:
            pieces[i : i + 2] = [(p + u, q + v)]
        elif what == "spread":
            pieces[i : i + 1] = [(p * 2 / 3, q / 3), (p / 3, q * 2 / 3)]
        elif what == "reveal":
            pieces[i : i + 1] = [(p, number(0)), (number(0), q)]
        elif what == "hide":
            pieces[i : i + 1] = [(p / 4, q / 5), (p * 3 / 4, number(0)), (number(0), q * 4 / 5)]
        elif what == "nudge" and not last and p > TINY:
            pieces[i : i + 2] = [(p - TINY, q), (u + TINY, v)]
    return PLD(atom for atom in pieces if atom[0] or atom[1])


def reach(base, k, beyond):
    """The PLD of two atoms whose path has its one vertex on the line through edge k of the base, beyond its end by a part of the edge."""
    factor = 1 + number(beyond)
    p, q = base.atoms[k]
    p, q = (sum((atom[i] for atom in base.atoms[:k]), number(0)) + (p, q)[i] * factor for i in (0, 1))
    if p > 1 or q > 1:
        return None
    return PLD(atom for atom in ((p, q), (1 - p, 1 - q)) if atom[0] or atom[1])


@st.composite
def related(draw, kind):
    """Two PLDs made of the same pieces of a base of this kind, or the base and one that reaches for the line of an edge."""
    base = pld(draw(st.sampled_from(BASES[kind])))
    if draw(st.integers(0, 3)) == 0:
        far = reach(base, draw(st.integers(0, len(base.atoms) - 1)), draw(st.sampled_from(["1/9", "1/2", "0"])))
        if far is not None:
            return changed(base, draw(recipes().map(lambda r: r[:1]))), far
    return changed(base, draw(recipes())), changed(base, draw(recipes()))


SCALES = st.sampled_from(["1/3", "1/2", "9/10"])


@st.composite
def proportional(draw, kind):
    """Two PLDs whose finite atoms are proportional, or only whose losses are alike: parts of one PLD, all the rest revealed."""
    base = read(draw(st.sampled_from(BASES[kind])))
    sides = []
    for _ in (0, 1):
        s = number(draw(SCALES))
        t = s if draw(st.booleans()) else number(draw(SCALES))
        atoms = [(p * s, q * t) for p, q in base.atoms]
        sides.append(PLD(atom for atom in (*atoms, (1 - s, number(0)), (number(0), 1 - t)) if atom[0] or atom[1]))
    return tuple(sides)


SMALL_OF_ANY_KIND = st.one_of(*(st.sampled_from(texts) for texts in BASES.values())).map(read)
"""One of the bases."""

DRAWN = st.one_of(KINDS["rational"], KINDS["infinite masses"], KINDS["radicals"]).map(read)
"""PLDs that have nothing to do with the bases."""
