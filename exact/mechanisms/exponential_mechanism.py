"""The exponential mechanism on a finite list of scored items."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction

from exact.errors import TooLarge
from exact.mechanisms.scores import gaps, item_parameters, weights
from exact.number import Number
from exact.pld import PLD
from exact.reading import ExactInput, LossInput

ITEM_LIMIT = 10_000
"""The largest number of items."""
WEIGHT_LIMIT = 300
"""The largest number of different weights under P, and under Q."""


def exponential(
    eps: LossInput,
    scores_p: Sequence[ExactInput],
    scores_q: Sequence[ExactInput],
    sensitivity: ExactInput = 1,
) -> PLD:
    """Return the PLD of the exponential mechanism: item i with probability proportional to ``e^(eps score_i/(2 sensitivity))``.

    Parameters
    ----------
    eps
        In nats, >= 0 and finite.
    scores_p, scores_q
        The scores of the same items in the database of P and in that of Q: two equally long lists of rational numbers,
        with at least one and at most `ITEM_LIMIT` items.
    sensitivity
        A rational number > 0. The mechanism divides by it; that the scores really differ by no more is not enforced.
        `exact.score_difference` reports the largest difference that they have.

    Raises
    ------
    OutOfRange
        For an eps or a sensitivity outside its range, lists of different lengths, or empty ones.
    TooLarge
        Beyond `ITEM_LIMIT` items, `WEIGHT_LIMIT` different weights, or masses that are too long.
    Unsupported
        For irrational scores, or a non-integer multiple of an eps that is the log of a sum.

    Notes
    -----
    Adjacency: two databases, given by the scores that they give to the items. The likelihood ratio of item i is
    ``e^(eps (score_i in P - score_i in Q)/(2 sensitivity))`` times the quotient of the normalising sums of Q and P, so
    items of equal difference make one atom. The losses lie in an interval of length ``eps d/sensitivity``, d the
    `exact.score_difference`; for d <= sensitivity the mechanism is eps-differentially private: ``exponential(...) <= rr(eps)``.

    Examples
    --------
    >>> exponential("log(4)", [1, 0, 0], [0, 1, 0])
    table(((1/2, 1/4), (1/4, 1/4), (1/4, 1/2)))

    References
    ----------
    McSherry, Talwar, *Mechanism Design via Differential Privacy*, FOCS 2007, definition 2 and theorem 6.
    """
    where = "exponential(eps, scores_p, scores_q, sensitivity)"
    rate, p_scores, q_scores = item_parameters(where, eps, (scores_p, scores_q), sensitivity, ITEM_LIMIT)
    p_gaps, q_gaps = gaps(p_scores), gaps(q_scores)
    distinct = max(len(set(p_gaps)), len(set(q_gaps)))
    if distinct > WEIGHT_LIMIT:
        raise TooLarge(f"{where} has {distinct} different weights; the limit is {WEIGHT_LIMIT}")
    p_weights, q_weights = weights(where, rate, p_gaps), weights(where, rate, q_gaps)
    total_p, total_q = Number(0), Number(0)
    atoms: dict[Fraction, tuple[Number, Number]] = {}
    for (p_gap, q_gap), count in Counter(zip(p_gaps, q_gaps, strict=True)).items():
        p, q = count * p_weights[p_gap], count * q_weights[q_gap]
        total_p, total_q = total_p + p, total_q + q
        sum_p, sum_q = atoms.get(p_gap - q_gap, (Number(0), Number(0)))
        atoms[p_gap - q_gap] = (sum_p + p, sum_q + q)
    return PLD([(p / total_p, q / total_q) for p, q in atoms.values()])
