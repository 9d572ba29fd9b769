"""Files of the kinds of version 3 that break the form: name -> text. Digests are right throughout."""

from __future__ import annotations

from typing import Any

from make.chains import chain, not_chain, residue, run, sandwich
from make.filters import (
    BOTH,
    DIAMOND,
    PAIR,
    R_2_QUARTER,
    cost_worked,
    free_worked,
    listed,
    moves_rule,
    moves_worked,
    natural_rule,
    version_3,
    with_all,
)
from make.malformed_common import DELTA, Change, changed, drop, set_at
from make.numbers import ONE, E, exp, quotient
from make.plds import RR2, RR3, RR4, Certificate, compose, dominated, file_text, sign, violated

FREE = free_worked([RR2, RR3], compose((1, RR2), (1, RR3)), 2)
COST, TABLE = cost_worked(PAIR, R_2_QUARTER, 2, 2), moves_worked(PAIR, DIAMOND, 2)
ALL = with_all(violated(PAIR, R_2_QUARTER, 2, "2", BOTH))
CHAIN = chain([RR2, RR4], 3, [[], [0], [0, 0], [1], [0, 1], [1, 1]])
NOT = not_chain([RR2, RR3], 3, [1], [0, 0], "2", "3")
RESIDUE = residue(RR2, RR2, RR4)
RUN = run(RR4, ("budget", RR2, RR2), ("refused", RR3, "1"))
GRID = sandwich(RR4, ["1", "2"])
BASES = {
    "free": FREE,
    "cost": COST,
    "moves": TABLE,
    "chain": CHAIN,
    "not-chain": NOT,
    "residue": RESIDUE,
    "run": RUN,
    "sandwich": GRID,
    "violated-all": ALL,
}
CLAIM, WITNESS, VALUES = ("claim",), ("witness",), ("witness", "values")
Changes = dict[str, Change]


def both(*changes: Change) -> Change:
    """Return the changes, one after the other."""

    def change(certificate: Any) -> None:
        for one in changes:
            one(certificate)

    return change


def _keys(base: Certificate) -> Changes:
    """Return the changes of keys of claim and witness that every kind can have."""
    result: Changes = {
        "version-1": set_at("version", "1"),
        "version-2": set_at("version", "2"),
        "key-unknown-in-claim": set_at(*CLAIM, "extra", "1"),
        "key-unknown-in-witness": set_at(*WITNESS, "extra", "1"),
    }
    for part in ("claim", "witness"):
        for key in base[part]:
            result[f"{key}-missing"] = drop(part, key)
            result[f"{key}-null"] = set_at(part, key, None)
            result[f"{key}-text" if isinstance(base[part][key], list | dict) else f"{key}-integer"] = set_at(
                part, key, "text" if isinstance(base[part][key], list | dict) else 2
            )
    result.pop("tree-null", None)  # a tree that stops at once
    return result


def _short(changes: Changes) -> Changes:
    """Return those that are tried in every place; the others are tried in one."""
    multisets = ("decreasing", "integers", "null", "text", "nested", "leading-zero")
    others = ("integer", "inf", "denominator-empty", "state-of-the-other-rule")
    return {name: change for name, change in changes.items() if name in multisets + others}


def _multisets(*path: Any) -> Changes:
    """Return what is wrong with a multiset at the path."""
    return {
        "decreasing": set_at(*path, ["1", "0"]),
        "decreasing-later": set_at(*path, ["0", "1", "1", "0"]),
        "decreasing-as-texts": set_at(*path, ["10", "9"]),
        "integers": set_at(*path, [0]),
        "integer-later": set_at(*path, ["0", 1]),
        "null": set_at(*path, None),
        "null-inside": set_at(*path, [None]),
        "text": set_at(*path, "0"),
        "text-of-two": set_at(*path, "01"),
        "empty-text": set_at(*path, ""),
        "object": set_at(*path, {"0": "1"}),
        "nested": set_at(*path, [["0"]]),
        "negative": set_at(*path, ["-1"]),
        "leading-zero": set_at(*path, ["00"]),
        "rational": set_at(*path, ["1/2"]),
        "hexadecimal": set_at(*path, ["0x1"]),
        "of-ten-digits": set_at(*path, ["1000000000"]),
        "empty-index": set_at(*path, [""]),
        "all": set_at(*path, ["all"]),
    }


