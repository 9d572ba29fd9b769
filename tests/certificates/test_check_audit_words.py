"""What the checker says of audits for people is right: long numbers by their first digits, and the sentences.

As in test_check_audit_numbers.py; the mutation test runs these checks on mutants, too.
"""

from __future__ import annotations

import json
import re
from fractions import Fraction
from random import Random
from types import ModuleType
from typing import Any


def check_decimal(checker: ModuleType, count: int) -> None:
    """A long number is shown by its first digits, cut off; a short one, and what is none, as it stands."""
    random = Random(209)
    for _ in range(count):
        n = random.getrandbits(random.randrange(1, 400)) * random.choice((1, -1)) or 1
        d = random.choice((1, 10 ** random.randrange(40), random.getrandbits(random.randrange(1, 300)) | 1))
        value = Fraction(n, d) if random.randrange(9) else Fraction(10) ** random.randrange(-40, 40) * random.choice((1, -1))
        text = "/".join(str(part) if abs(part) < 10**60 else hex(part) for part in value.as_integer_ratio()).removesuffix("/1")
        got = checker.decimal(text)
        if len(text) <= 24:
            assert got == text
            continue
        match = re.fullmatch(r"(-?)(\d+)\.(\d+)\.\.\.(?:e(-?\d+))?", got)
        assert match
        minus, head, digits, shift = match.groups()
        size = abs(value)
        assert (minus == "-") == (value < 0)
        assert bool(shift) == (not Fraction(1, 10**5) <= size < 10**16)
        assert shift is None or (len(head) == 1 and head != "0")
        assert head == "0" or head[0] != "0"
        unit = Fraction(10) ** (int(shift or 0) - len(digits))
        shown = int(head + digits)
        assert shown * unit <= size < (shown + 1) * unit
        assert 17 <= len(str(shown)) <= 19
    for text in ("1/" + "3" * 22, "x" * 24, "x" * 25, "x" * 60, "x" * 300, "inf"):
        assert checker.decimal(text) == text
    assert "..." in checker.decimal("1/" + "3" * 23)
    assert len(checker.decimal("x" * 301)) < 300
    assert checker.decimal([{"a": ["1", "2"]}]) == "[{a: [1, 2]}]"
    assert len(checker.decimal(["1" * 9] * 27)) == 27 * 11
    assert "..." in checker.decimal(["1" * 9] * 28)


def check_words(checker: ModuleType, _count: int) -> None:
    """What is claimed is said in words, with all that it depends on."""
    for says, rest, words in SENTENCES:
        claim = {"claimant": "a tool 1.0", "says": says, **rest}
        assert checker.audit_in_words(json.loads(json.dumps(claim))) == words


X = {"of": "delta", "x": "2"}
CLAIM, WHAT, FOR = 'the claim of "a tool 1.0" that', 'what "a tool 1.0" says, that', ", for the pairs (P over Q) [PAIR]"
NOTHING, DISCRETE = {"unit": "1", "atoms": [], "infinite": "0"}, "the curve of the discretised PLD {unit: 1, atoms: [], infinite: 0}"
VIOLATED, INVALID = {"verdict": "violated", "pairs": ["PAIR"]}, {"verdict": "invalid"}
SENTENCES: list[tuple[dict[str, Any], dict[str, Any], str]] = [
    ({"upper": "1/3"}, {"quantity": X, **VIOLATED}, f"{CLAIM} delta, the largest h(x), at x = 2 is at most 1/3 is false: it is larger{FOR}"),
    (
        {"lower": "1/3", "by": "1/9"},
        {"quantity": {"of": "epsilon", "delta": "0"}, **VIOLATED},
        f"{CLAIM} epsilon at delta = 0 is at least 1/3 is false: it is smaller, by at least 1/9{FOR}",
    ),
    (
        {"upper": "1", "by": "2"},
        {"quantity": {"of": "spend", "spends": [["1", "2"]]}, "verdict": "violated"},
        f"{CLAIM} the sum of times * number at spends = [[1, 2]] is at most 1 is false: it is larger, by at least 2",
    ),
    (
        {"upper": NOTHING},
        {"quantity": {"of": "curve"}, **VIOLATED},
        f"{CLAIM} the largest h(x) is at most {DISCRETE} everywhere is false: it is larger somewhere{FOR}",
    ),
    (
        {"lower": NOTHING},
        {"quantity": {"of": "curve"}, **VIOLATED},
        f"{CLAIM} the largest h(x) is at least {DISCRETE} everywhere is false: it is smaller somewhere{FOR}",
    ),
    (
        {"upper": "1"},
        {"quantity": {"of": "gdp"}, **VIOLATED},
        f"{CLAIM} the mu of Gaussian differential privacy is at most 1 is false: it is larger{FOR}",
    ),
    ({"value": "nan"}, {"quantity": X, **INVALID}, f"{WHAT} delta, the largest h(x), at x = 2 is nan, is impossible"),
    (
        {"lower": "1", "upper": "0"},
        {"quantity": {"of": "clipped-epsilon", "delta": "0"}, **INVALID},
        f"{WHAT} epsilon, but 0 where it is negative, at delta = 0 is at least 1 and at most 0, is impossible",
    ),
    ({"value": NOTHING}, {"quantity": {"of": "curve"}, **INVALID}, f"{WHAT} the largest h(x) is {DISCRETE}, is impossible"),
    (
        {"points": [["1", "1/4"], ["2", "1/3"]]},
        {"quantity": {"of": "tradeoff"}, **INVALID},
        f"{WHAT} the trade-off curve, the least, is 1/4 at alpha = 1 and 1/3 at alpha = 2, is impossible: no pair P, Q has all of this",
    ),
    (
        {"points": [["2", "1"], ["3", "0"]]},
        {"quantity": {"of": "renyi"}, **INVALID},
        f"{WHAT} the Renyi divergence is 1 at order = 2 and 0 at order = 3, is impossible: no pair P, Q has all of this",
    ),
]


def test_long_numbers(checker: ModuleType) -> None:
    """Thousands of numbers are shown rightly."""
    check_decimal(checker, 4_000)


def test_sentences(checker: ModuleType) -> None:
    """Each quantity and each way to be wrong about it has its words."""
    check_words(checker, 1)
