r"""The kernel that shows ``A <= B``: B's atoms garbled into A's, by cutting stretches out of B's testing region.

**Picture.** Lay the atoms ``(p, q)`` of a PLD side by side in order of decreasing ratio: their path, from ``(0, 0)`` to
``(1, 1)``, is concave, and ``A <= B`` says that A's path lies nowhere above B's (RES section 2; q is drawn to the right,
p upwards). A kernel cuts every atom ``b`` of B into fractions, which are vectors of its direction, and deals them out to
the atoms of A so that those of ``a`` add up to ``a``. That is all that is asked of it: fractions of ``b`` that add up
to 1, and vectors that add up to ``a``, which is two equations, one for P and one for Q.

**Stretches.** Take A's atoms one after the other, the largest ratio first. Each gets its *shadow*: the contiguous
stretch of what is left of B (whole atoms, with fractions of atoms at its two ends) whose sum is ``a``. In the language
of convex order this is the left-curtain coupling of Beiglboeck and Juillet (Annals of Probability 44, 2016), here for
finitely many vectors.

1. *There is such a stretch.* Let what is left of B dominate what is left of A (with equal sums). Grow a stretch from the
   place where B's ratio crosses that of ``a``, first by whatever has the ratio of ``a``, then to both sides so that
   its sum keeps the direction of ``a``. Its length grows continuously. If one side, say the left one, is used up at a sum
   ``c a`` with ``c < 1``, then B's path goes from 0 to ``c a`` and falls below the ray of ``a`` afterwards, so ``a``
   lies above it. But ``a`` is an edge of A's concave path, so it lies on or below that path and with it on or below B's, a
   contradiction. (From the right end, the same.)
2. *What is left of B dominates what is left of A.* Let r >= s be the ratios at the two ends of the stretch S. Outside of
   (s, r) the curves ``h`` of S and of ``a`` are the same line (0 from r on, ``p_a - x q_a`` up to s), so both
   remainders lose the same. Between s and r the curve of B's remainder is a straight line, as no ratio of it lies
   there, and that of A's remainder is convex and at both ends not above it.

At the end nothing is left on either side, as the sums are equal.

**Blocks.** What is taken forms blocks. A block has an atom s of B at its left and t at its right end, of which it has the
fractions ``lam`` and ``mu``, all atoms between them whole, and it is the sum of the atoms of A that it serves. So ::

    lam b_s + mu b_t = V,   V = (the sum of those atoms of A) - (the sum of the atoms of B strictly between s and t)

which Cramer's rule solves: ``lam = det(V, b_t)/det(b_s, b_t)``. V is a sum of original masses, so denominators never
nest, however many steps there are, and the fractions dealt out are differences of such cumulative ones. The ratios
decrease strictly, so the determinant is positive; instead of ``b_t`` in the first and ``b_s`` in the second formula, any
vector of that direction does, such as (ratio, 1).

As A's ratios decrease, a new stretch starts right of all blocks or within the last one, as its place is right of the left
end of that (whose ratio is at least that of an atom served by it). So blocks are a stack: to the right a stretch meets
whole atoms only, to the left it swallows the last block when it comes to it. While ``lam`` is more than there is, s is
taken whole and the left end moves on; while ``mu > 1``, the right end does. Neither has to be taken back: the further
from the direction of ``a`` an atom is, the less length it brings for its height above (or below) the ray of ``a``, so
moving one end raises the height that is needed, and an end that was too near stays too near. Every round takes an atom
whole or swallows a block, which makes O(n + m) rounds.

A kernel of n rows and m columns has fewer than ``n + 2m`` entries: a stretch has two ends, and every other entry is all
that was left of an atom inside a stretch, which happens once to an atom, and never to those at the ends of the last block.
"""

from __future__ import annotations

from dataclasses import dataclass

from exact.atoms import Atoms, check_scaled
from exact.blackwell import is_dominated
from exact.denominators import least_common_multiple, quotient
from exact.errors import TooLarge
from exact.kernel import ONE, Kernel
from exact.number import Number
from exact.pld import PLD
from exact.sums import Element, monomial, sign, terms_of

Vector = tuple[Element, Element]

TERM_LIMIT = 250_000
"""The largest number of terms in the numerators of all entries of a kernel before `TooLarge` is raised."""
BEFORE: Vector = (1, -1)
"""A direction before all atoms, for a block at the left end of the path; nothing is ever taken of it."""


def garbling(a: PLD, b: PLD) -> Kernel | None:
    """Return a kernel that turns B into A, which shows ``A <= B``; None iff ``A <= B`` does not hold.

    Parameters
    ----------
    a, b
        The PLDs. With ``m = len(a.atoms)`` and ``n = len(b.atoms)`` the kernel has n rows and m columns.

    Returns
    -------
    Kernel or None
        ``K[j][i]`` is the probability that atom j of B becomes atom i of A, both in the order of `PLD.atoms` (the
        loss +inf first, -inf last): each ``K[j]`` adds up to 1, and ``p_i = sum_j K[j][i] p_j`` holds for the masses
        under P, and under Q likewise.

    Raises
    ------
    TooLarge
        When a sign, or the size of a number, is beyond the limits.

    Notes
    -----
    Fewer than ``n + 2m`` entries are not zero. Which kernel it is, why it exists and why its numbers stay short: see the
    module. Every sign is decided; the cost is O(n + m) signs of two-by-two determinants.

    Examples
    --------
    >>> from exact import approx, garbling, rr
    >>> K = garbling(approx("log(2)", 0), approx("log(2)", "1/4"))
    >>> [[str(k) for k in row] for row in K]
    [['1/2', '1/2'], ['1', '0'], ['1/6', '5/6'], ['0', '1']]
    >>> garbling(rr(2), 2 * rr(1)) is None
    True

    References
    ----------
    RES section 2, definition of the Blackwell order by post-processing.
    """
    for value in (a, b):
        if not isinstance(value, PLD):
            raise TypeError(f"a PLD is wanted, not {type(value).__name__} (pld(...) reads a text)")
    if not is_dominated(a.canonical, b.canonical):
        return None
    return _Cutting(a.canonical, b.canonical).kernel()


