"""A second algorithm: finite PLDs in plain Fractions, by definitions only.

A PLD is a list of pairs (p, q) of Fractions. Nothing here shares code or method with `exact`: dominance compares the curves at the knots of
*both*, the join and the meet are rebuilt from their hockey-stick curves, the trade-off curve is the best mixture of two likelihood-ratio tests.
"""

from fractions import Fraction
from itertools import pairwise


def fractions(pld):
    """The atoms of a rational PLD as Fractions."""
    return [(p.as_fraction(), q.as_fraction()) for p, q in pld.atoms]


def h(atoms, x):
    """The hockey-stick curve, by its definition."""
    return sum((max(Fraction(0), p - x * q) for p, q in atoms), Fraction(0))


def ratios(atoms):
    """The finite non-zero likelihood ratios, increasing."""
    return sorted({p / q for p, q in atoms if p and q})


def canonical(atoms):
    """Merge equal ratios; decreasing ratio, +inf first, -inf last."""
    merged = {}
    for p, q in atoms:
        if p or q:
            key = (1, Fraction(0)) if not q else (0, p / q)
            a, b = merged.get(key, (0, 0))
            merged[key] = (a + p, b + q)
    return [merged[key] for key in sorted(merged, reverse=True)]


def compose(a, b):
    """All products of atoms; a product that is infinite on one side is the loss of that side."""
    return canonical([(p * u, q * v) for p, q in a for u, v in b])


def dominated(a, b):
    """Whether h_a <= h_b at the knots of both curves and at infinity."""
    return p_infinite(a) <= p_infinite(b) and all(h(a, x) <= h(b, x) for x in {*ratios(a), *ratios(b)})


def p_infinite(a):
    """The mass at +inf."""
    return sum((p for p, q in a if not q), Fraction(0))


def tradeoff(atoms, alpha):
    """The least type II error at type I error alpha: accept atoms in increasing ratio until alpha of P is rejected."""
    accepted, beta = Fraction(0), Fraction(1)
    for p, q in reversed(canonical(atoms)):
        if accepted + p <= alpha:
            accepted, beta = accepted + p, beta - q
        else:
            return beta - q * (alpha - accepted) / p
    return beta


def from_curve(points):
    """The PLD whose hockey-stick curve runs through the points (x, h), x from 0 on, constant after the last one."""
    slopes = [(v1 - v0) / (x1 - x0) for (x0, v0), (x1, v1) in pairwise(points)] + [Fraction(0)]
    atoms = [(points[-1][1], Fraction(0)), (Fraction(0), 1 + slopes[0])]
    for (x, _), before, after in zip(points[1:], slopes, slopes[1:], strict=False):
        atoms.append((x * (after - before), after - before))
    return canonical(atoms)


def _crossings(a, b):
    """0, the knots of both curves, and the points between them where the curves cross."""
    xs = sorted({Fraction(0), *ratios(a), *ratios(b)})
    if len(xs) == 1:
        xs.append(Fraction(1))
    out = [xs[0]]
    for x0, x1 in pairwise(xs):
        d0, d1 = h(a, x0) - h(b, x0), h(a, x1) - h(b, x1)
        if d0 * d1 < 0:
            out.append(x0 + (x1 - x0) * d0 / (d0 - d1))
        out.append(x1)
    return out


def join(a, b):
    """The PLD with the curve max(h_a, h_b)."""
    return from_curve([(x, max(h(a, x), h(b, x))) for x in _crossings(a, b)])


def meet(a, b):
    """The PLD whose curve is the greatest convex minorant of min(h_a, h_b): a lower hull."""
    hull = []
    for x, v in [(x, min(h(a, x), h(b, x))) for x in _crossings(a, b)]:
        while len(hull) > 1 and (hull[-1][1] - hull[-2][1]) * (x - hull[-2][0]) >= (v - hull[-2][1]) * (
            hull[-1][0] - hull[-2][0]
        ):
            hull.pop()
        hull.append((x, v))
    return from_curve(hull)


def dual(atoms):
    """The pair (Q, P)."""
    return canonical([(q, p) for p, q in atoms])
