"""The scores of mechanisms that select an item: reading them, how far two lists differ, and the weights made from them."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from exact.errors import OutOfRange, TooLarge, Unsupported
from exact.loss import Loss
from exact.mechanisms.parameters import bits_of_power, check_bits, finite_loss, positive_rational
from exact.number import Number
from exact.reading import ExactInput, LossInput, number
from exact.writing import shorten


def score_difference(scores_p: Sequence[ExactInput], scores_q: Sequence[ExactInput]) -> Number:
    """Return the largest absolute difference of the scores of one item, for two equally long lists that are not empty.

    `exponential` and `permute_and_flip` are eps-differentially private for scores that differ by at most the sensitivity
    given to them; they do not check it, and this is the number to hold against it.

    Raises
    ------
    OutOfRange
        For lists of different lengths, or empty ones.

    Examples
    --------
    >>> score_difference([1, 0, "1/2"], [1, 1, "1/4"])
    number('1')
    """
    where = "score_difference(scores_p, scores_q)"
    return number(_difference(*_two_lists(where, scores_p, scores_q)))


def item_parameters(
    where: str,
    eps: LossInput,
    lists: tuple[Sequence[ExactInput], Sequence[ExactInput]],
    sensitivity: ExactInput,
    limit: int,
) -> tuple[tuple[Loss, Fraction], list[Fraction], list[Fraction]]:
    """Return ``(eps, 1/(2 sensitivity))`` and the scores of a mechanism that selects one of at most `limit` items, checked."""
    e = finite_loss(where, "eps", eps, positive=False)
    for name, values in zip(("scores_p", "scores_q"), lists, strict=True):
        if isinstance(values, tuple | list) and len(values) > limit:
            raise TooLarge(f"{where} has {len(values)} items in {name}; the limit is {limit}")
    p_scores, q_scores = _two_lists(where, *lists)
    try:
        scale = positive_rational(where, "sensitivity", sensitivity)
    except OutOfRange as problem:
        difference = number(_difference(p_scores, q_scores))
        raise OutOfRange(f"{problem} (score_difference of these lists is {shorten(str(difference))})") from None
    return (e, 1 / (2 * scale)), p_scores, q_scores


def _two_lists(
    where: str, scores_p: Sequence[ExactInput], scores_q: Sequence[ExactInput]
) -> tuple[list[Fraction], list[Fraction]]:
    p_scores, q_scores = _read_scores(where, "scores_p", scores_p), _read_scores(where, "scores_q", scores_q)
    if len(p_scores) != len(q_scores):
        raise OutOfRange(f"{where} needs two equally long lists, not {len(p_scores)} and {len(q_scores)} scores")
    if not p_scores:
        raise OutOfRange(f"{where} needs at least one item, not empty lists")
    return p_scores, q_scores


def _read_scores(where: str, name: str, values: Sequence[ExactInput]) -> list[Fraction]:
    """Return a list of rational scores; `Unsupported` for an irrational one."""
    if not isinstance(values, tuple | list):
        raise TypeError(f"{name} must be a list of scores, not {type(values).__name__}")
    out = []
    for i, value in enumerate(values):
        found = number(value).as_fraction()
        if found is None:
            raise Unsupported(
                f"{where} supports rational scores only; score {i + 1} of {name} is {shorten(str(number(value)))}"
            )
        out.append(found)
    return out


def _difference(p_scores: list[Fraction], q_scores: list[Fraction]) -> Fraction:
    return max(abs(p - q) for p, q in zip(p_scores, q_scores, strict=True))


def gaps(values: list[Fraction]) -> list[Fraction]:
    """Return by how much each score falls short of the best one."""
    best = max(values)
    return [best - v for v in values]


def weights(where: str, rate: tuple[Loss, Fraction], shortfalls: list[Fraction]) -> dict[Fraction, Number]:
    """Return for each gap ``e^(-eps gap/(2 sensitivity))``: 1 for the best item, less for the others."""
    eps, factor = rate
    distinct = set(shortfalls)
    check_bits(where, len(distinct) * sum(bits_of_power(eps.exp(), gap * factor) for gap in distinct))
    if not eps.sign():
        return dict.fromkeys(distinct, Number(1))
    return {gap: (eps * number(-gap * factor)).exp() for gap in distinct}