def _numbers(*path: Any) -> Changes:
    """Return what is wrong with a number at the path."""
    zero = quotient(ONE, E)
    zero["den"] = []
    return {
        "inf": set_at(*path, "inf"),
        "integer": set_at(*path, 1),
        "null": set_at(*path, None),
        "float": set_at(*path, 1.5),
        "list": set_at(*path, ["1"]),
        "empty": set_at(*path, ""),
        "not-lowest": set_at(*path, "4/2"),
        "plus": set_at(*path, "+1"),
        "denominator-empty": set_at(*path, zero),
        "denominator-missing": set_at(*path, {"num": "1"}),
    }


def _naturals(*path: Any) -> Changes:
    """Return what is wrong with a natural at the path, in places where "all" is none."""
    return {
        "all": set_at(*path, "all"),
        "negative": set_at(*path, "-1"),
        "leading-zero": set_at(*path, "02"),
        "of-ten-digits": set_at(*path, "1000000000"),
        "rational": set_at(*path, "3/2"),
        "list": set_at(*path, ["2"]),
        "space": set_at(*path, "2 "),
    }


def _rounds(*path: Any) -> Changes:
    """Return what is wrong with rounds that may be "all"."""
    names = {"capital": "All", "space": "all ", "list": ["all"], "inf": "inf", "empty": "", "true": True, "minus": "-1"}
    return {name: set_at(*path, value) for name, value in names.items()}


def _values(good: Any, wrong: Any) -> Changes:
    """Return what is wrong with values whose states are spelled like the good one, not like the wrong one."""
    plain = dict(RR2, extra="1")
    items = {
        "item-of-one": [good],
        "item-of-three": [good, RR2, RR2],
        "item-empty": [],
        "item-null": None,
        "item-text": "00",
        "item-object": {"state": good, "value": RR2},
        "item-exchanged": [RR2, good],
        "state-of-the-other-rule": [wrong, RR2],
        "value-null": [good, None],
        "value-text": [good, "rr"],
        "value-composed": [good, compose((1, RR2))],
        "value-unknown-key": [good, plain],
        "value-without-den": [good, {"atoms": RR2["atoms"]}],
        "value-integer": [good, {"den": 3, "atoms": RR2["atoms"]}],
    }
    changes = {name: set_at(*VALUES, 0, item) for name, item in items.items()}
    return changes | {"last-" + name: set_at(*VALUES, -1, item) for name, item in items.items() if "of-the" in name}


def _rules() -> tuple[Changes, Changes]:
    """Return what is wrong with rules: changes of the rule by budget, changes of the table."""
    rule = ("claim", "rule")
    natural, table = natural_rule(R_2_QUARTER, 2), moves_rule(DIAMOND)
    by_budget: Changes = {
        "both": set_at(*rule, {**natural, **table}),
        "budget-and-moves": set_at(*rule, {"budget": R_2_QUARTER, **table}),
        "without-rounds": drop(*rule, "rounds"),
        "without-budget": drop(*rule, "budget"),
        "empty": set_at(*rule, {}),
        "key-unknown": set_at(*rule, "extra", "1"),
        "list": set_at(*rule, [natural]),
        "budget-null": set_at(*rule, "budget", None),
        "budget-text": set_at(*rule, "budget", "rr"),
        "budget-list": set_at(*rule, "budget", [R_2_QUARTER]),
        "rounds-null": set_at(*rule, "rounds", None),
        "rounds-integer": set_at(*rule, "rounds", 2),
        "moves-only-with-multisets": set_at(*rule, table),
    }
    by_budget |= {"rounds-" + name: change for name, change in _rounds(*rule, "rounds").items()}
    moves = {
        "moves-null": None,
        "moves-empty": [],
        "moves-object": {},
        "moves-text": "00",
        "state-null": [None],
        "state-object": [{}],
        "state-text": ["01"],
        "move-null": [[None], []],
        "move-text": [["01"], []],
        "move-object": [[{"0": "1"}], []],
        "move-of-one": [[["0"]], []],
        "move-of-three": [[["0", "1", "1"]], []],
        "move-empty": [[[]], []],
        "query-integer": [[[0, "1"]], []],
        "next-integer": [[["0", 1]], []],
        "query-null": [[[None, "1"]], []],
        "next-null": [[["0", None]], []],
        "query-negative": [[["-1", "1"]], []],
        "next-negative": [[["0", "-1"]], []],
        "query-leading-zero": [[["00", "1"]], []],
        "next-leading-zero": [[["0", "01"]], []],
        "next-of-ten-digits": [[["0", "1000000000"]], []],
        "query-twice": [[["0", "1"], ["0", "2"]], [], []],
        "query-twice-same": [[["0", "1"], ["0", "1"]], []],
        "queries-decreasing": [[["1", "1"], ["0", "2"]], [], []],
        "queries-decreasing-later": [[["0", "1"]], [["1", "2"], ["0", "2"]], []],
        "queries-decreasing-unreachable": [[["0", "2"]], [["1", "2"], ["0", "2"]], []],
    }
    by_table = {name: both(set_at(*rule, "moves", value), set_at(*VALUES, [])) for name, value in moves.items()}
    by_table |= {
        "rounds-too": set_at(*rule, "rounds", "2"),
        "budget-too": set_at(*rule, "budget", R_2_QUARTER),
        "key-unknown-too": set_at(*rule, "start", "0"),
        "budget-with-naturals": set_at(*rule, natural),
    }
    return by_budget, by_table


