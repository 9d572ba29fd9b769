"""Products, powers and exact quotients of polynomials with integer coefficients, given as dictionaries."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from flint import fmpz_mpoly_ctx, fmpz_poly

Polynomial = dict[tuple[int, int], int]

SPARSE_UP_TO = 50_000
"""Products of terms up to which a product of polynomials is worked out without the engine, which is then faster."""


def multiply(f: Polynomial, g: Polynomial) -> Polynomial:
    """Return the product of two polynomials in two variables, given as ``(i, j) -> coefficient`` with any integers i, j."""
    if len(f) * len(g) > SPARSE_UP_TO:
        return power_product([(f, 1), (g, 1)])
    out: Polynomial = {}
    get = out.get
    for (i, j), c in f.items():
        for (k, m), d in g.items():
            key = (i + k, j + m)
            out[key] = get(key, 0) + c * d
    return {key: c for key, c in out.items() if c}


def power_product(factors: Sequence[tuple[Polynomial, int]]) -> Polynomial:
    """Return the product of ``factor^power`` of such polynomials, by the engine."""
    context = fmpz_mpoly_ctx.get([("z", 1), ("t", 1)])
    total = context.constant(1)
    shift_i = shift_j = 0
    for poly, power in factors:
        low_i, low_j = min(i for i, _ in poly), min(j for _, j in poly)
        base = context.from_dict({(i - low_i, j - low_j): c for (i, j), c in poly.items()})
        shift_i, shift_j = shift_i + low_i * power, shift_j + low_j * power
        total = total * base**power
    return {(int(i) + shift_i, int(j) + shift_j): int(c) for (i, j), c in total.to_dict().items()}


def multiply_dense(f: Mapping[int, int], g: Mapping[int, int]) -> dict[int, int]:
    """Return the product of two polynomials in one variable, given as ``exponent -> coefficient`` with any integer
    exponents.
    """
    low_f, low_g = min(f), min(g)
    context = fmpz_mpoly_ctx.get([("t", 1)])
    product = context.from_dict({(i - low_f,): c for i, c in f.items()}) * context.from_dict(
        {(i - low_g,): c for i, c in g.items()}
    )
    return {int(i) + low_f + low_g: int(c) for (i,), c in product.to_dict().items()}


def divide(f: Mapping[int, int], g: Mapping[int, int]) -> dict[int, int] | None:
    """Return the quotient of two polynomials in one variable where g divides f over the integers, else None."""
    low_f, low_g = min(f), min(g)
    top, bottom = (fmpz_poly([h.get(i, 0) for i in range(min(h), max(h) + 1)]) for h in (f, g))
    quotient: Any = top // bottom
    if quotient * bottom != top:
        return None
    return {i + low_f - low_g: int(c) for i, c in enumerate(quotient.coeffs()) if c}


def _dense(f: Mapping[int, int]) -> Any:
    low = min(f)
    return fmpz_poly([f.get(i, 0) for i in range(low, max(f) + 1)])


def _sparse(f: Any) -> dict[int, int]:
    return {i: int(c) for i, c in enumerate(f.coeffs()) if c}


def greatest_common_divisor(f: Mapping[int, int], g: Mapping[int, int]) -> dict[int, int]:
    """Return the greatest common divisor of two polynomials in one variable, up to powers of the variable."""
    return _sparse(_dense(f).gcd(_dense(g)))


def factors(f: Mapping[int, int]) -> list[tuple[dict[int, int], int]]:
    """Return the irreducible factors of a polynomial in one variable with their powers, without the content and powers of
    the variable.
    """
    _, found = _dense(f).factor()
    return [(_sparse(factor), k) for factor, k in found]
