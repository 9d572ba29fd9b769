"""Composition: k-fold randomized response against sympy and against a float FFT accountant; unlike parts against plain integers."""

from __future__ import annotations

import functools
import random

import numpy as np
import sympy
from measure import interleaved, report

from exact import engine, rr
from exact.composition import compose


def exact_delta(k: int) -> object:
    engine._monomial.cache_clear()
    return rr("1/2").self_compose(k).delta("1/2").bounds(50)


def sympy_delta(k: int) -> object:
    """Return the same by sympy: the masses of the k-fold composition, each brought to one fraction with `cancel`, then delta and 50 digits."""
    t = sympy.exp(sympy.Rational(1, 2))
    law = {0: sympy.Integer(1)}
    for _ in range(k):
        grown: dict[int, sympy.Expr] = {}
        for loss, mass in law.items():
            grown[loss + 1] = grown.get(loss + 1, 0) + mass * t / (1 + t)
            grown[loss - 1] = grown.get(loss - 1, 0) + mass / (1 + t)
        law = {loss: sympy.cancel(mass) for loss, mass in grown.items()}
    delta = sympy.cancel(sum(mass * (1 - t / t**loss) for loss, mass in law.items() if loss > 1))
    return delta.evalf(50)


def fft_delta(k: int, bins: int = 100_000) -> float:
    """Return delta by the usual accountant: loss on a grid, k-fold convolution by one FFT, sum of the positive parts."""
    eps = 0.5
    reach = 1.05 * k * eps
    width = 2 * reach / bins
    mass = np.zeros(bins)
    t = np.exp(eps)
    mass[round(eps / width) % bins] += t / (1 + t)
    mass[round(-eps / width) % bins] += 1 / (1 + t)
    law = np.fft.irfft(np.fft.rfft(mass) ** k, n=bins)
    losses = np.fft.fftfreq(bins, 1 / (bins * width))
    above = losses > eps
    return float(np.sum(law[above] * -np.expm1(eps - losses[above])))


def ten_parts() -> list[str]:
    draw = random.Random(1)
    return [f"0.{draw.randint(10**6, 10**7 - 1)}" for _ in range(10)]


def plain_integers(codes: list[int]) -> dict[int, tuple[int, int, int]]:
    """Return the same products with bare integers: of an atom its loss, the exponents of its p and q, and their coefficient."""
    out = {0: (0, 0, 1)}
    for code in codes:
        grown = {}
        for loss, (p, q, c) in out.items():
            grown[loss + code] = (p + code, q, c * 1)
            grown[loss - code] = (p, q + code, c * 1)
        out = grown
    return out


def main() -> None:
    medians = interleaved({"exactpld": lambda: exact_delta(20), "sympy cancel": lambda: sympy_delta(20)}, runs=5, each=9)
    report("20-fold rr(1/2): PLD, delta(1/2), 50 certified digits", "exactpld", "sympy cancel", medians, ">= 1000")
    medians = interleaved({"exactpld": lambda: exact_delta(100), "numpy FFT, 1e5 bins": lambda: fft_delta(100)})
    report("100-fold rr(1/2): the same", "exactpld", "numpy FFT, 1e5 bins", medians, ">= 1")
    parts = [rr(e) for e in ten_parts()]
    codes = [int(e[2:]) for e in ten_parts()]
    assert len(compose([(p.canonical, 1) for p in parts]).finite) == len(plain_integers(codes)) == 1024
    medians = interleaved(
        {"exactpld": lambda: functools.reduce(lambda a, b: a + b, parts).canonical, "plain integers": lambda: plain_integers(codes)}
    )
    report("ten rr with different 7-digit eps: 1,024 atoms, sorted", "exactpld", "plain integers", medians, ">= 1/20")


if __name__ == "__main__":
    main()
