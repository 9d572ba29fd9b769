"""Exact real numbers: quotients of sums ``c * e^r * prod p^a``.

A `Number` is a numerator (an element of `exact.sums`) over a factored positive denominator. Equality and order are
*decided*: a quotient is compared through the numerator of the difference, which is zero iff it has no terms and
otherwise gets its sign from an enclosure of sufficient precision. Two numbers that differ by less than ``2^-BIT_LIMIT``
raise `TooLarge`; nothing ever returns a guess.

Quotients are not reduced to lowest terms (``(e - 1)/(e^(1/N) - 1)`` has N terms in lowest terms), so equal numbers may
print differently; they compare and hash alike.
"""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from typing import Any, NoReturn

from exact import conversion, decimals, engine, latex
from exact.denominators import ONE, Product, cancel, least_common_multiple, rational_ratio, reciprocal, reduced
from exact.errors import OutOfRange, TooLarge, Unsupported
from exact.exponent import Exponent
from exact.monomials import monomial_power, monomial_quotient
from exact.ordered import Ordered
from exact.sums import Element, Sum, check_power, element, power, sign, terms_of
from exact.writing import quotient_text, rational_text, shorten

PythonNumber = int | Fraction | Decimal

DECIMAL_LIMIT = 20_000
"""The largest number of digits, and size of the exponent, of a Decimal."""


def refuse_float(value: float) -> NoReturn:
    """Raise the TypeError that names the two readings of a float."""
    if value - value != 0:
        raise TypeError(
            f'the float {value!r} is refused: it is no number; the infinite loss is exact.inf, or the text "inf"'
        )
    raise TypeError(
        f"the float {value!r} is refused, since it has two readings: exact_float({value!r}) is the binary fraction that it is, "
        f'and the text "{value!r}" is the decimal that it looks like'
    )


FAR_APART = 1 << 20
"""Binary exponents that differ by more are not brought together to compare two enclosures."""
PATIENCE_BITS = 1 << 11
"""The precision, in bits, up to which a number that is not multiplied out is compared before it is."""


