"""The statements of ENV about base transcripts: Propositions 3.1 and 3.2, Lemmas 5.1 and 6.1. Each is looked at for all targets of databases."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any, Literal

from exact.envelopes.enclosed import added, divided, greatest, multiplied, to_enclosed
from exact.envelopes.inequalities.examination import Examination
from exact.envelopes.inequalities.result import Inequality, Places
from exact.envelopes.intervals import ZERO, add, divide, point, scaled
from exact.envelopes.multiplicative_weights import Target
from exact.errors import OutOfRange

Radius = Literal["target", "hamming"]


def _check_orders(orders: Iterable[int], least: int) -> tuple[int, ...]:
    found = tuple(orders)
    if not found or any(not isinstance(r, int) or not least <= r <= 64 for r in found):
        raise OutOfRange(f"orders are integers from {least} to 64, at least one")
    return found


def transcript_renyi(
    x: Examination, orders: Iterable[int] = (2, 3), *, factor: Fraction | int = 1, targets: Sequence[Target] | None = None
) -> Inequality:
    """Return Proposition 3.1: ``D_r(P_a || P_b) <= r rho d*(a, b)^2``, for all pairs of targets and these integer orders.

    Parameters
    ----------
    factor
        What rho is multiplied by; ``Fraction(1, 4)`` is provable, see Notes.
    targets
        The targets to look at, any lists of k rational numbers; by default those of all databases.

    Notes
    -----
    Given the selections before, the two laws of the next have ``pi_a(s)/pi_b(s) = e^(eta d_s)/E e^(eta d)`` with ``d = a - b``, the mean under
    pi_b. Let ``psi(r) = ln E e^(r eta d)``. Its second derivative is the variance of ``eta d`` under a tilted law, and ``|d_s| <= 2 d*/n``, so
    it is at most ``4 eta^2 d*^2/n^2``. As ``psi(0) = 0``, the logarithm of the r-th moment of the ratio, ``psi(r) - r psi(1)``, is at most
    ``(r (r - 1)/2) 4 eta^2 d*^2/n^2``. Over J rounds that is ``D_r <= r (rho/4) d*^2``; it also gives Lemma 6.1 with ``r (r - 1)``.
    """
    what = "" if factor == 1 else f" ({factor})"
    places = Places("Proposition 3.1", f"D_r(P_a || P_b) <= r rho{what} d*(a, b)^2", x.functions)
    rho = scaled(x.rho, factor)
    masses = x.fixed.masses if targets is None else x.laws_of(targets)
    targets = x.instance.targets if targets is None else targets
    for r in _check_orders(orders, 2):
        for i, a in enumerate(targets):
            for j, b in enumerate(targets):
                if i == j:
                    places.look(ZERO, ZERO)
                    continue
                divergence = scaled(x.functions.log(x.moment(masses[i], masses[j], r)), Fraction(1, r - 1))
                places.look(divergence, scaled(rho, r * x.target_distance(a, b) ** 2), a=a, b=b, order=r)
    return places.result()


def robust_utility(x: Examination, targets: Sequence[Target] | None = None) -> Inequality:
    """Return Proposition 3.2: ``||L_x||_{L2(P_a)} <= ln T/(gamma J) + gamma/2 + 4 ln(4k)/eta + 4 d*(a, a(x))/n``, for all x and these targets a
    (by default those of databases).
    """
    places = Places("Proposition 3.2", "||L_x||_2 <= ln T/(gamma J) + gamma/2 + 4 ln(4k)/eta + 4 d*(a, a(x))/n", x.functions)
    fixed = add(x.hedge_regret, scaled(divide(x.log_signed, x.eta), 4))
    scale, masses = x.scale, x.fixed.masses if targets is None else x.laws_of(targets)
    for i, center in enumerate(x.instance.targets):
        squares = [multiplied(v, v, scale) for v in x.losses[i]]
        for row, a in zip(masses, x.instance.targets if targets is None else targets, strict=True):
            second = to_enclosed(added(multiplied(p, s, scale) for p, s in zip(row, squares, strict=True)), scale)
            right = add(fixed, point(4 * x.target_distance(a, center) / x.instance.n))
            places.look(x.functions.sqrt(second), right, x=center, a=a)
    return places.result()


def base_error(x: Examination, targets: Sequence[Target] | None = None) -> Inequality:
    """Return section 3.3: ``E_{P_a} L_x <= alpha_0 + 4 d*(a, a(x))/n``, for all x and these targets a (by default those of databases)."""
    places = Places("Section 3.3", "E_{P_a} L_x <= alpha_0 + 4 d*(a, a(x))/n", x.functions)
    masses = x.fixed.masses if targets is None else x.laws_of(targets)
    for i, center in enumerate(x.instance.targets):
        for row, a in zip(masses, x.instance.targets if targets is None else targets, strict=True):
            right = add(x.alpha_0, point(4 * x.target_distance(a, center) / x.instance.n))
            places.look(x.expected(row, i), right, x=center, a=a)
    return places.result()


def likelihood_maurey(x: Examination, lengths: Iterable[int] = (1, 2)) -> Inequality:
    """Return Lemma 5.1, in logarithms: ``ln(p_y(w)/max_v p_v(w)) <= rho R^2/(4m)`` over v in ``V_{x,R,m}``, for all x, y with
    ``d(x, y) <= R <= n``, all transcripts w, and these code lengths m.
    """
    places = Places("Lemma 5.1", "ln(p_y(w)/max_v p_v(w)) <= rho R^2/(4m)", x.functions)
    for m in _check_orders(lengths, 1):
        for place in x.points():
            for radius in range(1, x.instance.n + 1):
                top = [greatest(column) for column in zip(*x.laws_of(x.family(place, radius, m)), strict=True)]
                quotients = [divided(p, v, x.scale) for p, v in zip(x.ball(place, radius), top, strict=True)]
                largest = greatest(q for q in quotients if q is not None)
                left = x.functions.log(to_enclosed(largest, x.scale))
                places.look(left, scaled(x.rho, Fraction(radius**2, 4 * m)), x=x.instance.space.points[place], radius=radius, length=m)
    return places.result()


def likelihood_moments(
    x: Examination, orders: Iterable[int] = (1, 2, 3), *, radius: Radius = "target", points: Iterable[Any] | None = None
) -> Inequality:
    """Return Lemma 6.1, in logarithms: ``ln sum_w p_x (p_v/p_x)^r <= A_R r^2`` for all x, all targets v of databases and these integer orders r.

    Parameters
    ----------
    radius
        "target": R is the least integer ``>= d*(v, a(x))``, at least 1, as sharp as the lemma is. "hamming": R is the least Hamming distance of
        databases with these targets, at least 1, as the balls of section 6 use it.
    points
        The x to look at; by default all.
    """
    return _moments(x, _check_orders(orders, 1), radius, "A_R r^2", points)


def likelihood_moments_sharp(
    x: Examination, orders: Iterable[int] = (2, 3), *, radius: Radius = "target", points: Iterable[Any] | None = None
) -> Inequality:
    """Return Lemma 6.1 with ``A_R r (r - 1)`` instead of ``A_R r^2``, which is provable, too (see `transcript_renyi`), for integer orders r >= 2."""
    return _moments(x, _check_orders(orders, 2), radius, "A_R r (r - 1)", points)


def likelihood_moments_of_family(x: Examination, orders: Iterable[int] = (2, 3), length: int = 1) -> Inequality:
    """Return Lemma 6.1 for the targets that section 6 uses it for: all x, ``1 <= R <= n``, and v in ``V_{x,R,m}`` for this code length m."""
    places = Places("Lemma 6.1, family", "ln sum_w p_x (p_v/p_x)^r <= A_R r^2 for v in V_{x,R,m}", x.functions)
    for place in x.points():
        base = x.fixed.masses[x.plan.classes[place]]
        for radius in range(1, x.instance.n + 1):
            family = x.family(place, radius, *_check_orders((length,), 1))
            for v, law in zip(family, x.laws_of(family), strict=True):
                for r in _check_orders(orders, 1):
                    left = x.functions.log(x.moment(law, base, r))
                    right = scaled(x.moment_scale(radius), r * r)
                    places.look(left, right, x=x.instance.space.points[place], v=v, radius=radius, order=r)
    return places.result()


def _moments(x: Examination, orders: tuple[int, ...], radius: Radius, right: str, points: Iterable[Any] | None) -> Inequality:
    if radius not in ("target", "hamming"):
        raise OutOfRange('radius is "target" or "hamming"')
    less = 1 if "- 1" in right else 0
    places = Places("Lemma 6.1, sharper" if less else "Lemma 6.1", f"ln sum_w p_x (p_v/p_x)^r <= {right}", x.functions)
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
