"""The mechanism permute-and-flip on a short list of scored items."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction

from exact.mechanisms.parameters import bits_of_power, check_bits
from exact.mechanisms.scores import gaps, item_parameters, weights
from exact.number import Number
from exact.pld import PLD
from exact.reading import ExactInput, LossInput

ITEM_LIMIT = 16
"""The largest number of items."""


def permute_and_flip(
    eps: LossInput,
    scores_p: Sequence[ExactInput],
    scores_q: Sequence[ExactInput],
    sensitivity: ExactInput = 1,
) -> PLD:
    """Return the PLD of permute-and-flip: go through the items in random order, stop at item i with probability ``w_i``.

    The weights are ``w_i = e^(eps (score_i - best score)/(2 sensitivity))``: the best item is never passed by.

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
        Beyond `ITEM_LIMIT` items, or for masses that are too long.
    Unsupported
        For irrational scores, or a non-integer multiple of an eps that is the log of a sum.

    Notes
    -----
    Adjacency: two databases, given by the scores that they give to the items. Item i is selected with probability
    ``w_i int_0^1 prod_{j != i} (1 - x w_j) dx = w_i sum_k (-1)^k e_k/(k+1)``, e_k the elementary symmetric polynomials
    of the other weights: x is the place of item i in the order, and each other item stands before it and accepts with
    probability ``x w_j``. This takes polynomially many operations, on sums of up to 2^15 terms where no two products of
    weights agree. For scores that differ by at most the sensitivity the mechanism is eps-differentially private:
    ``permute_and_flip(...) <= rr(eps)``.

    Examples
    --------
    >>> permute_and_flip("log(2)", [0, 0], [1, -1])
    table(((1/2, 1/4), (1/2, 3/4)))

    References
    ----------
    McKenna, Sheldon, *Permute-and-Flip: A New Mechanism for Differentially Private Selection*, NeurIPS 2020, algorithm 1
    and theorem 1.
    """
    where = "permute_and_flip(eps, scores_p, scores_q, sensitivity)"
    rate, p_scores, q_scores = item_parameters(where, eps, (scores_p, scores_q), sensitivity, ITEM_LIMIT)
    p_gaps, q_gaps = gaps(p_scores), gaps(q_scores)
    for found in (p_gaps, q_gaps):  # products of all weights, for each item and each number of factors
        check_bits(where, len(found) ** 2 * sum(bits_of_power(rate[0].exp(), gap * rate[1]) for gap in found))
    p_masses, q_masses = (_masses(weights(where, rate, found), found) for found in (p_gaps, q_gaps))
    items = Counter(zip(p_gaps, q_gaps, strict=True))
    return PLD([(count * p_masses[p], count * q_masses[q]) for (p, q), count in items.items()])


def _masses(weight: dict[Fraction, Number], shortfalls: list[Fraction]) -> dict[Fraction, Number]:
    """Return for each gap the probability that one item with this gap is selected."""
    masses = {}
    for gap, w in weight.items():
        others = list(shortfalls)
        others.remove(gap)
        symmetric = [Number(1)]
        for other in others:
            pairs = zip([*symmetric, Number(0)], [Number(0), *symmetric], strict=True)
            symmetric = [a + weight[other] * b for a, b in pairs]
        masses[gap] = w * sum(((-1) ** k * e / (k + 1) for k, e in enumerate(symmetric)), Number(0))
    return masses
