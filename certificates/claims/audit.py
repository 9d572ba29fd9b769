"""The kind `audit`: what a tool said is false, or is a value that no mechanism has."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from certificates.claims import encoding, precision
from certificates.claims.certificate import Certificate, seal
from certificates.claims.encoding import Json
from exact.discretised import GridPLD
from exact.errors import OutOfRange, Refuted, TooLarge, Unsupported
from exact.number import Number
from exact.pld import PLD
from exact.reading import number
from exact.writing import shorten

if TYPE_CHECKING:
    from certificates.audit.quantity import Assertion, Bound, Quantity
    from certificates.audit.values import Value

PAIR_LIMIT = 16
CLAIMANT_LIMIT = 200
BY_SIZE = 400
"""Characters of an exact shortfall that a certificate states; of a longer one it states a decimal that is not larger."""
BY_DIGITS = 15


def claimant(text: str) -> str:
    """Return the text as certificates state it: printable ASCII without quotation marks and backslashes, at most 200 characters, at least one."""
    plain = "".join(c if " " <= c <= "~" and c not in '"\\' else "?" for c in text.strip())[:CLAIMANT_LIMIT]
    return plain or "?"


def violated(who: str, pairs: Sequence[PLD], said: Assertion, by: Fraction | None = None) -> Certificate:
    """Return a certificate that a bound on a quantity is false: that the exact value is beyond it, by at least an amount where one is given.

    Parameters
    ----------
    who
        The tool and its version; nobody verifies that it said so.
    pairs
        The mechanism, each pair P over Q; none for the total of a ledger.
    said
        The quantity, the bound and the value.
    by
        A positive amount by which the bound is missed at least; it is made shorter (never larger). None for none.

    Raises
    ------
    Refuted
        When the bound holds.
    OutOfRange, TooLarge
        When the claim has no spelling within the limits of the format.
    """
    if len(pairs) > PAIR_LIMIT:
        raise TooLarge(f"a certificate states at most {PAIR_LIMIT} pairs")
    quantity, bound, v = said
    if v.infinite and not quantity.in_nats:
        raise Unsupported(f"a certificate states no infinite bound on a {quantity.name}")
    if bound == "lower" and quantity.name == "gdp":
        raise Unsupported("a certificate states no lower bound on a GDP parameter")
    amount = Fraction(0) if by is None else _shortened(by)
    beyond = quantity.exceeds if bound == "upper" else quantity.falls_short
    if not beyond(pairs, v, amount):
        raise Refuted(f"the {bound} bound {shorten(v.text)} holds")
    says: dict[str, Json] = {bound: quantity.spell(v)}
    if amount:
        says["by"] = encoding.rational(amount)
    claim: dict[str, Json] = {"claimant": claimant(who), "quantity": quantity.to_json(), "says": says, "verdict": "violated"}
    if pairs:
        claim["pairs"] = [encoding.pld(a) for a in pairs]
    witness = quantity.witness(pairs, v, amount)
    return seal("audit", claim, witness, precision.of_masses(*pairs))


def _shortened(by: Fraction) -> Fraction:
    if by <= 0:
        raise OutOfRange("an amount by which a bound is missed is positive")
    return by if len(encoding.rational(by)) <= BY_SIZE // 4 else number(by).lower(BY_DIGITS)


def _less(by: Fraction) -> Fraction:
    """Return an amount that is a little smaller and short: checkers tell curves apart by enclosures, which an exact difference would tie."""
    return number(by * (1 - Fraction(1, 1 << 20))).lower(BY_DIGITS)


def invalid_value(who: str, quantity: Quantity, v: Value) -> Certificate:
    """Return a certificate that no mechanism has this value; `Refuted` where some may have it."""
    if quantity.impossible(v) is None:
        raise Refuted(f"the value {shorten(v.text)} is possible")
    return _invalid(who, quantity.to_json(), {"value": quantity.spell(v)})


def invalid_interval(who: str, quantity: Quantity, lower: Value, upper: Value) -> Certificate:
    """Return a certificate that a lower bound is above the upper one; `Refuted` where it is not."""
    if not lower.is_above(upper):
        raise Refuted(f"the lower bound {shorten(lower.text)} is not above the upper one")
    return _invalid(who, quantity.to_json(), {"lower": quantity.spell(lower), "upper": quantity.spell(upper)})


def invalid_points(who: str, quantity: Quantity, points: Sequence[tuple[Number, Number]]) -> Certificate:
    """Return a certificate that two values turn the wrong way (up, down for Renyi divergences), or that the middle one of three lies above the
    chord, by points of increasing place; `Refuted` where they do not.
    """
    from certificates.audit.values import Value

    of = quantity.to_json()["of"]
    (z0, v0), (z1, v1), *rest = points
    if rest:
        z2, v2 = rest[0]
        wrong = z0 < z1 < z2 and (v1 - v0) * (z2 - z0) > (v2 - v0) * (z1 - z0)
    else:
        wrong = z0 < z1 and (v1 < v0 if of == "renyi" else v1 > v0)
    if not wrong:
        raise Refuted("the points contradict nothing")
    spelled = [[str(z) if of == "renyi" else encoding.number(z), quantity.spell(Value("", v))] for z, v in points]
    return _invalid(who, {"of": of}, {"points": spelled})


def _invalid(who: str, quantity: Json, says: Json) -> Certificate:
    return seal("audit", {"claimant": claimant(who), "quantity": quantity, "says": says, "verdict": "invalid"}, {})


# --- whole PLDs ------------------------------------------------------------------------------------------------------------------------------


def curve_violated(  # noqa: PLR0913, PLR0917 - as many as the claim and the witness have parts
    who: str, pairs: Sequence[PLD], bound: Bound, grid: GridPLD, x: Number, by: Fraction | None = None
) -> Certificate:
    """Return a certificate that a discretised PLD does not dominate the mechanism (upper), or is not dominated by it (lower), at x.

    The caller has decided it. `by` is an amount that the difference of the curves at x is at least, or None.
    """
    says: dict[str, Json] = {bound: discretised(grid)}
    if by is not None:
        says["by"] = encoding.rational(_less(by))
    claim = {"claimant": claimant(who), "pairs": [encoding.pld(a) for a in pairs], "quantity": {"of": "curve"}, "says": says, "verdict": "violated"}
    return seal("audit", claim, {"x": encoding.number(x)}, precision.of_masses(*pairs))


def invalid_curve(who: str, grid: GridPLD) -> Certificate:
    """Return a certificate that a discretised PLD is none: a negative mass, a total above 1, or ``E[e^-Z] > 1``. The caller has decided it."""
    return _invalid(who, {"of": "curve"}, {"value": discretised(grid)})


def discretised(grid: GridPLD) -> Json:
    """Spell a discretised PLD (FORMAT.md, section of the kind audit)."""
    return {
        "unit": encoding.rational(grid.unit),
        "atoms": [[encoding.integer(i), dyadic(m)] for i, m in grid.atoms],
        "infinite": dyadic(grid.infinite),
    }


def dyadic(value: Fraction) -> str:
    """Spell a dyadic rational as ``MpE``, that is M * 2^E with an odd M; zero is ``0``."""
    if not value:
        return "0"
    n, d = value.numerator, value.denominator
    if d & (d - 1):
        raise OutOfRange(f"the mass {shorten(str(value))} is no binary fraction, as floats are")
    twos = (n & -n).bit_length() - 1
    return f"{n >> twos}p{twos - d.bit_length() + 1}"
