"""Kernels that break the form: name -> text. Digests are right throughout."""

from __future__ import annotations

from make.kernels import RR2, RR4, by_kernel, rational, version_2
from make.malformed_common import DELTA, changed, drop, set_at
from make.numbers import ONE, E, quotient
from make.plds import dominated, equal, file_text, not_dominated, sign

GOOD = by_kernel(RR2, RR4, rational(["7/9", "2/9"], ["2/9", "7/9"]))
ROW = GOOD["witness"]["rows"][0]
ROWS = ("witness", "rows")


def kernels() -> dict[str, str]:
    """Return the files."""
    zero = quotient(ONE, E)
    zero["den"] = "0"
    empty = dict(zero, den=[])
    cancelled = dict(zero, den=[["1", "1"], ["-1", "1"]])
    changes = {
        "version-1": set_at("version", "1"),
        "version-6": set_at("version", "6"),
        "without-rows": drop(*ROWS),
        "without-method": drop("witness", "method"),
        "rows-for-knots": set_at("witness", "method", "knots"),
        "method-capital": set_at("witness", "method", "Kernel"),
        "key-unknown": set_at("witness", "columns", []),
        "rows-null": set_at(*ROWS, None),
        "rows-object": set_at(*ROWS, {}),
        "rows-text": set_at(*ROWS, "00"),
        "row-null": set_at(*ROWS, 0, None),
        "row-object": set_at(*ROWS, 0, {"0": "7/9", "1": "2/9"}),
        "row-text": set_at(*ROWS, 1, "01"),
        "row-of-numbers": set_at(*ROWS, 0, ["7/9", "2/9"]),
        "entry-of-one": set_at(*ROWS, 0, 0, ["0"]),
        "entry-of-three": set_at(*ROWS, 0, 0, ["0", "7/9", "7/9"]),
        "entry-exchanged": set_at(*ROWS, 0, 0, ["7/9", "0"]),
        "entry-null": set_at(*ROWS, 0, 0, ["0", None]),
        "entry-integer": set_at(*ROWS, 0, 0, ["0", 1]),
        "entry-inf": set_at(*ROWS, 0, 0, ["0", "inf"]),
        "entry-not-lowest": set_at(*ROWS, 0, 0, ["0", "14/18"]),
        "entry-over-zero": set_at(*ROWS, 0, 0, ["0", "7/0"]),
        "entry-denominator-zero": set_at(*ROWS, 0, 0, ["0", zero]),
        "entry-denominator-empty": set_at(*ROWS, 0, 0, ["0", empty]),
        "entry-denominator-cancelled": set_at(*ROWS, 0, 0, ["0", cancelled]),
        "entry-denominator-rational": set_at(*ROWS, 0, 0, ["0", {"num": "7", "den": "9"}]),
        "index-integer": set_at(*ROWS, 0, 0, [0, "7/9"]),
        "index-null": set_at(*ROWS, 0, 0, [None, "7/9"]),
        "index-negative": set_at(*ROWS, 0, 0, ["-1", "7/9"]),
        "index-leading-zero": set_at(*ROWS, 0, 0, ["00", "7/9"]),
        "index-rational": set_at(*ROWS, 0, 0, ["1/2", "7/9"]),
        "index-of-ten-digits": set_at(*ROWS, 0, 1, ["1000000000", "2/9"]),
        "index-twice": set_at(*ROWS, 0, [["0", "3/9"], ["0", "4/9"], ["1", "2/9"]]),
        "index-twice-same": set_at(*ROWS, 0, [ROW[0], ROW[0], ROW[1]]),
        "index-twice-split": set_at(*ROWS, 0, [["0", "2/9"], ["0", "5/9"], ["1", "2/9"]]),
        "index-unordered": set_at(*ROWS, 0, [ROW[1], ROW[0]]),
        "index-unordered-last-row": set_at(*ROWS, 1, [["1", "7/9"], ["0", "2/9"]]),
    }
    files = {name: changed(GOOD, change) for name, change in changes.items()}
    witness = GOOD["witness"]
    files |= {
        "not-dominated": file_text(sign(dict(version_2(not_dominated(RR4, RR2, "1")), witness=witness))),
        "equal": file_text(sign(dict(version_2(equal(RR2, RR2)), witness=witness))),
        "delta": file_text(sign(dict(version_2(DELTA), witness=witness))),
        "knots-in-version-1-with-rows": changed(dominated(RR2, RR4), set_at(*ROWS, witness["rows"])),
    }
    return {f"kernel-{name}": text for name, text in files.items()}
