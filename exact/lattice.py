"""Least upper and greatest lower bound of two PLDs in the Blackwell order, on canonical atoms.

``sup`` has the curve ``max(h_A, h_B)`` (the hull of the union of the testing regions), ``inf`` has the trade-off curve
``max(f_A, f_B)`` (their intersection).

The sup needs no division. Between neighbouring knots both curves are straight lines ``a - b x``; walking down from x =
inf, the sup follows the larger one, and where it changes from a line ``a1 - b1 x`` to ``a2 - b2 x`` it has an atom
``(a1 - a2, b1 - b2)`` up to sign (RES Prop 11 restated). The inf needs the points where the trade-off curves cross, so
every crossing brings its determinant into the denominator.

Both walks meet the atoms of the result in decreasing or increasing order of distinct ratios, so nothing is sorted.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from exact import ratio
from exact.atoms import Atoms, Triple, check_scaled, from_sorted, triple
from exact.blackwell import differences
from exact.denominators import least_common_multiple
from exact.exponent import Exponent
from exact.infimum import meet
from exact.sums import Element, element, terms_of

Line = tuple[int, int]
"""Of which of two curves, and after how many of its finite atoms."""
Masses = tuple[Element, Element]

__all__ = ["join", "meet"]


def join(a: Atoms, b: Atoms) -> Atoms:
    """Return the least PLD above both."""
    if a is b:
        return a
    at_b, at_a = differences(a, b), differences(b, a)
    if all(s <= 0 for s in at_b.signs):
        return b
    if all(s <= 0 for s in at_a.signs):
        return a
    path: list[Line] = []
    i = j = before = 0  # lines, and the sign of h_a - h_b at the knot above (or at inf)
    for kind, s in _merged_signs(at_a.above, at_b.above, [-s for s in at_a.signs], at_b.signs):
        _follow(path, i, j, before, s)
        i, j, before = i + (kind != "b"), j + (kind != "a"), s
    _follow(path, i, j, before, 0)
    return _envelope(a, b, path)


def _envelope(a: Atoms, b: Atoms, path: Sequence[Line]) -> Atoms:
    """Return the atoms of the curve that follows these lines from x = inf down."""
    den, u, v = least_common_multiple(a.den, b.den)
    corners = {path[0], path[-1]}  # lines that are needed as such: elsewhere the path follows one curve over an atom
    for first, second in pairwise(path):
        if second != (first[0], first[1] + 1):
            corners |= {first, second}
    lines = [
        (_tails_at(side, {n for which, n in corners if which == number}), scale)
        for number, (side, scale) in enumerate(((a, u), (b, v)))
    ]

    for number, (side, scale) in enumerate(((a, u), (b, v))):
        rows = [side.finite[n] for (which, n), second in pairwise(path) if which == number and second == (which, n + 1)]
        for some in (rows, lines[number][0].values()):
            check_scaled([mass for row in some for mass in row], scale)

    def masses(line: Line) -> Masses:
        tails, scale = lines[line[0]]
        p, q = tails[line[1]]
        return p * scale, q * scale

    finite: list[Triple] = []
    for first, second in pairwise(path):
        side, scale = ((a, u), (b, v))[first[0]]
        if second == (first[0], first[1] + 1):
            key, p, q = triple(side, first[1])
            finite.append((key, p * scale, q * scale))
            continue
        (p1, q1), (p2, q2) = masses(first), masses(second)
        p, q = p2 - p1, q2 - q1
        if p or q:  # else the two curves are the same line here
            finite.append((ratio.of_quotient(p, q), p, q))
    return from_sorted(den, masses(path[0])[0], den.expand() - masses(path[-1])[1], finite)


def _merged_signs(
    above_a: Sequence[int], above_b: Sequence[int], sign_at_a: Sequence[int], sign_at_b: Sequence[int]
) -> Iterator[tuple[str, int]]:
    """Yield the knots of both in decreasing order: whose knot ("a", "b" or "both") and the sign of ``h_a - h_b`` there.

    ``above_a[i]`` counts the knots of b that are at least knot i of a, and the other way round.
    """
    i = j = 0
    while i < len(above_a) or j < len(above_b):
        a_first = i < len(above_a) and (j == len(above_b) or i < above_b[j])  # knot i of a >= knot j of b
        b_first = j < len(above_b) and (i == len(above_a) or j < above_a[i])
        if a_first:
            yield ("both" if b_first else "a"), sign_at_a[i]
            i, j = i + 1, j + b_first
        else:
            yield "b", sign_at_b[j]
            j += 1


def _follow(path: list[Line], i: int, j: int, above: int, below: int) -> None:
    """Append the lines that the larger curve follows on one piece, given the signs of ``h_a - h_b`` at its upper and
    its lower end.

    For the outermost pieces the open end (inf or 0) has sign 0: beyond the last knot both curves are constant, and at 0
    both are 1, so there the sign at the knot holds for the whole piece.
    """
    first, last = above or below, below or above
    for s in (first, last):
        line = (0, i) if s >= 0 else (1, j)
        if not path or path[-1] != line:
            path.append(line)


def _tails_at(a: Atoms, wanted: set[int]) -> dict[int, Masses]:
    """Return ``a.tails()[i]`` for the wanted i, without the others where sums may be long."""
    if a.is_rational:
        tails = a.tails()
        return {i: tails[i] for i in wanted}
    p: dict[Exponent, int] = dict(terms_of(a.p_infinite))
    q: dict[Exponent, int] = {}
    out: dict[int, Masses] = {}
    for i in range(max(wanted, default=-1) + 1):
        if i:
            for total, mass in zip((p, q), a.finite[i - 1], strict=True):
                for e, c in terms_of(mass).items():
                    total[e] = total.get(e, 0) + c
        if i in wanted:
            out[i] = element(dict(p)), element(dict(q))
    return out
