"""The envelope of private multiplicative weights, and the expected errors of its answers and of those of the base transcript."""

from __future__ import annotations

from dataclasses import dataclass, field

from exact.envelopes.enclosed import Enclosed, Ends, Value, added, divided, ends_of, multiplied, to_enclosed
from exact.envelopes.likelihood_envelope import Envelope, Tier, check_digits, check_tier, enclosed, of_laws, read_eps
from exact.envelopes.metrics import Point
from exact.envelopes.multiplicative_weights import MultiplicativeWeights, check_instance
from exact.envelopes.rows import total
from exact.envelopes.transcript_laws import TranscriptLaws
from exact.errors import TooLarge
from exact.number import Number
from exact.reading import LossInput

FINER = 8
"""How many times as many digits the rows of an envelope are worked out to, at most, for the sake of expected errors."""


@dataclass(frozen=True, slots=True, eq=False)
class QueryRelease:
    """Purely private release of statistical queries: the envelope of an instance, with its expected errors. Made by `release`.

    Attributes
    ----------
    instance
        The instance of private multiplicative weights.
    envelope
        Its envelope, in one of two tiers; see `exact.envelopes.likelihood_envelope`.
    base_errors
        For each point x the expected loss ``E L_x`` under the base law.
    errors
        The same under the final law.
    """

    instance: MultiplicativeWeights
    envelope: Envelope
    base_errors: tuple[Value, ...] = field(repr=False)
    errors: tuple[Value, ...] = field(repr=False)

    def base_error(self, point: Point) -> Value:
        """Return the expected loss ``E L_x`` at a point x under the base law, >= 0; `OutOfRange` for a stranger."""
        return self.base_errors[self.instance.space.place(point)]

    def error(self, point: Point) -> Value:
        """Return the expected loss ``E L_x`` at a point x under the final law, >= 0; `OutOfRange` for a stranger."""
        return self.errors[self.instance.space.place(point)]

    def largest_base_error(self) -> tuple[Value, Point]:
        """Return the largest expected loss under the base law and a point of it (in the tier "enclosed": of the largest proved lower bound)."""
        return largest(self.base_errors, self.instance.space.points)

    def largest_error(self) -> tuple[Value, Point]:
        """Return the largest expected loss under the final law and a point of it (in the tier "enclosed": of the largest proved lower bound)."""
        return largest(self.errors, self.instance.space.points)


def largest(values: tuple[Value, ...], points: tuple[Point, ...]) -> tuple[Value, Point]:
    """Return the largest of values of one tier, and its point: of enclosed ones that of the largest lower bound."""
    exact = [value for value in values if isinstance(value, Number)]
    if len(exact) == len(values):
        best = max(range(len(exact)), key=exact.__getitem__)
        return exact[best], points[best]
    known = [value for value in values if isinstance(value, Enclosed)]
    best = max(range(len(known)), key=lambda i: known[i].lower)
    return Enclosed(known[best].lower, max(value.upper for value in known)), points[best]


def release(instance: MultiplicativeWeights, eps: LossInput, *, tier: Tier | None = None, digits: int = 30) -> QueryRelease:
    """Return the envelope of private multiplicative weights and its expected errors.

    Parameters
    ----------
    instance
        From `private_multiplicative_weights`.
    eps
        In nats, finite, > 0: a rational number, a log of a rational number, or a sum of rational multiples of these.
    tier
        "exact", "enclosed", or None for exact values where there are any of moderate length.
    digits
        Significant digits of the values in the tier "enclosed", 1 to 1,000.

    Returns
    -------
    QueryRelease
        The envelope, and for each point the expected loss under the base law and under the final law.

    Raises
    ------
    TypeError
        For an instance that is none, and for an eps that is no exact loss, such as a float.
    OutOfRange
        For an eps or digits outside their ranges, or an unknown tier.
    Unsupported
        For an eps that is the log of a sum, or where the tier "exact" is asked for and there are no exact values.
    TooLarge
        Beyond the limits of size, or where the tier "exact" is asked for and its sums are too long.
    Undecided
        Where enclosures up to `engine.BIT_LIMIT` bits do not tell the worst ratio from ``e^eps``.

    Notes
    -----
    In the tier "enclosed" precision is raised until the errors have these digits, too, but not beyond `FINER` times as many: an error that
    is 0, or next to nothing beside 1, keeps bounds that are no sharper.

    Examples
    --------
    See `private_multiplicative_weights`.

    References
    ----------
    ENV, section 4.
    """
    check_instance("release", instance)
    check_tier(tier)
    check_digits(digits)
    rate = read_eps(eps)
    base = TranscriptLaws(instance, exactly=tier != "enclosed")
    found = of_laws(base, instance.space, rate, tier=tier, digits=digits)
    if found.worked.exact is not None:
        try:
            return QueryRelease(instance, found, *_exact_errors(instance, found))
        except TooLarge as problem:
            if tier == "exact":
                raise
            found = enclosed(base, instance.space, found.eps, str(problem), digits)
    wanted = digits
    while True:
        errors = _enclosed_errors(instance, found)
        if wanted >= FINER * digits or all(_is_sharp(value, digits) for values in errors for value in values):
            return QueryRelease(instance, found, *errors)
        wanted *= 2
        try:
            found = enclosed(base, instance.space, found.eps, found.why, wanted)
        except TooLarge:
            return QueryRelease(instance, found, *errors)


def _is_sharp(value: Value, digits: int) -> bool:
    low, high = ends_of(value)
    return bool((high - low) * 10**digits <= low)


def _exact_errors(instance: MultiplicativeWeights, found: Envelope) -> tuple[tuple[Value, ...], tuple[Value, ...]]:
    exact = found.worked.exact
    assert exact is not None  # noqa: S101 - the caller has looked
    losses = [instance.losses(target) for target in instance.targets]
    base = [total([p * v for p, v in zip(law, row, strict=True)]) for law, row in zip(exact.masses, losses, strict=True)]
    known: dict[tuple[int, int], Number] = {}
    for key in zip(found.worked.plan.row_of, instance.target_of, strict=True):
        if key not in known:
            row, c = key
            known[key] = total([p * v for p, v in zip(exact.rows[row], losses[c], strict=True)]) / exact.sums[row]
    errors = tuple(known[key] for key in zip(found.worked.plan.row_of, instance.target_of, strict=True))
    return tuple(base[c] for c in instance.target_of), errors


def _enclosed_errors(instance: MultiplicativeWeights, found: Envelope) -> tuple[tuple[Value, ...], tuple[Value, ...]]:
    fixed, scale = found.worked.fixed, found.worked.fixed.scale
    losses = instance.fixed_losses(scale)

    def expected(row: list[Ends], values: list[Ends]) -> Ends:
        return added(multiplied(p, v, scale) for p, v in zip(row, values, strict=True))

    base = [to_enclosed(expected(law, values), scale) for law, values in zip(fixed.masses, losses, strict=True)]
    known: dict[tuple[int, int], Value] = {}
    for key in zip(found.worked.plan.row_of, instance.target_of, strict=True):
        if key not in known:
            row, c = key
            ends = divided(expected(fixed.rows[row], losses[c]), fixed.sums[row], scale)
            assert ends is not None  # noqa: S101 - normalisers are at least 1
            known[key] = to_enclosed(ends, scale)
    errors = tuple(known[key] for key in zip(found.worked.plan.row_of, instance.target_of, strict=True))
    return tuple(base[c] for c in instance.target_of), errors
