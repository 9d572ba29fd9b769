"""Lemmas A.1 to A.4 of ENV on the laws of an instance. Lemma A.5 is `exact.envelopes.inequalities.normalisers.radial_summation`."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from exact.envelopes.enclosed import Enclosed, added, greatest, multiplied, to_enclosed
from exact.envelopes.inequalities.examination import Examination, check_examination, check_orders
from exact.envelopes.inequalities.result import Inequality, Places
from exact.envelopes.intervals import ONE, ZERO, add, divide, multiply, point, scaled, subtract
from exact.envelopes.synthetic_answers import Transcript


def bounded_ratio(x: Examination, orders: Iterable[int] = (2, 3)) -> Inequality:
    """Return Lemma A.1: ``D_r(P || Q) <= r a^2/2`` where ``e^-a <= P/Q <= e^a``, for the laws of all pairs of targets and the least such a.

    Parameters
    ----------
    x
        From `examine`.
    orders
        A list of integers r from 2 to 64, at least one.

    Returns
    -------
    Inequality
        The verdict, and both sides where they are closest; `at` names P and Q (the targets of the laws) and order.

    Raises
    ------
    TypeError, OutOfRange
        For what is no Examination, and for orders that are no list or out of range.

    References
    ----------
    ENV, Lemma A.1.
    """
    check_examination("bounded_ratio", x)
    wanted = check_orders(orders, 2)
    places = Places("Lemma A.1", "D_r(P || Q) <= r a^2/2", x.functions)
    masses, f = x.fixed.masses, x.functions
    for i, p in enumerate(masses):
        for j, q in enumerate(masses):
            if i == j:
                places.look(ZERO, ZERO)
                continue
            a = f.log(to_enclosed(greatest([*x.ratios(p, q), *x.ratios(q, p)]), x.scale))
            for r in wanted:
                left = scaled(f.log(x.moment(p, q, r)), Fraction(1, r - 1))
                places.look(left, scaled(multiply(a, a), Fraction(r, 2)), P=x.instance.targets[i], Q=x.instance.targets[j], order=r)
    return places.result()


def hedge(x: Examination) -> Inequality:
    """Return Lemma A.2: ``sum_t (s_t(mu*) - s_t(mu_{t-1})) <= ln T/gamma + gamma J/2`` for all transcripts and all laws mu* on the universe: the
    left side is linear in mu*, so the point masses suffice.

    Parameters
    ----------
    x
        From `examine`.

    Returns
    -------
    Inequality
        The verdict, and both sides where they are closest; `at` names transcript and element.

    Raises
    ------
    TypeError
        For what is no Examination.

    References
    ----------
    ENV, Lemma A.2.
    """
    check_examination("hedge", x)
    i, f = x.instance, x.functions
    places = Places("Lemma A.2", "sum_t (s_t(mu*) - s_t(mu_{t-1})) <= ln T/gamma + gamma J/2", f)
    right = scaled(x.hedge_regret, i.rounds)
    means = {prefix: [f.of_value(mean) if mean.sign() >= 0 else scaled(f.of_value(-mean), -1) for mean in row] for prefix, row in i.means.items()}
    for w in i.transcripts:
        signed = [i.signed_order[s] for s in w]
        gains = [sum((sign * i.queries[q][d] for q, sign in signed), Fraction(0)) for d in range(i.universe_size)]
        synthetic = add(*(scaled(means[w[:t]][q], sign) for t, (q, sign) in enumerate(signed)))
        places.look(subtract(point(max(gains)), synthetic), right, transcript=w, element=gains.index(max(gains)))
    return places.result()


def softmax_gap(x: Examination) -> tuple[Inequality, Inequality]:
    """Return Lemma A.3 for every selection of the instance: ``||G||_2 <= 4 ln(2K)/eta`` and ``P(G >= u) <= K e^(-eta u)``, u every gap.

    G is how far the score of the selection falls below the largest one, K = 2k the number of scores.

    Parameters
    ----------
    x
        From `examine`.

    Returns
    -------
    tuple of two Inequality
        The bound of the norm, and that of the tail.

    Raises
    ------
    TypeError
        For what is no Examination.
    TooLarge
        Where an exponent is beyond 1,000,000.

    References
    ----------
    ENV, Lemma A.3.
    """
    check_examination("softmax_gap", x)
    i, f = x.instance, x.functions
    second = Places("Lemma A.3, norm", "||G||_2 <= 4 ln(2K)/eta", f)
    tail = Places("Lemma A.3, tail", "P(G >= u) <= K e^(-eta u)", f)
    count = len(i.signed_order)
    norm_bound = scaled(divide(x.log_signed, x.eta), 4)
    for prefix, target, gaps in _gaps(x):
        weights = [f.exp(scaled(multiply(x.eta, gap), -1)) for gap in gaps]
        whole = add(*weights)
        square = divide(add(*(multiply(weight, gap, gap) for weight, gap in zip(weights, gaps, strict=True))), whole)
        second.look(f.sqrt(square), norm_bound, prefix=prefix, target=target)
        for u, weight in zip(gaps, weights, strict=True):
            beyond = add(*(v for gap, v in zip(gaps, weights, strict=True) if gap.upper >= u.lower))
            tail.look(divide(beyond, whole), scaled(weight, count), prefix=prefix, target=target, gap=u.lower)
    return second.result(), tail.result()


def _gaps(x: Examination) -> Iterable[tuple[Transcript, tuple[Fraction, ...], list[Enclosed]]]:
    """Yield, for every prefix and target, how far each score falls below the largest: exact differences where they are rational."""
    for prefix, row in x.instance.means.items():
        for target in x.instance.targets:
            scores = [sign * (wanted - mean) for wanted, mean in zip(target, row, strict=True) for sign in (1, -1)]
            best = max(scores)
            yield prefix, target, [ZERO if score == best else x.functions.of_value(best - score) for score in scores]


def renyi_maximum(x: Examination) -> tuple[Inequality, Inequality]:
    """Return Lemma A.4 at the order a = b = 2: ``sum_w max_i p_i G <= exp(ln N/2 + A) ||G||_{L2(P_0)}`` for ``D_2(P_i || P_0) <= 2A``.

    P_0 is the law of each target in turn, the P_i those of all targets, A the least possible; G = 1, and G the loss at that target.

    Parameters
    ----------
    x
        From `examine`.

    Returns
    -------
    tuple of two Inequality
        For G = 1, and for G the loss.

    Raises
    ------
    TypeError
        For what is no Examination.

    References
    ----------
    ENV, Lemma A.4.
    """
    check_examination("renyi_maximum", x)
    f = x.functions
    mass = Places("Lemma A.4, G = 1", "sum_w max_i p_i <= exp(ln N/2 + A)", f)
    error = Places("Lemma A.4, G = L_x", "sum_w max_i p_i L_x <= exp(ln N/2 + A) ||L_x||_2", f)
    laws = x.fixed.masses
    top = [greatest(column) for column in zip(*laws, strict=True)]
    root = f.sqrt(point(len(laws)))
    whole = to_enclosed(added(top), x.scale) if len(laws) > 1 else ONE  # of one law: the sides are equal, and enclosures would not tell
    for j, base in enumerate(laws):
        moments = [x.moment(p, base, 2) if i != j else ONE for i, p in enumerate(laws)]
        largest = Enclosed(max(m.lower for m in moments), max(m.upper for m in moments))
        bound = multiply(root, f.sqrt(largest)) if len(laws) > 1 else ONE  # exp(ln N/2 + A), with e^(2A) the largest second moment
        at = {"base": x.instance.targets[j]}
        mass.look(whole, bound, **at)
        squares = added(multiplied(p, multiplied(v, v, x.scale), x.scale) for p, v in zip(base, x.losses[j], strict=True))
        error.look(x.expected(top, j), multiply(bound, f.sqrt(to_enclosed(squares, x.scale))), **at)
    return mass.result(), error.result()
