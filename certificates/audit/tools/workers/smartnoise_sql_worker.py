"""smartnoise-sql: odometers by the composition theorem of Kairouz, Oh and Viswanath."""

# ruff: noqa: INP001 - a script for another environment, not a package
from __future__ import annotations

import sys
from collections.abc import Mapping
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

def prepare(mechanism: Mechanism, times: int, _: Mapping[str, Any]) -> Prepared:
    """Return the spends of a mechanism that is (eps, delta)-DP."""
    found = [(k, *serving.approx_parameters(part)) for k, part in serving.parts_of(mechanism, times)]
    return Prepared([(k, eps, delta) for k, eps, delta, _ in found], all(exact for *_, exact in found))


def said(spent: Any) -> Any:
    """Return the guarantee that an odometer says."""
    eps, delta = spent
    return {"eps": serving.write_float(eps), "upper": serving.write_float(delta)}


def of_equal(snsql: Any, odometer: Any, held: Any, _: Query) -> Any:
    """Answer from the odometer of equal queries."""
    if len(held) > 1:
        raise Unsupported("the odometer takes queries of one kind only")
    k, eps, delta = held[0]
    made = odometer(snsql.Privacy(epsilon=eps, delta=delta))
    made.spend(k)
    return said(made.spent)


def of_unlike(snsql: Any, odometer: Any, held: Any, _: Query) -> Any:
    """Answer from the odometer of unlike queries."""
    made = odometer(snsql.Privacy(epsilon=held[0][1], delta=held[0][2]))  # not a spend: it sets the tolerance
    for k, eps, delta in held:
        for _i in range(k):
            made.spend(snsql.Privacy(epsilon=eps, delta=delta))
    return said(made.spent)


def main() -> None:
    """Answer requests."""
    snsql, odometers = import_module("snsql"), import_module("snsql.sql.odometer")
    kinds = ("rr", "approx", "pmfs", "geometric", "sum")
    methods = [
        Method("odometer", "upper", ("guarantee",), kinds, prepare, partial(of_equal, snsql, odometers.Odometer), "Odometer.spent"),
        Method(
            "odometer-heterogeneous",
            "upper",
            ("guarantee",),
            kinds,
            prepare,
            partial(of_unlike, snsql, odometers.OdometerHeterogeneous),
            "OdometerHeterogeneous.spent",
        ),
    ]
    serving.serve("smartnoise-sql", version("smartnoise-sql"), methods)


if __name__ == "__main__":
    main()
