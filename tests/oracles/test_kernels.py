"""Oracles K-*: pairs with an explicit Blackwell kernel, or with none (the linear program is infeasible)."""

import pytest

import exact
from tests.oracles.loader import entries, fraction, pld

ALL = entries("kernels")


@pytest.mark.parametrize("entry", ALL)
def test_dominance_verdict(entry):
    """L <= B iff the oracle has a kernel; without one there is a witness."""
    lower, upper = pld(entry["inputs"]["L"]), pld(entry["inputs"]["B"])
    has_kernel = "K" in entry["values"]
    assert (entry["expected"] == "no kernel") != has_kernel
    assert (lower <= upper) == has_kernel
    back = upper <= lower
    verdicts = {(True, True): "equal", (True, False): "below", (False, True): "above", (False, False): "incomparable"}
    assert exact.compare(lower, upper).verdict == verdicts[has_kernel, back]
    x = exact.find_witness(lower, upper)
    if has_kernel:
        assert x is None
    else:
        assert lower.hockey_stick(x) > upper.hockey_stick(x)


@pytest.mark.parametrize("entry", [e for e in ALL if "K" in e.values[0]["values"]])
def test_the_kernel_itself(entry):
    """The oracle's kernel is stochastic and maps B's masses to L's under P and Q, in Fractions."""
    lower, upper = ([(fraction(p), fraction(q)) for p, q in entry["inputs"][name]] for name in ("L", "B"))
    kernel = [[fraction(k) for k in row] for row in entry["values"]["K"]]
    assert all(k >= 0 for row in kernel for k in row)
    assert all(sum(row) == 1 for row in kernel)
    for side in (0, 1):
        assert [sum(b[side] * row[i] for b, row in zip(upper, kernel, strict=True)) for i in range(len(lower))] == [
            a[side] for a in lower
        ]


@pytest.mark.parametrize("entry", ALL)
def test_garbling_finds_a_kernel(entry):
    """Where the oracle has a kernel one is found, not always the same one; its image of B's masses is A's, atom by atom."""
    lower, upper = pld(entry["inputs"]["L"]), pld(entry["inputs"]["B"])
    kernel = exact.garbling(lower, upper)
    assert (kernel is not None) == ("K" in entry["values"])
    if kernel is not None:
        assert kernel.apply(upper.atoms) == lower.atoms


def test_the_pairs_are_what_they_are_called():
    """K-3-RR7-t2 compares rr(2 ln 2) with 7 rr(ln 2), K-3-RR6-t2 with 6 rr(ln 2), K-3-RR5-t4 rr(2 ln 4) with 5 rr(ln 4)."""
    by_id = {p.id: p.values[0]["inputs"] for p in ALL}
    for name, t, m in [("K-3-RR7-t2", 2, 7), ("K-3-RR6-t2", 2, 6), ("K-3-RR5-t4", 4, 5)]:
        assert pld(by_id[name]["L"]) == exact.rr(2 * exact.log(t))
        assert pld(by_id[name]["B"]) == m * exact.rr(exact.log(t))