def _det(v: Vector, w: Vector) -> Element:
    """Return ``p q' - q p'``, positive iff the ratio of v is larger (for vectors less than half a turn apart)."""
    return v[0] * w[1] - v[1] * w[0]


def _plus(v: Vector, w: Vector) -> Vector:
    return v[0] + w[0], v[1] + w[1]


def _minus(v: Vector, w: Vector) -> Vector:
    return v[0] - w[0], v[1] - w[1]


def _vectors(a: Atoms, factor: Element) -> list[Vector]:
    """Return the atoms, infinite losses included, as vectors over a common denominator."""
    rows: list[Vector] = [(a.p_infinite, 0), *a.finite, (0, a.q_infinite)]
    return [(p * factor, q * factor) for p, q in rows if p or q]


def _directions(a: Atoms) -> list[Vector]:
    """Return for each atom a short vector of its direction."""
    finite = [v if key[3] else (monomial(key[0], key[2]), key[1]) for v, key in zip(a.finite, a.keys, strict=True)]
    first: list[Vector] = [(1, 0)] if a.p_infinite else []
    last: list[Vector] = [(0, 1)] if a.q_infinite else []
    return [*first, *finite, *last]


@dataclass(slots=True)
class _Block:
    """``lam b_left + mu b_right = rest``; all atoms strictly between are taken whole."""

    left: int
    right: int
    rest: Vector
    lam: Number
    mu: Number


class _Cutting:
    """The stretches cut so far out of the atoms of B; see the module."""

    def __init__(self, a: Atoms, b: Atoms) -> None:
        den, u, v = least_common_multiple(a.den, b.den)
        for side, factor in ((a, u), (b, v)):
            check_scaled([mass for row in side.finite for mass in row], factor)
        self.den = quotient(den, b.den)
        self.a, self.b, self.b_numerators = _vectors(a, u), _vectors(b, v), _vectors(b, 1)
        self.a_directions, self.b_directions = _directions(a), _directions(b)
        self.blocks: list[_Block] = []
        self.terms = 0
        self.rows: list[list[tuple[int, Number]]] = [[] for _ in self.b]

    def kernel(self) -> Kernel:
        """Return the kernel: cut the stretch of every atom of A, the largest ratio first."""
        place = 0
        for i in range(len(self.a)):
            while sign(_det(self.b_directions[place], self.a_directions[i])) > 0:
                place += 1
            self._cut(i, place)
        return Kernel(tuple(map(tuple, self.rows)), len(self.a))

    def _cut(self, i: int, place: int) -> None:
        """Cut the stretch of atom i of A, whose ratio is at least that of atom `place` of B and of none before."""
        if self.blocks and place <= self.blocks[-1].right:
            old = self.blocks.pop()
            s, t, rest, lam_before, mu_before = old.left, old.right, _plus(old.rest, self.a[i]), old.lam, old.mu
        else:
            s, t, rest, lam_before, mu_before = place - 1, place, self.a[i], Number(0), Number(0)
        while True:
            available = self._available(s)
            lam = self._lam(s, t, rest)
            left_is_short = lam.compare(available) > 0
            right_is_short = sign(_det(self._direction(s), _minus(rest, self.b[t]))) > 0
            if not left_is_short and not right_is_short:
                break
            if right_is_short:
                self._give(t, i, ONE - mu_before)
                rest, t, mu_before = _minus(rest, self.b[t]), t + 1, Number(0)
            if left_is_short:
                self._give(s, i, available - lam_before)
                rest, s, lam_before = _minus(rest, self.b[s]), s - 1, Number(0)
                if self.blocks and self.blocks[-1].right == s + 1:
                    old = self.blocks.pop()
                    rest, s, lam_before = _plus(rest, old.rest), old.left, old.lam
        mu = self._mu(s, t, rest)
        self._give(s, i, lam - lam_before)
        self._give(t, i, mu - mu_before)
        self.blocks.append(_Block(s, t, rest, lam, mu))

    def _available(self, s: int) -> Number:
        """Return the fraction of an atom that the block before, if it ends there, has left."""
        return ONE - self.blocks[-1].mu if self.blocks and self.blocks[-1].right == s else ONE

    def _direction(self, s: int) -> Vector:
        return BEFORE if s < 0 else self.b_directions[s]

    def _lam(self, s: int, t: int, rest: Vector) -> Number:
        direction = self.b_directions[t]
        height = _det(rest, direction)
        return Number(height, self.den) / Number(_det(self.b_numerators[s], direction)) if height else Number(0)

    def _mu(self, s: int, t: int, rest: Vector) -> Number:
        direction = self._direction(s)
        return Number(_det(direction, rest), self.den) / Number(_det(direction, self.b_numerators[t]))

    def _give(self, j: int, i: int, fraction: Number) -> None:
        if fraction:
            self.rows[j].append((i, fraction))
            self.terms += len(terms_of(fraction.numerator))
            if self.terms > TERM_LIMIT:
                raise TooLarge(f"a kernel whose entries have more than {TERM_LIMIT} terms is too large; fewer folds may do")
