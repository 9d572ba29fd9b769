"""The statements of ENV about base transcripts: Propositions 3.1 and 3.2, Lemmas 5.1 and 6.1. Each is looked at for all targets of databases."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Literal

from exact.envelopes.enclosed import added, greatest, multiplied, to_enclosed
from exact.envelopes.inequalities.examination import Examination, check_examination, check_orders
from exact.envelopes.inequalities.result import Inequality, Places
from exact.envelopes.inputs import check_word, rational, shown
from exact.envelopes.intervals import ZERO, add, divide, point, scaled
from exact.envelopes.metrics import Point
from exact.envelopes.multiplicative_weights import TargetInput
from exact.errors import OutOfRange
from exact.reading import ExactInput
from exact.writing import rational_text, shorten

Radius = Literal["target", "hamming"]


def transcript_renyi(
    x: Examination, orders: Iterable[int] = (2, 3), *, factor: ExactInput = 1, targets: Sequence[TargetInput] | None = None
) -> Inequality:
    """Return Proposition 3.1: ``D_r(P_a || P_b) <= r rho d*(a, b)^2``, for all pairs of targets and these integer orders.

    Parameters
    ----------
    x
        From `examine`.
    orders
        A list of integers r from 2 to 64, at least one.
    factor
        What rho is multiplied by, a rational number >= 0; ``Fraction(1, 4)`` is provable, see Notes.
    targets
        The targets to look at, a list of any lists of k rational numbers; by default those of all databases.

    Returns
    -------
    Inequality
        The verdict, and both sides where they are closest; `at` names a and b (targets) and order.

    Raises
    ------
    TypeError
        For what is no Examination or no list, and for entries and factors that are no exact numbers, such as floats.
    OutOfRange, Unsupported
        For orders out of range, a negative or irrational factor, and targets with another number of entries or irrational ones.
    TooLarge
        Where targets lie so far outside [-1, 1] that likelihoods are not told from 0.

    Notes
    -----
    Given the selections before, the two laws of the next have ``pi_a(s)/pi_b(s) = e^(eta d_s)/E e^(eta d)`` with ``d = a - b``, the mean under
    pi_b. Let ``psi(r) = ln E e^(r eta d)``. Its second derivative is the variance of ``eta d`` under a tilted law, and ``|d_s| <= 2 d*/n``, so
    it is at most ``4 eta^2 d*^2/n^2``. As ``psi(0) = 0``, the logarithm of the r-th moment of the ratio, ``psi(r) - r psi(1)``, is at most
    ``(r (r - 1)/2) 4 eta^2 d*^2/n^2``. Over J rounds that is ``D_r <= r (rho/4) d*^2``; it also gives Lemma 6.1 with ``r (r - 1)``.

    References
    ----------
    ENV, Proposition 3.1.
    """
    check_examination("transcript_renyi", x)
    by = rational("factor", factor)
    if by < 0:
        raise OutOfRange(f"factor must be at least 0, not {shown(factor)}")
    what = "" if by == 1 else f" ({shorten(rational_text(by))})"
    places = Places("Proposition 3.1", f"D_r(P_a || P_b) <= r rho{what} d*(a, b)^2", x.functions)
    rho = scaled(x.rho, by)
    wanted = check_orders(orders, 2)
    read, masses = x.read_targets(targets)
    for r in wanted:
        for i, a in enumerate(read):
            for j, b in enumerate(read):
                if a == b:  # a target may be given twice
                    places.look(ZERO, ZERO)
                    continue
                divergence = scaled(x.functions.log(x.moment(masses[i], masses[j], r)), Fraction(1, r - 1))
                places.look(divergence, scaled(rho, r * x.target_distance(a, b) ** 2), a=a, b=b, order=r)
    return places.result()


def robust_utility(x: Examination, targets: Sequence[TargetInput] | None = None) -> Inequality:
    """Return Proposition 3.2: ``||L_x||_{L2(P_a)} <= ln T/(gamma J) + gamma/2 + 4 ln(4k)/eta + 4 d*(a, a(x))/n``, for all x and these targets a.

    Parameters
    ----------
    x
        From `examine`.
    targets
        The targets a to look at, a list of any lists of k rational numbers; by default those of all databases.

    Returns
    -------
    Inequality
        The verdict, and both sides where they are closest; `at` names x and a (targets).

    Raises
    ------
    TypeError
        For what is no Examination or no list, and for entries that are no exact numbers, such as floats.
    OutOfRange, Unsupported
        For targets with another number of entries than there are queries, or irrational ones.
    TooLarge
        For more targets than can be worked out.

    References
    ----------
    ENV, Proposition 3.2.
    """
    check_examination("robust_utility", x)
    places = Places("Proposition 3.2", "||L_x||_2 <= ln T/(gamma J) + gamma/2 + 4 ln(4k)/eta + 4 d*(a, a(x))/n", x.functions)
    fixed = add(x.hedge_regret, scaled(divide(x.log_signed, x.eta), 4))
    read, masses = x.read_targets(targets)
    for i, center in enumerate(x.instance.targets):
        squares = [multiplied(v, v, x.scale) for v in x.losses[i]]
        for row, a in zip(masses, read, strict=True):
            second = to_enclosed(added(multiplied(p, s, x.scale) for p, s in zip(row, squares, strict=True)), x.scale)
            right = add(fixed, point(4 * x.target_distance(a, center) / x.instance.n))
            places.look(x.functions.sqrt(second), right, x=center, a=a)
    return places.result()


def base_error(x: Examination, targets: Sequence[TargetInput] | None = None) -> Inequality:
    """Return section 3.3: ``E_{P_a} L_x <= alpha_0 + 4 d*(a, a(x))/n``, for all x and these targets a.

    Parameters
    ----------
    x
        From `examine`.
    targets
        The targets a to look at, a list of any lists of k rational numbers; by default those of all databases.

    Returns
    -------
    Inequality
        The verdict, and both sides where they are closest; `at` names x and a (targets).

    Raises
    ------
    TypeError
        For what is no Examination or no list, and for entries that are no exact numbers, such as floats.
    OutOfRange, Unsupported
        For targets with another number of entries than there are queries, or irrational ones.
    TooLarge
        For more targets than can be worked out.

    References
    ----------
    ENV, section 3.3.
    """
    check_examination("base_error", x)
    places = Places("Section 3.3", "E_{P_a} L_x <= alpha_0 + 4 d*(a, a(x))/n", x.functions)
    read, masses = x.read_targets(targets)
    for i, center in enumerate(x.instance.targets):
        for row, a in zip(masses, read, strict=True):
            right = add(x.alpha_0, point(4 * x.target_distance(a, center) / x.instance.n))
            places.look(x.expected(row, i), right, x=center, a=a)
    return places.result()


def likelihood_maurey(x: Examination, lengths: Iterable[int] = (1, 2)) -> Inequality:
    """Return Lemma 5.1, in logarithms: ``ln(p_y(w)/max_v p_v(w)) <= rho R^2/(4m)`` over v in ``V_{x,R,m}``, for all x, y with
    ``d(x, y) <= R <= n``, all transcripts w, and these code lengths m.

    Parameters
    ----------
    x
        From `examine`.
    lengths
        A list of integers m from 1 to 64, at least one.

    Returns
    -------
    Inequality
        The verdict, and both sides where they are closest; `at` names x (a point), radius and length.

    Raises
    ------
    TypeError, OutOfRange
        For what is no Examination, and for lengths that are no list or out of range.
    TooLarge
        For a length whose families have more than 5,000 lists of moves.

    References
    ----------
    ENV, Lemma 5.1.
    """
    check_examination("likelihood_maurey", x)
    places = Places("Lemma 5.1", "ln(p_y(w)/max_v p_v(w)) <= rho R^2/(4m)", x.functions)
    for m in check_orders(lengths, 1, "lengths"):
        for place in x.points():
            for radius in range(1, x.instance.n + 1):
                top = [greatest(column) for column in zip(*x.laws_of(x.family(place, radius, m)), strict=True)]
                left = x.functions.log(to_enclosed(greatest(x.ratios(x.ball(place, radius), top)), x.scale))
                places.look(left, scaled(x.rho, Fraction(radius**2, 4 * m)), x=x.instance.space.points[place], radius=radius, length=m)
    return places.result()


def likelihood_moments(
    x: Examination, orders: Iterable[int] = (1, 2, 3), *, radius: Radius = "target", points: Iterable[Point] | None = None
) -> Inequality:
    """Return Lemma 6.1, in logarithms: ``ln sum_w p_x (p_v/p_x)^r <= A_R r^2`` for all x, all targets v of databases and these integer orders r.

    Parameters
    ----------
    x
        From `examine`.
    orders
        A list of integers r from 1 to 64, at least one.
    radius
        "target": R is the least integer ``>= d*(v, a(x))``, at least 1, as sharp as the lemma is. "hamming": R is the least Hamming distance of
        databases with these targets, at least 1, as the balls of section 6 use it.
    points
        The x to look at, a list of points of the space; by default all.

    Returns
    -------
    Inequality
        The verdict, and both sides where they are closest; `at` names x and v (targets), radius and order.

    Raises
    ------
    TypeError, OutOfRange
        For what is no Examination, for orders and points that are no lists, orders out of range, strangers, and another radius.

    References
    ----------
    ENV, Lemma 6.1.
    """
    check_examination("likelihood_moments", x)
    return _moments(x, check_orders(orders, 1), radius, points, sharp=False)


def likelihood_moments_sharp(
    x: Examination, orders: Iterable[int] = (2, 3), *, radius: Radius = "target", points: Iterable[Point] | None = None
) -> Inequality:
    """Return Lemma 6.1 with ``A_R r (r - 1)`` instead of ``A_R r^2``, which is provable, too (see `transcript_renyi`), for integer orders r >= 2.

    Parameters
    ----------
    x, radius, points
        As `likelihood_moments`.
    orders
        A list of integers r from 2 to 64, at least one.

    Returns
    -------
    Inequality
        The verdict, and both sides where they are closest; `at` names x and v (targets), radius and order.

    Raises
    ------
    TypeError, OutOfRange
        As `likelihood_moments`.

    References
    ----------
    ENV, Lemma 6.1; the sharper bound is not in the paper.
    """
    check_examination("likelihood_moments_sharp", x)
    return _moments(x, check_orders(orders, 2), radius, points, sharp=True)


def likelihood_moments_of_family(x: Examination, orders: Iterable[int] = (2, 3), length: int = 1) -> Inequality:
    """Return Lemma 6.1 for the targets that section 6 uses it for: all x, ``1 <= R <= n``, and v in ``V_{x,R,m}`` for this code length m.

    Parameters
    ----------
    x
        From `examine`.
    orders
        A list of integers r from 1 to 64, at least one.
    length
        The code length m, an integer from 1 to 64.

    Returns
    -------
    Inequality
        The verdict, and both sides where they are closest; `at` names x (a point), v (a target), radius and order.

    Raises
    ------
    TypeError, OutOfRange
        For what is no Examination, for orders that are no list, and for orders or a length out of range.
    TooLarge
        For a length whose families have more than 5,000 lists of moves.

    References
    ----------
    ENV, Lemma 6.1 and section 6.
    """
    check_examination("likelihood_moments_of_family", x)
    places = Places("Lemma 6.1, family", "ln sum_w p_x (p_v/p_x)^r <= A_R r^2 for v in V_{x,R,m}", x.functions)
    wanted = check_orders(orders, 1)
    for place in x.points():
        base = x.fixed.masses[x.plan.classes[place]]
        for radius in range(1, x.instance.n + 1):
            family = x.family(place, radius, length)
            for v, law in zip(family, x.laws_of(family), strict=True):
                for r in wanted:
                    left = x.functions.log(x.moment(law, base, r))
                    right = scaled(x.moment_scale(radius), r * r)
                    places.look(left, right, x=x.instance.space.points[place], v=v, radius=radius, order=r)
    return places.result()


def _moments(x: Examination, orders: tuple[int, ...], radius: Radius, points: Iterable[Point] | None, *, sharp: bool) -> Inequality:
    check_word("radius", radius, ("target", "hamming"))
    item, right, less = ("Lemma 6.1, sharper", "A_R r (r - 1)", 1) if sharp else ("Lemma 6.1", "A_R r^2", 0)
    places = Places(item, f"ln sum_w p_x (p_v/p_x)^r <= {right}", x.functions)
    targets = x.instance.targets
    for i in sorted({x.instance.target_of[place] for place in x.points(points)}):
        center = targets[i]
        for j, v in enumerate(targets):
            found = x.target_distance(v, center) if radius == "target" else x.database_distance(i, j)
            size = max(1, -(-found.numerator // found.denominator))
            for r in orders:
                left = x.functions.log(x.moment(x.fixed.masses[j], x.fixed.masses[i], r))
                places.look(left, scaled(x.moment_scale(size), r * (r - less)), x=center, v=v, radius=size, order=r)
    return places.result()
