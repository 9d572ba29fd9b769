"""A second algorithm for masses of every kind: finite PLDs as mpmath numbers, by definitions only.

As `tests.laws.brute`, with 250 digits in the place of Fractions. Nothing here shares code or method with `exact`. Numbers closer than `SAME` are
taken for equal: what is asserted of a result is good to `GOOD` digits, absolutely, for masses, and relatively for ratios.
"""

from itertools import pairwise

import mpmath

from tests.laws import second

DIGITS, GOOD = 250, 120
SAME = mpmath.mpf(10) ** -170
"""Below it a mass or a relative difference of two ratios is none."""

precise = mpmath.workdps(DIGITS)


def value(text):
    """The value of the text of a number or a finite loss."""
    return second.value(text, DIGITS)


@precise
def canonical(atoms):
    """Merge equal ratios; decreasing ratio, +inf first, -inf last."""
    out = []
    top = sum((p for p, q in atoms if q <= SAME), mpmath.mpf(0))
    bottom = sum((q for p, q in atoms if p <= SAME), mpmath.mpf(0))
    for p, q in sorted(((p, q) for p, q in atoms if p > SAME and q > SAME), key=lambda m: -m[0] / m[1]):
        if out and abs(out[-1][0] * q - p * out[-1][1]) <= SAME * p * out[-1][1]:
            out[-1] = (out[-1][0] + p, out[-1][1] + q)
        else:
            out.append((p, q))
    return [(top, mpmath.mpf(0)), *out, (mpmath.mpf(0), bottom)]


@precise
def of_pld(a):
    """The atoms of a PLD of the package, from their texts."""
    return canonical([(value(str(p)), value(str(q))) for p, q in a.atoms])


@precise
def table(rows):
    """The PLD with these masses, given as texts."""
    return canonical([(value(p), value(q)) for p, q in rows])


@precise
def rr(eps, k=2):
    """k-ary randomised response."""
    return canonical(second.rr_atoms(eps, k, DIGITS))


@precise
def approx(eps, delta):
    """Randomised response that tells everything with probability delta."""
    d = value(delta)
    return canonical([(d, mpmath.mpf(0)), *((p * (1 - d), q * (1 - d)) for p, q in rr(eps)), (mpmath.mpf(0), d)])


@precise
def compose(a, b):
    """All products of atoms."""
    return canonical([(p * u, q * v) for p, q in a for u, v in b])


@precise
def power(a, k):
    """The k-fold composition, merged step by step."""
    out = [(mpmath.mpf(1), mpmath.mpf(1))]
    for _ in range(k):
        out = compose(out, a)
    return canonical(out)


@precise
def h(atoms, x):
    """The hockey-stick curve, by its definition."""
    return mpmath.fsum(p - x * q for p, q in atoms if p > x * q)


@precise
def inverse(atoms, delta):
    """``inf {x > 0 : h(x) <= delta}``, None where there is none."""
    if abs(delta - 1) <= SAME:
        return mpmath.mpf(0)
    (p, q), *finite = canonical(atoms)[:-1]
    if abs(p - delta) <= SAME:
        return finite[0][0] / finite[0][1] if finite else mpmath.mpf(0)
    if p > delta:
        return None
    for u, v in finite:
        if p - u / v * q > delta:
            break
        p, q = p + u, q + v
    return (p - delta) / q


@precise
def dual(atoms):
    """The pair (Q, P)."""
    return canonical([(q, p) for p, q in atoms])


@precise
def subsample(atoms, rate):
    """The pair ((1 - rate) Q + rate P, Q)."""
    r = value(rate)
    return canonical([(r * p + (1 - r) * q, q) for p, q in atoms])


@precise
def mixture(*parts):
    """The PLDs side by side, with their weights."""
    return canonical([(value(w) * p, value(w) * q) for w, a in parts for p, q in a])


def _ratios(atoms):
    return [p / q for p, q in atoms if p > SAME and q > SAME]


def _crossings(a, b):
    """0, the knots of both curves, and the points between them where the curves cross."""
    xs = [mpmath.mpf(0)]
    for x in sorted([*_ratios(a), *_ratios(b)]):
        if x - xs[-1] > SAME * x:
            xs.append(x)
    if len(xs) == 1:
        xs.append(mpmath.mpf(1))
    out = xs[:1]
    for x0, x1 in pairwise(xs):
        d0, d1 = h(a, x0) - h(b, x0), h(a, x1) - h(b, x1)
        if min(abs(d0), abs(d1)) > SAME and d0 * d1 < 0:
            out.append(x0 + (x1 - x0) * d0 / (d0 - d1))
        out.append(x1)
    return out


def _from_curve(points):
    """The PLD whose hockey-stick curve runs through the points (x, h), constant after the last one."""
    slopes = [(v1 - v0) / (x1 - x0) for (x0, v0), (x1, v1) in pairwise(points)] + [mpmath.mpf(0)]
    atoms = [(points[-1][1], mpmath.mpf(0)), (mpmath.mpf(0), 1 + slopes[0])]
    for (x, _), before, after in zip(points[1:], slopes, slopes[1:], strict=False):
        atoms.append((x * (after - before), after - before))
    return canonical(atoms)


@precise
def join(a, b):
    """The PLD with the curve max(h_a, h_b)."""
    return _from_curve([(x, max(h(a, x), h(b, x))) for x in _crossings(a, b)])


@precise
def meet(a, b):
    """The PLD whose curve is the greatest convex minorant of min(h_a, h_b): a lower hull."""
    hull = []
    for x, v in [(x, min(h(a, x), h(b, x))) for x in _crossings(a, b)]:
        while len(hull) > 1 and (hull[-1][1] - hull[-2][1]) * (x - hull[-2][0]) >= (v - hull[-2][1]) * (
            hull[-1][0] - hull[-2][0]
        ):
            hull.pop()
        hull.append((x, v))
    return _from_curve(hull)


@precise
def agrees(found, truth, digits=GOOD):
    """Whether two numbers agree to this many digits, relative to 1 or to their size."""
    return abs(found - truth) <= mpmath.mpf(10) ** -digits * max(1, abs(truth))


@precise
def inside(bounds, truth, digits=GOOD):
    """Whether decimals ``(lower, upper)`` enclose a value known to so many digits, up to what is not known of it."""
    slack = mpmath.mpf(10) ** -digits * max(1, abs(truth))
    low, high = (mpmath.mpf(text) for text in bounds)
    return low - slack <= truth <= high + slack
