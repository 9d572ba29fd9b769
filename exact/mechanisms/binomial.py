"""Binomial noise on an integer."""

from __future__ import annotations

from exact.errors import TooLarge
from exact.mechanisms.parameters import integer
from exact.number import Number
from exact.pld import PLD
from exact.reading import ExactInput, number
from exact.writing import shorten

COIN_LIMIT = 5_000
"""The largest number of coins."""


def binomial_noise(n: ExactInput, s: ExactInput) -> PLD:
    """Return the PLD of binomial noise: ``s + B`` against ``B``, B the number of heads of n fair coins.

    Parameters
    ----------
    n
        The number of coins, an integer from 0 to `COIN_LIMIT`.
    s
        The shift, an integer >= 0; more than n gives the total leak.

    Raises
    ------
    OutOfRange
        For a number of coins or a shift that is no integer >= 0.
    TooLarge
        For more than `COIN_LIMIT` coins.

    Notes
    -----
    Adjacency: two databases whose integer-valued query differs by s. The masses at y are ``C(n, y-s)/2^n`` under P and
    ``C(n, y)/2^n`` under Q, so the outcomes n+1, ..., n+s have the loss +inf and 0, ..., s-1 the loss -inf; for s = 1
    the likelihood ratio at y is ``y/(n + 1 - y)``, and ``delta(0) = C(n, floor(n/2))/2^n``. The PLD is symmetric.

    Examples
    --------
    >>> binomial_noise(2, 1)
    table(((1/4, 0), (1/2, 1/4), (1/4, 1/2), (0, 1/4)))

    References
    ----------
    Dwork, Kenthapadi, McSherry, Mironov, Naor, *Our Data, Ourselves: Privacy Via Distributed Noise Generation*,
    EUROCRYPT 2006, noise from coins.
    """
    where = "binomial_noise(n, s)"
    coins, shift = integer(where, "the number of coins n", n, least=0), integer(where, "the shift s", s, least=0)
    if shift > coins:
        return PLD([(1, 0), (0, 1)])
    if coins > COIN_LIMIT:
        raise TooLarge(f"{where} has {shorten(str(Number(coins)))} coins; the limit is {COIN_LIMIT}")
    masses = [number(1) / 2**coins]
    for y in range(coins):
        masses.append(masses[-1] * (coins - y) / (y + 1))
    nothing = [Number(0)] * shift
    return PLD(zip(nothing + masses, masses + nothing, strict=True))
