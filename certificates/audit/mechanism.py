"""The mechanism of a claim: one pair or several, each P over Q, given by an expression or by mass functions."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

from certificates.audit import values
from certificates.audit.values import kind_of
from certificates.tomlfile import check_keys
from exact.errors import NotReadable, OutOfRange, TooLarge, Unsupported
from exact.expressions import pld
from exact.mechanisms import pmfs
from exact.pld import PLD, TIMES_LIMIT
from exact.reading import ExactInput
from exact.writing import shorten

EXPRESSION_LIMIT = 1_000_000
OUTCOME_LIMIT = 10_000
PAIR_LIMIT = 16
DIRECTIONS = ("both", "P over Q", "Q over P")

Masses = tuple[tuple[str, str], ...]


class Pair(NamedTuple):
    """A PLD, P over Q, and what it is of a mechanism, such as a direction or the kind of adjacency."""

    label: str
    pld: PLD


def _by_outcome(side: Masses) -> dict[Hashable, ExactInput]:
    return {outcome: values.exact_value(mass).as_number() for outcome, mass in side}


@dataclass(frozen=True, slots=True)
class Source:
    """How one PLD is given: an expression, or the masses of P and of Q by outcomes (texts of numbers)."""

    expression: str | None = None
    P: Masses = ()
    Q: Masses = ()

    def build(self) -> PLD:
        """Return the PLD; raises what `exact.pld` and `exact.pmfs` raise."""
        if self.expression is not None:
            return pld(self.expression)
        return pmfs(_by_outcome(self.P), _by_outcome(self.Q))

    def __str__(self) -> str:
        if self.expression is not None:
            return self.expression
        sides = (", ".join(f"{outcome}: {mass}" for outcome, mass in side) for side in (self.P, self.Q))
        return "P = {{{}}}, Q = {{{}}}".format(*sides)


@dataclass(frozen=True, slots=True)
class Mechanism:
    """Pairs, each composed with itself some times.

    Attributes
    ----------
    sources
        Labels with what they stand for.
    times
        How often the mechanism is composed with itself.
    """

    sources: tuple[tuple[str, Source], ...]
    times: int = 1
    direction: str | None = None

    def pairs(self) -> list[Pair]:
        """Return the pairs that a claim about the mechanism is about; raises what building PLDs raises."""
        return _pairs(self)

    def __str__(self) -> str:
        text = str(self.sources[0][1]) if self.direction else "; ".join(f"{label}: {source}" for label, source in self.sources)
        return text if self.times == 1 else f"{self.times}*({text})" if not _is_simple(text) else f"{self.times}*{text}"

    @classmethod
    def from_json(cls, given: object, times: object = 1, direction: object = None) -> Mechanism:
        """Return the mechanism of the fields of a claim."""
        if not isinstance(times, int) or isinstance(times, bool):
            raise NotReadable(f"times must be an integer, not {kind_of(times)}")
        if not 0 <= times <= TIMES_LIMIT:
            raise OutOfRange(f"times must lie between 0 and {TIMES_LIMIT}")
        if isinstance(given, Mapping) and "pairs" in given:
            check_keys(given, ("pairs",), ("pairs",), "mechanism: ")
            if direction is not None:
                raise NotReadable("a mechanism with pairs has no direction: each pair is taken P over Q")
            pairs = given["pairs"]
            if not isinstance(pairs, Mapping) or not pairs:
                raise NotReadable("mechanism.pairs must be an object from labels to mechanisms")
            if len(pairs) > PAIR_LIMIT:
                raise TooLarge(f"a mechanism has at most {PAIR_LIMIT} pairs")
            return cls(tuple((shorten(str(label)), _source(item, f"mechanism.pairs.{shorten(str(label))}")) for label, item in pairs.items()), times)
        if direction is None:
            direction = "both"
        if direction not in DIRECTIONS:
            raise NotReadable(f"direction must be one of {', '.join(DIRECTIONS)}")
        return cls((("", _source(given, "mechanism")),), times, str(direction))


def _is_simple(text: str) -> bool:
    return text.endswith(")") and text.count("(") == text.count(")") and not any(sign in text.partition("(")[0] for sign in "+*|& =")


def _source(given: object, what: str) -> Source:
    if isinstance(given, str):
        if len(given) > EXPRESSION_LIMIT:
            raise TooLarge(f"{what} has more than {EXPRESSION_LIMIT} characters")
        return Source(str(given))
    if isinstance(given, Mapping):
        check_keys(given, ("P", "Q"), ("P", "Q"), f"{what}: ")
        return Source(None, _masses(given["P"], f"{what}.P"), _masses(given["Q"], f"{what}.Q"))
    raise NotReadable(f"{what} must be an expression such as 'rr(1)', or an object with the masses P and Q, not {kind_of(given)}")


def _masses(given: object, what: str) -> Masses:
    if not isinstance(given, Mapping) or not given:
        raise NotReadable(f"{what} must be an object from outcomes to masses")
    if len(given) > OUTCOME_LIMIT:
        raise TooLarge(f"{what} has more than {OUTCOME_LIMIT} outcomes")
    return tuple((str(outcome), _mass(mass, f"{what}.{shorten(str(outcome))}")) for outcome, mass in given.items())


def _mass(given: Any, what: str) -> str:
    read = values.value(given, what)
    if read.exact is None or read.infinite:
        raise Unsupported(f"{what} is {shorten(read.text)}, which is no mass")
    return str(read.as_number()) if read.is_float or not isinstance(given, str) else str(given)


@lru_cache(maxsize=64)
def _pairs(mechanism: Mechanism) -> list[Pair]:
    if mechanism.direction is None:
        return [Pair(label, mechanism.times * source.build()) for label, source in mechanism.sources]
    base = mechanism.sources[0][1].build()
    forward, reverse = Pair("P over Q", mechanism.times * base), Pair("Q over P", mechanism.times * base.dual())
    if mechanism.direction == "both":
        return [Pair("both directions", forward.pld)] if _is_symmetric(base) else [forward, reverse]
    return [forward if mechanism.direction == "P over Q" else reverse]


def _is_symmetric(base: PLD) -> bool:
    """Return whether a PLD is its dual, where its parts alone tell; it need not be multiplied out."""
    return all(PLD.of_atoms((atoms, 1)).is_symmetric() for atoms, _ in base.factors)
