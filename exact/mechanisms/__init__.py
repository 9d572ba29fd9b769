"""Constructors of PLDs, one mechanism or operation a file."""

from exact.mechanisms.approximate_dp import approx, identity, total_leak
from exact.mechanisms.operations import dual, mixture
from exact.mechanisms.randomized_response import rr
from exact.mechanisms.subsampling import subsample
from exact.mechanisms.tables import losses, pmfs, table

__all__ = ["approx", "dual", "identity", "losses", "mixture", "pmfs", "rr", "subsample", "table", "total_leak"]
