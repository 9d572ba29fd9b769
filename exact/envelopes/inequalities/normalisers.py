"""The statements of ENV about blocks of balls, normalisers and the final error: section 7."""

from __future__ import annotations

from fractions import Fraction

from exact.envelopes.enclosed import Enclosed, Ends, added, divided, from_number, multiplied, to_enclosed
from exact.envelopes.inequalities.examination import Examination, check_examination
from exact.envelopes.inequalities.result import Inequality, Places
from exact.envelopes.inputs import check_size
from exact.envelopes.intervals import ONE, add, divide, multiply, point, scaled
from exact.envelopes.rows import discount
from exact.errors import Undecided

COUNT_LIMIT = 10_000
"""The largest number of terms of the sums of Lemma 7.1: some seconds."""


def growth_condition(x: Examination) -> bool:
    """Return whether ``kappa <= 2^-20 eps^2/L``, the premise of section 7, decided.

    Parameters
    ----------
    x
        From `examine`.

    Returns
    -------
    bool
        Whether the statements of section 7 are proved for this instance.

    Raises
    ------
    TypeError
        For what is no Examination.
    Undecided
        Where enclosures of the two sides overlap; more digits of the examination may tell.

    References
    ----------
    ENV, section 7.
    """
    check_examination("growth_condition", x)
    right = scaled(divide(multiply(x.eps_value, x.eps_value), x.log_moves), Fraction(1, 1 << 20))
    if x.kappa.upper <= right.lower:
        return True
    if x.kappa.lower > right.upper:
        return False
    raise Undecided("whether the growth condition holds is open at this precision")


def _premise(x: Examination) -> str:
    return "" if growth_condition(x) else "the growth condition kappa <= 2^-20 eps^2/L is false"


def block_bound(x: Examination) -> Inequality:
    """Return the block bound of section 7: ``p~_x(w) <= p_x(w) + sum_{j<n} e^(-(eps/2)(jB + 1)) H_{R_j}(w)``, for all x and w.

    Parameters
    ----------
    x
        From `examine`.

    Returns
    -------
    Inequality
        The verdict, and both sides where they are closest; `at` names x (a point) and transcript.

    Raises
    ------
    TypeError
        For what is no Examination.

    References
    ----------
    ENV, section 7.
    """
    check_examination("block_bound", x)
    places = Places("Section 7, blocks", "p~_x(w) <= p_x(w) + sum_j e^(-(eps/2)(jB + 1)) H_{R_j}(w)", x.functions)
    width, count = x.block, x.instance.n
    weights = [from_number(discount(x.eps, j * width + 1), x.scale) for j in range(count)]
    for place in x.points():
        balls: list[list[Ends]] = []
        for j in range(count):
            full = j and j * width >= count  # the ball is the whole space already
            balls.append(balls[-1] if full else x.ball(place, min((j + 1) * width, count)))
        base = x.fixed.masses[x.plan.classes[place]]
        for w, left in enumerate(x.fixed.rows[x.plan.row_of[place]]):
            right = added([base[w], *(multiplied(f, ball[w], x.scale) for f, ball in zip(weights, balls, strict=True))])
            at = {"x": x.instance.space.points[place], "transcript": x.instance.transcripts[w]}
            places.look(to_enclosed(left, x.scale), to_enclosed(right, x.scale), **at)
    return places.result()


def _damping(x: Examination) -> Enclosed:
    """Return ``u_eps``: 1 for eps <= 1, else ``e^(-eps/3)``."""
    return ONE if x.eps <= 1 else x.functions.exp(scaled(x.eps_value, Fraction(-1, 3)))


def radial_summation(x: Examination, count: int = 20) -> tuple[Inequality, Inequality, Inequality]:
    """Return Lemma 7.1: ``Phi_j <= e u e^(-j theta/3)``, ``sum_{j<N} Phi_j <= 2 e u`` and ``sum_{j<N} (j + 1) Phi_j <= 4 e u``, with
    ``Phi_j = e^(-(eps/2)(jB + 1)) e^(theta (j + 1)/100)``. It depends on eps alone, and needs no premise.

    Parameters
    ----------
    x
        From `examine`.
    count
        ``0 <= j < count`` and ``1 <= N <= count`` are looked at; from 0 to `COUNT_LIMIT`.

    Returns
    -------
    tuple of three Inequality
        The terms, their sums, and the weighted sums.

    Raises
    ------
    TypeError, OutOfRange, TooLarge
        For what is no Examination, and for a count that is no integer in its range; `TooLarge` also for an exponent beyond 1,000,000.

    References
    ----------
    ENV, Lemma 7.1, proved as Lemma A.5.
    """
    check_examination("radial_summation", x)
    check_size("count", count, COUNT_LIMIT, 0)
    f, width = x.functions, x.block
    theta, bound = scaled(x.eps_value, width), multiply(f.exp(ONE), _damping(x))
    single = Places("Lemma 7.1, terms", "Phi_j <= e u e^(-j theta/3)", f)
    sums = Places("Lemma 7.1, sum", "sum_{j<N} Phi_j <= 2 e u", f)
    weighted = Places("Lemma 7.1, weighted sum", "sum_{j<N} (j + 1) Phi_j <= 4 e u", f)
    total = total_weighted = point(0)
    for j in range(count):
        penalty = scaled(x.eps_value, Fraction(-(j * width + 1), 2))
        phi = f.exp(add(penalty, scaled(theta, Fraction(j + 1, 100))))
        single.look(phi, multiply(bound, f.exp(scaled(theta, Fraction(-j, 3)))), j=j)
        total, total_weighted = add(total, phi), add(total_weighted, scaled(phi, j + 1))
        sums.look(total, scaled(bound, 2), N=j + 1)
        weighted.look(total_weighted, scaled(bound, 4), N=j + 1)
    return single.result(), sums.result(), weighted.result()


