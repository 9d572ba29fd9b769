"""dp-accelerator: Renyi differential privacy of DP-SGD."""

# ruff: noqa: INP001 - a script for another environment, not a package
from __future__ import annotations

import sys
from collections.abc import Mapping
from fractions import Fraction
from functools import partial
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any

sys.path.insert(0, str(Path(__file__).resolve().parent))
if TYPE_CHECKING:
    from certificates.audit.tools.workers import serving
    from certificates.audit.tools.workers.serving import Mechanism, Method, Prepared, Query, Unsupported
else:
    import serving
    from serving import Mechanism, Method, Prepared, Query, Unsupported

def prepare(make: Any, mechanism: Mechanism, times: int, _: Mapping[str, Any]) -> Prepared:
    """Return the accountant of one kind of steps; the sampling rate is a quotient of two sizes."""
    q, noise = (mechanism["q"], mechanism["of"]) if mechanism["kind"] == "subsample" else (1.0, mechanism)
    if noise["kind"] != "gaussian":
        raise Unsupported("the accountant knows Gaussian noise only")
    multiplier, exact = serving.quotient(noise["sigma"], noise["sensitivity"])
    rate = Fraction(q)
    if not rate:
        raise Unsupported("the accountant needs a batch that is not empty")
    return Prepared((make(multiplier, rate.numerator, rate.denominator), times), exact)


def answer(held: Any, query: Query) -> Any:
    """Answer from the accountant."""
    accountant, times = held
    if query["kind"] == "epsilon":
        return float(accountant.get_epsilon(times, query["delta"]))
    curve = accountant.get_rdp_curve(times)
    if query["order"] not in curve:
        raise Unsupported(f"the curve has no order {query['order']}")
    return float(curve[query["order"]])


def main() -> None:
    """Answer requests."""
    make = import_module("dp_accelerator").DPSGDAccountant
    kinds = ("gaussian", "subsample")
    text = "DPSGDAccountant.get_epsilon and get_rdp_curve"
    method = Method("rdp", "upper", ("epsilon", "renyi"), kinds, partial(prepare, make), answer, text)
    serving.serve("dp-accelerator", version("dp-accelerator"), [method])


if __name__ == "__main__":
    main()
