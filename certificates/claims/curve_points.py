"""The kinds `delta` and `epsilon`: a point of a hockey-stick curve, or of its inverse, exactly or within bounds."""

from __future__ import annotations

from fractions import Fraction
from typing import Literal

from certificates.claims import encoding, precision
from certificates.claims.certificate import Certificate, seal
from certificates.claims.encoding import Json
from exact.errors import OutOfRange, Refuted
from exact.loss import inf
from exact.number import Number
from exact.pld import PLD
from exact.reading import loss
from exact.writing import shorten


def delta(
    pld: PLD, x: Number | None, *, value: Number | None = None, lower: Number | None = None, upper: Number | None = None
) -> Certificate:
    """Return a certificate of ``h(x) = value`` or of ``lower <= h(x) <= upper``; `Refuted` when that is false.

    Parameters
    ----------
    pld
        The PLD, P over Q.
    x
        ``e^eps``, positive; None for eps = +inf.
    value, lower, upper
        Either the value, or one or both bounds (probabilities).
    """
    _check_shape(value is not None, lower is not None or upper is not None)
    if x is not None and x.sign() <= 0:
        raise OutOfRange(f"x = e^eps must be positive, not {shorten(str(x))}")
    there = pld.p_infinite if x is None else pld.hockey_stick(x)
    claim: dict[str, Json] = {"pld": encoding.pld(pld), "x": "inf" if x is None else encoding.number(x)}
    bits = max(precision.of_masses(pld), precision.of_numbers(there))
    for name, bound, holds in (("value", value, 0), ("lower", lower, 1), ("upper", upper, -1)):
        if bound is not None:
            sign = there.compare(bound)
            if sign not in (0, holds):
                raise Refuted(f"h(x) is {shorten(str(there))}, so {name} = {shorten(str(bound))} is false")
            claim[name] = encoding.number(bound)
            bits = max(bits, precision.of_numbers(bound), precision.of_difference(there, bound))
    return seal("delta", claim, {}, bits)


def epsilon(
    pld: PLD,
    delta: Number,
    *,
    exp_value: Number | Literal["inf", "0"] | None = None,
    lower: Fraction | None = None,
    upper: Fraction | None = None,
) -> Certificate:
    """Return a certificate of ``epsilon(delta) = ln exp_value`` or of ``lower <= epsilon(delta) <= upper``; `Refuted`
    when false.

    Parameters
    ----------
    pld
        The PLD, P over Q.
    delta
        A probability.
    exp_value
        ``e^epsilon`` as an exact number, "inf" for epsilon = +inf, "0" for -inf.
    lower, upper
        Bounds in nats, rational.
    """
    _check_shape(exp_value is not None, lower is not None or upper is not None)
    there = pld.epsilon(delta)
    claim: dict[str, Json] = {"pld": encoding.pld(pld), "delta": encoding.number(delta)}
    if exp_value is not None:
        wanted = {"inf": inf, "0": -inf}.get(exp_value) if isinstance(exp_value, str) else None
        same = there == wanted if wanted is not None else not there.is_infinite and there.exp() == exp_value
        if not same:
            raise Refuted(
                f"epsilon({shorten(str(delta))}) is {shorten(str(there))}, not the logarithm of {shorten(str(exp_value))}"
            )
        claim["exp_value"] = exp_value if isinstance(exp_value, str) else encoding.number(exp_value)
    for name, bound, holds in (("lower", lower, 1), ("upper", upper, -1)):
        if bound is not None:
            if there.compare(loss(bound)) not in (0, holds):
                raise Refuted(f"epsilon({shorten(str(delta))}) is {shorten(str(there))}, so {name} = {bound} is false")
            claim[name] = encoding.rational(bound)
    bits = _bits(pld, delta, [b for b in (lower, upper) if b is not None])
    if isinstance(exp_value, Number):
        bits = max(bits, precision.of_numbers(exp_value))
    return seal("epsilon", claim, {}, bits)


def _bits(pld: PLD, delta: Number, bounds: list[Fraction]) -> int:
    gaps = [precision.of_difference(pld.hockey_stick(loss(b).exp()), delta) for b in bounds]
    return max(precision.of_masses(pld), precision.of_numbers(delta), *gaps)


def _check_shape(has_value: bool, has_bounds: bool) -> None:  # noqa: FBT001 - two facts about the call
    if has_value == has_bounds:
        raise OutOfRange("a claim states either the exact value, or a lower bound, an upper bound, or both")
