"""Files of the kinds of version 5 that ask for as much work as they can: beyond the limits, and within them."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from itertools import count
from typing import Any

from tests.certificates.checker_harness import sign

Json = Any
BIG = 10**200  # loose for every ratio
RR2 = {"den": "3", "atoms": [["2", "1"], ["1", "2"]]}
E, E_AND_1 = [["1", "1"]], [["1", "0"], ["1", "1"]]
FEW, HALVES = {"universe": "2", "n": "2", "rounds": "1", "eta": "1", "gamma": "1"}, [["1", "-1"]]


def text(number: int) -> str:
    """Return the spelling of a natural number of any size."""
    return str(number) if number < 10**60 else hex(number)


def file(kind: str, claim: Json, witness: Json = None) -> bytes:
    """Return a signed file without white space."""
    body = {"format": "exactpld-certificate", "version": "5", "kind": kind, "claim": claim, "witness": witness or {}, "meta": {}}
    return json.dumps(json.loads(sign(body)), separators=(",", ":")).encode()


def identity(*constructions: Json) -> bytes:
    """Return an identity."""
    return file("identity", {"constructions": list(constructions)})


def mixture(parts: Sequence[Json]) -> Json:
    """Return the mixture of these PLDs in equal parts."""
    return {"den": str(len(parts)), "mixture": [["1", part] for part in parts]}


def trivial(den: int) -> Json:
    """Return the identity over a denominator."""
    return {"den": str(den), "atoms": [[str(den), str(den)]]}


def composed(plains: Sequence[Json], times: int = 1) -> Json:
    """Return a composition."""
    return {"compose": [[str(times), plain] for plain in plains]}


def envelope(base: Json, half: Json = "2", upper: Json = "4") -> bytes:
    """Return a certificate about an envelope."""
    return file("pure-dp", {"base": base, "half": half, "ratio_upper": upper})


def tabled(laws: Sequence[Json], far: Callable[[int, int], int]) -> Json:
    """Return base laws with distances."""
    size = range(len(laws))
    return {"laws": list(laws), "distances": [[str(far(i, j)) for j in size] for i in size]}


def discrete(i: int, j: int) -> int:
    """Return the distances that make all points neighbours."""
    return int(i != j)


def remote(most: int) -> Callable[[int, int], int]:
    """Return the distances of points that are far from each other, but for the first two."""
    return lambda i, j: 0 if i == j else 1 if i + j == 1 else most


def bent(count_of: int, which: int) -> Json:
    """Return a law that gives one outcome twice as often as each of the others."""
    return {"den": str(count_of + 1), "masses": [str(1 + (i == which)) for i in range(count_of)]}


def flat(count_of: int) -> Json:
    """Return a uniform law with irrational numerators."""
    return {"den": [[str(count_of), "1"]], "masses": [E] * count_of}


def instance(**parts: Json) -> Json:
    """Return an instance."""
    return {**FEW, "queries": HALVES, **parts}


def tables(laws: Sequence[Json], pairs: Json, upper: Json = "4") -> bytes:
    """Return a certificate about tables."""
    return file("pure-dp-tables", {"laws": list(laws), "neighbours": pairs, "ratio_upper": upper})


def primes(number: int) -> list[int]:
    """Return the first odd primes."""
    found = (n for n in count(3, 2) if all(n % d for d in range(3, int(n**0.5) + 1, 2)))
    return [next(found) for _ in range(number)]


SURE = {"den": "1", "masses": ["1"]}
BOMBS: dict[str, bytes] = {
    "constructions": identity(*[{"pld": RR2}] * 50_000),
    "mixture-parts": identity({"pld": RR2}, mixture([RR2] * 40_000)),
    "constraints": identity({"pld": RR2}, {"constraints": [["2", "0"]] * 200_000}),
    "weight-digits": identity({"pld": RR2}, {"den": "9" * 1_000_000, "mixture": [["1", RR2]]}),
    "laws": tables([SURE] * 100_000, [["0", "1"]]),
    "masses": tables([{"den": "1", "masses": ["1"] * 1_000_000}], [["0", "0"]]),
    "neighbour-digits": tables([SURE], [["0", "9" * 1_000_000]]),
    "distances-of-two": envelope({"laws": [SURE] * 2, "distances": [["1"] * 500_000, ["1"]]}),
    "distance-digits": envelope({"laws": [SURE] * 2, "distances": [["0", "9" * 1_000_000], ["1", "0"]]}),
    "universe": envelope(instance(universe="64", n="64", queries=[["1"] * 64])),
    "universe-digits": envelope(instance(universe="9" * 1_000_000)),
    "transcripts": envelope(instance(rounds="16", queries=HALVES * 64)),
    "instance-queries": envelope(instance(queries=HALVES * 200_000)),
    "query-values": envelope(instance(queries=[["1"] * 900_000])),
    "loss-digits": envelope(instance(eta="9" * 1_000_000)),
    "loss-pairs": envelope(instance(eta=["0", [[str(i), "1"] for i in range(2, 150_000)]])),
    "half-digits": envelope(instance(), half="9" * 1_000_000),
}
# Within the limits of counts: the steps, or a verdict, must end these.
HEAVY: dict[str, Callable[[], bytes]] = {
    "mixture-of-many-denominators": lambda: identity(
        mixture([{"den": str(p), "atoms": [[str(p - 1), "1"], ["1", str(p - 1)]]} for p in primes(1_024)]), {"pld": RR2}
    ),
    "mixture-of-many-denominators-of-compositions": lambda: identity(
        mixture([composed([trivial(3 + 64 * i + j) for j in range(64)]) for i in range(1_024)]), {"pld": trivial(1)}
    ),
    "mixture-of-the-same-denominators": lambda: identity(
        mixture([composed([trivial(3 + j) for j in range(64)])] * 1_024), {"pld": trivial(1)}
    ),
    "mixtures-of-compositions": lambda: identity(*[mixture([composed([RR2], 10)] * 1_024)] * 8),
    "neighbours-all": lambda: envelope(tabled([bent(160, i) for i in range(100)], discrete)),
    "neighbours-with-many-outcomes": lambda: envelope(tabled([bent(20_000, i) for i in range(6)], discrete)),
    "distances": lambda: envelope(tabled([SURE] * 450, remote(511))),
    "distances-and-a-tie": lambda: envelope(tabled([flat(1)] * 300, remote(511)), {"num": E_AND_1, "den": E}, "1"),
    "powers-of-a-large-half": lambda: envelope(tabled([bent(60, i) for i in range(60)], remote(1_000)), str(2**99), text(BIG)),
    "databases": lambda: envelope(instance(universe="3", n="61", queries=[["1", "0", "-1"]])),
    "databases-and-transcripts": lambda: envelope(instance(universe="3", n="61", rounds="14", queries=[["1", "0", "-1"]])),
    "transcripts-and-a-tie": lambda: envelope(instance(rounds="10"), "1", "1"),
    "pairs": lambda: tables([flat(1)] * 2, [["0", "1"]] * 400_000),
    "outcomes-and-pairs": lambda: tables([{"den": "20000", "masses": ["1"] * 20_000}] * 2, [["0", "1"]] * 1_000),
    "long-sums": lambda: tables(
        [{"den": [["1", f"{i}/7919"] for i in range(1, 3_000)], "masses": [[["1", f"{i}/7919"] for i in range(1, 3_000)]]}] * 2,
        [["0", "1"]] * 10_000,
    ),
}
