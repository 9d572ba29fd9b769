"""The inequalities of ENV as checks on instances: each is decided on every place of an instance, with both sides enclosed.

`examine` takes an instance of `exact.envelopes.private_multiplicative_weights` and an eps; the functions here take what it returns, and give an
`Inequality` that **holds**, **fails**, or is **not applicable** since its premise is false. A universal statement is not proved by that.

References
----------
ENV: *Pure-DP Statistical Query Release at the Conjectured Square-Root Rate*, sections 3 to 8 and Appendix A.
"""

from exact.envelopes.inequalities.appendix import bounded_ratio, hedge, renyi_maximum, softmax_gap
from exact.envelopes.inequalities.balls import ball_bound, ball_error, ball_exponents, ball_mass, ball_sum
from exact.envelopes.inequalities.examination import Examination, check_examination, examine
from exact.envelopes.inequalities.normalisers import (
    block_bound,
    error_mass,
    final_bound,
    final_error,
    growth_condition,
    normaliser_bound,
    radial_summation,
)
from exact.envelopes.inequalities.parameters import Parameters, parameters
from exact.envelopes.inequalities.result import Inequality
from exact.envelopes.inequalities.transcripts import (
    base_error,
    likelihood_maurey,
    likelihood_moments,
    likelihood_moments_of_family,
    likelihood_moments_sharp,
    robust_utility,
    transcript_renyi,
)

__all__ = [
    "Examination",
    "Inequality",
    "Parameters",
    "all_inequalities",
    "ball_bound",
    "ball_error",
    "ball_exponents",
    "ball_mass",
    "ball_sum",
    "base_error",
    "block_bound",
    "bounded_ratio",
    "error_mass",
    "examine",
    "final_bound",
    "final_error",
    "growth_condition",
    "hedge",
    "likelihood_maurey",
    "likelihood_moments",
    "likelihood_moments_of_family",
    "likelihood_moments_sharp",
    "normaliser_bound",
    "parameters",
    "radial_summation",
    "renyi_maximum",
    "robust_utility",
    "softmax_gap",
    "transcript_renyi",
]


def all_inequalities(x: Examination) -> tuple[Inequality, ...]:
    """Return all inequalities of the paper on an instance, in the order of the paper, with their default orders and code lengths.

    Parameters
    ----------
    x
        From `examine`.

    Returns
    -------
    tuple of Inequality
        24 of them; those whose premise is false say so.

    Raises
    ------
    TypeError
        For what is no Examination.
    Undecided
        Where the growth condition is open.
    TooLarge
        Where an exponent is beyond 1,000,000, or a family has more than 5,000 lists of moves.

    References
    ----------
    ENV, sections 3 to 7 and Appendix A; the inequalities of section 8 come with `parameters`.
    """
    check_examination("all_inequalities", x)
    return (
        transcript_renyi(x),
        robust_utility(x),
        base_error(x),
        likelihood_maurey(x),
        likelihood_moments(x),
        likelihood_moments_sharp(x),
        likelihood_moments_of_family(x),
        *ball_exponents(x),
        ball_mass(x),
        ball_error(x),
        block_bound(x),
        *radial_summation(x),
        normaliser_bound(x),
        error_mass(x),
        final_error(x),
        bounded_ratio(x),
        hedge(x),
        *softmax_gap(x),
        *renyi_maximum(x),
    )
