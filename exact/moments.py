"""Moments of the likelihood ratio, and the Renyi divergence at integer orders, of a composition given by its factors.

Moments multiply over the parts of a composition, so nothing is expanded: each part is summed once.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import lcm

from exact.atoms import Atoms
from exact.errors import OutOfRange, TooLarge, Unsupported
from exact.loss import Loss, inf
from exact.number import Number
from exact.sums import Sum, content
from exact.writing import shorten

MOMENT_BITS = 1 << 27
"""The largest size, in bits, of the powers of all ratios of one part together."""
MOMENT_TERMS = 50_000
"""The largest number of atoms, times the order, times the terms of the denominators of ratios that are quotients of sums."""

Factors = Sequence[tuple[Atoms, int]]


def moment(factors: Factors, n: int) -> Number:
    """Return ``E_P[(p/q)^n]`` of the composition, for any integer n.

    Raises
    ------
    OutOfRange
        For n > 0 where P has mass at the loss +inf: the moment is infinite.
    TooLarge
        When the powers are too long, before they are worked out.
    """
    if n > 0 and _has_infinite_loss(factors):
        raise OutOfRange(
            f"the moment E_P[(p/q)^{shorten(str(Number(n)))}] is infinite: P has mass at the loss +inf (moments with n <= 0 are finite)"
        )
    product = Number(1)
    for a, k in factors:
        product = product * _moment(a, n) ** k
    return product


def renyi(factors: Factors, alpha: int) -> Loss:
    """Return the Renyi divergence ``D_alpha(P || Q) = ln E_P[(p/q)^(alpha-1)]/(alpha-1)``, for an integer alpha >= 2.

    +inf where P has mass at the loss +inf. The divergence of a composition is the sum of those of its parts.

    Raises
    ------
    Unsupported
        When a moment has no (alpha-1)-th root among the exact numbers, as most sums have none.
    TooLarge
        When the powers are too long.
    """
    if _has_infinite_loss(factors):
        return inf
    n = alpha - 1
    times: dict[Number, int] = {}
    for a, k in factors:
        value = _moment(a, n)
        times[value] = times.get(value, 0) + k
    try:
        return sum((Loss(value) * Fraction(k, n) for value, k in times.items()), Loss(Number(1)))
    except Unsupported:
        raise Unsupported(
            f"the Renyi divergence of order {alpha} is log(m)/{n} for the exact moment m = E_P[(p/q)^{n}]; "
            f"this quotient is no exact loss here, but moment({n}) and its log are"
        ) from None


def _has_infinite_loss(factors: Factors) -> bool:
    return any(bool(a.p_infinite) for a, k in factors if k)


def _moment(a: Atoms, n: int) -> Number:
    """Return the moment over the finite atoms of one part, and for n = 0 over all of P."""
    if n == 0:
        return Number(1)
    _check_size(a, n)
    parts = [a.number(p) * a.ratio(i) ** n for i, (p, _) in enumerate(a.finite)]
    while len(parts) > 1:  # in pairs, so that the long numbers come last
        parts = [sum(parts[i + 1 : i + 2], parts[i]) for i in range(0, len(parts), 2)]
    return parts[0] if parts else Number(0)


def _check_size(a: Atoms, n: int) -> None:
    """Bound the common denominator of the powers, and with it the work: an integer, and the cores of sums."""
    bits, common = 0, 1
    cores: dict[Sum, int] = {}
    for top, bottom, e, cofactors in a.keys:
        if n < 0:
            top, bottom = bottom, top  # noqa: PLW2901 - of the inverse
        bits = max(bits, top.bit_length() + 32 * len(e[2]))
        common = lcm(common, bottom)
        for core, m in cofactors:
            bits += content(core).bit_length()
            if (m < 0) == (n > 0):
                cores[core] = max(cores.get(core, 0), abs(m))
        if abs(n) * len(a.finite) * (bits + common.bit_length()) > MOMENT_BITS:
            break
    if (
        abs(n) * len(a.finite) * (bits + common.bit_length()) > MOMENT_BITS
        or abs(n) * len(a.finite) * sum(m * len(core.terms) for core, m in cores.items()) > MOMENT_TERMS
    ):
        raise TooLarge(
            f"the moment of order {shorten(str(Number(n)))} of a PLD with {len(a.finite)} atoms is too long to work out"
        )
