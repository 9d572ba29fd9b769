"""The kinds `pure-dp`, `pure-dp-tables` and `not-pure-dp`: ratios of the laws of neighbours, of an envelope or of given tables."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import cast

from certificates.claims import encoding, precision
from certificates.claims.certificate import Certificate, seal
from certificates.claims.encoding import Json
from exact.envelopes.enclosed import ends_of
from exact.envelopes.likelihood_envelope import Envelope
from exact.envelopes.multiplicative_weights import MultiplicativeWeights
from exact.envelopes.transcript_laws import TranscriptLaws
from exact.errors import NotADistribution, OutOfRange, Refuted, TooLarge, Undecided, Unsupported
from exact.loss import Loss
from exact.number import Number
from exact.reading import ExactInput, number
from exact.writing import shorten

LAWS_LIMIT = 2_000
OUTCOMES_LIMIT = 20_000
DISTANCE_LIMIT = 1_000
ROWS_LIMIT = 64
EPS_LIMIT = 1_000
PARAMETERS = ("queries", "n", "rounds", "eta", "gamma", "space")
"""What an instance of multiplicative weights is: the rest follows."""
RATIO_DIGITS = 30
"""Digits to which the largest ratio is compared with a bound that is to be certified."""
ENVELOPE_BITS = 256

Law = Sequence[Number]
Laws = Sequence[Sequence[ExactInput]]


@dataclass(frozen=True, slots=True)
class Excess:
    """A ratio of two masses: the outcome of the law `first`, over that of its neighbour `second`; None where the latter is 0."""

    first: int
    second: int
    outcome: int
    ratio: Number | None


def worst_ratio(laws: Sequence[Law], neighbours: Sequence[tuple[int, int]]) -> Excess | None:
    """Return the largest ratio of masses of neighbours, both ways (the first of equal ones); None where all masses are 0."""
    worst: Excess | None = None
    for pair in neighbours:
        for a, b in (pair, pair[::-1]):
            for k, (p, q) in enumerate(zip(laws[a], laws[b], strict=True)):
                if p and not q:
                    return Excess(a, b, k, None)
                if q and (worst is None or worst.ratio is None or p / q > worst.ratio):
                    worst = Excess(a, b, k, p / q)
    return worst


def pure_dp_tables(tables: Laws, neighbours: Sequence[tuple[int, int]], ratio_upper: ExactInput) -> Certificate:
    """Return a certificate that neighbouring laws have ratios of at most `ratio_upper`, both ways and for every outcome.

    Parameters
    ----------
    tables
        For each database the masses of the outcomes, in one order: probabilities that add up to 1.
    neighbours
        Pairs of indices of laws; each is taken in both directions.
    ratio_upper
        A number > 0: e^eps for pure eps-differential privacy.

    Raises
    ------
    Refuted
        When a ratio is larger: the message names pair, outcome and ratio.
    NotADistribution, OutOfRange, TooLarge
        When a row is no law, an index names none, or the limits of the format are passed.
    """
    bound, laws = number(ratio_upper), _read(tables)
    _check(laws, neighbours)
    worst = worst_ratio(laws, neighbours)
    if worst and (worst.ratio is None or worst.ratio > bound):
        ratio = "infinite" if worst.ratio is None else shorten(str(worst.ratio))
        raise Refuted(f"outcome {worst.outcome} has the ratio {ratio} between the laws {worst.first} and {worst.second}, above {shorten(str(bound))}")
    claim = _tables(laws, neighbours) | {"ratio_upper": encoding.number(bound)}
    return seal("pure-dp-tables", claim, {}, _bits(laws, bound))


def not_pure_dp(tables: Laws, neighbours: Sequence[tuple[int, int]], ratio_lower: ExactInput) -> Certificate:
    """Return a certificate that some neighbouring laws have a ratio above `ratio_lower`, with pair and outcome as the witness.

    Parameters and errors are those of `pure_dp_tables`; `Refuted` when no ratio is above it.
    """
    bound, laws = number(ratio_lower), _read(tables)
    if bound < 1:
        raise OutOfRange(f"a ratio above {shorten(str(bound))}, which is below 1, says nothing: of any two laws some ratio is at least 1")
    _check(laws, neighbours)
    worst = worst_ratio(laws, neighbours)
    if worst is None or (worst.ratio is not None and worst.ratio <= bound):
        raise Refuted(f"no ratio of neighbouring laws is above {shorten(str(bound))}")
    pair = next(2 * i + (worst.first != pair[0]) for i, pair in enumerate(neighbours) if {worst.first, worst.second} == set(pair))
    claim = _tables(laws, neighbours) | {"ratio_lower": encoding.number(bound)}
    p, q = laws[worst.first][worst.outcome], laws[worst.second][worst.outcome]
    bits = max(_bits(laws, bound), precision.of_gaps(p - bound * q))
    return seal("not-pure-dp", claim, {"pair": str(pair), "outcome": str(worst.outcome)}, bits)


def pure_dp(found: Envelope, instance: MultiplicativeWeights | None = None, ratio_upper: ExactInput | None = None) -> Certificate:
    """Return a certificate that the laws of neighbours in an envelope have ratios of at most `ratio_upper` (ENV Proposition 4.1 on an instance).

    Parameters
    ----------
    found
        The envelope.
    instance
        The instance of private multiplicative weights that it is the envelope of: then the claim is the instance, and the checker works
        out its base laws. Without it the claim holds the base laws and the distances of all points.
    ratio_upper
        A number > 0; e^eps, pure differential privacy, where it is left out.

    Raises
    ------
    Refuted
        When a ratio is larger: the message names pair, outcome and ratio.
    Undecided
        When a ratio is `ratio_upper`, or too close: the checker settles ratios by enclosures, and would end with a limit.
    OutOfRange
        When no two points are at distance 1; when the instance is not that of the envelope.
    Unsupported
        Losses that are no sums of rationals and logarithms of rationals; enclosed base laws without an instance; distances that are no
        integers up to 1,000.
    TooLarge
        Beyond the limits of the format.
    """
    if found.ratio is None:
        raise OutOfRange("no two points are at distance 1, so there is nothing to state")
    if instance is not None:
        _check_instance(found, instance)
    if found.eps > EPS_LIMIT:
        raise TooLarge(f"a certificate states an envelope with eps up to {EPS_LIMIT}")
    half = (found.eps / 2).exp()
    bound = half * half if ratio_upper is None else number(ratio_upper)
    _check_ratio(found, bound)
    claim = {"base": _instance(instance) if instance else _tabled(found), "half": encoding.number(half), "ratio_upper": encoding.number(bound)}
    return seal("pure-dp", claim, {}, max(ENVELOPE_BITS, precision.of_numbers(half, bound)))


def _check_instance(found: Envelope, instance: MultiplicativeWeights) -> None:
    """Raise where an envelope was not made from the laws of this instance, or the instance is beyond the limits of the format."""
    own = found.base.instance if isinstance(found.base, TranscriptLaws) else None
    if own is None or any(getattr(own, name) != getattr(instance, name) for name in PARAMETERS):
        raise OutOfRange("this envelope is not one of this instance")
    if instance.n > ROWS_LIMIT:
        raise TooLarge(f"a certificate states databases of at most {ROWS_LIMIT} rows, not {instance.n}")


def _check_ratio(found: Envelope, bound: Number) -> None:
    worst = found.ratio
    if bound.sign() <= 0:
        raise Refuted("no ratio is below 0")
    if worst is None or isinstance(worst.value, Loss):
        return
    low, high = (number(end) for end in ends_of(worst.value, RATIO_DIGITS))
    exactly = worst.value if isinstance(worst.value, Number) else None
    if (exactly or low) > bound:
        places = f"outcome {worst.outcome} between the laws at {worst.pair[0]} and {worst.pair[1]}"
        raise Refuted(f"{places} has the ratio {worst.value.decimal(RATIO_DIGITS)}, above {shorten(str(bound))}")
    if (exactly or high) >= bound:
        raise Undecided(f"the largest ratio is {shorten(str(bound))}, or too close to it: a certificate needs a larger bound")


def _instance(instance: MultiplicativeWeights) -> Json:
    return {
        "universe": str(instance.universe_size),
        "queries": [[encoding.rational(value) for value in query] for query in instance.queries],
        "n": str(instance.n),
        "rounds": str(instance.rounds),
        "eta": encoding.loss(instance.eta),
        "gamma": encoding.loss(instance.gamma),
    }


def _tabled(found: Envelope) -> Json:
    laws: list[Law] = []
    for point in found.metric.points:
        masses = list(found.base_law(point).values())
        if not all(isinstance(mass, Number) for mass in masses):
            raise Unsupported("base laws that are only enclosed are stated by their instance")
        laws.append(cast("Law", masses))
    rows = found.metric.distances
    if any(Fraction(d).denominator != 1 or d > DISTANCE_LIMIT for row in rows for d in row):
        raise Unsupported(f"a certificate states distances that are integers up to {DISTANCE_LIMIT}")
    _check(laws, ())
    return {"laws": [_law(law) for law in laws], "distances": [[str(int(d)) for d in row] for row in rows]}


def _read(tables: Laws) -> list[Law]:
    return [[number(mass) for mass in row] for row in tables]


def _tables(laws: Sequence[Law], neighbours: Sequence[tuple[int, int]]) -> dict[str, Json]:
    if not neighbours:
        raise OutOfRange("there are no neighbours, so there is nothing to state")
    return {"laws": [_law(law) for law in laws], "neighbours": [[str(i), str(j)] for i, j in neighbours]}


def _law(masses: Law) -> Json:
    den, numerators = encoding.over_one_denominator(masses)
    return {"den": den, "masses": numerators}


def _check(laws: Sequence[Law], neighbours: Sequence[tuple[int, int]]) -> None:
    if not laws or not laws[0]:
        raise OutOfRange("there are no laws, or they have no outcomes")
    if len(laws) > LAWS_LIMIT or any(len(law) > OUTCOMES_LIMIT for law in laws):
        raise TooLarge(f"a certificate states at most {LAWS_LIMIT} laws of at most {OUTCOMES_LIMIT} outcomes")
    for i, law in enumerate(laws):
        if len(law) != len(laws[0]):
            raise OutOfRange(f"law {i} has {len(law)} outcomes, and law 0 has {len(laws[0])}")
        if any(mass.sign() < 0 for mass in law) or sum(law, Number(0)) != 1:
            raise NotADistribution(f"law {i} has a negative mass, or masses that do not add up to 1")
    if any(not 0 <= i < len(laws) for pair in neighbours for i in pair):
        raise OutOfRange(f"a neighbour is none of the {len(laws)} laws")


def _bits(laws: Sequence[Law], bound: Number) -> int:
    return precision.of_numbers(bound, *(mass for law in laws for mass in law))
