"""The values of a parameter: a list of exact numbers, equal steps, or all rationals of small denominator in an interval.

Each value is kept as the text of the exact number (or loss) that it is, so that 0.5 and 1/2 are one value. Its **bits** measure how
simple it is: the bit lengths of the integers in that text (1 for 0), and one more for every other token but brackets. For n/d
in lowest terms these are the bits of n and of d and one for the bar (and one for a minus); an integer has no bar; ``sqrt(2)`` has 3 bits,
``exp(1/2)`` has 5. An irrational number can be written in several ways; what counts is the text that the exact number has here.
"""

from __future__ import annotations

from fractions import Fraction
from math import ceil, floor

from certificates.tomlfile import check_keys, kind_of
from exact.errors import ExactError, NotReadable, OutOfRange, TooLarge
from exact.loss import Loss
from exact.number import Number
from exact.reader import read, tokens
from exact.reading import NAMES
from exact.writing import shorten

VALUE_LIMIT = 1_000_000
"""The largest number of values of one parameter."""
TEXT_LIMIT = 1_000
"""Characters of one value."""
DENOMINATOR_LIMIT = 10_000

EXAMPLES = '["2", "5/2"], {from = "1", to = "2", step = "1/10"} or {rationals = 12, from = "0", to = "1"}'


def bits(text: str) -> int:
    """Return how many bits a value has; see above.

    Examples
    --------
    >>> [bits(text) for text in ("0", "2", "1/4", "-1/4", "sqrt(2)", "log(2)")]
    [1, 2, 5, 6, 3, 3]
    """
    return sum(_token_bits(kind, token) for kind, token, _ in tokens(text))


def _token_bits(kind: str, token: str) -> int:
    if kind == "number":
        return max(1, int(token).bit_length())
    return 0 if token in ("(", ")", ",") else 1


def read_values(name: str, given: object) -> tuple[str, ...]:
    """Return the texts of the values of a parameter, or raise with its name.

    Raises
    ------
    ExactError
        `NotReadable`, `OutOfRange` or `TooLarge`, with what is wrong.
    """
    if isinstance(given, list):
        return _listed(name, given)
    if isinstance(given, dict):
        if "rationals" in given and "step" in given:
            raise NotReadable(f"{name}: a range has either 'rationals' (all of small denominator) or 'step', not both")
        if "rationals" in given:
            check_keys(given, ("rationals", "from", "to"), ("rationals", "from", "to"), f"{name}: ")
            return _rationals(name, given)
        check_keys(given, ("from", "to", "step"), ("from", "to", "step", "rationals"), f"{name}: ")
        return _steps(name, given)
    raise NotReadable(f"{name} must have a list or a range of values, as in {EXAMPLES}, not {kind_of(given)}")


def _listed(name: str, given: list[object]) -> tuple[str, ...]:
    if not given:
        raise OutOfRange(f"{name} has no values")
    found: dict[Number | Loss, str] = {}
    for i, item in enumerate(given):
        value = _value(f"{name}[{i}]", item)
        if value in found:
            raise OutOfRange(f"{name}[{i}]: {name} has the value {shorten(found[value])} twice")
        found[value] = str(value)
    return tuple(found.values())


def _value(what: str, item: object) -> Number | Loss:
    if isinstance(item, int) and not isinstance(item, bool):
        item = str(item)
    if not isinstance(item, str):
        more = "; in quotes it is the exact decimal" if isinstance(item, float) else ""
        raise NotReadable(f"{what} must be an exact number in quotes, not {kind_of(item)}{more}")
    if len(item) > TEXT_LIMIT:
        raise TooLarge(f"{what} has more than {TEXT_LIMIT} characters")
    try:
        value = read(item, NAMES)
    except ExactError as problem:
        raise type(problem)(f"{what}: {problem}") from None
    if not isinstance(value, Number | Loss):
        raise NotReadable(f"{what}: {shorten(item)!r} is no exact number")
    if isinstance(value, Number) and value.text_size() > TEXT_LIMIT:
        raise TooLarge(f"{what}: the exact number has a text of more than {TEXT_LIMIT} characters")
    return value


def _rational(what: str, item: object) -> Fraction:
    value = _value(what, item)
    rational = None if isinstance(value, Loss) and value.is_infinite else value.as_fraction()
    if rational is None:
        raise OutOfRange(f"{what} must be a rational number, not {shorten(str(value))}; irrational values stand in a list")
    return rational


def _ends(name: str, given: dict[str, object]) -> tuple[Fraction, Fraction]:
    low, high = _rational(f"{name}.from", given["from"]), _rational(f"{name}.to", given["to"])
    if low > high:
        raise OutOfRange(f"{name} runs from {low} to {high}, which is less: it has no values")
    return low, high


def _steps(name: str, given: dict[str, object]) -> tuple[str, ...]:
    low, high = _ends(name, given)
    step = _rational(f"{name}.step", given["step"])
    if step <= 0:
        raise OutOfRange(f"{name}.step must be positive, not {step}")
    count = floor((high - low) / step) + 1
    _check_count(name, count)
    return tuple(str(low + i * step) for i in range(count))


def _rationals(name: str, given: dict[str, object]) -> tuple[str, ...]:
    largest = given["rationals"]
    if not isinstance(largest, int) or isinstance(largest, bool) or not 1 <= largest <= DENOMINATOR_LIMIT:
        raise OutOfRange(f"{name}.rationals must be the largest denominator, an integer from 1 to {DENOMINATOR_LIMIT}, not {shorten(str(largest))}")
    low, high = _ends(name, given)
    spans = [(d, ceil(low * d), floor(high * d)) for d in range(1, largest + 1)]
    _check_count(name, sum(last - first + 1 for _, first, last in spans))  # an upper bound: 2/4 is 1/2
    found = sorted({Fraction(n, d) for d, first, last in spans for n in range(first, last + 1)})
    if not found:
        raise OutOfRange(f"{name} has no values: there is no rational of denominator <= {largest} from {low} to {high}")
    return tuple(map(str, found))


def _check_count(name: str, count: int) -> None:
    if count > VALUE_LIMIT:
        raise TooLarge(f"{name} has {count} values, more than {VALUE_LIMIT}")
