"""What k-fold randomized response with epsilon 1/2 costs elsewhere: delta(1/2), P over Q, by five other means.

Each is written as its users would write it. sympy and QQ.frac_field are exact; the other two are floats.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

HALF = 0.5
DIGITS = 50


def sympy_cancel(k: int) -> Any:
    """Return delta by sympy: the masses of the composition, each brought to one fraction with `cancel`; 50 digits."""
    import sympy

    t = sympy.exp(sympy.Rational(1, 2))
    up, down = t / (1 + t), 1 / (1 + t)
    law = {0: sympy.Integer(1)}
    for _ in range(k):
        grown: dict[int, Any] = {}
        for loss, mass in law.items():
            grown[loss + 1] = grown.get(loss + 1, 0) + mass * up
            grown[loss - 1] = grown.get(loss - 1, 0) + mass * down
        law = {loss: sympy.cancel(mass) for loss, mass in grown.items()}
    return sympy.cancel(sum(mass * (1 - t / t**loss) for loss, mass in law.items() if loss > 1)).evalf(DIGITS)


def rational_functions(k: int) -> Any:
    """Return delta in sympy's field ``QQ.frac_field`` of rational functions in t = e^(1/2); 50 digits."""
    import mpmath
    from sympy import QQ

    field = QQ.frac_field("t")
    t = field.gens[0]
    up, down = t / (1 + t), 1 / (1 + t)
    law = {0: field.one}
    for _ in range(k):
        grown: dict[int, Any] = {}
        for loss, mass in law.items():
            grown[loss + 1] = grown.get(loss + 1, field.zero) + mass * up
            grown[loss - 1] = grown.get(loss - 1, field.zero) + mass * down
        law = grown
    delta = sum((mass * (1 - t ** (1 - loss)) for loss, mass in law.items() if loss > 1), field.zero)
    with mpmath.workdps(DIGITS + 10):
        point = mpmath.exp(mpmath.mpf(1) / 2)
        top, bottom = (
            mpmath.polyval([mpmath.mpf(int(c)) for c in poly.to_dense()], point) for poly in (delta.numer, delta.denom)
        )
        return top / bottom


def fourier(k: int, bins: int = 100_000) -> float:
    """Return delta by a Fourier accountant of this many bins: losses on a grid, k-fold convolution by one FFT pair.

    The grid is chosen so that the losses lie on it and nothing wraps around. ``spectrum**k`` is how accountants write it.
    """
    return _fourier(k, bins, lambda spectrum: spectrum**k)


def fourier_by_squaring(k: int, bins: int = 100_000) -> float:
    """Return the same with the power taken by repeated squaring, which is quicker than numpy's."""
    def power(spectrum: Any) -> Any:
        out, rest = None, k
        while rest:
            if rest & 1:
                out = spectrum if out is None else out * spectrum
            rest >>= 1
            if rest:
                spectrum = spectrum * spectrum
        return out

    return _fourier(k, bins, power)


def _fourier(k: int, bins: int, power: Callable[[Any], Any]) -> float:
    import numpy as np

    steps = (bins // 2 - 1) // k  # from one loss to the next
    width = HALF / steps
    mass = np.zeros(bins)
    mass[steps], mass[-steps] = 1 / (1 + math.exp(-HALF)), 1 / (1 + math.exp(HALF))
    above = np.fft.irfft(power(np.fft.rfft(mass)), n=bins)[steps + 1 : bins // 2]
    losses = width * np.arange(steps + 1, bins // 2)
    return float(above @ -np.expm1(HALF - losses))


def dp_accounting(k: int) -> float:
    """Return delta by dp-accounting at its defaults: pessimistic, on a grid of 1e-4; with the extra `audit`."""
    from dp_accounting.pld import privacy_loss_distribution

    noise = 2 / (1 + math.exp(HALF))  # the probability of an answer at random
    pld = privacy_loss_distribution.from_randomized_response(noise, num_buckets=2)
    return float(pld.self_compose(k).get_delta_for_epsilon(HALF))


def has_dp_accounting() -> bool:
    """Return whether dp-accounting is installed."""
    from importlib.util import find_spec

    return find_spec("dp_accounting") is not None
