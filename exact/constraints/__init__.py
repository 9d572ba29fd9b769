"""Several (eps, delta) constraints at once, and their composition (MULTI); `docs/constraints.md` is the tour."""

from exact.constraints.approximation import (
    AboveGaussian,
    BelowGaussian,
    area_below,
    double_dp_above,
    double_dp_above_gaussian,
    double_dp_below,
    double_dp_below_gaussian,
)
from exact.constraints.baselines import (
    Baseline,
    Gap,
    gaps,
    largest_minimum_gap,
    largest_region_gap,
    remark_1,
    remark_2,
    total_variation,
)
from exact.constraints.composition import ROUTES, composed, mixture_parts, mixture_weights
from exact.constraints.constraint_set import ConstraintSet, Redundant, constraints
from exact.constraints.guarantees import ClosedForm, closed_form, heterogeneous_guarantees
from exact.constraints.tradeoff_edges import (
    Conjugate,
    compose_curves,
    conjugate,
    conjugate_back,
    infimal_convolution,
    minkowski_sum,
)
from exact.mechanisms.several_constraints import Constraint

__all__ = [
    "ROUTES",
    "AboveGaussian",
    "Baseline",
    "BelowGaussian",
    "ClosedForm",
    "Conjugate",
    "Constraint",
    "ConstraintSet",
    "Gap",
    "Redundant",
    "area_below",
    "closed_form",
    "compose_curves",
    "composed",
    "conjugate",
    "conjugate_back",
    "constraints",
    "double_dp_above",
    "double_dp_above_gaussian",
    "double_dp_below",
    "double_dp_below_gaussian",
    "gaps",
    "heterogeneous_guarantees",
    "infimal_convolution",
    "largest_minimum_gap",
    "largest_region_gap",
    "minkowski_sum",
    "mixture_parts",
    "mixture_weights",
    "remark_1",
    "remark_2",
    "total_variation",
]
