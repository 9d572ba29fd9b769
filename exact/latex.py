r"""LaTeX of exact numbers and losses, as ``\frac{e^{1/2}}{3} - \sqrt{2}``; a long one is a decimal that says so.

For display. What is read back is the text form of `exact.writing`.
"""

from __future__ import annotations

from fractions import Fraction

from exact import decimals
from exact.denominators import Product
from exact.engine import integer_text
from exact.exponent import ZERO, Exponent
from exact.sums import Element, sorted_terms, terms_of
from exact.writing import rational_text

LONGEST = 120
"""Digits of the text of a number, about, from which its decimal is shown instead."""
DIGITS = 8


def fraction_latex(value: Fraction) -> str:
    r"""Return ``n`` or ``\frac{n}{d}``, the sign in front."""
    top = integer_text(abs(value.numerator))
    text = top if value.denominator == 1 else rf"\frac{{{top}}}{{{integer_text(value.denominator)}}}"
    return f"-{text}" if value < 0 else text


def monomial_factors(e: Exponent) -> list[str]:
    """Return the factors of ``e^r * prod p^a``."""
    n, d, radicals = e
    factors = ["e" if (n, d) == (1, 1) else f"e^{{{rational_text(Fraction(n, d))}}}"] if n else []
    for p, a, b in radicals:
        factors.append(rf"\sqrt{{{p}}}" if (a, b) == (1, 2) else f"{p}^{{{rational_text(Fraction(a, b))}}}")
    return factors


def sum_latex(value: Element) -> str:
    """Return the terms in decreasing order of the exponent, ``0`` for none."""
    out = ""
    for e, c in reversed(sorted_terms(value)):
        term = _product([integer_text(abs(c))] if abs(c) != 1 or e == ZERO else [], monomial_factors(e))
        out += (f" {'-' if c < 0 else '+'} " if out else "-" if c < 0 else "") + term
    return out or "0"


def quotient_latex(num: Element, den: Product) -> str:
    """Return the quotient in full, its denominator factored."""
    if not den.factors and isinstance(num, int):
        return fraction_latex(Fraction(num, den.content))
    if not den.factors and den.content == 1:
        return sum_latex(num)
    factors = sorted((sum_latex(f), k) for f, k in den.factors.items())
    if den.content == 1 and len(factors) == 1 and factors[0][1] == 1:
        return rf"\frac{{{sum_latex(num)}}}{{{factors[0][0]}}}"
    below = [rf"\left({text}\right)" + (f"^{{{k}}}" if k > 1 else "") for text, k in factors]
    return rf"\frac{{{sum_latex(num)}}}{{{_product([integer_text(den.content)] if den.content != 1 else [], below)}}}"


def log_latex(value: Element, den: Product, parts: tuple[Fraction, Exponent] | None) -> str:
    """Return the natural logarithm of a quotient, with ``parts = (c, e)`` where it is the monomial ``c * monomial(e)``."""
    if parts is None:
        return rf"\ln\left({quotient_latex(value, den)}\right)"
    c, (n, d, radicals) = parts
    out = [fraction_latex(Fraction(n, d))] if n else []
    if c != 1:
        out.append(rf"\ln {fraction_latex(c)}")
    out += [rf"{fraction_latex(Fraction(a, b))} \ln {p}" for p, a, b in radicals]
    return " + ".join(out) or "0"


def size(num: Element, den: Product) -> int:
    """Return about the number of digits in a quotient, quickly."""
    coefficients = [*terms_of(num).values(), den.content, *(c for f in den.factors for c in f.terms.values())]
    return sum(3 + c.bit_length() * 3 // 10 for c in coefficients)


def decimal_latex(value: decimals.Real) -> str:
    r"""Return ``\approx`` and the value correctly rounded, powers of ten written out."""
    digits, _, power = decimals.rounded(value, DIGITS).partition("e")
    return rf"\approx {digits}" + (rf" \cdot 10^{{{power}}}" if power else "")


def _product(coefficient: list[str], factors: list[str]) -> str:
    r"""Return the factors side by side, ``\cdot`` before one that begins with a digit."""
    out = ""
    for factor in [*coefficient, *factors]:
        out += (r" \cdot " if factor[0].isdigit() else " ") + factor if out else factor
    return out
