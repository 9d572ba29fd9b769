r"""The two best double-DP approximations of a Gaussian trade-off curve in balls: the touching points of two tangents, and a kink above.

For G_mu the point of the curve at threshold w > mu/2 is ``(alpha, beta)`` or its mirror image ``(beta, alpha)``, ``alpha = Phi(-w)``,
``beta = Phi(w - mu)``; the tangent there has slope -e^eps, ``eps = mu w - mu^2/2``. With ``D = beta - alpha``, ``S = alpha + beta`` and
``T = tanh(eps/2)`` the point is ``u = D/sqrt 2``, ``g = S/sqrt 2``, ``g' = T`` in the frame turned by 45 degrees, and ``S' = T D'``,
``D' = phi(w - mu) + phi(w)``, ``T' = mu (1 - T^2)/2`` as functions of w.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from flint import arb, fmpq

from exact.engine.balls import Enclosure, enclosure, precision
from exact.engine.normal import phi

STEPS = 60
"""Newton steps before an attempt at one precision is given up; near the root the number of right digits doubles with each."""

Row = tuple[Any, Any]


class _Point(NamedTuple):
    """A point of the curve in the turned frame, times sqrt 2, and derivatives by w."""

    d: Any
    s: Any
    t: Any
    d_by_w: Any
    t_by_w: Any


def _density(w: Any) -> Any:
    return (-w * w / 2).exp() / (2 * arb.pi()).sqrt()


def _point(w: Any, mu: Any) -> _Point:
    alpha, beta = phi(-w), phi(w - mu)
    t = ((mu * w - mu * mu / 2) / 2).tanh()
    return _Point(beta - alpha, alpha + beta, t, _density(w - mu) + _density(w), mu * (1 - t * t) / 2)


def _equations(w: Row, mu: Any) -> tuple[Row, tuple[Row, Row]]:
    """Return the two sides' differences of the equations of Proposition 1, times sqrt 2, and their derivatives by w_1 and w_2.

    With kink ``t = 2 u_1`` and foot ``z = 2 (u_2 - u_1)``: the two tangents meet at t, and the second meets the line g = u at z.
    """
    p, q = _point(w[0], mu), _point(w[1], mu)
    meet = p.s + p.t * p.d - q.s - q.t * (2 * p.d - q.d)
    foot = q.s + q.t * (q.d - 2 * p.d) - 2 * (q.d - p.d)
    by_first = 2 * p.t * p.d_by_w + p.t_by_w * p.d - 2 * q.t * p.d_by_w, -q.t_by_w * (2 * p.d - q.d)
    by_second = 2 * p.d_by_w * (1 - q.t), 2 * (q.t - 1) * q.d_by_w + q.t_by_w * (q.d - 2 * p.d)
    return (meet, foot), (by_first, by_second)


def _inverse(rows: tuple[Row, Row]) -> tuple[Row, Row]:
    (a, b), (c, d) = rows
    det = (a * d - b * c).mid()
    return (d.mid() / det, -b.mid() / det), (-c.mid() / det, a.mid() / det)


def _times(rows: tuple[Row, Row], v: Row) -> Row:
    return rows[0][0] * v[0] + rows[0][1] * v[1], rows[1][0] * v[0] + rows[1][1] * v[1]


def _root(mu: Any, bits: int) -> Row | None:
    """Return balls that hold a common root of the two equations, proved by Krawczyk's test; None where the precision does not suffice.

    Newton's method comes to a point y. With C about the inverse of the derivatives there and a box X around y, a root lies in
    ``K = y - C f(y) + (1 - C f'(X))(X - y)`` wherever K lies inside X (R. E. Moore, *A Test for Existence of Solutions to Nonlinear
    Systems*, 1977).
    """
    y: Row = (mu / 2 + arb("0.355") / (1 + mu / arb("12.5")), mu / 2 + arb("1.22") / (1 + mu / 10))
    for _ in range(STEPS):
        y = (y[0].mid(), y[1].mid())
        values, slopes = _equations(y, mu)
        step = _times(_inverse(slopes), values)
        if not (step[0].is_finite() and step[1].is_finite()):
            return None
        y = (y[0] - step[0], y[1] - step[1])
        if all(abs(s.mid()) < arb(2) ** -bits for s in step):
            break
    y = (y[0].mid(), y[1].mid())
    values, slopes = _equations(y, mu)
    c = _inverse(slopes)
    zero = arb(0, arb(2) ** -bits)
    box = (y[0] + zero, y[1] + zero)
    _, around = _equations(box, mu)
    columns = [_times(c, (around[0][j], around[1][j])) for j in (0, 1)]
    rest = _times(((1 - columns[0][0], -columns[1][0]), (-columns[0][1], 1 - columns[1][1])), (zero, zero))
    shift = _times(c, values)
    found = (y[0] - shift[0] + rest[0], y[1] - shift[1] + rest[1])
    return found if all(x.contains_interior(k) for x, k in zip(box, found, strict=True)) else None


def _enclosures(values: dict[str, Any], wanted: int) -> dict[str, Enclosure] | None:
    """Return enclosures of relative width ``2^-wanted``; None where one is wider, or its sign is open."""
    out = {}
    for name, ball in values.items():
        if not ball.is_finite() or not ball > 0:
            return None
        lo, hi, s = enclosure(ball)
        if (hi - lo) << wanted > lo:
            return None
        out[name] = lo, hi, s
    return out


def tangents_below_gaussian(n: int, d: int, wanted: int, bits: int) -> dict[str, Enclosure] | None:
    """Enclose, for mu = n/d, the two tangents of MULTI Proposition 1: thresholds w1 and w2, kink t, foot z, eps and delta of both.

    ``delta = Phi(mu - w) - e^eps Phi(-w)``, 2 being the tangent of smaller eps (at w1). None where the precision does not suffice for
    relative widths of ``2^-wanted``, or does not prove that there is a root.
    """
    with precision(bits):
        mu = arb(fmpq(n, d))
        root = _root(mu, bits // 2)
        if root is None:
            return None
        p, q = (_point(w, mu) for w in root)
        eps = [mu * w - mu * mu / 2 for w in root]
        delta = [phi(mu - w) - e.exp() * phi(-w) for w, e in zip(root, eps, strict=True)]
        values = {"w1": root[0], "w2": root[1], "t": arb(2).sqrt() * p.d, "z": arb(2).sqrt() * (q.d - p.d)}
        values |= {"eps1": eps[1], "delta1": delta[1], "eps2": eps[0], "delta2": delta[0]}
        return _enclosures(values, wanted)


def chords_above_gaussian(n: int, d: int, wanted: int, bits: int) -> dict[str, Enclosure] | None:
    """Enclose, for mu = n/d, the chords of MULTI Proposition 2: the fixed point c, eps of the single chord, the kink (t, f), eps and delta.

    The kink is where the curve has the slope of the chord from (0, 1) to (c, c): ``w = (eps + mu^2/2)/mu``, ``t = Phi(-w)``,
    ``f = Phi(w - mu)``. None where the precision does not suffice for relative widths of ``2^-wanted``.
    """
    with precision(bits):
        mu = arb(fmpq(n, d))
        c = phi(-mu / 2)
        single = ((1 - c) / c).log()
        w = (single + mu * mu / 2) / mu
        t, f = phi(-w), phi(w - mu)
        steep, flat = (1 - f) / t, (f - c) / (c - t)
        values = {"c": c, "eps": single, "t": t, "f": f}
        values |= {"eps1": steep.log(), "eps2": flat.log(), "delta2": 1 - f - flat * t}
        return _enclosures(values, wanted)

