"""What a composition needs at its peak, in sizes of its result (`benchmarks/memory.py` has the table)."""

import pytest

from benchmarks.memory import COMPOSITIONS, GOAL, peak, size
from exact import pld


@pytest.mark.parametrize("layout", ["rational, 5 atoms", "powers of e, 2 atoms", "powers of e, 3 atoms", "cofactors, 2 atoms"])
def test_the_peak_is_a_few_sizes_of_the_result(layout):
    """Counted by the allocator of Python, so the same on every run; the goal and some room for other versions of it."""
    times, bytes_of_result = peak(pld(COMPOSITIONS[layout]))
    assert bytes_of_result > 200_000
    assert 1 <= times <= GOAL + 1


def test_sizes_are_counted_once():
    """A shared value counts once, and what was seen before does not count."""
    long = 10**1000
    both = (long, [long])
    assert size(both, set()) == size(both[1], set()) + both.__sizeof__() + (size((), set()) - ().__sizeof__())
    assert size([long], {id(long)}) == size([0], {id(0)})
