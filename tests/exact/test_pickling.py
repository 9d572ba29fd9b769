"""Public values survive pickle and copy, and travel to another process that is started afresh."""

import copy
import multiprocessing
import pickle
from operator import attrgetter, methodcaller

import pytest
from hypothesis import given

from certificates import claims
from exact import compare, exp, inf, log, loss, number, pld, privacy_profile, rr
from exact.filters import natural_filter
from tests.laws.strategies import ANY, NUMBERS, examples, read, read_number

BUDGET, QUERIES = pld("approx(log(2), 1/4)"), [pld("rr(log(2))"), pld("approx(0, 1/4)")]
VALUES = [
    number("3/7"),
    exp("1/2") / 3 - number("sqrt(2)"),
    inf,
    -inf,
    log(3) / 2 - 1,
    loss("log(exp(1) + 1)"),
    rr(1),
    pld("3*rr(1/2) + approx(0, 1e-6)"),
    pld("rr(1) | approx(0, 1/4)"),
    pld("total_leak()"),
    compare(rr(1), pld("approx(0, 1/4)")),
    *compare(rr(1), rr(2)).witnesses,
    privacy_profile(pld("subsample(rr(1), 1/3)")),
    natural_filter(QUERIES, BUDGET, 2),
    claims.delta(rr(1), number(2), value=rr(1).hockey_stick(2)),
]


def hash_or_none(value):
    """The hash, None where there is none (a certificate holds its JSON)."""
    try:
        return hash(value)
    except TypeError:
        return None


@pytest.mark.parametrize("value", VALUES, ids=[f"{i}-{type(value).__name__}" for i, value in enumerate(VALUES)])
@pytest.mark.parametrize("protocol", range(2, pickle.HIGHEST_PROTOCOL + 1))
def test_there_and_back(value, protocol):
    """Equal, of the same type, with the same hash and text."""
    for again in (pickle.loads(pickle.dumps(value, protocol)), copy.copy(value), copy.deepcopy(value)):
        assert type(again) is type(value)
        assert again == value
        assert hash_or_none(again) == hash_or_none(value)
        assert str(again) == str(value)


@given(ANY)
@examples(40)
def test_plds(text):
    """As a composition, and after its atoms were read."""
    a = read(text)
    assert pickle.loads(pickle.dumps(a)) == a
    _ = a.atoms
    assert pickle.loads(pickle.dumps(a)) == a


@given(NUMBERS)
@examples(40)
def test_numbers(text):
    """Numbers with every kind of denominator."""
    x = read_number(text)
    assert x is None or pickle.loads(pickle.dumps(x)) == x


def test_another_process():
    """A process that is started afresh, with other hashes of texts, gets and returns equal values; what it works out is the same."""
    plds = [value for value in VALUES if isinstance(value, type(rr(1)))]
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        assert pool.map(copy.copy, VALUES) == VALUES
        assert pool.map(attrgetter("atoms"), plds) == [a.atoms for a in plds]
        assert pool.map(methodcaller("delta", "1/2"), plds) == [a.delta("1/2") for a in plds]
        returned = pool.map(methodcaller("dual"), plds)
    assert [hash(a) for a in returned] == [hash(a.dual()) for a in plds]
    assert {a.dual(): i for i, a in enumerate(plds)} == {a: i for i, a in enumerate(returned)}
