"""Files of the kinds of version 5 that break the form: name -> text. Digests are right throughout."""

from __future__ import annotations

from make.identities import constraints, identity, mixture, one, shares
from make.malformed_common import DELTA, Change, changed, drop, set_at
from make.numbers import ONE, E, Json, num, quotient
from make.plds import RR2, Certificate, dominated, file_text, sign
from make.pure_dp import LAWS, LINE, LN2, TWO, exceeded, instance, pure_dp, tabled, tables
from make.theorems import version_5

Changes = dict[str, Change]
GOOD = identity(mixture(num(3), (ONE, RR2), (num(2), RR2)), one(RR2), constraints(["2", "0"], ["1", "1/3"]))
TABLED = pure_dp(tabled(LAWS, LINE), 2, 4)
PLAYED = pure_dp(instance(2, [[1, "-1/2"], [0, "1/3"]], 2, 2, LN2, "1/2"), 2, 4)
TABLES = tables(LAWS, [[0, 1], [1, 2]], 3)
NOT = exceeded(LAWS, [[0, 1], [1, 2]], 2, 1, 2)
BASES = {"identity": GOOD, "laws": TABLED, "instance": PLAYED, "tables": TABLES, "not": NOT}
CONSTRUCTIONS, BASE = ("claim", "constructions"), ("claim", "base")
MIXTURE, PLACES = (*CONSTRUCTIONS, 0, "mixture"), (*CONSTRUCTIONS, 2, "constraints")
LAW = ("claim", "laws", 0)
NUMBERS: dict[str, Json] = {
    "integer": 1,
    "float": 0.5,
    "true": True,
    "null": None,
    "inf": "inf",
    "nan": "nan",
    "empty": "",
    "not-lowest": "2/4",
    "over-zero": "1/0",
    "list": [],
    "object": {},
}
SUMS = {**NUMBERS, "quotient": quotient(ONE, E)}
NATURALS: dict[str, Json] = {
    "integer": 1,
    "null": None,
    "negative": "-1",
    "leading-zero": "01",
    "rational": "1/2",
    "ten-digits": "1000000000",
    "list": ["1"],
    "sum": [["1", "1"]],
}
RATIONALS = {**{name: NUMBERS[name] for name in ("integer", "null", "inf", "not-lowest", "over-zero", "list")}, "sum": [["1", "1"]]}
LOSSES: dict[str, Json] = {
    **{name: NUMBERS[name] for name in ("integer", "float", "null", "inf", "empty", "not-lowest", "object", "list")},
    "sum": [["1", "1"]],
    "quotient": quotient(ONE, E),
    "no-pairs": ["1", []],
    "pairs-object": ["1", {}],
    "pairs-text": ["1", "2"],
    "of-one": ["1"],
    "of-three": ["1", [["2", "1"]], "1"],
    "pair-of-one": ["1", [["2"]]],
    "pair-of-three": ["1", [["2", "1", "1"]]],
    "zero-power": ["1", [["2", "0"]]],
    "power-not-lowest": ["1", [["2", "2/4"]]],
    "power-integer": ["1", [["2", 1]]],
    "power-a-sum": ["1", [["2", [["1", "1"]]]]],
    "prime-twice": ["0", [["2", "1"], ["2", "1"]]],
    "primes-decreasing": ["0", [["3", "1"], ["2", "1"]]],
    "primes-decreasing-at-the-end": ["0", [["2", "1"], ["5", "1"], ["3", "1"]]],
    "prime-rational": ["0", [["5/2", "1"]]],
    "prime-integer": ["0", [[2, "1"]]],
    "prime-not-lowest": ["0", [["4/2", "1"]]],
    "r-integer": [0, [["2", "1"]]],
    "r-a-loss": [LN2, [["2", "1"]]],
    "exchanged": [[["2", "1"]], "0"],
}


def _keys(base: Certificate) -> Changes:
    """Return the changes of keys that every certificate can have."""
    result: Changes = {f"version-{n}": set_at("version", n) for n in "12346"}
    for path in (("claim",), ("witness",), BASE, (*CONSTRUCTIONS, 0), (*CONSTRUCTIONS, 1), (*CONSTRUCTIONS, 2), LAW):
        part: Json = base
        try:
            for key in path:
                part = part[key]
        except (KeyError, IndexError):
            continue
        where = "construction" if path[:2] == CONSTRUCTIONS and len(path) > 2 else "law" if path == LAW else str(path[-1])
        where += str(path[2]) if where == "construction" else ""
        result[f"key-unknown-in-{where}"] = set_at(*path, "extra", "1")
        for key in part:
            result[f"{where}-{key}-missing"] = drop(*path, key)
            result[f"{where}-{key}-null"] = set_at(*path, key, None)
            if path == ("claim",):
                result[f"{where}-{key}-object"] = set_at(*path, key, {})
    return result


def each(name: str, base: Certificate, values: dict[str, Json], *path: str | int) -> dict[str, str]:
    """Return the files of a certificate with each of the values at the path."""
    return {f"{name}-{key}": changed(base, set_at(*path, value)) for key, value in values.items()}


