"""An instance under examination: its laws in fixed point, and the symbols of the paper as enclosed numbers.

``rho = 8 J eta^2/n^2``, ``kappa = rho/4``, ``L = ln(T^2 + 1)``, ``A_R = kappa R^2``, ``alpha_0 = 2 (ln T/(gamma J) + gamma/2) + 16 ln(4k)/eta``,
``B = max(1, ceil(3/eps))``, ``theta = eps B``, ``R_j = (j + 1) B``, ``d*(a, b) = (n/2) max_s |a_s - b_s|``.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations_with_replacement
from math import ceil, comb
from typing import Any

from exact.envelopes.enclosed import (
    Enclosed,
    Ends,
    added,
    divided,
    greatest,
    multiplied,
    scales,
    to_enclosed,
)
from exact.envelopes.intervals import Functions, add, divide, multiply, point, scaled
from exact.envelopes.likelihood_envelope import read_eps
from exact.envelopes.multiplicative_weights import MultiplicativeWeights, Target, TranscriptLaws
from exact.envelopes.rows import FixedRows, Layout, fixed_rows, layout
from exact.errors import TooLarge
from exact.loss import Loss
from exact.reading import LossInput

FAMILY_LIMIT = 5_000
"""The largest number of lists of moves of a family ``V_{x,R,m}``."""


@dataclass(frozen=True, slots=True, eq=False)
class Examination:
    """An instance, an eps, and what the inequalities are made of. Made by `examine`."""

    instance: MultiplicativeWeights
    eps: Loss
    functions: Functions = field(repr=False)
    plan: Layout = field(repr=False)
    fixed: FixedRows = field(repr=False)
    losses: tuple[list[Ends], ...] = field(repr=False)
    """For each target the losses of all transcripts, in fixed point."""

    # --- symbols -------------------------------------------------------------------------------------------------------------------------

    @property
    def eta(self) -> Enclosed:
        """The selection parameter."""
        return self.functions.of_loss(self.instance.eta)

    @property
    def gamma(self) -> Enclosed:
        """The update parameter."""
        return self.functions.of_loss(self.instance.gamma)

    @property
    def eps_value(self) -> Enclosed:
        """Eps in nats."""
        return self.functions.of_loss(self.eps)

    @property
    def rho(self) -> Enclosed:
        """``8 J eta^2/n^2``."""
        return scaled(multiply(self.eta, self.eta), Fraction(8 * self.instance.rounds, self.instance.n**2))

    @property
    def kappa(self) -> Enclosed:
        """``rho/4``."""
        return scaled(self.rho, Fraction(1, 4))

    @property
    def log_moves(self) -> Enclosed:
        """``L = ln(T^2 + 1)``."""
        return self.functions.log(point(self.instance.universe_size**2 + 1))

    def moment_scale(self, radius: int) -> Enclosed:
        """``A_R = kappa R^2``."""
        return scaled(self.kappa, radius**2)

    @property
    def hedge_regret(self) -> Enclosed:
        """``ln T/(gamma J) + gamma/2``."""
        size = self.functions.log(point(self.instance.universe_size))
        return add(divide(size, scaled(self.gamma, self.instance.rounds)), scaled(self.gamma, Fraction(1, 2)))

    @property
    def log_signed(self) -> Enclosed:
        """``ln(4k)``."""
        return self.functions.log(point(4 * len(self.instance.queries)))

    @property
    def alpha_0(self) -> Enclosed:
        """``2 (ln T/(gamma J) + gamma/2) + 16 ln(4k)/eta``."""
        return add(scaled(self.hedge_regret, 2), scaled(divide(self.log_signed, self.eta), 16))

    @property
    def block(self) -> int:
        """``B = max(1, ceil(3/eps))``."""
        low, high = (ceil(3 / end) for end in (self.eps_value.upper, self.eps_value.lower))
        if low != high:  # pragma: no cover - eps is an integer divided by 3 only where it is rational
            raise TooLarge("the width of blocks could not be told at this precision")
        return max(1, low)

    def target_distance(self, a: Target, b: Target) -> Fraction:
        """``d*(a, b)``."""
        return Fraction(self.instance.n, 2) * max(abs(p - q) for p, q in zip(a, b, strict=True))

    def database_distance(self, i: int, j: int) -> Fraction:
        """Return the least distance of points with the targets of these indices."""
        near = [self.plan.near[row][j] for row, c in zip(self.plan.row_of, self.instance.target_of, strict=True) if c == i]
        return Fraction(min(near))

    # --- laws ----------------------------------------------------------------------------------------------------------------------------

    @property
    def scale(self) -> int:
        """The scale of everything in fixed point."""
        return self.fixed.scale

    def points(self, wanted: Iterable[Any] | None = None) -> list[int]:
        """Return the indices of the points that are wanted; by default one for each different row and target."""
        if wanted is not None:
            return [self.instance.space.place(point) for point in wanted]
        seen = {key: i for i, key in reversed(list(enumerate(zip(self.plan.row_of, self.instance.target_of, strict=True))))}
        return sorted(seen.values())

    def ball(self, place: int, radius: int) -> list[Ends]:
        """Return ``H_R``, the largest likelihood of each transcript in the ball of this radius round a point."""
        near = self.plan.near[self.plan.row_of[place]]
        rows = [row for row, d in zip(self.fixed.masses, near, strict=True) if d <= radius]
        return [greatest(column) for column in zip(*rows, strict=True)]

    def expected(self, row: Sequence[Ends], target: int) -> Enclosed:
        """Return ``sum_w row(w) L_x(w)`` for the target of x."""
        return to_enclosed(added(multiplied(p, v, self.scale) for p, v in zip(row, self.losses[target], strict=True)), self.scale)

    def ratios(self, p: Sequence[Ends], q: Sequence[Ends]) -> list[Ends]:
        """Return ``p(w)/q(w)``; base laws are positive everywhere."""
        found = [divided(a, b, self.scale) for a, b in zip(p, q, strict=True)]
        return [ends for ends in found if ends is not None]

    def moment(self, p: Sequence[Ends], q: Sequence[Ends], order: int) -> Enclosed:
        """Return ``sum_w q(w) (p(w)/q(w))^order``."""
        total = (0, 0)
        for ratio, mass in zip(self.ratios(p, q), q, strict=True):
            value = mass
            for _ in range(order):
                value = multiplied(value, ratio, self.scale)
            total = total[0] + value[0], total[1] + value[1]
        return to_enclosed(total, self.scale)

    def family(self, place: int, radius: int, length: int) -> list[Target]:
        """Return the different targets of ``V_{x,R,m}``: ``a(x) + R/(m n) sum of m row moves``, a move being (d, d') or none."""
        i = self.instance
        moves = list(dict.fromkeys(tuple(q[b] - q[a] for q in i.queries) for a in range(i.universe_size) for b in range(i.universe_size)))
        center, step = i.targets[i.target_of[place]], Fraction(radius, length * i.n)
        count = comb(len(moves) + length - 1, length)
        if count > FAMILY_LIMIT:
            raise TooLarge(f"a family of {count} lists of {length} row moves is beyond the limit of {FAMILY_LIMIT}")
        lists = combinations_with_replacement(moves, length)
        sums = (zip(center, zip(*chosen, strict=True), strict=True) for chosen in lists)
        return list(dict.fromkeys(tuple(c + step * sum(column) for c, column in pairs) for pairs in sums))

    def laws_of(self, targets: Sequence[Target]) -> list[list[Ends]]:
        """Return the laws under some targets, in fixed point."""
        found = self.instance.fixed_laws(targets, self.scale)
        assert found is not None  # noqa: S101 - it sufficed for the targets of databases, and logits are bounded alike
        return found


def examine(instance: MultiplicativeWeights, eps: LossInput, digits: int = 40) -> Examination:
    """Return an instance and an eps under examination, with laws to at least this many significant digits.

    Raises
    ------
    OutOfRange, Unsupported, TooLarge
        As `exact.envelopes.envelope`.
    """
    rate = read_eps(eps)
    base = TranscriptLaws(instance, exactly=False)
    plan = layout(base, instance.space)
    for scale in scales(digits, base.depth()):
        fixed = fixed_rows(base, plan, rate, scale, digits)
        if fixed is not None:
            losses = tuple(instance.fixed_losses(scale))
            return Examination(instance, rate, Functions(4 * digits + 64), plan, fixed, losses)
    raise AssertionError("unreachable")  # pragma: no cover
