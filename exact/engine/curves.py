"""Two curves in balls: the signs of the difference of two hockey-stick curves at all knots of one of them, and of two
trade-off curves at a vertex.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from flint import arb

from exact.engine.balls import Enclosure, Terms, ball_of, enclosure, precision

Masses = Sequence[tuple[Terms, Terms]]


class Curve:
    """The atoms of one PLD prepared for scans: ratios, and sums of the masses from the largest ratio down and from the
    smallest up. What is inside belongs to the engine.
    """

    __slots__ = ("_bottoms", "_masses", "_ratios", "_tops", "bits")

    def __init__(self, finite: Masses, p_infinite: Terms, q_infinite: Terms, den: Terms, bits: int) -> None:
        """Prepare numerators over `den`, finite atoms in decreasing ratio, at this precision."""
        self.bits = bits
        with precision(bits):
            one = arb(1)
            unit = one / ball_of(den, bits)
            self._masses = balls = [(ball_of(p, bits) * unit, ball_of(q, bits) * unit) for p, q in finite]
            self._ratios = [p / q for p, q in balls]
            p, q = ball_of(p_infinite, bits) * unit, arb(0)
            self._tops = [(p, q)]
            for a, b in balls:
                p, q = p + a, q + b
                self._tops.append((p, q))
            p, q = arb(0), ball_of(q_infinite, bits) * unit
            self._bottoms = [(p, q)]
            for a, b in reversed(balls):
                p, q = p + a, q + b
                self._bottoms.append((p, q))

    def __reduce__(self) -> Any:
        raise TypeError("a prepared curve is not pickled; its atoms are")


class Scan:
    """The differences ``h_a - h_b`` at the knots of b: their signs where the precision tells, and enclosures on demand."""

    __slots__ = ("_balls", "_bits", "signs")

    def __init__(self, balls: list[Any], bits: int) -> None:
        self._balls = balls
        self._bits = bits
        self.signs = [_sign(ball) for ball in balls]

    def enclosure(self, j: int) -> Enclosure:
        """Return an enclosure of the difference at the j-th finite atom of b."""
        ball = self._balls[j]
        with precision(self._bits):
            return enclosure(ball) if ball.is_finite() else (-1, 1, 0)


def scan(a: Curve, b: Curve, above: Sequence[int]) -> Scan:
    """Return ``h_a(x_j) - h_b(x_j)`` for each knot x_j of b, the ratio of its j-th finite atom.

    ``above[j]`` counts the finite atoms of a with ratio >= x_j (an atom at x_j itself contributes nothing). A sign 0
    says that the precision did not suffice. For x >= 1 tails are summed from the top; for x < 1 the complementary sums
    ``h(x) = 1 - x + sum_{ratio < x} (x q - p) + x q_infinite`` are taken from the bottom: one-sided sums would cancel.
    """
    tops_a, tops_b, bottoms_a, bottoms_b = a._tops, b._tops, a._bottoms, b._bottoms  # noqa: SLF001 - of this module
    n_a, n_b = len(tops_a) - 1, len(tops_b) - 1
    out = []
    with precision(a.bits):
        one = arb(1)
        for j, x in enumerate(b._ratios):  # noqa: SLF001 - of this module
            if x < one:
                p_a, q_a = bottoms_a[n_a - above[j]]
                p_b, q_b = bottoms_b[n_b - j - 1]
                out.append((p_b - p_a) + x * (q_a - q_b))
            else:
                p_a, q_a = tops_a[above[j]]
                p_b, q_b = tops_b[j + 1]
                out.append((p_a - p_b) - x * (q_a - q_b))
        return Scan(out, a.bits)


# --- trade-off curves --------------------------------------------------------------------------------------------------------------------
#
# Vertex i of n finite atoms lies after the i atoms of smallest ratio: alpha = P(these), beta = Q(the finite ones left).


def alpha_order(a: Curve, i: int, b: Curve, j: int) -> int:
    """Return the sign of ``alpha_i(a) - alpha_j(b)`` where the precision tells, else 0 (which says nothing)."""
    with precision(a.bits):
        return _sign(_difference(a, i, b, j, 0))


def beta_order(a: Curve, i: int, b: Curve, j: int) -> int:
    """Return the sign of ``beta_i(a) - f_b(alpha_i(a))`` where the precision tells, else 0; the vertex i of a lies between
    the vertices j and j + 1 of b.
    """
    with precision(a.bits):
        p, q = b._masses[len(b._masses) - 1 - j]  # noqa: SLF001 - of this module
        return _sign(_difference(a, i, b, j, 0) * q - _difference(a, i, b, j, 1) * p)


def _difference(a: Curve, i: int, b: Curve, j: int, side: int) -> Any:
    """Return the difference of what lies before two vertices, under P (side 0: of the alphas) or under Q (side 1: of the
    betas, with the sign changed): from what lies behind them where that is less.
    """
    before_a, before_b = a._bottoms[i][side], b._bottoms[j][side]  # noqa: SLF001 - of this module
    if before_a + before_b < 1:
        return before_a - before_b
    return b._tops[len(b._tops) - 1 - j][side] - a._tops[len(a._tops) - 1 - i][side]  # noqa: SLF001 - of this module


def _sign(ball: Any) -> int:
    return 1 if ball > 0 else -1 if ball < 0 else 0
