"""Losses: logarithms of exact positive numbers, and +-inf. Every exponent and every epsilon is one (unit: nats).

A `Loss` stores its exponential, an exact `Number`: ``1/2`` stores e^(1/2), ``log(3)`` stores 3. So sums of losses are
products of exponentials, and losses compare as their exponentials do: one decision procedure for both. Multiples by a
rational that is not an integer exist where the exponential is ``c e^r prod p^a``.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any, NoReturn

from exact import conversion, decimals, engine, latex
from exact.denominators import Product
from exact.errors import OutOfRange, TooLarge, Unsupported
from exact.exponent import from_rational
from exact.number import Number, as_monomial, coerce, from_monomial, rational_power
from exact.ordered import Ordered
from exact.sums import terms_of
from exact.writing import rational_text, shorten

LOSS_LIMIT = 1_000_000
"""The largest absolute value of a finite loss, in nats."""


class Loss(Ordered):
    """The logarithm of an exact positive number, or +-inf. Make one with `exact.reading.log` or `exact.reading.loss`;
    immutable, hashable, ordered.

    Mixes with ``int``, ``Fraction``, ``Decimal`` and rational `Number`; a ``float`` raises TypeError.
    """

    __slots__ = ("_exp", "_infinite")

    def __init__(self, exponential: Number | None, infinite: int = 0) -> None:
        if exponential is not None:
            if exponential.sign() <= 0:
                raise OutOfRange(f"log of {shorten(str(exponential))}, which is not positive")
            _check_size(exponential)
        self._exp = exponential
        self._infinite = infinite

    @property
    def is_infinite(self) -> bool:
        """Whether the loss is +inf or -inf."""
        return self._exp is None

    def exp(self) -> Number:
        """Return e^loss, exactly; `Unsupported` for +-inf."""
        if self._exp is None:
            raise Unsupported(f"exp({self}) is not a number")
        return self._exp

    def sign(self) -> int:
        """Return -1, 0 or 1."""
        return self._infinite if self._exp is None else self._exp.compare(Number(1))

    def as_fraction(self) -> Fraction | None:
        """Return the value as a Fraction where it is rational (this is decided: only e^r has a rational logarithm),
        else None.
        """
        if self._exp is None:
            return None
        parts = as_monomial(self._exp)
        if parts is None or parts[0] != 1 or parts[1][2]:
            return None
        return Fraction(parts[1][0], parts[1][1])

    def rational_at_hand(self) -> Fraction | None:
        """Return the value as a Fraction where this is known without long work, else None (which says nothing)."""
        return self.as_fraction() if self._exp is None or self._exp.is_multiplied_out else None

    # --- arithmetic ----------------------------------------------------------------------------------------------------------------------

    def __add__(self, other: object) -> Loss:
        b = as_loss_or_none(other)
        if b is None:
            return NotImplemented
        if self._exp is not None and b._exp is not None:
            return Loss(self._exp * b._exp)
        if self._infinite * b._infinite < 0:
            raise Unsupported("inf - inf has no value")
        return Loss(None, self._infinite or b._infinite)

    __radd__ = __add__

    def __neg__(self) -> Loss:
        return Loss(None, -self._infinite) if self._exp is None else Loss(self._exp.reciprocal())

    def __pos__(self) -> Loss:
        return self

    def __sub__(self, other: object) -> Loss:
        b = as_loss_or_none(other)
        return NotImplemented if b is None else self + (-b)

    def __rsub__(self, other: object) -> Loss:
        b = as_loss_or_none(other)
        return NotImplemented if b is None else b + (-self)

    def __mul__(self, other: object) -> Loss:
        if isinstance(other, Loss):
            a = other.as_fraction()
            if a is None and self.as_fraction() is not None:
                return other * self
            other = a
            if other is None:
                raise Unsupported("a product of two logarithms is not supported")
        k = coerce(other)
        if k is None:
            return NotImplemented
        factor = k.as_fraction()
        if factor is None:
            raise Unsupported(f"a loss times {shorten(str(k))} is not supported: the factor must be rational")
        if self._exp is None:
            if factor == 0:
                raise Unsupported("0 * inf has no value")
            return Loss(None, self._infinite if factor > 0 else -self._infinite)
        _check_multiple(self._exp, factor)
        if factor.denominator == 1:
            return Loss(self._exp**factor.numerator)
        if as_monomial(self._exp) is None:
            raise Unsupported(
                f"{shorten(rational_text(factor))} * log({shorten(str(self._exp))}) is not supported: only multiples by integers are"
            )
        return Loss(rational_power(self._exp, factor))

    __rmul__ = __mul__

    def __truediv__(self, other: object) -> Loss:
        k = coerce(other)
        if k is None:
            return NotImplemented
        return self * k.reciprocal()

    def __rtruediv__(self, other: object) -> NoReturn:
        coerce(other)
        raise TypeError("division by a loss has no meaning")

    # --- order -----------------------------------------------------------------------------------------------------------------------------

    def compare(self, other: Loss) -> int:
        """Return the sign of ``self - other``, decided."""
        if self._exp is not None and other._exp is not None:
            return self._exp.compare(other._exp)
        return (self._infinite > other._infinite) - (self._infinite < other._infinite)

    def order(self, other: object) -> int | None:
        """Return the sign of ``self - other`` for whatever is a loss, None for a stranger."""
        b = as_loss_or_none(other)
        return None if b is None else self.compare(b)

    def __hash__(self) -> int:
        """Hash by value; rational losses like Fraction."""
        rational = self.as_fraction()
        if rational is not None:
            return hash(rational)
        return hash(("loss", self._infinite if self._exp is None else self._exp))

    # --- values --------------------------------------------------------------------------------------------------------------------------

    def enclosure(self, bits: int) -> engine.Enclosure:
        """Return integers ``lo, hi, s``: ``lo 2^s <= self <= hi 2^s``, relative width at most 2^-bits; finite losses
        only.
        """
        x = self.exp()
        rational = self.rational_at_hand()
        if rational == 0:
            return 0, 0, 0
        if rational is not None:
            return Number(rational.numerator, Product(rational.denominator)).enclosure(bits)
        for start in engine.precisions():
            if start > decimals.PATIENCE_BITS and not x.is_multiplied_out:
                return Loss(Number(x.numerator, x.denominator)).enclosure(bits)
            found = x.enclose_log(start + bits)
            if found and (found[1] - found[0]) << bits <= min(abs(found[0]), abs(found[1])):
                return found
        raise AssertionError("unreachable")  # pragma: no cover

    def bounds(self, digits: int = 30) -> tuple[str, str]:
        """Return decimals ``(lower, upper)`` of N significant digits around the value (``inf``, ``-inf`` twice)."""
        return (str(self), str(self)) if self._exp is None else decimals.bounds(self, digits)

    def lower(self, digits: int = 30) -> Fraction:
        """Return the largest decimal of N significant digits that is at most the value; finite losses only."""
        self.exp()
        return decimals.bound_fractions(self, digits)[0]

    def upper(self, digits: int = 30) -> Fraction:
        """Return a decimal of N significant digits at least the value, less than one unit of the last digit above it;
        finite losses only.
        """
        self.exp()
        return decimals.bound_fractions(self, digits)[1]

    def decimal(self, digits: int = 30) -> str:
        """Return the value in nats, correctly rounded to N significant digits."""
        return str(self) if self._exp is None else decimals.rounded(self, digits)

    def to_sympy(self) -> Any:
        """Return the loss as a sympy expression: logarithms of primes where it has them, ``oo`` or ``-oo``."""
        if self._exp is None:
            return conversion.infinity_to_sympy(self._infinite)
        return conversion.log_to_sympy(self._exp)

    def latex(self) -> str:
        """Return LaTeX, without dollar signs; of a long loss, a decimal with an approximation sign."""
        if self._exp is None:
            return r"\infty" if self._infinite > 0 else r"-\infty"
        num, den = self._exp.numerator, self._exp.denominator
        if latex.size(num, den) > latex.LONGEST:
            return latex.decimal_latex(self)
        return latex.log_latex(num, den, as_monomial(self._exp))

    def _repr_latex_(self) -> str:
        return f"${self.latex()}$"

    def __float__(self) -> NoReturn:
        raise TypeError("an exact loss does not turn into a float silently; use decimal(17), or lower() and upper()")

    def __str__(self) -> str:
        if self._exp is None:
            return "inf" if self._infinite > 0 else "-inf"
        rational = self.as_fraction()
        if rational is not None:
            return rational_text(rational)
        parts = as_monomial(self._exp)
        if parts is None:
            return f"log({self._exp})"
        c, (n, d, radicals) = parts
        out = [rational_text(Fraction(n, d))] if n else []
        if c != 1:
            out.append(f"log({rational_text(c)})")
        out += [f"{rational_text(Fraction(a, b))}*log({p})" for p, a, b in radicals]
        return " + ".join(out)

    def __repr__(self) -> str:
        return f"loss({str(self)!r})"

    def __reduce__(self) -> tuple[type[Loss], tuple[Number | None, int]]:
        return Loss, (self._exp, self._infinite)


inf = Loss(None, 1)
"""The infinite loss."""


def _check_size(x: Number) -> None:
    if not x.is_multiplied_out:
        lo, hi, s = x.enclosure(8)
        if max(hi.bit_length() + s, -(lo.bit_length() + s)) > 2 * LOSS_LIMIT:
            raise TooLarge(f"a loss beyond {LOSS_LIMIT} nats is not supported")
        return
    for e in (*terms_of(x.numerator), *(e for f in x.denominator.factors for e in f.terms)):
        if abs(e[0]) > LOSS_LIMIT * e[1]:
            raise TooLarge(f"a loss beyond {LOSS_LIMIT} nats is not supported")


def _check_multiple(x: Number, k: Fraction) -> None:
    lo, hi, s = x.enclosure(8)
    size = max(abs(lo).bit_length() + s, -(hi.bit_length() + s), 1) * abs(k)
    if size > LOSS_LIMIT * 2 or (k.denominator == 1 and abs(k) > LOSS_LIMIT):
        raise TooLarge(f"a loss beyond {LOSS_LIMIT} nats is not supported")


def from_rational_loss(r: Fraction) -> Loss:
    """Return the loss r."""
    if abs(r) > LOSS_LIMIT:
        raise TooLarge(f"a loss beyond {LOSS_LIMIT} nats is not supported")
    return Loss(from_monomial(Fraction(1), from_rational(r)) if r else Number(1))


def as_loss_or_none(value: object) -> Loss | None:
    """Return a Loss for a Loss or a rational number, None for a stranger; `Unsupported` for an irrational number,
    TypeError for a float.
    """
    if isinstance(value, Loss):
        return value
    x = coerce(value)
    if x is None:
        return None
    r = x.as_fraction()
    if r is None:
        raise Unsupported(
            f"{shorten(str(x))} is not a loss: a loss is a rational number, a log of an exact number, or a sum of these"
        )
    return from_rational_loss(r)