def _identities() -> dict[str, str]:
    pair, weight = ["2", "0"], ["1", RR2]
    constructions: dict[str, Json] = {
        "empty": [],
        "one": [one(RR2)],
        "constraints-alone": [constraints(pair), constraints(pair)],
        "constraints-alone-three": [constraints(pair), constraints(pair), constraints(["4", "0"])],
        "plds": [RR2, RR2],
        "null-inside": [one(RR2), None],
        "list-inside": [one(RR2), [RR2]],
        "empty-object-inside": [one(RR2), {}],
        "two-sorts": [one(RR2), {**one(RR2), **constraints(pair)}],
        "mixture-and-pld": [one(RR2), {**shares((1, RR2)), **one(RR2)}],
        "mixture-and-constraints": [one(RR2), {**shares((1, RR2)), **constraints(pair)}],
        "den-and-constraints": [one(RR2), {"den": "1", **constraints(pair)}],
        "nested": [one(RR2), shares((1, one(RR2)))],
        "nested-mixture": [one(RR2), shares((1, shares((1, RR2))))],
    }
    parts: dict[str, Json] = {
        "empty": [],
        "part-of-one": [["1"]],
        "part-of-three": [["1", RR2, RR2]],
        "part-exchanged": [[RR2, "1"]],
        "part-null": [None],
        "part-text": ["1"],
        "second-part-text": [weight, "1"],
        "part-object": [{"w": "1", "pld": RR2}],
    }
    places: dict[str, Json] = {
        "empty": [],
        "pair-of-one": [["2"]],
        "pair-of-three": [["2", "0", "0"]],
        "pair-null": [None],
        "pair-text": ["2"],
        "second-pair-of-one": [pair, ["1"]],
        "pair-object": [{"x": "2", "delta": "0"}],
    }
    return {
        **each("constructions", GOOD, constructions, *CONSTRUCTIONS),
        **each("mixture", GOOD, parts, *MIXTURE),
        **each("weight", GOOD, SUMS, *MIXTURE, 1, 0),
        **each("mixture-den", GOOD, SUMS, *MIXTURE[:-1], "den"),
        **each("constraints", GOOD, places, *PLACES),
        **each("place", GOOD, NUMBERS, *PLACES, 0, 0),
        **each("value", GOOD, NUMBERS, *PLACES, 1, 1),
        **each("part", GOOD, {"null": None, "atoms-empty": {"den": "1"}, "compose-empty": {"compose": []}}, *MIXTURE, 0, 1),
    }


def _laws() -> dict[str, str]:
    masses: dict[str, Json] = {
        "empty": [],
        "too-few-for-the-same-law": ["1/2", "1/2"],
        "too-many-for-the-same-law": ["1/2", "1/2", "0", "0"],
        "object": {},
        "text": "1",
        "null-inside": ["1", None, "0"],
        "integer-inside": [1, "0", "0"],
        "atoms": [["1", "1"]],
        "quotient-inside": [quotient(ONE, E), "0", "0"],
        "not-lowest-inside": ["2/4", "1/2", "0"],
    }
    lists: dict[str, Json] = {"empty": [], "object": {}, "text": "laws", "of-null": [None], "of-lists": [["1/2", "1/2"]], "of-plds": [RR2]}
    distances: dict[str, Json] = {
        "empty": [],
        "row-missing-of-the-same": [["0", "1", "2"], ["1", "0", "1"]],
        "row-more-of-the-same": [["0", "1", "2"], ["1", "0", "1"], ["2", "1", "0"], ["2", "1", "0"]],
        "row-short-of-the-same": [["0", "1", "2"], ["1", "0", "1"], ["2", "1"]],
        "row-long-of-the-same": [["0", "1", "2", "3"], ["1", "0", "1"], ["2", "1", "0"]],
        "rows-empty-of-the-same": [[], [], []],
        "row-text": ["012", "101", "210"],
        "row-null": [None, None, None],
        "flat": ["0", "1", "2", "1", "0", "1", "2", "1", "0"],
        "object": {},
    }
    two = pure_dp(tabled(LAWS[:2], TWO), 2, 4)
    more = set_at(*BASE, "distances", [["0", "1"], ["1", "0"], ["1", "1"]])
    pairs: dict[str, Json] = {
        "empty": [],
        "object": {},
        "pair-of-one": [["0"]],
        "pair-of-three": [["0", "1", "2"]],
        "pair-null": [None],
        "pair-text": ["01"],
        "pair-empty": [["0", "1"], []],
        "flat": ["0", "1"],
    }
    files: dict[str, str] = {"two-laws-row-more-of-the-same": changed(two, more)}
    for name, base, path in (("base", TABLED, BASE), ("tables", TABLES, ("claim",)), ("not", NOT, ("claim",))):
        files |= each(f"{name}-masses", base, masses, *path, "laws", 1, "masses")
        files |= each(f"{name}-laws", base, lists, *path, "laws")
    files["law-of-no-outcome"] = changed(tables(LAWS[:1], [[0, 0]], 1), set_at(*LAW, "masses", []))
    files |= each("mass", TABLES, SUMS, "claim", "laws", 0, "masses", 0)
    files |= each("law-den", TABLES, SUMS, "claim", "laws", 0, "den")
    files |= each("distances", TABLED, distances, *BASE, "distances")
    files |= each("distance", TABLED, NATURALS, *BASE, "distances", 0, 1)
    files |= each("neighbours", TABLES, pairs, "claim", "neighbours")
    files |= each("neighbour", TABLES, NATURALS, "claim", "neighbours", 1, 0)
    files |= each("not-neighbours", NOT, {name: pairs[name] for name in ("empty", "pair-of-one", "flat")}, "claim", "neighbours")
    files |= each("witness-pair", NOT, NATURALS, "witness", "pair")
    files |= each("witness-outcome", NOT, NATURALS, "witness", "outcome")
    files |= each("half", TABLED, NUMBERS, "claim", "half")
    files |= each("upper", TABLED, NUMBERS, "claim", "ratio_upper")
    return files | each("tables-upper", TABLES, NUMBERS, "claim", "ratio_upper") | each("lower", NOT, NUMBERS, "claim", "ratio_lower")


