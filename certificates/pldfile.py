"""Saves PLDs to files and loads them: one JSON object around the PLD object of FORMAT.md, exact and portable.

``{"format": "exactpld-pld", "version": "1", "pld": ...}``. A composition is saved by its parts, so a long one stays small. The reader is
made for files from strangers: it runs nothing, bounds size, nesting, digits and exponents before work, and accepts one spelling of each
value; see ``docs/pld_files.md``.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

from certificates import strictjson
from certificates.claims import encoding
from certificates.claims.certificate import target_of, write_bytes
from certificates.pldreader import ATOM_LIMIT, PLDReader
from exact.errors import ExactError, NotReadable, TooLarge
from exact.pld import PLD, Factors
from exact.writing import shorten

FORMAT, VERSION = "exactpld-pld", "1"
SIZE_LIMIT = 4 << 20
NESTING_LIMIT = 16


def save(pld: PLD, path: str | os.PathLike[str]) -> None:
    """Write a PLD to a file, whole or not at all, in such a way that `load` returns an equal PLD.

    Parameters
    ----------
    pld
        The PLD. A composition of at most 64 different parts is saved by its parts, any other one by its atoms.
    path
        The file, replaced if it is there; `.json` is the usual ending.

    Raises
    ------
    TooLarge
        When the file would be beyond the limits of `load`.
    OutOfRange, OSError
        When nothing can be written there.

    Examples
    --------
    >>> import tempfile
    >>> from exact import rr
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     save(3 * rr("log(2)"), f"{folder}/three.json")
    ...     load(f"{folder}/three.json") == 3 * rr("log(2)")
    True
    """
    target_of(path)
    write_bytes(to_bytes(pld), path)


def load(path: str | os.PathLike[str]) -> PLD:
    """Return the PLD in a file.

    Raises
    ------
    NotReadable
        When the file cannot be read or is no PLD file, with the place.
    NotADistribution
        When its masses are not those of a PLD.
    TooLarge
        Beyond the limits in ``docs/pld_files.md``.
    """
    name = os.fspath(path)
    try:
        with Path(path).open("rb") as file:
            data = file.read(SIZE_LIMIT + 1)
    except (OSError, ValueError) as problem:  # a name with a null character is a ValueError
        raise NotReadable(f"cannot read {name}: {getattr(problem, 'strerror', None) or problem}") from None
    try:
        return from_bytes(data)
    except ExactError as problem:
        raise type(problem)(f"{name}: {problem}") from None


def to_bytes(pld: PLD) -> bytes:
    """Return the content of the file of a PLD, ASCII with one atom or part a line; errors as `save`."""
    if not isinstance(pld, PLD):
        raise TypeError(f"a PLD is wanted, not {type(pld).__name__} (exact.pld reads a text)")
    factors = pld.factors
    if len(factors) > encoding.PARTS_LIMIT or any(k > encoding.TIMES_LIMIT for _, k in factors):
        factors = ((pld.canonical, 1),)
    for atoms, _ in factors:
        count = len(atoms.finite) + bool(atoms.p_infinite) + bool(atoms.q_infinite)
        if count > ATOM_LIMIT:
            raise TooLarge(f"a PLD of {count} atoms is too large for a file, which has at most {ATOM_LIMIT}")
    value = encoding.pld(PLD.of_atoms(*factors))
    data = (_layout({"format": FORMAT, "version": VERSION, "pld": value}) + "\n").encode("ascii")
    if len(data) > SIZE_LIMIT:
        raise TooLarge(f"the file would have {len(data)} bytes, more than {SIZE_LIMIT}")
    _check_same(from_bytes(data).factors, factors)
    return data


def _check_same(found: Factors, wanted: Factors) -> None:
    """Compare part by part: the whole composition may be too large to be multiplied out."""
    same = len(found) == len(wanted) and all(
        k == n and PLD.of_atoms((a, 1)) == PLD.of_atoms((b, 1)) for (a, k), (b, n) in zip(found, wanted, strict=True)
    )
    if not same and PLD.of_atoms(*found) != PLD.of_atoms(*wanted):  # pragma: no cover - encoding and decoding are inverse
        raise AssertionError("the file would not read back as the PLD")


def from_bytes(data: bytes) -> PLD:
    """Return the PLD in the content of a file; errors as `load`."""
    content = strictjson.parse(data, size=SIZE_LIMIT, nesting=NESTING_LIMIT)
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        raise NotReadable(f'this is no PLD file: it must be an object with "format": "{FORMAT}"')
    if content.get("version") != VERSION:
        raise NotReadable(f'the version of the file is not "{VERSION}", the only one that is known')
    for key in content:
        if key not in ("format", "version", "pld"):
            raise NotReadable(f"unknown key {shorten(repr(key))}; known are format, version, pld")
    if "pld" not in content:
        raise NotReadable("the key 'pld' is missing")
    return PLDReader().pld(content["pld"], "pld")


def _layout(content: dict[str, Any]) -> str:
    """Return JSON with a line for each atom, or for each part of a composition."""
    value = content["pld"]
    inner, rows = ("compose", value["compose"]) if "compose" in value else ("atoms", value["atoms"])
    head = "".join(f"{json.dumps(key)}: {json.dumps(item)},\n " for key, item in value.items() if key != inner)
    lines = ",\n  ".join(json.dumps(row, separators=(", ", ": ")) for row in rows)
    return (
        f'{{"format": "{content["format"]}", "version": "{content["version"]}", "pld": {{\n {head}"{inner}": [\n  {lines}\n ]\n}}}}'
    )
