"""What values contradict by themselves, for every mechanism: impossible values, a lower bound above the upper one, curves that are no curves."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterator, Sequence

from certificates.audit.claim import Claim, Says, Tolerance
from certificates.audit.quantities import Delta, Renyi, Tradeoff
from certificates.audit.quantity import Quantity
from certificates.audit.texts import number_text, short_text
from certificates.audit.values import Value
from certificates.audit.verdict import Finding, Word, joined, least_power_of_two, made
from certificates.claims import audit as certificates_of
from exact.number import Number
from exact.reading import number

Point = tuple[Number, Number, int]
"""Where, the value there, and the index of the value among those that were said."""


def shape_findings(claim: Claim, tolerance: Tolerance | None, *, certificates: bool) -> list[Finding]:
    """Return the findings of the kind invalid that the values of a claim give by themselves."""
    says = claim.says
    if not isinstance(says, Says):
        return []
    out = [*_impossible(claim, says, tolerance, certificates=certificates), *_crossed(claim, says, tolerance, certificates=certificates)]
    if len(claim.quantities) > 1:
        for name, values in (("upper", says.upper), ("lower", says.lower), ("estimate", says.estimate)):
            if values is not None:
                out += _not_a_curve(claim, name, values, tolerance, certificates=certificates)
    return out


def _impossible(claim: Claim, says: Says, tolerance: Tolerance | None, *, certificates: bool) -> Iterator[Finding]:
    for name, values in (("upper", says.upper), ("lower", says.lower), ("estimate", says.estimate)):
        for i, (quantity, v) in enumerate(zip(claim.quantities, values or (), strict=False)):
            reason = quantity.impossible(v)
            if reason is None or (name == "upper" and _is_above_all(quantity, v)):
                continue
            tolerant: Word | None = None
            if tolerance is not None:
                tolerant = "invalid" if v.is_nan or v.infinite or not _is_nearly_possible(quantity, v, tolerance) else "sound"
            certificate, fault = made(functools.partial(certificates_of.invalid_value, claim.claimant, quantity, v), certificates=certificates)
            yield Finding("invalid", name, i, v.text, tolerant, witness={"value": v.text}, reason=joined(reason, fault), certificate=certificate)


def _is_above_all(quantity: Quantity, v: Value) -> bool:
    """Return whether an upper bound is beyond every possible value: it says nothing, but contradicts nothing."""
    return not v.is_nan and quantity.impossible(v) is not None and isinstance(quantity, Delta | Tradeoff) and (v.infinite > 0)


def _is_nearly_possible(quantity: Quantity, v: Value, tolerance: Tolerance) -> bool:
    amount = tolerance.amount if not tolerance.relative else tolerance.amount * abs(v.as_number())
    moved = (v.as_number() + amount, v.as_number() - amount)
    return any(quantity.impossible(Value("", m)) is None for m in moved)


def _crossed(claim: Claim, says: Says, tolerance: Tolerance | None, *, certificates: bool) -> Iterator[Finding]:
    if says.upper is None or says.lower is None:
        return
    for i, (low, high) in enumerate(zip(says.lower, says.upper, strict=True)):
        if low.is_nan or high.is_nan or not low.is_above(high):
            continue
        ends = low.finite_number(), high.finite_number()
        gap = ends[0] - ends[1] if ends[0] is not None and ends[1] is not None else None
        tolerant: Word | None = None
        if tolerance is not None:
            tolerant = "sound" if gap is not None and ends[1] is not None and gap <= 2 * _amount(tolerance, ends[1]) else "invalid"
        quantity = claim.quantities[i]
        certificate, fault = made(functools.partial(certificates_of.invalid_interval, claim.claimant, quantity, low, high), certificates=certificates)
        yield Finding(
            "invalid",
            "interval",
            i,
            f"[{low.text}, {high.text}]",
            tolerant,
            shortfall=None if gap is None else short_text(gap),
            slack=None if gap is None else _slack(gap),
            witness={"lower": low.text, "upper": high.text},
            reason=joined("the lower bound is above the upper one", fault),
            certificate=certificate,
        )


def _amount(tolerance: Tolerance, size: Number) -> Number:
    return tolerance.amount * abs(size) if tolerance.relative else tolerance.amount


def _not_a_curve(claim: Claim, name: str, values: Sequence[Value], tolerance: Tolerance | None, *, certificates: bool) -> Iterator[Finding]:
    """Yield the worst place where a list of values is not monotone, and the worst where it is not convex."""
    points = sorted(_points(claim.quantities, values))
    quantity = claim.quantities[0]
    found = functools.partial(_of_points, claim, tolerance, certificates=certificates)
    rising = isinstance(quantity, Renyi)
    worst = _worst_turn(points, rising=rising)
    if worst is not None:
        word = "decrease" if rising else "increase"
        yield found(name, worst[1], worst[0], f"the values {word} from the first point to the second")
    if not isinstance(quantity, Delta | Tradeoff) or (isinstance(quantity, Tradeoff) and not _is_one_direction(claim)):
        return
    bent: tuple[Number, list[Point]] | None = None
    for a, b, c in zip(points, points[1:], points[2:], strict=False):
        if a[0] == b[0] or b[0] == c[0]:
            continue
        gap = b[1] - (a[1] * (c[0] - b[0]) + c[1] * (b[0] - a[0])) / (c[0] - a[0])
        if gap.sign() > 0 and (bent is None or gap > bent[0]):
            bent = gap, [a, b, c]
    if bent is not None:
        yield found(name, bent[1], bent[0], "the middle value lies above the chord: the curve is not convex")


def _worst_turn(points: Sequence[Point], *, rising: bool) -> tuple[Number, list[Point]] | None:
    """Return the largest amount by which sorted values turn the wrong way, with the two points; None where they do not."""
    worst: tuple[Number, list[Point]] | None = None
    best: Point | None = None  # of the values further left the one that must not be passed
    for _, group in itertools.groupby(points, key=lambda point: point[0]):
        here = list(group)
        if best is not None:
            for there in here:
                gap = best[1] - there[1] if rising else there[1] - best[1]
                if gap.sign() > 0 and (worst is None or gap > worst[0]):
                    worst = gap, [best, there]
        pick = (max if rising else min)(here, key=lambda point: point[1])
        if best is None or (pick[1] > best[1] if rising else pick[1] < best[1]):
            best = pick
    return worst


def _is_one_direction(claim: Claim) -> bool:
    """Return whether a claim is about one pair for sure: the least of several trade-off curves need not be convex."""
    return claim.mechanism is not None and claim.mechanism.direction in ("P over Q", "Q over P")


def _points(quantities: Sequence[Quantity], values: Sequence[Value]) -> Iterator[Point]:
    """Yield the points with a finite value; a delta at +inf has no place on the axis."""
    for i, (quantity, v) in enumerate(zip(quantities, values, strict=True)):
        said = v.finite_number()
        if said is None:
            continue
        if isinstance(quantity, Delta):
            if quantity.x is not None:
                yield quantity.x, said, i
        elif isinstance(quantity, Tradeoff):
            yield quantity.alpha, said, i
        elif isinstance(quantity, Renyi):
            yield number(quantity.order), said, i


def _of_points(  # noqa: PLR0913, PLR0917 - a partial of it takes four
    claim: Claim, tolerance: Tolerance | None, name: str, points: Sequence[Point], gap: Number, reason: str, *, certificates: bool
) -> Finding:
    tolerant: Word | None = None
    if tolerance is not None:
        tolerant = "sound" if gap <= 2 * _amount(tolerance, max(value for _, value, _ in points)) else "invalid"
    quantity = claim.quantities[0]
    there = [(z, v) for z, v, _ in points]
    certificate, fault = made(lambda: certificates_of.invalid_points(claim.claimant, quantity, there), certificates=certificates)
    return Finding(
        "invalid",
        "points",
        points[1][2],
        f"{name} " + ", ".join(number_text(v) for _, v, _ in points),
        tolerant,
        shortfall=short_text(gap),
        slack=_slack(gap),
        witness={"at": [number_text(z) for z, _, _ in points], "points": [i for _, _, i in points]},
        reason=joined(reason, fault),
        certificate=certificate,
    )


def _slack(gap: Number) -> str:
    r = gap.as_fraction()
    if r is not None:
        return least_power_of_two(r)
    text = least_power_of_two(gap.lower(30))
    return text if gap <= 2 ** number(int(text.removeprefix("2^"))) else f"2^{int(text.removeprefix('2^')) + 1}"
