"""The certificate as an object: sealed with its digests, cross-checked, written under a temporary name and renamed."""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from certificates.claims.encoding import Json
from exact import __version__
from exact.engine import START_BITS
from exact.errors import OutOfRange, TooLarge

FORMAT = "exactpld-certificate"
VERSIONS = ("1", "2", "3", "4", "5")
"""The versions of the format; 2 has kernels as witnesses, 3 what a filter costs, chains, residues, and rounds without a limit, 4 audits,
5 identities and pure differential privacy.
"""

KINDS_OF_3 = ("chain", "filter-cost", "natural-filter-free", "not-chain", "residue", "residue-run", "sandwich")
KINDS_OF_4 = ("audit",)
KINDS_OF_5 = ("identity", "not-pure-dp", "pure-dp", "pure-dp-tables")

SYSTEM_FOLDERS = ("/dev", "/proc", "/sys")
"""Nothing is ever written below these: renaming a file onto a device would replace the device."""

LINK_LIMIT = 40

FILE_LIMIT = 4 << 20
"""The most bytes of a file that a checker reads (FORMAT.md)."""
COMPACT_FROM = 100_000
"""Characters from which a part of a certificate is written without spaces: files have a limit, and nobody reads so much."""

OURS = b'"exactpld-'
"""How the value of ``"format"`` begins in every file of ours, within the first `HEAD` bytes."""
HEAD = 200


@dataclass(frozen=True, slots=True)
class Certificate:
    """A sealed certificate.

    Attributes
    ----------
    kind
        The kind of claim, as in FORMAT.md section 6.
    content
        The whole JSON object, digests included.
    bits
        The largest precision, in bits, that the engine needed for a strict inequality of the claim.
    """

    kind: str
    content: Json
    bits: int = START_BITS

    def to_bytes(self) -> bytes:
        """Return the file: JSON with a line for each key of the file, the claim and the witness."""
        return (_layout(self.content, ("claim", "witness")) + "\n").encode("ascii")

    @property
    def claim_digest(self) -> str:
        """The digest of the claim alone; two witnesses of one claim share it."""
        return str(self.content["claim_digest"])


