"""The parameters of section 8 of ENV: rounds, eta and gamma for sizes and an eps; and whether the answer is always 0."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import ceil

from exact.envelopes.enclosed import Enclosed
from exact.envelopes.inequalities.result import Inequality, Places
from exact.envelopes.inputs import check_size
from exact.envelopes.intervals import ONE, Functions, add, divide, multiply, point, scaled
from exact.envelopes.likelihood_envelope import check_digits, read_eps
from exact.errors import TooLarge, Undecided
from exact.reading import LossInput

SIZE_LIMIT = 1 << 200
"""The largest size: of every size only logarithms and quotients are worked out."""


@dataclass(frozen=True, slots=True)
class Parameters:
    """The choices of section 8. Made by `parameters`.

    Attributes
    ----------
    tau
        ``sqrt(ln(2T) ln(2k)/(eps n))``.
    error_bound
        ``2^20 e min(1, tau)``, which Theorem 1.1 states.
    alpha, rounds, eta, gamma
        ``2048 tau``, ``ceil(16 ln(2T)/alpha^2)``, ``128 ln(2k)/alpha``, ``alpha/4``; None where the answer is always 0.
    checks
        The inequalities (8.2), the growth condition, ``alpha_0 <= alpha``, (8.6) and (8.7); none for the zero output.
    """

    tau: Enclosed
    error_bound: Enclosed
    alpha: Enclosed | None = None
    rounds: int | None = None
    eta: Enclosed | None = None
    gamma: Enclosed | None = None
    checks: tuple[Inequality, ...] = ()

    @property
    def is_zero_output(self) -> bool:
        """Whether ``2048 tau > 1``: then the answer is 0, whatever the database is."""
        return self.alpha is None


def parameters(universe_size: int, queries: int, n: int, eps: LossInput, digits: int = 40) -> Parameters:
    """Return the choices of section 8 for T elements, k queries, n rows and eps in nats, with the inequalities that the paper derives from them.

    Where the answer is always 0 there are tau and the bound of the error only.

    Parameters
    ----------
    universe_size, queries, n
        T, k and n: integers from 1 to `SIZE_LIMIT`.
    eps
        In nats, finite, > 0: a rational number, a log of a rational number, or a sum of rational multiples of these.
    digits
        From 1 to 1,000: about so many significant digits are known of every value.

    Raises
    ------
    TypeError
        For sizes that are no integers, and an eps that is no exact loss, such as a float.
    OutOfRange
        For a size below 1, and an eps or digits outside their ranges.
    Unsupported
        For an eps that is the log of a sum.
    TooLarge
        For a size beyond `SIZE_LIMIT`, or where the number of rounds is not told from the next at this precision.
    Undecided
        Where enclosures do not tell ``2048 tau`` from 1.

    Examples
    --------
    >>> parameters(10, 100, 1000, 1).is_zero_output
    True
    >>> found = parameters(10, 100, 10**10, 1)
    >>> found.rounds, found.alpha.decimal(3), {check.verdict for check in found.checks}
    (7200, '0.0816', {'holds'})

    References
    ----------
    ENV, Theorem 1.1 and section 8.
    """
    check_digits(digits)
    t, k, n = (check_size(name, v, SIZE_LIMIT) for name, v in (("universe_size", universe_size), ("queries", queries), ("n", n)))
    rate = read_eps(eps)
    f = Functions(4 * digits + 64)
    e, eps_value = f.exp(ONE), f.of_loss(rate)
    log_d, log_q = f.log(point(2 * t)), f.log(point(2 * k))
    tau = f.sqrt(divide(multiply(log_d, log_q), scaled(eps_value, n)))
    top = scaled(e, 1 << 20)
    if tau.upper * 2048 > 1:
        if tau.lower * 2048 <= 1:
            raise Undecided("whether 2048 tau is above 1 is open at this precision")
        least = Enclosed(min(tau.lower, Fraction(1)), min(tau.upper, Fraction(1)))
        return Parameters(tau, multiply(top, least))
    alpha = scaled(tau, 2048)
    squared = multiply(alpha, alpha)
    wanted = divide(scaled(log_d, 16), squared)
    rounds = ceil(wanted.upper)
    if rounds != ceil(wanted.lower):
        raise TooLarge("the number of rounds could not be told at this precision")
    eta, gamma = divide(scaled(log_q, 128), alpha), scaled(alpha, Fraction(1, 4))
    log_moves = f.log(point(t * t + 1))
    kappa = scaled(multiply(eta, eta), Fraction(2 * rounds, n * n))
    alpha_0 = add(divide(scaled(f.log(point(t)), 2), scaled(gamma, rounds)), gamma, scaled(divide(f.log(point(4 * k)), eta), 16))
    one_over = divide(ONE, scaled(eps_value, n))
    final = add(scaled(multiply(e, alpha_0), 3), scaled(multiply(e, one_over), 288))
    growth = scaled(divide(multiply(eps_value, eps_value), log_moves), Fraction(1, 1 << 20))
    sides = (
        ("(8.2)", "2^21 ln(2T) ln(2k) <= eps n alpha^2", scaled(multiply(log_d, log_q), 1 << 21), multiply(scaled(eps_value, n), squared)),
        ("(8.4)", "J <= 32 ln(2T)/alpha^2", point(rounds), scaled(wanted, 2)),
        ("Section 8, growth condition", "2 J eta^2/n^2 <= 2^-20 eps^2/ln(T^2 + 1)", kappa, growth),
        ("Section 8, base error", "alpha_0 <= alpha", alpha_0, alpha),
        ("(8.6)", "1/(eps n) <= alpha", one_over, alpha),
        ("(8.7)", "3 e alpha_0 + 288 e/(eps n) <= 512 e alpha", final, scaled(multiply(e, alpha), 512)),
    )
    checks = []
    for item, statement, left, right in sides:
        places = Places(item, statement, f)
        places.look(left, right)
        checks.append(places.result())
    return Parameters(tau, multiply(top, tau), alpha, rounds, eta, gamma, tuple(checks))
