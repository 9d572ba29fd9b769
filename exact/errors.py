"""The exceptions of the package.

All of them derive from :class:`ExactError`, so one ``except`` separates "the question cannot be answered as asked" from
a programming error. An answer that cannot be given is an exception with its own name and never ``None`` or ``False``.
"""

from __future__ import annotations


class ExactError(Exception):
    """Raised when a question cannot be answered; the base of all exceptions below."""


class NotReadable(ExactError, ValueError):
    """Raised when a text is not an expression of the language (see `exact.reading`)."""


class OutOfRange(ExactError, ValueError):
    """Raised when a parameter lies outside the range stated for it, as in ``rr(-1)``."""


class NotADistribution(ExactError, ValueError):
    """Raised when masses are negative or do not add up to exactly one, or when a curve is that of no PLD."""


class Unsupported(ExactError):
    """Raised when a question is outside the numbers that are decided here, as in ``exp(exp(1))``."""


class Undecided(ExactError):
    """Raised when a strict inequality could be neither proved nor refuted at the stated precision."""


class TooLarge(ExactError):
    """Raised when a stated limit on size, precision or effort is reached; nothing is said about the answer."""


class Refuted(ExactError):
    """Raised when something that was to be verified, such as the claim of a wanted certificate, is false."""
