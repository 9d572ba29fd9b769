"""Turns the witness of a `dominated` certificate into the other form: knots into a kernel, a kernel into knots.

The claim stays as it is spelled. Nobody has to believe this module: what it makes is a certificate like any other. Of a
file that is read, form, digests and claim are looked at, and the claim is decided anew; its witness and `meta` are not.
"""

from __future__ import annotations

from collections.abc import Callable

from certificates import strictjson
from certificates.claims.certificate import FILE_LIMIT, FORMAT, VERSIONS, Certificate, digest
from certificates.claims.dominance import by_kernel, by_knots
from certificates.claims.encoding import Json
from certificates.pldreader import PLDReader
from exact.errors import NotReadable, OutOfRange
from exact.pld import PLD
from exact.writing import shorten

NESTING_LIMIT = 64
KEYS = ("format", "version", "kind", "claim", "witness", "meta", "claim_digest", "digest")


def to_kernel(data: bytes) -> Certificate:
    """Return the certificate of the same claim ``A <= B`` whose witness is a kernel.

    Parameters
    ----------
    data
        The content of the file of a `dominated` certificate.

    Raises
    ------
    NotReadable
        When it is not a certificate of this format, with the place.
    NotADistribution
        When the masses of A or B are not those of a PLD.
    OutOfRange
        When it is a certificate of another kind.
    Refuted
        When its claim is false.
    TooLarge
        Beyond the limits of numbers, of compositions, or of the size of a file.

    Examples
    --------
    >>> from certificates import claims
    >>> from exact import rr
    >>> order = claims.dominated(rr(1), rr(2))
    >>> by_kernel = to_kernel(order.to_bytes())
    >>> by_kernel.content["claim"] == order.content["claim"], by_kernel.content["witness"]["method"]
    (True, 'kernel')
    """
    return _convert(data, by_kernel)


def to_knots(data: bytes) -> Certificate:
    """Return the certificate of the same claim ``A <= B`` that is checked at the knots of B; all else as `to_kernel`."""
    return _convert(data, by_knots)


def _convert(data: bytes, make: Callable[[PLD, PLD, Json], Certificate]) -> Certificate:
    content = read(data)
    if content["kind"] != "dominated":
        kind = shorten(str(content["kind"]))
        raise OutOfRange(f"only a certificate of the kind dominated has a witness of two forms, and this one is {kind}")
    claim = content["claim"]
    _check_keys(claim, "claim", ("A", "B"))
    reader = PLDReader()
    return make(reader.pld(claim["A"], "claim.A"), reader.pld(claim["B"], "claim.B"), claim)


def read(data: bytes) -> Json:
    """Return the object of a certificate file, its form (keys, format, version) and digests looked at.

    Raises
    ------
    NotReadable
        When it is not a certificate, with the reason.
    TooLarge
        Beyond 4 MiB, or 64 brackets inside each other.
    """
    content = strictjson.parse(data, size=FILE_LIMIT, nesting=NESTING_LIMIT)
    _check_keys(content, "the file", KEYS)
    if content["format"] != FORMAT or content["version"] not in VERSIONS:
        raise NotReadable(f'the file must have the format "{FORMAT}" and the version {" or ".join(VERSIONS)}')
    own = digest({key: content[key] for key in ("claim", "format", "kind", "version")})
    whole = digest({key: value for key, value in content.items() if key not in ("meta", "digest")})
    if (content["claim_digest"], content["digest"]) != (own, whole):
        raise NotReadable("the digests are not those of the content: the file is damaged or was edited")
    return content


def _check_keys(obj: Json, place: str, keys: tuple[str, ...]) -> None:
    if not isinstance(obj, dict) or obj.keys() != set(keys):
        raise NotReadable(f"{place} must be an object with the keys {', '.join(keys)}")
