"""What a campaign asks about every mechanism: fixed values, and values that are placed where a mechanism is delicate.

    [[query]]
    kind = "delta"
    eps = [0.5, 1.0]        # these
    share = [0.1, 0.5]      # these parts of the largest finite loss
    atoms = 3               # the floats nearest to the losses of so many atoms, spread over all of positive loss
    beside_atoms = 3        # the floats just below and just above
    beyond = true           # the float above the largest finite loss

For the kind ``epsilon`` the delta at those atoms is meant. Placed values are floats near exact ones; what is asked about them is decided exactly.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from certificates.audit.campaign.reading import read_float
from certificates.audit.claim import SPEND_LIMIT, SPEND_TIMES_LIMIT
from certificates.audit.instance import Instance
from certificates.audit.mechanism import DIRECTIONS
from certificates.audit.quantities import ORDER_LIMIT
from certificates.audit.tools import queries
from certificates.audit.tools.queries import Query
from certificates.tomlfile import check_keys, kind_of
from exact.errors import ExactError, NotReadable, OutOfRange, TooLarge
from exact.loss import Loss
from exact.pld import PLD
from exact.writing import shorten

VALUES_LIMIT = 10_000
"""The largest number of values in one list."""
ATOMS_LIMIT = 1_000
"""The largest number of atoms that a query is placed at."""
DIGITS = 25
"""Digits of an exact value to which the nearest float is taken."""

PLACED = ("atoms", "beside_atoms")
KEYS: Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "delta": ((), ("eps", "share", *PLACED, "beyond")),
    "profile": ((), ("eps", "share", *PLACED, "beyond")),
    "epsilon": ((), ("delta", *PLACED)),
    "pure-epsilon": ((), ()),
    "pld": ((), ("direction",)),
    "renyi": (("order",), ()),
    "tradeoff": (("alpha",), ()),
    "gdp": ((), ()),
    "guarantee": ((), ("slack",)),
}
"""The kinds of queries, with the keys that each needs and may have."""


@dataclass(frozen=True, slots=True)
class Question:
    """One table ``[[query]]``.

    Attributes
    ----------
    kind
        A key of `KEYS`.
    values
        The fixed values: epsilons, deltas, orders, alphas, directions, or the slacks of a guarantee.
    share
        Parts of the largest finite loss.
    atoms, beside_atoms
        At how many atoms values are placed, and beside how many.
    beyond
        Whether the float above the largest finite loss is asked for.
    """

    kind: str
    values: tuple[Any, ...] = ()
    share: tuple[float, ...] = ()
    atoms: int = 0
    beside_atoms: int = 0
    beyond: bool = False

    @property
    def is_placed(self) -> bool:
        """Whether some of its values depend on the mechanism."""
        return bool(self.share or self.atoms or self.beside_atoms or self.beyond)

    def ask(self, instance: Instance, times: int) -> Iterator[Query]:
        """Yield the queries about a mechanism; raises what working out its atoms raises."""
        if self.kind == "pure-epsilon":
            yield queries.pure_epsilon()
        elif self.kind == "gdp":
            yield queries.gaussian_parameter()
        elif self.kind == "profile":
            yield queries.profile_at(sorted(set(self._points(instance, times))))
        elif self.kind == "guarantee":
            yield from (queries.guarantee(slack=value) for value in self.values) if self.values else [queries.guarantee()]
        else:
            yield from map(_MAKE[self.kind], self._points(instance, times))

    def _points(self, instance: Instance, times: int) -> Iterator[Any]:
        yield from self.values
        if not self.is_placed:
            return
        places = placed(instance, times)
        yield from (part * places.largest for part in self.share)
        for count, beside in ((self.atoms, False), (self.beside_atoms, True)):
            if count:
                for x in places.deltas(count) if self.kind == "epsilon" else places.losses(count):
                    yield from (math.nextafter(x, -math.inf), math.nextafter(x, math.inf)) if beside else (x,)
        if self.beyond:
            yield math.nextafter(places.largest, math.inf)


_MAKE: Mapping[str, Any] = {
    "delta": queries.delta_at,
    "epsilon": queries.epsilon_at,
    "pld": queries.whole_pld,
    "renyi": queries.renyi_at,
    "tradeoff": queries.tradeoff_at,
}


def ask_all(questions: Iterable[Question], instance: Instance, times: int) -> tuple[list[Query], str]:
    """Return the queries about a mechanism without repetitions, and one sentence on those that could not be placed, if there are any."""
    found: dict[str, Query] = {}
    missing = ""
    for question in questions:
        asked: list[Query] = []
        try:
            asked.extend(question.ask(instance, times))
        except ExactError as problem:
            missing = f"queries could not be placed at its atoms: {problem}"
            bare = Question(question.kind, question.values)
            asked = list(bare.ask(instance, times)) if bare.values else []
        for query in asked:
            if _is_asked(query):
                found.setdefault(repr(query), query)
    return list(found.values()), missing


def _is_asked(query: Query) -> bool:
    """Leave out deltas beside 0 and 1 that are none."""
    return query["kind"] != "epsilon" or bool(0 <= query["delta"] <= 1)


# --- where a mechanism is delicate -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Places:
    """The atoms of a composition; `largest` is the float nearest to its largest finite loss, 0 where none is positive."""

    pld: PLD
    largest: float

    def losses(self, count: int) -> list[float]:
        """Return the floats nearest to the losses of so many atoms of positive loss, spread evenly, the largest first."""
        return [nearest(Loss(x)) for x in self._knots(count)]

    def deltas(self, count: int) -> list[float]:
        """Return the floats nearest to the deltas there; for the largest loss that is the mass of the infinite one."""
        return [float(self.pld.hockey_stick(x).decimal(DIGITS)) for x in self._knots(count)]

    def _knots(self, count: int) -> list[Any]:
        knots = [x for x in reversed(self.pld.knots) if x > 1]
        if len(knots) <= count:
            return knots
        if count == 1:
            return knots[:1]
        return [knots[round(i * (len(knots) - 1) / (count - 1))] for i in range(count)]


def nearest(loss: Loss) -> float:
    """Return the float nearest to a finite loss, up to the digits that are worked out."""
    return float(loss.decimal(DIGITS))


@lru_cache(maxsize=16)
def placed(instance: Instance, times: int) -> Places:
    """Return the places of a composition; nothing is multiplied out before it is needed."""
    base = instance.pld()
    largest = sum(k * _largest(PLD.of_atoms((atoms, 1))) for atoms, k in base.factors)
    return Places(times * base, max(0.0, times * largest))


def _largest(part: PLD) -> float:
    knots = part.knots
    return nearest(Loss(knots[-1])) if knots else 0.0


# --- reading ---------------------------------------------------------------------------------------------------------------------------------


def read_question(table: object, where: str) -> Question:
    """Return the question of a table of a campaign file; errors begin with `where`."""
    if not isinstance(table, dict):
        raise NotReadable(f'{where} must be a table, as in {{kind = "delta", eps = [1.0]}}, not {kind_of(table)}')
    kind = table.get("kind")
    if not isinstance(kind, str) or kind not in KEYS:
        raise NotReadable(f"{where}.kind must be one of {', '.join(KEYS)}")
    needed, optional = KEYS[kind]
    check_keys(table, ("kind", *needed), ("kind", *needed, *optional), f"{where}: ")
    if optional and kind not in ("pld", "guarantee") and len(table) == 1:
        raise NotReadable(f"{where}: give one of {', '.join(optional)}")
    share = _floats(table.get("share", []), f"{where}.share")
    if any(not 0 <= part <= 2 for part in share):
        raise OutOfRange(f"{where}.share has parts of the largest loss, from 0 to 2")
    beyond = table.get("beyond", False)
    if not isinstance(beyond, bool):
        raise NotReadable(f"{where}.beyond must be true or false, not {kind_of(beyond)}")
    atoms, beside = (_count(table.get(name, 0), f"{where}.{name}") for name in PLACED)
    return Question(kind, _values(kind, table, where), share, atoms, beside, beyond)


def _values(kind: str, table: Mapping[str, Any], where: str) -> tuple[Any, ...]:
    if kind in ("delta", "profile"):
        return _floats(table.get("eps", []), f"{where}.eps", infinite=True)
    if kind == "pld":
        given = table.get("direction", ["P over Q"])
        found = given if isinstance(given, list) else [given]
        known = [name for name in DIRECTIONS if name != "both"]
        if not found or any(name not in known for name in found):
            raise NotReadable(f"{where}.direction must be a list of {', '.join(known)}")
        return tuple(dict.fromkeys(found))
    if kind == "renyi":
        orders = _many(table["order"], f"{where}.order")
        for order in orders:
            if not isinstance(order, int) or isinstance(order, bool) or not 2 <= order <= ORDER_LIMIT:
                raise OutOfRange(f"{where}.order has integers from 2 to {ORDER_LIMIT}, not {shorten(repr(order))}")
        return tuple(dict.fromkeys(orders))
    name = {"epsilon": "delta", "tradeoff": "alpha", "guarantee": "slack"}.get(kind)
    if name is None:
        return ()
    values = _floats(table.get(name, []), f"{where}.{name}")
    if any(not 0 <= value <= 1 for value in values):
        raise OutOfRange(f"{where}.{name} has probabilities, from 0 to 1")
    return values


def _count(given: object, where: str) -> int:
    if not isinstance(given, int) or isinstance(given, bool):
        raise NotReadable(f"{where} must be an integer, not {kind_of(given)}")
    if not 0 <= given <= ATOMS_LIMIT:
        raise OutOfRange(f"{where} must lie between 0 and {ATOMS_LIMIT}")
    return given


def _many(given: object, where: str) -> Sequence[Any]:
    items = given if isinstance(given, list) else [given]
    if len(items) > VALUES_LIMIT:
        raise TooLarge(f"{where} has more than {VALUES_LIMIT} values")
    return items


def _floats(given: object, where: str, *, infinite: bool = False) -> tuple[float, ...]:
    return tuple(dict.fromkeys(read_float(item, where, infinite=infinite) for item in _many(given, where)))


def read_ledger(table: object, where: str) -> tuple[tuple[int, float], ...]:
    """Return the spends (times, amount) of a table ``[[ledger]]``."""
    if not isinstance(table, dict):
        raise NotReadable(f"{where} must be a table, as in {{spends = [[10, 0.1]]}}, not {kind_of(table)}")
    check_keys(table, ("spends",), ("spends",), f"{where}: ")
    given = table["spends"]
    if not isinstance(given, list) or not 1 <= len(given) <= SPEND_LIMIT or not all(isinstance(item, list) and len(item) == 2 for item in given):
        raise NotReadable(f"{where}.spends must be a list of 1 to {SPEND_LIMIT} pairs [times, amount]")
    found = []
    for times, amount in given:
        if not isinstance(times, int) or isinstance(times, bool) or not 1 <= times <= SPEND_TIMES_LIMIT:
            raise OutOfRange(f"{where}.spends: times is an integer from 1 to {SPEND_TIMES_LIMIT}")
        found.append((times, read_float(amount, f"{where}.spends")))
    return tuple(found)
