"""What audit vectors are made of: claims of version 4, floats as the fractions they are, and exact values in fractions.

The values come from definitions: binomial sums, sums over outcomes, the fractional knapsack of Neyman and Pearson.
"""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal, localcontext
from fractions import Fraction
from math import comb

from make.envelopes import Masses, composed, h, masses, ordered
from make.numbers import Json, Rational, integer_text, rational_text
from make.plds import Certificate, certificate, sign

NEAR = Fraction(1, 2**60)


def version_4(value: Certificate) -> Certificate:
    """Return the same certificate in version 4 of the format."""
    return sign(dict(value, version="4"))


def violated(  # noqa: PLR0917  (the parts of the claim, in order)
    quantity: Json, says: Json, pairs: Sequence[Json], witness: Json = None, note: str = "", claimant: str = "a tool 1.0"
) -> Certificate:
    """Return a certificate that the value is beyond what is said."""
    claim = {"claimant": claimant, "quantity": quantity, "says": says, "verdict": "violated"}
    if pairs:
        claim["pairs"] = list(pairs)
    return version_4(certificate("audit", claim, witness or {}, note))


def invalid(quantity: Json, says: Json, note: str = "", claimant: str = "a tool 1.0") -> Certificate:
    """Return a certificate that what is said is impossible."""
    claim = {"claimant": claimant, "quantity": quantity, "says": says, "verdict": "invalid"}
    return version_4(certificate("audit", claim, {}, note))


def said(side: str, value: Json, by: Json = None) -> Json:
    """Return what is said: a bound, and by how much it fails."""
    return {side: value} if by is None else {side: value, "by": by}


def of(name: str, **fields: Json) -> Json:
    """Return a quantity."""
    return {"of": name, **fields}


def text(value: Rational | float) -> str:
    """Return the spelling of a rational number, or of the one that a float is."""
    return rational_text(Fraction(value))


# ---- discretised PLDs


def dyadic(value: Rational | float) -> str:
    """Return the one spelling of m 2^e."""
    exact = Fraction(value)
    if not exact:
        return "0"
    top, power = exact.numerator, 1 - exact.denominator.bit_length()
    if exact.denominator != 2**-power:
        raise ValueError(f"{exact} is no m 2^e")
    while not top % 2:
        top, power = top // 2, power + 1
    return f"{top}p{power}"


def grid(unit: Rational | float, atoms: Sequence[tuple[int, Rational | float]], infinite: Rational | float = 0) -> Json:
    """Return a discretised PLD."""
    return {"unit": text(unit), "atoms": [[integer_text(i), dyadic(mass)] for i, mass in atoms], "infinite": dyadic(infinite)}


# ---- exact values


def many(times: int, plain: Json) -> Masses:
    """Return the masses of a plain PLD composed with itself."""
    result, part = ordered([(Fraction(1), Fraction(1))]), masses(plain)
    for bit in f"{times:b}":
        result = composed(result, result)
        if bit == "1":
            result = composed(result, part)
    return result


def responses(times: int, t: Rational) -> Masses:
    """Return randomized response of a rational ratio, so many times, by binomial sums."""
    t = Fraction(t)
    whole = (1 + t) ** times
    return [(comb(times, j) * t ** (times - j) / whole, comb(times, j) * t**j / whole) for j in range(times + 1)]


def exponential(atoms: Masses, delta: Rational) -> Fraction:
    """Return e^epsilon, the largest ratio (P(S) - delta) / Q(S) of a set above a ratio; the mass of +inf is at most delta < 1."""
    found, p, q = Fraction(0), -Fraction(delta), Fraction(0)
    for mass_p, mass_q in ordered(atoms):
        p, q = p + mass_p, q + mass_q
        if q:
            found = max(found, p / q)
    return found


def tradeoff(atoms: Masses, alpha: Rational) -> Fraction:
    """Return the least mass under Q of a test that keeps 1 - alpha of the mass under P: the largest ratios first."""
    left, beta = 1 - Fraction(alpha), Fraction(0)
    for p, q in ordered(atoms):
        part = min(Fraction(1), left / p) if p else Fraction(0)
        left, beta = left - part * p, beta + part * q
    return beta


def moment(atoms: Masses, order: int) -> Fraction:
    """Return the sum of p^n / q^(n - 1); no mass at +inf."""
    return sum((p**order / q ** (order - 1) for p, q in atoms if p), Fraction(0))


def log_below(x: Rational, digits: int = 30) -> Fraction:
    """Return ln x cut off after so many decimals."""
    x = Fraction(x)
    with localcontext() as context:
        context.prec = digits + 60
        value = Decimal(x.numerator).ln() - Decimal(x.denominator).ln()
    return Fraction(value) * 10**digits // 1 / Fraction(10**digits)


__all__ = ["Masses", "h", "masses"]
