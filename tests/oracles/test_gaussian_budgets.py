"""Oracles 1c-gauss-* and 1c-agauss-*: what of two rounds against a Gaussian budget has finite support: the queries, their compositions and sup,
and the adaptive strategy that plays L1 and then the better of the two.

The budgets of these oracles, Gaussian privacy loss distributions, are not in this version: that the two compositions stay below them and that the
strategy does not is not tested here.
"""

import re

import pytest

from exact import find_witness, identity, mixture, number, rr
from exact.filters.strategy import Node, Strategy
from exact.filters.universal_freeness import triples
from tests.oracles.loader import agrees, atoms, entries, named, pld


def queries(entry):
    """L1 and L2 by their atoms."""
    return pld(entry["inputs"]["L1_atoms"]), pld(entry["inputs"]["L2_atoms"])


def in_words(text):
    """The PLD that the oracles call RR_ln4, 2/3*RR_ln6+1/3*Id or R_{ln2,1/10}."""
    if text.startswith("R_"):
        return named(text)
    match = re.fullmatch(r"(?:(.*)\*)?RR_ln([0-9/]+)(?:\+.*\*Id)?", text)
    weight = number(match[1] or 1)
    return mixture((weight, rr(f"log({match[2]})")), (1 - weight, identity()))


@pytest.mark.parametrize("entry", entries("gaussian_budgets"))
def test_compositions_and_sup(entry):
    """The queries as they are named; L1 + (L1 | L2), atom by atom; its curve and those of L1 + L1 and L1 + L2 at x."""
    one, two = queries(entry)
    assert (one, two) == (in_words(entry["inputs"]["L1"]), in_words(entry["inputs"]["L2"]))
    values, x = entry["values"], entry["witness"]["x"]
    whole = one + (one | two)
    assert atoms(whole) == values["L1sup_atoms"]
    assert [str(a.hockey_stick(x)) for a in (whole, one + one, one + two)] == [values[f"h_{name}"] for name in ("L1sup", "L1L1", "L1L2")]
    assert agrees(whole.hockey_stick(x), values["h_L1sup_dec"])


@pytest.mark.parametrize("entry", entries("gaussian_budgets"))
def test_strategy(entry):
    """After each ratio the better of the two at x over the ratio; the strategy attains the curve of L1 + (L1 | L2) at x."""
    one, two = queries(entry)
    x, children = number(entry["witness"]["x"]), []
    for row in entry["witness"]["rule"]:
        ratio = number(row["outcome_ratio"])
        assert str(x / ratio) == row["y"]
        values = [a.hockey_stick(x / ratio) for a in (one, two)]
        assert [str(v) for v in values] == [row["h_L1"], row["h_L2"]]
        play = ("L1", "L2").index(row["play"])
        assert values[play] == max(values)
        children.append((ratio, Node(play, tuple((r, None) for r in reversed((one, two)[play].knots)))))
    found = Strategy((one, two), Node(0, tuple(children))).pld()
    assert found == pld(entry["witness"]["strategy_atoms"])
    assert str(found.hockey_stick(x)) == entry["values"]["h_L1sup"]


@pytest.mark.parametrize("entry", entries("gaussian_budgets"))
def test_finite_budget(entry):
    """The pair is incomparable and L1 + (L1 | L2) strictly above (L1 + L1) | (L1 + L2), so that finite budget is broken, too."""
    one, two = queries(entry)
    (found,) = (t for t in triples((one, two), 2) if t.query == 0)
    assert {found.a, found.b} == {(0,), (1,)}
    assert found.whole == pld(entry["values"]["L1sup_atoms"])
    assert found.x == find_witness(found.whole, found.budget) is not None
