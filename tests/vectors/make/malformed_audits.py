"""Files of the kind `audit` that break the form: name -> text. Digests are right throughout."""

from __future__ import annotations

from make.audit_values import HALF_P, at, gdp, spend
from make.audits import invalid, of, said, violated
from make.malformed_common import DELTA, Change, changed, drop, set_at
from make.malformed_filters import both
from make.malformed_grids import CURVE, GRID, INTEGERS, NO_PLD, SAYS, Changes, grids
from make.numbers import E, Json, quotient
from make.plds import RR2, RR3, Certificate, compose, file_text, sign

GOOD = violated(at("1"), said("upper", "1/4", "1/100"), [RR2])
LOWER = violated(at("inf"), said("lower", "1/4"), [RR2, RR3])
EPSILON = violated(of("epsilon", delta="1/10"), said("upper", "1/4", "1/100"), [RR2])
CLIPPED = violated(of("clipped-epsilon", delta="1/10"), said("lower", "3", "1/100"), [RR2])
TRADEOFF = violated(of("tradeoff", alpha="1/10"), said("lower", "9/10", "1/100"), [compose((2, RR2))])
RENYI = violated(of("renyi", order="2"), said("upper", "0", "1/100"), [RR2])
GDP = gdp("1/2", [RR2], 0, "2", "-2/5", "1/100")
SPEND = spend("upper", "1/4", (3, "1/10"), by="1/100")
VALUE = invalid(at("1"), {"value": "2"})
CROSSED = invalid(of("epsilon", delta="1/10"), {"lower": "2", "upper": "1"})
POINTS = invalid(of("delta"), {"points": [["1", "1/4"], ["2", "1/2"], ["3", "0"]]})
ORDERS = invalid(of("renyi"), {"points": [["2", "2"], ["3", "1"]]})
LEVELS = invalid(of("tradeoff"), {"points": [["0", "0"], ["1", "1"]]})
DELTAS = invalid(of("epsilon"), {"points": [["0", "0"], ["1", "inf"]]})
BASES = {
    "delta": GOOD,
    "epsilon": EPSILON,
    "clipped": CLIPPED,
    "tradeoff": TRADEOFF,
    "renyi": RENYI,
    "gdp": GDP,
    "spend": SPEND,
    "curve": CURVE,
    "value": VALUE,
    "crossed": CROSSED,
    "points": POINTS,
    "no-pld": NO_PLD,
}
QUANTITY, PAIRS = ("claim", "quantity"), ("claim", "pairs")


def _keys(name: str, base: Certificate) -> Changes:
    """Return the changes of keys that every audit can have."""
    result: Changes = {"version-3": set_at("version", "3")}
    if name == "delta":
        result |= {f"version-{n}": set_at("version", n) for n in "126"}
    for path in (("claim",), ("witness",), QUANTITY, SAYS):
        result[f"key-unknown-in-{path[-1]}"] = set_at(*path, "extra", "1")
        part = base
        for key in path:
            part = part[key]
        for key in part:
            if key != "by":
                result[f"{path[-1]}-{key}-missing"] = drop(*path, key)
            result[f"{path[-1]}-{key}-null"] = set_at(*path, key, None)
            if name in {"delta", "gdp", "points"}:
                result[f"{path[-1]}-{key}-integer"] = set_at(*path, key, 2)
                result[f"{path[-1]}-{key}-object"] = set_at(*path, key, {})
    return result


def _claimant() -> Changes:
    texts = {
        "empty": "",
        "of-201": "x" * 201,
        "of-5000": "x" * 5_000,
        "newline": "a\ntool",
        "nul": "\0",
        "escape": "\x1b[31mverified",
        "tab": "a\ttool",
        "delete": "tool\x7f",
        "accent": "\u00e9",
        "lock": "\U0001f512",
        "no-break-space": "a\u00a0tool",
        "right-to-left": "\u202etool",
        "surrogate": "\ud800",
        "list": ["tool"],
    }
    texts |= {"quotation-mark": 'a" that', "backslash": "a\\ tool"}
    return {f"claimant-{name}": set_at("claim", "claimant", value) for name, value in texts.items()}