def _instances() -> dict[str, str]:
    queries: dict[str, Json] = {
        "empty": [],
        "row-empty-of-the-same": [["1", "0"], []],
        "row-short-of-the-same": [["1", "0"], ["1"]],
        "row-long-of-the-same": [["1", "0", "0"], ["1", "0"]],
        "flat": ["1", "0"],
        "object": {},
        "null-inside": [None],
        "text-inside": ["10"],
    }
    files = each("queries", PLAYED, queries, *BASE, "queries")
    files |= each("query-value", PLAYED, RATIONALS, *BASE, "queries", 1, 1)
    for key in ("universe", "n", "rounds"):
        files |= each(key, PLAYED, {"zero": "0", **NATURALS}, *BASE, key)
    for key in ("eta", "gamma"):
        files |= each(key, PLAYED, LOSSES, *BASE, key)
    both = {**TABLED["claim"]["base"], **PLAYED["claim"]["base"]}
    bases: dict[str, Json] = {
        "both": both,
        "empty": {},
        "list": [TABLED["claim"]["base"]],
        "text": "pmw",
        "instance-of-universe-0": {**PLAYED["claim"]["base"], "universe": "0", "queries": [[], []]},
        "instance-with-laws": {**PLAYED["claim"]["base"], "laws": LAWS},
        "instance-with-distances": {**PLAYED["claim"]["base"], "distances": [["0"]]},
        "laws-with-eta": {**TABLED["claim"]["base"], "eta": "1"},
        "neighbours": {"laws": LAWS, "neighbours": [["0", "1"]]},
    }
    return files | each("base", PLAYED, bases, "claim", "base") | each("instance-universe", PLAYED, {"not-the-same": "3"}, *BASE, "universe")


def _kinds() -> dict[str, str]:
    files: dict[str, str] = {}
    claims = {"identity": GOOD, "pure-dp": PLAYED, "pure-dp-tables": TABLES, "not-pure-dp": NOT}
    for name, base in claims.items():
        for other in claims:
            if other != name:
                files[f"{other}-with-the-claim-of-{name}"] = changed(base, set_at("kind", other))
        files[f"dominated-with-the-claim-of-{name}"] = file_text(sign(dict(version_5(dominated(RR2, RR2)), claim=base["claim"])))
    files["version-in-a-list"] = changed(GOOD, set_at("version", ["5"]))
    files["capital"] = changed(GOOD, set_at("kind", "Identity"))
    files["underscore"] = changed(TABLES, set_at("kind", "pure_dp_tables"))
    files["tables-with-a-witness"] = changed(TABLES, set_at("witness", {"pair": "0", "outcome": "0"}))
    files["tables-with-a-base"] = changed(TABLES, set_at("claim", "base", TABLED["claim"]["base"]))
    files["identity-with-a-method"] = changed(GOOD, set_at("witness", {"method": "knots"}))
    files["identity-with-a-kernel"] = changed(GOOD, set_at("witness", {"method": "kernel", "rows": []}))
    files["not-with-an-upper-bound"] = changed(NOT, set_at("claim", "ratio_upper", "3"))
    files["tables-with-a-lower-bound"] = changed(TABLES, set_at("claim", "ratio_lower", "1"))
    files["delta-of-constructions"] = file_text(sign(dict(version_5(DELTA), claim={**GOOD["claim"], "x": "1", "value": "0"})))
    for name, base in claims.items():
        for what, value in {"list": [], "null": None, "text": "{}"}.items():
            files[f"witness-{what}-of-{name}"] = changed(base, set_at("witness", value))
    return files


def theorems() -> dict[str, str]:
    """Return file name -> content."""
    files = {
        f"keys-{base}-{name}": changed(certificate, change) for base, certificate in BASES.items() for name, change in _keys(certificate).items()
    }
    for label, part in {"identity": _identities(), "laws": _laws(), "instance": _instances(), "kind": _kinds()}.items():
        files |= {f"{label}-{name}": text for name, text in part.items()}
    return {f"theorem-{name}": text for name, text in files.items()}
