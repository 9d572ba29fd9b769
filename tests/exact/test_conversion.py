"""Conversions for printing and for second opinions."""

import sympy

from exact import exp, number
from exact.conversion import number_to_sympy


def test_to_sympy():
    """A number with an exponential, a radical and a quotient is the same in sympy."""
    x = number("(3*exp(1/2) - sqrt(2))/(4*(exp(1) + 1)**2)")
    e = sympy.exp(sympy.Rational(1, 2))
    expected = (3 * e - sympy.sqrt(2)) / (4 * (sympy.E + 1) ** 2)
    assert sympy.simplify(number_to_sympy(x) - expected) == 0
    assert number_to_sympy(exp(0)) == 1