def _quantities() -> list[tuple[str, Certificate, Change]]:
    quantities: dict[str, Json] = {
        "unknown": of("Delta", x="1"),
        "of-another": of("epsilon", x="1"),
        "two": of("delta", x="1", delta="1/10"),
        "alpha": of("delta", alpha="1/10"),
        "no-name": {"x": "1"},
        "nothing": {},
        "text": "delta",
        "list": ["delta", "1"],
        "minus-infinite-x": of("delta", x="-inf"),
        "nan-x": of("delta", x="nan"),
        "float-x": of("delta", x=1.5),
        "pure-epsilon": of("pure-epsilon"),
    }
    rows = [(f"quantity-{name}", GOOD, set_at(*QUANTITY, value)) for name, value in quantities.items()]
    rows += [
        ("quantity-infinite-delta", EPSILON, set_at(*QUANTITY, "delta", "inf")),
        ("quantity-infinite-alpha", TRADEOFF, set_at(*QUANTITY, "alpha", "inf")),
        ("quantity-x-of-gdp", GDP, set_at(*QUANTITY, "x", "1")),
        ("quantity-x-of-curve", CURVE, set_at(*QUANTITY, "x", "1")),
        ("quantity-x-of-spend", SPEND, set_at(*QUANTITY, "x", "1")),
        ("quantity-clipped-flag", EPSILON, set_at(*QUANTITY, "clipped", "true")),
    ]
    orders = {"0": "0", "1": "1", "minus": "-2", "of-ten-digits": "1000000000", "infinite": "inf", "two": "2/1", **INTEGERS}
    rows += [(f"order-{name}", RENYI, set_at(*QUANTITY, "order", value)) for name, value in orders.items()]
    return rows


def _verdicts() -> list[tuple[str, Certificate, Change]]:
    rows = [
        (f"verdict-{name}", GOOD, set_at("claim", "verdict", value))
        for name, value in {
            "sound": "sound",
            "loose": "loose",
            "capital": "Violated",
            "empty": "",
            "true": True,
            "list": ["violated"],
            "invalid-with-pairs": "invalid",
        }.items()
    ]
    plain = {name: both(set_at("claim", "verdict", "invalid"), drop(*PAIRS)) for name in ("one-bound", "and-by")}
    rows += [
        ("verdict-invalid-one-bound", LOWER, plain["one-bound"]),
        ("verdict-invalid-by", GOOD, plain["and-by"]),
        ("verdict-violated-value", VALUE, both(set_at("claim", "verdict", "violated"), set_at(*PAIRS, [RR2]))),
        ("verdict-violated-crossed", CROSSED, both(set_at("claim", "verdict", "violated"), set_at(*PAIRS, [RR2]))),
        ("verdict-violated-points", POINTS, both(set_at("claim", "verdict", "violated"), set_at(*PAIRS, [RR2]))),
    ]
    pairs: dict[str, Json] = {"none": [], "object": RR2, "of-null": [None], "of-text": ["rr(1)"], "nested": [[RR2]], "infinite": "inf"}
    rows += [(f"pairs-{name}", GOOD, set_at(*PAIRS, value)) for name, value in pairs.items()]
    rows += [
        ("pairs-with-invalid", VALUE, set_at(*PAIRS, [RR2])),
        ("pairs-with-crossed", CROSSED, set_at(*PAIRS, [RR2])),
        ("pairs-with-points", POINTS, set_at(*PAIRS, [RR2])),
        ("pairs-with-no-pld", NO_PLD, set_at(*PAIRS, [RR2])),
        ("pairs-with-spend", SPEND, set_at(*PAIRS, [RR2])),
        ("pairs-none-with-spend", SPEND, set_at(*PAIRS, [])),
    ]
    return rows


