"""Conversions to other systems, for printing and for second opinions in tests; nothing here is on the way to an
answer.
"""

from __future__ import annotations

from typing import Any

from exact.number import Number
from exact.sums import Element, terms_of


def number_to_sympy(value: Number) -> Any:
    """Return an exact number as a sympy expression (imports sympy, which takes a second)."""
    return _sum(value.numerator) / _sum(value.denominator.expand())


def _sum(value: Element) -> Any:
    from sympy import Integer, Rational, exp

    total = Integer(0)
    for (n, d, radicals), c in terms_of(value).items():
        term = Integer(c) * exp(Rational(n, d))
        for p, a, b in radicals:
            term *= Integer(p) ** Rational(a, b)
        total += term
    return total
