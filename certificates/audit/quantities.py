"""The quantities: delta, epsilon, a type II error, a Renyi divergence, a GDP parameter, the total of a ledger."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from certificates.audit.quantity import Bound, Exact, Pairs, Quantity
from certificates.audit.values import Value
from certificates.claims import encoding
from certificates.claims.encoding import Json
from exact import gaussian_dp
from exact.errors import OutOfRange, TooLarge, Undecided, Unsupported
from exact.loss import Loss, inf
from exact.number import Number
from exact.pld import PLD
from exact.reading import loss, number
from exact.writing import shorten

LEVEL_LIMIT = 64
"""The largest argument of the normal distribution in a certificate."""
DIGITS = 30
"""Digits to which a GDP parameter is told from a value below it."""
ORDER_LIMIT = 256
"""The largest order of a Renyi divergence."""


def _worst(values: Sequence[Number | Loss], *, least: bool = False) -> int:
    best = 0
    for i, value in enumerate(values):
        if _less(value, values[best]) if least else _less(values[best], value):
            best = i
    return best


def _less(a: Number | Loss, b: Number | Loss) -> bool:
    return a < b


def _exact(values: Sequence[Number | Loss], digits: int, *, least: bool = False) -> Exact:
    i = _worst(values, least=least)
    return Exact(values[i], *values[i].bounds(digits), i)


class _OfNumbers(Quantity):
    """A quantity whose values are exact numbers."""

    @abstractmethod
    def of_pair(self, a: PLD) -> Number:
        """Return its value for one pair."""

    def exact(self, pairs: Pairs, digits: int) -> Exact:
        """Return its value for the mechanism."""
        return _exact([self.of_pair(a) for a in pairs], digits, least=self.least_over_pairs)

    def _holds_for_the_worst(self, pairs: Pairs, signs: tuple[int, ...], point: Number, *, above: bool) -> bool:
        some = above != self.least_over_pairs  # of the largest: one above is enough, all must be below
        found = (self.of_pair(a).compare(point) in signs for a in pairs)
        return any(found) if some else all(found)

    def exceeds(self, pairs: Pairs, v: Value, by: Fraction = Fraction(0)) -> bool:
        """Return whether its value is beyond v, upwards; see `Quantity.exceeds`."""
        if v.is_nan or v.infinite:
            return v.infinite < 0
        return self._holds_for_the_worst(pairs, (0, 1) if by else (1,), v.as_number() + by, above=True)

    def falls_short(self, pairs: Pairs, v: Value, by: Fraction = Fraction(0)) -> bool:
        """Return whether its value is beyond v, downwards; see `Quantity.falls_short`."""
        if v.is_nan or v.infinite:
            return v.infinite > 0
        return self._holds_for_the_worst(pairs, (0, -1) if by else (-1,), v.as_number() - by, above=False)


@dataclass(frozen=True)
class Delta(_OfNumbers):
    """``h(x)``, the delta at epsilon ``ln x``; at +inf for None."""

    x: Number | None
    name = "delta"

    def to_json(self) -> Json:
        """Return its spelling in a certificate."""
        return {"of": "delta", "x": "inf" if self.x is None else encoding.number(self.x)}

    def of_pair(self, a: PLD) -> Number:
        """Return its value for one pair."""
        return a.p_infinite if self.x is None else a.hockey_stick(self.x)

    def impossible(self, v: Value) -> str | None:
        """Return why it has no such value; None if it may have."""
        return _outside(v, Number(1), "a delta")

    def vacuous(self, v: Value, bound: Bound) -> str | None:
        """Return why the bound says nothing; None if it says something."""
        if bound == "upper" and not v.infinite and v.as_number() >= 1:
            return "every mechanism has a delta of at most 1"
        if bound == "lower" and not v.infinite and v.as_number().sign() <= 0:
            return "every mechanism has a delta of at least 0"
        return super().vacuous(v, bound)


@dataclass(frozen=True)
class Tradeoff(_OfNumbers):
    """``f(alpha)``, the least type II error of a test of P against Q at type I error alpha; of several pairs, the least."""

    alpha: Number
    name = "tradeoff"
    least_over_pairs = True

    def __post_init__(self) -> None:
        if self.alpha.sign() < 0 or self.alpha > 1:
            raise OutOfRange(f"alpha must lie in [0, 1], not {shorten(str(self.alpha))}")

    def to_json(self) -> Json:
        """Return its spelling in a certificate."""
        return {"of": "tradeoff", "alpha": encoding.number(self.alpha)}

    def of_pair(self, a: PLD) -> Number:
        """Return its value for one pair."""
        return a.tradeoff(self.alpha)

    def impossible(self, v: Value) -> str | None:
        """Return why it has no such value; None if it may have."""
        return _outside(v, 1 - self.alpha, "a type II error at this alpha")

    def vacuous(self, v: Value, bound: Bound) -> str | None:
        """Return why the bound says nothing; None if it says something."""
        if bound == "lower" and not v.infinite and v.as_number().sign() <= 0:
            return "every test has an error of at least 0"
        if bound == "upper" and not v.infinite and v.as_number() >= 1 - self.alpha:
            return "blind guessing has an error of 1 - alpha"
        return super().vacuous(v, bound)


@dataclass(frozen=True)
class Spend(_OfNumbers):
    """The total of a budget ledger: a sum of amounts, each spent some times. It has no mechanism."""

    spends: tuple[tuple[int, Number], ...]
    name = "spend"

    def to_json(self) -> Json:
        """Return its spelling in a certificate."""
        return {"of": "spend", "spends": [[str(k), encoding.number(amount)] for k, amount in self.spends]}

    def total(self) -> Number:
        """Return the sum."""
        return sum((k * amount for k, amount in self.spends), Number(0))

    def of_pair(self, a: PLD) -> Number:
        """Return its value for one pair."""
        raise NotImplementedError  # pragma: no cover - there are no pairs

    def exact(self, pairs: Pairs, digits: int) -> Exact:
        """Return its value for the mechanism."""
        return _exact([self.total()], digits)

    def _holds_for_the_worst(self, pairs: Pairs, signs: tuple[int, ...], point: Number, *, above: bool) -> bool:
        return self.total().compare(point) in signs

    def impossible(self, v: Value) -> str | None:
        """Return why it has no such value; None if it may have."""
        return "it is not a number" if v.is_nan else None


@dataclass(frozen=True)
class Epsilon(Quantity):
    """``ln inf {x > 0 : h(x) <= delta}`` in nats, clipped at 0 where the tool's convention is that epsilon is not negative."""

    delta: Number
    clipped: bool = False
    name = "epsilon"
    in_nats = True

    def __post_init__(self) -> None:
        if self.delta.sign() < 0 or self.delta > 1:
            raise OutOfRange(f"delta must lie in [0, 1], not {shorten(str(self.delta))}")

    def to_json(self) -> Json:
        """Return its spelling in a certificate."""
        return {"of": "clipped-epsilon" if self.clipped else "epsilon", "delta": encoding.number(self.delta)}

    def exact(self, pairs: Pairs, digits: int) -> Exact:
        """Return its value for the mechanism."""
        values = [a.epsilon(self.delta) for a in pairs]
        zero = loss(0)
        return _exact([max(v, zero) for v in values] if self.clipped else values, digits)

    def exceeds(self, pairs: Pairs, v: Value, by: Fraction = Fraction(0)) -> bool:
        """Return whether its value is beyond v, upwards; see `Quantity.exceeds`."""
        if v.is_nan:
            return False
        level = v.as_loss() + loss(by) if by else v.as_loss()
        if self.clipped and (level.sign() < 0 or (by and not level.sign())):
            return True
        return any(_is_epsilon_above(a, self.delta, level, or_equal=bool(by)) for a in pairs)

    def falls_short(self, pairs: Pairs, v: Value, by: Fraction = Fraction(0)) -> bool:
        """Return whether its value is beyond v, downwards; see `Quantity.falls_short`."""
        if v.is_nan:
            return False
        level = v.as_loss() - loss(by) if by else v.as_loss()
        if self.clipped and (level.sign() < 0 or (not by and not level.sign())):
            return False
        return all(not _is_epsilon_above(a, self.delta, level, or_equal=not by) for a in pairs)

    def impossible(self, v: Value) -> str | None:
        """Return why it has no such value; None if it may have."""
        if v.is_nan:
            return "it is not a number"
        return "an epsilon that is clipped at 0 is not negative" if self.clipped and v.as_loss().sign() < 0 else None

    def vacuous(self, v: Value, bound: Bound) -> str | None:
        """Return why the bound says nothing; None if it says something."""
        if self.clipped and bound == "lower" and v.as_loss().sign() <= 0:
            return "an epsilon that is clipped at 0 is never smaller"
        return super().vacuous(v, bound)


