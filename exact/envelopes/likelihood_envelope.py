"""The envelope of base laws over a finite metric space: a distance-penalised maximum of likelihoods, which is purely private.

For base laws p_y on a finite space (neighbours at distance 1) and eps > 0, the **envelope** is ``p~_x(w) = max_y e^(-(eps/2) d(x, y)) p_y(w)``,
its **normaliser** ``Z_x = sum_w p~_x(w) >= 1``, the **final law** ``p^_x = p~_x/Z_x``. For neighbours x, x' the triangle inequality gives
``p~_x <= e^(eps/2) p~_x'``, so ``Z_x' <= e^(eps/2) Z_x``, and the ratio of the final laws lies in ``[e^-eps, e^eps]`` (ENV, Proposition 4.1).

Two **tiers**, with the same fields. "exact": every value is an exact `Number`, every comparison decided. "enclosed": every value lies between
proved fractions, `Enclosed`, as sharp as asked for; the precision is doubled until it suffices. `Envelope.why` says why the second was used.

References
----------
ENV: *Pure-DP Statistical Query Release at the Conjectured Square-Root Rate*, section 4.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Literal

from exact import decimals, engine
from exact.envelopes.base import BaseLaws, Outcome, read_tables
from exact.envelopes.enclosed import Enclosed, Value, at_most, divided, ends_of, scales, to_enclosed
from exact.envelopes.inputs import check_word, shown
from exact.envelopes.metrics import FiniteMetric, Point
from exact.envelopes.ratios import WorstRatio, base_ratio, envelope_ratio
from exact.envelopes.rows import FixedRows, Layout, Worked, discount, exact_rows, fixed_rows, layout
from exact.errors import OutOfRange, TooLarge, Undecided, Unsupported
from exact.loss import Loss
from exact.number import Number, as_monomial
from exact.reading import LossInput, loss
from exact.writing import shorten

Tier = Literal["exact", "enclosed"]
LEAST_DIGITS = 9
"""Digits to which masses are known at the least: `exact.envelopes.rows.leaders` tells them apart in floating point, to within 10^-7."""
DIGIT_LIMIT = 1_000
"""The largest number of digits of the second tier."""


@dataclass(frozen=True, slots=True, eq=False)
class Envelope:
    """The envelope of base laws, its normalisers, the final law, and the worst ratios over neighbours. Made by `envelope`.

    Attributes
    ----------
    metric, eps, outcomes
        The space, eps in nats, and the outcomes.
    tier, why
        "exact" or "enclosed", and why (empty for "exact").
    digits
        The number of significant digits that enclosed values have.
    ratio
        The worst ratio of the final law over neighbours, with the pair and the outcome that attain it; None where there are no neighbours.
    unnormalised_ratio
        The same for the envelope before it is divided by its normalisers. It is at most ``e^(eps/2)``.
    base_ratio
        The same for the base laws; possibly infinite.
    is_pure_dp
        Whether ``ratio <= e^eps``, decided.
    base
        The base laws that it was made from.
    """

    metric: FiniteMetric
    eps: Loss
    outcomes: tuple[Outcome, ...]
    tier: Tier
    why: str
    digits: int
    ratio: WorstRatio | None
    unnormalised_ratio: WorstRatio | None
    base_ratio: WorstRatio | None
    is_pure_dp: bool
    base: BaseLaws = field(repr=False)
    worked: Worked = field(repr=False)

    def base_law(self, point: Point) -> dict[Outcome, Value]:
        """Return the base law ``p_x`` at a point x: for each outcome its mass, a probability; `OutOfRange` for a stranger."""
        c = self.worked.plan.classes[self.metric.place(point)]
        return dict(zip(self.outcomes, self._row(c, masses=True), strict=True))

    def unnormalised(self, point: Point) -> dict[Outcome, Value]:
        """Return the envelope ``p~_x`` at a point x, before it is normalised: for each outcome a number >= 0; `OutOfRange` for a stranger."""
        return dict(zip(self.outcomes, self._row(self.worked.plan.row_of[self.metric.place(point)], masses=False), strict=True))

    def _row(self, index: int, *, masses: bool) -> Sequence[Value]:
        if self.worked.exact is not None:
            return (self.worked.exact.masses if masses else self.worked.exact.rows)[index]
        row = (self.worked.fixed.masses if masses else self.worked.fixed.rows)[index]
        return [to_enclosed(ends, self.worked.fixed.scale) for ends in row]

    def normaliser(self, point: Point) -> Value:
        """Return the normaliser ``Z_x`` at a point x, which is at least 1; `OutOfRange` for a stranger."""
        return self._normaliser(self.worked.plan.row_of[self.metric.place(point)])

    def _normaliser(self, row: int) -> Value:
        return to_enclosed(self.worked.fixed.sums[row], self.worked.fixed.scale) if self.worked.exact is None else self.worked.exact.sums[row]

    def largest_normaliser(self) -> tuple[Value, Point]:
        """Return the largest ``Z_x`` and a point x of it (in the tier "enclosed": a point of the largest proved lower bound)."""
        rows = list(range(len(self.worked.plan.near)))
        if self.worked.exact is not None:
            best = max(rows, key=self.worked.exact.sums.__getitem__)
            value: Value = self.worked.exact.sums[best]
        else:
            best = max(rows, key=lambda row: self.worked.fixed.sums[row][0])
            value = to_enclosed((self.worked.fixed.sums[best][0], max(high for _, high in self.worked.fixed.sums)), self.worked.fixed.scale)
        return value, self.metric.points[self.worked.plan.row_of.index(best)]

    def law(self, point: Point) -> dict[Outcome, Value]:
        """Return the final law ``p^_x = p~_x/Z_x`` at a point x: for each outcome its mass, a probability; `OutOfRange` for a stranger."""
        row = self.worked.plan.row_of[self.metric.place(point)]
        if self.worked.exact is not None:
            z = self.worked.exact.sums[row]
            return {w: p / z for w, p in zip(self.outcomes, self.worked.exact.rows[row], strict=True)}
        out: dict[Outcome, Value] = {}
        for w, p in zip(self.outcomes, self.worked.fixed.rows[row], strict=True):
            ends = divided(p, self.worked.fixed.sums[row], self.worked.fixed.scale)
            assert ends is not None  # noqa: S101 - normalisers are at least 1
            out[w] = to_enclosed(ends, self.worked.fixed.scale)
        return out

    def refined_ratio_bound(self) -> Value:
        """Return the largest ``ratio (pi + (1 - pi) e^-eps)`` over neighbours x, x' and outcomes, ``pi = p^_x'(w)`` and ratio ``p^_x(w)/pi``.

        It is at most 1, so the ratio is at most ``1/(pi + (1 - pi) e^-eps)``, less than ``e^eps``; some instances attain it. For with
        ``u = p~_x(w) <= e^(eps/2) v``, ``v = p~_x'(w)``, and ``Z_x - u >= e^(-eps/2) (Z_x' - v)``, the ratio is
        ``u Z_x'/(v Z_x) <= u Z_x'/(v (u + e^(-eps/2) (Z_x' - v)))``, which increases in u and has that value at ``u = e^(eps/2) v``.
        It sharpens ENV, Proposition 4.1, and is not in the paper.
        """
        if self.ratio is None:
            return Number(1)
        rest, plan, rows = discount(self.eps, 2), self.worked.plan, self.worked.fixed.rows
        pairs = sorted({(plan.row_of[i], plan.row_of[j]) for i, j in plan.pairs})
        found = [self._refined(a, b, w, rest) for a, b in pairs for w in range(len(self.outcomes)) if rows[b][w][1]]
        if self.worked.exact is not None:
            return max(value for value in found if isinstance(value, Number))
        ends = [ends_of(value) for value in found]
        return Enclosed(max(low for low, _ in ends), max(high for _, high in ends))

    def _refined(self, a: int, b: int, w: int, rest: Number) -> Value:
        if self.worked.exact is not None:
            final = self.worked.exact.rows[a][w] / self.worked.exact.sums[a]
            return final * (1 - rest) + final * self.worked.exact.sums[b] / self.worked.exact.rows[b][w] * rest
        low, high = (Fraction(v, 1 << self.worked.fixed.scale) for v in self.worked.fixed.rows[a][w])
        z_low, z_high = (Fraction(v, 1 << self.worked.fixed.scale) for v in self.worked.fixed.sums[a])
        odds_low = Fraction(self.worked.fixed.sums[b][0], self.worked.fixed.rows[b][w][1])
        odds_high = Fraction(self.worked.fixed.sums[b][1], self.worked.fixed.rows[b][w][0])
        r_low, r_high = ends_of(rest, self.digits + 10)
        return Enclosed(low / z_high * (1 - r_high + odds_low * r_low), high / z_low * (1 - r_low + odds_high * r_high))


def envelope(base: Mapping[Any, Any], metric: FiniteMetric, eps: LossInput, *, tier: Tier | None = None, digits: int = 30) -> Envelope:
    """Return the envelope of base laws given as tables, with its worst ratios; see `Envelope`.

    Parameters
    ----------
    base
        A mapping that has for each point of the space, and for nothing else, a law: a mapping ``outcome -> mass`` (outcomes that are missing
        have mass 0), or a list of the masses of the outcomes 0, 1, ... Masses are exact numbers >= 0, and add up to exactly 1.
    metric
        The space; see `exact.envelopes.metrics`.
    eps
        In nats, finite, > 0: a rational number, a log of a rational number, or a sum of rational multiples of these.
    tier
        "exact", "enclosed", or None for exact values unless their sums are too long.
    digits
        Significant digits of the values in the tier "enclosed", 1 to `DIGIT_LIMIT`.

    Returns
    -------
    Envelope
        The normalisers, the final law, and the worst ratios over neighbours.

    Raises
    ------
    TypeError
        For base laws, a law or a space of another kind, and for masses that are no exact numbers, such as floats.
    OutOfRange
        For a point without a law or a stranger with one, no outcome at all, an eps or digits outside their ranges, or an unknown tier.
    NotADistribution
        For a negative mass, or masses at a point that do not add up to 1.
    Unsupported
        For an eps that is the log of a sum, since halves of it are no exact numbers.
    TooLarge
        Beyond the limits of size, or where the tier "exact" is asked for and its sums are too long.
    Undecided
        Where enclosures up to `engine.BIT_LIMIT` bits do not tell the worst ratio from ``e^eps``.

    Notes
    -----
    The final laws of neighbours differ by factors in ``[e^-eps, e^eps]``, whatever the base laws are.

    Examples
    --------
    >>> from exact.envelopes import hamming
    >>> law = {(0,): ["1/5", "4/5"], (1,): ["4/5", "1/5"]}
    >>> found = envelope(law, hamming(2, 1), "2*log(2)")
    >>> found.normaliser((0,)), found.ratio.value, found.unnormalised_ratio.value, found.base_ratio.value, found.is_pure_dp
    (number('6/5'), number('2'), number('2'), number('4'), True)

    References
    ----------
    ENV, section 4 and Proposition 4.1.
    """
    return of_laws(read_tables(base, metric), metric, eps, tier=tier, digits=digits)


def of_laws(base: BaseLaws, metric: FiniteMetric, eps: LossInput, *, tier: Tier | None = None, digits: int = 30) -> Envelope:
    """Return the envelope of base laws; arguments and errors as `envelope`."""
    rate = read_eps(eps)
    check_tier(tier)
    check_digits(digits)
    plan = layout(base, metric)
    why = base.why_not_exact if base.exact is None else ""
    if base.exact is None and tier == "exact":
        raise Unsupported(f"there are no exact values: {why}")
    if tier == "enclosed" and not why:
        why = 'the tier "enclosed" was asked for'
    if not why:
        fixed = _sharp(base, plan, rate, 15)
        try:
            exact = exact_rows(base, plan, rate, fixed)
            return _assembled(base, Worked(metric, rate, base.outcomes, plan, fixed, exact), "", digits)
        except TooLarge as problem:
            if tier == "exact":
                raise
            why = str(problem)
    return enclosed(base, metric, rate, why, digits)


def read_eps(eps: LossInput) -> Loss:
    """Return a finite positive eps whose rational multiples are exact."""
    rate = loss(eps)
    if rate.is_infinite or rate.sign() <= 0:
        raise OutOfRange(f"eps must be finite and positive, not {shorten(str(rate))}")
    if as_monomial(rate.exp()) is None:
        raise Unsupported(f"eps = {shorten(str(rate))} is the log of a sum, and halves of it are no exact numbers here")
    return rate


def check_digits(digits: object) -> None:
    """Raise `OutOfRange` unless digits are an integer from 1 to `DIGIT_LIMIT`."""
    if not isinstance(digits, int) or isinstance(digits, bool) or not 1 <= digits <= DIGIT_LIMIT:
        raise OutOfRange(f"digits must be an integer from 1 to {DIGIT_LIMIT}, not {shown(digits)}")


def check_tier(tier: object) -> None:
    """Raise `OutOfRange` for an unknown tier."""
    if tier is not None:
        check_word("tier", tier, ("exact", "enclosed"))


def _sharp(base: BaseLaws, plan: Layout, eps: Loss, digits: int) -> FixedRows:
    for scale in scales(digits, base.depth()):
        fixed = fixed_rows(base, plan, eps, scale, max(digits, LEAST_DIGITS) + 3)
        if fixed is not None:
            return fixed
    raise AssertionError("unreachable")  # pragma: no cover


def enclosed(base: BaseLaws, metric: FiniteMetric, eps: Loss, why: str, digits: int) -> Envelope:
    """Return the envelope in the tier "enclosed", with the reason for it."""
    plan, wanted = layout(base, metric), digits
    while True:
        fixed = _sharp(base, plan, eps, wanted)
        try:
            return _assembled(base, Worked(metric, eps, base.outcomes, plan, fixed, None), why, digits)
        except Undecided:
            wanted *= 2
            if 4 * wanted > engine.BIT_LIMIT // 2:
                raise


def _assembled(base: BaseLaws, worked: Worked, why: str, digits: int) -> Envelope:
    ratio = envelope_ratio(worked, normalised=True)
    private = True
    if ratio is not None and not isinstance(ratio.value, Loss):
        private = at_most(ratio.value, worked.eps.exp(), min(worked.fixed.scale // 3, decimals.DIGIT_LIMIT))
    return Envelope(
        worked.metric,
        worked.eps,
        worked.outcomes,
        "enclosed" if worked.exact is None else "exact",
        why,
        digits,
        ratio,
        envelope_ratio(worked, normalised=False),
        base_ratio(worked),
        private,
        base,
        worked,
    )