def seal(kind: str, claim: Json, witness: Json, bits: int = START_BITS) -> Certificate:
    """Return the certificate of a claim and its witness, with both digests, in the lowest version that has its words."""
    new = kind in KINDS_OF_3 or claim.get("rounds") == "all"
    latest = "5" if kind in KINDS_OF_5 else "4" if kind in KINDS_OF_4 else "3" if new else ""
    version = latest or ("2" if witness.get("method") == "kernel" else "1")
    content = {"format": FORMAT, "version": version, "kind": kind, "claim": claim}
    claim_digest = digest(content)
    content |= {"witness": witness, "claim_digest": claim_digest}
    whole = digest(content)
    meta = {"producer": f"exactpld {__version__}", "created": datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")}
    order = {"format": FORMAT, "version": version, "kind": kind, "claim": claim, "witness": witness, "meta": meta}
    return Certificate(kind, order | {"claim_digest": claim_digest, "digest": whole}, bits)


def _layout(content: Json, open_keys: tuple[str, ...], margin: str = " ") -> str:
    lines = []
    for key, value in content.items():
        text = _layout(value, (), margin + " ") if key in open_keys and value else json.dumps(value, ensure_ascii=True)
        if len(text) > COMPACT_FROM and key not in open_keys:
            text = json.dumps(value, ensure_ascii=True, separators=(",", ":"))
        lines.append(f"{margin}{json.dumps(key)}: {text}")
    return "{\n" + ",\n".join(lines) + "}"


def digest(content: Json) -> str:
    """Return the digest of an object: that of its canonical bytes (FORMAT.md section 2)."""
    text = json.dumps(content, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return "sha256:" + hashlib.sha256(text.encode("ascii")).hexdigest()


def write(certificate: Certificate, path: str | os.PathLike[str]) -> None:
    """Cross-check a certificate and write it to a file; the file appears whole or not at all.

    Raises
    ------
    certificates.crosscheck.Contradiction
        When the independent evaluation contradicts the claim.
    Undecided
        When it leaves an inequality open at four times the precision that the exact side needed.
    TooLarge
        When the file is longer than a checker reads.
    OutOfRange, OSError
        As `write_bytes`.
    """
    from certificates.crosscheck import crosscheck

    target_of(path)
    data = certificate.to_bytes()
    if len(data) > FILE_LIMIT:
        raise TooLarge(f"the certificate has {len(data)} bytes, more than the {FILE_LIMIT} that a checker reads")
    crosscheck(certificate.content, ceiling_bits=4 * certificate.bits)
    write_bytes(data, path)


def write_bytes(data: bytes, path: str | os.PathLike[str]) -> None:
    """Write a file under a temporary name in its folder, then rename it; a symbolic link stays one, and its target is written.

    Raises
    ------
    OutOfRange
        For what is no ordinary file, or lies in a folder of the system (see `target_of`).
    OSError
        When it cannot be written; the error names the file, not the temporary one.
    """
    target = target_of(path)
    try:
        _replace(data, target)
    except OSError as problem:
        if problem.errno is None:
            raise
        raise OSError(problem.errno, problem.strerror, os.fspath(path)) from None


def _replace(data: bytes, target: Path) -> None:
    handle, name = tempfile.mkstemp(prefix=".exactpld.", dir=target.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        mask = os.umask(0)
        os.umask(mask)
        Path(name).chmod(0o666 & ~mask)
        Path(name).replace(target)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def target_of(path: str | os.PathLike[str], *, new_folder: bool = False) -> Path:
    """Return the file that writing to this path replaces or creates, symbolic links followed.

    `OutOfRange` for what is no ordinary file, for a file without a folder (unless it is to be made, `new_folder`), and
    for one that lies below /dev, /proc or /sys, by its name or by where a link of the path leads.
    """
    text = os.fspath(path)
    if not text:
        raise OutOfRange("the name of the file to write is empty")
    hop = text
    for _ in range(LINK_LIMIT):
        folder = system_folder(hop)
        if folder is not None:
            raise OutOfRange(f"cannot write {text}: nothing is written below {folder}")
        if not Path(hop).is_symlink():
            break
        hop = str(Path(os.path.realpath(Path(hop).parent)) / Path(hop).readlink())
    else:
        raise OutOfRange(f"cannot write {text}: its symbolic links have no end")
    target = Path(os.path.realpath(text))
    if target.is_dir() or text.endswith("/"):
        raise OutOfRange(f"cannot write {text}: it is a directory")
    if target.exists() and not target.is_file():
        raise OutOfRange(f"cannot write {text}: it is no ordinary file")
    if not new_folder and not target.parent.is_dir():
        raise OutOfRange(f"cannot write {text}: there is no folder {target.parent}")
    return target


def check_replaceable(path: str | os.PathLike[str]) -> None:
    """Raise `OutOfRange` where something is that a file which nobody named must not replace: all but an empty file and a JSON file of ours."""
    target = target_of(path)
    if not target.exists():
        return
    try:
        with target.open("rb") as file:
            head = file.read(HEAD)
    except OSError:
        head = b"not readable"
    if head.strip() and not (head.lstrip().startswith(b"{") and OURS in head):
        raise OutOfRange(
            f"{os.fspath(path)} is there, is neither a certificate nor a saved PLD, and is not replaced: give another name, or move it away"
        )


def make_folder(folder: Path, *names: str) -> None:
    """Make a folder, where it is not there yet, for files of these names; `OutOfRange` as `target_of`, and where a file is in its place."""
    for name in names:
        target_of(folder / name, new_folder=True)
    for place in (folder, *folder.parents):
        if place.exists() and not place.is_dir():
            inside = "" if place == folder else f"cannot make {folder}: "
            raise OutOfRange(f"{inside}{place} is a file where a folder is wanted")
    folder.mkdir(parents=True, exist_ok=True)


def system_folder(path: str) -> str | None:
    """Return the folder of the system that a path lies in or is, as written or with its links followed; None for none."""
    for absolute in (os.path.abspath(path), os.path.realpath(path)):  # noqa: PTH100 - as written: '..' goes, links stay
        plain = "/" + absolute.lstrip("/")  # '//dev' is '/dev'
        for folder in SYSTEM_FOLDERS:
            if plain == folder or plain.startswith(folder + "/"):
                return folder
    return None
