"""Files that are no JSON of the allowed sort, or have wrong keys, kinds, shapes or digests."""

from __future__ import annotations

import json
from typing import Any

from make.accept import BOTH, MINIMAL
from make.malformed_common import DELTA, GOOD, QUOTIENT, SHORT, Change, changed, drop, put, set_at
from make.numbers import E, exp, quotient
from make.plds import (
    RR2,
    Certificate,
    compose,
    dominated,
    epsilon,
    equal,
    file_text,
    not_dominated,
)


def json_forms() -> dict[str, bytes]:
    """Return files that are no JSON objects, or no JSON that the format allows."""
    good = GOOD.encode()
    texts = {
        "duplicate-key": put(GOOD, '"version": "1"', '"version": "1", "version": "1"'),
        "duplicate-key-in-claim": put(GOOD, '"rounds": "2"', '"rounds": "2", "rounds": "2"'),
        "duplicate-key-in-pld": put(GOOD, '"den": "3"', '"den": "3", "den": "3"'),
        "duplicate-key-in-witness": put(GOOD, '"x": "2"', '"x": "1", "x": "2"'),
        "duplicate-key-in-meta": put(GOOD, '"producer"', '"producer": "a", "producer"'),
        "duplicate-key-escaped": put(GOOD, '"version": "1"', '"version": "1", "\\u0076ersion": "1"'),
        "duplicate-key-in-quotient": put(file_text(QUOTIENT), '"num"', '"num": "0", "num"'),
        "duplicate-digest": put(GOOD, '"digest"', '"digest": "sha256:' + "0" * 64 + '", "digest"'),
        "bytes-after": GOOD + "x",
        "object-after": GOOD + "{}",
        "comma-after": GOOD + ",",
        "nul-after": GOOD + "\0",
        "form-feed-after": GOOD + "\f",
        "vertical-tab-before": "\v" + GOOD,
        "no-break-space-after": GOOD + "\u00a0",
        "byte-order-mark": "\ufeff" + GOOD,
        "comment": "// certificate\n" + GOOD,
        "trailing-comma": GOOD.rstrip()[:-1] + ",}\n",
        "single-quotes": GOOD.replace('"', "'"),
        "cut-off": GOOD[: len(GOOD) // 2],
        "no-closing-brace": GOOD.rstrip()[:-1],
        "empty": "",
        "white-space-only": " \n\t\r\n",
        "raw-newline-in-text": put(GOOD, "The worked", "The\nworked"),
        "raw-tab-in-text": put(GOOD, "The worked", "The\tworked"),
        "bad-escape": put(GOOD, "The worked", "The \\worked"),
        "list-at-top": "[" + GOOD + "]",
        "text-at-top": json.dumps("exactpld-certificate"),
        "null-at-top": "null",
        "number-at-top": "1",
        "true-at-top": "true",
        "empty-object": "{}",
        "empty-list": "[]",
    }
    files = {name: text.encode() for name, text in texts.items()}
    files |= {
        "utf-16": GOOD.encode("utf-16"),
        "utf-16-without-mark": GOOD.encode("utf-16-le"),
        "utf-32": GOOD.encode("utf-32"),
        "latin-1": put(GOOD, "The worked", "Le \u00e9").encode("latin-1"),
        "not-utf-8": good.replace(b"The worked", b"The \xff\xfe"),
        "overlong-utf-8": good.replace(b"The worked", b"The \xc0\xaf"),
        "surrogate-in-utf-8": good.replace(b"The worked", b"The \xed\xa0\x80"),
        "nul-only": b"\0",
        "binary": bytes(range(256)),
    }
    numbers = {
        "integer": "2",
        "zero": "0",
        "minus": "-1",
        "float": "2.0",
        "exponent": "2e0",
        "huge": "1" * 5_000,
        "overflow": "1e999",
        "nan": "NaN",
        "infinity": "Infinity",
        "minus-infinity": "-Infinity",
        "true": "true",
        "false": "false",
        "null": "null",
        "list": '["2"]',
        "object": '{"a": "2"}',
    }
    for name, text in numbers.items():
        files[f"json-{name}-for-x"] = put(GOOD, '"x": "2"', f'"x": {text}').encode()
        if name not in SHORT:
            continue
        files[f"json-{name}-for-rounds"] = put(GOOD, '"rounds": "2"', f'"rounds": {text}').encode()
        files[f"json-{name}-for-version"] = put(GOOD, '"version": "1"', f'"version": {text}').encode()
        files[f"json-{name}-in-meta"] = put(
            GOOD, '"producer": "tests/vectors/build.py"', f'"producer": {text}'
        ).encode()
        files[f"json-{name}-for-index"] = put(GOOD, '"tree": ["0"', f'"tree": [{text}').encode()
        files[f"json-{name}-for-mass"] = put(GOOD, '[["2", "1"]', f'[[{text}, "1"]').encode()
        files[f"json-{name}-for-den"] = put(GOOD, '"den": "3"', f'"den": {text}').encode()
    # Numbers that would even sign: the digests are those of the text with the number in it.
    for name, value in {"integer": 2, "float": 2.0, "true": True, "null": None}.items():
        files[f"json-{name}-for-x-signed"] = changed(MINIMAL, set_at("witness", "x", value)).encode()
        files[f"json-{name}-for-rounds-signed"] = changed(MINIMAL, set_at("claim", "rounds", value)).encode()
        files[f"json-{name}-for-mass-signed"] = changed(
            MINIMAL, set_at("claim", "queries", 0, "atoms", 0, 0, value)
        ).encode()
    for name, value in {"integer": 0, "float": 0.0, "false": False}.items():
        files[f"json-{name}-for-index-signed"] = changed(
            MINIMAL, set_at("witness", "tree", 0, value)
        ).encode()
    return files


def nested(depth: int) -> Any:
    """Return lists in lists, so deep."""
    return [nested(depth - 1)] if depth else "text"


def structure() -> dict[str, str]:
    """Return files with wrong keys, kinds and shapes."""
    atoms = ("claim", "queries", 0, "atoms")
    changes: dict[str, tuple[Certificate, Change]] = {
        "format-missing": (MINIMAL, drop("format")),
        "version-missing": (MINIMAL, drop("version")),
        "kind-missing": (MINIMAL, drop("kind")),
        "witness-missing": (MINIMAL, drop("witness")),
        "meta-missing": (MINIMAL, drop("meta")),
        "claim-missing": (MINIMAL, drop("claim")),
        "key-unknown": (MINIMAL, set_at("extra", "1")),
        "key-unknown-in-claim": (MINIMAL, set_at("claim", "extra", "1")),
        "key-unknown-in-witness": (MINIMAL, set_at("witness", "extra", "1")),
        "key-unknown-in-pld": (MINIMAL, set_at("claim", "queries", 0, "extra", "1")),
        "key-unknown-in-budget": (MINIMAL, set_at("claim", "budget", "extra", "1")),
        "key-unknown-in-quotient": (QUOTIENT, set_at("claim", "upper", "extra", "1")),
        "key-unknown-in-compose": (dominated(compose((1, RR2)), RR2), set_at("claim", "A", "extra", "1")),
        "key-unknown-in-empty-witness": (DELTA, set_at("witness", "x", "1")),
        "key-unknown-in-equal-witness": (equal(RR2, RR2), set_at("witness", "method", "knots")),
        "key-missing-in-claim": (MINIMAL, drop("claim", "rounds")),
        "key-missing-in-witness": (MINIMAL, drop("witness", "x")),
        "key-missing-in-pld": (MINIMAL, drop("claim", "budget", "den")),
        "key-missing-in-quotient": (QUOTIENT, drop("claim", "upper", "num")),
        "key-missing-in-dominated": (dominated(RR2, RR2), drop("witness", "method")),
        "compose-and-plain": (dominated(RR2, RR2), set_at("claim", "A", {**RR2, **compose((1, RR2))})),
        "format-wrong": (MINIMAL, set_at("format", "exactpld")),
        "format-capital": (MINIMAL, set_at("format", "Exactpld-certificate")),
        "version-0": (MINIMAL, set_at("version", "0")),
        "version-6": (MINIMAL, set_at("version", "6")),
        "version-space": (MINIMAL, set_at("version", "1 ")),
        "version-garbage": (MINIMAL, set_at("version", "1.garbage")),
        "version-1.0": (MINIMAL, set_at("version", "1.0")),
        "version-01": (MINIMAL, set_at("version", "01")),
        "version-empty": (MINIMAL, set_at("version", "")),
        "kind-unknown": (MINIMAL, set_at("kind", "natural-filter-free")),
        "kind-of-another": (DELTA, set_at("kind", "epsilon")),
        "kind-list": (DELTA, set_at("kind", ["delta"])),
        "kind-object": (DELTA, set_at("kind", {"delta": "delta"})),
        "kind-capital": (DELTA, set_at("kind", "Delta")),
        "claim-list": (DELTA, set_at("claim", ["a"])),
        "claim-text": (DELTA, set_at("claim", "true")),
        "claim-null": (DELTA, set_at("claim", None)),
        "witness-list": (DELTA, set_at("witness", [])),
        "pld-null": (DELTA, set_at("claim", "pld", None)),
        "witness-null": (DELTA, set_at("witness", None)),
        "meta-list": (DELTA, set_at("meta", [])),
        "meta-text": (DELTA, set_at("meta", "note")),
        "meta-nested": (DELTA, set_at("meta", {"note": {"a": "b"}})),
        "meta-list-inside": (DELTA, set_at("meta", {"note": ["b"]})),
        "method-unknown": (dominated(RR2, RR2), set_at("witness", "method", "matrix")),
        "method-list": (dominated(RR2, RR2), set_at("witness", "method", ["knots"])),
        "pld-list": (dominated(RR2, RR2), set_at("claim", "A", [RR2])),
        "pld-text": (dominated(RR2, RR2), set_at("claim", "A", "rr(1)")),
        "atoms-object": (MINIMAL, set_at("claim", "budget", "atoms", {})),
        "atoms-text": (MINIMAL, set_at("claim", "budget", "atoms", "11")),
        "atom-text": (MINIMAL, set_at(*atoms, 0, "21")),
        "atom-of-three": (MINIMAL, set_at(*atoms, 0, ["2", "1", "0"])),
        "atom-of-one": (MINIMAL, set_at(*atoms, 0, ["2"])),
        "atom-empty": (MINIMAL, set_at(*atoms, 0, [])),
        "mass-quotient": (QUOTIENT, set_at("claim", "pld", "atoms", 0, 0, quotient(exp(2), E))),
        "den-quotient": (QUOTIENT, set_at("claim", "pld", "den", quotient(exp(2), E))),
        "compose-empty": (dominated(RR2, RR2), set_at("claim", "B", {"compose": []})),
        "compose-object": (dominated(RR2, RR2), set_at("claim", "B", {"compose": {}})),
        "compose-nested": (
            dominated(RR2, RR2),
            set_at("claim", "B", {"compose": [["1", compose((1, RR2))]]}),
        ),
        "compose-item-of-one": (dominated(RR2, RR2), set_at("claim", "B", {"compose": [["1"]]})),
        "compose-item-of-three": (dominated(RR2, RR2), set_at("claim", "B", {"compose": [["1", RR2, RR2]]})),
        "compose-item-exchanged": (dominated(RR2, RR2), set_at("claim", "B", {"compose": [[RR2, "1"]]})),
        "queries-empty": (MINIMAL, set_at("claim", "queries", [])),
        "queries-object": (MINIMAL, set_at("claim", "queries", {})),
        "query-composed": (MINIMAL, set_at("claim", "queries", 0, compose((1, RR2)))),
        "value-and-lower": (DELTA, set_at("claim", "lower", "0")),
        "value-and-upper": (DELTA, set_at("claim", "upper", "1")),
        "no-value": (DELTA, drop("claim", "value")),
        "exp-value-in-delta": (DELTA, set_at("claim", "exp_value", "1")),
        "value-in-epsilon": (epsilon(RR2, "0", exp_value="2"), set_at("claim", "value", "2")),
        "exp-value-and-lower": (epsilon(RR2, "0", exp_value="2"), set_at("claim", "lower", "0")),
        "no-exp-value": (epsilon(RR2, "0", exp_value="2"), drop("claim", "exp_value")),
        "value-inf": (DELTA, set_at("claim", "value", "inf")),
        "x-minus-inf": (DELTA, set_at("claim", "x", "-inf")),
        "x-infinity": (DELTA, set_at("claim", "x", "Infinity")),
        "witness-x-inf": (not_dominated(RR2, RR2, "1"), set_at("witness", "x", "inf")),
        "tree-x-inf": (MINIMAL, set_at("witness", "x", "inf")),
        "lower-inf": (epsilon(RR2, "0", lower="0"), set_at("claim", "lower", "-inf")),
        "lower-sum": (epsilon(RR2, "0", lower="0"), set_at("claim", "lower", [["1", "1"]])),
        "lower-exponent": (
            epsilon(RR2, "0", lower="0"),
            set_at("claim", "lower", ["0", [["2", "1/2"]]]),
        ),
        "nesting-64": (DELTA, set_at("meta", {"note": nested(62)})),
        "upper-quotient": (epsilon(RR2, "0", upper="1"), set_at("claim", "upper", quotient(E, exp(2)))),
        "exp-value-minus-inf": (epsilon(RR2, "0", exp_value="2"), set_at("claim", "exp_value", "-inf")),
        "tree-text": (MINIMAL, set_at("witness", "tree", "0")),
        "tree-object": (MINIMAL, set_at("witness", "tree", {})),
        "tree-empty": (MINIMAL, set_at("witness", "tree", [])),
        "tree-node-of-one": (MINIMAL, set_at("witness", "tree", ["0"])),
        "tree-node-of-three": (MINIMAL, set_at("witness", "tree", [*BOTH, None])),
        "tree-children-null": (MINIMAL, set_at("witness", "tree", ["0", None])),
        "tree-children-text": (MINIMAL, set_at("witness", "tree", ["0", "00"])),
        "tree-children-object": (MINIMAL, set_at("witness", "tree", ["0", {}])),
        "tree-stop-text": (MINIMAL, set_at("witness", "tree", 1, 1, 1, 0, "null")),
        "tree-stop-false": (MINIMAL, set_at("witness", "tree", 1, 1, 1, 0, False)),
        "tree-stop-zero": (MINIMAL, set_at("witness", "tree", 1, 1, 1, 0, 0)),
        "tree-index-null": (MINIMAL, set_at("witness", "tree", 0, None)),
        "tree-index-negative": (MINIMAL, set_at("witness", "tree", 1, 1, 0, "-1")),
        "tree-index-spelling": (MINIMAL, set_at("witness", "tree", 0, "00")),
    }
    return {name: changed(base, change) for name, (base, change) in changes.items()}


def digests() -> dict[str, str]:
    """Return files whose digests are missing or misspelled."""
    files = {}
    for key in ("claim_digest", "digest"):
        digest = MINIMAL[key]
        for name, value in {
            "upper-case": digest[:7] + digest[7:].upper(),
            "short": digest[:-1],
            "long": digest + "0",
            "bare": digest[7:],
            "sha512": "sha512:" + "0" * 128,
            "empty": "",
            "space": digest + " ",
            "newline": digest + "\n",
            "capital-name": "SHA256:" + digest[7:],
            "null": None,
            "list": [digest],
            "not-hexadecimal": digest[:-1] + "g",
        }.items():
            files[f"{key}-{name}"] = file_text({**MINIMAL, key: value})
        files[f"{key}-missing"] = file_text({k: v for k, v in MINIMAL.items() if k != key})
    return files
