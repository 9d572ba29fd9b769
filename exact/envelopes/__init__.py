"""Envelopes: purely private laws made from any base laws on a finite metric space of databases.

A **space** (`hamming`, `histograms`, `from_graph`, `from_matrix`) has points and distances; points at distance 1 are neighbours. `envelope` takes
a base law for each point and returns the distance-penalised maximum of their likelihoods, normalised, which is eps-differentially private
whatever the base laws are; `inverse_sensitivity` is the case of point masses, `exponential_mechanism` another one to compare with.
`private_multiplicative_weights` describes an instance of the base laws of ENV, and `release` gives its envelope and the expected errors.
The inequalities of the paper, as checks on instances, are in `exact.envelopes.inequalities`.

Values are exact numbers wherever they are exact numbers of moderate length, otherwise they are enclosed; see `exact.envelopes.likelihood_envelope`.

References
----------
ENV: *Pure-DP Statistical Query Release at the Conjectured Square-Root Rate*.
"""

from exact.envelopes.enclosed import Enclosed, Value, at_most, ends_of
from exact.envelopes.likelihood_envelope import Envelope, envelope
from exact.envelopes.metrics import FiniteMetric, NotAMetric, from_graph, from_matrix, hamming, histograms
from exact.envelopes.multiplicative_weights import MultiplicativeWeights, private_multiplicative_weights
from exact.envelopes.query_release import QueryRelease, release
from exact.envelopes.ratios import WorstRatio
from exact.envelopes.scores import exponential_mechanism, inverse_sensitivity

__all__ = [
    "Enclosed",
    "Envelope",
    "FiniteMetric",
    "MultiplicativeWeights",
    "NotAMetric",
    "QueryRelease",
    "Value",
    "WorstRatio",
    "at_most",
    "ends_of",
    "envelope",
    "exponential_mechanism",
    "from_graph",
    "from_matrix",
    "hamming",
    "histograms",
    "inverse_sensitivity",
    "private_multiplicative_weights",
    "release",
]