class Number(Ordered):
    """An exact real number. Make one with `number`, `exp`, `sqrt` or arithmetic; immutable, hashable, ordered.

    Mixes with ``int``, ``Fraction`` and ``Decimal``; a ``float`` raises TypeError everywhere, in ``==`` too.
    """

    __slots__ = ("_den", "_enclosure", "_hash", "_num", "_rational", "_rational_known")

    def __init__(self, num: Element, den: Product = ONE) -> None:
        self._num, self._den = reduced(num, den)
        self._hash: int | None = None
        self._enclosure: engine.Enclosure | None = None
        self._rational: Fraction | None = None
        self._rational_known = False

    # --- parts ---------------------------------------------------------------------------------------------------------------------------

    is_multiplied_out = True
    """Whether numerator and denominator are at hand (see `exact.unexpanded`)."""

    @property
    def numerator(self) -> Element:
        """The numerator, an element of `exact.sums`."""
        return self._num

    @property
    def denominator(self) -> Product:
        """The denominator, factored and positive."""
        return self._den

    def sign(self) -> int:
        """Return -1, 0 or 1; raises `TooLarge` on a tie closer than the stated precision."""
        return sign(self._num)

    def as_fraction(self) -> Fraction | None:
        """Return the value as a Fraction where it is rational (this is decided), else None."""
        if not self._rational_known:
            num, den = self._num, self._den
            if den.factors:  # whose product may be rational: (sqrt(2) + 1)*(sqrt(2) - 1)
                self._rational = rational_ratio(num, den)
            elif isinstance(num, int):
                self._rational = Fraction(num, den.content)
            self._rational_known = True
        return self._rational

    def rational_at_hand(self) -> Fraction | None:
        """Return the value as a Fraction where this is known without long work, else None (which says nothing)."""
        return self.as_fraction()

    # --- arithmetic -------------------------------------------------------------------------------------------------------------------------

    def __add__(self, other: object) -> Number:
        b = coerce(other)
        if b is None:
            return NotImplemented
        m, u, v = least_common_multiple(self._den, b._den)
        return Number(self._num * u + b._num * v, m)

    __radd__ = __add__

    def __neg__(self) -> Number:
        return Number(-self._num, self._den)

    def __pos__(self) -> Number:
        return self

    def __abs__(self) -> Number:
        return -self if self.sign() < 0 else self

    def __sub__(self, other: object) -> Number:
        b = coerce(other)
        return NotImplemented if b is None else self + (-b)

    def __rsub__(self, other: object) -> Number:
        b = coerce(other)
        return NotImplemented if b is None else b + (-self)

    def __mul__(self, other: object) -> Number:
        b = coerce(other)
        if b is None:
            return NotImplemented
        left, den_b = cancel(self._num, b._den)
        right, den_a = cancel(b._num, self._den)
        return Number(left * right, den_a * den_b)

    __rmul__ = __mul__

    def __truediv__(self, other: object) -> Number:
        b = coerce(other)
        return NotImplemented if b is None else self * b.reciprocal()

    def __rtruediv__(self, other: object) -> Number:
        b = coerce(other)
        return NotImplemented if b is None else b * self.reciprocal()

    def reciprocal(self) -> Number:
        """Return 1/self; raises ZeroDivisionError for zero."""
        if not self._num:
            raise ZeroDivisionError("division by an exact number that is zero")
        s, num, den = reciprocal(self._num)
        for f, k in self._den.factors.items():
            g = min(k, den.factors.get(f, 0))
            num = num * power(f, k - g)
            if g:
                den = Product(
                    den.content, {h: n - (g if h == f else 0) for h, n in den.factors.items() if h != f or n > g}
                )
        return Number(num * (s * self._den.content), den)

    def __pow__(self, exponent: object) -> Number:
        """Return the power: any integer, or a rational power of a positive rational (`Unsupported` otherwise)."""
        k = coerce(exponent)
        k_value = None if k is None else k.as_fraction()
        if k is None:
            return NotImplemented
        if k_value is None:
            raise Unsupported("an exponent must be rational; write exp(...) for powers of e")
        if k_value.denominator != 1:
            return rational_power(self, k_value)
        n = k_value.numerator
        base = self.reciprocal() if n < 0 else self
        check_power(base._den.content.bit_length(), abs(n))
        return Number(power(base._num, abs(n)), base._den ** abs(n))

    def __rpow__(self, base: object) -> Number:
        b = coerce(base)
        return NotImplemented if b is None else b**self

    # --- order ---------------------------------------------------------------------------------------------------------------------------

    def compare(self, other: Number) -> int:
        """Return the sign of ``self - other``, decided."""
        if not (self.is_multiplied_out and other.is_multiplied_out):
            found = _compare_enclosures(self, other)
            if found:
                return found
        if self._num == other._num and self._den == other._den:
            return 0
        a, b = self._start(), other._start()
        if a is not None and b is not None:
            (lo_a, hi_a, s), (lo_b, hi_b, t) = a, b
            m = min(s, t)
            if max(s, t) - m < FAR_APART:
                lo_a, hi_a, lo_b, hi_b = lo_a << (s - m), hi_a << (s - m), lo_b << (t - m), hi_b << (t - m)
                if lo_a > hi_b:
                    return 1
                if hi_a < lo_b:
                    return -1
        _, u, v = least_common_multiple(self._den, other._den)
        return sign(self._num * u - other._num * v)

    def _start(self) -> engine.Enclosure | None:
        if self._enclosure is None and (self._den.factors or isinstance(self._num, Sum)):
            self._enclosure = self.enclose(engine.START_BITS)
        return self._enclosure

    def order(self, other: object) -> int | None:
        """Return the sign of ``self - other`` for whatever is a number, None for a stranger."""
        b = coerce(other)
        return None if b is None else self.compare(b)

    def __hash__(self) -> int:
        """Hash by value: rationals like Fraction, others by the first 64 binary digits, which are decided."""
        if self._hash is None:
            rational = self.as_fraction()
            self._hash = hash(rational) if rational is not None else hash(_binary_digits(self))
        return self._hash

    def __bool__(self) -> bool:
        return bool(self._num)

    # --- values --------------------------------------------------------------------------------------------------------------------------

    def enclosure(self, bits: int) -> engine.Enclosure:
        """Return integers ``lo, hi, s``: ``lo 2^s <= self <= hi 2^s``, with ``hi - lo <= abs(lo) 2^-bits`` (both 0 for
        zero).
        """
        if not self._num:
            return 0, 0, 0
        goal = bits
        for start in engine.precisions():
            work = start + bits
            found = self.enclose(work)
            if found and (found[1] - found[0]) << goal <= min(abs(found[0]), abs(found[1])):
                return found
        raise AssertionError("unreachable")  # pragma: no cover

    def enclose(self, bits: int) -> engine.Enclosure | None:
        """Return an enclosure of a value that is not zero, worked out at this precision; None where its sign is open."""
        return engine.enclose(terms_of(self._num), self._den.content, self._den.plain(), bits)

    def enclose_log(self, bits: int) -> engine.Enclosure | None:
        """Return an enclosure of the natural logarithm of a positive value, worked out at this precision."""
        return engine.enclose_log(terms_of(self._num), self._den.content, self._den.plain(), bits)

    def as_quotient(self) -> engine.Quotient:
        """Return the parts in the form that the engine takes."""
        return terms_of(self._num), self._den.content, self._den.plain()

    def bits_for_sign(self) -> int:
        """Return the first precision, in bits, at which the engine tells the sign of a non-zero value."""
        for bits in engine.precisions():
            if self.enclose(bits):
                return bits
        raise AssertionError("unreachable")  # pragma: no cover

    def bounds(self, digits: int = 30) -> tuple[str, str]:
        """Return decimals ``(lower, upper)`` of N significant digits around the value, equal when it is such a
        decimal.
        """
        return decimals.bounds(self, digits)

    def lower(self, digits: int = 30) -> Fraction:
        """Return the largest decimal of N significant digits that is at most the value."""
        return decimals.bound_fractions(self, digits)[0]

    def upper(self, digits: int = 30) -> Fraction:
        """Return a decimal of N significant digits that is at least the value, less than one unit of the last digit
        above it.
        """
        return decimals.bound_fractions(self, digits)[1]

    def decimal(self, digits: int = 30) -> str:
        """Return the value correctly rounded to N significant digits."""
        return decimals.rounded(self, digits)

    def text_size(self) -> int:
        """Return about the number of digits in ``str(self)``, quickly: most of its length where the numbers are long."""
        return latex.size(self._num, self._den)

    def to_sympy(self) -> Any:
        """Return the number as a sympy expression."""
        return conversion.number_to_sympy(self)

    def latex(self) -> str:
        """Return LaTeX, without dollar signs; of a long number, a decimal with an approximation sign."""
        if latex.size(self._num, self._den) > latex.LONGEST:
            return latex.decimal_latex(self)
        return latex.quotient_latex(self._num, self._den)

    def _repr_latex_(self) -> str:
        return f"${self.latex()}$"

    def __float__(self) -> NoReturn:
        raise TypeError("an exact number does not turn into a float silently; use decimal(17), or lower() and upper()")

    def __str__(self) -> str:
        return quotient_text(self._num, self._den)

    def __repr__(self) -> str:
        return f"number({str(self)!r})"

    def __reduce__(self) -> tuple[type[Number], tuple[Element, Product]]:
        return Number, (self._num, self._den)


