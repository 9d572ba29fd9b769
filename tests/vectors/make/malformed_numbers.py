"""Files with a number, a sum, an exponent or a quotient that is not in its one spelling."""

from __future__ import annotations

from make.accept import MINIMAL
from make.malformed_common import QUOTIENT, ROOTS, SHORT, changed, set_at
from make.numbers import E, exp, quotient
from make.plds import (
    RR2,
    compose,
    delta,
    dominated,
    epsilon,
)


def spelling() -> dict[str, str]:
    """Return files with a number that is not in its one spelling."""
    files: dict[str, str] = {}
    integers = {
        "minus-zero": "-0",
        "plus": "+1",
        "leading-zero": "01",
        "minus-leading-zero": "-01",
        "over-one": "1/1",
        "over-one-zero": "0/1",
        "not-lowest": "2/4",
        "zero-over": "0/3",
        "zero-below": "1/0",
        "minus-below": "1/-3",
        "plus-below": "1/+3",
        "two-slashes": "1/2/3",
        "no-top": "/3",
        "no-bottom": "1/",
        "empty": "",
        "minus": "-",
        "space-before": " 1",
        "space-after": "1 ",
        "newline-after": "1\n",
        "space-inside": "1 /3",
        "tab": "1/3\t",
        "underscore": "1_000",
        "point": "1.0",
        "half": "0.5",
        "power": "1e5",
        "comma": "1,000",
        "letter": "a",
        "hex-small": "0x1",
        "hex-just-below": hex(10**60 - 1),
        "hex-upper-case": hex(10**60 + 15).upper(),
        "hex-upper-digits": "0x" + f"{10**60 + 15:X}",
        "hex-zero-first": "0x0" + f"{10**60:x}",
        "hex-plus": "+" + hex(10**60),
        "hex-empty": "0x",
        "hex-no-prefix": f"{10**60:x}",
        "hex-below-one": "1/0x2",
        "hex-minus-below": "1/-" + hex(10**60),
        "hex-underscore": "0x" + "1_0" * 20,
        "binary": "0b1",
        "octal": "0o7",
        "decimal-large": str(10**60),
        "decimal-large-minus": str(-(10**60)),
        "decimal-large-below": "1/" + str(10**60),
        "decimal-4400-digits": "7" * 4_400,
        "decimal-4400-below": "1/" + "7" * 4_400,
        "not-lowest-hex": hex(2 * 10**60) + "/4",
        "arabic-digit": "\u0661",
        "full-width-digit": "\uff11",
        "superscript": "\u00b2",
        "arabic-below": "1/\u0663",
        "minus-sign": "\u22121",
        "division-sign": "1\u22153",
        "inf": "inf",
        "nan": "nan",
        "expression": "1+1",
        "true": "True",
        "exponential": "exp(1)",
        "mathematical-digit": "\U0001d7cf",
        "nul": "1\0",
        "double-minus": "--1",
        "minus-space": "- 1",
        "hex-digits-arabic": "0x\u0661" + "0" * 50,
    }
    for name, text in integers.items():
        files[f"number-{name}"] = changed(delta(RR2, "1", lower="-1"), set_at("claim", "lower", text))
        if name not in SHORT:
            continue
        files[f"mass-{name}"] = changed(MINIMAL, set_at("claim", "queries", 0, "atoms", 1, 0, text))
        files[f"coefficient-{name}"] = changed(QUOTIENT, set_at("claim", "pld", "atoms", 0, 0, 0, 0, text))
        files[f"exponent-{name}"] = changed(QUOTIENT, set_at("claim", "pld", "atoms", 0, 0, 0, 1, text))
        files[f"nats-{name}"] = changed(epsilon(RR2, "0", lower="-9"), set_at("claim", "lower", text))
    short = {name: text for name, text in integers.items() if name in SHORT}
    for name, text in {
        **short,
        "half-lowest": "1/2",
        "minus-one": "-1",
        "ten-digits": "1000000000",
        "hex": hex(10**60),
    }.items():
        files[f"times-{name}"] = changed(
            dominated(compose((1, RR2)), RR2), set_at("claim", "A", "compose", 0, 0, text)
        )
    for name, text in {
        "minus-zero": "-0",
        "plus": "+2",
        "leading-zero": "02",
        "ten-digits": "1000000000",
        "half": "5/2",
        "empty": "",
        "arabic": "\u0662",
        "minus": "-2",
    }.items():
        files[f"rounds-{name}"] = changed(MINIMAL, set_at("claim", "rounds", text))
    return files


