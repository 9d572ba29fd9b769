"""The universal bound C_k on the cost of the natural filter: for any queries, any budget, at every x.

For any family, any budget B, k rounds and any x > 0, the curves of the cost of the natural filter and of B satisfy

    h_cost(x) <= C_k(h_B(x)),      C_k(d) = d * sum over j < k of ln(1/d)^j / j!,      C_k(0) = 0.

``C_k(d)`` is the probability that a Poisson variable of mean ln(1/d) is less than k, and the mean of min(1, d/(U_1 ... U_{k-1})) for independent
uniform U_j. For two rounds it is ``d (1 + ln 1/d)``: delta grows by no more than the factor ``1 + ln(1/delta)`` at unchanged epsilon. For both
directions of a guarantee apply it to the dual game too. The bound is the best possible of its kind: `exact.filters.sharpness`.

Proof. Condition on the first outcome. If S is what is played after an outcome of ratio >= l, then the composition of the first query and S is
within the budget, so ``Pr[ratio >= l] h_S(x/l) <= d``; after the outcome l the rest is a game of k - 1 rounds at x/l with a budget of value
min(1, d/Pr[ratio >= l]) there. Integrate over the outcome.

The values contain logarithms and are mostly no exact numbers. They are enclosed with directed rounding, in integers; where ln(1/d) is rational
(d = 1 or d = e^-r), where d = 0, and for k = 1 they are exact.

This bound is not in RES.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from exact import decimals, engine
from exact.errors import OutOfRange, Undecided
from exact.loss import Loss
from exact.number import Number
from exact.reading import ExactInput, number
from exact.writing import shorten

ROUND_LIMIT = 100_000
"""The largest number of rounds."""

EXACT_ROUNDS = 1_000
"""The number of rounds up to which ``C_k(e^-r)`` is taken as an exact number; its fractions become long."""

UNDECIDED_BITS = 1 << 14
"""The precision, in bits, up to which a comparison with the bound is tried before `Undecided` is raised."""


@dataclass(frozen=True, slots=True)
class _Bound:
    """C_k(d) for 0 < d < 1 and k > 1, mostly with irrational ln(1/d): what `exact.decimals` needs of a real number."""

    d: Number
    rounds: int

    def as_fraction(self) -> Fraction | None:
        return None  # none is found: for algebraic d, and for e^-r, the value is transcendental (Lindemann)

    def rational_at_hand(self) -> Fraction | None:
        return None

    def enclosure(self, bits: int) -> engine.Enclosure:
        """Return integers ``lo, hi, s``: ``lo 2^s <= C_k(d) <= hi 2^s``, of relative width at most 2^-bits."""
        log = -Loss(self.d)
        work = bits + 16 + self.rounds.bit_length()
        while True:
            d_low, d_high, s = self.d.enclosure(work)
            low, high = _poisson_sum(log.enclosure(work), self.rounds, work)
            low, high = low * d_low, high * d_high
            if (high - low) << bits <= low:
                return low, high, s - work
            work += work // 2


def _poisson_sum(log: engine.Enclosure, rounds: int, bits: int) -> tuple[int, int]:
    """Return bounds, scaled by 2^bits, of ``sum over j < k of z^j/j!`` for a positive z in the enclosure."""
    lo, hi, s = log
    z_low, z_high = _scaled(lo, s + bits), -_scaled(-hi, s + bits)
    low = high = low_term = high_term = 1 << bits
    for j in range(1, rounds):
        low_term = (low_term * z_low) // (j << bits)
        high_term = -((-high_term * z_high) // (j << bits))
        low, high = low + low_term, high + high_term
        if high_term == 1 and (2 * z_high) >> bits < j:  # from here on the terms halve at least: together less than one more unit
            return low, high + 1
    return low, high


def _scaled(n: int, shift: int) -> int:
    """Return ``floor(n 2^shift)``."""
    return n << shift if shift >= 0 else n >> -shift


def _read(d: ExactInput, rounds: int) -> Number:
    value = number(d)
    if value.sign() < 0 or value > 1:
        raise OutOfRange(f"the bound C_k(d) needs a d in [0, 1], not {shorten(str(value))}")
    if not isinstance(rounds, int) or isinstance(rounds, bool) or not 1 <= rounds <= ROUND_LIMIT:
        raise OutOfRange(f"rounds must be an integer from 1 to {ROUND_LIMIT}, not {rounds!r}")
    return value


def _bound(d: Number, rounds: int) -> Number | _Bound:
    """Return C_k(d), as an exact number where it is known to be one."""
    if rounds == 1 or not d:
        return d
    log = (-Loss(d)).as_fraction()
    if log is None or (log and rounds > EXACT_ROUNDS):
        return _Bound(d, rounds)
    total = term = Fraction(1)
    for j in range(1, rounds if log else 1):
        term = term * log / j
        total += term
    return d * total


def universal_bound_lower(d: ExactInput, rounds: int, digits: int = 30) -> str:
    """Return the largest decimal of N significant digits that is at most C_k(d).

    Parameters
    ----------
    d
        The value h_B(x) of the budget, a probability.
    rounds
        The number of rounds k, 1 to 100,000.
    digits
        The number N of significant digits.

    Returns
    -------
    str
        Equal to `universal_bound_upper` only when the value is this decimal.

    Raises
    ------
    OutOfRange
        For a parameter outside its range.

    Examples
    --------
    >>> universal_bound_lower("1/4", 2, 20), universal_bound_upper("1/4", 2, 20)
    ('0.5965735902799726547', '0.59657359027997265471')
    >>> universal_bound_lower("1/4", 1), universal_bound_upper("1/4", 1)
    ('0.25', '0.25')
    """
    return _bounds(d, rounds, digits)[0]


def universal_bound_upper(d: ExactInput, rounds: int, digits: int = 30) -> str:
    """Return a decimal of N significant digits that is at least C_k(d), by less than one unit of its last digit.

    It is the guarantee: a natural filter of k rounds with a budget of value d at x costs no more at x. Parameters and errors are those of
    `universal_bound_lower`.

    Examples
    --------
    >>> universal_bound_upper("1e-6", 2, 10)
    '0.00001481551056'
    """
    return _bounds(d, rounds, digits)[1]


def is_within_universal_bound(cost: ExactInput, budget_value: ExactInput, rounds: int) -> bool:
    """Return whether ``cost <= C_k(budget_value)``, decided.

    Parameters
    ----------
    cost
        The number to compare, such as the value h(x) of the cost of a filter.
    budget_value
        The value h_B(x) of the budget at the same x, a probability.
    rounds
        The number of rounds k, 1 to 100,000.

    Raises
    ------
    OutOfRange
        For a parameter outside its range.
    Undecided
        When enclosures do not tell the two apart at 16,384 bits: they are equal or agree to so many digits (for algebraic numbers the
        latter). Where C_k is an exact number (d = 0, d = 1, d = e^-r with k <= 1,000, or k = 1) the question is decided.

    Examples
    --------
    >>> is_within_universal_bound("11/36", "1/4", 2)  # the worked example of the README
    True
    >>> is_within_universal_bound("3/5", "1/4", 2)
    False
    """
    value, d = number(cost), _read(budget_value, rounds)
    bound = _bound(d, rounds)
    if isinstance(bound, Number):
        return value <= bound
    if value <= d:
        return True  # C_k increases with k
    if value >= 1:
        return False  # C_k(d) < 1 for d < 1
    for bits in engine.precisions():
        if bits > UNDECIDED_BITS:
            break
        (low, high, s), (value_low, value_high, t) = bound.enclosure(bits), value.enclosure(bits)
        m = min(s, t)  # both lie between d and 1
        if value_high << (t - m) <= low << (s - m):
            return True
        if value_low << (t - m) > high << (s - m):
            return False
    raise Undecided(
        f"whether {shorten(str(value))} <= C_{rounds}({shorten(str(d))}) is open at {UNDECIDED_BITS} bits of precision"
    )


def _bounds(d: ExactInput, rounds: int, digits: int) -> tuple[str, str]:
    bound = _bound(_read(d, rounds), rounds)
    decimals.check_digits(digits)
    if isinstance(bound, _Bound):
        low, _, s = bound.enclosure(4 * digits + engine.START_BITS)
        if ((1 << -s) - low) * 10**digits <= 1 << -s:  # then 1 - 10^-N <= C_k(d) < 1, however near 1
            return decimals.decimal_text(10**digits - 1, -digits), "1"
    return decimals.bounds(bound, digits)
