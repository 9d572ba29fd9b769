"""The sign of a sum is kept once it is decided; until then nothing of it is to be seen, by other threads least of all."""

import sys
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from threading import Barrier

import pytest

from exact import engine, sums
from exact.exponent import ZERO

ONE = (1, 1, ())


def near_tie(digits):
    """Terms of ``10^digits e - floor(10^digits e)`` and of its negative: between 0 and 1 from integers of so many digits."""
    e, term = Fraction(0), Fraction(1)
    for n in range(1, 400):
        e, term = e + term, term / n
    whole = 10**digits * e.numerator // e.denominator
    return {ONE: 10**digits, ZERO: -whole}, {ONE: -(10**digits), ZERO: whole}


class Watched(sums.Sum):
    """A sum that notes what is stored as its sign, and lets somebody else have a turn whenever that is looked at."""

    __slots__ = ("stored", "turn")

    def __init__(self, terms, turn=lambda: None):
        self.stored, self.turn = [], lambda: None
        super().__init__(terms)
        self.stored.clear()
        self.turn = turn

    @property
    def known_sign(self):
        """The sign that was stored last, 0 for none."""
        self.turn()
        return self.stored[-1] if self.stored else 0

    @known_sign.setter
    def known_sign(self, value):
        self.stored.append(value)


@pytest.mark.parametrize("digits", [5, 30, 60, 200])
def test_only_a_decided_sign_is_stored(digits):
    """Precisions that leave a sign open leave no trace."""
    for terms, expected in zip(near_tie(digits), (1, -1), strict=True):
        value = Watched(terms)
        assert sums.sign(value) == expected
        assert value.stored == [expected]
    assert (engine.sum_sign(near_tie(digits)[0], engine.START_BITS) == 0) == (digits > 5)  # some are open at first


@pytest.mark.parametrize("reads", range(6))
def test_another_thread_that_begins_meanwhile_changes_nothing(reads):
    """Whenever another thread begins, and were it to store that it knows nothing yet, the first one answers what it has decided."""
    count = 0

    def turn():
        nonlocal count
        if count == reads and value.stored:
            value.stored.append(0)
        count += 1

    value = Watched(near_tie(60)[0], turn)
    assert sums.sign(value) == 1


@pytest.fixture
def _frequent_switches():
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


@pytest.mark.usefixtures("_frequent_switches")
def test_threads_agree():
    """Eight threads ask at once for the sign of the same new sum, many times over."""
    threads = 8
    barrier = Barrier(threads)

    def ask(value):
        barrier.wait(timeout=60)
        return sums.sign(value)

    with ThreadPoolExecutor(threads) as pool:
        for _ in range(100):
            value = sums.Sum(near_tie(60)[1])
            assert list(pool.map(ask, [value] * threads)) == [-1] * threads
