"""Sums of powers of e with exponents in multiples of 1/unit, as dictionaries of integers: products without the arithmetic of exponents.

A `Coded` sum stands for an element of `exact.sums` while many of them are multiplied; `decoded` turns it back. Integers stay integers.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import lcm
from typing import Union

from exact import engine
from exact.exponent import Exponent
from exact.sums import Element, decode, element, terms_of

DENSE_FROM = 20_000
"""Products of terms from which sums are multiplied by the engine."""


class Coded:
    """A sum ``exponent * unit -> coefficient``; immutable."""

    __slots__ = ("terms",)

    def __init__(self, terms: dict[int, int]) -> None:
        self.terms = terms

    def __add__(self, other: Plain) -> Coded:
        terms = dict(self.terms)
        for e, c in other.terms.items() if isinstance(other, Coded) else ((0, other),):
            terms[e] = terms.get(e, 0) + c
        return Coded(terms)

    __radd__ = __add__

    def __mul__(self, other: Plain) -> Coded:
        if isinstance(other, int):
            return Coded({e: c * other for e, c in self.terms.items()})
        small, big = sorted((self.terms, other.terms), key=len)
        if len(small) == 1:
            ((e, c),) = small.items()
            return Coded({e + f: c * d for f, d in big.items()})
        if len(small) * len(big) >= DENSE_FROM:
            return Coded(engine.multiply_dense(small, big))
        out: dict[int, int] = {}
        get = out.get
        for e, c in small.items():
            for f, d in big.items():
                g = e + f
                out[g] = get(g, 0) + c * d
        return Coded(out)

    __rmul__ = __mul__

    def __bool__(self) -> bool:
        return any(self.terms.values())


Plain = Union[int, Coded]  # noqa: UP007 - the forward reference needs the typing form


def unit_of(elements: Iterable[Element]) -> int | None:
    """Return a common denominator of all exponents; None where there are radicals."""
    exponents = [e for value in elements for e in terms_of(value)]
    return None if any(radicals for _, _, radicals in exponents) else lcm(*(d for _, d, _ in exponents))


def coded(value: Element, unit: int) -> Plain:
    """Return an element, coded."""
    return value if isinstance(value, int) else Coded({n * (unit // d): c for (n, d, _), c in value.terms.items()})


def code_of(value: Plain) -> tuple[int, int]:
    """Return the exponent and the coefficient of a sum of one term."""
    ((e, c),) = value.terms.items() if isinstance(value, Coded) else [(0, value)]
    return e, c


def add_shifted(total: dict[int, int], value: Plain, shift: int, scale: int) -> None:
    """Add ``scale * z^shift * value`` to a sum ``exponent -> coefficient``, in place."""
    terms = value.terms if isinstance(value, Coded) else {0: value}
    if not total:
        total.update({e + shift: c * scale for e, c in terms.items()})
        return
    get = total.get
    for e, c in terms.items():
        f = e + shift
        total[f] = get(f, 0) + c * scale


class Exponents(dict[int, Exponent]):
    """The exponents of codes, worked out where they are met."""

    def __init__(self, unit: int) -> None:
        super().__init__()
        self.unit = unit

    def __missing__(self, code: int) -> Exponent:
        found = self[code] = decode(code, self.unit)
        return found

    def element(self, terms: dict[int, int], shift: int = 0, scale: int = 1) -> Element:
        """Return the element of ``scale * z^shift`` times a sum ``exponent -> coefficient``."""
        if scale == 1:
            return element({self[e + shift]: c for e, c in terms.items()})
        return element({self[e + shift]: c * scale for e, c in terms.items()})


def decoded(value: Plain, exponents: Exponents) -> Element:
    """Return the element of a coded sum."""
    return value if isinstance(value, int) else exponents.element(value.terms)