def _compare_enclosures(a: Number, b: Number) -> int:
    """Return the sign of ``a - b`` where enclosures of moderate precision tell, else 0 (which says nothing)."""
    for bits in engine.precisions():
        if bits > PATIENCE_BITS:
            break
        (lo_a, hi_a, s), (lo_b, hi_b, t) = a.enclosure(bits), b.enclosure(bits)
        if _exceeds(lo_a, s, hi_b, t):
            return 1
        if _exceeds(lo_b, t, hi_a, s):
            return -1
    return 0


def _exceeds(n: int, s: int, m: int, t: int) -> bool:
    """Return whether ``n 2^s > m 2^t`` is seen, in numbers of bits where the exponents are far apart."""
    if n > 0 >= m or n >= 0 > m:
        return True
    if n <= 0 <= m or abs(s - t) > FAR_APART:
        top_n, top_m = n.bit_length() + s, m.bit_length() + t
        return top_n - 1 >= top_m if n > 0 < m else n < 0 > m and top_m - 1 >= top_n
    low = min(s, t)
    return n << (s - low) > m << (t - low)


def _binary_digits(value: Number) -> tuple[int, int]:
    for bits in engine.precisions():
        lo, hi, s = value.enclosure(bits)
        cut = max(abs(lo).bit_length(), abs(hi).bit_length()) - 64
        if cut >= 0 and lo >> cut == hi >> cut and abs(lo).bit_length() == abs(hi).bit_length():
            return lo >> cut, s + cut
    raise AssertionError("unreachable")  # pragma: no cover


