"""Exact privacy loss distributions of finite support: exact numbers, PLDs, the Blackwell order, privacy filters.

Every answer is decided: a comparison returns a real ``bool`` or raises. See the README for a tour, `exact.pld.PLD` for
the operators.
"""

from exact.comparison import Comparison, Witness, compare, find_witness, join_all
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
from exact.garbling import garbling
from exact.gaussian_dp import (
    GDPViolation,
    gdp_parameter_bounds,
    gdp_parameter_lower,
    gdp_parameter_upper,
    gdp_violation,
    is_gaussian_dp,
)
from exact.hasse import HasseDiagram, find_incomparable, hasse_diagram, is_chain
from exact.kernel import Kernel
from exact.loss import Loss, inf
from exact.mechanisms import (
    approx,
    binomial_noise,
    coarsened_gaussian,
    coarsened_laplace,
    discrete_gaussian,
    dual,
    exponential,
    from_hockey_stick,
    from_hockey_stick_lines,
    from_profile,
    from_tradeoff,
    from_tradeoff_lines,
    geometric,
    greatest_below_profile,
    heterogeneous,
    identity,
    least_above_tradeoff,
    losses,
    mixture,
    multi_dp,
    permute_and_flip,
    pmfs,
    rr,
    subsample,
    table,
    total_leak,
    truncated_geometric,
)
from exact.mechanisms.scores import score_difference
from exact.number import Number, exact_float
from exact.pld import PLD
from exact.profile import ProfilePoint, privacy_profile
from exact.reading import exp, log, loss, number, sqrt

__version__ = "0.1.0"

__all__ = [
    "PLD",
    "Comparison",
    "ExactError",
    "GDPViolation",
    "HasseDiagram",
    "Kernel",
    "Loss",
    "NotADistribution",
    "NotReadable",
    "Number",
    "OutOfRange",
    "ProfilePoint",
    "Refuted",
    "TooLarge",
    "Undecided",
    "Unsupported",
    "Witness",
    "__version__",
    "approx",
    "binomial_noise",
    "coarsened_gaussian",
    "coarsened_laplace",
    "compare",
    "discrete_gaussian",
    "dual",
    "exact_float",
    "exp",
    "exponential",
    "find_incomparable",
    "find_witness",
    "from_hockey_stick",
    "from_hockey_stick_lines",
    "from_profile",
    "from_tradeoff",
    "from_tradeoff_lines",
    "garbling",
    "gdp_parameter_bounds",
    "gdp_parameter_lower",
    "gdp_parameter_upper",
    "gdp_violation",
    "geometric",
    "greatest_below_profile",
    "hasse_diagram",
    "heterogeneous",
    "identity",
    "inf",
    "is_chain",
    "is_gaussian_dp",
    "join_all",
    "least_above_tradeoff",
    "log",
    "loss",
    "losses",
    "mixture",
    "multi_dp",
    "number",
    "permute_and_flip",
    "pld",
    "pmfs",
    "privacy_profile",
    "rr",
    "score_difference",
    "sqrt",
    "subsample",
    "table",
    "total_leak",
    "truncated_geometric",
]
