"""What rounding of the input can explain: a bound of a tool that was given rounded parameters is reported only when it is missed by more.

Where a tool cannot be given just the mechanism, its worker rounds parameters to floats: masses, logarithms of masses. Suppose that this changes every
mass of the composition by a factor between 1 - t and 1 + t. Then ``P(S) - x Q(S)`` changes, for every event S, at most to what it is between

    (1 - t) h(x (1 + t)/(1 - t))    and    (1 + t) h(x (1 - t)/(1 + t)),

and a bound counts as false only when it is also false, with some room, for these. The rule:

* t is 1e-9, for more than 1,000 copies 1e-12 for each: some thousand units in the last place of each mass;
* an upper bound v on delta at x is reported when ``v < (1 - t) h(x (1 + 3t))``, one on epsilon at delta when it is less than
  ``epsilon(delta (1 + 2t)) - 3t``, one on a Renyi divergence or on mu when it is missed by more than 3t and a relative 3t;
* lower bounds alike, with the signs of t turned round;
* a trade-off curve when it is missed by more than 3t; a whole PLD never.

Values that no mechanism has are reported whatever the input was.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from certificates.audit.claim import Claim
from certificates.audit.hunt.question import copies
from certificates.audit.instance import Instance
from certificates.audit.quantities import Delta, Epsilon
from certificates.audit.quantity import Bound, Pairs, Quantity
from certificates.audit.values import Value
from exact.number import Number
from exact.reading import number

LEAST = Fraction(1, 10**9)
OF_EACH = Fraction(1, 10**12)


def part_lost(instance: Instance, times: int) -> Fraction:
    """Return t for a composition of so many copies."""
    return max(LEAST, OF_EACH * times * copies(instance))


def is_beyond_rounding(claim: Claim, point: int, bound: Bound, v: Value, t: Fraction) -> bool:
    """Return whether a bound that is false is also false for all inputs that rounding by a part of t may have made."""
    if not claim.quantities or claim.mechanism is None:
        return False  # of whole PLDs nothing is said
    pairs = [pair.pld for pair in claim.mechanism.pairs()]
    quantity = claim.quantities[point]
    beyond: Callable[[Pairs, Value], bool] = quantity.exceeds if bound == "upper" else quantity.falls_short
    if not beyond(pairs, v):
        return False
    s = t if bound == "upper" else -t
    moved: Quantity = quantity
    if isinstance(quantity, Delta):
        moved = Delta(None if quantity.x is None else quantity.x * (1 + 3 * s))
    elif isinstance(quantity, Epsilon):
        moved = Epsilon(_at_most_one(quantity.delta * (1 + 2 * s)), quantity.clipped)
    away: Callable[[Pairs, Value], bool] = moved.exceeds if bound == "upper" else moved.falls_short
    return away(pairs, v if v.is_nan or v.infinite else Value(v.text, _with_room(quantity, v.as_number(), s)))


def _with_room(quantity: Quantity, v: Number, s: Fraction) -> Number:
    if isinstance(quantity, Delta):
        return v / (1 - s)
    if isinstance(quantity, Epsilon):
        return v + 3 * s
    return v * (1 + 3 * s) + 3 * s


def _at_most_one(delta: Number) -> Number:
    return number(1) if delta > 1 else delta
