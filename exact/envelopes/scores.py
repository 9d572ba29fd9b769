"""Two private mechanisms on a finite space to hold envelopes against: inverse sensitivity, and the exponential mechanism."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from exact.envelopes.base import Outcome
from exact.envelopes.inputs import check_kind, listed, rational, shown
from exact.envelopes.likelihood_envelope import Envelope, envelope, read_eps
from exact.envelopes.metrics import FiniteMetric, check_space
from exact.errors import OutOfRange
from exact.number import Number
from exact.reading import LossInput, number
from exact.writing import shorten


def inverse_sensitivity(values: Mapping[Any, Outcome], metric: FiniteMetric, eps: LossInput) -> Envelope:
    """Return the inverse-sensitivity mechanism of a function on a space: the envelope of point masses.

    The outcome v has probability proportional to ``e^(-(eps/2) d)`` at x, d the distance of x to the nearest point whose value is v.

    Parameters
    ----------
    values
        A mapping that has for each point of the space, and for nothing else, the value there; any hashable objects.
    metric
        The space; see `exact.envelopes.metrics`.
    eps
        In nats, finite, > 0: a rational number, a log of a rational number, or a sum of rational multiples of these.

    Returns
    -------
    Envelope
        Its outcomes are the values.

    Raises
    ------
    TypeError
        For values or a space of another kind, and for a value that is not hashable.
    OutOfRange
        For a point without a value or a stranger with one, or an eps outside its range.
    Unsupported, TooLarge, Undecided
        As `exact.envelopes.envelope`.

    Examples
    --------
    >>> from exact.envelopes import hamming
    >>> space = hamming(2, 2)
    >>> found = inverse_sensitivity({x: sum(x) for x in space.points}, space, "log(4)")
    >>> found.law((0, 0))
    {0: number('4/7'), 1: number('2/7'), 2: number('1/7')}

    References
    ----------
    H. Asi, J. C. Duchi, *Instance-optimality in differential privacy via approximate inverse sensitivity mechanisms*, NeurIPS 2020.
    ENV, section 1.
    """
    check_space("inverse_sensitivity", metric)
    check_kind("inverse_sensitivity", values, Mapping, "a mapping from points to values")
    return envelope({point: _point_mass(point, value) for point, value in values.items()}, metric, eps)


def _point_mass(point: Any, value: Outcome) -> dict[Outcome, int]:
    try:
        return {value: 1}
    except TypeError:
        raise TypeError(f"values must be hashable, and that of the point {shown(point)} is one {type(value).__name__}") from None


def exponential_mechanism(
    scores: Mapping[Any, Sequence[Any]], metric: FiniteMetric, eps: LossInput, sensitivity: Any = None
) -> dict[Any, tuple[Number, ...]]:
    """Return the laws of the exponential mechanism: outcome i with probability proportional to ``e^(eps score_i/(2 sensitivity))``.

    Parameters
    ----------
    scores
        A mapping that has for each point of the space an equally long list of rational scores of the outcomes 0, 1, ...
    metric
        The space; see `exact.envelopes.metrics`.
    eps
        In nats, finite, > 0: a rational number, a log of a rational number, or a sum of rational multiples of these.
    sensitivity
        A rational number > 0; by default the largest difference of a score between neighbours, or 1 where there is none.

    Returns
    -------
    dict
        For each point its law. With a sensitivity that is at least the default the mechanism is eps-differentially private.

    Raises
    ------
    TypeError
        For scores or a space of another kind, and for what is no exact number, such as a float.
    OutOfRange
        For a point without scores, lists that are not equally long, or an eps or a sensitivity outside its range.
    Unsupported
        For an irrational score, or an eps that is the log of a sum.
    TooLarge
        For exponents beyond 1,000,000 nats.

    Examples
    --------
    >>> from exact.envelopes import hamming
    >>> space = hamming(2, 1)
    >>> exponential_mechanism({(0,): [1, 0], (1,): [0, 1]}, space, "log(4)")
    {(0,): (number('2/3'), number('1/3')), (1,): (number('1/3'), number('2/3'))}

    References
    ----------
    F. McSherry, K. Talwar, *Mechanism Design via Differential Privacy*, FOCS 2007.
    """
    check_space("exponential_mechanism", metric)
    check_kind("exponential_mechanism", scores, Mapping, "a mapping from points to lists of scores")
    rate = read_eps(eps)
    rows = [_scores(scores, point) for point in metric.points]
    if len({len(row) for row in rows}) != 1 or not rows[0]:
        raise OutOfRange("all points need equally many scores, at least one")
    largest = max((abs(a - b) for i, j in metric.neighbours() for a, b in zip(rows[i], rows[j], strict=True)), default=Fraction(0))
    scale = largest or Fraction(1) if sensitivity is None else number(sensitivity).as_fraction()
    if scale is None or scale <= 0:
        raise OutOfRange(f"sensitivity must be rational and positive, not {shorten(str(number(sensitivity)))}")
    weights = {score: (rate * (score / (2 * scale))).exp() for row in rows for score in row}
    out = {}
    for point, row in zip(metric.points, rows, strict=True):
        whole = sum((weights[score] for score in row), Number(0))
        out[point] = tuple(weights[score] / whole for score in row)
    return out


def _scores(scores: Mapping[Any, Sequence[Any]], point: Any) -> list[Fraction]:
    if point not in scores:
        raise OutOfRange(f"there are no scores for the point {shown(point)}")
    row = listed(f"the scores of the point {shown(point)}", scores[point])
    return [rational(f"score {i} of the point {shown(point)}", value) for i, value in enumerate(row)]
