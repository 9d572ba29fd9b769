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
from exact.envelopes.inputs import check_kind, check_size, index, listed
from exact.envelopes.intervals import Functions, add, divide, multiply, point, scaled
from exact.envelopes.likelihood_envelope import check_digits, read_eps
from exact.envelopes.metrics import Point
from exact.envelopes.multiplicative_weights import MultiplicativeWeights, TargetInput, check_instance
from exact.envelopes.rows import FixedRows, Layout, fixed_rows, layout
from exact.envelopes.synthetic_answers import Target
from exact.envelopes.transcript_laws import TranscriptLaws
from exact.errors import OutOfRange, TooLarge
from exact.loss import Loss
from exact.reading import LossInput

FAMILY_LIMIT = 5_000
"""The largest number of lists of moves of a family ``V_{x,R,m}``."""
ORDER_LIMIT = 64
"""The largest Renyi order, and the largest code length."""
RADIUS_LIMIT = 1_000_000
"""The largest radius of a ball: from n on it is the whole space."""


@dataclass(frozen=True, slots=True, eq=False)
class Examination:
    """An instance, an eps, and what the inequalities are made of. Made by `examine`.

    Attributes
    ----------
    instance, eps
        The instance, and eps in nats.
    functions
        Logarithm, exponential and square root at the precision of the examination.
    plan, fixed
        Which points share a law or a row of the envelope; laws, rows and normalisers in fixed point.
    losses
        For each target the losses of all transcripts, in fixed point.
    """

    instance: MultiplicativeWeights
    eps: Loss
    functions: Functions = field(repr=False)
    plan: Layout = field(repr=False)
    fixed: FixedRows = field(repr=False)
    losses: tuple[list[Ends], ...] = field(repr=False)

    # --- symbols -------------------------------------------------------------------------------------------------------------------------

    @property
    def eta(self) -> Enclosed:
        """The selection parameter, in nats."""
        return self.functions.of_loss(self.instance.eta)

    @property
    def gamma(self) -> Enclosed:
        """The update parameter, in nats."""
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
        """Return ``A_R = kappa R^2`` for a radius R, an integer from 0 to `RADIUS_LIMIT`."""
        check_size("radius", radius, RADIUS_LIMIT, 0)
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

    def target_distance(self, a: TargetInput, b: TargetInput) -> Fraction:
        """Return ``d*(a, b)`` of two targets, lists of k rational numbers; errors as `MultiplicativeWeights.read_target`."""
        first, second = self.instance.read_target(a), self.instance.read_target(b)
        return Fraction(self.instance.n, 2) * max(abs(p - q) for p, q in zip(first, second, strict=True))

    def database_distance(self, i: int, j: int) -> Fraction:
        """Return the least distance of points whose targets are those with the indices i and j; `OutOfRange` where there is no such target."""
        first, second = (index("the index of a target", place, len(self.instance.targets)) for place in (i, j))
        near = [self.plan.near[row][second] for row, c in zip(self.plan.row_of, self.instance.target_of, strict=True) if c == first]
        return Fraction(min(near))

    # --- laws ----------------------------------------------------------------------------------------------------------------------------

    @property
    def scale(self) -> int:
        """The scale of everything in fixed point."""
        return self.fixed.scale

    def points(self, wanted: Iterable[Point] | None = None) -> list[int]:
        """Return the indices of the points that are wanted, by default one for each different row and target; `OutOfRange` for a stranger."""
        if wanted is not None:
            return [self.instance.space.place(point) for point in listed("points", wanted, ordered=False)]
        seen = {key: i for i, key in reversed(list(enumerate(zip(self.plan.row_of, self.instance.target_of, strict=True))))}
        return sorted(seen.values())

    def ball(self, place: int, radius: int) -> list[Ends]:
        """Return ``H_R``, the largest likelihood of each transcript in the ball round the point with this index, in fixed point.

        The radius is an integer from 0 to `RADIUS_LIMIT`; `OutOfRange` where there is no such point.
        """
        near = self.plan.near[self.plan.row_of[index("the index of a point", place, len(self.plan.row_of))]]
        check_size("radius", radius, RADIUS_LIMIT, 0)
        rows = [row for row, d in zip(self.fixed.masses, near, strict=True) if d <= radius]
        return [greatest(column) for column in zip(*rows, strict=True)]

    def expected(self, row: Sequence[Ends], target: int) -> Enclosed:
        """Return ``sum_w row(w) L_x(w)`` of a row in fixed point, for the target of x, the one with this index."""
        self._check_rows(row)
        losses = self.losses[index("the index of a target", target, len(self.losses))]
        return to_enclosed(added(multiplied(p, v, self.scale) for p, v in zip(row, losses, strict=True)), self.scale)

    def ratios(self, p: Sequence[Ends], q: Sequence[Ends]) -> list[Ends]:
        """Return ``p(w)/q(w)`` of two rows in fixed point; `TooLarge` where a q(w) is not told from 0 (far outside [-1, 1])."""
        self._check_rows(p, q)
        found = [divided(a, b, self.scale) for a, b in zip(p, q, strict=True)]
        told = [ends for ends in found if ends is not None]
        if len(told) < len(found):
            raise TooLarge(f"a likelihood is not told from 0 at {self.scale} bits; more digits, or targets closer to [-1, 1], may help")
        return told

    def _check_rows(self, *rows: Sequence[Ends]) -> None:
        """Raise unless all are rows: pairs of integers, one for each transcript."""
        for row in rows:
            if not isinstance(row, list | tuple):
                raise TypeError(f"a row is a list of values in fixed point, not {type(row).__name__}")
            if len(row) != len(self.instance.transcripts) or not all(isinstance(ends, tuple) and len(ends) == 2 for ends in row):
                raise OutOfRange(f"a row in fixed point has a pair of integers for each of the {len(self.instance.transcripts)} transcripts")

    def moment(self, p: Sequence[Ends], q: Sequence[Ends], order: int) -> Enclosed:
        """Return ``sum_w q(w) (p(w)/q(w))^order`` of two rows in fixed point, for an integer order from 0 to `ORDER_LIMIT`; errors as `ratios`."""
        check_size("order", order, ORDER_LIMIT, 0)
        total = (0, 0)
        for ratio, mass in zip(self.ratios(p, q), q, strict=True):
            value = mass
            for _ in range(order):
                value = multiplied(value, ratio, self.scale)
            total = total[0] + value[0], total[1] + value[1]
        return to_enclosed(total, self.scale)

    def family(self, place: int, radius: int, length: int) -> list[Target]:
        """Return the different targets of ``V_{x,R,m}``: ``a(x) + R/(m n) sum of m row moves``, a move being (d, d') or none.

        Parameters
        ----------
        place
            The index of the point x.
        radius
            R, an integer from 0 to `RADIUS_LIMIT`.
        length
            The code length m, an integer from 1 to `ORDER_LIMIT`.

        Raises
        ------
        TypeError, OutOfRange
            Outside these ranges.
        TooLarge
            Beyond `FAMILY_LIMIT` lists of moves.

        References
        ----------
        ENV, section 5.
        """
        i = self.instance
        x = index("the index of a point", place, len(i.target_of))
        check_size("radius", radius, RADIUS_LIMIT, 0)
        check_size("length", length, ORDER_LIMIT)
        moves = list(dict.fromkeys(tuple(q[b] - q[a] for q in i.queries) for a in range(i.universe_size) for b in range(i.universe_size)))
        center, step = i.targets[i.target_of[x]], Fraction(radius, length * i.n)
        count = comb(len(moves) + length - 1, length)
        if count > FAMILY_LIMIT:
            raise TooLarge(f"a family of {count} lists of {length} row moves is beyond the limit of {FAMILY_LIMIT}")
        lists = combinations_with_replacement(moves, length)
        sums = (zip(center, zip(*chosen, strict=True), strict=True) for chosen in lists)
        return list(dict.fromkeys(tuple(c + step * sum(column) for c, column in pairs) for pairs in sums))

    def laws_of(self, targets: Sequence[TargetInput]) -> list[list[Ends]]:
        """Return the laws under some targets, in fixed point, in the order of the transcripts; errors as `MultiplicativeWeights.fixed_laws`."""
        found = self.instance.fixed_laws(targets, self.scale)
        if found is None:
            raise TooLarge(f"the laws under these targets are not told at {self.scale} bits; targets closer to [-1, 1] may help")
        return found

    def read_targets(self, wanted: Sequence[TargetInput] | None) -> tuple[tuple[Target, ...], list[list[Ends]]]:
        """Return the targets that are wanted, by default those of databases, and their laws in fixed point; errors as `laws_of`."""
        if wanted is None:
            return self.instance.targets, self.fixed.masses
        read = tuple(self.instance.read_target(target) for target in listed("targets", wanted))
        return read, self.laws_of(read)


