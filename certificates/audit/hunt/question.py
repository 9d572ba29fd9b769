"""Questions that are put to a tool: one quantity, at one float or order; and cases: a question about one mechanism, asked in one way."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from certificates.audit.instance import Instance
from certificates.audit.tools import queries
from certificates.audit.tools.queries import Query
from exact.writing import rational_text

FIELDS = {"delta": "eps", "epsilon": "delta", "renyi": "order", "tradeoff": "alpha", "guarantee": "slack"}
"""The kinds that are asked at a point, with the name of the point."""
KINDS = (*FIELDS, "pure-epsilon", "gdp", "pld")


@dataclass(frozen=True, slots=True)
class Question:
    """One question: its kind, the point (an order is an int, all else floats), and of a whole PLD the direction."""

    kind: str
    at: float | int | None = None
    direction: str | None = None

    def query(self) -> Query:
        """Return the question in the form of the protocol."""
        if self.kind == "pld":
            return queries.whole_pld(self.direction or "P over Q")
        return {"kind": self.kind} | ({} if self.at is None else {FIELDS[self.kind]: self.at})

    def digits(self) -> int:
        """Return how many characters the point has."""
        return 0 if self.at is None else len(number_text(self.at))

    def __str__(self) -> str:
        if self.kind == "pld":
            return f"whole PLD, {self.direction}"
        return self.kind if self.at is None else f"{self.kind} at {FIELDS[self.kind]} = {number_text(self.at)}"


@dataclass(frozen=True, slots=True)
class Case:
    """A question about the composition of `times` copies of a mechanism, for one method of a tool."""

    method: str
    instance: Instance
    times: int
    question: Question

    def size(self) -> tuple[int, int, int, int]:
        """Return how complicated the case is; of two cases the one with the lesser size is the simpler one.

        In this order: the weight of the mechanism (about its number of atoms), the copies composed, the characters of its
        parameters, the characters of the question.
        """
        return weight(self.instance), self.times * copies(self.instance), digits(self.instance), self.question.digits()

    def to_json(self) -> dict[str, Any]:
        """Return the case for `findings.json`: floats in hexadecimal."""
        return {"method": self.method, "mechanism": self.instance.to_json(), "times": self.times, "query": queries.written(self.question.query())}

    def __str__(self) -> str:
        return f"{self.method}: {self.times} x {self.instance.label()}, {self.question}"


def weight(instance: Instance) -> int:
    """Return a number that grows with the atoms and the parts of a mechanism; 1 is randomized response."""
    match instance.kind:
        case "pmfs":
            return 1 + len({outcome for side in instance.parameters for outcome, _ in side})
        case "geometric":
            return 1 + int(instance["s"])
        case "subsample":
            return 1 + weight(instance["of"])
        case "sum":
            return 1 + sum(weight(part) for _, part in instance["parts"])
        case "rr":
            return 1
    return 2


def copies(instance: Instance) -> int:
    """Return how many mechanisms a sum composes; 1 for anything else."""
    return sum(k * copies(part) for k, part in instance["parts"]) if instance.kind == "sum" else 1


def digits(instance: Instance) -> int:
    """Return the characters of all numbers of a mechanism."""
    return sum(len(number_text(value)) for value in _numbers(instance))


def _numbers(instance: Instance) -> Iterator[float | int | Fraction]:
    for value in instance.parameters:
        if isinstance(value, Instance):
            yield from _numbers(value)
        elif isinstance(value, tuple) and instance.kind == "sum":
            for k, part in value:
                yield k
                yield from _numbers(part)
        elif isinstance(value, tuple):
            yield from (mass for _, mass in value)
        else:
            yield value


def number_text(value: float | Fraction) -> str:
    """Return the shortest text of a number: ``1`` for 1.0, ``1e-05``, ``1/3``.

    Examples
    --------
    >>> number_text(1.0), number_text(0.1), number_text(-0.0)
    ('1', '0.1', '-0')
    """
    if isinstance(value, Fraction):
        return rational_text(value)
    return repr(value).removesuffix(".0")


def sign_word(value: float) -> str:
    """Return one of ``nan``, ``inf``, ``-inf``, ``negative``, ``zero``, ``positive``."""
    if math.isnan(value):
        return "nan"
    if math.isinf(value):
        return "inf" if value > 0 else "-inf"
    return "zero" if value == 0 else "positive" if value > 0 else "negative"
