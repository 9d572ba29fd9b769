"""Reads expressions from texts that may come from strangers; the only door for text.

The language is a small part of Python's expressions with Python's precedences: numbers, names, calls, ``+ - * / ** &
|``, brackets, tuples, lists, dictionaries and strings. A text is cut into tokens by one regular expression and read by
operator precedence; nothing is ever evaluated by Python. Digits come from the text itself, so ``0.1`` is one tenth and
``1e400`` is 10^400. Length, nesting, digits and powers are bounded before work is done.

The operators are those of the values that names and calls produce, so this module knows numbers and losses and nothing
of PLDs: `read` takes the names that a text may use.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from exact.denominators import Product
from exact.engine import integer_from_digits
from exact.errors import ExactError, NotReadable, TooLarge
from exact.loss import Loss
from exact.number import Number, exact_float
from exact.suggestions import suggestion
from exact.sums import terms_of
from exact.writing import shorten

LENGTH_LIMIT = 1_000_000
"""Characters of a text: a table of some ten thousand atoms."""
NESTING_LIMIT = 100
"""Brackets or powers inside each other: each takes a few frames of Python's stack of 1,000."""
DIGIT_LIMIT = 20_000
"""Characters of a decimal: as long as the exact texts that are shown."""
EXPONENT_LIMIT = 10_000
"""The largest e in 1e5: as many digits in the number."""
ITEM_LIMIT = 100_000
"""Items of one list."""
SIGN_LIMIT = 200_000
"""Signs before one value, which are applied one by one."""
EFFORT_LIMIT = 1 << 28
"""Bits of all intermediate numbers of one expression together: 32 megabytes."""
ROOT_EFFORT = 1 << 20
"""What a root of a long number counts, in bits, since it must be factored: 256 of them in one text."""

_TOKEN = re.compile(
    r"""\s*(?:
      (?P<number>(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?)
    | (?P<float>float:-?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?)
    | (?P<name>[A-Za-z_][A-Za-z_0-9]*)
    | (?P<string>"[^"\\\n]*"|'[^'\\\n]*')
    | (?P<op>\*\*|[-+*/&|(){}\[\],:=])
    | (?P<end>\Z)
    | (?P<bad>.)
    )""",
    re.VERBOSE | re.ASCII | re.DOTALL,
)
_DECIMAL = re.compile(r"([0-9]*)\.?([0-9]*)(?:[eE]([+-]?[0-9]+))?", re.ASCII)

_BINARY: dict[str, tuple[int, Callable[[Any, Any], Any]]] = {
    "|": (1, operator.or_),
    "&": (2, operator.and_),
    "+": (3, operator.add),
    "-": (3, operator.sub),
    "*": (4, operator.mul),
    "/": (4, operator.truediv),
}
_SIGNS: dict[str, Callable[[Any, Any], Any]] = {"+": lambda a, _: +a, "-": lambda a, _: -a}


