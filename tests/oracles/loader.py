"""Reads the oracle values in `data/`: entries `{id, statement, inputs, expected, values}`, exact values as texts.

The entries are copied from the project's list of oracles (every exact value there was found by two independent routes) and from a list of public
bug reports about numerical accountants, restated; fields that no test reads are left out.
"""

import json
import re
from decimal import Decimal
from fractions import Fraction
from pathlib import Path

import pytest

import exact

DATA = Path(__file__).parent / "data"


def entries(name):
    """The entries of one file, as pytest parameters named by their ids."""
    return [pytest.param(e, id=e["id"]) for e in json.loads((DATA / f"{name}.json").read_text(encoding="utf-8"))]


def pld(atoms):
    """The PLD of a list of pairs of texts."""
    return exact.table(atoms)


def atoms(a):
    """The atoms of a rational PLD as pairs of texts, as the oracles write them."""
    return [[str(p), str(q)] for p, q in a.atoms]


def named(text):
    """The PLD that the oracles call R_{ln2,1/4}, R_{0,1/4} or R_ln 2."""
    match = re.fullmatch(r"R_\{(.*),(.*)\}", text) or re.fullmatch(r"R_(ln .*)()", text)
    eps, delta = match.groups()
    return exact.approx(epsilon(eps), delta or 0)


def epsilon(text):
    """The loss that the oracles write as ln2, ln 3/2 or 1/2."""
    match = re.fullmatch(r"ln ?(.*)", text)
    return exact.log(exact.number(match[1])) if match else exact.loss(text)


def fraction(text):
    """A Fraction from its text."""
    return Fraction(text)


def agrees(value, printed):
    """Whether an exact number agrees with all digits of a printed decimal."""
    digits = len(re.sub(r"e.*|[-.]", "", printed).lstrip("0")) or 1
    unit = Fraction(10) ** (leading(printed) + 1 - digits)
    return abs(value - Fraction(printed)) <= unit


def leading(printed):
    """The power of ten of the first digit of a decimal that is not 0."""
    return Decimal(printed).adjusted()


def asymmetric(name):
    """The two-point PLD "dn" or "up" of oracle 3-sandwich-asym-fail, and its grid of losses."""
    (entry,) = (p.values[0] for p in entries("orders") if p.id == "3-sandwich-asym-fail")
    a, b, ratios = entry["inputs"][name]
    masses = [(Fraction(a), Fraction(b)), (1 - Fraction(a), 1 - Fraction(b))]
    return exact.table(masses), [exact.inf if t == "inf" else exact.log(exact.number(t)) for t in ratios]
