"""A second opinion on the normal distribution: its series in mpmath's intervals, nothing of the engine."""

from fractions import Fraction
from functools import lru_cache

import mpmath
from mpmath import iv


@lru_cache(maxsize=4096)
def phi(t, bits=200):
    """Fractions ``(lower, upper)`` around Phi(t), good to about so many bits of the smaller tail.

    For t > 0, ``Phi(t) = 1/2 + e^(-t^2/2)/sqrt(2 pi) sum_n t^(2n+1)/(1*3*...*(2n+1))``; the terms are positive, and from where
    their ratio is below 1/2 what is left out is at most the last one.
    """
    if t < 0:
        lower, upper = phi(-t, bits + int(t * t) + 8)
        return 1 - upper, 1 - lower
    before = iv.prec
    iv.prec = bits + int(t * t) + 32
    try:
        x = iv.mpf(t.numerator) / t.denominator
        square = x * x
        term, total, n = x, iv.mpf(0), 0
        while True:
            total += term
            term = term * square / (2 * n + 3)
            n += 1
            if 2 * t * t < 2 * n + 3 and term.b < mpmath.mpf(2) ** -iv.prec:
                break
        total += iv.mpf([0, 2 * term.b])
        value = iv.mpf("0.5") + iv.exp(-square / 2) / iv.sqrt(2 * iv.pi) * total
        return tuple(Fraction(*mpmath.libmp.to_rational(end)) for end in value._mpi_)
    finally:
        iv.prec = before


def gaussian_delta(mu, eps, digits=40):
    """The delta(eps) of mu-GDP as an mpmath number: ``Phi(-eps/mu + mu/2) - e^eps Phi(-eps/mu - mu/2)``; of texts or Fractions."""
    with mpmath.workdps(digits + 15):
        mu, eps = (mpmath.mpf(v.numerator) / v.denominator if isinstance(v, Fraction) else mpmath.mpf(v) for v in (mu, eps))
        return mpmath.ncdf(mu / 2 - eps / mu) - mpmath.exp(eps) * mpmath.ncdf(-mu / 2 - eps / mu)


def fraction(value):
    """The Fraction that an mpmath number is."""
    return Fraction(*mpmath.libmp.to_rational(value._mpf_))