def _is_epsilon_above(a: PLD, delta: Number, level: Loss, *, or_equal: bool) -> bool:
    """Return whether ``epsilon(delta)`` is above a level, or equal to it where that is asked for.

    ``inf {x : h(x) <= delta} <= X`` iff ``h(X) <= delta``, since h is continuous and non-increasing.
    """
    if level.is_infinite:
        if level.sign() < 0:
            return or_equal or delta < 1  # h comes as close to 1 as one likes
        return or_equal and a.p_infinite > delta
    x = level.exp()
    sign = a.hockey_stick(x).compare(delta)
    if sign or not or_equal:
        return sign > 0
    return a.epsilon(delta) == level


@dataclass(frozen=True)
class Renyi(Quantity):
    """The Renyi divergence ``ln E_P[(p/q)^(order-1)]/(order-1)`` in nats."""

    order: int
    name = "renyi"
    in_nats = True

    def __post_init__(self) -> None:
        if not 2 <= self.order <= ORDER_LIMIT:
            raise Unsupported(f"Renyi divergences are decided at integer orders from 2 to {ORDER_LIMIT}, not at {shorten(str(self.order))}")

    def to_json(self) -> Json:
        """Return its spelling in a certificate."""
        return {"of": "renyi", "order": str(self.order)}

    def moments(self, pairs: Pairs) -> list[Number | None]:
        """Return ``E_P[(p/q)^(order-1)]`` of each pair; None where it is infinite."""
        return [None if a.p_infinite else a.moment(self.order - 1) for a in pairs]

    def exact(self, pairs: Pairs, digits: int) -> Exact:
        """Return its value for the mechanism."""
        found = self.moments(pairs)
        if None in found:
            return Exact(inf, "inf", "inf", found.index(None))
        moments = [m for m in found if m is not None]
        i = _worst(moments)
        n = self.order - 1
        if n == 1:
            value = Loss(moments[i])
            return Exact(value, *value.bounds(digits), i)
        log = Loss(moments[i])
        lower, upper = (_decimal(side / n, digits, up=up) for side, up in ((log.lower(digits + 3), False), (log.upper(digits + 3), True)))
        return Exact(None, lower, upper, i, (moments[i], n))

    def exceeds(self, pairs: Pairs, v: Value, by: Fraction = Fraction(0)) -> bool:
        """Return whether its value is beyond v, upwards; see `Quantity.exceeds`."""
        if v.is_nan or v.infinite > 0:
            return False
        if v.infinite:
            return True
        level = self._level(v.as_fraction() + by)
        return any(m is None or m.compare(level) in ((0, 1) if by else (1,)) for m in self.moments(pairs))

    def falls_short(self, pairs: Pairs, v: Value, by: Fraction = Fraction(0)) -> bool:
        """Return whether its value is beyond v, downwards; see `Quantity.falls_short`."""
        if v.is_nan or v.infinite < 0:
            return False
        found = self.moments(pairs)
        if v.infinite:
            return None not in found
        level = self._level(v.as_fraction() - by)
        return all(m is not None and m.compare(level) in ((0, -1) if by else (-1,)) for m in found)

    def _level(self, v: Fraction) -> Number:
        return loss(v * (self.order - 1)).exp()

    def impossible(self, v: Value) -> str | None:
        """Return why it has no such value; None if it may have."""
        return _negative(v, "a Renyi divergence")

    def vacuous(self, v: Value, bound: Bound) -> str | None:
        """Return why the bound says nothing; None if it says something."""
        if bound == "lower" and not v.infinite and v.as_fraction() <= 0:
            return "every divergence is at least 0"
        return super().vacuous(v, bound)


