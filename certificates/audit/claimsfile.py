"""Files of claims: JSON lines, one object a line, or CSV with a header. docs/audits.md has the fields of both.

Files come from strangers: the size of the file, of a line and the number of claims are bounded, and nothing in them is evaluated.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO

from certificates import strictjson
from certificates.audit.claim import Claim
from certificates.audit.values import DECIMAL, HEX_FLOAT, FloatText
from certificates.tomlfile import check_keys
from exact.errors import ExactError, NotReadable, OutOfRange, TooLarge, Unsupported
from exact.writing import shorten

LINE_LIMIT = 64 << 20
FILE_LIMIT = 1 << 30
CLAIM_LIMIT = 1_000_000
NESTING_LIMIT = 16
CSV_FIELD_LIMIT = 1 << 20
INTEGER_DIGITS = 4_000

CSV_COLUMNS = (
    "id", "tool", "version", "method", "mechanism", "times", "direction", "query", "at", "bound", "value", "error", "tolerance", "note", "input"
)  # fmt: skip
CSV_NEEDED = ("tool", "mechanism", "query", "bound", "value")
CSV_AT = {"delta": "eps", "epsilon": "delta", "renyi": "order", "tradeoff": "alpha"}
"""The field of a query that the column `at` holds."""


def read_claims(path: Path) -> Iterator[Claim]:
    """Yield the claims of a file: CSV where its name ends so, else JSON lines.

    Raises
    ------
    NotReadable, OutOfRange, TooLarge, Unsupported
        With the number of the line; claims before it have been yielded.
    """
    try:
        with path.open("rb") as file:
            yield from _numbered(_csv(file) if path.suffix.lower() == ".csv" else _json_lines(file))
    except OSError as problem:
        raise NotReadable(f"cannot read {path}: {problem.strerror or problem}") from None


def parse_claim(line: bytes) -> Claim:
    """Return the claim of one line of JSON."""
    return Claim.from_json(_object(line))


def _object(line: bytes) -> Any:
    return strictjson.parse(line, size=LINE_LIMIT, nesting=NESTING_LIMIT, integer=_integer, real=FloatText)


def _integer(text: str) -> int:
    if len(text) > INTEGER_DIGITS:
        raise TooLarge(f"an integer has more than {INTEGER_DIGITS} digits")
    return int(text)


def _numbered(lines: Iterator[tuple[int, Any]]) -> Iterator[Claim]:
    seen: dict[str, int] = {}
    for number, content in lines:
        if len(seen) >= CLAIM_LIMIT:
            raise TooLarge(f"there are more than {CLAIM_LIMIT} claims")
        try:
            claim = Claim.from_json(content)
        except (TooLarge, Unsupported) as problem:
            claim = Claim.unread(content, number, problem)
        except ExactError as problem:
            raise type(problem)(f"line {number}: {problem}") from None
        if claim.id in seen:
            raise OutOfRange(f"line {number}: the id {shorten(claim.id)!r} was used in line {seen[claim.id]}")
        seen[claim.id] = number
        yield claim


def _json_lines(file: BinaryIO) -> Iterator[tuple[int, Any]]:
    total = 0
    number = 0
    while line := file.readline(LINE_LIMIT + 1):
        number += 1
        total += len(line)
        if len(line) > LINE_LIMIT or total > FILE_LIMIT:
            raise TooLarge(f"line {number}: a line has at most {LINE_LIMIT} bytes, a file at most {FILE_LIMIT}")
        if not line.strip():
            continue
        try:
            yield number, _object(line)
        except ExactError as problem:
            text = str(problem).replace("the file", "the line")
            raise type(problem)(f"line {number}: {text}") from None


def _csv(file: BinaryIO) -> Iterator[tuple[int, Any]]:
    data = file.read(LINE_LIMIT + 1)
    if len(data) > LINE_LIMIT:
        raise TooLarge(f"a CSV file has at most {LINE_LIMIT} bytes")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise NotReadable("the file is not UTF-8 text") from None
    before = csv.field_size_limit(CSV_FIELD_LIMIT)
    try:
        rows = csv.reader(io.StringIO(text, newline=""), strict=True)
        header = [name.strip() for name in next(rows, [])]
        check_keys(header, CSV_NEEDED, CSV_COLUMNS, "line 1: ")
        if len(set(header)) < len(header):
            raise NotReadable("line 1: a column occurs twice")
        for row in rows:
            if not row:
                continue
            if len(row) != len(header):
                raise NotReadable(f"line {rows.line_num}: there are {len(row)} fields for {len(header)} columns")
            fields = {name: cell.strip() for name, cell in zip(header, row, strict=True) if cell.strip()}
            try:
                yield rows.line_num, _of_row(fields, rows.line_num)
            except ExactError as problem:
                raise type(problem)(f"line {rows.line_num}: {problem}") from None
    except csv.Error as problem:
        raise NotReadable(f"not a CSV file: {problem}") from None
    finally:
        csv.field_size_limit(before)


def _of_row(fields: dict[str, str], line: int) -> dict[str, Any]:
    """Return the claim of a row as the object of JSON that says the same."""
    for name in CSV_NEEDED:
        if name not in fields:
            raise NotReadable(f"the column {name} is empty")
    bound = fields["bound"]
    if bound not in ("upper", "lower", "estimate"):
        raise NotReadable(f"bound is upper, lower or estimate, not {shorten(bound)!r}")
    says: dict[str, Any] = {bound: _bare(fields["value"])}
    if "error" in fields:
        says["error"] = _amount(fields["error"])
    out: dict[str, Any] = {"id": fields.get("id", f"line {line}"), "query": _query_of_row(fields["query"], fields.get("at")), "says": says}
    out |= {name: fields[name] for name in ("tool", "version", "method", "mechanism", "direction", "note", "input") if name in fields}
    if "times" in fields:
        out["times"] = _integer_of(fields["times"], "times")
    if "tolerance" in fields:
        out["tolerance"] = _amount(fields["tolerance"])
    return out


def _query_of_row(kind: str, at: str | None) -> dict[str, Any]:
    query: dict[str, Any] = {"kind": "epsilon", "clipped": True} if kind == "clipped-epsilon" else {"kind": kind}
    if query["kind"] not in (*CSV_AT, "pure-epsilon", "gdp"):
        raise NotReadable(f"query {shorten(kind)!r} has no row in CSV; those that have are clipped-epsilon, {', '.join(CSV_AT)}, pure-epsilon, gdp")
    wanted = CSV_AT.get(query["kind"])
    if (wanted is None) != (at is None):
        raise NotReadable(f"a query {kind} has {'nothing in the column at' if wanted is None else f'its {wanted} in the column at'}")
    if wanted is not None and at is not None:
        query[wanted] = _integer_of(at, "at") if wanted == "order" else _bare(at)
    return query


def _integer_of(text: str, what: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 12):
        raise NotReadable(f"{what} must be an integer, not {shorten(text)!r}")
    return int(text)


def _amount(text: str) -> Any:
    """Return a tolerance or an error: an amount, or ``relative:`` and a part."""
    return {"relative": _bare(text.removeprefix("relative:"))} if text.startswith("relative:") else _bare(text)


def _bare(text: str) -> Any:
    """Return a cell as an item of JSON: decimals and hexadecimal floats are floats, everything else is exact."""
    if text.startswith("exact:"):
        return text.removeprefix("exact:")
    if DECIMAL.fullmatch(text) or HEX_FLOAT.fullmatch(text):
        return FloatText(text)
    return text


def to_line(content: Any) -> str:
    """Return the line of a claim, for a file of JSON lines; floats of Python as the shortest decimals that are read to them."""
    return json.dumps(content, ensure_ascii=True, default=str)