def _steps() -> Changes:
    """Return what is wrong with the steps of a run."""
    first, second = ("claim", "steps", 0), ("claim", "steps", 1)
    changes: Changes = {
        "empty": set_at("claim", "steps", []),
        "object-in-order": set_at("claim", "steps", {"0": RUN["claim"]["steps"][0]}),
        "both": set_at(*first, "refused", "1"),
        "both-in-the-refused": set_at(*second, "budget", RR4),
        "neither": drop(*first, "budget"),
        "neither-refused": drop(*second, "refused"),
        "query-missing": drop(*first, "query"),
        "query-missing-refused": drop(*second, "query"),
        "key-unknown": set_at(*first, "extra", "1"),
        "step-null": set_at(*first, None),
        "step-text": set_at(*first, "refused"),
        "step-list": set_at(*first, [RR2, RR2]),
        "step-empty": set_at(*first, {}),
        "query-text": set_at(*first, "query", "rr"),
        "query-null": set_at(*second, "query", None),
        "budget-null": set_at(*first, "budget", None),
        "budget-number": set_at(*first, "budget", "1"),
        "refused-pld": set_at(*second, "refused", RR2),
        "admitted": set_at(*second, {"query": RR2, "admitted": RR2}),
    }
    return changes | {"refused-" + name: change for name, change in _short(_numbers(*second, "refused")).items()}


def _grids() -> Changes:
    """Return what is wrong with grids."""
    grids = {
        "empty": [],
        "inf-only": ["inf"],
        "one-only": ["1"],
        "without-inf": ["1", "2"],
        "inf-first": ["inf", "1"],
        "inf-twice": ["1", "inf", "inf"],
        "inf-inside": ["1", "inf", "2", "inf"],
        "inf-capital": ["1", "2", "Inf"],
        "infinity": ["1", "2", "infinity"],
        "minus-inf": ["-inf", "1", "inf"],
        "null-last": ["1", "2", None],
        "integers": [1, 2, "inf"],
        "null-inside": ["1", None, "inf"],
        "nested": [["1", "2", "inf"]],
        "not-lowest": ["2/2", "inf"],
        "decimal": ["1", "1.5", "inf"],
    }
    changes = {"grid-" + name: set_at("claim", "grid", value) for name, value in grids.items()}
    return changes | {"grid-entry-" + name: c for name, c in _short(_numbers("claim", "grid", 1)).items()}