def normaliser_bound(x: Examination) -> Inequality:
    """Return ``Z_x <= 1 + 2 e u_eps`` (at most ``1 + 2e``), for all x: under the growth condition only; without it the sides are shown.

    Parameters
    ----------
    x
        From `examine`.

    Returns
    -------
    Inequality
        The verdict, and both sides where they are closest; `at` names x (a point).

    Raises
    ------
    TypeError
        For what is no Examination.
    Undecided
        Where the growth condition is open, as by `growth_condition`.

    References
    ----------
    ENV, section 7.
    """
    check_examination("normaliser_bound", x)
    places = Places("Section 7, normaliser", "Z_x <= 1 + 2 e u", x.functions)
    right = add(ONE, scaled(multiply(x.functions.exp(ONE), _damping(x)), 2))
    for place in x.points():
        places.look(to_enclosed(x.fixed.sums[x.plan.row_of[place]], x.scale), right, x=x.instance.space.points[place])
    return places.result(premise=_premise(x))


def final_bound(x: Examination) -> Enclosed:
    """Return ``3 e alpha_0 + 288 e/(eps n)``, the bound of the final error.

    Parameters
    ----------
    x
        From `examine`.

    Returns
    -------
    Enclosed
        A number > 0.

    Raises
    ------
    TypeError
        For what is no Examination.

    References
    ----------
    ENV, section 7.
    """
    check_examination("final_bound", x)
    e = x.functions.exp(ONE)
    return add(scaled(multiply(e, x.alpha_0), 3), scaled(divide(e, scaled(x.eps_value, x.instance.n)), 288))


def error_mass(x: Examination) -> Inequality:
    """Return ``sum_w p~_x(w) L_x(w) <= 3 e alpha_0 + 288 e/(eps n)``, for all x: under the growth condition only; without it the sides are shown.

    Parameters
    ----------
    x
        From `examine`.

    Returns
    -------
    Inequality
        The verdict, and both sides where they are closest; `at` names x (a point).

    Raises
    ------
    TypeError
        For what is no Examination.
    Undecided
        Where the growth condition is open, as by `growth_condition`.

    References
    ----------
    ENV, section 7.
    """
    check_examination("error_mass", x)
    places = Places("Section 7, error mass", "sum_w p~_x(w) L_x(w) <= 3 e alpha_0 + 288 e/(eps n)", x.functions)
    right = final_bound(x)
    for place in x.points():
        left = x.expected(x.fixed.rows[x.plan.row_of[place]], x.instance.target_of[place])
        places.look(left, right, x=x.instance.space.points[place])
    return places.result(premise=_premise(x))


def final_error(x: Examination) -> Inequality:
    """Return ``E ||M(x) - F(x)||_inf <= 3 e alpha_0 + 288 e/(eps n)``, for all x: under the growth condition only; without it the sides are shown.

    Parameters
    ----------
    x
        From `examine`.

    Returns
    -------
    Inequality
        The verdict, and both sides where they are closest; `at` names x (a point).

    Raises
    ------
    TypeError
        For what is no Examination.
    Undecided
        Where the growth condition is open, as by `growth_condition`.

    References
    ----------
    ENV, section 7.
    """
    check_examination("final_error", x)
    places = Places("Section 7, error", "E ||M(x) - F(x)|| <= 3 e alpha_0 + 288 e/(eps n)", x.functions)
    right = final_bound(x)
    for place in x.points():
        row = x.plan.row_of[place]
        law = [divided(p, x.fixed.sums[row], x.scale) for p in x.fixed.rows[row]]
        left = x.expected([p for p in law if p is not None], x.instance.target_of[place])
        places.look(left, right, x=x.instance.space.points[place])
    return places.result(premise=_premise(x))