def _said() -> list[tuple[str, Certificate, Change]]:
    inside: list[tuple[str, Certificate, Json]] = [
        ("nothing", GOOD, {}),
        ("by-alone", GOOD, {"by": "1"}),
        ("both", GOOD, {"lower": "1/2", "upper": "1/4"}),
        ("both-with-by", GOOD, {"lower": "1/2", "upper": "1/4", "by": "1/8"}),
        ("text", GOOD, "1/4"),
        ("list", GOOD, ["upper", "1/4"]),
        ("estimate", GOOD, {"estimate": "1/4"}),
        ("infinite", GOOD, {"upper": "inf"}),
        ("minus-infinite", GOOD, {"upper": "-inf"}),
        ("nan", GOOD, {"upper": "nan"}),
        ("float", GOOD, {"upper": 0.25}),
        ("dyadic", GOOD, {"upper": "1p-2"}),
        ("infinite-by", GOOD, {"upper": "1/4", "by": "inf"}),
        ("nan-by", GOOD, {"upper": "1/4", "by": "nan"}),
        ("lower-infinite", LOWER, {"lower": "inf"}),
        ("tradeoff-infinite", TRADEOFF, {"lower": "inf"}),
        ("tradeoff-nan", TRADEOFF, {"lower": "nan"}),
        ("spend-infinite", SPEND, {"upper": "-inf"}),
        ("spend-nan", SPEND, {"upper": "nan"}),
        ("epsilon-nan", EPSILON, {"upper": "nan"}),
        ("epsilon-sum", EPSILON, {"upper": [["1/10", "1"]]}),
        ("epsilon-quotient", EPSILON, {"upper": quotient(E, E)}),
        ("epsilon-by-sum", EPSILON, {"upper": "0", "by": [["1/100", "1"]]}),
        ("epsilon-by-infinite", EPSILON, {"upper": "0", "by": "inf"}),
        ("epsilon-infinite-with-by", EPSILON, {"upper": "-inf", "by": "1"}),
        ("clipped-infinite-with-by", CLIPPED, {"lower": "inf", "by": "1"}),
        ("clipped-plus-infinite", CLIPPED, {"lower": "+inf"}),
        ("clipped-number", CLIPPED, {"lower": [["1", "1"]]}),
        ("renyi-minus-infinite", RENYI, {"upper": "-inf"}),
        ("renyi-nan", RENYI, {"upper": "nan"}),
        ("renyi-sum", RENYI, {"upper": [["1/10", "1"]]}),
        ("renyi-by-quotient", RENYI, {"upper": "0", "by": quotient(E, E)}),
        ("renyi-infinite-with-by", RENYI, {"lower": "inf", "by": "1"}),
        ("gdp-lower", GDP, {"lower": "3"}),
        ("gdp-lower-and-upper", GDP, {"lower": "3", "upper": "1/2"}),
        ("gdp-lower-with-by", GDP, {"lower": "3", "by": "1"}),
        ("gdp-minus-infinite", GDP, {"upper": "-inf"}),
        ("gdp-infinite-with-by", GDP, {"upper": "inf", "by": "1"}),
        ("gdp-sum", GDP, {"upper": [["1/10", "1"]]}),
        ("curve-number", CURVE, {"upper": "1/2"}),
        ("curve-infinite", CURVE, {"upper": "inf"}),
        ("curve-pld", CURVE, {"upper": RR2}),
        ("value-with-by", VALUE, {"value": "2", "by": "1"}),
        ("value-and-lower", VALUE, {"value": "2", "lower": "2"}),
        ("value-and-points", POINTS, {"value": "2", "points": POINTS["claim"]["says"]["points"]}),
        ("value-NaN", VALUE, {"value": "NaN"}),
        ("value-plus-infinite", VALUE, {"value": "+inf"}),
        ("value-infinity", VALUE, {"value": "Infinity"}),
        ("value-float", VALUE, {"value": 2.5}),
        ("value-epsilon-sum", CROSSED, {"value": [["1", "1"]]}),
        ("value-curve", VALUE, {"value": GRID}),
        ("crossed-with-by", CROSSED, {"lower": "2", "upper": "1", "by": "1"}),
        ("crossed-nan-lower", CROSSED, {"lower": "nan", "upper": "1"}),
        ("crossed-nan-upper", CROSSED, {"lower": "2", "upper": "nan"}),
        ("crossed-upper-alone", CROSSED, {"upper": "1"}),
        ("no-pld-nan", NO_PLD, {"value": "nan"}),
        ("no-pld-infinite", NO_PLD, {"value": "inf"}),
        ("no-pld-crossed", NO_PLD, {"lower": GRID, "upper": GRID}),
        ("no-pld-points", NO_PLD, {"points": [["1", "0"], ["2", "1"]]}),
        ("points-with-by", POINTS, POINTS["claim"]["says"] | {"by": "1"}),
    ]
    return [(f"says-{name}", base, set_at(*SAYS, value)) for name, base, value in inside]