def _kinds() -> dict[str, Changes]:
    """Return the changes of each base."""
    by_budget, by_table = _rules()
    result = {name: _keys(base) for name, base in BASES.items()}
    result["free"] |= {"state-" + name: c for name, c in _multisets(*VALUES, 0, 0).items()}
    result["free"] |= _values([], "0") | {"rounds-" + n: c for n, c in _rounds("claim", "rounds").items()}
    result["free"] |= {
        "queries-empty": set_at("claim", "queries", []),
        "query-composed": set_at("claim", "queries", 0, compose((1, RR2))),
        "budget-list": set_at("claim", "budget", [RR2]),
        "values-in-claim": set_at("claim", "values", []),
        "state-decreasing-unreachable": set_at(*VALUES, [*FREE["witness"]["values"], [["5", "4"], RR2]]),
    }
    result["cost"] |= _short(_values([], "0")) | {"rule-" + name: c for name, c in by_budget.items()}
    result["cost"] |= {"x-" + name: c for name, c in _numbers("claim", "x").items()}
    result["cost"] |= {"cost-" + name: c for name, c in _short(_numbers("claim", "cost")).items()}
    result["cost"] |= {
        "state-decreasing": set_at(*VALUES, 1, 0, ["1", "0"]),
        "rounds-in-claim": set_at("claim", "rounds", "2"),
        "budget-in-claim": set_at("claim", "budget", RR2),
        "query-composed": set_at("claim", "queries", 0, compose((1, RR2))),
        "tree-node-of-one": set_at("witness", "tree", ["0"]),
        "tree-children-null": set_at("witness", "tree", ["0", None]),
        "tree-stop-text": set_at("witness", "tree", 1, 1, 1, 0, "null"),
        "tree-index-integer": set_at("witness", "tree", 0, 0),
        "x-in-witness": set_at("witness", "x", "2"),
    }
    result["moves"] |= _values("0", []) | {"rule-" + name: c for name, c in by_table.items()}
    result["moves"] |= {"state-" + name: c for name, c in _naturals(*VALUES, 0, 0).items()}
    result["chain"] |= {"order-" + name: c for name, c in _short(_multisets("witness", "order", 1)).items()}
    result["chain"] |= {"order-last-decreasing": set_at("witness", "order", 4, ["1", "0"])}
    for name in ("chain", "not-chain"):
        result[name] |= {"rounds-" + n: c for n, c in _naturals("claim", "rounds").items()}
        result[name] |= {
            "rounds-0": set_at("claim", "rounds", "0"),
            "queries-empty": set_at("claim", "queries", []),
            "query-composed": set_at("claim", "queries", 0, compose((1, RR2))),
        }
    result["chain"] |= {"rounds-0-empty": both(set_at("claim", "rounds", "0"), set_at("witness", "order", []))}
    for key in ("a", "b"):
        result["not-chain"] |= {f"{key}-{name}": c for name, c in _short(_multisets("witness", key)).items()}
        result["not-chain"] |= {f"x-{key}-{name}": c for name, c in _short(_numbers("witness", "x_" + key)).items()}
    result["residue"] |= {"query-list": set_at("claim", "L", [RR2]), "lower-case": set_at("claim", "u", RR2)}
    result["run"] |= {"steps-" + name: c for name, c in _steps().items()}
    result["sandwich"] |= _grids()
    result["violated-all"] |= {"rounds-" + name: c for name, c in _rounds("claim", "rounds").items()}
    return result


def filters() -> dict[str, str]:
    """Return the files."""
    files = {
        f"{kind}-{name}": changed(BASES[kind], change)
        for kind, changes in _kinds().items()
        for name, change in changes.items()
    }
    for kind, base in BASES.items():
        other = NOT if kind == "residue" else RESIDUE
        files[f"{kind}-claim-of-another"] = file_text(sign(dict(base, claim=other["claim"])))
        files[f"{kind}-witness-of-another"] = file_text(sign(dict(base, witness={"method": "knots"})))
    files |= {
        "unknown-version-6": changed(DELTA, set_at("version", "6")),
        "unknown-version-6-of-dominated": changed(dominated(RR2, RR4), set_at("version", "6")),
        "kind-in-version-3": file_text(sign(dict(version_3(DELTA), kind="filter-free"))),
        "kind-plural": file_text(sign(dict(RESIDUE, kind="residues"))),
        "kind-capital-chain": file_text(sign(dict(CHAIN, kind="Chain"))),
        "values-as-a-claim": file_text(sign(dict(FREE, claim={**FREE["claim"], "x": "2"}))),
        "filter-free-with-a-tree": file_text(sign(dict(FREE, witness={"x": "2", "tree": BOTH}))),
        "filter-violated-with-values": file_text(sign(dict(ALL, witness={"values": listed(((), RR2))}))),
        "x-quotient-over-a-rational": file_text(
            sign(dict(COST, claim={**COST["claim"], "x": {"num": exp(1).json(), "den": "2"}}))
        ),
    }
    return files
