"""PLDs, certificates and digests for the vectors (FORMAT.md, sections 2, 4 and 5)."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from make.numbers import ONE, ZERO, Json, Rational, Sum, common, num

Certificate = dict[str, Any]


def pld(den: Sum, atoms: Sequence[tuple[Sum, Sum]]) -> Json:
    """Return a plain PLD with the atoms as given."""
    return {"den": den.json(), "atoms": [[p.json(), q.json()] for p, q in atoms]}


def table(atoms: Sequence[Sequence[Rational]]) -> Json:
    """Return the plain PLD of rational masses, over their least common denominator."""
    masses = [[Fraction(m) for m in atom] for atom in atoms]
    den = common(m for atom in masses for m in atom)
    return pld(num(den), [(num(p * den), num(q * den)) for p, q in masses])


def rr(t: Sum) -> Json:
    """Return randomized response with likelihood ratio t > 1."""
    return pld(ONE + t, [(t, ONE), (ONE, t)])


def approx(t: Sum, delta: Rational) -> Json:
    """Return R_{ln t, delta}: the total leak with probability delta, else randomized response; t > 1 or t = 1."""
    d = Fraction(delta)
    a, b = num(d.numerator), num(d.denominator)
    one = ONE + t
    rest = b - a
    middle = [(rest * one, rest * one)] if t == ONE else [(rest * t, rest), (rest, rest * t)]
    return pld(b * one, [(a * one, ZERO), *middle, (ZERO, a * one)])


def compose(*items: tuple[int, Json]) -> Json:
    """Return the composition of plain PLDs, each so many times."""
    return {"compose": [[str(times), plain] for times, plain in items]}


def swap(plain: Json) -> Json:
    """Return a plain PLD with P and Q exchanged."""
    return {"den": plain["den"], "atoms": [[q, p] for p, q in reversed(plain["atoms"])]}


IDENTITY = table([["1", "1"]])
TOTAL_LEAK = table([["1", "0"], ["0", "1"]])
RR2, RR3, RR4 = rr(num(2)), rr(num(3)), rr(num(4))
LEAK_QUARTER = table([["1/4", "0"], ["3/4", "3/4"], ["0", "1/4"]])


def canonical(value: Json) -> bytes:
    """Return the canonical bytes of an object."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=True).encode("ascii")


def sha256(value: Json) -> str:
    """Return the digest of an object."""
    return "sha256:" + hashlib.sha256(canonical(value)).hexdigest()


def sign(certificate: Certificate) -> Certificate:
    """Return the certificate with both digests made new."""
    body = {k: v for k, v in certificate.items() if k not in ("claim_digest", "digest")}
    body["claim_digest"] = sha256({k: body[k] for k in ("claim", "format", "kind", "version") if k in body})
    body["digest"] = sha256({k: v for k, v in body.items() if k != "meta"})
    return body


def certificate(kind: str, claim: Json, witness: Json, note: str = "") -> Certificate:
    """Return a signed certificate."""
    meta = {"producer": "tests/vectors/build.py"}
    if note:
        meta["note"] = note
    return sign(
        {
            "format": "exactpld-certificate",
            "version": "1",
            "kind": kind,
            "claim": claim,
            "witness": witness,
            "meta": meta,
        }
    )


def file_text(value: Certificate) -> str:
    """Return a certificate as a vector file: the eight parts a line each."""
    parts = [json.dumps(k) + ": " + json.dumps(v, ensure_ascii=True) for k, v in value.items()]
    return "{" + ",\n ".join(parts) + "}\n"


def dominated(a: Json, b: Json, note: str = "") -> Certificate:
    """Return a certificate of A <= B."""
    return certificate("dominated", {"A": a, "B": b}, {"method": "knots"}, note)


def not_dominated(a: Json, b: Json, x: Json, note: str = "") -> Certificate:
    """Return a certificate of not A <= B."""
    return certificate("not-dominated", {"A": a, "B": b}, {"x": x}, note)


def equal(a: Json, b: Json, note: str = "") -> Certificate:
    """Return a certificate of A = B."""
    return certificate("equal", {"A": a, "B": b}, {}, note)


def incomparable(a: Json, b: Json, x_a: Json, x_b: Json, note: str = "") -> Certificate:
    """Return a certificate of two PLDs, neither below the other."""
    return certificate("incomparable", {"A": a, "B": b}, {"x_a": x_a, "x_b": x_b}, note)


def delta(plain: Json, x: Json, note: str = "", **bounds: Json) -> Certificate:
    """Return a certificate of h(x); bounds are value, or lower and upper."""
    return certificate("delta", {"pld": plain, "x": x, **bounds}, {}, note)


def epsilon(plain: Json, at: Json, note: str = "", **bounds: Json) -> Certificate:
    """Return a certificate of epsilon(at); bounds are exp_value, or lower and upper."""
    return certificate("epsilon", {"pld": plain, "delta": at, **bounds}, {}, note)


def violated(  # noqa: PLR0917  (the parts of the claim and of the witness, in order)
    queries: Sequence[Json], budget: Json, rounds: int, x: Json, tree: Json, note: str = ""
) -> Certificate:
    """Return a certificate of a natural filter that does not keep its budget."""
    claim = {"queries": list(queries), "budget": budget, "rounds": str(rounds)}
    return certificate("natural-filter-violated", claim, {"x": x, "tree": tree}, note)