def _points() -> list[tuple[str, Certificate, Change]]:
    two, three = [["1/4", "0"], ["1/2", "1"]], [["1/4", "0"], ["1/2", "1"], ["3/4", "0"]]
    four = [["1/4", "0"], ["1/2", "1"], ["3/4", "0"], ["1", "0"]]
    inside: list[tuple[str, Certificate, Json]] = [
        ("none", POINTS, []),
        ("one", POINTS, two[:1]),
        ("four", POINTS, four),
        ("null", POINTS, [None, None]),
        ("object", POINTS, {"1/4": "0", "1/2": "1"}),
        ("texts", POINTS, ["12", "34"]),
        ("of-one", POINTS, [["1/4"], ["1/2"]]),
        ("of-three", POINTS, [["1/4", "0", "0"], ["1/2", "1", "1"]]),
        ("infinite-x", POINTS, [["1/4", "0"], ["inf", "1"]]),
        ("integer", POINTS, [[1, "0"], [2, "1"]]),
        ("infinite-v", POINTS, [["1/4", "0"], ["1/2", "inf"]]),
        ("nan-v", POINTS, [["1/4", "0"], ["1/2", "nan"]]),
        ("tradeoff-four", LEVELS, four),
        ("tradeoff-infinite", LEVELS, [["0", "0"], ["1", "inf"]]),
        ("tradeoff-infinite-alpha", LEVELS, [["0", "0"], ["inf", "1"]]),
        ("epsilon-three", DELTAS, three),
        ("epsilon-one", DELTAS, two[:1]),
        ("epsilon-nan", DELTAS, [["0", "nan"], ["1", "1"]]),
        ("epsilon-sum", DELTAS, [["0", "0"], ["1", [["1", "1"]]]]),
        ("renyi-three", ORDERS, [["2", "2"], ["3", "1"], ["4", "0"]]),
        ("renyi-one", ORDERS, [["2", "2"]]),
        ("renyi-order-1", ORDERS, [["1", "2"], ["2", "1"]]),
        ("renyi-order-0", ORDERS, [["0", "2"], ["2", "1"]]),
        ("renyi-order-5-halves", ORDERS, [["2", "2"], ["5/2", "1"]]),
        ("renyi-order-sum", ORDERS, [["2", "2"], [[["1", "2"]], "1"]]),
        ("renyi-order-infinite", ORDERS, [["2", "2"], ["inf", "1"]]),
        ("renyi-nan", ORDERS, [["2", "nan"], ["3", "1"]]),
    ]
    rows = [(f"points-{name}", base, set_at(*SAYS, "points", value)) for name, base, value in inside]
    for name, quantity in {
        "x": at("1"),
        "x-infinite": at("inf"),
        "of-clipped": of("clipped-epsilon"),
        "of-gdp": of("gdp"),
        "of-curve": of("curve"),
        "of-spend": of("spend", spends=[["1", "1"]]),
    }.items():
        rows.append((f"points-with-{name}", POINTS, both(set_at(*SAYS, {"points": two}), set_at(*QUANTITY, quantity))))
    rows += [
        ("points-with-order", ORDERS, set_at(*QUANTITY, "order", "2")),
        ("points-with-delta", DELTAS, set_at(*QUANTITY, "delta", "0")),
        ("points-with-alpha", LEVELS, set_at(*QUANTITY, "alpha", "0")),
        ("points-with-clipped-delta", DELTAS, set_at(*QUANTITY, of("clipped-epsilon", delta="0"))),
        ("value-without-x", VALUE, drop(*QUANTITY, "x")),
        ("crossed-without-delta", CROSSED, drop(*QUANTITY, "delta")),
    ]
    return rows