def check_examination(where: str, x: object) -> None:
    """Raise TypeError for what is no examination."""
    check_kind(where, x, Examination, "an Examination that examine makes")


def check_orders(orders: Iterable[int], least: int, name: str = "orders") -> tuple[int, ...]:
    """Return integers, at least one; TypeError for what is no list, `OutOfRange` for what does not lie between `least` and `ORDER_LIMIT`."""
    found = tuple(listed(name, orders, ordered=False))
    if not found or any(not isinstance(r, int) or isinstance(r, bool) or not least <= r <= ORDER_LIMIT for r in found):
        raise OutOfRange(f"{name} are integers from {least} to {ORDER_LIMIT}, at least one")
    return found


def examine(instance: MultiplicativeWeights, eps: LossInput, digits: int = 40) -> Examination:
    """Return an instance and an eps under examination, with laws to at least this many significant digits.

    Parameters
    ----------
    instance
        From `exact.envelopes.private_multiplicative_weights`.
    eps
        In nats, finite, > 0: a rational number, a log of a rational number, or a sum of rational multiples of these.
    digits
        From 1 to 1,000: significant digits of likelihoods and rows; both sides of inequalities are known to about as many.

    Returns
    -------
    Examination
        What the inequalities of this package take.

    Raises
    ------
    TypeError
        For an instance that is none, and for an eps that is no exact loss, such as a float.
    OutOfRange
        For an eps or digits outside their ranges.
    Unsupported
        For an eps that is the log of a sum.
    TooLarge
        Beyond the limits of size or precision.

    Examples
    --------
    >>> from exact.envelopes import private_multiplicative_weights
    >>> x = examine(private_multiplicative_weights(2, [[-1, 1]], 2, 2, 1, "log(2)"), 1)
    >>> x.rho.decimal(), x.alpha_0.decimal(6)
    ('4', '23.8739')

    References
    ----------
    ENV, sections 3 to 7 (the symbols stand at the top of the module).
    """
    check_instance("examine", instance)
    check_digits(digits)
    rate = read_eps(eps)
    base = TranscriptLaws(instance, exactly=False)
    plan = layout(base, instance.space)
    for scale in scales(digits, base.depth()):
        fixed = fixed_rows(base, plan, rate, scale, digits)
        if fixed is not None:
            losses = tuple(instance.fixed_losses(scale))
            return Examination(instance, rate, Functions(4 * digits + 64), plan, fixed, losses)
    raise AssertionError("unreachable")  # pragma: no cover
