"""Exact privacy loss distributions of finite support: exact numbers, PLDs, the Blackwell order, privacy filters.

Every answer is decided: a comparison returns a real ``bool`` or raises. See the README for a tour, `exact.pld.PLD` for
the operators.
"""

from exact.errors import (
    ExactError,
    NotADistribution,
    NotReadable,
    OutOfRange,
    Refuted,
    TooLarge,
    Undecided,
    Unsupported,
)
from exact.expressions import pld
from exact.loss import Loss, inf
from exact.mechanisms import approx, dual, identity, losses, mixture, pmfs, rr, subsample, table, total_leak
from exact.number import Number, exact_float
from exact.pld import PLD, Comparison, Witness, compare, find_witness, join_all
from exact.reading import exp, log, loss, number, sqrt

__version__ = "0.1.0"

__all__ = [
    "PLD",
    "Comparison",
    "ExactError",
    "Loss",
    "NotADistribution",
    "NotReadable",
    "Number",
    "OutOfRange",
    "Refuted",
    "TooLarge",
    "Undecided",
    "Unsupported",
    "Witness",
    "__version__",
    "approx",
    "compare",
    "dual",
    "exact_float",
    "exp",
    "find_witness",
    "identity",
    "inf",
    "join_all",
    "log",
    "loss",
    "losses",
    "mixture",
    "number",
    "pld",
    "pmfs",
    "rr",
    "sqrt",
    "subsample",
    "table",
    "total_leak",
]
