"""The statements of ENV about balls: section 6."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from math import ceil

from exact.envelopes.enclosed import Enclosed, added, to_enclosed
from exact.envelopes.inequalities.examination import Examination, check_examination
from exact.envelopes.inequalities.result import Inequality, Places
from exact.envelopes.intervals import add, divide, multiply, point, scaled
from exact.envelopes.metrics import Point


def ball_exponents(x: Examination) -> tuple[Inequality, Inequality]:
    """Return how section 6 chooses moment order and code length, for ``1 <= R <= n``: near, where ``A_R <= L``,
    ``L/r + A_R r <= 4 sqrt(A_R L)`` with ``r = ceil(sqrt(L/A_R)) + 1``; far, ``A_R/m + m L <= 3 sqrt(A_R L)`` with ``m = ceil(sqrt(A_R/L))``.

    Parameters
    ----------
    x
        From `examine`.

    Returns
    -------
    tuple of two Inequality
        Near and far; each is not applicable where no radius is.

    Raises
    ------
    TypeError
        For what is no Examination.

    References
    ----------
    ENV, sections 6.1 and 6.2, Table 1.
    """
    check_examination("ball_exponents", x)
    f, length = x.functions, x.log_moves
    near = Places("Section 6.1, near", "L/r + A_R r <= 4 sqrt(A_R L)", f)
    far = Places("Section 6.2, far", "A_R/m + m L <= 3 sqrt(A_R L)", f)
    for radius in range(1, x.instance.n + 1):
        scale = x.moment_scale(radius)
        root = f.sqrt(multiply(scale, length))
        if scale.upper <= length.lower:
            r = ceil(f.sqrt(divide(length, scale)).upper) + 1
            near.look(add(scaled(length, Fraction(1, r)), scaled(scale, r)), scaled(root, 4), radius=radius, order=r)
        else:
            m = max(1, ceil(f.sqrt(divide(scale, length)).upper))
            far.look(add(scaled(scale, Fraction(1, m)), scaled(length, m)), scaled(root, 3), radius=radius, length=m)
    return near.result(nowhere="no radius has A_R <= L"), far.result(nowhere="no radius has A_R > L")


def ball_bound(x: Examination, radius: int) -> Enclosed:
    """Return ``e^(5 sqrt(A_R L))``, the bound of the mass of balls in the box of section 6.

    Parameters
    ----------
    x
        From `examine`.
    radius
        R, an integer from 0 to 1,000,000.

    Returns
    -------
    Enclosed
        A number >= 1.

    Raises
    ------
    TypeError, OutOfRange, TooLarge
        For what is no Examination, and for a radius that is none; `TooLarge` also for an exponent beyond 1,000,000.

    References
    ----------
    ENV, section 6, box.
    """
    check_examination("ball_bound", x)
    return x.functions.exp(scaled(x.functions.sqrt(multiply(x.moment_scale(radius), x.log_moves)), 5))


def ball_mass(x: Examination, points: Iterable[Point] | None = None) -> Inequality:
    """Return the first bound of the box of section 6: ``sum_w H_R(w) <= e^(5 sqrt(A_R L))``, for these x and ``1 <= R <= n``.

    Parameters
    ----------
    x
        From `examine`.
    points
        A list of points of the space; by default all.

    Returns
    -------
    Inequality
        The verdict, and both sides where they are closest; `at` names x (a point) and radius.

    Raises
    ------
    TypeError, OutOfRange
        For what is no Examination, and for points that are no list, or strangers.
    TooLarge
        Where an exponent is beyond 1,000,000.

    References
    ----------
    ENV, section 6, box.
    """
    check_examination("ball_mass", x)
    places = Places("Section 6, box, mass", "sum_w H_R(w) <= e^(5 sqrt(A_R L))", x.functions)
    wanted = x.points(points)
    for radius in range(1, x.instance.n + 1):
        right = ball_bound(x, radius)
        for place in wanted:
            left = to_enclosed(added(x.ball(place, radius)), x.scale)
            places.look(left, right, x=x.instance.space.points[place], radius=radius)
    return places.result()


def ball_sum(x: Examination, at: Point, radius: int) -> Enclosed:
    """Return ``sum_w H_R(w)``, H_R the largest likelihood of a transcript in the ball of this radius round a point: a number >= 1.

    Parameters
    ----------
    x
        From `examine`.
    at
        A point of the space.
    radius
        R, an integer from 0 to 1,000,000.

    Returns
    -------
    Enclosed
        A number >= 1.

    Raises
    ------
    TypeError, OutOfRange, TooLarge
        For what is no Examination, a stranger, and a radius that is none.

    References
    ----------
    ENV, section 6.
    """
    check_examination("ball_sum", x)
    return to_enclosed(added(x.ball(x.instance.space.place(at), radius)), x.scale)


def ball_error(x: Examination, points: Iterable[Point] | None = None) -> Inequality:
    """Return the second bound of the box of section 6: ``sum_w H_R L_x <= e^(5 sqrt(A_R L)) (alpha_0 + 8R/n)``, for these x and ``1 <= R <= n``.

    Parameters
    ----------
    x
        From `examine`.
    points
        A list of points of the space; by default all.

    Returns
    -------
    Inequality
        The verdict, and both sides where they are closest; `at` names x (a point) and radius.

    Raises
    ------
    TypeError, OutOfRange
        For what is no Examination, and for points that are no list, or strangers.
    TooLarge
        Where an exponent is beyond 1,000,000.

    References
    ----------
    ENV, section 6, box.
    """
    check_examination("ball_error", x)
    places = Places("Section 6, box, error", "sum_w H_R(w) L_x(w) <= e^(5 sqrt(A_R L)) (alpha_0 + 8R/n)", x.functions)
    wanted = x.points(points)
    for radius in range(1, x.instance.n + 1):
        right = multiply(ball_bound(x, radius), add(x.alpha_0, point(Fraction(8 * radius, x.instance.n))))
        for place in wanted:
            left = x.expected(x.ball(place, radius), x.instance.target_of[place])
            places.look(left, right, x=x.instance.space.points[place], radius=radius)
    return places.result()