class _Reader:
    def __init__(self, text: str, names: Mapping[str, Any]) -> None:
        self.text = text
        self.names = names
        self.depth = 0
        self.braces = 0
        self.effort = 0
        self.position = 0
        self.kind = self.token = ""
        self.start = 0
        self.advance()

    # --- tokens --------------------------------------------------------------------------------------------------------------------------

    def advance(self) -> None:
        match = _TOKEN.match(self.text, self.position)
        if match is None or match.lastgroup is None:  # pragma: no cover - the last alternatives match everything
            raise NotReadable("the text cannot be read")
        self.kind = match.lastgroup
        self.token = match.group(self.kind)
        self.start = match.start(self.kind)
        self.position = match.end()
        if self.kind == "bad":
            hint = " (a name such as exp or log must be written out)" if self.token.isalpha() else ""
            raise self.error(f"the character {self.token!r} is not part of the language{hint}")
        if self.kind in ("number", "float") and re.match(
            r"[A-Za-z_0-9.]", self.text[self.position : self.position + 1] or " ", re.ASCII
        ):
            raise self.error("a number is written with digits, one point and an exponent only, as in 12, 0.5 or 1e-5")

    def error(self, what: str) -> NotReadable:
        around = shorten(self.text[max(0, self.start - 20) : self.start + 20].strip())
        return NotReadable(f"{what}, at character {self.start + 1} (near {around!r})")

    def unexpected(self) -> NotReadable:
        return self.error("the text ends too early" if self.kind == "end" else f"{self.token!r} is not expected here")

    def take(self, op: str) -> bool:
        if self.kind == "op" and self.token == op:
            self.advance()
            return True
        return False

    def expect(self, op: str) -> None:
        if not self.take(op):
            found = "the end" if self.kind == "end" else repr(self.token)
            raise self.error(f"{op!r} is expected here, not {found}")

    # --- grammar ----------------------------------------------------------------------------------------------------------------------------

    def whole(self) -> Any:
        value = self.expression(0)
        if self.kind != "end":
            raise self.unexpected()
        return value

    def expression(self, level: int) -> Any:
        """Read operators that bind tighter than `level`; chains of equal operators take no stack."""
        self.depth += 1
        if self.depth > 2 * NESTING_LIMIT:
            raise TooLarge(f"the expression is nested deeper than {NESTING_LIMIT}")
        value = self.operand()
        while self.kind == "op" and self.token in _BINARY and _BINARY[self.token][0] > level:
            op, at = self.token, self.start
            binds, function = _BINARY[op]
            self.advance()
            value = self.apply(op, at, function, value, self.expression(binds))
        self.depth -= 1
        return value

    def operand(self) -> Any:
        at = self.start
        signs = []
        while self.kind == "op" and self.token in ("+", "-"):
            signs.append(self.token)
            self.advance()
        value = self.primary()
        if self.kind == "op" and self.token == "**":
            self.advance()
            self.depth += 1
            if self.depth > 2 * NESTING_LIMIT:
                raise TooLarge(f"the expression is nested deeper than {NESTING_LIMIT}")
            value = self.apply("**", at, operator.pow, value, self.operand())
            self.depth -= 1
        if len(signs) > SIGN_LIMIT:
            raise TooLarge(f"more than {SIGN_LIMIT} signs stand before one value")
        for sign in reversed(signs):
            value = self.apply(sign, at, _SIGNS[sign], value, None)
        return value

    def primary(self) -> Any:
        if self.kind == "number":
            value: Any = self.decimal(self.token)
            self.advance()
            return value
        if self.kind == "float":
            value = self.binary(self.token.removeprefix("float:"))
            self.advance()
            return value
        if self.kind == "string":
            if not self.braces:
                raise self.error("a string has no meaning outside the dictionaries of pmfs and losses")
            value = self.token[1:-1]
            self.advance()
            return value
        if self.kind == "name":
            return self.name()
        if self.kind == "op" and self.token in "([{":
            closing = {"(": ")", "[": "]", "{": "}"}[self.token]
            opening = self.token
            self.advance()
            return self.dictionary() if opening == "{" else self.bracket(closing)
        raise self.unexpected()

    def bracket(self, closing: str) -> Any:
        items: list[Any] = []
        comma = False
        while not self.take(closing):
            if items and not comma:
                self.expect(closing)
            items.append(self.item(len(items)))
            comma = self.take(",")
        if closing == ")" and len(items) == 1 and not comma:
            return items[0]
        return tuple(items)

    def dictionary(self) -> Any:
        out: dict[Any, Any] = {}
        comma = True
        self.braces += 1
        while not self.take("}"):
            if not comma:
                self.expect("}")
            at = self.start
            key = self.item(len(out))
            self.expect(":")
            if isinstance(key, tuple | dict) or key in out:
                self.start = at
                raise self.error("a key of a dictionary must be a number, a loss or a string, and occur once")
            out[key] = self.expression(0)
            comma = self.take(",")
        self.braces -= 1
        return out

    def item(self, count: int) -> Any:
        if count >= ITEM_LIMIT:
            raise TooLarge(f"a list has more than {ITEM_LIMIT} items")
        return self.expression(0)

    def name(self) -> Any:
        name, at = self.token, self.start
        if name not in self.names:
            raise self.error(f"unknown name {shorten(name)!r}; {suggestion(name, self.names)}")
        value = self.names[name]
        self.advance()
        if not callable(value):
            return value
        if not self.take("("):
            raise self.error(f"{name} must be followed by its arguments in brackets")
        arguments, keywords = self.arguments()
        return self.call(name, at, value, arguments, keywords)

    def arguments(self) -> tuple[list[Any], dict[str, Any]]:
        arguments: list[Any] = []
        keywords: dict[str, Any] = {}
        comma = True
        while not self.take(")"):
            if not comma:
                self.expect(")")
            keyword = re.compile(r"\s*=(?!=)").match(self.text, self.position) if self.kind == "name" else None
            if keyword:
                name = self.token
                if name in keywords:
                    raise self.error(f"the argument {name!r} is given twice")
                self.advance()
                self.advance()
                keywords[name] = self.item(len(keywords))
            elif keywords:
                raise self.error("an argument without a name cannot follow one with a name")
            else:
                arguments.append(self.item(len(arguments)))
            comma = self.take(",")
        return arguments, keywords

    # --- values ------------------------------------------------------------------------------------------------------------------------------

    def decimal(self, text: str) -> Number:
        match = _DECIMAL.fullmatch(text)
        if match is None:  # pragma: no cover - the token already has this form
            raise self.unexpected()
        whole, part, exponent = match.groups()
        if len(text) > DIGIT_LIMIT:
            raise TooLarge(f"a number has more than {DIGIT_LIMIT} digits")
        if exponent is not None and (len(exponent) > 8 or abs(int(exponent)) > EXPONENT_LIMIT):
            raise TooLarge(f"a decimal exponent is beyond {EXPONENT_LIMIT}")
        n = integer_from_digits(whole + part)
        power = int(exponent or 0) - len(part)
        return Number(n * 10**power) if power >= 0 else Number(n, Product(10**-power))

    def binary(self, text: str) -> Number:
        """Return the binary fraction that Python's float of this decimal is."""
        if len(text) > DIGIT_LIMIT:
            raise TooLarge(f"a number has more than {DIGIT_LIMIT} digits")
        value = float(text)
        if value - value != 0:
            raise self.error(f"{shorten(text)} is beyond the range of binary64")
        return exact_float(value)

    def apply(self, op: str, at: int, function: Callable[[Any, Any], Any], a: Any, b: Any) -> Any:
        if isinstance(a, tuple | dict | str) or isinstance(b, tuple | dict | str):
            self.start = at
            raise self.error(f"{kind_of(a)} {op} {kind_of(b)} has no meaning here")
        if op == "**" and isinstance(a, Number):
            self.charge_root(a)
        try:
            return self.charged(function(a, b))
        except ZeroDivisionError:
            self.start = at
            raise self.error("division by zero") from None
        except TypeError as problem:
            self.start = at
            if "unsupported operand" in str(problem) or "bad operand" in str(problem):
                what = f"{kind_of(a)} {op} {kind_of(b)}" if b is not None else f"{op} {kind_of(a)}"
                raise self.error(f"{what} has no meaning here") from None
            raise self.error(str(problem)) from None

    def charge_root(self, base: Number) -> None:
        """Count the effort that factoring a long rational may take (a fractional power needs its primes)."""
        value = base.as_fraction()
        if value is not None and max(value.numerator.bit_length(), value.denominator.bit_length()) > 64:
            self.effort += ROOT_EFFORT

    def charged(self, value: Any) -> Any:
        """Count the size of an intermediate number against the effort allowed for one text."""
        if isinstance(value, Number):
            terms = terms_of(value.numerator).values()
            self.effort += 64 + value.denominator.content.bit_length() + sum(c.bit_length() for c in terms)
            if self.effort > EFFORT_LIMIT:
                raise TooLarge("the numbers of the expression are too large")
        return value

    def call(
        self, name: str, at: int, function: Callable[..., Any], arguments: list[Any], keywords: dict[str, Any]
    ) -> Any:
        if name == "sqrt" and arguments and isinstance(arguments[0], Number):
            self.charge_root(arguments[0])
        try:
            return self.charged(function(*arguments, **keywords))
        except TypeError as problem:
            self.start = at
            text = str(problem).replace(f"{name}()", name)
            raise self.error(text if text.startswith(name) else f"{name}: {text}") from None
        except ExactError as problem:
            if str(problem).startswith(f"{name}("):
                raise
            raise type(problem)(f"{name}(...): {problem}") from None


