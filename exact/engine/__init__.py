"""The only package that talks to the arithmetic engine (python-flint): balls, tails, the normal distribution, factorisation,
polynomial products, long decimals.

Nothing of the engine leaves this package, except inside objects that do not show it. Callers hand in plain data
(dictionaries ``exponent -> integer``, see `exact.exponent`) and get back integers, signs, or an **enclosure**: a triple
``(lo, hi, s)`` of integers that says ``lo * 2^s <= value <= hi * 2^s``.

Precision is an argument of every function. The engine keeps it in a process-wide variable, so every function that
computes with balls sets it under one lock and puts it back.
"""

from exact.engine.balls import (
    BIT_LIMIT,
    START_BITS,
    Enclosure,
    Quotient,
    Terms,
    enclose,
    enclose_log,
    log_fixed,
    log_products,
    precisions,
    sum_sign,
)
from exact.engine.curves import Curve, Scan, alpha_order, beta_order, scan
from exact.engine.double_dp import chords_above_gaussian, tangents_below_gaussian
from exact.engine.halves import Grid, Plain, Powers, Prepared, Sides, product_curve, product_point
from exact.engine.integers import content, factor, integer_from_digits, integer_text
from exact.engine.normal import (
    Ends,
    normal_cdf,
    normal_cdf_fixed,
    normal_cdf_order,
    normal_quantile,
    normal_quantiles,
)
from exact.engine.polynomials import (
    Polynomial,
    divide,
    factors,
    greatest_common_divisor,
    multiply,
    multiply_dense,
    power_product,
)
from exact.engine.tails import Fold, FoldTable, Pair, binomial_curve, binomial_point, log_of_enclosure
from exact.engine.transcripts import transcript_depth, transcript_masses

__all__ = [
    "BIT_LIMIT",
    "START_BITS",
    "Curve",
    "Enclosure",
    "Ends",
    "Fold",
    "FoldTable",
    "Grid",
    "Pair",
    "Plain",
    "Polynomial",
    "Powers",
    "Prepared",
    "Quotient",
    "Scan",
    "Sides",
    "Terms",
    "alpha_order",
    "beta_order",
    "binomial_curve",
    "binomial_point",
    "chords_above_gaussian",
    "content",
    "divide",
    "enclose",
    "enclose_log",
    "factor",
    "factors",
    "greatest_common_divisor",
    "integer_from_digits",
    "integer_text",
    "log_fixed",
    "log_of_enclosure",
    "log_products",
    "multiply",
    "multiply_dense",
    "normal_cdf",
    "normal_cdf_fixed",
    "normal_cdf_order",
    "normal_quantile",
    "normal_quantiles",
    "power_product",
    "precisions",
    "product_curve",
    "product_point",
    "scan",
    "sum_sign",
    "tangents_below_gaussian",
    "transcript_depth",
    "transcript_masses",
]
