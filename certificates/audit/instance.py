"""Mechanisms as tools are asked about them: with parameters that are floats, which a tool and the exact side read alike.

An `Instance` is one mechanism out of a short list. Its floats stand for the binary fractions they are, its masses are
fractions. It has a JSON form, in which it goes to the worker of a tool (`docs/audit_protocol.md`), and an exact
expression, from which the exact side works.

| kind | parameters | expression |
|---|---|---|
| ``rr`` | eps | ``rr(eps)`` |
| ``approx`` | eps, delta | ``approx(eps, delta)`` |
| ``k-rr`` | eps, k | ``rr(eps, k)`` |
| ``geometric`` | a, s | ``geometric(a, s)`` |
| ``pmfs`` | P, Q | ``pmfs(P, Q)`` |
| ``subsample`` | of, q | ``subsample(of, q)`` |
| ``sum`` | parts ``(times, of)`` | ``times*of + ...`` |
| ``laplace`` | scale, sensitivity | none: a continuous mechanism |
| ``gaussian`` | sigma, sensitivity | none: a continuous mechanism |
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from certificates.audit.parameters import OUTCOME_LIMIT, hexadecimal, integer, masses, positive, rational, real
from exact import mechanisms
from exact.errors import NotReadable, OutOfRange, TooLarge, Unsupported
from exact.number import Number, exact_float
from exact.pld import PLD
from exact.reader import read
from exact.reading import NAMES, number
from exact.writing import rational_text, shorten

NESTING_LIMIT = 8
"""How deep instances stand inside each other."""
PART_LIMIT = 1_000
"""Parts of a sum, all instances inside it counted."""
TIMES_LIMIT = 10_000_000
"""The largest number of copies."""
SHIFT_LIMIT = 10_000
"""The largest shift of geometric noise."""
VALUES_LIMIT = 10**9
"""The largest k of k-ary randomized response."""



@dataclass(frozen=True, slots=True)
class Instance:
    """A mechanism with float parameters; immutable and hashable. Make one with the methods named like its kinds.

    Attributes
    ----------
    kind
        One of the kinds of the table above.
    parameters
        Its parameters in the order of the table: floats, integers, instances, masses ``(outcome, Fraction)``, parts
        ``(times, instance)``.

    Examples
    --------
    >>> mechanism = Instance.sum([(3, Instance.rr(0.5)), (1, Instance.approx(0.0, 0.25))])
    >>> mechanism.expression()
    '3*rr(float:0.5) + approx(float:0.0, float:0.25)'
    >>> Instance.from_json(mechanism.to_json()) == mechanism == Instance.from_expression("3*rr(1/2) + approx(0, 1/4)")
    True
    >>> mechanism.pld().delta(10)
    number('1/4')
    """

    kind: str
    parameters: tuple[Any, ...]

    # --- constructors ------------------------------------------------------------------------------------------------

    @classmethod
    def rr(cls, eps: float) -> Instance:
        """Return randomized response with parameter eps >= 0, a float in nats."""
        return cls("rr", (real("rr", "eps", eps, least=0.0),))

    @classmethod
    def approx(cls, eps: float, delta: float) -> Instance:
        """Return the canonical (eps, delta) mechanism, eps >= 0 and delta in [0, 1]."""
        return cls("approx", (real("approx", "eps", eps, least=0.0), real("approx", "delta", delta, least=0.0, most=1.0)))

    @classmethod
    def k_rr(cls, eps: float, k: int) -> Instance:
        """Return k-ary randomized response, eps >= 0 and 2 <= k <= `VALUES_LIMIT`."""
        return cls("k-rr", (real("k-rr", "eps", eps, least=0.0), integer("k-rr", "k", k, 2, VALUES_LIMIT)))

    @classmethod
    def geometric(cls, a: float, s: int) -> Instance:
        """Return two-sided geometric noise of decay a > 0 against a shift s, 0 <= s <= `SHIFT_LIMIT`."""
        return cls("geometric", (positive("geometric", "a", a), integer("geometric", "s", s, 0, SHIFT_LIMIT)))

    @classmethod
    def pmfs(cls, P: Mapping[str, Fraction | int], Q: Mapping[str, Fraction | int]) -> Instance:
        """Return the pair of two mass functions ``outcome -> mass``; `NotADistribution` unless each adds up to 1."""
        return cls("pmfs", (masses("P", P), masses("Q", Q)))

    @classmethod
    def subsample(cls, of: Instance, q: float) -> Instance:
        """Return the Poisson subsampled pair ``((1-q) Q + q P, Q)`` at a rate q in [0, 1]."""
        return _bounded(cls("subsample", (_instance("subsample", of), real("subsample", "q", q, least=0.0, most=1.0))))

    @classmethod
    def sum(cls, parts: Iterable[tuple[int, Instance]]) -> Instance:
        """Return the composition of parts ``(times, instance)``."""
        found = tuple((integer("sum", "times", k, 1, TIMES_LIMIT), _instance("sum", part)) for k, part in parts)
        if not found:
            raise OutOfRange("sum(...) needs at least one part")
        return _bounded(cls("sum", (found,)))

    @classmethod
    def laplace(cls, scale: float, sensitivity: float = 1.0) -> Instance:
        """Return Laplace noise of this scale > 0 against a shift by sensitivity > 0."""
        return cls("laplace", (positive("laplace", "scale", scale), positive("laplace", "sensitivity", sensitivity)))

    @classmethod
    def gaussian(cls, sigma: float, sensitivity: float = 1.0) -> Instance:
        """Return Gaussian noise of standard deviation sigma > 0 against a shift by sensitivity > 0."""
        return cls("gaussian", (positive("gaussian", "sigma", sigma), positive("gaussian", "sensitivity", sensitivity)))

    @classmethod
    def from_expression(cls, text: str) -> Instance:
        """Return the instance that an expression stands for; `Unsupported` where a parameter is no float, as one tenth
        in ``rr(0.1)``: the float is ``rr(float:0.1)``.
        """
        found = read(text, {**NAMES, **{name: _constructor(name) for name in _CONSTRUCTORS}})
        if not isinstance(found, Instance):
            raise NotReadable(f"{shorten(text)!r} is no mechanism: one such as rr(1) is wanted")
        return found

    # --- what it is --------------------------------------------------------------------------------------------------

    def __getitem__(self, name: str) -> Any:
        """Return the parameter of this name."""
        return self.parameters[FIELDS[self.kind].index(name)]

    def __add__(self, other: object) -> Instance:
        if not isinstance(other, Instance):
            return NotImplemented
        return Instance.sum([*_parts(self), *_parts(other)])

    def __rmul__(self, times: object) -> Instance:
        value = times.as_fraction() if isinstance(times, Number) else times
        if isinstance(value, Fraction) and value.denominator == 1:
            value = value.numerator
        if not isinstance(value, int):
            return NotImplemented
        return Instance.sum([(value, self)])

    def size(self) -> tuple[int, int]:
        """Return how many instances it is made of, and how deep they stand inside each other."""
        inner = [part.size() for part in self._inner()]
        return 1 + sum(n for n, _ in inner), 1 + max((depth for _, depth in inner), default=0)

    def _inner(self) -> list[Instance]:
        if self.kind == "sum":
            return [part for _, part in self["parts"]]
        return [self["of"]] if self.kind == "subsample" else []

    def is_finite(self) -> bool:
        """Whether it has finitely many losses, so that there is an exact PLD."""
        return self.kind not in ("laplace", "gaussian") and all(part.is_finite() for part in self._inner())

    def to_json(self) -> dict[str, Any]:
        """Return the JSON form: floats in hexadecimal, masses as fractions."""
        return {"kind": self.kind, **{name: _json(value) for name, value in zip(FIELDS[self.kind], self.parameters, strict=True)}}

    @classmethod
    def from_json(cls, content: object) -> Instance:
        """Return the instance of a JSON form, which may come from strangers: `NotReadable` for anything else.

        A float may also stand there as a JSON number, then it is the float it is read to.
        """
        return _read(content, NESTING_LIMIT)

    def expression(self) -> str:
        """Return the exact expression; `Unsupported` for continuous mechanisms."""
        if not self.is_finite():
            raise Unsupported(f"{self.label()} has infinitely many losses: there is no exact PLD")
        if self.kind == "sum":
            return " + ".join(f"{k}*{_enclosed(part)}" if k > 1 else _enclosed(part) for k, part in self["parts"])
        return f"{_CONSTRUCTORS[self.kind][0]}({', '.join(_text(value) for value in self.parameters)})"

    def pld(self) -> PLD:
        """Return the exact PLD, P over Q; `Unsupported` for continuous mechanisms."""
        if not self.is_finite():
            raise Unsupported(f"{self.label()} has infinitely many losses: there is no exact PLD")
        if self.kind == "sum":
            parts: list[PLD] = [part.pld().self_compose(k) for k, part in self["parts"]]
            return functools.reduce(PLD.compose, parts)
        make: Callable[..., PLD] = getattr(mechanisms, _CONSTRUCTORS[self.kind][0])
        return make(*(_exact(value) for value in self.parameters))

    def label(self) -> str:
        """Return a short text for people, as ``3 x rr(0.5) + approx(0.0, 0.25)``."""
        if self.kind == "sum":
            return " + ".join(f"{k} x {part.label()}" if k > 1 else part.label() for k, part in self["parts"])
        if self.kind == "pmfs":
            sides = [", ".join(str(mass) for _, mass in side) for side in self.parameters]
            return f"pmfs({shorten(sides[0], 40)} | {shorten(sides[1], 40)})"
        return f"{self.kind}({', '.join(v.label() if isinstance(v, Instance) else str(v) for v in self.parameters)})"


FIELDS: dict[str, tuple[str, ...]] = {
    "rr": ("eps",),
    "approx": ("eps", "delta"),
    "k-rr": ("eps", "k"),
    "geometric": ("a", "s"),
    "pmfs": ("P", "Q"),
    "subsample": ("of", "q"),
    "sum": ("parts",),
    "laplace": ("scale", "sensitivity"),
    "gaussian": ("sigma", "sensitivity"),
}
"""The names of the parameters of every kind."""
KINDS = tuple(FIELDS)

_CONSTRUCTORS: dict[str, tuple[str, Callable[..., Instance]]] = {
    "rr": ("rr", Instance.rr),
    "approx": ("approx", Instance.approx),
    "k-rr": ("rr", Instance.k_rr),
    "geometric": ("geometric", Instance.geometric),
    "pmfs": ("pmfs", Instance.pmfs),
    "subsample": ("subsample", Instance.subsample),
    "laplace": ("laplace", Instance.laplace),
    "gaussian": ("gaussian", Instance.gaussian),
}
"""Kind -> name of the constructor of the exact PLD, constructor of the instance."""
_INTEGERS = {"k", "s"}


# --- reading -------------------------------------------------------------------------------------------------------------


def _read(content: object, depth: int) -> Instance:
    if not isinstance(content, dict) or content.get("kind") not in KINDS or not depth:
        kinds = ", ".join(KINDS)
        raise NotReadable(f"a mechanism is an object whose kind is one of {kinds}, at most {NESTING_LIMIT} inside each other")
    kind = content["kind"]
    names = FIELDS[kind]
    if content.keys() != {"kind", *names}:
        raise NotReadable(f"a mechanism of the kind {kind} has the keys kind, {', '.join(names)}")
    if kind == "sum":
        parts = content["parts"]
        if not isinstance(parts, list) or not 0 < len(parts) <= PART_LIMIT or not all(isinstance(p, list) and len(p) == 2 for p in parts):
            raise NotReadable(f"a sum has a list of 1 to {PART_LIMIT} parts [times, mechanism]")
        return Instance.sum((k, _read(part, depth - 1)) for k, part in parts)
    return _CONSTRUCTORS[kind][1](*(_value(kind, name, content[name], depth) for name in names))


def _value(kind: str, name: str, value: object, depth: int) -> Any:
    if name == "of":
        return _read(value, depth - 1)
    if name in _INTEGERS:
        return value
    if name in ("P", "Q"):
        if not isinstance(value, dict) or not 0 < len(value) <= OUTCOME_LIMIT:
            raise NotReadable(f"{name} of pmfs is an object of 1 to {OUTCOME_LIMIT} outcomes")
        return {outcome: rational(mass) for outcome, mass in value.items()}
    if isinstance(value, str):
        return hexadecimal(kind, name, value)
    return float(value) if isinstance(value, int) and not isinstance(value, bool) and abs(value) <= 2**53 else value


def _constructor(kind: str) -> Callable[..., Instance]:
    """Return the constructor that takes what a text holds: numbers, which must be what the parameter is."""

    def make(*arguments: Any, **keywords: Any) -> Instance:
        names = FIELDS[kind]
        if kind == "rr" and len(arguments) + len(keywords) > 1:
            return _constructor("k-rr")(*arguments, **keywords)
        if len(arguments) > len(names) or keywords.keys() - set(names[len(arguments) :]):
            raise NotReadable(f"{kind}(...) takes {', '.join(names)}")
        values = dict(zip(names, arguments, strict=False)) | keywords
        return _CONSTRUCTORS[kind][1](**{name: _from_number(kind, name, value) for name, value in values.items()})

    return make


def _from_number(kind: str, name: str, value: object) -> Any:
    if isinstance(value, dict):
        return {outcome: _fraction(kind, name, mass) for outcome, mass in value.items()}
    if isinstance(value, Instance):
        return value
    found = _fraction(kind, name, value)
    if name in _INTEGERS:
        return found.numerator if found.denominator == 1 else found
    try:
        near = float(found)
    except OverflowError:
        near = math.inf
    if near in (math.inf, -math.inf) or Fraction(near) != found:
        raise Unsupported(f"{name} of {kind} is a float, and {shorten(rational_text(found))} is none: write float:{near!r} for the nearest")
    return near


def _fraction(kind: str, name: str, value: object) -> Fraction:
    found = value.as_fraction() if isinstance(value, Number) else None
    if found is None:
        raise Unsupported(f"{name} of {kind} is a rational number here, not {shorten(str(value))}")
    return found


# --- checks --------------------------------------------------------------------------------------------------------------


def _instance(kind: str, value: object) -> Instance:
    if not isinstance(value, Instance):
        raise OutOfRange(f"{kind} is made of mechanisms, not of {type(value).__name__}")
    return value


def _bounded(found: Instance) -> Instance:
    count, depth = found.size()
    if count > PART_LIMIT + 1 or depth > NESTING_LIMIT:
        raise TooLarge(f"a mechanism has at most {PART_LIMIT} parts, {NESTING_LIMIT} inside each other")
    return found


# --- texts ---------------------------------------------------------------------------------------------------------------


def _parts(of: Instance) -> tuple[tuple[int, Instance], ...]:
    return of["parts"] if of.kind == "sum" else ((1, of),)


def _enclosed(part: Instance) -> str:
    return f"({part.expression()})" if part.kind == "sum" else part.expression()


def _json(value: Any) -> Any:
    if isinstance(value, float):
        return value.hex()
    if isinstance(value, Instance):
        return value.to_json()
    if isinstance(value, tuple) and isinstance(value[0][0], int):
        return [[k, part.to_json()] for k, part in value]
    return {outcome: rational_text(mass) for outcome, mass in value} if isinstance(value, tuple) else value


def _text(value: Any) -> str:
    if isinstance(value, float):
        return f"float:{value!r}"
    if isinstance(value, Instance):
        return value.expression()
    if isinstance(value, tuple):
        return "{" + ", ".join(f'"{outcome}": {rational_text(mass)}' for outcome, mass in value) + "}"
    return str(value)


def _exact(value: Any) -> Any:
    if isinstance(value, float):
        return exact_float(value)
    if isinstance(value, Instance):
        return value.pld()
    return {outcome: number(mass) for outcome, mass in value} if isinstance(value, tuple) else value
