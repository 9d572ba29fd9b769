"""A second opinion on certificates: floating point with a wide margin, Fractions where all is rational.

Shares nothing with the checker. It evaluates a claim in the plainest way there is (products of atoms, sums of
maxima) at 250 digits, and once more at 6,000 digits (1,500 for the kinds of later versions) when two irrational values
agree to 212 digits; what is then still tied counts as equal. It assumes that the form is right: it is asked about
certificates the checker verified.
"""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

from tests.certificates import checker_truth_audit, checker_truth_filters, checker_truth_orders, checker_truth_theorems
from tests.certificates.checker_oracle import Atoms, Number, Oracle, Unknown, require

__all__ = ["LATER", "Unknown", "check"]
LATER = {
    **checker_truth_filters.KINDS,
    **checker_truth_orders.KINDS,
    **checker_truth_audit.KINDS,
    **checker_truth_theorems.KINDS,
}


def check(data: bytes) -> None:
    """Return if the certificate tells the truth; raise AssertionError if not, Unknown if it is too large."""
    certificate = json.loads(data)
    oracle = Oracle(250)
    try:
        _check(oracle, certificate)
    except AssertionError:
        if not oracle.tied:
            raise
    if oracle.tied:
        # (A filter compares many PLDs, and no vector about one needs so many digits.)
        _check(Oracle(1_500 if certificate["kind"] in LATER else 6_000), certificate)


def _check(o: Oracle, certificate: Any) -> None:
    kind, claim, witness = certificate["kind"], certificate["claim"], certificate["witness"]
    if kind in ("dominated", "not-dominated", "equal", "incomparable"):
        a, b = o.atoms(claim["A"]), o.atoms(claim["B"])
        signs = o.compare(a, b)
        require(kind != "dominated" or 1 not in signs, "dominated")
        require(kind != "not-dominated" or 1 in signs, "not dominated")
        require(kind != "equal" or signs == {0}, "equal")
        require(kind != "incomparable" or {1, -1} <= signs, "incomparable")
    elif kind == "delta":
        _delta(o, claim)
    elif kind == "epsilon":
        _epsilon(o, claim)
    elif kind in LATER:
        LATER[kind](o, claim, witness)
    else:
        _violated(o, claim, witness)


def _delta(o: Oracle, claim: Any) -> None:
    x = claim["x"] if claim["x"] == "inf" else o.number(claim["x"])
    require(x == "inf" or o.sign(x, Fraction(0)) > 0, "x")
    value = o.h(o.atoms(claim["pld"]), x)
    for key, allowed in (("value", (0,)), ("lower", (0, 1)), ("upper", (0, -1))):
        require(key not in claim or o.sign(value, o.number(claim.get(key, "0"))) in allowed, key)


def _epsilon(o: Oracle, claim: Any) -> None:
    """Find e^epsilon from the vertices of the curve, from the right, and compare the claim with it."""
    atoms, delta = o.atoms(claim["pld"]), o.number(claim["delta"])
    require(o.sign(delta, Fraction(0)) >= 0 and o.sign(delta, Fraction(1)) <= 0, "delta range")
    places = sorted(o.knots(atoms), key=o.real, reverse=True)
    value: Number = "inf"
    if o.sign(delta, Fraction(1)) == 0:
        value = "0"
    elif o.sign(o.h(atoms, "inf"), delta) <= 0:
        value = next(x for x in [*places, Fraction(0)] if x == 0 or o.sign(o.h(atoms, x), delta) > 0)
        steeper = [(p, q) for p, q in atoms if q == 0 or o.sign(p, o.times(value, q)) > 0]
        if o.sign(o.h(atoms, places[0]), delta) <= 0:
            # Solve  sum p - x sum q = delta  on the piece to the right of that knot.
            top = sum((o.real(p) for p, _ in steeper), start=-o.real(delta))
            value = top / sum(o.real(q) for _, q in steeper)
            if all(isinstance(v, Fraction) for atom in [*atoms, (delta, delta)] for v in atom):
                value = (sum(p for p, _ in steeper) - delta) / sum(q for _, q in steeper)
    if "exp_value" in claim:
        said = claim["exp_value"]
        if said in ("inf", "0") or isinstance(value, str):
            require(said == value, "exp_value")
        else:
            require(o.sign(o.number(said), value) == 0, "exp_value")
    for key, wrong in (("lower", 1), ("upper", -1)):
        if key in claim:
            bound = o.exponential(claim[key])
            fails = value == ("0" if wrong > 0 else "inf")
            require(not fails and (isinstance(value, str) or o.sign(bound, value) != wrong), key)


def _violated(o: Oracle, claim: Any, witness: Any) -> None:
    queries, budget = [o.atoms(q) for q in claim["queries"]], o.atoms(claim["budget"])
    for i, a in enumerate(queries):
        require(all(o.compare(a, b) != {0} for b in queries[:i]), "queries different")
    x = o.number(witness["x"])
    require(o.sign(x, Fraction(0)) > 0, "x")

    def curve(node: Any, so_far: Atoms, p: Number, q: Number, depth: int) -> Number:
        if node is None:
            value = o.add(p, o.times(Fraction(-1), o.times(x, q)))
            return value if o.sign(value, Fraction(0)) > 0 else Fraction(0)
        require(claim["rounds"] == "all" or depth < int(claim["rounds"]), "rounds")
        query = queries[int(node[0])]
        realised = o.product(so_far, query)
        require(1 not in o.compare(realised, budget), "admissible")
        total: Number = Fraction(0)
        finite = [(r, s) for r, s in query if r != 0 and s != 0]
        require(len(finite) == len(node[1]), "children")
        for r, s in query:
            if s == 0:
                total = o.add(total, o.times(p, r))
        for child, (r, s) in zip(node[1], finite, strict=True):
            total = o.add(total, curve(child, realised, o.times(p, r), o.times(q, s), depth + 1))
        return total

    strategy = curve(witness["tree"], [(Fraction(1), Fraction(1))], Fraction(1), Fraction(1), 0)
    require(o.sign(strategy, o.h(budget, x)) > 0, "gap")
