"""Several (eps, delta) constraints at once: which are active, which follow from the others, and the mixture that they come to.

The mathematics is in `exact.mechanisms.several_constraints`. Here its result is an object that names everything.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from exact.errors import OutOfRange
from exact.mechanisms.several_constraints import (
    Constraint,
    active_constraints,
    differences,
    falls,
    meet_of_active,
    read_constraints,
)
from exact.number import Number
from exact.pld import PLD
from exact.reading import ExactInput, LossInput, loss, number
from exact.writing import shorten


class Redundant(NamedTuple):
    """A constraint that follows from others: ``implied <= constraint.delta`` is the delta that all active constraints give at its eps, and
    those in `by` (one or two of them; none where the constraint says nothing, delta = 1) imply the constraint.
    """

    constraint: Constraint
    implied: Number
    by: tuple[Constraint, ...]


@dataclass(frozen=True, slots=True)
class ConstraintSet:
    """Constraints (eps, delta), each in both directions, taken apart. Make one with `constraints`.

    Attributes
    ----------
    given
        The constraints as they were given.
    active
        Those that define the testing region, by decreasing eps (and increasing delta).
    redundant
        The others, as given, each with what implies it.
    leak
        The probability of a total leak: the delta of the first active constraint; 1 where none is active.
    weights
        The probabilities of ``rr(eps)`` for the active constraints; with the leak they add up to 1.
    """

    given: tuple[Constraint, ...]
    active: tuple[Constraint, ...]
    redundant: tuple[Redundant, ...]
    leak: Number
    weights: tuple[Number, ...]

    @property
    def alphas(self) -> tuple[Number, ...]:
        """The weights given that there is no total leak: they add up to 1 (empty where the leak is certain).

        For two active constraints these are ``1 - alpha`` and ``alpha`` of MULTI Theorem 2.
        """
        return (Number(1),) if len(self.weights) == 1 else tuple(w / (1 - self.leak) for w in self.weights)

    @property
    def alpha(self) -> Number:
        """MULTI's alpha, the second of two `alphas`; 0 for one active constraint. `OutOfRange` for another number of them."""
        if len(self.active) not in (1, 2):
            raise OutOfRange(f"alpha is a matter of two constraints; {len(self.active)} are active here, see alphas")
        return self.alphas[1] if len(self.active) == 2 else Number(0)

    def pld(self) -> PLD:
        """Return the greatest PLD with all constraints, as `exact.multi_dp`; `TooLarge` where its masses would be too long."""
        return meet_of_active(self.active)

    def delta(self, eps: LossInput) -> Number:
        """Return the least delta that the constraints imply at an eps >= 0 (nats, inf too), without a common denominator of all masses.

        It is the value of the curve of `pld` there, a probability, in both directions. `OutOfRange` for a negative eps.
        """
        e = loss(eps)
        if e.sign() < 0:
            raise OutOfRange(f"ConstraintSet.delta needs eps >= 0, not {shorten(str(e))}")
        return self.leak if e.is_infinite else _value(self.active, e.exp())


def check_set(where: str, given: object) -> None:
    """Raise TypeError for what is no `ConstraintSet`."""
    if not isinstance(given, ConstraintSet):
        raise TypeError(f"{where} takes a ConstraintSet, which constraints((eps, delta), ...) makes, not {type(given).__name__}")


def _value(active: Sequence[Constraint], x: Number) -> Number:
    """Return the value at x >= 1 of the curve with these corners."""
    if not active:
        return Number(1)
    if x >= active[0].x:
        return active[0].delta
    i = next((i for i, c in enumerate(active) if c.x <= x), len(active))
    before, fall = active[i - 1], falls(active[i - 1 : i + 1])[0]
    return before.delta + fall * (before.x - x)


def _reason(active: Sequence[Constraint], c: Constraint) -> tuple[Constraint, ...]:
    """Return the active constraints that imply this one: one that does alone, else its two neighbours."""
    if c.delta == 1:
        return ()
    neighbours = tuple(a for a in active if a.x <= c.x)[:1], tuple(a for a in active if a.x > c.x)[-1:]
    for alone in (*neighbours[0], *neighbours[1]):
        if _value([alone], c.x) <= c.delta:
            return (alone,)
    return (*neighbours[1], *neighbours[0])


def constraints(*pairs: tuple[LossInput, ExactInput]) -> ConstraintSet:
    """Return constraints taken apart: active and redundant ones, the leak, and the weights of the mixture of randomized responses.

    Parameters
    ----------
    pairs
        At least one pair ``(eps, delta)``: eps in nats, finite and >= 0; delta a probability. ``(0, eta)`` bounds the total variation.

    Returns
    -------
    ConstraintSet
        Also where no constraint is active, as every delta is 1: then everything may leak.

    Raises
    ------
    TypeError
        For what is no pair, and for an eps or a delta that is no exact one, such as a float.
    OutOfRange
        For no constraint, a negative or infinite eps, or a delta outside [0, 1].

    Notes
    -----
    Whether a constraint is active is decided. One that only touches the region in a corner is redundant; of equal ones the first is active.

    Examples
    --------
    >>> found = constraints(("log(4)", 0), ("log(2)", "1/10"), (0, "1/2"))
    >>> str(found.leak), [str(w) for w in found.weights], str(found.alpha)
    ('0', ['1/4', '3/4'], '3/4')
    >>> [(str(r.constraint), str(r.implied), [str(c) for c in r.by]) for r in found.redundant]
    [('(0, 1/2)', '2/5', ['(log(2), 1/10)'])]

    References
    ----------
    MULTI, Definition 3 and Theorem 2, for any number of constraints.
    """
    given = read_constraints("constraints", pairs)
    places = active_constraints(given)
    active = tuple(given[i] for i in places)
    redundant = tuple(
        Redundant(c, _value(active, c.x), _reason(active, c)) for i, c in enumerate(given) if i not in places
    )
    weights = tuple((1 + c.x) * d for c, d in zip(active, differences(falls(active)), strict=True))
    return ConstraintSet(given, active, redundant, active[0].delta if active else number(1), weights)