def _spends() -> list[tuple[str, Certificate, Change]]:
    inside: dict[str, Json] = {
        "none": [],
        "of-null": [None],
        "of-text": ["11"],
        "of-one": [["1"]],
        "of-three": [["1", "1", "1"]],
        "object": {"1": "1"},
        "infinite": [["1", "inf"]],
        "nan": [["1", "nan"]],
        "float": [["1", 0.1]],
        "minus-times": [["-1", "1"]],
        "infinite-times": [["inf", "1"]],
        "times-of-ten-digits": [["1000000000", "1"]],
        **{f"times-{name}": [[value, "1"]] for name, value in INTEGERS.items()},
    }
    return [(f"spends-{name}", SPEND, set_at(*QUANTITY, "spends", value)) for name, value in inside.items()]


def _witnesses() -> list[tuple[str, Certificate, Change]]:
    rows = [(f"witness-x-of-{name}", base, set_at("witness", "x", "1")) for name, base in BASES.items() if "x" not in base["witness"]]
    rows += [(f"witness-pair-{name}", GDP, set_at("witness", "pair", value)) for name, value in INTEGERS.items()]
    numbers: dict[str, Json] = {"inf": "inf", "minus-inf": "-inf", "nan": "nan", "float": 1.5, "empty": "", "not-lowest": "2/4"}
    rows += [(f"witness-t-{name}", GDP, set_at("witness", "t", value)) for name, value in {**numbers, "sum": [["1", "1"]]}.items()]
    rows += [(f"witness-x-{name}", GDP, set_at("witness", "x", value)) for name, value in numbers.items()]
    rows += [(f"witness-x-of-curve-{name}", CURVE, set_at("witness", "x", value)) for name, value in numbers.items()]
    return [*rows, ("witness-pair-of-curve", CURVE, set_at("witness", "pair", "0"))]


def audits() -> dict[str, str]:
    """Return file name -> content."""
    files: dict[str, str] = {}
    rows = [(f"{base}-{name}", certificate, change) for base, certificate in BASES.items() for name, change in _keys(base, certificate).items()]
    rows += [(name, GOOD, change) for name, change in _claimant().items()]
    for part in (_quantities(), _verdicts(), _said(), _points(), _spends(), _witnesses(), grids()):
        rows += part
    for name, base, change in rows:
        if f"audit-{name}" in files:
            raise ValueError(f"two vectors are called audit-{name}")
        files[f"audit-{name}"] = changed(base, change)
    old = dict(DELTA, version="4", claim=GOOD["claim"])
    files["audit-claim-of-another-kind"] = file_text(sign(old))
    files["audit-claimant-of-another-kind"] = file_text(sign(dict(DELTA, version="4", claim=DELTA["claim"] | {"claimant": "a tool"})))
    for name, value in {"list": [GOOD["claim"]], "text": "violated", "null": None, "integer": 4}.items():
        files[f"audit-claim-{name}"] = changed(GOOD, set_at("claim", value))
    for name in ("sound", "Invalid", "value", ""):
        files[f"audit-verdict-of-a-value-{name or 'empty'}"] = changed(VALUE, set_at("claim", "verdict", name))
    files["audit-leaks-only-as-text"] = changed(violated(at("1"), said("upper", "0"), [HALF_P]), set_at(*PAIRS, 0, "den", None))
    return files
