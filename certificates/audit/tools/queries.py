"""What tools are asked: queries in the form of the protocol, made from floats."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from exact.errors import OutOfRange

Query = Mapping[str, Any]

KINDS = ("delta", "epsilon", "pure-epsilon", "profile", "pld", "renyi", "tradeoff", "gdp", "guarantee", "spend")
"""The kinds of queries. `guarantee` is one whose epsilon the tool chooses itself."""
_FLOATS = ("eps", "delta", "alpha")


def delta_at(eps: float) -> Query:
    """Ask for delta at an epsilon, which may be inf."""
    return {"kind": "delta", "eps": eps}


def profile_at(eps: Iterable[float]) -> Query:
    """Ask for delta at many epsilons at once, in increasing order."""
    return {"kind": "profile", "eps": list(eps)}


def epsilon_at(delta: float) -> Query:
    """Ask for epsilon at a delta."""
    return {"kind": "epsilon", "delta": delta}


def pure_epsilon() -> Query:
    """Ask for epsilon at delta 0."""
    return {"kind": "pure-epsilon"}


def renyi_at(order: int) -> Query:
    """Ask for the Renyi divergence of an integer order."""
    return {"kind": "renyi", "order": order}


def tradeoff_at(alpha: float) -> Query:
    """Ask for the trade-off curve at an error under P."""
    return {"kind": "tradeoff", "alpha": alpha}


def gaussian_parameter() -> Query:
    """Ask for the least mu of Gaussian differential privacy."""
    return {"kind": "gdp"}


def whole_pld(direction: str = "P over Q") -> Query:
    """Ask for the tool's discretised PLD, P over Q or Q over P."""
    return {"kind": "pld", "direction": direction}


def guarantee(**chosen: float) -> Query:
    """Ask for a pair (epsilon, delta) that the tool chooses; fields such as ``slack`` are the tool's."""
    return {"kind": "guarantee", **chosen}


def spend(spends: Sequence[tuple[int, float]]) -> Query:
    """Ask for the total of a ledger of (times, amount); it has no mechanism."""
    return {"kind": "spend", "spends": [list(pair) for pair in spends]}


def written(query: Query) -> dict[str, Any]:
    """Return the query as it goes over the wire: floats in hexadecimal."""
    if query.get("kind") not in KINDS:
        raise OutOfRange(f"a query has a kind, one of {', '.join(KINDS)}")
    out: dict[str, Any] = {}
    for key, value in query.items():
        if key == "spends":
            out[key] = [[k, _text(amount)] for k, amount in value]
        elif isinstance(value, list | tuple):
            out[key] = [_text(x) if isinstance(x, float) else x for x in value]
        else:
            out[key] = _text(value) if isinstance(value, float) or (key in _FLOATS and isinstance(value, int)) else value
    return out


def _text(value: float) -> str:
    x = float(value)
    return x.hex() if x - x == 0 else "nan" if x != x else "inf" if x > 0 else "-inf"  # noqa: PLR0124 - NaN is the one that differs from itself
