"""What every quantity that tools make claims about has: its exact value for a mechanism given by its pairs, and how a claimed value compares.

A mechanism is a list of PLDs, each P over Q: one for a claim about one direction, two or more where a guarantee must hold for several. Its
delta, epsilon, Renyi divergence and GDP parameter are the largest over the pairs, its trade-off curve the least.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, NamedTuple

from certificates.audit.values import Value
from certificates.claims import encoding
from certificates.claims.encoding import Json
from exact.loss import Loss
from exact.number import Number
from exact.pld import PLD

Bound = Literal["upper", "lower"]
Pairs = Sequence[PLD]


@dataclass(frozen=True, slots=True)
class Exact:
    """What a quantity is: an exact number or loss, or for a value that is none, an enclosure.

    Attributes
    ----------
    value
        The exact value; None where there is only an enclosure.
    lower, upper
        Decimals around it (``"inf"``, ``"-inf"`` where it is infinite).
    pair
        The index of the pair at which the worst value was found.
    log_of
        For an enclosure of ``ln(m)/n``: the exact m and n, else None.
    """

    value: Number | Loss | None
    lower: str
    upper: str
    pair: int = 0
    log_of: tuple[Number, int] | None = None


class Quantity(ABC):
    """One number that a tool may state about a mechanism."""

    name: str
    """The word for it in messages and certificates."""
    in_nats: bool = False
    """Whether values are losses (nats), which may be infinite."""
    least_over_pairs: bool = False
    """Whether the worst value is the least one."""

    @abstractmethod
    def to_json(self) -> Json:
        """Return the quantity in the spelling of FORMAT.md."""

    @abstractmethod
    def exact(self, pairs: Pairs, digits: int) -> Exact:
        """Return its value for the mechanism."""

    @abstractmethod
    def exceeds(self, pairs: Pairs, v: Value, by: Fraction = Fraction(0)) -> bool:
        """Return whether the exact value is ``> v``, or for a positive `by` ``>= v + by``."""

    @abstractmethod
    def falls_short(self, pairs: Pairs, v: Value, by: Fraction = Fraction(0)) -> bool:
        """Return whether the exact value is ``< v``, or for a positive `by` ``<= v - by``."""

    @abstractmethod
    def impossible(self, v: Value) -> str | None:
        """Return why no mechanism has this value; None for a value that some may have."""

    def vacuous(self, v: Value, bound: Bound) -> str | None:
        """Return why every mechanism keeps this bound, so that it says nothing; None where it says something."""
        if bound == "upper":
            return "no number is larger than inf" if v.infinite > 0 else None
        return "no number is smaller than -inf" if v.infinite < 0 else None

    def witness(self, pairs: Pairs, v: Value, by: Fraction) -> Json:
        """Return the witness of a certificate that an upper bound v is missed, by at least an amount."""
        return {}

    def spell(self, v: Value) -> Json:
        """Return a claimed value in the spelling of FORMAT.md; `Unsupported` where it has none."""
        if v.is_nan:
            return "nan"
        if v.infinite:
            return "inf" if v.infinite > 0 else "-inf"
        return encoding.rational(v.as_fraction()) if self.in_nats else encoding.number(v.as_number())


class Assertion(NamedTuple):
    """What was said of a quantity: that it is at most, or at least, a value."""

    quantity: Quantity
    bound: Bound
    value: Value
