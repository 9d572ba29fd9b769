"""The door for exact numbers and losses: from Python values and from texts that may come from strangers.

`number` and `loss` turn whatever a user gives into the exact types; every constructor and every method goes through them. The language of the texts
is in `exact.reader`; the names it may use for numbers and losses are here, those of the constructors of PLDs in `exact.expressions`.
"""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from typing import Any

from exact.denominators import Product
from exact.errors import NotReadable, Unsupported
from exact.loss import Loss, as_loss_or_none, inf
from exact.number import Number, coerce, rational_power
from exact.reader import kind_of, read
from exact.writing import shorten


def number(value: object) -> Number:
    """Return the exact number that a Python value or an expression stands for.

    Parameters
    ----------
    value
        A `Number`, ``int``, ``Fraction``, ``Decimal``, or an expression such as ``"exp(1/2)/3"``; ``"float:0.1"`` is
        the binary fraction that Python's 0.1 is, ``"0.1"`` is one tenth. A ``float`` raises TypeError.

    Examples
    --------
    >>> number("0.1") + number("1/5")
    number('3/10')
    >>> number("exp(1/2)") * number("exp(1/2)") == number("exp(1)")
    True
    """
    if isinstance(value, str):
        read_value = read(value, NAMES)
        if isinstance(read_value, Loss):
            raise Unsupported(f"{shorten(value)!r} is a loss where a number is wanted: logs are no exact numbers here")
        if not isinstance(read_value, Number):
            raise NotReadable(f"{shorten(value)!r} is a {kind_of(read_value)}, not a number")
        return read_value
    if isinstance(value, Loss):
        r = value.as_fraction()
        if r is None:
            raise Unsupported(
                f"the loss {shorten(str(value))} is given where a number is wanted: logs are no exact numbers here"
            )
        return Number(r.numerator, Product(r.denominator))
    x = coerce(value)
    if x is None:
        raise TypeError(
            f"{type(value).__name__} is no exact number: int, Fraction, Decimal, Number or a text is wanted"
        )
    return x


def loss(value: object) -> Loss:
    """Return the loss (in nats) that a Python value or an expression stands for; as `number`, and ``"log(3)"``,
    ``"inf"``.

    Examples
    --------
    >>> loss("1/2 + log(3)/2") > loss(1)
    True
    """
    if isinstance(value, str):
        value = read(value, NAMES)
    z = as_loss_or_none(value)
    if z is None:
        raise TypeError(f"{kind_of(value)} is no loss: a rational number, a log, inf or a text is wanted")
    return z


ExactInput = Number | int | Fraction | Decimal | str
"""What `number` accepts."""
LossInput = Loss | Number | int | Fraction | Decimal | str
"""What `loss` accepts."""


def exp(value: LossInput) -> Number:
    """Return e^loss, exactly; `Unsupported` for +-inf and for exponents that are no losses, as in ``exp(exp(1))``."""
    return loss(value).exp()


def log(value: ExactInput) -> Loss:
    """Return the natural logarithm of an exact positive number, as a loss (nats); `OutOfRange` unless positive."""
    return Loss(number(value))


def sqrt(value: ExactInput) -> Number:
    """Return the square root of a rational number >= 0, exactly; `Unsupported` for other numbers."""
    x = number(value)
    if x.as_fraction() is None or x.sign() < 0:
        raise Unsupported(
            f"sqrt({shorten(str(x))}) is not supported: square roots are taken of positive rational numbers"
        )
    return rational_power(x, Fraction(1, 2)) if x else x


NAMES: dict[str, Any] = {"exp": exp, "log": log, "sqrt": sqrt, "inf": inf}
"""The names that stand for numbers and losses."""