def sums() -> dict[str, str]:
    """Return files with a sum, an exponent or a quotient in a form that is not its one spelling."""
    files: dict[str, str] = {}
    half2 = ["0", [["2", "1/2"]]]
    wrong = {
        "rational-in-list-form": [["1", "0"]],
        "zero-coefficient": [["0", "0"], ["1", "1"]],
        "zero-coefficient-last": [["1", "0"], ["0", "1"]],
        "only-a-zero": [["0", "1"]],
        "empty": [],
        "unsorted": [["1", "1"], ["1", "0"]],
        "unsorted-by-half": [["1", "1"], ["1", "1/2"]],
        "unsorted-negative": [["1", "0"], ["1", "-1"]],
        "same-exponent": [["1", "1"], ["1", "1"]],
        "same-radical": [["1", half2], ["1", half2]],
        "unsorted-radical-after": [["1", half2], ["1", "0"]],
        "unsorted-radicals": [["1", ["0", [["3", "1/2"]]]], ["1", half2]],
        "unsorted-powers": [["1", ["0", [["2", "2/3"]]]], ["1", half2]],
        "unsorted-longer-first": [["1", ["0", [["2", "1/2"], ["3", "1/2"]]]], ["1", half2]],
        "unsorted-third": [["1", "0"], ["1", "2"], ["1", "1"]],
        "same-exponent-third": [["1", "0"], ["1", "1"], ["1", "1"]],
        "unsorted-powers-by-a-third": [["1", ["0", [["2", "2/5"]]]], ["1", ["0", [["2", "1/3"]]]]],
        "unsorted-as-text": [["1", "10"], ["1", "9"]],
        "unsorted-primes-as-text": [["1", ["0", [["11", "1/2"]]]], ["1", ["0", [["3", "1/2"]]]]],
        "text-inside": ["1", "1"],
        "term-of-three": [["1", "1", "1"]],
        "term-of-one": [["1"]],
        "term-object": [{"c": "1", "r": "1"}],
        "coefficient-sum": [[[["1", "1"]], "1"]],
        "object": {"1": "1"},
        "one-quotient-inside": [[{"num": "1", "den": [["1", "1"]]}, "1"]],
    }
    exponents = {
        "no-pairs": ["1", []],
        "one-part": ["1"],
        "three-parts": ["1", [["2", "1/2"]], "0"],
        "zero-power": ["1", [["2", "0"]]],
        "power-one": ["1", [["2", "1"]]],
        "power-above-one": ["1", [["2", "3/2"]]],
        "power-negative": ["1", [["2", "-1/2"]]],
        "power-not-lowest": ["1", [["2", "2/4"]]],
        "power-sum": ["1", [["2", [["1", "1"]]]]],
        "unsorted-primes": ["1", [["3", "1/2"], ["2", "1/2"]]],
        "unsorted-primes-text": ["1", [["11", "1/2"], ["3", "1/2"]]],
        "prime-twice": ["1", [["2", "1/3"], ["2", "1/2"]]],
        "prime-third-unsorted": ["1", [["2", "1/2"], ["5", "1/2"], ["3", "1/2"]]],
        "null-for-the-pairs": ["1", None],
        "prime-third-twice": ["1", [["2", "1/2"], ["3", "1/3"], ["3", "1/2"]]],
        "prime-leading-zero": ["1", [["02", "1/2"]]],
        "prime-rational": ["1", [["5/2", "1/2"]]],
        "prime-arabic": ["1", [["\u0663", "1/2"]]],
        "prime-list": ["1", [[["2"], "1/2"]]],
        "pair-of-one": ["1", [["2"]]],
        "pair-of-three": ["1", [["2", "1/2", "1"]]],
        "pair-text": ["1", ["23"]],
        "pairs-object": ["1", {"2": "1/2"}],
        "pairs-text": ["1", "2"],
        "list-for-r": [["1"], [["2", "1/2"]]],
        "empty": [],
        "object": {"r": "1"},
    }
    good = ("claim", "lower")
    for name, value in wrong.items():
        files[f"sum-{name}"] = changed(delta(RR2, "1", lower="-1"), set_at(*good, value))
        if name in ("unsorted-as-text", "text-inside", "term-object", "object", "unsorted-longer-first"):
            continue
        files[f"mass-sum-{name}"] = changed(MINIMAL, set_at("claim", "budget", "atoms", 0, 0, value))
    for name, exponent in exponents.items():
        files[f"exponent-list-{name}"] = changed(
            delta(RR2, "1", lower="-1"), set_at(*good, [["-1", exponent]])
        )
        files[f"exponent-list-in-a-mass-{name}"] = changed(
            ROOTS, set_at("claim", "A", "atoms", 0, 0, 0, 1, exponent)
        )
    quotients = {
        "rational-below": {"num": "-1", "den": "2"},
        "one-below": {"num": [["-1", "1"]], "den": "1"},
        "zero-below": {"num": "-1", "den": "0"},
        "empty-below": {"num": "-1", "den": []},
        "zero-term-below": {"num": "-1", "den": [["0", "1"]]},
        "rational-list-below": {"num": "-1", "den": [["2", "0"]]},
        "quotient-above": {"num": quotient(E, exp(2)), "den": [["1", "1"]]},
        "quotient-below": {"num": "-1", "den": quotient(exp(2), E)},
        "list": ["-1", [["1", "1"]]],
        "no-den": {"num": "-1"},
        "no-num": {"den": [["1", "1"]]},
        "empty": {},
        "other-keys": {"p": "-1", "q": [["1", "1"]]},
        "num-inf": {"num": "inf", "den": [["1", "1"]]},
        "num-not-lowest": {"num": "-2/4", "den": [["1", "1"]]},
    }
    for name, value in quotients.items():
        files[f"quotient-{name}"] = changed(delta(RR2, "1", lower="-1"), set_at(*good, value))
    return files
