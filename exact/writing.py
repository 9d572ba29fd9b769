"""Texts of exact numbers, in the language that `exact.reading` reads: ``3*exp(1/2) - sqrt(2)``, ``(exp(1) -
1)/(2*(exp(1) + 1)**3)``.
"""

from __future__ import annotations

from fractions import Fraction

from exact.denominators import Product
from exact.engine import integer_text
from exact.exponent import ZERO, Exponent
from exact.sums import Element, sorted_terms, terms_of


def rational_text(value: Fraction) -> str:
    """Return ``n`` or ``n/d``."""
    if value.denominator == 1:
        return integer_text(value.numerator)
    return f"{integer_text(value.numerator)}/{integer_text(value.denominator)}"


def monomial_text(e: Exponent) -> str:
    """Return the text of ``e^r * prod p^a`` (not for the exponent zero)."""
    n, d, radicals = e
    parts = [f"exp({rational_text(Fraction(n, d))})"] if n else []
    for p, a, b in radicals:
        parts.append(f"sqrt({p})" if (a, b) == (1, 2) else f"{p}**({rational_text(Fraction(a, b))})")
    return "*".join(parts)


def sum_text(value: Element) -> str:
    """Return the terms in decreasing order of the exponent, ``0`` for none."""
    out = ""
    for e, c in reversed(sorted_terms(value)):
        size = "" if abs(c) == 1 and e != ZERO else integer_text(abs(c))
        term = size if e == ZERO else f"{size}*{monomial_text(e)}" if size else monomial_text(e)
        out += (f" {'-' if c < 0 else '+'} " if out else "-" if c < 0 else "") + term
    return out or "0"


def product_text(value: Product) -> str:
    """Return the text of a denominator, factored."""
    parts = [integer_text(value.content)] if value.content != 1 or not value.factors else []
    factors = sorted((sum_text(f), k) for f, k in value.factors.items())
    parts += [f"({text})**{k}" if k > 1 else f"({text})" for text, k in factors]
    return "*".join(parts)


def quotient_text(num: Element, den: Product) -> str:
    """Return ``num`` or ``num/den`` with the brackets that are needed."""
    top = sum_text(num)
    bottom = product_text(den)
    if bottom == "1":
        return top
    if len(terms_of(num)) > 1:
        top = f"({top})"
    single = not den.factors or (den.content == 1 and len(den.factors) == 1)
    return f"{top}/{bottom}" if single else f"{top}/({bottom})"


def shorten(text: str, width: int = 60) -> str:
    """Return a text for a message, cut in the middle when it is long."""
    return text if len(text) <= width else f"{text[: width - 20]}...{text[-15:]}"