def kind_of(value: object) -> str:
    """Return the word for what a value is, for messages."""
    if isinstance(value, Number):
        return "number"
    if isinstance(value, Loss):
        return "loss"
    names = {tuple: "list", dict: "dictionary", str: "string"}
    return next((name for kind, name in names.items() if isinstance(value, kind)), type(value).__name__)


def read(text: str, names: Mapping[str, Any]) -> Any:
    """Read one expression and return its value.

    Parameters
    ----------
    text
        The expression, at most `LENGTH_LIMIT` characters.
    names
        What the names in it stand for: values, or functions that are called with positional and keyword arguments.

    Raises
    ------
    NotReadable
        When the text is not in the language, with the place.
    TooLarge
        When a limit is exceeded, before the work.
    ExactError
        What the functions raise.
    """
    if len(text) > LENGTH_LIMIT:
        raise TooLarge(f"the expression has more than {LENGTH_LIMIT} characters")
    depth = 0
    for c in text:
        depth += (c in "([{") - (c in ")]}")
        if depth > NESTING_LIMIT:
            raise TooLarge(f"the expression has brackets nested deeper than {NESTING_LIMIT}")
    if not text.strip():
        raise NotReadable("the expression is empty")
    return _Reader(text, names).whole()


def tokens(text: str) -> Iterator[tuple[str, str, int]]:
    """Yield the tokens of a text: kind (``number``, ``float``, ``name``, ``string``, ``op``), token, and where it starts.

    `NotReadable` at the first character that is not part of the language.
    """
    reader = _Reader(text, {})
    while reader.kind != "end":
        yield reader.kind, reader.token, reader.start
        reader.advance()
