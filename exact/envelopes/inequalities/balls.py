"""The statements of ENV about balls, blocks, normalisers and the final error: sections 6 and 7."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from math import ceil
from typing import Any

from exact.envelopes.enclosed import Enclosed, Ends, added, divided, from_number, multiplied, to_enclosed
from exact.envelopes.inequalities.examination import Examination
from exact.envelopes.inequalities.result import Inequality, Places
from exact.envelopes.intervals import ONE, add, divide, multiply, point, scaled
from exact.envelopes.rows import discount
from exact.errors import Undecided


def growth_condition(x: Examination) -> bool:
    """Return whether ``kappa <= 2^-20 eps^2/L``, the premise of section 7; `Undecided` where enclosures overlap."""
    right = scaled(divide(multiply(x.eps_value, x.eps_value), x.log_moves), Fraction(1, 1 << 20))
    if x.kappa.upper <= right.lower:
        return True
    if x.kappa.lower > right.upper:
        return False
    raise Undecided("whether the growth condition holds is open at this precision")


def _premise(x: Examination) -> str:
    return "" if growth_condition(x) else "the growth condition kappa <= 2^-20 eps^2/L is false"


def ball_exponents(x: Examination) -> tuple[Inequality, Inequality]:
    """Return how section 6 chooses moment order and code length (Table 1), for ``1 <= R <= n``: near, where ``A_R <= L``,
    ``L/r + A_R r <= 4 sqrt(A_R L)`` with ``r = ceil(sqrt(L/A_R)) + 1``; far, ``A_R/m + m L <= 3 sqrt(A_R L)`` with ``m = ceil(sqrt(A_R/L))``.

    Each is not applicable where no radius is near, or far.
    """
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
    """Return ``e^(5 sqrt(A_R L))``."""
    return x.functions.exp(scaled(x.functions.sqrt(multiply(x.moment_scale(radius), x.log_moves)), 5))


def ball_mass(x: Examination, points: Iterable[Any] | None = None) -> Inequality:
    """Return the first bound of the box of section 6: ``sum_w H_R(w) <= e^(5 sqrt(A_R L))``, for these x (by default all) and ``1 <= R <= n``."""
    places = Places("Section 6, box, mass", "sum_w H_R(w) <= e^(5 sqrt(A_R L))", x.functions)
    for radius in range(1, x.instance.n + 1):
        right = ball_bound(x, radius)
        for place in x.points(points):
            left = to_enclosed(added(x.ball(place, radius)), x.scale)
            places.look(left, right, x=x.instance.space.points[place], radius=radius)
    return places.result()


def ball_sum(x: Examination, at: Any, radius: int) -> Enclosed:
    """Return ``sum_w H_R(w)`` of the ball of this radius round a point."""
    return to_enclosed(added(x.ball(x.instance.space.place(at), radius)), x.scale)


def ball_error(x: Examination, points: Iterable[Any] | None = None) -> Inequality:
    """Return the second bound of the box of section 6: ``sum_w H_R L_x <= e^(5 sqrt(A_R L)) (alpha_0 + 8R/n)``; x and R as in `ball_mass`."""
    places = Places("Section 6, box, error", "sum_w H_R(w) L_x(w) <= e^(5 sqrt(A_R L)) (alpha_0 + 8R/n)", x.functions)
    for radius in range(1, x.instance.n + 1):
        right = multiply(ball_bound(x, radius), add(x.alpha_0, point(Fraction(8 * radius, x.instance.n))))
        for place in x.points(points):
            left = x.expected(x.ball(place, radius), x.instance.target_of[place])
            places.look(left, right, x=x.instance.space.points[place], radius=radius)
    return places.result()


def block_bound(x: Examination) -> Inequality:
    """Return the block bound of section 7: ``p~_x(w) <= p_x(w) + sum_{j<n} e^(-(eps/2)(jB + 1)) H_{R_j}(w)``, for all x and w."""
    places = Places("Section 7, blocks", "p~_x(w) <= p_x(w) + sum_j e^(-(eps/2)(jB + 1)) H_{R_j}(w)", x.functions)
    width, count = x.block, x.instance.n
    weights = [from_number(discount(x.eps, j * width + 1), x.scale) for j in range(count)]
    for place in x.points():
        balls: list[list[Ends]] = []
        for j in range(count):
            full = j and j * width >= count  # the ball is the whole space already
            balls.append(balls[-1] if full else x.ball(place, (j + 1) * width))
        base = x.fixed.masses[x.plan.classes[place]]
        for w, left in enumerate(x.fixed.rows[x.plan.row_of[place]]):
            right = added([base[w], *(multiplied(f, ball[w], x.scale) for f, ball in zip(weights, balls, strict=True))])
            at = {"x": x.instance.space.points[place], "transcript": x.instance.transcripts[w]}
            places.look(to_enclosed(left, x.scale), to_enclosed(right, x.scale), **at)
    return places.result()


def damping(x: Examination) -> Enclosed:
    """Return ``u_eps``: 1 for eps <= 1, else ``e^(-eps/3)``."""
    return ONE if x.eps <= 1 else x.functions.exp(scaled(x.eps_value, Fraction(-1, 3)))


def radial_summation(x: Examination, count: int = 20) -> tuple[Inequality, Inequality, Inequality]:
    """Return Lemma 7.1: ``Phi_j <= e u e^(-j theta/3)``, ``sum_{j<N} Phi_j <= 2 e u`` and ``sum_{j<N} (j + 1) Phi_j <= 4 e u``, for j, N up to
    `count`, with ``Phi_j = e^(-(eps/2)(jB + 1)) e^(theta (j + 1)/100)``. It depends on eps alone, and needs no premise.
    """
    f, width = x.functions, x.block
    theta, bound = scaled(x.eps_value, width), multiply(f.exp(ONE), damping(x))
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
    """Return ``Z_x <= 1 + 2 e u_eps`` (at most ``1 + 2e``), for all x: under the growth condition only; without it the sides are shown."""
    places = Places("Section 7, normaliser", "Z_x <= 1 + 2 e u", x.functions)
    right = add(ONE, scaled(multiply(x.functions.exp(ONE), damping(x)), 2))
    for place in x.points():
        places.look(to_enclosed(x.fixed.sums[x.plan.row_of[place]], x.scale), right, x=x.instance.space.points[place])
    return places.result(premise=_premise(x))


def final_bound(x: Examination) -> Enclosed:
    """Return ``3 e alpha_0 + 288 e/(eps n)``."""
    e = x.functions.exp(ONE)
    return add(scaled(multiply(e, x.alpha_0), 3), scaled(divide(e, scaled(x.eps_value, x.instance.n)), 288))


def error_mass(x: Examination) -> Inequality:
    """Return ``sum_w p~_x(w) L_x(w) <= 3 e alpha_0 + 288 e/(eps n)``, for all x, under the growth condition."""
    places = Places("Section 7, error mass", "sum_w p~_x(w) L_x(w) <= 3 e alpha_0 + 288 e/(eps n)", x.functions)
    right = final_bound(x)
    for place in x.points():
        left = x.expected(x.fixed.rows[x.plan.row_of[place]], x.instance.target_of[place])
        places.look(left, right, x=x.instance.space.points[place])
    return places.result(premise=_premise(x))


def final_error(x: Examination) -> Inequality:
    """Return ``E ||M(x) - F(x)||_inf <= 3 e alpha_0 + 288 e/(eps n)``, for all x, under the growth condition."""
    places = Places("Section 7, error", "E ||M(x) - F(x)|| <= 3 e alpha_0 + 288 e/(eps n)", x.functions)
    right = final_bound(x)
    for place in x.points():
        row = x.plan.row_of[place]
        law = [divided(p, x.fixed.sums[row], x.scale) for p in x.fixed.rows[row]]
        left = x.expected([p for p in law if p is not None], x.instance.target_of[place])
        places.look(left, right, x=x.instance.space.points[place])
    return places.result(premise=_premise(x))
