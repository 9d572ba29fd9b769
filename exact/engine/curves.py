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

    __slots__ = ("_bottoms", "_ratios", "_tops", "bits")

    def __init__(self, finite: Masses, p_infinite: Terms, q_infinite: Terms, den: Terms, bits: int) -> None:
        """Prepare numerators over `den`, finite atoms in decreasing ratio, at this precision."""
        self.bits = bits
        with precision(bits):
            one = arb(1)
            unit = one / ball_of(den, bits)
            balls = [(ball_of(p, bits) * unit, ball_of(q, bits) * unit) for p, q in finite]
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

    __slots__ = ("_balls", "signs")

    def __init__(self, balls: list[Any]) -> None:
        self._balls = balls
        self.signs = [1 if ball > 0 else -1 if ball < 0 else 0 for ball in balls]

    def enclosure(self, j: int) -> Enclosure:
        """Return an enclosure of the difference at the j-th finite atom of b."""
        ball = self._balls[j]
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
        return Scan(out)


# --- trade-off curves --------------------------------------------------------------------------------------------------------------------
#
# Vertex i of n finite atoms lies after the i atoms of smallest ratio: alpha = P(these), beta = Q(the finite ones left).


def alpha_order(a: Curve, i: int, b: Curve, j: int) -> int:
    """Return the sign of ``alpha_i(a) - alpha_j(b)`` where the precision tells, else 0 (which says nothing)."""
    with precision(a.bits):
        difference = _alpha_difference(a, i, b, j)
        return 1 if difference > 0 else -1 if difference < 0 else 0


def _alpha_difference(a: Curve, i: int, b: Curve, j: int) -> Any:
    """Return the difference, of the complements where alpha is large."""
    low_a, low_b = a._bottoms[i][0], b._bottoms[j][0]  # noqa: SLF001 - of this module
    if low_a + low_b < 1:
        return low_a - low_b
    return b._tops[len(b._tops) - 1 - j][0] - a._tops[len(a._tops) - 1 - i][0]  # noqa: SLF001 - of this module


def beta_order(a: Curve, i: int, b: Curve, j: int) -> int:
    """Return the sign of ``beta_i(a) - f_b(alpha_i(a))`` where the precision tells, else 0; the vertex i of a lies between
    the vertices j and j + 1 of b.
    """
    with precision(a.bits):
        p0, q0 = b._bottoms[j]  # noqa: SLF001 - of this module
        p1, q1 = b._bottoms[j + 1]  # noqa: SLF001 - of this module
        beta_a, beta_b = a._tops[len(a._tops) - 1 - i][1], b._tops[len(b._tops) - 1 - j][1]  # noqa: SLF001 - of this module
        difference = (beta_a - beta_b) * (p1 - p0) + _alpha_difference(a, i, b, j) * (q1 - q0)
        return 1 if difference > 0 else -1 if difference < 0 else 0
