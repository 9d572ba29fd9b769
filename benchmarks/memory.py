"""Memory of compositions: the peak while the atoms are multiplied out, in sizes of the result.

    python -m benchmarks.memory

The peak counts everything that Python allocates between the factors and the canonical atoms. The result is its integers and the dictionaries,
tuples and sums around them, each counted once, without what the factors hold already. What the engine's library allocates is not seen by
tracemalloc; the engine hands over each polynomial and drops it within one call, so that is at most about the coefficients once more.
"""

from __future__ import annotations

import gc
import sys
import tracemalloc
from dataclasses import fields, is_dataclass

from exact import PLD, pld

GOAL = 3
"""The peak should be at most this many sizes of the result."""

COMPOSITIONS = {
    "rational, 2 atoms": "1000*table(((2/3, 1/4), (1/3, 3/4)))",
    "rational, 3 atoms": "60*table(((1/2, 1/9), (1/4, 1/7), (1/4, 47/63)))",
    "rational, 5 atoms": "12*table(((1/2, 1/9), (1/4, 1/7), (1/8, 1/5), (1/16, 1/4), (1/16, 373/1260)))",
    "rational, on a lattice": "100*rr(log(2), 3)",
    "rational, unlike": " + ".join(
        f"table((({i}/{i + 3}, 1/{i + 2}), (3/{i + 3}, {i + 1}/{i + 2})))" for i in range(2, 14)
    ),
    "powers of e, 2 atoms": "1000*rr(1/2)",
    "powers of e, 3 atoms": "100*rr(1, 3)",
    "powers of e, infinite losses": "300*approx(1, 1/100)",
    "powers of e, unlike": " + ".join(f"rr(0.{1234567 + 79191 * i * i})" for i in range(10)),
    "roots": "200*rr(log(3)/2)",
    "roots, unlike": "20*rr(log(3)/2) + 20*rr(log(2)/3)",
    "cofactors, 2 atoms": "60*subsample(rr(1), 1/3)",
    "cofactors, 3 atoms": "8*subsample(rr(1, 3), 1/3)",
    "cofactors, unlike": " + ".join(f"subsample(rr(1/{i}), 1/3)" for i in range(1, 7)),
}
"""Compositions by layout."""


def size(value: object, seen: set[int]) -> int:
    """Return the bytes of a value and of all that it refers to, without what was seen before."""
    total = 0
    todo = [value]
    while todo:
        one = todo.pop()
        if id(one) in seen or isinstance(one, type):
            continue
        seen.add(id(one))
        total += sys.getsizeof(one)
        if isinstance(one, dict):
            todo += [*one.keys(), *one.values()]
        elif isinstance(one, list | tuple | set | frozenset):
            todo += one
        elif is_dataclass(one):
            todo += [getattr(one, field.name) for field in fields(one)]
        else:
            todo += [getattr(one, name) for name in getattr(one, "__slots__", ()) if hasattr(one, name)]
    return total


def peak(composition: PLD) -> tuple[float, int]:
    """Return the peak in sizes of the result, and that size in bytes."""
    seen: set[int] = set()
    size([a for a, _ in composition.factors], seen)
    gc.collect()
    tracemalloc.start()
    try:
        result = composition.canonical
        most = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    bytes_of_result = size(result, seen)
    return most / bytes_of_result, bytes_of_result


def main() -> None:
    """Print the table."""
    print(f"peak while composing, in sizes of the result (goal: at most {GOAL})")
    for name, text in COMPOSITIONS.items():
        composition = pld(text)
        times, bytes_of_result = peak(composition)
        atoms = len(composition.canonical.finite)
        print(f"{name:30}{times:6.2f}   {bytes_of_result / 1e6:6.2f} MB   {atoms:5} atoms", flush=True)


if __name__ == "__main__":
    main()
