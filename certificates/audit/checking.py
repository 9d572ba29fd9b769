"""Decides claims: strictly first, then within a tolerance, with the exact value, the shortfall, the slack and a certificate of every fault."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from certificates.audit import whole
from certificates.audit.claim import Claim, Says, Tolerance, WholePLD
from certificates.audit.mechanism import Pair
from certificates.audit.quantities import Delta, Epsilon, Spend, Tradeoff
from certificates.audit.quantity import Assertion, Bound, Exact, Quantity
from certificates.audit.shape import shape_findings
from certificates.audit.texts import FACTOR_DIGITS, bounds_of, decimal_down, exact_fields, number_text, short_text
from certificates.audit.values import Value
from certificates.audit.verdict import Finding, Verdict, Word, least_power_of_two, made
from certificates.claims import Certificate
from certificates.claims import audit as certificates_of
from certificates.crosscheck import Contradiction
from exact.errors import ExactError, Unsupported
from exact.loss import Loss
from exact.number import Number
from exact.reading import number
from exact.writing import shorten

LOOSE = Fraction(1001, 1000)
"""The factor from which a bound is loose, if nothing else is asked for."""
DIGITS = 30
"""Significant digits of enclosures of exact values."""
NEAR = 10**9
"""A shortfall that is not this many times the width of the enclosure of the exact value is worked out with more digits."""
LONG = 10_000
"""Digits of an exact value beyond which amounts are told from its enclosure, so that it need not be multiplied out."""


@dataclass(frozen=True, slots=True)
class Statement:
    """A bound on one quantity, as it was said or as it follows from an estimate and its error."""

    name: str
    point: int
    quantity: Quantity
    bound: Bound
    value: Value
    said: Value | None = None
    """The estimate that the bound follows from; None for a bound that was said itself."""


def check(
    claim: Claim, *, tolerance: Tolerance | None = None, loose: Fraction = LOOSE, certificates: bool = True
) -> Verdict:
    """Return the verdict on a claim.

    Parameters
    ----------
    claim
        The claim.
    tolerance
        By how much values may be off; None for what the claim itself declares.
    loose
        The factor from which a bound that holds is called loose.
    certificates
        Whether certificates of violated and invalid verdicts are made.
    """
    if loose <= 1:
        raise ValueError("a bound is loose beyond a factor of more than 1")
    if claim.problem is not None:
        return Verdict(claim.id, (Finding.left_open(claim.problem, "claim"),))
    try:
        return Verdict(claim.id, tuple(_findings(claim, tolerance or claim.tolerance, loose, certificates=certificates)))
    except Contradiction:
        raise
    except ExactError as problem:  # a value that is none of this quantity, or beyond a limit
        return Verdict(claim.id, (Finding.left_open(problem, "claim"),))


def _findings(claim: Claim, allowed: Tolerance | None, loose: Fraction, *, certificates: bool) -> Sequence[Finding]:
    shape = shape_findings(claim, allowed, certificates=certificates)
    try:
        pairs = [] if claim.mechanism is None else claim.mechanism.pairs()
    except ExactError as problem:
        return [*shape, Finding.left_open(problem, "mechanism")]
    if isinstance(claim.says, WholePLD):
        return [*shape, *whole.findings(claim, pairs, allowed, certificates=certificates)]
    judge = _Judge(claim, pairs, allowed, loose, certificates=certificates)
    if claim.says.failed is not None:
        return [judge.failed(i, claim.says.failed) for i in range(len(claim.quantities))]
    # what is impossible however far it may be off has no bound to decide; what is possible within the tolerance has
    hopeless = {finding.point for finding in shape if finding.statement != "points" and finding.effective == "invalid"}
    found = [judge.finding(s) for s in _statements(claim) if s.point not in hopeless]
    found += [judge.bare_estimate(i, v) for i, v in _bare_estimates(claim.says) if i not in hopeless]
    return [*map(judge.with_exact, shape), *found] or [Finding("vacuous", "claim", reason="nothing is said")]


def _statements(claim: Claim) -> list[Statement]:
    says = claim.says
    assert isinstance(says, Says)  # noqa: S101 - for the type checker
    out = []
    for i, quantity in enumerate(claim.quantities):
        sides: tuple[tuple[Bound, tuple[Value, ...] | None], ...] = (("upper", says.upper), ("lower", says.lower))
        out += [Statement(bound, i, quantity, bound, values[i]) for bound, values in sides if values is not None]
        if says.estimate is not None and says.error is not None:
            said = says.estimate[i]
            out += [Statement("estimate", i, quantity, bound, v, said) for bound, v in _around(said, says.error)]
    return out


def _bare_estimates(says: Says) -> list[tuple[int, Value]]:
    return list(enumerate(says.estimate)) if says.estimate is not None and says.error is None else []


def _around(v: Value, error: Tolerance) -> list[tuple[Bound, Value]]:
    """Return the bounds that an estimate with an error amounts to."""
    if v.is_nan or v.infinite:
        return [("upper", v), ("lower", v)]
    return [("upper", _widened(v, error, up=True)), ("lower", _widened(v, error, up=False))]


def _widened(v: Value, tolerance: Tolerance, *, up: bool) -> Value:
    """Return the bound that v becomes when the exact value T may be beyond it by an amount, or by a part of ``abs(T)``."""
    if v.is_nan or v.infinite:
        return v
    said, t = v.finite_number(), tolerance.amount
    if said is None:
        raise Unsupported(f"a tolerance on the logarithm {shorten(v.text)} is not supported")
    there = said
    if not tolerance.relative:
        return Value(v.text, there + t if up else there - t)
    away = (there.sign() >= 0) == up  # T is further from 0 than v may be
    return Value(v.text, there / (1 - t) if away else there / (1 + t))  # a relative t is less than 1


class _Judge:
    """Judges the statements of one claim; exact values are worked out once for each quantity."""

    def __init__(self, claim: Claim, pairs: Sequence[Pair], tolerance: Tolerance | None, loose: Fraction, *, certificates: bool) -> None:
        self.claim, self.labels, self.pairs = claim, [pair.label for pair in pairs], [pair.pld for pair in pairs]
        self.tolerance, self.loose, self.certificates = tolerance, loose, certificates
        self.known: dict[int, Exact | ExactError] = {}

    def exact(self, point: int) -> Exact | ExactError:
        """Return the exact value of a quantity, or why it was not worked out."""
        if point not in self.known:
            try:
                self.known[point] = self.claim.quantities[point].exact(self.pairs, DIGITS)
            except ExactError as problem:
                self.known[point] = problem
        return self.known[point]

    def with_exact(self, finding: Finding) -> Finding:
        """Return a finding about an impossible value with the exact value beside it."""
        return finding if finding.statement == "points" else replace(finding, exact=self._fields(finding.point))

    def failed(self, point: int, reason: str) -> Finding:
        """Return the verdict where the tool gave no value: it says nothing."""
        return Finding("vacuous", "failed", point, exact=self._fields(point), reason=f"the tool gave no value: {reason}")

    def finding(self, s: Statement) -> Finding:
        """Return the verdict on a bound."""
        try:
            return self._decided(s)
        except ExactError as problem:
            return Finding.left_open(problem, s.name, s.point, s.value.text)

    def bare_estimate(self, point: int, v: Value) -> Finding:
        """Return the verdict on an estimate without an error: it claims nothing that could be false, but its error can be told."""
        try:
            return self._bare_estimate(point, v)
        except ExactError as problem:
            return replace(Finding.left_open(problem, "estimate", point, v.text), exact=self._fields(point))

    def _bare_estimate(self, point: int, v: Value) -> Finding:
        there = self.exact(point)
        fields = self._fields(point)
        if isinstance(there, ExactError):
            raise there
        reason = "an estimate without a stated error claims nothing that could be false"
        tolerant: Word | None = None
        if self.tolerance is not None and not v.is_nan and not v.infinite:
            quantity = self.claim.quantities[point]
            inside = not quantity.exceeds(self.pairs, _widened(v, self.tolerance, up=True)) and not quantity.falls_short(
                self.pairs, _widened(v, self.tolerance, up=False)
            )
            tolerant = "sound" if inside else "violated"
        return Finding("vacuous", "estimate", point, v.text, tolerant, fields, error=_signed_error(there, v), reason=reason)

    def _decided(self, s: Statement) -> Finding:
        quantity, v, is_upper = s.quantity, s.value, s.bound == "upper"
        beyond: Callable[..., bool] = quantity.exceeds if is_upper else quantity.falls_short
        if beyond(self.pairs, v):
            return self._violated(s)
        there = self.exact(s.point)
        fields = self._fields(s.point)
        allowed: Word | None = None if self.tolerance is None else "sound"
        empty = quantity.vacuous(v, s.bound)
        if empty is not None:
            if not isinstance(there, ExactError) and not _is_met(there, v):
                return Finding("vacuous", s.name, s.point, v.text, None, fields, reason=empty)
            return Finding("sound", s.name, s.point, v.text, None, fields)
        factor = None if isinstance(there, ExactError) or s.said is not None else _factor(there, v, s.bound)
        word: Word = "loose" if self._is_loose(s) else "sound"
        error = None if s.said is None or isinstance(there, ExactError) else _signed_error(there, s.said)
        reason = str(there) if isinstance(there, ExactError) else ""
        tolerant = allowed if word == "loose" and self._is_within(s) else None
        return Finding(word, s.name, s.point, v.text, tolerant, fields, factor=factor, error=error, reason=reason)

    def _is_loose(self, s: Statement) -> bool:
        """Return whether the exact value is further from a positive bound than the factor allows; of estimates this is not asked."""
        v, there = s.value, self.exact(s.point)
        if s.said is not None or v.is_nan or v.infinite:
            return False
        told = _told_loose(there, v, s.bound, self.loose) if isinstance(there, Exact) and "inf" not in there.lower else None
        said = v.finite_number()
        if told is not None or said is None or said.sign() <= 0:
            return bool(told)
        if s.bound == "upper":
            return s.quantity.falls_short(self.pairs, Value(v.text, said / self.loose))
        return s.quantity.exceeds(self.pairs, Value(v.text, said * self.loose))

    def _is_within(self, s: Statement) -> bool:
        """Return whether a bound that holds is no further from the exact value than the tolerance."""
        if self.tolerance is None:
            return False
        inward = _widened(s.value, self.tolerance, up=s.bound == "lower")
        if s.bound == "upper":
            return not s.quantity.falls_short(self.pairs, inward)
        return not s.quantity.exceeds(self.pairs, inward)

    def _violated(self, s: Statement) -> Finding:
        quantity, v = s.quantity, s.value
        there = self.exact(s.point)
        tolerant: Word | None = None
        if self.tolerance is not None:
            wide = _widened(v, self.tolerance, up=s.bound == "upper")
            still = quantity.exceeds(self.pairs, wide) if s.bound == "upper" else quantity.falls_short(self.pairs, wide)
            tolerant = "violated" if still else "sound"
        shortfall, by = (None, None) if isinstance(there, ExactError) else _shortfall(there, v, s.bound)
        if isinstance(there, Exact) and not isinstance(there.value, Number) and "inf" not in there.lower and not v.infinite:
            lower, upper = bounds_of(there)
            if by is None or upper - lower > by / NEAR:  # a near miss takes more digits
                with suppress(ExactError):
                    shortfall, by = _shortfall(quantity.exact(self.pairs, 4 * DIGITS), v, s.bound)
        slack = None if by is None else self._slack(s, by)
        made, reason = self._certified(s, by)
        error = None if s.said is None or isinstance(there, ExactError) else _signed_error(there, s.said)
        witness = self._witness(s, there)
        return Finding(
            "violated", s.name, s.point, v.text, tolerant, self._fields(s.point), shortfall, slack, None, error, witness, reason, made
        )

    def _slack(self, s: Statement, by: Fraction) -> str:
        """Return the least power of two that makes a bound true, given the shortfall or a lower bound of it to many digits."""
        power = int(least_power_of_two(by).removeprefix("2^"))
        beyond = s.quantity.exceeds if s.bound == "upper" else s.quantity.falls_short
        said = s.value.finite_number()
        while said is not None and beyond(self.pairs, Value("", said + Fraction(2) ** power if s.bound == "upper" else said - Fraction(2) ** power)):
            power += 1  # by is a lower bound
        return f"2^{power}"

    def _certified(self, s: Statement, by: Fraction | None) -> tuple[Certificate | None, str]:
        said = Assertion(s.quantity, s.bound, s.value)
        return made(lambda: certificates_of.violated(self.claim.claimant, self.pairs, said, by), certificates=self.certificates)

    def _fields(self, point: int) -> dict[str, str]:
        there = self.exact(point)
        quantity = self.claim.quantities[point]
        return {} if isinstance(there, ExactError) else exact_fields(quantity.name, there)

    def _witness(self, s: Statement, there: Exact | ExactError) -> dict[str, Any]:
        out: dict[str, Any] = {}
        if self.labels and isinstance(there, Exact):
            out["pair"] = self.labels[there.pair]
        quantity = s.quantity
        if isinstance(quantity, Delta):
            out["x"] = "inf" if quantity.x is None else number_text(quantity.x)
        elif isinstance(quantity, Tradeoff):
            out["alpha"] = number_text(quantity.alpha)
        elif isinstance(quantity, Epsilon):
            out["delta"] = number_text(quantity.delta)
        elif isinstance(quantity, Spend):
            out["total"] = number_text(quantity.total())
        return out


def _told_loose(there: Exact, v: Value, bound: Bound, loose: Fraction) -> bool | None:
    """Return whether a bound is loose, where enclosures tell; None where it is close to being so."""
    exact, said = bounds_of(there), _bounds_of_value(v)
    if said[1] <= 0:
        return False
    larger, smaller = (said, exact) if bound == "upper" else (exact, said)
    if larger[0] > loose * max(smaller[1], Fraction(0)):
        return True
    return False if larger[1] < loose * smaller[0] else None


def _bounds_of_value(v: Value) -> tuple[Fraction, Fraction]:
    """Return bounds of a finite value, a number or a logarithm."""
    there = v.exact
    assert there is not None  # noqa: S101 - it is finite
    return there.lower(DIGITS), there.upper(DIGITS)


def _is_met(there: Exact, v: Value) -> bool:
    """Return whether the exact value is the value that is claimed."""
    if there.value is None:
        return False
    if isinstance(there.value, Loss):
        return there.value == v.as_loss()
    return not v.infinite and there.value == v.as_number()


def _factor(there: Exact, v: Value, bound: Bound) -> str | None:
    """Return bound/exact of an upper bound, exact/bound of a lower one, where both are positive, to some digits."""
    if v.infinite or "inf" in there.lower:
        return None
    lower, upper = bounds_of(there)
    said = v.finite_number()
    if said is None or said.sign() <= 0:
        return None
    if bound == "upper":
        if upper <= 0:
            return "inf"
        if lower <= 0:
            return None
        return (said / upper).decimal(FACTOR_DIGITS)
    return (number(lower) / said).decimal(FACTOR_DIGITS) if lower > 0 else None


def _signed_error(there: Exact, v: Value) -> str | None:
    """Return estimate - exact value: exactly where the text is short, else a decimal."""
    said = v.finite_number()
    if said is None or "inf" in there.lower:
        return None
    if isinstance(there.value, Number):
        return short_text(said - there.value)
    lower, upper = bounds_of(there)
    return (said - (lower + upper) / 2).decimal(12)


def _is_long(value: Number) -> bool:
    """Return whether multiplying out a value would be long work."""
    return value.text_size() > LONG


def _certain_gap(there: Exact, said: Number, bound: Bound) -> Fraction:
    """Return an amount, rounded down, by which a bound is missed, from the enclosure of the exact value; not positive where that is too wide."""
    lower, upper = bounds_of(there)
    r = said.as_fraction()
    down, up = (said.lower(2 * DIGITS), said.upper(2 * DIGITS)) if r is None else (r, r)
    return lower - up if bound == "upper" else down - upper


def _shortfall(there: Exact, v: Value, bound: Bound) -> tuple[str | None, Fraction | None]:
    """Return the amount by which a bound is missed, as a text and as a positive fraction that is at most that; None where it is infinite."""
    if v.infinite or "inf" in there.lower:
        return "inf", None
    said = v.finite_number()
    if isinstance(there.value, Number):
        assert said is not None  # noqa: S101 - it was compared with a number
        if _is_long(there.value):
            by = _certain_gap(there, said, bound)
            if by > 0:
                return decimal_down(by), by
        gap = there.value - said if bound == "upper" else said - there.value
        rational = gap.as_fraction() if gap.text_size() < certificates_of.BY_SIZE else None
        return short_text(gap), rational if rational is not None else gap.lower(DIGITS)
    if isinstance(there.value, Loss):
        try:
            miss = there.value - v.as_loss() if bound == "upper" else v.as_loss() - there.value
            by = miss.lower(DIGITS)
        except ExactError:
            pass
        else:
            return decimal_down(by), by
    lower, upper = bounds_of(there)
    r = None if said is None else said.as_fraction()
    if r is None:
        return None, None
    by = lower - r if bound == "upper" else r - upper
    return (decimal_down(by), by) if by > 0 else (None, None)  # None where the enclosure is wider than the gap
