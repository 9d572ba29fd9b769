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

FORMAT = "exactpld-certificate"
VERSION = "1"


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
    """Return the certificate of a claim and its witness, with both digests."""
    content = {"format": FORMAT, "version": VERSION, "kind": kind, "claim": claim}
    claim_digest = _digest(content)
    content |= {"witness": witness, "claim_digest": claim_digest}
    whole = _digest(content)
    meta = {"producer": f"exactpld {__version__}", "created": datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")}
    order = {"format": FORMAT, "version": VERSION, "kind": kind, "claim": claim, "witness": witness, "meta": meta}
    return Certificate(kind, order | {"claim_digest": claim_digest, "digest": whole}, bits)


def _layout(content: Json, open_keys: tuple[str, ...], margin: str = " ") -> str:
    lines = []
    for key, value in content.items():
        text = _layout(value, (), margin + " ") if key in open_keys and value else json.dumps(value, ensure_ascii=True)
        lines.append(f"{margin}{json.dumps(key)}: {text}")
    return "{\n" + ",\n".join(lines) + "}"


def _digest(content: Json) -> str:
    text = json.dumps(content, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return "sha256:" + hashlib.sha256(text.encode("ascii")).hexdigest()


def write(certificate: Certificate, path: str | os.PathLike[str]) -> None:
    """Cross-check a certificate and write it to a file; the file appears whole or not at all.

    Raises
    ------
    certificates.crosscheck.Contradiction
        When the independent evaluation contradicts the claim, or leaves a strict inequality open at four times the
        engine's precision.
    """
    from certificates.crosscheck import crosscheck

    crosscheck(certificate.content, ceiling_bits=4 * certificate.bits)
    write_bytes(certificate.to_bytes(), path)


def write_bytes(data: bytes, path: str | os.PathLike[str]) -> None:
    """Write a file under a temporary name in the same folder, then rename it."""
    target = Path(path)
    handle, name = tempfile.mkstemp(prefix=f".{target.name}.", dir=target.parent)
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
