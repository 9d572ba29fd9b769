"""Exact values as sympy expressions, for printing and for second opinions; nothing here is on the way to an answer.

Importing sympy takes a second; no text is ever handed to it.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any, Protocol

from exact.denominators import Product
from exact.exponent import Exponent
from exact.monomials import monomial_quotient
from exact.sums import Element, terms_of


class Quotient(Protocol):
    """What has a numerator and a factored denominator, such as an exact number."""

    @property
    def numerator(self) -> Element:
        """The numerator."""

    @property
    def denominator(self) -> Product:
        """The denominator."""


def number_to_sympy(value: Quotient) -> Any:
    """Return an exact number as a sympy expression: the same sums of exponentials and radicals, the same factors below."""
    from sympy import Integer

    denominator = Integer(value.denominator.content)
    for factor, k in value.denominator.factors.items():
        denominator *= _sum(factor) ** k
    return _sum(value.numerator) / denominator


def log_to_sympy(value: Quotient) -> Any:
    """Return the natural logarithm of an exact positive number: ``r + log(c) + a log(p)`` where it has this form."""
    from sympy import Add, Rational, log

    found = monomial_quotient(value.numerator, value.denominator.expand())
    if found is None:
        return log(number_to_sympy(value))
    c, (n, d, radicals) = Fraction(found[0], found[1]), found[2]
    parts = [Rational(a, b) * log(p) for p, a, b in radicals]
    return Add(Rational(n, d), log(Rational(c.numerator, c.denominator)), *parts)


def infinity_to_sympy(sign: int) -> Any:
    """Return ``oo`` or ``-oo``."""
    from sympy import oo

    return oo if sign > 0 else -oo


def masses_to_sympy(masses: Iterable[tuple[Quotient, Quotient]]) -> Any:
    """Return an immutable matrix with a row ``(p, q)`` for each atom."""
    from sympy import ImmutableDenseMatrix

    return ImmutableDenseMatrix([[number_to_sympy(p), number_to_sympy(q)] for p, q in masses])


def _sum(value: Element) -> Any:
    from sympy import Add, Integer

    return Add(*(Integer(c) * _monomial(e) for e, c in terms_of(value).items()))


def _monomial(e: Exponent) -> Any:
    from sympy import Integer, Mul, Rational, exp

    n, d, radicals = e
    return Mul(exp(Rational(n, d)), *(Integer(p) ** Rational(a, b) for p, a, b in radicals))
