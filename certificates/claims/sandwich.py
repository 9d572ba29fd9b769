"""The kind `sandwich`: a PLD between its two discretisations on a grid (RES Theorems 11 and 12)."""

from __future__ import annotations

from certificates.claims import encoding, precision
from certificates.claims.certificate import Certificate, seal
from exact.comparison import find_witness
from exact.errors import Refuted, TooLarge
from exact.filters.discretisation import Discretisation
from exact.pld import PLD
from exact.writing import shorten

GRID_LIMIT = 64
"""The largest number of points of a grid in a certificate, inf included."""


def sandwich(pld: PLD, found: Discretisation) -> Certificate:
    """Return a certificate that a PLD lies between the two discretisations of `exact.filters.discretisation`; `Refuted` when it
    does not, as may be for an asymmetric PLD, and `TooLarge` beyond `GRID_LIMIT` points.
    """
    if len(found.grid) > GRID_LIMIT:
        raise TooLarge(f"a certificate states grids of at most {GRID_LIMIT} points, not {len(found.grid)}")
    for name, a, b in (("the lower discretisation", found.lower, pld), ("the PLD", pld, found.upper)):
        x = find_witness(a, b)
        if x is not None:
            raise Refuted(f"{name} is not below what should be above it: at x = {shorten(str(x))}")
    grid = ["inf" if e.is_infinite else encoding.number(e.exp()) for e in found.grid]
    order = max(precision.of_order(found.lower, pld), precision.of_order(pld, found.upper))
    bits = max(order, precision.of_masses(pld, found.lower, found.upper))
    return seal("sandwich", {"pld": encoding.pld(pld), "grid": grid}, {}, bits)
