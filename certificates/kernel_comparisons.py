"""What a `dominated` certificate with a kernel asserts, as comparisons for `certificates.crosscheck`.

The kernel turns B into A: its entries are positive, each row adds up to 1, and for each atom i of A the sum over j of
K[j][i] times the mass of atom j of B is the mass of atom i, under P and under Q. The sums are ties at best.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache, partial
from typing import Any, Literal, TypeAlias

from certificates.enclosures import PLD, Key, NotACertificate, Route, Value, read_number

Getter: TypeAlias = Callable[[Route], Value]
Comparison: TypeAlias = tuple[str, Getter, Literal["<", "="], Getter]
Places: TypeAlias = list[list[Key]]
Entries: TypeAlias = list[tuple[int, Getter]]


def comparisons(a: PLD, b: PLD, rows: Any, finest: Route) -> Iterator[Comparison]:
    """Yield the comparisons; the atoms of compositions are put in order by intervals of the finest route.

    Raises NotACertificate where the kernel has not one row for each atom of B, or an index that is no atom of A.
    """
    places_a, places_b = _places(a, finest), _places(b, finest)
    kernel: list[Entries] = [[(int(i), _entry(entry)) for i, entry in row] for row in rows]
    if len(kernel) != len(places_b):
        raise NotACertificate(f"the kernel has {len(kernel)} rows, and B has {len(places_b)} atoms")
    columns: list[Entries] = [[] for _ in places_a]
    for j, row in enumerate(kernel):
        indices = [i for i, _ in row]
        if indices != sorted(set(indices)) or not all(0 <= i < len(places_a) for i in indices):
            raise NotACertificate(f"the indices of row {j} do not increase from 0 to {len(places_a) - 1}")
        for i, entry in row:
            columns[i].append((j, entry))
            yield f"R31-kernel-entry, entry {i} of row {j}", _zero, "<", entry
        yield f"R32-kernel-sum, row {j}", partial(_total, entries=row), "=", _one
    for i, column in enumerate(columns):
        for side, rule in enumerate(("R33-kernel-p", "R34-kernel-q")):
            left = partial(_image, column=column, pld=b, places=places_b, side=side)
            right = partial(_mass, pld=a, place=places_a[i], side=side)
            yield f"{rule}, atom {i} of A", left, "=", right


def _places(pld: PLD, finest: Route) -> Places:
    """Return the atoms in decreasing order of their ratios; ratios that are not told apart are one atom."""
    atoms = finest.atoms(pld)
    places: Places = [["inf"]] if "inf" in atoms else []
    lowest: Value = None
    finite = [(finest.knot(pld, key), key) for key in finest.knots(pld)]
    for ratio, key in sorted(finite, key=lambda item: item[0].b, reverse=True):
        if lowest is not None and ratio.b >= lowest:
            places[-1].append(key)
            lowest = min(lowest, ratio.a)
        else:
            places.append([key])
            lowest = ratio.a
    return [*places, ["0"]] if "0" in atoms else places


def _entry(obj: Any) -> Getter:
    """Return an entry as a function of the route, which is worked out once for each."""
    number = read_number(obj)
    return lru_cache(maxsize=None)(lambda route: route.number(number))


def _zero(route: Route) -> Value:
    return route.zero


def _one(route: Route) -> Value:
    return route.one


def _total(route: Route, entries: Entries) -> Value:
    return sum((entry(route) for _, entry in entries), route.zero)


def _mass(route: Route, pld: PLD, place: list[Key], side: int) -> Value:
    return sum((route.atoms(pld)[key][side] for key in place), route.zero)


def _image(route: Route, column: Entries, pld: PLD, places: Places, side: int) -> Value:
    parts = (entry(route) * _mass(route, pld, places[j], side) for j, entry in column)
    return sum(parts, route.zero)
