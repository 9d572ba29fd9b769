"""Constructors of PLDs, one mechanism or operation a file."""

from exact.mechanisms.approximate_dp import approx, identity, total_leak
from exact.mechanisms.binomial import binomial_noise
from exact.mechanisms.coarsening import coarsened_gaussian, coarsened_laplace
from exact.mechanisms.exponential_mechanism import exponential
from exact.mechanisms.gaussian_noise import discrete_gaussian
from exact.mechanisms.geometric_noise import geometric, truncated_geometric
from exact.mechanisms.heterogeneous_composition import heterogeneous
from exact.mechanisms.hockey_stick_curves import (
    from_hockey_stick,
    from_hockey_stick_lines,
    from_profile,
    greatest_below_profile,
)
from exact.mechanisms.operations import dual, mixture
from exact.mechanisms.permute_and_flip_mechanism import permute_and_flip
from exact.mechanisms.randomized_response import rr
from exact.mechanisms.several_constraints import multi_dp
from exact.mechanisms.subsampling import subsample
from exact.mechanisms.tables import losses, pmfs, table
from exact.mechanisms.tradeoff_curves import from_tradeoff, from_tradeoff_lines, least_above_tradeoff

__all__ = [
    "approx",
    "binomial_noise",
    "coarsened_gaussian",
    "coarsened_laplace",
    "discrete_gaussian",
    "dual",
    "exponential",
    "from_hockey_stick",
    "from_hockey_stick_lines",
    "from_profile",
    "from_tradeoff",
    "from_tradeoff_lines",
    "geometric",
    "greatest_below_profile",
    "heterogeneous",
    "identity",
    "least_above_tradeoff",
    "losses",
    "mixture",
    "multi_dp",
    "permute_and_flip",
    "pmfs",
    "rr",
    "subsample",
    "table",
    "total_leak",
    "truncated_geometric",
]