@dataclass(frozen=True)
class GaussianDP(Quantity):
    """The least mu such that every pair is mu-GDP: no test does better than on N(0, 1) against N(mu, 1)."""

    name = "gdp"
    in_nats = True

    def to_json(self) -> Json:
        """Return its spelling in a certificate."""
        return {"of": "gdp"}

    def exact(self, pairs: Pairs, digits: int) -> Exact:
        """Return its value for the mechanism."""
        places = min(digits, 2 * DIGITS)
        found = [gaussian_dp.gdp_parameter_bounds(a, places) for a in pairs]
        if None in found:
            return Exact(inf, "inf", "inf", found.index(None))
        bounds = [sides for sides in found if sides is not None]
        i = max(range(len(bounds)), key=bounds.__getitem__)
        lower, upper = (max(sides[k] for sides in bounds) for k in (0, 1))
        return Exact(None, _decimal(lower, places, up=False), _decimal(upper, places, up=True), i)

    def exceeds(self, pairs: Pairs, v: Value, by: Fraction = Fraction(0)) -> bool:
        """Return whether its value is beyond v, upwards; see `Quantity.exceeds`."""
        if v.is_nan or v.infinite:
            return v.infinite < 0
        mu = v.as_fraction() + by
        return mu < 0 or any(not gaussian_dp.is_gaussian_dp(a, mu) for a in pairs)

    def falls_short(self, pairs: Pairs, v: Value, by: Fraction = Fraction(0)) -> bool:
        """Return whether its value is beyond v, downwards; see `Quantity.falls_short`."""
        if v.is_nan or v.infinite:
            return v.infinite > 0 and all(gaussian_dp.gdp_parameter_bounds(a, DIGITS) is not None for a in pairs)
        level = v.as_fraction() - by
        for a in pairs:
            bounds = gaussian_dp.gdp_parameter_bounds(a, DIGITS)
            if bounds is None or bounds[0] > level:
                return False
            if bounds[1] > level or (bounds[1] == level and not by):
                raise Undecided(f"whether mu is below {shorten(v.text)} is not decided: it is too close")
        return True

    def witness(self, pairs: Pairs, v: Value, by: Fraction) -> Json:
        """Return the pair, the event and the level that show it."""
        mu = v.as_fraction() + by
        for i, a in enumerate(pairs):
            found = gaussian_dp.gdp_violation(a, mu)
            if found is not None and max(abs(found.t), abs(found.t + mu)) <= LEVEL_LIMIT:
                return {"pair": str(i), "x": encoding.number(found.x), "t": encoding.rational(found.t)}
        raise TooLarge(f"what shows it has a level beyond {LEVEL_LIMIT} standard deviations, which certificates do not state")

    def impossible(self, v: Value) -> str | None:
        """Return why it has no such value; None if it may have."""
        return _negative(v, "a GDP parameter")


def _outside(v: Value, most: Number, what: str) -> str | None:
    if v.is_nan:
        return "it is not a number"
    if v.infinite or v.as_number().sign() < 0 or v.as_number() > most:
        return f"{what} lies in [0, {shorten(str(most))}]"
    return None


def _negative(v: Value, what: str) -> str | None:
    if v.is_nan:
        return "it is not a number"
    return f"{what} is not negative" if v.infinite < 0 or (not v.infinite and v.as_fraction() < 0) else None


def _decimal(value: Fraction, digits: int, *, up: bool) -> str:
    return number(value).bounds(digits)[up]