def coerce(value: object) -> Number | None:
    """Return a Number for a Number or a Python number, None for a stranger; a float raises TypeError."""
    if isinstance(value, Number):
        return value
    if isinstance(value, bool):
        return None
    if isinstance(value, int):
        return Number(value)
    if isinstance(value, Fraction):
        return Number(value.numerator, Product(value.denominator))
    if isinstance(value, Decimal):
        if not value.is_finite():
            raise OutOfRange(f"{value} is no real number")
        if abs(value.adjusted()) > DECIMAL_LIMIT or len(value.as_tuple().digits) > DECIMAL_LIMIT:
            raise TooLarge(f"a Decimal with an exponent or digits beyond {DECIMAL_LIMIT} is not supported")
        return coerce(Fraction(value))
    if isinstance(value, float):
        refuse_float(value)
    return None


def exact_float(value: float) -> Number:
    """Return the binary fraction that a finite float is: ``exact_float(0.1)`` is 3602879701896397/36028797018963968."""
    if not isinstance(value, float):
        raise TypeError(f"exact_float takes a float, not {type(value).__name__}")
    if value - value != 0:
        raise OutOfRange(f"{value!r} is no real number")
    exact = Fraction(value)
    return Number(exact.numerator, Product(exact.denominator))


def from_monomial(coefficient: Fraction, e: Exponent) -> Number:
    """Return ``coefficient * monomial(e)``."""
    return Number(element({e: coefficient.numerator}), Product(coefficient.denominator))


def as_monomial(value: Number) -> tuple[Fraction, Exponent] | None:
    """Return ``(c, e)`` with ``value = c * monomial(e)`` where the value is found to have this form, else None."""
    found = monomial_quotient(value.numerator, value.denominator.expand())
    return None if found is None else (Fraction(found[0], found[1]), found[2])


def rational_power(base: Number, k: Fraction) -> Number:
    """Return ``base**k`` for ``base = c * e^r * prod p^a`` with c > 0 and any rational k (`Unsupported` otherwise)."""
    parts = as_monomial(base)
    if parts is None or parts[0] <= 0:
        what = "of a number that is not positive" if base.sign() <= 0 else "of a sum"
        raise Unsupported(
            f"a fractional power {what} is not supported: {shorten(str(base))} ** ({shorten(rational_text(k))})"
        )
    return from_monomial(*monomial_power(*parts, k))
